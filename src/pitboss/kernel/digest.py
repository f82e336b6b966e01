"""A short name for something, derived from its content: whoever approves it gives the name back,
which says exactly what they approve.
"""

from hashlib import sha256

_HEX_DIGITS = 32
"""128 bits. With 64, whoever proposes could find two proposals with the same name in an hour, and
swap them.
"""


def digest_of(form: bytes) -> str:
    """The name of whatever has this form in bytes."""
    return sha256(form).hexdigest()[:_HEX_DIGITS]
