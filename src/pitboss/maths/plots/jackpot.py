"""Plots of a linked jackpot: its value when it is hit, what players get back, whether the reserve
is sufficient.
"""

from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes

from pitboss.maths.economics.link_economics import Economics
from pitboss.maths.economics.reserve import any_unfunded
from pitboss.maths.plots import style as plots

# The reserve's risk is drawn for this many points in time.
_POINTS = 60


def at_hit(economics: Economics) -> str:
    """The density of the jackpot when it is hit, with its quartiles."""
    known = economics.at_hit
    middle, low, high = (known.quantile_cents(chance) for chance in (0.5, 0.05, 0.95))
    description = (
        f"The density of the jackpot when it is hit: half are below {plots.short_dollars(middle)}, "
        f"nine of ten lie between {plots.short_dollars(low)} and {plots.short_dollars(high)}; the "
        f"mean is {plots.short_dollars(economics.mean_at_hit_cents)}. It starts again at "
        f"{plots.short_dollars(economics.link.reset)}."
    )
    with plots.Picture("at-hit", "The jackpot when it is hit", description, 3.3) as picture:
        axes = picture.axes()
        end = min(known.quantile_cents(0.9985), float(known.edges_cents[-1]))
        cell = max(1, round(len(known.weights) * end / float(known.edges_cents[-1]) / 220))
        count = len(known.weights) // cell
        chance = known.weights[: count * cell].reshape(count, cell).sum(axis=1)
        begin = known.edges_cents[: count * cell : cell]
        width = float(known.edges_cents[cell] - known.edges_cents[0])
        seen = begin <= end
        inside = (begin >= low) & (begin + width <= high)
        for which, colour in ((seen, "#e3cfa1"), (seen & inside, plots.GOLD)):
            # One area instead of many bars: the background would show through between bars.
            axes.fill_between(
                begin, np.where(which, chance, 0.0), step="post", color=colour, linewidth=0
            )
        top = float(chance.max())
        for at, name in ((low, "5%"), (middle, "median"), (high, "95%")):
            axes.axvline(at, color=plots.INK, linewidth=0.8, linestyle=(0, (4, 3)))
            late = at > 0.9 * end
            axes.annotate(
                f"{name}\n{plots.short_dollars(at)}",
                (at, top * 1.19),
                xytext=(-4 if late else 4, 0),
                textcoords="offset points",
                va="top",
                ha="right" if late else "left",
                fontsize=8,
            )
        if economics.link.cap is not None:
            _mark_cap(axes, economics.link.cap, known.at_cap, top)
        axes.set_ylim(0, top * 1.22)
        axes.set_xlim(0, end * 1.01)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        plots.dollar_axis(axes.xaxis)
        axes.set_xlabel("jackpot when a royal flush, or a part of it, is won")
    return picture.svg


def _mark_cap(axes: Axes, cap: float, chance: float, top: float) -> None:
    """A line at the cap, and how often the jackpot stands there."""
    axes.axvline(cap, color=plots.BRICK, linewidth=1.4)
    axes.annotate(
        f"{chance:.2%} at the cap\nof {plots.short_dollars(cap)}",
        (cap, top * 0.92),
        xytext=(-7, 0),
        textcoords="offset points",
        ha="right",
        va="top",
        fontsize=8,
        color=plots.BRICK,
        bbox={"facecolor": plots.PAPER, "edgecolor": "none", "alpha": 0.85, "pad": 2},
    )


def returns(economics: Economics) -> str:
    """The return of a bet against the jackpot, one line for each pay table, and where the jackpot
    usually is.
    """
    known = economics.at_hit
    low, high = (known.quantile_cents(chance) for chance in (0.05, 0.95))
    evens = [one.break_even_cents for one in economics.returns if one.break_even_cents is not None]
    end = max(1.15 * max(evens, default=0), 1.1 * high)
    # Rulebooks with the same pay table share one line.
    lines: dict[tuple[float, float], list[str]] = {}
    for one in economics.returns:
        lines.setdefault((one.at(0), one.at(end)), []).append(one.tables.book.id)
    description = (
        "The mean return of a progressive bet against the jackpot for each pay table on the link. "
        f"The jackpot is between {plots.short_dollars(low)} and {plots.short_dollars(high)} at "
        "nine of ten hits. "
        "Break-even: " + ", ".join(plots.short_dollars(even) for even in evens) + "."
    )
    with plots.Picture("returns", "What players get back", description, 3.1) as picture:
        axes = picture.axes()
        axes.axvspan(low, high, color="#f6ecd8", linewidth=0)
        axes.axhline(1, color=plots.INK, linewidth=0.8, linestyle=(0, (4, 3)))
        colours = (plots.BLUE, plots.BRICK, plots.GREEN, plots.GOLD)
        for number, ((first, last), names) in enumerate(lines.items()):
            axes.plot(
                [0, end],
                [first, last],
                color=colours[number % len(colours)],
                label=", ".join(names),
            )
        for even in set(evens):
            axes.plot([even], [1], "o", color=plots.INK, markersize=5)
            axes.annotate(
                f"${even / 100:,.0f}",
                (even, 1),
                xytext=(-6, 6),
                textcoords="offset points",
                ha="right",
                weight="bold",
            )
        top = max(1.1, *(last for _, last in lines))
        axes.text(
            (low + high) / 2,
            top * 0.03,
            "nine of ten hits",
            ha="center",
            color="#7a5716",
            fontsize=8,
        )
        axes.set_ylim(0, top * 1.02)
        axes.set_xlim(0, end)
        axes.yaxis.grid(True)
        plots.dollar_axis(axes.xaxis)
        plots.percent_axis(axes.yaxis)
        axes.set_xlabel("jackpot")
        axes.set_ylabel("mean return of a bet")
        axes.legend(loc="upper left")
    return picture.svg


def shares(economics: Economics) -> str:
    """Where a dollar goes: one bar."""
    known = economics.shares
    parts = [
        ("minor awards", known.minor_awards, plots.BLUE),
        ("jackpots", known.jackpot_awards, plots.GOLD),
        ("reserve", known.reserve, plots.GREEN),
        ("overflow pool", known.overflow, plots.GREY),
        ("house", known.house, plots.INK),
    ]
    shown = [part for part in parts if part[1] > 0.0005]
    description = "One bar of where each dollar bet goes in the long run: " + ", ".join(
        f"{name} {value:.2%}" for name, value, _ in shown
    )
    with plots.Picture("shares", "Of each dollar bet", description, 1.25) as picture:
        axes = picture.axes()
        begin = 0.0
        for name, value, colour in shown:
            axes.barh(
                [0], [value], left=[begin], color=colour, height=0.55, label=f"{name} {value:.2%}"
            )
            if value > 0.06:
                axes.text(
                    begin + value / 2,
                    0,
                    f"{value:.1%}",
                    ha="center",
                    va="center",
                    color=plots.PAPER,
                    weight="bold",
                )
            begin += value
        axes.legend(
            loc="lower center",
            bbox_to_anchor=(0.5, 0.92),
            ncols=len(shown),
            handlelength=1,
            columnspacing=1.4,
        )
        axes.set_xlim(0, max(1.0, begin))
        axes.set_ylim(0.4, -0.4)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        plots.percent_axis(axes.xaxis)
    return picture.svg


def reserve(economics: Economics) -> str | None:
    """The probability that some reset was not funded, over the years; None if there is no
    formula.
    """
    if economics.reserve is None:
        return None
    years = economics.simulated.years
    link = economics.link
    # The first resets decide, so the beginning is drawn finely.
    times = years * (np.arange(1, _POINTS + 1) / _POINTS) ** 3
    chances = [any_unfunded(link, link.bets_per_year * _fraction(time)) for time in times]
    known = [
        (time, chance) for time, chance in zip(times, chances, strict=True) if chance is not None
    ]
    if not known:
        return None
    simulated = economics.simulated.any_unfunded
    description = (
        f"The chance that the reserve could not fund some reset, rising to {known[-1][1]:.2%} "
        f"after {years} years; the simulation finds {simulated.value:.2%} with a standard error of "
        f"{simulated.error:.2%}."
    )
    with plots.Picture("reserve", "Whether the reserve holds", description, 2.8) as picture:
        axes = picture.axes()
        x, y = [0.0, *(time for time, _ in known)], [0.0, *(chance for _, chance in known)]
        axes.fill_between(x, 0, y, color=plots.PALE_BRICK, linewidth=0)
        axes.plot(x, y, color=plots.BRICK, label="exact")
        axes.errorbar(
            [years],
            [simulated.value],
            yerr=[2 * simulated.error],
            fmt="o",
            color=plots.INK,
            capsize=4,
            markersize=4.5,
            label="simulated, two standard errors",
        )
        axes.set_xlim(0, years * 1.03)
        axes.set_ylim(0, min(1.05, max(0.05, 1.2 * max(y[-1], simulated.value))))
        axes.yaxis.grid(True)
        plots.percent_axis(axes.yaxis, 0 if y[-1] > 0.1 else 1)
        axes.set_xlabel("years")
        axes.set_ylabel("some reset not funded")
        axes.legend(loc="lower right")
    return picture.svg


def _fraction(time: float) -> Fraction:
    return Fraction(time).limit_denominator(10_000)
