"""The service over HTTP: ``pitboss serve`` as a separate process on SQLite, with its clients in
this one.

*A bet* is a place-bet command through the real endpoint: session, permission, CSRF token,
idempotency key, decided by the rulebook, stored durably, the table's view in the answer. It is
compared with a bare FastAPI endpoint on the same kind of server, which gets the very same requests
and answers with the body it got, padded to the same size. The same clients call both over as many
connections, each waiting for its answer before it sends again.

The same bets at a constant rate, timed from when each is due, are in ``open_loop.py``.

*Robots* are those of ``pitboss robots``: every table sends its next command as soon as the last one
is answered.

*Signs* are connections that listen to live updates. A supervisor changes a link's notice; the clock
runs from when the command is sent until the last sign has it, so deciding and storing are included.
The bare server gets a message of the same size and passes it on.
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from bench.effort import Effort
from bench.figures import AtLeast, Figure, Goal
from bench.open_loop import open_loop, punctual_loop
from bench.timing import announced, race
from pitboss.web.loadtest.http_client import Address, Connection, written
from pitboss.web.loadtest.load import Size, load
from pitboss.web.loadtest.target import Login, TargetServer
from tests.web.servers import Server as Process

TABLES = 200
BETS_A_TURN = 4
LOADED = 200
SIGNS = 1_000
LINK = "Signs"
_PASSWORD = "a benchmark's password"
_FIRST_PASSWORD = "the one that root gave"
_TWO_THIRDS = AtLeast(0.65)
_TWICE = Goal(2)
_SET_UP = re.compile(r"/setup#(\S+)")
_LISTENS = re.compile(r"(http://127\.0\.0\.1:\d+)/")
_PATIENCE_S = 120.0
_keys = count()
_encode = msgspec.json.Encoder().encode


def serving(effort: Effort) -> Iterator[Figure]:
    """All figures of the service."""
    with asyncio.Runner() as runner, _casino(runner) as server:
        yield _bets(effort, runner, server)
    with asyncio.Runner(loop_factory=punctual_loop) as runner, _casino(runner) as server:
        yield from _at_a_rate(effort, runner, server)
    with asyncio.Runner() as runner:
        with _casino(runner) as server:
            yield from _loaded(effort, runner, server)
        with _casino(runner) as server:
            yield _signs(effort, runner, server)


# ── servers ───────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def _casino(runner: asyncio.Runner) -> Iterator[TargetServer]:
    """``pitboss serve`` on a new SQLite file, with two shift managers and a player signed in."""
    with TemporaryDirectory() as folder:
        process = Process(Path(folder))
        try:
            address = process.address()
            token = process.wait_for(_SET_UP)[1]
            server = TargetServer(Address.of(address))
            runner.run(_people(server, token))
            yield server
            server.close()
        finally:
            process.close()


async def _people(server: TargetServer, token: str) -> None:
    connection = Connection(server.address)
    root = {"token": token, "name": "root", "password": _PASSWORD}
    reply = await connection.ask(written("POST", "/api/setup", server.address, body=_encode(root)))
    assert reply.status == 200, reply
    connection.close()
    administrator = await server.sign_in("root", _PASSWORD)
    people = {
        "the player": "player",
        "a second": "shift-manager",
        "the shift-manager": "shift-manager",
    }
    for name, role in people.items():
        person = _encode({"name": name, "role": role, "password": _FIRST_PASSWORD})
        asked = Connection(server.address)
        headers = {**administrator.headers, "Idempotency-Key": f"bench-{name.replace(' ', '-')}"}
        reply = await asked.ask(written("POST", "/api/people", server.address, headers, person))
        assert reply.status == 200, reply
        login = await server.sign_in(name, _FIRST_PASSWORD)
        own = _encode({"old": _FIRST_PASSWORD, "new": _PASSWORD})
        headers = {**login.headers, "Idempotency-Key": "own"}
        reply = await asked.ask(written("POST", "/api/password", server.address, headers, own))
        assert reply.status == 200, reply
        asked.close()
        await server.sign_in(name, _PASSWORD)


@contextmanager
def _bare(size: int) -> Iterator[Address]:
    """The bare server, with answers of this size."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.bare_server", str(size)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        listening = _LISTENS.search(process.stdout.readline())
        assert listening is not None
        yield Address.of(listening[1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def _do(server: TargetServer, login: Login, target: str, command: dict[str, Any]) -> bytes:
    connection = Connection(server.address)
    reply = await server.post(connection, target, login, command, f"bench-{next(_keys)}")
    assert reply.status == 200, reply
    connection.close()
    return reply.body


# ── a bet ─────────────────────────────────────────────────────────────────────────────────────────


def _bets(effort: Effort, runner: asyncio.Runner, server: TargetServer) -> Figure:
    tables = [f"T{n}" for n in range(TABLES)]
    size = len(runner.run(_open(server, tables)))
    with _bare(size) as bare:
        sides = [[Connection(address) for _ in tables] for address in (server.address, bare)]

        def works() -> Iterator[list[list[bytes]]]:
            while True:
                yield [[_bet(server, table) for _ in range(BETS_A_TURN)] for table in tables]

        def side(connections: Sequence[Connection]) -> Any:
            return lambda work: runner.run(_all_sent(connections, work))

        rounds = max(8, 2 * effort.rounds)
        what = f"a bet over HTTP, {TABLES} tables, SQLite"
        source = announced(what, islice(works(), rounds), rounds)
        ours, echo = race(source, *map(side, sides), clock=perf_counter)
        for connection in [connection for one in sides for connection in one]:
            connection.close()
    requests = TABLES * BETS_A_TURN
    return Figure(
        what,
        "requests/s",
        requests / ours.middle_s,
        "bare FastAPI echo",
        requests / echo.middle_s,
        ours.over(echo),
        _TWO_THIRDS,
    )


def _at_a_rate(effort: Effort, runner: asyncio.Runner, server: TargetServer) -> Iterator[Figure]:
    tables = [f"T{n}" for n in range(TABLES)]
    size = len(runner.run(_open(server, tables)))
    with _bare(size) as bare:
        yield from open_loop(
            effort,
            runner,
            (server.address, bare),
            lambda: (_bet(server, table) for table in cycle(tables)),
        )


async def _open(server: TargetServer, tables: Sequence[str]) -> bytes:
    """Tables at which bets are open, without a limit that many bets would reach; returns the answer
    to a bet there.
    """
    manager = server.staff("shift-manager")
    parameters = {"reset": "100000.00", "rate-bp": 1250, "reserve-bp": 250}
    await server.open_link(LINK, "RWS", parameters)
    for table in tables:
        settings = {
            "do": "open-table",
            "rulebook": "rws-multilink-stud-3",
            "layout": "A",
            "boxes": 6,
            "dealing": "shuffler",
            "cards": "virtual",
            "limits": {"ante": {"min": "10.00", "max": "100000000.00"}},
            "progressive-bet": "5.00",
            "link": LINK,
        }
        await _do(server, manager, f"/api/tables/{table}", settings)
        await _do(server, manager, f"/api/tables/{table}", {"do": "open-betting"})
    player, answer = server.logins["player"], b""
    for table in tables:
        for box in range(1, 7):
            answer = await _do(server, player, f"/api/tables/{table}", _on(box))
    return answer


def _on(box: int) -> dict[str, Any]:
    return {"do": "place-bet", "box": box, "bet": "ante", "amount": "10.00"}


def _bet(server: TargetServer, table: str) -> bytes:
    number = next(_keys)
    headers = {**server.logins["player"].headers, "Idempotency-Key": f"bench-{number}"}
    path = f"/api/tables/{table}/commands"
    return written("POST", path, server.address, headers, _encode(_on(1 + number % 6)))


async def _all_sent(connections: Sequence[Connection], work: Sequence[Sequence[bytes]]) -> None:
    async def one(connection: Connection, requests: Sequence[bytes]) -> None:
        for request in requests:
            reply = await connection.ask(request)
            assert reply.status == 200, reply

    await asyncio.gather(*(one(*pair) for pair in zip(connections, work, strict=True)))


# ── robots ────────────────────────────────────────────────────────────────────────────────────────


def _loaded(effort: Effort, runner: asyncio.Runner, server: TargetServer) -> Iterator[Figure]:
    what = f"{LOADED} tables with robots over HTTP, SQLite"
    print(f"{what}, {effort.load_s:g} s", file=sys.stderr)
    outcome = runner.run(load(server, Size(LOADED, seconds=effort.load_s)))
    yield Figure(f"{what}, {effort.load_s:g} s", "commands/s", outcome.commands / outcome.taken_s)
    yield Figure("the same: latency, p50", "ms", outcome.quantile_ms(0.5))
    yield Figure("the same: latency, p99", "ms", outcome.quantile_ms(0.99))
    yield Figure(
        "the same: errors and refusals", "in all", outcome.errors.total() + outcome.refused.total()
    )
    for wrong, times in outcome.errors.most_common(5):
        print(f"{times} times: {wrong}", file=sys.stderr)


# ── signs ─────────────────────────────────────────────────────────────────────────────────────────


class _Sign(asyncio.Protocol):
    """A client of live updates that looks for a mark in what it receives."""

    def __init__(self, signs: "_Signs") -> None:
        self._signs = signs
        self._tail = b""

    def data_received(self, data: bytes) -> None:
        signs = self._signs
        seen = self._tail + data
        if signs.mark in seen:
            self._tail = b""
            signs.one_has_it(len(seen))
        else:
            self._tail = seen[-len(signs.mark) :]


class _Signs:
    """All clients of one server."""

    def __init__(self, address: Address, request: bytes) -> None:
        self._address = address
        self._request = request
        self._transports: list[asyncio.BaseTransport] = []
        self._waiting = 0
        self._done: asyncio.Future[None] | None = None
        self.mark = b"event: snapshot"
        self.size = 0

    async def connect(self) -> None:
        """Returns when every one has had its first message."""
        loop = asyncio.get_running_loop()
        self._expect(self.mark)
        for _ in range(SIGNS):
            transport, _ = await loop.create_connection(
                lambda: _Sign(self), self._address.host, self._address.port
            )
            transport.write(self._request)
            self._transports.append(transport)
        await self._all()

    def _expect(self, mark: bytes) -> None:
        self.mark, self._waiting = mark, SIGNS
        self._done = asyncio.get_running_loop().create_future()

    async def _all(self) -> None:
        assert self._done is not None
        await asyncio.wait_for(self._done, _PATIENCE_S)

    def one_has_it(self, size: int) -> None:
        self._waiting -= 1
        if not self._waiting and self._done is not None and not self._done.done():
            self.size = size
            self._done.set_result(None)

    async def told(self, mark: bytes, connection: Connection, request: bytes) -> None:
        """Sends what makes the server tell all of them something with this mark; returns when the
        last has it.
        """
        self._expect(mark)
        reply = await connection.ask(request)
        assert reply.status == 200, reply
        await self._all()

    def close(self) -> None:
        for transport in self._transports:
            transport.close()


def _signs(effort: Effort, runner: asyncio.Runner, server: TargetServer) -> Figure:
    runner.run(_open(server, [f"T{n}" for n in range(5)]))
    manager = server.staff("shift-manager")
    listen = {"Cookie": server.logins["player"].headers["Cookie"]}
    path = f"/api/stream?links={LINK}"
    ours = _Signs(server.address, written("GET", path, server.address, listen))
    runner.run(ours.connect())
    connection = Connection(server.address)

    def notice(mark: str) -> bytes:
        headers = {**manager.headers, "Idempotency-Key": mark}
        command = _encode({"do": "show-notice", "text": mark})
        return written("POST", f"/api/links/{LINK}/commands", server.address, headers, command)

    runner.run(ours.told(b"mark-0", connection, notice("mark-0")))
    size = ours.size
    with _bare(0) as address:
        bare = _Signs(address, written("GET", "/stream", address))
        runner.run(bare.connect())
        bare_connection = Connection(address)

        def published(mark: str) -> bytes:
            # What surrounds a message on the wire is left to the server; a few bytes make no
            # difference.
            body = f"event: link\ndata: {mark}".encode().ljust(size - 2) + b"\n\n"
            return written("POST", "/publish", address, body=body)

        rounds = max(10, 2 * effort.rounds)
        what = f"a change delivered to {SIGNS:,} signs"
        marks = (f"mark-{n}-" for n in count(1))
        source = announced(what, islice(marks, rounds), rounds)
        our_times, bare_times = race(
            source,
            lambda mark: runner.run(ours.told(mark.encode(), connection, notice(mark))),
            lambda mark: runner.run(bare.told(mark.encode(), bare_connection, published(mark))),
            clock=perf_counter,
        )
        bare.close()
        bare_connection.close()
    ours.close()
    connection.close()
    return Figure(
        what,
        "ms",
        1000 * our_times.middle_s,
        "bare SSE server",
        1000 * bare_times.middle_s,
        our_times.over(bare_times),
        _TWICE,
    )
