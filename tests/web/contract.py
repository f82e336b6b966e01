"""Holds answers against the OpenAPI document: the status is named there, and the body is as it
says.
"""

import re
from collections.abc import Sequence
from typing import Any

import jsonschema_rs
from httpx import Request, Response

from pitboss.web.api.openapi import DeclaredOperation
from pitboss.web.asgi import App, document_of

EVENTS = {"floor": "FloorView", "table": "TablePage", "link": "LinkView"}
_PLACE = re.compile(r"\{\w+\}")


class Contract:
    """The document of an application."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._paths = [
            (re.compile(_PLACE.sub("[^/]+", path)), path)
            for path in _by_precision(document["paths"])
        ]
        self._validators: dict[str, Any] = {}

    def check(self, request: Request, answer: Response) -> None:
        """Raises AssertionError where an answer is not as documented. What fails inside is a
        problem in any case.
        """
        path = next(
            (path for pattern, path in self._paths if pattern.fullmatch(request.url.path)), None
        )
        operation = (
            None if path is None else self.document["paths"][path].get(request.method.lower())
        )
        media_type = answer.headers.get("content-type", "").partition(";")[0]
        if request.method == "HEAD":
            assert answer.content == b"", "there is no body"
            return
        if operation is None or answer.status_code == 500:
            if answer.status_code >= 400 and media_type != "text/html":
                self._valid(
                    "ProblemDocument",
                    {"$ref": "#/components/schemas/ProblemDocument"},
                    answer.json(),
                )
            return
        where = f"{request.method} {path} {answer.status_code}"
        documented = operation["responses"].get(str(answer.status_code))
        assert documented is not None, f"{where} is not in the document: {answer.text[:500]}"
        assert media_type in documented["content"], f"{where} is {media_type}"
        if media_type.endswith("json"):
            self._valid(where, documented["content"][media_type]["schema"], answer.json())

    def check_event(self, kind: str, data: Any) -> None:
        """The same for an event of a stream."""
        if kind == "snapshot":
            for topic, view in data["views"].items():
                self.check_event(topic.partition("/")[0], view)
        elif kind in EVENTS:
            self._valid(kind, {"$ref": f"#/components/schemas/{EVENTS[kind]}"}, data)
        elif kind == "watch":
            assert isinstance(data, int)
        elif kind == "ended":
            assert data == {}
        else:
            assert kind == "meter", kind
            assert set(data) == {"link", "displayed", "position"}

    def _valid(self, name: str, schema: dict[str, Any], value: Any) -> None:
        validator = self._validators.get(name)
        if validator is None:
            whole = schema | {"components": self.document["components"]}
            validator = self._validators[name] = jsonschema_rs.Draft202012Validator(whole)
        for error in validator.iter_errors(value):
            raise AssertionError(
                f"{name} is not as documented: {error.message[:500]} at {error.instance_path}"
            )


def _by_precision(paths: dict[str, Any]) -> list[str]:
    """A path with fewer places for any word comes first, as it does in the application."""
    return sorted(paths, key=lambda path: path.count("{"))


_read: list[tuple[Sequence[DeclaredOperation], Contract]] = []


def contract(app: App) -> Contract:
    """The document of an application, read once for all that have the same endpoints."""
    operations = app.endpoints.operations
    for known, found in _read:
        if known == operations:
            return found
    found = Contract(document_of(app.endpoints))
    _read.append((operations, found))
    return found
