"""Requests that do not say who sends them. If too many come from one address, they are refused
early, so that they cost everybody else as little as possible.
"""

from starlette.types import Scope

from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import NOBODY
from pitboss.web.service import Service

_SAYING_WHO = frozenset((b"cookie", b"authorization", b"x-device"))


def too_many(service: Service, scope: Scope) -> Problem | None:
    """The answer to an anonymous caller who has sent too many requests; None for anybody else, and
    for callers who say who they are, true or not.
    """
    if not scope["path"].startswith("/api/") or any(
        name in _SAYING_WHO for name, _ in scope["headers"]
    ):
        return None
    client = scope.get("client")
    address = "unknown" if client is None else str(client[0])
    try:
        service.throttle.check_stranger(address)
    except Problem as problem:
        service.throttle.refused(NOBODY, address)
        service.security.refused(problem, NOBODY, f"{scope['method']} /api/", address)
        return problem
    return None
