"""Names in addresses: a slash that belongs to a name does not part the path.

Servers hand on a path with ``%2F`` turned into a slash, and then a table "A/B" can't be told from a
table "A" that is asked for "B". A client that sends such a name should learn what is wrong with it,
not get a 404.
"""

import re
from urllib.parse import unquote_to_bytes

from starlette.types import Scope

_ENCODED_SLASH = re.compile(rb"%2f", re.IGNORECASE)
_STAND_IN = "\ue000"
"""Of private use, so not printable: no name has it."""


def keep_slashes(scope: Scope) -> None:
    """Has every slash of a name wait as something that parts no path, until the path is taken
    apart.
    """
    raw: bytes = scope.get("raw_path") or b""
    if b"%" in raw and _ENCODED_SLASH.search(raw):
        parts = (
            unquote_to_bytes(part).decode(errors="replace") for part in _ENCODED_SLASH.split(raw)
        )
        scope["path"] = _STAND_IN.join(parts)


def give_slashes_back(scope: Scope) -> None:
    """The parts of the path that vary, as they were sent."""
    if _STAND_IN in scope["path"]:
        parts: dict[str, str] = scope["path_params"]
        scope["path_params"] = {name: part.replace(_STAND_IN, "/") for name, part in parts.items()}
