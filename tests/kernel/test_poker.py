"""The ranking of poker hands, proved on every hand there is."""

import random
from collections import Counter
from itertools import combinations, pairwise, product
from math import comb

import pytest

from pitboss.kernel.cards import DECK, Card, parse_cards
from pitboss.kernel.poker import (
    ACE_KING_HIGH,
    CATEGORY_LABELS,
    CATEGORY_OF,
    KINDS_OF_HAND,
    RANK_KEYS,
    Category,
    category_of_five,
    strength_of_five,
    strength_of_seven,
)
from tests.kernel.every_hand import (
    count_strengths,
    in_turning_suits,
    over_all_five_card_hands,
    plain_value,
    sets_of_ranks,
)

# By category from the lowest: its name, how many kinds of hand it has that differ in value, and how
# many hands make each kind. These figures are in every book on the game; together they are 7,462
# kinds and 2,598,960 hands.
KINDS = (
    ("five-odd-cards", 1_277, 1_020),
    ("one-pair", 2_860, 384),
    ("two-pairs", 858, 144),
    ("three-of-a-kind", 858, 64),
    ("straight", 10, 1_020),
    ("flush", 1_277, 4),
    ("full-house", 156, 24),
    ("four-of-a-kind", 156, 4),
    ("straight-flush", 9, 4),
    ("royal-flush", 1, 4),
)

FIVE_CARD_HANDS = {
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

SEVEN_CARD_HANDS = {
    "royal-flush": 4_324,
    "straight-flush": 37_260,
    "four-of-a-kind": 224_848,
    "full-house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three-of-a-kind": 6_461_620,
    "two-pairs": 31_433_400,
    "one-pair": 58_627_800,
    "five-odd-cards": 23_294_460,
}


@pytest.mark.long
def test_every_five_card_hand_has_its_place() -> None:
    found = over_all_five_card_hands(count_strengths)
    assert found.total() == 2_598_960

    # Each strength belongs to one plain value and the other way round, and both run in the same
    # order.
    in_order = sorted(found)
    assert [strength for strength, _ in in_order] == list(range(1, 7_463))
    values = [value for _, value in in_order]
    assert all(lower < higher for lower, higher in pairwise(values))

    # The category is the one that the plain value starts with.
    assert all(CATEGORY_OF[strength] == value[0] for strength, value in in_order)

    kinds = Counter((CATEGORY_OF[strength].label, times) for (strength, _), times in found.items())
    assert kinds == {(label, times): number for label, number, times in KINDS}
    hands: Counter[str] = Counter()
    for (strength, _), times in found.items():
        hands[CATEGORY_OF[strength].label] += times
    assert hands == FIVE_CARD_HANDS


def test_categories_rise_with_their_value_and_bear_the_contracts_names() -> None:
    assert [category.label for category in sorted(Category)] == [label for label, _, _ in KINDS]
    assert list(CATEGORY_LABELS) == [label for label, _, _ in KINDS]
    assert KINDS_OF_HAND == 7_462
    assert len(CATEGORY_OF) == 7_463


@pytest.mark.parametrize(("size", "number"), [(5, 6_175), (7, 49_205)])
def test_no_two_sets_of_ranks_have_one_sum_of_keys(size: int, number: int) -> None:
    sets = sets_of_ranks(size)
    assert len(sets) == number
    assert len({sum(RANK_KEYS[rank] for rank in ranks) for ranks in sets}) == number


@pytest.mark.parametrize(
    ("cards", "strength", "category"),
    [
        ("As Ks Qs Js Ts", 7_462, Category.ROYAL_FLUSH),
        ("Ks Qs Js Ts 9s", 7_461, Category.STRAIGHT_FLUSH),
        ("5h 4h 3h 2h Ah", 7_453, Category.STRAIGHT_FLUSH),
        ("Ac Ad Ah As Kc", 7_452, Category.FOUR_OF_A_KIND),
        ("2c 2d 2h 2s 3c", 7_297, Category.FOUR_OF_A_KIND),
        ("Ac Ad Ah Ks Kc", 7_296, Category.FULL_HOUSE),
        ("2c 2d 2h 3s 3c", 7_141, Category.FULL_HOUSE),
        ("Ad Kd Qd Jd 9d", 7_140, Category.FLUSH),
        ("7d 5d 4d 3d 2d", 5_864, Category.FLUSH),
        ("Ac Kd Qd Jd Td", 5_863, Category.STRAIGHT),
        ("5c 4d 3c 2h As", 5_854, Category.STRAIGHT),
        ("Ac Ad Ah Ks Qc", 5_853, Category.THREE_OF_A_KIND),
        ("2c 2d 2h 4s 3c", 4_996, Category.THREE_OF_A_KIND),
        ("Ac Ad Kh Ks Qc", 4_995, Category.TWO_PAIRS),
        ("3c 3d 2h 2s 4c", 4_138, Category.TWO_PAIRS),
        ("Ac Ad Kh Qs Jc", 4_137, Category.ONE_PAIR),
        ("2c 2d 5h 4s 3c", 1_278, Category.ONE_PAIR),
        ("Ac Kd Qh Js 9c", 1_277, Category.FIVE_ODD_CARDS),
        ("7c 5d 4h 3s 2c", 1, Category.FIVE_ODD_CARDS),
    ],
)
def test_the_ends_of_each_category(cards: str, strength: int, category: Category) -> None:
    hand = parse_cards(cards)
    assert strength_of_five(hand) == strength
    assert strength_of_five(hand[::-1]) == strength
    assert category_of_five(hand) is category


def test_a_sequence_does_not_go_round_the_ace() -> None:
    for cards in ("2c Ad Kh Qs Jc", "3c 2d Ah Ks Qc", "4c 3d 2h As Kc"):
        assert category_of_five(parse_cards(cards)) is Category.FIVE_ODD_CARDS
        suited = [Card(card // 4 * 4) for card in parse_cards(cards)]
        assert category_of_five(suited) is Category.FLUSH


def test_ace_king_high_is_the_least_hand_with_an_ace_and_a_king() -> None:
    assert strength_of_five(parse_cards("Ac Kd 4h 3s 2c")) == ACE_KING_HIGH
    assert strength_of_five(parse_cards("Ac Qd Jh Ts 9c")) == ACE_KING_HIGH - 1


# ── seven cards ───────────────────────────────────────────────────────────────────────────────────


def best_of_21(cards: tuple[Card, ...]) -> int:
    return max(map(strength_of_five, combinations(cards, 5)))


def test_seven_cards_are_worth_their_best_five() -> None:
    draw = random.Random(20_201_208)
    for _ in range(20_000):
        cards = tuple(draw.sample(DECK, 7))
        assert strength_of_seven(cards) == best_of_21(cards), cards


def test_seven_cards_of_few_suits_are_worth_their_best_five() -> None:
    # Flushes and straight flushes are rare among all hands and common among cards of two suits.
    draw = random.Random(20_200_628)
    two_suits = [card for card in DECK if card % 4 in (1, 3)]
    for _ in range(3_000):
        cards = tuple(draw.sample(two_suits, 7))
        assert strength_of_seven(cards) == best_of_21(cards), cards
        by_plain_value = max(combinations(cards, 5), key=plain_value)
        assert strength_of_seven(cards) == strength_of_five(by_plain_value), cards


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        # A royal flush that lies on the table, or within six or seven of a suit.
        ("2c 3d As Ks Qs Js Ts", "As Ks Qs Js Ts"),
        ("9s 8s As Ks Qs Js Ts", "As Ks Qs Js Ts"),
        ("9s 2d As Ks Qs Js Ts", "As Ks Qs Js Ts"),
        # A straight flush beats the higher flush and the higher straight in the same seven cards.
        ("Ah Kh 7h 6h 5h 4h 3h", "7h 6h 5h 4h 3h"),
        ("9h 8h 7h 6h 5h Ts Jc", "9h 8h 7h 6h 5h"),
        ("5h 4h 3h 2h Ah Kh Qh", "5h 4h 3h 2h Ah"),
        ("5h 4h 3h 2h Ah 6s 7c", "5h 4h 3h 2h Ah"),
        # The highest of several straight flushes.
        ("9h 8h 7h 6h 5h 4h 3h", "9h 8h 7h 6h 5h"),
        ("6h 5h 4h 3h 2h Ah Ks", "6h 5h 4h 3h 2h"),
        # A sequence whose cards are not all of the suit is a flush beside a straight.
        ("9h 8h 7h 6h 5s Kh 2d", "Kh 9h 8h 7h 6h"),
        ("Qh Jh Th 9h Kd Ah 2h", "Ah Qh Jh Th 9h"),
        # A sequence does not go round the ace, suited or not.
        ("3h 2h Ah Kh Qh 7c 7d", "Ah Kh Qh 3h 2h"),
        ("3c 2d Ah Ks Qh 7c 7d", "7c 7d Ah Ks Qh"),
        # The highest five of seven suited cards.
        ("Kh Jh 9h 7h 5h 3h 2h", "Kh Jh 9h 7h 5h"),
        # Five suited cards beside a pair, two pairs and three of a kind.
        ("Kh Jh 9h 7h 5h Kd Ks", "Kh Jh 9h 7h 5h"),
        ("Kh Jh 9h 7h 5h Kd Js", "Kh Jh 9h 7h 5h"),
        # Sets of seven: the fifth card is the highest that is left, from a pair or a set as well.
        ("8c 8d 8h 8s 3c 3d 3h", "8c 8d 8h 8s 3c"),
        ("8c 8d 8h 8s 3c 3d Kh", "8c 8d 8h 8s Kh"),
        ("8c 8d 8h 3s 3c 3d Kh", "8c 8d 8h 3s 3c"),
        ("8c 8d 8h 3s 3c Kd Kh", "8c 8d 8h Kd Kh"),
        ("8c 8d 5h 5s 3c 3d 4h", "8c 8d 5h 5s 4h"),
        ("8c 8d 5h 5s 9c 9d 4h", "9c 9d 8c 8d 5h"),
        # Straights: the highest of several, over a pair and over three of a kind.
        ("9c 8d 7h 6s 5c 4d 3h", "9c 8d 7h 6s 5c"),
        ("5c 4d 3h 2s Ac Ad Ah", "5c 4d 3h 2s Ac"),
        ("Tc Jd Qh Ks Ac 9d 8h", "Ac Ks Qh Jd Tc"),
        ("Ac Kd Jh 9s 7c 4d 2h", "Ac Kd Jh 9s 7c"),
    ],
)
def test_the_best_five_of_seven(cards: str, best: str) -> None:
    seven = parse_cards(cards)
    assert strength_of_seven(seven) == strength_of_five(parse_cards(best))
    assert strength_of_seven(seven[::-1]) == strength_of_five(parse_cards(best))


def ways_without_a_flush(sizes: tuple[int, ...]) -> int:
    """In how many ways sets of so many cards of a rank take suits so that no five cards are of one
    suit.
    """
    choices = [list(combinations(range(4), size)) for size in sizes]
    return sum(
        max(Counter(suit for suits in chosen for suit in suits).values()) < 5
        for chosen in product(*choices)
    )


@pytest.mark.long
def test_all_seven_card_hands_by_category() -> None:
    """All 133,784,560 hands, by their kinds: the published counts, and 4,824 different values."""
    hands: Counter[str] = Counter()
    strengths: set[int] = set()

    ways: dict[tuple[int, ...], int] = {}
    for ranks in sets_of_ranks(7):
        sizes = tuple(sorted(Counter(ranks).values()))
        if sizes not in ways:
            ways[sizes] = ways_without_a_flush(sizes)
        strength = strength_of_seven(in_turning_suits(ranks))
        strengths.add(strength)
        hands[CATEGORY_OF[strength].label] += ways[sizes]

    others = parse_cards("2d 2h")
    for suited in (5, 6, 7):
        for ranks in combinations(range(13), suited):
            strength = strength_of_seven(
                (*(Card(rank * 4) for rank in ranks), *others[: 7 - suited])
            )
            strengths.add(strength)
            # Four suits to be the one, and any cards of the other three beside it.
            hands[CATEGORY_OF[strength].label] += 4 * comb(39, 7 - suited)

    assert hands == SEVEN_CARD_HANDS
    assert hands.total() == 133_784_560
    assert len(strengths) == 4_824
