"""Hands as people call them."""

from itertools import groupby

import pytest

from pitboss.kernel import hand_names
from pitboss.kernel.cards import parse_cards
from pitboss.kernel.hand_names import point_hand_name, poker_hand_name
from pitboss.kernel.points import PLACE_LABELS
from pitboss.kernel.poker import KINDS_OF_HAND, strength_of_five


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9s 8s 7s 6s 5s", "nine-high straight flush"),
        ("5d 4d 3d 2d Ad", "five-high straight flush"),
        ("7s 7h 7d 7c As", "four sevens, ace kicker"),
        ("Ks Kh Kd 4c 4s", "full house, kings over fours"),
        ("4s 4h 4d Kc Ks", "full house, fours over kings"),
        ("As Ts 7s 5s 2s", "ace-high flush"),
        ("Ts 9h 8d 7c 6s", "ten-high straight"),
        ("5d 4s 3h 2d Ac", "five-high straight"),
        ("Qs Qh Qd 9c 3s", "three queens, nine kicker"),
        ("Ks Kh 4d 4c Js", "two pairs, kings and fours, jack kicker"),
        ("6s 6h Kd 9c 3s", "pair of sixes, king kicker"),
        ("As Kh 9d 5c 2s", "ace-king high"),
        ("7s 5h 4d 3c 2s", "seven-five high"),
    ],
)
def test_a_poker_hand_is_named_in_full(cards: str, name: str) -> None:
    # The list of hands is made once in a process, perhaps by a test whose lines nobody counts.
    hand_names._hands.cache_clear()
    assert poker_hand_name(strength_of_five(parse_cards(cards))) == name


def test_hands_of_one_name_stand_next_to_each_other_in_the_ranking() -> None:
    names = [poker_hand_name(strength) for strength in range(1, KINDS_OF_HAND + 1)]
    runs = [name for name, _ in groupby(names)]
    assert len(runs) == len(set(runs))


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("none", "no 3 Card Hand"),
        ("point-1", "1 point"),
        ("point-10", "10 points"),
        ("mixed-pictures", "mixed pictures"),
        ("pair-6", "pair of sixes"),
        ("pair-a", "pair of aces"),
        ("gnau-tung-ku", "Gnau Tung Ku"),
    ],
)
def test_a_point_hand_is_named_in_full(label: str, name: str) -> None:
    assert point_hand_name(PLACE_LABELS.index(label)) == name
