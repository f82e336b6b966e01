"""What all adapters share: checks on the units of a call before the database sees them, and on the
rows it returns.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

import msgspec

from pitboss.journal.chain import chained
from pitboss.journal.port import (
    Checkpoint,
    Conflict,
    Head,
    NotAJournal,
    Record,
    Repeated,
    SealedSegment,
    Snapshot,
    Unit,
)

COLUMNS = Record.__struct_fields__
"""The columns of the table of records, in the order of Record's fields."""

MAX_RECORDS = 1 << 20
"""The most records one call may store: PostgreSQL positions number the records of a transaction in
20 bits.
"""

T = TypeVar("T")
Rows = Sequence[Sequence[object]]

_HeadRow = tuple[str, int, bytes]
_SnapshotRow = tuple[str, int, str, bytes, bytes]
_SegmentRow = tuple[int, int, int, int, int, bytes]
_CheckpointRow = tuple[int, int, int, bytes, bytes, bytes, bytes, bytes]


class Expected(msgspec.Struct, frozen=True):
    """What the units of a call require: the versions of the streams they write to, and of those
    they only looked at. ``broken`` names streams on which the units contradict one another.
    """

    written: dict[str, int]
    looked: dict[str, int]
    broken: list[str]


def expected(units: Sequence[Unit]) -> Expected:
    """The versions that units require. Raises ValueError for a malformed unit, which is the
    caller's mistake.
    """
    written: dict[str, int] = {}
    looked: dict[str, int] = {}
    now: dict[str, int] = {}
    broken: list[str] = []
    for unit in units:
        command, parts = unit.command, unit.parts
        if not command or "\0" in command or unit.at_ms < 0:
            raise ValueError(
                f"command {command!r}: an id is a text without NUL, and no time is below 0"
            )
        if not parts or (len(parts) > 1 and len({part.stream for part in parts}) < len(parts)):
            raise ValueError(
                f"command {command!r}: a unit has one part or several, each for a stream of its own"
            )
        for stream, version in unit.looks:
            if now.setdefault(stream, version) != version:
                broken.append(stream)
            elif stream not in written:
                looked[stream] = version
        for part in parts:
            stream, version = part.stream, part.expected
            if not stream or "\0" in stream or version < 0 or not part.records:
                raise ValueError(
                    f"command {command!r}: a part has a stream, a version from 0 on, and records"
                )
            if now.setdefault(stream, version) != version:
                broken.append(stream)
            written.setdefault(stream, version)
            now[stream] = version + len(part.records)
    return Expected(written, looked, broken)


def chain_units(
    units: Sequence[Unit], first_position: int, heads: dict[str, Head]
) -> list[list[Record]]:
    """The records of units, chained to the ends of their streams in ``heads``, which is updated."""
    answer: list[list[Record]] = []
    position = first_position
    for unit in units:
        records = chained(unit, position, heads)
        position += len(records)
        answer.append(records)
    return answer


def refusal(
    units: Sequence[Unit],
    moved: Sequence[str],
    stored: Callable[[Collection[str]], Iterable[str]],
) -> Conflict | Repeated:
    """Why units can't be stored: ``stored`` tells which commands already are, ``moved`` names the
    streams whose versions do not match.

    A command that is stored already has itself moved its streams on, so Repeated takes precedence:
    its sender wants the answer.
    """
    times = Counter(unit.command for unit in units)
    repeated = {command for command, count in times.items() if count > 1}.union(
        stored(times.keys())
    )
    if repeated:
        return Repeated(sorted(repeated))
    return Conflict(sorted(set(moved)))


def as_records(rows: Rows, name: str) -> list[Record]:
    """Rows of the table of records."""
    return checked(rows, list[Record], name)


def as_heads(rows: Rows, name: str) -> dict[str, Head]:
    """Rows of a stream, a version and a hash."""
    return {
        stream: Head(version, digest)
        for stream, version, digest in checked(rows, list[_HeadRow], name)
    }


def as_checkpoint(rows: Rows, name: str) -> Checkpoint | None:
    """The row of a checkpoint, if there is one."""
    for row in checked(rows, list[_CheckpointRow], name):
        return Checkpoint(*row)
    return None


def as_segments(rows: Rows, name: str) -> list[SealedSegment]:
    """Rows of the table of segments."""
    return [SealedSegment(*row) for row in checked(rows, list[_SegmentRow], name)]


def as_snapshot(rows: Rows) -> Snapshot | None:
    """A snapshot from its row; None if its digest does not match, since a snapshot is
    dispensable.
    """
    try:
        [(stream, version, form, body, digest)] = _convert(rows, list[_SnapshotRow])
    except (msgspec.ValidationError, ValueError):
        return None
    snapshot = Snapshot(stream, version, form, body)
    return snapshot if snapshot_digest(snapshot) == digest else None


def snapshot_digest(snapshot: Snapshot) -> bytes:
    """The digest stored beside a snapshot to detect damaged bytes."""
    return sha256(msgspec.msgpack.encode(snapshot)).digest()


def as_numbers(rows: Rows, name: str) -> tuple[int, ...]:
    """A single row of numbers."""
    return checked(rows, list[tuple[int, ...]], name)[0]


def _convert(rows: Rows, form: type[T]) -> T:
    # Otherwise msgspec would accept text for bytes, as base 64.
    return msgspec.convert(rows, form, builtin_types=(bytes,))


def checked(rows: Rows, form: type[T], name: str) -> T:
    """Rows converted to the types that were stored. Raises NotAJournal if somebody has changed the
    file.
    """
    try:
        return _convert(rows, form)
    except msgspec.ValidationError as error:
        raise NotAJournal(
            f"{name}: what is stored is damaged: {error}. Restore it from a backup."
        ) from None


def fitting(records: Iterable[Record], archived: int = 0) -> Iterator[Record]:
    """Passes on the records of another journal, checking that positions rise and that no stream
    lacks a version. If records up to some position are archived, a stream may begin later.
    """
    position = 0
    versions: dict[str, int] = {}
    for record in records:
        if archived and record.stream not in versions:
            versions[record.stream] = record.version - 1
        if record.position <= position or record.version != versions.get(record.stream, 0) + 1:
            raise NotAJournal(
                f"the records to copy do not fit together: position {record.position} with version "
                f"{record.version} of {record.stream} comes after position {position} and version "
                f"{versions.get(record.stream, 0)}"
            )
        position = record.position
        versions[record.stream] = record.version
        yield record
