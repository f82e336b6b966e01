"""What happens when a dealing error is put right."""

from pitboss.kernel.cards import Card
from pitboss.table.event_base import TableEvent


class CardsMoved(TableEvent, frozen=True, tag="cards-moved/1"):
    """Single cards are returned to their intended order: what each named place has then, and what
    counts as burnt. A card that nobody has read is None.

    ``one_more`` is the place that then lacks a card, which comes next from the shoe.
    """

    places: dict[str, tuple[Card | None, ...]]
    burnt: tuple[Card | None, ...]
    one_more: str | None = None
