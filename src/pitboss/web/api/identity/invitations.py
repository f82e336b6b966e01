"""Endpoints for one-time links: whoever was invited chooses a password and is signed in."""

from starlette.responses import Response

from pitboss.people.roles import Role
from pitboss.people.state import Person
from pitboss.web.api.bodies import InvitationToAccept, InvitationToRead, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.people import hashing, signed_in_as, takes_passwords
from pitboss.web.api.problems import Problem
from pitboss.web.views.people import InvitationView, Me


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "POST",
        "/api/invitations",
        invitation,
        summary="For whom a one-time link is",
        body=InvitationToRead,
        problems=(404,),
        answer=InvitationView,
        tag="people",
    )
    add.add(
        "POST",
        "/api/invitations/accept",
        accept,
        summary="Choose a password with a one-time link; the session comes as a cookie",
        body=InvitationToAccept,
        problems=(404, 429),
        answer=Me,
        tag="people",
    )


def _invited(call: Call, token: str) -> Person:
    person = call.service.guard.invited(token, call.service.clock_ms())
    if not takes_passwords(call) and person.role is not Role.ADMINISTRATOR:
        detail = "In this house you sign in through the directory; use that."
        raise Problem(403, "passwords-off", detail)
    return person


async def invitation(call: Call) -> Response:
    person = _invited(call, (await read(call, InvitationToRead)).token)
    return json(InvitationView(name=person.name, role=person.role, ends_ms=person.link_until_ms))


async def accept(call: Call) -> Response:
    body = await read(call, InvitationToAccept)
    guard = call.service.guard
    guard.check_origin(call.request)
    person = _invited(call, body.token)
    hashed = await hashing(call, guard.accept, body.token, person, body.password)
    session = await hashing(call, guard.open_session, person.name, hashed)
    call.service.security.signed_in()
    return await signed_in_as(call, session)
