"""What the two RWS stud documents say alike of decisions, pay tables and the jackpot.

They share their numbering; what each has for itself stands in its own file. Amounts in records are dollars, amounts in
settlements are cents.
"""

from typing import Any

import pytest

from tests.rules.rws_stud import (
    HANDS,
    HIGHER,
    JACKPOT_WIN,
    LOST,
    NO_HAND,
    NOTHING,
    OTHER_ROYAL,
    OTHER_SUITED_RUN,
    QUALIFIES,
    ROYAL,
    SAME,
    SUITED_RUN,
    in_both,
    major,
)
from tests.support import CS, MS, box, proves, record, refused, settled

# ── 4.1: what ante and BET pay ────────────────────────────────────────────────────────────────────────────────────

BET_ROWS = [
    # The hand, what a BET of 50.00 and one of 24.74 win with it, and the row of the table.
    ("royal-flush", 12_500_00, 6_185_00, "royal-flush"),
    ("straight-flush", 2_500_00, 1_237_00, "straight-flush"),
    ("four-of-a-kind", 1_000_00, 494_80, "four-of-a-kind"),
    ("full-house", 350_00, 173_18, "full-house"),
    ("flush", 250_00, 123_70, "flush"),
    ("straight", 200_00, 98_96, "straight"),
    ("three-of-a-kind", 150_00, 74_22, "three-of-a-kind"),
    ("two-pairs", 100_00, 49_48, "two-pairs"),
    ("one-pair", 50_00, 24_74, "one-pair-or-less"),
    ("five-odd-cards", 50_00, 24_74, "one-pair-or-less"),
]


@pytest.mark.parametrize(
    ("book", "hand", "on_50", "on_24_74", "row"),
    [
        pytest.param(book, *line, marks=proves(book, "3.14.1", "4.1", f"4.1:{line[-1]}"))
        for book in (MS, CS)
        for line in BET_ROWS
    ],
)
def test_4_1_a_bet_that_wins_is_paid_by_its_hand(
    book: str, hand: str, on_50: int, on_24_74: int, row: str
) -> None:
    even = settled(book, QUALIFIES, box(HANDS[hand], ante="25", bet="50"))
    odd = settled(book, QUALIFIES, box(HANDS[hand], ante="12.37", bet="24.74"))

    assert even.hand() == hand
    assert even.result("bet") == ("win", 50_00, on_50)
    assert even.line("bet").clauses == ("3.14.1", "4.1")
    assert even.line("bet").row == row
    assert even.net() == on_50 + 25_00
    assert odd.result("bet") == ("win", 24_74, on_24_74)


@in_both("4.1", "4.1:ante-dealer-qualified")
@pytest.mark.parametrize("hand", HANDS)
def test_4_1_the_ante_that_wins_with_the_bet_pays_1_to_1_whatever_the_hand(book: str, hand: str) -> None:
    round = settled(book, QUALIFIES, box(HANDS[hand], ante="333.33", bet="666.66"))

    assert round.result("ante") == ("win", 333_33, 333_33)
    assert round.line("ante").clauses == ("3.14.1", "4.1")
    assert round.line("ante").row == "ante-dealer-qualified"


@in_both("3.13", "4.1", "4.1:ante-dealer-not-qualified")
@pytest.mark.parametrize("cards", [*HANDS.values(), NOTHING])
def test_4_1_without_a_qualifying_dealer_the_ante_alone_pays(book: str, cards: str) -> None:
    round = settled(book, NO_HAND, box(cards, ante="37.51", bet="75.02"))

    assert round.result("ante") == ("win", 37_51, 37_51)
    assert round.line("ante").clauses == ("3.13", "4.1")
    assert round.line("ante").row == "ante-dealer-not-qualified"
    assert round.result("bet") == ("push", 75_02, 0)
    assert round.line("bet").clauses == ("3.13",)
    assert round.net() == 37_51


@in_both("4.1:flush", "4.1:one-pair-or-less")
def test_4_1_the_row_is_the_players_where_the_dealer_holds_the_same_kind(book: str) -> None:
    flushes = settled(book, "Kc Jc 8c 5c 2c", box("Kh Jh 9h 5h 2h", ante="10", bet="20"))
    pairs = settled(book, "Td Ts Qc 6s 3c", box("Tc Th Kc 6h 3s", ante="10", bet="20"))

    assert flushes.result("bet") == ("win", 20_00, 100_00)
    assert pairs.result("bet") == ("win", 20_00, 20_00)


# ── 4.1.1: the most that a BET wins ───────────────────────────────────────────────────────────────────────────────

UNCAPPED = HIGHER
CAPPED = (*HIGHER, "4.1.1")


@in_both("4.1.1")
@pytest.mark.parametrize(
    ("hand", "ante", "bet", "winnings", "cited"),
    [
        # 250 times 399.98 is 99,995.00, and 250 times 400.00 is the cap to the cent.
        ("royal-flush", "199.99", "399.98", 99_995_00, UNCAPPED),
        ("royal-flush", "200", "400", 100_000_00, UNCAPPED),
        ("royal-flush", "200.01", "400.02", 100_000_00, CAPPED),
        ("royal-flush", "5000", "10000", 100_000_00, CAPPED),
        # 50 times 1,999.98 is 99,999.00.
        ("straight-flush", "999.99", "1999.98", 99_999_00, UNCAPPED),
        ("straight-flush", "1000", "2000", 100_000_00, UNCAPPED),
        ("straight-flush", "1000.01", "2000.02", 100_000_00, CAPPED),
        # 7 times 14,285.70 is 99,999.90, and 7 times 14,285.72 is 100,000.04.
        ("full-house", "7142.85", "14285.70", 99_999_90, UNCAPPED),
        ("full-house", "7142.86", "14285.72", 100_000_00, CAPPED),
        ("one-pair", "49999.99", "99999.98", 99_999_98, UNCAPPED),
        ("one-pair", "50000", "100000", 100_000_00, UNCAPPED),
        ("one-pair", "50000.01", "100000.02", 100_000_00, CAPPED),
    ],
)
def test_4_1_1_a_bet_wins_100_000_dollars_at_the_most(
    book: str, hand: str, ante: str, bet: str, winnings: int, cited: tuple[str, ...]
) -> None:
    line = settled(book, QUALIFIES, box(HANDS[hand], ante=ante, bet=bet)).line("bet")

    assert line.winnings == winnings
    assert line.clauses == cited
    # The stake goes back besides, all of it, also where the winnings are capped.
    assert line.returned == line.stake


@in_both("4.1.1")
def test_4_1_1_the_cap_is_one_for_each_box(book: str) -> None:
    round = settled(
        book,
        QUALIFIES,
        box(HANDS["royal-flush"], number=1, player="same", ante="1000", bet="2000"),
        box(HANDS["straight-flush"], number=2, player="same", ante="2000", bet="4000"),
    )

    assert round.result("bet", 1) == ("win", 2_000_00, 100_000_00)
    assert round.result("bet", 2) == ("win", 4_000_00, 100_000_00)


@in_both("4.1.1")
def test_4_1_1_the_cap_is_for_the_bet_alone(book: str) -> None:
    hand = box(HANDS["royal-flush"], ante="150000", bet="300000", progressive="5")
    round = settled(book, QUALIFIES, hand, jackpot={"displayed": "2500000.00", "reset": "100000.00"})

    assert round.result("ante") == ("win", 150_000_00, 150_000_00)
    assert round.line("ante").clauses == UNCAPPED
    assert round.result("bet") == ("win", 300_000_00, 100_000_00)
    assert round.result("progressive") == ("win", 0, 2_500_000_00)
    assert round.net() == 150_000_00 + 100_000_00 + 2_500_000_00 - 5_00


# ── 4.2: the major awards ─────────────────────────────────────────────────────────────────────────────────────────


@in_both("4.2", "4.2:royal-flush")
@pytest.mark.parametrize("stake", ["1", "5", "7.77"])
def test_4_2_a_royal_flush_wins_the_whole_jackpot_whatever_was_staked(book: str, stake: str) -> None:
    hand = box(HANDS["royal-flush"], ante="25", bet="50", progressive=stake)
    round = settled(book, QUALIFIES, hand, jackpot={"displayed": "123456.78", "reset": "50000.00"})

    assert round.result("progressive") == ("win", 0, 123_456_78)
    assert round.line("progressive").clauses == JACKPOT_WIN[book]
    assert round.line("progressive").row == "royal-flush"
    assert round.awards == [(1, "royal-flush", 123_456_78)]


@in_both("4.2", "4.2:straight-flush")
@pytest.mark.parametrize("stake", ["1", "5", "7.77"])
def test_4_2_a_straight_flush_wins_a_tenth_and_the_rest_stays(book: str, stake: str) -> None:
    hand = box(HANDS["straight-flush"], ante="25", bet="50", progressive=stake)
    round = settled(book, QUALIFIES, hand, jackpot={"displayed": "123456.78", "reset": "50000.00"})

    # A tenth is 12,345.678; what is not a whole cent stays in the jackpot.
    assert round.result("progressive") == ("win", 0, 12_345_67)
    assert round.line("progressive").clauses == JACKPOT_WIN[book]
    assert round.line("progressive").row == "straight-flush"
    assert round.awards == [(1, "straight-flush", 12_345_67)]
    assert round.jackpot_after == 111_111_11


@in_both("4.2:straight-flush")
@pytest.mark.parametrize(
    ("cards", "award"),
    [
        ("Kc Qc Jc Tc 9c", 25_000_00),
        # The lowest one, in which the ace counts as one.
        ("5h 4h 3h 2h Ah", 25_000_00),
    ],
)
def test_4_2_a_straight_flush_runs_from_the_king_down_to_the_low_ace(
    book: str, cards: str, award: int
) -> None:
    round = settled(book, QUALIFIES, box(cards, ante="25", bet="50", progressive="5"))

    assert round.hand() == "straight-flush"
    assert round.result("progressive") == ("win", 0, award)


@in_both()
def test_a_tenth_of_a_jackpot_of_a_few_cents_is_a_win_of_nothing(book: str) -> None:
    hand = box(HANDS["straight-flush"], ante="25", bet="50", progressive="5")
    round = settled(book, QUALIFIES, hand, jackpot={"displayed": "0.09", "reset": "1.00"})

    assert round.result("progressive") == ("win", 0, 0)
    assert round.awards == [(1, "straight-flush", 0)]
    assert round.jackpot_after == 9


@in_both("4.2")
@pytest.mark.parametrize("hand", ["three-of-a-kind", "two-pairs", "one-pair", "five-odd-cards"])
def test_4_2_a_hand_that_is_not_on_the_table_loses_the_wager(book: str, hand: str) -> None:
    round = settled(book, QUALIFIES, box(HANDS[hand], ante="25", bet="50", progressive="5"))

    assert round.result("bet")[0] == "win"
    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.2",)
    assert round.line("progressive").row is None
    assert round.jackpot_after == 250_000_00


@in_both("4.4")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize(("hand", "award"), [("royal-flush", 250_000_00), ("straight-flush", 25_000_00)])
def test_4_4_the_jackpot_is_paid_whether_or_not_the_dealer_qualifies(
    book: str, dealer: str, hand: str, award: int
) -> None:
    round = settled(book, dealer, box(HANDS[hand], ante="25", bet="50", progressive="5"))

    assert round.result("progressive") == ("win", 0, award)
    assert round.line("progressive").clauses == JACKPOT_WIN[book]


@in_both("1.13")
def test_1_13_a_royal_flush_starts_the_jackpot_again_from_its_preset_value(book: str) -> None:
    hand = box(HANDS["royal-flush"], ante="25", bet="50", progressive="5")
    jackpot = {"displayed": "812345.67", "reset": "200000.00"}
    found = settled(book, QUALIFIES, hand, jackpot=jackpot).settlement.jackpot

    assert found is not None
    assert (found.before, found.after, found.added) == (812_345_67, 200_000_00, 200_000_00)


@in_both("1.13")
def test_1_13_only_a_jackpot_that_was_won_starts_again(book: str) -> None:
    """A tenth is not the jackpot, even where it makes the jackpot fall below its preset value."""
    hand = box(HANDS["straight-flush"], ante="25", bet="50", progressive="5")
    jackpot = {"displayed": "100000.00", "reset": "100000.00"}
    found = settled(book, QUALIFIES, hand, jackpot=jackpot).settlement.jackpot

    assert found is not None
    assert (found.before, found.after, found.added) == (100_000_00, 90_000_00, 0)


# ── 4.5: several major awards ─────────────────────────────────────────────────────────────────────────────────────


@in_both("4.5", "4.5.1")
def test_4_5_1_a_royal_flush_dealt_first_leaves_a_tenth_of_the_reset_value(book: str) -> None:
    round = settled(book, NO_HAND, major(ROYAL, 1), major(SUITED_RUN, 2))

    assert round.awards == [(1, "royal-flush", 250_000_00), (2, "straight-flush", 10_000_00)]
    assert round.result("progressive", 1) == ("win", 0, 250_000_00)
    assert round.result("progressive", 2) == ("win", 0, 10_000_00)
    assert round.line("progressive", 1).clauses == (*JACKPOT_WIN[book], "4.5.1")
    assert round.line("progressive", 2).clauses == (*JACKPOT_WIN[book], "4.5.1")
    assert round.jackpot_after == 90_000_00


@in_both("4.5", "4.5.1")
def test_4_5_1_a_straight_flush_dealt_first_takes_its_tenth_before_the_royal_flush(book: str) -> None:
    round = settled(book, NO_HAND, major(SUITED_RUN, 1), major(ROYAL, 2))

    assert round.awards == [(1, "straight-flush", 25_000_00), (2, "royal-flush", 225_000_00)]
    assert round.jackpot_after == 100_000_00


@in_both("4.5.1")
def test_4_5_1_the_order_is_that_of_dealing_and_not_of_the_numbers_on_the_layout(book: str) -> None:
    """Where boxes are numbered against the clock, the first hand dealt lies on the highest number."""
    round = settled(book, NO_HAND, major(ROYAL, 6), major(SUITED_RUN, 1))

    assert round.awards == [(6, "royal-flush", 250_000_00), (1, "straight-flush", 10_000_00)]
    assert round.result("progressive", 6) == ("win", 0, 250_000_00)
    assert round.result("progressive", 1) == ("win", 0, 10_000_00)


@in_both("4.5.1")
def test_4_5_1_each_award_is_paid_from_what_the_one_before_left(book: str) -> None:
    boxes = major(SUITED_RUN, 3), major(OTHER_SUITED_RUN, 2), major(ROYAL, 7)
    round = settled(book, NO_HAND, *boxes, jackpot={"displayed": "333333.33", "reset": "100000.00"})

    # A tenth of 333,333.33, a tenth of the 300,000.00 left, and all of the 270,000.00 left after that.
    assert round.awards == [
        (3, "straight-flush", 33_333_33),
        (2, "straight-flush", 30_000_00),
        (7, "royal-flush", 270_000_00),
    ]
    assert round.jackpot_after == 100_000_00


@in_both("4.5.1")
def test_4_5_1_a_second_royal_flush_wins_the_reset_value(book: str) -> None:
    found = settled(book, NO_HAND, major(OTHER_ROYAL, 4), major(ROYAL, 5)).settlement.jackpot

    assert found is not None
    assert [(award.box, award.amount) for award in found.awards] == [(4, 250_000_00), (5, 100_000_00)]
    assert [award.clauses for award in found.awards] == [("4.5.1",), ("4.5.1",)]
    assert (found.after, found.added) == (100_000_00, 200_000_00)


@in_both()
def test_one_major_award_beside_a_minor_one_needs_no_order(book: str) -> None:
    round = settled(book, NO_HAND, major("7c 7h 7d Jc Js", 1), major(SUITED_RUN, 2))

    assert round.result("progressive", 1)[0] == "win"
    assert round.awards == [(2, "straight-flush", 25_000_00)]
    assert round.line("progressive", 2).clauses == JACKPOT_WIN[book]


@in_both()
@pytest.mark.parametrize(
    "absent",
    [
        pytest.param(major(ROYAL, 1, progressive="0"), id="no-progressive"),
        pytest.param(major(ROYAL, 1, ante="0"), id="no-ante"),
        pytest.param(major(ROYAL, 1, "invalid"), id="invalid"),
        pytest.param(major(ROYAL, 1, "unrevealed"), id="not-proved"),
    ],
)
def test_a_hand_that_does_not_qualify_for_the_jackpot_has_no_turn(book: str, absent: dict[str, Any]) -> None:
    round = settled(book, NO_HAND, absent, major(SUITED_RUN, 2))

    assert round.awards == [(2, "straight-flush", 25_000_00)]
    assert round.line("progressive", 2).clauses == JACKPOT_WIN[book]
    assert round.jackpot_after == 225_000_00


# ── 3.12: fold or BET ─────────────────────────────────────────────────────────────────────────────────────────────


@in_both("3.12", "3.12.2")
@pytest.mark.parametrize("hand", ["played", "unrevealed"])
@pytest.mark.parametrize("bets", [{}, {"bet": "0"}, {"bet": "0.00"}])
def test_3_12_2_whoever_stays_in_has_a_bet_down(book: str, hand: str, bets: dict[str, Any]) -> None:
    given = record(book, QUALIFIES, box(HANDS["flush"], hand=hand, ante="25", **bets))

    assert refused(given) == ("missing-field", "boxes[0].bets.bet")


@in_both("3.12")
def test_3_12_whoever_folds_has_no_bet(book: str) -> None:
    given = record(book, QUALIFIES, box(HANDS["flush"], hand="folded", ante="25", bet="50"))

    assert refused(given) == ("bad-field", "boxes[0].bets.bet")


@in_both("3.12.1")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("cards", [HANDS["four-of-a-kind"], NOTHING, None])
def test_3_12_1_a_folded_hand_loses_its_ante_whatever_anybody_holds(
    book: str, dealer: str, cards: str | None
) -> None:
    round = settled(book, dealer, box(cards, hand="folded", ante="37.51"))

    assert [line.bet for line in round.settlement.boxes[0].lines] == ["ante"]
    assert round.result("ante") == LOST
    assert round.line("ante").clauses == ("3.12.1",)
    assert round.net() == -37_51


@in_both("1.3", "3.12.2")
def test_1_3_a_bet_is_twice_the_ante(book: str) -> None:
    """To the cent: exactly twice is in order, a cent more goes back, a cent less is short."""
    exact = settled(book, QUALIFIES, box(NOTHING, ante="12.37", bet="24.74"))
    more = settled(book, QUALIFIES, box(NOTHING, ante="12.37", bet="24.75"))
    less = settled(book, QUALIFIES, box(NOTHING, ante="12.37", bet="24.73"))

    assert exact.result("bet") == LOST
    assert exact.line("bet").clauses == ("3.14.2",)
    assert more.result("bet") == ("lose", 1, 0)
    assert more.line("bet").clauses == ("3.14.2", "5.3.1")
    assert less.result("bet") == LOST
    assert less.line("bet").clauses == ("3.14.2", "5.3.2")


# ── 1.14, 3.13, 3.14: the dealer's hand ───────────────────────────────────────────────────────────────────────────


@in_both("1.14")
@pytest.mark.parametrize(
    ("dealer", "hand"),
    [
        ("As Kd 4h 3s 2d", "five-odd-cards"),
        ("As Kd Qh Js 9d", "five-odd-cards"),
        ("2s 2d 5h 4h 3d", "one-pair"),
        ("5s 4d 3h 2s Ad", "straight"),
        ("6s 5d 4h 3s 2d", "straight"),
        ("7s 5s 3s 2s 9s", "flush"),
        ("3s 3d 3h 2s 2d", "full-house"),
    ],
)
def test_1_14_ace_king_or_any_higher_hand_qualifies(book: str, dealer: str, hand: str) -> None:
    found = settled(book, dealer, box(NOTHING, ante="25", bet="50"))

    assert found.settlement.dealer is not None
    assert (found.settlement.dealer.hand, found.settlement.dealer.qualifies) == (hand, True)
    assert found.result("ante") == LOST


@in_both("1.14")
@pytest.mark.parametrize(
    "dealer", ["As Qd Jh 9s 8h", "As Qd 4h 3s 2d", "Ks Qd Jh Th 8s", "Ks 5d 4h 3s 2d", "7s 5d 4h 3s 2d"]
)
def test_1_14_an_ace_or_a_king_alone_does_not_qualify(book: str, dealer: str) -> None:
    found = settled(book, dealer, box(NOTHING, ante="25", bet="50"))

    assert found.settlement.dealer is not None
    assert (found.settlement.dealer.hand, found.settlement.dealer.qualifies) == ("five-odd-cards", False)
    assert found.result("ante") == ("win", 25_00, 25_00)
    assert found.result("bet") == ("push", 50_00, 0)


@in_both("3.13")
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("Qh Th 9s 5h 3h", id="equal"),
        pytest.param("Qh Th 9s 5h 2h", id="lower"),
        pytest.param(NOTHING, id="much-lower"),
        pytest.param("Qh Th 9s 6h 3h", id="higher"),
    ],
)
def test_3_13_a_dealer_who_does_not_qualify_pays_the_ante_however_the_hands_compare(
    book: str, cards: str
) -> None:
    round = settled(book, NO_HAND, box(cards, ante="25", bet="50", progressive="5"))

    assert round.result("ante") == ("win", 25_00, 25_00)
    assert round.result("bet") == ("push", 50_00, 0)
    assert round.result("progressive") == LOST
    assert round.net() == 20_00


@in_both("3.14")
def test_3_14_the_dealers_hand_is_compared_with_each_hand_by_itself(book: str) -> None:
    round = settled(
        book,
        "As Kd Jh 5s 3d",
        box("Ac Kc Qs 4h 2d", number=1, ante="10", bet="20"),
        box("Ah Kh Jd 5c 3c", number=2, ante="10", bet="20"),
        box("Ad Ks Jc 5h 2h", number=3, ante="10", bet="20"),
        box("2c 2s 9s 8d 7c", number=4, hand="folded", ante="10"),
        box("6c 6h 9d 8s 7h", number=5, ante="10", bet="20"),
    )

    results = [round.result("ante", number)[0] for number in (1, 2, 3, 4, 5)]
    assert results == ["win", "push", "lose", "lose", "win"]
    assert [round.net(number) for number in (1, 2, 3, 4, 5)] == [30_00, 0, -30_00, -10_00, 30_00]


@in_both("3.14.2")
@pytest.mark.parametrize(
    ("dealer", "cards"),
    [
        (QUALIFIES, NOTHING),
        (QUALIFIES, "Ac Kc 9s 5h 2c"),
        ("Qs Qd 9h 5s 3d", "Jc Js 9s 5h 3c"),
        ("8c 8h 8d 8s 2d", HANDS["full-house"]),
    ],
)
def test_3_14_2_a_lower_hand_loses_ante_and_bet(book: str, dealer: str, cards: str) -> None:
    round = settled(book, dealer, box(cards, ante="25", bet="50"))

    assert round.result("ante") == round.result("bet") == LOST
    assert round.line("ante").clauses == round.line("bet").clauses == ("3.14.2",)
    assert round.net() == -75_00


@in_both("3.14.2")
def test_3_14_2_a_lower_hand_does_not_lose_its_progressive_on_that_ground(book: str) -> None:
    round = settled(book, ROYAL, box(SUITED_RUN, ante="25", bet="50", progressive="5"))

    assert round.result("ante") == round.result("bet") == LOST
    assert round.result("progressive") == ("win", 0, 25_000_00)
    assert round.net() == 25_000_00 - 80_00


@in_both("1.19", "3.14.3")
@pytest.mark.parametrize(
    ("dealer", "cards"),
    [
        (QUALIFIES, SAME),
        ("Qs Qd 9h 5s 3d", "Qc Qh 9s 5h 3c"),
        ("Ks Js 8s 5s 2s", "Kh Jh 8h 5h 2h"),
        (ROYAL, OTHER_ROYAL),
    ],
)
def test_3_14_3_in_a_stand_off_ante_and_bet_go_back(book: str, dealer: str, cards: str) -> None:
    round = settled(book, dealer, box(cards, ante="37.51", bet="75.02"))

    assert round.result("ante") == ("push", 37_51, 0)
    assert round.result("bet") == ("push", 75_02, 0)
    assert round.line("ante").clauses == round.line("bet").clauses == ("3.14.3",)
    assert round.net() == 0


@in_both("1.19", "3.14.3")
def test_3_14_3_in_a_stand_off_the_progressive_is_settled_by_itself(book: str) -> None:
    royals = settled(book, ROYAL, box(OTHER_ROYAL, ante="25", bet="50", progressive="5"))
    odd_cards = settled(book, QUALIFIES, box(SAME, ante="25", bet="50", progressive="5"))

    assert royals.result("bet") == ("push", 50_00, 0)
    assert royals.result("progressive") == ("win", 0, 250_000_00)
    assert odd_cards.result("bet") == ("push", 50_00, 0)
    assert odd_cards.result("progressive") == LOST
