"""Exact Bullseye: the joint distribution of the player's and the dealer's point hands.

A point hand depends on the ranks of the five cards and on whether the ace of spades is among them.
So there are fourteen **sorts** of card (the twelve ranks below the ace, the other three aces, the
ace of spades) and some eight thousand sorts of hand. For each of them the dealer's hands of every
place follow by inclusion and exclusion over the player's five cards, from the number of hands of
that place which contain given cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.games.bullseye.book import BullseyeBook, CountPays
from pitboss.games.bullseye.rules import BullseyeRules
from pitboss.kernel.cards import ACE, DECK, Card
from pitboss.kernel.points import (
    NO_HAND,
    PLACE_LABELS,
    is_picture,
    kind_of_place,
    makes_three_card_hand,
    place_of_two,
)
from pitboss.maths.exact.results import Case, Cases, odds
from pitboss.maths.progress import step
from pitboss.rulebook.readings import EqualPointHands

Ints = npt.NDArray[np.int64]

PLACES = len(PLACE_LABELS)
HANDS = comb(52, 5)
DEALS = comb(47, 5)
"""The dealer's hands, given a hand of the player."""

_ACE_OF_SPADES = ACE + 1
_SORTS = 14
# How many cards of each sort there are.
_LEFT = np.array([4] * ACE + [3, 1], np.int64)
_SPLITS = [(three, tuple(set(range(5)) - set(three))) for three in combinations(range(5), 3)]
_SAFE = 2**62


@dataclass(frozen=True, eq=False)
class BullseyeCounts:
    """All sorts of hand, how they can be set, and what the dealer can then hold. No rulebook is
    needed.
    """

    sorts: Ints
    """Five sorts of card per row, ascending."""
    hands: Ints
    """How many hands are of each sort."""
    settings: Ints
    """The place that each of the ten splits leaves, 0 if its three cards don't add up."""
    best: Ints
    """The place of the House Way."""
    dealer: Ints
    """Of the dealer's 1,533,939 hands: how many have each place."""


@lru_cache(maxsize=1)
def bullseye_counts() -> BullseyeCounts:
    """Counted once and cached."""
    step("the dealer's point hands against every hand")
    rows = combinations_with_replacement(range(_SORTS), 5)
    sorts = np.array(
        [row for row in rows if all(row.count(sort) <= _LEFT[sort] for sort in row)], np.int64
    )
    number = np.zeros((len(sorts), _SORTS), np.int64)
    np.add.at(number, (np.arange(len(sorts))[:, None], sorts), 1)
    hands = _ways(_LEFT, number)
    settings = _settings(sorts)
    best = settings.max(axis=1)
    return BullseyeCounts(sorts, hands, settings, best, _dealer(sorts, hands, best))


def _ways(left: Ints, number: Ints) -> Ints:
    """In how many ways that many cards of each sort can be chosen."""
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(5)], np.int64)
    ways: Ints = choose[left, number].prod(axis=-1)
    return ways


def _settings(sorts: Ints) -> Ints:
    """What the plain kernel says about each split, by sort of card instead of by card."""
    card = [Card(sort * 4) if sort <= ACE else Card(ACE * 4 + 3) for sort in range(_SORTS)]
    adds = np.array(
        [[[makes_three_card_hand((a, b, c)) for a in card] for b in card] for c in card]
    )
    # Two cards of one sort are a pair, as are the two sorts of ace.
    places = np.array([[place_of_two(a, b) for a in card] for b in card], np.int64)
    settings = np.zeros((len(sorts), len(_SPLITS)), np.int64)
    for at, ((i, j, k), (m, n)) in enumerate(_SPLITS):
        valid = adds[sorts[:, i], sorts[:, j], sorts[:, k]]
        settings[:, at] = np.where(valid, places[sorts[:, m], sorts[:, n]], NO_HAND)
    return settings


def _dealer(sorts: Ints, hands: Ints, best: Ints) -> Ints:
    parts, ways = _parts(sorts)
    # The number of hands with a part of each sort; divided by the `ways` to choose its cards, that
    # is how many hands contain one particular choice of them.
    containing = np.zeros((len(ways), PLACES), np.int64)
    for subset in range(32):
        np.add.at(containing, (parts[:, subset], best), hands)
    containing //= ways[:, None]
    beside = np.zeros((len(sorts), PLACES), np.int64)
    for subset in range(32):
        sign = -1 if subset.bit_count() & 1 else 1
        beside += sign * containing[parts[:, subset]]
    return beside


def _parts(sorts: Ints) -> tuple[Ints, Ints]:
    """Every subset of a hand's five cards, numbered; and the number of ways to choose such
    cards.
    """
    codes = np.zeros((len(sorts), 32), np.int64)
    for subset in range(32):
        for place in range(5):
            if subset >> place & 1:
                codes[:, subset] = codes[:, subset] * (_SORTS + 1) + sorts[:, place] + 1
    known, parts = np.unique(codes, return_inverse=True)
    number = np.zeros((len(known), _SORTS), np.int64)
    rest = known.copy()
    while rest.any():
        rest, digit = np.divmod(rest, _SORTS + 1)
        there = np.nonzero(digit)[0]
        number[there, digit[there] - 1] += 1
    return parts.reshape(codes.shape), _ways(_LEFT, number)


def sort_of(cards: Sequence[Card]) -> int:
    """Which sort of hand five cards are."""
    sorts = sorted(_ACE_OF_SPADES if card == ACE * 4 + 3 else card >> 2 for card in cards)
    return int(np.nonzero((bullseye_counts().sorts == np.array(sorts)).all(axis=1))[0][0])


class BullseyeOdds:
    """A Bullseye rulebook as numbers per unit staked."""

    def __init__(self, book: BullseyeBook) -> None:
        pays = book.pays
        self.order = np.array(BullseyeRules(book).order, np.int64)
        self.equal = book.readings.equal_point_hands.take
        by_kind = {
            name.replace("-", "_"): odds(
                getattr(pays.main, name.replace("-", "_")), f"pays.main.{name}"
            )
            for name in ("gnau-tung-ku", "pair", "mixed-pictures", "point-total")
        }
        self.win = tuple(
            Fraction(0) if place == NO_HAND else by_kind[kind_of_place(place).name.lower()]
            for place in range(PLACES)
        )
        self.tie_same = odds(pays.tie.same_ranking, "pays.tie.same-ranking")
        self.tie_neither = odds(
            pays.tie.both_without_three_card_hand, "pays.tie.both-without-three-card-hand"
        )
        self.suits = _count_odds(pays.suits, "suits")
        self.bullseye = _count_odds(pays.bullseye, "bullseye")


def _count_odds(pays: CountPays, wager: str) -> dict[int, Fraction]:
    return {
        3: odds(pays.three, f"pays.{wager}.three"),
        4: odds(pays.four, f"pays.{wager}.four"),
        5: odds(pays.five, f"pays.{wager}.five"),
    }


def against(pays: BullseyeOdds, places: Ints, dealer: Ints) -> tuple[Ints, Ints, Ints]:
    """For hands set as these places: how many of the dealer's hands they beat, push against and
    lose to.
    """
    with_hand = dealer.copy()
    without = with_hand[:, NO_HAND].copy()
    with_hand[:, NO_HAND] = 0
    mine = pays.order[places][:, None]
    beaten = np.where(pays.order[None, :] < mine, with_hand, 0).sum(axis=1)
    equal = np.where(pays.order[None, :] == mine, with_hand, 0).sum(axis=1)
    lost = with_hand.sum(axis=1) - beaten - equal
    pushed = without
    match pays.equal:
        case EqualPointHands.PUSH:
            pushed = pushed + equal
        case EqualPointHands.LOSE:
            lost = lost + equal
        case EqualPointHands.WIN:
            beaten = beaten + equal
    # Without a 3 Card Hand the main wager loses, whatever the dealer has.
    none = places == NO_HAND
    zero = np.zeros_like(beaten)
    return np.where(none, zero, beaten), np.where(none, zero, pushed), np.where(none, DEALS, lost)


def best_places(pays: BullseyeOdds) -> Ints:
    """The best place to set each sort of hand as; if several are equal, the highest, which is the
    House Way.
    """
    counts = bullseye_counts()
    scale = lcm(*(part.denominator for part in pays.win))
    win = [int(part * scale) for part in pays.win]
    kind: Any = np.int64 if DEALS * max(*win, scale) < _SAFE else object
    chosen = counts.best.copy()
    worth = _worth(pays, chosen, np.array(win, kind), scale, kind)
    for split in range(len(_SPLITS)):
        places = counts.settings[:, split]
        other = _worth(pays, places, np.array(win, kind), scale, kind)
        better = np.asarray((places != NO_HAND) & (other > worth), np.bool_)
        chosen = np.where(better, places, chosen)
        worth = np.where(better, other, worth)
    return chosen


def _worth(
    pays: BullseyeOdds, places: Ints, win: npt.NDArray[Any], scale: int, kind: Any
) -> npt.NDArray[Any]:
    beaten, _, lost = against(pays, places, bullseye_counts().dealer)
    worth: npt.NDArray[Any] = beaten.astype(kind) * win[places] - lost.astype(kind) * scale
    return worth


def main_cases(pays: BullseyeOdds, places: Ints) -> Cases:
    """The outcomes of the main wager for a player who sets these places."""
    counts = bullseye_counts()
    beaten, pushed, lost = against(pays, places, counts.dealer)
    total = HANDS * DEALS
    one = Fraction(1)
    cases = [
        Case("lose", None, -one, one, Fraction(int((counts.hands * lost).sum()), total)),
        Case("push", None, Fraction(0), one, Fraction(int((counts.hands * pushed).sum()), total)),
    ]
    kinds = [kind_of_place(place) for place in range(PLACES)]
    # Lines that pay little come first: win-1, win-2, and so on.
    for kind in sorted(
        set(kinds) - {kinds[NO_HAND]}, key=lambda kind: (pays.win[kinds.index(kind)], kind)
    ):
        of_kind = np.array([one_kind is kind for one_kind in kinds])[places]
        won = pays.win[kinds.index(kind)]
        ways = int((counts.hands * beaten)[of_kind].sum())
        label = kind.name.lower().replace("_", "-")
        cases.append(Case(f"win-{won}", label, won, one, Fraction(ways, total)))
    return Cases(tuple(cases))


def tie_cases(pays: BullseyeOdds, places: Ints) -> Cases:
    """The outcomes of the tie wager."""
    counts = bullseye_counts()
    same = pays.order[None, :] == pays.order[places][:, None]
    equal = np.where(same, counts.dealer, 0).sum(axis=1) * counts.hands
    neither = int(equal[places == NO_HAND].sum())
    both = int(equal.sum()) - neither
    total, one = HANDS * DEALS, Fraction(1)
    return Cases(
        (
            Case("lose", None, -one, one, 1 - Fraction(neither + both, total)),
            Case("win", "same-ranking", pays.tie_same, one, Fraction(both, total)),
            Case(
                "win",
                "both-without-three-card-hand",
                pays.tie_neither,
                one,
                Fraction(neither, total),
            ),
        )
    )


def suits_cases(pays: BullseyeOdds) -> Cases:
    """The outcomes of the suits wager: three, four or five cards of one suit, which only one suit
    can have.
    """
    ways = {alike: 4 * comb(13, alike) * comb(39, 5 - alike) for alike in (3, 4, 5)}
    return _by_count(ways, pays.suits)


def bullseye_cases(pays: BullseyeOdds) -> Cases:
    """The outcomes of the Bullseye wager: three, four or five picture cards."""
    pictures = sum(map(is_picture, DECK))
    ways = {alike: comb(pictures, alike) * comb(52 - pictures, 5 - alike) for alike in (3, 4, 5)}
    return _by_count(ways, pays.bullseye)


def _by_count(ways: dict[int, int], pays: dict[int, Fraction]) -> Cases:
    one = Fraction(1)
    wins = [
        Case("win", name, pays[alike], one, Fraction(ways[alike], HANDS))
        for alike, name in ((3, "three"), (4, "four"), (5, "five"))
    ]
    lose = Case("lose", None, -one, one, 1 - Fraction(sum(ways.values()), HANDS))
    return Cases((lose, *wins))


def point_hands() -> dict[str, int]:
    """How many of the 2,598,960 hands have each place set the House Way, the highest first,
    ``none`` last.
    """
    counts = bullseye_counts()
    return {
        PLACE_LABELS[place]: int(counts.hands[counts.best == place].sum())
        for place in reversed(range(PLACES))
    }
