"""The ranking of point hands in Megalink Bullseye: 3.3, 3.4, 3.11 and 3.15."""

import pytest

from tests.rules.ranking import any_other_five
from tests.support import BE, box, proves, settled

# The list of 3.15 from the top: the row of the list, the hand's name, what 10.00 on Main wins with
# it, and five cards that the House Way sets so, as three and two: once in clubs and diamonds, once
# in hearts and spades. There is one ace of spades, so nothing stands in the first column for the
# top of the list.
LIST = (
    ("gnau-tung-ku", "gnau-tung-ku", 5_000, "", "8h 7s 5h + As Ks"),
    ("pair-aa", "pair-a", 3_000, "Qc Jd Tc + Ac Ad", "Kh Js Ts + Ah As"),
    ("pair-kk", "pair-k", 3_000, "8c 7d 5c + Kc Kd", "Ah 7s 2h + Kh Ks"),
    ("pair-qq", "pair-q", 3_000, "Ad 7d 2c + Qc Qd", "8h 7s 5h + Qh Qs"),
    ("pair-jj", "pair-j", 3_000, "8c 7d 5c + Jc Jd", "Ah 7s 2h + Jh Js"),
    ("pair-10", "pair-10", 3_000, "Ad 7d 2c + Tc Td", "8h 7s 5h + Th Ts"),
    ("pair-9", "pair-9", 3_000, "Kd Qc Jd + 9c 9d", "8s 7h 5h + 9h 9s"),
    ("pair-8", "pair-8", 3_000, "Ad Kc 9d + 8c 8d", "Ks Jh Th + 8h 8s"),
    ("pair-7", "pair-7", 3_000, "Jc 8d 2c + 7c 7d", "Kh Qs Jh + 7h 7s"),
    ("pair-6", "pair-6", 3_000, "Qc Jd Tc + 6c 6d", "Kh Js Ts + 6h 6s"),
    ("pair-5", "pair-5", 3_000, "9d 7c 4c + 5c 5d", "As 7h 2s + 5h 5s"),
    ("pair-4", "pair-4", 3_000, "Ad Qc 9d + 4c 4d", "Ks Jh Th + 4h 4s"),
    ("pair-3", "pair-3", 3_000, "Qc Jd Tc + 3c 3d", "Kh Js Ts + 3h 3s"),
    ("pair-2", "pair-2", 3_000, "Kc Qd Jc + 2c 2d", "Ah Qh 9s + 2h 2s"),
    ("pictures", "mixed-pictures", 2_000, "8d 7d 5c + Kc Jd", "Ah 5s 4s + Kh Qh"),
    ("point-10", "point-10", 1_000, "9d 7c 4c + Kd Tc", "Ah 5h 4s + Js Th"),
    ("point-9", "point-9", 1_000, "Kc Qd Tc + 7d 2d", "Jh 8s 2h + 5s 4h"),
    ("point-8", "point-8", 1_000, "Ad 5c 4c + Td 8d", "9s 7s 4h + Qh 8s"),
    ("point-7", "point-7", 1_000, "Kd Jd Td + 9c 8c", "Ah 5h 4s + Qs 7s"),
    ("point-6", "point-6", 1_000, "Kd 8d 2c + 9d 7c", "Kh Qs Th + Ah 5s"),
    ("point-5", "point-5", 1_000, "Ac Tc 9c + 8d 7d", "Ks Qs Ts + 8h 7h"),
    ("point-4", "point-4", 1_000, "Kc 8c 2d + 9c 5d", "8s 7s 5h + Th 4s"),
    ("point-3", "point-3", 1_000, "Ad Qc 9d + 8c 5d", "Qh Js Ts + 8h 5s"),
    ("point-2", "point-2", 1_000, "Kc Jd Td + 7c 5d", "Ah Kh 9h + 8h 4s"),
    ("point-1", "point-1", 1_000, "Jd 8d 2c + 7c 4d", "8s 7s 5h + 9h 2s"),
)

# No three of these add to 10, 20 or 30, though an ace of spades and a king would be the highest
# point hand.
NO_HAND = "As Kd 2c 4d Th"


def cards_of(setting: str) -> str:
    return setting.replace(" + ", " ")


def name_of_both(cards: str) -> str | None:
    """What five cards are called when the House Way sets them, for the player and the dealer
    alike.
    """
    other = any_other_five(cards)
    of_player = settled(BE, other, box(cards, main="10")).hand()
    dealer = settled(BE, cards, box(other, main="10")).settlement.dealer
    assert dealer is not None
    assert dealer.hand == of_player
    return of_player


def point_hand(two: str) -> str | None:
    """What two cards are called as a point hand, set so by the player beside three pictures of
    hearts.
    """
    arrangement = {"three": ["Kh", "Qh", "Jh"]}
    return settled(
        BE, "8s 7s 5s Ts Th", box(f"Kh Qh Jh {two}", main="10", arrangement=arrangement)
    ).hand()


# ── 3.15: the list ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "at",
    [
        pytest.param(at, marks=proves(BE, "3.15", f"3.15:{row}"), id=row)
        for at, (row, _, _, _, _) in enumerate(LIST)
    ],
)
def test_3_15_a_place_beats_every_lower_one_and_loses_to_every_higher_one(at: int) -> None:
    _, name, winnings, first, second = LIST[at]
    for _, lower, _, beaten, _ in LIST[at + 1 :]:
        won = settled(BE, cards_of(beaten), box(cards_of(second), main="10", tie="5"))
        assert won.hand() == name
        assert won.result("main") == ("win", 1_000, winnings), f"over {lower}"
        assert won.result("tie") == ("lose", 0, 0)
    for _, higher, _, _, dealer in LIST[:at]:
        lost = settled(BE, cards_of(dealer), box(cards_of(first), main="10", tie="5"))
        assert lost.hand() == name
        assert lost.result("main") == ("lose", 0, 0), f"under {higher}"
        assert lost.result("tie") == ("lose", 0, 0)


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        pytest.param(name, first, second, marks=proves(BE, "3.15", f"3.15:{row}"), id=row)
        for row, name, _, first, second in LIST
        if first
    ],
)
def test_3_15_hands_of_one_place_are_equal(name: str, first: str, second: str) -> None:
    for dealer, player in ((first, second), (second, first)):
        found = settled(BE, cards_of(dealer), box(cards_of(player), main="10", tie="5"))
        assert found.settlement.dealer is not None
        assert (found.settlement.dealer.hand, found.hand()) == (name, name)
        assert found.result("main") == ("push", 1_000, 0)
        assert found.result("tie") == ("win", 500, 4_000)


@proves(BE, "3.15:gnau-tung-ku")
@pytest.mark.parametrize("picture", ["Jc", "Qd", "Ks"])
def test_3_15_gnau_tung_ku_takes_the_ace_of_spades_and_any_picture(picture: str) -> None:
    found = settled(BE, "Qc Js Tc Ac Ad", box(f"8h 7s 5h As {picture}", main="10"))
    assert found.hand() == "gnau-tung-ku"
    assert found.result("main") == ("win", 1_000, 5_000)


@proves(BE, "3.15:gnau-tung-ku", "3.15:point-1")
@pytest.mark.parametrize("ace", ["Ac", "Ad", "Ah"])
def test_3_15_another_ace_with_a_picture_is_one_point(ace: str) -> None:
    assert name_of_both(f"8s 7s 5h {ace} Kd") == "point-1"


@proves(BE, "3.15:gnau-tung-ku")
def test_3_15_the_ace_of_spades_with_a_ten_is_one_point_and_with_an_ace_a_pair() -> None:
    assert point_hand("As Td") == "point-1"
    assert point_hand("As Ad") == "pair-a"


@proves(BE, "3.15:pictures")
@pytest.mark.parametrize(
    ("dealer", "player"),
    [(dealer, player) for dealer in ("KQ", "KJ", "QJ") for player in ("KQ", "KJ", "QJ")],
)
def test_3_15_mixed_pictures_are_all_equal(dealer: str, player: str) -> None:
    found = settled(
        BE,
        f"8c 7d 5c {dealer[0]}c {dealer[1]}d",
        box(f"8h 7s 5h {player[0]}h {player[1]}s", main="10", tie="5"),
    )
    assert found.hand() == "mixed-pictures"
    assert found.result("main") == ("push", 1_000, 0)
    assert found.result("tie") == ("win", 500, 4_000)


# ── 3.3: a point hand counts beside a 3 Card Hand only ────────────────────────────────────────────


@proves(BE, "3.3")
def test_3_3_the_higher_point_hand_wins() -> None:
    two_points, three_points = "Kc Jd Td 7c 5d", "Qh Js Ts 8h 5s"
    assert settled(BE, two_points, box(three_points, main="10")).result("main") == (
        "win",
        1_000,
        1_000,
    )
    assert settled(BE, three_points, box(two_points, main="10")).result("main") == ("lose", 0, 0)


@proves(BE, "3.3")
def test_3_3_without_a_three_card_hand_there_is_no_point_hand() -> None:
    found = settled(BE, "Jd 8d 2h 7c 4c", box(NO_HAND, main="10"))
    assert found.settlement.dealer is not None
    assert (found.settlement.dealer.hand, found.hand()) == ("point-1", "none")
    assert found.result("main") == ("lose", 0, 0)
    # The same cards do not help the dealer either, who would win with them if they counted.
    found = settled(BE, NO_HAND, box("Jd 8d 2h 7c 4c", main="10"))
    assert found.settlement.dealer is not None
    assert (found.settlement.dealer.hand, found.settlement.dealer.qualifies) == ("none", False)
    assert found.result("main") == ("push", 1_000, 0)


# ── 3.4: what cards are worth ─────────────────────────────────────────────────────────────────────

# Hands in which only the three cards before the sign add to 10, 20 or 30, so that the hand would
# have no name, or another one, if they did not.
ONE_SETTING = (
    ("3.4", "Ac 4d 5h + 8s Kh", "point-8"),  # 1 + 4 + 5
    ("3.4", "2c 7d Ah + 8s 9h", "point-7"),  # 2 + 7 + 1
    ("3.4", "2c 8d Th + 4s 5h", "point-9"),  # 2 + 8 + 10
    ("3.4", "9c 7d 4h + 8s Kh", "point-8"),  # 9 + 7 + 4
    ("3.4", "Ac 9d Th + 4s 8h", "point-2"),  # 1 + 9 + 10
    ("3.4", "Tc Td Th + 5s 8h", "point-3"),  # 10 + 10 + 10
    ("3.4.1", "Kc Qd Jh + 7s 9h", "point-6"),  # 10 + 10 + 10
    ("3.4.1", "Jc Qd Th + 4s Ah", "point-5"),  # 10 + 10 + 10
    ("3.4.1", "Kc 2d 8h + 4s 7h", "point-1"),  # 10 + 2 + 8
    ("3.4.1", "Qc 9d Ah + 4s 8h", "point-2"),  # 10 + 9 + 1
    ("3.4.1", "Jc 5d 5h + 7s Ah", "point-8"),  # 10 + 5 + 5
    ("3.4.2", "3c 4d Kh + 2s 9h", "point-1"),  # 6 + 4 + 10
    ("3.4.2", "6c 7d Kh + 2s 9h", "point-1"),  # 3 + 7 + 10
    ("3.4.2", "3c 5d 9h + 7s Ah", "point-8"),  # 6 + 5 + 9
    ("3.4.2", "6c 8d 9h + 2s Ah", "point-3"),  # 3 + 8 + 9
    ("3.4.2", "3c 2d 2h + Js Ah", "point-1"),  # 6 + 2 + 2
    ("3.4.2", "6c 5d 2h + Js Ah", "point-1"),  # 3 + 5 + 2
    ("3.4.2", "6c 6d 4h + 5s 7h", "point-2"),  # 3 + 3 + 4
    ("3.4.2", "3c 3d 8h + 5s Kh", "point-5"),  # 6 + 6 + 8
    ("3.4.2", "6c 3d 4h + 2s 7h", "point-9"),  # 3 + 3 + 4
    ("3.4.2", "3c 6d 8h + 5s Kh", "point-5"),  # 6 + 6 + 8
    ("3.4", "3c 3d 4h + 2s 7h", "point-9"),  # 3 + 3 + 4
    ("3.4", "6c 6d 8h + 5s Kh", "point-5"),  # 6 + 6 + 8
)


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        pytest.param(setting, name, marks=proves(BE, clause), id=setting)
        for clause, setting, name in ONE_SETTING
    ],
)
def test_3_4_values_in_the_three_card_hand(setting: str, name: str) -> None:
    assert name_of_both(cards_of(setting)) == name


@proves(BE, "3.4")
def test_3_4_an_ace_is_worth_one_and_not_ten() -> None:
    # At ten, the ace would make 30 with the king and the ten.
    assert name_of_both("As Kd 2c 4d Th") == "none"


@proves(BE, "3.4")
@pytest.mark.parametrize(
    ("two", "name"),
    [
        ("Ac 2d", "point-3"),
        ("Ac 4d", "point-5"),
        ("Ac 9d", "point-10"),
        ("2c 4d", "point-6"),
        ("2c 5d", "point-7"),
        ("4c 5d", "point-9"),
        ("2c 7d", "point-9"),
        ("2c 8d", "point-10"),
    ],
)
def test_3_4_cards_count_by_their_face(two: str, name: str) -> None:
    assert point_hand(two) == name


@proves(BE, "3.4.1")
@pytest.mark.parametrize(
    ("two", "name"),
    [
        ("Ac Kd", "point-1"),
        ("2c Qd", "point-2"),
        ("4c Jd", "point-4"),
        ("5c Kd", "point-5"),
        ("7c Qd", "point-7"),
        ("8c Jd", "point-8"),
        ("9c Kd", "point-9"),
        ("Tc Qd", "point-10"),
        ("Kc Kd", "pair-k"),
        ("Qc Qd", "pair-q"),
        ("Jc Jd", "pair-j"),
        ("Kc Qd", "mixed-pictures"),
    ],
)
def test_3_4_1_a_picture_counts_nothing_in_the_point_hand_unless_paired(
    two: str, name: str
) -> None:
    assert point_hand(two) == name


@proves(BE, "3.4.2")
@pytest.mark.parametrize(
    ("two", "name"),
    [
        ("3c Ad", "point-7"),  # 6 + 1
        ("3c 2d", "point-8"),  # 6 + 2
        ("3c 4d", "point-10"),  # 6 + 4
        ("3c 5d", "point-8"),  # 3 + 5, as 6 + 5 is one point
        ("3c 7d", "point-10"),  # 3 + 7, as 6 + 7 is three points
        ("3c 8d", "point-4"),  # 6 + 8, as 3 + 8 is one point
        ("3c 9d", "point-5"),  # 6 + 9, as 3 + 9 is two points
        ("3c Td", "point-6"),  # 6 + 10
        ("3c Kd", "point-6"),  # 6 + 0
        ("6c Ad", "point-7"),  # 6 + 1
        ("6c 2d", "point-8"),  # 6 + 2
        ("6c 4d", "point-10"),  # 6 + 4
        ("6c 5d", "point-8"),  # 3 + 5, the document's own example
        ("6c 7d", "point-10"),  # 3 + 7
        ("6c 8d", "point-4"),  # 6 + 8
        ("6c 9d", "point-5"),  # 6 + 9
        ("6c Td", "point-6"),  # 6 + 10
        ("6c Jd", "point-6"),  # 6 + 0
    ],
)
def test_3_4_2_a_three_or_six_takes_the_better_value_in_the_point_hand(two: str, name: str) -> None:
    assert point_hand(two) == name


@proves(BE, "3.4.2")
def test_3_4_2_the_dealer_has_the_better_value_too() -> None:
    # Both have a 5 and a 6: eight points each, and not one.
    found = settled(BE, "Kc Qd Jc 5c 6d", box("Kh Qs Jh 5h 6s", main="10", tie="5"))
    assert found.settlement.dealer is not None
    assert (found.settlement.dealer.hand, found.hand()) == ("point-8", "point-8")
    assert found.result("tie") == ("win", 500, 4_000)


@proves(BE, "3.4.2.1")
def test_3_4_2_1_a_three_and_a_six_are_nine_points_and_no_pair() -> None:
    nine_points = "Kh Qs Jh 3h 6s"
    # They lose to the lowest pair and to ten points, tie with nine points, and are paid as a point
    # total.
    assert settled(BE, "Kc Qd Jc 2c 2d", box(nine_points, main="10")).result("main") == (
        "lose",
        0,
        0,
    )
    assert settled(BE, "9d 7c 4c Kd Tc", box(nine_points, main="10")).result("main") == (
        "lose",
        0,
        0,
    )
    assert settled(BE, "Kc Qd Tc 7d 2d", box(nine_points, tie="5", main="10")).result("tie") == (
        "win",
        500,
        4_000,
    )
    won = settled(BE, "Ad 5c 4c Td 8d", box(nine_points, main="10"))
    assert won.hand() == "point-9"
    assert won.result("main") == ("win", 1_000, 1_000)


@proves(BE, "3.4.2.2")
@pytest.mark.parametrize(
    ("cards", "winnings"),
    [
        ("3c 3d 6h 6s Kc", 0),  # two pairs, and not four of a kind
        ("3c 3d 3h 6s Kc", 0),  # three of a kind, and not four
        ("3c 6d 6h Ks Kc", 0),  # two pairs, and not a full house
        ("2c 4d 5h 6s 6c", 0),  # a pair, and not 2-3-4-5-6
        ("3c 3d 4h 5s 7c", 0),  # a pair, and not 3-4-5-6-7
        ("3c 3d 3h 6s 6c", 40_000),  # a full house at 80 for 1
        ("6c 6d 6h 6s 3c", 200_000),  # four of a kind at 400 for 1
        ("3c 4d 5h 6s 7c", 10_000),  # a straight at 20 for 1
    ],
)
def test_3_4_2_2_for_the_jackpot_a_three_is_a_three_and_a_six_a_six(
    cards: str, winnings: int
) -> None:
    found = settled(BE, any_other_five(cards), box(cards, main="10", progressive="5"))
    assert found.result("progressive") == ("win" if winnings else "lose", 0, winnings)


@proves(BE, "3.4.3")
@pytest.mark.parametrize("rank", "A23456789T")
def test_3_4_3_two_of_a_rank_are_a_pair_and_are_not_added_up(rank: str) -> None:
    # Added up they would be points, which lose to mixed pictures and are paid 1 to 1.
    found = settled(
        BE,
        "8s 7h 5s Ks Qs",
        box(f"Kh Qh Jh {rank}c {rank}d", main="10", arrangement={"three": ["Kh", "Qh", "Jh"]}),
    )
    assert found.hand() == f"pair-{'10' if rank == 'T' else rank.lower()}"
    assert found.result("main") == ("win", 1_000, 3_000)


@proves(BE, "3.4.3")
def test_3_4_3_the_dealers_pair_is_a_pair() -> None:
    # A pair of fives, and not ten points, which mixed pictures would beat.
    found = settled(BE, "9d 7c 4c 5c 5d", box("Ah 5s 4s Kh Qh", main="10"))
    assert found.settlement.dealer is not None
    assert found.settlement.dealer.hand == "pair-5"
    assert found.result("main") == ("lose", 0, 0)


# ── 3.11: four kinds of point hand ────────────────────────────────────────────────────────────────


@proves(BE, "3.11")
@pytest.mark.parametrize(
    ("two", "dealer", "name", "winnings"),
    [
        ("As Jd", "8s 7s 5s 9s 9h", "gnau-tung-ku", 5_000),
        ("2c 2d", "8s 7s 5s Ks Qs", "pair-2", 3_000),
        ("Kc Qd", "8s 7s 5s Ts Ks", "mixed-pictures", 2_000),
        ("9c 8d", "8s 7s 5s Ts 4s", "point-7", 1_000),
    ],
)
def test_3_11_four_kinds_of_point_hand(two: str, dealer: str, name: str, winnings: int) -> None:
    arrangement = {"three": ["Kh", "Qh", "Jh"]}
    found = settled(BE, dealer, box(f"Kh Qh Jh {two}", main="10", arrangement=arrangement))
    assert found.hand() == name
    assert found.result("main") == ("win", 1_000, winnings)


@proves(BE, "3.11.1")
@pytest.mark.parametrize(
    ("two", "points"),
    [
        ("Ac Kd", 1),
        ("2c Kd", 2),
        ("Ac 2d", 3),
        ("4c Kd", 4),
        ("Ac 4d", 5),
        ("2c 4d", 6),
        ("2c 5d", 7),
        ("Ac 7d", 8),
        ("2c 7d", 9),
        ("Ac 9d", 10),
        ("2c 8d", 10),
        ("Tc Kd", 10),
    ],
)
def test_3_11_1_a_sum_up_to_ten_is_the_point_total(two: str, points: int) -> None:
    assert point_hand(two) == f"point-{points}"


@proves(BE, "3.11.2")
@pytest.mark.parametrize(
    ("two", "points"),
    [
        ("Tc Ad", 1),  # 11
        ("9c 2d", 1),  # 11
        ("7c 4d", 1),  # 11
        ("8c 4d", 2),  # 12
        ("7c 5d", 2),  # 12
        ("8c 5d", 3),  # 13
        ("9c 4d", 3),  # 13
        ("9c 5d", 4),  # 14
        ("8c 7d", 5),  # 15, the document's own example
        ("9c 7d", 6),  # 16
        ("9c 8d", 7),  # 17
        ("Tc 8d", 8),  # 18
        ("Tc 9d", 9),  # 19
    ],
)
def test_3_11_2_of_a_sum_over_ten_the_right_digit_counts(two: str, points: int) -> None:
    assert point_hand(two) == f"point-{points}"
