"""Two PostgreSQL servers, one following the other synchronously: the primary is killed in the
middle of play, and the standby takes its place.

A *life* is that of ``postgres_faults``, on an address that names both servers. After each fail-over
another standby is made from the new primary, so that both roles go round.
"""

import time
from collections import Counter
from contextlib import AbstractContextManager
from random import Random
from typing import Any, cast

import psycopg

from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from tests.faults.floor import often
from tests.faults.postgres_faults import Life
from tests.patience import PATIENCE_S
from tests.postgres import Server, Standby

FAILOVERS_A_LIFE = 5


class Pair:
    """A primary and its standby, as one server that is killed and comes back elsewhere."""

    def __init__(self) -> None:
        # What was written outlives a killed process in the memory of the system.
        self._primary = Server(fsync="off")
        self._standby: Standby | None = None
        self._gone: list[Server] = []
        self._promoted_s: float | None = None
        self.back_s: list[float] = []

    def repair(self) -> None:
        """Gives the primary a standby, and waits until it follows synchronously: from then on
        nothing is acknowledged that is not on both.
        """
        if self._standby is not None:
            return
        for server in self._gone:
            server.remove()
        self._gone.clear()
        self._standby = Standby(self._primary, fsync="off")
        self._primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self._primary.run("SELECT pg_reload_conf()")
        end = time.monotonic() + PATIENCE_S
        asked = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        with self._primary.connection() as connection:
            while connection.execute(asked).fetchone() != (1,):
                assert time.monotonic() < end, self._primary.log.read_text()[-2000:]
                connection.execute("SELECT pg_sleep(0.01)")

    def stop(self, *, immediate: bool) -> None:
        """The primary dies."""
        assert immediate
        assert self._standby is not None, "there is nobody to take its place"
        self._primary.kill()
        self._gone.append(self._primary)

    def start(self) -> None:
        """The standby takes its place. It has no standby itself, and waits for none."""
        assert self._standby is not None
        # From when it is told to: it may serve before we hear that it has done so.
        self._promoted_s = time.monotonic()
        self._standby.promote()
        self._primary, self._standby = self._standby, None

    def served(self) -> None:
        """Something was acknowledged: the first time after a promotion the service is back."""
        if self._promoted_s is not None:
            self.back_s.append(time.monotonic() - self._promoted_s)
            self._promoted_s = None

    def unasked(self) -> None:
        """Nobody had anything left to ask for after a promotion: then there is no time to take."""
        self._promoted_s = None

    # As a server

    def url(self, database: str, *, standby_first: bool = False) -> str:
        """The address of a database on both servers."""
        places = [server.place for server in (self._primary, self._standby) if server is not None]
        places = places[::-1] if standby_first else places
        hosts, ports = (",".join(part) for part in zip(*places, strict=True))
        return f"postgresql:///{database}?host={hosts}&port={ports}&user=postgres"

    def new_database(self) -> str:
        return self._primary.new_database()

    def connection(self) -> AbstractContextManager[psycopg.Connection[Any]]:
        return self._primary.connection()

    def terminate_backends(self, database: str) -> int:
        return self._primary.terminate_backends(database)

    def drop(self, database: str) -> None:
        self._primary.drop(database)

    def remove(self) -> None:
        for server in (self._primary, self._standby, *self._gone):
            if server is not None:
                server.remove()


class FailoverLife(Life):
    """Every fault is the death of the primary. A process knows the address it was started with, so
    before each of them it is started anew, with that of the pair as it is now.
    """

    def __init__(self, pair: Pair, random: Random) -> None:
        super().__init__(cast(Server, pair), random, stops=1.0)
        self._pair = pair

    def _fault(self, casino: Casino) -> Casino:
        self._pair.repair()
        casino = super()._fault(self._reopened(casino))
        self._pair.unasked()
        return casino

    def _ask(self, casino: Casino, request: Request) -> None:
        super()._ask(casino, request)
        self._pair.served()


def life(pair: Pair, seed: int, number: int, failovers: int = FAILOVERS_A_LIFE) -> Counter[str]:
    """One life; what it came to. An error says which life it was."""
    with often():
        found = FailoverLife(pair, Random(f"{seed}/{number}"))
        try:
            found.run(failovers)
        except BaseException as error:
            error.add_note(f"seed {seed}, life {number}, fault {found.counts['faults'] + 1}")
            raise
    return found.counts
