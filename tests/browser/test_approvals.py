"""A second person approves: at the console by PIN, at the pit desk by a click. By keyboard only."""

from playwright.sync_api import Page, expect

from tests.browser.floor import Floor
from tests.effort import at_length

PIN = "280461"
SUPERVISOR = "demo-pit-supervisor"


def choose_pin(floor: Floor) -> None:
    """The supervisor chooses a PIN, on any page."""
    page = floor.person("pit-supervisor", "/pit")
    page.get_by_test_id("who").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("pin-new")).to_be_focused()
    page.keyboard.type("123456")
    floor.expect_trouble("answer 422: POST .*/api/pin")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("field-error")).to_have_attribute("data-code", "bad-pin")
    page.get_by_test_id("pin-new").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("notice")).to_have_text("Your PIN is chosen. ×")
    page.close()


def ask(floor: Floor, dealer: Page, table: str, player: str) -> None:
    """The dealer bets for a guest whom nobody has admitted."""
    floor.expect_trouble(f"answer 409: POST .*/api/tables/{table}/commands")
    dealer.get_by_test_id("box-5").get_by_test_id("bet-ante").click()
    dealer.get_by_test_id("bet-player").fill(player)
    dealer.get_by_test_id("bet-amount").fill("50")
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_test_id("approval-why")).to_have_text(
        f"{player} has no account and would be admitted as a walk-in."
    )


def test_a_supervisor_approves_at_the_console_by_pin_and_the_dealer_stays(floor: Floor) -> None:
    choose_pin(floor)
    dealer = floor.person("dealer", "/table/Holdem")
    dealer.get_by_test_id("next-step").press("Enter")
    expect(dealer.get_by_test_id("phase")).to_have_text("Place your bets")
    ask(floor, dealer, "Holdem", "Mr Tan")
    expect(dealer.get_by_test_id("approval-name")).to_be_focused()
    # A wrong PIN first: it says so, and nothing has happened.
    floor.expect_trouble("answer 403: POST .*/api/approvals/")
    dealer.keyboard.type(SUPERVISOR)
    dealer.keyboard.press("Tab")
    dealer.keyboard.type("000000")
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_test_id("field-error")).to_have_attribute("data-code", "wrong-name-or-pin")
    expect(dealer.get_by_test_id("box-5")).to_have_attribute("data-state", "empty")
    dealer.keyboard.type(PIN)
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_test_id("approval")).to_have_count(0)
    expect(dealer.get_by_test_id("box-5")).to_have_attribute(
        "aria-label", "Box 5, Mr Tan, Ante 50.00, to act, no cards"
    )
    # The dealer is signed in as before, and goes on.
    expect(dealer.get_by_test_id("who")).to_contain_text("demo-dealer")
    view = floor.table("Holdem")
    assert view["round"]["boxes"][0]["player"] == "Mr Tan"
    back = {"do": "withdraw-bet", "box": 5, "bet": "ante", "player": "Mr Tan"}
    floor.do("dealer", "Holdem", back)
    floor.do("dealer", "Holdem", {"do": "conclude"})


@at_length
def test_a_badge_is_scanned_where_the_name_is_typed(floor: Floor) -> None:
    """A scanner types the number and presses Enter; then the PIN is asked for, and no name."""
    choose_pin(floor)
    given = floor.api("administrator").post(
        f"/api/badges/{SUPERVISOR}",
        json={"badge": "0012345678"},
        headers={"Idempotency-Key": "badge"},
    )
    assert given.status_code == 200, given.text
    dealer = floor.person("dealer", "/table/Holdem")
    dealer.get_by_test_id("next-step").press("Enter")
    ask(floor, dealer, "Holdem", "Mr Lim")
    floor.expect_trouble("answer 403: POST .*/api/approvals/")
    dealer.keyboard.type("0012345678")
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_test_id("field-error")).to_have_attribute("data-code", "pin-needed")
    expect(dealer.get_by_test_id("approval-name")).to_have_attribute("type", "password")
    expect(dealer.get_by_test_id("approval-pin")).to_be_focused()
    dealer.keyboard.type(PIN)
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_test_id("approval")).to_have_count(0)
    expect(dealer.get_by_test_id("box-5")).to_contain_text("Mr Lim")
    back = {"do": "withdraw-bet", "box": 5, "bet": "ante", "player": "Mr Lim"}
    floor.do("dealer", "Holdem", back)
    floor.do("dealer", "Holdem", {"do": "conclude"})


def test_at_the_pit_desk_it_is_a_click_and_the_console_goes_on(floor: Floor) -> None:
    dealer = floor.person("dealer", "/table/Stud")
    desk = floor.person("pit-supervisor", "/pit")
    expect(desk.get_by_role("heading", name="All clear")).to_be_visible()
    dealer.get_by_test_id("next-step").press("Enter")
    ask(floor, dealer, "Stud", "Mrs Li")
    card = desk.get_by_test_id("approval-Stud")
    expect(card).to_contain_text("demo-dealer needs a second person")
    card.get_by_role("button", name="Approve", exact=True).press("Enter")
    expect(dealer.get_by_test_id("approval")).to_have_count(0)
    expect(dealer.get_by_test_id("box-5")).to_contain_text("Mrs Li")
    expect(card).to_have_count(0)
    back = {"do": "withdraw-bet", "box": 5, "bet": "ante", "player": "Mrs Li"}
    floor.do("dealer", "Stud", back)
    floor.do("dealer", "Stud", {"do": "conclude"})


@at_length
def test_escape_drops_it_and_nothing_has_happened(floor: Floor) -> None:
    dealer = floor.person("dealer", "/table/Stud")
    dealer.get_by_test_id("next-step").press("Enter")
    ask(floor, dealer, "Stud", "Mr Nobody")
    dealer.keyboard.press("Escape")
    expect(dealer.get_by_test_id("approval")).to_have_count(0)
    expect(dealer.locator('[data-code="not-approved"]').last).to_be_visible()
    assert floor.api("pit-supervisor").get("/api/approvals").json()["approvals"] == []
    assert floor.table("Stud")["round"]["boxes"] == []
    floor.do("dealer", "Stud", {"do": "conclude"})


def test_before_a_restart_everybody_is_told(floor: Floor) -> None:
    player = floor.person("player", "/seat/Stud")
    headers = {"Idempotency-Key": "drain-on"}
    manager = floor.api("shift-manager")
    manager.post("/api/drain", json={"on": True}, headers=headers).raise_for_status()
    expect(player.get_by_test_id("draining")).to_be_visible()
    headers = {"Idempotency-Key": "drain-off"}
    manager.post("/api/drain", json={"on": False}, headers=headers).raise_for_status()
    expect(player.get_by_test_id("draining")).to_have_count(0)
