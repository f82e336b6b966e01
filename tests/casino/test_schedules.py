"""Whatever the schedule: what is acknowledged is stored, what is stored is applied once, every
answer is that of a run one after another in the order of the journal, and nothing is in memory that
is not in the journal.
"""

from collections.abc import Set

import pytest

from pitboss.casino.app import Casino
from pitboss.journal.memory import MemoryJournal
from tests.casino.schedules import Base, Schedule, between_rounds, claim_waiting, plain

SCHEDULES = 20_000
PARTS = 8
MOST_STEPS = 14
"""Of a schedule here; those of make schedules are longer, and a hundred times as many. A pipeline
that forgets nothing is found out by one in ten of these, and by hardly more of longer ones.
"""
TEETH = 1_000


@pytest.fixture(scope="module")
def bases() -> list[Base]:
    return [between_rounds(), claim_waiting()]


@pytest.mark.parametrize("part", range(PARTS))
def test_any_schedule_comes_to_a_serial_run(bases: list[Base], part: int) -> None:
    for seed in range(part, SCHEDULES, PARTS):
        try:
            Schedule(seed, bases[seed % 2], most_steps=MOST_STEPS).run()
        except Exception as error:
            raise AssertionError(f"schedule {seed}") from error


def test_a_pipeline_that_forgets_nothing_is_found_out(
    bases: list[Base],
) -> None:
    """Without the invalidation of what rested on a lost append, a schedule fails before long."""

    def careless(journal: MemoryJournal) -> Casino:
        casino = plain(journal)

        def keep(streams: Set[str]) -> None:
            pass

        casino.cache.invalidate = keep  # type: ignore[method-assign]
        return casino

    for seed in range(TEETH):
        try:
            Schedule(seed, bases[seed % 2], careless, MOST_STEPS).run()
        except AssertionError:
            return
    pytest.fail(f"{TEETH} schedules found nothing")
