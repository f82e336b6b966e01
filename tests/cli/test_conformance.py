"""``pitboss conformance``: the options reach the report."""

import json
from pathlib import Path

from typer.testing import CliRunner

from pitboss.cli.app import app

RECORD = {
    "format": 1,
    "finished": "2025-03-01T12:30:00Z",
    "tests": 1,
    "failed": 0,
    "proved": {"rws-casino-stud-6": {"3.13": ["tests/rules/x.py::y"]}},
    "failing": {},
}


def test_the_options_reach_the_report(tmp_path: Path) -> None:
    record = tmp_path / "conformance.json"
    record.write_text(json.dumps(RECORD))
    options = ["--record", str(record), "--rulebook", "rws-casino-stud-6"]
    found = CliRunner().invoke(app, ["conformance", "--json", "--kind", "settlement", *options])
    assert found.exit_code == 0, found.output
    assert json.loads(found.stdout)["proved"] == 1
    one = CliRunner().invoke(
        app, ["conformance", "--record", str(record), "--clause", "rws-casino-stud-6", "3.13"]
    )
    assert "proved by tests/rules/x.py::y" in one.stdout
    wrong = CliRunner().invoke(app, ["conformance", *options, "--kind", "weather"])
    assert wrong.exit_code == 2
