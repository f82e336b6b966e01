"""What goes in and comes out, as JSON Schema for the OpenAPI document. Tests hold every answer
against it.

Commands are described from their own types; what is an amount or a card inside is a string outside.
"""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import msgspec

from pitboss.jackpot.commands import FROM_PEOPLE
from pitboss.people.roles import Role
from pitboss.rulebook.incidents import Incident
from pitboss.table.commands import AnyCommand
from pitboss.table.rulings import WrittenRuling
from pitboss.table.state import Phase
from pitboss.web.views.floor import FloorView
from pitboss.web.views.incidents import IncidentOnHold
from pitboss.web.views.links import ClaimOnLink, LinkView
from pitboss.web.views.tables import TablePage

Schema = dict[str, Any]

_COMPONENT = "#/components/schemas/{name}"

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
YES_OR_NO: Schema = {"type": "boolean"}
AMOUNT: Schema = {
    "type": "string",
    "pattern": r"^-?[0-9]+\.[0-9]{2}$",
    "description": "Dollars and cents.",
}
CARD: Schema = {
    "type": "string",
    "pattern": r"^([2-9TJQKA][cdhs]|\?\?)$",
    "description": "?? lies face down.",
}
FREE: Schema = {"type": "object"}
_DIGEST: Schema = {
    "type": "string",
    "pattern": "^[0-9a-f]{32}$",
    "description": "What names it; send it as approves with the command that approves it.",
}


def ref(name: str) -> Schema:
    """Something that has a name in the document."""
    return {"$ref": _COMPONENT.format(name=name)}


def maybe(schema: Schema) -> Schema:
    """It, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def many(schema: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "items": schema}


def named(schema: Schema) -> Schema:
    """An object with one of these under each name."""
    return {"type": "object", "additionalProperties": schema}


def one_of(words: Iterable[str]) -> Schema:
    return {"type": "string", "enum": [str(word) for word in words]}


def fields(optional: dict[str, Schema] | None = None, /, **required: Schema) -> Schema:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


# ── what comes out ────────────────────────────────────────────────────────────────────────────────

LIMITS = named(fields({"min": AMOUNT, "max": AMOUNT}))

LINK_PARAMETERS = ref("ParametersView")

COMPONENTS: dict[str, Schema] = {
    "Me": fields(
        {"view": TEXT | {"description": "In a demonstration: what a tab sends as X-View-As."}},
        name=maybe(TEXT), role=maybe(one_of(Role)), post=maybe(WHOLE), csrf=maybe(TEXT),
        demo=YES_OR_NO,
        practice=YES_OR_NO, timezone=TEXT, set_up_needed=YES_OR_NO,
        password_change_needed=YES_OR_NO,
    ),
    "Clause": fields(clause=TEXT, kind=TEXT, operative=YES_OR_NO, says=TEXT),
}  # fmt: skip
"""What has a name in the document."""

_, _from_structs = msgspec.json.schema_components(
    (TablePage, LinkView, FloorView, ClaimOnLink, WrittenRuling, IncidentOnHold),
    ref_template=_COMPONENT,
)
COMPONENTS |= _from_structs
# A settlement is kept as it was stored.
COMPONENTS["RoundView"]["properties"]["settlement"] = maybe(ref("Settlement"))


def answered(view: str) -> Schema:
    """The answer to a command."""
    return fields(id=TEXT, position=WHOLE, events=many(TEXT), view=ref(view))


COMPONENTS["RoundFound"] = fields(
    {"irregular": YES_OR_NO, "jackpot": YES_OR_NO},
    round=TEXT, table=TEXT, at_ms=WHOLE, players=many(TEXT), outcome=one_of(("running", (
        "settled"
    ), "void")),
)  # fmt: skip
ROUNDS = fields(
    next={
        "anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}],
        "description": "Where there may be more: ask again with this as to.",
    },
    rounds=many(ref("RoundFound")),
)  # fmt: skip
COMPONENTS["Frame"] = fields(
            position=WHOLE, at_ms=WHOLE, stream=TEXT, event=TEXT, by=maybe(TEXT), about=named(TEXT),
            clauses=many(TEXT), view=ref("TablePage"),
)  # fmt: skip
ROUND = fields(
    round=TEXT, table=TEXT, concluded=YES_OR_NO,
    frames=many(ref("Frame")),
)  # fmt: skip
INCIDENTS = fields(incidents=many(ref("IncidentOnHold")))
FACTS = fields(
    table=TEXT, phase=maybe(one_of(Phase)),
    incidents=many(
        fields(
            incident=one_of(Incident), needs_box=YES_OR_NO, known=FREE,
            facts=named(fields(words=many(TEXT), least=maybe(WHOLE))),
        )
    ),
)  # fmt: skip
EVENT = fields(
    {
        "id": {
            "type": "string",
            "pattern": "^[0-9]+$",
            "description": "The journal position; send it as Last-Event-ID.",
        }
    },
    event=one_of(("snapshot", "floor", "table", "link", "meter", "beat", "watch", "ended")),
    data={
        "type": "string",
        "description": "JSON: a snapshot has views by topic; floor, table, link are as "
        "FloorView, TablePage, LinkView; "
        "a meter has link and displayed; a watch is the number in X-Watch of those that the "
        "next events are for.",
    },
)
AUDIT = fields(running=YES_OR_NO, read=WHOLE, records=WHOLE, report=maybe(ref("AuditReport")))


# ── what goes in ──────────────────────────────────────────────────────────────────────────────────

_AMOUNT_IN: Schema = {"type": "string", "pattern": r"^[0-9]{1,13}(\.[0-9]{1,2})?$"}
_SIGNED_IN: Schema = {"type": "string", "pattern": r"^-?[0-9]{1,13}(\.[0-9]{1,2})?$"}
_CARD_IN: Schema = {"type": "string", "pattern": r"^([2-9TJQKAtjqka]|10)[cdhsCDHS]$"}

_OUTSIDE: dict[tuple[str, str], Schema] = {
    ("OpenTable", "progressive-bet"): maybe(_AMOUNT_IN),
    ("LimitSetting", "min"): maybe(_AMOUNT_IN),
    ("LimitSetting", "max"): maybe(_AMOUNT_IN),
    ("PlaceBet", "amount"): _AMOUNT_IN,
    ("Raise", "amount"): _AMOUNT_IN,
    ("Report", "amount"): maybe(_AMOUNT_IN),
    ("Deal", "cards"): maybe(many(_CARD_IN)),
    ("SetHand", "three"): maybe(many(_CARD_IN)),
    ("LinkParameters", "reset"): _AMOUNT_IN,
    ("LinkParameters", "cap"): maybe(_AMOUNT_IN),
    ("ProposeCorrection", "amount"): _SIGNED_IN,
}
"""Fields whose value is written in another way outside."""


def _commands(kinds: Iterable[type]) -> tuple[Schema, dict[str, Schema]]:
    """One of several commands, and the parts with names that it is made of."""
    references, components = msgspec.json.schema_components(list(kinds), ref_template=_COMPONENT)
    parts = deepcopy(components)
    for (kind, field), schema in _OUTSIDE.items():
        if kind in parts:
            assert field in parts[kind]["properties"], (kind, field)
            parts[kind]["properties"][field] = schema
    for part in parts.values():
        part.pop("title", None)
        for schema in part.get("properties", {}).values():
            _plain_tuples(schema)
        if "description" in part:
            part["description"] = " ".join(part["description"].replace("``", "").split())
    mapping = {
        word: reference["$ref"]
        for reference in references
        for word in parts[reference["$ref"].rpartition("/")[2]]["properties"]["do"]["enum"]
    }
    return {
        "oneOf": list(references),
        "discriminator": {"propertyName": "do", "mapping": mapping},
    }, parts


def _plain_tuples(schema: Schema) -> None:
    """A tuple of one kind is a list of that length: few generators of clients know
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


_table_command, _table_parts = _commands(AnyCommand.__args__)
_link_command, _link_parts = _commands(FROM_PEOPLE)
COMPONENTS |= _table_parts | _link_parts
COMPONENTS |= {"TableCommand": _table_command, "LinkCommand": _link_command}
TABLE_COMMAND, LINK_COMMAND = ref("TableCommand"), ref("LinkCommand")

ASKED: Schema = {
    "type": "object",
    "required": ["rulebook", "incident"],
    "properties": {"id": maybe(TEXT), "rulebook": TEXT, "incident": TEXT, "facts": FREE},
    "description": "An incident (docs/rulings.md).",
}
