"""Random words and deals: against published outputs, a model in plain Python, and the laws of
chance.
"""

from collections import Counter
from collections.abc import Iterable
from math import perm

import numpy as np
import pytest

from pitboss.maths.kernels.draws import (
    MOST_CARDS_A_WORD,
    _deals,
    block_state,
    deals,
    next_word,
    uniform,
    words_to_reject,
)

WORD = 1 << 64


def as_words(state: Iterable[int | np.uint64]) -> tuple[np.uint64, ...]:
    """A state as compiled code has it; called from Python, it gives back plain numbers."""
    return tuple(np.uint64(word) for word in state)


def model_words(state: list[int]) -> list[int]:
    """xoshiro256++ of Blackman and Vigna, with Python's numbers."""
    s = [*state]

    def rotated(word: int, by: int) -> int:
        return (word << by | word >> 64 - by) % WORD

    words = []
    for _ in range(3_000):
        words.append((rotated((s[0] + s[3]) % WORD, 23) + s[0]) % WORD)
        shifted = s[1] << 17 & WORD - 1
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotated(s[3], 45)
    return words


def model_deals(words: list[int], rounds: int, cards: int, reject: int) -> list[list[int]]:
    """Deals as the module's description has them."""
    deck = list(range(52))
    dealt: list[list[int]] = []
    source = iter(words)
    while len(dealt) < rounds:
        number = next(source)
        for place in range(cards):
            number *= 52 - place
            at = place + number // WORD
            number %= WORD
            deck[place], deck[at] = deck[at], deck[place]
        if number >= reject:
            dealt.append(deck[:cards])
    return dealt


def test_words_are_those_of_the_published_generator() -> None:
    # The first outputs from the state 1, 2, 3, 4, as the authors' C code gives them.
    state: tuple[int, ...] = (1, 2, 3, 4)
    words = []
    for _ in range(4):
        word, state = next_word(as_words(state))
        words.append(int(word))
    assert words == [41943041, 58720359, 3588806011781223, 3591011842654386]


@pytest.mark.parametrize("cards", [1, 5, 9, 10])
def test_deals_are_those_of_the_model(cards: int) -> None:
    state = block_state(seed=7, block=3)
    words = model_words([int(word) for word in state])
    expected = model_deals(words, 2_000, cards, int(words_to_reject(cards)))
    assert deals(7, 3, 2_000, cards).tolist() == expected


def test_rejected_words_are_drawn_again() -> None:
    state = block_state(seed=1, block=0)
    words = model_words([int(word) for word in state])
    reject = 1 << 62
    expected = model_deals(words, 1_000, 10, reject)
    assert _deals(state, 1_000, 10, np.uint64(reject)).tolist() == expected
    assert expected != model_deals(words, 1_000, 10, 0), "some of these words are rejected"


def test_every_deal_has_as_many_words() -> None:
    # Words that are not rejected are a multiple of the deals; fewer than one deal's worth are
    # rejected.
    for cards in range(1, MOST_CARDS_A_WORD + 1):
        number = perm(52, cards)
        assert (WORD - int(words_to_reject(cards))) % number == 0
        assert int(words_to_reject(cards)) < number


def test_a_small_generator_shows_that_rejection_makes_deals_equally_likely() -> None:
    # The same reading of a word, with words of 12 bits and a deck of 7 of which two cards are
    # dealt.
    size, bases = 1 << 12, (7, 6)
    reject = size % (7 * 6)
    found: Counter[tuple[int, ...]] = Counter()
    for word in range(size):
        number, places = word, []
        for base in bases:
            number *= base
            places.append(number // size)
            number %= size
        if number >= reject:
            found[tuple(places)] += 1
    assert len(found) == 42
    assert set(found.values()) == {size // 42}


@pytest.mark.parametrize("cards", [0, MOST_CARDS_A_WORD + 1])
def test_a_word_deals_no_more_cards_than_it_has_room_for(cards: int) -> None:
    with pytest.raises(ValueError, match="a word deals 1 to 11 cards"):
        words_to_reject(cards)


def test_each_card_comes_to_each_place_equally_often() -> None:
    dealt = deals(seed=2, block=0, rounds=260_000, cards=10)
    for place in range(10):
        counts = np.bincount(dealt[:, place], minlength=52)
        # Chi-squared with 51 degrees of freedom exceeds 100 once in 25,000 times.
        assert ((counts - 5_000) ** 2 / 5_000).sum() < 100


def test_neighbours_are_independent() -> None:
    dealt = deals(seed=3, block=0, rounds=265_200, cards=10).astype(np.int64)
    pairs = np.bincount(dealt[:, 4] * 52 + dealt[:, 5], minlength=52 * 52)
    assert pairs.reshape(52, 52).diagonal().sum() == 0
    chi_squared = ((pairs[pairs > 0] - 100) ** 2 / 100).sum()
    # 2,651 degrees of freedom: mean 2,651, standard deviation 73.
    assert 2_651 - 4 * 73 < chi_squared < 2_651 + 4 * 73


def test_blocks_differ_and_repeat() -> None:
    assert (deals(1, 0, 50, 10) == deals(1, 0, 50, 10)).all()
    assert (deals(1, 0, 50, 10) != deals(1, 1, 50, 10)).any()
    assert (deals(1, 0, 50, 10) != deals(2, 0, 50, 10)).any()


def test_uniform_numbers_are_above_nought_and_at_most_one() -> None:
    assert uniform(as_words((0, 0, 0, 0)))[0] == 2.0**-53
    assert uniform(as_words((WORD - 1, 0, 0, 0)))[0] <= 1.0
    state = as_words(block_state(1, 0))
    total = 0.0
    for _ in range(4_000):
        number, state = uniform(as_words(state))
        assert 0.0 < number <= 1.0
        total += number
    assert abs(total / 4_000 - 0.5) < 4 * (1 / 12 / 4_000) ** 0.5
