"""Names that a spreadsheet would take for formulas, or a terminal for commands."""

import csv
import json
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app
from pitboss.cli.render.columns import columns
from pitboss.people.roles import Role
from pitboss.reports.text import as_csv
from tests.web.service import House

FORMULAS = [
    "=1+1",
    "=cmd|'/C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "-",
    "+",
    "-1-1",
    "=-5.00",
]
NUMBERS = ["-25.00", "25.00", "-1,234.50", "0", "+3", "12.5%", "-0.01", ""]


def test_no_cell_begins_like_a_formula() -> None:
    rows = list(csv.reader(as_csv(("name",), [[cell] for cell in FORMULAS]).splitlines()))
    assert all(cell.startswith("'") or cell == "\ufffd=1" for (cell,) in rows[1:])


def test_and_an_amount_stays_an_amount() -> None:
    rows = list(csv.reader(as_csv(("name", "x"), [[cell, "x"] for cell in NUMBERS]).splitlines()))
    assert [cell for cell, _ in rows[1:]] == NUMBERS


OPENING = {
    "rulebook": "rws-casino-stud-6", "layout": "A", "boxes": 6, "dealing": "shuffler", (
        "cards"
    ): "virtual",
    "limits": {"ante": {"min": "10.00", "max": "500.00"}},
}  # fmt: skip


def test_a_table_by_such_a_name_in_the_report_of_the_day(tmp_path: Path) -> None:
    with House(tmp_path / "p.db") as house:
        max_ = house.person(Role.SHIFT_MANAGER)
        for name in ("=1+1", "@SUM(A1)"):
            max_.done(name, "open-table", **OPENING)
            assert max_.do(name, "settle").status_code == 409
    found = CliRunner().invoke(
        app, ["report", "day", "--csv", "--database", str(tmp_path / "p.db")]
    )
    assert found.exit_code == 0, found.output
    tables = [row["table"] for row in csv.DictReader(found.output.splitlines())]
    assert {"'=1+1", "'@SUM(A1)"} <= set(tables)


def test_no_cell_commands_a_terminal() -> None:
    said = columns(("name",), [["a\x1b]0;title\x07b"], ["c\rd"]])
    assert said.replace("\n", "").isprintable()


_NODE = shutil.which("node")
_SAVE = """
import { readFileSync } from "node:fs";
const { asCsv } = await import("SHARED/download.js");
process.stdout.write(asCsv(["name"], JSON.parse(readFileSync(0, "utf8"))));
"""


@pytest.mark.skipif(_NODE is None, reason="node is not installed")
def test_what_a_page_saves_is_as_safe() -> None:
    script = _SAVE.replace("SHARED", str(files("pitboss.web") / "pages" / "shared"))
    said = subprocess.run(
        [str(_NODE), "--input-type=module", "-e", script],
        input=json.dumps([{"name": cell} for cell in [*FORMULAS, *NUMBERS[:-1]]]),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = [cell for (cell,) in csv.reader(said.splitlines())]
    assert rows[1:] == [f"'{cell}" for cell in FORMULAS] + NUMBERS[:-1]
