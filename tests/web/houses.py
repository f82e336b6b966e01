"""Fixtures of folders whose tests look at a house through its API."""

from collections.abc import Iterator

import pytest

from tests.web.service import House


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A furnished house that the tests of a module share."""
    with House(tmp_path_factory.mktemp("house") / "pitboss.db") as house:
        yield house


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A furnished house of one's own."""
    with House(tmp_path_factory.mktemp("house") / "pitboss.db") as house:
        yield house
