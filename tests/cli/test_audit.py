"""``pitboss audit``: what it prints, and what it ends with."""

import json
import sys
from pathlib import Path

import apsw
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.cli.commands import audit
from pitboss.journal.copies import append_copy
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.audit.bits import KEY, store

PUBLIC = KEY.public_key().public_bytes_raw().hex()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal that fits, with three checkpoints, and copies of them beside it."""
    folder = tmp_path_factory.mktemp("audit")
    path = folder / "journal.db"
    store(path, 2)
    journal = SqliteJournal(path, read_only=True)
    for checkpoint in journal.checkpoints():
        append_copy(folder / "copies.jsonl", checkpoint)
    journal.close()
    return path


@pytest.fixture
def changed(whole: Path, tmp_path: Path) -> Path:
    """The same, but somebody has changed the time of a record."""
    path = tmp_path / "journal.db"
    path.write_bytes(whole.read_bytes())
    connection = apsw.Connection(str(path))
    connection.execute("DROP TRIGGER records_stay")
    connection.execute("UPDATE records SET at_ms = at_ms + 1 WHERE position = 20")
    connection.close()
    return path


def run(*arguments: str | Path | int) -> Result:
    return CliRunner().invoke(app, ["audit", *map(str, arguments)])


def test_everything_fits(whole: Path) -> None:
    result = run("--database", whole)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"SQLite journal {whole}: everything fits.\nrecords       ")
    assert "checkpoints   3 verified, the last is number 3\n" in result.stdout
    assert f"signed by     {PUBLIC} (compare it, or give it as --key)\n" in result.stdout


def test_how_far_signatures_reach(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(whole.read_bytes())
    connection = apsw.Connection(str(path))
    connection.execute("DELETE FROM checkpoints WHERE number > 1")
    connection.close()
    report = json.loads(run("--database", path, "--json").stdout)
    left = report["unsigned"]
    assert left == report["counts"]["records"] - report["signed_up_to"] > 0
    said = run("--database", path).stdout
    assert (
        f"signed up to  position {report['signed_up_to']}; {left:,} records after it are not\n"
    ) in said
    assert run("--database", path, "--unsigned-at-most", left, "-q").exit_code == 0
    failed = run("--database", path, "--unsigned-at-most", left - 1)
    assert failed.exit_code == 1
    assert failed.stdout.startswith(
        f"Records that no checkpoint signs: expected at most {left - 1}, found {left}."
    )
    assert (
        json.loads(run("--database", path, "--unsigned-at-most", 0, "--json").stdout)["content"]
        is False
    )


def test_what_is_not_signed_at_all(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(whole.read_bytes())
    connection = apsw.Connection(str(path))
    connection.execute("DELETE FROM checkpoints")
    connection.close()
    report = json.loads(run("--database", path, "--json").stdout)
    assert (report["signed_up_to"], report["unsigned"]) == (0, report["counts"]["records"])
    assert run("--database", path, "--unsigned-at-most", 0).exit_code == 1


def test_json(whole: Path) -> None:
    result = run("--database", whole, "--json", "--key", PUBLIC)
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["content"] is True
    assert told["problem"] is None
    assert told["trusted"] is True
    assert told["keys"] == [PUBLIC]
    assert told["counts"]["tables"] == 2
    assert told["counts"]["records"] == told["last_position"]


def test_quiet(whole: Path, changed: Path) -> None:
    assert (run("--database", whole, "-q").exit_code, run("--database", whole, "-q").output) == (
        0,
        "",
    )
    result = run("--database", changed, "--quiet")
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 1


def test_the_first_place_that_does_not_fit(changed: Path) -> None:
    result = run("--database", changed)
    assert result.exit_code == 1
    first, second = result.stdout.splitlines()[:2]
    assert first.startswith("Position 20 (version ")
    assert "): the hash does not fit the record: expected " in first
    assert second.endswith("something does not fit; this is how far the audit got.")
    told = json.loads(run("--database", changed, "--json").stdout)
    assert told["content"] is False
    assert told["problem"]["position"] == 20
    assert told["problem"]["sentence"] == first


def test_copied_checkpoints(whole: Path) -> None:
    copies = whole.parent / "copies.jsonl"
    assert run("--database", whole, "--checkpoints", copies, "-q").exit_code == 0
    missing = run("--database", whole, "--checkpoints", whole.parent / "none")
    assert missing.exit_code == 2
    assert "can't be read: No such file or directory. Check the path." in missing.output


def test_the_key_from_a_file(whole: Path, tmp_path: Path) -> None:
    file = tmp_path / "key.txt"
    file.write_text(PUBLIC + "\n")
    assert run("--database", whole, "--key", file, "-q").exit_code == 0
    file.write_text("ab" * 32)
    other = run("--database", whole, "--key", file)
    assert other.exit_code == 1
    assert other.stdout.startswith("The key that signed checkpoint 1: expected abab")
    assert run("--database", whole, "--key", file, "--key", PUBLIC, "-q").exit_code == 0


@pytest.mark.parametrize("key", ["12", "xy" * 32, "00" * 33])
def test_no_key(whole: Path, key: str) -> None:
    result = run("--database", whole, "--key", key)
    assert result.exit_code == 2
    assert "--key takes 64 hexadecimal digits" in result.output


def test_no_journal(tmp_path: Path) -> None:
    result = run("--database", tmp_path / "none.db")
    assert result.exit_code == 2
    assert "there is no journal at" in result.output
    text = tmp_path / "text.db"
    text.write_text("no database at all " * 100)
    result = run("--database", text)
    assert result.exit_code == 2
    assert "not a SQLite database" in result.output


def test_a_damaged_file_is_no_traceback(changed: Path) -> None:
    connection = apsw.Connection(str(changed))
    connection.execute("ALTER TABLE migrations RENAME COLUMN sha256 TO sha257")
    connection.close()
    result = run("--database", changed)
    assert result.exit_code == 2
    assert "no such column: sha256" in result.output
    assert "Restore it from a backup." in result.output


def test_own_rulebooks_are_read(whole: Path, tmp_path: Path) -> None:
    result = run("--database", whole, "--rulebook", tmp_path / "none.toml")
    assert result.exit_code == 2
    assert "none.toml can't be read" in result.output


def test_a_bar_for_whoever_waits_at_a_terminal(
    whole: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "_PROGRESS_AFTER_S", -1.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with audit._progress() as tell:
        assert tell is not None
        tell(500, 1_000)
        tell(1_000, 1_000)
    assert "a second" in capsys.readouterr().err
    monkeypatch.undo()
    with audit._progress() as tell:
        assert tell is None
