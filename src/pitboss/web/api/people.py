"""Endpoints for signing in and out, and for people."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import UNSET
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.people import commands as c
from pitboss.people.roles import Role
from pitboss.people.state import old_enough_ms
from pitboss.web.api.bodies import (
    DemoSignIn,
    FirstAdministrator,
    NewPassword,
    PersonToAdd,
    PersonToChange,
    SignIn,
    done,
    read,
)
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, idempotency_key, json
from pitboss.web.api.problems import Problem
from pitboss.web.auth.admission import address_of
from pitboss.web.auth.callers import NOBODY, Caller, Stranger
from pitboss.web.auth.cookies import cookie_of, session_token, view_of
from pitboss.web.auth.passkeys import Site
from pitboss.web.views.people import (
    ChangedPerson,
    Everybody,
    Me,
    NewPerson,
    SessionEnd,
    authorities_of,
    commands_of,
    everybody,
)

_T = TypeVar("_T")
DEMO_NAMES = {role: f"demo-{role}" for role in Role}
DEMO_SECONDS = {role: f"demo-{role}-2" for role in (Role.PLAYER, Role.SHIFT_MANAGER)}
"""A demonstration has two of each of these, so that actions for two persons can be tried and two
can play at one table.
"""


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    _declare_signing_in(add)
    _declare_people(add)


def _declare_signing_in(add: Endpoints) -> None:
    add.add("GET", "/api/me", me, summary="Who the caller is", answer=Me, tag="people")
    add.add(
        "POST",
        "/api/sign-in",
        sign_in,
        summary="Sign in; the session comes as a cookie",
        body=SignIn,
        problems=(429,),
        answer=Me,
        tag="people",
    )
    add.add("POST", "/api/sign-out", sign_out, summary="Sign out", answer=Me, tag="people")
    add.add(
        "POST",
        "/api/setup",
        setup,
        summary="Make the first administrator",
        body=FirstAdministrator,
        answer=Me,
        tag="people",
    )
    add.add(
        "POST",
        "/api/demo/sign-in",
        demo_sign_in,
        summary="Sign in as anybody (demonstrations only)",
        body=DemoSignIn,
        problems=(404,),
        answer=Me,
        tag="people",
    )
    add.add(
        "POST",
        "/api/password",
        password,
        summary="Change one's own password",
        body=NewPassword,
        problems=(429,),
        answer=Me,
        key=True,
        tag="people",
    )


def _declare_people(add: Endpoints) -> None:
    add.add(
        "GET",
        "/api/people",
        people,
        summary="Everybody",
        answer=Everybody,
        tag="people",
    )
    add.add(
        "POST",
        "/api/people",
        add_person,
        summary="Add a person",
        body=PersonToAdd,
        answer=NewPerson,
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/people/{name}/{change}",
        change_person,
        summary="Change a person: disable, enable, role, invite, factors",
        body=PersonToChange,
        problems=(404,),
        answer=ChangedPerson,
        key=True,
        tag="people",
    )


async def hashing(call: Call, work: Callable[..., _T], *arguments: Any) -> _T:
    """Does work that hashes, when it is the caller's turn."""
    return await call.service.turns.take(
        call.caller.name, address_of(call.request), work, *arguments
    )


async def me(call: Call) -> Response:
    return json(me_of(call, call.caller))


def me_of(call: Call, caller: Caller) -> Me:
    """Who the caller is, as the caller sees it."""
    guard = call.service.guard
    people, ends = guard.people, guard.ends_of(caller)
    views = call.service.demo and caller.role is not None and caller.is_person
    set_up = people.nobody_yet and not call.service.demo
    from_ms = old_enough_ms(people, caller.name, guard.rules.account_age_ms)
    return Me(
        name=caller.name or None,
        role=caller.role,
        post=None if caller.actor is None else int(caller.actor.post),
        may=() if caller.actor is None else commands_of(caller.actor.post),
        decides=() if caller.actor is None else authorities_of(caller.actor.post),
        csrf=guard.csrf_of(caller),
        demo=call.service.demo,
        practice=call.service.practice,
        timezone=call.service.zone.key,
        set_up_needed=set_up,
        asks_timezone=True if set_up and call.service.asks_zone else UNSET,
        password_change_needed=caller.must_change,
        enrolment_needed=caller.enrol,
        second_factor_needed=caller.prove,
        session=UNSET if ends is None else SessionEnd(*ends),
        directory=call.service.directory is not None,
        passwords=takes_passwords(call),
        view=view_of(caller.name) if views else UNSET,
        approves_from_ms=from_ms if from_ms > call.service.clock_ms() else UNSET,
    )


def takes_passwords(call: Call) -> bool:
    """Whether anybody other than administrators signs in with a password."""
    directory = call.service.directory
    return directory is None or directory.use.passwords


async def signed_in_as(call: Call, token: str) -> Response:
    """The answer to somebody who has just signed in. The browser's previous session ends, except in
    a demonstration, where other tabs may go on as somebody else.
    """
    guard, secure = call.service.guard, _is_secure(call)
    call.service.turns.came_in(address_of(call.request))
    cookies = [cookie_of(secure)]
    caller = guard.person(token)
    if call.service.demo:
        cookies.append(cookie_of(secure, view_of(caller.name)))
    else:
        await run_in_threadpool(guard.sign_out, call.caller)
    response = json(me_of(call, caller))
    for cookie in cookies:
        response.set_cookie(
            cookie,
            token,
            httponly=True,
            samesite="strict",
            secure=secure,
            path="/",
        )
    if not call.service.demo:
        guard.known_browsers.remember(response, guard.people.persons[caller.name], secure=secure)
    return response


async def sign_in(call: Call) -> Response:
    body = await read(call, SignIn)
    call.service.guard.check_origin(call.request)
    guard, security, address = call.service.guard, call.service.security, address_of(call.request)
    try:
        code = None if body.code is UNSET else body.code
        browser = guard.known_browsers.mark(
            call.request.headers.get("cookie"),
            guard.people.persons.get(body.name),
            secure=_is_secure(call),
        )
        with guard.tries.queueing(body.name, address, browser, call.service.clock_ms()):
            known = call.caller.name if browser is None else body.name
            given = (body.name, body.password, address, code, browser)
            token = await call.service.turns.take(known, address, guard.sign_in, *given)
    except Problem as problem:
        security.not_signed_in(problem, body.name, address)
        if body.code is not UNSET:
            security.code_refused(problem, body.name, address)
        raise
    caller = guard.person(token)
    if not takes_passwords(call) and caller.role is not Role.ADMINISTRATOR:
        await run_in_threadpool(guard.sign_out, caller)
        detail = "In this house you sign in through the directory; use that."
        raise Problem(403, "passwords-off", detail)
    security.signed_in()
    return await signed_in_as(call, token)


def site_of(call: Call) -> Site:
    """The server as the browser knows it; passkeys are bound to it."""
    return Site.of(call.service.address or f"{call.request.url.scheme}://{call.request.url.netloc}")


def _is_secure(call: Call) -> bool:
    return bool(call.request.scope.get("scheme") == "https")


async def sign_out(call: Call) -> Response:
    secure = _is_secure(call)
    await run_in_threadpool(call.service.guard.sign_out, call.caller)
    out, directory = me_of(call, NOBODY), call.service.directory
    person = call.service.guard.people.persons.get(call.caller.name)
    if directory is not None and person is not None and person.identity is not None:
        there = directory.sign_out_at(site_of(call).origin)
        out = out if there is None else replace(out, sign_out_at=there)
    response = json(out)
    if call.service.demo:
        view = cookie_of(secure, view_of(call.caller.name))
        response.delete_cookie(view, path="/", secure=secure)
    held = session_token(call.request.headers.get("cookie"), secure=secure)
    if held == call.caller.token:
        response.delete_cookie(cookie_of(secure), path="/", secure=secure)
    return response


async def setup(call: Call) -> Response:
    body = await read(call, FirstAdministrator)
    guard = call.service.guard
    guard.check_origin(call.request)
    zone = None if body.timezone is UNSET else body.timezone
    session = await hashing(call, guard.set_up, body.token, body.name, body.password, zone)
    return await signed_in_as(call, session)


async def demo_sign_in(call: Call) -> Response:
    if not call.service.demo:
        raise Problem(
            404, "not-a-demo", "This is not a demonstration; sign in with name and password."
        )
    body = await read(call, DemoSignIn)
    call.service.guard.check_origin(call.request)
    name = (DEMO_SECONDS if body.second else DEMO_NAMES).get(body.role)
    if name is None:
        raise Problem(
            422, "bad-field", f"There is only one {body.role} in a demonstration.", where="second"
        )
    session = _held(call, name)
    if session is None:
        session = await run_in_threadpool(call.service.guard.open_session, name)
    return await signed_in_as(call, session)


def _held(call: Call, name: str) -> str | None:
    """The session that a person of a demonstration has in another tab of this browser."""
    try:
        caller = call.service.guard.sender(call.request, None, view_of(name))
    except Stranger:
        return None
    return caller.token if caller.name == name else None


async def password(call: Call) -> Response:
    if not call.caller.is_person:
        raise Problem(403, "not-permitted", "A device has no password.")
    key = idempotency_key(call.request)
    body = await read(call, NewPassword)
    old, new = body.old, body.new
    guard, name = call.service.guard, call.caller.name
    if await hashing(call, guard.is_password_changed, name, new, key):
        return done(me_of(call, call.caller), True)
    address = address_of(call.request)
    fitting = await hashing(call, guard.check_own_password, call.caller, old, address)
    if old == new:
        raise Problem(
            422, "bad-password", "Choose a password other than the current one.", where="new"
        )
    proved = guard.proof_of(call.caller.token)
    hashed = await hashing(call, guard.change_password, name, fitting, new, key)
    session = await run_in_threadpool(guard.open_session, name, hashed, proved)
    return await signed_in_as(call, session)


async def people(call: Call) -> Response:
    guard = call.service.guard
    return json(everybody(guard.people, guard.rules, call.caller.name))


async def add_person(call: Call) -> Response:
    key = idempotency_key(call.request)
    new = await read(call, PersonToAdd)
    guard, by = call.service.guard, call.caller.name
    if isinstance(word := new.password, str):
        added = await hashing(call, lambda: guard.add(by, new.name, new.role, word, key=key))
        return done(NewPerson(new.name, new.role, added.waits), added.repeated)
    added = await run_in_threadpool(
        lambda: guard.invite(by, new.name, new.role, by_two=new.by_two, key=key)
    )
    return done(NewPerson(new.name, new.role, added.waits, added.invitation), added.repeated)


async def change_person(call: Call) -> Response:
    guard, key = call.service.guard, idempotency_key(call.request)
    name, change, by = call.path("name"), call.path("change"), call.caller.name
    command: c.PersonCommand | c.ResetFactors
    match change:
        case "disable":
            command = c.DisablePerson(name)
        case "enable":
            command = c.EnablePerson(name)
        case "role":
            body = await read(call, PersonToChange, "role")
            assert body.role is not UNSET, "it was needed"
            command = c.ChangeRole(name, body.role)
        case "invite":
            again = await run_in_threadpool(lambda: guard.invite_again(by, name, key=key))
            return done(ChangedPerson(name, change, again.waits, again.invitation), again.repeated)
        case "factors":
            command = c.ResetFactors(name)
        case _:
            raise Problem(
                404,
                "no-such-change",
                "A person can be changed with disable, enable, role, invite or factors.",
            )
    changed = await run_in_threadpool(lambda: guard.change(by, command, key=key))
    return done(ChangedPerson(name, change, changed.waits), changed.repeated)
