"""Rounds for tests that are about something else: dealt, and played to their end."""

from playwright.sync_api import Page, expect

from tests.browser.floor import Floor


def dealt(floor: Floor, table: str, *boxes: int) -> tuple[Page, Page]:
    """The console and a seat, with a round in which a player has bet 25.00 on boxes and everything
    is dealt.
    """
    dealer, player = (
        floor.person("dealer", f"/table/{table}"),
        floor.person("player", f"/seat/{table}"),
    )
    dealer.get_by_test_id("next-step").click()
    for box in boxes:
        player.get_by_test_id(f"box-{box}").get_by_test_id("bet-ante").click()
        expect(dealer.get_by_test_id(f"box-{box}")).to_contain_text("demo-player")
    dealer.get_by_test_id("next-step").click()
    dealer.get_by_test_id("deal-all").click()
    for page in (dealer, player):
        expect(page.get_by_test_id("phase")).to_have_text("Players decide")
    return dealer, player


def look(player: Page, box: int) -> None:
    """Looks at a hand."""
    player.get_by_test_id(f"box-{box}").get_by_test_id(f"examine-{box}").click()
    expect(player.get_by_test_id(f"box-{box}")).to_contain_text("looked")


def fold(dealer: Page, player: Page, box: int) -> None:
    """Folds a hand, and waits until the console shows it."""
    player.get_by_test_id(f"fold-{box}").click()
    expect(dealer.get_by_test_id(f"box-{box}")).to_have_attribute("data-state", "folded")


def play_on(floor: Floor, table: str, phase: str | None = None) -> None:
    """Has the dealer do what is next, beside the pages, until a phase has come or the round is
    over.
    """
    while (view := floor.table(table))["round"] is not None and view["round"]["phase"] != phase:
        floor.do("dealer", table, {"do": view["next"][0]["do"]})


def finish(floor: Floor, table: str, *pages: Page) -> None:
    """Plays a round to its end, and waits until pages show that it is over."""
    play_on(floor, table)
    for page in pages:
        expect(page.get_by_test_id("phase")).to_have_text("Between rounds")


def lies(page: Page, box: int, bet: str, amount: str | None) -> None:
    """What lies on a spot; nothing where it is None."""
    there = page.get_by_test_id(f"box-{box}").locator(f'[data-bet="{bet}"] .spot-amount')
    expect(there).to_have_text([] if amount is None else [amount])
