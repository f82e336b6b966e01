"""A whole round without a mouse: the dealer and the player have a keyboard only, and see where they
are on the page.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import rounds
from tests.browser.floor import Floor
from tests.browser.game import Game
from tests.browser.interludes import look
from tests.effort import at_length, tables

_FOCUSED = """() => {
    const at = document.activeElement;
    const style = getComputedStyle(at);
    return {
        test: at.dataset.test ?? at.tagName.toLowerCase(),
        box: at.closest('[data-box]')?.dataset.box ?? '',
        seen: at.matches(':focus-visible') && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    };
}"""  # noqa: E501 - JavaScript


def tab_to(page: Page, test: str, box: str = "", key: str = "Tab") -> None:
    """Goes on from one thing to the next; each one shows that it has the focus."""
    passed = []
    for _ in range(80):
        page.keyboard.press(key)
        at = page.evaluate(_FOCUSED)
        assert at["seen"] or at["test"] == "body", (
            f"{at['test']} has the focus and does not show it"
        )
        passed.append(at["test"])
        if (at["test"], at["box"]) == (test, box):
            return
    raise AssertionError(f"{test} can't be reached by keyboard: {passed}")


def test_a_round_by_keyboard_alone(floor: Floor) -> None:
    game = Game(floor, "Stud", "Millions")
    deals, plays = game.dealer.keyboard, game.player.keyboard
    expect(game.says).to_have_text("“Place your Bets, please”")
    deals.press("Enter")
    expect(game.says).to_have_text("Waiting for the first bet.")
    # Nothing happens by accident while nobody has bet.
    deals.press("Enter")

    game.turn("Bets are open: put a chip on a box.")
    tab_to(game.player, "bet-ante", "3")
    plays.press("2")
    expect(game.player.get_by_test_id("chip-10")).to_have_attribute("aria-checked", "true")
    plays.press("Enter")
    game.lies(game.player, 3, "ante", "10")
    plays.press(" ")
    game.lies(game.player, 3, "ante", "20")
    tab_to(game.player, "bet-progressive", "3")
    plays.press("Enter")
    game.lies(game.dealer, 3, "progressive", "5")
    tab_to(game.player, "bet-ante", "4")
    plays.press("Enter")
    game.lies(game.dealer, 4, "ante", "10")
    plays.press("Backspace")
    expect(game.dealer.get_by_test_id("box-4")).to_have_attribute("data-state", "empty")
    # The chips are a group that the arrow keys go through.
    tab_to(game.player, "chip-10")
    plays.press("ArrowRight")
    expect(game.player.get_by_test_id("chip-25")).to_be_focused()
    expect(game.player.get_by_test_id("chip-25")).to_have_attribute("aria-checked", "true")

    expect(game.says).to_have_text("“No more Bets”")
    deals.press("Enter")
    expect(game.says).to_have_text("Burn one card")
    deals.press("d")
    expect(game.says).to_have_text("Ask box 3: fold, or BET 40.00")

    game.turn("Box 3: your turn.")
    plays.press("l")
    expect(game.player.get_by_test_id("box-3").locator('[data-card="??"]')).to_have_count(0)
    tab_to(game.player, "fold-3")
    tab_to(game.player, "raise-3")
    plays.press("Enter")
    game.lies(game.dealer, 3, "bet", "40")
    expect(game.says).to_have_text("Turn over the dealer's cards")
    deals.press("Enter")
    expect(game.says).to_have_text("Settle: collect and pay")
    deals.press("Enter")
    game.paid_as_settled()

    # A clause is read and left again, and the round goes on from there.
    tab_to(game.dealer, "pay-3-ante")
    deals.press("Enter")
    expect(game.dealer.get_by_test_id("why-clauses").locator(".clause").first).to_be_visible()
    deals.press("Escape")
    expect(game.dealer.get_by_test_id("why")).to_have_count(0)
    tab_to(game.dealer, "next-step")
    deals.press("Enter")
    expect(game.says).to_have_text("Conclude the round")
    deals.press("Enter")
    game.turn("Waiting for the dealer to open betting.")


@at_length
def test_the_dealer_answers_for_a_box_and_lays_chips_by_keyboard(floor: Floor) -> None:
    """For players who speak instead of pressing keys: the dealer does it all."""
    floor.admit("Singapore", "Mei")
    dealer = floor.person("dealer", "/table/Singapore")
    says = dealer.get_by_test_id("announce")
    keys = dealer.keyboard
    expect(says).to_have_text("“Place your bets, please”")
    keys.press("Enter")
    expect(says).to_have_text("Waiting for the first bet.")
    tab_to(dealer, "bet-ante", "2")
    keys.press("Enter")
    expect(dealer.get_by_test_id("bet-player")).to_be_focused()
    keys.type("Mei")
    keys.press("Tab")
    expect(dealer.get_by_test_id("bet-amount")).to_be_focused()
    keys.press("ControlOrMeta+a")
    keys.type("50")
    keys.press("Enter")
    expect(dealer.get_by_test_id("bet-dialog")).to_have_count(0)
    expect(dealer.get_by_test_id("box-2")).to_contain_text("Mei")
    expect(says).to_have_text("“No more bets”")
    # The focus is where it was, on the spot: Enter there would lay more chips.
    tab_to(dealer, "next-step")
    keys.press("Enter")
    expect(says).to_have_text("Deal 5 cards to box 2")
    keys.press("d")
    expect(says).to_have_text("Ask box 2: fold, or Bet 100.00")
    keys.press("f")
    # Folding somebody else's hand asks first, and the button that changes nothing has the focus.
    tab_to(dealer, "fold-do")
    keys.press("Enter")
    # Everybody has given up, so the dealer's cards stay as they lie.
    expect(says).to_have_text("Settle: no more cards are needed")
    keys.press("Enter")
    line = dealer.get_by_test_id("pay-2-ante")
    expect(line.locator(".act")).to_have_text("Take")
    expect(line.locator(".amount")).to_have_text("50")
    expect(says).to_have_text("Box 2: take 50.00")
    keys.press("Enter")
    expect(says).to_have_text("Conclude the round")
    keys.press("Enter")
    expect(says).to_have_text("“Place your bets, please”")


OF_THE_CONSOLE = {"d", "i", "?", "enter", "escape"}
OF_THE_SEAT = {"1", "2", "3", "4", "5", "6", "backspace", "delete", "enter", " "}


@pytest.mark.parametrize(
    "table", tables(("Stud", "Holdem", "Singapore", "Bullseye"), telling=("Holdem", "Bullseye"))
)
def test_no_key_does_two_things_on_a_page(floor: Floor, table: str) -> None:
    """While a box is asked, when there are the most keys: each answer has one of its own."""
    rounds.begin(floor, table, 1)
    rounds.go_on(floor, table, until="deciding")
    for role, path, taken in (
        ("dealer", f"/table/{table}", OF_THE_CONSOLE),
        ("player", f"/seat/{table}", OF_THE_SEAT),
    ):
        page = floor.person(role, path)
        expect(page.get_by_test_id("phase")).to_have_text("Players decide")
        if role == "player":
            look(page, 1)
        expect(page.locator("[data-key]").first).to_be_visible()
        keys = page.locator("[data-key]").evaluate_all("all => all.map((one) => one.dataset.key)")
        assert len(keys) == len(set(keys)), f"{path}: {keys}"
        assert taken.isdisjoint(keys), f"{path}: {keys}"
    rounds.go_on(floor, table)
