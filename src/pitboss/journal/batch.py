"""What all adapters do with the units of one call before and after the database sees them."""

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
"""The most records that one call may store; PostgreSQL numbers the records of a transaction with 20
bits.
"""

T = TypeVar("T")
Rows = Sequence[Sequence[object]]

_HeadRow = tuple[str, int, bytes]
_SnapshotRow = tuple[str, int, str, bytes, bytes]
_SegmentRow = tuple[int, int, int, int, int, bytes]
_CheckpointRow = tuple[int, int, int, bytes, bytes, bytes, bytes, bytes]


class Expected(msgspec.Struct, frozen=True):
    """What must hold for the units of a call to fit: the versions of streams that are written to,
    and of streams that were only looked at; ``broken`` are streams where the units do not fit one
    another.
    """

    written: dict[str, int]
    looked: dict[str, int]
    broken: list[str]


def expected(units: Sequence[Unit]) -> Expected:
    """What units take for granted. One that is not well formed is a mistake of the caller:
    ValueError.
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
    """The records of the units as they are stored; ``heads``, where their streams end now, is moved
    on.
    """
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
    """Why the units can't be stored: ``stored`` says which of some commands are, ``moved`` are
    streams that do not fit.

    A command that is stored already has moved its streams on itself, so that goes first: who sent
    it wants its answer.
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
    """The row of a snapshot with its digest; None where they do not fit, as a snapshot can be done
    without.
    """
    try:
        [(stream, version, form, body, digest)] = _convert(rows, list[_SnapshotRow])
    except (msgspec.ValidationError, ValueError):
        return None
    snapshot = Snapshot(stream, version, form, body)
    return snapshot if snapshot_digest(snapshot) == digest else None


def snapshot_digest(snapshot: Snapshot) -> bytes:
    """What is stored beside a snapshot to tell whether its bytes are whole."""
    return sha256(msgspec.msgpack.encode(snapshot)).digest()


def as_numbers(rows: Rows, name: str) -> tuple[int, ...]:
    """The only row, of numbers."""
    return checked(rows, list[tuple[int, ...]], name)[0]


def _convert(rows: Rows, form: type[T]) -> T:
    # Otherwise a text would pass for bytes, being taken for their base 64.
    return msgspec.convert(rows, form, builtin_types=(bytes,))


def checked(rows: Rows, form: type[T], name: str) -> T:
    """What a database gives back is of the types that were stored, unless somebody changed its
    file.
    """
    try:
        return _convert(rows, form)
    except msgspec.ValidationError as error:
        raise NotAJournal(
            f"{name}: what is stored is damaged: {error}. Restore it from a backup."
        ) from None


def fitting(records: Iterable[Record], archived: int = 0) -> Iterator[Record]:
    """The records of another journal as they come, as long as positions rise and no version of a
    stream is missing. Where records up to some position are archived, a stream may begin later.
    """
    position = 0
    versions: dict[str, int] = {}
    for record in records:
        if archived and record.stream not in versions:
            versions[record.stream] = record.version - 1
        if record.position <= position or record.version != versions.get(record.stream, 0) + 1:
            raise NotAJournal(
                f"the records to copy do not fit together: position {record.position} with "
                f"version {record.version} "
                f"of {record.stream} comes after position {position} and version "
                f"{versions.get(record.stream, 0)}"
            )
        position = record.position
        versions[record.stream] = record.version
        yield record
