"""Buttons that have to be held, and the sheet on which a claim is verified."""

from playwright.sync_api import Page, expect


def hold(page: Page, test: str) -> None:
    """Holds a button with the mouse until its dialog is gone."""
    button = page.get_by_test_id(test)
    button.scroll_into_view_if_needed()
    dialog = button.locator("xpath=ancestor::dialog")
    button.hover()
    page.mouse.down()
    expect(dialog).to_have_count(0)
    page.mouse.up()


def verify(page: Page, claim: str) -> None:
    """Opens the sheet of a claim, ticks what was looked at, and holds."""
    page.get_by_test_id(f"verify-{claim}").click()
    tick_all(page)
    hold(page, "verify-do")


def tick_all(page: Page) -> None:
    for tick in page.get_by_test_id("verify").get_by_role("checkbox").all():
        tick.check()
