"""Work over every hand of a deck, and plainly written second opinions to hold the kernel against.

The work runs in processes started afresh: coverage does not trace them, so that all 2,598,960 hands
take seconds. Those processes import what they run by name, which is why it has a module of its own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from multiprocessing import get_context
from typing import TypeVar

from pitboss.kernel.cards import Card
from pitboss.kernel.points import best_place
from pitboss.kernel.poker import strength_of_five

WORKERS = 2
IN_LIST_ORDER = tuple(range(26))
"""How high each place of a point hand ranks where the list is taken as it is printed."""

Found = TypeVar("Found")


def over_all_five_card_hands(count: Callable[[int], Counter[Found]]) -> Counter[Found]:
    """Adds up what ``count`` finds among the hands whose first card is 0, then 1, … up to 47."""
    total: Counter[Found] = Counter()
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        for part in pool.map(count, range(48)):
            total.update(part)
    return total


def hands_from(first: int) -> Iterable[tuple[Card, ...]]:
    """Every five-card hand whose lowest card is ``first``."""
    return ((Card(first), *map(Card, rest)) for rest in combinations(range(first + 1, 52), 4))


def count_strengths(first: int) -> Counter[tuple[int, tuple[int, ...]]]:
    """How often each strength meets each plain value."""
    return Counter((strength_of_five(hand), plain_value(hand)) for hand in hands_from(first))


def count_places(first: int) -> Counter[int]:
    """How often the House Way leaves each place."""
    return Counter(best_place(hand, IN_LIST_ORDER) for hand in hands_from(first))


# ── poker, written a second time ──────────────────────────────────────────────────────────────────


def plain_value(cards: Sequence[int]) -> tuple[int, ...]:
    """The category, 0 to 9, and then the ranks, 2 to 14, in the order in which they are
    compared.
    """
    ranks = tuple(sorted(card // 4 + 2 for card in cards))
    return _plain_value(ranks, len({card % 4 for card in cards}) == 1)


@cache
def _plain_value(ranks: tuple[int, ...], one_suit: bool) -> tuple[int, ...]:
    count = Counter(ranks)
    shape = sorted(count.values(), reverse=True)
    # Larger sets are compared first, and among sets of one size the higher rank.
    compared = tuple(sorted(count, key=lambda rank: (count[rank], rank), reverse=True))
    if shape == [4, 1]:
        return (7, *compared)
    if shape == [3, 2]:
        return (6, *compared)
    if shape == [3, 1, 1]:
        return (3, *compared)
    if shape == [2, 2, 1]:
        return (2, *compared)
    if shape == [2, 1, 1, 1]:
        return (1, *compared)
    if compared == (14, 5, 4, 3, 2):
        compared = (5, 4, 3, 2, 1)
    runs = compared[0] - compared[4] == 4
    if runs and one_suit:
        return (9 if compared[0] == 14 else 8, *compared)
    if one_suit:
        return (5, *compared)
    return (4 if runs else 0, *compared)


def sets_of_ranks(size: int) -> list[tuple[int, ...]]:
    """Every set of ranks, 0 to 12, that so many cards can have: four of a rank at the most."""
    return [
        ranks
        for ranks in combinations_with_replacement(range(13), size)
        if max(map(ranks.count, ranks)) <= 4
    ]


def in_turning_suits(ranks: Sequence[int]) -> tuple[Card, ...]:
    """Cards of these ranks, in rising order, with the suits taken in turn: no card twice, and never
    five of a suit.
    """
    return tuple(Card(rank * 4 + position % 4) for position, rank in enumerate(ranks))


# ── point hands, written a second time ────────────────────────────────────────────────────────────

# Rules 3.4, 3.4.1 and 3.4.2 of the Bullseye document, by the letter of the rank.
_COUNTS_AS = {rank: (int(rank),) for rank in "245789"} | {
    "A": (1,),
    "3": (3, 6),
    "6": (3, 6),
    "T": (10,),
}
_PICTURES = "JQK"

LIST_OF_POINT_HANDS = (
    "gnau-tung-ku",
    "pair-a",
    "pair-k",
    "pair-q",
    "pair-j",
    "pair-10",
    "pair-9",
    "pair-8",
    "pair-7",
    "pair-6",
    "pair-5",
    "pair-4",
    "pair-3",
    "pair-2",
    "mixed-pictures",
    "point-10",
    "point-9",
    "point-8",
    "point-7",
    "point-6",
    "point-5",
    "point-4",
    "point-3",
    "point-2",
    "point-1",
)
"""The list of rule 3.15, the highest hand first."""


def plain_makes_three(three: Sequence[str]) -> bool:
    """Whether three cards, written as ``"Td"``, add to 10, 20 or 30."""
    values = [(10,) if card[0] in _PICTURES else _COUNTS_AS[card[0]] for card in three]
    return any(sum(chosen) in (10, 20, 30) for chosen in product(*values))


def plain_point_hand(first: str, second: str) -> str:
    """The name of a point hand of two cards: rules 3.4.3, 1.1.6, 1.1.4, then 3.11.1 and 3.11.2."""
    ranks = {first[0], second[0]}
    if len(ranks) == 1:
        rank = first[0]
        return "pair-10" if rank == "T" else f"pair-{rank.lower()}"
    pictures = [rank for rank in ranks if rank in _PICTURES]
    if len(pictures) == 2:
        return "mixed-pictures"
    if pictures and "As" in (first, second):
        return "gnau-tung-ku"
    values = [(0,) if rank in _PICTURES else _COUNTS_AS[rank] for rank in ranks]
    sums = [sum(chosen) for chosen in product(*values)]
    return f"point-{max(total if total <= 10 else int(str(total)[-1]) for total in sums)}"


def plain_settings(cards: Sequence[str]) -> dict[frozenset[str], str]:
    """Every setting that rule 3.10.1 allows: the three cards, and the name of the point hand that
    they leave.
    """
    return {
        frozenset(cards) - {first, second}: plain_point_hand(first, second)
        for first, second in combinations(cards, 2)
        if plain_makes_three(sorted(frozenset(cards) - {first, second}))
    }


def plain_house_way(cards: Sequence[str]) -> str:
    """Rule 1.1.5: the highest point hand of the list that can be left, or ``"none"``."""
    names = plain_settings(cards).values()
    return min(names, key=LIST_OF_POINT_HANDS.index, default="none")
