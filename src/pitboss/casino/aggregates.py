"""The registry of aggregates: for each kind of stream, how an event changes its state and how
snapshots of it are taken and read. To find out what a stream is, look here.
"""

import hashlib
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pitboss.casino.approvals import Approvals, evolve_approvals
from pitboss.casino.codec import AnyStored, CommandRefused, RoundInterrupted
from pitboss.casino.entry import Entry, asked_at_table
from pitboss.casino.journal_errors import OutOfPlace
from pitboss.casino.operations import AnyOperationsEvent
from pitboss.casino.stream_ids import StreamKind, kind_of
from pitboss.house.evolve import evolve_house
from pitboss.house.state import House
from pitboss.jackpot.evolve import evolve_link
from pitboss.jackpot.feed import Feed, evolve_feed
from pitboss.jackpot.state import LinkState
from pitboss.people.evolve import evolve_people
from pitboss.people.state import People
from pitboss.rulebook.shelf import Shelf
from pitboss.table.corrections.entries import enter
from pitboss.table.evolve import evolve
from pitboss.table.state import TableState

State = TableState | LinkState | Feed | People | Approvals | House | None


class Aggregate(NamedTuple):
    """A kind of stream. ``take_snapshot`` returns None while the state is not at rest; an aggregate
    without it has no snapshots.
    """

    kind: StreamKind
    evolve: Callable[[Any, Any, Shelf], State]
    take_snapshot: Callable[[Any], bytes | None] | None = None
    read_snapshot: Callable[[bytes, Shelf], State] | None = None


NO_STATE = frozenset((CommandRefused, RoundInterrupted, *typing.get_args(AnyOperationsEvent)))
"""Events the application records on its own behalf, in any stream. They change no state."""


def aggregate_of(stream: str) -> Aggregate:
    """The aggregate to which a stream belongs."""
    kind = kind_of(stream)
    if kind is None:
        raise LookupError(f"no stream of Pitboss is called {stream!r}")
    return AGGREGATES[kind]


# ── a stream and its state ────────────────────────────────────────────────────────────────────────


class Entity(msgspec.Struct, frozen=True):
    """A stream's version and the state its events add up to."""

    version: int
    state: State

    @property
    def table(self) -> TableState | None:
        if not (self.state is None or isinstance(self.state, TableState)):
            raise OutOfPlace
        return self.state

    @property
    def link(self) -> LinkState | None:
        if not (self.state is None or isinstance(self.state, LinkState)):
            raise OutOfPlace
        return self.state

    @property
    def people(self) -> People:
        return self.state if isinstance(self.state, People) else People()

    @property
    def approvals(self) -> Approvals:
        return self.state if isinstance(self.state, Approvals) else Approvals()

    @property
    def house(self) -> House:
        return self.state if isinstance(self.state, House) else House()

    @property
    def feed(self) -> Feed:
        return self.state if isinstance(self.state, Feed) else Feed()


NOTHING_YET = Entity(0, None)


def evolved(stream: str, entity: Entity, event: AnyStored, shelf: Shelf) -> Entity:
    """A stream after one more event. The application's own events change no state."""
    state = entity.state
    if type(event) not in NO_STATE:
        state = aggregate_of(stream).evolve(state, event, shelf)
    return Entity(entity.version + 1, state)


def entered(
    stream: str,
    entity: Entity,
    events: Sequence[AnyStored],
    entry: Callable[[], tuple[Entry, int]],
    shelf: Shelf,
) -> Entity:
    """A stream after the events of one entry. A table also keeps what was asked of it in the round
    in progress.
    """
    kind = aggregate_of(stream).kind
    own: list[Any] = [event for event in events if type(event) not in NO_STATE]
    if kind is not StreamKind.TABLE or not own:
        for event in events:
            entity = evolved(stream, entity, event, shelf)
        return entity
    asked = asked_at_table(*entry(), own)
    return Entity(entity.version + len(events), enter(entity.table, asked, own, shelf))


# ── snapshots ─────────────────────────────────────────────────────────────────────────────────────


_NOT_KEPT = frozenset(("book", "start", "log", "entries", "mended", "asked", "corrected"))


def _table_form() -> Any:
    """A table's state without its rulebook, which is looked up again by name, and without what it
    holds of the round in progress.
    """
    hints = typing.get_type_hints(TableState)
    fields = [
        (field.name, hints[field.name])
        for field in msgspec.structs.fields(TableState)
        if field.name not in _NOT_KEPT
    ]
    return msgspec.defstruct("TableForm", fields)


_TableForm = _table_form()

# Built at import rather than on first use: msgspec crashes if two threads make it prepare the same
# type at once.
_table_decoder = msgspec.msgpack.Decoder(_TableForm)
_link_decoder = msgspec.msgpack.Decoder(LinkState)
_people_decoder = msgspec.msgpack.Decoder(People)
_approvals_decoder = msgspec.msgpack.Decoder(Approvals)


def _form() -> str:
    """A name for the shape of the states. When a field is added or removed it changes, and older
    snapshots are ignored.
    """
    shapes = msgspec.json.schema_components((_TableForm, LinkState, People, Approvals))[1]
    return hashlib.sha256(msgspec.json.encode(shapes, order="sorted")).hexdigest()[:16]


SNAPSHOT_FORM = _form()


def _take_table(state: TableState | None) -> bytes | None:
    """Only between rounds, when the state is small."""
    if state is None or state.round is not None:
        return None
    fields = msgspec.structs.asdict(state)
    kept = {name: value for name, value in fields.items() if name not in _NOT_KEPT}
    return msgspec.msgpack.encode(_TableForm(**kept))


def _read_table(body: bytes, shelf: Shelf) -> TableState:
    fields = msgspec.structs.asdict(_table_decoder.decode(body))
    return TableState(book=shelf.get(fields["rules"] or fields["settings"].rulebook), **fields)


def _take_link(state: LinkState | None) -> bytes | None:
    """Only while no claim is open."""
    return None if state is None or state.waiting_claims else msgspec.msgpack.encode(state)


def _take_whole(state: People | Approvals | None) -> bytes | None:
    return None if state is None else msgspec.msgpack.encode(state)


# ── the registry ──────────────────────────────────────────────────────────────────────────────────


def _keeps_no_state(*_: Any) -> None:
    """For streams that exist only for the record."""


AGGREGATES: Mapping[StreamKind, Aggregate] = {
    aggregate.kind: aggregate
    for aggregate in (
        Aggregate(StreamKind.TABLE, evolve, _take_table, _read_table),
        Aggregate(
            StreamKind.LINK,
            lambda state, event, _: evolve_link(state, event),
            _take_link,
            lambda body, _: _link_decoder.decode(body),
        ),
        # Each entry of a feed holds its totals, so the last one says everything.
        Aggregate(StreamKind.FEED, lambda state, event, _: evolve_feed(state or Feed(), event)),
        Aggregate(
            StreamKind.PEOPLE,
            lambda state, event, _: evolve_people(state or People(), event),
            _take_whole,
            lambda body, _: _people_decoder.decode(body),
        ),
        Aggregate(
            StreamKind.APPROVALS,
            lambda state, event, _: evolve_approvals(state or Approvals(), event),
            _take_whole,
            lambda body, _: _approvals_decoder.decode(body),
        ),
        # A few events with long texts: a snapshot would be no shorter.
        Aggregate(StreamKind.HOUSE, lambda state, event, _: evolve_house(state or House(), event)),
        Aggregate(StreamKind.OPERATIONS, _keeps_no_state),
        Aggregate(StreamKind.REFUSED, _keeps_no_state),
        Aggregate(StreamKind.SIGN, _keeps_no_state),
    )
}
