"""Rules for every text that somebody types and that is stored: how long it may be, and of which characters.

A name is what the record shows of somebody or something, so nothing in it may be hidden. Whatever else is written,
reasons, notes, notices, is one line of prose.
"""

import hashlib
import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec

MOST_NAME = 64
MOST_TEXT = 500
MOST_VALUES = 200
"""Values in one command, however they are nested; the largest real one has some dozens."""

MOST_REFUSED_BYTES = 2_000
MOST_MESSAGE = 1_000
_BEGINNING = 500

_UNSEEN = frozenset(
    map(
        chr,
        (
            0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x180E), 0x180F, 0x2800, 0x3164,
            *range(0xFE00, 0xFE10), 0xFFA0, *range(0xE0100, 0xE01F0),
        ),
    )
)  # fmt: skip
"""Letters and marks that nobody sees: Unicode's Default_Ignorable_Code_Point as far as Python calls it printable, and
the blank Braille pattern.
"""

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of writing around: a text would read otherwise than it is."""

_NOT_NAMES = frozenset((".", "..", "*"))
_NAMES = frozenset(("player", "link", "table", "tables"))
"""The fields of commands that name somebody or something."""


def name_fault(name: str, parted_by: str = "/") -> str | None:
    """What is wrong with a name, in a sentence. ``parted_by`` are signs that stand between names elsewhere."""
    if not 0 < len(name) <= MOST_NAME:
        return f"A name has 1 to {MOST_NAME} characters."
    if not name.isprintable() or not _UNSEEN.isdisjoint(name):
        return "A name can't contain invisible characters; remove them."
    if name != name.strip():
        return "A name can't begin or end with a space."
    if name in _NOT_NAMES or unicodedata.combining(name[0]):
        return f"{name} can't be a name; use letters or digits."
    if (sign := next((sign for sign in parted_by if sign in name), None)) is not None:
        return f"A name can't contain a {_SIGNS[sign]} ({sign})."
    return None


_SIGNS = {"/": "slash", ":": "colon", ",": "comma"}


def text_fault(text: str, most: int = MOST_TEXT) -> str | None:
    """What is wrong with a line of prose, in a sentence."""
    if len(text) > most:
        return f"A text has at most {most} characters; this one has {len(text)}."
    if text.isprintable():
        return None
    if any(unicodedata.category(sign) in _NO_TEXT or sign in _BIDI for sign in text):
        return (
            "A text is one line, without control characters and without signs that turn the writing around."
        )
    return None


_NO_TEXT = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Control characters, halves of characters, separators of lines and paragraphs."""


def command_fault(command: msgspec.Struct) -> tuple[str, str] | None:
    """The field of a command with a text that can't be stored, and what is wrong with it."""
    values = 0
    for field in command.__struct_fields__:
        check = name_fault if field in _NAMES else text_fault
        for value in _values(getattr(command, field)):
            values += 1
            if values > MOST_VALUES:
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


# ── what is kept of what can't be kept whole ──────────────────────────────────────────────────────────────────────


def cut(text: str, most: int) -> str:
    """A text, or as much of it as is kept."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_line(text: str, most: int) -> str:
    """A text from outside for a line of ours, such as a log's: cut, and without anything that is not printed."""
    kept = cut(text, most)
    return kept if kept.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in kept)


def brief(command: msgspec.Struct) -> dict[str, Any]:
    """A command as a refusal keeps it: whole, or if it is long its beginning and its digest."""
    encoded = msgspec.json.encode(command)
    if len(encoded) <= MOST_REFUSED_BYTES:
        whole: dict[str, Any] = msgspec.to_builtins(command)
        return whole
    return {
        "do": str(command.__struct_config__.tag),
        "begins": encoded[:_BEGINNING].decode(errors="ignore"),
        "bytes": len(encoded),
        "sha256": hashlib.sha256(encoded).hexdigest(),
    }
