"""The batch kernels against the plain kernel: every hand of five, random hands of seven (a million
with ``make thorough``).
"""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.kernel.cards import DECK, parse_cards
from pitboss.kernel.points import PLACE_LABELS, best_place
from pitboss.kernel.poker import CATEGORY_OF, Category, strength_of_five, strength_of_seven
from pitboss.maths.kernels import ranking as kernels
from tests.effort import times

LIST_ORDER = tuple(range(len(PLACE_LABELS)))

# Published counts of five-card hands: C(52,5) = 2,598,960 in all.
COUNTS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIRS: 123_552,
    Category.ONE_PAIR: 1_098_240,
    Category.FIVE_ODD_CARDS: 1_302_540,
}


@pytest.fixture(scope="module")
def every_hand() -> npt.NDArray[np.uint8]:
    cards = (card for hand in combinations(range(52), 5) for card in hand)
    return np.fromiter(cards, np.uint8, 5 * 2_598_960).reshape(-1, 5)


def test_rank5_is_the_plain_kernel_on_all_hands(every_hand: npt.NDArray[np.uint8]) -> None:
    plain = np.fromiter(map(strength_of_five, combinations(DECK, 5)), np.uint16, len(every_hand))
    assert np.array_equal(kernels.rank5(every_hand), plain)


def test_rank5_counts_every_category(every_hand: npt.NDArray[np.uint8]) -> None:
    category_of = np.array(CATEGORY_OF)
    counts = np.bincount(category_of[kernels.rank5(every_hand)], minlength=len(Category))
    assert {category: counts[category] for category in Category} == COUNTS


def test_rank5_does_not_mind_the_order_of_the_cards(every_hand: npt.NDArray[np.uint8]) -> None:
    some = every_hand[::997]
    assert np.array_equal(kernels.rank5(np.ascontiguousarray(some[:, ::-1])), kernels.rank5(some))


def test_rank7_is_the_plain_kernel_on_random_hands() -> None:
    hands = random_hands(times(1_000_000, 100_000), 7)
    plain = np.fromiter(map(strength_of_seven, hands.tolist()), np.uint16, len(hands))
    assert np.array_equal(kernels.rank7(hands), plain)


def test_point_hand_is_the_plain_kernel_on_all_hands(every_hand: npt.NDArray[np.uint8]) -> None:
    """On every seventh in the test command, whose hands are as mixed as all."""
    hands = np.ascontiguousarray(every_hand[:: times(1, 7)])
    plain = np.fromiter(
        (best_place(tuple(hand), LIST_ORDER) for hand in hands.tolist()), np.uint8, len(hands)
    )
    assert np.array_equal(kernels.point_hand(hands), plain)


def test_answers_go_where_they_are_wanted() -> None:
    hands = np.array([parse_cards("As Ks Qs Js Ts"), parse_cards("7c 5d 4h 3s 2c")], np.uint8)
    out = np.zeros(2, np.uint16)
    assert kernels.rank5(hands, out) is out
    assert out.tolist() == [7_462, 1]
    assert kernels.rank5(hands[:0]).tolist() == []


@pytest.mark.parametrize(
    "cards", [np.zeros((1, 5), np.int64), np.zeros((1, 4), np.uint8), np.zeros(5, np.uint8)]
)
def test_cards_of_another_shape_or_type_are_refused(cards: npt.NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match=r"give one of uint8 of the shape \(n, 5\)"):
        kernels.rank5(cards)


@pytest.mark.parametrize(
    "out", [np.zeros(3, np.uint16), np.zeros(2, np.uint8), np.zeros(4, np.uint16)[::2]]
)
def test_a_place_for_answers_of_another_shape_or_type_is_refused(
    out: npt.NDArray[np.uint16],
) -> None:
    with pytest.raises(ValueError, match="give a contiguous one of uint16"):
        kernels.rank7(np.arange(14, dtype=np.uint8).reshape(2, 7), out)


def test_bytes_that_are_no_cards_stay_inside_the_tables() -> None:
    rubbish = np.random.default_rng(1).integers(0, 256, (100_000, 7), dtype=np.uint8)
    assert len(kernels.rank7(rubbish)) == len(rubbish)
    assert len(kernels.rank5(np.ascontiguousarray(rubbish[:, :5]))) == len(rubbish)
    assert len(kernels.point_hand(np.ascontiguousarray(rubbish[:, :5]))) == len(rubbish)


def random_hands(count: int, size: int) -> npt.NDArray[np.uint8]:
    """Hands of different cards from a fixed seed."""
    order = np.random.default_rng(7).random((count, 52))
    return np.argpartition(order, size, axis=1)[:, :size].astype(np.uint8)
