"""A sign whose server is gone, and a jackpot that is out of service."""

from time import monotonic

from playwright.sync_api import Page, expect

from tests.browser.floor import FILES, Floor
from tests.browser.test_not_sent import stopped
from tests.browser.test_restart import GONE
from tests.effort import at_length


def body(sign: Page) -> str:
    return sign.locator("body").get_attribute("data-sign") or ""


@at_length
def test_a_sign_whose_server_is_gone_says_that_it_is_not_live(own_floor: Floor) -> None:
    floor = own_floor
    sign = floor.person("display", "/sign/Millions", size=(1920, 1080))
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    expect(sign.get_by_test_id("not-live")).to_be_hidden()
    floor.expect_trouble(GONE)
    floor.house.kill()
    expect(sign.get_by_test_id("sign-state")).to_have_text("NOT LIVE")
    cover = sign.get_by_test_id("not-live")
    expect(cover).to_contain_text("NOT LIVE")
    expect(cover).to_contain_text("may be out of date")
    assert body(sign) == "not-live"
    # It can't be overlooked: the words lie across the figure, in letters of a tenth of the screen
    # or more.
    letters = cover.locator("strong").bounding_box()
    assert letters is not None
    assert letters["height"] >= 108
    assert letters["width"] >= 960
    floor.house.start_again()
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    expect(cover).to_be_hidden()
    assert body(sign) == "live"


def test_pages_whose_network_is_dead_say_so_within_ten_seconds(own_floor: Floor) -> None:
    """Nothing is refused and nothing is closed: it is silent."""
    floor = own_floor
    sign, player = floor.person("display", "/sign/Millions"), floor.person("player", "/seat/Stud")
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    expect(player.get_by_test_id("lamp")).to_have_text("Live")
    floor.expect_trouble(GONE)
    with stopped(floor):
        end_s = monotonic() + 10
        for said, words in (
            (player.get_by_test_id("lamp"), "Not live"),
            (sign.get_by_test_id("sign-state"), "NOT LIVE"),
        ):
            expect(said).to_have_text(words, timeout=max(1, 1000 * (end_s - monotonic())))
    expect(player.get_by_test_id("lamp")).to_have_text("Live")
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")


@at_length
def test_a_jackpot_that_fails_is_out_of_service_on_its_sign_until_it_works_again(
    floor: Floor,
) -> None:
    sign, other = (
        floor.person("display", "/sign/Millions"),
        floor.person("display", "/sign/Megalink"),
    )
    manager = floor.person("shift-manager", "/pit")
    dealer = floor.person("dealer", "/table/Stud")
    player = floor.person("player", "/seat/Stud")
    dealer.get_by_test_id("next-step").click()
    player.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    expect(player.get_by_test_id("box-1").get_by_test_id("bet-progressive")).to_be_visible()
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    manager.get_by_test_id("fail-Millions").click()
    manager.get_by_test_id("fail-text").fill("The controller does not answer")
    manager.get_by_test_id("fail-do").click()
    expect(manager.get_by_test_id("down-Millions")).to_have_text("Out of service")
    expect(sign.get_by_test_id("sign-state")).to_have_text("OUT OF SERVICE")
    expect(sign.get_by_test_id("sign-notice")).to_have_text(
        "No progressive bets are taken at present."
    )
    assert body(sign) == "down"
    expect(other.get_by_test_id("sign-state")).to_have_text("LIVE")
    # The tables are told, and a progressive bet is not taken.
    expect(dealer.get_by_text("The jackpot is out of service")).to_be_visible()
    expect(player.get_by_test_id("jackpot-down")).to_have_text("Out of service")
    expect(player.get_by_test_id("box-1").get_by_test_id("bet-progressive")).to_have_count(0)
    manager.get_by_test_id("restore-Millions").click()
    manager.get_by_test_id("restore-do").click()
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    expect(sign.get_by_test_id("sign-notice")).to_have_text("")
    expect(manager.get_by_test_id("down-Millions")).to_have_count(0)
    expect(player.get_by_test_id("box-1").get_by_test_id("bet-progressive")).to_be_visible()


@at_length
def test_no_round_begins_without_the_jackpot_until_the_house_has_been_asked(floor: Floor) -> None:
    floor.on_link("pit-supervisor", "Millions", {"do": "fail-link", "reason": "It is silent."})
    dealer, manager = floor.person("dealer", "/table/Felt"), floor.person("shift-manager", "/pit")
    floor.expect_trouble("answer 409: POST .*/commands")
    dealer.get_by_test_id("next-step").click()
    dealer.get_by_test_id("ask-house-do").click()
    expect(dealer.get_by_test_id("announce")).to_have_text(
        "The house decides how to run without the jackpot."
    )
    manager.get_by_test_id("operate-Felt-run-without-progressive").click()
    dealer.get_by_test_id("next-step").click()
    expect(dealer.get_by_test_id("phase")).to_have_text("Place your bets")
    floor.do("dealer", "Felt", {"do": "conclude"})
    floor.on_link("shift-manager", "Millions", {"do": "restore-link"})


@at_length
def test_a_notice_from_the_pit_desk_is_on_every_sign_of_the_jackpot(floor: Floor) -> None:
    sign = floor.person("display", "/sign/Megalink")
    supervisor = floor.person("pit-supervisor", "/pit")
    supervisor.get_by_test_id("notice-Megalink").click()
    supervisor.get_by_test_id("notice-text-text").fill("Maintenance at 04:00")
    supervisor.get_by_test_id("notice-text-do").click()
    expect(sign.get_by_test_id("sign-notice")).to_have_text("Maintenance at 04:00")
    supervisor.get_by_test_id("clear-notice-Megalink").click()
    expect(sign.get_by_test_id("sign-notice")).to_have_text("")


@at_length
def test_a_sign_that_is_signed_out_shows_no_figure_any_more(floor: Floor) -> None:
    sign = floor.person("display", "/sign/Millions")
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    answer = sign.evaluate(
        f"""async () => (await import("{FILES}/shared/api.js")).post("/api/sign-out")"""
    )
    assert answer["role"] is None
    floor.expect_trouble("answer 401")
    sign.wait_for_url("**/sign-in*")


def test_a_page_that_can_not_reach_the_server_says_so_and_goes_on_by_itself(floor: Floor) -> None:
    player = floor.person("player", "/rulebooks")
    floor.expect_trouble("ERR_FAILED")
    player.route("**/api/me", lambda route: route.abort())
    player.goto("/seat/Stud")
    expect(player.get_by_text("The server can't be reached. Trying again.")).to_be_visible()
    player.unroute("**/api/me")
    expect(player.get_by_test_id("lamp")).to_have_text("Live")
    expect(player.get_by_role("heading", name="Stud")).to_be_visible()
