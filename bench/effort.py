"""How much is measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How much is done, and so how long it takes."""

    rounds: int
    records: int
    hands: int
    command_runs: int
    command_records: int
    starts: int
    events: int
    load_s: float


FULL = Effort(
    rounds=15,
    records=200,
    hands=5_000,
    command_runs=3,
    command_records=20_000,
    starts=17,
    events=1_000_000,
    load_s=120.0,
)
QUICK = Effort(
    rounds=5,
    records=40,
    hands=1_000,
    command_runs=2,
    command_records=2_000,
    starts=4,
    events=100_000,
    load_s=10.0,
)
