"""The demonstration: a small casino with people of every role, and robots that keep some of its tables going.

It works only on a journal that it has made itself.
"""

import logging
import threading
from collections.abc import Mapping, Sequence
from random import Random
from time import monotonic

from msgspec.structs import replace

from pitboss.casino.app import SYSTEM, Casino
from pitboss.casino.demo import settings
from pitboss.casino.model import Request, link_stream, table_stream
from pitboss.casino.robot import Robot
from pitboss.jackpot.commands import OpenLink
from pitboss.jackpot.parameters import LinkParameters
from pitboss.journal.port import JournalError
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.web.api_people import DEMO_NAMES, DEMO_SECONDS
from pitboss.web.guard import Guard
from pitboss.web.problems import Problem

TABLES = {
    "Stud": ("rws-multilink-stud-3", "virtual"),
    "Classic": ("rws-casino-stud-6", "entered"),
    "Holdem": ("rws-multilink-holdem-2", "virtual"),
    "Singapore": ("mbs-megalink-stud-6", "virtual"),
    "Bullseye": ("mbs-megalink-bullseye-4", "virtual"),
}
ROBOTS_AT = {
    "Holdem": ("Ada", "Bruno", "Chidi"),
    "Singapore": ("Dewi", "Emil", "Farah"),
    "Bullseye": ("Goran", "Hana", "Iris"),
}
"""Where robots play, and what they are called; the other tables wait for visitors."""

LINKS = {"Millions": "RWS", "Megalink": "MBS"}
_PACE_S = (0.15, 1.1)
_LEFT_ALONE_S = 90.0
_DATABASE_AWAY_S = 1.0
_log = logging.getLogger("pitboss.web")


class NotADemo(ValueError):
    """The journal holds a real casino: nobody may sign in there by a click."""


def check_demo(casino: Casino, demo: bool) -> None:
    """Raises NotADemo where a journal is to be served as what it is not. Changes nothing."""
    people = casino.people()
    if people.demo and not demo:
        raise NotADemo(
            f"{casino.journal.name} was made by a demonstration, where anybody is anybody: start it with --demo, "
            "or name another database (--database)"
        )
    if people.demo or not demo:
        return
    if people.persons:
        raise NotADemo(
            f"{casino.journal.name} holds a real casino; a demonstration needs a database of its own (--database)"
        )
    if casino.tables() or casino.links():
        raise NotADemo(
            f"{casino.journal.name} has tables already; a demonstration needs a database of its own"
        )


def furnish(casino: Casino, guard: Guard) -> None:
    """Links, tables and people, unless they are there."""
    check_demo(casino, demo=True)
    if not guard.start_demo():
        raise NotADemo(
            f"{casino.journal.name} is used by a casino; a demonstration needs a database of its own"
        )
    for role, name in (*DEMO_NAMES.items(), *DEMO_SECONDS.items()):
        if name not in guard.people.persons:
            try:
                guard.add(SYSTEM.name, name, role, None)
            except (
                Problem
            ) as problem:  # pragma: no cover - two demonstrations started on one database at once
                if problem.code != "name-taken":
                    raise
    parameters = LinkParameters(Cents(100_000_00), 1_500, 300, Cents(500_000_00))
    for link, operator in LINKS.items():
        casino.do(Request(f"demo/open/{link}", link_stream(link), OpenLink(operator, parameters), SYSTEM))
    for table, (book, cards) in TABLES.items():
        if casino.table(table) is None:
            opening = settings(casino.shelf, book, cards)
            link = next(name for name, operator in LINKS.items() if operator == book[:3].upper())
            opening = replace(opening, link=link)
            casino.do(Request(f"demo/open/{table}", table_stream(table), opening, SYSTEM))


class Life:
    """Robots at some tables, at a pace that people can follow. A table that a person has touched is left to
    him for a while.
    """

    def __init__(
        self, casino: Casino, seed: int = 1, tables: Mapping[str, Sequence[str]] = ROBOTS_AT
    ) -> None:
        self._casino = casino
        self._random = Random(f"life/{seed}")
        self._robots = [
            Robot(table, seed + 7919 * self._started(table), names=names, flushes=0.002, trouble=0.03)
            for table, names in tables.items()
        ]
        self._people_at: dict[str, float] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="robots", daemon=True)
        self._watcher = threading.Thread(target=self._watch, name="robots-watch", daemon=True)

    def _started(self, table: str) -> int:
        """Another seed at every start, so that a robot's commands have ids of their own."""
        head = self._casino.journal.head(table_stream(table))
        return 0 if head is None else head.version

    def start(self) -> None:
        self._thread.start()
        self._watcher.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        self._watcher.join()

    def _watch(self) -> None:
        """Notes where people act."""
        after = self._casino.journal.last_position()
        while not self._stop.is_set():
            try:
                for stored in self._casino.follow(after, self._stop, 0.5):
                    after = stored.position
                    by = getattr(stored.event, "by", None)
                    if isinstance(by, Actor) and by.name.startswith("demo-"):
                        self._people_at[stored.stream.partition("/")[2]] = monotonic()
            except JournalError:
                self._stop.wait(_DATABASE_AWAY_S)

    def _live(self) -> None:
        while not self._stop.wait(self._random.uniform(*_PACE_S) / max(1, len(self._robots))):
            robot = self._random.choice(self._robots)
            if monotonic() - self._people_at.get(robot.table, -_LEFT_ALONE_S) < _LEFT_ALONE_S:
                continue
            try:
                self._play(robot)
            except JournalError as error:
                _log.warning("the robots wait for the journal: %s", error)
                self._stop.wait(_DATABASE_AWAY_S)

    def _play(self, robot: Robot) -> None:
        state = self._casino.table(robot.table)
        if state is None or (state.round is not None and state.round.pending is not None):
            # Something irregular waits for a person's ruling.
            return
        request = robot.request(state)
        if request is not None:
            self._casino.do(request)
