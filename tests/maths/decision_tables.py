"""Ways to play as tables, looked up in another way than the simulator does: what its decisions are
held against.

``stud_table(book, strategy)`` and ``holdem_table(book, strategy)`` make the tables; ``stud_bets``,
``holdem_turn_bets`` and ``holdem_river_bets`` read them. Bullseye needs none: the House Way is what
``kernels.place`` gives.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.games.holdem.book import HoldemBook
from pitboss.games.stud.book import StudBook
from pitboss.maths.exact import holdem, holdem_classes, stud
from pitboss.maths.exact.holdem_boards import BET_SHIFT
from pitboss.maths.exact.holdem_counts import hole_number
from pitboss.maths.exact.stud_counts import stud_counts
from pitboss.maths.kernels.compilation import compiled

FOLD, BET, LOOK = 0, 1, 2
"""What a strength alone says in stud; LOOK where it takes the exposed card and the suits."""


@dataclass(frozen=True, eq=False)
class StudTable:
    """Stud decisions: by strength, and by situation where that is not enough
    (``stud_counts.StudCounts``).
    """

    verdict: npt.NDArray[np.uint8]
    begins: npt.NDArray[np.int32]
    width: npt.NDArray[np.uint8]
    bets: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class HoldemTable:
    """Hold'em decisions: ``plays`` by starting hand, the others by ``holdem_turn_bets`` and
    ``holdem_river_bets``.
    """

    plays: npt.NDArray[np.bool_]
    flop_class: npt.NDArray[np.int32]
    flop_suits: npt.NDArray[np.uint8]
    turn_bets: npt.NDArray[np.uint8]
    river_bets: npt.NDArray[np.uint8]
    mask_index: npt.NDArray[np.int32]
    four_of_key: npt.NDArray[np.int32]
    begins: npt.NDArray[np.int64]


def stud_table(book: StudBook, strategy: str = "optimal") -> StudTable:
    """The decisions of a strategy in a stud rulebook."""
    counts = stud_counts()
    if strategy == "optimal":
        bets = stud.best_decisions(stud.StudOdds.of(book))
    else:
        least = {"blind": 1, "akj83": stud.AKJ83, "always-fold": len(counts.begins)}[strategy]
        bets = stud.from_strength(least)
    # Situations that can't be have no say in whether a strength alone decides.
    real = counts.weight > 0
    some = np.zeros(len(counts.begins), np.bool_)
    some[counts.strength[real & bets]] = True
    every = np.ones(len(counts.begins), np.bool_)
    every[counts.strength[real & ~bets]] = False
    verdict = np.where(some & every, BET, np.where(some, LOOK, FOLD)).astype(np.uint8)
    return StudTable(verdict, counts.begins, counts.width, bets)


@compiled
def stud_bets(
    verdict: Any,
    begins: Any,
    width: Any,
    bets: Any,
    strength: Any,
    a: Any,
    b: Any,
    c: Any,
    d: Any,
    e: Any,
    exposed: Any,
) -> Any:
    """Whether to bet with five cards (each a uint8) of a known strength against the dealer's
    exposed card.
    """
    told = verdict[strength]
    if told != 2:
        return told == 1
    bits = np.int64(width[strength])
    mask = np.int64(0)
    if bits == 1:
        mask = np.int64(a & 3 == exposed & 3)
    else:
        have = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
        for card in (a, b, c, d, e):
            if card & 3 == exposed & 3:
                # The place of the rank among the different ranks of the hand, from the lowest up.
                below, place = have & ((1 << (card >> 2)) - 1), 0
                while below:
                    below &= below - 1
                    place += 1
                mask |= 1 << place
    return bets[np.int64(begins[strength]) + (np.int64(exposed >> 2) << bits) + mask]


def holdem_table(book: HoldemBook, strategy: str = "optimal") -> HoldemTable:
    """The decisions of a strategy in a hold'em rulebook."""
    pays = holdem.HoldemOdds.of(book)
    flop_class, flop_suits, own = holdem_classes.flops()
    if strategy == "optimal":
        counts = holdem.best_counts(pays)
        plays = holdem.best_plays(holdem.values(pays, counts.totals))
        turn_bets, river_bets = counts.turn_bets, (counts.entries >> BET_SHIFT).astype(np.uint8)
    else:
        plays = np.full(169, {"blind": True, "always-fold": False}[strategy])
        turn_bets = np.zeros((len(own), 1_326), np.uint8)
        river_bets = np.zeros(holdem_classes.FOUR_BEGINS[-1], np.uint8)
    return HoldemTable(
        plays,
        flop_class,
        flop_suits,
        turn_bets,
        river_bets,
        holdem_classes.mask_index(),
        holdem_classes.four_of_key(),
        holdem_classes.FOUR_BEGINS,
    )


@compiled
def holdem_turn_bets(
    flop_class: Any, flop_suits: Any, turn_bets: Any, a: Any, b: Any, x: Any, y: Any, z: Any
) -> Any:
    """Whether to place the turn wager with hole cards a, b on the flop x, y, z; each an int64."""
    number = holdem_classes.flop_number(x, y, z)
    suits = flop_suits[number]
    one = a & ~3 | np.int64(suits[a & 3])
    two = b & ~3 | np.int64(suits[b & 3])
    return turn_bets[flop_class[number], hole_number(one, two)]


@compiled
def holdem_river_bets(
    river_bets: Any, index: Any, four_of: Any, begins: Any, a: Any, b: Any, board: Any, suits: Any
) -> Any:
    """Whether to place the river wager with hole cards a, b on ``board``, an int64 array of flop
    and turn.

    ``suits`` is a place for four int64 that the function may use.
    """
    at, sorts = holdem_classes.four_class(board, index, four_of, begins, suits)
    pair = holdem_classes.pair_of((a >> 2) + suits[a & 3], (b >> 2) + suits[b & 3], sorts)
    return river_bets[at + pair]
