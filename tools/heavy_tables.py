"""Drives tables of every rulebook at random, for a long time, and checks every invariant after
every step.

``python tools/heavy_tables.py`` takes 200,000 steps with a fresh seed, which it prints; ``--seed``
repeats a run. If something does not hold, it prints the shortest way there that it finds, and the
exit code is 1.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.casino.corrected_evenings import runs
from tests.properties.correction_trials import Violated, trials
from tests.properties.table_invariants import Step, Watched
from tests.properties.table_machine import BYTES, take_step
from tests.support import RULEBOOKS

STEPS_AT_A_TABLE = 250
ROUNDS_AT_A_TIME = 500
ROUNDS_IN_A_CASINO = 100


class Violation(NamedTuple):
    """What does not hold, where that was noticed, and the steps that lead there."""

    what: str
    where: str
    steps: tuple[Step, ...]


def watch(table: Watched, act: Callable[[], None]) -> Violation | None:
    """What does not hold while something is done at a table, or when the round is then brought to
    its end.
    """
    try:
        act()
        table.check_end()
    except Exception as error:  # noqa: BLE001 - whatever is raised, the table has failed
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return Violation(f"{type(error).__name__}: {error}", where, tuple(table.steps))
    return None


def drive(table: Watched, rulebook: str, random: Random, steps: int) -> Violation | None:
    """Takes random steps at a table."""

    def act() -> None:
        for _ in range(steps):
            take_step(table, rulebook, random.randbytes(BYTES))

    return watch(table, act)


def replay(steps: Sequence[Step]) -> Violation | None:
    """Takes these steps at a new table."""
    table = Watched()

    def act() -> None:
        for step in steps:
            table.do(step)

    return watch(table, act)


def shortest(violation: Violation) -> Violation:
    """Removes steps, many at a time at first, as long as it fails in the same place."""
    size = len(violation.steps)
    while size:
        at = 0
        while at < len(violation.steps):
            shorter = replay(violation.steps[:at] + violation.steps[at + size :])
            if shorter is not None and shorter.where == violation.where:
                violation = shorter
            else:
                at += size
        size //= 2
    return violation


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=200_000, help="how many at least (200,000)")
    parser.add_argument("--seed", type=int, help="of an earlier run")
    parser.add_argument(
        "--corrections",
        type=int,
        default=None,
        help=(
            "rounds in which something is entered wrongly and put right, at tables and again in "
            "casinos with a link, a ledger and an auditor (as many as steps)"
        ),
    )
    options = parser.parse_args(arguments)
    seed: int = SystemRandom().randrange(2**32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    started = reported_at = time.monotonic()
    counts: Counter[str] = Counter()
    taken = tables = 0
    while taken < options.steps:
        rulebook = RULEBOOKS[tables % len(RULEBOOKS)]
        table = Watched()
        violation = drive(
            table,
            rulebook,
            Random(f"{seed}-{tables}"),
            min(STEPS_AT_A_TABLE, options.steps - taken),
        )
        taken, tables, counts = taken + len(table.steps), tables + 1, counts + table.counts
        if violation is not None:
            return _tell(shortest(violation), f"table {tables} of seed {seed}, {rulebook}")
        if time.monotonic() > reported_at + 5:
            reported_at = time.monotonic()
            print(
                _progress(taken, options.steps, tables, counts, reported_at - started), flush=True
            )
    print(_progress(taken, options.steps, tables, counts, time.monotonic() - started))
    rounds = options.steps if options.corrections is None else options.corrections
    if not _corrections(rounds, seed) or not _evenings(rounds, seed):
        return 1
    print("everything holds")
    return 0


def _corrections(rounds: int, seed: int) -> bool:
    """Whether everything that is entered wrongly and then corrected ends up as it would have
    been.
    """
    done, started = 0, time.monotonic()
    while done < rounds:
        rulebook = RULEBOOKS[(done // ROUNDS_AT_A_TIME) % len(RULEBOOKS)]
        count = min(ROUNDS_AT_A_TIME, rounds - done)
        try:
            trials(rulebook, Random(f"{seed}-{done}"), count)
        except Violated as violated:
            print(f"corrections from round {done} of seed {seed}, {rulebook}: {violated}")
            return False
        done += count
        if done % (20 * ROUNDS_AT_A_TIME) == 0:
            print(f"{done:,} of {rounds:,} rounds corrected, {time.monotonic() - started:.0f} s")
    return True


def _evenings(rounds: int, seed: int) -> bool:
    """Whether everybody has what they would have had, including links, ledger and auditor."""
    done, started = 0, time.monotonic()
    while done < rounds:
        rulebook = RULEBOOKS[(done // ROUNDS_IN_A_CASINO) % len(RULEBOOKS)]
        count = min(ROUNDS_IN_A_CASINO, rounds - done)
        try:
            runs(f"{seed}-{done}", rulebook, count)
        except AssertionError as different:
            print(f"casinos from round {done} of seed {seed}, {rulebook}: {different}")
            return False
        done += count
        if done % (100 * ROUNDS_IN_A_CASINO) == 0:
            print(f"{done:,} of {rounds:,} rounds on links, {time.monotonic() - started:.0f} s")
    return True


def _progress(taken: int, of: int, tables: int, counts: Counter[str], seconds: float) -> str:
    refused = sum(count for name, count in counts.items() if name.startswith("refused: "))
    return (
        f"{taken:,} of {of:,} steps, {refused:,} refused, {tables:,} tables, "
        f"{counts['round-concluded/1']:,} rounds, {counts['incident-reported/1']:,} "
        f"incidents, {seconds:.0f} s"
    )


def _tell(violation: Violation, which: str) -> int:
    print(f"{which}: {violation.what} ({violation.where}), after")
    for step in violation.steps:
        print(f"  {step}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
