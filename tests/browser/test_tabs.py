"""Two tabs of one player, and a player who reaches for somebody else's box."""

import re

from playwright.sync_api import Page, expect

from tests.browser.floor import FILES, Floor
from tests.browser.interludes import finish, fold
from tests.effort import at_length

KEEP = """() => {
  const button = document.querySelector('[data-test="fold-1"]');
  window.fold = () => button.click();
}"""


def two_tabs(floor: Floor, table: str) -> tuple[Page, Page, Page]:
    """The dealer, who has opened the betting, and two tabs of one player."""
    dealer = floor.person("dealer", f"/table/{table}")
    one = floor.person("player", f"/seat/{table}")
    two = floor.tab(one, f"/seat/{table}")
    dealer.get_by_test_id("next-step").click()
    for tab in (one, two):
        expect(tab.get_by_test_id("seat-state")).to_have_text("Bets are open: put a chip on a box.")
    return dealer, one, two


@at_length
def test_both_show_the_same_and_a_decision_counts_once(floor: Floor) -> None:
    dealer, one, two = two_tabs(floor, "Stud")
    # A bet in one appears in the other, and they add up.
    one.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    expect(two.get_by_test_id("box-1").get_by_test_id("bet-ante")).to_contain_text("25")
    two.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    for tab in (one, two):
        expect(tab.get_by_test_id("box-1").get_by_test_id("bet-ante")).to_contain_text("50")
        # Chips on the felt are neither won nor lost.
        expect(tab.get_by_test_id("my-chips")).to_have_text("0.00")
    dealer.get_by_test_id("next-step").click()
    dealer.get_by_test_id("deal-all").click()
    # A hand that is looked at in one lies open in the other.
    one.get_by_test_id("box-1").get_by_test_id("examine-1").click()
    expect(one.get_by_test_id("box-1")).not_to_have_attribute("aria-label", re.compile("face down"))
    hand = one.get_by_test_id("box-1").get_attribute("aria-label") or ""
    expect(two.get_by_test_id("box-1")).to_have_attribute("aria-label", hand)
    # The same decision in both: one tab has not heard of the other's yet when it is pressed there
    # too.
    floor.expect_trouble(r"answer 409: POST .*/commands")
    expect(two.get_by_test_id("raise-1")).to_be_visible()
    for tab in (one, two):
        tab.evaluate("""() => {
          const button = document.querySelector('[data-test="raise-1"]');
          window.pressed = new Promise((done) => setTimeout(() => done(button.click()), 200));
        }""")
    expect(dealer.get_by_test_id("box-1")).to_have_attribute("data-state", "in")
    told = [tab.get_by_test_id("notice").count() for tab in (one, two)]
    for tab in (one, two):
        expect(tab.get_by_test_id("raise-1")).to_have_count(0)
        expect(tab.get_by_test_id("my-chips")).to_have_text("0.00")
    assert sum(told) <= 1
    finish(floor, "Stud", dealer)


def test_a_decision_that_was_made_in_the_other_tab_is_refused_in_words(floor: Floor) -> None:
    dealer, one, two = two_tabs(floor, "Singapore")
    one.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    expect(two.get_by_test_id("box-1").get_by_test_id("bet-ante")).to_contain_text("25")
    dealer.get_by_test_id("next-step").click()
    dealer.get_by_test_id("deal-all").click()
    expect(two.get_by_test_id("fold-1")).to_be_visible()
    # The second tab presses its button when it has been taken away, as a click does that was on its
    # way.
    two.evaluate(KEEP)
    one.get_by_test_id("fold-1").click()
    expect(dealer.get_by_test_id("box-1")).to_have_attribute("data-state", "folded")
    floor.expect_trouble(r"answer 409: POST .*/commands")
    two.evaluate("() => window.fold()")
    expect(two.get_by_test_id("notice")).to_contain_text("Nobody is being asked for a decision.")
    # The ante of a folded hand lies on the felt until the round is settled.
    expect(two.get_by_test_id("my-chips")).to_have_text("0.00")
    finish(floor, "Singapore", dealer)
    for tab in (one, two):
        expect(tab.get_by_test_id("my-chips")).to_have_text("−25.00")


@at_length
def test_a_player_can_not_act_for_somebody_elses_box(floor: Floor) -> None:
    dealer = floor.person("dealer", "/table/Stud")
    ann, bob = (floor.person("player", "/seat/Stud", name=name) for name in ("ann", "bob"))
    dealer.get_by_test_id("next-step").click()
    ann.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    expect(dealer.get_by_test_id("box-1")).to_contain_text("ann")
    # Bob sees that the box is another player's, and not whose.
    taken = bob.get_by_test_id("box-1")
    expect(taken).to_have_attribute("data-state", "undecided")
    expect(taken).to_have_attribute("data-mine", "no")
    expect(taken).to_have_attribute("aria-label", re.compile(r"^Box 1, Player, Ante 25\.00,"))
    expect(taken.locator(".box-player")).to_have_text("Player")
    expect(taken.locator(".spot-amount")).to_have_text(["25"])
    expect(bob.get_by_test_id("box-2")).to_have_attribute("data-state", "empty")
    assert not re.search(r"\bann\b", bob.content())
    # No spot of that box can be pressed, and what is sent all the same is refused in words.
    expect(bob.get_by_test_id("box-1").get_by_role("button")).to_have_count(0)
    floor.expect_trouble(r"answer 409: POST .*/commands")
    assert refused(bob, "place-bet", bet="ante", amount="25.00") == (409, "someone-elses-box")
    assert refused(bob, "withdraw-bet", bet="ante") == (409, "no-such-bet")
    bob.get_by_test_id("box-2").get_by_test_id("bet-ante").click()
    expect(dealer.get_by_test_id("box-2")).to_contain_text("bob")
    dealer.get_by_test_id("next-step").click()
    dealer.get_by_test_id("deal-all").click()
    expect(bob.get_by_test_id("seat-state")).to_have_text("Waiting for box 1.")
    for button in ("fold-1", "raise-1", "examine-1"):
        expect(bob.get_by_test_id(button)).to_have_count(0)
    assert refused(bob, "examine") == (409, "someone-elses-box")
    assert refused(bob, "fold") == (409, "someone-elses-box")
    assert refused(bob, "raise", amount="50.00") == (409, "someone-elses-box")
    expect(ann.get_by_test_id("box-1")).to_have_attribute("data-state", "undecided")
    for number, page in ((1, ann), (2, bob)):
        fold(dealer, page, number)
    finish(floor, "Stud", dealer)


def refused(page: Page, do: str, **fields: object) -> tuple[int, str]:
    """What the server says to a command that no button of the page would send."""
    status, code = page.evaluate(
        f"""async (body) => {{
          const {{ command, tablePath }} = await import("{FILES}/shared/api.js");
          try {{ await command(tablePath("Stud"), body); }} catch (error) {{ return [error.status, error.code]; }}
          return [200, ""];
        }}""",  # noqa: E501 - JavaScript
        {"do": do, "box": 1} | fields,
    )
    return status, code
