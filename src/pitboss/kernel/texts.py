"""Rules for every stored text that somebody types: how long it may be, and which characters it may
contain.

A name is how the record identifies somebody or something, so nothing in it may be hidden.
Everything else, such as reasons, notes and notices, is one line of prose.
"""

import unicodedata

MOST_NAME = 64
MOST_TEXT = 500

_UNSEEN = frozenset(
    map(
        chr,
        (
            0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x180E), 0x180F, 0x2800, 0x3164,
            *range(0xFE00, 0xFE10), 0xFFA0, *range(0xE0100, 0xE01F0),
        ),
    )
)  # fmt: skip
"""Letters and marks that are invisible: Unicode's Default_Ignorable_Code_Point as far as Python
calls it printable, and the blank Braille pattern.
"""

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What reverses the direction of writing: a text would read differently from what it is."""

_NOT_NAMES = frozenset((".", "..", "*"))


def name_fault(name: str, parted_by: str = "/") -> str | None:
    """What is wrong with a name, in a sentence. ``parted_by`` are characters that separate names
    elsewhere.
    """
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
            "A text is one line, without control characters and without signs that turn the "
            "writing around."
        )
    return None


_NO_TEXT = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Control characters, halves of characters, separators of lines and paragraphs."""
