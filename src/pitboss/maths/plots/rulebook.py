"""Plots for every rulebook: results of a round, what each line is worth, the return against the
jackpot.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from matplotlib.ticker import MaxNLocator

from pitboss.maths.exact.progressive import Progressive
from pitboss.maths.exact.results import Cases
from pitboss.maths.plots import style as plots
from pitboss.maths.simulation.figures import ALARM, Figure

# The distribution of the total result is drawn for this many rounds.
SESSION_ROUNDS = 200

# Below this a bar can't be seen next to the others, and the scale becomes logarithmic.
RARE = 1e-3


def signed(value: Fraction) -> str:
    """``+3``, ``-1``, ``+3/2``, with a true minus sign."""
    return f"+{value}" if value > 0 else plots.minus(str(value))


def by_result(cases: Cases) -> dict[Fraction, Fraction]:
    """The probability of each net result, the worst first."""
    probabilities: dict[Fraction, Fraction] = {}
    for case in cases.cases:
        if case.probability:
            probabilities[case.net] = probabilities.get(case.net, Fraction(0)) + case.probability
    return dict(sorted(probabilities.items()))


def _chance(chance: float) -> str:
    if chance >= RARE:
        return f"{chance:.2%}"
    one_in = 1 / chance
    return f"1 in {one_in / 1e6:.2f}M" if one_in >= 1e6 else f"1 in {one_in / 1e3:,.3g}k"


def results(cases: Cases, unit: str) -> str:
    """The distribution of a round's result, on a logarithmic scale, because the best ones are
    rare.
    """
    probabilities = by_result(cases)
    chances = [float(chance) for chance in probabilities.values()]
    common = max(probabilities, key=lambda net: probabilities[net])
    description = (
        f"Bars of the exact probability of every net result of a round, in units of the {unit}, on "
        f"a logarithmic scale where some are rare. The most frequent result is {common} with "
        f"{float(probabilities[common]):.2%}; the best is {max(probabilities)} with "
        f"{float(probabilities[max(probabilities)]):.3g}."
    )
    with plots.Picture(
        "results", "Distribution of the result of a round", description, 3.1
    ) as picture:
        axes = picture.axes()
        colours = [
            plots.BLUE if net > 0 else plots.BRICK if net < 0 else plots.GREY
            for net in probabilities
        ]
        places = range(len(probabilities))
        floor = 10 ** np.floor(np.log10(min(chances)) - 0.5)
        axes.bar(places, chances, color=colours, width=0.7, bottom=0)
        rare = min(chances) < RARE
        if rare:
            axes.set_yscale("log")
            axes.set_ylim(floor, 4)
        else:
            axes.set_ylim(0, max(chances) * 1.12)
            plots.percent_axis(axes.yaxis)
        axes.set_xticks(places, labels=[signed(net) for net in probabilities])
        axes.tick_params(axis="x", length=0)
        axes.yaxis.grid(True)
        axes.set_ylabel("probability")
        axes.set_xlabel(f"net result, in units of the {unit}")
        for place, chance in zip(places, chances, strict=True):
            above = chance * 1.25 if rare else chance + max(chances) * 0.02
            axes.text(
                place,
                above,
                _chance(chance),
                ha="center",
                fontsize=7.2 if len(probabilities) > 10 else 8,
            )
    return picture.svg


def session(cases: Cases, unit: str, rounds: int = SESSION_ROUNDS) -> str | None:
    """The distribution of the result of many rounds; None if results are too fine for a scale."""
    probabilities = by_result(cases)
    scale = int(np.lcm.reduce([net.denominator for net in probabilities]))
    nets = [int(net * scale) for net in probabilities]
    low, span = min(nets), max(nets) - min(nets)
    if span * rounds > 2**22:
        return None
    chance = np.zeros(span + 1)
    for net, probability in zip(nets, probabilities.values(), strict=True):
        chance[net - low] = float(probability)
    size = 1 << (span * rounds).bit_length()
    # The distribution of a sum is a convolution, and that of many a power.
    total = np.clip(np.fft.irfft(np.fft.rfft(chance, size) ** rounds, size), 0.0, None)[
        : span * rounds + 1
    ]
    outcome = (np.arange(len(total)) + low * rounds) / scale
    ahead, even = float(total[outcome > 0].sum()), float(total[outcome == 0].sum())
    mean, deviation = (
        float(total @ outcome),
        float(np.sqrt(total @ outcome**2 - (total @ outcome) ** 2)),
    )
    left, right = mean - 3.2 * deviation, mean + 4.2 * deviation
    seen = (outcome >= left) & (outcome <= right)
    description = (
        f"The exact distribution of the result of {rounds} rounds, in units of the {unit}: the "
        f"mean is {mean:.2f}, the standard deviation {deviation:.1f}; the player is ahead with "
        f"{ahead:.1%}."
    )
    title = f"Result of {rounds} rounds"
    with plots.Picture("session", title, description, 2.7) as picture:
        axes = picture.axes()
        x, y = outcome[seen], total[seen]
        # Some totals can't occur (parity); cells of several units smooth that out.
        cell = 2 * max(1, round(len(x) / 320))
        edges = range(0, len(x) - cell, cell)
        middle = np.array([x[at : at + cell].mean() for at in edges])
        height = np.array([y[at : at + cell].sum() for at in edges])
        wide = cell / scale * 0.92
        axes.bar(middle, height, width=wide, color=np.where(middle > 0, plots.BLUE, plots.BRICK))
        axes.axvline(mean, color=plots.INK, linewidth=1, linestyle=(0, (4, 3)))
        top = height.max()
        axes.annotate(
            plots.minus(f"mean {mean:+.1f}"),
            (mean, top * 1.06),
            xytext=(-4, 0),
            textcoords="offset points",
            ha="right",
        )
        axes.set_ylim(0, top * 1.15)
        axes.set_xlim(left, right)
        axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        plots.percent_axis(axes.yaxis, 1)
        axes.set_ylabel("probability of a bar")
        axes.set_xlabel(f"net result of {rounds} rounds, in units of the {unit}")
        for place, name, share, color, weight in (
            (0.9, "ahead", ahead, plots.BLUE, "bold"),
            (0.8, "behind", 1 - ahead - even, plots.BRICK, "bold"),
            (0.7, "even", even, plots.QUIET, "normal"),
        ):
            said = f"{name} {share:.1%}"
            axes.text(
                0.985, place, said, transform=axes.transAxes, ha="right", color=color, weight=weight
            )
    return picture.svg


def lines(name: str, cases: Cases, wager: str) -> str:
    """What each line of the pay table, and each way to lose, adds to the return."""
    parts = [
        (line_name(case.outcome, case.line), case.net * case.probability)
        for case in cases.cases
        if case.probability and case.net
    ]
    parts.sort(key=lambda part: -part[1])
    total = cases.mean
    names = [*(part for part, _ in parts), "together"]
    values = [*(float(value) for _, value in parts), float(total)]
    colours = [plots.BLUE if value > 0 else plots.BRICK for value in values[:-1]] + [plots.INK]
    said = [plots.minus(f"{value:+.4%}") for value in values]
    description = (
        f"Bars of what each outcome adds to the mean result of the {wager}, in percent of it; "
        f"together {float(total):+.4%}. The largest gain is from {names[0]}."
    )
    height = 0.75 + 0.235 * len(names)
    with plots.Picture(
        f"lines-{name}", f"What each line adds to the return: {wager}", description, height
    ) as picture:
        axes = picture.axes()
        plots.bars(axes, names, values, colours, said)
        axes.axhline(len(names) - 1.5, color=plots.GRID, linewidth=1)
        plots.percent_axis(axes.xaxis)
        axes.xaxis.grid(True)
        axes.set_xlabel(f"result times probability, in percent of the {wager}")
        axes.spines["left"].set_visible(False)
    return picture.svg


_HOLE_CARDS = frozenset(("aa", "ak", "aq", "aj", "kk", "qq", "jj"))


def line_name(outcome: str, line: str | None) -> str:
    """``win: royal flush``."""
    said = outcome.replace("-", " ")
    if line is None:
        return said
    words = line.replace("-", " ").replace("+", ", ").split(" ")
    # Pairs of cards are written as cards are: AK, not ak.
    return f"{said}: {' '.join(word.upper() if word in _HOLE_CARDS else word for word in words)}"


def jackpot_return(wager: Progressive, name: str) -> str | None:
    """The return of the progressive bet as the jackpot grows; None if no hand wins a share."""
    even = wager.break_even_jackpot_cents
    if even is None:
        return None
    fixed, per_cent = float(wager.fixed_return), float(wager.return_per_jackpot_dollar) / 100
    end = max(1.6 * even, 100.0)
    description = (
        f"The mean return of the progressive bet of {name} against the jackpot: {fixed:.2%} from "
        f"minor awards, rising in a straight line by {per_cent * 1e8:.2%} for each million "
        f"dollars; it reaches 100% at {plots.short_dollars(even)}."
    )
    with plots.Picture(
        "jackpot-return", "Return of the progressive bet against the jackpot", description, 3.0
    ) as picture:
        axes = picture.axes()
        x = np.array([0.0, end])
        y = fixed + per_cent * x
        axes.fill_between(x, 0, fixed, color=plots.PALE_BLUE, linewidth=0)
        axes.fill_between(x, fixed, y, color="#f3e6cd", linewidth=0)
        axes.plot(x, y, color=plots.GOLD)
        axes.axhline(1, color=plots.INK, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.plot([even, even], [0, 1], color=plots.INK, linewidth=0.8)
        axes.plot([even], [1], "o", color=plots.INK, markersize=5)
        axes.annotate(
            f"break-even at ${even / 100:,.2f}",
            (even, 1),
            xytext=(-8, 8),
            textcoords="offset points",
            ha="right",
            weight="bold",
        )
        axes.text(
            end * 0.99,
            fixed / 2,
            f"minor awards {fixed:.2%}",
            ha="right",
            va="center",
            color=plots.BLUE,
        )
        axes.text(
            end * 0.99,
            fixed + (y[1] - fixed) * 0.42,
            "shares of the jackpot",
            ha="right",
            va="center",
            color="#7a5716",
        )
        axes.set_xlim(0, end)
        axes.set_ylim(0, max(1.12, float(y[1]) * 1.02))
        plots.dollar_axis(axes.xaxis)
        plots.percent_axis(axes.yaxis)
        axes.yaxis.grid(True)
        axes.set_xlabel("jackpot")
        axes.set_ylabel("mean return of the bet")
    return picture.svg


def checks(figures: Sequence[tuple[str, Figure]], rounds: int) -> str:
    """How many standard errors the simulation is off, figure by figure."""
    shown = [
        (name, figure.off) for name, figure in figures if figure.off is not None and figure.error
    ]
    worst = max((abs(off) for _, off in shown), default=0.0)
    description = (
        "Points of how many standard errors each simulated figure lies off the exact value, over "
        f"{rounds:,} rounds; the farthest is {worst:.2f} off."
    )
    height = 0.8 + 0.2 * len(shown)
    with plots.Picture(
        "checks", f"Simulation of {rounds:,} rounds against the exact values", description, height
    ) as picture:
        axes = picture.axes()
        places = range(len(shown))
        axes.axvspan(-2, 2, color="#eef3f7", linewidth=0)
        axes.axvline(0, color=plots.INK, linewidth=0.8)
        for at in (-ALARM, ALARM):
            axes.axvline(at, color=plots.BRICK, linewidth=0.9, linestyle=(0, (4, 3)))
        axes.hlines(places, 0, [off for _, off in shown], color=plots.GREY, linewidth=1)
        axes.plot([off for _, off in shown], places, "o", color=plots.BLUE, markersize=4.5)
        axes.set_yticks(
            places, labels=[name.replace("_", " ").replace("-", " ") for name, _ in shown]
        )
        axes.tick_params(axis="y", length=0)
        axes.invert_yaxis()
        reach = max(ALARM + 0.6, worst + 0.6)
        axes.set_xlim(-reach, reach)
        axes.set_xlabel("standard errors off the exact value (shaded: two; dashed: four)")
        axes.spines["left"].set_visible(False)
    return picture.svg
