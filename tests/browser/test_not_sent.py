"""A command that nobody answers: the page says so loudly, it is not carried out later, and trying
again counts once.

Each test has a house of its own, or a table.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route, expect

from tests.browser.axe import check
from tests.browser.floor import Floor
from tests.browser.interludes import lies
from tests.browser.test_restart import GONE
from tests.effort import at_length

LATE = r"ERR_ABORTED|ERR_FAILED|answer 409: POST .*/commands"


@contextmanager
def stopped(floor: Floor) -> Iterator[None]:
    """As a machine that sleeps: what is sent to it lies there until it goes on."""
    pid = floor.house.server.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def seated(floor: Floor, table: str = "Stud") -> Page:
    """A player before whom betting is open."""
    floor.do("dealer", table, {"do": "open-betting"})
    player = floor.person("player", f"/seat/{table}")
    expect(player.get_by_test_id("seat-state")).to_have_text("Bets are open: put a chip on a box.")
    return player


def bet(player: Page, box: int = 1) -> None:
    player.get_by_test_id(f"box-{box}").get_by_test_id("bet-ante").click()


def bets(floor: Floor, table: str = "Stud") -> dict[int, str]:
    """What the server knows to lie on the boxes."""
    return {
        one["box"]: one["bets"]["ante"]
        for one in floor.table(table)["round"]["boxes"]
        if one["bets"]
    }


def test_what_a_stopped_server_finds_when_it_goes_on_is_not_carried_out(own_floor: Floor) -> None:
    floor = own_floor
    player = seated(floor)
    floor.expect_trouble(LATE)
    said = player.get_by_test_id("not-sent")
    with stopped(floor):
        bet(player)
        expect(said).to_contain_text("No answer yet: place bet.")
        expect(said).to_contain_text("keeps asking the server whether it was done")
        # Until that is known there is nothing to do again.
        expect(player.get_by_test_id("try-again")).to_have_count(0)
        expect(said).to_have_role("alert")
        # The lamp does not stay green over a server that does not answer.
        expect(player.get_by_test_id("lamp")).to_have_text("Not live")
        check(player, "a command that was not sent")
    # It goes on, finds the bet, and leaves it; the page asks and says for certain.
    expect(said).to_contain_text("Not sent: place bet. Nothing has changed.")
    expect(player.get_by_test_id("lamp")).to_have_text("Live")
    assert bets(floor) == {}
    player.get_by_test_id("try-again").click()
    lies(player, 1, "ante", "25")
    expect(said).to_have_count(0)
    assert bets(floor) == {1: "25.00"}


@at_length
def test_what_was_carried_out_though_no_answer_came_is_told_to_be_so_and_counts_once(
    floor: Floor,
) -> None:
    player = seated(floor, "Classic")
    floor.expect_trouble(LATE)

    def swallow(route: Route) -> None:
        # The server gets it and carries it out; its answer is lost.
        route.fetch()

    player.route("**/api/tables/Classic/commands", swallow)
    bet(player)
    expect(player.get_by_test_id("not-sent")).to_contain_text("No answer yet: place bet.")
    expect(player.get_by_test_id("try-again")).to_have_count(0)
    assert bets(floor, "Classic") == {1: "25.00"}
    player.unroute("**/api/tables/Classic/commands")
    expect(player.get_by_test_id("notice")).to_contain_text(
        "Done, though the answer was late: place bet."
    )
    expect(player.get_by_test_id("not-sent")).to_have_count(0)
    assert bets(floor, "Classic") == {1: "25.00"}
    bet(player)
    lies(player, 1, "ante", "50")


@at_length
def test_the_same_pressed_again_while_nothing_is_known_is_the_same_command(floor: Floor) -> None:
    player = seated(floor, "Holdem")
    floor.expect_trouble(LATE)
    keys: list[str] = []

    def swallow(route: Route) -> None:
        if (route.request.post_data_json or {}).get("do") != "place-bet":
            # The seat commits a seed as soon as it sees its bet.
            route.continue_()
            return
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
        elif route.request.headers["x-deadline"] == "1":
            # That the page asks what became of it is not answered either.
            route.abort()
        else:
            route.continue_()

    player.route("**/api/tables/Holdem/commands", swallow)
    bet(player)
    expect(player.get_by_test_id("not-sent")).to_be_visible()
    bet(player)
    lies(player, 1, "ante", "25")
    assert set(keys) == {keys[0]}
    assert bets(floor, "Holdem") == {1: "25.00"}
    expect(player.get_by_test_id("not-sent")).to_have_count(0)


@at_length
def test_what_the_browser_has_queued_is_never_sent(floor: Floor) -> None:
    """Six connections are open and no more can be: the command waits inside the browser, and then
    it is taken back.
    """
    player = seated(floor, "Singapore")
    floor.expect_trouble(LATE)
    player.evaluate("""() => {
      window.full = Array.from({ length: 8 }, () => new EventSource("/api/stream?tables=Singapore"));
    }""")  # noqa: E501 - JavaScript
    bet(player)
    expect(player.get_by_test_id("not-sent")).to_contain_text("No answer yet: place bet.")
    player.evaluate("() => window.full.forEach((one) => one.close())")
    expect(player.get_by_test_id("not-sent")).to_contain_text(
        "Not sent: place bet. Nothing has changed."
    )
    assert bets(floor, "Singapore") == {}


@at_length
def test_several_are_told_together_and_tried_again_in_their_order(own_floor: Floor) -> None:
    floor = own_floor
    player = seated(floor)
    floor.expect_trouble(LATE)
    said = player.get_by_test_id("not-sent")
    with stopped(floor):
        for box in (1, 1, 2):
            bet(player, box)
        # The second and third were never sent: the first was waited for.
        expect(said).to_contain_text("place bet, place bet, place bet.")
    expect(said).to_contain_text("Nothing has changed.")
    player.get_by_test_id("try-again").click()
    lies(player, 1, "ante", "50")
    lies(player, 2, "ante", "25")
    assert bets(floor) == {1: "50.00", 2: "25.00"}


@at_length
def test_a_clock_that_is_wrong_by_a_day_does_not_matter(floor: Floor) -> None:
    player = floor.person("player", "/", fresh=True)
    player.add_init_script("{ const now = Date.now; Date.now = () => now() - 86_400_000; }")
    floor.do("dealer", "Bullseye", {"do": "open-betting"})
    player.goto("/seat/Bullseye")
    player.get_by_test_id("box-1").get_by_test_id("bet-main").click()
    lies(player, 1, "main", "25")


@at_length
def test_a_change_of_people_that_is_not_answered_is_said_to_be_unsent_too(own_floor: Floor) -> None:
    floor = own_floor
    root = floor.person("administrator", "/people")
    floor.expect_trouble(f"{LATE}|{GONE}")
    root.get_by_test_id("add-person").click()
    root.get_by_test_id("new-name").fill("dora")
    root.get_by_test_id("new-role").select_option("dealer")
    with stopped(floor):
        root.get_by_test_id("add-person-do").click()
        expect(root.get_by_test_id("not-sent")).to_contain_text(
            "No answer yet. Look whether it was done before you try again."
        )
    expect(root.get_by_test_id("person-dora")).to_have_count(0)
    root.get_by_test_id("try-again").click()
    expect(root.get_by_test_id("state-dora")).to_contain_text("Invited until")
