"""Counting password tries, so that nobody can try them all, and nobody is locked out by somebody
else's tries.

Wrong ones count against name and address together: a stranger who tries a name locks it only for
their own address, and its owner can still sign in elsewhere. One address that tries many names, and
many addresses that try one name, have to wait as well. A browser in which the owner has signed in
before is recognised by a cookie (``known_browsers``) and has tries of its own, which nobody else
can use up.

Failures and sign-ins are in the journal and are counted from there: every process that serves the
floor has the same figures, and a restarted process has not forgotten them. Only tries in progress
are local to a process.
"""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pitboss.casino.codec import read_event
from pitboss.casino.texts import one_line
from pitboss.journal.port import Journal
from pitboss.kernel.texts import MOST_NAME
from pitboss.people.events import PEOPLE_STREAM, SessionOpened, SignInFailed
from pitboss.web.auth.rate_limit import (
    MOST_FROM_ADDRESS,
    MOST_TRIES,
    WITHIN_MS,
    Window,
    neighbourhood,
    too_many,
)

MOST_AT_NAME = 4 * MOST_TRIES
"""Wrong passwords for one name from anywhere, in browsers that are not recognised."""

MOST_RIGHT = 4 * MOST_TRIES
"""Sign-ins of one person per minute: each takes as much work as a wrong password."""

_LOOKED_BACK = 500
"""How many of the last records about people a process reads when it starts."""

_QUEUED_MS = 2_000
_COMMAND = "people/failed/"
_BROWSER = "browser:"


class SignInTries:
    """The passwords tried in the last minute. Thread-safe."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._wrong, self._right = Window(), Window()
        self._queue: Counter[str] = Counter()
        self._lock = threading.Lock()
        head = journal.head(PEOPLE_STREAM)
        self._read = 0 if head is None else max(0, head.version - _LOOKED_BACK)

    def __len__(self) -> int:
        return len(self._wrong)

    def clear(self) -> None:
        """Forgets them all."""
        with self._lock:
            self._hear(0)
            self._wrong.clear()
            self._right.clear()

    @contextmanager
    def trying(self, name: str, address: str, browser: str | None, now_ms: int) -> Iterator[None]:
        """While a password is being tried, it counts as failed, so that many at once get no further
        than many in a row; afterwards, what is stored counts. ``browser`` is the mark of one known
        to be that person's. Raises Problem if there were too many.
        """
        limits = _limits(name, address, browser)
        with self._lock:
            self._hear(now_ms)
            self._check_wrong(limits, now_ms)
            self._wrong.add(limits, now_ms)
        try:
            yield
        finally:
            with self._lock:
                # First, so that a failure is counted at every moment.
                self._hear(now_ms)
                self._wrong.take_back(limits, now_ms)

    def check_right(self, name: str, now_ms: int) -> None:
        """Raises Problem if somebody has signed in too often."""
        with self._lock:
            self._hear(now_ms)
            self._check_right(name, now_ms)

    @contextmanager
    def queueing(self, name: str, address: str, browser: str | None, now_ms: int) -> Iterator[None]:
        """While a password waits for a thread to try it. Raises Problem if there were too many, as
        far as this process knows, or if as many are waiting as may fail. Only the event loop calls
        it, and it never blocks.
        """
        limits = _limits(name, address, browser)
        if self._lock.acquire(blocking=False):
            try:
                self._check_right(name, now_ms)
                self._check_wrong(limits, now_ms)
            finally:
                self._lock.release()
        if any(self._queue[key] >= most for key, most in limits.items()):
            raise too_many("sign-ins at once", _QUEUED_MS)
        self._queue.update(limits.keys())
        try:
            yield
        finally:
            self._queue -= Counter(limits.keys())

    def _check_wrong(self, limits: Mapping[str, int], now_ms: int) -> None:
        for key, most in limits.items():
            if wait_ms := self._wrong.wait_ms(key, most, now_ms):
                raise too_many("wrong passwords", wait_ms)

    def _check_right(self, name: str, now_ms: int) -> None:
        if wait_ms := self._right.wait_ms(_short(name), MOST_RIGHT, now_ms):
            raise too_many("sign-ins", wait_ms)

    def _hear(self, now_ms: int) -> None:
        """Counts what any process has stored since the last look."""
        if self._journal.known_version(PEOPLE_STREAM) == self._read:
            return
        for record in self._journal.read(PEOPLE_STREAM, self._read):
            self._read = record.version
            # Time in the journal never goes back; a clock may.
            at_ms = min(record.at_ms, now_ms)
            if now_ms - at_ms >= WITHIN_MS:
                continue
            event = read_event(record)
            if isinstance(event, SignInFailed):
                browser = browser_in(record.command)
                self._wrong.add(_limits(event.name, event.address, browser), at_ms)
            elif isinstance(event, SessionOpened):
                self._right.add((_short(event.name),), at_ms)


def failure_id(browser: str | None, number: str) -> str:
    """The id under which a failed sign-in is stored: it contains the browser, if that is
    recognised.
    """
    return f"failed/{_BROWSER}{browser}/{number}" if browser else f"failed/{number}"


def browser_in(command: str) -> str | None:
    """The browser in the id of a stored failure."""
    known = command.removeprefix(_COMMAND)
    return known.removeprefix(_BROWSER).partition("/")[0] if known.startswith(_BROWSER) else None


def _limits(name: str, address: str, browser: str | None) -> dict[str, int]:
    """The keys that a try counts under, and the limit of each."""
    if browser is not None:
        return {f"{_BROWSER}{browser}": MOST_TRIES}
    name, place = _short(name), neighbourhood(one_line(address, MOST_NAME))
    return {
        f"both:{place} {name}": MOST_TRIES,
        f"address:{place}": MOST_FROM_ADDRESS,
        f"name:{name}": MOST_AT_NAME,
    }


def _short(name: str) -> str:
    """A name as it is stored: one of any length may be sent."""
    return one_line(name, MOST_NAME)
