"""The rules of a family of games, as settlement uses them."""

from typing import Protocol, TypeVar

from pitboss.games.progressive import Awards, ProgressivePays
from pitboss.games.record import Box, Round
from pitboss.games.settlement import DealerHand, Line
from pitboss.kernel.poker import Category

Hand = TypeVar("Hand")
"""How a family represents a hand: as a strength, or as a place on the list of point hands."""


class Rules(Protocol[Hand]):
    """A rulebook prepared for settling. Hands are evaluated once and passed on."""

    progressive_pays: ProgressivePays

    def dealer(self, round: Round) -> Hand | None:
        """The dealer's hand; None if some of its cards are missing."""

    def dealer_name(self, dealer: Hand) -> DealerHand:
        """Its name, and whether it qualifies."""

    def hand(self, round: Round, box: Box) -> Hand | None:
        """The hand of a box; None if some of its cards are missing."""

    def hand_name(self, hand: Hand) -> str:
        """Its name."""

    def hand_words(self, hand: Hand) -> str:
        """What people call it, with the ranks that decide between hands of its kind."""

    def progressive_hand(self, round: Round, box: Box, hand: Hand | None) -> Category | None:
        """The hand on which a box's progressive wager is judged; None if it can't win."""

    def settle_box(
        self, round: Round, box: Box, hand: Hand | None, dealer: Hand, awards: Awards
    ) -> list[Line]:
        """The lines of a box that is in the round, in the order of the family's wagers."""
