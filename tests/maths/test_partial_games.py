"""A game of another package whose mathematics has not everything, or hands of its own."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from tests.installed_games import add_toy, changed

ANALYSED = """
from fractions import Fraction

from pitboss.maths.families import stud
from pitboss.maths.family import FamilyMaths


class ToyMaths(FamilyMaths):
    def check_dealing(self, name, dealing):
        pass

    def analyse(self, book, bet):
        return stud.MATHS.analyse(book, bet)
"""
THREE_CARDS = """
    def dealt(self):
        # Of 22,100 hands of three cards: 12 royal flushes, 36 other straight flushes.
        chances = [Fraction(0)] * 10
        chances[9], chances[8] = Fraction(4, 22_100), Fraction(44, 22_100)
        chances[0] = 1 - sum(chances)
        return tuple(chances)
"""
MATHS = "\n\nMATHS = ToyMaths()\n"


def pitboss(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"COLUMNS": "200"})


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    yield lambda maths: add_toy(tmp_path, monkeypatch, maths)
    changed()


def test_a_jackpot_rests_on_the_hands_of_its_own_game(toy: Any) -> None:
    book = toy(ANALYSED + THREE_CARDS + MATHS)
    found = pitboss("maths", "jackpot", book, "--runs", "20", "--json")
    assert found.exit_code == 0, found.output
    worked_out = json.loads(found.stdout)
    chances = {name: hit["probability"]["exact"] for name, hit in worked_out["hits"].items()}
    # Nobody is dealt the other hands that its pay table pays.
    assert chances == {"royal-flush": "1/5525", "straight-flush": "11/5525"}
    printed = pitboss("maths", "jackpot", book, "--runs", "20").stdout
    assert "1 in 5,525.0" in printed
    assert "not counted" in printed


@pytest.mark.parametrize(
    ("maths", "told"),
    [
        (ANALYSED + MATHS, "how often the hands of its progressive wager are dealt"),
        (None, "the game toy-stud comes without its mathematics"),
    ],
)
def test_without_them_it_refuses(toy: Any, tmp_path: Path, maths: str | None, told: str) -> None:
    book = toy(maths or "")
    if maths is None:
        source = tmp_path / "toy_stud" / "__init__.py"
        source.write_text(source.read_text().replace('"toy_stud.maths"', '""'))
        changed()
    refused = pitboss("maths", "jackpot", "rws-casino-stud-6=2", f"{book}=2", "--runs", "20")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("pitboss: toy-stud-1: ")
    assert told in refused.stderr
    assert not refused.stdout


NO_CHART = "\n    def chart(self, book, stakes): raise NotImplementedError"


@pytest.mark.parametrize("more", ["", NO_CHART])
def test_a_page_leaves_out_what_the_game_does_not_have(toy: Any, tmp_path: Path, more: str) -> None:
    book, file = toy(ANALYSED + more + MATHS), tmp_path / "page.html"
    written = pitboss("maths", book, "--html", str(file))
    assert written.exit_code == 0, written.output
    page = file.read_text(encoding="utf-8")
    assert "What each line adds to the return" in page
    assert "For these rules there is no chart of its best play and no simulation" in page
    assert "What simpler rules cost" not in page


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("simulate", "toy-stud-1"), "toy-stud-1: its mathematics has no simulation"),
        (("strategy", "toy-stud-1", "--table"), "its mathematics has no chart of the best play"),
        (("strategy", "toy-stud-1", *["As", "Kd", "Jh", "8c", "3s", "8d"]), "gives no advice"),
    ],
)
def test_what_it_does_not_have_is_said(toy: Any, arguments: tuple[str, ...], told: str) -> None:
    toy(ANALYSED + MATHS)
    refused = pitboss(*arguments)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told in refused.stderr
