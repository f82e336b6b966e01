"""The exact analysis of a game that a package adds, compared with one of our own: Casino Hold'em,
which counts with the tables of multi-link hold'em and needs more of them.
"""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.effort import Effort
from bench.figures import Figure, Goal
from bench.timing import announced, race
from pitboss.maths.exact.analysis import analyse
from pitboss.maths.exact.holdem_counts import holdem_counts
from pitboss.rulebook.shelf import Shelf
from tests.installed_games import forget

ADDED, OURS = "casino-holdem-1", "rws-multilink-holdem-2"
_EXAMPLE = Path(__file__).parents[1] / "examples" / "casino-holdem"


def added_game(effort: Effort) -> Iterator[Figure]:
    """How long the analysis takes, with only compiled code cached."""
    with _found_beside():
        from casino_holdem.counts import call_counts

        shelf = Shelf()
        added, ours = shelf.get(ADDED), shelf.get(OURS)

        def forgotten() -> None:
            call_counts.cache_clear()
            holdem_counts.cache_clear()

        for book in (added, ours):
            analyse(book)
        what = f"exact {ADDED}"

        def of_added(_: int) -> None:
            forgotten()
            analyse(added)

        def of_ours(_: int) -> None:
            forgotten()
            analyse(ours)

        rounds = announced(what, range(effort.rounds), effort.rounds)
        theirs, own = race(rounds, of_added, of_ours, clock=perf_counter)
        yield Figure(
            what,
            "ms",
            1_000 * theirs.middle_s,
            OURS,
            1_000 * own.middle_s,
            theirs.over(own),
            Goal(3),
        )


@contextmanager
def _found_beside() -> Iterator[None]:
    """Presents the example as if it were installed: Pitboss finds its game through the entry
    points.
    """
    project = tomllib.loads((_EXAMPLE / "pyproject.toml").read_text())["project"]
    groups = project["entry-points"]
    with TemporaryDirectory() as folder:
        about = Path(folder) / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
        (about / "entry_points.txt").write_text(
            "".join(
                f"[{group}]\n" + "".join(f"{name} = {where}\n" for name, where in points.items())
                for group, points in groups.items()
            )
        )
        sys.path[:0] = [folder, str(_EXAMPLE / "src")]
        forget()
        try:
            yield
        finally:
            sys.path.remove(folder)
            sys.path.remove(str(_EXAMPLE / "src"))
            # Otherwise floors that are measured later would have a table of it, which no other
            # process knows.
            forget()
