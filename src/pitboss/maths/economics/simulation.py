"""Plays a link from hit to hit many times: for what no formula gives, and as a check on what one
does.

Each run follows meter, reserve and overflow pool over a number of years. Between two hits nothing
happens but contributions, so the number of bets to the next hit is drawn at once. Runs are
independent, so their spread gives the standard errors. Recording starts only after a while, because
a jackpot that has just started is lower than in the long run.
"""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.maths.economics.link import Link
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.draws import block_state, uniform

Floats = NDArray[np.float64]

(
    WHOLES,
    WHOLE_CENTS,
    PARTS,
    PART_CENTS,
    RESETS,
    SHORT,
    SHORT_OF_BOTH,
    HOUSE_CENTS,
    OVERFLOW_CENTS,
) = range(9)
_COLUMNS = 9

RUNS = 4_000

# Mean cycles before recording starts: a run has lost all memory of the start once the whole jackpot
# was won.
_WARM_UP = 12
_RUNS_A_BLOCK = 250


class Estimate(msgspec.Struct, frozen=True):
    """A simulated figure and its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:,.6g} ± {self.error:,.2g}"


class LinkSimulation(msgspec.Struct, frozen=True):
    """The results of the runs. Money in cents, per year unless the name says otherwise.

    ``unfunded`` is the fraction of resets that the reserve alone could not fund,
    ``unfunded_by_both`` that reserve and overflow pool together could not; ``any_…`` is the
    probability that a run had one.
    """

    runs: int
    years: int
    wholes_a_year: Estimate
    whole_award_cents: Estimate
    parts_a_year: Estimate
    part_award_cents: Estimate
    unfunded: Estimate
    any_unfunded: Estimate
    unfunded_by_both: Estimate
    any_unfunded_by_both: Estimate
    house_adds_cents: Estimate
    overflow_cents: Estimate


@compiled
def _play(
    states: Any,
    bets: float,
    step: float,
    to_reserve: float,
    chances: Any,
    parts: Any,
    resets: Any,
    money: Any,
) -> Any:
    """One row of sums per run. ``chances`` are cumulative within an event; the last kind of event
    wins the whole.
    """
    reset, reserve_start, cap, any_event, warm_up = money
    stays = np.log1p(-any_event)
    sums = np.zeros((len(states), _COLUMNS))
    for run in range(len(states)):
        state = (states[run, 0], states[run, 1], states[run, 2], states[run, 3])
        meter, reserve, pool, left = reset, reserve_start, 0.0, warm_up
        row = sums[run]
        counts = False
        while True:
            number, state = uniform(state)
            wait = np.ceil(np.log(number) / stays)
            wait = max(wait, 1.0)
            played = min(wait, left)
            over = max(0.0, meter + step * played - cap)
            meter += step * played - over
            pool += over
            row[OVERFLOW_CENTS] += over
            reserve += to_reserve * played
            if wait > left:
                if counts:
                    break
                # The warm-up is over: the meter keeps its value, and recording starts.
                row[:] = 0.0
                reserve, pool, left, counts = reserve_start, 0.0, bets, True
                continue
            left -= wait
            number, state = uniform(state)
            kind = 0
            while number > chances[kind]:
                kind += 1
            award = meter * parts[kind]
            if kind == len(parts) - 1:
                row[WHOLES] += 1
                row[WHOLE_CENTS] += award
            else:
                row[PARTS] += 1
                row[PART_CENTS] += award
            meter -= award
            if resets[kind]:
                # What a part leaves behind when it restarts the jackpot helps to fund the new one.
                reserve += meter
                row[RESETS] += 1
                missing = max(0.0, reset - reserve)
                reserve = max(0.0, reserve - reset)
                # A tiny difference is a matter of rounding: amounts are sums of many contributions.
                if missing > 1e-3:
                    row[SHORT] += 1
                from_pool = min(missing, pool)
                pool -= from_pool
                missing -= from_pool
                if missing > 1e-3:
                    row[SHORT_OF_BOTH] += 1
                row[HOUSE_CENTS] += missing
                meter = reset
    return sums


def simulate_link(
    link: Link,
    years: int,
    seed: int,
    runs: int = RUNS,
    progress: Callable[[int], None] = lambda _: None,
) -> LinkSimulation:
    """Plays the link; ``progress`` is called with how many runs are done."""
    events = link.events()
    kinds = [*events.parts, (Fraction(1), events.whole, True)]
    chances = np.cumsum([float(chance / events.any) for _, chance, _ in kinds])
    # The last one must catch every number, whatever the sum has lost by rounding.
    chances[-1] = 2.0
    parts = np.array([float(part) for part, _, _ in kinds])
    resets = np.array([does for _, _, does in kinds])
    cap = np.inf if link.cap is None else float(link.cap)
    money = (
        float(link.reset),
        float(link.reserve_start),
        cap,
        float(events.any),
        float(_WARM_UP / events.whole),
    )
    flows = (
        float(link.bets_per_year * years),
        float(link.to_meter_cents),
        float(link.to_reserve_cents),
    )
    blocks = []
    for first in range(0, runs, _RUNS_A_BLOCK):
        count = min(_RUNS_A_BLOCK, runs - first)
        states = np.stack([block_state(seed, run) for run in range(first, first + count)])
        blocks.append(_play(states, *flows, chances, parts, resets, money))
        progress(first + count)
    return _summed(np.concatenate(blocks), runs, years)


def _summed(rows: Floats, runs: int, years: int) -> LinkSimulation:
    return LinkSimulation(
        runs=runs,
        years=years,
        wholes_a_year=_mean(rows[:, WHOLES] / years),
        whole_award_cents=_ratio(rows[:, WHOLE_CENTS], rows[:, WHOLES]),
        parts_a_year=_mean(rows[:, PARTS] / years),
        part_award_cents=_ratio(rows[:, PART_CENTS], rows[:, PARTS]),
        unfunded=_ratio(rows[:, SHORT], rows[:, RESETS]),
        any_unfunded=_mean((rows[:, SHORT] > 0).astype(np.float64)),
        unfunded_by_both=_ratio(rows[:, SHORT_OF_BOTH], rows[:, RESETS]),
        any_unfunded_by_both=_mean((rows[:, SHORT_OF_BOTH] > 0).astype(np.float64)),
        house_adds_cents=_mean(rows[:, HOUSE_CENTS] / years),
        overflow_cents=_mean(rows[:, OVERFLOW_CENTS] / years),
    )


def _mean(values: Floats) -> Estimate:
    return Estimate(float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)))


def _ratio(sums: Floats, counts: Floats) -> Estimate:
    """A mean over all hits of all runs; runs differ in their number of hits, so the error is that
    of a ratio.
    """
    if not counts.any():
        return Estimate(0.0, 0.0)
    value = float(sums.sum() / counts.sum())
    spread = float((sums - value * counts).std(ddof=1))
    return Estimate(value, spread / sqrt(len(sums)) / float(counts.mean()))
