"""Declaring endpoints: who may call them, what they take and answer, all of it in the OpenAPI
document.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from pitboss.web.addresses import give_slashes_back
from pitboss.web.api.problems import PROBLEM_JSON, Problem
from pitboss.web.auth.cookies import COOKIE
from pitboss.web.auth.permissions import PERMISSIONS
from pitboss.web.auth.sessions import Caller
from pitboss.web.routes import DirectRoutes
from pitboss.web.service import (
    Service,
    address_of,
    caller_of,
    check_deadline,
    idempotency_key,
    let_in,
)

Handler = Callable[["Call"], Awaitable[Response]]

_PROBLEMS = {
    401: "Nobody is signed in.",
    403: (
        "The caller's role does not allow it, or the change did not come from Pitboss's own pages."
    ),
    404: "There is no such thing.",
    409: "Refused: the code, the sentence and the clauses say why. Nothing has changed.",
    413: "The body is too large.",
    422: "What was sent can't be understood; the code and the place say what.",
    429: "Too many tries; Retry-After says when to come again.",
    503: (
        "The journal could not be reached. Nothing was acknowledged; send it again with the "
        "same key."
    ),
}

PROBLEM_SCHEMA = {
    "type": "object",
    "required": ["type", "title", "status", "code", "detail", "clauses", "where"],
    "additionalProperties": False,
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable: programs may depend on it."},
        "detail": {"type": "string", "description": "A sentence for people."},
        "clauses": {"type": "array", "items": {"type": "string"}},
        "where": {"type": "string", "description": "The place in what was sent."},
    },
}


SECURITY_SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": (
            "A person who has signed in. A change needs the header X-CSRF-Token too, which "
            "/api/me tells."
        ),
    },
    "device": {
        "type": "http",
        "scheme": "bearer",
        "description": "A sign or a console with its token.",
    },
}


class Undeclared(LookupError):
    """An endpoint and the table of permissions do not agree; nothing is served then."""


class Call:
    """A request with its caller, let in."""

    __slots__ = ("caller", "request", "service")

    def __init__(self, request: Request, caller: Caller, service: Service) -> None:
        self.request, self.caller, self.service = request, caller, service

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def given(self, name: str) -> str | None:
        """A part of the query as it was given; None where it was not."""
        return self.request.query_params.get(name)

    def query(self, name: str, default: str = "") -> str:
        """A part of the query, where one that is empty says no more than one that is missing."""
        return self.request.query_params.get(name, default)


class Endpoints:
    """The endpoints of an application, each with its entry in the table of permissions."""

    def __init__(self, app: FastAPI, direct: DirectRoutes) -> None:
        self._app = app
        self._direct = direct
        self._declared: set[tuple[str, str]] = set()

    def add(
        self,
        method: str,
        path: str,
        handler: Handler,
        *,
        summary: str,
        answers: Mapping[int, str] | None = None,
        problems: tuple[int, ...] = (),
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Mapping[str, Any]] | None = None,
        headers: Mapping[str, Mapping[str, Any]] | None = None,
        schema: Mapping[str, Any] | None = None,
        media_type: str = "application/json",
        key: bool = False,
        direct: bool = False,
        tag: str = "casino",
    ) -> None:
        """Declares one. ``key``: it needs an Idempotency-Key. ``direct``: it is asked so often that
        its requests take the shortest way.
        """
        if (method, path) not in PERMISSIONS:
            raise Undeclared(f"{method} {path} has no entry in the table of permissions")
        self._declared.add((method, path))

        async def endpoint(request: Request) -> Response:
            service: Service = request.app.state.service
            give_slashes_back(request.scope)
            caller = await caller_of(service, request, path)
            try:
                let_in(service, request, path, caller)
                if key and not direct:
                    # Commands have theirs looked at when they are decided: it may be about one that
                    # was carried out.
                    idempotency_key(request)
                    check_deadline(service, request)
                return await handler(Call(request, caller, service))
            except Problem as problem:
                service.security.refused(problem, caller, f"{method} {path}", address_of(request))
                raise

        if direct:
            self._direct.add(method, path, endpoint)

        open_to_all = None in PERMISSIONS[method, path]
        codes = {*problems} | (set() if open_to_all else {401, 403})
        if path.startswith("/api/"):
            codes |= {503}
        if method != "GET":
            codes |= {401, 403} if body is None else {401, 403, 409, 413, 422}
        if key:
            codes |= {409, 422}
        responses: dict[str, Any] = {
            str(status): {
                "description": text,
                "content": {media_type: {"schema": dict(schema or {"type": "object"})}},
            }
            for status, text in (answers or {200: "Done."}).items()
        }
        responses |= {
            str(status): {
                "description": _PROBLEMS[status],
                "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            }
            for status in sorted(codes)
        }
        parameters = _parameters(path, query or {}, headers or {}, key)
        if method != "GET" and not open_to_all:
            parameters.append(_CSRF)
        extra: dict[str, Any] = {"responses": responses, "parameters": parameters}
        if not open_to_all:
            extra["security"] = [{"session": []}, {"device": []}]
        if body is not None:
            extra["requestBody"] = {
                "required": True,
                "content": {"application/json": {("schema"): dict(body)}},
            }
        self._app.add_api_route(
            path,
            endpoint,
            methods=[method],
            summary=summary,
            tags=[tag],
            response_model=None,
            openapi_extra=extra,
            operation_id=_operation(method, path),
        )

    def check(self) -> None:
        """Every entry in the table of permissions has its endpoint."""
        missing = set(PERMISSIONS) - self._declared
        if missing:
            raise Undeclared(f"permissions without an endpoint: {sorted(missing)}")


def _operation(method: str, path: str) -> str:
    """A name for an endpoint in the document, such as ``get_tables_table``."""
    words = path.removeprefix("/api").replace("{", "").replace("}", "").strip("/").replace("/", "_")
    return f"{method.lower()}_{words}"


_CSRF = {
    "name": "X-CSRF-Token",
    "in": "header",
    "required": False,
    "description": (
        "What /api/me told the session as csrf. A change by a session needs it; one by a "
        "device does not."
    ),
    "schema": {"type": "string"},
}


def _parameters(
    path: str,
    query: Mapping[str, Mapping[str, Any]],
    headers: Mapping[str, Mapping[str, Any]],
    key: bool,
) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in names
    ]
    found += [
        {"name": name, "in": place, "required": bool(schema.get("required", False)),
         "schema": {part: value for part, value in schema.items() if part != "required"}}
        for place, named in (("query", query), ("header", headers))
        for name, schema in named.items()
    ]  # fmt: skip
    if key:
        found.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": True,
                "description": "The caller's own id of this change: sent again, it is done once.",
                "schema": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 150,
                    "pattern": "^[!-~]+$",
                },
            }
        )
        found.append(
            {
                "name": "X-Deadline",
                "in": "header",
                "required": False,
                "description": "Until when the caller waits, in milliseconds since 1970 by the "
                "server's clock (every answer has it in X-Server-Time). Later it is not "
                "carried out: 409 too-late.",
                "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
            }
        )
    return found
