"""Writes a client of the API in TypeScript: a method for every endpoint, typed by types/api.d.ts.

    python tools/typescript_client.py > client.ts

It is made from the OpenAPI document alone, and needs nothing but ``fetch``.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.web.api.command_schema import Schema
from tools.page_types import api_document, type_of

_HEAD = """\
// Made by tools/typescript_client.py from the OpenAPI document.

/** An answer that says what went wrong. */
export class ProblemError extends Error {
  constructor(readonly problem: Api.ProblemDocument) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

/** One person or device: keeps the session's cookie, and sends its headers with every request. */
export class Client {
  private cookie = "";

  constructor(
    private readonly base: string,
    readonly headers: Record<string, string> = {},
  ) {}

  private async ask<T>(
    method: string,
    path: string,
    { query = {}, headers = {}, body }: { query?: object; headers?: object; body?: unknown },
  ): Promise<T> {
    const asked = new URLSearchParams(query as Record<string, string>).toString();
    const answer = await fetch(`${this.base}${path}${asked && `?${asked}`}`, {
      method,
      headers: {
        ...this.headers,
        ...(this.cookie ? { Cookie: this.cookie } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(headers as Record<string, string>),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const kept = answer.headers.get("set-cookie");
    if (kept) this.cookie = kept.split(";")[0];
    const content = await answer.json();
    if (!answer.ok) throw new ProblemError(content);
    return content;
  }
"""


def _of_api(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return f"Api.{type_of(schema)}"
    if schema.get("type") == "array":
        return f"{_of_api(schema['items'])}[]"
    return type_of(schema)


def _method(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    content = operation["responses"]["200"]["content"]
    if "application/json" not in content:
        return
    answer = _of_api(content["application/json"]["schema"])
    arguments, sent = [], []
    places = [one["name"] for one in operation["parameters"] if one["in"] == "path"]
    arguments += [f"{name}: string" for name in places]
    if "requestBody" in operation:
        body = _of_api(operation["requestBody"]["content"]["application/json"]["schema"])
        arguments.append(f"body: {body}")
        sent.append("body")
    for place, name in (("query", "query"), ("header", "headers")):
        given = [one for one in operation["parameters"] if one["in"] == place]
        if given:
            needed = any(one["required"] for one in given)
            fields = "; ".join(
                f"{json.dumps(one['name'])}{'' if one['required'] else '?'}: "
                f"{type_of(one['schema'])}"
                for one in given
            )
            arguments.append(f"{name}: {{ {fields} }}{'' if needed else ' = {}'}")
            sent.append(name)
    address = "".join(
        f"${{encodeURIComponent({part[1:-1]})}}" if part.startswith("{") else part
        for part in path.replace("{", "\0{").replace("}", "}\0").split("\0")
    )
    yield ""
    yield f"  /** {operation['summary']}. */"
    yield f"  {re.sub(r'[^a-z0-9]', '_', operation['operationId'])}({', '.join(arguments)}) {{"
    yield f"    return this.ask<{answer}>("
    yield f"      {json.dumps(method.upper())},"
    yield f"      `{address}`,"
    yield f"      {{ {', '.join(sent)} }},"
    yield "    );"
    yield "  }"


def client(document: Schema) -> str:
    """The whole file."""
    lines = _HEAD.splitlines()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            lines += _method(path, method, operation)
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    sys.stdout.write(client(api_document()))
