"""Seeds of random tests, and a PostgreSQL that may be stopped."""

import sys
from collections.abc import Iterator

import pytest

from tests.faults.floor import chosen_seed
from tests.postgres import Server


@pytest.fixture
def seed() -> int:
    """The seed of one test, printed; pytest shows that when the test fails."""
    found = chosen_seed()
    sys.stdout.write(f"seed {found}: PITBOSS_SEED={found} does it again\n")
    return found


@pytest.fixture(scope="session")
def own_server() -> Iterator[Server]:
    """Not the one that other tests share: this one is stopped in the middle of things."""
    # What it wrote outlives the server in the memory of the system. Syncs matter when the power
    # fails; that is another test.
    server = Server(fsync="off")
    yield server
    server.remove()
