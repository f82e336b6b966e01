"""The journal's clock: time in the journal never goes back, whatever is done to the wall clock.

Otherwise, setting the clock back could put a later hand before an earlier one. A clock that has
been set is noticed and recorded; until it has caught up, time in the journal stands still.
"""

from collections.abc import Callable
from typing import NamedTuple

TOLERANCE_MS = 2_000
"""How far a clock may jump before we take it to have been set."""

_STEPS_KEPT = 16


class ClockStep(NamedTuple):
    """The clock was set. ``at_ms`` is the journal's time."""

    at_ms: int
    expected_ms: int
    found_ms: int


class JournalClock:
    """The time used for decisions. ``steady_ms``, if given, is a clock nobody can set, which also
    reveals a wall clock set forward. ``newest_ms`` says when the last record was stored.
    """

    def __init__(
        self,
        wall_ms: Callable[[], int],
        newest_ms: Callable[[], int],
        steady_ms: Callable[[], int] | None = None,
    ) -> None:
        self._wall_ms = wall_ms
        self._steady_ms = steady_ms
        self._find_newest_ms = newest_ms
        self._last_ms: int | None = None
        # How far the wall clock was ahead of the steady one when last read.
        self._ahead_ms: int | None = None
        self._behind = False
        self.steps: tuple[int, ...] = ()
        """When the clock was recently set, in the journal's time."""
        self._not_recorded: list[ClockStep] = []

    def __call__(self) -> int:
        """The time now: never before one already returned or stored."""
        now_ms = self._wall_ms()
        if self._last_ms is None:
            self._last_ms = self._find_newest_ms()
        last_ms = self._last_ms
        if self._steady_ms is not None:
            self._watch(now_ms, self._steady_ms())
        if now_ms >= last_ms:
            self._behind = False
            self._last_ms = now_ms
            return now_ms
        if last_ms - now_ms > TOLERANCE_MS and not self._behind:
            self._behind = True
            self._note(ClockStep(last_ms, last_ms, now_ms))
        return last_ms

    def _watch(self, now_ms: int, steady_ms: int) -> None:
        ahead_ms = now_ms - steady_ms
        before_ms, self._ahead_ms = self._ahead_ms, ahead_ms
        if before_ms is not None and ahead_ms - before_ms > TOLERANCE_MS:
            assert self._last_ms is not None, "the caller has set it"
            self._note(ClockStep(max(now_ms, self._last_ms), steady_ms + before_ms, now_ms))

    def _note(self, step: ClockStep) -> None:
        self.steps = (*self.steps[1 - _STEPS_KEPT :], step.at_ms)
        self._not_recorded.append(step)

    def seen(self, at_ms: int) -> None:
        """Notes that something was stored at this time, perhaps by another process."""
        if self._last_ms is not None and at_ms > self._last_ms:
            self._last_ms = at_ms

    def to_record(self) -> list[ClockStep]:
        """The steps not recorded yet; each is returned once."""
        steps, self._not_recorded = self._not_recorded, []
        return steps
