"""Plays a rulebook at random, round after round: blocks of rounds, counted by cell, on threads or
on a cluster.

A block's counts depend only on the plan, the seed and the block's number, and they are integers; so
one seed gives the same counts whoever adds them up, in whatever order.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.maths.family import maths_named
from pitboss.maths.kernels.draws import block_state

Counts = NDArray[np.int64]

BLOCK_ROUNDS = 1 << 18
"""Rounds of a block; the last one of a simulation may have fewer. Changing this changes what a seed
gives.
"""

# This many blocks are one task: some tenths of a second, which is how often progress can be
# reported.
_BLOCKS_A_TASK = 16


class Plan(msgspec.Struct, frozen=True):
    """What is to be played: a family's loop, and the arrays that control it. It can be sent to
    another machine.
    """

    family: str
    arguments: tuple[Any, ...]

    @property
    def cells(self) -> int:
        return maths_named(self.family).block().cells


class Work(msgspec.Struct, frozen=True):
    """How much of it: the number of rounds, and the seed."""

    rounds: int
    seed: int

    @property
    def blocks(self) -> int:
        return -(-self.rounds // BLOCK_ROUNDS)

    def rounds_of(self, block: int) -> int:
        return min(BLOCK_ROUNDS, self.rounds - block * BLOCK_ROUNDS)

    def tasks(self) -> Iterator[tuple[int, int]]:
        """Blocks in convenient numbers: the first, and the one after the last."""
        for first in range(0, self.blocks, _BLOCKS_A_TASK):
            yield first, min(first + _BLOCKS_A_TASK, self.blocks)

    def rounds_in(self, first: int, last: int) -> int:
        return min(last * BLOCK_ROUNDS, self.rounds) - first * BLOCK_ROUNDS


def count_blocks(plan: Plan, work: Work, first: int, last: int) -> Counts:
    """The counts of some blocks, added up."""
    loop = maths_named(plan.family).block()
    counts = np.zeros(loop.cells, np.int64)
    for block in range(first, last):
        counts += loop.play(block_state(work.seed, block), work.rounds_of(block), *plan.arguments)
    return counts


def count(
    plan: Plan, work: Work, workers: int = 1, progress: Callable[[int], None] = lambda _: None
) -> Counts:
    """All counts, on that many threads; ``progress`` is called with how many rounds are done."""
    # Compiles, or loads what was compiled before, on one thread.
    count_blocks(plan, Work(1, work.seed), 0, 1)
    progress(0)
    with ThreadPoolExecutor(workers) as pool:

        def submit(first: int, last: int) -> Future[Counts]:
            return pool.submit(count_blocks, plan, work, first, last)

        return gather(submit, plan, work, 2 * workers, progress)


def gather(
    submit: Callable[[int, int], "Future[Counts]"],
    plan: Plan,
    work: Work,
    ahead: int,
    progress: Callable[[int], None],
) -> Counts:
    """Runs all tasks, ``ahead`` of them at a time, so that a long simulation does not fill the
    memory.
    """
    counts = np.zeros(plan.cells, np.int64)
    waiting: dict[Future[Counts], int] = {}
    tasks = work.tasks()
    done_rounds = 0
    try:
        while True:
            while len(waiting) < ahead and (task := next(tasks, None)) is not None:
                waiting[submit(*task)] = work.rounds_in(*task)
            if not waiting:
                return counts
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                counts += future.result()
                done_rounds += waiting.pop(future)
                progress(done_rounds)
    finally:
        # Interrupted, or a task failed: what has not started need not start.
        for future in waiting:
            future.cancel()
