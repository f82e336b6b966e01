"""A claim that can be paid although a hand dealt earlier at another table is still in play (RWS
4.5.2): the house sees which rounds those are.
"""

import pytest

from pitboss.casino.jackpot_effects import earlier_rounds
from tests.casino.floor import Desk, Floor, FloorTable
from tests.support import CS, MBS_RULEBOOKS, MH, MS, RWS_RULEBOOKS, proves


def opened(book: str) -> tuple[Floor, Desk, FloorTable, FloorTable]:
    floor = Floor()
    operator = "MBS" if book in MBS_RULEBOOKS else "RWS"
    desk = floor.link(operator=operator, reset="1000", rate_bp=1_000)
    return floor, desk, floor.table("t1", book), floor.table("t2", book)


def warned(floor: Floor, desk: Desk) -> list[str]:
    (claim,) = desk.state.waiting_claims
    tables = {name: floor.casino.table(name) for name in floor.casino.tables()}
    known = {name: table for name, table in tables.items() if table is not None}
    return earlier_rounds(claim, desk.state, known)


def dealt(table: FloorTable, progressive: bool = True) -> None:
    opening = "main" if "main" in table.state.limits else "ante"
    table.bet(cat=(1, {opening: "25"} | ({"progressive": "5"} if progressive else {})))
    table.deal_all()


@proves(MS, "4.5.2")
@proves(CS, "4.5.2")
@proves(MH, "4.5.2")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_hand_that_was_dealt_earlier_and_is_in_play_is_named(book: str) -> None:
    floor, desk, first, second = opened(book)
    dealt(second)
    first.play("royal", None)
    assert first.claims() == [1]
    assert warned(floor, desk) == ["t2-1"]


@proves(MS, "4.5.2")
@proves(CS, "4.5.2")
@proves(MH, "4.5.2")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_nobody_is_named_who_can_not_come_first(book: str) -> None:
    floor, desk, first, second = opened(book)
    dealt(second, progressive=False)
    first.play("royal", None)
    first.claims()
    assert warned(floor, desk) == []
    second.do("report", incident="foreign-card")
    assert warned(floor, desk) == []


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_hand_that_was_dealt_later_comes_later(book: str) -> None:
    floor, desk, first, second = opened(book)
    first.play("royal", None)
    first.claims()
    dealt(second)
    assert warned(floor, desk) == []


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_at_mbs_the_order_of_entry_decides(book: str) -> None:
    floor, desk, first, second = opened(book)
    dealt(second)
    first.play("royal", None)
    first.claims()
    assert warned(floor, desk) == []
