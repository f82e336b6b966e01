"""One process's way over a journal, in the order of positions, in memory that does not grow with
it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pitboss.audit.chain import Chain
from pitboss.audit.checkpoints import Promises
from pitboss.audit.floor import AuditedFloor
from pitboss.audit.openings import Openings
from pitboss.audit.report import Counts, Misfit
from pitboss.audit.rulebook_file import CannotCheck
from pitboss.audit.rules import AuditedRules
from pitboss.audit.runs.kept_books import KeptBooks, keep, take_up
from pitboss.audit.runs.share import AuditShare
from pitboss.casino.codec import body_of, read_event
from pitboss.journal.port import Journal, NotAJournal, Record
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
BEFORE_ALL = -(1 << 63)
"""Below every position that a database can hold, so that one that was made negative is seen too."""

_TABLE = "table/"
_OPENED_KIND = TableOpened.__struct_config__.tag

Told = Callable[[int], None]
"""Is told how many records have been read, now and then."""


class Pass:
    """Reads records and follows them: all, or a share. ``at`` is the record that is being read."""

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
        self._promises = promises if promises is not None and promises.looks else None
        self._openings = Openings(journal)
        self._in_command = False
        self.chain = chain
        self.counts = Counts()
        self.floor = AuditedFloor(self.counts, AuditedRules(journal, rulebooks), share)
        self.at: Record | None = None
        self.kept: KeptBooks | None = None
        self.kept_heads: dict[str, tuple[int, bytes]] = {}

    def take_up(self, kept: KeptBooks) -> None:
        """Goes on from books that were kept; raises BadBooks."""
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
        told: Told | None = None,
    ) -> None:
        """Reads the records behind one position up to another, as far as they were stored before
        ``until_ms``. The books are kept as they are at ``keep_at``. Raises Misfit.
        """
        owned: dict[str, bool] = {}
        first, chain, promises, counts = (
            self._share.first,
            self.chain,
            self._promises,
            self.counts,
        )
        take_chain, heads, follow = chain.take, chain.heads, self._follow
        end_command = self._end_command
        for record in all_records(self._journal, after, last, self._openings.ahead):
            if record.number == 0:
                # What the command before has led to is at its own place, not at this one.
                end_command()
                if keep_at is not None and record.position > keep_at:
                    self._keep()
                    keep_at = None
                if until_ms is not None and record.at_ms >= until_ms:
                    return
            self.at, self._in_command = record, True
            stream = record.stream
            own = owned.get(stream)
            if own is None:
                own = owned[stream] = self._is_own(stream)
            if first:
                take_chain(record, own)
                if promises is not None:
                    promises.take(record, heads)
            elif own and stream.startswith(_TABLE):
                chain.take_hash(record)
            if own:
                follow(record)
            else:
                self._pass_over(record)
            counts.records += 1
            if told is not None and counts.records % ROWS_PER_READ == 0:
                told(counts.records)
        self._end_command()
        self.at = None
        if keep_at is not None:
            self._keep()

    def _keep(self) -> None:
        self.kept, self.kept_heads = keep(self.floor), dict(self.chain.heads)

    def _is_own(self, stream: str) -> bool:
        return not stream.startswith(_TABLE) or self._share.has(stream.removeprefix(_TABLE))

    def _end_command(self) -> None:
        if self._in_command:
            self._in_command = False
            try:
                self.floor.end_command()
            except (CannotCheck, *_OUT_OF_PLACE) as error:
                raise _out_of_place(error) from error
            self.counts.commands += 1

    def _follow(self, record: Record) -> None:
        try:
            self._openings.at = record
            event: Any = read_event(record, opener=self._openings)
        except NotAJournal as error:
            raise Misfit("the event can't be read", f"a {record.kind}", error) from error
        if body_of(event) != record.body:
            raise Misfit(f"the bytes of {record.kind}", body_of(event), record.body)
        try:
            self.floor.take(record, event)
        except (CannotCheck, *_OUT_OF_PLACE) as error:
            raise _out_of_place(error) from error

    def _pass_over(self, record: Record) -> None:
        """Another process reads what it says."""
        opened: Any = None
        if record.kind == _OPENED_KIND:
            try:
                opened = read_event(record)
            except NotAJournal as error:
                raise Misfit("the event can't be read", f"a {record.kind}", error) from error
        self.floor.pass_over(record, opened)


def _out_of_place(error: Exception) -> Misfit:
    """Whatever trips up the bookkeeping is an event that can't have followed on those before it."""
    if isinstance(error, CannotCheck):
        return Misfit("what the event says can't be checked", "what it needs", error)
    what = "the event does not follow on those before it"
    return Misfit(what, "one that does", f"{type(error).__name__}: {error}")


def all_records(
    journal: Journal,
    after: int,
    last: int,
    ahead: Callable[[Sequence[Record]], None] | None = None,
) -> Iterator[Record]:
    """The records behind a position up to another; ``ahead`` is shown those that come next. Where
    some can't be read, those before them come first.
    """
    limit = ROWS_PER_READ
    while True:
        try:
            found = journal.read_all(after, limit)
        except NotAJournal as error:
            if limit == 1:
                first = after == BEFORE_ALL
                place = "the first record" if first else f"the record after position {after}"
                raise Misfit(f"{place} can't be read", "what was stored", error) from error
            limit = 1
            continue
        if not found:
            return
        if ahead is not None:
            ahead(found)
        after = found[-1].position
        if after <= last:
            yield from found
        else:
            yield from (record for record in found if record.position <= last)
            return
