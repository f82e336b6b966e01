"""What a decision is drafted in: the states it may look at, and what it would store, before
anything is stored.
"""

from typing import Protocol

import msgspec

from pitboss.casino.aggregates import Entity
from pitboss.casino.codec import AnyStored
from pitboss.casino.controls import Controls
from pitboss.casino.requests import Refusal
from pitboss.rulebook.shelf import Shelf


class World(Protocol):
    """Where a decision reads streams."""

    shelf: Shelf

    def get(self, stream: str) -> Entity:
        """A stream as it is known here."""

    def fresh(self, stream: str) -> Entity:
        """A stream as it is stored now, also where another process wrote to it."""


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

    def put(
        self, stream: str, before: Entity, events: tuple[AnyStored, ...], after: Entity
    ) -> None:
        """Events for a stream that has none yet, and what the stream is before and after."""
        if events:
            self.events[stream], self.before[stream], self.after[stream] = events, before, after

    def done(self, refusal: Refusal | None = None) -> Draft:
        return Draft(self.events, self.before, self.after, refusal)
