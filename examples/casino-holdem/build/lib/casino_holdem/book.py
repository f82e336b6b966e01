"""What a rulebook of Casino Hold'em says."""

from typing import Literal

from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.rulebook.model import (
    ByCategory,
    CommonCites,
    JackpotReadings,
    Pays,
    Play,
    Rulebook,
    Wagers,
)
from pitboss.rulebook.parts import Clauses, PayLine, RulebookPart, WagerSpot


class CasinoHoldemCites(CommonCites, frozen=True):
    dealer_does_not_qualify: Clauses
    player_higher: Clauses
    player_lower: Clauses
    stand_off: Clauses
    folded: Clauses
    bonus: Clauses


class CallPays(RulebookPart, frozen=True):
    win: PayLine


class BonusPays(RulebookPart, frozen=True):
    """The bonus by hole cards and flop; ``pair_of_aces`` is the lowest hand that wins, and pays for
    every hand up to a straight.
    """

    royal_flush: PayLine
    straight_flush: PayLine
    four_of_a_kind: PayLine
    full_house: PayLine
    flush: PayLine
    pair_of_aces: PayLine

    def line(self, category: Category) -> PayLine:
        """The line of a hand that is no lower than a pair of aces."""
        if category <= Category.STRAIGHT:
            return self.pair_of_aces
        found: PayLine = getattr(self, category.name.lower())
        return found


class CasinoHoldemPays(Pays, frozen=True):
    ante: ByCategory
    call: CallPays
    bonus: BonusPays
    progressive: ByCategory

    def __post_init__(self) -> None:
        missing = [
            CATEGORY_LABELS[category] for category in Category if self.ante.line(category) is None
        ]
        if missing:
            raise ValueError(
                f"ante has no line for {', '.join(missing)}; a winning hand of each kind must "
                "be paid"
            )


class CasinoHoldemWagers(Wagers, frozen=True):
    ante: WagerSpot
    call: WagerSpot
    bonus: WagerSpot
    progressive: WagerSpot


class CasinoHoldemPlay(Play, frozen=True):
    """A fold loses the ante alone: hole cards and flop have decided bonus and progressive."""

    dealer_qualifies_with: Literal["pair-of-fours"]
    dealer_qualifies_clause: str
    folding: Literal["loses-the-ante"]
    folded_clause: str
    leaving: Literal["folded"]
    leaving_clause: str
    hiding: Literal["loses-all-that-is-not-proved"]
    hiding_clause: str


class CasinoHoldemBook(Rulebook, frozen=True, tag="casino-holdem", eq=False, kw_only=True):
    wagers: CasinoHoldemWagers
    pays: CasinoHoldemPays
    play: CasinoHoldemPlay
    cites: CasinoHoldemCites
    readings: JackpotReadings
