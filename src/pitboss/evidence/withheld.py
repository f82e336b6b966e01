"""What no copy outside the house may hold: hashes of passwords, PINs, tokens and sessions, and
every other credential.

This is an allow-list of what events about people may show; everything else is withheld, so that a
new kind of credential can't leak because nobody thought of this module.
"""

from typing import Any

from pitboss.casino.stream_ids import PEOPLE_STREAM

WITHHELD = "withheld"

_SHOWN = frozenset(
    (
        "address",
        "at-ms",
        "by",
        "commands",
        "deed",
        "device",
        "digest",
        "do",
        "event",
        "expires-ms",
        "host",
        "issuer",
        "label",
        "must-change",
        "name",
        "os-user",
        "program",
        "proposed-by",
        "reads",
        "reason",
        "role",
        "scope",
        "table",
        "tables",
        "until-ms",
    )
)


def credentials_in(stream: str, event: Any) -> bool:
    """Whether an event about people holds a credential."""
    return stream == PEOPLE_STREAM and without_credentials(event) != event


def without_credentials(event: Any) -> Any:
    """An event about people without its credentials."""
    if isinstance(event, dict):
        return {
            name: without_credentials(value) if name in _SHOWN or value is None else WITHHELD
            for name, value in event.items()
        }
    return [without_credentials(part) for part in event] if isinstance(event, list) else event
