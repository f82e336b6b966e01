"""The inner loop of the hold'em simulation; ``kernels`` has the others, and explains how they
work.
"""

from typing import Any

import numpy as np

from pitboss.kernel.cards import ACE
from pitboss.maths.exact.holdem_classes import flop_number, pair_of
from pitboss.maths.kernels.compilation import compiled, inlined
from pitboss.maths.kernels.draws import CARDS, deal, words_to_reject
from pitboss.maths.kernels.ranking import five, seven
from pitboss.maths.simulation.kernels import CATEGORIES

HOLDEM_CARDS = 9
"""The player's two, the five of the board in the order of dealing, the dealer's two."""

HOLDEM_PATHS = 5
"""0: folded; otherwise 1, plus 1 with the Turn wager, plus 2 with the River wager."""

BONUS_LINES = 9
ACES = 1
"""The line of two aces against the dealer's two; the next one is that of the player's alone."""

MAIN_AT = 0
BONUS_AT = MAIN_AT + HOLDEM_PATHS * 3 * CATEGORIES
PROGRESSIVE_AT = BONUS_AT + 2 * BONUS_LINES
HOLDEM_CELLS = PROGRESSIVE_AT + 2 * CATEGORIES
"""Three lists: the main game by path, result and category; the bonus, and the progressive hand, by
fold and line.
"""

_REJECT_NINE = words_to_reject(HOLDEM_CARDS)
_ACES = np.uint64(ACES)
_FIRST_ACE = np.uint8(ACE * 4)


_U1 = np.uint64(1)


# Inlined where they are called: a call would count references to every array passed, in every
# round.
@inlined
def bets_turn(
    a: Any, b: Any, c: Any, d: Any, e: Any, kinds: Any, suits: Any, turn_bets: Any
) -> Any:
    """Whether hole cards a and b place the Turn wager on the flop c, d, e.

    A flop's ``suits`` relabel suits so that it becomes the flop of its class; the hole cards are
    relabelled with it.
    """
    number = flop_number(np.int64(c), np.int64(d), np.int64(e))
    one = np.int64(a & 252) | np.int64(suits[number, a & 3])
    two = np.int64(b & 252) | np.int64(suits[number, b & 3])
    low, high = min(one, two), max(one, two)
    return np.uint64(turn_bets[kinds[number], (high * (high - 1) >> 1) + low])


@compiled
def _longest_suits(number: Any) -> Any:
    """From counts of four bits per suit: the suit with the most cards, and the other one if two
    have two; otherwise -1.
    """
    most, twin = 0, -1
    for suit in range(1, 4):
        if number >> 4 * suit & 15 > number >> 4 * most & 15:
            most = suit
    if number >> 4 * most & 15 == 2:
        for suit in range(most + 1, 4):
            if number >> 4 * suit & 15 == 2:
                twin = suit
    return most, twin


@inlined
def river_place(
    a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, index: Any, four_of: Any, keys: Any, begins: Any
) -> Any:
    """Where hole cards a and b on the board c, d, e, f are in the table of river decisions.

    The same numbering as ``holdem_classes.four_class``, without its arrays, which would be
    allocated in every round.
    """
    held = np.uint64(0)
    number = np.int64(0)
    for card in (c, d, e, f):
        held |= _U1 << np.uint64((card >> 2) + 16 * np.int64(card & 3))
        number += 1 << 4 * np.int64(card & 3)
    most, twin = _longest_suits(number)
    alike = number >> 4 * most & 15
    if alike == 1:
        key = keys[c >> 2] + keys[d >> 2] + keys[e >> 2] + keys[f >> 2]
        return (
            begins[0]
            + np.int64(four_of[key]) * 91
            + pair_of(np.int64(a >> 2), np.int64(b >> 2), 13)
        )
    in_most = np.int64(index[held >> np.uint64(16 * most) & np.uint64(0x1FFF)])
    if twin >= 0:
        in_twin = np.int64(index[held >> np.uint64(16 * twin) & np.uint64(0x1FFF)])
        first = 13 if in_most <= in_twin else 26
        one = _sort(a, most, first, twin, 39 - first)
        two = _sort(b, most, first, twin, 39 - first)
        return begins[2] + pair_of(in_most, in_twin, 78) * 780 + pair_of(one, two, 39)
    hole = pair_of(_sort(a, most, 13, -1, 0), _sort(b, most, 13, -1, 0), 26)
    if alike == 4:
        return begins[4] + in_most * 351 + hole
    # The ranks of the one or two cards of other suits.
    x, y = np.int64(-1), np.int64(-1)
    for card in (c, d, e, f):
        if np.int64(card & 3) != most:
            x, y = np.int64(card >> 2), x
    if alike == 3:
        return begins[3] + (in_most * 13 + x) * 351 + hole
    return begins[1] + (in_most * 91 + pair_of(x, y, 13)) * 351 + hole


@inlined
def _sort(card: Any, suit: Any, adds: Any, other_suit: Any, other_adds: Any) -> Any:
    """A hole card's sort: its rank, plus an offset if it is of a suit that can still make a
    flush.
    """
    mine = np.int64(card & 3)
    rank = np.int64(card >> 2)
    if mine == suit:
        return rank + adds
    return rank + other_adds if mine == other_suit else rank


@compiled
def holdem_block(
    state: Any,
    rounds: int,
    categories: Any,
    bonus: Any,
    flop_bets: Any,
    looks: bool,
    kinds: Any,
    suits: Any,
    turn_bets: Any,
    index: Any,
    four_of: Any,
    keys: Any,
    begins: Any,
    river_bets: Any,
) -> Any:
    """That many rounds, counted by cell.

    By the two hole cards, 52 times one and the other: ``bonus`` has the line (ACES standing for
    both lines of aces), ``flop_bets`` whether the Flop wager is placed. If the player ``looks`` at
    the board, the following tables have the Turn and River decisions, the latter as bits; otherwise
    Turn and River are checked.
    """
    counts = np.zeros(HOLDEM_CELLS, np.int64)
    deck = np.arange(CARDS).astype(np.uint8)
    now = (state[0], state[1], state[2], state[3])
    for _ in range(rounds):
        now = deal(deck, HOLDEM_CARDS, _REJECT_NINE, now)
        a, b, c, d, e, f, g = deck[0], deck[1], deck[2], deck[3], deck[4], deck[5], deck[6]
        x, y = deck[7], deck[8]
        hole = np.uint64(a) * np.uint64(CARDS) + np.uint64(b)
        combination = np.uint64(categories[np.uint64(five(a, b, c, d, e))])
        line = np.uint64(bonus[hole])
        if line == _ACES:
            line += np.uint64((x < _FIRST_ACE) | (y < _FIRST_ACE))
        folds = _U1 - np.uint64(flop_bets[hole])
        path = _U1 - folds
        if looks and path == _U1:
            path += bets_turn(a, b, c, d, e, kinds, suits, turn_bets)
            at = np.uint64(river_place(a, b, c, d, e, f, index, four_of, keys, begins))
            path += (
                np.uint64(
                    river_bets[at >> np.uint64(3)] >> np.uint8(at & np.uint64(7)) & np.uint8(1)
                )
                << _U1
            )
        hand = seven(a, b, c, d, e, f, g)
        dealer = seven(x, y, c, d, e, f, g)
        result = np.uint64(hand >= dealer) + np.uint64(hand > dealer)
        category = np.uint64(categories[np.uint64(hand)])
        counts[np.uint64(BONUS_AT) + folds * np.uint64(BONUS_LINES) + line] += 1
        counts[np.uint64(PROGRESSIVE_AT) + folds * np.uint64(CATEGORIES) + combination] += 1
        counts[(path * np.uint64(3) + result) * np.uint64(CATEGORIES) + category] += 1
    return counts
