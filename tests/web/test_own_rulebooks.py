"""A house's own rulebooks, under an operator of any name: listed, explained, compared, and played
by.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.people.roles import Role
from pitboss.rulebook.loader import DATA
from tests.support import MS, RULEBOOKS, SS
from tests.web.service import Browser, Clock, House

LIST = "rulebook,clause,kind,operative,gist\n"
COMES_MS = 1_893_456_000_000
"""The first of January 2030, when the third rulebook comes into force."""


def own(folder: Path, name: str, source: str, *edits: tuple[str, str]) -> Path:
    """A file made from one of ours, under another id and operator."""
    text = (DATA / f"{source}.toml").read_text()
    for old, new in ((f'id = "{source}"', f'id = "{name}"'), *edits):
        assert old in text, old
        text = text.replace(old, new, 1)
    file = folder / f"{name}.toml"
    file.write_text(text)
    return file


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("own")
    ours = (DATA / "clauses.csv").read_text().splitlines()
    words = [row.replace(MS, "grand-stud-1", 1) for row in ours if row.startswith(f"{MS},")]
    (folder / "grand.csv").write_text(LIST + "\n".join(words) + "\n")
    grand = ('operator = "RWS"', 'operator = "The Grand"')
    return [
        own(
            folder,
            "grand-stud-1",
            MS,
            grand,
            (f'clause-list = "{MS}"', 'clause-list = "grand.csv"'),
        ),
        own(folder, "grand-stud-2", SS, ('operator = "MBS"', 'operator = "The Grand"')),
        own(
            folder,
            "grand-stud-3",
            MS,
            grand,
            ("2020-12-08T08:00:00+08:00", "2030-01-01T00:00:00+00:00"),
        ),
    ]


@pytest.fixture
def house(tmp_path: Path, files: list[Path]) -> Iterator[House]:
    clock = Clock()
    with House(tmp_path / "pitboss.db", rulebooks=files, clock=clock, furnished=False) as found:
        yield found


def opening(rulebook: str, link: str | None) -> dict[str, Any]:
    book = "rws" if rulebook != "grand-stud-2" else "mbs"
    return {
        "do": "open-table",
        "rulebook": rulebook,
        "layout": "A",
        "boxes": 5,
        "dealing": "shoe" if book == "rws" else "automated",
        "cards": "virtual",
        "limits": {"ante": {"min": "5.00", "max": "500.00"}},
        "progressive-bet": None if link is None else "5.00",
        "link": link,
    }


def open_link(max_: Browser, operator: str = "The Grand") -> None:
    parameters = {"reset": "1000.00", "rate-bp": 1000, "verifiers": 2}
    answer = max_.open_link("grand", operator=operator, parameters=parameters)
    assert answer.status_code == 200, answer.text


def test_own_rulebooks_are_listed_beside_ours_with_their_operator_and_their_date(
    house: House,
) -> None:
    rows = {row["id"]: row for row in house.person(Role.PLAYER).json("/api/rulebooks")["rulebooks"]}
    assert set(rows) == {*RULEBOOKS, "grand-stud-1", "grand-stud-2", "grand-stud-3"}
    assert rows["grand-stud-1"] == {
        "id": "grand-stud-1",
        "title": "Multi-Link Progressive Casino Stud Poker",
        "operator": "The Grand",
        "version": "3",
        "own": True,
        "in_force": True,
        "since": "2020-12-08T08:00:00+08:00",
    }
    assert (rows[MS]["own"], rows[MS]["in_force"]) == (False, True)
    assert (rows["grand-stud-3"]["in_force"], rows["grand-stud-3"]["since"]) == (
        False,
        "2030-01-01T00:00:00Z",
    )


def test_they_are_explained_by_their_own_clause_list(house: House) -> None:
    ann = house.person(Role.PLAYER)
    whole = ann.json("/api/rulebooks/grand-stud-1")
    assert whole["operator"] == "The Grand"
    numbers = [clause["clause"] for clause in whole["clauses"]]
    assert "3.13" in numbers
    assert ann.json("/api/rulebooks/grand-stud-1/clauses/3.13")["clause"] == "3.13"
    assert ann.get("/api/rulebooks/grand-stud-1/clauses/99.9").status_code == 404
    # Without a list of its own it speaks by the one of ours that it names.
    assert ann.json("/api/rulebooks/grand-stud-2/clauses/3.10.2")["clause"] == "3.10.2"
    assert ann.json("/api/rulebooks/diff", a=MS, b="grand-stud-1")["values"]


def test_the_house_rules_by_them(house: House) -> None:
    incident = {
        "id": "i1",
        "rulebook": "grand-stud-1",
        "incident": "cards-exposed",
        "facts": {"count": 2, "players_have_seen": False},
    }
    answer = house.person(Role.DEALER).post("/api/rule", incident)
    assert (answer.status_code, answer.json()["effects"]) == (200, ["void-round"])


def test_a_table_of_an_own_rulebook_plays_on_a_link_of_its_operator(house: House) -> None:
    max_ = house.person(Role.SHIFT_MANAGER)
    open_link(max_)
    opened = max_.post("/api/tables/G1/commands", opening("grand-stud-1", "grand"))
    assert opened.status_code == 200, opened.text
    assert opened.json()["view"]["operator"] == "The Grand"
    refused = max_.post("/api/tables/T1/commands", opening(MS, "grand"))
    assert (refused.status_code, refused.json()["code"]) == (409, "other-operator")


def test_one_link_has_one_order_of_payment(house: House) -> None:
    max_ = house.person(Role.SHIFT_MANAGER)
    open_link(max_)
    assert max_.post("/api/tables/G1/commands", opening("grand-stud-1", "grand")).status_code == 200
    refused = max_.post("/api/tables/G2/commands", opening("grand-stud-2", "grand"))
    assert (refused.status_code, refused.json()["code"]) == (409, "other-order")


@pytest.mark.parametrize(("late_ms", "status"), [(-1, 409), (0, 200), (1, 200)])
def test_no_table_is_opened_before_its_rulebook_is_in_force(
    tmp_path: Path, files: list[Path], late_ms: int, status: int
) -> None:
    clock = Clock(COMES_MS + late_ms)
    with House(tmp_path / "pitboss.db", rulebooks=files, clock=clock, furnished=False) as house:
        answer = house.person(Role.SHIFT_MANAGER).post(
            "/api/tables/G3/commands", opening("grand-stud-3", None)
        )
        assert answer.status_code == status, answer.text
        if status == 409:
            assert answer.json()["code"] == "bad-configuration"
            assert "is not in force before 2030-01-01 00:00:00+00:00" in answer.json()["detail"]
