"""The same work on a Dask cluster: its workers count blocks, which are added up here.

Dask is an extra, ``pitboss-casino[dask]``. Workers need Pitboss and its dependencies, in the same
versions as the scheduler's side.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from pitboss.extras import need
from pitboss.maths.simulation.blocks import Counts, Plan, Work, count_blocks

CONNECT_TIMEOUT_S = 10.0


class ClusterError(RuntimeError):
    """There is no cluster to work on; says why and what to do."""


def count_on_cluster(
    address: str, plan: Plan, work: Work, progress: Callable[[int], None] = lambda _: None
) -> Counts:
    """All counts, from the workers of the scheduler at ``address``. They equal those of a single
    machine.
    """
    need("dask")
    import distributed

    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"there is no Dask scheduler at {address}: {error}") from None
    with client:
        return _count(client, plan, work, progress)


def _count(client: Any, plan: Plan, work: Work, progress: Callable[[int], None]) -> Counts:
    import distributed

    # Dask's functions have no types.
    as_completed: Any = distributed.as_completed
    workers = len(client.scheduler_info()["workers"])
    if not workers:
        raise ClusterError(
            "the Dask scheduler has no workers; start some with 'dask worker ADDRESS'"
        )
    # The arrays of the plan are sent to each worker once, not with every task.
    shared = client.scatter(plan, broadcast=True)
    tasks = work.tasks()
    counts = np.zeros(plan.cells, np.int64)
    rounds_of: dict[Any, int] = {}
    done_rounds = 0

    def submit() -> Any:
        task = next(tasks, None)
        if task is None:
            return None
        # Results of simulations are never requested twice, so the scheduler need not recognise the
        # task.
        future = client.submit(count_blocks, shared, work, *task, pure=False)
        rounds_of[future.key] = work.rounds_in(*task)
        return future

    progress(0)
    # Several tasks are queued for each worker, so that none is idle while we add; but not all at
    # once.
    first = [future for _ in range(4 * workers) if (future := submit()) is not None]
    running = as_completed(first, loop=client.loop)
    for future in running:
        counts += future.result()
        done_rounds += rounds_of.pop(future.key)
        progress(done_rounds)
        if (following := submit()) is not None:
            running.add(following)
    return counts
