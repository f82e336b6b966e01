"""The virtual shuffle: what is promised, what follows from what, and whether it looks like
chance.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, repeat
from typing import Any

import pytest

from pitboss.kernel.cards import DECK, NAMES
from pitboss.table.shuffle.deck import (
    SECRET_BYTES,
    commitment,
    digest_of_seeds,
    draw_below,
    numbers,
    shuffled,
)
from tests.support import load_tool

# Twenty thousand shuffles are counted once, so all of this is for one worker.
pytestmark = pytest.mark.xdist_group("shuffles")

SECRET = bytes(range(32))


heavy = load_tool("heavy_shuffles")


def names(secret: bytes, seeds: Mapping[str, str]) -> str:
    return " ".join(NAMES[card] for card in shuffled(secret, seeds))


# ── what follows from what ────────────────────────────────────────────────────────────────────────


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    # printf of the bytes 00 to 1f | openssl dgst -sha256
    promised = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SECRET) == promised
    assert commitment(bytes(32)) != promised


def test_a_secret_has_256_bits() -> None:
    assert SECRET_BYTES * 8 == 256


VECTORS = [
    pytest.param(
        SECRET,
        {},
        "6s Kh Kc 3c Qs 9s Ad Qc 6c Th 6h 3s Jd 7c Qd Qh 2h Ah 4d Ts 8d 7h 8s 5h 3h 8c "
        "Kd 7s 2d 6d 3d Jh 8h 2c As 5s 5d 4h Tc Jc 2s 9c 9h 4c Ks 5c 9d 7d Ac Js Td 4s",
        id="no seeds",
    ),
    pytest.param(
        SECRET,
        {"ann": "lucky 7", "bob": "♠♥"},
        "Qd Qh Ac Jc Kc Js 9s As 2h Ad Tc Jd Th Ks Jh 3h 6h 7h 7s 3c 8d 9c 4s 3s 7c Td "
        "9h 4d Ts Qc 6d Qs Ah 8s 4c 2c 5h 3d 2s 9d 4h 8h 7d 6c 2d 5s 5d 6s 8c Kh Kd 5c",
        id="two seeds",
    ),
    pytest.param(
        b"\xff" * 32,
        {"ann": ""},
        "4d 2d Kh 2h 9c 4s 3s 8d 7s Th Ad 7d 9s 2s 9h 7h 3c 9d 8h Ah 5s Qs Ks 7c 5h Ac "
        "6c 3d 5c 6d 6s Tc Jd 4c Qc 3h Qd As 4h Js Ts Jh 6h Td Kd Kc 2c 8s Qh 8c 5d Jc",
        id="an empty seed",
    ),
]


@pytest.mark.parametrize(("secret", "seeds", "deck"), VECTORS)
def test_decks_that_never_change(secret: bytes, seeds: dict[str, str], deck: str) -> None:
    """Shuffles that were published stay verifiable for good, so these decks may not change."""
    assert names(secret, seeds) == deck


def plainly(secret: bytes, seeds: Mapping[str, str]) -> str:
    """The deck as somebody would compute it who has only read how it is done."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    told = b""
    for player in sorted(seeds):
        for text in (player.encode("utf-8"), seeds[player].encode("utf-8")):
            told += len(text).to_bytes(4, "big") + text
    seed = hashlib.sha256(told).digest()
    stream = b""
    for counter in range(64):
        stream += hmac.new(secret, seed + counter.to_bytes(4, "big"), hashlib.sha256).digest()
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    for left in range(52, 1, -1):
        word = words.pop(0)
        while word >= 2**32 // left * left:
            word = words.pop(0)
        chosen = word % left
        deck[left - 1], deck[chosen] = deck[chosen], deck[left - 1]
    return " ".join(deck)


@pytest.mark.parametrize(("secret", "seeds", "deck"), VECTORS)
def test_the_same_decks_computed_plainly(secret: bytes, seeds: dict[str, str], deck: str) -> None:
    assert plainly(secret, seeds) == deck


def test_many_decks_computed_plainly() -> None:
    for number in range(300):
        secret = hashlib.sha256(b"plainly %d" % number).digest()
        seeds = {f"player {at}": f"{number} {'é' * at}" for at in range(number % 5)}
        assert names(secret, seeds) == plainly(secret, seeds)


def test_the_same_secret_and_seeds_give_the_same_deck() -> None:
    assert shuffled(SECRET, {"ann": "1"}) == shuffled(SECRET, {"ann": "1"})


@pytest.mark.parametrize("seeds", [{}, {"ann": "x"}, {"ann": "x", "bob": "y"}])
def test_a_deck_has_every_card_once(seeds: dict[str, str]) -> None:
    for number in range(50):
        assert sorted(shuffled(number.to_bytes(32, "big"), seeds)) == list(DECK)


def test_every_bit_of_the_secret_counts() -> None:
    decks = {shuffled(SECRET, {})}
    for bit in range(256):
        changed = int.from_bytes(SECRET, "big") ^ 1 << bit
        decks.add(shuffled(changed.to_bytes(32, "big"), {}))
    assert len(decks) == 257


# ── seeds ─────────────────────────────────────────────────────────────────────────────────────────


def test_seeds_are_taken_in_the_order_of_names_not_of_arrival() -> None:
    assert digest_of_seeds({"bob": "2", "ann": "1"}) == digest_of_seeds({"ann": "1", "bob": "2"})
    # The length of each text in four bytes, then the text: ann, 1, bob, 2.
    told = b"\0\0\0\x03ann\0\0\0\x011\0\0\0\x03bob\0\0\0\x012"
    assert digest_of_seeds({"bob": "2", "ann": "1"}) == hashlib.sha256(told).digest()


def test_without_seeds_the_digest_is_that_of_nothing() -> None:
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest_of_seeds({}).hex() == nothing


SAME_LETTERS: list[dict[str, str]] = [
    {},
    {"": ""},
    {"ab": "c"},
    {"a": "bc"},
    {"abc": ""},
    {"": "abc"},
    {"a": "b", "c": ""},
    {"a": "", "bc": ""},
    {"a": "", "b": "c"},
    # A seed that looks like the length of another one.
    {"a": "\0\0\0\x01b"},
    {"a": "", "b": ""},
]


def test_seeds_of_the_same_letters_stay_apart() -> None:
    """Lengths go in front, so nobody can shift letters from one seed or name to another and get the
    same deck.
    """
    assert len({digest_of_seeds(seeds) for seeds in SAME_LETTERS}) == len(SAME_LETTERS)
    assert len({shuffled(SECRET, seeds) for seeds in SAME_LETTERS}) == len(SAME_LETTERS)


def test_a_length_is_that_of_the_bytes() -> None:
    assert (
        digest_of_seeds({"é": "♠"})
        == hashlib.sha256(b"\0\0\0\x02\xc3\xa9\0\0\0\x03\xe2\x99\xa0").digest()
    )


# ── the stream, and drawing from it ───────────────────────────────────────────────────────────────


def test_the_stream_is_hmac_of_context_and_counter_highest_byte_first() -> None:
    # openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f over the SHA-256 of nothing and four
    # bytes of zero
    first = "281608778accabea998d120765e2287734eed8b52b76e82c24648fac539f63dc"
    words = list(islice(numbers(SECRET, digest_of_seeds({})), 17))
    assert [f"{word:08x}" for word in words[:8]] == [first[at : at + 8] for at in range(0, 64, 8)]
    second = hmac.new(SECRET, digest_of_seeds({}) + b"\0\0\0\x01", hashlib.sha256).hexdigest()
    assert [f"{word:08x}" for word in words[8:16]] == [
        second[at : at + 8] for at in range(0, 64, 8)
    ]
    third = hmac.new(SECRET, digest_of_seeds({}) + b"\0\0\0\x02", hashlib.sha256).hexdigest()
    assert f"{words[16]:08x}" == third[:8]


# 2^32 = 82,595,524 * 52 + 48: from here on a 32-bit number would favour the first 48 cards.
WHOLE_52 = 4_294_967_248


def test_a_number_of_the_incomplete_stretch_is_thrown_away() -> None:
    stream = iter([2**32 - 1, WHOLE_52, WHOLE_52 + 47, 105, 7])
    assert draw_below(stream, 52) == 1  # 105 = 2 * 52 + 1
    assert next(stream) == 7, "one number after those thrown away, and no more"


def test_the_last_number_before_the_incomplete_stretch_counts() -> None:
    assert draw_below(iter([WHOLE_52 - 1]), 52) == 51


@pytest.mark.parametrize("start", [0, 52, WHOLE_52 - 52])
def test_each_stretch_has_every_result_once(start: int) -> None:
    assert [draw_below(iter([start + at]), 52) for at in range(52)] == list(range(52))


@pytest.mark.parametrize("bound", [2, 4, 8, 16, 32])
def test_where_the_bound_divides_all_numbers_none_is_thrown_away(bound: int) -> None:
    assert draw_below(iter([2**32 - 1]), bound) == bound - 1


@pytest.mark.parametrize("bound", range(2, 53))
def test_no_result_is_favoured_at_any_bound(bound: int) -> None:
    """Of all 2^32 numbers as many lead to each result: whole stretches are taken, and what is left
    over is not.
    """
    whole = 2**32 // bound * bound
    assert draw_below(iter([whole - 1]), bound) == bound - 1
    assert draw_below(iter([*range(whole, 2**32), 0]), bound) == 0


def test_a_shuffle_draws_a_place_for_each_card_but_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A stream of zeros sends the first card of the new deck round: each card is exchanged with the
    first.
    """
    monkeypatch.setattr("pitboss.table.shuffle.deck.numbers", lambda *_: repeat(0))
    assert shuffled(SECRET, {}) == (*DECK[1:], DECK[0])


# ── does it look like chance? ─────────────────────────────────────────────────────────────────────

# The points that chance leaves below and above in one of 200 cases each, by scipy 1.17's chi2.ppf
# and norm.ppf for 0.005 and 0.995. What the degrees of freedom are is told in the tool.
LIMITS = {
    "card by place": (2418.9763237, 2790.5362545),  # 2,601 degrees of freedom
    "card after card": (2368.8428077, 2736.6697580),  # 2,549
    "rising runs": (3.5650346, 29.8194712),  # 13
    "colour runs": (-2.5758293, 2.5758293),
}
DECKS = 20_000


@pytest.fixture(scope="module")
def tally() -> Any:
    """Twenty thousand decks of secrets made from a counter: always the same, so the tests below
    never waver.
    """
    return heavy.count(0, DECKS)


@pytest.mark.parametrize("name", LIMITS)
def test_twenty_thousand_shuffles_look_like_chance(tally: Any, name: str) -> None:
    found = {test: value for test, value, _, _ in heavy.judged(tally)}
    least, most = LIMITS[name]
    assert least < found[name] < most


def test_all_statistics_are_judged(tally: Any) -> None:
    assert [name for name, *_ in heavy.judged(tally)] == list(LIMITS)


@pytest.mark.parametrize(
    ("name", "freedom"), [("card by place", 2601), ("card after card", 2549), ("rising runs", 13)]
)
def test_the_limits_are_those_of_one_in_a_hundred(name: str, freedom: int) -> None:
    """The tool's own chi-square function agrees with the figures above."""
    assert {test: found for test, _, found in heavy.TESTS}[name] == freedom
    below = [heavy.chi_square_below(limit, freedom) for limit in LIMITS[name]]
    assert below == pytest.approx([0.005, 0.995], abs=1e-8)


def test_the_limits_of_the_normal_distribution() -> None:
    assert heavy.normal_below(LIMITS["colour runs"][1]) == pytest.approx(0.995, abs=1e-8)
    assert heavy.two_sided(0.995) == pytest.approx(0.01)
    assert heavy.two_sided(0.005) == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("value", "freedom", "below"), [(0.0, 13, 0.0), (5.0, 13, 0.0248068667), (1e9, 13, 1.0)]
)
def test_chi_square(value: float, freedom: int, below: float) -> None:
    assert heavy.chi_square_below(value, freedom) == pytest.approx(below, abs=1e-9)


def test_the_chances_of_descents() -> None:
    """Of the 24 orders of four things one has no descent, eleven have one, eleven two, one
    three.
    """
    assert heavy.eulerian(4) == pytest.approx([1 / 24, 11 / 24, 11 / 24, 1 / 24])


def test_tallies_add_up(tally: Any) -> None:
    parts = [heavy.count(0, 150), heavy.count(150, 50)]
    parts[0].take(parts[1])
    whole = heavy.count(0, 200)
    assert vars(parts[0]) == vars(whole)
    assert tally.decks == DECKS


# ── would it be noticed if it did not? ────────────────────────────────────────────────────────────

Shuffle = Callable[[int], Sequence[int]]


def drawn(number: int) -> Iterator[int]:
    return numbers(hashlib.sha256(b"unfair %d" % number).digest(), b"")


def swap_with_any(number: int) -> list[int]:
    """The classic mistake: each card is exchanged with any of the 52."""
    deck, stream = list(DECK), drawn(number)
    for place in range(52):
        chosen = draw_below(stream, 52)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    return list(deck)


def never_itself(number: int) -> list[int]:
    """Off by one: no card is ever left in its place, so that the order is one cycle."""
    deck, stream = list(DECK), drawn(number)
    for last in range(51, 0, -1):
        chosen = draw_below(stream, last)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return list(deck)


def cut_only(number: int) -> list[int]:
    """Every place has every card as often as it should, and every card its old neighbours."""
    at = draw_below(drawn(number), 52)
    return [*DECK[at:], *DECK[:at]]


def the_one_with_more(number: int, counted: Callable[[Sequence[int]], int]) -> Sequence[int]:
    """Of each four decks the one that has most of something."""
    return max((heavy.deck(4 * number + at) for at in range(4)), key=counted)


def more_descents(number: int) -> Sequence[int]:
    return the_one_with_more(number, lambda deck: sum(a > b for a, b in pairwise(deck)))


def more_colour(number: int) -> Sequence[int]:
    red = [name[1] in "dh" for name in NAMES]
    return the_one_with_more(number, lambda deck: sum(red[a] == red[b] for a, b in pairwise(deck)))


@pytest.mark.parametrize(
    ("unfair", "noticed", "decks"),
    [
        (swap_with_any, "card by place", 4_000),
        (never_itself, "card by place", 2_000),
        (cut_only, "card after card", 200),
        (more_descents, "rising runs", 300),
        (more_colour, "colour runs", 300),
    ],
)
def test_an_unfair_shuffle_is_noticed(unfair: Shuffle, noticed: str, decks: int) -> None:
    tally = heavy.Tally()
    for number in range(decks):
        tally.add(unfair(number))
    found = {test: value for test, value, _, _ in heavy.judged(tally)}
    least, most = LIMITS[noticed]
    assert not least < found[noticed] < most


def test_the_tool_says_so_and_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    unfair = heavy.Tally()
    for number in range(500):
        unfair.add(cut_only(number))
    monkeypatch.setattr(heavy, "count_all", lambda *_: unfair)
    assert heavy.main(["--shuffles", "5000"]) == 1
    assert "OUTSIDE" in capsys.readouterr().out


def test_the_tool_is_content_with_the_real_shuffle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tally: Any
) -> None:
    monkeypatch.setattr(heavy, "count_all", lambda *_: tally)
    assert heavy.main([]) == 0
    printed = capsys.readouterr().out
    assert "20,000 shuffles: all within 99% (each p at least 0.0025)" in printed
    assert all(name in printed for name in LIMITS)


@pytest.mark.parametrize("arguments", [["--shuffles", "10"], ["--processes", "0"]])
def test_the_tool_refuses_too_little(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        heavy.main(arguments)
    assert "at least 5000 shuffles and one process are needed" in capsys.readouterr().err
