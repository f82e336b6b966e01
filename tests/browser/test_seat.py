"""A player's seat: what is asked first, the bet tools, the hand by its name, the result."""

import re

from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.floor import PHONE, TABLET, Floor, until
from tests.browser.interludes import finish, lies, play_on
from tests.browser.layout import fits
from tests.browser.rounds import deal_until, go_on
from tests.effort import at_length


def spot(page: Page, box: int, bet: str) -> Locator:
    return page.get_by_test_id(f"box-{box}").get_by_test_id(f"bet-{bet}")


@at_length
def test_chips_are_undone_doubled_cleared_and_bet_again(floor: Floor) -> None:
    page = floor.person("player", "/seat/Stud")
    floor.do("dealer", "Stud", {"do": "open-betting"})
    expect(page.get_by_test_id("rebet")).to_be_disabled()
    page.get_by_test_id("chip-10").click()
    spot(page, 2, "ante").click()
    lies(page, 2, "ante", "10")
    page.get_by_test_id("chip-25").click()
    spot(page, 2, "ante").click()
    lies(page, 2, "ante", "35")
    page.get_by_test_id("undo").click()
    lies(page, 2, "ante", "10")
    page.get_by_test_id("double").click()
    lies(page, 2, "ante", "20")
    page.keyboard.press("c")
    lies(page, 2, "ante", None)
    page.get_by_test_id("chip-25").click()
    spot(page, 2, "ante").click()
    lies(page, 2, "ante", "25")
    spot(page, 2, "progressive").click()
    lies(page, 2, "progressive", "5")

    floor.do("dealer", "Stud", {"do": "close-betting"})
    deal_until(floor, "Stud", "deciding")
    # Who has not looked is asked to look; a blind bet is there, and not the big button.
    look, bet = page.get_by_test_id("examine-2").last, page.get_by_test_id("raise-2")
    expect(look).to_have_class(re.compile("primary"))
    expect(bet).not_to_have_class(re.compile("primary"))
    look.click()
    expect(bet).to_have_class(re.compile("primary"))
    expect(page.locator(".felt-hand .hand-name")).to_have_text(re.compile(r"^[A-Z][a-z-]+ .+"))
    bet.click()
    deal_until(floor, "Stud", "revealed")
    view = floor.do("dealer", "Stud", {"do": "settle"})
    assert view["round"]["settlement"] is not None
    expect(page.get_by_test_id("pay-list")).to_be_visible()
    # On a phone the list is below the felt: the bar leads to the card of the box.
    page.get_by_test_id("why-result").click()
    expect(page.get_by_test_id("why").get_by_test_id("why-sum").first).to_contain_text("Ante")
    page.keyboard.press("Escape")
    floor.do("dealer", "Stud", {"do": "conclude"})
    floor.do("dealer", "Stud", {"do": "open-betting"})

    # The result stays until the next bet.
    expect(page.get_by_test_id("seat-state")).to_contain_text("Bets are open")
    expect(page.get_by_test_id("pay-list")).to_be_visible()
    page.get_by_test_id("rebet").click()
    lies(page, 2, "ante", "25")
    lies(page, 2, "progressive", "5")
    expect(page.get_by_test_id("pay-list")).to_be_hidden()
    # What one is up or down is made of these rounds, as the button beside it tells.
    page.get_by_test_id("my-chips").click()
    expect(page.get_by_test_id("own-rounds").locator("li")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_test_id("my-rounds").click()
    expect(page.get_by_test_id("own-rounds").locator("li")).to_have_count(1)


def test_a_chip_is_undone_before_its_answer_has_come(floor: Floor) -> None:
    """The felt shows what the stream tells, which may be there first."""
    page = floor.person("player", "/seat/Singapore")
    floor.do("dealer", "Singapore", {"do": "open-betting"})
    page.get_by_test_id("chip-10").click()
    spot(page, 1, "ante").click()
    lies(page, 1, "ante", "10")
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held or (route.request.post_data_json or {}).get("do") != "place-bet":
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.get_by_test_id("chip-25").click()
    page.route("**/api/tables/Singapore/commands", hold)
    spot(page, 1, "ante").click()
    lies(page, 1, "ante", "35")
    page.get_by_test_id("undo").click()
    route, answer = held[0]
    route.fulfill(response=answer)
    lies(page, 1, "ante", "10")
    page.unroute("**/api/tables/Singapore/commands")
    floor.do("player", "Singapore", {"do": "withdraw-bet", "box": 1, "bet": "ante"})
    lies(page, 1, "ante", None)

    # By its key, before it is seen to lie there: pressed in the same moment.
    with page.expect_response(
        lambda one: (one.request.post_data_json or {}).get("do") == "withdraw-bet"
    ) as taken:
        spot(page, 1, "ante").evaluate("""(one) => {
            one.click();
            one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }));
        }""")
    assert taken.value.ok
    lies(page, 1, "ante", None)
    expect(page.get_by_test_id("undo")).to_be_disabled()
    floor.do("dealer", "Singapore", {"do": "conclude"})


def test_three_cards_that_make_no_hand_are_told_before_they_are_set(floor: Floor) -> None:
    page = floor.person("player", "/seat/Bullseye", size=PHONE)
    floor.do("dealer", "Bullseye", {"do": "open-betting"})
    spot(page, 1, "main").click()
    lies(page, 1, "main", "25")
    floor.do("dealer", "Bullseye", {"do": "close-betting"})
    deal_until(floor, "Bullseye", "deciding")
    page.get_by_test_id("examine-1").last.click()
    cards = page.locator(".felt-hand [data-test^=pick-]")
    expect(cards).to_have_count(5)
    name = page.locator(".felt-hand .hand-name")
    codes = [one.get_attribute("data-code") or "" for one in cards.all()]
    page.get_by_test_id(f"pick-{codes[0]}").click()
    expect(name).to_have_text(re.compile(r"^\d+ so far$"))
    page.get_by_test_id(f"pick-{codes[1]}").click()
    page.get_by_test_id(f"pick-{codes[2]}").click()
    expect(name).to_have_text(re.compile(r"^\d+: (not 10, 20 or 30, so no hand|three that make)"))
    makes = "three that make" in name.inner_text()
    label = "Set these three" if makes else "Set them anyway"
    expect(page.get_by_test_id("set-hand-1")).to_contain_text(label)
    main = page.get_by_test_id("set-hand-1" if makes else "house-way-1")
    expect(main).to_have_class(re.compile("primary"))


def test_on_a_phone_the_felt_begins_within_a_fifth_of_the_screen(floor: Floor) -> None:
    page = floor.person("player", "/seat/Singapore", size=PHONE)
    felt = page.locator("pit-felt")
    expect(felt).to_be_visible()
    expect(page.locator(".seat-figures pit-meter")).to_be_visible()
    box = felt.bounding_box()
    assert box is not None
    assert box["y"] <= 0.2 * PHONE[1]


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["y"]


def test_on_a_phone_nothing_moves_and_a_box_is_seen_to_its_foot(floor: Floor) -> None:
    page = floor.person("player", "/seat/Holdem", size=PHONE)
    expect(page.get_by_test_id("box-1")).to_be_visible()
    before = top(page, "[data-test=box-1]")
    # The longest names of hands.
    page.locator(".felt-hand .hand-name").evaluate(
        "(one) => { one.textContent = 'Two pairs, queens and sevens, nine kicker'; }"
    )
    assert top(page, "[data-test=box-1]") == before
    page.goto("/seat/Singapore")
    expect(page.get_by_test_id("box-1")).to_be_visible()
    page.locator(".felt-dealer .hand-name").evaluate(
        "(one) => { one.textContent = 'Pair of queens, jack kicker, qualifies'; }"
    )
    box = page.get_by_test_id("box-1").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= top(page, ".seat-bar")
    # The help needs no scrolling, whatever is going on.
    expect(page.get_by_test_id("head-how")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("bar-my-rounds")).to_be_in_viewport(ratio=1)
    said = top(page, "[data-test=seat-state]")
    floor.do("dealer", "Singapore", {"do": "open-betting"})
    expect(page.get_by_test_id("chip-25")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("bar-my-rounds")).to_be_hidden()
    assert top(page, "[data-test=seat-state]") == said
    floor.do("dealer", "Singapore", {"do": "conclude"})


def test_on_a_phone_the_decision_has_both_hands_in_view_and_its_buttons_stay(
    floor: Floor,
) -> None:
    player = floor.person("player", "/seat/Stud", size=PHONE)
    floor.do("dealer", "Stud", {"do": "open-betting"})
    spot(player, 6, "ante").click()
    lies(player, 6, "ante", "25")
    player.evaluate("scrollTo(0, document.body.scrollHeight)")
    play_on(floor, "Stud", "deciding")
    answers = [player.get_by_test_id(f"{test}-6") for test in ("fold", "raise")]
    expect(answers[0]).to_be_visible()
    middle, bar = player.locator(".felt-middle"), player.locator(".seat-bar")

    def in_view() -> bool:
        hands, foot = middle.bounding_box(), bar.bounding_box()
        assert hands is not None
        assert foot is not None
        return hands["y"] >= 0 and hands["y"] + hands["height"] <= foot["y"]

    until(in_view, "the hands are not in view")
    look = player.locator("[data-key=l]")
    before = [one.bounding_box() for one in answers]
    pressed = look.bounding_box()
    assert pressed is not None
    look.click()
    expect(look).to_have_count(0)
    # No answer comes to where the thumb is, and none moves.
    assert [one.bounding_box() for one in answers] == before
    for box in before:
        assert box is not None
        assert box["y"] >= pressed["y"] + pressed["height"]
    assert in_view()
    fits(player)
    # Nobody waits for ever, and whoever was waited for is told.
    floor.do("dealer", "Stud", {"do": "report", "incident": "player-absent", "box": 6})
    expect(player.locator('[data-code="time-up"]')).to_contain_text(
        "Time’s up, everyone else plays on"
    )
    finish(floor, "Stud", player)


def test_a_hand_is_called_when_its_cards_are_turned_and_not_before(floor: Floor) -> None:
    """With motion; the back of a card is there for as long as the card turns."""
    page = floor.person("player", "/seat/Singapore", motion=True)
    floor.do("dealer", "Singapore", {"do": "open-betting"})
    spot(page, 1, "ante").click()
    lies(page, 1, "ante", "25")
    floor.do("dealer", "Singapore", {"do": "close-betting"})
    deal_until(floor, "Singapore", "deciding")
    page.evaluate("""() => {
        const slow = new CSSStyleSheet();
        slow.insertRule('.card-place.turned { animation-duration: 60s !important; }');
        document.adoptedStyleSheets = [slow];
    }""")
    page.get_by_test_id("examine-1").last.click()
    name = page.locator(".felt-hand .hand-name")
    expect(name).not_to_be_empty()
    expect(page.locator(".felt-hand .was").first).to_be_attached()
    expect(name).to_be_hidden()
    page.evaluate("document.adoptedStyleSheets = []")
    expect(page.locator(".felt-hand .was")).to_have_count(0)
    expect(name).to_be_visible()
    go_on(floor, "Singapore")


def test_how_to_play_and_what_it_pays_are_at_hand(floor: Floor) -> None:
    page = floor.person("player", "/seat/Holdem")
    page.get_by_test_id("how-to-play").click()
    expect(page.get_by_test_id("how").locator("li")).to_have_count(5)
    page.keyboard.press("Escape")
    page.get_by_test_id("pay-table").click()
    expect(page.get_by_test_id("pays")).to_contain_text("Royal flush", ignore_case=True)
    expect(page.get_by_test_id("pays").locator(".clause").first).to_be_visible()
    # Where the help stands below the felt, there is a way to it that needs no scrolling.
    page.goto("/seat/Stud")
    expect(page.get_by_test_id("how-to-play")).to_be_in_viewport()
    expect(page.get_by_test_id("head-how")).to_be_hidden()
    page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
    expect(page.get_by_test_id("head-how")).to_be_in_viewport(ratio=1)
    page.goto("/seat/Holdem")
    page.get_by_test_id("head-how").click()
    expect(page.get_by_test_id("how").locator("li")).to_have_count(5)


SMALL = """() => [...document.querySelectorAll('main :is(button, a.button, input, select)')]
  .filter((one) => one.checkVisibility() && !one.classList.contains('clause'))
  .map((one) => [one.dataset.test ?? one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`)"""


@at_length
def test_whatever_is_pressed_on_a_phone_is_large_enough(floor: Floor) -> None:
    page = floor.person("player", "/seat/Classic", size=PHONE)
    floor.do("dealer", "Classic", {"do": "open-betting"})
    expect(spot(page, 1, "ante")).to_be_visible()
    assert page.evaluate(SMALL) == []
    lobby = floor.tab(page, "/")
    expect(lobby.get_by_test_id("sit-Stud")).to_be_visible()
    assert lobby.evaluate(SMALL) == []
