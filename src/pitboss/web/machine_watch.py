"""Watches what wears out while the server runs: room on the disk, the clock, the certificate. Each
is in the log once, when it begins, and always in the metrics.
"""

import logging
from collections.abc import Callable

from pitboss.clock import wall_clock_ms
from pitboss.conditions import Condition
from pitboss.operations.config import Config
from pitboss.operations.doctor.findings import Finding, Severity
from pitboss.operations.doctor.machine import (
    behind_finding,
    certificate_ends_s,
    certificate_finding,
    free_bytes,
    space_finding,
)
from pitboss.web.figures import Figures

_log = logging.getLogger("pitboss.machine")


class MachineWatch:
    """Looked at before the server opens, and every few seconds from then on."""

    def __init__(
        self,
        config: Config,
        figures: Figures,
        journal_ms: Callable[[], int],
        clock_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self._config, self._figures = config, figures
        self._journal_ms, self._clock_ms = journal_ms, clock_ms
        self._said: dict[str, Condition] = {}

    def look(self) -> None:
        """Looks at everything once."""
        now_ms = self._clock_ms()
        behind_s = max(0, self._journal_ms() - now_ms) / 1_000
        self._figures.behind.set(behind_s)
        ends_s = certificate_ends_s(self._config)
        if ends_s is not None:
            self._figures.certificate_ends.set(ends_s)
        self._say(behind_finding(behind_s))
        self._say(certificate_finding(self._config, now_ms / 1_000))
        self._figures.free.set(free_bytes(self._config))
        self._say(space_finding(self._config))

    def _say(self, found: Finding) -> None:
        said = self._said.setdefault(found.check, Condition(_log))
        well = found.standing is Severity.FINE
        sentence = f"{found.check}: {found.found}."
        said.now("" if well else found.standing, sentence if well else f"{sentence} {found.fix}")
