"""Makes docs/floor.png, the picture in the README: starts the demonstration, lets robots play for a
while, and takes the floor, a dealer's console, a player's seat and a sign.

    .venv/bin/python tools/picture.py [FILE]
"""

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.floor import (  # noqa: E402 - found only with the line above
    Floor,
    House,
    chromium,
    launch,
)

MOST_BYTES = 600_000
ROBOTS_S = 60
"""How long robots play before the picture is taken."""

PAGE = """<!doctype html><style>
body {{ margin: 0; width: 1440px; height: 1040px; zoom: 0.76; position: relative;
  background: linear-gradient(150deg, #2b3a5e, #131a2c); }}
img {{ position: absolute; border-radius: 14px; box-shadow: 0 18px 50px rgb(0 0 0 / 45%); }}
</style>
<img src="{floor}" style="left: 40px; top: 40px; width: 1000px">
<img src="{sign}" style="left: 40px; top: 766px; width: 372px">
<img src="{console}" style="left: 452px; top: 424px; width: 900px">
<img src="{seat}" style="left: 1114px; top: 64px; width: 286px">
"""


def main() -> None:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "floor.png"
    if file.suffix != ".png":
        sys.exit(
            f"{file} is not the name of a picture: name a file that ends in .png, or none for "
            "docs/floor.png"
        )
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed (PITBOSS_CHROMIUM can name it)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright, program)
        house = House(Path(folder), "--demo")
        try:
            file.write_bytes(put_together(browser, pictures(Floor(house, browser))))
        finally:
            house.close()
        browser.close()
    size = file.stat().st_size
    print(f"{file}: {size:,} bytes")
    if size > MOST_BYTES:
        sys.exit(f"more than {MOST_BYTES:,} bytes")


def pictures(floor: Floor) -> dict[str, bytes]:
    """Each page by itself."""
    lobby = floor.person("player", "/", size=(1240, 860))
    lobby.locator("[data-test=table-Stud] h2").wait_for()
    lobby.wait_for_timeout(ROBOTS_S * 1000)
    seat = floor.person("player", "/seat/Stud", size=(390, 800))
    box = seat.get_by_test_id("box-3")
    for bet in ("ante", "progressive"):
        box.get_by_test_id(f"bet-{bet}").click(timeout=ROBOTS_S * 1000)
    box.get_by_test_id("examine-3").click(timeout=ROBOTS_S * 1000)
    # A supervisor: for a dealer the robot would step aside.
    console = floor.person("pit-supervisor", "/table/Stud", size=(1360, 860))
    console.get_by_test_id("announce").wait_for()
    sign = floor.person("display", "/sign/Millions", size=(960, 600))
    sign.locator("[data-test=sign-state]:not(:empty)").wait_for()
    pages = {"console": console, "seat": seat, "sign": sign, "floor": lobby}
    return {name: taken(page) for name, page in pages.items()}


def taken(page: Page) -> bytes:
    return page.screenshot(animations="disabled")


def put_together(browser: Browser, shots: dict[str, bytes]) -> bytes:
    page = browser.new_page(viewport={"width": 1094, "height": 790})
    sources = {
        name: f"data:image/png;base64,{base64.b64encode(png).decode()}"
        for name, png in shots.items()
    }
    page.set_content(PAGE.format(**sources))
    page.wait_for_function("[...document.images].every((one) => one.complete)")
    return page.screenshot()


if __name__ == "__main__":
    main()
