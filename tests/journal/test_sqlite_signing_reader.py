"""A journal is signed while another process writes to it; nothing else may be written from
beside.
"""

from contextlib import closing
from pathlib import Path

import pytest

from pitboss.journal.checkpoints import build
from pitboss.journal.port import Checkpoint, Conflict, Journal, NotAJournal, Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.journal.sqlite.signing_reader import SigningReader
from tests.journal.test_checkpoints import KEY
from tests.journal.units import one


def next_of(journal: Journal) -> Checkpoint:
    return build(
        journal.heads(),
        position=journal.last_position(),
        at_ms=1,
        last=journal.last_checkpoint(),
        key=KEY,
    )


def test_both_processes_add_checkpoints_in_turns(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteJournal(path)) as server, closing(SigningReader(path)) as beside:
        server.append([one("c1", "s", 0)])
        late = next_of(server)
        beside.add_checkpoint(next_of(beside))
        assert server.last_checkpoint() is not None
        with pytest.raises(Conflict):
            server.add_checkpoint(late)
        server.append([one("c2", "s", 1)])
        server.add_checkpoint(next_of(server))
        with pytest.raises(Conflict):
            beside.add_checkpoint(late)
        assert [found.number for found in beside.checkpoints()] == [1, 2]
        with pytest.raises(Unavailable, match="reading only"):
            beside.append([one("c3", "s", 2)])


def test_where_no_server_runs_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteJournal(path)) as server:
        server.append([one("c1", "s", 0)])
    with closing(SigningReader(path)) as beside:
        beside.add_checkpoint(next_of(beside))
    assert not path.with_name("journal.db-wal").exists(), "the checkpoint is in the file itself"
    with pytest.raises(Unavailable, match="closed"):
        beside.add_checkpoint(next_of(SqliteJournal(path, read_only=True)))


def test_no_journal_is_made(tmp_path: Path) -> None:
    with pytest.raises(NotAJournal, match="there is no journal at"):
        SigningReader(tmp_path / "nothing.db")
    assert list(tmp_path.iterdir()) == []
