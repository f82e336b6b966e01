"""Ordinary cards at the console: a round of each game by keyboard alone, a hand in one entry."""

import re

import pytest
from playwright.sync_api import Page, expect

from pitboss.rulebook.shelf import Shelf
from tests.browser.floor import PHONE, TABLET, Floor
from tests.browser.layout import fits
from tests.effort import at_length
from tests.support import BE, CS, MH, MS, SS

DEALER = "adkd9h5c2s"
STUD = ("2c3c4c5d6d", "ah3h4h9s9d")
HANDS = {MH: ("ah3h", "8c8d"), BE: ("2c3c5d / 4c6d", "ah3h4h9s9d")}


def opened(floor: Floor, book: str, dealing: str, *, name: str = "ordinary") -> str:
    """A table with ordinary cards, and two bets on it."""
    table, rulebook = f"{name} {book}", Shelf().get(book)
    opening = rulebook.wagers.__struct_fields__[0]
    floor.do(
        "pit-supervisor",
        table,
        {
            "do": "open-table",
            "rulebook": book,
            "layout": "A",
            "boxes": 5,
            "dealing": dealing,
            "cards": "shown",
            "limits": {opening: {"min": "10", "max": "1000"}},
        },
    )
    floor.do("dealer", table, {"do": "open-betting"})
    for box in (1, 2):
        bet = {
            "do": "place-bet",
            "box": box,
            "bet": opening,
            "amount": "25.00",
            "player": f"p{box}",
        }
        floor.do("dealer", table, bet)
    return table


def typed(page: Page, text: str) -> None:
    expect(page.get_by_test_id("card-entry")).to_be_focused()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("card-entry")).not_to_have_value(text)


@pytest.mark.parametrize(
    ("book", "dealing"),
    [
        pytest.param(MS, "shoe", marks=at_length),
        pytest.param(CS, "shuffler", marks=at_length),
        (MH, "shoe"),
        (SS, "manual"),
        (BE, "method-b"),
    ],
)
def test_a_round_of_ordinary_cards_by_keyboard_alone(floor: Floor, book: str, dealing: str) -> None:
    table = opened(floor, book, dealing)
    dealer = floor.person("dealer", f"/table/{table}", size=TABLET)
    says, phase = dealer.get_by_test_id("announce"), dealer.get_by_test_id("phase")
    keys = dealer.keyboard
    expect(says).to_have_text(re.compile("“No more [Bb]ets”"))
    keys.press("Enter")
    if book in (MS, CS, SS):
        expect(says).to_have_text("Deal all hands, and enter the dealer's face-up card")
        typed(dealer, "2s")
    else:
        expect(says).to_have_text("Deal all hands")
        keys.press("Enter")
    for box in (1, 2):
        expect(says).to_contain_text(f"Ask box {box}")
        keys.press("s" if book == BE else "b")
    if book == MH:
        for street, cards in (("flop", "2h7hkh"), ("turn", "4s"), ("river", "9c")):
            expect(says).to_have_text(f"Deal and turn over the {street}, and enter it")
            typed(dealer, cards)
            for box in (1, 2) if street != "river" else ():
                expect(says).to_contain_text(f"Ask box {box}")
                keys.press("c")
    expect(says).to_have_text("Turn over the dealer's cards, and enter them")
    typed(dealer, "ad9h" if book == MH else DEALER)
    # In any order: the second hand first, by the number of its box.
    first, second = HANDS.get(book, STUD)
    expect(says).to_have_text("Enter box 1 as it is turned over")
    typed(dealer, f"2 {second}")
    face_down = dealer.get_by_test_id("box-2").get_by_role("img", name="card face down")
    expect(face_down).to_have_count(0)
    expect(says).to_have_text("Enter box 1 as it is turned over")
    typed(dealer, first)
    fits(dealer)
    expect(says).to_have_text("Settle: collect and pay")
    keys.press("Enter")
    expect(phase).to_have_text("Collect and pay")
    for box in (1, 2):
        expect(says).to_contain_text(f"Box {box}: ")
        keys.press("Enter")
    expect(says).to_have_text("Conclude the round")
    keys.press("Enter")
    expect(says).to_have_text(re.compile("“Place your [Bb]ets, please”"))


def revealed(floor: Floor, name: str) -> str:
    """A table at which both have stayed in and the dealer's cards lie open."""
    table = opened(floor, CS, "shuffler", name=name)
    for body in (
        {"do": "close-betting"},
        {"do": "deal", "all": True, "cards": "2s"},
        {"do": "raise", "box": 1, "amount": "50"},
        {"do": "raise", "box": 2, "amount": "50"},
        {"do": "show-hand", "place": "dealer", "cards": "adkd9h5c"},
    ):
        floor.do("dealer", table, body)
    return table


def test_a_card_that_turns_up_twice_is_put_right_and_the_rest_is_not_shown(floor: Floor) -> None:
    table = revealed(floor, "twice")
    dealer = floor.person("dealer", f"/table/{table}", size=TABLET)
    says = dealer.get_by_test_id("announce")
    typed(dealer, "kd3c4c5d6d")
    # One question with its three answers, and the field is that of the last entry.
    expect(says).to_have_text("K♦ is on box 1 and with the dealer: which is wrong?")
    buttons = dealer.locator(".step-buttons button")
    expect(buttons).to_have_count(3)
    expect(dealer.locator("pit-entry label")).to_have_text("Enter box 1 again: 5 cards")
    # The two hands are in view, and the cards of the last entry beside it.
    expect(dealer.get_by_test_id("last-entry")).to_contain_text("K♦ 3♣ 4♣ 5♦ 6♦")
    hand = "document.querySelector('.felt-dealer .cards').getBoundingClientRect().bottom"
    bar = "document.querySelector('.stepbar').getBoundingClientRect().top"
    assert dealer.evaluate(f"{hand} < {bar}")
    fits(dealer)
    # Box 1 typed again is box 1; what the dealer has stays.
    typed(dealer, "2c3c4c5d6d")
    expect(says).to_have_text("Enter box 2 as it is turned over")
    assert floor.table(table)["round"]["dealer"] == ["Ad", "Kd", "9h", "5c", "2s"]
    # Whoever has left the field is not taken back into it by whatever else is drawn meanwhile.
    dealer.keyboard.press("Escape")
    dealer.evaluate("dispatchEvent(new Event('offline'))")
    expect(dealer.get_by_test_id("lamp")).to_have_text("Not live")
    expect(dealer.get_by_test_id("card-entry")).not_to_be_focused()
    dealer.keyboard.press("n")
    expect(dealer.get_by_text("Mark the rest as not shown?")).to_be_visible()
    dealer.get_by_role("button", name="Mark as not shown").last.click()
    expect(says).to_have_text("Settle: collect and pay")
    floor.do("dealer", table, {"do": "settle"})
    floor.do("dealer", table, {"do": "conclude"})


def test_what_the_dealer_had_first_is_put_right_with_a_second_person(floor: Floor) -> None:
    table = revealed(floor, "twice by two")
    dealer = floor.person("dealer", f"/table/{table}", size=PHONE)
    says = dealer.get_by_test_id("announce")
    typed(dealer, "kd3c4c5d6d")
    dealer.get_by_role("button", name="Correct the dealer's cards").click()
    dealer.get_by_test_id("correction-cards").fill("adkh9h5c")
    floor.second(dealer, lambda: dealer.get_by_test_id("correction-do").click())
    expect(says).to_have_text("Enter box 2 as it is turned over")
    assert floor.table(table)["round"]["dealer"] == ["Ad", "Kh", "9h", "5c", "2s"]
    # Two equal hands are one question too.
    dealer.get_by_test_id("card-entry").fill("kd3c4c5d6d")
    dealer.keyboard.press("Enter")
    expect(says).to_have_text("K♦ 6♦ 5♦ 4♣ 3♣ are on box 2 and on box 1: which is wrong?")
    expect(dealer.locator(".step-buttons button")).to_have_count(3)
    dealer.get_by_role("button", name="Neither: report a foreign card").click()
    expect(dealer.get_by_test_id("irregularity-dialog")).to_contain_text("A foreign card")
    dealer.keyboard.press("Escape")
    dealer.get_by_test_id("card-entry").fill("ah3h4h9s9d")
    dealer.keyboard.press("Enter")
    expect(says).to_have_text("Settle: collect and pay")
    floor.do("dealer", table, {"do": "settle"})
    floor.do("dealer", table, {"do": "conclude"})


def test_a_folded_hand_that_is_kept_back_is_proved_at_the_console(floor: Floor) -> None:
    table = "proved"
    opening = {
        "do": "open-table",
        "rulebook": MS,
        "layout": "A",
        "boxes": 5,
        "dealing": "shuffler",
        "cards": "shown",
        "limits": {"ante": {"min": "10", "max": "1000"}},
        "progressive-bet": "5.00",
        "link": floor.table("Stud")["link"],
    }
    floor.do("pit-supervisor", table, opening)
    bet = {"do": "place-bet", "box": 1, "player": "p1"}
    for body in (
        {"do": "open-betting"},
        {**bet, "bet": "ante", "amount": "25.00"},
        {**bet, "bet": "progressive", "amount": "5.00"},
        {"do": "close-betting"},
        {"do": "deal", "all": True, "cards": "2s"},
        {"do": "fold", "box": 1},
    ):
        floor.do("dealer", table, body)
    supervisor = floor.person("pit-supervisor", f"/table/{table}", size=TABLET)
    proves = supervisor.get_by_test_id("establish-1")
    expect(supervisor.get_by_test_id("announce")).to_have_text("Enter box 1 as it is turned over")
    expect(proves).to_have_count(0)
    floor.do("dealer", table, {"do": "decline-to-show", "rest": True})
    proves.click()
    expect(supervisor.get_by_test_id("establish-progressive")).to_be_checked()
    supervisor.get_by_test_id("establish-cards").fill("9s8d7s6s5s")
    supervisor.get_by_test_id("establish-do").click()
    expect(proves).to_have_count(0)
    floor.do("dealer", table, {"do": "settle"})
    (box,) = floor.table(table)["round"]["settlement"]["boxes"]
    assert [(line["bet"], line["result"], line["winnings"]) for line in box["lines"]] == [
        ("ante", "lose", "0.00"),
        ("progressive", "win", "100.00"),
    ]
    floor.do("dealer", table, {"do": "conclude"})
