"""What the two RWS stud documents say alike of irregularities that show in a settlement, and what its lines cite.

Amounts in records are dollars, amounts in settlements are cents.
"""

from typing import Any

import pytest

from pitboss.rulebook.clauses import clauses
from tests.rules.rws_stud import (
    HANDS,
    HIGHER,
    LIMITS,
    LOST,
    NO_HAND,
    NOTHING,
    QUALIFIES,
    SAME,
    SUITED_RUN,
    Result,
    in_both,
)
from tests.support import CS, MS, Settled, box, record, refused, settled

# ── 5.1 to 5.3: wagers of a wrong size ────────────────────────────────────────────────────────────────────────────


@in_both("5.1.1")
@pytest.mark.parametrize(
    ("dealer", "cards", "ante", "bet", "rests_on"),
    [
        (QUALIFIES, HANDS["flush"], ("win", 1500_00, 1000_00), ("win", 3000_00, 10_000_00), HIGHER),
        (QUALIFIES, NOTHING, ("lose", 500_00, 0), ("lose", 1000_00, 0), ("3.14.2",)),
        (QUALIFIES, SAME, ("push", 1500_00, 0), ("push", 3000_00, 0), ("3.14.3",)),
    ],
    ids=["win", "lose", "stand-off"],
)
def test_5_1_1_an_ante_over_the_maximum_plays_as_the_maximum_and_its_bet_as_twice_that(
    book: str, dealer: str, cards: str, ante: Result, bet: Result, rests_on: tuple[str, ...]
) -> None:
    round = settled(book, dealer, box(cards, ante="1500", bet="3000"), limits=LIMITS)

    assert round.result("ante") == ante
    assert round.line("ante").clauses == (*rests_on, "5.1.1")
    assert round.result("bet") == bet
    assert round.line("bet").clauses == (*rests_on, "5.3.1")


@in_both("5.1.1")
def test_5_1_1_a_dealer_who_does_not_qualify_pays_the_maximum_and_no_more(book: str) -> None:
    round = settled(book, NO_HAND, box(NOTHING, ante="1500", bet="3000"), limits=LIMITS)

    assert round.result("ante") == ("win", 1500_00, 1000_00)
    assert round.line("ante").clauses == ("3.13", "4.1", "5.1.1")
    assert round.result("bet") == ("push", 3000_00, 0)
    assert round.line("bet").clauses == ("3.13", "5.3.1")


@in_both("5.1.1")
@pytest.mark.parametrize(
    ("bet", "back", "cited"),
    [("2000.01", 1, ("3.14.2", "5.3.1")), ("2000", 0, ("3.14.2",)), ("1999.99", 0, ("3.14.2", "5.3.2"))],
)
def test_5_1_1_a_bet_is_measured_by_the_ante_that_counts(
    book: str, bet: str, back: int, cited: tuple[str, ...]
) -> None:
    round = settled(book, QUALIFIES, box(NOTHING, ante="1500", bet=bet), limits=LIMITS)

    assert round.result("bet") == ("lose", back, 0)
    assert round.line("bet").clauses == cited


@in_both("5.1.1")
@pytest.mark.parametrize(
    ("ante", "back", "cited"),
    [("1000", 0, ("3.12.1",)), ("1000.01", 1, ("3.12.1", "5.1.1")), ("1500", 500_00, ("3.12.1", "5.1.1"))],
)
def test_5_1_1_a_folded_ante_loses_the_maximum_and_no_more(
    book: str, ante: str, back: int, cited: tuple[str, ...]
) -> None:
    round = settled(book, QUALIFIES, box(None, hand="folded", ante=ante), limits=LIMITS)

    assert round.result("ante") == ("lose", back, 0)
    assert round.line("ante").clauses == cited
    assert round.net() == -1000_00


@in_both("5.1.1", "4.1.1")
def test_5_1_1_the_cap_is_measured_on_what_plays(book: str) -> None:
    hand = box(HANDS["royal-flush"], ante="900", bet="1800")
    round = settled(book, QUALIFIES, hand, limits={"ante": {"max": "200.00"}})

    # The BET plays as 400.00, and 250 times that is the cap to the cent.
    assert round.result("bet") == ("win", 1800_00, 100_000_00)
    assert round.line("bet").clauses == ("3.14.1", "4.1", "5.3.1")


@in_both("5.2.1")
@pytest.mark.parametrize("before", [{}, {"under_minimum_settled_before": True}])
@pytest.mark.parametrize(
    ("dealer", "cards", "ante", "bet", "rests_on"),
    [
        (QUALIFIES, HANDS["flush"], ("win", 10_00, 10_00), ("win", 20_00, 100_00), HIGHER),
        (QUALIFIES, NOTHING, LOST, LOST, ("3.14.2",)),
        (NO_HAND, NOTHING, ("win", 10_00, 10_00), ("push", 20_00, 0), ("3.13", "4.1")),
    ],
    ids=["win", "lose", "no-hand"],
)
def test_5_2_1_an_ante_under_the_minimum_plays_as_it_lies_every_time(
    book: str,
    dealer: str,
    cards: str,
    ante: Result,
    bet: Result,
    rests_on: tuple[str, ...],
    before: dict[str, Any],
) -> None:
    round = settled(book, dealer, box(cards, ante="10", bet="20", **before), limits=LIMITS)

    assert round.result("ante") == ante
    assert round.line("ante").clauses == (*rests_on, "5.2.1")
    assert round.result("bet") == bet
    # Twice the ante that lies there is the right size, so the BET cites nothing besides.
    assert not {"5.3.1", "5.3.2"} & set(round.line("bet").clauses)


@in_both("5.2.1")
@pytest.mark.parametrize(
    ("ante", "cited"), [("24.99", ("3.12.1", "5.2.1")), ("25", ("3.12.1",)), ("25.01", ("3.12.1",))]
)
def test_5_2_1_the_minimum_itself_is_not_under_it(book: str, ante: str, cited: tuple[str, ...]) -> None:
    round = settled(book, QUALIFIES, box(None, hand="folded", ante=ante), limits=LIMITS)

    assert round.result("ante") == LOST
    assert round.line("ante").clauses == cited


@in_both()
def test_a_limit_that_is_not_given_does_not_limit(book: str) -> None:
    no_most = settled(book, QUALIFIES, box(NOTHING, ante="9000", bet="18000"), limits={"ante": {"min": "25"}})
    no_least = settled(book, QUALIFIES, box(NOTHING, ante="0.01", bet="0.02"), limits={"ante": {"max": "25"}})

    assert no_most.line("ante").clauses == no_least.line("ante").clauses == ("3.14.2",)
    assert no_most.net() == -27_000_00
    assert no_least.net() == -3


@in_both("5.3", "5.3.1")
@pytest.mark.parametrize(
    ("dealer", "cards", "result", "cited"),
    [
        (QUALIFIES, HANDS["flush"], ("win", 60_00, 250_00), ("3.14.1", "4.1", "5.3.1")),
        (QUALIFIES, NOTHING, ("lose", 10_00, 0), ("3.14.2", "5.3.1")),
        (QUALIFIES, SAME, ("push", 60_00, 0), ("3.14.3", "5.3.1")),
        (NO_HAND, HANDS["flush"], ("push", 60_00, 0), ("3.13", "5.3.1")),
    ],
    ids=["win", "lose", "stand-off", "no-hand"],
)
def test_5_3_1_of_a_bet_over_twice_the_ante_the_surplus_goes_back(
    book: str, dealer: str, cards: str, result: Result, cited: tuple[str, ...]
) -> None:
    round = settled(book, dealer, box(cards, ante="25", bet="60"))

    assert round.result("bet") == result
    assert round.line("bet").clauses == cited
    assert "5.3.1" not in round.line("ante").clauses


@in_both("5.3", "5.3.2")
@pytest.mark.parametrize(
    ("dealer", "cards", "result", "cited"),
    [
        (QUALIFIES, HANDS["flush"], ("win", 30_01, 150_05), ("3.14.1", "4.1", "5.3.2")),
        (QUALIFIES, NOTHING, LOST, ("3.14.2", "5.3.2")),
        (QUALIFIES, SAME, ("push", 30_01, 0), ("3.14.3", "5.3.2")),
        (NO_HAND, HANDS["flush"], ("push", 30_01, 0), ("3.13", "5.3.2")),
    ],
    ids=["win", "lose", "stand-off", "no-hand"],
)
def test_5_3_2_a_bet_under_twice_the_ante_plays_as_it_lies(
    book: str, dealer: str, cards: str, result: Result, cited: tuple[str, ...]
) -> None:
    round = settled(book, dealer, box(cards, ante="25", bet="30.01"))

    assert round.result("bet") == result
    assert round.line("bet").clauses == cited
    assert "5.3.2" not in round.line("ante").clauses


@in_both("4.1.1", "5.3.1", "5.3.2")
@pytest.mark.parametrize(
    ("bet", "winnings", "besides"),
    [
        ("600", 100_000_00, ("5.3.1", "4.1.1")),
        ("400.01", 100_000_00, ("5.3.2", "4.1.1")),
        # 250 times 399.99.
        ("399.99", 99_997_50, ("5.3.2",)),
    ],
)
def test_5_3_a_bet_of_a_wrong_size_is_capped_too(
    book: str, bet: str, winnings: int, besides: tuple[str, ...]
) -> None:
    line = settled(book, QUALIFIES, box(HANDS["royal-flush"], ante="250", bet=bet)).line("bet")

    assert (line.returned, line.winnings) == (line.stake, winnings)
    assert line.clauses == ("3.14.1", "4.1", *besides)


@in_both("5.1.1", "5.3.1")
def test_5_3_1_a_hand_that_is_not_shown_loses_what_plays_and_the_surplus_goes_back(book: str) -> None:
    round = settled(book, QUALIFIES, box(None, hand="unrevealed", ante="1500", bet="3000"), limits=LIMITS)

    assert round.result("ante") == ("lose", 500_00, 0)
    assert round.line("ante").clauses == ("4.3", "5.1.1")
    assert round.result("bet") == ("lose", 1000_00, 0)
    assert round.line("bet").clauses == ("4.3", "5.3.1")


# ── 5.4 to 5.6: no ante, and players who walk away ────────────────────────────────────────────────────────────────


@in_both("5.4")
@pytest.mark.parametrize("state", ["played", "folded", "left", "unrevealed", "invalid"])
@pytest.mark.parametrize("cards", [HANDS["royal-flush"], None])
def test_5_4_a_progressive_wager_without_an_ante_goes_back(book: str, state: str, cards: str | None) -> None:
    round = settled(book, QUALIFIES, box(cards, hand=state, progressive="5"))

    assert round.result("progressive") == ("void", 5_00, 0)
    assert round.line("progressive").clauses == ("5.4",)
    assert round.net() == 0
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


@in_both("5.4")
def test_5_4_an_ante_of_the_same_player_on_another_box_does_not_help(book: str) -> None:
    round = settled(
        book,
        QUALIFIES,
        box(HANDS["royal-flush"], number=1, player="same", bet="50", progressive="5"),
        box(NOTHING, number=2, player="same", ante="25", bet="50"),
    )

    assert round.result("progressive", 1) == ("void", 5_00, 0)
    assert round.result("bet", 1) == ("void", 50_00, 0)
    assert round.net(2) == -75_00
    assert round.awards == []


@in_both("5.5")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
@pytest.mark.parametrize("cards", [HANDS["four-of-a-kind"], NOTHING, None])
def test_5_5_whoever_walks_away_with_a_decision_open_has_folded(
    book: str, dealer: str, cards: str | None
) -> None:
    round = settled(book, dealer, box(cards, hand="left", ante="37.51"))

    assert round.result("ante") == LOST
    assert round.line("ante").clauses == ("5.5", "3.12.1")
    assert round.net() == -37_51


@in_both("5.6")
def test_5_6_whoever_walks_away_with_the_bet_down_is_settled_as_usual(book: str) -> None:
    """Nothing is left to decide, so a box with its BET can't be told as one that was left; it was played."""
    left = record(book, QUALIFIES, box(HANDS["flush"], hand="left", ante="25", bet="50"))
    round = settled(book, QUALIFIES, box(HANDS["flush"], player="gone", ante="25", bet="50"))

    assert refused(left) == ("bad-field", "boxes[0].bets.bet")
    assert round.result("ante") == ("win", 25_00, 25_00)
    assert round.result("bet") == ("win", 50_00, 250_00)


@in_both("5.5", "5.6")
def test_5_5_a_player_of_several_boxes_walks_away_box_by_box(book: str) -> None:
    round = settled(
        book,
        QUALIFIES,
        box(HANDS["flush"], number=1, player="gone", ante="25", bet="50"),
        box(HANDS["two-pairs"], number=2, player="gone", hand="left", ante="25"),
    )

    assert round.net(1) == 25_00 + 250_00
    assert round.net(2) == -25_00


# ── invalid hands, void rounds, and chips where they lie ──────────────────────────────────────────────────────────


@in_both()
@pytest.mark.parametrize("cards", [HANDS["royal-flush"], "Ah Kh Qh Jh", "Ah Kh Qh Jh Th 2c", None])
def test_an_invalid_hand_gets_every_wager_back(book: str, cards: str | None) -> None:
    hand = box(cards, hand="invalid", ante="1500", bet="3000", progressive="5")
    round = settled(book, QUALIFIES, hand, limits=LIMITS)

    assert round.result("ante") == ("void", 1500_00, 0)
    assert round.result("bet") == ("void", 3000_00, 0)
    assert round.result("progressive") == ("void", 5_00, 0)
    assert {line.clauses for line in round.settlement.boxes[0].lines} == {("5.10.3", "5.15", "5.19")}
    assert round.net() == 0
    assert round.awards == []


@in_both()
def test_an_invalid_hand_leaves_the_other_hands_in_the_round(book: str) -> None:
    round = settled(
        book,
        QUALIFIES,
        box(HANDS["flush"], number=1, hand="invalid", ante="25", bet="50"),
        box("9c 8c 7c 6c 5d", number=2, ante="25", bet="50"),
    )

    assert round.net(1) == 0
    assert round.net(2) == 25_00 + 200_00


@in_both("1.20", "5.22")
def test_5_22_in_a_void_round_every_wager_goes_back(book: str) -> None:
    """The winner's, the folded player's and the loser's alike, the progressive too; nobody wins the jackpot."""
    round = settled(
        book,
        QUALIFIES,
        box(HANDS["royal-flush"], number=1, ante="1500", bet="3000", progressive="5"),
        box(HANDS["straight-flush"], number=2, hand="folded", ante="25", progressive="5"),
        box(None, number=3, hand="left", ante="10"),
        box(NOTHING, number=4, ante="25", bet="70", progressive="5"),
        box(None, number=5, hand="unrevealed", ante="25", bet="50"),
        box(None, number=6, hand="invalid", ante="25"),
        box(None, number=7, progressive="5"),
        outcome="void",
        limits=LIMITS,
    )
    lines = [line for found in round.settlement.boxes for line in found.lines]

    assert len(lines) == 13
    assert all((line.result, line.returned, line.winnings) == ("void", line.stake, 0) for line in lines)
    assert {line.clauses for line in lines} == {("5.22",)}
    assert [found.net for found in round.settlement.boxes] == [0] * 7
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


@in_both("1.20", "5.22")
@pytest.mark.parametrize("dealer", [None, "As Kd", "As Kd 9h 5s 3d 2d"])
def test_5_22_a_void_round_has_no_result_and_needs_none(book: str, dealer: str | None) -> None:
    round = settled(book, dealer, box("Ah Kh", ante="25"), outcome="void")

    assert round.result("ante") == ("void", 25_00, 0)
    assert round.settlement.dealer is None
    assert round.hand() is None


@in_both("5.21")
def test_5_21_wagers_are_settled_on_the_box_on_which_they_lie(book: str) -> None:
    """The same player meant the chips the other way round: the winning hand has the small wagers on it."""
    round = settled(
        book,
        QUALIFIES,
        box(HANDS["flush"], number=1, player="same", ante="5", bet="10"),
        box(NOTHING, number=2, player="same", ante="100", bet="200", progressive="5"),
    )

    assert [line.bet for line in round.settlement.boxes[0].lines] == ["ante", "bet"]
    assert round.net(1) == 5_00 + 50_00
    assert round.net(2) == -305_00


@in_both("5.21")
def test_5_21_a_chip_is_the_wager_on_whose_spot_it_lies(book: str) -> None:
    """Ante and BET were laid the wrong way round, and each is settled as what its spot makes it."""
    round = settled(book, QUALIFIES, box(HANDS["flush"], ante="50", bet="25"))

    assert round.result("ante") == ("win", 50_00, 50_00)
    assert round.result("bet") == ("win", 25_00, 125_00)


# ── citations ─────────────────────────────────────────────────────────────────────────────────────────────────────


def every_outcome(book: str) -> list[Settled]:
    """Rounds in which every kind of line occurs."""
    full: dict[str, Any] = {"ante": "1500", "bet": "3000", "progressive": "5"}
    short: dict[str, Any] = {"ante": "10", "bet": "15", "progressive": "5"}
    rounds = [
        [box(HANDS["royal-flush"], **full), box(SUITED_RUN, number=2, **short)],
        [box(HANDS["full-house"], **full)],
        [box(NOTHING, **full)],
        [box(SAME, **full)],
        [box(NOTHING, hand="unrevealed", **full)],
        [box(NOTHING, hand="folded", ante="25", progressive="5")],
        [box(NOTHING, hand="left", ante="25", progressive="5")],
        [box(None, hand="invalid", **full)],
        [box(None, progressive="5")],
    ]
    dealers = (QUALIFIES, NO_HAND)
    completed = [settled(book, dealer, *boxes, limits=LIMITS) for dealer in dealers for boxes in rounds]
    return [*completed, settled(book, None, box(NOTHING, **full), outcome="void")]


PLAY = {"3.12.1", "3.13", "3.14.1", "3.14.2", "3.14.3", "4.1", "4.1.1", "4.2", "4.3", "4.5.1"}
IRREGULARITIES = {"5.1.1", "5.2.1", "5.3.1", "5.3.2", "5.4", "5.5", "5.10.3", "5.15", "5.19", "5.22"}


@pytest.mark.parametrize(("book", "alone"), [(MS, {"4.2.1"}), (CS, set())])
def test_every_clause_that_a_line_cites_is_in_the_document(book: str, alone: set[str]) -> None:
    rounds = every_outcome(book)
    lines = [line for round in rounds for found in round.settlement.boxes for line in found.lines]
    cited = {clause for line in lines for clause in line.clauses}
    rows = {f"{'4.2' if line.bet == 'progressive' else '4.1'}:{line.row}" for line in lines if line.row}

    assert all(line.clauses for line in lines)
    assert cited == PLAY | IRREGULARITIES | alone
    assert rows > {"4.1:royal-flush", "4.1:ante-dealer-qualified", "4.2:straight-flush"}
    assert cited | rows <= clauses(book).keys()
