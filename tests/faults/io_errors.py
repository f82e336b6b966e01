"""A disk that is full or does not work: commands are refused as long as it lasts, nothing is half
done, and it goes on.

A *life* is one journal with a number of bad times. In half of the lives several threads ask at
once, so that commands are decided on top of others that then can't be stored.
"""

import threading
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import apsw

from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from pitboss.journal.port import Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.faults.checks import Found, check, check_live, check_recovered
from tests.faults.disk import Disk
from tests.faults.floor import LINKS, SHELF, Clients, Crowd, often, opening

BAD_TIMES_A_LIFE = 8
COMMANDS_A_TIME = 30
TABLES = 3
THREADS = 3
NAME = "casino.db"


class BadDisk:
    """What ``Disk.trouble`` is set to: fails so often, with one error, at one kind of step or at
    all.
    """

    def __init__(self, random: Random) -> None:
        self.failed = 0
        self._random = random
        self._share = random.choice((0.01, 0.05, 0.2, 1.0))
        self._what = random.choice(
            (("write",), ("sync",), ("truncate",), ("write", "sync", "truncate", "delete"))
        )
        self._error = random.choice((apsw.FullError, apsw.IOError))

    def __call__(self, what: str) -> None:
        if what in self._what and self._random.random() < self._share:
            self.failed += 1
            raise self._error("the disk fails, as the test has it")


class Life:
    """One journal, through many bad times, then a power cut, to an end in peace."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.counts: Counter[str] = Counter()
        self._folder = folder
        self._random = random
        self._clients = Clients()
        self._lock = threading.Lock()
        self._crowds = 0
        self._now_ms = 1_800_000_000_000
        (folder / "0").mkdir()
        self._disk = Disk(folder / "0", random)
        self._threads = random.choice((1, THREADS))

    def run(self, times: int) -> None:
        try:
            casino = self._open(Found())
            for request in opening(TABLES):
                self._ask(casino, request)
            for _ in range(times):
                casino = self._bad_time(casino)
                self.counts["bad times"] += 1
            casino.journal.close()
            self._disk.cut()
            self._disk.power_on(self._folder / "1")
            self._in_peace()
        finally:
            self._disk.close()

    def _open(self, before: Found) -> Casino:
        """Opens the casino, if need be again and again until the disk is well."""
        while True:
            journal = None
            try:
                journal = SqliteJournal(
                    self._disk.folder / NAME, archive=self._disk.folder, vfs=self._disk.vfs
                )
                casino = Casino(journal, shelf=SHELF, clock_ms=self._clock_ms)
                check_recovered(before, [found.table for found in casino.recover()], journal)
                return casino
            except Unavailable:
                self.counts["refused to open"] += 1
                self._disk.trouble = None
                if journal is not None:
                    before = check(journal, self._clients)
                    journal.close()

    def _clock_ms(self) -> int:
        # Not the real one, so that a life in one thread takes the same steps again.
        self._now_ms += 1
        return self._now_ms

    def _bad_time(self, casino: Casino) -> Casino:
        bad = self._disk.trouble = BadDisk(self._random)
        if self._random.random() < 0.2:
            casino = self._reopened(casino)
        self._play(casino, COMMANDS_A_TIME, patient=False)
        self._disk.trouble = None
        self.counts["failures"] += bad.failed
        self.counts["not stored"] += len(self._clients.waiting)
        check(casino.journal, self._clients)
        # The disk is well: what was refused is asked for again, and then it goes on.
        for request in list(self._clients.waiting.values()):
            self._ask(casino, request)
        self._play(casino, COMMANDS_A_TIME // 3, patient=True)
        check_live(casino, self._clients)
        return casino

    def _reopened(self, casino: Casino) -> Casino:
        try:
            casino.close()
        except (Unavailable, apsw.Error):
            # SQLite keeps to itself that its last write-back failed; the log stays, and nothing is
            # lost. Only a file system that is written in Python has an exception left over then.
            self.counts["refused to close"] += 1
        casino.journal.close()
        self._disk.trouble, trouble = None, self._disk.trouble
        journal = SqliteJournal(
            self._disk.folder / NAME, archive=self._disk.folder, vfs=self._disk.vfs
        )
        before = check(journal, self._clients)
        journal.close()
        self._disk.trouble = trouble
        return self._open(before)

    def _play(self, casino: Casino, commands: int, *, patient: bool) -> None:
        failures: list[BaseException] = []

        def run(crowd: Crowd, random: Random) -> None:
            try:
                self._ask_all(casino, crowd, random, commands // self._threads, patient=patient)
            except BaseException as error:  # noqa: BLE001 - raised again where the test sees it
                failures.append(error)

        players: list[tuple[Crowd, Random]] = []
        for _ in range(self._threads):
            self._crowds += 1
            random = Random(self._random.random())
            players.append((Crowd(self._crowds, TABLES, random), random))
        threads = [threading.Thread(target=run, args=player) for player in players[1:]]
        for thread in threads:
            thread.start()
        run(*players[0])
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]

    def _ask_all(
        self, casino: Casino, crowd: Crowd, random: Random, commands: int, *, patient: bool
    ) -> None:
        for _ in range(commands):
            try:
                for request in crowd.next(casino):
                    self._ask(casino, request)
                if random.random() < 0.1:
                    casino.enter_contributions(random.choice(list(LINKS)))
            except Unavailable:
                # Nothing else may come of a bad disk; and nothing at all once it is well.
                if patient:
                    raise

    def _ask(self, casino: Casino, request: Request) -> None:
        with self._lock:
            self._clients.ask(request)
        answer = casino.carry_out(request)
        with self._lock:
            self._clients.take([answer])
            self.counts["acknowledged"] += 1

    def _in_peace(self) -> None:
        journal = SqliteJournal(self._disk.folder / NAME, archive=self._disk.folder)
        before = check(journal, self._clients)
        casino = Casino(journal, shelf=SHELF, clock_ms=self._clock_ms)
        try:
            check_recovered(before, [found.table for found in casino.recover()], journal)
            self._play(casino, COMMANDS_A_TIME, patient=True)
            self.counts += check_live(casino, self._clients).told
            self.counts["sent again"] += self._clients.repeated
            casino.close()
        finally:
            journal.close()


def life(seed: int, number: int, times: int = BAD_TIMES_A_LIFE) -> Counter[str]:
    """One life; what it came to. An error says which life it was."""
    random = Random(f"{seed}/{number}")
    with TemporaryDirectory() as folder, often(log_pages=random.choice((10, 40, 4_000))):
        found = Life(Path(folder).resolve(), random)
        try:
            found.run(times)
        except BaseException as error:
            error.add_note(f"seed {seed}, life {number}, bad time {found.counts['bad times'] + 1}")
            raise
    return found.counts
