"""A PostgreSQL server is lost, and its journal comes back as it was at a moment. ``make faults``
does it more often.
"""

from tests.faults import moments


def test_a_journal_is_recovered_to_a_moment_and_goes_on(seed: int) -> None:
    counts = moments.life(seed, 0)
    assert counts["recoveries"] == 1
    assert counts["cut off"] > 5, counts
