"""What a stud dealer can hold, counted for every hand of the player and every exposed card. No
rulebook is needed.

Player and dealer's card meet in 2,598,960 x 47 ways, but what the dealer's four other cards can be
depends only on the ranks of the player's hand, the rank of the exposed card, and which of the
player's ranks are held in the exposed card's suit: a **situation**. There are some 1.3 million. For
each, the dealer's hands below a given strength are counted in two parts:

* by ranks alone, from the number of hands that contain given cards, by inclusion and exclusion over
  the player's;
* the hands of one suit, which the first part took for mixed ones: only the suit of the exposed card
  can have them.

Strengths are processed from the bottom up, and the numbers of hands *containing* given ranks
grow on the way. So each hand of the player meets exactly the counts of what is below it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.kernel.poker import ACE_KING_HIGH, KINDS_OF_HAND
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.ranksets import CHOOSE, KEYS, LARGEST_KEY, RankSets, rank_sets
from pitboss.maths.progress import step

DEALS = 163_185
"""The ways to deal the dealer's other four cards: 46 choose 4."""

SITUATIONS_IN_ALL = 2_598_960 * 47

Counts = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class StudCounts:
    """The situations, one per entry: ``begins[strength] + (exposed_rank << width[strength]) +
    mask``.

    A mask has a bit for each different rank of the player's hand, the lowest rank first, set if the
    hand has that rank in the exposed card's suit. A flush has only two masks: 0, of another suit,
    and 1, of the same.
    """

    begins: Counts
    width: npt.NDArray[np.uint8]
    strength: npt.NDArray[np.uint16]
    exposed: npt.NDArray[np.uint8]
    weight: Counts
    """In how many ways this combination of hand and exposed card can occur; 0 if it can't."""
    unqualified: Counts
    """Of the 163,185 deals: the dealer does not qualify."""
    below: Counts
    """The dealer qualifies with less than the player."""
    equal: Counts
    above: Counts


@lru_cache(maxsize=1)
def stud_counts() -> StudCounts:
    """All situations, counted once and cached: they are the same for every rulebook."""
    step("the dealer's hands against every hand and exposed card")
    sets = rank_sets()
    begins, width, size = _places(sets)
    strength, exposed = np.zeros(size, np.uint16), np.zeros(size, np.uint8)
    weight, unqualified, below, equal, above = (np.zeros(size, np.int32) for _ in range(5))
    counts = StudCounts(begins, width, strength, exposed, weight, unqualified, below, equal, above)
    low_beside, low_suited = _low_hands(sets.ranks, sets.counts, sets.by_strength, ACE_KING_HIGH)
    _sweep(
        sets.ranks,
        sets.counts,
        sets.by_strength,
        sets.is_suited,
        begins,
        width,
        low_beside,
        low_suited,
        (strength, exposed, weight, unqualified, below, equal, above),
    )
    return counts


def _places(sets: RankSets) -> tuple[Counts, npt.NDArray[np.uint8], int]:
    """Where the situations of each strength begin, how many bits its masks have, and how many there
    are in total.
    """
    different = (sets.counts > 0).sum(axis=1).astype(np.uint8)
    width = np.zeros(KINDS_OF_HAND + 1, np.uint8)
    width[1:] = np.where(sets.is_suited[1:], 1, different[sets.by_strength[1:]])
    sizes = np.where(np.arange(KINDS_OF_HAND + 1) > 0, 13 << width.astype(np.int64), 0)
    ends = np.cumsum(sizes)
    return (ends - sizes).astype(np.int32), width, int(ends[-1])


# ── hands that contain given cards ────────────────────────────────────────────────────────────────


@compiled
def _add_parts(containing: Any, counts: Any) -> None:
    """One more rank set is below: adds its hands to every subset of its cards."""
    parts = np.zeros(13, np.int64)
    while True:
        size, key, hands = 0, 0, 1
        for rank in range(13):
            if counts[rank] > 0:
                part = parts[rank]
                size += part
                key += part * KEYS[rank]
                hands *= CHOOSE[4 - part, counts[rank] - part]
        containing[size, key] += hands
        # The next subset: counts up like an odometer over the ranks that are there.
        rank = 0
        while rank < 13 and parts[rank] == counts[rank]:
            parts[rank] = 0
            rank += 1
        if rank == 13:
            break
        parts[rank] += 1


@compiled
def _hands_beside(containing: Any, ranks: Any, exposed: Any) -> Any:
    """By ranks alone: the hands that contain a given card of the exposed rank and none of the
    player's five cards.
    """
    hands = 0
    for subset in range(31):
        size, key = 1, KEYS[exposed]
        for place in range(5):
            if subset >> place & 1:
                size += 1
                key += KEYS[ranks[place]]
        if size & 1:
            hands += containing[size, key]
        else:
            hands -= containing[size, key]
    return hands


@compiled
def _add_suited(suited: Any, ranks: Any, change: Any) -> None:
    """A rank set of five different ranks is below, as a mixed hand or as a flush."""
    for subset in range(32):
        have = 0
        for place in range(5):
            if subset >> place & 1:
                have |= 1 << ranks[place]
        suited[have] += change


@compiled
def _suited_beside(suited: Any, different: Any, width: Any, exposed: Any, out: Any) -> None:
    """By mask: what the hands of the exposed suit add, if the player's ranks in the mask are
    missing from it.
    """
    for mask in range(1 << width):
        have = 1 << exposed
        for place in range(width):
            if mask >> place & 1:
                have |= 1 << different[place]
        out[mask] = suited[have]
    for place in range(width):
        for mask in range(1 << width):
            if mask >> place & 1:
                out[mask] = out[mask ^ (1 << place)] - out[mask]


@compiled
def _low_hands(ranks: Any, counts: Any, by_strength: Any, qualifying: Any) -> Any:
    """Hands that do not qualify: by rank set and exposed rank, and by ranks held in the exposed
    suit.
    """
    containing = np.zeros((6, LARGEST_KEY + 1), np.int32)
    suited = np.zeros(1 << 13, np.int32)
    # Below ace-king there are only hands of five odd ranks, all mixed.
    for strength in range(1, qualifying):
        hand = by_strength[strength]
        _add_parts(containing, counts[hand])
        _add_suited(suited, ranks[hand], -1)
    beside = np.zeros((len(ranks), 13), np.int64)
    for hand in range(len(ranks)):
        for exposed in range(13):
            beside[hand, exposed] = _hands_beside(containing, ranks[hand], exposed)
    return beside, suited


# ── one hand of the player ────────────────────────────────────────────────────────────────────────


@compiled
def _equal_hands(counts: Any, exposed: Any) -> Any:
    """By ranks alone: the hands with the player's own ranks that contain a card of the exposed
    rank, but none of the player's cards.
    """
    if counts[exposed] == 0:
        return 0
    ways = 1
    for rank in range(13):
        if counts[rank] > 0:
            taken = 1 if rank == exposed else 0
            left = 4 - counts[rank] - taken
            if left < counts[rank] - taken:
                return 0
            ways *= CHOOSE[left, counts[rank] - taken]
    return ways


@compiled
def _weight(counts: Any, different: Any, width: Any, mask: Any) -> Any:
    """The mixed hands of these ranks that hold exactly those of the mask in one suit; times four
    suits.
    """
    ways = 1
    for place in range(width):
        count = counts[different[place]]
        ways *= CHOOSE[3, count - 1] if mask >> place & 1 else CHOOSE[3, count]
    if width == 5:
        # Flushes are counted separately: one in the suit itself, three in the others.
        if mask == 31:
            ways -= 1
        elif mask == 0:
            ways -= 3
    return 4 * ways


@compiled
def _has_exposed(different: Any, width: Any, mask: Any, exposed: Any) -> Any:
    """Whether the exposed card itself would be in the player's hand, which is impossible."""
    for place in range(width):  # noqa: SIM110 - a generator would not compile
        if mask >> place & 1 and different[place] == exposed:
            return True
    return False


@compiled
def _equal_here(flush: Any, mixed: Any, different: Any, mask: Any, in_hand: Any) -> Any:
    """The dealer's hands of the same strength, taking suits into account."""
    if flush:
        return 1 if mask == 0 and in_hand else 0
    if different == 5 and mask == 0 and in_hand:
        # One of the hands of the same ranks is a flush in the exposed suit.
        return mixed - 1
    return mixed


@compiled
def _sweep(
    ranks: Any,
    counts: Any,
    by_strength: Any,
    is_suited: Any,
    begins: Any,
    width: Any,
    low_beside: Any,
    low_suited: Any,
    out: Any,
) -> None:
    containing = np.zeros((6, LARGEST_KEY + 1), np.int32)
    suited = np.zeros(1 << 13, np.int32)
    different = np.zeros(5, np.int64)
    for strength in range(1, len(by_strength)):
        hand = by_strength[strength]
        distinct = 0
        for rank in range(13):
            if counts[hand, rank] > 0:
                different[distinct] = rank
                distinct += 1
        for exposed in range(13):
            at = begins[strength] + (exposed << width[strength])
            low = low_beside[hand, exposed]
            _fill(
                containing, suited, low_suited, low, ranks[hand], counts[hand], different, distinct,
                strength, is_suited[strength], exposed, at, out,
            )  # fmt: skip
        if is_suited[strength]:
            _add_suited(suited, ranks[hand], 1)
        else:
            _add_parts(containing, counts[hand])
            if distinct == 5:
                _add_suited(suited, ranks[hand], -1)


@compiled
def _fill(
    containing: Any,
    suited: Any,
    low_suited: Any,
    low: Any,
    ranks: Any,
    counts: Any,
    different: Any,
    width: Any,
    strength: Any,
    flush: Any,
    exposed: Any,
    begin: Any,
    out: Any,
) -> None:
    """The situations of one hand and one exposed rank."""
    strength_out, exposed_out, weight_out, unqualified_out, below_out, equal_out, above_out = out
    by_mask, low_by_mask = np.zeros(32, np.int64), np.zeros(32, np.int64)
    qualifies = strength >= ACE_KING_HIGH
    lower = _hands_beside(containing, ranks, exposed) if qualifies else 0
    _suited_beside(suited, different, width, exposed, by_mask)
    _suited_beside(low_suited, different, width, exposed, low_by_mask)
    same = _equal_hands(counts, exposed)
    for number in range(2 if flush else 1 << width):
        at = begin + number
        strength_out[at] = strength
        exposed_out[at] = exposed
        mask = number * 31 if flush else number
        if _has_exposed(different, width, mask, exposed):
            continue
        weight = (4 if mask else 12) if flush else _weight(counts, different, width, mask)
        if weight == 0:
            continue
        unqualified = low + low_by_mask[mask]
        below = equal = 0
        if qualifies:
            below = lower + by_mask[mask] - unqualified
            equal = _equal_here(flush, same, width, mask, counts[exposed] > 0)
        weight_out[at] = weight
        unqualified_out[at] = unqualified
        below_out[at] = below
        equal_out[at] = equal
        above_out[at] = DEALS - unqualified - below - equal
