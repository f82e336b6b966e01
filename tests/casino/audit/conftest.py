"""A history that the tests of this folder share. Nobody changes it: who tampers makes a journal of his own."""

import pytest

from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record
from tests.casino.audit.histories import History

SEED = 173
STEPS = 2_500


@pytest.fixture(scope="session")
def history() -> list[Record]:
    """The records of a long history, with claims, awards, failures and corrections."""
    journal = MemoryJournal()
    History(journal, SEED).play(STEPS)
    return journal.read_all(0, 1_000_000)
