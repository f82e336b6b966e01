"""A record that a server would not find and an audit would read: in the short form of a SQLite file
a value could be written in two ways, and only one of them is looked for.
"""

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from pitboss.audit.run import audit
from pitboss.casino.app import Casino
from pitboss.journal.port import NotAJournal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.people.roles import Role
from tests.web.service import SHELF, House

HIDDEN = {
    "the stream by its name": (
        "UPDATE records SET stream = 'people' WHERE position = (SELECT max(position) FROM records)"
    ),
    "the stream under a second number": (
        "INSERT INTO streams SELECT max(id) + 1, 'people' FROM streams; UPDATE records SET stream "
        "= (SELECT max(id) FROM streams) WHERE position = (SELECT max(position) FROM records)"
    ),
    "the command by its digits": (
        "UPDATE records SET command = '0123456789abcdef0123456789abcdef' "
        "WHERE position = (SELECT max(position) FROM records)"
    ),
    "the command by other bytes": (
        "UPDATE records SET command = x'0123' WHERE position = (SELECT max(position) FROM records)"
    ),
    "the kind by its name": (
        "UPDATE records SET (kind, body) = (SELECT kind, body FROM whole "
        "WHERE whole.position = records.position)"
    ),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The last thing that has happened: somebody's account was disabled."""
    path = tmp_path / "pitboss.db"
    with House(path) as house:
        house.person(Role.SHIFT_MANAGER)
        root = house.person(Role.ADMINISTRATOR)
        assert root.post("/api/people/max/disable").status_code == 200
    return path


@pytest.mark.parametrize("how", HIDDEN)
def test_what_is_written_otherwise_than_a_server_writes_it_is_damage(path: Path, how: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        if "second number" in how:
            connection.execute(
                "CREATE TABLE other AS SELECT * FROM streams; DROP VIEW whole; DROP TABLE streams; "
                "CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT; "
                "INSERT INTO streams SELECT * FROM other"
            )
        connection.execute(HIDDEN[how])
        assert connection.changes() > 0
    with closing(SqliteJournal(path, read_only=True)) as journal:
        problem = _problem(journal)
    assert problem is not None, "the audit is content"
    assert "is not found" in str(problem) or "does not find it" in str(problem)


def _problem(journal: SqliteJournal) -> object:
    try:
        return audit(journal).problem
    except NotAJournal as error:
        return error


def test_the_account_is_disabled_where_nobody_has_hidden_it(path: Path) -> None:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        assert audit(journal).problem is None
        assert not Casino(journal, shelf=SHELF).people().persons["max"].enabled
