"""Multi-Link Progressive Casino Stud Poker, version 3: what it has for itself beside the other RWS stud document.

A folded hand keeps its jackpot chance, hidden cards are a fold, and minor awards are multiples, down to the straight.
"""

from typing import Any

import pytest

from tests.rules.rws_stud import (
    HANDS,
    LIMITS,
    LOST,
    NO_HAND,
    NOTHING,
    OTHER_SUITED_RUN,
    QUALIFIES,
    ROYAL,
    SUITED_RUN,
    Result,
    major,
)
from tests.support import MS, box, proves, settled

WINS = ("4.2", "4.2.1")
"""The clauses of a progressive wager that wins."""

AWARDS = {
    "royal-flush": 250_000_00,
    "straight-flush": 25_000_00,
    "four-of-a-kind": 2_000_00,
    "full-house": 400_00,
    "flush": 200_00,
    "straight": 100_00,
}
"""What a progressive wager of 5.00 wins on a jackpot of 250,000.00."""

NOT_ESTABLISHED: list[dict[str, Any]] = [{}, {"established": []}, {"established": ["ante", "bet"]}]


def folded(cards: str | None, state: str = "folded") -> dict[str, Any]:
    return box(cards, hand=state, ante="25", progressive="5")


# ── 4.2: the minor awards ─────────────────────────────────────────────────────────────────────────────────────────


@proves(MS, "4.2")
@pytest.mark.parametrize(
    ("hand", "on_5", "on_7_77"),
    [
        pytest.param("four-of-a-kind", 2_000_00, 3_108_00, marks=proves(MS, "4.2:four-of-a-kind")),
        pytest.param("full-house", 400_00, 621_60, marks=proves(MS, "4.2:full-house")),
        pytest.param("flush", 200_00, 310_80, marks=proves(MS, "4.2:flush")),
        pytest.param("straight", 100_00, 155_40, marks=proves(MS, "4.2:straight")),
    ],
)
def test_4_2_a_minor_award_is_a_multiple_that_contains_the_stake(hand: str, on_5: int, on_7_77: int) -> None:
    even = settled(MS, QUALIFIES, box(HANDS[hand], ante="25", bet="50", progressive="5"))
    odd = settled(MS, QUALIFIES, box(HANDS[hand], ante="25", bet="50", progressive="7.77"))

    assert even.result("progressive") == ("win", 0, on_5)
    assert even.line("progressive").net == on_5 - 5_00
    assert even.line("progressive").clauses == WINS
    assert even.line("progressive").row == hand
    assert odd.result("progressive") == ("win", 0, on_7_77)
    # A minor award does not come out of the jackpot.
    assert even.awards == []
    assert even.jackpot_after == 250_000_00


# ── 3.15 and 4.2.1: which hands win the jackpot ───────────────────────────────────────────────────────────────────


@proves(MS, "3.15")
@pytest.mark.parametrize(
    ("cards", "award"),
    [
        pytest.param("As Ks Qs Js Ts", 250_000_00, marks=proves(MS, "3.15:royal-flush")),
        pytest.param("Td Jd Qd Kd Ad", 250_000_00, marks=proves(MS, "3.15:royal-flush")),
        # The highest, the document's own example, and the lowest, in which the ace counts as one.
        pytest.param("Ks Qs Js Ts 9s", 25_000_00, marks=proves(MS, "3.15:straight-flush")),
        pytest.param("Qc Jc Tc 9c 8c", 25_000_00, marks=proves(MS, "3.15:straight-flush")),
        pytest.param("5h 4h 3h 2h Ah", 25_000_00, marks=proves(MS, "3.15:straight-flush")),
        pytest.param("Kc Kh Kd Ks Jh", 2_000_00, marks=proves(MS, "3.15:four-of-a-kind")),
        pytest.param("2c 2h 2d 2s 3h", 2_000_00, marks=proves(MS, "3.15:four-of-a-kind")),
        pytest.param("Kc Kh Kd Js Jh", 400_00, marks=proves(MS, "3.15:full-house")),
        pytest.param("2c 2h 2d 3s 3h", 400_00, marks=proves(MS, "3.15:full-house")),
        pytest.param("Kh Jh 9h 5h 2h", 200_00, marks=proves(MS, "3.15:flush")),
        pytest.param("7s 5s 4s 3s 2s", 200_00, marks=proves(MS, "3.15:flush")),
        # One suit, but the sequence would have to run through the ace: a flush and no straight flush.
        pytest.param("3d 2d Ad Kd Qd", 200_00, marks=proves(MS, "3.15:flush")),
        pytest.param("As Kd Qc Jh Th", 100_00, marks=proves(MS, "3.15:straight")),
        pytest.param("5c 4d 3c 2h As", 100_00, marks=proves(MS, "3.15:straight")),
        pytest.param("9c 8c 7c 6c 5d", 100_00, marks=proves(MS, "3.15:straight")),
    ],
)
def test_3_15_the_jackpot_list_runs_from_royal_flush_to_straight(cards: str, award: int) -> None:
    assert settled(MS, "Ac Qh 8s 6s 4c", folded(cards)).result("progressive") == ("win", 0, award)


@proves(MS, "3.15")
@pytest.mark.parametrize(
    "cards",
    [
        # Sequences that run through the ace or have a gap; then the best hand below a straight.
        pytest.param("3c 2d As Kh Qc", marks=proves(MS, "3.15:straight")),
        pytest.param("2s Ad Kc Qd Jh", marks=proves(MS, "3.15:straight")),
        pytest.param("9c 8c 7c 6c 4d", marks=proves(MS, "3.15:straight")),
        "As Ah Ad Kd Qc",
    ],
)
def test_3_15_a_hand_below_a_straight_is_not_on_the_list(cards: str) -> None:
    round = settled(MS, "Ac Qh 8s 6s 4c", folded(cards))

    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.2",)


@proves(MS, "4.2.1")
@pytest.mark.parametrize("hand", AWARDS)
def test_4_2_1_a_hand_of_the_table_without_a_progressive_wager_wins_no_jackpot(hand: str) -> None:
    round = settled(
        MS,
        QUALIFIES,
        box(HANDS[hand], number=1, ante="25", bet="50"),
        # Another box's wager does nothing for it.
        box(NOTHING, number=2, ante="25", bet="50", progressive="5"),
    )

    assert [line.bet for line in round.settlement.boxes[0].lines] == ["ante", "bet"]
    assert round.result("progressive", 2) == LOST
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


@proves(MS, "4.2.1")
def test_4_2_1_only_the_players_own_five_cards_count() -> None:
    """The dealer's royal flush beats everybody and wins nobody the jackpot."""
    round = settled(MS, "Ad Kd Qd Jd Td", box(NOTHING, ante="25", bet="50", progressive="5"))

    assert round.result("progressive") == LOST
    assert round.awards == []


@proves(MS, "4.4")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("hand", AWARDS)
def test_4_4_every_award_is_paid_whether_or_not_the_dealer_qualifies(dealer: str, hand: str) -> None:
    round = settled(MS, dealer, box(HANDS[hand], ante="25", bet="50", progressive="5"))

    assert round.result("progressive") == ("win", 0, AWARDS[hand])
    assert round.line("progressive").clauses == WINS


@proves(MS, "1.19", "3.14.2", "3.14.3")
@pytest.mark.parametrize(
    ("dealer", "bet"), [("Ks Js 8s 5s 2s", LOST), ("5s 4c 3d 2s Ah", ("push", 50_00, 0))]
)
def test_3_14_a_straight_that_loses_or_stands_off_still_wins_its_minor_award(
    dealer: str, bet: Result
) -> None:
    round = settled(MS, dealer, box(HANDS["straight"], ante="25", bet="50", progressive="5"))

    assert round.result("bet") == bet
    assert round.result("progressive") == ("win", 0, 100_00)


# ── 3.12.1 and 5.5: a folded hand keeps its jackpot chance ────────────────────────────────────────────────────────


@proves(MS, "3.12.1")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("hand", AWARDS)
def test_3_12_1_a_folded_hand_keeps_its_jackpot_chance_whatever_the_dealer_holds(
    dealer: str, hand: str
) -> None:
    round = settled(MS, dealer, folded(HANDS[hand]))

    assert round.hand() == hand
    assert round.result("ante") == LOST
    assert round.line("ante").clauses == ("3.12.1",)
    assert round.result("progressive") == ("win", 0, AWARDS[hand])
    assert round.line("progressive").clauses == WINS
    assert round.net() == AWARDS[hand] - 30_00


@proves(MS, "3.12.1", "5.5")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("hand", AWARDS)
def test_5_5_whoever_walks_away_keeps_the_jackpot_chance_of_a_folded_hand(dealer: str, hand: str) -> None:
    round = settled(MS, dealer, folded(HANDS[hand], "left"))

    assert round.result("ante") == LOST
    assert round.line("ante").clauses == ("5.5", "3.12.1")
    assert round.result("progressive") == ("win", 0, AWARDS[hand])
    assert round.line("progressive").clauses == WINS


@pytest.mark.parametrize("state", ["folded", "left"])
@pytest.mark.parametrize("cards", [HANDS["three-of-a-kind"], None])
def test_a_folded_hand_that_shows_nothing_of_the_table_loses_its_progressive(
    state: str, cards: str | None
) -> None:
    """Cards that are not in the record can't be paid on; it is the pay table, not the fold, that takes the wager."""
    round = settled(MS, QUALIFIES, folded(cards, state))

    assert round.result("ante") == round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.2",)
    assert round.jackpot_after == 250_000_00


@proves(MS, "3.12.1", "4.5.1", "5.5")
@pytest.mark.parametrize("state", ["folded", "left"])
def test_4_5_1_a_folded_hand_has_its_turn_where_it_was_dealt(state: str) -> None:
    boxes = major(SUITED_RUN, 1), major(ROYAL, 2, state, bet="0"), major(OTHER_SUITED_RUN, 3)
    round = settled(MS, NO_HAND, *boxes)

    # The straight flush dealt after the royal flush finds the reset value.
    assert round.awards == [
        (1, "straight-flush", 25_000_00),
        (2, "royal-flush", 225_000_00),
        (3, "straight-flush", 10_000_00),
    ]
    assert round.line("progressive", 2).clauses == (*WINS, "4.5.1")
    assert round.jackpot_after == 90_000_00


# ── 4.3: cards that are not shown ─────────────────────────────────────────────────────────────────────────────────


@proves(MS, "4.3")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("cards", [HANDS["four-of-a-kind"], NOTHING, None])
@pytest.mark.parametrize("shown", [*NOT_ESTABLISHED, {"established": ["progressive"]}])
def test_4_3_a_hand_that_is_not_shown_is_folded_and_loses_its_bet_too(
    dealer: str, cards: str | None, shown: dict[str, Any]
) -> None:
    round = settled(MS, dealer, box(cards, hand="unrevealed", ante="25", bet="50", **shown))

    assert round.result("ante") == round.result("bet") == LOST
    assert round.line("ante").clauses == round.line("bet").clauses == ("4.3",)


@proves(MS, "4.3")
@pytest.mark.parametrize("shown", NOT_ESTABLISHED)
@pytest.mark.parametrize("hand", ["royal-flush", "four-of-a-kind", "one-pair"])
def test_4_3_a_rank_that_was_not_established_wins_no_jackpot(hand: str, shown: dict[str, Any]) -> None:
    hidden = box(HANDS[hand], hand="unrevealed", ante="25", bet="50", progressive="5", **shown)
    round = settled(MS, NO_HAND, hidden)

    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.3",)
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


@proves(MS, "4.3")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("hand", AWARDS)
def test_4_3_a_rank_that_was_established_is_paid_by_the_table(dealer: str, hand: str) -> None:
    hidden = major(HANDS[hand], 1, "unrevealed", established=["progressive"])
    round = settled(MS, dealer, hidden)

    assert round.result("progressive") == ("win", 0, AWARDS[hand])
    assert round.line("progressive").clauses == WINS
    assert round.result("ante") == round.result("bet") == LOST


@proves(MS, "4.3")
def test_4_3_a_rank_that_was_established_and_is_not_on_the_table_loses_by_the_table() -> None:
    round = settled(MS, QUALIFIES, major(NOTHING, 1, "unrevealed", established=["progressive"]))

    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.2",)


def test_a_progressive_that_was_established_without_any_cards_in_the_record_is_lost() -> None:
    hidden = box(None, hand="unrevealed", established=["progressive"], ante="25", bet="50", progressive="5")
    round = settled(MS, QUALIFIES, hidden)

    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.3",)


@proves(MS, "4.3", "5.1.1", "5.3.1")
def test_4_3_of_a_hand_that_is_not_shown_the_surplus_goes_back_even_without_a_qualifying_dealer() -> None:
    round = settled(MS, NO_HAND, box(None, hand="unrevealed", ante="1500", bet="3000"), limits=LIMITS)

    assert round.result("ante") == ("lose", 500_00, 0)
    assert round.result("bet") == ("lose", 1000_00, 0)


@proves(MS, "4.3", "4.5.1")
def test_4_5_1_a_hand_whose_rank_was_established_has_its_turn_where_it_was_dealt() -> None:
    proved = major(ROYAL, 1, "unrevealed", established=["progressive"])
    round = settled(MS, NO_HAND, proved, major(SUITED_RUN, 2))

    assert round.awards == [(1, "royal-flush", 250_000_00), (2, "straight-flush", 10_000_00)]
