"""Says on standard error which step a computation is at, if it takes longer than two seconds."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from time import monotonic

_AFTER_S = 2.0


class _Steps:
    """Silent for the first two seconds; then the current step is named, and each one after it."""

    def __init__(self) -> None:
        self._begun_s = monotonic()
        self._now = ""
        self._shown = False
        self._lock = Lock()
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._timer = Timer(_AFTER_S, self._late)
        self._timer.daemon = True
        self._timer.start()

    def step(self, what: str) -> None:
        with self._lock:
            self._now = what
            if self._shown or monotonic() - self._begun_s >= _AFTER_S:
                self._write()

    def end(self) -> None:
        self._timer.cancel()
        with self._lock:
            if self._shown and self._terminal:
                # Clears the line, so that the next output starts on a clean one.
                sys.stderr.write("\r\033[K")
                sys.stderr.flush()

    def _late(self) -> None:
        with self._lock:
            if self._now and not self._shown:
                self._write()

    def _write(self) -> None:
        if sys.stderr is None:
            return
        line = f"working out: {self._now} ({monotonic() - self._begun_s:.0f} s)"
        if not self._shown:
            line += "; a first run compiles, which takes longer"
        self._shown = True
        sys.stderr.write(f"\r\033[K{line}" if self._terminal else f"{line}\n")
        sys.stderr.flush()


@contextmanager
def steps_shown() -> Iterator[None]:
    """Shows the steps of the mathematics that are computed inside."""
    from pitboss.maths.progress import told_to

    steps = _Steps()
    try:
        with told_to(steps.step):
            yield
    finally:
        steps.end()
