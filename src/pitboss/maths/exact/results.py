"""The possible outcomes of a wager, each with its exact probability; house edge and deviation
follow.

Everything is in units of the wager that opens the round, or of the side wager itself.
"""

from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction

import msgspec

from pitboss.rulebook.parts import PayLine
from pitboss.rulebook.pay import ToOne

DIGITS = 20
"""Significant digits of the decimal next to a fraction."""


class CannotAnalyse(ValueError):
    """A rulebook whose game can't be analysed; says which key is the obstacle, and what would
    work.
    """


class NotPerUnit(CannotAnalyse):
    """A rulebook pays a fixed sum on a wager of the layout, so the game has no mathematics per
    unit.
    """


class Case(msgspec.Struct, frozen=True):
    """One way in which a wager can end.

    ``outcome`` is the contract's word for it, ``line`` the line of the pay table if there is one.
    """

    outcome: str
    line: str | None
    net: Fraction
    staked: Fraction
    probability: Fraction


class Cases(msgspec.Struct, frozen=True):
    """All ways in which a wager can end; their probabilities add to one."""

    cases: tuple[Case, ...]

    def __post_init__(self) -> None:
        assert sum(case.probability for case in self.cases) == 1, (
            "some case is missing or counted twice"
        )

    @property
    def mean(self) -> Fraction:
        return _total(case.net * case.probability for case in self.cases)

    @property
    def house_edge(self) -> Fraction:
        """The expected loss."""
        return -self.mean

    @property
    def staked(self) -> Fraction:
        """What is staked on average."""
        return _total(case.staked * case.probability for case in self.cases)

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss per unit staked on average."""
        return self.house_edge / self.staked

    @property
    def variance(self) -> Fraction:
        return _total(case.net**2 * case.probability for case in self.cases) - self.mean**2

    @property
    def standard_deviation(self) -> str:
        return root(self.variance)

    def outcomes(self) -> dict[str, Fraction]:
        """The probability of each outcome, in the order of the cases."""
        probabilities: dict[str, Fraction] = {}
        for case in self.cases:
            probabilities[case.outcome] = (
                probabilities.get(case.outcome, Fraction(0)) + case.probability
            )
        return probabilities


def _total(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction(0))


def odds(line: PayLine, key: str) -> Fraction:
    """What a line pays per unit staked, besides the stake."""
    if isinstance(line.pays, ToOne):
        return Fraction(line.pays.pays, line.pays.against)
    raise NotPerUnit(
        f"{key} pays {line.pays}, a sum that does not grow with the wager; the mathematics are per "
        "unit of the wager, so write it as odds, such as '250 to 1'"
    )


def decimal(value: Fraction) -> str:
    """A fraction to twenty significant digits, never with an exponent."""
    with localcontext() as context:
        context.prec = DIGITS
        return _plain(Decimal(value.numerator) / Decimal(value.denominator))


def root(value: Fraction) -> str:
    """The square root of a fraction, rounded to twenty significant digits."""
    with localcontext() as context:
        # The fraction is rounded before the root is taken, so it needs more digits than the root.
        context.prec = 3 * DIGITS
        result = (Decimal(value.numerator) / Decimal(value.denominator)).sqrt()
        context.prec = DIGITS
        return _plain(+result)


def _plain(value: Decimal) -> str:
    """With as many zeros as it takes to show all known digits."""
    if value == 0:
        return "0." + "0" * DIGITS
    missing = DIGITS - len(value.as_tuple().digits)
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int), "no result is infinite"
    return (
        f"{value.quantize(Decimal((0, (1,), exponent - missing))):f}"
        if missing > 0
        else f"{value:f}"
    )
