"""Whoever restores an old backup to undo what has happened since: it is on record with his name,
and what was signed and lies elsewhere tells of what is missing.
"""

from contextlib import closing
from pathlib import Path

import pytest

from pitboss.audit.report import AuditReport
from pitboss.audit.run import audit
from pitboss.casino.app import Casino
from pitboss.casino.operations import system_user
from pitboss.journal.copies import read_copies
from pitboss.journal.keys import create_key
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.operations.backup import back_up, restore
from pitboss.operations.checkpointer import Checkpointer
from pitboss.people.roles import Role
from tests.web.service import SHELF, House


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A backup, made before max was disabled; then that was signed, and the copy of the signatures
    was taken elsewhere.
    """
    path = tmp_path / "pitboss.db"
    with House(path) as house:
        keeper = Checkpointer(
            house.casino.journal,
            create_key(tmp_path / "checkpoint.key"),
            every_events=1_000_000,
            every_s=86_400,
            copy=tmp_path / "checkpoints.jsonl",
        )
        house.person(Role.SHIFT_MANAGER)
        keeper.step()
        back_up(f"sqlite:{path}", tmp_path / "old.db")
        root = house.person(Role.ADMINISTRATOR)
        assert root.post("/api/people/max/disable").status_code == 200
        keeper.step()
    (tmp_path / "elsewhere.jsonl").write_bytes((tmp_path / "checkpoints.jsonl").read_bytes())
    restore(
        tmp_path / "old.db",
        f"sqlite:{path}",
        "now",
        copies=tmp_path / "checkpoints.jsonl",
    )
    return tmp_path


def audited(folder: Path, *, elsewhere: bool) -> AuditReport:
    signed = read_copies(folder / "elsewhere.jsonl") if elsewhere else []
    with closing(SqliteJournal(folder / "pitboss.db", read_only=True)) as journal:
        return audit(journal, checkpoints=signed)


def test_an_account_comes_back_and_the_record_says_by_whom_and_what_was_lost(folder: Path) -> None:
    with closing(SqliteJournal(folder / "pitboss.db", read_only=True)) as journal:
        assert Casino(journal, shelf=SHELF).people().persons["max"].enabled, "he is back"
    report = audited(folder, elsewhere=False)
    (restored,) = report.restored
    assert restored.by == system_user()
    assert restored.file.endswith("old.db")
    assert restored.replaced is not None
    assert restored.replaced > restored.up_to
    assert (folder / "pitboss.db.replaced-now").exists()
    assert (folder / "checkpoints.jsonl.replaced-now").exists()


def test_what_lies_elsewhere_tells_of_what_is_missing(folder: Path) -> None:
    problem = audited(folder, elsewhere=True).problem
    assert problem is not None
    assert "checkpoint" in f"{problem.what} {problem.expected} {problem.found}"
