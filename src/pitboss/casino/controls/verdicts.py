"""What becomes of a command that the engine would carry out: the house lets it through, refuses it,
or has it wait for a second person. Pure.
"""

from collections.abc import Mapping, Sequence
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
from pitboss.casino.controls.needs import Need, nameless, need_of
from pitboss.casino.controls.persons import judged_by
from pitboss.casino.controls.policy import ControlRefusal, Controls
from pitboss.casino.drafting import World
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
from pitboss.people.names import is_a_box
from pitboss.people.refusals import PeopleRefusal, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.scopes import PERSONS_ONLY, is_program
from pitboss.people.state import People, too_new
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from pitboss.table.state import RoundState, TableState

Beside = Mapping[str, tuple[AnyStored, ...]]

_APPROVALS = (tc.Confirm, tc.AllowCorrection, lc.ApproveParameters, lc.ApproveCorrection)
_JUDGEMENTS = (lc.VerifyClaim, lc.DeclineClaim)
_BY_TWO = (
    *_JUDGEMENTS,
    tc.AllowCorrection,
    lc.ApproveParameters,
    lc.ApproveCorrection,
    ApproveRulebook,
)
"""What takes a second person by the engine's own rules."""

_AT_A_TABLE = (tc.Confirm, tc.AllowCorrection)
"""What is approved in the round that it is about."""

_NAMES_TWO = (ApprovalKind.VOID, ApprovalKind.STAKE, ApprovalKind.PAYOUT)
"""What two persons answer for by name, whoever was at the console."""


class Verdict(msgspec.Struct, frozen=True):
    """Why a command is not carried out, and what is stored ahead of what it leads to. Where it
    waits, that alone is stored.
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
    """What the house says to a request that the engine would carry out. ``before`` is its target,
    and ``events`` are what would happen there.
    """
    command: Any = request.command
    table = before if isinstance(before, TableState) else None
    link = before if isinstance(before, LinkState) else None
    if (refusal := _refused(controls, world, request, table, link, now_ms)) is not None:
        return Verdict(refusal)
    need = need_of(
        controls.approvals, command, request.actor, table, events, lambda: _consoles(world)
    )
    if need is None and isinstance(command, tc.PlaceBet) and request.actor.post > Post.PLAYER:
        found = _for_whom(controls, world, request, command, table)
        if isinstance(found, Refusal):
            return Verdict(found)
        need = found
    if isinstance(command, tc.DecideMoney):
        for name in (command.payer, command.payee):
            if name is not None and (found := _no_player(world, request, name, table)) is not None:
                return Verdict(found)
    if isinstance(request, ApprovedRequest):
        return _approved(controls, world, request, table, need, now_ms)
    if need is not None and is_program(request.actor.name):
        message = f"{need.why} That takes two persons, and a program is none: a person asks for it."
        return Verdict(Refusal(ControlRefusal.PERSON_NEEDED.value, message))
    return LET_THROUGH if need is None else _waits(request, table, need, now_ms)


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
        message = f"{command.__struct_config__.tag} takes a person, and a program is none."
        return Refusal(ControlRefusal.PERSON_NEEDED.value, message)
    if _too_few(controls, command, link):
        fix = (
            "withdraw these parameters and propose"
            if isinstance(command, lc.ApproveParameters)
            else "give"
        )
        message = (
            f"In this house {controls.verifiers} persons at least verify a claim (setting "
            "links.verifiers): "
            f"{fix} verifiers {controls.verifiers}."
        )
        return Refusal(ControlRefusal.TOO_FEW_VERIFIERS.value, message)
    if isinstance(command, _APPROVALS) and command.approves is UNSET:
        message = "Say what you approve: give the digest that is shown beside it (field approves)."
        return Refusal(ControlRefusal.APPROVAL_UNNAMED.value, message)
    if isinstance(command, _BY_TWO):
        new = _too_new(controls, world, request.actor.name, now_ms)
        if new is not None:
            return new
    round: RoundState | None = None
    if isinstance(command, _AT_A_TABLE):
        round = None if table is None else table.round
    elif isinstance(command, _JUDGEMENTS) and link is not None:
        round = _claimed_in(world, link, command.claim)
    why = judged_by(round, request.actor)
    if why is not None:
        return Refusal(ControlRefusal.ACTED_IN_ROUND.value, why)
    return _paid_to_nobody(world, link, command)


def _paid_to_nobody(world: World, link: LinkState | None, command: Any) -> Refusal | None:
    """Whoever verifies a claim on a box without a name says whose it is, and it is no one of
    staff.
    """
    claim = link.claims.get(command.claim) if link and isinstance(command, lc.VerifyClaim) else None
    if claim is None:
        return None
    if not command.winner or is_a_box(command.winner):
        if claim.player != nameless(claim.box) and command.winner is UNSET:
            return None
        message = (
            f"The chips on box {claim.box} of table {claim.table} are nobody's by name: say who "
            "wins, by the identity that he has shown (field winner)."
        )
        return Refusal(ControlRefusal.WINNER_NEEDED.value, message, where="winner")
    read = skeleton(command.winner)
    for name, person in world.peek(PEOPLE_STREAM).people.persons.items():
        if person.role is not Role.PLAYER and skeleton(name) == read:
            message = f"{name} works here: no jackpot is paid to {name}."
            return Refusal(ControlRefusal.STAFF_MAY_NOT_PLAY.value, message, where="winner")
    return None


def _too_new(controls: Controls, world: World, name: str, now_ms: int) -> Refusal | None:
    """Whoever was made up to approve something has to wait, and is seen meanwhile."""
    least_ms = controls.people.account_age_ms
    if not least_ms or not too_new(world.peek(PEOPLE_STREAM).people, name, least_ms, now_ms):
        return None
    message = (
        f"{name} was given this account, role or password less than {least_ms // 3_600_000} hours "
        "ago, and approves nothing yet; somebody else must do it."
    )
    return Refusal(ControlRefusal.ACCOUNT_TOO_NEW.value, message)


def _too_few(controls: Controls, command: Any, link: LinkState | None) -> bool:
    match command:
        case lc.OpenLink() | lc.ProposeParameters():
            return command.parameters.verifiers < controls.verifiers
        case lc.ApproveParameters():
            # What waits may have been proposed before the house asked for more.
            proposal = None if link is None else link.proposal
            return proposal is not None and proposal.parameters.verifiers < controls.verifiers
        case _:
            return False


def _claimed_in(world: World, link: LinkState, claim: str) -> RoundState | None:
    """The round in which a hand claims the jackpot: it is on until its claims are decided."""
    found = link.claims.get(claim)
    table = None if found is None else world.get(table_stream(found.table)).state
    if found is None or not isinstance(table, TableState) or table.round is None:
        return None
    return table.round if table.round.id == found.round else None


# ── for whom staff bet ────────────────────────────────────────────────────────────────────────────


def _for_whom(
    controls: Controls,
    world: World,
    request: Request,
    command: tc.PlaceBet,
    state: TableState | None,
) -> Need | Refusal | None:
    """Staff bet for people who have an account or were admitted at the table, and never for staff.
    At a table with real cards chips lie on the felt for all to see, and whoever laid them on a box
    need not say who he is.
    """
    player, table = command.player, table_of(request.target)
    assert player is not None, "whoever bets says for whom"
    assert table is not None, "bets are laid at tables"
    real = state is not None and state.settings.cards != "virtual"
    people = world.peek(PEOPLE_STREAM).people
    if real and player == nameless(command.box) and player not in people.persons:
        return None
    known = _may_play(people, player, table)
    if known is None:
        # Another process may have let him in.
        people = world.fresh(PEOPLE_STREAM).people
        known = _may_play(people, player, table)
    if known:
        return None
    if player in people.persons:
        message = f"{player} works here or may not play: nobody bets for {player}."
        return Refusal(ControlRefusal.STAFF_MAY_NOT_PLAY.value, message)
    least = controls.approvals.walk_in
    decided = decide_people(people, AdmitWalkIn(player, table), request.actor.name, 0)
    if isinstance(decided, PeopleRefused):
        return Refusal(decided.code.value, decided.message, where="player")
    if least is None:
        return None
    return Need(
        ApprovalKind.WALK_IN, least, f"{player} has no account: he would be admitted as a walk-in."
    )


def _no_player(
    world: World, request: Request, name: str, state: TableState | None
) -> Refusal | None:
    """Why nobody decides that money goes to somebody, or comes from him: he has not played here."""
    people, table = world.fresh(PEOPLE_STREAM).people, table_of(request.target)
    if people.demo or _may_play(people, name, table or ""):
        return None
    if name in people.persons:
        message = f"{name} works here or may not play: no money is decided for {name}."
        return Refusal(ControlRefusal.STAFF_MAY_NOT_PLAY.value, message)
    real = state is not None and state.settings.cards != "virtual"
    if real and state is not None and name in map(nameless, range(1, state.settings.boxes + 1)):
        return None
    message = f"{name} has no account, and was not admitted at this table."
    return Refusal(PeopleRefusal.NO_SUCH_PERSON.value, message, where="payee")


def _may_play(people: People, name: str, table: str) -> bool | None:
    """Whether staff may bet for somebody at a table; None where nobody knows him."""
    person = people.persons.get(name)
    if person is not None:
        return person.role is Role.PLAYER and person.enabled
    return True if table in people.walk_ins.get(name, ()) else None


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
    need: Need | None,
    now_ms: int,
) -> Verdict:
    approval = request.approval
    command: Any = request.command
    asked = world.fresh(APPROVALS_STREAM).approvals.waiting.get(approval.digest)
    if asked is None or overdue(asked, now_ms):
        message = "Nobody waits for this approval any more: it was given, dropped, or a minute ago."
        return Verdict(Refusal(ControlRefusal.NOT_WAITING.value, message))
    state = None if table is None else table.round
    round = None if state is None else state.id
    named = digest_of_command(asked.id, request.target, round, request.actor, command)
    # What it leads to may have become something else since it was asked for.
    other = need is not None and (need.kind, need.why) != (asked.kind, asked.why)
    if named != approval.digest or other:
        message = "What was asked for would no longer be what it was then: ask again."
        return Verdict(Refusal(ControlRefusal.APPROVAL_CHANGED.value, message))
    if is_program(approval.by.name):
        message = f"{approval.by.name} is a program; a person must approve."
        return Verdict(Refusal(ControlRefusal.PERSON_NEEDED.value, message))
    if not _still_in_post(world, asked.by):
        message = f"{asked.by.name} has another post by now, or none: somebody else must ask."
        return Verdict(Refusal(ControlRefusal.APPROVAL_CHANGED.value, message))
    first = world.fresh(APPROVALS_STREAM).approvals.first.get(approval.digest)
    if approval.by.name in (asked.by.name, None if first is None else first.name):
        did = "asked for it" if first is None else "has approved it"
        message = f"{approval.by.name} {did}; a second person must approve."
        return Verdict(Refusal(ControlRefusal.OWN_DEED.value, message))
    if approval.by.post < asked.least:
        message = f"This needs the approval of a {post_words(asked.least)} or above."
        return Verdict(Refusal(ControlRefusal.POST_TOO_LOW.value, message))
    # Whoever approved first may have acted since.
    for by in (approval.by,) if first is None else (first, approval.by):
        if (why := judged_by(state, by)) is not None:
            return Verdict(Refusal(ControlRefusal.ACTED_IN_ROUND.value, why))
    if (new := _too_new(controls, world, approval.by.name, now_ms)) is not None:
        return Verdict(new)
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


def _still_in_post(world: World, by: Actor) -> bool:
    """Whether whoever asked has the post in which he did. Who has no account is not looked for."""
    people = world.fresh(PEOPLE_STREAM).people
    person = people.persons.get(by.name)
    if person is not None:
        return people.demo or (person.enabled and person.role.post == by.post)
    devices = [one for one in people.devices.values() if one.label == by.name]
    return not devices or any(not one.revoked for one in devices)


def _consoles(world: World) -> frozenset[str]:
    """The names under which consoles act: whoever stands at one is not known."""
    devices = world.peek(PEOPLE_STREAM).people.devices.values()
    return frozenset(one.label for one in devices)


def _admitted(world: World, request: ApprovedRequest, now_ms: int) -> Beside:
    """Whoever approves a bet for a walk-in admits him."""
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
