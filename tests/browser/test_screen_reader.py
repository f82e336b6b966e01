"""What a screen reader says of a whole round at a seat, from bets to result, against a golden file.

PITBOSS_GOLDEN=write writes it again, to be read before it is kept.
"""

import os
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.floor import Floor

GOLDEN = Path(__file__).parents[1] / "golden" / "screen-reader-round.txt"
MINE = ("8s", "8h", "Kd", "7c", "4s")
DEALERS = ("2h", "3d", "5c", "9h", "Jc")


def heard(page: Page, where: str) -> list[str]:
    """What is said without asking, and what the own box and hand say when they are reached."""
    box = page.get_by_test_id("box-1").get_attribute("aria-label")
    hand = page.locator(".felt-hand").aria_snapshot().replace("\n", " ")
    return [
        f"# {where}",
        f"says: {page.get_by_test_id('seat-state').inner_text()}",
        f"box: {box}",
        f"hand: {hand}",
        *(
            f"button: {one.get_attribute('aria-label') or one.inner_text()}".replace("\n", " ")
            for one in page.locator(".seat-bar button:not([role=radio])").all()
            if one.is_visible() and one.is_enabled()
        ),
        "",
    ]


def test_a_round_as_a_screen_reader_tells_it(floor: Floor) -> None:
    page = floor.person("player", "/seat/Classic")
    floor.do("dealer", "Classic", {"do": "open-betting"})
    state = page.get_by_test_id("seat-state")
    expect(state).to_contain_text("Bets are open")
    text = heard(page, "bets are open")
    page.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    expect(page.get_by_test_id("clear")).to_be_enabled()
    expect(page.get_by_test_id("undo")).to_be_enabled()
    text += heard(page, "a chip is laid")
    floor.do("dealer", "Classic", {"do": "close-betting"})
    floor.do("dealer", "Classic", {"do": "deal"})
    for mine, dealers in zip(MINE, DEALERS, strict=True):
        floor.do("dealer", "Classic", {"do": "deal", "cards": [mine]})
        floor.do("dealer", "Classic", {"do": "deal", "cards": [dealers]})
    expect(state).to_have_text("Box 1: your turn.")
    text += heard(page, "five cards lie there")
    page.get_by_test_id("examine-1").last.click()
    expect(page.locator(".felt-hand .hand-name")).to_have_text("Pair of eights, king kicker")
    text += heard(page, "the hand is looked at")
    page.get_by_test_id("raise-1").click()
    expect(page.get_by_test_id("raise-1")).to_have_count(0)
    floor.do("dealer", "Classic", {"do": "deal"})
    floor.do("dealer", "Classic", {"do": "settle"})
    expect(page.get_by_test_id("pay-list")).to_be_visible()
    text += heard(page, "settled")
    text += ["# the result", page.get_by_test_id("pay-list").aria_snapshot(), ""]
    told = "\n".join(text)
    if os.environ.get("PITBOSS_GOLDEN") == "write":
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8")
