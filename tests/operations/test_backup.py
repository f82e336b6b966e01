"""Backups are whole, taken while somebody writes, and checked before they replace anything."""

import getpass
import os
import shutil
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.audit import audit
from pitboss.casino.app import Casino
from pitboss.casino.codec import read_event
from pitboss.casino.operations import JournalRestored
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import link_stream
from pitboss.jackpot.commands import ShowNotice
from pitboss.journal.address import open_journal
from pitboss.journal.checkpoints import build
from pitboss.journal.copies import read_copies
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import (
    Checkpoint,
    InUse,
    Journal,
    NotAJournal,
    NotEmpty,
    Record,
    Unavailable,
)
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.ledger.entries import Account, AccountKind, Balances, Entry
from pitboss.operations import transfer as copying
from pitboss.operations.backup import FileThere, back_up, check_file, restore
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.integrity import Damaged, check_whole
from pitboss.operations.transfer import balances, copy_into, move
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.shelf import Shelf
from tests.audit.tampering import hashed_again, journal_of, with_edit
from tests.casino.histories import COMMANDS, made, play
from tests.postgres import Server

MAX = Actor(Post.SHIFT_MANAGER, "max")
A, B = Account(AccountKind.HOUSE, "table/t1"), Account(AccountKind.PLAYER, "ann")
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal that nobody changes; with a checkpoint in the middle and one at the end."""
    path = made(tmp_path_factory.mktemp("history") / "pitboss.db")
    with closing(SqliteJournal(path)) as journal:
        sign(journal)
    return path


@pytest.fixture
def journal_file(history: Path, tmp_path: Path) -> Path:
    """A journal of the test's own."""
    path = tmp_path / "data" / "pitboss.db"
    path.parent.mkdir()
    shutil.copy(history, path)
    return path


def sign(journal: Journal) -> None:
    """Signs all that is there."""
    checkpoint = build(
        journal.heads(),
        position=journal.last_position(),
        at_ms=1,
        last=journal.last_checkpoint(),
        key=KEY,
    )
    journal.add_checkpoint(checkpoint)


def records(path: Path) -> list[Record]:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        return journal.read_all(limit=1_000_000)


def restored(path: Path) -> list[Record]:
    """The records of a journal that was restored: all but the last, which says that it was."""
    *before, last = records(path)
    assert (last.stream, last.kind) == ("operations", "journal-restored/1")
    return before


def note(casino: Casino, number: int) -> None:
    """One more record."""
    casino.carry_out(
        Request(f"note/{number}", link_stream("RWS"), ShowNotice(f"Notice {number}"), MAX)
    )


def change(path: Path, statement: str) -> None:
    """Changes a stored journal behind its back."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("DROP TRIGGER records_stay")
        connection.execute("DROP TRIGGER records_are_kept")
        connection.execute(statement)


# ── backing up ────────────────────────────────────────────────────────────────────────────────────


def test_a_backup_holds_the_same_records_and_checkpoints(
    journal_file: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    whole = back_up(str(journal_file), target)
    assert records(target) == records(journal_file)
    assert whole.records == len(records(journal_file)) > COMMANDS
    assert whole.checkpoints == 1
    assert sorted(found.name for found in tmp_path.iterdir()) == ["copy.db", "data"], (
        "nothing is left beside it"
    )
    assert stat.S_IMODE(target.stat().st_mode) == 0o600, "it holds secrets of shuffles"


def test_a_backup_is_one_file_that_opens_where_nothing_can_be_written(
    journal_file: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    back_up(str(journal_file), target)
    with closing(apsw.Connection(str(target), apsw.SQLITE_OPEN_READONLY)) as connection:
        assert connection.execute("PRAGMA journal_mode").get == "delete"


def test_a_backup_is_taken_while_somebody_writes(journal_file: Path, tmp_path: Path) -> None:
    """A thread writes on all the time; the copy is what was there at one moment, and nothing is
    lost.
    """
    journal = SqliteJournal(journal_file)
    casino, stop, written = Casino(journal), threading.Event(), []

    def write() -> None:
        number = 0
        while not stop.is_set():
            note(casino, number)
            written.append(number)
            number += 1

    writer = threading.Thread(target=write)
    with closing(journal):
        before = journal.count()
        writer.start()
        try:
            found = [back_up(str(journal_file), tmp_path / f"{nth}.db") for nth in range(3)]
        finally:
            stop.set()
            writer.join()
        after = journal.read_all(limit=1_000_000)
    for nth, whole in enumerate(found):
        copied = records(tmp_path / f"{nth}.db")
        assert copied == after[: whole.records], "a beginning of what was stored in the end"
        assert whole.records >= before
    assert len(after) == before + len(written)


def test_a_backup_does_not_overwrite_unless_told(journal_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("mine")
    with pytest.raises(FileThere, match="--force"):
        back_up(str(journal_file), target)
    assert target.read_text() == "mine"
    back_up(str(journal_file), target, force=True)
    assert records(target) == records(journal_file)


def test_a_backup_never_overwrites_the_journal_itself(journal_file: Path) -> None:
    with pytest.raises(FileThere, match="the journal itself"):
        back_up(str(journal_file), journal_file, force=True)


def test_a_damaged_journal_gives_no_backup(journal_file: Path, tmp_path: Path) -> None:
    change(journal_file, "UPDATE records SET at_ms = at_ms + 1 WHERE position = 100")
    target = tmp_path / "copy.db"
    target.write_text("the backup of yesterday")
    with pytest.raises(Damaged, match=r"position 100 .* do not match the hash"):
        back_up(str(journal_file), target, force=True)
    assert target.read_text() == "the backup of yesterday"
    assert [found.name for found in tmp_path.iterdir() if found.name.startswith(".")] == []


def test_a_backup_needs_a_folder_and_a_journal(journal_file: Path, tmp_path: Path) -> None:
    with pytest.raises(NotAJournal, match="does not exist"):
        back_up(str(journal_file), tmp_path / "nowhere" / "copy.db")
    with pytest.raises(NotAJournal, match="there is no journal at"):
        back_up(str(tmp_path / "nothing.db"), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


# ── checking ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM records WHERE position = 100", "should come next"),
        (
            "UPDATE records SET body = x'7b7d' WHERE position = 50",
            "position 50 .* do not match the hash",
        ),
        ("UPDATE records SET hash = zeroblob(32) WHERE position = 7", "position 7 "),
        (
            "DELETE FROM records WHERE position = (SELECT max(position) FROM records)",
            "do not match checkpoint 1",
        ),
        ("UPDATE checkpoints SET at_ms = 7", "signature does not fit"),
        ("UPDATE checkpoints SET number = 2", "checkpoint 2: its signature does not fit"),
    ],
)
def test_whatever_was_changed_is_found(journal_file: Path, statement: str, says: str) -> None:
    change(journal_file, statement)
    with pytest.raises(Damaged, match=says):
        check_file(journal_file)


def test_a_journal_that_was_cut_off_and_written_anew_does_not_fit_its_checkpoint(
    journal_file: Path,
) -> None:
    """All hashes are right, but they are not those that were signed."""
    change(journal_file, "DELETE FROM records WHERE position = (SELECT max(position) FROM records)")
    with closing(SqliteJournal(journal_file)) as journal:
        note(Casino(journal), 1)
    with pytest.raises(Damaged, match="do not match checkpoint 1"):
        check_file(journal_file)


def test_a_checkpoint_may_know_more_than_its_position() -> None:
    """Another process was storing a record while it was made: the record comes later, and must be
    the same.
    """
    journal = play(MemoryJournal())
    heads, position = journal.heads(), journal.last_position()
    early = build(heads, position=position - 20, at_ms=1, last=None, key=KEY)
    journal.add_checkpoint(early)
    assert check_whole(journal).checkpoints == 1
    stream = max(heads, key=lambda name: heads[name].version)
    wrong = {**heads, stream: type(heads[stream])(heads[stream].version + 1, bytes(32))}
    journal.add_checkpoint(build(wrong, position=position, at_ms=2, last=early, key=KEY))
    with pytest.raises(Damaged, match="do not match checkpoint 2"):
        check_whole(journal)


def test_an_empty_journal_is_whole() -> None:
    whole = check_whole(MemoryJournal())
    assert (whole.records, whole.streams, whole.last_position, whole.root) == (0, 0, 0, bytes(32))


# ── restoring ─────────────────────────────────────────────────────────────────────────────────────


def test_restoring_brings_back_what_was_there_and_keeps_what_it_replaces(
    journal_file: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    before = records(journal_file)
    with closing(SqliteJournal(journal_file)) as journal:
        note(Casino(journal), 1)
    later = records(journal_file)
    done = restore(backup, str(journal_file), "noon")
    assert restored(journal_file) == before
    assert done.kept == journal_file.with_name("pitboss.db.replaced-noon")
    assert records(done.kept) == later
    with closing(SqliteJournal(journal_file)) as journal:
        note(Casino(journal), 2)
        assert journal.count() == len(before) + 2, "it goes on from there"
        assert audit(journal).content


def test_a_restored_journal_says_so(journal_file: Path, tmp_path: Path) -> None:
    """Who, when, from which backup, up to where, and how far the journal went that it replaced."""
    backup = tmp_path / "copy.db"
    whole = back_up(str(journal_file), backup)
    with closing(SqliteJournal(journal_file)) as journal:
        note(Casino(journal), 1)
        sign(journal)
    done = restore(backup, str(journal_file), "noon", clock_ms=lambda: 1_900_000_000_000)
    assert done.position == whole.last_position + 1
    event = read_event(records(journal_file)[-1])
    assert event == JournalRestored(
        at_ms=1_900_000_000_000,
        by=getpass.getuser(),
        file=str(backup),
        position=whole.last_position,
        replaced=whole.last_position + 1,
    )
    with closing(SqliteJournal(journal_file, read_only=True)) as journal:
        report = audit(journal)
        assert balances(journal, Shelf()) is not None, "it moves no money"
    assert report.problem is None, report.problem.sentence
    (found,) = report.restored
    assert (found.up_to, found.replaced, found.file) == (
        event.position,
        event.replaced,
        str(backup),
    )


def test_what_a_restored_journal_says_of_its_backup_is_checked(
    journal_file: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    restore(backup, str(journal_file), "noon")
    all_records = records(journal_file)
    changed = with_edit(all_records, all_records[-1], lambda event: event.update(position=5))
    problem = audit(journal_of(changed)).problem
    assert problem is not None
    assert problem.what == "the end of the backup that was restored"
    moved = [msgspec.structs.replace(record, stream="operations") for record in all_records[:1]]
    problem = audit(journal_of(hashed_again(moved))).problem
    assert problem is not None
    assert problem.what == "an event of operations"


def test_copies_of_checkpoints_that_the_backup_does_not_know_are_set_aside(
    journal_file: Path, tmp_path: Path
) -> None:
    """They tell of records that are gone; were they left, no checkpoint could be copied any
    more.
    """
    backup, copies = tmp_path / "copy.db", tmp_path / "checkpoints.jsonl"

    def keep(journal: Journal) -> Checkpoint | None:
        keeper = Checkpointer(journal, KEY, every_events=1, every_s=1, copy=copies)
        made = keeper.make()
        keeper.copy_missing()
        return made

    with closing(SqliteJournal(journal_file)) as journal:
        keep(journal)
    back_up(str(journal_file), backup)
    with closing(SqliteJournal(journal_file)) as journal:
        note(Casino(journal), 1)
        assert keep(journal) is not None
    old = copies.read_text()
    done = restore(backup, str(journal_file), "noon", copies=copies)
    assert done.copies == tmp_path / "checkpoints.jsonl.replaced-noon"
    assert done.copies.read_text() == old
    with closing(SqliteJournal(journal_file)) as journal:
        made = keep(journal)
        assert made is not None, "checkpoints go on"
        assert made.position == done.position
        assert list(read_copies(copies)) == list(journal.checkpoints())
        assert audit(journal, checkpoints=read_copies(copies)).content
        # Whoever holds the old copies against the restored journal is told that records are
        # missing.
        assert not audit(journal, checkpoints=read_copies(done.copies)).content
    done.copies.rename(tmp_path / "checkpoints.jsonl.replaced-evening")
    with pytest.raises(FileThere, match="replaced-evening already exists"):
        restore(backup, str(journal_file), "evening", copies=copies)
    assert copies.exists()


def test_only_records_and_checkpoints_are_restored(journal_file: Path, tmp_path: Path) -> None:
    """A trigger or a snapshot that somebody has put into a backup does not get into the journal."""
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    with closing(apsw.Connection(str(backup))) as connection:
        connection.execute(
            "CREATE TRIGGER meddle AFTER INSERT ON records BEGIN INSERT INTO snapshots VALUES "
            "('people', 1, 'x', x'00', x'00'); END"
        )
        connection.execute("INSERT INTO snapshots VALUES ('people', 1, 'x', x'00', x'00')")
    restore(backup, str(journal_file), "noon")
    with closing(apsw.Connection(str(journal_file))) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        assert ("meddle",) not in names
        assert connection.execute("SELECT count(*) FROM snapshots").get == 0
    with closing(SqliteJournal(journal_file)) as journal:
        assert list(journal.checkpoints())


def test_a_log_beside_the_replaced_journal_is_kept_with_it(
    journal_file: Path, tmp_path: Path
) -> None:
    """Its writer was killed, so that the last record is in the log alone. It must not get into the
    restored journal.
    """
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    before = records(journal_file)
    # A reader keeps SQLite from tidying the log away, as a killed process would not either.
    reader = apsw.Connection(str(journal_file))
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM records").fetchall()
    with closing(reader):
        with closing(SqliteJournal(journal_file)) as journal:
            note(Casino(journal), 1)
        assert journal_file.with_name("pitboss.db-wal").stat().st_size > 0
        done = restore(backup, str(journal_file), "noon")
    assert done.kept is not None
    assert restored(journal_file) == before
    assert len(records(done.kept)) == len(before) + 1


def test_restoring_where_nothing_is(journal_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "pitboss.db"
    assert restore(journal_file, f"sqlite:{target}", "noon").kept is None
    assert restored(target) == records(journal_file)


def test_a_damaged_backup_replaces_nothing(journal_file: Path, tmp_path: Path) -> None:
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    change(backup, "UPDATE records SET kind = 'other/1' WHERE position = 3")
    before = records(journal_file)
    with pytest.raises(Damaged, match="position 3 "):
        restore(backup, str(journal_file), "noon")
    assert records(journal_file) == before
    assert sorted(
        found.name for found in journal_file.parent.iterdir() if "-" not in found.name
    ) == [
        "pitboss.db",
        "pitboss.db.lock",
    ]


def test_nothing_is_restored_while_a_server_runs(journal_file: Path, tmp_path: Path) -> None:
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    with closing(SqliteJournal(journal_file)), pytest.raises(InUse, match=str(os.getpid())):
        restore(backup, str(journal_file), "noon")


def test_a_replaced_journal_is_never_overwritten(journal_file: Path, tmp_path: Path) -> None:
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    kept = journal_file.with_name("pitboss.db.replaced-noon")
    kept.write_text("mine")
    before = records(journal_file)
    with pytest.raises(FileThere, match="replaced-noon already exists"):
        restore(backup, str(journal_file), "noon")
    assert kept.read_text() == "mine"
    assert records(journal_file) == before


def test_a_journal_that_can_no_longer_be_read_is_replaced_too(
    journal_file: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    before = records(backup)
    journal_file.write_bytes(b"rubbish" * 1000)
    done = restore(backup, str(journal_file), "noon")
    assert restored(journal_file) == before
    assert done.kept is not None
    assert done.kept.read_bytes() == b"rubbish" * 1000


def test_the_restored_file_can_be_used_by_whoever_used_the_old_one(
    journal_file: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)
    journal_file.chmod(0o640)
    restore(backup, str(journal_file), "noon")
    assert stat.S_IMODE(journal_file.stat().st_mode) == 0o640


def test_what_is_no_backup(journal_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(apsw.Connection(str(other))) as connection:
        connection.execute("CREATE TABLE things (name)")
    for file, says in (
        (tmp_path / "nothing.db", "there is no backup at"),
        (other, "some other program"),
    ):
        with pytest.raises(NotAJournal, match=says):
            restore(file, str(journal_file), "noon")
    with pytest.raises(FileThere, match="nothing to restore"):
        restore(journal_file, str(journal_file), "noon")


# ── PostgreSQL ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server()
    yield found
    found.remove()


@pytest.fixture
def url(server: Server) -> str:
    return server.url(server.new_database())


def test_a_journal_is_moved_record_for_record(journal_file: Path, url: str) -> None:
    before = journal_file.read_bytes()
    whole = move(journal_file, url)
    assert journal_file.read_bytes() == before, "the source is not touched"
    with closing(open_journal(url)) as moved:
        assert moved.read_all(limit=1_000_000) == records(journal_file)
        assert check_whole(moved) == whole
        last = moved.last_position()
        note(Casino(moved), 1)
        assert moved.last_position() > last, "it goes on behind what was moved"


def test_a_backup_of_postgresql_can_be_restored_to_either(
    journal_file: Path, url: str, server: Server, tmp_path: Path
) -> None:
    move(journal_file, url)
    backup = tmp_path / "copy.db"
    whole = back_up(url, backup)
    assert records(backup) == records(journal_file)
    restore(backup, str(tmp_path / "again.db"), "noon")
    assert restored(tmp_path / "again.db") == records(journal_file)
    other = server.url(server.new_database())
    done = restore(backup, other, "noon")
    assert done.whole == whole
    with closing(open_journal(other)) as journal:
        assert journal.last_position() == done.position
        report = audit(journal)
        assert (report.problem, len(report.restored)) == (None, 1)
    with pytest.raises(NotEmpty, match="holds"):
        restore(backup, other, "noon")


def test_a_move_needs_the_journal_to_itself(journal_file: Path, url: str) -> None:
    with closing(SqliteJournal(journal_file)), pytest.raises(InUse):
        move(journal_file, url)
    with closing(open_journal(url)) as target:
        assert target.count() == 0


def test_a_move_into_a_database_in_use_is_refused(journal_file: Path, url: str) -> None:
    with closing(open_journal(url)) as other:
        other.alone()
        other.join()
        with pytest.raises(InUse, match="another process"):
            move(journal_file, url)
        assert other.count() == 0


def test_a_damaged_journal_is_not_moved(journal_file: Path, url: str) -> None:
    change(journal_file, "UPDATE records SET body = x'7b7d' WHERE position = 9")
    with pytest.raises(Damaged, match="position 9 "):
        move(journal_file, url)
    with closing(open_journal(url)) as target:
        assert target.count() == 0


def test_a_copy_that_differs_is_taken_away_again(
    journal_file: Path, url: str, server: Server
) -> None:
    """Something in the target changes what is stored there: a trigger of somebody else's."""
    open_journal(url).close()
    database = url.partition("///")[2].partition("?")[0]
    with server.connection(database) as connection:
        connection.execute(
            "CREATE FUNCTION pitboss.meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF "
            "NEW.version = 3 THEN NEW.at_ms := NEW.at_ms + 1; END IF; RETURN NEW; END $$"
        )
        connection.execute(
            "CREATE TRIGGER meddle BEFORE INSERT ON pitboss.records FOR EACH ROW EXECUTE "
            "FUNCTION pitboss.meddle()"
        )
    before = journal_file.read_bytes()
    with pytest.raises(Damaged, match=r"is not the same: .* do not match the hash"):
        move(journal_file, url)
    assert journal_file.read_bytes() == before
    with closing(open_journal(url)) as target:
        assert target.count() == 0


def test_a_move_that_is_broken_off_leaves_nothing(
    journal_file: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever presses Ctrl-C while the copies are compared finds the target empty."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(copying, "balances", interrupted)
    with pytest.raises(KeyboardInterrupt):
        move(journal_file, url)
    with closing(open_journal(url)) as target:
        assert target.count() == 0


def test_balances_that_differ_are_named(
    journal_file: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second sum is another one: the account and both amounts are said."""
    sums = iter(
        [Balances([Entry.move(5, A, B)]), Balances([Entry.move(7, A, B)])],
    )
    monkeypatch.setattr(copying, "balances", lambda *_: next(sums))
    with pytest.raises(Damaged, match="player/ann: 5 units became 7"):
        move(journal_file, url)


def test_there_is_nothing_to_move(tmp_path: Path, url: str) -> None:
    with pytest.raises(NotAJournal, match="there is no journal at"):
        move(tmp_path / "nothing.db", url)


def test_a_file_system_without_links_is_copied_on(
    journal_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = tmp_path / "copy.db"
    back_up(str(journal_file), backup)

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    done = restore(backup, str(journal_file), "noon")
    assert done.kept is not None
    assert records(done.kept) == restored(journal_file)


def test_a_server_that_is_not_there(journal_file: Path) -> None:
    with pytest.raises(Unavailable), closing(SqliteJournal(journal_file, read_only=True)) as source:
        copy_into(source, "postgresql://postgres@127.0.0.1:1/nothing")
