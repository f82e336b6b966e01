"""A history that the tests of this folder share. Nobody changes it: who tampers makes a journal of
his own.
"""

from itertools import chain
from pathlib import Path

import pytest

from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record
from tests.audit.histories import History

HERE = f"{Path(__file__).parent}/"
SEED = 6
STEPS = 4_000
RARE = {
    "award-reversed/1",
    "bet-corrected/1",
    "claim-declined/1",
    "decline-recorded/1",
    "hands-moved/1",
    "link-failed/1",
    "link-restored/1",
}
"""What the tests look for in the history and not every one has."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever reads the history goes to the worker that has made it."""
    for item in items:
        if str(item.path).startswith(HERE) and "history" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("history"))


@pytest.fixture(scope="session")
def history() -> list[Record]:
    """The records of a long history, with claims, awards, failures and corrections.

    The seed is one that has them. Where the robots have learnt to play otherwise, another is looked
    for: that takes longer, and is a reason to write it in its place.
    """
    for seed in chain((SEED,), range(100)):
        journal = MemoryJournal()
        History(journal, seed).agree().play(STEPS)
        records = journal.read_all(0, 1_000_000)
        if {record.kind for record in records} >= RARE:
            return records
    raise AssertionError("no history has everything in it: the tests need another one")
