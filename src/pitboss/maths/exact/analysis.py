"""The exact mathematics of a rulebook: ``analyse(book)``, and ``written`` for what the contract
requires.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec
from msgspec import UNSET

from pitboss.kernel.display import Cell, Panel, Tabular, exactly, percent
from pitboss.kernel.money import Cents, format_cents
from pitboss.maths.exact.premises import check_premises
from pitboss.maths.exact.progressive import Progressive
from pitboss.maths.exact.results import Cases
from pitboss.maths.family import maths_of
from pitboss.maths.json_types.exact import (
    WrittenAnalysis,
    WrittenMainGame,
    WrittenProgressiveBet,
    WrittenSideWager,
    number,
)
from pitboss.rulebook.model import Rulebook

DEFAULT_BET = Cents(500)
"""The progressive bet assumed if none is given."""

ALWAYS_FOLD = Fraction(1)
"""Folding every hand loses the opening wager."""


class Main(msgspec.Struct, frozen=True, kw_only=True):
    """The main game under the best play. ``raised`` and ``dealer_qualifies`` are only for stud."""

    wager: str
    cases: Cases
    raised: Fraction | None = None
    dealer_qualifies: Fraction | None = None
    starting_hands_folded: int | None = None


class Side(msgspec.Struct, frozen=True):
    """A side wager; ``with_optimal_main`` if folding in the main game loses it."""

    cases: Cases
    with_optimal_main: Cases | None = None


class Analysis(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """Everything that ``pitboss maths`` prints."""

    rulebook: str
    main: Main
    strategies: dict[str, Fraction]
    """The house edge of each way to play."""
    side: dict[str, Side]
    progressive: Progressive
    point_hands: dict[str, int] | None = None

    @property
    def house_edge(self) -> Fraction:
        """Of the main game under the best play, per unit of the opening wager."""
        return self.main.cases.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """The same per unit staked on average."""
        return self.main.cases.element_of_risk

    def headline(self) -> str:
        return f"{self.rulebook}: house edge {percent(self.house_edge)} of the {self.main.wager}"

    def _parts(self) -> dict[str, Fraction]:
        """The house's, by name."""
        return {
            "house edge": self.house_edge,
            "element of risk": self.element_of_risk,
            **{f"{name} (strategy)": edge for name, edge in self.strategies.items()},
            **{f"{name} (side wager)": one.cases.house_edge for name, one in self.side.items()},
        }

    def written(self) -> WrittenAnalysis:
        return written(self)

    def to_rows(self) -> list[Mapping[str, Cell]]:
        """One for each figure, as a number and exactly."""
        hits = self.progressive.hits.items()
        figures = self._parts() | {f"{name} (progressive)": hit.probability for name, hit in hits}
        return [
            {"figure": name, "value": float(value), "exact": exactly(value)}
            for name, value in figures.items()
        ]

    def panels(self) -> Iterator[Panel]:
        parts = self._parts().items()
        rows = tuple((name, percent(value), exactly(value)) for name, value in parts)
        yield Panel("", ("house's part", "", "exactly"), rows)
        bet = format_cents(self.progressive.bet_cents)
        hits = self.progressive.hits.items()
        yield Panel(
            f"progressive bet of {bet}",
            ("hand", "how often", "exactly"),
            tuple((name, one.how_often, exactly(one.probability)) for name, one in hits),
        )


def analyse(book: Rulebook, progressive_bet: Cents = DEFAULT_BET) -> Analysis:
    """The exact mathematics of a rulebook. Raises CannotAnalyse where a key stands in the way.

    >>> from pitboss.rulebook.shelf import Shelf
    >>> analyse(Shelf().get("mbs-megalink-stud-6"))
    <Analysis mbs-megalink-stud-6: house edge 5.1991% of the ante>
    """
    check_premises(book)
    return maths_of(book).analyse(book, progressive_bet)


# ── as the contract writes it ─────────────────────────────────────────────────────────────────────


def written(analysis: Analysis) -> WrittenAnalysis:
    """What ``pitboss maths --json`` prints."""
    return WrittenAnalysis(
        rulebook=analysis.rulebook,
        main=_main(analysis.main),
        strategies={name: number(edge) for name, edge in analysis.strategies.items()},
        side={name: _side(side) for name, side in analysis.side.items()},
        progressive=_progressive(analysis.progressive),
        point_hands=UNSET if analysis.point_hands is None else analysis.point_hands,
    )


def _main(main: Main) -> WrittenMainGame:
    cases, folded = main.cases, main.starting_hands_folded
    return WrittenMainGame(
        wager=main.wager,
        house_edge=number(cases.house_edge),
        element_of_risk=number(cases.element_of_risk),
        standard_deviation=cases.standard_deviation,
        outcomes={name: number(value) for name, value in cases.outcomes().items()},
        raised=UNSET if main.raised is None else number(main.raised),
        dealer_qualifies=UNSET if main.dealer_qualifies is None else number(main.dealer_qualifies),
        starting_hands_folded=UNSET if folded is None else folded,
    )


def _side(side: Side) -> WrittenSideWager:
    best = side.with_optimal_main
    return WrittenSideWager(
        number(side.cases.house_edge), UNSET if best is None else number(best.house_edge)
    )


def _progressive(bet: Progressive) -> WrittenProgressiveBet:
    break_even = bet.break_even_jackpot_cents
    return WrittenProgressiveBet(
        bet=format_cents(bet.bet_cents),
        hits={name: number(hit.probability) for name, hit in bet.hits.items()},
        fixed_return=number(bet.fixed_return),
        return_per_jackpot_dollar=number(bet.return_per_jackpot_dollar),
        break_even_jackpot=None if break_even is None else format_cents(break_even),
    )
