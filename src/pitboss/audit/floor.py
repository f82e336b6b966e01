"""All tables, feeds and links of a journal, and what must hold between them when a command is
over.
"""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import UNSET

from pitboss.audit.books.approval_book import ApprovalBook
from pitboss.audit.books.correction_book import stakes
from pitboss.audit.books.deed_book import DeedBook
from pitboss.audit.books.display_book import DisplayBook
from pitboss.audit.books.feed_book import FeedBook
from pitboss.audit.books.link_book import LinkBook
from pitboss.audit.books.people_book import A_MOMENT_MS, PeopleBook
from pitboss.audit.books.shuffle_book import Keeping
from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Counts, Misfit, Restoration, fits
from pitboss.audit.round_record import PaidClaim, check_claimed, check_settlement
from pitboss.audit.rules import AuditedRules
from pitboss.casino.approvals import APPROVALS_STREAM, AnyApprovalEvent
from pitboss.casino.codec import AnyCasinoEvent, CommandRefused
from pitboss.casino.displays import FiguresDisplayed
from pitboss.casino.operations import (
    OPERATIONS_STREAM,
    AnyOperationsEvent,
    ControlsInForce,
    JournalRestored,
    VaultKeyChanged,
)
from pitboss.house.events import HOUSE_STREAM, AnyHouseEvent
from pitboss.jackpot.events import AnyFeedEvent, AnyLinkEvent, ClaimRaised
from pitboss.journal.port import Record
from pitboss.people.events import PEOPLE_STREAM, AnyPeopleEvent
from pitboss.table.events import (
    AnyEvent,
    BettingOpened,
    IncidentReported,
    JackpotClaimed,
    RoundConcluded,
    RoundSettled,
    RulesTaken,
    TableOpened,
)

TABLE, LINK, FEED, SIGN, REFUSED = "table/", "link/", "feed/", "sign/", "refused"

_OF_TABLES = frozenset((*get_args(AnyEvent), *get_args(AnyCasinoEvent)))
_OF_LINKS = frozenset((*get_args(AnyLinkEvent), CommandRefused))
_OF_FEEDS = frozenset(get_args(AnyFeedEvent))
_OF_OPERATIONS = frozenset(get_args(AnyOperationsEvent))
_OF_APPROVALS = frozenset(get_args(AnyApprovalEvent))
_OF_HOUSE = frozenset((*get_args(AnyHouseEvent), CommandRefused))
_OF_PEOPLE = frozenset((*get_args(AnyPeopleEvent), CommandRefused))
_OF_SIGNS = frozenset((FiguresDisplayed,))
_OF_REFUSALS = frozenset((CommandRefused,))


class AuditedFloor:
    """Everything that the events of a journal come to, by this package's own reckoning."""

    def __init__(self, counts: Counts, rules: AuditedRules) -> None:
        self._counts = counts
        self._rules = rules
        self._tables: dict[str, TableBook] = {}
        self._links: dict[str, LinkBook] = {}
        self._feeds: dict[str, FeedBook] = {}
        self._people = PeopleBook(counts)
        self._keeping = Keeping()
        self._approvals = ApprovalBook()
        self._deeds = DeedBook(self._people)
        self._displays = DisplayBook(counts)
        # What the command that is being read has touched: its first record in each table and link.
        self._in_tables: dict[TableBook, Record] = {}
        self._in_links: dict[LinkBook, Record] = {}
        self._refused: Record | None = None
        self._of_people = False
        self._events = 0
        self._position = self._newest_ms = 0
        self.restored: list[Restoration] = []
        self.unaudited: dict[str, None] = {}

    def take(self, record: Record, event: Any) -> None:
        """Follows one event; raises Misfit where it does not fit."""
        stream, before = record.stream, self._position
        self._position = record.position
        if record.at_ms < self._newest_ms:
            self._check_not_back(record)
        else:
            self._newest_ms = record.at_ms
        self._events += 1
        if stream == PEOPLE_STREAM:
            _check_kind(event, _OF_PEOPLE, "people")
            self._people.take(event)
            self._of_people = True
            return
        self._check_time(record, event)
        if isinstance(event, CommandRefused):
            self._refused = record
        if stream == OPERATIONS_STREAM:
            _check_kind(event, _OF_OPERATIONS, "operations")
            self._take_operation(record, event, before)
        elif stream == APPROVALS_STREAM:
            _check_kind(event, _OF_APPROVALS, "approvals")
            self._approvals.take(record.command, event)
            self._deeds.take_approval(event)
        elif stream == HOUSE_STREAM:
            _check_kind(event, _OF_HOUSE, "the house")
            self._rules.take(record, event)
        elif stream == REFUSED:
            _check_kind(event, _OF_REFUSALS, "what was refused")
        elif stream.startswith(TABLE):
            _check_kind(event, _OF_TABLES, "a table")
            self._take_at_table(record, event)
        elif stream.startswith(LINK):
            _check_kind(event, _OF_LINKS, "a link")
            link = self._link(stream.removeprefix(LINK))
            self._in_links.setdefault(link, record)
            link.take(event)
            self._deeds.take_on_link(event, record.at_ms)
            self._displays.stands(link, record.position)
        elif stream.startswith(FEED):
            _check_kind(event, _OF_FEEDS, "a feed")
            self._take_feed(record, event)
        elif stream.startswith(SIGN):
            _check_kind(event, _OF_SIGNS, "a sign")
            self._displays.take(record, event)
        else:
            raise Misfit(
                "the name of a stream",
                "table/…, link/…, feed/…, sign/…, people, house, approvals, operations or refused",
                stream,
            )

    def _check_not_back(self, record: Record) -> None:
        """Time does not go back, but by a moment where two processes store at once."""
        back_ms = self._newest_ms - record.at_ms
        if self._people.strict and back_ms > A_MOMENT_MS:
            raise Misfit("time does not go back", self._newest_ms, record.at_ms)

    def _take_feed(self, record: Record, event: Any) -> None:
        feed = self._feeds.get(record.stream)
        if feed is None:
            raise Misfit(
                "a feed is of a table on a link", "a table that was opened on it", record.stream
            )
        link = self._links[feed.link]
        feed.take(event, link.rates, link.rates_just_before(record.at_ms))
        self._counts.contributions += 1
        self._displays.stands(link, record.position)

    def _check_time(self, record: Record, event: Any) -> None:
        """An event says when it was stored; what a correction brings back, when it was entered."""
        at_ms = getattr(event, "at_ms", record.at_ms)
        if at_ms == record.at_ms:
            return
        table = self._tables.get(record.stream.removeprefix(TABLE))
        again = table is not None and table.corrections.follow > 0
        if not again or at_ms is UNSET or at_ms > record.at_ms:
            fits("the time in the event", record.at_ms, at_ms)

    def _take_operation(self, record: Record, event: Any, before: int) -> None:
        # Who signs is followed with the checkpoints.
        if isinstance(event, ControlsInForce):
            self._people.put_in_force(event)
        if isinstance(event, VaultKeyChanged):
            fits("the vault key before", self._keeping.key, event.before)
            self._keeping.key = event.after
        if isinstance(event, JournalRestored):
            self._keeping.restored = record.position
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
        found = self._links.get(name)
        if found is None:
            found = self._links[name] = LinkBook(name, self._rules.open, self._counts)
            self._counts.links += 1
        return found

    def _take_at_table(self, record: Record, event: Any) -> None:
        name = record.stream.removeprefix(TABLE)
        table = self._tables.get(name)
        if table is None:
            table = self._tables[name] = TableBook(
                name, self._rules.open, self._counts, self._keeping
            )
            self._counts.tables += 1
        if isinstance(event, CommandRefused):
            return
        self._in_tables.setdefault(table, record)
        self._rules.now_ms = record.at_ms
        table.take(event)
        self._deeds.take_at_table(table, event, record.at_ms)
        kind = type(event)
        if kind is RulesTaken or kind is BettingOpened:
            self._rules.check_table(table, record.at_ms, taken=kind is RulesTaken)
        if table.now is not None and table.now.unreadable:
            # What lies face down can be checked when the round is concluded, and not before.
            return
        if kind is RoundSettled:
            check_settlement(table, event, self._paid_on(table))
        elif kind is IncidentReported:
            self._counts.rulings += table.course is not None
        elif kind is JackpotClaimed:
            check_claimed(table, event)
        elif kind is TableOpened and table.course is None:
            self.unaudited[event.settings.rulebook] = None
        if kind is TableOpened and table.link is not None:
            self._feeds[f"{FEED}{table.link}/{name}"] = self._link(table.link).feed(name)
        elif kind is RoundConcluded and table.link is not None:
            assert table.concluded is not None, "a concluded round has a name"
            self._link(table.link).claims.drop(table.concluded)

    def _paid_on(self, table: TableBook) -> list[PaidClaim]:
        """What the link has paid on the claims of the table's round, in the order of payment."""
        found = table.round()
        if table.link is None or not found.claimed:
            return []
        claims = self._link(table.link).claims.of_round(found.id)
        waiting = [claim.raised.claim for claim in claims if claim.waits]
        if waiting:
            raise Misfit(
                "a round is settled when its claims have been", "no claim that waits", waiting[0]
            )
        paid = sorted(
            (claim.paid for claim in claims if claim.paid is not None), key=lambda paid: paid.nth
        )
        return [
            PaidClaim(
                one.award.box,
                one.award.hand,
                one.award.amount,
                one.award.clauses,
                one.before,
                one.funding.reserve_units + one.funding.overflow_units + one.funding.house_units,
            )
            for one in paid
        ]

    # ── when a command is over ────────────────────────────────────────────────────────────────────

    def end_command(self) -> None:
        """Checks what a command has brought about in several streams at once; raises Misfit with
        the place.
        """
        tables, links, refused, events = (
            self._in_tables,
            self._in_links,
            self._refused,
            self._events,
        )
        self._in_tables, self._in_links, self._refused, self._events = {}, {}, None, 0
        if refused is not None and events > 1:
            raise Misfit("a refused command changes nothing", "one record", events, refused)
        self._deeds.end_command(self._approvals.end_command(), self._approvals.end_first())
        if self._of_people:
            self._of_people = False
            self._people.end_command()
        for table, record in tables.items():
            try:
                self._end_at_table(table)
            except Misfit as misfit:
                raise misfit.at(record) from None
        for link, record in links.items():
            try:
                _end_on_link(link, tables)
            except Misfit as misfit:
                raise misfit.at(record) from None

    def _end_at_table(self, table: TableBook) -> None:
        raised, fell, before = table.raised, table.fell, table.corrections.before
        table.raised = table.fell = False
        table.corrections.before = None
        if table.owed:
            raise Misfit("what a ruling has ordered happens with it", table.owed[0], "nothing")
        fits(
            "events that a correction has led to and that are missing", 0, table.corrections.follow
        )
        if table.link is None:
            return
        link = self._link(table.link)
        if table.name not in link.tables:
            raise Misfit("a table on a link has joined it", table.name, sorted(link.tables))
        found = table.now
        if found is None:
            return
        count, come = (
            found.bets_that_count(table.opening_wager),
            link.feed(table.name).bets_of(found.id),
        )
        if count != come:
            raise Misfit(f"progressive bets of {found.id} that are in, in cents", count, come)
        if before is not None:
            stand = before == stakes(found)
            raised, fell = bool(found.claimed) and not stand, bool(before[0]) and not stand
            if raised:
                _check_raised(table, link.raised)
            if stand and any(one.round == found.id for one in link.raised):
                raise Misfit("claims that a correction does not touch stand", "none", "new ones")
        elif raised and not fell:
            _check_raised(table, link.raised)
        if fell and (before is not None or not found.claimed):
            now = {one.claim for one in link.raised}
            standing = [
                claim
                for claim in link.claims.of_round(found.id)
                if (claim.waits or claim.paid) and claim.raised.claim not in now
            ]
            if standing:
                raise Misfit(
                    "claims of a hand that is void are withdrawn",
                    "none left",
                    standing[0].raised.claim,
                )
        link.accounted |= raised or fell

    # ── when all is read ──────────────────────────────────────────────────────────────────────────

    def check_ledger(self) -> None:
        """The whole ledger, in units: players, layouts, house, feeds, meters, reserves and pools
        sum to nothing.
        """
        at_tables = sum(table.total for table in self._tables.values()) * 10_000
        on_links = 0
        for link in self._links.values():
            came = sum(feed.now.meter + feed.now.reserve for feed in link.feeds.values())
            not_entered = came - link.entered
            on_links += link.meter + link.reserve + link.overflow + not_entered + link.house - came
        fits("all accounts together, in units", 0, at_tables + on_links)


def _check_kind(event: Any, kinds: frozenset[type], what: str) -> None:
    if type(event) not in kinds:
        raise Misfit(
            f"an event of {what}", f"one that {what} can have", type(event).__struct_config__.tag
        )


def _check_raised(table: TableBook, raised: list[ClaimRaised]) -> None:
    """The claims on the link are those of the table's event in the same command."""
    found = table.round()
    assert table.settings is not None, "a table with a round is open"
    registered = None if found.registered is None else found.registered.jackpot
    value = None if registered is None else registered.displayed
    fits(
        (
            "claims on the link as the table has made them: table, round, box, player, hand, "
            "part, time"
        ),
        [
            (table.name, found.id, hand.box, hand.player, hand.hand, hand.part, hand.dealt_ms)
            for hand in found.claimed
        ],
        [
            (one.table, one.round, one.box, one.player, one.hand, one.part, one.dealt_ms)
            for one in raised
        ],
    )
    for one in raised:
        fits("the rulebook of a claim", table.rules or table.settings.rulebook, one.rulebook)
        fits("the value registered for a claim, in cents", value, one.registered)


def _end_on_link(link: LinkBook, tables: Mapping[TableBook, Record]) -> None:
    raised, withdrawn, joined, accounted = link.raised, link.withdrawn, link.joined, link.accounted
    link.end_command()
    if (raised or withdrawn) and not accounted:
        names = [one.claim for one in raised] + [claim.raised.claim for claim in withdrawn]
        raise Misfit(
            "claims come and go with what happens at a table", "an event of the table", names[0]
        )
    names = [table.name for table in tables if table.link == link.name]
    for name in joined:
        if name not in names:
            raise Misfit("a table joins a link when it is opened", "an opened table", name)
