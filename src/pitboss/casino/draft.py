"""What a decision is drafted in: the states it may look at, and what it would store, before
anything is stored.
"""

from collections.abc import Collection, Sequence, Set
from typing import Protocol

import msgspec

from pitboss.casino.aggregates import Entity
from pitboss.casino.codec import AnyStored
from pitboss.casino.controls.policy import Controls
from pitboss.casino.record_shelf import RecordShelf
from pitboss.casino.requests import Refusal, Submission
from pitboss.casino.vault import Vault
from pitboss.journal.port import Conflict, Repeated, Unit
from pitboss.table.state import RoundState


class World(Protocol):
    """Where a decision reads streams."""

    shelf: RecordShelf

    def catch_up(self, streams: Collection[str]) -> None:
        """Asks for streams that are about to be looked at, all at once."""

    def get(self, stream: str) -> Entity:
        """A stream as it is known here."""

    def fresh(self, stream: str) -> Entity:
        """A stream as it is stored now, also where another process wrote to it."""

    def peek(self, stream: str) -> Entity:
        """A stream as it is known here, for a decision that stands whatever becomes of it."""

    def past_round(self, round: str) -> RoundState | None:
        """A round that is over as it was at its end; None where that is not stored yet."""


class Draft(msgspec.Struct, frozen=True):
    """What is to be stored: events by stream, and what the streams are afterwards."""

    events: dict[str, tuple[AnyStored, ...]]
    before: dict[str, Entity]
    after: dict[str, Entity]
    refusal: Refusal | None = None


class Outside(msgspec.Struct, frozen=True):
    """The clock, a fresh secret for a virtual shuffle of version 1, and the house's controls and
    its vault where it has any. ``clock_steps``: when the clock was set lately.
    """

    now_ms: int
    secret: bytes | None = None
    controls: Controls | None = None
    vault: Vault | None = None
    clock_steps: tuple[int, ...] = ()


class Drafting(msgspec.Struct, frozen=True):
    """What is to be stored, while it is being put together stream by stream."""

    world: World
    events: dict[str, tuple[AnyStored, ...]] = {}
    before: dict[str, Entity] = {}
    after: dict[str, Entity] = {}

    def put(
        self, stream: str, before: Entity, events: tuple[AnyStored, ...], after: Entity
    ) -> None:
        """Events for a stream that has none yet, and what the stream is before and after."""
        if events:
            self.events[stream], self.before[stream], self.after[stream] = events, before, after

    def then(self, other: "Drafting") -> "Drafting":
        """This, and what another one holds behind it."""
        for stream, events in other.events.items():
            self.put(stream, other.before[stream], events, other.after[stream])
        return self

    def done(self, refusal: Refusal | None = None) -> Draft:
        return Draft(self.events, self.before, self.after, refusal)


class Decided(msgspec.Struct, frozen=True):
    """What was decided on a request, on its way to the journal. ``seen`` are all streams that it
    rests on.
    """

    submission: Submission
    draft: Draft
    unit: Unit
    seen: Set[str]


class Group(msgspec.Struct, frozen=True):
    """Requests that are stored together, with what was decided on them.

    ``invalidated`` are streams that may have been seen as they never came to be: a group before was
    not stored.
    """

    submissions: Sequence[Submission]
    invalidated: Set[str]
    decided: list[Decided] = []


def moved_streams(units: Sequence[Unit], error: Conflict | Repeated) -> set[str]:
    """The streams that are not what they were taken to be when these units were drafted; all of
    them where the journal does not say.
    """
    if isinstance(error, Conflict):
        moved = set(error.streams)
    else:
        again = set(error.commands)
        moved = {part.stream for unit in units if unit.command in again for part in unit.parts}
    return moved or {part.stream for unit in units for part in unit.parts}
