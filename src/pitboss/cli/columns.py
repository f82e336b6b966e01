"""Text in columns, amounts and times as people and programs read them."""

import csv
import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any

import msgspec

from pitboss.casino.texts import one_line
from pitboss.cli.story import money, post_name
from pitboss.jackpot.parameters import UNITS_A_CENT
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Actor

NO_BREAK = "\N{NO-BREAK SPACE}"


def units_text(units: int) -> str:
    """Units in dollars, exact: two places at least, and up to four more."""
    sign = "-" if units < 0 else ""
    cents, rest = divmod(abs(units), UNITS_A_CENT)
    return f"{sign}{format_cents(cents)}{f'{rest:04d}'.rstrip('0')}"


def units_money(units: int) -> str:
    """The same with its thousands apart."""
    return money(units_text(units))


def actor_text(actor: Actor) -> str:
    """Who it was, as commands write it: ``pit-supervisor:sam``."""
    return f"{post_name(actor.post)}:{actor.name}"


def printable(text: str) -> str:
    """Text that does nothing to a terminal but stand on it."""
    return "".join(
        char if char.isprintable() or char == NO_BREAK else "\N{REPLACEMENT CHARACTER}" for char in text
    )


def time_text(at_ms: int, zone: tzinfo = UTC) -> str:
    """A moment to the second, in a time zone."""
    try:
        return datetime.fromtimestamp(at_ms / 1_000, zone).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        # Nobody's clock shows this; a journal that was tampered with may.
        return f"{at_ms} ms"


def iso_time(at_ms: int, zone: tzinfo = UTC) -> str:
    """A moment for programs, to the millisecond and with its offset."""
    seconds, rest = divmod(at_ms, 1_000)
    found = datetime.fromtimestamp(seconds, zone).replace(microsecond=rest * 1_000)
    return found.isoformat(timespec="milliseconds")


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Rows under a heading. ``right`` holds an ``r`` for each column that stands at the right: amounts.

    What a name in an old journal could do to a terminal it can't do here.
    """
    rows = [[one_line(cell, len(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        cells = [
            cell.rjust(width) if right[nth : nth + 1] == "r" else cell.ljust(width)
            for nth, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("─" * width for width in widths))
    return "\n".join(lines)


def as_csv(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_as_text(cell) for cell in row] for row in rows)
    return out.getvalue().rstrip("\n")


_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[0-9][0-9.,]*%?")


def _as_text(cell: str) -> str:
    """A cell that a spreadsheet would take for a formula begins with an apostrophe, which makes a text of it."""
    cell = one_line(cell, len(cell))
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def as_json(value: Any) -> str:
    """JSON over several lines, for people who look at it too."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
