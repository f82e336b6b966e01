"""``pitboss house`` and ``pitboss rulebook replay``: the adopted rules, and what others would have
paid.
"""

import re
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import HOUSE_STREAM
from pitboss.cli.app import app
from pitboss.house.commands import ApproveRulebook, ProposeRulebook
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.casino.floor import Floor
from tests.cli.journals import Shell
from tests.house.texts import FLUSH, SINCE, ours, renamed, text, toml
from tests.jackpot.links import MAX, MIA
from tests.patience import PATIENCE_S
from tests.reports.test_reports import NOON_MS, pair_of_queens, royal
from tests.support import MS
from tests.web.servers import server

PAIR = ('one-pair = { pays = "1 to 1"', 'one-pair = { pays = "2 to 1"')
LATER = (SINCE, "since = 2030-01-01T00:00:00+00:00")


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Two rounds by what was sealed; one text is scheduled, another waits."""
    with closing(SqliteJournal(tmp_path / "floor.db")) as journal:
        floor = Floor(journal)
        floor.clock.now_ms = NOON_MS
        mega = floor.link("mega", rate_bp=1_000, reserve_bp=250)
        table = floor.table("t1", MS)
        pair_of_queens(table)
        table.do("conclude")
        royal(table)
        mega.verify(*mega.claims)
        table.finish()
        for id, command, by in (
            ("propose-1", ProposeRulebook(toml=toml(FLUSH, LATER)), MAX),
            ("adopt-1", ApproveRulebook(rules=text(FLUSH, LATER).hash), MIA),
            ("propose-2", ProposeRulebook(toml=toml(PAIR)), MAX),
        ):
            done = floor.casino.carry_out(Request(id, HOUSE_STREAM, command, by))
            assert done.refusal is None
    found = Shell(tmp_path, monkeypatch)
    monkeypatch.setenv("PITBOSS_DATABASE", str(tmp_path / "floor.db"))
    return found


def test_what_was_adopted_what_waits_and_what_is_to_come(shell: Shell) -> None:
    said = shell.said("house", "rules")
    assert re.search(rf"{MS}  {ours().hash[:12]}  2026-03-01 .*  pitboss +in force", said)
    assert re.search(rf"{text(FLUSH, LATER).hash[:12]}  2030-01-01 00:00:00 +max, mia\n", said)
    assert f"{text(PAIR).hash} waits for approval, proposed by max; 1 value changed." in said
    assert f"From 2030-01-01 00:00:00 on {MS} plays by {text(FLUSH, LATER).hash[:12]}." in said
    found = shell.json("house", "rules")
    assert [one["by"] for one in found["adopted"]] == [["pitboss"], ["max", "mia"]]


def test_a_text_is_shown_and_compared_by_its_hash(shell: Shell) -> None:
    assert shell.said("house", "show", ours().hash[:8]) == ours().toml
    assert shell.said("house", "show", ours().hash, "--clauses") == ours().clauses
    assert "0 texts on record" in shell.refused("house", "show", "ab" * 32)
    found = shell.json("house", "diff", MS, text(PAIR).hash[:12])
    assert [one["key"] for one in found["values"]] == ["bet: one pair"]
    assert "one pair" in shell.said("house", "diff", MS, text(PAIR).hash[:12])


def test_a_journal_without_rules_says_so(shell: Shell, tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "empty.db")):
        pass
    said = shell.said("house", "rules", "--database", str(tmp_path / "empty.db"))
    assert said.startswith("Nothing is on record")


def test_past_rounds_are_settled_again_by_another_text(shell: Shell) -> None:
    found = shell.json("rulebook", "replay", MS, text(PAIR).hash[:12])
    assert (found["rounds"], found["changed_rounds"], found["unsettled"]) == (2, 1, 0)
    wagers = {one["wager"]: one for one in found["wagers"]}
    assert wagers["bet"]["new"] - wagers["bet"]["old"] == 50_00, "a bet of 50 at 2 to 1"
    assert wagers["ante"]["new"] == wagers["ante"]["old"]
    first = found["lines"][0]
    assert (first["wager"], first["old_clauses"][-1]) == ("bet", "4.1:one-pair-or-less")
    said = shell.said("rulebook", "replay", MS, text(PAIR).hash)
    assert f"2 rounds of {MS} settled again; 1 would have paid differently." in said
    assert "4.1:one-pair-or-less" in said


def test_only_rounds_of_a_time_are_settled_again(shell: Shell) -> None:
    late = shell.json("rulebook", "replay", MS, MS, "--since", "2026-03-02")
    assert late["rounds"] == 0
    early = shell.json("rulebook", "replay", MS, MS, "--until", "2026-03-01T12:00+00:00")
    assert early["rounds"] == 0
    whole = shell.json(
        "rulebook", "replay", MS, MS, "--since", "2026-03-01", "--until", "2026-03-02"
    )
    assert (whole["rounds"], whole["changed_rounds"]) == (2, 0)
    assert "take a time such as" in shell.refused("rulebook", "replay", MS, MS, "--since", "noon")


def test_a_rulebook_of_another_game_settles_nothing(shell: Shell) -> None:
    said = shell.said("rulebook", "replay", MS, "mbs-megalink-bullseye-4")
    assert "could not be settled again; the first: t1-1: " in said


# ── at a server ───────────────────────────────────────────────────────────────────────────────────

FIRST, PASSWORD = "a first password", "correct horse battery"


def house(address: str, *arguments: str, name: str = "max") -> Result:
    asked = ["house", *arguments, "--server", address, "--name", name]
    result = CliRunner().invoke(app, asked, env={"PITBOSS_PASSWORD": PASSWORD})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_two_persons_adopt_a_rulebook_at_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house-stud-1.toml"
    file.write_text(toml(renamed("house-stud-1")), encoding="utf-8")
    monkeypatch.setenv("PITBOSS_APPROVALS_ACCOUNT_AGE_HOURS", "0")
    with server(tmp_path) as started:
        address = started.address()
        token = started.wait_for(re.compile(r"/setup#(\S+)"))[1]
        with httpx.Client(base_url=address, timeout=PATIENCE_S) as root:
            first = {"token": token, "name": "root", "password": PASSWORD}
            me = root.post("/api/setup", json=first).raise_for_status()
            root.headers["X-CSRF-Token"] = me.json()["csrf"]
            for name in ("max", "mia"):
                person = {"name": name, "role": "shift-manager", "password": FIRST}
                headers = {"Idempotency-Key": f"add-{name}"}
                root.post("/api/people", json=person, headers=headers).raise_for_status()
        for name in ("max", "mia"):
            with httpx.Client(base_url=address, timeout=PATIENCE_S) as client:
                me = client.post("/api/sign-in", json={"name": name, "password": FIRST})
                headers = {"X-CSRF-Token": me.json()["csrf"], "Idempotency-Key": "own"}
                own = {"old": FIRST, "new": PASSWORD}
                client.post("/api/password", json=own, headers=headers).raise_for_status()
        rules = text(renamed("house-stud-1")).hash
        proposed = house(address, "propose", str(file))
        assert proposed.stdout == f"{rules} is waiting for a second shift manager.\n", (
            proposed.output
        )
        alone = house(address, "approve", rules)
        assert (alone.exit_code, "a second person must approve" in alone.stderr) == (2, True)
        assert house(address, "approve", rules, name="mia").stdout == f"{rules} is adopted.\n"
        gone = house(address, "withdraw", rules)
        assert "is waiting for approval" in gone.stderr
