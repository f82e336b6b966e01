"""Boards of four cards: sums the entries of their rivers, and decides whether the river wager is
worth placing.

If a hole card can itself be one of the rivers of a rank and sort, there is one such river fewer; so
the sum is first made as if no hole cards were out, and what they take away is subtracted
afterwards.
"""

from itertools import pairwise
from typing import Any

import numpy as np

from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.exact.holdem_boards import (
    BET_SHIFT,
    FIELD,
    LOST_SHIFT,
    PAID_SHIFT,
    Entries,
    Fives,
    in_parts,
)
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.ranksets import KEYS

RIVERS = 46 * 990
"""Rivers and dealer's hands, given six known cards."""


@compiled
def _mark(entry: Any, odds: Any) -> Any:
    """Sets the bit that means: bet. If the wager is worth nothing, the player checks."""
    won = np.int64(entry & FIELD) + np.int64(entry >> PAID_SHIFT & FIELD)
    lost = np.int64(entry >> LOST_SHIFT & FIELD)
    if won * odds[0] > lost * odds[1]:
        return entry | (np.uint64(1) << BET_SHIFT)
    return entry


@compiled
def _plain_rivers(plain: Any, key: Any, set_of_key: Any, left: Any, sums: Any) -> None:
    """By pair of ranks: the rivers that make no flush possible, ``left`` cards of each rank, hole
    cards not out.
    """
    sums[:] = 0
    for river in range(13):
        board = set_of_key[key + KEYS[river]]
        if left[river] > 0 and board >= 0:
            times = np.uint64(left[river])
            for at in range(91):
                sums[at] += times * plain[board, at]


@compiled
def _plain_taken(plain: Any, key: Any, set_of_key: Any, rank: Any, a: Any, b: Any) -> Any:
    """What a hole card of a rank takes away: one river of its own rank."""
    board = set_of_key[key + KEYS[rank]]
    if board < 0:
        return np.uint64(0)
    return plain[board, classes.pair_of(a, b, 13)]


@compiled
def _rainbow(
    plain: Any, fours: Any, set_of_key: Any, odds: Any, out: Any, begin: Any, end: Any
) -> None:
    sums, left = np.zeros(91, np.uint64), np.zeros(13, np.int64)
    for number in range(begin, end):
        key = 0
        left[:] = 4
        for rank in fours[number]:
            key += KEYS[rank]
            left[rank] -= 1
        _plain_rivers(plain, key, set_of_key, left, sums)
        at = number * 91
        for a in range(13):
            for b in range(a, 13):
                entry = sums[classes.pair_of(a, b, 13)]
                entry -= _plain_taken(plain, key, set_of_key, a, a, b)
                entry -= _plain_taken(plain, key, set_of_key, b, a, b)
                out[at] = _mark(entry, odds)
                at += 1


@compiled
def _two_of_a_suit(
    plain: Any,
    threes: Any,
    held_sets: Any,
    index: Any,
    set_of_key: Any,
    odds: Any,
    out: Any,
    begin: Any,
    end: Any,
) -> None:
    sums, left = np.zeros(91, np.uint64), np.zeros(13, np.int64)
    entries = np.zeros(351, np.uint64)
    for number in range(begin, end):
        held = held_sets[number]
        for x in range(13):
            for y in range(x, 13):
                key = KEYS[x] + KEYS[y]
                left[:] = 3
                left[x] -= 1
                left[y] -= 1
                for rank in range(13):
                    if held >> rank & 1:
                        key += KEYS[rank]
                other = classes.pair_of(x, y, 13)
                entries[:] = 0
                for river in range(13):
                    if held >> river & 1 == 0:
                        board = np.int64(index[held | 1 << river]) * 91 + other
                        for at in range(351):
                            entries[at] += threes[board, at]
                _plain_rivers(plain, key, set_of_key, left, sums)
                _add_plain(plain, key, set_of_key, sums, entries, 26)
                begins = (number * 91 + other) * 351
                for at in range(351):
                    out[begins + at] = _mark(entries[at], odds)


@compiled
def _add_plain(plain: Any, key: Any, set_of_key: Any, sums: Any, entries: Any, sorts: Any) -> None:
    """Adds the rivers that make no flush possible; a hole card of no flush suit takes one of them
    away.
    """
    at = 0
    for one in range(sorts):
        a = one % 13
        for two in range(one, sorts):
            b = two % 13
            entry = sums[classes.pair_of(a, b, 13)]
            if one < 13:
                entry -= _plain_taken(plain, key, set_of_key, a, a, b)
            if two < 13:
                entry -= _plain_taken(plain, key, set_of_key, b, a, b)
            entries[at] += entry
            at += 1


@compiled
def _two_and_two(
    plain: Any,
    threes: Any,
    held_sets: Any,
    index: Any,
    set_of_key: Any,
    odds: Any,
    out: Any,
    begin: Any,
    end: Any,
) -> None:
    sums, left = np.zeros(91, np.uint64), np.zeros(13, np.int64)
    entries, flushes = np.zeros(780, np.uint64), np.zeros(351, np.uint64)
    # The pair of sorts as boards with one flush suit see it: only that suit's cards are special.
    seen = np.zeros((2, 780), np.uint16)
    at = 0
    for one in range(39):
        for two in range(one, 39):
            for suit in range(2):
                a = one % 13 + (13 if one // 13 == suit + 1 else 0)
                b = two % 13 + (13 if two // 13 == suit + 1 else 0)
                seen[suit, at] = classes.pair_of(a, b, 26)
            at += 1
    for first in range(begin, end):
        for second in range(first, 78):
            entries[:] = 0
            one, two = held_sets[first], held_sets[second]
            _add_flush_rivers(threes, index, one, two, seen[0], flushes, entries)
            _add_flush_rivers(threes, index, two, one, seen[1], flushes, entries)
            key = 0
            for rank in range(13):
                key += KEYS[rank] * ((one >> rank & 1) + (two >> rank & 1))
            left[:] = 2
            _plain_rivers(plain, key, set_of_key, left, sums)
            _add_plain(plain, key, set_of_key, sums, entries, 39)
            begins = classes.pair_of(first, second, 78) * 780
            for at in range(780):
                out[begins + at] = _mark(entries[at], odds)


@compiled
def _add_flush_rivers(
    threes: Any, index: Any, held: Any, others: Any, seen: Any, flushes: Any, entries: Any
) -> None:
    """Adds the rivers of a suit of which the board holds two cards; the other two have the ranks in
    ``others``. The rivers are summed in ``flushes``, as boards with one flush suit see them.
    """
    low = high = -1
    for rank in range(13):
        if others >> rank & 1:
            low, high = high, rank
    other = classes.pair_of(low, high, 13)
    flushes[:] = 0
    for river in range(13):
        if held >> river & 1 == 0:
            board = np.int64(index[held | 1 << river]) * 91 + other
            for at in range(351):
                flushes[at] += threes[board, at]
    for at in range(len(entries)):
        entries[at] += flushes[seen[at]]


@compiled
def _many_of_a_suit(
    fewer: Any,
    more: Any,
    held_sets: Any,
    index: Any,
    others: Any,
    odds: Any,
    out: Any,
    begin: Any,
    end: Any,
) -> None:
    """Boards with three or four cards of a suit: the river is of that suit, or another card of
    other suits.

    ``others`` is 13 with three of a suit, where one card is of another, and 1 with four.
    """
    entries = np.zeros(351, np.uint64)
    for number in range(begin, end):
        held = held_sets[number]
        for other in range(others):
            entries[:] = 0
            for river in range(13):
                if held >> river & 1 == 0:
                    board = np.int64(index[held | 1 << river]) * others + other
                    for at in range(351):
                        entries[at] += more[board, at]
                times = 3
                board = number * 13 + river
                if others == 13:
                    times = 2 if river == other else 3
                    board = number * 91 + classes.pair_of(other, river, 13)
                for at in range(351):
                    entries[at] += np.uint64(times) * fewer[board, at]
                # A hole card of this rank and another suit means one river fewer.
                for sort in range(26):
                    at = classes.pair_of(river, sort, 26)
                    entries[at] -= fewer[board, at] * np.uint64(2 if sort == river else 1)
            begins = (number * others + other) * 351
            for at in range(351):
                out[begins + at] = _mark(entries[at], odds)


NO_WAGER = (0, 0)
"""The odds of a river wager in a game that has none."""


def river_entries(fives: Fives, odds: tuple[int, int] = NO_WAGER, table: int = 0) -> Entries:
    """The entries of all boards of four cards in one flat table, each with its river decision.

    ``odds`` are those of the river wager, (1, 1) for one to one. ``table`` is the table of the
    fields.
    """
    flat = np.zeros(classes.FOUR_BEGINS[-1], np.uint64)
    tables = [flat[a:b] for a, b in pairwise(classes.FOUR_BEGINS)]
    index, set_of_key = classes.mask_index(), classes.set_of_key()
    twos, threes, fours = classes.masks(2), classes.masks(3), classes.masks(4)
    plain = fives.plain[table]
    with_suit = {suited: entries[table] for suited, entries in fives.with_suit.items()}
    in_parts(
        len(classes.rank_fours()),
        lambda a, b: _rainbow(plain, classes.rank_fours(), set_of_key, odds, tables[0], a, b),
    )
    in_parts(
        len(twos),
        lambda a, b: _two_of_a_suit(
            plain, with_suit[3], twos, index, set_of_key, odds, tables[1], a, b
        ),
    )
    in_parts(
        len(twos),
        lambda a, b: _two_and_two(
            plain, with_suit[3], twos, index, set_of_key, odds, tables[2], a, b
        ),
    )
    in_parts(
        len(threes),
        lambda a, b: _many_of_a_suit(
            with_suit[3], with_suit[4], threes, index, 13, odds, tables[3], a, b
        ),
    )
    in_parts(
        len(fours),
        lambda a, b: _many_of_a_suit(
            with_suit[4], with_suit[5], fours, index, 1, odds, tables[4], a, b
        ),
    )
    return flat
