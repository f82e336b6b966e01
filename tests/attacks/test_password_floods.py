"""Somebody has passwords hashed, which is the most expensive thing that a stranger can ask for:
the tables do not notice, and honest people sign in beside him.
"""

import asyncio
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Literal

import pytest
from argon2 import PasswordHasher
from starlette.requests import HTTPConnection

from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import NOBODY, Caller
from pitboss.web.auth.hashing import AT_ONCE, HASHER, MOST_WAITING, OF_STRANGERS, Turns
from pitboss.web.auth.rate_limit import MOST_FROM_ADDRESS, MOST_TRIES
from pitboss.web.auth.sign_in_tries import SignInTries
from pitboss.web.auth.throttle import ADDRESS_SHARE, BURST_S, Throttle
from tests.patience import PATIENCE_S
from tests.web.service import PASSWORD, Clock, House


def test_hashes_are_as_strong_as_they_must_be() -> None:
    """OWASP has 12 MiB with three passes among the least; fewer passes need more."""
    assert re.match(r"\$argon2id\$v=19\$m=12288,t=3,p=1\$", HASHER.hash("correct horse"))


class Flood:
    """Passwords that are being hashed until they are let go."""

    def __init__(self, turns: Turns) -> None:
        self._turns, self._go = turns, threading.Event()
        self.order: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, who: str, address: str, name: str | None = None) -> None:
        """Somebody asks, and gets as far as they get by themselves."""
        work = self._turns.take(name, address, self._hash, who)
        self._tasks[who] = asyncio.create_task(work)
        await asyncio.sleep(0)

    def _hash(self, who: str) -> None:
        self.order.append(who)
        assert self._go.wait(PATIENCE_S)

    def give_up(self, who: str) -> None:
        self._tasks.pop(who).cancel()

    async def over(self) -> None:
        """Lets them all go, and waits until they are done."""
        self._go.set()
        await asyncio.gather(*self._tasks.values())


@pytest.fixture
def turns() -> Iterator[Turns]:
    found = Turns(Clock())
    yield found
    found.close()


def test_strangers_never_have_all_the_threads(turns: Turns) -> None:
    async def shift_change() -> list[str]:
        flood = Flood(turns)
        for number in range(20):
            await flood.come(f"stranger {number}", f"203.0.113.{number}")
        assert turns._busy == OF_STRANGERS
        for number in range(AT_ONCE - OF_STRANGERS + 3):
            await flood.come(f"dealer {number}", "10.0.0.1", f"dealer {number}")
        assert turns._busy == AT_ONCE
        await flood.over()
        return flood.order

    order = asyncio.run(shift_change())
    assert len(order) == 20 + AT_ONCE - OF_STRANGERS + 3
    strangers = [who.startswith("stranger") for who in order]
    last_known = len(strangers) - 1 - strangers[::-1].index(False)
    # Threads that are given turns at the same moment begin in any order.
    assert strangers[:last_known].count(True) <= 2 * OF_STRANGERS


def test_who_has_asked_less_lately_goes_first(turns: Turns) -> None:
    async def evening() -> list[str]:
        flood = Flood(turns)
        for number in range(AT_ONCE):
            await flood.come("at once", "10.0.0.1", f"dealer {number}")
        for number in range(3):
            await flood.come(f"mallory {number}", "203.0.113.7")
        await flood.come("erin 0", "203.0.113.8")
        await flood.come("dana 0", "10.0.0.1", "dana")
        await flood.come("dana 1", "10.0.0.1", "dana")
        await flood.come("sam 0", "10.0.0.1", "sam")
        waiting = [one.turn for one in turns._waiting]
        assert len(waiting) == 7
        order = [[one.stranger, one.lately] for one in turns._waiting]
        assert order == [[False, 0]] * 2 + [[False, 1]] + [[True, 0]] * 2 + [[True, 1], [True, 2]]
        await flood.over()
        return flood.order

    order = asyncio.run(evening())
    assert order.index("erin 0") > order.index("sam 0")


def test_of_strangers_who_ask_for_the_first_time_the_latest_goes_first(turns: Turns) -> None:
    """A new dealer at a browser of her own does not wait behind two hundred."""

    async def night() -> None:
        flood = Flood(turns)
        for number in range(40):
            for _ in range(5):
                await flood.come(f"stranger {len(turns._waiting)}", f"203.0.113.{number}")
        await flood.come("new", "10.0.0.1")
        assert turns._waiting[0].arrival == -201
        await flood.over()

    asyncio.run(night())


def test_when_too_many_wait_those_give_way_who_go_last(turns: Turns) -> None:
    async def night() -> None:
        flood = Flood(turns)
        for number in range(MOST_WAITING + OF_STRANGERS):
            await flood.come(f"stranger {number}", "203.0.113.7")
        with pytest.raises(Problem, match="Too many people are signing in at once"):
            await turns.take(None, "203.0.113.7", print)
        waiting = list(turns._waiting)
        await flood.come("new", "10.0.0.1")
        with pytest.raises(Problem, match="Too many people are signing in at once"):
            await waiting[-1].turn
        assert len(turns._waiting) == MOST_WAITING
        with pytest.raises(Problem):
            await flood.over()

    asyncio.run(night())


def test_whoever_gives_up_takes_nobodys_turn(turns: Turns) -> None:
    async def night() -> None:
        flood = Flood(turns)
        for number in range(AT_ONCE + 2):
            await flood.come(f"dealer {number}", "10.0.0.1", f"dealer {number}")
        flood.give_up(f"dealer {AT_ONCE}")
        await flood.over()
        assert turns._busy == turns._strangers == 0
        assert f"dealer {AT_ONCE}" not in flood.order
        assert f"dealer {AT_ONCE + 1}" in flood.order
        # They get a turn, and are gone before they can take it.
        await flood.come("hasty", "203.0.113.7")
        flood.give_up("hasty")
        await asyncio.sleep(0)
        assert turns._busy == turns._strangers == 0

    asyncio.run(night())


def test_where_somebody_has_signed_in_nobody_is_a_stranger(turns: Turns) -> None:
    async def first_day() -> None:
        flood = Flood(turns)
        turns.came_in("2001:db8:1:2::1")
        for address in ("2001:db8:1:2::9", "2001:db8:1:3::9"):
            await flood.come(address, address)
        assert (turns._busy, turns._strangers) == (2, 1)
        await flood.over()
        for number in range(11_000):
            turns.came_in(f"10.1.{number >> 8}.{number & 255}")
        assert len(turns._places) <= 10_000

    asyncio.run(first_day())


class Held(PasswordHasher):
    """Takes as long over a wrong password as a test says."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.go = threading.Event()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        if password != PASSWORD:
            assert self.go.wait(PATIENCE_S)
        return super().verify(hash, password)


def test_honest_people_sign_in_beside_two_hundred_wrong_passwords(tmp_path: Path) -> None:
    """In the browser in which they have signed in before, and in a new one at a place from which
    somebody has.
    """
    with House(tmp_path / "pitboss.db", furnished=False) as house, ThreadPoolExecutor(200) as pool:
        for name in ("sam", "ann"):
            house.service.guard.add(SYSTEM_NAME, name, Role.DEALER, PASSWORD)
        own = house.nobody("10.0.0.1")
        assert own.sign_in("sam").status_code == 200
        own.post("/api/sign-out")
        house.service.guard.hasher = held = Held()
        flood = [
            pool.submit(house.nobody(f"203.0.113.{number % 40}").sign_in, f"n{number}", "not this")
            for number in range(200)
        ]
        try:
            end_s = monotonic() + PATIENCE_S
            while len(house.service.turns._waiting) < 200 - OF_STRANGERS:
                assert monotonic() < end_s
                threading.Event().wait(0.01)
            assert own.sign_in("sam").status_code == 200
            assert house.nobody("10.0.0.1").sign_in("ann").status_code == 200
            assert not any(one.done() for one in flood)
        finally:
            held.go.set()
        assert {one.result().status_code for one in flood} == {401}


def test_only_so_many_wait_for_a_thread(open_house: House) -> None:
    """Who sends two hundred at once is told so at once, and does not have the others wait."""
    tries = SignInTries(open_house.service.casino.journal)
    now_ms = open_house.service.clock_ms()
    with ExitStack() as stack:
        for _ in range(MOST_TRIES):
            stack.enter_context(tries.queueing("dana", "10.0.0.1", None, now_ms))
        with pytest.raises(Problem, match="sign-ins at once") as refused:
            stack.enter_context(tries.queueing("dana", "10.0.0.1", None, now_ms))
        assert refused.value.status == 429
        stack.enter_context(tries.queueing("dana", "10.0.0.2", None, now_ms))
        for number in range(MOST_FROM_ADDRESS - MOST_TRIES):
            stack.enter_context(tries.queueing(f"name {number}", "10.0.0.1", None, now_ms))
        with pytest.raises(Problem, match="sign-ins at once"):
            stack.enter_context(tries.queueing("erin", "10.0.0.1", None, now_ms))
        # Where she is known she has a queue of her own.
        stack.enter_context(tries.queueing("erin", "10.0.0.1", "her browser", now_ms))
    with tries.queueing("dana", "10.0.0.1", None, now_ms):
        pass


def test_the_event_loop_does_not_wait_for_whoever_counts(open_house: House) -> None:
    tries = SignInTries(open_house.service.casino.journal)
    with tries._lock, tries.queueing("dana", "10.0.0.1", None, open_house.service.clock_ms()):
        pass


def test_a_flood_is_forgotten_seconds_after_it_has_ended() -> None:
    """Others may share the address, and want to sign in."""
    now_ms = 0
    throttle = Throttle(30, lambda: now_ms)
    throttle.check_stranger("10.0.0.1")
    for _ in range(100_000):
        try:
            throttle.take(NOBODY, "10.0.0.1")
        except Problem:
            throttle.refused(NOBODY, "10.0.0.1")
    with pytest.raises(Problem):
        throttle.check_stranger("10.0.0.1")
    now_ms += BURST_S * 1_000 + 1_000 // (30 * ADDRESS_SHARE) + 1
    throttle.check_stranger("10.0.0.1")
    throttle.take(NOBODY, "10.0.0.1")


def test_invented_sessions_are_not_looked_up_for_ever(
    open_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would be looked for in the journal, by a thread: another server may have opened it."""
    service, looked = open_house.service, count()
    afresh = service.guard.caller_afresh

    def counted(connection: HTTPConnection) -> Caller:
        next(looked)
        return afresh(connection)

    monkeypatch.setattr(service, "throttle", Throttle(30, lambda: 0))
    monkeypatch.setattr(service.guard, "caller_afresh", counted)
    stranger = open_house.nobody()
    statuses = []
    for number in range(300):
        cookie = f"pitboss={number:043}"
        answer = stranger.client.get("/api/floor", headers={"Cookie": cookie})
        statuses.append(answer.status_code)
    assert statuses[0] == 401
    assert statuses[-1] == 429
    assert next(looked) == statuses.count(401) < 250


def test_who_does_not_say_who_he_is_is_refused_before_anything_is_looked_at(
    open_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_house.service, "throttle", Throttle(30, lambda: 0))
    stranger = open_house.nobody()
    while stranger.client.get("/api/floor").status_code != 429:
        pass
    answer = stranger.client.get("/api/no-such-thing")
    assert answer.status_code == 429
    assert answer.json()["code"] == "too-many-requests"
    assert answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    assert stranger.client.post("/api/sign-in", json={}).status_code == 429
    assert open_house.person(Role.DEALER).client.get("/api/floor").status_code == 200
