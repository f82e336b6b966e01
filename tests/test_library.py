"""Pitboss as a library: names, rulebooks, figures and tables as people use them in a notebook."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pitboss
from tests.support import BE, CS, MH, MS, box, record

# With the tests of tests/maths, which need the same compiled code.
pytestmark = pytest.mark.xdist_group("compiled")

CARIBBEAN = Path(__file__).parents[1] / "examples" / "caribbean-stud.toml"
LIMITS = {"ante": ("25", "1000")}


def test_completion_lists_the_public_names_and_no_others() -> None:
    assert dir(pitboss) == sorted(pitboss.__all__)


def test_the_mathematics_is_loaded_when_it_is_asked_for() -> None:
    script = (
        "import sys, pitboss; pitboss.settle; pitboss.LiveTable; pitboss.analyse;"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'numba', 'typer', 'rich')))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────


def test_cards_may_stand_in_one_string_everywhere() -> None:
    for rulebook, dealer, more in (
        (MS, "2c 7d 9h Kd As", {}),
        (MH, "2c 7d", {"community": "9h Kd As 4c 4d"}),
    ):
        hand, bets = ("Qs Qh 8c 4s 3s", "bet") if rulebook == MS else ("Qs Qh", "flop")
        lists = record(rulebook, dealer, box(hand) | {"bets": {"ante": "25", bets: "50"}})
        lists |= {name: cards.split() for name, cards in more.items()}
        strings: dict[str, Any] = lists | more | {"dealer": dealer}
        strings["boxes"] = [strings["boxes"][0] | {"cards": hand}]
        assert pitboss.settle(strings) == pitboss.settle(lists)
    set_by_hand = box("Ks Kd Js Jd Td", main="25", arrangement={"three": "Ks Kd Js"})
    assert pitboss.settle(record(BE, "2c 7d 9h Kh As", set_by_hand)).boxes[0].hand


@pytest.mark.parametrize("verb", [pitboss.settle, pitboss.rule])
def test_what_is_no_record_is_a_fault(verb: Any) -> None:
    for odd in ("text", None, 5):
        with pytest.raises(pitboss.Fault) as caught:
            verb(odd)
        assert caught.value.code == "bad-field"
    with pytest.raises(pitboss.Fault, match="boxes"):
        pitboss.settle({"rulebook": MS, "dealer": "2c 7d 9h Kh As", "boxes": ["box"]})


def test_a_record_may_hold_a_path_or_the_rulebook_itself() -> None:
    held = record(MS, "2c 7d 9h Kd As", box("Qs Qh 8c 4d 3s", ante="25", bet="50"))
    assert pitboss.settle(held | {"rulebook": CARIBBEAN}).rulebook == "caribbean-stud-1"
    book = pitboss.vary(CS, {"pays.bet.one-pair": "2 to 1"})
    assert pitboss.settle(held | {"rulebook": book}).boxes[0].lines[1].winnings == 10_000
    incident = {"incident": "foreign-card", "rulebook": book}
    assert pitboss.rule(incident).rulebook == f"{CS}-varied"


# ── rulebooks ─────────────────────────────────────────────────────────────────────────────────────


def test_a_rulebook_comes_by_id_path_or_as_it_is(tmp_path: Path) -> None:
    assert set(pitboss.rulebooks()) >= {MS, CS, MH, BE}
    book = pitboss.load_rulebook(CARIBBEAN)
    assert pitboss.load_rulebook(str(CARIBBEAN)).id == book.id == "caribbean-stud-1"
    assert pitboss.load_rulebook(book) is book
    assert pitboss.load_rulebook(MS) is pitboss.load_rulebook(MS)
    assert isinstance(book, pitboss.Rulebook)
    with pytest.raises(pitboss.UnknownRulebook, match="the ids are"):
        pitboss.load_rulebook("none")
    with pytest.raises(pitboss.RulebookError, match="can't be read"):
        pitboss.load_rulebook(tmp_path / "none.toml")
    with pytest.raises(ValueError, match=r"names end in \.toml"):
        pitboss.load_rulebook(tmp_path / "none.txt")


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = CARIBBEAN.read_text()
    (tmp_path / "caribbean-stud.csv").write_bytes(CARIBBEAN.with_suffix(".csv").read_bytes())
    for title in ("One", "Two"):
        file.write_text(text.replace('title = "Caribbean Stud"', f'title = "{title}"'))
        assert pitboss.load_rulebook(str(file)).title == title


# ── figures ───────────────────────────────────────────────────────────────────────────────────────


def test_money_is_written_in_dollars() -> None:
    for call in (
        lambda amount: pitboss.analyse(CS, amount),
        lambda amount: pitboss.advise(CS, "As Kd Jh 8c 3s 8d", jackpot=amount),
        lambda amount: pitboss.simulate(CS, 100, ante=amount),
    ):
        for odd in (500, "five", 5.0):
            with pytest.raises(ValueError, match="write dollars in quotes, such as"):
                call(odd)


def test_advice_takes_cards_in_one_string_or_one_by_one() -> None:
    advice = pitboss.advise(CS, "As Kd Jh 8c 3s 8d")
    assert advice == pitboss.advise(CS, ["As", "Kd", "Jh", "8c", "3s", "8d"])
    assert repr(advice) == f"<Advice {CS}: bet, worth -0.861770>"
    assert "fold    -1.000000  13.8230%  -1/1" in str(advice)
    with_jackpot = pitboss.advise(CS, "As Ks Js 8s 3s 8d", jackpot="1000000")
    assert with_jackpot.forfeits == 4


def test_a_chart_and_a_difference() -> None:
    chart = pitboss.chart(CS, jackpot="1000000")
    assert repr(chart) == f"<Chart {CS}: the best play>"
    assert "5.2911%     0.0920%   Bet A-K-J-8-3 or better, fold the rest." in str(chart)
    assert "A-K-Q" in chart._repr_html_()
    difference = pitboss.compare(CS, pitboss.vary(CS, {"pays.bet.flush": "6 to 1"}))
    edge = difference.figure("main game", "house edge")
    assert edge is not None
    assert edge.change is not None
    assert edge.change < 0
    assert difference.figure("main game", "staked on average") is None


def test_a_simulation_is_the_same_for_any_number_of_workers() -> None:
    one, two = (pitboss.simulate(MS, 300_000, seed=3, workers=workers) for workers in (1, 2))
    assert one == two
    assert "main house_edge" in str(one)
    with_jackpot = pitboss.simulate(MS, 1_000, jackpot="1000000", strategy="blind")
    assert with_jackpot.progressive.whole_return is not None
    with pytest.raises(ValueError, match=f"strategy is 'wild'; for {MS} write optimal, blind"):
        pitboss.simulate(MS, strategy="wild")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"rounds": 1}, "rounds is 1; write a whole number from 2"),
        (
            {"rounds": 1e6},
            "rounds is 1000000.0; write a whole number from 2, such as 1_000_000",
        ),
        ({"rounds": "1e6"}, "rounds is '1e6'; write a whole number from 2"),
        ({"rounds": float("inf")}, "rounds is inf; write a whole number from 2"),
        ({"seed": -1}, "seed is -1; write a whole number from 0"),
        ({"workers": 0}, "workers is 0; write a whole number from 1"),
        ({"workers": True}, "workers is True; write a whole number from 1"),
    ],
)
def test_what_can_not_be_simulated_is_said_in_a_sentence(arguments: Any, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        pitboss.simulate(MS, **arguments)


# ── results as data ───────────────────────────────────────────────────────────────────────────────


def test_every_result_takes_json_dumps_as_the_command_writes_it() -> None:
    round = record(MS, "2c 7d 9h Kd As", box("Qs Qh 8c 4d 3s", ante="25", bet="50"))
    settled = pitboss.settle(round).to_dict()
    line = subprocess.run(
        [sys.executable, "-m", "pitboss", "settle"],
        input=json.dumps(round),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(json.dumps(settled)) == json.loads(line)
    ruling = pitboss.rule({"rulebook": MS, "incident": "foreign-card"})
    assert json.loads(json.dumps(ruling.to_dict()))["effects"] == list(ruling.effects)
    advice = pitboss.advise(CS, "As Kd Jh 8c 3s 8d").to_dict()
    assert json.loads(json.dumps(advice))["cards"] == ["As", "Kd", "Jh", "8c", "3s", "8d"]
    varied = pitboss.vary(CS, {"pays.bet.flush": "6 to 1"})
    for result in (
        pitboss.analyse(CS),
        pitboss.chart(CS),
        pitboss.simulate(CS, 1_000),
        pitboss.compare(CS, varied),
    ):
        assert json.loads(json.dumps(result.to_dict())) == result.to_dict()


def test_every_result_becomes_a_table_of_numbers() -> None:
    round = record(MS, "2c 7d 9h Kd As", box("Qs Qh 8c 4d 3s", ante="25", bet="50"))
    ante, bet = pitboss.settle(round).to_rows()
    assert (ante["wager"], ante["stake"], ante["net"]) == ("ante", 2_500, 2_500)
    assert (bet["wager"], bet["result"], bet["clauses"]) == ("bet", "win", "3.14.1, 4.1")
    (ruling,) = pitboss.rule({"rulebook": MS, "incident": "foreign-card"}).to_rows()
    assert ruling["incident"] == "foreign-card"
    analysis = pitboss.analyse(CS)
    figures = {row["figure"]: row for row in analysis.to_rows()}
    assert figures["house edge"]["value"] == float(analysis.house_edge)
    assert figures["royal-flush (progressive)"]["exact"] == "1/649740"
    best, fold = pitboss.advise(CS, "As Kd Jh 8c 3s 8d").to_rows()
    assert (best["choice"], best["costs"], fold["value"]) == ("bet", 0.0, -1.0)
    cells = pitboss.chart(CS).to_rows()
    assert cells
    assert set(cells[0]) == {"row", "column", "value"}
    simulated = pitboss.simulate(CS, 1_000)
    assert len(simulated.to_rows()) == len(simulated.compared())
    varied = pitboss.vary(CS, {"pays.bet.flush": "6 to 1"})
    differs = {row["figure"]: row["change"] for row in pitboss.compare(CS, varied).to_rows()}
    assert isinstance(differs["house edge"], float)
    assert differs["house edge"] < 0


# ── live tables ───────────────────────────────────────────────────────────────────────────────────


def test_a_round_with_entered_cards_and_a_jackpot() -> None:
    table = pitboss.LiveTable(
        MS,
        limits=LIMITS,
        cards="entered",
        dealing="shoe",
        layout="A",
        boxes=2,
        progressive_bet="5.00",
        jackpot=("250000", "100000"),
    )
    assert repr(table) == f"<LiveTable {MS}: between rounds>"
    assert str(table) == f"{MS}: between rounds"
    table.do("open-betting")
    for bet, amount in (("ante", "25.00"), ("progressive", "5.00")):
        table.do("place-bet", by="ann", box=1, bet=bet, amount=amount)
    assert str(table).splitlines()[2:] == [
        "box  player  bets                          cards  standing",
        "1    ann     ante 25.00, progressive 5.00         undecided",
        "",
        "up or down",
        "ann  -30.00",
    ]
    table.do("close-betting")
    hands = {"box": "2s 3s 4s 5s 6s", "dealer": "2c 7d 9h Kd As", "burnt": "3h"}
    order = {place: hand.split() for place, hand in hands.items()}
    while (step := table.next_steps()[0]).do == "deal":
        place = "dealer" if "dealer" in step.label else "box" if "box" in step.label else "burnt"
        table.do("deal", cards=order[place].pop(0))
    assert "dealer  ?? ?? ?? ?? As" in str(table)
    table.do("raise", by="ann", box=1, amount="50")
    while not any(one.do == "settle" for one in table.next_steps()):
        table.do("deal")
    table.do("settle", by="dealer:dana")
    assert table.settlement == pitboss.settle(table.record or {})
    assert table.jackpot == 22_500_000
    table.do("conclude")
    assert table.chips == {"ann": 2_752_000}
    assert table.events[-1].__class__.__name__ == "RoundConcluded"
    table.do("close-table", by="pit-supervisor")
    assert repr(table) == f"<LiveTable {MS}: closed>"


def test_what_is_refused_says_why() -> None:
    table = pitboss.LiveTable(BE, limits={"main": ("25", "1000")})
    assert (table.jackpot, table.record, table.settlement) == (None, None, None)
    with pytest.raises(pitboss.Refused, match="not-now: ") as caught:
        table.do("deal")
    assert (caught.value.code, bool(caught.value.clauses)) == ("not-now", True)
    assert caught.value.message.startswith("Cards are dealt")
    with pytest.raises(pitboss.Fault, match="is not a command"):
        table.do("dela")
    with pytest.raises(pitboss.Refused, match="bad-configuration"):
        pitboss.LiveTable(BE, limits={})


def test_a_table_of_a_varied_rulebook_pays_by_it() -> None:
    book = pitboss.vary(MH, {"pays.flop.win": "2 to 1"})
    table = pitboss.LiveTable(book, limits=LIMITS, seed="a")
    assert table.view("ann").rulebook == f"{MH}-varied"
    table.do("open-betting")
    table.do("place-bet", by="ann", box=1, bet="ante", amount="25")
    table.do("close-betting")
    table.deal()
    assert [step.do for step in table.next_steps("player:ann")] == ["examine", "raise", "fold"]
    table.do("raise", by="ann", box=1, amount="50")
    table.deal()
    table.do("check", by="ann", box=1)
    table.deal()
    table.do("check", by="ann", box=1)
    table.deal()
    assert "community" in str(table)
    table.do("settle")
    assert table.settlement is not None
    (settled,) = table.settlement.boxes
    assert [line.bet for line in settled.lines] == ["ante", "flop"]
