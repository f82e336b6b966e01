"""What is shown of ordinary cards that were entered at two places."""

from pitboss.kernel.cards import NAMES
from pitboss.kernel.json_types import CardText, Outgoing
from pitboss.table.cards.felt import reads_nothing, twice
from pitboss.table.state import RoundState, TableState


class TwiceView(Outgoing, frozen=True):
    """A card entered at two places: one of them was entered wrongly, or the card is foreign."""

    card: CardText
    places: tuple[str, ...]
    says: str


def told_twice(state: TableState, round: RoundState) -> list[TwiceView]:
    """Only if face-down cards are unknown: otherwise no card can be entered twice."""
    if not reads_nothing(state):
        return []
    return [
        TwiceView(NAMES[repeat.card], repeat.places, f"{repeat.says}.") for repeat in twice(round)
    ]
