"""Every deal of Casino Hold'em counted: what a call meets for each pair of hole cards on each flop.

A board of five cards matters by its ranks, and by a suit of which it has three or more
(``pitboss.maths.exact.holdem_classes``). For one board of each of these 42,783 classes all pairs of
hole cards are put in the order of their strength; one pass from the weakest up then counts, for
each, the dealer's hands below it and up to it. Hands that share a card with the player's own are
taken out again by counts kept for each card. After that every flop up to suits meets every turn and
river, and what it finds is looked up and added.

An entry holds three counts of 21 bits in one number: the dealer does not qualify, the player wins,
the player loses. One board needs ten bits of each, so the category of the player's hand has room in
the first. Sums of entries without it are entries.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from casino_holdem.rules import PAIR_OF_FOURS
from pitboss.kernel.poker import CATEGORY_OF, Category
from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.exact.holdem_boards import DEALERS, in_parts
from pitboss.maths.exact.holdem_counts import FLOPS, HOLES, cards_of_flop, hole_number
from pitboss.maths.kernels.compiled import compiled
from pitboss.maths.kernels.ranking import seven
from pitboss.maths.kernels.ranksets import KEYS, rank_sets
from pitboss.maths.progress import step

BOARDS = 1_081
"""Turns and rivers beside two hole cards and a flop: 47 choose 2."""
DEALS = BOARDS * DEALERS
"""All that can follow: turn, river and the dealer's hand."""
ALL_DEALS = HOLES * FLOPS * DEALS

CATEGORIES = len(Category)
NOT_QUALIFIED, WON, LOST, EQUAL = range(4)

_HELD = 47
_PAIRS = _HELD * (_HELD - 1) // 2
_CATEGORY_SHIFT = np.uint64(10)
_CATEGORY_BITS = np.uint64(15)
_COUNT = np.uint64((1 << 21) - 1)
_WON_SHIFT, _LOST_SHIFT = np.uint64(21), np.uint64(42)
_BARE = ~(_CATEGORY_BITS << _CATEGORY_SHIFT)
_CATEGORY_OF = np.array(CATEGORY_OF, np.int64)

Entries = npt.NDArray[np.uint64]


# ── boards of five ────────────────────────────────────────────────────────────────────────────────


@compiled
def _count_board(board: Any, pairs: Any, strengths: Any, through: Any, unqualified: Any) -> Any:
    """Ranks all pairs beside a board, weakest first, and counts for each card the hands of the
    dealer that do not qualify; returns how many they are.
    """
    number = 0
    for one in range(52):
        for two in range(one):
            taken = False
            for card in board:
                taken = taken or card in (one, two)
            if not taken:
                strength = seven(
                    np.uint8(one),
                    np.uint8(two),
                    np.uint8(board[0]),
                    np.uint8(board[1]),
                    np.uint8(board[2]),
                    np.uint8(board[3]),
                    np.uint8(board[4]),
                )
                pairs[number] = np.int64(strength) << 12 | one << 6 | two
                number += 1
    pairs.sort()
    through[:] = 0
    unqualified[:] = 0
    total = 0
    for at in range(_PAIRS):
        strengths[at] = pairs[at] >> 12
        if strengths[at] < PAIR_OF_FOURS:
            unqualified[pairs[at] >> 6 & 63] += 1
            unqualified[pairs[at] & 63] += 1
            total += 1
    return total


@compiled
def _fill_board(board: Any, suit: Any, sorts: Any, scratch: Any, out: Any) -> None:
    """The entries of a class by one board of it; a hole card of ``suit`` is a sort of its own."""
    pairs, strengths, through, unqualified, below = scratch
    no_hand = _count_board(board, pairs, strengths, through, unqualified)
    at = 0
    while at < _PAIRS:
        end = at
        while end < _PAIRS and strengths[end] == strengths[at]:
            below[end] = at - through[pairs[end] >> 6 & 63] - through[pairs[end] & 63]
            end += 1
        for place in range(at, end):
            through[pairs[place] >> 6 & 63] += 1
            through[pairs[place] & 63] += 1
        qualifies = strengths[at] >= PAIR_OF_FOURS
        for place in range(at, end):
            a, b = pairs[place] >> 6 & 63, pairs[place] & 63
            # The player's own pair was counted once in all and once for each of its cards.
            not_qualified = no_hand - unqualified[a] - unqualified[b] + (0 if qualifies else 1)
            up_to = end - through[a] - through[b] + 1
            won = below[place] - not_qualified if qualifies else 0
            lost = DEALERS - up_to if qualifies else DEALERS - not_qualified
            entry = np.uint64(not_qualified) | np.uint64(won) << _WON_SHIFT
            entry |= np.uint64(lost) << _LOST_SHIFT
            entry |= np.uint64(_CATEGORY_OF[strengths[at]]) << _CATEGORY_SHIFT
            one = (a >> 2) + (13 if a & 3 == suit else 0)
            two = (b >> 2) + (13 if b & 3 == suit else 0)
            out[classes.pair_of(one, two, sorts)] = entry
        at = end


@compiled
def _fill(boards: Any, suit: Any, sorts: Any, out: Any, begin: Any, end: Any) -> None:
    scratch = (
        np.zeros(_PAIRS, np.int64),
        np.zeros(_PAIRS, np.int64),
        np.zeros(52, np.int64),
        np.zeros(52, np.int64),
        np.zeros(_PAIRS, np.int64),
    )
    for number in range(begin, end):
        _fill_board(boards[number], suit, sorts, scratch, out[number])


@lru_cache(maxsize=1)
def entries() -> Entries:
    """The entries of all classes in one flat table: no flush possible, then three, four and five
    cards of a suit.
    """
    ranks = rank_sets().ranks.astype(np.int64)
    # Suits in turn: no three alike, and cards of one rank are neighbours, so never of one suit.
    tables = [(ranks * 4 + np.array([0, 1, 2, 3, 0]), 4, 13, classes.PAIRS)]
    for held in (3, 4, 5):
        others = list(combinations_with_replacement(range(13), 5 - held))
        boards = [
            [*(rank * 4 for rank in range(13) if mask >> rank & 1), *_of_other_suits(other)]
            for mask in classes.masks(held)
            for other in others
        ]
        tables.append((np.array(boards, np.int64), 0, 26, classes.SUITED_PAIRS))
    found = [np.zeros((len(boards), size), np.uint64) for boards, _, _, size in tables]
    for (boards, suit, sorts, _), out in zip(tables, found, strict=True):
        in_parts(
            len(boards),
            lambda a, b, boards=boards, suit=suit, sorts=sorts, out=out: _fill(  # type: ignore[misc]  # bound now
                boards, suit, sorts, out, a, b
            ),
        )
    return np.concatenate([out.reshape(-1) for out in found])


def _of_other_suits(ranks: tuple[int, ...]) -> list[int]:
    return [rank * 4 + suit for suit, rank in enumerate(ranks, 1)]


BEGINS = np.cumsum(
    [0, 6_175 * classes.PAIRS, classes.THREES * 91 * 351, classes.FOURS * 13 * 351]
).astype(np.int64)
"""Where each kind of class begins in the flat table."""


@compiled
def class_of(cards: Any, index: Any, set_of_key: Any, begins: Any) -> Any:
    """Where the entries of a board of five begin, and the suit that can make a flush, 4 where none
    can.
    """
    number = key = np.int64(0)
    for card in cards:
        number += np.int64(1) << (card & 3) * 4
        key += KEYS[card >> 2]
    suit = 4
    for one in range(4):
        if number >> one * 4 & 15 >= 3:
            suit = one
    if suit == 4:
        return np.int64(set_of_key[key]) * 91, suit
    held = np.int64(0)
    first = second = np.int64(0)
    for card in cards:
        if card & 3 == suit:
            held |= np.int64(1) << (card >> 2)
        else:
            first, second = np.int64(card >> 2), first
    place = np.int64(index[held])
    count = number >> suit * 4 & 15
    if count == 3:
        return begins[1] + (place * 91 + classes.pair_of(first, second, 13)) * 351, suit
    if count == 4:
        return begins[2] + (place * 13 + first) * 351, suit
    return begins[3] + place * 351, suit


# ── flops ─────────────────────────────────────────────────────────────────────────────────────────


@compiled
def _after_flops(
    cards_of: Any,
    weights: Any,
    tables: Any,
    table: Any,
    pays: Any,
    plays: Any,
    totals: Any,
    begin: Any,
    end: Any,
) -> None:
    """``pays`` is what a call comes to by category and outcome, and the fold, in whole numbers."""
    index, set_of_key, begins = tables
    board = np.zeros(5, np.int64)
    rest = np.zeros(49, np.int64)
    sorts = np.zeros(49, np.uint32)
    sums = np.zeros(1176, np.uint64)
    rare = np.zeros((1176, CATEGORIES), np.uint64)
    first_of = np.zeros((2, 26), np.uint32)
    for wide in range(2):
        number = 26 if wide else 13
        for sort in range(number):
            first_of[wide, sort] = sort * number - (sort * (sort - 1) >> 1) - sort
    for flop in range(begin, end):
        found = 0
        for card in range(52):
            if (
                card != cards_of[flop, 0]
                and card != cards_of[flop, 1]
                and card != cards_of[flop, 2]
            ):
                rest[found] = card
                found += 1
        board[:3] = cards_of[flop]
        sums[:] = 0
        rare[:] = 0
        for turn in range(49):
            for river in range(turn + 1, 49):
                board[3], board[4] = rest[turn], rest[river]
                at, suit = class_of(board, index, set_of_key, begins)
                for place in range(49):
                    card = rest[place]
                    sorts[place] = (card >> 2) + (13 if card & 3 == suit else 0)
                first = first_of[0 if suit == 4 else 1]
                _add_board(table[at:], first, sorts, turn, river, sums, rare)
        rare[:, 0] = sums
        _decide(rare, rest, pays, weights[flop], plays[flop], totals)


@compiled
def _add_board(
    entry_of: Any, first_of: Any, sorts: Any, turn: Any, river: Any, sums: Any, rare: Any
) -> None:
    """Adds what every pair of hole cards meets on one board; pairs with a card of it come to
    nothing.
    """
    pair = np.uint64(0)
    for one in range(48):
        if one in (turn, river):
            pair += np.uint64(48 - one)
            continue
        mine = sorts[one]
        for two in range(one + 1, 49):
            other = sorts[two]
            low, high = min(mine, other), max(mine, other)
            entry = entry_of[np.uint64(first_of[np.uint64(low)] + high)]
            if two in (turn, river):
                entry = np.uint64(0)
            category = entry >> _CATEGORY_SHIFT & _CATEGORY_BITS
            # Nearly every hand is a common one, and its sums stay in the nearest cache.
            if category:
                rare[pair, category] += entry & _BARE
            else:
                sums[pair] += entry
            pair += np.uint64(1)


@compiled
def _decide(sums: Any, rest: Any, pays: Any, weight: Any, plays: Any, totals: Any) -> None:
    """With all boards of a flop summed: calls what is worth more than a fold, and adds to the
    totals of hands that are called (1) and of those that are folded (0).
    """
    pair = 0
    for one in range(48):
        for two in range(one + 1, 49):
            value = np.int64(0)
            for category in range(CATEGORIES):
                entry = sums[pair, category]
                value += np.int64(entry & _COUNT) * pays[category, 0]
                value += np.int64(entry >> _WON_SHIFT & _COUNT) * pays[category, 1]
                value += np.int64(entry >> _LOST_SHIFT) * pays[category, 2]
            called = 1 if value > DEALS * pays[0, 3] else 0
            plays[hole_number(rest[one], rest[two])] = called
            for category in range(CATEGORIES):
                entry = sums[pair, category]
                totals[called, category, 0] += weight * np.int64(entry & _COUNT)
                totals[called, category, 1] += weight * np.int64(entry >> _WON_SHIFT & _COUNT)
                totals[called, category, 2] += weight * np.int64(entry >> _LOST_SHIFT)
            totals[called, CATEGORIES, 0] += weight
            pair += 1


def _with_common(table: Entries, common: npt.NDArray[np.bool_]) -> Entries:
    """The entries with all categories that are paid alike under the first."""
    category = (table >> _CATEGORY_SHIFT & _CATEGORY_BITS).astype(np.int8)
    found: Entries = np.where(common[category], table & _BARE, table)
    return found


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
    table = entries()
    common = [kind for kind in range(CATEGORIES) if pays[kind] == pays[0]]
    table = _with_common(table, np.isin(np.arange(16), common))
    step("flops, turns and rivers, and the decision")
    kinds, _, own = classes.flops()
    weights = np.bincount(kinds).astype(np.int64)
    cards_of = np.array([cards_of_flop(int(number)) for number in own], np.int64)
    plays = np.zeros((len(own), HOLES), np.uint8)
    tables = classes.mask_index(), classes.set_of_key(), BEGINS
    parts: list[npt.NDArray[np.int64]] = []

    def work(begin: int, end: int) -> None:
        totals = np.zeros((2, CATEGORIES + 1, 3), np.int64)
        parts.append(totals)
        _after_flops(
            cards_of,
            weights,
            tables,
            table,
            np.array(pays, np.int64),
            plays,
            totals,
            begin,
            end,
        )

    in_parts(len(own), work)
    return CallCounts(np.sum(parts, axis=0), plays)


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
