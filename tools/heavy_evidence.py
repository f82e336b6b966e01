"""Makes evidence folders of random floors, in memory and in SQLite files, and verifies each; then
flips single bits in them, one at a time, all of which must be found, both as they are and with the
manifest adjusted to match. Prints its seed, and how many bits of which file. The exit code is 1 if
one goes unnoticed.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random, SystemRandom

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pitboss.journal.address import open_journal
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal
from pitboss.operations.transfer import copy_journal
from tests.evidence.bits import flips, forgeries, is_found
from tests.evidence.floors import DAY, folder_of, played

BITS = 10_000
BITS_A_FOLDER = 100
FORGED_EVERY = 5
STEPS = 600
FLOORS = 8


@cache
def in_a_file(journal: MemoryJournal, path: Path) -> Journal:
    """A floor's journal as a casino keeps it; it stays open until the program ends."""
    copy = open_journal(str(path))
    copy_journal(journal, copy)
    return copy


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1 << 32))
    parser.add_argument("--bits", type=int, default=BITS)
    options = parser.parse_args()
    random = Random(options.seed)
    print(f"seed {options.seed}", flush=True)
    flipped: Counter[str] = Counter()
    forged: Counter[str] = Counter()
    folders, missed, reported_at = 0, 0, time.monotonic()
    seeds = [random.randrange(1 << 32) for _ in range(FLOORS)]
    with tempfile.TemporaryDirectory(prefix="pitboss-evidence-") as made:
        while flipped.total() < options.bits:
            seed = random.choice(seeds)
            floor = played(seed, STEPS, chained=bool(seed % 4))
            name = random.choice((*floor.rounds, *floor.claims, "ann", "T2-player-2", DAY))
            journal: Journal = floor.journal
            if seed % 2:
                journal = in_a_file(floor.journal, Path(made) / f"{seed}.db")
            folder = folder_of(journal, name, Path(made) / "folder")
            if is_found(folder):
                print(f"floor {seed}: the folder of {name} does not verify")
                return 1
            folders += 1
            left = min(BITS_A_FOLDER, options.bits - flipped.total())
            for counts, tried in (
                (flipped, flips(folder, random, left)),
                (forged, forgeries(folder, random, left // FORGED_EVERY)),
            ):
                for flip, noticed in tried:
                    counts[flip.file] += 1
                    if not noticed:
                        missed += 1
                        print(f"floor {seed}: {flip} of {name} was not noticed", flush=True)
            if time.monotonic() > reported_at + 10:
                reported_at = time.monotonic()
                print(f"  {flipped.total():,} of {options.bits:,} bits", flush=True)
    print(f"{folders:,} folders of {FLOORS} floors verified")
    for what, counts in (("bits", flipped), ("bits, the manifest made to fit", forged)):
        files = ", ".join(f"{name} {count:,}" for name, count in counts.most_common())
        print(f"{counts.total():,} {what}: {files}")
    print(f"not noticed: {missed}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
