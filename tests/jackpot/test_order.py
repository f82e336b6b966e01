"""The shared jackpot: who is paid first where tables win at once."""

from fractions import Fraction

import pytest

from pitboss.games.awards import Claim
from pitboss.games.record import Jackpot
from pitboss.jackpot.order import Payment, TableClaim, TimesAreEqual, pay_across_tables, turns
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import Category
from pitboss.rulebook.loader import builtin
from pitboss.rulebook.model import Rulebook
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RWS_RULEBOOKS, SS, proves

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
