"""Hold'em by backward induction: turn decisions after every flop, and the outcomes of each starting
hand.

Nothing can be folded after the flop, and each wager is won or lost with the hand. So the river
wager is placed exactly when it has a positive value given the four cards on the board, and the turn
wager when it has one given three.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.exact.holdem_boards import Entries, Fives, in_parts, paid_fields
from pitboss.maths.exact.holdem_rivers import RIVERS, river_entries
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.progress import step

FLOPS = 19_600
"""Flops, given two hole cards: 50 choose 3."""
TURNS = 47
DEALS = FLOPS * TURNS * RIVERS
"""Everything that can follow two hole cards: flop, turn, river and the dealer's hand."""

HOLES = 1_326
STARTING_HANDS = 169

# Two counts of 32 bits in one number.
_HALVES = np.uint64(0x0000FFFF0000FFFF)
_HALF = np.uint64(0xFFFFFFFF)
_U16, _U32, _U48, _U1 = np.uint64(16), np.uint64(32), np.uint64(48), np.uint64(1)

LOW_WIN, PAID_WIN, LOSS, TURN_CARDS = range(4)
"""What is counted for each starting hand, turn decision and river decision. TURN_CARDS: how many
flops and turns.
"""


@dataclass(frozen=True, eq=False)
class HoldemCounts:
    """The outcomes for a player who plays on to the end, by starting hand, deciding best after flop
    and turn.
    """

    totals: npt.NDArray[np.int64]
    """By starting hand (169), turn wager placed, river wager placed: the four counts above."""
    turn_bets: npt.NDArray[np.uint8]
    """By class of flop and hole cards: whether to place the turn wager."""
    entries: Entries
    """By class of four cards and hole cards: wins, losses and whether to place the river wager."""


@compiled
def hole_number(a: Any, b: Any) -> Any:
    """The number, below 1,326, of two cards in either order."""
    if a > b:
        a, b = b, a
    return (b * (b - 1) >> 1) + a


@compiled
def starting_hand(a: Any, b: Any) -> Any:
    """The number, below 169, of two hole cards: a square of ranks, suited if the first is the
    higher.
    """
    low, high = (a, b) if a < b else (b, a)
    if a & 3 == b & 3:
        return (high >> 2) * 13 + (low >> 2)
    return (low >> 2) * 13 + (high >> 2)


@compiled
def cards_beside(flop: Any, rest: Any) -> None:
    """Fills ``rest`` with the 49 cards that are not in a flop."""
    size = 0
    for card in range(52):
        if card != flop[0] and card != flop[1] and card != flop[2]:
            rest[size] = card
            size += 1


@compiled
def turn_place(board: Any, rest: Any, tables: Any, sorts: Any, first_of: Any) -> Any:
    """Where the entries of a board of four begin. The entry of two of the cards in ``rest`` is at
    ``first_of[low] + high`` from there on, by their ``sorts``.
    """
    index, four_of, begins, sort_of_suit = tables
    at, number = classes.four_class(board, index, four_of, begins, sort_of_suit)
    for place in range(49):
        sorts[place] = np.uint32((rest[place] >> 2) + sort_of_suit[rest[place] & 3])
    for sort in range(number):
        first_of[sort] = np.uint32(sort * number - (sort * (sort - 1) >> 1) - sort)
    return at


@compiled
def _after_flops(
    weights: Any,
    cards_of: Any,
    index: Any,
    four_of: Any,
    begins: Any,
    entries: Any,
    odds: Any,
    turn_bets: Any,
    totals: Any,
    begin: Any,
    end: Any,
) -> None:
    sort_of_suit = np.zeros(4, np.int64)
    board = np.zeros(4, np.int64)
    rest = np.zeros(49, np.int64)
    sorts = np.zeros(49, np.uint32)
    # For each pair of hole cards, two counts in a number: (low wins, losses) and (paid wins, river
    # bets); then the same if the river wager is placed.
    sums = np.zeros((1176, 4), np.uint64)
    first_of = np.zeros(40, np.uint32)
    for flop in range(begin, end):
        board[0], board[1], board[2] = cards_of[flop, 0], cards_of[flop, 1], cards_of[flop, 2]
        cards_beside(board, rest)
        sums[:] = 0
        for turn in range(49):
            board[3] = rest[turn]
            tables = index, four_of, begins, sort_of_suit
            entry_of = entries[turn_place(board, rest, tables, sorts, first_of) :]
            pair = np.uint64(0)
            for one in range(48):
                if one == turn:
                    pair += np.uint64(48 - one)
                    continue
                mine = sorts[one]
                for two in range(one + 1, 49):
                    other = sorts[two]
                    low, high = min(mine, other), max(mine, other)
                    entry = entry_of[np.uint64(first_of[np.uint64(low)] + high)]
                    if two == turn:
                        entry = np.uint64(0)
                    pairs, paids = entry & _HALVES, entry >> _U16 & _HALVES
                    placed = np.uint64(0) - (entry >> _U48)
                    sums[pair, 0] += pairs
                    sums[pair, 1] += paids
                    sums[pair, 2] += pairs & placed
                    sums[pair, 3] += paids & placed
                    pair += _U1
        _decide_turns(sums, rest, odds, weights[flop], turn_bets[flop], totals)


@compiled
def _decide_turns(
    sums: Any, rest: Any, odds: Any, weight: Any, turn_bets: Any, totals: Any
) -> None:
    """With all turns of a flop summed: decides for each pair of hole cards, and adds to its
    starting hand.
    """
    pair = np.uint64(0)
    for one in range(48):
        for two in range(one + 1, 49):
            low, lost = np.int64(sums[pair, 0] & _HALF), np.int64(sums[pair, 0] >> _U32)
            paid, bets = np.int64(sums[pair, 1] & _HALF), np.int64(sums[pair, 1] >> _U32)
            low_bet, lost_bet = np.int64(sums[pair, 2] & _HALF), np.int64(sums[pair, 2] >> _U32)
            paid_bet = np.int64(sums[pair, 3] & _HALF)
            placed = 1 if (low + paid) * odds[0] > lost * odds[1] else 0
            a, b = rest[one], rest[two]
            turn_bets[hole_number(a, b)] = placed
            total = totals[starting_hand(a, b), placed]
            total[1, 0] += weight * low_bet
            total[1, 1] += weight * paid_bet
            total[1, 2] += weight * lost_bet
            total[1, 3] += weight * bets
            total[0, 0] += weight * (low - low_bet)
            total[0, 1] += weight * (paid - paid_bet)
            total[0, 2] += weight * (lost - lost_bet)
            total[0, 3] += weight * (TURNS - bets)
            pair += _U1


@lru_cache(maxsize=2)
def holdem_counts(paid_from: int, turn: tuple[int, int], river: tuple[int, int]) -> HoldemCounts:
    """Counted once for each kind of pay table and cached.

    ``paid_from`` is the lowest strength for which the ante is paid; ``turn`` and ``river`` are the
    odds of these wagers.
    """
    step("boards of five cards")
    fives = Fives(paid_fields(paid_from))
    step("rivers and the river decision")
    entries = river_entries(fives, river)
    step("turns and the turn decision")
    kinds, _, own = classes.flops()
    weights = np.bincount(kinds).astype(np.int64)
    cards_of = np.array([cards_of_flop(int(number)) for number in own], np.int64)
    turn_bets = np.zeros((len(own), HOLES), np.uint8)
    parts: list[npt.NDArray[np.int64]] = []

    def work(begin: int, end: int) -> None:
        totals = np.zeros((STARTING_HANDS, 2, 2, 4), np.int64)
        parts.append(totals)
        _after_flops(
            weights,
            cards_of,
            classes.mask_index(),
            classes.four_of_key(),
            classes.FOUR_BEGINS,
            entries,
            turn,
            turn_bets,
            totals,
            begin,
            end,
        )

    in_parts(len(own), work)
    return HoldemCounts(np.sum(parts, axis=0), turn_bets, entries)


def cards_of_flop(number: int) -> tuple[int, int, int]:
    """The three cards of a flop's number, ascending."""
    c = next(card for card in range(51, 1, -1) if card * (card - 1) * (card - 2) // 6 <= number)
    number -= c * (c - 1) * (c - 2) // 6
    b = next(card for card in range(c - 1, 0, -1) if card * (card - 1) // 2 <= number)
    return number - b * (b - 1) // 2, b, c
