"""When an irregularity can be reported: in which phase of a round, with which device and which
source of cards.
"""

from collections.abc import Mapping

from pitboss.games.deal_plan import Do
from pitboss.rulebook.incidents import FACTS, Fact, Incident
from pitboss.rulebook.model import possible
from pitboss.table.betting import refuse
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import Phase, TableState

_ALL = frozenset(Phase) - {Phase.VOID}
_AFTER_CLOSE = frozenset((Phase.CLOSED, Phase.DEALING, Phase.DECIDING, Phase.REVEALED))
_DEAL = frozenset((Phase.DEALING, Phase.DECIDING))
_ON_THE_TABLE = _DEAL | {Phase.REVEALED, Phase.SETTLED}

WHEN: Mapping[Incident, frozenset[Phase]] = {
    Incident.OVER_MAXIMUM_BET: _ALL,
    Incident.UNDER_MINIMUM_BET: _ALL,
    Incident.WRONG_RAISE: frozenset((Phase.REVEALED, Phase.SETTLED)),
    Incident.PROGRESSIVE_WITHOUT_ANTE: _ALL,
    Incident.PLAYER_ABSENT: _ALL,
    Incident.TECHNICAL_INTERRUPTION: _ALL,
    Incident.FOREIGN_CARD: _ALL,
    Incident.DECK_COUNT_WRONG: _ALL,
    Incident.CARDS_NOT_SHUFFLED: _ALL,
    Incident.CARDS_INSUFFICIENT: frozenset(
        (Phase.BETTING, Phase.CLOSED, Phase.DEALING, Phase.DECIDING)
    ),
    Incident.CARDS_EXPOSED: _DEAL | {Phase.CLOSED},
    Incident.MISDEAL: _ON_THE_TABLE,
    Incident.WRONG_DEALER_CARD_COUNT: _ON_THE_TABLE,
    Incident.WRONG_PLAYER_CARD_COUNT: _ON_THE_TABLE,
    Incident.WRONG_COMMUNITY_CARD_COUNT: _ON_THE_TABLE,
    Incident.BURN_MISSED: _ON_THE_TABLE,
    Incident.LATE_BET: _AFTER_CLOSE | {Phase.SETTLED},
    Incident.LATE_WITHDRAWAL: _AFTER_CLOSE | {Phase.SETTLED},
    Incident.CARD_FACE_UP_IN_SHOE: _DEAL | {Phase.CLOSED},
    Incident.CARDS_DRAWN_TOGETHER: _DEAL | {Phase.CLOSED},
    Incident.OTHER_DEALING_ERROR: _ON_THE_TABLE,
    Incident.PROGRESSIVE_SYSTEM_DOWN: _ALL,
    Incident.EXTRA_HAND_EXAMINED: _ON_THE_TABLE,
    Incident.HAND_NOT_CONFIDENTIAL: _ON_THE_TABLE,
    Incident.SEVERAL_POSITIONS_IN_ERROR: _ON_THE_TABLE | {Phase.CLOSED},
    Incident.ERROR_NOTICED_LATER: _ALL,
    Incident.UNLISTED: _ALL,
}
"""In which phases of a round each incident can be reported."""

_OF_REAL_DECKS = frozenset(
    (
        Incident.FOREIGN_CARD,
        Incident.DECK_COUNT_WRONG,
        Incident.CARDS_NOT_SHUFFLED,
        Incident.CARDS_INSUFFICIENT,
    )
)
"""What can be wrong with the deck itself: one that the system shuffles is complete."""

_OF_DEALING_BY_HAND = frozenset(
    (
        Incident.MISDEAL,
        Incident.WRONG_DEALER_CARD_COUNT,
        Incident.WRONG_PLAYER_CARD_COUNT,
        Incident.WRONG_COMMUNITY_CARD_COUNT,
        Incident.BURN_MISSED,
        Incident.CARD_FACE_UP_IN_SHOE,
        Incident.CARDS_DRAWN_TOGETHER,
        Incident.OTHER_DEALING_ERROR,
    )
)
"""What can go wrong when cards are drawn and dealt: the system's go where the rules have them."""

_OF_CARDS_TO_COME = frozenset((Incident.CARDS_INSUFFICIENT, Incident.CARD_FACE_UP_IN_SHOE))
"""What is found in the shoe or shuffler, before the last card has left it."""

_BETWEEN_ROUNDS = frozenset((Incident.UNLISTED, Incident.PROGRESSIVE_SYSTEM_DOWN))

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
"""Incidents that concern one box or its player."""

OF_ANY_BOX = frozenset(
    (
        Incident.PROGRESSIVE_WITHOUT_ANTE,
        Incident.LATE_BET,
        Incident.PROGRESSIVE_SYSTEM_DOWN,
        Incident.TECHNICAL_INTERRUPTION,
        Incident.UNLISTED,
        *_OF_REAL_DECKS,
    )
)
"""What may also happen at a box that is not in the round."""


def noticed_later(incident: Incident, facts: Mapping[str, Fact]) -> bool:
    """Whether a report is about an earlier round."""
    if incident is Incident.ERROR_NOTICED_LATER:
        return True
    kind = FACTS.get(incident, {}).get("noticed")
    return kind is not None and kind.allows("later") and facts.get("noticed") == "later"


def check_occasion(
    state: TableState, incident: Incident, facts: Mapping[str, Fact]
) -> TableRefused | None:
    """Why an irregularity can't be reported now."""
    round = state.round
    if not possible(state.book, incident):
        return refuse(
            state,
            TableRefusal.CANNOT_HAPPEN_NOW,
            f"{incident} can't happen under {state.book.title}.",
        )
    if refused := _check_cards(state, incident):
        return refused
    without = state.settings.progressive_bet is None or state.notice is not None
    if incident is Incident.PROGRESSIVE_SYSTEM_DOWN and without:
        return refuse(
            state,
            TableRefusal.CANNOT_HAPPEN_NOW,
            "This table has no progressive jackpot that could fail.",
        )
    later = noticed_later(incident, facts)
    if round is None:
        if later or incident in _BETWEEN_ROUNDS:
            return None
        return refuse(state, TableRefusal.CANNOT_HAPPEN_NOW, "No round is in progress.")
    if not later and round.phase not in WHEN[incident]:
        return refuse(
            state,
            TableRefusal.CANNOT_HAPPEN_NOW,
            f"{incident} can't be reported at this point of the round ({round.phase}).",
        )
    return None


def _check_cards(state: TableState, incident: Incident) -> TableRefused | None:
    """Why something can't happen with the table's device, its source of cards, or the cards left to
    deal.
    """
    dealing, round = state.book.dealing[state.settings.dealing], state.round
    message = None
    if incident is Incident.BURN_MISSED and not dealing.burn_before:
        message = "No card is burnt with this way of dealing."
    elif incident in _OF_REAL_DECKS and state.settings.cards == "virtual":
        message = f"The system shuffles this table's cards: {incident} can't happen with them."
    elif incident in _OF_DEALING_BY_HAND and state.settings.cards == "virtual":
        message = f"The system deals this table's cards: {incident} can't happen with them."
    elif incident is Incident.CARDS_DRAWN_TOGETHER and dealing.device == "shuffler":
        message = "A shuffler deals whole hands; only from a shoe are single cards drawn."
    elif incident in _OF_CARDS_TO_COME and round is not None and round.closed:
        if not any(step.do in (Do.BURN, Do.DEAL) for step in round.program[round.cursor :]):
            message = "All cards of the round have been dealt."
    return None if message is None else refuse(state, TableRefusal.CANNOT_HAPPEN_NOW, message)
