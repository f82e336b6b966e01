"""Drafts of decisions: the states a decision may look at, and what it would store, before anything
is stored.
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
        """Fetches the versions of streams about to be read, in one query."""

    def get(self, stream: str) -> Entity:
        """A stream as this process knows it."""

    def fresh(self, stream: str) -> Entity:
        """A stream as stored now, including what other processes wrote."""

    def peek(self, stream: str) -> Entity:
        """As ``get``, but the decision does not depend on it: it holds whatever becomes of the
        stream.
        """

    def past_round(self, round: str) -> RoundState | None:
        """A finished round as it was at its end; None if the end is not stored yet."""


class Draft(msgspec.Struct, frozen=True):
    """What is to be stored: events by stream, with each stream's state before and after."""

    events: dict[str, tuple[AnyStored, ...]]
    before: dict[str, Entity]
    after: dict[str, Entity]
    refusal: Refusal | None = None


class Outside(msgspec.Struct, frozen=True):
    """What a decision takes from outside: the clock, a fresh secret for a virtual shuffle of
    version 1, and the house's controls and vault, if it has them. ``clock_steps`` says when the
    clock was last set.
    """

    now_ms: int
    secret: bytes | None = None
    controls: Controls | None = None
    vault: Vault | None = None
    clock_steps: tuple[int, ...] = ()


class Drafting(msgspec.Struct, frozen=True):
    """A draft under construction, stream by stream."""

    world: World
    events: dict[str, tuple[AnyStored, ...]] = {}
    before: dict[str, Entity] = {}
    after: dict[str, Entity] = {}

    def put(
        self, stream: str, before: Entity, events: tuple[AnyStored, ...], after: Entity
    ) -> None:
        """Adds events for a stream that has none yet, with its state before and after."""
        if events:
            self.events[stream], self.before[stream], self.after[stream] = events, before, after

    def then(self, other: "Drafting") -> "Drafting":
        """Appends what another draft holds."""
        for stream, events in other.events.items():
            self.put(stream, other.before[stream], events, other.after[stream])
        return self

    def done(self, refusal: Refusal | None = None) -> Draft:
        return Draft(self.events, self.before, self.after, refusal)


class Decided(msgspec.Struct, frozen=True):
    """A decided request on its way to the journal. ``seen`` names all streams the decision depends
    on.
    """

    submission: Submission
    draft: Draft
    unit: Unit
    seen: Set[str]


class Group(msgspec.Struct, frozen=True):
    """Requests that are stored together, with the decisions on them.

    ``invalidated`` names streams that may have been seen in a state they never reached, because an
    earlier group was not stored.
    """

    submissions: Sequence[Submission]
    invalidated: Set[str]
    decided: list[Decided] = []


def moved_streams(units: Sequence[Unit], error: Conflict | Repeated) -> set[str]:
    """The streams that have changed since these units were drafted; all of them if the journal does
    not say which.
    """
    if isinstance(error, Conflict):
        moved = set(error.streams)
    else:
        again = set(error.commands)
        moved = {part.stream for unit in units if unit.command in again for part in unit.parts}
    return moved or {part.stream for unit in units for part in unit.parts}
