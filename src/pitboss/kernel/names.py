"""The order in which people list names: T2 before T10."""

import re

_NUMBER = re.compile(r"([0-9]+)")


def natural(name: str) -> tuple[tuple[str | int, ...], str]:
    """A sort key: numbers within a name by their value, the rest by its letters, ignoring case."""
    # Split at its numbers, a name has letters at every even place, so that like is compared with
    # like.
    parts = _NUMBER.split(name)
    return tuple(int(part) if at % 2 else part.casefold() for at, part in enumerate(parts)), name
