"""Damaged SQLite files: a clear sentence, and never a traceback."""

from pathlib import Path

import apsw
import pytest

from pitboss.audit import Discrepancy, audit
from pitboss.audit.files import check_columns, check_pages
from pitboss.audit.report import Misfit
from pitboss.journal.port import Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.audit.bits import store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "journal.db"
    store(found, 1)
    return found


def changed(path: Path, *statements: str) -> Discrepancy:
    """What the auditor says after somebody has changed the file with SQL."""
    connection = apsw.Connection(str(path))
    connection.execute("DROP TRIGGER records_stay; DROP TRIGGER records_are_kept")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    journal = SqliteJournal(path, read_only=True)
    problem = audit(journal, file=path).problem
    journal.close()
    assert problem is not None, "the auditor noticed nothing"
    return problem


def test_a_file_that_is_whole(path: Path) -> None:
    check_columns(path)
    check_pages(path)


def test_a_text_that_is_none(path: Path) -> None:
    problem = changed(path, "UPDATE records SET kind = CAST(x'ff62' AS TEXT) WHERE position = 40")
    assert problem.what == "the record after position 39 can't be read"
    assert "a stored text is damaged" in problem.found


def test_the_records_before_a_damaged_one_are_audited(path: Path) -> None:
    problem = changed(
        path,
        "UPDATE records SET kind = CAST(x'ff62' AS TEXT) WHERE position = 40",
        "UPDATE records SET at_ms = 7 WHERE position = 12",
    )
    assert problem.position == 12


def test_the_first_record_can_not_be_read(path: Path) -> None:
    problem = changed(path, "UPDATE records SET command = CAST(x'ff' AS TEXT) WHERE position = 1")
    assert problem.what == "the first record can't be read"


def test_a_checkpoint_that_no_reader_comes_to(path: Path) -> None:
    problem = changed(path, "UPDATE checkpoints SET number = -5 WHERE number = 3")
    assert (problem.what, problem.found) == ("a number of checkpoints", "-5")


def test_a_position_below_all_others(path: Path) -> None:
    problem = changed(path, "UPDATE records SET position = -5 WHERE position = 12")
    assert (problem.position, problem.what) == (-5, "positions do not rise")


def test_a_column_of_another_name(path: Path) -> None:
    problem = changed(path, "DROP VIEW whole; ALTER TABLE records RENAME COLUMN body TO bodx")
    assert problem.found.startswith("no such column: body")


def test_an_index_that_does_not_lead_to_all_records(path: Path) -> None:
    connection = apsw.Connection(str(path))
    root = connection.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_records_1'"
    ).get
    page_bytes = connection.execute("PRAGMA page_size").get
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    with path.open("r+b") as file:
        # The number of cells on the index's page, lowered: its last entries are gone.
        file.seek((root - 1) * page_bytes + 3)
        cells = int.from_bytes(file.read(2), "big")
        file.seek((root - 1) * page_bytes + 3)
        file.write((cells - 1).to_bytes(2, "big"))
    with pytest.raises(
        Misfit,
        match=r"SQLite's own check of the file: expected ok, found .*; restore it from a backup",
    ):
        check_pages(path)
    journal = SqliteJournal(path, read_only=True)
    problem = audit(journal).problem
    journal.close()
    assert problem is not None
    assert problem.what.startswith("where ")


def test_a_file_on_a_medium_that_nobody_can_write_to(path: Path) -> None:
    path.parent.chmod(0o555)
    try:
        check_pages(path)
    finally:
        path.parent.chmod(0o755)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="can't be opened"):
        check_pages(tmp_path / "none.db")


def test_no_database(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("This is a text and not a database; it is long enough to look like one." * 100)
    with pytest.raises(Misfit, match="not a database"):
        check_columns(path)
