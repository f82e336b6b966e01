"""What two hole cards win and lose on every class of board, against every two cards of the dealer.

For a board of five cards, all pairs of hole cards are sorted by strength; then one pass from the
weakest up counts, for each, the dealer's hands below it and up to it. Hands that share a card with
the player's own are subtracted again with counts kept for each card. For boards of four cards the
rivers are summed.

An entry holds several counts in one number, sixteen bits each, so that sums of entries are entries.
A game says which counts they are with its ``Fields``: multi-link hold'em distinguishes wins with a
hand for which the ante is paid from wins with one for which it is not; another game may need
whether the dealer qualifies, or count some hands in separate tables.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.kernel.poker import KINDS_OF_HAND
from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.ranking import SEVEN_KEYS, SUITED, seven_mixed
from pitboss.maths.kernels.ranksets import KEYS, rank_sets

Entries = npt.NDArray[np.uint64]

DEALERS = 990
"""The dealer's hands, given seven known cards: 45 choose 2."""

WORKERS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
"""Threads that share the counting."""

PAID_SHIFT, LOST_SHIFT, BET_SHIFT = np.uint64(16), np.uint64(32), np.uint64(48)
FIELD = np.uint64(0xFFFF)


def in_parts(count: int, work: Callable[[int, int], object]) -> None:
    """Runs ``work(from, to)`` over 0 to ``count`` in several threads; compiled code releases the
    lock.
    """
    steps = np.linspace(0, count, 8 * WORKERS + 1).astype(int).tolist()
    with ThreadPoolExecutor(WORKERS) as pool:
        for done in [pool.submit(work, a, b) for a, b in pairwise(steps)]:
            done.result()


@dataclass(frozen=True, eq=False)
class Fields:
    """Where the counts of an entry are, by the strength of the player's hand.

    Losses are always in the first table, from bit 32 on.
    """

    table: npt.NDArray[np.uint8]
    """The table of the other two."""
    unqualified: npt.NDArray[np.uint64]
    """The lowest bit of the dealer's hands that do not qualify."""
    won: npt.NDArray[np.uint64]
    """The lowest bit of the wins against a dealer who qualifies."""
    least: int = 0
    """What the dealer needs to qualify; nothing if every hand does."""

    @property
    def tables(self) -> int:
        return int(self.table.max()) + 1

    def arrays(self) -> tuple[Any, ...]:
        """In the form that compiled code takes."""
        return self.table, self.unqualified, self.won, self.least


def paid_fields(paid_from: int) -> Fields:
    """For a game whose dealer always qualifies: wins below a strength, and from it on."""
    strengths = np.arange(KINDS_OF_HAND + 1)
    won = np.where(strengths >= paid_from, PAID_SHIFT, np.uint64(0)).astype(np.uint64)
    return Fields(np.zeros(len(strengths), np.uint8), np.zeros_like(won), won)


# ── boards of five ────────────────────────────────────────────────────────────────────────────────


@compiled
def _sort_pairs(ranks: Any, key_of: Any, order: Any, strength: Any, begin: Any, end: Any) -> None:
    """For each set of board ranks: the 91 pairs of hole ranks from the weakest up."""
    packed = np.zeros(91, np.int64)
    for board in range(begin, end):
        key = np.uint64(0)
        for rank in ranks[board]:
            key += key_of[rank]
        number = 0
        for a in range(13):
            for b in range(a, 13):
                packed[number] = np.int64(seven_mixed(key + key_of[a] + key_of[b])) << 8 | (
                    a << 4 | b
                )
                number += 1
        packed.sort()
        for at in range(91):
            order[board, at] = packed[at] & 255
            strength[board, at] = packed[at] >> 8


@compiled
def _sort_flushes(held: Any, codes: Any, strengths: Any) -> Any:
    """The flushes that hole cards can make with the ranks held on the board, from the weakest up.

    A code has the one or two ranks of the hole cards in the suit; 13 stands for a card of another
    suit.
    """
    number = 0
    on_board = 0
    for rank in range(13):
        on_board += held >> rank & 1
    for a in range(14):
        for b in range(a, 14):
            taken = (1 << a | 1 << b) & 0x1FFF
            ranks = held | taken
            # The same card twice, or one on the board.
            if (a == b and a < 13) or held & taken:
                continue
            if on_board + (a < 13) + (b < 13) >= 5:
                strengths[number] = np.int64(SUITED[ranks]) << 8 | (a << 4 | b)
                number += 1
    strengths[:number].sort()
    for at in range(number):
        codes[at] = strengths[at] & 255
        strengths[at] >>= 8
    return number


@compiled
def _count_pairs(
    sorts: Any,
    left: Any,
    plain: Any,
    flushes: Any,
    on_board: Any,
    fields: Any,
    scratch: Any,
    out: Any,
    board: Any,
) -> None:
    """Fills the entries of one board.

    Groups of equal strength come from two sorted lists: pairs of ranks without a flush, and
    flushes; each is (codes, strengths). ``left`` says how many cards of each sort there are; sorts
    from thirteen up are of the flush suit.
    """
    codes, strength = plain
    flush_codes, flush_strength = flushes
    group, below, through, unqualified, waiting, first_of = scratch
    through[:] = 0
    for sort in range(sorts):
        first_of[sort] = classes.pair_of(sort, sort, sorts) - sort
    total = no_hand = waits = 0
    qualifies = False
    at, flush = 0, 0
    while at < len(codes) or flush < len(flush_codes):
        size = 0
        if flush == len(flush_codes) or (at < len(codes) and strength[at] < flush_strength[flush]):
            now = np.int64(strength[at])
            while at < len(codes) and strength[at] == now:
                size = _add_plain(group, size, left, codes[at] >> 4, codes[at] & 15, on_board)
                at += 1
        else:
            now = np.int64(flush_strength[flush])
            while flush < len(flush_codes) and flush_strength[flush] == now:
                size = _add_flush(
                    group, size, left, flush_codes[flush] >> 4, flush_codes[flush] & 15
                )
                flush += 1
        if not qualifies and now >= fields[3]:
            qualifies = True
            no_hand = total
            unqualified[:] = through
        if not qualifies:
            # How many of the dealer's hands do not qualify is known only after all have been
            # passed.
            total += _pass_group(group, size, left, through)
            for pair in range(size):
                waiting[waits, 0], waiting[waits, 1] = group[pair, 0], group[pair, 1]
                waiting[waits, 2] = now
                waits += 1
            continue
        for pair in range(size):
            below[pair] = total - through[group[pair, 0]] - through[group[pair, 1]]
        total += _pass_group(group, size, left, through)
        table, none, won = fields[0][now], fields[1][now], fields[2][now]
        for pair in range(size):
            a, b = group[pair, 0], group[pair, 1]
            # The player's own pair was counted once in total and once for each of its cards.
            lost = DEALERS - (total - through[a] - through[b] + 1)
            folds = no_hand - unqualified[a] - unqualified[b]
            place = np.uint64(first_of[a] + b)
            entry = np.uint64(folds) << none | np.uint64(below[pair] - folds) << won
            if table == 0:
                out[0, board, place] = entry | np.uint64(lost) << LOST_SHIFT
            else:
                out[0, board, place] = np.uint64(lost) << LOST_SHIFT
                out[table, board, place] = entry
    _fill_waiting(first_of, waiting[:waits], fields, (no_hand, unqualified), out, board)


@compiled
def _fill_waiting(
    first_of: Any, waiting: Any, fields: Any, dealers: Any, out: Any, board: Any
) -> None:
    """The entries of hands with which the dealer would not qualify: they beat no hand that does."""
    no_hand, unqualified = dealers
    for pair in range(len(waiting)):
        a, b, strength = waiting[pair, 0], waiting[pair, 1], waiting[pair, 2]
        # The player's own pair is among them, as above.
        folds = no_hand - unqualified[a] - unqualified[b] + 1
        place = np.uint64(first_of[a] + b)
        out[0, board, place] = np.uint64(DEALERS - folds) << LOST_SHIFT
        out[fields[0][strength], board, place] |= np.uint64(folds) << fields[1][strength]


@compiled
def _scratch() -> Any:
    """What filling a board needs besides its entries."""
    return (
        # Unsigned, as indices are: no check whether one counts from the end.
        np.zeros((400, 2), np.uint8),
        np.zeros(400, np.int64),
        np.zeros(26, np.int64),
        np.zeros(26, np.int64),
        np.zeros((400, 3), np.uint16),
        np.zeros(26, np.int64),
    )


@compiled
def _pass_group(group: Any, size: Any, left: Any, through: Any) -> Any:
    """The hands of a group, which are below from now on; ``through`` counts them for each single
    card.
    """
    hands = 0
    for pair in range(size):
        a, b = group[pair, 0], group[pair, 1]
        if a == b:
            hands += left[a] * (left[a] - 1) >> 1
            through[a] += left[a] - 1
        else:
            hands += left[a] * left[b]
            through[a] += left[b]
            through[b] += left[a]
    return hands


@compiled
def _add_plain(group: Any, size: Any, left: Any, a: Any, b: Any, on_board: Any) -> Any:
    """Records two ranks without a flush. With three of the suit on the board, one of them may be of
    it, not both.
    """
    size = _add_pair(group, size, left, a, b)
    if on_board == 3:
        size = _add_pair(group, size, left, a, b + 13)
        if a != b:
            size = _add_pair(group, size, left, b, a + 13)
    return size


@compiled
def _add_flush(group: Any, size: Any, left: Any, a: Any, b: Any) -> Any:
    """Records the pairs whose cards of the suit have these ranks; 13 stands for any card of another
    suit.
    """
    if a < 13 and b < 13:
        return _add_pair(group, size, left, a + 13, b + 13)
    for rank in range(13):
        if a < 13:
            size = _add_pair(group, size, left, rank, a + 13)
        else:
            for other in range(rank, 13):
                size = _add_pair(group, size, left, rank, other)
    return size


@compiled
def _add_pair(group: Any, size: Any, left: Any, a: Any, b: Any) -> Any:
    """Records a pair of sorts if there are such cards. Every pair is written, and the next one
    overwrites it if it does not count: that is quicker than a branch nobody can predict.
    """
    one, two = np.uint8(a), np.uint8(b)
    group[np.uint64(size), 0], group[np.uint64(size), 1] = one, two
    return size + np.int64((left[one] > np.int64(one == two)) & (left[two] > 0))


@compiled
def _fives_by_ranks(
    counts: Any, order: Any, strength: Any, fields: Any, out: Any, begin: Any, end: Any
) -> None:
    """Boards on which no flush is possible."""
    left = np.zeros(26, np.int64)
    scratch = _scratch()
    codes, strengths = np.zeros(1, np.uint8), np.zeros(1, np.int64)
    for board in range(begin, end):
        for rank in range(13):
            left[rank] = 4 - counts[board, rank]
        # Sliced as with a suit, so that it is compiled once for both.
        plain = order[board, :91], strength[board, :91]
        _count_pairs(13, left, plain, (codes[:0], strengths[:0]), 0, fields, scratch, out, board)


@compiled
def _fives_with_suit(
    held_sets: Any,
    others: Any,
    on_board: Any,
    set_of_key: Any,
    order: Any,
    strength: Any,
    fields: Any,
    out: Any,
    begin: Any,
    end: Any,
) -> None:
    """Boards with three, four or five cards of a suit, and other cards of the ranks in
    ``others``.
    """
    left = np.zeros(26, np.int64)
    scratch = _scratch()
    codes, strengths = np.zeros(128, np.uint8), np.zeros(128, np.int64)
    # With five cards of a suit on the board, everybody has a flush.
    listed = 0 if on_board == 5 else 91
    for number in range(begin, end):
        held = held_sets[number]
        size = _sort_flushes(held, codes, strengths)
        flushes = codes[:size], strengths[:size]
        for other in range(len(others)):
            key = 0
            for rank in range(13):
                left[rank] = 3
                left[rank + 13] = 1 - (held >> rank & 1)
                key += KEYS[rank] * (held >> rank & 1)
            for rank in others[other]:
                left[rank] -= 1
                key += KEYS[rank]
            board = set_of_key[key]
            plain = order[board, :listed], strength[board, :listed]
            _count_pairs(
                26,
                left,
                plain,
                flushes,
                on_board,
                fields,
                scratch,
                out,
                number * len(others) + other,
            )


class Fives:
    """The entries of all boards of five cards: by table of the fields, and by how many cards of a
    suit the boards have.
    """

    def __init__(self, fields: Fields) -> None:
        sets, set_of_key = rank_sets(), classes.set_of_key()
        # Keys of ranks only: the counts of suits are in the low bits.
        key_of = SEVEN_KEYS[0:52:4] & ~np.uint64(0xFFFFFF)
        order = np.zeros((len(sets), 91), np.uint8)
        strength = np.zeros((len(sets), 91), np.uint16)
        in_parts(len(sets), lambda a, b: _sort_pairs(sets.ranks, key_of, order, strength, a, b))
        as_arrays = fields.arrays()
        self.plain = np.zeros((fields.tables, len(sets), classes.PAIRS), np.uint64)
        in_parts(
            len(sets),
            lambda a, b: _fives_by_ranks(sets.counts, order, strength, as_arrays, self.plain, a, b),
        )
        self.with_suit = {}
        for on_board, others in (
            (3, [(a, b) for a in range(13) for b in range(a, 13)]),
            (4, [(a,) for a in range(13)]),
            (5, [()]),
        ):
            held = classes.masks(on_board)
            ranks = np.array(others, np.int64).reshape(len(others), 5 - on_board)
            boards = len(held) * len(others)
            out = np.zeros((fields.tables, boards, classes.SUITED_PAIRS), np.uint64)
            self.with_suit[on_board] = out
            in_parts(
                len(held),
                lambda a, b, held=held, ranks=ranks, on_board=on_board, out=out: _fives_with_suit(  # type: ignore[misc]  # bound now
                    held, ranks, on_board, set_of_key, order, strength, as_arrays, out, a, b
                ),
            )
