"""The entries of a round: what was asked of the table, by whom and when, and which of the round's
events it led to.
"""

import msgspec

from pitboss.rulebook.authority import Actor
from pitboss.table.commands import AnyCommand


class Asked(msgspec.Struct, frozen=True):
    """What somebody asked of a table."""

    command: AnyCommand
    by: Actor
    at_ms: int


class TableEntry(msgspec.Struct, frozen=True):
    """An entry and its events: from ``first`` up to ``end`` in the round's log. Entries are
    numbered from 1, which is "Place your bets".
    """

    number: int
    asked: Asked
    first: int
    end: int
