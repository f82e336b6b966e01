"""The inner loops of the simulations: deal, decide, and count which kind of result a round had.

Only counts are added up here. A round falls into a **cell**: what was decided, how the comparison
ended, which hand it was. What a cell is worth is up to the settlement (``pays``), so one loop
serves every rulebook of a family, and a simulation is a list of integers from which all means and
errors follow exactly.
"""

from typing import Any

import numpy as np

from pitboss.kernel.cards import ACE, JACK
from pitboss.kernel.points import PLACE_LABELS
from pitboss.kernel.poker import ACE_KING_HIGH, Category
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.draws import CARDS, deal, words_to_reject
from pitboss.maths.kernels.ranking import five, place

CATEGORIES = len(Category)
PLACES = len(PLACE_LABELS)

# ── stud ──────────────────────────────────────────────────────────────────────────────────────────

STUD_CARDS = 10
"""The player's five, then the dealer's five, of which the last lies open."""

FOLD_TO_HAND, FOLD_TO_NONE, NO_DEALER_HAND, LOST, DRAWN, WON = range(6)
"""What happened to a stud hand; a folded one by whether the dealer qualified."""

STUD_CELLS = 6 * CATEGORIES

FOLDS, BETS, ASKS = np.uint8(0), np.uint8(16), np.uint8(32)
"""What a strategy says about a strength, next to the category in the lower four bits; ASKS is
decided hand by hand.
"""

_QUALIFIES = np.uint16(ACE_KING_HIGH)
_REJECT_TEN = words_to_reject(STUD_CARDS)
_CATEGORY_BITS = np.uint8(15)
_U0, _U1, _U2 = np.uint64(0), np.uint64(1), np.uint64(2)
_ASKS = np.uint64(ASKS >> 4)


@compiled
def stud_situation(
    begin: Any, width: Any, exposed: Any, a: Any, b: Any, c: Any, d: Any, e: Any
) -> Any:
    """The number of a situation (``stud_counts``) with this hand and exposed card.

    The hand counts by its ranks, and by which of them it holds in the suit of the exposed card.
    """
    ranks = (
        (_U1 << np.uint64(a >> 2))
        | (_U1 << np.uint64(b >> 2))
        | (_U1 << np.uint64(c >> 2))
        | (_U1 << np.uint64(d >> 2))
        | (_U1 << np.uint64(e >> 2))
    )
    suited = _U0
    for card in (a, b, c, d, e):
        if (card ^ exposed) & 3 == 0:
            suited |= _U1 << np.uint64(card >> 2)
    mask, place = _U0, _U0
    if width == 1:
        # A flush has only two masks.
        mask = np.uint64(suited != _U0)
    else:
        for _ in range(13):
            mask |= (suited & _U1) << place
            place += ranks & _U1
            suited >>= _U1
            ranks >>= _U1
    return np.uint64(begin) + (np.uint64(exposed >> 2) << np.uint64(width)) + mask


@compiled
def stud_block(state: Any, rounds: int, codes: Any, begins: Any, widths: Any, bets_in: Any) -> Any:
    """That many rounds, counted by cell.

    ``codes`` has the category and what the strategy says, by strength. For ASKS, ``bets_in`` has
    the answer by situation; those of a strength begin at ``begins`` and have masks of ``widths``
    bits.
    """
    counts = np.zeros(STUD_CELLS, np.int64)
    deck = np.arange(CARDS).astype(np.uint8)
    now = (state[0], state[1], state[2], state[3])
    for _ in range(rounds):
        now = deal(deck, STUD_CARDS, _REJECT_TEN, now)
        hand = five(deck[0], deck[1], deck[2], deck[3], deck[4])
        dealer = five(deck[5], deck[6], deck[7], deck[8], deck[9])
        code = codes[np.uint64(hand)]
        bets = np.uint64(code >> np.uint8(4))
        if bets == _ASKS:
            begin, width = begins[np.uint64(hand)], widths[np.uint64(hand)]
            at = stud_situation(begin, width, deck[9], deck[0], deck[1], deck[2], deck[3], deck[4])
            bets = np.uint64(bets_in[at])
        # No branches below: whether a hand is bet, qualifies and wins is as good as random, and
        # branch prediction would fail.
        qualifies = np.uint64(dealer >= _QUALIFIES)
        compared = _U1 + np.uint64(hand >= dealer) + np.uint64(hand > dealer)
        result = (_U1 - bets) * (_U1 - qualifies) + bets * (_U2 + qualifies * compared)
        counts[result * np.uint64(CATEGORIES) + np.uint64(code & _CATEGORY_BITS)] += 1
    return counts


# ── Bullseye ──────────────────────────────────────────────────────────────────────────────────────

BULLSEYE_CARDS = 10
"""The player's five, then the dealer's five; both are set the House Way."""

ALIKE = 6
"""Cells for how many cards are alike: 0 to 5."""

PAIRS_AT = 0
SUITS_AT = PAIRS_AT + PLACES * PLACES
PICTURES_AT = SUITS_AT + ALIKE
COMBINATION_AT = PICTURES_AT + ALIKE
BULLSEYE_CELLS = COMBINATION_AT + CATEGORIES
"""Four lists one after another: both point hands, the longest suit, the picture cards, the five
cards as a poker hand.
"""

_FIRST_PICTURE, _AFTER_PICTURES = np.uint8(JACK * 4), np.uint8(ACE * 4)


@compiled
def _most_of_a_suit(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """How many cards the longest suit has; with five cards only one suit can have three or more."""
    most = np.int64(0)
    for suit in range(4):
        has = (
            np.int64(a & 3 == suit)
            + np.int64(b & 3 == suit)
            + np.int64(c & 3 == suit)
            + np.int64(d & 3 == suit)
            + np.int64(e & 3 == suit)
        )
        most = max(most, has)
    return np.uint64(most)


@compiled
def _picture(card: Any) -> Any:
    return np.uint64((card >= _FIRST_PICTURE) & (card < _AFTER_PICTURES))


@compiled
def bullseye_block(state: Any, rounds: int, categories: Any) -> Any:
    """That many rounds, counted by cell. ``categories`` are those of the strengths."""
    counts = np.zeros(BULLSEYE_CELLS, np.int64)
    deck = np.arange(CARDS).astype(np.uint8)
    now = (state[0], state[1], state[2], state[3])
    for _ in range(rounds):
        now = deal(deck, BULLSEYE_CARDS, _REJECT_TEN, now)
        a, b, c, d, e = deck[0], deck[1], deck[2], deck[3], deck[4]
        mine = np.uint64(place(a, b, c, d, e))
        theirs = np.uint64(place(deck[5], deck[6], deck[7], deck[8], deck[9]))
        pictures = _picture(a) + _picture(b) + _picture(c) + _picture(d) + _picture(e)
        counts[mine * np.uint64(PLACES) + theirs] += 1
        counts[np.uint64(SUITS_AT) + _most_of_a_suit(a, b, c, d, e)] += 1
        counts[np.uint64(PICTURES_AT) + pictures] += 1
        counts[
            np.uint64(COMBINATION_AT) + np.uint64(categories[np.uint64(five(a, b, c, d, e))])
        ] += 1
    return counts
