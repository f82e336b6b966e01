"""``pitboss maths diff A B``: what differs between two rulebooks in exact figures."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.rulebook.loader import DATA
from tests.support import BE, CS, MH, MS

# With the tests of tests/maths, which need the same compiled code.
pytestmark = pytest.mark.xdist_group("compiled")

CARIBBEAN = str(Path(__file__).parents[2] / "examples" / "caribbean-stud.toml")


def pitboss(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["maths", "diff", *arguments], env={"COLUMNS": "110"})


@cache
def found(a: str, b: str) -> Any:
    result = pitboss(a, b, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def figures(a: str, b: str) -> dict[str, tuple[Any, Any]]:
    """What differs, by section and name; as fractions in text."""
    return {
        f"{one['section']}/{one['figure']}": tuple(
            one[side] and one[side]["exact"] for side in ("a", "b")
        )
        for one in found(a, b)["figures"]
    }


def variant(folder: Path, *edits: tuple[str, str]) -> str:
    text = (DATA / f"{CS}.toml").read_text()
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    file = folder / "mine.toml"
    file.write_text(text)
    return str(file)


def test_two_documents_with_one_main_game_differ_in_the_progressive_bet_alone() -> None:
    assert figures(MS, CS) == {
        "hits of the progressive bet/straight": ("5/1274", None),
        "return of the progressive bet/minor awards": ("704/1911", "3929/32487"),
        "return of the progressive bet/returns itself from a jackpot of": (
            "107994737/1",
            "150305264/1",
        ),
    }
    assert found(MS, CS)["same"] == 20
    assert found(MS, CS)["best_play"] == {
        "only_a": [],
        "only_b": [],
        "cells": "how often to bet ace-king, by its third card and the dealer's card",
        "situations": [],
    }


def test_the_other_way_round_the_sides_change() -> None:
    assert figures(CS, MS) == {key: (b, a) for key, (a, b) in figures(MS, CS).items()}
    for one, other in zip(found(MS, CS)["figures"], found(CS, MS)["figures"], strict=True):
        changes = [side["change"] and Fraction(side["change"]["exact"]) for side in (one, other)]
        assert changes == [None, None] or sum(changes) == 0


def test_the_royal_flush_of_caribbean_stud_costs_the_player_so_much() -> None:
    assert figures(CS, CARIBBEAN)["main game/house edge"] == (
        "86362082531/1661102543100",
        "142031221/2718662100",
    )
    text = pitboss(CS, CARIBBEAN).stdout
    assert text.splitlines()[:9] == [
        "rws-casino-stud-6  Casino Stud Poker, version 6",
        "caribbean-stud-1   Caribbean Stud, version 1",
        "",
        (
            "Exact, per unit of the ante, under the best play; progressive bet of $5.00. "
            "Different: 8. The same: 14."
        ),
        "",
        "Main game " + "─" * 100,
        "                 rws-casino-stud-6  caribbean-stud-1  change     exactly",
        "─" * 107,
        "house edge       5.1991%            5.2243%           +0.0252%   1396645/5537008477",
    ]
    assert text.splitlines()[-1] == "The chart of the best play is the same."


def test_another_pay_table_is_played_otherwise(tmp_path: Path) -> None:
    file = variant(
        tmp_path, ('dealer-qualifies = { pays = "1 to 1"', 'dealer-qualifies = { pays = "3 to 1"')
    )
    best = found(CS, file)["best_play"]
    assert best["only_a"]
    assert best["only_b"]
    cells = {one["situation"]: (one["a"], one["b"]) for one in best["situations"]}
    assert cells["A-K-Q, dealer J"][1]["exact"] == "1/1"
    text = pitboss(CS, file).stdout
    assert f"({len(cells)}, the 20 that differ most)" in text
    assert "Best play, in words" in text
    # Both have one id, so they go by what was typed.
    assert found(CS, file)["b"] == file


def test_nothing_differs_from_itself() -> None:
    assert found(MH, MH)["figures"] == []
    assert "Different: 0." in pitboss(MH, MH).stdout


def test_games_of_two_families_have_no_best_play_to_compare() -> None:
    assert found(MS, BE)["wagers"] == ["ante", "main"]
    assert found(MS, BE)["best_play"] is None
    assert figures(MS, BE)["house edge by side wager/suits"] == (None, "809/16660")
    text = pitboss(MS, BE).stdout
    assert "per unit of the ante and the main" in text
    assert text.splitlines()[-1] == (
        "The best play is not compared: the two are games of different families."
    )
    bonus = "house edge by side wager/bonus, with the best main play"
    assert figures(MS, MH)[bonus][0] is None
    assert figures(MS, MH)["main game/starting hands folded, of 169"] == (None, "5/1")


def test_another_progressive_bet() -> None:
    result = pitboss(MS, CS, "--json", "--progressive-bet", "10")
    assert json.loads(result.stdout)["progressive_bet"] == "10.00"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((MS,), "Missing argument 'B'"),
        ((MS, "no-such-book"), "there is no rulebook 'no-such-book'"),
        ((MS, CS, "--progressive-bet", "none"), "--progressive-bet is 'none'"),
    ],
)
def test_what_can_not_be_answered_is_refused(arguments: tuple[str, ...], says: str) -> None:
    result = pitboss(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr


def test_a_game_that_can_not_be_worked_out_is_named(tmp_path: Path) -> None:
    file = variant(tmp_path, ('flush = { pays = "5 to 1"', 'flush = { pays = "$50"'))
    result = pitboss(MS, file)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"pitboss: {CS}: pays.bet.flush pays $50")
