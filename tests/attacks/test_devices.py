"""Devices: their tokens leave the address, come to an end, and open one table alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.people.roles import Role
from tests.web.answers import code
from tests.web.service import Browser, Clock, House

A_DAY_MS = 24 * 3_600_000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with House(tmp_path / "pitboss.db", clock=clock) as house:
        house.service.guard.device_ms = 30 * A_DAY_MS
        yield house


def added(house: House) -> tuple[str, str]:
    root = house.person(Role.ADMINISTRATOR)
    body = {"role": "dealer", "label": "Console 7", "table": "Stud"}
    made = root.post("/api/devices", body).json()
    return made["device"], made["token"]


def opened(house: House, token: str) -> Browser:
    """A page of a device that was opened with its token."""
    console = house.nobody()
    answer = console.post("/api/device", {"token": token})
    assert answer.status_code == 200, answer.text
    console.client.headers["X-Device"] = answer.json()["device"]
    return console


def test_a_token_becomes_a_cookie_that_no_script_reads(house: House) -> None:
    device, token = added(house)
    console = house.nobody()
    answer = console.post("/api/device", {"token": token})
    assert answer.json() == {"device": device}
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"pitboss-device-{device}={token}; HttpOnly; Max-Age=2592000; Path=/;")
    assert "SameSite=strict" in cookie
    assert token not in answer.text
    # Without the header a browser is nobody, and with another device's id too.
    assert console.learn()["role"] is None
    console.client.headers["X-Device"] = device
    assert console.learn()["name"] == "Console 7"
    assert console.do("Stud", "open-betting").status_code == 200
    console.client.headers["X-Device"] = "0" * 12
    assert console.learn()["role"] is None


def test_a_page_of_another_site_can_not_use_it(house: House) -> None:
    console = opened(house, added(house)[1])
    path, body = "/api/tables/Stud/commands", {"do": "open-betting"}
    assert code(console.post(path, body, Origin="http://evil.example")) == (403, "wrong-origin")
    del console.client.headers["X-Device"]
    assert console.post(path, body).status_code == 401
    stranger = house.nobody()
    token = {"token": added_again(house)}
    assert code(stranger.post("/api/device", token, Origin="http://evil.example")) == (
        403,
        "wrong-origin",
    )


def added_again(house: House) -> str:
    root = house.person(Role.ADMINISTRATOR)
    made = root.post("/api/devices", {"role": "display", "label": "Sign"}).json()
    return str(made["token"])


@pytest.mark.parametrize("token", ["", "x", "0" * 43, "é" * 43, "x" * 5_000])
def test_what_is_no_token_signs_nothing_in(house: House, token: str) -> None:
    answer = house.nobody().post("/api/device", {"token": token})
    assert answer.status_code in (401, 422)
    assert "set-cookie" not in answer.headers


def test_a_token_comes_to_an_end_and_is_renewed(house: House, clock: Clock) -> None:
    device, token = added(house)
    console = opened(house, token)
    stream = console.stream("Stud")
    stream.event()
    clock.now_ms += 30 * A_DAY_MS - 1
    assert console.learn()["name"] == "Console 7"
    clock.now_ms += 1
    assert console.learn()["role"] is None
    assert console.do("Stud", "open-betting").status_code == 401
    assert code(house.nobody().post("/api/device", {"token": token})) == (401, "no-such-device")
    house.person(Role.DEALER).do("Stud", "open-betting")
    stream.rest()
    assert stream.ended, "what it listens to ends as well"
    stream.close()
    root = house.person(Role.ADMINISTRATOR)
    [shown] = root.json("/api/devices")["devices"]
    assert shown["ends_ms"] == clock.now_ms
    renewed = root.post(f"/api/devices/{device}/renew").json()["token"]
    assert opened(house, renewed).learn()["name"] == "Console 7"
    assert code(house.nobody().post("/api/device", {"token": token})) == (401, "no-such-device")


def test_a_token_that_is_renewed_or_revoked_is_worth_nothing_at_once(house: House) -> None:
    device, token = added(house)
    console, root = opened(house, token), house.person(Role.ADMINISTRATOR)
    fresh = root.post(f"/api/devices/{device}/renew").json()["token"]
    assert console.learn()["role"] is None
    again = opened(house, fresh)
    assert again.learn()["name"] == "Console 7"
    root.post(f"/api/devices/{device}/revoke")
    assert again.learn()["role"] is None
    assert code(root.post(f"/api/devices/{device}/renew")) == (404, "no-such-device")


def test_nobody_else_renews_a_device(house: House) -> None:
    device, token = added(house)
    console = opened(house, token)
    for browser in (console, house.person(Role.SHIFT_MANAGER), house.nobody()):
        assert browser.post(f"/api/devices/{device}/renew").status_code in (401, 403)


def test_a_console_is_told_nothing_of_other_tables_whatever_it_asks_for(house: House) -> None:
    device, token = added(house)
    console = opened(house, token)
    tables = [name for name in house.casino.tables() if name != "Stud"]
    for other in tables:
        assert console.get(f"/api/tables/{other}").status_code == 403
        assert console.get(f"/api/tables/{other}/entries").status_code == 403
    watch = {"name": "Console 7", "role": "dealer", "device": device}
    asked = {"tables": ("*", *tables), "links": ("*",), "consoles": tuple(tables)}
    with console.shared_stream(watch | asked) as stream:
        events = stream.until(lambda event: event.kind == "snapshot")
    seen = {view for event in events if event.kind == "snapshot" for view in event.data["views"]}
    assert {view for view in seen if view.startswith("table/")} == {"table/Stud"}
