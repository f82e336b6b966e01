"""What is wrong with a field is said beside it: it covers nothing, is read out with the field, and
takes one there.
"""

from playwright.sync_api import Locator, Page, expect

from tests.browser.floor import PHONE, TABLET, WORK, Floor
from tests.effort import at_length


def told_beside(page: Page, field: Locator) -> Locator:
    """The message below a field, which it neither covers nor leaves without being told of."""
    message = field.locator("xpath=following-sibling::*[1]")
    expect(message).to_have_attribute("data-test", "field-error")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    described = (field.get_attribute("aria-describedby") or "").split()
    assert message.get_attribute("id") in described
    above, below = field.bounding_box(), message.bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] >= above["y"] + above["height"]
    # Nothing lies over the field: a click at its middle is a click on it.
    at_middle = field.evaluate(
        "(one) => { const box = one.getBoundingClientRect();"
        " return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === "
        "one; }"
    )
    assert at_middle
    return message


def test_a_bet_that_is_refused_says_so_below_its_amount(floor: Floor) -> None:
    floor.expect_trouble(r"answer 409: POST .*/api/tables/Stud/commands")
    floor.admit("Stud", "ann")
    floor.do("dealer", "Stud", {"do": "open-betting"})
    for size in (WORK, TABLET, PHONE):
        dealer = floor.person("dealer", "/table/Stud", size=size)
        dealer.get_by_test_id("box-3").get_by_test_id("bet-ante").click()
        dealer.get_by_test_id("bet-player").fill("ann")
        amount = dealer.get_by_test_id("bet-amount")
        amount.fill("9999")
        dealer.get_by_test_id("bet-place").click()
        message = told_beside(dealer, amount)
        expect(message).to_contain_text("The maximum for ante here is")
        expect(message).to_have_attribute("data-code", "over-maximum")
        # It goes as soon as something else is typed.
        amount.fill("twenty")
        expect(message).to_have_count(0)
        expect(amount).not_to_have_attribute("aria-invalid", "true")
        dealer.get_by_test_id("bet-place").click()
        expect(told_beside(dealer, amount)).to_have_text(
            "“twenty” is not an amount. Enter it like 25 or 1,000.50. "
        )
    floor.do("dealer", "Stud", {"do": "conclude"})


def test_what_is_about_no_field_stands_below_the_form(floor: Floor) -> None:
    """Betting has closed meanwhile, which is nobody's typing error."""
    floor.expect_trouble(r"answer 409: POST .*/api/tables/Holdem/commands")
    floor.admit("Holdem", "ann")
    floor.do("dealer", "Holdem", {"do": "open-betting"})
    dealer = floor.person("dealer", "/table/Holdem", size=PHONE)
    dealer.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    dealer.get_by_test_id("bet-player").fill("ann")
    floor.do("dealer", "Holdem", {"do": "conclude"})
    dealer.get_by_test_id("bet-place").click()
    message = dealer.get_by_test_id("bet-dialog").get_by_test_id("notice")
    expect(message).to_be_visible()
    below = message.bounding_box()
    assert below is not None
    for test in ("bet-player", "bet-amount", "bet-place"):
        box = dealer.get_by_test_id(test).bounding_box()
        assert box is not None
        assert below["y"] >= box["y"] + box["height"]


@at_length
def test_a_percentage_is_typed_as_people_say_it(floor: Floor) -> None:
    page = floor.person("shift-manager", "/pit")
    page.get_by_test_id("new-link").click()
    page.get_by_test_id("link-name").fill("Percent")
    for label in ("Reset value", "Contribution %", "Reserve %", "Cap", "Verifiers"):
        expect(page.get_by_test_id("link-dialog").get_by_label(label)).to_be_visible()
    rate = page.get_by_test_id("p-rate")
    for typed, says in (
        ("0.155", "The smallest step is 0.01%: enter 0.15% or 0.16%. "),
        ("1,5", "“1,5” is not a percentage. Enter it like 15 or 0.15. "),
        ("15 bp", "“15 bp” is not a percentage. Enter it like 15 or 0.15. "),
        ("%", "“%” is not a percentage. Enter it like 15 or 0.15. "),
        ("-3", "“-3” is not a percentage. Enter it like 15 or 0.15. "),
        ("1500", "“1500” is not a percentage. Enter it like 15 or 0.15. "),
        ("100.01%", "At most 100% of a bet. "),
    ):
        rate.fill(typed)
        page.get_by_test_id("link-open").click()
        expect(told_beside(page, rate)).to_have_text(says)
    rate.fill("99")
    page.get_by_test_id("link-open").click()
    expect(told_beside(page, page.get_by_test_id("p-reserve"))).to_have_text(
        "Contribution and reserve together are 102%, more than the bet. "
    )
    rate.fill("0.150 %")
    page.get_by_test_id("p-reserve").fill(".5")
    page.get_by_test_id("p-cap").fill("5")
    page.get_by_test_id("link-open").click()
    expect(told_beside(page, page.get_by_test_id("p-cap"))).to_have_text(
        "The cap can't be below the reset value. "
    )
    page.get_by_test_id("p-cap").fill("")
    floor.second(page, page.get_by_test_id("link-open").click)
    expect(page.get_by_test_id("link-dialog")).to_have_count(0)
    found = floor.link("Percent")["parameters"]
    assert (found["rate-bp"], found["reserve-bp"]) == (15, 50)
    expect(page.get_by_test_id("runs-by-Percent")).to_contain_text("Contribution0.15%Reserve0.5%")
