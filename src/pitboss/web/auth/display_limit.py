"""How often a sign may report."""

from pitboss.web.api.problems import Problem

LEAST_MS = 4_000
"""A sign collects what it has to report; reports that come more often than this are refused."""


class DisplayLimit:
    """When each screen last reported; for one event loop only."""

    _KEPT = 1_000

    def __init__(self) -> None:
        self._heard: dict[str, int] = {}

    def take(self, screen: str, now_ms: int) -> None:
        """Accepts a report; raises Problem (429) if the last one was only a moment ago."""
        last = self._heard.pop(screen, None)
        if last is not None and 0 <= now_ms - last < LEAST_MS:
            self._heard[screen] = last
            detail = "A sign reports at most every few seconds; put more into one report."
            raise Problem(429, "too-many-requests", detail, headers={"Retry-After": "5"})
        self._heard[screen] = now_ms
        if len(self._heard) > self._KEPT:
            self._heard.pop(next(iter(self._heard)))
