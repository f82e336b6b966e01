"""A live table on a jackpot link, of which a test says what it tells: whether it is down, what it
has paid.

t = on_link(MS)
t.link = FromLink(down=True)
"""

from collections.abc import Mapping
from typing import Any

from pitboss.table.command_json import read_line
from pitboss.table.commands import FromLink, Given
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.events import AnyEvent
from pitboss.table.refusals import TableRefused
from tests.tables import SUPERVISOR, Table, setting


class LinkedTable(Table):
    """A table that shares its jackpot. ``link`` is what the link tells it with the next command."""

    def __init__(self, name: str = "t1") -> None:
        super().__init__(name)
        self.link = FromLink()

    def _decide(
        self, do: str, by: str, fields: Mapping[str, Any]
    ) -> tuple[AnyEvent, ...] | TableRefused:
        named = {
            name.replace("_", "-"): value for name, value in fields.items() if value is not None
        }
        line = read_line({"table": self.name, "by": by, "do": do, **named})
        given = Given(self.now_ms, self.secret, self.jackpot, self.link)
        self._asked = Asked(line.command, line.actor, self.now_ms)
        self.now_ms += 1000
        return decide(self._state, line.command, line.actor, given, self.name)


def on_link(rulebook: str, **more: Any) -> LinkedTable:
    """A table on the link ``mega`` before its first round."""
    table = LinkedTable()
    table.do("open-table", by=SUPERVISOR, **setting(rulebook, link="mega", **more))
    return table
