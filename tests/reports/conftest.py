"""A PostgreSQL server for the tests that need one."""

from collections.abc import Iterator

import pytest

from tests.postgres import Server, shared_server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    with shared_server() as server:
        yield server
