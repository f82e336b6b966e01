"""What a family of games answers when a round is settled."""

from typing import Protocol, TypeVar

from pitboss.games.progressive import Awards, ProgressivePays
from pitboss.games.record import Box, Round
from pitboss.games.settlement import DealerHand, Line
from pitboss.kernel.poker import Category

Hand = TypeVar("Hand")
"""What a family makes of a hand's cards: a strength, or a place on the list of point hands."""


class Rules(Protocol[Hand]):
    """A rulebook made ready for settling. Hands are looked at once and passed on."""

    progressive_pays: ProgressivePays

    def dealer(self, round: Round) -> Hand | None:
        """The dealer's hand, None where its cards are not all there."""

    def dealer_name(self, dealer: Hand) -> DealerHand:
        """What it is called, and whether it qualifies."""

    def hand(self, round: Round, box: Box) -> Hand | None:
        """The hand of a box, None where its cards are not all there."""

    def hand_name(self, hand: Hand) -> str:
        """What it is called."""

    def hand_words(self, hand: Hand) -> str:
        """What people call it, with the ranks that decide between hands of its kind."""

    def progressive_hand(self, round: Round, box: Box, hand: Hand | None) -> Category | None:
        """The hand on which a box's progressive wager is judged, None where it can't win."""

    def settle_box(
        self, round: Round, box: Box, hand: Hand | None, dealer: Hand, awards: Awards
    ) -> list[Line]:
        """The lines of a box that is in the round, in the order of the family's wagers."""
