"""Houses to attack, and a browser in which pages can be attacked. Whoever attacks a server over
real HTTP, or its pages, shares one demonstration (group ``attacks-on-a-demo``).
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.floor import House as Process
from tests.browser.floor import chromium, launch
from tests.browser.windows import PATIENCE_MS
from tests.web.houses import house, open_house, own_databases, store

__all__ = ["browser", "demo", "house", "open_house", "own_databases", "page", "store"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.skip("Chromium is not installed (PITBOSS_CHROMIUM can name it)")
    with sync_playwright() as playwright:
        started = launch(playwright, program)
        yield started
        started.close()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    started = Process(Path(tmp_path_factory.mktemp("demo")))
    yield started
    ended = started.server.end()
    started.close()
    assert ended == 0


@pytest.fixture(scope="module")
def page(demo: Process, browser: Browser) -> Iterator[Page]:
    """A page with which nothing but our own server can be reached."""
    context = browser.new_context(base_url=demo.address)
    context.set_default_timeout(PATIENCE_MS)
    host = urlsplit(demo.address).netloc
    context.route(lambda url: urlsplit(url).netloc != host, lambda route: route.abort())
    yield context.new_page()
    context.close()
