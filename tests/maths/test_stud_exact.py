"""Exact stud against plain enumeration, the settlement engine, and what is published of Caribbean
Stud.

Published figures: the Wizard of Odds on Caribbean Stud Poker, for bets paid 100, 50, 20, 7, 5, 4,
3, 2, 1 to 1.
"""

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

import pitboss
from pitboss.kernel.cards import DECK, NAMES, Card, parse_cards
from pitboss.kernel.poker import ACE_KING_HIGH, CATEGORY_OF, Category, strength_of_five
from pitboss.maths.exact import stud
from pitboss.maths.exact.progressive import HANDS
from pitboss.maths.exact.stud_counts import DEALS, SITUATIONS_IN_ALL, stud_counts
from pitboss.maths.strategy.charts import chart
from pitboss.maths.strategy.stud import situation
from tests.maths import variants
from tests.support import CS, MS, SS


def plainly(hand: tuple[Card, ...], exposed: Card) -> tuple[int, int, int, int]:
    """Unqualified, below, equal and above, by looking at all 163,185 hands of the dealer."""
    mine = strength_of_five(hand)
    rest = [card for card in DECK if card not in (*hand, exposed)]
    found = [0, 0, 0, 0]
    for four in combinations(rest, 4):
        theirs = strength_of_five((exposed, *four))
        if theirs < ACE_KING_HIGH:
            found[0] += 1
        elif theirs < mine:
            found[1] += 1
        elif theirs == mine:
            found[2] += 1
        else:
            found[3] += 1
    return found[0], found[1], found[2], found[3]


HANDS_AND_EXPOSED = [
    "As Kd Jh 8c 3s 7c",  # ace-king, no match
    "As Kd Jh 8c 3s 3d",  # the exposed card pairs the lowest
    "As Kd Qs 8s 3s Ts",  # four of the exposed suit
    "9s 7s 5s 3s 2s Js",  # a flush, and the dealer shows its suit
    "9s 7s 5s 3s 2s 9d",  # a flush, and the dealer shows another suit and one of its ranks
    "9s 7d 5s 3s 2s 9h",  # below ace-king
    "Kh Kd Ks 4c 4d Kc",  # a full house; the dealer has the last king
    "Ah Ad 7s 6c 2d Ac",  # a pair with the exposed rank
    "5h 4h 3h 2h Ah 6h",  # the lowest straight flush
    "As Ks Qs Js Ts 9s",  # nothing beats it
]


@pytest.mark.parametrize("cards", HANDS_AND_EXPOSED)
def test_counts_of_chosen_situations_are_those_of_plain_enumeration(cards: str) -> None:
    *hand, exposed = parse_cards(cards)
    counts, at = stud_counts(), situation(hand, exposed)
    counted = (counts.unqualified[at], counts.below[at], counts.equal[at], counts.above[at])
    assert counted == plainly(tuple(hand), exposed)


def test_counts_of_random_situations_are_those_of_plain_enumeration() -> None:
    random, counts = Random(11), stud_counts()
    for _ in range(10):
        *hand, exposed = random.sample(DECK, 6)
        at = situation(hand, exposed)
        counted = (counts.unqualified[at], counts.below[at], counts.equal[at], counts.above[at])
        assert counted == plainly(tuple(hand), exposed), (hand, exposed)


def test_the_situations_are_all_hands_and_exposed_cards() -> None:
    counts = stud_counts()
    assert counts.weight.sum(dtype=np.int64) == SITUATIONS_IN_ALL
    kinds = np.array(CATEGORY_OF)[counts.strength]
    for category in Category:
        assert counts.weight[kinds == category].sum(dtype=np.int64) == 47 * HANDS[category]
    there = counts.weight > 0
    for part in (counts.unqualified, counts.below, counts.equal, counts.above):
        assert part[there].min() >= 0


def test_dealers_hands_are_shared_out_the_same_from_either_side() -> None:
    """Player and dealer are dealt alike: among hands that qualify the player is above as often as
    below.
    """
    counts = stud_counts()
    qualifying = counts.strength >= ACE_KING_HIGH
    weight = counts.weight[qualifying].astype(np.int64)
    above = int((weight * counts.above[qualifying]).sum())
    below = int((weight * counts.below[qualifying]).sum())
    assert above == below


def caribbean() -> stud.StudOdds:
    return stud.StudOdds.of(variants.stud(pays__bet__royal_flush="100 to 1"))


# Losses over all 19,933,230,517,200 deals, as the Wizard of Odds gives them to the last unit.
PUBLISHED_LOSSES = {
    "The best play.": 1_041_372_912_372,
    "three rules": 1_041_417_758_724,
    "Bet A-K-J-8-3 or better, fold the rest.": 1_059_715_400_580,
    "Bet a pair or better, fold the rest.": 1_090_272_101_460,
    "Bet ace-king or better, fold the rest.": 1_132_600_203_540,
    "Bet everything.": 3_310_360_338_060,
}


def test_caribbean_stud_as_published_to_the_last_unit() -> None:
    deals = SITUATIONS_IN_ALL * DEALS
    assert deals == 19_933_230_517_200
    rules = chart(variants.stud(pays__bet__royal_flush="100 to 1")).rules
    losses = {rule.says: rule.house_edge * deals for rule in rules}
    losses["three rules"] = losses.pop(rules[1].says)
    assert losses == PUBLISHED_LOSSES


def test_caribbean_stud_as_published() -> None:
    pays = caribbean()
    best = stud.cases(pays, stud.best_decisions(pays))
    assert f"{float(best.house_edge):.5f}" == "0.05224"
    assert f"{float(best.element_of_risk):.5f}" == "0.02555"
    simple = stud.cases(pays, stud.from_strength(stud.AKJ83))
    assert f"{float(simple.element_of_risk):.5f}" == "0.02596"
    assert f"{float(stud.cases(pays, stud.from_strength(1)).element_of_risk):.5f}" == "0.05536"


def test_the_best_play_is_better_than_any_other_tried() -> None:
    pays = caribbean()
    best = stud.cases(pays, stud.best_decisions(pays)).house_edge
    for least in (1, ACE_KING_HIGH - 1, ACE_KING_HIGH, stud.AKJ83, stud.AKJ83 + 1, 3_000):
        assert best < stud.cases(pays, stud.from_strength(least)).house_edge


@pytest.mark.parametrize("rulebook", [MS, CS, SS])
def test_results_are_those_of_the_settlement_engine(rulebook: str) -> None:
    random = Random(rulebook)
    pays = stud.StudOdds.of(variants.stud(rulebook))
    for _ in range(300):
        cards = random.sample(DECK, 10)
        mine, theirs = strength_of_five(cards[:5]), strength_of_five(cards[5:])
        if theirs < ACE_KING_HIGH:
            net = pays.ante_unqualified
        elif mine == theirs:
            net = Fraction(0)
        else:
            net = pays.win[CATEGORY_OF[mine]] if mine > theirs else -pays.lose
        names = [NAMES[card] for card in cards]
        bets = {"ante": "10.00", "bet": "20.00"}
        record = {
            "id": "r",
            "rulebook": rulebook,
            "dealer": names[5:],
            "boxes": [{"box": 1, "cards": names[:5], "bets": bets}],
        }
        assert pitboss.settle(record).boxes[0].net == 1_000 * net


def test_a_choice_of_equal_value_takes_the_smaller_wager() -> None:
    """Pays made so that betting loses exactly the ante, unless the hands are equal."""
    minus = Fraction(-1)
    pays = stud.StudOdds(minus, (minus,) * 10, Fraction(0))
    counts, bets = stud_counts(), stud.best_decisions(pays)
    there = counts.weight > 0
    assert np.array_equal(bets[there], counts.equal[there] > 0)


def test_odds_too_long_for_machine_numbers_are_exact_all_the_same() -> None:
    huge = variants.stud(
        pays__bet__royal_flush="999999999 to 999999998",
        pays__bet__one_pair="999999999 to 999999997",
    )
    near = variants.stud(pays__bet__royal_flush="1 to 1")
    one, other = (stud.best_decisions(stud.StudOdds.of(book)) for book in (huge, near))
    assert np.array_equal(one, other)


def test_a_raise_of_another_size_changes_the_game() -> None:
    book = variants.stud(wagers__bet__times_opening=1)
    pays = stud.StudOdds.of(book)
    assert pays.lose == 2
    assert pays.win[Category.FLUSH] == 6
    # Betting one more ante can't be worse than losing it where the dealer needs luck to qualify:
    # fewer folds.
    folds = stud.cases(pays, stud.best_decisions(pays)).outcomes()["fold"]
    assert folds < stud.cases(caribbean(), stud.best_decisions(caribbean())).outcomes()["fold"]


def test_awards_that_folding_forfeits_make_more_hands_worth_betting() -> None:
    pays = caribbean()
    nothing = (Fraction(0),) * len(Category)
    assert np.array_equal(stud.best_decisions(pays, nothing), stud.best_decisions(pays))
    odd_cards = (Fraction(1), *nothing[1:])
    more = stud.best_decisions(pays, odd_cards)
    assert more.sum() > stud.best_decisions(pays).sum()
    assert (more >= stud.best_decisions(pays)).all()
