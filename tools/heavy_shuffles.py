"""A million virtual shuffles, and whether they look like shuffles.

``python tools/heavy_shuffles.py`` shuffles with secrets made from a counter, so that every run sees
the same decks, and with seeds of players in half of them. It counts four things that a fair shuffle
leaves to chance, and ends with exit code 1 if any of them is further out than chance takes all of
them in 99 runs of 100 (Bonferroni: the level is divided by the number of tests).

- card by place: how often each card lies at each place. A deck fills each place once and each card
  once, which leaves 51 x 51 degrees of freedom, and makes the cells' variance N/52 * 51/52, not
  N/52; hence the factor 51 and not 52.
- card after card: how often each card follows each other one, the first card following the last, so
  that the deck is a ring. That is a random cycle of 52; what it leaves free are its symmetric part
  (card next to card, 52 * 49 / 2) and its antisymmetric part (who comes first, 51 * 50 / 2), with
  variances of 1/51 and 52 / (51 * 50) a cell.
- rising runs: how often a card is followed by a lower one. Their distribution is the Eulerian one.
- colour runs: how often a card of one colour is followed by one of the same; 26 red, 26 black (Wald
  and Wolfowitz).

A test runs the same counts over 20,000 shuffles.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from time import monotonic

from pitboss.table.shuffle.deck import shuffled

CARDS = 52
LEVEL = 0.01
CHUNK = 5_000

# Decks with fewer or more descents than these are counted together.
FEWEST_DESCENTS, MOST_DESCENTS = 19, 32


def deck(number: int) -> tuple[int, ...]:
    """The deck with a number; every other one has seeds of players."""
    secret = sha256(f"heavy shuffle {number}".encode()).digest()
    seeds = {"ann": f"seed {number}", "bob": "always the same"} if number % 2 else {}
    return shuffled(secret, seeds)


class Tally:
    """What is counted over many decks."""

    def __init__(self) -> None:
        self.decks = 0
        self.at_place = [0] * (CARDS * CARDS)
        self.after = [0] * (CARDS * CARDS)
        self.descents = [0] * CARDS
        self.same_colour = 0

    def add(self, deck: Sequence[int]) -> None:
        """Counts one deck. A card is four times its rank plus its suit; diamonds and hearts are
        red.
        """
        at_place, after = self.at_place, self.after
        descents = same_colour = 0
        before = deck[-1]
        ring_closes = True
        for place, card in enumerate(deck):
            at_place[place * CARDS + card] += 1
            after[before * CARDS + card] += 1
            if not ring_closes:
                descents += before > card
                same_colour += (before & 3 in (1, 2)) == (card & 3 in (1, 2))
            ring_closes = False
            before = card
        self.descents[descents] += 1
        self.same_colour += same_colour
        self.decks += 1

    def take(self, other: "Tally") -> None:
        """Adds another tally."""
        self.decks += other.decks
        self.same_colour += other.same_colour
        for mine, theirs in (
            (self.at_place, other.at_place),
            (self.after, other.after),
            (self.descents, other.descents),
        ):
            mine[:] = map(int.__add__, mine, theirs)

    # ── the statistics ────────────────────────────────────────────────────────────────────────────

    def card_by_place(self) -> float:
        """Chi-square with 51 * 51 degrees of freedom."""
        expected = self.decks / CARDS
        return (CARDS - 1) / self.decks * sum((count - expected) ** 2 for count in self.at_place)

    def card_after_card(self) -> float:
        """Chi-square with 52 * 49 / 2 + 51 * 50 / 2 degrees of freedom."""
        expected = self.decks / (CARDS - 1)
        symmetric = antisymmetric = 0.0
        for one in range(CARDS):
            for other in range(one):
                there, back = self.after[one * CARDS + other], self.after[other * CARDS + one]
                symmetric += 2 * ((there + back) / 2 - expected) ** 2
                antisymmetric += 2 * ((there - back) / 2) ** 2
        return (CARDS - 1) / self.decks * (symmetric + antisymmetric * (CARDS - 2) / CARDS)

    def rising_runs(self) -> float:
        """Chi-square with 13 degrees of freedom: up to 19 descents, 20, 21, ... 31, 32 and more."""
        chances = eulerian(CARDS)
        low, high = FEWEST_DESCENTS, MOST_DESCENTS
        counts = [
            sum(self.descents[: low + 1]),
            *self.descents[low + 1 : high],
            sum(self.descents[high:]),
        ]
        fair = [sum(chances[: low + 1]), *chances[low + 1 : high], sum(chances[high:])]
        return sum(
            (count - self.decks * chance) ** 2 / (self.decks * chance)
            for count, chance in zip(counts, fair, strict=True)
        )

    def colour_runs(self) -> float:
        """Standard normal. A deck has 27 runs of a colour on average, hence 25 neighbours of the
        same colour.
        """
        half = CARDS // 2
        # 2ab (2ab - n) / (n² (n - 1)) with a = b = 26: the variance of the number of runs.
        both = 2 * half * half
        variance = both * (both - CARDS) / (CARDS**2 * (CARDS - 1))
        return (self.same_colour - 25 * self.decks) / math.sqrt(variance * self.decks)


def eulerian(size: int) -> list[float]:
    """The probability of each number of descents in a random order of ``size`` things."""
    counts = [1]
    for n in range(2, size + 1):
        counts = [
            (k + 1) * (counts[k] if k < n - 1 else 0) + (n - k) * (counts[k - 1] if k else 0)
            for k in range(n)
        ]
    return [count / math.factorial(size) for count in counts]


# ── how likely ────────────────────────────────────────────────────────────────────────────────────


def chi_square_below(value: float, freedom: int) -> float:
    """The probability that chi-square is below a value: the regularised incomplete gamma function,
    by its series.
    """
    a, x = freedom / 2, value / 2
    if x <= 0:
        return 0.0
    if x > a + 40 * math.sqrt(a):
        return 1.0
    term = total = 1 / a
    step = a
    while term > total * 1e-16:
        step += 1
        term *= x / step
        total += term
    return min(1.0, total * math.exp(a * math.log(x) - x - math.lgamma(a)))


def normal_below(value: float) -> float:
    """The probability that a standard normal variable is below a value."""
    return math.erfc(-value / math.sqrt(2)) / 2


def two_sided(below: float) -> float:
    """How likely a value at least this extreme is, on either side: too even is as suspicious as too
    uneven.
    """
    return 2 * min(below, 1 - below)


Test = tuple[str, Callable[[Tally], float], int | None]

TESTS: tuple[Test, ...] = (
    ("card by place", Tally.card_by_place, (CARDS - 1) ** 2),
    (
        "card after card",
        Tally.card_after_card,
        CARDS * (CARDS - 3) // 2 + (CARDS - 1) * (CARDS - 2) // 2,
    ),
    ("rising runs", Tally.rising_runs, MOST_DESCENTS - FEWEST_DESCENTS),
    ("colour runs", Tally.colour_runs, None),
)
"""Each with its degrees of freedom, or None if it is normal."""


def judged(tally: Tally) -> Iterator[tuple[str, float, str, float]]:
    """Each test: its name, its statistic, its expected distribution, and how likely a value this
    extreme is.
    """
    for name, statistic, freedom in TESTS:
        value = statistic(tally)
        if freedom is None:
            yield name, value, "normal, 0 ± 1", two_sided(normal_below(value))
        else:
            like = f"chi-square, {freedom} ± {math.sqrt(2 * freedom):.0f}"
            yield name, value, like, two_sided(chi_square_below(value, freedom))


# ── running it ────────────────────────────────────────────────────────────────────────────────────


def count(first: int, decks: int) -> Tally:
    """The tally of some decks, one after the other."""
    tally = Tally()
    for number in range(first, first + decks):
        tally.add(deck(number))
    return tally


def count_all(decks: int, processes: int) -> Tally:
    """The tally of all decks, with a line of progress."""
    starts = range(0, decks, CHUNK)
    sizes = [min(CHUNK, decks - start) for start in starts]
    tally = Tally()
    begun_s = monotonic()
    with ProcessPoolExecutor(processes) as pool:
        for part in pool.map(count, starts, sizes):
            tally.take(part)
            _progress(tally.decks, decks, monotonic() - begun_s)
    return tally


def _progress(done: int, decks: int, taken_s: float) -> None:
    if sys.stderr.isatty():
        speed = done / taken_s
        left = f"{speed:,.0f} a second, {(decks - done) / speed:,.0f} s left"
        end = "\n" if done == decks else ""
        sys.stderr.write(f"\r{done:,} of {decks:,} shuffles, {left}  {end}")
        sys.stderr.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Shuffle very often and see whether it looks like chance."
    )
    parser.add_argument("--shuffles", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    options = parser.parse_args(arguments)
    if options.shuffles < CHUNK or options.processes < 1:
        parser.error(f"at least {CHUNK} shuffles and one process are needed")
    tally = count_all(options.shuffles, options.processes)
    level = LEVEL / len(TESTS)
    print(f"{'test':<16} {'statistic':>10}  {'should be':<22} {'p':>7}")
    good = True
    for name, value, like, chance in judged(tally):
        print(
            f"{name:<16} {value:>10.2f}  {like:<22} "
            f"{chance:>7.4f}{'' if chance >= level else '  OUTSIDE'}"
        )
        good = good and chance >= level
    verdict = "all within" if good else "NOT all within"
    print(f"{tally.decks:,} shuffles: {verdict} 99% (each p at least {level:.4f})")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
