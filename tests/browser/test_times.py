"""Times are the casino's own, wherever the browser is."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import rounds
from tests.browser.floor import Floor, House
from tests.effort import at_length

CASINO, ELSEWHERE = "Pacific/Kiritimati", "America/Los_Angeles"
"""Hardly ever the same day: 21 or 22 hours apart."""


@pytest.fixture
def far_away(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Floor]:
    folder = tmp_path_factory.mktemp("far-away")
    (folder / "pitboss.toml").write_text(f'timezone = "{CASINO}"\n')
    house = House(folder)
    floor = Floor(house, browser)
    yield floor
    assert floor.close() == []
    house.close()


@at_length
def test_times_are_in_the_casinos_zone_and_say_so_where_they_could_be_misread(
    far_away: Floor,
) -> None:
    rounds.play(far_away, "Stud", 1)
    (played,) = far_away.api("auditor").get("/api/rounds").json()["rounds"]
    begun = datetime.fromtimestamp(played["at_ms"] / 1000, ZoneInfo(CASINO))
    clock, day = begun.strftime("%H:%M:%S"), f"{begun.day} {begun.strftime('%b')}"

    page = far_away.person("auditor", "/audit", zone=ELSEWHERE)
    row = page.get_by_test_id("round-Stud-1")
    expect(row).to_contain_text(day)
    expect(row).to_contain_text(f"{begun.year}, {clock} GMT+14")
    page.get_by_test_id("by-time").click()
    expect(page.get_by_test_id("audit-zone")).to_have_text(f"Times are in {CASINO} (GMT+14).")
    # A minute before it began, and a minute after, by the casino's clock.
    begins = begun.strftime("%Y-%m-%dT%H:%M")
    page.get_by_test_id("audit-from").fill(begins)
    expect(page.get_by_test_id("rounds-told")).to_have_text("1 round.")
    page.get_by_test_id("audit-from").fill("")
    page.get_by_test_id("audit-to").fill(begins)
    expect(page.get_by_test_id("rounds-told")).to_have_text("No matching rounds.")
    page.get_by_test_id("audit-to").fill("")
    row.click()
    expect(page.get_by_test_id("step-says")).to_contain_text(f"at {clock} GMT+14")
    expect(page.get_by_test_id("step-0").locator("small")).to_have_text(clock)

    page.get_by_test_id("tab-reports").click()
    date = page.get_by_test_id("report-date")
    expect(date).to_have_value(re.compile(r"^\d{4}-\d\d-\d\d$"))
    assert date.input_value() in (
        begun.date().isoformat(),
        datetime.now(ZoneInfo(CASINO)).date().isoformat(),
    )
    expect(page.get_by_label(f"Day in {CASINO} (GMT+14)")).to_be_visible()

    # A token that ends on a day ends with the casino's day.
    root = far_away.person("administrator", "/people", zone=ELSEWHERE)
    root.get_by_test_id("add-token").click()
    root.get_by_test_id("token-name").fill("Export")
    root.get_by_test_id("token-reads-reports").check()
    root.get_by_test_id("token-until").fill(f"{begun + timedelta(days=30):%Y-%m-%d}")
    root.get_by_test_id("token-do").click()
    root.get_by_test_id("token-shown").wait_for()
    root.keyboard.press("Escape")
    expect(root.get_by_test_id("token-Export")).to_contain_text("23:59:59 GMT+14")

    # Whoever stands beside the casino's clock is not told what he sees anyway.
    near = far_away.person("auditor", "/audit", zone=CASINO)
    expect(near.get_by_test_id("round-Stud-1")).to_contain_text(clock)
    expect(near.get_by_test_id("round-Stud-1")).not_to_contain_text("GMT")
