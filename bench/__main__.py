"""``python -m bench``: measures, and prints a table. A missed goal is a result too: the exit code
is 0. ``--against PATH`` compares two checkouts; then it is 1 if a row became slower.
"""

import argparse
import platform
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from bench.archive import archiving
from bench.audit import auditing
from bench.batch import batches
from bench.command_line import start_up, whole_command
from bench.comparison import MOST, compare, table_of
from bench.durability import on_postgres, on_sqlite
from bench.effort import FULL, QUICK, Effort
from bench.exact_analysis import exact
from bench.figures import Figure
from bench.in_process import ranking, settling
from bench.long_history import long_history
from bench.records import RULEBOOKS
from bench.rounds import rounds
from bench.service import serving
from bench.simulation import simulating
from bench.timing import stay_on_one_core, use_all_cores

Part = Callable[[Effort], Iterator[Figure]]

# The width of the table; a file or a pipe has no width of its own.
_WIDTH = 160


def main() -> None:
    """Reads the arguments, measures, prints."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measures how fast Pitboss is."
    )
    parser.add_argument("--quick", action="store_true", help="a rough answer in about a minute")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write the figures to a file"
    )
    parts = [*ON_ONE_CORE, *ON_ALL_CORES]
    parser.add_argument(
        "--only",
        nargs="+",
        choices=parts,
        default=parts,
        metavar="PART",
        help=f"measure some parts only: {', '.join(parts)}",
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="PATH",
        help="compare with another checkout, row by row; exits with 1 if a row became slower",
    )
    parser.add_argument(
        "--times",
        type=int,
        default=3,
        metavar="N",
        help="with --against: how many times each part is measured in each checkout (3)",
    )
    options = parser.parse_args()
    if options.against:
        _compare(options)
        return
    stay_on_one_core()
    failed: list[str] = []
    figures = list(measure(QUICK if options.quick else FULL, options.only, failed))
    versions = {"python": platform.python_version()} | {
        name: version(name)
        for name in (
            "pitboss-casino",
            "numba",
            "eval7",
            "phevaluator",
            "pkrbot",
            "pokerkit",
            "treys",
        )
    }
    _print(figures, versions)
    if options.json:
        results = {"versions": versions, "figures": [figure.as_json() for figure in figures]}
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    if failed:
        raise SystemExit(f"Not measured, see above: {', '.join(failed)}")


def _compare(options: argparse.Namespace) -> None:
    more = ["--quick"] if options.quick else []
    rows = list(compare(options.against, options.only, max(1, options.times), more))
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(width=_WIDTH, highlight=False)
    console.print(table_of(rows))
    slower = [row.what for row in rows if row.slower]
    console.print(f"{len(rows)} rows, {len(slower)} of them slower than {MOST} ×.")
    if slower:
        raise SystemExit(1)


def _settling(effort: Effort) -> Iterator[Figure]:
    for rulebook in RULEBOOKS:
        yield from settling(effort, rulebook)


def _commands(effort: Effort) -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        yield from whole_command(effort, Path(folder))
        yield from start_up(effort, Path(folder))


ON_ONE_CORE: Mapping[str, Part] = {
    "settling": _settling,
    "commands": _commands,
    "rounds": rounds,
    "ranking": ranking,
    "batches": batches,
    "exact": exact,
    "simulating": simulating,
    "archive": archiving,
}
ON_ALL_CORES: Mapping[str, Part] = {
    "sqlite": on_sqlite,
    "postgres": on_postgres,
    "history": long_history,
    "audit": auditing,
    "service": serving,
}


def measure(effort: Effort, only: Sequence[str], failed: list[str]) -> Iterator[Figure]:
    """All figures, or those of some parts, in the order of the table. If a part fails, that is
    noted, and the other measurements are kept.
    """
    for parts in (ON_ONE_CORE, ON_ALL_CORES):
        if parts is ON_ALL_CORES:
            use_all_cores()
        for name in (name for name in parts if name in only):
            try:
                yield from parts[name](effort)
            except Exception:  # noqa: BLE001 - whatever it is, the other parts are worth having
                traceback.print_exc()
                failed.append(name)


def _print(figures: Sequence[Figure], versions: dict[str, str]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(width=_WIDTH, highlight=False)
    # Written to a file as Markdown, as in docs/benchmarks.md.
    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else box.MARKDOWN)
    table.add_column("what", overflow="fold")
    table.add_column("Pitboss", justify="right")
    table.add_column("against", justify="right")
    for heading in ("ratio", "goal", "met?"):
        table.add_column(heading, justify="right")
    for figure in figures:
        style = {True: "green", False: "bold red", None: None}[figure.met]
        table.add_row(*figure.cells(), style=style)
    console.print(table)
    console.print(", ".join(f"{name} {number}" for name, number in versions.items()))
    console.print(
        "Ratio: Pitboss's time divided by the other's; with ×, how many times as fast Pitboss is."
    )


if __name__ == "__main__":
    main()
