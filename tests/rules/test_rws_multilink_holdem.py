"""Multi-Link Progressive Texas Hold'em Poker, version 2 (RWS): what the clauses make of a round's wagers.

A round is said as board, dealer's hole cards, boxes. The board is in the order flop, flop, flop, turn, river.
Amounts that are expected are in cents.
"""

from typing import Any

import pytest

from pitboss.games.settlement import DealerHand
from pitboss.rulebook.clauses import clauses
from tests.support import MH, Settled, box, proves, record, refused, settled

# No straight and no flush can be made with this board.
DRY = "Kc 9d 7h 4s 2c"
# With the dry board: king high, K-Q-J-9-7.
KING_HIGH = "Qs Jd"

STAKES: dict[str, Any] = {"ante": "25", "flop": "50", "turn": "25", "river": "25"}
ODD_STAKES: dict[str, Any] = {"ante": "33.33", "flop": "66.66", "turn": "33.33", "river": "33.33"}
ANTE_AND_RAISES = ("ante", "flop", "turn", "river")

LIMITS = {"ante": {"min": "25", "max": "100"}, "bonus": {"min": "10", "max": "50"}}


def play(board: str | None, dealer: str | None, *boxes: dict[str, Any], **more: Any) -> Settled:
    """Settles a round; whatever comes of it, every wager cites clauses and every clause cited exists."""
    found = settled(MH, dealer, *boxes, community=board, **more)
    for settled_box in found.settlement.boxes:
        for line in settled_box.lines:
            assert line.clauses
            assert set(line.clauses) <= set(clauses(MH)), line
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


# ── 3.13 to 3.15: the comparison ──────────────────────────────────────────────────────────────────────────────────


class TestPlayerHigher:
    @pytest.mark.parametrize(
        ("board", "dealer", "cards", "hand"),
        [
            pytest.param(DRY, KING_HIGH, "As 3h", "five-odd-cards"),
            pytest.param(DRY, KING_HIGH, "9s 3h", "one-pair"),
            pytest.param(DRY, KING_HIGH, "9s 7c", "two-pairs"),
            pytest.param(DRY, KING_HIGH, "9s 9h", "three-of-a-kind"),
        ],
    )
    @proves(MH, "3.13", "4.1:ante-straight-or-better")
    def test_3_13_below_a_straight_the_raises_win_and_the_ante_is_neither_paid_nor_collected(
        self, board: str, dealer: str, cards: str, hand: str
    ) -> None:
        found = play(board, dealer, box(cards, **ODD_STAKES))
        assert found.hand() == hand
        assert results(found, *ANTE_AND_RAISES) == [
            ("push", 3333, 0),
            ("win", 6666, 6666),
            ("win", 3333, 3333),
            ("win", 3333, 3333),
        ]
        assert found.line("ante").clauses == ("3.13",)
        assert found.line("ante").row is None
        assert found.net() == 13332

    @pytest.mark.parametrize(
        ("board", "dealer", "cards", "hand"),
        [
            pytest.param("Kc 9d 7h 6s 2c", KING_HIGH, "Ts 8h", "straight"),
            pytest.param("Ac 4d 3h Ks 9c", KING_HIGH, "5s 2h", "straight", id="five-high-straight"),
            pytest.param("Kh 9h 7h 4s 2c", KING_HIGH, "Th 3h", "flush"),
            pytest.param("Kc Kd 7h 4s 2c", KING_HIGH, "7s 7c", "full-house"),
            pytest.param("Kc Kd 7h 4s 2c", KING_HIGH, "Ks Kh", "four-of-a-kind"),
            pytest.param("9h 8h 7h 4s 2c", KING_HIGH, "Jh Th", "straight-flush"),
            pytest.param("Qh Jh Th 4s 2c", "9c 9d", "Ah Kh", "royal-flush"),
        ],
    )
    @proves(MH, "3.13", "4.1:ante-straight-or-better")
    def test_3_13_a_straight_or_better_wins_the_ante_too(
        self, board: str, dealer: str, cards: str, hand: str
    ) -> None:
        found = play(board, dealer, box(cards, **ODD_STAKES))
        assert found.hand() == hand
        assert results(found, *ANTE_AND_RAISES) == [
            ("win", 3333, 3333),
            ("win", 6666, 6666),
            ("win", 3333, 3333),
            ("win", 3333, 3333),
        ]
        assert found.line("ante").clauses == ("3.13", "4.1")
        assert found.line("ante").row == "ante-straight-or-better"
        assert found.net() == 16665

    @proves(MH, "4.1")
    @pytest.mark.parametrize(
        ("bet", "winnings"),
        [
            pytest.param("flop", 6666, marks=proves(MH, "4.1:flop")),
            pytest.param("turn", 3333, marks=proves(MH, "4.1:turn")),
            pytest.param("river", 3333, marks=proves(MH, "4.1:river")),
            pytest.param("ante", 3333, marks=proves(MH, "4.1:ante-straight-or-better")),
        ],
    )
    def test_4_1_ante_and_raises_pay_1_to_1_to_the_cent(self, bet: str, winnings: int) -> None:
        found = play("Kh 9h 7h 4s 2c", KING_HIGH, box("Th 3h", **ODD_STAKES))
        assert found.result(bet) == ("win", winnings, winnings)
        line = found.line(bet)
        assert line.clauses == ("3.13", "4.1")
        assert line.row == {"ante": "ante-straight-or-better"}.get(bet, bet)

    @proves(MH, "3.13")
    def test_3_13_a_straight_of_the_dealer_does_not_pay_the_ante_of_a_lower_hand(self) -> None:
        found = play("Kc 9d 7h 6s 2c", "Ts 8h", box("Ks Kh", **STAKES))
        assert found.result("ante") == ("lose", 0, 0)

    def test_the_dealer_is_named_and_nothing_is_said_of_qualifying(self) -> None:
        assert play(DRY, KING_HIGH).settlement.dealer == DealerHand("five-odd-cards", None)


@proves(MH, "3.14")
@pytest.mark.parametrize(
    ("board", "dealer", "cards"),
    [
        pytest.param(DRY, "Ah 3c", "Qs Jd", id="ace-high-against-king-high"),
        pytest.param("Kh 9h 7h 4s 2c", "Ah 3h", "8c 8d", id="a-flush-against-one-pair"),
        # A-K-9-7-3 against K-T-9-8-7.
        pytest.param("Kh 9h 7h 4s 2c", "Ah 3h", "Th 8h", id="a-flush-against-a-lower-flush"),
    ],
)
def test_3_14_a_lower_hand_loses_ante_flop_turn_and_river(board: str, dealer: str, cards: str) -> None:
    found = play(board, dealer, box(cards, **ODD_STAKES))
    assert results(found, *ANTE_AND_RAISES) == [("lose", 0, 0)] * 4
    assert {found.line(bet).clauses for bet in ANTE_AND_RAISES} == {("3.14",)}
    assert found.net() == -16665


class TestStandOff:
    @proves(MH, "3.15", "1.28")
    def test_3_15_equal_hands_return_ante_and_raises(self) -> None:
        found = play(DRY, "As 3c", box("Ad 3h", **ODD_STAKES))
        assert results(found, *ANTE_AND_RAISES) == [
            ("push", 3333, 0),
            ("push", 6666, 0),
            ("push", 3333, 0),
            ("push", 3333, 0),
        ]
        assert {found.line(bet).clauses for bet in ANTE_AND_RAISES} == {("3.15",)}
        assert found.net() == 0

    @proves(MH, "3.15", "1.28")
    def test_3_15_a_straight_that_is_equal_does_not_pay_the_ante(self) -> None:
        found = play("Kc 9d 7h 6s 2c", "Tc 8d", box("Ts 8h", **STAKES))
        assert found.result("ante") == ("push", 2500, 0)

    @proves(MH, "3.15", "1.28")
    def test_3_15_bonus_and_progressive_settle_on_their_own_terms(self) -> None:
        # Everybody plays the straight flush on the board.
        board = "Kh Qh Jh Th 9h"
        aces = box("As Ad", number=1, **STAKES, bonus="10", progressive="5")
        hearts = box("7h 2h", number=2, **STAKES, bonus="10", progressive="5")
        found = play(board, "3c 3d", aces, hearts)
        assert found.settlement.dealer == DealerHand("straight-flush", None)
        for number in (1, 2):
            assert [result for result, _, _ in results(found, *ANTE_AND_RAISES, number=number)] == [
                "push"
            ] * 4
        assert results(found, "bonus", "progressive") == [("win", 1000, 30000), ("lose", 0, 0)]
        assert results(found, "bonus", "progressive", number=2) == [("lose", 0, 0), ("win", 0, 10000)]
        assert (found.net(1), found.net(2)) == (29500, 8500)


# ── the hands and the raises ──────────────────────────────────────────────────────────────────────────────────────


@proves(MH, "1.10")
@pytest.mark.parametrize(
    ("board", "cards", "dealer", "hand", "flop"),
    [
        pytest.param("Kc 9d 7h 6s 2c", "Ts 8h", "Kd Qs", "straight", "win", id="both-hole-cards"),
        pytest.param("Ah Kd Qs Jc 2d", "Th 2s", "Ad 2h", "straight", "win", id="one-hole-card"),
        pytest.param("Ac Kd Qh Js Tc", "2c 2d", "9h 9s", "straight", "push", id="the-board-plays"),
        # K-K-Q-Q-9 against K-K-J-J-9: the pair of nines is not played by either.
        pytest.param("Kc Kd 9h 9s 3c", "Qs Qd", "Jc Jd", "two-pairs", "win", id="best-two-of-three-pairs"),
        # K-K-9-9-8 against K-K-9-9-A.
        pytest.param("Kc Kd 9h 9s 3c", "8c 8d", "Ac 2d", "two-pairs", "lose", id="third-pair-as-a-kicker"),
        # A-K-9-7-4 against K-Q-J-9-7, with six hearts on either side.
        pytest.param("Kh 9h 7h 4h 2c", "Ah 3h", "Qh Jh", "flush", "win", id="best-five-of-six-suited"),
        pytest.param(
            "9c 8d 7h 6s 2c", "Ts 5h", "5c 5d", "straight", "win", id="upper-end-of-six-in-sequence"
        ),
        pytest.param("Kc Kd 9h 9s 3c", "Kh 9c", "9d As", "full-house", "win", id="kings-over-nines"),
        # Both play A-A-K-Q-J; the four of the dealer is a sixth card.
        pytest.param("Ac Ad Kh Qs 2c", "Jc 3d", "Jd 4h", "one-pair", "push", id="the-sixth-card-is-idle"),
        # A-A-K-Q-J against A-A-K-Q-T.
        pytest.param("Ac Ad Kh Qs 2c", "Jc 3d", "Td 9h", "one-pair", "win", id="the-kicker-decides"),
    ],
)
def test_1_10_a_hand_is_the_best_five_of_seven(
    board: str, cards: str, dealer: str, hand: str, flop: str
) -> None:
    found = play(board, dealer, box(cards, **STAKES))
    assert found.hand() == hand
    assert found.result("flop")[0] == flop


@proves(MH, "1.7")
def test_1_7_the_community_cards_serve_every_player_and_the_dealer() -> None:
    # The same 9-8-7 makes a ten-high straight, a jack-high one, and the dealer's nine-high one.
    board = "9h 8c 7d 2s Kc"
    found = play(
        board,
        "6c 5c",
        box("Ts 6h", number=1, **STAKES),
        box("Jd Td", number=2, **STAKES),
        box("6d 5d", number=3, **STAKES),
    )
    assert [found.hand(number) for number in (1, 2, 3)] == ["straight"] * 3
    assert found.settlement.dealer == DealerHand("straight", None)
    assert [found.result("ante", number) for number in (1, 2, 3)] == [
        ("win", 2500, 2500),
        ("win", 2500, 2500),
        ("push", 2500, 0),
    ]


@proves(MH, "1.6")
@pytest.mark.parametrize(
    ("raises", "net"),
    [
        pytest.param({"flop": "50"}, 7500, id="checks-twice"),
        pytest.param({"flop": "50", "turn": "25"}, 10000, id="checks-the-river"),
        pytest.param({"flop": "50", "river": "25"}, 10000, id="checks-the-turn-and-places-the-river"),
        pytest.param({"flop": "50", "turn": "0", "river": "0.00"}, 7500, id="nothing-staked-is-a-check"),
    ],
)
def test_1_6_who_checks_stays_in_and_is_settled_on_what_lies_there(raises: dict[str, Any], net: int) -> None:
    found = play("Kc 9d 7h 6s 2c", KING_HIGH, box("Ts 8h", ante="25", **raises))
    assert bets_of(found) == ["ante", *(bet for bet, amount in raises.items() if not amount.startswith("0"))]
    assert {result for result, _, _ in results(found, *bets_of(found))} == {"win"}
    assert found.net() == net


# ── 3.9, 4.1, 4.1.1: the Bonus ────────────────────────────────────────────────────────────────────────────────────

# A ten-high straight for the dealer with this board, so that the wagers beside the Bonus are lost.
LOW_BOARD, TEN_HIGH_STRAIGHT = "Tc 8c 6c 4d 2d", "9d 7d"


class TestBonus:
    @proves(MH, "4.1")
    @pytest.mark.parametrize(
        ("cards", "dealer", "winnings", "row"),
        [
            pytest.param(
                "As Ah",
                "Ac Ad",
                1234000,
                "bonus-aa-player-and-dealer",
                marks=proves(MH, "4.1:bonus-aa-player-and-dealer"),
            ),
            *(
                pytest.param(
                    "As Ah",
                    dealer,
                    37020,
                    "bonus-aa-player-only",
                    id=f"aces-against-{name}",
                    marks=proves(MH, "4.1:bonus-aa-player-only", "4.1:bonus-aa-player-and-dealer"),
                )
                for name, dealer in (
                    ("nothing", TEN_HIGH_STRAIGHT),
                    ("one-ace", "Ac 7d"),
                    ("an-ace-second", "7d Ac"),
                )
            ),
            pytest.param(
                "As Ks", TEN_HIGH_STRAIGHT, 30850, "bonus-ak-suited", marks=proves(MH, "4.1:bonus-ak-suited")
            ),
            *(
                pytest.param(
                    cards,
                    TEN_HIGH_STRAIGHT,
                    24680,
                    "bonus-aq-aj-suited",
                    marks=proves(MH, "4.1:bonus-aq-aj-suited"),
                )
                for cards in ("As Qs", "Qs As", "Ah Jh")
            ),
            *(
                pytest.param(
                    cards,
                    TEN_HIGH_STRAIGHT,
                    18510,
                    "bonus-ak-unsuited",
                    marks=proves(MH, "4.1:bonus-ak-unsuited"),
                )
                for cards in ("As Kh", "Kh As")
            ),
            *(
                pytest.param(
                    f"{rank}s {rank}h",
                    TEN_HIGH_STRAIGHT,
                    12340,
                    "bonus-kk-qq-jj",
                    marks=proves(MH, "4.1:bonus-kk-qq-jj"),
                )
                for rank in "KQJ"
            ),
            *(
                pytest.param(
                    cards,
                    TEN_HIGH_STRAIGHT,
                    6170,
                    "bonus-aq-aj-unsuited",
                    marks=proves(MH, "4.1:bonus-aq-aj-unsuited"),
                )
                for cards in ("As Qh", "Js Ah")
            ),
            *(
                pytest.param(
                    f"{rank}s {rank}h",
                    TEN_HIGH_STRAIGHT,
                    3702,
                    "bonus-low-pairs",
                    marks=proves(MH, "4.1:bonus-low-pairs"),
                )
                for rank in "T98765432"
            ),
        ],
    )
    def test_4_1_the_bonus_pays_by_the_hole_cards_the_highest_line_only(
        self, cards: str, dealer: str, winnings: int, row: str
    ) -> None:
        found = play(LOW_BOARD, dealer, box(cards, ante="25", flop="50", bonus="12.34"))
        assert found.result("bonus") == ("win", 1234, winnings)
        assert found.line("bonus").clauses == ("3.9", "4.1")
        assert found.line("bonus").row == row

    @proves(MH, "4.1")
    @pytest.mark.parametrize(
        "cards", ["As Ts", "As Th", "As 2s", "Ks Qs", "Ks Qh", "Qs Js", "Ks Jh", "7s 3h", "9s 8s"]
    )
    def test_4_1_other_hole_cards_lose_the_bonus(self, cards: str) -> None:
        found = play(LOW_BOARD, TEN_HIGH_STRAIGHT, box(cards, ante="25", flop="50", bonus="12.34"))
        assert found.result("bonus") == ("lose", 0, 0)
        assert found.line("bonus").clauses == ("3.9",)

    @proves(MH, "3.9", "4.1:bonus-aa-player-and-dealer")
    @pytest.mark.parametrize("dealer", ["Ac Ad", "Ac Kc", "Kd Kh"])
    def test_3_9_the_dealers_hole_cards_alone_pay_no_bonus(self, dealer: str) -> None:
        found = play(LOW_BOARD, dealer, box("7s 3h", ante="25", flop="50", bonus="10"))
        assert found.result("bonus") == ("lose", 0, 0)

    @proves(MH, "3.9")
    def test_3_9_community_cards_do_not_count_for_the_bonus(self) -> None:
        # A pair of kings, and an ace beside it on the board: none of it in the hole.
        found = play("Kc Ad 7h 4s 2c", "Qs Jd", box("Ks 3h", ante="25", flop="50", bonus="10"))
        assert found.hand() == "one-pair"
        assert found.result("bonus") == ("lose", 0, 0)

    @proves(MH, "3.9")
    @pytest.mark.parametrize(
        ("dealer", "flop"), [("Kd Kh", "lose"), ("Qs Jd", "win")], ids=["lower-hand", "higher-hand"]
    )
    def test_3_9_the_bonus_does_not_depend_on_who_wins(self, dealer: str, flop: str) -> None:
        found = play(DRY, dealer, box("As Ah", ante="25", flop="50", bonus="10"))
        assert found.result("flop")[0] == flop
        assert found.result("bonus") == ("win", 1000, 30000)

    @proves(MH, "4.1.1")
    @pytest.mark.parametrize(
        ("cards", "dealer", "stake", "returned", "winnings", "capped"),
        [
            pytest.param("As Ah", "Ac Ad", "99.99", 9999, 9999000, False, id="1000-to-1-just-under"),
            pytest.param("As Ah", "Ac Ad", "100", 10000, 10000000, False, id="1000-to-1-at"),
            pytest.param("As Ah", "Ac Ad", "100.01", 10001, 10000000, True, id="1000-to-1-over"),
            pytest.param("As Ah", "Ac Ad", "500", 50000, 10000000, True, id="1000-to-1-far-over"),
            pytest.param("As Ah", "9d 7d", "3333.33", 333333, 9999990, False, id="30-to-1-just-under"),
            pytest.param("As Ah", "9d 7d", "3333.34", 333334, 10000000, True, id="30-to-1-over"),
            pytest.param("As Ks", "9d 7d", "4000", 400000, 10000000, False, id="25-to-1-at"),
            pytest.param("3s 3h", "9d 7d", "33333.34", 3333334, 10000000, True, id="3-to-1-over"),
        ],
    )
    def test_4_1_1_the_bonus_wins_at_most_100_000_and_the_stake_goes_back_besides(
        self, cards: str, dealer: str, stake: str, returned: int, winnings: int, capped: bool
    ) -> None:
        found = play(LOW_BOARD, dealer, box(cards, ante="25", flop="50", bonus=stake))
        assert found.result("bonus") == ("win", returned, winnings)
        assert found.line("bonus").clauses == (("3.9", "4.1", "4.1.1") if capped else ("3.9", "4.1"))

    @proves(MH, "4.1.1")
    def test_4_1_1_each_box_has_a_cap_of_its_own(self) -> None:
        found = play(
            LOW_BOARD,
            TEN_HIGH_STRAIGHT,
            box("As Ah", number=1, player="p", ante="25", flop="50", bonus="5000"),
            box("Ks Kh", number=2, player="p", ante="25", flop="50", bonus="20000"),
        )
        assert found.result("bonus", 1) == ("win", 500000, 10000000)
        assert found.result("bonus", 2) == ("win", 2000000, 10000000)

    @proves(MH, "4.1.1")
    def test_4_1_1_no_other_wager_is_capped(self) -> None:
        found = play(
            "Kc 9d 7h 6s 2c",
            KING_HIGH,
            box("Ts 8h", ante="150000", flop="300000", turn="150000", river="150000"),
        )
        assert results(found, *ANTE_AND_RAISES) == [
            ("win", 15000000, 15000000),
            ("win", 30000000, 30000000),
            ("win", 15000000, 15000000),
            ("win", 15000000, 15000000),
        ]


# ── 3.16, 3.17, 4.2, 4.4, 4.5: the progressive jackpot ────────────────────────────────────────────────────────────


class TestProgressive:
    @proves(MH, "3.16", "3.17", "4.2", "4.2.1", "1.21")
    @pytest.mark.parametrize(
        ("board", "cards", "award", "row", "after"),
        [
            pytest.param(
                "Qh Jh Th 4s 2c",
                "Ah Kh",
                25000000,
                "royal-flush",
                10000000,
                marks=proves(MH, "4.2:royal-flush", "3.17:royal-flush"),
            ),
            pytest.param(
                "9h 8h 7h 4s 2c",
                "Jh Th",
                2500000,
                "straight-flush",
                22500000,
                marks=proves(MH, "4.2:straight-flush", "3.17:straight-flush"),
            ),
            pytest.param(
                "5h 4h 3h Ks Qc",
                "Ah 2h",
                2500000,
                "straight-flush",
                22500000,
                id="five-high-straight-flush",
                marks=proves(MH, "4.2:straight-flush", "3.17:straight-flush"),
            ),
            pytest.param(
                "Kc Kd 7h 4s 2c",
                "Ks Kh",
                200000,
                "four-of-a-kind",
                25000000,
                marks=proves(MH, "4.2:four-of-a-kind", "3.17:four-of-a-kind"),
            ),
            pytest.param(
                "Kc Kd 7h 4s 2c",
                "7s 7c",
                20000,
                "full-house",
                25000000,
                marks=proves(MH, "4.2:full-house", "3.17:full-house"),
            ),
            pytest.param(
                "Kh 9h 7h 4s 2c",
                "Th 3h",
                10000,
                "flush",
                25000000,
                marks=proves(MH, "4.2:flush", "3.17:flush"),
            ),
        ],
    )
    @pytest.mark.parametrize("stake", ["5", "2.50", "10"])
    def test_4_2_pays_on_hole_cards_and_flop_whatever_the_stake(
        self, board: str, cards: str, award: int, row: str, after: int, stake: str
    ) -> None:
        found = play(board, "9c 9s", box(cards, ante="25", flop="50", progressive=stake))
        # The award is all there is: the stake does not go back besides.
        assert found.result("progressive") == ("win", 0, award)
        assert found.line("progressive").clauses == ("4.2", "3.16")
        assert found.line("progressive").row == row
        assert found.jackpot_after == after

    @proves(MH, "3.17", "4.2", "4.2.1")
    @pytest.mark.parametrize(
        ("board", "cards"),
        [
            pytest.param("9h 8c 7d 4s 2c", "Jh Th", id="straight"),
            pytest.param("9h 9c 7d 4s 2c", "9d Th", id="three-of-a-kind"),
            pytest.param("9h 9c 7d 4s 2c", "7c Th", id="two-pairs"),
            pytest.param("9h 8c 7d 4s 2c", "9d Kh", id="one-pair"),
            pytest.param("9h 8c 7d 4s 2c", "Ad Kh", id="five-odd-cards"),
        ],
    )
    def test_3_17_a_straight_or_less_earns_nothing(self, board: str, cards: str) -> None:
        found = play(board, "6s 3s", box(cards, ante="25", flop="50", progressive="5"))
        assert found.result("progressive") == ("lose", 0, 0)
        assert found.line("progressive").clauses == ("4.2",)
        assert (found.awards, found.jackpot_after) == ([], 25000000)

    @proves(MH, "1.21", "4.2.1")
    @pytest.mark.parametrize(
        ("board", "cards", "hand", "award"),
        [
            # The turn and the river are hearts in the first line, one of the flop cards is not.
            pytest.param("Kh 9h 7s 4h 2h", "Ah 3h", "flush", 0, id="flush-with-turn-and-river"),
            pytest.param(
                "Kh 9h 4h 7s 2h", "Ah 3h", "flush", 10000, id="the-same-cards-with-the-flush-on-the-flop"
            ),
            pytest.param("Kh 9h 7s 2h 4s", "Ah 3h", "flush", 0, id="flush-with-the-turn"),
            pytest.param("Kc Kd 7h Kh 2c", "Ks 7s", "four-of-a-kind", 20000, id="four-only-with-the-turn"),
            pytest.param("Qh Jh 3c 4s Th", "Ah Kh", "royal-flush", 0, id="royal-flush-with-the-river"),
            pytest.param(
                "9h 8h 2h 7h 6h", "Jh Th", "straight-flush", 10000, id="straight-flush-only-with-the-turn"
            ),
        ],
    )
    def test_1_21_turn_and_river_never_count(self, board: str, cards: str, hand: str, award: int) -> None:
        found = play(board, "5c 5d", box(cards, ante="25", flop="50", progressive="5"))
        assert found.hand() == hand
        assert found.result("progressive") == ("win" if award else "lose", 0, award)
        assert found.jackpot_after == 25000000

    @proves(MH, "1.21")
    def test_1_21_the_dealers_cards_pay_nobody(self) -> None:
        # The dealer has the royal flush with the flop.
        found = play("Qh Jh Th 4s 2c", "Ah Kh", box("9c 9d", ante="25", flop="50", progressive="5"))
        assert found.result("progressive") == ("lose", 0, 0)
        assert found.jackpot_after == 25000000

    @proves(MH, "3.16", "4.4")
    @pytest.mark.parametrize(
        ("dealer", "ante"),
        [
            pytest.param("Kd Ks", "lose", id="lower-than-the-dealer"),
            pytest.param("Qs Jd", "win", id="higher-than-the-dealer"),
        ],
    )
    def test_3_16_is_paid_whatever_the_dealer_holds(self, dealer: str, ante: str) -> None:
        # A flush on the flop; the board pairs, so two kings give the dealer a full house.
        found = play("Kh 9h 7h 7s 2c", dealer, box("Th 3h", ante="25", flop="50", progressive="5"))
        assert found.result("ante")[0] == ante
        assert found.result("progressive") == ("win", 0, 10000)

    @proves(MH, "4.2.1")
    def test_4_2_1_without_the_wager_nothing_is_paid_and_nothing_leaves_the_jackpot(self) -> None:
        found = play("Qh Jh Th 4s 2c", "9c 9d", box("Ah Kh", ante="25", flop="50"))
        assert bets_of(found) == ["ante", "flop"]
        assert (found.awards, found.jackpot_after) == ([], 25000000)

    @proves(MH, "1.20")
    def test_1_20_a_jackpot_that_is_won_starts_again_from_its_reset_value(self) -> None:
        found = play(
            "Qh Jh Th 4s 2c",
            "9c 9d",
            box("Ah Kh", ante="25", flop="50", progressive="5"),
            jackpot={"displayed": "987654.32", "reset": "123456.78"},
        )
        assert found.result("progressive") == ("win", 0, 98765432)
        assert found.awards == [(1, "royal-flush", 98765432)]
        assert found.jackpot_after == 12345678
        assert found.settlement.jackpot is not None
        assert found.settlement.jackpot.added == 12345678

    @proves(MH, "4.2:straight-flush")
    def test_4_2_a_tenth_is_rounded_down_and_the_rest_stays(self) -> None:
        # A tenth of 123,456.79 is 12,345.679.
        found = play(
            "9h 8h 7h 4s 2c",
            KING_HIGH,
            box("Jh Th", ante="25", flop="50", progressive="5"),
            jackpot={"displayed": "123456.79", "reset": "100000"},
        )
        assert found.result("progressive") == ("win", 0, 1234567)
        assert found.jackpot_after == 11111112

    @proves(MH, "4.5", "4.5.1")
    def test_4_5_1_two_straight_flushes_are_paid_one_after_another_in_dealing_order(self) -> None:
        # Box 5 was dealt first: a tenth of 250,000, then a tenth of the 225,000 that the display shows then.
        found = play(
            "9h 8h 7h 2c 3d",
            "Ks Qd",
            box("6h 5h", number=5, ante="25", flop="50", progressive="5"),
            box("Jh Th", number=2, ante="25", flop="50", progressive="5"),
        )
        assert found.awards == [(5, "straight-flush", 2500000), (2, "straight-flush", 2250000)]
        assert found.result("progressive", 5) == ("win", 0, 2500000)
        assert found.result("progressive", 2) == ("win", 0, 2250000)
        assert found.line("progressive", 2).clauses == ("4.2", "3.16", "4.5.1")
        assert found.jackpot_after == 20250000

    @proves(MH, "4.5", "4.5.1")
    def test_4_5_1_a_straight_flush_dealt_before_a_royal_flush_is_paid_before_it(self) -> None:
        found = play(
            "Qh Jh Th 4s 2c",
            "3c 3d",
            box("9h 8h", number=1, ante="25", flop="50", progressive="5"),
            box("Ah Kh", number=2, ante="25", flop="50", progressive="5"),
        )
        assert found.awards == [(1, "straight-flush", 2500000), (2, "royal-flush", 22500000)]
        assert found.jackpot_after == 10000000

    @proves(MH, "4.5", "4.5.1", "1.20")
    def test_4_5_1_a_straight_flush_dealt_after_a_royal_flush_is_paid_from_the_reset_value(self) -> None:
        found = play(
            "Qh Jh Th 4s 2c",
            "3c 3d",
            box("Ah Kh", number=1, ante="25", flop="50", progressive="5"),
            box("9h 8h", number=2, ante="25", flop="50", progressive="5"),
        )
        assert found.awards == [(1, "royal-flush", 25000000), (2, "straight-flush", 1000000)]
        assert found.jackpot_after == 9000000
        jackpot = found.settlement.jackpot
        assert jackpot is not None
        assert [award.clauses for award in jackpot.awards] == [("4.5.1",), ("4.5.1",)]

    @proves(MH, "4.5")
    def test_4_5_a_minor_award_takes_no_turn(self) -> None:
        found = play(
            "Qh Jh Th 4s 2c",
            "3c 3d",
            box("8h 2h", number=1, ante="25", flop="50", progressive="5"),
            box("Ah Kh", number=2, ante="25", flop="50", progressive="5"),
        )
        assert found.result("progressive", 1) == ("win", 0, 10000)
        assert found.awards == [(2, "royal-flush", 25000000)]
        assert found.line("progressive", 2).clauses == ("4.2", "3.16")


# ── 3.11.2.a and 3.12.3.a: folding ────────────────────────────────────────────────────────────────────────────────


class TestFolded:
    @proves(MH, "3.11.2.a", "3.12.3.a")
    def test_3_11_2_a_ante_and_bonus_are_lost_and_the_progressive_wager_lives(self) -> None:
        # Four aces with the flop, and the best Bonus line but one.
        hand = box("As Ah", hand="folded", ante="33.33", bonus="10.01", progressive="5")
        found = play("Ac Ad 9h 4s 2c", "Ks Kd", hand)
        assert results(found, "ante", "bonus", "progressive") == [
            ("lose", 0, 0),
            ("lose", 0, 0),
            ("win", 0, 200000),
        ]
        assert found.line("ante").clauses == ("3.11.2.a",)
        assert found.line("bonus").clauses == ("3.11.2.a",)
        assert found.line("progressive").clauses == ("4.2", "3.16")
        assert found.net() == 195166

    @proves(MH, "3.11.2.a", "3.12.3.a")
    def test_3_11_2_a_a_folded_hand_takes_its_turn_at_the_jackpot(self) -> None:
        found = play(
            "9h 8h 7h 2c 3d",
            "Ks Qd",
            box("6h 5h", number=1, hand="folded", ante="25", progressive="5"),
            box("Jh Th", number=2, ante="25", flop="50", progressive="5"),
        )
        assert found.awards == [(1, "straight-flush", 2500000), (2, "straight-flush", 2250000)]

    @proves(MH, "3.11.2.a", "3.12.3.a")
    def test_3_11_2_a_a_folded_hand_that_hits_nothing_loses_its_progressive_wager(self) -> None:
        found = play(DRY, KING_HIGH, box("As 3h", hand="folded", ante="25", progressive="5"))
        assert found.result("progressive") == ("lose", 0, 0)
        assert found.line("progressive").clauses == ("4.2",)

    def test_a_folded_hand_whose_cards_are_not_told_is_paid_nothing(self) -> None:
        found = play("Qh Jh Th 4s 2c", "9c 9d", box(hand="folded", ante="25", bonus="10", progressive="5"))
        assert found.hand() is None
        assert results(found, "ante", "bonus", "progressive") == [("lose", 0, 0)] * 3
        assert found.jackpot_after == 25000000


# ── 4.3: cards that are not shown ─────────────────────────────────────────────────────────────────────────────────


class TestUnrevealed:
    BOARD, DEALER, ACES = "Ac Ad 9h 4s 2c", "Ks Kd", "As Ah"

    @proves(MH, "4.3")
    @pytest.mark.parametrize(
        ("established", "bonus", "progressive"),
        [
            pytest.param([], ("lose", 0, 0), ("lose", 0, 0), id="nothing-proved"),
            pytest.param(["bonus"], ("win", 1000, 30000), ("lose", 0, 0), id="bonus-proved"),
            pytest.param(["progressive"], ("lose", 0, 0), ("win", 0, 200000), id="progressive-proved"),
            pytest.param(
                ["progressive", "bonus"], ("win", 1000, 30000), ("win", 0, 200000), id="both-proved"
            ),
        ],
    )
    def test_4_3_is_folded_and_the_side_wagers_are_paid_where_the_hand_is_proved_for_them(
        self, established: list[str], bonus: tuple[str, int, int], progressive: tuple[str, int, int]
    ) -> None:
        hand = box(
            self.ACES, hand="unrevealed", established=established, **STAKES, bonus="10", progressive="5"
        )
        found = play(self.BOARD, self.DEALER, hand)
        # Four aces would have won.
        assert results(found, *ANTE_AND_RAISES) == [("lose", 0, 0)] * 4
        assert {found.line(bet).clauses for bet in ANTE_AND_RAISES} == {("4.3",)}
        assert results(found, "bonus", "progressive") == [bonus, progressive]
        assert found.line("bonus").clauses == (("3.9", "4.1") if "bonus" in established else ("4.3",))
        assert found.line("progressive").clauses == (
            ("4.2", "3.16") if "progressive" in established else ("4.3",)
        )

    @proves(MH, "4.3")
    def test_4_3_hiding_an_equal_hand_loses_it(self) -> None:
        hand = box("2h 2d", hand="unrevealed", **STAKES)
        assert results(play("Ac Kd Qh Js Tc", "9h 9s", hand), *ANTE_AND_RAISES) == [("lose", 0, 0)] * 4

    @proves(MH, "4.3")
    def test_4_3_a_proved_hand_that_hits_nothing_loses_by_the_pay_tables(self) -> None:
        hand = box(
            "8s 3h",
            hand="unrevealed",
            established=["bonus", "progressive"],
            **STAKES,
            bonus="10",
            progressive="5",
        )
        found = play(DRY, KING_HIGH, hand)
        assert results(found, "bonus", "progressive") == [("lose", 0, 0)] * 2
        assert (found.line("bonus").clauses, found.line("progressive").clauses) == (("3.9",), ("4.2",))

    @proves(MH, "4.3")
    def test_4_3_proof_for_a_raise_proves_nothing(self) -> None:
        hand = box(
            self.ACES, hand="unrevealed", established=["ante", "flop"], **STAKES, bonus="10", progressive="5"
        )
        found = play(self.BOARD, self.DEALER, hand)
        assert results(found, *ANTE_AND_RAISES, "bonus", "progressive") == [("lose", 0, 0)] * 6

    @proves(MH, "4.3")
    def test_4_3_a_straight_flush_that_is_not_proved_takes_no_turn_at_the_jackpot(self) -> None:
        found = play(
            "9h 8h 7h 2c 3d",
            "Ks Qd",
            box("6h 5h", number=1, hand="unrevealed", ante="25", flop="50", progressive="5"),
            box("Jh Th", number=2, ante="25", flop="50", progressive="5"),
        )
        assert found.awards == [(2, "straight-flush", 2500000)]

    @pytest.mark.parametrize("established", [[], ["bonus", "progressive"]])
    def test_cards_that_are_not_told_are_paid_nothing(self, established: list[str]) -> None:
        hand = box(hand="unrevealed", established=established, **STAKES, bonus="10", progressive="5")
        found = play(DRY, KING_HIGH, hand)
        assert results(found, *ANTE_AND_RAISES, "bonus", "progressive") == [("lose", 0, 0)] * 6
        assert found.line("progressive").clauses == ("4.3",)


# ── 5.1 to 5.3: wagers of a wrong size ────────────────────────────────────────────────────────────────────────────


class TestLimits:
    # A straight for the player; the dealer of the second board has a full house; in the third all play the board.
    WIN = ("Kc 9d 7h 6s 2c", KING_HIGH, "Ts 8h")
    LOSE = ("Kc 9d 9h 6s 2c", "Ks Kh", "Ts 8h")
    PUSH = ("Ac Kd Qh Js Tc", "9h 9s", "2c 2d")

    @proves(MH, "5.1.1")
    @pytest.mark.parametrize(
        ("cards", "ante"),
        [
            pytest.param(WIN, ("win", 15000, 10000), id="win"),
            pytest.param(LOSE, ("lose", 5000, 0), id="lose"),
            pytest.param(PUSH, ("push", 15000, 0), id="push"),
        ],
    )
    def test_5_1_1_an_ante_over_the_maximum_plays_as_the_maximum(
        self, cards: tuple[str, str, str], ante: tuple[str, int, int]
    ) -> None:
        board, dealer, hole = cards
        found = play(board, dealer, box(hole, ante="150", flop="200"), limits=LIMITS)
        assert found.result("ante") == ante
        assert found.line("ante").stake == 15000
        assert found.line("ante").clauses[-1] == "5.1.1"
        # The flop is twice the ante that counts, as it should be.
        assert "5.3.1" not in found.line("flop").clauses

    @proves(MH, "5.1.1", "5.3.1")
    def test_5_1_1_the_raises_go_by_the_ante_that_counts(self) -> None:
        board, dealer, hole = self.WIN
        stakes: dict[str, Any] = {"ante": "150", "flop": "300", "turn": "150", "river": "150"}
        found = play(board, dealer, box(hole, **stakes), limits=LIMITS)
        assert results(found, *ANTE_AND_RAISES) == [
            ("win", 15000, 10000),
            ("win", 30000, 20000),
            ("win", 15000, 10000),
            ("win", 15000, 10000),
        ]
        assert found.line("ante").clauses == ("3.13", "4.1", "5.1.1")
        assert {found.line(bet).clauses for bet in ("flop", "turn", "river")} == {("3.13", "4.1", "5.3.1")}
        board, dealer, hole = self.LOSE
        lost = play(board, dealer, box(hole, **stakes), limits=LIMITS)
        assert results(lost, *ANTE_AND_RAISES) == [
            ("lose", 5000, 0),
            ("lose", 10000, 0),
            ("lose", 5000, 0),
            ("lose", 5000, 0),
        ]
        assert lost.line("ante").clauses == ("3.14", "5.1.1")
        assert lost.net() == -50000

    @proves(MH, "5.1.1")
    def test_5_1_1_a_bonus_over_its_maximum_wins_or_loses_as_the_maximum(self) -> None:
        won = play(DRY, KING_HIGH, box("As Ah", **STAKES, bonus="80"), limits=LIMITS)
        assert won.result("bonus") == ("win", 8000, 150000)
        assert won.line("bonus").clauses == ("3.9", "4.1", "5.1.1")
        lost = play(DRY, KING_HIGH, box("As 3h", **STAKES, bonus="80"), limits=LIMITS)
        assert lost.result("bonus") == ("lose", 3000, 0)
        assert lost.line("bonus").clauses == ("3.9", "5.1.1")

    @proves(MH, "5.1.1")
    def test_5_1_1_a_folded_box_too_loses_the_maximum_only(self) -> None:
        found = play(DRY, KING_HIGH, box("As 3h", hand="folded", ante="150", bonus="80"), limits=LIMITS)
        assert results(found, "ante", "bonus") == [("lose", 5000, 0), ("lose", 3000, 0)]
        assert found.line("ante").clauses == ("3.11.2.a", "5.1.1")

    @proves(MH, "5.2.1")
    @pytest.mark.parametrize("settled_before", [False, True])
    def test_5_2_1_a_wager_under_the_minimum_plays_as_it_lies_every_time(self, settled_before: bool) -> None:
        small: dict[str, Any] = {"ante": "10.01", "flop": "20.02", "bonus": "0.01"}
        more: dict[str, Any] = {"under_minimum_settled_before": settled_before}
        won = play("Kh 9h 7h 4s 2c", KING_HIGH, box("Ah Kd", **small, **more), limits=LIMITS)
        # A pair of kings wins; the ante pushes for want of a straight.
        assert results(won, "ante", "flop", "bonus") == [
            ("push", 1001, 0),
            ("win", 2002, 2002),
            ("win", 1, 15),
        ]
        assert won.line("ante").clauses == ("3.13", "5.2.1")
        assert won.line("flop").clauses == ("3.13", "4.1")
        assert won.line("bonus").clauses == ("3.9", "4.1", "5.2.1")
        lost = play("Kc 9d 9h 6s 2c", "Ks Kh", box("Ts 8h", **small, **more), limits=LIMITS)
        assert results(lost, "ante", "flop", "bonus") == [("lose", 0, 0)] * 3
        assert lost.line("ante").clauses == ("3.14", "5.2.1")

    @proves(MH, "5.1.1", "5.2.1")
    @pytest.mark.parametrize("ante", ["25", "100"])
    def test_5_1_1_and_5_2_1_are_not_cited_at_the_limits_themselves(self, ante: str) -> None:
        board, dealer, hole = self.WIN
        bonus = {"25": "10", "100": "50"}[ante]
        found = play(board, dealer, box(hole, ante=ante, flop="50", bonus=bonus), limits=LIMITS)
        assert found.line("ante").clauses == ("3.13", "4.1")
        assert found.line("bonus").clauses == ("3.9",)

    def test_without_limits_any_amount_plays(self) -> None:
        board, dealer, hole = self.WIN
        found = play(board, dealer, box(hole, ante="0.01", flop="0.02", turn="0.01"))
        assert results(found, "ante", "flop", "turn") == [("win", 1, 1), ("win", 2, 2), ("win", 1, 1)]


class TestRaisesOfAWrongSize:
    @proves(MH, "5.3", "5.3.1")
    @pytest.mark.parametrize(
        ("bet", "laid", "lost", "won"),
        [
            pytest.param("flop", "60.01", 1001, 5000, marks=proves(MH, "1.11")),
            pytest.param("turn", "30.01", 501, 2500, marks=proves(MH, "1.29")),
            pytest.param("river", "25.01", 1, 2500, marks=proves(MH, "1.23")),
        ],
    )
    def test_5_3_1_what_is_over_goes_back_and_the_rest_is_collected_or_paid(
        self, bet: str, laid: str, lost: int, won: int
    ) -> None:
        stakes = STAKES | {bet: laid}
        loses = play(DRY, "Ks Kh", box("Ts 8h", **stakes))
        assert loses.result(bet) == ("lose", lost, 0)
        assert loses.line(bet).clauses == ("3.14", "5.3.1")
        wins = play(DRY, KING_HIGH, box("9s 3h", **stakes))
        assert wins.result(bet) == ("win", won + lost, won)
        assert wins.line(bet).clauses == ("3.13", "4.1", "5.3.1")
        equal = play(DRY, "As 3c", box("Ad 3h", **stakes))
        assert equal.result(bet) == ("push", won + lost, 0)
        # The other two raises have their right size.
        others = [other for other in ("flop", "turn", "river") if other != bet]
        assert {wins.line(other).clauses for other in others} == {("3.13", "4.1")}

    @proves(MH, "5.3", "5.3.2")
    @pytest.mark.parametrize(
        ("bet", "laid", "plays"),
        [
            pytest.param("flop", "49.99", 4999, marks=proves(MH, "1.11")),
            pytest.param("turn", "0.01", 1, marks=proves(MH, "1.29")),
            pytest.param("river", "24.99", 2499, marks=proves(MH, "1.23")),
        ],
    )
    def test_5_3_2_what_is_short_is_collected_or_paid_as_it_lies(
        self, bet: str, laid: str, plays: int
    ) -> None:
        stakes = STAKES | {bet: laid}
        loses = play(DRY, "Ks Kh", box("Ts 8h", **stakes))
        assert loses.result(bet) == ("lose", 0, 0)
        assert loses.line(bet).clauses == ("3.14", "5.3.2")
        wins = play(DRY, KING_HIGH, box("9s 3h", **stakes))
        assert wins.result(bet) == ("win", plays, plays)
        assert wins.line(bet).clauses == ("3.13", "4.1", "5.3.2")

    @proves(MH, "5.3.2")
    def test_5_3_2_a_short_raise_on_an_ante_over_the_maximum_is_measured_by_what_counts(self) -> None:
        # Twice the 100 that counts is 200: 150 is short, although the ante that lies there is 150 too.
        found = play(DRY, KING_HIGH, box("9s 3h", ante="150", flop="150", turn="100"), limits=LIMITS)
        assert found.result("flop") == ("win", 15000, 15000)
        assert found.line("flop").clauses == ("3.13", "4.1", "5.3.2")
        assert found.line("turn").clauses == ("3.13", "4.1")


# ── 5.4 and 3.6: no ante ──────────────────────────────────────────────────────────────────────────────────────────


@proves(MH, "5.4")
@pytest.mark.parametrize("ante", [{}, {"ante": "0"}], ids=["absent", "nothing"])
def test_5_4_a_progressive_wager_without_an_ante_goes_back_and_wins_nothing(ante: dict[str, Any]) -> None:
    found = play("Qh Jh Th 4s 2c", "9c 9d", box("Ah Kh", **ante, progressive="5"))
    assert found.result("progressive") == ("void", 500, 0)
    assert found.line("progressive").clauses == ("5.4",)
    assert (found.awards, found.jackpot_after) == ([], 25000000)
    assert found.net() == 0


@proves(MH, "3.6", "3.9")
@pytest.mark.parametrize("hand", ["played", "folded", "left", "unrevealed"])
def test_3_6_without_an_ante_no_wager_of_the_box_is_in_the_round(hand: str) -> None:
    found = play(
        "Ac Ad 9h 4s 2c", "Ks Kd", box("As Ah", hand=hand, flop="50", turn="25", river="25", bonus="10")
    )
    assert results(found, "flop", "turn", "river", "bonus") == [
        ("void", 5000, 0),
        ("void", 2500, 0),
        ("void", 2500, 0),
        ("void", 1000, 0),
    ]


# ── 5.5 and 5.6: a player who walks away ──────────────────────────────────────────────────────────────────────────


class TestLeft:
    BOARD, DEALER, ACES = "Ac Ad 9h 4s 2c", "Ks Kd", "As Ah"

    @proves(MH, "5.5")
    @pytest.mark.parametrize(
        ("raises", "net"),
        [
            pytest.param({}, 196000, id="before-the-flop"),
            pytest.param({"flop": "50"}, 191000, id="after-the-flop"),
            pytest.param({"flop": "50", "turn": "25"}, 188500, id="after-the-turn"),
        ],
    )
    def test_5_5_is_folded_all_is_lost_but_the_progressive_wager_which_lives(
        self, raises: dict[str, Any], net: int
    ) -> None:
        # Four aces: 2,000.00 from the jackpot table, less 25.00, 10.00, 5.00 and the raises.
        hand = box(self.ACES, hand="left", ante="25", **raises, bonus="10", progressive="5")
        found = play(self.BOARD, self.DEALER, hand)
        assert bets_of(found) == ["ante", *raises, "bonus", "progressive"]
        assert results(found, "ante", *raises, "bonus") == [("lose", 0, 0)] * (2 + len(raises))
        assert {found.line(bet).clauses for bet in ("ante", *raises, "bonus")} == {("5.5", "3.11.2.a")}
        assert found.result("progressive") == ("win", 0, 200000)
        assert found.line("progressive").clauses == ("4.2", "3.16")
        assert found.net() == net

    @proves(MH, "5.5", "5.3.1")
    def test_5_5_the_surplus_of_a_raise_goes_back_all_the_same(self) -> None:
        found = play(self.BOARD, self.DEALER, box(self.ACES, hand="left", ante="25", flop="60"))
        assert found.result("flop") == ("lose", 1000, 0)
        assert found.line("flop").clauses == ("5.5", "3.11.2.a", "5.3.1")

    @proves(MH, "5.5")
    def test_5_5_a_royal_flush_that_was_left_behind_is_paid(self) -> None:
        found = play("Qh Jh Th 4s 2c", "9c 9d", box("Ah Kh", hand="left", ante="25", progressive="5"))
        assert found.awards == [(1, "royal-flush", 25000000)]
        assert found.net() == 24997000

    def test_cards_that_are_not_told_are_paid_nothing(self) -> None:
        hand = box(hand="left", ante="25", flop="50", bonus="10", progressive="5")
        found = play(self.BOARD, self.DEALER, hand)
        assert results(found, "ante", "flop", "bonus", "progressive") == [("lose", 0, 0)] * 4

    @proves(MH, "5.6")
    def test_5_6_with_nothing_left_to_decide_the_box_is_settled_as_any_other(self) -> None:
        # With the River down every decision is made, so the box can't count as left; as played it is settled.
        left = box(self.ACES, hand="left", **STAKES)
        given = record(MH, self.DEALER, left, community=self.BOARD)
        assert refused(given) == ("bad-field", "boxes[0].bets.river")
        found = play(self.BOARD, self.DEALER, left | {"hand": "played"})
        assert [result for result, _, _ in results(found, *ANTE_AND_RAISES)] == ["win"] * 4


# ── 5.10.3, 5.20, 5.21, 1.31 ──────────────────────────────────────────────────────────────────────────────────────


@proves(MH, "5.10.3")
@pytest.mark.parametrize("cards", ["Ah Kh", None, "Ah Kh 3s"])
def test_5_10_3_an_invalid_hand_gets_every_wager_back_and_wins_nothing(cards: str | None) -> None:
    found = play(
        "Qh Jh Th 4s 2c",
        "9c 9d",
        box(cards, number=1, hand="invalid", **STAKES, bonus="10", progressive="5"),
        box("9h 8h", number=2, ante="25", flop="50", progressive="5"),
    )
    assert results(found, *ANTE_AND_RAISES, "bonus", "progressive") == [
        ("void", 2500, 0),
        ("void", 5000, 0),
        ("void", 2500, 0),
        ("void", 2500, 0),
        ("void", 1000, 0),
        ("void", 500, 0),
    ]
    assert found.line("ante").clauses == ("5.10.3", "5.15", "5.18")
    assert found.net() == 0
    # The other box plays on, and is the only one to be paid from the jackpot.
    assert found.awards == [(2, "straight-flush", 2500000)]


class TestChipsWhereTheyLie:
    @proves(MH, "5.20")
    def test_5_20_a_flop_wager_that_lies_on_the_turn_spot_is_a_turn_wager(self) -> None:
        # Meant was a Flop of 50 and a Turn of 25; they lie the other way round.
        found = play(DRY, KING_HIGH, box("9s 3h", ante="25", flop="25", turn="50"))
        assert results(found, "flop", "turn") == [("win", 2500, 2500), ("win", 5000, 2500)]

    @proves(MH, "5.20")
    def test_5_20_a_chip_on_the_bonus_spot_is_no_progressive_wager(self) -> None:
        found = play("Kh 9h 7h 4s 2c", KING_HIGH, box("Th 3h", ante="25", flop="50", bonus="5"))
        assert bets_of(found) == ["ante", "flop", "bonus"]
        assert found.result("bonus") == ("lose", 0, 0)

    @proves(MH, "5.20")
    def test_5_20_a_progressive_wager_counts_for_the_box_on_which_it_lies(self) -> None:
        found = play(
            "Kh 9h 7h 4s 2c",
            KING_HIGH,
            box("Th 3h", number=1, player="p", ante="25", flop="50"),
            box("8c 6d", number=2, player="p", ante="25", flop="50", progressive="5"),
        )
        assert bets_of(found, 1) == ["ante", "flop"]
        assert found.result("progressive", 2) == ("lose", 0, 0)


class TestVoid:
    @proves(MH, "5.21", "1.31")
    def test_5_21_a_void_round_returns_every_wager_whatever_became_of_the_hand(self) -> None:
        found = play(
            "Qh Jh Th 4s 2c",
            "9c 9d",
            box("Ah Kh", number=1, **ODD_STAKES, bonus="10.01", progressive="5"),
            box("9h 8h", number=2, hand="folded", ante="25", bonus="10", progressive="5"),
            box("3c 3d", number=3, hand="left", ante="25", flop="50"),
            box("5c 5d", number=4, hand="unrevealed", ante="150", flop="400"),
            box("6c 6d", number=5, bonus="10"),
            outcome="void",
            limits=LIMITS,
        )
        for settled_box in found.settlement.boxes:
            for line in settled_box.lines:
                assert (line.result, line.returned, line.winnings) == ("void", line.stake, 0)
                assert line.clauses == ("5.21",)
            assert settled_box.net == 0
        assert bets_of(found, 1) == [*ANTE_AND_RAISES, "bonus", "progressive"]
        assert (found.awards, found.jackpot_after) == ([], 25000000)

    @proves(MH, "5.21", "1.31")
    def test_5_21_a_void_round_needs_no_cards_and_no_raises(self) -> None:
        found = play(
            None,
            None,
            box(number=1, ante="25"),
            box("Ah Kh", number=2, ante="30", flop="1"),
            box("9c 8c 7c", number=3, ante="40"),
            outcome="void",
        )
        assert found.settlement.dealer is None
        assert [found.hand(number) for number in (1, 2, 3)] == [None, None, None]
        assert [found.result("ante", number) for number in (1, 2, 3)] == [
            ("void", 2500, 0),
            ("void", 3000, 0),
            ("void", 4000, 0),
        ]
        assert found.result("flop", 2) == ("void", 100, 0)

    @proves(MH, "1.31")
    @pytest.mark.parametrize(
        ("board", "dealer"),
        [("Qh Jh Th 4s", "9c 9d"), ("Qh Jh Th 4s 2c", "9c 9d 9s")],
        ids=["board", "dealer"],
    )
    def test_1_31_a_wrong_number_of_cards_has_no_hand_to_name(self, board: str, dealer: str) -> None:
        found = play(board, dealer, box("Ah Kh", ante="25", flop="50"), outcome="void")
        assert found.settlement.dealer is None
        assert found.result("flop") == ("void", 5000, 0)
