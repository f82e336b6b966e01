"""Signs and consoles: devices that sign in by a token of their own."""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.people.roles import Role
from pitboss.web.api import schemas as s
from pitboss.web.api.bodies import TEXT, done, object_of, role_of, strings
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, idempotency_key, json
from pitboss.web.api.problems import Problem

_DEVICE = {
    "type": "object",
    "required": ["role", "label"],
    "properties": {
        "role": s.one_of((Role.DISPLAY, Role.DEALER)),
        "label": TEXT,
        "table": s.maybe(s.TEXT) | {"description": "The one table of a dealer's console."},
    },
}


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
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


async def devices(call: Call) -> Response:
    known = call.service.guard.people.devices.values()
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
                for one in known
            ]
        }
    )


async def add_device(call: Call) -> Response:
    key = idempotency_key(call.request)
    raw = await object_of(call)
    role, label = strings(raw, "role", "label")
    table = raw.get("table")
    if table is not None and (not isinstance(table, str) or table not in call.service.hub.tables):
        raise Problem(404, "no-such-table", f"There is no table {table}.", where="table")
    guard, by, kind = call.service.guard, call.caller.name, role_of(role)
    device, token = await run_in_threadpool(
        lambda: guard.add_device(by, kind, label, table=table, key=key)
    )
    return done({"device": device, "token": token}, token is None)


async def revoke(call: Call) -> Response:
    key, device = idempotency_key(call.request), call.path("device")
    guard, by = call.service.guard, call.caller.name
    repeated = await run_in_threadpool(lambda: guard.revoke(by, device, key=key))
    return done({"device": device, "revoked": True}, repeated)
