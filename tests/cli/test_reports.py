"""``pitboss report day|jackpot|reconcile``: for people, as CSV and as JSON."""

import csv
import io
import re
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.casino.stream_ids import link_stream
from pitboss.cli.render.columns import columns, units_money
from pitboss.jackpot import commands as lc
from pitboss.jackpot.parameters import Reason
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.kernel.money import Cents
from pitboss.reports.text import units_text
from tests.casino.floor import Floor
from tests.cli.journals import Shell
from tests.jackpot.links import MAX, MIA
from tests.reports.test_reports import NOON_MS, pair_of_queens, royal
from tests.support import MS

DAY = ("--date", "2026-03-01")


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """One ordinary round, a royal flush, another ordinary round and a correction."""
    found = Shell(tmp_path, monkeypatch)
    with closing(SqliteJournal(tmp_path / "floor.db")) as journal:
        floor = Floor(journal)
        floor.clock.now_ms = NOON_MS
        floor.link("mega", rate_bp=1_000, reserve_bp=250)
        table = floor.table("t1", MS)
        pair_of_queens(table)
        table.do("conclude")
        royal(table)
        floor.ask(link_stream("mega"), lc.VerifyClaim("t1-2/1"), MAX)
        table.finish()
        pair_of_queens(table)
        table.do("conclude")
        floor.ask(
            link_stream("mega"),
            lc.ProposeCorrection(Cents(1_00), Reason.MISSED_ENTRY, "See log."),
            MAX,
        )
        floor.ask(link_stream("mega"), lc.ApproveCorrection(), MIA)
    monkeypatch.setenv("PITBOSS_DATABASE", str(tmp_path / "floor.db"))
    return found


def test_a_day_for_people(shell: Shell) -> None:
    lines = shell.said("report", "day", *DAY).splitlines()
    assert lines[0] == "2026-03-01, UTC"
    # Two rounds of -70.00 and one of -12,520.00 on stakes of 80.00 each; 5.27 times what was staked
    # was lost.
    assert lines[4].split() == [
        "t1", MS, "3", "0", "240.00", "240.00", "-12,660.00", "-5275.00%", "1.875", "1", (
            "100,001.00"
        ), "0", "0",
    ]  # fmt: skip
    assert lines[6].split()[0] == "all"


def test_a_day_as_csv_and_as_json(shell: Shell) -> None:
    (row,) = csv.DictReader(io.StringIO(shell.said("report", "day", *DAY, "--csv")))
    assert (
        row["table"],
        row["win"],
        row["contributions-jackpot"],
        row["contributions-reserve"],
    ) == (
        "t1",
        "-12660.00",
        "1.50",
        "0.375",
    )
    found = shell.json("report", "day", *DAY)
    assert found["total"]["win-percent"] == "-5275.00"
    assert found["rulebooks"][MS] == found["total"]
    assert found["from"] == "2026-03-01T00:00:00.000+00:00"
    assert found["to"] == "2026-03-02T00:00:00.000+00:00"


def test_times_are_those_of_the_setting(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_TIMEZONE", "Asia/Singapore")
    found = shell.json("report", "day", *DAY)
    assert (found["timezone"], found["from"]) == ("Asia/Singapore", "2026-03-01T00:00:00.000+08:00")
    (clock,) = (one for one in shell.json("doctor", code=None)["checks"] if one["check"] == "clock")
    assert clock["found"].endswith(" in Asia/Singapore")


def test_a_day_says_what_else_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    with closing(SqliteJournal(tmp_path / "floor.db")) as journal:
        floor = Floor(journal)
        floor.clock.now_ms = NOON_MS
        floor.link("mega")
        floor.ask(link_stream("mega"), lc.ApproveCorrection(), MAX)
        floor.table("t1", MS).lay(ann=(1, {"ante": "25"}))
        floor.casino.recover()
    said = shell.said("report", "day", *DAY, "--database", "floor.db")
    assert "Rounds that Pitboss was stopped in: 1." in said
    assert "Commands to links that were refused: 1." in said


def test_another_day_is_empty(shell: Shell) -> None:
    assert "Nothing happened at any table on this day." in shell.said(
        "report", "day", "--date", "2026-03-02"
    )
    assert shell.said("report", "day"), "today"


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", "day", "--date", "yesterday"),
        ("report", "day", "--date", "2026-02-30"),
        ("report", "day", "--csv", "--json"),
        ("report", "week"),
        ("report", "day", "--tz", "Mars/Olympus"),
    ],
)
def test_what_can_not_be_reported(shell: Shell, arguments: tuple[str, ...]) -> None:
    assert shell.run(*arguments).exit_code == 2


def test_a_jackpot_for_people(shell: Shell) -> None:
    said = shell.said("report", "jackpot")
    assert said.startswith("Link mega (RWS), open: the sign shows 100,001.50\n")
    assert "(claim t1-2/1 took it)" in said
    found = [tuple(re.split(r"\s{2,}", line.strip())) for line in said.splitlines()[5:14]]
    # The award left nothing; two reserves of 0.125 paid for a part of the new start, and the house
    # for the rest.
    assert found == [
        ("start", "100,000.00"),
        ("of which reserve paid", "(0.25)"),
        ("of which house paid", "(99,999.75)"),
        ("correction, missed-entry: See log.", "1.00"),
        ("= jackpot", "100,001.00"),
        ("waiting, from t1", "0.50"),
        ("reserve for the next reset", "0.00"),
        ("waiting for the reserve", "0.125"),
        ("overflow", "0.00"),
    ]
    assert "verified by max; paid 100,001.00 as number 1" in said


def test_a_jackpot_as_csv_and_as_json(shell: Shell) -> None:
    (found,) = shell.json("report", "jackpot", "mega")
    assert found["adds-up"] is True
    assert found["displayed"] == "100001.50"
    assert found["start-paid-by"] == {"reserve": "0.25", "overflow": "0.00", "house": "99999.75"}
    assert (found["reserve"], found["reserve-waiting"]) == ("0.00", "0.125")
    assert found["parameters"]["rate-bp"] == 1000
    (hit,) = found["hits"]
    assert (hit["award"], hit["order"], hit["verified-by"], hit["resets"]) == (
        "100001.00",
        1,
        ["shift-manager:max"],
        True,
    )
    rows = list(csv.DictReader(io.StringIO(shell.said("report", "jackpot", "--csv"))))
    assert {"link": "mega", "kind": "part", "what": "start", "amount": "100000.00"} in rows
    assert {"link": "mega", "kind": "hit", "what": "t1-2/1", "amount": "100001.00"} in rows
    assert {"link": "mega", "kind": "sign", "what": "displayed", "amount": "100001.50"} in rows


def test_a_link_that_is_not_there(shell: Shell) -> None:
    assert shell.refused("report", "jackpot", "giga") == (
        "pitboss: there is no link 'giga'; the links are mega\n"
    )


def test_a_reconciliation(shell: Shell) -> None:
    said = shell.said("report", "reconcile")
    assert "house/table/t1" in said
    assert said.splitlines()[-1].startswith("Everything adds up: ")
    found = shell.json("report", "reconcile")
    assert (found["right"], found["sum"], found["wrong"]) == (True, "0.00", [])
    # What the table lost: 2 x 70.00 and 12,520.00, and the award that it paid out for the link.
    assert found["accounts"]["house/table/t1"] == "-112661.00"
    rows = list(csv.DictReader(io.StringIO(shell.said("report", "reconcile", "--csv"))))
    assert {row["verdict"] for row in rows if row["kind"] == "check"} == {"right"}


def test_a_reconciliation_that_does_not_fit(shell: Shell) -> None:
    """A stored amount was changed: by hand, past every check of the journal."""
    import apsw

    with closing(apsw.Connection(str(shell.folder / "floor.db"))) as connection:
        connection.execute("DROP TRIGGER records_stay")
        connection.execute(
            "UPDATE records SET body = CAST(replace(CAST(body AS TEXT), '1500000', '1500009') AS "
            "BLOB) WHERE kind = (SELECT id FROM kinds WHERE name = 'contribution-made/1')"
        )
    said = shell.said("report", "reconcile", code=1)
    # Nine units are the nine millionths of a dollar at the end.
    assert (
        "WRONG: feed/mega/t1: bets times rates are the feed: 1.875 expected, 1.875009 found"
    ) in said
    assert said.splitlines()[-1].endswith("comparisons do not fit: run pitboss audit.")
    assert shell.json("report", "reconcile", code=1)["right"] is False


@pytest.mark.parametrize(
    ("units", "text", "shown"),
    [
        (0, "0.00", "0.00"),
        (1, "0.000001", "0.000001"),
        (10_000, "0.01", "0.01"),
        (-6_250_000, "-6.25", "-6.25"),
        (12_345_678_915_000, "12345678.915", "12,345,678.915"),
    ],
)
def test_units_are_written_exactly(units: int, text: str, shown: str) -> None:
    assert units_text(units) == text
    assert units_money(units) == shown


def test_columns() -> None:
    assert columns(("a", "amount"), [("long name", "1.00"), ("b", "22.00")], "lr").splitlines() == [
        "a          amount",
        "─────────  ──────",
        "long name    1.00",
        "b           22.00",
    ]
