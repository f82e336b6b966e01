"""The jackpot between two hits: exact moments, and its whole distribution.

A cycle runs from one win of the whole jackpot to the next. Before each bet the meter stands at x;
the bet makes it y = x + a, and then y is won, lowered, restarted or left. The moments of what is
won at the end of a cycle solve linear equations, so without a cap they are exact fractions. Because
every bet has the same chance of a hit, the jackpot when it is hit is distributed like the jackpot
when any bet is made, in the long run.

The whole distribution, and everything under a cap, comes from the same equations on a fine grid,
assuming that contributions flow in evenly: the grid is some thousand times finer than the jackpot,
and its mean is shown next to the exact one.
"""

from fractions import Fraction
from math import exp, log, log1p

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.maths.economics.link import Link

Floats = NDArray[np.float64]

# Quantiles come from a grid of this many cells below the point that only one cycle in 10**9
# reaches.
CELLS = 24_000
_LEFT_OVER = 1e-13
_TAIL = 1e-9


class Moments(msgspec.Struct, frozen=True):
    """What the winner of the whole jackpot gets, in cents: exact."""

    mean_cents: Fraction
    mean_square_cents: Fraction

    @property
    def variance(self) -> Fraction:
        return self.mean_square_cents - self.mean_cents**2


def _mean_line(link: Link) -> tuple[Fraction, Fraction]:
    """The mean award is a linear function of the meter: its slope and constant.

    h(x) = p·y + Σ q·h((1 - f)·y) + Q·h(R) + (the rest)·h(y), with y = x + a: equate the
    coefficients of x and the constants.
    """
    events, step = link.events(), link.to_meter_cents
    again = sum((chance for _, chance in events.resets), Fraction(0))
    falls = sum((part * chance for part, chance in events.lowers), Fraction(0))
    slope = events.whole / (events.whole + falls + again)
    return slope, slope * (step + again * link.reset) / events.whole


def moments(link: Link) -> Moments:
    """Moments of the award at the end of a cycle, ignoring the cap."""
    events, step, reset = link.events(), link.to_meter_cents, link.reset
    again = sum((chance for _, chance in events.resets), Fraction(0))
    falls = sum((part * chance for part, chance in events.lowers), Fraction(0))
    squares = sum((chance * (1 - (1 - part) ** 2) for part, chance in events.lowers), Fraction(0))
    slope, constant = _mean_line(link)
    # E[award²] = A·x² + B·x + C, matched in the same way, power by power of y.
    a = events.whole / (events.whole + squares + again)
    b = 2 * a * step / (events.whole + falls + again)
    c = (b * step - a * step**2 + again * (a * reset**2 + b * reset)) / events.whole
    return Moments(slope * reset + constant, a * reset**2 + b * reset + c)


class Distribution(msgspec.Struct, frozen=True):
    """The jackpot when it is hit, and what a cycle sends to the overflow pool.

    ``edges_cents`` are the edges of the grid; ``weights`` the probability of each cell between
    them; ``at_cap`` the probability that it is at the cap.
    """

    edges_cents: Floats
    weights: Floats
    at_cap: float
    overflow_per_cycle_cents: float

    @property
    def middles_cents(self) -> Floats:
        return (self.edges_cents[1:] + self.edges_cents[:-1]) / 2

    @property
    def mean_cents(self) -> float:
        return float(self.weights @ self.middles_cents + self.at_cap * self.edges_cents[-1])

    @property
    def deviation_cents(self) -> float:
        width = self.edges_cents[1] - self.edges_cents[0]
        squares = self.weights @ (self.middles_cents**2 + width**2 / 12)
        return float(
            np.sqrt(squares + self.at_cap * self.edges_cents[-1] ** 2 - self.mean_cents**2)
        )

    def quantile_cents(self, chance: float) -> float:
        """The value below which it is with the given probability."""
        below = np.concatenate(([0.0], np.cumsum(self.weights)))
        if chance >= below[-1]:
            return float(self.edges_cents[-1])
        return float(np.interp(chance, below, self.edges_cents))

    def above(self, jackpot_cents: float) -> float:
        """The probability that it is more than this when hit."""
        if jackpot_cents >= self.edges_cents[-1]:
            return 0.0
        below = np.concatenate(([0.0], np.cumsum(self.weights)))
        return float(1.0 - np.interp(jackpot_cents, self.edges_cents, below))


def distribution(link: Link) -> Distribution:
    """For a cycle that starts at the reset value."""
    top = float(link.cap) if link.cap is not None else _far_out(link)
    edges: Floats = np.linspace(0.0, top, CELLS + 1)
    weights, at_cap, overflow_bets = _sweep(link, edges)
    return Distribution(edges, weights, at_cap, overflow_bets * float(link.to_meter_cents))


def _far_out(link: Link) -> float:
    """Only growth without any fall reaches higher, and that lasts this long once in 10**9
    cycles.
    """
    per_bet = float(link.events().whole)
    return float(link.reset) + float(link.to_meter_cents) * log(1 / _TAIL) / per_bet


def _sweep(link: Link, edges: Floats) -> tuple[Floats, float, float]:
    """Follows the flow of the meter upward through the cells, again after each fall, until nothing
    of it is left.

    Returns the probability of a win in each cell, at the top edge, and the bets made with the meter
    there.
    """
    events, step = link.events(), float(link.to_meter_cents)
    width = float(edges[1] - edges[0])
    cells = len(edges) - 1
    each_event = float(events.any)
    stays = exp(log1p(-each_event) * width / step)
    win_share = float(events.whole / events.any)
    moves = [
        (_targets(edges, float(part), resets, link), float(chance / events.any))
        for part, chance, resets in events.parts
    ]
    weights = np.zeros(cells)
    at_top = top_bets = 0.0
    source = np.zeros(cells + 1)
    # A start between two edges is divided between them, which preserves the mean.
    start = float(link.reset) / width
    below = min(int(start), cells - 1)
    source[below] = 1.0 - (start - below)
    source[below + 1] = 1.0 - source[below]
    while source.sum() > _LEFT_OVER:
        flow = _accumulate(source, stays)
        ended = flow[:-1] * (1.0 - stays)
        arrived = float(flow[-1]) if link.cap is not None else 0.0
        weights += ended * win_share
        at_top += arrived * win_share
        top_bets += arrived / each_event
        source = np.zeros(cells + 1)
        for (low, weight_high, top_low, top_high), share in moves:
            np.add.at(source, low, ended * share * (1.0 - weight_high))
            np.add.at(source, np.minimum(low + 1, cells), ended * share * weight_high)
            source[top_low] += arrived * share * (1.0 - top_high)
            source[min(top_low + 1, cells)] += arrived * share * top_high
    return weights, at_top, top_bets


def _targets(
    edges: Floats, part: float, resets: bool, link: Link
) -> tuple[NDArray[np.int64], Floats, int, float]:
    """Where the meter goes from each cell and from the top: between which two edges, and how close
    to the upper one.
    """
    width = edges[1] - edges[0]
    middles = (edges[1:] + edges[:-1]) / 2
    goes = np.full_like(middles, float(link.reset)) if resets else middles * (1.0 - part)
    top = float(link.reset) if resets else float(edges[-1]) * (1.0 - part)
    low = np.floor(goes / width + 1e-9).astype(np.int64)
    top_low = int(np.floor(top / width + 1e-9))
    return (
        low,
        np.clip(goes / width - low, 0.0, 1.0),
        top_low,
        float(np.clip(top / width - top_low, 0.0, 1.0)),
    )


def _accumulate(source: Floats, stays: float) -> Floats:
    """flow[i] = source[i] + stays · flow[i - 1], in stretches short enough that no power of
    ``stays`` underflows.
    """
    flow = np.empty_like(source)
    stretch = max(1, min(len(source), int(-600.0 / np.log(stays)))) if stays < 1.0 else len(source)
    carried = 0.0
    for begin in range(0, len(source), stretch):
        part = source[begin : begin + stretch]
        powers = stays ** np.arange(len(part))
        flow[begin : begin + stretch] = (np.cumsum(part / powers) + carried) * powers
        carried = float(flow[begin + len(part) - 1]) * stays
    return flow
