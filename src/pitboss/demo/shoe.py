"""The shoe of a table with real cards, where a robot deals: it says which cards came, or, if nobody
reads them, which are turned over.
"""

from random import Random

from msgspec import UNSET

from pitboss.games.deal_plan import BURN, COMMUNITY, DEALER, Do
from pitboss.games.family import family_of
from pitboss.kernel.cards import DECK, Card
from pitboss.rulebook.authority import Post
from pitboss.table import commands as c
from pitboss.table.cards.felt import reads_nothing
from pitboss.table.next_steps import next_steps
from pitboss.table.queries import cards_out
from pitboss.table.state import Phase, RoundState, TableState


class Shoe:
    """Cards in random order; ``flushes`` is the chance per round that a box gets a royal or
    straight flush.
    """

    def __init__(self, random: Random, flushes: float = 0.0) -> None:
        self._random = random
        self._flushes = flushes
        self._rigged: tuple[str, dict[str, list[Card]]] = ("", {})

    def deal(self, state: TableState, round: RoundState) -> c.Deal:
        """The next step of the deal, with its cards if the table does not shuffle by itself."""
        step = round.step
        assert step is not None, "a round whose program has ended is revealed"
        if state.settings.cards == "virtual" or step.do is Do.TURN_OVER or step.place == BURN:
            return c.Deal()
        return c.Deal(cards=self._told(state, round, step.place, step.cards))

    def tells(self, state: TableState, round: RoundState, command: c.AnyCommand) -> c.AnyCommand:
        """What a dealer does, with the cards that come with it."""
        if reads_nothing(state) and round.phase in (Phase.CLOSED, Phase.DEALING, Phase.REVEALED):
            return self._ordinary(state, round, command)
        return self.deal(state, round) if isinstance(command, c.Deal) else command

    def _ordinary(
        self, state: TableState, round: RoundState, command: c.AnyCommand
    ) -> c.AnyCommand:
        """Ordinary cards: the first of a dealer's next steps. A hand is known only once it is
        turned over.
        """
        step = next_steps(state, Post.DEALER)[0]
        place = step.option or (COMMUNITY if step.box is None else str(step.box))
        if step.do == "show-hand":
            box = step.box
            drawn = self._told(state, round, place, step.cards or 0)
            return c.ShowHand(cards=drawn, box=box, place=place if box is None else None)
        if step.do == "deal":
            # In stud it is the dealer's card that lies face up.
            where = COMMUNITY if family_of(state.book).community_cards else DEALER
            drawn = self._told(state, round, where, step.cards or 0)
            return c.Deal(drawn or None, all=step.option == "all" or UNSET)
        return c.Settle() if step.do == "settle" else command

    def _told(
        self, state: TableState, round: RoundState, place: str, count: int
    ) -> tuple[Card, ...]:
        if self._rigged[0] != round.id:
            self._rigged = (round.id, self._rig(state, round))
        wished = self._rigged[1].get(place, [])
        out = cards_out(round)
        promised = {card for cards in self._rigged[1].values() for card in cards}
        left = [card for card in DECK if card not in out and card not in promised]
        self._random.shuffle(left)
        return tuple(wished.pop(0) if wished else left.pop() for _ in range(count))

    def _rig(self, state: TableState, round: RoundState) -> dict[str, list[Card]]:
        """Cards meant for certain places: five of a suit in a row for one box."""
        if self._random.random() >= self._flushes:
            return {}
        suit, top = self._random.randrange(4), self._random.choice((12, 12, 8, 7))
        flush = [Card(rank * 4 + suit) for rank in range(top - 4, top + 1)]
        box = str(self._random.choice(list(round.boxes)))
        own = family_of(state.book).hand_cards
        return {box: flush[:own], COMMUNITY: flush[own:]}
