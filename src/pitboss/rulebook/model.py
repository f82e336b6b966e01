"""The three families of rulebooks: stud, hold'em and Bullseye, each a struct of its own.

A new rule document of a known family is a new file in ``data/`` and no code.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.rulebook.authority import Power
from pitboss.rulebook.effects import RulingRow
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.parts import (
    Cap,
    Clauses,
    Conduct,
    Dealing,
    Deck,
    Effective,
    JackpotOrder,
    Layout,
    Leaving,
    Limits,
    Operation,
    PayLine,
    RulebookPart,
    Stage,
    WagerKind,
    WagerSpot,
)
from pitboss.rulebook.readings import (
    DeclinedWithNoHand,
    EqualPointHands,
    Fractions,
    HiddenHand,
    LeavingAfterFlop,
    Note,
    PicturePairs,
    Reading,
    SeveralRoyals,
    SeveralStraightFlushes,
    StraightFlush,
)


class JackpotReadings(RulebookPart, frozen=True):
    """Readings that every rulebook needs."""

    fractions_of_a_cent: Reading[Fractions]
    straight_flush_award: Reading[StraightFlush]
    several_royal_flushes: Reading[SeveralRoyals] | None = None
    several_straight_flushes: Reading[SeveralStraightFlushes] | None = None


class StudReadings(JackpotReadings, frozen=True):
    hidden_hand: Reading[HiddenHand] | None = None
    declined_with_no_hand: Reading[DeclinedWithNoHand] | None = None


class HoldemReadings(JackpotReadings, frozen=True, kw_only=True):
    leaving_after_flop: Reading[LeavingAfterFlop]


class BullseyeReadings(JackpotReadings, frozen=True, kw_only=True):
    equal_point_hands: Reading[EqualPointHands]
    picture_pairs: Reading[PicturePairs]


class CommonCites(RulebookPart, frozen=True):
    """The clauses behind outcomes that every family has."""

    void_round: Clauses
    no_opening_wager: Clauses
    invalid_hand: Clauses
    left: Clauses
    hidden: Clauses
    progressive: Clauses
    progressive_win: Clauses


class StudCites(CommonCites, frozen=True):
    dealer_does_not_qualify_ante: Clauses
    dealer_does_not_qualify_bet: Clauses
    player_higher: Clauses
    player_lower: Clauses
    stand_off: Clauses
    folded: Clauses


class HoldemCites(CommonCites, frozen=True):
    player_higher: Clauses
    player_lower: Clauses
    stand_off: Clauses
    folded: Clauses
    bonus: Clauses


class BullseyeCites(CommonCites, frozen=True):
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


class ByCategory(RulebookPart, frozen=True):
    """A pay table by kind of five-card hand; a hand without a line wins nothing."""

    royal_flush: PayLine | None = None
    straight_flush: PayLine | None = None
    four_of_a_kind: PayLine | None = None
    full_house: PayLine | None = None
    flush: PayLine | None = None
    straight: PayLine | None = None
    three_of_a_kind: PayLine | None = None
    two_pairs: PayLine | None = None
    one_pair: PayLine | None = None
    five_odd_cards: PayLine | None = None

    def line(self, category: Category) -> PayLine | None:
        """The line of one kind of hand."""
        found: PayLine | None = getattr(self, category.name.lower())
        return found


class StudAntePays(RulebookPart, frozen=True):
    dealer_does_not_qualify: PayLine
    dealer_qualifies: PayLine


class StudPays(RulebookPart, frozen=True):
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


class HoldemPays(RulebookPart, frozen=True):
    ante: HoldemAntePays
    flop: WinPays
    turn: WinPays
    river: WinPays
    bonus: BonusPays
    progressive: ByCategory


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


class BullseyePays(RulebookPart, frozen=True):
    main: MainPays
    tie: TiePays
    suits: CountPays
    bullseye: CountPays
    progressive: ByCategory


class StudWagers(RulebookPart, frozen=True):
    ante: WagerSpot
    bet: WagerSpot
    progressive: WagerSpot


class HoldemWagers(RulebookPart, frozen=True):
    ante: WagerSpot
    flop: WagerSpot
    turn: WagerSpot
    river: WagerSpot
    bonus: WagerSpot
    progressive: WagerSpot


class BullseyeWagers(RulebookPart, frozen=True):
    main: WagerSpot
    tie: WagerSpot
    suits: WagerSpot
    bullseye: WagerSpot
    progressive: WagerSpot


class FoldedProgressive(StrEnum):
    """Whether a folded hand can still win the jackpot."""

    STAYS = "stays"
    LOST = "lost"


class HiddenProgressive(StrEnum):
    """Whether a hand that is not shown can still win the jackpot."""

    IF_ESTABLISHED = "if-established"
    LOST = "lost"


class StudHiding(StrEnum):
    """What a stud document says of cards that are not shown."""

    DEEMED_FOLDED = "deemed-folded"
    NOT_SAID = "not-said"
    RANKS_BELOW_DEALER = "ranks-below-dealer"


class StudPlay(RulebookPart, frozen=True):
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


class HoldemPlay(RulebookPart, frozen=True):
    folded_progressive: FoldedProgressive
    folded_clause: str
    leaving: Literal["folded"]
    leaving_clause: str
    hiding_clause: str


class BullseyePlay(RulebookPart, frozen=True):
    leaving: Literal["house-way"]
    leaving_clause: str
    hiding_clause: str


class Book(RulebookPart, frozen=True, eq=False, tag_field="family", kw_only=True):
    """What every rulebook says. Two loads of one file are two books: caches go by identity."""

    id: str
    title: str
    version: str
    operator: str
    clause_list: str
    effective: Effective
    deck: Deck
    layouts: dict[str, Layout]
    dealing: dict[str, Dealing]
    limits: Limits
    caps: dict[str, Cap] = msgspec.field(default_factory=dict)
    jackpot: JackpotOrder
    conduct: Conduct
    refusals: dict[str, Clauses] = msgspec.field(default_factory=dict)
    powers: dict[str, Power]
    operations: dict[str, Operation] = msgspec.field(default_factory=dict)
    notes: dict[str, Note] = msgspec.field(default_factory=dict)
    rulings: dict[str, tuple[RulingRow, ...]]


class StudBook(Book, frozen=True, tag="stud", eq=False, kw_only=True):
    wagers: StudWagers
    pays: StudPays
    play: StudPlay
    cites: StudCites
    readings: StudReadings


class HoldemBook(Book, frozen=True, tag="holdem", eq=False, kw_only=True):
    wagers: HoldemWagers
    pays: HoldemPays
    play: HoldemPlay
    cites: HoldemCites
    readings: HoldemReadings


class BullseyeBook(Book, frozen=True, tag="bullseye", eq=False, kw_only=True):
    wagers: BullseyeWagers
    pays: BullseyePays
    play: BullseyePlay
    cites: BullseyeCites
    readings: BullseyeReadings


Rulebook = StudBook | HoldemBook | BullseyeBook


def possible(book: Rulebook, incident: Incident) -> bool:
    """Whether a rulebook's game can have an incident at all."""
    match incident:
        case Incident.WRONG_COMMUNITY_CARD_COUNT:
            return any(
                {Stage.COMMUNITY, Stage.FLOP} & set(dealing.order)
                for dealing in book.dealing.values()
            )
        case Incident.BURN_MISSED:
            return any(dealing.burn_before for dealing in book.dealing.values())
        case Incident.WRONG_RAISE:
            wagers = msgspec.structs.asdict(book.wagers).values()
            return any(wager.kind is WagerKind.RAISE for wager in wagers)
        case _:
            return True
