"""How much the tests look at: the most telling in the test command, everything with
``make thorough``; of the pages, with ``make pages``.
"""

import os

import pytest

ALL = os.environ.get("PITBOSS_EFFORT") == "all"
TIMED = ALL and "PYTEST_XDIST_WORKER" not in os.environ
"""Whether times are held against what is promised of them: only where nothing else runs."""

at_length = pytest.mark.skipif(not ALL, reason="one of several alike; make thorough runs them all")
"""For tests whose like is in the test command already."""


def tables(every: tuple[str, ...], telling: tuple[str, ...]) -> tuple[str, ...]:
    """Every table, or those that would show a fault first."""
    assert set(telling) <= set(every)
    return every if ALL else telling


def times(every: int, telling: int) -> int:
    """How often something random is tried."""
    return every if ALL else telling
