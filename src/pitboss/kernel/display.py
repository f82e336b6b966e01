"""How results display themselves to people who use Pitboss as a library.

A result says once what there is to see; that becomes one line in an interpreter, plain text for
``print`` and a table in a notebook.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from pitboss.kernel.money import format_cents


class Panel(msgspec.Struct, frozen=True):
    """A table with a heading; one without rows is a line of text."""

    title: str
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Displayed:
    """Displays itself: ``repr`` is one line, ``str`` plain text, and notebooks get HTML."""

    __slots__ = ()

    @abstractmethod
    def headline(self) -> str:
        """What it is, in one line."""

    @abstractmethod
    def panels(self) -> Iterable[Panel]:
        """Everything there is to see below that line."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.headline()}>"

    def __str__(self) -> str:
        parts = [self.headline(), *(_text(panel) for panel in self.panels())]
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        # Imported here, because every start would pay for the list of entities behind it.
        from html import escape

        body = "".join(_html(panel, escape) for panel in self.panels())
        return f"<div><p><b>{escape(self.headline())}</b></p>{body}</div>"


Cell: TypeAlias = "str | int | float | None"


class Tabular(Displayed):
    """A result that becomes plain data as well."""

    __slots__ = ()

    @abstractmethod
    def written(self) -> msgspec.Struct:
        """What the command of the same name writes as JSON."""

    @abstractmethod
    def to_rows(self) -> list[Mapping[str, Cell]]:
        """The same in numbers, for a table with one row per entry: ``pandas.DataFrame`` takes them,
        and ``csv.DictWriter``.
        """

    def to_dict(self) -> dict[str, Any]:
        """What ``json.dumps`` takes: amounts and fractions are text, as in the command's JSON."""
        plain: dict[str, Any] = msgspec.to_builtins(self.written())
        return plain


def signed(cents: int) -> str:
    """What somebody is up or down: ``"+70.00"``, ``"-25.00"``, ``"0.00"``.

    >>> signed(7000), signed(-2500), signed(0)
    ('+70.00', '-25.00', '0.00')
    """
    return f"+{format_cents(cents)}" if cents > 0 else format_cents(cents)


def percent(value: Fraction, places: int = 4) -> str:
    """A part of a hundred, rounded to so many places.

    >>> percent(Fraction(1, 3)), percent(Fraction(-1, 2000), 2), percent(Fraction(1), 0)
    ('33.3333%', '-0.05%', '100%')
    """
    scaled = round(value * 100 * 10**places)
    sign = "-" if scaled < 0 else ""
    whole, part = divmod(abs(scaled), 10**places)
    return f"{sign}{whole}.{part:0{places}d}%" if places else f"{sign}{whole}%"


def exactly(value: Fraction) -> str:
    """A fraction, always with its denominator: ``"1/1"``."""
    return f"{value.numerator}/{value.denominator}"


def _text(panel: Panel) -> str:
    """Columns side by side, two spaces apart."""
    if not panel.rows:
        return panel.title
    lines: list[Sequence[str]] = [*([panel.header] if any(panel.header) else ()), *panel.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text_lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join([panel.title, *text_lines] if panel.title else text_lines)


def _html(panel: Panel, escape: Callable[[str], str]) -> str:
    title = f"<p>{escape(panel.title)}</p>" if panel.title else ""
    if not panel.rows:
        return title

    def row(tag: str, cells: Sequence[str]) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

    head = row("th", panel.header) if any(panel.header) else ""
    body = "".join(row("td", cells) for cells in panel.rows)
    return f"{title}<table>{head}{body}</table>"
