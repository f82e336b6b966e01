"""T15: wrong passwords lock out whoever tries them, and nobody else."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.casino.app import Casino
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.web.api.problems import Problem
from pitboss.web.auth.hashing import AT_ONCE
from pitboss.web.auth.sessions import Guard
from pitboss.web.auth.sign_in_tries import MOST_RIGHT
from tests.web.answers import code
from tests.web.service import IDLE_MS, LONGEST_MS, PASSWORD, Browser, Clock, House

WAIT = (429, "too-many-tries")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with House(tmp_path / "pitboss.db", clock=clock, furnished=False) as house:
        for name, role in (("sam", Role.PIT_SUPERVISOR), ("ann", Role.PLAYER)):
            house.service.guard.add(SYSTEM_NAME, name, role, PASSWORD)
        yield house


def fail(browser: Browser, name: str = "sam", times: int = 5) -> list[tuple[int, str]]:
    return [code(browser.sign_in(name, "not this one")) for _ in range(times)]


def test_five_tries_of_a_stranger_lock_the_stranger_out_and_not_the_owner(house: House) -> None:
    stranger = house.nobody("203.0.113.7")
    assert fail(stranger) == [(401, "wrong-name-or-password")] * 5
    assert code(stranger.sign_in("sam")) == WAIT
    assert house.nobody("10.0.0.1").sign_in("sam").status_code == 200


def test_a_browser_in_which_he_signed_in_before_is_let_in_whatever_strangers_do(
    house: House,
) -> None:
    own = house.nobody("10.0.0.1")
    assert own.sign_in("sam").status_code == 200
    own.post("/api/sign-out")
    for nth in range(4):
        fail(house.nobody(f"203.0.113.{nth}"))
    fail(house.nobody("10.0.0.1"), times=5)
    assert code(house.nobody("10.0.0.2").sign_in("sam")) == WAIT, "twenty wrong ones from anywhere"
    assert code(house.nobody("10.0.0.1").sign_in("sam")) == WAIT
    assert own.sign_in("sam").status_code == 200


def test_so_is_whoever_is_signed_in_and_changes_the_password(house: House) -> None:
    own = house.nobody("10.0.0.1")
    own.sign_in("sam")
    for nth in range(4):
        fail(house.nobody(f"203.0.113.{nth}"))
    changed = own.post("/api/password", {"old": PASSWORD, "new": "orchid lamp seventeen"})
    assert changed.status_code == 200, changed.text


def test_a_known_browser_has_five_tries_of_its_own(house: House) -> None:
    own = house.nobody("10.0.0.1")
    own.sign_in("sam")
    own.post("/api/sign-out")
    assert fail(own) == [(401, "wrong-name-or-password")] * 5
    assert code(own.sign_in("sam")) == WAIT
    assert house.nobody("10.0.0.1").sign_in("sam").status_code == 200


def test_it_is_known_for_that_person_alone_and_can_not_be_made_up(house: House) -> None:
    ann = house.nobody("203.0.113.7")
    ann.sign_in("ann")
    [(name, value)] = [
        (one.name, one.value) for one in ann.client.cookies.jar if "known" in one.name
    ]
    ann.post("/api/sign-out")
    fail(ann)
    assert code(ann.sign_in("sam")) == WAIT
    sams = house.nobody()
    sams.sign_in("sam")
    [own] = [one.name for one in sams.client.cookies.jar if "known" in one.name]
    assert own != name
    for forged in (value, "A" * 43, "_" * 43):
        thief = house.nobody("203.0.113.7")
        thief.client.cookies.set(own, str(forged))
        assert code(thief.sign_in("sam")) == WAIT, forged


def test_a_cookie_of_before_a_new_password_is_good_for_nothing(house: House, clock: Clock) -> None:
    own = house.nobody("10.0.0.1")
    own.sign_in("sam")
    clock.pass_by(minutes=2)
    guard, again = house.service.guard, "orchid lamp seventeen"
    token = guard.invite_again(SYSTEM_NAME, "sam").invitation or ""
    guard.accept(token, guard.invited(token, clock()), again)
    fail(house.nobody("10.0.0.1"))
    assert code(own.sign_in("sam", "orchid lamp seventeen")) == WAIT


def test_one_address_that_tries_many_names_waits(house: House) -> None:
    stranger = house.nobody("203.0.113.7")
    for nth in range(20):
        assert stranger.sign_in(f"n{nth}", "not this one").status_code == 401
    assert code(stranger.sign_in("ann")) == WAIT
    assert house.nobody("203.0.113.8").sign_in("ann").status_code == 200


def test_many_addresses_that_try_one_name_wait(house: House) -> None:
    for nth in range(20):
        assert house.nobody(f"203.0.113.{nth}").sign_in("sam", "not this").status_code == 401
    assert code(house.nobody("203.0.113.99").sign_in("sam", "not this")) == WAIT


def test_a_network_of_addresses_counts_as_one(house: House) -> None:
    for nth in range(5):
        fail(house.nobody(f"2001:db8:1:2::{nth}"), times=1)
    assert code(house.nobody("2001:db8:1:2:ffff::9").sign_in("sam")) == WAIT


def test_another_process_has_the_same_count_and_so_has_one_that_is_started_again(
    house: House, clock: Clock
) -> None:
    casino = Casino(house.casino.journal, clock_ms=clock)
    try:
        there = Guard(casino, clock, idle_ms=IDLE_MS, longest_ms=LONGEST_MS)
        here = house.nobody("203.0.113.7")
        fail(here, times=3)
        for _ in range(2):
            with pytest.raises(Problem):
                there.check_password("sam", "not this one", "203.0.113.7")
        assert code(here.sign_in("sam")) == WAIT
        with pytest.raises(Problem) as told:
            there.check_password("sam", PASSWORD, "203.0.113.7")
        assert told.value.code == "too-many-tries"
        again = Guard(casino, clock, idle_ms=IDLE_MS, longest_ms=LONGEST_MS)
        with pytest.raises(Problem) as told:
            again.check_password("sam", PASSWORD, "203.0.113.7")
        assert told.value.code == "too-many-tries"
        there.close()
        again.close()
    finally:
        casino.close()


def test_right_sign_ins_are_limited_too(house: House, clock: Clock) -> None:
    for _ in range(MOST_RIGHT):
        assert house.nobody().sign_in("ann").status_code == 200
    assert code(house.nobody().sign_in("ann")) == WAIT
    assert house.nobody().sign_in("sam").status_code == 200
    clock.pass_by(minutes=1)
    assert house.nobody().sign_in("ann").status_code == 200


def test_of_a_flood_of_right_sign_ins_few_are_hashed_and_others_come_through(house: House) -> None:
    with ThreadPoolExecutor(30) as pool:
        flood = [
            pool.submit(lambda: house.nobody("203.0.113.7").sign_in("ann").status_code)
            for _ in range(30)
        ]
        assert house.nobody("10.0.0.1").sign_in("sam").status_code == 200
        told = [one.result() for one in flood]
    assert told.count(200) <= MOST_RIGHT + AT_ONCE
    assert set(told) == {200, 429}


def test_what_is_refused_here_is_not_stored(house: House) -> None:
    stranger = house.nobody("203.0.113.7")
    fail(stranger)
    before = house.casino.journal.last_position()
    for _ in range(10):
        assert code(stranger.sign_in("sam", "not this one")) == WAIT
    assert house.casino.journal.last_position() == before
