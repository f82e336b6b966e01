"""Cards as they lie on the felt: which are known, which lie open, and which turned up twice.

At a table whose cards are entered as shown, nobody reads face-down cards; they are entered when
they are turned over.
"""

from collections import Counter
from collections.abc import Mapping

from pitboss.games.deal_plan import BURN, COMMUNITY, DEALER, FLOP_CARDS, Do, Step
from pitboss.games.family import family_of
from pitboss.games.record import HandState
from pitboss.kernel.cards import Card, Lying, known_of
from pitboss.table.queries import deal_can_end, shown_at_settlement
from pitboss.table.state import BoxState, Phase, RoundState, Standing, TableState

STREETS = ("flop", "turn", "river")
"""What is turned over of the community cards."""


def reads_nothing(state: TableState) -> bool:
    """Whether nobody knows this table's face-down cards."""
    return state.settings.cards == "shown"


def open_after(round: RoundState, shows: str) -> int:
    """How many community cards lie open once these have been turned over."""
    return FLOP_CARDS if shows == "flop" else round.community_open + 1


def turned(round: RoundState, step: Step) -> Lying:
    """The cards that a step turns over."""
    if step.shows in STREETS:
        return round.community[round.community_open : open_after(round, step.shows)]
    return round.dealer


def needs_cards(state: TableState, round: RoundState, step: Step) -> bool:
    """Whether somebody has to enter the cards of a step."""
    if step.do is Do.TURN_OVER:
        return None in turned(round, step)
    if step.do is not Do.DEAL or round.deck:
        return False
    return not reads_nothing(state) or face_up(round, step) > 0


def face_up(round: RoundState, step: Step) -> int:
    """How many cards of a step lie open from the start.

    A card shown by accident becomes the dealer's face-up card; the last one then comes face down.
    """
    return 0 if step.place == DEALER and round.dealer_open else step.face_up


def sets(three: tuple[Card, ...], cards: Lying) -> bool:
    """Whether these can be the three cards by which a hand is set."""
    return len(three) == 3 and len(set(three)) == 3 and set(three) <= set(cards)


# ── what has still to be shown ────────────────────────────────────────────────────────────────────

_WITH_A_HAND = (Standing.UNDECIDED, Standing.IN, Standing.FOLDED, Standing.LEFT)


def may_be_shown(state: TableState, box: BoxState) -> bool:
    """Whether a hand that nobody has read counts when it is turned over."""
    return None in box.cards and box.standing in _WITH_A_HAND and shown_at_settlement(state, box)


def may_decline(state: TableState, box: BoxState) -> bool:
    """Whether a player can keep back a hand that does not lie open: one that stayed in, or a folded
    one that could win (Q-E4). The house turns up what a player has left behind (RWS 5.6).
    """
    if box.gone:
        return False
    if box.standing is Standing.FOLDED:
        return shown_at_settlement(state, box) and not box.shown
    return box.standing is Standing.IN and not box.shown


def may_be_established(state: TableState, round: RoundState, box: BoxState) -> bool:
    """Whether a hand that is not shown can still be proved: one that stayed in, or a folded one if
    that is how its progressive bet is paid (RWS 4.3).
    """
    if box.standing is Standing.DECLINED:
        return round.phase is Phase.REVEALED
    if not box.kept_back:
        return False
    proved = family_of(state.book).turns_up(
        state.book, HandState.UNREVEALED, bets=tuple(box.bets), established=True
    )
    return proved and comes_to_an_end(state, round)


def to_establish(state: TableState, round: RoundState) -> list[int]:
    """Boxes whose hands were not shown, and may still be proved to a pit supervisor."""
    return [number for number, box in round.boxes.items() if may_be_established(state, round, box)]


def comes_to_an_end(state: TableState, round: RoundState) -> bool:
    """Whether hands are shown or kept back now: the dealer has turned over, or everybody has given
    up and no more cards are needed.
    """
    return round.phase is Phase.REVEALED or deal_can_end(state, round)


def to_show(state: TableState, round: RoundState) -> list[int]:
    """Boxes whose hands must still be shown, or marked as not shown, before the round is
    settled.
    """
    if not comes_to_an_end(state, round):
        return []
    return [number for number, box in round.boxes.items() if may_be_shown(state, box)]


# ── cards that turned up twice ────────────────────────────────────────────────────────────────────


def twice(round: RoundState) -> frozenset[Card]:
    """Cards that were entered more than once: one of them was entered wrongly, or is foreign."""
    lying = Counter(card for cards in lying_of(round).values() for card in known_of(cards))
    return frozenset(card for card, times in lying.items() if times > 1)


def told_again(round: RoundState, place: str) -> int | None:
    """How many cards to enter if those of a place may be entered again: one of them has turned up
    twice, and they lie open.
    """
    repeats = not twice(round).isdisjoint(lying_of(round)[place])
    return lying_open(round, place) if repeats else None


def lying_open(round: RoundState, place: str) -> int | None:
    """How many cards of a place lie open; None for a hand that is still face down."""
    if place.isdecimal():
        box = round.boxes[int(place)]
        opens = box.shown or round.phase is Phase.REVEALED
        return len(box.cards) if opens else None
    return {
        DEALER: len(round.dealer_open),
        COMMUNITY: round.community_open,
        BURN: len(known_of(round.burnt)),
    }[place]


def open_and_untold(round: RoundState) -> int:
    """How many of the dealer's open cards nobody has entered: they were exposed by accident."""
    return sum(round.dealer[at] is None for at in round.dealer_open)


def lying_of(round: RoundState) -> Mapping[str, Lying]:
    """The cards at each place."""
    boxes = {str(number): box.cards for number, box in round.boxes.items()}
    return {DEALER: round.dealer, COMMUNITY: round.community, BURN: round.burnt} | boxes
