"""How a hand of five or seven cards becomes an index into the ranking tables.

Each rank has a key; no two sets of ranks have the same sum of keys, modulo ``bits`` bits. The high
bits of the sum select a row of the table, the low bits a column. ``tools/ranking_tables.py``
overlays the rows.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.kernel.poker import RANK_KEYS

# The smallest keys whose sums over five cards differ; for seven cards those of the kernel.
_FIVE_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)


@dataclass(frozen=True)
class Packing:
    """Keys by rank and how their sum is divided."""

    keys: tuple[int, ...]
    bits: int
    column_bits: int

    @property
    def rows(self) -> int:
        return 1 << (self.bits - self.column_bits)

    @property
    def columns(self) -> int:
        return 1 << self.column_bits

    def place(self, ranks: Iterable[int]) -> tuple[int, int]:
        """The row and the column of a set of ranks."""
        key = sum(self.keys[rank] for rank in ranks) & ((1 << self.bits) - 1)
        return key >> self.column_bits, key & (self.columns - 1)


def _spread(keys: tuple[int, ...], factor: int, bits: int) -> tuple[int, ...]:
    """The keys times an odd factor: sums that differed still differ, and spread evenly over all
    rows.
    """
    return tuple(key * factor & ((1 << bits) - 1) for key in keys)


# Of a few factors tried, these leave the fewest gaps: none for five cards, one in a hundred for
# seven.
FIVE = Packing(_spread(_FIVE_KEYS, 18273, 19), bits=19, column_bits=8)
SEVEN = Packing(_spread(RANK_KEYS, 231183, 23), bits=23, column_bits=10)
