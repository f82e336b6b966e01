"""Settings with which a table opens, and those with which it does not."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.kernel.money import Cents
from pitboss.rulebook.loader import DATA
from pitboss.rulebook.shelf import Shelf
from pitboss.table.commands import LimitSetting, OpenTable
from pitboss.table.events import TableOpened
from pitboss.table.opening import check_settings
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, setting

LIMITS = {"ante": LimitSetting(Cents(10_00), Cents(1000_00))}


def problem(rulebook: str, **more: Any) -> str | None:
    """What is wrong with settings that are right but for ``more``."""
    book = Shelf().get(rulebook)
    given: dict[str, Any] = {
        "rulebook": rulebook,
        "layout": "A",
        "boxes": 5,
        "dealing": next(iter(book.dealing)),
        "cards": "virtual",
        "limits": {book.wagers.__struct_fields__[0]: LIMITS["ante"]},
        "progressive_bet": Cents(5_00),
    }
    return check_settings(book, OpenTable(**given | more))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_plain_settings_are_right(rulebook: str) -> None:
    assert problem(rulebook) is None
    assert problem(rulebook, progressive_bet=None) is None


LAYOUTS = [
    *[(book, layout, 1, 9) for book in (MS, CS) for layout in "ABCD"],
    *[(MH, layout, 1, 20) for layout in "ABCD"],
    *[(SS, layout, 5, 7) for layout in "AB"],
    *[(SS, layout, 4, 6) for layout in "CD"],
    *[(BE, layout, 1, 6) for layout in "ABC"],
]


@pytest.mark.parametrize(("rulebook", "layout", "least", "most"), LAYOUTS)
def test_a_layout_has_so_many_boxes(rulebook: str, layout: str, least: int, most: int) -> None:
    assert problem(rulebook, layout=layout, boxes=least) is None
    assert problem(rulebook, layout=layout, boxes=most) is None
    for boxes in (least - 1, most + 1):
        expected = f"Layout {layout} has {least} to {most} boxes, not {boxes}."
        assert problem(rulebook, layout=layout, boxes=boxes) == expected


@pytest.mark.parametrize(("rulebook", "layout"), [(MS, "E"), (BE, "D"), (SS, "a"), (MH, "")])
def test_a_layout_is_one_of_the_appendices(rulebook: str, layout: str) -> None:
    found = problem(rulebook, layout=layout)

    assert found is not None
    assert found.startswith(
        f"There is no layout {layout!r}; {Shelf().get(rulebook).title} has A, B, C"
    )


DEALING = {
    MS: ("shoe", "shuffler"),
    CS: ("shoe", "shuffler"),
    MH: ("shoe", "shuffler"),
    SS: ("automated", "manual"),
    BE: ("method-a", "method-b", "method-c", "manual"),
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_cards_are_dealt_in_a_way_that_the_rulebook_has(rulebook: str) -> None:
    ways = DEALING[rulebook]
    for dealing in ways:
        assert problem(rulebook, dealing=dealing) is None
    for dealing in {way for others in DEALING.values() for way in others} - set(ways) | {""}:
        expected = f"There is no way of dealing {dealing!r}; choose one of {', '.join(ways)}."
        assert problem(rulebook, dealing=dealing) == expected


@pytest.mark.parametrize("amount", [0, -5_00])
def test_a_progressive_bet_is_more_than_nothing(amount: int) -> None:
    assert problem(MS, progressive_bet=Cents(amount)) is not None


LIMITED = {MS: ["ante"], CS: ["ante"], MH: ["ante", "bonus"], SS: ["ante"]}
LIMITED[BE] = ["main", "tie", "suits", "bullseye"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_limits_are_for_wagers_that_are_placed_before_the_deal(rulebook: str) -> None:
    names = LIMITED[rulebook]
    right = dict.fromkeys(names, LIMITS["ante"])
    assert problem(rulebook, limits=right) is None
    for other in ("bet", "flop", "turn", "river", "progressive", "bonus", "tie", "ANTE"):
        if other not in names:
            expected = f"{other} has no limits of its own; limits are for {', '.join(names)}."
            assert problem(rulebook, limits=right | {other: LIMITS["ante"]}) == expected


def test_a_minimum_may_be_the_maximum_but_not_above_it() -> None:
    same = LimitSetting(Cents(25_00), Cents(25_00))
    assert problem(MS, limits={"ante": same}) is None
    crossed = LimitSetting(Cents(25_01), Cents(25_00))
    assert problem(MS, limits={"ante": crossed}) == "The minimum for ante is over its maximum."
    assert problem(MH, limits=LIMITS | {"bonus": crossed}) == (
        "The minimum for bonus is over its maximum."
    )


def test_a_side_wager_may_have_one_limit_or_none() -> None:
    for side in (LimitSetting(), LimitSetting(min=Cents(1)), LimitSetting(max=Cents(1))):
        assert problem(MH, limits=LIMITS | {"bonus": side}) is None


@pytest.mark.parametrize(
    "opening", [None, LimitSetting(), LimitSetting(min=Cents(1)), LimitSetting(max=Cents(1))]
)
@pytest.mark.parametrize(("rulebook", "name"), [(MS, "ante"), (BE, "main")])
def test_the_opening_wager_has_both_limits(
    rulebook: str, name: str, opening: LimitSetting | None
) -> None:
    found = problem(rulebook, limits={} if opening is None else {name: opening})

    assert found == f"Give the minimum and the maximum for {name}: they are displayed at the table."


# ── the command ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("by", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER])
def test_a_pit_supervisor_or_above_opens_a_table(by: str) -> None:
    t = Table("t9")
    t.do("open-table", by=by, **setting(MS))

    assert [type(event) for event in t.events] == [TableOpened]
    assert (t.view()["table"], t.view()["rulebook"], t.view()["open"]) == ("t9", MS, True)


@pytest.mark.parametrize("by", ["player:ann", DEALER])
def test_nobody_else_does(by: str) -> None:
    found = Table().refuse("open-table", by=by, **setting(MS))

    assert found.code == "not-allowed"
    assert found.message == f"A {by.partition(':')[0]} may not open a table."


@pytest.mark.parametrize("rulebook", ["rws-multilink-stud-99", "", "nowhere.toml"])
def test_a_table_needs_a_rulebook_that_can_be_read(rulebook: str) -> None:
    found = Table().refuse("open-table", by=SUPERVISOR, **setting(MS) | {"rulebook": rulebook})

    assert found.code == "bad-configuration"
    assert found.message.endswith(".")
    assert not found.message[0].islower()


def test_an_own_rulebook_is_found_where_its_path_says(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes((DATA / f"{MS}.toml").read_bytes().replace(b'title = "', b'title = "Our '))
    t = Table()
    t.do("open-table", by=SUPERVISOR, **setting(MS) | {"rulebook": str(own)})
    t.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    t.deal_all()
    t.choose(1, "fold")
    t.settle()

    assert t.view()["title"].startswith("Our ")
    assert t.result("ante") == ("lose", 0, 0)


def test_an_open_table_is_not_opened_again() -> None:
    t = Table.open(MS)

    assert t.refused("open-table", by=SUPERVISOR, **setting(MS)) == ("table-exists", ())
    t.do("close-table", by=SUPERVISOR)
    t.do("open-table", by=SUPERVISOR, **setting(MH, boxes=3))
    assert (t.view()["rulebook"], t.view()["boxes"]) == (MH, 3)
