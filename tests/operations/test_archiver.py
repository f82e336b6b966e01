"""The archive as it is run: by command, at night, with backups, restore and doctor."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.audit import audit
from pitboss.casino.history import find_round
from pitboss.journal.keys import load_key
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record, Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.operations.archiver import Archiver, ends_before, month_begins_ms
from pitboss.operations.backup import back_up, restore
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import Config, load_config
from pitboss.operations.doctor.examination import examine
from pitboss.operations.doctor.findings import Finding, Severity
from pitboss.operations.integrity import check_whole
from pitboss.operations.nightly_archiver import NightlyArchiver
from pitboss.operations.transfer import copy_journal, move
from pitboss.rulebook.shelf import Shelf
from tests.casino.histories import made
from tests.cli.journals import Shell
from tests.postgres import Server, shared_server

DAY_MS = 86_400_000


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with shared_server() as found:
        yield found


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal that is signed in the middle and at its end, and archived up to the first."""
    folder = tmp_path_factory.mktemp("history")
    made(folder / "pitboss.db", commands=150)
    with closing(SqliteJournal(folder / "pitboss.db")) as journal:
        keeper = Checkpointer.configured(journal, load_config(folder=folder, environment={}))
        keeper.make()
    shutil.copytree(folder / "pitboss-data", folder / "keys")
    return folder


@pytest.fixture
def folder(history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(history / "keys", tmp_path / "pitboss-data")
    shutil.copy(history / "pitboss.db", tmp_path / "pitboss-data" / "pitboss.db")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def config(folder: Path) -> Config:
    return load_config(folder=folder, environment={})


@pytest.fixture
def shell(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(folder, monkeypatch)


def records(path: Path) -> list[Record]:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        return journal.read_all(limit=1_000_000)


def database(config: Config) -> Path:
    return config.data / "pitboss.db"


def archived(config: Config) -> list[Record]:
    """Archives everything; what was there before."""
    before = records(database(config))
    with closing(SqliteJournal(database(config))) as journal:
        archiver = Archiver(journal, load_key(config.key), pause_s=0)
        assert len(archiver.archive(ends_before(journal, 1 << 62, UTC))) == 1
    return before


def finding(config: Config) -> Finding:
    return next(one for one in examine(config) if one.check == "archive")


def test_from_the_shell_everything_is_as_before(shell: Shell, config: Config) -> None:
    before = records(database(config))
    with closing(SqliteJournal(database(config), read_only=True)) as journal:
        table = next(name for name in journal.heads() if name.startswith("table/"))
        round = f"{table.removeprefix('table/')}-1"
        found = find_round(journal, round)
    assert "keep_days is 0" in shell.refused("archive")
    assert "not 'soon'" in shell.refused("archive", "--before", "soon")
    assert "there is no checkpoint 9" in shell.refused("archive", "--checkpoint", "9")
    assert "nothing to archive" in shell.said("archive", "--before", "2020-01-01")
    said = shell.said("archive", "--checkpoint", "1")
    assert f"{len(before)} events, positions 1 to {len(before)}" in said
    assert "nothing to archive" in shell.said("archive", "--checkpoint", "1")
    assert records(database(config))[:-1] == before
    with closing(SqliteJournal(database(config), read_only=True)) as journal:
        assert find_round(journal, round) == found
        report = audit(journal)
        assert report.problem is None
    assert "1 segments, all intact" in shell.said("archive", "--check")
    assert finding(config).standing is Severity.FINE
    [segment] = config.archive.iterdir()
    segment.unlink()
    assert "is missing" in finding(config).found
    assert "archive.folder" in (finding(config).fix or "")


def test_a_backup_copies_a_segment_once(config: Config, folder: Path) -> None:
    before = archived(config)
    safe = folder / "safe"
    safe.mkdir()
    whole = back_up(config.database, safe / "1.db", archive=config.archive)
    assert whole.records == len(before) + 1
    [copied] = (safe / "archive").iterdir()
    first = copied.stat()
    assert back_up(config.database, safe / "2.db", archive=config.archive) == whole
    assert copied.stat() == first
    assert records(safe / "2.db") == records(database(config))
    # Another machine: nothing but the backup.
    elsewhere = folder / "elsewhere" / "pitboss.db"
    restore(safe / "2.db", f"sqlite:{elsewhere}", "x", archive=elsewhere.parent / "segments")
    shutil.rmtree(safe)
    with closing(
        SqliteJournal(elsewhere, read_only=True, archive=elsewhere.parent / "segments")
    ) as journal:
        assert journal.read_all(limit=100_000)[: len(before)] == before
        assert len(journal.segments()) == 1
        assert audit(journal).problem is None
        # Into a store without an archive everything goes as it is.
        flat = MemoryJournal()
        assert copy_journal(journal, flat) == len(before) + 2
        assert check_whole(flat).records == len(before) + 2


def test_a_journal_moves_to_postgres_with_its_archive(
    config: Config, folder: Path, server: Server
) -> None:
    from pitboss.journal.postgres.journal import PostgresJournal

    before = archived(config)
    with server.borrowed_journal() as url:
        move(database(config), url, Shelf(), archive=config.archive, new_archive=folder / "new")
        with closing(PostgresJournal(url, read_only=True, archive=folder / "new")) as journal:
            assert journal.read_all(limit=100_000)[: len(before)] == before
            assert len(journal.segments()) == 1
        back_up(url, folder / "back.db", archive=folder / "new")
    assert records(folder / "back.db") == records(database(config))


def test_a_changed_segment_is_named(config: Config, shell: Shell) -> None:
    archived(config)
    [path] = config.archive.iterdir()
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.chmod(0o600)
    path.write_bytes(content)
    # Its seal is as it was; only whoever reads the block sees it.
    assert finding(config).standing is Severity.FINE
    assert "were changed" in shell.said("archive", "--check", code=1)
    content[-1] ^= 1
    path.write_bytes(content)
    assert "signature does not fit" in finding(config).found


def test_a_segment_of_somebody_else_is_named(config: Config) -> None:
    with closing(SqliteJournal(database(config))) as journal:
        forger = Archiver(journal, Ed25519PrivateKey.from_private_bytes(bytes(32)), pause_s=0)
        forger.archive(ends_before(journal, 1 << 62, UTC))
    assert "signed with a key that signs no checkpoint" in finding(config).found


def test_the_server_archives_months_that_were_kept_long_enough(config: Config) -> None:
    set_up = load_config(folder=config.base, environment={"PITBOSS_ARCHIVE_KEEP_DAYS": "40"})
    with closing(SqliteJournal(database(config))) as journal:
        last = journal.last_checkpoint()
        assert last is not None
        day = datetime.fromtimestamp(last.at_ms / 1_000, UTC)
        soon = day.replace(hour=5, minute=1).timestamp() * 1_000
        clock = [int(soon)]
        stop = threading.Event()
        night = NightlyArchiver(journal, set_up, stop, lambda: clock[0])
        assert night.step() == 0
        clock[0] += 90 * DAY_MS + 3_600_000
        assert night.step() == 0, "it is six"
        clock[0] -= 3_600_000
        assert night.step() == 1
        assert night.step() == 0, "once a day"
        assert journal.segments()[-1].last == last.position
        never = NightlyArchiver(journal, config, stop, lambda: clock[0])
        assert never.step() == 0


def test_a_program_that_ends_does_not_wait_for_it(config: Config) -> None:
    stop = threading.Event()
    stop.set()
    with closing(SqliteJournal(database(config))) as journal:
        archiver = Archiver(journal, load_key(config.key), stop=stop)
        with pytest.raises(Unavailable, match="cut short"):
            archiver.archive(ends_before(journal, 1 << 62, UTC))
        assert journal.segments() == ()
    assert list(config.archive.iterdir()) == []


def test_a_month_is_kept_until_its_last_day_is_old_enough() -> None:
    def at(year: int, month: int, day: int) -> int:
        return int(datetime(year, month, day, tzinfo=UTC).timestamp() * 1_000)

    assert month_begins_ms(at(2026, 11, 30), 30, UTC) == at(2026, 10, 1)
    assert month_begins_ms(at(2026, 12, 1), 30, UTC) == at(2026, 11, 1)
    assert month_begins_ms(at(2026, 3, 1), 1, UTC) == at(2026, 2, 1)
