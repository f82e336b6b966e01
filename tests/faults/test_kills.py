"""kill -9 at random moments: nothing acknowledged is lost, nothing done twice. ``make faults`` does
it 2,000 times.
"""

from collections import Counter

from tests.faults import kills


def test_a_killed_process_loses_nothing_that_it_acknowledged(seed: int) -> None:
    counts = sum((kills.life(seed, number, kills=10) for number in range(2)), start=Counter[str]())
    assert counts["kills"] == 20
    # It must have been killed at work, and commands have been asked for again.
    assert counts["acknowledged"] > 20, counts
    assert counts["interrupted"] > 0, counts
