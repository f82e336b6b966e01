"""Finding a rulebook by its id or by the path of an own file."""

from pathlib import Path

import pytest

from pitboss.rulebook.loader import DATA, RulebookError, installed
from pitboss.rulebook.shelf import Shelf, UnknownRulebook
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS

ALL = (BE, SS, CS, MH, MS)
"""In the order of the alphabet."""


def own(folder: Path, name: str, rulebook_id: str, title: str = "Ours") -> Path:
    """A copy of a packaged rulebook under another id and title."""
    text = (DATA / f"{MS}.toml").read_text()
    text = text.replace(f'\nid = "{MS}"', f'\nid = "{rulebook_id}"', 1)
    text = text.replace(
        'title = "Multi-Link Progressive Casino Stud Poker"', f'title = "{title}"', 1
    )
    file = folder / name
    file.write_text(text)
    return file


@pytest.mark.parametrize("name", RULEBOOKS)
def test_each_rulebook_is_found_by_its_id_and_read_once(name: str) -> None:
    assert Shelf().get(name).id == name
    assert Shelf().get(name) is Shelf(paths=False).get(name) is installed(name)


def test_the_ids_are_listed_with_own_ones_among_them(tmp_path: Path) -> None:
    assert Shelf().ids() == ALL
    shelf = Shelf([own(tmp_path, "a.toml", "house-stud-1"), own(tmp_path, "b.toml", MS)])
    assert shelf.ids() == ("house-stud-1", *ALL)


def test_an_own_file_is_known_by_its_id_and_comes_before_ours(tmp_path: Path) -> None:
    shelf = Shelf([own(tmp_path, "a.toml", "house-stud-1"), own(tmp_path, "b.toml", MS, "Other")])
    assert shelf.get("house-stud-1").title == "Ours"
    assert shelf.get(MS).title == "Other"
    assert shelf.get(CS).title == "Casino Stud Poker"
    assert Shelf().get(MS).title == "Multi-Link Progressive Casino Stud Poker"


def test_of_two_own_files_of_one_id_the_later_holds(tmp_path: Path) -> None:
    files = [
        own(tmp_path, "a.toml", "house-stud-1", "First"),
        own(tmp_path, "b.toml", "house-stud-1", "Second"),
    ]
    assert Shelf(files).get("house-stud-1").title == "Second"


def test_a_path_is_read_and_remembered(tmp_path: Path) -> None:
    file = own(tmp_path, "a.toml", "house-stud-1")
    shelf = Shelf()
    book = shelf.get(str(file))
    assert book.id == "house-stud-1"
    file.unlink()
    assert shelf.get(str(file)) is book


def test_a_bad_own_file_is_refused_when_the_shelf_is_made(tmp_path: Path) -> None:
    with pytest.raises(
        RulebookError, match=r"none\.toml: can't be read: No such file or directory"
    ):
        Shelf([tmp_path / "none.toml"])


def test_a_path_to_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="can't be read: No such file or directory"):
        Shelf().get(str(tmp_path / "none.toml"))


def test_a_service_reads_no_paths(tmp_path: Path) -> None:
    file = own(tmp_path, "a.toml", "house-stud-1")
    with pytest.raises(UnknownRulebook) as caught:
        Shelf(paths=False).get(str(file))
    assert str(caught.value).endswith(f"; the ids are {', '.join(ALL)}")
    assert Shelf([file], paths=False).get("house-stud-1").title == "Ours"


@pytest.mark.parametrize(
    "name", ["rws-stud", "", "not-applicable", f"../data/{MS}", f"{MS}.TOML", MS.upper()]
)
def test_an_unknown_name_is_told_with_the_ids_there_are(name: str) -> None:
    with pytest.raises(UnknownRulebook) as caught:
        Shelf().get(name)
    assert str(caught.value) == (
        f"there is no rulebook {name!r}; the ids are {', '.join(ALL)}, or the path of an own "
        ".toml file"
    )


def test_a_name_with_a_null_byte_is_no_path() -> None:
    with pytest.raises(UnknownRulebook, match="there is no rulebook"):
        Shelf().get("x\0.toml")


def test_a_very_long_name_is_cut_short_in_the_message() -> None:
    with pytest.raises(UnknownRulebook) as caught:
        Shelf().get("x" * 81)
    assert f"there is no rulebook '{'x' * 77}...';" in str(caught.value)
    with pytest.raises(UnknownRulebook, match=f"there is no rulebook '{'x' * 80}';"):
        Shelf().get("x" * 80)


def test_the_clauses_of_a_rulebook_are_those_that_it_names() -> None:
    shelf = Shelf()
    book = shelf.get(MS)
    assert shelf.clauses(book)["3.13"].rulebook == MS
    assert shelf.clauses(book) is shelf.clauses(book)


def test_an_own_rulebook_brings_a_clause_list_of_its_own(tmp_path: Path) -> None:
    ours = (DATA / "clauses.csv").read_text().splitlines()
    rows = [row.replace(MS, "mine-1", 1) for row in ours if row.startswith(f"{MS},")]
    (tmp_path / "mine.csv").write_text("\n".join([ours[0], *rows]) + "\n")
    text = (DATA / f"{MS}.toml").read_text()
    file = tmp_path / "mine.toml"
    file.write_text(
        text.replace(f'id = "{MS}"', 'id = "mine-1"').replace(
            f'clause-list = "{MS}"', 'clause-list = "mine.csv"'
        )
    )
    shelf = Shelf(own=[file])
    assert shelf.clauses(shelf.get("mine-1"))["3.13"].rulebook == "mine-1"
