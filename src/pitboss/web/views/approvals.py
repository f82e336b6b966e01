"""What is waiting for a second person, as staff are shown it."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import UNSET

from pitboss.casino.approvals import WITHIN_MS, ApprovalAsked, ApprovalKind, command_of
from pitboss.casino.stream_ids import link_of, table_of
from pitboss.kernel.cards import format_cards
from pitboss.kernel.display import percent
from pitboss.kernel.json_types import Outgoing
from pitboss.kernel.money import Cents, format_cents
from pitboss.people.roles import Role
from pitboss.table.event_base import CommandJson


class SaidParameter(Outgoing, frozen=True):
    """One parameter of a command, in words."""

    what: str
    value: str


class WaitingApproval(Outgoing, frozen=True, kw_only=True):
    """A command that somebody has asked for and a second person must approve; its cards are face
    down, as not everybody who may approve may see them.
    """

    digest: Annotated[str, msgspec.Meta(description="Its identifier; approve it by this.")]
    table: str | None
    link: str | None
    round: str | None
    command: CommandJson
    parameters: Annotated[
        list[SaidParameter], msgspec.Meta(description="What is approved, in words, line by line.")
    ]
    by: str
    kind: ApprovalKind
    post: Annotated[Role, msgspec.Meta(description="The lowest post that may approve it.")]
    why: str
    until_ms: Annotated[int, msgspec.Meta(description="When it stops waiting.")]


class WaitingApprovals(Outgoing, frozen=True):
    """What is waiting for a second person, and what was decided recently."""

    approvals: list[WaitingApproval]
    decided: Annotated[
        Mapping[str, bool], msgspec.Meta(description="Whether it was approved, by digest.")
    ]


class Approved(Outgoing, frozen=True):
    """What was approved, by whom, and what it led to."""

    digest: str
    by: str
    position: int
    events: list[str]


class DroppedApproval(Outgoing, frozen=True):
    digest: str
    dropped: bool


class PinChosen(Outgoing, frozen=True):
    name: str


class WalkIn(Outgoing, frozen=True):
    """A guest without an account, and the table where the guest may play."""

    name: str
    table: str


class Draining(Outgoing, frozen=True):
    """Whether new rounds wait for a restart, and how many are in progress."""

    draining: bool
    rounds: int


_POSTS = {role.post: role for role in Role if role.post is not None}


def waiting_view(asked: ApprovalAsked) -> WaitingApproval:
    return WaitingApproval(
        digest=asked.digest,
        table=table_of(asked.target),
        link=link_of(asked.target),
        round=asked.round,
        command=_without_cards(msgspec.json.decode(asked.command)),
        parameters=[SaidParameter(what, value) for what, value in _said(asked)],
        by=asked.by.name,
        kind=asked.kind,
        post=_POSTS[asked.least],
        why=asked.why,
        until_ms=asked.at_ms + WITHIN_MS,
    )


# ── a command in words ────────────────────────────────────────────────────────────────────────────

_DEEDS = {
    "open-link": "Open a jackpot",
    "order-claims": "Pay claims in an order of the house's own",
    "decide-money": "Pay on account of a round that stands",
    "place-bet": "Bet for a guest without an account",
    "settle": "Settle the round",
    "take-back": "Take the last entry back",
    "correct": "Correct an entry of the round",
    "report": "Report an irregularity",
    "confirm": "Rule on an irregularity",
    "choose-option": "Choose after a dealing error",
}
"""What waits for a second person, by the command's name."""

_NAMES = {
    "reset": "Starts at",
    "rate_bp": "Contribution",
    "reserve_bp": "Reserve",
    "cap": "Stops growing at",
    "verifiers": "People who verify a claim",
    "should_be": "Becomes",
    "payer": "Who pays",
    "payee": "Who is paid",
}
_SEEN_BY_ALL = ("show-hand", "establish-hand")
"""Commands whose cards lie face up on the table, or were shown to a supervisor."""

_CARDS = ("cards", "three", "hands")


def _said(asked: ApprovalAsked) -> Iterator[tuple[str, str]]:
    """What is approved, in words, line by line."""
    command = command_of(asked)
    yield "What", _deed(command)
    for what, name in (
        ("Jackpot", link_of(asked.target)),
        ("Table", table_of(asked.target)),
        ("Round", asked.round),
    ):
        if name is not None:
            yield what, name
    yield from _parameters(command)


def _parameters(struct: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """What a command says, field by field, and the entry in it that another becomes."""
    kinds = get_type_hints(type(struct))
    for field in struct.__struct_fields__:
        value, name = getattr(struct, field), _NAMES.get(field, _plain(field))
        # A digest of what was read is for machines.
        if value is None or value is UNSET or value in ({}, ()) or field in ("approves", "round"):
            continue
        if field in ("facts", "hands"):
            yield from ((_plain(key), _words(Any, field, one)) for key, one in value.items())
        elif isinstance(value, msgspec.Struct):
            if field == "should_be":
                yield name, _deed(value)
            yield from _parameters(value)
        elif field == "cards" and struct.__struct_config__.tag in _SEEN_BY_ALL:
            yield name, format_cards(value)
        else:
            yield name, _words(kinds[field], field, value)


def _words(kind: Any, field: str, value: Any) -> str:
    if Cents in (kind, *get_args(kind)):
        return f"{Decimal(format_cents(value)):,}"
    if field in _CARDS:
        return f"{len(value)} {'card' if len(value) == 1 else 'cards'}, not to be seen by everybody"
    if field.endswith("_bp"):
        return f"{percent(Fraction(value, 10_000), 2)} of each progressive bet"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)


def _deed(command: msgspec.Struct) -> str:
    tag = str(command.__struct_config__.tag)
    return _DEEDS.get(tag, _plain(tag))


def _plain(name: str) -> str:
    """A name as people read it; a number is that of a box."""
    if name.isdigit():
        return f"Box {name}"
    return name.replace("-", " ").replace("_", " ").capitalize()


def _without_cards(command: Any) -> Any:
    """A command in JSON with its cards face down."""
    if not isinstance(command, dict):
        return command
    return {
        name: _face_down(value) if name in _CARDS else _without_cards(value)
        for name, value in command.items()
    }


def _face_down(value: Any) -> Any:
    if isinstance(value, dict):
        return {place: _face_down(cards) for place, cards in value.items()}
    return ["??" for _ in value] if isinstance(value, list) else value
