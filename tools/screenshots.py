"""Takes a picture of every page at three sizes, by day and by night, into a folder: what nobody has
looked at is not done. Some pages are taken in the middle of their work, with dialogs open; some are
those of a real house on its first day.

    .venv/bin/python tools/screenshots.py [FOLDER] [--only NAME …]
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import rounds  # noqa: E402 - found only with the line above
from tests.browser.floor import (  # noqa: E402
    PASSWORD,
    PHONE,
    TABLET,
    WORK,
    Floor,
    House,
    chromium,
    launch,
)

SIZES = {"work": WORK, "tablet": TABLET, "phone": PHONE}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
Opened = Callable[[Floor], Page]

ROBOTS_MS = 20_000
"""How long robots play before the first picture is taken."""
DRAWN_MS = 250


def shown(role: str | None, path: str, there: str, *pressed: str) -> Opened:
    """Somebody's page once an element has appeared, with some of its buttons pressed."""

    def opened(floor: Floor) -> Page:
        page = floor.person(role, path)
        page.locator(there).first.wait_for()
        for test in pressed:
            page.get_by_test_id(test).first.click()
        return page

    return opened


# ── with robots ───────────────────────────────────────────────────────────────────────────────────


def _hand(floor: Floor) -> Page:
    """A visitor who has looked at the hand, and is asked to decide."""
    page = shown("player", "/seat/Stud", "[data-test=seat-state]:not(:empty)")(floor)
    box = page.get_by_test_id("box-3")
    for bet in ("ante", "progressive"):
        box.get_by_test_id(f"bet-{bet}").click()
    page.get_by_test_id("examine-3").last.click()
    return page


ALIVE: Mapping[str, Opened] = {
    "landing": shown(None, "/sign-in", "[data-test=tour]"),
    "tour": shown("auditor", "/tour", "[data-test=caption]:not(:empty)"),
    "tour-royal": shown("auditor", "/tour", "[data-test=caption]:not(:empty)", "scene-royal-flush"),
    "lobby": shown("player", "/", "[data-test=sit-Stud]"),
    "seat-hand": _hand,
    "seat-holdem": shown("player", "/seat/Holdem", "[data-test=seat-state]:not(:empty)"),
    "seat-bullseye": shown("player", "/seat/Bullseye", "[data-test=seat-state]:not(:empty)"),
    "console": shown("pit-supervisor", "/table/Stud", "[data-test=announce]"),
    "console-holdem": shown("pit-supervisor", "/table/Holdem", "[data-test=announce]"),
    "sign": shown("display", "/sign/Millions", "[data-test=sign-state]:not(:empty)"),
    "pit": shown("shift-manager", "/pit", "[data-test=row-Stud]", "row-Stud"),
    "audit": shown("auditor", "/audit", "[data-test=rounds] *"),
    "people": shown("administrator", "/people", "[data-test=person-demo-dealer]"),
}


# ── staged ────────────────────────────────────────────────────────────────────────────────────────


def _settled(floor: Floor) -> None:
    if floor.table("Stud")["round"] is None:
        rounds.begin(floor, "Stud", 1, 2, 3, 5, 7, progressive=True)
        rounds.go_on(floor, "Stud", "settled")


def _paying(floor: Floor) -> Page:
    _settled(floor)
    return shown("dealer", "/table/Stud", "[data-test=pay-list]")(floor)


def _result(floor: Floor) -> Page:
    _settled(floor)
    return shown("player", "/seat/Stud", "[data-test=pay-list]")(floor)


def _why(floor: Floor) -> Page:
    page = _paying(floor)
    page.get_by_test_id("pay-1-ante").click()
    page.get_by_test_id("why-proof").wait_for()
    return page


def _waits(floor: Floor) -> Page:
    rounds.claim(floor, "Classic")
    rounds.begin(floor, "Singapore", 1)
    report = {"do": "report", "incident": "unlisted", "description": "A bird flew over the felt."}
    floor.do("dealer", "Singapore", report)
    return shown("shift-manager", "/pit", "[data-test=incident-Singapore]")(floor)


def _replayed(floor: Floor) -> Page:
    rounds.play(floor, "Bullseye", 1, 2)
    there = "[data-test=shuffle-result]"
    return shown("auditor", "/audit?round=Bullseye-1", there, "last")(floor)


COMPARED = "/rulebooks?book=rws-multilink-stud-3&with=rws-casino-stud-6"
STAGED: Mapping[str, Opened] = {
    "seat-empty": shown("player", "/seat/Singapore", "[data-test=seat-state]:not(:empty)"),
    "console-empty": shown("dealer", "/table/Classic", "[data-test=announce]"),
    "console-paying": _paying,
    "seat-result": _result,
    "why": _why,
    "irregularity": shown("dealer", "/table/Stud", "[data-test=announce]", "irregularity"),
    "pit-waits": _waits,
    "console-ruling": shown("dealer", "/table/Singapore", "[data-test=pending]"),
    "audit-round": _replayed,
    "audit-journal": shown("auditor", "/audit", "[data-test=rounds] *", "tab-journal"),
    "audit-reports": shown("auditor", "/audit", "[data-test=rounds] *", "tab-reports"),
    "rulebooks": shown("player", "/rulebooks", "[data-test=part-pay]"),
    "rulebooks-compared": shown("player", COMPARED, "[data-test=diff]"),
    "house-rules": shown("auditor", "/rulebooks?house", "[data-test=house-in-force]"),
    "new-table": shown("shift-manager", "/pit", "[data-test=row-Stud]", "new-table"),
    "not-found": shown("player", "/nowhere", "h1"),
}


# ── the first day of a real house ─────────────────────────────────────────────────────────────────


def _setup(floor: Floor) -> Page:
    token = floor.house.server.wait_for(re.compile(r"/setup#(\S+)"))[1]
    page = floor.person(None, f"/setup#{token}")
    page.get_by_test_id("name").fill("root")
    return page


def _first(floor: Floor) -> Page:
    """The first page that the first administrator sees."""
    page = next(iter(floor.pages()))
    for field in ("password", "again"):
        page.get_by_test_id(field).fill(PASSWORD)
    page.get_by_test_id("set-up").click()
    page.get_by_test_id("beginning").wait_for()
    return page


def _no_tables(floor: Floor) -> Page:
    page = next(iter(floor.pages()))
    page.goto("/")
    page.locator(".empty").wait_for()
    return page


FIRST: Mapping[str, Opened] = {"setup": _setup, "first-people": _first, "first-lobby": _no_tables}

HOUSES: tuple[tuple[tuple[str, ...], int, Mapping[str, Opened]], ...] = (
    (("--demo",), ROBOTS_MS, ALIVE),
    (("--demo", "--no-robots"), 0, STAGED),
    (("--host", "127.0.0.1"), 0, FIRST),
)
"""How each house is started, how long it runs before the first picture, and what is
photographed.
"""


def take(page: Page, folder: Path, name: str) -> int:
    """All pictures of one page."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(DRAWN_MS)
            page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", animations="disabled")
    return len(SIZES) * len(SCHEMES)


@contextmanager
def opened_house(browser: Browser, arguments: tuple[str, ...]) -> Iterator[Floor]:
    """A house with people; at the end, complaints about its pages."""
    with tempfile.TemporaryDirectory() as data:
        house = House(Path(data), *arguments)
        try:
            floor = Floor(house, browser)
            floor.expect_trouble(r"answer 404: GET .*/nowhere$")
            yield floor
            if complaints := floor.close():
                sys.exit("\n".join(complaints))
        finally:
            house.close()


def main() -> None:
    names = [name for _, _, pages in HOUSES for name in pages]
    parser = argparse.ArgumentParser(description="Takes a picture of every page.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="NAME")
    asked = parser.parse_args()
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed (PITBOSS_CHROMIUM can name it)")
    asked.folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    with sync_playwright() as playwright:
        browser = launch(playwright, program)
        for arguments, alone_ms, pages in HOUSES:
            wanted = [name for name in pages if name in asked.only]
            if not wanted:
                continue
            with opened_house(browser, arguments) as floor:
                if alone_ms:
                    floor.person("auditor", "/").wait_for_timeout(alone_ms)
                for name in wanted:
                    taken += take(pages[name](floor), asked.folder, name)
                    print(name, flush=True)
        browser.close()
    print(f"{taken} pictures in {asked.folder}")


if __name__ == "__main__":
    main()
