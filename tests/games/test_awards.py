"""The jackpot in one round at one table: who is paid what, in which order, and what is left.

In short: ``paid(MS, "RS", ...)`` is a round in which a royal flush was dealt before a straight flush, in boxes 1 and 2.
Amounts are in cents. The RWS documents pay in the order of dealing, the MBS documents pool.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.awards import Claim, settle_jackpot
from pitboss.games.record import Jackpot
from pitboss.games.settlement import Award, JackpotSettlement
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import Category
from pitboss.rulebook.loader import DATA, builtin
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.readings import Fractions, SeveralRoyals, SeveralStraightFlushes, StraightFlush
from pitboss.rulebook.shelf import Shelf
from tests.support import (
    BE,
    CS,
    MBS_RULEBOOKS,
    MH,
    MS,
    RULEBOOKS,
    RWS_RULEBOOKS,
    SS,
    Settled,
    box,
    proves,
    settled,
)

DOWN, HALF_UP, UP = Fractions.ROUND_DOWN, Fractions.ROUND_HALF_UP, Fractions.ROUND_UP
LOWERS, RESETS = StraightFlush.LOWERS, StraightFlush.RESETS
FURTHER, EACH, ONE = (
    SeveralRoyals.ONE_RESET_EACH_FURTHER,
    SeveralRoyals.ONE_RESET_EACH,
    SeveralRoyals.ONE_RESET,
)
FALLING, OF_RESETS, OF_DISPLAYED = (
    SeveralStraightFlushes.FALLING,
    SeveralStraightFlushes.OF_RESETS,
    SeveralStraightFlushes.OF_DISPLAYED,
)

Taken = Fractions | StraightFlush | SeveralRoyals | SeveralStraightFlushes

_NAMES: Mapping[type[Taken], str] = {
    Fractions: "fractions_of_a_cent",
    StraightFlush: "straight_flush_award",
    SeveralRoyals: "several_royal_flushes",
    SeveralStraightFlushes: "several_straight_flushes",
}

_KINDS = {"R": (Category.ROYAL_FLUSH, Fraction(1)), "S": (Category.STRAIGHT_FLUSH, Fraction(1, 10))}


def reading(rulebook: str, *takes: Taken) -> Rulebook:
    """A rulebook that takes these readings and otherwise its own."""
    book = builtin(rulebook)
    assert book is not None
    changed: dict[str, Any] = {}
    for take in takes:
        name = _NAMES[type(take)]
        changed[name] = msgspec.structs.replace(getattr(book.readings, name), take=take)
    readings: Any = msgspec.structs.replace(book.readings, **changed)
    return msgspec.structs.replace(book, readings=readings)


def paid(
    rulebook: str, hands: str, *takes: Taken, displayed: int = 250_000_00, reset: int = 100_000_00
) -> JackpotSettlement:
    """The awards for hands in the order of dealing: R is a royal flush, S a straight flush."""
    claims = [Claim(box, *_KINDS[hand]) for box, hand in enumerate(hands, start=1)]
    found = settle_jackpot(reading(rulebook, *takes), Jackpot(Cents(displayed), Cents(reset)), claims)
    assert found.before == displayed
    assert found.before + found.added == found.after + sum(award.amount for award in found.awards)
    return found


def amounts(found: JackpotSettlement) -> list[tuple[int, int]]:
    """Box and cents, in the order of payment."""
    return [(award.box, award.amount) for award in found.awards]


# ── nobody, and one ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", RULEBOOKS)
class TestOneClaim:
    def test_without_a_winner_nothing_moves(self, rulebook: str) -> None:
        assert paid(rulebook, "") == JackpotSettlement(Cents(250_000_00), Cents(250_000_00), Cents(0), ())

    def test_a_straight_flush_takes_its_tenth_and_leaves_the_rest(self, rulebook: str) -> None:
        assert paid(rulebook, "S") == JackpotSettlement(
            Cents(250_000_00),
            Cents(225_000_00),
            Cents(0),
            (Award(1, "straight-flush", Cents(25_000_00), ()),),
        )

    def test_a_royal_flush_takes_it_all_and_the_house_starts_it_again(self, rulebook: str) -> None:
        assert paid(rulebook, "R") == JackpotSettlement(
            Cents(250_000_00),
            Cents(100_000_00),
            Cents(100_000_00),
            (Award(1, "royal-flush", Cents(250_000_00), ()),),
        )

    def test_a_jackpot_below_its_reset_value_is_not_topped_up_for_a_tenth(self, rulebook: str) -> None:
        found = paid(rulebook, "S", displayed=50_000_00)
        assert (amounts(found), found.after, found.added) == ([(1, 5_000_00)], 45_000_00, 0)

    def test_a_jackpot_below_its_reset_value_pays_what_it_shows(self, rulebook: str) -> None:
        found = paid(rulebook, "R", displayed=50_000_00)
        assert (amounts(found), found.after, found.added) == ([(1, 50_000_00)], 100_000_00, 100_000_00)

    @pytest.mark.parametrize(
        ("displayed", "take", "amount"),
        [
            (1_000_00, DOWN, 100_00),
            (1_000_00, HALF_UP, 100_00),
            (1_000_00, UP, 100_00),
            # A tenth of 1,000.04 is 100.004; of 1,000.05, 100.005; of 1,000.06, 100.006.
            (1_000_04, DOWN, 100_00),
            (1_000_04, HALF_UP, 100_00),
            (1_000_04, UP, 100_01),
            (1_000_05, DOWN, 100_00),
            (1_000_05, HALF_UP, 100_01),
            (1_000_05, UP, 100_01),
            (1_000_06, DOWN, 100_00),
            (1_000_06, HALF_UP, 100_01),
            (1_000_06, UP, 100_01),
        ],
    )
    def test_a1_a_tenth_that_is_no_whole_cent(
        self, rulebook: str, displayed: int, take: Fractions, amount: int
    ) -> None:
        found = paid(rulebook, "S", take, displayed=displayed)
        assert amounts(found) == [(1, amount)]
        assert (found.after, found.added) == (displayed - amount, 0)

    def test_a1_fractions_are_rounded_down_unless_told_otherwise(self, rulebook: str) -> None:
        assert amounts(paid(rulebook, "S", displayed=1_000_09)) == [(1, 100_00)]

    @pytest.mark.parametrize(
        ("displayed", "take", "amount"),
        [
            (0, DOWN, 0),
            (1, DOWN, 0),
            (9, DOWN, 0),
            (10, DOWN, 1),
            (0, HALF_UP, 0),
            (1, HALF_UP, 0),
            (4, HALF_UP, 0),
            (5, HALF_UP, 1),
            (9, HALF_UP, 1),
            (0, UP, 0),
            (1, UP, 1),
            (9, UP, 1),
        ],
    )
    def test_a_tenth_of_a_few_cents(
        self, rulebook: str, displayed: int, take: Fractions, amount: int
    ) -> None:
        found = paid(rulebook, "S", take, displayed=displayed)
        assert amounts(found) == [(1, amount)]
        assert (found.after, found.added) == (displayed - amount, 0)

    @pytest.mark.parametrize("displayed", [0, 1, 9])
    @pytest.mark.parametrize("take", [DOWN, HALF_UP, UP])
    def test_all_of_a_few_cents(self, rulebook: str, displayed: int, take: Fractions) -> None:
        found = paid(rulebook, "R", take, displayed=displayed)
        assert (amounts(found), found.after, found.added) == ([(1, displayed)], 100_000_00, 100_000_00)

    def test_a5_where_a_straight_flush_wins_the_jackpot_the_rest_goes_to_the_house(
        self, rulebook: str
    ) -> None:
        found = paid(rulebook, "S", RESETS)
        assert amounts(found) == [(1, 25_000_00)]
        # 250,000 less the award is 225,000, of which 125,000 are taken out.
        assert (found.after, found.added) == (100_000_00, -125_000_00)

    def test_a5_where_a_straight_flush_wins_the_jackpot_the_house_may_have_to_add(
        self, rulebook: str
    ) -> None:
        found = paid(rulebook, "S", RESETS, displayed=50_000_00)
        assert amounts(found) == [(1, 5_000_00)]
        assert (found.after, found.added) == (100_000_00, 55_000_00)


# ── RWS: one after another, in the order of dealing ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", RWS_RULEBOOKS)
class TestDealingOrder:
    @pytest.mark.parametrize(
        ("hands", "expected", "after", "added"),
        [
            ("SS", [25_000_00, 22_500_00], 202_500_00, 0),
            ("SSS", [25_000_00, 22_500_00, 20_250_00], 182_250_00, 0),
            ("RR", [250_000_00, 100_000_00], 100_000_00, 200_000_00),
            ("SR", [25_000_00, 225_000_00], 100_000_00, 100_000_00),
            ("RS", [250_000_00, 10_000_00], 90_000_00, 100_000_00),
            ("SRS", [25_000_00, 225_000_00, 10_000_00], 90_000_00, 100_000_00),
            ("RSR", [250_000_00, 10_000_00, 90_000_00], 100_000_00, 200_000_00),
        ],
    )
    def test_4_5_1_each_is_paid_from_what_the_one_before_left(
        self, rulebook: str, hands: str, expected: list[int], after: int, added: int
    ) -> None:
        found = paid(rulebook, hands)
        assert amounts(found) == list(enumerate(expected, start=1))
        assert (found.after, found.added) == (after, added)
        names = {"R": "royal-flush", "S": "straight-flush"}
        assert [award.hand for award in found.awards] == [names[hand] for hand in hands]
        assert {award.clauses for award in found.awards} == {("4.5.1",)}

    @pytest.mark.parametrize(
        ("take", "expected", "after"),
        [
            # 1,000.19, then 900.18, then 810.17 are displayed.
            (DOWN, [100_01, 90_01, 81_01], 729_16),
            # 1,000.19, then 900.17 (a tenth is 90.017), then 810.15 (81.015).
            (HALF_UP, [100_02, 90_02, 81_02], 729_13),
            (UP, [100_02, 90_02, 81_02], 729_13),
        ],
    )
    def test_a1_each_award_is_rounded_by_itself(
        self, rulebook: str, take: Fractions, expected: list[int], after: int
    ) -> None:
        found = paid(rulebook, "SSS", take, displayed=1_000_19)
        assert [award.amount for award in found.awards] == expected
        assert (found.after, found.added) == (after, 0)

    def test_a5_where_a_straight_flush_resets_the_next_is_paid_from_the_reset_value(
        self, rulebook: str
    ) -> None:
        found = paid(rulebook, "SS", RESETS)
        assert [award.amount for award in found.awards] == [25_000_00, 10_000_00]
        assert (found.after, found.added) == (100_000_00, -115_000_00)
        found = paid(rulebook, "SR", RESETS)
        assert [award.amount for award in found.awards] == [25_000_00, 100_000_00]
        assert (found.after, found.added) == (100_000_00, -25_000_00)

    @pytest.mark.parametrize(
        ("displayed", "expected", "after"), [(0, [0, 0], 0), (1, [0, 0], 1), (9, [0, 0], 9), (10, [1, 0], 9)]
    )
    def test_a_few_cents(self, rulebook: str, displayed: int, expected: list[int], after: int) -> None:
        found = paid(rulebook, "SS", displayed=displayed)
        assert [award.amount for award in found.awards] == expected
        assert (found.after, found.added) == (after, 0)

    def test_a_jackpot_below_its_reset_value(self, rulebook: str) -> None:
        found = paid(rulebook, "RR", displayed=50_000_00)
        assert [award.amount for award in found.awards] == [50_000_00, 100_000_00]
        assert (found.after, found.added) == (100_000_00, 200_000_00)


# ── MBS: pooled and divided equally ───────────────────────────────────────────────────────────────────────────────

MILLION = {"displayed": 1_000_000_00, "reset": 100_000_00}


@pytest.mark.parametrize("rulebook", MBS_RULEBOOKS)
class TestPooled:
    @pytest.mark.parametrize(
        ("take", "hands", "share", "after", "added"),
        [
            # The figures of the open question: 190,000, 110,000 and 200,000 for two.
            (FALLING, "SS", 95_000_00, 810_000_00, 0),
            (OF_RESETS, "SS", 55_000_00, 900_000_00, 10_000_00),
            (OF_DISPLAYED, "SS", 100_000_00, 800_000_00, 0),
            # Three: 100,000 + 90,000 + 81,000 is 90,333.33 each, and a cent stays.
            (FALLING, "SSS", 90_333_33, 729_000_01, 0),
            (OF_RESETS, "SSS", 40_000_00, 900_000_00, 20_000_00),
            (OF_DISPLAYED, "SSS", 100_000_00, 700_000_00, 0),
        ],
    )
    def test_b5_several_straight_flushes(
        self, rulebook: str, take: SeveralStraightFlushes, hands: str, share: int, after: int, added: int
    ) -> None:
        found = paid(rulebook, hands, take, **MILLION)
        assert amounts(found) == [(box, share) for box in range(1, len(hands) + 1)]
        assert (found.after, found.added) == (after, added)
        assert {award.hand for award in found.awards} == {"straight-flush"}

    @pytest.mark.parametrize(
        ("take", "hands", "share", "after", "added"),
        [
            (FURTHER, "RR", 550_000_00, 100_000_00, 200_000_00),
            (EACH, "RR", 600_000_00, 100_000_00, 300_000_00),
            (ONE, "RR", 550_000_00, 100_000_00, 200_000_00),
            (FURTHER, "RRR", 400_000_00, 100_000_00, 300_000_00),
            # 1,300,000 and 1,100,000 do not divide by three: one cent and two stay in the jackpot.
            (EACH, "RRR", 433_333_33, 100_000_01, 400_000_00),
            (ONE, "RRR", 366_666_66, 100_000_02, 200_000_00),
        ],
    )
    def test_b4_several_royal_flushes(
        self, rulebook: str, take: SeveralRoyals, hands: str, share: int, after: int, added: int
    ) -> None:
        found = paid(rulebook, hands, take, **MILLION)
        assert amounts(found) == [(box, share) for box in range(1, len(hands) + 1)]
        assert (found.after, found.added) == (after, added)
        assert {award.hand for award in found.awards} == {"royal-flush"}

    def test_the_readings_taken_unless_told_otherwise(self, rulebook: str) -> None:
        assert paid(rulebook, "SS", **MILLION) == paid(rulebook, "SS", FALLING, LOWERS, DOWN, **MILLION)
        assert paid(rulebook, "RRR", **MILLION) == paid(rulebook, "RRR", FURTHER, DOWN, **MILLION)

    @pytest.mark.parametrize(
        ("hands", "expected", "after", "added"),
        [
            ("RS", [(2, 100_000_00), (1, 900_000_00)], 100_000_00, 100_000_00),
            ("SR", [(1, 100_000_00), (2, 900_000_00)], 100_000_00, 100_000_00),
            ("RSS", [(2, 95_000_00), (3, 95_000_00), (1, 810_000_00)], 100_000_00, 100_000_00),
            # Two royal flushes after one straight flush: 900,000 and one reset.
            ("RSR", [(2, 100_000_00), (1, 500_000_00), (3, 500_000_00)], 100_000_00, 200_000_00),
            # Two of each: 810,000 and one reset.
            (
                "RSRS",
                [(2, 95_000_00), (4, 95_000_00), (1, 455_000_00), (3, 455_000_00)],
                100_000_00,
                200_000_00,
            ),
        ],
    )
    def test_b6_a_royal_flush_gets_what_the_straight_flushes_leave(
        self, rulebook: str, hands: str, expected: list[tuple[int, int]], after: int, added: int
    ) -> None:
        found = paid(rulebook, hands, **MILLION)
        assert amounts(found) == expected
        assert (found.after, found.added) == (after, added)

    @pytest.mark.parametrize(
        ("take", "shares", "royal", "added"),
        [
            (FALLING, 95_000_00, 810_000_00, 100_000_00),
            (OF_RESETS, 55_000_00, 900_000_00, 110_000_00),
            (OF_DISPLAYED, 100_000_00, 800_000_00, 100_000_00),
        ],
    )
    def test_b6_with_every_reading_of_several_straight_flushes(
        self, rulebook: str, take: SeveralStraightFlushes, shares: int, royal: int, added: int
    ) -> None:
        found = paid(rulebook, "RSS", take, **MILLION)
        assert amounts(found) == [(2, shares), (3, shares), (1, royal)]
        assert (found.after, found.added) == (100_000_00, added)

    @pytest.mark.parametrize(
        ("take", "share", "added"),
        [
            (FALLING, 23_750_00, -102_500_00),
            (OF_RESETS, 17_500_00, -115_000_00),
            (OF_DISPLAYED, 25_000_00, -100_000_00),
        ],
    )
    def test_a5_several_straight_flushes_that_reset_the_jackpot(
        self, rulebook: str, take: SeveralStraightFlushes, share: int, added: int
    ) -> None:
        found = paid(rulebook, "SS", RESETS, take)
        assert amounts(found) == [(1, share), (2, share)]
        assert (found.after, found.added) == (100_000_00, added)

    def test_a5_what_they_can_not_divide_stays_in_a_jackpot_that_was_reset(self, rulebook: str) -> None:
        """100,000, 90,000 and 81,000 for three: 90,333.33 each, and a cent."""
        found = paid(rulebook, "SSS", RESETS, **MILLION)
        assert {award.amount for award in found.awards} == {90_333_33}
        assert (found.after, found.added) == (100_000_01, -629_000_00)

    def test_a5_a_royal_flush_after_them_wins_the_reset_value(self, rulebook: str) -> None:
        found = paid(rulebook, "RS", RESETS)
        assert amounts(found) == [(2, 25_000_00), (1, 100_000_00)]
        assert (found.after, found.added) == (100_000_00, -25_000_00)
        found = paid(rulebook, "RSS", RESETS)
        assert amounts(found) == [(2, 23_750_00), (3, 23_750_00), (1, 100_000_00)]
        assert (found.after, found.added) == (100_000_00, -2_500_00)

    @pytest.mark.parametrize(
        ("displayed", "take", "share", "after"),
        [
            # 1,000.19: tenths of 100.01, 90.01 and 81.01 make 271.03, and 90.34 for each of three leave a cent.
            (1_000_19, DOWN, 90_34, 729_17),
            # Tenths of 100.02, 90.02 (of 900.17) and 81.02 (of 810.15) make 271.06, or 90.35 and a third of a cent.
            (1_000_19, HALF_UP, 90_35, 729_14),
            (1_000_19, UP, 90_36, 729_11),
        ],
    )
    def test_a1_tenths_and_shares_are_both_rounded(
        self, rulebook: str, displayed: int, take: Fractions, share: int, after: int
    ) -> None:
        found = paid(rulebook, "SSS", take, displayed=displayed)
        assert {award.amount for award in found.awards} == {share}
        assert (found.after, found.added) == (after, 0)

    @pytest.mark.parametrize(
        ("displayed", "take", "share", "after", "added"),
        [
            # With two resets of 100.00 the pools are 1,200.01 and 1,200.02: a third is 400.003 and 400.007.
            (1_000_01, DOWN, 400_00, 100_01, 300_00),
            (1_000_01, HALF_UP, 400_00, 100_01, 300_00),
            (1_000_01, UP, 400_01, 100_00, 300_02),
            (1_000_02, DOWN, 400_00, 100_02, 300_00),
            (1_000_02, HALF_UP, 400_01, 100_00, 300_01),
            (1_000_02, UP, 400_01, 100_00, 300_01),
        ],
    )
    def test_a1_shares_of_three_royal_flushes(
        self, rulebook: str, displayed: int, take: Fractions, share: int, after: int, added: int
    ) -> None:
        """Three resets are added, two to the pool and one to start again; cents rounded up come on top."""
        found = paid(rulebook, "RRR", take, displayed=displayed, reset=100_00)
        assert [award.amount for award in found.awards] == [share] * 3
        assert (found.after, found.added) == (after, added)

    @pytest.mark.parametrize(
        ("hands", "displayed", "takes", "expected", "added"),
        [
            ("SS", 1, (UP, FALLING), [1, 1], 1),
            ("SS", 1, (UP, OF_DISPLAYED), [1, 1], 1),
            ("SSSSSS", 5, (HALF_UP, OF_DISPLAYED), [1] * 6, 1),
            ("RR", 1, (UP, FURTHER), [1, 1], 1),
            ("SSR", 1, (UP, FALLING), [1, 1, 0], 1),
        ],
    )
    def test_a1_cents_rounded_up_beyond_what_there_is_are_the_houses_to_add(
        self,
        rulebook: str,
        hands: str,
        displayed: int,
        takes: tuple[Taken, ...],
        expected: list[int],
        added: int,
    ) -> None:
        found = paid(rulebook, hands, *takes, displayed=displayed, reset=0)
        assert [award.amount for award in found.awards] == expected
        assert (found.after, found.added) == (0, added)

    @pytest.mark.parametrize(
        ("displayed", "hands", "expected", "after"),
        [
            (0, "SS", [0, 0], 0),
            (1, "SS", [0, 0], 1),
            (9, "SS", [0, 0], 9),
            # One cent can't be divided by two.
            (10, "SS", [0, 0], 10),
            # 2 cents, then 1 of the 18 that are left: one cent each, and one stays.
            (20, "SS", [1, 1], 18),
        ],
    )
    def test_tenths_of_a_few_cents(
        self, rulebook: str, displayed: int, hands: str, expected: list[int], after: int
    ) -> None:
        found = paid(rulebook, hands, displayed=displayed)
        assert [award.amount for award in found.awards] == expected
        assert (found.after, found.added) == (after, 0)

    @pytest.mark.parametrize(
        ("displayed", "share", "rest"), [(0, 66_666_66, 2), (1, 66_666_67, 0), (9, 66_666_69, 2)]
    )
    def test_all_of_a_few_cents_for_three(self, rulebook: str, displayed: int, share: int, rest: int) -> None:
        """They divide two resets and the cents: 200,000.00, 200,000.01 and 200,000.09."""
        found = paid(rulebook, "RRR", displayed=displayed)
        assert {award.amount for award in found.awards} == {share}
        assert (found.after, found.added) == (100_000_00 + rest, 300_000_00)

    def test_a_jackpot_below_its_reset_value(self, rulebook: str) -> None:
        found = paid(rulebook, "RR", displayed=50_000_00)
        assert [award.amount for award in found.awards] == [75_000_00, 75_000_00]
        assert (found.after, found.added) == (100_000_00, 200_000_00)
        found = paid(rulebook, "SS", displayed=50_000_00)
        assert [award.amount for award in found.awards] == [4_750_00, 4_750_00]
        assert (found.after, found.added) == (40_500_00, 0)


@pytest.mark.parametrize(
    ("hands", "clauses"),
    [
        ("S", [()]),
        ("R", [()]),
        ("SS", [("several-s",)] * 2),
        ("RR", [("several-r",)] * 2),
        ("RS", [("last",)] * 2),
        ("RSS", [("last", "several-s"), ("last", "several-s"), ("last",)]),
        ("RSR", [("last",), ("last", "several-r"), ("last", "several-r")]),
        ("SRRS", [("last", "several-s")] * 2 + [("last", "several-r")] * 2),
    ],
)
@pytest.mark.parametrize(
    ("rulebook", "numbers"),
    [
        (SS, {"several-r": "3.15.1", "several-s": "3.15.2", "last": "3.15.3"}),
        (BE, {"several-r": "3.20.1", "several-s": "3.20.2", "last": "3.20.3"}),
    ],
)
def test_pooled_awards_cite_what_made_them(
    rulebook: str, numbers: dict[str, str], hands: str, clauses: list[tuple[str, ...]]
) -> None:
    assert [award.clauses for award in paid(rulebook, hands).awards] == [
        tuple(numbers[name] for name in names) for names in clauses
    ]


# ── whatever the figures ──────────────────────────────────────────────────────────────────────────────────────────

cents = st.one_of(st.integers(0, 200), st.integers(0, 10_000_000_00))
roundings = st.sampled_from(Fractions)
awards_of_straight_flushes = st.sampled_from(StraightFlush)


@given(
    rulebook=st.sampled_from(RWS_RULEBOOKS),
    hands=st.text("RS", min_size=1, max_size=9),
    displayed=cents,
    reset=cents,
    rounding=roundings,
    award=awards_of_straight_flushes,
)
def test_in_dealing_order_no_cent_is_made_or_lost(
    rulebook: str, hands: str, displayed: int, reset: int, rounding: Fractions, award: StraightFlush
) -> None:
    found = paid(rulebook, hands, rounding, award, displayed=displayed, reset=reset)
    assert [award.box for award in found.awards] == list(range(1, len(hands) + 1))
    assert all(award.amount >= 0 for award in found.awards)
    assert found.after >= 0
    if "R" not in hands and award is LOWERS:
        assert found.added == 0


@given(
    rulebook=st.sampled_from(MBS_RULEBOOKS),
    hands=st.text("RS", min_size=1, max_size=7),
    displayed=cents,
    reset=cents,
    rounding=roundings,
    award=awards_of_straight_flushes,
    royals=st.sampled_from(SeveralRoyals),
    straights=st.sampled_from(SeveralStraightFlushes),
)
def test_pooled_no_cent_is_made_or_lost(
    rulebook: str,
    hands: str,
    displayed: int,
    reset: int,
    rounding: Fractions,
    award: StraightFlush,
    royals: SeveralRoyals,
    straights: SeveralStraightFlushes,
) -> None:
    found = paid(rulebook, hands, rounding, award, royals, straights, displayed=displayed, reset=reset)
    in_order = [*_boxes(hands, "S"), *_boxes(hands, "R")]
    assert [award.box for award in found.awards] == in_order
    for kind in ("straight-flush", "royal-flush"):
        assert len({award.amount for award in found.awards if award.hand == kind}) <= 1
    if rounding is DOWN and "R" in hands:
        # What can't be divided is less than a cent for each winner.
        assert reset <= found.after < reset + hands.count("R")
    if "R" not in hands and award is LOWERS and straights is not OF_RESETS:
        assert found.added == 0


@given(
    hands=st.text("RS", min_size=1, max_size=7),
    displayed=cents,
    reset=cents,
    takes=st.tuples(roundings, st.sampled_from(SeveralRoyals), st.sampled_from(SeveralStraightFlushes)),
)
def test_pooled_neither_an_award_nor_the_jackpot_is_less_than_nothing(
    hands: str, displayed: int, reset: int, takes: tuple[Taken, ...]
) -> None:
    """Where rounding up pays more cents than there are, they are the house's to add."""
    found = paid(BE, hands, *takes, displayed=displayed, reset=reset)
    assert all(award.amount >= 0 for award in found.awards)
    assert found.after >= 0


def _boxes(hands: str, kind: str) -> list[int]:
    return [box for box, hand in enumerate(hands, start=1) if hand == kind]


# ── through whole settlements ─────────────────────────────────────────────────────────────────────────────────────

ROYALS = ("As Ks Qs Js Ts", "Ac Kc Qc Jc Tc", "Ah Kh Qh Jh Th")
STRAIGHT_FLUSHES = ("9s 8s 7s 6s 5s", "9c 8c 7c 6c 5c", "9h 8h 7h 6h 5h")
DEALER = "2d 3d 5d 8d Jd"
BETS = {MS: ("ante", "bet"), CS: ("ante", "bet"), SS: ("ante", "bet"), BE: ("main", "suits")}


def settled_with(
    rulebook: str, hands: str, shelf: Shelf | None = None, displayed: str = "250000", reset: str = "100000"
) -> Settled:
    """A settlement of hands in the order of dealing, in boxes 10, 9, 8 and so on, so that numbers are no order."""
    royals, straight_flushes = iter(ROYALS), iter(STRAIGHT_FLUSHES)
    first, second = BETS[rulebook]
    boxes = []
    for turn, hand in enumerate(hands):
        bets: dict[str, Any] = {first: "1", second: "2", "progressive": "5"}
        boxes.append(box(next(royals if hand == "R" else straight_flushes), 10 - turn, **bets))
    jackpot = {"displayed": displayed, "reset": reset}
    found = settled(rulebook, DEALER, *boxes, jackpot=jackpot, shelf=shelf)
    _books_close(found)
    return found


def _books_close(found: Settled) -> None:
    """No cent is made or lost, and each award stands on its box's line, with its clauses after those of the table."""
    jackpot = found.settlement.jackpot
    assert jackpot is not None
    assert jackpot.before + jackpot.added == jackpot.after + sum(award.amount for award in jackpot.awards)
    for award in jackpot.awards:
        assert found.result("progressive", award.box) == ("win", 0, award.amount)
        line = found.line("progressive", award.box)
        assert line.row == award.hand
        assert line.clauses[len(line.clauses) - len(award.clauses) :] == award.clauses


def own_shelf(folder: Path, rulebook: str, **takes: str) -> Shelf:
    """A shelf whose rulebook takes other readings: each is given by the name of its table in the file."""
    text = (DATA / f"{rulebook}.toml").read_text(encoding="utf-8")
    for name, take in takes.items():
        head, table, rest = text.partition(f"[readings.{name.replace('_', '-')}]\n")
        assert table, f"{rulebook} has no reading {name}"
        before, key, after = rest.partition('take = "')
        text = f'{head}{table}{before}{key}{take}"{after.partition(chr(34))[2]}'
    path = folder / f"{rulebook}.toml"
    path.write_text(text, encoding="utf-8")
    return Shelf(own=[path])


class TestDealingOrderSettled:
    @proves(MS, "4.5", "4.5.1")
    @pytest.mark.parametrize(
        ("hands", "expected", "after"),
        [
            ("SR", [(10, 25_000_00), (9, 225_000_00)], 100_000_00),
            ("RS", [(10, 250_000_00), (9, 10_000_00)], 90_000_00),
            ("SS", [(10, 25_000_00), (9, 22_500_00)], 202_500_00),
            ("RRR", [(10, 250_000_00), (9, 100_000_00), (8, 100_000_00)], 100_000_00),
        ],
    )
    def test_4_5_1_multilink_stud(self, hands: str, expected: list[tuple[int, int]], after: int) -> None:
        found = settled_with(MS, hands)
        assert [(number, amount) for number, _, amount in found.awards] == expected
        assert found.jackpot_after == after
        assert found.line("progressive", 10).clauses[-1] == "4.5.1"

    @proves(CS, "4.5", "4.5.1")
    def test_4_5_1_casino_stud(self) -> None:
        assert settled_with(CS, "RSR").awards == [
            (10, "royal-flush", 250_000_00),
            (9, "straight-flush", 10_000_00),
            (8, "royal-flush", 90_000_00),
        ]

    @proves(MH, "4.5", "4.5.1")
    @pytest.mark.parametrize(
        ("first", "second", "expected"),
        [
            (
                "As Ks",
                "9s 8s",
                [(6, "royal-flush", 250_000_00), (2, "straight-flush", 10_000_00)],
            ),
            (
                "9s 8s",
                "As Ks",
                [(6, "straight-flush", 25_000_00), (2, "royal-flush", 225_000_00)],
            ),
        ],
    )
    def test_4_5_1_holdem(self, first: str, second: str, expected: list[tuple[int, str, int]]) -> None:
        found = settled(
            MH,
            "2d 3d",
            box(first, 6, ante="1", flop="2", progressive="5"),
            box(second, 2, ante="1", flop="2", progressive="5"),
            community="Qs Js Ts 4d 5h",
        )
        _books_close(found)
        assert found.awards == expected

    def test_a1_and_a5_are_read_from_the_file(self, tmp_path: Path) -> None:
        """1,000.04 displayed: a tenth is 100.004, rounded up; then a tenth of the reset value of 50.01."""
        takes = {"fractions_of_a_cent": "round-up", "straight_flush_award": "resets-the-jackpot"}
        found = settled_with(MS, "SS", own_shelf(tmp_path, MS, **takes), "1000.04", "50.01")
        assert found.awards == [(10, "straight-flush", 100_01), (9, "straight-flush", 5_01)]
        assert found.jackpot_after == 50_01

    def test_a_tenth_of_nothing_is_still_won(self) -> None:
        for displayed in ("0.00", "0.01", "0.09"):
            found = settled_with(MS, "S", displayed=displayed)
            assert found.result("progressive", 10) == ("win", 0, 0)


class TestPooledSettled:
    @proves(SS, "3.15", "3.15.1")
    @proves(BE, "3.20", "3.20.1")
    @pytest.mark.parametrize("rulebook", [SS, BE])
    def test_several_royal_flushes(self, rulebook: str) -> None:
        found = settled_with(rulebook, "RR", displayed="1000000")
        assert found.awards == [(10, "royal-flush", 550_000_00), (9, "royal-flush", 550_000_00)]
        assert found.jackpot_after == 100_000_00

    @proves(SS, "3.15", "3.15.2")
    @proves(BE, "3.20", "3.20.2")
    @pytest.mark.parametrize("rulebook", [SS, BE])
    def test_several_straight_flushes(self, rulebook: str) -> None:
        found = settled_with(rulebook, "SS", displayed="1000000")
        assert found.awards == [(10, "straight-flush", 95_000_00), (9, "straight-flush", 95_000_00)]
        assert found.jackpot_after == 810_000_00

    @proves(SS, "3.15", "3.15.3")
    @proves(BE, "3.20", "3.20.3")
    @pytest.mark.parametrize("rulebook", [SS, BE])
    def test_royal_flushes_come_last(self, rulebook: str) -> None:
        found = settled_with(rulebook, "RSSR", displayed="1000000")
        assert found.awards == [
            (9, "straight-flush", 95_000_00),
            (8, "straight-flush", 95_000_00),
            (10, "royal-flush", 455_000_00),
            (7, "royal-flush", 455_000_00),
        ]
        assert found.jackpot_after == 100_000_00

    @pytest.mark.parametrize("rulebook", [SS, BE])
    @pytest.mark.parametrize(
        ("take", "share", "after"),
        [
            ("tenths-of-the-falling-jackpot", 95_000_00, 810_000_00),
            ("tenths-of-the-reset-value", 55_000_00, 900_000_00),
            ("tenths-of-the-displayed-jackpot", 100_000_00, 800_000_00),
        ],
    )
    def test_b5_is_read_from_the_file(
        self, tmp_path: Path, rulebook: str, take: str, share: int, after: int
    ) -> None:
        shelf = own_shelf(tmp_path, rulebook, several_straight_flushes=take)
        found = settled_with(rulebook, "SS", shelf, displayed="1000000")
        assert [amount for _, _, amount in found.awards] == [share, share]
        assert found.jackpot_after == after

    @pytest.mark.parametrize("rulebook", [SS, BE])
    @pytest.mark.parametrize(
        ("take", "share", "after"),
        [
            ("one-reset-for-each-further-winner", 400_000_00, 100_000_00),
            ("one-reset-for-each-winner", 433_333_33, 100_000_01),
            ("one-reset", 366_666_66, 100_000_02),
        ],
    )
    def test_b4_is_read_from_the_file(
        self, tmp_path: Path, rulebook: str, take: str, share: int, after: int
    ) -> None:
        shelf = own_shelf(tmp_path, rulebook, several_royal_flushes=take)
        found = settled_with(rulebook, "RRR", shelf, displayed="1000000")
        assert [amount for _, _, amount in found.awards] == [share] * 3
        assert found.jackpot_after == after
