"""The pit desk: a dense board, alarms, commands by name, logs, and decisions in money."""

import re

from playwright.sync_api import Page, expect

from tests.browser import rounds
from tests.browser.floor import TABLET, WORK, Floor, until
from tests.effort import at_length

_HEARD = "addEventListener('pitboss-sound', ({detail}) => (window.heard ??= []).push(detail))"


def test_nine_tables_stand_on_one_screen_with_their_figures(floor: Floor) -> None:
    rounds.play(floor, "Holdem", 1, 2)
    settings = floor.table("Holdem")
    for number in range(9 - len(floor.api("dealer").get("/api/floor").json()["tables"])):
        opening = {
            "do": "open-table",
            "rulebook": settings["rulebook"],
            "layout": settings["layout"],
            "boxes": 5,
            "dealing": settings["dealing"],
            "cards": "virtual",
            "limits": settings["limits"],
        }
        floor.do("pit-supervisor", f"Extra {number}", opening)
    for size in (WORK, TABLET):
        desk = floor.person("shift-manager", "/pit", size=size)
        rows = desk.locator("[data-test=board] tbody")
        expect(rows).to_have_count(9)
        expect(desk.get_by_test_id("turnover-Holdem")).to_be_visible()
        last = rows.nth(8).bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= size[1], f"nine tables do not fit {size}"
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # A figure leads to what it is made of.
        desk.get_by_test_id("turnover-Holdem").click()
        staked = desk.get_by_test_id("turnover-Holdem").inner_text()
        expect(desk.get_by_test_id("day-sum")).to_contain_text(f"1 round{staked}")
        made_of = desk.get_by_test_id("day-rounds").locator("tbody tr")
        expect(made_of).to_have_count(1)
        expect(made_of).to_contain_text(staked)
        expect(made_of.get_by_role("link")).to_have_attribute("href", re.compile("round=Holdem-1"))


def test_filters_and_keys_find_a_table(floor: Floor) -> None:
    desk = floor.person("pit-supervisor", "/pit")
    expect(desk.get_by_test_id("row-Stud")).to_be_visible()
    desk.get_by_test_id("filter-find").fill("bullseye")
    expect(desk.locator("[data-test=board] tbody")).to_have_count(1)
    desk.get_by_test_id("filter-find").fill("")
    desk.get_by_test_id("filter-closed").click()
    expect(desk.get_by_text("No table fits this filter.")).to_be_visible()
    desk.get_by_test_id("filter-all").click()
    desk.keyboard.press("j")
    expect(desk.get_by_test_id("row-Bullseye")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("seats-Bullseye")).to_be_visible()
    assert desk.url.endswith("/pit?table=Bullseye")
    desk.reload()
    expect(desk.get_by_test_id("limits-Bullseye")).to_be_visible()
    # By a few letters of its name, anything can be gone to.
    desk.keyboard.press("Control+k")
    desk.get_by_test_id("palette-find").press_sequentially("console stud")
    expect(desk.get_by_test_id("command").first).to_have_text("Console of Stud")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/table/Stud")


def test_what_needs_somebody_is_heard_counted_and_reported_in_full(floor: Floor) -> None:
    desk = floor.person("shift-manager", "/pit")
    expect(desk.get_by_role("heading", name="All clear")).to_be_visible()
    desk.evaluate(_HEARD)
    desk.get_by_role("heading", name="Pit desk").click()
    rounds.begin(floor, "Singapore", 1)
    report = {"do": "report", "incident": "unlisted", "description": "A bird on the felt."}
    floor.do("dealer", "Singapore", report)
    incident = desk.get_by_test_id("incident-Singapore")
    expect(incident.get_by_test_id("description")).to_have_text("A bird on the felt.")
    expect(incident.get_by_test_id("reported-by")).to_contain_text("Reported by demo-dealer at")
    expect(desk).to_have_title("(1) Pit desk · Pitboss")
    until(lambda: desk.evaluate("window.heard?.includes('alarm')"), "no alarm was heard")
    expect(desk.get_by_test_id("pit-table-Singapore")).to_contain_text("Ruling pending")
    # Whoever turns the sound off is not disturbed; void is never one click.
    desk.get_by_test_id("sound").click()
    expect(desk.get_by_test_id("sound")).to_have_text("Sound: off")
    incident.get_by_test_id("decide-void-round").click()
    expect(desk.get_by_test_id("void")).to_be_visible()
    desk.get_by_test_id("void-keep").click()
    incident.get_by_test_id("decide-continue").click()
    expect(incident).to_have_count(0)
    expect(desk).to_have_title("Pit desk · Pitboss")
    # It is in the log, with who and which clause.
    desk.keyboard.press("l")
    entries = desk.get_by_test_id("log-entry")
    expect(entries.filter(has_text="A bird on the felt.")).to_contain_text("demo-dealer")
    desk.get_by_test_id("log-find").fill("bird felt")
    expect(entries.filter(visible=True)).to_have_count(1)
    desk.get_by_test_id("log-find").fill("")
    desk.get_by_test_id("log-about").select_option("person")
    desk.get_by_test_id("log-person").fill("demo-dealer")
    desk.get_by_test_id("log-person").press("Enter")
    expect(entries.first).to_contain_text("demo-dealer")
    desk.keyboard.press("Escape")
    rounds.go_on(floor, "Singapore")


def test_an_alarm_that_nobody_sees_to_is_heard_again_on_a_busy_floor(floor: Floor) -> None:
    desk = floor.person("shift-manager", "/pit", fresh=True)
    expect(desk.get_by_role("heading", name="All clear")).to_be_visible()
    desk.clock.install()
    desk.evaluate(_HEARD)
    desk.get_by_role("heading", name="Pit desk").click()
    alarms = "(window.heard ?? []).filter((one) => one === 'alarm').length"
    rounds.begin(floor, "Singapore", 1)
    floor.do("dealer", "Singapore", {"do": "report", "incident": "unlisted", "description": "?"})
    until(lambda: desk.evaluate(alarms) == 1, "no alarm was heard")
    # Whatever else happens draws the desk anew, and is no reason to wait for longer.
    desk.clock.fast_forward(40_000)
    rounds.begin(floor, "Bullseye", 1)
    expect(desk.get_by_test_id("pit-table-Bullseye")).to_contain_text("Bets open")
    desk.clock.fast_forward(40_000)
    until(lambda: desk.evaluate(alarms) == 2, "the alarm was not repeated")
    desk.get_by_test_id("decide-continue").click()
    expect(desk.get_by_role("heading", name="All clear")).to_be_visible()
    desk.clock.fast_forward(120_000)
    assert desk.evaluate(alarms) == 2
    for table in ("Singapore", "Bullseye"):
        rounds.go_on(floor, table)


def test_the_board_is_sorted_by_a_column_and_adds_up(floor: Floor) -> None:
    rounds.play(floor, "Classic", 1)
    rounds.play(floor, "Stud", 1, 2, 3)
    desk = floor.person("pit-supervisor", "/pit")
    expect(desk.get_by_test_id("turnover-Stud")).to_be_visible()
    desk.get_by_test_id("sort-turnover").click()
    names = desk.locator("[data-row] > span")
    staked = desk.locator("[data-test^=turnover-]")

    def figures() -> list[float]:
        return [float(text.replace(",", "")) for text in staked.all_inner_texts()]

    expect(names.first).not_to_have_text("Bullseye")
    assert figures() == sorted(figures(), reverse=True)
    total = desk.get_by_test_id("sum-turnover")
    assert float(total.inner_text().replace(",", "")) == sum(figures())
    # How it is looked at stays in the address.
    desk.reload()
    expect(desk.locator("th[aria-sort=descending]")).to_have_text("Turnover")
    desk.get_by_test_id("sort-turnover").click()
    expect(desk.locator("th[aria-sort=ascending]")).to_have_text("Turnover")
    assert figures() == sorted(figures())
    desk.get_by_test_id("filter-find").fill("Classic")
    expect(desk.get_by_test_id("board-sum")).to_contain_text("1 table")
    assert "find=Classic" in desk.url
    total.click()
    expect(desk.get_by_role("tab", name="Reports")).to_have_attribute("aria-selected", "true")


def test_whoever_decides_corrects_the_facts_and_whoever_reported_withdraws(floor: Floor) -> None:
    desk, dealer = floor.person("shift-manager", "/pit"), floor.person("dealer", "/pit")
    rounds.begin(floor, "Singapore", 1)
    rounds.go_on(floor, "Singapore", "deciding")
    facts = {"count": 1, "dealers_card": False}
    report = {"do": "report", "incident": "cards-exposed", "box": 1, "facts": facts}
    floor.do("dealer", "Singapore", report)
    waits = dealer.get_by_test_id("incident-Singapore")
    dealer.get_by_text("Others decide").click()
    waits.get_by_test_id("withdraw-report-Singapore").click()
    dealer.get_by_test_id("withdraw-report-do").click()
    expect(waits).to_have_count(0)
    assert floor.table("Singapore")["round"]["ruling"] is None

    floor.do("dealer", "Singapore", report)
    # What the rules say to the facts as they should be is shown before it counts.
    desk.get_by_test_id("correct-facts-Singapore").click()
    asked = desk.get_by_test_id("facts-dialog")
    expect(asked.get_by_test_id("ruling")).to_be_visible()
    before = asked.get_by_test_id("ruling").inner_text()
    asked.get_by_test_id("fact-count").fill("2")
    expect(asked.get_by_test_id("ruling")).not_to_have_text(before)
    desk.keyboard.press("Escape")
    desk.get_by_test_id("decide-continue").click()
    expect(desk.get_by_test_id("incident-Singapore")).to_have_count(0)
    rounds.go_on(floor, "Singapore")


def decide(floor: Floor, page: Page, amount: str, reason: str) -> None:
    """Fills in the form, which is the same wherever it was asked for; a second person approves."""
    page.get_by_test_id("money-amount").fill(amount)
    page.get_by_test_id("money-reason").fill(reason)
    floor.second(page, page.get_by_test_id("money-do").click)
    expect(page.get_by_test_id("money-dialog")).to_have_count(0)


@at_length
def test_after_a_round_a_shift_manager_decides_who_pays(floor: Floor) -> None:
    rounds.play(floor, "Stud", 1)
    first = f"Stud-{floor.table('Stud')['rounds']}"
    for _ in range(20):
        for deed in ("open-betting", "conclude"):
            floor.do("dealer", "Stud", {"do": deed})
    rounds.play(floor, "Stud", 1)
    last = f"Stud-{floor.table('Stud')['rounds']}"
    desk = floor.person("shift-manager", "/pit?table=Stud")
    desk.get_by_test_id("money-Stud").click()
    expect(desk.get_by_test_id("money-round")).to_have_value(last)
    desk.get_by_test_id("money-payer").select_option("demo-player")
    desk.get_by_test_id("money-do").click()
    expect(desk.get_by_test_id("field-error")).to_have_text("Fill this in.")
    desk.get_by_test_id("money-amount").fill("12.50")
    desk.get_by_test_id("money-reason").fill("Chips counted wrongly")
    desk.get_by_test_id("money-do").click()
    expect(desk.get_by_test_id("field-error")).to_have_text(
        "Both sides are the same. Choose who pays whom."
    )
    desk.get_by_test_id("money-payer").select_option("")
    decide(floor, desk, "12.50", "Chips counted wrongly")

    # The console asks in the same words, for rounds that are long over too.
    floor.do("dealer", "Stud", {"do": "open-betting"})
    console = floor.person("shift-manager", "/table/Stud")
    console.get_by_test_id("put-right").click()
    console.get_by_test_id("money-decision").click()
    console.get_by_test_id("money-round").select_option("older")
    console.get_by_test_id("money-round").select_option(first)
    decide(floor, console, "7.00", "Counted twice")
    floor.do("dealer", "Stud", {"do": "conclude"})

    desk.get_by_test_id("log").click()
    for reason, amount in (("Chips counted wrongly", "12.50"), ("Counted twice", "7.00")):
        entry = desk.get_by_test_id("log-entry").filter(has_text=reason).first
        expect(entry).to_contain_text(amount)
        expect(entry).to_contain_text("the house pays demo-player")
