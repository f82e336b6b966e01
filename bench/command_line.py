"""What is measured from outside: the command as typed, and how long it takes to start."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter

from bench import contestants
from bench.effort import Effort
from bench.figures import Figure, Goal, a_second_beside
from bench.records import STUD, Deal, deals
from bench.timing import announced, race

# The libraries that the command is based on. No program that uses them starts faster.
_IMPORTS = "import msgspec, typer"
_AFTER_IMPORTS = Goal(3)


def whole_command(effort: Effort, folder: Path) -> Iterator[Figure]:
    """``pitboss settle FILE``, including start-up, compared with settling the same records in this
    process.
    """
    file = folder / "records.jsonl"

    def rounds() -> Iterator[list[Deal]]:
        records = list(islice(deals(STUD, seed="command"), effort.command_records))
        file.write_bytes(b"".join(deal.line for deal in records))
        yield from [records] * effort.command_runs

    def command(_: list[Deal]) -> None:
        _run(folder, "-m", "pitboss", "settle", file)

    what = f"pitboss settle FILE, {effort.command_records:,} records"
    runs = announced(what, rounds(), effort.command_runs)
    whole, inside = race(runs, command, contestants.pitboss, clock=perf_counter)
    yield a_second_beside(what, "records", effort.command_records, whole, "in process", inside)


def start_up(effort: Effort, folder: Path) -> Iterator[Figure]:
    """``pitboss settle FILE`` for a single record, compared with only importing the libraries."""
    file = folder / "record.jsonl"
    file.write_bytes(next(deals(STUD, seed="start-up")).line)

    def command(_: int) -> None:
        _run(folder, "-m", "pitboss", "settle", file)

    def imports(_: int) -> None:
        _run(folder, "-c", _IMPORTS)

    # The first start compiles the sources; only later ones are typical of a program in use.
    command(0)
    imports(0)
    what = "pitboss settle FILE, one record"
    starts = announced(what, range(effort.starts), effort.starts)
    ours, theirs = race(starts, command, imports, clock=perf_counter)
    ms = 1_000 * ours.middle_s, 1_000 * theirs.middle_s
    yield Figure(what, "ms", ms[0], _IMPORTS, ms[1], ours.over(theirs), _AFTER_IMPORTS)


def _run(folder: Path, *arguments: str | Path) -> None:
    """Runs Python with its bytecode cached in our folder, whatever this machine's settings are."""
    settings = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    settings["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    with (folder / "answers.jsonl").open("wb") as out:
        subprocess.run([sys.executable, *arguments], stdout=out, env=settings, check=True)
