"""Running the program on a journal, as a shell does it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app


class Shell:
    """A folder to run commands in, without settings of whoever runs the tests."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        monkeypatch.chdir(folder)
        for name in list(os.environ):
            if name.startswith("PITBOSS_"):
                monkeypatch.delenv(name)

    def run(self, *arguments: str) -> Result:
        """A command, whatever comes of it; never a traceback."""
        result = CliRunner().invoke(app, list(arguments))
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            result.exception
        )
        return result

    def said(self, *arguments: str, code: int | None = 0) -> str:
        """What a command prints that ends with a code, or with whichever (None)."""
        result = self.run(*arguments)
        assert code in (None, result.exit_code), (arguments, result.output)
        return result.stdout

    def json(self, *arguments: str, code: int | None = 0) -> Any:
        return json.loads(self.said(*arguments, "--json", code=code))

    def refused(self, *arguments: str) -> str:
        """The one sentence with which a command gives up."""
        result = self.run(*arguments)
        assert result.exit_code == 2, (arguments, result.output)
        assert result.stdout == ""
        assert "Traceback" not in result.stderr
        return result.stderr
