"""Open connections: how many there may be, in total and from one address, and how long a client may
take to send its request.
"""

import asyncio
import logging
import resource
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Set
from contextlib import suppress

from pitboss.operations.settings import ClientLimits
from pitboss.web.auth.rate_limit import neighbourhood
from pitboss.web.header_limit import Protocol

SWEEP_S = 0.5
RENEWED_S = 1.0
"""The seconds in which an address may open all its connections anew."""

FILES_BESIDE = 256
"""Open files other than connections: the database, the listener, pages being sent."""

_PLACES_KEPT = 10_000
_log = logging.getLogger("pitboss.web")


class Doorkeeper:
    """Counts connections and drops those that keep the server waiting. It lives on the event
    loop.
    """

    def __init__(
        self, limits: ClientLimits, proxies: Iterable[str] = (), *, turned_away: Callable[[], None]
    ) -> None:
        self._limits = limits
        self._proxies = frozenset(proxies)
        self._places: dict[Protocol, str] = {}
        self._of_place: Counter[str] = Counter()
        self._comings: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._turned_away = turned_away
        self._away = 0

    def __len__(self) -> int:
        return len(self._places)

    def lets_in(self, address: str, now_s: float) -> bool:
        """Whether one more may come in from there: not if there are too many, and not if they come
        and go too fast.
        """
        place = neighbourhood(address)
        full = len(self._places) >= self._limits.connections
        if not full and place not in self._proxies:
            most = self._limits.connections_per_address
            full = self._of_place[place] >= most or not self._in_time(place, most, now_s)
        if full:
            self._turned_away()
            self._away += 1
        return not full

    def _in_time(self, place: str, most: int, now_s: float) -> bool:
        """Whether an address has not used up its allowance: all its connections at once, and again
        in the following seconds.
        """
        left, at_s = self._comings.get(place, (float(most), now_s))
        left = min(most, left + (now_s - at_s) * most / RENEWED_S)
        self._comings[place] = left - 1 if left >= 1 else left, now_s
        self._comings.move_to_end(place)
        if len(self._comings) > _PLACES_KEPT:
            self._comings.popitem(last=False)
        return left >= 1

    def come(self, connection: Protocol, address: str) -> None:
        """One has been opened."""
        place = self._places[connection] = neighbourhood(address)
        self._of_place[place] += 1

    def go(self, connection: Protocol) -> None:
        """One has ended."""
        place = self._places.pop(connection, None)
        if place is None:
            return
        self._of_place[place] -= 1
        if not self._of_place[place]:
            del self._of_place[place]

    def sweep(self, now_s: float) -> int:
        """Closes every connection whose request has taken too long to arrive, and those that have
        been idle after an answer; returns how many were late.
        """
        for connection in tuple(self._places):
            idle_since_s = connection.idle_since_s
            if idle_since_s is not None and now_s - idle_since_s > connection.timeout_keep_alive:
                connection.timeout_keep_alive_handler()
        late = [
            connection
            for connection in self._places
            if connection.awaited_since_s is not None
            and now_s - connection.awaited_since_s > self._limits.request_seconds
        ]
        for connection in late:
            connection.give_up()
        if self._away:
            _log.warning("too many connections: %d were closed", self._away)
            self._away = 0
        return len(late)

    async def keep(self) -> None:
        """Sweeps now and then, for as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_S)
            self.sweep(loop.time())

    def protocol(self) -> type[Protocol]:
        """The class of connections that report to this doorkeeper."""
        return type("KeptProtocol", (Protocol,), {"door": self})


class StreamCounts:
    """How many streams of live updates each session or device has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def take(self, tokens: Set[str]) -> bool:
        """Counts one stream for each of these; False if one of them has too many."""
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
    """Raises the limit of open files to what that many connections need, as far as the system
    allows.
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
