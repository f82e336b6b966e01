"""Rebuilds the look-up tables of ``pitboss.maths.kernels.ranking`` from the plain kernel:
tools/ranking_tables.py.

The sum of the keys of a hand's ranks identifies its set of ranks. Multiplying by an odd number,
modulo a power of two, keeps the sums distinct and spreads them evenly. The high bits then select a
row and the low bits a column; the rows are nearly empty, and are overlaid until hardly a gap is
left (row displacement).
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np

from pitboss.kernel.cards import ACE, Card
from pitboss.kernel.points import PLACE_LABELS, best_place
from pitboss.kernel.poker import strength_of_five, strength_of_seven
from pitboss.maths.kernels.layout import FIVE, SEVEN, Packing

FOLDER = Path(__file__).parent.parent / "src/pitboss/maths/kernels/data"


def rank_sets(size: int) -> list[tuple[int, ...]]:
    """Every set of ranks that this many cards can have: at most four of a rank."""
    multisets = combinations_with_replacement(range(13), size)
    return [ranks for ranks in multisets if max(map(ranks.count, ranks)) <= 4]


def cards_of(ranks: Sequence[int]) -> list[Card]:
    """Cards of these ranks that make no flush: suits in turn, so that no five are alike."""
    cards: list[Card] = []
    for rank in ranks:
        taken = sum(card >> 2 == rank for card in cards)
        # The second and later cards of a rank take the suits after the first one's.
        first = next(
            (card & 3 for card in cards if card >> 2 == rank), len(set(ranks[: len(cards)])) & 3
        )
        cards.append(Card(rank * 4 + ((first + taken) & 3)))
    return cards


def pack(packing: Packing, sets: Iterable[tuple[int, ...]]) -> tuple[np.ndarray, np.ndarray]:
    """Where each row begins, and which place each set of ranks has."""
    places = [packing.place(ranks) for ranks in sets]
    rows: dict[int, list[int]] = {}
    for row, column in places:
        rows.setdefault(row, []).append(column)
    free = np.ones(2 * len(places) + packing.columns, bool)
    begins = np.zeros(packing.rows, np.uint16)
    # Full rows first: the empty ones fit in anywhere.
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        fits = np.ones(len(free) - packing.columns, bool)
        for column in rows[row]:
            fits &= free[column : column + len(fits)]
        begin = int(np.argmax(fits))
        free[[begin + column for column in rows[row]]] = False
        begins[row] = begin
    return begins, np.array([begins[row] + column for row, column in places], np.int64)


def suited_strengths() -> np.ndarray:
    """By the ranks of one suit as bits: the strength of the best flush of five, six or seven
    cards.
    """
    table = np.zeros(1 << 13, np.uint16)
    for size in (5, 6, 7):
        for ranks in combinations(range(13), size):
            fives = combinations([Card(rank * 4) for rank in ranks], 5)
            table[sum(1 << rank for rank in ranks)] = max(map(strength_of_five, fives))
    return table


def point_places(sets: Sequence[tuple[int, ...]], at: np.ndarray, size: int) -> np.ndarray:
    """The place of the House Way, twice for each set of ranks: without the ace of spades and with
    it.
    """
    order = range(len(PLACE_LABELS))
    table = np.zeros(2 * size, np.uint8)
    for ranks, index in zip(sets, at, strict=True):
        plain = [Card(rank * 4 + ranks[:place].count(rank)) for place, rank in enumerate(ranks)]
        spades = [Card(card + 3 - (card & 3)) if card == ACE * 4 else card for card in plain]
        # Four aces include the ace of spades in any case; both entries then say the same.
        table[2 * index] = best_place(plain, order)
        table[2 * index + 1] = best_place(spades, order)
    return table


def main() -> None:
    """Writes the files."""
    FOLDER.mkdir(exist_ok=True)
    five, seven = rank_sets(5), rank_sets(7)
    begins, at = pack(FIVE, five)
    # Any row and column may be requested if a byte is not a card, so every sum of a beginning and a
    # column must be inside.
    size = int(begins.max()) + FIVE.columns
    mixed = np.zeros(size, np.uint16)
    mixed[at] = [strength_of_five(cards_of(ranks)) for ranks in five]
    np.save(FOLDER / "five.npy", np.concatenate([begins, mixed]))
    np.save(FOLDER / "points.npy", point_places(five, at, size))
    begins, at = pack(SEVEN, seven)
    mixed = np.zeros(int(begins.max()) + SEVEN.columns, np.uint16)
    mixed[at] = [strength_of_seven(cards_of(ranks)) for ranks in seven]
    np.save(FOLDER / "seven.npy", np.concatenate([begins, mixed]))
    np.save(FOLDER / "suited.npy", suited_strengths())
    for file in sorted(FOLDER.glob("*.npy")):
        print(f"{file.name}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
