"""Sends the whole service requests generated from the OpenAPI document, for a long time, and checks
every answer against it.

``python tools/heavy_api.py`` sends 20,000 with a fresh seed, which it prints; ``--seed`` repeats a
run. The service runs in this process, on a journal in a temporary folder; the requests come in turn
from a shift manager, an administrator, a player, a dealer and an auditor. If an answer is not as
documented, or the service fails, it prints a request that reproduces it, and the exit code is 1.
"""

import argparse
import logging
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pitboss.people.roles import Role
from tests.web.fuzzer import Fuzzer, furnished
from tests.web.service import House

ROLES = (Role.SHIFT_MANAGER, Role.ADMINISTRATOR, Role.PLAYER, Role.DEALER, Role.AUDITOR)
AT_A_TIME = 500


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=20_000, help="how many at least (20,000)")
    parser.add_argument("--seed", type=int, help="of an earlier run")
    options = parser.parse_args(arguments)
    seed: int = SystemRandom().randrange(2**32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    logging.basicConfig(level=logging.ERROR)
    started = time.monotonic()
    statuses: Counter[int] = Counter()
    nth = 0
    while statuses.total() < options.cases:
        role = ROLES[nth % len(ROLES)]
        try:
            answers = _sent(role, seed + nth)
        except (BaseExceptionGroup, AssertionError) as error:
            traceback.print_exception(error)
            print(f"not as documented: part {nth} of seed {seed}, as {role}")
            return 1
        for (_, status), count in answers.items():
            statuses[status] += count
        nth += 1
        shown = ", ".join(f"{count:,} x {status}" for status, count in sorted(statuses.items()))
        print(
            (
                f"{statuses.total():,} of {options.cases:,}: {shown}; "
                f"{time.monotonic() - started:.0f} s"
            ),
            flush=True,
        )
    print("every answer is as documented")
    return 0


def _sent(role: Role, seed: int) -> Counter[tuple[str, int]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder) / "pitboss.db", practice=True) as house,
    ):
        furnished(house)
        return Fuzzer(house, role, seed).run(AT_A_TIME).statuses


if __name__ == "__main__":
    sys.exit(main())
