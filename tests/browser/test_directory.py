"""Signing in by the house's directory in a browser: out to a real provider, and back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.floor import House as Process
from tests.browser.windows import PATIENCE_MS
from tests.effort import at_length
from tests.web.provider import CLIENT, SECRET, Provider

SETTINGS = """
[directory]
issuer = "{issuer}"
client_id = "{client}"
client_secret_file = "directory.secret"
roles = ["dealers=dealer"]
"""


@pytest.fixture
def provider() -> Iterator[Provider]:
    with Provider() as started:
        started.user(sub="s-1", preferred_username="drew", groups=["dealers"])
        yield started


@pytest.fixture
def house(tmp_path: Path, provider: Provider) -> Iterator[Process]:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "directory.secret").write_text(SECRET)
    file = tmp_path / "pitboss.toml"
    file.write_text(SETTINGS.format(issuer=provider.issuer, client=CLIENT))
    started = Process(tmp_path, "--config", str(file))
    yield started
    started.close()


@at_length
def test_out_to_the_directory_and_back_to_the_page_that_was_asked_for(
    house: Process, provider: Provider, browser: Browser
) -> None:
    context = browser.new_context(base_url=house.address)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(house.server.wait_for(re.compile(r"http\S+/setup#\S+"))[0])
    page.get_by_test_id("name").fill("root")
    for field in ("password", "again"):
        page.get_by_test_id(field).fill("correct horse battery")
    page.get_by_test_id("set-up").click()
    page.wait_for_url("**/people")
    context.clear_cookies()
    page.goto("/sign-in?next=/rulebooks")
    page.get_by_test_id("sign-in-directory").click()
    page.wait_for_url("**/rulebooks")
    expect(page.get_by_test_id("who")).to_contain_text("drew")
    page.get_by_test_id("sign-out").click()
    page.wait_for_url(f"{provider.issuer}/end?**")
    # An answer that this tab has not asked for, as behind a link in a mail.
    page.goto("/sign-in?code=stolen&state=stolen")
    expect(page.get_by_test_id("notice")).to_contain_text("was not started here")
    assert "stolen" not in page.url
    context.close()
