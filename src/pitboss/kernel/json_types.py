"""The types of amounts, cards and digests in JSON, with their schemas.

The patterns are for readers of the schema. What is written here is right by construction, so
nothing is matched against them when it is read back.
"""

from typing import Annotated

import msgspec

AmountText = Annotated[
    str,
    msgspec.Meta(
        description="Dollars and cents.",
        extra_json_schema={"pattern": r"^-?[0-9]+\.[0-9]{2}$"},
    ),
]
CardText = Annotated[
    str,
    msgspec.Meta(
        description="?? lies face down.",
        extra_json_schema={"pattern": r"^([2-9TJQKA][cdhs]|\?\?)$"},
    ),
]
DigestText = Annotated[
    str,
    msgspec.Meta(
        description="What names it; send it as approves with the command that approves it.",
        extra_json_schema={"pattern": "^[0-9a-f]{32}$"},
    ),
]


class Outgoing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base of everything that leaves the engine: its fields are the fields of the JSON. It is a
    tree, so the garbage collector need not look for cycles in it.
    """
