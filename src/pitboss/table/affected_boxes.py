"""Which boxes a dealing error affects: those whose cards would have been different without it (RWS
5.10, Q-C13).
"""

from pitboss.games.deal_plan import COMMUNITY, DEALER, Do
from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import Incident
from pitboss.table.queries import has_opening
from pitboss.table.remedies.reconstruction import Hands, held_at
from pitboss.table.rulings import Ruling
from pitboss.table.state import RoundState, Standing, TableState

_OUT = (Standing.INVALID, Standing.FOLDED, Standing.LEFT)


def in_play(state: TableState, round: RoundState) -> tuple[int, ...]:
    """Boxes whose players still have a hand in the round."""
    return tuple(
        number
        for number, box in round.boxes.items()
        if has_opening(state, box) and box.standing not in _OUT
    )


def affected_boxes(
    state: TableState,
    round: RoundState,
    ruling: Ruling,
    box: int | None,
    moves: tuple[tuple[int, int], ...],
    hands: Hands | None,
) -> tuple[int, ...]:
    """The boxes that an error affects, if the report does not say so."""
    playing = in_play(state, round)
    if hands and Effect.RECONSTRUCT in ruling.effects:
        # The report itself says which cards are different; community cards are everybody's.
        other = {place for place, cards in hands.items() if cards != held_at(round, place)}
        return tuple(n for n in playing if not other.isdisjoint((COMMUNITY, str(n))))
    match ruling.incident:
        case Incident.CARDS_EXPOSED:
            # Whose card it is. A burnt, an undealt and the dealer's card are nobody's (Q-C12).
            affected: tuple[int, ...] = () if box is None else (box,)
        case Incident.WRONG_PLAYER_CARD_COUNT:
            affected = _dealt_after(round, str(box))
            if Effect.INVALIDATE_HAND not in ruling.effects and box is not None:
                affected += (box,)
        case Incident.WRONG_DEALER_CARD_COUNT:
            affected = _dealt_after(round, DEALER)
        case Incident.WRONG_COMMUNITY_CARD_COUNT:
            # Community cards are part of every player's five.
            affected = playing
        case _ if moves:
            affected = tuple(number for number, _ in moves)
        case _:
            affected = playing if box is None else (box, *_dealt_after(round, str(box)))
    return tuple(number for number in playing if number in affected)


def _dealt_after(round: RoundState, place: str) -> tuple[int, ...]:
    """Boxes that got, or will still get, a card after the last one that went to a place."""
    done = round.program[: round.cursor]
    last = max(
        (at for at, step in enumerate(done) if step.do is Do.DEAL and step.place == place),
        default=-1,
    )
    later = {step.place for step in round.program[last + 1 :] if step.do is Do.DEAL}
    return tuple(int(number) for number in later - {DEALER, COMMUNITY, place})
