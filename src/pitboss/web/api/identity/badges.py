"""Badges for approvals at the table: issued by two administrators, revoked by one."""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.people.commands import RevokeBadge
from pitboss.web.api.bodies import BadgeToIssue, done, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, idempotency_key
from pitboss.web.views.tokens import BadgeChange


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "POST",
        "/api/badges/{name}",
        issue,
        summary="Give somebody a badge for approvals, replacing any other",
        body=BadgeToIssue,
        problems=(404,),
        answer=BadgeChange,
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/badges/{name}/revoke",
        revoke,
        summary="Revoke somebody's badge",
        problems=(404, 409, 422),
        answer=BadgeChange,
        key=True,
        tag="people",
    )


async def issue(call: Call) -> Response:
    key, name = idempotency_key(call.request), call.path("name")
    number = (await read(call, BadgeToIssue)).badge
    guard, by = call.service.guard, call.caller.name
    given = await run_in_threadpool(lambda: guard.issue_badge(by, name, number, key=key))
    return done(BadgeChange(name, given.waits is None, given.waits), given.repeated)


async def revoke(call: Call) -> Response:
    key, name = idempotency_key(call.request), call.path("name")
    guard, by = call.service.guard, call.caller.name
    revoked = await run_in_threadpool(lambda: guard.change(by, RevokeBadge(name), key=key))
    return done(BadgeChange(name, badge=False, waits=None), revoked.repeated)
