"""Commands as JSON gives them: ``{"table": "t1", "by": "player:ann", "do": "place-bet", "box": 1,
…}``.

Amounts are strings of dollars and cards are names, as in the contracts; what is wrong with a
command is told as it is told of a record: a code, a sentence, a place.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.games.faults import Fault, FaultCode, shown
from pitboss.games.record import Jackpot
from pitboss.kernel.cards import SPELLINGS, Card, typed_cards
from pitboss.kernel.money import Cents, parse_cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.commands import AnyCommand, TableCommand

_POSTS = {post.name.lower().replace("_", "-"): post for post in Post}
TABLE_COMMANDS: dict[str, type[TableCommand]] = {
    str(kind.__struct_config__.tag): kind for kind in AnyCommand.__args__
}
# Built here and not on first use: msgspec crashes when two threads make it build the same type at
# once.
msgspec.json.Decoder(AnyCommand)
MOST_DESCRIPTION = 500
"""Characters in the text of a report."""
AROUND = ("table", "by", "jackpot", "now_ms", "secret", "note")
"""Fields of a line that do not belong to the command itself."""


class CommandLine(msgspec.Struct, frozen=True):
    """A command with everything that comes with it."""

    table: str
    actor: Actor
    command: AnyCommand
    jackpot: Jackpot | None = None
    now_ms: int | None = None
    secret: bytes | None = None


def read_line(raw: object) -> CommandLine:
    """A typed command; raises Fault."""
    if not isinstance(raw, Mapping):
        raise Fault(FaultCode.BAD_FIELD, f"a command is a JSON object, not {shown(raw)}")
    _check_text(raw)
    table = raw.get("table", "table")
    if not isinstance(table, str) or not table:
        raise Fault(FaultCode.BAD_FIELD, f"table must be a name, not {shown(table)}", "table")
    now_ms = raw.get("now_ms")
    if now_ms is not None and (not isinstance(now_ms, int) or isinstance(now_ms, bool)):
        raise Fault(FaultCode.BAD_FIELD, "now_ms must be a whole number of milliseconds", "now_ms")
    return CommandLine(
        table,
        read_actor(raw.get("by")),
        read_command(raw),
        _jackpot(raw.get("jackpot")),
        now_ms,
        _secret(raw.get("secret")),
    )


def _check_text(raw: Mapping[str, Any]) -> None:
    """JSON can spell half a character (``"\\ud800"``), which no journal can store and no shuffle
    can use.
    """
    try:
        msgspec.json.encode(raw)
    except UnicodeEncodeError:
        message = "this command contains half a character, written as in \\ud800; take it out"
        raise Fault(FaultCode.BAD_FIELD, message) from None


def read_actor(by: object) -> Actor:
    """``"player:ann"``, ``"dealer:dana"``, or just a post for staff."""
    if by is None:
        raise Fault(
            FaultCode.MISSING_FIELD,
            ('by is missing: who acts, as in "player:ann" or "dealer:dana"'),
            "by",
        )
    post, _, name = by.partition(":") if isinstance(by, str) else ("", "", "")
    if post not in _POSTS or (post == "player" and not name):
        message = (
            f'by must be a post and a name, as in "player:ann", not {shown(by)}; posts are '
            f"{', '.join(_POSTS)}"
        )
        raise Fault(FaultCode.BAD_FIELD, message, "by")
    return Actor(_POSTS[post], name or post)


def read_command(raw: Mapping[str, Any]) -> AnyCommand:
    """The command itself."""
    do = raw.get("do")
    if do is None:
        raise Fault(
            FaultCode.MISSING_FIELD,
            f"do is missing; commands are {', '.join(TABLE_COMMANDS)}",
            "do",
        )
    kind = TABLE_COMMANDS.get(do) if isinstance(do, str) else None
    if kind is None:
        raise Fault(
            FaultCode.BAD_FIELD,
            f"{shown(do)} is not a command; write one of {', '.join(TABLE_COMMANDS)}",
            "do",
        )
    fields = {
        name: _converted(do, name, value) for name, value in raw.items() if name not in AROUND
    }
    if "reason" in kind.__struct_fields__:
        # The table decides whether there has to be one.
        fields.setdefault("reason", "")
    try:
        command = msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        names = ", ".join(field.encode_name for field in msgspec.structs.fields(kind))
        message = f"{do}: {problem[0].lower()}{problem[1:]}; its fields are {names or 'none'}"
        raise Fault(FaultCode.BAD_FIELD, message, place.rstrip("`")) from None
    return command  # type: ignore[return-value]  # one of the union's members, found by its name


def _converted(do: str, name: str, value: Any) -> Any:
    if name in ("amount", "progressive-bet") and value is not None:
        return _amount(value, name)
    if name in ("cards", "three") and do != "open-table":
        return _cards(value, name)
    if name == "hands" and isinstance(value, Mapping):
        return {place: _cards(cards, f"hands.{place}") for place, cards in value.items()}
    if name == "to" and isinstance(value, int) and not isinstance(value, bool):
        # A box is a number, here as everywhere.
        return str(value)
    if name == "description" and isinstance(value, str):
        return _description(value, name)
    if name == "reason" and isinstance(value, str):
        return _description(value, name) if value.strip() else ""
    if name == "should-be" and isinstance(value, Mapping):
        return msgspec.to_builtins(read_command(value))
    if name == "limits" and isinstance(value, Mapping):
        return {
            bet: {end: _amount(amount, f"limits.{bet}.{end}") for end, amount in limit.items()}
            if isinstance(limit, Mapping)
            else limit
            for bet, limit in value.items()
        }
    return value


def _amount(value: object, at: str) -> Cents:
    amount = parse_cents(value) if isinstance(value, str) else None
    if amount is None:
        message = f'{shown(value)} is not an amount; write a string of dollars such as "25.00"'
        raise Fault(FaultCode.BAD_AMOUNT, message, at)
    return amount


def _description(value: str, name: str) -> str:
    text = value.strip()
    if not 1 <= len(text) <= MOST_DESCRIPTION:
        length = f"this has {len(text)}" if text else "this is empty"
        message = f"a {name} has 1 to {MOST_DESCRIPTION} characters, and {length}"
        raise Fault(FaultCode.BAD_FIELD, message, name)
    if not text.isprintable():
        sign = next(sign for sign in text if not sign.isprintable())
        message = f"a {name} is one line of plain text; take out the character U+{ord(sign):04X}"
        raise Fault(FaultCode.BAD_FIELD, message, name)
    return text


def _card(value: object, at: str) -> Card:
    card = SPELLINGS.get(value) if isinstance(value, str) else None
    if card is None:
        raise Fault(FaultCode.BAD_CARD, f"{shown(value)} is not a card; write one as in Td", at)
    return card


def _cards(value: Any, at: str) -> Any:
    """Cards as a list of names, or in one string, as people and scanners type them."""
    if isinstance(value, list):
        return [_card(card, f"{at}[{index}]") for index, card in enumerate(value)]
    if not isinstance(value, str):
        return value
    try:
        return typed_cards(value)
    except ValueError as error:
        raise Fault(FaultCode.BAD_CARD, str(error), at) from None


def _jackpot(value: object) -> Jackpot | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise Fault(
            FaultCode.BAD_FIELD,
            f"jackpot must be an object with displayed and reset, not {shown(value)}",
            "jackpot",
        )
    displayed, reset = (
        _amount(value.get(name), f"jackpot.{name}") for name in ("displayed", "reset")
    )
    return Jackpot(displayed, reset)


def _secret(value: object) -> bytes | None:
    if value is None:
        return None
    try:
        if isinstance(value, str):
            return bytes.fromhex(value)
    except ValueError:
        pass
    raise Fault(FaultCode.BAD_FIELD, "secret must be a string of hexadecimal digits", "secret")
