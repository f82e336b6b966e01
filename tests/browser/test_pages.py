"""Lobby, pit desk, audit, rulebooks, people, signing in and setting up: each page is used for what
it is for.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import rounds
from tests.browser.axe import check
from tests.browser.floor import PASSWORD, PHONE, WORK, Floor, House, until
from tests.browser.held_buttons import hold, tick_all
from tests.effort import at_length
from tests.figures import figures_text
from tests.patience import PATIENCE_S


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """The demonstration without robots; somebody has computed the mathematics of one rulebook."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "data" / "maths").mkdir(parents=True)
    (folder / "data" / "maths" / "rws-casino-stud-6.json").write_text(
        figures_text("rws-casino-stud-6")
    )
    started = House(folder)
    yield started
    started.close()


def saved(page: Page, test: str, folder: Path) -> Path:
    """What a link saves."""
    with page.expect_download() as download:
        page.get_by_test_id(test).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def pitboss(*arguments: str) -> str:
    found = subprocess.run(
        [sys.executable, "-m", "pitboss", *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    return found.stdout


# ── lobby ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_lobby_says_who_is_where_and_what_the_jackpots_stand_at(floor: Floor) -> None:
    player, auditor = floor.person("player"), floor.person("auditor", size=PHONE)
    expect(auditor.get_by_test_id("players-Singapore")).to_have_text("Nobody in the round")
    rounds.begin(floor, "Singapore", 2, 5)
    expect(auditor.get_by_test_id("players-Singapore")).to_have_text("demo-player boxes 2 and 5")
    expect(player.get_by_test_id("players-Singapore")).to_have_text("you boxes 2 and 5")
    seats = auditor.get_by_test_id("table-Singapore").locator(".seats li")
    taken = [
        at for at in range(1, 8) if "taken" in (seats.nth(at - 1).get_attribute("class") or "")
    ]
    assert taken == [2, 5]
    expect(auditor.get_by_test_id("table-Singapore")).to_contain_text("Place your bets")
    expect(auditor.locator("#count")).to_have_text("6 of 6 tables open, 1 player in play")
    shown = floor.link("Megalink")["displayed"]
    expect(auditor.get_by_test_id("meter-Megalink")).to_have_attribute("data-value", shown)
    rounds.go_on(floor, "Singapore")
    expect(auditor.get_by_test_id("players-Singapore")).to_have_text("Nobody in the round")
    expect(player.get_by_test_id("limit-Stud")).to_have_text("Ante 10 to 1,000")
    expect(player.get_by_test_id("limit-Bullseye")).to_have_text("Main 10 to 1,000")
    player.get_by_test_id("sit-Stud").click()
    expect(player).to_have_url(f"{floor.address}/seat/Stud")


def test_the_tables_of_a_small_floor_stand_on_one_screen(floor: Floor) -> None:
    page = floor.person("player", size=WORK)
    for table in ("Bullseye", "Stud"):
        expect(page.get_by_test_id(f"sit-{table}")).to_be_in_viewport(ratio=1)


def test_on_a_phone_a_round_that_is_chosen_comes_into_sight(floor: Floor) -> None:
    rounds.play(floor, "Holdem", 1)
    page = floor.person("auditor", "/audit?table=Holdem", size=PHONE)
    page.get_by_test_id("round-Holdem-1").click()
    chosen = page.get_by_test_id("replay-round")
    expect(chosen).to_be_in_viewport()
    top = "one => one.getBoundingClientRect().top"
    until(lambda: chosen.evaluate(top) < 200, "the round is far down the page")


def test_staff_see_who_is_at_a_console(floor: Floor) -> None:
    player, desk = floor.person("player"), floor.person("pit-supervisor", "/pit")
    lobby = floor.tab(desk, "/")
    expect(lobby.get_by_test_id("players-Stud")).to_be_visible()
    dealer = floor.person("dealer", "/table/Stud")
    expect(lobby.get_by_test_id("staff-Stud")).to_have_text("At the console: demo-dealer")
    expect(desk.get_by_test_id("dealer-Stud")).to_have_text("demo-dealer")
    expect(player.get_by_test_id("players-Stud")).to_be_visible()
    expect(player.get_by_test_id("staff-Stud")).to_have_count(0)
    dealer.goto("/")
    expect(lobby.get_by_test_id("staff-Stud")).to_have_count(0)


@at_length
def test_a_visitor_is_told_that_nobody_deals_and_may_be_somebody_else(floor: Floor) -> None:
    page = floor.person("player", "/seat/Holdem")
    expect(page.get_by_test_id("nobody-deals")).to_be_visible()
    page.get_by_test_id("view-as").click()
    page.get_by_test_id("view-as-player-2").click()
    expect(page.get_by_test_id("who")).to_contain_text("demo-player-2")
    floor.do("dealer", "Holdem", {"do": "open-betting"})
    expect(page.get_by_test_id("seat-state")).to_have_text("Bets are open: put a chip on a box.")
    expect(page.get_by_test_id("nobody-deals")).to_be_hidden()
    floor.do("dealer", "Holdem", {"do": "conclude"})


def test_a_page_that_is_not_for_somebody_says_so(floor: Floor) -> None:
    page = floor.person("player", "/pit")
    expect(page.locator("h1")).to_have_text("This page is not for you")
    page.get_by_text("Back to the floor").click()
    expect(page.locator("h1")).to_have_text("The floor")
    expect(page.locator("nav a", has_text="Pit desk")).to_have_count(0)


# ── pit desk ──────────────────────────────────────────────────────────────────────────────────────


@at_length
def test_tables_are_opened_get_other_limits_and_are_closed(floor: Floor) -> None:
    page = floor.person("pit-supervisor", "/pit")
    # The jackpots to choose from come with the floor.
    expect(page.get_by_test_id("pit-table-Stud")).to_be_visible()
    page.get_by_test_id("new-table").click()
    page.get_by_test_id("table-name").fill("Blue")
    page.get_by_test_id("table-rulebook").select_option("mbs-megalink-bullseye-4")
    page.get_by_test_id("table-boxes").fill("4")
    expect(page.get_by_test_id("table-link")).to_have_value("Megalink")
    page.get_by_test_id("table-open").click()
    page.get_by_test_id("row-Blue").click()
    expect(page.get_by_test_id("pit-table-Blue")).to_contain_text("No players; 4 boxes · Megalink")
    expect(page.get_by_test_id("limits-Blue")).to_contain_text("10.00 to 1,000.00")
    limits = floor.table("Blue")["limits"]
    assert len(limits) > 1
    assert [bet for bet, limit in limits.items() if "max" not in limit] == []

    page.get_by_test_id("limits-of-Blue").click()
    page.get_by_test_id("limit-min-main").fill("25")
    page.get_by_test_id("limit-max-main").fill("500")
    page.get_by_test_id("limits-do").click()
    expect(page.get_by_test_id("limits-Blue")).to_contain_text("25.00 to 500.00")
    assert floor.table("Blue")["limits"]["main"] == {"min": "25.00", "max": "500.00"}

    # Limits that can't be are refused with the reason, and those before are in force again.
    floor.expect_trouble(r"answer 409: POST .*/api/tables/Blue/commands")
    page.get_by_test_id("limits-of-Blue").click()
    page.get_by_test_id("limit-min-main").fill("600")
    page.get_by_test_id("limits-do").click()
    expect(page.get_by_test_id("field-error")).to_have_attribute("data-code", "bad-configuration")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("limits-Blue")).to_contain_text("25.00 to 500.00")
    assert floor.table("Blue")["open"] is True

    page.get_by_test_id("close-Blue").click()
    page.get_by_test_id("sure-do").click()
    expect(page.get_by_test_id("pit-table-Blue")).to_contain_text("Closed")
    page.get_by_test_id("open-Blue").click()
    expect(page.get_by_test_id("table-boxes")).to_have_value("4")
    page.get_by_test_id("table-open").click()
    expect(page.get_by_test_id("pit-table-Blue")).to_contain_text("Between rounds")


def test_a_jackpot_fails_works_again_and_shows_a_notice(floor: Floor) -> None:
    supervisor, manager = (
        floor.person("pit-supervisor", "/pit"),
        floor.person("shift-manager", "/pit"),
    )
    supervisor.get_by_test_id("fail-Megalink").click()
    supervisor.get_by_test_id("fail-text").fill("the controller is silent")
    supervisor.get_by_test_id("fail-do").click()
    expect(manager.get_by_test_id("down-Megalink")).to_have_text("Out of service")
    # Why, since when, and who says so.
    for page in (supervisor, manager):
        expect(page.get_by_test_id("pit-link-Megalink").get_by_test_id("failure")).to_have_text(
            re.compile(
                r"^“the controller is silent” Reported by demo-pit-supervisor at \d\d:\d\d:\d\d.* "
                r"\(\d+ s ago\); the signs showed [\d,]+\.\d\d\.$"
            )
        )
    # Who has found it out may not say that it works again.
    expect(supervisor.get_by_test_id("down-Megalink")).to_be_visible()
    expect(supervisor.get_by_test_id("restore-Megalink")).to_have_count(0)
    manager.get_by_test_id("restore-Megalink").click()
    expect(manager.get_by_test_id("restore").get_by_test_id("failure")).to_contain_text(
        "controller is silent"
    )
    manager.keyboard.press("Enter")
    expect(manager.get_by_test_id("restore")).to_have_count(0)
    assert floor.link("Megalink")["down"] is True
    manager.get_by_test_id("restore-Megalink").click()
    manager.get_by_test_id("restore-do").click()
    expect(supervisor.get_by_test_id("up-Megalink")).to_have_text("In service")
    expect(supervisor.get_by_test_id("down-Megalink")).to_have_count(0)
    supervisor.get_by_test_id("notice-Megalink").click()
    supervisor.get_by_test_id("notice-text-text").fill("Back at nine")
    supervisor.get_by_test_id("notice-text-do").click()
    expect(manager.get_by_test_id("pit-link-Megalink")).to_contain_text("Back at nine")
    manager.get_by_test_id("clear-notice-Megalink").click()
    expect(supervisor.get_by_test_id("pit-link-Megalink")).not_to_contain_text("Back at nine")


@at_length
def test_parameters_and_corrections_take_two_shift_managers(floor: Floor) -> None:
    first = floor.person("shift-manager", "/pit", name="mia")
    second = floor.person("shift-manager", "/pit", name="noa")
    first.get_by_test_id("new-link").click()
    first.get_by_test_id("link-name").fill("Fortune")
    first.get_by_test_id("link-operator").select_option("MBS")
    first.get_by_test_id("p-reset").fill("50,000")
    floor.expect_trouble("answer 409: POST .*/api/links/Fortune/commands")
    first.get_by_test_id("link-open").click()
    asked = second.get_by_test_id("approval-Fortune")
    expect(asked).to_contain_text("mia needs a second person")
    asked.get_by_role("button", name="Approve", exact=True).click()
    expect(first.get_by_test_id("approval")).to_have_count(0)
    expect(second.get_by_test_id("pit-link-Fortune")).to_contain_text("50,000.00")

    first.get_by_test_id("more-Fortune").click()
    first.get_by_test_id("parameters-Fortune").click()
    expect(first.get_by_test_id("p-rate")).to_have_value("15%")
    first.get_by_test_id("p-rate").fill("12")
    first.get_by_test_id("p-reserve").fill("0.15 %")
    first.get_by_test_id("p-propose").click()
    card = second.get_by_test_id("proposal-Fortune")
    expect(card).to_contain_text("Proposed by mia.")
    expect(card.locator(".changes")).to_have_text("Contribution15% → 12%Reserve3% → 0.15%")
    # It is among what waits for somebody else, for whoever proposed it.
    expect(first.get_by_test_id("waits").get_by_test_id("proposal-Fortune")).to_have_count(0)
    first.get_by_text("Others decide").click()
    expect(first.get_by_test_id("proposal-Fortune")).to_contain_text(
        "You proposed it; somebody else must approve it."
    )
    expect(first.get_by_test_id("approve-parameters-Fortune")).to_have_count(0)
    second.get_by_test_id("approve-parameters-Fortune").click()
    runs_by = first.get_by_test_id("runs-by-Fortune")
    expect(runs_by).to_have_text("Reset value50,000.00Contribution12%Reserve0.15%CapnoneVerifiers2")
    found = floor.link("Fortune")["parameters"]
    assert (found["rate-bp"], found["reserve-bp"], found["verifiers"]) == (1200, 15, 2)

    second.get_by_test_id("more-Fortune").click()
    second.get_by_test_id("correct-Fortune").click()
    second.get_by_test_id("c-amount").fill("12.50")
    second.get_by_test_id("c-reason").select_option("missed-entry")
    second.get_by_test_id("c-note").fill("ticket 17")
    second.get_by_test_id("c-propose").click()
    card = first.get_by_test_id("correction-Fortune")
    expect(card).to_contain_text("Missed entry: ticket 17")
    expect(card).to_contain_text("Proposed by noa.")
    first.get_by_test_id("approve-correction-Fortune").click()
    expect(first.get_by_test_id("correction-Fortune")).to_have_count(0)
    assert floor.link("Fortune")["displayed"] == "50012.50"


@at_length
def test_a_claim_that_needs_two_says_who_verified_first(floor: Floor) -> None:
    parameters = {
        "reset": "10000.00",
        "rate-bp": 1500,
        "reserve-bp": 0,
        "cap": None,
        "verifiers": 2,
    }
    floor.on_link(
        "shift-manager",
        "Double",
        {"do": "open-link", "operator": "RWS", "parameters": parameters},
    )
    floor.do(
        "pit-supervisor",
        "Royal",
        {
            "do": "open-table",
            "rulebook": "rws-casino-stud-6",
            "layout": floor.table("Classic")["layout"],
            "boxes": 5,
            "dealing": floor.table("Classic")["dealing"],
            "cards": "entered",
            "limits": {"ante": {"min": "10.00", "max": "100.00"}},
            "progressive-bet": "5.00",
            "link": "Double",
        },
    )
    claim = rounds.claim(floor, "Royal")["claim"]
    first = floor.person("pit-supervisor", "/pit")
    second = floor.person("pit-supervisor", "/pit", name="sam")
    expect(first.get_by_test_id(f"claim-{claim}")).to_contain_text("Royal flush")
    expect(first.get_by_test_id(f"player-{claim}")).to_have_text("demo-player, box 1")
    expect(first.get_by_test_id(f"verified-{claim}")).to_have_text(
        "Nobody has verified it yet; it takes 2 people."
    )
    first.get_by_test_id(f"verify-{claim}").click()
    expect(first.get_by_test_id("verify")).to_contain_text("One more person must verify it")
    # A click is not enough, nor is holding before everything is ticked.
    first.get_by_test_id("verify-do").click()
    expect(first.get_by_test_id("verify-hint")).to_have_text("Tick each line first.")
    tick_all(first)
    first.get_by_test_id("verify-do").click()
    expect(first.get_by_test_id("name-1")).to_contain_text("demo-pit-supervisor (you)")
    assert floor.link("Double")["claims"][0]["verified_by"] == []
    hold(first, "verify-do")
    expect(second.get_by_test_id(f"verified-{claim}")).to_have_text(
        "Verified by demo-pit-supervisor (1 of 2). "
    )
    first.get_by_text("Others decide").click()
    expect(first.get_by_test_id(f"verified-{claim}")).to_contain_text("You have verified it")
    expect(first.get_by_test_id(f"verify-{claim}")).to_have_count(0)
    second.get_by_test_id(f"verify-{claim}").click()
    expect(second.get_by_test_id("verify")).to_contain_text(
        "the jackpot pays as soon as you verify it"
    )
    expect(second.get_by_test_id("name-1")).to_contain_text("demo-pit-supervisor")
    # Whoever can't hold types the word.
    tick_all(second)
    second.get_by_test_id("verify-typed").fill("verify")
    expect(first.get_by_test_id(f"claim-{claim}")).to_have_count(0)
    # 15 in the hundred of a bet of 5.00 came on top of 10,000.00; a royal flush takes it all.
    expect(first.get_by_test_id("pit-link-Double")).to_contain_text(
        "Last paid: royal flush 10,000.75 (Royal)"
    )
    rounds.go_on(floor, "Royal")
    assert floor.table("Royal")["round"] is None


# ── audit ─────────────────────────────────────────────────────────────────────────────────────────


def test_rounds_are_searched_and_replayed_and_their_records_saved(
    floor: Floor, tmp_path: Path
) -> None:
    rounds.play(floor, "Stud", 1, 3)
    rounds.play(floor, "Stud", 2)
    page = floor.person("auditor", "/audit")
    page.get_by_test_id("audit-find").fill("stud settled")
    expect(page.get_by_test_id("rounds-told")).to_have_text("2 rounds.")
    expect(page.get_by_test_id("rounds").locator("b")).to_have_text(["Stud-2", "Stud-1"])
    page.get_by_test_id("audit-table").select_option("Bullseye")
    expect(page.get_by_test_id("rounds-told")).to_have_text("No matching rounds.")
    page.get_by_test_id("audit-table").select_option("")
    expect(page.get_by_test_id("rounds-told")).to_have_text("2 rounds.")
    page.get_by_test_id("by-time").click()
    page.get_by_test_id("audit-to").fill("2020-01-01T00:00")
    expect(page.get_by_test_id("rounds-told")).to_have_text("No matching rounds.")
    page.get_by_test_id("audit-to").fill("")
    page.get_by_test_id("audit-from").fill("2020-01-01T00:00")
    page.get_by_test_id("round-Stud-1").click()

    says = page.get_by_test_id("step-says")
    expect(page.get_by_test_id("replay-round")).to_have_text("Round Stud-1")
    expect(says).to_contain_text("Betting opened")
    page.get_by_test_id("on").click()
    expect(says).to_contain_text("Bet placed, box 1, ante 25.00, by demo-player")
    expect(page.get_by_test_id("box-1").locator(".spot-amount")).to_have_text("25")
    expect(page.get_by_test_id("box-3").locator(".spot-amount")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("box-3").locator(".spot-amount")).to_have_text("25")
    page.keyboard.press("ArrowLeft")
    expect(says).to_contain_text("box 1")
    page.get_by_test_id("back").click()
    expect(says).to_contain_text("1 of ")
    page.get_by_test_id("last").click()
    expect(says).to_contain_text("Round concluded")
    expect(page.get_by_test_id("pay-list")).to_be_visible()
    expect(page.get_by_test_id("box-1").locator('[data-card="??"]')).to_have_count(0)
    page.keyboard.press("Home")
    expect(says).to_contain_text("Betting opened")
    page.keyboard.press("End")
    expect(says).to_contain_text("Round concluded")
    page.get_by_test_id("first").click()
    expect(says).to_contain_text("Betting opened")

    # What is saved is what the commands take, and they come to the same.
    record = saved(page, "save-Stud-1-record.jsonl", tmp_path)
    settlement = saved(page, "save-Stud-1-settlement.jsonl", tmp_path)
    assert pitboss("settle", str(record)) == settlement.read_text()
    expect(page.get_by_test_id("shuffle-result")).to_have_text("Shuffle verified")
    shuffle = saved(page, "save-Stud-1-shuffle.jsonl", tmp_path)
    assert json.loads(pitboss("verify", str(shuffle)))["verified"] is True
    page.get_by_test_id("shuffle-how").click()
    shown = page.get_by_test_id("shuffle-dialog")
    expect(shown).to_contain_text(json.loads(shuffle.read_text())["secret"])
    page.keyboard.press("Escape")
    # The address leads to the same round.
    page.reload()
    expect(page.get_by_test_id("replay-round")).to_have_text("Round Stud-1")


def test_a_round_that_runs_is_replayed_without_its_hidden_cards(floor: Floor) -> None:
    rounds.begin(floor, "Holdem", 4)
    rounds.go_on(floor, "Holdem", "deciding")
    page = floor.person("auditor", f"/audit?round={floor.table('Holdem')['round']['id']}")
    page.get_by_test_id("last").click()
    expect(page.get_by_test_id("box-4").locator('[data-card="??"]')).to_have_count(2)
    expect(page.locator(".files")).to_contain_text("In progress: hidden cards stay hidden")
    rounds.go_on(floor, "Holdem")


def test_the_journal_is_audited_and_the_books_agree(floor: Floor, tmp_path: Path) -> None:
    rounds.play(floor, "Classic", 1)
    page = floor.person("auditor", "/audit")
    page.get_by_test_id("tab-journal").click()
    page.get_by_test_id("run-audit").click()
    expect(page.get_by_test_id("audit-result")).to_have_text("Everything is in order")
    report = json.loads(saved(page, "save-audit.json", tmp_path).read_text())
    assert report["counts"]["records"] > 20
    # A server that has just started has made no checkpoint; a slow machine may have come to its
    # first one.
    signed = re.compile(r"Signed up to position [\d,]+\.|Nothing is signed yet")
    expect(page.get_by_test_id("audit-signed")).to_contain_text(signed)
    # From one tab to the next by keys.
    page.get_by_test_id("tab-journal").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("tab-reports")).to_be_focused()
    expect(page.get_by_test_id("reconcile-result")).to_have_text("The books agree")


# ── rulebooks ─────────────────────────────────────────────────────────────────────────────────────


def test_a_rulebook_is_read_clause_by_clause(floor: Floor) -> None:
    page = floor.person("player", "/rulebooks?book=rws-casino-stud-6")
    expect(page.locator(".book-title")).to_have_text("Casino Stud Poker")
    expect(page.get_by_test_id("part-pay")).to_contain_text("100% of jackpot")
    expect(page.get_by_test_id("readings")).to_contain_text("Fractions of a cent")
    expect(page.get_by_test_id("readings")).to_contain_text("round half up; or round up")
    page.get_by_test_id("part-pay").get_by_test_id("clause-4.1:royal-flush").click()
    expect(page.get_by_test_id("clause-says")).not_to_be_empty()
    page.keyboard.press("Escape")
    page.get_by_test_id("clause-find").fill("burn")
    expect(page.get_by_test_id("clauses").locator("li").first).to_contain_text(
        "burn", ignore_case=True
    )
    every = page.get_by_test_id("clauses").locator("li").count()
    page.get_by_test_id("clause-find").fill("no such words")
    expect(page.get_by_test_id("clauses")).to_contain_text("No matching clauses.")
    assert every > 0


@at_length
def test_two_rulebooks_side_by_side(floor: Floor) -> None:
    page = floor.person("dealer", "/rulebooks?book=rws-multilink-stud-3")
    page.get_by_test_id("compare").select_option("rws-casino-stud-6")
    row = page.get_by_test_id("diff").first.locator("tr", has_text="Progressive: four of a kind")
    expect(row).to_contain_text("400 for 1")
    expect(row).to_contain_text("$500")
    page.get_by_test_id("compare-end").click()
    expect(page.get_by_test_id("part-pay")).to_be_visible()


def test_the_mathematics_stand_there_where_they_are_computed(floor: Floor) -> None:
    page = floor.person("player", "/rulebooks?book=rws-casino-stud-6")
    maths = page.get_by_test_id("maths")
    expect(maths.locator("tr", has_text="House edge")).to_contain_text("6.2500%")
    expect(maths.locator("tr", has_text="Royal flush")).to_contain_text("1 in 649,740")
    expect(maths).to_contain_text("1,079,947.37")
    page.get_by_test_id("book-mbs-megalink-bullseye-4").click()
    expect(page.get_by_test_id("no-maths")).to_contain_text(
        "pitboss maths mbs-megalink-bullseye-4 --json > maths/mbs-megalink-bullseye-4.json"
    )


# ── people ────────────────────────────────────────────────────────────────────────────────────────


@at_length
def test_a_person_is_added_promoted_and_disabled(floor: Floor) -> None:
    root = floor.person("administrator", "/people")
    root.get_by_test_id("add-person").click()
    root.get_by_test_id("new-name").fill("dora")
    root.get_by_test_id("new-role").select_option("dealer")
    root.get_by_test_id("add-person-do").click()
    expect(root.get_by_test_id("state-dora")).to_contain_text("Invited until")
    link = root.get_by_test_id("link-dora").inner_text()
    root.keyboard.press("Escape")

    dora = floor.person(None, link)
    # A password that is too short is told below its field, and the field has the focus.
    dora.get_by_test_id("own-password").fill("short")
    dora.get_by_test_id("again").fill("short")
    dora.get_by_test_id("accept-do").click()
    expect(dora.get_by_test_id("field-error")).to_contain_text("10 characters")
    expect(dora.get_by_test_id("own-password")).to_be_focused()
    for field in ("own-password", "again"):
        dora.get_by_test_id(field).fill("a password of my own")
    dora.get_by_test_id("accept-do").click()
    expect(dora.get_by_test_id("who")).to_contain_text("dora")
    dora.goto("/pit")
    expect(dora.get_by_test_id("new-table")).to_have_count(0)

    # One arrow key on the list of roles changes nobody's role: the page asks first.
    root.get_by_test_id("role-dora").focus()
    root.keyboard.press("ArrowDown")
    root.get_by_test_id("role-keep").click()
    expect(root.get_by_test_id("role-dora")).to_have_value("dealer")
    expect(dora.get_by_test_id("new-table")).to_have_count(0)
    root.get_by_test_id("role-dora").select_option("pit-supervisor")
    root.get_by_test_id("role-do").click()
    expect(root.get_by_test_id("notice").last).to_contain_text("dora is now a pit supervisor")
    # Her page notices by itself: whoever has another post signs in to it.
    expect(dora).to_have_url(f"{floor.address}/sign-in?next=%2Fpit")
    dora.get_by_text("Sign in with a name and a password").click()
    dora.get_by_test_id("name").fill("dora")
    dora.get_by_test_id("password").fill("a password of my own")
    dora.get_by_test_id("sign-in").click()
    expect(dora.get_by_test_id("new-table")).to_be_visible()

    root.get_by_test_id("filter-role").select_option("auditor")
    expect(root.get_by_test_id("person-dora")).to_have_count(0)
    expect(root.get_by_test_id("person-demo-auditor")).to_be_visible()
    root.get_by_test_id("filter-role").select_option("")
    root.get_by_test_id("find-person").fill("dora")
    expect(root.get_by_test_id("people").locator("tr")).to_have_count(1)
    root.get_by_test_id("disable-dora").click()
    root.get_by_test_id("sure-do").click()
    expect(root.get_by_test_id("state-dora")).to_have_text("Disabled")
    expect(dora).to_have_url(re.compile("/sign-in"))
    root.get_by_test_id("enable-dora").click()
    expect(root.get_by_test_id("state-dora")).to_have_text("With a password")


@at_length
def test_a_sign_is_added_shows_and_is_revoked(floor: Floor) -> None:
    root = floor.person("administrator", "/people")
    root.get_by_test_id("add-device").click()
    root.get_by_test_id("device-what").select_option(label="Sign of Millions")
    root.get_by_test_id("device-text").fill("Over the entrance")
    root.get_by_test_id("device-do").click()
    address = root.get_by_test_id("device-token").inner_text()
    assert address.startswith(f"{floor.address}/sign/Millions#device=")
    root.keyboard.press("Escape")
    sign = floor.person(None, address)
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    token = address.partition("=")[2]
    assert token not in sign.url, "it has left the address bar"
    assert token not in sign.evaluate("JSON.stringify([document.cookie, sessionStorage])")
    sign.reload()
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    floor.expect_trouble(r"answer 401")
    root.get_by_test_id("revoke-Over the entrance").click()
    root.get_by_test_id("sure-do").click()
    expect(root.get_by_test_id("device-Over the entrance")).to_contain_text("Revoked")
    expect(sign.get_by_test_id("sign-state")).not_to_have_text("LIVE")


# ── the first start ───────────────────────────────────────────────────────────────────────────────


def test_the_first_administrator_is_made_with_the_printed_link(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> None:
    house = House(tmp_path_factory.mktemp("real"), "--host", "127.0.0.1")
    try:
        link = house.server.wait_for(re.compile(r"(http://\S+/setup#\S+)"))[1]
        people = Floor(house, browser)
        anybody = people.person(None, "/")
        expect(anybody).to_have_url(f"{house.address}/setup")
        root = people.person(None, link)
        expect(root.get_by_test_id("demo-notice")).to_have_count(0)
        root.get_by_test_id("name").fill("root")
        root.get_by_test_id("password").fill(PASSWORD)
        root.get_by_test_id("again").fill(PASSWORD)
        root.get_by_test_id("set-up").click()
        expect(root).to_have_url(f"{house.address}/people")
        expect(root.get_by_test_id("person-root")).to_contain_text("you")
        check(root, "the first page of a real house")

        # What comes next is said, and done with one click.
        expect(root.get_by_test_id("beginning-count")).to_have_text("1 of 8")
        expect(root.locator("[aria-current=step]")).to_contain_text("Invite a second administrator")
        root.get_by_test_id("beginning-do-dealer").click()
        expect(root.get_by_test_id("new-role")).to_have_value("dealer")
        root.get_by_test_id("new-name").fill("Dora")
        root.get_by_test_id("add-person-do").click()
        link = root.get_by_test_id("link-Dora").inner_text()
        root.keyboard.press("Escape")
        # A step is done when whoever was invited has come.
        expect(root.get_by_test_id("beginning-count")).to_have_text("1 of 8")
        expect(root.get_by_test_id("waits-dealer")).to_contain_text("Dora still has to open")
        dora = people.person(None, link)
        for field in ("own-password", "again"):
            dora.get_by_test_id(field).fill(PASSWORD)
        dora.get_by_test_id("accept-do").click()
        expect(dora.get_by_test_id("who")).to_contain_text("Dora")
        root.reload()
        expect(root.get_by_test_id("beginning-count")).to_have_text("2 of 8")
        expect(root.get_by_test_id("beginning-dealer")).to_have_attribute("data-state", "done")
        root.get_by_test_id("beginning-away").click()
        root.reload()
        expect(root.get_by_test_id("person-Dora")).to_be_visible()
        expect(root.get_by_test_id("beginning")).to_be_hidden()

        # The own password is changed with a click on the name.
        root.get_by_test_id("who").click()
        root.get_by_test_id("old-password").fill(PASSWORD)
        root.get_by_test_id("own-password").fill("another battery")
        root.get_by_test_id("own-password-do").click()
        expect(root.get_by_test_id("notice")).to_contain_text("Your password is changed.")
        root.get_by_test_id("sign-out").click()
        expect(root).to_have_url(f"{house.address}/sign-in")
        root.get_by_test_id("name").fill("root")
        root.get_by_test_id("password").fill("another battery")
        root.get_by_test_id("sign-in").click()
        expect(root).to_have_url(f"{house.address}/people")

        # The link has done its work.
        anybody.goto("/setup")
        expect(anybody.locator("h1")).to_have_text("Pitboss is set up")
        assert people.close() == []
    finally:
        house.close()


def test_colours_are_the_systems_or_ones_own_choice(floor: Floor) -> None:
    page = floor.person("player", "/")
    light = page.evaluate("getComputedStyle(document.body).color")
    page.get_by_test_id("who").click()
    expect(page.get_by_test_id("colours-system")).to_be_checked()
    check(page, "one's own account")
    page.get_by_test_id("colours-dark").check()
    page.keyboard.press("Escape")
    dark = page.evaluate("getComputedStyle(document.body).color")
    assert dark != light
    # On every page of this browser, and in the tabs that are open.
    other = floor.tab(page, "/rulebooks")
    expect(other.get_by_test_id("who")).to_be_visible()
    assert other.evaluate("getComputedStyle(document.body).color") == dark
    page.get_by_test_id("who").click()
    page.get_by_test_id("colours-light").check()
    expect(other.locator("html")).to_have_attribute("data-colours", "light")
    assert other.evaluate("getComputedStyle(document.body).color") == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).color") == light
    page.get_by_test_id("colours-system").check()
    assert page.evaluate("getComputedStyle(document.body).color") == dark
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize(
    ("role", "path", "says"),
    [
        ("player", "/", "Every table of the house"),
        ("player", "/seat/Stud", "Choose a chip"),
        ("dealer", "/table/Stud", "The big button is the next step"),
        ("shift-manager", "/pit", "what needs you"),
        ("administrator", "/people", "one role each"),
        ("auditor", "/audit", "step by step on the felt"),
        ("player", "/rulebooks", "clause by clause"),
        ("auditor", "/tour", "side by side"),
    ],
)
def test_every_page_has_help_of_its_own(floor: Floor, role: str, path: str, says: str) -> None:
    page = floor.person(role, path)
    page.locator("[data-test=help]:visible").click()
    expect(page.get_by_test_id("help-dialog")).to_contain_text(says)
