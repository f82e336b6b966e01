"""Exact Bullseye against plain enumeration and the settlement engine."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

import pitboss
from pitboss.kernel.cards import DECK, NAMES, Card, parse_cards
from pitboss.kernel.points import PLACE_LABELS, best_place, is_picture, settings
from pitboss.maths.exact import bullseye
from pitboss.maths.kernels.ranking import point_hand
from pitboss.rulebook.readings import EqualPointHands, PicturePairs
from tests.maths import variants
from tests.support import BE

ORDER = tuple(range(len(PLACE_LABELS)))


def places_beside(hand: list[Card]) -> list[int]:
    """How many of the dealer's 1,533,939 hands have each place, by ranking every one."""
    rest = [card for card in DECK if card not in hand]
    cards = np.fromiter(
        (card for five in combinations(rest, 5) for card in five), np.uint8, 5 * bullseye.DEALS
    )
    counts = np.bincount(point_hand(cards.reshape(-1, 5)), minlength=bullseye.PLACES)
    return [int(count) for count in counts]


@pytest.mark.parametrize(
    "cards", ["As Kd Th 9c 2s", "3s 3d 6h 6c Ks", "Ac Ad Ah As 7c", "Jc Qd Kh Ts 5d"]
)
def test_the_dealers_hands_beside_a_hand_are_those_of_plain_enumeration(cards: str) -> None:
    hand = list(parse_cards(cards))
    counts = bullseye.bullseye_counts()
    assert counts.dealer[bullseye.sort_of(hand)].tolist() == places_beside(hand)


def test_settings_of_random_hands_are_those_of_the_plain_kernel() -> None:
    random, counts = Random(3), bullseye.bullseye_counts()
    for _ in range(2_000):
        hand = random.sample(DECK, 5)
        at = bullseye.sort_of(hand)
        assert set(counts.settings[at].tolist()) - {0} == {
            setting.place for setting in settings(hand)
        }
        assert counts.best[at] == best_place(hand, ORDER)


def test_counts_add_up() -> None:
    counts = bullseye.bullseye_counts()
    assert counts.hands.sum() == comb(52, 5)
    assert (counts.dealer.sum(axis=1) == comb(47, 5)).all()
    assert sum(bullseye.point_hands().values()) == comb(52, 5)
    # Both sides are dealt alike, so each place is as frequent with the dealer as with the player.
    dealers = (counts.hands[:, None] * counts.dealer).sum(axis=0)
    expected = [bullseye.point_hands()[label] * comb(47, 5) for label in PLACE_LABELS]
    assert dealers.tolist() == expected


def test_suits_and_pictures_are_counted_as_they_are_in_all_hands() -> None:
    book = variants.bullseye()
    pays = bullseye.BullseyeOdds(book)
    suits = [0] * 6
    pictures = [0] * 6
    # A tenth of the hands by a fixed seed would do; the numbers by hand are exact: these are
    # binomials.
    for alike in (3, 4, 5):
        suits[alike] = 4 * comb(13, alike) * comb(39, 5 - alike)
        pictures[alike] = comb(12, alike) * comb(40, 5 - alike)
    assert sum(map(is_picture, DECK)) == 12
    assert (suits[5], pictures[5], pictures[3]) == (5_148, 792, 171_600)
    lost = [-Fraction(comb(52, 5) - sum(counts), comb(52, 5)) for counts in (suits, pictures)]
    won = Fraction(suits[3] + 5 * suits[4] + 20 * suits[5], comb(52, 5))
    assert bullseye.suits_cases(pays).house_edge == -(won + lost[0])
    won = Fraction(10 * pictures[3] + 20 * pictures[4] + 200 * pictures[5], comb(52, 5))
    assert bullseye.bullseye_cases(pays).house_edge == -(won + lost[1])


def test_the_house_way_is_the_best_play() -> None:
    assert np.array_equal(
        bullseye.best_places(bullseye.BullseyeOdds(variants.bullseye())),
        bullseye.bullseye_counts().best,
    )


def test_where_a_low_hand_is_paid_more_the_best_play_is_another() -> None:
    book = variants.bullseye(pays__main__point_total="9 to 1")
    pays = bullseye.BullseyeOdds(book)
    best, counts = bullseye.best_places(pays), bullseye.bullseye_counts()
    assert (best != counts.best).any()
    house_way = bullseye.main_cases(pays, counts.best).house_edge
    assert bullseye.main_cases(pays, best).house_edge < house_way
    for at in np.nonzero(best != counts.best)[0]:
        assert best[at] in counts.settings[at]


@pytest.mark.parametrize(
    ("reading", "outcome"),
    [(EqualPointHands.PUSH, "push"), (EqualPointHands.LOSE, "lose"), (EqualPointHands.WIN, "win")],
)
@pytest.mark.parametrize("pairs", list(PicturePairs))
def test_results_are_those_of_the_settlement_engine(
    reading: EqualPointHands, outcome: str, pairs: PicturePairs, tmp_path: object
) -> None:
    book = variants.bullseye(
        readings__equal_point_hands__take=reading, readings__picture_pairs__take=pairs
    )
    from pitboss.games.bullseye.rules import BullseyeRules, PlacedHand
    from pitboss.games.settlement import Wager
    from pitboss.kernel.money import Cents

    rules, pays = BullseyeRules(book), bullseye.BullseyeOdds(book)
    wager = Wager("main", Cents(100), Cents(100))
    tie = Wager("tie", Cents(100), Cents(100))
    for mine in range(bullseye.PLACES):
        dealer = np.eye(bullseye.PLACES, dtype=np.int64) * bullseye.DEALS
        places = np.full(bullseye.PLACES, mine)
        beaten, pushed, lost = bullseye.against(pays, places, dealer)
        for theirs in range(bullseye.PLACES):
            hands = PlacedHand(mine, ()), PlacedHand(theirs, ())
            net = rules.settle_main(wager, *hands).net
            share = (beaten[theirs], pushed[theirs], lost[theirs])
            expected = {0: 100 * pays.win[mine], 1: 0, 2: -100}[share.index(bullseye.DEALS)]
            assert net == expected, (mine, theirs, outcome)
            same = pays.order[mine] == pays.order[theirs]
            won = pays.tie_neither if theirs == 0 else pays.tie_same
            assert rules.settle_tie(tie, *hands).net == (100 * won if same else -100)


def test_rounds_come_to_what_the_cases_say() -> None:
    """Random rounds through ``pitboss.settle``: the share of each outcome is near its
    probability.
    """
    random, rounds = Random(5), 4_000
    pays = bullseye.BullseyeOdds(variants.bullseye())
    cases = bullseye.main_cases(pays, bullseye.bullseye_counts().best)
    found: dict[int, int] = {}
    for _ in range(rounds):
        names = [NAMES[card] for card in random.sample(DECK, 10)]
        box = {"box": 1, "cards": names[:5], "bets": {"main": "1.00"}}
        net = (
            pitboss.settle({"id": "r", "rulebook": BE, "dealer": names[5:], "boxes": [box]})
            .boxes[0]
            .net
        )
        found[net] = found.get(net, 0) + 1
    for case in cases.cases:
        share = found.get(int(case.net * 100), 0) / rounds
        error = (float(case.probability) * (1 - float(case.probability)) / rounds) ** 0.5
        assert abs(share - float(case.probability)) < 4 * error


def test_outcomes_have_the_contracts_names() -> None:
    pays = bullseye.BullseyeOdds(variants.bullseye())
    outcomes = bullseye.main_cases(pays, bullseye.best_places(pays)).outcomes()
    assert list(outcomes) == ["lose", "push", "win-1", "win-2", "win-3", "win-5"]
    halves = bullseye.BullseyeOdds(variants.bullseye(pays__main__pair="5 to 2"))
    assert "win-5/2" in bullseye.main_cases(halves, bullseye.best_places(halves)).outcomes()
