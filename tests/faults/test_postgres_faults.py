"""PostgreSQL goes away and comes back: nothing is lost, nothing is done twice. ``make faults`` does
it 2,000 times.
"""

from collections import Counter

from tests.faults import postgres_faults
from tests.postgres import Server


def test_a_server_that_goes_away_loses_nothing_that_was_acknowledged(
    own_server: Server, seed: int
) -> None:
    counts = sum(
        (postgres_faults.life(own_server, seed, number, faults=10) for number in range(2)),
        start=Counter[str](),
    )
    assert counts["faults"] == 20
    assert counts["stops"] > 0, counts
    assert counts["unavailable"] > 0, counts
    assert counts["acknowledged"] > 200, counts
