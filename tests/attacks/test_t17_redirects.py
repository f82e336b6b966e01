"""Addresses that would send somebody elsewhere once they have signed in."""

from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.floor import House

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("attacks-on-a-demo")]

ELSEWHERE = [
    "http://evil.example/",
    "https:evil.example",
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "/\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\n/evil.example",
    "\t//evil.example",
    "/\t\\evil.example",
    " //evil.example",
    "//evil.example@127.0.0.1",
    "//user@evil.example/",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "/\x00/evil.example",
    "data:text/html,evil",
    "blob:http://evil.example/1",
    "//[",
    "/.//evil.example",
    "/..//evil.example",
    "/%5C/evil.example",
    "evil.example",
    "",
]
HERE = {
    "/": "/",
    "/pit": "/pit",
    "/table/Stud?x=1&y=%2F#end": "/table/Stud?x=1&y=%2F#end",
    "/seat/5%E2%82%AC%20T%C3%A9l": "/seat/5%E2%82%AC%20T%C3%A9l",
    "/sign/../pit": "/pit",
    "/rulebooks?book=http://evil.example": "/rulebooks?book=http://evil.example",
}


OWN_PAGE = (
    "async ([asked, origin]) => (await import('/static/shared/destination.js'))"
    ".ownPage(asked, origin)"
)


def test_the_page_leads_nowhere_but_to_our_own_pages(page: Page, demo: House) -> None:
    page.goto("/sign-in")
    for asked in [*ELSEWHERE, None]:
        found = page.evaluate(OWN_PAGE, [asked, demo.address])
        # As the browser reads it, not as we do.
        assert page.evaluate("(found) => new URL(found).origin", found) == demo.address, (
            asked,
            found,
        )
    for asked, path in HERE.items():
        assert page.evaluate(OWN_PAGE, [asked, demo.address]) == demo.address + path


@pytest.mark.parametrize(
    "asked", ["/\\evil.example", "//evil.example", "/\t/evil.example", "javascript:alert(1)"]
)
def test_somebody_who_signs_in_there_stays_here(page: Page, demo: House, asked: str) -> None:
    page.goto(f"/sign-in?next={quote(asked, safe='')}")
    with page.expect_navigation(url=lambda url: urlsplit(url).path != "/sign-in"):
        page.get_by_test_id("demo-dealer").click()
    assert page.url == f"{demo.address}/"


def test_and_comes_back_to_the_page_that_was_asked_for(page: Page, demo: House) -> None:
    page.goto("/sign-in?next=%2Fpit%3Fa%3D1")
    with page.expect_navigation(url=lambda url: urlsplit(url).path != "/sign-in"):
        page.get_by_test_id("demo-dealer").click()
    assert page.url == f"{demo.address}/pit?a=1"
