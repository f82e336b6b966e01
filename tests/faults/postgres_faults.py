"""PostgreSQL goes away: connections are ended, or the whole server stops without a goodbye and
starts again.

A *life* is one database with a number of faults. Several threads play while a fault comes, and each
asks again with the same id until it has an answer.
"""

import threading
import time
from collections import Counter
from random import Random

from pitboss.casino.app import Casino
from pitboss.casino.requests import Answer, Request
from pitboss.journal.port import Unavailable
from pitboss.journal.postgres.journal import PostgresJournal
from tests.faults.checks import Found, check, check_live, check_recovered
from tests.faults.floor import LINKS, SHELF, Clients, Crowd, often, opening
from tests.patience import PATIENCE_S
from tests.postgres import Server

FAULTS_A_LIFE = 10
THREADS = 3
COMMANDS_A_THREAD = 12
TABLES = 3


class Life:
    """One database, from its making through many faults to an end in peace."""

    def __init__(self, server: Server, random: Random, stops: float) -> None:
        self.counts: Counter[str] = Counter()
        self._server = server
        self._random = random
        self._stops = stops
        self._database = server.new_database()
        self._clients = Clients()
        self._answers = threading.Condition()
        self._crowds = 0

    def run(self, faults: int) -> None:
        try:
            casino = self._open(Found())
            try:
                for request in opening(TABLES):
                    self._ask(casino, request)
                for _ in range(faults):
                    casino = self._fault(casino)
                self.counts += check_live(casino, self._clients).told
                self.counts["sent again"] += self._clients.repeated
                casino.close()
            finally:
                casino.journal.close()
        finally:
            self._server.drop(self._database)

    # Opening

    def _open(self, before: Found) -> Casino:
        """Opens the casino, if need be again and again until the server is there."""
        while True:
            journal = None
            try:
                journal = PostgresJournal(self._server.url(self._database))
                casino = Casino(journal, shelf=SHELF)
                flagged = [found.table for found in casino.recover()]
            except Unavailable:
                self.counts["refused to open"] += 1
                if journal is not None:
                    journal.close()
                self._quiet()
                before = self._read()
                continue
            check_recovered(before, flagged, journal)
            return casino

    def _read(self) -> Found:
        journal = PostgresJournal(self._server.url(self._database), read_only=True)
        try:
            return check(journal, self._clients)
        finally:
            journal.close()

    def _quiet(self) -> None:
        """Waits until the server has noticed that nobody is connected any more; it takes a
        moment.
        """
        end = time.monotonic() + PATIENCE_S
        with self._server.connection() as connection:
            asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
            while (left := connection.execute(asked, (self._database,)).fetchone()) and left[0]:
                assert time.monotonic() < end, f"{left[0]} connections are left"
                connection.execute("SELECT pg_sleep(0.002)")

    def _reopened(self, casino: Casino) -> Casino:
        """The process ends in the middle of its rounds and another one starts, perhaps with a fault
        just then.
        """
        casino.journal.close()
        self._quiet()
        before = self._read()
        self._quiet()
        if self._random.random() < 0.5:
            return self._open(before)
        after_s = self._random.uniform(0, 0.05)
        timer = threading.Timer(after_s, self._server.terminate_backends, [self._database])
        timer.start()
        try:
            return self._open(before)
        finally:
            timer.join()

    # Faults

    def _fault(self, casino: Casino) -> Casino:
        if self._random.random() < 0.2:
            casino = self._reopened(casino)
        stop = self._random.random() < self._stops
        threads, failures = self._players(casino)
        answers = self.counts["acknowledged"] + self._random.randrange(THREADS * COMMANDS_A_THREAD)
        for thread in threads:
            thread.start()
        with self._answers:
            self._answers.wait_for(
                lambda: self.counts["acknowledged"] >= answers or bool(failures), PATIENCE_S
            )
        if stop:
            self._server.stop(immediate=True)
            self._server.start()
        else:
            self._server.terminate_backends(self._database)
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]
        self.counts["stops" if stop else "ended connections"] += 1
        self.counts["faults"] += 1
        assert not self._clients.waiting
        check_live(casino, self._clients)
        return casino

    def _players(self, casino: Casino) -> tuple[list[threading.Thread], list[BaseException]]:
        failures: list[BaseException] = []

        def run(crowd: Crowd, random: Random) -> None:
            try:
                self._play(casino, crowd, random)
            except BaseException as error:  # noqa: BLE001 - raised again where the test sees it
                with self._answers:
                    failures.append(error)
                    self._answers.notify_all()

        threads = []
        for _ in range(THREADS):
            self._crowds += 1
            random = Random(self._random.random())
            crowd = Crowd(self._crowds, TABLES, random)
            threads.append(threading.Thread(target=run, args=(crowd, random)))
        return threads, failures

    def _play(self, casino: Casino, crowd: Crowd, random: Random) -> None:
        for _ in range(COMMANDS_A_THREAD):
            try:
                requests = crowd.next(casino)
                if random.random() < 0.1:
                    casino.enter_contributions(random.choice(list(LINKS)))
            except Unavailable:
                # Looking may fail too; there is nothing to ask for again.
                self.counts["unavailable"] += 1
                continue
            for request in requests:
                self._ask(casino, request)

    def _ask(self, casino: Casino, request: Request) -> None:
        """Asks until there is an answer."""
        end = time.monotonic() + PATIENCE_S
        with self._answers:
            self._clients.ask(request)
        while (answer := self._try(casino, request)) is None:
            assert time.monotonic() < end, "the server is back, and there is still no answer"
        with self._answers:
            self._clients.take([answer])
            self.counts["acknowledged"] += 1
            self._answers.notify_all()

    def _try(self, casino: Casino, request: Request) -> Answer | None:
        try:
            return casino.carry_out(request)
        except Unavailable:
            with self._answers:
                self.counts["unavailable"] += 1
                # The server needs the processor more than we do.
                self._answers.wait(0.01)
            return None


def life(
    server: Server, seed: int, number: int, faults: int = FAULTS_A_LIFE, stops: float = 0.3
) -> Counter[str]:
    """One life; what it came to. ``stops`` is the share of faults that stop the server. An error
    says which life it was.
    """
    with often():
        found = Life(server, Random(f"{seed}/{number}"), stops)
        try:
            found.run(faults)
        except BaseException as error:
            error.add_note(f"seed {seed}, life {number}, fault {found.counts['faults'] + 1}")
            raise
    return found.counts
