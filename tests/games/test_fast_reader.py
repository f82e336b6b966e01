"""What is read quickly is what is read step by step; anything unusual is left alone."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.games.fast_reader import read_quickly
from pitboss.games.faults import Fault
from pitboss.games.record_reader import read_record
from pitboss.rulebook.shelf import Shelf
from tests.support import BE, CS, MH, MS, SS, box, record

SHELF = Shelf(paths=False)
Change = Callable[[dict[str, Any]], object]


def ordinary(rulebook: str) -> dict[str, Any]:
    """A round of two boxes in which nothing is out of the ordinary."""
    if rulebook == MH:
        folded = box("Ah Kh", number=1, hand="folded", ante="25", bonus="10", progressive="5")
        played = box("2c 2d", number=2, ante="25", flop="50", turn="25")
        limits = {"ante": {"min": "25", "max": "1000"}, "bonus": {"min": "10", "max": "500.00"}}
        return record(MH, "Qs Qd", folded, played, community="3c 4c 5h 9s Td", limits=limits)
    if rulebook == BE:
        first = box(
            "As Kh 7c 4d 3s",
            number=1,
            main="25",
            tie="5",
            suits="5",
            bullseye="5",
            progressive="5",
        )
        second = box("Ac Kd 7h 4s 3c", number=2, main="25")
        return record(
            BE, "2c 5d 9h Kc Jd", first, second, limits={"tie": {"min": "5", "max": "100"}}
        )
    folded = box("8h 6h 4h 3h 2h", number=1, hand="folded", ante="25", progressive="5")
    played = box("10s Qh 8c 4d 3s", number=2, ante="25.00", bet="50.00", progressive="5")
    return record(
        rulebook, "2c 7d 9h Kd As", folded, played, limits={"ante": {"min": "25", "max": "1000"}}
    )


def line_of(given: dict[str, Any]) -> bytes:
    return json.dumps(given).encode() + b"\n"


@pytest.mark.parametrize("rulebook", [MS, CS, SS, MH, BE])
def test_an_ordinary_record_is_read_as_step_by_step(rulebook: str) -> None:
    given = ordinary(rulebook)
    assert read_quickly(line_of(given), SHELF) == read_record(given, SHELF)


USUAL: list[tuple[str, dict[str, Any]]] = [
    (MS, {"table": None}),
    (MS, {"table": {}}),
    (MS, {"table": {"limits": {"ante": {"min": "25"}}}}),
    (MS, {"table": {"limits": {"ante": {"max": "20"}}}}),
    (
        SS,
        {
            "jackpot": None,
            "boxes": [box("10s Qh 8c 4d 3s", number=2, ante="25", bet="50", progressive="0")],
        },
    ),
    (CS, {"boxes": [box(None, number=2, hand="folded", ante="25", progressive="5")]}),
]


@pytest.mark.parametrize(("rulebook", "changes"), USUAL)
def test_what_may_be_left_out_is_read_as_step_by_step(
    rulebook: str, changes: dict[str, Any]
) -> None:
    given = ordinary(rulebook) | changes
    found = read_quickly(line_of(given), SHELF)
    assert found is not None
    assert found == read_record(given, SHELF)


def change(path: str, value: object) -> Change:
    """Puts a value in the place of another: ``change("boxes.0.hand", "left")``."""

    def apply(given: Any) -> None:
        *way, last = path.split(".")
        for name in way:
            given = given[int(name) if isinstance(given, list) else name]
        given[int(last) if isinstance(given, list) else last] = value

    return apply


UNUSUAL: list[tuple[str, Change]] = [
    *[(rulebook, change("id", None)) for rulebook in (MS, MH, BE)],
    (MS, change("rulebook", "no-such-rulebook")),
    (MS, change("rulebook", 5)),
    (MS, change("outcome", "void")),
    (MS, change("table.limits.ante", {"min": "25", "max": "5"})),
    (MS, change("table.limits.bet", {"min": "25", "max": "50"})),
    (MS, change("table.limits.tie", {"min": "25", "max": "50"})),
    (MS, change("jackpot", None)),
    (MS, change("jackpot.displayed", "1e3")),
    (MS, change("jackpot.reset", 5)),
    (MS, change("dealer", ["2c", "7d", "9h", "Kd"])),
    (MS, change("dealer.0", "8c")),
    (MS, change("dealer.0", "1c")),
    (MH, change("community", None)),
    (MH, change("community", ["3c", "4c", "5h", "9s"])),
    (MS, change("boxes.0.box", 2)),
    (MS, change("boxes.0.box", 0)),
    (MS, change("boxes.0.box", 2**53)),
    (MS, change("boxes.0.box", True)),
    (MS, change("boxes.0.player", 7)),
    (MS, change("boxes.0.player", "Zoë")),
    (MS, change("boxes.0.cards", ["8h", "6h"])),
    (MS, change("boxes.0.cards.1", "8h")),
    (MS, change("boxes.0.hand", "left")),
    (MS, change("boxes.0.hand", "played")),
    (MS, change("boxes.1.hand", "folded")),
    (BE, change("boxes.1.hand", "folded")),
    (MS, change("boxes.0.bets", None)),
    (MS, change("boxes.0.bets.ante", "0")),
    (MS, change("boxes.0.bets.tie", "5")),
    (MS, change("boxes.0.bets.ante", "-5")),
    (MS, change("boxes.0.bets.ante", "9" * 1_001)),
    (BE, change("boxes.0.arrangement", {"three": ["As", "Kh", "7c"]})),
    (SS, change("boxes.0.under_minimum_settled_before", True)),
    (SS, change("boxes.0.kept_back", True)),
    (MS, change("note", "9" * 4_000)),
]


@pytest.mark.parametrize(("rulebook", "unusual"), UNUSUAL)
def test_what_is_unusual_is_left_alone(rulebook: str, unusual: Change) -> None:
    given = ordinary(rulebook)
    unusual(given)
    line = json.dumps(given, ensure_ascii=False).encode()
    assert read_quickly(line, SHELF) is None


@pytest.mark.parametrize("line", [b"", b"[]", b"{", b'{"id": "r1"}', b"[" * 3_000, b'{"x": ' * 600])
def test_what_is_no_record_is_left_alone(line: bytes) -> None:
    assert read_quickly(line, SHELF) is None


VALUES = [
    None,
    0,
    1,
    1.0,
    True,
    "",
    "5",
    "Td",
    [],
    {},
    ["As"],
    "folded",
    "unrevealed",
    "void",
    "2c",
    {"ante": "5"},
]


@pytest.mark.parametrize("rulebook", [MS, SS, MH, BE])
def test_whatever_is_read_quickly_is_read_alike_step_by_step(rulebook: str) -> None:
    """Every place of a record, with every value that could stand there by mistake."""
    read = 0
    for path in places(ordinary(rulebook)):
        for value in VALUES:
            given = ordinary(rulebook)
            change(path, value)(given)
            found = read_quickly(line_of(given), SHELF)
            if found is None:
                continue
            read += 1
            try:
                assert found == read_record(given, SHELF), (path, value)
            except Fault as fault:
                pytest.fail(f"{path} = {value!r} should be refused: {fault}")
    assert read > 30


def places(value: object, path: str = "") -> list[str]:
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    found = [path] if path else []
    for name, part in inside:
        found += places(part, f"{path}.{name}" if path else str(name))
    return found
