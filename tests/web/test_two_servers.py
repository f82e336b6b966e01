"""Two processes of the service on one PostgreSQL: whatever is done through one is there through the
other.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from pitboss.demo.robot import Robot
from pitboss.people.roles import Role
from tests.postgres import shared_server
from tests.web.evening import Evening
from tests.web.service import Browser, House


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[House, House]]:
    with shared_server() as server, server.borrowed_journal() as url, ExitStack() as stack:
        first = stack.enter_context(House(url))
        yield first, stack.enter_context(House(url))


def there(browser: Browser, house: House) -> Browser:
    """The same browser at the other server: it brings the token that the first one gave it."""
    assert browser.token is not None
    return house.with_token(browser.token)


def test_who_is_signed_in_at_one_is_signed_in_at_the_other(both: tuple[House, House]) -> None:
    here, other = both
    dana = here.person(Role.DEALER)
    same = there(dana, other)
    assert same.name == "dana"
    assert same.csrf == dana.csrf
    assert dana.post("/api/sign-out").status_code == 200
    with other.person(Role.SHIFT_MANAGER).stream() as stream:
        # Every process follows the journal; when it has come to this it has heard of the signing
        # out.
        done = other.person(Role.DEALER).do("Holdem", "open-betting").json()
        stream.until(lambda event: int(event.id or 0) >= done["position"])
    assert same.learn()["name"] is None


def test_a_device_is_known_and_its_revocation_too(both: tuple[House, House]) -> None:
    here, other = both
    sign = here.device(Role.DISPLAY, "a sign")
    same = other.nobody()
    same.client.headers["Authorization"] = sign.client.headers["Authorization"]
    assert same.get("/api/floor").status_code == 200
    with same.stream("*", "*") as stream:
        stream.event()
        root = here.person(Role.ADMINISTRATOR)
        assert root.post(f"/api/devices/{sign.device}/revoke").status_code == 200
        stream.rest()
    assert same.get("/api/floor").status_code == 401


def test_a_change_through_one_appears_through_the_other(both: tuple[House, House]) -> None:
    here, other = both
    with other.person(Role.DISPLAY).stream("Stud", "Millions") as stream:
        stream.event()
        evening = Evening(here, "Stud")
        evening.begin(progressive="5.00")
        stream.until(lambda event: event.kind == "table" and len(event.data["round"]["boxes"]) == 3)
        evening.play(until="deciding")
        stream.until(lambda event: event.kind == "meter" and event.data["displayed"] == "100000.75")
        view = evening.view()
        assert other.person(Role.DEALER).json("/api/tables/Stud")["round"] == view["round"]


def test_a_round_is_played_through_both_in_turns(both: tuple[House, House]) -> None:
    evenings = [Evening(house, "Bullseye", seed=2) for house in both]
    evenings[0].begin(progressive="5.00")
    steps = 0
    while evenings[steps % 2].step():
        steps += 1
    assert steps > 8
    assert {evening.view()["rounds"] for evening in evenings} == {1}


def test_a_command_sent_to_both_is_done_once(both: tuple[House, House]) -> None:
    here, other = both
    dana = here.person(Role.DEALER)
    first = dana.do("Classic", "open-betting", key="sent-twice")
    again = there(dana, other).do("Classic", "open-betting", key="sent-twice")
    assert first.status_code == again.status_code == 200
    assert again.headers["idempotent-replay"] == "true"
    assert again.json()["position"] == first.json()["position"]
    refused = there(dana, other).do("Classic", "conclude", key="sent-twice")
    assert (refused.status_code, refused.json()["code"]) == (409, "other-command")


def test_robots_on_both_sides_and_both_see_the_same_floor(both: tuple[House, House]) -> None:
    here, other = both
    random = Random(5)
    robots = {house: Robot("Singapore", seed) for seed, house in enumerate(both)}
    for _ in range(60):
        house = random.choice(both)
        state = house.casino.table("Singapore")
        assert state is not None
        request = robots[house].request(state)
        if request is not None:
            house.casino.carry_out(request)
    for house in both:
        house.settle_down()
    floors = [house.person(Role.AUDITOR).json("/api/floor") for house in (here, other)]
    for floor in floors:
        del floor["position"]
        for table in floor["tables"]:
            # Each tells it by the records that reached it together.
            del table["since_ms"]
    assert floors[0] == floors[1]
