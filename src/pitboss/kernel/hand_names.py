"""Hands as people at a table call them: "pair of sixes, king kicker", "ace-king high".

The kind of hand comes first, then the ranks that decide between hands of that kind, as far as
anybody would say them aloud.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from pitboss.kernel.points import GNAU_TUNG_KU, MIXED_PICTURES, NO_HAND, PAIR_OF_TWOS
from pitboss.kernel.poker import KINDS_OF_HAND, Category, ranking_list

_SINGULAR = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_PLURAL = tuple("sixes" if rank == "six" else f"{rank}s" for rank in _SINGULAR)


def poker_hand_name(strength: int) -> str:
    """A five-card hand by its strength.

    >>> from pitboss.kernel.cards import parse_cards
    >>> from pitboss.kernel.poker import strength_of_five
    >>> poker_hand_name(strength_of_five(parse_cards("6s 6h Kd 9c 2c")))
    'pair of sixes, king kicker'
    """
    category, ranks = _hands()[KINDS_OF_HAND - strength]
    return _poker_name(category, ranks)


@lru_cache(maxsize=1)
def _hands() -> tuple[tuple[Category, tuple[int, ...]], ...]:
    """Every kind of hand from the top, with its ranks in the order in which they count."""
    return tuple((category, ranks) for category, _, hands in ranking_list() for ranks in hands)


def _poker_name(category: Category, ranks: Sequence[int]) -> str:
    first, second, last = ranks[0], ranks[1], ranks[-1]
    match category:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT_FLUSH:
            return f"{_SINGULAR[first]}-high straight flush"
        case Category.FOUR_OF_A_KIND:
            return f"four {_PLURAL[first]}, {_SINGULAR[last]} kicker"
        case Category.FULL_HOUSE:
            return f"full house, {_PLURAL[first]} over {_PLURAL[last]}"
        case Category.FLUSH:
            return f"{_SINGULAR[first]}-high flush"
        case Category.STRAIGHT:
            return f"{_SINGULAR[first]}-high straight"
        case Category.THREE_OF_A_KIND:
            return f"three {_PLURAL[first]}, {_SINGULAR[ranks[3]]} kicker"
        case Category.TWO_PAIRS:
            pairs = f"{_PLURAL[first]} and {_PLURAL[ranks[2]]}"
            return f"two pairs, {pairs}, {_SINGULAR[last]} kicker"
        case Category.ONE_PAIR:
            return f"pair of {_PLURAL[first]}, {_SINGULAR[ranks[2]]} kicker"
        case Category.FIVE_ODD_CARDS:
            return f"{_SINGULAR[first]}-{_SINGULAR[second]} high"
        case never:
            assert_never(never)


def point_hand_name(place: int) -> str:
    """A Point Hand by its place on the list."""
    if place == NO_HAND:
        return "no 3 Card Hand"
    if place == GNAU_TUNG_KU:
        return "Gnau Tung Ku"
    if place == MIXED_PICTURES:
        return "mixed pictures"
    if place >= PAIR_OF_TWOS:
        return f"pair of {_PLURAL[place - PAIR_OF_TWOS]}"
    return "1 point" if place == 1 else f"{place} points"
