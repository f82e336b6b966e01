"""The one road of every command: inbox, decide, append, acknowledge. Group commit with optimistic
concurrency.

Requests wait in an inbox. They are decided one after another and appended in groups: while one
group is being made durable the next is decided on top of it. The journal refuses a group when
another process has written first. A group that can't be stored takes nothing with it: whatever was
decided on what is not stored, even by a look at it, is decided again from what is really there.

Its two steps, ``decide`` and ``store``, can be driven one at a time, so that a test chooses the
interleaving. In service they are driven by whoever waits for an answer: the first to come leads,
the others follow, and the lead goes to one of them while the group is on its way to the disk. Or by
threads of the pipeline's own.
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

LARGEST_GROUP = 256


class ConflictPolicy(NamedTuple):
    """How often a group is tried again without those that others came before, and then each request
    by itself.
    """

    group_tries: int = 3
    single_tries: int = 50


DEFAULT_POLICY = ConflictPolicy()

_unit_of = attrgetter("unit")


class Pipeline:
    """The only caller of ``journal.append`` in a running casino. May be used from many threads."""

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
    ) -> None:
        self.answers = Answers(journal)
        # Where streams ended when something of this process was stored there last.
        self.acknowledged: dict[str, Head] = {}
        self._journal = journal
        self._cache = cache
        self._controls = controls
        self._clock_ms = clock_ms
        self._secret = secret
        self._vault = vault
        self._policy = policy
        self._inbox: list[Submission] = []
        self._gate = threading.Lock()
        self._arrived = threading.Condition(self._gate)
        self._deciding = threading.Lock()
        self._storing = threading.Lock()
        self._workers: list[threading.Thread] = []
        # Whether somebody who waits for an answer is deciding, or has been chosen to.
        self._led = False
        self._stopping = False

    # ── the inbox ─────────────────────────────────────────────────────────────────────────────────

    def submit(self, *requests: Request, then: Sequence[Then] | None = None) -> list[Submission]:
        """Puts requests into the inbox, in this order, with what is ``then`` done after each. Each
        is answered when what it has led to is durable.
        """
        if then is not None and len(then) != len(requests):
            raise ValueError("there is something to do after each request, or after none")
        afterwards = repeat(None) if then is None else then
        submissions = list(map(Submission, repeat(self.drive), requests, afterwards))
        with self._gate:
            self._inbox += submissions
            if self._workers:
                self._arrived.notify()
        return submissions

    def carry_out(self, request: Request) -> Answer:
        """Submits one request and waits for its answer: as ``submit`` and its ``result()``, but who
        finds nobody at work leads at once.
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
        """Waits until a submission is done. The first thread to come leads: it decides and stores
        what waits. Those that come meanwhile follow, each asleep until it is done or is to lead.
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
                # Also where this thread is stopped in the middle: somebody else leads then.
                if submission.leads:
                    self._hand_over(submission)

    def _lead(self, submission: Submission) -> None:
        """Decides what waits, hands over the lead as soon as the disk is free for it, and stores
        it.
        """
        with self._deciding:
            group = self.decide()
            self._storing.acquire()
        self._hand_over(submission)
        self._store_and_tell(group)

    def _hand_over(self, submission: Submission) -> None:
        """The first that waits in the inbox leads from here on; where nobody does, the next to
        come.
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
        """Threads that drive the pipeline for those who can't wait, such as an event loop. With
        two, one decides while the other waits for the disk.
        """
        self._workers = [
            threading.Thread(target=self._work, name=f"pipeline-{number}", daemon=True)
            for number in range(count)
        ]
        for worker in self._workers:
            worker.start()

    def stop_workers(self) -> None:
        """Lets what waits be done, and ends the threads."""
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
            self._store_and_tell(group)

    def _store_and_tell(self, group: Group) -> None:
        """Stores a group and tells everybody who waits, also when this thread is stopped in the
        middle.
        """
        try:
            self.store(group)
        finally:
            self._storing.release()
            for submission in group.submissions:
                submission.tell()

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """``with pipeline.quiet():`` nothing is being decided or stored."""
        with self._deciding, self._storing:
            yield

    # ── deciding ──────────────────────────────────────────────────────────────────────────────────

    def decide(self) -> Group:
        """Takes what waits in the inbox and decides it, on top of what is on its way to the
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
                    # A second one of the same id waits for the first; then its answer is there.
                    continue
                before = submission.answer = answers.recent(request)
                if before is not None:
                    continue
                decision, unit = self._draft(request, view)
            except TooLate:
                # It may have been carried out when there was time: that is looked up when it is
                # done alone.
                continue
            except Exception as error:  # noqa: BLE001 - whatever it is, it is this request's and not the group's
                submission.error = error
                continue
            if not unit.parts:
                # Whether there is really nothing to do shows when everything before it is stored.
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
        written, before, seen = decision.events, decision.before, view.seen
        parts = []
        for stream, events in written.items():
            parts.append(Part(stream, before[stream].version, tuple(map(stored, events))))
        looks: tuple[tuple[str, int], ...] = ()
        # Most commands write to all that they look at.
        if seen.keys() != written.keys():
            looks = tuple([(s, seen[s].version) for s in seen if s not in written])
        fingerprint = request.stored_as(parts)
        return decision, Unit(request.id, fingerprint, now_ms, tuple(parts), looks)

    # ── storing ───────────────────────────────────────────────────────────────────────────────────

    def store(self, group: Group) -> None:
        """Makes a group durable. Whatever others came before is left out, and done again one by
        one.
        """
        left = self._standing(group.decided, group.invalidated)
        for _ in range(self._policy.group_tries):
            if not left:
                break
            units = list(map(_unit_of, left))
            try:
                records = self._journal.append(units)
            except (Conflict, Repeated) as error:
                left = self._standing(left, moved_streams(units, error))
                continue
            except Exception as error:  # noqa: BLE001 - every request of the group is told
                self._cache.invalidate({stream for one in left for stream in one.draft.after})
                for submission in group.submissions:
                    if not submission.settled:
                        submission.error = error
                return
            for one, written in zip(left, records, strict=True):
                self._acknowledge(one.submission, one.draft, one.unit, written)
            if len(left) == len(group.submissions):
                return
            break
        else:
            self._cache.invalidate({stream for one in left for stream in one.draft.after})
        waiting = [submission for submission in group.submissions if not submission.settled]
        if waiting:
            seen = {one.unit.command: one.seen for one in group.decided}
            for submission in waiting:
                self._alone(submission, seen.get(submission.request.id, frozenset()))

    def _standing(self, decided: Sequence[Decided], moved: Set[str]) -> list[Decided]:
        """What of a group can still be stored as it was decided.

        Nothing that nobody waits for any more, the disk having been slow; nothing that has seen a
        stream which was invalidated or has ``moved`` on; and nothing that has seen what any of
        these would have written: a table must not pay an award that its link has not paid.
        """
        standing: list[Decided] = []
        dropped = set(moved)
        now_ms: int | None = None
        for one in decided:
            deadline_ms = one.submission.request.deadline_ms
            sound = not dropped or dropped.isdisjoint(one.seen)
            if sound and deadline_ms is not None:
                now_ms = self._clock_ms() if now_ms is None else now_ms
                sound = now_ms <= deadline_ms
            if sound:
                standing.append(one)
            else:
                dropped |= one.draft.after.keys()
        if dropped:
            self._cache.invalidate(dropped)
        return standing

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
        self.answers.keep(unit.fingerprint, answer, size)
        submission.answer = answer

    def _alone(self, submission: Submission, seen: Set[str]) -> None:
        """One request by itself: first whether it was stored before, then again from what is stored
        now. ``seen`` is what it rested on before, and will most likely rest on again.
        """
        request = submission.request
        try:
            for _ in range(self._policy.single_tries):
                before = self.answers.stored(request)
                if before is not None:
                    submission.answer = before
                    return
                # Others are deciding meanwhile; only what is stored counts here.
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
