"""The application: requests in, answers out, everything stored before it is acknowledged.

Requests are decided one after another and stored in groups: while one group is being made durable the next is
decided on top of it. A group that can't be stored takes nothing with it: whatever was decided on what is not stored,
even by a look at it, is decided again from what is really there.
"""

import contextlib
import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence, Set
from typing import NamedTuple

import msgspec

from pitboss.casino.codec import AnyStored, CommandRefused, RoundInterrupted, read_event, stored
from pitboss.casino.controls import Controls
from pitboss.casino.process import Draft, Outside, World, draft, drafted, drafted_link, feeds_of
from pitboss.casino.requests import (
    LINK,
    MAX_ID_CHARACTERS,
    OWN_IDS,
    TABLE,
    Answer,
    BadRequest,
    OtherCommand,
    Refusal,
    Request,
    Stored,
    TooLate,
    link_stream,
    table_stream,
)
from pitboss.casino.streams import NOTHING_YET, Entity, load, snapshot_of
from pitboss.jackpot.commands import FoldFeeds
from pitboss.jackpot.state import LinkState, displayed
from pitboss.journal.port import Conflict, Journal, Part, Record, Repeated, Unavailable, Unit
from pitboss.kernel.money import Cents
from pitboss.kernel.names import natural
from pitboss.people.events import PEOPLE_STREAM
from pitboss.people.state import People
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.shelf import Shelf
from pitboss.table.commands import OpenBetting, Report
from pitboss.table.events import IncidentReported
from pitboss.table.rulings import Ruling
from pitboss.table.shuffle import SECRET_BYTES
from pitboss.table.state import RoundState, TableState

SYSTEM = Actor(Post.SHIFT_MANAGER, "pitboss")
"""Who acts when nobody asked: at start-up, and when contributions are entered."""

SNAPSHOT_EVERY = 400
"""Events of a stream between two snapshots: reading on from one takes some milliseconds at most."""

ANSWERS_KEPT = 10_000
_GROUP_TRIES = 3
_TRIES = 50


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


INTERRUPTION = Report(incident=Incident.TECHNICAL_INTERRUPTION.value)


class Interruption(msgspec.Struct, frozen=True):
    """A round that was on when Pitboss stopped, and how its rulebook decides; no ruling where none is needed
    any more.
    """

    table: str
    round: str
    phase: str
    ruling: Ruling | None


class _Slot:
    """A request on its way."""

    __slots__ = ("answer", "done", "error", "request", "taken")

    def __init__(self, request: Request) -> None:
        self.request = request
        self.taken = False
        self.answer: Answer | None = None
        self.error: Exception | None = None
        self.done: threading.Lock | None = None


class _Group:
    """Requests that are stored together, with what was decided on them.

    ``spoilt`` are streams that may have been seen as they never came to be: the group before was not stored.
    """

    __slots__ = ("everyone", "going", "slots", "spoilt")

    def __init__(self, everyone: Sequence[_Slot]) -> None:
        self.everyone = everyone
        self.slots: list[_Slot] = []
        self.going: list[_Going] = []
        self.spoilt: set[str] = set()


class _Going(NamedTuple):
    """What was decided on a request, on its way to the journal. ``seen`` are all streams that this rests on."""

    slot: _Slot
    found: Draft
    unit: Unit
    seen: Set[str]


class Casino:
    """Tables and links on one journal. May be used from many threads, and by many processes on one PostgreSQL.

    Without ``controls`` the authorities of the documents are all that is asked for.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        shelf: Shelf | None = None,
        controls: Controls | None = None,
        clock_ms: Callable[[], int] = wall_clock_ms,
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
    ) -> None:
        self.journal = journal
        self.shelf = shelf or Shelf()
        self.controls = controls
        self._clock_ms = clock_ms
        self._secret = secret
        # ``_known`` runs ahead: it holds what has been decided and is on its way to the disk. ``_durable`` is
        # what is stored.
        self._known: dict[str, Entity] = {}
        self._durable: dict[str, Entity] = {}
        self._answers: OrderedDict[str, tuple[bytes, Answer]] = OrderedDict()
        # The group that was decided last. What it was decided on top of may still be on its way to the disk.
        self._latest = _Group(())
        self._snapshots: dict[str, int] = {}
        self._queue: list[_Slot] = []
        self._queue_lock = threading.Lock()
        self._deciding = threading.Lock()
        self._storing = threading.Lock()

    # ── asking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def do(self, request: Request) -> Answer:
        """Carries out one request. Many threads may ask at once; what comes together is stored together."""
        slot = _Slot(request)
        # Held until the answer is there; whoever waits takes it.
        done = slot.done = threading.Lock()
        done.acquire()
        with self._queue_lock:
            self._queue.append(slot)
        group = None
        if not slot.taken:
            with self._deciding:
                # Whoever comes first takes along all that have come meanwhile.
                if not slot.taken:
                    with self._queue_lock:
                        slots, self._queue = self._queue, []
                    group = self._decide(slots)
                    self._storing.acquire()
        if group is not None:
            self._store_and_release(group)
        done.acquire()
        return _outcome(slot)

    def do_many(self, requests: Sequence[Request]) -> list[Answer]:
        """Carries out several requests in one group; raises the first error there is, after all have been tried."""
        return [_outcome(slot) for slot in self._together(requests)]

    def do_each(self, requests: Sequence[Request]) -> list[Answer | Exception]:
        """The same, with each one's own error in the place of its answer."""
        return [slot.error or _outcome(slot) for slot in self._together(requests)]

    def _together(self, requests: Sequence[Request]) -> list[_Slot]:
        slots = [_Slot(request) for request in requests]
        with self._deciding:
            group = self._decide(slots)
            self._storing.acquire()
        self._store_and_release(group)
        return slots

    def _store_and_release(self, group: "_Group") -> None:
        """Stores a group and tells everybody who waits, also when this thread is stopped in the middle."""
        try:
            self._store(group)
        finally:
            self._storing.release()
            for slot in group.everyone:
                if slot.answer is None and slot.error is None:
                    slot.error = Unavailable("stopped before it was known whether the command is stored")
                if slot.done is not None:
                    slot.done.release()

    # ── looking ─────────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, table: str) -> TableState | None:
        """A table as it is stored."""
        return self._stored(table_stream(table)).table

    def link(self, link: str) -> LinkState | None:
        """A link as it is stored."""
        return self._stored(link_stream(link)).link

    def displayed(self, link: str) -> Cents | None:
        """What the signs of a link show: never less than what has been acknowledged."""
        state = self.link(link)
        return None if state is None else displayed(state, feeds_of(_Looking(self), state, fresh=True))

    def tables(self) -> list[str]:
        """The names of all tables, in order."""
        return self._names(TABLE)

    def links(self) -> list[str]:
        """The names of all links, in order."""
        return self._names(LINK)

    def _names(self, kind: str) -> list[str]:
        names = (name.removeprefix(kind) for name in self.journal.heads() if name.startswith(kind))
        return sorted(names, key=natural)

    def _stored(self, stream: str) -> Entity:
        """A stream as it is stored now, by whichever process."""
        entity = self._durable.get(stream)
        if (entity or NOTHING_YET).version == self.journal.known_version(stream):
            return entity or NOTHING_YET
        entity = load(self.journal, stream, self.shelf, entity)
        if entity.version:
            self._durable[stream] = entity
        return entity

    def events(self, after: int = 0, limit: int = 1000) -> list[Stored]:
        """Events of all streams behind a position, in order."""
        return [_read(record) for record in self.journal.read_all(after, limit)]

    def follow(self, after: int, stop: threading.Event, poll_s: float = 1.0) -> Iterator[Stored]:
        """Every event behind a position once, in order, and then those that come, until ``stop`` is set."""
        while not stop.is_set():
            found = [_read(record) for record in self.journal.read_news(after)]
            yield from found
            if found:
                after = found[-1].position
            else:
                self.journal.wait(after, poll_s)

    # ── deciding ────────────────────────────────────────────────────────────────────────────────────────────────

    def get(self, stream: str) -> Entity:
        """A stream as it is known here; what is on its way to the disk included."""
        entity = self._known.get(stream)
        return entity if entity is not None else self.fresh(stream)

    def fresh(self, stream: str) -> Entity:
        """The same, read on in the journal: others may have written."""
        # What is on its way here is never read on from: if others were first, it is not what their events rest on.
        entity, known = self._stored(stream), self._known.get(stream)
        if known is not None and known.version > entity.version:
            return known
        if entity.version:
            self._known[stream] = entity
        return entity

    def _decide(self, slots: Sequence[_Slot]) -> _Group:
        group = self._latest = _Group(slots)
        among: set[str] = set()
        for slot in slots:
            slot.taken = True
            request = slot.request
            look = _Look(self.shelf, self.get, self.fresh)
            try:
                if request.id in among or (request.id in self._answers and self._answered(slot)):
                    # A second one of the same id waits for the first; then its answer is there.
                    continue
                found, unit = self._draft(request, look)
            except TooLate:
                # It may have been carried out when there was time: that is looked up when it is done alone.
                continue
            except Exception as error:  # noqa: BLE001 - whatever it is, it is this request's and not the group's
                slot.error = error
                continue
            if not unit.parts:
                # Whether there is really nothing to do shows when everything before it is stored.
                continue
            among.add(request.id)
            group.slots.append(slot)
            group.going.append(_Going(slot, found, unit, look.seen.keys()))
            self._known |= found.after
        if len(group.slots) < len(slots):
            late = [slot for slot in slots if slot.answer is None and slot.error is None]
            group.slots.extend(slot for slot in late if slot not in group.slots)
        return group

    def _draft(self, request: Request, world: World) -> tuple[Draft, Unit]:
        _check_id(request.id)
        now_ms = self._clock_ms()
        if request.given_up(now_ms):
            raise TooLate
        secret = self._secret() if isinstance(request.command, OpenBetting) else None
        found = draft(world, request, Outside(now_ms, secret, self.controls))
        return found, _unit(request, found, now_ms)

    def _answered(self, slot: _Slot) -> bool:
        """Whether a request was answered not long ago; older answers are found when the journal refuses to
        store twice.
        """
        kept = self._answers.get(slot.request.id)
        if kept is None:
            return False
        fingerprint, answer = kept
        if fingerprint != slot.request.fingerprint:
            raise OtherCommand(slot.request.id)
        slot.answer = msgspec.structs.replace(answer, repeated=True)
        return True

    # ── storing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _store(self, group: _Group) -> None:
        """Makes a group durable. What others have come before is left out, and done again one by one."""
        going = self._left(group.going, group.spoilt)
        for _ in range(_GROUP_TRIES):
            if not going:
                break
            try:
                records = self.journal.append([one.unit for one in going])
            except (Conflict, Repeated) as error:
                going = self._left(going, moved=_moved(going, error))
                continue
            except Exception as error:  # noqa: BLE001 - every request of the group is told
                self._forget({stream for one in going for stream in one.found.after})
                for slot in group.slots:
                    slot.error = error
                return
            for (slot, found, unit, _), written in zip(going, records, strict=True):
                self._acknowledge(slot, found, unit, written)
            break
        else:
            self._forget({stream for one in going for stream in one.found.after})
        for slot in group.slots:
            if slot.answer is None and slot.error is None:
                self._alone(slot)

    def _left(
        self, going: Sequence[_Going], spoilt: Set[str] = frozenset(), moved: Set[str] = frozenset()
    ) -> list[_Going]:
        """What of a group can still be stored as it was decided.

        Nothing that nobody waits for any more, the disk having been slow; nothing that has seen a ``spoilt`` stream,
        nothing that writes to one that has ``moved`` on, and nothing that has seen what any of these would have
        written: a table must not pay an award that its link has not paid.
        """
        left: list[_Going] = []
        dropped: set[str] = set()
        awaited = any(one.slot.request.deadline_ms is not None for one in going)
        now_ms = self._clock_ms() if awaited else 0
        for one in going:
            writes = one.found.after.keys()
            stands = spoilt.isdisjoint(one.seen) and dropped.isdisjoint(one.seen) and moved.isdisjoint(writes)
            if stands and not one.slot.request.given_up(now_ms):
                left.append(one)
            else:
                dropped |= writes
        if dropped or spoilt:
            self._forget(dropped | spoilt)
        return left

    def _forget(self, streams: Set[str]) -> None:
        """What was decided to happen in these streams does not.

        Another thread may be deciding the next group at this moment: what it has seen is spoilt, and what it sees from
        here on is right. So that group is marked before, and after in case it has just begun.
        """
        if streams:
            self._latest.spoilt |= streams
            for stream in streams:
                self._known.pop(stream, None)
            self._latest.spoilt |= streams

    def _acknowledge(self, slot: _Slot, found: Draft, unit: Unit, written: Sequence[Record]) -> None:
        events = [event for part in found.events.values() for event in part]
        self._durable |= found.after
        answer = Answer(
            slot.request.id,
            tuple(_with_place(record, event) for record, event in zip(written, events, strict=True)),
            found.refusal,
        )
        self._remember(unit.fingerprint, answer)
        slot.answer = answer
        for stream, entity in found.after.items():
            self._snapshot(stream, entity)

    def _remember(self, fingerprint: bytes, answer: Answer) -> None:
        self._answers[answer.id] = (fingerprint, answer)
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)

    def _alone(self, slot: _Slot) -> None:
        """One request by itself: first whether it was stored before, then again from what is stored now."""
        request = slot.request
        try:
            for _ in range(_TRIES):
                before = self._find(request)
                if before is not None:
                    slot.answer = before
                    return
                # Others are deciding meanwhile; only what is stored counts here.
                found, unit = self._draft(request, _Look(self.shelf, self._stored, self._stored))
                if not unit.parts:
                    slot.answer = Answer(request.id, ())
                    return
                try:
                    written = self.journal.append([unit])[0]
                except (Conflict, Repeated):
                    continue
                self._known |= found.after
                self._acknowledge(slot, found, unit, written)
                return
            raise Unavailable(
                f"{request.target} is written to by others so often that {request.id} did not get through"
            )
        except Exception as error:  # noqa: BLE001 - it is told to whoever asked
            slot.error = error

    def _find(self, request: Request) -> Answer | None:
        """The answer that is stored for a request's id."""
        records = self.journal.find_command(request.id)
        if not records:
            return None
        if records[0].fingerprint != request.fingerprint:
            raise OtherCommand(request.id)
        return _answer(records)

    # ── housekeeping ────────────────────────────────────────────────────────────────────────────────────────────

    def _snapshot(self, stream: str, entity: Entity) -> None:
        """Keeps a snapshot when the last one is long ago and the stream is at rest. It may fail without harm."""
        last = self._snapshots.setdefault(stream, 0 if entity.version < SNAPSHOT_EVERY else entity.version)
        if entity.version - last < SNAPSHOT_EVERY:
            return
        snapshot = snapshot_of(stream, entity)
        if snapshot is not None:
            self._snapshots[stream] = entity.version
            with contextlib.suppress(Unavailable):
                self.journal.save_snapshot(snapshot)

    def record(
        self, stream: str, command: str, events: Callable[[Entity, int], Sequence[AnyStored]]
    ) -> Entity:
        """Records what no rule has to decide, such as who signs in; ``events`` are made from the stream as it
        is and the time.

        Where another process has written meanwhile they are made again. Without events nothing is stored.
        """
        with self._deciding, self._storing:
            for _ in range(_TRIES):
                now_ms = self._clock_ms()
                # Stored on top of what they were made from, and of nothing that has come meanwhile.
                look = _Look(self.shelf, self.get, self.fresh)
                made = tuple(events(look.fresh(stream), now_ms))
                if not made:
                    return look.get(stream)
                found = drafted(look, {stream: made})
                parts = _parts(found)
                digest = hashlib.sha256(b"".join(record.body for record in parts[0].records)).digest()
                try:
                    self.journal.append([Unit(command, digest, now_ms, parts)])
                except Conflict:
                    self._known.pop(stream, None)
                    continue
                self._known |= found.after
                self._durable |= found.after
                return found.after[stream]
            raise Unavailable(f"{stream} is written to by others so often that {command} did not get through")

    def people(self) -> People:
        """Everybody, as stored."""
        return self._stored(PEOPLE_STREAM).people

    def enter_contributions(self, link: str, least: int = 1) -> bool:
        """Enters what tables have put into a link, if at least so many entries wait; says whether it did."""
        with self._deciding, self._storing:
            state = self.fresh(link_stream(link)).link
            if state is None or state.locked:
                return False
            feeds = feeds_of(self, state, fresh=True)
            marks = state.feeds
            entries = sum(
                feed.version - (marks[table].version if table in marks else 0)
                for table, feed in feeds.items()
            )
            if entries < least:
                return False
            version = self.get(link_stream(link)).version
            # The id is the same for all processes that would enter the same: only one of them does.
            request = Request(f"enter/{link}/{version}", link_stream(link), FoldFeeds(), SYSTEM)
            found = drafted_link(self, link, FoldFeeds(), request, self._clock_ms())
            if not found.events:
                return False
            try:
                self.journal.append([_unit(request, found, self._clock_ms())])
            except (Conflict, Repeated):
                self._known.pop(link_stream(link), None)
                return False
            self._known |= found.after
            self._durable |= found.after
            return True

    def recover(self) -> list[Interruption]:
        """Finds the rounds that were on when Pitboss stopped, and puts them to their rulebooks.

        Where other processes run on the same journal they have gone on meanwhile, and nothing was interrupted.
        An open claim stays open.
        """
        found: list[Interruption] = []
        try:
            if self.journal.alone():
                for table in self.tables():
                    state = self.table(table)
                    if state is not None and state.round is not None:
                        found.append(self._interrupted(table, state.round))
        finally:
            self.journal.join()
        return found

    def _interrupted(self, table: str, round: RoundState) -> Interruption:
        stream = table_stream(table)
        with self._deciding, self._storing:
            now_ms = self._clock_ms()
            before = self.fresh(stream)
            request = Request(f"interrupted/{stream}/{before.version}", stream, INTERRUPTION, SYSTEM)
            found = draft(self, request, Outside(now_ms))
            flag = RoundInterrupted(round.id, round.phase.value, now_ms)
            ruled = () if found.refusal is not None else found.events[stream]
            events = {**({} if found.refusal is not None else found.events), stream: (flag, *ruled)}
            found = drafted(self, events)
            self.journal.append([_unit(request, found, now_ms)])
            self._known |= found.after
            self._durable |= found.after
        reported = [event for event in ruled if isinstance(event, IncidentReported)]
        return Interruption(table, round.id, round.phase.value, reported[0].ruling if reported else None)

    def close(self) -> None:
        """Keeps a snapshot of every stream that is at rest, so that the next start is quick, and closes the journal."""
        with self._deciding, self._storing:
            # A start without them is slower, and that is all.
            with contextlib.suppress(Unavailable):
                for stream, entity in self._durable.items():
                    snapshot = snapshot_of(stream, entity)
                    if snapshot is not None and self._snapshots.get(stream) != entity.version:
                        self.journal.save_snapshot(snapshot)
            self.journal.close()


class _Look:
    """The streams of a casino for one decision: each is what it was when it was first looked at, as a whole.

    Another process may write at any moment. Were a stream decided on as it was and then taken to be what it has become,
    the journal would find its version right.
    """

    __slots__ = ("_find", "_find_fresh", "_fresh", "seen", "shelf")

    def __init__(
        self, shelf: Shelf, find: Callable[[str], Entity], find_fresh: Callable[[str], Entity]
    ) -> None:
        self.shelf = shelf
        self.seen: dict[str, Entity] = {}
        self._find = find
        self._find_fresh = find_fresh
        self._fresh: set[str] = set()

    def get(self, stream: str) -> Entity:
        entity = self.seen.get(stream)
        if entity is None:
            entity = self.seen[stream] = self._find(stream)
        return entity

    def fresh(self, stream: str) -> Entity:
        if stream not in self._fresh:
            self._fresh.add(stream)
            self.seen[stream] = self._find_fresh(stream)
        return self.seen[stream]


class _Looking:
    """The stored states of a casino, for whoever only looks."""

    def __init__(self, casino: Casino) -> None:
        self.shelf = casino.shelf
        self._casino = casino

    def get(self, stream: str) -> Entity:
        return self._casino._stored(stream)  # noqa: SLF001 - the two are one

    fresh = get


def _moved(going: Sequence[_Going], error: Conflict | Repeated) -> set[str]:
    """The streams that are not what they were taken to be; all of them where the journal does not say."""
    if isinstance(error, Conflict):
        moved = set(error.streams)
    else:
        again = set(error.commands)
        moved = {stream for one in going if one.unit.command in again for stream in one.found.after}
    return moved or {stream for one in going for stream in one.found.after}


def _outcome(slot: _Slot) -> Answer:
    if slot.error is not None:
        raise slot.error
    assert slot.answer is not None, "a request that is done was answered"
    return slot.answer


def _check_id(command: str) -> None:
    if not command or len(command) > MAX_ID_CHARACTERS or not command.isprintable():
        raise BadRequest(
            f"a command id is 1 to {MAX_ID_CHARACTERS} printable characters, not {command!r:.80}"
        )
    if command.startswith(OWN_IDS):
        raise BadRequest(f"ids that begin with {', '.join(OWN_IDS)} are Pitboss's own: choose another one")


def _unit(request: Request, found: Draft, now_ms: int) -> Unit:
    return Unit(request.id, request.fingerprint, now_ms, _parts(found))


def _parts(found: Draft) -> tuple[Part, ...]:
    return tuple(
        Part(stream, found.before[stream].version, tuple(map(stored, events)))
        for stream, events in found.events.items()
        if events
    )


def _with_place(record: Record, event: AnyStored) -> Stored:
    return Stored(record.position, record.stream, record.version, record.at_ms, record.command, event)


def _read(record: Record) -> Stored:
    return _with_place(record, read_event(record))


def _answer(records: Sequence[Record]) -> Answer:
    """An answer as it is stored: a refusal is the one event of its command."""
    events = tuple(map(_read, records))
    first = events[0].event
    refusal = None
    if isinstance(first, CommandRefused):
        refusal = Refusal(first.code, first.message, first.clauses)
    return Answer(records[0].command, events, refusal, repeated=True)
