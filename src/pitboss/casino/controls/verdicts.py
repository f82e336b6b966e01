"""The house's verdict on a command that the engine would carry out: let through, refused, or made
to wait for a second person. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec
from msgspec import UNSET

from pitboss.casino.aggregates import State
from pitboss.casino.approvals import (
    APPROVALS_STREAM,
    ApprovalAsked,
    ApprovalGiven,
    ApprovalKind,
    FirstApproval,
    digest_of_command,
    overdue,
    post_words,
    written_command,
)
from pitboss.casino.codec import AnyStored
from pitboss.casino.controls.needs import Need, PersonsKnown, nameless, need_of, out_of_time
from pitboss.casino.controls.persons import judged_by, still_in_post
from pitboss.casino.controls.players import for_whom, no_player
from pitboss.casino.controls.policy import ControlRefusal, Controls
from pitboss.casino.draft import World
from pitboss.casino.requests import (
    ApprovedRequest,
    Refusal,
    Request,
    approval_needed,
    one_more_needed,
)
from pitboss.casino.stream_ids import PEOPLE_STREAM, table_of, table_stream
from pitboss.house.commands import ApproveRulebook
from pitboss.jackpot import commands as lc
from pitboss.jackpot.state import LinkState
from pitboss.kernel.lookalikes import skeleton
from pitboss.people.commands import AdmitWalkIn
from pitboss.people.decide import decide_people
from pitboss.people.events import FoundingEnded
from pitboss.people.names import is_a_box
from pitboss.people.refusals import PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.scopes import PERSONS_ONLY, is_program
from pitboss.people.state import People, too_new
from pitboss.rulebook.authority import PLAYER, Actor
from pitboss.table import commands as tc
from pitboss.table.state import RoundState, TableState

Beside = Mapping[str, tuple[AnyStored, ...]]

_APPROVALS = frozenset((tc.Confirm, tc.AllowCorrection, lc.ApproveParameters, lc.ApproveCorrection))
_SETS_VERIFIERS = frozenset((lc.OpenLink, lc.ProposeParameters))
_JUDGEMENTS = (lc.VerifyClaim, lc.DeclineClaim)
_BY_TWO = frozenset(
    (
        *_JUDGEMENTS,
        tc.AllowCorrection,
        lc.ApproveParameters,
        lc.ApproveCorrection,
        ApproveRulebook,
    )
)
"""Commands that take a second person by the engine's own rules."""

_AT_A_TABLE = frozenset((tc.Confirm, tc.AllowCorrection))
"""Approvals given in the round they are about."""

_NAMES_TWO = (ApprovalKind.VOID, ApprovalKind.STAKE, ApprovalKind.PAYOUT)
"""Kinds that two named people must answer for, whoever was at the console."""


class Verdict(msgspec.Struct, frozen=True):
    """``refusal`` says why a command is not carried out; ``beside`` is stored ahead of the
    command's own events, or alone if the command has to wait.
    """

    refusal: Refusal | None = None
    beside: Beside = {}


LET_THROUGH = Verdict()


def verdict(
    controls: Controls,
    world: World,
    request: Request,
    before: State,
    events: Sequence[Any],
    now_ms: int,
) -> Verdict:
    """The house's verdict on a request. ``before`` is the state of its target, and ``events`` are
    what would happen there.
    """
    command: Any = request.command
    table = before if isinstance(before, TableState) else None
    link = before if type(before) is LinkState else None
    if (refusal := _refused(controls, world, request, table, link, now_ms)) is not None:
        return Verdict(refusal)
    if type(command) is tc.OpenTable:
        return Verdict(None, _founded(world, request.actor, now_ms))
    need = need_of(
        controls.approvals,
        command,
        request.actor,
        table,
        events,
        lambda: _known(controls, world, now_ms),
    )
    if need is None and isinstance(command, tc.PlaceBet) and request.actor.post > PLAYER:
        answer = for_whom(controls, world, request, command, table)
        if isinstance(answer, Refusal):
            return Verdict(answer)
        need = answer
    if link is not None and type(command) is lc.OrderClaims:
        need = out_of_time(controls.approvals, link, command, world.shelf)
    if type(command) is tc.DecideMoney:
        for name in (command.payer, command.payee):
            if name is not None and (refusal := no_player(world, request, name, table)) is not None:
                return Verdict(refusal)
    if type(request) is ApprovedRequest:
        return _approved(controls, world, request, table, link, need, now_ms)
    if need is not None and is_program(request.actor.name):
        message = (
            f"{need.why} That takes two people, and a program is not one of them: a person must "
            "ask for it."
        )
        return Verdict(Refusal(ControlRefusal.PERSON_NEEDED.value, message))
    return LET_THROUGH if need is None else _waits(request, table, need, now_ms)


def _founded(world: World, by: Actor, now_ms: int) -> Beside:
    """With its first table a house is founded: from then on new accounts have to wait."""
    people = world.fresh(PEOPLE_STREAM).people
    if people.founded or people.demo:
        return {}
    return {PEOPLE_STREAM: (FoundingEnded(at_ms=now_ms, by=by.name),)}


# ── what is refused whoever approves ──────────────────────────────────────────────────────────────


def _refused(
    controls: Controls,
    world: World,
    request: Request,
    table: TableState | None,
    link: LinkState | None,
    now_ms: int,
) -> Refusal | None:
    command: Any = request.command
    if is_program(request.actor.name) and command.__struct_config__.tag in PERSONS_ONLY:
        message = f"{command.__struct_config__.tag} needs a person; no program may do it."
        return Refusal(ControlRefusal.PERSON_NEEDED.value, message)
    if _too_few(controls, command, link):
        fix = (
            "withdraw these parameters and propose"
            if isinstance(command, lc.ApproveParameters)
            else "give"
        )
        message = (
            f"In this house at least {controls.verifiers} people verify a claim (setting "
            f"links.verifiers): {fix} verifiers {controls.verifiers}."
        )
        return Refusal(ControlRefusal.TOO_FEW_VERIFIERS.value, message)
    if type(command) in _APPROVALS and command.approves is UNSET:
        message = "Say what you approve: give the digest that is shown beside it (field approves)."
        return Refusal(ControlRefusal.APPROVAL_UNNAMED.value, message)
    if type(command) in _BY_TWO:
        new = _too_new(controls, world, request.actor.name, now_ms)
        if (unfit := new or _out_of_post(world, request.actor)) is not None:
            return unfit
    for round in _judged(world, command, table, link):
        if (why := judged_by(round, request.actor)) is not None:
            return Refusal(ControlRefusal.ACTED_IN_ROUND.value, why)
    return _winner_refused(world, link, command)


def _judged(
    world: World, command: Any, table: TableState | None, link: LinkState | None
) -> Iterable[RoundState | None]:
    """The rounds that a command passes judgement on. The order in which claims are paid decides how
    much each gets, so ordering them judges all their rounds.
    """
    if type(command) in _AT_A_TABLE:
        return [None if table is None else table.round]
    if link is None:
        return []
    if isinstance(command, _JUDGEMENTS):
        return [_claimed_in(world, link, command.claim)]
    waiting = link.waiting_claims if isinstance(command, lc.OrderClaims) else ()
    return (_claimed_in(world, link, claim.id) for claim in waiting)


def _winner_refused(world: World, link: LinkState | None, command: Any) -> Refusal | None:
    """Whoever verifies a claim on an unnamed box must name the winner, who may not be staff."""
    claim = link.claims.get(command.claim) if link and isinstance(command, lc.VerifyClaim) else None
    if claim is None:
        return None
    if command.winner is UNSET and claim.player != nameless(claim.box):
        return None
    if not command.winner or is_a_box(command.winner):
        message = (
            f"A jackpot is paid to a named person, and box {claim.box} of table {claim.table} "
            "has no name: give the winner's name from the identity shown (field winner)."
        )
        return Refusal(ControlRefusal.WINNER_NEEDED.value, message, where="winner")
    read = skeleton(command.winner)
    for name, person in world.peek(PEOPLE_STREAM).people.persons.items():
        if person.role is not Role.PLAYER and skeleton(name) == read:
            message = f"{name} works here, so no jackpot is paid to {name}."
            return Refusal(ControlRefusal.STAFF_MAY_NOT_PLAY.value, message, where="winner")
    return None


def _too_new(controls: Controls, world: World, name: str, now_ms: int) -> Refusal | None:
    """An account created just to approve something has to wait, and can be noticed meanwhile."""
    least_ms = controls.people.account_age_ms
    if not least_ms or not too_new(world.peek(PEOPLE_STREAM).people, name, least_ms, now_ms):
        return None
    message = (
        f"{name} was given this account, role or password less than {least_ms // 3_600_000} "
        "hours ago and can't approve anything yet; somebody else must do it."
    )
    return Refusal(ControlRefusal.ACCOUNT_TOO_NEW.value, message)


def _out_of_post(world: World, by: Actor) -> Refusal | None:
    people = world.fresh(PEOPLE_STREAM).state
    if not isinstance(people, People) or still_in_post(people, by):
        return None
    message = f"{by.name} now has another post, or none: somebody else must do it."
    return Refusal(ControlRefusal.POST_TOO_LOW.value, message)


def _too_few(controls: Controls, command: Any, link: LinkState | None) -> bool:
    if type(command) in _SETS_VERIFIERS:
        return bool(command.parameters.verifiers < controls.verifiers)
    if type(command) is not lc.ApproveParameters or link is None or link.proposal is None:
        return False
    # The waiting proposal may date from before the house required more.
    return link.proposal.parameters.verifiers < controls.verifiers


def _claimed_in(world: World, link: LinkState, claim: str) -> RoundState | None:
    """The round in which a hand claims the jackpot; it stays open until its claims are decided."""
    claimed = link.claims.get(claim)
    table = None if claimed is None else world.get(table_stream(claimed.table)).state
    if claimed is None or not isinstance(table, TableState) or table.round is None:
        return None
    return table.round if table.round.id == claimed.round else None


# ── waiting and approving ─────────────────────────────────────────────────────────────────────────


def _waits(request: Request, table: TableState | None, need: Need, now_ms: int) -> Verdict:
    command: Any = request.command
    round = None if table is None or table.round is None else table.round.id
    asked = ApprovalAsked(
        digest=digest_of_command(request.id, request.target, round, request.actor, command),
        at_ms=now_ms,
        id=request.id,
        target=request.target,
        round=round,
        command=written_command(command),
        by=request.actor,
        kind=need.kind,
        least=need.least,
        why=need.why,
    )
    return Verdict(approval_needed(asked), {APPROVALS_STREAM: (asked,)})


def _approved(
    controls: Controls,
    world: World,
    request: ApprovedRequest,
    table: TableState | None,
    link: LinkState | None,
    need: Need | None,
    now_ms: int,
) -> Verdict:
    approval = request.approval
    command: Any = request.command
    asked = world.fresh(APPROVALS_STREAM).approvals.waiting.get(approval.digest)
    if asked is None or overdue(asked, now_ms):
        message = (
            "Nobody is waiting for this approval any more: it was given or dropped, or it "
            "timed out."
        )
        return Verdict(Refusal(ControlRefusal.NOT_WAITING.value, message))
    state = None if table is None else table.round
    round = None if state is None else state.id
    named = digest_of_command(asked.id, request.target, round, request.actor, command)
    # The same command may now lead to something else than when it was asked for.
    other = need is not None and (need.kind, need.why) != (asked.kind, asked.why)
    if named != approval.digest or other:
        message = "What was asked for would now do something else: ask again."
        return Verdict(Refusal(ControlRefusal.APPROVAL_CHANGED.value, message))
    if is_program(approval.by.name):
        message = f"{approval.by.name} is a program; a person must approve."
        return Verdict(Refusal(ControlRefusal.PERSON_NEEDED.value, message))
    if not still_in_post(world.fresh(PEOPLE_STREAM).people, asked.by):
        message = f"{asked.by.name} now has another post, or none: somebody else must ask."
        return Verdict(Refusal(ControlRefusal.APPROVAL_CHANGED.value, message))
    first = world.fresh(APPROVALS_STREAM).approvals.first.get(approval.digest)
    if approval.by.name in (asked.by.name, None if first is None else first.name):
        did = "asked for it" if first is None else "has approved it"
        message = f"{approval.by.name} {did}; a second person must approve."
        return Verdict(Refusal(ControlRefusal.OWN_DEED.value, message))
    if approval.by.post < asked.least:
        message = f"This needs the approval of a {post_words(asked.least)} or above."
        return Verdict(Refusal(ControlRefusal.POST_TOO_LOW.value, message))
    # The first approver may have acted in the round since.
    persons = (approval.by,) if first is None else (first, approval.by)
    for by, judged in product(persons, (state, *_judged(world, command, table, link))):
        if (why := judged_by(judged, by)) is not None:
            return Verdict(Refusal(ControlRefusal.ACTED_IN_ROUND.value, why))
    past = _part_in_past(world, command, persons)
    new = past or _too_new(controls, world, approval.by.name, now_ms)
    if (why_not := new or _out_of_post(world, approval.by)) is not None:
        return Verdict(why_not)
    if first is None and asked.kind in _NAMES_TWO and asked.by.name in _consoles(world):
        begun = FirstApproval(digest=asked.digest, at_ms=now_ms, by=approval.by, how=approval.how)
        return Verdict(one_more_needed(approval.by.name, asked), {APPROVALS_STREAM: (begun,)})
    given = ApprovalGiven(
        digest=asked.digest,
        at_ms=now_ms,
        target=request.target,
        round=round,
        kind=asked.kind,
        asked_by=asked.by,
        by=approval.by,
        how=approval.how,
    )
    beside: dict[str, tuple[AnyStored, ...]] = {APPROVALS_STREAM: (given,)}
    if need is not None and need.kind is ApprovalKind.WALK_IN:
        beside |= _admitted(world, request, now_ms)
    return Verdict(None, beside)


def _part_in_past(world: World, command: Any, persons: Sequence[Actor]) -> Refusal | None:
    """Why these people may not approve money on account of a finished round."""
    if type(command) is not tc.DecideMoney:
        return None
    round = world.past_round(command.round)
    if round is None:
        message = f"Round {command.round} is just being concluded: ask again in a moment."
        return Refusal(ControlRefusal.APPROVAL_CHANGED.value, message)
    why = next(filter(None, (judged_by(round, by) for by in persons)), None)
    return None if why is None else Refusal(ControlRefusal.ACTED_IN_ROUND.value, why)


def _known(controls: Controls, world: World, now_ms: int) -> PersonsKnown:
    return PersonsKnown(
        _consoles(world), lambda name: _too_new(controls, world, name, now_ms) is not None
    )


def _consoles(world: World) -> frozenset[str]:
    """The names under which consoles act; who stands at one is unknown."""
    devices = world.peek(PEOPLE_STREAM).people.devices.values()
    return frozenset(one.label for one in devices)


def _admitted(world: World, request: ApprovedRequest, now_ms: int) -> Beside:
    """Approving a bet for a walk-in admits him."""
    table, command = table_of(request.target), request.command
    assert isinstance(command, tc.PlaceBet)
    assert command.player is not None
    assert table is not None
    people = world.fresh(PEOPLE_STREAM).people
    admitted = decide_people(
        people, AdmitWalkIn(command.player, table), request.approval.by.name, now_ms
    )
    assert not isinstance(admitted, PeopleRefused), "it was found that he can be admitted"
    return {PEOPLE_STREAM: admitted}
