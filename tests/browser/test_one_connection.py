"""Many tabs of one browser: they share one connection for live updates, and every one of them is
live.
"""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.floor import FILES, Floor, until
from tests.effort import at_length

PEOPLE = [
    "player", "player-2", "dealer", "pit-supervisor", "pit-manager", "shift-manager", (
        "shift-manager-2"
    ), "auditor",
    "display", "administrator",
]  # fmt: skip

COUNT = "pitboss_stream_clients "
WATCH = """async (tables) => {
  const { Live } = await import("FILES/shared/live.js");
  window.live = new Live({ tables });
  window.told = [];
  window.states = [];
  live.addEventListener("change", (event) => told.push(event.detail.kind));
  live.addEventListener("state", () => states.push(live.state));
}"""
"""A page that looks at a table and keeps what it was told."""

ASK = """async (text) => {
  const { command, linkPath } = await import("FILES/shared/api.js");
  const begun = performance.now();
  await command(linkPath("Millions"), { do: "show-notice", text });
  return performance.now() - begun;
}"""


def lamp(page: Page) -> None:
    """Waits until a page says that it is live."""
    shown = (
        page.get_by_test_id("sign-state") if "/sign/" in page.url else page.get_by_test_id("lamp")
    )
    expect(shown).to_have_text(re.compile("^live$", re.IGNORECASE))


def clients(floor: Floor, wanted: int) -> None:
    """Waits until so many listen to the server."""

    def now() -> float:
        told = floor.api("auditor").get("/metrics").text
        return next(float(line.split()[1]) for line in told.splitlines() if line.startswith(COUNT))

    until(lambda: now() == wanted, f"there are not {wanted} who listen")


def test_ten_tabs_are_live_over_one_connection_and_a_command_is_answered_in_each(
    own_floor: Floor,
) -> None:
    floor = own_floor
    first = floor.person("pit-supervisor", "/pit")
    paths = [
        "/",
        "/table/Stud",
        "/table/Classic",
        "/table/Holdem",
        "/table/Singapore",
        "/table/Bullseye",
    ]
    paths += ["/sign/Millions", "/sign/Megalink", "/audit"]
    tabs = [first, *(floor.tab(first, path) for path in paths)]
    for tab in tabs:
        lamp(tab)
    clients(floor, 1)
    for number, tab in enumerate(tabs):
        assert tab.evaluate(ASK.replace("FILES", FILES), f"Notice {number}") < 5_000
        expect(tabs[7].get_by_test_id("sign-notice")).to_have_text(f"Notice {number}")
    for tab in tabs[2:7]:
        tab.get_by_test_id("next-step").click()
        expect(tab.get_by_test_id("phase")).to_have_text("Place your bets")
    # Each says at which console somebody is, though they share a connection.
    staff = {
        row["table"]: row["staff"] for row in floor.api("dealer").get("/api/floor").json()["tables"]
    }
    watched = {table: names for table, names in staff.items() if names}
    assert len(watched) == 5
    assert all(names == ["demo-pit-supervisor"] for names in watched.values())
    # Whoever is left goes on, and with the last tab the connection is closed.
    for tab in tabs[1:]:
        tab.close()
    floor.do("dealer", "Stud", {"do": "conclude"})
    expect(first.get_by_test_id("pit-table-Stud")).to_contain_text("Between rounds")
    lamp(first)
    first.close()
    clients(floor, 0)


@at_length
def test_ten_people_in_ten_tabs_of_a_demonstration_are_live_too(own_floor: Floor) -> None:
    floor = own_floor
    first = floor.person("player", "/")
    tabs = [first, *(floor.tab(first, f"/sign-in?as={key}&next=/") for key in PEOPLE[1:])]
    for key, tab in zip(PEOPLE, tabs, strict=True):
        expect(tab.get_by_test_id("who")).to_contain_text(f"demo-{key}")
        lamp(tab)
    clients(floor, 10)
    floor.do("dealer", "Stud", {"do": "open-betting"})
    for tab in tabs:
        expect(tab.get_by_test_id("table-Stud")).to_contain_text("Place your bets")


@at_length
def test_a_tab_that_comes_interrupts_nobody_and_nothing_is_told_twice(own_floor: Floor) -> None:
    floor = own_floor
    one = floor.person("dealer", "/rulebooks")
    one.evaluate(WATCH.replace("FILES", FILES), "Stud")
    until(lambda: bool(one.evaluate("window.live.ready")), "nothing is told")
    two = floor.tab(one, "/table/Classic")
    lamp(two)
    three = floor.tab(one, "/pit")
    lamp(three)
    # They look at more than the first one does: the connection was opened anew for them. Of its own
    # table and of what has not changed the first was told nothing; that somebody is at a console
    # now is on the floor.
    assert set(one.evaluate("window.told")) <= {"snapshot", "floor"}
    assert one.evaluate("window.told.filter((kind) => kind === 'snapshot').length") == 1
    assert one.evaluate("window.states") == ["live"]
    one.evaluate("window.told = []")
    floor.do("dealer", "Stud", {"do": "open-betting"})
    phase = "window.live.tables.get('Stud').round?.phase"
    until(lambda: one.evaluate(phase) == "betting", "the table has not changed")
    assert one.evaluate("window.told.filter((kind) => kind === 'table').length") == 1
    clients(floor, 1)
    # One that looks at nothing new has everything at once, from what the others were told.
    four = floor.tab(one, "/table/Stud")
    expect(four.get_by_test_id("phase")).to_have_text("Place your bets")


@at_length
def test_a_tab_that_hangs_holds_up_nobody_and_catches_up(own_floor: Floor) -> None:
    floor = own_floor
    dealer = floor.person("dealer", "/table/Stud")
    slow = floor.tab(dealer, "/table/Stud")
    for tab in (dealer, slow):
        lamp(tab)
    # It takes nothing any more, as a tab that computes or sleeps.
    slow.evaluate("""() => {
      const post = MessagePort.prototype.postMessage;
      window.kept = [];
      MessagePort.prototype.postMessage = function (...sent) { window.kept.push([this, sent]); };
      window.wake = () => {
        MessagePort.prototype.postMessage = post;
        for (const [port, sent] of window.kept) post.apply(port, sent);
      };
    }""")
    floor.do("dealer", "Stud", {"do": "open-betting"})
    for nth in range(30):
        amount = {"do": "place-bet", "box": 1 + nth % 3, "bet": "ante", "amount": "10.00"}
        floor.do("player", "Stud", amount)
    expect(dealer.get_by_test_id("box-3").get_by_test_id("bet-ante")).to_contain_text("100")
    # One message was under way when it stopped; of the thirty-one changes after it none has queued
    # up.
    assert slow.evaluate("window.kept.length") == 1
    expect(slow.get_by_test_id("box-3")).not_to_contain_text("100")
    slow.evaluate("window.wake()")
    expect(slow.get_by_test_id("box-3").get_by_test_id("bet-ante")).to_contain_text("100")


def test_where_the_browser_has_no_shared_workers_a_page_has_a_connection_of_its_own(
    own_floor: Floor, browser: Browser
) -> None:
    floor = own_floor
    player = floor.person("player", "/", fresh=True)
    player.context.add_init_script("delete window.SharedWorker")
    player.clock.install()
    player.goto("/seat/Stud")
    lamp(player)
    clients(floor, 1)
    floor.do("dealer", "Stud", {"do": "open-betting"})
    expect(player.get_by_test_id("seat-state")).to_have_text("Bets are open: put a chip on a box.")
    # While nobody looks at it, it leaves the few connections that a browser has to the others.
    player.evaluate("""() => {
      Object.defineProperty(document, "hidden", { get: () => window.away ?? true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")  # noqa: E501 - JavaScript
    player.clock.fast_forward(20_000)
    clients(floor, 0)
    floor.do("dealer", "Stud", {"do": "conclude"})
    player.evaluate(
        "() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    clients(floor, 1)
    expect(player.get_by_test_id("phase")).to_have_text("Between rounds")


@at_length
def test_a_worker_that_does_not_start_is_done_without(own_floor: Floor) -> None:
    floor = own_floor
    player = floor.person("player", "/", fresh=True)
    # As a browser has it that knows shared workers but not their modules: nothing ever comes.
    player.context.add_init_script(
        "window.SharedWorker = class extends EventTarget { port = new MessageChannel().port1; }"
    )
    player.clock.install()
    player.goto("/seat/Stud")
    expect(player.get_by_test_id("lamp")).to_have_text("Connecting")
    for _ in range(3):
        player.clock.run_for(13_000)
    lamp(player)
