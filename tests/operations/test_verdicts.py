"""Verdicts as files: which one an audit goes on from, and which it leaves aside."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from cryptography.hazmat.primitives import serialization as form
from typer.testing import CliRunner

from pitboss.audit.runs.verdict import AuditProgram, as_file, read_verdict, signed
from pitboss.cli.app import app
from pitboss.operations.verdicts import find_verdict, program_of, prune, verdicts_in
from tests.audit.bits import KEY, store
from tests.audit.test_checkpoints import OTHER_KEY

PROGRAM = AuditProgram("1.0", "ab" * 32, {}, {})


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a journal of three checkpoints, and the key that signed them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pitboss-data").mkdir()
    store(tmp_path / "pitboss-data" / "pitboss.db", 2)
    key = tmp_path / "pitboss-data" / "checkpoint.key"
    key.write_bytes(
        KEY.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    )
    key.chmod(0o600)
    return tmp_path / "pitboss-data"


def run(*arguments: str) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(app, ["audit", "--json", "--workers", "1", *arguments])
    assert result.exit_code in (0, 1), result.output
    return result.exit_code, json.loads(result.stdout)


def files_in(house: Path) -> list[Path]:
    return sorted((house / "audited").glob("*.json"))


def test_the_second_audit_goes_on_from_the_first(house: Path) -> None:
    code, first = run()
    assert (code, first["begun"], len(files_in(house))) == (0, None, 1)
    code, second = run()
    assert (code, second["begun"]["checkpoint"], second["begun"]["reread"]) == (0, 3, True)
    assert second["counts"] == first["counts"]
    assert run("--no-reread")[1]["begun"]["reread"] is False
    assert run("--full")[1]["begun"] is None
    said = CliRunner().invoke(app, ["audit"]).stdout
    assert "its signature verified" in said
    assert "verdict       not signed: nothing has been signed since the last one\n" in said


def test_a_range_of_time(house: Path) -> None:
    all_of_it = run()[1]
    assert run("--since", "1960-01-01")[1]["begun"] is None, "no verdict is as old"
    assert run("--since", "2100-01-01")[1]["begun"]["checkpoint"] == 3
    early = run("--full", "--until", "2000-01-01")[1]
    assert (early["counts"]["records"], early["content"]) == (0, True)
    assert run("--until", "2100-01-01")[1]["counts"] == all_of_it["counts"]
    bad = CliRunner().invoke(app, ["audit", "--since", "yesterday"])
    assert bad.exit_code == 2
    assert "--since and --until take a time" in bad.output


def forged(content: bytes) -> bytes:
    theirs = OTHER_KEY.public_key().public_bytes_raw().hex()
    verdict = msgspec.structs.replace(read_verdict(content), key=theirs)
    return as_file(signed(verdict, OTHER_KEY.sign))


def of_another_program(content: bytes) -> bytes:
    verdict = msgspec.structs.replace(read_verdict(content), program=PROGRAM)
    return as_file(signed(verdict, KEY.sign))


@pytest.mark.parametrize(
    ("spoil", "because"),
    [
        (lambda content: content[:-10], "it is damaged"),
        (lambda content: content.replace(b'"steps":0', b'"steps":1'), "its signature does not fit"),
        (lambda _: b"", "it is damaged"),
        (forged, "does not sign this journal"),
        (of_another_program, "another program came to it"),
    ],
)
def test_one_that_is_not_right_is_named_and_ignored(
    house: Path, spoil: Callable[[bytes], bytes], because: str
) -> None:
    run()
    (path,) = files_in(house)
    path.write_bytes(spoil(path.read_bytes()))
    code, report = run("--no-reread")
    assert (code, report["begun"]) == (0, None)
    assert because in report["ignored"][0]
    assert run("--no-reread")[1]["begun"] is not None, "a good one has taken its place"


def test_a_journal_that_was_rolled_back(house: Path) -> None:
    run()
    connection = apsw.Connection(str(house / "pitboss.db"))
    for trigger in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
    ).fetchall():
        connection.execute(f"DROP TRIGGER {trigger[0]}")
    end = connection.execute("SELECT position FROM checkpoints WHERE number = 2").get
    connection.execute("DELETE FROM records WHERE position > ?", (end,))
    connection.execute("DELETE FROM checkpoints WHERE number > 2")
    connection.close()
    for how in ((), ("--full",)):
        code, report = run(*how)
        assert code == 1
        assert "it was audited up to checkpoint 3" in report["problem"]["what"]
    (path,) = files_in(house)
    path.unlink()
    assert run()[0] == 0, "by itself nobody can tell"


def test_the_last_of_each_month_are_kept(house: Path) -> None:
    run()
    (path,) = files_in(house)
    verdict = read_verdict(path.read_bytes())
    days = [*range(1, 29, 9), *range(40, 50), *range(70, 76)]
    for number, day in enumerate(days, start=10):
        made = msgspec.structs.replace(
            verdict, checkpoint=number, checkpoint_ms=1_767_225_600_000 + day * 86_400_000
        )
        name = f"{verdict.journal[:16]}-{number:010}.json"
        path.with_name(name).write_bytes(as_file(signed(made, KEY.sign)))
    prune(path.parent, verdict.journal)
    left = [read_verdict(one.read_bytes()) for one in verdicts_in(path.parent, verdict.journal)]
    assert [one.checkpoint for one in left[:-2]] == list(range(29, 22, -1))
    program = program_of({})
    january = find_verdict(
        path.parent, verdict.journal, program, 1_767_225_600_000 + 29 * 86_400_000
    )
    assert january.verdict is not None
    assert january.verdict.checkpoint == 13
    assert january.witness == left[0]
