"""Fixtures of folders whose tests look at a house through its API."""

from collections.abc import Iterator

import pytest

from tests.web.service import House
from tests.web.stores import for_a_while, in_postgres


@pytest.fixture(scope="module", autouse=True)
def store(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where the houses of a module keep their journals: in files, unless the tests are asked for
    with PostgreSQL.
    """
    if getattr(request, "param", "sqlite") == "sqlite":
        yield
        return
    with in_postgres():
        yield


@pytest.fixture(autouse=True)
def own_databases(store: None) -> Iterator[None]:
    """What a test's own houses keep in PostgreSQL ends with the test."""
    with for_a_while():
        yield


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory, store: None) -> Iterator[House]:
    """A furnished house that the tests of a module share."""
    with House(tmp_path_factory.mktemp("house") / "pitboss.db") as house:
        yield house


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A furnished house of one's own."""
    with House(tmp_path_factory.mktemp("house") / "pitboss.db") as house:
        yield house
