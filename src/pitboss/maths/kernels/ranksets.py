"""The 6,175 sets of five ranks, in the order of their strength, and how to name their parts.

A hand without a flush is worth what its ranks are worth, so the exact methods count sets of ranks
and multiply; suits matter only if all five are alike. A **rank set** here is five ranks with
repeats, at most four of a kind.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from pitboss.kernel.cards import Card
from pitboss.kernel.poker import KINDS_OF_HAND, strength_of_five
from pitboss.maths.kernels.ranking import SUITED

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]

KEYS = np.array((0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415), np.int64)
"""One key per rank: the smallest ones whose sums over five cards differ; then sums over any equal
number of fewer cards do too.
"""

LARGEST_KEY = int(5 * KEYS[12])
"""No sum over five cards is larger, not even over five aces, which tables are asked for though
nobody holds them.
"""

CHOOSE = np.array(
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], np.int64
)
"""How many ways there are to choose that many cards of a rank from those left of it."""


@dataclass(frozen=True, eq=False)
class RankSets:
    """All rank sets."""

    ranks: Bytes
    """Five ranks per row, ascending."""
    counts: Bytes
    """How many of each of the thirteen ranks."""
    strength: npt.NDArray[np.uint16]
    by_strength: Ints
    """By strength: the rank set; for a flush the set of the same ranks."""
    is_suited: npt.NDArray[np.bool_]
    """By strength: whether it takes five cards of one suit."""

    def __len__(self) -> int:
        return len(self.ranks)


@lru_cache(maxsize=1)
def rank_sets() -> RankSets:
    """All of them, built once."""
    sets = [r for r in combinations_with_replacement(range(13), 5) if r[0] != r[4]]
    ranks = np.array(sets, np.uint8)
    counts = np.zeros((len(sets), 13), np.uint8)
    np.add.at(counts, (np.arange(len(sets))[:, None], ranks), 1)
    # Suits ascend with the place of a card in its rank set, and never make a flush: the last card
    # differs.
    strength = np.array([_mixed_strength(r) for r in sets], np.uint16)
    bits = np.bitwise_or.reduce(1 << ranks.astype(np.int64), axis=1)
    odd = counts.max(axis=1) == 1
    suited = np.where(odd, SUITED[bits], 0).astype(np.uint16)
    by_strength = np.full(KINDS_OF_HAND + 1, -1, np.int32)
    by_strength[strength] = np.arange(len(sets))
    by_strength[suited[odd]] = np.nonzero(odd)[0]
    is_suited = np.zeros(KINDS_OF_HAND + 1, np.bool_)
    is_suited[suited[odd]] = True
    return RankSets(ranks, counts, strength, by_strength, is_suited)


def _mixed_strength(ranks: tuple[int, ...]) -> int:
    """The strength of five cards of these ranks that are not of one suit."""
    suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
    if max(suits) == 0:
        suits[4] = 1
    return strength_of_five(
        [Card(rank * 4 + suit) for rank, suit in zip(ranks, suits, strict=True)]
    )
