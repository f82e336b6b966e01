"""The mathematics page of a demonstration fills itself when the figures have been worked out.

That they are worked out beside the server is tested in tests/web/test_mathematics.py, without a
page.
"""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pitboss.rulebook.loader import builtin_ids
from tests.browser.floor import Floor, House
from tests.effort import at_length
from tests.figures import figures_text

BULLSEYE = "mbs-megalink-bullseye-4"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """The demonstration as `make run` starts it, but that only one rulebook has to be worked out
    still.
    """
    folder = tmp_path_factory.mktemp("house")
    (folder / "data" / "maths").mkdir(parents=True)
    for book in builtin_ids():
        if book != BULLSEYE:
            (folder / "data" / "maths" / f"{book}.json").write_text(figures_text(book))
    started = House(folder, "--demo")
    yield started
    started.close()


def worker_of(house: House) -> int:
    """The process beside the server that works them out."""
    tasks = Path(f"/proc/{house.server.pid}/task").glob("*/children")
    (pid,) = (pid for task in tasks for pid in task.read_text().split())
    return int(pid)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
@at_length
def test_figures_that_are_being_worked_out_appear_by_themselves(floor: Floor) -> None:
    # It waits until somebody looks, or it might be done before; and it need not be waited for.
    worker = worker_of(floor.house)
    os.kill(worker, signal.SIGSTOP)
    page = floor.person("player", f"/rulebooks?book={BULLSEYE}")
    expect(page.get_by_test_id("maths-pending")).to_contain_text("Being worked out.")
    expect(page.get_by_test_id("maths-pending")).to_contain_text("4 of 5 rulebooks are done")
    page.get_by_test_id("clause-find").fill("tie")
    (floor.house.folder / "data" / "maths" / f"{BULLSEYE}.json").write_text(
        figures_text(BULLSEYE, "main")
    )
    expect(page.get_by_test_id("maths-pending")).to_contain_text("4 of 5 rulebooks are done")
    os.kill(worker, signal.SIGKILL)
    maths = page.get_by_test_id("maths")
    expect(maths).to_be_visible()
    expect(maths.locator("tr", has_text="House edge").first).to_contain_text("%")
    # Only that part was drawn again.
    expect(page.get_by_test_id("clause-find")).to_have_value("tie")
