"""The economics of a linked jackpot as one page (``pitboss maths jackpot --html``)."""

from collections.abc import Iterator
from pathlib import Path

from pitboss.kernel.poker import CATEGORY_LABELS
from pitboss.maths.economics.link_economics import QUANTILES, Economics
from pitboss.maths.economics.simulation import Estimate
from pitboss.maths.plots import jackpot as plots_jackpot
from pitboss.maths.report import html


def write_jackpot_page(economics: Economics, file: Path) -> None:
    """Writes the page; raises OSError if the file can't be written."""
    html.write(file, html.page("Economics of a linked jackpot", _body(economics)))


def _money(cents: float) -> str:
    return f"${cents / 100:,.2f}"


def _body(economics: Economics) -> Iterator[str]:
    link = economics.link
    tables = ", ".join(f"{group.tables} × {group.book.id}" for group in link.groups)
    yield html.title("Economics of a linked jackpot")
    yield html.paragraph(
        f"{tables}; {float(link.bets_per_hour):,.0f} progressive bets of {_money(link.bet)} an "
        f"hour, open {link.hours_per_year:,} hours a year. Of each bet {link.rate_bp / 100:g}% go "
        f"to the meter and {link.reserve_bp / 100:g}% to the reserve. The jackpot starts again at "
        f"{_money(link.reset)}"
        + (
            ". It has no cap." if link.cap is None else f" and stops growing at {_money(link.cap)}."
        ),
        "lead",
    )
    whole = link.events().whole
    figures = [
        ("jackpot when hit, mean", _money(economics.mean_at_hit_cents)),
        ("whole jackpots a year", f"{float(whole * link.bets_per_year):.2f}"),
        ("days between two", f"{float(1 / (whole * link.bets_per_hour)) / 24:.1f}"),
        ("returned to players", html.percent(economics.shares.returned, 2)),
    ]
    if economics.reserve is not None:
        figures.append(("next reset not funded", html.percent(economics.reserve.next_reset, 2)))
    yield html.key_figures(figures)
    yield from _hits(economics)
    yield from _jackpot(economics)
    yield from _returns(economics)
    yield from _reserve(economics)
    yield from _simulated(economics)
    yield html.footer(
        "Made by Pitboss. Every bet is taken as an independent trial with the exact chances of its "
        "hand; 'pitboss maths jackpot --json' prints all figures, with the exact fractions behind "
        "them."
    )


def _hits(economics: Economics) -> Iterator[str]:
    yield html.heading("Hits")
    rows = [
        (
            CATEGORY_LABELS[hit.category].replace("-", " "),
            f"1 in {float(1 / hit.chance):,.1f}",
            f"{float(hit.per_year):,.2f}",
            f"{float(hit.hours_between):,.1f}",
            html.fraction(hit.chance),
        )
        for hit in economics.hits
    ]
    header = ("Hand", "Chance of a bet", "A year", "Hours between two", "Exactly")
    yield html.table("Expected hits on the whole link, exact", header, rows, exact=(4,))


def _jackpot(economics: Economics) -> Iterator[str]:
    yield html.heading("The jackpot when it is hit")
    exact = economics.exact is not None
    method = "Mean and deviation are exact; the curve" if exact else "All of it"
    yield html.figure(
        plots_jackpot.at_hit(economics),
        "Distribution of the jackpot when it is hit",
        f"{method} comes from a Markov chain on a fine grid. Dark: nine of ten hits. What falls "
        "below the reset value was lowered by straight flushes.",
    )
    rows = [
        ("Mean", _money(economics.mean_at_hit_cents)),
        ("Standard deviation", _money(economics.deviation_at_hit_cents)),
    ]
    rows += [
        (f"{100 * chance:g}% are below", _money(economics.at_hit.quantile_cents(chance)))
        for chance in QUANTILES
        if chance < 1.0 - economics.at_hit.at_cap
    ]
    if economics.link.cap is not None:
        rows.append(("Hit at the cap", html.percent(economics.at_hit.at_cap, 2)))
    yield html.table("The jackpot when it is hit", ("", "Amount"), rows)


def _returns(economics: Economics) -> Iterator[str]:
    yield html.heading("What players get back")
    yield html.figure(
        plots_jackpot.returns(economics),
        "Return against the jackpot",
        "The shaded band is where the jackpot is at nine of ten hits; above the dashed line a bet "
        "gives back more than it costs, on average.",
    )
    yield html.figure(
        plots_jackpot.shares(economics),
        "Of each dollar bet, in the long run",
        "The house's part is after the resets that it funds.",
    )
    rows = []
    for one in economics.returns:
        together = one.together
        rows.append(
            (
                one.tables.book.id,
                html.percent(one.fixed_return, 2),
                html.percent(one.at(economics.link.reset), 2),
                html.percent(one.at(economics.mean_at_hit_cents), 2),
                "never" if one.break_even_cents is None else _money(one.break_even_cents),
                "not counted" if together is None else f"{float(together.two_majors):.3g}",
            )
        )
    header = (
        "Tables",
        "Minor awards",
        "At reset",
        "At the mean",
        "Break-even",
        "Two winners in a round",
    )
    yield html.table("Returns by rulebook, exact", header, rows)


def _reserve(economics: Economics) -> Iterator[str]:
    known = economics.reserve
    if known is None:
        return
    yield html.heading("The reserve")
    drawn = plots_jackpot.reserve(economics)
    if drawn is not None:
        yield html.figure(
            drawn,
            "Chance that some reset could not be funded",
            "By the reserve alone; the overflow pool is left out.",
        )
    rows = [
        (
            "Income from one reset to the next, on average",
            _money(float(known.income_per_reset_cents)),
        ),
        ("Next reset not funded", html.percent(known.next_reset, 3)),
    ]
    rows += [
        (
            f"Any not funded within {year} {'year' if year == 1 else 'years'}",
            "not worked out" if chance is None else html.percent(chance, 3),
        )
        for year, chance in known.within.items()
    ]
    rows += [
        ("Resets not funded, in the long run", html.percent(known.long_run, 3)),
        (
            "The house adds to a reset, in the long run",
            _money(float(known.house_adds_per_reset_cents)),
        ),
    ]
    yield html.table("The reserve, exact", ("", ""), rows)


def _simulated(economics: Economics) -> Iterator[str]:
    known = economics.simulated

    def money(estimate: Estimate) -> tuple[str, str]:
        return _money(estimate.value), _money(estimate.error)

    def chance(estimate: Estimate) -> tuple[str, str]:
        return html.percent(estimate.value, 3), html.percent(estimate.error, 3)

    rows = [
        (
            "Whole jackpots won a year",
            f"{known.wholes_a_year.value:.4f}",
            f"{known.wholes_a_year.error:.4f}",
        ),
        ("Whole jackpot won", *money(known.whole_award_cents)),
        ("Part of it won", *money(known.part_award_cents)),
        ("Resets that the reserve can't fund", *chance(known.unfunded)),
        ("Runs with one", *chance(known.any_unfunded)),
        ("Resets that reserve and overflow pool can't fund", *chance(known.unfunded_by_both)),
        ("The house adds a year", *money(known.house_adds_cents)),
        ("To the overflow pool a year", *money(known.overflow_cents)),
    ]
    yield html.heading("Simulated")
    yield html.paragraph(f"{known.runs:,} runs of {known.years} years, played out from hit to hit.")
    yield html.table("Simulated, with standard errors", ("", "Estimate", "Standard error"), rows)
    if economics.why_simulated_differs is not None:
        yield html.paragraph(economics.why_simulated_differs, "note")
