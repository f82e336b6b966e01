"""A small casino for fault tests, the people who play in it, and what their clients remember.

A client gives every command an id, remembers which were acknowledged and with what answer, and
sends a command that was not acknowledged again after a fault, with the same id. ``checks.py`` holds
a journal against that memory.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from random import Random

import msgspec

from pitboss.casino import streams
from pitboss.casino.app import Casino
from pitboss.casino.codec import stored
from pitboss.casino.requests import SYSTEM, Answer, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo.robot import Robot, Verifier
from pitboss.jackpot.commands import OpenLink
from pitboss.jackpot.parameters import LinkParameters
from pitboss.journal.port import Record
from pitboss.journal.sqlite import file as sqlite_file
from pitboss.kernel.money import Cents
from pitboss.rulebook.shelf import Shelf
from pitboss.table.commands import LimitSetting, OpenTable
from tests.support import BE, CS, MH, MS, SS

SHELF = Shelf()
"""Read once: a test opens the same journal hundreds of times."""

LINKS = {
    "rws": ("RWS", LinkParameters(Cents(10_000_00), 1_250, 500)),
    "mbs": ("MBS", LinkParameters(Cents(10_000_00), 1_250, 500, cap=Cents(10_050_00), verifiers=2)),
}
BOOKS = ((MS, "rws"), (SS, "mbs"), (MH, "rws"), (BE, "mbs"), (CS, "rws"))

PLAYERS, FLUSHES, TROUBLE = 2, 0.5, 0.08
"""How often a round has a royal or straight flush, and how often something irregular: far oftener
than in life.
"""


def chosen_seed() -> int:
    """The seed of a run: ``PITBOSS_SEED`` where that is set, else always the same one. What is new
    is looked for by ``make faults``, and not by a test that others wait for.
    """
    return int(os.environ.get("PITBOSS_SEED", "1"))


def open_table(number: int) -> OpenTable:
    """The settings of a table: the rulebooks take turns, and so do entered and virtual cards."""
    name, link = BOOKS[number % len(BOOKS)]
    book = SHELF.get(name)
    layout = next(iter(book.layouts))
    return OpenTable(
        rulebook=name,
        layout=layout,
        boxes=min(book.layouts[layout].boxes[1], 6),
        dealing=next(iter(book.dealing)),
        # Flushes come only where cards are entered, so most tables do that.
        cards="virtual" if number % 4 == 3 else "entered",
        limits={book.wagers.__struct_fields__[0]: LimitSetting(Cents(10_00), Cents(1_000_00))},
        progressive_bet=Cents(5_00),
        link=link,
    )


def opening(tables: int) -> list[Request]:
    """What opens the links and so many tables. The ids are always the same: sent again, nothing
    happens twice.
    """
    links = [
        Request(f"open/{link}", link_stream(link), OpenLink(operator, parameters), SYSTEM)
        for link, (operator, parameters) in LINKS.items()
    ]
    return links + [
        Request(f"open/T{n}", table_stream(f"T{n}"), open_table(n), SYSTEM) for n in range(tables)
    ]


class Crowd:
    """Robots at all tables, and whoever verifies claims. ``session`` goes into the ids of their
    commands.
    """

    def __init__(self, session: int, tables: int, random: Random) -> None:
        self._random = random
        self._robots = {
            f"T{n}": Robot(f"T{n}", session, players=PLAYERS, flushes=FLUSHES, trouble=TROUBLE)
            for n in range(tables)
        }
        # Two at each link: some claims need two persons.
        self._verifiers = [Verifier(link, session * 2 + n) for link in LINKS for n in range(2)]

    def next(self, casino: Casino, most: int = 1) -> list[Request]:
        """Up to ``most`` requests of different people, decided on what they see now."""
        found: list[Request] = []
        people: list[Robot | Verifier] = [*self._robots.values(), *self._verifiers]
        for person in self._random.sample(people, k=len(people)):
            request = self._ask(casino, person)
            if request is not None:
                found.append(request)
            if len(found) == most:
                break
        return found

    @staticmethod
    def _ask(casino: Casino, person: Robot | Verifier) -> Request | None:
        if isinstance(person, Robot):
            table = casino.table(person.table)
            return None if table is None else person.request(table)
        link = casino.link(person.link)
        return None if link is None else person.request(link, SHELF)


# ── what clients remember ─────────────────────────────────────────────────────────────────────────


def digest_of_answer(answer: Answer) -> bytes:
    """A digest of an answer: where its events are stored, and their bytes."""
    found = (
        (event.position, event.stream, event.version, stored(event.event))
        for event in answer.events
    )
    return _digest(
        [
            (position, stream, version, new.kind, new.body)
            for position, stream, version, new in found
        ]
    )


def digest_of_records(records: Sequence[Record]) -> bytes:
    """The same of what is stored."""
    return _digest([(at.position, at.stream, at.version, at.kind, at.body) for at in records])


def _digest(parts: list[tuple[int, str, int, str, bytes]]) -> bytes:
    return sha256(msgspec.msgpack.encode(parts)).digest()


class Clients:
    """All that was asked for, what was acknowledged, and what still waits for an answer."""

    def __init__(self) -> None:
        self.asked: dict[str, Request] = {}
        self.acknowledged: dict[str, bytes] = {}
        self.waiting: dict[str, Request] = {}
        self.repeated = 0

    def ask(self, request: Request) -> None:
        self.asked[request.id] = request
        if request.id not in self.acknowledged:
            self.waiting[request.id] = request

    def answered(self, command: str, digest: bytes, repeated: bool) -> None:
        """An answer has come; if it is not the first one, it must be the same."""
        before = self.acknowledged.setdefault(command, digest)
        assert before == digest, f"{command} was answered in two ways"
        self.waiting.pop(command, None)
        self.repeated += repeated

    def take(self, answers: Sequence[Answer]) -> None:
        for answer in answers:
            self.answered(answer.id, digest_of_answer(answer), answer.repeated)


# ── settings that bring rare things about ─────────────────────────────────────────────────────────


@contextmanager
def often(snapshot_every: int = 15, log_pages: int = 40) -> Iterator[None]:
    """Snapshots after a few events, and write-backs of SQLite's log after a few pages: both are to
    be hit by faults.
    """
    before = streams.SNAPSHOT_EVERY, sqlite_file.LOG_PAGES
    streams.SNAPSHOT_EVERY, sqlite_file.LOG_PAGES = snapshot_every, log_pages
    try:
        yield
    finally:
        streams.SNAPSHOT_EVERY, sqlite_file.LOG_PAGES = before
