"""What is shown of ordinary cards that were entered at two places."""

from pitboss.kernel.cards import NAMES
from pitboss.kernel.json_types import CardText, Outgoing
from pitboss.table.cards.felt import reads_nothing
from pitboss.table.cards.wrong_entries import which_is_wrong
from pitboss.table.state import TableState


class TwiceView(Outgoing, frozen=True):
    """A card entered at two places, what was entered last first: one of them was entered wrongly,
    or the card is foreign.
    """

    card: CardText
    places: tuple[str, ...]
    says: str


def told_twice(state: TableState) -> list[TwiceView]:
    """Only if face-down cards are unknown: otherwise no card can be entered twice."""
    if not reads_nothing(state):
        return []
    return [
        TwiceView(NAMES[card], one.places, f"{one.says}.")
        for one in which_is_wrong(state)
        for card in one.cards
    ]
