"""Text in columns, amounts and times as people read them."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

from pitboss.casino.texts import one_line
from pitboss.cli.render.wording import money
from pitboss.reports.text import units_text

NO_BREAK = "\N{NO-BREAK SPACE}"


def units_money(units: int) -> str:
    """The same with thousands separators."""
    return money(units_text(units))


def printable(text: str) -> str:
    """Text stripped of anything that a terminal would interpret."""
    return "".join(
        char if char.isprintable() or char == NO_BREAK else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def time_text(at_ms: int, zone: tzinfo = UTC) -> str:
    """A moment to the second, in a time zone."""
    try:
        return datetime.fromtimestamp(at_ms / 1_000, zone).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        # No clock shows this, but a journal that was tampered with may.
        return f"{at_ms} ms"


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Rows under a heading. ``right`` holds an ``r`` for each right-aligned column: amounts.

    Names in an old journal may contain control characters; here they can't affect the terminal.
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
