"""One's own sessions: everybody sees and ends his own and nobody else's, and not from a browser
that was merely left unlocked.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from tests.attacks.desks import told
from tests.web.apps import enrolled
from tests.web.service import IDLE_MS, PASSWORD, Browser, Clock, House

KEY = bytes(range(32))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "p.db", clock=Clock(), furnished=False, key=KEY) as house:
        yield house


def signed_in(house: House, name: str) -> Browser:
    """Somebody with a password, in a browser of his own."""
    if name not in house.casino.people().persons:
        house.service.guard.add(SYSTEM_NAME, name, Role.PLAYER, PASSWORD)
    browser = house.nobody()
    assert browser.sign_in(name).status_code == 200
    return browser


def listed(browser: Browser) -> dict[str, bool]:
    """The own sessions, and which of them asks."""
    sessions = browser.json("/api/sessions")["sessions"]
    return {one["session"]: one["here"] for one in sessions}


def end(browser: Browser, which: str, **body: str) -> tuple[int, str]:
    answer = browser.post(f"/api/sessions/{which}/end", body)
    return told(answer) if answer.status_code != 200 else (200, "")


def test_a_session_elsewhere_is_seen_and_ended_and_its_stream_with_it(house: House) -> None:
    here, elsewhere, bob = (signed_in(house, name) for name in ("ann", "ann", "bob"))
    (other,) = (session for session, is_here in listed(here).items() if not is_here)
    assert len(listed(bob)) == 1, "nobody sees another one's"
    with elsewhere.stream() as stream:
        assert stream.event().kind == "snapshot"
        assert end(here, other) == (422, "bad-field"), "an unlocked browser is not enough"
        assert end(here, other, password="not mine at all") == (401, "wrong-name-or-password")
        assert end(here, other, password=PASSWORD) == (200, "")
        stream.rest()
    assert told(elsewhere.get("/api/floor")) == (401, "sign-in-needed")
    assert here.get("/api/floor").status_code == 200
    assert end(here, other, password=PASSWORD) == (404, "no-such-session")


def test_nobody_ends_another_ones(house: House) -> None:
    ann, bob = signed_in(house, "ann"), signed_in(house, "bob")
    (anns,) = listed(ann)
    assert end(bob, anns, password=PASSWORD) == (404, "no-such-session")
    assert end(bob, "others", password=PASSWORD) == (200, "")
    assert end(bob, "", password=PASSWORD)[0] == 404
    assert ann.get("/api/floor").status_code == 200


def test_all_others_end_at_once_and_this_one_goes_on(house: House) -> None:
    here, *others = (signed_in(house, "ann") for _ in range(4))
    assert end(here, "others", password=PASSWORD) == (200, "")
    assert list(listed(here).values()) == [True]
    assert {one.get("/api/floor").status_code for one in others} == {401}


def test_what_has_ended_by_itself_is_not_listed(house: House) -> None:
    signed_in(house, "ann")
    clock = house.service.clock_ms
    assert isinstance(clock, Clock)
    clock.pass_by(minutes=IDLE_MS / 60_000)
    assert list(listed(signed_in(house, "ann")).values()) == [True]


def test_whoever_has_a_second_factor_is_asked_for_it(house: House) -> None:
    here, clock = signed_in(house, "ann"), house.service.clock_ms
    assert isinstance(clock, Clock)
    app, _ = enrolled(here, clock)
    clock.pass_by(minutes=20)
    assert end(here, "others", password=PASSWORD) == (403, "step-up-needed")
    assert here.post("/api/step-up", {"code": app.code()}).status_code == 200
    assert end(here, "others") == (200, "")


def test_a_console_has_none(house: House) -> None:
    console = house.device(Role.DISPLAY, "A sign")
    assert told(console.get("/api/sessions")) == (403, "not-permitted")
    assert end(console, "others")[0] == 403
