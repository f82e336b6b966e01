"""The chart of the best play in the terminal."""

from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cli.render.rulebook_sheet import Cell, Sheet
from pitboss.kernel.display import percent

if TYPE_CHECKING:
    from pitboss.maths.strategy.charts import Chart
    from pitboss.rulebook.model import Rulebook


def print_chart(book: "Rulebook", chart: "Chart") -> None:
    """What is always done, what depends, and what simpler rules cost."""
    with Sheet() as sheet:
        sheet.title(f"{book.title}, version {book.version}: the best play")
        sheet.text()
        for line in chart.says:
            sheet.text(line)
        if chart.rows:
            sheet.section(chart.cells_are[0].upper() + chart.cells_are[1:])
            header = ("", *(name.removeprefix("dealer ") for name in chart.columns))
            are_shares = all(
                cell is None or 0 <= cell <= 1 for row in chart.rows for cell in row.cells
            )
            show = _share if are_shares else _value
            rows = [(row.name, *(show(cell) for cell in row.cells)) for row in chart.rows]
            sheet.table(header, rows, whole=tuple(range(len(header))))
        sheet.section("What simpler rules cost")
        best = chart.rules[0].house_edge
        rules = [
            (rule.says, percent(rule.house_edge), percent(rule.house_edge - best))
            for rule in chart.rules
        ]
        sheet.table(("rule", "house edge", "costs"), rules, whole=(1, 2))


def _share(cell: Fraction | None) -> Cell:
    from rich.text import Text

    if cell is None:
        return ""
    if cell == 0:
        return Text("fold", style="red")
    return (
        Text("BET", style="bold green") if cell == 1 else Text(f"{float(cell):.0%}", style="yellow")
    )


def _value(cell: Fraction | None) -> Cell:
    from rich.text import Text

    if cell is None:
        return ""
    if cell <= -1:
        return Text("fold", style="red")
    return Text(f"{float(cell):+.2f}", style="green" if cell > 0 else "")
