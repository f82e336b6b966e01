"""The runner of migrations, and the steps that are shipped."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Literal

import apsw
import pytest

from pitboss.journal.migrate import Applied, Migration, check_current, migrate, pending, shipped
from pitboss.journal.port import FromTheFuture, NotAJournal, OutOfDate
from pitboss.journal.sqlite.file import SqliteMigrations

FIRST = Migration(1, "first", "CREATE TABLE one (a INTEGER)")
SECOND = Migration(2, "second", "CREATE TABLE two (a INTEGER); INSERT INTO two VALUES (7)")
THIRD = Migration(3, "third", "CREATE TABLE three (a INTEGER); INSERT INTO nowhere VALUES (1)")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(apsw.Connection(str(tmp_path / "some.db"))) as found:
        yield found


def tables(connection: apsw.Connection) -> list[str]:
    return [
        row[0]
        for row in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        )
    ]


def test_steps_run_once_and_in_order(connection: apsw.Connection) -> None:
    database = SqliteMigrations(connection)
    assert migrate(database, [FIRST], "here") == 1
    assert migrate(database, [FIRST, SECOND], "here") == 1
    assert migrate(database, [FIRST, SECOND], "here") == 0
    assert tables(connection) == ["migrations", "one", "two"]
    assert database.applied() == [
        Applied(1, "first", sha256(b"CREATE TABLE one (a INTEGER)").hexdigest()),
        Applied(2, "second", SECOND.digest),
    ]


def test_when_a_step_ran_is_noted(connection: apsw.Connection) -> None:
    migrate(SqliteMigrations(connection), [FIRST], "here")
    at_ms = connection.execute("SELECT at_ms FROM migrations").get
    year_2020_ms, year_2100_ms = 1_577_836_800_000, 4_102_444_800_000
    assert year_2020_ms < at_ms < year_2100_ms


def test_a_step_that_fails_leaves_nothing_and_those_before_it_stay(
    connection: apsw.Connection,
) -> None:
    with pytest.raises(apsw.SQLError, match="nowhere"):
        migrate(SqliteMigrations(connection), [FIRST, SECOND, THIRD], "here")
    assert tables(connection) == ["migrations", "one", "two"]
    assert connection.in_transaction is False
    assert migrate(SqliteMigrations(connection), [FIRST, SECOND], "here") == 0


def test_a_step_that_another_process_runs_meanwhile_is_not_run_again(
    connection: apsw.Connection,
) -> None:
    class Slow(SqliteMigrations):
        """Comes in only after somebody else has done all the work."""

        @contextmanager
        def alone(self) -> Iterator[None]:
            migrate(SqliteMigrations(connection), [FIRST, SECOND], "here")
            with SqliteMigrations(connection).alone():
                yield

    assert migrate(Slow(connection), [FIRST, SECOND], "here") == 0
    assert connection.execute("SELECT count(*) FROM two").get == 1


def test_a_database_from_the_future_names_both_versions_and_the_way_out() -> None:
    applied = [Applied(step.number, step.name, step.digest) for step in (FIRST, SECOND)]
    with pytest.raises(
        FromTheFuture, match=r"^here is of version 2; .* versions up to 1\. Update the program"
    ):
        pending(applied, [FIRST], "here")


def test_a_gap_is_refused() -> None:
    with pytest.raises(
        NotAJournal, match="here: migration 1 is missing although migration 2 has run"
    ):
        pending([Applied(2, "second", SECOND.digest)], [FIRST, SECOND], "here")


@pytest.mark.parametrize(
    "found",
    [Applied(1, "first", "0" * 64), Applied(1, "other", FIRST.digest)],
    ids=["statements", "name"],
)
def test_a_step_that_was_changed_later_is_refused(found: Applied) -> None:
    with pytest.raises(
        NotAJournal, match=r"migration 1 \(.*\) is not the one this program knows \(first\)"
    ):
        pending([found], [FIRST, SECOND], "here")


def test_who_only_reads_is_told_to_bring_it_up_to_date(connection: apsw.Connection) -> None:
    database = SqliteMigrations(connection)
    migrate(database, [FIRST], "here")
    check_current(database, [FIRST], "here")
    with pytest.raises(
        OutOfDate,
        match=r"here is of version 1; this program needs version 2\. Open it once for writing",
    ):
        check_current(database, [FIRST, SECOND], "here")
    # Where the second only adds something, it can be read without.
    check_current(database, [FIRST, SECOND], "here", readable_from=1)
    with pytest.raises(OutOfDate):
        check_current(database, [FIRST, SECOND], "here", readable_from=2)


# A step that was shipped is never edited: databases out there have been through it. A new step is
# added here.
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_shipped_steps_are_numbered_without_a_gap(store: Literal["sqlite", "postgres"]) -> None:
    steps = shipped(store)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_every_file_beside_the_steps_is_a_step(store: Literal["sqlite", "postgres"]) -> None:
    names = [file.name for file in (files("pitboss.journal") / "migrations" / store).iterdir()]
    assert len(names) == len(shipped(store))
