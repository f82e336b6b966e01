"""Endpoints for signing in and out, and for people."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from anyio import to_thread
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.people import commands as c
from pitboss.people.roles import Role
from pitboss.web.api import schemas as s
from pitboss.web.api.bodies import TEXT, done, object_of, role_of, strings, text_fields, texts
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, idempotency_key, json
from pitboss.web.api.problems import Problem
from pitboss.web.auth.admission import address_of
from pitboss.web.auth.cookies import COOKIE, cookie_of, session_token, view_of
from pitboss.web.auth.sessions import NOBODY, Caller, Stranger, csrf_of

_T = TypeVar("_T")
DEMO_NAMES = {role: f"demo-{role}" for role in Role}
DEMO_SECONDS = {role: f"demo-{role}-2" for role in (Role.PLAYER, Role.SHIFT_MANAGER)}
"""A demonstration has two of these: what needs two persons can be done, and two can play at one
table.
"""


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    _declare_signing_in(add)
    _declare_people(add)


def _declare_signing_in(add: Endpoints) -> None:
    me_schema = s.ref("Me")
    add.add("GET", "/api/me", me, summary="Who the caller is", schema=me_schema, tag="people")
    add.add(
        "POST",
        "/api/sign-in",
        sign_in,
        summary="Sign in; the session comes as a cookie",
        body=text_fields("name", "password"),
        problems=(429,),
        schema=me_schema,
        tag="people",
    )
    add.add("POST", "/api/sign-out", sign_out, summary="Sign out", schema=me_schema, tag="people")
    add.add(
        "POST",
        "/api/setup",
        setup,
        summary="Make the first administrator",
        body=text_fields("token", "name", "password"),
        schema=me_schema,
        tag="people",
    )
    add.add(
        "POST",
        "/api/demo/sign-in",
        demo_sign_in,
        summary="Sign in as anybody (demonstrations only)",
        body={
            "type": "object",
            "required": ["role"],
            "properties": {
                "role": s.one_of(Role),
                "second": s.YES_OR_NO
                | {"description": "The other player, or the other shift manager."},
            },
        },
        problems=(404,),
        schema=me_schema,
        tag="people",
    )
    add.add(
        "POST",
        "/api/password",
        password,
        summary="Change one's own password",
        body=text_fields("old", "new"),
        problems=(429,),
        schema=me_schema,
        key=True,
        tag="people",
    )


def _declare_people(add: Endpoints) -> None:
    add.add(
        "GET",
        "/api/people",
        people,
        summary="Everybody",
        schema=s.fields(
            people=s.many(
                s.fields(
                    name=s.TEXT,
                    role=s.one_of(Role),
                    enabled=s.YES_OR_NO,
                    has_password=s.YES_OR_NO,
                    must_change=s.YES_OR_NO,
                )
            ),
            recoveries=s.many(
                s.fields(name=s.TEXT, at_ms=s.WHOLE, reason=s.TEXT, os_user=s.TEXT, host=s.TEXT)
            ),
        ),
        tag="people",
    )
    add.add(
        "POST",
        "/api/people",
        add_person,
        summary="Add a person",
        body=text_fields("name", "role", "password"),
        schema=s.fields(name=s.TEXT, role=s.one_of(Role)),
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/people/{name}/{change}",
        change_person,
        summary="Change a person: disable, enable, role, password",
        body={"type": "object", "properties": {"role": s.one_of(Role), "password": TEXT}},
        problems=(404,),
        schema=s.fields(name=s.TEXT, changed=s.one_of(("disable", "enable", "role", "password"))),
        key=True,
        tag="people",
    )


async def _hashing(call: Call, work: Callable[..., _T], *arguments: Any) -> _T:
    """Backpressure: hashing a password takes 64 MB and a core, so few are hashed at a time."""
    return await to_thread.run_sync(work, *arguments, limiter=call.service.hashers)


async def me(call: Call) -> Response:
    return json(_me(call, call.caller))


def _me(call: Call, caller: Caller) -> dict[str, Any]:
    people = call.service.guard.people
    views = call.service.demo and caller.role is not None and not caller.device
    return {
        "name": caller.name or None,
        "role": caller.role,
        "post": None if caller.actor is None else int(caller.actor.post),
        "csrf": csrf_of(caller),
        "demo": call.service.demo,
        "practice": call.service.practice,
        "timezone": call.service.zone.key,
        "set_up_needed": people.nobody_yet and not call.service.demo,
        "password_change_needed": caller.must_change,
    } | ({"view": view_of(caller.name)} if views else {})


async def _signed_in(call: Call, token: str) -> Response:
    """The answer to somebody who has just signed in. The session that the browser had until now is
    over, but in a demonstration, where other tabs may go on as somebody else.
    """
    guard, cookies = call.service.guard, [COOKIE]
    caller = guard.person(token)
    if call.service.demo:
        cookies.append(cookie_of(view_of(caller.name)))
    else:
        await run_in_threadpool(guard.sign_out, call.caller)
    response = json(_me(call, caller))
    for cookie in cookies:
        response.set_cookie(
            cookie,
            token,
            httponly=True,
            samesite="strict",
            secure=call.request.url.scheme == "https",
            path="/",
        )
    return response


async def sign_in(call: Call) -> Response:
    name, word = await texts(call, "name", "password")
    call.service.guard.check_origin(call.request)
    guard, security, address = call.service.guard, call.service.security, address_of(call.request)
    try:
        token = await _hashing(call, guard.sign_in, name, word, address)
    except Problem as problem:
        security.not_signed_in(problem, name, address)
        raise
    security.signed_in()
    return await _signed_in(call, token)


async def sign_out(call: Call) -> Response:
    await run_in_threadpool(call.service.guard.sign_out, call.caller)
    response = json(_me(call, NOBODY))
    if call.service.demo:
        response.delete_cookie(cookie_of(view_of(call.caller.name)), path="/")
    if session_token(call.request.headers.get("cookie")) == call.caller.token:
        response.delete_cookie(COOKIE, path="/")
    return response


async def setup(call: Call) -> Response:
    token, name, word = await texts(call, "token", "name", "password")
    call.service.guard.check_origin(call.request)
    session = await _hashing(call, call.service.guard.set_up, token, name, word)
    return await _signed_in(call, session)


async def demo_sign_in(call: Call) -> Response:
    if not call.service.demo:
        raise Problem(
            404, "not-a-demo", "This is not a demonstration; sign in with name and password."
        )
    raw = await object_of(call)
    (text,) = strings(raw, "role")
    call.service.guard.check_origin(call.request)
    role, second = role_of(text), raw.get("second", False)
    if not isinstance(second, bool):
        raise Problem(422, "bad-field", "second must be true or false.", where="second")
    name = (DEMO_SECONDS if second else DEMO_NAMES).get(role)
    if name is None:
        raise Problem(
            422, "bad-field", f"There is only one {role} in a demonstration.", where="second"
        )
    session = _held(call, name)
    if session is None:
        session = await run_in_threadpool(call.service.guard.open_session, name)
    return await _signed_in(call, session)


def _held(call: Call, name: str) -> str | None:
    """The session that a person of a demonstration has in another tab of this browser."""
    try:
        caller = call.service.guard.sender(call.request, None, view_of(name))
    except Stranger:
        return None
    return caller.token if caller.name == name else None


async def password(call: Call) -> Response:
    if call.caller.device:
        raise Problem(403, "not-permitted", "A device has no password.")
    key = idempotency_key(call.request)
    old, new = await texts(call, "old", "new")
    guard, name = call.service.guard, call.caller.name
    if await _hashing(call, guard.is_password_changed, name, new, key):
        return done(_me(call, call.caller), True)
    fitting = await _hashing(call, guard.check_password, name, old, address_of(call.request))
    if old == new:
        raise Problem(
            422, "bad-password", "Choose a password other than the current one.", where="new"
        )
    hashed = await _hashing(call, guard.change_password, name, fitting, new, key)
    return await _signed_in(call, await run_in_threadpool(guard.open_session, name, hashed))


async def people(call: Call) -> Response:
    everybody = call.service.guard.people
    return json(
        {
            "people": [
                {
                    "name": one.name,
                    "role": one.role,
                    "enabled": one.enabled,
                    "has_password": bool(one.password),
                    "must_change": one.must_change,
                }
                for one in everybody.persons.values()
            ],
            "recoveries": [msgspec.to_builtins(one) for one in everybody.recoveries],
        }
    )


async def add_person(call: Call) -> Response:
    key = idempotency_key(call.request)
    name, role, word = await texts(call, "name", "role", "password")
    guard, by, kind = call.service.guard, call.caller.name, role_of(role)
    repeated = await _hashing(call, lambda: guard.add(by, name, kind, word, key=key))
    return done({"name": name, "role": role}, repeated)


async def change_person(call: Call) -> Response:
    key = idempotency_key(call.request)
    name, change, by = call.path("name"), call.path("change"), call.caller.name
    guard = call.service.guard
    command: c.PersonCommand
    match change:
        case "disable":
            command = c.DisablePerson(name)
        case "enable":
            command = c.EnablePerson(name)
        case "role":
            command = c.ChangeRole(name, role_of((await texts(call, "role"))[0]))
        case "password":
            (word,) = await texts(call, "password")
            repeated = await _hashing(call, lambda: guard.reset_password(by, name, word, key=key))
            return done({"name": name, "changed": change}, repeated)
        case _:
            raise Problem(
                404, "no-such-change", "A person is changed by disable, enable, role or password."
            )
    repeated = await run_in_threadpool(lambda: guard.change(by, command, key=key))
    return done({"name": name, "changed": change}, repeated)
