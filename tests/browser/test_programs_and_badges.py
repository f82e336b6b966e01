"""The administrator's page: tokens of programs and badges, each given and taken away; and the desk,
where whoever verifies a claim on a box without a name says who wins.
"""

from datetime import UTC, datetime, timedelta

import httpx
from playwright.sync_api import expect

from tests.browser import rounds
from tests.browser.axe import check
from tests.browser.floor import Floor
from tests.browser.held_buttons import hold, tick_all
from tests.effort import at_length
from tests.patience import PATIENCE_S

SUPERVISOR = "demo-pit-supervisor"


def status(floor: Floor, token: str, path: str) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.get(f"{floor.address}{path}", headers=headers, timeout=PATIENCE_S).status_code


@at_length
def test_a_programs_token_is_shown_once_works_and_is_revoked(floor: Floor) -> None:
    page = floor.person("administrator", "/people")
    page.get_by_test_id("add-token").click()
    page.get_by_test_id("token-name").fill("Nightly export")
    page.get_by_test_id("token-reads-reports").check()
    in_a_month = datetime.now(UTC) + timedelta(days=30)
    page.get_by_test_id("token-until").fill(f"{in_a_month:%Y-%m-%d}")
    check(page, "making a token")
    page.get_by_test_id("token-do").click()
    token = page.get_by_test_id("token-shown").inner_text()
    assert status(floor, token, "/api/reports/today") == 200
    assert status(floor, token, "/api/people") == 403
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("token-shown")).to_have_count(0)
    row = page.get_by_test_id("token-Nightly export")
    expect(row).to_contain_text("Auditor: read-only; reads reports")
    page.get_by_test_id("revoke-token-Nightly export").click()
    page.get_by_test_id("sure-do").click()
    expect(row).to_contain_text("Revoked")
    assert status(floor, token, "/api/reports/today") == 401


def test_a_badge_is_given_once_and_revoked(floor: Floor) -> None:
    page = floor.person("administrator", "/people")
    button = page.get_by_test_id(f"badge-{SUPERVISOR}")
    button.click()
    number = page.get_by_test_id("badge-number")
    expect(number).to_have_attribute("type", "password")
    check(page, "giving a badge")
    number.fill("0012345678")
    page.keyboard.press("Enter")
    expect(button).to_have_text("Revoke badge")
    page.get_by_test_id("badge-demo-dealer").click()
    floor.expect_trouble("answer 409: POST .*/api/badges/")
    number.fill("0012345678")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("field-error")).to_have_attribute("data-code", "badge-taken")
    page.keyboard.press("Escape")
    button.click()
    page.get_by_test_id("sure-do").click()
    expect(button).to_have_text("Give a badge")


@at_length
def test_whoever_verifies_a_claim_on_a_box_without_a_name_says_who_wins(floor: Floor) -> None:
    rounds.begin(floor, "Classic")
    for bet, amount in (("ante", "25.00"), ("progressive", "5.00")):
        laid = {"do": "place-bet", "box": 4, "bet": bet, "amount": amount, "player": "Box 4"}
        floor.do("dealer", "Classic", laid)
    rounds.go_on(floor, "Classic", until="deciding", cards={"4": rounds.ROYAL})
    raised = {"do": "raise", "box": 4, "amount": "50.00", "player": "Box 4"}
    floor.do("dealer", "Classic", raised)
    rounds.go_on(floor, "Classic")
    (claim,) = (one["claim"] for one in floor.link("Millions")["claims"])
    for role in ("pit-supervisor", "shift-manager"):
        desk = floor.person(role, "/pit")
        desk.get_by_test_id(f"verify-{claim}").click()
        tick_all(desk)
        # Held without a name it does nothing but say what is missing.
        desk.get_by_test_id("verify-do").press("Enter")
        expect(desk.get_by_test_id("verify")).to_contain_text("Name the winner")
        desk.get_by_test_id("winner").fill("Ann Lee")
        if role == "pit-supervisor":
            check(desk, "naming the winner")
        hold(desk, "verify-do")
        claims = floor.api("shift-manager").get("/api/claims").json()["claims"]
        assert [one["winner"] for one in claims] == ["Ann Lee"] * (role == "pit-supervisor")
    assert floor.link("Millions")["claims"] == []
    rounds.go_on(floor, "Classic")
