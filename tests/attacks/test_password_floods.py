"""Somebody has passwords hashed, which is the most expensive thing that a stranger can ask for:
the tables do not notice, and honest people sign in beside him.
"""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from starlette.requests import HTTPConnection

from pitboss.people.roles import Role
from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import NOBODY, Caller
from pitboss.web.auth.hashing import LOW, HashingProcess
from pitboss.web.auth.rate_limit import MOST_FROM_ADDRESS, MOST_TRIES
from pitboss.web.auth.sign_in_tries import SignInTries
from pitboss.web.auth.throttle import ADDRESS_SHARE, BURST_S, Throttle
from tests.web.service import House


@pytest.fixture(scope="module")
def process() -> Iterator[HashingProcess]:
    with closing(HashingProcess()) as found:
        yield found


def test_a_password_is_hashed_where_it_takes_nothing_from_the_tables(
    process: HashingProcess,
) -> None:
    hashed = process.hash("correct horse")
    assert re.match(r"\$argon2id\$v=19\$m=65536,t=3,p=4\$", hashed)
    assert process.verify(hashed, "correct horse")
    assert process.pid not in (None, os.getpid())
    assert process.pid is not None
    own = os.getpriority(os.PRIO_PROCESS, os.getpid())
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, own + LOW)
    with pytest.raises(VerifyMismatchError):
        process.verify(hashed, "another horse")
    with pytest.raises(VerifyMismatchError):
        process.verify("no hash", "correct horse")


def test_hashes_of_other_settings_fit_as_before(process: HashingProcess) -> None:
    old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("correct horse")
    assert process.verify(old, "correct horse")


def test_it_is_there_again_after_it_was_killed(process: HashingProcess) -> None:
    old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("correct horse")
    process.verify(old, "correct horse")
    killed = process.pid
    assert killed is not None
    os.kill(killed, signal.SIGINT)
    assert process.verify(old, "correct horse"), "Ctrl-C is for the server"
    assert process.pid == killed
    os.kill(killed, signal.SIGKILL)
    assert process.verify(old, "correct horse")
    assert process.pid != killed


def test_where_it_can_not_be_started_nobody_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    with closing(HashingProcess()) as broken, pytest.raises(ChildProcessError):
        broken.verify("$argon2id$", "anything")


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
