"""That the pages of these tests are watched: what goes wrong on one does not stay unseen."""

import pytest
from playwright.sync_api import Browser

from tests.browser.floor import Floor, House

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
    house: House, browser: Browser, what: str, complaint: str
) -> None:
    floor = Floor(house, browser)
    page = floor.person("dealer")
    page.evaluate(what)
    found = floor.close()
    assert [one for one in found if one.startswith(complaint)], found


def test_unless_it_was_expected(house: House, browser: Browser) -> None:
    floor = Floor(house, browser)
    page = floor.person("dealer")
    floor.expect_trouble("answer 404")
    page.evaluate("() => fetch('/api/none').then(() => null)")
    assert floor.close() == []
