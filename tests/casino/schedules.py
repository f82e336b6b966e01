"""The pipeline under any schedule: its steps driven one at a time by a seeded scheduler.

Several casinos, each a process of its own, share one journal. The scheduler chooses what happens
next: a request is submitted, or one that was submitted before is sent again; a process decides,
stores, crashes and starts anew, or keeps its snapshots. An append may fail before or after it is
durable, and while it lasts everything else goes on.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from pitboss.casino.aggregates import Entity
from pitboss.casino.app import Casino
from pitboss.casino.draft import Group
from pitboss.casino.requests import SYSTEM, Answer, OwnRequest, Request, Submission
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.casino.streams import load
from pitboss.demo.robot import DEALER, SUPERVISOR, Robot
from pitboss.jackpot import commands as lc
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record, Unavailable, Unit
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as tc
from pitboss.table.state import Phase
from tests.faults.floor import SHELF, opening

NOW_MS = 1_700_000_000_000
MOST_STEPS = 40
"""Of a schedule, unless it is told otherwise."""
ANN = Actor(Post.PLAYER, "T0-player-1")
MANAGER = Actor(Post.SHIFT_MANAGER, "max")
TABLES = ("T0", "T1")
LINK = link_stream("rws")


class Crash(BaseException):
    """The process is gone in the middle of an append."""


class SteppedJournal(MemoryJournal):
    """One whose appends last: ``around`` is called before and after the records are there, and may
    raise.
    """

    def __init__(self, base: MemoryJournal) -> None:
        super().__init__()
        self._records = list(base._records)
        self._streams = {stream: list(records) for stream, records in base._streams.items()}
        self._commands = {command: list(records) for command, records in base._commands.items()}
        self._heads = dict(base._heads)
        self.around: Callable[[bool], None] | None = None

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        around, self.around = self.around, None
        if around is None:
            return super().append(units)
        around(False)
        written = super().append(units)
        around(True)
        return written


class Base(NamedTuple):
    """Where a schedule begins: a journal, the claim that waits in it, and its streams and rulebooks
    as a process has read them that was there before.
    """

    journal: MemoryJournal
    claim: str
    streams: dict[str, Entity]
    books: dict[str, Rulebook]

    @classmethod
    def of(cls, casino: Casino, journal: MemoryJournal, claim: str = "") -> "Base":
        streams = {one: load(journal, one, SHELF) for one in journal._heads}
        return cls(journal, claim, streams, dict(casino.shelf._found))


class Process:
    """A casino, and the group that it has decided and not stored yet."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self.waiting: Group | None = None
        self.storing = False
        self.submissions: list[Submission] = []


def plain(journal: MemoryJournal) -> Casino:
    """A casino whose clock stands still and whose secrets are known: the same decisions have the
    same bytes.
    """
    return Casino(journal, shelf=SHELF, clock_ms=lambda: NOW_MS, secret=lambda: b"\7" * 32)


# ── where schedules begin ─────────────────────────────────────────────────────────────────────────


def between_rounds() -> Base:
    """Two tables on a link, at rest."""
    journal = MemoryJournal()
    casino = plain(journal)
    for request in opening(2):
        assert casino.carry_out(request).refusal is None
    return Base.of(casino, journal)


def claim_waiting() -> Base:
    """A table that can be settled as soon as its claim is verified or declined; the claim."""
    journal = between_rounds().journal
    casino = plain(journal)
    robot = Robot("T0", 1, players=1, flushes=1.0)
    for _ in range(2_000):
        table, link = casino.table("T0"), casino.link("rws")
        assert table is not None
        assert link is not None
        request = robot.request(table)
        assert request is not None
        round = table.round
        if link.waiting_claims and round is not None and round.phase is Phase.REVEALED:
            return Base.of(casino, journal, link.waiting_claims[0].id)
        casino.carry_out(request)
    raise AssertionError("no flush in two thousand commands")


# ── what is asked for ─────────────────────────────────────────────────────────────────────────────


def request(random: Random, number: int, claim: str) -> Request:
    """Something that may or may not be possible by then."""
    table = random.choice(TABLES)
    target = table_stream(table)
    asked: list[tuple[str, object, Actor]] = [
        (target, tc.OpenBetting(), DEALER),
        (target, tc.OpenBetting(), DEALER),
        (target, tc.PlaceBet(random.randint(1, 3), "ante", Cents(25_00)), ANN),
        (target, tc.PlaceBet(1, "ante", Cents(25_00)), ANN),
        (target, tc.PlaceBet(1, "progressive", Cents(5_00)), ANN),
        (target, tc.CloseBetting(), DEALER),
        (target, tc.Conclude(), DEALER),
        (LINK, lc.FailLink("The cable is cut."), SUPERVISOR),
        (LINK, lc.RestoreLink(), MANAGER),
        (LINK, lc.ShowNotice("Closed for cleaning"), SUPERVISOR),
    ]
    if claim:
        claimed: list[tuple[str, object, Actor]] = [
            (LINK, lc.VerifyClaim(claim), SUPERVISOR),
            (LINK, lc.VerifyClaim(claim), MANAGER),
            (LINK, lc.DeclineClaim(claim, "Not the cards."), SUPERVISOR),
            (table_stream("T0"), tc.Settle(), DEALER),
            (table_stream("T0"), tc.Conclude(), DEALER),
        ]
        asked += claimed * 2
    else:
        asked.append((LINK, lc.FoldFeeds(), SYSTEM))
    target, command, actor = random.choice(asked)  # type: ignore[assignment]
    if isinstance(command, lc.FoldFeeds):
        return OwnRequest(f"enter/rws/{number}", target, command, actor)
    return Request(f"r{number}", target, command, actor)  # type: ignore[arg-type]


# ── a schedule ────────────────────────────────────────────────────────────────────────────────────


class Schedule:
    """One schedule, from its seed to its checks."""

    def __init__(
        self,
        seed: int,
        base: Base,
        make: Callable[[MemoryJournal], Casino] = plain,
        most_steps: int = MOST_STEPS,
    ) -> None:
        self._random = Random(seed)
        self._base, self._claim, streams, books = base
        # A process that has just started has read nothing yet; most have been there for a while.
        fresh = seed % 15 == 0
        self._streams = {} if fresh else streams
        self._books = {} if fresh else books
        self._make = make
        self.journal = SteppedJournal(self._base)
        self._processes = [Process(self._started()) for _ in range(self._random.randint(1, 3))]
        self._requests: dict[str, Request] = {}
        self._times: Counter[str] = Counter()
        self._done: list[Submission] = []
        self._steps = self._random.randint(10, most_steps)

    def _started(self) -> Casino:
        return self._read_in(self._make(self.journal))

    def _read_in(self, casino: Casino) -> Casino:
        casino.cache._committed.update(self._streams)
        casino.shelf._found.update(self._books)
        return casino

    def run(self) -> None:
        """Runs the steps, lets everything come to its end, and checks what is left."""
        while self._steps > 0:
            self._step(self._processes)
        while any(self._finish(process) for process in self._processes):
            pass
        for process in self._processes:
            self._done += process.submissions
        self._check()

    def _step(self, processes: Sequence[Process]) -> None:
        self._steps -= 1
        random = self._random
        process = random.choice(processes)
        match random.choices(("submit", "decide", "store", "crash", "snapshot"), (10, 8, 8, 1, 1))[
            0
        ]:
            case "submit":
                for _ in range(random.choice((1, 1, 2, 3))):
                    self._submit(process)
            case "decide":
                if process.waiting is None:
                    process.waiting = process.casino.pipeline.decide()
            case "store":
                self._store(process)
            case "crash":
                self._crash(process)
            case _:
                process.casino.cache.save_snapshots()

    def _submit(self, process: Process) -> None:
        random = self._random
        if self._requests and random.random() < 0.2:
            asked = random.choice(list(self._requests.values()))
        else:
            asked = request(random, len(self._requests), self._claim)
            self._requests[asked.id] = asked
        self._times[asked.id] += 1
        process.submissions += process.casino.submit(asked)

    def _store(self, process: Process) -> None:
        group = process.waiting
        if group is None or process.storing:
            return
        process.waiting, process.storing = None, True
        others = [other for other in self._processes if not other.storing] + [process]
        fate = self._random.choices(("lasts", "fails", "lost", "crashes"), (10, 1, 1, 1))[0]
        late = self._random.random() < 0.5

        def around(durable: bool) -> None:
            # Meanwhile the others go on, and this process decides what comes next.
            for _ in range(self._random.randint(0, 4)):
                if self._steps > 0:
                    self._step(others)
            if fate == "fails" and not durable:
                raise Unavailable("the disk is full")
            if fate == "lost" and durable:
                raise Unavailable("the answer got lost")
            if fate == "crashes" and durable == late:
                raise Crash

        self.journal.around = around
        try:
            process.casino.pipeline.store(group)
        except Crash:
            self._crash(process, storing=True)
        else:
            for submission in group.submissions:
                submission.tell()
        finally:
            self.journal.around = None
            process.storing = False

    def _crash(self, process: Process, storing: bool = False) -> None:
        """What was not answered is never answered; whoever asked asks again, or not."""
        if process.storing and not storing:
            return
        self._done += [one for one in process.submissions if one.done]
        process.casino = self._started()
        process.waiting, process.submissions = None, []

    def _finish(self, process: Process) -> bool:
        pipeline = process.casino.pipeline
        group = process.waiting or pipeline.decide()
        process.waiting = None
        if not group.submissions:
            return False
        pipeline.store(group)
        for submission in group.submissions:
            submission.tell()
        return True

    # ── what must hold ────────────────────────────────────────────────────────────────────────────

    def _check(self) -> None:
        answers = [one.result() for one in self._done if one.done and one.error is None]
        stored = self._stored()
        for answer in answers:
            if answer.events:
                assert [event.position for event in stored[answer.id]] == [
                    event.position for event in answer.events
                ], f"{answer.id} was acknowledged with something else than what is stored"
            elif self._times[answer.id] == 1:
                # What has nothing to do is not stored; sent again, there may be something to do.
                assert answer.id not in stored, (
                    f"{answer.id} was answered as if nothing had come of it"
                )
        serial = self._serial(stored)
        for answer in answers:
            if answer.events:
                assert (answer.events, answer.refusal) == serial[answer.id], (
                    f"{answer.id} was answered otherwise"
                )
        self._check_caches()

    def _stored(self) -> dict[str, Sequence[Record]]:
        """The records of each command, in the order of the journal."""
        first = len(self._base._records)
        commands: dict[str, list[Record]] = {}
        for record in self.journal._records[first:]:
            commands.setdefault(record.command, []).append(record)
        return dict(commands)

    def _serial(self, stored: dict[str, Sequence[Record]]) -> dict[str, tuple[object, object]]:
        """The same requests one after another, in the order in which they are in the journal."""
        journal = SteppedJournal(self._base)
        casino = self._read_in(plain(journal))
        answers: dict[str, tuple[object, object]] = {}
        for command in stored:
            answer: Answer = casino.carry_out(self._requests[command])
            answers[command] = answer.events, answer.refusal
        assert journal._records == self.journal._records, (
            "one after another, it comes to something else"
        )
        return answers

    def _check_caches(self) -> None:
        """Nothing is in memory that is not in the journal."""
        shelf: Shelf = SHELF
        begun = self._streams
        whole = {
            stream: load(self.journal, stream, shelf, begun.get(stream))
            for stream in self.journal._heads
        }
        for process in self._processes:
            cache = process.casino.cache
            for stream, entity in whole.items():
                assert cache.committed(stream) == entity, (
                    f"{stream}: committed is not what is stored"
                )
                ahead = cache._speculative.get(stream)
                if ahead is not None and ahead.version >= entity.version:
                    assert ahead == entity, f"{stream}: speculative is what never was"
