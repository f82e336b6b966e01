"""The file of a SQLite journal: who may write to it, how it is opened, and what its errors mean."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import apsw

from pitboss.journal.migrate import Applied, Migration
from pitboss.journal.port import InUse, JournalError, NotAJournal, Unavailable

APPLICATION_ID = 0x50495442
"""``PITB``, as the first migration has it."""

BUSY_TIMEOUT_MS = 10_000

# A commit writes to the log; every so many pages the log is written back to the database. Fewer and
# larger write-backs cost less, and a log of 16 MB is read in a moment at start-up.
LOG_PAGES = 4_000
LOG_BYTES_KEPT = 32 << 20

WRITER_CACHE_KIB = 32_000
READER_CACHE_KIB = 4_000


class WriterLock:
    """The lock file beside the database, held as long as a journal is open for writing, and let go
    of by the system when the process ends in whatever way.
    """

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise Unavailable(
                f"{path} can't be opened: {error.strerror}. Give this user the right to write "
                "there, or open read-only."
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 20).decode(errors="replace").strip()
            os.close(self._file)
            raise InUse(
                f"another process{f' (number {holder})' if holder else ''} writes to {database}. "
                "Stop it first, or open the journal for reading only."
            ) from error
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Lets the next one in. The file stays: deleting it would let two processes lock two files
        of one name.
        """
        os.ftruncate(self._file, 0)
        os.close(self._file)


def connect(
    path: Path, *, write: bool, vfs: str | None, synchronous: str, fixed: bool = False
) -> apsw.Connection:
    """A connection with our settings. ``fixed``: nobody can write to the file, and there is no log
    beside it.
    """
    flags = (
        apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE if write else apsw.SQLITE_OPEN_READONLY
    )
    name = str(path)
    if fixed:
        flags |= apsw.SQLITE_OPEN_URI
        name = f"file:{quote(name)}?immutable=1"
    # Batches of up to so many rows have a statement each, and stay prepared.
    connection = apsw.Connection(name, flags, vfs=vfs, statementcachesize=200)
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        connection.execute(
            f"PRAGMA cache_size = -{WRITER_CACHE_KIB if write else READER_CACHE_KIB}"
        )
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        if write:
            connection.execute(f"PRAGMA synchronous = {synchronous}")
            # Where the system has a stronger form of flushing (macOS), only that one reaches the
            # disk.
            connection.execute("PRAGMA fullfsync = ON")
            connection.execute("PRAGMA checkpoint_fullfsync = ON")
            connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
            connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES_KEPT}")
    except BaseException:
        connection.close()
        raise
    return connection


def let_go(connection: apsw.Connection) -> None:
    """Closes a connection. SQLite tidies up when the last one goes; a disk in trouble does not let
    it, without harm.
    """
    with suppress(apsw.Error):
        connection.close(True)


def check_ours(connection: apsw.Connection, name: str) -> None:
    """Looks before anything is changed: the file may be some other program's database."""
    things = connection.execute("SELECT count(*) FROM sqlite_schema").get
    if things and connection.execute("PRAGMA application_id").get != APPLICATION_ID:
        raise NotAJournal(f"{name} is a database of some other program. Name another file.")


def use_log(connection: apsw.Connection, name: str) -> None:
    """Write-ahead logging: readers and the writer do not wait for each other."""
    mode = connection.execute("PRAGMA journal_mode = WAL").get
    if mode != "wal":
        raise Unavailable(
            f"{name}: its file system can't do write-ahead logging. Put it on a local disk."
        )


def make_durable(connection: apsw.Connection, name: str, *, after_failure: bool) -> None:
    """Sees to it that all that can be read is on the disk, before anybody takes it for stored.

    When a process is killed, or the disk fails, between the writing of a commit and its sync, the
    commit is in the log as the system remembers it, and whoever opens the file finds it there. A
    power cut could still undo it.
    """
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy is not None and not busy[0]:
        return
    if after_failure:
        # The system may have forgotten what it failed to write, and would not try again.
        raise Unavailable(
            f"{name}: another program reads from it and does not let go. Close that program."
        )
    # Somebody reads, a backup perhaps. A commit syncs the log too, all that was in it before
    # included; but only one that writes, and a row that gets the values that it has is not written.
    connection.execute("PRAGMA user_version = 0")


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """All that is written in the ``with`` block, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back itself after some errors. If this fails too, the connection is
        # given up.
        with suppress(apsw.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


class SqliteMigrations:
    """A SQLite database as the runner of migrations sees it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def alone(self) -> AbstractContextManager[None]:
        return transaction(self._connection)

    def applied(self) -> list[Applied]:
        if not self._connection.execute(
            "SELECT 1 FROM sqlite_schema WHERE name = 'migrations'"
        ).get:
            return []
        rows = self._connection.execute(
            "SELECT number, name, sha256 FROM migrations ORDER BY number"
        )
        return [Applied(*row) for row in rows]

    def apply(self, step: Migration, at_ms: int) -> None:
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations "
            "(number INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, at_ms "
            "INTEGER NOT NULL) STRICT"
        )
        self._connection.execute(step.sql)
        self._connection.execute(
            "INSERT INTO migrations VALUES (?, ?, ?, ?)",
            (step.number, step.name, step.digest, at_ms),
        )


_MEANINGS: tuple[tuple[type[apsw.Error], type[JournalError], str], ...] = (
    (apsw.FullError, Unavailable, "the disk is full. Make room, and try again"),
    (
        apsw.IOError,
        Unavailable,
        "reading or writing failed. Look at the disk and at the system's log",
    ),
    (
        apsw.BusyError,
        Unavailable,
        "another program holds a lock on it. Close that program, and try again",
    ),
    (
        apsw.LockedError,
        Unavailable,
        "another program holds a lock on it. Close that program, and try again",
    ),
    (
        apsw.ReadOnlyError,
        Unavailable,
        "it may not be written to. Give this user the right to write to it",
    ),
    (
        apsw.PermissionsError,
        Unavailable,
        "it may not be opened. Give this user the right to read and write it",
    ),
    (
        apsw.CantOpenError,
        Unavailable,
        "it can't be opened. Check that the folder is there and may be written to",
    ),
    (apsw.NoMemError, Unavailable, "there is no memory left"),
    (apsw.InterruptError, Unavailable, "it was interrupted"),
    (apsw.ProtocolError, Unavailable, "its locks do not work. Put it on a local disk"),
    (apsw.NotADBError, NotAJournal, "it is not a SQLite database. Name another file"),
    (apsw.CorruptError, NotAJournal, "the file is damaged. Restore it from a backup"),
)


def meaning(error: apsw.Error, name: str) -> JournalError | None:
    """The error of the port that an error of SQLite comes to; None where it is a mistake of this
    program.
    """
    for kind, becomes, words in _MEANINGS:
        if isinstance(error, kind):
            return becomes(f"{name}: {words} ({error})")
    return None


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Errors of SQLite leave the ``with`` block as errors of the port."""
    try:
        yield
    except apsw.Error as error:
        explanation = meaning(error, name)
        if explanation is None:
            raise
        raise explanation from error
    except UnicodeDecodeError as error:
        raise NotAJournal(f"{name}: a stored text is damaged: {error}") from error
