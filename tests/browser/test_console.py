"""What a dealer does beside the plain course of a round: picking cards, mistakes in typing, bets
laid for players.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.floor import PHONE, Floor
from tests.browser.layout import fits
from tests.effort import at_length


def begin(floor: Floor, page: Page, table: str, box: int = 2) -> None:
    """A round with one bet, closed."""
    floor.do("dealer", table, {"do": "open-betting"})
    floor.do("player", table, {"do": "place-bet", "box": box, "bet": "ante", "amount": "25.00"})
    expect(page.get_by_test_id("announce")).to_have_text(re.compile("“No more [Bb]ets”"))
    page.get_by_test_id("next-step").click()


def finish(floor: Floor, table: str) -> None:
    """Brings a round with entered cards to its end, behind the pages."""
    cards = (rank + suit for suit in "cdhs" for rank in "23456789")
    while (view := floor.table(table))["round"] is not None:
        do = view["next"][0]["do"]
        if do == "ask":
            floor.do("dealer", table, {"do": "fold", "box": view["next"][0]["box"]})
        elif do == "deal" and view["step"]["do"] == "deal" and view["cards"] == "entered":
            out = [*view["round"]["dealer"], *view["round"]["boxes"][0]["cards"]]
            fresh = [
                next(card for card in cards if card not in out)
                for _ in range(view["step"]["cards"])
            ]
            floor.do("dealer", table, {"do": "deal", "cards": fresh})
        else:
            floor.do("dealer", table, {"do": do})


def test_cards_are_picked_with_a_finger(floor: Floor) -> None:
    dealer = floor.person("dealer", "/table/Classic", size=PHONE)
    begin(floor, dealer, "Classic")
    says = dealer.get_by_test_id("announce")
    expect(says).to_have_text("Burn one card")
    dealer.get_by_test_id("next-step").click()
    expect(says).to_have_text("Deal card 1 of 5 to box 2")
    dealer.get_by_text("Pick cards").click()
    dealer.get_by_test_id("pick-Qs").click()
    expect(dealer.get_by_test_id("card-entry")).to_have_value("qs")
    # One card only: the next one takes its place.
    dealer.get_by_test_id("pick-9d").click()
    expect(dealer.get_by_test_id("card-entry")).to_have_value("9d")
    expect(
        dealer.locator(".entry-cards").get_by_role("img", name="Nine of diamonds")
    ).to_be_visible()
    fits(dealer)
    dealer.get_by_test_id("next-step").click()
    expect(says).to_have_text("Deal card 1 of 5 to the dealer")
    dealer.get_by_text("Pick cards").click()
    finish(floor, "Classic")


def test_a_card_that_is_none_and_one_that_is_out_already(floor: Floor) -> None:
    dealer = floor.person("dealer", "/table/Classic")
    begin(floor, dealer, "Classic")
    says, field = dealer.get_by_test_id("announce"), dealer.get_by_test_id("card-entry")
    expect(says).to_have_text("Burn one card")
    dealer.keyboard.press("Enter")
    expect(says).to_have_text("Deal card 1 of 5 to box 2")
    dealer.keyboard.type("1x")
    expect(field).to_have_attribute("aria-invalid", "true")
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_test_id("notice")).to_contain_text(
        "Not a card. Type cards like qs, 10h or Kd."
    )
    expect(field).to_have_value("1x")
    field.fill("")
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_text("Type the card first, for example qs.")).to_be_visible()
    field.fill("qs 9d")
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_text("This step takes one card, not 2.")).to_be_visible()
    field.fill("10H")
    dealer.keyboard.press("Enter")
    expect(says).to_have_text("Deal card 1 of 5 to the dealer")
    # The same card again: refused by the table, and still there to be put right.
    floor.expect_trouble("answer 409")
    dealer.keyboard.type("th")
    dealer.keyboard.press("Enter")
    expect(dealer.locator('[data-test="notice"][data-code]').last).to_contain_text(
        "10♥ has already been dealt"
    )
    expect(says).to_have_text("Deal card 1 of 5 to the dealer")
    expect(field).to_have_value("th")
    # What is typed instead takes its place, and what was wrong is said no longer.
    dealer.keyboard.type("9c")
    expect(field).to_have_value("9c")
    dealer.keyboard.press("Enter")
    expect(dealer.locator(".notice.bad")).to_have_count(0)
    expect(says).to_have_text("Deal card 2 of 5 to box 2")
    dealer.keyboard.press("z")
    expect(says).to_have_text("Deal card 1 of 5 to the dealer")
    finish(floor, "Classic")


def test_chips_are_laid_for_a_player_and_taken_back(floor: Floor) -> None:
    floor.admit("Holdem", "Mei")
    dealer = floor.person("dealer", "/table/Holdem")
    dealer.get_by_test_id("next-step").click()
    dealer.get_by_test_id("box-5").get_by_test_id("bet-ante").click()
    dealer.get_by_test_id("bet-player").fill("Mei")
    dealer.get_by_test_id("bet-amount").fill("50")
    dealer.get_by_test_id("bet-place").click()
    expect(dealer.get_by_test_id("bet-dialog")).to_have_count(0)
    box = dealer.get_by_test_id("box-5")
    expect(box).to_have_attribute("aria-label", "Box 5, Mei, Ante 50.00, to act, no cards")
    box.get_by_test_id("bet-progressive").click()
    expect(dealer.get_by_test_id("bet-amount")).to_have_value("5.00")
    dealer.get_by_test_id("bet-place").click()
    expect(box.locator('[data-bet="progressive"] .spot-amount')).to_have_text("5")
    box.get_by_test_id("bet-ante").click()
    dealer.get_by_test_id("bet-withdraw").click()
    expect(box).to_have_attribute("data-state", "empty")
    expect(dealer.get_by_test_id("announce")).to_have_text("Waiting for the first bet.")
    dealer.get_by_test_id("also-conclude").click()
    expect(dealer.get_by_test_id("announce")).to_have_text("“Place your Bets, please”")


@at_length
def test_a_bet_above_the_maximum_is_refused_at_the_seat_with_its_clause(floor: Floor) -> None:
    floor.expect_trouble("answer 409")
    player = floor.person("player", "/seat/Singapore", size=PHONE)
    floor.do("dealer", "Singapore", {"do": "open-betting"})
    player.get_by_test_id("chip-1000").click()
    spot = player.get_by_test_id("box-1").get_by_test_id("bet-ante")
    spot.click()
    expect(spot.locator(".spot-amount")).to_have_text("1,000")
    spot.click()
    notice = player.get_by_test_id("notice")
    expect(notice).to_contain_text("maximum")
    notice.locator(".clause").first.click()
    expect(player.get_by_test_id("clause-says")).to_be_visible()
    player.keyboard.press("Escape")
    expect(spot.locator(".spot-amount")).to_have_text("1,000")
    fits(player)
    player.get_by_test_id("take-back-1").click()
    expect(player.get_by_test_id("box-1")).to_have_attribute("data-state", "empty")
    floor.do("dealer", "Singapore", {"do": "conclude"})
