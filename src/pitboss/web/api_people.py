"""Endpoints for signing in and out, people and devices."""

from collections.abc import Callable
from typing import Any, TypeVar

from anyio import to_thread
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.casino import people as p
from pitboss.casino.people import Role
from pitboss.web import schemas as s
from pitboss.web.endpoints import Call, Endpoints
from pitboss.web.guard import COOKIE, NOBODY, Caller
from pitboss.web.problems import Problem
from pitboss.web.service import body_of, json

_TEXT = {"type": "string"}
_T = TypeVar("_T")
DEMO_NAMES = {role: f"demo-{role}" for role in Role}


def _fields(*names: str) -> dict[str, Any]:
    properties = {name: s.one_of(Role) if name == "role" else _TEXT for name in names}
    return {"type": "object", "required": list(names), "properties": properties}


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
        body={"type": "object", "required": ["role"], "properties": {"role": s.one_of(Role)}},
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
        tag="people",
    )
    add.add(
        "GET",
        "/api/people",
        people,
        summary="Everybody",
        schema=s.fields(
            people=s.many(
                s.fields(name=s.TEXT, role=s.one_of(Role), enabled=s.YES_OR_NO, has_password=s.YES_OR_NO)
            )
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
        tag="people",
    )
    add.add(
        "GET",
        "/api/devices",
        devices,
        summary="Signs and consoles",
        schema=s.fields(
            devices=s.many(s.fields(device=s.TEXT, role=s.one_of(Role), label=s.TEXT, revoked=s.YES_OR_NO))
        ),
        tag="people",
    )
    add.add(
        "POST",
        "/api/devices",
        add_device,
        summary="Add a device; its token is shown once",
        body=_fields("role", "label"),
        schema=s.fields(device=s.TEXT, token=s.TEXT),
        tag="people",
    )
    add.add(
        "POST",
        "/api/devices/{device}/revoke",
        revoke,
        summary="Revoke a device",
        problems=(404,),
        schema=s.fields(device=s.TEXT, revoked={"const": True}),
        tag="people",
    )


async def _hashing(call: Call, work: Callable[..., _T], *arguments: Any) -> _T:
    """Work on a password takes 64 MB and a core, so little of it is done at once, whoever asks for it."""
    return await to_thread.run_sync(work, *arguments, limiter=call.service.hashers)


async def _texts(call: Call, *names: str) -> list[str]:
    raw = await body_of(call.request)
    if not isinstance(raw, dict):
        raise Problem(422, "bad-field", "The body is a JSON object.")
    for name in names:
        if not isinstance(raw.get(name), str):
            raise Problem(422, "bad-field", f"{name} must be a string.", where=name)
    return [raw[name] for name in names]


def _role(text: str) -> Role:
    if text not in list(Role):
        raise Problem(422, "bad-field", f"A role is one of {', '.join(Role)}.", where="role")
    return Role(text)


async def me(call: Call) -> Response:
    return json(_me(call, call.caller))


def _me(call: Call, caller: Caller) -> dict[str, Any]:
    people = call.service.guard.people
    return {
        "name": caller.name or None,
        "role": caller.role,
        "post": None if caller.actor is None else int(caller.actor.post),
        "csrf": caller.csrf,
        "demo": call.service.demo,
        "set_up_needed": people.nobody_yet and not call.service.demo,
    }


def _signed_in(call: Call, token: str) -> Response:
    caller = call.service.guard.person(token)
    response = json(_me(call, caller))
    response.set_cookie(
        COOKIE,
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
    client = call.request.client
    address = "unknown" if client is None else client.host
    token = await _hashing(call, call.service.guard.sign_in, name, word, address)
    return _signed_in(call, token)


async def sign_out(call: Call) -> Response:
    await run_in_threadpool(call.service.guard.sign_out, call.caller)
    response = json(_me(call, NOBODY))
    response.delete_cookie(COOKIE, path="/")
    return response


async def setup(call: Call) -> Response:
    token, name, word = await _texts(call, "token", "name", "password")
    call.service.guard.check_origin(call.request)
    session = await _hashing(call, call.service.guard.set_up, token, name, word)
    return _signed_in(call, session)


async def demo_sign_in(call: Call) -> Response:
    if not call.service.demo:
        raise Problem(404, "not-a-demo", "This is not a demonstration; sign in with name and password.")
    (text,) = await _texts(call, "role")
    call.service.guard.check_origin(call.request)
    role = _role(text)
    session = await run_in_threadpool(call.service.guard.open_session, DEMO_NAMES[role])
    return _signed_in(call, session)


async def password(call: Call) -> Response:
    old, new = await _texts(call, "old", "new")
    guard, name = call.service.guard, call.caller.name
    if call.caller.device:
        raise Problem(403, "not-permitted", "A device has no password.")
    client = call.request.client
    await _hashing(call, guard.check_password, name, old, "unknown" if client is None else client.host)
    hashed = await _hashing(call, guard.hashed, new)
    await run_in_threadpool(
        guard.change, name, lambda now_ms: p.PasswordSet(at_ms=now_ms, by=name, name=name, password=hashed)
    )
    token = await run_in_threadpool(guard.open_session, name)
    return _signed_in(call, token)


async def people(call: Call) -> Response:
    found = call.service.guard.people.persons.values()
    return json(
        {
            "people": [
                {
                    "name": one.name,
                    "role": one.role,
                    "enabled": one.enabled,
                    "has_password": bool(one.password),
                }
                for one in found
            ]
        }
    )


async def add_person(call: Call) -> Response:
    name, role, word = await _texts(call, "name", "role", "password")
    guard = call.service.guard
    await _hashing(call, guard.add, call.caller.name, name, _role(role), word)
    return json({"name": name, "role": role})


async def change_person(call: Call) -> Response:
    name, change, by = call.path("name"), call.path("change"), call.caller.name
    guard = call.service.guard
    match change:
        case "disable":
            await run_in_threadpool(
                guard.change, name, lambda now_ms: p.PersonDisabled(at_ms=now_ms, by=by, name=name)
            )
        case "enable":
            await run_in_threadpool(
                guard.change, name, lambda now_ms: p.PersonEnabled(at_ms=now_ms, by=by, name=name)
            )
        case "role":
            role = _role((await _texts(call, "role"))[0])
            await run_in_threadpool(
                guard.change, name, lambda now_ms: p.RoleSet(at_ms=now_ms, by=by, name=name, role=role)
            )
        case "password":
            (word,) = await _texts(call, "password")
            hashed = await _hashing(call, guard.hashed, word)
            await run_in_threadpool(
                guard.change,
                name,
                lambda now_ms: p.PasswordSet(at_ms=now_ms, by=by, name=name, password=hashed),
            )
        case _:
            raise Problem(404, "no-such-change", "A person is changed by disable, enable, role or password.")
    return json({"name": name, "changed": change})


async def devices(call: Call) -> Response:
    found = call.service.guard.people.devices.values()
    return json(
        {
            "devices": [
                {"device": one.id, "role": one.role, "label": one.label, "revoked": one.revoked}
                for one in found
            ]
        }
    )


async def add_device(call: Call) -> Response:
    role, label = await _texts(call, "role", "label")
    device, token = await run_in_threadpool(
        call.service.guard.add_device, call.caller.name, _role(role), label
    )
    return json({"device": device, "token": token})


async def revoke(call: Call) -> Response:
    await run_in_threadpool(call.service.guard.revoke, call.caller.name, call.path("device"))
    return json({"device": call.path("device"), "revoked": True})
