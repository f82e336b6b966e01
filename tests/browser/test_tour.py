"""The landing page and the tour, as somebody sees them who has never heard of Pitboss."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.floor import PHONE, TABLET, WORK, Floor
from tests.effort import TIMED
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.alone
LIMIT_MS = 20_000 if TIMED else PATIENCE_S * 1000
"""Twenty seconds, or what only a scene that hangs would take; its pauses are counted in
tests/demo.
"""


def on_the_tour(floor: Floor, size: tuple[int, int] = (1440, 900)) -> Page:
    """One click from the landing page."""
    page = floor.person(None, "/", size=size)
    page.get_by_test_id("tour").click()
    expect(page.get_by_test_id("caption")).to_contain_text("Choose what happens")
    return page


_OVER_ONE_ANOTHER = """(box) => {
    const [bets, net] = ['.small', '.tour-net'].map((one) =>
        box.querySelector(one).getBoundingClientRect());
    return bets.right > net.left && bets.bottom > net.top && bets.top < net.bottom;
}"""


def whole(page: Page, test: str, pane: str) -> None:
    """Something is in view to its foot, and not only its upper part."""
    inner, outer = (page.get_by_test_id(one).first.bounding_box() for one in (test, pane))
    assert inner is not None
    assert outer is not None
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"], test


def test_a_royal_flush_is_seen_by_player_dealer_and_sign(floor: Floor) -> None:
    page = on_the_tour(floor, TABLET)
    page.get_by_test_id("scene-royal-flush").click()
    state = page.get_by_test_id("tour-state")
    expect(page.get_by_test_id("tour-says")).to_contain_text("Royal flush", timeout=LIMIT_MS)
    expect(state).to_have_text(re.compile(r"^You win 1\d\d,\d\d\d\.\d\d\.$"), timeout=LIMIT_MS)
    expect(page.get_by_test_id("tour-hit")).to_contain_text("$100,001.50")
    expect(page.get_by_test_id("tour-meter")).to_have_attribute("data-value", "100000.00")
    expect(page.get_by_test_id("tour-box-1")).to_contain_text("+1")
    expect(page.get_by_test_id("pay-1-progressive")).to_contain_text("4.2.1")
    whole(page, "pay-1-progressive", "tour-player")
    assert not page.get_by_test_id("tour-box-1").evaluate(_OVER_ONE_ANOTHER)
    # The award and what the box wins say why, too.
    page.get_by_test_id("tour-hit").get_by_role("button").click()
    expect(page.get_by_test_id("why").get_by_test_id("why-sum")).to_contain_text("100,001.50")


def test_an_exposed_card_is_ruled_by_its_clauses_and_the_player_may_choose(floor: Floor) -> None:
    page = on_the_tour(floor, PHONE)
    page.get_by_test_id("scene-exposed-card").click()
    expect(page.get_by_test_id("tour-choice")).to_contain_text("Play on", timeout=LIMIT_MS)
    ruling = page.get_by_test_id("tour-ruling")
    expect(ruling).to_contain_text("5.12")
    expect(page.get_by_test_id("caption")).to_contain_text("stays on the record", timeout=LIMIT_MS)


def test_a_broken_link_is_told_by_the_sign_and_makes_the_round_void(floor: Floor) -> None:
    page = on_the_tour(floor, TABLET)
    page.get_by_test_id("scene-broken-link").click()
    expect(page.get_by_test_id("tour-says")).to_contain_text("Back shortly", timeout=LIMIT_MS)
    expect(page.get_by_test_id("tour-ruling").first).to_contain_text("5.17", timeout=LIMIT_MS)
    expect(page.get_by_test_id("tour-state")).to_contain_text("Round void")
    whole(page, "tour-ruling", "tour-dealer")
    page.get_by_test_id("why-ruled").first.click()
    expect(page.get_by_test_id("why").get_by_test_id("why-clauses")).to_contain_text("5.17")


def test_why_opens_the_cards_the_sum_the_clause_and_the_proof(floor: Floor) -> None:
    page = on_the_tour(floor)
    page.get_by_test_id("scene-why").click()
    why = page.get_by_test_id("why")
    expect(why.get_by_test_id("why-sum")).to_contain_text("25.00 is won", timeout=LIMIT_MS)
    expect(why.get_by_test_id("why-cards").locator("[data-card]")).to_have_count(10)
    expect(why.get_by_test_id("why-clauses")).to_contain_text("3.13")
    expect(why.get_by_test_id("why-proof")).to_contain_text("journal position")
    expect(why.get_by_test_id("why-link")).to_have_value(re.compile(r"/why\?round=Tour"))


def test_the_tour_stands_on_one_screen(floor: Floor) -> None:
    """Three sides of the table, what can happen, and the way on, at a desk and on a tablet."""
    for size in (WORK, TABLET):
        page = on_the_tour(floor, size)
        expect(page.get_by_test_id("tour-pays").locator("tr").last).to_be_in_viewport(ratio=1)
        for test in ("scene-why", "tour-dealer", "tour-player", "tour-sign", "tour-play"):
            expect(page.get_by_test_id(test)).to_be_in_viewport(ratio=1)


def test_from_the_landing_page_one_click_leads_to_a_seat_or_a_console(floor: Floor) -> None:
    page = floor.person(None, "/")
    page.get_by_test_id("landing-play").click()
    expect(page).to_have_url(re.compile("/seat/Stud$"))
    other = floor.person(None, "/")
    other.get_by_test_id("landing-deal").click()
    expect(other).to_have_url(re.compile("/table/Stud$"))
