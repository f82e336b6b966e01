"""``pitboss maths jackpot``: the economics of a linked jackpot."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.context import AsJson
from pitboss.cli.streams import fail
from pitboss.extras import need

if TYPE_CHECKING:
    from pitboss.kernel.money import Cents
    from pitboss.maths.economics.link import Link, Tables


TablesOnLink = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="RULEBOOK[=TABLES]...",
        help="The tables on the link: a rulebook id, or the path of an own .toml file, and "
        "how many there are [rws-multilink-stud-3=4].",
        show_default=False,
    ),
]
BetsPerHour = Annotated[
    str, typer.Option(metavar="N", help="Progressive bets accepted per hour at each table.")
]
Boxes = Annotated[
    int,
    typer.Option(
        metavar="N", help="Boxes with a progressive bet in a round, for two winners at once."
    ),
]
Bet = Annotated[str, typer.Option(metavar="AMOUNT", help="The progressive bet.")]
Rate = Annotated[
    int,
    typer.Option(
        metavar="BP",
        help="What a bet puts into the meter, in basis points of the bet: 2000 is 20%.",
    ),
]
Reset = Annotated[
    str,
    typer.Option(metavar="AMOUNT", help="The reset value, from which the jackpot starts again."),
]
Reserve = Annotated[
    int,
    typer.Option(
        metavar="BP",
        help=(
            "What a bet puts into the reserve that funds the next reset, in basis points of "
            "the bet, on top of --rate."
        ),
    ),
]
ReserveStart = Annotated[
    str, typer.Option(metavar="AMOUNT", help="What the reserve holds at the start.")
]
Cap = Annotated[
    str | None,
    typer.Option(
        metavar="AMOUNT",
        help="Where the meter stops; anything more goes to the overflow pool [no cap].",
    ),
]
Hours = Annotated[
    int,
    typer.Option(
        metavar="N", help="Hours per year that the tables are open: 8760 is round the clock."
    ),
]
Years = Annotated[
    int,
    typer.Option(metavar="N", help="How many years to look at the reserve over, and to simulate."),
]
Runs = Annotated[int, typer.Option(metavar="N", help="How many times those years are played out.")]
Seed = Annotated[
    int, typer.Option(metavar="N", help="The seed for the simulation's random numbers.")
]
Page = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Also write a page with tables and plots.")
]


def command(
    tables: TablesOnLink = None,
    bets_per_hour: BetsPerHour = "150",
    boxes: Boxes = 5,
    bet: Bet = "5.00",
    rate: Rate = 2_000,
    reset: Reset = "250000.00",
    reserve: Reserve = 500,
    reserve_start: ReserveStart = "0.00",
    cap: Cap = None,
    hours: Hours = 8_760,
    years: Years = 10,
    runs: Runs = 4_000,
    seed: Seed = 1,
    json: AsJson = False,
    html: Page = None,
) -> None:
    """Work out the economics of a linked jackpot: hits, what is won, what players get back, whether
    the reserve holds.

    Exact where there is a formula; the rest is simulated, and its standard error is shown. Without
    any arguments: four tables of Multi-Link stud with bets of $5, a quarter of which feeds a
    jackpot of $250,000 and more. See docs/jackpot-economics.md.
    """
    if html is not None:
        need("plots")
    link = _link(tables, bets_per_hour, boxes, bet, rate, reset, reserve, reserve_start, cap, hours)
    if years < 1 or runs < 2:
        raise fail("--years must be 1 or more, and --runs 2 or more")
    if seed < 0:
        raise fail("--seed must be 0 or more")
    from pitboss.cli.render.progress import Progress
    from pitboss.maths.economics.link_economics import work_out

    with Progress("runs", runs) as progress:
        economics = work_out(
            link, tuple(sorted({1, min(5, years), years})), seed, runs, progress.reached
        )
    if html is not None:
        from pitboss.maths.report.jackpot import write_jackpot_page

        try:
            write_jackpot_page(economics, html)
        except OSError as error:
            raise fail(f"{html} can't be written: {error.strerror}") from None
    if json:
        import msgspec

        from pitboss.maths.economics.link_economics import written

        typer.echo(msgspec.json.format(msgspec.json.encode(written(economics)), indent=2))
    else:
        from pitboss.cli.render.jackpot_page import print_economics

        print_economics(economics)
        if html is not None:
            typer.echo(f"\nThe page is in {html}.")


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


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
    from pitboss.maths.exact.results import CannotAnalyse

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
    except (LinkError, CannotAnalyse) as error:
        raise fail(str(error)) from None


def _groups(names: list[str], bets_per_hour: Fraction, boxes: int) -> "tuple[Tables, ...]":
    from pitboss.maths.economics.link import Tables
    from pitboss.rulebook.shelf import RulebookError, Shelf, UnknownRulebook

    shelf = Shelf()
    groups = []
    for text in names:
        name, _, count = text.rpartition("=") if "=" in text else (text, "", "1")
        if not count.isascii() or not count.isdigit() or not 1 <= int(count[:6]) == int(count):
            raise fail(
                f"{text!r} does not name a rulebook and its number of tables; write for "
                f"example '{name}=4'"
            )
        try:
            groups.append(Tables(shelf.get(name), int(count), bets_per_hour, boxes))
        except (UnknownRulebook, RulebookError) as error:
            raise fail(str(error)) from None
    return tuple(groups)


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise fail(f"--bets-per-hour is {text!r}; write a number such as 150") from None


def _amount(option: str, text: str) -> "Cents":
    from pitboss.cli.commands.maths import amount

    return amount(option, text, least=0)
