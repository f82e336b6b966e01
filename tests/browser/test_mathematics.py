"""The mathematics page of a demonstration fills itself as the figures are worked out."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

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


def worker_of(house: House) -> int:
    """The process beside the server that works them out."""
    tasks = Path(f"/proc/{house.server.pid}/task").glob("*/children")
    (pid,) = (pid for task in tasks for pid in task.read_text().split())
    return int(pid)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
def test_figures_that_are_being_worked_out_appear_by_themselves(floor: Floor) -> None:
    # It waits until somebody looks, or it might be done before.
    worker = worker_of(floor.house)
    os.kill(worker, signal.SIGSTOP)
    page = floor.person("player", f"/rulebooks?book={BULLSEYE}")
    expect(page.get_by_test_id("maths-pending")).to_contain_text("Being worked out.")
    expect(page.get_by_test_id("maths-pending")).to_contain_text("4 of 5 rulebooks are done")
    page.get_by_test_id("clause-find").fill("tie")
    os.kill(worker, signal.SIGCONT)
    maths = page.get_by_test_id("maths")
    expect(maths).to_be_visible(timeout=WORKED_OUT_MS)
    expect(maths.locator("tr", has_text="House edge").first).to_contain_text("%")
    # Only that part was drawn again.
    expect(page.get_by_test_id("clause-find")).to_have_value("tie")
