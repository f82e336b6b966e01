"""One process's share of an audit: tables of its own."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pitboss.journal.port import LeftOut

TABLE = "table/"
"""The prefix of a table's stream."""


class AuditShare(NamedTuple):
    """The first process takes all tables except those of ``others`` (each with the number of its
    process), and everything global: positions, commands, checkpoints, signs. Any other takes
    ``tables``. All follow people, house, approvals, links and feeds, against which a table's events
    are checked.
    """

    first: bool = True
    tables: frozenset[str] = frozenset()
    others: Mapping[str, int] = MappingProxyType({})

    def has(self, table: str) -> bool:
        """Whether a table is in the share."""
        return table not in self.others if self.first else table in self.tables

    def follows(self, stream: str) -> bool:
        """Whether this process reads the events of a stream."""
        return not stream.startswith(TABLE) or self.has(stream.removeprefix(TABLE))

    def left_out(self, unless: Iterable[str]) -> LeftOut | None:
        """What this process need not read: the first checks the place of every record, any other
        reads only what it follows and, at other tables, the kinds in ``unless``.
        """
        if self.first:
            return None
        return LeftOut(frozenset(TABLE + name for name in self.others), frozenset(unless))

    def hashes(self, stream: str) -> bool:
        """Whether this process computes the hashes of a stream; those of common streams are the
        first's.
        """
        return self.follows(stream) and (self.first or stream.startswith(TABLE))


WHOLE = AuditShare()

FIRST_HAS_BESIDE = 0.16
"""The first process's extra work per record of any table, relative to the work of the table's own
process: it checks the place of every record.
"""


def shares(lengths: Mapping[str, int], workers: int) -> list[AuditShare]:
    """Divides tables, by number of records, among processes so that all have about the same
    work.
    """
    total = sum(lengths.values())
    load = [total * FIRST_HAS_BESIDE if workers > 1 else 0.0] + [0.0] * (workers - 1)
    tables: list[set[str]] = [set() for _ in load]
    for name in sorted(lengths, key=lambda name: (-lengths[name], name)):
        least = load.index(min(load))
        load[least] += lengths[name]
        tables[least].add(name)
    filled = [tables[0], *filter(None, tables[1:])]
    owners = {name: number for number, theirs in enumerate(filled) for name in theirs}
    divided = []
    for number, theirs in enumerate(filled):
        others = {name: owner for name, owner in owners.items() if owner != number}
        own = frozenset(theirs) if number else frozenset()
        divided.append(AuditShare(first=not number, tables=own, others=others))
    return divided
