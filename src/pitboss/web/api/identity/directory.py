"""Signing in through the house's directory: the way there and the way back."""

import logging

from anyio import to_thread
from starlette.responses import Response

from pitboss.web.api.bodies import DirectoryAnswer, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.factors import own_token
from pitboss.web.api.people import me_of, signed_in_as, site_of
from pitboss.web.api.problems import Problem
from pitboss.web.auth.admission import address_of
from pitboss.web.auth.directory import Directory, DirectoryAway
from pitboss.web.auth.directory_register import proved_there
from pitboss.web.auth.register import digest
from pitboss.web.views.people import Me
from pitboss.web.views.tokens import DirectoryStart

_log = logging.getLogger("pitboss.directory")


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "POST",
        "/api/sign-in/directory/start",
        start,
        summary="Start signing in through the house's directory",
        problems=(404, 503),
        answer=DirectoryStart,
        tag="people",
    )
    add.add(
        "POST",
        "/api/step-up/directory/start",
        start_again,
        summary="Start proving the caller's identity at the directory again, as approvals require",
        problems=(403, 404, 409, 503),
        answer=DirectoryStart,
        tag="people",
    )
    add.add(
        "POST",
        "/api/step-up/directory",
        step_up,
        summary="Prove with the directory's answer that the caller has signed in again",
        body=DirectoryAnswer,
        problems=(403, 404, 409, 503),
        answer=Me,
        tag="people",
    )
    add.add(
        "POST",
        "/api/sign-in/directory",
        finish,
        summary="Sign in with the directory's answer; the session comes as a cookie",
        body=DirectoryAnswer,
        problems=(404, 503),
        answer=Me,
        tag="people",
    )


def _directory(call: Call) -> Directory:
    call.service.guard.check_origin(call.request)
    directory = call.service.directory
    if directory is None:
        raise Problem(404, "no-directory", "This house has no directory; sign in with a password.")
    return directory


def _away(error: DirectoryAway) -> Problem:
    _log.warning("the directory does not answer: %s", error)
    detail = "The directory does not answer; try again, or sign in with a password."
    return Problem(503, "directory-away", detail, headers={"Retry-After": "10"})


async def start(call: Call) -> Response:
    return await _begun(call, _directory(call))


async def _begun(call: Call, directory: Directory, session: str = "") -> Response:
    site, limiter = site_of(call).origin, call.service.directory_threads
    try:
        address, flow = await to_thread.run_sync(directory.begin, site, session, limiter=limiter)
    except DirectoryAway as error:
        raise _away(error) from None
    return json(DirectoryStart(address, flow))


async def finish(call: Call) -> Response:
    directory, body = _directory(call), await read(call, DirectoryAnswer)
    service, address = call.service, address_of(call.request)

    def opened() -> str:
        given = directory.finish(body.code, body.state, body.iss or None, body.flow)
        roles = directory.roles_of(given.groups)
        second = directory.use.second_factor and not given.weak
        return service.guard.open_by_directory(given, roles, second=second)

    try:
        token = await to_thread.run_sync(opened, limiter=service.directory_threads)
    except DirectoryAway as error:
        raise _away(error) from None
    except Problem as problem:
        service.security.not_signed_in(problem, "by the directory", address)
        raise
    service.security.signed_in()
    return await signed_in_as(call, token)


# ── once more, in a session that goes on ──────────────────────────────────────────────────────────


def _with_second_factor(call: Call) -> Directory:
    """The directory, if it provides the second factor and the caller has none here."""
    directory, person = _directory(call), call.service.guard.people.persons[call.caller.name]
    if not proved_there(directory, person):
        detail = "Your second factor is not the directory's: prove it here (/api/step-up)."
        raise Problem(409, "no-second-factor", detail)
    return directory


async def start_again(call: Call) -> Response:
    session = digest(own_token(call))
    return await _begun(call, _with_second_factor(call), session)


async def step_up(call: Call) -> Response:
    token, name, address = own_token(call), call.caller.name, address_of(call.request)
    directory, body = _with_second_factor(call), await read(call, DirectoryAnswer)
    service = call.service

    def proved() -> None:
        given = directory.finish(body.code, body.state, body.iss or None, body.flow, digest(token))
        service.guard.step_up_by_directory(name, token, given)

    try:
        await to_thread.run_sync(proved, limiter=service.directory_threads)
    except DirectoryAway as error:
        raise _away(error) from None
    except Problem as problem:
        service.security.code_refused(problem, name, address)
        raise
    return json(me_of(call, call.caller))
