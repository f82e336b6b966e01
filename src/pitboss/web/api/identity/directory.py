"""Signing in by the house's directory: out to it, and back."""

import logging

from anyio import to_thread
from starlette.responses import Response

from pitboss.web.api.bodies import DirectoryAnswer, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.people import signed_in_as, site_of
from pitboss.web.api.problems import Problem
from pitboss.web.auth.admission import address_of
from pitboss.web.auth.directory import Directory, DirectoryAway
from pitboss.web.views.people import Me
from pitboss.web.views.tokens import DirectoryStart

_log = logging.getLogger("pitboss.directory")


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "POST",
        "/api/sign-in/directory/start",
        start,
        summary="Begin to sign in by the house's directory",
        problems=(404, 503),
        answer=DirectoryStart,
        tag="people",
    )
    add.add(
        "POST",
        "/api/sign-in/directory",
        finish,
        summary="Sign in with what the directory has answered; the session comes as a cookie",
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
    _log.warning("the directory is away: %s", error)
    detail = "The directory does not answer; try again, or sign in with a password."
    return Problem(503, "directory-away", detail, headers={"Retry-After": "10"})


async def start(call: Call) -> Response:
    directory, site = _directory(call), site_of(call).origin
    limiter = call.service.directory_threads
    try:
        address, flow = await to_thread.run_sync(directory.begin, site, limiter=limiter)
    except DirectoryAway as error:
        raise _away(error) from None
    return json(DirectoryStart(address, flow))


async def finish(call: Call) -> Response:
    directory, body = _directory(call), await read(call, DirectoryAnswer)
    service, address = call.service, address_of(call.request)

    def opened() -> str:
        given = directory.finish(body.code, body.state, body.iss or None, body.flow)
        roles, second = directory.roles_of(given.groups), directory.use.second_factor
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
