"""That the pages of these tests are watched: what goes wrong on one does not stay unseen, and that
nobody finds what another has left.
"""

import pytest
from playwright.sync_api import Browser

from tests.browser.floor import PHONE, WORK, Floor, House
from tests.browser.windows import Windows

THROWS = (
    "() => new Promise((done) => setTimeout(() => { setTimeout(done, 0); throw new Error('oh') }, "
    "0))"
)
ELSEWHERE = "() => fetch('http://192.0.2.1/', {mode: 'no-cors'}).catch(() => null)"


@pytest.mark.parametrize(
    ("what", "complaint"),
    [
        ("() => console.error('oh')", "dealer: console error: oh"),
        (THROWS, "dealer: exception: oh"),
        ("() => fetch('/api/none').then(() => null)", "dealer: answer 404: GET"),
        (
            ELSEWHERE,
            "dealer: console error: ",
        ),  # the page's own policy forbids it before it is sent
    ],
)
def test_what_goes_wrong_on_a_page_fails_its_test(
    house: House, browser: Browser, windows: Windows, what: str, complaint: str
) -> None:
    floor = Floor(house, browser, windows)
    page = floor.person("dealer")
    page.evaluate(what)
    found = floor.close()
    assert [one for one in found if one.startswith(complaint)], found


def test_unless_it_was_expected(house: House, browser: Browser, windows: Windows) -> None:
    floor = Floor(house, browser, windows)
    page = floor.person("dealer")
    floor.expect_trouble("answer 404")
    page.evaluate("() => fetch('/api/none').then(() => null)")
    assert floor.close() == []


def test_who_comes_next_finds_nothing_of_who_was_there_before(
    house: House, browser: Browser
) -> None:
    windows = Windows(browser, keep=True)
    before = Floor(house, browser, windows)
    left = before.person("dealer", size=PHONE)
    left.evaluate("() => { localStorage.setItem('kept', 1); sessionStorage.setItem('kept', 1); }")
    before.tab(left, "/rulebooks")
    assert before.close() == []
    after = Floor(house, browser, windows)
    found = after.person(None, "/sign-in")
    assert found is left
    assert found.context.pages == [found]
    assert found.evaluate("[localStorage.kept, sessionStorage.kept, innerWidth]") == [
        None,
        None,
        WORK[0],
    ]
    assert found.context.request.get("/api/me").json()["name"] is None
    assert after.close() == []
    assert not left.is_closed()
    # A fresh browser is used by nobody else.
    fresh = Floor(house, browser, windows)
    assert fresh.person(None, "/sign-in", fresh=True) is not left
    fresh.close()
    left.context.close()
