"""Something irregular: the dealer tells what happened, the rules say what follows, and whoever must
decide does so in a browser of his own; everybody sees it.
"""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser import rounds
from tests.browser.floor import TABLET, WORK, Floor
from tests.browser.interludes import dealt, finish, fold, look
from tests.effort import at_length

ON_HOLD = "Round on hold: ruling pending."


def irregularity(dealer: Page, incident: str) -> Locator:
    """The dialog, at the questions of an incident."""
    dealer.get_by_test_id("irregularity").click()
    shown = dealer.get_by_test_id("irregularity-dialog")
    shown.get_by_test_id(f"incident-{incident}").click()
    return shown


def test_a_supervisor_rules_in_another_browser_and_the_round_goes_on(floor: Floor) -> None:
    dealer, player = dealt(floor, "Stud", 1, 2)
    supervisor = floor.person("pit-supervisor", "/pit")
    look(player, 1)
    # Only what nobody but the people at the table can know is asked.
    shown = irregularity(dealer, "extra-hand-examined")
    shown.get_by_test_id("about-box-2").click()
    assert shown.locator(".questions legend").all_inner_texts() == [
        "Which box?",
        "Was it done on purpose?",
    ]
    expect(shown.locator(".preview")).to_contain_text("Answer the questions")
    shown.get_by_test_id("fact-intentional-true").check()
    expect(shown.get_by_test_id("authority")).to_have_text("Decision: the pit supervisor.")
    expect(shown.get_by_test_id("clause-5.19")).to_be_visible()
    shown.get_by_test_id("report").click()
    expect(shown.locator(".badge")).to_have_text("Waiting for the pit supervisor")
    expect(shown.get_by_test_id("confirm")).to_have_count(0)
    shown.get_by_test_id("irregularity-close").click()
    # Everybody sees that it waits; the dealer can't go on, and can't decide.
    expect(dealer.get_by_test_id("pending")).to_contain_text(
        "The hand is invalid; its bets are returned"
    )
    expect(dealer.get_by_test_id("announce")).to_have_text(ON_HOLD)
    expect(dealer.get_by_test_id("next-step")).to_have_count(0)
    expect(player.get_by_test_id("seat-state")).to_have_text(ON_HOLD)
    expect(player.get_by_test_id("raise-1")).to_have_count(0)
    card = supervisor.get_by_test_id("incident-Stud")
    expect(card.get_by_test_id("ruling")).to_contain_text(
        "The hand is invalid; its bets are returned"
    )
    # Whoever decides sees what was reported, and with which facts.
    expect(card.get_by_test_id("reported")).to_have_text("A player looked at a second hand")
    expect(card.get_by_test_id("told-intentional")).to_have_text("Was it done on purpose? Yes")
    expect(supervisor.get_by_role("heading", name="Needs you (1)")).to_be_visible()
    card.get_by_test_id("confirm").click()
    expect(card).to_have_count(0)
    expect(supervisor.get_by_role("heading", name="All clear")).to_be_visible()
    # The round goes on without that hand, whose bet went back.
    expect(dealer.get_by_test_id("pending")).to_have_count(0)
    expect(player.get_by_test_id("box-2")).to_contain_text("invalid")
    fold(dealer, player, 1)
    finish(floor, "Stud", dealer)
    expect(player.get_by_test_id("my-chips")).to_have_text("−25.00")


@at_length
def test_the_house_voids_the_round_and_the_money_goes_back(floor: Floor) -> None:
    dealer, player = dealt(floor, "Holdem", 1)
    supervisor, manager = (
        floor.person("pit-supervisor", "/pit"),
        floor.person("shift-manager", "/pit"),
    )
    expect(player.get_by_test_id("my-chips")).to_have_text("0.00")
    shown = irregularity(dealer, "unlisted")
    # Whoever rules on it has nothing but the dealer's words to go by.
    expect(shown.get_by_test_id("description")).to_be_focused()
    shown.get_by_test_id("report").click()
    expect(shown.get_by_test_id("field-error")).to_have_text("Say what happened.")
    assert floor.table("Holdem")["round"]["ruling"] is None
    shown.get_by_test_id("description").fill("  A drink went over\nbox 1.  ")
    expect(shown.get_by_test_id("field-error")).to_have_count(0)
    # Which box it is about may be told; then a hand can be ruled invalid, and a player barred.
    expect(shown.get_by_test_id("about-box-none")).to_have_attribute("aria-pressed", "true")
    shown.get_by_test_id("about-box-1").click()
    expect(shown.get_by_test_id("about-box-1")).to_have_attribute("aria-pressed", "true")
    shown.get_by_test_id("report").click()
    shown.get_by_test_id("irregularity-close").click()
    for page in (dealer.get_by_test_id("pending"), manager.get_by_test_id("incident-Holdem")):
        expect(page.get_by_test_id("reported")).to_have_text("Something the rules do not cover")
        expect(page.get_by_test_id("description")).to_have_text("A drink went over box 1.")
        expect(page.get_by_test_id("about-player")).to_have_text("About box 1.")
        expect(page.get_by_test_id("reported-by")).to_have_text(
            re.compile(r"^Reported by demo-dealer at \d\d:\d\d:\d\d.* \(\d+ s ago\)$")
        )
    for choice in ("continue", "void-round", "invalidate-hand", "bar-player"):
        expect(manager.get_by_test_id(f"decide-{choice}")).to_be_visible()
    # A supervisor sees that it waits, and for whom.
    expect(supervisor.get_by_role("heading", name="All clear")).to_be_visible()
    supervisor.get_by_text("Others decide (1)").click()
    expect(supervisor.get_by_test_id("incident-Holdem")).to_contain_text(
        "Waiting for the shift manager."
    )
    expect(supervisor.get_by_test_id("decide-void-round")).to_have_count(0)
    # A void says what it does before it is done; one key too many changes nothing.
    manager.get_by_test_id("incident-Holdem").get_by_test_id("decide-void-round").click()
    expect(manager.get_by_test_id("void-does")).to_have_text(
        "The round ends without a result. All bets on 1 box are returned: 25.00 to demo-player."
    )
    expect(manager.get_by_test_id("void-keep")).to_be_focused()
    manager.keyboard.press("Enter")
    expect(manager.get_by_test_id("void")).to_have_count(0)
    manager.get_by_test_id("incident-Holdem").get_by_test_id("decide-void-round").click()
    manager.keyboard.press("Escape")
    expect(manager.get_by_test_id("void")).to_have_count(0)
    assert floor.table("Holdem")["round"]["ruling"] is not None
    manager.get_by_test_id("incident-Holdem").get_by_test_id("decide-void-round").click()
    manager.get_by_test_id("void-do").click()
    expect(player.get_by_test_id("seat-state")).to_have_text("Round void: all bets are returned.")
    expect(dealer.get_by_test_id("phase")).to_have_text("Round void")
    finish(floor, "Holdem", dealer)
    expect(player.get_by_test_id("my-chips")).to_have_text("0.00")


def test_the_felt_stays_where_it_is_while_a_ruling_is_pending(floor: Floor) -> None:
    """On a tablet, and at a table so wide that nothing has room beside it, the step bar opens what
    waits; when it is ruled, nothing is left open.
    """
    felt = "document.querySelector('pit-felt').getBoundingClientRect()"
    under = f"{felt}.bottom - document.querySelector('.stepbar').getBoundingClientRect().top"
    for table, size in (("Singapore", TABLET), ("Holdem", WORK)):
        rounds.begin(floor, table, 1)
        dealer = floor.person("dealer", f"/table/{table}", size=size)
        expect(dealer.get_by_test_id("phase")).to_have_text("Place your bets")
        before = dealer.evaluate(f"{felt}.top")
        report = {"do": "report", "incident": "unlisted", "description": "A bird."}
        view = floor.do("dealer", table, report)
        expect(dealer.get_by_test_id("phase")).to_have_text("On hold")
        expect(dealer.get_by_test_id("hold")).to_have_text(
            "Something the rules do not cover · waiting for the shift manager"
        )
        assert dealer.evaluate(f"{felt}.top") == before
        assert dealer.evaluate(under) <= 0
        dealer.keyboard.press("Enter")
        shown = dealer.get_by_test_id("waits-dialog")
        expect(shown.get_by_test_id("description")).to_have_text("A bird.")
        ruled = {"do": "confirm", "decision": "void-round"}
        floor.do("shift-manager", table, ruled | {"approves": view["round"]["ruling"]["digest"]})
        expect(shown).to_have_count(0)
        rounds.go_on(floor, table)


@at_length
def test_where_the_rule_decides_nobody_is_asked(floor: Floor) -> None:
    dealer, player = dealt(floor, "Singapore", 1)
    expect(player.get_by_test_id("my-chips")).to_have_text("0.00")
    shown = irregularity(dealer, "cards-exposed")
    shown.get_by_test_id("fact-count").fill("2")
    expect(shown.get_by_test_id("authority")).to_have_text(
        "The rule decides; nobody needs to be asked."
    )
    expect(shown.get_by_test_id("clause-5.4")).to_be_visible()
    shown.get_by_test_id("report").click()
    expect(dealer.get_by_test_id("void-does")).to_contain_text(
        "All bets on 1 box are returned: 25.00"
    )
    dealer.get_by_test_id("void-keep").click()
    expect(shown.get_by_test_id("report")).to_be_visible()
    assert floor.table("Singapore")["round"]["phase"] == "deciding"
    shown.get_by_test_id("report").click()
    floor.second(dealer, dealer.get_by_test_id("void-do").click)
    said = dealer.get_by_test_id("notice").filter(has_text="Reported: the round is void.")
    expect(said).to_have_count(1)
    expect(player.get_by_test_id("seat-state")).to_have_text("Round void: all bets are returned.")
    finish(floor, "Singapore", dealer)
    expect(player.get_by_test_id("my-chips")).to_have_text("0.00")


@at_length
def test_players_choose_where_the_rules_let_them(floor: Floor) -> None:
    dealer, player = dealt(floor, "Stud", 1)
    supervisor = floor.person("pit-supervisor", "/table/Stud")
    before = player.get_by_test_id("my-chips").inner_text()
    shown = irregularity(dealer, "cards-drawn-together")
    shown.get_by_test_id("report").click()
    expect(shown.locator(".badge")).to_have_text("Waiting for the pit supervisor")
    shown.get_by_test_id("irregularity-close").click()
    # A supervisor at the console decides there.
    supervisor.get_by_test_id("pending").get_by_test_id("confirm").click()
    expect(dealer.get_by_text("Players to choose")).to_be_visible()
    # What happened, by which clause, and what each choice does is told before anybody chooses.
    because = floor.table("Stud")["round"]["options_because"]
    for page in (player, dealer):
        told = page.get_by_test_id("offer")
        expect(told.get_by_test_id("offer-incident")).to_have_text("Two cards were drawn together")
        expect(told.get_by_test_id("offer-because")).to_contain_text(because["because"])
        expect(told.get_by_test_id(f"clause-{because['clauses'][0]}")).to_be_visible()
    out = "The bets on box 1 are returned (25.00), and the hand is out of this round."
    expect(player.get_by_test_id("does-1-return-and-invalidate")).to_have_text(out)
    expect(player.get_by_test_id("seat-state")).to_have_text("You have a choice.")
    # The dealer is told the same, and does not choose in a player's name with one key.
    dealer.get_by_test_id("choose-1-return-and-invalidate").click()
    asked = dealer.get_by_test_id("option")
    expect(asked.get_by_test_id("offer-because")).to_contain_text(because["because"])
    expect(asked.get_by_test_id("option-does")).to_have_text(
        "Take the bets back: the bets on box 1 are returned (25.00), and the hand is out of "
        "this round."
    )
    expect(asked.get_by_test_id("option-keep")).to_be_focused()
    dealer.keyboard.press("Escape")
    dealer.get_by_test_id("next-step").click()
    expect(dealer.get_by_test_id("close-options")).to_contain_text(
        "No choice yet: Box 1, demo-player."
    )
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_test_id("close-options")).to_have_count(0)
    assert list(floor.table("Stud")["round"]["options"]) == ["1"]
    player.get_by_test_id("choose-1-return-and-invalidate").click()
    expect(player.get_by_test_id("box-1")).to_have_attribute("data-state", "invalid")
    expect(dealer.get_by_text("Players to choose")).to_have_count(0)
    finish(floor, "Stud", dealer)
    expect(player.get_by_test_id("my-chips")).not_to_have_text(before)


def test_a_report_by_keyboard_alone(floor: Floor) -> None:
    """The dialog opens with I; the incident is found by typing; the focus goes where the next
    answer is wanted.
    """
    dealer, _player = dealt(floor, "Singapore", 1)
    dealer.keyboard.press("i")
    shown = dealer.get_by_test_id("irregularity-dialog")
    expect(shown.get_by_test_id("incident-find")).to_be_focused()
    # Cards that the system has shuffled hold no foreign one: that is not even listed.
    dealer.keyboard.type("foreign")
    expect(shown.locator(".incident-group button")).to_have_count(0)
    shown.get_by_test_id("incident-find").fill("exposed")
    expect(shown.locator(".incident-group button")).to_have_count(1)
    dealer.keyboard.press("Enter")
    expect(shown.get_by_test_id("fact-count")).to_be_focused()
    dealer.keyboard.type("2")
    expect(shown.get_by_test_id("clause-5.4")).to_be_visible()
    shown.get_by_test_id("report").focus()
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_test_id("void-keep")).to_be_focused()
    dealer.keyboard.press("Tab")
    expect(dealer.get_by_test_id("void-do")).to_be_focused()
    floor.second(dealer, lambda: dealer.keyboard.press("Enter"))
    expect(dealer.get_by_test_id("phase")).to_have_text("Round void")
    expect(shown).to_have_count(0)
    finish(floor, "Singapore", dealer)


@at_length
def test_hands_that_were_dealt_to_the_wrong_places_change_them(floor: Floor) -> None:
    dealer, player = (
        floor.person("dealer", "/table/Classic"),
        floor.person("player", "/seat/Classic"),
    )
    floor.do("dealer", "Classic", {"do": "open-betting"})
    for box in (1, 2):
        floor.do(
            "player", "Classic", {"do": "place-bet", "box": box, "bet": "ante", "amount": "25.00"}
        )
    view = floor.do("dealer", "Classic", {"do": "close-betting"})
    hands = {
        "1": ["As", "Ks", "Qs", "Js", "9s"],
        "2": ["2h", "3h", "4h", "5h", "7h"],
        "dealer": ["2c", "3c", "5c", "9d", "Td"],
    }
    while view["round"]["phase"] != "deciding":
        step = view["step"]
        cards = (
            {}
            if step["do"] == "burn"
            else {"cards": [hands[step["place"]].pop(0) for _ in range(step["cards"])]}
        )
        view = floor.do("dealer", "Classic", {"do": "deal"} | cards)
    shown = irregularity(dealer, "misdeal")
    shown.get_by_test_id("fact-players_have_seen-false").check()
    shown.get_by_test_id("fact-whole_hands_can_move-true").check()
    shown.get_by_test_id("belongs-1").select_option("box 2")
    shown.get_by_test_id("belongs-2").select_option("box 1")
    shown.get_by_test_id("report").click()
    expect(shown).to_have_count(0)
    look(player, 1)
    expect(player.get_by_test_id("box-1")).to_have_attribute(
        "aria-label", re.compile("Two of hearts, Three of hearts")
    )
    for box in (1, 2):
        fold(dealer, player, box)
    finish(floor, "Classic", dealer)


def test_who_of_those_that_share_a_box_it_was_is_asked_and_barred(floor: Floor) -> None:
    floor.admit("Singapore", "Bob")
    rounds.begin(floor, "Singapore", 1, 2)
    beside = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "30.00", "player": "Bob"}
    floor.do("dealer", "Singapore", beside)
    rounds.go_on(floor, "Singapore", "deciding")
    dealer = floor.person("dealer", "/table/Singapore")
    manager = floor.person("shift-manager", "/pit")
    shown = irregularity(dealer, "hand-not-confidential")
    # A box that one player has to himself leaves nothing to ask.
    shown.get_by_test_id("about-box-2").click()
    expect(shown.get_by_test_id("authority")).to_be_visible()
    expect(shown.get_by_test_id("who-Bob")).to_have_count(0)
    shown.get_by_test_id("about-box-1").click()
    expect(shown.get_by_test_id("who-demo-player")).to_be_checked()
    shown.get_by_test_id("who-Bob").check()
    shown.get_by_test_id("report").click()
    expect(shown.locator(".badge")).to_have_text(re.compile("^Waiting for the shift manager"))
    card = manager.get_by_test_id("incident-Singapore")
    expect(card.get_by_test_id("about-player")).to_have_text("About Bob, on box 1.")
    card.get_by_test_id("decide-bar-player").click()
    expect(manager.locator("dialog[open]")).to_contain_text(
        "Bob, on box 1, can no longer bet at this table."
    )
    manager.get_by_test_id("bar-do").click()
    expect(card).to_have_count(0)
    assert list(floor.table("Singapore")["barred_players"]) == ["Bob"]
