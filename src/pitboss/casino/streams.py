"""Streams in memory: their states, folded from the journal, and above them what has been decided
but is not yet durable.
"""

import contextlib
import hmac
from collections.abc import Callable, Collection, Mapping, Set
from functools import partial
from itertools import groupby
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from pitboss.casino.aggregates import (
    NOTHING_YET,
    SNAPSHOT_FORM,
    Entity,
    aggregate_of,
    entered,
    evolved,
)
from pitboss.casino.codec import read_event
from pitboss.casino.entry import Entry, read_entry
from pitboss.casino.history import at_its_end
from pitboss.casino.journal_errors import Placed
from pitboss.casino.record_shelf import RecordShelf
from pitboss.casino.stream_ids import StreamKind
from pitboss.casino.vault import SEAL_BYTES, Vault
from pitboss.jackpot.feed import Feed
from pitboss.journal.port import Journal, NotAJournal, Record, Snapshot, Unavailable
from pitboss.rulebook.shelf import Shelf
from pitboss.table.state import RoundState

SNAPSHOT_EVERY = 400
"""Events between two snapshots of a stream: few enough to replay within milliseconds."""


def load(
    journal: Journal,
    stream: str,
    shelf: Shelf,
    entity: Entity | None = None,
    vault: Vault | None = None,
    seen: Callable[[int], None] = lambda _: None,
) -> Entity:
    """A stream as stored now, continuing from ``entity`` if given. Without the vault, snapshots are
    not trusted and sealed cards stay sealed. ``seen`` is called with the time of each record.
    """
    opener = None if vault is None else vault.secret
    if entity is None:
        entity = _start(journal, stream, shelf, vault)
    version = entity.version
    for _, group in groupby(journal.read(stream, after=version), key=attrgetter("command")):
        records = list(group)
        for record in records:
            version += 1
            if record.version != version:
                raise NotAJournal(f"{stream} has no version {version}: run pitboss audit")
        seen(records[-1].at_ms)
        with Placed(records[0]):
            events = [read_event(record, opener=opener) for record in records]
            entity = entered(stream, entity, events, partial(_entry_of, journal, records[0]), shelf)
    return entity


def _entry_of(journal: Journal, record: Record) -> tuple[Entry, int]:
    """The entry that a record belongs to, and its time."""
    first = record if record.number == 0 else journal.find_command(record.command)[0]
    return read_entry(first.entry or b""), first.at_ms


def _start(journal: Journal, stream: str, shelf: Shelf, vault: Vault | None) -> Entity:
    """Where reading a stream can begin: at its snapshot, if the seal is valid; a feed begins at its
    last entry, which holds its totals.
    """
    aggregate = aggregate_of(stream)
    if aggregate.kind is StreamKind.FEED:
        head = journal.head(stream)
        return (
            NOTHING_YET
            if head is None
            else Entity(head.version - 1, Feed(version=head.version - 1))
        )
    if vault is None or aggregate.read_snapshot is None:
        return NOTHING_YET
    snapshot = journal.snapshot(stream)
    if snapshot is None or snapshot.form != SNAPSHOT_FORM:
        return NOTHING_YET
    state = unsealed(journal, snapshot, vault)
    if state is None:
        return NOTHING_YET
    return Entity(snapshot.version, aggregate.read_snapshot(state, shelf))


def _seal(journal: Journal, snapshot: Snapshot, state: bytes, vault: Vault) -> bytes | None:
    """The seal of a snapshot with this state; None if the record it follows is missing."""
    for record in journal.read(snapshot.stream, after=snapshot.version - 1):
        if record.version == snapshot.version:
            place = (snapshot.stream, snapshot.version, snapshot.form)
            return vault.seal_of(*place, record.hash, state)
        break
    return None


def unsealed(journal: Journal, snapshot: Snapshot, vault: Vault) -> bytes | None:
    """The state in a snapshot, if it was sealed with this key and follows the stored record; None
    otherwise.
    """
    seal, state = snapshot.body[:SEAL_BYTES], snapshot.body[SEAL_BYTES:]
    wanted = _seal(journal, snapshot, state, vault)
    return state if wanted is not None and hmac.compare_digest(wanted, seal) else None


def sealed_snapshot(journal: Journal, snapshot: Snapshot, vault: Vault) -> Snapshot | None:
    """A snapshot in its stored form: the seal, then the state."""
    seal = _seal(journal, snapshot, snapshot.body, vault)
    return None if seal is None else replace(snapshot, body=seal + snapshot.body)


def snapshot_of(stream: str, entity: Entity) -> Snapshot | None:
    """A snapshot of a stream at rest (between rounds, no claim open), when its state is small;
    otherwise None.
    """
    take = aggregate_of(stream).take_snapshot
    body = None if take is None else take(entity.state)
    return None if body is None else Snapshot(stream, entity.version, SNAPSHOT_FORM, body)


class StreamCache:
    """The streams of a casino in memory, in two layers.

    *Committed* is what is stored. *Speculative* runs ahead of it: decided and on its way to the
    disk. Many threads may read; only the pipeline stages, commits and invalidates.
    """

    def __init__(
        self,
        journal: Journal,
        shelf: Shelf,
        vault: Vault | None = None,
        seen: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.shelf = RecordShelf(journal, shelf)
        self._seen = seen
        self._vault = vault
        self._journal = journal
        self._committed: dict[str, Entity] = {}
        self._speculative: dict[str, Entity] = {}
        self._invalidated: set[str] = set()
        self._snapshots: dict[str, int] = {}

    # ── reading ───────────────────────────────────────────────────────────────────────────────────

    def catch_up(self, streams: Collection[str]) -> Mapping[str, int]:
        """The stored versions of those streams that other processes may have written to, in one
        query. The same query brings feeds up to date, since their last entry is enough.
        """
        unknown = [stream for stream in streams if self._journal.known_version(stream) is None]
        if not unknown:
            return {}
        ends = self._journal.ends(unknown)
        for stream, record in ends.items():
            self._seen(record.at_ms)
            known = self._committed.get(stream, NOTHING_YET)
            if aggregate_of(stream).kind is StreamKind.FEED and known.version < record.version:
                before = Entity(record.version - 1, Feed(version=record.version - 1))
                with Placed(record):
                    self._committed[stream] = evolved(
                        stream, before, read_event(record), self.shelf
                    )
        return {stream: ends[stream].version if stream in ends else 0 for stream in unknown}

    def past_round(self, round: str) -> RoundState | None:
        """A finished round as it was at its end; None if the end is not stored yet."""
        return at_its_end(self._journal, round, self.shelf)

    def committed(self, stream: str, version: int | None = None) -> Entity:
        """A stream as stored now, by whichever process. If the caller knows its ``version`` and the
        cache holds that one, the journal is not asked.
        """
        entity = self._committed.get(stream)
        if version is None:
            version = self._journal.known_version(stream)
        if (entity or NOTHING_YET).version == version:
            return entity or NOTHING_YET
        entity = load(self._journal, stream, self.shelf, entity, self._vault, self._seen)
        if entity.version:
            self._committed[stream] = entity
        return entity

    def latest(self, stream: str, version: int | None = None) -> Entity:
        """A stream as this process knows it, including what is on its way to the disk; never older
        than ``version`` if that is given.
        """
        entity = self._speculative.get(stream) if version is None else None
        return entity if entity is not None else self.latest_stored(stream, version)

    def latest_stored(self, stream: str, version: int | None = None) -> Entity:
        """The same, brought up to date from the journal: other processes may have written."""
        # Never continue reading from a speculative state: if another process wrote first, its
        # events do not follow from ours.
        entity, ahead = self.committed(stream, version), self._speculative.get(stream)
        if ahead is not None and ahead.version > entity.version:
            return ahead
        if entity.version:
            self._speculative[stream] = entity
        return entity

    # ── the pipeline ──────────────────────────────────────────────────────────────────────────────

    def begin(self) -> Set[str]:
        """Begins a group. The set returned collects the streams invalidated from now on."""
        self._invalidated = set()
        return self._invalidated

    def stage(self, after: Mapping[str, Entity]) -> None:
        """Adds what has been decided but is not durable yet."""
        self._speculative |= after

    def commit(self, after: Mapping[str, Entity]) -> None:
        """Adds what is now durable, and saves a snapshot if the last one is old."""
        self._committed |= after
        if self._vault is not None:
            for stream, entity in after.items():
                self._keep_snapshot(stream, entity)

    def invalidate(self, streams: Set[str]) -> None:
        """Discards the speculative states of streams: what was decided there was not stored.

        Another thread may be deciding the next group right now: what it has seen is wrong, and what
        it sees from here on is right. So we mark that group before discarding, and again afterwards
        in case it has just begun.
        """
        if streams:
            self._invalidated |= streams
            for stream in streams:
                self._speculative.pop(stream, None)
            self._invalidated |= streams

    # ── snapshots ─────────────────────────────────────────────────────────────────────────────────

    def _keep_snapshot(self, stream: str, entity: Entity) -> None:
        """Saves a snapshot if the last one is old and the stream is at rest. Failure does no
        harm.
        """
        last = self._snapshots.setdefault(
            stream, 0 if entity.version < SNAPSHOT_EVERY else entity.version
        )
        if entity.version - last < SNAPSHOT_EVERY:
            return
        if (snapshot := snapshot_of(stream, entity)) is not None:
            self._snapshots[stream] = entity.version
            with contextlib.suppress(Unavailable):
                self._save(snapshot)

    def _save(self, snapshot: Snapshot) -> None:
        """Seals and saves a snapshot; without a key it would be useless."""
        if self._vault is not None:
            sealed = sealed_snapshot(self._journal, snapshot, self._vault)
            if sealed is not None:
                self._journal.save_snapshot(sealed)

    def save_snapshots(self) -> None:
        """Saves a snapshot of every stream at rest, so that the next start is quick."""
        # Without them the next start is slower, nothing worse.
        with contextlib.suppress(Unavailable):
            for stream, entity in self._committed.items():
                snapshot = snapshot_of(stream, entity)
                if snapshot is not None and self._snapshots.get(stream) != entity.version:
                    self._save(snapshot)


class View(msgspec.Struct):
    """The streams of a casino for one decision, with repeatable reads: each stays as it was when
    first read.

    Another process may write at any moment. If a decision used an old state but reported the new
    version, the journal's check would pass wrongly.
    """

    shelf: RecordShelf
    _cache: StreamCache
    _find: Callable[[str, int | None], Entity]
    _find_fresh: Callable[[str, int | None], Entity]
    seen: dict[str, Entity] = {}
    _fresh: set[str] = set()
    _versions: dict[str, int] = {}

    @classmethod
    def latest(cls, cache: StreamCache) -> "View":
        """A view on top of what is on its way to the disk."""
        return cls(cache.shelf, cache, cache.latest, cache.latest_stored)

    @classmethod
    def committed(cls, cache: StreamCache, expected: Collection[str] = ()) -> "View":
        """A view of what is stored and nothing else. Streams ``expected`` to be read are fetched
        together.
        """
        view = cls(cache.shelf, cache, cache.committed, cache.committed)
        view.catch_up(expected)
        return view

    def catch_up(self, streams: Collection[str]) -> None:
        """Fetches the versions of streams about to be read: on a link with many tables that is one
        query instead of dozens. Where nobody else can write, there is none.
        """
        new = [stream for stream in streams if stream not in self._versions]
        if new:
            self._versions |= self._cache.catch_up(new)

    def get(self, stream: str) -> Entity:
        """A stream as this process knows it."""
        entity = self.seen.get(stream)
        if entity is None:
            entity = self.seen[stream] = self._find(stream, self._versions.get(stream))
        return entity

    def peek(self, stream: str) -> Entity:
        """As ``get``, for a stream whose later changes do not matter to the decision."""
        return self.seen.get(stream) or self._find(stream, None)

    def fresh(self, stream: str) -> Entity:
        """A stream as stored now, including what other processes wrote."""
        if stream not in self._fresh:
            self._fresh.add(stream)
            self.seen[stream] = self._find_fresh(stream, self._versions.get(stream))
        return self.seen[stream]

    def past_round(self, round: str) -> RoundState | None:
        """A finished round as it was at its end; None if the end is not stored yet."""
        return self._cache.past_round(round)
