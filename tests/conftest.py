import os
from pathlib import Path

import pytest
from coverage import Coverage

import pitboss.games.answer  # noqa: F401 - its first lines count only if it is imported here, and not by chance in a test

pytest_plugins = ["tests.plugins.conformance"]

HERE = Path(__file__).parent
THE_CORE = tuple(
    HERE / part
    for part in (
        "cli/test_rulebook_diff.py",
        "cli/test_rulebooks.py",
        "cli/test_settle_and_rule.py",
        "games",
        "jackpot",
        "kernel",
        "ledger",
        "people",
        "rulebook",
        "rules",
        "table",
    )
)
"""The tests that by themselves reach every line of the packages whose coverage is required.
Counting the lines that all others reach too would add minutes and tell nothing new;
``PITBOSS_COVER=all`` does.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In a worker pytest-cov begins to count before it knows that it is one, and then once more.
    Paused for a test, the second count would let the first go on.
    """
    if hasattr(session.config, "workerinput") and (first := Coverage.current()) is not None:
        first.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("PITBOSS_COVER") == "all":
        return
    for item in items:
        if not any(item.path.is_relative_to(part) for part in THE_CORE):
            item.add_marker(pytest.mark.no_cover)
