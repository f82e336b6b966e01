"""Counting wrong passwords, by name and by address, so that nobody can try them all."""

import threading
from collections import deque
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address

from pitboss.web.api.problems import Problem

MOST_TRIES = 5
MOST_FROM_ADDRESS = 4 * MOST_TRIES
"""An address may be shared by a whole pit, so it may fail oftener than one name."""

WITHIN_MS = 60_000
_WATCHED = 10_000
_NAME_CHARACTERS = 64


class Tries:
    """The wrong passwords of the last minute, or wrong PINs. Many threads may ask."""

    def __init__(self, what: str = "passwords") -> None:
        self._what = what
        self._failures: dict[str, deque[int]] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._failures)

    def clear(self) -> None:
        """Forgets them all."""
        with self._lock:
            self._failures.clear()

    def begin(self, name: str, address: str, now_ms: int) -> "Try":
        """Counts a try as failed until it turns out well, so that many at once are no more than
        many in a row.

        Raises Problem where there were too many.
        """
        # A name of any length may be sent; only so much of it is remembered.
        keys = (f"name:{name[:_NAME_CHARACTERS]}", f"address:{neighbourhood(address)}")
        with self._lock:
            for key, most in zip(keys, (MOST_TRIES, MOST_FROM_ADDRESS), strict=True):
                self._check(key, most, now_ms)
            if len(self._failures) > _WATCHED:
                self._failures = {
                    key: tries
                    for key, tries in self._failures.items()
                    if now_ms - tries[-1] < WITHIN_MS
                }
            for key in keys:
                self._failures.setdefault(key, deque()).append(now_ms)
        return Try(self, keys, now_ms)

    def _check(self, key: str, most: int, now_ms: int) -> None:
        failures = self._failures.get(key)
        if failures is None:
            return
        while failures and now_ms - failures[0] >= WITHIN_MS:
            failures.popleft()
        if not failures:
            del self._failures[key]
            return
        if len(failures) >= most:
            # Whole seconds, and none too few.
            wait_s = -(-(WITHIN_MS - (now_ms - failures[0])) // 1000)
            detail = f"Too many wrong {self._what}; try again in {wait_s} seconds."
            raise Problem(429, "too-many-tries", detail, headers={"Retry-After": str(wait_s)})

    def take_back(self, keys: Sequence[str], at_ms: int) -> None:
        """A try that turned out well."""
        with self._lock:
            for key in keys:
                tries = self._failures.get(key)
                if tries is not None and at_ms in tries:
                    tries.remove(at_ms)
                    if not tries:
                        del self._failures[key]


class Try:
    """One try of a password."""

    __slots__ = ("_at_ms", "_keys", "_tries")

    def __init__(self, tries: Tries, keys: Sequence[str], at_ms: int) -> None:
        self._tries, self._keys, self._at_ms = tries, keys, at_ms

    def fitted(self) -> None:
        """The password was the right one: the try is not held against anybody."""
        self._tries.take_back(self._keys, self._at_ms)


def neighbourhood(address: str) -> str:
    """The network that an address counts as. A customer with one IPv6 address has all 64 bits of
    its network, and could come from a new address every time.
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
