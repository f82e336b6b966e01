"""What all adapters do with rows and units."""

import pytest
from msgspec.structs import replace

from pitboss.journal.batch import (
    Expected,
    as_checkpoint,
    as_heads,
    as_numbers,
    as_records,
    as_snapshot,
    expected,
)
from pitboss.journal.port import NotAJournal, Unit
from tests.journal.units import one

ROW = (1, "a", 1, 0, "c", 0, b"f", "k", b"body", b"hash")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, "1"),
        (1, b"a"),
        (2, 1.0),
        (3, None),
        (4, 5),
        (5, "0"),
        (6, 0),
        (6, "f"),
        (7, b"k"),
        (8, "body"),
        (9, None),
    ],
)
def test_a_value_of_another_type_is_damage(place: int, value: object) -> None:
    assert as_records([ROW], "here")[0].body == b"body"
    damaged = [*ROW]
    damaged[place] = value
    with pytest.raises(
        NotAJournal, match=r"^here: what is stored is damaged: .*Restore it from a backup\."
    ):
        as_records([ROW, damaged], "here")


def test_damage_is_found_in_every_table() -> None:
    with pytest.raises(NotAJournal, match="damaged"):
        as_heads([("a", "1", b"hash")], "here")
    with pytest.raises(NotAJournal, match="damaged"):
        as_checkpoint([(1, 2, 3, "heads", b"", b"", b"", b"")], "here")
    with pytest.raises(NotAJournal, match="damaged"):
        as_numbers([("1",)], "here")


def test_a_damaged_snapshot_is_none() -> None:
    assert as_snapshot([("a", "1", "form", b"", b"")]) is None
    assert as_snapshot([]) is None


def test_where_streams_must_stand_for_units_to_fit() -> None:
    assert expected(
        [one("c1", "a", 3, b"1", b"2"), one("c2", "b", 0), one("c3", "a", 5)]
    ) == Expected(
        {"a": 3, "b": 0},
        {},
        [],
    )
    assert expected(
        [one("c1", "a", 3, b"1", b"2"), one("c2", "a", 4), one("c3", "a", 5)]
    ) == Expected(
        {"a": 3},
        {},
        ["a"],
    )


def test_where_streams_that_were_looked_at_must_stand() -> None:
    def looking(unit: Unit, **looks: int) -> Unit:
        return replace(unit, looks=tuple(looks.items()))

    first, second = one("c1", "a", 3, b"1", b"2"), one("c2", "b", 0)
    assert expected([looking(first, b=0, c=7), looking(second, a=5, c=7)]) == Expected(
        {"a": 3, "b": 0},
        {"b": 0, "c": 7},
        [],
    )
    # The second has seen the one stream as it was before the first, and the other as it never was.
    assert expected([first, looking(second, a=3)]).broken == ["a"]
    assert expected([looking(first, c=7), looking(second, c=8)]).broken == ["c"]
