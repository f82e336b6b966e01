"""``pitboss settle`` and ``pitboss rule`` as a lab, a shell script and another program use them."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import pitboss
from pitboss.cli.app import app
from pitboss.cli.streams import _Progress
from pitboss.rulebook.loader import DATA
from tests.patience import PATIENCE_S
from tests.support import MS, box, record

RECORDS = Path(__file__).parent.parent / "data" / "records.jsonl"

RECORD = record(MS, "2c 7d 9h Kd As", box("Qs Qh 8c 4d 3s", ante="25", bet="50", progressive="5"))
INCIDENT = {
    "id": "i1",
    "rulebook": MS,
    "incident": "cards-exposed",
    "facts": {"count": 2, "players_have_seen": False},
}
GOOD = {"settle": RECORD, "rule": INCIDENT}
VERBS = ("settle", "rule")

PROGRAM = (sys.executable, "-m", "pitboss")
# A buffer that is never emptied is one of the things to find, so an environment that has none is
# not passed on.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def line_of(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


def run(*arguments: str, sent: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=sent,
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
        env=ENVIRONMENT,
    )


def call(*arguments: str | Path) -> Result:
    """The command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def answers(text: str | bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@contextmanager
def started(*arguments: str, stdin: int = subprocess.PIPE) -> Iterator[subprocess.Popen[bytes]]:
    """The command while it runs; it is ended at the latest when the test is."""
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=ENVIRONMENT,
        # Tests that run in the background may have been told to ignore interrupts, which a child
        # would inherit.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - nothing else is done
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def next_line(stream: Any) -> bytes:
    """The next line of a pipe, or a failure where none comes."""
    found = b""
    while not found.endswith(b"\n"):
        ready, _, _ = select.select([stream], [], [], PATIENCE_S)
        assert ready, f"nothing came; so far {found!r}"
        letter = os.read(stream.fileno(), 1)
        assert letter, f"the stream ended after {found!r}"
        found += letter
    return found


# ── where lines come from ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("verb", VERBS)
def test_a_file_standard_input_and_a_dash_are_answered_alike(verb: str, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes(line_of(GOOD[verb]) * 2)
    from_file = call(verb, file)
    assert (from_file.exit_code, from_file.stderr) == (0, "")
    assert len(answers(from_file.stdout)) == 2
    for arguments in ((verb,), (verb, "-")):
        done = run(*arguments, sent=file.read_bytes())
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode() == from_file.stdout


def test_settle_answers_with_settlements() -> None:
    (answer,) = answers(run("settle", sent=line_of(RECORD)).stdout)
    assert (answer["id"], answer["boxes"][0]["net"]) == ("r1", "70.00")


def test_rule_answers_with_rulings_as_the_contract_writes_them() -> None:
    (answer,) = answers(run("rule", sent=line_of(INCIDENT)).stdout)
    because = answer.pop("because")
    assert answer == {
        "id": "i1",
        "rulebook": MS,
        "effects": ["void-round"],
        "options": [],
        "options_for": None,
        "authority": None,
        "clauses": ["5.8.2"],
    }
    assert because.endswith(".")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("lines", [b"", b"\n", b"\n \n\t\r\n"])
def test_no_lines_are_no_answers_and_no_fault(verb: str, lines: bytes, tmp_path: Path) -> None:
    file = tmp_path / "blank.jsonl"
    file.write_bytes(lines)
    found = call(verb, file)
    assert (found.exit_code, found.stdout, found.stderr) == (0, "", "")


@pytest.mark.parametrize("verb", VERBS)
def test_a_line_that_cannot_be_answered_gets_an_error_and_the_others_their_answers(
    verb: str, tmp_path: Path
) -> None:
    file = tmp_path / "lines.jsonl"
    lines = [GOOD[verb] | {"id": "first"}, {"id": "second"}, GOOD[verb] | {"id": "third"}]
    file.write_bytes(b"\n".join([*map(line_of, lines), b"no json\r\n", line_of(lines[0]).strip()]))
    found = call(verb, file)
    assert found.exit_code == 1
    assert found.stderr == ""
    assert [answer["id"] for answer in answers(found.stdout)] == [
        "first",
        "second",
        "third",
        None,
        "first",
    ]
    assert [answer.get("error", {}).get("code") for answer in answers(found.stdout)] == [
        None,
        "missing-field",
        None,
        "not-json",
        None,
    ]


@pytest.mark.parametrize("verb", VERBS)
def test_a_file_that_is_not_there(verb: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    found = call(verb, missing)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == f"pitboss: {missing} can't be read: No such file or directory\n"


@pytest.mark.parametrize("verb", VERBS)
def test_a_folder_in_place_of_a_file(verb: str, tmp_path: Path) -> None:
    found = call(verb, tmp_path)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == f"pitboss: {tmp_path} can't be read: Is a directory\n"


def test_two_files_are_one_too_many(tmp_path: Path) -> None:
    found = call("settle", tmp_path / "a", tmp_path / "b")
    assert found.exit_code == 2
    assert "unexpected extra argument" in found.stderr


# ── own rulebooks ─────────────────────────────────────────────────────────────────────────────────


def own_rulebook(folder: Path, name: str = "house.toml", rulebook_id: str = "house-stud-1") -> Path:
    """Multi-Link stud under an id of the house, with three for one pair."""
    text = (DATA / f"{MS}.toml").read_text(encoding="utf-8")
    for old, new in [
        (f'id = "{MS}"', f'id = "{rulebook_id}"'),
        ('one-pair = { pays = "1 to 1"', 'one-pair = { pays = "3 to 1"'),
    ]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def winnings_of_bet(answer: dict[str, Any]) -> str:
    found: str = answer["boxes"][0]["lines"][1]["winnings"]
    return found


def test_an_own_rulebook_is_known_by_its_id(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes(line_of(RECORD | {"rulebook": "house-stud-1"}) + line_of(RECORD))
    found = call("settle", file, "--rulebook", own_rulebook(tmp_path))
    assert found.exit_code == 0
    own, ours = answers(found.stdout)
    assert (own["rulebook"], winnings_of_bet(own)) == ("house-stud-1", "150.00")
    assert (ours["rulebook"], winnings_of_bet(ours)) == (MS, "50.00")
    assert call("settle", file).exit_code == 1


def test_several_own_rulebooks_may_be_given_and_one_may_take_the_place_of_ours(
    tmp_path: Path,
) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes(line_of(RECORD | {"rulebook": "house-stud-1"}) + line_of(RECORD))
    house = own_rulebook(tmp_path)
    instead = own_rulebook(tmp_path, "instead.toml", MS)
    found = call("settle", "--rulebook", house, "--rulebook", instead, file)
    assert [winnings_of_bet(answer) for answer in answers(found.stdout)] == ["150.00", "150.00"]


def test_rule_takes_own_rulebooks_too(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes(line_of(INCIDENT | {"rulebook": "house-stud-1"}))
    found = call("rule", file, "--rulebook", own_rulebook(tmp_path))
    (answer,) = answers(found.stdout)
    assert (answer["rulebook"], answer["effects"]) == ("house-stud-1", ["void-round"])


@pytest.mark.parametrize("verb", VERBS)
def test_a_line_may_name_the_path_of_a_rulebook(verb: str, tmp_path: Path) -> None:
    path = own_rulebook(tmp_path)
    file = tmp_path / "lines.jsonl"
    file.write_bytes(line_of(GOOD[verb] | {"rulebook": str(path)}))
    found = call(verb, file)
    assert found.exit_code == 0
    assert answers(found.stdout)[0]["rulebook"] == "house-stud-1"


BAD_RULEBOOKS = {
    "no toml": (b"id = ", "is not TOML: "),
    "no text": (b"\xff\xfe", "is not UTF-8 text"),
    "no family": (b'id = "x"', "family: "),
    "other family": (b'family = "baccarat"', "family: "),
    "deep": (b"a = " + b"[" * 20_000, ""),
    "huge number": (b"a = " + b"1" * 5_000, ""),
}


@pytest.mark.parametrize("name", BAD_RULEBOOKS)
@pytest.mark.parametrize("verb", VERBS)
def test_a_bad_rulebook_that_a_line_names_costs_that_line_its_answer(
    verb: str, name: str, tmp_path: Path
) -> None:
    content, problem = BAD_RULEBOOKS[name]
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    file = tmp_path / "lines.jsonl"
    file.write_bytes(
        line_of(GOOD[verb] | {"rulebook": str(path)}) + line_of(GOOD[verb] | {"id": "after"})
    )
    found = call(verb, file)
    assert found.exit_code == 1, found.exception
    bad, good = answers(found.stdout)
    assert (bad["error"]["code"], bad["error"]["at"]) == ("unknown-rulebook", "rulebook")
    assert bad["error"]["message"].startswith(f"{path}: {problem}")
    assert good["id"] == "after"
    assert "error" not in good


@pytest.mark.parametrize("name", BAD_RULEBOOKS)
@pytest.mark.parametrize("verb", VERBS)
def test_a_bad_rulebook_that_is_asked_for_ends_the_command_before_it_reads(
    verb: str, name: str, tmp_path: Path
) -> None:
    content, problem = BAD_RULEBOOKS[name]
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    file = tmp_path / "lines.jsonl"
    file.write_bytes(line_of(GOOD[verb]))
    found = call(verb, file, "--rulebook", path)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"pitboss: {path}: {problem}")
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize("verb", VERBS)
def test_a_rulebook_file_that_is_not_there(verb: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    found = call(verb, "--rulebook", missing)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == f"pitboss: {missing}: can't be read: No such file or directory\n"
    file = tmp_path / "lines.jsonl"
    file.write_bytes(line_of(GOOD[verb] | {"rulebook": str(missing)}))
    (answer,) = answers(call(verb, file).stdout)
    assert answer["error"] == {
        "code": "unknown-rulebook",
        "message": f"{missing}: can't be read: No such file or directory",
        "at": "rulebook",
    }


# ── pipes ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("verb", VERBS)
def test_another_program_may_wait_for_each_answer_before_it_asks_again(verb: str) -> None:
    with started(verb) as process:
        assert process.stdin is not None
        for number in range(3):
            for sent, failed in [
                (GOOD[verb] | {"id": f"q{number}"}, False),
                ({"id": f"q{number}"}, True),
            ]:
                process.stdin.write(line_of(sent))
                answer = json.loads(next_line(process.stdout))
                assert (answer["id"], "error" in answer) == (f"q{number}", failed)
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 1
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize("verb", VERBS)
def test_the_last_line_need_not_end(verb: str) -> None:
    done = run(verb, sent=line_of(GOOD[verb]) + line_of(GOOD[verb]).strip())
    assert (done.returncode, len(answers(done.stdout))) == (0, 2)


def test_a_reader_that_has_seen_enough_may_go() -> None:
    """As ``pitboss settle FILE | head -1``."""
    with started("settle", str(RECORDS)) as process:
        assert json.loads(next_line(process.stdout))["id"] == "s1-00001"
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE_S) == 1


def test_a_reader_that_has_gone_before_the_first_answer() -> None:
    with started("settle") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(line_of(RECORD))
        process.stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE_S) == 1


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only Linux has a device that is always full"
)
def test_a_disk_that_is_full_is_said_once_and_ends_with_2() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "settle"],
            input=line_of(RECORD) * 3,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=PATIENCE_S,
            env=ENVIRONMENT,
        )
    assert done.stderr.startswith(b"pitboss: output can't be used: ")
    assert done.stderr.endswith(b": No space left on device, after 0 records\n")
    assert done.stderr.count(b"\n") == 1
    assert done.returncode == 2


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only Linux has a device that is always full"
)
def test_a_disk_that_is_full_is_noticed_where_answers_are_gathered(tmp_path: Path) -> None:
    """Answers to a file are written in blocks; the last block must not be lost in silence."""
    file = tmp_path / "lines.jsonl"
    file.write_bytes(line_of(RECORD))
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "settle", str(file)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=PATIENCE_S,
            env=ENVIRONMENT,
        )
    assert done.stderr.startswith(b"pitboss: output can't be used: ")
    assert done.stderr.count(b"\n") == 1
    assert done.returncode == 2


@pytest.mark.parametrize("redirection", ["<&-", ">&-"])
def test_a_stream_that_is_closed_ends_the_command_in_words(redirection: str) -> None:
    script = f'"$0" -m pitboss settle {redirection}'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable],
        input=line_of(RECORD),
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
        env=ENVIRONMENT,
    )
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"pitboss: ")
    assert done.returncode == 2


def test_an_interrupt_ends_the_command_without_a_traceback() -> None:
    with started("settle") as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(line_of(RECORD))
        next_line(process.stdout)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) in (1, 130)
        assert b"Traceback" not in process.stderr.read()


def test_a_terminal_is_told_what_is_waited_for() -> None:
    ours, theirs = pty.openpty()
    try:
        with started("rule", stdin=theirs) as process:
            assert process.stderr is not None
            assert next_line(process.stderr) == (
                b"Reading incidents from the terminal, one JSON object per line; "
                b"Ctrl-D to finish.\n"
            )
            os.write(ours, line_of(INCIDENT) + b"\x04")
            assert json.loads(next_line(process.stdout))["id"] == "i1"
            assert process.wait(PATIENCE_S) == 0
    finally:
        os.close(ours)
        os.close(theirs)


def test_what_takes_long_counts_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    progress = _Progress("records")
    # As if standard error were a terminal and the first answer ten seconds ago.
    progress.wanted = True
    progress.begun_s -= 10
    for _ in range(4_001):
        progress.step()
    progress.end()
    shown = capsys.readouterr().err
    assert shown.count("\r") == 2
    assert shown.startswith("\r2,000 records, ")
    assert shown.endswith(" a second \n")


def test_what_takes_long_is_silent_in_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    progress = _Progress("records")
    progress.begun_s -= 10
    for _ in range(4_001):
        progress.step()
    progress.end()
    assert capsys.readouterr().err == ""


# ── help, version, start ──────────────────────────────────────────────────────────────────────────


def test_help_lists_the_commands() -> None:
    found = call("--help")
    assert found.exit_code == 0
    for word in ("settle", "rule", "rulebook", "--version"):
        assert word in found.stdout


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb_says_what_goes_in_what_comes_out_and_what_the_exit_code_means(
    verb: str,
) -> None:
    found = call(verb, "--help")
    assert found.exit_code == 0
    text = " ".join(found.stdout.split())
    for words in (
        "one JSON object per line",
        "standard input",
        "--rulebook FILE",
        "Exit code 0",
        "1: some could",
    ):
        assert words in text


def test_version() -> None:
    found = call("--version")
    assert (found.exit_code, found.stdout, found.stderr) == (
        0,
        f"pitboss {pitboss.__version__}\n",
        "",
    )


def test_no_arguments_print_the_help() -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, b"")
    # The first line names the program, which is another one here than there.
    assert done.stdout.decode().splitlines()[1:] == call("--help").stdout.splitlines()[1:]


@pytest.mark.parametrize("arguments", [("no-such-verb",), ("settle", "--no-such-option")])
def test_what_the_command_does_not_know(arguments: tuple[str, ...]) -> None:
    found = call(*arguments)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "No such" in found.stderr


SHOW_MODULES = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from pitboss.__main__ import main
main()
"""

HEAVY = {
    "rich",
    "numpy",
    "fastapi",
    "asyncio",
    "hypothesis",
    "textual",
    "sqlite3",
    "unittest",
    "pytest",
}


@pytest.mark.parametrize("verb", VERBS)
def test_the_verbs_start_without_what_they_do_not_need(verb: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHOW_MODULES, verb],
        input=line_of(GOOD[verb]),
        capture_output=True,
        check=True,
        timeout=PATIENCE_S,
        env=ENVIRONMENT,
    )
    loaded = set(done.stderr.decode().split())
    assert "pitboss.lines" in loaded
    assert not HEAVY & loaded


def test_only_the_family_that_is_played_is_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHOW_MODULES, "settle"],
        input=line_of(RECORD),
        capture_output=True,
        check=True,
        timeout=PATIENCE_S,
        env=ENVIRONMENT,
    )
    loaded = set(done.stderr.decode().split())
    assert "pitboss.games.stud" in loaded
    assert not {"pitboss.games.holdem", "pitboss.games.bullseye", "pitboss.table"} & loaded
