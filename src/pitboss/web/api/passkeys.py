"""Endpoints for passkeys: creating and removing them, and the challenges they sign."""

import re

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.web.api.bodies import OwnPassword, PasskeyPurpose, PasskeySignIn, PasskeyToAdd, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.factors import check_owner, own_factors, own_token
from pitboss.web.api.people import signed_in_as, site_of
from pitboss.web.api.problems import Problem
from pitboss.web.auth.admission import address_of
from pitboss.web.auth.passkeys import SIGN_IN, STEP_UP
from pitboss.web.views.people import Me, OwnFactors, PasskeyOptions

_DIGEST = re.compile(r"[0-9a-f]{16,128}")


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "POST",
        "/api/sign-in/passkey",
        sign_in_by_passkey,
        summary="Sign in with a passkey; the session comes as a cookie",
        body=PasskeySignIn,
        problems=(403, 429),
        answer=Me,
        tag="people",
    )
    add.add(
        "POST",
        "/api/factors/passkeys/options",
        new,
        summary="What a browser needs to make a passkey",
        body=OwnPassword,
        problems=(401, 403, 429),
        answer=PasskeyOptions,
        tag="people",
    )
    add.add(
        "POST",
        "/api/factors/passkeys",
        keep,
        summary="Register a passkey that the browser has made",
        body=PasskeyToAdd,
        problems=(403, 409),
        answer=OwnFactors,
        tag="people",
    )
    add.add(
        "POST",
        "/api/factors/passkeys/{passkey}/remove",
        remove,
        summary="Remove a passkey of one's own",
        problems=(403, 404, 409),
        answer=OwnFactors,
        tag="people",
    )
    add.add(
        "POST",
        "/api/passkey-options",
        asked,
        summary="The challenge for a passkey to sign: to sign in, to step up, to approve",
        body=PasskeyPurpose,
        answer=PasskeyOptions,
        tag="people",
    )


async def new(call: Call) -> Response:
    token = own_token(call)
    await check_owner(call, await read(call, OwnPassword))
    guard = call.service.guard
    return json(PasskeyOptions(guard.new_passkey(call.caller.name, token, site_of(call))))


async def keep(call: Call) -> Response:
    token, body, guard = own_token(call), await read(call, PasskeyToAdd), call.service.guard
    name, site = call.caller.name, site_of(call)
    await run_in_threadpool(guard.add_passkey, name, token, body.label, body.passkey, site)
    return json(own_factors(call))


async def remove(call: Call) -> Response:
    guard, name, token = call.service.guard, call.caller.name, own_token(call)
    await run_in_threadpool(guard.password_asked, name, token)
    await run_in_threadpool(guard.remove_passkey, name, call.path("passkey"))
    return json(own_factors(call))


async def asked(call: Call) -> Response:
    purpose = (await read(call, PasskeyPurpose)).purpose
    if purpose not in (SIGN_IN, STEP_UP) and _DIGEST.fullmatch(purpose) is None:
        detail = f"purpose is {SIGN_IN}, {STEP_UP}, or the digest of what is approved."
        raise Problem(422, "bad-field", detail, where="purpose")
    guard, token = call.service.guard, call.caller.token
    return json(PasskeyOptions(guard.asked_of_passkeys(purpose, token, site_of(call))))


async def sign_in_by_passkey(call: Call) -> Response:
    body = await read(call, PasskeySignIn)
    call.service.guard.check_origin(call.request)
    guard, security, address = call.service.guard, call.service.security, address_of(call.request)
    try:
        token = await run_in_threadpool(
            guard.sign_in_by_passkey, body.passkey, site_of(call), address
        )
    except Problem as problem:
        security.not_signed_in(problem, "by a passkey", address)
        security.code_refused(problem, "by a passkey", address)
        raise
    security.signed_in()
    return await signed_in_as(call, token)
