"""The ranking of hands in Megalink Singapore Stud: 3.3.1, 3.11 and 3.12."""

from itertools import permutations

import pytest

from tests.rules.ranking import (
    CATEGORIES,
    DESCRIBED,
    NEIGHBOURS,
    SAME_RANKS,
    WITHIN_A_PLACE,
    assert_beats,
    assert_stands_off,
    name_of,
    pairs_of_ranks,
)
from tests.support import SS, box, proves, settled

# The sub-rules of 3.11 are the places of the list, in their order.
CLAUSES = {place: f"3.11.{number}" for number, place in enumerate(CATEGORIES, start=1)}

PRINTED = (
    ("royal-flush", "Ad Kd Qd Jd Td"),
    ("straight-flush", "Jc Tc 9c 8c 7c"),
    ("four-of-a-kind", "Ac Ah Ad As Jh"),
    ("full-house", "Kc Kh Kd As Ah"),
    ("flush", "Jh 8h 6h 5h 2h"),
    ("straight", "9c 8d 7c 6h 5s"),
    ("three-of-a-kind", "Ts Th Tc 6h 3d"),
    ("two-pairs", "Qs Qh 6c 6h 3d"),
    ("one-pair", "Ac Ah 8d 6h 5s"),
    ("five-odd-cards", "Qc Th 6d 5s 2h"),
)


@pytest.mark.parametrize(
    ("upper", "higher", "lower", "beaten"),
    [
        pytest.param(
            upper,
            higher,
            lower,
            beaten,
            marks=proves(SS, "3.11", CLAUSES[upper], CLAUSES[lower]),
            id=f"{higher}-over-{beaten}",
        )
        for upper, higher, lower, beaten in NEIGHBOURS
    ],
)
def test_3_11_the_lowest_hand_of_a_place_beats_the_highest_of_the_next(
    upper: str, higher: str, lower: str, beaten: str
) -> None:
    assert assert_beats(SS, higher, beaten) == (upper, lower)


@pytest.mark.parametrize(
    ("place", "cards"),
    [
        pytest.param(place, cards, marks=proves(SS, CLAUSES[place]), id=cards)
        for place, cards in (*PRINTED, *DESCRIBED)
    ],
)
def test_3_11_what_makes_a_place(place: str, cards: str) -> None:
    assert name_of(SS, cards) == place


# ── the order of cards ────────────────────────────────────────────────────────────────────────────


@proves(SS, "3.3.1", "3.3.1.1")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [pytest.param(higher, lower, id=name) for name, higher, lower in pairs_of_ranks()],
)
def test_3_3_1_1_ranks_run_from_the_ace_down(higher: str, lower: str) -> None:
    assert assert_beats(SS, higher, lower) == ("one-pair", "one-pair")


@proves(SS, "3.3.1", "3.3.1.2", "3.12.4")
@pytest.mark.parametrize("top", "6789TJQK")
def test_3_12_4_a_sequence_with_a_six_or_higher_beats_that_of_the_low_ace(top: str) -> None:
    ranks = "A23456789TJQK"
    run = ranks[ranks.index(top) - 4 : ranks.index(top) + 1]
    mixed = " ".join(rank + suit for rank, suit in zip(run, "cdcdc", strict=True))
    suited = " ".join(f"{rank}c" for rank in run)
    assert assert_beats(SS, mixed, "5s 4h 3s 2h As") == ("straight", "straight")
    assert assert_beats(SS, suited, "5s 4s 3s 2s As") == ("straight-flush", "straight-flush")


@proves(SS, "3.12.4")
def test_3_12_4_so_does_the_sequence_up_to_the_ace() -> None:
    assert assert_beats(SS, "Ac Kd Qc Jd Tc", "5s 4h 3s 2h As") == ("straight", "straight")


@proves(SS, "3.3.1", "3.3.1.3")
@pytest.mark.parametrize(("one", "other"), list(permutations("cdhs", 2)))
def test_3_3_1_3_suits_have_no_bearing(one: str, other: str) -> None:
    flush = "A{0} K{0} 9{0} 4{0} 2{0}"
    assert_stands_off(SS, flush.format(one), flush.format(other))


# ── hands of one place ────────────────────────────────────────────────────────────────────────────

# Rules of their own for some places; the general rule is 3.12.
OWN_RULES = {"two pairs": "3.12.2", "one pair": "3.12.3", "full house": "3.12.5"}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        pytest.param(
            higher,
            lower,
            marks=proves(
                SS,
                "3.12",
                *(clause for place, clause in OWN_RULES.items() if name.startswith(place)),
            ),
            id=name,
        )
        for name, (higher, lower) in WITHIN_A_PLACE.items()
    ],
)
def test_3_12_card_values_decide_within_a_place(higher: str, lower: str) -> None:
    names = assert_beats(SS, higher, lower)
    assert names[0] == names[1]


@proves(SS, "3.12.1")
@pytest.mark.parametrize(
    ("one", "other"),
    [pytest.param(one, other, id=name) for name, (one, other) in SAME_RANKS.items()],
)
def test_3_12_1_the_same_ranks_stand_off(one: str, other: str) -> None:
    assert_stands_off(SS, one, other)


@proves(SS, "3.12.2")
def test_3_12_2_equal_pairs_and_an_equal_fifth_card_stand_off() -> None:
    assert_stands_off(SS, "Qc Qd 6c 6d 3h", "Qh Qs 6h 6s 3c")


@proves(SS, "3.12.3")
def test_3_12_3_equal_pairs_and_three_equal_cards_stand_off() -> None:
    assert_stands_off(SS, "Ac Ah 8d 6h 5s", "Ad As 8c 6d 5h")


@proves(SS, "3.12.5")
@pytest.mark.parametrize("pair", ["2", "5", "K", "A"])
def test_3_12_5_the_three_decide_a_full_house_whatever_the_pair(pair: str) -> None:
    nines = f"9c 9d 9h {pair}c {pair}d"
    assert assert_beats(SS, "Tc Td Th 3c 3d", nines) == ("full-house", "full-house")
    assert assert_beats(SS, nines, "8c 8d 8h Qc Qd") == ("full-house", "full-house")


@proves(SS, "3.12.6")
def test_3_12_6_sequences_of_the_same_ranks_stand_off() -> None:
    assert_stands_off(SS, "8c 9d Tc Jd Qc", "8s 9h Ts Jh Qs")
    assert_stands_off(SS, "8c 9c Tc Jc Qc", "8s 9s Ts Js Qs")
    # A sequence of one suit is a place higher than the same in mixed suits.
    assert assert_beats(SS, "8c 9c Tc Jc Qc", "8s 9h Ts Jh Qs") == ("straight-flush", "straight")


@proves(SS, "3.12")
def test_3_12_ace_king_is_higher_than_ace_queen() -> None:
    # One way only: with ace-queen the dealer would have no hand.
    found = settled(SS, "Ac Kd 4h 3s 2c", box("Ad Qh Js Tc 9d", ante="25", bet="50"))
    assert found.result("ante") == ("lose", 0, 0)
    assert found.result("bet") == ("lose", 0, 0)
