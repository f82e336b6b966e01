"""Megalink Bullseye, version 4: what a settlement shows of its clauses.

Amounts are in cents. Ranks count as the document has them: an ace one, a picture ten in the 3 Card Hand and nothing in
the Point Hand, a three or a six as either. A hand without an arrangement is set by the House Way.
"""

from typing import Any

import pytest

from tests.support import BE, box, proves, record, refused, settled

# Any three of the four ten-valued cards make 30 and leave the ace of hearts with the fourth: 11, so one point.
ONE_POINT_DEALER = "Kd Qd Td Ah Jc"
# No three of 2, 5, 5, 8, 8 make 10, 20 or 30 (12, 15, 18, 18 and 21), and there is no picture among them.
NO_HAND_DEALER = "2d 5d 5h 8d 8h"
# T-8-2 makes 20 and leaves the aces.
ACES_DEALER = "Ad Ah Td 8d 2d"
# K-8-2 makes 20 and leaves the nines.
NINES_DEALER = "9c 9d Kd 8d 2d"
# T-7-3 makes 20 and leaves K-J; every other setting leaves ten points.
MIXED_DEALER = "Kd Jd Td 7d 3d"
# K-8-2 or T-8-2 makes 20 and leaves a ten-valued card with the seven.
SEVEN_POINTS_DEALER = "Kd 7d Td 8d 2d"

# The same makes of hand for a player.
GNAU_TUNG_KU = "As Kh Tc 8c 2c"
NINES = "9s 9h Qc 8c 2c"
MIXED = "Ks Qh Tc 8c 2c"
SEVEN_POINTS = "Ks 7h Tc 8c 2c"
# The twos, fours, fives and sevens add to 11, 13, 14 and 16, and two of them never to 10 or 20.
NO_HAND = "Qs 2c 4d 5c 7h"
NO_HAND_OF_SPADES = "Ks 2s 4s 5s 7s"
ROYAL = "As Ks Qs Js Ts"

HOUSE_WAY = ("1.1.5",)
OWN_SETTING = ("3.10.1",)

SIDE_BETS: dict[str, Any] = {"tie": "3.35", "suits": "2.05", "bullseye": "3.15", "progressive": "7.35"}
ALL_BETS: dict[str, Any] = {"main": "12.35"} | SIDE_BETS


def row(clause: str, *values: object, why: str = "") -> Any:
    """A case that proves a row of a pay table and is known by it; the row's name is the last value of the case."""
    return pytest.param(*values, clause.partition(":")[2], marks=proves(BE, clause), id=why or clause)


def case(why: str, *values: object) -> Any:
    return pytest.param(*values, id=why)


def own(cards: str) -> dict[str, list[str]]:
    """A player's own 3 Card Hand."""
    return {"three": cards.split()}


# ── 4.1 and 3.3: the main wager ───────────────────────────────────────────────────────────────────────────────────


class TestMain:
    @proves(BE, "4.1", "3.3")
    @pytest.mark.parametrize(
        ("cards", "hand", "winnings", "name"),
        [
            row("4.1:gnau-tung-ku", GNAU_TUNG_KU, "gnau-tung-ku", 61_75),
            row("4.1:pair", NINES, "pair-9", 37_05),
            row("4.1:mixed-pictures", MIXED, "mixed-pictures", 24_70),
            row("4.1:point-total", SEVEN_POINTS, "point-7", 12_35),
        ],
    )
    def test_4_1_a_higher_point_hand_pays_by_its_kind(
        self, cards: str, hand: str, winnings: int, name: str
    ) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(cards, main="12.35"))
        assert found.settlement.dealer is not None
        assert (found.settlement.dealer.hand, found.settlement.dealer.qualifies) == ("point-1", True)
        assert found.hand() == hand
        assert found.result("main") == ("win", 12_35, winnings)
        assert found.net() == winnings
        line = found.line("main")
        assert (line.clauses, line.row) == (("3.3", "4.1", *HOUSE_WAY), name)

    @proves(BE, "3.3")
    @pytest.mark.parametrize("cards", [NINES, MIXED, SEVEN_POINTS])
    def test_3_3_a_lower_point_hand_loses_the_main_wager(self, cards: str) -> None:
        found = settled(BE, ACES_DEALER, box(cards, main="12.35"))
        assert found.result("main") == ("lose", 0, 0)
        assert found.net() == -12_35
        assert found.line("main").clauses == ("3.3", "3.15", *HOUSE_WAY)
        assert found.line("main").row is None

    @pytest.mark.parametrize(
        ("cards", "dealer", "hand"),
        [
            (NINES, NINES_DEALER, "pair-9"),
            (MIXED, MIXED_DEALER, "mixed-pictures"),
            (SEVEN_POINTS, SEVEN_POINTS_DEALER, "point-7"),
        ],
    )
    def test_equal_point_hands_push_the_main_wager(self, cards: str, dealer: str, hand: str) -> None:
        found = settled(BE, dealer, box(cards, main="12.35"))
        assert found.settlement.dealer is not None
        assert found.settlement.dealer.hand == found.hand() == hand
        assert found.result("main") == ("push", 12_35, 0)
        assert found.net() == 0
        assert found.line("main").clauses == ("3.15", *HOUSE_WAY)

    @proves(BE, "3.10.3")
    @pytest.mark.parametrize(
        ("cards", "three"),
        [
            ("Ac 4s 5s Qs 7s", "Ac 4s 5s"),  # 10
            ("9s Ac Qc Ks 7s", "9s Ac Qc"),  # 20
            ("Qc Jh Js Ks 7s", "Qc Jh Js"),  # 30
        ],
    )
    def test_3_10_3_the_total_of_the_three_card_hand_has_no_bearing_on_main(
        self, cards: str, three: str
    ) -> None:
        """Seven points beside a 10, a 20 or a 30 are worth the same: they equal the dealer's beside a 20."""
        found = settled(BE, SEVEN_POINTS_DEALER, box(cards, main="12.35", arrangement=own(three)))
        assert found.hand() == "point-7"
        assert found.result("main") == ("push", 12_35, 0)

    @proves(BE, "3.10.3")
    def test_3_10_3_a_thirty_does_not_beat_a_twenty_with_the_better_point_hand(self) -> None:
        cards = box("Qc Jh Js Ks 6s", main="12.35", arrangement=own("Qc Jh Js"))
        assert settled(BE, SEVEN_POINTS_DEALER, cards).result("main") == ("lose", 0, 0)


@proves(BE, "1.1.4")
class TestGnauTungKu:
    @pytest.mark.parametrize("picture", ["Js", "Qh", "Kc"])
    def test_1_1_4_the_ace_of_spades_with_any_picture(self, picture: str) -> None:
        found = settled(BE, ACES_DEALER, box(f"As {picture} Tc 8c 2c", main="3.05"))
        assert found.hand() == "gnau-tung-ku"
        assert found.result("main") == ("win", 3_05, 15_25)

    @pytest.mark.parametrize("ace", ["Ah", "Ad", "Ac"])
    def test_1_1_4_another_ace_with_a_picture_is_one_point(self, ace: str) -> None:
        """T-8-2 makes 20, K-8-2 too and leaves 11: one point either way, which loses to seven."""
        found = settled(BE, "Qd 7d Td 8d 2d", box(f"{ace} Kh Tc 8c 2c", main="3.05"))
        assert found.hand() == "point-1"
        assert found.result("main") == ("lose", 0, 0)

    def test_1_1_4_the_ace_of_spades_with_a_ten_is_one_point(self) -> None:
        """The only settings leave the ace with a ten: 11, and a ten is no picture."""
        found = settled(BE, SEVEN_POINTS_DEALER, box("As Th Tc 8c 2c", main="3.05"))
        assert found.hand() == "point-1"
        assert found.result("main") == ("lose", 0, 0)


@proves(BE, "1.1.8", "1.1.6")
class TestPictures:
    @pytest.mark.parametrize("two", ["Ks Qh", "Ks Jh", "Qs Jh", "Ks Qs"])
    @pytest.mark.parametrize("dealer", ["Kd Qd Td 7d 3d", "Kd Jd Td 7d 3d", "Qd Jd Td 7d 3d"])
    def test_1_1_8_mixed_pictures_do_not_outrank_one_another(self, two: str, dealer: str) -> None:
        found = settled(BE, dealer, box(f"{two} Tc 8c 2c", main="12.35", tie="3.35"))
        assert found.hand() == "mixed-pictures"
        assert found.result("main") == ("push", 12_35, 0)
        assert found.result("tie") == ("win", 3_35, 26_80)

    @pytest.mark.parametrize(("two", "hand"), [("Ks Kh", "pair-k"), ("Qs Qh", "pair-q"), ("Js Jh", "pair-j")])
    def test_1_1_8_two_like_pictures_are_a_pair_and_not_mixed(self, two: str, hand: str) -> None:
        """T-8-2 makes 20; the settings with a picture in its place leave ten points."""
        found = settled(BE, ONE_POINT_DEALER, box(f"{two} Tc 8c 2c", main="12.35"))
        assert found.hand() == hand
        assert found.result("main") == ("win", 12_35, 37_05)

    def test_1_1_8_a_ten_is_no_picture(self) -> None:
        """K with T after 8-2-T makes ten points, not mixed pictures: 1 to 1."""
        found = settled(
            BE, ONE_POINT_DEALER, box("Ks Ts Tc 8c 2c", main="12.35", arrangement=own("Tc 8c 2c"))
        )
        assert found.hand() == "point-10"
        assert found.result("main") == ("win", 12_35, 12_35)


# ── 1.1.1, 1.1.9: the two parts of a hand ─────────────────────────────────────────────────────────────────────────


class TestThreeCardHand:
    @proves(BE, "1.1.1")
    @pytest.mark.parametrize(
        "cards",
        [
            case("10: A-4-5 alone", "Ac 2s 4s 5c 8s"),
            case("20: 2-8-T alone", "Ac 2s 4s 8s Tc"),
            case("30: J-Q-K alone", "Ac 2s Jc Qs Kc"),
        ],
    )
    def test_1_1_1_ten_twenty_or_thirty_is_a_three_card_hand(self, cards: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="12.35"))
        assert found.hand() != "none"
        assert found.result("main") == ("push", 12_35, 0)

    @proves(BE, "1.1.1")
    @pytest.mark.parametrize(
        "cards",
        [
            case("7, 11 to 15, 18, 19, 21", "Ac 2s 4s 8s 9c"),
            case("26 to 28", "Tc 9s 9c 9h 8s"),
            case("4, 5, 6, 7, 8", "Ac As 2s 2c 4s"),
            case("with the three as six too: 9, 12, 14 to 17, 19, 21, 23, 24", "Ac 3s 5c 8s Qc"),
        ],
    )
    def test_1_1_1_no_other_total_is(self, cards: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="12.35"))
        assert found.hand() == "none"
        assert found.result("main") == ("lose", 0, 0)

    @proves(BE, "1.1.9", "3.10.2")
    @pytest.mark.parametrize(
        ("three", "hand", "winnings"),
        [
            ("Tc 8c 2c", "mixed-pictures", 24_70),  # leaves K-Q
            ("Ks 8c 2c", "point-10", 12_35),  # leaves Q-T
            ("Ks Qh Tc", "point-10", 12_35),  # leaves 8-2
        ],
    )
    def test_3_10_2_the_point_hand_is_what_the_three_card_hand_leaves(
        self, three: str, hand: str, winnings: int
    ) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(MIXED, main="12.35", arrangement=own(three)))
        assert found.hand() == hand
        assert found.result("main") == ("win", 12_35, winnings)

    @proves(BE, "3.4.2")
    @pytest.mark.parametrize(
        ("two", "hand"),
        [
            pytest.param("3s 6h", "point-9", marks=proves(BE, "3.4.2.1")),
            ("3s 4h", "point-10"),
            ("6s 7h", "point-10"),
            ("3s Kh", "point-6"),
            ("6s 5h", "point-8"),
            pytest.param("3s 9h", "point-5", marks=proves(BE, "3.11.2")),
            pytest.param("6s 8h", "point-4", marks=proves(BE, "3.11.2")),
        ],
    )
    def test_3_4_2_a_three_or_a_six_takes_the_better_reading_in_the_point_hand(
        self, two: str, hand: str
    ) -> None:
        """Whoever sets the hand: the player is bound by 3.4.2 in a setting of his own too (3.10.1)."""
        cards = box(f"Kc Qs Jh {two}", main="12.35", arrangement=own("Kc Qs Jh"))
        found = settled(BE, ONE_POINT_DEALER, cards)
        assert found.hand() == hand
        # A pair would pay 3 to 1.
        assert found.result("main") == ("win", 12_35, 12_35)

    @proves(BE, "3.4.1", "3.11.1")
    def test_3_11_1_a_ten_with_a_picture_is_ten_points(self) -> None:
        cards = box("Kc Qs Jh Ts Kh", main="12.35", arrangement=own("Kc Qs Jh"))
        assert settled(BE, ONE_POINT_DEALER, cards).hand() == "point-10"

    @proves(BE, "3.4.3")
    @pytest.mark.parametrize(
        ("two", "hand"), [("3s 3h", "pair-3"), ("6s 6h", "pair-6"), ("Ts Th", "pair-10")]
    )
    def test_3_4_3_two_of_a_rank_are_a_pair_and_never_added(self, two: str, hand: str) -> None:
        cards = box(f"Kc Qs Jh {two}", main="12.35", arrangement=own("Kc Qs Jh"))
        found = settled(BE, ONE_POINT_DEALER, cards)
        assert found.hand() == hand
        assert found.result("main") == ("win", 12_35, 37_05)


# ── 3.10.1, 3.12, 1.1.5: who sets the hand ────────────────────────────────────────────────────────────────────────


class TestSetting:
    @proves(BE, "3.10.1")
    def test_3_10_1_a_setting_of_ones_own_may_be_weaker_and_then_counts(self) -> None:
        """9-9-2 makes 20 and leaves eight points; the pair of nines would have beaten the mixed pictures."""
        weaker = settled(BE, MIXED_DEALER, box(NINES, main="12.35", arrangement=own("9s 9h 2c")))
        assert weaker.hand() == "point-8"
        assert weaker.result("main") == ("lose", 0, 0)
        assert weaker.line("main").clauses == ("3.3", "3.15", *OWN_SETTING)
        best = settled(BE, MIXED_DEALER, box(NINES, main="12.35", arrangement=own("Qc 8c 2c")))
        assert best.hand() == "pair-9"
        assert best.result("main") == ("win", 12_35, 37_05)
        assert best.line("main").clauses == ("3.3", "4.1", *OWN_SETTING)

    @proves(BE, "3.10.1")
    def test_3_10_1_a_weaker_setting_is_paid_as_what_it_is(self) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(NINES, main="12.35", arrangement=own("9s 9h 2c")))
        assert found.result("main") == ("win", 12_35, 12_35)

    @proves(BE, "3.10.1")
    def test_3_10_1_a_weaker_setting_can_tie(self) -> None:
        """K-8-2 or T-8-2 leaves the dealer eight points; K-T with either other card is no 10, 20 or 30."""
        cards = box(NINES, main="12.35", tie="3.35", arrangement=own("9s 9h 2c"))
        found = settled(BE, "Kd 8d Td 8h 2d", cards)
        assert found.result("main") == ("push", 12_35, 0)
        assert found.line("main").clauses == ("3.15", *OWN_SETTING)
        assert found.result("tie") == ("win", 3_35, 26_80)

    @proves(BE, "3.10.1")
    @pytest.mark.parametrize(
        ("cards", "three"),
        [
            case("a six as three: 20", "6c 7s Ts 9s 2c", "6c 7s Ts"),
            case("a three as six: 20", "3c 4s Ts 9s 2c", "3c 4s Ts"),
            case("both as printed: 10", "3c 6s Ac 9s 2c", "3c 6s Ac"),
        ],
    )
    def test_3_10_1_a_three_card_hand_of_ones_own_may_read_threes_and_sixes_either_way(
        self, cards: str, three: str
    ) -> None:
        """Each leaves 9-2, which is 11 and so one point, and it is the player's setting that counts."""
        found = settled(BE, ONE_POINT_DEALER, box(cards, main="12.35", arrangement=own(three)))
        assert found.hand() == "point-1"
        assert found.line("main").clauses == ("3.15", *OWN_SETTING)

    @proves(BE, "3.12", "1.1.5")
    @pytest.mark.parametrize("three", ["Ks Qh 8c", "Ks Qh 2c", "Qh Tc 8c"])
    def test_3_12_a_setting_that_misses_is_replaced_by_the_house_way(self, three: str) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(MIXED, main="12.35", arrangement=own(three)))
        assert found.hand() == "mixed-pictures"
        assert found.result("main") == ("win", 12_35, 24_70)
        assert found.line("main").clauses == ("3.3", "4.1", "1.1.5", "3.12")

    @proves(BE, "3.12")
    def test_3_12_a_setting_of_a_hand_that_can_make_none_changes_nothing(self) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(NO_HAND, main="12.35", arrangement=own("Qs 2c 4d")))
        assert found.hand() == "none"
        assert found.result("main") == ("lose", 0, 0)
        assert found.line("main").clauses == ("3.10.4",)

    @proves(BE, "1.1.5")
    @pytest.mark.parametrize("order", ["9s 9h Qc 8c 2c", "2c 8c Qc 9h 9s", "Qc 9s 8c 9h 2c"])
    def test_1_1_5_the_house_way_takes_the_highest_point_hand(self, order: str) -> None:
        """Eight points are possible too, with 9-9-2; in whatever order the cards lie the pair is found."""
        found = settled(BE, MIXED_DEALER, box(order, main="12.35"))
        assert found.hand() == "pair-9"
        assert found.result("main") == ("win", 12_35, 37_05)

    @proves(BE, "1.1.5")
    @pytest.mark.parametrize("order", ["9s 9h Qc 8c 2c", "2c 8c Qc 9h 9s", "Qc 9s 8c 9h 2c"])
    def test_1_1_5_the_dealer_may_not_set_a_weaker_hand(self, order: str) -> None:
        """With eight points the dealer would lose to mixed pictures; the House Way makes it a pair."""
        found = settled(BE, order, box("Ks Jh Td 7d 3d", main="12.35"))
        assert found.settlement.dealer is not None
        assert found.settlement.dealer.hand == "pair-9"
        assert found.hand() == "mixed-pictures"
        assert found.result("main") == ("lose", 0, 0)

    @proves(BE, "3.10.3")
    @pytest.mark.parametrize("arrangement", [own("Ks Qs Js"), own("Qs Js Ts"), own("As Ks Qs"), None])
    def test_3_10_3_all_five_cards_decide_progressive_suits_and_bullseye(
        self, arrangement: dict[str, list[str]] | None
    ) -> None:
        bets: dict[str, Any] = {"main": "1", "suits": "2.05", "bullseye": "3.15", "progressive": "5"}
        found = settled(BE, ONE_POINT_DEALER, box(ROYAL, arrangement=arrangement, **bets))
        assert found.result("suits") == ("win", 2_05, 41_00)
        assert found.result("bullseye") == ("win", 3_15, 31_50)
        assert found.result("progressive") == ("win", 0, 250_000_00)


# ── 3.10.4, 3.14, 1.1.13: with and without a 3 Card Hand ──────────────────────────────────────────────────────────


class TestWithoutThreeCardHand:
    """Each side with and without a 3 Card Hand. These are the cases that are easily got wrong."""

    @proves(BE, "3.10.4", "3.14", "3.14.1", "3.14.2", "1.1.13", "4.2:both-without-3-card-hand")
    def test_3_14_neither_side_loses_main_and_wins_tie(self) -> None:
        found = settled(BE, NO_HAND_DEALER, box(NO_HAND, main="12.35", tie="3.35"))
        assert found.settlement.dealer is not None
        assert (found.settlement.dealer.hand, found.settlement.dealer.qualifies) == ("none", False)
        assert found.hand() == "none"
        assert found.result("main") == ("lose", 0, 0)
        assert found.line("main").clauses == ("3.10.4",)
        assert found.result("tie") == ("win", 3_35, 26_80)
        assert found.line("tie").clauses == ("3.14.2", "4.2")
        assert found.line("tie").row == "both-without-3-card-hand"
        assert found.net() == 14_45

    @proves(BE, "3.14", "3.14.1", "3.14.2", "1.1.13")
    @pytest.mark.parametrize("cards", [GNAU_TUNG_KU, NINES, MIXED, SEVEN_POINTS])
    def test_3_14_the_player_alone_pushes_main_and_loses_tie(self, cards: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="12.35", tie="3.35"))
        assert found.result("main") == ("push", 12_35, 0)
        assert found.line("main").clauses == ("3.14.1",)
        assert found.result("tie") == ("lose", 0, 0)
        assert found.line("tie").clauses == ("3.14.2",)
        assert found.net() == -3_35

    @proves(BE, "3.14.1")
    def test_3_14_1_a_setting_of_ones_own_pushes_as_well(self) -> None:
        found = settled(BE, NO_HAND_DEALER, box(NINES, main="12.35", arrangement=own("9s 9h 2c")))
        assert found.result("main") == ("push", 12_35, 0)

    @proves(BE, "3.10.4", "1.1.13")
    def test_3_10_4_the_dealer_alone_wins_main_and_tie(self) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(NO_HAND, main="12.35", tie="3.35"))
        assert found.result("main") == ("lose", 0, 0)
        assert found.line("main").clauses == ("3.10.4",)
        assert found.result("tie") == ("lose", 0, 0)
        assert found.line("tie").clauses == ("1.1.13",)
        assert found.net() == -15_70

    @proves(BE, "3.10.4")
    def test_3_10_4_the_other_wagers_of_a_hand_without_stay_in_play(self) -> None:
        found = settled(BE, NO_HAND_DEALER, box(NO_HAND_OF_SPADES, **ALL_BETS))
        assert found.hand() == "none"
        assert found.result("main") == ("lose", 0, 0)
        assert found.result("tie") == ("win", 3_35, 26_80)
        assert found.result("suits") == ("win", 2_05, 41_00)
        assert found.result("progressive") == ("win", 0, 294_00)
        # One picture only. With three there would be a 3 Card Hand, so here Bullseye loses by its own clause.
        assert found.result("bullseye") == ("lose", 0, 0)
        assert found.line("bullseye").clauses == ("1.1.3",)
        # -12.35 + 26.80 + 41.00 - 3.15 + 294.00 - 7.35
        assert found.net() == 338_95


class TestTie:
    @proves(BE, "1.1.13", "4.2", "4.2:same-ranking")
    @pytest.mark.parametrize(
        ("cards", "dealer"),
        [
            case("pair", NINES, NINES_DEALER),
            case("mixed pictures, K-Q and K-J", MIXED, MIXED_DEALER),
            case("points", SEVEN_POINTS, SEVEN_POINTS_DEALER),
            case("seven points as 5-2 and as K-7", "5s 2h Tc 8c 2c", SEVEN_POINTS_DEALER),
        ],
    )
    def test_4_2_the_same_ranking_pays_eight_to_one(self, cards: str, dealer: str) -> None:
        found = settled(BE, dealer, box(cards, main="12.35", tie="3.35"))
        assert found.result("tie") == ("win", 3_35, 26_80)
        assert found.line("tie").clauses == ("1.1.13", "4.2")
        assert found.line("tie").row == "same-ranking"

    @proves(BE, "1.1.13")
    @pytest.mark.parametrize(
        ("cards", "dealer", "main"),
        [
            case("higher", NINES, ONE_POINT_DEALER, "win"),
            case("lower", SEVEN_POINTS, NINES_DEALER, "lose"),
            case("a pair, and another pair (K-9-A makes 20)", NINES, "8d 8h Kd 9d Ad", "win"),
            case("points, and other points", "Ks 6h Tc 8c 2c", SEVEN_POINTS_DEALER, "lose"),
        ],
    )
    def test_1_1_13_another_ranking_loses(self, cards: str, dealer: str, main: str) -> None:
        found = settled(BE, dealer, box(cards, main="12.35", tie="3.35"))
        assert found.line("main").result.value == main
        assert found.result("tie") == ("lose", 0, 0)
        assert found.line("tie").clauses == ("1.1.13",)
        assert found.line("tie").row is None


# ── 4.3, 4.4: pictures and suits ──────────────────────────────────────────────────────────────────────────────────


@proves(BE, "1.1.3")
class TestBullseye:
    @proves(BE, "4.3")
    @pytest.mark.parametrize(
        ("cards", "winnings", "name"),
        [
            row("4.3:3-pictures", "Ks Qh Jc 9d 4h", 31_50),
            row("4.3:4-pictures", "Ks Qh Jc Jd 4h", 63_00),
            row("4.3:5-pictures", "Ks Qh Jc Jd Kh", 630_00),
        ],
    )
    def test_4_3_exactly_three_four_or_five_pictures(self, cards: str, winnings: int, name: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", bullseye="3.15"))
        assert found.result("bullseye") == ("win", 3_15, winnings)
        assert (found.line("bullseye").clauses, found.line("bullseye").row) == (("1.1.3", "4.3"), name)

    @pytest.mark.parametrize(
        "cards",
        [
            case("two, and neither a ten nor the ace of spades is one", "Ks Qh Tc As 4h"),
            case("one", "Ks Tc Th As Ac"),
            case("none", "Ts Tc Th As Ac"),
        ],
    )
    def test_1_1_3_fewer_lose(self, cards: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", bullseye="3.15"))
        assert found.result("bullseye") == ("lose", 0, 0)
        assert found.line("bullseye").clauses == ("1.1.3",)

    def test_1_1_3_only_the_players_own_cards_count(self) -> None:
        found = settled(BE, "Kd Qd Jd Kc Qc", box(NO_HAND, main="1", bullseye="3.15"))
        assert found.result("bullseye") == ("lose", 0, 0)

    def test_1_1_3_is_settled_whatever_becomes_of_main(self) -> None:
        """Three pictures with 9-4, three points, lose to the aces."""
        found = settled(BE, ACES_DEALER, box("Ks Qh Jc 9d 4h", main="1", bullseye="3.15"))
        assert found.result("main") == ("lose", 0, 0)
        assert found.result("bullseye") == ("win", 3_15, 31_50)


@proves(BE, "1.1.12")
class TestSuits:
    @proves(BE, "4.4")
    @pytest.mark.parametrize(
        ("cards", "winnings", "name"),
        [
            row("4.4:3-suited", "Ks 9s 4s Qh Jc", 2_05),
            row("4.4:3-suited", "Ks 9s 4s Qh Jh", 2_05, why="three of one suit and two of another"),
            row("4.4:4-suited", "Ks 9s 4s 7s Qh", 10_25),
            row("4.4:5-suited", "Ks 9s 4s 7s Js", 41_00),
        ],
    )
    def test_4_4_exactly_three_four_or_five_of_a_suit(self, cards: str, winnings: int, name: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", suits="2.05"))
        assert found.result("suits") == ("win", 2_05, winnings)
        assert (found.line("suits").clauses, found.line("suits").row) == (("1.1.12", "4.4"), name)

    @pytest.mark.parametrize("suit", "hcds")
    def test_1_1_12_every_suit_counts(self, suit: str) -> None:
        cards = " ".join(rank + suit for rank in "K947J")
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", suits="2.05"))
        assert found.result("suits") == ("win", 2_05, 41_00)

    @pytest.mark.parametrize("cards", ["Ks 9s Qh Jh 4c", "Ks 9s Qh Jd 4c"])
    def test_1_1_12_fewer_lose(self, cards: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", suits="2.05"))
        assert found.result("suits") == ("lose", 0, 0)
        assert found.line("suits").clauses == ("1.1.12",)

    def test_1_1_12_only_the_players_own_cards_count(self) -> None:
        found = settled(BE, "2d 5d 9d 8d Kd", box("Ks 9s Qh Jh 4c", main="1", suits="2.05"))
        assert found.result("suits") == ("lose", 0, 0)


# ── 3.16, 4.5: the progressive wager ──────────────────────────────────────────────────────────────────────────────


class TestProgressive:
    @proves(BE, "3.16", "3.16.1", "4.5", "4.5:royal-flush")
    @pytest.mark.parametrize("suit", "shcd")
    def test_4_5_a_royal_flush_wins_the_whole_jackpot(self, suit: str) -> None:
        cards = " ".join(rank + suit for rank in "TAQJK")
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", progressive="7.35"))
        assert found.result("progressive") == ("win", 0, 250_000_00)
        line = found.line("progressive")
        assert (line.stake, line.clauses, line.row) == (7_35, ("4.5", "3.18"), "royal-flush")
        assert found.awards == [(1, "royal-flush", 250_000_00)]
        assert found.jackpot_after == 100_000_00

    @proves(BE, "3.16", "3.16.2", "4.5", "4.5:straight-flush")
    @pytest.mark.parametrize(
        "cards",
        [
            "Jc Tc 9c 8c 7c",
            case("next below the royal flush", "Kh Qh Jh Th 9h"),
            case("from the five down to the ace", "5c 4c 3c 2c Ac"),
        ],
    )
    def test_4_5_a_straight_flush_wins_a_tenth(self, cards: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", progressive="7.35"))
        assert found.result("progressive") == ("win", 0, 25_000_00)
        line = found.line("progressive")
        assert (line.stake, line.clauses, line.row) == (7_35, ("4.5", "3.18"), "straight-flush")
        assert found.awards == [(1, "straight-flush", 25_000_00)]
        assert found.jackpot_after == 225_000_00

    @proves(BE, "4.5")
    @pytest.mark.parametrize(
        ("cards", "winnings", "name"),
        [
            row("4.5:four-of-a-kind", "Ac Ah Ad As Jh", 2_940_00),
            row("4.5:full-house", "Kc Kh Kd As Ah", 588_00),
            row("4.5:flush", "Jc 8c 6c 5c 2c", 294_00),
            row("4.5:straight", "9s 8c 7h 6d 5c", 147_00),
            row("4.5:straight", "As Kh Qc Jd Ts", 147_00, why="the highest straight"),
            row("4.5:straight", "5s 4h 3c 2h As", 147_00, why="the lowest straight"),
        ],
    )
    def test_4_5_minor_awards_contain_the_stake_and_leave_the_jackpot(
        self, cards: str, winnings: int, name: str
    ) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", progressive="7.35"))
        assert found.result("progressive") == ("win", 0, winnings)
        assert found.line("progressive").clauses == ("4.5", "3.18")
        assert found.line("progressive").row == name
        assert found.awards == []
        assert found.jackpot_after == 250_000_00

    @proves(BE, "3.16")
    @pytest.mark.parametrize(
        ("cards", "hand"),
        [
            pytest.param("2c 2s 2h Ks 2d", "four-of-a-kind", marks=proves(BE, "3.16.3")),
            pytest.param("2c 2s 2h Ks Kd", "full-house", marks=proves(BE, "3.16.4")),
            pytest.param("As Ks Qs Js 9s", "flush", marks=proves(BE, "3.16.5"), id="four to a royal flush"),
            pytest.param("3c 2c Ac Kc Qc", "flush", marks=proves(BE, "3.16.5"), id="no run around the ace"),
        ],
    )
    def test_3_16_what_each_jackpot_hand_is(self, cards: str, hand: str) -> None:
        found = settled(BE, "5d 5h 8d 8h Th", box(cards, main="1", progressive="7.35"))
        assert found.line("progressive").row == hand

    @proves(BE, "4.5")
    @pytest.mark.parametrize(
        "cards",
        [
            case("no straight around the ace: Q-K-A-2-3", "3s 2h As Kh Qc"),
            case("no straight around the ace: K-A-2-3-4", "4s 3h 2h As Kc"),
            case("four to a straight", "Qs Jh Tc 9d 7s"),
            case("four to a flush", "Ks Qs Js 9s Kh"),
            case("three of a kind", "Qs Qh Qc 9d 7s"),
            case("two pairs", "Qs Qh 9c 9d 7s"),
            case("a pair", "As Ah 9c Td 7s"),
        ],
    )
    def test_4_5_less_than_a_straight_wins_nothing(self, cards: str) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", progressive="7.35"))
        assert found.result("progressive") == ("lose", 0, 0)
        assert found.line("progressive").clauses == ("4.5",)
        assert found.line("progressive").row is None
        assert found.jackpot_after == 250_000_00

    @proves(BE, "1.1.10", "3.4.2.2")
    @pytest.mark.parametrize(
        ("cards", "expected"),
        [
            case("3 as 6 would make 4-5-6-7-8", "3s 4d 5c 7h 8s", ("lose", 0, 0)),
            case("6 as 3 would make A-2-3-4-5", "6s 4d 5c 2h As", ("lose", 0, 0)),
            case("3 as 6 would make four of a kind", "6s 6d 6c 3h Ks", ("lose", 0, 0)),
            case("3s as 6s would make four of a kind", "3s 3h 6d 6c Ks", ("lose", 0, 0)),
            case("6 as 3 would make four of a kind", "3s 3h 3d 6c Ks", ("lose", 0, 0)),
            case("3 as 6 would make a straight flush", "3c 4c 5c 7c 8c", ("win", 0, 294_00)),
            case("sixes over threes are a full house", "6s 6h 6d 3c 3d", ("win", 0, 588_00)),
        ],
    )
    def test_3_4_2_2_threes_and_sixes_are_what_is_printed(
        self, cards: str, expected: tuple[str, int, int]
    ) -> None:
        found = settled(BE, NO_HAND_DEALER, box(cards, main="1", progressive="7.35"))
        assert found.result("progressive") == expected

    @proves(BE, "1.1.10")
    def test_1_1_10_only_a_box_with_the_wager_is_paid(self) -> None:
        found = settled(
            BE, NO_HAND_DEALER, box(ROYAL, 1, main="1"), box("Jc Tc 9c 8c 7c", 2, main="1", progressive="5")
        )
        assert [line.bet for line in found.settlement.boxes[0].lines] == ["main"]
        assert found.awards == [(2, "straight-flush", 25_000_00)]

    def test_the_jackpot_is_needed_only_where_there_is_a_progressive_wager(self) -> None:
        given = record(BE, NO_HAND_DEALER, box(ROYAL, main="1"))
        del given["jackpot"]
        assert refused(given | {"boxes": [box(ROYAL, main="1", progressive="5")]}) == (
            "missing-field",
            "jackpot",
        )
        assert settled(BE, NO_HAND_DEALER, box(ROYAL, main="1"), jackpot=None).settlement.jackpot is None

    @proves(BE, "3.18")
    def test_3_18_a_jackpot_comes_on_top_of_everything_else(self) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(ROYAL, **ALL_BETS))
        assert found.hand() == "gnau-tung-ku"
        assert [line.bet for line in found.settlement.boxes[0].lines] == list(ALL_BETS)
        assert found.result("main") == ("win", 12_35, 61_75)
        assert found.result("tie") == ("lose", 0, 0)
        assert found.result("suits") == ("win", 2_05, 41_00)
        assert found.result("bullseye") == ("win", 3_15, 31_50)
        assert found.result("progressive") == ("win", 0, 250_000_00)
        # 61.75 - 3.35 + 41.00 + 31.50 + 250,000.00 - 7.35
        assert found.net() == 250_123_55

    @proves(BE, "3.18")
    def test_3_18_a_jackpot_is_paid_where_main_loses(self) -> None:
        """T-T-T makes 30 and leaves T-9, nine points, under the dealer's nines."""
        found = settled(BE, "9c 9d Kd 8d 2d", box("Ts Th Tc Td 9s", main="12.35", progressive="7.35"))
        assert found.hand() == "point-9"
        assert found.result("main") == ("lose", 0, 0)
        assert found.result("progressive") == ("win", 0, 2_940_00)
        assert found.net() == 2_920_30


class TestSeveralJackpotHands:
    @proves(BE, "3.20", "3.20.1")
    def test_3_20_1_two_royal_flushes_share_the_jackpot_and_one_reset(self) -> None:
        found = settled(
            BE,
            NO_HAND_DEALER,
            box(ROYAL, 2, main="1", progressive="5"),
            box("Ac Kc Qc Jc Tc", 5, main="1", progressive="10"),
        )
        # (250,000 + 100,000) / 2, whatever was staked.
        assert found.awards == [(2, "royal-flush", 175_000_00), (5, "royal-flush", 175_000_00)]
        assert found.result("progressive", 2) == found.result("progressive", 5) == ("win", 0, 175_000_00)
        assert found.line("progressive", 2).clauses == ("4.5", "3.18", "3.20.1")
        assert found.jackpot_after == 100_000_00

    @proves(BE, "3.20", "3.20.1")
    def test_3_20_1_three_royal_flushes_share_two_resets_as_well(self) -> None:
        found = settled(
            BE,
            NO_HAND_DEALER,
            box(ROYAL, 1, main="1", progressive="5"),
            box("Ac Kc Qc Jc Tc", 2, main="1", progressive="5"),
            box("Ah Kh Qh Jh Th", 3, main="1", progressive="5"),
        )
        # A third of 250,000 and 200,000.
        assert [amount for _, _, amount in found.awards] == [150_000_00] * 3
        assert found.jackpot_after == 100_000_00

    @proves(BE, "3.20", "3.20.2")
    def test_3_20_2_two_straight_flushes_pool_their_tenths(self) -> None:
        found = settled(
            BE,
            NO_HAND_DEALER,
            box("Jc Tc 9c 8c 7c", 4, main="1", progressive="5"),
            box("Js Ts 9s 8s 7s", 1, main="1", progressive="5"),
        )
        # 25,000 and a tenth of the 225,000 that are left: 47,500 / 2
        assert found.awards == [(4, "straight-flush", 23_750_00), (1, "straight-flush", 23_750_00)]
        assert found.line("progressive", 4).clauses == ("4.5", "3.18", "3.20.2")
        assert found.result("progressive", 1) == ("win", 0, 23_750_00)
        assert found.jackpot_after == 202_500_00

    @proves(BE, "3.20", "3.20.3")
    def test_3_20_3_a_royal_flush_is_paid_after_a_straight_flush_that_was_dealt_later(self) -> None:
        found = settled(
            BE,
            NO_HAND_DEALER,
            box(ROYAL, 1, main="1", progressive="5"),
            box("Jc Tc 9c 8c 7c", 2, main="1", progressive="5"),
        )
        # In dealing order it would be 250,000 and then a tenth of the reset value.
        assert found.awards == [(2, "straight-flush", 25_000_00), (1, "royal-flush", 225_000_00)]
        assert found.line("progressive", 1).clauses == ("4.5", "3.18", "3.20.3")
        assert found.line("progressive", 2).clauses == ("4.5", "3.18", "3.20.3")
        assert found.jackpot_after == 100_000_00

    @proves(BE, "3.20", "3.20.1", "3.20.2", "3.20.3")
    def test_3_20_3_several_of_both_kinds(self) -> None:
        found = settled(
            BE,
            NO_HAND_DEALER,
            box(ROYAL, 1, main="1", progressive="5"),
            box("9c 8c 7c 6c 5c", 2, main="1", progressive="5"),
            box("Ac Kc Qc Jc Tc", 3, main="1", progressive="5"),
            box("9s 8s 7s 6s 5s", 4, main="1", progressive="5"),
        )
        # 25,000 + 22,500 = 47,500; then 202,500 + 100,000 = 302,500
        assert found.awards == [
            (2, "straight-flush", 23_750_00),
            (4, "straight-flush", 23_750_00),
            (1, "royal-flush", 151_250_00),
            (3, "royal-flush", 151_250_00),
        ]
        assert found.line("progressive", 2).clauses == ("4.5", "3.18", "3.20.3", "3.20.2")
        assert found.line("progressive", 3).clauses == ("4.5", "3.18", "3.20.3", "3.20.1")
        assert found.jackpot_after == 100_000_00

    def test_minor_hands_of_the_round_touch_nothing(self) -> None:
        found = settled(
            BE,
            NO_HAND_DEALER,
            box("Ac Ah Ad As Jh", 1, main="1", progressive="5"),
            box("Jc Tc 9c 8c 7c", 2, main="1", progressive="5"),
        )
        assert found.result("progressive", 1) == ("win", 0, 2_000_00)
        assert found.line("progressive", 1).clauses == ("4.5", "3.18")
        assert found.awards == [(2, "straight-flush", 25_000_00)]
        assert found.line("progressive", 2).clauses == ("4.5", "3.18")


# ── 3.17, 5.11: hands that are not shown, players who are not there ───────────────────────────────────────────────


@proves(BE, "3.17")
class TestHidden:
    @pytest.mark.parametrize("dealer", [ONE_POINT_DEALER, NO_HAND_DEALER])
    @pytest.mark.parametrize("cards", [ROYAL, NO_HAND, None])
    def test_3_17_a_hand_that_is_not_shown_loses_everything(self, dealer: str, cards: str | None) -> None:
        """Not shown, it has neither a 3 Card Hand to push with nor the lack of one to tie with."""
        found = settled(BE, dealer, box(cards, hand="unrevealed", **ALL_BETS))
        for bet in ALL_BETS:
            assert found.result(bet) == ("lose", 0, 0)
            assert found.line(bet).clauses == ("3.17",)
        assert found.net() == -28_25
        assert found.awards == []
        assert found.jackpot_after == 250_000_00

    def test_3_17_nothing_can_be_established_for_such_a_hand(self) -> None:
        cards = box(ROYAL, hand="unrevealed", established=["progressive", "suits", "main"], **ALL_BETS)
        assert settled(BE, ONE_POINT_DEALER, cards).net() == -28_25

    def test_3_17_is_about_that_hand_alone(self) -> None:
        found = settled(
            BE,
            NO_HAND_DEALER,
            box(ROYAL, 1, hand="unrevealed", **ALL_BETS),
            box("Jc Tc 9c 8c 7c", 2, main="1", progressive="5"),
        )
        assert found.awards == [(2, "straight-flush", 25_000_00)]
        assert found.line("progressive", 2).clauses == ("4.5", "3.18")


@proves(BE, "5.11")
class TestAbsent:
    def test_5_11_the_hand_is_set_by_the_house_way_and_its_arrangement_ignored(self) -> None:
        found = settled(BE, MIXED_DEALER, box(NINES, hand="left", main="12.35", arrangement=own("9s 9h 2c")))
        assert found.hand() == "pair-9"
        assert found.result("main") == ("win", 12_35, 37_05)

    @pytest.mark.parametrize(
        ("dealer", "clauses"),
        [
            (MIXED_DEALER, ("3.3", "4.1", "5.11")),
            (NINES_DEALER, ("3.15", "5.11")),
            (ACES_DEALER, ("3.3", "3.15", "5.11")),
        ],
    )
    def test_5_11_is_cited_where_it_set_the_hand(self, dealer: str, clauses: tuple[str, ...]) -> None:
        found = settled(BE, dealer, box(NINES, hand="left", main="12.35"))
        assert found.line("main").clauses == clauses

    def test_5_11_an_arrangement_that_makes_no_sense_is_not_looked_at(self) -> None:
        found = settled(BE, MIXED_DEALER, box(NINES, hand="left", main="12.35", arrangement=own("Ah Ac Xx")))
        assert found.result("main") == ("win", 12_35, 37_05)

    def test_5_11_every_wager_is_settled_like_any_other(self) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(ROYAL, hand="left", **ALL_BETS))
        assert found.result("main") == ("win", 12_35, 61_75)
        assert found.result("tie") == ("lose", 0, 0)
        assert found.result("suits") == ("win", 2_05, 41_00)
        assert found.result("bullseye") == ("win", 3_15, 31_50)
        assert found.result("progressive") == ("win", 0, 250_000_00)
        assert found.awards == [(1, "royal-flush", 250_000_00)]

    def test_5_11_a_hand_without_a_three_card_hand_loses_all_the_same(self) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(NO_HAND, hand="left", main="12.35"))
        assert found.result("main") == ("lose", 0, 0)
        assert found.line("main").clauses == ("3.10.4",)


# ── 5.12 to 5.14, void rounds and invalid hands ───────────────────────────────────────────────────────────────────


@proves(BE, "5.12", "5.12.2")
class TestWithoutMain:
    @pytest.mark.parametrize("hand", ["played", "left", "unrevealed", "folded"])
    def test_5_12_every_other_wager_goes_back_whatever_the_cards(self, hand: str) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(ROYAL, hand=hand, main="0", **SIDE_BETS))
        assert [line.bet for line in found.settlement.boxes[0].lines] == list(SIDE_BETS)
        assert found.result("tie") == ("void", 3_35, 0)
        assert found.result("suits") == ("void", 2_05, 0)
        assert found.result("bullseye") == ("void", 3_15, 0)
        assert found.result("progressive") == ("void", 7_35, 0)
        assert {line.clauses for line in found.settlement.boxes[0].lines} == {("5.12.2",)}
        assert found.net() == 0
        assert found.awards == []
        assert found.jackpot_after == 250_000_00

    @pytest.mark.parametrize("bet", ["tie", "suits", "bullseye", "progressive"])
    def test_5_12_each_wager_by_itself_and_without_cards(self, bet: str) -> None:
        bets: dict[str, Any] = {bet: "3.35"}
        found = settled(BE, ONE_POINT_DEALER, box(**bets))
        assert found.result(bet) == ("void", 3_35, 0)
        assert found.hand() is None

    def test_5_12_limits_do_not_come_into_it(self) -> None:
        found = settled(
            BE,
            ONE_POINT_DEALER,
            box(tie="3.35"),
            limits={"tie": {"min": "5", "max": "20"}, "main": {"min": "5"}},
        )
        assert found.result("tie") == ("void", 3_35, 0)
        assert found.line("tie").clauses == ("5.12.2",)

    def test_5_12_other_boxes_play(self) -> None:
        found = settled(
            BE,
            ONE_POINT_DEALER,
            box(ROYAL, 1, progressive="5"),
            box("Jh Th 9h 8h 7h", 2, main="1", progressive="5"),
        )
        assert found.awards == [(2, "straight-flush", 25_000_00)]
        assert found.line("progressive", 2).clauses == ("4.5", "3.18")


OVER_AND_UNDER = (
    ("main", ONE_POINT_DEALER, GNAU_TUNG_KU, "win", 5, ("3.3", "4.1", *HOUSE_WAY)),
    ("main", ACES_DEALER, NINES, "lose", 0, ("3.3", "3.15", *HOUSE_WAY)),
    ("main", ONE_POINT_DEALER, NO_HAND, "lose", 0, ("3.10.4",)),
    ("main", NO_HAND_DEALER, NINES, "push", 0, ("3.14.1",)),
    ("main", NINES_DEALER, NINES, "push", 0, ("3.15", *HOUSE_WAY)),
    ("tie", NINES_DEALER, NINES, "win", 8, ("1.1.13", "4.2")),
    ("tie", ONE_POINT_DEALER, NINES, "lose", 0, ("1.1.13",)),
    ("suits", NO_HAND_DEALER, ROYAL, "win", 20, ("1.1.12", "4.4")),
    ("suits", NO_HAND_DEALER, "Ks 9s Qh Jh 4c", "lose", 0, ("1.1.12",)),
    ("bullseye", NO_HAND_DEALER, ROYAL, "win", 10, ("1.1.3", "4.3")),
    ("bullseye", NO_HAND_DEALER, NINES, "lose", 0, ("1.1.3",)),
)
"""Each wager of the layout in each of its outcomes: what it pays to 1, and the clauses behind that."""


class TestLimits:
    @proves(BE, "5.14")
    @pytest.mark.parametrize(("bet", "dealer", "cards", "result", "odds", "clauses"), OVER_AND_UNDER)
    def test_5_14_over_the_maximum_is_paid_and_collected_to_the_maximum(
        self, bet: str, dealer: str, cards: str, result: str, odds: int, clauses: tuple[str, ...]
    ) -> None:
        """30.25 lie there, 20.10 play and 10.15 go back whatever happens."""
        bets: dict[str, Any] = {"main": "1"} | {bet: "30.25"}
        found = settled(BE, dealer, box(cards, **bets), limits={bet: {"max": "20.10"}})
        assert found.result(bet) == (result, 10_15 if result == "lose" else 30_25, 20_10 * odds)
        assert found.line(bet).stake == 30_25
        assert found.line(bet).clauses == (*clauses, "5.14")

    @proves(BE, "5.14")
    def test_5_14_a_hand_that_is_not_shown_loses_the_maximum_only(self) -> None:
        cards = box(hand="unrevealed", main="30.25", suits="1")
        found = settled(BE, ONE_POINT_DEALER, cards, limits={"main": {"max": "20.10"}})
        assert found.result("main") == ("lose", 10_15, 0)
        assert found.line("main").clauses == ("3.17", "5.14")
        assert found.line("suits").clauses == ("3.17",)

    @proves(BE, "5.14")
    def test_5_14_each_wager_has_its_own_maximum(self) -> None:
        bets: dict[str, Any] = dict.fromkeys(ALL_BETS, "30.25")
        limits = {
            "main": {"max": "30"},
            "tie": {"max": "20"},
            "suits": {"max": "10"},
            "bullseye": {"max": "5"},
        }
        found = settled(BE, ONE_POINT_DEALER, box(ROYAL, **bets), limits=limits)
        assert found.result("main") == ("win", 30_25, 150_00)
        assert found.result("tie") == ("lose", 10_25, 0)
        assert found.result("suits") == ("win", 30_25, 200_00)
        assert found.result("bullseye") == ("win", 30_25, 50_00)
        assert found.result("progressive") == ("win", 0, 250_000_00)

    @proves(BE, "5.13")
    @pytest.mark.parametrize(("bet", "dealer", "cards", "result", "odds", "clauses"), OVER_AND_UNDER)
    def test_5_13_under_the_minimum_plays_once_and_then_goes_back_win_or_lose(
        self, bet: str, dealer: str, cards: str, result: str, odds: int, clauses: tuple[str, ...]
    ) -> None:
        bets: dict[str, Any] = {"main": "1"} | {bet: "4.95"}
        limits = {bet: {"min": "5"}}
        first = settled(BE, dealer, box(cards, **bets, under_minimum_settled_before=False), limits=limits)
        assert first.result(bet) == (result, 0 if result == "lose" else 4_95, 4_95 * odds)
        assert first.line(bet).clauses == (*clauses, "5.13")
        later = settled(BE, dealer, box(cards, **bets, under_minimum_settled_before=True), limits=limits)
        assert later.result(bet) == ("void", 4_95, 0)
        assert later.line(bet).clauses == ("5.13",)

    @proves(BE, "5.13")
    def test_5_13_two_such_wagers_in_one_round_both_play(self) -> None:
        found = settled(
            BE,
            NINES_DEALER,
            box(NINES, main="4.95", tie="4.95"),
            limits={"main": {"min": "5"}, "tie": {"min": "5"}},
        )
        assert found.result("main") == ("push", 4_95, 0)
        assert found.result("tie") == ("win", 4_95, 39_60)

    @proves(BE, "5.13")
    def test_5_13_only_the_wager_under_its_minimum_goes_back(self) -> None:
        """Main goes back; the others were laid with a main wager and play on."""
        bets: dict[str, Any] = {
            "main": "4.95",
            "tie": "5.00",
            "suits": "4.95",
            "bullseye": "3.15",
            "progressive": "7.35",
        }
        found = settled(
            BE,
            ONE_POINT_DEALER,
            box(ROYAL, **bets, under_minimum_settled_before=True),
            limits={"main": {"min": "5"}, "tie": {"min": "5"}, "suits": {"min": "5"}},
        )
        assert found.result("main") == ("void", 4_95, 0)
        assert found.result("tie") == ("lose", 0, 0)
        assert found.line("tie").clauses == ("1.1.13",)
        assert found.result("suits") == ("void", 4_95, 0)
        assert found.result("bullseye") == ("win", 3_15, 31_50)
        assert found.result("progressive") == ("win", 0, 250_000_00)

    @proves(BE, "5.13")
    def test_5_13_goes_before_3_17(self) -> None:
        cards = box(hand="unrevealed", main="4.95", tie="4.95", under_minimum_settled_before=True)
        found = settled(BE, ONE_POINT_DEALER, cards, limits={"main": {"min": "5"}})
        assert found.result("main") == ("void", 4_95, 0)
        assert found.result("tie") == ("lose", 0, 0)

    @pytest.mark.parametrize("settled_before", [False, True])
    @pytest.mark.parametrize("bet", ["main", "tie", "suits", "bullseye"])
    def test_a_wager_at_its_minimum_or_its_maximum_is_within_them(
        self, bet: str, settled_before: bool
    ) -> None:
        bets: dict[str, Any] = {"main": "1"} | {bet: "5"}
        for limit in ({"min": "5"}, {"max": "5"}, {"min": "5", "max": "5"}):
            cards = box(ROYAL, **bets, under_minimum_settled_before=settled_before)
            line = settled(BE, ONE_POINT_DEALER, cards, limits={bet: limit}).line(bet)
            assert not {"5.13", "5.14"} & set(line.clauses)
            assert line.result.value == ("lose" if bet == "tie" else "win")

    def test_having_had_one_before_matters_only_under_a_minimum(self) -> None:
        cards = box(GNAU_TUNG_KU, main="4.95", under_minimum_settled_before=True)
        assert settled(BE, ONE_POINT_DEALER, cards).result("main") == ("win", 4_95, 24_75)

    def test_the_progressive_wager_has_no_limits_of_its_own(self) -> None:
        given = record(BE, ONE_POINT_DEALER, box(ROYAL, main="1"), limits={"progressive": {"max": "5"}})
        assert refused(given) == ("bad-field", "table.limits.progressive")


class TestNoResult:
    @proves(BE, "5.1.1")
    @pytest.mark.parametrize("dealer", [None, "", "Kd Qd", ONE_POINT_DEALER])
    @pytest.mark.parametrize("hand", ["played", "left", "unrevealed", "invalid"])
    def test_5_1_1_a_void_round_returns_every_wager(self, dealer: str | None, hand: str) -> None:
        found = settled(BE, dealer, box(ROYAL, hand=hand, **ALL_BETS), outcome="void")
        assert [(line.bet, line.result.value, line.returned) for line in found.settlement.boxes[0].lines] == [
            ("main", "void", 12_35),
            ("tie", "void", 3_35),
            ("suits", "void", 2_05),
            ("bullseye", "void", 3_15),
            ("progressive", "void", 7_35),
        ]
        # The record does not say what voided the round, so every clause that can is named.
        assert {line.clauses for line in found.settlement.boxes[0].lines} == {
            ("5.1.1", "5.2", "5.3", "5.4", "5.8")
        }
        assert found.net() == 0
        assert found.awards == []
        assert found.jackpot_after == 250_000_00
        dealt = found.settlement.dealer
        assert (None if dealt is None else dealt.hand) == ("point-1" if dealer == ONE_POINT_DEALER else None)

    @proves(BE, "5.7")
    @pytest.mark.parametrize(
        ("cards", "hand"),
        [(ROYAL, "gnau-tung-ku"), ("As Ks Qs Js", None), ("As Ks Qs Js Ts 9s", None), (None, None)],
    )
    def test_5_7_a_hand_taken_out_of_the_round_gets_every_wager_back(
        self, cards: str | None, hand: str | None
    ) -> None:
        found = settled(
            BE,
            ONE_POINT_DEALER,
            box(cards, 1, hand="invalid", **ALL_BETS),
            box("Jh Th 9h 8h 7h", 2, main="1", progressive="5"),
        )
        assert found.hand() == hand
        for bet, stake in zip(ALL_BETS, (12_35, 3_35, 2_05, 3_15, 7_35), strict=True):
            assert found.result(bet) == ("void", stake, 0)
            assert found.line(bet).clauses == ("5.7", "5.7.1", "5.9", "5.10.1", "5.10.2", "5.16.1")
        assert found.net() == 0
        # The other hand is alone in winning a share.
        assert found.awards == [(2, "straight-flush", 25_000_00)]
        assert found.line("progressive", 2).clauses == ("4.5", "3.18")

    def test_there_is_no_folding_in_this_game(self) -> None:
        given = record(BE, ONE_POINT_DEALER, box(NINES, hand="folded", main="1"))
        assert refused(given) == ("bad-field", "boxes[0].hand")

    def test_a_wager_that_was_not_laid_has_no_line(self) -> None:
        found = settled(BE, ONE_POINT_DEALER, box(NINES, main="1", tie="0", suits="0.00", progressive="0"))
        assert [line.bet for line in found.settlement.boxes[0].lines] == ["main"]
