"""The console and the seat in the middle of a round, at the sizes of a desk, a tablet and a
phone.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.floor import FILES, PHONE, TABLET, WORK, Floor, resize
from tests.browser.layout import fits
from tests.effort import tables

TABLES = tables(("Classic", "Holdem", "Bullseye"), telling=("Holdem",))
"""The most cards a box, the most boxes, the most bets a box; real cards at the first."""

ALL_TABLES = tables(("Stud", "Classic", "Holdem", "Singapore", "Bullseye"), telling=("Holdem",))
"""All five games, each with as many boxes as its rulebook has; the one with the most boxes."""

CARDS = [rank + suit for suit in "shdc" for rank in "A9K5T2Q7J4836"]


ABOVE_THE_BAR = """() => {
    const bar = document.querySelector('.stepbar').getBoundingClientRect();
    const above = (one) => one.getBoundingClientRect().bottom <= bar.top + 1;
    const next = document.querySelector('[data-test=next-step]').getBoundingClientRect();
    return {
        boxes: [...document.querySelectorAll('.box')].filter(above).length,
        dealer: above(document.querySelector('.felt-dealer')),
        next: next.top >= bar.top && next.bottom <= innerHeight,
    };
}"""


LARGE_RESULTS = f"""async () => {{
    const {{ netMark }} = await import("{FILES}/components/felt.js");
    for (const net of document.querySelectorAll(".box-end .net"))
        net.replaceWith(netMark("1234567.89"));
}}"""
"""As if a jackpot had been won in every box: whatever the cards were, a result has room."""


def at_every_size(*pages: Page) -> None:
    for page in pages:
        for width, height in (WORK, TABLET, PHONE):
            resize(page, width, height)
            fits(page)


def go_on(floor: Floor, table: str, view: Any) -> Any:
    """One step of the dealer; whoever is asked stays in."""
    step = view["next"][0]
    if step["do"] == "deal" and view["cards"] == "entered" and view["step"]["do"] == "deal":
        dealt = len(view["round"]["dealer"]) + sum(
            len(box["cards"]) for box in view["round"]["boxes"]
        )
        return floor.do(
            "dealer", table, {"do": "deal", "cards": CARDS[dealt : dealt + view["step"]["cards"]]}
        )
    if step["do"] == "ask":
        asked = view["step"]
        stay = {"do": "raise", "amount": asked["amount"]} if asked["bet"] else {"do": "set-hand"}
        return floor.do("dealer", table, {"box": step["box"], **stay})
    return floor.do("dealer", table, {"do": step["do"]})


@pytest.mark.parametrize("table", TABLES)
def test_nothing_sticks_out_and_nothing_is_tiny(floor: Floor, table: str) -> None:
    dealer, player = (
        floor.person("dealer", f"/table/{table}"),
        floor.person("player", f"/seat/{table}"),
    )
    view = floor.do("dealer", table, {"do": "open-betting"})
    for box in (1, 2, 3, 5):
        for bet in view["wagers"]:
            if bet["kind"] != "raise":
                amount = view["progressive_bet"] if bet["kind"] == "progressive" else "1000.00"
                place = {"do": "place-bet", "box": box, "bet": bet["bet"], "amount": amount}
                floor.do("player", table, place)
    view = floor.table(table)
    for page in (dealer, player):
        expect(page.get_by_test_id("box-5").locator(".chips")).to_have_count(
            len(view["round"]["boxes"][-1]["bets"])
        )
    at_every_size(dealer, player)
    while view["round"]["phase"] != "deciding":
        view = go_on(floor, table, view)
    floor.do("player", table, {"do": "examine", "box": 1})
    for page in (dealer, player):
        expect(page.get_by_test_id("box-1").locator(".looked")).to_be_visible()
    at_every_size(dealer, player)
    while view["round"]["phase"] != "settled":
        view = go_on(floor, table, view)
    for page in (dealer, player):
        expect(page.get_by_test_id("pay-list")).to_be_visible()
        expect(page.get_by_test_id("box-5").locator(".net")).to_be_visible()
        page.evaluate(LARGE_RESULTS)
    at_every_size(dealer, player)
    floor.do("dealer", table, {"do": "conclude"})


@pytest.mark.parametrize("table", ALL_TABLES)
def test_a_dealer_sees_all_boxes_his_hand_and_the_next_step_at_once(
    floor: Floor, table: str
) -> None:
    dealer = floor.person("dealer", f"/table/{table}")
    view = floor.do("dealer", table, {"do": "open-betting"})
    expect(dealer.get_by_test_id("phase")).to_have_text("Place your bets")
    for width, height in (WORK, TABLET):
        resize(dealer, width, height)
        found = dealer.evaluate(ABOVE_THE_BAR)
        there = {"boxes": view["boxes"], "dealer": True, "next": True}
        assert found == there, f"{dealer.url} at {(width, height)}"
    floor.do("dealer", table, {"do": "conclude"})
