"""The building blocks of rulebook pages: headings, and tables that wrap and never truncate."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Self, TypeAlias

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Cell: TypeAlias = "RenderableType"

_GAP = 2
"""Spaces between columns."""

_LEAST_WIDTH = 12
"""In a column narrower than this, sentences can't be read, and the others give way."""


class Sheet:
    """A page on standard output, as a context manager. Colours and width are the terminal's; a pipe
    gets plain text.
    """

    def __init__(self) -> None:
        self.console = _console()
        self._lines: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._lines:
            typer.echo("\n".join(self._lines))

    def title(self, text: str) -> None:
        self._print(text, style="bold")

    def section(self, text: str) -> None:
        """A heading, with a line that shows in plain text too."""
        from rich.rule import Rule

        self._print("")
        fits = len(text) + len(" ─") <= self.console.width
        self._print(Rule(text, align="left", style="dim") if fits else text, style="bold")

    def text(self, text: str = "") -> None:
        self._print(text)

    def table(
        self,
        header: Sequence[str],
        rows: Iterable[Sequence[Cell]],
        whole: Sequence[int] = (),
        widths: Mapping[int, int] | None = None,
        spaced: bool = False,
        exact: Sequence[int] = (),
    ) -> None:
        """A table. Columns in ``whole`` are not wrapped, and those in ``widths`` not made narrower
        than that, while there is room; ``spaced`` puts a line between rows. Those in ``exact``,
        which stand last, are never wrapped, even if they go over the edge: who copies a number
        needs it in one piece.
        """
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        rows = [*rows]
        titled = any(header)
        table = Table(
            box=SIMPLE_HEAD if titled else None,
            show_header=titled,
            show_edge=False,
            pad_edge=False,
            # The box has its own space between columns.
            padding=(0, _GAP - 1 if titled else _GAP, 0, 0),
            leading=1 if spaced else 0,
            header_style="bold",
        )
        natural = [
            max(map(self._width, (name, *(row[index] for row in rows if index < len(row)))))
            for index, name in enumerate(header)
        ]
        least = {index: natural[index] for index in whole} | dict(widths or {})
        room = self.console.width - _GAP * (len(header) - 1)
        wrapped = len(header) - len(exact)
        beside = room - sum(natural[wrapped:])
        if beside < sum(natural[:wrapped]):
            beside = room
        shared = [*shared_out(natural[:wrapped], least, beside), *natural[wrapped:]]
        for name, width in zip(header, shared, strict=True):
            table.add_column(name, overflow="fold", width=width)
        for row in rows:
            table.add_row(*row)
        self._print(table, width=sum(shared) + _GAP * (len(shared) - 1))

    def _width(self, cell: Cell) -> int:
        from rich.measure import Measurement

        return Measurement.get(
            self.console, self.console.options.update(width=10_000), cell
        ).maximum

    def _print(self, what: Cell, style: str | None = None, width: int | None = None) -> None:
        # Rich fits everything into the width of its console.
        console = _console(width) if width and width > self.console.width else self.console
        if console.is_terminal:
            console.print(what, style=style, crop=False)
            return
        with console.capture() as captured:
            console.print(what, style=style, crop=False)
        # Cells are padded with spaces, which nobody wants in a file.
        self._lines += [line.rstrip() for line in captured.get().splitlines()]


def _console(width: int | None = None) -> "Console":
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, width=width)


def shared_out(natural: Sequence[int], least: Mapping[int, int], room: int) -> list[int]:
    """Widths for columns that would like their natural ones: those that need little get it, the
    others share the rest.

    Columns in ``least`` get at least that much, unless the others would become unreadable.
    """
    others = [index for index in range(len(natural)) if index not in least]
    if room - sum(least.values()) < sum(min(natural[index], _LEAST_WIDTH) for index in others):
        least = {}
    widths: dict[int, int] = {}
    while waiting := [index for index in range(len(natural)) if index not in widths]:
        share = max((room - sum(widths.values())) // len(waiting), 1)
        settled = {index: least[index] for index in waiting if least.get(index, 0) > share}
        settled = settled or {index: natural[index] for index in waiting if natural[index] <= share}
        # One at a time, so that the last gets the remainder of the division.
        widths |= settled or {waiting[0]: share}
    return [widths[index] for index in range(len(natural))]


def dim(text: str) -> Cell:
    """Text in the background: our own explanation next to a rule."""
    from rich.text import Text

    return Text(text, style="dim")


def bold(text: str) -> Cell:
    """The name of what follows."""
    from rich.text import Text

    return Text(text, style="bold")


def indented(text: str) -> Cell:
    """A line under a name, which stays indented when it wraps."""
    from rich.padding import Padding

    return Padding(text, (0, 0, 0, 2), expand=False)


def stacked(*parts: Cell) -> Cell:
    """Several things in one cell, one below the other."""
    from rich.console import Group

    return Group(*parts)
