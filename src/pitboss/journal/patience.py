"""Giving up reading that nobody waits for any more.

Whoever asks may go away, or not wait any longer, while a thread reads for them. Every journal looks
here before each page that it reads, so no caller in between has to.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from pitboss.journal.port import JournalError

T = TypeVar("T")


class GivenUp(JournalError):
    """Nobody waits for what is being read."""


class Patience:
    """Somebody's patience, which ends when they go."""

    def __init__(self) -> None:
        self._over = False

    def end(self) -> None:
        """Nobody waits any more; safe to call from any thread."""
        self._over = True

    def carry_out(self, work: Callable[[], T]) -> T:
        """Does some work as long as somebody waits for it; then raises GivenUp."""
        before = _waiting.set(self)
        try:
            return work()
        finally:
            _waiting.reset(before)

    def check(self) -> None:
        if self._over:
            raise GivenUp("nobody waits for this any more")


_waiting: ContextVar[Patience | None] = ContextVar("waiting", default=None)


def somebody_waits() -> bool:
    """Whether this thread reads for somebody whose patience ends."""
    return _waiting.get() is not None


def check_patience() -> None:
    """Raises GivenUp if this thread reads for somebody who does not wait any more."""
    patience = _waiting.get()
    if patience is not None:
        patience.check()
