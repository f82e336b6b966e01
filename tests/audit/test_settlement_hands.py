"""The auditor's own ranking of hands, against published counts and the examples of the
documents.
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb

import pytest

from pitboss.audit.hands import (
    best_hand,
    five_card_hand,
    house_way,
    makes_three_card_hand,
    own_setting,
    point_hand,
    rank_in,
)
from pitboss.kernel.cards import Card, parse_cards


def _patterns() -> list[tuple[tuple[Card, ...], int]]:
    """A hand of each pattern of ranks, suited and not, and how many hands of five cards are like
    it.
    """
    found: list[tuple[tuple[Card, ...], int]] = []
    for ranks in combinations_with_replacement(range(13), 5):
        counted = Counter(ranks)
        if max(counted.values()) > 4:
            continue
        if len(counted) == 5:
            found.append((tuple(Card(4 * rank) for rank in ranks), 4))
            mixed = tuple(
                Card(4 * rank + suit) for rank, suit in zip(ranks, (0, 1, 2, 3, 0), strict=True)
            )
            found.append((mixed, 4**5 - 4))
            continue
        suits = Counter[int]()
        cards = []
        for rank in ranks:
            cards.append(Card(4 * rank + suits[rank]))
            suits[rank] += 1
        ways = 1
        for count in counted.values():
            ways *= comb(4, count)
        found.append((tuple(cards), ways))
    return found


def test_the_number_of_hands_of_each_kind_is_the_published_one() -> None:
    counts = Counter[str]()
    for cards, ways in _patterns():
        counts[five_card_hand(cards).name] += ways
    assert counts == {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pairs": 123_552,
        "one-pair": 1_098_240,
        "five-odd-cards": 1_302_540,
    }
    assert sum(counts.values()) == 2_598_960


def test_there_are_7462_different_strengths() -> None:
    assert len({five_card_hand(cards) for cards, _ in _patterns()}) == 7_462


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Kc Qd Jh Ts 9c", "Jd Tc 9d 8h 7s"),  # RWS 3.1.3.a
        ("5c 5d Kh Ts 2c", "5h 5s Qd Jc Tc"),  # 3.1.3.b
        ("Ac Kd Jh 5s 2c", "Ad Kh Tc 6s 4c"),  # 3.1.3.c
        ("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac"),  # 3.1.1: the ace counts as one
        ("6c 5c 4c 3c 2c", "5d 4d 3d 2d Ad"),  # MBS stud 3.12.4
        ("Ac Ad 2h 2s 3c", "Kc Kd Qh Qs Ah"),  # 3.12.2
        ("3c 3d 3h 2s 2c", "2d 2h 2c As Ac"),  # 3.12.5
        ("As Ks Qs Js Ts", "Kh Qh Jh Th 9h"),
    ],
)
def test_hands_of_the_documents_examples(higher: str, lower: str) -> None:
    assert five_card_hand(parse_cards(higher)) > five_card_hand(parse_cards(lower))


def test_suits_have_no_rank_and_no_straight_goes_round_the_corner() -> None:
    assert five_card_hand(parse_cards("Ac Kd Jh 5s 2c")) == five_card_hand(
        parse_cards("Ad Kh Js 5c 2d")
    )
    assert five_card_hand(parse_cards("3c 2d Ah Ks Qc")).name == "five-odd-cards"


def test_the_best_five_of_seven_may_be_the_board_alone() -> None:
    assert best_hand(parse_cards("2c 3d As Ks Qs Js Ts")).name == "royal-flush"
    assert best_hand(parse_cards("9s 8s Th 7s 6s 2d 2c")).name == "straight"


@pytest.mark.parametrize(
    ("two", "name"),
    [
        ("3c 6d", "point-9"),  # no pair (3.4.2.1)
        ("3c 4d", "point-10"),
        ("6c 7d", "point-10"),
        ("3c Kd", "point-6"),
        ("6c 5d", "point-8"),  # the document's own example (3.4.2)
        ("3c 9d", "point-5"),
        ("6c 8d", "point-4"),
        ("8c 7d", "point-5"),  # 3.11.2
        ("Tc Kd", "point-10"),
        ("Ac Kd", "point-1"),
        ("As Kd", "gnau-tung-ku"),
        ("As Ad", "pair-a"),
        ("Tc Td", "pair-10"),
        ("3c 3d", "pair-3"),
        ("Jc Jd", "pair-j"),
        ("Kc Jd", "mixed-pictures"),
        ("Tc Ad", "point-1"),
    ],
)
def test_3_15_point_hands(two: str, name: str) -> None:
    assert point_hand(parse_cards(two)).name == name


def test_3_15_the_order_of_point_hands() -> None:
    pairs = ["Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd", "Tc Td", "9c 9d", "2c 2d"]
    falling = ["As Kd", *pairs, "Kc Qd", "Tc Kd", "9c Kd", "Ac Kd"]
    places = [point_hand(parse_cards(two)).place for two in falling]
    assert places == sorted(places, reverse=True)
    assert len(set(places)) == len(places)
    pictures = [point_hand(parse_cards(two)) for two in ("Kc Kd", "Qc Qd", "Jc Jd")]
    assert len({rank_in(hand, pictures_equal=True) for hand in pictures}) == 1
    assert len({rank_in(hand, pictures_equal=False) for hand in pictures}) == 3
    tens, aces = point_hand(parse_cards("Tc Td")), point_hand(parse_cards("Ac Ad"))
    ranks = [rank_in(hand, pictures_equal=True) for hand in (tens, pictures[2], aces)]
    assert ranks == sorted(set(ranks))


@pytest.mark.parametrize(
    ("three", "makes"),
    [
        ("2c 3d 5h", True),
        ("6c 2d 5h", True),  # the six as a three: 10
        ("3c 6d 8h", True),  # 6 + 6 + 8 = 20
        ("Kc Qd Jh", True),
        ("Kc 9d Ah", True),
        ("Ac Ad Ah", False),
        ("2c 2d 5h", False),
    ],
)
def test_1_1_1_a_three_card_hand_totals_10_20_or_30(three: str, makes: bool) -> None:
    assert makes_three_card_hand(parse_cards(three)) is makes


def test_1_1_5_the_house_way_leaves_the_highest_point_hand() -> None:
    assert house_way(parse_cards("Kd Jd Kc Ks Qd")).name == "pair-k"
    assert house_way(parse_cards("Ts Js Qs Ks As")).name == "gnau-tung-ku"
    assert house_way(parse_cards("2c 2d 2h 2s Ah")).name == "none"


def test_3_10_1_and_3_12_an_own_setting_counts_if_it_is_one() -> None:
    cards = parse_cards("Kd Jd Kc Ks Qd")
    assert own_setting(cards, parse_cards("Kc Ks Qd")).name == "mixed-pictures"
    missed = parse_cards("2c 8d Kh 4s 4c")
    assert (
        own_setting(missed, parse_cards("2c 4s 4c")).name == "point-8"
    )  # 2 + 4 + 4 = 10; left are 8 and K
    assert (
        own_setting(missed, parse_cards("8d 4s 4c")).name == "pair-4"
    )  # 16: House Way, 2 + 8 + K = 20
    assert own_setting(missed, None).name == "pair-4"
