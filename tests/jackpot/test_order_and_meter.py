"""The shared jackpot: how it grows, and who is paid first where tables win at once."""

from fractions import Fraction

import pytest

from pitboss.games.awards import Claim
from pitboss.games.record import Jackpot
from pitboss.jackpot.meter import Meter
from pitboss.jackpot.order import Payment, TableClaim, TimesAreEqual, pay_across_tables, turns
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import Category
from pitboss.rulebook.loader import builtin
from pitboss.rulebook.model import Rulebook
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RWS_RULEBOOKS, SS, box, proves, settled

MILLION = Jackpot(Cents(1_000_000_00), Cents(100_000_00))


def book_of(rulebook: str) -> Rulebook:
    book = builtin(rulebook)
    assert book is not None
    return book


def royal(table: str, number: int, dealt_ms: int, entry: int) -> TableClaim:
    return TableClaim(table, Claim(number, Category.ROYAL_FLUSH, Fraction(1)), dealt_ms, entry)


def straight_flush(table: str, number: int, dealt_ms: int, entry: int) -> TableClaim:
    return TableClaim(table, Claim(number, Category.STRAIGHT_FLUSH, Fraction(1, 10)), dealt_ms, entry)


def paid(payments: list[Payment]) -> list[tuple[str, int, int]]:
    """Table, box and cents of every award in the order of payment."""
    return [
        (payment.claims[0].table, award.box, award.amount)
        for payment in payments
        for award in payment.settlement.awards
    ]


@proves(MS, "4.5.2")
@proves(CS, "4.5.2")
@proves(MH, "4.5.2")
class TestRwsAcrossTables:
    @pytest.mark.parametrize("rulebook", RWS_RULEBOOKS)
    def test_4_5_2_the_hand_dealt_first_is_paid_first_and_the_next_from_what_is_left(
        self, rulebook: str
    ) -> None:
        # The royal flush was entered first, but the straight flush was dealt its full hand before it.
        claims = [royal("t1", 3, dealt_ms=2_000, entry=1), straight_flush("t2", 5, dealt_ms=1_000, entry=2)]
        payments = pay_across_tables(book_of(rulebook), MILLION, claims)
        assert paid(payments) == [("t2", 5, 100_000_00), ("t1", 3, 900_000_00)]
        assert [payment.clauses for payment in payments] == [("4.5.2",)] * 2
        assert payments[-1].settlement.after == 100_000_00

    @pytest.mark.parametrize("rulebook", RWS_RULEBOOKS)
    def test_4_5_2_after_a_royal_flush_the_next_is_paid_from_the_reset_value(self, rulebook: str) -> None:
        claims = [straight_flush("t2", 5, dealt_ms=2_000, entry=1), royal("t1", 3, dealt_ms=1_000, entry=2)]
        payments = pay_across_tables(book_of(rulebook), MILLION, claims)
        assert paid(payments) == [("t1", 3, 1_000_000_00), ("t2", 5, 10_000_00)]

    @pytest.mark.parametrize("rulebook", RWS_RULEBOOKS)
    def test_4_5_2_the_houses_finding_on_the_order_is_final(self, rulebook: str) -> None:
        claims = [straight_flush("t2", 5, dealt_ms=1_000, entry=1), royal("t1", 3, dealt_ms=2_000, entry=2)]
        payments = pay_across_tables(book_of(rulebook), MILLION, claims, house_order=("t1", "t2"))
        assert paid(payments) == [("t1", 3, 1_000_000_00), ("t2", 5, 10_000_00)]

    @pytest.mark.parametrize("rulebook", RWS_RULEBOOKS)
    def test_4_5_2_one_queue_for_all_tables_hand_by_hand(self, rulebook: str) -> None:
        claims = [
            straight_flush("t1", 1, dealt_ms=1_000, entry=1),
            straight_flush("t1", 4, dealt_ms=3_000, entry=2),
            straight_flush("t2", 2, dealt_ms=2_000, entry=3),
        ]
        assert [turn[0].claim.box for turn in turns(book_of(rulebook), claims)] == [1, 2, 4]


def test_equal_times_at_two_tables_are_for_the_house_to_decide() -> None:
    claims = [royal("t1", 3, 1_000, 1), royal("t2", 5, 1_000, 2)]
    with pytest.raises(TimesAreEqual, match="t1, t2"):
        turns(book_of(MS), claims)
    assert [turn[0].table for turn in turns(book_of(MS), claims, house_order=("t2",))] == ["t2", "t1"]


def test_equal_times_at_one_table_follow_the_order_of_dealing() -> None:
    claims = [royal("t1", 5, 1_000, 2), royal("t1", 3, 1_000, 1)]
    assert [turn[0].claim.box for turn in turns(book_of(MS), claims)] == [3, 5]


@proves(SS, "3.14")
@proves(BE, "3.19")
class TestMbsAcrossTables:
    @pytest.mark.parametrize("rulebook", MBS_RULEBOOKS)
    def test_the_hand_entered_first_is_paid_first(self, rulebook: str) -> None:
        # The straight flush was dealt first, but the royal flush was keyed in before it.
        claims = [straight_flush("t2", 5, dealt_ms=1_000, entry=2), royal("t1", 3, dealt_ms=2_000, entry=1)]
        payments = pay_across_tables(book_of(rulebook), MILLION, claims)
        assert paid(payments) == [("t1", 3, 1_000_000_00), ("t2", 5, 10_000_00)]
        assert {payment.clauses for payment in payments} == {("3.14",) if rulebook == SS else ("3.19",)}

    @pytest.mark.parametrize("rulebook", MBS_RULEBOOKS)
    def test_a_tables_round_is_one_entry_and_is_pooled_inside(self, rulebook: str) -> None:
        claims = [
            straight_flush("t1", 1, dealt_ms=1_000, entry=1),
            straight_flush("t2", 7, dealt_ms=1_000, entry=2),
            straight_flush("t1", 2, dealt_ms=1_000, entry=3),
        ]
        payments = pay_across_tables(book_of(rulebook), MILLION, claims)
        # 100,000 and 90,000 are divided by the two at the first table; a tenth of the 810,000 left goes to the other.
        assert paid(payments) == [("t1", 1, 95_000_00), ("t1", 2, 95_000_00), ("t2", 7, 81_000_00)]
        assert payments[-1].settlement.after == 729_000_00


@proves(MS, "1.13")
@proves(CS, "1.13")
@proves(MH, "1.20")
def test_1_13_the_jackpot_grows_with_each_accepted_bet_and_starts_again_when_it_is_won() -> None:
    meter = Meter(units=250_000_00 * 10_000, rate_bp=1_250, reset=Cents(100_000_00))
    for _ in range(3):
        meter = meter.accepted(Cents(5_05))
    # 12.5% of 5.05 is 0.63125; three times that is 1.89375, of which whole cents are shown.
    assert meter.displayed == 250_001_89
    assert meter.units == 250_001_89 * 10_000 + 3_750
    won = settled(
        MS,
        "2c 7d 9h Kd 3c",
        box("As Ks Qs Js Ts", ante="25", bet="50", progressive="5.05"),
        jackpot={"displayed": "250001.89", "reset": "100000.00"},
    )
    assert won.settlement.jackpot is not None
    meter = meter.settled(won.settlement.jackpot)
    assert meter.displayed == 100_000_00
    # Parts of a cent were not paid, so they are still there; and it grows again in the same way.
    assert meter.accepted(Cents(5_05)).units == 100_000_00 * 10_000 + 3_750 + 505 * 1_250


def test_a_bet_that_goes_back_takes_its_contribution_out_again() -> None:
    meter = Meter(units=1_234_567, rate_bp=333, reset=Cents(0))
    assert meter.accepted(Cents(7_77)).returned(Cents(7_77)) == meter
    assert meter.jackpot == Jackpot(Cents(123), Cents(0))


def test_a_meter_is_settled_with_what_it_showed() -> None:
    found = settled(MS, "2c 7d 9h Kd 3c", box("As Ks Qs Js 9s", ante="25", bet="50", progressive="5"))
    assert found.settlement.jackpot is not None
    with pytest.raises(AssertionError, match="what the sign shows"):
        Meter(0, 100, Cents(0)).settled(found.settlement.jackpot)
