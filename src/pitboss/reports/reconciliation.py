"""Reconciliation: every account added up from the first event, and compared with the stored states.

The balances come from the ledger's postings, event by event; the states of tables and links are
loaded separately (from snapshots if there are any), and the feeds are added up bet by bet. All must
agree.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from pitboss.casino.aggregates import Entity
from pitboss.casino.history import as_stored
from pitboss.casino.postings import Ledger, house, standing
from pitboss.casino.record_shelf import RecordShelf
from pitboss.casino.stream_ids import (
    StreamKind,
    feed_stream,
    kind_of,
    link_of,
    link_stream,
    table_of,
)
from pitboss.casino.streams import load
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.state import LinkState, waiting
from pitboss.journal.port import Journal
from pitboss.ledger.entries import Account, AccountKind, Balances, Unbalanced
from pitboss.reports.jackpot import feed_totals
from pitboss.rulebook.shelf import Shelf
from pitboss.table.state import TableState

_CHUNK = 1_000


class Comparison(msgspec.Struct, frozen=True):
    """Two figures that must be equal, in units."""

    what: str
    about: str
    expected_units: int
    found_units: int

    @property
    def right(self) -> bool:
        return self.expected_units == self.found_units


class Reconciliation(msgspec.Struct, frozen=True):
    """The balance of every account, what was compared with what, and up to which position."""

    position: int
    events: int
    balances: tuple[tuple[Account, int], ...]
    checks: tuple[Comparison, ...]

    @property
    def wrong(self) -> tuple[Comparison, ...]:
        return tuple(check for check in self.checks if not check.right)

    @property
    def right(self) -> bool:
        return not self.wrong


def reconcile(
    journal: Journal, shelf: Shelf, progress: Callable[[int], None] = lambda _: None
) -> Reconciliation:
    """Adds everything up. Other processes may keep storing: each stream is compared as of one
    version.
    """
    shelf = RecordShelf(journal, shelf)
    ledger = Ledger(shelf)
    versions: dict[str, int] = {}
    position = _post_all(journal, ledger, versions, progress)
    entities: dict[str, Entity] = {}
    # A link is read before its feeds: whatever it has entered from them is then in them, however
    # late they are read.
    for stream in sorted(versions, key=lambda name: (kind_of(name) is StreamKind.FEED, name)):
        entity = entities[stream] = load(journal, stream, shelf)
        for record in journal.read(stream, after=versions[stream]):
            if record.version > entity.version:
                break
            ledger.post(as_stored(record))
            versions[stream] = record.version
    checks = [
        Comparison(
            "all accounts sum to nothing", "ledger", 0, sum(units for _, units in ledger.balances)
        )
    ]
    checks += _accounts(ledger.balances, _kept(entities))
    for stream, entity in entities.items():
        if table_of(stream) is not None and entity.table is not None:
            checks += _table_checks(stream, entity.table, ledger.balances)
        elif link_of(stream) is not None and entity.link is not None:
            checks += _link_checks(journal, entity.link, entities, ledger.balances)
    return Reconciliation(position, sum(versions.values()), tuple(ledger.balances), tuple(checks))


def _post_all(
    journal: Journal, ledger: Ledger, versions: dict[str, int], progress: Callable[[int], None]
) -> int:
    last, after, done = journal.last_position(), 0, 0
    while after < last and (records := journal.read_all(after, _CHUNK)):
        for record in records:
            ledger.post(as_stored(record))
            versions[record.stream] = record.version
        after = records[-1].position
        done += len(records)
        progress(done)
    return after


def _kept(entities: Mapping[str, Entity]) -> Balances:
    """The balance of every account according to the states. A state that does not add up has none;
    its own checks report that.
    """
    balances = Balances()
    for stream, entity in entities.items():
        with suppress(Unbalanced):
            balances.post(standing(stream, entity))
    return balances


def _accounts(posted: Balances, kept: Balances) -> list[Comparison]:
    """Every account from its entries, and from the states of tables and links."""
    both = dict.fromkeys(account for balances in (posted, kept) for account, _ in balances)
    return [
        Comparison("entries and state agree", str(account), posted[account], kept[account])
        for account in sorted(both)
    ]


def _table_checks(stream: str, state: TableState, balances: Balances) -> list[Comparison]:
    chips = sum(state.chips.values()) + state.house + state.on_layout
    return [
        Comparison("players, layout and house sum to nothing", stream, 0, chips * UNITS_PER_CENT),
        Comparison(
            "the house's account is the table's",
            stream,
            balances[house(stream)],
            state.house * UNITS_PER_CENT,
        ),
    ]


def _link_checks(
    journal: Journal, state: LinkState, entities: dict[str, Entity], balances: Balances
) -> list[Comparison]:
    about = link_stream(state.id)
    # A table that has not contributed yet has no feed.
    empty = Entity(0, None)
    feeds = {
        table: entities.get(feed_stream(state.id, table), empty).feed for table in state.tables
    }
    meter_waits, reserve_waits = waiting(state, feeds)
    totals = state.totals
    checks = [
        Comparison(
            "the meter is its account",
            about,
            _held(balances, AccountKind.METER, state),
            state.meter_units,
        ),
        Comparison(
            "the reserve is its account",
            about,
            _held(balances, AccountKind.RESERVE, state),
            state.reserve_units,
        ),
        Comparison(
            "the overflow is its account",
            about,
            _held(balances, AccountKind.OVERFLOW, state),
            state.overflow_units,
        ),
        Comparison(
            "what waits is the feeds' account",
            about,
            _held(balances, AccountKind.FEED, state),
            meter_waits + reserve_waits,
        ),
    ]
    for table, feed in feeds.items():
        stream = feed_stream(state.id, table)
        meter, reserve = feed_totals(journal, stream, feed.version)
        checks.append(
            Comparison(
                "bets times rates are the feed", stream, meter + reserve, feed.meter + feed.reserve
            )
        )
    put_in = sum(feed.meter + feed.reserve for feed in feeds.values())
    entered = totals.contributed + totals.to_reserve
    checks.append(
        Comparison(
            "tables' contributions reached the link",
            about,
            put_in,
            entered + meter_waits + reserve_waits,
        )
    )
    return checks


def _held(balances: Balances, kind: AccountKind, state: LinkState) -> int:
    return balances[Account(kind, state.id)]
