"""The hint of a practice seat: off until it is asked for, then there at every decision."""

import re

import pytest
from playwright.sync_api import Page, expect

from pitboss.kernel.cards import parse_cards
from pitboss.maths.family import maths_of
from pitboss.maths.strategy.best_play import advise
from pitboss.rulebook.shelf import Shelf
from pitboss.web.demo import TABLES
from tests.browser.floor import PHONE, Floor
from tests.effort import at_length, tables

WORTH = re.compile(r"on average the round is then worth [+−]?\d+\.\d\d")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """On a new machine the first hint takes half a minute, unless what it needs has been compiled
    before; of the tables that are played at here, and no others.
    """
    shelf = Shelf(paths=False)
    for table in tables(("Holdem", "Stud", "Singapore", "Bullseye"), telling=("Holdem", "Stud")):
        book = shelf.get(TABLES[table][0])
        for cards in maths_of(book).samples:
            advise(book, parse_cards(cards))


def dealt(
    floor: Floor, table: str, bet: str = "ante", size: tuple[int, int] = PHONE
) -> tuple[Page, Page]:
    dealer, player = (
        floor.person("dealer", f"/table/{table}"),
        floor.person("player", f"/seat/{table}", size=size),
    )
    dealer.get_by_test_id("next-step").click()
    player.get_by_test_id("box-1").get_by_test_id(f"bet-{bet}").click()
    expect(player.get_by_test_id("box-1").locator(".spot-amount").first).to_have_text("25")
    dealer.get_by_test_id("next-step").click()
    dealer.get_by_test_id("deal-all").click()
    expect(player.get_by_test_id("hint-toggle")).to_be_visible()
    return dealer, player


@at_length
def test_a_hint_is_off_until_it_is_asked_for_and_stays_on(floor: Floor) -> None:
    dealer, player = dealt(floor, "Holdem")
    hint, toggle = player.get_by_test_id("hint"), player.get_by_test_id("hint-toggle")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    expect(hint).to_be_hidden()
    # By its key; a hand that nobody has looked at has no hint.
    player.keyboard.press("t")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    expect(hint).to_have_text(
        "A hint is for a hand that you have looked at; this one is played blind."
    )
    player.get_by_test_id("box-1").get_by_test_id("examine-1").click()
    expect(hint.get_by_test_id("hint-says")).to_have_text(WORTH)
    expect(hint.get_by_test_id("hint-flop")).to_contain_text("Flop 50.00")
    expect(hint.get_by_test_id("hint-fold")).to_contain_text("−25.00")
    expect(hint.locator('tr[data-best="yes"]')).to_have_count(1)
    expect(hint).to_have_attribute("aria-live", "polite")
    # At the next decision it is there again, and after a reload too.
    player.get_by_test_id("raise-1").click()
    expect(dealer.get_by_test_id("phase")).to_have_text("Dealing")
    while floor.table("Holdem")["step"]["asks"] != "turn":
        floor.do("dealer", "Holdem", {"do": "deal"})
    expect(hint.get_by_test_id("hint-turn")).to_contain_text("Turn 25.00")
    player.reload()
    expect(hint.get_by_test_id("hint-turn")).to_contain_text("Turn 25.00")
    player.keyboard.press("t")
    expect(hint).to_be_hidden()


@pytest.mark.parametrize(
    ("table", "bet"),
    [
        ("Stud", "ante"),
        pytest.param("Singapore", "ante", marks=at_length),
        pytest.param("Bullseye", "main", marks=at_length),
    ],
)
def test_what_is_best_can_be_done(floor: Floor, table: str, bet: str) -> None:
    dealer, player = dealt(floor, table, bet, (1440, 900))
    player.get_by_test_id("box-1").get_by_test_id("examine-1").click()
    player.get_by_test_id("hint-toggle").click()
    says = player.get_by_test_id("hint-says")
    expect(says).to_be_visible()
    if table == "Bullseye":
        cards = re.match(r"Set (\S\S) (\S\S) (\S\S) for ", says.inner_text())
        for card in cards.groups() if cards else ():
            player.get_by_test_id(f"pick-{card}").click()
        player.get_by_test_id("set-hand-1" if cards else "house-way-1").click()
    else:
        player.get_by_test_id(
            "fold-1" if says.inner_text().startswith("Fold") else "raise-1"
        ).click()
    expect(player.get_by_test_id("hint")).to_be_hidden()
    expect(dealer.get_by_test_id("box-1")).not_to_have_attribute("data-state", "undecided")
