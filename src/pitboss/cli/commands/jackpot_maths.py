"""``pitboss maths jackpot``: the economics of a linked jackpot."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.streams import fail

if TYPE_CHECKING:
    from pitboss.cli.render.rulebook_sheet import Sheet
    from pitboss.kernel.money import Cents
    from pitboss.maths.economics.link import Link, Tables
    from pitboss.maths.economics.link_economics import Economics, TableReturn
    from pitboss.maths.economics.simulated import Estimate

_PERCENT = 100.0


def command(
    tables: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULEBOOK[=TABLES]...",
            help="The tables on the link: a rulebook id, or the path of an own .toml file, and how many there are."
            " [rws-multilink-stud-3=4]",
            show_default=False,
        ),
    ] = None,
    bets_per_hour: Annotated[
        str, typer.Option(metavar="N", help="Progressive bets accepted in an hour at each table.")
    ] = "150",
    boxes: Annotated[
        int,
        typer.Option(metavar="N", help="Boxes with a progressive bet in a round, for two winners at once."),
    ] = 5,
    bet: Annotated[str, typer.Option(metavar="AMOUNT", help="The progressive bet.")] = "5.00",
    rate: Annotated[
        int,
        typer.Option(
            metavar="BP", help="What a bet puts into the meter, in basis points of it: 2000 is 20%."
        ),
    ] = 2_000,
    reset: Annotated[
        str, typer.Option(metavar="AMOUNT", help="What the jackpot starts again from.")
    ] = "250000.00",
    reserve: Annotated[
        int,
        typer.Option(
            metavar="BP",
            help="What a bet puts into the reserve that funds the next reset, in basis points of it, beside --rate.",
        ),
    ] = 500,
    reserve_start: Annotated[
        str, typer.Option(metavar="AMOUNT", help="What is in the reserve to begin with.")
    ] = "0.00",
    cap: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT",
            help="Where the meter stops; what comes later goes to the overflow pool. [no cap]",
        ),
    ] = None,
    hours: Annotated[
        int, typer.Option(metavar="N", help="Hours a year that the tables are open: 8760 is day and night.")
    ] = 8_760,
    years: Annotated[
        int, typer.Option(metavar="N", help="Over how many years to look at the reserve, and to simulate.")
    ] = 10,
    runs: Annotated[int, typer.Option(metavar="N", help="How often those years are played out.")] = 4_000,
    seed: Annotated[
        int, typer.Option(metavar="N", help="What the simulation's random numbers come from.")
    ] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with tables and plots, too.")
    ] = None,
) -> None:
    """Work out the economics of a linked jackpot: hits, what is won, what players get back, whether the reserve
    holds.

    Exact where there is a formula; the rest is simulated, and its standard error is shown. Without any
    arguments: four tables of Multi-Link stud with bets of $5, a quarter of which feeds a jackpot of $250,000
    and more. See docs/jackpot-economics.md.
    """
    link = _link(tables, bets_per_hour, boxes, bet, rate, reset, reserve, reserve_start, cap, hours)
    if years < 1 or runs < 2:
        raise fail("--years must be 1 or more, and --runs 2 or more")
    if seed < 0:
        raise fail("--seed must be 0 or more")
    from pitboss.cli.render.progress import Progress
    from pitboss.maths.economics.link_economics import work_out

    with Progress("runs", runs) as progress:
        found = work_out(link, tuple(sorted({1, min(5, years), years})), seed, runs, progress.reached)
    if html is not None:
        from pitboss.maths.report.jackpot import write_jackpot_page

        try:
            write_jackpot_page(found, html)
        except OSError as error:
            raise fail(f"{html} can't be written: {error.strerror}") from None
    if json:
        import msgspec

        from pitboss.maths.economics.link_economics import as_json

        typer.echo(msgspec.json.format(msgspec.json.encode(as_json(found)), indent=2))
    else:
        _print(found)
        if html is not None:
            typer.echo(f"\nThe page is in {html}.")


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _link(
    tables: list[str] | None,
    bets_per_hour: str,
    boxes: int,
    bet: str,
    rate: int,
    reset: str,
    reserve: int,
    reserve_start: str,
    cap: str | None,
    hours: int,
) -> "Link":
    from pitboss.maths.economics.link import Link, LinkError

    try:
        return Link(
            groups=_groups(tables or ["rws-multilink-stud-3=4"], _number(bets_per_hour), boxes),
            bet=_amount("--bet", bet),
            rate_bp=rate,
            reset=_amount("--reset", reset),
            reserve_bp=reserve,
            reserve_start=_amount("--reserve-start", reserve_start),
            cap=None if cap is None else _amount("--cap", cap),
            hours_per_year=hours,
        )
    except LinkError as error:
        raise fail(str(error)) from None


def _groups(names: list[str], bets_per_hour: Fraction, boxes: int) -> "tuple[Tables, ...]":
    from pitboss.maths.economics.link import Tables
    from pitboss.rulebook.shelf import RulebookError, Shelf, UnknownRulebook

    shelf = Shelf()
    found = []
    for text in names:
        name, _, count = text.rpartition("=") if "=" in text else (text, "", "1")
        if not count.isascii() or not count.isdigit() or not 1 <= int(count[:6]) == int(count):
            raise fail(
                f"{text!r} is not tables of a rulebook; write the rulebook and a number, as in '{name}=4'"
            )
        try:
            found.append(Tables(shelf.get(name), int(count), bets_per_hour, boxes))
        except (UnknownRulebook, RulebookError) as error:
            raise fail(str(error)) from None
    return tuple(found)


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise fail(f"--bets-per-hour is {text!r}; write a number such as 150") from None


def _amount(option: str, text: str) -> "Cents":
    from pitboss.cli.commands.maths import amount

    return amount(option, text, least=0)


# ── printing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _print(found: "Economics") -> None:
    from pitboss.cli.render.rulebook_sheet import Sheet

    with Sheet() as sheet:
        _print_link(sheet, found)
        _print_hits(sheet, found)
        _print_at_hit(sheet, found)
        _print_returns(sheet, found)
        _print_reserve(sheet, found)
        _print_simulated(sheet, found)


def _money(cents: float) -> str:
    return f"${cents / 100:,.2f}"


def _percent(part: float, places: int = 2) -> str:
    return f"{part * _PERCENT:.{places}f}%"


def _chance(chance: float) -> str:
    """Small chances are easier to grasp as one in so many."""
    if chance <= 0.0:
        return "never"
    return _percent(chance) if chance >= 0.005 else f"1 in {1 / chance:,.0f}"


def _between(hours: Fraction) -> str:
    if hours < 48:
        return f"{float(hours):,.1f} hours"
    return f"{float(hours / 24):,.1f} days"


def _print_link(sheet: "Sheet", found: "Economics") -> None:
    link = found.link
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
            f"{_money(float(link.to_meter_cents))} a bet, from a reset value of {_money(link.reset)}",
        ),
        (
            "To the reserve",
            f"{_money(float(link.to_reserve_cents))} a bet, {_money(link.reserve_start)} to begin with",
        ),
        ("Cap", "none" if link.cap is None else f"{_money(link.cap)}; the overflow pool takes the rest"),
        ("Bets", f"{float(link.bets_per_hour):,.0f} an hour, {float(link.bets_per_year):,.0f} a year"),
    ]
    sheet.table(("", ""), rows, whole=(0,))


def _print_hits(sheet: "Sheet", found: "Economics") -> None:
    sheet.section("Hits, exact")
    rows = [
        (
            hit.category.label,
            f"1 in {float(1 / hit.chance):,.1f}",
            f"{float(hit.per_year):,.2f}",
            f"{float(hit.bets_between):,.0f} bets",
            _between(hit.hours_between),
        )
        for hit in found.hits
    ]
    sheet.table(("Hand", "Chance a bet", "A year", "Mean between two", "In time"), rows)


def _print_at_hit(sheet: "Sheet", found: "Economics") -> None:
    from pitboss.maths.economics.link_economics import QUANTILES

    sheet.section("The jackpot when it is hit")
    kind = "exact" if found.exact is not None else "Markov chain on a fine grid"
    rows = [
        ("Mean", f"{_money(found.mean_at_hit_cents)} ({kind})"),
        ("Standard deviation", _money(found.deviation_at_hit_cents)),
    ]
    rows += [
        (f"{chance * _PERCENT:g}% are below", _money(found.at_hit.quantile_cents(chance)))
        for chance in QUANTILES
        if chance < 1.0 - found.at_hit.at_cap
    ]
    if found.link.cap is not None:
        rows.append(("Hit at the cap", _percent(found.at_hit.at_cap)))
    sheet.table(("", ""), rows, whole=(0,))


def _print_returns(sheet: "Sheet", found: "Economics") -> None:
    sheet.section("What players get back")
    mean = found.mean_at_hit_cents
    lines: list[tuple[str, Callable[[TableReturn], str]]] = [
        ("Minor awards", lambda one: _percent(float(one.fixed_return))),
        ("With the jackpot at reset", lambda one: _percent(one.at(found.link.reset))),
        ("At its mean when hit", lambda one: _percent(one.at(mean))),
        ("Break-even", lambda one: "never" if one.break_even_cents is None else _money(one.break_even_cents)),
        ("Two winners in a round", lambda one: _together(one, "two_majors")),
        ("Two of the whole", lambda one: _together(one, "two_wholes")),
    ]
    rows = [(name, *(say(one) for one in found.returns)) for name, say in lines]
    sheet.table(("", *(one.tables.book.id for one in found.returns)), rows, whole=(0,))
    shares = found.shares
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


def _print_reserve(sheet: "Sheet", found: "Economics") -> None:
    reserve = found.reserve
    if reserve is None:
        return
    sheet.section("The reserve, exact")
    rows = [
        ("Income from one reset to the next", f"{_money(float(reserve.income_per_reset_cents))} on average"),
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
        ("The house adds, in the long run", f"{_money(float(reserve.house_adds_per_reset_cents))} a reset"),
    ]
    sheet.table(("", ""), rows, whole=(0,))


def _print_simulated(sheet: "Sheet", found: "Economics") -> None:
    simulated = found.simulated
    sheet.section(f"Simulated: {simulated.runs:,} runs of {simulated.years} years, with standard errors")

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
