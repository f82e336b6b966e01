"""Charts of the best play that a person can read, and what it costs to play by simpler rules."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from pitboss.kernel.cards import ACE
from pitboss.kernel.display import Cell, Panel, Tabular, percent
from pitboss.maths.exact.premises import check_premises
from pitboss.maths.family import maths_of
from pitboss.maths.json_types.exact import number
from pitboss.maths.json_types.strategy import WrittenChart, WrittenChartTable, WrittenRule
from pitboss.maths.strategy.best_play import ProgressiveStakes
from pitboss.rulebook.model import Rulebook

RANKS_DOWN = tuple(range(ACE, -1, -1))


class Rule(msgspec.Struct, frozen=True):
    """A way to play that fits in a sentence, and its house edge."""

    says: str
    house_edge: Fraction


class ChartRow(msgspec.Struct, frozen=True):
    """A row of a chart: how often to bet, by column; None if that can't occur."""

    name: str
    cells: tuple[Fraction | None, ...]


class Chart(Tabular, msgspec.Struct, frozen=True):
    """What is always done, a table of what depends on the cards, and the rules with the best play
    first.
    """

    rulebook: str
    says: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    cells_are: str
    rules: tuple[Rule, ...]

    def headline(self) -> str:
        return f"{self.rulebook}: the best play"

    def to_rows(self) -> list[Mapping[str, Cell]]:
        """One for each cell of the table; one without a value can't occur."""
        return [
            {
                "row": row.name,
                "column": column,
                "value": None if cell is None else float(cell),
            }
            for row in self.rows
            for column, cell in zip(self.columns, row.cells, strict=True)
        ]

    def panels(self) -> Iterator[Panel]:
        for line in self.says:
            yield Panel(line)
        if self.rows:
            rows = tuple(
                (row.name, *("" if cell is None else f"{float(cell):.2f}" for cell in row.cells))
                for row in self.rows
            )
            yield Panel(self.cells_are, ("", *self.columns), rows)
        best = self.rules[0].house_edge
        rules = tuple(
            (percent(rule.house_edge), percent(rule.house_edge - best), rule.says)
            for rule in self.rules
        )
        yield Panel("what simpler rules cost", ("house edge", "costs", "rule"), rules)

    def written(self) -> WrittenChart:
        """What ``pitboss strategy --table --json`` prints."""
        best = self.rules[0].house_edge
        rows = {
            row.name: [None if cell is None else number(cell) for cell in row.cells]
            for row in self.rows
        }
        return WrittenChart(
            rulebook=self.rulebook,
            says=list(self.says),
            table=WrittenChartTable(cells=self.cells_are, columns=list(self.columns), rows=rows),
            rules=[
                WrittenRule(rule.says, number(rule.house_edge), number(rule.house_edge - best))
                for rule in self.rules
            ],
        )


@lru_cache(maxsize=8)
def chart(book: Rulebook, stakes: ProgressiveStakes | None = None) -> Chart:
    """The chart of a rulebook; with ``stakes``, for a player who has a progressive bet."""
    check_premises(book)
    return maths_of(book).chart(book, stakes)
