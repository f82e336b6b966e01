"""A visitor's first round, from his first click to his result, with the robots of a demonstration.

That it is over within half a minute at every table is proved by the demonstration's own clock in
tests/demo; here it is measured where nothing else runs, with make pages.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from pitboss.web.demo import TABLES
from tests.browser.first_round import deal_first_round, play_together
from tests.browser.floor import PHONE, WORK, Floor, House
from tests.effort import TIMED, at_length, tables
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.alone
LIMIT_S = 30.0 if TIMED else PATIENCE_S
"""Half a minute, or what only a round that hangs would take."""
SEATS = tables(tuple(TABLES), telling=("Stud", "Bullseye"))
"""Decisions by raise or fold, and by setting a hand."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """The demonstration as `make run` starts it."""
    started = House(tmp_path_factory.mktemp("house"), "--demo")
    yield started
    started.close()


def test_a_strangers_first_round_comes_to_its_result(floor: Floor) -> None:
    pages = {
        table: floor.person(None, "/", size=PHONE if table == "Stud" else WORK, fresh=True)
        for table in SEATS
    }
    for page in pages.values():
        expect(page.get_by_test_id("demo-player")).to_be_visible()
    taken_s = play_together(pages, LIMIT_S)
    assert taken_s.keys() == set(SEATS)
    assert max(taken_s.values()) < LIMIT_S


def test_a_stranger_who_deals_comes_to_the_end_of_a_round(floor: Floor) -> None:
    page = floor.person(None, "/", fresh=True)
    expect(page.get_by_test_id("landing-deal")).to_be_visible()
    assert deal_first_round(page, LIMIT_S) < LIMIT_S


@at_length
def test_the_clock_is_the_same_on_every_page_and_moves_nothing(floor: Floor) -> None:
    """Somebody bets and then does nothing: he sees his time run out, and what becomes of his
    hand.
    """
    first = floor.person("player", "/seat/Singapore")
    other = floor.person("auditor", "/seat/Singapore", size=PHONE)
    clock = first.get_by_test_id("clock")
    first.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    expect(clock).to_have_text(re.compile(r"^Bets close in \d+ s$"))
    line = first.locator("pit-clock")
    running = line.bounding_box()
    expect(clock).to_have_text(re.compile(r"^You have \d+ s to decide$"))
    expect(other.get_by_test_id("clock")).to_have_text(re.compile(r"^Box 1 has \d+ s to decide$"))
    before, between, after = (
        int(re.findall(r"\d+(?= s)", page.get_by_test_id("clock").inner_text())[0])
        for page in (first, other, first)
    )
    assert before + 1 >= between >= after - 1
    if not TIMED:
        return  # that his time runs out is waited for with make pages
    expect(clock).to_have_text("Time’s up, everyone else plays on", timeout=PATIENCE_S * 1000)
    mine = first.get_by_test_id("box-1")
    expect(mine).to_contain_text("left")
    expect(clock).to_have_text(re.compile(r"^Next round in \d+ s$"))
    now = line.bounding_box()
    assert running is not None
    assert now is not None
    assert now["height"] == running["height"]
