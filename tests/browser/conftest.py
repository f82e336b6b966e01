"""One Chromium for all browser tests of a process, and one server for the tests of a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.floor import Floor, House, chromium, launch
from tests.browser.windows import PATIENCE_MS, Windows

HERE = f"{Path(__file__).parent}/"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file share a server, so they go to one worker."""
    for item in items:
        if str(item.path).startswith(HERE):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group(f"browser-{item.path.stem}"))


# For the package, not for the session: as long as Playwright runs, nothing else in this thread can
# start an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.skip("Chromium is not installed (PITBOSS_CHROMIUM can name it)")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = launch(playwright, program)
        yield started
        started.close()


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    """The windows that people have left."""
    return Windows(browser, keep=True)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """The demonstration without robots, for the tests of a file."""
    started = House(tmp_path_factory.mktemp("house"))
    yield started
    started.close()


@pytest.fixture
def floor(house: House, browser: Browser, windows: Windows) -> Iterator[Floor]:
    """People in the house that the tests of a file share."""
    people = Floor(house, browser, windows)
    yield people
    assert people.close() == []


@pytest.fixture
def own_floor(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser, windows: Windows
) -> Iterator[Floor]:
    """People in a house of one's own: it may be killed."""
    house = House(tmp_path_factory.mktemp("house"))
    people = Floor(house, browser, windows)
    yield people
    complaints = people.close()
    house.close()
    assert complaints == []
