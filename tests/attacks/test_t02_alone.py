"""T2: nobody takes the jackpot alone, and nothing that needs a second person happens without one.

One dishonest person of each post sends any sequence of permitted commands. A rule that was weakened
on purpose is found: by what happened, and by the auditor, who knows from the record what the house
asks for.
"""

import os

import pytest
from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.controls import verdicts
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.jackpot import commands as lc
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from tests.attacks.insiders import CONTROLS, LINK, SHELF, Insider

STEPS = int(os.environ.get("PITBOSS_INSIDER_STEPS", "1000"))
"""Of each post; ``make attacks`` sets more."""


@pytest.mark.parametrize("post", Post)
def test_one_dishonest_person_does_nothing_alone(post: Post) -> None:
    house = Insider(post, seed=1)
    house.run(STEPS)
    assert house.deeds == []
    report = house.audited()
    assert report.problem is None, report.problem
    if post >= Post.DEALER:
        assert house.refused.get("approval-needed", 0) > 0, "he has tried"


WEAKENED = {
    "anybody voids": Controls(
        verifiers=2, approvals=replace(CONTROLS.approvals, void=None, stake=None)
    ),
    "anybody opens links": Controls(verifiers=2, approvals=replace(CONTROLS.approvals, link=None)),
}


@pytest.mark.parametrize("rule", WEAKENED)
def test_a_weakened_rule_is_found(rule: str) -> None:
    for seed in range(5):
        house = Insider(Post.SHIFT_MANAGER, seed, WEAKENED[rule])
        house.run(400)
        if house.deeds:
            problem = house.audited().problem
            assert problem is not None
            assert "second person" in problem.what or "two persons" in problem.what
            return
    raise AssertionError("nothing was done alone, although anybody could")


def test_self_approval_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where whoever asks may approve: both the deeds and the auditor tell."""
    source = verdicts._approved

    def approved(controls, world, request, *rest):  # type: ignore[no-untyped-def]
        stranger = replace(request.approval, by=Actor(Post.SHIFT_MANAGER, "somebody else"))
        found = source(controls, world, replace(request, approval=stranger), *rest)
        beside = {
            stream: tuple(
                replace(event, by=request.approval.by) if hasattr(event, "how") else event
                for event in events
            )
            for stream, events in found.beside.items()
        }
        return replace(found, beside=beside)

    monkeypatch.setattr(verdicts, "_approved", approved)
    for seed in range(5):
        house = Insider(Post.SHIFT_MANAGER, seed)
        house.run(400)
        if house.deeds:
            assert any("approves what he asked for" in deed for deed in house.deeds)
            problem = house.audited().problem
            assert problem is not None
            assert "who approve" in problem.what
            return
    raise AssertionError("nobody has approved what he asked for, although anybody could")


def test_the_attack_of_the_assessment() -> None:
    """A supervisor lays a bet for a name that nobody has, enters a royal flush, settles and
    verifies his own claim. He does not get past the first step, nor, where somebody has laid the
    bet for him, past the last.
    """
    house = Insider(Post.PIT_SUPERVISOR, seed=3)
    who, table = house.who, table_stream("T0")

    def ask(command: object, by: Actor = who) -> str:
        house.sent += 1
        target = link_stream(LINK) if isinstance(command, lc.LinkCommand) else table
        request = Request(f"a{house.sent}", target, command, by)  # type: ignore[arg-type]
        refusal = house.casino.carry_out(request).refusal
        return "" if refusal is None else refusal.code

    assert ask(tc.OpenBetting()) == ""
    assert ask(tc.PlaceBet(1, "ante", Cents(25_00), "Nobody")) == "approval-needed"
    assert ask(tc.PlaceBet(1, "ante", Cents(25_00), who.name)) == "staff-may-not-play"
    assert ask(tc.PlaceBet(1, "ante", Cents(25_00), "ann")) == ""
    assert ask(tc.PlaceBet(1, "progressive", Cents(5_00), "ann")) == ""
    robot = house.robots[0]
    robot._shoe._flushes = 1.0
    for _ in range(200):
        state = house.casino.table("T0")
        assert state is not None
        if state.round is None or state.round.claimed:
            break
        request = robot.request(state)
        assert request is not None
        ask(request.command, who if request.actor.post > Post.PLAYER else request.actor)
    link = house.casino.link(LINK)
    assert link is not None
    for claim in link.waiting_claims:
        assert ask(lc.VerifyClaim(claim.id)) == "acted-in-round"
        assert ask(lc.DeclineClaim(claim.id, "No.")) == "acted-in-round"
    assert link.waiting_claims, "the royal flush was claimed"


def test_the_auditor_names_who_verified_what_he_dealt() -> None:
    """The same where the service did not ask: its controls are off, and those on record are not."""
    house = Insider(Post.PIT_SUPERVISOR, seed=3)
    house.casino = Casino(house.journal, shelf=SHELF, clock_ms=house.clock)
    who, robot = house.who, house.robots[0]
    robot._shoe._flushes = 1.0
    claims: list[str] = []
    for number in range(300):
        state, link = house.casino.table("T0"), house.casino.link(LINK)
        assert state is not None
        assert link is not None
        claims = [claim.id for claim in link.waiting_claims]
        if claims:
            break
        request = robot.request(state)
        assert request is not None
        actor = who if request.actor.post > Post.PLAYER else request.actor
        house.casino.carry_out(Request(f"b{number}", request.target, request.command, actor))
    verify = Request("verify", link_stream(LINK), lc.VerifyClaim(claims[0]), who)
    assert house.casino.carry_out(verify).refusal is None
    problem = house.audited().problem
    assert problem is not None
    assert problem.what == f"who judges claim {claims[0]}"
    assert problem.found == "mallory"


def test_a_policy_has_safe_defaults() -> None:
    assert all(
        getattr(ApprovalPolicy(), name) is not None
        for name in ("void", "stake", "payout", "walk_in", "link")
    )
