"""Several people in one browser: in a demonstration each tab may view as somebody else, in a casino
there is one.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.people.roles import Role
from pitboss.web.auth.cookies import session_token, view_of, without_foreign_cookies
from pitboss.web.demo import furnish
from tests.web.service import Browser, House

TOKEN, OTHER = "a" * 43, "b" * 43
VIEW = view_of("demo-dealer")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, store: None) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("demo") / "p.db", furnished=False, demo=True) as house:
        furnish(house.casino, house.service.guard)
        house.settle_down()
        yield house


class Tab:
    """A tab of a browser: it views as whom it has signed in as."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.headers: dict[str, str] = {}

    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.browser.client.get("/api/me", headers=self.headers).json()
        return found

    def view_as(self, role: str) -> None:
        answer = self.post("/api/demo/sign-in", {"role": role})
        self.headers = {"X-View-As": answer["view"]}

    def post(self, path: str, body: object = None) -> dict[str, Any]:
        csrf = self.me()["csrf"] or ""
        headers = {name.replace("-", "_"): value for name, value in self.headers.items()}
        answer = self.browser.post(path, body, **headers, X_CSRF_Token=csrf)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


def test_two_tabs_are_two_people(demo: House) -> None:
    browser = demo.nobody()
    one, two, third = Tab(browser), Tab(browser), Tab(browser)
    one.view_as("player")
    two.view_as("dealer")
    assert (one.me()["name"], two.me()["name"]) == ("demo-player", "demo-dealer")
    # A tab that says nothing has whoever came last.
    assert third.me()["name"] == "demo-dealer"
    # Each acts for itself, and neither has ended the other's session.
    two.post("/api/tables/Stud/commands", {"do": "open-betting"})
    one.post(
        "/api/tables/Stud/commands",
        {"do": "place-bet", "box": 1, "bet": "ante", "amount": "25.00"},
    )
    two.post("/api/tables/Stud/commands", {"do": "close-betting"})
    assert browser.client.cookies.get("pitboss") == browser.client.cookies.get(f"pitboss-{VIEW}")


def test_a_person_who_is_in_the_browser_already_is_not_signed_in_twice(demo: House) -> None:
    browser = demo.nobody()
    one, two = Tab(browser), Tab(browser)
    one.view_as("dealer")
    before = one.me()["csrf"]
    two.view_as("dealer")
    assert one.me()["csrf"] == two.me()["csrf"] == before
    # A session that is over is not taken up again.
    one.post("/api/sign-out")
    assert two.me()["role"] is None
    browser.client.cookies.set(f"pitboss-{VIEW}", TOKEN)
    two.headers = {}
    two.view_as("dealer")
    assert two.me()["csrf"] != before


def test_who_signs_out_leaves_the_others_in(demo: House) -> None:
    browser = demo.nobody()
    one, two = Tab(browser), Tab(browser)
    one.view_as("player")
    two.view_as("dealer")
    one.post("/api/sign-out")
    assert (one.me()["role"], two.me()["role"]) == (None, "dealer")
    assert Tab(browser).me()["role"] == "dealer"
    two.post("/api/sign-out")
    assert browser.client.cookies.get("pitboss") is None
    assert Tab(browser).me()["role"] is None


def test_they_share_one_connection(demo: House) -> None:
    browser = demo.nobody()
    one, two = Tab(browser), Tab(browser)
    one.view_as("player")
    two.view_as("dealer")
    watches = [
        {"name": f"demo-{role}", "view": view_of(f"demo-{role}"), "tables": ["Classic"]}
        for role in ("player", "dealer")
    ]
    with browser.shared_stream(*watches) as stream:
        seen = [stream.event() for _ in range(4)]
        assert [event.kind for event in seen] == ["watch", "snapshot", "watch", "snapshot"]
        steps = [
            [step["do"] for step in event.data["views"]["table/Classic"]["next"]]
            for event in seen[1::2]
        ]
    assert "open-betting" not in steps[0]
    assert "open-betting" in steps[1]


def test_the_cookies_are_out_of_reach_of_scripts(demo: House) -> None:
    answer = demo.nobody().post("/api/demo/sign-in", {"role": "dealer"})
    cookies = answer.headers.get_list("set-cookie")
    assert [cookie.partition("=")[0] for cookie in cookies] == ["pitboss", f"pitboss-{VIEW}"]
    assert all("HttpOnly" in cookie and "SameSite=strict" in cookie for cookie in cookies)


def test_a_casino_has_one_person_a_browser_whatever_a_tab_says(house: House) -> None:
    ann = house.person(Role.PLAYER)
    dana = house.person(Role.DEALER)
    ann.client.cookies.set(f"pitboss-{view_of('dana')}", dana.token or "")
    for view in ("", view_of("dana"), view_of("ann")):
        assert ann.client.get("/api/me", headers={"X-View-As": view}).json()["name"] == "ann"
    assert "view" not in ann.learn()


def test_our_cookies_are_found_among_all_others() -> None:
    header = (
        f'x="a\\;b"; pitboss={TOKEN}; pitboss-{VIEW}={OTHER} ;pitboss-XYZ={OTHER};pitbossy={OTHER}'
    )
    assert session_token(header) == TOKEN
    assert session_token(header, VIEW) == OTHER
    assert session_token(header, "XYZ") is None
    assert session_token(None) is None
    assert session_token(f"pitboss={TOKEN}x") is None
    sent = [(b"host", b"x"), (b"cookie", header.encode())]
    kept = f"pitboss={TOKEN}; pitboss-{VIEW}={OTHER}".encode()
    assert without_foreign_cookies(sent) == [(b"host", b"x"), (b"cookie", kept)]
    assert without_foreign_cookies([(b"cookie", b"x=1")]) == []
