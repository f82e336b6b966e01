"""How long a stranger's first round takes in the demonstration: from the first click on the landing
page to the result, as player at each of its tables and as dealer, in a browser of its own.

    .venv/bin/python tools/first_round.py [TABLE … | dealer]
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pitboss.web.demo import TABLES  # noqa: E402 - found only with the line above
from tests.browser.first_round import deal_first_round, play_first_round  # noqa: E402
from tests.browser.floor import Floor, House, chromium, launch  # noqa: E402

LIMIT_S = 30.0
DEALER = "dealer"


def main() -> None:
    places = [*TABLES, DEALER]
    asked = sys.argv[1:] or places
    if unknown := set(asked) - set(places):
        sys.exit(f"there is no table {', '.join(sorted(unknown))}; there are {', '.join(places)}")
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed (PITBOSS_CHROMIUM can name it)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright, program)
        house = House(Path(folder), "--demo")
        try:
            for place in asked:
                floor = Floor(house, browser)
                page = floor.person(None, "/")
                page.get_by_test_id("demo-player").wait_for()
                taken_s = (
                    deal_first_round(page, LIMIT_S)
                    if place == DEALER
                    else play_first_round(page, place, LIMIT_S)
                )
                print(f"{place:<12}{taken_s:5.1f} s", flush=True)
                floor.close()
        finally:
            house.close()
        browser.close()


if __name__ == "__main__":
    main()
