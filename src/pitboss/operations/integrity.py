"""Whether a journal is intact: backup, restore and move check this before and after they do
anything.

It checks the form (hashes, versions, counts, checkpoints). What the events mean, and whether every
amount is right, is up to ``pitboss audit``.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import msgspec

from pitboss.journal.chain import START, hash_of, leaf, merkle_root
from pitboss.journal.checkpoints import BadCheckpoint, heads_of, verify_chain
from pitboss.journal.port import Checkpoint, Head, Journal, NotAJournal, Record

Progress = Callable[[int], None]
"""Called with the number of records done so far."""

CHUNK = 1_000


def no_progress(_: int) -> None:
    """For callers that show no progress."""


class Reporter(Protocol):
    """Called with the current task, how much is done, and of how much (0: unknown)."""

    def __call__(self, what: str, done: int, of: int) -> None: ...


def say_nothing(what: str, done: int, of: int) -> None:
    """For callers that report nothing."""


def counting(report: Reporter, what: str, of: int) -> Progress:
    """Progress that counts records, for a reporter."""
    return lambda done: report(what, done, of)


class Damaged(NotAJournal):
    """An inconsistent journal: says where, and what to do."""


class Whole(msgspec.Struct, frozen=True):
    """A consistent journal, and what it holds. ``root`` stands for the ends of all its streams."""

    records: int
    streams: int
    last_position: int
    root: bytes
    checkpoints: int
    last_at_ms: int


class ChainCheck:
    """Takes records in the order of their positions and checks that each is chained to the one
    before in its stream.
    """

    def __init__(
        self, name: str, heads: Mapping[str, Head] | None = None, position: int = 0
    ) -> None:
        self.heads: dict[str, Head] = dict(heads or {})
        self.position = position
        self.count = 0
        self.last_at_ms = 0
        self._name = name

    def take(self, record: Record) -> None:
        head = self.heads.get(record.stream)
        version, before = (0, START) if head is None else (head.version, head.hash)
        where = (
            f"{self._name}: position {record.position} ({record.stream}, version {record.version})"
        )
        if record.position <= self.position:
            raise Damaged(f"{where} comes after position {self.position}. {RESTORE}")
        if record.version != version + 1:
            raise Damaged(
                f"{where}: version {version + 1} should come next in this stream. {RESTORE}"
            )
        if hash_of(record, before) != record.hash:
            raise Damaged(
                f"{where}: the stored bytes do not match the hash stored with them. {RESTORE}"
            )
        self.heads[record.stream] = Head(record.version, record.hash)
        self.position = record.position
        self.last_at_ms = max(self.last_at_ms, record.at_ms)
        self.count += 1

    @property
    def root(self) -> bytes:
        return root_of(self.heads)


RESTORE = "Restore it from a backup; 'pitboss audit' says more."


def root_of(heads: Mapping[str, Head]) -> bytes:
    """One hash for the ends of all streams."""
    return merkle_root(leaf(stream, heads[stream]) for stream in sorted(heads))


def all_records(journal: Journal, up_to: int | None = None, after: int = 0) -> Iterator[Record]:
    """The records of a journal in order, in batches."""
    while records := journal.read_all(after, CHUNK):
        for record in records:
            if up_to is not None and record.position > up_to:
                return
            yield record
        after = records[-1].position


def check_whole(
    journal: Journal, progress: Progress = no_progress, *, segments: bool = True
) -> Whole:
    """Reads a journal from its first record to its last. Raises Damaged at the first inconsistency.
    Without ``segments`` it begins after the archive, with what that was sealed with.
    """
    chain = ChainCheck(journal.name) if segments else _behind_archive(journal)
    try:
        verify_chain(journal.checkpoints())
        checkpoints = _Checkpoints(journal, chain.position)
        for record in all_records(journal, after=chain.position):
            checkpoints.before(record.position, chain)
            chain.take(record)
            checkpoints.passed_by(record)
            if chain.count % CHUNK == 0:
                progress(chain.count)
        checkpoints.end(chain)
    except BadCheckpoint as error:
        raise Damaged(f"{journal.name}: {error}. {RESTORE}") from error
    progress(chain.count)
    if (stored := journal.count()) != chain.count:
        raise Damaged(
            f"{journal.name} counts {stored} records, but {chain.count} could be read. {RESTORE}"
        )
    if dict(journal.heads()) != chain.heads:
        raise Damaged(
            f"{journal.name}: the ends of its streams are not where its records end. {RESTORE}"
        )
    return Whole(
        chain.count,
        len(chain.heads),
        chain.position,
        chain.root,
        checkpoints.count,
        chain.last_at_ms,
    )


def _behind_archive(journal: Journal) -> ChainCheck:
    """A check that continues where the archive ends."""
    sealed = journal.segments()
    if not sealed or journal.archive is None:
        return ChainCheck(journal.name)
    closing = journal.archive.segment(sealed[-1]).closing()
    chain = ChainCheck(journal.name, closing, sealed[-1].last)
    chain.count = sum(one.records for one in sealed)
    chain.last_at_ms = sealed[-1].at_ms
    return chain


class _Checkpoints:
    """Compares each checkpoint with the records as they pass.

    All records up to a checkpoint's position are in its heads. Some of those after it may be too:
    another process was storing them at that moment.
    """

    def __init__(self, journal: Journal, after: int) -> None:
        self.count = 0
        self._name = journal.name
        self._rest = journal.checkpoints()
        self._next = next(self._rest, None)
        while self._next is not None and self._next.position <= after:
            self.count += 1
            self._next = next(self._rest, None)
        # Heads beyond the position of their checkpoint, by stream and version, until their record
        # passes.
        self._to_come: dict[tuple[str, int], tuple[bytes, int]] = {}

    def before(self, position: int, chain: ChainCheck) -> None:
        """Compares the checkpoints that were made before the record at a position."""
        while self._next is not None and self._next.position < position:
            self._compare(self._next, chain)

    def passed_by(self, record: Record) -> None:
        """Compares a record that some checkpoint has been waiting for."""
        awaited = (
            self._to_come.pop((record.stream, record.version), None) if self._to_come else None
        )
        if awaited is not None and awaited[0] != record.hash:
            raise self._damaged(awaited[1])

    def end(self, chain: ChainCheck) -> None:
        while self._next is not None:
            self._compare(self._next, chain)
        for _, number in self._to_come.values():
            raise self._damaged(number)

    def _compare(self, checkpoint: Checkpoint, chain: ChainCheck) -> None:
        signed = heads_of(checkpoint)
        for stream, head in chain.heads.items():
            there = signed.get(stream)
            if (
                there is None
                or there.version < head.version
                or (there.version == head.version and there != head)
            ):
                raise self._damaged(checkpoint.number)
        for stream, there in signed.items():
            if there != chain.heads.get(stream):
                self._to_come[stream, there.version] = (there.hash, checkpoint.number)
        self.count += 1
        self._next = next(self._rest, None)

    def _damaged(self, number: int) -> Damaged:
        return Damaged(
            f"{self._name}: the records do not match checkpoint {number}: some have been "
            f"changed or are missing. {RESTORE}"
        )
