"""What a Bullseye rulebook says."""

from typing import Literal

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
from pitboss.rulebook.readings import EqualPointHands, PicturePairs, Reading


class BullseyeReadings(JackpotReadings, frozen=True, kw_only=True):
    equal_point_hands: Reading[EqualPointHands]
    picture_pairs: Reading[PicturePairs]


class BullseyeCites(CommonCites, frozen=True, kw_only=True):
    no_three_card_hand: Clauses
    dealer_without_push: Clauses
    dealer_without_tie: Clauses
    player_higher: Clauses
    player_lower: Clauses
    equal: Clauses
    tie: Clauses
    suits: Clauses
    bullseye: Clauses
    house_way: Clauses
    missed_setting: Clauses
    own_setting: Clauses


class MainPays(RulebookPart, frozen=True):
    gnau_tung_ku: PayLine
    pair: PayLine
    mixed_pictures: PayLine
    point_total: PayLine


class TiePays(RulebookPart, frozen=True):
    same_ranking: PayLine
    both_without_three_card_hand: PayLine


class CountPays(RulebookPart, frozen=True):
    """A pay table by how many of the five cards are alike."""

    three: PayLine
    four: PayLine
    five: PayLine


class BullseyePays(Pays, frozen=True):
    main: MainPays
    tie: TiePays
    suits: CountPays
    bullseye: CountPays
    progressive: ByCategory


class BullseyeWagers(Wagers, frozen=True):
    main: WagerSpot
    tie: WagerSpot
    suits: WagerSpot
    bullseye: WagerSpot
    progressive: WagerSpot


class BullseyePlay(Play, frozen=True):
    leaving: Literal["house-way"]
    leaving_clause: str
    hiding_clause: str


class BullseyeBook(Rulebook, frozen=True, tag="bullseye", eq=False, kw_only=True):
    wagers: BullseyeWagers
    pays: BullseyePays
    play: BullseyePlay
    cites: BullseyeCites
    readings: BullseyeReadings
