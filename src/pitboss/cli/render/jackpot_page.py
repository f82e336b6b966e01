"""The economics of a linked jackpot in the terminal."""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cli.render.rulebook_sheet import Sheet

if TYPE_CHECKING:
    from pitboss.maths.economics.link_economics import Economics, TableReturn
    from pitboss.maths.economics.simulation import Estimate

_PERCENT = 100.0


def print_economics(economics: "Economics") -> None:
    """Prints the whole page."""
    with Sheet() as sheet:
        _print_link(sheet, economics)
        _print_hits(sheet, economics)
        _print_at_hit(sheet, economics)
        _print_returns(sheet, economics)
        _print_reserve(sheet, economics)
        _print_simulated(sheet, economics)


def _money(cents: float) -> str:
    return f"${cents / 100:,.2f}"


def _percent(part: float, places: int = 2) -> str:
    return f"{part * _PERCENT:.{places}f}%"


def _chance(chance: float) -> str:
    """Small probabilities are easier to grasp as one in so many."""
    if chance <= 0.0:
        return "never"
    return _percent(chance) if chance >= 0.005 else f"1 in {1 / chance:,.0f}"


def _between(hours: Fraction) -> str:
    if hours < 48:
        return f"{float(hours):,.1f} hours"
    return f"{float(hours / 24):,.1f} days"


def _print_link(sheet: Sheet, economics: "Economics") -> None:
    link = economics.link
    sheet.title("Economics of a linked jackpot")
    sheet.text()
    rows = [
        (
            f"{group.tables} × {group.book.id}",
            f"{float(group.bets_per_hour):,g} progressive bets an hour at each table",
        )
        for group in link.groups
    ]
    rows += [
        (
            "Bet",
            f"{_money(link.bet)}, of which {_money(float(link.contribution_cents))} is contributed",
        ),
        (
            "To the meter",
            (
                f"{_money(float(link.to_meter_cents))} a bet, from a reset value of "
                f"{_money(link.reset)}"
            ),
        ),
        (
            "To the reserve",
            (
                f"{_money(float(link.to_reserve_cents))} a bet, {_money(link.reserve_start)} "
                "to begin with"
            ),
        ),
        (
            "Cap",
            "none" if link.cap is None else f"{_money(link.cap)}; the overflow pool takes the rest",
        ),
        (
            "Bets",
            f"{float(link.bets_per_hour):,.0f} an hour, {float(link.bets_per_year):,.0f} a year",
        ),
    ]
    sheet.table(("", ""), rows, whole=(0,))


def _print_hits(sheet: Sheet, economics: "Economics") -> None:
    sheet.section("Hits, exact")
    rows = [
        (
            hit.category.label,
            f"1 in {float(1 / hit.chance):,.1f}",
            f"{float(hit.per_year):,.2f}",
            f"{float(hit.bets_between):,.0f} bets",
            _between(hit.hours_between),
        )
        for hit in economics.hits
    ]
    sheet.table(("Hand", "Chance a bet", "A year", "Mean between two", "In time"), rows)


def _print_at_hit(sheet: Sheet, economics: "Economics") -> None:
    from pitboss.maths.economics.link_economics import QUANTILES

    sheet.section("The jackpot when it is hit")
    kind = "exact" if economics.exact is not None else "Markov chain on a fine grid"
    rows = [
        ("Mean", f"{_money(economics.mean_at_hit_cents)} ({kind})"),
        ("Standard deviation", _money(economics.deviation_at_hit_cents)),
    ]
    rows += [
        (f"{chance * _PERCENT:g}% are below", _money(economics.at_hit.quantile_cents(chance)))
        for chance in QUANTILES
        if chance < 1.0 - economics.at_hit.at_cap
    ]
    if economics.link.cap is not None:
        rows.append(("Hit at the cap", _percent(economics.at_hit.at_cap)))
    sheet.table(("", ""), rows, whole=(0,))


def _print_returns(sheet: Sheet, economics: "Economics") -> None:
    sheet.section("What players get back")
    mean = economics.mean_at_hit_cents
    lines: list[tuple[str, Callable[[TableReturn], str]]] = [
        ("Minor awards", lambda one: _percent(float(one.fixed_return))),
        ("With the jackpot at reset", lambda one: _percent(one.at(economics.link.reset))),
        ("At its mean when hit", lambda one: _percent(one.at(mean))),
        (
            "Break-even",
            lambda one: "never" if one.break_even_cents is None else _money(one.break_even_cents),
        ),
        ("Two winners in a round", lambda one: _together(one, "two_majors")),
        ("Two of the whole", lambda one: _together(one, "two_wholes")),
    ]
    rows = [(name, *(say(one) for one in economics.returns)) for name, say in lines]
    sheet.table(("", *(one.tables.book.id for one in economics.returns)), rows, whole=(0,))
    shares = economics.shares
    sheet.text()
    money = [
        (
            "Returned to players",
            f"{_percent(shares.returned)}, of which the jackpot {_percent(shares.jackpot_awards)}",
        ),
        ("Left in the reserve", _percent(shares.reserve)),
        ("To the overflow pool", _percent(shares.overflow)),
        ("Kept by the house", f"{_percent(shares.house)} after the resets that it funds"),
    ]
    sheet.text("Of each dollar bet, in the long run:")
    sheet.table(("", ""), money, whole=(0,))


def _together(one: "TableReturn", which: str) -> str:
    if one.together is None:
        return "not counted"
    return f"{_chance(float(getattr(one.together, which)))}, {one.together.boxes} boxes"


def _print_reserve(sheet: Sheet, economics: "Economics") -> None:
    reserve = economics.reserve
    if reserve is None:
        return
    sheet.section("The reserve, exact")
    rows = [
        (
            "Income from one reset to the next",
            f"{_money(float(reserve.income_per_reset_cents))} on average",
        ),
        ("Next reset not funded", _chance(reserve.next_reset)),
    ]
    rows += [
        (
            f"Any not funded within {year} {'year' if year == 1 else 'years'}",
            "too many resets to say" if chance is None else _chance(chance),
        )
        for year, chance in reserve.within.items()
    ]
    rows += [
        ("Resets not funded, in the long run", _chance(reserve.long_run)),
        (
            "The house adds, in the long run",
            f"{_money(float(reserve.house_adds_per_reset_cents))} a reset",
        ),
    ]
    sheet.table(("", ""), rows, whole=(0,))


def _print_simulated(sheet: Sheet, economics: "Economics") -> None:
    simulated = economics.simulated
    sheet.section(
        f"Simulated: {simulated.runs:,} runs of {simulated.years} years, with standard errors"
    )

    def money(estimate: "Estimate") -> str:
        return f"{_money(estimate.value)} ± {_money(estimate.error)}"

    def chance(estimate: "Estimate") -> str:
        return f"{_percent(estimate.value)} ± {_percent(estimate.error)}"

    rows = [
        (
            "Whole jackpots won a year",
            f"{simulated.wholes_a_year.value:,.3f} ± {simulated.wholes_a_year.error:,.3f}",
        ),
        ("Whole jackpot won", money(simulated.whole_award_cents)),
        ("Part of it won", money(simulated.part_award_cents)),
        ("Resets that the reserve can't fund", chance(simulated.unfunded)),
        ("Runs with one", chance(simulated.any_unfunded)),
        ("Resets that reserve and overflow pool can't fund", chance(simulated.unfunded_by_both)),
        ("Runs with one", chance(simulated.any_unfunded_by_both)),
        ("The house adds a year", money(simulated.house_adds_cents)),
        ("To the overflow pool a year", money(simulated.overflow_cents)),
    ]
    sheet.table(("", ""), rows, whole=(0,))
    if economics.why_simulated_differs is not None:
        sheet.text()
        sheet.text(economics.why_simulated_differs)
