"""What each jackpot consists of right now: read once, and continued whenever somebody asks."""

import threading
from typing import Literal

import msgspec

from pitboss.casino.history import as_stored
from pitboss.casino.journal_errors import Placed
from pitboss.casino.stream_ids import link_stream
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.state import Entered, entered
from pitboss.journal.port import Journal, Record
from pitboss.reports.jackpot import JackpotStory, LinkReport, told
from pitboss.rulebook.shelf import Shelf

PartName = Literal[
    "start",
    "bets",
    "on-its-way",
    "cap",
    "house",
    "corrections",
    "put-in",
    "awards",
    "below-a-cent",
]


class JackpotNow(msgspec.Struct, frozen=True):
    """A link's report, the last record of the link it is based on, and what bets not yet entered
    add to the figure on its signs.
    """

    report: LinkReport
    record: Record
    on_its_way: Entered

    @property
    def parts(self) -> list[tuple[PartName, int]]:
        """What the figure consists of, in units; the parts add up to what the signs show."""
        report, coming = self.report, self.on_its_way
        parts: tuple[tuple[PartName, int], ...] = (
            ("start", report.start_units),
            ("bets", report.contributions_units),
            ("on-its-way", coming.meter + coming.overflow - coming.house),
            ("cap", -report.to_overflow_units - coming.overflow),
            ("house", report.from_house_units + coming.house),
            ("corrections", sum(one.amount for one in report.corrections) * UNITS_PER_CENT),
            ("put-in", report.funding.total),
            ("awards", (report.reversed_cents - report.awards_cents) * UNITS_PER_CENT),
            ("below-a-cent", -((report.meter_units + coming.meter) % UNITS_PER_CENT)),
        )
        return [(what, units) for what, units in parts if units or what == "start"]


class Jackpots:
    """The reports of a casino's links. Thread-safe; one thread at a time reads."""

    def __init__(self, journal: Journal, shelf: Shelf) -> None:
        self._journal = journal
        self._shelf = shelf
        self._lock = threading.Lock()
        self._known: dict[str, tuple[JackpotStory, Record]] = {}

    def now(self, link: str) -> JackpotNow | None:
        """The state of a link; None if there is no such link."""
        with self._lock:
            story, last = self._known.get(link) or (JackpotStory(), None)
            try:
                for record in self._journal.read(link_stream(link), last.version if last else 0):
                    with Placed(record):
                        story.take(as_stored(record))
                    last = record
            finally:
                # However far one came: the next goes on from there.
                if last is not None:
                    self._known[link] = (story, last)
            report = told(self._journal, story, self._shelf)
            if last is None or report is None or story.state is None:
                return None
            waits = 0 if report.locked else report.waiting_units
            return JackpotNow(report, last, entered(story.state, waits))
