"""A request whose caller has given up is not carried out, and what was carried out in time is found
again.
"""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from pitboss.casino.requests import Answer, Request, TooLate
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record, Unit
from pitboss.kernel.money import Cents
from pitboss.table import commands as tc
from tests.casino.floor import Floor
from tests.casino.request_groups import outcomes
from tests.casino.test_app import ANN, open_floor


def by(deadline_ms: int | None, command: str = "bet", box: int = 1) -> Request:
    """A bet for which somebody waits until a time."""
    return Request(command, "table/t1", tc.PlaceBet(box, "ante", Cents(25_00)), ANN, deadline_ms)


def still(journal: MemoryJournal | None = None) -> Floor:
    """A floor where time stands still."""
    floor = open_floor(journal)
    floor.clock.step_ms = 0
    return floor


def test_in_time_is_up_to_the_deadline_and_nothing_is_on_record_of_what_is_later() -> None:
    floor = still()
    now_ms, count = floor.clock.now_ms, floor.journal.count()
    with pytest.raises(TooLate, match="nobody was waiting for it any more"):
        floor.casino.carry_out(by(now_ms - 1))
    assert floor.journal.count() == count
    assert floor.casino.carry_out(by(now_ms)).refusal is None
    assert floor.journal.count() == count + 1


def test_the_same_id_may_be_sent_again_with_more_time_and_counts_once() -> None:
    floor = still()
    now_ms = floor.clock.now_ms
    with pytest.raises(TooLate):
        floor.casino.carry_out(by(now_ms - 1))
    first = floor.casino.carry_out(by(now_ms + 5_000))
    floor.clock.now_ms += 60_000
    # Asked about with a deadline that is long over, or with none at all: it is the answer that it
    # had.
    for deadline_ms in (now_ms, None):
        found = floor.casino.carry_out(by(deadline_ms))
        assert found == Answer(first.id, first.events, None, repeated=True)


def test_what_was_carried_out_in_time_is_found_after_a_restart_too() -> None:
    floor = still()
    first = floor.casino.carry_out(by(floor.clock.now_ms))
    floor.clock.now_ms += 60_000
    floor.reopen()
    found = floor.casino.carry_out(by(first.events[0].at_ms))
    assert found == Answer(first.id, first.events, None, repeated=True)


def test_of_a_group_only_the_late_ones_are_left_out() -> None:
    floor = still()
    now_ms = floor.clock.now_ms
    requests = [by(now_ms - 1, "late", 1), by(now_ms + 1, "soon", 2), by(None, "whenever", 3)]
    late, *others = outcomes(floor.casino, requests)
    assert isinstance(late, TooLate)
    assert all(isinstance(answer, Answer) and answer.refusal is None for answer in others)
    table = floor.casino.table("t1")
    assert table is not None
    assert table.round is not None
    assert set(table.round.boxes) == {2, 3}
    floor.check()


class Slow(MemoryJournal):
    """A disk on which the first group takes longer than somebody waits for the second."""

    floor: Floor

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        written = super().append(units)
        if any(unit.command == "first" for unit in units):
            self.floor.clock.now_ms += 10_000
        return written


def test_what_was_decided_in_time_but_would_be_stored_too_late_is_not_stored() -> None:
    journal = Slow()
    floor = journal.floor = still(journal)
    casino, now_ms = floor.casino, floor.clock.now_ms
    first, second = by(None, "first", 1), by(now_ms + 5_000, "second", 2)
    # As two threads do it: the second group is decided while the first is on its way to the disk.
    pipeline = casino.pipeline
    pipeline.submit(first)
    one = pipeline.decide()
    pipeline.submit(second, replace(second, id="third", deadline_ms=None))
    two = pipeline.decide()
    pipeline.store(one)
    pipeline.store(two)
    assert one.submissions[0].answer is not None
    assert isinstance(two.submissions[0].error, TooLate)
    # What was decided on top of it is decided again.
    third = two.submissions[1].answer
    assert third is not None
    assert third.refusal is None
    table = casino.table("t1")
    assert table is not None
    assert table.round is not None
    assert {box: state.bets["ante"] for box, state in table.round.boxes.items()} == {
        1: 25_00,
        2: 25_00,
    }
    floor.check()
