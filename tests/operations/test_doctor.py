"""The doctor: a healthy installation is healthy, and each thing that can be wrong is found and
comes with its fix.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest
from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.operations import system_user
from pitboss.journal.address import open_journal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.operations.backup import back_up, restore
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import Config, load_config
from pitboss.operations.doctor import examination as doctor
from pitboss.operations.doctor import store as doctor_store
from pitboss.operations.doctor.examination import Clocks, examine, python_finding
from pitboss.operations.doctor.findings import Finding, Severity
from pitboss.operations.program_record import put_start_on_record
from pitboss.operations.settings import Links
from tests.casino.floor import Floor
from tests.casino.histories import END_MS, made, play
from tests.postgres import Server
from tests.support import MS
from tests.web.test_proxy import make_certificate

AT_THE_END = Clocks(wall_s=lambda: END_MS / 1_000 + 60, steady_s=lambda: 5.0)
FINE, WARNING, FAILURE = Severity.FINE, Severity.WARNING, Severity.FAILURE


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation with a journal, a key and a checkpoint."""
    folder = tmp_path_factory.mktemp("installation")
    (folder / "pitboss-data").mkdir()
    path = made(folder / "pitboss-data" / "pitboss.db", commands=80)
    config = load_config(environment={}, folder=folder)
    with closing(SqliteJournal(path)) as journal:
        keeper = Checkpointer.configured(journal, config, lambda: END_MS)
        keeper.make()
        keeper.copy_missing()
    return folder


@pytest.fixture
def config(history: Path, tmp_path: Path) -> Config:
    """An installation of the test's own."""
    shutil.copytree(history / "pitboss-data", tmp_path / "pitboss-data")
    return load_config(environment={}, folder=tmp_path)


def path_of(config: Config) -> Path:
    return config.data / "pitboss.db"


def findings(config: Config, clocks: Clocks = AT_THE_END) -> dict[str, Finding]:
    """What is found, by what was looked at. Where something is looked at twice, the worse
    counts.
    """
    found: dict[str, Finding] = {}
    order = list(Severity)
    for finding in examine(config, clocks):
        before = found.get(finding.check)
        if before is None or order.index(finding.standing) >= order.index(before.standing):
            found[finding.check] = finding
    return found


def one(config: Config, check: str, clocks: Clocks = AT_THE_END) -> Finding:
    return findings(config, clocks)[check]


def change(config: Config, *statements: str) -> None:
    with closing(apsw.Connection(str(path_of(config)))) as connection:
        connection.execute("DROP TRIGGER IF EXISTS records_stay")
        for statement in statements:
            connection.execute(statement)


def test_a_healthy_installation(config: Config) -> None:
    found = findings(config)
    failures = [finding for finding in found.values() if finding.standing is FAILURE]
    assert failures == []
    # Whether the machine that tests run on has a slow disk, little room or an old Python is none of
    # our business.
    ours = {
        check: finding
        for check, finding in found.items()
        if check not in ("fsync", "file system", "disk space", "python")
    }
    assert [finding for finding in ours.values() if finding.standing is not FINE] == []
    assert {
        "program",
        "python",
        "sqlite",
        "apsw",
        "msgspec",
        "cryptography",
    } <= found.keys()
    assert {
        "database",
        "migrations",
        "journal mode",
        "durable writes",
        "fsync",
        "disk space",
    } <= found.keys()
    assert {"chain", "checkpoints", "signing key", "clock", "settings"} <= found.keys()
    assert found["migrations"].found == "version 1 of 1"
    assert found["durable writes"].found == "journal mode wal, synchronous full"
    assert found["links"].found == "2; a claim needs 2 or more to verify it"


def test_a_link_with_fewer_verifiers_than_the_house_asks_for(tmp_path: Path) -> None:
    config = load_config(environment={}, folder=tmp_path)
    config.data.mkdir()
    with closing(SqliteJournal(path_of(config))) as journal:
        floor = Floor(journal)
        floor.link("L10", verifiers=1)
        floor.link("L2", verifiers=1)
        desk = floor.link("L3", verifiers=2)
        assert (found := findings(config)["links"]).standing is WARNING
        assert found.found == "fewer than 2 people verify a claim on L2, L10"
        assert (found.fix or "").startswith(
            "At the pit desk a shift manager proposes parameters with 2 verifiers for it,"
        )
        # Parameters that were approved, and wait for the end of a jackpot, count too.
        table = floor.table("t1", MS, "L3")
        table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
        floor.casino.enter_contributions("L3")
        desk.change(verifiers=1)
        assert findings(config)["links"].found.endswith("on L2, L3, L10")
        fewer = replace(config, settings=replace(config.settings, links=Links(verifiers=1)))
        assert (found := findings(fewer)["links"]).standing is FINE
        assert found.found == "3; a claim needs 1 or more to verify it"


def test_a_python_that_is_too_old_is_named() -> None:
    assert python_finding((3, 10, 15, "final", 0)).standing is FAILURE
    assert python_finding((3, 11, 0, "final", 0)).standing is FINE


@pytest.mark.parametrize(
    ("days", "standing", "said"),
    [
        (-3, FAILURE, "ended 3 days ago: browsers refuse it"),
        (20, WARNING, "ends in 20 days"),
        (90, FINE, "ends in 90 days"),
    ],
)
def test_a_certificate_is_not_forgotten(
    config: Config, days: int, standing: Severity, said: str
) -> None:
    config = encrypted(config, days)
    found = one(config, "certificate", Clocks())
    assert (found.standing, found.found) == (standing, f"{config.data / 'floor.pem'} {said}")
    assert (found.fix is None) == (standing is FINE)


def encrypted(config: Config, days: float) -> Config:
    """With a certificate of the server's own, which ends so many days from now."""
    make_certificate(config.data, days=days + 0.01)
    own = replace(config.settings.server, certificate="floor.pem", certificate_key="floor.key")
    return replace(config, settings=replace(config.settings, server=own))


def test_a_certificate_that_can_not_be_used_is_a_failure(config: Config) -> None:
    assert one(config, "certificate").standing is FINE
    config = encrypted(config, 90)
    for name in ("floor.key", "floor.pem"):
        (config.data / name).write_bytes(b"rubbish")
        assert one(config, "certificate").standing is FAILURE
    (config.data / "floor.pem").unlink()
    assert one(config, "certificate").standing is FAILURE


def test_whatever_is_not_fine_has_a_fix(config: Config) -> None:
    config.key.unlink()
    path_of(config).unlink()
    for finding in examine(config):
        assert (finding.fix is None) == (finding.standing is FINE), finding


def test_it_looks_on_while_a_server_writes(config: Config) -> None:
    with closing(SqliteJournal(path_of(config))):
        assert one(config, "chain").standing is FINE


def test_no_journal_yet_is_no_failure(tmp_path: Path) -> None:
    finding = one(load_config(environment={}, folder=tmp_path), "database")
    assert finding.standing is WARNING
    assert "no journal" in finding.found


def test_some_other_file_is_a_failure(config: Config) -> None:
    path_of(config).write_bytes(b"rubbish" * 1000)
    assert one(config, "database").standing is FAILURE


def test_a_database_from_the_future_is_a_failure(config: Config) -> None:
    change(config, "INSERT INTO migrations VALUES (2, 'later', 'x', 0)")
    finding = one(config, "database")
    assert finding.standing is FAILURE
    assert "knows versions up to 1" in finding.found


def test_a_broken_chain_is_a_failure(config: Config) -> None:
    change(
        config,
        (
            "UPDATE records SET at_ms = at_ms + 1 WHERE position = (SELECT max(position) FROM "
            "records)"
        ),
    )
    finding = one(config, "chain")
    assert finding.standing is FAILURE
    assert "does not match the hash" in finding.found
    assert "pitboss audit" in (finding.fix or "")


def test_only_the_end_of_a_long_stream_is_read(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chain is bound at the end by the record before what is checked."""
    monkeypatch.setattr(doctor, "CHAIN_RECORDS", 2)
    finding = one(config, "chain")
    assert finding.standing is FINE
    with closing(SqliteJournal(path_of(config), read_only=True)) as journal:
        versions = [head.version for head in journal.heads().values()]
    # One record more is read, for the hash that the first of the two is bound to; at the start
    # there is none.
    expected = sum(version if version <= 3 else 2 for version in versions)
    assert finding.found.startswith(f"{expected} records ")


def test_a_forged_checkpoint_is_a_failure(config: Config) -> None:
    change(config, "UPDATE checkpoints SET at_ms = at_ms + 1")
    finding = one(config, "checkpoints")
    assert finding.standing is FAILURE
    assert "signature" in finding.found


def test_a_late_checkpoint_is_a_warning_if_anything_came_since(config: Config) -> None:
    later = Clocks(wall_s=lambda: END_MS / 1_000 + 3_600, steady_s=lambda: 5.0)
    assert one(config, "checkpoints", later).standing is FINE
    from pitboss.casino.app import Casino
    from pitboss.casino.requests import Request
    from pitboss.casino.stream_ids import link_stream
    from pitboss.jackpot.commands import ShowNotice
    from pitboss.rulebook.authority import Actor, Post

    with closing(SqliteJournal(path_of(config))) as journal:
        casino = Casino(journal, clock_ms=lambda: END_MS)
        casino.carry_out(
            Request("n", link_stream("RWS"), ShowNotice("Hello"), Actor(Post.SHIFT_MANAGER, "max"))
        )
    finding = one(config, "checkpoints", later)
    assert finding.standing is WARNING
    assert "60 minutes ago" in finding.found
    assert one(config, "checkpoints").standing is FINE, "a minute is not late"


def test_no_checkpoint_yet(tmp_path: Path) -> None:
    config = load_config(environment={}, folder=tmp_path)
    config.data.mkdir()
    SqliteJournal(path_of(config)).close()
    assert one(config, "checkpoints").standing is FINE, "there is nothing to sign"
    made(path_of(config), commands=5)
    assert one(config, "checkpoints").standing is WARNING


def test_a_key_that_others_may_read_is_a_failure(config: Config) -> None:
    config.key.chmod(0o644)
    finding = one(config, "signing key")
    assert finding.standing is FAILURE
    assert finding.fix == f"Run: chmod 600 {config.key}"


def test_a_key_that_is_none_is_a_failure(config: Config) -> None:
    config.key.write_text("no key")
    assert one(config, "signing key").standing is FAILURE


def test_a_clock_behind_the_last_event_is_a_failure(config: Config) -> None:
    finding = one(config, "clock", Clocks(wall_s=lambda: END_MS / 1_000 - 7_200))
    assert finding.standing is FAILURE
    assert "2 hours later" in finding.found


def test_a_clock_that_jumps_is_a_warning(config: Config) -> None:
    """An hour on the wall between two looks, while no time passed."""
    times_s = iter(range(END_MS // 1_000, END_MS, 3_600))
    clocks = Clocks(wall_s=lambda: float(next(times_s)), steady_s=lambda: 5.0)
    finding = one(config, "clock", clocks)
    assert finding.standing is WARNING
    assert "while 0.000 s passed" in finding.found


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.mark.parametrize(
    ("free_mib", "standing"), [(63, FAILURE), (64, WARNING), (1023, WARNING), (1024, FINE)]
)
def test_disk_space(
    config: Config, monkeypatch: pytest.MonkeyPatch, free_mib: int, standing: Severity
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free_mib << 20))
    assert one(config, "disk space").standing is standing


@pytest.mark.parametrize(
    ("time_s", "standing"), [(1e-6, WARNING), (20e-6, FINE), (0.005, FINE), (0.2, WARNING)]
)
def test_the_time_of_a_sync_must_be_plausible(time_s: float, standing: Severity) -> None:
    assert doctor_store.sync_finding(time_s).standing is standing


@pytest.mark.parametrize(
    ("kind", "standing"), [("ext4", FINE), ("tmpfs", WARNING), ("nfs4", WARNING)]
)
def test_the_kind_of_file_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, standing: Severity
) -> None:
    monkeypatch.setattr(doctor_store, "_file_system", lambda _: kind)
    first = next(doctor_store.disk_findings(tmp_path))
    assert (first.check, first.standing) == ("file system", standing)


def test_the_file_system_of_a_folder_is_found_where_the_system_tells() -> None:
    if not Path("/proc/self/mounts").exists():
        pytest.skip("only Linux tells")
    assert doctor_store._file_system(Path("/proc/self")) == "proc"


def test_a_misspelt_variable_is_a_warning(tmp_path: Path) -> None:
    config = load_config(environment={"PITBOSS_TIMEZON": "UTC"}, folder=tmp_path)
    assert one(config, "settings").standing is WARNING


def test_copies_of_checkpoints_that_are_missing(config: Config) -> None:
    assert config.copy is not None
    config.copy.unlink()
    finding = one(config, "checkpoint copies")
    assert (finding.standing, finding.found) == (WARNING, f"{config.copy} is missing the last 1")
    with closing(SqliteJournal(path_of(config))) as journal:
        Checkpointer.configured(journal, config).copy_missing()
    assert one(config, "checkpoint copies").standing is FINE


def test_a_backup_is_told_from_a_journal(config: Config) -> None:
    change(config, "PRAGMA journal_mode = DELETE")
    assert one(config, "journal mode").found == "delete; a server makes it wal"


# ── PostgreSQL ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server(full_page_writes="off")
    yield found
    found.remove()


def test_a_server_that_could_lose_what_it_acknowledges(server: Server, tmp_path: Path) -> None:
    url = server.url(server.new_database())
    config = load_config(environment={"PITBOSS_DATABASE": url}, folder=tmp_path)
    with closing(open_journal(url)) as journal:
        play(journal, commands=20)
    found = findings(config)
    assert found["full_page_writes"].standing is FAILURE
    assert (
        found["full_page_writes"].fix
        == "Set full_page_writes = on in postgresql.conf, and reload the server."
    )
    assert found["fsync"].standing is FINE
    assert found["synchronous_commit"].standing is FINE
    assert found["migrations"].found == "version 1 of 1"
    assert found["chain"].standing is FINE


def test_a_server_that_does_not_answer(tmp_path: Path) -> None:
    environment = {"PITBOSS_DATABASE": "postgresql://ann:secret@127.0.0.1:1/nothing"}
    finding = one(load_config(environment=environment, folder=tmp_path), "database")
    assert finding.standing is FAILURE
    assert "secret" not in finding.found


def test_the_default_clocks_are_the_machines() -> None:
    clocks: Any = Clocks()
    assert abs(clocks.wall_s() - time.time()) < 5


def test_after_a_restore_it_says_what_was_replaced_and_what_is_to_be_done(
    config: Config, tmp_path: Path
) -> None:
    safe = tmp_path / "safe.db"
    back_up(config.database, safe)
    with closing(SqliteJournal(path_of(config))) as journal:
        Floor(journal).link("L10")
        end = journal.last_position()
    assert "restored" not in findings(config)
    done = restore(safe, config.database, "now", copies=config.copy, clock_ms=lambda: END_MS)
    found = findings(config)
    assert [one for one in found.values() if one.standing is FAILURE] == []
    said = found["restored"]
    assert said.standing is WARNING
    assert said.found.startswith(f"{system_user()} restored {safe} at ")
    assert said.found.endswith(
        f"up to position {done.position - 1}; the journal it replaced went up to {end}"
    )
    assert said.fix is not None
    assert "pitboss audit" in said.fix
    assert ".replaced-" in said.fix
    with closing(Casino(SqliteJournal(path_of(config)), clock_ms=lambda: END_MS)) as casino:
        put_start_on_record(casino, config)
    assert one(config, "restored").standing is FINE
