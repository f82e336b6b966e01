"""Commands as JSON Schema, generated from their structs; amounts and cards are strings outside."""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from pitboss.house.commands import FROM_PERSONS, AnyRuleCommand
from pitboss.jackpot.commands import FROM_PEOPLE, AnyLinkCommand
from pitboss.table.commands import AnyCommand

COMPONENT = "#/components/schemas/{name}"
"""Where a named schema stands in the document."""

Schema: TypeAlias = dict[str, Any]
"""A piece of JSON Schema, or of the document around it: JSON of any depth."""


class Commands(NamedTuple):
    """One of several commands under one name, and its component schemas by name."""

    name: str
    schema: Schema
    parts: dict[str, Schema]


def _maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _many(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


_AMOUNT: Schema = {"type": "string", "pattern": r"^[0-9]{1,13}(\.[0-9]{1,2})?$"}
_SIGNED: Schema = {"type": "string", "pattern": r"^-?[0-9]{1,13}(\.[0-9]{1,2})?$"}
_CARD: Schema = {"type": "string", "pattern": r"^([2-9TJQKAtjqka]|10)[cdhsCDHS]$"}

_OUTSIDE: dict[tuple[str, str], Schema] = {
    ("OpenTable", "progressive-bet"): _maybe(_AMOUNT),
    ("LimitSetting", "min"): _maybe(_AMOUNT),
    ("LimitSetting", "max"): _maybe(_AMOUNT),
    ("PlaceBet", "amount"): _AMOUNT,
    ("Raise", "amount"): _AMOUNT,
    ("Report", "amount"): _maybe(_AMOUNT),
    ("Deal", "cards"): _maybe(_many(_CARD)),
    ("SetHand", "three"): _maybe(_many(_CARD)),
    ("LinkParameters", "reset"): _AMOUNT,
    ("LinkParameters", "cap"): _maybe(_AMOUNT),
    ("ProposeCorrection", "amount"): _SIGNED,
}
"""Fields whose value is written differently outside."""


def _described(name: str, kinds: Iterable[type]) -> Commands:
    references, parts = msgspec.json.schema_components(list(kinds), ref_template=COMPONENT)
    for (kind, field), schema in _OUTSIDE.items():
        if kind in parts:
            assert field in parts[kind]["properties"], (kind, field)
            parts[kind]["properties"][field] = schema
    for part in parts.values():
        part.pop("title", None)
        for schema in part.get("properties", {}).values():
            _plain_tuples(schema)
        in_one_line(part)
    mapping = {
        word: reference["$ref"]
        for reference in references
        for word in parts[reference["$ref"].rpartition("/")[2]]["properties"]["do"]["enum"]
    }
    schema = {
        "oneOf": list(references),
        "discriminator": {"propertyName": "do", "mapping": mapping},
    }
    return Commands(name, schema, parts)


def in_one_line(schema: Schema) -> None:
    """Descriptions come from docstrings, which contain line breaks and markup for programmers."""
    if "description" in schema:
        schema["description"] = " ".join(schema["description"].replace("``", "").split())


def _plain_tuples(schema: Schema) -> None:
    """A tuple of one kind becomes a list of that length: few client generators know
    ``prefixItems``.
    """
    for inner in [schema.get("items"), *schema.get("anyOf", ())]:
        if isinstance(inner, dict):
            _plain_tuples(inner)
    places = schema.pop("prefixItems", None)
    if places is not None:
        assert all(place == places[0] for place in places), (
            "parts of different kinds have names of their own"
        )
        schema["items"] = places[0]


COMMANDS: dict[Any, Commands] = {
    AnyCommand: _described("TableCommand", AnyCommand.__args__),
    AnyLinkCommand: _described("LinkCommand", FROM_PEOPLE),
    AnyRuleCommand: _described("RuleCommand", FROM_PERSONS),
}
"""What can be sent to a table, to a link and about the house rules, by the type it is decoded
into.
"""
