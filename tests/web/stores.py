"""Where the houses of tests keep their journals: in SQLite files, or in PostgreSQL databases
instead.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.postgres import Server, shared_server


class Databases:
    """PostgreSQL databases in the place of files: the same one for the same file."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._stacks = [ExitStack()]
        self._urls: dict[Path, str] = {}

    def url(self, file: Path) -> str:
        """The database for a file; a new and empty one the first time."""
        if file not in self._urls:
            self._urls[file] = self._stacks[-1].enter_context(self._server.borrowed_journal())
        return self._urls[file]

    @contextmanager
    def given_back(self) -> Iterator[None]:
        """Those of which one hears first in this block end with it."""
        known = dict(self._urls)
        with ExitStack() as stack:
            self._stacks.append(stack)
            try:
                yield
            finally:
                self._stacks.pop()
                self._urls = known


_databases: list[Databases] = []


@contextmanager
def in_postgres() -> Iterator[None]:
    """All houses that begin in this block keep their journals in PostgreSQL."""
    with shared_server() as server:
        databases = Databases(server)
        with databases.given_back():
            _databases.append(databases)
            try:
                yield
            finally:
                _databases.pop()


@contextmanager
def for_a_while() -> Iterator[None]:
    """Databases that are first asked for in this block end with it."""
    with ExitStack() as stack:
        if _databases:
            stack.enter_context(_databases[-1].given_back())
        yield


def place_of(file: Path) -> Path | str:
    """Where a house keeps what it would keep in a file."""
    return _databases[-1].url(file) if _databases else file
