"""A clock is shown only while the table waits for what it was set for."""

import pytest

from pitboss.demo.clock import Countdown
from pitboss.table import commands as c
from tests.demo.house import House
from tests.demo.test_floor import BOX, VISITOR, bet, unlisted


def test_the_result_of_a_visitors_round_lies_open_for_a_while() -> None:
    house = House()
    with house.at(VISITOR, "Stud"):
        bet(house, "Stud")
        house.wait_for("Stud", "settled")
        clock = house.clocks["Stud"]
        assert (clock.kind, clock.of_ms) == ("next", house.pace.visitors_result_ms)
        house.wait_for("Stud", None)
        assert clock.ends_ms <= house.now_ms <= clock.ends_ms + 1_000


def test_it_fits_while_the_table_waits_for_the_same_thing() -> None:
    house = House()
    with house.at(VISITOR, "Stud"):
        seen: dict[str, Countdown] = {}
        bet(house, "Stud")
        for phase in ("betting", "deciding", "settled"):
            state = house.wait_for("Stud", phase)
            house.wait(0.2)
            clock = house.clocks["Stud"]
            assert clock.fits(house.table("Stud"))
            assert not any(other.fits(state) for other in seen.values())
            seen[clock.kind] = clock
        house.wait_for("Stud", None)
        assert not any(clock.fits(house.table("Stud")) for clock in seen.values())
    assert list(seen) == ["bets", "decision", "next"]


@pytest.mark.parametrize("table", ["Stud", "Singapore"])
def test_a_decision_that_is_made_or_interrupted_ends_it(table: str) -> None:
    house = House()
    with house.at(VISITOR, table):
        bet(house, table)
        house.wait_for(table, "deciding")
        clock = house.clocks[table]
        house.do(table, c.Fold(BOX), VISITOR)
        assert not clock.fits(house.table(table))


def test_a_ruling_has_a_clock_until_it_is_made() -> None:
    house = House()
    unlisted(house)
    clock = house.clocks["Stud"]
    assert clock.fits(house.table("Stud"))
    house.wait(4)
    assert not clock.fits(house.table("Stud"))
