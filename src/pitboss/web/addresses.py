"""Names in addresses: a slash inside a name does not separate parts of the path.

Servers pass on a path with ``%2F`` decoded to a slash, so that a request for table "A/B" looks like
one for "B" at table "A". A client that sends such a name should learn what is wrong with it, not
get a 404.
"""

import re
from urllib.parse import unquote_to_bytes

from starlette.types import Scope

_ENCODED_SLASH = re.compile(rb"%2f", re.IGNORECASE)
_STAND_IN = "\ue000"
"""A private-use character: it is not printable, so no name contains it."""


def keep_slashes(scope: Scope) -> None:
    """Replaces every slash inside a name with a placeholder until the path has been split."""
    raw: bytes = scope.get("raw_path") or b""
    if b"%" in raw and _ENCODED_SLASH.search(raw):
        parts = (
            unquote_to_bytes(part).decode(errors="replace") for part in _ENCODED_SLASH.split(raw)
        )
        scope["path"] = _STAND_IN.join(parts)


def give_slashes_back(scope: Scope) -> None:
    """The variable parts of the path, as they were sent."""
    if _STAND_IN in scope["path"]:
        parts: dict[str, str] = scope["path_params"]
        scope["path_params"] = {name: part.replace(_STAND_IN, "/") for name, part in parts.items()}
