"""Cookies that are made to keep the service busy, or its memory full."""

import gc
import tracemalloc
from time import process_time

import pytest

from pitboss.people.roles import Role
from pitboss.web.auth.cookies import session_token
from tests.web.service import House

TOKEN = "A" * 43
CPU_S = 5.0
"""Time of our own process, whatever else the machine does. Reading such a cookie as Python 3.11.7
did takes 15 s.
"""


@pytest.mark.parametrize("name", ["pitboss", "other"])
def test_a_cookie_full_of_backslashes_takes_no_time(house: House, name: str) -> None:
    cookie = f'{name}="' + "\\" * 60_000 + '"'
    browser = house.nobody()
    begun_s = process_time()
    for path in ("/api/me", "/api/floor", "/api/stream"):
        assert browser.client.get(path, headers={"Cookie": cookie}).status_code in (200, 401)
    assert process_time() - begun_s < CPU_S


@pytest.mark.parametrize(
    "piece", [" ", ";", "; ", "pitboss=", "pitboss=A", "\t;", f"pitboss={TOKEN}x;"]
)
def test_nor_does_any_other(piece: str) -> None:
    cookie = piece * (60_000 // len(piece))
    begun_s = process_time()
    assert session_token(cookie) is None
    assert process_time() - begun_s < CPU_S


@pytest.mark.parametrize(
    ("header", "token"),
    [
        (None, None),
        ("", None),
        (f"pitboss={TOKEN}", TOKEN),
        (f"a=1; pitboss={TOKEN}; b=2", TOKEN),
        (f"a=1;pitboss={TOKEN};b=2", TOKEN),
        (f'pitboss="{TOKEN}"', None),
        (f"notpitboss={TOKEN}", None),
        (f"a=pitboss={TOKEN}", None),
        (f"pitboss={TOKEN}A", None),
        (f"pitboss={TOKEN[1:]}", None),
        (f"pitboss={TOKEN[1:]}\\", None),
        (f"Pitboss={TOKEN}", None),
        (f"pitboss={TOKEN}; pitboss={'B' * 43}", TOKEN),
    ],
)
def test_only_a_token_of_our_own_is_found(header: str | None, token: str | None) -> None:
    assert session_token(header) == token


def test_cookies_of_strangers_are_not_kept(house: House) -> None:
    browser, dana = house.nobody(), house.person(Role.DEALER)
    paths = ("/api/me", "/api/stream", "/api/floor")

    def ask(nth: int) -> None:
        for path in paths:
            browser.client.get(path, headers={"Cookie": f"pitboss={nth:043d}; a={nth:010000d}"})
        browser.client.post("/api/tables/Stud/commands", headers={"Cookie": f"a={nth:010000d}"})
        dana.client.get("/api/floor", headers={"Cookie": f"pitboss={dana.token}; a={nth:010000d}"})

    ask(0)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for nth in range(1, 21):
            ask(nth)
        # What is waiting to be swept up is not kept.
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Five cookies of 10,000 characters each time would come to 1 MB.
    assert after - before < 500_000
