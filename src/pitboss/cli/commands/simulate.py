"""``pitboss simulate``: plays a rulebook at random and compares the results with the exact
mathematics.
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.commands.maths import amount, load
from pitboss.cli.context import AsJson, RulebookName
from pitboss.cli.streams import fail

if TYPE_CHECKING:
    from pitboss.cli.render.rulebook_sheet import Sheet
    from pitboss.maths.simulation.blocks import Counts, Plan, Work
    from pitboss.maths.simulation.figures import Figure, WagerFigures
    from pitboss.maths.simulation.game import Strategy
    from pitboss.maths.simulation.run import Simulated
    from pitboss.rulebook.model import Rulebook

MOST_ROUNDS = 10**15


Rounds = Annotated[
    str,
    typer.Option(metavar="N", help="How many rounds; 1e9 and 1_000_000_000 work too."),
]
Seed = Annotated[
    int,
    typer.Option(
        metavar="S", help="The same seed gives the same result, however the work is divided."
    ),
]
StrategyName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="How the player decides: optimal; blind or always-fold (stud, hold'em); akj83 "
        "(stud);"
        " house-way (Bullseye).",
    ),
]
Workers = Annotated[
    int | None, typer.Option(metavar="N", help="Threads on this machine [one per core].")
]
Dask = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Run on a Dask cluster; ADDRESS is its scheduler."),
]
ProgressiveBet = Annotated[str, typer.Option(metavar="AMOUNT", help="The progressive bet.")]
Jackpot = Annotated[
    str | None,
    typer.Option(
        metavar="AMOUNT",
        help=(
            "What the jackpot stands at. If omitted, only the minor awards of the "
            "progressive bet are counted."
        ),
    ),
]
Ante = Annotated[
    str,
    typer.Option(
        metavar="AMOUNT",
        help=(
            "The ante, which matters where folding forfeits the progressive bet and a "
            "jackpot is given."
        ),
    ),
]


def command(
    rulebook: RulebookName,
    rounds: Rounds = "10_000_000",
    seed: Seed = 1,
    strategy: StrategyName = "optimal",
    workers: Workers = None,
    dask: Dask = None,
    progressive_bet: ProgressiveBet = "5.00",
    jackpot: Jackpot = None,
    ante: Ante = "25.00",
    json: AsJson = False,
) -> None:
    """Play a rulebook at random and compare with the exact mathematics (docs/simulation.md).

    Every wager of the rulebook gets its mean, the standard error, and how many standard errors it
    is off the exact value.
    """
    from pitboss.cli.render.progress import Progress, said_rate
    from pitboss.cli.render.steps import steps_shown
    from pitboss.maths.exact.results import CannotAnalyse
    from pitboss.maths.simulation.blocks import Work
    from pitboss.maths.simulation.game import SimulationError, Stakes
    from pitboss.maths.simulation.run import concluded, prepare

    book = load(rulebook)
    chosen = _strategy(strategy, book)
    stakes = Stakes(
        amount("--progressive-bet", progressive_bet),
        None if jackpot is None else amount("--jackpot", jackpot, least=0),
        amount("--ante", ante),
    )
    work = Work(_rounds(rounds), _seed(seed))
    threads = _workers(workers)
    try:
        with steps_shown():
            game = prepare(book, chosen, stakes)
    except (SimulationError, CannotAnalyse) as error:
        raise fail(f"{book.id}: {error}") from None
    with Progress("rounds", work.rounds) as progress:
        counts = _counter(threads, dask, progress.reached)(game.plan, work)
        taken_s = progress.taken_s
    simulated = concluded(book, chosen, work, game, counts)
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(simulated.written()), indent=2))
        return
    _print(simulated, book)
    where = (
        f"the cluster at {dask}" if dask else f"{threads} {'thread' if threads == 1 else 'threads'}"
    )
    typer.echo(
        (
            f"\n{work.rounds:,} rounds in {taken_s:.1f} s on {where}, "
            f"{said_rate(work.rounds / taken_s)} a second."
        ),
        err=True,
    )


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def _strategy(name: str, book: "Rulebook") -> "Strategy":
    from pitboss.maths.exact.results import CannotAnalyse
    from pitboss.maths.simulation.game import Strategy
    from pitboss.maths.simulation.run import strategies_of

    try:
        known = strategies_of(book)
    except CannotAnalyse as error:
        raise fail(f"{book.id}: {error}") from None
    if name not in known:
        raise fail(f"--strategy is {name!r}; for {book.id} there are {', '.join(known)}")
    return Strategy(name)


def _rounds(text: str) -> int:
    """Whole numbers, also written as 1e9: big ones are hard to type."""
    from decimal import Decimal, InvalidOperation

    try:
        number = Decimal(text.replace(",", ""))
    except InvalidOperation:
        number = Decimal(0)
    if (
        not number.is_finite()
        or number != number.to_integral_value()
        or not 2 <= number <= MOST_ROUNDS
    ):
        raise fail(
            f"--rounds is {text!r}; write a whole number from 2 to {MOST_ROUNDS:,}, such as 1e8"
        )
    return int(number)


def _seed(seed: int) -> int:
    if seed < 0:
        raise fail(f"--seed is {seed}; write 0 or a positive number")
    return seed


def _workers(workers: int | None) -> int:
    if workers is None:
        return (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
    if not 1 <= workers <= 1_024:
        raise fail(f"--workers is {workers}; write 1 to 1024")
    return workers


def _counter(
    threads: int, dask: str | None, progress: Callable[[int], None]
) -> "Callable[[Plan, Work], Counts]":
    from pitboss.maths.simulation.blocks import count

    if dask is None:
        return lambda plan, work: count(plan, work, threads, progress)

    def on_cluster(plan: "Plan", work: "Work") -> "Counts":
        from pitboss.maths.simulation.dask_cluster import ClusterError, count_on_cluster

        try:
            return count_on_cluster(dask, plan, work, progress)
        except ClusterError as error:
            raise fail(str(error)) from None

    return on_cluster


# ── printing ──────────────────────────────────────────────────────────────────────────────────────


def _print(simulated: "Simulated", book: "Rulebook") -> None:
    from pitboss.cli.render.rulebook_sheet import Sheet

    with Sheet() as sheet:
        sheet.title(f"{book.title}: {simulated.work.rounds:,} rounds")
        sheet.text(f"{book.id}, strategy {simulated.strategy}, seed {simulated.work.seed}")
        for wager in simulated.wagers:
            _print_wager(sheet, wager)
        progressive = simulated.progressive
        sheet.section("Progressive wager")
        returns = [progressive.fixed_return]
        if progressive.whole_return is not None:
            returns.append(progressive.whole_return)
        names = {
            "fixed_return": "return, minor awards",
            "return_with_jackpot": "return, with the jackpot",
        }
        _table(sheet, [*progressive.hits, *returns], names)
        _verdict(sheet, simulated)


def _print_wager(sheet: "Sheet", wager: "WagerFigures") -> None:
    sheet.section(
        "Main game, per unit of the opening wager"
        if wager.name == "main"
        else f"{wager.name.capitalize()} wager"
    )
    figures = [wager.house_edge]
    if wager.staked.error:
        figures.append(wager.staked)
    _table(
        sheet,
        [*figures, *wager.outcomes],
        {"house_edge": "house edge", "staked": "average stake"},
    )
    exact = "" if wager.exact_deviation is None else f"; exact {wager.exact_deviation:.6f}"
    sheet.text(f"Standard deviation of a round: {wager.deviation:.6f}{exact}")


def _table(sheet: "Sheet", figures: "list[Figure]", names: dict[str, str]) -> None:
    rows = [
        (
            names.get(figure.name, figure.name),
            f"{float(figure.mean):.9f}",
            f"{figure.error:.2g}",
            "" if figure.exact is None else f"{float(figure.exact):.9f}",
            "" if figure.off is None else f"{figure.off:+.2f}",
        )
        for figure in figures
    ]
    sheet.table(("", "Simulated", "Standard error", "Exact", "Errors off"), rows)


def _verdict(sheet: "Sheet", simulated: "Simulated") -> None:
    from pitboss.maths.simulation.figures import ALARM

    compared = [(name, figure.off) for name, figure in simulated.compared()]
    far = [name for name, off in compared if off is not None and abs(off) > ALARM]
    sheet.section("Together")
    if far:
        sheet.text(
            f"More than {ALARM:g} standard errors off: {', '.join(far)}. Something is wrong, "
            "or very rare."
        )
    else:
        sheet.text(
            f"All {len(compared)} figures are within {ALARM:g} standard errors of the exact values."
        )


commands = typer.Typer(rich_markup_mode=None)
commands.command("simulate", short_help="Play a rulebook at random, many times over.")(command)
