"""The shoe of a table whose cards are entered, where a robot deals: it says which cards came."""

from random import Random

from pitboss.games.deal_plan import BURN, COMMUNITY, Do
from pitboss.games.family import family_of
from pitboss.kernel.cards import DECK, Card
from pitboss.table import commands as c
from pitboss.table.queries import cards_out
from pitboss.table.state import RoundState, TableState


class Shoe:
    """Cards in random order; ``flushes`` is how often in a round a box gets a royal or straight
    flush.
    """

    def __init__(self, random: Random, flushes: float = 0.0) -> None:
        self._random = random
        self._flushes = flushes
        self._rigged: tuple[str, dict[str, list[Card]]] = ("", {})

    def deal(self, state: TableState, round: RoundState) -> c.Deal:
        """The next step of the deal, with its cards where the table does not shuffle by itself."""
        step = round.step
        assert step is not None, "a round whose program has ended is revealed"
        if round.deck is not None or step.do is Do.TURN_OVER or step.place == BURN:
            return c.Deal()
        if self._rigged[0] != round.id:
            self._rigged = (round.id, self._rig(state, round))
        wished = self._rigged[1].get(step.place, [])
        out = cards_out(round)
        promised = {card for cards in self._rigged[1].values() for card in cards}
        left = [card for card in DECK if card not in out and card not in promised]
        self._random.shuffle(left)
        cards = [wished.pop(0) if wished else left.pop() for _ in range(step.cards)]
        return c.Deal(cards=tuple(cards))

    def _rig(self, state: TableState, round: RoundState) -> dict[str, list[Card]]:
        """Cards that are to come to certain places: five of a suit in a row to one box."""
        if self._random.random() >= self._flushes:
            return {}
        suit, top = self._random.randrange(4), self._random.choice((12, 12, 8, 7))
        flush = [Card(rank * 4 + suit) for rank in range(top - 4, top + 1)]
        box = str(self._random.choice(list(round.boxes)))
        own = family_of(state.book).hand_cards
        return {box: flush[:own], COMMUNITY: flush[own:]}
