"""Loads a server over HTTP: many tables with robots, real sign-in, real commands, and how long each
took.
"""

import asyncio
import secrets
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, NamedTuple

from pitboss.rulebook.shelf import Shelf
from pitboss.web.loadtest.http_client import Connection, NoAnswer, NotHttp, Reply
from pitboss.web.loadtest.robots import (
    RULEBOOKS,
    By,
    Command,
    Move,
    TableRobot,
    opening_of,
    verifying,
)
from pitboss.web.loadtest.target import Login, NotLoaded, TargetServer, detail, quoted

_OPENED_AT_ONCE = 16
_STUCK_AFTER = 20


class Size(NamedTuple):
    """How much load: for how long, or how many rounds at each table. ``pause_s`` is how long a
    table rests between two commands.
    """

    tables: int
    seconds: float | None = None
    rounds: int | None = None
    seed: int = 1
    pause_s: float = 0.0


class LoadOutcome:
    """The result. Times are in seconds, of commands that were answered."""

    def __init__(self) -> None:
        self.times = array("d")
        self.refused: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.rounds = 0
        self.claims = 0
        self.taken_s = 0.0

    @property
    def commands(self) -> int:
        return len(self.times)

    def quantile_ms(self, part: float) -> float:
        """The time within which this fraction of the commands was answered."""
        if not self.times:
            return 0.0
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]

    def as_json(self) -> dict[str, object]:
        return {
            "commands": self.commands,
            "seconds": round(self.taken_s, 3),
            "commands_per_second": round(self.commands / self.taken_s, 1) if self.taken_s else 0.0,
            "p50_ms": round(self.quantile_ms(0.5), 2),
            "p99_ms": round(self.quantile_ms(0.99), 2),
            "slowest_ms": round(self.quantile_ms(1.0), 2),
            "rounds": self.rounds,
            "claims": self.claims,
            "refused": dict(self.refused),
            "errors": dict(self.errors),
        }


class _Seat:
    """One table: its robot, its connection, and its progress."""

    def __init__(
        self,
        server: TargetServer,
        robot: TableRobot,
        run: str,
        number: int,
        size: Size,
        outcome: LoadOutcome,
    ) -> None:
        self._server = server
        self._robot = robot
        self._run = run
        self._number = number
        self._size = size
        self._outcome = outcome
        self._target = f"/api/tables/{quoted(robot.table)}"
        self._connection = Connection(server.address)
        self._sent = 0
        self._refused_in_a_row = 0

    async def look(self) -> Any:
        """The table as it is; None if there is none."""
        reply = await self._server.get(self._target, self._server.staff(By.DEALER))
        if reply.status not in (200, 404):
            raise NotLoaded(f"{self._robot.table} is not shown: {detail(reply)}")
        return reply.json() if reply.status == 200 else None

    async def open(self) -> Any:
        """The view of an open table, whatever else goes on there."""
        view = await self.look()
        if view is None or not view["open"]:
            move = self._robot.next(view)
            assert move is not None
            reply = await self._send(move)
            if reply.status != 200:
                raise NotLoaded(f"{self._robot.table} can't be opened: {detail(reply)}")
            view = reply.json()["view"]
        if By.PLAYER not in self._server.logins:
            # Staff bet for a guest, whom a supervisor must admit.
            supervisor = self._server.staff(By.SUPERVISOR)
            guest = {"name": self._robot.player}
            await self._server.change(f"{self._target}/walk-ins", supervisor, guest)
        return view

    async def play(self, view: Any, until_s: float) -> None:
        """Plays until the time or the rounds are up. An error is noted, and this table stops."""
        outcome, robot = self._outcome, self._robot
        rounds = self._size.rounds
        try:
            while perf_counter() < until_s and (rounds is None or robot.rounds < rounds):
                move = robot.next(view)
                if move is None:
                    outcome.errors[
                        (
                            "a table is waiting for the house to choose how it runs without its "
                            "jackpot"
                        )
                    ] += 1
                    return
                begun_s = perf_counter()
                reply = await self._send(move)
                outcome.times.append(perf_counter() - begun_s)
                if reply.status == 200:
                    self._refused_in_a_row = 0
                    view = reply.json()["view"]
                    outcome.rounds += move.command["do"] == "conclude"
                elif not await self._put_right(reply):
                    return
                else:
                    view = await self.look()
                if self._size.pause_s:
                    await asyncio.sleep(self._size.pause_s)
        except (NoAnswer, NotHttp, NotLoaded) as error:
            outcome.errors[str(error)] += 1
        finally:
            self._connection.close()

    async def _send(self, move: Move) -> Reply:
        login, command = self._server.for_move(move)
        return await self._post(self._target, login, command)

    async def _post(self, target: str, login: Login, command: Command) -> Reply:
        self._sent += 1
        key = f"{self._run}-{self._number}-{self._sent}"
        return await self._server.post(self._connection, target, login, command, key)

    async def _put_right(self, reply: Reply) -> bool:
        """Whether a table can continue after a command that was not carried out."""
        code = "" if reply.status != 409 else str(reply.json()["code"])
        if code == "jackpot-pending":
            if await self._verify():
                return True
            self._outcome.errors[
                "a claim is waiting for a second person to verify it: sign in one more"
            ] += 1
            return False
        if code == "approval-needed":
            seconds = (self._server.staff(By.SUPERVISOR), self._server.staff(By.SHIFT_MANAGER))
            by = reply.json()["approval"]["by"]
            second = next((one for one in seconds if one.name != by), None)
            approved = await self._server.approve(reply, second)
            if approved is not None and approved.status == 200:
                return True
        if code:
            self._outcome.refused[code] += 1
            self._refused_in_a_row += 1
            if self._refused_in_a_row < _STUCK_AFTER:
                return True
        self._outcome.errors[f"{reply.status}: {detail(reply)}"] += 1
        return False

    async def _verify(self) -> bool:
        """Verifies the claims that this table waits for, by two persons if the link requires two;
        returns whether nothing else is needed.
        """
        server = self._server
        manager, supervisor = server.staff(By.SHIFT_MANAGER), server.staff(By.SUPERVISOR)
        for who in (supervisor,) if supervisor is manager else (supervisor, manager):
            claims = (await server.get("/api/claims", manager)).json()["claims"]
            for link, command in verifying(claims, self._robot.table):
                reply = await self._post(f"/api/links/{quoted(link)}", who, command)
                self._outcome.claims += reply.status == 200
        left = [
            claim
            for claim in (await server.get("/api/claims", manager)).json()["claims"]
            if claim["table"] == self._robot.table and claim["standing"] == "open"
        ]
        if any(manager.name in claim["verified_by"] for claim in left):
            return False
        await self._order(manager)
        # Another table may have to come first.
        await asyncio.sleep(0.05)
        return True

    async def _order(self, manager: Login) -> None:
        """If hands were completed at the same moment, the house decides in which order they are
        paid.
        """
        server = self._server
        for link in (await server.get("/api/links", manager)).json()["links"]:
            if link["house_must_order"]:
                tables = sorted({claim["table"] for claim in link["claims"]})
                command = {
                    "do": "order-claims",
                    "tables": tables,
                    "reason": "Completed at the same moment.",
                }
                await self._post(f"/api/links/{quoted(link['link'])}", manager, command)


async def load(
    server: TargetServer,
    size: Size,
    progress: Callable[[LoadOutcome, float], None] = lambda _outcome, _taken_s: None,
    books: Sequence[str] = RULEBOOKS,
) -> LoadOutcome:
    """Opens the tables that are needed and plays. ``progress`` is called every half second."""
    outcome = LoadOutcome()
    shelf = Shelf(paths=False)
    used = [books[number % len(books)] for number in range(size.tables)]
    links = await server.links(shelf, used)
    player = server.logins.get(By.PLAYER)
    run = secrets.token_hex(4)
    seats = []
    for number, book in enumerate(used, start=1):
        table = f"Robots {number}"
        name = f"robot-{number}" if player is None else player.name
        robot = TableRobot(table, opening_of(shelf, book, links), size.seed, name)
        seats.append(_Seat(server, robot, run, number, size, outcome))
    views = []
    for begin in range(0, len(seats), _OPENED_AT_ONCE):
        views += await asyncio.gather(
            *(seat.open() for seat in seats[begin : begin + _OPENED_AT_ONCE])
        )
    begun_s = perf_counter()
    until_s = float("inf") if size.seconds is None else begun_s + size.seconds

    async def tell() -> None:
        while True:
            await asyncio.sleep(0.5)
            progress(outcome, perf_counter() - begun_s)

    telling = asyncio.create_task(tell())
    try:
        await asyncio.gather(
            *(seat.play(view, until_s) for seat, view in zip(seats, views, strict=True))
        )
    finally:
        outcome.taken_s = perf_counter() - begun_s
        telling.cancel()
        with suppress(asyncio.CancelledError):
            await telling
    return outcome
