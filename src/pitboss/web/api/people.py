"""Endpoints for signing in and out, people and devices."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from anyio import to_thread
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.people import commands as c
from pitboss.people.roles import Role
from pitboss.web.api import schemas as s
from pitboss.web.api.endpoints import Call, Endpoints
from pitboss.web.api.problems import Problem
from pitboss.web.auth.cookies import COOKIE, cookie_of, session_token, view_of
from pitboss.web.auth.sessions import NOBODY, Caller, Stranger
from pitboss.web.service import address_of, body_of, idempotency_key, json

_TEXT = {"type": "string"}
_T = TypeVar("_T")
DEMO_NAMES = {role: f"demo-{role}" for role in Role}
DEMO_SECONDS = {role: f"demo-{role}-2" for role in (Role.PLAYER, Role.SHIFT_MANAGER)}
"""A demonstration has two of these: what needs two persons can be done, and two can play at one table."""


def _fields(*names: str) -> dict[str, Any]:
    properties = {name: s.one_of(Role) if name == "role" else _TEXT for name in names}
    return {"type": "object", "required": list(names), "properties": properties}


_DEVICE = {
    "type": "object",
    "required": ["role", "label"],
    "properties": {
        "role": s.one_of((Role.DISPLAY, Role.DEALER)),
        "label": _TEXT,
        "table": s.maybe(s.TEXT) | {"description": "The one table of a dealer's console."},
    },
}


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    me_schema = s.ref("Me")
    add.add("GET", "/api/me", me, summary="Who the caller is", schema=me_schema, tag="people")
    add.add(
        "POST",
        "/api/sign-in",
        sign_in,
        summary="Sign in; the session comes as a cookie",
        body=_fields("name", "password"),
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
        body=_fields("token", "name", "password"),
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
                "second": s.YES_OR_NO | {"description": "The other player, or the other shift manager."},
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
        body=_fields("old", "new"),
        problems=(429,),
        schema=me_schema,
        key=True,
        tag="people",
    )
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
        body=_fields("name", "role", "password"),
        schema=s.fields(name=s.TEXT, role=s.one_of(Role)),
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/people/{name}/{change}",
        change_person,
        summary="Change a person: disable, enable, role, password",
        body={"type": "object", "properties": {"role": s.one_of(Role), "password": _TEXT}},
        problems=(404,),
        schema=s.fields(name=s.TEXT, changed=s.one_of(("disable", "enable", "role", "password"))),
        key=True,
        tag="people",
    )
    add.add(
        "GET",
        "/api/devices",
        devices,
        summary="Signs and consoles",
        schema=s.fields(
            devices=s.many(
                s.fields(
                    device=s.TEXT,
                    role=s.one_of(Role),
                    label=s.TEXT,
                    table=s.maybe(s.TEXT),
                    revoked=s.YES_OR_NO,
                )
            )
        ),
        tag="people",
    )
    add.add(
        "POST",
        "/api/devices",
        add_device,
        summary="Add a device; its token is shown once",
        body=_DEVICE,
        problems=(404,),
        schema=s.fields(device=s.TEXT, token=s.maybe(s.TEXT)),
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/devices/{device}/revoke",
        revoke,
        summary="Revoke a device",
        problems=(404, 409, 422),
        schema=s.fields(device=s.TEXT, revoked=s.YES_OR_NO),
        key=True,
        tag="people",
    )


async def _hashing(call: Call, work: Callable[..., _T], *arguments: Any) -> _T:
    """Work on a password takes 64 MB and a core, so little of it is done at once, whoever asks for it."""
    return await to_thread.run_sync(work, *arguments, limiter=call.service.hashers)


async def _object(call: Call) -> dict[str, Any]:
    raw = await body_of(call.request)
    if not isinstance(raw, dict):
        raise Problem(422, "bad-field", "The body is a JSON object.")
    return raw


async def _texts(call: Call, *names: str) -> list[str]:
    return _strings(await _object(call), *names)


def _strings(raw: dict[str, Any], *names: str) -> list[str]:
    for name in names:
        if not isinstance(raw.get(name), str):
            raise Problem(422, "bad-field", f"{name} must be a string.", where=name)
    return [raw[name] for name in names]


def _done(value: dict[str, Any], repeated: bool) -> Response:
    """The answer to a change, which may have been made before."""
    return json(value, headers={"Idempotent-Replay": "true"} if repeated else None)


def _role(text: str) -> Role:
    if text not in list(Role):
        raise Problem(422, "bad-field", f"A role is one of {', '.join(Role)}.", where="role")
    return Role(text)


async def me(call: Call) -> Response:
    return json(_me(call, call.caller))


def _me(call: Call, caller: Caller) -> dict[str, Any]:
    people = call.service.guard.people
    views = call.service.demo and caller.role is not None and not caller.device
    return {
        "name": caller.name or None,
        "role": caller.role,
        "post": None if caller.actor is None else int(caller.actor.post),
        "csrf": caller.csrf,
        "demo": call.service.demo,
        "practice": call.service.practice,
        "timezone": call.service.zone.key,
        "set_up_needed": people.nobody_yet and not call.service.demo,
        "password_change_needed": caller.must_change,
    } | ({"view": view_of(caller.name)} if views else {})


async def _signed_in(call: Call, token: str) -> Response:
    """The answer to somebody who has just signed in. The session that the browser had until now is over, but in a
    demonstration, where other tabs may go on as somebody else.
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
    name, word = await _texts(call, "name", "password")
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
    token, name, word = await _texts(call, "token", "name", "password")
    call.service.guard.check_origin(call.request)
    session = await _hashing(call, call.service.guard.set_up, token, name, word)
    return await _signed_in(call, session)


async def demo_sign_in(call: Call) -> Response:
    if not call.service.demo:
        raise Problem(404, "not-a-demo", "This is not a demonstration; sign in with name and password.")
    raw = await _object(call)
    (text,) = _strings(raw, "role")
    call.service.guard.check_origin(call.request)
    role, second = _role(text), raw.get("second", False)
    if not isinstance(second, bool):
        raise Problem(422, "bad-field", "second must be true or false.", where="second")
    name = (DEMO_SECONDS if second else DEMO_NAMES).get(role)
    if name is None:
        raise Problem(422, "bad-field", f"There is only one {role} in a demonstration.", where="second")
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
    old, new = await _texts(call, "old", "new")
    guard, name = call.service.guard, call.caller.name
    if await _hashing(call, guard.is_password_changed, name, new, key):
        return _done(_me(call, call.caller), True)
    fitting = await _hashing(call, guard.check_password, name, old, address_of(call.request))
    if old == new:
        raise Problem(422, "bad-password", "Choose a password other than the current one.", where="new")
    hashed = await _hashing(call, guard.change_password, name, fitting, new, key)
    return await _signed_in(call, await run_in_threadpool(guard.open_session, name, hashed))


async def people(call: Call) -> Response:
    found = call.service.guard.people
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
                for one in found.persons.values()
            ],
            "recoveries": [msgspec.to_builtins(one) for one in found.recoveries],
        }
    )


async def add_person(call: Call) -> Response:
    key = idempotency_key(call.request)
    name, role, word = await _texts(call, "name", "role", "password")
    guard, by, kind = call.service.guard, call.caller.name, _role(role)
    repeated = await _hashing(call, lambda: guard.add(by, name, kind, word, key=key))
    return _done({"name": name, "role": role}, repeated)


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
            command = c.ChangeRole(name, _role((await _texts(call, "role"))[0]))
        case "password":
            (word,) = await _texts(call, "password")
            repeated = await _hashing(call, lambda: guard.reset_password(by, name, word, key=key))
            return _done({"name": name, "changed": change}, repeated)
        case _:
            raise Problem(404, "no-such-change", "A person is changed by disable, enable, role or password.")
    repeated = await run_in_threadpool(lambda: guard.change(by, command, key=key))
    return _done({"name": name, "changed": change}, repeated)


async def devices(call: Call) -> Response:
    found = call.service.guard.people.devices.values()
    return json(
        {
            "devices": [
                {
                    "device": one.id,
                    "role": one.role,
                    "label": one.label,
                    "table": one.table,
                    "revoked": one.revoked,
                }
                for one in found
            ]
        }
    )


async def add_device(call: Call) -> Response:
    key = idempotency_key(call.request)
    raw = await _object(call)
    role, label = _strings(raw, "role", "label")
    table = raw.get("table")
    if table is not None and (not isinstance(table, str) or table not in call.service.hub.tables):
        raise Problem(404, "no-such-table", f"There is no table {table}.", where="table")
    guard, by, kind = call.service.guard, call.caller.name, _role(role)
    device, token = await run_in_threadpool(lambda: guard.add_device(by, kind, label, table=table, key=key))
    return _done({"device": device, "token": token}, token is None)


async def revoke(call: Call) -> Response:
    key, device = idempotency_key(call.request), call.path("device")
    guard, by = call.service.guard, call.caller.name
    repeated = await run_in_threadpool(lambda: guard.revoke(by, device, key=key))
    return _done({"device": device, "revoked": True}, repeated)
