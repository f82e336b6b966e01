"""kill -9: a process with a casino on a SQLite file is killed at random moments, and started again.

Half of the time the clock decides when, half of the time the process kills itself in the middle of
what its disk is asked to do. A *life* is one journal with a number of kills.
"""

import time
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from pitboss.casino.app import Casino
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal, NotAJournal, Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.faults.checks import Found, check, check_live, check_recovered
from tests.faults.floor import SHELF, Clients, often
from tests.faults.processes import PROCESSES
from tests.faults.victim import Answered, Asked, Failed, Orders, Recovered, Told, live
from tests.patience import PATIENCE_S

KILLS_A_LIFE = 10
AFTER_S_AT_MOST = (0.05, 0.3)
STEPS_AT_MOST = (50, 1_500)


class Life:
    """One journal, from its making through many kills to an end in peace."""

    def __init__(self, folder: Path, random: Random, seed: str) -> None:
        self.counts: Counter[str] = Counter()
        self._path = folder / "casino.db"
        self._random = random
        self._seed = seed
        self._clients = Clients()
        self._log_pages = random.choice((10, 40, 4_000))

    def run(self, kills: int) -> None:
        before = Found()
        for session in range(1, kills + 1):
            recovered = self._until_killed(session)
            self.counts["kills"] += 1
            before = self._checked(before, recovered)
        self._in_peace(before)

    def _orders(self, session: int) -> Orders:
        by_itself = self._random.random() < 0.5
        return Orders(
            path=str(self._path),
            session=session,
            seed=f"{self._seed}/{session}",
            again=tuple(self._clients.waiting.values()),
            log_pages=self._log_pages,
            dies_at=self._random.randint(1, self._random.choice(STEPS_AT_MOST))
            if by_itself
            else None,
        )

    def _until_killed(self, session: int) -> Recovered | None:
        """Starts a process, listens to it, and kills it; says what it found at its start if it came
        that far.
        """
        orders = self._orders(session)
        listening, speaking = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=live, args=(speaking, orders), daemon=True)
        process.start()
        speaking.close()
        after_s = self._random.uniform(0, self._random.choice(AFTER_S_AT_MOST))
        try:
            recovered = self._listen(
                listening, PATIENCE_S if orders.dies_at is not None else after_s
            )
            if orders.dies_at is None:
                process.kill()
                # What it wrote last is still in the pipe.
                recovered = self._listen(listening, PATIENCE_S) or recovered
            process.join(PATIENCE_S)
            assert process.exitcode == -9, (
                f"the process was to be killed, but its end is {process.exitcode}"
            )
        finally:
            process.kill()
            process.join()
            listening.close()
            process.close()
        return recovered

    def _listen(self, pipe: Connection, for_s: float) -> Recovered | None:
        recovered = None
        end = time.monotonic() + for_s
        while pipe.poll(max(0.0, end - time.monotonic())):
            try:
                told: Told = pipe.recv()
            except EOFError:
                break
            match told:
                case Asked():
                    self._clients.ask(told.request)
                case Answered():
                    self._clients.answered(told.command, told.digest, told.repeated)
                    self.counts["acknowledged"] += 1
                case Recovered():
                    recovered = told
                case Failed():
                    raise AssertionError(f"the process failed:\n{told.text}")
        return recovered

    def _checked(self, before: Found, recovered: Recovered | None) -> Found:
        journal: Journal
        try:
            journal = SqliteJournal(self._path, read_only=True)
        except (NotAJournal, Unavailable):
            # It was killed before there was a journal, or while it was being made; only a writer
            # can clear that up. Then nothing may have been acknowledged.
            journal = MemoryJournal()
        try:
            found = check(journal, self._clients)
            if recovered is not None:
                check_recovered(before, recovered.tables, journal)
        finally:
            journal.close()
        return found

    def _in_peace(self, before: Found) -> None:
        """At the end everything that nobody has heard of yet is asked for once more."""
        casino = Casino(SqliteJournal(self._path), shelf=SHELF)
        try:
            check_recovered(before, [found.table for found in casino.recover()], casino.journal)
            self._clients.take(
                [casino.carry_out(request) for request in list(self._clients.waiting.values())]
            )
            assert not self._clients.waiting
            self.counts += check_live(casino, self._clients).told
            self.counts["sent again"] += self._clients.repeated
            casino.close()
        finally:
            casino.journal.close()


def life(seed: int, number: int, kills: int = KILLS_A_LIFE) -> Counter[str]:
    """One life; what it came to. An error says which life it was."""
    named = f"{seed}/{number}"
    with TemporaryDirectory() as folder, often():
        found = Life(Path(folder).resolve(), Random(named), named)
        try:
            found.run(kills)
        except BaseException as error:
            error.add_note(f"seed {seed}, life {number}, kill {found.counts['kills'] + 1}")
            raise
    return found.counts
