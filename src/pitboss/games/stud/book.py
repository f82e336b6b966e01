"""What a stud rulebook says."""

from enum import StrEnum
from typing import Literal

from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.rulebook.model import (
    ByCategory,
    CommonCites,
    FoldedProgressive,
    JackpotReadings,
    Pays,
    Play,
    Rulebook,
    Wagers,
)
from pitboss.rulebook.parts import Clauses, Leaving, PayLine, RulebookPart, WagerSpot
from pitboss.rulebook.readings import DeclinedWithNoHand, HiddenHand, Reading


class StudReadings(JackpotReadings, frozen=True):
    hidden_hand: Reading[HiddenHand] | None = None
    declined_with_no_hand: Reading[DeclinedWithNoHand] | None = None


class StudCites(CommonCites, frozen=True, kw_only=True):
    dealer_does_not_qualify_ante: Clauses
    dealer_does_not_qualify_bet: Clauses
    player_higher: Clauses
    player_lower: Clauses
    stand_off: Clauses
    folded: Clauses


class StudAntePays(RulebookPart, frozen=True):
    dealer_does_not_qualify: PayLine
    dealer_qualifies: PayLine


class StudPays(Pays, frozen=True):
    ante: StudAntePays
    bet: ByCategory
    progressive: ByCategory

    def __post_init__(self) -> None:
        missing = [
            CATEGORY_LABELS[category] for category in Category if self.bet.line(category) is None
        ]
        if missing:
            raise ValueError(
                f"bet has no line for {', '.join(missing)}; a winning hand of each kind must "
                "be paid"
            )


class StudWagers(Wagers, frozen=True):
    ante: WagerSpot
    bet: WagerSpot
    progressive: WagerSpot


class HiddenProgressive(StrEnum):
    """Whether a hand that is not shown can still win the jackpot."""

    IF_ESTABLISHED = "if-established"
    LOST = "lost"


class StudHiding(StrEnum):
    """What a stud document says of cards that are not shown."""

    DEEMED_FOLDED = "deemed-folded"
    NOT_SAID = "not-said"
    RANKS_BELOW_DEALER = "ranks-below-dealer"


class StudPlay(Play, frozen=True):
    """What folding, leaving and hiding do."""

    dealer_qualifies_with: Literal["ace-king"]
    dealer_qualifies_clause: str
    folded_progressive: FoldedProgressive
    folded_clause: str
    leaving: Leaving
    leaving_clause: str
    hiding: StudHiding
    hidden_progressive: HiddenProgressive
    hiding_clause: str


class StudBook(Rulebook, frozen=True, tag="stud", eq=False, kw_only=True):
    wagers: StudWagers
    pays: StudPays
    play: StudPlay
    cites: StudCites
    readings: StudReadings
