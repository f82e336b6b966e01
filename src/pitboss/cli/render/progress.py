"""Progress of long work: a line on standard error, rewritten on a terminal and repeated now and
then elsewhere.
"""

import sys
from time import monotonic
from types import TracebackType
from typing import Self

# Work that is done sooner shows nothing.
_AFTER_S = 2.0
_EVERY_S = 0.2
# Less often in a log, where lines stay.
_EVERY_IN_LOG_S = 10.0


class Progress:
    """A context manager: call ``reached`` with what is done, and it shows that with the rate and
    the time left.
    """

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total = what, total
        self._begun_s = monotonic()
        self._told_s = self._begun_s + _AFTER_S
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._shown and self._terminal:
            # Clears the line, so that the next output starts on a clean one.
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    @property
    def taken_s(self) -> float:
        """Seconds since it began."""
        return monotonic() - self._begun_s

    def reached(self, done: int) -> None:
        """Shows the progress. At 0 the clock restarts: preparation does not count towards the
        rate.
        """
        now_s = monotonic()
        if not done:
            self._begun_s = now_s
        if now_s < self._told_s or sys.stderr is None:
            return
        self._told_s = now_s + (_EVERY_S if self._terminal else _EVERY_IN_LOG_S)
        self._shown = True
        line = progress_line(self._what, done, self._total, now_s - self._begun_s)
        sys.stderr.write(f"\r\033[K{line}" if self._terminal else f"{line}\n")
        sys.stderr.flush()


def progress_line(what: str, done: int, total: int, taken_s: float) -> str:
    """The line: ``30,000,000 of 100,000,000 rounds (30%), 31.0 million a second, 3 s left``."""
    rate = done / taken_s if taken_s > 0 else 0.0
    said = (
        f"{done:,} of {total:,} {what} ({100 * done // max(total, 1)}%), {said_rate(rate)} a second"
    )
    return f"{said}, {_time((total - done) / rate)} left" if rate and done < total else said


def said_rate(rate: float) -> str:
    """``31.0 million``, or ``12,000``."""
    return f"{rate / 1e6:,.1f} million" if rate >= 1e6 else f"{rate:,.0f}"


def _time(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 90:
        return f"{whole} s"
    return f"{whole // 60} min" if whole < 5400 else f"{whole // 3600} h {whole // 60 % 60} min"
