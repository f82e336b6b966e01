"""Measuring times on a machine that does other things too.

Contestants take turns in many short rounds, so that anything that slows the machine down slows all
of them; a ratio is taken within each round, and the median of the rounds counts. What runs inside
this process is measured in processor time, which excludes other programs; what starts programs is
measured in wall-clock time.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time
from typing import TypeVar

Work = TypeVar("Work")


@dataclass(frozen=True)
class Ratio:
    """How many times as long one contestant took as another: the median of the rounds, and the
    quartiles.
    """

    middle: float
    low: float
    high: float


@dataclass(frozen=True)
class Times:
    """The seconds that one contestant took in each round."""

    seconds: Sequence[float]

    @property
    def middle_s(self) -> float:
        return median(self.seconds)

    def over(self, other: "Times") -> Ratio:
        ratios = [ours / theirs for ours, theirs in zip(self.seconds, other.seconds, strict=True)]
        low, middle, high = quantiles(ratios, n=4, method="inclusive")
        return Ratio(middle, low, high)


def race(
    works: Iterable[Work],
    *contestants: Callable[[Work], object],
    clock: Callable[[], float] = process_time,
) -> list[Times]:
    """The times of each contestant. Each round has its own work, the same for all; they take turns
    at beginning.
    """
    seconds: list[list[float]] = [[] for _ in contestants]
    for number, work in enumerate(works):
        for turn in range(len(contestants)):
            at = (number + turn) % len(contestants)
            # One contestant's garbage must not be collected in the time of the next.
            gc.collect()
            begun_s = clock()
            contestants[at](work)
            seconds[at].append(clock() - begun_s)
    return [Times(taken) for taken in seconds]


def announced(what: str, works: Iterable[Work], rounds: int) -> Iterator[Work]:
    """Passes the work on and reports progress on standard error, between measurements and never
    during one.
    """
    rewrite = "\r\033[K" if sys.stderr.isatty() else ""
    print(f"{rewrite}{what}", end="" if rewrite else "\n", file=sys.stderr, flush=True)
    for number, work in enumerate(works, start=1):
        if rewrite:
            print(
                f"{rewrite}{what}: round {number} of {rounds}", end="", file=sys.stderr, flush=True
            )
        yield work
    print(rewrite, end="", file=sys.stderr, flush=True)


_all_cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set[int]()


def stay_on_one_core() -> None:
    """Keeps this process and its children on one core, if the system allows it."""
    if _all_cores:
        os.sched_setaffinity(0, {max(_all_cores)})


def use_all_cores() -> None:
    """Lets this process and its children use every core again: a database runs beside it."""
    if _all_cores:
        os.sched_setaffinity(0, _all_cores)
