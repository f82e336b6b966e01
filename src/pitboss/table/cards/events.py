"""What happens to hands when the dealer has turned over: shown, kept back, proved."""

import msgspec

from pitboss.kernel.cards import Card
from pitboss.rulebook.authority import Actor
from pitboss.table.event_base import TableEvent


class HandShown(TableEvent, frozen=True, tag="hand-shown/1"):
    """The cards that lie open at a place, which nobody had read: of a box its whole hand, and how
    it was set.

    A card that has turned up twice makes somebody tell those of a place again.
    """

    place: str
    cards: tuple[Card, ...]
    by: Actor
    three: tuple[Card, ...] | msgspec.UnsetType = msgspec.UNSET


class ShowDeclined(TableEvent, frozen=True, tag="show-declined/1"):
    box: int
    by: Actor


class HandEstablished(TableEvent, frozen=True, tag="hand-established/1"):
    """``cards`` are those that were seen, where nobody had read them before."""

    box: int
    bets: tuple[str, ...]
    by: Actor
    cards: tuple[Card, ...] | msgspec.UnsetType = msgspec.UNSET
