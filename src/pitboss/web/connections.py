"""Connections that are open: how many there may be, how many from one address, and how long one
may take to say what it wants.
"""

import asyncio
import logging
import resource
from collections import Counter
from collections.abc import Callable, Iterable, Set
from contextlib import suppress

from pitboss.operations.settings import ClientLimits
from pitboss.web.auth.rate_limit import neighbourhood
from pitboss.web.header_limit import Protocol

SWEEP_S = 0.5
FILES_BESIDE = 256
"""Open files that are no connections: the database, the listener, pages that are being sent."""

_log = logging.getLogger("pitboss.web")


class Doorkeeper:
    """Counts connections and gives up those that keep the server waiting. It lives on the event
    loop.
    """

    def __init__(
        self, limits: ClientLimits, proxies: Iterable[str] = (), *, turned_away: Callable[[], None]
    ) -> None:
        self._limits = limits
        self._proxies = frozenset(proxies)
        self._connections: set[Protocol] = set()
        self._of_address: Counter[str] = Counter()
        self._turned_away = turned_away

    def __len__(self) -> int:
        return len(self._connections)

    def come(self, connection: Protocol, address: str) -> bool:
        """Whether one more may come in from there."""
        where = neighbourhood(address)
        full = len(self._connections) >= self._limits.connections or (
            where not in self._proxies
            and self._of_address[where] >= self._limits.connections_per_address
        )
        if full:
            self._turned_away()
            _log.warning("too many connections: one was closed")
            return False
        self._connections.add(connection)
        self._of_address[where] += 1
        return True

    def go(self, connection: Protocol, address: str) -> None:
        """One has ended."""
        if connection not in self._connections:
            return
        self._connections.discard(connection)
        where = neighbourhood(address)
        self._of_address[where] -= 1
        if not self._of_address[where]:
            del self._of_address[where]

    def sweep(self, now_s: float) -> int:
        """Closes every connection whose request has taken too long to arrive, and those that have
        been idle after an answer; how many were late.
        """
        for connection in tuple(self._connections):
            idle_since_s = connection.idle_since_s
            if idle_since_s is not None and now_s - idle_since_s > connection.timeout_keep_alive:
                connection.timeout_keep_alive_handler()
        late = [
            connection
            for connection in self._connections
            if connection.awaited_since_s is not None
            and now_s - connection.awaited_since_s > self._limits.request_seconds
        ]
        for connection in late:
            connection.give_up()
        return len(late)

    async def keep(self) -> None:
        """Sweeps now and then, for as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_S)
            self.sweep(loop.time())

    def protocol(self) -> type[Protocol]:
        """The kind of connection that asks this doorkeeper."""
        return type("KeptProtocol", (Protocol,), {"door": self})


class StreamCounts:
    """How many streams of live updates each session or device has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def take(self, tokens: Set[str]) -> bool:
        """Counts one stream for each of these; False where one of them has too many."""
        if any(self._open[token] >= self._most for token in tokens):
            return False
        self._open.update(tokens)
        return True

    def give_back(self, tokens: Set[str]) -> None:
        self._open.subtract(tokens)
        for token in tokens:
            if not self._open[token]:
                del self._open[token]


def allow_files(connections: int) -> None:
    """Raises the limit of open files to what so many connections take, as far as the system lets
    us.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + FILES_BESIDE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        _log.warning(
            "limits.connections is %d, but the system lets this process open %d files: raise its "
            "limit (LimitNOFILE= of systemd, ulimit -n) or lower the setting",
            connections,
            most,
        )
