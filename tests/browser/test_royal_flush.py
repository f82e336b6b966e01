"""A royal flush at a table with real cards: claimed, verified in a fourth browser and paid, with
the sign following.
"""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.floor import Floor
from tests.browser.game import Game
from tests.browser.held_buttons import verify
from tests.effort import at_length

ROYAL = ("as", "ks", "qs", "js", "10s")
CARDS = ("As", "Ks", "Qs", "Js", "Ts")
DEALER = ("2h", "2d", "5c", "9h", "kd")


def deal_it(game: Game) -> None:
    """A round in which box 4 has a royal flush against a pair of twos, up to the settlement."""
    game.step("“Place your Bets, please”", "Open betting")
    game.choose("chip-25")
    game.spot(4, "ante").click()
    game.lies(game.dealer, 4, "ante", "25")
    game.spot(4, "progressive").click()
    game.lies(game.dealer, 4, "progressive", "5")
    game.step("“No more Bets”", "Close betting")
    game.enter("Burn one card", "")
    for card in range(5):
        game.enter(f"Deal card {card + 1} of 5 to box 4", ROYAL[card])
        up = ", face up" if card == 4 else ""
        game.enter(f"Deal card {card + 1} of 5 to the dealer{up}", DEALER[card])
    game.look(4, 5)
    game.choose("raise-4")
    game.step("Turn over the dealer's cards", "Turn over")
    game.step("Settle: collect and pay", "Settle")


def cards(row: Locator) -> list[str | None]:
    """The cards in a row, as they are seen."""
    expect(row.locator("[data-card]")).to_have_count(len(CARDS))
    return [one.get_attribute("data-card") for one in row.locator("[data-card]").all()]


def in_full_view(page: Page, claim: str) -> None:
    """All that somebody needs who is to verify a claim."""
    item = page.get_by_test_id(f"claim-{claim}")
    expect(item.locator(".claim-hand")).to_have_text("Royal flush")
    assert cards(item.get_by_test_id(f"hand-{claim}")) == list(CARDS)
    expect(item.get_by_test_id(f"amount-{claim}")).to_have_text("100,000.75")
    expect(item.get_by_test_id(f"player-{claim}")).to_have_text("demo-player, box 4")
    expect(item.get_by_test_id(f"bet-{claim}")).to_have_text("Progressive Jackpot 5.00")
    expect(item.get_by_test_id(f"pays-{claim}")).to_have_text("all of 100,000.75 (Millions)")
    since = re.compile(r"^\d\d:\d\d:\d\d.* \((\d+ min )?\d+ s ago\)$")
    expect(item.get_by_test_id(f"since-{claim}")).to_have_text(since)
    expect(item.get_by_test_id(f"to-table-{claim}")).to_have_attribute("href", "/table/Classic")
    round_id = claim.partition("/")[0]
    expect(item.get_by_test_id(f"to-round-{claim}")).to_have_attribute(
        "href", f"/audit?round={round_id}"
    )
    expect(item.get_by_test_id(f"verified-{claim}")).to_have_text(
        "Nobody has verified it yet; it takes 2 people."
    )


def test_a_royal_flush_is_claimed_verified_and_paid(own_floor: Floor) -> None:
    game = Game(own_floor, "Classic", "Millions")
    desk = own_floor.person("pit-supervisor", "/pit")
    deal_it(game)
    claim = f"{own_floor.table('Classic')['round']['id']}/4"

    # It waits for somebody with the authority, and nobody can pay before.
    expect(game.says).to_have_text("Wait: the jackpot claim is being verified.")
    expect(game.dealer.get_by_test_id("next-step")).to_be_disabled()
    for page in (game.dealer, desk):
        in_full_view(page, claim)
    expect(game.dealer.get_by_test_id(f"verify-{claim}")).to_have_count(0)
    # At a seat that is not the winner's nothing is turned up before the round is settled.
    other = own_floor.person("player", "/seat/Classic", name="pia")
    expect(other.get_by_test_id("box-4").locator('[data-card="??"]')).to_have_count(5)
    game.turn("Royal flush! The claim is being verified.")
    expect(game.sign.get_by_test_id("sign-state")).to_have_text("PENDING VERIFICATION")
    pending = "Royal flush at table Classic, box 4: pending verification"
    expect(game.sign.get_by_test_id("pending")).to_have_text(pending)
    expect(game.meter).to_have_attribute("data-value", "100000.75")
    expect(game.sign.get_by_test_id("hit")).to_be_hidden()

    # Before it is paid everything is said once more; the button that changes nothing has the focus.
    desk.get_by_test_id(f"verify-{claim}").click()
    sure = desk.get_by_test_id("verify")
    assert cards(sure.get_by_test_id(f"hand-{claim}")) == list(CARDS)
    expect(sure.get_by_test_id("whose")).to_have_text(
        "demo-player on box 4 of table Classic, with Progressive Jackpot 5.00."
    )
    expect(sure.get_by_test_id("how-much")).to_have_text("100,000.75")
    expect(sure.get_by_test_id("verify-keep")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(sure).to_have_count(0)
    desk.get_by_test_id(f"verify-{claim}").click()
    desk.keyboard.press("Enter")
    expect(sure).to_have_count(0)
    assert own_floor.link("Millions")["claims"][0]["verified_by"] == []
    verify(desk, claim)
    second = own_floor.person("shift-manager", "/pit")
    expect(second.get_by_test_id(f"verified-{claim}")).to_have_text(
        "Verified by demo-pit-supervisor (1 of 2)."
    )
    expect(game.sign.get_by_test_id("hit")).to_be_hidden()
    verify(second, claim)

    # The sign celebrates, and goes on from the reset value.
    expect(game.sign.get_by_test_id("hit")).to_be_visible()
    expect(game.sign.get_by_test_id("hit-amount")).to_have_text("$100,000.75")
    expect(game.sign.get_by_test_id("hit")).to_contain_text("Royal flush!")
    # It is won; paid it is when the dealer has paid and the round is over.
    expect(game.sign.get_by_test_id("hit-where")).to_have_text("won at table Classic, box 4")
    expect(game.sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    expect(game.meter).to_have_attribute("data-value", "100000.00")
    expect(desk.get_by_test_id(f"verify-{claim}")).to_have_count(0)

    # 25 at even money, 50 at 250 to 1, and the whole jackpot; the progressive bet itself is gone.
    game.turn("Royal flush! The jackpot pays 100,000.75.")
    game.step("Settle: collect and pay", "Settle")
    jackpot = "Progressive Jackpot 5.00 wins: royal flush"
    game.pays(game.dealer, 4, "progressive", "Pay", "100,000.75", jackpot, "4.2")
    expect(game.dealer.get_by_test_id("pay-list").locator(".awards")).to_have_text(
        "Jackpot: Royal flush, box 4: 100,000.75"
    )
    assert str(game.paid_as_settled()) == "112520.75"  # 25 + 12,500 + 100,000.75 - 5
    game.clause_opens(game.player, 4, "progressive")
    assert own_floor.link("Millions")["last"][0]["paid_out"] is False
    game.concluded()
    assert own_floor.link("Millions")["last"][0]["paid_out"] is True
    expect(game.sign.get_by_test_id("last-hits")).to_contain_text("Royal flush $100,000.75")

    # Wherever the award is told afterwards, it leads to the card that says why.
    reports = own_floor.person("auditor", "/audit?tab=reports")
    told = reports.get_by_test_id(f"why-hit-{claim.partition('/')[0]}")
    expect(told).to_have_text("100,000.75")
    for award in (told, game.sign.get_by_test_id("last-hits").get_by_role("link")):
        expect(award).to_have_attribute("href", re.compile(r"^/why\?round=Classic-1&about=4\.pro"))
    told.click()
    expect(reports.get_by_test_id("why-sum")).to_contain_text("100,000.75 is won")


@at_length
def test_a_declined_claim_pays_nothing_and_the_figure_stays(own_floor: Floor) -> None:
    game = Game(own_floor, "Classic", "Millions")
    desk = own_floor.person("pit-supervisor", "/pit")
    deal_it(game)
    claim = f"{own_floor.table('Classic')['round']['id']}/4"
    expect(game.sign.get_by_test_id("sign-state")).to_have_text("PENDING VERIFICATION")
    desk.get_by_test_id(f"decline-{claim}").click()
    sure = desk.get_by_test_id("decline")
    assert cards(sure.get_by_test_id(f"hand-{claim}")) == list(CARDS)
    expect(sure.get_by_test_id("how-much")).to_have_text("100,000.75")
    expect(sure.get_by_test_id("decline-keep")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(sure).to_have_count(0)
    desk.get_by_test_id(f"decline-{claim}").click()
    desk.get_by_test_id("decline-do").click()
    expect(sure.get_by_test_id("field-error")).to_have_text("Fill this in.")
    expect(sure.get_by_test_id("decline-text")).to_be_focused()
    assert own_floor.link("Millions")["claims"][0]["standing"] == "open"
    desk.get_by_test_id("decline-text").fill("The cards do not match the shoe's record.")
    desk.get_by_test_id("decline-do").click()
    # One person alone does not end it: a second one must decline it, too.
    second = own_floor.person("shift-manager", "/pit")
    expect(second.get_by_test_id(f"verified-{claim}")).to_have_text(
        "Declined by demo-pit-supervisor (1 of 2)."
    )
    expect(game.sign.get_by_test_id("sign-state")).to_have_text("PENDING VERIFICATION")
    second.get_by_test_id(f"decline-{claim}").click()
    second.get_by_test_id("decline-text").fill("I find the same.")
    second.get_by_test_id("decline-do").click()
    expect(game.sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    expect(game.meter).to_have_attribute("data-value", "100000.75")
    expect(game.sign.get_by_test_id("hit")).to_be_hidden()
    game.turn("The jackpot claim was not confirmed.")
    # What the hand wins besides is large, and nobody has verified it.
    own_floor.second(game.dealer, lambda: game.step("Settle: collect and pay", "Settle"))
    expect(game.line(game.dealer, 4, "progressive").locator(".act")).to_have_text("Take")
    assert str(game.paid_as_settled()) == "12520.00"
    game.concluded()
