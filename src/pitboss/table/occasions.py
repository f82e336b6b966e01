"""When an irregularity can be reported: in which phase of a round, with which device and which source of cards."""

from collections.abc import Mapping

from pitboss.rulebook.incidents import FACTS, Fact, Incident
from pitboss.table.betting import refuse
from pitboss.table.refusals import Refusal, Refused
from pitboss.table.rulings import possible
from pitboss.table.state import Phase, TableState

_ALL = frozenset(Phase) - {Phase.VOID}
_AFTER_CLOSE = frozenset((Phase.CLOSED, Phase.DEALING, Phase.DECIDING, Phase.REVEALED))
_DEAL = frozenset((Phase.DEALING, Phase.DECIDING))
_DEALT = _DEAL | {Phase.REVEALED}
_COUNTED = _DEALT | {Phase.SETTLED}
_UNFINISHED = _AFTER_CLOSE | {Phase.BETTING}

WHEN: Mapping[Incident, frozenset[Phase]] = {
    Incident.OVER_MAXIMUM_BET: _UNFINISHED,
    Incident.UNDER_MINIMUM_BET: _UNFINISHED,
    Incident.WRONG_RAISE: frozenset((Phase.REVEALED,)),
    Incident.PROGRESSIVE_WITHOUT_ANTE: _UNFINISHED,
    Incident.PLAYER_ABSENT: _AFTER_CLOSE,
    Incident.TECHNICAL_INTERRUPTION: _UNFINISHED | {Phase.SETTLED},
    Incident.FOREIGN_CARD: _AFTER_CLOSE | {Phase.SETTLED},
    Incident.DECK_COUNT_WRONG: _AFTER_CLOSE | {Phase.SETTLED},
    Incident.CARDS_NOT_SHUFFLED: _AFTER_CLOSE | {Phase.SETTLED},
    Incident.CARDS_INSUFFICIENT: frozenset((Phase.CLOSED, Phase.DEALING)),
    Incident.CARDS_EXPOSED: _DEAL,
    Incident.MISDEAL: _DEAL,
    Incident.WRONG_DEALER_CARD_COUNT: _COUNTED,
    Incident.WRONG_PLAYER_CARD_COUNT: _COUNTED,
    Incident.WRONG_COMMUNITY_CARD_COUNT: _COUNTED,
    Incident.BURN_MISSED: _DEAL,
    Incident.LATE_BET: _AFTER_CLOSE,
    Incident.LATE_WITHDRAWAL: _AFTER_CLOSE,
    Incident.CARD_FACE_UP_IN_SHOE: frozenset((Phase.CLOSED, Phase.DEALING)),
    Incident.CARDS_DRAWN_TOGETHER: _DEAL,
    Incident.OTHER_DEALING_ERROR: _DEALT,
    Incident.PROGRESSIVE_SYSTEM_DOWN: _UNFINISHED,
    Incident.EXTRA_HAND_EXAMINED: frozenset((Phase.DECIDING,)),
    Incident.HAND_NOT_CONFIDENTIAL: frozenset((Phase.DECIDING, Phase.REVEALED)),
    Incident.SEVERAL_POSITIONS_IN_ERROR: _DEAL,
    Incident.ERROR_NOTICED_LATER: _ALL,
    Incident.UNLISTED: _ALL,
}
"""In which phases of a round each incident can be reported."""

NEEDS_BOX = frozenset(
    (
        Incident.OVER_MAXIMUM_BET,
        Incident.UNDER_MINIMUM_BET,
        Incident.WRONG_RAISE,
        Incident.PROGRESSIVE_WITHOUT_ANTE,
        Incident.PLAYER_ABSENT,
        Incident.WRONG_PLAYER_CARD_COUNT,
        Incident.EXTRA_HAND_EXAMINED,
        Incident.HAND_NOT_CONFIDENTIAL,
        Incident.SEVERAL_POSITIONS_IN_ERROR,
    )
)
"""Incidents that are about one box or its player."""


def noticed_later(incident: Incident, told: Mapping[str, Fact]) -> bool:
    """Whether a report is about an earlier round."""
    if incident is Incident.ERROR_NOTICED_LATER:
        return True
    kind = FACTS.get(incident, {}).get("noticed")
    return kind is not None and kind.allows("later") and told.get("noticed") == "later"


def check_occasion(state: TableState, incident: Incident, told: Mapping[str, Fact]) -> Refused | None:
    """Why an irregularity can't be reported now."""
    round = state.round
    if not possible(state.book, incident):
        return refuse(state, Refusal.CANNOT_HAPPEN_NOW, f"{state.book.title} can't have {incident}.")
    if incident is Incident.BURN_MISSED and not state.book.dealing[state.settings.dealing].burn_before:
        return refuse(state, Refusal.CANNOT_HAPPEN_NOW, "There is no burn with this way of dealing.")
    without = state.settings.progressive_bet is None or state.notice is not None
    if incident is Incident.PROGRESSIVE_SYSTEM_DOWN and without:
        return refuse(state, Refusal.CANNOT_HAPPEN_NOW, "No progressive jackpot runs here that could fail.")
    later = noticed_later(incident, told)
    if round is None:
        if later or incident is Incident.UNLISTED:
            return None
        return refuse(state, Refusal.CANNOT_HAPPEN_NOW, "There is no round.")
    if round.phase not in (_ALL if later else WHEN[incident]):
        return refuse(
            state, Refusal.CANNOT_HAPPEN_NOW, f"{incident} can't be reported when the round is {round.phase}."
        )
    return None
