"""A day's play, table by table. A round belongs to the day on which it was concluded, because that
is when chips move.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from pitboss.casino.codec import CommandRefused, RoundInterrupted, read_event
from pitboss.casino.history import (
    OPENED,
    TABLE_OPENED,
    as_stored,
    is_staged,
    last_of_kind,
    position_at,
)
from pitboss.casino.journal_errors import OutOfPlace, Placed
from pitboss.casino.requests import Stored
from pitboss.casino.stream_ids import feed_of, link_of, table_of, table_stream
from pitboss.games.settlement import Result
from pitboss.jackpot import events as le
from pitboss.journal.port import Journal, NotAJournal, Record
from pitboss.kernel.money import to_cents
from pitboss.kernel.names import natural
from pitboss.table import events as te
from pitboss.table.corrections.events import MoneyDecided, RoundCorrected

SETTLED = "round-settled/1"

CLOCKS_APART_MS = 600_000
"""How far apart the clocks of two processes that write to one journal may be before a report misses
something.
"""

_CHUNK = 1_000


class TableFigures(msgspec.Struct, kw_only=True):
    """The figures of one table. Amounts are in cents; ``…_units`` are ten-thousandths of a cent.

    ``turnover`` is all chips staked, ``handle`` those that were decided rather than returned.
    ``win`` is what the table took, less what it paid; an award that the link pays is not the
    table's loss. ``awards`` are the link's.
    """

    rounds: int = 0
    void_rounds: int = 0
    turnover_cents: int = 0
    handle_cents: int = 0
    win_cents: int = 0
    meter_units: int = 0
    reserve_units: int = 0
    awards_cents: int = 0
    hits: int = 0
    incidents: int = 0
    interruptions: int = 0
    refusals: int = 0
    corrections: int = 0
    money_decisions: int = 0
    decided_cents: int = 0

    def add(self, other: "TableFigures") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def contributions_units(self) -> int:
        return self.meter_units + self.reserve_units

    @property
    def win_bp(self) -> int | None:
        """Win in hundredths of a per cent of the turnover, rounded half away from zero; None if
        nothing was staked.
        """
        if not self.turnover_cents:
            return None
        size = (abs(self.win_cents) * 20_000 + self.turnover_cents) // (2 * self.turnover_cents)
        return size if self.win_cents >= 0 else -size


class DayRow(msgspec.Struct, frozen=True):
    """A table under one rulebook."""

    table: str
    rulebook: str
    link: str | None
    figures: TableFigures


class DayReport(msgspec.Struct, frozen=True):
    """``link_refusals`` are refused commands to links, ``other_refusals`` those for tables and
    links that do not exist.
    """

    day: date
    zone: str
    start_ms: int
    end_ms: int
    rows: tuple[DayRow, ...]
    link_refusals: int
    other_refusals: int

    def by_rulebook(self) -> dict[str, TableFigures]:
        """The totals of each rulebook."""
        by_book: dict[str, TableFigures] = {}
        for row in self.rows:
            by_book.setdefault(row.rulebook, TableFigures()).add(row.figures)
        return dict(sorted(by_book.items()))

    @property
    def total(self) -> TableFigures:
        total = TableFigures()
        for row in self.rows:
            total.add(row.figures)
        return total


YEARS = range(1970, 9999)
"""Years in which something can have been recorded, and whose days begin and end in every time
zone.
"""


def read_day(text: str) -> date:
    """A day as people write it; raises ValueError, which says what one looks like."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if day.year not in YEARS:
        raise ValueError(f"a day is like 2026-11-15, in the years {YEARS[0]} to {YEARS[-1]}")
    return day


def bounds_ms(day: date, zone: ZoneInfo) -> tuple[int, int]:
    """When a day begins and ends, in a time zone whose clocks may change that day."""
    start, end = (
        datetime.combine(which, time(), zone).timestamp()
        for which in (day, day + timedelta(days=1))
    )
    return round(start * 1_000), round(end * 1_000)


def day_report(
    journal: Journal, day: date, zone: ZoneInfo, progress: Callable[[int], None] = lambda _: None
) -> DayReport:
    """The figures of a day. Only the part of the journal from that day is read."""
    start_ms, end_ms = bounds_ms(day, zone)
    tally = DayTally(journal, start_ms, end_ms)
    for record in records_around(journal, start_ms, end_ms, progress):
        if tally.needs(record):
            with Placed(record):
                tally.take(record)
    return tally.report(day, zone)


def records_around(
    journal: Journal, start_ms: int, end_ms: int, progress: Callable[[int], None]
) -> Iterator[Record]:
    """The records of a time span, and some before and after it: clocks differ."""
    after = position_at(journal, start_ms - CLOCKS_APART_MS)
    done = 0
    while records := journal.read_all(after, _CHUNK):
        for record in records:
            if record.at_ms >= end_ms + CLOCKS_APART_MS:
                return
            yield record
        after = records[-1].position
        done += len(records)
        progress(done)


class DayTally:
    """Takes records in the order of the journal and adds up those of the day. The tour's tables are
    not the house's, and not in it.
    """

    def __init__(self, journal: Journal, start_ms: int, end_ms: int) -> None:
        self.rows: dict[tuple[str, str, str | None], TableFigures] = {}
        self.link_refusals = self.other_refusals = 0
        self._journal = journal
        self._start_ms, self._end_ms = start_ms, end_ms
        self._opened: dict[str, te.TableOpened] = {}
        self._met: set[str] = set()
        self._staged: set[str] = set()
        # The current settlement of the round in progress; None if it has none yet.
        self._corrected: dict[str, str] = {}
        self._settled: dict[str, te.RoundSettled | None] = {}

    def needs(self, record: Record) -> bool:
        """Whether a record says anything here: most do not, and are not looked at more closely. The
        first of a table leads to what it was opened with.
        """
        return record.kind in _READ or record.stream not in self._met

    def report(self, day: date, zone: ZoneInfo) -> DayReport:
        """What has been added up so far."""
        rows = tuple(
            DayRow(table, rulebook, link, figures)
            for (table, rulebook, link), figures in sorted(
                self.rows.items(),
                key=lambda item: (natural(item[0][0]), item[0][1], item[0][2] or ("")),
            )
        )
        bounds = (self._start_ms, self._end_ms)
        return DayReport(day, zone.key, *bounds, rows, self.link_refusals, self.other_refusals)

    def take(self, record: Record) -> None:
        if record.stream not in self._met:
            self._met.add(record.stream)
            if table_of(record.stream) is not None:
                self._table(record.stream, record.version)
        if record.kind == TABLE_OPENED:
            event = read_event(record)
            if not isinstance(event, te.TableOpened):
                raise OutOfPlace
            self._opened[event.table] = event
        elif record.kind == OPENED:
            self._settled[record.stream] = None
        elif record.kind == SETTLED:
            event = read_event(record)
            if not isinstance(event, te.RoundSettled):
                raise OutOfPlace
            self._settled[record.stream] = event
        elif record.kind in _COUNTED and self._start_ms <= record.at_ms < self._end_ms:
            self._count(as_stored(record))

    def _count(self, stored: Stored) -> None:
        stream = stored.stream
        match stored.event:
            case te.RoundConcluded():
                self._concluded(stored)
            case te.IncidentReported():
                # An incident that a correction restores was already counted.
                again = self._corrected.get(stream) == stored.command
                self._figures(stream, stored.version).incidents += not again
            case RoundCorrected() | MoneyDecided():
                self._put_right(stored)
            case RoundInterrupted():
                self._figures(stream, stored.version).interruptions += 1
            case CommandRefused() if link_of(stream) is not None:
                self.link_refusals += 1
            case CommandRefused() if table_of(stream) is not None:
                self._figures(stream, stored.version).refusals += 1
            case CommandRefused():
                # It was for a table or a link that does not exist, and belongs to none.
                self.other_refusals += 1
            case le.ContributionMade() as event:
                self._contributed(stream, event, 1)
            case le.ContributionReturned() as event:
                self._contributed(stream, event, -1)
            case le.AwardPaid() as event:
                figures = self._figures(table_stream(event.table))
                figures.awards_cents += sum(award.amount for award in event.awards)
                figures.hits += len(event.awards)
            case le.AwardReversed() as event:
                figures = self._figures(self._stream_of(stored.command))
                figures.awards_cents -= event.amount
                figures.hits -= 1
            case _:
                pass

    def _put_right(self, stored: Stored) -> None:
        """Corrected rounds, and money decisions about rounds that stand."""
        figures, event = self._figures(stored.stream, stored.version), stored.event
        if isinstance(event, RoundCorrected):
            self._corrected[stored.stream] = stored.command
            figures.corrections += 1
        elif isinstance(event, MoneyDecided):
            figures.money_decisions += 1
            paid = event.amount * ((event.payer is None) - (event.payee is None))
            figures.decided_cents += paid
            figures.win_cents -= paid

    def _stream_of(self, command: str) -> str:
        """The table whose command caused an award to be taken back."""
        streams = (record.stream for record in self._journal.find_command(command))
        table = next((stream for stream in streams if table_of(stream) is not None), None)
        if table is None:
            raise NotAJournal("an award is taken back by what happens at a table")
        return table

    def _contributed(
        self, stream: str, event: le.ContributionMade | le.ContributionReturned, sign: int
    ) -> None:
        feed = feed_of(stream)
        if feed is None:
            raise NotAJournal("contributions are entries of a feed")
        figures = self._figures(table_stream(feed.table))
        figures.meter_units += sign * event.bets * event.rate_bp
        figures.reserve_units += sign * event.bets * event.reserve_bp

    def _concluded(self, stored: Stored) -> None:
        stream = stored.stream
        if stream not in self._settled:
            # The round began before the records read.
            before = last_of_kind(self._journal, stream, SETTLED, stored.version, back_to=OPENED)
            event = None if before is None else read_event(before)
            if not (event is None or isinstance(event, te.RoundSettled)):
                raise OutOfPlace
            self._settled[stream] = event
        settled = self._settled[stream]
        if settled is not None:
            figures = self._figures(stream, stored.version)
            linked = self._table(stream, stored.version).settings.link is not None
            _add_round(figures, settled, linked)

    def _table(self, stream: str, version: int | None = None) -> te.TableOpened:
        """The settings with which a table was open when something happened there."""
        table = table_of(stream)
        if table is None:
            raise NotAJournal("this is asked of tables alone")
        opened = self._opened.get(table)
        if opened is None:
            if version is None:
                head = self._journal.head(stream)
                version = 0 if head is None else head.version
            record = last_of_kind(self._journal, stream, TABLE_OPENED, version)
            event = None if record is None else read_event(record)
            if not isinstance(event, te.TableOpened):
                raise NotAJournal("what happens at a table happens after it was opened")
            opened = self._opened[table] = event
            if is_staged(self._journal, stream):
                self._staged.add(table)
        return opened

    def _figures(self, stream: str, version: int | None = None) -> TableFigures:
        opened = self._table(stream, version)
        if opened.table in self._staged:
            return TableFigures()
        key = (opened.table, opened.settings.rulebook, opened.settings.link)
        return self.rows.setdefault(key, TableFigures())


_COUNTED = {
    "round-concluded/1",
    "incident-reported/1",
    "round-corrected/1",
    "money-decided/1",
    "round-interrupted/1",
    "command-refused/1",
    "contribution-made/1",
    "contribution-returned/1",
    "award-paid/1",
    "award-reversed/1",
}
_READ = _COUNTED | {TABLE_OPENED, OPENED, SETTLED}


def _add_round(figures: TableFigures, settled: te.RoundSettled, linked: bool) -> None:
    if settled.record.outcome == "void":
        figures.void_rounds += 1
    else:
        figures.rounds += 1
    for box in settled.settlement.boxes:
        for line in box.lines:
            stake = to_cents(line.stake)
            figures.turnover_cents += stake
            if line.result is not Result.VOID:
                figures.handle_cents += stake
            figures.win_cents += stake - to_cents(line.returned) - to_cents(line.winnings)
    jackpot = settled.settlement.jackpot
    if linked and jackpot is not msgspec.UNSET:
        figures.win_cents += sum(to_cents(award.amount) for award in jackpot.awards)
