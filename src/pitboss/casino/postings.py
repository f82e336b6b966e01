"""Postings to the ledger: what each stored event moves between accounts, defined here and nowhere
else.

Chips at a table move between players, the layout and the house's account for the table. The house
passes each contribution on to the link and is reimbursed for the awards it pays; both go through
the house's account for the link.
"""

from pitboss.casino.aggregates import NOTHING_YET, Entity, evolved
from pitboss.casino.codec import AnyStored
from pitboss.casino.journal_errors import Placed
from pitboss.casino.requests import Stored
from pitboss.casino.stream_ids import feed_of, link_of, link_stream, table_of, table_stream
from pitboss.jackpot import events as e
from pitboss.jackpot.state import LinkState
from pitboss.ledger.entries import UNITS_PER_CENT, Account, AccountKind, Balances, Entry
from pitboss.rulebook.shelf import Shelf
from pitboss.table.state import TableState

_NOTHING = Entry({})


def posted(stream: str, before: Entity, event: AnyStored, after: Entity) -> Entry:
    """What an event of a stream moves."""
    if (table := table_of(stream)) is not None:
        return _at_table(table, before.table, after.table)
    if (feed := feed_of(stream)) is not None:
        units = _total(after) - _total(before)
        return Entry.move(
            units, house(link_stream(feed.link)), Account(AccountKind.FEED, feed.link)
        )
    link = link_of(stream)
    return _NOTHING if link is None else _on_link(link, event)


def _total(entity: Entity) -> int:
    return entity.feed.meter + entity.feed.reserve


def house(stream: str) -> Account:
    """The house's account for a table or a link."""
    return Account(AccountKind.HOUSE, stream)


def _at_table(name: str, before: TableState | None, after: TableState | None) -> Entry:
    """Chips are conserved at a table, so the changes of its accounts make up the entry."""
    if after is None or after is before:
        return _NOTHING
    chips_before = {} if before is None else before.chips
    if (
        before is not None
        and after.chips is before.chips
        and after.house == before.house
        and after.round is not None
    ):
        return _NOTHING
    # A player whose only bet was taken back is no longer in ``after``.
    players = after.chips.keys() | (chips_before.keys() - after.chips.keys())
    changes = {
        Account(AccountKind.PLAYER, player): units * UNITS_PER_CENT
        for player in players
        if (units := after.chips.get(player, 0) - chips_before.get(player, 0))
    }
    laid = after.on_layout - (0 if before is None else before.on_layout)
    won = after.house - (0 if before is None else before.house)
    changes[Account(AccountKind.TABLE, name)] = laid * UNITS_PER_CENT
    changes[house(table_stream(name))] = won * UNITS_PER_CENT
    return Entry(changes)


def _on_link(link: str, event: AnyStored) -> Entry:
    meter, reserve, overflow, feed = (
        Account(kind, link)
        for kind in (AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW, AccountKind.FEED)
    )
    our = house(link_stream(link))

    def put_in(funding: e.Funding, sign: int, awards_cents: int) -> Entry:
        units = awards_cents * UNITS_PER_CENT
        return Entry(
            {
                meter: sign * (funding.total - units),
                reserve: -sign * funding.reserve_units,
                overflow: -sign * funding.overflow_units,
                our: sign * (units - funding.house_units),
            }
        )

    match event:
        case e.LinkOpened():
            return Entry.move(event.parameters.reset * UNITS_PER_CENT, our, meter)
        case e.ContributionsFolded():
            entered = (
                event.meter_units + event.overflow_units + event.reserve_units - event.house_units
            )
            return Entry(
                {
                    feed: -entered,
                    our: -event.house_units,
                    meter: event.meter_units,
                    overflow: event.overflow_units,
                    reserve: event.reserve_units,
                }
            )
        case e.AwardPaid():
            return put_in(event.funding, 1, sum(award.amount for award in event.awards))
        case e.AwardReversed():
            return put_in(event.funding, -1, event.amount)
        case e.ParametersTookEffect():
            return put_in(event.funding, 1, 0)
        case e.LinkCorrected():
            return Entry.move(event.amount * UNITS_PER_CENT, our, meter)
        case _:
            return _NOTHING


class Ledger:
    """All balances, from events in order of position."""

    def __init__(self, shelf: Shelf) -> None:
        self.balances = Balances()
        self._shelf = shelf
        self._streams: dict[str, Entity] = {}

    def post(self, stored: Stored) -> Entry:
        """Posts one more event and returns its entry."""
        before = self._streams.get(stored.stream, NOTHING_YET)
        with Placed(stored):
            after = self._streams[stored.stream] = evolved(
                stored.stream, before, stored.event, self._shelf
            )
            entry = posted(stored.stream, before, stored.event, after)
        self.balances.post(entry)
        return entry


def standing(stream: str, entity: Entity) -> Entry:
    """The balances of one stream's accounts as one entry. Raises Unbalanced if they don't sum to
    zero.
    """
    state = entity.state
    if isinstance(state, TableState):
        return _at_table(state.id, None, state)
    if (feed := feed_of(stream)) is not None:
        return Entry.move(
            _total(entity), house(link_stream(feed.link)), Account(AccountKind.FEED, feed.link)
        )
    return _standing(state) if isinstance(state, LinkState) else _NOTHING


def _standing(state: LinkState) -> Entry:
    """A link's balances as one entry: whatever is on its accounts came from the feeds or the
    house.
    """
    totals = state.totals
    held = {
        Account(AccountKind.METER, state.id): state.meter_units,
        Account(AccountKind.RESERVE, state.id): state.reserve_units,
        Account(AccountKind.OVERFLOW, state.id): state.overflow_units,
        Account(AccountKind.FEED, state.id): -(totals.contributed + totals.to_reserve),
    }
    return Entry({**held, house(link_stream(state.id)): -sum(held.values())})
