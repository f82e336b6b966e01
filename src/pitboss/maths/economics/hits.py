"""How often a progressive wager wins, and how often two win together: exact counts.

How often the hand is dealt on which a progressive wager is judged, the mathematics of its game
says. In our families it is five cards off one deck (in hold'em the hole cards and the flop), so its
chances are counts out of 2,598,960. Hands of one round come from one deck, and in hold'em they
share the flop: that decides how likely two winners in one round are.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, factorial

import msgspec

from pitboss.games.family import family_of
from pitboss.games.progressive import ProgressivePays
from pitboss.kernel.cards import ACE, Card
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import CATEGORY_LABELS, Category, category_of_five
from pitboss.maths.exact.progressive import Progressive, dealt, progressive
from pitboss.maths.exact.results import CannotAnalyse
from pitboss.maths.family import maths_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.readings import StraightFlush

WHOLE = Fraction(1)

# Hands that need one suit and a run: the only ones that documents so far pay with shares of the
# jackpot.
RUNS = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


class PaidHand(msgspec.Struct, frozen=True):
    """A hand that the progressive pay table pays, and what it does to the jackpot.

    ``share`` is the part of the jackpot that it takes, 0 if it is paid a sum of its own.
    """

    category: Category
    chance: Fraction
    share: Fraction
    resets: bool


def progressive_of(book: Rulebook, bet: Cents) -> Progressive:
    """The progressive wager of a player who never folds a hand that it pays; raises CannotAnalyse
    if its game does not say how often those are dealt.
    """
    try:
        made = maths_of(book).dealt()
    except CannotAnalyse as error:
        raise CannotAnalyse(f"{book.id}: {error}") from None
    return progressive(book, bet, made)


def hits_of(book: Rulebook, bet: Cents) -> tuple[PaidHand, ...]:
    """The paid hands of a rulebook that can be dealt, the best first."""
    parts_reset = book.readings.straight_flush_award.take is StraightFlush.RESETS
    return tuple(
        PaidHand(
            Category(CATEGORY_LABELS.index(name)),
            hit.probability,
            hit.share,
            hit.share == WHOLE or (hit.share > 0 and parts_reset),
        )
        for name, hit in progressive_of(book, bet).hits.items()
        if hit.probability
    )


# ── two winners in one round ──────────────────────────────────────────────────────────────────────


class Together(msgspec.Struct, frozen=True):
    """Chances that two or more boxes of one round at one table win a share of the jackpot, and all
    of it.
    """

    boxes: int
    two_majors: Fraction
    two_wholes: Fraction


def winners_together(book: Rulebook, boxes: int) -> Together | None:
    """None where they are not counted here: for hands of other than five cards, and if a rulebook
    pays shares for others than straight and royal flushes.
    """
    if maths_of(book).dealt() != dealt():
        return None
    shares = ProgressivePays(book).shares
    majors = [category for category in Category if shares[category] is not None]
    if any(category not in RUNS for category in majors):
        return None
    wholes = [category for category in majors if shares[category] == WHOLE]
    at_least_two = _two_on_one_flop if family_of(book).community_cards else _two_hands_apart
    return Together(
        boxes,
        at_least_two(frozenset(majors), boxes),
        at_least_two(frozenset(wholes), boxes),
    )


def _runs(categories: frozenset[Category], suit: int) -> list[frozenset[Card]]:
    """The straight flushes of one suit, and the royal flush, as far as they are asked for."""
    runs = []
    for top in range(3, ACE + 1):
        ranks = range(top - 4, top + 1)
        # The run 5-4-3-2-A begins one below the two, which is where the ace stands again.
        cards = frozenset(Card((rank % (ACE + 1)) * 4 + suit) for rank in ranks)
        if category_of_five(tuple(cards)) in categories:
            runs.append(cards)
    return runs


def _at_least_two(chance_of_these: Sequence[Fraction], boxes: int) -> Fraction:
    """From the probabilities that 0, 1, 2, … given boxes all win (zero beyond the list), by
    inclusion and exclusion.
    """
    total = Fraction(0)
    for winners, chance in enumerate(chance_of_these[: boxes + 1]):
        if winners >= 2:
            total += (-1) ** winners * (winners - 1) * comb(boxes, winners) * chance
    return total


@lru_cache(maxsize=64)
def _two_hands_apart(categories: frozenset[Category], boxes: int) -> Fraction:
    """Hands of five separate cards each, from one deck."""
    # In one suit at most two runs have no card in common, so a polynomial of degree two per suit
    # counts the sets.
    sets = [1]
    for suit in range(4):
        runs = _runs(categories, suit)
        pairs = sum(a.isdisjoint(b) for a, b in combinations(runs, 2))
        sets = _times(sets, [1, len(runs), pairs])
    chances = []
    deals = 1
    for winners, count in enumerate(sets):
        if 5 * winners > 52:
            break
        chances.append(Fraction(factorial(winners) * count, deals))
        deals *= comb(52 - 5 * winners, 5)
    return _at_least_two(chances, boxes)


@lru_cache(maxsize=64)
def _two_on_one_flop(categories: frozenset[Category], boxes: int) -> Fraction:
    """Hands of two hole cards each and a shared flop."""
    total = Fraction(0)
    for suit in range(4):
        runs = _runs(categories, suit)
        for flop in combinations([Card(rank * 4 + suit) for rank in range(ACE + 1)], 3):
            holes = [run.difference(flop) for run in runs if run.issuperset(flop)]
            pairs = sum(a.isdisjoint(b) for a, b in combinations(holes, 2))
            # At most three runs contain a given flop of three, and no three of those leave six
            # separate cards.
            both = Fraction(2 * pairs, comb(49, 2) * comb(47, 2))
            total += _at_least_two([WHOLE, Fraction(len(holes), comb(49, 2)), both], boxes)
    return total / comb(52, 3)


def _times(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """The product of two polynomials."""
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product
