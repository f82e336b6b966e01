"""A connection pool, so that readers wait neither for the writer nor for one another."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar


class Closable(Protocol):
    """Anything with a ``close``."""

    def close(self) -> object: ...


C = TypeVar("C", bound=Closable)


class Pool(Generic[C]):
    """Grows to as many connections as are in use at once. One returned in good order is lent again;
    any other is closed.
    """

    def __init__(self, connect: Callable[[], C], keep: int = 8) -> None:
        self._connect = connect
        self._keep = keep
        self._lock = threading.Lock()
        self._idle: list[C] = []

    @contextmanager
    def lent(self) -> Iterator[C]:
        """A connection for a ``with`` block. After an exception it is assumed broken and closed."""
        with self._lock:
            idle = self._idle.pop() if self._idle else None
        connection = self._connect() if idle is None else idle
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if len(self._idle) < self._keep:
                self._idle.append(connection)
                return
        connection.close()

    def empty(self) -> None:
        """Closes the idle connections."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def close(self) -> None:
        """Closes the idle connections now, and the others when they are returned."""
        self._keep = 0
        self.empty()
