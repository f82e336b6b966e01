"""The demonstration: a small casino with people in every role, and robots that keep its tables
going.

It works only on a journal that it has created itself.
"""

import logging
import threading

from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.requests import SYSTEM, Request
from pitboss.casino.stream_ids import table_stream
from pitboss.conditions import Condition
from pitboss.demo import cast
from pitboss.demo.floor import Floor
from pitboss.demo.house import open_link, settings
from pitboss.demo.pace import Pace
from pitboss.demo.scene import Visit
from pitboss.jackpot.parameters import LinkParameters
from pitboss.journal.port import JournalError
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.loader import added_files
from pitboss.table.commands import AnyCommand, CardSource
from pitboss.web.api.people import DEMO_NAMES, DEMO_SECONDS
from pitboss.web.api.problems import Problem
from pitboss.web.auth.sessions import Guard
from pitboss.web.service import Service

TABLES: dict[str, tuple[str, CardSource]] = {
    "Stud": ("rws-multilink-stud-3", "virtual"),
    "Classic": ("rws-casino-stud-6", "entered"),
    "Holdem": ("rws-multilink-holdem-2", "virtual"),
    "Singapore": ("mbs-megalink-stud-6", "virtual"),
    "Bullseye": ("mbs-megalink-bullseye-4", "virtual"),
    "Felt": ("rws-multilink-stud-3", "shown"),
}
"""Our own; a table for each additional installed game is named after its rulebook."""
LINKS = {"Millions": "RWS", "Megalink": "MBS"}
"""Our own, by name; the house of an additional installed game has a link of its own name."""
_LOOK_S = 0.15
_DATABASE_AWAY_S = 1.0
_log = logging.getLogger("pitboss.web")


class NotADemo(ValueError):
    """The journal holds a real casino, where nobody may sign in with a click."""


def check_demo(casino: Casino, demo: bool) -> None:
    """Raises NotADemo if a journal is to be served as what it is not. Changes nothing."""
    people = casino.people()
    if people.demo and not demo:
        raise NotADemo(
            f"{casino.journal.name} was made by a demonstration, where anyone can sign in as "
            "anybody: start it with --demo, or name another database (--database)"
        )
    if people.demo or not demo:
        return
    if people.persons:
        raise NotADemo(
            f"{casino.journal.name} holds a real casino; a demonstration needs a database of "
            "its own (--database)"
        )
    if casino.tables() or casino.links():
        raise NotADemo(
            f"{casino.journal.name} has tables already; a demonstration needs a database of its own"
        )


def furnish(casino: Casino, guard: Guard) -> None:
    """Opens links and tables and adds people, unless they exist already."""
    check_demo(casino, demo=True)
    if not guard.start_demo():
        raise NotADemo(
            f"{casino.journal.name} is in use by a casino; a demonstration needs a database "
            "of its own"
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
    parameters = LinkParameters(Cents(100_000_00), 1_500, 300, Cents(500_000_00), verifiers=2)
    links = LINKS | _links_of_added(casino)
    for link, operator in links.items():
        if casino.link(link) is None:
            open_link(casino, f"demo/open/{link}", link, operator, parameters)
    for table, (book, cards) in (TABLES | _added()).items():
        if casino.table(table) is None:
            opening = settings(casino.shelf, book, cards)
            linked = next(name for name, operator in links.items() if operator == opening.link)
            opening = replace(opening, link=linked)
            casino.carry_out(Request(f"demo/open/{table}", table_stream(table), opening, SYSTEM))


def _links_of_added(casino: Casino) -> dict[str, str]:
    operators = {casino.shelf.get(book).operator for book in added_files()}
    return {operator: operator for operator in sorted(operators - {*LINKS.values()})}


def _added() -> dict[str, tuple[str, CardSource]]:
    return {book: (book, "virtual") for book in added_files()}


class Life:
    """The robots of a service, on a thread of their own."""

    def __init__(
        self, service: Service, *, pace: Pace | None = None, trouble: float = 0.02
    ) -> None:
        self._service = service
        self._floor = Floor(
            service.casino,
            visits=self._visits,
            people=lambda: service.guard.people.persons,
            show=service.hub.show_clock,
            draining=lambda: service.hub.draining,
            pace=pace or Pace(),
            trouble=trouble,
            players={**cast.PLAYERS} | dict.fromkeys(_added(), cast.ANYWHERE),
        )
        service.on_act = self._noted
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="robots", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        for table in TABLES | _added():
            self._service.hub.show_clock(table, None)

    def _visits(self) -> list[Visit]:
        """The pages that people have open, not counting those of signs, auditors and
        administrators.
        """
        visits = []
        for caller, at in self._service.hub.present():
            actor = caller.actor
            if actor is not None:
                tables: list[str | None] = [*at] or [None]
                visits += [Visit(actor.name, actor.post, table) for table in tables]
        return visits

    def _noted(self, table: str, command: AnyCommand, actor: Actor) -> None:
        self._floor.noted(table, command, actor, self._service.clock_ms())

    def _live(self) -> None:
        waiting = Condition(_log)
        while not self._stop.wait(_LOOK_S):
            try:
                self._floor.step(self._service.clock_ms())
                waiting.now("", "the robots go on")
            except JournalError as error:
                waiting.now(f"the robots are waiting for the journal: {error}")
                self._stop.wait(_DATABASE_AWAY_S)
            except Exception:  # noqa: BLE001 - it is in the log; without this thread every table would stand still
                _log.exception("the robots failed; trying again")
                self._stop.wait(_DATABASE_AWAY_S)
