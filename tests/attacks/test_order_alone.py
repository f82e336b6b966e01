"""Who is paid first takes the jackpot as it stands: nobody says alone that it is another than whose
hand the record has dealt first.
"""

import pytest

from pitboss.audit.run import audit
from pitboss.casino.approvals import ApprovalKind, How
from pitboss.casino.controls import verdicts
from pitboss.casino.requests import PeopleRequest
from pitboss.casino.stream_ids import link_stream
from pitboss.jackpot import commands as lc
from pitboss.operations.controls_record import put_controls_on_record
from pitboss.people.commands import AddPerson
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from tests.casino.test_controls import House, refusal
from tests.jackpot.links import MAX, MIA
from tests.support import MS

MEGA = link_stream("mega")
SUE = Actor(Post.PIT_SUPERVISOR, "sue")
PEOPLE = {
    **dict.fromkeys(("at1p", "bt1p", "at2p", "bt2p"), Role.PLAYER),
    "dana": Role.DEALER,
    "sam": Role.PIT_SUPERVISOR,
    "sue": Role.PIT_SUPERVISOR,
    "max": Role.SHIFT_MANAGER,
    "mia": Role.SHIFT_MANAGER,
}
TURNED = lc.OrderClaims(("t2", "t1"), "I saw it.")


def claimed(step_ms: int = 1_000) -> House:
    """A straight flush at t1, then one at t2, both of which claim."""
    house = House()
    for number, (name, role) in enumerate(PEOPLE.items()):
        added = PeopleRequest(id=f"people/{number}", command=AddPerson(name, role))
        house.casino.carry_out(added)
    assert house.casino.controls is not None
    put_controls_on_record(house.journal, house.casino.controls, house.clock)
    house.link(operator="RWS", reset="1000", rate_bp=1_000, reserve_bp=100, verifiers=2)
    first, second = house.table("t1", MS), house.table("t2", MS)
    house.clock.step_ms = step_ms
    first.play("straight", None)
    second.play("straight", None)
    second.claims()
    first.claims()
    return house


def test_a_manager_does_not_turn_the_order_around_alone() -> None:
    house = claimed()
    asked = refusal(house.ask(MEGA, TURNED, MAX)).asked
    assert asked is not None
    assert asked.kind is ApprovalKind.PAYOUT
    assert "t2, t1" in asked.why
    dealt = Actor(Post.PIT_SUPERVISOR, "dana")
    assert refusal(house.casino.approve(asked.digest, dealt, How.PIN)).code == "acted-in-round"
    assert refusal(house.casino.approve(asked.digest, MAX, How.PIN)).code == "own-deed"
    assert house.casino.approve(asked.digest, SUE, How.PIN).refusal is None
    link = house.casino.link("mega")
    assert link is not None
    assert link.house_order == ("t2", "t1")
    assert audit(house.journal).problem is None


def test_what_the_record_says_he_may_say_alone_and_what_it_does_not_tell() -> None:
    house = claimed()
    assert house.ask(MEGA, lc.OrderClaims(("t1", "t2"), "As it was."), MAX).refusal is None
    house = claimed(step_ms=0)
    assert house.ask(MEGA, TURNED, MIA).refusal is None
    assert audit(house.journal).problem is None


def test_the_audit_finds_who_has_turned_it_around_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "out_of_time", lambda *_: None)
    house = claimed()
    assert house.ask(MEGA, TURNED, MAX).refusal is None
    problem = audit(house.journal).problem
    assert problem is not None
    assert (problem.found, "another order" in problem.what) == ("max", True)
