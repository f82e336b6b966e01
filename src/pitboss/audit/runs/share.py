"""What one process of an audit recomputes, where several share the work: tables of its own."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pitboss.journal.port import LeftOut

TABLE = "table/"
"""How the stream of a table begins."""


class AuditShare(NamedTuple):
    """The first process takes all tables but those of ``others``, each with the number of the
    process that has it, and besides what there is once: positions, commands, checkpoints, signs.
    Any other takes ``tables``. Everybody follows people, house, approvals, links and feeds, as what
    happens at a table is held against them.
    """

    first: bool = True
    tables: frozenset[str] = frozenset()
    others: Mapping[str, int] = MappingProxyType({})

    def has(self, table: str) -> bool:
        """Whether a table is in it."""
        return table not in self.others if self.first else table in self.tables

    def follows(self, stream: str) -> bool:
        """Whether what a stream says is read here."""
        return not stream.startswith(TABLE) or self.has(stream.removeprefix(TABLE))

    def left_out(self, unless: Iterable[str]) -> LeftOut | None:
        """What need not be read here: the first reads where every record stands, any other only
        what it follows, and ``unless`` of the tables of others.
        """
        if self.first:
            return None
        return LeftOut(frozenset(TABLE + name for name in self.others), frozenset(unless))

    def hashes(self, stream: str) -> bool:
        """Whether its hashes are computed here: those of streams that all follow, by the first."""
        return self.follows(stream) and (self.first or stream.startswith(TABLE))


WHOLE = AuditShare()

FIRST_HAS_BESIDE = 0.16
"""How much more of the work the first process has for a record of any table, in the time that its
owner takes for it: it reads where every record stands.
"""


def shares(lengths: Mapping[str, int], workers: int) -> list[AuditShare]:
    """Divides tables with so many records among processes, so that all have about as much to do."""
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
