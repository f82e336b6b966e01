"""``pitboss config``: what is in force, where it comes from, and an example to start from."""

from pathlib import Path

import pytest

from pitboss.operations.settings import example
from tests.cli.journals import Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, monkeypatch)


def test_what_is_in_force_and_where_it_comes_from(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shell.folder / "pitboss.toml").write_text("[server]\nport = 9000\n")
    monkeypatch.setenv("PITBOSS_TIMEZONE", "Asia/Singapore")
    rows = [line.split(None, 2) for line in shell.said("config").splitlines()]
    assert ["server.port", "9000", str(shell.folder / "pitboss.toml")] in rows
    assert ["timezone", '"Asia/Singapore"', "environment PITBOSS_TIMEZONE"] in rows
    assert ["links.verifiers", "2", "default"] in rows
    found = shell.json("config")
    assert found["server.port"] == {"value": "9000", "from": str(shell.folder / "pitboss.toml")}


def test_no_password_is_printed(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_DATABASE", "postgresql://ann:pssst@host/db?password=pssst")
    for arguments in (("config",), ("config", "--json")):
        said = shell.said(*arguments)
        assert "pssst" not in said
        assert "postgresql://ann:***@host/db?password=***" in said


def test_a_warning_for_a_variable_that_is_nearly_ours(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_DATABSE", "x.db")
    assert "Warning: PITBOSS_DATABSE: there is no such setting" in shell.said("config")


def test_the_example_can_be_used_as_it_is(shell: Shell) -> None:
    text = shell.said("config", "--example")
    assert text == example()
    before = shell.said("config")
    (shell.folder / "pitboss.toml").write_text(text)
    assert shell.said("config") == before


def test_a_file_by_name(shell: Shell) -> None:
    (shell.folder / "mine.toml").write_text('database = "casino.db"\n')
    assert "casino.db" in shell.said("config", "--config", "mine.toml")
    assert "can't be read" in shell.refused("config", "--config", "nothing.toml")
