"""Amounts are shown whole, however long they are and however many jackpots share the floor."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import rounds
from tests.browser.amounts import whole
from tests.browser.floor import PHONE, TABLET, WORK, Floor, House, resize
from tests.effort import at_length

SIZES = (WORK, TABLET, PHONE)
MORE = {"Grand": "2500000.00", "Colossal Winter Jackpot": "12345678.90", "Mini": "100.00"}
"""With the demonstration's own two: three jackpots, and five."""

LONG = "12,345,678.90"


@pytest.fixture(scope="module")
def rich_house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("rich"))
    yield house
    house.close()


@pytest.fixture
def rich(rich_house: House, browser: Browser) -> Iterator[Floor]:
    people = Floor(rich_house, browser)
    yield people
    assert people.close() == []


def open_links(floor: Floor, count: int) -> dict[str, str]:
    """So many of the further jackpots; the names and figures of all of those."""
    there = {link["link"] for link in floor.api("dealer").get("/api/links").json()["links"]}
    wanted = dict(list(MORE.items())[:count])
    for name, reset in wanted.items():
        if name not in there:
            parameters = {
                "reset": reset,
                "rate-bp": 1500,
                "reserve-bp": 0,
                "cap": None,
                "verifiers": 2,
            }
            floor.on_link(
                "shift-manager",
                name,
                {"do": "open-link", "operator": "RWS", "parameters": parameters},
            )
    return wanted


def open_table(floor: Floor, link: str) -> str:
    """A table on a jackpot of that name."""
    if any(
        row["table"] == "Rich" for row in floor.api("dealer").get("/api/floor").json()["tables"]
    ):
        return "Rich"
    classic = floor.table("Classic")
    floor.do(
        "pit-supervisor",
        "Rich",
        {
            "do": "open-table",
            "rulebook": "rws-casino-stud-6",
            "layout": classic["layout"],
            "boxes": 9,
            "dealing": classic["dealing"],
            "cards": "entered",
            "limits": {"ante": {"min": "10.00", "max": "25000.00"}},
            "progressive-bet": "5.00",
            "link": link,
        },
    )
    return "Rich"


def at_every_size(page: Page, *shown: str) -> None:
    for width, height in SIZES:
        resize(page, width, height)
        whole(page, *shown)


@pytest.mark.parametrize("count", [pytest.param(1, marks=at_length), 3])
def test_the_floor_and_the_pit_desk_show_every_jackpot_whole(rich: Floor, count: int) -> None:
    wanted = open_links(rich, count)
    shown = [f"{float(reset):,.2f}" for reset in wanted.values()]
    for role, path in (("player", "/"), ("dealer", "/"), ("shift-manager", "/pit")):
        page = rich.person(role, path)
        for amount in shown:
            expect(page.locator("pit-meter").filter(has_text=amount).first).to_be_visible()
        at_every_size(page, *shown)


@at_length
def test_seat_console_and_sign_show_a_long_jackpot_whole(rich: Floor) -> None:
    open_links(rich, 3)
    table = open_table(rich, "Colossal Winter Jackpot")
    sign = rich.person("display", "/sign/Colossal%20Winter%20Jackpot")
    expect(sign.get_by_role("table")).to_contain_text(f"${LONG}")
    seat, console = (
        rich.person("player", f"/seat/{table}"),
        rich.person("dealer", f"/table/{table}"),
    )
    for page in (sign, seat, console):
        expect(page.locator("pit-meter").filter(has_text=LONG).first).to_be_visible()
        at_every_size(page, LONG)

    rich.do("dealer", table, {"do": "open-betting"})
    for box, amount in ((1, "25000.00"), (2, "10.00"), (9, "12345.00")):
        rich.do("player", table, {"do": "place-bet", "box": box, "bet": "ante", "amount": amount})
    for page in (seat, console):
        expect(page.get_by_test_id("box-9").locator(".spot-amount")).to_have_text("12,345")
        at_every_size(page)
    view = rounds.go_on(rich, table, until="settled")
    assert view["round"]["phase"] == "settled"
    for page in (seat, console):
        expect(page.get_by_test_id("pay-list")).to_be_visible()
        at_every_size(page)
    rounds.go_on(rich, table)


@at_length
def test_a_figure_that_grows_longer_stays_whole(rich: Floor) -> None:
    open_links(rich, 3)
    sign = rich.person("display", "/sign/Mini")
    meter = sign.get_by_test_id("meter")
    expect(meter).to_have_attribute("data-value", "100.00")
    whole(sign, "100.00")
    # A copy that nobody sends anywhere: the sign's own goes on showing its jackpot.
    sign.evaluate("""() => {
        const figure = document.querySelector('.sign-figure');
        figure.replaceWith(figure.cloneNode(true));
    }""")
    for amount, text in (("999999.99", "999,999.99"), ("12345678.90", LONG), ("5.00", "5.00")):
        meter.evaluate("(meter, amount) => { meter.roll(Math.round(amount * 100)); }", amount)
        sign.evaluate("""() => {
            const meter = document.querySelector('pit-meter');
            meter.parentElement.style.setProperty('--ems', meter.ems);
        }""")
        whole(sign, text)


@at_length
def test_a_hit_of_many_millions_is_celebrated_whole(rich: Floor) -> None:
    open_links(rich, 3)
    table = open_table(rich, "Colossal Winter Jackpot")
    pages = [
        rich.person("display", "/sign/Colossal%20Winter%20Jackpot", size=size) for size in SIZES
    ]
    for page in pages:
        expect(page.get_by_test_id("sign-state")).to_have_text("LIVE")
    claim = rounds.claim(rich, table)["claim"]
    for role in ("pit-supervisor", "shift-manager"):
        rich.on_link(role, "Colossal Winter Jackpot", {"do": "verify-claim", "claim": claim})
    for page in pages:
        expect(page.get_by_test_id("hit-amount")).to_contain_text("12,345,67")
        whole(page)
    rounds.go_on(rich, table)
