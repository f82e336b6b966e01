"""One's own sessions: where somebody is signed in, and ending one of them or all others."""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.web.api.bodies import OwnPassword, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.factors import check_owner, own_token
from pitboss.web.api.problems import Problem, step_up_needed
from pitboss.web.auth.directory_register import proved_there
from pitboss.web.auth.register import digest
from pitboss.web.views.people import OwnSessions, SessionView

OTHERS = "others"
_SHOWN = 16
"""Digits of a session's hash by which its owner identifies it."""
_BEFORE = "you end a session"


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/sessions",
        sessions,
        summary="Where the caller is signed in",
        problems=(403,),
        answer=OwnSessions,
        tag="people",
    )
    add.add(
        "POST",
        "/api/sessions/{session}/end",
        end,
        summary="End one of the caller's sessions, or all the others (others)",
        body=OwnPassword,
        problems=(401, 403, 404, 429),
        answer=OwnSessions,
        tag="people",
    )


async def sessions(call: Call) -> Response:
    return json(await call.read(_shown, call, digest(own_token(call))))


async def end(call: Call) -> Response:
    guard, which, token = call.service.guard, call.path("session"), own_token(call)
    person = guard.people.persons[call.caller.name]
    if proved_there(call.service.directory, person) and not guard.is_proved_lately(token):
        raise step_up_needed(_BEFORE)
    await check_owner(call, await read(call, OwnPassword), _BEFORE)
    here, own = digest(token), await call.read(guard.sessions_of, person.name)
    ended = [key for key in own if (key != here if which == OTHERS else key[:_SHOWN] == which)]
    if not ended and which != OTHERS:
        raise Problem(
            404, "no-such-session", "You have no such session; it may already have ended."
        )
    for key in ended:
        await run_in_threadpool(guard.end_session, person.name, key)
    return json(await call.read(_shown, call, here))


def _shown(call: Call, here: str) -> OwnSessions:
    own = call.service.guard.sessions_of(call.caller.name)
    return OwnSessions(
        [
            SessionView(
                session=key[:_SHOWN],
                opened_ms=one.opened_ms,
                seen_ms=one.seen_ms,
                ends_ms=one.expires_ms,
                here=key == here,
            )
            for key, one in own.items()
        ]
    )
