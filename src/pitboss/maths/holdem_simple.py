"""Hold'em by a rule that a person can keep: bet turn and river with a pair of one's own, or a straight or flush."""

from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.maths import holdem_classes as classes
from pitboss.maths.compiled import compiled
from pitboss.maths.holdem_boards import FIELD, LOST_SHIFT, PAID_SHIFT, Fives, in_parts
from pitboss.maths.holdem_counts import STARTING_HANDS, cards_of_flop, starting_hand
from pitboss.maths.holdem_rivers import river_entries
from pitboss.maths.progress import step


@compiled
def own_hand(a: Any, b: Any, board: Any, size: Any) -> Any:
    """Whether two hole cards are a pair, pair a card of the board, or make a straight or a flush with it."""
    if a >> 2 == b >> 2:
        return True
    ranks = 1 << (a >> 2) | 1 << (b >> 2)
    suits = 1 << 4 * (a & 3)
    suits += 1 << 4 * (b & 3)
    for place in range(size):
        card = board[place]
        if card >> 2 == a >> 2 or card >> 2 == b >> 2:
            return True
        ranks |= 1 << (card >> 2)
        suits += 1 << 4 * (card & 3)
    # An ace is also below the two.
    runs = ranks << 1 | ranks >> 12
    if runs & runs >> 1 & runs >> 2 & runs >> 3 & runs >> 4:
        return True
    return (suits + 0x3333) & 0x8888 != 0


@compiled
def _simple(
    weights: Any,
    cards_of: Any,
    index: Any,
    four_of: Any,
    begins: Any,
    entries: Any,
    totals: Any,
    begin: Any,
    end: Any,
) -> None:
    sort_of_suit, board = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for flop in range(begin, end):
        board[0], board[1], board[2] = cards_of[flop, 0], cards_of[flop, 1], cards_of[flop, 2]
        for turn in range(52):
            if turn == board[0] or turn == board[1] or turn == board[2]:
                continue
            board[3] = turn
            at, sorts = classes.four_class(board, index, four_of, begins, sort_of_suit)
            for a in range(51):
                if _on(board, a):
                    continue
                for b in range(a + 1, 52):
                    if _on(board, b):
                        continue
                    pair = classes.pair_of(
                        (a >> 2) + sort_of_suit[a & 3], (b >> 2) + sort_of_suit[b & 3], sorts
                    )
                    entry = entries[at + pair]
                    placed_turn = 1 if own_hand(a, b, board, 3) else 0
                    placed_river = 1 if own_hand(a, b, board, 4) else 0
                    total = totals[starting_hand(a, b), placed_turn, placed_river]
                    total[0] += weights[flop] * np.int64(entry & FIELD)
                    total[1] += weights[flop] * np.int64(entry >> PAID_SHIFT & FIELD)
                    total[2] += weights[flop] * np.int64(entry >> LOST_SHIFT & FIELD)
                    total[3] += weights[flop]


@compiled
def _on(board: Any, card: Any) -> Any:
    return card == board[0] or card == board[1] or card == board[2] or card == board[3]


def simple_totals(paid_from: int) -> npt.NDArray[np.int64]:
    """What every starting hand comes to under the rule, as ``HoldemCounts.totals`` has it."""
    entries = river_entries(Fives(paid_from), (1, 1))
    step("turns and rivers by a simple rule")
    kinds, _, own = classes.flops()
    weights = np.bincount(kinds).astype(np.int64)
    cards_of = np.array([cards_of_flop(int(number)) for number in own], np.int64)
    parts: list[npt.NDArray[np.int64]] = []

    def work(begin: int, end: int) -> None:
        totals = np.zeros((STARTING_HANDS, 2, 2, 4), np.int64)
        parts.append(totals)
        index, four_of = classes.mask_index(), classes.four_of_key()
        _simple(weights, cards_of, index, four_of, classes.FOUR_BEGINS, entries, totals, begin, end)

    in_parts(len(own), work)
    found: npt.NDArray[np.int64] = np.sum(parts, axis=0)
    return found
