"""Over https the session is in a cookie that no other server of the domain can set: whoever has
``other.example`` can't sign a visitor of ``pitboss.example`` in as somebody else.
"""

import httpx
import pytest

from pitboss.people.roles import Role
from tests.web.service import PASSWORD, Browser, House

OURS = "__Host-pitboss"


@pytest.fixture
def browser(house: House) -> Browser:
    """A browser that reaches the house over https; a dealer has a password."""
    house.service.guard.add("pitboss", "dana", Role.DEALER, PASSWORD)
    found = house.nobody()
    found.client.base_url = httpx.URL("https://testserver")
    return found


def test_the_cookie_is_bound_to_this_server(browser: Browser) -> None:
    answer = browser.sign_in("dana")
    ours, known = answer.headers.get_list("set-cookie")
    assert ours.startswith(f"{OURS}=")
    parts = {part.strip().lower() for part in ours.split(";")[1:]}
    assert {"secure", "httponly", "path=/", "samesite=strict"} == parts, "and no domain"
    # By the other one a browser is known when it signs in again; nothing else sees it.
    assert known.startswith("__Secure-")
    rest = {part.strip().lower() for part in known.split(";")[1:] if "max-age" not in part.lower()}
    assert {"secure", "httponly", "path=/api/sign-in", "samesite=strict"} == rest
    assert browser.get("/api/floor").status_code == 200


def test_a_cookie_that_another_server_could_have_set_is_not_looked_at(
    house: House, browser: Browser
) -> None:
    token = house.service.guard.open_session("dana")
    browser.client.cookies.set("pitboss", token)
    assert browser.get("/api/floor").status_code == 401
    browser.client.cookies.set(OURS, token)
    assert browser.get("/api/floor").status_code == 200


def test_nor_one_of_https_without_it(house: House) -> None:
    house.service.guard.add("pitboss", "dana", Role.DEALER, PASSWORD)
    plain = house.nobody()
    plain.client.cookies.set(OURS, house.service.guard.open_session("dana"))
    assert plain.get("/api/floor").status_code == 401


def test_signing_out_takes_it_away(browser: Browser) -> None:
    browser.sign_in("dana")
    (cookie,) = browser.post("/api/sign-out").headers.get_list("set-cookie")
    assert cookie.startswith(f'{OURS}=""; ')
    assert "Max-Age=0" in cookie
    assert "Secure" in cookie
