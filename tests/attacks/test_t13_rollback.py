"""T13: records and checkpoints that are cut off the end are missed, for what matters is signed and
copied at once.
"""

from pathlib import Path

import apsw
import pytest

from pitboss.journal.keys import create_key
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import load_config
from pitboss.operations.doctor.examination import examine
from pitboss.operations.doctor.findings import Severity
from pitboss.operations.signing_key import CopyAhead
from pitboss.people.roles import Role
from tests.web.service import House


def keeper(house: House, folder: Path) -> Checkpointer:
    """One that would wait for a day and a million events."""
    data = folder / "pitboss-data"
    key = create_key(data / "checkpoint.key")
    return Checkpointer(
        house.casino.journal,
        key,
        every_events=1_000_000,
        every_s=86_400,
        copy=data / "checkpoints.jsonl",
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pitboss-data").mkdir()
    return tmp_path


def test_what_matters_is_signed_at_once_and_the_rest_in_its_time(folder: Path) -> None:
    with House(folder / "pitboss-data" / "pitboss.db") as house:
        checkpoints = keeper(house, folder)
        assert checkpoints.step() is not None
        house.person(Role.DEALER).done("Stud", "open-betting")
        # Making somebody for it was one of the things that are signed at once.
        assert checkpoints.step() is not None
        house.person(Role.DEALER).done("Stud", "conclude")
        assert checkpoints.step() is None
        house.person(Role.SHIFT_MANAGER, "mia")
        made = checkpoints.step()
        assert made is not None
        assert made.position == house.casino.journal.last_position()


def test_a_journal_whose_end_was_cut_off_is_not_served(folder: Path) -> None:
    path = folder / "pitboss-data" / "pitboss.db"
    with House(path) as house:
        checkpoints = keeper(house, folder)
        checkpoints.step()
        kept = house.casino.journal.last_position()
        house.person(Role.SHIFT_MANAGER, "mia")
        checkpoints.step()
    connection = apsw.Connection(str(path))
    for row in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
    ).fetchall():
        connection.execute(f'DROP TRIGGER "{row[0]}"')
    connection.execute("DELETE FROM records WHERE position > ?", (kept,))
    connection.execute("DELETE FROM checkpoints WHERE position > ?", (kept,))
    connection.close()
    config = load_config(folder=folder, environment={})
    with House(path, furnished=False) as house, pytest.raises(CopyAhead):
        Checkpointer.configured(house.casino.journal, config)
    found = {one.check: one.standing for one in examine(config)}
    assert found["checkpoint copies"] is Severity.FAILURE
