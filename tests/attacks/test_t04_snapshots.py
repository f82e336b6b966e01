"""T4: who writes to the database can't make himself shift manager in a snapshot: it is sealed with
a key that is not there, dropped when a backup is restored, and recomputed by audit and doctor.
"""

from contextlib import closing
from hashlib import sha256
from pathlib import Path

import apsw
import msgspec
import pytest

from pitboss.audit.run import audit
from pitboss.casino.aggregates import Entity
from pitboss.casino.app import Casino
from pitboss.casino.stream_ids import PEOPLE_STREAM
from pitboss.casino.streams import snapshot_of
from pitboss.casino.vault import Vault
from pitboss.journal.address import open_journal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.operations.backup import back_up, restore
from pitboss.operations.config import load_config
from pitboss.operations.doctor.examination import examine
from pitboss.operations.doctor.findings import Severity
from pitboss.operations.snapshots import snapshot_faults, with_snapshots
from pitboss.operations.vault_key import create_vault_key
from pitboss.people.roles import Role
from pitboss.rulebook.shelf import Shelf
from tests.web.service import House

SHELF = Shelf()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder whose journal was closed, so that snapshots are kept."""
    (tmp_path / "pitboss-data").mkdir()
    data = tmp_path / "pitboss-data"
    key = create_vault_key(data / "vault.key")
    with House(data / "pitboss.db", key=key) as house:
        house.person(Role.PLAYER, "eve")
    return tmp_path


def key_of(folder: Path) -> bytes:
    return bytes.fromhex((folder / "pitboss-data" / "vault.key").read_text().strip())


def forge(folder: Path) -> None:
    """Eve writes herself a post, with a digest that fits, as the attack did."""
    path = folder / "pitboss-data" / "pitboss.db"
    with closing(SqliteJournal(path)) as journal:
        casino = Casino(journal, shelf=SHELF)
        people = casino.people()
        version = casino.cache.committed(PEOPLE_STREAM).version
        eve = msgspec.structs.replace(people.persons["eve"], role=Role.SHIFT_MANAGER)
        made = msgspec.structs.replace(people, persons={**people.persons, "eve": eve})
        snapshot = snapshot_of(PEOPLE_STREAM, Entity(version, made))
        assert snapshot is not None
        seal = sha256(snapshot.body).digest()
        journal.save_snapshot(msgspec.structs.replace(snapshot, body=seal + snapshot.body))
        assert journal.snapshot(PEOPLE_STREAM) is not None


def test_a_post_that_stands_in_a_snapshot_alone_is_none(folder: Path) -> None:
    database = folder / "pitboss-data" / "pitboss.db"
    forge(folder)
    with House(database, key=key_of(folder)) as house:
        assert house.casino.people().persons["eve"].role is Role.PLAYER
        eve = house.with_token(house.service.guard.open_session("eve"))
        assert eve.learn()["role"] == "player"
    # Nor where the key is not there at all: then no snapshot is believed.
    forge(folder)
    with House(database) as house:
        assert house.casino.people().persons["eve"].role is Role.PLAYER


def test_audit_and_doctor_name_a_forged_snapshot(folder: Path) -> None:
    database = folder / "pitboss-data" / "pitboss.db"
    vault = Vault(key_of(folder))
    with closing(open_journal(f"sqlite:{database}", read_only=True)) as journal:
        assert list(snapshot_faults(journal, SHELF, vault)) == []
        assert with_snapshots(audit(journal), journal, SHELF, vault).content
    forge(folder)
    with closing(open_journal(f"sqlite:{database}", read_only=True)) as journal:
        report = with_snapshots(audit(journal), journal, SHELF, None)
        assert report.problem is not None
        assert "the snapshot of people" in report.problem.found
    config = load_config(folder=folder, environment={})
    found = [one for one in examine(config) if one.check == "snapshots"]
    assert [one.standing for one in found] == [Severity.FAILURE]


def test_a_snapshot_that_is_true_but_not_ours_is_named_too(folder: Path) -> None:
    database = folder / "pitboss-data" / "pitboss.db"
    connection = apsw.Connection(str(database))
    connection.execute("DELETE FROM snapshots WHERE stream != 'people'")
    connection.close()
    with closing(open_journal(f"sqlite:{database}", read_only=True)) as journal:
        (fault,) = snapshot_faults(journal, SHELF, Vault(bytes(32)))
    assert "not sealed with the vault key" in fault


def test_a_backup_is_restored_without_its_snapshots(folder: Path, tmp_path: Path) -> None:
    database = folder / "pitboss-data" / "pitboss.db"
    forge(folder)
    back_up(f"sqlite:{database}", tmp_path / "safe.db")
    restore(tmp_path / "safe.db", f"sqlite:{tmp_path / 'new.db'}", "now")
    with closing(open_journal(f"sqlite:{tmp_path / 'new.db'}", read_only=True)) as journal:
        assert [stream for stream in journal.heads() if journal.snapshot(stream)] == []
