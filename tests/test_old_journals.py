"""Journals that were written before the code was redrawn open, are found right, and go on; what is
stored in them stays as it was, byte for byte.

How they were made is told beside them, in ``tests/data/journals``.
"""

import gzip
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app
from pitboss.journal.address import open_journal
from pitboss.journal.port import Record
from pitboss.web.demo import LINKS
from tests.postgres import find_program, shared_server
from tests.web.evening import Evening
from tests.web.service import House

FOLDER = Path(__file__).parent / "data/journals"
MOST_STEPS = 250


class End(msgspec.Struct):
    """Where a journal ended when it was written; streams with version and hash."""

    position: int
    key: str
    heads: dict[str, tuple[int, str]]


ENDS = msgspec.json.decode((FOLDER / "ends.json").read_bytes(), type=dict[str, End])


@contextmanager
def old_journal(kind: str, folder: Path) -> Iterator[str]:
    """The address of a copy."""
    if kind == "sqlite":
        path = folder / "pitboss.db"
        path.write_bytes(gzip.decompress((FOLDER / "sqlite.db.gz").read_bytes()))
        yield f"sqlite:{path}"
        return
    with shared_server() as server:
        database = server.new_database()
        psql = find_program("psql")
        assert psql is not None
        subprocess.run(
            [psql, "--quiet", "--set=ON_ERROR_STOP=1", server.url(database)],
            input=gzip.decompress((FOLDER / "postgres.sql.gz").read_bytes()),
            stdout=subprocess.DEVNULL,
            check=True,
        )
        yield server.url(database)
        server.drop(database)


def records(url: str) -> list[Record]:
    journal = open_journal(url, read_only=True)
    try:
        return list(journal.read_all(0, 1_000_000))
    finally:
        journal.close()


def audit(url: str, end: End) -> None:
    done = CliRunner().invoke(app, ["audit", "--database", url, "--key", end.key])
    assert done.exit_code == 0, done.output


def play_on(house: House, table: str) -> None:
    """Plays the round that is on to its end, whatever the rules say of the stop, and then a new
    one.
    """
    evening = Evening(house, table, seed=3)
    for _ in range(MOST_STEPS):
        round = evening.view()["round"]
        if round is None:
            break
        if round["ruling"] is not None:
            assert evening.manager.confirm(table).status_code == 200
        else:
            evening.step()
    evening.begin()
    assert evening.play()["round"] is None


@pytest.mark.parametrize("kind", sorted(ENDS))
def test_it_opens_is_right_and_goes_on_and_nothing_of_it_has_changed(
    kind: str, tmp_path: Path
) -> None:
    end = ENDS[kind]
    with old_journal(kind, tmp_path) as url:
        # Whoever opens it for writing brings its tables up to date; records stay as they are.
        open_journal(url).close()
        old = records(url)
        assert old[-1].position == end.position
        heads = {record.stream: (record.version, record.hash.hex()) for record in old}
        assert heads == end.heads
        audit(url, end)
        with House(url, furnished=False) as house:
            assert [one.table for one in house.interrupted] == ["Singapore"]
            paid = [house.casino.link(link) for link in LINKS]
            assert all(link is not None and link.claims for link in paid)
            tables = house.casino.tables()
            for table in tables:
                play_on(house, table)
        new = records(url)
        assert new[: len(old)] == old
        settled = {one.stream for one in new[len(old) :] if one.kind == "round-settled/1"}
        assert settled == {f"table/{name}" for name in tables}
        audit(url, end)
