"""A second factor in a real house: set up at the first sign-in, asked for at the next, and before
anything about it is changed.
"""

import re
from collections.abc import Iterator
from time import time

import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import check
from tests.browser.floor import PASSWORD, Floor, House
from tests.effort import at_length


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """A casino as the settings have it where nothing is set."""
    folder = tmp_path_factory.mktemp("strict")
    (folder / "pitboss.toml").write_text("[sign_in]\nstep_up_minutes = 1\n", encoding="utf-8")
    house = House(folder, "--host", "127.0.0.1", second_factor=True)
    yield house
    house.close()


@pytest.fixture
def casino(strict: House, browser: Browser) -> Iterator[Floor]:
    people = Floor(strict, browser)
    yield people
    assert people.close() == []


def shown(secret: str, steps_used: list[int]) -> str:
    """The code of a half minute that was not used yet; one that comes soon will do."""
    step = max(int(time()) // 30, steps_used[-1] + 1 if steps_used else 0)
    steps_used.append(step)
    return pyotp.TOTP(secret).generate_otp(step)


def sign_in(page: Page) -> None:
    page.get_by_test_id("name").fill("root")
    page.get_by_test_id("password").fill(PASSWORD)
    page.get_by_test_id("sign-in").click()


@at_length
def test_the_first_administrator_sets_one_up_and_is_asked_for_it(
    casino: Floor, strict: House
) -> None:
    token = strict.server.wait_for(re.compile(r"/setup#(\S+)"))[1]
    page, used = casino.person(None, f"/setup#{token}"), list[int]()
    for field, text in (("name", "root"), ("password", PASSWORD), ("again", PASSWORD)):
        page.get_by_test_id(field).fill(text)
    page.keyboard.press("Enter")
    secret = page.get_by_test_id("totp-secret").inner_text()
    check(page, "setting up an app")
    casino.expect_trouble("answer 403: POST .*/api/factors/totp/confirm")
    page.get_by_test_id("code").fill("000000")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("field-error")).to_have_attribute("data-code", "wrong-code")
    page.get_by_test_id("code").fill(shown(secret, used))
    page.keyboard.press("Enter")
    told = page.get_by_test_id("recovery-codes").locator("code")
    expect(told).to_have_count(8)
    codes = told.all_inner_texts()
    page.get_by_test_id("codes-kept").press("Enter")
    expect(page.get_by_test_id("who")).to_contain_text("root")

    page.get_by_test_id("sign-out").click()
    casino.expect_trouble("answer 403: POST .*/api/sign-in")
    sign_in(page)
    expect(page.get_by_test_id("code")).to_be_focused()
    check(page, "asking for a code")
    page.get_by_test_id("code").fill(codes[0])
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("who")).to_contain_text("root")

    page.get_by_test_id("who").click()
    page.get_by_test_id("own-factors").click()
    expect(page.get_by_test_id("factors-state")).to_contain_text("7 recovery codes are left")
    page.get_by_test_id("factors-codes").click()
    expect(page.get_by_test_id("recovery-codes").locator("code")).to_have_count(8)
