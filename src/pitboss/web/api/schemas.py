"""What goes in and comes out, as JSON Schema for the OpenAPI document. Tests hold every answer
against it.

Commands are described from their own types; what is an amount or a card inside is a string outside.
"""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, get_args

import msgspec

from pitboss.demo.clock import Kind
from pitboss.games.deal_plan import Do
from pitboss.jackpot.commands import FROM_PEOPLE
from pitboss.jackpot.state import ClaimStanding
from pitboss.people.roles import Role
from pitboss.rulebook.incidents import Incident
from pitboss.table.commands import AnyCommand
from pitboss.table.state import Phase, Standing

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

_BOX = fields(
    box=WHOLE, player=TEXT, bets=named(AMOUNT), standing=one_of(Standing), examined=YES_OR_NO,
    cards=many(CARD),
    three=maybe(many(CARD)),
    hand=maybe(TEXT) | {"description": "What the hand is called, once settled and turned up."},
)  # fmt: skip

_RULING_FIELDS = {
    "id": maybe(TEXT),
    "rulebook": TEXT,
    "effects": many(TEXT),
    "options": many(TEXT),
    "options_for": maybe(TEXT),
    "authority": maybe(TEXT),
    "clauses": many(TEXT),
    "because": TEXT,
}
_OPERATIONS = {"operations": many(fields({"notice": TEXT}, operation=TEXT, clause=TEXT))}

_REPORTED: dict[str, Schema] = {
    "reported_at_ms": maybe(WHOLE),
    "reported_by": maybe(TEXT) | {"description": "Not to players."},
    "description": maybe(TEXT)
    | {"description": "What happened, in the reporter's words; not to players."},
}

_ROUND = fields(
    id=TEXT, phase=one_of(Phase), commitment=maybe(TEXT), seeds=named(TEXT), burnt=WHOLE,
    dealer=many(CARD),
    dealer_hand=maybe(TEXT) | {"description": "What the dealer's hand is called, once settled."},
    community=many(CARD), boxes=many(ref("Box")), step=maybe(TEXT), to_decide=many(WHOLE),
    ruling=maybe(ref("RulingOnHold")),
    options=named(many(TEXT)), options_because=maybe(ref("OptionsBecause")),
    void=maybe(fields(because=TEXT, clauses=many(TEXT))),
    settlement=maybe(ref("Settlement")),
)  # fmt: skip

LIMITS = named(fields({"min": AMOUNT, "max": AMOUNT}))

_ENGINE_VIEW = {
    "table": TEXT,
    "rulebook": TEXT,
    "title": TEXT,
    "open": YES_OR_NO,
    "layout": TEXT,
    "boxes": WHOLE,
    "dealing": TEXT,
    "cards": one_of(("entered", "virtual")),
    "limits": LIMITS,
    "progressive_bet": maybe(AMOUNT),
    "one_hand_notice": maybe(TEXT),
    "notice": maybe(TEXT),
    "barred_boxes": many(WHOLE),
    "operation_awaited": YES_OR_NO,
    "rounds": WHOLE,
    "chips": named(AMOUNT),
    "round": maybe(ref("Round")),
    "published": maybe(ref("Shuffle")),
    "next": many(ref("NextStep")),
}

_STEP = fields(
    do=one_of(Do), place=TEXT, cards=WHOLE, asks=maybe(TEXT), bet=maybe(TEXT), amount=maybe(AMOUNT)
)

_CLOCK = fields(
    kind=one_of(get_args(Kind)),
    ends_ms=WHOLE | {"description": "By the server's clock: GET /api/time."},
    of_ms=WHOLE,
    round=maybe(TEXT),
    box=maybe(WHOLE),
)

LINK_PARAMETERS = ref("Parameters")
_PARAMETERS = {
    "reset": AMOUNT,
    "rate-bp": WHOLE,
    "reserve-bp": WHOLE,
    "cap": maybe(AMOUNT),
    "verifiers": WHOLE,
}

_LINK_FIELDS = {
    "link": TEXT,
    "operator": TEXT,
    "displayed": AMOUNT,
    "reset": AMOUNT,
    "locked": YES_OR_NO,
    "down": YES_OR_NO,
    "notice": maybe(TEXT),
    "tables": many(TEXT),
    "claims": many(ref("Claim")),
    "last": many(ref("Claim")),
    "house_must_order": YES_OR_NO,
}
_FOR_STAFF = {
    "failure": maybe(fields(reason=TEXT, by=TEXT, at_ms=WHOLE, registered=AMOUNT))
    | {
        "description": (
            "Why it is out of service, who reported it and when; registered is what the signs "
            "showed."
        )
    },
    "parameters": LINK_PARAMETERS,
    "proposal": maybe(
        fields(by=TEXT, approved_by=maybe(TEXT), parameters=LINK_PARAMETERS, digest=_DIGEST)
    ),
    "correction": maybe(fields(by=TEXT, amount=AMOUNT, reason=TEXT, note=TEXT, digest=_DIGEST)),
    "pays": named(many(fields(row=TEXT, pays=TEXT, now=maybe(AMOUNT)))),
}

_FLOOR_TABLE = fields(
    table=TEXT, title=TEXT, rulebook=TEXT, operator=TEXT, open=YES_OR_NO,
    phase=maybe(one_of(Phase)),
    round=maybe(TEXT), rounds=WHOLE, boxes=WHOLE, cards=TEXT, players=many(TEXT),
    seats=many(fields(box=WHOLE, player=TEXT)), staff=many(TEXT), link=maybe(TEXT),
    notice=maybe(TEXT),
    operation_awaited=YES_OR_NO,
    pending=maybe(fields(because=TEXT, authority=maybe(TEXT), clauses=many(TEXT))),
    claimed=many(WHOLE),
)  # fmt: skip

_FLOOR_LINK = fields(
    link=TEXT, operator=TEXT, displayed=AMOUNT, locked=YES_OR_NO, down=YES_OR_NO,
    notice=maybe(TEXT),
    claims=many(ref("Claim")),
)  # fmt: skip

_CLAIM_FIELDS: dict[str, Schema] = {
    "claim": TEXT,
    "table": TEXT,
    "round": TEXT,
    "box": WHOLE,
    "player": TEXT,
    "hand": TEXT | {"description": "The kind of hand: royal-flush."},
    "part": TEXT | {"description": "The share of the jackpot that it wins, as a fraction."},
    "standing": one_of(ClaimStanding),
    "verified_by": many(TEXT),
    "declined_by": many(TEXT),
    "award": maybe(AMOUNT) | {"description": "What was paid."},
}
_CLAIM_FOR_STAFF: dict[str, Schema] = {
    "rulebook": TEXT,
    "claimed_at_ms": WHOLE | {"description": "When the hand was claimed."},
    "dealt_at_ms": WHOLE | {"description": "When its player's last card was dealt."},
    "amount": maybe(AMOUNT)
    | {
        "description": (
            "What it comes to if all that is claimed is verified; null while the house sets "
            "the order."
        )
    },
    "verifiers": WHOLE | {"description": "How many persons have to verify it, or to decline it."},
    "cards": many(CARD) | {"description": "The claimed hand, face up for those who verify it."},
    "community": many(CARD) | {"description": "The community cards that lie open."},
    "bet": maybe(TEXT) | {"description": "The wager that wins."},
    "stake": maybe(AMOUNT),
}

COMPONENTS: dict[str, Schema] = {
    "Claim": fields(_CLAIM_FOR_STAFF, **_CLAIM_FIELDS),
    "ClaimInFull": fields(link=TEXT, displayed=AMOUNT, **_CLAIM_FIELDS, **_CLAIM_FOR_STAFF),
    "Ruling": fields(_OPERATIONS, **_RULING_FIELDS),
    "RulingOnHold": fields(
        _OPERATIONS, **_RULING_FIELDS, **_REPORTED, incident=one_of(Incident), facts=FREE,
        box=maybe(WHOLE),
        decisions=many(maybe(TEXT)), digest=maybe(_DIGEST),
    ),
    "OptionsBecause": fields(
        **_REPORTED, incident=one_of(Incident), because=TEXT, clauses=many(TEXT), box=maybe(WHOLE),
        all_or_none=YES_OR_NO,
    ),
    "Box": _BOX,
    "Round": _ROUND,
    "Step": _STEP,
    "NextStep": fields(
        do=TEXT | {"description": "The command to send."},
        box=maybe(WHOLE) | {"description": "The box it is for."},
        option=maybe(TEXT) | {"description": "What a player chooses by it."},
        amount=maybe(AMOUNT) | {"description": "What it stakes."},
        says=maybe(TEXT) | {"description": "What is said aloud with it."},
        label=TEXT | {"description": "What to call it."},
        clauses=many(TEXT),
    ),
    "Wager": fields(bet=TEXT, label=TEXT, kind=TEXT, times_opening=maybe(WHOLE)),
    "Clock": _CLOCK,
    "Parameters": fields(**_PARAMETERS),
    "Shuffle": fields(round=TEXT, commitment=TEXT, secret=TEXT, seeds=named(TEXT), deck=many(CARD)),
    "TableView": fields(
        **_ENGINE_VIEW,
        link=maybe(TEXT),
        operator=TEXT,
        powers=many(TEXT),
        claimed=many(fields(box=WHOLE, hand=TEXT)),
        wagers=many(ref("Wager")),
        shares_cards=YES_OR_NO,
        step=maybe(ref("Step")),
        interrupted=maybe(fields(at_ms=WHOLE, because=maybe(TEXT), clauses=many(TEXT))),
        announce=fields(open=TEXT, close=TEXT),
        clock=maybe(ref("Clock")),
        position=WHOLE,
    ),
    "LinkView": fields(_FOR_STAFF, **_LINK_FIELDS),
    "Floor": fields(tables=many(ref("FloorTable")), links=many(ref("FloorLink")), position=WHOLE),
    "FloorTable": _FLOOR_TABLE,
    "FloorLink": _FLOOR_LINK,
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
            clauses=many(TEXT), view=ref("TableView"),
)  # fmt: skip
ROUND = fields(
    round=TEXT, table=TEXT, concluded=YES_OR_NO,
    frames=many(ref("Frame")),
)  # fmt: skip
INCIDENTS = fields(
    incidents=many(
        fields(
            **_REPORTED, table=TEXT, round=maybe(TEXT), box=maybe(WHOLE), facts=FREE,
            for_me=YES_OR_NO,
            digest=_DIGEST,
            ruling=fields(_OPERATIONS, **_RULING_FIELDS, incident=one_of(Incident)),
        )
    )
)  # fmt: skip
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
        "description": "JSON: a snapshot has views by topic; floor, table, link are as Floor, "
        "TableView, LinkView; "
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
