"""T2: nobody takes the jackpot alone, and nothing that needs a second person happens without one.

One dishonest person of each post sends any sequence of permitted commands. A rule that was weakened
on purpose is found: by what happened, and by the auditor, who knows from the record what the house
asks for.
"""

import os
import re
from collections import Counter
from math import ceil
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.controls import needs, verdicts
from pitboss.casino.controls.policy import ApprovalPolicy
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.jackpot import commands as lc
from pitboss.kernel.money import Cents
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from tests.attacks.forgers import Forger
from tests.attacks.insiders import (
    CONTROLS,
    LINK,
    RWS_TABLES,
    SHELF,
    SOURCES,
    Insider,
    tables_of,
)
from tests.support import RULEBOOKS

A_HOUSE = 117
"""Steps in one house, after which another one begins: so audits stay short."""
STEPS = int(os.environ.get("PITBOSS_INSIDER_STEPS", "5000"))
"""In all; ``make attacks`` sets more."""

EVERY = 39
"""Steps between two edits of the database."""

_STAFF = (
    Role.DEALER,
    Role.PIT_SUPERVISOR,
    Role.PIT_MANAGER,
    Role.SHIFT_MANAGER,
    Role.ADMINISTRATOR,
)
HOUSES = {role.value: (role,) for role in (Role.PLAYER, *_STAFF)} | {
    f"all but the {honest.value}": tuple(role for role in _STAFF if role is not honest)
    for honest in _STAFF
}


@pytest.mark.parametrize("dishonest", HOUSES)
def test_whatever_they_send_and_edit_nothing_happens_in_one_name(
    dishonest: str, tmp_path: Path
) -> None:
    found: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    houses = ceil(STEPS / len(HOUSES) / A_HOUSE)
    first = list(HOUSES).index(dishonest) * houses
    for seed in range(houses):
        folder = tmp_path / str(seed)
        folder.mkdir()
        tables = tables_of(first + seed)
        house = Insider(None, seed, roles=HOUSES[dishonest], folder=folder, tables=tables)
        forger = Forger(house)
        for _ in range(A_HOUSE // EVERY):
            house.run(EVERY)
            forger.edit()
        assert house.deeds == [], (seed, house.deeds)
        report = house.audited()
        assert report.problem is None, (seed, report.problem)
        found.update(forger.found)
        refused.update(house.refused)
        house.close()
    assert found["server"] + found["audit"] > 0, "edits were noticed"
    assert found["two"] == 0, "no edit moves money unnoticed, whoever's names he writes there"
    if HOUSES[dishonest] != (Role.PLAYER,) and HOUSES[dishonest] != (Role.ADMINISTRATOR,):
        assert refused["approval-needed"] > 0, "they have tried"


def test_without_the_signatures_a_forged_bet_would_not_be_noticed(tmp_path: Path) -> None:
    """The machine finds what it is there to find: a house that signs nothing is robbed."""
    for seed in range(20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        house = Insider(Post.DEALER, seed, folder=folder)
        house.keeper = None
        forger = Forger(house)
        for _ in range(8):
            house.run(15)
            forger.edit()
        house.close()
        if house.deeds:
            assert any("in the name of" in deed for deed in house.deeds)
            return
    raise AssertionError("nothing was forged, although nothing is signed")


def test_one_verifier_where_the_house_asks_for_two_is_found() -> None:
    """The link asks for one person, and the record says two: the auditor says so where the link
    was opened, and an award is paid on one person's word.
    """
    weak = replace(CONTROLS, verifiers=1)
    for seed in range(10):
        house = Insider(Post.SHIFT_MANAGER, seed, weak)
        house.run(300)
        problem = house.audited().problem
        assert problem is not None
        assert (problem.what, problem.kind) == ("how many verify a claim", "link-opened/1")
        if any("is paid on the word of" in deed for deed in house.deeds):
            return
    raise AssertionError("no award was paid on one person's word, although one was enough")


def test_every_post_is_tried_at_every_rulebook_and_source_of_cards() -> None:
    """And among them all at every way of dealing."""
    every = {(book, cards) for book in RULEBOOKS for cards in SOURCES}
    ways = {(book, cards, way) for book, cards in every for way in SHELF.get(book).dealing}
    played = set()
    for nth in range(0, 40, 5):
        tables = [one for house in range(nth, nth + 5) for one in tables_of(house)]
        assert {(book, cards) for book, cards, _ in tables} == every
        played.update(tables)
    assert played == ways


WEAKENED = {
    "anybody voids": replace(CONTROLS, approvals=replace(CONTROLS.approvals, void=None)),
    "anybody changes stakes": replace(CONTROLS, approvals=replace(CONTROLS.approvals, stake=None)),
    "anybody opens links": replace(CONTROLS, approvals=replace(CONTROLS.approvals, link=None)),
    "large wins are paid": replace(CONTROLS, approvals=replace(CONTROLS.approvals, payout=None)),
    "staff bet for anybody": replace(CONTROLS, approvals=replace(CONTROLS.approvals, walk_in=None)),
}


FOUND = {
    "anybody voids": "has a second person",
    "anybody changes stakes": "second person|no deed alone",
    "anybody opens links": "a link is opened by two persons",
    "large wins are paid": "where no device reads has a second person",
    "staff bet for anybody": "for whom staff bet",
}


@pytest.mark.parametrize("rule", WEAKENED)
def test_a_weakened_rule_is_found(rule: str) -> None:
    for seed in range(12):
        house = Insider(Post.SHIFT_MANAGER, seed, WEAKENED[rule])
        house.run(400)
        problem = house.audited().problem
        if problem is not None:
            assert re.search(FOUND[rule], problem.what), problem
            return
    raise AssertionError("nothing was done alone, although anybody could")


STUD = RWS_TABLES[:1]
MEGALINK = (("mbs-megalink-stud-6", "entered", "manual"),)
LATELY = {
    "what a player chose": (needs, "_ruled", Post.DEALER, STUD, 0.55),
    "that somebody has left": (needs, "_ruled", Post.DEALER, MEGALINK, 0.55),
    "the order of claims": (verdicts, "out_of_time", Post.SHIFT_MANAGER, RWS_TABLES[:2], 0.75),
}
"""The rule that is weakened, who is dishonest, where, and how much others do meanwhile."""


@pytest.mark.parametrize("deed", LATELY)
def test_the_word_of_one_would_be_found(deed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the server takes it, the machine comes upon it, and the audit says so."""
    module, rule, post, tables, honest = LATELY[deed]
    monkeypatch.setattr(module, rule, lambda *_: None)
    for seed in range(100):
        house = Insider(post, seed, tables=tables)
        for robot in house.robots:
            robot._shoe._flushes = 1.0
        house.run(200, honest)
        alone = [one for one in house.deeds if deed in one]
        if any(one.startswith("mallory") for one in alone):
            problem = house.audited().problem
            assert problem is not None
            assert re.search("second person", problem.what), problem
            return
    raise AssertionError("nobody has done it alone, although anybody could")


def test_self_approval_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where whoever asks may approve: both the deeds and the auditor tell."""
    source = verdicts._approved

    def approved(controls, world, request, *rest):  # type: ignore[no-untyped-def]
        stranger = replace(request.approval, by=Actor(Post.SHIFT_MANAGER, "second"))
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
    assert problem.found == problem.person == "mallory-pit-supervisor"


def test_a_policy_has_safe_defaults() -> None:
    assert all(
        getattr(ApprovalPolicy(), name) is not None
        for name in ("void", "stake", "payout", "walk_in", "link")
    )
