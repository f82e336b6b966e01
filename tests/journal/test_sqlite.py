"""What is particular to a journal in a SQLite file."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest
from msgspec.structs import astuple

from pitboss.journal.migrate import Migration, shipped
from pitboss.journal.port import (
    Conflict,
    FromTheFuture,
    InUse,
    NewRecord,
    NotAJournal,
    OutOfDate,
    Part,
    Record,
    Snapshot,
    Unavailable,
    Unit,
)
from pitboss.journal.sqlite import end, reader
from pitboss.journal.sqlite import journal as sqlite
from pitboss.journal.sqlite import rows as sqlite_rows
from pitboss.journal.sqlite.file import use_log
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.journal.sqlite.short_form import ShortForm
from tests.audit.histories import History
from tests.faults.disk import Disk
from tests.journal.test_chain import UNITS, golden_records
from tests.journal.units import assert_chained, bodies, everything, one
from tests.test_journal_format import read_file

Opening = Callable[..., SqliteJournal]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def opening(path: Path) -> Iterator[Opening]:
    """Opens the journal; it is closed after the test."""
    opened: list[SqliteJournal] = []

    def open_it(**how: object) -> SqliteJournal:
        opened.append(SqliteJournal(path, **how))  # type: ignore[arg-type]  # the arguments of SqliteJournal
        return opened[-1]

    yield open_it
    for journal in opened:
        journal.close()


def ask(journal: SqliteJournal, pragma: str) -> object:
    with journal._writing() as writer:
        return writer.execute(f"PRAGMA {pragma}").get


def change(path: Path, *statements: str) -> None:
    """What somebody does who has his hands on the file."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(
            "DROP TRIGGER IF EXISTS records_stay; DROP TRIGGER IF EXISTS records_are_kept"
        )
        for statement in statements:
            connection.execute(statement)


# Settings


def test_what_is_acknowledged_is_on_the_disk(opening: Opening) -> None:
    journal = opening()
    assert ask(journal, "journal_mode") == "wal"
    full = 2
    assert ask(journal, "synchronous") == full
    journal.save_snapshot(Snapshot("a", 1, "f", b""))
    assert ask(journal, "synchronous") == full


def test_the_golden_records_are_stored_byte_for_byte(opening: Opening, path: Path) -> None:
    opening().append(UNITS)
    records, _ = read_file(path)
    assert [tuple(record) for record in records] == [astuple(r) for r in golden_records()]


BET = b'{"event":"bet-placed/1","box":3,"bet":"suits","amount":500,"player":"Zo\xc3\xab","by":'
BET_OF_ZOE = BET + b'{"post":0,"name":"Zo\xc3\xab"}}'


def _selected(path: Path, sql: str) -> list[Any]:
    with closing(apsw.Connection(str(path))) as connection:
        return [value for (value,) in connection.execute(sql)]


def stored_rows(path: Path, table: str = "records") -> list[tuple[object, ...]]:
    with closing(apsw.Connection(str(path))) as connection:
        sql = f"SELECT stream, command, kind, body FROM {table} ORDER BY position"
        return connection.execute(sql).fetchall()


def test_what_recurs_is_stored_once(opening: Opening, path: Path) -> None:
    journal = opening()
    bet = NewRecord("bet-placed/1", BET_OF_ZOE)
    commands = ["0123456789abcdef" * 2, "0123456789ABCDEF" * 2, "long " + "0" * 27]
    for version, command in enumerate(commands):
        journal.append([Unit(command, b"", 0, (Part("table/T1", version, (bet,)),))])
    assert stored_rows(path) == [
        (1, command, 2, b"\x013\x08suits\t500\x05Zo\xc3\xab\x06Zo\xc3\xab\n")
        for command in (bytes.fromhex(commands[0]), *commands[1:])
    ]
    for opened in (journal, opening(read_only=True)):
        assert [record.command for record in opened.read("table/T1")] == commands
        assert bodies(opened.read_all()) == [BET_OF_ZOE] * 3
        assert [len(opened.find_command(command)) for command in commands] == [1, 1, 1]


def test_any_tool_reads_whole_records(opening: Opening, path: Path) -> None:
    journal = opening()
    History(journal, 3, tables=1).play(40)
    journal.append([one("0123456789abcdef" * 2, "odd", 0, b"\x01")])
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT * FROM whole ORDER BY position").fetchall()
    assert rows == [astuple(record) for record in everything(journal)]


@pytest.mark.parametrize("body", [b"\x01", b'{"event":"k/1"\x1f}', b"{\n}", bytes(range(256))])
def test_a_body_with_a_byte_that_stands_for_a_text_is_stored_as_it_is(
    opening: Opening, path: Path, body: bytes
) -> None:
    journal = opening()
    journal.append([Unit("c", b"", 0, (Part("s", 0, (NewRecord("k/1", body),)),))])
    assert stored_rows(path) == [(1, "c", "k/1", body)]
    assert bodies(journal.read_all()) == [body]


def test_bodies_with_a_byte_that_no_text_has_are_read_as_they_are(opening: Opening) -> None:
    journal = opening()
    odd = [b"\xff", BET_OF_ZOE, b"{}\xff\xff", b"", b"\xff" + BET_OF_ZOE]
    for version, body in enumerate(odd):
        journal.append(
            [Unit(f"c{version}", b"", 0, (Part("s", version, (NewRecord("bet-placed/1", body),)),))]
        )
    assert bodies(journal.read_all()) == odd
    assert [bodies(journal.read_all(at, 1)) for at in range(len(odd))] == [[body] for body in odd]


def test_a_reader_learns_of_names_that_came_after_it(opening: Opening) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    reader = opening(read_only=True)
    assert bodies(reader.read_all()) == [b"c1"]
    later = NewRecord("later/1", b"{}")
    journal.append([Unit("c2", b"", 0, (Part("b", 0, (later,)),))])
    assert [(r.stream, r.kind) for r in reader.read_all(1)] == [("b", "later/1")]
    journal.append([one("c3", "c", 0)])
    assert reader.heads().keys() == {"a", "b", "c"}
    assert reader.head("c") is not None


def test_a_name_that_was_not_stored_after_all_has_no_number(
    opening: Opening, path: Path, disk: Disk
) -> None:
    journal = opening(vfs=disk.vfs)
    journal.append([one("c1", "a", 0)])
    disk.trouble = _no_sync
    with pytest.raises(Unavailable):
        journal.append([one("c2", "b", 0)])
    with pytest.raises(Unavailable):
        journal.append([one("c3", "c", 0)])
    disk.trouble = None
    stored = journal.find_command("c2")
    journal.append([one("c4", "d", 0), one("c5", "a", 1)])
    expected = {"a": 2, "d": 1} | ({"b": 1} if stored else {})
    assert {stream: head.version for stream, head in journal.heads().items()} == expected
    assert {record.stream for record in read_file(path)[0]} == expected.keys()


def test_a_number_that_nothing_has_is_damage(opening: Opening, path: Path) -> None:
    opening().append([one("c1", "a", 0)])
    for column in ("stream", "kind"):
        change(path, f"UPDATE records SET {column} = 77")
        with pytest.raises(NotAJournal, match="nothing has the number 77"):
            opening(read_only=True).read_all()
        change(path, f"UPDATE records SET {column} = 1")
    change(path, "DROP TRIGGER kinds_stay", "UPDATE kinds SET texts = '[1]'")
    with pytest.raises(NotAJournal, match=r"the texts of .* are damaged"):
        opening(read_only=True).read_all()


def test_an_entry_is_stored_in_its_short_form(opening: Opening, path: Path) -> None:
    bet = NewRecord("bet-placed/1", BET_OF_ZOE)
    entries = [
        b'{"by":"Zo\xc3\xab","post":0,"to":"table/T1","command":{"do":"deal"},"program":"1"}',
        b"",
        bytes(range(256)),
        b"\xffthis is not JSON",
    ]
    units = [Unit(f"c{n}", one, 0, (Part("s", n, (bet,)),)) for n, one in enumerate(entries)]
    journal = opening()
    for unit in units:
        journal.append([unit])
    assert [record.entry for record in journal.read("s")] == entries
    assert [record.entry for record in opening(read_only=True).read_all(limit=1)] == entries[:1]
    (first, *_) = _selected(path, "SELECT entry FROM records ORDER BY position")
    assert len(first) < 20
    assert _selected(path, "SELECT entry FROM whole ORDER BY position") == entries


def test_nobody_else_may_read_a_new_journal(opening: Opening, path: Path) -> None:
    opening()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.with_name("journal.db-wal").stat().st_mode) == 0o600


def test_who_reads_much_holds_little_in_memory(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream is asked for in portions, each after the last version of the one before."""
    journal = opening()
    journal.append([one("c1", "a", 0, *(b"%d" % i for i in range(600)))])
    asked: list[tuple[object, ...]] = []
    original = SqliteJournal._ask

    def watched(self: SqliteJournal, sql: str, *values: str | int) -> object:
        asked.append(values)
        return original(self, sql, *values)

    monkeypatch.setattr(SqliteJournal, "_ask", watched)
    assert len(list(journal.read("a"))) == 600
    assert asked == [(1, 0, 256), (1, 256, 256), (1, 512, 256), (1, 600, 256)]


# One writer

_HOLDER = """
import sys
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.journal.units import one
journal = SqliteJournal(sys.argv[1])
journal.append([one("from elsewhere", "a", 0)])
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process that has the journal open for writing."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.communicate()


def test_a_second_process_is_told_who_writes(holder: "subprocess.Popen[str]", path: Path) -> None:
    with pytest.raises(
        InUse,
        match=rf"another process \(number {holder.pid}\) writes to .*journal\.db\. Stop it first",
    ):
        SqliteJournal(path)


def test_a_second_process_may_read(holder: "subprocess.Popen[str]", opening: Opening) -> None:
    assert bodies(everything(opening(read_only=True))) == [b"from elsewhere"]


def test_when_the_writer_is_killed_the_next_one_comes_in(
    holder: "subprocess.Popen[str]", opening: Opening
) -> None:
    reader = opening(read_only=True)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert bodies(everything(reader)) == [b"from elsewhere"]
    journal = opening()
    journal.append([one("c2", "a", 1)])
    assert bodies(everything(reader)) == [b"from elsewhere", b"c2"]


def test_a_second_journal_in_the_same_process_is_kept_out_too(opening: Opening, path: Path) -> None:
    journal = opening()
    with pytest.raises(InUse, match=str(os.getpid())):
        opening()
    journal.append([one("c1", "a", 0)])
    journal.close()
    assert bodies(everything(opening())) == [b"c1"]


def test_a_lock_that_is_refused_by_the_system_is_explained(path: Path) -> None:
    path.with_name("journal.db.lock").mkdir()
    with pytest.raises(Unavailable, match=r"journal\.db\.lock can't be opened: Is a directory"):
        SqliteJournal(path)


def test_a_place_that_can_not_do_write_ahead_logging_is_refused() -> None:
    with (
        closing(apsw.Connection(":memory:")) as memory,
        pytest.raises(Unavailable, match="write-ahead logging"),
    ):
        use_log(memory, "here")


# Files that are no journal


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"the folder .*nowhere is not there\. Create it first\."):
        SqliteJournal(tmp_path / "nowhere" / "journal.db")


def test_a_journal_that_is_to_be_read_must_be_there(path: Path) -> None:
    with pytest.raises(NotAJournal, match=r"there is no journal at .*journal\.db"):
        SqliteJournal(path, read_only=True)
    assert not path.exists()


def test_some_other_file_is_left_as_it_is(path: Path) -> None:
    path.write_bytes(b"Dear diary, today I won at cards. " * 40)
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(NotAJournal, match="not a SQLite database"):
            SqliteJournal(path, read_only=read_only)
    assert path.read_bytes() == before


def test_another_programs_database_is_left_as_it_is(path: Path) -> None:
    change(path, "CREATE TABLE diary (entry)", "INSERT INTO diary VALUES ('won')")
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(NotAJournal, match="some other program"):
            SqliteJournal(path, read_only=read_only)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_journal(opening: Opening, path: Path) -> None:
    path.touch()
    with pytest.raises(NotAJournal, match="is empty"):
        SqliteJournal(path, read_only=True)
    opening().append([one("c1", "a", 0)])
    assert opening(read_only=True).count() == 1


def test_a_journal_from_the_future_is_refused(opening: Opening, path: Path) -> None:
    opening().close()
    change(path, "INSERT INTO migrations VALUES (2, 'later', 'abc', 0)")
    for read_only in (False, True):
        with pytest.raises(
            FromTheFuture, match=r"is of version 2; .* up to 1\. Update the program"
        ):
            SqliteJournal(path, read_only=read_only)


def test_a_journal_from_the_past_is_not_read_as_it_is(
    opening: Opening, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening().close()
    known = shipped("sqlite")
    later = Migration(2, "later", "CREATE TABLE more (a INTEGER) STRICT")
    for module in (sqlite, reader):
        monkeypatch.setattr(module, "shipped", lambda store: (*known, later))
    monkeypatch.setattr(reader, "READABLE_FROM", 2)
    with pytest.raises(
        OutOfDate, match=r"is of version 1; this program needs version 2\. Open it once for writing"
    ):
        SqliteJournal(path, read_only=True)
    opening().close()
    opening(read_only=True)


# Damage


@pytest.mark.parametrize(
    "damage",
    [
        ["UPDATE records SET stream = CAST(x'ff41' AS TEXT)"],
        # The table takes values of the given types only, so it has to be told otherwise first.
        [
            (
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, "
                "'BLOB', 'ANY')"
            ),
            "UPDATE records SET entry = 0",
        ],
    ],
    ids=["not a text", "another type"],
)
def test_a_damaged_value_is_named_and_not_passed_on(
    opening: Opening, path: Path, damage: list[str]
) -> None:
    opening().append([one("c1", "a", 0)])
    for statement in damage:
        change(path, statement)
    reader = opening(read_only=True)
    with pytest.raises(NotAJournal, match="damaged"):
        reader.read_all()


def test_a_file_that_lost_its_pages_is_damaged(opening: Opening, path: Path) -> None:
    journal = opening()
    journal.append([one(f"c{i}", "a", i, bytes(3000)) for i in range(50)])
    journal.close()
    content = path.read_bytes()
    path.write_bytes(content[: 20 * 4096] + b"\x55" * (len(content) - 20 * 4096))
    reader = opening(read_only=True)
    with pytest.raises(NotAJournal, match=r"damaged\. Restore it from a backup"):
        everything(reader)


@pytest.mark.parametrize(
    "column", ["version = version + 1", "form = 'other'", "body = x'00'", "digest = x'00'"]
)
def test_a_snapshot_whose_bytes_are_not_whole_is_left_aside(
    opening: Opening, path: Path, column: str
) -> None:
    journal = opening()
    journal.save_snapshot(Snapshot("a", 1, "form", b"state"))
    change(path, f"UPDATE snapshots SET {column}")
    assert journal.snapshot("a") is None


# Trouble with the disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    found = Disk(tmp_path, Random(1))
    yield found
    found.close()


def _full(what: str) -> None:
    if what == "write":
        raise apsw.FullError("no room left")


def _broken(what: str) -> None:
    raise apsw.IOError("the disk does not answer")


def _no_sync(what: str) -> None:
    if what == "sync":
        raise apsw.IOError("the disk does not answer")


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (_full, "the disk is full. Make room"),
        (_broken, "reading or writing failed"),
        (_no_sync, "writing failed"),
    ],
)
@pytest.mark.parametrize("count", [1, 300], ids=["one statement", "several"])
def test_after_trouble_it_goes_on_as_soon_as_the_disk_does(
    opening: Opening, disk: Disk, trouble: Callable[[str], None], words: str, count: int
) -> None:
    journal = opening(vfs=disk.vfs)
    journal.append([one("c1", "a", 0)])
    disk.trouble = trouble
    for _ in range(3):
        with pytest.raises(Unavailable, match=words):
            journal.append([one(f"d{i}", f"s{i}", 0) for i in range(count)])
        assert journal.known_version("a") is None
    disk.trouble = None
    found = journal.find_command("d0")
    if not found:
        journal.append([one(f"d{i}", f"s{i}", 0) for i in range(count)])
    journal.append([one("c2", "a", 1)])
    assert journal.count() == count + 2
    assert_chained(everything(journal))


def test_a_commit_is_read_only_when_its_writer_knows_of_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads a record and then asks for its stream must not be told that the stream is not
    there yet.
    """
    seen: list[tuple[int, int | None]] = []
    store = sqlite_rows.store

    def stored(connection: apsw.Connection, short: ShortForm, records: Sequence[Record]) -> None:
        store(connection, short, records)
        # The commit is done, and other connections see it; the journal has not noted it yet.
        seen.append((len(journal.read_all()), journal.known_version("a")))

    monkeypatch.setattr(sqlite, "store", stored)
    with closing(SqliteJournal(path)) as journal:
        journal.append([one("c1", "a", 0)])
        journal.append([one("c2", "a", 1)])
        assert seen == [(0, 0), (1, 1)]
        assert len(journal.read_all()) == journal.known_version("a") == 2


def test_subscribers_get_from_memory_what_a_reader_finds_on_the_disk(opening: Opening) -> None:
    journal = opening()
    random = Random(7)
    for number in range(3 * end.GROUPS_KEPT):
        size = random.randint(1, 4)
        journal.append(
            [one(f"c{number}-{n}", f"s{number}-{n}", 0, b"x", b"y") for n in range(size)]
        )
        last = journal.last_position()
        for after in range(max(0, last - 40), last + 2):
            for limit in (1, 3, 1000):
                assert journal.read_news(after, limit) == journal.read_all(after, limit)


def test_whoever_checks_the_journal_reads_the_disk(opening: Opening, path: Path) -> None:
    journal = opening()
    journal.append([one("c1", "s", 0)])
    change(path, "UPDATE records SET body = x'00'")
    assert bodies(journal.read_all()) == [b"\0"]
    assert bodies(journal.read_news(0)) == [b"c1"], "a subscriber is told what was stored"


@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_after_trouble_stays_when_the_power_fails(tmp_path: Path, seed: int) -> None:
    """A commit that was written but not synced is found again, so it must not be reported before it
    is safe.
    """
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    disk = Disk(first, Random(seed))
    journal = SqliteJournal(first / "journal.db", vfs=disk.vfs)
    journal.append([one("c1", "a", 0)])
    disk.trouble = _no_sync
    with pytest.raises(Unavailable):
        journal.append([one("c2", "a", 1)])
    disk.trouble = None
    found = bodies(journal.find_command("c2"))
    disk.cut()
    journal.close()
    disk.power_on(second)
    with closing(SqliteJournal(second / "journal.db", vfs=disk.vfs)) as again:
        assert bodies(again.find_command("c1")) == [b"c1"]
        assert bodies(again.find_command("c2")) == found == [b"c2"], f"seed {seed}"
    disk.close()


def test_what_a_killed_writer_left_in_the_log_is_safe_once_the_next_one_has_opened_it(
    holder: "subprocess.Popen[str]", opening: Opening, path: Path
) -> None:
    log = path.with_name("journal.db-wal")
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert log.stat().st_size > 0
    assert bodies(everything(opening())) == [b"from elsewhere"]
    assert log.stat().st_size == 0


def test_a_long_read_does_not_keep_a_writer_from_making_the_log_safe(
    opening: Opening, path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.journal.sqlite.file.BUSY_TIMEOUT_MS", 10)
    journal = opening(vfs=disk.vfs)
    journal.append([one("c1", "a", 0)])
    steps: list[str] = []
    with closing(apsw.Connection(str(path), vfs=disk.vfs)) as other:
        other.execute("BEGIN")
        assert other.execute("SELECT count(*) FROM records").get == 1
        journal.append([one("c2", "a", 1)])
        journal.close()
        disk.trouble = steps.append
        assert opening(vfs=disk.vfs).count() == 2
        disk.trouble = None
    assert steps[-2:] == ["write", "sync"], steps


def test_after_trouble_a_long_read_has_to_end_first(
    opening: Opening, path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.journal.sqlite.file.BUSY_TIMEOUT_MS", 10)
    journal = opening(vfs=disk.vfs)
    journal.append([one("c1", "a", 0)])
    with closing(apsw.Connection(str(path), vfs=disk.vfs)) as other:
        other.execute("BEGIN")
        assert other.execute("SELECT count(*) FROM records").get == 1
        journal.append([one("c2", "a", 1)])
        disk.trouble = _no_sync
        with pytest.raises(Unavailable, match="writing failed"):
            journal.append([one("c3", "a", 2)])
        disk.trouble = None
        for call in (journal.last_position, journal.count, journal.alone):
            with pytest.raises(
                Unavailable, match=r"another program reads from it .* Close that program"
            ):
                call()
    assert journal.count() == 2
    journal.append([one("c3", "a", 2)])
    assert journal.last_position() == 3


def test_a_snapshot_that_can_not_be_saved_leaves_the_writer_as_careful_as_before(
    opening: Opening, disk: Disk
) -> None:
    journal = opening(vfs=disk.vfs)
    disk.trouble = _full
    with pytest.raises(Unavailable):
        journal.save_snapshot(Snapshot("a", 1, "f", b""))
    disk.trouble = None
    full = 2
    assert ask(journal, "synchronous") == full
    assert journal.snapshot("a") is None


def test_a_limit_on_pages_is_a_full_disk(opening: Opening) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    pages = ask(journal, "page_count")
    assert ask(journal, f"max_page_count = {pages}") == pages
    with pytest.raises(Unavailable, match="the disk is full"):
        journal.append([one("c2", "a", 1, bytes(100_000))])
    journal.append([one("c2", "a", 1, bytes(100_000))])
    assert journal.count() == 2


def test_another_programs_lock_is_waited_for_and_then_named(
    opening: Opening, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.journal.sqlite.file.BUSY_TIMEOUT_MS", 10)
    journal = opening()
    with closing(apsw.Connection(str(path))) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="another program holds a lock"):
            journal.append([one("c1", "a", 0)])
        other.execute("ROLLBACK")
    journal.append([one("c1", "a", 0)])
    assert journal.count() == 1


def test_an_error_of_the_program_is_not_taken_for_trouble(opening: Opening) -> None:
    journal = opening()
    with pytest.raises(apsw.SQLError), journal._writing() as writer:
        writer.execute("SELECT no_such_column")
    journal.append([one("c1", "a", 0)])


class ReadOnlyFolder(apsw.VFS):
    """A folder in which no file can be made, such as a disc with a backup."""

    def __init__(self) -> None:
        super().__init__("read-only-folder", "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's
        if flags[0] & apsw.SQLITE_OPEN_WAL:
            raise apsw.CantOpenError("read-only file system")
        return apsw.VFSFile("", name, flags)


def test_a_journal_on_a_disc_that_takes_no_files_can_be_read(opening: Opening) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    disc = ReadOnlyFolder()
    try:
        with pytest.raises(Unavailable, match="can't be opened"):
            opening(read_only=True, vfs="read-only-folder")
        journal.close()
        reader = opening(read_only=True, vfs="read-only-folder")
        assert bodies(everything(reader)) == [b"c1"]
        reader.close()
    finally:
        disc.unregister()


# What it remembers


def test_heads_it_has_forgotten_are_looked_up_again(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(end, "HEADS_KEPT", 2)
    journal = opening()
    for version in range(3):
        journal.append([one(f"c{stream}.{version}", f"s{stream}", version) for stream in range(4)])
    assert_chained(everything(journal))
    with pytest.raises(Conflict):
        journal.append([one("late", "s1", 2)])


def test_a_commit_that_nobody_saw_end_is_looked_up(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupt between the commit and the note of it must not leave the journal with an old
    idea of its end.
    """
    journal = opening()
    original = sqlite_rows.store

    def interrupted(*arguments: object) -> None:
        original(*arguments)  # type: ignore[arg-type]  # as they came
        raise KeyboardInterrupt

    monkeypatch.setattr(sqlite, "store", interrupted)
    with pytest.raises(KeyboardInterrupt):
        journal.append([one("c1", "a", 0)])
    monkeypatch.undo()
    assert journal.last_position() == 1
    journal.append([one("c2", "a", 1)])
    assert bodies(everything(journal)) == [b"c1", b"c2"]
    assert_chained(everything(journal))
