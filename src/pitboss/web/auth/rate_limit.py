"""Counting wrong PINs, codes and passkeys, by name and by address, so that nobody can try them all.
Passwords are counted separately (``sign_in_tries``).
"""

import threading
from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from pitboss.web.api.problems import Problem

MOST_TRIES = 5
MOST_FROM_ADDRESS = 4 * MOST_TRIES
"""A whole pit may share an address, so it may fail more often than one name."""

WITHIN_MS = 60_000
_WATCHED = 10_000
_NAME_CHARACTERS = 64


class Window:
    """What has happened under each key in the last minute. Not thread-safe."""

    def __init__(self) -> None:
        self._times: dict[str, deque[int]] = {}

    def __len__(self) -> int:
        return len(self._times)

    def clear(self) -> None:
        """Forgets it all."""
        self._times.clear()

    def add(self, keys: Iterable[str], at_ms: int) -> None:
        """Counts one more."""
        if len(self._times) > _WATCHED:
            self._times = {
                key: times for key, times in self._times.items() if at_ms - times[-1] < WITHIN_MS
            }
        for key in keys:
            self._times.setdefault(key, deque()).append(at_ms)

    def take_back(self, keys: Iterable[str], at_ms: int) -> None:
        """Takes one back: it did not happen after all."""
        for key in keys:
            times = self._times.get(key)
            if times is not None and at_ms in times:
                times.remove(at_ms)
                if not times:
                    del self._times[key]

    def count(self, key: str, now_ms: int) -> int:
        """How often it has happened under a key."""
        times = self._times.get(key)
        if times is None:
            return 0
        while times and now_ms - times[0] >= WITHIN_MS:
            times.popleft()
        if not times:
            del self._times[key]
        return len(times)

    def wait_ms(self, key: str, most: int, now_ms: int) -> int:
        """How long until it may happen again under a key; 0 if it may now."""
        if self.count(key, now_ms) < most:
            return 0
        return WITHIN_MS - (now_ms - self._times[key][-most])


def too_many(what: str, wait_ms: int) -> Problem:
    """The answer to somebody who has to wait."""
    # Whole seconds, rounded up.
    wait_s = -(-wait_ms // 1000)
    detail = f"Too many {what}; try again in {wait_s} second{'' if wait_s == 1 else 's'}."
    return Problem(429, "too-many-tries", detail, headers={"Retry-After": str(wait_s)})


class Tries:
    """The wrong PINs of the last minute, or whatever else is being tried. Thread-safe."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._failures = Window()
        self._lock = threading.Lock()

    def begin(self, name: str, address: str, now_ms: int) -> "Try":
        """Counts a try as failed until it succeeds, so that many at once get no further than many
        in a row.

        Raises Problem if there were too many.
        """
        # A name of any length may be sent; only part of it is remembered.
        keys = (f"name:{name[:_NAME_CHARACTERS]}", f"address:{neighbourhood(address)}")
        with self._lock:
            for key, most in zip(keys, (MOST_TRIES, MOST_FROM_ADDRESS), strict=True):
                if wait_ms := self._failures.wait_ms(key, most, now_ms):
                    raise too_many(f"wrong {self._what}", wait_ms)
            self._failures.add(keys, now_ms)
        return Try(self, keys, now_ms)

    def take_back(self, keys: Sequence[str], at_ms: int) -> None:
        """A try that succeeded."""
        with self._lock:
            self._failures.take_back(keys, at_ms)


class Try:
    """One try."""

    __slots__ = ("_at_ms", "_keys", "_tries")

    def __init__(self, tries: Tries, keys: Sequence[str], at_ms: int) -> None:
        self._tries, self._keys, self._at_ms = tries, keys, at_ms

    def fitted(self) -> None:
        """It was right: the try does not count against anybody."""
        self._tries.take_back(self._keys, self._at_ms)


@lru_cache(maxsize=1024)
def neighbourhood(address: str) -> str:
    """The network that an address counts as. A customer with one IPv6 address has a whole /64
    network, and could use a new address every time.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
