"""Hashing passwords: how, and whose is next.

It is the most expensive thing that a stranger can ask for. A few threads do it, of which strangers
get some only, so that however many try passwords, the house's own people sign in beside them and
the tables hardly notice.
"""

import asyncio
import ctypes
from bisect import insort
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, NamedTuple, TypeVar

from argon2 import PasswordHasher

from pitboss.web.api.problems import Problem
from pitboss.web.auth.rate_limit import Window, neighbourhood

HASHER = PasswordHasher(time_cost=3, memory_cost=12 * 1024, parallelism=1)
"""OWASP's parameters that need least memory. One thread, because several wait for each other many
times per hash, and on a busy machine each wait is long.
"""

AT_ONCE = 6
OF_STRANGERS = 3
MOST_WAITING = 200
_PLACES_KEPT = 10_000
_MMAP_THRESHOLD = -3
"""As ``mallopt`` calls it."""

_T = TypeVar("_T")


class _Waiting(NamedTuple):
    """In the order in which turns are taken."""

    stranger: bool
    lately: int
    arrival: int
    turn: asyncio.Future[None]


class Turns:
    """Whose password is hashed next. It lives on the event loop.

    Known people come before strangers. Among either, whoever has asked less often in the last
    minute comes first: a person by name, a stranger by address. Of strangers who have asked equally
    often the latest comes first: those before them are a crowd.
    """

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="hashing")
        self._asked = Window()
        self._places: OrderedDict[str, None] = OrderedDict()
        self._arrivals = count(1)
        self._waiting: list[_Waiting] = []
        self._busy = self._strangers = 0

    def came_in(self, address: str) -> None:
        """Somebody has signed in from there: others who come from there are no strangers."""
        place = neighbourhood(address)
        self._places[place] = None
        self._places.move_to_end(place)
        if len(self._places) > _PLACES_KEPT:
            self._places.popitem(last=False)

    async def take(
        self, name: str | None, address: str, work: Callable[..., _T], *arguments: Any
    ) -> _T:
        """Does work that hashes, when it is its turn. ``name`` is the person whose browser it is
        known to be, if it is. Raises Problem if too many are waiting who go first.
        """
        place = neighbourhood(address)
        stranger = not name and place not in self._places
        key, now_ms = f"name:{name}" if name else f"place:{place}", self._clock_ms()
        lately, arrival = self._asked.count(key, now_ms), next(self._arrivals)
        self._asked.add((key,), now_ms)
        turn = asyncio.get_running_loop().create_future()
        insort(self._waiting, _Waiting(stranger, lately, -arrival if stranger else arrival, turn))
        self._give()
        if len(self._waiting) > MOST_WAITING:
            self._waiting.pop().turn.set_exception(_too_many())
        try:
            await turn
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, partial(work, *arguments)
            )
        finally:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._busy -= 1
                self._strangers -= stranger
                self._give()

    def close(self) -> None:
        """Waits until nothing is being hashed."""
        self._threads.shutdown()

    def _give(self) -> None:
        """Gives out the turns that are free."""
        while self._waiting and self._busy < AT_ONCE:
            stranger, _, _, turn = self._waiting[0]
            if stranger and self._strangers == OF_STRANGERS:
                return
            del self._waiting[0]
            if not turn.cancelled():
                turn.set_result(None)
                self._busy += 1
                self._strangers += stranger


def give_memory_back() -> None:
    """Has the memory of every hash returned to the system at once. The C library would otherwise
    keep it, for each thread.
    """
    with suppress(AttributeError):  # another C library
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 1 << 20)


def _too_many() -> Problem:
    detail = "Too many people are signing in at once; try again in a moment."
    return Problem(429, "too-many-requests", detail, headers={"Retry-After": "2"})
