"""The day so far, table by table: read once, and continued whenever somebody asks."""

import threading
from collections import deque
from collections.abc import Callable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from pitboss.casino.history import CONCLUDED, position_at
from pitboss.casino.journal_errors import Placed
from pitboss.casino.stream_ids import table_of
from pitboss.journal.port import Journal
from pitboss.kernel.names import natural
from pitboss.reports.day import CLOCKS_APART_MS, DayReport, DayTally, TableFigures, bounds_ms
from pitboss.reports.forms import written_figures
from pitboss.reports.json_types import WrittenTableToday, WrittenToday

HOUR_MS = 3_600_000
LEAST_MS = 300_000
"""No pace is given for less time than this: two quick rounds do not make a hundred per hour."""
_CHUNK = 1_000


class Today:
    """The figures of the current day. Thread-safe; one thread at a time reads. ``zone`` says where
    the house is, which it learns only when it is set up.
    """

    def __init__(self, journal: Journal, zone: Callable[[], ZoneInfo]) -> None:
        self._journal = journal
        self._zone = zone
        self._lock = threading.Lock()
        self._day = date.min
        self._tally = DayTally(journal, 0, 0)
        self._start_ms = self._position = 0
        self._concluded: dict[str, deque[int]] = {}

    def written(self, now_ms: int) -> WrittenToday:
        """The figures of each table since the day began."""
        with self._lock:
            self._read_on(now_ms)
            figures: dict[str, TableFigures] = {}
            for (table, _, _), part in self._tally.rows.items():
                figures.setdefault(table, TableFigures()).add(part)
            return WrittenToday(
                date=self._day.isoformat(),
                start_ms=self._start_ms,
                position=self._position,
                tables=[
                    self._table(table, figures[table], now_ms)
                    for table in sorted(figures, key=natural)
                ],
            )

    def report(self, now_ms: int) -> DayReport:
        """The day so far, as a report of the day."""
        with self._lock:
            self._read_on(now_ms)
            return self._tally.report(self._day, self._zone())

    def _table(self, table: str, figures: TableFigures, now_ms: int) -> WrittenTableToday:
        ended = self._concluded.get(table, deque())
        while ended and ended[0] <= now_ms - HOUR_MS:
            ended.popleft()
        return WrittenTableToday(
            table=table,
            figures=written_figures(figures),
            last_ms=ended[-1] if ended else None,
            pace=pace(ended, now_ms, self._start_ms),
        )

    def _read_on(self, now_ms: int) -> None:
        zone = self._zone()
        day = datetime.fromtimestamp(now_ms / 1_000, zone).date()
        start_ms, end_ms = bounds_ms(day, zone)
        if (day, start_ms) != (self._day, self._start_ms):
            self._position = position_at(self._journal, start_ms - CLOCKS_APART_MS)
            self._day, self._start_ms = day, start_ms
            self._tally = DayTally(self._journal, start_ms, end_ms)
            self._concluded = {}
        while records := self._journal.read_news(self._position, _CHUNK):
            # If it fails in the middle of these, the day is read again from its start.
            self._day = date.min
            for record in records:
                if self._tally.needs(record):
                    with Placed(record):
                        self._tally.take(record)
                table = table_of(record.stream)
                if record.kind == CONCLUDED and table is not None:
                    self._concluded.setdefault(table, deque()).append(record.at_ms)
            self._position = records[-1].position
            self._day = day


def pace(ended: "deque[int]", now_ms: int, start_ms: int) -> int | None:
    """Rounds per hour, from those that ended in the last hour; for a table that has just begun,
    from the time since its first.
    """
    if not ended:
        return None
    over_ms = min(HOUR_MS, max(LEAST_MS, now_ms - ended[0]), max(LEAST_MS, now_ms - start_ms))
    return (len(ended) * HOUR_MS + over_ms // 2) // over_ms
