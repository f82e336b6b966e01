"""A journal in PostgreSQL, which many processes on many machines read and write.

Transactions become visible in a different order from the one they began in. A position contains the
number of its transaction, and ``read_all`` stops short of the oldest one still running, because
that one may yet add earlier positions. So a reader misses nothing and gets nothing twice, without
all writers queueing for one counter.
"""

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from msgspec.structs import astuple

from pitboss.journal.batch import (
    MAX_RECORDS,
    Expected,
    expected,
    fitting,
    refusal,
    snapshot_digest,
)
from pitboss.journal.migrate import migrate, shipped
from pitboss.journal.port import (
    Checkpoint,
    Conflict,
    Head,
    InUse,
    JournalError,
    NotAJournal,
    NotEmpty,
    Record,
    Repeated,
    SealedSegment,
    Snapshot,
    Unavailable,
    Unit,
)
from pitboss.journal.postgres import queries as ask
from pitboss.journal.postgres.append import COLLISIONS, Appender
from pitboss.journal.postgres.presence import Presence, ProcessStanding
from pitboss.journal.postgres.reader import PostgresReader
from pitboss.journal.postgres.server import (
    Connection,
    PostgresMigrations,
    explained,
    lost,
    meaning,
    opening,
)

HEADS_KEPT = 100_000


class PostgresJournal(PostgresReader):
    """A journal in the schema ``pitboss`` of a database."""

    def __init__(self, url: str, *, read_only: bool = False, archive: Path | None = None) -> None:
        super().__init__(url, archive)
        self._read_only = read_only
        self._lock = threading.Lock()
        self._presence = Presence(self.name)
        self._writer: Connection | None = None
        self._appender: Appender | None = None
        # A known head stays true for its version, whoever writes meanwhile; at worst it is stale.
        self._heads: dict[str, Head] = {}
        try:
            with explained(self.name):
                self._open()
        except BaseException:
            self.close()
            raise

    # Opening and closing

    def _open(self) -> None:
        if self._read_only:
            self._open_for_reading()
            self._look_at_segments()
            return
        with self._server.connect(read_only=False) as connection:
            self._server.check(connection)
            migrate(PostgresMigrations(connection), shipped("postgres"), self.name)
            if _restored(connection):
                with opening(connection):
                    if _restored(connection):
                        connection.execute(ask.RAISE.encode())
        self._look_at_segments()

    def _connect_writer(self) -> Connection:
        connection = self._server.connect(read_only=False)
        try:
            self._presence.renew(connection)
            self._appender = Appender(connection)
        except BaseException:
            connection.close()
            raise
        self._writer = connection
        return connection

    def _give_up_writer(self) -> None:
        writer, self._writer, self._appender = self._writer, None, None
        if writer is not None:
            writer.close()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._writer is not None:
                # The server takes a moment to notice that a connection is gone; unlocking spares
                # the next process that wait.
                with suppress(psycopg.Error):
                    if self._appender is not None:
                        self._appender.rest()
                    self._writer.execute("SELECT pg_advisory_unlock_all()")
            self._give_up_writer()
        super().close()

    # Writing

    def _ready(self) -> Connection:
        """The writing connection, reopened after an error."""
        self._check_open()
        if self._read_only:
            raise Unavailable(f"{self.name} was opened for reading only")
        if self._appender is not None:
            try:
                self._appender.rest()
            except psycopg.OperationalError as error:
                if not lost(error):
                    raise
                self._give_up_writer()
        if self._writer is None or self._writer.closed:
            return self._connect_writer()
        return self._writer

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """The writing connection, for one thread at a time. After an error it is closed."""
        with self._lock, explained(self.name):
            try:
                yield self._ready()
            except BaseException:
                self._give_up_writer()
                raise

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        wanted = expected(units)
        if not units:
            return []
        if sum(len(part.records) for unit in units for part in unit.parts) > MAX_RECORDS:
            raise ValueError(f"more than {MAX_RECORDS} records can't be stored at once")
        with self._lock:
            try:
                answer = self._append(units, wanted)
            except psycopg.Error as error:
                self._give_up_writer()
                raise meaning(error, self.name) or error from error
            except (Conflict, Repeated):
                raise
            except BaseException:
                # Interrupted between two messages: we can't know what is still to come on the
                # connection.
                self._give_up_writer()
                raise
        self._listener.hear()
        return answer

    def _append(self, units: Sequence[Unit], wanted: Expected) -> list[list[Record]]:
        heads, unknown = self._known(wanted.written)
        appender = self._ready_to_append()
        if unknown:
            heads |= self._heads_of(unknown)
        sealed = self._archive.sealed
        if sealed and (again := self._archive.stored([unit.command for unit in units])):
            raise Repeated(sorted(again))
        moved = wanted.broken + [
            stream
            for stream, version in wanted.written.items()
            if version and _version(heads.get(stream)) != version
        ]
        if moved:
            moved += self._moved(wanted.looked)
            raise self._refusal(units, moved)
        try:
            answer = appender.store(units, heads, wanted.looked, len(sealed))
        except COLLISIONS as error:
            raise self._collision(units, wanted.written) from error
        if answer is None and len(self.segments()) > len(sealed):
            return self._append(units, wanted)
        if answer is None:
            raise self._refusal(units, self._moved(wanted.looked))
        self._learn(answer)
        return answer

    def _learn(self, stored: Sequence[Sequence[Record]]) -> None:
        for records in stored:
            for record in records:
                self._heads[record.stream] = Head(record.version, record.hash)

    def _known(self, wanted: Mapping[str, int]) -> tuple[dict[str, Head], list[str]]:
        """The heads known to have the wanted version, and the streams whose heads must be looked
        up.
        """
        if len(self._heads) > HEADS_KEPT:
            self._heads.clear()
        heads: dict[str, Head] = {}
        unknown: list[str] = []
        for stream, version in wanted.items():
            # A new stream needs no lookup: if it exists, its first version collides.
            if version:
                head = self._heads.get(stream)
                if head is None or head.version != version:
                    unknown.append(stream)
                else:
                    heads[stream] = head
        return heads, unknown

    def _ready_to_append(self) -> Appender:
        """A connection lost while idle can safely be reopened, as nothing had been sent on it."""
        writer = self._ready()
        if self._presence.standing is ProcessStanding.OUTSIDE:
            self._presence.join(writer)
        assert self._appender is not None
        return self._appender

    def _refusal(self, units: Sequence[Unit], moved: Sequence[str]) -> Conflict | Repeated:
        return refusal(units, moved, self._stored)

    def _stored(self, commands: Collection[str]) -> list[str]:
        return [str(row[0]) for row in self._ask(ask.COMMANDS_STORED, list(commands))]

    def _moved(self, wanted: Mapping[str, int]) -> list[str]:
        """Which streams do not have the wanted version."""
        stored = self._heads_of(wanted.keys())
        return [
            stream for stream, version in wanted.items() if _version(stored.get(stream)) != version
        ]

    def _collision(self, units: Sequence[Unit], wanted: Mapping[str, int]) -> JournalError:
        """Which unique key the units collided with."""
        moved = self._moved(wanted)
        error = self._refusal(units, moved)
        if isinstance(error, Conflict) and not moved:
            return Unavailable(
                f"{self.name}: somebody else was storing the same and has given up. Try again."
            )
        return error

    def save_snapshot(self, snapshot: Snapshot) -> None:
        with self._writing() as writer, writer.transaction():
            writer.execute(ask.LAZILY)
            writer.execute(
                ask.SAVE_SNAPSHOT, (*astuple(snapshot), snapshot_digest(snapshot)), binary=True
            )

    def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        with self._writing() as writer:
            try:
                inserted = writer.execute(
                    ask.ADD_CHECKPOINT, (*astuple(checkpoint), checkpoint.number), binary=True
                )
                count = inserted.rowcount
            except psycopg.errors.UniqueViolation:
                count = 0
        if not count:
            raise Conflict(("the checkpoints",))

    def seal(self, segment: SealedSegment, unit: Unit) -> list[Record]:
        wanted = expected((unit,))
        with self._lock, explained(self.name):
            appender = self._ready_to_append()
            assert self._writer is not None
            heads = self._heads_of(wanted.written)
            try:
                with self._writer.transaction():
                    row = (*astuple(segment), segment.number)
                    if not self._writer.execute(ask.ADD_SEGMENT, row, binary=True).rowcount:
                        raise Conflict(("the segments",))
                    answer = appender.store((unit,), heads, wanted.looked, segment.number)
                    appender.rest()
                    if answer is None:
                        raise Conflict(sorted(wanted.looked))
            except COLLISIONS as error:
                raise Conflict(("the segments", *wanted.written)) from error
            except Conflict:
                raise
            except BaseException:
                self._give_up_writer()
                raise
            self._learn(answer)
        self._listener.hear()
        self._look_at_segments()
        return answer[0]

    def drop_sealed(self, keep: Collection[str], limit: int) -> int:
        with self._writing() as writer, writer.transaction():
            writer.execute(ask.HOLD_WRITERS)
            return writer.execute(ask.DROP_SEALED, (sorted(keep), limit)).rowcount

    def copy_in(self, records: Iterator[Record], segments: Sequence[SealedSegment] = ()) -> int:
        with self._writing() as writer:
            before = self._presence.standing
            if not self._presence.alone(writer):
                raise InUse(f"{self.name}: another process writes to it. Stop that one first.")
            try:
                count = self._copy(writer, records, segments)
            except BaseException:
                # The connection is closed, and its locks go with it.
                self._presence.standing = before
                raise
            if before is not ProcessStanding.ALONE:
                self._presence.join(writer)
        self._listener.hear()
        self._look_at_segments()
        return count

    def _copy(
        self, writer: Connection, records: Iterator[Record], segments: Sequence[SealedSegment]
    ) -> int:
        count = 0
        try:
            with writer.transaction(), writer.cursor() as cursor:
                cursor.execute("SELECT set_config('statement_timeout', '0', true)")
                if cursor.execute("SELECT 1 FROM records LIMIT 1").fetchone():
                    raise NotEmpty(
                        f"{self.name} holds records already; copy into an empty database"
                    )
                for segment in segments:
                    cursor.execute(ask.ADD_SEGMENT, (*astuple(segment), segment.number))
                archived = segments[-1].last if segments else 0
                with cursor.copy(ask.COPY) as copy:
                    copy.set_types(ask.TYPES)
                    for record in fitting(records, archived):
                        copy.write_row(astuple(record))
                        count += 1
                cursor.execute(ask.RAISE)
        except psycopg.errors.UniqueViolation as error:
            raise NotAJournal(f"the records to copy do not fit together: {error}") from error
        return count

    def alone(self) -> bool:
        with self._writing() as writer:
            return self._presence.alone(writer)

    def join(self) -> None:
        with self._writing() as writer:
            self._presence.join(writer)


def _version(head: Head | None) -> int:
    return 0 if head is None else head.version


def _restored(connection: Connection) -> bool:
    """Whether there are positions that no transaction of this cluster can have produced."""
    # The order matters: a transaction that begins after the first query has a higher number than
    # any that query could see.
    last = connection.execute(ask.LAST_STORED).fetchone()
    current = connection.execute(ask.POSITION_NOW).fetchone()
    return last is not None and current is not None and last[0] >= current[0]
