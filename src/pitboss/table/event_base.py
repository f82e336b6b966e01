"""What all events of a table have in common."""

from typing import Any, TypeAlias

import msgspec


class TableEvent(msgspec.Struct, frozen=True, tag_field="event", rename="kebab"):
    """Base of all events."""


CommandJson: TypeAlias = dict[str, Any]
"""A command of any kind as plain JSON, stored so that it can be read whatever fields commands get
later.
"""
