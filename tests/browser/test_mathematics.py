"""The mathematics page of a demonstration fills itself as the figures are worked out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from pitboss.rulebook.loader import builtin_ids
from tests.browser.floor import Floor, House

BULLSEYE = "mbs-megalink-bullseye-4"
WORKED_OUT_MS = 240_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """The demonstration as `make run` starts it, but that only one rulebook has to be worked out
    still.
    """
    folder = tmp_path_factory.mktemp("house")
    (folder / "data" / "maths").mkdir(parents=True)
    for book in builtin_ids():
        if book != BULLSEYE:
            (folder / "data" / "maths" / f"{book}.json").write_text("{}")
    started = House(folder, "--demo")
    yield started
    started.close()


def test_figures_that_are_being_worked_out_appear_by_themselves(floor: Floor) -> None:
    page = floor.person("player", f"/rulebooks?book={BULLSEYE}")
    expect(page.get_by_test_id("maths-pending")).to_contain_text("Being worked out.")
    expect(page.get_by_test_id("maths-pending")).to_contain_text("4 of 5 rulebooks are done")
    page.get_by_test_id("clause-find").fill("tie")
    maths = page.get_by_test_id("maths")
    expect(maths).to_be_visible(timeout=WORKED_OUT_MS)
    expect(maths.locator("tr", has_text="House edge").first).to_contain_text("%")
    # Only that part was drawn again.
    expect(page.get_by_test_id("clause-find")).to_have_value("tie")
