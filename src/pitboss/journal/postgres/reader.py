"""The reading half of a PostgreSQL journal: queries over its rows and the segments of its
archive.
"""

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import LiteralString

import psycopg

from pitboss.journal.archive.folder import Archive
from pitboss.journal.archive.reader import AFTER_ALL, Archived
from pitboss.journal.batch import (
    Rows,
    as_checkpoint,
    as_heads,
    as_numbers,
    as_records,
    as_segments,
    as_snapshot,
)
from pitboss.journal.migrate import check_current, shipped
from pitboss.journal.patience import check_patience, somebody_waits
from pitboss.journal.pool import Pool
from pitboss.journal.port import (
    Checkpoint,
    Head,
    LeftOut,
    LookedBack,
    NotAJournal,
    Record,
    SealedSegment,
    Snapshot,
    Unavailable,
)
from pitboss.journal.postgres import queries as ask
from pitboss.journal.postgres.listener import Listener
from pitboss.journal.postgres.server import (
    Connection,
    PostgresMigrations,
    PostgresServer,
    explained,
    lost,
)

ROWS_PER_READ = 256
BRIEF_S = 5

# How often a waiting reader polls: when all is quiet, and when something is stored that may not be
# returned yet because an older transaction is still running.
QUIET_LOOK_S = 0.5
BUSY_LOOK_S = 0.005


class PostgresReader:
    """Reads a journal, on connections that can't write."""

    def __init__(self, url: str, archive: Path | None) -> None:
        self._server = PostgresServer(url)
        self._closed = False
        self._readers: Pool[Connection] = Pool(lambda: self._server.connect(read_only=True))
        # For readers whose patience ends: their statements end soon, too.
        self._brief: Pool[Connection] = Pool(
            lambda: self._server.connect(read_only=True, statement_s=BRIEF_S)
        )
        self._listener = Listener(lambda: self._server.connect(read_only=True))
        self._archive = Archive(archive, self.name)
        self._archived = Archived(self._archive, self._look_at_segments)

    @property
    def name(self) -> str:
        return self._server.name

    @property
    def archive(self) -> Archive:
        return self._archive

    def _open_for_reading(self) -> None:
        with self._readers.lent() as reader:
            self._server.check(reader)
            migrations = PostgresMigrations(reader)
            if not migrations.applied():
                raise NotAJournal(
                    f"{self.name} is empty. Open it once for writing to make a journal of it."
                )
            check_current(migrations, shipped("postgres"), self.name)

    def close(self) -> None:
        self._closed = True
        self._readers.close()
        self._brief.close()
        self._listener.close()
        self._archive.close()

    def _check_open(self) -> None:
        check_patience()
        if self._closed:
            raise Unavailable(f"{self.name} is closed")

    def _ask(self, question: LiteralString, *values: str | int | list[str]) -> Rows:
        """Runs a query on a reading connection. One that was lost while idle is reopened."""
        self._check_open()
        with explained(self.name):
            try:
                return self._ask_once(question, values)
            except psycopg.OperationalError as error:
                if not lost(error):
                    raise
                self._pool.empty()
                return self._ask_once(question, values)

    @property
    def _pool(self) -> Pool[Connection]:
        return self._brief if somebody_waits() else self._readers

    def _ask_once(self, question: LiteralString, values: tuple[str | int | list[str], ...]) -> Rows:
        with self._pool.lent() as reader:
            return reader.execute(question, values, prepare=True, binary=True).fetchall()

    def segments(self) -> tuple[SealedSegment, ...]:
        self._look_at_segments()
        return self._archive.sealed

    def _look_at_segments(self) -> None:
        self._archive.update(as_segments(self._ask(ask.SEGMENTS), self.name))

    def head(self, stream: str) -> Head | None:
        return as_heads(self._ask(ask.HEAD, stream), self.name).get(stream)

    def ends(self, streams: Collection[str]) -> Mapping[str, Record]:
        rows = self._ask(ask.ENDS, list(streams))
        return {record.stream: record for record in as_records(rows, self.name)}

    def known_version(self, stream: str) -> int | None:  # noqa: ARG002 - others may write at any moment
        return None

    def heads(self) -> Mapping[str, Head]:
        return as_heads(self._ask(ask.HEADS), self.name)

    def _heads_of(self, streams: Iterable[str]) -> dict[str, Head]:
        return as_heads(self._ask(ask.HEADS_OF, list(streams)), self.name)

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        return self._archived.read(
            stream,
            after,
            lambda above: as_records(self._ask(ask.READ, stream, above, ROWS_PER_READ), self.name),
        )

    def read_all(self, after: int = 0, limit: int = 1000) -> list[Record]:
        return self._archived.read_all(after, limit, self.read_rows)

    def read_back(
        self,
        before: int | None = None,
        limit: int = 1000,
        kinds: Collection[str] | None = None,
    ) -> LookedBack:
        def rows(after: int) -> LookedBack:
            end = AFTER_ALL if before is None else before
            oldest, newest, looked = as_numbers(
                self._ask(ask.LOOKED_BACK, after, end, limit), self.name
            )
            found = (
                self._ask(ask.READ_BACK, oldest, newest)
                if kinds is None
                else self._ask(ask.READ_BACK_KINDS, oldest, newest, list(kinds))
            )
            return LookedBack(as_records(found, self.name), looked, oldest)

        return self._archived.read_back(before, limit, kinds, rows)

    def read_but(self, left_out: LeftOut, after: int, limit: int) -> list[Record]:
        streams, kinds = list(left_out.streams), list(left_out.unless)
        return self._archived.read_all(
            after,
            limit,
            lambda above, most: as_records(
                self._ask(ask.READ_BUT, above, streams, kinds, most), self.name
            ),
            left_out,
        )

    def read_rows(self, after: int = 0, limit: int = 1000) -> list[Record]:
        return as_records(self._ask(ask.READ_ALL, after, limit), self.name)

    def read_news(self, after: int, limit: int = 1000) -> list[Record]:
        return self.read_all(after, limit)

    def find_command(self, command: str) -> list[Record]:
        rows = as_records(self._ask(ask.FIND_COMMAND, command), self.name)
        return self._archived.find_command(command, rows)

    def last_position(self) -> int:
        return as_numbers(self._ask(ask.LAST), self.name)[0]

    def wait(self, after: int, timeout_s: float) -> bool:
        end = time.monotonic() + timeout_s
        while True:
            heard = self._listener.heard
            try:
                given, stored = as_numbers(self._ask(ask.LAST_GIVEN_AND_STORED), self.name)
                if given > after:
                    return True
                quiet = stored <= after
            except Unavailable:
                # The server is down, but may be back before the time is up.
                quiet = True
            self._check_open()
            left_s = end - time.monotonic()
            if left_s <= 0:
                return False
            self._listener.wait(heard, min(left_s, QUIET_LOOK_S if quiet else BUSY_LOOK_S))

    def count(self) -> int:
        return self._archived.count(
            lambda after: as_numbers(self._ask(ask.COUNT, after), self.name)[0]
        )

    def snapshot(self, stream: str) -> Snapshot | None:
        return as_snapshot(self._ask(ask.SNAPSHOT, stream))

    def checkpoints(self, after: int = 0) -> Iterator[Checkpoint]:
        while checkpoint := self._checkpoint(
            f"{ask.CHECKPOINT} WHERE number > %s ORDER BY number LIMIT 1", after
        ):
            yield checkpoint
            after = checkpoint.number

    def last_checkpoint(self) -> Checkpoint | None:
        return self._checkpoint(f"{ask.CHECKPOINT} ORDER BY number DESC LIMIT 1")

    def _checkpoint(self, question: LiteralString, *values: int) -> Checkpoint | None:
        return as_checkpoint(self._ask(question, *values), self.name)
