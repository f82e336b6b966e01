"""The states of streams: folded from the journal, kept in memory, with snapshots so that long histories open fast."""

import hashlib
import typing
from typing import Any

import msgspec

from pitboss.casino.codec import AnyStored, CommandRefused, RoundInterrupted, read_event
from pitboss.casino.operations import AnyOperationsEvent
from pitboss.casino.placed import Placed
from pitboss.casino.requests import FEED, LINK, TABLE
from pitboss.jackpot.events import AnyFeedEvent, AnyLinkEvent
from pitboss.jackpot.evolve import evolve_link
from pitboss.jackpot.feed import Feed, evolve_feed
from pitboss.jackpot.state import LinkState
from pitboss.journal.port import Journal, NotAJournal, Snapshot
from pitboss.people.events import PEOPLE_STREAM, AnyPeopleEvent
from pitboss.people.evolve import evolve_people
from pitboss.people.state import People
from pitboss.rulebook.shelf import Shelf
from pitboss.table.events import AnyEvent
from pitboss.table.evolve import evolve
from pitboss.table.state import TableState

State = TableState | LinkState | Feed | People | None


class Entity(msgspec.Struct, frozen=True):
    """A stream's version and what its events come to."""

    version: int
    state: State

    @property
    def table(self) -> TableState | None:
        assert self.state is None or isinstance(self.state, TableState)
        return self.state

    @property
    def link(self) -> LinkState | None:
        assert self.state is None or isinstance(self.state, LinkState)
        return self.state

    @property
    def people(self) -> People:
        return self.state if isinstance(self.state, People) else People()

    @property
    def feed(self) -> Feed:
        return self.state if isinstance(self.state, Feed) else Feed()


NOTHING_YET = Entity(0, None)

_NO_STATE = (CommandRefused, RoundInterrupted, *typing.get_args(AnyOperationsEvent))


def evolved(stream: str, entity: Entity, event: AnyStored, shelf: Shelf) -> Entity:
    """A stream after one more event. What the application records for itself changes no state."""
    state = entity.state
    if not isinstance(event, _NO_STATE):
        kind: Any = event
        if stream.startswith(TABLE):
            table_event: AnyEvent = kind
            state = evolve(entity.table, table_event, shelf)
        elif stream.startswith(LINK):
            link_event: AnyLinkEvent = kind
            state = evolve_link(entity.link, link_event)
        elif stream == PEOPLE_STREAM:
            people_event: AnyPeopleEvent = kind
            state = evolve_people(entity.people, people_event)
        else:
            feed_event: AnyFeedEvent = kind
            state = evolve_feed(entity.feed, feed_event)
    return Entity(entity.version + 1, state)


def load(journal: Journal, stream: str, shelf: Shelf, entity: Entity | None = None) -> Entity:
    """A stream as it is stored now, read on from ``entity`` where that is given."""
    if entity is None:
        entity = _start(journal, stream, shelf)
    for record in journal.read(stream, after=entity.version):
        if record.version != entity.version + 1:
            raise NotAJournal(f"{stream} has no version {entity.version + 1}: run pitboss audit")
        with Placed(record):
            entity = evolved(stream, entity, read_event(record), shelf)
    return entity


def _start(journal: Journal, stream: str, shelf: Shelf) -> Entity:
    """Where reading a stream can begin: at its snapshot, or for a feed, whose entries hold its totals, at the
    last one.
    """
    if stream.startswith(FEED):
        head = journal.head(stream)
        return NOTHING_YET if head is None else Entity(head.version - 1, Feed(version=head.version - 1))
    snapshot = journal.snapshot(stream)
    if snapshot is None or snapshot.form != FORM:
        return NOTHING_YET
    return Entity(snapshot.version, _read_snapshot(stream, snapshot.body, shelf))


# ── snapshots ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _table_form() -> Any:
    """The state of a table but for its rulebook, which is found again by its name."""
    hints = typing.get_type_hints(TableState)
    fields = [
        (field.name, hints[field.name])
        for field in msgspec.structs.fields(TableState)
        if field.name != "book"
    ]
    return msgspec.defstruct("TableForm", fields)


_TableForm = _table_form()

# Made here and not when first needed: msgspec crashes when two threads have it prepare the same type at once.
_read_table = msgspec.msgpack.Decoder(_TableForm)
_read_link = msgspec.msgpack.Decoder(LinkState)
_read_people = msgspec.msgpack.Decoder(People)


def _form() -> str:
    """A name for the shape of the states: when a field comes or goes, older snapshots are left aside."""
    shapes = msgspec.json.schema_components((_TableForm, LinkState, People))[1]
    return hashlib.sha256(msgspec.json.encode(shapes, order="sorted")).hexdigest()[:16]


FORM = _form()


def snapshot_of(stream: str, entity: Entity) -> Snapshot | None:
    """A snapshot of a stream, if it is at rest: between rounds, no claim open. Then it is small."""
    state = entity.state
    if isinstance(state, TableState):
        if state.round is not None:
            return None
        fields = msgspec.structs.asdict(state)
        del fields["book"]
        return Snapshot(stream, entity.version, FORM, msgspec.msgpack.encode(_TableForm(**fields)))
    if isinstance(state, People) or (isinstance(state, LinkState) and not state.waiting_claims):
        return Snapshot(stream, entity.version, FORM, msgspec.msgpack.encode(state))
    return None


def _read_snapshot(stream: str, body: bytes, shelf: Shelf) -> State:
    if stream.startswith(LINK):
        return _read_link.decode(body)
    if stream == PEOPLE_STREAM:
        return _read_people.decode(body)
    form = _read_table.decode(body)
    fields = msgspec.structs.asdict(form)
    return TableState(book=shelf.get(fields["settings"].rulebook), **fields)
