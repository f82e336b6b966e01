"""Exact stud: the best play against every exposed card, and the outcomes of any play."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.games.stud.book import StudBook
from pitboss.kernel.cards import parse_cards
from pitboss.kernel.poker import CATEGORY_LABELS, CATEGORY_OF, Category, strength_of_five
from pitboss.maths.exact.results import Case, Cases, odds
from pitboss.maths.exact.stud_counts import DEALS, SITUATIONS_IN_ALL, StudCounts, stud_counts
from pitboss.maths.kernels.compilation import compiled

Decisions = npt.NDArray[np.bool_]
"""By situation: whether to bet."""

AKJ83 = strength_of_five(parse_cards("As Kd Jh 8c 3s"))
"""The lowest hand that the well-known simple rule bets on."""

# Beyond this an int64 could overflow; pay tables with such odds are computed with Python's own
# integers.
_SAFE = 2**62


@dataclass(frozen=True, eq=False)
class StudOdds:
    """A stud pay table as numbers per unit of the ante."""

    ante_unqualified: Fraction
    win: tuple[Fraction, ...]
    """By category: what ante and bet win together."""
    bet: Fraction

    @classmethod
    def of(cls, book: StudBook) -> "StudOdds":
        pays = book.pays
        bet = Fraction(book.wagers.bet.times_opening or 0)
        ante = odds(pays.ante.dealer_qualifies, "pays.ante.dealer-qualifies")
        win = []
        for category in Category:
            line = pays.bet.line(category)
            assert line is not None, "the loader asks for a line for every kind of hand"
            win.append(ante + bet * odds(line, f"pays.bet.{CATEGORY_LABELS[category]}"))
        unqualified = odds(pays.ante.dealer_does_not_qualify, "pays.ante.dealer-does-not-qualify")
        return cls(unqualified, tuple(win), bet)

    @property
    def lose(self) -> Fraction:
        """What is lost to a better hand."""
        return 1 + self.bet


@dataclass(frozen=True, eq=False)
class StudTally:
    """How often each thing happens over all situations, out of ``SITUATIONS_IN_ALL * DEALS``."""

    fold: int
    unqualified: int
    win: tuple[int, ...]
    equal: int
    above: int


@compiled
def _tally(
    bets: Any, weight: Any, unqualified: Any, below: Any, equal: Any, above: Any, category: Any
) -> Any:
    ways_by_outcome = np.zeros(14, np.int64)
    for at in range(len(bets)):
        ways = np.int64(weight[at])
        if not bets[at]:
            ways_by_outcome[0] += ways
        elif ways:
            ways_by_outcome[1] += ways * unqualified[at]
            ways_by_outcome[2] += ways * equal[at]
            ways_by_outcome[3] += ways * above[at]
            ways_by_outcome[4 + category[at]] += ways * below[at]
    return ways_by_outcome


@lru_cache(maxsize=1)
def categories() -> npt.NDArray[np.uint8]:
    """The player's category in each situation."""
    return np.array(CATEGORY_OF, np.uint8)[stud_counts().strength]


def values(
    pays: StudOdds, awards: tuple[Fraction, ...] | None = None
) -> tuple[npt.NDArray[Any], int]:
    """What betting is worth in each situation, times 163,185 and the number that is also returned.

    ``awards``, by category and per unit of the ante, are what betting keeps and folding would
    forfeit.
    """
    counts = stud_counts()
    keeps = awards or (Fraction(0),) * len(Category)
    scale = lcm(
        *(part.denominator for part in (pays.ante_unqualified, pays.bet, *pays.win, *keeps)),
    )
    win = [int(part * scale) for part in pays.win]
    keep = [int(part * scale) for part in keeps]
    unqualified, lose = int(pays.ante_unqualified * scale), int(pays.lose * scale)
    largest = DEALS * (max(win) + max(keep) + max(unqualified, lose))
    kind: Any = np.int64 if largest < _SAFE else object
    by_category = np.array(win, kind)[categories()]
    worth = (
        counts.unqualified.astype(kind) * unqualified
        + counts.below.astype(kind) * by_category
        - counts.above.astype(kind) * lose
    )
    if any(keep):
        worth = worth + np.array(keep, kind)[categories()] * DEALS
    return worth, scale


def best_decisions(pays: StudOdds, awards: tuple[Fraction, ...] | None = None) -> Decisions:
    """Bet where it is worth more than the ante that folding loses; if equal, fold."""
    worth, scale = values(pays, awards)
    return np.asarray(worth > -DEALS * scale, np.bool_)


def from_strength(least: int) -> Decisions:
    """Betting on every hand of at least this strength, whatever the dealer shows."""
    return np.asarray(stud_counts().strength >= least, np.bool_)


def tally(bets: Decisions) -> StudTally:
    """The outcomes for a player who decides this way."""
    counts: StudCounts = stud_counts()
    ways_by_outcome = _tally(
        bets,
        counts.weight,
        counts.unqualified,
        counts.below,
        counts.equal,
        counts.above,
        categories(),
    )
    fold, unqualified, equal, above, *win = (int(number) for number in ways_by_outcome)
    return StudTally(fold * DEALS, unqualified, tuple(win), equal, above)


def cases(pays: StudOdds, bets: Decisions) -> Cases:
    """The outcomes of ante and bet for a player who decides this way."""
    count = tally(bets)
    both = 1 + pays.bet
    total = SITUATIONS_IN_ALL * DEALS

    def case(outcome: str, line: str | None, net: Fraction, staked: Fraction, ways: int) -> Case:
        return Case(outcome, line, net, staked, Fraction(ways, total))

    wins = [
        case("win", CATEGORY_LABELS[category], pays.win[category], both, count.win[category])
        for category in reversed(Category)
    ]
    return Cases(
        (
            case("fold", None, Fraction(-1), Fraction(1), count.fold),
            case("dealer-does-not-qualify", None, pays.ante_unqualified, both, count.unqualified),
            *wins,
            case("push", None, Fraction(0), both, count.equal),
            case("lose", None, -pays.lose, both, count.above),
        )
    )


def raised_by_category(bets: Decisions) -> tuple[Fraction, ...]:
    """By category: the probability of being dealt such a hand and betting on it."""
    counts = stud_counts()
    ways = np.where(bets, counts.weight, 0).astype(np.int64)
    kinds = categories()
    return tuple(
        Fraction(int(ways[kinds == category].sum()), SITUATIONS_IN_ALL) for category in Category
    )
