"""What a decision is drafted in: the states it may look at, and what it would store, before
anything is stored.
"""

from collections.abc import Mapping
from typing import Protocol

import msgspec

from pitboss.casino.codec import AnyStored
from pitboss.casino.controls import Controls
from pitboss.casino.requests import Refusal, Request
from pitboss.casino.stream_ids import feed_stream, link_stream
from pitboss.casino.streams import Entity, evolved
from pitboss.jackpot import commands as lc
from pitboss.jackpot.decide import decide_link
from pitboss.jackpot.feed import Feed
from pitboss.jackpot.refusals import LinkRefused
from pitboss.jackpot.state import LinkState
from pitboss.rulebook.shelf import Shelf


class World(Protocol):
    """Where streams are found."""

    shelf: Shelf

    def get(self, stream: str) -> Entity:
        """A stream as it is known here."""

    def fresh(self, stream: str) -> Entity:
        """A stream as it is stored now, whoever wrote to it."""


class Draft(msgspec.Struct, frozen=True):
    """What is to be stored: events by stream, and what the streams are afterwards."""

    events: dict[str, tuple[AnyStored, ...]]
    before: dict[str, Entity]
    after: dict[str, Entity]
    refusal: Refusal | None = None


class Outside(msgspec.Struct, frozen=True):
    """The clock, a fresh secret for a virtual shuffle, and the house's controls where it has
    any.
    """

    now_ms: int
    secret: bytes | None = None
    controls: Controls | None = None


class Drafting:
    """What is to be stored, while it is being put together stream by stream."""

    __slots__ = ("after", "before", "events", "world")

    def __init__(self, world: World) -> None:
        self.world = world
        self.events: dict[str, tuple[AnyStored, ...]] = {}
        self.before: dict[str, Entity] = {}
        self.after: dict[str, Entity] = {}

    def add(self, stream: str, events: tuple[AnyStored, ...]) -> None:
        """Events for a stream that has none yet."""
        entity = before = self.world.get(stream)
        for event in events:
            entity = evolved(stream, entity, event, self.world.shelf)
        self.put(stream, before, events, entity)

    def put(
        self, stream: str, before: Entity, events: tuple[AnyStored, ...], after: Entity
    ) -> None:
        """The same where the state after them is known already."""
        if events:
            self.events[stream], self.before[stream], self.after[stream] = events, before, after

    def done(self, refusal: Refusal | None = None) -> Draft:
        return Draft(self.events, self.before, self.after, refusal)


def feeds_of(world: World, state: LinkState | None, fresh: bool) -> dict[str, Feed]:
    """What the tables of a link have put in."""
    if state is None:
        return {}
    find = world.fresh if fresh else world.get
    return {table: find(feed_stream(state.id, table)).feed for table in state.tables}


def on_link(
    drafting: Drafting,
    link: str,
    command: lc.AnyLinkCommand,
    request: Request,
    now_ms: int,
    changed: Mapping[str, Feed] | None = None,
) -> Refusal | None:
    """Decides on a link, with what its tables have put in by now; ``changed`` are feeds that this
    very request changes.
    """
    world, stream = drafting.world, link_stream(link)
    state = world.fresh(stream).link
    feeds = feeds_of(world, state, fresh=True) | dict(changed or {})
    decided = decide_link(
        state, command, request.actor, lc.LinkGiven(now_ms, feeds), link, world.shelf
    )
    if isinstance(decided, LinkRefused):
        return Refusal(decided.code.value, decided.message, decided.clauses)
    drafting.add(stream, decided)
    return None
