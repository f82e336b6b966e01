"""Questions about a round that several commands ask: whose turn it is, what lies on a box, what is
already decided.
"""

from itertools import chain

from pitboss.games.deal_plan import DECIDE, FLOP_CARDS, Ask
from pitboss.games.family import OpenHand, family_of
from pitboss.games.record import Box, HandState, Round
from pitboss.games.settle import rules_for
from pitboss.kernel.cards import Card, Lying, known_of, whole
from pitboss.kernel.money import Cents
from pitboss.rulebook.parts import WagerKind, WagerSpot
from pitboss.table.state import BoxState, Phase, RoundState, Standing, TableState

PROGRESSIVE = "progressive"

# Enumeration members under names of their own, as in ``authority.PLAYER``.
_UNDECIDED, _IN = Standing.UNDECIDED, Standing.IN
_ASKED_FIRST = (Ask.STAY, Ask.SET)
_RAISE = WagerKind.RAISE


def wager(state: TableState, bet: str) -> WagerSpot | None:
    """A wager of the table's game, by name."""
    wagers = state.book.wagers
    return wagers.spot(bet) if bet in wagers.names else None


def wager_names(state: TableState) -> tuple[str, ...]:
    """The wagers of the table's game, the opening one first."""
    return state.book.wagers.names


def opening(state: TableState) -> str:
    """Ante or main."""
    return state.book.wagers.names[0]


def has_opening(state: TableState, box: BoxState | None) -> bool:
    """Whether a box is in the round."""
    return box is not None and bool(box.bets.get(opening(state)))


def to_ask(round: RoundState) -> list[int]:
    """Boxes that still have to answer what is being asked, in the order of dealing."""
    step = round.step
    if step is None or step.do is not DECIDE or step.asks is None:
        return []
    asks = step.asks
    wanted = _UNDECIDED if asks in _ASKED_FIRST else _IN
    return [
        number
        for number, box in round.boxes.items()
        if box.standing is wanted and box.cards and asks not in box.answered
    ]


def decision_outstanding(round: RoundState, box: BoxState) -> bool:
    """Whether a box still has something to decide, now or later in the round."""
    if box.standing is not _UNDECIDED and box.standing is not _IN:
        return False
    if not round.closed:
        return True
    answered = box.answered
    for step in round.program[round.cursor :]:
        if step.do is DECIDE and step.asks not in answered:
            return True
    return False


def raise_name(state: TableState, ask: Ask) -> str | None:
    """The wager that answers a question by staying in: BET, Flop, Turn or River; None if the hand
    is set.
    """
    return family_of(state.book).raise_for(ask)


def raise_size(state: TableState, box: BoxState, bet: str) -> Cents:
    """What a raise must be: its multiple of the opening wager, which counts up to its maximum
    (Q-C23).
    """
    spot = wager(state, bet)
    times = 0 if spot is None else spot.times_opening or 0
    laid = box.bets[opening(state)]
    most = limits_of(state, opening(state))[1]
    return Cents((laid if most is None else min(laid, most)) * times)


def raise_sizes(state: TableState, box: BoxState, bet: str) -> tuple[Cents, Cents]:
    """What a raise may be: based on the part of the opening wager that counts, or on all of it; the
    surplus then goes back.
    """
    spot = wager(state, bet)
    times = 0 if spot is None else spot.times_opening or 0
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
    hands = (box.cards for box in round.boxes.values())
    return set(known_of((*round.dealer, *round.community, *round.burnt, *chain(*hands))))


HAND_STATES = {
    Standing.UNDECIDED: HandState.PLAYED,
    Standing.IN: HandState.PLAYED,
    Standing.FOLDED: HandState.FOLDED,
    Standing.LEFT: HandState.LEFT,
    Standing.DECLINED: HandState.UNREVEALED,
    Standing.INVALID: HandState.INVALID,
}
"""The state of a hand in a round record, by the standing of its box."""


def shown_at_settlement(state: TableState, box: BoxState) -> bool:
    """Whether a hand is turned up, so that its cards count and everybody may see them."""
    if box.kept_back:
        return False
    return family_of(state.book).turns_up(
        state.book,
        HAND_STATES[box.standing],
        bets=_laid(box),
        established=bool(box.established),
    )


def hand_in_words(state: TableState, round: RoundState, box: BoxState) -> str | None:
    """What people call the hand of a box; None while some of its cards are missing."""
    rules = rules_for(state.book)
    own = Box(box.number, box.player, HandState.PLAYED, (), whole(box.cards), box.three)
    hand = rules.hand(_open_cards(state, round), own)
    return None if hand is None else rules.hand_words(hand)


def dealer_in_words(state: TableState, round: RoundState) -> str | None:
    """The same for the dealer's hand."""
    if round.deal_ended:
        return None
    rules = rules_for(state.book)
    hand = rules.dealer(_open_cards(state, round))
    return None if hand is None else rules.hand_words(hand)


def first_hand(
    state: TableState, cards: Lying, three: tuple[Card, ...] | None = None
) -> tuple[Card, ...]:
    """The cards of a hand that are set apart from the others; none while some are missing."""
    known = whole(cards)
    if not known or len(known) != family_of(state.book).hand_cards:
        return ()
    return family_of(state.book).first_hand(state.book, known, three)


def _open_cards(state: TableState, round: RoundState) -> Round:
    # If the deal has ended early, some lie face down for good.
    lying = round.community[: round.community_open]
    community = whole(lying) if family_of(state.book).community_cards else None
    return Round(round.id, state.book, False, (), None, whole(round.dealer), community, ())


def _laid(box: BoxState) -> tuple[str, ...]:
    return tuple([bet for bet, amount in box.bets.items() if amount])


def outcome_established(state: TableState) -> bool:
    """Whether the open cards have already decided any wager for certain: Q-C11."""
    round = state.round
    if round is None:
        return False
    if round.revealed or round.settlement is not None:
        return True
    hands = [OpenHand(HAND_STATES[box.standing], _laid(box)) for box in round.boxes.values()]
    return family_of(state.book).outcome_established(state.book, hands, round.community_open)


def deal_can_end(state: TableState, round: RoundState) -> bool:
    """Whether no wager is left that more cards could decide: everybody has given up, and all hands
    whose progressive wager is alive are known, in hold'em with the flop (Q-D2).
    """
    if round.phase not in (Phase.CLOSED, Phase.DEALING):
        return False
    family, book = family_of(state.book), state.book
    flop_open = not family.community_cards or round.community_open >= FLOP_CARDS
    for box in round.boxes.values():
        hand = HAND_STATES[box.standing]
        if not has_opening(state, box) or hand is HandState.INVALID:
            continue
        if family.is_compared(book, hand):
            return False
        complete = len(box.cards) == family.hand_cards and flop_open
        if shown_at_settlement(state, box) and not complete:
            return False
    return True


def is_raise(spot: WagerSpot) -> bool:
    return spot.kind is _RAISE
