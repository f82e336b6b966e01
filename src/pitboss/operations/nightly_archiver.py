"""Archives automatically at night, if the settings say so."""

import logging
import threading
from collections.abc import Callable
from datetime import datetime

from pitboss.clock import wall_clock_ms
from pitboss.journal.port import Journal, JournalError
from pitboss.operations.archiver import Archiver, ends_before, month_begins_ms
from pitboss.operations.config import Config
from pitboss.operations.signing_key import signing_key

log = logging.getLogger("pitboss.archive")
LOOK_EVERY_S = 60.0


class NightlyArchiver:
    """Once a day, at the configured hour, archives months that have been kept long enough."""

    def __init__(
        self,
        journal: Journal,
        config: Config,
        stop: threading.Event,
        clock_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self._journal = journal
        self._config = config
        self._stop = stop
        self._clock_ms = clock_ms
        self._done: object = None

    def run(self, every_s: float = LOOK_EVERY_S) -> None:
        """Watches the clock until it is asked to stop."""
        while not self._stop.wait(every_s):
            self.step()

    def step(self) -> int:
        """Archives if it is time to; returns how many segments were sealed."""
        wanted, zone = self._config.settings.archive, self._config.zone_in(self._journal)
        now = datetime.fromtimestamp(self._clock_ms() / 1_000, zone)
        if not wanted.keep_days or now.hour != wanted.hour or now.date() == self._done:
            return 0
        self._done = now.date()
        before_ms = month_begins_ms(self._clock_ms(), wanted.keep_days, zone)
        try:
            key = signing_key(self._journal, self._config.key)
            archiver = Archiver(self._journal, key, clock_ms=self._clock_ms, stop=self._stop)
            made = archiver.archive(ends_before(self._journal, before_ms, zone))
        except (JournalError, OSError) as error:
            log.error("nothing could be archived: %s", error)
            return 0
        for sealed in made:
            log.info("segment %d: records up to position %d", sealed.number, sealed.last)
        return len(made)
