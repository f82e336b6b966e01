"""What a hold'em rulebook says."""

from typing import Literal

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
from pitboss.rulebook.parts import Clauses, PayLine, RulebookPart, WagerSpot
from pitboss.rulebook.readings import LeavingAfterFlop, Reading


class HoldemReadings(JackpotReadings, frozen=True, kw_only=True):
    leaving_after_flop: Reading[LeavingAfterFlop]


class HoldemCites(CommonCites, frozen=True, kw_only=True):
    player_higher: Clauses
    player_lower: Clauses
    stand_off: Clauses
    folded: Clauses
    folded_at_shuffler: Clauses = ()
    bonus: Clauses


class HoldemAntePays(RulebookPart, frozen=True):
    """The ante pays from this kind of hand upward; a winning hand below it pushes."""

    from_category: Literal[
        "five-odd-cards",
        "one-pair",
        "two-pairs",
        "three-of-a-kind",
        "straight",
        "flush",
        "full-house",
    ]
    win: PayLine


class WinPays(RulebookPart, frozen=True):
    win: PayLine


class BonusPays(RulebookPart, frozen=True):
    """Bonus lines by the player's hole cards, the highest line only."""

    aa_player_and_dealer: PayLine
    aa_player_only: PayLine
    ak_suited: PayLine
    aq_aj_suited: PayLine
    ak_unsuited: PayLine
    kk_qq_jj: PayLine
    aq_aj_unsuited: PayLine
    low_pairs: PayLine


class HoldemPays(Pays, frozen=True):
    ante: HoldemAntePays
    flop: WinPays
    turn: WinPays
    river: WinPays
    bonus: BonusPays
    progressive: ByCategory


class HoldemWagers(Wagers, frozen=True):
    ante: WagerSpot
    flop: WagerSpot
    turn: WagerSpot
    river: WagerSpot
    bonus: WagerSpot
    progressive: WagerSpot


class HoldemPlay(Play, frozen=True):
    folded_progressive: FoldedProgressive
    folded_clause: str
    leaving: Literal["folded"]
    leaving_clause: str
    hiding_clause: str


class HoldemBook(Rulebook, frozen=True, tag="holdem", eq=False, kw_only=True):
    wagers: HoldemWagers
    pays: HoldemPays
    play: HoldemPlay
    cites: HoldemCites
    readings: HoldemReadings
