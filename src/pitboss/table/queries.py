"""Questions about a round that several commands put: whose turn it is, what lies on a box, what is
decided already.
"""

from typing import assert_never

from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.rulebook.model import BullseyeBook, HiddenProgressive, HoldemBook, StudBook
from pitboss.rulebook.parts import Leaving, WagerKind, WagerSpot
from pitboss.rulebook.readings import HiddenHand, LeavingAfterFlop
from pitboss.table.deal_plan import Ask, Do
from pitboss.table.state import BoxState, RoundState, Standing, TableState

PROGRESSIVE = "progressive"


def wager(state: TableState, bet: str) -> WagerSpot | None:
    """A wager of the table's game, by name."""
    found: WagerSpot | None = (
        getattr(state.book.wagers, bet, None) if bet in wager_names(state) else None
    )
    return found


def wager_names(state: TableState) -> tuple[str, ...]:
    """The wagers of the table's game, the opening one first."""
    return state.book.wagers.__struct_fields__


def opening(state: TableState) -> str:
    """Ante or main."""
    return wager_names(state)[0]


def has_opening(state: TableState, box: BoxState | None) -> bool:
    """Whether a box is in the round."""
    return box is not None and bool(box.bets.get(opening(state)))


def to_ask(round: RoundState) -> list[int]:
    """Boxes that still have to answer what is being asked, in the order of dealing."""
    step = round.step
    if step is None or step.do is not Do.DECIDE or step.asks is None:
        return []
    first = step.asks in (Ask.STAY, Ask.SET)
    wanted = Standing.UNDECIDED if first else Standing.IN
    return [
        number
        for number, box in round.boxes.items()
        if box.cards and box.standing is wanted and step.asks not in box.answered
    ]


def decision_outstanding(round: RoundState, box: BoxState) -> bool:
    """Whether a box has still something to decide, now or later in the round."""
    if box.standing not in (Standing.UNDECIDED, Standing.IN):
        return False
    ahead = round.program[round.cursor :]
    return any(step.do is Do.DECIDE and step.asks not in box.answered for step in ahead)


def raise_name(state: TableState, ask: Ask) -> str | None:
    """The wager that answers a question by staying in: BET, Flop, Turn or River."""
    if isinstance(state.book, StudBook):
        return "bet"
    if isinstance(state.book, HoldemBook):
        return "flop" if ask is Ask.STAY else ask.value
    return None


def raise_size(state: TableState, box: BoxState, bet: str) -> Cents:
    """What a raise must be: its multiple of the opening wager, of which only the maximum counts
    (Q-C23).
    """
    found = wager(state, bet)
    times = 0 if found is None else found.times_opening or 0
    laid = box.bets[opening(state)]
    most = limits_of(state, opening(state))[1]
    return Cents((laid if most is None else min(laid, most)) * times)


def raise_sizes(state: TableState, box: BoxState, bet: str) -> tuple[Cents, Cents]:
    """What a raise may be: by what counts of the opening wager, or by all that was laid; the
    surplus then goes back.
    """
    found = wager(state, bet)
    times = 0 if found is None else found.times_opening or 0
    return raise_size(state, box, bet), Cents(box.bets[opening(state)] * times)


def limits_of(state: TableState, bet: str) -> tuple[Cents | None, Cents | None]:
    """The least and the most that a wager may be; a progressive bet has one prescribed amount."""
    if bet == PROGRESSIVE:
        return (state.settings.progressive_bet, state.settings.progressive_bet)
    return state.limits.get(bet, (None, None))


def boxes_of(round: RoundState, player: str) -> list[BoxState]:
    """The boxes at which a player is seated."""
    return [box for box in round.boxes.values() if box.player == player]


def cards_out(round: RoundState) -> set[Card]:
    """Cards that have left the deck."""
    out = {card for box in round.boxes.values() for card in box.cards}
    return out | {
        *round.dealer,
        *round.community,
        *(card for card in round.burnt if card is not None),
    }


def shown_at_settlement(state: TableState, box: BoxState) -> bool:
    """Whether a hand is turned up, so that its cards count and everybody may see them.

    A hand that stayed in is; a folded one only where its progressive wager lives; one that is not
    shown only as far as it has been established; an invalid one never.
    """
    book = state.book
    progressive = bool(box.bets.get(PROGRESSIVE))
    match box.standing:
        case Standing.IN | Standing.UNDECIDED:
            return True
        case Standing.FOLDED:
            return progressive and _folded_progressive_lives(state)
        case Standing.LEFT:
            if isinstance(book, BullseyeBook):
                return True
            if (
                isinstance(book, HoldemBook)
                and book.readings.leaving_after_flop.take is LeavingAfterFlop.CHECKS
            ):
                return True
            deemed_folded = isinstance(book, HoldemBook) or book.play.leaving is Leaving.FOLDED
            return progressive and deemed_folded and _folded_progressive_lives(state)
        case Standing.DECLINED:
            if not _hidden_hand_can_be_proved(state):
                return False
            reading = book.readings.hidden_hand if isinstance(book, StudBook) else None
            return bool(box.established) or (
                reading is not None and reading.take is HiddenHand.SHOWN
            )
        case Standing.INVALID:
            return False
        case _:
            assert_never(box.standing)


def _folded_progressive_lives(state: TableState) -> bool:
    book = state.book
    return not isinstance(book, BullseyeBook) and book.play.folded_progressive.value == "stays"


def _hidden_hand_can_be_proved(state: TableState) -> bool:
    """Whether seeing a hand that is not shown changes what it is worth; elsewhere it is looked at
    for control only.
    """
    book = state.book
    if isinstance(book, StudBook):
        return book.play.hidden_progressive is HiddenProgressive.IF_ESTABLISHED
    return isinstance(book, HoldemBook)


def outcome_established(state: TableState) -> bool:
    """Whether any wager has been won or lost for certain, by what lies open: Q-C11.

    A fold, declared or deemed; the dealer's cards turned up; in hold'em the flop turned up while a
    progressive wager lives. What face-down cards may already decide does not count.
    """
    round = state.round
    if round is None:
        return False
    if round.revealed or round.settlement is not None:
        return True
    boxes = round.boxes.values()
    loses_by_leaving = isinstance(state.book, HoldemBook) or (
        isinstance(state.book, StudBook) and state.book.play.leaving is Leaving.FOLDED
    )
    if any(box.standing is Standing.FOLDED for box in boxes):
        return True
    if loses_by_leaving and any(box.standing is Standing.LEFT for box in boxes):
        return True
    return round.community_open > 0 and any(
        box.bets.get(PROGRESSIVE) and box.standing is not Standing.INVALID for box in boxes
    )


def is_raise(found: WagerSpot) -> bool:
    return found.kind is WagerKind.RAISE
