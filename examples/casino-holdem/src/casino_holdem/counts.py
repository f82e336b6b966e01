"""Every deal of Casino Hold'em counted: what a call meets for each pair of hole cards on each flop.

A board of five cards matters by its ranks, and by a suit of which it has three or more
(``pitboss.maths.exact.holdem_classes``). For one board of each of these 42,783 classes all pairs of
hole cards are put in the order of their strength; one pass from the weakest up then counts, for
each, the dealer's hands below it and up to it. Hands that share a card with the player's own are
taken out again by counts kept for each card. For boards of four cards the rivers are summed, and
for flops the turns.

An entry holds three counts in one number: the dealer does not qualify, the player wins, the player
loses; and the category of the player's hand.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from casino_holdem.rules import PAIR_OF_FOURS
from pitboss.kernel.poker import CATEGORY_OF, KINDS_OF_HAND, Category
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
def _count_board(
    board: Any, pairs: Any, strengths: Any, unqualified: Any, unsorted: Any, begins: Any
) -> Any:
    """Ranks all pairs beside a board, weakest first, and counts for each card the hands of the
    dealer that do not qualify; returns how many they are.
    """
    number = 0
    begins[:] = 0
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
                unsorted[number] = np.int64(strength) << 12 | one << 6 | two
                begins[np.int64(strength) + 1] += 1
                number += 1
    for strength in range(1, len(begins)):
        begins[strength] += begins[strength - 1]
    for at in range(_PAIRS):
        strength = unsorted[at] >> 12
        pairs[begins[strength]] = unsorted[at]
        begins[strength] += 1
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
    pairs, strengths, through, unqualified, below, begins = scratch
    through[:] = 0
    # What is below each pair is written only when it has been put in its place.
    no_hand = _count_board(board, pairs, strengths, unqualified, below, begins)
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
        np.zeros(KINDS_OF_HAND + 2, np.int32),
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
    counts = table & _BARE
    found: Entries = counts & _COUNT
    found |= (counts >> _WON_SHIFT & _COUNT) << _U16
    found |= counts >> _LOST_SHIFT << _LOWER
    found |= line_of[(table >> _CATEGORY_SHIFT & _CATEGORY_BITS).astype(np.int8)] << _LINE_SHIFT
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
