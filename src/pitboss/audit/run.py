"""Runs an audit: from the first record or from a verdict, in one process or several, to its
report.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.audit.chain import Chain, SeenIds
from pitboss.audit.checkpoints import Promises
from pitboss.audit.files import check_columns, check_pages
from pitboss.audit.floor import NotAlone, check_ledger
from pitboss.audit.hashing import hash_heads, hashes_of
from pitboss.audit.replay import discrepancy_of, replay
from pitboss.audit.report import AuditBasis, AuditReport, Discrepancy, Misfit, Replayed
from pitboss.audit.runs.books_form import BadBooks
from pitboss.audit.runs.crew import (
    Crew,
    NotContent,
    Reopen,
    ShareOutcome,
    ShareTask,
    add_counts,
    joined,
)
from pitboss.audit.runs.kept_books import KeptBooks
from pitboss.audit.runs.one_pass import BEFORE_ALL, Pass, Streams, portions
from pitboss.audit.runs.share import TABLE, WHOLE, AuditShare, shares
from pitboss.audit.runs.verdict import (
    AuditVerdict,
    BadVerdict,
    checkpoint_of,
    named_heads,
    unpacked,
)
from pitboss.journal.port import Checkpoint, Journal, NotAJournal

Progress = Callable[[int, int], None]
"""Called with how many records have been read, and how many there are."""

REREAD_UP_TO = 200_000
"""Up to this many records before a verdict are reread by default: it takes only a moment, and
detects bytes changed in place.
"""

WORTH_SHARING = 20_000
"""The fewest records worth sharing among processes, as starting one takes a moment."""


class Audited(NamedTuple):
    """A finished audit. ``kept`` are the books at ``checkpoint``, the newest when it began, if they
    were asked for and everything fits.
    """

    report: AuditReport
    checkpoint: Checkpoint | None = None
    kept: KeptBooks | None = None


class WantedAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of an audit; ``audit`` and ``audit_as`` explain them."""

    checkpoints: Callable[[], Iterable[Checkpoint]] = tuple
    keys: Collection[bytes] = ()
    rulebooks: Mapping[str, Path] = msgspec.field(default_factory=dict)
    file: Path | None = None
    unsigned_at_most: int | None = None
    progress: Progress | None = None
    verdict: AuditVerdict | None = None
    witness: AuditVerdict | None = None
    house: bytes | None = None
    ignored: tuple[str, ...] = ()
    reread: bool | None = None
    until_ms: int | None = None
    workers: int = 1
    reopen: Reopen | None = None
    keep: bool = False
    replay: bool = False


def audit(
    journal: Journal,
    *,
    checkpoints: Iterable[Checkpoint] = (),
    keys: Collection[bytes] = (),
    rulebooks: Mapping[str, Path] | None = None,
    file: Path | None = None,
    unsigned_at_most: int | None = None,
    progress: Progress | None = None,
    replay: bool = False,
) -> AuditReport:
    """Checks everything a journal says, from the first record, in this process. The first place
    that does not fit is the report's ``problem``.

    ``checkpoints`` are copies kept elsewhere, ``keys`` the public keys allowed to sign.
    ``rulebooks`` are custom rulebook files by id, for tables that played before rules went into the
    journal and were never sealed. ``file`` is that of a SQLite journal, whose indexes are then
    checked too. More than ``unsigned_at_most`` unsigned records are a problem. With ``replay``
    every entry is decided again as well. What is stored while the audit runs is left for the next.
    Raises Unavailable if the journal can't be read.
    """
    wanted = WantedAudit(
        checkpoints=lambda: checkpoints,
        keys=keys,
        rulebooks=rulebooks or {},
        file=file,
        unsigned_at_most=unsigned_at_most,
        progress=progress,
        replay=replay,
    )
    return audit_as(journal, wanted).report


def audit_as(journal: Journal, wanted: WantedAudit) -> Audited:
    """Audits with more options than ``audit``:

    ``verdict`` is a signed one to continue from; if it does not fit this journal, the report's
    ``ignored`` says so and everything is audited. ``witness`` is the newest verdict: it may be
    another program's, but what it names must be in the journal. ``house`` is the public key that
    signs here, known independently of the journal. ``reread`` says whether to read the bytes before
    the verdict again; by default, if they are few. Records from ``until_ms`` on are left out.
    ``workers`` processes share the tables, if ``reopen`` can open the journal again; the report is
    the same as from one. ``keep`` asks for the books at the newest checkpoint.
    """
    if wanted.workers > 1 and wanted.reopen is not None:
        try:
            return _Audit(journal, wanted).run(wanted.reopen)
        except (NotContent, NotAlone):
            # Repeat in one process, so that the first place and its wording are always the same.
            pass
    return _Audit(journal, wanted).run(None)


class _Audit:
    """One run. If other processes help, any finding raises NotContent."""

    def __init__(self, journal: Journal, wanted: WantedAudit) -> None:
        self._journal = journal
        self._wanted = wanted
        self._copies = wanted.checkpoints()
        self._promises = Promises(journal, (), wanted.keys)
        self._chain = Chain(SeenIds(0, journal.find_command))
        self._pass = Pass(journal, WHOLE, wanted.rulebooks, self._chain)
        self._ignored = wanted.ignored
        self._begun: AuditBasis | None = None
        self._begin: KeptBooks | None = None
        self._newest: Checkpoint | None = None
        self._helped = False
        self._decided: Replayed | None = None

    def run(self, reopen: Reopen | None) -> Audited:
        problem = kept = self._decided = None
        try:
            if self._wanted.file is not None:
                check_columns(self._wanted.file)
            kept = self._read(reopen)
            if self._wanted.file is not None and (self._begun is None or self._begun.reread):
                check_pages(self._wanted.file)
            if self._begun is None and self._wanted.replay:
                self._pass.at = None
                files = tuple(self._wanted.rulebooks.values())
                self._decided = replay(self._journal, files, self._wanted.until_ms)
                problem = discrepancy_of(self._decided)
        except Misfit as misfit:
            problem = Discrepancy.at(misfit, self._pass.at)
        except NotAJournal as error:
            problem = Discrepancy(
                what="the journal can't be read", expected="what was stored", found=str(error)
            )
        if problem is not None:
            if self._helped:
                raise NotContent
            return Audited(self._report(problem))
        return Audited(self._report(None), self._newest, kept)

    def _report(self, problem: Discrepancy | None) -> AuditReport:
        heads, counts = self._chain.heads, self._pass.counts
        counts.streams = len(heads)
        counts.checkpoints = self._promises.count
        return AuditReport(
            journal=self._journal.name,
            counts=counts,
            last_position=self._chain.position,
            heads=hash_heads(heads).hex(),
            last_checkpoint=self._promises.last,
            keys=tuple(sorted(key.hex() for key in self._promises.seen_keys)),
            trusted=self._promises.trusted,
            signed_up_to=self._promises.reach,
            unsigned=self._promises.unsigned(heads),
            restored=tuple(self._pass.floor.restored),
            key_changes=self._promises.key_changes,
            unaudited=tuple(
                sorted(self._pass.floor.unaudited, key=self._pass.floor.unaudited.__getitem__)
            ),
            begun=self._begun,
            ignored=self._ignored,
            decided=self._decided,
            problem=problem,
        )

    # ── where it begins ───────────────────────────────────────────────────────────────────────────

    def _start(self) -> tuple[int, int]:
        """Begins at the first record or after a verdict. Returns the position before it, and how
        many records there are up to there.
        """
        verdict, witness = self._wanted.verdict, self._wanted.witness
        if witness is not None and witness is not verdict:
            try:
                checkpoint_of(witness, self._journal, self._wanted.keys, self._wanted.house)
            except BadVerdict as reason:
                self._ignored = (*self._ignored, _ignored(witness, reason))
        if verdict is not None:
            try:
                return self._go_on_from(verdict)
            except (BadVerdict, BadBooks) as reason:
                self._ignored = (*self._ignored, _ignored(verdict, reason))
                self._begun = self._begin = None
        self._chain = Chain(SeenIds(self._journal.count(), self._journal.find_command))
        # Load checkpoints before fixing the end, so that they only cover records before it.
        self._promises = self._new_promises()
        self._promises.begin()
        return BEFORE_ALL, 0

    def _new_promises(self) -> Promises:
        return Promises(self._journal, self._copies, self._wanted.keys)

    def _go_on_from(self, verdict: AuditVerdict) -> tuple[int, int]:
        checkpoint = checkpoint_of(verdict, self._journal, self._wanted.keys, self._wanted.house)
        heads, kept = named_heads(checkpoint), unpacked(verdict)
        # A trial run, to find unreadable books before anything is taken from them.
        Pass(self._journal, WHOLE, self._wanted.rulebooks, self._chain).take_up(kept)
        before = kept.counts.records
        wanted = self._wanted.reread
        reread = before <= REREAD_UP_TO if wanted is None else wanted
        self._begun = AuditBasis(
            checkpoint=checkpoint.number,
            position=checkpoint.position,
            audited_ms=verdict.audited_ms,
            full_ms=verdict.full_ms,
            signed_by=verdict.key,
            reread=reread,
        )
        find = self._journal.find_command
        if reread:
            self._chain = Chain(SeenIds(2 * before, find))
            self._read_again(checkpoint, heads)
        else:
            self._chain = Chain(SeenIds(0, find, unread=True), heads, checkpoint.position)
        self._promises = self._new_promises()
        self._promises.go_on_from(
            checkpoint,
            heads,
            count=verdict.checkpoints,
            seen=[bytes.fromhex(key) for key in verdict.seen],
            key_changes=verdict.key_changes,
        )
        self._begin = kept
        return checkpoint.position, before

    def _read_again(self, checkpoint: Checkpoint, heads: Mapping[str, tuple[int, bytes]]) -> None:
        """Checks that the bytes before a checkpoint have the hashes it signs."""
        chain, progress, done = self._chain, self._wanted.progress, 0
        everything = Streams(WHOLE.hashes)
        for records in portions(self._journal, BEFORE_ALL, checkpoint.position):
            digests = hashes_of(records, chain.heads, everything)
            for record, digest in zip(records, digests, strict=True):
                self._pass.at = record
                chain.take(record, digest)
            done += len(records)
            if progress is not None:
                progress(done, checkpoint.position)
        self._pass.at = None
        for stream in sorted({*heads, *chain.heads}):
            now, then = chain.heads.get(stream), heads.get(stream)
            if now != then:
                what = f"where {stream} ended at checkpoint {checkpoint.number}"
                raise Misfit(what, _end(then), _end(now))

    # ── reading ───────────────────────────────────────────────────────────────────────────────────

    def _read(self, reopen: Reopen | None) -> KeptBooks | None:
        self._newest = self._journal.last_checkpoint()
        after, before = self._start()
        last = self._journal.last_position()
        # An estimate, as positions may have gaps: counting the records would take long.
        total = before + last - after if before else self._journal.count()
        keep_at = self._keep_at(after)
        tasks = self._tasks(after, last, keep_at) if reopen is not None else []
        self._helped = len(tasks) > 1
        with Crew(reopen or _nobody, tasks[1:]) as crew:
            self._first_pass(tasks[0].share if tasks else WHOLE)
            self._pass.read(
                after,
                last,
                until_ms=self._wanted.until_ms,
                keep_at=keep_at,
                progress=partial(self._report_progress, crew, total),
            )
            outcomes = crew.outcomes()
        kept = self._merge(outcomes)
        heads = self._chain.heads
        at_tables = sum(outcome.at_tables for outcome in outcomes)
        check_ledger(at_tables + self._pass.floor.at_tables, self._pass.floor.on_links)
        self._promises.finish(heads)
        self._check_heads(heads)
        self._check_reach(heads)
        if self._pass.floor.of_signs is not None:
            raise self._pass.floor.of_signs
        if self._wanted.progress is not None:
            self._wanted.progress(self._pass.counts.records, total)
        return kept

    def _first_pass(self, share: AuditShare) -> None:
        self._pass = Pass(self._journal, share, self._wanted.rulebooks, self._chain, self._promises)
        if self._begin is not None:
            self._pass.take_up(self._begin)

    def _report_progress(self, crew: Crew, total: int, done: int) -> None:
        crew.check()
        if self._wanted.progress is not None:
            self._wanted.progress(done, total)

    def _keep_at(self, after: int) -> int | None:
        newest = self._newest
        wanted = self._wanted.keep and self._wanted.until_ms is None
        return newest.position if wanted and newest and newest.position > after else None

    def _tasks(self, after: int, last: int, keep_at: int | None) -> list[ShareTask]:
        """A task for each process that would have something to do."""
        if last - max(after, 0) < WORTH_SHARING:
            return []
        begun = self._chain.heads
        lengths = {
            stream.removeprefix(TABLE): head.version - begun.get(stream, (0, b""))[0]
            for stream, head in self._journal.heads().items()
            if stream.startswith(TABLE)
        }
        wanted = self._wanted
        return [
            ShareTask(
                share,
                wanted.rulebooks,
                after,
                last,
                wanted.until_ms,
                keep_at,
                self._begin,
                {name: head for name, head in begun.items() if name.startswith(TABLE)},
            )
            for share in shares(lengths, wanted.workers)
        ]

    def _merge(self, outcomes: list[ShareOutcome]) -> KeptBooks | None:
        """Merges the others' outcomes. Returns the books of all, if they were kept."""
        first = self._pass
        add_counts(first.counts, [outcome.counts for outcome in outcomes])
        for outcome in outcomes:
            for rulebook, position in outcome.unaudited.items():
                known = first.floor.unaudited.get(rulebook, position)
                first.floor.unaudited[rulebook] = min(known, position)
        if first.kept is None or self._newest is None:
            return None
        try:
            ends_there = first.kept_heads == named_heads(self._newest)
        except BadVerdict:
            ends_there = False
        kept = [outcome.kept for outcome in outcomes]
        return joined(first.kept, kept) if ends_there else None

    # ── when all is read ──────────────────────────────────────────────────────────────────────────

    def _check_reach(self, heads: Mapping[str, tuple[int, bytes]]) -> None:
        most, unsigned = self._wanted.unsigned_at_most, self._promises.unsigned(heads)
        if most is not None and unsigned > most:
            raise Misfit("records that no checkpoint signs", f"at most {most}", unsigned)

    def _check_heads(self, heads: Mapping[str, tuple[int, bytes]]) -> None:
        """Checks that the journal itself reports the same heads; others may have written
        meanwhile.
        """
        stored_heads = self._journal.heads()
        for stream, (version, digest) in heads.items():
            head = stored_heads.get(stream)
            if (
                head is None
                or head.version < version
                or (head.version == version and head.hash != digest)
            ):
                end = "nothing" if head is None else f"version {head.version}, {head.hash.hex()}"
                raise Misfit(f"where {stream} ends", f"version {version}, {digest.hex()}", end)


def _ignored(verdict: AuditVerdict, reason: Exception) -> str:
    return f"the verdict up to checkpoint {verdict.checkpoint} is ignored: {reason}"


def _end(head: tuple[int, bytes] | None) -> str:
    return "nothing" if head is None else f"version {head[0]}, {head[1].hex()}"


def _nobody() -> Journal:
    raise AssertionError("nobody helps in one process")
