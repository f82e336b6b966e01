"""The same simulation on a Dask cluster of two workers, each a process of its own."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.maths.simulation.blocks import BLOCK_ROUNDS, Work, count
from pitboss.maths.simulation.dask_cluster import ClusterError, count_on_cluster
from pitboss.maths.simulation.game import Stakes, Strategy
from pitboss.maths.simulation.run import prepare
from pitboss.rulebook.loader import installed

distributed: Any = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def test_a_cluster_counts_what_one_machine_counts(address: str) -> None:
    book = installed("rws-casino-stud-6")
    assert book is not None
    plan = prepare(book, Strategy.OPTIMAL, Stakes()).plan
    # Ten tasks, more than are sent out at first, and a short block at the end.
    work = Work(150 * BLOCK_ROUNDS + 99, seed=4)
    told: list[int] = []
    found = count_on_cluster(address, plan, work, told.append)
    assert (found == count(plan, work, workers=2)).all()
    assert told[0] == 0
    assert told[-1] == work.rounds
    assert len(told) == 11


def test_where_there_is_no_scheduler_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.maths.simulation.dask_cluster.CONNECT_TIMEOUT_S", 0.2)
    book = installed("rws-casino-stud-6")
    assert book is not None
    plan = prepare(book, Strategy.BLIND, Stakes()).plan
    with pytest.raises(ClusterError, match="there is no Dask scheduler at tcp:"):
        count_on_cluster("tcp://127.0.0.1:1", plan, Work(10, 1))


def test_without_workers_it_says_so() -> None:
    book = installed("rws-casino-stud-6")
    assert book is not None
    plan = prepare(book, Strategy.BLIND, Stakes()).plan
    with (
        distributed.LocalCluster(
            n_workers=0, processes=False, dashboard_address=":0", silence_logs=50
        ) as cluster,
        pytest.raises(ClusterError, match="no workers"),
    ):
        count_on_cluster(cluster.scheduler_address, plan, Work(10, 1))
