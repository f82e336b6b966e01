"""A long history, quickly made: what robots have played on one floor, and then on others like it,
one after another through a year.

A floor is copied with its own names for tables and links, and later times; its cards, bets and
settlements are the same. Each ends with a checkpoint, and there is one before the last day.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.demo.house import play_demo
from pitboss.journal.address import open_journal
from pitboss.journal.checkpoints import build
from pitboss.journal.port import Head, Journal, NewRecord, Part, Record, Unit

FLOORS = 20
TABLES = 8
DAYS = 365
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))

_YEAR_MS = DAYS * 86_400_000
_UNITS_AT_ONCE = 2_000
_TABLE = re.compile(rb'"T([1-8])(?=["/-])')
_LINK = re.compile(rb'"link":"([A-Z]+)"')
_TIME = re.compile(rb'"(at-ms|dealt-ms|dealt_ms)":([0-9]+)')
_STREAM = re.compile(r"(?:(link)/([A-Z]+)|(feed)/([A-Z]+)/T([1-8])|(table)/T([1-8]))")


class Year(NamedTuple):
    """A history: how many events there are, and when each floor begins."""

    events: int
    begins_ms: tuple[int, ...]


def make_year(path: Path, events: int) -> Year:
    """About this many events in a new journal."""
    with closing(open_journal(str(path))) as journal:
        play_demo(journal, tables=TABLES, commands=events // FLOORS * 12 // 13)
        played = journal.read_all(limit=events)
        begins = [played[0].at_ms]
        _sign(journal)
        for floor in range(1, FLOORS):
            later_ms = floor * _YEAR_MS // FLOORS
            units = list(_copied(played, floor + 10, later_ms))
            begins.append(units[0].at_ms)
            day = len(units) - len(units) * FLOORS // DAYS if floor == FLOORS - 1 else len(units)
            _append(journal, units[:day])
            _sign(journal)
            _append(journal, units[day:])
        return Year(journal.count(), tuple(begins))


def _append(journal: Journal, units: Sequence[Unit]) -> None:
    for at in range(0, len(units), _UNITS_AT_ONCE):
        journal.append(units[at : at + _UNITS_AT_ONCE])


def _sign(journal: Journal) -> None:
    """A checkpoint at the end, made at the time of the last record."""
    position = journal.last_position()
    at_ms = journal.read_all(position - 1, 1)[0].at_ms
    heads: dict[str, Head] = dict(journal.heads())
    last = journal.last_checkpoint()
    journal.add_checkpoint(build(heads, position=position, at_ms=at_ms, last=last, key=KEY))


def _copied(records: Sequence[Record], floor: int, later_ms: int) -> Iterator[Unit]:
    """The commands of a floor, copied to another one. Rules are adopted once, and stay."""
    versions: dict[str, int] = {}
    for command, group in groupby(records, key=lambda record: record.command):
        unit_records = list(group)
        entry = unit_records[0].entry
        assert entry is not None
        parts = []
        for stream, stream_records in groupby(unit_records, key=lambda record: record.stream):
            name = _named(stream, floor)
            if name is None:
                continue
            new = tuple(
                NewRecord(one.kind, _body(one.body, floor, later_ms)) for one in stream_records
            )
            before = versions.get(name, 0)
            versions[name] = before + len(new)
            parts.append(Part(name, before, new))
        if parts:
            yield Unit(f"{floor}/{command}", entry, unit_records[0].at_ms + later_ms, tuple(parts))


def _named(stream: str, floor: int) -> str | None:
    match = _STREAM.fullmatch(stream)
    if match is None:
        return None
    link, of_link, feed, of_feed, its_table, _, table = match.groups()
    if link:
        return f"link/{of_link}{floor}"
    return f"feed/{of_feed}{floor}/T{floor}{its_table}" if feed else f"table/T{floor}{table}"


def _body(body: bytes, floor: int, later_ms: int) -> bytes:
    body = _TABLE.sub(b'"T%d\\1' % floor, body)
    body = _LINK.sub(b'"link":"\\g<1>%d"' % floor, body)
    return _TIME.sub(lambda time: b'"%s":%d' % (time[1], int(time[2]) + later_ms), body)
