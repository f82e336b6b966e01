"""The texts in commands: which ones can be stored, and how long ones are shortened."""

import hashlib
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any

import msgspec

from pitboss.kernel.texts import name_fault, text_fault

MOST_VALUES = 200
"""Values in one command, however nested; the largest real one has a few dozen."""

MOST_REFUSED_BYTES = 2_000
MOST_MESSAGE = 1_000
_BEGINNING = 500

_NAMES = frozenset(("player", "winner", "link", "table", "tables"))
"""The fields of commands that name somebody or something."""

_SINGLE = frozenset((str, int, bool, NoneType))
"""The types of most fields. Searching them for nested values would take longer than parsing them
did.
"""


def command_fault(command: msgspec.Struct) -> tuple[str, str] | None:
    """The first field with a text that can't be stored, and what is wrong with it."""
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
    """All scalar values in one, however nested, including the keys of dictionaries."""
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


# ── shortening ───────────────────────────────────────────────────────────────────────────────────


def cut(text: str, most: int) -> str:
    """A text, cut to at most ``most`` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_line(text: str, most: int) -> str:
    """A text from outside made fit for one line, as in a log: cut, with unprintable characters
    replaced.
    """
    kept = cut(text, most)
    return (
        kept
        if kept.isprintable()
        else "".join(character if character.isprintable() else ("\ufffd") for character in kept)
    )


def brief(command: msgspec.Struct | Mapping[str, object]) -> dict[str, object]:
    """A command in the form a refusal stores: whole, or if it is long, its beginning and its
    digest.
    """
    encoded = msgspec.json.encode(command)
    whole: dict[str, object] = msgspec.to_builtins(command)
    if len(encoded) <= MOST_REFUSED_BYTES:
        return whole
    return {
        "do": str(whole["do"]),
        "begins": encoded[:_BEGINNING].decode(errors="ignore"),
        "bytes": len(encoded),
        "sha256": hashlib.sha256(encoded).hexdigest(),
    }
