"""Rounds under other readings and other figures: what an operator's own file changes, with no code
touched.

The tables in ``readings`` have a row for a round, written as ``tests.rounds`` says. ``file`` has
what the file says instead of ours: a reading that is taken (``push → lose``) or words that stand
there once, each change after a ``;``.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pitboss.rulebook.loader import DATA
from pitboss.rulebook.shelf import Shelf
from tests.cases import Row, cases
from tests.rounds import outcome, read_round
from tests.support import CS, MH, box, settled

ANY_PATH = Shelf()

OwnFile = Callable[[str, str], Path]


def write_own(folder: Path, rulebook: str, *changes: tuple[str, str]) -> Path:
    """One of our files with some words changed, each of which stands there once."""
    text = (DATA / f"{rulebook}.toml").read_text(encoding="utf-8")
    for ours, own in changes:
        assert text.count(ours) == 1, f"{ours} stands {text.count(ours)} times in {rulebook}"
        text = text.replace(ours, own)
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def read_changes(cell: str) -> list[tuple[str, str]]:
    changes = []
    for change in cell.split("; ") if cell != "as ours" else ():
        ours, own = change.split(" → ")
        changes.append(
            (ours, own) if "=" in ours else (f'\ntake = "{ours}"\n', f'\ntake = "{own}"\n')
        )
    return changes


@cache
def shelf_with(path: Path) -> Shelf:
    return Shelf(own=[path])


@pytest.fixture(scope="module")
def own_file(tmp_path_factory: pytest.TempPathFactory) -> OwnFile:
    """The file of a rulebook and a cell of changes, written once."""
    return cache(
        lambda book, cell: write_own(tmp_path_factory.mktemp("own"), book, *read_changes(cell))
    )


@pytest.mark.parametrize("row", cases(Path(__file__).parent / "readings", "case"))
def test_reading(row: Row, own_file: OwnFile) -> None:
    path = own_file(row.rulebook, row["file"])
    given = read_round(row)
    # The file is found by its path, or on a shelf under our id.
    assert outcome(given | {"rulebook": str(path)}, ANY_PATH) == row["settlement"]
    if not row["settlement"].startswith("refused"):
        assert outcome(given, shelf_with(path)) == row["settlement"]


def test_an_own_rulebook_is_named_by_its_own_id_and_leaves_ours_as_it_is(tmp_path: Path) -> None:
    own_id = (f'id = "{CS}"', 'id = "house-stud-1"')
    shelf = Shelf(own=[write_own(tmp_path, CS, own_id, ('"rank-unproved"\n', '"deemed-folded"\n'))])
    hidden = box(None, hand="unrevealed", ante="25", bet="50")
    for rulebook, result in (("house-stud-1", "lose"), (CS, "win")):
        found = settled(rulebook, "Qd Td 9h 5s 3d", hidden, shelf=shelf)
        assert (found.settlement.rulebook, found.result("ante")[0]) == (rulebook, result)


def test_an_own_rulebook_of_our_id_leaves_that_of_other_shelves_alone(tmp_path: Path) -> None:
    shelf = Shelf(own=[write_own(tmp_path, MH, ('{ pays = "30 to 1"', '{ pays = "35 to 1"'))])
    aces = box("As Ah", ante="25", flop="50", bonus="10")
    for place, winnings in ((shelf, 350_00), (None, 300_00)):
        found = settled(MH, "Ks Kd", aces, community="Ac Ad 9h 4s 2c", shelf=place)
        assert found.result("bonus") == ("win", 10_00, winnings)


def test_a_file_without_a_cap_caps_nothing(tmp_path: Path) -> None:
    no_caps = ('[caps]\nbonus = { winnings = "100000.00", clause = "4.1.1" }\n', "")
    aces = box("As Ah", ante="25", flop="50", bonus="5000")
    shelf = Shelf(own=[write_own(tmp_path, MH, no_caps)])
    found = settled(MH, "Ks Kd", aces, community="Ac Ad 9h 4s 2c", shelf=shelf)
    assert found.result("bonus") == ("win", 5_000_00, 150_000_00)
    assert found.line("bonus").clauses == ("3.9", "4.1")
