"""A game of a known family is a file and no code: ``examples/caribbean-stud.toml`` by every command
that takes a rulebook.
"""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from pitboss.audit.settlement import check_round
from pitboss.cli.app import app
from tests.patience import PATIENCE_S

FILE = Path(__file__).parents[2] / "examples" / "caribbean-stud.toml"
BOOK = str(FILE)
DEALER = ["Ac", "Kd", "9h", "5s", "2c"]


def pitboss(*arguments: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(app, arguments, input=stdin, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result


def piped(command: str, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    """What a command that reads lines answers to these, in a process of its own."""
    answers = subprocess.run(
        [sys.executable, "-m", "pitboss", command],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    ).stdout
    return [json.loads(answer) for answer in answers.splitlines()]


def record(*hands: list[str], dealer: list[str] = DEALER) -> dict[str, Any]:
    """A round of hands that all stayed in with an ante of 10."""
    boxes = [
        {"box": at, "cards": cards, "bets": {"ante": "10.00", "bet": "20.00"}}
        for at, cards in enumerate(hands, 1)
    ]
    return {"rulebook": BOOK, "dealer": dealer, "boxes": boxes}


def test_the_classic_table() -> None:
    pays = {
        "As Ks Qs Js Ts": 100,
        "9d 8d 7d 6d 5d": 50,
        "7c 7d 7h 7s 2d": 20,
        "8c 8d 8h 3s 3c": 7,
        "Kh Jh 7h 4h 3h": 5,
        "Tc 9s 8h 7d 6c": 4,
        "6d 6h 6s Qd Jc": 3,
        "Qh Qs 4c 4d 7s": 2,
        "3d 3h Kc Th 8s": 1,
    }
    answers = piped("settle", *(record(hand.split()) for hand in pays))
    for odds, answer in zip(pays.values(), answers, strict=True):
        ante, bet = answer["boxes"][0]["lines"]
        assert ante["winnings"] == "10.00"
        assert bet["winnings"] == f"{20 * odds}.00"


def test_a_dealer_without_ace_and_king_pays_antes_only_and_the_auditor_agrees() -> None:
    low = ["Qc", "Jd", "9h", "5s", "2c"]
    one = record(["As", "Qh", "8d", "4c", "3h"], dealer=low)
    two = record(["3d", "3h", "4s", "5h", "6d"])
    for raw, answer in zip((one, two), piped("settle", one, two), strict=True):
        assert answer["boxes"][0]["net"] == ("10.00" if raw is one else "30.00")
        assert check_round(raw, answer) is None
        answer["boxes"][0]["net"] = "0.00"
        assert check_round(raw, answer) is not None


def test_a_ruling_cites_the_house_rules() -> None:
    incident = {"rulebook": BOOK, "incident": "wrong-raise", "facts": {"size": "more"}}
    (answer,) = piped("rule", incident)
    assert (answer["effects"], answer["clauses"]) == (["return-excess"], ["8.3"])


def test_the_page_of_the_rulebook_tells_its_house_rules() -> None:
    page = pitboss("rulebook", BOOK).stdout
    assert "Caribbean Stud" in page
    assert "The dealer qualifies with ace and king or any higher hand." in page


def test_its_house_edge_is_the_known_one() -> None:
    """5.22 % of the ante, 2.56 % of all that is bet; he raises 52.23 % of the time."""
    found = json.loads(pitboss("maths", BOOK, "--json").stdout)["main"]
    edge = Fraction(found["house_edge"]["exact"])
    assert edge == Fraction(142031221, 2718662100)
    assert round(float(edge) * 100, 2) == 5.22
    assert round(float(Fraction(found["element_of_risk"]["exact"])) * 100, 2) == 2.56
    assert Fraction(found["dealer_qualifies"]["exact"]) == Fraction(205, 364)


def test_its_best_play() -> None:
    cards = ("As", "Kd", "Qh", "6c", "3s", "6d")
    advice = json.loads(pitboss("strategy", BOOK, *cards, "--json").stdout)
    assert advice["best"] == "bet"


def test_it_can_be_simulated() -> None:
    found = json.loads(pitboss("simulate", BOOK, "--rounds", "20000", "--json").stdout)
    assert found["rulebook"] == "caribbean-stud-1"


def test_a_live_table() -> None:
    def line(by: str, do: str, **fields: Any) -> str:
        return json.dumps({"table": "t1", "by": by, "do": do, **fields})

    opening = {
        "rulebook": BOOK,
        "layout": "A",
        "boxes": 7,
        "dealing": "shuffler",
        "cards": "entered",
        "limits": {"ante": {"min": "10", "max": "500"}},
        "progressive-bet": "5",
        "jackpot": {"displayed": "50000.00", "reset": "20000.00"},
    }
    script = [
        line("pit-supervisor:sam", "open-table", **opening),
        line("dealer:dana", "open-betting"),
        line("player:ann", "place-bet", box=1, bet="ante", amount="10"),
        line("player:ann", "place-bet", box=1, bet="progressive", amount="5"),
        line("dealer:dana", "close-betting"),
        line("dealer:dana", "deal", cards=["Kh", "Jh", "7h", "4h", "3h"]),
        line("dealer:dana", "deal", cards=DEALER),
        line("player:ann", "examine", box=1),
        line("player:ann", "raise", box=1, amount="20"),
        line("dealer:dana", "deal"),
        line("dealer:dana", "settle"),
        line("dealer:dana", "conclude"),
    ]
    shown = pitboss("play", "-", "--show", "json", stdin="\n".join(script)).stdout
    events = [json.loads(event) for event in shown.splitlines()]
    assert not [event for event in events if event["refused"]]
    assert '"net":"155.00"' in shown
