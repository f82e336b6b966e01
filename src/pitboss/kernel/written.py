"""Amounts and cards as they stand in JSON, with what a schema says of them."""

from typing import Annotated

import msgspec

AmountText = Annotated[
    str, msgspec.Meta(pattern=r"^-?[0-9]+\.[0-9]{2}$", description="Dollars and cents.")
]
CardText = Annotated[
    str, msgspec.Meta(pattern=r"^([2-9TJQKA][cdhs]|\?\?)$", description="?? lies face down.")
]
DigestText = Annotated[
    str,
    msgspec.Meta(
        pattern="^[0-9a-f]{32}$",
        description="What names it; send it as approves with the command that approves it.",
    ),
]


class Outgoing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of whatever leaves the engine: its fields are the fields of the JSON."""
