"""The index of rounds: whoever can write to its file hides a round from every search, or makes a
winner of a loser. The journal knows better, and the doctor holds the one against the other.
"""

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from pitboss.journal.port import Journal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.reports.rounds.comparison import index_fault
from pitboss.reports.rounds.index import RoundIndex
from pitboss.reports.rounds.search import Wanted, search
from tests.reports.test_round_index import TABLES, play

_SET = "UPDATE rounds SET summary = CAST(json_set(CAST(summary AS TEXT), {}) AS BLOB)"
EDITS = {
    "a round is hidden": "DELETE FROM rounds WHERE stream = 'table/A'",
    "another result": _SET.format("'$.net', 123"),
    "no irregularity": _SET.format("'$.marks', json_array()"),
    "another time": "UPDATE rounds SET at_ms = at_ms + 1",
    "nobody played": "DELETE FROM players WHERE player = 'ann'",
    "somebody else played": "UPDATE OR IGNORE players SET player = 'eva'",
    "no summary": "UPDATE rounds SET summary = x'7b'",
}


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Journal, Callable[[], Path]]:
    folder = tmp_path_factory.mktemp("indexed")
    journal = SqliteJournal(folder / "pitboss.db")
    play(journal, 40)
    made = 0

    def path() -> Path:
        nonlocal made
        made += 1
        found = folder / f"rounds-{made}.db"
        index = RoundIndex(journal, found)
        assert index.catch_up()
        index.close()
        return found

    return journal, path


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_index_is_named(indexed: tuple[Journal, Callable[[], Path]], edit: str) -> None:
    journal, new = indexed
    path = new()
    assert index_fault(journal, path) is None
    database = apsw.Connection(str(path))
    database.execute(EDITS[edit])
    assert database.total_changes()
    database.close()
    assert index_fault(journal, path) is not None


def test_without_that_a_search_would_believe_it(
    indexed: tuple[Journal, Callable[[], Path]],
) -> None:
    journal, new = indexed
    path = new()
    database = apsw.Connection(str(path))
    database.execute(EDITS["a round is hidden"])
    database.close()
    index = RoundIndex(journal, path)
    wanted = Wanted(limit=100)
    believed, _ = search(journal, TABLES, wanted, index=index)
    index.close()
    assert len(believed) < len(search(journal, TABLES, wanted)[0])


def test_one_that_is_behind_or_of_another_form_is_no_fault(
    indexed: tuple[Journal, Callable[[], Path]], tmp_path: Path
) -> None:
    journal, new = indexed
    path = tmp_path / "behind.db"
    index = RoundIndex(journal, path)
    index.catch_up(20)
    index.close()
    assert index_fault(journal, path) is None
    other = new()
    database = apsw.Connection(str(other))
    database.execute("PRAGMA user_version = 1")
    database.close()
    assert index_fault(journal, other) is None
