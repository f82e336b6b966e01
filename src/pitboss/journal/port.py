"""The port of the event store: what every journal does, whatever database is behind it.

A journal holds *streams* of *records*, each with a version that counts from 1 within its stream,
and a position that orders the records of all streams. Records come in *units*: what one command led
to, in one or several streams, stored whole or not at all. A command's id is stored once, which
gives idempotency: a command sent again is found and never applied twice.

Each record holds the hash of the one before it in its stream (``chain.py``), so that no stored byte
can change unnoticed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from pitboss.journal.archive.folder import Archive


class NewRecord(msgspec.Struct, frozen=True, array_like=True):
    """A record to store: the stable name of its kind (``bet-placed/1``) and its canonical bytes."""

    kind: str
    body: bytes


class Part(msgspec.Struct, frozen=True):
    """The records of a unit for one stream, whose version must be ``expected`` (0: a new
    stream).
    """

    stream: str
    expected: int
    records: tuple[NewRecord, ...]


class Unit(msgspec.Struct, frozen=True):
    """What one command led to: at least one record, in one stream or several, no stream twice.

    ``entry`` is the hash of the command, which distinguishes a repeat from another command
    with the same id. ``looks`` are the streams that were read but not written to, with their
    versions: if one has moved on, the decision may be wrong and the unit is not stored (optimistic
    concurrency).
    """

    command: str
    entry: bytes
    at_ms: int
    parts: tuple[Part, ...]
    looks: tuple[tuple[str, int], ...] = ()


class Record(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A stored record. ``number`` counts the records of its command from 0; only the first has the
    ``entry``.
    """

    position: int
    stream: str
    version: int
    at_ms: int
    command: str
    number: int
    entry: bytes | None
    kind: str
    body: bytes
    hash: bytes


class LeftOut(msgspec.Struct, frozen=True):
    """Records that a reader skips: those of some streams, except certain kinds."""

    streams: frozenset[str]
    unless: frozenset[str] = frozenset()

    def has(self, record: Record) -> bool:
        return record.stream in self.streams and record.kind not in self.unless


class LookedBack(msgspec.Struct, frozen=True):
    """What was found looking back, the newest first. ``looked`` is how many records were looked at,
    and ``position`` that of the oldest of them.
    """

    records: list[Record]
    looked: int
    position: int


class Head(msgspec.Struct, frozen=True):
    """Where a stream ends."""

    version: int
    hash: bytes


class Snapshot(msgspec.Struct, frozen=True):
    """A saved state, so that a stream need not be read from its start. It proves nothing, and is
    ignored if it does not fit.

    ``form`` says how to read ``body``; another form comes from another version of the program.
    """

    stream: str
    version: int
    form: str
    body: bytes


class Checkpoint(msgspec.Struct, frozen=True):
    """The heads of all streams at one moment, under a signature (``checkpoints.py``)."""

    number: int
    at_ms: int
    position: int
    heads: bytes
    root: bytes
    previous: bytes
    key: bytes
    signature: bytes


class SealedSegment(msgspec.Struct, frozen=True):
    """A journal's record of a segment of its archive (``archive/``), which holds all records from
    ``first`` to ``last``. Those are read from the segment.
    """

    number: int
    first: int
    last: int
    records: int
    at_ms: int
    digest: bytes

    @property
    def file(self) -> str:
        """The file's name, which is unique even if several journals share a folder."""
        return f"{self.number:06d}-{self.digest.hex()[:16]}.segment"


class JournalError(Exception):
    """Base of all journal errors."""


class Conflict(JournalError):
    """Somebody else has written to a stream that the units write to or depend on. Nothing was
    stored.
    """

    def __init__(self, streams: Sequence[str]) -> None:
        super().__init__(
            f"written to by somebody else meanwhile: {', '.join(streams) or 'a stream'}"
        )
        self.streams = tuple(streams)


class Repeated(JournalError):
    """A command of the units is stored already, or occurs twice among them. Nothing was stored."""

    def __init__(self, commands: Sequence[str]) -> None:
        super().__init__(f"stored already: {', '.join(commands) or 'a command'}")
        self.commands = tuple(commands)


class Unavailable(JournalError):
    """The database could not be reached or could not write (disk full, I/O error). Nothing was
    acknowledged.

    It is not known whether the units are stored; find out with ``find_command`` and try again.
    """


class FromTheFuture(JournalError):
    """The database was made by a newer version of the program."""


class OutOfDate(JournalError):
    """The database was made by an older version of the program, and was opened for reading only."""


class InUse(JournalError):
    """Another process is writing to this journal, which allows only one writer."""


class NotAJournal(JournalError):
    """The file or database is not a Pitboss journal, or is damaged."""


class NotEmpty(JournalError):
    """Another journal's records can be copied only into an empty one."""


class Journal(Protocol):
    """A journal. Thread-safe; appends are serialised."""

    @property
    def name(self) -> str:
        """What it is and where, for messages; never with a password."""

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        """Stores units durably in one transaction. Returns the records of each, in the order given.

        Positions follow the order of the units and their parts. Raises Conflict, Repeated or
        Unavailable, and then has stored none of them (but see Unavailable). A unit may build on an
        earlier one of the same call.
        """

    def head(self, stream: str) -> Head | None:
        """The head of a stream as stored now."""

    def ends(self, streams: Collection[str]) -> Mapping[str, Record]:
        """The last record of each of these streams as stored now, in one query; streams that do not
        exist are left out.
        """

    def known_version(self, stream: str) -> int | None:
        """The stored version of a stream, if it is known without asking the database because nobody
        else can write; None otherwise. Never older than a record that ``read_all`` has returned.
        """

    def heads(self) -> Mapping[str, Head]:
        """The heads of all streams, from one consistent read."""

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """The records of a stream with versions above ``after``, in order."""

    def read_all(self, after: int = 0, limit: int = 1000) -> list[Record]:
        """Records of all streams with positions above ``after``, in order, at most ``limit``.

        A caller that asks again with the last position it got misses nothing and gets nothing
        twice, whatever others store in the meantime.
        """

    def read_back(
        self,
        before: int | None = None,
        limit: int = 1000,
        kinds: Collection[str] | None = None,
    ) -> LookedBack:
        """Looks at the last ``limit`` records before a position (by default, at the end), whatever
        their streams, and returns those of some kinds, or all of them. If there are fewer, nothing
        is before them.
        """

    def read_but(self, left_out: LeftOut, after: int, limit: int) -> list[Record]:
        """As ``read_all``, without what is left out. An empty list means that nothing else
        remains.
        """

    def read_news(self, after: int, limit: int = 1000) -> list[Record]:
        """As ``read_all``, for subscribers, which trust this process: what it has just stored may
        come from memory.

        Use ``read_all`` to check what is really stored.
        """

    def find_command(self, command: str) -> list[Record]:
        """The records of a command, in order; none if it is not stored."""

    def last_position(self) -> int:
        """The position of the last record that ``read_all`` can return; 0 if there is none."""

    def wait(self, after: int, timeout_s: float) -> bool:
        """Waits until ``read_all(after)`` would return something, or the time is up. Returns
        whether it would.
        """

    def count(self) -> int:
        """How many records there are."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Saves a snapshot, replacing the stream's previous one. It may be lost without harm."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """The snapshot of a stream, if there is one and its bytes are intact."""

    def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Stores a checkpoint. Raises Conflict unless its number is one above the last."""

    def checkpoints(self, after: int = 0) -> Iterator[Checkpoint]:
        """The checkpoints with numbers above ``after``, in order."""

    def last_checkpoint(self) -> Checkpoint | None:
        """The newest checkpoint."""

    @property
    def archive(self) -> "Archive | None":
        """The folder of segments, as far as this process knows them; None if the store can't have
        one.
        """

    def segments(self) -> tuple[SealedSegment, ...]:
        """The segments of the archive, in order. All methods above read from them as well."""

    def seal(self, segment: SealedSegment, unit: Unit) -> list[Record]:
        """Records that a segment is sealed, together with the unit that says so, and returns that
        unit's records. From then on records up to ``segment.last`` are read from the segment, whose
        file must exist.

        Raises Conflict if its number is not one above the last, or a stream has moved on.
        """

    def drop_sealed(self, keep: Collection[str], limit: int) -> int:
        """Deletes up to ``limit`` rows whose records are in segments, and returns how many. The
        last record of each stream stays, and so do all records of the streams to ``keep``, which
        are read often.
        """

    def read_rows(self, after: int = 0, limit: int = 1000) -> list[Record]:
        """The rows in the database, whatever is in segments: for copying."""

    def copy_in(self, records: Iterator[Record], segments: Sequence[SealedSegment] = ()) -> int:
        """Copies another journal's records into an empty one, positions and hashes included, and
        returns how many. ``segments`` hold what comes before them.

        Records must come in order of position, and all are stored or none. Raises NotEmpty, or
        NotAJournal if they do not fit together.
        """

    def alone(self) -> bool:
        """Whether no other process has this journal open for writing. If so, others are kept out
        until ``join`` is called.
        """

    def join(self) -> None:
        """Lets other processes in again after ``alone`` (if the store allows several writers)."""

    def close(self) -> None:
        """Releases everything. Idempotent."""
