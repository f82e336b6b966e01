"""Megalink Singapore Stud Poker, version 6 (MBS): what the clauses make of a round's wagers.

Amounts that are expected are in cents.
"""

from typing import Any

import pytest

from pitboss.games.settlement import DealerHand
from pitboss.rulebook.clauses import clauses
from tests.support import SS, Settled, box, proves, settled

# The first has a hand, ace and king with 8-5-3 beside them; the second has none.
ACE_KING = "As Kd 8c 5d 3s"
NO_HAND = "As Qd 8c 5d 3s"

STAKES: dict[str, Any] = {"ante": "25", "bet": "50"}
ODD_STAKES: dict[str, Any] = {"ante": "33.33", "bet": "66.66"}
JACKPOT_STAKES: dict[str, Any] = STAKES | {"progressive": "5"}

LIMITS = {"ante": {"min": "25", "max": "100"}}

LOSES = ("lose", 0, 0)


def play(dealer: str | None, *boxes: dict[str, Any], **more: Any) -> Settled:
    """Settles a round; whatever comes of it, every wager cites clauses and every clause cited exists."""
    found = settled(SS, dealer, *boxes, **more)
    for settled_box in found.settlement.boxes:
        for line in settled_box.lines:
            assert line.clauses
            assert set(line.clauses) <= set(clauses(SS)), line
    return found


def results(found: Settled, *bets: str, number: int = 1) -> list[tuple[str, int, int]]:
    """Result, returned and winnings of several bets of one box."""
    return [found.result(bet, number) for bet in bets]


def bets_of(found: Settled, number: int = 1) -> list[str]:
    """The bets that a box has lines for, in their order."""
    return [
        line.bet
        for settled_box in found.settlement.boxes
        if settled_box.box == number
        for line in settled_box.lines
    ]


# ── 3.10.2: the dealer has no hand ────────────────────────────────────────────────────────────────────────────────


class TestNoHand:
    @proves(SS, "3.10.2", "3.10.2.1", "3.10.2.2", "4.1.1")
    @pytest.mark.parametrize(
        "cards",
        [
            pytest.param("9c 9d 7s 5c 2c", id="player-higher"),
            pytest.param("Jh 9d 7s 5c 2c", id="player-lower"),
            pytest.param("Ac Qh 8d 5c 3c", id="player-equal"),
            pytest.param("Ah Kh Qh Jh Th", id="player-with-a-royal-flush"),
        ],
    )
    def test_3_10_2_the_ante_is_paid_and_the_bet_goes_back_whatever_the_player_holds(
        self, cards: str
    ) -> None:
        found = play(NO_HAND, box(cards, **ODD_STAKES))
        assert found.settlement.dealer == DealerHand("five-odd-cards", False)
        assert results(found, "ante", "bet") == [("win", 3333, 3333), ("push", 6666, 0)]
        assert found.line("ante").clauses == ("3.10.2.2", "4.1.1")
        assert found.line("bet").clauses == ("3.10.2.1",)
        assert found.net() == 3333

    @proves(SS, "3.10.2.2", "3.9.1")
    def test_3_10_2_2_the_ante_of_a_folded_hand_is_not_paid(self) -> None:
        found = play(NO_HAND, box("9c 9d 7s 5c 2c", hand="folded", ante="33.33"))
        assert found.result("ante") == LOSES
        assert found.line("ante").clauses == ("3.9.1",)

    @proves(SS, "3.10.2", "3.10.3")
    @pytest.mark.parametrize(
        ("dealer", "qualifies"),
        [
            pytest.param("Ac Kd 4h 3s 2c", True, id="the-least-ace-king"),
            pytest.param("Ac Qd Jh Ts 9c", False, id="the-best-without-a-king"),
            pytest.param("Kc Qd Jh Ts 8c", False, id="king-high"),
            pytest.param("2c 2d 5h 4s 3c", True, id="the-least-pair"),
            pytest.param("5c 4d 3h 2s Ac", True, id="the-least-straight"),
        ],
    )
    def test_3_10_2_a_hand_is_ace_king_or_better(self, dealer: str, qualifies: bool) -> None:
        found = play(dealer, box("7h 6s 5d 3d 2h", **STAKES))
        assert found.settlement.dealer is not None
        assert found.settlement.dealer.qualifies is qualifies
        # Seven high loses to any hand there is, and is paid where there is none.
        assert found.result("ante") == (LOSES if qualifies else ("win", 2500, 2500))


# ── 3.10.3 and 3.10.4: the comparison ─────────────────────────────────────────────────────────────────────────────


class TestComparison:
    @proves(SS, "3.10", "3.10.3", "3.10.3.1", "4.1", "4.1.1", "4.1.2")
    @pytest.mark.parametrize(
        ("cards", "hand", "winnings", "row"),
        [
            pytest.param(
                "Ah Kh Qh Jh Th",
                "royal-flush",
                1666500,
                "royal-flush",
                marks=proves(SS, "4.1.2:royal-flush"),
            ),
            pytest.param(
                "9h 8h 7h 6h 5h",
                "straight-flush",
                333300,
                "straight-flush",
                marks=proves(SS, "4.1.2:straight-flush"),
            ),
            pytest.param(
                "5h 4h 3h 2h Ah",
                "straight-flush",
                333300,
                "straight-flush",
                id="five-high-straight-flush",
                marks=proves(SS, "4.1.2:straight-flush"),
            ),
            pytest.param(
                "9c 9d 9h 9s 2c",
                "four-of-a-kind",
                133320,
                "four-of-a-kind",
                marks=proves(SS, "4.1.2:four-of-a-kind"),
            ),
            pytest.param(
                "9c 9d 9h 2s 2c", "full-house", 46662, "full-house", marks=proves(SS, "4.1.2:full-house")
            ),
            pytest.param("Jh 9h 7h 5h 2h", "flush", 33330, "flush", marks=proves(SS, "4.1.2:flush")),
            pytest.param("9c 8h 7d 6s 5c", "straight", 26664, "straight", marks=proves(SS, "4.1.2:straight")),
            pytest.param(
                "9c 9d 9h 5s 2c",
                "three-of-a-kind",
                19998,
                "three-of-a-kind",
                marks=proves(SS, "4.1.2:three-of-a-kind"),
            ),
            pytest.param(
                "9c 9d 5s 5c 2c", "two-pairs", 13332, "two-pairs", marks=proves(SS, "4.1.2:two-pairs")
            ),
            pytest.param(
                "2h 2d 7s 5c 4c",
                "one-pair",
                6666,
                "one-pair-or-lower",
                marks=proves(SS, "4.1.2:one-pair-or-lower"),
            ),
            pytest.param(
                "Ac Kh 9c 5c 3h",
                "five-odd-cards",
                6666,
                "one-pair-or-lower",
                marks=proves(SS, "4.1.2:one-pair-or-lower"),
            ),
        ],
    )
    def test_3_10_3_1_a_higher_hand_is_paid_1_to_1_on_the_ante_and_by_the_table_on_the_bet(
        self, cards: str, hand: str, winnings: int, row: str
    ) -> None:
        found = play(ACE_KING, box(cards, **ODD_STAKES))
        assert found.settlement.dealer == DealerHand("five-odd-cards", True)
        assert found.hand() == hand
        assert results(found, "ante", "bet") == [("win", 3333, 3333), ("win", 6666, winnings)]
        assert found.line("ante").clauses == ("3.10.3.1", "4.1.1")
        assert found.line("bet").clauses == ("3.10.3.1", "4.1.2")
        assert found.line("bet").row == row
        assert found.net() == 3333 + winnings

    @proves(SS, "4.1.2")
    def test_4_1_2_no_payout_is_capped(self) -> None:
        found = play(ACE_KING, box("Ah Kh Qh Jh Th", ante="1000", bet="2000"))
        assert found.result("bet") == ("win", 200000, 50000000)

    @proves(SS, "3.10", "3.10.3", "3.10.3.2")
    @pytest.mark.parametrize(
        "cards",
        [
            pytest.param("Ac Kh 7s 6c 4h", id="ace-king-with-a-lower-card-beside"),
            pytest.param("Ac Qh Js Tc 8h", id="ace-queen"),
            pytest.param("7h 6s 5c 3d 2h", id="seven-high"),
        ],
    )
    def test_3_10_3_2_a_lower_hand_loses_ante_and_bet(self, cards: str) -> None:
        found = play(ACE_KING, box(cards, **ODD_STAKES))
        assert results(found, "ante", "bet") == [LOSES, LOSES]
        assert {found.line(bet).clauses for bet in ("ante", "bet")} == {("3.10.3.2",)}
        assert found.net() == -9999

    @proves(SS, "3.10.4", "1.1.8")
    @pytest.mark.parametrize(
        ("dealer", "cards"),
        [
            pytest.param(ACE_KING, "Ac Kh 8d 5c 3c", id="ace-king"),
            pytest.param("Qs Js Td 9c 8h", "Qd Jh Tc 9s 8d", id="straight"),
        ],
    )
    def test_3_10_4_equal_hands_stand_off_and_ante_and_bet_are_neither_won_nor_lost(
        self, dealer: str, cards: str
    ) -> None:
        found = play(dealer, box(cards, **ODD_STAKES))
        assert results(found, "ante", "bet") == [("push", 3333, 0), ("push", 6666, 0)]
        assert {found.line(bet).clauses for bet in ("ante", "bet")} == {("3.10.4",)}
        assert found.net() == 0

    @proves(SS, "3.10.4")
    def test_3_10_4_the_progressive_wager_settles_by_itself(self) -> None:
        won = play("Js 9s 7s 5s 2s", box("Jh 9h 7h 5h 2h", **JACKPOT_STAKES))
        assert results(won, "ante", "bet", "progressive") == [
            ("push", 2500, 0),
            ("push", 5000, 0),
            ("win", 0, 10000),
        ]
        lost = play(ACE_KING, box("Ac Kh 8d 5c 3c", **JACKPOT_STAKES))
        assert lost.result("progressive") == LOSES

    @proves(SS, "3.10")
    def test_3_10_the_dealers_hand_is_compared_with_each_players(self) -> None:
        found = play(
            "Tc Td 8c 5d 3s",
            box("Jc Jd 7s 4c 2c", number=1, **STAKES),
            box("Ts Th 8h 5h 3h", number=2, **STAKES),
            box("9c 9d 7h 4d 2d", number=3, **STAKES),
        )
        assert [found.result("ante", number)[0] for number in (1, 2, 3)] == ["win", "push", "lose"]


# ── 3.9: folding and the size of the Bet ──────────────────────────────────────────────────────────────────────────


class TestDecision:
    @proves(SS, "3.9.1")
    @pytest.mark.parametrize("dealer", [ACE_KING, NO_HAND])
    def test_3_9_1_folding_loses_the_ante_and_keeps_the_progressive_wager_alive(self, dealer: str) -> None:
        found = play(dealer, box("9c 9d 9h 9s 2c", hand="folded", ante="33.33", progressive="5"))
        assert results(found, "ante", "progressive") == [LOSES, ("win", 0, 200000)]
        assert found.line("ante").clauses == ("3.9.1",)
        assert found.line("progressive").clauses == ("4.2", "3.13")
        assert found.net() == 196167

    @proves(SS, "3.9.1")
    def test_3_9_1_a_folded_royal_flush_wins_the_jackpot(self) -> None:
        found = play(NO_HAND, box("Ah Kh Qh Jh Th", hand="folded", ante="25", progressive="5"))
        assert found.awards == [(1, "royal-flush", 25000000)]
        assert found.jackpot_after == 10000000

    @proves(SS, "3.9.1")
    def test_3_9_1_a_folded_hand_that_hits_nothing_loses_its_progressive_wager(self) -> None:
        found = play(ACE_KING, box("9c 8h 7d 6s 5c", hand="folded", ante="25", progressive="5"))
        assert found.result("progressive") == LOSES
        assert found.line("progressive").clauses == ("4.2",)

    def test_a_folded_hand_whose_cards_are_not_told_is_paid_nothing(self) -> None:
        found = play(ACE_KING, box(hand="folded", ante="25", progressive="5"))
        assert found.hand() is None
        assert results(found, "ante", "progressive") == [LOSES, LOSES]

    @proves(SS, "3.9.2", "1.1.2")
    @pytest.mark.parametrize(
        ("dealer", "cards", "over", "short", "why"),
        [
            # Two pairs pay 2 to 1 on the 50.00 that count of 60.01, and on the 49.99 that lie there.
            pytest.param(
                ACE_KING,
                "9c 9d 5s 5c 2c",
                ("win", 6001, 10000),
                ("win", 4999, 9998),
                ("3.10.3.1", "4.1.2"),
                id="win",
            ),
            pytest.param(ACE_KING, "7h 6s 5c 3d 2h", ("lose", 1001, 0), LOSES, ("3.10.3.2",), id="lose"),
            pytest.param(
                ACE_KING,
                "Ac Kh 8d 5c 3c",
                ("push", 6001, 0),
                ("push", 4999, 0),
                ("3.10.4",),
                id="stand-off",
            ),
            pytest.param(
                NO_HAND,
                "7h 6s 5c 3d 2h",
                ("push", 6001, 0),
                ("push", 4999, 0),
                ("3.10.2.1",),
                id="no-hand",
            ),
        ],
    )
    def test_3_9_2_a_bet_over_twice_the_ante_plays_as_twice_and_a_short_one_as_it_lies(
        self,
        dealer: str,
        cards: str,
        over: tuple[str, int, int],
        short: tuple[str, int, int],
        why: tuple[str, ...],
    ) -> None:
        too_much = play(dealer, box(cards, ante="25", bet="60.01"))
        assert too_much.result("bet") == over
        assert too_much.line("bet").clauses == (*why, "3.9.2", "6.1")
        too_little = play(dealer, box(cards, ante="25", bet="49.99"))
        assert too_little.result("bet") == short
        assert too_little.line("bet").clauses == (*why, "3.9.2", "6.1")
        exact = play(dealer, box(cards, ante="25", bet="50"))
        assert exact.line("bet").clauses == why


# ── 3.10.1: comparison declined ───────────────────────────────────────────────────────────────────────────────────


class TestDeclined:
    FOUR_NINES = "9c 9d 9h 9s 2c"

    @proves(SS, "3.10.1")
    @pytest.mark.parametrize("established", [[], ["progressive"], ["ante", "bet", "progressive"]])
    def test_3_10_1_ranks_below_the_dealers_hand_and_holds_no_jackpot_combination(
        self, established: list[str]
    ) -> None:
        hand = box(self.FOUR_NINES, hand="unrevealed", established=established, **JACKPOT_STAKES)
        found = play(ACE_KING, hand)
        assert results(found, "ante", "bet", "progressive") == [LOSES, LOSES, LOSES]
        assert {found.line(bet).clauses for bet in ("ante", "bet", "progressive")} == {("3.10.1",)}

    @proves(SS, "3.10.1")
    def test_3_10_1_an_equal_hand_that_is_not_shown_loses(self) -> None:
        found = play(ACE_KING, box("Ac Kh 8d 5c 3c", hand="unrevealed", **STAKES))
        assert results(found, "ante", "bet") == [LOSES, LOSES]

    @proves(SS, "3.10.1", "3.10.2.1", "3.10.2.2", "3.10.2.3")
    @pytest.mark.parametrize("cards", [FOUR_NINES, None], ids=["cards-told", "cards-not-told"])
    def test_3_10_1_where_the_dealer_has_no_hand_only_the_progressive_wager_is_lost(
        self, cards: str | None
    ) -> None:
        found = play(NO_HAND, box(cards, hand="unrevealed", established=["progressive"], **JACKPOT_STAKES))
        assert results(found, "ante", "bet", "progressive") == [("win", 2500, 2500), ("push", 5000, 0), LOSES]
        assert found.line("ante").clauses == ("3.10.2.2", "4.1.1")
        assert found.line("bet").clauses == ("3.10.2.1",)
        assert found.line("progressive").clauses == ("3.10.1",)

    @proves(SS, "3.10.1")
    def test_3_10_1_a_straight_flush_that_is_not_shown_has_no_part_in_the_pool(self) -> None:
        found = play(
            ACE_KING,
            box("9h 8h 7h 6h 5h", number=1, hand="unrevealed", **JACKPOT_STAKES),
            box("Qs Js Ts 9s 8s", number=2, **JACKPOT_STAKES),
        )
        assert found.awards == [(2, "straight-flush", 2500000)]


# ── 3.10.2.3, 3.10.3.3, 3.13, 4.2: the progressive wager ──────────────────────────────────────────────────────────


class TestProgressive:
    @proves(SS, "4.2", "1.1.6")
    @pytest.mark.parametrize(
        ("cards", "award", "row", "after"),
        [
            pytest.param(
                "Ah Kh Qh Jh Th", 25000000, "royal-flush", 10000000, marks=proves(SS, "4.2:royal-flush")
            ),
            pytest.param(
                "9h 8h 7h 6h 5h", 2500000, "straight-flush", 22500000, marks=proves(SS, "4.2:straight-flush")
            ),
            pytest.param(
                "5h 4h 3h 2h Ah",
                2500000,
                "straight-flush",
                22500000,
                id="five-high-straight-flush",
                marks=proves(SS, "4.2:straight-flush"),
            ),
            pytest.param(
                "9c 9d 9h 9s 2c", 200000, "four-of-a-kind", 25000000, marks=proves(SS, "4.2:four-of-a-kind")
            ),
            pytest.param("9c 9d 9h 2s 2c", 20000, "full-house", 25000000, marks=proves(SS, "4.2:full-house")),
            pytest.param("Jh 9h 7h 5h 2h", 10000, "flush", 25000000, marks=proves(SS, "4.2:flush")),
        ],
    )
    @pytest.mark.parametrize("stake", ["5", "2.50", "10"])
    @pytest.mark.parametrize(
        "dealer",
        [
            pytest.param(NO_HAND, marks=proves(SS, "3.10.2.3"), id="no-hand"),
            pytest.param(ACE_KING, marks=proves(SS, "3.10.3.3"), id="hand"),
        ],
    )
    def test_4_2_pays_by_the_table_whatever_the_stake_and_the_dealer(
        self, cards: str, award: int, row: str, after: int, stake: str, dealer: str
    ) -> None:
        found = play(dealer, box(cards, **STAKES, progressive=stake))
        # The award is all there is: the stake does not go back besides.
        assert found.result("progressive") == ("win", 0, award)
        assert found.line("progressive").clauses == ("4.2", "3.13")
        assert found.line("progressive").row == row
        assert found.jackpot_after == after

    @proves(SS, "4.2", "1.1.6")
    @pytest.mark.parametrize(
        "cards",
        ["9c 8h 7d 6s 5c", "9c 9d 9h 5s 2c", "9c 9d 5s 5c 2c", "9c 9d 7s 5c 2c", "Jh 9d 7s 5c 2c"],
        ids=["straight", "three-of-a-kind", "two-pairs", "one-pair", "five-odd-cards"],
    )
    def test_4_2_a_straight_or_less_earns_nothing(self, cards: str) -> None:
        found = play(ACE_KING, box(cards, **JACKPOT_STAKES))
        assert found.result("progressive") == LOSES
        assert found.line("progressive").clauses == ("4.2",)
        assert (found.awards, found.jackpot_after) == ([], 25000000)

    @proves(SS, "1.1.6")
    def test_1_1_6_the_wager_is_optional_and_without_it_nothing_is_paid_from_the_jackpot(self) -> None:
        found = play(ACE_KING, box("Ah Kh Qh Jh Th", **STAKES))
        assert bets_of(found) == ["ante", "bet"]
        assert (found.awards, found.jackpot_after) == ([], 25000000)

    @proves(SS, "3.10.3.3")
    def test_3_10_3_3_is_paid_although_ante_and_bet_are_lost(self) -> None:
        found = play("Qs Qd Qh 5d 5s", box("9c 9d 9h 2s 2c", **JACKPOT_STAKES))
        assert results(found, "ante", "bet", "progressive") == [LOSES, LOSES, ("win", 0, 20000)]
        assert found.net() == 12000

    @proves(SS, "3.13")
    def test_3_13_comes_on_top_of_what_ante_and_bet_win(self) -> None:
        found = play(ACE_KING, box("Jh 9h 7h 5h 2h", **JACKPOT_STAKES))
        assert results(found, "ante", "bet", "progressive") == [
            ("win", 2500, 2500),
            ("win", 5000, 25000),
            ("win", 0, 10000),
        ]
        assert found.net() == 37000

    @proves(SS, "4.2:straight-flush")
    def test_4_2_a_tenth_is_rounded_down_and_the_rest_stays(self) -> None:
        found = play(
            ACE_KING,
            box("9h 8h 7h 6h 5h", **JACKPOT_STAKES),
            jackpot={"displayed": "123456.79", "reset": "100000"},
        )
        # A tenth of 123,456.79 is 12,345.679.
        assert found.result("progressive") == ("win", 0, 1234567)
        assert found.jackpot_after == 11111112


# ── 3.15: several jackpot hands in one round ──────────────────────────────────────────────────────────────────────

LOW_DEALER = "2c 3d 4c 7d 9c"
ROYALS = ("Ah Kh Qh Jh Th", "As Ks Qs Js Ts", "Ad Kd Qd Jd Td", "Ac Kc Qc Jc Tc")
STRAIGHT_FLUSHES = ("6h 5h 4h 3h 2h", "6s 5s 4s 3s 2s", "9c 8c 7c 6c 5c")


def jackpot_boxes(*hands: str, **more: Any) -> list[dict[str, Any]]:
    """Boxes 1, 2, 3 … in dealing order, each with a progressive wager."""
    return [box(cards, number=number, **JACKPOT_STAKES, **more) for number, cards in enumerate(hands, 1)]


class TestSeveralWinners:
    @proves(SS, "3.15", "3.15.1")
    @pytest.mark.parametrize(
        ("winners", "displayed", "reset", "share", "after"),
        [
            # 250,000 + 100,000 over two; 250,000 + 200,000 over three; 250,000 + 300,000 over four.
            pytest.param(2, "250000", "100000", 17500000, 10000000, id="two"),
            pytest.param(3, "250000", "100000", 15000000, 10000000, id="three"),
            pytest.param(4, "250000", "100000", 13750000, 10000000, id="four"),
            # 350,000.01 over two leaves a cent, 450,000.02 over three leaves two.
            pytest.param(2, "250000.01", "100000", 17500000, 10000001, id="two-and-a-cent-left"),
            pytest.param(3, "250000", "100000.01", 15000000, 10000003, id="three-and-two-cents-left"),
        ],
    )
    def test_3_15_1_royal_flushes_divide_the_jackpot_and_a_reset_for_each_further_one(
        self, winners: int, displayed: str, reset: str, share: int, after: int
    ) -> None:
        found = play(
            LOW_DEALER,
            *jackpot_boxes(*ROYALS[:winners]),
            jackpot={"displayed": displayed, "reset": reset},
        )
        assert found.awards == [(number, "royal-flush", share) for number in range(1, winners + 1)]
        assert found.jackpot_after == after
        for number in range(1, winners + 1):
            assert found.result("progressive", number) == ("win", 0, share)
            assert found.line("progressive", number).clauses == ("4.2", "3.13", "3.15.1")

    @proves(SS, "3.15.1")
    def test_3_15_1_one_royal_flush_has_the_jackpot_for_itself(self) -> None:
        found = play(LOW_DEALER, *jackpot_boxes(ROYALS[0]))
        assert found.awards == [(1, "royal-flush", 25000000)]
        assert found.line("progressive").clauses == ("4.2", "3.13")

    @proves(SS, "3.15", "3.15.2")
    @pytest.mark.parametrize(
        ("winners", "displayed", "share", "after"),
        [
            # 25,000 and 22,500 over two.
            pytest.param(2, "250000", 2375000, 20250000, id="two"),
            # 25,000, 22,500 and 20,250 are 67,750, and a third of that is 22,583.33 with a cent left over.
            pytest.param(3, "250000", 2258333, 18225001, id="three-and-a-cent-left"),
            # 12,345.67 of 123,456.79 and 11,111.11 of the 111,111.12 that are left: each tenth rounded down.
            pytest.param(2, "123456.79", 1172839, 10000001, id="each-tenth-rounded-down"),
            # 10,000.01 and 9,000.00 are 19,000.01, which leaves a cent.
            pytest.param(2, "100000.10", 950000, 8100010, id="two-and-a-cent-left"),
        ],
    )
    def test_3_15_2_straight_flushes_divide_the_tenths_of_the_falling_jackpot(
        self, winners: int, displayed: str, share: int, after: int
    ) -> None:
        found = play(
            "Kd Qd Js 9s 7h",
            *jackpot_boxes(*STRAIGHT_FLUSHES[:winners]),
            jackpot={"displayed": displayed, "reset": "100000"},
        )
        assert found.awards == [(number, "straight-flush", share) for number in range(1, winners + 1)]
        assert found.jackpot_after == after
        for number in range(1, winners + 1):
            assert found.result("progressive", number) == ("win", 0, share)
            assert found.line("progressive", number).clauses == ("4.2", "3.13", "3.15.2")

    @proves(SS, "3.15", "3.15.3")
    @pytest.mark.parametrize(
        ("royal", "straight_flush"), [(1, 2), (2, 1)], ids=["royal-flush-first", "royal-flush-last"]
    )
    def test_3_15_3_the_royal_flush_is_paid_after_the_straight_flush_whoever_was_dealt_first(
        self, royal: int, straight_flush: int
    ) -> None:
        hands = {royal: ROYALS[0], straight_flush: STRAIGHT_FLUSHES[0]}
        found = play("Kd Qd Js 9s 7h", *jackpot_boxes(hands[1], hands[2]))
        # A tenth of 250,000, then what is left of it.
        assert found.awards == [
            (straight_flush, "straight-flush", 2500000),
            (royal, "royal-flush", 22500000),
        ]
        assert found.jackpot_after == 10000000
        for number in (1, 2):
            assert found.line("progressive", number).clauses == ("4.2", "3.13", "3.15.3")

    @proves(SS, "3.15.1", "3.15.2", "3.15.3")
    @pytest.mark.parametrize(
        ("hands", "displayed", "reset", "awards", "after"),
        [
            # The royal flush has what two straight flushes left: 250,000 less 2 x 23,750.
            pytest.param(
                (ROYALS[0], *STRAIGHT_FLUSHES[1:]),
                "250000",
                "100000",
                [(2, 2375000), (3, 2375000), (1, 20250000)],
                10000000,
                id="one-royal-flush-two-straight-flushes",
            ),
            # 225,000 + 100,000 over two.
            pytest.param(
                (ROYALS[0], STRAIGHT_FLUSHES[2], ROYALS[2]),
                "250000",
                "100000",
                [(2, 2500000), (1, 16250000), (3, 16250000)],
                10000000,
                id="two-royal-flushes-one-straight-flush",
            ),
            # 202,500 + 100,000 over two.
            pytest.param(
                (ROYALS[0], STRAIGHT_FLUSHES[1], ROYALS[2], STRAIGHT_FLUSHES[2]),
                "250000",
                "100000",
                [(2, 2375000), (4, 2375000), (1, 15125000), (3, 15125000)],
                10000000,
                id="two-of-each",
            ),
            # 9,500.00 each leaves 81,000.10; with 100,000.01 that is 181,000.11, and a cent is left of it.
            pytest.param(
                (ROYALS[0], STRAIGHT_FLUSHES[1], ROYALS[2], STRAIGHT_FLUSHES[2]),
                "100000.10",
                "100000.01",
                [(2, 950000), (4, 950000), (1, 9050005), (3, 9050005)],
                10000002,
                id="two-of-each-in-odd-cents",
            ),
        ],
    )
    def test_3_15_3_straight_flushes_are_divided_first_and_royal_flushes_divide_what_is_left(
        self,
        hands: tuple[str, ...],
        displayed: str,
        reset: str,
        awards: list[tuple[int, int]],
        after: int,
    ) -> None:
        found = play(
            "Qs Js 9h 7h 3c", *jackpot_boxes(*hands), jackpot={"displayed": displayed, "reset": reset}
        )
        assert [(number, amount) for number, _, amount in found.awards] == awards
        assert found.jackpot_after == after
        for number, amount in awards:
            assert found.result("progressive", number) == ("win", 0, amount)

    @proves(SS, "3.15.1", "3.15.2", "3.15.3")
    def test_3_15_3_is_cited_beside_the_clause_by_which_a_pool_is_divided(self) -> None:
        found = play(
            "Qs Js 9h 7h 3c",
            *jackpot_boxes(ROYALS[0], STRAIGHT_FLUSHES[1], ROYALS[2], STRAIGHT_FLUSHES[2]),
        )
        assert found.line("progressive", 1).clauses == ("4.2", "3.13", "3.15.3", "3.15.1")
        assert found.line("progressive", 2).clauses == ("4.2", "3.13", "3.15.3", "3.15.2")

    @proves(SS, "3.15.3")
    def test_3_15_3_minor_awards_take_nothing_from_the_jackpot(self) -> None:
        found = play("Qs Js 9d 7d 3c", *jackpot_boxes(ROYALS[0], "9h 7h 5h 3h 2h", "8c 8d 8h 8s 2c"))
        assert found.awards == [(1, "royal-flush", 25000000)]
        assert found.result("progressive", 2) == ("win", 0, 10000)
        assert found.result("progressive", 3) == ("win", 0, 200000)
        assert found.line("progressive", 1).clauses == ("4.2", "3.13")

    @proves(SS, "3.15.2", "3.9.1")
    def test_3_15_2_a_folded_hand_has_its_part_in_the_pool(self) -> None:
        folded = box(STRAIGHT_FLUSHES[0], number=1, hand="folded", ante="25", progressive="5")
        found = play("Kd Qd Js 9s 7h", folded, box(STRAIGHT_FLUSHES[1], number=2, **JACKPOT_STAKES))
        assert found.awards == [(1, "straight-flush", 2375000), (2, "straight-flush", 2375000)]

    @proves(SS, "3.15.2")
    def test_3_15_2_hands_that_are_not_in_the_round_or_have_no_wager_have_none(self) -> None:
        found = play(
            "Kd Qd Js 9s 7h",
            box(STRAIGHT_FLUSHES[0], number=1, hand="invalid", **JACKPOT_STAKES),
            box(STRAIGHT_FLUSHES[1], number=2, hand="left", ante="25", progressive="5"),
            box(STRAIGHT_FLUSHES[2], number=3, **JACKPOT_STAKES),
            box("9d 8d 7d 6d 5d", number=4, **STAKES),
            box("Qh Jh Th 9h 8h", number=5, progressive="5"),
        )
        assert found.awards == [(3, "straight-flush", 2500000)]
        assert found.jackpot_after == 22500000


# ── 5: irregularities ─────────────────────────────────────────────────────────────────────────────────────────────


class TestAbsentPlayer:
    @proves(SS, "5.11")
    @pytest.mark.parametrize("cards", ["Ah Kh Qh Jh Th", None], ids=["royal-flush", "cards-not-told"])
    @pytest.mark.parametrize("dealer", [ACE_KING, NO_HAND])
    def test_5_11_the_hand_is_invalid_and_ante_and_progressive_wager_go_back(
        self, cards: str | None, dealer: str
    ) -> None:
        found = play(dealer, box(cards, hand="left", ante="33.33", progressive="5"))
        assert results(found, "ante", "progressive") == [("void", 3333, 0), ("void", 500, 0)]
        assert {found.line(bet).clauses for bet in ("ante", "progressive")} == {("5.11",)}
        assert (found.awards, found.jackpot_after) == ([], 25000000)

    @proves(SS, "5.11")
    def test_5_11_without_a_progressive_wager_the_ante_alone_goes_back_whatever_its_size(self) -> None:
        for ante, cents in (("150", 15000), ("10", 1000)):
            found = play(ACE_KING, box(hand="left", ante=ante), limits=LIMITS)
            assert bets_of(found) == ["ante"]
            assert found.result("ante") == ("void", cents, 0)
            assert found.line("ante").clauses == ("5.11",)


class TestNoAnte:
    @proves(SS, "5.12", "5.12.2")
    @pytest.mark.parametrize("hand", ["played", "folded", "left", "unrevealed"])
    @pytest.mark.parametrize("ante", [{}, {"ante": "0"}], ids=["absent", "nothing"])
    def test_5_12_2_a_progressive_wager_without_an_ante_is_invalid_and_goes_back(
        self, hand: str, ante: dict[str, Any]
    ) -> None:
        found = play(ACE_KING, box("Ah Kh Qh Jh Th", hand=hand, **ante, progressive="5"))
        assert found.result("progressive") == ("void", 500, 0)
        assert found.line("progressive").clauses == ("5.12.2",)
        assert (found.awards, found.jackpot_after) == ([], 25000000)

    @proves(SS, "5.12", "5.12.2")
    def test_5_12_2_the_other_boxes_of_the_player_are_untouched(self) -> None:
        found = play(
            ACE_KING,
            box("Ah Kh Qh Jh Th", number=1, player="p", progressive="5"),
            box("9c 9d 9h 2s 2c", number=2, player="p", **JACKPOT_STAKES),
        )
        assert found.result("progressive", 2) == ("win", 0, 20000)


class TestUnderMinimum:
    @proves(SS, "5.13")
    @pytest.mark.parametrize(
        ("dealer", "cards", "ante", "bet"),
        [
            # Two pairs: 2 to 1 on the Bet.
            pytest.param(ACE_KING, "9c 9d 5s 5c 2c", ("win", 2499, 2499), ("win", 4998, 9996), id="win"),
            pytest.param(ACE_KING, "7h 6s 5c 3d 2h", LOSES, LOSES, id="lose"),
            pytest.param(ACE_KING, "Ac Kh 8d 5c 3c", ("push", 2499, 0), ("push", 4998, 0), id="stand-off"),
            pytest.param(NO_HAND, "7h 6s 5c 3d 2h", ("win", 2499, 2499), ("push", 4998, 0), id="no-hand"),
        ],
    )
    def test_5_13_the_first_time_it_is_paid_or_collected_and_after_that_it_goes_back(
        self, dealer: str, cards: str, ante: tuple[str, int, int], bet: tuple[str, int, int]
    ) -> None:
        stakes: dict[str, Any] = {"ante": "24.99", "bet": "49.98"}
        first = play(dealer, box(cards, **stakes), limits=LIMITS)
        assert results(first, "ante", "bet") == [ante, bet]
        assert first.line("ante").clauses[-1] == "5.13"
        # The Bet is twice the ante that plays.
        assert "3.9.2" not in first.line("bet").clauses
        again = play(dealer, box(cards, **stakes, under_minimum_settled_before=True), limits=LIMITS)
        assert results(again, "ante", "bet") == [("void", 2499, 0), ("void", 4998, 0)]
        assert {again.line(bet).clauses for bet in ("ante", "bet")} == {("5.13",)}
        assert again.net() == 0

    @proves(SS, "5.13")
    def test_5_13_the_other_wagers_of_the_box_play(self) -> None:
        hand = box("9c 9d 9h 2s 2c", ante="10", bet="20", progressive="5", under_minimum_settled_before=True)
        found = play(ACE_KING, hand, limits=LIMITS)
        assert results(found, "ante", "bet", "progressive") == [
            ("void", 1000, 0),
            ("void", 2000, 0),
            ("win", 0, 20000),
        ]

    @proves(SS, "5.13")
    @pytest.mark.parametrize(
        ("hand", "raises"), [("folded", {}), ("unrevealed", {"bet": "20"})], ids=["folded", "unrevealed"]
    )
    def test_5_13_folded_and_unrevealed_hands_are_treated_alike(
        self, hand: str, raises: dict[str, Any]
    ) -> None:
        cards = "9c 9d 9h 2s 2c"
        first = play(ACE_KING, box(cards, hand=hand, ante="10", **raises), limits=LIMITS)
        assert results(first, "ante", *raises) == [LOSES] * (1 + len(raises))
        assert first.line("ante").clauses == ({"folded": "3.9.1", "unrevealed": "3.10.1"}[hand], "5.13")
        again = play(
            ACE_KING,
            box(cards, hand=hand, ante="10", **raises, under_minimum_settled_before=True),
            limits=LIMITS,
        )
        assert [result for result, _, _ in results(again, "ante", *raises)] == ["void"] * (1 + len(raises))

    @proves(SS, "5.13")
    def test_5_13_goes_by_the_player(self) -> None:
        # Two antes under the minimum for the first time both play; a third player has had his.
        found = play(
            ACE_KING,
            box("9c 9d 7s 5c 2c", number=1, player="p", ante="10", bet="20"),
            box("Tc Td 7c 4c 2d", number=2, player="p", ante="10", bet="20"),
            box("Jc Jd 7h 4h 2h", number=3, ante="10", bet="20", under_minimum_settled_before=True),
            limits=LIMITS,
        )
        assert [found.result("ante", number)[0] for number in (1, 2, 3)] == ["win", "win", "void"]

    @proves(SS, "5.13")
    def test_5_13_concerns_no_wager_that_meets_the_minimum(self) -> None:
        hand = box("9c 9d 7s 5c 2c", ante="25", bet="50", under_minimum_settled_before=True)
        found = play(ACE_KING, hand, limits=LIMITS)
        assert results(found, "ante", "bet") == [("win", 2500, 2500), ("win", 5000, 5000)]
        assert found.line("ante").clauses == ("3.10.3.1", "4.1.1")
        without_limits = play(
            ACE_KING, box("9c 9d 7s 5c 2c", ante="1", bet="2", under_minimum_settled_before=True)
        )
        assert without_limits.result("ante") == ("win", 100, 100)


class TestOverMaximum:
    @proves(SS, "5.14")
    @pytest.mark.parametrize(
        ("dealer", "cards", "ante", "bet"),
        [
            # Full house: 7 to 1 on the 200.00 that count.
            pytest.param(ACE_KING, "9c 9d 9h 2s 2c", ("win", 15000, 10000), ("win", 30000, 140000), id="win"),
            pytest.param(ACE_KING, "7h 6s 5c 3d 2h", ("lose", 5000, 0), ("lose", 10000, 0), id="lose"),
            pytest.param(ACE_KING, "Ac Kh 8d 5c 3c", ("push", 15000, 0), ("push", 30000, 0), id="stand-off"),
            pytest.param(NO_HAND, "7h 6s 5c 3d 2h", ("win", 15000, 10000), ("push", 30000, 0), id="no-hand"),
        ],
    )
    def test_5_14_it_is_paid_or_collected_to_the_maximum_only_and_the_bet_follows_its_ante(
        self, dealer: str, cards: str, ante: tuple[str, int, int], bet: tuple[str, int, int]
    ) -> None:
        found = play(dealer, box(cards, ante="150", bet="300"), limits=LIMITS)
        assert results(found, "ante", "bet") == [ante, bet]
        assert found.line("ante").clauses[-1] == "5.14"
        assert found.line("bet").clauses[-2:] == ("3.9.2", "6.1")
        assert (found.line("ante").stake, found.line("bet").stake) == (15000, 30000)

    @proves(SS, "5.14")
    def test_5_14_folded_and_unrevealed_hands_lose_the_maximum_only(self) -> None:
        folded = play(ACE_KING, box(hand="folded", ante="100.01"), limits=LIMITS)
        assert folded.result("ante") == ("lose", 1, 0)
        assert folded.line("ante").clauses == ("3.9.1", "5.14")
        hidden = play(ACE_KING, box(hand="unrevealed", ante="150", bet="200"), limits=LIMITS)
        assert results(hidden, "ante", "bet") == [("lose", 5000, 0), LOSES]

    @proves(SS, "5.14")
    def test_5_14_is_not_cited_at_the_maximum_itself(self) -> None:
        found = play(ACE_KING, box("9c 9d 7s 5c 2c", ante="100", bet="200"), limits=LIMITS)
        assert found.line("ante").clauses == ("3.10.3.1", "4.1.1")


class TestInvalidAndVoid:
    @proves(SS, "5.7")
    @pytest.mark.parametrize(
        "cards",
        ["Ah Kh Qh Jh Th", None, "Ah Kh Qh Jh", "Ah Kh Qh Jh Th 9h"],
        ids=["five-cards", "cards-not-told", "four-cards", "six-cards"],
    )
    def test_5_7_an_invalid_hand_leaves_the_round_and_its_wagers_go_back(self, cards: str | None) -> None:
        found = play(
            ACE_KING,
            box(cards, number=1, hand="invalid", **ODD_STAKES, progressive="5"),
            box("9c 9d 9s 2s 2c", number=2, **JACKPOT_STAKES),
        )
        assert results(found, "ante", "bet", "progressive") == [
            ("void", 3333, 0),
            ("void", 6666, 0),
            ("void", 500, 0),
        ]
        assert found.line("ante").clauses == ("5.7", "5.7.1", "5.9", "5.10.1", "5.10.2", "5.16.1")
        assert (found.awards, found.jackpot_after) == ([], 25000000)
        # The other box plays on.
        assert found.result("bet", 2) == ("win", 5000, 35000)

    def test_a_void_round_returns_every_wager_whatever_became_of_the_hand(self) -> None:
        found = play(
            ACE_KING,
            box("Ah Kh Qh Jh Th", number=1, **ODD_STAKES, progressive="5"),
            box("9h 8h 7h 6h 5h", number=2, hand="folded", ante="25", progressive="5"),
            box("9c 9d 9s 2s 2c", number=3, hand="unrevealed", ante="150", bet="400"),
            box(number=4, hand="left", ante="10", under_minimum_settled_before=True),
            box(number=5, progressive="5"),
            outcome="void",
            limits=LIMITS,
        )
        for settled_box in found.settlement.boxes:
            for line in settled_box.lines:
                assert (line.result, line.returned, line.winnings) == ("void", line.stake, 0)
            assert settled_box.net == 0
        assert "5.1.1" in found.line("ante").clauses
        assert bets_of(found, 1) == ["ante", "bet", "progressive"]
        assert (found.awards, found.jackpot_after) == ([], 25000000)

    def test_a_void_round_needs_no_cards_and_no_raises(self) -> None:
        found = play(None, box(ante="25"), box("Ah Kh Qh", number=2, ante="30", bet="1"), outcome="void")
        assert found.settlement.dealer is None
        assert (found.hand(1), found.hand(2)) == (None, None)
        assert found.result("ante", 1) == ("void", 2500, 0)
        assert results(found, "ante", "bet", number=2) == [("void", 3000, 0), ("void", 100, 0)]
