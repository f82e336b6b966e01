"""Bullseye hands, proved on every hand there is."""

from collections import Counter
from itertools import combinations

import pytest

from pitboss.kernel.cards import DECK, NAMES, Card, format_cards, parse_cards
from pitboss.kernel.points import (
    GNAU_TUNG_KU,
    MIXED_PICTURES,
    NO_HAND,
    PAIR_OF_JACKS,
    PAIR_OF_KINGS,
    PAIR_OF_TWOS,
    PLACE_LABELS,
    PointKind,
    best_place,
    is_picture,
    kind_of_place,
    makes_three_card_hand,
    place_of_two,
    settings,
)
from tests.kernel.every_hand import (
    IN_LIST_ORDER,
    LIST_OF_POINT_HANDS,
    count_places,
    over_all_five_card_hands,
    plain_house_way,
    plain_makes_three,
    plain_point_hand,
    plain_settings,
    sets_of_ranks,
)

# Of all five-card hands, how many leave which point hand by the House Way. Counted by a program
# that shares nothing with this package.
FIVE_CARD_HANDS = {
    "gnau-tung-ku": 26_143,
    "pair-a": 17_540,
    "pair-k": 16_356,
    "pair-q": 16_020,
    "pair-j": 15_684,
    "pair-10": 15_348,
    "pair-9": 17_140,
    "pair-8": 17_100,
    "pair-7": 16_360,
    "pair-6": 14_732,
    "pair-5": 15_856,
    "pair-4": 15_996,
    "pair-3": 14_300,
    "pair-2": 17_112,
    "mixed-pictures": 80_640,
    "point-10": 162_480,
    "point-9": 236_408,
    "point-8": 253_104,
    "point-7": 201_392,
    "point-6": 208_968,
    "point-5": 196_176,
    "point-4": 113_088,
    "point-3": 78_288,
    "point-2": 120_152,
    "point-1": 118_457,
    "none": 594_120,
}

# Two cards: an ace of spades with any of twelve pictures, six pairs of each rank, three times
# sixteen mixed pictures, and the sums. One point, for instance, is A-T, 2-9 and 4-7, sixteen each,
# and three aces with twelve pictures.
TWO_CARDS = {
    "gnau-tung-ku": 12,
    **{f"pair-{rank}": 6 for rank in ("a", "k", "q", "j", *range(10, 1, -1))},
    "mixed-pictures": 48,
    "point-10": 144,
    "point-9": 128,
    "point-8": 144,
    "point-7": 128,
    "point-6": 176,
    "point-5": 128,
    "point-4": 112,
    "point-3": 48,
    "point-2": 96,
    "point-1": 84,
}


def every_kind_of_five() -> list[tuple[Card, ...]]:
    """A hand of every set of five ranks; where there are aces, one with the ace of spades and one
    without it.
    """
    found = []
    for ranks in sets_of_ranks(5):
        count = Counter(ranks)
        found.append(tuple(Card(rank * 4 + suit) for rank in count for suit in range(count[rank])))
        if 1 <= count[12] < 4:
            found.append(
                tuple(Card(rank * 4 + 3 - suit) for rank in count for suit in range(count[rank]))
            )
    return found


# ── every hand ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.long
def test_every_five_card_hand_by_the_house_way() -> None:
    found = over_all_five_card_hands(count_places)
    assert {PLACE_LABELS[place]: hands for place, hands in found.items()} == FIVE_CARD_HANDS
    assert found.total() == 2_598_960


def test_every_two_cards() -> None:
    found = Counter(PLACE_LABELS[place_of_two(a, b)] for a, b in combinations(DECK, 2))
    assert found == TWO_CARDS
    for a, b in combinations(DECK, 2):
        name = plain_point_hand(NAMES[a], NAMES[b])
        assert PLACE_LABELS[place_of_two(a, b)] == name, format_cards((a, b))
        assert PLACE_LABELS[place_of_two(b, a)] == name, format_cards((b, a))


def test_every_three_cards() -> None:
    found = 0
    for three in combinations(DECK, 3):
        adds = plain_makes_three([NAMES[card] for card in three])
        found += adds
        assert makes_three_card_hand(three) == adds, format_cards(three)
    assert found == 3_360


def test_settings_are_all_that_the_rules_allow_and_the_house_way_takes_the_best() -> None:
    hands = every_kind_of_five()
    # 6,175 sets of ranks; 1,365 have one ace, 364 two and 78 three, and each of those stands here
    # twice.
    assert len(hands) == 6_175 + 1_365 + 364 + 78
    for cards in hands:
        names = [NAMES[card] for card in cards]
        found = settings(cards)
        by_three = {frozenset(NAMES[card] for card in setting.three): setting for setting in found}
        assert len(by_three) == len(found), names
        expected = plain_settings(names)
        assert {
            three: PLACE_LABELS[setting.place] for three, setting in by_three.items()
        } == expected, names
        for setting in found:
            assert sorted(setting.three + setting.two) == sorted(cards), names

        best = plain_house_way(names)
        assert PLACE_LABELS[best_place(cards, IN_LIST_ORDER)] == best, names


# ── places ────────────────────────────────────────────────────────────────────────────────────────


def test_places_bear_the_contracts_names_in_the_order_of_the_list() -> None:
    assert list(PLACE_LABELS) == ["none", *reversed(LIST_OF_POINT_HANDS)]
    named = (NO_HAND, MIXED_PICTURES, PAIR_OF_TWOS, PAIR_OF_JACKS, PAIR_OF_KINGS, GNAU_TUNG_KU)
    assert [PLACE_LABELS[place] for place in named] == [
        "none",
        "mixed-pictures",
        "pair-2",
        "pair-j",
        "pair-k",
        "gnau-tung-ku",
    ]


def test_every_place_is_of_a_kind() -> None:
    assert [kind_of_place(place) for place in range(26)] == [
        PointKind.NONE,
        *[PointKind.POINT_TOTAL] * 10,
        PointKind.MIXED_PICTURES,
        *[PointKind.PAIR] * 13,
        PointKind.GNAU_TUNG_KU,
    ]


def test_jacks_queens_and_kings_are_pictures() -> None:
    pictures = {NAMES[card] for card in DECK if is_picture(card)}
    assert pictures == {rank + suit for rank in "JQK" for suit in "cdhs"}


# ── threes and sixes ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("3c 6d", "point-9"),
        ("3c 4d", "point-10"),
        ("6c 7d", "point-10"),
        ("3c Kd", "point-6"),
        ("6c Kd", "point-6"),
        ("6c 5d", "point-8"),
        ("3c 9d", "point-5"),
        ("6c 8d", "point-4"),
        ("3c 8d", "point-4"),
        ("3c 7d", "point-10"),
        ("6c 4d", "point-10"),
        ("3c Td", "point-6"),
        ("3c 3d", "pair-3"),
        ("6c 6d", "pair-6"),
        ("Tc Kd", "point-10"),
        ("Ac Kd", "point-1"),
        ("As Kd", "gnau-tung-ku"),
        ("As Ac", "pair-a"),
        ("As Td", "point-1"),
        ("8c 7d", "point-5"),
    ],
)
def test_point_hands_that_are_easily_got_wrong(cards: str, name: str) -> None:
    a, b = parse_cards(cards)
    assert PLACE_LABELS[place_of_two(a, b)] == name


@pytest.mark.parametrize(
    ("three", "adds"),
    [
        ("3c 3d 4h", True),  # 3 + 3 + 4
        ("6c 6d 4h", True),  # 3 + 3 + 4
        ("3c 6d Ah", True),  # 3 + 6 + 1
        ("6c 6d 8h", True),  # 6 + 6 + 8
        ("3c 3d 8h", True),  # 6 + 6 + 8
        ("6c 7d Kh", True),  # 3 + 7 + 10
        ("3c 4d Kh", True),  # 6 + 4 + 10
        ("3c 3d 3h", False),  # 9, 12, 15 or 18
        ("6c 3d 2h", False),  # 8, 11 or 14
        ("6c 5d 4h", False),  # 12 or 15
        ("Ac 2d 7h", True),  # the ace is one
        ("Ac 9d Th", True),
        ("Ac Td Kh", False),  # 21: the ace is not eleven, nor is it ten
        ("Ac Jd Kh", False),
        ("Kc Qd Jh", True),
        ("Tc Td Th", True),
    ],
)
def test_three_card_hands_that_are_easily_got_wrong(three: str, adds: bool) -> None:
    for cards in (parse_cards(three), parse_cards(three)[::-1]):
        assert makes_three_card_hand(cards) is adds


# ── the House Way ─────────────────────────────────────────────────────────────────────────────────


def test_the_house_way_leaves_the_best_point_hand() -> None:
    cards = parse_cards("Kc Kd 5h 5s Tc")
    # K-K-T leaves the fives; K-5-5 leaves ten points; T-5-5 leaves the kings.
    assert PLACE_LABELS[best_place(cards, IN_LIST_ORDER)] == "pair-k"
    assert sorted(PLACE_LABELS[setting.place] for setting in settings(cards)) == [
        "pair-5",
        "pair-k",
        "point-10",
        "point-10",
    ]


def test_the_house_way_follows_the_order_it_is_given() -> None:
    cards = parse_cards("Kc Kd 5h 5s Tc")
    fives_first = [*IN_LIST_ORDER]
    fives_first[PAIR_OF_TWOS + 3] = 99
    assert PLACE_LABELS[best_place(cards, fives_first)] == "pair-5"


def test_the_house_way_where_picture_pairs_are_equal() -> None:
    pairs_equal = [*IN_LIST_ORDER]
    for place in range(PAIR_OF_JACKS, PAIR_OF_KINGS + 1):
        pairs_equal[place] = PAIR_OF_KINGS
    for cards in every_kind_of_five():
        places = [setting.place for setting in settings(cards)]
        best = max(places, key=pairs_equal.__getitem__, default=NO_HAND)
        assert best_place(cards, pairs_equal) == best, format_cards(cards)
    # Jacks come first among the cards, and kings are no reason to pass them over.
    assert PLACE_LABELS[best_place(parse_cards("Tc Kd Kh Js Jc"), pairs_equal)] == "pair-j"
    assert PLACE_LABELS[best_place(parse_cards("Tc Kd Kh Js Jc"), IN_LIST_ORDER)] == "pair-k"


def test_any_three_pictures_make_a_setting() -> None:
    assert len(settings(parse_cards("Kc Kd Kh Qs Js"))) == 10


def test_no_three_card_hand_no_setting() -> None:
    cards = parse_cards("2c 2d 2h 2s Ac")
    assert settings(cards) == []
    assert best_place(cards, IN_LIST_ORDER) == NO_HAND
