"""What docs/maths.md shows is what happens."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app
from tests.effort import at_length

PAGE = (Path(__file__).parents[2] / "docs/maths.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^pitboss (.+?)(?: +#.*)?$", PAGE, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [pytest.param(one, marks=at_length) if "--html" in one else one for one in COMMANDS],
)
def test_a_documented_command_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0, result.output
    assert result.stdout


def test_the_page_shows_commands() -> None:
    assert len(COMMANDS) == 7
