"""Signs and consoles: devices that sign in by a token of their own."""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.web.api.bodies import DeviceToAdd, done, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, idempotency_key, json
from pitboss.web.api.problems import Problem
from pitboss.web.views.people import Devices, DeviceView, NewDevice, RevokedDevice


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


async def revoke(call: Call) -> Response:
    key, device = idempotency_key(call.request), call.path("device")
    guard, by = call.service.guard, call.caller.name
    repeated = await run_in_threadpool(lambda: guard.revoke(by, device, key=key))
    return done(RevokedDevice(device, revoked=True), repeated)
