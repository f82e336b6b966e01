"""Checks a SQLite journal as a file: its pages, and whether its indexes reach all records."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import apsw

from pitboss.audit.report import Misfit
from pitboss.journal.port import Checkpoint, Record, Unavailable

_COLUMNS = {
    "records": Record.__struct_fields__,
    "checkpoints": Checkpoint.__struct_fields__,
    "migrations": ("number", "name", "sha256", "at_ms"),
}


def check_columns(path: Path) -> None:
    """Raises Misfit if a table or column has been renamed: one flipped bit is enough to hide it."""
    with _opened(path) as connection:
        for table, columns in _COLUMNS.items():
            connection.execute(f"SELECT {', '.join(columns)} FROM {table} LIMIT 0").fetchall()


def check_pages(path: Path) -> None:
    """Raises Misfit if SQLite finds its structures damaged, or a row that no reader would reach."""
    with _opened(path) as connection:
        faults = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)")]
        if faults != ["ok"]:
            raise _damaged(faults[0])
        for table, column in (("records", "position"), ("checkpoints", "number")):
            lost = connection.execute(
                f"SELECT {column} FROM {table} WHERE {column} < 1 LIMIT 1"
            ).get
            if lost is not None:
                raise Misfit(f"a number of {table}", "1 or above", lost)


def _damaged(fault: object) -> Misfit:
    words = " ".join(str(fault).split())
    return Misfit("SQLite's own check of the file", "ok", f"{words}; restore it from a backup")


@contextmanager
def _opened(path: Path) -> Iterator[apsw.Connection]:
    """A read-only connection. Errors of SQLite become misfits."""
    try:
        connection = _connect(path)
    except apsw.Error as error:
        raise Unavailable(f"{path} can't be opened: {error}. Check the path.") from error
    try:
        connection.set_busy_timeout(10_000)
        yield connection
    except (apsw.Error, UnicodeDecodeError) as error:
        raise _damaged(error) from error
    finally:
        connection.close()


def _connect(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path), apsw.SQLITE_OPEN_READONLY)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except apsw.CantOpenError:
        connection.close()
        if path.with_name(path.name + "-wal").exists():
            raise
        # We can't create files beside it, as on read-only media; then nobody writes to it either.
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        return apsw.Connection(f"file:{quote(str(path))}?immutable=1", flags)
    except apsw.Error:
        # The first query will report the same, as a problem of the file.
        pass
    return connection
