"""A table on a running floor: scripts, robots and the audit of what they leave behind."""

import json
from pathlib import Path
from typing import Any

from rounds import BOOK
from typer.testing import CliRunner

from pitboss import rule
from pitboss.casino.app import Casino
from pitboss.cli.app import app
from pitboss.journal.address import open_journal
from pitboss.web.auth.sessions import Guard
from pitboss.web.demo import furnish


def pitboss(*arguments: str, stdin: str = "") -> str:
    result = CliRunner().invoke(app, arguments, input=stdin, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.stdout


def line(by: str, do: str, **fields: Any) -> str:
    return json.dumps({"table": "t1", "by": by, "do": do, **fields})


SCRIPT = (
    line(
        "pit-supervisor:sam",
        "open-table",
        rulebook=BOOK,
        layout="A",
        boxes=7,
        dealing="shuffler",
        cards="entered",
        limits={"ante": {"min": "10", "max": "500"}, "bonus": {"min": "1", "max": "25"}},
    ),
    line("dealer:dana", "open-betting"),
    line("player:ann", "place-bet", box=1, bet="ante", amount="10"),
    line("player:ann", "place-bet", box=1, bet="bonus", amount="5"),
    line("player:bob", "place-bet", box=2, bet="ante", amount="20"),
    line("dealer:dana", "close-betting"),
    line("dealer:dana", "deal", cards=["Ad", "2s"]),
    line("dealer:dana", "deal", cards=["Kd", "Qs"]),
    line("dealer:dana", "deal", cards=["9s", "5d"]),
    line("dealer:dana", "deal", cards=["Ac", "9d", "7h"]),
    line("dealer:dana", "deal"),
    line("player:ann", "fold", box=1),
    line("player:bob", "raise", box=2, amount="40"),
    line("dealer:dana", "deal", cards=["4s"]),
    line("dealer:dana", "deal"),
    line("dealer:dana", "deal", cards=["Kc"]),
    line("dealer:dana", "deal"),
    line("dealer:dana", "deal"),
    line("dealer:dana", "settle"),
    line("dealer:dana", "conclude"),
)


def test_a_round_at_a_live_table() -> None:
    shown = pitboss("play", "-", "--show", "json", stdin="\n".join(SCRIPT))
    answers = [json.loads(answer) for answer in shown.splitlines()]
    assert [answer["refused"] for answer in answers if answer["refused"]] == []
    (settled,) = (
        event
        for answer in answers
        for event in answer["events"]
        if event["event"].startswith("round-settled")
    )
    ann, bob = settled["settlement"]["boxes"]
    # She has folded a pair of aces: the ante is lost, the bonus is paid, and her cards are shown.
    assert [entry["result"] for entry in ann["lines"]] == ["lose", "win"]
    assert ann["net"] == "25.00"
    assert settled["record"]["boxes"][0]["cards"] == ["Ad", "2s"]
    assert bob["net"] == "60.00"


def test_the_flop_lies_there_before_anybody_decides() -> None:
    early = [*SCRIPT[:9], line("player:bob", "raise", box=2, amount="40")]
    answers = pitboss("play", "-", "--show", "json", stdin="\n".join(early)).splitlines()
    assert json.loads(answers[-1])["refused"] is not None


def test_robots_play_it_and_the_audit_recomputes_every_round(tmp_path: Path) -> None:
    # The first table is of the first rulebook by the alphabet, which is this one.
    pitboss("demo", str(tmp_path), "--tables", "1", "--commands", "900", "--seed", "5")
    journal = tmp_path / "pitboss.db"
    floor = pitboss("floor", "--database", str(journal))
    assert "Casino Hold'em" in floor or BOOK in floor
    found = json.loads(pitboss("audit", "--database", str(journal), "--json"))
    assert found["problem"] is None
    assert found["counts"]["settlements"] >= 20


def test_rulings_cite_the_house_rules() -> None:
    facts = {"noticed": "this-round", "can_reconstruct": False}
    ruling = rule({"rulebook": BOOK, "incident": "wrong-community-card-count", "facts": facts})
    assert [effect.value for effect in ruling.effects] == ["void-round"]
    assert ruling.clauses == ("8.10",)


def test_the_demonstration_has_a_table_of_it_on_a_link_of_its_house() -> None:
    casino = Casino(open_journal("memory:"))
    furnish(casino, Guard(casino, lambda: 1_000))
    table = casino.table(BOOK)
    assert table is not None
    assert table.settings.link == table.book.operator
    assert table.settings.progressive_bet == 5_00
    link = casino.link(table.book.operator)
    assert link is not None
