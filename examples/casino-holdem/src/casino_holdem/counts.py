"""Every deal of Casino Hold'em counted: what a call meets for each pair of hole cards on each flop.

Pitboss counts what hole cards meet on every class of board, and sums the rivers of boards of four
cards (``pitboss.maths.exact.holdem_boards``, ``holdem_rivers``); this game says by its fields what
is to be counted. Here the turns are summed for flops; then each pair of hole cards is called or
folded.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from casino_holdem.rules import PAIR_OF_FOURS
from pitboss.kernel.poker import CATEGORY_OF, Category
from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.exact.holdem_boards import DEALERS, Entries, Fields, Fives, in_parts
from pitboss.maths.exact.holdem_counts import (
    FLOPS,
    HOLES,
    cards_beside,
    cards_of_flop,
    hole_number,
    turn_place,
)
from pitboss.maths.exact.holdem_rivers import river_entries
from pitboss.maths.kernels.compilation import compiled
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

# The first table has three counts of sixteen bits: the dealer does not qualify, the player wins,
# both with a hand that is paid as the lowest is; the player loses. Hands that are paid otherwise
# are in tables of their own, two lines of the pay table in each.
_FIELD, _FIELDS = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF)
_U1, _U16, _U32, _U48 = np.uint64(1), np.uint64(16), np.uint64(32), np.uint64(48)
_HAS_RARE = _U1 << _U48
_LINES_A_TABLE = 2


def fields_of(own: list[int]) -> Fields:
    """Where hands are counted, with the categories that have a line of their own; the lowest
    first.
    """
    line_of = np.array([own.index(kind) if kind in own else 0 for kind in range(CATEGORIES)])
    rare = line_of[_CATEGORY_OF] - 1
    low = np.where(rare < 0, 0, 32 * (rare % _LINES_A_TABLE)).astype(np.uint64)
    table = np.where(rare < 0, 0, 1 + rare // _LINES_A_TABLE).astype(np.uint8)
    return Fields(table, low, low + _U16, PAIR_OF_FOURS)


def four_tables(own: list[int]) -> tuple[Entries, ...]:
    """By class of four cards and hole cards: what the rivers bring. In the first table a bit says
    whether the others have anything.
    """
    step("boards of five cards")
    fields = fields_of(own)
    fives = Fives(fields)
    step("rivers")
    found = [river_entries(fives, table=table) for table in range(fields.tables)]
    if len(found) == 1:
        found.append(np.zeros_like(found[0]))
    in_parts(len(found[0]), lambda a, b: _mark_rare(tuple(found), a, b))
    return tuple(found)


@compiled
def _mark_rare(fours: Any, begin: Any, end: Any) -> None:
    for at in range(begin, end):
        rare = np.uint64(0)
        for table in fours[1:]:
            rare |= table[at]
        if rare:
            fours[0][at] |= _HAS_RARE


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
    index, four_of, begins = tables
    sort_of_suit = np.zeros(4, np.int64)
    board = np.zeros(4, np.int64)
    rest = np.zeros(49, np.int64)
    sorts = np.zeros(49, np.uint32)
    first_of = np.zeros(40, np.uint32)
    # For each pair of hole cards, by line: where the dealer does not qualify and wins, two counts
    # in a number. The last column has what is lost.
    sums = np.zeros((1176, len(pays) + 1), np.uint64)
    for flop in range(begin, end):
        board[:3] = cards_of[flop]
        cards_beside(board, rest)
        sums[:] = 0
        for turn in range(49):
            board[3] = rest[turn]
            at = turn_place(board, rest, (index, four_of, begins, sort_of_suit), sorts, first_of)
            _add_turn(fours, at, first_of, sorts, turn, sums)
        _decide(sums, rest, pays, weights[flop], plays[flop], totals)


@compiled
def _add_turn(fours: Any, begin: Any, first_of: Any, sorts: Any, turn: Any, sums: Any) -> None:
    """Adds what every pair of hole cards meets with one turn; pairs with that card come to
    nothing.
    """
    last = np.uint64(sums.shape[1] - 1)
    entry_of = fours[0][begin:]
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
                entry = entry_of[at]
                sums[pair, 0] += (entry & _FIELD) | (entry >> _U16 & _FIELD) << _U32
                sums[pair, last] += entry >> _U32 & _FIELD
                if entry & _HAS_RARE:
                    _add_rare(fours, np.uint64(begin) + at, sums[pair])
            pair += _U1


@compiled
def _add_rare(fours: Any, at: Any, sums: Any) -> None:
    line = 1
    for table in fours[1:]:
        entry = table[at]
        sums[line] += (entry & _FIELD) | (entry >> _U16 & _FIELD) << _U32
        sums[line + 1] += (entry >> _U32 & _FIELD) | (entry >> _U48) << _U32
        line += _LINES_A_TABLE


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
                value += (np.int64(sums[pair, line] >> _U32) >> 1) * pays[line, 1]
            called = 1 if value > DEALS * pays[0, 3] else 0
            plays[hole_number(rest[one], rest[two])] = called
            for line in range(lines):
                totals[called, line, 0] += weight * (np.int64(sums[pair, line] & _FIELDS) >> 1)
                totals[called, line, 1] += weight * (np.int64(sums[pair, line] >> _U32) >> 1)
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
    own = [kind for kind in range(CATEGORIES) if not kind or pays[kind] != pays[0]]
    fours = four_tables(own)
    step("turns and the decision")
    kinds, _, flops_own = classes.flops()
    weights = np.bincount(kinds).astype(np.int64)
    cards_of = np.array([cards_of_flop(int(number)) for number in flops_own], np.int64)
    plays = np.zeros((len(flops_own), HOLES), np.uint8)
    # A table may have room for a line more than there are.
    lines = np.zeros((1 + _LINES_A_TABLE * (len(fours) - 1), 4), np.int64)
    lines[: len(own)] = [pays[kind] for kind in own]
    tables = classes.mask_index(), classes.four_of_key(), classes.FOUR_BEGINS
    parts: list[npt.NDArray[np.int64]] = []

    def work(begin: int, end: int) -> None:
        totals = np.zeros((2, len(lines) + 1, 3), np.int64)
        parts.append(totals)
        _after_flops(cards_of, weights, tables, fours, lines, plays, totals, begin, end)

    in_parts(len(flops_own), work)
    added = np.sum(parts, axis=0)
    totals = np.zeros((2, CATEGORIES + 1, 3), np.int64)
    totals[:, own] = added[:, : len(own)]
    totals[:, CATEGORIES] = added[:, len(lines)]
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
