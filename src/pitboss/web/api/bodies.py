"""What requests about people and devices hold, and how a change is answered."""

from typing import Any

from starlette.responses import Response

from pitboss.people.roles import Role
from pitboss.web.api import schemas as s
from pitboss.web.api.exchange import Call, body_of, json
from pitboss.web.api.problems import Problem

TEXT = {"type": "string"}


def text_fields(*names: str) -> dict[str, Any]:
    properties = {name: s.one_of(Role) if name == "role" else TEXT for name in names}
    return {"type": "object", "required": list(names), "properties": properties}


async def object_of(call: Call) -> dict[str, Any]:
    raw = await body_of(call.request)
    if not isinstance(raw, dict):
        raise Problem(422, "bad-field", "The body is a JSON object.")
    return raw


async def texts(call: Call, *names: str) -> list[str]:
    return strings(await object_of(call), *names)


def strings(raw: dict[str, Any], *names: str) -> list[str]:
    for name in names:
        if not isinstance(raw.get(name), str):
            raise Problem(422, "bad-field", f"{name} must be a string.", where=name)
    return [raw[name] for name in names]


def done(value: dict[str, Any], repeated: bool) -> Response:
    """The answer to a change, which may have been made before."""
    return json(value, headers={"Idempotent-Replay": "true"} if repeated else None)


def role_of(text: str) -> Role:
    if text not in list(Role):
        raise Problem(422, "bad-field", f"A role is one of {', '.join(Role)}.", where="role")
    return Role(text)
