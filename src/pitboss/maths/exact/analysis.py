"""The exact mathematics of a rulebook: ``analyse(book)``, and the JSON that the contract asks
for.
"""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from pitboss.kernel.display import Displayed, Panel, exactly, percent
from pitboss.kernel.money import Cents, format_cents
from pitboss.maths.exact.premises import check_premises
from pitboss.maths.exact.progressive import Progressive
from pitboss.maths.exact.results import Cases, decimal
from pitboss.maths.family import maths_of
from pitboss.rulebook.model import Rulebook

DEFAULT_BET = Cents(500)
"""The progressive bet that is taken when none is given."""

ALWAYS_FOLD = Fraction(1)
"""Folding every hand loses the opening wager."""


class Main(msgspec.Struct, frozen=True, kw_only=True):
    """The main game under the best play. ``raised`` and ``dealer_qualifies`` are stud's alone."""

    wager: str
    cases: Cases
    raised: Fraction | None = None
    dealer_qualifies: Fraction | None = None
    starting_hands_folded: int | None = None


class Side(msgspec.Struct, frozen=True):
    """A side wager; ``with_optimal_main`` where folding in the main game loses it."""

    cases: Cases
    with_optimal_main: Cases | None = None


class Analysis(Displayed, msgspec.Struct, frozen=True, kw_only=True):
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

    def panels(self) -> Iterator[Panel]:
        figures = {
            "house edge": self.house_edge,
            "element of risk": self.element_of_risk,
            **{f"{name} (strategy)": edge for name, edge in self.strategies.items()},
            **{f"{name} (side wager)": one.cases.house_edge for name, one in self.side.items()},
        }
        rows = tuple((name, percent(value), exactly(value)) for name, value in figures.items())
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


# ── the contract's JSON ───────────────────────────────────────────────────────────────────────────


def number(value: Fraction) -> dict[str, str]:
    """A probability or an expectation: a reduced fraction, and twenty significant digits."""
    return {"exact": f"{value.numerator}/{value.denominator}", "decimal": decimal(value)}


def as_json(found: Analysis) -> dict[str, object]:
    """What ``pitboss maths --json`` prints."""
    written: dict[str, object] = {
        "rulebook": found.rulebook,
        "main": _main_json(found.main),
        "strategies": {name: number(edge) for name, edge in found.strategies.items()},
        "side": {name: _side_json(side) for name, side in found.side.items()},
        "progressive": _progressive_json(found.progressive),
    }
    if found.point_hands is not None:
        written["point_hands"] = found.point_hands
    return written


def _main_json(main: Main) -> dict[str, object]:
    cases = main.cases
    written: dict[str, object] = {
        "wager": main.wager,
        "house_edge": number(cases.house_edge),
        "element_of_risk": number(cases.element_of_risk),
        "standard_deviation": cases.standard_deviation,
        "outcomes": {name: number(value) for name, value in cases.outcomes().items()},
    }
    if main.raised is not None:
        written["raise"] = number(main.raised)
    if main.dealer_qualifies is not None:
        written["dealer_qualifies"] = number(main.dealer_qualifies)
    if main.starting_hands_folded is not None:
        written["starting_hands_folded"] = main.starting_hands_folded
    return written


def _side_json(side: Side) -> dict[str, object]:
    written: dict[str, object] = {"house_edge": number(side.cases.house_edge)}
    if side.with_optimal_main is not None:
        written["house_edge_with_optimal_main"] = number(side.with_optimal_main.house_edge)
    return written


def _progressive_json(found: Progressive) -> dict[str, object]:
    break_even = found.break_even_jackpot_cents
    return {
        "bet": format_cents(found.bet_cents),
        "hits": {name: number(hit.probability) for name, hit in found.hits.items()},
        "fixed_return": number(found.fixed_return),
        "return_per_jackpot_dollar": number(found.return_per_jackpot_dollar),
        "break_even_jackpot": None if break_even is None else format_cents(break_even),
    }
