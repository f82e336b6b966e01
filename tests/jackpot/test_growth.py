"""How the jackpot grows: contributions, what is shown, reserve, cap and overflow pool, bets that go
back.
"""

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.feed import Feed, brought_to, evolve_feed
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.state import Entered, entered
from pitboss.kernel.money import Cents
from tests.jackpot.links import START_MS, Link, parameters, royal, straight
from tests.support import CS, MH, MS, proves


@proves(MS, "1.13")
@proves(CS, "1.13")
@proves(MH, "1.20")
def test_1_13_the_jackpot_grows_with_each_accepted_bet_and_starts_again_when_it_is_won() -> None:
    link = Link(reset="250000", rate_bp=1_250)
    link.joins("t1", "t2")
    link.bets("t1", "t1-1", "5.05")
    assert link.shown == 250_000_63
    link.bets("t2", "t2-1", "5.05")
    assert link.shown == 250_001_26
    link.bets("t1", "t1-2", "5.05")
    # 12.5% of 5.05 is 0.63125; three times that is 1.89375, of which whole cents are shown.
    assert link.shown == 250_001_89
    link.claim("t1", "t1-2", royal(1))
    assert link.state.meter_units == 250_001_89 * UNITS_PER_CENT + 3_750
    link.verify("t1-2/1")
    assert link.awards == [("t1-2/1", 250_001_89)]
    # Parts of a cent were not paid, so they are still there; and it grows again in the same way.
    assert link.state.meter_units == 250_000_00 * UNITS_PER_CENT + 3_750
    link.bets("t2", "t2-2", "5.05")
    assert link.shown == 250_000_63
    link.enter()
    assert link.state.meter_units == 250_000_00 * UNITS_PER_CENT + 3_750 + 505 * 1_250


# ── a table's feed ────────────────────────────────────────────────────────────────────────────────


def test_a_feed_holds_its_totals() -> None:
    rules = parameters(rate_bp=1_000, reserve_bp=250)
    first = brought_to(Feed(), rules, "t1-1", Cents(15_00), 7)
    assert first == e.ContributionMade(
        round="t1-1",
        bets=Cents(15_00),
        rate_bp=1_000,
        reserve_bp=250,
        bets_in=Cents(15_00),
        meter_total=1_500_000,
        reserve_total=375_000,
        at_ms=7,
    )
    feed = evolve_feed(Feed(), first)
    assert feed == Feed(1, 1_500_000, 375_000, "t1-1", Cents(15_00), 1_000, 250)
    assert brought_to(feed, rules, "t1-1", Cents(15_00), 8) is None
    back = brought_to(feed, rules, "t1-1", Cents(10_00), 8)
    assert back == e.ContributionReturned(
        round="t1-1",
        bets=Cents(5_00),
        rate_bp=1_000,
        reserve_bp=250,
        bets_in=Cents(10_00),
        meter_total=1_000_000,
        reserve_total=250_000,
        at_ms=8,
    )
    # Whatever stood in it before, the last entry says where a feed is.
    assert evolve_feed(Feed(version=1), back) == Feed(
        2, 1_000_000, 250_000, "t1-1", Cents(10_00), 1_000, 250
    )


def test_a_round_without_progressive_bets_makes_no_entry() -> None:
    assert brought_to(Feed(), parameters(), "t1-1", Cents(0), 1) is None
    feed = Feed(1, 5, 0, "t1-1", Cents(5), 1, 0)
    assert brought_to(feed, parameters(), "t1-2", Cents(0), 1) is None


def test_a_round_in_flight_keeps_the_rate_under_which_its_bets_were_accepted() -> None:
    feed = Feed(3, 1_000, 100, "t1-1", Cents(10_00), 100, 10)
    back = brought_to(feed, parameters(rate_bp=5_000, reserve_bp=5_000), "t1-1", Cents(0), 1)
    assert back is not None
    assert (back.rate_bp, back.reserve_bp) == (100, 10)
    # 10.00 at 1% is 100,000 units: more than is left here, since others took theirs out.
    assert (back.meter_total, back.reserve_total) == (1_000 - 100_000, 100 - 10_000)
    new = brought_to(feed, parameters(rate_bp=5_000, reserve_bp=5_000), "t1-2", Cents(1_00), 1)
    assert new is not None
    assert (new.rate_bp, new.meter_total) == (5_000, 1_000 + 500_000)


# ── entering ──────────────────────────────────────────────────────────────────────────────────────


def test_what_is_shown_counts_what_has_not_been_entered() -> None:
    link = Link(reset="1000", rate_bp=1_000, reserve_bp=300)
    link.joins("t1", "t2", "t3")
    link.bets("t1", "t1-1", "10")
    link.bets("t2", "t2-1", "20")
    assert link.shown == 1_003_00
    assert link.units == (1_000_00 * UNITS_PER_CENT, 0, 0)
    (event,) = link.enter()
    assert event == e.ContributionsFolded(
        {"t1": e.FeedMark(1, 1_000_000, 300_000), "t2": e.FeedMark(1, 2_000_000, 600_000)},
        3_000_000,
        0,
        900_000,
    )
    assert link.units == (1_003_00 * UNITS_PER_CENT, 90 * UNITS_PER_CENT, 0)
    assert link.shown == 1_003_00
    assert link.refused(c.FoldFeeds()) == "nothing-to-do"
    # Only what is new is entered the next time.
    link.bets("t2", "t2-2", "5")
    (event,) = link.enter()
    assert event == e.ContributionsFolded(
        {"t2": e.FeedMark(2, 2_500_000, 750_000)}, 500_000, 0, 150_000
    )


def test_a_table_joins_once() -> None:
    link = Link()
    link.joins("t1", "t1", "t2")
    assert link.happened(e.TableJoined) == [e.TableJoined("t1"), e.TableJoined("t2")]
    assert link.state.tables == ("t1", "t2")


def test_a_bet_that_goes_back_takes_its_contribution_out_again() -> None:
    link = Link(reset="1000", rate_bp=333, reserve_bp=77)
    link.joins("t1")
    link.bets("t1", "t1-1", "7.77")
    link.enter()
    assert link.units == (1_000_00 * UNITS_PER_CENT + 777 * 333, 777 * 77, 0)
    entry = link.bets("t1", "t1-1", "0")
    assert isinstance(entry, e.ContributionReturned)
    assert entry.bets == 7_77
    link.enter()
    assert link.units == (1_000_00 * UNITS_PER_CENT, 0, 0)


# ── cap and overflow ──────────────────────────────────────────────────────────────────────────────


def test_above_the_cap_the_jackpot_grows_no_more_and_the_pool_takes_the_rest() -> None:
    link = Link(reset="1000", rate_bp=5_000, cap="1004")
    link.joins("t1")
    link.bets("t1", "t1-1", "10")
    # 5.00 come in, of which the jackpot takes 4.00.
    assert link.shown == 1_004_00
    link.enter()
    assert link.units == (1_004_00 * UNITS_PER_CENT, 0, 1_00 * UNITS_PER_CENT)
    link.bets("t1", "t1-2", "10")
    assert link.shown == 1_004_00
    link.enter()
    assert link.units == (1_004_00 * UNITS_PER_CENT, 0, 6_00 * UNITS_PER_CENT)


def test_what_goes_back_leaves_the_pool_first() -> None:
    link = Link(reset="1000", rate_bp=5_000, cap="1004")
    link.joins("t1")
    link.bets("t1", "t1-1", "10")
    link.enter()
    link.bets("t1", "t1-1", "0")
    assert link.shown == 1_000_00
    link.enter()
    assert link.units == (1_000_00 * UNITS_PER_CENT, 0, 0)


def test_below_the_cap_what_goes_back_leaves_the_jackpot() -> None:
    link = Link(reset="1000", rate_bp=5_000, cap="1004")
    link.joins("t1", "t2")
    link.bets("t1", "t1-1", "10")
    # A straight flush takes a tenth of the 1,004.00, so the jackpot is below its cap again.
    link.claim("t2", "t2-1", straight(1))
    link.verify("t2-1/1")
    assert link.units == (903_60 * UNITS_PER_CENT, 0, 1_00 * UNITS_PER_CENT)
    link.bets("t1", "t1-1", "0")
    link.enter()
    assert link.units == (898_60 * UNITS_PER_CENT, 0, 1_00 * UNITS_PER_CENT)


def test_what_the_jackpot_has_not_got_the_house_gives_back() -> None:
    link = Link(reset="0", rate_bp=10_000)
    link.joins("t1", "t2")
    link.bets("t1", "t1-1", "10")
    link.claim("t2", "t2-1", royal(1))
    link.verify("t2-1/1")
    assert link.awards == [("t2-1/1", 10_00)]
    assert link.shown == 0
    # The round of the bet is void only now; its contribution has been won.
    link.bets("t1", "t1-1", "0")
    assert link.shown == 0
    (event,) = link.enter()
    assert isinstance(event, e.ContributionsFolded)
    assert (event.meter_units, event.house_units) == (0, 10_00 * UNITS_PER_CENT)
    assert link.units == (0, 0, 0)
    assert link.state.totals.funded == 10_00 * UNITS_PER_CENT


def test_where_units_are_entered() -> None:
    state = Link(reset="100", cap="100", rate_bp=1).state
    assert entered(state, 7) == Entered(0, 7, 0)
    assert entered(state, 0) == Entered(0, 0, 0)
    assert entered(state, -7) == Entered(-7, 0, 0)
    assert entered(state, -(100_00 * UNITS_PER_CENT) - 3) == Entered(-100_00 * UNITS_PER_CENT, 0, 3)


# ── reset ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_next_start_is_paid_by_the_reserve_then_the_pool_then_the_house() -> None:
    link = Link(reset="1000", rate_bp=5_000, reserve_bp=5_000, cap="1100")
    link.joins("t1")
    link.bets("t1", "t1-1", "800")
    # 400.00 to the jackpot, which takes 100.00; 300.00 to the pool; 400.00 to the reserve.
    link.claim("t1", "t1-1", royal(1))
    assert link.units == tuple(amount * UNITS_PER_CENT for amount in (1_100_00, 400_00, 300_00))
    *_, paid = link.verify("t1-1/1")
    assert isinstance(paid, e.AwardPaid)
    assert paid.funding == e.Funding(
        400_00 * UNITS_PER_CENT, 300_00 * UNITS_PER_CENT, 300_00 * UNITS_PER_CENT
    )
    assert (paid.before, paid.after, paid.resets) == (1_100_00, 1_000_00, True)
    assert link.units == (1_000_00 * UNITS_PER_CENT, 0, 0)
    assert link.state.fresh


def test_a_reserve_that_is_large_enough_pays_alone_and_keeps_the_rest() -> None:
    link = Link(reset="100", rate_bp=1, reserve_bp=9_999)
    link.joins("t1")
    link.bets("t1", "t1-1", "500")
    link.claim("t1", "t1-1", royal(1))
    *_, paid = link.verify("t1-1/1")
    assert isinstance(paid, e.AwardPaid)
    assert paid.funding == e.Funding(100_00 * UNITS_PER_CENT, 0, 0)
    # 99.99% of 500.00 is 499.95; 100.00 of it has gone into the jackpot.
    assert link.units == (100_00 * UNITS_PER_CENT, 399_95 * UNITS_PER_CENT, 0)


def test_a_reserve_below_nothing_pays_nothing() -> None:
    link = Link(reset="100", rate_bp=0, reserve_bp=10_000)
    link.joins("t1")
    link.bets("t1", "t1-1", "100")
    link.claim("t1", "t1-1", royal(1))
    link.verify("t1-1/1")
    assert link.units == (100_00 * UNITS_PER_CENT, 0, 0)
    # The bet goes back after its contribution has paid for the start: the reserve owes it.
    link.bets("t1", "t1-1", "0")
    link.enter()
    assert link.units == (100_00 * UNITS_PER_CENT, -100_00 * UNITS_PER_CENT, 0)
    link.claim("t1", "t1-2", royal(1))
    *_, paid = link.verify("t1-2/1")
    assert isinstance(paid, e.AwardPaid)
    assert paid.funding == e.Funding(0, 0, 100_00 * UNITS_PER_CENT)


def test_the_house_pays_for_the_first_start() -> None:
    link = Link(reset="1234.56")
    (opened,) = link.events
    assert isinstance(opened, e.LinkOpened)
    assert (opened.link, opened.at_ms) == ("mega", START_MS)
    assert link.shown == 1_234_56
    assert link.state.fresh
