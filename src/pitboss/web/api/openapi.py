"""What the OpenAPI document says of an endpoint: parameters, answers and problems."""

from collections.abc import Mapping
from typing import Any

from pitboss.web.api.problems import PROBLEM_JSON
from pitboss.web.auth.cookies import COOKIE
from pitboss.web.auth.permissions import PERMISSIONS

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


def operation(
    method: str,
    path: str,
    *,
    answers: Mapping[int, str] | None,
    problems: tuple[int, ...],
    body: Mapping[str, Any] | None,
    query: Mapping[str, Mapping[str, Any]] | None,
    headers: Mapping[str, Mapping[str, Any]] | None,
    schema: Mapping[str, Any] | None,
    media_type: str,
    key: bool,
) -> dict[str, Any]:
    """An endpoint in the document. Who may call it is taken from the table of permissions."""
    open_to_all = None in PERMISSIONS[method, path]
    codes = _problems(method, path, open_to_all, body is not None, key) | {*problems}
    content = {media_type: {"schema": dict(schema or {"type": "object"})}}
    parameters = _parameters(path, query or {}, headers or {}, key)
    if method != "GET" and not open_to_all:
        parameters.append(_CSRF)
    described: dict[str, Any] = {
        "responses": {
            str(status): {"description": text, "content": content}
            for status, text in (answers or {200: "Done."}).items()
        }
        | {str(status): _problem(status) for status in sorted(codes)},
        "parameters": parameters,
    }
    if not open_to_all:
        described["security"] = [{"session": []}, {"device": []}]
    if body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": dict(body)}},
        }
    return described


def _problems(method: str, path: str, open_to_all: bool, body: bool, key: bool) -> set[int]:
    """The problems that any endpoint of this kind may answer with."""
    codes = set() if open_to_all else {401, 403}
    if path.startswith("/api/"):
        codes |= {503}
    if method != "GET":
        codes |= {401, 403, 409, 413, 422} if body else {401, 403}
    if key:
        codes |= {409, 422}
    return codes


def _problem(status: int) -> dict[str, Any]:
    return {
        "description": _PROBLEMS[status],
        "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


def operation_id(method: str, path: str) -> str:
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
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in names
    ]
    parameters += [
        {"name": name, "in": place, "required": bool(schema.get("required", False)),
         "schema": {part: value for part, value in schema.items() if part != "required"}}
        for place, named in (("query", query), ("header", headers))
        for name, schema in named.items()
    ]  # fmt: skip
    if key:
        parameters.append(
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
        parameters.append(
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
    return parameters
