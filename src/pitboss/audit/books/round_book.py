"""A round as its events tell it: whose chips lie where, which cards came, what became of each
hand.
"""

from collections.abc import Iterator, Sequence

from pitboss.audit.report import Misfit, fits
from pitboss.table import events as e

PROGRESSIVE = "progressive"

PLAYED, FOLDED, LEFT, UNREVEALED, INVALID = "played", "folded", "left", "unrevealed", "invalid"
"""What a round record calls what became of a hand."""


class BoxBook:
    """One box. ``beside`` are chips of others than the seated player, by wager and player."""

    def __init__(self, number: int, player: str) -> None:
        self.number = number
        self.player = player
        self.bets: dict[str, int] = {}
        self.beside: dict[str, dict[str, int]] = {}
        self.cards: tuple[int, ...] = ()
        self.dealt_ms = 0
        self.hand = PLAYED
        self.three: tuple[int, ...] | None = None
        self.established: tuple[str, ...] = ()

    def owners(self, bet: str) -> Iterator[tuple[str, int]]:
        """Whose chips a wager is made of, the seated player's first."""
        others = self.beside.get(bet, {})
        seated = self.bets.get(bet, 0) - sum(others.values())
        if seated:
            yield self.player, seated
        yield from others.items()

    def take_off(self, bet: str, player: str, amount: int) -> None:
        """A player's chips leave a wager: all of his."""
        mine = dict(self.owners(bet)).get(player, 0)
        fits(f"{player} takes back {bet} on box {self.number}", mine, amount)
        if not amount:
            raise Misfit("chips are taken back that never lay there", "chips", 0)
        self.bets[bet] -= amount
        if not self.bets[bet]:
            del self.bets[bet]
        others = self.beside.get(bet, {})
        others.pop(player, None)
        if not others:
            self.beside.pop(bet, None)


class RoundBook:
    """A round that is on."""

    def __init__(self, opened: e.BettingOpened) -> None:
        self.id = opened.round
        self.secret = opened.secret
        self.seeds: dict[str, str] = {}
        self.boxes: dict[int, BoxBook] = {}
        self.closed = False
        self.deck: tuple[int, ...] | None = None
        self.drawn = 0
        self.out: set[int] = set()
        self.dealer: tuple[int, ...] = ()
        self.community: tuple[int, ...] = ()
        self.void = False
        self.claimed: tuple[e.ClaimedHand, ...] = ()
        self.registered: e.JackpotRegistered | None = None
        self.settled: e.RoundSettled | None = None

    def box(self, number: int) -> BoxBook:
        """A box that is in the round."""
        found = self.boxes.get(number)
        if found is None:
            raise Misfit("a box is named that is not in the round", sorted(self.boxes), number)
        return found

    @property
    def on_layout(self) -> int:
        """All chips that lie there."""
        return sum(amount for box in self.boxes.values() for amount in box.bets.values())

    def draw(self, cards: Sequence[int | None]) -> None:
        """Cards leave the deck: none twice, and from a virtual shuffle in its order."""
        if not self.closed:
            raise Misfit("cards are dealt after betting has been closed", "no card", cards)
        if self.deck is not None:
            fits(
                "the next cards of the shuffle",
                list(self.deck[self.drawn : self.drawn + len(cards)]),
                list(cards),
            )
        self.drawn += len(cards)
        for card in cards:
            if card is None:
                continue
            if card in self.out or not 0 <= card < 52:
                raise Misfit("a card that has left the deck comes again", "another card", card)
            self.out.add(card)

    def unclaim(self) -> bool:
        """What was claimed falls away; whether there was anything."""
        fell = bool(self.claimed)
        self.claimed = ()
        return fell

    def unsettle(self) -> bool:
        """What was worked out holds no longer; whether a claim falls away with it."""
        self.settled = None
        return self.unclaim()

    def bets_that_count(self, opening: str) -> int:
        """Progressive bets that feed the jackpot: accepted when betting closed, and not gone back
        since.
        """
        if not self.closed or self.void:
            return 0
        if self.settled is None:
            return sum(
                box.bets.get(PROGRESSIVE, 0)
                for box in self.boxes.values()
                if box.bets.get(opening) and box.hand != INVALID
            )
        return sum(
            self.box(settled["box"]).bets.get(PROGRESSIVE, 0)
            for settled in self.settled.settlement["boxes"]
            for line in settled["lines"]
            if line["bet"] == PROGRESSIVE and line["result"] in ("win", "lose")
        )
