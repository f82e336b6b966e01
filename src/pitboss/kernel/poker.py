"""Five-card poker ranking, and the best five of seven.

A hand's **strength** is its place among the 7,462 kinds of hand that differ in value: 7,462 is a
royal flush, 1 is 7-5-4-3-2 in mixed suits; equal strength is a stand-off. The table behind it is
the ranking list itself, written down from the top: each kind of hand gets the next place. Looking
up a hand is then one addition per card, because every rank has a key and no two sets of ranks have
the same sum of keys.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import combinations

from pitboss.kernel.cards import ACE, Card


class Category(IntEnum):
    """The ten kinds of hand; a higher value beats a lower one."""

    FIVE_ODD_CARDS = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """The contract's name, ``"four-of-a-kind"``."""
        return CATEGORY_LABELS[self]


CATEGORY_LABELS: tuple[str, ...] = tuple(
    category.name.lower().replace("_", "-") for category in Category
)
"""The contract's names by category."""

KINDS_OF_HAND = 7_462

RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""One key per rank: sums over any seven cards, at most four of a rank, are distinct, and so are
sums over five. Each is the smallest number that keeps them so.
"""

_KEY = tuple(RANK_KEYS[card >> 2] for card in range(52))

_DOWN = tuple(range(ACE, -1, -1))
# Straights from the ace down; in the last one, 5-4-3-2-A, the ace counts as one.
_STRAIGHTS = (*(tuple(range(top, top - 5, -1)) for top in range(ACE, 3, -1)), (3, 2, 1, 0, ACE))


def _odd_ranks() -> Iterator[tuple[int, ...]]:
    """Five different ranks that do not run in sequence, the best first."""
    runs = {frozenset(run) for run in _STRAIGHTS}
    return (ranks for ranks in combinations(_DOWN, 5) if frozenset(ranks) not in runs)


def _sets(*shape: int, among: tuple[int, ...] = _DOWN) -> Iterator[tuple[int, ...]]:
    """Hands with sets of the given sizes, the best first: ``_sets(3, 2)`` are the full houses, aces
    over kings on.
    """
    # Sets of one size are interchangeable, so they come in falling order; a larger set comes before
    # a smaller one.
    size, count = shape[0], shape.count(shape[0])
    rest = shape[count:]
    for ranks in combinations(among, count):
        first = tuple(rank for rank in ranks for _ in range(size))
        if rest:
            others = tuple(rank for rank in among if rank not in ranks)
            yield from (first + tail for tail in _sets(*rest, among=others))
        else:
            yield first


def ranking_list() -> Iterator[tuple[Category, bool, Iterator[tuple[int, ...]]]]:
    """The ranking list from the top: a category, whether it takes one suit, and its hands, the best
    first.
    """
    yield Category.ROYAL_FLUSH, True, iter(_STRAIGHTS[:1])
    yield Category.STRAIGHT_FLUSH, True, iter(_STRAIGHTS[1:])
    yield Category.FOUR_OF_A_KIND, False, _sets(4, 1)
    yield Category.FULL_HOUSE, False, _sets(3, 2)
    yield Category.FLUSH, True, _odd_ranks()
    yield Category.STRAIGHT, False, iter(_STRAIGHTS)
    yield Category.THREE_OF_A_KIND, False, _sets(3, 1, 1)
    yield Category.TWO_PAIRS, False, _sets(2, 2, 1)
    yield Category.ONE_PAIR, False, _sets(2, 1, 1, 1)
    yield Category.FIVE_ODD_CARDS, False, _odd_ranks()


def _tables() -> tuple[dict[int, int], dict[int, int], tuple[Category, ...]]:
    suited: dict[int, int] = {}
    mixed: dict[int, int] = {}
    categories = [Category.FIVE_ODD_CARDS] * (KINDS_OF_HAND + 1)
    strength = KINDS_OF_HAND
    for category, one_suit, hands in ranking_list():
        table = suited if one_suit else mixed
        for ranks in hands:
            a, b, c, d, e = ranks
            table[RANK_KEYS[a] + RANK_KEYS[b] + RANK_KEYS[c] + RANK_KEYS[d] + RANK_KEYS[e]] = (
                strength
            )
            categories[strength] = category
            strength -= 1
    return suited, mixed, tuple(categories)


_SUITED, _MIXED, CATEGORY_OF = _tables()
"""CATEGORY_OF: the category of each strength (the entry 0 stands for no hand at all)."""

ACE_KING_HIGH = _MIXED[sum(RANK_KEYS[rank] for rank in (ACE, ACE - 1, 2, 1, 0))]
"""The least strength of a hand that holds an ace and a king: A-K-4-3-2."""


def strength_of_five(cards: Sequence[Card]) -> int:
    """The strength, 1 to 7,462, of five different cards; more beats less.

    >>> from pitboss.kernel.cards import parse_cards
    >>> [strength_of_five(parse_cards(hand)) for hand in ("Ah Kh Qh Jh Th", "7s 5h 4d 3c 2c")]
    [7462, 1]
    """
    a, b, c, d, e = cards
    key = _KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[e]
    if a & 3 == b & 3 == c & 3 == d & 3 == e & 3:
        return _SUITED[key]
    return _MIXED[key]


_best_mixed: dict[int, int] = {}


def strength_of_seven(cards: Sequence[Card]) -> int:
    """The strength of the best five of seven different cards.

    >>> from pitboss.kernel.cards import parse_cards
    >>> CATEGORY_OF[strength_of_seven(parse_cards("Ah Kh 9h 5h 2h As Ad"))].label
    'flush'
    """
    suits = [card & 3 for card in cards]
    for suit in (0, 1, 2, 3):
        if suits.count(suit) >= 5:
            # With five of a suit among seven cards there is no full house or four of a kind, so a
            # flush is best.
            return max(
                map(strength_of_five, combinations([card for card in cards if card & 3 == suit], 5))
            )
    keys = [_KEY[card] for card in cards]
    key = sum(keys)
    strength = _best_mixed.get(key)
    if strength is None:
        # Computed once for each of the 49,205 sets of seven ranks, and cached: it is a pure
        # function of the sum. The best five are found by leaving out each pair of the seven.
        strength = _best_mixed[key] = max([_MIXED[key - a - b] for a, b in combinations(keys, 2)])
    return strength


def category_of_five(cards: Sequence[Card]) -> Category:
    """The category of five different cards.

    >>> from pitboss.kernel.cards import parse_cards
    >>> category_of_five(parse_cards("Qs Qh 8c 8d 3s")).label
    'two-pairs'
    """
    return CATEGORY_OF[strength_of_five(cards)]
