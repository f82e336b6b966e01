"""T14: who sets the clock back does not turn the order of payment around.

RWS pays by the time at which a hand was dealt in full. In the journal time never goes back; that
the clock was set is on record; and where it was set between two claims the house says which comes
first.
"""

from pitboss.audit.run import audit
from pitboss.casino.operations import ClockStepped
from pitboss.casino.stream_ids import OPERATIONS_STREAM
from pitboss.jackpot import commands as lc
from pitboss.jackpot.payout import needs_the_house, next_turn
from pitboss.rulebook.authority import Actor, Post
from tests.casino.floor import SHELF, Floor
from tests.support import MS

HOUR_MS = 3_600_000
MAX = Actor(Post.SHIFT_MANAGER, "max")


def claimed(step_ms: int) -> Floor:
    """A straight flush at t1, then one at t2; in between the clock is set."""
    floor = Floor()
    floor.link(operator="RWS", reset="1000", rate_bp=1_000, reserve_bp=100)
    first, second = floor.table("t1", MS), floor.table("t2", MS)
    first.play("straight", None)
    floor.clock.now_ms += step_ms
    second.play("straight", None)
    second.claims()
    first.claims()
    return floor


def test_a_clock_set_back_does_not_have_the_later_hand_paid_first() -> None:
    floor = claimed(-HOUR_MS)
    link = floor.casino.link("mega")
    assert link is not None
    dealt = {claim.table: claim.dealt_ms for claim in link.claims.values()}
    assert dealt["t1"] <= dealt["t2"]
    # And who could have set it does not decide: the house does.
    assert needs_the_house(link, SHELF)
    assert next_turn(link, SHELF) is None
    floor.ask("link/mega", lc.OrderClaims(("t1", "t2"), "The film shows it."), MAX)
    link = floor.casino.link("mega")
    assert link is not None
    turn = next_turn(link, SHELF)
    assert turn is not None
    assert [claim.table for claim in turn] == ["t1"]
    report = audit(floor.journal)
    assert report.content, report.problem


def test_without_a_step_the_times_decide() -> None:
    floor = claimed(0)
    link = floor.casino.link("mega")
    assert link is not None
    turn = next_turn(link, SHELF)
    assert turn is not None
    assert [claim.table for claim in turn] == ["t1"]


def test_time_in_the_journal_never_goes_back_and_the_step_is_on_record() -> None:
    floor = claimed(-HOUR_MS)
    assert floor.casino.note_clock() == 1
    assert floor.casino.note_clock() == 0
    times = [record.at_ms for record in floor.journal.read_all(limit=10_000)]
    assert times == sorted(times)
    (stored,) = [
        one.event for one in floor.casino.events(limit=10_000) if one.stream == OPERATIONS_STREAM
    ]
    assert isinstance(stored, ClockStepped)
    assert stored.expected_ms - stored.found_ms > HOUR_MS // 2
    # A server that starts again with the clock still behind goes on from what is stored.
    floor.reopen()
    assert floor.casino.clock() == times[-1]
    report = audit(floor.journal)
    assert report.content, report.problem
