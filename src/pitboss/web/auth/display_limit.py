"""How often a sign is heard."""

from pitboss.web.api.problems import Problem

LEAST_MS = 4_000
"""A sign puts what it has to report together; more often than this it is not heard."""


class DisplayLimit:
    """How often each screen is heard; for one event loop alone."""

    _KEPT = 1_000

    def __init__(self) -> None:
        self._heard: dict[str, int] = {}

    def take(self, screen: str, now_ms: int) -> None:
        """Lets a report pass; raises Problem (429) where the last one was a moment ago."""
        last = self._heard.pop(screen, None)
        if last is not None and 0 <= now_ms - last < LEAST_MS:
            self._heard[screen] = last
            detail = "A sign reports at most every few seconds; put more into one report."
            raise Problem(429, "too-many-requests", detail, headers={"Retry-After": "5"})
        self._heard[screen] = now_ms
        if len(self._heard) > self._KEPT:
            self._heard.pop(next(iter(self._heard)))
