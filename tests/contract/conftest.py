"""Every kind of journal there is, for tests that all of them must pass."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from pitboss.journal.address import open_journal
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal
from tests.postgres import Server, shared_server


class Store:
    """A place for one journal, which may be opened more than once where the kind allows for it."""

    def __init__(self, kind: str, url: str, archive: Path) -> None:
        self.kind = kind
        self.url = url
        self.archive = archive
        self._opened: list[Journal] = []

    def open(self, *, read_only: bool = False) -> Journal:
        """Opens the journal; it is closed after the test."""
        journal = open_journal(self.url, read_only=read_only, archive=self.archive)
        self._opened.append(journal)
        return journal

    def close(self) -> None:
        """Closes all that was opened."""
        for journal in self._opened:
            journal.close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    with shared_server() as server:
        yield server


@contextmanager
def _place(kind: str, request: pytest.FixtureRequest) -> Iterator[Store]:
    folder: Path = request.getfixturevalue("tmp_path")
    with ExitStack() as stack:
        if kind == "memory":
            url = "memory:"
        elif kind == "sqlite":
            url = f"sqlite:{folder / 'journal.db'}"
        else:
            server: Server = request.getfixturevalue("postgres_server")
            url = stack.enter_context(server.borrowed_journal())
        store = Store(kind, url, folder / "archive")
        stack.callback(store.close)
        yield store


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A place of each kind."""
    with _place(request.param, request) as place:
        yield place


@pytest.fixture(params=["sqlite", "postgres"])
def lasting(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A place of each kind that outlives the one who opened it."""
    with _place(request.param, request) as place:
        yield place


@pytest.fixture
def journal(store: Store) -> Journal:
    """An empty journal of each kind."""
    return store.open()


@pytest.fixture
def another() -> Iterator[Callable[[], Journal]]:
    """Further journals, in memory."""
    opened: list[Journal] = []

    def make() -> Journal:
        opened.append(MemoryJournal())
        return opened[-1]

    yield make
    for journal in opened:
        journal.close()
