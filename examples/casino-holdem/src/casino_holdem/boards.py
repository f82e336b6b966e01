"""What two hole cards meet on every class of board, against every two cards of the dealer.

A board of five cards matters by its ranks, and by a suit of which it has three or more
(``pitboss.maths.exact.holdem_classes``). For one board of each of these 42,783 classes all pairs of
hole cards are put in the order of their strength; one pass from the weakest up then counts, for
each, the dealer's hands below it and up to it. Hands that share a card with the player's own are
taken out again by counts kept for each card.

An entry holds three counts in one number: the dealer does not qualify, the player wins, the player
loses; and the category of the player's hand.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from casino_holdem.rules import PAIR_OF_FOURS
from pitboss.kernel.poker import CATEGORY_OF, KINDS_OF_HAND
from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.exact.holdem_boards import DEALERS, in_parts
from pitboss.maths.kernels.compiled import compiled
from pitboss.maths.kernels.ranking import seven
from pitboss.maths.kernels.ranksets import KEYS, rank_sets

Entries = npt.NDArray[np.uint64]

CATEGORY_SHIFT, CATEGORY_BITS = np.uint64(10), np.uint64(15)
COUNT_BITS = np.uint64((1 << 10) - 1)
WON_SHIFT, LOST_SHIFT = np.uint64(21), np.uint64(42)
"""Where the counts of an entry stand, ten bits each."""

_HELD = 47
_PAIRS = _HELD * (_HELD - 1) // 2
_CATEGORY_OF = np.array(CATEGORY_OF, np.int64)


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
            entry = np.uint64(not_qualified) | np.uint64(won) << WON_SHIFT
            entry |= np.uint64(lost) << LOST_SHIFT
            entry |= np.uint64(_CATEGORY_OF[strengths[at]]) << CATEGORY_SHIFT
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
