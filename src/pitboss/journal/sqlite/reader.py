"""The reading half of a SQLite journal: queries over its rows and the segments of its archive."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import apsw
import msgspec
from msgspec.structs import astuple

from pitboss.journal.archive.folder import FOLDER, Archive
from pitboss.journal.archive.reader import Archived
from pitboss.journal.batch import Rows, as_checkpoint, as_numbers, as_snapshot
from pitboss.journal.migrate import check_current, shipped
from pitboss.journal.patience import check_patience
from pitboss.journal.pool import Pool
from pitboss.journal.port import (
    Checkpoint,
    Head,
    LeftOut,
    LookedBack,
    NotAJournal,
    Record,
    Snapshot,
    Unavailable,
)
from pitboss.journal.sqlite.file import SqliteMigrations, check_ours, connect, explained
from pitboss.journal.sqlite.rows import (
    CHECKPOINT,
    COUNT,
    END,
    FIND_COMMAND,
    HEAD,
    HEADS,
    LOOKED_BACK,
    READ,
    READ_ALL,
    READ_BACK,
    READ_BACK_KINDS,
    READ_BUT,
    SNAPSHOT,
)
from pitboss.journal.sqlite.short_form import Ask, ShortForm

ROWS_PER_READ = 256
READABLE_FROM = 1
"""The first version of the schema that can be read without migrating."""


def asking(connection: apsw.Connection) -> Ask:
    """A function that runs queries on a connection."""
    return lambda sql, *values: connection.execute(sql, values).fetchall()


class SqliteReader(ABC):
    """Reads a journal. The subclass writes, and says how far readers may read."""

    def __init__(self, path: Path, archive: Path | None, vfs: str | None, synchronous: str) -> None:
        self._path = path
        self._name = f"SQLite journal {path}"
        self._vfs = vfs
        self._synchronous = synchronous
        self._closed = False
        # Whether nobody can write: the file is on read-only media, or in a folder we can't write
        # to.
        self._fixed = False
        self._readers: Pool[apsw.Connection] = Pool(self._connect_reader)
        self._short = ShortForm(self._name)
        self._archive = Archive(archive or path.parent / FOLDER, self._name)
        self._archived = Archived(self._archive, self._look_at_segments)

    @abstractmethod
    def _look_at_segments(self) -> None:
        """Updates the archive with segments that others may have sealed."""

    @abstractmethod
    def _readable(self) -> int:
        """The last position that readers may see."""

    @property
    def name(self) -> str:
        return self._name

    @property
    def archive(self) -> Archive:
        return self._archive

    def _connect_reader(self) -> apsw.Connection:
        return connect(
            self._path, write=False, vfs=self._vfs, synchronous=self._synchronous, fixed=self._fixed
        )

    def _open_for_reading(self) -> None:
        if not self._path.is_file():
            raise NotAJournal(f"there is no journal at {self._path}. Check the path.")
        try:
            self._check_readable()
        except Unavailable:
            log = self._path.with_name(self._path.name + "-wal")
            if log.exists():
                raise
            self._fixed = True
            self._check_readable()

    def _check_readable(self) -> None:
        with explained(self.name), self._readers.lent() as reader:
            check_ours(reader, self.name)
            migrations = SqliteMigrations(reader)
            if not migrations.applied():
                raise NotAJournal(
                    f"{self.name} is empty. Open it once for writing to make a journal of it."
                )
            check_current(migrations, shipped("sqlite"), self.name, READABLE_FROM)

    def close(self) -> None:
        self._closed = True
        with suppress(apsw.Error):
            self._readers.close()
        self._archive.close()

    def _check_open(self) -> None:
        check_patience()
        if self._closed:
            raise Unavailable(f"{self.name} is closed")

    def _ask(self, sql: str, *values: str | int | bytes) -> Rows:
        self._check_open()
        with explained(self.name), self._readers.lent() as reader:
            return reader.execute(sql, values).fetchall()

    def _number(self, stream: str) -> int | str:
        return self._short.stream(stream, self._ask)

    def _records(self, rows: Rows) -> list[Record]:
        return self._short.records(rows, self._ask)

    def _heads_in(self, rows: Rows) -> dict[str, Head]:
        return self._short.heads(rows, self._ask)

    def head(self, stream: str) -> Head | None:
        return self._heads_in(self._ask(HEAD, self._number(stream))).get(stream)

    def ends(self, streams: Collection[str]) -> Mapping[str, Record]:
        rows = [row for stream in streams for row in self._ask(END, self._number(stream))]
        return {record.stream: record for record in self._records(rows)}

    def heads(self) -> Mapping[str, Head]:
        return self._heads_in(self._ask(HEADS))

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        # Each batch is a separate query, so that a slow reader blocks nobody.
        return self._archived.read(
            stream,
            after,
            lambda above: self._records(
                self._ask(READ, self._number(stream), above, ROWS_PER_READ)
            ),
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
            end = self._readable() if before is None else min(before - 1, self._readable())
            oldest, newest, looked = as_numbers(
                self._ask(LOOKED_BACK, after, end, limit), self.name
            )
            if kinds is None:
                found = self._ask(READ_BACK, oldest, newest)
            else:
                named = msgspec.json.encode(list(kinds)).decode()
                found = self._ask(READ_BACK_KINDS, oldest, newest, named)
            return LookedBack(self._records(found), looked, oldest)

        return self._archived.read_back(before, limit, kinds, rows)

    def read_but(self, left_out: LeftOut, after: int, limit: int) -> list[Record]:
        named = [msgspec.json.encode(names).decode() for names in astuple(left_out)]
        return self._archived.read_all(
            after,
            limit,
            lambda above, most: self._records(
                self._ask(READ_BUT, above, self._readable(), *named, most)
            ),
            left_out,
        )

    def read_rows(self, after: int = 0, limit: int = 1000) -> list[Record]:
        return self._records(self._ask(READ_ALL, after, self._readable(), limit))

    def find_command(self, command: str) -> list[Record]:
        rows = self._records(self._ask(FIND_COMMAND, self._short.command(command)))
        return self._archived.find_command(command, rows)

    def count(self) -> int:
        return self._archived.count(lambda after: as_numbers(self._ask(COUNT, after), self.name)[0])

    def snapshot(self, stream: str) -> Snapshot | None:
        return as_snapshot(self._ask(SNAPSHOT, stream))

    def checkpoints(self, after: int = 0) -> Iterator[Checkpoint]:
        while checkpoint := self._checkpoint("WHERE number > ? ORDER BY number LIMIT 1", after):
            yield checkpoint
            after = checkpoint.number

    def last_checkpoint(self) -> Checkpoint | None:
        return self._checkpoint("ORDER BY number DESC LIMIT 1")

    def _checkpoint(self, which: str, *values: int) -> Checkpoint | None:
        return as_checkpoint(self._ask(f"{CHECKPOINT} {which}", *values), self.name)
