"""Pitboss as a library: ``pitboss.settle`` and ``pitboss.rule``."""

import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss.games.settlement import Settlement
from pitboss.rulebook.loader import DATA
from pitboss.table.rulings import Ruling
from tests.support import MS, box, record

RECORD = record(MS, "2c 7d 9h Kd As", box("Qs Qh 8c 4d 3s", ante="25", bet="50", progressive="5"))
INCIDENT = {
    "id": "i1",
    "rulebook": MS,
    "incident": "cards-exposed",
    "facts": {"count": 2, "players_have_seen": False},
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """An own rulebook that pays the ante two to one."""
    text = (
        (DATA / f"{MS}.toml")
        .read_text(encoding="utf-8")
        .replace(f'id = "{MS}"', 'id = "house-stud-1"')
    )
    text = text.replace(
        'dealer-qualifies = { pays = "1 to 1"', 'dealer-qualifies = { pays = "2 to 1"'
    )
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_settle_gives_a_settlement_in_cents() -> None:
    found = pitboss.settle(RECORD)
    assert isinstance(found, Settlement)
    assert (found.id, found.rulebook, found.boxes[0].net) == ("r1", MS, 7_000)
    assert found.boxes[0].lines[0].net == 2_500


def test_rule_gives_a_ruling() -> None:
    found = pitboss.rule(INCIDENT)
    assert isinstance(found, Ruling)
    assert (found.id, found.rulebook, found.effects, found.clauses) == (
        "i1",
        MS,
        ("void-round",),
        ("5.8.2",),
    )


@pytest.mark.parametrize("verb", [pitboss.settle, pitboss.rule])
def test_what_cannot_be_answered_is_a_fault_with_code_and_place(verb: object) -> None:
    assert callable(verb)
    with pytest.raises(pitboss.Fault) as caught:
        verb({"id": "r1", "rulebook": "none"})
    assert (caught.value.code, caught.value.at) == ("unknown-rulebook", "rulebook")


def test_a_shelf_of_one_s_own_brings_rulebooks_of_one_s_own(house: Path) -> None:
    shelf = pitboss.Shelf([house])
    own = pitboss.settle(RECORD | {"rulebook": "house-stud-1"}, shelf)
    assert own.boxes[0].lines[0].winnings == 5_000
    assert pitboss.settle(RECORD, shelf).boxes[0].lines[0].winnings == 2_500
    assert pitboss.rule(INCIDENT | {"rulebook": "house-stud-1"}, shelf).rulebook == "house-stud-1"


def test_what_one_shelf_holds_no_other_does(house: Path) -> None:
    pitboss.settle(RECORD | {"rulebook": "house-stud-1"}, pitboss.Shelf([house]))
    with pytest.raises(pitboss.Fault, match="there is no rulebook 'house-stud-1'"):
        pitboss.settle(RECORD | {"rulebook": "house-stud-1"})


def test_a_record_may_name_a_file_unless_the_shelf_forbids_it(house: Path) -> None:
    named = RECORD | {"rulebook": str(house)}
    assert pitboss.settle(named).rulebook == "house-stud-1"
    with pytest.raises(pitboss.Fault) as caught:
        pitboss.settle(named, pitboss.Shelf(paths=False))
    assert (caught.value.code, caught.value.at) == ("unknown-rulebook", "rulebook")
    # Neither what the file says nor whether there is one is told to a stranger, and no path is
    # offered.
    assert "house-stud-1" not in caught.value.message
    assert ".toml file" not in caught.value.message


def test_a_rulebook_can_be_loaded_by_itself(house: Path) -> None:
    assert pitboss.load_rulebook(house).id == "house-stud-1"


def test_every_public_name_is_there() -> None:
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is not None
    assert pitboss.__version__.count(".") == 2


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'pitboss' has no attribute 'setle'"):
        _ = pitboss.setle  # type: ignore[attr-defined]  # a checker knows better, too


def test_importing_the_package_costs_nothing() -> None:
    script = (
        "import sys, pitboss; print(*(name for name in sys.modules if name.startswith('pitboss.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert done.stdout.strip() == ""
