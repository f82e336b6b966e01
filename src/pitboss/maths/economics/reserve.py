"""Whether the reserve can fund the next reset: exact, as long as only a win of the whole jackpot
restarts it.

The reserve gains the same amount with every bet, and each win takes the reset value out of it. So
the n-th win is funded if it comes late enough: after t bets, at most as many wins are funded as
there are reset values in what the reserve has taken in.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, exp, floor, lgamma, log, log1p

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.maths.economics.link import Link

Floats = NDArray[np.float64]

# With more reset values than this in the reserve's intake, the answer is left to the simulation.
_MOST_STEPS = 4_000


class Reserve(msgspec.Struct, frozen=True):
    """Probabilities that the reserve alone can't fund a reset.

    ``next_reset``: the next one. ``within``: any of those within that many years, None if it was
    not computed. ``long_run``: the fraction of all resets, in the long run.
    ``house_adds_per_reset_cents``: what is missing on average, in the long run.
    """

    income_per_reset_cents: Fraction
    next_reset: float
    within: dict[int, float | None]
    long_run: float
    house_adds_per_reset_cents: Fraction


def reserve_risk(link: Link, years: Sequence[int]) -> Reserve | None:
    """None if parts of the jackpot also restart it: what that costs depends on its value."""
    if link.events().resets:
        return None
    income = link.to_reserve_cents / link.events().whole
    return Reserve(
        income,
        _next_reset(link),
        {year: any_unfunded(link, link.bets_per_year * year) for year in years},
        _long_run(link, income),
        max(Fraction(0), link.reset - income),
    )


def _next_reset(link: Link) -> float:
    missing = link.reset - link.reserve_start
    if missing <= 0:
        return 0.0
    if not link.to_reserve_cents:
        return 1.0
    # The winning bet itself contributes before it wins.
    bets = ceil(missing / link.to_reserve_cents)
    return -float(np.expm1((bets - 1) * log1p(-float(link.events().whole))))


def _long_run(link: Link, income: Fraction) -> float:
    """The fraction of resets that find too little in the reserve.

    The reserve after a reset behaves like the waiting time in a queue with constant arrivals and
    exponential service (income is exponential between wins, expenditure is constant): it is zero
    with probability 1 - s, where s = exp(-(1 - s)·reset/income).
    """
    if income >= link.reset:
        return 0.0
    if not income:
        return 1.0
    load = float(link.reset / income)
    low, high = 0.0, 1.0 - 1e-15
    for _ in range(200):
        middle = (low + high) / 2
        # Above the smaller root and below 1, the right side is less than the left.
        if exp(-(1.0 - middle) * load) < middle:
            high = middle
        else:
            low = middle
    return 1.0 - (low + high) / 2


def any_unfunded(link: Link, bets: Fraction) -> float | None:
    """The probability that any reset within that many bets finds too little; None if it takes too
    many steps to compute.
    """
    horizon = floor(bets)
    if not link.reset:
        return 0.0
    if not link.to_reserve_cents:
        funded = floor(Fraction(link.reserve_start) / link.reset)
        return 1.0 - float(_binomial(horizon, float(link.events().whole), funded).sum())
    steps = floor((link.reserve_start + link.to_reserve_cents * horizon) / link.reset)
    if steps > _MOST_STEPS:
        return None
    win = float(link.events().whole)
    wins = np.ones(1)
    done = 0
    for funded in range(floor(Fraction(link.reserve_start) / link.reset), steps + 1):
        # Until then at most this number of wins is funded; the number of wins never falls, so
        # checking the end is enough.
        end = ceil(((funded + 1) * link.reset - link.reserve_start) / link.to_reserve_cents) - 1
        end = min(end, horizon)
        more = _binomial(end - done, win, funded)
        wins = np.convolve(wins, more)[: funded + 1]
        done = end
    return max(0.0, 1.0 - float(wins.sum()))


def _binomial(bets: int, win: float, most: int) -> Floats:
    """The probabilities of 0 to ``most`` wins in that many bets."""
    most = min(most, bets)
    logs = [
        lgamma(bets + 1)
        - lgamma(wins + 1)
        - lgamma(bets - wins + 1)
        + wins * log(win)
        + (bets - wins) * log1p(-win)
        for wins in range(most + 1)
    ]
    return np.array([exp(value) for value in logs])
