"""Writes types/api.d.ts: what the API takes and answers, as TypeScript, for checking the pages.

    python tools/page_types.py > types/api.d.ts

The types are those of the OpenAPI document, each with its description, in a namespace that the
pages' comments name (``Api.TablePage``); ``Api.Get`` has the answers by address. Nothing of this is
served.
"""

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.web.api.command_schema import Schema
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.asgi import declare_all, document_of
from pitboss.web.routes import DirectRoutes

_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def type_of(schema: Mapping[str, Any]) -> str:
    """A schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return " | ".join(type_of(one) for one in schema[choice])
    if "enum" in schema:
        return " | ".join(json.dumps(word) for word in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        inner = type_of(schema["items"]) if "items" in schema else "unknown"
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return _object(schema)
    if isinstance(kind, list):
        return " | ".join(_PLAIN[one] for one in kind)
    return _PLAIN.get(str(kind), "unknown")


def _object(schema: Mapping[str, Any]) -> str:
    if "properties" in schema:
        needed = schema.get("required", ())
        fields = [
            f"{json.dumps(name)}{'' if name in needed else '?'}: {type_of(field)};"
            for name, field in schema["properties"].items()
        ]
        return "{ " + " ".join(fields) + " }" if fields else "Record<string, never>"
    more = schema.get("additionalProperties", {})
    return f"Record<string, {type_of(more) if more not in (True, {}) else 'any'}>"


def _told(text: str, indent: str) -> Iterator[str]:
    lines = textwrap.wrap(text.replace("*/", "* /"), 92 - len(indent))
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}" for line in lines)
        yield f"{indent} */"


def _component(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield from _told(schema.get("description", ""), "  ")
    if "properties" not in schema:
        yield f"  type {name} = {type_of(schema)};"
        return
    yield f"  interface {name} {{"
    needed = schema.get("required", ())
    for field, inner in schema["properties"].items():
        yield from _told(inner.get("description", ""), "    ")
        yield f"    {json.dumps(field)}{'' if field in needed else '?'}: {type_of(inner)};"
    yield "  }"


def _answers(document: Mapping[str, Any]) -> Iterator[str]:
    yield "  /** What GET answers, by address. */"
    yield "  interface Get {"
    for path, operations in document["paths"].items():
        content = operations.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if "application/json" in content:
            yield f"    {json.dumps(path)}: {type_of(content['application/json']['schema'])};"
    yield "  }"
    yield "  /** The answer at an address; anything where a part of it is worked out. */"
    yield "  type Answer<P extends string> = P extends keyof Get ? Get[P] : any;"


def declaration(document: Schema) -> str:
    """The whole file."""
    lines = ["// Made by tools/page_types.py from the OpenAPI document.", "declare namespace Api {"]
    for name, schema in document["components"]["schemas"].items():
        lines += _component(name, schema)
    lines += _answers(document)
    return "\n".join([*lines, "}", ""])


def api_document() -> Schema:
    """The OpenAPI document, without a server."""
    endpoints = Endpoints([], DirectRoutes({}, lambda: 0))
    declare_all(endpoints)
    return document_of(endpoints)


def main() -> str:
    return declaration(api_document())


if __name__ == "__main__":
    sys.stdout.write(main())
