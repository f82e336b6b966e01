"""Changes to a person that one administrator proposes and another approves or drops."""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.people import commands as c
from pitboss.web.api.bodies import done
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, check_stepped_up, idempotency_key
from pitboss.web.api.problems import Problem
from pitboss.web.views.people import DecidedDeed


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "POST",
        "/api/deeds/{digest}/{answer}",
        decide_deed,
        summary="Approve what another administrator has proposed, or drop it",
        problems=(404,),
        answer=DecidedDeed,
        key=True,
        tag="people",
    )


async def decide_deed(call: Call) -> Response:
    """Another administrator approves a proposal, or somebody drops it."""
    key = idempotency_key(call.request)
    digest, answer = call.path("digest"), call.path("answer")
    if answer not in ("approve", "drop"):
        raise Problem(404, "no-such-change", "What waits is approved or dropped.")
    command = c.ApproveDeed(digest) if answer == "approve" else c.DropDeed(digest)
    guard, by = call.service.guard, call.caller.name
    if answer == "approve":
        check_stepped_up(call)
    changed = await run_in_threadpool(lambda: guard.change(by, command, key=key))
    return done(DecidedDeed(digest, answer), changed.repeated)
