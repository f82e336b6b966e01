"""Boards of four cards: the entries of their rivers added up, and whether the river wager is worth placing.

Where a hole card may itself be the river's rank and sort, that river is one card short; so the sum is first made as if
no hole cards were out, and what they take away is subtracted after.
"""

from typing import Any

import numpy as np

from pitboss.maths import holdem_classes as classes
from pitboss.maths.compiled import compiled
from pitboss.maths.holdem_boards import BET_SHIFT, FIELD, LOST_SHIFT, PAID_SHIFT, Entries, Fives, in_parts
from pitboss.maths.ranksets import KEYS

RIVERS = 46 * 990
"""Rivers and dealer's hands beside six known cards."""


@compiled
def _mark(entry: Any, pays: Any, against: Any) -> Any:
    """Sets the bit that says: bet. Where the wager is worth nothing the player checks."""
    won = np.int64(entry & FIELD) + np.int64(entry >> PAID_SHIFT & FIELD)
    lost = np.int64(entry >> LOST_SHIFT & FIELD)
    if won * pays > lost * against:
        return entry | (np.uint64(1) << BET_SHIFT)
    return entry


@compiled
def _plain_rivers(plain: Any, key: Any, keys: Any, set_of_key: Any, left: Any, sums: Any) -> None:
    """By pair of ranks: the rivers that make no flush possible, ``left`` cards of each rank, hole cards not out."""
    sums[:] = 0
    for river in range(13):
        board = set_of_key[key + keys[river]]
        if left[river] > 0 and board >= 0:
            times = np.uint64(left[river])
            for at in range(91):
                sums[at] += times * plain[board, at]


@compiled
def _plain_taken(plain: Any, key: Any, keys: Any, set_of_key: Any, rank: Any, a: Any, b: Any) -> Any:
    """What a hole card of a rank takes away: one river of its own rank."""
    board = set_of_key[key + keys[rank]]
    if board < 0:
        return np.uint64(0)
    return plain[board, classes.pair_of(a, b, 13)]


@compiled
def _rainbow(plain: Any, fours: Any, keys: Any, set_of_key: Any, pays: Any, against: Any, out: Any, begin: Any, end: Any) -> None:  # fmt: skip
    sums, left = np.zeros(91, np.uint64), np.zeros(13, np.int64)
    for number in range(begin, end):
        key = 0
        left[:] = 4
        for rank in fours[number]:
            key += keys[rank]
            left[rank] -= 1
        _plain_rivers(plain, key, keys, set_of_key, left, sums)
        at = number * 91
        for a in range(13):
            for b in range(a, 13):
                entry = sums[classes.pair_of(a, b, 13)]
                entry -= _plain_taken(plain, key, keys, set_of_key, a, a, b)
                entry -= _plain_taken(plain, key, keys, set_of_key, b, a, b)
                out[at] = _mark(entry, pays, against)
                at += 1


@compiled
def _two_of_a_suit(plain: Any, threes: Any, held_sets: Any, index: Any, keys: Any, set_of_key: Any, pays: Any, against: Any, out: Any, begin: Any, end: Any) -> None:  # fmt: skip
    sums, left = np.zeros(91, np.uint64), np.zeros(13, np.int64)
    entries = np.zeros(351, np.uint64)
    for number in range(begin, end):
        held = held_sets[number]
        for x in range(13):
            for y in range(x, 13):
                key = keys[x] + keys[y]
                left[:] = 3
                left[x] -= 1
                left[y] -= 1
                for rank in range(13):
                    if held >> rank & 1:
                        key += keys[rank]
                other = classes.pair_of(x, y, 13)
                entries[:] = 0
                for river in range(13):
                    if held >> river & 1 == 0:
                        board = np.int64(index[held | 1 << river]) * 91 + other
                        for at in range(351):
                            entries[at] += threes[board, at]
                _plain_rivers(plain, key, keys, set_of_key, left, sums)
                _add_plain(plain, key, keys, set_of_key, sums, entries, 26)
                begins = (number * 91 + other) * 351
                for at in range(351):
                    out[begins + at] = _mark(entries[at], pays, against)


@compiled
def _add_plain(plain: Any, key: Any, keys: Any, set_of_key: Any, sums: Any, entries: Any, sorts: Any) -> None:
    """Adds the rivers that make no flush possible; a hole card of no flush suit takes one of them away."""
    at = 0
    for one in range(sorts):
        a = one % 13
        for two in range(one, sorts):
            b = two % 13
            entry = sums[classes.pair_of(a, b, 13)]
            if one < 13:
                entry -= _plain_taken(plain, key, keys, set_of_key, a, a, b)
            if two < 13:
                entry -= _plain_taken(plain, key, keys, set_of_key, b, a, b)
            entries[at] += entry
            at += 1


@compiled
def _two_and_two(plain: Any, threes: Any, held_sets: Any, index: Any, keys: Any, set_of_key: Any, pays: Any, against: Any, out: Any, begin: Any, end: Any) -> None:  # fmt: skip
    sums, left = np.zeros(91, np.uint64), np.zeros(13, np.int64)
    entries = np.zeros(780, np.uint64)
    # The pair of sorts as boards with one flush suit see it: only that suit's cards stand out.
    seen = np.zeros((2, 780), np.int64)
    at = 0
    for one in range(39):
        for two in range(one, 39):
            for suit in range(2):
                a = one % 13 + (13 if one // 13 == suit + 1 else 0)
                b = two % 13 + (13 if two // 13 == suit + 1 else 0)
                seen[suit, at] = classes.pair_of(a, b, 26)
            at += 1
    ranks = np.zeros((2, 2), np.int64)
    for first in range(begin, end):
        for second in range(first, 78):
            key = 0
            for suit in range(2):
                held = held_sets[first] if suit == 0 else held_sets[second]
                found = 0
                for rank in range(13):
                    if held >> rank & 1:
                        ranks[suit, found] = rank
                        key += keys[rank]
                        found += 1
            entries[:] = 0
            for suit in range(2):
                held = held_sets[first] if suit == 0 else held_sets[second]
                other = classes.pair_of(ranks[1 - suit, 0], ranks[1 - suit, 1], 13)
                for river in range(13):
                    if held >> river & 1 == 0:
                        board = np.int64(index[held | 1 << river]) * 91 + other
                        for at in range(780):
                            entries[at] += threes[board, seen[suit, at]]
            left[:] = 2
            _plain_rivers(plain, key, keys, set_of_key, left, sums)
            _add_plain(plain, key, keys, set_of_key, sums, entries, 39)
            begins = classes.pair_of(first, second, 78) * 780
            for at in range(780):
                out[begins + at] = _mark(entries[at], pays, against)


@compiled
def _many_of_a_suit(fewer: Any, more: Any, held_sets: Any, index: Any, others: Any, pays: Any, against: Any, out: Any, begin: Any, end: Any) -> None:  # fmt: skip
    """Boards with three or four cards of a suit: the river is of that suit, or one more card of other suits.

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
                # A hole card of this rank and of another suit is one river less.
                for sort in range(26):
                    at = classes.pair_of(river, sort, 26)
                    entries[at] -= fewer[board, at] * np.uint64(2 if sort == river else 1)
            begins = (number * others + other) * 351
            for at in range(351):
                out[begins + at] = _mark(entries[at], pays, against)


def river_entries(fives: Fives, pays: int, against: int) -> Entries:
    """The entries of all boards of four cards in one flat table, each with its river decision.

    ``pays`` to ``against`` are the odds of the river wager.
    """
    found = np.zeros(classes.FOUR_BEGINS[-1], np.uint64)
    tables = [found[a:b] for a, b in zip(classes.FOUR_BEGINS, classes.FOUR_BEGINS[1:], strict=False)]
    index, set_of_key, odds = classes.mask_index(), classes.set_of_key(), (pays, against)
    twos, threes, fours = classes.masks(2), classes.masks(3), classes.masks(4)
    plain, with_suit = fives.plain, fives.with_suit
    in_parts(
        len(classes.rank_fours()),
        lambda a, b: _rainbow(plain, classes.rank_fours(), KEYS, set_of_key, *odds, tables[0], a, b),
    )
    in_parts(
        len(twos),
        lambda a, b: _two_of_a_suit(
            plain, with_suit[3], twos, index, KEYS, set_of_key, *odds, tables[1], a, b
        ),
    )
    in_parts(
        len(twos),
        lambda a, b: _two_and_two(plain, with_suit[3], twos, index, KEYS, set_of_key, *odds, tables[2], a, b),
    )
    in_parts(
        len(threes),
        lambda a, b: _many_of_a_suit(with_suit[3], with_suit[4], threes, index, 13, *odds, tables[3], a, b),
    )
    in_parts(
        len(fours),
        lambda a, b: _many_of_a_suit(with_suit[4], with_suit[5], fours, index, 1, *odds, tables[4], a, b),
    )
    return found
