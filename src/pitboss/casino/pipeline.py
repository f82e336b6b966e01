"""The one road for every command: inbox, decide, append, acknowledge. Group commit with optimistic
concurrency.

Requests wait in an inbox, are decided one after another and appended in groups: while one group is
on its way to the disk, the next is decided on top of it. The journal refuses a group if another
process has written first. Every decision that depended on a group that was not stored, even by
merely reading a stream, is then made again from what is stored.

The two steps, ``decide`` and ``store``, can be driven one at a time, so that a test chooses the
interleaving. In service the threads waiting for answers drive them: the first to arrive leads and
the others follow, and the lead passes on while a group is on its way to the disk. A service that
can't block starts worker threads instead.
"""

import threading
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from itertools import chain, repeat
from operator import attrgetter
from typing import NamedTuple

from pitboss.casino.answers import Answers
from pitboss.casino.codec import stored
from pitboss.casino.controls.policy import Controls
from pitboss.casino.draft import Decided, Draft, Group, Outside, moved_streams
from pitboss.casino.journal_clock import JournalClock
from pitboss.casino.process import draft
from pitboss.casino.requests import (
    Answer,
    Request,
    Stored,
    Submission,
    Then,
    TooLate,
    check_id,
)
from pitboss.casino.streams import StreamCache, View
from pitboss.casino.vault import Vault
from pitboss.journal.port import Conflict, Head, Journal, Part, Record, Repeated, Unavailable, Unit
from pitboss.table.commands import OpenBetting
from pitboss.version import identity

LARGEST_GROUP = 256


class ConflictPolicy(NamedTuple):
    """How often to try a group, each time without the requests that lost to another writer, and
    then each remaining request by itself.
    """

    group_tries: int = 3
    single_tries: int = 50


DEFAULT_POLICY = ConflictPolicy()

_unit_of = attrgetter("unit")


class Pipeline:
    """The only caller of ``journal.append`` in a running casino. Thread-safe."""

    def __init__(
        self,
        journal: Journal,
        cache: StreamCache,
        *,
        controls: Controls | None,
        clock_ms: JournalClock,
        secret: Callable[[], bytes],
        vault: Vault | None = None,
        policy: ConflictPolicy = DEFAULT_POLICY,
        program: str = "",
    ) -> None:
        self.answers = Answers(journal)
        # Where each stream ended when this process last wrote to it.
        self.acknowledged: dict[str, Head] = {}
        self._journal = journal
        self._cache = cache
        self._controls = controls
        self._clock_ms = clock_ms
        self._secret = secret
        self._vault = vault
        self._policy = policy
        self._program = program or identity()
        self._inbox: list[Submission] = []
        self._gate = threading.Lock()
        self._arrived = threading.Condition(self._gate)
        self._deciding = threading.Lock()
        self._storing = threading.Lock()
        self._workers: list[threading.Thread] = []
        # Whether a waiting thread leads, or has been chosen to.
        self._led = False
        self._stopping = False

    # ── the inbox ─────────────────────────────────────────────────────────────────────────────────

    def submit(self, *requests: Request, then: Sequence[Then] | None = None) -> list[Submission]:
        """Puts requests into the inbox, in this order. Each is answered when its events are
        durable; ``then`` holds a callback for each.
        """
        if then is not None and len(then) != len(requests):
            raise ValueError("give a callback for each request, or none at all")
        afterwards = repeat(None) if then is None else then
        submissions = list(map(Submission, repeat(self.drive), requests, afterwards))
        with self._gate:
            self._inbox += submissions
            if self._workers:
                self._arrived.notify()
        return submissions

    def carry_out(self, request: Request) -> Answer:
        """Submits one request and waits for its answer, like ``submit`` and ``result()``, except
        that a caller who finds nobody leading takes the lead at once.
        """
        submission = Submission(self.drive, request, None)
        with self._gate:
            self._inbox.append(submission)
            if self._workers:
                self._arrived.notify()
            submission.leads = not self._led
            self._led = True
        try:
            if submission.leads:
                self._lead(submission)
        finally:
            if submission.leads:
                self._hand_over(submission)
        return submission.result()

    def drive(self, submission: Submission) -> None:
        """Waits until a submission is done. The first thread to arrive leads: it decides and stores
        what is in the inbox. Those arriving meanwhile follow: they sleep until done or chosen to
        lead.
        """
        while not submission.done:
            with self._gate:
                submission.waits = submission.taken or self._led
                if submission.waits:
                    submission.expect()
                else:
                    self._led = submission.leads = True
            try:
                if submission.waits:
                    submission.follow()
                if submission.leads and not submission.done:
                    self._lead(submission)
            finally:
                # Even if this thread is interrupted: somebody else must then lead.
                if submission.leads:
                    self._hand_over(submission)

    def _lead(self, submission: Submission) -> None:
        """Decides what is in the inbox, hands over the lead once the disk is free, and stores the
        group.
        """
        with self._deciding:
            group = self.decide()
            self._storing.acquire()
        self._hand_over(submission)
        self._store_and_wake(group)

    def _hand_over(self, submission: Submission) -> None:
        """Passes the lead to the first waiting thread in the inbox; if there is none, the next to
        arrive takes it.
        """
        with self._gate:
            submission.waits = submission.leads = False
            for other in self._inbox:
                if other.waits:
                    other.leads = True
                    other.wake()
                    return
            self._led = False

    def start_workers(self, count: int) -> None:
        """Starts threads that drive the pipeline for callers that can't block, such as an event
        loop. With two, one decides while the other waits for the disk.
        """
        self._workers = [
            threading.Thread(target=self._work, name=f"pipeline-{number}", daemon=True)
            for number in range(count)
        ]
        for worker in self._workers:
            worker.start()

    def stop_workers(self) -> None:
        """Finishes what is in the inbox, then ends the threads."""
        with self._gate:
            self._stopping = True
            self._arrived.notify_all()
        for worker in self._workers:
            worker.join()
        self._workers, self._stopping = [], False

    def _work(self) -> None:
        while True:
            with self._gate:
                while not self._inbox and not self._stopping:
                    self._arrived.wait()
                if not self._inbox:
                    return
            with self._deciding:
                group = self.decide()
                self._storing.acquire()
            self._store_and_wake(group)

    def _store_and_wake(self, group: Group) -> None:
        """Stores a group and wakes everybody waiting for it, even if this thread is interrupted."""
        try:
            self.store(group)
        finally:
            self._storing.release()
            for submission in group.submissions:
                submission.tell()

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """``with pipeline.quiet():`` nothing is decided or stored inside the block."""
        with self._deciding, self._storing:
            yield

    # ── deciding ──────────────────────────────────────────────────────────────────────────────────

    def decide(self) -> Group:
        """Takes requests from the inbox and decides them, on top of what is on its way to the
        disk.
        """
        with self._gate:
            submissions = self._inbox[:LARGEST_GROUP]
            del self._inbox[:LARGEST_GROUP]
        cache, answers = self._cache, self.answers
        group = Group(submissions, cache.begin())
        ids: set[str] = set()
        for submission in submissions:
            submission.taken = True
            request = submission.request
            view = View.latest(cache)
            try:
                if request.id in ids:
                    # A repeat within the group: by the time it is retried alone, the first has been
                    # answered.
                    continue
                answered = submission.answer = answers.recent(request)
                if answered is not None:
                    continue
                decision, unit = self._draft(request, view)
            except TooLate:
                # It may already have been carried out in time; the retry alone looks that up.
                continue
            except Exception as error:  # noqa: BLE001 - any error is this request's own, not the group's
                submission.error = error
                continue
            if not unit.parts:
                # Whether there really is nothing to do is certain only when everything before it is
                # stored.
                continue
            ids.add(request.id)
            group.decided.append(Decided(submission, decision, unit, view.seen.keys()))
            cache.stage(decision.after)
        return group

    def _draft(self, request: Request, view: View) -> tuple[Draft, Unit]:
        check_id(request)
        now_ms = self._clock_ms()
        deadline_ms = request.deadline_ms
        if deadline_ms is not None and now_ms > deadline_ms:
            raise TooLate
        secret = self._secret() if type(request.command) is OpenBetting else None
        decision = draft(
            view,
            request,
            Outside(now_ms, secret, self._controls, self._vault, self._clock_ms.steps),
        )
        events_by_stream, before, seen = decision.events, decision.before, view.seen
        parts = []
        for stream, events in events_by_stream.items():
            parts.append(Part(stream, before[stream].version, tuple(map(stored, events))))
        looks: tuple[tuple[str, int], ...] = ()
        # Most commands write to every stream they look at.
        if seen.keys() != events_by_stream.keys():
            looks = tuple([(s, seen[s].version) for s in seen if s not in events_by_stream])
        refused = decision.refusal is not None and decision.refusal.asked is None
        entry = request.written_entry(self._program, refused=refused)
        return decision, Unit(request.id, entry, now_ms, tuple(parts), looks)

    # ── storing ───────────────────────────────────────────────────────────────────────────────────

    def store(self, group: Group) -> None:
        """Makes a group durable. Requests that lost to another writer are left out and retried one
        by one.
        """
        remaining = self._still_valid(group.decided, group.invalidated)
        for _ in range(self._policy.group_tries):
            if not remaining:
                break
            units = list(map(_unit_of, remaining))
            try:
                records = self._journal.append(units)
            except (Conflict, Repeated) as error:
                remaining = self._still_valid(remaining, moved_streams(units, error))
                continue
            except Exception as error:  # noqa: BLE001 - every request of the group is told
                self._cache.invalidate({stream for one in remaining for stream in one.draft.after})
                for submission in group.submissions:
                    if not submission.settled:
                        submission.error = error
                return
            for one, written in zip(remaining, records, strict=True):
                self._acknowledge(one.submission, one.draft, one.unit, written)
            if len(remaining) == len(group.submissions):
                return
            break
        else:
            self._cache.invalidate({stream for one in remaining for stream in one.draft.after})
        waiting = [submission for submission in group.submissions if not submission.settled]
        if waiting:
            seen = {one.unit.command: one.seen for one in group.decided}
            for submission in waiting:
                self._alone(submission, seen.get(submission.request.id, frozenset()))

    def _still_valid(self, decided: Sequence[Decided], moved: Set[str]) -> list[Decided]:
        """The decisions of a group that can still be stored as they are.

        That excludes a request whose deadline has passed (the disk was slow), one that saw a stream
        that was invalidated or has ``moved`` on, and, transitively, one that saw what any of these
        would have written: a table must not pay an award that its link has not paid.
        """
        valid: list[Decided] = []
        dropped = set(moved)
        now_ms: int | None = None
        for one in decided:
            deadline_ms = one.submission.request.deadline_ms
            is_valid = not dropped or dropped.isdisjoint(one.seen)
            if is_valid and deadline_ms is not None:
                now_ms = self._clock_ms() if now_ms is None else now_ms
                is_valid = now_ms <= deadline_ms
            if is_valid:
                valid.append(one)
            else:
                dropped |= one.draft.after.keys()
        if dropped:
            self._cache.invalidate(dropped)
        return valid

    def _acknowledge(
        self, submission: Submission, decision: Draft, unit: Unit, written: Sequence[Record]
    ) -> None:
        self._cache.commit(decision.after)
        placed, size = [], 0
        events = chain.from_iterable(decision.events.values())
        for record, event in zip(written, events, strict=True):
            self.acknowledged[record.stream] = Head(record.version, record.hash)
            placed.append(
                Stored(
                    record.position,
                    record.stream,
                    record.version,
                    record.at_ms,
                    record.command,
                    event,
                )
            )
            size += len(record.body)
        answer = Answer(unit.command, tuple(placed), decision.refusal)
        self.answers.keep(unit.entry, answer, size)
        submission.answer = answer

    def _alone(self, submission: Submission, seen: Set[str]) -> None:
        """Retries one request by itself: looks up whether it is stored already, or else decides it
        from what is stored now. ``seen`` names the streams it depended on before, and probably will
        again.
        """
        request = submission.request
        try:
            for _ in range(self._policy.single_tries):
                answered = self.answers.stored(request)
                if answered is not None:
                    submission.answer = answered
                    return
                # Another thread may be deciding the next group; only what is stored counts here.
                decision, unit = self._draft(request, View.committed(self._cache, seen))
                if not unit.parts:
                    submission.answer = Answer(request.id, (), decision.refusal)
                    return
                try:
                    written = self._journal.append([unit])[0]
                except (Conflict, Repeated):
                    continue
                self._cache.stage(decision.after)
                self._acknowledge(submission, decision, unit, written)
                return
            raise Unavailable(
                f"others wrote to {request.target} so often that {request.id} did not get "
                "through; send it again"
            )
        except Exception as error:  # noqa: BLE001 - the caller gets it
            submission.error = error
