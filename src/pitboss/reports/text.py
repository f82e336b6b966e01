"""How amounts, times and people are written for programs, and CSV and JSON output."""

import csv
import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any

import msgspec

from pitboss.casino.texts import one_line
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Actor


def units_text(units: int) -> str:
    """Units in dollars, exact: at least two decimals, and up to four more."""
    sign = "-" if units < 0 else ""
    cents, rest = divmod(abs(units), UNITS_PER_CENT)
    return f"{sign}{format_cents(cents)}{f'{rest:04d}'.rstrip('0')}"


def actor_text(actor: Actor) -> str:
    """Who it was, as commands write it: ``pit-supervisor:sam``."""
    return f"{actor.post.name.lower().replace('_', '-')}:{actor.name}"


def iso_time(at_ms: int, zone: tzinfo = UTC) -> str:
    """A moment for programs, to the millisecond and with its offset."""
    seconds, rest = divmod(at_ms, 1_000)
    moment = datetime.fromtimestamp(seconds, zone).replace(microsecond=rest * 1_000)
    return moment.isoformat(timespec="milliseconds")


def as_csv(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_as_text(cell) for cell in row] for row in rows)
    return out.getvalue().rstrip("\n")


_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[0-9][0-9.,]*%?")


def _as_text(cell: str) -> str:
    """Puts an apostrophe before a cell that a spreadsheet would take for a formula, which makes it
    text.
    """
    cell = one_line(cell, len(cell))
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def as_json(value: Any) -> str:
    """Indented JSON, because people look at it too."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
