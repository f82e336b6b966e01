"""Reports how far a long computation is, to anybody who listens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


def step(what: str) -> None:
    """Says which step comes next."""
    listener = _listener.get()
    if listener is not None:
        listener(what)


@contextmanager
def told_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Reports the steps of what is done inside to a listener."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
