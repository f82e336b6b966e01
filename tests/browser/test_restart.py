"""A page reloaded, or the server killed, in the middle of a round: nothing is lost, and the pages
come back by themselves.
"""

from playwright.sync_api import Page, expect

from tests.browser.floor import Floor
from tests.browser.interludes import dealt, finish, fold, lies, look, play_on
from tests.effort import at_length

GONE = (
    r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_CONTENT_LENGTH_MISMATCH|ERR_EMPTY_RESPONSE|"
    r"ERR_INCOMPLETE_CHUNKED|ERR_SOCKET_NOT_CONNECTED"
)
"""What a browser says of a server that is not there."""


def kill(floor: Floor, *pages: Page) -> None:
    """The server is gone, and the pages say so."""
    for page in pages:
        expect(page.get_by_test_id("lamp")).to_have_text("Live")
    floor.expect_trouble(GONE)
    floor.house.kill()
    for page in pages:
        expect(page.get_by_test_id("lamp")).to_have_text("Not live")


def back(floor: Floor, *pages: Page) -> None:
    """The server is there again, and the pages find it; nobody touches them."""
    floor.house.start_again()
    for page in pages:
        expect(page.get_by_test_id("lamp")).to_have_text("Live")


def affected(supervisor: Page, table: str) -> None:
    """The pit is asked whether the round is affected, and says so."""
    ruling = supervisor.get_by_test_id(f"incident-{table}")
    expect(ruling.get_by_test_id("decide-continue")).to_have_text("Not affected: the round goes on")
    ruling.get_by_test_id("confirm").click()


def looks(page: Page) -> str:
    """Everything that a page shows, as a screen reader has it."""
    return page.locator("main").aria_snapshot()


@at_length
def test_a_reload_shows_what_was_there(floor: Floor) -> None:
    dealer, player = dealt(floor, "Stud", 1, 2)
    look(player, 1)
    expect(player.get_by_test_id("raise-1")).to_be_visible()
    expect(dealer.get_by_test_id("box-1")).to_contain_text("looked")
    before = looks(dealer), looks(player)
    hand = player.get_by_test_id("box-1").get_attribute("aria-label") or ""
    assert "face down" not in hand
    for page in (dealer, player):
        page.reload()
        expect(page.get_by_test_id("lamp")).to_have_text("Live")
    expect(player.get_by_test_id("box-1")).to_have_attribute("aria-label", hand)
    expect(dealer.get_by_test_id("box-1")).to_contain_text("looked")
    assert (looks(dealer), looks(player)) == before
    # And the round goes on from there.
    player.get_by_test_id("raise-1").click()
    expect(dealer.get_by_test_id("box-1")).to_have_attribute("data-state", "in")
    fold(dealer, player, 2)
    for page in (dealer, player):
        page.reload()
    play_on(floor, "Stud", "settled")
    for page in (dealer, player):
        expect(page.get_by_test_id("phase")).to_have_text("Collect and pay")
    settled = looks(dealer), looks(player)
    for page in (dealer, player):
        page.reload()
        expect(page.get_by_test_id("phase")).to_have_text("Collect and pay")
    assert (looks(dealer), looks(player)) == settled


@at_length
def test_killed_before_anything_is_decided_the_round_is_void_and_the_money_goes_back(
    own_floor: Floor,
) -> None:
    floor = own_floor
    dealer, player = dealt(floor, "Stud", 1, 2)
    supervisor, manager = (floor.person(one, "/pit") for one in ("pit-supervisor", "shift-manager"))
    for box in (1, 2):
        lies(player, box, "ante", "25")
    kill(floor, dealer, player, supervisor, manager)
    back(floor, dealer, player, supervisor, manager)
    for page in (dealer, player):
        interrupted = page.get_by_test_id("interrupted")
        expect(interrupted).to_contain_text("Pitboss stopped during this round")
        expect(interrupted).to_contain_text("is for the pit to decide")
        expect(interrupted.get_by_test_id("clause-5.7.2")).to_be_visible()
    affected(supervisor, "Stud")
    # The house's controls want a second person for a void.
    floor.expect_trouble("answer 409: POST .*/commands")
    supervisor.get_by_test_id("void-do").click()
    waiting = manager.get_by_test_id("approval-Stud")
    waiting.get_by_role("button", name="Approve", exact=True).click()
    for page in (dealer, player):
        expect(page.locator(".felt-notice.bad")).to_contain_text(
            "Round void: No bet is won or lost for certain yet, so the round is void."
        )
    expect(player.get_by_test_id("seat-state")).to_have_text("Round void: all bets are returned.")
    expect(supervisor.get_by_test_id("pit-table-Stud")).to_contain_text("Interrupted")
    finish(floor, "Stud", dealer, player)
    expect(player.get_by_test_id("my-chips")).to_have_text("0.00")
    expect(dealer.get_by_test_id("interrupted")).to_have_count(0)


@at_length
def test_killed_after_a_hand_was_folded_the_round_is_played_to_its_end(own_floor: Floor) -> None:
    floor = own_floor
    dealer, player = dealt(floor, "Stud", 1, 2)
    look(player, 2)
    player.get_by_test_id("fold-1").click()
    expect(player.get_by_test_id("fold-2")).to_be_visible()
    hand = player.get_by_test_id("box-2").get_attribute("aria-label") or ""
    kill(floor, dealer, player)
    back(floor, dealer, player)
    expect(dealer.get_by_test_id("interrupted")).to_contain_text(
        "the round is played on to its end"
    )
    expect(dealer.get_by_test_id("interrupted").get_by_test_id("clause-5.7.1")).to_be_visible()
    # The hand that was looked at is still there, and only for the player.
    expect(player.get_by_test_id("box-2")).to_have_attribute("aria-label", hand)
    fold(dealer, player, 2)
    finish(floor, "Stud", dealer, player)
    expect(player.get_by_test_id("my-chips")).to_have_text("−50.00")


@at_length
def test_killed_where_players_may_withdraw_they_choose_and_the_round_ends(own_floor: Floor) -> None:
    floor = own_floor
    dealer, player = dealt(floor, "Singapore", 1, 2)
    supervisor = floor.person("pit-supervisor", "/pit")
    kill(floor, dealer, player, supervisor)
    back(floor, dealer, player, supervisor)
    expect(player.get_by_test_id("interrupted")).to_contain_text("is for the pit to decide")
    affected(supervisor, "Singapore")
    expect(player.get_by_test_id("interrupted")).to_contain_text(
        "each player may withdraw all his wagers or none"
    )
    player.get_by_test_id("choose-1-withdraw").click()
    expect(player.get_by_test_id("choose-1-withdraw")).to_have_count(0)
    finish(floor, "Singapore", dealer, player)
    expect(player.get_by_test_id("my-chips")).to_have_text("0.00")


@at_length
def test_killed_while_a_ruling_waits_it_is_decided_at_the_pit_desk_afterwards(
    own_floor: Floor,
) -> None:
    floor = own_floor
    dealer, player = dealt(floor, "Stud", 1, 2)
    manager = floor.person("shift-manager", "/pit")
    look(player, 1)
    player.get_by_test_id("fold-1").click()
    expect(player.get_by_test_id("fold-2")).to_be_visible()
    floor.do(
        "dealer",
        "Stud",
        {"do": "report", "incident": "unlisted", "description": "A bird flew in."},
    )
    expect(manager.get_by_test_id("incident-Stud")).to_be_visible()
    kill(floor, dealer, player, manager)
    back(floor, dealer, player, manager)
    expect(dealer.get_by_test_id("pending")).to_be_visible()
    manager.get_by_test_id("incident-Stud").get_by_test_id("decide-continue").click()
    expect(dealer.get_by_test_id("pending")).to_have_count(0)
    fold(dealer, player, 2)
    finish(floor, "Stud", dealer, player)
    expect(player.get_by_test_id("my-chips")).to_have_text("−50.00")


def test_what_is_done_while_the_server_is_away_is_told_to_be_unconfirmed(own_floor: Floor) -> None:
    floor = own_floor
    dealer, player = dealt(floor, "Stud", 1, 2)
    look(player, 2)
    player.get_by_test_id("fold-1").click()
    expect(player.get_by_test_id("fold-2")).to_be_visible()
    floor.expect_trouble(r"answer 409: POST .*/commands")
    kill(floor, dealer, player)
    player.get_by_test_id("fold-2").click()
    expect(player.get_by_test_id("not-sent")).to_contain_text("No answer yet: fold.")
    back(floor, dealer, player)
    expect(player.get_by_test_id("not-sent")).to_contain_text(
        "Not sent: fold. Nothing has changed."
    )
    expect(dealer.get_by_test_id("box-2")).to_have_attribute("data-state", "undecided")
    fold(dealer, player, 2)
