"""The primary of two PostgreSQL servers dies and the standby takes its place: nothing is lost,
nothing is done twice. ``make faults`` does it 30 times, and counts the seconds.
"""

from collections.abc import Iterator

import pytest

from pitboss.journal.postgres.journal import PostgresJournal
from tests.faults import failover
from tests.journal.units import one


@pytest.fixture(scope="module")
def pair() -> Iterator[failover.Pair]:
    found = failover.Pair()
    yield found
    found.remove()


def test_a_killed_primary_loses_nothing_that_was_acknowledged(
    pair: failover.Pair, seed: int
) -> None:
    counts = failover.life(pair, seed, 0, failovers=2)
    assert counts["stops"] == 2, counts
    assert counts["acknowledged"] > 20, counts
    assert pair.back_s, counts


def test_the_server_that_takes_writing_is_found_wherever_the_address_names_it(
    pair: failover.Pair,
) -> None:
    pair.repair()
    url = pair.url(pair.new_database(), standby_first=True)
    journal = PostgresJournal(url)
    try:
        (records,) = journal.append([one("c1", "table/T1", 0)])
        assert list(journal.read("table/T1")) == records
    finally:
        journal.close()
