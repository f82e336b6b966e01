"""Hands ranked by plain code, in the order of the documents' lists: five-card hands, and Bullseye's
point hands.

It is slow compared with the engine's lookup table, and deliberately shares nothing with it.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from pitboss.audit.report import Misfit
from pitboss.kernel.cards import ACE, JACK, KING, QUEEN, RANKS, SUITS, TEN, Card, rank_of, suit_of

LADDER = (
    "five-odd-cards",
    "one-pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
"""The ten kinds of five-card hand, lowest first: RWS 3.1.2 and MBS stud 3.11 in reverse."""

_GROUPS = {
    (4, 1): LADDER.index("four-of-a-kind"),
    (3, 2): LADDER.index("full-house"),
    (3, 1, 1): LADDER.index("three-of-a-kind"),
    (2, 2, 1): LADDER.index("two-pairs"),
    (2, 1, 1, 1): LADDER.index("one-pair"),
}
"""By how many cards of each rank there are, largest group first."""

_FIVE = RANKS.index("5")
_WHEEL = (ACE, *range(_FIVE, -1, -1))
_RANK = tuple(rank_of(Card(card)) for card in range(52))
_SUIT = tuple(suit_of(Card(card)) for card in range(52))
_FLUSH, _ODD_CARDS = LADDER.index("flush"), LADDER.index("five-odd-cards")
_STRAIGHT = LADDER.index("straight")


class Hand(NamedTuple):
    """A five-card hand; the higher of two compares as greater.

    ``ranks`` decides within a kind: more frequent ranks come first, then higher ones; for a
    straight, only its top card.
    """

    place: int
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        """The contract's name for its kind."""
        return LADDER[self.place]


@lru_cache(maxsize=1_024)
def five_card_hand(cards: tuple[Card, ...]) -> Hand:
    """Ranks five cards. Cached, as a round asks for the same hand several times."""
    if len(set(cards)) != 5:
        raise Misfit("a hand has five different cards", "it is", "it is not")
    ranks = sorted([_RANK[card] for card in cards], reverse=True)
    return _ranked(tuple(ranks), len({_SUIT[card] for card in cards}) == 1)


@lru_cache(maxsize=8_192)
def _ranked(ranks: tuple[int, ...], one_suit: bool) -> Hand:
    """Ranks a hand by its five ranks, highest first. There are 7,462 distinct ones."""
    different = set(ranks)
    if len(different) < 5:
        ordered = sorted(different, key=lambda rank: (ranks.count(rank), rank), reverse=True)
        return Hand(_GROUPS[tuple([ranks.count(rank) for rank in ordered])], tuple(ordered))
    top = _top_of_straight(ranks)
    if top is not None:
        kind = ("royal-flush" if top == ACE else "straight-flush") if one_suit else "straight"
        return Hand(LADDER.index(kind), (top,))
    return Hand(_FLUSH if one_suit else _ODD_CARDS, ranks)


def _top_of_straight(ranks: tuple[int, ...]) -> int | None:
    """The top card of five different ranks, highest first, if they are in sequence; in 5-4-3-2-A
    the ace counts as one, so the five is the top.
    """
    if ranks == _WHEEL:
        return _FIVE
    return ranks[0] if ranks[0] - ranks[4] == 4 else None


@lru_cache(maxsize=1_024)
def best_hand(cards: tuple[Card, ...]) -> Hand:
    """The best five of seven cards (hold'em 1.10)."""
    if len(set(cards)) != 7:
        raise Misfit("a hand is made of seven different cards", "it is", "it is not")
    suits = [_SUIT[card] for card in cards]
    best = _best_of(tuple(sorted([_RANK[card] for card in cards], reverse=True)))
    for suit in set(suits):
        if suits.count(suit) >= 5:
            of_suit = sorted([_RANK[card] for card in cards if _SUIT[card] == suit], reverse=True)
            best = max(best, _best_flush(of_suit))
    return best


@lru_cache(maxsize=8_192)
def _best_of(ranks: tuple[int, ...]) -> Hand:
    """The best five of seven ranks, highest first, ignoring suits."""
    different = sorted(set(ranks), reverse=True)
    for at in range(len(different) - 4):
        if different[at] - different[at + 4] == 4:
            straight = Hand(_STRAIGHT, (different[at],))
            break
    else:
        low = {*_WHEEL} <= {*different}
        straight = Hand(_STRAIGHT, (_FIVE,)) if low else Hand(_ODD_CARDS, ())
    often = sorted(different, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    first, second = ranks.count(often[0]), ranks.count(often[1])
    if first == 4 or (first == 3 and second >= 2):
        # The fifth card beside four of a kind is the highest left; a full house takes the best
        # pair.
        of_four = max(often[1:])
        pair = max(rank for rank in often[1:] if ranks.count(rank) >= 2) if first == 3 else of_four
        return Hand(_GROUPS[(4, 1) if first == 4 else (3, 2)], (often[0], pair))
    if straight.place == _STRAIGHT:
        return straight
    if first == 2 and second == 2:
        return Hand(_GROUPS[2, 2, 1], (*often[:2], max(often[2:])))
    if first > 1:
        groups = (3, 1, 1) if first == 3 else (2, 1, 1, 1)
        return Hand(_GROUPS[groups], tuple(often[: len(groups)]))
    return Hand(_ODD_CARDS, tuple(often[:5]))


def _best_flush(ranks: Sequence[int]) -> Hand:
    """The best five of at least five cards of one suit, highest first."""
    return max(_ranked(five, True) for five in combinations(ranks, 5))


@lru_cache(maxsize=1_024)
def has_ace_and_king(cards: tuple[Card, ...]) -> bool:
    """What a stud dealer without a pair needs to qualify (RWS 1.14, MBS stud 3.10.2)."""
    return {ACE, KING} <= {rank_of(card) for card in cards}


# ── Bullseye ──────────────────────────────────────────────────────────────────────────────────────

PICTURES = (JACK, QUEEN, KING)

_ACE_OF_SPADES = Card(4 * ACE + SUITS.index("s"))
_THREE, _SIX = RANKS.index("3"), RANKS.index("6")
_MIXED_PICTURES = 11
_LOWEST_PAIR = 12
_GNAU_TUNG_KU = 25
NO_HAND = 0


class PointHand(NamedTuple):
    """A point hand by its place in the list of 3.15 (1 is one point, 25 is Gnau Tung Ku); 0 without
    a 3 Card Hand.

    ``row`` is its line in the pay table of 4.1.
    """

    place: int
    name: str
    row: str


NONE = PointHand(NO_HAND, "none", "")


def values(card: Card, picture: int) -> tuple[int, ...]:
    """What a card may count as (3.4): threes and sixes as either, pictures as ``picture``."""
    rank = rank_of(card)
    if rank in (_THREE, _SIX):
        return (3, 6)
    if rank in PICTURES:
        return (picture,)
    return (1,) if rank == ACE else (rank + 2,)


_COUNTED = tuple(values(Card(card), picture=10) for card in range(52))
_TENS = (10, 20, 30)
_THREES = frozenset(
    three
    for three in product(set(_COUNTED), repeat=3)
    if any(sum(counted) in _TENS for counted in product(*three))
)
"""The triples of values that total 10, 20 or 30."""


def makes_three_card_hand(three: Sequence[Card]) -> bool:
    """Whether three cards can total 10, 20 or 30 (1.1.1)."""
    first, second, third = three
    return (_COUNTED[first], _COUNTED[second], _COUNTED[third]) in _THREES


@lru_cache(maxsize=4_096)
def point_hand(two: tuple[Card, ...]) -> PointHand:
    """Ranks the two cards that a 3 Card Hand leaves."""
    one, other = two
    ranks = {rank_of(one), rank_of(other)}
    if _ACE_OF_SPADES in two and ranks & set(PICTURES):
        return PointHand(_GNAU_TUNG_KU, "gnau-tung-ku", "gnau-tung-ku")
    if len(ranks) == 1:
        rank = rank_of(one)
        spelled = "10" if rank == TEN else RANKS[rank].lower()
        return PointHand(_LOWEST_PAIR + rank, f"pair-{spelled}", "pair")
    if ranks <= set(PICTURES):
        return PointHand(_MIXED_PICTURES, "mixed-pictures", "mixed-pictures")
    # 3.11: up to ten as it is, above that the last digit; 3.4.2: threes and sixes count for the
    # highest total.
    totals = {a + b for a in values(one, picture=0) for b in values(other, picture=0)}
    points = max(total if total <= 10 else total % 10 for total in totals)
    return PointHand(points, f"point-{points}", "point-total")


def rests(cards: Sequence[Card]) -> list[PointHand]:
    """The point hand of every way to set five cards with a 3 Card Hand; empty if there is none."""
    return [
        point_hand(tuple([card for card in cards if card not in three]))
        for three in combinations(cards, 3)
        if makes_three_card_hand(three)
    ]


@lru_cache(maxsize=1_024)
def house_way(cards: tuple[Card, ...]) -> PointHand:
    """The setting that leaves the highest point hand (1.1.5)."""
    return max(rests(cards), default=NONE)


def own_setting(cards: tuple[Card, ...], three: Sequence[Card] | None) -> PointHand:
    """The player's own setting; the House Way if there is none, or it makes no 3 Card Hand
    (3.12).
    """
    if three is None or not makes_three_card_hand(three):
        return house_way(cards)
    return point_hand(tuple([card for card in cards if card not in three]))


def rank_in(hand: PointHand, pictures_equal: bool) -> int:
    """The rank by which hands are compared; all picture pairs are equal if the rulebook reads 1.1.8
    that way.
    """
    pairs = range(_LOWEST_PAIR + JACK, _LOWEST_PAIR + KING + 1)
    return pairs[-1] if pictures_equal and hand.place in pairs else hand.place
