"""What every journal does, whatever it stores in.

A journal holds *streams* of *records*, each with a version that counts from 1 within its stream,
and a position that orders all records of all streams. Records come in *units*: what one command has
led to, in one or several streams, stored whole or not at all. The id of a command is stored once;
so a command that is sent again is found, and never applied twice.

Each record holds the hash of the one before it in its stream (``chain.py``), so that no stored byte
can change unnoticed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from pitboss.journal.archive.folder import Archive


class NewRecord(msgspec.Struct, frozen=True, array_like=True):
    """Something to store: the stable name of its kind (``bet-placed/1``) and its canonical
    bytes.
    """

    kind: str
    body: bytes


class Part(msgspec.Struct, frozen=True):
    """The records of a unit for one stream, whose version must be ``expected`` (0: there is none
    yet).
    """

    stream: str
    expected: int
    records: tuple[NewRecord, ...]


class Unit(msgspec.Struct, frozen=True):
    """What one command has led to: at least one record, in one stream or several; no stream twice.

    ``fingerprint`` is the hash of the command, so that the same id with another command is told
    from the same sent again. ``looks`` are streams that were looked at and are not written to, with
    the versions that they had: where one has moved on since, what was decided may be wrong, and the
    unit is not stored.
    """

    command: str
    fingerprint: bytes
    at_ms: int
    parts: tuple[Part, ...]
    looks: tuple[tuple[str, int], ...] = ()


class Record(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A stored record. ``number`` counts the records of its command; ``fingerprint`` stands with
    the first of them.
    """

    position: int
    stream: str
    version: int
    at_ms: int
    command: str
    number: int
    fingerprint: bytes | None
    kind: str
    body: bytes
    hash: bytes


class LeftOut(msgspec.Struct, frozen=True):
    """Records that a reader does without: those of some streams, unless they are of some kinds."""

    streams: frozenset[str]
    unless: frozenset[str] = frozenset()

    def has(self, record: Record) -> bool:
        return record.stream in self.streams and record.kind not in self.unless


class Head(msgspec.Struct, frozen=True):
    """Where a stream ends."""

    version: int
    hash: bytes


class Snapshot(msgspec.Struct, frozen=True):
    """A state that spares reading a stream from its start. It proves nothing: it is left aside when
    it does not fit.

    ``form`` says how ``body`` is to be read; another form means another version of the program.
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
    """What a journal has on record of a segment of its archive (``archive/``): all records from
    ``first`` up to ``last`` are in it. Whoever reads up to there reads the segment.
    """

    number: int
    first: int
    last: int
    records: int
    at_ms: int
    digest: bytes

    @property
    def file(self) -> str:
        """The name of the file. It tells segments of several journals in one folder apart."""
        return f"{self.number:06d}-{self.digest.hex()[:16]}.segment"


class JournalError(Exception):
    """Base of what can go wrong with a journal."""


class Conflict(JournalError):
    """A stream that the units write to, or rest on, has moved on: somebody else has written.
    Nothing was stored.
    """

    def __init__(self, streams: Sequence[str]) -> None:
        super().__init__(
            f"written to by somebody else meanwhile: {', '.join(streams) or 'a stream'}"
        )
        self.streams = tuple(streams)


class Repeated(JournalError):
    """A command of the units is stored already, or twice among them. Nothing was stored."""

    def __init__(self, commands: Sequence[str]) -> None:
        super().__init__(f"stored already: {', '.join(commands) or 'a command'}")
        self.commands = tuple(commands)


class Unavailable(JournalError):
    """The database could not be reached, or could not write (disk full, I/O error). Nothing was
    acknowledged.

    Whether the units are stored is not known; find out with ``find_command`` and try again.
    """


class FromTheFuture(JournalError):
    """The database was made by a newer version of the program."""


class OutOfDate(JournalError):
    """The database was made by an older version of the program, and was opened for reading only."""


class InUse(JournalError):
    """Another process writes to this journal, and it takes one writer only."""


class NotAJournal(JournalError):
    """The file or database is not a Pitboss journal, or it is damaged beyond reading."""


class NotEmpty(JournalError):
    """Records of another journal can be copied only into an empty one."""


class Journal(Protocol):
    """A journal. One may be used from several threads; appends are made one after another."""

    @property
    def name(self) -> str:
        """What it is and where, for messages; never a password."""

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        """Stores units durably in one transaction; the records of each, in the order given.

        Positions rise with the order of the units and of their parts. Raises Conflict, Repeated or
        Unavailable, and then has stored none of them (but see Unavailable). A later unit may build
        on an earlier one of the same call.
        """

    def head(self, stream: str) -> Head | None:
        """The end of a stream as it is stored now."""

    def ends(self, streams: Collection[str]) -> Mapping[str, Record]:
        """The last records of streams as they are stored now, without those that are not there:
        one question for all.
        """

    def known_version(self, stream: str) -> int | None:
        """The version of a stream as it is stored now, where that is known without asking the
        database: where nobody else can write. None where it is not. Never behind a record that
        ``read_all`` has given.
        """

    def heads(self) -> Mapping[str, Head]:
        """The ends of all streams, in one consistent look."""

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """The records of a stream with versions above ``after``, in order."""

    def read_all(self, after: int = 0, limit: int = 1000) -> list[Record]:
        """Records of all streams with positions above ``after``, in order, at most ``limit``.

        A caller that asks again with the last position it got misses nothing and gets nothing
        twice, whatever others store in the meantime.
        """

    def read_but(self, left_out: LeftOut, after: int, limit: int) -> list[Record]:
        """As ``read_all``, without what is left out: nothing comes back only where nothing else is
        left.
        """

    def read_news(self, after: int, limit: int = 1000) -> list[Record]:
        """The same for subscribers, which trust this process: what it has just stored may come from
        memory.

        To check what is really stored, use ``read_all``.
        """

    def find_command(self, command: str) -> list[Record]:
        """What a command has led to, in order; nothing where it is not stored."""

    def last_position(self) -> int:
        """The position of the last record that ``read_all`` can give; 0 where there is none."""

    def wait(self, after: int, timeout_s: float) -> bool:
        """Waits until ``read_all(after)`` has something to give, or the time is over; says
        which.
        """

    def count(self) -> int:
        """How many records there are."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keeps a snapshot in place of the one before of its stream. May be lost without harm."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """The snapshot of a stream, if there is one and its bytes are whole."""

    def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Stores a checkpoint; its number is one above the last one's, or Conflict is raised."""

    def checkpoints(self, after: int = 0) -> Iterator[Checkpoint]:
        """The checkpoints with numbers above ``after``, in order."""

    def last_checkpoint(self) -> Checkpoint | None:
        """The newest checkpoint."""

    @property
    def archive(self) -> "Archive | None":
        """The folder of segments, with what this process knows of them; None where the store can't
        have one.
        """

    def segments(self) -> tuple[SealedSegment, ...]:
        """The segments of the archive, in order. All methods above read what is in them as well."""

    def seal(self, segment: SealedSegment, unit: Unit) -> list[Record]:
        """Puts it on record that a segment is sealed, together with the unit that says so; its
        records. From then on records up to ``segment.last`` are read from the segment, whose file
        must be there.

        Raises Conflict where its number is not the one above the last, or a stream has moved on.
        """

    def drop_sealed(self, keep: Collection[str], limit: int) -> int:
        """Deletes rows of records that are in segments, at most so many; how many. What a stream
        ends with stays, and so do all records of the streams to ``keep``: they are read often.
        """

    def read_rows(self, after: int = 0, limit: int = 1000) -> list[Record]:
        """The rows of the database as they are, whatever is in segments: for copying."""

    def copy_in(self, records: Iterator[Record], segments: Sequence[SealedSegment] = ()) -> int:
        """Stores records of another journal as they are, positions and hashes included, into an
        empty one; how many. ``segments`` are those that hold what comes before them.

        They come in the order of their positions, and are stored whole or not at all. Raises
        NotEmpty, and NotAJournal where they do not fit together.
        """

    def alone(self) -> bool:
        """Whether no other process has this journal open for writing. Held so until ``join`` is
        called.
        """

    def join(self) -> None:
        """Ends the time of being alone: other processes may come in (where the store allows for
        it).
        """

    def close(self) -> None:
        """Lets go of everything; safe to repeat."""
