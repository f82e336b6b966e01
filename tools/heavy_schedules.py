"""Drives the pipeline through random schedules, for a long time, and checks each against a serial
run.

``python tools/heavy_schedules.py`` runs 2,000,000 schedules on all cores, starting with a fresh
seed, which it prints; ``--first`` repeats a run. A schedule that fails is identified by its seed,
and the exit code is 1.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import SystemRandom

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.casino.schedules import Schedule, between_rounds, claim_waiting

CHUNK = 500
TOLD_EVERY_S = 10


def chunk(first: int, count: int) -> tuple[int, str] | None:
    """The first of that many schedules that fails, and how."""
    bases = (between_rounds(), claim_waiting())
    for seed in range(first, first + count):
        try:
            Schedule(seed, bases[seed % 2]).run()
        except Exception as error:  # noqa: BLE001 - whatever is raised, the schedule does not hold
            return seed, f"{type(error).__name__}: {error}"
    return None


def run(first: int, schedules: int, workers: int) -> Iterator[tuple[int, str] | None]:
    """Each chunk's outcome, as they arrive."""
    with ProcessPoolExecutor(workers) as pool:
        chunks = (
            pool.submit(chunk, first + begun, min(CHUNK, schedules - begun))
            for begun in range(0, schedules, CHUNK)
        )
        for done in as_completed(list(chunks)):
            yield done.result()


def main() -> None:
    """Reads the arguments and runs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--schedules", type=int, default=2_000_000)
    parser.add_argument("--first", type=int, default=SystemRandom().randrange(1 << 32) * 10_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    print(f"{options.schedules:,} schedules, from seed {options.first}", flush=True)
    done, told_s, failures = 0, time.monotonic(), 0
    for outcome in run(options.first, options.schedules, options.workers):
        done += CHUNK
        if outcome is not None:
            failures += 1
            print(f"schedule {outcome[0]} does not hold: {outcome[1]}", flush=True)
        if time.monotonic() - told_s > TOLD_EVERY_S:
            told_s = time.monotonic()
            print(f"{min(done, options.schedules):,} schedules", flush=True)
    print(f"{options.schedules:,} schedules, {failures} chunks with one that does not hold")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
