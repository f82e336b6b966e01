"""The SQLite file: the writer's lock, how to open it, and what its errors mean."""

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
"""``PITB``, as set by the first migration."""

BUSY_TIMEOUT_MS = 10_000

# A commit goes to the write-ahead log, which is written back to the database every this many pages.
# Fewer, larger write-backs cost less, and a log of 16 MB is read in a moment at start-up.
LOG_PAGES = 4_000
LOG_BYTES_KEPT = 32 << 20

WRITER_CACHE_KIB = 32_000
READER_CACHE_KIB = 4_000


class WriterLock:
    """The lock file beside the database, held while a journal is open for writing. The operating
    system releases it however the process ends.
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
        """Releases the lock. The file stays: deleting it would let two processes lock two different
        files of one name.
        """
        os.ftruncate(self._file, 0)
        os.close(self._file)


def connect(
    path: Path, *, write: bool, vfs: str | None, synchronous: str, fixed: bool = False
) -> apsw.Connection:
    """A connection with our settings. ``fixed``: nobody can write to the file, and it has no
    write-ahead log.
    """
    flags = (
        apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE if write else apsw.SQLITE_OPEN_READONLY
    )
    name = str(path)
    if fixed:
        flags |= apsw.SQLITE_OPEN_URI
        name = f"file:{quote(name)}?immutable=1"
    # Large enough to keep a prepared statement for every batch size.
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
            # On macOS only this stronger form of flushing reaches the disk.
            connection.execute("PRAGMA fullfsync = ON")
            connection.execute("PRAGMA checkpoint_fullfsync = ON")
            connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
            connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES_KEPT}")
    except BaseException:
        connection.close()
        raise
    return connection


def let_go(connection: apsw.Connection) -> None:
    """Closes a connection. SQLite cleans up when the last one goes; if a failing disk prevents
    that, it does no harm.
    """
    with suppress(apsw.Error):
        connection.close(True)


def check_ours(connection: apsw.Connection, name: str) -> None:
    """Checks, before anything is changed, that the file is not some other program's database."""
    things = connection.execute("SELECT count(*) FROM sqlite_schema").get
    if things and connection.execute("PRAGMA application_id").get != APPLICATION_ID:
        raise NotAJournal(f"{name} is a database of some other program. Name another file.")


def use_log(connection: apsw.Connection, name: str) -> None:
    """Turns on the write-ahead log, so that readers and the writer do not wait for each other."""
    mode = connection.execute("PRAGMA journal_mode = WAL").get
    if mode != "wal":
        raise Unavailable(
            f"{name}: its file system can't do write-ahead logging. Put it on a local disk."
        )


def make_durable(connection: apsw.Connection, name: str, *, after_failure: bool) -> None:
    """Makes sure that everything readable is on the disk before anybody relies on it.

    If a process is killed, or the disk fails, between writing a commit and syncing it, the commit
    is in the operating system's cache of the log and visible to whoever opens the file, but a power
    cut could still undo it.
    """
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy is not None and not busy[0]:
        return
    if after_failure:
        # The operating system may have dropped what it failed to write, and would not try again.
        raise Unavailable(
            f"{name}: another program reads from it and does not let go. Close that program."
        )
    # Somebody is reading, perhaps a backup. A commit also syncs the whole log, but only if it
    # writes something, and setting a row to the values it has writes nothing.
    connection.execute("PRAGMA user_version = 0")


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """Commits everything written in the ``with`` block, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After some errors SQLite has already rolled back. If this fails too, the connection is
        # closed.
        with suppress(apsw.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


class SqliteMigrations:
    """A SQLite database as seen by the migration runner."""

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
            "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT "
            "NULL, sha256 TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT"
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
    """The port's error for an error of SQLite; None if it is a bug in this program."""
    for kind, becomes, words in _MEANINGS:
        if isinstance(error, kind):
            return becomes(f"{name}: {words} ({error})")
    return None


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Translates errors of SQLite in a ``with`` block into errors of the port."""
    try:
        yield
    except apsw.Error as error:
        explanation = meaning(error, name)
        if explanation is None:
            raise
        raise explanation from error
    except UnicodeDecodeError as error:
        raise NotAJournal(f"{name}: a stored text is damaged: {error}") from error
