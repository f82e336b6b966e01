"""The economics of a linked jackpot: by hand where a hand can do it, otherwise by one method
against another.
"""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb, exp
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.kernel.cards import DECK
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import CATEGORY_OF, Category, strength_of_five
from pitboss.maths.economics.hits import hits_of, winners_together
from pitboss.maths.economics.jackpot import distribution, moments
from pitboss.maths.economics.link import Link, LinkError, Tables
from pitboss.maths.economics.link_economics import Economics, work_out, written
from pitboss.maths.economics.reserve import any_unfunded, reserve_risk
from pitboss.maths.economics.simulation import Estimate, simulate_link
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import PayLine
from pitboss.rulebook.pay import parse_pay
from pitboss.rulebook.readings import StraightFlush
from tests.support import book_of

ROYAL, STRAIGHT_FLUSH = Fraction(4, 2_598_960), Fraction(36, 2_598_960)
STUD, HOLDEM = "rws-multilink-stud-3", "rws-multilink-holdem-2"


def without_parts(book: Rulebook) -> Rulebook:
    """A variant in which only the royal flush touches the jackpot: then everything is a geometric
    series.
    """
    change = msgspec.structs.replace
    return change(
        book, pays=change(book.pays, progressive=change(book.pays.progressive, straight_flush=None))
    )


def resetting(book: Rulebook) -> Rulebook:
    """The other reading of Q-A5: a straight flush starts the jackpot again."""
    change = msgspec.structs.replace
    reading = change(book.readings.straight_flush_award, take=StraightFlush.RESETS)
    return change(book, readings=change(book.readings, straight_flush_award=reading))


def link_of(book: Rulebook, tables: int = 4, **changed: object) -> Link:
    """Ordinary size: $5 bets, of which $1 goes to the meter and $0.25 to the reserve; $250,000 to
    start with.
    """
    values: dict[str, object] = {
        "bet": Cents(500),
        "rate_bp": 2_000,
        "reset": Cents(25_000_000),
        "reserve_bp": 500,
    }
    return Link(groups=(Tables(book, tables, Fraction(150), 5),), **(values | changed))  # type: ignore[arg-type]  # the values fit


# ── hits ──────────────────────────────────────────────────────────────────────────────────────────


def test_hits_and_what_they_do() -> None:
    found = {hit.category: hit for hit in hits_of(book_of(STUD), Cents(500))}
    assert found[Category.ROYAL_FLUSH].chance == ROYAL
    assert found[Category.ROYAL_FLUSH].resets
    assert found[Category.STRAIGHT_FLUSH].chance == STRAIGHT_FLUSH
    assert found[Category.STRAIGHT_FLUSH].share == Fraction(1, 10)
    assert not found[Category.STRAIGHT_FLUSH].resets
    assert found[Category.STRAIGHT].share == 0
    other = {hit.category: hit for hit in hits_of(resetting(book_of(STUD)), Cents(500))}
    assert other[Category.STRAIGHT_FLUSH].resets


def test_two_royal_flushes_at_one_table_by_hand() -> None:
    # Two given boxes: 4 · 3 ordered pairs of royal flushes among C(52,5) · C(47,5) deals. Of two
    # boxes that is all.
    chance = Fraction(12, comb(52, 5) * comb(47, 5))
    found = winners_together(book_of(STUD), 2)
    assert found is not None
    assert found.two_wholes == chance
    # Three boxes: three pairs, less twice what all three have, which was counted three times and
    # counts once.
    all_three = Fraction(24, comb(52, 5) * comb(47, 5) * comb(42, 5))
    three = winners_together(book_of(STUD), 3)
    assert three is not None
    assert three.two_wholes == 3 * chance - 2 * all_three


def test_two_straight_flushes_at_one_table_against_enumeration() -> None:
    suited = [set(range(suit, 52, 4)) for suit in range(4)]
    hands = [
        set(hand)
        for suit in suited
        for hand in combinations(sorted(suit), 5)
        if CATEGORY_OF[strength_of_five([DECK[card] for card in hand])] >= Category.STRAIGHT_FLUSH
    ]
    assert len(hands) == 40
    pairs = sum(a.isdisjoint(b) for a, b in permutations(hands, 2))
    found = winners_together(book_of(STUD), 2)
    assert found is not None
    assert found.two_majors == Fraction(pairs, comb(52, 5) * comb(47, 5))


def test_two_winners_on_one_flop_against_enumeration() -> None:
    # All flops and hole cards of clubs: other suits are alike, and a winner's cards are of one
    # suit.
    clubs = range(0, 52, 4)
    ways = 0
    for flop in combinations(clubs, 3):
        holes = [
            hole
            for hole in combinations(sorted(set(clubs) - set(flop)), 2)
            if CATEGORY_OF[strength_of_five([DECK[card] for card in (*flop, *hole)])]
            >= Category.STRAIGHT_FLUSH
        ]
        ways += sum(set(a).isdisjoint(b) for a, b in permutations(holes, 2))
    found = winners_together(book_of(HOLDEM), 2)
    assert found is not None
    assert found.two_majors == Fraction(4 * ways, comb(52, 3) * comb(49, 2) * comb(47, 2))
    assert found.two_wholes == 0, "a flop has one royal flush, and one hand completes it"


def test_two_winners_are_not_counted_where_other_hands_win_shares() -> None:
    book = book_of(STUD)
    change = msgspec.structs.replace
    line = PayLine(parse_pay("1% of jackpot"), "4.2:four-of-a-kind")
    progressive = change(book.pays.progressive, four_of_a_kind=line)
    assert (
        winners_together(change(book, pays=change(book.pays, progressive=progressive)), 5) is None
    )


# ── the jackpot when it is hit ────────────────────────────────────────────────────────────────────


def test_without_parts_the_award_is_a_geometric_series() -> None:
    # The reset value and $1 for each bet to the hit, of which there are 649,740 on average with
    # variance (1 - p)/p².
    found = moments(link_of(without_parts(book_of(STUD))))
    assert found.mean_cents == 25_000_000 + 100 * 649_740
    assert found.variance == 100**2 * (1 - ROYAL) / ROYAL**2


def test_a_tenth_taken_nine_times_as_often_by_hand() -> None:
    # What comes in must go out: $1 a bet and the reset at each win, against the wins and the
    # tenths. A straight flush is nine times as likely and takes a tenth, so together they take 1.9
    # times what royal flushes win.
    found = moments(link_of(book_of(STUD)))
    assert found.mean_cents == (25_000_000 + 100 * 649_740) / Fraction(19, 10)


@pytest.mark.parametrize("change", [lambda book: book, without_parts, resetting])
@pytest.mark.parametrize("reset", [0, 25_000_000])
def test_the_grid_has_the_exact_moments(change: object, reset: int) -> None:
    assert callable(change)
    link = link_of(change(book_of(STUD)), reset=Cents(reset))
    exact, found = moments(link), distribution(link)
    assert found.weights.sum() == pytest.approx(1, abs=1e-8)
    assert found.mean_cents == pytest.approx(float(exact.mean_cents), rel=1e-4)
    assert found.deviation_cents == pytest.approx(float(exact.variance) ** 0.5, rel=1e-4)


def test_without_parts_the_quantiles_are_those_of_an_exponential() -> None:
    found = distribution(link_of(without_parts(book_of(STUD))))
    mean_growth = 100 * 649_740
    assert found.quantile_cents(0.5) == pytest.approx(25_000_000 + mean_growth * 0.693147, rel=1e-4)
    assert found.above(25_000_000 + 2 * mean_growth) == pytest.approx(exp(-2), rel=1e-3)
    assert found.above(10**12) == 0


def test_a_cap_holds_and_the_overflow_balances() -> None:
    # Per cycle: 649,740 bets of $1 come in and the reset; out go the award, the tenths and the
    # overflow.
    link = link_of(book_of(STUD), cap=Cents(50_000_000))
    found = distribution(link)
    assert found.edges_cents[-1] == pytest.approx(50_000_000, rel=1e-4)
    assert 0.05 < found.at_cap < 0.95
    assert found.weights.sum() + found.at_cap == pytest.approx(1)
    into = 100 * 649_740 + 25_000_000
    assert found.mean_cents * 1.9 + found.overflow_per_cycle_cents == pytest.approx(into, rel=1e-4)
    assert found.quantile_cents(0.999) == pytest.approx(50_000_000, rel=1e-4)


def test_a_cap_far_away_changes_nothing() -> None:
    free = distribution(link_of(book_of(STUD)))
    capped = distribution(link_of(book_of(STUD), cap=Cents(10**9)))
    assert capped.mean_cents == pytest.approx(free.mean_cents, rel=1e-4)
    assert capped.overflow_per_cycle_cents < 1


# ── the reserve ───────────────────────────────────────────────────────────────────────────────────


def test_the_next_reset_by_hand() -> None:
    # $0.25 a bet: it takes a million bets to have $250,000, and the winning bet itself counts.
    found = reserve_risk(link_of(book_of(STUD)), (1,))
    assert found is not None
    assert found.next_reset == pytest.approx(1 - float(1 - ROYAL) ** 999_999, rel=1e-8)
    assert found.income_per_reset_cents == 25 * 649_740
    # The income is $162,435 a reset; the house adds the rest of $250,000.
    assert found.house_adds_per_reset_cents == 8_756_500


def test_a_reserve_that_is_full_funds_the_next_reset() -> None:
    found = reserve_risk(link_of(book_of(STUD), reserve_start=Cents(25_000_000)), (1,))
    assert found is not None
    assert found.next_reset == 0
    assert 0 < (found.within[1] or 0) < 1


def test_without_a_reserve_share_only_what_is_there_counts() -> None:
    link = link_of(book_of(STUD), reserve_bp=0, reserve_start=Cents(60_000_000))
    # Two resets are paid for. The third win of a year is not: chances of three or more in 5,256,000
    # bets.
    mean = float(ROYAL) * 5_256_000
    poisson = 1 - exp(-mean) * (1 + mean + mean**2 / 2)
    assert any_unfunded(link, Fraction(5_256_000)) == pytest.approx(poisson, rel=1e-4)
    found = reserve_risk(link_of(book_of(STUD), reserve_bp=0), (1,))
    assert found is not None
    assert found.next_reset == 1
    assert found.long_run == 1


def test_funding_in_two_steps_by_hand() -> None:
    # A reset costs what 1,000 bets bring. In 1,999 bets: no win in the first 999, and at most one
    # in all.
    link = link_of(without_parts(book_of(STUD)), reset=Cents(25_000))
    none_before = float(1 - ROYAL) ** 999
    none_or_one_after = float(1 - ROYAL) ** 1_000 + 1_000 * float(ROYAL) * float(1 - ROYAL) ** 999
    expected = 1 - none_before * none_or_one_after
    assert any_unfunded(link, Fraction(1_999)) == pytest.approx(expected, rel=1e-9)


def test_nothing_to_fund_is_always_funded() -> None:
    assert any_unfunded(link_of(book_of(STUD), reset=Cents(0)), Fraction(10**6)) == 0
    assert any_unfunded(link_of(book_of(STUD), reset=Cents(1)), Fraction(10**9)) is None, (
        "too many steps"
    )


def test_in_the_long_run_the_root_solves_its_equation() -> None:
    found = reserve_risk(link_of(book_of(STUD)), ())
    assert found is not None
    # The chance of an empty reserve after a reset, 1 - s, where s = exp(-(1 - s)·250,000/162,435).
    funded = 1 - found.long_run
    assert funded == pytest.approx(exp(-(1 - funded) * 250_000 / 162_435), abs=1e-12)
    assert 0 < funded < 0.9
    rich = reserve_risk(link_of(book_of(STUD), rate_bp=1_250, reserve_bp=1_250), ())
    assert rich is not None
    assert rich.long_run == 0


def test_parts_that_start_the_jackpot_again_leave_no_formula_for_the_reserve() -> None:
    assert reserve_risk(link_of(resetting(book_of(STUD))), (1,)) is None


# ── simulated ─────────────────────────────────────────────────────────────────────────────────────


def near(estimate: Estimate, value: float) -> bool:
    return abs(estimate.value - value) < 4 * estimate.error


@pytest.mark.parametrize("change", [lambda book: book, without_parts, resetting])
@pytest.mark.parametrize("cap", [None, Cents(50_000_000)])
def test_the_simulation_agrees_with_the_equations(change: object, cap: Cents | None) -> None:
    assert callable(change)
    link = link_of(change(book_of(STUD)), cap=cap)
    found = simulate_link(link, years=10, seed=2, runs=2_000)
    at_hit = distribution(link)
    assert near(found.whole_award_cents, at_hit.mean_cents)
    assert near(found.wholes_a_year, float(ROYAL * link.bets_per_year))
    cycles = float(ROYAL * link.bets_per_year)
    if cap is not None:
        assert near(found.overflow_cents, at_hit.overflow_per_cycle_cents * cycles)
    else:
        assert found.overflow_cents.value == 0
    if link.events().parts:
        assert near(found.parts_a_year, float(STRAIGHT_FLUSH * link.bets_per_year))
        assert near(found.part_award_cents, at_hit.mean_cents / 10)


@pytest.mark.parametrize("reserve_bp", [500, 1_000])
def test_the_simulated_reserve_agrees_with_the_exact_one(reserve_bp: int) -> None:
    link = link_of(book_of(STUD), tables=1, reserve_bp=reserve_bp, reserve_start=Cents(60_000_000))
    found = simulate_link(link, years=3, seed=3, runs=4_000)
    exact = any_unfunded(link, link.bets_per_year * 3)
    assert exact is not None
    assert near(found.any_unfunded, exact)


def test_in_the_long_run_the_simulated_reserve_is_short_as_often_as_the_queue_says() -> None:
    link = link_of(book_of(STUD))
    exact = reserve_risk(link, ())
    assert exact is not None
    # Two hundred years, so that the empty reserve of the beginning hardly counts.
    found = simulate_link(link, years=200, seed=4, runs=250)
    assert near(found.unfunded, exact.long_run)
    resets = float(ROYAL * link.bets_per_year)
    assert near(found.house_adds_cents, float(exact.house_adds_per_reset_cents) * resets)


def test_the_overflow_pool_stands_behind_the_reserve() -> None:
    found = simulate_link(link_of(book_of(STUD), cap=Cents(40_000_000)), years=10, seed=1, runs=500)
    assert found.unfunded_by_both.value < found.unfunded.value
    assert found.any_unfunded_by_both.value <= found.any_unfunded.value


def test_what_a_part_leaves_helps_to_start_the_jackpot_again() -> None:
    # Nine tenths of a jackpot that stands over the reset value more than fund the new one, so it is
    # rarely short; if they were lost, 80 resets a year would have to come from $1.3 million of
    # income.
    link = link_of(resetting(book_of(STUD)), reserve_start=Cents(100_000_000))
    found = simulate_link(link, years=5, seed=1, runs=300)
    assert found.unfunded.value < 0.05
    # Contributions are more than awards here, so nobody adds much: $6.57 million a year come in.
    awards = found.wholes_a_year.value * found.whole_award_cents.value
    awards += found.parts_a_year.value * found.part_award_cents.value
    assert awards < 125 * float(link.bets_per_year)


def test_a_simulation_can_be_repeated() -> None:
    link = link_of(book_of(STUD))
    told: list[int] = []
    one = simulate_link(link, years=2, seed=5, runs=300, progress=told.append)
    assert one == simulate_link(link, years=2, seed=5, runs=300)
    assert one != simulate_link(link, years=2, seed=6, runs=300)
    assert told == [250, 300]


def test_a_run_without_a_hit_has_no_mean_award() -> None:
    # One bet a year: nothing is ever hit.
    groups = (Tables(book_of(STUD), 1, Fraction(1, 8_760), 1),)
    link = Link(groups=groups, bet=Cents(500), rate_bp=2_500, reset=Cents(25_000_000))
    found = simulate_link(link, years=1, seed=1, runs=10)
    assert found.whole_award_cents == Estimate(0.0, 0.0)
    assert str(Estimate(0.5, 0.01)) == "0.5 ± 0.01"


# ── all of it ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def mixed() -> Economics:
    """Two kinds of table on one link."""
    groups = (
        Tables(book_of(STUD), 3, Fraction(150), 5),
        Tables(book_of(HOLDEM), 1, Fraction(150), 6),
    )
    link = Link(
        groups=groups, bet=Cents(500), rate_bp=2_000, reset=Cents(25_000_000), reserve_bp=500
    )
    return work_out(link, (1, 2), seed=1, runs=200)


def test_hits_a_year_by_hand(mixed: Economics) -> None:
    # 600 bets an hour, 8,760 hours: 5,256,000 bets, one royal flush in 649,740. Hold'em pays no
    # straight: three tables of four do.
    hits = {hit.category: hit for hit in mixed.hits}
    assert hits[Category.ROYAL_FLUSH].per_year == Fraction(5_256_000, 649_740)
    assert hits[Category.ROYAL_FLUSH].hours_between == Fraction(649_740, 600)
    assert hits[Category.STRAIGHT].chance == Fraction(10_200, 2_598_960) * Fraction(3, 4)
    assert list(hits) == sorted(hits, reverse=True)


def test_a_dollar_goes_somewhere(mixed: Economics) -> None:
    shares = mixed.shares
    total = (
        shares.minor_awards
        + shares.jackpot_awards
        + shares.reserve
        + shares.overflow
        + shares.house
    )
    assert total == pytest.approx(1)
    # $1 of $5 a bet, and the resets, come back as jackpots.
    assert shares.jackpot_awards == pytest.approx((1 + float(ROYAL) * 250_000) / 5)
    assert shares.returned == pytest.approx(shares.minor_awards + shares.jackpot_awards)


def test_returns_break_even_where_they_say(mixed: Economics) -> None:
    for one in mixed.returns:
        assert one.break_even_cents is not None
        assert one.at(one.break_even_cents) == pytest.approx(1, abs=1e-7)
        assert one.at(0) == float(one.fixed_return)


def test_json_is_complete(mixed: Economics) -> None:
    found: Any = msgspec.to_builtins(written(mixed))
    assert list(found["hits"]) == [hit.category.label for hit in mixed.hits]
    assert found["hits"]["royal-flush"]["bets_between"]["exact"] == "649740/1"
    assert found["jackpot_when_hit"]["mean"] == "473547.37"
    assert found["jackpot_when_hit"]["at_cap"] is None
    assert found["returns"][1]["two_winners_in_one_round"]["boxes"] == 6
    assert set(found["reserve"]["any_unfunded_within_years"]) == {"1", "2"}
    assert found["simulated"]["runs"] == 200
    assert found["of_each_dollar_bet"]["returned"] == mixed.shares.returned
    assert msgspec.json.decode(msgspec.json.encode(written(mixed))) == found


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"groups": ()}, "a link needs a table"),
        ({"bet": Cents(0)}, "the progressive bet must be more than 0"),
        ({"rate_bp": 0}, "the rate is in basis points"),
        ({"rate_bp": 10_001}, "the rate is in basis points"),
        ({"reserve_bp": -1}, "the reserve share is in basis points of the bet"),
        ({"reserve_bp": 8_001}, "together come to more than the whole bet"),
        ({"reset": Cents(-1)}, "can't be negative"),
        ({"cap": Cents(25_000_000)}, "the cap must be over the reset value"),
        ({"hours_per_year": 0}, "open for some hours"),
    ],
)
def test_what_makes_no_link_is_refused(changed: dict[str, object], said: str) -> None:
    link = link_of(book_of(STUD))
    with pytest.raises(LinkError, match=said):
        Link(**({name: getattr(link, name) for name in link.__struct_fields__} | changed))


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        (Tables(book_of(STUD), 0, Fraction(1), 5), "one table or more"),
        (Tables(book_of(STUD), 1, Fraction(0), 5), "bets per hour"),
        (Tables(book_of(STUD), 1, Fraction(1), 10), "boxes must be 1 to 9"),
    ],
)
def test_tables_that_make_no_link_are_refused(tables: Tables, said: str) -> None:
    with pytest.raises(LinkError, match=said):
        Link(groups=(tables,), bet=Cents(500), rate_bp=100, reset=Cents(100))


def test_a_jackpot_that_nobody_can_win_is_refused() -> None:
    book = book_of(STUD)
    change = msgspec.structs.replace
    nobody = change(
        book, pays=change(book.pays, progressive=change(book.pays.progressive, royal_flush=None))
    )
    with pytest.raises(LinkError, match="it is never hit"):
        link_of(nobody)


def test_the_grid_resolves_small_links_too() -> None:
    found = distribution(link_of(book_of(STUD), reset=Cents(1), reserve_bp=0))
    assert np.all(found.weights >= 0)
    assert found.quantile_cents(0.05) < found.quantile_cents(0.95)
