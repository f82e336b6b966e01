"""An open loop: commands come at a constant rate over HTTP, whether or not earlier ones have been
answered.

Clients that wait for an answer before they send again send less when the server is slow, and the
waiting time they would have had is never measured. Here every command has a due time, and its
latency is measured from then: whatever waits behind a slow one counts as late.

For comparison, in turn and at the same rate, the bare server echoes the very same requests, and a
bare transaction is committed for each. Nothing that stores a command before answering it can be
faster than one echo and one commit.
"""

import asyncio
import selectors
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from bench.durability import BareSqlite, Row, rows_like
from bench.effort import Effort
from bench.figures import Figure, Goal
from bench.timing import Ratio, announced
from pitboss.journal.port import Record
from pitboss.web.loadtest.http_client import Address, Connection

A_SECOND = 500
SECONDS_A_ROUND = 2
LINES = 200
_LEAD_S = 0.05
_FIVE_TIMES = Goal(5)
_BET = Record(
    1,
    "table/T100",
    1,
    1_700_000_000_000,
    "the player:bench-100000",
    0,
    bytes(32),
    "bet-placed/1",
    b"x" * 105,
    bytes(32),
)

Latencies = list[float]


def punctual_loop() -> asyncio.AbstractEventLoop:
    """An event loop that wakes to the microsecond; the default one wakes up to a millisecond
    late.
    """
    return asyncio.SelectorEventLoop(selectors.SelectSelector())


class Line:
    """A connection that takes one request at a time; others wait in the meantime, and are late."""

    def __init__(self, address: Address) -> None:
        self._connection = Connection(address)
        self._free = asyncio.Lock()

    async def ask(self, request: bytes) -> None:
        async with self._free:
            reply = await self._connection.ask(request)
        assert reply.status == 200, reply

    def close(self) -> None:
        self._connection.close()


async def sent_when_due(
    address: Address, first: Sequence[bytes], requests: Sequence[bytes]
) -> Latencies:
    """Sends each request when it is due, on one line after another; returns the seconds from then
    until it was answered. ``first`` are sent before, one on each line, so that no connection is
    opened while the clock runs.
    """
    loop = asyncio.get_running_loop()
    lines = [Line(address) for _ in first]
    await asyncio.gather(*(line.ask(request) for line, request in zip(lines, first, strict=True)))
    latencies = [0.0] * len(requests)
    begin_s = loop.time() + _LEAD_S

    async def one(number: int, due_s: float) -> None:
        await lines[number % len(lines)].ask(requests[number])
        latencies[number] = loop.time() - due_s

    async with asyncio.TaskGroup() as sending:
        for number in range(len(requests)):
            due_s = begin_s + number / A_SECOND
            if (early_s := due_s - loop.time()) > 0:
                await asyncio.sleep(early_s)
            sending.create_task(one(number, due_s))
    for line in lines:
        line.close()
    return latencies


def committed_when_due(bare: BareSqlite, rows: Sequence[Sequence[Row]]) -> Latencies:
    """The same with bare transactions."""
    latencies: Latencies = []
    begin_s = perf_counter() + _LEAD_S
    for number, row in enumerate(rows):
        due_s = begin_s + number / A_SECOND
        if (early_s := due_s - perf_counter()) > 0:
            sleep(early_s)
        bare.insert(row)
        latencies.append(perf_counter() - due_s)
    return latencies


def open_loop(
    effort: Effort,
    runner: asyncio.Runner,
    addresses: tuple[Address, Address],
    bets: Callable[[], Iterator[bytes]],
) -> Iterator[Figure]:
    """``addresses`` are those of Pitboss and of the bare server; ``bets`` are requests for one
    table after another, all of them accepted.
    """
    what = f"{A_SECOND} commands/s over HTTP, open loop, SQLite"
    rounds = max(4, effort.rounds // 2)
    latencies_by_run: list[tuple[Latencies, Latencies, Latencies]] = []
    with TemporaryDirectory() as folder:
        bare = BareSqlite(Path(folder) / "bare.db")
        bet = tuple(bare.row_of(_BET))
        for _ in announced(what, range(rounds), rounds):
            ours, theirs = (
                runner.run(
                    sent_when_due(
                        address,
                        list(islice(bets(), LINES)),
                        list(islice(bets(), A_SECOND * SECONDS_A_ROUND)),
                    )
                )
                for address in addresses
            )
            rows = [rows_like([bet]) for _ in range(A_SECOND * SECONDS_A_ROUND)]
            latencies_by_run.append((ours, theirs, committed_when_due(bare, rows)))
    for percent, goal in ((50, None), (99, _FIVE_TIMES)):
        times = [[_quantile(latencies, percent) for latencies in one] for one in latencies_by_run]
        ratios = [mine / (echo + commit) for mine, echo, commit in times]
        low, middle, high = quantiles(ratios, n=4, method="inclusive")
        yield Figure(
            f"{what}: p{percent}",
            "ms",
            1_000 * median(mine for mine, _, _ in times),
            "bare echo + bare commit",
            1_000 * median(echo + commit for _, echo, commit in times),
            Ratio(middle, low, high),
            goal,
        )


def _quantile(latencies: Latencies, percent: int) -> float:
    return quantiles(latencies, n=100, method="inclusive")[percent - 1]
