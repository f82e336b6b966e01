"""Classifies hold'em boards: by ranks, and by one or two suits that can still make a flush.

A player's chances depend on a board's ranks, and on suits only if three or more cards can end up in
one suit. So boards of five cards fall into 42,783 **classes** (134,459 if only the names of suits
were ignored); those of four fall into 16,532:

* no flush possible: the ranks alone;
* otherwise the ranks held in the flush suit, and the ranks of the other cards, whose suits no
  longer matter.

A hole card is then a **sort**: its rank, and whether it is of the flush suit (of which flush suit,
if two are possible). Two hole cards are an unordered pair of sorts, numbered by ``pair_of``.
"""

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.ranksets import KEYS, LARGEST_KEY, rank_sets

Ints = npt.NDArray[np.int64]

PAIRS = 91
"""Two ranks in either order: thirteen sorts."""
SUITED_PAIRS = 351
"""Two cards that are of the flush suit or not: twenty-six sorts."""
TWO_SUITED_PAIRS = 780
"""Two cards if two flush suits are possible: thirty-nine sorts."""

TWOS, THREES, FOURS = 78, 286, 715
"""The sets of that many different ranks."""

RANK_FOURS = 1_820
"""Four ranks with repeats, at most four of one."""

# Where the classes of four-card boards begin in one flat table, and how many entries each has: four
# suits, two cards of one suit, two of each of two, three of one, four of one.
FOUR_CLASSES = np.array(
    [RANK_FOURS, TWOS * PAIRS, TWOS * (TWOS + 1) // 2, THREES * 13, FOURS], np.int64
)
FOUR_SIZES = np.array([PAIRS, SUITED_PAIRS, TWO_SUITED_PAIRS, SUITED_PAIRS, SUITED_PAIRS], np.int64)
FOUR_BEGINS = np.concatenate([[0], np.cumsum(FOUR_CLASSES * FOUR_SIZES)]).astype(np.int64)


@compiled
def pair_of(a: Any, b: Any, sorts: Any) -> Any:
    """The number of an unordered pair of sorts, given how many sorts there are."""
    low, high = (a, b) if a <= b else (b, a)
    return low * sorts - (low * (low - 1) >> 1) + high - low


@lru_cache(maxsize=1)
def mask_index() -> npt.NDArray[np.int32]:
    """By set of ranks as bits: its number among the sets of the same size."""
    index = np.zeros(1 << 13, np.int32)
    for size in range(6):
        for number, ranks in enumerate(combinations(range(13), size)):
            index[sum(1 << rank for rank in ranks)] = number
    return index


def masks(size: int) -> Ints:
    """The sets of that many ranks as bits, in the order of their numbers."""
    return np.array(
        [sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size)], np.int64
    )


@lru_cache(maxsize=1)
def set_of_key() -> npt.NDArray[np.int32]:
    """By the sum of the keys of five ranks: the number of their rank set."""
    sets = rank_sets()
    numbers = np.full(LARGEST_KEY + 1, -1, np.int32)
    numbers[KEYS[sets.ranks].sum(axis=1)] = np.arange(len(sets))
    return numbers


@lru_cache(maxsize=1)
def rank_fours() -> npt.NDArray[np.uint8]:
    """Four ranks with repeats, ascending."""
    return np.array(list(combinations_with_replacement(range(13), 4)), np.uint8)


@lru_cache(maxsize=1)
def four_of_key() -> npt.NDArray[np.int32]:
    """By the sum of the keys of four ranks: their number."""
    fours = rank_fours()
    numbers = np.full(LARGEST_KEY + 1, -1, np.int32)
    numbers[KEYS[fours].sum(axis=1)] = np.arange(len(fours))
    return numbers


@compiled
def four_class(cards: Any, index: Any, four_of: Any, begins: Any, sort_of_suit: Any) -> Any:
    """Where the entries of a board of four cards begin, and how many sorts its hole cards have.

    ``sort_of_suit`` is filled with what a card's suit adds to its rank to make its sort.
    """
    # The ranks of each suit, sixteen bits apart, and how many there are, four bits apart: no array,
    # no allocation.
    in_suit = number = key = np.int64(0)
    for card in cards:
        in_suit |= np.int64(1) << ((card & 3) * 16 + (card >> 2))
        number += np.int64(1) << (card & 3) * 4
        key += KEYS[card >> 2]
    sort_of_suit[:] = 0
    most = 0
    for suit in range(1, 4):
        if number >> suit * 4 & 15 > number >> most * 4 & 15:
            most = suit
    count = number >> most * 4 & 15
    if count == 1:
        return begins[0] + np.int64(four_of[key]) * 91, 13
    held = np.int64(index[in_suit >> most * 16 & 0x1FFF])
    if count == 2:
        for other in range(most + 1, 4):
            if number >> other * 4 & 15 == 2:
                return _two_and_two(most, other, held, in_suit, index, begins, sort_of_suit)
    first = second = np.int64(-1)
    for card in cards:
        if card & 3 != most:
            first, second = np.int64(card >> 2), first
    sort_of_suit[most] = 13
    if count == 2:
        return begins[1] + (held * 91 + pair_of(first, second, 13)) * 351, 26
    if count == 3:
        return begins[3] + (held * 13 + first) * 351, 26
    return begins[4] + held * 351, 26


@compiled
def _two_and_two(
    one: Any, two: Any, first: Any, in_suit: Any, index: Any, begins: Any, sort_of_suit: Any
) -> Any:
    """Two cards of one suit and two of another: the suit whose ranks have the lower number comes
    first.
    """
    second = np.int64(index[in_suit >> two * 16 & 0x1FFF])
    if first > second:
        one, two = two, one
    sort_of_suit[one], sort_of_suit[two] = 13, 26
    return begins[2] + pair_of(first, second, 78) * 780, 39


@lru_cache(maxsize=1)
def flops() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
    """The 22,100 flops: by number, the class among 1,755 and the relabelling of suits that makes it
    the class's own flop; and the numbers of those flops.
    """
    orders = np.array(
        [
            [a, b, c, 6 - a - b - c]
            for a in range(4)
            for b in range(4)
            for c in range(4)
            if len({a, b, c}) == 3
        ],
        np.uint8,
    )
    kinds = np.zeros(22_100, np.int32)
    suits = np.zeros((22_100, 4), np.uint8)
    _canonical_flops(orders, kinds, suits)
    own, numbered = np.unique(kinds, return_inverse=True)
    return numbered.astype(np.int32), suits, own.astype(np.int32)


@compiled
def flop_number(a: Any, b: Any, c: Any) -> Any:
    """The number, below 22,100, of three cards in any order."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@compiled
def _canonical_flops(orders: Any, kinds: Any, suits: Any) -> None:
    for c in range(52):
        for b in range(c):
            for a in range(b):
                number = flop_number(a, b, c)
                best = 22_100
                for order in range(24):
                    equivalent = flop_number(
                        a & ~3 | np.int64(orders[order, a & 3]),
                        b & ~3 | np.int64(orders[order, b & 3]),
                        c & ~3 | np.int64(orders[order, c & 3]),
                    )
                    if equivalent < best:
                        best = equivalent
                        for suit in range(4):
                            suits[number, suit] = orders[order, suit]
                kinds[number] = best
