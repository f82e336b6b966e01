"""Somebody goes to an address where there is nothing, and somebody gives a table a name with a
slash.
"""

from playwright.sync_api import expect

from tests.browser.floor import Floor


def test_an_address_where_there_is_nothing_is_a_page_with_a_way_home(floor: Floor) -> None:
    floor.expect_trouble(r"answer 404: GET .*/tables/Stud$")
    player = floor.person("player", "/tables/Stud")
    expect(player.get_by_role("heading", level=1)).to_have_text("There is nothing at this address")
    player.get_by_role("link", name="Go to the floor").click()
    expect(player.get_by_role("heading", level=1)).to_have_text("The floor")


def test_a_name_with_a_slash_is_refused_with_the_reason(floor: Floor) -> None:
    desk = floor.person("pit-supervisor", "/pit")
    desk.get_by_test_id("new-table").click()
    desk.get_by_test_id("table-name").fill("High/Low")
    floor.expect_trouble(r"answer 422: POST .*/api/tables/High%2FLow/commands")
    desk.get_by_test_id("table-open").click()
    expect(desk.get_by_test_id("notice")).to_contain_text("A name can't contain a slash (/).")
    # Where such a table would be, the page says that there is none.
    desk.goto("/table/High%2FLow")
    expect(desk.get_by_role("heading", level=1)).to_have_text("There is no table High/Low")
