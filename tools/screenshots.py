"""Takes a picture of every page at three sizes, by day and by night, into a folder: what nobody has
looked at is not done.

    .venv/bin/python tools/screenshots.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.floor import (  # noqa: E402 - found only with the line above
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
PAGES: dict[str, tuple[str | None, str, str]] = {
    "landing": (None, "/sign-in", "[data-test=tour]"),
    "tour": ("auditor", "/tour", "[data-test=caption]:not(:empty)"),
    "lobby": ("player", "/", "[data-test=sit-Stud]"),
    "seat": ("player", "/seat/Stud", "[data-test=seat-state]:not(:empty)"),
    "seat-holdem": ("player", "/seat/Holdem", "[data-test=seat-state]:not(:empty)"),
    "seat-bullseye": ("player", "/seat/Bullseye", "[data-test=seat-state]:not(:empty)"),
    "console": ("pit-supervisor", "/table/Stud", "[data-test=announce]"),
    "sign": ("display", "/sign/Millions", "[data-test=sign-state]:not(:empty)"),
    "pit": ("shift-manager", "/pit", "main h1, main h2"),
    "audit": ("auditor", "/audit", "main h1"),
    "rulebooks": ("player", "/rulebooks", "main h1"),
    "people": ("administrator", "/people", "main h1"),
}
"""Whose page it is, its address, and what is there once it is drawn."""

ROBOTS_MS = 20_000
"""How long robots play before the first picture is taken."""
DRAWN_MS = 700


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "screenshots"
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed (PITBOSS_CHROMIUM can name it)")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright, program)
        house = House(Path(data), "--demo")
        try:
            floor = Floor(house, browser)
            floor.person("display", "/sign/Millions").wait_for_timeout(ROBOTS_MS)
            for name in PAGES:
                taken = [
                    take(floor, folder, name, size, scheme) for size in SIZES for scheme in SCHEMES
                ]
                print(f"{name}: {len(taken)}", flush=True)
            complaints = floor.close()
        finally:
            house.close()
        browser.close()
    print(f"{len(PAGES) * len(SIZES) * len(SCHEMES)} pictures in {folder}")
    if complaints:
        sys.exit("\n".join(complaints))


def take(
    floor: Floor, folder: Path, name: str, size: str, scheme: Literal["light", "dark"]
) -> Path:
    """One picture."""
    role, path, there = PAGES[name]
    page: Page = floor.person(role, path, size=SIZES[size], scheme=scheme)
    page.locator(there).first.wait_for()
    page.wait_for_timeout(DRAWN_MS)
    file = folder / f"{name}-{size}-{scheme}.png"
    page.screenshot(path=file, animations="disabled")
    page.close()
    return file


if __name__ == "__main__":
    main()
