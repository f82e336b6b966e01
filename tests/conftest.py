import gc
import os
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

import pitboss.games.answer  # noqa: F401 - its first lines count only if it is imported here, and not by chance in a test
from tests.chance import STEADY

pytest_plugins = ["tests.plugins.conformance"]

settings.load_profile(STEADY)

HERE = Path(__file__).parent
THE_CORE = tuple(
    str(HERE / part)
    for part in (
        "cli/test_rulebook_diff.py",
        "cli/test_rulebooks.py",
        "cli/test_settle_and_rule.py",
        "games",
        "jackpot",
        "kernel",
        "ledger",
        "people",
        "house",
        "rulebook",
        "rules",
        "table",
    )
)
"""The tests that by themselves reach every line of the packages whose coverage is required.
Counting the lines that all others reach too would add minutes and tell nothing new;
``PITBOSS_COVER=all`` does.
"""


LONG = tuple(
    str(HERE / part)
    for part in (
        "browser",
        "casino/test_schedules.py",
        "cli/test_maths.py",
        "faults",
        "maths",
        "plugins",
        "properties",
        "test_casino_holdem.py",
        "test_guides.py",
        "web/test_generated_clients.py",
    )
)
"""Tests that take seconds each, or are many that go to one worker."""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In a worker pytest-cov begins to count before it knows that it is one, and then once more.
    Paused for a test, the second count would let the first go on.
    """
    if hasattr(session.config, "workerinput") and (first := Coverage.current()) is not None:
        first.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """First what is counted, so that nothing it reaches was worked out and kept by a test that is
    not; then what takes long, so that no worker begins it when the others are done.
    """
    counts_all = os.environ.get("PITBOSS_COVER") == "all"
    places = {}
    for item in items:
        path = str(item.path)
        # What looks at every hand there is takes five times as long when lines are counted, and
        # reaches none that the others don't.
        counted = path.startswith(THE_CORE) and item.get_closest_marker("long") is None
        if not counted and not counts_all:
            item.add_marker(pytest.mark.no_cover)
        early = path.startswith(LONG) or item.get_closest_marker("long") is not None
        places[item] = 0 if counted else 1 if early else 2
    items.sort(key=places.__getitem__)


def pytest_collection_finish() -> None:
    """Thousands of tests and everything they import stay until the end: the garbage collector need
    not look through them again and again.
    """
    gc.collect()
    gc.freeze()
