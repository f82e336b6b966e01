import gc
import importlib
import os
import pkgutil
from collections.abc import Generator
from pathlib import Path
from random import SystemRandom
from zlib import crc32

import pytest
from coverage import Coverage
from hypothesis import settings

from pitboss.rulebook.clauses import all_clauses
from tests.chance import STEADY
from tests.effort import ALL

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
CORE_PACKAGES = ("kernel", "rulebook", "games", "table", "jackpot", "people", "house", "ledger")
LONG = tuple(
    str(HERE / part)
    for part in (
        "maths",
        "test_casino_holdem.py",
        "casino/test_schedules.py",
        "casino/test_corrections.py",
        "web/test_hidden_cards.py",
        "faults",
        "properties",
        "browser",
        "cli/test_maths.py",
        "plugins",
        "test_guides.py",
        "test_readme.py",
        "web/test_fuzz.py",
        "web/test_generated_clients.py",
        "web/test_settings.py",
        "reports/test_reports_survive.py",
        "cli/test_robots.py",
        "attacks",
        "audit/test_settlement_check.py",
        "web/test_serve.py",
        "test_packaging.py",
    )
)
"""Tests that take seconds each, or are many that go to one worker; the longest come first."""


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A seed of the test's own: the same in every run of the test command, so that what fails can
    be looked at tomorrow, and a fresh one with ``make thorough``, which looks for what nobody knows
    yet.
    """
    steady = crc32(request.function.__qualname__.encode())
    return SystemRandom().randrange(1 << 32) if ALL else steady


class Counting:
    """Whether the lines that are reached are counted: while a test of the core runs, from its
    set-up to its end, and at no other time. Tracing costs whatever else runs a third of its time.
    """

    def __init__(self) -> None:
        self._coverage: Coverage | None = None
        self._on = False

    def begin(self) -> None:
        """Takes over from pytest-cov, once everything is imported whose first lines count."""
        self._coverage = None if os.environ.get("PITBOSS_COVER") == "all" else Coverage.current()
        if self._coverage is not None:
            for part in CORE_PACKAGES:
                found = importlib.import_module(f"pitboss.{part}")
                for module in pkgutil.walk_packages(found.__path__, f"pitboss.{part}."):
                    importlib.import_module(module.name)
            # The marks of the tests ask for it while they are collected, and then it is kept.
            all_clauses()
            self._coverage.stop()

    def switch(self, on: bool) -> None:
        """Counts from now on, or does not."""
        if self._coverage is not None and on != self._on:
            self._on = on
            if on:
                self._coverage.start()
            else:
                self._coverage.stop()


counting = Counting()


def is_counted(item: pytest.Item) -> bool:
    """What looks at every hand there is takes five times as long when lines are counted, and
    reaches none that the others don't.
    """
    return str(item.path).startswith(THE_CORE) and item.get_closest_marker("long") is None


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In a worker pytest-cov begins to count before it knows that it is one, and then once more.
    Paused for a test, the second count would let the first go on.
    """
    if hasattr(session.config, "workerinput") and (first := Coverage.current()) is not None:
        first.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    counting.begin()
    # Nothing that is collected is garbage.
    gc.disable()


SPREAD = tuple(
    str(HERE / part)
    for part in (
        "casino/test_corrections.py",
        "casino/test_schedules.py",
        "faults",
        "properties/test_table_machine.py",
        "web/test_fuzz.py",
        "web/test_hidden_cards.py",
    )
)
"""Tests that take long and share little with their neighbours: every worker may have some."""


def shares(item: pytest.Item) -> bool:
    """Whether a test asks for something that is made once for the tests of its file."""
    info = getattr(item, "_fixtureinfo", None)
    found = () if info is None else info.name2fixturedefs.values()
    return any(one.scope == "module" for made in found for one in made)


def group(items: list[pytest.Item]) -> None:
    """The tests of a file share houses, servers and what they have read and kept. Each worker would
    make these anew, so a file goes to one; only those of the core share nothing but rulebooks.
    """
    groups = {
        path: None if path.startswith(SPREAD) else pytest.mark.xdist_group(_name_of(path))
        for path in {str(item.path) for item in items}
    }
    for item in items:
        path = str(item.path)
        mark = groups[path]
        if mark is None or item.get_closest_marker("xdist_group") is not None:
            continue
        if not path.startswith(THE_CORE) or shares(item):
            item.add_marker(mark)


def _name_of(path: str) -> str:
    return Path(path).relative_to(HERE).as_posix()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """First what is counted, so that nothing it reaches was worked out and kept by a test that is
    not; then what takes long, so that no worker begins it when the others are done.
    """
    group(items)
    late = {
        path: next((nth for nth, part in enumerate(LONG) if path.startswith(part)), len(LONG))
        for path in {str(item.path) for item in items}
    }

    def place(item: pytest.Item) -> int:
        path = str(item.path)
        if item.get_closest_marker("long") is not None:
            return 0
        return -1 if path.startswith(THE_CORE) else late[path]

    items.sort(key=place)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    counting.switch(is_counted(item))
    return (yield)


def pytest_collection_finish() -> None:
    """Thousands of tests and everything they import stay until the end: the garbage collector need
    not look through them again and again, nor through what tests make as often as it would.
    """
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
