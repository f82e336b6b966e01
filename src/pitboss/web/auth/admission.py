"""Admission: who sends a request, and whether they are let in."""

from starlette.requests import Request

from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import NOBODY, Caller, Stranger
from pitboss.web.auth.permissions import held_back, may
from pitboss.web.auth.programs import check_scope
from pitboss.web.service import Service


async def caller_of(service: Service, request: Request, path: str) -> Caller:
    """Who sends a request."""
    if not path.startswith("/api/"):
        # Health and metrics are open to all, and must not depend on the database.
        return NOBODY
    try:
        return service.guard.caller(request)
    except Stranger:
        service.throttle.check_stranger(address_of(request))
        return await service.reads.carry_out(lambda: service.guard.caller_afresh(request))


def let_in(service: Service, request: Request, path: str, caller: Caller) -> None:
    """Admits a caller, or not: they must not ask too often, the table of permissions must allow it,
    and a change must come from our own pages.
    """
    method, only = request.method, caller.only
    service.throttle.take(caller, address_of(request))
    if caller.fault:
        raise service.guard.token_problem(caller)
    if not may(caller.role, method, path):
        if caller.role is None:
            raise Problem(401, "sign-in-needed", "Sign in first.")
        raise Problem(403, "not-permitted", f"This is not for a {caller.role.replace('-', ' ')}.")
    if caller.scope is not None:
        check_scope(caller.scope, method, path, request.path_params.get("table"))
    if only is not None and held_back(only, method, path):
        if caller.must_change:
            detail = "Choose a password of your own first (/api/password)."
            raise Problem(403, "password-change-needed", detail)
        if caller.prove:
            raise Problem(
                403, "second-factor-needed", "Prove your second factor first (/api/step-up)."
            )
        detail = "Your post signs in with a second factor: set one up first (/api/factors)."
        raise Problem(403, "enrolment-needed", detail)
    if caller.table is not None and request.path_params.get("table", caller.table) != caller.table:
        raise Problem(403, "other-table", f"This console is for {caller.table} only.")
    if method != "GET" and caller.role is not None:
        service.guard.check_change(request, caller)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    client = request.scope.get("client")
    return "unknown" if client is None else str(client[0])
