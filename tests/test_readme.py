"""What the README shows is what happens: its examples are run, and its links and targets exist."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAM = f"{sys.executable} -m pitboss"

SHOWN = re.findall(r"^\$ (.+)\n(.+)\n", README, flags=re.MULTILINE)
"""Commands that stand there with what they print."""

ALONE = [
    line.split("#")[0].strip()
    for block in re.findall(r"^```\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line.startswith(".venv/bin/pitboss")
]
"""Commands that stand there alone, in the order of the page."""


def run(command: str, folder: Path) -> str:
    found = subprocess.run(
        ["bash", "-c", command.replace(".venv/bin/pitboss", PROGRAM)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert found.returncode == 0, (command, found.stderr)
    return found.stdout


@pytest.mark.parametrize(("command", "printed"), SHOWN)
def test_an_example_prints_what_stands_below_it(command: str, printed: str, tmp_path: Path) -> None:
    assert run(command, tmp_path) == printed + "\n"


def test_it_stays_short_and_its_two_commands_are_two() -> None:
    """The other targets are listed by make help."""
    assert len(README.splitlines()) <= 110
    block = README.partition("## Two commands")[2].split("```")[1]
    assert re.findall(r"^make (\w+)", block, flags=re.MULTILINE) == ["run", "test"]
    assert set(re.findall(r"make ([a-z-]+)", README)) == {"run", "test", "help"}


def test_an_editor_uses_the_length_of_line_that_is_checked() -> None:
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["line-length"]
    told = re.search(r"max_line_length = (\d+)", (ROOT / ".editorconfig").read_text())
    assert told is not None
    assert int(told[1]) == checked


def test_there_are_examples() -> None:
    assert len(SHOWN) == 2
    assert len(ALONE) >= 10


def test_the_other_commands_run_one_after_another(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "records.jsonl").write_text(
        '{"id":"r1","rulebook":"rws-casino-stud-6","dealer":["2c","7d","9h","Kd","As"],"boxes":[]}\n'
    )
    for command in ALONE:
        # The figures of a test run are not there while it runs.
        run(f"{command} --help" if "conformance" in command else command, tmp_path)


def test_every_link_leads_to_a_file() -> None:
    for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{name}: {target}"


def test_every_make_target_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:^|`)make\s([a-z-]+)", guide, flags=re.MULTILINE)
    assert len(named) >= 5
    assert set(named) <= targets
