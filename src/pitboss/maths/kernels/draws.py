"""Random numbers and deals for simulations: quick, unbiased, and the same for one seed however the
work is divided.

Work is cut into blocks, and every block has its own generator (xoshiro256++), seeded from the seed
and the block's number by NumPy's SeedSequence. Whoever computes a block gets the same numbers;
results are sums of integers over blocks.

A deal of k cards takes one 64-bit word. Multiplying it by 52 leaves the first card's place in the
upper half and a fraction in the lower half, which multiplied by 51 leaves the second place, and so
on: the word is read as a number in the mixed base 52, 51, 50, … A plain multiplication would favour
some deals, since 2**64 is not a multiple of their number; words whose last fraction falls below
2**64 modulo that number are drawn again, which leaves exactly as many words for each deal.
"""

from math import perm
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from pitboss.maths.kernels.compilation import compiled

Words = NDArray[np.uint64]

CARDS = 52
WORDS = 1 << 64
STATE_WORDS = 4

# More cards than this have more deals than there are words.
MOST_CARDS_A_WORD = max(cards for cards in range(1, CARDS) if perm(CARDS, cards) < WORDS)


def words_to_reject(cards: int) -> np.uint64:
    """Words whose last fraction is below this are not used, so that every deal of ``cards`` cards
    has the same number of words.
    """
    if not 1 <= cards <= MOST_CARDS_A_WORD:
        raise ValueError(f"a word deals 1 to {MOST_CARDS_A_WORD} cards, not {cards}")
    return np.uint64(WORDS % perm(CARDS, cards))


def block_state(seed: int, block: int) -> Words:
    """The generator of one block of a simulation."""
    sequence = np.random.SeedSequence(seed, spawn_key=(block,))
    return sequence.generate_state(STATE_WORDS, np.uint64).astype(np.uint64, copy=False)


def _multiply_wide(_context: Any, _a: Any, _b: Any) -> tuple[Any, Any]:
    """The product of two words as two: the upper and the lower half. One instruction, which Numba
    has no name for.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        upper = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))
        lower = builder.trunc(product, ir.IntType(64))
        return context.make_tuple(builder, signature.return_type, (upper, lower))

    pair: Any = types.UniTuple
    return pair(types.uint64, 2)(types.uint64, types.uint64), generate


multiply_wide: Any = intrinsic(_multiply_wide)


@njit(inline="always")
def _rotated(word: Any, by: int) -> Any:
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@njit(inline="always")
def next_word(state: Any) -> Any:
    """A word of xoshiro256++ and the state after it; the state is a tuple, which stays in
    registers.
    """
    s0, s1, s2, s3 = state
    word = _rotated(s0 + s3, 23) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    return word, (s0, s1, s2, _rotated(s3, 45))


@njit(inline="always")
def uniform(state: Any) -> Any:
    """A number above 0 and at most 1, of 53 bits, and the state after it."""
    word, state = next_word(state)
    return (np.float64(word >> np.uint64(11)) + 1.0) * (1.0 / 9007199254740992.0), state


@njit(inline="always")
def deal(deck: Any, cards: int, reject: Any, state: Any) -> Any:
    """Puts a random deal of ``cards`` cards at the beginning of ``deck``; returns the state after
    it.

    The deck may be in any order before: shuffling its beginning is just as random from there, so it
    is never sorted.
    """
    while True:
        word, state = next_word(state)
        for place in range(cards):
            offset, word = multiply_wide(word, np.uint64(CARDS - place))
            at = np.uint64(place)
            other = offset + at
            card = deck[other]
            deck[other] = deck[at]
            deck[at] = card
        if word >= reject:
            return state


@compiled
def _deals(state: Any, rounds: int, cards: int, reject: Any) -> Any:
    now = (state[0], state[1], state[2], state[3])
    deck = np.arange(CARDS).astype(np.uint8)
    dealt = np.empty((rounds, cards), np.uint8)
    for number in range(rounds):
        now = deal(deck, cards, reject, now)
        dealt[number] = deck[:cards]
    return dealt


def deals(seed: int, block: int, rounds: int, cards: int) -> NDArray[np.uint8]:
    """The first deals of a block as the simulations see them, one per row."""
    dealt: NDArray[np.uint8] = _deals(
        block_state(seed, block), rounds, cards, words_to_reject(cards)
    )
    return dealt
