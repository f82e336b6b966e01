"""Signs and consoles: devices that sign in with a token of their own."""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.people.state import device_of
from pitboss.web.api.bodies import DeviceToAdd, DeviceToken, done, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, idempotency_key, json
from pitboss.web.api.problems import Problem
from pitboss.web.auth.cookies import device_cookie_of
from pitboss.web.auth.register import digest
from pitboss.web.views.people import (
    Devices,
    DeviceView,
    NewDevice,
    RevokedDevice,
    SignedInDevice,
)

MOST_S = 400 * 24 * 3_600
"""The longest that browsers keep a cookie."""


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/devices",
        devices,
        summary="Signs and consoles",
        answer=Devices,
        tag="people",
    )
    add.add(
        "POST",
        "/api/devices",
        add_device,
        summary="Add a device; its token is shown once",
        body=DeviceToAdd,
        problems=(404,),
        answer=NewDevice,
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/devices/{device}/renew",
        renew,
        summary="Give a device a new token, which is shown once; the old one stops working",
        problems=(404, 409, 422),
        answer=NewDevice,
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/device",
        sign_in,
        summary="Sign a device in: its token becomes a cookie",
        body=DeviceToken,
        problems=(401, 403),
        answer=SignedInDevice,
        tag="people",
    )
    add.add(
        "POST",
        "/api/devices/{device}/revoke",
        revoke,
        summary="Revoke a device",
        problems=(404, 409, 422),
        answer=RevokedDevice,
        key=True,
        tag="people",
    )


async def devices(call: Call) -> Response:
    known = call.service.guard.people.devices.values()
    return json(
        Devices(
            [
                DeviceView(
                    device=one.id,
                    role=one.role,
                    label=one.label,
                    table=one.table,
                    revoked=one.revoked,
                    ends_ms=one.ends_ms,
                )
                for one in known
            ]
        )
    )


async def add_device(call: Call) -> Response:
    key = idempotency_key(call.request)
    new = await read(call, DeviceToAdd)
    if new.table is not None and new.table not in call.service.hub.tables:
        raise Problem(404, "no-such-table", f"There is no table {new.table}.", where="table")
    guard, by = call.service.guard, call.caller.name
    device, token = await run_in_threadpool(
        lambda: guard.add_device(by, new.role, new.label, table=new.table, key=key)
    )
    return done(NewDevice(device, token), token is None)


async def renew(call: Call) -> Response:
    key, device = idempotency_key(call.request), call.path("device")
    guard, by = call.service.guard, call.caller.name
    token = await run_in_threadpool(lambda: guard.renew_device(by, device, key=key))
    return done(NewDevice(device, token), token is None)


async def sign_in(call: Call) -> Response:
    """A page that was opened with a token in its address exchanges it for a cookie at once."""
    token = (await read(call, DeviceToken)).token
    guard, request = call.service.guard, call.request
    guard.check_origin(request)
    people = await call.read(guard.refresh)
    now_ms = call.service.clock_ms()
    device = device_of(people, digest(token), now_ms)
    if device is None:
        detail = (
            "This is not, or is no longer, the token of a device; an administrator can renew it."
        )
        raise Problem(401, "no-such-device", detail)
    secure = request.scope.get("scheme") == "https"
    response = json(SignedInDevice(device.id))
    response.set_cookie(
        device_cookie_of(device.id, secure),
        token,
        max_age=MOST_S
        if device.ends_ms is None
        else min(MOST_S, (device.ends_ms - now_ms) // 1000),
        httponly=True,
        samesite="strict",
        secure=secure,
        path="/",
    )
    return response


async def revoke(call: Call) -> Response:
    key, device = idempotency_key(call.request), call.path("device")
    guard, by = call.service.guard, call.caller.name
    repeated = await run_in_threadpool(lambda: guard.revoke(by, device, key=key))
    return done(RevokedDevice(device, revoked=True), repeated)
