"""Whether players have seen the cards dealt to them: what has happened decides, not what is typed.

====================  ===============  ==============
what has happened     virtual cards    entered, shown
====================  ===============  ==============
no hand has a card    not seen         not seen
nothing since         not seen         people tell
a report of a look    not seen         seen
a decision            not seen: blind  seen
a look, a hand shown  seen             seen
the dealer's reveal   seen             seen
====================  ===============  ==============

The system shows its own cards only to a player who asks for them, so it knows of every look. A
jackpot is claimed after the reveal, or when everybody has given up.
"""

from collections.abc import Mapping

from pitboss.rulebook.incidents import Fact, Incident
from pitboss.table import events as e
from pitboss.table.queries import boxes_of
from pitboss.table.state import BoxState, RoundState, TableState

SEEN, VIEWED = "players_have_seen", "hands_viewed"

_AFTER_A_LOOK = (Incident.EXTRA_HAND_EXAMINED, Incident.HAND_NOT_CONFIDENTIAL)


def tells_of_a_look(incident: Incident, facts: Mapping[str, Fact]) -> bool:
    """Whether a report says that a player has seen the cards."""
    return facts.get(SEEN) is True or bool(facts.get(VIEWED)) or incident in _AFTER_A_LOOK


def players_have_seen(
    state: TableState, round: RoundState, *, confirming: bool = False
) -> bool | None:
    """Whether any player has seen cards dealt to them; None if only people can tell.

    ``confirming`` the report that waits: what it tells is still open.
    """
    if _how_seen(state, round) is not None:
        return True
    if not _real(state) or not any(box.cards for box in round.boxes.values()):
        return False
    waits = None if confirming else round.pending
    told = waits is not None and tells_of_a_look(waits.ruling.incident, waits.facts)
    return True if told or round.looked else None


def _how_seen(state: TableState, round: RoundState) -> str | None:
    """How players have seen cards, as far as the table itself knows."""
    if round.revealed:
        return "hands lie open by now"
    real = _real(state)
    return next((how for event in state.events if (how := _shows_how(event, real))), None)


def _shows_how(event: e.AnyEvent, real: bool) -> str | None:
    """How an event shows that a player has seen cards. A decision on one of the system's hands may
    be a blind one (RWS 3.7).
    """
    match event:
        case e.HandExamined():
            return f"{event.player} has looked at the hand of box {event.box}"
        case e.HandShown() if event.place.isdecimal():
            return f"the hand of box {event.place} has been shown"
        case e.HandEstablished():
            return f"the hand of box {event.box} has been shown"
        case e.Folded() | e.Raised() | e.Checked() | e.HandSet() if real:
            return f"box {event.box} has decided"
        case _:
            return None


def hands_viewed(state: TableState, round: RoundState, player: str, told: object) -> int | None:
    """How many of their hands a player has viewed; None if people tell, who may tell of more than
    was entered.
    """
    entered = _entered(round, player)
    least, most = _viewed(state, round, player)
    if least < most and (not entered or (isinstance(told, int) and told > entered)):
        return None
    return least


def _entered(round: RoundState, player: str) -> int:
    return sum(box.examined for box in boxes_of(round, player))


def _viewed(state: TableState, round: RoundState, player: str) -> tuple[int, int]:
    """The least and the most hands that a player can have viewed: with real cards, whoever has
    decided has looked at one.
    """
    hands, entered = boxes_of(round, player), _entered(round, player)
    if not _real(state):
        return entered, entered
    decided = any(box.answered for box in hands)
    return max(entered, int(decided)), sum(bool(box.cards) for box in hands)


def contradiction(
    state: TableState, round: RoundState, told: Mapping[str, Fact], box: BoxState | None
) -> tuple[str, str] | None:
    """What is told of looks although the table itself knows it to be otherwise: the fact, and a
    sentence.
    """
    if told.get(SEEN) is False and (how := _how_seen(state, round)) is not None:
        return SEEN, f"Players have seen cards: {how}."
    if told.get(SEEN) is True and players_have_seen(state, round) is False:
        return SEEN, _UNSEEN[_real(state)]
    viewed = told.get(VIEWED)
    if box is None or not isinstance(viewed, int):
        return None
    least, most = _viewed(state, round, box.player)
    if least <= viewed <= most:
        return None
    number = f"at least {least}" if viewed < least else f"{most} at most" if most else "none"
    return VIEWED, f"{box.player} has viewed {number} of their hands, by what has happened so far."


_UNSEEN = {
    True: "No player has a card yet, so nobody can have seen one.",
    False: "Nobody has seen cards: this table shows a hand only to a player who looks at it.",
}


def _real(state: TableState) -> bool:
    return state.settings.cards != "virtual"
