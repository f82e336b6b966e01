"""Declaring endpoints: who may call them, what they take and what they answer, all of it in the
OpenAPI document.
"""

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pitboss.web.addresses import give_slashes_back
from pitboss.web.api.exchange import Call, check_deadline, idempotency_key
from pitboss.web.api.openapi import DeclaredOperation, Kind, Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.auth.admission import address_of, caller_of, let_in
from pitboss.web.auth.callers import NOBODY
from pitboss.web.auth.permissions import PERMISSIONS
from pitboss.web.routes import DirectRoutes
from pitboss.web.service import Service

Handler = Callable[[Call], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]


class Undeclared(LookupError):
    """An endpoint and the table of permissions disagree; in that case nothing is served."""


class Endpoints:
    """The endpoints of an application, each with its entry in the table of permissions."""

    def __init__(self, routes: list[BaseRoute], direct: DirectRoutes) -> None:
        self._routes = routes
        self._direct = direct
        self._declared: set[tuple[str, str]] = set()
        self.operations: list[DeclaredOperation] = []
        """What the document says about them."""

    def add(
        self,
        method: str,
        path: str,
        handler: Handler,
        *,
        summary: str,
        answer: Kind = None,
        body: Kind = None,
        answers: Mapping[int, str] | None = None,
        problems: tuple[int, ...] = (),
        query: Mapping[str, Parameter] | None = None,
        headers: Mapping[str, Parameter] | None = None,
        media_type: str = "application/json",
        key: bool = False,
        direct: bool = False,
        tag: str = "casino",
    ) -> None:
        """Declares one. ``answer`` and ``body`` are the types of its answer and its body. ``key``:
        it needs an Idempotency-Key. ``direct``: it is called so often that its requests take the
        fast path.
        """
        if (method, path) not in PERMISSIONS:
            raise Undeclared(f"{method} {path} has no entry in the table of permissions")
        self._declared.add((method, path))
        # For commands, key and deadline are checked when they are decided: the request may repeat
        # one that was carried out.
        endpoint = _admitting(method, path, _keyed(handler) if key and not direct else handler)
        if direct:
            self._direct.add(method, path, endpoint)
        self._routes.append(only(method, path, _by_the_framework(endpoint)))
        self.operations.append(
            DeclaredOperation(
                method=method,
                path=path,
                summary=summary,
                tag=tag,
                answer=answer,
                body=body,
                answers=answers or {200: "Done."},
                problems=problems,
                query=query or {},
                headers=headers or {},
                media_type=media_type,
                key=key,
            )
        )

    def check(self) -> None:
        """Checks that every entry in the table of permissions has its endpoint."""
        missing = set(PERMISSIONS) - self._declared
        if missing:
            raise Undeclared(f"permissions without an endpoint: {sorted(missing)}")


def only(method: str, path: str, endpoint: Endpoint) -> Route:
    """A route for exactly one method. A GET route would also take HEAD, and a HEAD request for the
    stream would wait for ever.
    """
    route = Route(path, endpoint, methods=[method])
    route.methods = {method}
    return route


def _admitting(method: str, path: str, handler: Handler) -> Endpoint:
    """Admits a caller before the handler runs; refusals go to the security log."""

    async def endpoint(request: Request) -> Response:
        service: Service = request.app.state.service
        caller = NOBODY
        try:
            caller = await caller_of(service, request, path)
            let_in(service, request, path, caller)
            return await handler(Call(request, caller, service))
        except Problem as problem:
            address = address_of(request)
            service.throttle.refused(caller, address)
            service.security.refused(problem, caller, f"{method} {path}", address)
            raise

    return endpoint


def _keyed(handler: Handler) -> Handler:
    """Checks key and deadline first."""

    async def keyed(call: Call) -> Response:
        idempotency_key(call.request)
        check_deadline(call.service, call.request)
        return await handler(call)

    return keyed


def _by_the_framework(endpoint: Endpoint) -> Endpoint:
    """For a path that the framework has already split."""

    async def framed(request: Request) -> Response:
        give_slashes_back(request.scope)
        return await endpoint(request)

    return framed
