"""No key of the dealer gives up a player's hand: what is done in a player's name says first whose
hand it is, and what it costs.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import rounds
from tests.browser.floor import Floor
from tests.browser.interludes import dealt, finish
from tests.effort import at_length


def test_a_fold_is_asked_first_and_says_what_is_lost(floor: Floor) -> None:
    dealer, player = dealt(floor, "Stud", 2)
    dealer.keyboard.press("f")
    asked = dealer.get_by_test_id("fold")
    expect(asked.locator("h2")).to_have_text("Fold box 2?")
    expect(asked).to_contain_text("Box 2, demo-player")
    expect(asked.get_by_test_id("hand-at-stake").locator('[data-card="??"]')).to_have_count(5)
    expect(asked.get_by_test_id("at-stake")).to_have_text("On the box: Ante 25.00.")
    expect(asked.get_by_test_id("stake-lost")).to_have_text(
        "demo-player gives up the hand and loses the Ante of 25.00."
    )
    # The button that changes nothing has the focus: neither Enter, nor Escape, nor the key again
    # folds.
    expect(asked.get_by_test_id("fold-keep")).to_be_focused()
    dealer.keyboard.press("f")
    dealer.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    dealer.keyboard.press("f")
    dealer.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert floor.table("Stud")["round"]["boxes"][0]["standing"] == "undecided"
    expect(player.get_by_test_id("fold-2")).to_be_visible()
    dealer.keyboard.press("f")
    asked.get_by_test_id("fold-do").click()
    expect(player.get_by_test_id("box-2")).to_have_attribute("data-state", "folded")
    finish(floor, "Stud", dealer)


@at_length
def test_where_players_have_seats_of_their_own_the_dealer_bets_for_none_by_a_key(
    floor: Floor,
) -> None:
    dealer, _player = dealt(floor, "Stud", 1)
    dealer.keyboard.press("b")
    asked = dealer.get_by_test_id("answer")
    expect(asked).to_contain_text("BET of 50.00 is placed with demo-player's chips.")
    dealer.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    assert floor.table("Stud")["round"]["boxes"][0]["bets"] == {"ante": "25.00"}
    dealer.keyboard.press("b")
    asked.get_by_test_id("answer-do").click()
    expect(dealer.get_by_test_id("announce")).to_have_text("Turn over the dealer's cards")
    # A hand that stayed in and is not shown can't win; that is not said with one click either.
    floor.do("dealer", "Stud", {"do": "deal"})
    dealer.get_by_test_id("not-shown-1").click()
    unshown = dealer.get_by_test_id("not-shown")
    expect(unshown.get_by_test_id("stake-lost")).to_have_text(
        "A hand that is not shown can't win: 75.00 is at stake."
    )
    dealer.keyboard.press("Escape")
    expect(unshown).to_have_count(0)
    assert floor.table("Stud")["round"]["boxes"][0]["standing"] == "in"
    dealer.get_by_test_id("not-shown-1").click()
    unshown.get_by_test_id("not-shown-do").click()
    expect(dealer.get_by_test_id("box-1")).to_have_attribute("data-state", "declined")
    finish(floor, "Stud", dealer)


@pytest.mark.parametrize("role", [pytest.param("auditor", marks=at_length), "pit-supervisor"])
def test_a_replay_tells_who_reported_what(floor: Floor, role: str) -> None:
    rounds.begin(floor, "Holdem", 1)
    words = "A chip rolled off box 1."
    floor.do("dealer", "Holdem", {"do": "report", "incident": "unlisted", "description": words})
    page = floor.person(role, f"/audit?round={floor.table('Holdem')['round']['id']}")
    page.get_by_test_id("last").click()
    expect(page.get_by_test_id("step-says")).to_contain_text(
        re.compile(
            "Incident reported, Something the rules do not cover, “A chip rolled off box 1.”, "
            "by demo-dealer "
            r"at \d\d:\d\d:\d\d"
        )
    )
    seen = floor.table("Holdem")["round"]["ruling"]["digest"]
    floor.do("shift-manager", "Holdem", {"do": "confirm", "decision": "continue", "approves": seen})
    rounds.go_on(floor, "Holdem")
