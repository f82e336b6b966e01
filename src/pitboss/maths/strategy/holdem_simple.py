"""Hold'em by rules that a person can follow: when to bet turn and river, from one look at the
cards.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.kernel.cards import ACE
from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.exact.holdem_boards import FIELD, LOST_SHIFT, PAID_SHIFT, Entries, in_parts
from pitboss.maths.exact.holdem_counts import STARTING_HANDS, cards_of_flop, starting_hand
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.progress import step


@compiled
def own_hand(a: Any, b: Any, board: Any, size: Any) -> Any:
    """Whether two hole cards are a pair, pair a card of the board, or make a straight or a flush
    with it.
    """
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
def good_chance(a: Any, b: Any, board: Any, size: Any) -> Any:
    """Whether hole cards without a hand are an ace beside a pair on the board, or after the flop
    four to a flush.
    """
    ranks, suits, pair = 0, 0, False
    for place in range(size):
        pair = pair or ranks >> (board[place] >> 2) & 1 == 1
        ranks |= 1 << (board[place] >> 2)
        suits += 1 << 4 * (board[place] & 3)
    if pair and (a >> 2 == ACE or b >> 2 == ACE):
        return True
    suits += 1 << 4 * (a & 3)
    suits += 1 << 4 * (b & 3)
    return size == 3 and (suits >> 4 * (a & 3) & 15 >= 4 or suits >> 4 * (b & 3) & 15 >= 4)


@compiled
def _simple(
    chances: Any,
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
                    on_turn = own_hand(a, b, board, 3) or (chances and good_chance(a, b, board, 3))
                    on_river = own_hand(a, b, board, 4) or (chances and good_chance(a, b, board, 4))
                    total = totals[starting_hand(a, b), 1 if on_turn else 0, 1 if on_river else 0]
                    total[0] += weights[flop] * np.int64(entry & FIELD)
                    total[1] += weights[flop] * np.int64(entry >> PAID_SHIFT & FIELD)
                    total[2] += weights[flop] * np.int64(entry >> LOST_SHIFT & FIELD)
                    total[3] += weights[flop]


@compiled
def _on(board: Any, card: Any) -> Any:
    return card == board[0] or card == board[1] or card == board[2] or card == board[3]


def simple_totals(entries: Entries) -> list[npt.NDArray[np.int64]]:
    """The outcomes of every starting hand, in the form of ``HoldemCounts.totals``, under two rules.

    Turn and river are bet with a pair of one's own or better; by the second rule also with a good
    draw.
    """
    step("turns and rivers by simple rules")
    kinds, _, own = classes.flops()
    weights = np.bincount(kinds).astype(np.int64)
    cards_of = np.array([cards_of_flop(int(number)) for number in own], np.int64)
    return [_totals(chances, weights, cards_of, entries) for chances in (False, True)]


def _totals(
    chances: bool, weights: npt.NDArray[np.int64], cards_of: npt.NDArray[np.int64], entries: Entries
) -> npt.NDArray[np.int64]:
    parts: list[npt.NDArray[np.int64]] = []

    def work(begin: int, end: int) -> None:
        totals = np.zeros((STARTING_HANDS, 2, 2, 4), np.int64)
        parts.append(totals)
        index, four_of = classes.mask_index(), classes.four_of_key()
        _simple(
            chances,
            weights,
            cards_of,
            index,
            four_of,
            classes.FOUR_BEGINS,
            entries,
            totals,
            begin,
            end,
        )

    in_parts(len(cards_of), work)
    summed: npt.NDArray[np.int64] = np.sum(parts, axis=0)
    return summed
