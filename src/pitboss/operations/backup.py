"""Backups taken while a server writes, and restoring one: everything is checked before anything is
replaced.
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
from pitboss.journal.address import open_journal
from pitboss.journal.keys import sync_folder
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
"""A journal contains who bet what, and the hashes of passwords."""


class FileThere(JournalError):
    """A file that would be overwritten."""


def back_up(
    url: str,
    target: Path,
    *,
    force: bool = False,
    archive: Path | None = None,
    report: Reporter = say_nothing,
) -> Whole:
    """Writes a consistent copy of a journal to a SQLite file of its own, and checks it; returns
    what it holds. Segments of its ``archive`` are copied into the folder ``archive`` beside that
    file, unless they are there already.

    The file exists completely or not at all.
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
            expected = _copy_file(source, part, report)
            with (
                closing(SqliteJournal(source, read_only=True, archive=archive)) as journal,
                closing(SqliteJournal(part, read_only=True)) as copied,
            ):
                copy_segments(journal, copied.archive, copied.segments(), report)
        else:
            with closing(open_journal(url, read_only=True, archive=archive)) as journal:
                expected = _copy_out(journal, part, report)
        whole = check_file(part, report, segments=False)
        if (whole.records, whole.last_position) != expected:
            raise Damaged(
                f"the copy holds {whole.records} records up to position {whole.last_position}, not "
                f"{expected[0]} up to {expected[1]}. Nothing was written to {target}; try again."
            )
        return whole


def check_file(
    path: Path,
    report: Reporter = say_nothing,
    archive: Path | None = None,
    *,
    segments: bool = True,
) -> Whole:
    """Checks a SQLite file from its first record to its last; without ``segments``, only the
    records that are not in the archive, starting from what it was sealed with.
    """
    with closing(SqliteJournal(path, read_only=True, archive=archive)) as journal:
        return check_whole(
            journal, counting(report, "checking", journal.count()), segments=segments
        )


def _copy_file(source: Path, part: Path, report: Reporter) -> tuple[int, int]:
    """A copy of a SQLite database as of one moment, whatever is written to it in the meantime;
    returns its count and position.
    """
    # This explains well what is wrong with a file that is not one of our journals.
    with suppress(OutOfDate):
        SqliteJournal(source, read_only=True).close()
    part.touch(_PRIVATE)
    with (
        explained(f"SQLite journal {source}"),
        closing(_reading(source)) as reading,
        closing(apsw.Connection(str(part))) as writing,
    ):
        # A transaction reads the pages of one moment, so the copying never has to start again.
        reading.execute("BEGIN")
        expected = _count_and_end(reading)
        with writing.backup("main", reading, "main") as copying:
            while not copying.done:
                copying.step(_PAGES_A_STEP)
                report("copying", copying.page_count - copying.remaining, copying.page_count)
        reading.execute("COMMIT")
    _bring_up_to_date(part)
    return expected


def _count_and_end(reading: apsw.Connection) -> tuple[int, int]:
    """How many records there are, including the archive's, and the last position."""
    archived = reach = 0
    if reading.execute(HAS_SEGMENTS).get:
        archived = int(reading.execute("SELECT coalesce(sum(records), 0) FROM segments").get)
        reach = int(reading.execute("SELECT coalesce(max(last), 0) FROM segments").get)
    count = int(reading.execute("SELECT count(*) FROM records WHERE position > ?", (reach,)).get)
    return archived + count, int(reading.execute(LAST).get)


def _reading(path: Path) -> apsw.Connection:
    return connect(path, write=False, vfs=None, synchronous="FULL")


def _bring_up_to_date(part: Path) -> None:
    """Opening a copy once for writing migrates it to this version of the program."""
    SqliteJournal(part).close()
    _make_one_file(part)


def _make_one_file(part: Path) -> None:
    """Without a log beside it, a copy can be moved, and read from a read-only medium."""
    with explained(f"the copy {part}"), closing(apsw.Connection(str(part))) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _copy_out(
    source: Journal, part: Path, report: Reporter, archive: Path | None = None
) -> tuple[int, int]:
    part.touch(_PRIVATE)
    with closing(SqliteJournal(part, archive=archive)) as target:
        copied = copy_journal(source, target, counting(report, "copying", source.count()))
        last = target.last_position()
    _make_one_file(part)
    return copied, last


# ── restoring ─────────────────────────────────────────────────────────────────────────────────────


class Restored(msgspec.Struct, frozen=True):
    """What the backup held, where its restoration is recorded, and where the replaced journal and
    its copies of checkpoints are kept.
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
    report: Reporter = say_nothing,
) -> Restored:
    """Replaces a journal with a backup, and records that in it.

    ``stamp`` goes into the names under which the old journal is kept, as well as the file with
    ``copies`` of its checkpoints: they cover records that are not in the backup. Segments beside
    the backup are copied into ``archive`` if they are missing there. A PostgreSQL database must be
    empty. Nothing is changed before the backup has been checked to its last byte.
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
        with _rows_of(file, report) as source:
            whole = copy_into(
                source, url, shelf, report=report, finish=put_on_record, archive=archive
            )
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
            with _rows_of(file, report) as source:
                _copy_out(source, part, report, archive)
            whole = check_file(part, report, archive)
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
def _rows_of(file: Path, report: Reporter) -> Iterator[Journal]:
    """A backup to copy records and checkpoints from. Whatever else is in the file (snapshots,
    triggers) stays there.
    """
    with ExitStack() as stack:
        try:
            source = SqliteJournal(file, read_only=True)
        except OutOfDate:
            # From an older program: a copy is migrated, not the backup itself.
            folder = stack.enter_context(TemporaryDirectory(prefix=".pitboss-", dir=file.parent))
            newer = Path(folder) / file.name
            _copy_file(file, newer, report)
            source = SqliteJournal(newer, read_only=True)
        yield stack.enter_context(closing(source))


def _end_of(path: Path) -> int | None:
    """The last position of the journal to be replaced; None if it can no longer be read."""
    with (
        suppress(JournalError, apsw.Error),
        closing(SqliteJournal(path, read_only=True)) as journal,
    ):
        return journal.last_position()
    return None


def _name_aside(path: Path, stamp: str) -> Path:
    """The name under which something replaced is kept; it must be free."""
    kept = path.with_name(f"{path.name}.replaced-{stamp}")
    if kept.exists():
        raise FileThere(f"{kept} already exists. Move it away, and try again.")
    return kept


def _set_copies_aside(copies: Path | None, aside: Path | None) -> None:
    """Renames the file of copies. The restored journal's copies begin a new one."""
    if copies is not None and aside is not None:
        copies.rename(aside)
        sync_folder(copies.parent)


def _as_usable_as(path: Path, part: Path) -> None:
    """Gives the new file the owner and mode of the one it replaces: the server must be able to open
    it.
    """
    if path.exists():
        old = path.stat()
        part.chmod(stat.S_IMODE(old.st_mode))
        with suppress(PermissionError):
            os.chown(part, old.st_uid, old.st_gid)


def _set_aside(path: Path, stamp: str) -> Path | None:
    """Keeps the database that is about to be replaced under another name, with its log if it has
    one.
    """
    if not path.exists():
        return None
    kept = _name_aside(path, stamp)
    # The log is merged into the file, if the file is still usable at all.
    with (
        suppress(apsw.Error),
        closing(connect(path, write=True, vfs=None, synchronous="FULL")) as old,
    ):
        # A reader may prevent it; then the log is kept as it is.
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
