"""Collect and pay: a row a box, all on one screen, paid with Enter from box to box; and any amount
says why it is what it is.
"""

import re
from collections.abc import Mapping, Sequence

from playwright.sync_api import Page, expect

from pitboss.rulebook.shelf import Shelf
from tests.browser import rounds
from tests.browser.floor import TABLET, WORK, Floor, resize
from tests.effort import at_length
from tests.support import MH, MS

CARDS = [rank + suit for suit in "shdc" for rank in "A9K5T2Q7J4836"]
# Hands of the longest names.
NINE = {
    "1": ("Qs", "Qh", "7s", "7h", "Kd"),
    "2": ("7c", "7d", "Qc", "Qd", "8h"),
    "3": ("3s", "3h", "3d", "8s", "8c"),
}
TWENTY = {
    "community": ("9s", "9d", "Qd", "7h", "2c"),
    "1": ("Qs", "Ks"),
    "2": ("7s", "7c"),
    "3": ("7d", "8d"),
}

ON_SCREEN = """() => {
    const size = (one) => one.getBoundingClientRect();
    const bar = size(document.querySelector('.stepbar')).top;
    const all = (selector) => [...document.querySelectorAll(selector)];
    const seen = (one) => one.checkVisibility() && size(one).top >= 0 && size(one).left >= 0
        && size(one).right <= innerWidth && size(one).bottom <= bar + 1;
    const next = size(document.querySelector('[data-test=next-step]'));
    return {
        scrolls: document.documentElement.scrollHeight - innerHeight,
        boxes: all('.box').filter(seen).length,
        rows: all('.pay-row').filter(seen).length,
        dealer: all('.felt-dealer .card').filter(seen).length,
        clipped: all('.pay-lines').filter((one) => one.scrollWidth > one.clientWidth + 1).length,
        cut: all('.pay-hand b').filter((one) => one.scrollWidth > one.clientWidth).length,
        next: next.bottom <= innerHeight && next.top >= bar,
    };
}"""


def settled(
    floor: Floor, table: str, book: str, boxes: int, hands: Mapping[str, Sequence[str]]
) -> None:
    """A table of real cards with bets on each of its boxes, settled; some places have hands that
    are wished for.
    """
    wished = {place: list(cards) for place, cards in hands.items()}
    promised = {card for cards in hands.values() for card in cards}
    left = [card for card in CARDS if card not in promised]
    rulebook = Shelf().get(book)
    opening = rulebook.wagers.__struct_fields__[0]
    settings = {
        "do": "open-table",
        "rulebook": book,
        "layout": "A",
        "boxes": boxes,
        "dealing": "shoe",
        "cards": "entered",
        "limits": {opening: {"min": "10", "max": "1000"}},
    }
    floor.do("pit-supervisor", table, settings)
    view = floor.do("dealer", table, {"do": "open-betting"})
    for box in range(1, boxes + 1):
        for wager in view["wagers"]:
            if wager["kind"] in ("opening", "side"):
                bet = {"do": "place-bet", "box": box, "bet": wager["bet"], "amount": "25"}
                floor.do("dealer", table, {**bet, "player": f"Box {box}"})
    view = floor.table(table)
    while view["round"]["phase"] != "settled":
        step = view["next"][0]
        body = {"do": step["do"]}
        if step["do"] == "ask":
            body = {"do": "raise", "box": step["box"], "amount": view["step"]["amount"]}
        elif step["do"] == "deal" and view["step"]["do"] == "deal":
            source = wished.get(view["step"]["place"], left)
            body = {"do": "deal", "cards": [source.pop(0) for _ in range(view["step"]["cards"])]}
        view = floor.do("dealer", table, body)


def on_one_screen(page: Page, size: tuple[int, int], boxes: int, dealer: int) -> None:
    resize(page, size[0], size[1])
    found = page.evaluate(ON_SCREEN)
    assert found == {
        "scrolls": 0,
        "boxes": boxes,
        "rows": boxes,
        "dealer": dealer,
        "clipped": 0,
        "cut": 0,
        "next": True,
    }, f"{page.url} at {size}"


def test_nine_boxes_are_paid_on_one_screen_with_enter(floor: Floor) -> None:
    settled(floor, "Nine", MS, 9, NINE)
    dealer = floor.person("dealer", "/table/Nine", size=TABLET)
    expect(dealer.get_by_test_id("pay-list")).to_be_visible()
    for size in (WORK, TABLET):
        on_one_screen(dealer, size, boxes=9, dealer=5)
    says = dealer.get_by_test_id("announce")
    for box in range(1, 10):
        row = dealer.get_by_test_id(f"pay-row-{box}")
        expect(row).to_have_attribute("data-next", "yes")
        expect(says).to_have_text(re.compile(rf"^Box {box}: (pay|take|return) [\d,.]+$"))
        dealer.keyboard.press("Enter")
        expect(row).to_have_attribute("data-paid", "yes")
    expect(says).to_have_text("Conclude the round")
    dealer.keyboard.press("Enter")
    expect(says).to_have_text(re.compile("“Place your [Bb]ets, please”"))


@at_length
def test_twenty_boxes_of_holdem_are_paid_on_one_screen(floor: Floor) -> None:
    settled(floor, "Twenty", MH, 20, TWENTY)
    dealer = floor.person("dealer", "/table/Twenty")
    expect(dealer.get_by_test_id("pay-list")).to_be_visible()
    for size in (WORK, TABLET):
        on_one_screen(dealer, size, boxes=20, dealer=2)


def test_an_amount_says_why_and_its_address_opens_the_same_for_everybody(floor: Floor) -> None:
    rounds.begin(floor, "Singapore", 2)
    rounds.go_on(floor, "Singapore", until="settled")
    view = floor.table("Singapore")
    box = view["round"]["settlement"]["boxes"][0]
    line = box["lines"][0]
    dealer = floor.person("dealer", "/table/Singapore", size=TABLET)
    dealer.get_by_test_id(f"pay-{box['box']}-{line['bet']}").click()
    card = dealer.get_by_test_id("why")
    expect(card.get_by_test_id("why-cards").locator(".card").first).to_be_visible()
    expect(card.get_by_test_id("why-clauses").locator(".clause")).to_have_count(
        len(line["clauses"])
    )
    proof = floor.api("dealer").get(f"/api/rounds/{view['round']['id']}/proof").json()
    record = next(one for one in proof["records"] if one["event"] == "round-settled/1")
    expect(card.get_by_test_id("why-proof")).to_contain_text(
        f"Round {view['round']['id']}, journal position {record['position']}: {record['hash']}"
    )
    says = card.get_by_test_id("why-sum").inner_text()
    # A sum as one writes it down: no line of it may end with a sign.
    assert re.fullmatch(
        "The whole box: \N{MINUS SIGN}?[0-9,.]+( [+\N{MINUS SIGN}]\u00a0[0-9,.]+)+ "
        "=\u00a0\N{MINUS SIGN}?[0-9,.]+",
        card.get_by_test_id("why-box").text_content() or "",
    )
    address = card.get_by_test_id("why-link").input_value().removeprefix(floor.address)
    # What the box came to on the felt says why, too.
    dealer.keyboard.press("Escape")
    dealer.get_by_test_id(f"why-box-{box['box']}").click()
    expect(card.get_by_role("heading", name=f"Box {box['box']}: why?")).to_be_visible()
    expect(card.get_by_test_id("why-sum")).to_have_count(len(box["lines"]))
    expect(card.get_by_test_id("why-link")).to_have_value(
        f"{floor.address}/why?round={view['round']['id']}&about={box['box']}"
    )
    floor.do("dealer", "Singapore", {"do": "conclude"})
    # Somebody who works here, another player, and whoever was passed the link.
    for role in ("auditor", "player", None):
        other = floor.person(role, address)
        expect(other.get_by_test_id("why-sum")).to_have_text(says)
        expect(other.get_by_test_id("why-proof")).to_contain_text(record["hash"])
        expect(other.get_by_test_id("why-shuffle")).to_have_text(
            "The deck follows from the secret and the seeds"
        )
