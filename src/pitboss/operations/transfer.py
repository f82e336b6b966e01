"""Copies one journal into another: record for record, with the same positions and hashes, compared
afterwards.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

from pitboss.casino.history import as_stored
from pitboss.casino.postings import Ledger
from pitboss.casino.record_shelf import RecordShelf
from pitboss.journal.address import open_journal
from pitboss.journal.archive.folder import Archive
from pitboss.journal.archive.segment import Segment
from pitboss.journal.port import (
    InUse,
    Journal,
    JournalError,
    NotAJournal,
    NotEmpty,
    Record,
    SealedSegment,
    Unavailable,
)
from pitboss.journal.sqlite.file import WriterLock
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.ledger.entries import Balances
from pitboss.operations.files import appearing
from pitboss.operations.integrity import (
    Damaged,
    Progress,
    Reporter,
    Whole,
    all_records,
    check_whole,
    counting,
    no_progress,
    say_nothing,
)
from pitboss.rulebook.shelf import Shelf

_EVERY = 1_000


def _counted(records: Iterator[Record], progress: Progress) -> Iterator[Record]:
    done = 0
    for record in records:
        yield record
        done += 1
        if done % _EVERY == 0:
            progress(done)
    progress(done)


def _rows(source: Journal, up_to: int) -> Iterator[Record]:
    after = 0
    while rows := source.read_rows(after):
        yield from (row for row in rows if row.position <= up_to)
        after = rows[-1].position


def copy_segments(
    source: Journal,
    target: Archive,
    segments: Sequence[SealedSegment],
    report: Reporter = say_nothing,
) -> int:
    """Copies segments into the folder of another archive, unless they are there already; returns
    how many. A copy is checked to its last record before it gets its name.
    """
    copied = 0
    if not segments:
        return copied
    ours = source.archive
    assert ours is not None, "it has segments"
    assert target.folder is not None, "a SQLite file has one, and the settings name one"
    target.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for number, sealed in enumerate(segments, start=1):
        report("copying segments", number, len(segments))
        path = target.folder / sealed.file
        with suppress(JournalError):
            Segment(path, sealed).close()
            continue
        with appearing(path) as part:
            shutil.copyfile(ours.segment(sealed).path, part)
            with closing(Segment(part, sealed)) as copy:
                for _ in copy.check():
                    pass
        path.chmod(0o400)
        copied += 1
    return copied


def copy_journal(source: Journal, target: Journal, progress: Progress = no_progress) -> int:
    """Copies records and checkpoints into an empty journal and returns how many records. Records
    stored in the meantime are left out.
    """
    last = source.last_position()
    segments = source.segments()
    if segments and target.archive is not None:
        copy_segments(source, target.archive, segments)
        target.copy_in(_counted(_rows(source, last), progress), segments)
        if source.segments() != segments:
            raise Unavailable(f"{source.name} was archived meanwhile. Try again.")
        count = target.count()
    else:
        count = target.copy_in(_counted(all_records(source, up_to=last), progress))
    for checkpoint in source.checkpoints():
        if checkpoint.position <= last:
            target.add_checkpoint(checkpoint)
    return count


def balances(journal: Journal, shelf: Shelf, progress: Progress = no_progress) -> Balances:
    """The balance of every account, from the first event to the last."""
    ledger = Ledger(RecordShelf(journal, shelf))
    for record in _counted(all_records(journal), progress):
        ledger.post(as_stored(record))
    return ledger.balances


def copy_into(
    source: Journal,
    url: str,
    shelf: Shelf | None = None,
    report: Reporter = say_nothing,
    finish: Callable[[Journal], None] | None = None,
    archive: Path | None = None,
) -> Whole:
    """Copies a journal into an empty PostgreSQL database; returns what it holds.

    Counts, chain heads, checkpoints and balances of both are compared. If they differ, the target
    is emptied again; if not, ``finish`` runs before anybody else gets access.
    """
    shelf = shelf or Shelf()
    expected = check_whole(source, counting(report, "checking", source.count()))
    with closing(open_journal(url, archive=archive)) as target:
        if not target.alone():
            raise InUse(f"another process has {target.name} open. Stop it first.")
        if stored := target.count():
            raise NotEmpty(
                f"{target.name} holds {stored} records. Name a database that is empty; "
                "nothing was changed."
            )
        try:
            copy_journal(source, target, counting(report, "copying", expected.records))
            differences = _differences(source, expected, target, shelf, report)
            if finish is not None and not differences:
                finish(target)
            name = target.name
        except BaseException:
            target.close()
            _empty(url)
            raise
    if differences:
        _empty(url)
        raise Damaged(
            f"the copy in {name} is not the same: {'; '.join(differences)}. It was emptied again, "
            "and the source is as it was. Look for what changes data in that database (triggers, "
            "rules), and try again."
        )
    return expected


def _differences(
    source: Journal, expected: Whole, target: Journal, shelf: Shelf, report: Reporter
) -> list[str]:
    """How a copy differs from its source, in words."""
    try:
        copied = check_whole(target, counting(report, "checking the copy", expected.records))
    except Damaged as error:
        return [str(error)]
    names = ("records", "streams", "last_position", "checkpoints")
    differences = [
        f"{name.replace('_', ' ')}: {getattr(expected, name)} became {getattr(copied, name)}"
        for name in names
        if getattr(expected, name) != getattr(copied, name)
    ]
    if expected.root != copied.root:
        differences.append("the ends of the streams have different hashes")
    ours = dict(balances(source, shelf, counting(report, "adding up", expected.records)))
    theirs = dict(balances(target, shelf, counting(report, "adding up the copy", expected.records)))
    differences += [
        f"{account}: {ours.get(account, 0)} units became {theirs.get(account, 0)}"
        for account in sorted({*ours, *theirs})
        if ours.get(account, 0) != theirs.get(account, 0)
    ]
    return differences


def _empty(url: str) -> None:
    """Removes everything of ours from a database that was empty a moment ago. Its records can't be
    deleted.
    """
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS pitboss CASCADE")


def move(
    path: Path,
    url: str,
    shelf: Shelf | None = None,
    report: Reporter = say_nothing,
    archive: Path | None = None,
    new_archive: Path | None = None,
) -> Whole:
    """Copies a SQLite journal into an empty PostgreSQL database, and the segments of its archive
    into another folder. Nobody may write to the file in the meantime.
    """
    if not path.is_file():
        raise NotAJournal(f"there is no journal at {path}. Check the setting database.")
    lock = WriterLock(path)
    try:
        with closing(SqliteJournal(path, read_only=True, archive=archive)) as source:
            return copy_into(source, url, shelf, report, archive=new_archive)
    finally:
        lock.release()
