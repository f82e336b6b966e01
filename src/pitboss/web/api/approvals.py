"""Endpoints for approvals: commands that wait for a second person, and that person's decision;
PINs, walk-ins, and waiting for a restart.
"""

from msgspec import UNSET
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.casino.approvals import APPROVALS_STREAM, ApprovalAsked, DropApproval, How
from pitboss.casino.requests import NothingWaits, Request
from pitboss.casino.stream_ids import table_of
from pitboss.rulebook.authority import Actor
from pitboss.table.state import TableState
from pitboss.web.api.bodies import Drain, Guest, NewPin, Word, done, read
from pitboss.web.api.commands import refused
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, check_stepped_up, deadline_ms, idempotency_key, json
from pitboss.web.api.people import hashing, site_of
from pitboss.web.api.problems import Problem, no_post
from pitboss.web.api.tables import found_table
from pitboss.web.auth.admission import address_of
from pitboss.web.auth.passkeys import Answered
from pitboss.web.views.approvals import (
    Approved,
    Draining,
    DroppedApproval,
    PinChosen,
    WaitingApprovals,
    WalkIn,
    waiting_view,
)


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/approvals",
        approvals,
        summary="What is waiting for a second person",
        answer=WaitingApprovals,
    )
    add.add(
        "POST",
        "/api/approvals/{digest}",
        approve,
        summary=(
            "Approve what is waiting: by PIN, badge or passkey at the console, or signed in "
            "yourself"
        ),
        body=Word,
        problems=(403, 409, 429),
        answer=Approved,
        key=True,
    )
    add.add(
        "POST",
        "/api/approvals/{digest}/drop",
        drop,
        summary="Drop what is waiting for approval",
        problems=(403, 409, 422),
        answer=DroppedApproval,
        key=True,
    )
    add.add(
        "POST",
        "/api/pin",
        pin,
        summary="Choose your own PIN, for approvals",
        body=NewPin,
        problems=(401, 403, 429),
        answer=PinChosen,
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/tables/{table}/walk-ins",
        admit,
        summary="Admit a guest without an account at a table",
        body=Guest,
        problems=(404,),
        answer=WalkIn,
        key=True,
    )
    add.add(
        "POST",
        "/api/drain",
        drain,
        summary="Hold new rounds for a restart, or release them",
        body=Drain,
        answer=Draining,
        key=True,
        tag="operations",
    )


async def approvals(call: Call) -> Response:
    waiting = await call.read(call.service.casino.approvals)
    now_ms = call.service.clock_ms()
    rows = map(waiting_view, waiting.waiting.values())
    mine = call.caller.table
    shown = [row for row in rows if row.until_ms >= now_ms and mine in (None, row.table)]
    return json(WaitingApprovals(shown, waiting.decided))


async def _asked(call: Call) -> ApprovalAsked | None:
    """The waiting command with the digest in the path. A console only deals with its own table."""
    digest = call.path("digest")
    asked = (await call.read(call.service.casino.approvals)).waiting.get(digest)
    if asked is not None and call.caller.table not in (None, table_of(asked.target)):
        raise Problem(403, "other-table", f"This console is for {call.caller.table} only.")
    return asked


async def approve(call: Call) -> Response:
    digest, word = call.path("digest"), await read(call, Word)
    await _asked(call)
    actor, how = await _approver(call, word)
    try:
        answer = await run_in_threadpool(call.service.casino.approve, digest, actor, how)
    except NothingWaits:
        raise Problem(409, "not-waiting", "Nobody is waiting for this approval any more.") from None
    if answer.refusal is not None:
        call.service.figures.commands.count("approve", "refused")
        raise refused(answer.refusal)
    call.service.figures.commands.count("approve", "accepted")
    events = [str(stored.event.__struct_config__.tag) for stored in answer.events]
    position = answer.events[-1].position
    return done(Approved(digest, actor.name, position, events), answer.repeated)


async def _approver(call: Call, word: Word) -> tuple[Actor, How]:
    """Who approves: the owner of the passkey, badge or PIN, or else whoever is signed in."""
    if word.passkey is not UNSET:
        return await _by_passkey(call, word.passkey), How.PASSKEY
    if word.badge is not UNSET:
        return await _by_badge(call, word.badge, None if word.pin is UNSET else word.pin)
    if word.pin is UNSET:
        actor = call.caller.actor
        if actor is None:
            raise no_post()
        if not call.caller.is_person:
            raise Problem(422, "bad-field", "A console approves nothing by itself.", where="pin")
        check_stepped_up(call)
        return actor, How.SESSION
    if word.name is UNSET:
        raise Problem(422, "bad-field", "name must be a string.", where="name")
    name, given = word.name, word.pin
    guard, address = call.service.guard, address_of(call.request)
    try:
        return await hashing(call, guard.check_pin, name, given, address, call.caller.name), How.PIN
    except Problem as problem:
        call.service.security.pin_refused(problem, name, call.caller, address)
        raise


async def _by_badge(call: Call, badge: str, pin: str | None) -> tuple[Actor, How]:
    guard, address, who = call.service.guard, address_of(call.request), call.caller.name
    try:
        return await hashing(call, guard.approver_by_badge, badge, pin, address, who)
    except Problem as problem:
        call.service.security.pin_refused(problem, "whoever has a badge", call.caller, address)
        raise


async def _by_passkey(call: Call, answer: Answered) -> Actor:
    guard, address, who = call.service.guard, address_of(call.request), call.caller.name
    digest, site = call.path("digest"), site_of(call)
    try:
        return await run_in_threadpool(
            guard.approver_by_passkey, answer, digest, site, address, who
        )
    except Problem as problem:
        call.service.security.code_refused(problem, "an approver", address)
        raise


async def drop(call: Call) -> Response:
    digest, actor, asked = call.path("digest"), call.caller.actor, await _asked(call)
    if actor is None:
        raise no_post()
    if asked is not None and actor.name != asked.by.name and actor.post < asked.least:
        raise Problem(403, "not-permitted", f"{asked.by.name} asked for it.")
    request = Request(
        f"{actor.name}:{idempotency_key(call.request)}",
        APPROVALS_STREAM,
        DropApproval(digest),
        actor,
        deadline_ms(call.request),
    )
    answer = await run_in_threadpool(call.service.casino.carry_out, request)
    return done(DroppedApproval(digest, bool(answer.events)), answer.repeated)


async def pin(call: Call) -> Response:
    if not call.caller.is_person:
        raise Problem(403, "not-permitted", "A device has no PIN.")
    key, name, guard = idempotency_key(call.request), call.caller.name, call.service.guard
    new = await read(call, NewPin)
    person = guard.people.persons.get(name)
    if person is None or person.password is not None:
        address = address_of(call.request)
        await hashing(call, guard.check_own_password, call.caller, new.password, address)
    else:
        # People from the directory have no password here; a PIN lets them approve in person.
        token, before = call.caller.token, "you choose a PIN"
        await run_in_threadpool(guard.password_asked, name, token, before)
    repeated = await hashing(call, lambda: guard.set_pin(name, new.pin, key=key))
    return done(PinChosen(name), repeated)


async def admit(call: Call) -> Response:
    key, table = idempotency_key(call.request), call.path("table")
    name = (await read(call, Guest)).name
    state: TableState = await found_table(call, table)
    guard, by = call.service.guard, call.caller.name
    repeated = await run_in_threadpool(lambda: guard.admit(by, name, state.id, key=key))
    return done(WalkIn(name, table), repeated)


async def drain(call: Call) -> Response:
    on, hub = (await read(call, Drain)).on, call.service.hub
    hub.drain(on)
    return json(Draining(on, call.service.rounds_on))
