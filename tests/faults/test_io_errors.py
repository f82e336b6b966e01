"""A disk that is full or fails: Unavailable, nothing half done, and it goes on afterwards."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pitboss.casino.app import Casino
from pitboss.journal.port import Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.faults import io_errors
from tests.faults.checks import check_live
from tests.faults.floor import SHELF, Clients, Crowd, opening


def test_a_bad_disk_loses_nothing_and_leaves_nothing_half_done(seed: int) -> None:
    counts = sum(
        (io_errors.life(seed, number, times=5) for number in range(4)), start=Counter[str]()
    )
    assert counts["bad times"] == 20
    assert counts["failures"] > 20, counts
    assert counts["acknowledged"] > 200, counts


def test_a_database_that_may_not_grow_refuses_and_goes_on_when_it_may(
    tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    casino = Casino(SqliteJournal(tmp_path / "casino.db"), shelf=SHELF)
    clients, crowd = Clients(), Crowd(1, 3, random)
    casino.recover()
    for request in opening(3):
        clients.ask(request)
        clients.take([casino.carry_out(request)])
    limit(casino, pages(casino))

    def play_on() -> None:
        for _ in range(2_000):
            for request in crowd.next(casino):
                clients.ask(request)
                clients.take([casino.carry_out(request)])

    with pytest.raises(Unavailable, match="the disk is full"):
        play_on()
    check_live(casino, clients)
    # The connection is made anew after an error, and has no limit then: there is room again.
    for request in list(clients.waiting.values()):
        clients.take([casino.carry_out(request)])
    for _ in range(50):
        for request in crowd.next(casino):
            clients.ask(request)
            clients.take([casino.carry_out(request)])
    check_live(casino, clients)
    casino.close()


def pages(casino: Casino) -> int:
    assert isinstance(casino.journal, SqliteJournal)
    assert casino.journal._writer is not None
    return int(casino.journal._writer.execute("PRAGMA page_count").get)


def limit(casino: Casino, most: int) -> None:
    """SQLite's own way to be full."""
    assert isinstance(casino.journal, SqliteJournal)
    assert casino.journal._writer is not None
    casino.journal._writer.execute(f"PRAGMA max_page_count = {most}")
