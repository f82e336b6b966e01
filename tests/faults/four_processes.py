"""Four processes play on one PostgreSQL at the same time, with far more flushes than in life.

Afterwards everything that must hold of a journal holds, every award was paid once, in the right
order and amount, and no two transactions waited for each other.
"""

import sys
from collections import Counter
from typing import NamedTuple

from pitboss.casino.app import Casino
from pitboss.casino.requests import Stored
from pitboss.journal.postgres.journal import PostgresJournal
from tests.faults.awards import check_awards
from tests.faults.checks import check
from tests.faults.floor import SHELF, Clients, opening
from tests.faults.player import Orders, Result, play
from tests.faults.processes import PROCESSES
from tests.patience import PATIENCE_S
from tests.postgres import Server


class Played(NamedTuple):
    counts: Counter[str]
    longest_s: float
    slowest: str


def run(
    server: Server,
    seed: int,
    tables: int,
    for_s: float = PATIENCE_S,
    commands: int = sys.maxsize,
    processes: int = 4,
) -> Played:
    """Plays so long, or until each process has so many answers, at so many tables; what it came to.
    AssertionError where something does not hold.
    """
    database = server.new_database()
    clients = Clients()
    journal = PostgresJournal(server.url(database))
    try:
        casino = Casino(journal, shelf=SHELF)
        casino.recover()
        for request in opening(tables):
            clients.ask(request)
            clients.take([casino.carry_out(request)])
        results = _play(server.url(database), seed, tables, for_s, commands, processes)
        for result in results:
            assert result.failure is None, f"a process failed:\n{result.failure}"
            for request in result.asked:
                clients.ask(request)
            for command, digest in result.acknowledged.items():
                clients.answered(command, digest, repeated=False)
        assert not clients.waiting
        counts = check(journal, clients).told
        awards = check_awards(_events(casino))
        counts["hands paid"] = awards.awards
        counts["most claims waiting"] = awards.most_waiting
        counts["unavailable"] = sum(result.unavailable for result in results)
        counts["deadlocks"] = _deadlocks(server, database)
        assert counts["deadlocks"] == 0, "two transactions waited for each other"
        counts["commands"] = len(clients.acknowledged)
        slowest = max(results, key=lambda result: result.longest_s)
        return Played(counts, slowest.longest_s, slowest.slowest)
    except BaseException as error:
        error.add_note(f"seed {seed}, {tables} tables, {for_s} s")
        raise
    finally:
        journal.close()
        server.drop(database)


def _play(
    url: str, seed: int, tables: int, for_s: float, commands: int, processes: int
) -> list[Result]:
    names = [f"T{n}" for n in range(tables)]
    pipes, running = [], []
    try:
        for number in range(processes):
            ours, theirs = PROCESSES.Pipe()
            # The first table is everybody's.
            mine = tuple(names[1:][number::processes])
            orders = Orders(
                url, seed % 1_000_000 * 10 + number, seed, mine, names[0], for_s, commands
            )
            process = PROCESSES.Process(target=play, args=(theirs, orders), daemon=True)
            process.start()
            theirs.close()
            pipes.append(ours)
            running.append(process)
        ready = [pipe.recv() for pipe in pipes]
        assert ready == [None] * processes, f"a process failed:\n{ready}"
        for pipe in pipes:
            pipe.send("go")
        results: list[Result] = []
        for pipe, process in zip(pipes, running, strict=True):
            assert pipe.poll(for_s + PATIENCE_S), "a process is stuck"
            try:
                results.append(pipe.recv())
            except EOFError:
                process.join()
                raise AssertionError(f"a process ended with {process.exitcode}") from None
        return results
    finally:
        for process in running:
            process.kill()
            process.join()
        for pipe in pipes:
            pipe.close()


def _events(casino: Casino) -> list[Stored]:
    found: list[Stored] = []
    while more := casino.events(found[-1].position if found else 0):
        found += more
    return found


def _deadlocks(server: Server, database: str) -> int:
    with server.connection() as connection:
        asked = "SELECT deadlocks FROM pg_stat_database WHERE datname = %s"
        row = connection.execute(asked, (database,)).fetchone()
    assert row is not None
    return int(row[0])
