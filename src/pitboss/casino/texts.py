"""The texts of commands: which can be stored, and what is kept of those too long to keep whole."""

import hashlib
from collections.abc import Iterator
from types import NoneType
from typing import Any

import msgspec

from pitboss.kernel.texts import name_fault, text_fault

MOST_VALUES = 200
"""Values in one command, however they are nested; the largest real one has some dozens."""

MOST_REFUSED_BYTES = 2_000
MOST_MESSAGE = 1_000
_BEGINNING = 500

_NAMES = frozenset(("player", "winner", "link", "table", "tables"))
"""The fields of commands that name somebody or something."""

_SINGLE = frozenset((str, int, bool, NoneType))
"""What most fields hold. Looking for more in them would take longer than reading them did."""


def command_fault(command: msgspec.Struct) -> tuple[str, str] | None:
    """The field of a command with a text that can't be stored, and what is wrong with it."""
    count = 0
    for field in command.__struct_fields__:
        given = getattr(command, field)
        check = name_fault if field in _NAMES else text_fault
        for value in (given,) if type(given) in _SINGLE else _values(given):
            count += 1
            if count > MOST_VALUES:
                return field, f"A command has at most {MOST_VALUES} values."
            if isinstance(value, str) and (fault := check(value)) is not None:
                return field.replace("_", "-"), fault
    return None


def _values(value: Any) -> Iterator[Any]:
    """All single values in one, however nested; the names in a table of values too."""
    if isinstance(value, msgspec.Struct):
        for part in msgspec.structs.astuple(value):
            yield from _values(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _values(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _values(part)
    else:
        yield value


# ── what is kept of what can't be kept whole ──────────────────────────────────────────────────────


def cut(text: str, most: int) -> str:
    """A text, or as much of it as is kept."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_line(text: str, most: int) -> str:
    """A text from outside for a line of ours, such as a log's: cut, and without anything that is
    not printed.
    """
    kept = cut(text, most)
    return (
        kept
        if kept.isprintable()
        else "".join(sign if sign.isprintable() else ("\ufffd") for sign in kept)
    )


def brief(command: msgspec.Struct) -> dict[str, object]:
    """A command as a refusal keeps it: whole, or if it is long its beginning and its digest."""
    encoded = msgspec.json.encode(command)
    if len(encoded) <= MOST_REFUSED_BYTES:
        whole: dict[str, object] = msgspec.to_builtins(command)
        return whole
    return {
        "do": str(command.__struct_config__.tag),
        "begins": encoded[:_BEGINNING].decode(errors="ignore"),
        "bytes": len(encoded),
        "sha256": hashlib.sha256(encoded).hexdigest(),
    }
