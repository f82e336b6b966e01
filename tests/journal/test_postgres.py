"""What is particular to a journal in PostgreSQL."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, LiteralString, cast

import psycopg
import pytest
from msgspec.structs import replace

from pitboss.journal.batch import chain_units
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.migrate import shipped
from pitboss.journal.patience import Patience
from pitboss.journal.port import (
    Conflict,
    FromTheFuture,
    InUse,
    NotAJournal,
    Record,
    Repeated,
    Snapshot,
    Unavailable,
)
from pitboss.journal.postgres import journal as postgres
from pitboss.journal.postgres import queries, reader
from pitboss.journal.postgres.append import Appender
from pitboss.journal.postgres.journal import PostgresJournal
from pitboss.journal.postgres.listener import Listener
from pitboss.journal.postgres.server import PostgresServer, meaning
from tests.journal.test_chain import UNITS, golden_records
from tests.journal.units import assert_chained, bodies, everything, one, part, unit, wait_for, woken
from tests.patience import PATIENCE_S
from tests.postgres import Server, database_of

ROOT = Path(__file__).parents[2]

Opening = Callable[..., PostgresJournal]

# A record that somebody else stores: its place in the transaction, its stream and its command.
INSERT = (
    "INSERT INTO records SELECT (pg_current_xact_id()::text::bigint + raised) << 20 | %s, %s, 1, "
    "0, %s, 0, NULL, 'k', '', '' FROM origin"
)


@pytest.fixture
def url(postgres_server: Server) -> Iterator[str]:
    with postgres_server.borrowed_journal() as address:
        yield address


@pytest.fixture
def opening(url: str) -> Iterator[Opening]:
    """Opens the journal; it is closed after the test."""
    opened: list[PostgresJournal] = []

    def open_it(*, read_only: bool = False) -> PostgresJournal:
        opened.append(PostgresJournal(url, read_only=read_only))
        return opened[-1]

    yield open_it
    for journal in opened:
        journal.close()


@contextmanager
def session(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Somebody else who is connected to the database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET search_path = pitboss")
        yield connection


def ask(url: str, question: str) -> Any:
    with session(url) as connection:
        row = connection.execute(question.encode()).fetchone()
        assert row is not None
        return row[0]


def until_somebody_waits(url: str, count: int = 1, unless: Future[Any] | None = None) -> None:
    """Returns when so many connections to the database wait for a lock; the server says so
    itself. One that does not have to wait at all is ``unless``.
    """
    with session(url) as connection:
        waiting = 0
        while waiting < count:
            assert unless is None or not unless.done(), "he did not wait"
            row = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                "wait_event_type = 'Lock'"
            ).fetchone()
            assert row is not None
            waiting = row[0]


# Settings


def test_settings_of_the_connection_that_writes(opening: Opening) -> None:
    journal = opening()
    expected = {
        "application_name": "pitboss",
        "synchronous_commit": "on",
        "transaction_isolation": "read committed",
        "statement_timeout": "30s",
        "lock_timeout": "10s",
        "idle_in_transaction_session_timeout": "10s",
        "default_transaction_read_only": "off",
    }
    with journal._writing() as writer:
        for name, value in expected.items():
            row = writer.execute(f"SHOW {name}".encode()).fetchone()
            assert row == (value,), name


def test_connections_for_reading_can_not_write(opening: Opening) -> None:
    journal = opening()
    with journal._readers.lent() as reader:
        assert reader.execute("SHOW default_transaction_read_only").fetchone() == ("on",)


def test_a_snapshot_does_not_make_later_records_less_safe(opening: Opening) -> None:
    journal = opening()
    journal.save_snapshot(Snapshot("a", 1, "f", b""))
    journal.append([one("c1", "a", 0)])
    with journal._writing() as writer:
        assert writer.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_the_golden_records_are_stored_byte_for_byte(opening: Opening, url: str) -> None:
    source = MemoryJournal()
    source.append(UNITS)
    opening().copy_in(iter(everything(source)))
    with session(url) as connection:
        rows = connection.execute(
            "SELECT position, stream, version, at_ms, command, number, entry, kind, body, "
            "hash FROM records ORDER BY position",
            binary=True,
        ).fetchall()
    assert rows == [
        tuple(getattr(r, name) for name in r.__struct_fields__) for r in golden_records()
    ]


# Addresses and servers


def test_a_password_is_never_shown(postgres_server: Server) -> None:
    address = f"postgresql://postgres:very-secret@127.0.0.1:{postgres_server.port}/nowhere"
    with pytest.raises(
        Unavailable, match=r"journal nowhere at 127\.0\.0\.1.*there is no such database|nowhere"
    ) as caught:
        PostgresJournal(address)
    assert "very-secret" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:very-secret@[::1/x",
        "postgresql://u:very%secret@host/x",
        "postgresql://u:very@secret@host/x",
    ],
)
def test_an_address_that_can_not_be_read_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(NotAJournal, match=r"can't be read\. Write postgresql://") as caught:
        PostgresJournal(address)
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(
        Unavailable, match=r"PostgreSQL journal x at 127\.0\.0\.1:1 can't be reached"
    ):
        PostgresJournal("postgresql://u@127.0.0.1:1/x")


def test_it_is_reached_over_the_network_too(postgres_server: Server, url: str) -> None:
    journal = PostgresJournal(postgres_server.url(database_of(url), tcp=True))
    try:
        journal.append([one("c1", "a", 0)])
        assert journal.name == (
            f"PostgreSQL journal {database_of(url)} at 127.0.0.1:{postgres_server.port}"
        )
    finally:
        journal.close()


def test_a_database_that_stores_other_texts_is_refused(postgres_server: Server) -> None:
    postgres_server.run(
        "CREATE DATABASE {} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", "latin"
    )
    for read_only in (False, True):
        with pytest.raises(NotAJournal, match="stores texts as LATIN1"):
            PostgresJournal(postgres_server.url("latin"), read_only=read_only)
    postgres_server.drop("latin")


def test_an_empty_database_is_not_read(postgres_server: Server) -> None:
    name = postgres_server.new_database()
    with pytest.raises(NotAJournal, match="is empty"):
        PostgresJournal(postgres_server.url(name), read_only=True)
    postgres_server.drop(name)


def test_processes_that_open_a_new_database_together_make_one_journal(
    postgres_server: Server,
) -> None:
    name = postgres_server.new_database()
    address = postgres_server.url(name)
    with ThreadPoolExecutor(6) as pool:
        journals = list(pool.map(lambda _: PostgresJournal(address), range(6)))
    for number, journal in enumerate(journals):
        journal.append([one(f"c{number}", "a", number)])
    assert ask(address, "SELECT count(*) FROM migrations") == len(shipped("postgres"))
    for journal in journals:
        journal.close()
    postgres_server.drop(name)


def test_a_journal_from_the_future_is_refused(url: str) -> None:
    known = len(shipped("postgres"))
    with session(url) as connection:
        connection.execute("INSERT INTO migrations VALUES (%s, 'later', 'abc', 0)", (known + 1,))
        try:
            for read_only in (False, True):
                with pytest.raises(
                    FromTheFuture,
                    match=rf"is of version {known + 1}; .* up to {known}\. Update the program",
                ):
                    PostgresJournal(url, read_only=read_only)
        finally:
            connection.execute("DELETE FROM migrations WHERE number > %s", (known,))


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        ("08006", Unavailable, "the connection was lost"),
        ("25006", Unavailable, "takes no writing"),
        ("28P01", Unavailable, "refuses this user"),
        ("3D000", Unavailable, "no such database"),
        ("40001", Unavailable, "gave up the transaction"),
        ("42501", Unavailable, "lacks a right"),
        ("42P01", NotAJournal, "holds no journal"),
        ("53100", Unavailable, "disk is full"),
        ("53300", Unavailable, "short of memory or connections"),
        ("55P03", Unavailable, "a lock was not to be had"),
        ("57014", Unavailable, "took too long"),
        ("57P01", Unavailable, "stopping or starting"),
        ("58030", Unavailable, "can't read or write its files"),
        ("XX001", NotAJournal, "damaged"),
    ],
)
def test_what_errors_of_the_server_mean(code: str, kind: type[Exception], words: str) -> None:
    found = meaning(psycopg.errors.lookup(code)("as the\n  server says"), "the journal")
    assert type(found) is kind
    assert str(found).startswith("the journal: ")
    assert words in str(found)
    assert str(found).endswith("(as the server says)")


def test_an_error_of_the_program_is_not_taken_for_trouble(opening: Opening) -> None:
    journal = opening()
    with pytest.raises(psycopg.errors.UndefinedColumn), journal._writing() as writer:
        writer.execute("SELECT no_such_column")
    journal.append([one("c1", "a", 0)])


# Positions


def test_a_position_is_the_number_of_the_transaction_and_the_place_in_it(opening: Opening) -> None:
    journal = opening()
    first = [
        record
        for records in journal.append([one("c1", "z", 0, b"1", b"2"), one("c2", "a", 0)])
        for record in records
    ]
    [[later]] = journal.append([one("c3", "z", 2)])
    assert [record.position & 0xFFFFF for record in first] == [0, 1, 2]
    assert len({record.position >> 20 for record in first}) == 1
    assert later.position & 0xFFFFF == 0
    assert later.position >> 20 > first[0].position >> 20


def test_more_records_than_a_position_can_count_are_a_mistake_of_the_caller(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "MAX_RECORDS", 3)
    journal = opening()
    with pytest.raises(ValueError, match="more than 3 records"):
        journal.append([one("c1", "a", 0, b"1", b"2"), one("c2", "b", 0, b"3", b"4")])
    journal.append([one("c1", "a", 0, b"1", b"2"), one("c2", "b", 0, b"3")])


@contextmanager
def older_transaction(url: str) -> Iterator[psycopg.Connection[Any]]:
    """A transaction that has a number and has not ended."""
    with session(url) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT pg_current_xact_id()")
        yield connection


@pytest.mark.parametrize("end", ["COMMIT", "ROLLBACK"])
def test_nothing_is_given_while_something_older_may_yet_come(
    opening: Opening, url: str, end: str
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    before = wait_for(journal, 1)
    with older_transaction(url) as other:
        [[stored]] = journal.append([one("c2", "a", 1)])
        assert journal.read_all() == before
        assert journal.read_back().records == before
        assert journal.last_position() == before[0].position
        assert journal.wait(before[0].position, 0.02) is False
        # By its stream or its command it is found at once.
        assert bodies(journal.read("a")) == [b"c1", b"c2"]
        assert journal.find_command("c2") == [stored]
        other.execute(end.encode())
        # Nobody sends a notice of that: whoever waits looks for himself.
        assert journal.wait(before[0].position, PATIENCE_S) is True
    assert journal.read_all() == [*before, stored]


def test_records_come_in_the_order_of_transactions_and_not_of_commits(
    opening: Opening, url: str
) -> None:
    """One process has begun to store, another one begins later and is done first."""
    slow, quick = opening(), opening()
    slow.append([one("c0", "s", 0)])
    with session(url) as third, ThreadPoolExecutor(1) as pool:
        third.execute("BEGIN")
        third.execute(INSERT, (0, "elsewhere", "c1"))
        storing = pool.submit(slow.append, [one("c1", "s", 1)])
        until_somebody_waits(url)
        quick.append([one("c2", "q", 0)])
        assert bodies(everything(quick)) == [b"c0"]
        third.execute("ROLLBACK")
        storing.result()
    assert bodies(wait_for(quick, 3)) == [b"c0", b"c1", b"c2"]


def test_a_record_without_notice_is_found_all_the_same(
    opening: Opening, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    [first] = wait_for(journal, 1)
    pauses_s: list[float] = []

    def store_unheard(self: Listener, heard: int, timeout_s: float) -> None:
        """It is stored after the first look. Nothing is heard of it, so each pause passes in
        full.
        """
        if not pauses_s:
            with session(url) as other:
                other.execute(INSERT, (0, "b", "c2"))
        pauses_s.append(timeout_s)

    monkeypatch.setattr(Listener, "wait", store_unheard)
    assert journal.wait(first.position, 600) is True
    assert pauses_s
    assert max(pauses_s) <= 0.5


def test_a_journal_from_another_cluster_is_read_and_written_on(opening: Opening, url: str) -> None:
    """Positions far above what transactions here can have, as after a dump was restored into a new
    cluster.
    """
    source = MemoryJournal()
    source.append([one("c1", "a", 0), one("c2", "b", 0)])
    journal = opening()
    journal.append([one("x", "x", 0)])
    journal.close()
    with session(url) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("UPDATE records SET position = (1::bigint << 60) + 7")
    reader = opening(read_only=True)
    assert bodies(reader.read_all()) == [b"x"]
    assert reader.last_position() == (1 << 60) + 7
    journal = opening()
    assert bodies(journal.read_all()) == [b"x"]
    [[later]] = journal.append([one("y", "y", 0)])
    assert later.position > (1 << 60) + 7
    assert bodies(wait_for(reader, 2)) == [b"x", b"y"]
    assert bodies(wait_for(journal, 2)) == [b"x", b"y"]


def test_what_is_copied_in_is_given_at_once_whatever_its_positions(opening: Opening) -> None:
    records = [
        records[0] for records in chain_units([one("c1", "a", 0), one("c2", "a", 1)], 1 << 60, {})
    ]
    journal = opening()
    journal.copy_in(iter(records))
    assert journal.read_all() == records
    [[later]] = journal.append([one("c3", "a", 2)])
    assert later.position > records[1].position
    assert wait_for(journal, 3) == [*records, later]


def test_opening_beside_a_busy_writer_moves_nothing(opening: Opening, url: str) -> None:
    journal = opening()
    with older_transaction(url):
        journal.append([one("c1", "a", 0)])
        opening()
        assert ask(url, "SELECT raised FROM origin") == 0


# Several processes


def start(url: str, task: str, names: list[str], count: int) -> "list[subprocess.Popen[str]]":
    """Processes that write, all ready and then told to begin."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.journal.writer", url, task, name, str(count)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return processes


def finish(processes: "list[subprocess.Popen[str]]") -> None:
    for process in processes:
        process.communicate()
        assert process.returncode == 0


def test_who_follows_several_processes_gets_everything_once_and_in_order(
    opening: Opening, url: str
) -> None:
    journal = opening()
    processes = start(url, "spread", ["p", "q", "r"], 80)
    followed: list[Record] = []
    while len(followed) < 3 * 80 * 2:
        after = followed[-1].position if followed else 0
        assert journal.wait(after, PATIENCE_S)
        followed += journal.read_all(after, 11)
    finish(processes)
    assert followed == everything(journal)
    assert len(followed) == journal.count()
    assert_chained(followed)


def test_processes_that_write_to_one_stream_lose_nothing(opening: Opening, url: str) -> None:
    journal = opening()
    finish(start(url, "contend", ["p", "q"], 40))
    found = wait_for(journal, 80)
    assert_chained(found)
    assert {record.command for record in found} == {
        f"{name}-{number}" for name in "pq" for number in range(40)
    }


def test_a_command_that_two_processes_send_is_stored_once(opening: Opening, url: str) -> None:
    journal = opening()
    finish(start(url, "repeat", ["p", "q"], 60))
    found = wait_for(journal, 60)
    assert sorted(record.command for record in found) == sorted(
        f"same-{number}" for number in range(60)
    )
    assert_chained(found)


def test_a_version_that_another_process_is_just_storing_is_waited_for(
    opening: Opening, url: str
) -> None:
    """Whoever comes second gets his answer when the first one has ended, in either way."""
    journal, other = opening(), opening()
    journal.append([one("c0", "a", 0)])
    for end, expected in (("ROLLBACK", None), ("COMMIT", Conflict)):
        head = journal.head("a")
        assert head is not None
        with session(url) as first, ThreadPoolExecutor(1) as pool:
            first.execute("BEGIN")
            first.execute(
                "INSERT INTO records SELECT (pg_current_xact_id()::text::bigint + raised) << 20, "
                "'a', %s, 0, %s, 0, NULL, 'k', '', '' FROM origin",
                (head.version + 1, f"first-{end}"),
            )
            second = pool.submit(other.append, [one(f"second-{end}", "a", head.version)])
            until_somebody_waits(url)
            first.execute(end.encode())
            if expected is None:
                assert second.result()[0][0].version == head.version + 1
            else:
                with pytest.raises(expected):
                    second.result()


def test_a_command_that_another_process_is_just_storing_is_repeated(
    opening: Opening, url: str
) -> None:
    journal = opening()
    journal.append([one("c0", "a", 0)])
    with session(url) as first, ThreadPoolExecutor(1) as pool:
        first.execute("BEGIN")
        first.execute(
            "INSERT INTO records SELECT (pg_current_xact_id()::text::bigint + raised) << 20, 'z', "
            "1, 0, 'c1', 0, NULL, 'k', '', '' FROM origin"
        )
        second = pool.submit(journal.append, [one("c1", "a", 1)])
        until_somebody_waits(url)
        first.execute("COMMIT")
        with pytest.raises(Repeated):
            second.result()
    journal.append([one("c2", "a", 1)])


def test_heads_that_another_process_has_moved_on_are_looked_up(opening: Opening) -> None:
    one_journal, other = opening(), opening()
    one_journal.append([one("c1", "a", 0)])
    other.append([one("c2", "a", 1)])
    with pytest.raises(Conflict):
        one_journal.append([one("c3", "a", 1)])
    one_journal.append([one("c3", "a", 2)])
    other.append([one("c4", "a", 3), one("c5", "b", 0)])
    assert_chained(wait_for(other, 5))


def test_heads_it_has_forgotten_are_looked_up_again(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "HEADS_KEPT", 2)
    journal = opening()
    for version in range(3):
        journal.append([one(f"c{stream}.{version}", f"s{stream}", version) for stream in range(4)])
    assert_chained(wait_for(journal, 12))


# Being alone


def test_who_comes_while_another_is_alone_waits_until_he_joins(opening: Opening, url: str) -> None:
    first, second, third = opening(), opening(), opening()
    assert first.alone() is True
    first.append([one("c1", "a", 0)])
    with ThreadPoolExecutor(2) as pool:
        asking = pool.submit(second.alone)
        until_somebody_waits(url)
        writing = pool.submit(third.append, [one("c2", "b", 0)])
        assert not asking.done()
        first.join()
        assert asking.result() is False
        writing.result()
    assert first.alone() is False
    third.close()
    second.close()
    assert first.alone() is True


def test_when_he_who_is_alone_dies_one_of_those_who_wait_takes_his_place(
    opening: Opening, url: str, postgres_server: Server
) -> None:
    first, second, third = opening(), opening(), opening()
    assert first.alone() is True
    with ThreadPoolExecutor(2) as pool:
        asking: list[Future[bool]] = [pool.submit(journal.alone) for journal in (second, third)]
        until_somebody_waits(url)
        first.close()
        while not any(future.done() for future in asking):
            until_somebody_waits(url)
        winner = second if asking[0].done() else third
        assert winner.alone() is True
        winner.join()
        assert sorted(future.result() for future in asking) == [False, True]


def test_who_writes_without_asking_is_not_alone_for_others(opening: Opening) -> None:
    first, second = opening(), opening()
    first.append([one("c1", "a", 0)])
    assert second.alone() is False
    assert first.alone() is False


def test_who_has_only_opened_it_is_not_in_the_way(opening: Opening) -> None:
    opening()
    opening(read_only=True)
    assert opening().alone() is True


def test_patience_ends(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = opening(), opening()
    assert first.alone() is True
    monkeypatch.setattr("pitboss.journal.postgres.presence.PATIENCE_S", 0.02)
    for call in (second.alone, second.join, lambda: second.append([one("c1", "a", 0)])):
        with pytest.raises(InUse, match="another process has been starting for more than"):
            call()
    first.join()
    second.append([one("c1", "a", 0)])


def test_who_is_alone_is_so_again_when_the_connection_comes_back(
    opening: Opening, url: str, postgres_server: Server
) -> None:
    first, second = opening(), opening()
    assert first.alone() is True
    postgres_server.terminate_backends(database_of(url))
    first.append([one("c1", "a", 0)])
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(second.alone)
        until_somebody_waits(url)
        first.join()
        assert asking.result() is False


def test_who_was_alone_and_lost_his_place_may_not_go_on(
    opening: Opening, url: str, postgres_server: Server
) -> None:
    first, second = opening(), opening()
    assert first.alone() is True
    postgres_server.terminate_backends(database_of(url))
    assert second.alone() is True
    with pytest.raises(InUse, match="another process took over"):
        first.append([one("c1", "a", 0)])


def test_nothing_is_copied_in_while_another_process_writes(opening: Opening) -> None:
    source = MemoryJournal()
    source.append([one("c1", "a", 0)])
    first, second = opening(), opening()
    second.join()
    with pytest.raises(InUse, match="another process writes to it"):
        first.copy_in(iter(everything(source)))
    second.close()
    assert first.copy_in(iter(everything(source))) == 1
    assert opening().alone() is False


# Trouble


def test_a_connection_that_was_ended_while_idle_is_made_again(
    opening: Opening, url: str, postgres_server: Server
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    assert journal.count() == 1
    assert postgres_server.terminate_backends(database_of(url)) >= 2
    assert journal.count() == 1
    journal.append([one("c2", "a", 1)])
    assert_chained(wait_for(journal, 2))


def test_who_waits_hears_again_when_the_connection_comes_back(
    opening: Opening, url: str, postgres_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody looks for himself in this test, so it is the notice that wakes.
    monkeypatch.setattr(reader, "QUIET_LOOK_S", 600)
    journal, other = opening(), opening()
    other.append([one("c1", "a", 0)])
    [first] = wait_for(journal, 1)
    journal.wait(first.position, 0.01)
    heard = journal._listener.heard
    postgres_server.terminate_backends(database_of(url))
    journal._listener.wait(heard, PATIENCE_S)
    assert journal._listener.heard > heard
    with woken(journal, first.position):
        other.append([one("c2", "a", 1)])


def test_a_connection_that_is_lost_before_the_records_are_sent_is_reported_and_made_again(
    opening: Opening, url: str, postgres_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    original = Appender.store

    def lost(self: Appender, *arguments: Any) -> object:
        monkeypatch.undo()
        postgres_server.terminate_backends(database_of(url))
        return original(self, *arguments)

    monkeypatch.setattr(Appender, "store", lost)
    with pytest.raises(Unavailable):
        journal.append([one("c2", "a", 1)])
    journal.append([one("c2", "a", 1)])
    assert bodies(wait_for(journal, 2)) == [b"c1", b"c2"]


def test_a_connection_that_is_lost_before_the_answer_is_reported_and_made_again(
    opening: Opening, url: str
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    with session(url) as other, ThreadPoolExecutor(1) as pool:
        other.execute("BEGIN")
        other.execute(INSERT, (0, "elsewhere", "c2"))
        storing = pool.submit(journal.append, [one("c2", "a", 1)])
        until_somebody_waits(url)
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
            "current_database() AND wait_event_type = 'Lock'"
        )
        with pytest.raises(Unavailable):
            storing.result()
        other.execute("ROLLBACK")
    journal.append([one("c2", "a", 1)])
    assert bodies(wait_for(journal, 2)) == [b"c1", b"c2"]


def test_an_interrupt_between_two_messages_does_not_disturb_the_next_command(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opening()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Appender, "store", interrupted)
    with pytest.raises(KeyboardInterrupt):
        journal.append([one("c1", "a", 0)])
    monkeypatch.undo()
    journal.append([one("c1", "a", 0)])
    assert bodies(wait_for(journal, 1)) == [b"c1"]


def test_what_is_stored_is_acknowledged_although_the_notice_of_it_failed(
    opening: Opening, url: str, postgres_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])

    def lost(self: Appender, _: int) -> None:
        monkeypatch.undo()
        self._connection.close()
        raise psycopg.OperationalError("the connection was lost")

    monkeypatch.setattr(Appender, "_drain", lost)
    journal.append([one("c2", "a", 1)])
    journal.append([one("c3", "a", 2)])
    assert bodies(wait_for(journal, 3)) == [b"c1", b"c2", b"c3"]


def test_a_server_that_does_not_answer_is_given_up(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])
    with journal._writing() as writer:
        writer.execute("DEALLOCATE notice")
        writer.execute("PREPARE notice AS SELECT pg_sleep(2)")
    # Nobody waits for the notice: the commit was answered, and so the records are acknowledged.
    journal.append([one("c2", "a", 1)])
    monkeypatch.setattr("pitboss.journal.postgres.append.REPLY_TIMEOUT_MS", 50)
    with journal._writing() as writer:
        writer.execute("DEALLOCATE store_one")
        writer.execute(
            "PREPARE store_one (text, bigint, bigint, text, bigint, bytea, text, bytea, bytea, "
            "bytea, text[], bigint[], bigint) AS SELECT pg_sleep(2)"
        )
    with pytest.raises(Unavailable, match="does not answer"):
        journal.append([one("c3", "a", 2)])
    monkeypatch.undo()
    journal.append([one("c3", "a", 2)])
    assert bodies(wait_for(journal, 3)) == [b"c1", b"c2", b"c3"]


def test_trouble_while_storing_is_reported(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0)])

    def full(*_: object) -> None:
        raise psycopg.errors.DiskFull("no room left")

    monkeypatch.setattr(Appender, "store", full)
    with pytest.raises(Unavailable, match="the server's disk is full"):
        journal.append([one("c2", "a", 1)])
    monkeypatch.undo()
    journal.append([one("c2", "a", 1)])


def test_two_that_wait_for_each_other_do_not_wait_for_ever(opening: Opening, url: str) -> None:
    """Streams are stored in one order by all; commands are not, where one is sent for different
    streams.
    """
    journal = opening()
    journal.join()
    with journal._writing() as writer:
        writer.execute("SET deadlock_timeout = '10ms'")
    with session(url) as other, session(url) as third, ThreadPoolExecutor(2) as pool:
        for connection in (other, third):
            connection.execute("SET deadlock_timeout = '1min'")
            connection.execute("BEGIN")
        other.execute(INSERT, (0, "y", "c3"))
        third.execute(INSERT, (0, "b", "unrelated"))
        storing = pool.submit(
            journal.append, [one("c1", "a", 0), one("c2", "b", 0), one("c3", "c", 0)]
        )
        until_somebody_waits(url)
        crossing = pool.submit(other.execute, INSERT, (1, "z", "c1"))
        until_somebody_waits(url, 2)
        # Now it comes to the third record, and waits for the one who waits for it.
        third.execute("ROLLBACK")
        with pytest.raises(Unavailable, match="somebody else was storing the same"):
            storing.result()
        crossing.result()
        other.execute("COMMIT")
    with pytest.raises(Repeated) as caught:
        journal.append([one("c1", "a", 0), one("c2", "b", 0), one("c3", "c", 0)])
    assert caught.value.commands == ("c1", "c3")


def test_a_stream_that_somebody_is_just_writing_to_is_waited_for_and_then_has_moved(
    opening: Opening, url: str
) -> None:
    looking, writing = opening(), opening()
    looking.append([one("c1", "link", 0)])
    with session(url) as third, ThreadPoolExecutor(2) as pool:
        third.execute("BEGIN")
        third.execute(INSERT, (0, "elsewhere", "c2"))
        # The writer waits in the middle of its transaction, as the third has the same command.
        written = pool.submit(writing.append, [one("c2", "link", 1)])
        until_somebody_waits(url)
        looked = pool.submit(looking.append, [replace(one("c3", "table", 0), looks=(("link", 1),))])
        until_somebody_waits(url, 2, unless=looked)
        third.execute("ROLLBACK")
        written.result()
        with pytest.raises(Conflict) as refused:
            looked.result()
    assert refused.value.streams == ("link",)
    assert looking.find_command("c3") == []


@pytest.mark.parametrize("records", [(b"1",), (b"1", b"2")])
def test_a_stream_that_somebody_rests_on_is_not_written_to_before_he_is_done(
    opening: Opening, url: str, records: tuple[bytes, ...]
) -> None:
    looking, writing = opening(), opening()
    looking.append([one("c1", "link", 0)])
    with session(url) as third, ThreadPoolExecutor(2) as pool:
        third.execute("BEGIN")
        third.execute(INSERT, (0, "elsewhere", "c2"))
        looked = pool.submit(
            looking.append, [replace(one("c2", "table", 0, *records), looks=(("link", 1),))]
        )
        until_somebody_waits(url)
        written = pool.submit(writing.append, [one("c3", "link", 1)])
        until_somebody_waits(url, 2, unless=written)
        assert writing.find_command("c3") == []
        third.execute("ROLLBACK")
        # In the order of the journal, too, it was decided on what had been stored before.
        assert looked.result()[0][-1].position < written.result()[0][0].position


def test_a_server_that_is_too_old_is_refused() -> None:
    old = SimpleNamespace(info=SimpleNamespace(server_version=120_004))
    with pytest.raises(
        Unavailable, match=r"the server is PostgreSQL 12; 13 or newer is needed\. Update the server"
    ):
        PostgresServer("postgresql://host/x").check(cast("psycopg.Connection[Any]", old))


def test_a_statement_that_takes_too_long_is_not_asked_again(opening: Opening) -> None:
    journal = opening()
    with journal._readers.lent() as reader:
        reader.execute("SET statement_timeout = '20ms'")
    with pytest.raises(Unavailable, match="took too long"):
        journal._ask("SELECT pg_sleep(2)")


def test_a_damaged_snapshot_is_left_aside(opening: Opening, url: str) -> None:
    journal = opening()
    journal.save_snapshot(Snapshot("a", 1, "form", b"state"))
    assert journal.snapshot("a") == Snapshot("a", 1, "form", b"state")
    with session(url) as connection:
        connection.execute("UPDATE snapshots SET body = 'other'")
    assert journal.snapshot("a") is None


@pytest.mark.parametrize(
    ("question", "values"),
    [
        (queries.LOOKED_BACK, (0, 1 << 62, 10)),
        (queries.READ_BACK, (1, 1 << 62)),
        (queries.READ_BACK_KINDS, (1, 1 << 62, ["k"])),
        (queries.READ_ALL, (0, 10)),
    ],
    ids=["bounds", "back", "back-by-kinds", "on"],
)
def test_what_is_wanted_from_one_end_is_not_collected_and_sorted_first(
    opening: Opening, question: LiteralString, values: tuple[object, ...]
) -> None:
    journal = opening()
    journal.append([one("c1", "a", 0, *(b"%d" % i for i in range(5_000)))])
    wait_for(journal, 5_000)
    with journal._readers.lent() as connection:
        plan = connection.execute(f"EXPLAIN {question}", values, prepare=True).fetchall()
    steps = " ".join(str(line) for (line,) in plan)
    assert "using records_position on records" in steps
    assert "Sort" not in steps


def test_a_statement_for_somebody_whose_patience_ends_ends_soon(
    postgres_server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "BRIEF_S", 1)
    with (
        closing(PostgresJournal(url)) as journal,
        postgres_server.connection(database_of(url)) as other,
        other.transaction(),
    ):
        journal.append([one("c1", "a", 0)])
        other.execute("LOCK TABLE pitboss.records IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(Unavailable, match="took too long"):
            Patience().carry_out(journal.read_all)


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server for one test, which may stop it."""
    server = Server()
    yield server
    server.remove()


def test_a_server_that_stops_and_comes_back(own_server: Server) -> None:
    address = own_server.new_journal()
    journal, other = PostgresJournal(address), PostgresJournal(address)
    try:
        journal.append([one("c1", "a", 0)])
        other.append([unit("c2", part("a", 1, b"c2"), part("b", 0, b"b"))])
        [*_, last] = wait_for(journal, 3)
        own_server.stop(immediate=True)
        for call in (lambda: journal.append([one("c3", "a", 2)]), journal.count, journal.alone):
            with pytest.raises(Unavailable):
                call()
        assert journal.wait(last.position, 0.02) is False
        with woken(journal, last.position):
            own_server.start()
            other.append([one("c3", "a", 2)])
        journal.append([one("c4", "a", 3)])
        found = wait_for(journal, 5)
        assert bodies(found) == [b"c1", b"c2", b"b", b"c3", b"c4"]
        assert_chained(found)
    finally:
        journal.close()
        other.close()
