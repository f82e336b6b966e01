"""The OpenAPI document, generated from the declared endpoints and the schemas of their bodies and
answers.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from pitboss.web.api.command_schema import COMMANDS, COMPONENT, Schema, in_one_line
from pitboss.web.api.problems import PROBLEM_JSON, ProblemDocument
from pitboss.web.auth.cookies import COOKIE
from pitboss.web.auth.permissions import PERMISSIONS

Kind: TypeAlias = Any
"""A type as written in an annotation: ``TablePage``, ``list[LinkView]``, ``str``."""


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """A query parameter, or a header."""

    description: str = ""
    kind: Kind = str
    required: bool = False
    default: int | None = None


class DeclaredOperation(msgspec.Struct, frozen=True, kw_only=True):
    """An endpoint as declared. ``answer`` is the type of its answer, None if it may be any JSON
    object; ``body`` is what it takes, if anything.
    """

    method: str
    path: str
    summary: str
    tag: str
    answer: Kind = None
    body: Kind = None
    answers: Mapping[int, str]
    problems: tuple[int, ...] = ()
    query: Mapping[str, Parameter] = {}
    headers: Mapping[str, Parameter] = {}
    media_type: str = "application/json"
    key: bool = False

    @property
    def open_to_all(self) -> bool:
        return None in PERMISSIONS[self.method, self.path]


def document(
    title: str, version: str, description: str, operations: Iterable[DeclaredOperation]
) -> Schema:
    """The whole document."""
    operations = list(operations)
    kinds = [kind for one in operations for kind in (one.answer, one.body) if kind is not None]
    # A union of commands has a name of its own, and is described with the commands.
    kinds = [kind for kind in kinds if kind not in COMMANDS] + [ProblemDocument]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=COMPONENT)
    known = list(zip(kinds, schemas, strict=True))
    for component in components.values():
        in_one_line(component)
    paths: dict[str, Schema] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, known)
    for commands in COMMANDS.values():
        components |= commands.parts | {commands.name: commands.schema}
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "description": description, "version": version},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": _SECURITY_SCHEMES,
        },
    }


def _schema_of(kind: Kind, known: list[tuple[Kind, Schema]]) -> Schema:
    if kind is None:
        return {"type": "object"}
    if kind in COMMANDS:
        return {"$ref": COMPONENT.format(name=COMMANDS[kind].name)}
    return next(schema for one, schema in known if one is kind or one == kind)


def _operation(one: DeclaredOperation, known: list[tuple[Kind, Schema]]) -> Schema:
    """An endpoint in the document. Who may call it comes from the table of permissions."""
    content = {one.media_type: {"schema": _schema_of(one.answer, known)}}
    described: Schema = {
        "tags": [one.tag],
        "summary": one.summary,
        "operationId": _operation_id(one.method, one.path),
        "parameters": _parameters(one),
    }
    if not one.open_to_all:
        described["security"] = [{"session": []}, {"device": []}, {"program": []}]
    if one.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _schema_of(one.body, known)}},
        }
    described["responses"] = {
        str(status): {"description": text, "content": content}
        for status, text in one.answers.items()
    } | {str(status): _problem(status) for status in sorted(_problems(one))}
    return described


# ── problems ──────────────────────────────────────────────────────────────────────────────────────

_PROBLEMS = {
    401: "Nobody is signed in, or the token is no longer valid.",
    403: (
        "The caller's role or scope does not allow it, or the change did not come from Pitboss's "
        "own pages."
    ),
    404: "It does not exist.",
    409: "Refused: the code, the sentence and the clauses say why. Nothing has changed.",
    413: "The body is too large.",
    422: "What was sent can't be understood; the code and the place say what.",
    429: "Too many attempts or requests; Retry-After says when to try again.",
    503: (
        "The journal could not be reached. Nothing was acknowledged; send it again with the "
        "same key."
    ),
}


def _problems(one: DeclaredOperation) -> set[int]:
    """The problems that an endpoint may answer with: its own, and those common to its kind."""
    codes = {*one.problems} if one.open_to_all else {*one.problems, 401, 403}
    if one.path.startswith("/api/"):
        # A token that has expired, or has another scope, is refused even what is open to all; so
        # are callers who ask too often.
        codes |= {401, 403, 429, 503}
    if one.method != "GET":
        codes |= {401, 403, 409, 413, 422} if one.body is not None else {401, 403}
    if one.key:
        codes |= {409, 422}
    return codes


def _problem(status: int) -> Schema:
    schema = {"$ref": COMPONENT.format(name=ProblemDocument.__name__)}
    return {"description": _PROBLEMS[status], "content": {PROBLEM_JSON: {"schema": schema}}}


# ── parameters ────────────────────────────────────────────────────────────────────────────────────

_CSRF = Parameter(
    description="The csrf value that /api/me gave the session. A change by a session needs it; one "
    "by a device or a program does not."
)
_KEY = Parameter(
    kind=Annotated[str, msgspec.Meta(min_length=1, max_length=150, pattern="^[!-~]+$")],
    required=True,
    description=(
        "The caller's own id for this change: if it is sent again, it is still done only once."
    ),
)
_DEADLINE = Parameter(
    kind=Annotated[str, msgspec.Meta(pattern="^[0-9]{1,15}$")],
    description="How long the caller waits: a time in milliseconds since 1970 by the server's "
    "clock, which every answer gives in X-Server-Time. After that the change is not "
    "carried out: 409 too-late.",
)
_IN_PATH = Parameter(kind=Annotated[str, msgspec.Meta(min_length=1)], required=True)


def _parameters(one: DeclaredOperation) -> list[Schema]:
    headers = dict(one.headers)
    if one.key:
        headers |= {"Idempotency-Key": _KEY, "X-Deadline": _DEADLINE}
    if one.method != "GET" and not one.open_to_all:
        headers["X-CSRF-Token"] = _CSRF
    names = [part[1:-1] for part in one.path.split("/") if part.startswith("{")]
    return [
        _parameter(place, name, parameter)
        for place, parameters in (
            ("path", dict.fromkeys(names, _IN_PATH)),
            ("query", one.query),
            ("header", headers),
        )
        for name, parameter in parameters.items()
    ]


def _parameter(place: str, name: str, parameter: Parameter) -> Schema:
    schema = msgspec.json.schema(parameter.kind)
    if "$defs" in schema:
        # One of several words: they are listed where they are used.
        (schema,) = schema["$defs"].values()
    if parameter.default is not None:
        schema["default"] = parameter.default
    described = {"name": name, "in": place, "required": parameter.required, "schema": schema}
    return described | ({"description": parameter.description} if parameter.description else {})


def _operation_id(method: str, path: str) -> str:
    """A name for an endpoint in the document, such as ``get_tables_table``."""
    words = path.removeprefix("/api").replace("{", "").replace("}", "").strip("/").replace("/", "_")
    return f"{method.lower()}_{words}"


_SECURITY_SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": (
            "A person who has signed in. A change also needs the X-CSRF-Token header, which "
            "/api/me returns."
        ),
    },
    "device": {
        "type": "http",
        "scheme": "bearer",
        "description": "A sign or a console with its token.",
    },
    "program": {
        "type": "http",
        "scheme": "bearer",
        "description": (
            "A program with its token, which an administrator has made (/api/tokens): it "
            "may do what its role and its scope allow until the token expires. It needs no "
            "X-CSRF-Token, approves nothing, and does not count as a person."
        ),
    },
}
