"""Searching rounds, newest first, at one table or all, in constant memory however long the journal
is.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from heapq import merge

import msgspec

from pitboss.casino.history import OPENED
from pitboss.casino.journal_errors import Placed
from pitboss.casino.stream_ids import table_stream
from pitboss.journal.port import Journal, Record
from pitboss.kernel.money import Cents, format_cents
from pitboss.reports.rounds.index import DamagedIndex, RoundIndex
from pitboss.reports.rounds.summary import RoundSummary
from pitboss.reports.rounds.sums import settled_sums

MOST_ROUNDS = 200
MOST_RECORDS = 200_000
"""The most records that one search reads; another search continues before them."""

_FIRST_BLOCK, _BLOCK = 64, 1_024
_RECORDS_A_ROUND = 4


class Wanted(msgspec.Struct, frozen=True):
    """Which rounds: begun at ``from_ms`` or later and before ``to_ms``, with a player, with every
    word of ``words``.
    """

    from_ms: int = -(1 << 62)
    to_ms: int = 1 << 62
    player: str = ""
    words: tuple[str, ...] = ()
    limit: int = 50

    def fits(self, summary: RoundSummary) -> bool:
        if self.player and self.player not in summary.players:
            return False
        if not self.words:
            return True
        marks = [mark for mark in ("irregular", "jackpot") if getattr(summary, mark)]
        text = " ".join((summary.round, summary.outcome, *summary.players, *marks)).lower()
        return all(word in text for word in self.words)


def search(
    journal: Journal,
    tables: Collection[str],
    wanted: Wanted,
    most_records: int = MOST_RECORDS,
    index: RoundIndex | None = None,
) -> tuple[list[RoundSummary], int | None]:
    """The matching rounds, newest first; and, if there may be more, the time before which they
    began. They come from the index, if it is up to date.
    """
    if index is not None:
        indexed = index.rounds(tables, wanted.from_ms, wanted.to_ms, wanted.player)
        if indexed is not None:
            with suppress(DamagedIndex):
                looked = _Looked()
                return _page(_counted(indexed, looked), wanted, looked, most_records)
    looked = _Looked()
    every = merge(
        *(_rounds_back(journal, table, wanted.to_ms, looked) for table in tables),
        key=lambda summary: -summary.at_ms,
    )
    return _page(every, wanted, looked, most_records)


def _page(
    every: Iterator[RoundSummary], wanted: Wanted, looked: "_Looked", most_records: int
) -> tuple[list[RoundSummary], int | None]:
    fits: list[RoundSummary] = []
    last_ms: int | None = None
    for summary in every:
        at_ms = summary.at_ms
        if at_ms < wanted.from_ms:
            break
        # Rounds of the same moment stay on one page, so that the next page neither misses nor
        # repeats any.
        if (
            last_ms is not None
            and at_ms < last_ms
            and (len(fits) >= wanted.limit or looked.records > most_records)
        ):
            return fits, last_ms
        last_ms = at_ms
        if at_ms < wanted.to_ms and wanted.fits(summary):
            fits.append(summary)
    return fits, None


class _Looked:
    records = 0


def _counted(indexed: Iterator[RoundSummary], looked: _Looked) -> Iterator[RoundSummary]:
    """Rounds from the index, each counted as the number of records that takes the same time to
    read.
    """
    for summary in indexed:
        looked.records += _RECORDS_A_ROUND
        yield summary


def _rounds_back(
    journal: Journal, table: str, to_ms: int, looked: _Looked
) -> Iterator[RoundSummary]:
    """The rounds of a table, newest first. Records are read backwards from the end, a block at a
    time.
    """
    stream = table_stream(table)
    later = _Later()
    for record in _records_back(journal, stream, _end(journal, stream, to_ms)):
        looked.records += 1
        if record.kind == OPENED:
            with Placed(record):
                opened = msgspec.json.decode(record.body)
                round = str(opened["round"])
            yield later.summary(round, table, record.at_ms)
            later = _Later()
        else:
            later.take(record)


def _records_back(journal: Journal, stream: str, end: int) -> Iterator[Record]:
    size = _FIRST_BLOCK
    while end > 0:
        start, size = max(0, end - size), min(2 * size, _BLOCK)
        block = []
        for record in journal.read(stream, after=start):
            if record.version > end:
                break
            block.append(record)
        yield from reversed(block)
        end = start


def _end(journal: Journal, stream: str, to_ms: int) -> int:
    """A version after which every round began at ``to_ms`` or later, if records are stored in order
    of time.

    The round in progress at that moment is included completely.
    """
    head = journal.head(stream)
    if head is None:
        return 0
    last = next(iter(journal.read(stream, after=head.version - 1)), None)
    if last is not None and last.at_ms < to_ms:
        return last.version
    low, high = 0, head.version
    while low < high:
        middle = (low + high) // 2
        record = next(iter(journal.read(stream, after=middle)), None)
        if record is None or record.at_ms >= to_ms:
            high = middle
        else:
            low = middle + 1
    for record in journal.read(stream, after=low):
        if record.kind == OPENED:
            return record.version - 1
    return head.version


class _Later:
    """What is known of a round, read backwards from its end until its beginning."""

    def __init__(self) -> None:
        self._players: list[str] = []
        self._settled = self._void = self._irregular = self._jackpot = False
        self._staked: Cents | None = None
        self._net: Cents | None = None

    def take(self, record: Record) -> None:
        match record.kind:
            case "bet-placed/1":
                with Placed(record):
                    name = str(msgspec.json.decode(record.body)["player"])
                # Players are listed by their first bet, and records are read backwards.
                self._players = [name, *(one for one in self._players if one != name)]
            case "round-voided/1":
                self._void = True
            case "round-settled/1" if not self._settled:
                # The last one stands: any before it were corrected.
                self._settled = True
                with Placed(record):
                    sums = settled_sums(record.body)
                self._staked, self._net = sums
            case "incident-reported/1":
                self._irregular = True
            case "jackpot-claimed/1":
                self._jackpot = True
            case _:
                pass

    def summary(self, round: str, table: str, at_ms: int) -> RoundSummary:
        return RoundSummary(
            round=round,
            table=table,
            at_ms=at_ms,
            players=self._players,
            outcome="void" if self._void else "settled" if self._settled else "running",
            irregular=self._irregular,
            jackpot=self._jackpot,
            staked=None if self._staked is None else format_cents(self._staked),
            net=None if self._net is None else format_cents(self._net),
        )
