"""The rules of the house on a page: what is in force, and two shift managers who change it."""

from playwright.sync_api import FilePayload, expect

from tests.browser.axe import check
from tests.browser.floor import PHONE, Floor, resize
from tests.house.texts import FLUSH, text, toml
from tests.support import MS

HASH = text(FLUSH).hash


def test_two_shift_managers_adopt_a_text_that_says_what_it_changes(floor: Floor) -> None:
    desk = floor.person("shift-manager", "/pit")
    expect(desk.get_by_role("heading", name="All clear")).to_be_visible()
    first = floor.person("shift-manager", "/rulebooks?house", name="mia")
    in_force = first.get_by_test_id("house-in-force").get_by_test_id(f"adopted-{MS}")
    expect(in_force).to_contain_text("supplied with Pitboss")
    expect(first.get_by_test_id("house-proposed")).to_have_text(
        "Waiting for a second shift managerNothing is proposed."
    )
    # What can't be a rulebook is refused below the field.
    floor.expect_trouble("answer 409: POST .*/api/house/commands")
    first.get_by_test_id("propose-text").click()
    first.get_by_test_id("text-toml").fill(toml((FLUSH[0], 'flush = { pays = "a lot"')))
    first.get_by_test_id("text-propose").click()
    expect(first.get_by_test_id("field-error")).to_be_visible()
    file = FilePayload(name="stud.toml", mimeType="text/plain", buffer=toml(FLUSH).encode())
    first.get_by_test_id("toml-file").set_input_files(file)
    expect(first.get_by_test_id("field-error")).to_have_count(0)
    first.get_by_test_id("text-propose").click()
    waits = first.get_by_test_id(f"proposal-{MS}")
    expect(waits).to_contain_text("You proposed it; another shift manager approves it.")
    expect(waits.get_by_test_id("approve-text")).to_have_count(0)

    # It needs the other one, who is led there from the desk and sees what changes.
    desk.reload()
    desk.get_by_test_id(f"text-{MS}").get_by_role("link", name="See what changes").click()
    waits = desk.get_by_test_id(f"proposal-{MS}")
    expect(waits).to_contain_text("Proposed by mia")
    expect(waits.get_by_test_id("diff")).to_contain_text("5 to 1")
    expect(waits.get_by_test_id("diff")).to_contain_text("6 to 1")
    check(desk, "a text that waits")
    desk.get_by_test_id("approve-text").click()
    expect(desk.get_by_test_id("adopt")).to_contain_text(HASH)
    desk.get_by_test_id("adopt-do").click()
    in_force = desk.get_by_test_id("house-in-force").get_by_test_id(f"adopted-{MS}")
    expect(in_force).to_contain_text("mia and demo-shift-manager")
    desk.get_by_test_id("house-earlier").locator("summary").click()
    expect(desk.get_by_test_id("house-earlier")).to_contain_text("supplied with Pitboss")
    desk.get_by_test_id(f"text-{HASH[:12]}").click()
    expect(desk.get_by_test_id("whole-text")).to_contain_text('flush = { pays = "6 to 1"')
    check(desk, "a whole text")
    desk.keyboard.press("Escape")
    resize(desk, *PHONE)
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_rules_of_the_house_are_for_staff_and_auditors_to_read(floor: Floor) -> None:
    auditor = floor.person("auditor", "/rulebooks?house")
    expect(auditor.get_by_test_id("house-in-force")).to_be_visible()
    expect(auditor.get_by_test_id("propose-text")).to_have_count(0)
    auditor.get_by_test_id("book-mbs-megalink-bullseye-4").click()
    expect(auditor.get_by_test_id("part-pay")).to_be_visible()
    player = floor.person("player", "/rulebooks?house")
    expect(player.get_by_test_id("part-pay")).to_be_visible()
    expect(player.get_by_test_id("house-rules")).to_have_count(0)
