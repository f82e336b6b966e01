"""A floor for trying things out: a link for each operator, tables of every rulebook, and robots
that play on them.
"""

from collections.abc import Callable
from random import Random

import msgspec

from pitboss.casino.app import Casino
from pitboss.casino.approvals import How
from pitboss.casino.requests import SYSTEM, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.clock import wall_clock_ms
from pitboss.demo.cast import SHIFT_MANAGER
from pitboss.demo.robot import Robot, Verifier
from pitboss.jackpot.commands import OpenLink
from pitboss.jackpot.parameters import LinkParameters
from pitboss.journal.port import Journal
from pitboss.kernel.money import Cents
from pitboss.rulebook.loader import installed_ids
from pitboss.rulebook.shelf import Shelf
from pitboss.table.commands import CardSource, LimitSetting, OpenTable
from pitboss.table.shuffle.deck import SECRET_BYTES

_VERIFY_EVERY = 2
_ENTER_EVERY = 40
_PAUSE_MS = (800, 4_400)
"""From one thing that happens at a table to the next: some forty rounds of stud an hour."""
FLUSHES = 1 / 2_000
TROUBLE = 0.01
"""How often a round at a table with real cards has a royal or straight flush (more often than by
chance, so that a few days show one), and an irregularity.
"""

Progress = Callable[[int], None]


class Played(msgspec.Struct, frozen=True):
    """What a demonstration has produced."""

    tables: int
    links: int
    commands: int
    refused: int
    rounds: int


class Clock:
    """A simulated clock that ends at a given moment, so that hours of history are made in
    seconds.
    """

    def __init__(self, end_ms: int, turns: int, random: Random) -> None:
        self._pauses_ms = [random.randint(*_PAUSE_MS) for _ in range(turns)]
        self._turn_ms = self._now_ms = end_ms - sum(self._pauses_ms)

    def __call__(self) -> int:
        """No two calls get the same time, so that hands are rarely completed at the same moment."""
        self._now_ms += 1
        return self._now_ms

    def go_on(self) -> None:
        self._turn_ms += self._pauses_ms.pop()
        self._now_ms = self._turn_ms


def play_demo(
    journal: Journal,
    *,
    tables: int = 5,
    commands: int = 2_000,
    seed: int = 1,
    verifiers: int = 2,
    flushes: float = FLUSHES,
    trouble: float = TROUBLE,
    end_ms: int | None = None,
    progress: Progress = lambda _: None,
) -> Played:
    """Fills an empty journal with a history; the same seed and end give the same one.

    It simply stops at the end: some rounds are in progress, and a claim may be pending.
    """
    random = Random(f"demo/{seed}")
    turns = max(1, commands // tables)
    clock = Clock(wall_clock_ms() if end_ms is None else end_ms, turns, random)
    casino = Casino(journal, clock_ms=clock, secret=lambda: random.randbytes(SECRET_BYTES))
    floor = _Floor(casino, seed, verifiers)
    floor.open(tables, flushes, trouble)
    for turn in range(turns):
        clock.go_on()
        floor.play(turn)
        progress(floor.asked)
    states = [casino.table(name) for name in casino.tables()]
    return Played(
        len(states),
        len(casino.links()),
        floor.asked,
        floor.refused,
        sum(table.rounds for table in states if table),
    )


class _Floor:
    def __init__(self, casino: Casino, seed: int, verifiers: int) -> None:
        self.asked = self.refused = 0
        self._casino = casino
        self._seed = seed
        self._verifiers_needed = verifiers
        self._robots: list[Robot] = []
        self._verifiers: dict[str, Verifier] = {}

    def open(self, tables: int, flushes: float, trouble: float) -> None:
        books = installed_ids()
        operators = (self._casino.shelf.get(book).operator for book in books)
        for operator in dict.fromkeys(("RWS", "MBS", *operators)):
            link = operator
            parameters = LinkParameters(
                Cents(100_000_00), 1_000, 250, Cents(250_000_00), self._verifiers_needed
            )
            open_link(self._casino, f"open/{link}", link, operator, parameters)
            self.asked += 1
            self._verifiers[link] = Verifier(link, self._seed)
        for nth in range(tables):
            name, book = f"T{nth + 1}", books[nth % len(books)]
            cards: CardSource = "virtual" if nth % 2 else "entered"
            opening = settings(self._casino.shelf, book, cards)
            self._do(Request(f"open/{name}", table_stream(name), opening, SYSTEM))
            self._robots.append(Robot(name, self._seed, flushes=flushes, trouble=trouble))

    def play(self, turn: int) -> None:
        """Something happens at each table, stored together; now and then somebody attends to the
        links.
        """
        wanted = []
        for robot in self._robots:
            state = self._casino.table(robot.table)
            assert state is not None, "the demonstration has opened its tables"
            request = robot.request(state)
            if request is not None:
                wanted.append(request)
        self._do(*wanted)
        if turn % _VERIFY_EVERY == 0:
            for link, verifier in self._verifiers.items():
                linked = self._casino.link(link)
                assert linked is not None, "the demonstration has opened its links"
                asked = verifier.request(linked, self._casino.shelf)
                if asked is not None:
                    self._do(asked)
        if turn % _ENTER_EVERY == 0:
            for link in self._verifiers:
                self._casino.enter_contributions(link)

    def _do(self, *requests: Request) -> None:
        self.asked += len(requests)
        submissions = self._casino.submit(*requests)
        self.refused += sum(one.result().refusal is not None for one in submissions)


def open_link(
    casino: Casino, id: str, link: str, operator: str, parameters: LinkParameters
) -> None:
    """Opens a link when a floor is set up. If the house requires a second person, that is the
    robots' shift manager.
    """
    opening = OpenLink(operator, parameters)
    answer = casino.carry_out(Request(id, link_stream(link), opening, SYSTEM))
    refusal = answer.refusal
    if refusal is not None and refusal.asked is not None and not answer.repeated:
        casino.approve(refusal.asked.digest, SHIFT_MANAGER, How.SESSION)


def settings(shelf: Shelf, rulebook: str, cards: CardSource) -> OpenTable:
    """A table with the first layout and way of dealing of its rulebook and all boxes, on its
    operator's link.
    """
    book = shelf.get(rulebook)
    layout = next(iter(book.layouts))
    return OpenTable(
        rulebook=rulebook,
        layout=layout,
        boxes=book.layouts[layout].boxes[1],
        dealing=next(iter(book.dealing)),
        cards=cards,
        limits={book.wagers.names[0]: LimitSetting(Cents(10_00), Cents(1_000_00))},
        progressive_bet=Cents(5_00),
        link=book.operator,
    )
