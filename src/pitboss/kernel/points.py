"""Bullseye hands: a 3 Card Hand of 10, 20 or 30, and the Point Hand that it leaves.

A **place** is a line of the order of point hands: 25 is Gnau Tung Ku, 1 is one point, 0 stands for
no 3 Card Hand at all. Which cards make what is arithmetic on the cards; which place beats which is
a rulebook's affair, because documents may read the pairs of pictures as equal.
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations, product
from typing import NamedTuple

from pitboss.kernel.cards import ACE, JACK, KING, TEN, Card

_ACE_OF_SPADES = Card(ACE * 4 + 3)


class PointKind(IntEnum):
    """What a point hand consists of."""

    NONE = 0
    POINT_TOTAL = 1
    MIXED_PICTURES = 2
    PAIR = 3
    GNAU_TUNG_KU = 4


PLACE_LABELS: tuple[str, ...] = (
    "none",
    *(f"point-{points}" for points in range(1, 11)),
    "mixed-pictures",
    *(
        f"pair-{rank}"
        for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a")
    ),
    "gnau-tung-ku",
)
"""The contract's names by place."""

NO_HAND, MIXED_PICTURES, PAIR_OF_TWOS, GNAU_TUNG_KU = 0, 11, 12, 25
PAIR_OF_JACKS, PAIR_OF_KINGS = PAIR_OF_TWOS + JACK, PAIR_OF_TWOS + KING


def kind_of_place(place: int) -> PointKind:
    """What a hand of this place consists of."""
    if place == NO_HAND:
        return PointKind.NONE
    if place < MIXED_PICTURES:
        return PointKind.POINT_TOTAL
    if place == MIXED_PICTURES:
        return PointKind.MIXED_PICTURES
    return PointKind.PAIR if place < GNAU_TUNG_KU else PointKind.GNAU_TUNG_KU


def is_picture(card: Card) -> bool:
    """Jack, queen or king."""
    return JACK * 4 <= card < ACE * 4


def _values(card: Card, picture: int) -> tuple[int, ...]:
    """What a card may count as: a three as six and a six as three, an ace as one, a picture card as
    given.
    """
    rank = card >> 2
    if rank == ACE:
        return (1,)
    if rank > TEN:
        return (picture,)
    face = rank + 2
    return (3, 6) if face in (3, 6) else (face,)


def makes_three_card_hand(three: Sequence[Card]) -> bool:
    """Whether three cards add to 10, 20 or 30."""
    a, b, c = three
    return _THREE_ADDS[(a >> 2) * 169 + (b >> 2) * 13 + (c >> 2)]


def place_of_two(a: Card, b: Card) -> int:
    """The place of a point hand of two cards."""
    return _PLACE_OF_TWO[a * 52 + b]


def _three_adds(ranks: tuple[int, ...]) -> bool:
    values = product(*(_values(Card(rank * 4), picture=10) for rank in ranks))
    return any(sum(counted) in (10, 20, 30) for counted in values)


def _place_of_two(a: Card, b: Card) -> int:
    if a >> 2 == b >> 2:
        return PAIR_OF_TWOS + (a >> 2)
    pictures = is_picture(a) + is_picture(b)
    if pictures == 2:
        return MIXED_PICTURES
    if pictures == 1 and _ACE_OF_SPADES in (a, b):
        return GNAU_TUNG_KU
    totals = (x + y for x, y in product(_values(a, picture=0), _values(b, picture=0)))
    # A sum above ten counts by its last digit. It is never zero: only two tens would make twenty,
    # and they pair.
    return max(total if total <= 10 else total % 10 for total in totals)


_THREE_ADDS = tuple(_three_adds(ranks) for ranks in product(range(13), repeat=3))
_PLACE_OF_TWO = tuple(_place_of_two(Card(a), Card(b)) for a in range(52) for b in range(52))


class Setting(NamedTuple):
    """One way of setting five cards: three that add to 10, 20 or 30, and the place of the two that
    are left.
    """

    three: tuple[Card, Card, Card]
    two: tuple[Card, Card]
    place: int


# The ten ways to split five cards, as positions: three and two.
_SPLITS = tuple(
    (three, tuple(position for position in range(5) if position not in three))
    for three in combinations(range(5), 3)
)


def settings(cards: Sequence[Card]) -> list[Setting]:
    """Every setting that the rules allow for five cards; none if no three of them add to 10, 20 or
    30.
    """
    allowed = []
    for (i, j, k), (m, n) in _SPLITS:
        three = (cards[i], cards[j], cards[k])
        if makes_three_card_hand(three):
            two = (cards[m], cards[n])
            allowed.append(Setting(three, two, place_of_two(*two)))
    return allowed


def best_place(cards: Sequence[Card], order: Sequence[int]) -> int:
    """The place of the point hand that the House Way leaves; NO_HAND if there is no 3 Card Hand to
    set.
    """
    best = NO_HAND
    ranks = [card >> 2 for card in cards]
    for (i, j, k), (m, n) in _SPLITS:
        if _THREE_ADDS[ranks[i] * 169 + ranks[j] * 13 + ranks[k]]:
            place = _PLACE_OF_TWO[cards[m] * 52 + cards[n]]
            if order[place] > order[best]:
                best = place
    return best
