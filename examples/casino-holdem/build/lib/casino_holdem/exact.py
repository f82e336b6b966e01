"""Exact Casino Hold'em: what any play comes to, and the side bets."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from casino_holdem.book import CasinoHoldemBook
from casino_holdem.counts import ALL_DEALS, CATEGORIES, DEALS, CallCounts, Pays, call_counts
from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.maths.exact.progressive import HANDS
from pitboss.maths.exact.results import Case, Cases, odds

PAIRS_OF_ACES = HANDS[Category.ONE_PAIR] // 13
"""Of the hands with one pair, as many as with any other rank."""

ONE = Fraction(1)


@dataclass(frozen=True)
class Odds:
    """A pay table per unit of the ante."""

    ante: tuple[Fraction, ...]
    """By category."""
    call: Fraction
    times: int
    """How many antes a call is."""

    @classmethod
    def of(cls, book: CasinoHoldemBook) -> "Odds":
        pays = book.pays
        lines = [(kind, pays.ante.line(kind)) for kind in Category]
        ante = tuple(
            odds(line, f"pays.ante.{CATEGORY_LABELS[kind]}") for kind, line in lines if line
        )
        times = book.wagers.call.times_opening or 0
        return cls(ante, odds(pays.call.win, "pays.call.win"), times)

    @property
    def common(self) -> str:
        """The hands that are paid as the lowest is."""
        highest = max(kind for kind in range(CATEGORIES) if self.ante[kind] == self.ante[0])
        return f"{CATEGORY_LABELS[highest]}-or-less"

    def won(self, category: int) -> Fraction:
        """What a winning hand of a category wins with ante and call."""
        return self.ante[category] + self.call * self.times

    def whole(self) -> tuple[int, Pays]:
        """The same in whole numbers of which so many make a unit."""
        unit = lcm(self.call.denominator, *(one.denominator for one in self.ante))
        return unit, tuple(
            (
                int(self.ante[kind] * unit),
                int(self.won(kind) * unit),
                -(1 + self.times) * unit,
                -unit,
            )
            for kind in range(CATEGORIES)
        )


def best(pays: Odds) -> CallCounts:
    """What a player meets who decides best."""
    return call_counts(pays.whole()[1])


def blind(found: CallCounts) -> npt.NDArray[np.int64]:
    """The totals of a player who always calls."""
    totals = np.zeros_like(found.totals)
    totals[1] = found.totals.sum(axis=0)
    return totals


def cases(pays: Odds, totals: npt.NDArray[np.int64]) -> Cases:
    """What ante and call come to; rows of ``totals`` are hands that are folded and called."""
    called = totals[1]
    deals = int(called[CATEGORIES, 0]) * DEALS
    staked = ONE + pays.times
    unqualified, wins, lost = [], [], 0
    for kind in reversed(range(CATEGORIES)):
        no_hand, won, lower = (int(count) for count in called[kind])
        lost += lower
        if kind and pays.ante[kind] == pays.ante[0]:
            continue  # counted with the lowest
        name = CATEGORY_LABELS[kind] if kind else pays.common
        chance = Fraction(no_hand, ALL_DEALS)
        unqualified.append(Case("dealer-does-not-qualify", name, pays.ante[kind], staked, chance))
        wins.append(Case("win", name, pays.won(kind), staked, Fraction(won, ALL_DEALS)))
        deals -= no_hand + won + lower
    folded = Fraction(int(totals[0, CATEGORIES, 0]) * DEALS, ALL_DEALS)
    return Cases(
        (
            Case("fold", None, -ONE, ONE, folded),
            *unqualified,
            *wins,
            Case("push", None, 0 * ONE, staked, Fraction(deals, ALL_DEALS)),
            Case("lose", None, -staked, staked, Fraction(lost, ALL_DEALS)),
        )
    )


def bonus_cases(book: CasinoHoldemBook) -> Cases:
    """The bonus: five cards dealt at random, whatever is decided."""
    total = sum(HANDS.values())
    wins = []
    left = total
    for kind in reversed(Category):
        if kind is Category.FIVE_ODD_CARDS:
            continue
        ways = PAIRS_OF_ACES if kind is Category.ONE_PAIR else HANDS[kind]
        left -= ways
        name = CATEGORY_LABELS[kind]
        pays = odds(book.pays.bonus.line(kind), f"pays.bonus.{name}")
        wins.append(Case("win", name, pays, ONE, Fraction(ways, total)))
    return Cases((*wins, Case("lose", None, -ONE, ONE, Fraction(left, total))))
