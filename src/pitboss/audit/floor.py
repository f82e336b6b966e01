"""All tables, feeds and links of a journal, and what must hold between them at the end of a
command.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import UNSET

from pitboss.audit import rooms
from pitboss.audit.books.approval_book import ApprovalBook
from pitboss.audit.books.claim_book import check_winner
from pitboss.audit.books.command_end import end_at_table, end_on_link, paid_on
from pitboss.audit.books.deed_book import DeedBook
from pitboss.audit.books.display_book import DisplayBook
from pitboss.audit.books.feed_book import FeedBook
from pitboss.audit.books.link_book import LinkBook
from pitboss.audit.books.people_book import A_MOMENT_MS, PeopleBook
from pitboss.audit.books.shuffle_book import Keeping
from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Counts, Misfit, Restoration, fits
from pitboss.audit.rooms import FEED, LINK, REFUSAL, TIMED, room_of
from pitboss.audit.round_record import check_claimed, check_settlement
from pitboss.audit.rules import AuditedRules
from pitboss.audit.runs.share import TABLE, WHOLE, AuditShare
from pitboss.casino.codec import CommandRefused
from pitboss.casino.operations import ControlsInForce, JournalRestored, VaultKeyChanged
from pitboss.jackpot.events import ClaimVerified
from pitboss.journal.port import Record
from pitboss.table.events import (
    BettingOpened,
    IncidentReported,
    JackpotClaimed,
    RoundConcluded,
    RoundSettled,
    RulesTaken,
    TableOpened,
)

_LOOKED_AT = frozenset(
    (
        RulesTaken,
        BettingOpened,
        RoundSettled,
        IncidentReported,
        JackpotClaimed,
        TableOpened,
        RoundConcluded,
    )
)
"""Events with effects beyond their table."""
_REFUSED_KIND = CommandRefused.__struct_config__.tag
_CONCLUDED_KIND = str(RoundConcluded.__struct_config__.tag)
PASSED_OVER = (str(TableOpened.__struct_config__.tag), _CONCLUDED_KIND)
"""Kinds of events that every process reads, even for other processes' tables."""


_Take: TypeAlias = "Callable[[AuditedFloor, Record, Any, int], None]"


class NotAlone(Exception):
    """A command touched tables of several processes, so none of them can check it alone."""


class AuditedFloor:
    """The auditor's own state of everything in a journal: all tables, or one process's share of
    them.
    """

    def __init__(self, counts: Counts, rules: AuditedRules, share: AuditShare = WHOLE) -> None:
        self.counts = counts
        self.rules = rules
        self.share = share
        self.tables: dict[str, TableBook] = {}
        self.links: dict[str, LinkBook] = {}
        self.feeds: dict[str, FeedBook] = {}
        self.people = PeopleBook(counts)
        self.keeping = Keeping()
        self.approvals = ApprovalBook()
        self.deeds = DeedBook(self.people, rules.past)
        self.displays = DisplayBook(counts)
        self._rooms: dict[str, tuple[Mapping[type, str], _Take, str]] = {}
        self._by_stream: dict[str, TableBook] = {}
        self._owners: dict[str, int] = {}
        # What the current command has touched: its first record in each table and link.
        self._in_tables: dict[TableBook, Record] = {}
        self._in_links: dict[LinkBook, Record] = {}
        self._refused: Record | None = None
        self._of_people = False
        # The process that has the command's other tables.
        self._of_other: int | None = None
        # Whether the command did anything other than at this process's tables.
        self._beside = False
        self._events = 0
        self.position = self.newest_ms = 0
        self.restored: list[Restoration] = []
        # The first figure that no sign can have displayed, reported if nothing else is wrong.
        self.of_signs: Misfit | None = None
        self.unaudited: dict[str, int] = {}

    def take(self, record: Record, event: Any) -> None:
        """Takes one event; raises Misfit if it does not fit."""
        stream, before, at_ms, kind = record.stream, self.position, record.at_ms, type(event)
        self.position = record.position
        self._events += 1
        if at_ms < self.newest_ms:
            self._check_not_back(record)
        else:
            self.newest_ms = at_ms
        room = self._rooms.get(stream)
        if room is None:
            kind_of_room = room_of(stream)
            room = self._rooms[stream] = (
                kind_of_room.kinds,
                _TAKES[kind_of_room.what],
                kind_of_room.what,
            )
        kinds, take, what = room
        look = kinds.get(kind)
        if look == TIMED:
            if event.at_ms != at_ms:
                self._check_time(record, event)
        elif look == REFUSAL:
            self._refused, self._beside = record, True
        elif look is None:
            tag = kind.__struct_config__.tag
            raise Misfit(f"an event of {what}", f"one that {what} can have", tag)
        take(self, record, event, before)

    def take_of_people(self, _record: Record, event: Any, _before: int) -> None:
        """Takes an event about an account, a session or a device."""
        self.people.take(event)
        self._of_people = self._beside = True

    def take_approval(self, record: Record, event: Any, _before: int) -> None:
        """Takes an event about an approval."""
        self._beside = True
        self.approvals.take(record.command, event)
        self.deeds.take_approval(event)

    def take_of_house(self, record: Record, event: Any, _before: int) -> None:
        """Takes an event about a rulebook's text and who decided on it."""
        self.rules.take(record, event)

    def take_refusal(self, record: Record, event: Any, _before: int) -> None:
        """Takes a refusal, which changed nothing."""

    def take_on_link(self, record: Record, event: Any, _before: int) -> None:
        """Takes an event of a link: what goes in, who claims, what is paid."""
        self._beside = True
        link = self._link(record.stream.removeprefix(LINK))
        self._in_links.setdefault(link, record)
        link.take(event)
        self.deeds.take_on_link(event, record.at_ms, link.claims)
        if isinstance(event, ClaimVerified):
            check_winner(link.claims, self.people, event, record.at_ms)
        if self.share.first:
            self.displays.stands(link, record.position)

    def take_of_sign(self, record: Record, event: Any, _before: int) -> None:
        """Takes a sign's report. A sign hangs in public, and anybody who takes its token can report
        what he likes; that must not hide problems that come later.
        """
        if self.share.first:
            try:
                self.displays.take(record, event)
            except Misfit as misfit:
                self.of_signs = self.of_signs or misfit.at(record)

    def pass_over(self, record: Record, event: TableOpened | None) -> None:
        """Takes what this process must know of a record of another process's table; ``event`` is
        given if a table is opened. Only the first process gets every such record.
        """
        self.position, at_ms, kind = record.position, record.at_ms, record.kind
        self._events += 1
        if at_ms < self.newest_ms:
            self._check_not_back(record)
        else:
            self.newest_ms = at_ms
        if self.share.first:
            self._check_alone(record.stream)
        if kind != _REFUSED_KIND:
            self.rules.now_ms = at_ms
        if kind == _CONCLUDED_KIND:
            name = record.stream.removeprefix(TABLE)
            self.deeds.forget(name)
            for link in self.links.values():
                link.claims.forget(name)
        elif event is not None and event.settings.link is not None:
            self._join(record.stream.removeprefix(TABLE), event.settings.link)

    def _check_alone(self, stream: str) -> None:
        """Checks that one process has all tables of a command; otherwise none can judge it."""
        owner = self._owners.get(stream)
        if owner is None:
            owner = self._owners[stream] = self.share.others[stream.removeprefix(TABLE)]
        if self._of_other is None:
            self._of_other = owner
        elif self._of_other != owner:
            raise NotAlone

    def _check_not_back(self, record: Record) -> None:
        """Checks that time does not go back, except by a moment if two processes store at once."""
        back_ms = self.newest_ms - record.at_ms
        if self.people.strict and back_ms > A_MOMENT_MS:
            raise Misfit("time does not go back", self.newest_ms, record.at_ms)

    def take_feed(self, record: Record, event: Any, _before: int) -> None:
        """Takes a table's contribution to its link."""
        feed = self.feeds.get(record.stream)
        if feed is None:
            raise Misfit(
                "a feed is of a table on a link", "a table that was opened on it", record.stream
            )
        link = self.links[feed.link]
        feed.take(event, link.rates, link.rates_just_before(record.at_ms))
        self.counts.contributions += 1
        if self.share.first:
            self.displays.stands(link, record.position)

    def _check_time(self, record: Record, event: Any) -> None:
        """Checks that an event states the time it was stored; one replayed by a correction, when it
        was entered.
        """
        at_ms = event.at_ms
        table = self.tables.get(record.stream.removeprefix(TABLE))
        again = table is not None and table.corrections.follow > 0
        if not again or at_ms is UNSET or at_ms > record.at_ms:
            fits("the time in the event", record.at_ms, at_ms)

    def take_operation(self, record: Record, event: Any, before: int) -> None:
        """Takes an operation on the journal itself."""
        # Changes of the signing key are checked with the checkpoints.
        if isinstance(event, ControlsInForce):
            self.people.put_in_force(event)
        if isinstance(event, VaultKeyChanged):
            fits("the vault key before", self.keeping.key, event.before)
            self.keeping.key = event.after
        if isinstance(event, JournalRestored):
            self.keeping.restored = record.position
            if self.share.first:
                fits("the end of the backup that was restored", before, event.position)
            self.restored.append(
                Restoration(
                    position=record.position,
                    at_ms=event.at_ms,
                    by=event.by,
                    file=event.file,
                    up_to=event.position,
                    replaced=event.replaced,
                )
            )

    def _link(self, name: str) -> LinkBook:
        book = self.links.get(name)
        if book is None:
            book = self.links[name] = LinkBook(name, self.rules.open, self.counts)
            self.counts.links += 1
        return book

    def take_at_table(self, record: Record, event: Any, _before: int) -> None:
        """Takes an event of one of this process's tables."""
        table = self._by_stream.get(record.stream)
        if table is None:
            table = self._by_stream[record.stream] = self._table(record.stream)
        kind, at_ms, touched = type(event), record.at_ms, self._in_tables
        if kind is CommandRefused:
            return
        if first := table not in touched:
            touched[table] = record
        self.rules.now_ms = at_ms
        table.take(event)
        self.deeds.take_at_table(table, event, at_ms, first)
        if kind in _LOOKED_AT:
            self._look_at(table, record, event)

    def _table(self, stream: str) -> TableBook:
        name = stream.removeprefix(TABLE)
        table = self.tables.get(name)
        if table is None:
            table = self.tables[name] = TableBook(name, self.rules.open, self.counts, self.keeping)
            self.counts.tables += 1
        return table

    def _look_at(self, table: TableBook, record: Record, event: Any) -> None:
        """Applies the effects of an event beyond its table."""
        kind = type(event)
        if kind is RulesTaken or kind is BettingOpened:
            self.rules.check_table(table, record.at_ms, taken=kind is RulesTaken)
        if table.now is not None and table.now.unreadable:
            # Face-down cards can be checked only once the round is concluded.
            return
        if kind is RoundSettled:
            link = None if table.link is None else self._link(table.link)
            check_settlement(table, event, paid_on(table, link))
        elif kind is IncidentReported:
            self.counts.rulings += table.course is not None
        elif kind is JackpotClaimed:
            check_claimed(table, event)
        elif kind is TableOpened and table.course is None:
            self.unaudited.setdefault(event.settings.rulebook, record.position)
        if kind is TableOpened:
            self.people.check_founded(table.name)
            if table.link is not None:
                self._join(table.name, table.link)
        elif kind is RoundConcluded and table.link is not None:
            if table.concluded is None:
                raise Misfit("a concluded round has a name", "it is", "it is not")
            self._link(table.link).claims.drop(table.concluded)

    def _join(self, table: str, link: str) -> None:
        self.feeds[f"{FEED}{link}/{table}"] = self._link(link).feed(table)

    # ── when a command is over ────────────────────────────────────────────────────────────────────

    def end_command(self) -> None:
        """Checks what a command did across streams; raises Misfit with the place."""
        tables, links, of_other = self._in_tables, self._in_links, self._of_other
        if of_other is not None:
            self._of_other = None
            if tables:
                raise NotAlone
        if self._beside:
            self._end_beside()
        elif self.deeds.happened:
            self.deeds.end_command(None)
        self._events = 0
        if tables:
            self._in_tables = {}
            for table, record in tables.items():
                link = table.link
                try:
                    end_at_table(table, None if link is None else self._link(link))
                except Misfit as misfit:
                    raise misfit.at(record) from None
        if links:
            self._in_links = {}
            judged = of_other is None and (self.share.first or tables)
            for one, record in links.items():
                try:
                    end_on_link(one, tables if judged else None)
                except Misfit as misfit:
                    raise misfit.at(record) from None

    def _end_beside(self) -> None:
        """Checks the rest of a command, apart from what happened at tables."""
        refused, self._refused = self._refused, None
        self._beside = False
        if refused is not None and self._events > 1:
            raise Misfit("a refused command changes nothing", "one record", self._events, refused)
        given, first = self.approvals.given, self.approvals.first
        if given is not None or first is not None:
            self.approvals.end_command()
        if given is not None or self.deeds.happened:
            self.deeds.end_command(given, first)
        if self._of_people:
            self._of_people = False
            self.people.end_command()

    # ── when all is read ──────────────────────────────────────────────────────────────────────────

    @property
    def at_tables(self) -> int:
        """The sum over players, layouts and house at the tables, in units."""
        tables = self.tables.values()
        return sum(one.total - one.held + sum(one.chips.values()) for one in tables) * 10_000

    @property
    def on_links(self) -> int:
        """The sum over feeds, meters, reserves, pools and the house on the links, in units."""
        on_links = 0
        for link in self.links.values():
            contributed = sum(feed.now.meter + feed.now.reserve for feed in link.feeds.values())
            not_entered = contributed - link.entered
            on_links += (
                link.meter + link.reserve + link.overflow + not_entered + link.house - contributed
            )
        return on_links


def check_ledger(at_tables: int, on_links: int) -> None:
    """Raises Misfit unless all accounts sum to zero."""
    fits("all accounts together, in units", 0, at_tables + on_links)


_TAKES: dict[str, _Take] = {
    rooms.PEOPLE.what: AuditedFloor.take_of_people,
    rooms.OPERATIONS.what: AuditedFloor.take_operation,
    rooms.APPROVALS.what: AuditedFloor.take_approval,
    rooms.HOUSE.what: AuditedFloor.take_of_house,
    rooms.REFUSALS.what: AuditedFloor.take_refusal,
    rooms.A_TABLE.what: AuditedFloor.take_at_table,
    rooms.A_LINK.what: AuditedFloor.take_on_link,
    rooms.A_FEED.what: AuditedFloor.take_feed,
    rooms.A_SIGN.what: AuditedFloor.take_of_sign,
}
"""The method that takes the events of each room."""
