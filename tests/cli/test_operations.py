"""Backup, restore, move, checkpoint, doctor, floor and demonstration from a shell, and the page
about them.
"""

import getpass
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import link_stream
from pitboss.cli.lazy_group import MODULES
from pitboss.demo.house import play_demo
from pitboss.jackpot.commands import ShowNotice
from pitboss.journal.keys import create_key, load_key
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.rulebook.authority import Actor, Post
from tests.casino.histories import END_MS, made
from tests.cli.journals import Shell
from tests.patience import PATIENCE_S
from tests.postgres import Server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
MAX = Actor(Post.SHIFT_MANAGER, "max")
HELD = re.compile(
    r"(\d+) events in (\d+) streams up to position (\d+), (\d+) checkpoints, heads ([0-9a-f]{16})\."
)


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("history") / "pitboss.db", commands=150)


@pytest.fixture
def shell(history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A folder with the default settings and a journal."""
    (tmp_path / "pitboss-data").mkdir()
    shutil.copy(history, tmp_path / "pitboss-data" / "pitboss.db")
    return Shell(tmp_path, monkeypatch)


@pytest.fixture
def journal(shell: Shell) -> Path:
    return shell.folder / "pitboss-data" / "pitboss.db"


def play_on(journal: Path) -> None:
    """One record more."""
    with closing(SqliteJournal(journal)) as found:
        number = found.count()
        notice = ShowNotice(f"Notice {number}")
        Casino(found).carry_out(Request(f"note/{number}", link_stream("RWS"), notice, MAX))


def not_served(shell: Shell) -> str:
    """What the server says that refuses to start; it is a process of its own, as one that starts
    never ends.
    """
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "serve", "--port", "0"],
        cwd=shell.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stdout) == (2, ""), done
    return done.stderr


# ── backup and restore ────────────────────────────────────────────────────────────────────────────


def test_a_backup_and_back_again(shell: Shell, journal: Path) -> None:
    said = shell.said("backup", "safe.db")
    assert said.startswith("safe.db: ")
    held = HELD.search(said)
    assert held is not None
    journal.unlink()
    again = shell.said("restore", "safe.db")
    assert held[0] in again, "the same counts, positions and heads"
    assert "What was there before is kept" not in again


def test_a_backup_is_signed_first_while_a_server_runs_too(shell: Shell, journal: Path) -> None:
    with closing(SqliteJournal(journal)):
        shell.said("backup", "safe.db")
    play_on(journal)
    shell.said("backup", "later.db")
    play_on(journal)
    for name, number in (("safe.db", 1), ("later.db", 2)):
        report = shell.json("audit", "--database", name, "--unsigned-at-most", "0")
        assert (report["last_checkpoint"], report["unsigned"]) == (number, 0)
        assert report["signed_up_to"] == report["last_position"]
    assert len((journal.parent / "checkpoints.jsonl").read_text().splitlines()) == 2


def test_a_backup_that_can_not_be_signed_is_made_and_that_is_said(
    shell: Shell, journal: Path
) -> None:
    shell.said("checkpoint")
    play_on(journal)
    (journal.parent / "checkpoint.key").unlink()
    result = shell.run("backup", "safe.db")
    assert result.exit_code == 0
    assert result.stderr.startswith(
        "pitboss: The last records of the backup are not signed: the checkpoints of "
    )
    report = shell.json("audit", "--database", "safe.db")
    assert report["unsigned"] == 1


def test_after_a_restore_checkpoints_go_on_and_the_audit_names_it(
    shell: Shell, journal: Path
) -> None:
    shell.said("backup", "safe.db")
    play_on(journal)
    shell.said("checkpoint")
    said = shell.said("restore", "safe.db")
    (copies,) = journal.parent.glob("checkpoints.jsonl.replaced-*Z")
    assert f"The copies of its checkpoints are kept as {copies}." in said
    assert len(copies.read_text().splitlines()) == 2
    # It is signed at once, and goes on from there.
    shell.json(
        "audit",
        "--unsigned-at-most",
        "0",
        "--checkpoints",
        str(journal.parent / "checkpoints.jsonl"),
    )
    play_on(journal)
    assert shell.said("checkpoint").startswith("Checkpoint 3: ")
    assert shell.json("doctor")["healthy"]
    said = shell.said("audit")
    assert re.search(
        rf"^restored      [0-9-]{{10}} [0-9:]{{8}} by {getpass.getuser()} "
        r"from .*safe\.db, up to position \d+; ",
        said,
        re.MULTILINE,
    )
    for command in (("floor",), ("report", "day"), ("report", "jackpot"), ("report", "reconcile")):
        shell.said(*command)


def test_a_backup_without_a_name_goes_to_the_folder_of_the_settings(shell: Shell) -> None:
    shell.said("backup")
    (found,) = (shell.folder / "pitboss-data" / "backups").iterdir()
    assert re.fullmatch(r"pitboss-\d{8}T\d{6}Z\.db", found.name)


def test_what_is_replaced_is_kept(shell: Shell, journal: Path) -> None:
    shell.said("backup", "safe.db")
    said = shell.said("restore", "safe.db")
    (kept,) = journal.parent.glob("pitboss.db.replaced-*Z")
    assert f"What was there before is kept as {kept}." in said


def test_a_backup_that_is_there_is_not_overwritten(shell: Shell) -> None:
    shell.said("backup", "safe.db")
    assert "use --force" in shell.refused("backup", "safe.db")
    shell.said("backup", "safe.db", "--force")


def test_a_server_that_runs_is_named(shell: Shell, journal: Path) -> None:
    shell.said("backup", "safe.db")
    with closing(SqliteJournal(journal)):
        for command in (
            ("restore", "safe.db"),
            ("checkpoint", "--new-key"),
            ("move-to-postgres", "postgresql://localhost/x"),
        ):
            assert "another process" in shell.refused(*command)
        shell.said("backup", "while.db")
        shell.said("checkpoint")
        shell.said("floor")
        shell.said("report", "reconcile")


# ── errors in one sentence ────────────────────────────────────────────────────────────────────────

LOOKING = (
    ("floor",),
    ("tables",),
    ("links",),
    ("replay", "T1-1"),
    ("report", "day"),
    ("report", "jackpot"),
    ("report", "reconcile"),
    ("backup", "x.db"),
)


@pytest.mark.parametrize("command", LOOKING)
def test_no_journal(shell: Shell, command: tuple[str, ...]) -> None:
    assert shell.refused(*command, "--database", "nothing.db").startswith(
        "pitboss: there is no journal at "
    )


@pytest.mark.parametrize("command", LOOKING)
def test_some_other_file(shell: Shell, command: tuple[str, ...]) -> None:
    (shell.folder / "letter.txt").write_text("Dear Sam, " * 1000)
    assert "is not a SQLite database" in shell.refused(*command, "--database", "letter.txt")


@pytest.mark.parametrize("command", LOOKING)
def test_a_journal_from_the_future(shell: Shell, journal: Path, command: tuple[str, ...]) -> None:
    with closing(apsw.Connection(str(journal))) as connection:
        connection.execute("INSERT INTO migrations VALUES (999, 'later', 'x', 0)")
    said = shell.refused(*command)
    assert "knows versions up to 1. Update the program" in said


@pytest.mark.parametrize(
    "command", [*LOOKING[:-1], ("backup", "y.db"), ("checkpoint",), ("doctor",), ("config",)]
)
def test_bad_settings(shell: Shell, command: tuple[str, ...]) -> None:
    (shell.folder / "pitboss.toml").write_text("[server]\nport = 0\n[log]\nlevel = 3\n")
    said = shell.refused(*command)
    assert said.count("pitboss: ") == 2
    assert "server.port is 0; it must be a whole number from 1 to 65535." in said


def test_a_server_that_does_not_answer(shell: Shell) -> None:
    url = "postgresql://ann:secret@127.0.0.1:1/nothing"
    for command in LOOKING:
        said = shell.refused(*command, "--database", url)
        assert "secret" not in said


def test_only_sqlite_is_moved_and_only_to_postgresql(shell: Shell) -> None:
    assert "write postgresql://user@host/name" in shell.refused("move-to-postgres", "mysql://x")
    said = shell.refused("move-to-postgres", "postgresql://a/b", "--database", "postgresql://c/d")
    assert "already in PostgreSQL" in said


# ── checkpoint, doctor, floor, demo ───────────────────────────────────────────────────────────────


def test_a_checkpoint_is_made_and_copied(shell: Shell) -> None:
    said = shell.said("checkpoint")
    assert said.startswith("Checkpoint 1: position ")
    assert re.search(r"^Public key for 'pitboss audit --key': [0-9a-f]{64}$", said, re.MULTILINE)
    assert len((shell.folder / "pitboss-data" / "checkpoints.jsonl").read_text().splitlines()) == 1
    assert shell.said("checkpoint").startswith("Nothing has been stored since the last checkpoint.")


def test_a_second_machine_needs_the_same_key(shell: Shell, journal: Path) -> None:
    """It is told so by everything that would sign, and by the doctor; with the key file copied all
    is well.
    """
    shell.said("checkpoint")
    key = journal.parent / "checkpoint.key"
    first = key.read_bytes()
    for other in ("missing", "another"):
        key.unlink()
        if other == "another":
            create_key(key)
        for said in (
            shell.refused("checkpoint"),
            shell.refused("checkpoint", "--new-key"),
            not_served(shell),
        ):
            assert f"copy the key file from the machine where it was made to {key}" in said
            assert "setting checkpoints.key" in said
        (found,) = (
            one for one in shell.json("doctor", code=1)["checks"] if one["check"] == "signing key"
        )
        assert found["standing"] == "failure"
        assert str(key) in found["fix"]
        key.touch(0o600)
    assert not shell.json("floor")["waiting"], "nothing was touched"
    key.write_bytes(first)
    assert shell.said("checkpoint").startswith("Nothing has been stored since the last checkpoint.")
    assert shell.json("doctor")["healthy"]


def test_a_new_key_takes_the_place_of_the_old_one(shell: Shell, journal: Path) -> None:
    before = shell.said("checkpoint").split()[-1]
    said = shell.said("checkpoint", "--new-key")
    after = said.split()[-1]
    assert after != before
    (kept,) = journal.parent.glob("checkpoint.key.replaced-*Z")
    assert f"The old one is kept as {kept}." in said
    assert load_key(kept).public_key().public_bytes_raw().hex() == before
    with closing(SqliteJournal(journal, read_only=True)) as found:
        assert [one.key.hex() for one in found.checkpoints()] == [before, after]
    assert shell.json("doctor")["healthy"]
    assert len((journal.parent / "checkpoints.jsonl").read_text().splitlines()) == 2


def test_a_key_that_was_lost_is_replaced_when_that_is_said(shell: Shell, journal: Path) -> None:
    shell.said("checkpoint")
    assert "it is in" in shell.refused("checkpoint", "--new-key", "--old-key-lost")
    assert shell.run("checkpoint", "--old-key-lost").exit_code == 2
    (journal.parent / "checkpoint.key").unlink()
    shell.said("checkpoint", "--new-key", "--old-key-lost")
    assert shell.json("doctor")["healthy"]


def test_there_is_no_new_key_where_nothing_is_signed(shell: Shell) -> None:
    said = shell.refused("checkpoint", "--new-key", "--old-key-lost")
    assert "is signed yet. Any key will do" in said


def test_a_journal_that_was_rolled_back_is_not_served(shell: Shell, journal: Path) -> None:
    """Somebody has put an older file in its place: the copies of checkpoints know more than it
    does.
    """
    shell.said("checkpoint")
    older = journal.read_bytes()
    play_on(journal)
    shell.said("checkpoint")
    journal.write_bytes(older)
    for said in (not_served(shell), shell.refused("checkpoint")):
        assert "checkpoints.jsonl has a checkpoint 2 up to position " in said
        assert "has none after 1. Either records at its end were cut off" in said
    (found,) = (
        one for one in shell.json("doctor", code=1)["checks"] if one["check"] == "checkpoint copies"
    )
    assert found["standing"] == "failure"
    play_on(journal)
    play_on(journal)
    (journal.parent / "checkpoints.jsonl").rename(shell.folder / "copies.jsonl")
    shell.said("checkpoint")
    (shell.folder / "copies.jsonl").rename(journal.parent / "checkpoints.jsonl")
    assert "has another one of that number" in not_served(shell)


def test_a_doctors_report(shell: Shell) -> None:
    shell.said("checkpoint")
    assert shell.said("doctor").splitlines()[-1].startswith("no failures, ")
    found = shell.json("doctor")
    assert found["healthy"] is True
    assert {check["check"] for check in found["checks"]} >= {"database", "chain", "clock", "fsync"}


def test_a_doctor_who_finds_something(shell: Shell, journal: Path) -> None:
    shell.said("checkpoint")
    (journal.parent / "checkpoint.key").chmod(0o644)
    found = shell.json("doctor", code=1)
    assert (found["healthy"], found["failures"]) == (False, 1)
    said = shell.said("doctor", code=1)
    assert "→ Run: chmod 600 " in said


def test_the_floor(shell: Shell) -> None:
    found = shell.json("floor")
    assert [table["table"] for table in found["tables"]] == ["T1", "T2", "T3", "T4", "T5"]
    assert [link["link"] for link in found["links"]] == ["MBS", "RWS"]
    assert shell.json("tables") == found["tables"]
    assert shell.json("links") == found["links"]
    said = shell.said("floor")
    for word in ("mbs-megalink-bullseye-4", "RWS", "jackpot"):
        assert word in said
    assert shell.said("tables").splitlines()[0].split()[0] == "table"
    assert shell.said("links").splitlines()[0].split()[0] == "link"


def test_an_empty_journal(shell: Shell) -> None:
    SqliteJournal(shell.folder / "empty.db").close()
    empty = ("--database", "empty.db")
    assert shell.said("floor", *empty).splitlines() == [
        "There are no tables yet.",
        "",
        "There are no links yet.",
        "",
        "Nothing is waiting for anybody.",
    ]
    assert shell.said("report", "jackpot", *empty) == "There are no links yet.\n"
    assert "Nothing happened" in shell.said("report", "day", *empty)
    assert "Everything adds up" in shell.said("report", "reconcile", *empty)
    assert "0 events" in shell.said("backup", "none.db", *empty)


def test_a_demonstration(shell: Shell) -> None:
    said = shell.said("demo", "show", "--commands", "60", "--tables", "2", "--seed", "5")
    assert "at 2 tables on 2 links" in said
    assert "(seed 5)" in said
    assert "needs an empty journal" in shell.refused("demo", "show")
    assert shell.run("demo", "show", "--database", "x.db").exit_code == 2
    shell.said("demo", "--database", "same.db", "--commands", "60", "--tables", "2", "--seed", "5")
    one, other = (_kinds(shell.folder / name) for name in ("show/pitboss.db", "same.db"))
    assert one == other, "the same seed plays the same way"
    shell.said("demo", "--database", "other.db", "--commands", "60", "--tables", "2", "--seed", "6")
    assert _kinds(shell.folder / "other.db") != one


def _kinds(path: Path) -> list[tuple[str, str]]:
    with closing(SqliteJournal(path, read_only=True)) as found:
        return [(record.stream, record.kind) for record in found.read_all(limit=100_000)]


def test_a_demonstration_ends_now(tmp_path: Path) -> None:
    """So that a report of today has something to report, and no event is from the future."""
    with closing(SqliteJournal(tmp_path / "demo.db")) as found:
        play_demo(found, tables=3, commands=90, end_ms=END_MS)
        last = found.read_all(found.last_position() - 1)[-1]
    assert 0 <= last.at_ms - END_MS <= 10, (
        "a millisecond for each look at the clock in the last turn"
    )


def test_what_is_not_used_is_not_imported() -> None:
    """``pitboss settle`` starts as quickly as it did before there was a journal."""
    code = """
import sys
from pitboss.cli.app import app
sys.argv = ["pitboss", "--version"]
try:
    app()
except SystemExit:
    pass
heavy = ("apsw", "psycopg", "cryptography", "pitboss.casino", "pitboss.journal",
         "pitboss.cli.commands.operations")
sys.exit(" ".join(name for name in sys.modules if name.startswith(heavy)) or 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr


# ── the page ──────────────────────────────────────────────────────────────────────────────────────

PAGES = ("audit", "config", "floor", "operations", "replay", "reports")
"""The modules whose commands the page is about."""

DOCUMENTED = [
    line
    for block in re.findall(r"^```\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server()
    yield found
    found.remove()


def test_every_documented_command_runs(
    shell: Shell, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of docs/operations.md, one after another in one folder, as somebody would who
    reads it.
    """
    url = server.url(server.new_database())
    said = {}
    for documented in DOCUMENTED:
        line = documented.replace("$PWD", str(shell.folder))
        line = line.replace("postgresql://pitboss@db.example/casino", f"'{url}'")
        first, *rest = shlex.split(line)
        if first == "export":
            monkeypatch.setenv(*rest[0].split("=", 1))
        else:
            assert first == "pitboss", line
            said[line] = shell.said(*rest)
    assert len(said) > 20
    assert (
        "Balances, counts and chain heads are the same."
        in said[f"pitboss move-to-postgres '{url}'"]
    )
    ours = {command for command, module in MODULES.items() if module in PAGES}
    assert ours <= {line.split()[1] for line in said}, "every command is on the page"
