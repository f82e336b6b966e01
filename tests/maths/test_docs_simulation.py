"""What docs/simulation.md and docs/jackpot-economics.md show is what happens."""

import re
import shlex
from math import perm
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app
from pitboss.maths.economics.jackpot import CELLS
from pitboss.maths.kernels.draws import words_to_reject
from pitboss.maths.simulation.blocks import BLOCK_ROUNDS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    name: (DOCS / f"{name}.md").read_text(encoding="utf-8")
    for name in ("simulation", "jackpot-economics")
}
COMMANDS = [
    command
    for page in PAGES.values()
    for command in re.findall(r"^pitboss (.+?)(?: +#.*)?$", page, flags=re.MULTILINE)
    # A cluster has a test of its own.
    if "--dask" not in command
]


def test_the_pages_show_commands() -> None:
    assert len(COMMANDS) == 7


@pytest.mark.parametrize("command", COMMANDS)
def test_a_documented_command_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command) + (["--runs", "50"] if "jackpot" in command.split()[:2] else [])
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert result.stdout


@pytest.mark.parametrize(
    ("page", "command"), [("simulation", ["simulate"]), ("jackpot-economics", ["maths", "jackpot"])]
)
def test_every_option_is_documented(page: str, command: list[str]) -> None:
    help_text = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200"}).stdout
    options = set(re.findall(r"^  (--[a-z-]+)", help_text, flags=re.MULTILINE)) - {"--help"}
    assert len(options) >= 9
    missing = [option for option in options if option not in PAGES[page]]
    assert not missing


def test_the_documented_numbers() -> None:
    assert f"{BLOCK_ROUNDS:,}" in PAGES["simulation"]
    assert f"{perm(52, 10):,}" in PAGES["simulation"]
    assert 1 / 1_100 < int(words_to_reject(10)) / 2**64 < 1 / 900, "one word in a thousand"
    assert 2**64 // perm(52, 10) == 321, "one part in 320"
    assert f"{CELLS:,}" in PAGES["jackpot-economics"]
