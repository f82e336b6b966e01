"""A process that plays some tables of a casino on PostgreSQL, beside others that do the same."""

import faulthandler
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from random import Random

import msgspec

from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from pitboss.demo.robot import Robot, Verifier
from pitboss.journal.port import Unavailable
from pitboss.journal.postgres.journal import PostgresJournal
from tests.faults.floor import FLUSHES, LINKS, PLAYERS, SHELF, TROUBLE, digest_of_answer
from tests.patience import PATIENCE_S

THREADS = 3


class Orders(msgspec.Struct, frozen=True):
    """``tables`` are this process's own; at ``shared`` all of them play. It ends after so many
    seconds, or when so many commands have been answered.
    """

    url: str
    number: int
    seed: int
    tables: tuple[str, ...]
    shared: str
    for_s: float
    commands: int


class Result(msgspec.Struct):
    """What was asked for, the digests of the answers, and how long the slowest took."""

    asked: list[Request]
    acknowledged: dict[str, bytes]
    longest_s: float = 0.0
    slowest: str = ""
    unavailable: int = 0
    failure: str | None = None


class Player:
    """The threads of one process."""

    def __init__(self, orders: Orders) -> None:
        self.result = Result([], {})
        self._orders = orders
        self._lock = threading.Lock()
        self._pause = threading.Event()
        self._casino = Casino(PostgresJournal(orders.url), shelf=SHELF)
        self._casino.recover()

    def play(self) -> Result:
        until = time.monotonic() + self._orders.for_s
        robots = [
            Robot(table, self._orders.number, players=PLAYERS, flushes=FLUSHES, trouble=TROUBLE)
            for table in (*self._orders.tables, self._orders.shared)
        ]
        parts: list[Callable[[], None]] = [
            lambda mine=robots[n::THREADS]: self._run_tables(mine, until)  # type: ignore[misc] # a default binds it
            for n in range(THREADS)
        ]
        parts.append(lambda: self._run_links(until))
        threads = [threading.Thread(target=self._guarded, args=(part,)) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._casino.journal.close()
        return self.result

    def _guarded(self, run: Callable[[], None]) -> None:
        try:
            run()
        except BaseException:  # noqa: BLE001 - the parent must hear of it, whatever it is
            self.result.failure = traceback.format_exc()

    def _is_over(self, until: float) -> bool:
        return (
            time.monotonic() >= until
            or self.result.failure is not None
            or len(self.result.acknowledged) >= self._orders.commands
        )

    def _run_tables(self, robots: list[Robot], until: float) -> None:
        while not self._is_over(until):
            for robot in robots:
                table = self._casino.table(robot.table)
                assert table is not None
                request = robot.request(table)
                if request is not None:
                    self._ask(request)

    def _run_links(self, until: float) -> None:
        """Everybody verifies the claims of all links, so processes often ask for the same thing at
        once.
        """
        random = Random(f"{self._orders.seed}/{self._orders.number}")
        verifiers = [
            Verifier(link, self._orders.number * 2 + n) for link in LINKS for n in range(2)
        ]
        while not self._is_over(until):
            verifier = random.choice(verifiers)
            link = self._casino.link(verifier.link)
            assert link is not None
            if len(link.waiting_claims) < 3 and random.random() < 0.8:
                # They take their time, so that claims come together.
                self._casino.enter_contributions(verifier.link, least=20)
                self._pause.wait(0.005)
                continue
            request = verifier.request(link, SHELF)
            if request is not None:
                self._ask(request)

    def _ask(self, request: Request) -> None:
        with self._lock:
            self.result.asked.append(request)
        began = time.monotonic()
        while (digest := self._try(request, began + PATIENCE_S)) is None:
            self.result.unavailable += 1
        took = time.monotonic() - began
        with self._lock:
            self.result.acknowledged[request.id] = digest
            if took > self.result.longest_s:
                self.result.longest_s, self.result.slowest = (
                    took,
                    f"{request.id} {type(request.command).__name__}",
                )

    def _try(self, request: Request, until: float) -> bytes | None:
        try:
            return digest_of_answer(self._casino.carry_out(request))
        except Unavailable:
            if time.monotonic() > until:
                raise
            return None


def play(pipe: Connection, orders: Orders) -> None:
    """Gets ready, says so, waits for the word, plays, and tells what came of it."""
    # Should a library crash the process, it is seen where.
    faulthandler.enable()
    try:
        player = Player(orders)
        pipe.send(None)
        pipe.recv()
        pipe.send(player.play())
    except BaseException:  # noqa: BLE001 - the parent must hear of it, whatever it is
        pipe.send(Result([], {}, failure=traceback.format_exc()))
