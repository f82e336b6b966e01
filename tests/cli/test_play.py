"""``pitboss play`` as a trainer, an integrator and a shell script use it."""

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.cli.render.felt import draw
from pitboss.rulebook.loader import DATA
from tests.patience import PATIENCE_S
from tests.support import BE, CS, MH, MS, SS
from tests.tables import Table, setting

PROGRAM = (sys.executable, "-m", "pitboss")
SAM, DANA, MAX = "pit-supervisor:sam", "dealer:dana", "shift-manager:max"


def line(do: str, by: str = DANA, **fields: Any) -> str:
    return json.dumps({"table": "t1", "by": by, "do": do, **fields})


def opened(rulebook: str = CS, **more: Any) -> str:
    """A table whose cards the system shuffles, unless told otherwise."""
    return line(
        "open-table",
        SAM,
        **setting(rulebook, **{"dealing": "shuffler", "cards": "virtual", "boxes": 3} | more),
    )


ANTE = line("place-bet", "player:ann", box=1, bet="ante", amount="25")
TO_THE_END = [
    line("close-betting"),
    line("deal", repeat=2),
    line("examine", "player:ann", box=1),
    line("raise", "player:ann", box=1, amount="50"),
    line("deal"),
    line("settle"),
    line("conclude"),
]
ROUND = [line("open-betting"), ANTE, *TO_THE_END]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A round from the opening of the table to its end."""
    return written(tmp_path, opened(), *ROUND)


def written(folder: Path, *lines: str, name: str = "script.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def call(*arguments: str | Path, sent: str | bytes = "") -> Result:
    """The command in this process."""
    return CliRunner().invoke(app, ["play", *(str(argument) for argument in arguments)], input=sent)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(text) for text in result.stdout.splitlines()]


# ── the story ─────────────────────────────────────────────────────────────────────────────────────

ENTERED = [
    "# A word before.",
    "",
    "# Another one.",
    opened(MS, cards="entered"),
    line("open-betting"),
    line("place-bet", "player:ann", box=1, bet="progressive", amount="5"),
    ANTE,
    line("place-bet", DANA, box=1, bet="progressive", amount="5", player="ann"),
    line("close-betting"),
    line("deal", cards=["Qs", "Qh", "8c", "4d", "3s"]),
    line("deal", cards=["2c", "7d", "9h", "Kd", "As"]),
    "# The end.",
    line("examine", "player:ann", box=1),
    line("raise", "player:ann", box=1, amount="50"),
    line("deal"),
    line("settle", jackpot={"displayed": "250000.00", "reset": "100000.00"}),
    line("conclude"),
]

STORY = """\
# A word before.

# Another one.
── t1 ──────────────────────────────────────────────────────────────────────────
   4  sam opens t1: Multi-Link Progressive Casino Stud Poker (RWS), version 3.
      Layout A, 3 boxes; dealing shuffler, whole hands [3.11]; real cards,
        entered as they come.
      Shown at the table: ante from 10.00 up to 1,000.00; progressive 5.00.
   5  "Place your Bets, please" [3.2]: round t1-1.
   6  ✗ ann (player): place-bet, box 1, bet progressive, amount 5.00
      refused, needs-opening-wager [3.6, 3.8]: Box 1 needs its ante first.
   7  ann lays 25.00 on Ante, box 1.
   8  dana lays 5.00 on Progressive Jackpot, box 1, for ann [5.23].
   9  "No more Bets" [3.9].
  10  Box 1 gets Q♠ Q♥ 8♣ 4♦ 3♠.
  11  The dealer gets 2♣ 7♦ 9♥ K♦ A♠; A♠ lies face up.

# The end.
  13  ann looks at box 1: Q♠ Q♥ 8♣ 4♦ 3♠.
  14  Box 1 (ann) places BET 50.00.
      Everybody has decided.
  15  The dealer's cards are turned over: 2♣ 7♦ 9♥ K♦ A♠.
  16  Settled. The dealer's hand: five odd cards; it qualifies.
      Box 1 (ann): one pair; net +70.00
        ante             25.00  wins 25.00 (ante dealer qualified), 25.00 back
          [3.14.1, 4.1]
        bet              50.00  wins 50.00 (one pair or less), 50.00 back
          [3.14.1, 4.1]
        progressive       5.00  loses [4.2]
  17  Round t1-1 is concluded.

t1: 1 round; ann +70.00, house -70.00
"""


def test_the_story_is_told_in_sentences_with_clauses(tmp_path: Path) -> None:
    result = call(written(tmp_path, *ENTERED))
    assert result.exit_code == 0
    assert result.stdout == STORY
    assert result.stderr == ""


def test_limits_may_be_open_to_one_side_and_a_table_have_no_jackpot(tmp_path: Path) -> None:
    limits = {"ante": {"min": "10", "max": "50"}, "bonus": {"min": "5"}}
    one = opened(MH, limits=limits, progressive_bet=None)
    other = opened(MH, limits={"ante": limits["ante"], "bonus": {"max": "100"}}).replace(
        '"t1"', '"t2"'
    )
    told = call(written(tmp_path, one, other)).stdout
    assert "Shown at the table: ante from 10.00 up to 50.00; bonus from 5.00.\n" in told
    assert "ante from 10.00 up to 50.00; bonus up to 100.00;\n        progressive 5.00.\n" in told
    settings = answers(call(written(tmp_path, one), "--show", "json"))[0]["events"][0]["settings"]
    assert settings["limits"]["bonus"] == {"min": "5.00", "max": None}
    assert settings["progressive-bet"] is None


def test_a_table_is_named_when_the_story_moves_to_it(tmp_path: Path) -> None:
    other = opened().replace('"t1"', '"t2"')
    told = call(written(tmp_path, opened(), other, line("open-betting"))).stdout
    assert [text.split()[1] for text in told.splitlines() if text.startswith("── ")] == [
        "t1",
        "t2",
        "t1",
    ]
    assert told.endswith("\nt1: 1 round; house 0.00\nt2: 0 rounds; house 0.00\n")


def test_a_command_that_is_repeated_is_told_once_a_time_under_one_number(script: Path) -> None:
    told = call(script).stdout
    (at,) = [n for n, text in enumerate(told.splitlines()) if text.startswith("   5  Box 1 gets ")]
    assert told.splitlines()[at + 1].startswith("      The dealer gets ")


def test_repeating_stops_when_the_table_refuses(tmp_path: Path) -> None:
    lines = [opened(), line("open-betting"), ANTE, line("close-betting"), line("deal", repeat=50)]
    result = call(written(tmp_path, *lines), "--show", "json")
    dealt = [answer for answer in answers(result) if answer["line"] == 5]
    assert [bool(answer["refused"]) for answer in dealt] == [False, False, True]


def test_chips_left_on_the_layout_are_counted(tmp_path: Path) -> None:
    told = call(written(tmp_path, opened(), line("open-betting"), ANTE)).stdout
    assert told.endswith("t1: 1 round; ann -25.00, house 0.00, on the layout 25.00\n")


def test_what_is_told_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    """A name may have anything in it; what would move the cursor or ring the bell is not
    printed.
    """
    bet = line("place-bet", "player:\x1b[31ma\x07\u202enn", box=1, bet="ante", amount="25")
    for show in ("story", "table"):
        told = call(
            written(tmp_path, "# \x1b[2J", opened(), line("open-betting"), bet), "--show", show
        ).stdout
        assert all(char.isprintable() for char in told.replace("\n", ""))
        assert "�[31ma��nn lays 25.00" in told


def test_a_long_seed_and_a_refused_setting_stay_within_eighty_columns(tmp_path: Path) -> None:
    lines = [
        opened(boxes=30),
        opened(),
        line("open-betting"),
        line("give-seed", "player:ann", seed="x" * 201),
        line("give-seed", "player:ann", seed="word " * 100),
        line("report", incident="nonsense"),
    ]
    told = call(written(tmp_path, *lines)).stdout
    assert max(cell_len(text) for text in told.splitlines()) <= 80
    assert "give-seed, seed word word" in told


# ── secrets ───────────────────────────────────────────────────────────────────────────────────────


def secret_of(script: Path, *more: str) -> str:
    """The secret of the first round, which the events for the journal have."""
    events = [
        event
        for answer in answers(call(script, "--show", "json", *more))
        for event in answer["events"]
    ]
    secret: str = next(event["secret"] for event in events if event["event"] == "betting-opened/1")
    assert len(secret) == 64
    return secret


@pytest.mark.parametrize("show", ["story", "table"])
def test_no_secret_before_the_round_is_concluded(tmp_path: Path, show: str) -> None:
    for length in range(1, len(ROUND)):
        script = written(tmp_path, opened(), *ROUND[:length])
        assert secret_of(script) not in call(script, "--show", show).stdout
    script = written(tmp_path, opened(), *ROUND)
    told = call(script, "--show", show).stdout
    assert told.index("Round t1-1 is concluded.") < told.index(secret_of(script))


@pytest.mark.parametrize("show", ["story", "table"])
def test_the_promise_is_made_before_the_first_bet(script: Path, show: str) -> None:
    told = call(script, "--show", show).stdout
    promise = answers(call(script, "--show", "json"))[1]["events"][0]["commitment"]
    assert told.index("round t1-1.") < told.index(promise) < told.index("ann lays")


def test_the_same_seed_makes_the_same_evening(script: Path) -> None:
    assert call(script).stdout == call(script).stdout
    assert call(script).stdout == call(script, "--seed", "pitboss").stdout
    assert call(script).stdout != call(script, "--seed", "another").stdout
    assert secret_of(script) != secret_of(script, "--seed", "another")


def test_every_round_and_table_has_a_secret_of_its_own(tmp_path: Path) -> None:
    other = [text.replace('"t1"', '"t2"') for text in (opened(), *ROUND)]
    shuffles = tmp_path / "shuffles"
    call(written(tmp_path, opened(), *ROUND, *ROUND, *other), "--shuffles", shuffles)
    found = [json.loads(text) for text in shuffles.read_text().splitlines()]
    assert [shuffle["round"] for shuffle in found] == ["t1-1", "t1-2", "t2-1"]
    assert len({shuffle["secret"] for shuffle in found}) == 3


def test_a_script_may_bring_its_own_secret(tmp_path: Path) -> None:
    script = written(tmp_path, opened(), line("open-betting", secret="ab" * 32))
    assert secret_of(script) == "ab" * 32


# ── the felt ──────────────────────────────────────────────────────────────────────────────────────


def felt(*lines: str, folder: Path) -> str:
    """The last table that is drawn."""
    told = call(written(folder, *lines), "--show", "table").stdout
    return told[told.rindex("┌") : told.rindex("┘") + 1]


def test_the_felt_while_players_decide(tmp_path: Path) -> None:
    lines = [
        opened(MS, cards="entered", boxes=6),
        line("open-betting"),
        ANTE,
        line("place-bet", "player:ann", box=1, bet="progressive", amount="5"),
        line("place-bet", "player:bob", box=2, bet="ante", amount="1000"),
        line("close-betting"),
        line("deal", cards=["Qs", "Qh", "8c", "4d", "3s"]),
        line("deal", cards=["Ts", "Th", "8d", "4c", "3d"]),
        line("deal", cards=["2c", "7d", "9h", "Kd", "As"]),
        line("examine", "player:bob", box=2),
        line("fold", "player:ann", box=1),
    ]
    assert felt(*lines, folder=tmp_path) == (
        "┌─ t1: Multi-Link Progressive Casino Stud Poker ────────────── t1-1, deciding ─┐\n"
        "│   Dealer       ?? ?? ?? ?? A♠                                                │\n"
        "│   1 ann        ?? ?? ?? ?? ?? folded    ante 25.00  progressive 5.00         │\n"
        "│ ▶ 2 bob        ?? ?? ?? ?? ?? looked    ante 1,000.00                        │\n"
        "│ Next: Ask box 2: fold, or BET 2000.00                                        │\n"
        "└──────────────────────────────────────────────────────────────────────────────┘"
    )


def test_the_felt_of_a_settled_round(tmp_path: Path) -> None:
    assert felt(*ENTERED[:-1], folder=tmp_path) == (
        "┌─ t1: Multi-Link Progressive Casino Stud Poker ─────────────── t1-1, settled ─┐\n"
        "│   Dealer       2♣ 7♦ 9♥ K♦ A♠                                                │\n"
        "│   1 ann        Q♠ Q♥ 8♣ 4♦ 3♠ +70.00    ante 25.00  progressive 5.00         │\n"
        "│                                         bet 50.00                            │\n"
        "│ Next: Conclude the round                                                     │\n"
        "└──────────────────────────────────────────────────────────────────────────────┘"
    )


def test_the_felt_of_hold_em_shows_the_community_cards(tmp_path: Path) -> None:
    lines = [
        opened(MH, cards="entered"),
        line("open-betting"),
        ANTE,
        line("close-betting"),
        line("deal", cards=["As", "Ks", "Qs", "2d", "3d"]),
        line("deal", cards=["Js", "Ts"]),
        line("deal", cards=["9h", "9d"]),
        line("raise", "player:ann", box=1, amount="50"),
        line("deal"),
    ]
    assert felt(*lines, folder=tmp_path) == (
        "┌─ t1: Multi-Link Progressive Texas Hold'em Poker ──────────── t1-1, deciding ─┐\n"
        "│   Dealer       ?? ??                                                         │\n"
        "│   Community    A♠ K♠ Q♠ ?? ??                                                │\n"
        "│ ▶ 1 ann        ?? ??          in        ante 25.00  flop 50.00               │\n"
        "│ Next: Ask box 1: check, or Turn 25.00                                        │\n"
        "└──────────────────────────────────────────────────────────────────────────────┘"
    )


def test_the_felt_while_a_ruling_waits(tmp_path: Path) -> None:
    lines = [opened(MS), line("open-betting"), ANTE, line("report", incident="unlisted")]
    assert felt(*lines, folder=tmp_path) == (
        "┌─ t1: Multi-Link Progressive Casino Stud Poker ─────────────── t1-1, betting ─┐\n"
        "│   1 ann                                 ante 25.00                           │\n"
        "│ Waits for the shift manager: The rules do not settle this, so the Table Game │\n"
        "│   Shift Manager or above decides. [5.24]                                     │\n"
        "└──────────────────────────────────────────────────────────────────────────────┘"
    )


def test_the_felt_while_players_choose(tmp_path: Path) -> None:
    lines = [
        opened(SS, dealing="automated", boxes=5),
        line("open-betting"),
        ANTE,
        line("report", incident="technical-interruption"),
    ]
    assert felt(*lines, folder=tmp_path) == (
        "┌─ t1: Megalink Singapore Stud Poker ────────────────────────── t1-1, betting ─┐\n"
        "│   1 ann                                 ante 25.00                           │\n"
        "│ Box 1 may choose: withdraw or stay                                           │\n"
        "│ Next: Time's up, everyone else plays on                                      │\n"
        "└──────────────────────────────────────────────────────────────────────────────┘"
    )


def test_the_felt_of_a_void_round(tmp_path: Path) -> None:
    lines = [opened(MS, cards="entered"), *ROUND[:3], line("report", incident="foreign-card")]
    assert felt(*lines, folder=tmp_path) == (
        "┌─ t1: Multi-Link Progressive Casino Stud Poker ────────────────── t1-1, void ─┐\n"
        "│   1 ann                                 ante 25.00                           │\n"
        "│ VOID: A card that does not belong to the deck was found, so the round is     │\n"
        "│   void. [5.8.1]                                                              │\n"
        "│ Next: Return all bets: the round is void [5.8.1]                             │\n"
        "└──────────────────────────────────────────────────────────────────────────────┘"
    )


DOWN = [
    opened(MS),
    line("open-betting"),
    ANTE,
    line("report", incident="progressive-system-down"),
    line("settle"),
    line("conclude"),
]


def test_the_felt_of_a_table_without_its_jackpot(tmp_path: Path) -> None:
    chosen = line("choose-operation", MAX, operation="run-without-progressive")
    assert felt(*DOWN, chosen, folder=tmp_path) == (
        "┌─ t1: Multi-Link Progressive Casino Stud Poker ────────────── between rounds ─┐\n"
        "│ NOTICE: No Progressive Jackpot bets are accepted or paid at this table. By   │\n"
        "│   joining the game you accept this.                                          │\n"
        "│ Next: Announce: Place your Bets, please [3.2]                                │\n"
        "└──────────────────────────────────────────────────────────────────────────────┘"
    )


def test_the_felt_of_a_table_with_a_barred_box(tmp_path: Path) -> None:
    chosen = line("choose-operation", MAX, operation="bar-box", box=2)
    assert "│ No bets are taken on box 2. " in felt(*DOWN, chosen, folder=tmp_path)


def test_the_felt_of_a_closed_table(tmp_path: Path) -> None:
    assert felt(opened(MS), line("close-table", SAM), folder=tmp_path) == (
        "┌─ t1: Multi-Link Progressive Casino Stud Poker ────────────────────── closed ─┐\n"
        "└──────────────────────────────────────────────────────────────────────────────┘"
    )


def test_wide_letters_and_long_names_do_not_break_the_frame() -> None:
    table = Table.open(BE, dealing="method-a", progressive="5")
    table.name = "a table whose name is much too long for the line on which it has to stand"
    bets = {"main": "1000", "tie": "1000", "suits": "1000", "bullseye": "1000", "progressive": "5"}
    table.do("open-betting")
    for player, box in (
        ("王小明王小明王小明", 1),
        ("e\u0301milie the first of her name", 2),
        ("♠", 6),
    ):
        for bet, amount in bets.items():
            table.do("place-bet", by=f"player:{player}", box=box, bet=bet, amount=amount)
    drawn = draw(replace(table.view_struct(), table=table.name), "a step " * 20)
    assert {cell_len(text) for text in drawn.splitlines()} == {80}
    assert "bullseye 1,000.00" in drawn


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────


def test_json_answers_every_command_with_its_events(tmp_path: Path) -> None:
    result = call(written(tmp_path, *ENTERED), "--show", "json")
    assert result.exit_code == 0
    found = answers(result)
    assert [answer["line"] for answer in found] == [4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17]
    assert found[0] == {
        "line": 4,
        "table": "t1",
        "events": [
            {
                "event": "table-opened/1",
                "table": "t1",
                "settings": {
                    "do": "open-table",
                    "rulebook": MS,
                    "layout": "A",
                    "boxes": 3,
                    "dealing": "shuffler",
                    "cards": "entered",
                    "limits": {"ante": {"min": "10.00", "max": "1000.00"}},
                    "progressive-bet": "5.00",
                    "link": None,
                },
                "by": "pit-supervisor:sam",
            }
        ],
        "refused": None,
    }
    assert found[2]["events"] == []
    assert found[2]["refused"] == {
        "code": "needs-opening-wager",
        "message": "Box 1 needs its ante first.",
        "clauses": ["3.6", "3.8"],
    }
    assert found[4]["events"] == [
        {
            "event": "bet-placed/1",
            "box": 1,
            "bet": "progressive",
            "amount": "5.00",
            "player": "ann",
            "by": "dealer:dana",
        }
    ]
    assert found[6]["events"][0] == {
        "event": "cards-dealt/1",
        "place": "1",
        "cards": ["Qs", "Qh", "8c", "4d", "3s"],
        "face-up": 0,
        "at-ms": 8000,
        "by": "dealer:dana",
    }
    (settled,) = found[11]["events"]
    assert settled["paid"] == {"ann": "150.00"}
    assert settled["settlement"]["boxes"][0]["net"] == "70.00"


def test_json_has_what_a_journal_keeps(script: Path) -> None:
    found = answers(call(script, "--show", "json"))
    opened_event, closed = found[1]["events"][0], found[3]["events"][0]
    assert len(opened_event["secret"]) == 64
    assert len(opened_event["commitment"]) == 64
    assert len(set(closed["deck"])) == 52
    assert found[4]["events"][0]["cards"] == closed["deck"][:5]


def test_json_of_a_ruling_is_the_contracts(tmp_path: Path) -> None:
    lines = [*DOWN[:3], line("report", incident="progressive-system-down")]
    events = answers(call(written(tmp_path, *lines), "--show", "json"))[-1]["events"]
    assert events[0]["ruling"]["effects"] == ["void-round", "choose-operation"]
    assert events[0]["ruling"]["operations"][2]["operation"] == "run-without-progressive"
    assert events[0]["by"] == "dealer:dana"


def test_json_of_a_jackpot_and_of_a_burnt_card(tmp_path: Path) -> None:
    lines = [
        opened(MS, dealing="shoe"),
        line("open-betting", jackpot={"displayed": "1234.56", "reset": "1000"}),
        ANTE,
        line("close-betting"),
        line("deal", repeat=11),
        line("examine", "player:ann", box=1),
        line("report", incident="progressive-system-down"),
    ]
    found = answers(call(written(tmp_path, *lines), "--show", "json"))
    deck = found[3]["events"][0]["deck"]
    assert found[4]["events"] == [{"event": "card-burnt/1", "card": deck[0], "by": "dealer:dana"}]
    registered = [
        event for event in found[-1]["events"] if event["event"] == "jackpot-registered/1"
    ]
    assert registered == [
        {
            "event": "jackpot-registered/1",
            "jackpot": {"displayed": "1234.56", "reset": "1000.00"},
            "clauses": ["5.18.1"],
        }
    ]


# ── lines that can't be read ──────────────────────────────────────────────────────────────────────

BAD = [
    ("nonsense", "not-json"),
    ("[]", "bad-field"),
    ("{}", "missing-field"),
    ('{"by": "dealer:dana"}', "missing-field"),
    ('{"by": "dealer:dana", "do": "dance"}', "bad-field"),
    ('{"by": "cook:dana", "do": "settle"}', "bad-field"),
    ('{"by": "player:", "do": "settle"}', "bad-field"),
    ('{"by": "dealer:dana", "do": "settle", "loudly": true}', "bad-field"),
    ('{"by": "dealer:dana", "do": "settle", "repeat": 0}', "bad-field"),
    ('{"by": "dealer:dana", "do": "settle", "repeat": true}', "bad-field"),
    ('{"by": "dealer:dana", "do": "settle", "repeat": "3"}', "bad-field"),
    ('{"by": "dealer:dana", "do": "settle", "repeat": 1001}', "bad-field"),
    (
        '{"by": "player:ann", "do": "place-bet", "box": 1, "bet": "ante", "amount": 25}',
        "bad-amount",
    ),
    ('{"by": "dealer:dana", "do": "deal", "cards": ["1s"]}', "bad-card"),
    ('{"by": "player:\\ud800", "do": "settle"}', "bad-field"),
]


@pytest.mark.parametrize(("text", "code"), BAD)
def test_a_bad_line_is_told_and_the_rest_runs(tmp_path: Path, text: str, code: str) -> None:
    result = call(written(tmp_path, opened(), text, *ROUND))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"line 2: {code}: ")
    assert result.stderr.count("\n") == 1
    assert "Round t1-1 is concluded." in result.stdout


@pytest.mark.parametrize(("text", "code"), BAD)
def test_a_bad_line_is_answered_in_json_where_json_is_wanted(
    tmp_path: Path, text: str, code: str
) -> None:
    result = call(written(tmp_path, opened(), text, *ROUND), "--show", "json")
    assert result.exit_code == 1
    assert result.stderr == ""
    found = answers(result)
    assert found[1]["line"] == 2
    assert found[1]["error"]["code"] == code
    assert set(found[1]["error"]) == {"code", "message", "at"}
    assert found[-1]["events"][0]["event"] == "round-concluded/1"


def test_refusals_are_part_of_a_script_and_no_failure(tmp_path: Path) -> None:
    assert call(written(tmp_path, line("settle"), opened(), line("settle"))).exit_code == 0


def test_windows_line_ends_byte_order_marks_and_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    path.write_bytes(
        b"\xef\xbb\xbf# hello\r\n\r\n   \r\n  " + opened().encode() + b"\r\n# \xff\xfe\r\n"
    )
    result = call(path)
    assert result.exit_code == 0
    assert result.stdout.startswith("# hello\n")
    assert "sam opens t1" in result.stdout


def test_an_empty_script_is_a_short_evening(tmp_path: Path) -> None:
    result = call(written(tmp_path))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


def test_a_line_may_carry_a_note_and_a_time(tmp_path: Path) -> None:
    lines = [
        opened(),
        line("open-betting", note="for whoever reads this", now_ms=5),
        line("conclude"),
    ]
    found = answers(call(written(tmp_path, *lines), "--show", "json"))
    assert found[1]["events"][0]["at-ms"] == 5
    assert found[2]["events"][0]["at-ms"] == 1005


# ── files ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_script_that_is_not_there(tmp_path: Path) -> None:
    result = call(tmp_path / "none.jsonl")
    assert result.exit_code == 2
    assert result.stderr == (
        f"pitboss: {tmp_path / 'none.jsonl'} can't be read: No such file or directory\n"
    )


def test_a_folder_is_no_script(tmp_path: Path) -> None:
    result = call(tmp_path)
    assert result.exit_code == 2
    assert result.stderr == f"pitboss: {tmp_path} can't be read: Is a directory\n"


@pytest.mark.parametrize("option", ["--records", "--shuffles"])
def test_a_file_that_can_not_be_written(script: Path, tmp_path: Path, option: str) -> None:
    result = call(script, option, tmp_path / "none" / "out")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        f"pitboss: {tmp_path / 'none' / 'out'} can't be written: No such file or directory\n"
    )


@pytest.mark.parametrize("option", ["--records", "--shuffles"])
def test_a_script_is_not_overwritten(script: Path, tmp_path: Path, option: str) -> None:
    before = script.read_bytes()
    alias, twin = tmp_path / "alias", tmp_path / "twin"
    alias.symlink_to(script)
    twin.hardlink_to(script)
    for path in (script, alias, twin, tmp_path / "x" / ".." / "script.jsonl"):
        result = call(script, option, path)
        assert result.exit_code == 2
        assert result.stderr == (
            "pitboss: the script, --records and --shuffles must be different files\n"
        )
    assert script.read_bytes() == before


def test_records_and_shuffles_do_not_share_a_file(script: Path, tmp_path: Path) -> None:
    result = call(script, "--records", tmp_path / "out", "--shuffles", tmp_path / "out")
    assert result.exit_code == 2
    assert not (tmp_path / "out").exists()


def test_an_unknown_view_is_refused(script: Path) -> None:
    result = call(script, "--show", "film")
    assert result.exit_code == 2
    assert result.stderr == "pitboss: --show takes story, table, json, not 'film'\n"


def test_records_and_shuffles_of_concluded_rounds_alone(tmp_path: Path) -> None:
    void = [
        *ROUND[:3],
        line("report", incident="technical-interruption"),
        line("settle"),
        line("conclude"),
    ]
    empty = [line("open-betting"), line("conclude")]
    script = written(tmp_path, opened(), *ROUND, *empty, *void, *ROUND[:5])
    records, shuffles = tmp_path / "records", tmp_path / "shuffles"
    assert call(script, "--records", records, "--shuffles", shuffles).exit_code == 0
    found = [json.loads(text) for text in records.read_text().splitlines()]
    assert [(record["id"], record["outcome"]) for record in found] == [
        ("t1-1", "completed"),
        ("t1-3", "void"),
    ]
    assert [json.loads(text)["round"] for text in shuffles.read_text().splitlines()] == [
        "t1-1",
        "t1-2",
        "t1-3",
    ]


def test_the_records_of_a_round_are_what_was_settled(script: Path, tmp_path: Path) -> None:
    records = tmp_path / "records"
    found = answers(call(script, "--show", "json", "--records", records))
    events = [event for answer in found for event in answer["events"]]
    (settled,) = [event for event in events if event["event"] == "round-settled/1"]
    assert json.loads(records.read_text()) == settled["record"]
    again = CliRunner().invoke(app, ["settle", str(records)])
    assert json.loads(again.stdout) == settled["settlement"]


# ── the jackpot of a script ───────────────────────────────────────────────────────────────────────

ROYAL = [
    line("open-betting"),
    ANTE,
    line("place-bet", "player:ann", box=1, bet="progressive", amount="5"),
    line("close-betting"),
    line("deal", cards=["As", "Ks", "Qs", "Js", "Ts"]),
    line("deal", cards=["2c", "7d", "9h", "Kd", "Ad"]),
    line("raise", "player:ann", box=1, amount="50"),
    line("deal"),
    line("settle"),
]
JACKPOT = {"displayed": "250000.00", "reset": "100000.00"}


def awards(*lines: str, folder: Path) -> list[str]:
    """What the jackpot paid, settlement by settlement."""
    found = answers(
        call(
            written(folder, opened(MS, cards="entered", jackpot=JACKPOT), *lines),
            "--show",
            "json",
        )
    )
    settled = [
        event
        for answer in found
        for event in answer["events"]
        if event["event"] == "round-settled/1"
    ]
    jackpots = [event["settlement"].get("jackpot") for event in settled]
    return [award["amount"] for jackpot in jackpots if jackpot for award in jackpot["awards"]]


def test_what_one_settlement_leaves_the_next_one_finds(tmp_path: Path) -> None:
    assert awards(*ROYAL, line("conclude"), *ROYAL, folder=tmp_path) == ["250000.00", "100000.00"]


def test_a_settlement_that_is_undone_gives_the_jackpot_back(tmp_path: Path) -> None:
    undone = [*ROYAL, line("report", incident="deck-count-wrong"), line("settle"), line("conclude")]
    assert awards(*undone, *ROYAL, folder=tmp_path) == ["250000.00", "250000.00"]


def test_a_line_may_tell_another_jackpot(tmp_path: Path) -> None:
    told = [*ROYAL[:-1], line("settle", jackpot={"displayed": "7777.77", "reset": "5000"})]
    assert awards(*told, line("conclude"), *ROYAL, folder=tmp_path) == ["7777.77", "5000.00"]


# ── own rulebooks ─────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Casino stud in which a straight wins twenty times the BET."""
    text = (DATA / f"{CS}.toml").read_text(encoding="utf-8")
    text = text.replace(f'id = "{CS}"', 'id = "my-stud"').replace(
        'title = "Casino Stud Poker"', 'title = "My Stud"'
    )
    assert '"4 to 1"' in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('"4 to 1"', '"20 to 1"'), encoding="utf-8")
    return path


STRAIGHT = [
    line("open-betting"),
    ANTE,
    line("close-betting"),
    line("deal", cards=["9s", "8h", "7s", "6s", "5s"]),
    line("deal", cards=["2c", "7d", "9h", "Kd", "Ad"]),
    line("raise", "player:ann", box=1, amount="50"),
    line("deal"),
    line("settle"),
    line("conclude"),
]


def test_an_own_rulebook_by_its_id(tmp_path: Path, own: Path) -> None:
    table = line("open-table", SAM, **setting(CS, dealing="shuffler") | {"rulebook": "my-stud"})
    script = written(tmp_path, table, *STRAIGHT)
    result = call(script, "--rulebook", own, "--records", tmp_path / "records")
    assert result.exit_code == 0
    assert "sam opens t1: My Stud (RWS), version 6." in result.stdout
    assert "bet              50.00  wins 1,000.00 (straight), 50.00 back" in result.stdout
    again = CliRunner().invoke(app, ["settle", "--rulebook", str(own), str(tmp_path / "records")])
    assert json.loads(again.stdout)["boxes"][0]["net"] == "1025.00"


def test_an_own_rulebook_by_its_path(tmp_path: Path, own: Path) -> None:
    table = line("open-table", SAM, **setting(CS, dealing="shuffler") | {"rulebook": str(own)})
    result = call(written(tmp_path, table, *STRAIGHT), "--records", tmp_path / "records")
    assert "wins 1,000.00 (straight)" in result.stdout
    again = CliRunner().invoke(app, ["settle", str(tmp_path / "records")])
    assert json.loads(again.stdout)["boxes"][0]["net"] == "1025.00"


def test_a_rulebook_that_nobody_knows_is_a_refusal(tmp_path: Path) -> None:
    table = line("open-table", SAM, **setting(CS) | {"rulebook": "my-stud"})
    (answer,) = answers(call(written(tmp_path, table), "--show", "json"))
    assert answer["refused"]["code"] == "bad-configuration"
    assert "my-stud" in answer["refused"]["message"]


def test_a_rulebook_file_that_can_not_be_used(tmp_path: Path, script: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('id = "my-stud"\n')
    result = call(script, "--rulebook", broken)
    assert result.exit_code == 2
    assert str(broken) in result.stderr
    by_path = written(
        tmp_path, line("open-table", SAM, **setting(CS) | {"rulebook": str(broken)}), name="b.jsonl"
    )
    (answer,) = answers(call(by_path, "--show", "json"))
    assert answer["refused"]["code"] == "bad-configuration"


# ── standard input and output ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_a_script_on_standard_input(script: Path, arguments: tuple[str, ...]) -> None:
    assert call(*arguments, sent=script.read_bytes()).stdout == call(script).stdout


def test_each_line_is_answered_before_the_next_is_read() -> None:
    """Another program may hold the table by two pipes."""
    command = [*PROGRAM, "play", "--show", "json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, text in enumerate([opened(), *ROUND[:3]], 1):
            process.stdin.write(text.encode() + b"\n")
            process.stdin.flush()
            assert select.select([process.stdout], [], [], PATIENCE_S)[0], "no answer came"
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 0


def test_a_reader_that_goes_away_is_no_failure_worth_a_word(script: Path, tmp_path: Path) -> None:
    long = written(tmp_path, opened(), *ROUND * 300, name="long.jsonl")
    command = [*PROGRAM, "play", str(long)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE_S) == 1
        assert process.stderr.read() == b""


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only Linux has a device that is always full"
)
@pytest.mark.parametrize("where", ["records", "output"])
def test_a_full_disk_is_told(script: Path, where: str) -> None:
    more = ["--records", "/dev/full"] if where == "records" else []
    with Path("/dev/full").open("w") as full:
        output = full if where == "output" else subprocess.DEVNULL
        done = subprocess.run(
            [*PROGRAM, "play", str(script), *more],
            stdout=output,
            stderr=subprocess.PIPE,
            timeout=PATIENCE_S,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"pitboss: can't go on: No space left on device\n"


def test_somebody_at_a_keyboard_is_told_what_to_do() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "play"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        os.close(theirs)
        assert process.stderr is not None
        assert process.stdout is not None
        told = process.stderr.readline()
        assert told == (
            b"Type commands, one JSON object per line (docs/tables.md); Ctrl-D to finish.\n"
        )
        os.write(ours, b'{"by":"dealer:dana","do":"settle"}\n')
        assert select.select([process.stdout], [], [], PATIENCE_S)[0], "no answer came"
        os.write(ours, b"\x04")
        assert process.wait(PATIENCE_S) == 0
        assert b"refused, no-table: Open the table first." in process.stdout.read()
    os.close(ours)


def test_a_round_that_is_settled_again_keeps_its_turn_at_the_jackpot(tmp_path: Path) -> None:
    """RWS 4.5.2: a chip too many on a BET does not put a hand behind that of a table which
    was paid meanwhile.
    """

    def at(table: str, *lines: str) -> list[str]:
        return [json.dumps(json.loads(one) | {"table": table}) for one in lines]

    start = opened(MS, cards="shown")
    settled = [
        line("open-betting"),
        ANTE,
        line("place-bet", "player:ann", box=1, bet="progressive", amount="5"),
        line("close-betting"),
        line("deal", all=True, cards="2c"),
        line("raise", box=1, amount="50"),
        line("show-hand", place="dealer", cards="asks8hts"),
        line("show-hand", box=1, cards="9hthjhqhkh"),
        line("settle"),
    ]
    found = line("report", incident="wrong-raise", box=1, bet="bet", amount="75")
    jackpot = line("open-betting", jackpot={"displayed": "250000", "reset": "100000"})
    lines = [
        *at("t1", start, jackpot, *settled[1:]),
        *at("t2", start, *settled),
        *at("t1", found, line("settle"), line("conclude"), *settled),
    ]
    result = call(written(tmp_path, *lines), "--show", "json")
    events = [event for one in answers(result) for event in one["events"]]
    jackpots = [
        event["settlement"]["jackpot"] for event in events if event["event"] == "round-settled/1"
    ]
    assert [one["awards"][0]["amount"] for one in jackpots] == [
        "25000.00",
        "22500.00",
        "25000.00",
        "20250.00",
    ]
