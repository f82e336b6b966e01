"""A small casino for tests: links and tables on any journal, one in memory unless another is given.

    floor = Floor()
    mega = floor.link("mega", reset="250000", rate_bp=1250)
    t1 = floor.table("t1", MS)
    t1.bet(ann=(1, {"ante": "25", "progressive": "5.05"}))
    assert mega.shown == 250_000_63

A table is the ``Table`` of ``tests.tables``, but every command goes through the casino. After each
command the ledger is held against the states of all streams, and every link is counted.
"""

from collections.abc import Mapping
from itertools import starmap
from typing import Any

from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Counts
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.audit.rules import AuditedRules
from pitboss.casino.aggregates import NOTHING_YET, Entity
from pitboss.casino.app import Casino
from pitboss.casino.postings import Ledger, standing
from pitboss.casino.process import feeds_of
from pitboss.casino.record_shelf import RecordShelf
from pitboss.casino.requests import Answer, Request, Stored
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.casino.streams import View, load
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as le
from pitboss.jackpot.parameters import Reason
from pitboss.jackpot.state import LinkState, waiting
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal
from pitboss.kernel.money import Cents
from pitboss.ledger.entries import Account, AccountKind, Balances
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.shelf import Shelf
from pitboss.table.command_json import read_line
from pitboss.table.commands import AnyCommand
from pitboss.table.entries import Asked
from pitboss.table.events import AnyEvent, JackpotClaimed
from pitboss.table.queries import to_ask
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import TableState
from tests.jackpot.links import MAX, MIA, SUPERVISOR, cents, check_conservation, parameters
from tests.support import BE, CS, MH, MS, SS
from tests.tables import SECRET, Table, setting
from tests.tables import SUPERVISOR as TABLE_SUPERVISOR

TABLE, LINK, FEED = "table/", "link/", "feed/"

START_MS = 1_800_000_000_000
OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}
SHELF = Shelf()
"""Read once for all tests."""


class Clock:
    """Every look at it is ``step_ms`` after the one before."""

    def __init__(self, now_ms: int = START_MS, step_ms: int = 1000) -> None:
        self.now_ms = now_ms
        self.step_ms = step_ms

    def __call__(self) -> int:
        found = self.now_ms
        self.now_ms += self.step_ms
        return found


VAULT_KEY = bytes(range(64, 96))


class Floor:
    """A casino, its clock, and books that are kept beside it."""

    def __init__(self, journal: Journal | None = None, session: str = "a") -> None:
        self.journal: Journal = journal if journal is not None else MemoryJournal()
        self.clock = Clock()
        self.session = session
        self.asked = 0
        self.casino = self._open()
        self._read = 0
        self._ledger = Ledger(RecordShelf(self.journal, SHELF))
        self._links: dict[str, list[le.AnyLinkEvent]] = {}

    def _open(self) -> Casino:
        return Casino(
            self.journal, shelf=SHELF, clock_ms=self.clock, secret=lambda: SECRET, key=VAULT_KEY
        )

    def reopen(self) -> Casino:
        """Pitboss starts again on what is stored; nothing that it knew is left."""
        self.session += "+"
        self.asked = 0
        self.casino = self._open()
        return self.casino

    # ── asking ────────────────────────────────────────────────────────────────────────────────────

    def request(self, target: str, command: AnyCommand | lc.AnyLinkCommand, by: Actor) -> Request:
        """A request with an id of its own."""
        self.asked += 1
        return Request(f"{self.session}{self.asked}", target, command, by)

    def ask(self, target: str, command: AnyCommand | lc.AnyLinkCommand, by: Actor) -> Answer:
        """Sends a command, and counts everything afterwards."""
        answer = self.casino.carry_out(self.request(target, command, by))
        self.check()
        return answer

    def link(self, name: str = "mega", operator: str = "RWS", **more: Any) -> "Desk":
        """Opens a link."""
        desk = Desk(self, name)
        desk.do(lc.OpenLink(operator, parameters(**more)), MAX)
        return desk

    def table(
        self, name: str, rulebook: str, link: str | None = "mega", **more: Any
    ) -> "FloorTable":
        """Opens a table on a link, as ``setting`` has it where nothing is said."""
        table = FloorTable(self, name)
        table.do("open-table", by=TABLE_SUPERVISOR, **setting(rulebook, **more) | {"link": link})
        return table

    # ── books ─────────────────────────────────────────────────────────────────────────────────────

    def events(self, stream: str | None = None) -> list[Stored]:
        """All that is stored, or what is stored in one stream."""
        found: list[Stored] = []
        while more := self.casino.events(found[-1].position if found else 0):
            found += more
        return [stored for stored in found if stream is None or stored.stream == stream]

    def check(self) -> None:
        """Holds the ledger against the states of all streams, and counts what is in every link."""
        for stored in self.casino.events(self._read, limit=100_000):
            self._read = stored.position
            self._ledger.post(stored)
            assert sum(units for _, units in self._ledger.balances) == 0
            if isinstance(stored.event, le.AnyLinkEvent.__args__):
                events = self._links.setdefault(stored.stream.removeprefix(LINK), [])
                events.append(stored.event)
        entities = self.entities()
        assert self._ledger.balances == Balances(starmap(standing, entities.items()))
        for link, events in self._links.items():
            state = entities[link_stream(link)].link
            assert state is not None
            check_conservation(events, state)
            self._check_link(state, entities)

    def _check_link(self, state: LinkState, entities: Mapping[str, Entity]) -> None:
        balances = self._ledger.balances
        feeds = {
            table: entities.get(f"{FEED}{state.id}/{table}", NOTHING_YET).feed
            for table in state.tables
        }
        for kind, units in (
            (AccountKind.METER, state.meter_units),
            (AccountKind.RESERVE, state.reserve_units),
            (AccountKind.OVERFLOW, state.overflow_units),
            (AccountKind.FEED, sum(waiting(state, feeds))),
        ):
            assert balances[Account(kind, state.id)] == units, kind

    def entities(self) -> dict[str, Entity]:
        """Every stream, folded from what is stored and from nothing else."""
        return {stream: folded(self.journal, stream) for stream in self.journal.heads()}

    def balance(self, account: str) -> int:
        """What is on an account, in units: ``floor.balance("meter/mega")``."""
        return self._ledger.balances[account_of(account)]


def account_of(text: str) -> Account:
    """``account_of("meter/mega")``."""
    kind, _, name = text.partition("/")
    return Account(AccountKind(kind), name)


class _NoSnapshots:
    """A journal whose snapshots nobody looks at."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def snapshot(self, stream: str) -> None:
        return None


def folded(journal: Journal, stream: str) -> Entity:
    """A stream read from its very first event."""
    plain: Any = _NoSnapshots(journal)
    return load(plain, stream, RecordShelf(journal, SHELF), NOTHING_YET)


class Desk:
    """Whoever runs a link."""

    def __init__(self, floor: Floor, name: str) -> None:
        self.floor = floor
        self.name = name

    def do(
        self, command: lc.AnyLinkCommand, by: Actor = SUPERVISOR
    ) -> list[AnyEvent | le.AnyLinkEvent | Any]:
        """Carries out a command that must be accepted; its events."""
        answer = self.floor.ask(link_stream(self.name), command, by)
        assert answer.refusal is None, f"{command}: {answer.refusal}"
        return [stored.event for stored in answer.events]

    def refused(self, command: lc.AnyLinkCommand, by: Actor = SUPERVISOR) -> str:
        """The code with which a command is refused."""
        answer = self.floor.ask(link_stream(self.name), command, by)
        assert answer.refusal is not None, f"{command}: accepted"
        return answer.refusal.code

    def verify(self, *claims: str, by: Actor = SUPERVISOR) -> None:
        for claim in claims:
            self.do(lc.VerifyClaim(claim), by)

    def change(self, **more: Any) -> None:
        """Two shift managers agree on other parameters."""
        self.do(lc.ProposeParameters(parameters(**more)), MAX)
        self.do(lc.ApproveParameters(), MIA)

    def correct(self, amount: str) -> None:
        """Two shift managers agree on a correction."""
        self.do(
            lc.ProposeCorrection(Cents(cents(amount)), Reason.MISSED_ENTRY, "See the report."),
            MAX,
        )
        self.do(lc.ApproveCorrection(), MIA)

    @property
    def state(self) -> LinkState:
        found = self.floor.casino.link(self.name)
        assert found is not None
        return found

    @property
    def shown(self) -> Cents:
        found = self.floor.casino.displayed(self.name)
        assert found is not None
        return found

    @property
    def waits(self) -> tuple[int, int]:
        """Units that tables have put in and that have not been entered, for the jackpot and the
        reserve.
        """
        return waiting(
            self.state, feeds_of(View.latest(self.floor.casino.cache), self.state, fresh=True)
        )

    @property
    def claims(self) -> list[str]:
        """Claims that wait."""
        return [claim.id for claim in self.state.waiting_claims]

    @property
    def awards(self) -> list[tuple[str, int]]:
        """Claims that were paid, and what, in the order of payment."""
        return [
            (award.claim, award.amount)
            for stored in self.floor.events(link_stream(self.name))
            if isinstance(stored.event, le.AwardPaid)
            for award in stored.event.awards
        ]


class FloorTable(Table):
    """A table of the casino, driven as every table of the tests is."""

    def __init__(self, floor: Floor, name: str) -> None:
        super().__init__(name)
        self.floor = floor
        self.shelf = RecordShelf(floor.journal, SHELF)
        self.book = TableBook(name, self._open_book, Counts())
        self.answer: Answer | None = None

    def _audit(self, events: tuple[AnyEvent, ...]) -> None:
        """Not all that happens here happens by commands to this table: who wants to know audits the
        casino's journal as a whole.
        """

    def _open_book(self, name: str) -> RulebookFile:
        """As the auditor finds it, in the journal as it is."""
        return AuditedRules(self.floor.journal, {}).open(name)

    def _decide(
        self, do: str, by: str, fields: Mapping[str, Any]
    ) -> tuple[AnyEvent, ...] | TableRefused:
        named = {
            name.replace("_", "-"): value for name, value in fields.items() if value is not None
        }
        line = read_line({"table": self.name, "by": by, "do": do, **named})
        self.answer = self.floor.ask(table_stream(self.name), line.command, line.actor)
        refusal = self.answer.refusal
        if refusal is not None:
            # A refusal of the link comes through the table too, under the link's own code.
            code: Any = (
                TableRefusal(refusal.code) if refusal.code in list(TableRefusal) else refusal.code
            )
            return TableRefused(code, refusal.message, refusal.clauses)
        at_ms = self.answer.events[0].at_ms if self.answer.events else 0
        self._asked = Asked(line.command, line.actor, at_ms)
        mine = [
            stored.event
            for stored in self.answer.events
            if stored.stream == table_stream(self.name)
        ]
        events: Any = tuple(mine)
        found: tuple[AnyEvent, ...] = events
        return found

    @property
    def state(self) -> TableState:
        found = self.floor.casino.table(self.name)
        assert found is not None, "the table has not been opened"
        # What happens without a command, at a start, is told here too.
        self._state = found
        return found

    def play_on(self) -> None:
        """Every box stays in to the end; the table stands at ``revealed`` then."""
        self.deal_all()
        while self.phase == "deciding":
            for box in to_ask(self.round):
                if self.state.book.id == BE:
                    self.choose(box, "set-hand")
                elif self.state.book.id == MH and self.round.community_open:
                    self.choose(box, "check")
                else:
                    self.choose(box, "raise", "50")
            self.deal_all()

    def play(self, *hands: str | None, progressive: str = "5") -> None:
        """A round up to ``revealed``, a box for each hand: ``"royal"``, ``"straight"``, or any
        other (None).
        """
        opening = OPENING[self.state.book.id]
        wagers = {opening: "25", "progressive": progressive}
        self.bet(
            **{f"{chr(96 + box)}{self.name}p": (box, wagers) for box in range(1, len(hands) + 1)}
        )
        self.plan(*hands)
        self.play_on()
        assert self.phase == "revealed"

    def plan(self, *hands: str | None) -> None:
        """The cards that will come to the boxes."""
        planned: dict[int | str, str] = {}
        for box, hand in enumerate(hands, start=1):
            if hand is None:
                continue
            if self.state.book.id == MH:
                planned |= {
                    box: {"royal": "Ah Kh", "straight": "9h 8h"}[hand],
                    "community": "Qh Jh Th 2c 3d",
                }
            else:
                suit = "hsdc"[box - 1]
                ranks = {"royal": "AKQJT", "straight": "98765"}[hand]
                planned[box] = " ".join(rank + suit for rank in ranks)
        self.cards(planned)

    def claims(self) -> list[int]:
        """Settles a round that claims; the boxes that do."""
        (event,) = self.do("settle")
        assert isinstance(event, JackpotClaimed), event
        return [hand.box for hand in event.hands]

    def finish(self) -> None:
        """Settles and concludes."""
        self.do("settle")
        self.do("conclude")


def tables_of(events: list[Stored]) -> list[str]:
    """The kinds of stored events of tables, in order."""
    return [
        str(stored.event.__struct_config__.tag)
        for stored in events
        if stored.stream.startswith(TABLE)
    ]
