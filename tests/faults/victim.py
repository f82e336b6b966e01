"""The process that is killed: a casino on a SQLite file that plays by itself and tells a pipe what
it does.

It says what it is about to ask for and what was answered, each before it goes on; what has been
written to the pipe outlives it. It ends only by being killed.
"""

import os
import signal
import threading
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import msgspec

from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.faults.disk import Disk
from tests.faults.floor import LINKS, SHELF, Crowd, digest_of_answer, often, opening

TABLES = 3


class Asked(msgspec.Struct, frozen=True):
    request: Request


class Answered(msgspec.Struct, frozen=True):
    command: str
    digest: bytes
    repeated: bool


class Recovered(msgspec.Struct, frozen=True):
    """The casino is open; these tables had rounds that were not over."""

    tables: tuple[str, ...]


class Failed(msgspec.Struct, frozen=True):
    """Something happened that must not: the text of the exception."""

    text: str


Told = Asked | Answered | Recovered | Failed


class Orders(msgspec.Struct, frozen=True):
    """What the process is to do. ``dies_at``: the step of its disk at which it kills itself, unless
    it is killed.
    """

    path: str
    session: int
    seed: str
    again: tuple[Request, ...]
    log_pages: int
    dies_at: int | None = None


class _Teller:
    """One pipe for all threads. A message is one write, so that it is there whole or not at all."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def __call__(self, told: Told) -> None:
        with self._lock:
            self._pipe.send(told)


def live(pipe: Connection, orders: Orders) -> None:
    """Plays until it is killed."""
    tell = _Teller(pipe)
    try:
        with often(log_pages=orders.log_pages):
            _play(tell, orders)
    except BaseException:  # noqa: BLE001 - the parent must hear of it, whatever it is
        tell(Failed(traceback.format_exc()))


def _play(tell: _Teller, orders: Orders) -> None:
    path = Path(orders.path)
    random = Random(orders.seed)
    disk = Disk(path.parent, random)
    if orders.dies_at is not None:
        disk.trouble = _dying(disk, orders.dies_at)
    journal = SqliteJournal(path, vfs=None if orders.dies_at is None else disk.vfs)
    casino = Casino(journal, shelf=SHELF)
    tell(Recovered(tuple(found.table for found in casino.recover())))
    for request in (*opening(TABLES), *orders.again):
        _ask(tell, casino, request)
    # Several at once, so that a kill meets groups of commands; each has a crowd of its own, so ids
    # differ.
    threads = [
        threading.Thread(target=_run, args=(tell, casino, orders, number), daemon=True)
        for number in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _dying(disk: Disk, dies_at: int) -> Callable[[str], None]:
    def step(_what: str) -> None:
        if disk.steps >= dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    return step


def _run(tell: _Teller, casino: Casino, orders: Orders, number: int) -> None:
    try:
        random = Random(f"{orders.seed}/{number}")
        crowd = Crowd(orders.session * 10 + number, TABLES, random)
        while True:
            _all_of(tell, casino, crowd.next(casino))
            if random.random() < 0.05:
                casino.enter_contributions(random.choice(list(LINKS)))
    except BaseException:  # noqa: BLE001 - the parent must hear of it, whatever it is
        tell(Failed(traceback.format_exc()))


def _all_of(tell: _Teller, casino: Casino, requests: Sequence[Request]) -> None:
    for request in requests:
        _ask(tell, casino, request)


def _ask(tell: _Teller, casino: Casino, request: Request) -> None:
    tell(Asked(request))
    answer = casino.carry_out(request)
    tell(Answered(request.id, digest_of_answer(answer), answer.repeated))
