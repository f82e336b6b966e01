"""The lesser findings: names that look alike, a console that watches other tables, terminal codes
in a report, folders that everybody may enter.
"""

import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import table_stream
from pitboss.cli.app import app
from pitboss.journal.address import open_journal
from pitboss.kernel.money import Cents
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from tests.audit.histories import DEALER, SUPERVISOR, settings
from tests.web.service import House

GREEK_U, SOFT_HYPHEN = "St\u03c5d", "Stu\u00add"


@pytest.mark.parametrize("name", [GREEK_U, SOFT_HYPHEN, ".", ".."])
def test_a_table_that_looks_like_another_is_not_opened(house: House, name: str) -> None:
    like = house.casino.table("Stud")
    assert like is not None
    sam = house.person(Role.PIT_SUPERVISOR)
    opening = {
        "do": "open-table",
        "rulebook": like.settings.rulebook,
        "layout": like.settings.layout,
        "boxes": 6,
        "dealing": like.settings.dealing,
        "cards": "entered",
        "limits": {"ante": {"min": "10", "max": "1000"}},
    }
    assert sam.post(f"/api/tables/{name}/commands", opening).status_code >= 400
    assert len(house.casino.tables()) == len({*house.casino.tables()} - {name})


def test_a_console_is_told_nothing_of_other_tables(house: House) -> None:
    console = house.device(Role.DEALER, "Console 7")
    with console.stream("*", "*") as stream:
        told = stream.event()
    tables = [view for view in told.data["views"] if view.startswith("table/")]
    assert tables == ["table/Stud"], tables


def test_a_report_shows_no_terminal_codes(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path / 'pitboss.db'}"
    journal = open_journal(database)
    casino = Casino(journal)
    name = "eve\x1b[2J\u202e"
    for id, command, by in (
        ("1", settings("rws-casino-stud-6", None, "entered"), SUPERVISOR),
        ("2", tc.OpenBetting(), DEALER),
        ("3", tc.PlaceBet(1, "ante", Cents(25_00)), Actor(Post.PLAYER, name)),
    ):
        answer = casino.carry_out(Request(id, table_stream("T"), command, by))
        assert answer.refusal is None, answer.refusal
    casino.close()
    for report in (("report", "reconcile"), ("floor",), ("audit",)):
        said = CliRunner().invoke(app, [*report, "--database", database]).output
        assert said
        assert not {"\x1b", "\u202e"} & set(said), report


def test_nobody_else_enters_a_folder_that_is_made_for_a_journal(tmp_path: Path) -> None:
    folder = tmp_path / "floor"
    done = CliRunner().invoke(app, ["demo", str(folder), "--commands", "20", "--tables", "1"])
    assert done.exit_code == 0, done.output
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "pitboss.db").stat().st_mode) == 0o600
