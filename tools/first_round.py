"""How long a stranger's first round takes in the demonstration: from the first click on the landing
page to the result, at each of its tables, in a browser of its own.

    .venv/bin/python tools/first_round.py [TABLE …]
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pitboss.web.demo import TABLES  # noqa: E402 - found only with the line above
from tests.browser.first_round import play_first_round  # noqa: E402
from tests.browser.floor import Floor, House, chromium, launch  # noqa: E402

LIMIT_S = 60.0


def main() -> None:
    tables = sys.argv[1:] or list(TABLES)
    if unknown := set(tables) - set(TABLES):
        sys.exit(f"there is no table {', '.join(sorted(unknown))}; there are {', '.join(TABLES)}")
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed (PITBOSS_CHROMIUM can name it)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright, program)
        house = House(Path(folder), "--demo")
        try:
            for table in tables:
                floor = Floor(house, browser)
                page = floor.person(None, "/")
                page.get_by_test_id("demo-player").wait_for()
                print(f"{table:<12}{play_first_round(page, table, LIMIT_S):5.1f} s", flush=True)
                floor.close()
        finally:
            house.close()
        browser.close()


if __name__ == "__main__":
    main()
