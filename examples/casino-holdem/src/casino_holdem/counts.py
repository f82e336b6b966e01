"""Every deal of Casino Hold'em counted: what a call meets for each pair of hole cards on each flop.

What they meet on boards of five cards is known (``boards``). For boards of four the rivers are
summed, and for flops the turns; then each pair of hole cards is called or folded.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from casino_holdem.boards import (
    BEGINS,
    CATEGORY_BITS,
    CATEGORY_SHIFT,
    COUNT_BITS,
    LOST_SHIFT,
    WON_SHIFT,
    Entries,
    class_of,
    entries,
)
from casino_holdem.rules import PAIR_OF_FOURS
from pitboss.kernel.poker import CATEGORY_OF, Category
from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.exact.holdem_boards import DEALERS, in_parts
from pitboss.maths.exact.holdem_counts import FLOPS, HOLES, cards_of_flop, hole_number
from pitboss.maths.kernels.compiled import compiled
from pitboss.maths.kernels.ranking import seven
from pitboss.maths.progress import step

BOARDS = 1_081
"""Turns and rivers beside two hole cards and a flop: 47 choose 2."""
DEALS = BOARDS * DEALERS
"""All that can follow: turn, river and the dealer's hand."""
ALL_DEALS = HOLES * FLOPS * DEALS

CATEGORIES = len(Category)
NOT_QUALIFIED, WON, LOST, EQUAL = range(4)

_HELD = 47
_CATEGORY_OF = np.array(CATEGORY_OF, np.int64)

# ── boards of four ────────────────────────────────────────────────────────────────────────────────

# Three counts of sixteen bits, and the line of the pay table: 0 for hands paid as the lowest is.
_FIELD, _FIELDS = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF)
_LOWER, _LINE_SHIFT = np.uint64(32), np.uint64(48)
_ALL_LOST = _FIELD << _LOWER
_HALVES = np.uint64(0x0000FFFF0000FFFF)
_HAS_RARE = np.uint64(1) << _LINE_SHIFT
_U16, _U1 = np.uint64(16), np.uint64(1)


def _by_line(table: Entries, line_of: npt.NDArray[np.uint64]) -> Entries:
    """Entries in fields of sixteen bits, with the line that pays the hand for its category."""
    found: Entries = table & COUNT_BITS
    found |= (table >> WON_SHIFT & COUNT_BITS) << _U16
    found |= (table >> LOST_SHIFT & COUNT_BITS) << _LOWER
    found |= line_of[(table >> CATEGORY_SHIFT & CATEGORY_BITS).astype(np.int8)] << _LINE_SHIFT
    return found


@compiled
def _first_boards(index: Any, four_of: Any, begins: Any, boards: Any) -> Any:
    """One board of each class of four cards; returns how many there are."""
    sort_of_suit = np.zeros(4, np.int64)
    cards = np.zeros(4, np.int64)
    seen = np.zeros(begins[5], np.uint8)
    number = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    cards[0], cards[1], cards[2], cards[3] = a, b, c, d
                    at, _ = classes.four_class(cards, index, four_of, begins, sort_of_suit)
                    if not seen[at]:
                        seen[at] = 1
                        boards[number] = cards
                        number += 1
    return number


@compiled
def _one_of_each(board: Any, sort_of_suit: Any, number: Any, at: Any, pairs: Any) -> Any:
    """A pair of cards for each pair of sorts beside a board of four, and where its sums go."""
    seen = np.zeros(classes.TWO_SUITED_PAIRS, np.uint8)
    count = 0
    for one in range(52):
        for two in range(one):
            taken = False
            for card in board[:4]:
                taken = taken or card in (one, two)
            mine = (one >> 2) + sort_of_suit[one & 3]
            other = (two >> 2) + sort_of_suit[two & 3]
            pair = classes.pair_of(mine, other, number)
            if not taken and not seen[pair]:
                seen[pair] = 1
                pairs[count, 0], pairs[count, 1], pairs[count, 2] = one, two, at + pair
                count += 1
    return count


@compiled
def _sum_rivers(
    boards: Any, tables: Any, table: Any, four: Any, rare: Any, begin: Any, end: Any
) -> None:
    index, set_of_key, begins, four_of, four_begins = tables
    sort_of_suit = np.zeros(4, np.int64)
    board = np.zeros(5, np.int64)
    sorts = np.zeros(52, np.uint32)
    first_of = np.zeros(26, np.uint32)
    pairs = np.zeros((classes.TWO_SUITED_PAIRS, 3), np.uint32)
    for number in range(begin, end):
        board[:4] = boards[number]
        at, width = classes.four_class(board[:4], index, four_of, four_begins, sort_of_suit)
        count = _one_of_each(board, sort_of_suit, width, at, pairs)
        for river in range(52):
            if river in (board[0], board[1], board[2], board[3]):
                continue
            board[4] = river
            place, suit = class_of(board, index, set_of_key, begins)
            width = 13 if suit == 4 else 26
            for card in range(52):
                sorts[card] = (card >> 2) + (13 if card & 3 == suit else 0)
            for sort in range(width):
                first_of[sort] = sort * width - (sort * (sort - 1) >> 1) - sort
            entry_of = table[place:]
            for pair in range(count):
                one, two = np.uint64(pairs[pair, 0]), np.uint64(pairs[pair, 1])
                if river in (one, two):
                    continue
                slot = np.uint64(pairs[pair, 2])
                low, high = min(sorts[one], sorts[two]), max(sorts[one], sorts[two])
                entry = entry_of[np.uint64(first_of[np.uint64(low)] + high)]
                line = entry >> _LINE_SHIFT
                if line:
                    four[slot] = (four[slot] + (entry & _ALL_LOST)) | _HAS_RARE
                    rare[slot, line - _U1] += np.uint32(entry & _FIELDS)
                else:
                    four[slot] += entry


# ── flops ─────────────────────────────────────────────────────────────────────────────────────────


@compiled
def _after_flops(
    cards_of: Any,
    weights: Any,
    tables: Any,
    fours: Any,
    pays: Any,
    plays: Any,
    totals: Any,
    begin: Any,
    end: Any,
) -> None:
    """``pays`` is what a call comes to by line and outcome, and the fold, in whole numbers."""
    index, _, _, four_of, begins = tables
    four, rare = fours
    sort_of_suit = np.zeros(4, np.int64)
    board = np.zeros(4, np.int64)
    rest = np.zeros(49, np.int64)
    sorts = np.zeros(49, np.uint32)
    first_of = np.zeros(40, np.uint32)
    # For each pair of hole cards, by line: where the dealer does not qualify and wins, two counts
    # in a number. The last column has what is lost.
    sums = np.zeros((1176, len(pays) + 1), np.uint64)
    for flop in range(begin, end):
        found = 0
        board[:3] = cards_of[flop]
        for card in range(52):
            if card not in (board[0], board[1], board[2]):
                rest[found] = card
                found += 1
        sums[:] = 0
        for turn in range(49):
            board[3] = rest[turn]
            at, number = classes.four_class(board, index, four_of, begins, sort_of_suit)
            for place in range(49):
                sorts[place] = np.uint32((rest[place] >> 2) + sort_of_suit[rest[place] & 3])
            for sort in range(number):
                first_of[sort] = np.uint32(sort * number - (sort * (sort - 1) >> 1) - sort)
            _add_turn(four[at:], rare[at:], first_of, sorts, turn, sums)
        _decide(sums, rest, pays, weights[flop], plays[flop], totals)


@compiled
def _add_turn(four: Any, rare: Any, first_of: Any, sorts: Any, turn: Any, sums: Any) -> None:
    """Adds what every pair of hole cards meets with one turn; pairs with that card come to
    nothing.
    """
    last = np.uint64(sums.shape[1] - 1)
    pair = np.uint64(0)
    for one in range(48):
        if one == turn:
            pair += np.uint64(48 - one)
            continue
        mine = sorts[one]
        for two in range(one + 1, 49):
            other = sorts[two]
            low, high = min(mine, other), max(mine, other)
            at = np.uint64(first_of[np.uint64(low)] + high)
            if two != turn:
                entry = four[at]
                sums[pair, 0] += (entry & _FIELD) | (entry >> _U16 & _FIELD) << _LOWER
                sums[pair, last] += entry >> _LOWER & _FIELD
                if entry & _HAS_RARE:
                    for line in range(_U1, last):
                        paid = np.uint64(rare[at, line - _U1])
                        sums[pair, line] += (paid & _FIELD) | (paid >> _U16) << _LOWER
            pair += _U1


@compiled
def _decide(sums: Any, rest: Any, pays: Any, weight: Any, plays: Any, totals: Any) -> None:
    """With all turns of a flop summed: calls what is worth more than a fold, and adds to the totals
    of hands that are called (1) and of those that are folded (0). Turn and river were counted in
    either order.
    """
    lines = len(pays)
    pair = 0
    for one in range(48):
        for two in range(one + 1, 49):
            lost = np.int64(sums[pair, lines]) >> 1
            value = lost * pays[0, 2]
            for line in range(lines):
                value += (np.int64(sums[pair, line] & _FIELDS) >> 1) * pays[line, 0]
                value += (np.int64(sums[pair, line] >> _LOWER) >> 1) * pays[line, 1]
            called = 1 if value > DEALS * pays[0, 3] else 0
            plays[hole_number(rest[one], rest[two])] = called
            for line in range(lines):
                totals[called, line, 0] += weight * (np.int64(sums[pair, line] & _FIELDS) >> 1)
                totals[called, line, 1] += weight * (np.int64(sums[pair, line] >> _LOWER) >> 1)
            totals[called, 0, 2] += weight * lost
            totals[called, lines, 0] += weight
            pair += 1


@dataclass(frozen=True, eq=False)
class CallCounts:
    """What calls meet, with the best decision on every flop."""

    totals: npt.NDArray[np.int64]
    """By whether the hand is called, category and outcome; all categories that are paid as the
    lowest are under it. The row after the categories has the number of hole cards and flops.
    """
    plays: npt.NDArray[np.uint8]
    """By class of flop and hole cards: whether to call."""


Pays = tuple[tuple[int, int, int, int], ...]
"""By category: what a call comes to where the dealer does not qualify, where it wins and where it
loses, and the fold; whole numbers.
"""


@lru_cache(maxsize=2)
def call_counts(pays: Pays) -> CallCounts:
    """Counted once for each pay table and kept."""
    step("boards of five cards")
    own = [kind for kind in range(CATEGORIES) if not kind or pays[kind] != pays[0]]
    line_of = [own.index(kind) if kind in own else 0 for kind in range(CATEGORIES)]
    table = _by_line(entries(), np.array(line_of, np.uint64))
    step("rivers")
    tables = (
        classes.mask_index(),
        classes.set_of_key(),
        BEGINS,
        classes.four_of_key(),
        classes.FOUR_BEGINS,
    )
    boards = np.zeros((int(classes.FOUR_CLASSES.sum()), 4), np.int64)
    found = _first_boards(tables[0], tables[3], classes.FOUR_BEGINS, boards)
    four = np.zeros(classes.FOUR_BEGINS[-1], np.uint64)
    rare = np.zeros((len(four), max(1, len(own) - 1)), np.uint32)
    in_parts(found, lambda a, b: _sum_rivers(boards, tables, table, four, rare, a, b))
    step("turns and the decision")
    kinds, _, flops_own = classes.flops()
    weights = np.bincount(kinds).astype(np.int64)
    cards_of = np.array([cards_of_flop(int(number)) for number in flops_own], np.int64)
    plays = np.zeros((len(flops_own), HOLES), np.uint8)
    lines = np.array([pays[kind] for kind in own], np.int64)
    parts: list[npt.NDArray[np.int64]] = []

    def work(begin: int, end: int) -> None:
        totals = np.zeros((2, len(own) + 1, 3), np.int64)
        parts.append(totals)
        _after_flops(cards_of, weights, tables, (four, rare), lines, plays, totals, begin, end)

    in_parts(len(flops_own), work)
    totals = np.zeros((2, CATEGORIES + 1, 3), np.int64)
    totals[:, [*own, CATEGORIES]] = np.sum(parts, axis=0)
    return CallCounts(totals, plays)


# ── one situation ─────────────────────────────────────────────────────────────────────────────────


@compiled
def situation(cards: Any) -> Any:
    """By category and outcome, equal hands last: what two hole cards and a flop meet, counted deal
    by deal.
    """
    found = np.zeros((CATEGORIES, 4), np.int64)
    rest = np.zeros(_HELD, np.uint8)
    number = 0
    for card in range(52):
        held = False
        for one in cards:
            held = held or card == one
        if not held:
            rest[number] = card
            number += 1
    a, b, x, y, z = cards
    for turn in range(_HELD):
        for river in range(turn):
            u, v = rest[turn], rest[river]
            mine = seven(a, b, x, y, z, u, v)
            _against_dealers(mine, (x, y, z, u, v), rest, found[_CATEGORY_OF[np.int64(mine)]])
    return found


@compiled
def _against_dealers(mine: Any, board: Any, rest: Any, found: Any) -> None:
    x, y, z, u, v = board
    for one in rest:
        for two in rest:
            if one <= two or one in (u, v) or two in (u, v):
                continue
            theirs = seven(one, two, x, y, z, u, v)
            if theirs < PAIR_OF_FOURS:
                found[NOT_QUALIFIED] += 1
            elif mine == theirs:
                found[EQUAL] += 1
            else:
                found[WON if mine > theirs else LOST] += 1
