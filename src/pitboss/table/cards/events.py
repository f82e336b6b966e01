"""What happens to hands once the dealer has turned over: shown, kept back, proved."""

import msgspec

from pitboss.kernel.cards import Card
from pitboss.rulebook.authority import Actor
from pitboss.table.event_base import TableEvent


class HandShown(TableEvent, frozen=True, tag="hand-shown/1"):
    """The cards that lie open at a place, which nobody had read before: for a box, its whole hand
    and how it was set.

    If a card has turned up twice, the cards of one of the places are entered again.
    """

    place: str
    cards: tuple[Card, ...]
    by: Actor
    three: tuple[Card, ...] | msgspec.UnsetType = msgspec.UNSET


class ShowDeclined(TableEvent, frozen=True, tag="show-declined/1"):
    box: int
    by: Actor


class HandEstablished(TableEvent, frozen=True, tag="hand-established/1"):
    """``cards`` are those that were seen, if nobody had read them before."""

    box: int
    bets: tuple[str, ...]
    by: Actor
    cards: tuple[Card, ...] | msgspec.UnsetType = msgspec.UNSET
