"""Flips single bits of a stored journal, in its rows and in the bytes of its file, and runs the
auditor each time.

``python tools/heavy_bits.py`` flips 10,000 bits of rows and 2,000 of the file with a fresh seed,
which it prints; ``--seed`` repeats a run, ``--rows`` and ``--bytes`` set its size. A flipped bit in
a row that goes unnoticed, or one in the file that goes unnoticed although it changes what is
stored, is printed with its place, and the exit code is 1.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import SystemRandom

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.audit.bits import Bytes, Rows

JOURNAL_EVERY = 1_000
"""A new journal after this many bits, so that many kinds of records are covered."""

_SAY_EVERY_S = 1.0


class Progress:
    """Progress on one line of the terminal."""

    def __init__(self, what: str, of: int) -> None:
        self._what, self._of = what, of
        self._done = 0
        self._begun_s = self._said_s = time.monotonic()

    def step(self) -> None:
        self._done += 1
        now_s = time.monotonic()
        if sys.stderr.isatty() and (now_s - self._said_s > _SAY_EVERY_S or self._done == self._of):
            self._said_s = now_s
            rate = self._done / max(now_s - self._begun_s, 0.001)
            print(
                f"\r{self._what}: {self._done:,} of {self._of:,}, {rate:,.0f} a second ",
                end="",
                file=sys.stderr,
            )
            if self._done == self._of:
                print(file=sys.stderr)


def flip_rows(folder: Path, count: int, seed: int) -> int:
    """Flips bits of rows; returns how many were missed."""
    progress = Progress("bits of rows", count)
    columns: Counter[str] = Counter()
    missed = done = 0
    while done < count:
        now = seed + done
        rows = Rows(folder / f"rows-{done}.db", now)
        for flip, noticed in rows.flips(min(JOURNAL_EVERY, count - done)):
            columns[f"{flip.table}.{flip.column}"] += 1
            progress.step()
            done += 1
            if not noticed:
                missed += 1
                print(f"NOT FOUND: seed {now}, {flip}")
        rows.close()
    print(f"rows: {done:,} bits flipped, {done - missed:,} found, {missed:,} missed")
    print("      " + ", ".join(f"{name} {number:,}" for name, number in sorted(columns.items())))
    return missed


def flip_bytes(folder: Path, count: int, seed: int) -> int:
    """Flips bits of the file; returns how many were missed."""
    progress = Progress("bits of the file", count)
    outcomes: Counter[str] = Counter()
    done = 0
    while done < count:
        now = seed + done
        for at, bit, outcome in Bytes(folder / f"bytes-{done}.db", now).flips(
            min(JOURNAL_EVERY, count - done)
        ):
            outcomes[outcome] += 1
            progress.step()
            done += 1
            if outcome == "missed":
                print(f"NOT FOUND: seed {now}, bit {bit} of byte {at}")
    found, without, missed = (outcomes[name] for name in ("found", "without effect", "missed"))
    print(
        f"file: {done:,} bits flipped, {found:,} found, {without:,} without effect, "
        f"{missed:,} missed"
    )
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=10_000, help="bits of rows to flip [10,000]")
    parser.add_argument("--bytes", type=int, default=2_000, help="bits of the file to flip [2,000]")
    parser.add_argument("--seed", type=int, help="repeats a run")
    arguments = parser.parse_args()
    seed = SystemRandom().randrange(1 << 32) if arguments.seed is None else arguments.seed
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        missed = flip_rows(Path(folder), arguments.rows, seed) if arguments.rows else 0
        missed += flip_bytes(Path(folder), arguments.bytes, seed) if arguments.bytes else 0
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
