"""Who is signed in, in several tabs of one browser: changes are noticed at once, and nobody acts in
another's name.
"""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import check
from tests.browser.floor import FILES, PASSWORD, Floor, House
from tests.effort import at_length
from tests.patience import PATIENCE_S

FIRST_PASSWORD = "for the first time"
PEOPLE = {"ann": "player", "dana": "dealer", "dora": "dealer"}


@pytest.fixture(scope="module")
def real_house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """A real casino with a player and two dealers, who have passwords."""
    house = House(tmp_path_factory.mktemp("real"), "--host", "127.0.0.1")
    try:
        token = house.server.wait_for(re.compile(r"/setup#(\S+)"))[1]
        with httpx.Client(base_url=house.address, timeout=PATIENCE_S) as root:
            me = root.post(
                "/api/setup", json={"token": token, "name": "root", "password": PASSWORD}
            )
            root.headers["X-CSRF-Token"] = me.json()["csrf"]
            for name, role in PEOPLE.items():
                body = {"name": name, "role": role, "password": FIRST_PASSWORD}
                made = root.post("/api/people", json=body, headers={"Idempotency-Key": name})
                assert made.status_code == 200, made.text
                choose_password(house.address, name)
        yield house
    finally:
        house.close()


@pytest.fixture
def casino(real_house: House, browser: Browser) -> Iterator[Floor]:
    people = Floor(real_house, browser)
    yield people
    assert people.close() == []


def choose_password(address: str, name: str) -> None:
    """The one that an administrator gives is for one sign-in."""
    with httpx.Client(base_url=address, timeout=PATIENCE_S) as own:
        me = own.post("/api/sign-in", json={"name": name, "password": FIRST_PASSWORD})
        headers = {"X-CSRF-Token": me.json()["csrf"], "Idempotency-Key": "own"}
        changed = own.post(
            "/api/password", json={"old": FIRST_PASSWORD, "new": PASSWORD}, headers=headers
        )
        assert changed.status_code == 200, changed.text


def sign_in(page: Page, name: str) -> None:
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id("password").fill(PASSWORD)
    page.get_by_test_id("sign-in").click()
    expect(page.get_by_test_id("who")).to_contain_text(name)


@at_length
def test_who_signs_in_in_one_tab_is_signed_in_in_all_and_they_say_so(casino: Floor) -> None:
    one = casino.person(None, "/sign-in")
    door = casino.tab(one, "/sign-in?next=/rulebooks")
    sign_in(one, "ann")
    # A tab that waited at the door goes in too.
    expect(door).to_have_url(re.compile(rf"^{re.escape(casino.address)}/rulebooks(\?book=.*)?$"))
    two = casino.tab(one, "/sign-in")
    sign_in(two, "dana")
    for tab in (one, door):
        expect(tab.get_by_test_id("who")).to_contain_text("dana")
        said = tab.get_by_test_id("notice")
        expect(said).to_have_text(
            re.compile(r"You are now signed in as dana \(dealer\) in this browser\.")
        )
        expect(said).to_have_role("alert")
    expect(one.get_by_test_id("lamp")).to_have_text("Live")
    check(one, "somebody else is signed in")


@at_length
def test_who_signs_out_in_one_tab_is_signed_out_in_all(casino: Floor) -> None:
    one = casino.person(None, "/sign-in")
    sign_in(one, "ann")
    two = casino.tab(one, "/rulebooks")
    expect(two.get_by_test_id("who")).to_contain_text("ann")
    casino.expect_trouble("answer 401")
    one.get_by_test_id("sign-out").click()
    expect(two).to_have_url(re.compile("/sign-in"))
    expect(two.get_by_test_id("notice")).to_contain_text(
        "You have been signed out. It was done in another tab of this browser."
    )


def test_who_is_about_to_be_signed_out_is_told_before_and_why_after(casino: Floor) -> None:
    page = casino.person(None, "/sign-in")
    sign_in(page, "ann")
    expect(page.get_by_test_id("who")).to_contain_text("ann")
    idle = "minutes => localStorage.setItem('pitboss-active', Date.now() - minutes * 60_000)"
    page.evaluate(idle, 28)
    told = page.get_by_test_id("session-ends")
    expect(told).to_contain_text("You will be signed out in about 3 minutes")
    expect(told).to_have_role("alert")
    check(page, "somebody who is about to be signed out")
    page.get_by_test_id("stay-signed-in").click()
    expect(told).to_have_count(0)
    # Time passes, and the session is over.
    casino.expect_trouble("answer 401")
    page.evaluate(idle, 31)
    page.context.clear_cookies()
    page.evaluate(f"""async () => (await import("{FILES}/shared/api.js"))
      .get("/api/floor").catch(() => {{}})""")
    expect(page).to_have_url(re.compile("/sign-in"))
    expect(page.get_by_test_id("notice")).to_contain_text(
        "You have been signed out. Nothing was done here for 30 minutes."
    )


@at_length
def test_a_password_that_is_changed_in_one_tab_leaves_the_other_at_work(casino: Floor) -> None:
    one = casino.person(None, "/sign-in")
    sign_in(one, "dora")
    two = casino.tab(one, "/rulebooks")
    two.evaluate("window.same = true")
    expect(two.get_by_test_id("who")).to_contain_text("dora")
    one.get_by_test_id("who").click()
    one.get_by_test_id("old-password").fill(PASSWORD)
    one.get_by_test_id("own-password").fill("another battery")
    one.get_by_test_id("own-password-do").click()
    expect(one.get_by_test_id("notice")).to_contain_text("Your password is changed.")
    ruling = two.evaluate(f"""async () => (await import("{FILES}/shared/api.js"))
      .post("/api/rule", {{ rulebook: "rws-casino-stud-6", incident: "foreign-card" }})""")
    assert ruling["effects"] == ["void-round"]
    assert two.evaluate("window.same") is True
    expect(one.get_by_test_id("lamp")).to_have_text("Live")


@at_length
def test_one_sees_where_one_is_signed_in_and_ends_it_there(casino: Floor) -> None:
    here, elsewhere = casino.person(None, "/sign-in"), casino.person(None, "/sign-in")
    for page in (elsewhere, here):
        sign_in(page, "ann")
    here.get_by_test_id("who").click()
    here.get_by_test_id("own-sessions").click()
    listed = here.get_by_test_id("sessions").locator("li")
    expect(listed.filter(has_text="This browser")).to_have_count(1)
    check(here, "where somebody is signed in")
    casino.expect_trouble("answer 401")
    here.get_by_test_id("session-password").fill("somebody else's")
    here.get_by_test_id("end-others").click()
    expect(here.get_by_test_id("field-error")).to_have_attribute(
        "data-code", "wrong-name-or-password"
    )
    here.get_by_test_id("session-password").fill(PASSWORD)
    here.get_by_test_id("end-others").click()
    expect(listed).to_have_count(1)
    expect(elsewhere.get_by_test_id("sign-in")).to_be_visible()
    expect(here.get_by_test_id("who")).to_contain_text("ann")


def test_a_tab_that_has_not_heard_of_it_does_nothing_in_the_other_name(casino: Floor) -> None:
    one = casino.person(None, "/sign-in?next=/rulebooks")
    sign_in(one, "ann")
    # The cookie changes and no tab says so, as when the browser had put this one aside.
    csrf = one.context.request.get("/api/me").json()["csrf"]
    answer = one.context.request.post(
        "/api/sign-in", data={"name": "dana", "password": PASSWORD}, headers={"X-CSRF-Token": csrf}
    )
    assert answer.ok, answer.text()
    casino.expect_trouble("answer 403: POST .*/api/rule")
    one.evaluate(f"""() => void import("{FILES}/shared/api.js").then(({{ post }}) =>
      post("/api/rule", {{ rulebook: "rws-casino-stud-6", incident: "foreign-card" }}).catch(() => {{}}))""")  # noqa: E501 - JavaScript
    expect(one.get_by_test_id("who")).to_contain_text("dana")
    expect(one.get_by_test_id("notice")).to_contain_text("You are now signed in as dana (dealer)")


# ── a demonstration ───────────────────────────────────────────────────────────────────────────────


def test_a_visitor_is_the_dealer_in_one_tab_and_a_player_in_another(floor: Floor) -> None:
    player = floor.person("player", "/seat/Stud")
    player.get_by_test_id("view-as").click()
    with player.context.expect_page() as opened:
        player.get_by_test_id("view-as-dealer-tab").click()
    dealer = opened.value
    expect(dealer).to_have_url(f"{floor.address}/table/Stud")
    expect(dealer.get_by_test_id("who")).to_contain_text("demo-dealer")
    player.keyboard.press("Escape")
    # Both act, each as itself, and stay who they are.
    dealer.get_by_test_id("next-step").click()
    expect(player.get_by_test_id("seat-state")).to_have_text("Bets are open: put a chip on a box.")
    player.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    expect(dealer.get_by_test_id("box-1")).to_contain_text("demo-player")
    for tab, name in ((player, "demo-player"), (dealer, "demo-dealer")):
        tab.reload()
        expect(tab.get_by_test_id("who")).to_contain_text(name)
        expect(tab.get_by_test_id("lamp")).to_have_text("Live")
    # Who signs out is out in his own tabs only.
    floor.expect_trouble("answer 401")
    dealer.get_by_test_id("sign-out").click()
    expect(dealer).to_have_url(re.compile("/sign-in"))
    player.get_by_test_id("box-2").get_by_test_id("bet-ante").click()
    expect(player.get_by_test_id("box-2").locator(".spot-amount").first).to_have_text("25")
    # Chips on the felt are neither won nor lost.
    expect(player.get_by_test_id("my-chips")).to_have_text("0.00")


def test_nobody_becomes_somebody_else_by_a_key(floor: Floor) -> None:
    player = floor.person("player", "/seat/Classic")
    player.get_by_test_id("view-as").focus()
    for key in ("ArrowDown", "ArrowUp", "End", "d"):
        player.keyboard.press(key)
    player.keyboard.press("Enter")
    dialog = player.get_by_test_id("view-as-dialog")
    expect(dialog).to_be_visible()
    check(player, "whom to view as")
    for key in ("ArrowDown", "ArrowDown", "Escape"):
        player.keyboard.press(key)
    expect(dialog).to_have_count(0)
    expect(player.get_by_test_id("who")).to_contain_text("demo-player")
    assert player.context.request.get("/api/me").json()["name"] == "demo-player"
    # It takes a button; then the tab is where the other would be.
    player.get_by_test_id("view-as").click()
    player.get_by_test_id("view-as-dealer").click()
    expect(player).to_have_url(f"{floor.address}/table/Classic")
    expect(player.get_by_test_id("who")).to_contain_text("demo-dealer")
