"""How two rulebooks differ in exact figures: house edge, element of risk, wager by wager, the best
play, and the progressive bet.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from pitboss.kernel.display import Cell, Panel, Tabular, exactly, percent
from pitboss.kernel.money import Cents, format_cents
from pitboss.maths.exact.analysis import DEFAULT_BET, Analysis, analyse
from pitboss.maths.exact.results import CannotAnalyse
from pitboss.maths.json_types.exact import ExactNumber, number
from pitboss.maths.json_types.strategy import (
    WrittenComparedFigure,
    WrittenMathsDifference,
    WrittenPlayDifference,
    WrittenSituation,
)
from pitboss.maths.strategy.charts import Chart, chart
from pitboss.rulebook.model import Rulebook


class Measure(StrEnum):
    """The unit of a figure."""

    PART = "part"
    NUMBER = "number"
    COUNT = "count"
    CENTS = "cents"


def _number(value: Fraction | None) -> ExactNumber | None:
    return None if value is None else number(value)


class ComparedFigure(msgspec.Struct, frozen=True):
    """A figure of two rulebooks; None if one of them has no such figure."""

    section: str
    name: str
    measure: Measure
    a: Fraction | None
    b: Fraction | None

    @property
    def change(self) -> Fraction | None:
        """How much larger the second is than the first."""
        return None if self.a is None or self.b is None else self.b - self.a

    def written(self) -> WrittenComparedFigure:
        return WrittenComparedFigure(
            section=self.section,
            figure=self.name,
            measure=self.measure.value,
            a=_number(self.a),
            b=_number(self.b),
            change=_number(self.change),
        )

    def cells(self) -> tuple[str, str, str, str]:
        """For a table: the name, both values in a form for people, and the change with its sign."""
        change = self.change
        sign = "+" if change is not None and change > 0 else ""
        return self.name, self._shown(self.a), self._shown(self.b), sign + self._shown(change)

    def _shown(self, value: Fraction | None) -> str:
        if value is None:
            return "none"
        match self.measure:
            case Measure.PART:
                # A royal flush is rarer than four decimals show.
                return percent(value, 4 if not value or abs(value) >= Fraction(1, 10_000) else 8)
            case Measure.NUMBER:
                return f"{float(value):.6f}"
            case Measure.COUNT:
                return str(value)
            case Measure.CENTS:
                dollars, places = divmod(abs(int(value)), 100)
                return f"{'-' if value < 0 else ''}${dollars:,}.{places:02d}"


_MOST_CELLS = 20
"""How many situations a page lists; JSON has all."""


def _cell(value: Fraction | None) -> str:
    return "none" if value is None else f"{float(value):.6f}"


class PlayedOtherwise(msgspec.Struct, frozen=True):
    """What the chart of the best play says about one situation in each rulebook; None if it can't
    occur, or is not on the chart.
    """

    situation: str
    a: Fraction | None
    b: Fraction | None

    @property
    def apart(self) -> Fraction:
        """How far apart the two are; a situation on only one chart counts from zero."""
        return abs((self.a or Fraction(0)) - (self.b or Fraction(0)))


class BestPlayDifference(msgspec.Struct, frozen=True):
    """Sentences that only one of the charts has, and cells that differ."""

    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    cells_are: str
    cells: tuple[PlayedOtherwise, ...]

    @property
    def is_none(self) -> bool:
        return not (self.only_a or self.only_b or self.cells)

    def panels(self, a: str, b: str) -> Iterator[Panel]:
        """The sentences side by side, then the situations that differ most."""
        said = [(a, line) for line in self.only_a] + [(b, line) for line in self.only_b]
        if said:
            yield Panel("best play, in words", rows=tuple(said))
        if self.cells:
            most = sorted(self.cells, key=lambda one: -one.apart)[:_MOST_CELLS]
            of = "" if len(most) == len(self.cells) else f", the {_MOST_CELLS} that differ most"
            rows = tuple((one.situation, _cell(one.a), _cell(one.b)) for one in most)
            yield Panel(f"best play: {self.cells_are} ({len(self.cells)}{of})", ("", a, b), rows)

    def written(self) -> WrittenPlayDifference:
        return WrittenPlayDifference(
            only_a=list(self.only_a),
            only_b=list(self.only_b),
            cells=self.cells_are,
            situations=[
                WrittenSituation(one.situation, _number(one.a), _number(one.b))
                for one in self.cells
            ],
        )


class MathsDifference(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """Everything that ``pitboss maths diff`` prints. ``best_play`` is None for games of two
    families, whose charts have nothing in common; ``same`` is how many figures are equal.
    """

    a: str
    b: str
    wagers: tuple[str, str]
    """The opening wager of each; its figures are per unit of that."""
    progressive_bet: Cents
    figures: tuple[ComparedFigure, ...]
    same: int
    best_play: BestPlayDifference | None

    def figure(self, section: str, name: str) -> ComparedFigure | None:
        """One figure that differs, by its section and name."""
        matches = (one for one in self.figures if (one.section, one.name) == (section, name))
        return next(matches, None)

    def headline(self) -> str:
        differ = len(self.figures)
        return f"{self.a} and {self.b}: {differ} of {differ + self.same} figures differ"

    def panels(self) -> Iterator[Panel]:
        for section in dict.fromkeys(one.section for one in self.figures):
            rows = tuple(
                (*one.cells(), "" if one.change is None else exactly(one.change))
                for one in self.figures
                if one.section == section
            )
            yield Panel(section, ("", self.a, self.b, "change", "exactly"), rows)
        if self.best_play is not None:
            yield from self.best_play.panels(self.a, self.b)

    def to_rows(self) -> list[Mapping[str, Cell]]:
        """One for each figure that differs."""
        return [
            {
                "section": one.section,
                "figure": one.name,
                self.a: None if one.a is None else float(one.a),
                self.b: None if one.b is None else float(one.b),
                "change": None if one.change is None else float(one.change),
            }
            for one in self.figures
        ]

    def written(self) -> WrittenMathsDifference:
        """What ``pitboss maths diff --json`` prints."""
        return WrittenMathsDifference(
            a=self.a,
            b=self.b,
            wagers=list(self.wagers),
            progressive_bet=format_cents(self.progressive_bet),
            figures=[one.written() for one in self.figures],
            same=self.same,
            best_play=None if self.best_play is None else self.best_play.written(),
        )


def compare(
    a: Rulebook,
    b: Rulebook,
    progressive_bet: Cents = DEFAULT_BET,
    names: tuple[str, str] | None = None,
) -> MathsDifference:
    """Compares two rulebooks; raises CannotAnalyse if one can't be analysed. They go by their ids,
    or by other ``names``.
    """
    name, other_name = names or (a.id, b.id)
    one, other = _analysed(a, name, progressive_bet), _analysed(b, other_name, progressive_bet)
    charts = (chart(a), chart(b)) if a.family == b.family else None
    pairs = [*_pairs(_figures(one), _figures(other))]
    differ = tuple(pair for pair in pairs if pair.a != pair.b)
    return MathsDifference(
        a=name,
        b=other_name,
        wagers=(one.main.wager, other.main.wager),
        progressive_bet=progressive_bet,
        figures=differ,
        same=len(pairs) - len(differ),
        best_play=None if charts is None else _best_play(*charts),
    )


def _analysed(book: Rulebook, name: str, progressive_bet: Cents) -> Analysis:
    try:
        return analyse(book, progressive_bet)
    except CannotAnalyse as error:
        raise CannotAnalyse(f"{name}: {error}") from None


# ── the figures of one rulebook ───────────────────────────────────────────────────────────────────

_Named = dict[tuple[str, str], tuple[Measure, Fraction]]


def _figures(analysis: Analysis) -> _Named:
    main, progressive = analysis.main, analysis.progressive
    named: _Named = {
        ("main game", "house edge"): (Measure.PART, main.cases.house_edge),
        ("main game", "element of risk"): (Measure.PART, main.cases.element_of_risk),
        ("main game", "staked on average"): (Measure.NUMBER, main.cases.staked),
        ("main game", "variance"): (Measure.NUMBER, main.cases.variance),
    }
    if main.dealer_qualifies is not None:
        named["main game", "dealer qualifies"] = (Measure.PART, main.dealer_qualifies)
    if main.starting_hands_folded is not None:
        folded = Fraction(main.starting_hands_folded)
        named["main game", "starting hands folded, of 169"] = (Measure.COUNT, folded)
    for outcome, probability in main.cases.outcomes().items():
        named["how it ends", outcome] = (Measure.PART, probability)
    for way, edge in analysis.strategies.items():
        named["house edge by way to play", way] = (Measure.PART, edge)
    for wager, side in analysis.side.items():
        named["house edge by side wager", wager] = (Measure.PART, side.cases.house_edge)
        if side.with_optimal_main is not None:
            key = f"{wager}, with the best main play"
            edge = side.with_optimal_main.house_edge
            named["house edge by side wager", key] = (Measure.PART, edge)
    for hand, hit in progressive.hits.items():
        named["hits of the progressive bet", hand] = (Measure.PART, hit.probability)
    returned = "return of the progressive bet"
    named[returned, "minor awards"] = (Measure.PART, progressive.fixed_return)
    million = progressive.return_per_jackpot_dollar * 1_000_000
    named[returned, "each million of the jackpot"] = (Measure.PART, million)
    if (even := progressive.break_even_jackpot_cents) is not None:
        named[returned, "returns itself from a jackpot of"] = (Measure.CENTS, Fraction(even))
    return named


def _pairs(a: _Named, b: _Named) -> Iterator[ComparedFigure]:
    keys = dict.fromkeys((*a, *b))
    sections = [*dict.fromkeys(section for section, _ in keys)]
    for key in sorted(keys, key=lambda key: sections.index(key[0])):
        measure, _ = a.get(key) or b[key]
        yield ComparedFigure(
            *key, measure, *(named[key][1] if key in named else None for named in (a, b))
        )


def _best_play(a: Chart, b: Chart) -> BestPlayDifference:
    one, other = (dict(_cells(drawn)) for drawn in (a, b))
    return BestPlayDifference(
        tuple(line for line in a.says if line not in b.says),
        tuple(line for line in b.says if line not in a.says),
        a.cells_are or b.cells_are,
        tuple(
            PlayedOtherwise(situation, one.get(situation), other.get(situation))
            for situation in dict.fromkeys((*one, *other))
            if one.get(situation) != other.get(situation)
        ),
    )


def _cells(drawn: Chart) -> Iterable[tuple[str, Fraction | None]]:
    for row in drawn.rows:
        for column, cell in zip(drawn.columns, row.cells, strict=True):
            yield f"{row.name}, {column}", cell
