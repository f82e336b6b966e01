"""One pass over a journal, in the order of positions, in memory that does not grow with it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pitboss.audit.chain import Chain, SeenIds
from pitboss.audit.checkpoints import Promises
from pitboss.audit.files import check_columns, check_pages
from pitboss.audit.floor import AuditedFloor
from pitboss.audit.hashing import hash_heads
from pitboss.audit.openings import Openings
from pitboss.audit.report import AuditReport, Counts, Discrepancy, Misfit
from pitboss.audit.rulebook_file import CannotCheck
from pitboss.audit.rules import AuditedRules
from pitboss.casino.codec import read_event, stored
from pitboss.journal.port import Checkpoint, Journal, NotAJournal, Record

ROWS_PER_READ = 1_000
BEFORE_ALL = -(1 << 63)
"""Below every position that a database can hold, so that one that was made negative is seen too."""

Progress = Callable[[int, int], None]
"""Is told how many records have been read, and how many there are."""


def audit(
    journal: Journal,
    *,
    checkpoints: Iterable[Checkpoint] = (),
    keys: Collection[bytes] = (),
    rulebooks: Mapping[str, Path] | None = None,
    file: Path | None = None,
    unsigned_at_most: int | None = None,
    progress: Progress | None = None,
) -> AuditReport:
    """Checks everything that a journal says. The first place that does not fit is the report's
    ``problem``.

    ``checkpoints`` are copies that were kept elsewhere, ``keys`` the public keys that may have
    signed any. ``rulebooks`` are files of own rulebooks by the ids that tables name,
    for tables that played before rules went into the journal and were never sealed. ``file`` is a
    SQLite journal's own: then its indexes are checked too. More records without a signature than
    ``unsigned_at_most`` are a problem. What is stored while the audit runs is left for the next.
    Raises Unavailable where the journal can't be read.
    """
    promises = Promises(journal, checkpoints, keys)
    return _Audit(journal, promises, rulebooks or {}, unsigned_at_most).run(file, progress)


class _Audit:
    def __init__(
        self,
        journal: Journal,
        promises: Promises,
        rulebooks: Mapping[str, Path],
        unsigned_at_most: int | None,
    ) -> None:
        self._journal = journal
        self._promises = promises
        self._counts = Counts()
        self._chain: Chain | None = None
        self._floor = AuditedFloor(self._counts, AuditedRules(journal, rulebooks))
        self._at: Record | None = None
        self._openings = Openings(journal)
        self._unsigned_at_most = unsigned_at_most

    def run(self, file: Path | None, progress: Progress | None) -> AuditReport:
        problem = None
        try:
            if file is not None:
                check_columns(file)
            self._read(progress)
            if file is not None:
                check_pages(file)
        except Misfit as misfit:
            problem = Discrepancy.at(misfit, self._at)
        except NotAJournal as error:
            problem = Discrepancy(
                what="the journal can't be read", expected="what was stored", found=str(error)
            )
        heads = {} if self._chain is None else self._chain.heads
        self._counts.streams = len(heads)
        self._counts.checkpoints = self._promises.count
        return AuditReport(
            journal=self._journal.name,
            counts=self._counts,
            last_position=0 if self._chain is None else self._chain.position,
            heads=hash_heads(heads).hex(),
            last_checkpoint=self._promises.last,
            keys=tuple(sorted(key.hex() for key in self._promises.seen_keys)),
            trusted=self._promises.trusted,
            signed_up_to=self._promises.reach,
            unsigned=self._promises.unsigned(heads),
            restored=tuple(self._floor.restored),
            key_changes=self._promises.key_changes,
            unaudited=tuple(self._floor.unaudited),
            problem=problem,
        )

    def _read(self, progress: Progress | None) -> None:
        journal = self._journal
        # Checkpoints that are there before the end is fixed speak of records before that end.
        self._promises.begin()
        last, total = journal.last_position(), journal.count()
        chain = self._chain = Chain(SeenIds(total, journal.find_command))
        for record in self._records(last):
            self._at = record
            if record.number == 0:
                self._end_command()
            chain.take(record)
            self._promises.take(record, chain.heads)
            self._follow(record)
            if progress is not None and self._counts.records % ROWS_PER_READ == 0:
                progress(self._counts.records, total)
        self._end_command()
        self._at = None
        self._floor.check_ledger()
        self._promises.finish(chain.heads)
        self._check_heads(chain.heads)
        self._check_reach(chain.heads)
        if progress is not None:
            progress(self._counts.records, total)

    def _records(self, last: int) -> Iterator[Record]:
        """The records up to a position. Where some can't be read, those before them come first."""
        after, limit = BEFORE_ALL, ROWS_PER_READ
        while True:
            try:
                found = self._journal.read_all(after, limit)
            except NotAJournal as error:
                if limit == 1:
                    place = (
                        "the first record"
                        if after == BEFORE_ALL
                        else (f"the record after position {after}")
                    )
                    raise Misfit(f"{place} can't be read", "what was stored", error) from error
                limit = 1
                continue
            if not found:
                return
            for record in found:
                if record.position > last:
                    return
                yield record
            after = found[-1].position

    def _end_command(self) -> None:
        if self._counts.records:
            self._guarded(self._floor.end_command)
            self._counts.commands += 1

    def _follow(self, record: Record) -> None:
        self._counts.records += 1
        try:
            self._openings.at = record
            event: Any = read_event(record, opener=self._openings)
        except NotAJournal as error:
            raise Misfit("the event can't be read", f"a {record.kind}", error) from error
        if stored(event).body != record.body:
            raise Misfit(f"the bytes of {record.kind}", stored(event).body, record.body)
        self._guarded(self._floor.take, record, event)

    @staticmethod
    def _guarded(step: Callable[..., None], *of: Any) -> None:
        """Whatever trips up the bookkeeping is an event that can't have followed on those before
        it.
        """
        try:
            step(*of)
        except CannotCheck as reason:
            raise Misfit(
                "what the event says can't be checked", "what it needs", reason
            ) from reason
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise Misfit(
                "the event does not follow on those before it",
                "one that does",
                f"{type(error).__name__}: {error}",
            ) from error

    def _check_reach(self, heads: Mapping[str, tuple[int, bytes]]) -> None:
        most, unsigned = self._unsigned_at_most, self._promises.unsigned(heads)
        if most is not None and unsigned > most:
            raise Misfit("records that no checkpoint signs", f"at most {most}", unsigned)

    def _check_heads(self, heads: Mapping[str, tuple[int, bytes]]) -> None:
        """The journal's own way to the ends of its streams leads to the same; others may have
        written meanwhile.
        """
        stored_heads = self._journal.heads()
        for stream, (version, digest) in heads.items():
            head = stored_heads.get(stream)
            if (
                head is None
                or head.version < version
                or (head.version == version and head.hash != digest)
            ):
                found = "nothing" if head is None else f"version {head.version}, {head.hash.hex()}"
                raise Misfit(f"where {stream} ends", f"version {version}, {digest.hex()}", found)
