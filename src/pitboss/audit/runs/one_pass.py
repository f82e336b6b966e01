"""One process's pass over a journal, in order of position and in bounded memory."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from pitboss.audit.chain import Chain
from pitboss.audit.checkpoints import Promises
from pitboss.audit.floor import PASSED_OVER, AuditedFloor
from pitboss.audit.hashing import hashes_of
from pitboss.audit.openings import Openings
from pitboss.audit.report import Counts, Misfit
from pitboss.audit.rulebook_file import CannotCheck
from pitboss.audit.rules import AuditedRules
from pitboss.audit.runs.kept_books import KeptBooks, keep, take_up
from pitboss.audit.runs.share import AuditShare
from pitboss.casino.codec import body_of, read_canonical, read_event
from pitboss.journal.port import Journal, LeftOut, NotAJournal, Record
from pitboss.table.events import TableOpened

_OUT_OF_PLACE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
ROWS_PER_READ = 1_000
_SWEPT_AFTER = 50_000
BEFORE_ALL = -(1 << 63)
"""Below every position a database can hold, so that a position tampered to be negative is seen
too.
"""

_OPENED_KIND = str(TableOpened.__struct_config__.tag)

OnProgress = Callable[[int], None]
"""Called now and then with how many records have been read."""


class Streams(dict[str, bool]):
    """A predicate on streams, evaluated once for each."""

    def __init__(self, holds: Callable[[str], bool]) -> None:
        super().__init__()
        self._holds = holds

    def __missing__(self, stream: str) -> bool:
        holds = self[stream] = self._holds(stream)
        return holds


class Pass:
    """Reads and checks records: all of them, or a share. ``at`` is the current record.

    Records are read, hashed and decoded in batches, but a misfit is reported only when its record's
    turn comes, after everything before it.
    """

    def __init__(
        self,
        journal: Journal,
        share: AuditShare,
        rulebooks: Mapping[str, Path],
        chain: Chain,
        promises: Promises | None = None,
    ) -> None:
        self._journal = journal
        self._share = share
        self._followed, self._hashed = Streams(share.follows), Streams(share.hashes)
        self._left_out = share.left_out(PASSED_OVER)
        self._promises = promises if promises is not None and promises.looks else None
        self._openings = Openings(journal)
        self._in_command = False
        self._command = ""
        self._keep_at: int | None = None
        self.chain = chain
        self.counts = Counts()
        self.floor = AuditedFloor(self.counts, AuditedRules(journal, rulebooks), share)
        self.at: Record | None = None
        self.kept: KeptBooks | None = None
        self.kept_heads: dict[str, tuple[int, bytes]] = {}

    def take_up(self, kept: KeptBooks) -> None:
        """Continues from saved books; raises BadBooks."""
        if self._share.first:
            for field in Counts.__struct_fields__:
                setattr(self.counts, field, getattr(kept.counts, field))
        take_up(self.floor, kept)

    def read(
        self,
        after: int,
        last: int,
        *,
        until_ms: int | None = None,
        keep_at: int | None = None,
        progress: OnProgress | None = None,
    ) -> None:
        """Reads the records after one position up to another, as far as they were stored before
        ``until_ms``. Saves the books as of ``keep_at``. Raises Misfit.
        """
        self._keep_at = keep_at
        with _swept_seldom():
            self._read(after, last, until_ms, progress)

    def _read(
        self, after: int, last: int, until_ms: int | None, progress: OnProgress | None
    ) -> None:
        for records in portions(self._journal, after, last, self._left_out):
            digests = hashes_of(records, self.chain.heads, self._hashed)
            events = self._events(records)
            follow = self._follow if self._share.first else self._follow_share
            if not follow(records, digests, events, until_ms):
                return
            if progress is not None:
                progress(self.counts.records)
        self._end_command()
        self.at = None
        if self._keep_at is not None:
            self._keep()

    def _follow(
        self,
        records: Sequence[Record],
        digests: Sequence[bytes | None],
        events: Sequence[Any],
        until_ms: int | None,
    ) -> bool:
        """Checks a batch of records, in the first process. Returns whether there may be more."""
        chain, counts, take, done, ahead = self.chain, self.counts, self.floor.take, 0, 0
        before, position = chain.heads, chain.position
        if self._is_plain(records, until_ms):
            # Nothing depends on the chain's state meanwhile, so it can run ahead.
            before = dict(before)
            ahead = chain.take_many(records, digests)
        try:
            for record, digest, event in zip(records, digests, events, strict=True):
                if record.number == 0 and not self._begin_command(record, until_ms):
                    return False
                self.at = record
                done += 1
                if done > ahead:
                    self._take_place(record, digest)
                if event is None or type(event) is Misfit:
                    self._pass_over(record, event)
                else:
                    try:
                        take(record, event)
                    except (CannotCheck, *_OUT_OF_PLACE) as error:
                        raise _out_of_place(error) from error
                counts.records += 1
        except Misfit:
            if done < ahead:
                chain.go_back(before, position, records[:done])
            raise
        return True

    def _is_plain(self, records: Sequence[Record], until_ms: int | None) -> bool:
        """Whether these records contain no checkpoint, no point at which to save the books and no
        end.
        """
        last = max([record.position for record in records])
        return (
            (self._keep_at is None or last <= self._keep_at)
            and (until_ms is None or all(record.at_ms < until_ms for record in records))
            and (self._promises is None or self._promises.is_quiet(records, last))
        )

    def _follow_share(
        self,
        records: Sequence[Record],
        digests: Sequence[bytes | None],
        events: Sequence[Any],
        until_ms: int | None,
    ) -> bool:
        """The same in another process, which may not see the first record of a command."""
        counts, take = self.counts, self.floor.take
        for record, digest, event in zip(records, digests, events, strict=True):
            if record.command != self._command:
                self._command = record.command
                if not self._begin_command(record, until_ms):
                    return False
            self.at = record
            if digest is not None:
                self.chain.take_hash(record, digest)
            if event is None or type(event) is Misfit:
                self._pass_over(record, event)
            else:
                try:
                    take(record, event)
                except (CannotCheck, *_OUT_OF_PLACE) as error:
                    raise _out_of_place(error) from error
            counts.records += 1
        return True

    def _take_place(self, record: Record, digest: bytes | None) -> None:
        self.chain.take(record, digest, digest is not None)
        if self._promises is not None:
            self._promises.take(record, self.chain.heads)

    def _begin_command(self, record: Record, until_ms: int | None) -> bool:
        """Handles the first record of a command. Returns whether to read it at all."""
        # End the previous command first, so that its misfits are reported at its own place.
        self._end_command()
        if self._keep_at is not None and record.position > self._keep_at:
            self._keep()
        self._in_command = until_ms is None or record.at_ms < until_ms
        return self._in_command

    def _events(self, records: Sequence[Record]) -> list[Any]:
        """The events of records, in order: a Misfit for one that can't be read, None for one that
        another process reads.
        """
        self._openings.ahead(records)
        followed = self._followed
        mine = [record for record in records if followed[record.stream]]
        known = read_canonical(mine) or [None] * len(mine)
        events = [
            self._event(record) if event is None else event
            for record, event in zip(mine, known, strict=True)
        ]
        if len(mine) == len(records):
            return events
        rest = iter(events)
        return [next(rest) if followed[record.stream] else None for record in records]

    def _event(self, record: Record) -> Any:
        """The event of one record that is sealed or not canonical."""
        self._openings.at = record
        try:
            event = read_event(record, opener=self._openings)
        except NotAJournal as error:
            return _unreadable(record, error)
        body = body_of(event)
        if body == record.body:
            return event
        return Misfit(f"the bytes of {record.kind}", body, record.body)

    def _keep(self) -> None:
        self.kept, self.kept_heads = keep(self.floor), dict(self.chain.heads)
        self._keep_at = None

    def _end_command(self) -> None:
        if self._in_command:
            self._in_command = False
            try:
                self.floor.end_command()
            except (CannotCheck, *_OUT_OF_PLACE) as error:
                raise _out_of_place(error) from error
            self.counts.commands += 1

    def _pass_over(self, record: Record, unread: Misfit | None) -> None:
        """Handles a record that can't be read, or that another process reads."""
        if unread is not None:
            raise unread
        opened: Any = None
        if record.kind == _OPENED_KIND:
            try:
                opened = read_event(record)
            except NotAJournal as error:
                raise _unreadable(record, error) from error
        self.floor.pass_over(record, opened)


@contextmanager
def _swept_seldom() -> Iterator[None]:
    """Makes Python's cycle collector run less often: books and events form no cycles, but a batch
    of events triggers it.
    """
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], _SWEPT_AFTER), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _unreadable(record: Record, error: NotAJournal) -> Misfit:
    return Misfit("the event can't be read", f"a {record.kind}", error)


def _out_of_place(error: Exception) -> Misfit:
    """Whatever trips up the bookkeeping is an event that can't have followed those before it."""
    if isinstance(error, CannotCheck):
        return Misfit("what the event says can't be checked", "what it needs", error)
    what = "the event does not follow on those before it"
    return Misfit(what, "one that does", f"{type(error).__name__}: {error}")


def portions(
    journal: Journal, after: int, last: int, left_out: LeftOut | None = None
) -> Iterator[Sequence[Record]]:
    """The records after one position up to another, except those left out, in batches. If some
    can't be read, those before them are yielded first.
    """
    limit = ROWS_PER_READ
    read = journal.read_all if left_out is None else partial(journal.read_but, left_out)
    while True:
        try:
            records = read(after, limit)
        except NotAJournal as error:
            if limit == 1:
                first = after == BEFORE_ALL
                place = "the first record" if first else f"the record after position {after}"
                raise Misfit(f"{place} can't be read", "what was stored", error) from error
            limit = 1
            continue
        if not records:
            return
        after = records[-1].position
        if after > last:
            yield [record for record in records if record.position <= last]
            return
        yield records
