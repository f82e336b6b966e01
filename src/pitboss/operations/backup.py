"""Backups, taken while a server writes, and restoring them: everything is checked before anything
is replaced.
"""

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import msgspec

from pitboss.casino.codec import record_operation
from pitboss.casino.operations import JournalRestored, system_user
from pitboss.clock import wall_clock_ms
from pitboss.journal.keys import sync_folder
from pitboss.journal.opening import open_journal
from pitboss.journal.port import Journal, JournalError, NotAJournal, OutOfDate
from pitboss.journal.sqlite.file import WriterLock, connect, explained
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.journal.sqlite.rows import HAS_SEGMENTS, LAST
from pitboss.operations.config import sqlite_path
from pitboss.operations.files import appearing
from pitboss.operations.integrity import (
    Damaged,
    Reporter,
    Whole,
    check_whole,
    counting,
    say_nothing,
)
from pitboss.operations.transfer import copy_into, copy_journal, copy_segments
from pitboss.rulebook.shelf import Shelf

_PAGES_A_STEP = 1_000
_WAIT_FOR_READERS_MS = 200
_PRIVATE = 0o600
"""A journal says who bet what, and holds password hashes."""


class FileThere(JournalError):
    """The file exists and would be overwritten."""


def back_up(
    url: str,
    target: Path,
    *,
    force: bool = False,
    archive: Path | None = None,
    told: Reporter = say_nothing,
) -> Whole:
    """Writes a consistent copy of a journal to a separate SQLite file, checks it, and returns what
    it holds. Segments of its ``archive`` that are missing there are copied into the folder
    ``archive`` beside that file.

    The file appears atomically.
    """
    if not target.parent.is_dir():
        raise NotAJournal(
            f"the folder {target.parent} does not exist. Create it, or name another file."
        )
    if target.exists() and not force:
        raise FileThere(
            f"{target} already exists. Name another file, or use --force to overwrite it."
        )
    source = sqlite_path(url)
    if source is not None and target.exists() and target.samefile(source):
        raise FileThere(f"{target} is the journal itself. Name another file for the backup.")
    with appearing(target) as part:
        if source is not None:
            expected = _copy_file(source, part, told)
            with (
                closing(SqliteJournal(source, read_only=True, archive=archive)) as journal,
                closing(SqliteJournal(part, read_only=True)) as copied,
            ):
                copy_segments(journal, copied.archive, copied.segments(), told)
        else:
            with closing(open_journal(url, read_only=True, archive=archive)) as journal:
                expected = _copy_out(journal, part, told)
        whole = check_file(part, told, segments=False)
        if (whole.records, whole.last_position) != expected:
            raise Damaged(
                f"the copy holds {whole.records} records up to position "
                f"{whole.last_position}, not {expected[0]} up "
                f"to {expected[1]}. Nothing was written to {target}; try again."
            )
        return whole


def check_file(
    path: Path,
    told: Reporter = say_nothing,
    archive: Path | None = None,
    *,
    segments: bool = True,
) -> Whole:
    """Checks a SQLite file from its first record to its last; without ``segments``, only the
    records after the archive, starting from its closing state.
    """
    with closing(SqliteJournal(path, read_only=True, archive=archive)) as journal:
        return check_whole(journal, counting(told, "checking", journal.count()), segments=segments)


def _copy_file(source: Path, part: Path, told: Reporter) -> tuple[int, int]:
    """Copies a SQLite database as of one moment, whatever is written meanwhile. Returns its count
    and last position.
    """
    # Opening it gives a clear error if the file is not our journal.
    with suppress(OutOfDate):
        SqliteJournal(source, read_only=True).close()
    part.touch(_PRIVATE)
    with (
        explained(f"SQLite journal {source}"),
        closing(_reading(source)) as reading,
        closing(apsw.Connection(str(part))) as writing,
    ):
        # Within a transaction all pages are of one moment, so copying never has to start over.
        reading.execute("BEGIN")
        expected = _count_and_end(reading)
        with writing.backup("main", reading, "main") as copying:
            while not copying.done:
                copying.step(_PAGES_A_STEP)
                told("copying", copying.page_count - copying.remaining, copying.page_count)
        reading.execute("COMMIT")
    _bring_up_to_date(part)
    return expected


def _count_and_end(reading: apsw.Connection) -> tuple[int, int]:
    """How many records there are, including the archive, and the last position."""
    archived = reach = 0
    if reading.execute(HAS_SEGMENTS).get:
        archived = int(reading.execute("SELECT coalesce(sum(records), 0) FROM segments").get)
        reach = int(reading.execute("SELECT coalesce(max(last), 0) FROM segments").get)
    count = int(reading.execute("SELECT count(*) FROM records WHERE position > ?", (reach,)).get)
    return archived + count, int(reading.execute(LAST).get)


def _reading(path: Path) -> apsw.Connection:
    return connect(path, write=False, vfs=None, synchronous="FULL")


def _bring_up_to_date(part: Path) -> None:
    """Migrates a copy to this version by opening it once for writing."""
    SqliteJournal(part).close()
    _make_one_file(part)


def _make_one_file(part: Path) -> None:
    """Folds the write-ahead log into a copy, so that it can be moved as one file and read from
    read-only media.
    """
    with explained(f"the copy {part}"), closing(apsw.Connection(str(part))) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _copy_out(
    source: Journal, part: Path, told: Reporter, archive: Path | None = None
) -> tuple[int, int]:
    part.touch(_PRIVATE)
    with closing(SqliteJournal(part, archive=archive)) as target:
        copied = copy_journal(source, target, counting(told, "copying", source.count()))
        last = target.last_position()
    _make_one_file(part)
    return copied, last


# ── restoring ─────────────────────────────────────────────────────────────────────────────────────


class Restored(msgspec.Struct, frozen=True):
    """What the backup held, the position that records the restore, and where the replaced journal
    and its copies of checkpoints are kept.
    """

    whole: Whole
    position: int
    kept: Path | None
    copies: Path | None


def restore(
    file: Path,
    url: str,
    stamp: str,
    *,
    copies: Path | None = None,
    shelf: Shelf | None = None,
    archive: Path | None = None,
    clock_ms: Callable[[], int] = wall_clock_ms,
    told: Reporter = say_nothing,
) -> Restored:
    """Replaces a journal with a backup, and records that in it.

    ``stamp`` goes into the names under which the old journal is kept, and the file of its
    ``copies`` of checkpoints, which cover records that are not in the backup. Segments beside the
    backup are copied into ``archive`` if missing there. A PostgreSQL database must be empty.
    Nothing is changed until the whole backup has been checked.
    """
    path = sqlite_path(url)
    if not file.is_file():
        raise NotAJournal(f"there is no backup at {file}. Check the path.")
    aside = None if copies is None or not copies.exists() else _name_aside(copies, stamp)
    recorded: list[int] = []

    def put_on_record(journal: Journal, replaced: int | None = None) -> None:
        event = JournalRestored(
            at_ms=clock_ms(),
            by=system_user(),
            file=os.fsencode(file.absolute()).decode(errors="replace"),
            position=journal.last_position(),
            replaced=replaced,
        )
        recorded.append(record_operation(journal, event).position)

    kept = None
    if path is None:
        with _rows_of(file, told) as source:
            whole = copy_into(source, url, shelf, told=told, finish=put_on_record, archive=archive)
        _set_copies_aside(copies, aside)
        return Restored(whole, recorded[0], kept, aside)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.samefile(file):
        raise FileThere(
            f"{file} is the journal itself, so there is nothing to restore. Name a backup."
        )
    lock = WriterLock(path)
    try:
        with appearing(path) as part:
            with _rows_of(file, told) as source:
                _copy_out(source, part, told, archive)
            whole = check_file(part, told, archive)
            with closing(SqliteJournal(part, archive=archive)) as journal:
                put_on_record(journal, _end_of(path))
            _make_one_file(part)
            _as_usable_as(path, part)
            kept = _set_aside(path, stamp)
            _set_copies_aside(copies, aside)
        return Restored(whole, recorded[0], kept, aside)
    finally:
        lock.release()


@contextmanager
def _rows_of(file: Path, told: Reporter) -> Iterator[Journal]:
    """A backup to copy records and checkpoints from. Anything else in the file (snapshots,
    triggers) is left behind.
    """
    with ExitStack() as stack:
        try:
            source = SqliteJournal(file, read_only=True)
        except OutOfDate:
            # From an older version: migrate a copy, not the backup itself.
            folder = stack.enter_context(TemporaryDirectory(prefix=".pitboss-", dir=file.parent))
            newer = Path(folder) / file.name
            _copy_file(file, newer, told)
            source = SqliteJournal(newer, read_only=True)
        yield stack.enter_context(closing(source))


def _end_of(path: Path) -> int | None:
    """The last position of the journal to be replaced; None if it can't be read."""
    with (
        suppress(JournalError, apsw.Error),
        closing(SqliteJournal(path, read_only=True)) as journal,
    ):
        return journal.last_position()
    return None


def _name_aside(path: Path, stamp: str) -> Path:
    """The name under which a replaced file is kept, which must be free."""
    kept = path.with_name(f"{path.name}.replaced-{stamp}")
    if kept.exists():
        raise FileThere(f"{kept} already exists. Move it away, and try again.")
    return kept


def _set_copies_aside(copies: Path | None, aside: Path | None) -> None:
    """Renames the file of copies. The restored journal begins a new one."""
    if copies is not None and aside is not None:
        copies.rename(aside)
        sync_folder(copies.parent)


def _as_usable_as(path: Path, part: Path) -> None:
    """Gives the new file the owner and mode of the one it replaces, so that the server can open
    it.
    """
    if path.exists():
        old = path.stat()
        part.chmod(stat.S_IMODE(old.st_mode))
        with suppress(PermissionError):
            os.chown(part, old.st_uid, old.st_gid)


def _set_aside(path: Path, stamp: str) -> Path | None:
    """Keeps the database about to be replaced under another name, along with any write-ahead
    log.
    """
    if not path.exists():
        return None
    kept = _name_aside(path, stamp)
    # Fold the log into the file, if the file is still usable.
    with (
        suppress(apsw.Error),
        closing(connect(path, write=True, vfs=None, synchronous="FULL")) as old,
    ):
        # A reader may block this; then the log is kept as it is.
        old.set_busy_timeout(_WAIT_FOR_READERS_MS)
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    # The old name must never be free: a server started at that moment would create a new journal.
    try:
        os.link(path, kept)
    except OSError:
        shutil.copy2(path, kept)
    for end in ("-wal", "-shm"):
        beside = path.with_name(path.name + end)
        if beside.exists():
            # A log left here would be taken for the restored database's.
            beside.replace(kept.with_name(kept.name + end))
    sync_folder(path.parent)
    return kept


__all__ = ["FileThere", "Restored", "back_up", "check_file", "restore", "sqlite_path"]
