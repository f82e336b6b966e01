"""A round was corrected: its claims fall away and others come in their place."""

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from tests.jackpot.links import Link, royal, straight


def test_what_was_paid_comes_back_and_the_new_claim_has_the_old_ones_place() -> None:
    link = Link("MBS", reset="100000", rate_bp=1_000, reserve_bp=500)
    link.joins("t1", "t2")
    link.bets("t1", "t1-1", "10")
    link.claim("t1", "t1-1", royal(1))
    before = link.units
    link.verify("t1-1/1")
    link.bets("t1", "t1-1", "5")
    events = link.do(
        c.ReplaceClaims("t1", "t1-1", link.rulebook, (straight(2),), "The round was corrected.")
    )

    assert isinstance(events[0], e.AwardReversed)
    assert link.standing("t1-1/1") == "withdrawn"
    # What it was, less what the coin had put in that was not there.
    assert link.units == (before[0] - 50 * 10_000, before[1] - 25 * 10_000, before[2])
    assert link.state.claims["t1-1/2"].entry == link.state.claims["t1-1/1"].entry


def test_a_hand_that_claims_again_has_another_name_each_time() -> None:
    link = Link()
    link.joins("t1")
    link.claim("t1", "t1-1", royal(1))
    for name in ("t1-1/1/1", "t1-1/1/1a", "t1-1/1/1aa"):
        link.do(c.ReplaceClaims("t1", "t1-1", link.rulebook, (royal(1),), "So."))
        assert [claim.id for claim in link.state.waiting_claims] == [name]


def test_claims_that_are_forgotten_by_now_are_raised_as_new_ones() -> None:
    link = Link()
    link.joins("t1")
    (raised,) = link.do(c.ReplaceClaims("t1", "t1-1", link.rulebook, (royal(1),), "So."))

    assert isinstance(raised, e.ClaimRaised)
    assert raised.entry == 1
