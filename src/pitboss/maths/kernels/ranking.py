"""Ranking hands by the million: ``rank5``, ``rank7`` and ``point_hand`` on arrays of cards.

Cards are bytes in the kernel's numbering (four times the rank plus the suit), one hand per row. The
answers equal those of ``pitboss.kernel.poker`` and ``pitboss.kernel.points``, looked up in tables
that are shipped as data (35 KB for five cards, 132 KB for seven; ``tools/ranking_tables.py`` makes
them). Hands are not checked: a byte that is not a card, or a duplicate card, gives a meaningless
answer, but never reads outside the tables.

The functions on single cards, ``five``, ``seven`` and ``place``, are for other compiled code.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.kernel.cards import ACE
from pitboss.maths.kernels.compilation import compiled, inlined
from pitboss.maths.kernels.layout import FIVE, SEVEN, Packing

Hands = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.uint16]

_DATA = Path(__file__).parent / "data"
_ACE_OF_SPADES = np.uint8(ACE * 4 + 3)

# Indexes are unsigned throughout: a signed one costs a test for "counted from the end" at every
# look-up.
_U1, _U2, _U3, _U4, _U5 = map(np.uint64, (1, 2, 3, 4, 5))

_FIVE_ROW_SHIFT, _FIVE_COLUMN_SHIFT = np.uint64(64 - 11), np.uint64(64 - 19)
_FIVE_COLUMNS = np.uint64(FIVE.columns - 1)
_SEVEN_ROW_SHIFT, _SEVEN_COLUMN_SHIFT = np.uint64(64 - 13), np.uint64(64 - 23)
_SEVEN_COLUMNS = np.uint64(SEVEN.columns - 1)
_RANKS = np.uint64(0x1FFF)

# Four counters of six bits, one per suit. A card counts seven, so that five cards of a suit, and no
# fewer, reach 32.
_SUIT_BITS, _SUIT_COUNT = 6, 7
SUITS_FULL = np.uint64(sum(32 << _SUIT_BITS * suit for suit in range(4)))
"""The bits of a sum of keys that say: five cards or more are of one suit."""


def _load(name: str, packing: Packing) -> tuple[Strengths, Strengths]:
    """Where the rows begin, and the rows themselves."""
    table = np.load(_DATA / name)
    return np.ascontiguousarray(table[: packing.rows]), np.ascontiguousarray(table[packing.rows :])


def _keys(packing: Packing) -> npt.NDArray[np.uint64]:
    """By card: the key of its rank in the highest bits, where a sum wraps around by itself; and its
    suit's count.
    """
    keys = np.zeros(256, np.uint64)
    keys[:52] = [
        (packing.keys[card >> 2] << (64 - packing.bits)) + (_SUIT_COUNT << _SUIT_BITS * (card & 3))
        for card in range(52)
    ]
    return keys


FIVE_BEGINS, FIVE_MIXED = _load("five.npy", FIVE)
SEVEN_BEGINS, SEVEN_MIXED = _load("seven.npy", SEVEN)
"""Where the rows of a table begin, and the strengths in them."""
SUITED: Strengths = np.load(_DATA / "suited.npy")
"""By the ranks of one suit as bits, five to seven of them: the strength of the best flush."""
_points = np.load(_DATA / "points.npy")
FIVE_KEYS = _keys(FIVE)
SEVEN_KEYS = _keys(SEVEN)
"""By byte: what a card adds to the sum that selects a row and a column; 0 for bytes that are not
cards.
"""


@compiled
def _flush_of_five(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    bits = (
        (_U1 << np.uint64(a >> 2))
        | (_U1 << np.uint64(b >> 2))
        | (_U1 << np.uint64(c >> 2))
        | (_U1 << np.uint64(d >> 2))
        | (_U1 << np.uint64(e >> 2))
    )
    return SUITED[bits & _RANKS]


@inlined
def _five_index(key: Any) -> Any:
    """Where a sum of keys is in the tables of five cards."""
    row = FIVE_BEGINS[key >> _FIVE_ROW_SHIFT]
    return np.uint64(row) + ((key >> _FIVE_COLUMN_SHIFT) & _FIVE_COLUMNS)


@inlined
def five(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """The strength of five cards, each a uint8."""
    key = FIVE_KEYS[a] + FIVE_KEYS[b] + FIVE_KEYS[c] + FIVE_KEYS[d] + FIVE_KEYS[e]
    if key & SUITS_FULL:
        return _flush_of_five(a, b, c, d, e)
    return FIVE_MIXED[_five_index(key)]


@inlined
def place(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """The place of the best point hand of five cards, each a uint8; 0 if there is no 3 Card
    Hand.
    """
    key = FIVE_KEYS[a] + FIVE_KEYS[b] + FIVE_KEYS[c] + FIVE_KEYS[d] + FIVE_KEYS[e]
    ace = (
        (a == _ACE_OF_SPADES)
        | (b == _ACE_OF_SPADES)
        | (c == _ACE_OF_SPADES)
        | (d == _ACE_OF_SPADES)
        | (e == _ACE_OF_SPADES)
    )
    return _points[(_five_index(key) << _U1) + np.uint64(ace)]


@inlined
def seven_key(card: Any) -> Any:
    """What a card, a uint8, adds to the sum that ``seven_mixed`` takes if no bit of SUITS_FULL is
    set in it.
    """
    return SEVEN_KEYS[card]


@inlined
def seven_mixed(key: Any) -> Any:
    """The strength of seven cards without a flush, from the sum of their keys."""
    row = SEVEN_BEGINS[key >> _SEVEN_ROW_SHIFT]
    return SEVEN_MIXED[np.uint64(row) + ((key >> _SEVEN_COLUMN_SHIFT) & _SEVEN_COLUMNS)]


@inlined
def seven(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
    """The strength of the best five of seven cards, each a uint8."""
    key = (
        SEVEN_KEYS[a]
        + SEVEN_KEYS[b]
        + SEVEN_KEYS[c]
        + SEVEN_KEYS[d]
        + SEVEN_KEYS[e]
        + SEVEN_KEYS[f]
        + SEVEN_KEYS[g]
    )
    full = key & SUITS_FULL
    if full:
        return _flush_of_seven(full, a, b, c, d, e, f, g)
    return seven_mixed(key)


@compiled
def _flush_of_seven(full: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
    suit = 0
    while full & np.uint64(32) == 0:
        full >>= np.uint64(6)
        suit += 1
    bits = np.uint64(0)
    for card in (a, b, c, d, e, f, g):
        if card & 3 == suit:
            bits |= _U1 << np.uint64(card >> 2)
    return SUITED[bits & _RANKS]


@inlined
def _key_at(cards: Any, at: Any) -> Any:
    """The sum of the keys of the five cards starting at a place."""
    return (
        FIVE_KEYS[cards[at]]
        + FIVE_KEYS[cards[at + _U1]]
        + FIVE_KEYS[cards[at + _U2]]
        + FIVE_KEYS[cards[at + _U3]]
        + FIVE_KEYS[cards[at + _U4]]
    )


@inlined
def _five_at(cards: Any, at: Any) -> Any:
    """The strength of the five cards starting at a place."""
    return five(cards[at], cards[at + _U1], cards[at + _U2], cards[at + _U3], cards[at + _U4])


@compiled
def _rank5(cards: Any, out: Any) -> None:
    # Four hands at a time share one test for a flush among them. One time in 127 there is one, and
    # the four are ranked again.
    count = np.uint64(len(out))
    fours = count & ~_U3
    for hand in range(np.uint64(0), fours, _U4):
        at = _U5 * hand
        one, two = _key_at(cards, at), _key_at(cards, at + _U5)
        three, four = _key_at(cards, at + np.uint64(10)), _key_at(cards, at + np.uint64(15))
        if (one | two | three | four) & SUITS_FULL:
            for n in range(np.uint64(0), _U4):
                out[hand + n] = _five_at(cards, at + _U5 * n)
        else:
            out[hand] = FIVE_MIXED[_five_index(one)]
            out[hand + _U1] = FIVE_MIXED[_five_index(two)]
            out[hand + _U2] = FIVE_MIXED[_five_index(three)]
            out[hand + _U3] = FIVE_MIXED[_five_index(four)]
    for hand in range(fours, count):
        out[hand] = _five_at(cards, _U5 * hand)


@compiled
def _rank7(cards: Any, out: Any) -> None:
    for hand in range(np.uint64(len(out))):
        at = np.uint64(7) * np.uint64(hand)
        out[np.uint64(hand)] = seven(
            cards[at],
            cards[at + _U1],
            cards[at + _U2],
            cards[at + _U3],
            cards[at + np.uint64(4)],
            cards[at + np.uint64(5)],
            cards[at + np.uint64(6)],
        )


@compiled
def _point_hand(cards: Any, out: Any) -> None:
    for hand in range(np.uint64(len(out))):
        at = np.uint64(5) * np.uint64(hand)
        out[np.uint64(hand)] = place(
            cards[at],
            cards[at + _U1],
            cards[at + _U2],
            cards[at + _U3],
            cards[at + np.uint64(4)],
        )


def rank5(cards: Hands, out: Strengths | None = None) -> Strengths:
    """The strengths, 1 to 7,462, of hands of five cards: ``cards`` has the shape (n, 5)."""
    flat, count = _rows(cards, 5)
    answers = _answers(out, count, np.uint16)
    _rank5(flat, answers)
    return answers


def rank7(cards: Hands, out: Strengths | None = None) -> Strengths:
    """The strengths of the best five of hands of seven cards: ``cards`` has the shape (n, 7)."""
    flat, count = _rows(cards, 7)
    answers = _answers(out, count, np.uint16)
    _rank7(flat, answers)
    return answers


def point_hand(cards: Hands, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
    """The places of the best point hands of five cards: ``cards`` has the shape (n, 5); 0 is
    none.
    """
    flat, count = _rows(cards, 5)
    answers = _answers(out, count, np.uint8)
    _point_hand(flat, answers)
    return answers


def _rows(cards: Hands, width: int) -> tuple[Hands, int]:
    if cards.ndim != 2 or cards.shape[1] != width or cards.dtype != np.uint8:
        raise ValueError(
            f"cards is an array of {cards.dtype} of the shape {cards.shape}; "
            f"give one of uint8 of the shape (n, {width})"
        )
    return np.ascontiguousarray(cards).reshape(-1), len(cards)


def _answers(out: npt.NDArray[Any] | None, count: int, kind: type[np.generic]) -> npt.NDArray[Any]:
    if out is None:
        return np.empty(count, kind)
    if out.shape != (count,) or out.dtype != kind or not out.flags.c_contiguous:
        raise ValueError(
            f"out is an array of {out.dtype} of the shape {out.shape}; give a contiguous one of "
            f"{kind.__name__} of the shape ({count},)"
        )
    return out
