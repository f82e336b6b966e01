"""Endpoints for one's own second factor: setting it up, proving it again, recovery codes."""

import segno
from msgspec import UNSET
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.people.second_factor import needs_factor
from pitboss.web.api.bodies import CodeToCheck, OwnPassword, SecondToGive, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.people import hashing, me_of, site_of
from pitboss.web.api.problems import Problem
from pitboss.web.auth.admission import address_of
from pitboss.web.auth.directory_register import proved_there
from pitboss.web.auth.factor_register import CHANGE
from pitboss.web.views.people import Me, NewCodes, OwnFactors, PasskeyView, TotpToConfirm


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/factors",
        factors,
        summary="What the caller has besides a password",
        answer=OwnFactors,
        tag="people",
    )
    add.add(
        "POST",
        "/api/factors/totp",
        enrol,
        summary="Set up an authenticator app; its secret is shown once",
        body=OwnPassword,
        problems=(401, 403, 409, 429),
        answer=TotpToConfirm,
        tag="people",
    )
    add.add(
        "POST",
        "/api/factors/totp/confirm",
        confirm,
        summary="Confirm the app with a code; the recovery codes are shown once",
        body=CodeToCheck,
        problems=(403, 409, 429),
        answer=NewCodes,
        tag="people",
    )
    add.add(
        "POST",
        "/api/factors/totp/remove",
        remove,
        summary="Remove the app and the recovery codes",
        problems=(403, 409),
        answer=OwnFactors,
        tag="people",
    )
    add.add(
        "POST",
        "/api/factors/codes",
        renew,
        summary="New recovery codes to replace the old ones",
        problems=(403, 409),
        answer=NewCodes,
        tag="people",
    )
    add.add(
        "POST",
        "/api/step-up",
        step_up,
        summary="Prove the second factor again, as approvals require",
        body=SecondToGive,
        problems=(403, 409, 429),
        answer=Me,
        tag="people",
    )


def own_token(call: Call) -> str:
    """The token of a person's session; only people have second factors."""
    token = call.caller.token
    if not call.caller.is_person or token is None:
        raise Problem(403, "not-permitted", "A device has no second factor.")
    return token


async def check_owner(call: Call, body: OwnPassword, before: str = CHANGE) -> None:
    """A caller with a second factor has just proved it; one without gives the password."""
    guard, name, token = call.service.guard, call.caller.name, own_token(call)
    if await run_in_threadpool(guard.password_asked, name, token, before):
        if body.password is UNSET:
            raise Problem(422, "bad-field", "password must be a string.", where="password")
        address = address_of(call.request)
        await hashing(call, guard.check_own_password, call.caller, body.password, address)


async def factors(call: Call) -> Response:
    own_token(call)
    return json(own_factors(call))


def own_factors(call: Call) -> OwnFactors:
    """The caller's own second factors, as the caller sees them."""
    guard = call.service.guard
    person = guard.people.persons[call.caller.name]
    return OwnFactors(
        totp=person.factors.totp is not None,
        locked=person.factors.locked,
        codes_left=len(person.factors.codes),
        passkeys=[PasskeyView(one.id, one.label) for one in person.factors.passkeys],
        pin=person.pin is not None,
        needed=needs_factor(guard.people, person, guard.rules),
        directory=proved_there(call.service.directory, person),
        proved_lately=guard.is_proved_lately(call.caller.token),
    )


async def enrol(call: Call) -> Response:
    own_token(call)
    await check_owner(call, await read(call, OwnPassword))
    made = await run_in_threadpool(call.service.guard.enrol_totp, call.caller.name)
    picture = segno.make(made.uri, error="m", micro=False).svg_data_uri(scale=4)
    return json(TotpToConfirm(secret=made.secret, uri=made.uri, qr=picture))


async def confirm(call: Call) -> Response:
    token, name, address = own_token(call), call.caller.name, address_of(call.request)
    body, guard = await read(call, CodeToCheck), call.service.guard
    try:
        codes = await run_in_threadpool(guard.confirm_totp, name, token, body.code, address)
    except Problem as problem:
        call.service.security.code_refused(problem, name, address)
        raise
    return json(NewCodes(codes))


async def remove(call: Call) -> Response:
    guard, name, token = call.service.guard, call.caller.name, own_token(call)
    await run_in_threadpool(guard.password_asked, name, token)
    await run_in_threadpool(guard.remove_totp, name)
    return json(own_factors(call))


async def renew(call: Call) -> Response:
    guard, name, token = call.service.guard, call.caller.name, own_token(call)
    await run_in_threadpool(guard.password_asked, name, token)
    return json(NewCodes(await run_in_threadpool(guard.renew_codes, name)))


async def step_up(call: Call) -> Response:
    token, name, address = own_token(call), call.caller.name, address_of(call.request)
    body, guard = await read(call, SecondToGive), call.service.guard
    if (body.code is UNSET) is (body.passkey is UNSET):
        raise Problem(422, "bad-field", "Give a code, or a passkey.", where="code")
    try:
        if body.passkey is not UNSET:
            answer, site = body.passkey, site_of(call)
            await run_in_threadpool(guard.step_up_by_passkey, name, token, answer, site, address)
        elif body.code is not UNSET:
            await run_in_threadpool(guard.step_up, name, token, body.code, address)
    except Problem as problem:
        call.service.security.code_refused(problem, name, address)
        raise
    return json(me_of(call, call.caller))
