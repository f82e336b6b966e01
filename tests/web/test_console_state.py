"""What the console works out without a page: run in Node, as the browser would."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")
_SCRIPT = """
import { readFileSync } from "node:fs";
import * as state from "PAGES/console/state.js";
const plain = (key, value) => (value instanceof Map ? [...value] : value);
for (const line of readFileSync(0, "utf8").trim().split("\\n")) {
  const [name, ...given] = JSON.parse(line);
  const sets = given.map((one) => (one?.set ? new Set(one.set) : one));
  console.log(JSON.stringify(state[name](...sets) ?? null, plain));
}
"""

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = ROOT / "src" / "pitboss" / "web" / "pages"
    path = tmp_path_factory.mktemp("node") / "state.mjs"
    path.write_text(_SCRIPT.replace("PAGES", pages.as_posix()), encoding="utf-8")
    return path


def ask(script: Path, *calls: tuple[Any, ...]) -> list[Any]:
    """What functions of the console's state answer, each with its arguments."""
    assert NODE is not None
    ran = subprocess.run(
        [NODE, "--experimental-default-type=module", str(script)],
        input="\n".join(json.dumps(call) for call in calls),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def wager(bet: str, label: str, kind: str) -> dict[str, str]:
    return {"bet": bet, "label": label, "kind": kind}


STUD = [
    wager("ante", "Ante", "opening"),
    wager("bet", "BET", "raise"),
    wager("progressive", "Progressive Jackpot", "progressive"),
]
BULLSEYE = [
    wager("main", "Main", "opening"),
    wager("tie", "Tie", "side"),
    wager("suits", "Suits", "side"),
    wager("bullseye", "Bullseye", "side"),
    wager("progressive", "Progressive Jackpot", "progressive"),
]


def table(wagers: list[dict[str, str]] = STUD, **boxes: dict[str, str]) -> dict[str, Any]:
    """A table with nine boxes; ``box3={"ante": "25.00"}`` lies on one of them."""
    laid = [
        {"box": int(name[3:]), "player": f"Box {name[3:]}", "bets": bets}
        for name, bets in boxes.items()
    ]
    return {
        "wagers": wagers,
        "boxes": 9,
        "progressive_bet": "2.50",
        "limits": {},
        "round": {"boxes": laid},
    }


def entered(script: Path, view: dict[str, Any], *lines: str) -> list[Any]:
    return ask(script, *(("readStrip", view, line) for line in lines))


def test_a_line_of_the_strip_is_a_box_an_amount_and_letters(script: Path) -> None:
    one, several, off, named, again = entered(
        script, table(), "3 25 j", "1-2,5 1,000.50", "3 0", "4 25 Mei Tan", "="
    )
    assert one == {
        "boxes": [3],
        "amounts": {"ante": 2500, "progressive": 250},
        "player": None,
        "again": False,
    }
    assert (several["boxes"], several["amounts"]) == ([1, 2, 5], {"ante": 100050})
    assert off["amounts"] == {"ante": 0}
    assert named["player"] == "Mei Tan"
    assert (again["boxes"], again["again"]) == ([], True)


def test_each_side_bet_has_a_letter_of_its_own(script: Path) -> None:
    (letters,) = ask(script, ("stripLetters", table(BULLSEYE)))
    assert [(letter, one["bet"]) for letter, one in letters] == [
        ("t", "tie"),
        ("s", "suits"),
        ("b", "bullseye"),
        ("j", "progressive"),
    ]
    (found,) = entered(script, table(BULLSEYE), "2 25 t5 B10 j")
    assert found["amounts"] == {"main": 2500, "tie": 500, "bullseye": 1000, "progressive": 250}


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "Begin with the box, like 3 25 j."),
        ("x 25", "Begin with the box, like 3 25 j."),
        ("10 25", "The boxes are 1 to 9."),
        ("0 25", "The boxes are 1 to 9."),
        ("6-3 25", "The boxes are 1 to 9."),
        ("3", "Type a box and an amount, like 3 25."),
        ("3 25 50", "“3 25 50” has two amounts for one spot."),
        ("3 -25", "“-25” is not an amount."),
        ("3 25 t", "Tie: how much? Type t5 for 5."),
    ],
)
def test_what_is_wrong_with_a_line_is_said(script: Path, line: str, wrong: str) -> None:
    (found,) = entered(script, table(BULLSEYE), line)
    assert found == {"wrong": wrong}


def commands(script: Path, view: dict[str, Any], line: str) -> list[Any]:
    (asked,) = entered(script, view, line)
    (found,) = ask(script, ("stripCommands", view, asked))
    return [(one["do"], one["bet"], one.get("amount"), one["player"]) for one in found]


def test_amounts_are_what_lies_there_in_the_end(script: Path) -> None:
    view = table(box3={"ante": "250.00", "progressive": "2.50"})
    put, off = "place-bet", "withdraw-bet"
    assert commands(script, view, "1 25 j") == [
        (put, "ante", "25.00", "Box 1"),
        (put, "progressive", "2.50", "Box 1"),
    ]
    assert commands(script, view, "3 250 j") == []
    assert commands(script, view, "3 300") == [(put, "ante", "50.00", "Box 3")]
    # Less than lies there: all is taken off, and what else lay there is laid again.
    assert commands(script, view, "3 25") == [
        (off, "ante", None, "Box 3"),
        (put, "ante", "25.00", "Box 3"),
        (put, "progressive", "2.50", "Box 3"),
    ]
    assert commands(script, view, "3 0") == [(off, "ante", None, "Box 3")]
    assert commands(script, view, "3 j0") == [(off, "progressive", None, "Box 3")]
    # Another player: the box is his.
    assert commands(script, view, "3 250 Mei") == [
        (off, "ante", None, "Box 3"),
        (put, "ante", "250.00", "Mei"),
        (put, "progressive", "2.50", "Mei"),
    ]


def test_the_same_again_is_what_lay_there_but_for_the_raises(script: Path) -> None:
    played = table(box1={"ante": "25.00", "bet": "50.00"}, box4={"ante": "10.00"})
    (before,) = ask(script, ("betsToRepeat", played))
    everybody, one = ask(
        script, ("againCommands", table(), before, []), ("againCommands", table(), before, [4])
    )
    assert [(body["box"], body["bet"], body["amount"]) for body in everybody] == [
        (1, "ante", "25.00"),
        (4, "ante", "10.00"),
    ]
    assert [body["box"] for body in one] == [4]


def line(result: str, stake: str, returned: str, winnings: str) -> dict[str, str]:
    return {"result": result, "stake": stake, "returned": returned, "winnings": winnings}


def test_a_row_is_paid_once_with_all_its_wagers(script: Path) -> None:
    lines = [
        line("win", "25.00", "25.00", "25.00"),
        line("win", "50.00", "50.00", "100.00"),
        line("lose", "2.50", "0.00", "0.00"),
        line("push", "5.00", "5.00", "0.00"),
    ]
    settlement = {"boxes": [{"box": 2, "lines": lines}, {"box": 5, "lines": lines[2:3]}]}
    row, first, second, none = ask(
        script,
        ("payRow", settlement["boxes"][0]),
        ("nextToPay", settlement, {"set": []}),
        ("nextToPay", settlement, {"set": [2]}),
        ("nextToPay", settlement, {"set": [2, 5]}),
    )
    assert (row["pay"], row["take"], row["back"]) == (12500, 250, 500)
    assert [one["act"] for one in row["lines"]] == ["pay", "pay", "take", "return"]
    assert (first, second, none) == (2, 5, None)


def test_a_key_that_begins_no_card_is_an_answer(script: Path) -> None:
    keys = "abcdefghijklmnopqrstuvwxyz0123456789"
    found = ask(script, *(("isNoCard", key) for key in keys))
    cards = {key for key, answer in zip(keys, found, strict=True) if not answer}
    assert cards == set("akqjt") | set("shdc") | set("0123456789")


def test_a_hand_of_a_table_with_twenty_boxes_is_typed_with_the_number_of_its_box(
    script: Path,
) -> None:
    twelfth, third, none = ask(
        script, ("boxBefore", "12 as10d"), ("boxBefore", "3 as10d"), ("boxBefore", "10has")
    )
    assert twelfth[1:] == ["12", "as10d"]
    assert third[1:] == ["3", "as10d"]
    assert none is None
