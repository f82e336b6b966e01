"""A journal in a SQLite file: one process writes, any number read.

What is acknowledged is on the disk: write-ahead log, ``synchronous=FULL``. If possible a batch of
units is one statement, which SQLite runs as its own transaction; so the GIL is released once for
the whole batch rather than once per row.
"""

import os
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import apsw
from msgspec.structs import astuple

from pitboss.journal.archive.reader import AFTER_ALL
from pitboss.journal.batch import (
    Expected,
    Rows,
    as_numbers,
    as_segments,
    chain_units,
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
    NotAJournal,
    NotEmpty,
    Record,
    Repeated,
    SealedSegment,
    Snapshot,
    Unavailable,
    Unit,
)
from pitboss.journal.sqlite.end import KnownEnd
from pitboss.journal.sqlite.file import (
    SqliteMigrations,
    WriterLock,
    check_ours,
    connect,
    explained,
    let_go,
    make_durable,
    meaning,
    use_log,
)
from pitboss.journal.sqlite.reader import SqliteReader, asking
from pitboss.journal.sqlite.rows import (
    HAS_SEGMENTS,
    HEADS,
    LAST,
    SEGMENTS,
    add_segment,
    drop_sealed,
    insert_all,
    store,
    store_checkpoint,
    store_seal,
    stored_commands,
    stored_head,
    stored_last,
)

POLL_S = 0.02


class SqliteJournal(SqliteReader):
    """A journal in a file. ``vfs`` and ``synchronous`` are for tests of power failures."""

    def __init__(
        self,
        path: str | Path,
        *,
        read_only: bool = False,
        archive: Path | None = None,
        vfs: str | None = None,
        synchronous: str = "FULL",
    ) -> None:
        super().__init__(Path(path), archive, vfs, synchronous)
        self._read_only = read_only
        self._lock = threading.Lock()
        self._end = KnownEnd()
        self._writer: apsw.Connection | None = None
        self._held = None if read_only else self._open_for_writing()
        if read_only:
            self._open_for_reading()

    # Opening and closing

    def _open_for_writing(self) -> WriterLock:
        if not self._path.parent.is_dir():
            raise Unavailable(
                f"{self.name}: the folder {self._path.parent} is not there. Create it first."
            )
        lock = WriterLock(self._path)
        try:
            if self._vfs is None:
                # Private to its owner; SQLite by itself would let everybody read it.
                os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            with explained(self.name):
                self._writer = self._connect_writer()
                check_ours(self._writer, self.name)
                use_log(self._writer, self.name)
                migrate(SqliteMigrations(self._writer), shipped("sqlite"), self.name)
                make_durable(self._writer, self.name, after_failure=False)
                self._look(self._writer)
        except BaseException:
            self._give_up_writer()
            lock.release()
            raise
        return lock

    def _connect_writer(self) -> apsw.Connection:
        return connect(self._path, write=True, vfs=self._vfs, synchronous=self._synchronous)

    def _give_up_writer(self) -> None:
        writer, self._writer = self._writer, None
        self._end.forget()
        if writer is not None:
            let_go(writer)

    def close(self) -> None:
        with self._lock:
            super().close()
            self._give_up_writer()
            if self._held is not None:
                self._held.release()
                self._held = None
        self._end.close()

    # Writing

    def _ready(self) -> apsw.Connection:
        """The writing connection, reopened after an error."""
        self._check_open()
        if self._read_only:
            raise Unavailable(f"{self.name} was opened for reading only")
        if self._writer is None:
            writer = self._connect_writer()
            try:
                make_durable(writer, self.name, after_failure=True)
            except BaseException:
                let_go(writer)
                raise
            self._writer = writer
        return self._writer

    @contextmanager
    def _writing(self) -> Iterator[apsw.Connection]:
        """The writing connection, for one thread at a time. After an error, it and the cached end
        are dropped.
        """
        with self._lock, explained(self.name):
            try:
                yield self._ready()
            except apsw.Error:
                self._give_up_writer()
                raise

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        if not units:
            return []
        return self._store(units)

    def seal(self, segment: SealedSegment, unit: Unit) -> list[Record]:
        stored = self._store((unit,), segment)[0]
        # Rows are deleted only after this, so readers in this process miss none.
        self._archive.update((*self._archive.sealed, segment))
        return stored

    def _store(
        self, units: Sequence[Unit], segment: SealedSegment | None = None
    ) -> list[list[Record]]:
        wanted = expected(units)
        # Like _writing, but inlined for speed: every command waits here.
        with self._lock:
            try:
                writer = self._writer
                answer = self._append(
                    self._ready() if writer is None else writer, units, wanted, segment
                )
            except apsw.Error as error:
                self._give_up_writer()
                raise meaning(error, self.name) or error from error
        return answer

    def _append(
        self,
        writer: apsw.Connection,
        units: Sequence[Unit],
        wanted: Expected,
        segment: SealedSegment | None,
    ) -> list[list[Record]]:
        last, heads, moved = self._known(writer, wanted)
        if self._archive.sealed and (
            again := self._archive.stored([unit.command for unit in units])
        ):
            raise Repeated(sorted(again))
        if moved or wanted.broken:
            raise refusal(
                units,
                moved + wanted.broken,
                lambda commands: stored_commands(writer, self._short, commands),
            )
        answer = chain_units(units, last + 1, heads)
        try:
            stored = list(chain.from_iterable(answer))
            if segment is None:
                store(writer, self._short, stored)
            else:
                store_seal(writer, self._short, segment, stored)
            self._end.move(stored, heads)
        except apsw.ConstraintError:
            self._end.forget()
            raise self._collision(writer, last, units, wanted.written) from None
        except BaseException:
            self._end.forget()
            raise
        return answer

    def _known(
        self, writer: apsw.Connection, wanted: Expected
    ) -> tuple[int, dict[str, Head], list[str]]:
        """The last position, the heads of the existing streams to be written to, and the streams
        whose version is not the expected one.
        """
        end = self._end
        last = self._look(writer) if end.last is None or end.full else end.last
        known, heads, moved = end.heads, {}, []
        for stream, version in wanted.looked.items():
            head = known.get(stream) or (
                None if end.complete else self._stored_head(writer, stream)
            )
            if (0 if head is None else head.version) != version:
                moved.append(stream)
        for stream, version in wanted.written.items():
            # A new stream needs no lookup: if it exists, its first version collides.
            if version:
                head = known.get(stream) or self._stored_head(writer, stream)
                if head is None or head.version != version:
                    moved.append(stream)
                else:
                    heads[stream] = head
        return last, heads, moved

    def _collision(
        self, writer: apsw.Connection, last: int, units: Sequence[Unit], wanted: Mapping[str, int]
    ) -> Conflict | Repeated | NotAJournal:
        """Which unique key the units collided with. The file has one writer, so if its end has
        moved, somebody has bypassed the lock.
        """
        if stored_last(writer) != last:
            return NotAJournal(
                f"{self.name} does not end where it did: somebody else has written to the "
                "file. Stop the server and restore the last backup"
            )
        ends = {stream: self._stored_head(writer, stream) for stream in wanted}
        moved = [
            stream
            for stream, head in ends.items()
            if (head.version if head else 0) != wanted[stream]
        ]
        return refusal(
            units, moved, lambda commands: stored_commands(writer, self._short, commands)
        )

    def _stored_head(self, writer: apsw.Connection, stream: str) -> Head | None:
        return stored_head(writer, self._short.stream(stream, asking(writer)))

    def _look(self, writer: apsw.Connection) -> int:
        """Reloads where the journal ends."""
        most = self._end.room
        rows = writer.execute(f"{HEADS} LIMIT ?", (most + 1,)).fetchall()
        heads = self._short.heads(rows, asking(writer)) if len(rows) <= most else None
        last = stored_last(writer)
        self._read_segments(writer)
        self._end.look(last, heads)
        return last

    def save_snapshot(self, snapshot: Snapshot) -> None:
        with self._writing() as writer:
            # A snapshot may be lost, so do not wait for the disk; the next commit syncs it.
            writer.execute("PRAGMA synchronous = NORMAL")
            try:
                writer.execute(
                    "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)",
                    (*astuple(snapshot), snapshot_digest(snapshot)),
                )
            finally:
                writer.execute(f"PRAGMA synchronous = {self._synchronous}")

    def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        with self._writing() as writer:
            store_checkpoint(writer, checkpoint)

    def segments(self) -> tuple[SealedSegment, ...]:
        self._check_open()
        self._look_at_segments()
        return self._archive.sealed

    def _look_at_segments(self) -> None:
        """Readers ask the file; the writer knows all segments, as nobody else can seal one."""
        if self._read_only and as_numbers(self._ask(HAS_SEGMENTS), self.name)[0]:
            self._archive.update(as_segments(self._ask(SEGMENTS), self.name))

    def _read_segments(self, writer: apsw.Connection) -> None:
        self._archive.update(as_segments(writer.execute(SEGMENTS).fetchall(), self.name))

    def drop_sealed(self, keep: Collection[str], limit: int) -> int:
        with self._writing() as writer:
            # After a failure, this process may not know yet that the segment is on record.
            self._read_segments(writer)
            ask = asking(writer)
            return drop_sealed(writer, [self._short.stream(name, ask) for name in keep], limit)

    def copy_in(self, records: Iterator[Record], segments: Sequence[SealedSegment] = ()) -> int:
        with self._writing() as writer:
            if stored_last(writer):
                raise NotEmpty(f"{self.name} holds records already; copy into a new one")
            try:
                with self._short.writing(writer):
                    for segment in segments:
                        add_segment(writer, segment)
                    archived = segments[-1].last if segments else 0
                    count = insert_all(writer, self._short, fitting(records, archived))
            except apsw.ConstraintError as error:
                raise NotAJournal(f"the records to copy do not fit together: {error}") from error
            self._look(writer)
        return count

    def alone(self) -> bool:
        with self._writing():
            return True

    def join(self) -> None:
        # Nobody else can join: the file has one writer.
        with self._writing():
            pass

    # Reading

    def _ask(self, sql: str, *values: str | int | bytes) -> Rows:
        self._check_open()
        if self._writer is None and not self._read_only:
            # After a failure, make sure that what can be read is durable before reading it.
            with self._writing():
                pass
        return super()._ask(sql, *values)

    def _readable(self) -> int:
        # A commit is visible in the file a moment before its writer knows of it. Do not return a
        # record while known_version still reports the version before it.
        return AFTER_ALL if self._read_only else self.last_position()

    def known_version(self, stream: str) -> int | None:
        # After a failure, when closed, or in a read-only journal, nothing is known.
        return None if self._writer is None else self._end.version(stream)

    def read_news(self, after: int, limit: int = 1000) -> list[Record]:
        recent = self._end.recent(after, self.last_position(), limit)
        return self.read_all(after, limit) if recent is None else recent

    def last_position(self) -> int:
        if not self._read_only:
            self._check_open()
            if self._end.last is None:
                with self._writing() as writer:
                    self._look(writer)
            return self._end.committed
        return as_numbers(self._ask(LAST), self.name)[0]

    def wait(self, after: int, timeout_s: float) -> bool:
        if not self._read_only:
            if self.last_position() > after:
                return True
            self._end.wait(after, timeout_s)
            return self.last_position() > after
        # Another process writes, and SQLite can't notify us, so poll.
        end = time.monotonic() + timeout_s
        while self.last_position() <= after:
            left_s = end - time.monotonic()
            if left_s <= 0:
                return False
            self._end.pause(min(left_s, POLL_S))
        return True
