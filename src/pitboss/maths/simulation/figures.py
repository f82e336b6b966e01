"""What the counts of a simulation say: means with standard errors, next to the exact values.

Counts times values are fractions, so a mean is exact for the rounds that were played; only errors
are rounded, because they are roots.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt

import msgspec
from msgspec import UNSET

from pitboss.kernel.money import Cents, format_cents
from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.maths.json_types.simulation import SimulatedProgressive, SimulatedWager, WrittenFigure
from pitboss.maths.simulation.pays import CellValues, ProgressiveValues

ALARM = 4.0
"""A mean further from the exact value than this many standard errors is suspect: by chance, that
happens once in 16,000 times.
"""


class Figure(msgspec.Struct, frozen=True):
    """A mean over all rounds. ``exact`` is None if there is nothing exact to compare it with."""

    name: str
    mean: Fraction
    error: float
    exact: Fraction | None = None

    @property
    def off(self) -> float | None:
        """How many standard errors the mean is above the exact value."""
        if self.exact is None:
            return None
        if not self.error:
            # Something that never happened, or always does: the mean is either right or infinitely
            # far off.
            return 0.0 if self._is_as_expected else float("inf")
        return float(self.mean - self.exact) / self.error

    @property
    def _is_as_expected(self) -> bool:
        assert self.exact is not None, "asked only where there is one"
        return self.mean == self.exact

    def written(self) -> WrittenFigure:
        exact = self.exact
        return WrittenFigure(
            mean=float(self.mean),
            standard_error=self.error,
            exact=UNSET if exact is None else float(exact),
            standard_errors_off=UNSET if exact is None else self.off,
        )


class WagerFigures(msgspec.Struct, frozen=True):
    """One wager, or the main game with all its wagers: what is lost per round, what is staked, how
    results are spread.
    """

    name: str
    house_edge: Figure
    staked: Figure
    deviation: float
    exact_deviation: float | None
    outcomes: tuple[Figure, ...]
    results: dict[Fraction, int]

    def written(self) -> SimulatedWager:
        exact = self.exact_deviation
        outcomes = {figure.name: figure.written() for figure in self.outcomes}
        return SimulatedWager(
            house_edge=self.house_edge.written(),
            staked=self.staked.written(),
            standard_deviation=self.deviation,
            exact_standard_deviation=UNSET if exact is None else exact,
            outcomes=outcomes or UNSET,
            results={str(net): count for net, count in self.results.items()},
        )


class ProgressiveFigures(msgspec.Struct, frozen=True):
    """The progressive wager: how often each paid hand came, and what a bet returned."""

    bet: Cents
    jackpot: Cents | None
    hits: tuple[Figure, ...]
    fixed_return: Figure
    whole_return: Figure | None

    def written(self) -> SimulatedProgressive:
        whole = self.whole_return
        return SimulatedProgressive(
            bet=format_cents(self.bet),
            jackpot=None if self.jackpot is None else format_cents(self.jackpot),
            hits={figure.name: figure.written() for figure in self.hits},
            fixed_return=self.fixed_return.written(),
            return_with_jackpot=None if whole is None else whole.written(),
        )


class Exact(msgspec.Struct, frozen=True):
    """What the exact mathematics says about a wager; nothing if it says nothing."""

    house_edge: Fraction | None = None
    staked: Fraction | None = None
    variance: Fraction | None = None
    outcomes: Mapping[str, Fraction] = {}


def measure(values: Sequence[Fraction], counts: Sequence[int]) -> tuple[Fraction, Fraction, float]:
    """The mean, the variance of a round, and the standard error of the mean."""
    rounds = sum(counts)
    mean = (
        sum((value * count for value, count in zip(values, counts, strict=True)), Fraction(0))
        / rounds
    )
    squares = sum(
        (value**2 * count for value, count in zip(values, counts, strict=True)), Fraction(0)
    )
    variance = (squares - rounds * mean**2) / max(1, rounds - 1)
    return mean, variance, sqrt(variance / rounds)


def figure(
    name: str, values: Sequence[Fraction], counts: Sequence[int], exact: Fraction | None
) -> Figure:
    mean, variance, error = measure(values, counts)
    if not variance and exact is not None and not mean and 0 < exact < 1:
        # None was seen. Then its expected spread is a better estimate of the error than none at
        # all.
        error = sqrt(exact * (1 - exact) / sum(counts))
    return Figure(name, mean, error, exact)


def wager_figures(
    name: str,
    values: CellValues,
    counts: Sequence[int],
    exact: Exact,
    outcome_of: Sequence[str | None] = (),
) -> WagerFigures:
    """``outcome_of`` names what each cell counts as; None is a cell that no round falls into."""
    mean, variance, error = measure(values.net, counts)
    edge = Figure("house_edge", -mean, error, exact.house_edge)
    outcomes = []
    for outcome in dict.fromkeys(name for name in outcome_of if name is not None):
        is_it = [Fraction(one == outcome) for one in outcome_of]
        outcomes.append(figure(outcome, is_it, counts, exact.outcomes.get(outcome)))
    results: dict[Fraction, int] = {}
    for net, count in sorted(zip(values.net, counts, strict=True)):
        if count:
            results[net] = results.get(net, 0) + count
    return WagerFigures(
        name,
        edge,
        figure("staked", values.staked, counts, exact.staked),
        sqrt(variance),
        None if exact.variance is None else sqrt(exact.variance),
        tuple(outcomes),
        results,
    )


def progressive_figures(
    values: ProgressiveValues,
    played: Sequence[int],
    folded: Sequence[int],
    bet: Cents,
    jackpot: Cents | None,
    chances: Sequence[Fraction] | None,
) -> ProgressiveFigures:
    """From the counts by category of hands that were played and of those that were folded.

    ``chances`` are the exact probabilities of winning with each category.
    """
    counts = [*played, *folded]
    lives = (True, values.lives_when_folded)

    def both(of: Sequence[Fraction]) -> list[Fraction]:
        return [value if live else Fraction(0) for live in lives for value in of]

    def expected(of: Sequence[Fraction]) -> Fraction | None:
        if chances is None:
            return None
        return sum((value * chance for value, chance in zip(of, chances, strict=True)), Fraction(0))

    def of_return(name: str, of: Sequence[Fraction]) -> Figure:
        return figure(name, both(of), counts, expected(of))

    hits = []
    for category in _paid(values):
        is_it = [Fraction(other is category) for other in Category]
        hits.append(of_return(CATEGORY_LABELS[category], is_it))
    whole = None
    if jackpot is not None:
        part = Fraction(jackpot, bet)
        total = [
            fixed + share * part for fixed, share in zip(values.fixed, values.share, strict=True)
        ]
        whole = of_return("return_with_jackpot", total)
    return ProgressiveFigures(
        bet, jackpot, tuple(hits), of_return("fixed_return", values.fixed), whole
    )


def _paid(values: ProgressiveValues) -> Iterator[Category]:
    for category in reversed(Category):
        if values.fixed[category] or values.share[category]:
            yield category
