"""Addresses: names with a slash in them, and addresses where there is nothing."""

import pytest
from starlette.types import Scope

from pitboss.people.roles import Role
from pitboss.web.addresses import give_slashes_back, keep_slashes
from pitboss.web.asgi import HEADERS
from tests.web.service import House

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"/x/A%2FB/y", "A/B"),
        (b"/x/A%2fB%2F/y", "A/B/"),
        (b"/x/%E5%BC%A0%2F%20/y", "张/ "),
        (b"/x/%FF%2F/y", "�/"),
    ],
)
def test_a_slash_of_a_name_does_not_part_the_path(raw: bytes, name: str) -> None:
    scope: Scope = {"type": "http", "raw_path": raw, "path": "as the server took it apart"}
    keep_slashes(scope)
    _, first, part, last = scope["path"].split("/")
    assert (first, last) == ("x", "y")
    scope["path_params"] = {"name": part}
    give_slashes_back(scope)
    assert scope["path_params"] == {"name": name}


def test_other_paths_stay_as_they_are() -> None:
    scope: Scope = {
        "type": "http",
        "raw_path": b"/x/100%25",
        "path": "/x/100%",
        "path_params": {"name": "100%"},
    }
    keep_slashes(scope)
    give_slashes_back(scope)
    assert (scope["path"], scope["path_params"]) == ("/x/100%", {"name": "100%"})


def test_who_sends_a_name_with_a_slash_is_told_what_is_wrong_with_it(open_house: House) -> None:
    max_, root = open_house.person(Role.SHIFT_MANAGER), open_house.person(Role.ADMINISTRATOR)
    table = max_.post("/api/tables/A%2FB/commands", {"do": "open-betting"})
    assert (table.status_code, table.json()["code"]) == (422, "bad-request")
    assert "without a slash, not 'A/B'" in table.json()["detail"]
    link = max_.post("/api/links/A%2FB/commands", {"do": "fail-link", "reason": "dark"})
    assert "without a slash, not 'A/B'" in link.json()["detail"]
    person = root.post("/api/people/A%2FB/disable")
    assert person.status_code == 404
    assert person.json()["detail"] == "There is nobody called A/B here."
    assert max_.get("/api/tables/A%2FB").json()["detail"] == "There is no table A/B."
    assert max_.get("/api/rounds/A%2FB-1/record").json()["code"] == "no-such-round"


def test_a_console_can_not_reach_another_table_by_a_slash(open_house: House) -> None:
    console = open_house.device(Role.DEALER, "Slashing console")
    answer = console.post("/api/tables/Stud%2FHoldem/commands", {"do": "open-betting"})
    assert (answer.status_code, answer.json()["code"]) == (403, "other-table")


def test_pages_of_names_with_a_slash_are_served(open_house: House) -> None:
    for path in ("/table/A%2FB", "/seat/A%2FB", "/sign/A%2FB"):
        assert open_house.nobody().get(path).status_code == 200
    assert open_house.nobody().get("/static/..%2Fserver.py").status_code == 404


@pytest.mark.parametrize("path", ["/none", "/table", "/table/Stud/none", "/pitt"])
def test_a_browser_is_shown_a_page_where_there_is_nothing(open_house: House, path: str) -> None:
    answer = open_house.nobody().client.get(path, headers={"Accept": BROWSER})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert 'href="/"' in answer.text
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


@pytest.mark.parametrize("path", ["/none", "/api/none", "/api/tables", "/static/none.css"])
def test_programs_are_told_so_in_their_own_way(open_house: House, path: str) -> None:
    accept = "*/*" if path == "/none" else BROWSER
    answer = open_house.nobody().client.get(path, headers={"Accept": accept})
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert answer.headers["content-type"] == "application/problem+json"
