"""Who is paid first where winners at several tables come together. ``test_claims`` proves the
clauses on live links.
"""

import pytest
from msgspec.structs import replace

from pitboss.jackpot.order import TimesAreEqual, turns
from pitboss.jackpot.state import ClaimState
from tests.support import BE, CS, MH, MS, SS, book_of


def claims(*told: tuple[str, int, int]) -> list[ClaimState]:
    """A claim for each table, time of the deal and entry."""
    return [
        ClaimState(
            id=f"{table}-1/{entry}",
            table=table,
            round=f"{table}-1",
            rulebook=MS,
            box=5,
            player="ann",
            hand="straight-flush",
            part="1/10",
            dealt_ms=dealt_ms,
            entry=entry,
        )
        for table, dealt_ms, entry in told
    ]


def order(
    rulebook: str, *told: tuple[str, int, int], house: tuple[str, ...] = ()
) -> list[list[tuple[str, int]]]:
    """The turns: for each, the tables and entries that are paid together."""
    return [
        [(claim.table, claim.entry) for claim in turn]
        for turn in turns(book_of(rulebook), claims(*told), house)
    ]


@pytest.mark.parametrize("rulebook", [MS, CS, MH])
def test_where_the_time_of_the_deal_counts_every_hand_of_every_table_has_a_turn(
    rulebook: str,
) -> None:
    hands = (("t1", 1_000, 1), ("t1", 3_000, 2), ("t2", 2_000, 3))
    assert order(rulebook, *hands) == [[("t1", 1)], [("t2", 3)], [("t1", 2)]]
    # The house's finding is final; within a table the order of dealing stands.
    assert order(rulebook, *hands, house=("t2",)) == [[("t2", 3)], [("t1", 1)], [("t1", 2)]]


@pytest.mark.parametrize("rulebook", [SS, BE])
def test_where_the_first_entry_counts_a_tables_round_is_one_turn(rulebook: str) -> None:
    hands = (("t2", 1_000, 2), ("t1", 1_000, 1), ("t1", 1_000, 3))
    assert order(rulebook, *hands) == [[("t1", 1), ("t1", 3)], [("t2", 2)]]


def test_equal_times_at_two_tables_are_for_the_house_to_decide() -> None:
    hands = (("t1", 1_000, 1), ("t2", 1_000, 2))
    with pytest.raises(TimesAreEqual):
        order(MS, *hands)
    assert order(MS, *hands, house=("t2",)) == [[("t2", 2)], [("t1", 1)]]


def test_a_clock_that_was_set_between_two_tables_hands_leaves_it_to_the_house() -> None:
    first, second, third = claims(("t1", 1_000, 1), ("t2", 2_000, 2), ("t2", 4_000, 3))
    for step, known in ((999, True), (1_000, False), (2_000, False), (2_001, True), (3_000, True)):
        told = [first, replace(second, clock_steps=(step,)), third]
        if known:
            assert turns(book_of(MS), told) == [(told[0],), (told[1],), (told[2],)]
        else:
            with pytest.raises(TimesAreEqual):
                turns(book_of(MS), told)
            assert turns(book_of(MS), told, ("t2", "t1"))[0] == (told[1],)


def test_equal_times_at_one_table_follow_the_order_of_dealing() -> None:
    assert order(MS, ("t1", 1_000, 2), ("t1", 1_000, 1)) == [[("t1", 1)], [("t1", 2)]]


@pytest.mark.parametrize("rulebook", [SS, BE])
def test_two_rounds_of_one_table_are_two_turns(rulebook: str) -> None:
    first, second = claims(("t1", 1_000, 1), ("t1", 2_000, 2))
    second = replace(second, round="t1-2")
    assert turns(book_of(rulebook), [second, first]) == [(first,), (second,)]
