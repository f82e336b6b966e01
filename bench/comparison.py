"""``python -m bench --against PATH``: this checkout compared with another one, row by row.

Each part is measured here and there in turn, ``--times`` times, with the Python of each checkout.
The cost of a row is its ratio to what it is compared with, which cancels out how busy the machine
was; if there is nothing to compare with, or only Pitboss itself, it is its own figure. A row is
slower if the median of the turns says that it costs more than 1.05 times as much.
"""

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from rich.table import Table

MOST = 1.05
"""What a change may cost, measured twice on a machine that is never quite idle."""

OURSELVES = frozenset({"in process", "settling its record", "one thread", "a link each", "few"})
"""What a row is compared with that may have changed as well: a ratio to it would say nothing."""

HERE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Row:
    """One row of the table: its cost here divided by its cost there, turn by turn."""

    what: str
    beside: str
    here: Sequence[float]
    there: Sequence[float]

    @property
    def change(self) -> float:
        return median(ours / theirs for ours, theirs in zip(self.here, self.there, strict=True))

    @property
    def slower(self) -> bool:
        return self.change > MOST


def python_of(checkout: Path) -> Path:
    """The Python of a checkout; SystemExit with what to do if it has none."""
    python = checkout / ".venv" / "bin" / "python"
    if not (checkout / "bench" / "__main__.py").is_file():
        raise SystemExit(f"There is no benchmark in {checkout}: name the folder of a checkout.")
    if not python.exists():
        raise SystemExit(f"{checkout} has no environment yet: run `make setup-bench` there.")
    return python


def costs(figures: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], float]:
    """What each row costs: more is slower, whatever its unit."""
    cost_of = {}
    for figure in figures:
        if figure["ratio"] is not None and figure["peer"] not in OURSELVES:
            cost = figure["ratio"]["middle"]
        elif figure["unit"].endswith("/s"):
            cost = 1 / figure["ours"]
        else:
            cost = figure["ours"]
        if cost > 0:  # with no errors at all there is no ratio
            cost_of[figure["what"], figure["peer"]] = cost
    return cost_of


def compare(other: Path, parts: Sequence[str], times: int, options: Sequence[str]) -> Iterator[Row]:
    """The rows that both have, part by part."""
    theirs = other.resolve()
    places = ((HERE, python_of(HERE)), (theirs, python_of(theirs)))
    for part in parts:
        turns: list[list[dict[tuple[str, str], float]]] = [[], []]
        for turn in range(times):
            # Whoever begins may have the warmer or the colder machine, so they take turns.
            for at in (0, 1) if turn % 2 == 0 else (1, 0):
                checkout, python = places[at]
                print(f"{part}, turn {turn + 1} of {times}: {checkout}", file=sys.stderr)
                turns[at].append(costs(_measured(checkout, python, part, options)))
        for what, beside in turns[0][0]:
            if all((what, beside) in turn for turn in (*turns[0], *turns[1])):
                here, there = ([turn[what, beside] for turn in side] for side in turns)
                yield Row(what, beside, here, there)


def _measured(
    checkout: Path, python: Path, part: str, options: Sequence[str]
) -> list[dict[str, Any]]:
    with TemporaryDirectory() as folder:
        written = Path(folder) / "figures.json"
        command = [str(python), "-m", "bench", "--only", part, "--json", str(written), *options]
        done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"The benchmark failed in {checkout}:\n{done.stderr[-2000:]}")
        figures: list[dict[str, Any]] = msgspec.json.decode(written.read_bytes())["figures"]
        return figures


def table_of(rows: Sequence[Row]) -> Table:
    table = Table("what", "against")
    for heading in ("here", "there", "here / there", "slower?"):
        table.add_column(heading, justify="right")
    for row in rows:
        cells = (f"{median(row.here):.3g}", f"{median(row.there):.3g}", f"{row.change:.2f}")
        table.add_row(
            row.what,
            row.beside,
            *cells,
            "YES" if row.slower else "",
            style="bold red" if row.slower else None,
        )
    return table
