"""Casino Stud Poker, version 6: what it has for itself beside the other RWS stud document.

A folded hand forfeits the jackpot, hidden cards are no fold, and the minor awards are fixed sums without the straight.
"""

from typing import Any

import pytest

from tests.rules.rws_stud import (
    HANDS,
    LIMITS,
    LOST,
    NO_HAND,
    NOTHING,
    QUALIFIES,
    ROYAL,
    SUITED_RUN,
    Result,
    major,
)
from tests.support import CS, box, proves, settled

WINS = ("4.2", "3.13")
"""The clauses of a progressive wager that wins."""

AWARDS = {
    "royal-flush": 250_000_00,
    "straight-flush": 25_000_00,
    "four-of-a-kind": 500_00,
    "full-house": 200_00,
    "flush": 100_00,
}
"""What a progressive wager wins on a jackpot of 250,000.00."""

NOT_ESTABLISHED: list[dict[str, Any]] = [{}, {"established": []}, {"established": ["ante", "bet"]}]


# ── 4.2: the minor awards ─────────────────────────────────────────────────────────────────────────────────────────


@proves(CS, "4.2")
@pytest.mark.parametrize(
    ("hand", "award"),
    [
        pytest.param("four-of-a-kind", 500_00, marks=proves(CS, "4.2:four-of-a-kind")),
        pytest.param("full-house", 200_00, marks=proves(CS, "4.2:full-house")),
        pytest.param("flush", 100_00, marks=proves(CS, "4.2:flush")),
    ],
)
@pytest.mark.parametrize(("stake", "staked"), [("0.01", 1), ("5", 5_00), ("7.77", 7_77), ("1000", 1_000_00)])
def test_4_2_a_minor_award_is_a_fixed_sum_whatever_was_staked(
    hand: str, award: int, stake: str, staked: int
) -> None:
    round = settled(CS, QUALIFIES, box(HANDS[hand], ante="25", bet="50", progressive=stake))

    assert round.result("progressive") == ("win", 0, award)
    assert round.line("progressive").net == award - staked
    assert round.line("progressive").clauses == WINS
    assert round.line("progressive").row == hand
    # A minor award does not come out of the jackpot.
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


@proves(CS, "4.2")
@pytest.mark.parametrize("cards", [HANDS["straight"], "Ac Kh Qc Jh Tc", "9c 8c 7c 6c 5d"])
def test_4_2_a_straight_wins_nothing(cards: str) -> None:
    round = settled(CS, QUALIFIES, box(cards, ante="25", bet="50", progressive="5"))

    assert round.hand() == "straight"
    assert round.result("bet") == ("win", 50_00, 200_00)
    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.2",)


# ── 3.13 and 4.4: the jackpot is paid whatever the dealer holds ───────────────────────────────────────────────────


@proves(CS, "3.13", "4.4")
@pytest.mark.parametrize(
    ("dealer", "ante"), [(QUALIFIES, "win"), (NO_HAND, "win"), ("Ad Kd Qd Jd Td", "lose")]
)
@pytest.mark.parametrize("hand", ["four-of-a-kind", "full-house", "flush"])
def test_3_13_a_jackpot_hand_is_paid_whatever_the_dealer_holds(dealer: str, ante: str, hand: str) -> None:
    round = settled(CS, dealer, box(HANDS[hand], ante="25", bet="50", progressive="5"))

    assert round.result("ante")[0] == ante
    assert round.result("progressive") == ("win", 0, AWARDS[hand])
    assert round.line("progressive").clauses == WINS


@proves(CS, "1.19", "3.14.3")
def test_3_14_3_a_flush_that_stands_off_still_wins_its_minor_award() -> None:
    round = settled(CS, "Ks Js 8s 5s 2s", box(HANDS["flush"], ante="25", bet="50", progressive="5"))

    assert round.result("bet") == ("push", 50_00, 0)
    assert round.result("progressive") == ("win", 0, 100_00)


def test_a_jackpot_hand_without_a_progressive_wager_wins_no_jackpot() -> None:
    round = settled(CS, NO_HAND, box(ROYAL, ante="25", bet="50"))

    assert [line.bet for line in round.settlement.boxes[0].lines] == ["ante", "bet"]
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


# ── 3.12.1 and 5.5: a folded hand forfeits the jackpot ────────────────────────────────────────────────────────────


@proves(CS, "3.12.1")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("cards", [*(HANDS[hand] for hand in AWARDS), NOTHING, None])
def test_3_12_1_a_folded_hand_forfeits_the_jackpot_whatever_the_dealer_holds(
    dealer: str, cards: str | None
) -> None:
    round = settled(CS, dealer, box(cards, hand="folded", ante="25", progressive="5"))

    assert round.result("ante") == round.result("progressive") == LOST
    assert round.line("ante").clauses == round.line("progressive").clauses == ("3.12.1",)
    assert round.net() == -30_00
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


@proves(CS, "3.12.1", "5.5")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("cards", [*(HANDS[hand] for hand in AWARDS), NOTHING, None])
def test_5_5_whoever_walks_away_forfeits_the_jackpot_as_a_folded_hand_does(
    dealer: str, cards: str | None
) -> None:
    round = settled(CS, dealer, box(cards, hand="left", ante="25", progressive="5"))

    assert round.result("ante") == round.result("progressive") == LOST
    assert round.line("ante").clauses == round.line("progressive").clauses == ("5.5", "3.12.1")
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


@proves(CS, "3.12.1", "5.5")
@pytest.mark.parametrize("state", ["folded", "left"])
def test_3_12_1_a_folded_royal_flush_leaves_the_jackpot_to_the_others(state: str) -> None:
    round = settled(CS, NO_HAND, major(ROYAL, 1, state, bet="0"), major(SUITED_RUN, 2))

    assert round.awards == [(2, "straight-flush", 25_000_00)]
    assert round.line("progressive", 2).clauses == WINS


# ── 4.3: cards that are not shown ─────────────────────────────────────────────────────────────────────────────────


@proves(CS, "4.3")
@pytest.mark.parametrize("cards", [HANDS["four-of-a-kind"], NOTHING, None])
@pytest.mark.parametrize("shown", [*NOT_ESTABLISHED, {"established": ["progressive"]}])
def test_4_3_an_unproved_rank_loses_to_a_dealer_who_qualifies(
    cards: str | None, shown: dict[str, Any]
) -> None:
    round = settled(CS, QUALIFIES, box(cards, hand="unrevealed", ante="25", bet="50", **shown))

    assert round.result("ante") == round.result("bet") == LOST
    assert round.line("ante").clauses == round.line("bet").clauses == ("4.3",)


@proves(CS, "1.14", "4.3")
@pytest.mark.parametrize(
    ("dealer", "ante"), [("As Kd 4h 3s 2d", LOST), ("As Qd Jh 9s 8h", ("win", 25_00, 25_00))]
)
def test_4_3_the_lowest_dealer_who_qualifies_beats_an_unproved_rank(dealer: str, ante: Result) -> None:
    round = settled(CS, dealer, box(None, hand="unrevealed", ante="25", bet="50"))

    assert round.result("ante") == ante


@proves(CS, "3.13", "4.3")
@pytest.mark.parametrize("cards", [HANDS["four-of-a-kind"], NOTHING, None])
@pytest.mark.parametrize("shown", [*NOT_ESTABLISHED, {"established": ["progressive"]}])
def test_4_3_an_unproved_rank_is_no_fold_so_3_13_pays_its_ante(
    cards: str | None, shown: dict[str, Any]
) -> None:
    round = settled(CS, NO_HAND, box(cards, hand="unrevealed", ante="25", bet="50", **shown))

    assert round.result("ante") == ("win", 25_00, 25_00)
    assert round.line("ante").clauses == ("3.13", "4.1")
    assert round.result("bet") == ("push", 50_00, 0)
    assert round.line("bet").clauses == ("3.13",)


@proves(CS, "4.3")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("cards", [*(HANDS[hand] for hand in AWARDS), NOTHING, None])
@pytest.mark.parametrize("shown", NOT_ESTABLISHED)
def test_4_3_a_rank_that_was_not_established_wins_no_jackpot(
    dealer: str, cards: str | None, shown: dict[str, Any]
) -> None:
    hidden = box(cards, hand="unrevealed", ante="25", bet="50", progressive="5", **shown)
    round = settled(CS, dealer, hidden)

    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.3",)
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


@proves(CS, "4.3")
@pytest.mark.parametrize(("dealer", "ante"), [(QUALIFIES, LOST), (NO_HAND, ("win", 25_00, 25_00))])
@pytest.mark.parametrize("hand", AWARDS)
def test_4_3_a_rank_that_was_established_is_paid_by_the_table(dealer: str, ante: Result, hand: str) -> None:
    round = settled(CS, dealer, major(HANDS[hand], 1, "unrevealed", established=["progressive"]))

    assert round.result("progressive") == ("win", 0, AWARDS[hand])
    assert round.line("progressive").clauses == WINS
    assert round.result("ante") == ante


@proves(CS, "4.3")
@pytest.mark.parametrize("cards", [HANDS["straight"], NOTHING])
def test_4_3_a_rank_that_was_established_and_is_not_on_the_table_loses_by_the_table(cards: str) -> None:
    round = settled(CS, QUALIFIES, major(cards, 1, "unrevealed", established=["progressive"]))

    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.2",)


def test_a_progressive_that_was_established_without_any_cards_in_the_record_is_lost() -> None:
    hidden = box(None, hand="unrevealed", established=["progressive"], ante="25", bet="50", progressive="5")
    round = settled(CS, NO_HAND, hidden)

    assert round.result("ante") == ("win", 25_00, 25_00)
    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.3",)


@proves(CS, "4.3", "5.1.1")
def test_4_3_an_unproved_rank_over_the_maximum_is_paid_on_the_maximum() -> None:
    round = settled(CS, NO_HAND, box(None, hand="unrevealed", ante="1500", bet="3000"), limits=LIMITS)

    assert round.result("ante") == ("win", 1500_00, 1000_00)
    assert round.line("ante").clauses == ("3.13", "4.1", "5.1.1")
    assert round.result("bet") == ("push", 3000_00, 0)


@proves(CS, "4.3", "4.5.1")
def test_4_5_1_a_hand_whose_rank_was_established_has_its_turn_where_it_was_dealt() -> None:
    proved = major(ROYAL, 1, "unrevealed", established=["progressive"])
    round = settled(CS, NO_HAND, proved, major(SUITED_RUN, 2))

    assert round.awards == [(1, "royal-flush", 250_000_00), (2, "straight-flush", 10_000_00)]
