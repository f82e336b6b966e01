"""A stranger's first round in the demonstration, as a person plays it: sign in by a click, take a
seat, bet, look, decide, read the result.
"""

from collections.abc import Callable, Iterator, Mapping
from time import monotonic

from playwright.sync_api import Locator, Page, expect

BOX = 1
_RESULT = ("You win", "You lose", "You break even")
_LOOK_MS = 100

Seen = Callable[[str], None]


def play_first_round(page: Page, table: str, limit_s: float, seen: Seen = lambda _: None) -> float:
    """The seconds from the first click to the result, from the landing page on; ``seen`` hears of
    every station.
    """
    return play_together({table: page}, limit_s, seen)[table]


def play_together(
    pages: Mapping[str, Page], limit_s: float, seen: Seen = lambda _: None
) -> dict[str, float]:
    """The same for strangers who come at once, one to each table."""
    playing = {table: _first_round(page, table, limit_s, seen) for table, page in pages.items()}
    taken_s: dict[str, float] = {}
    while playing:
        for table, round in tuple(playing.items()):
            done_s = next(round)
            if done_s is not None:
                taken_s[table] = done_s
                del playing[table]
        if playing:
            next(iter(pages.values())).wait_for_timeout(_LOOK_MS)
    return taken_s


def _first_round(page: Page, table: str, limit_s: float, seen: Seen) -> Iterator[float | None]:
    """Goes on from one look at the page to the next; the last one gives the seconds it took."""
    begun_s = monotonic()

    def at(station: str) -> None:
        assert monotonic() - begun_s < limit_s, (
            f"{table}: {station} after {monotonic() - begun_s:.0f} s"
        )
        seen(station)

    page.get_by_test_id("demo-player").click()
    page.get_by_test_id(f"sit-{table}").click()
    state = page.get_by_test_id("seat-state")
    expect(state).not_to_be_empty()
    at("seated")
    yield None
    spot = _opening_spot(page)
    while not spot.is_visible() or not spot.is_enabled():
        at("bets are not open yet")
        yield None
    spot.click()
    at("bet laid")
    looked = False
    while not (state.text_content() or "").startswith(_RESULT):
        at(f"{state.text_content()} {page.get_by_test_id('clock').text_content()}")
        if not looked and (look := page.get_by_test_id(f"examine-{BOX}")).count():
            look.first.click()
            looked = True
        elif (answer := _answer(page)) is not None:
            answer.click()
        yield None
    expect(page.get_by_test_id("pay-list")).to_be_visible()
    at("result")
    yield monotonic() - begun_s


def deal_first_round(page: Page, limit_s: float) -> float:
    """The seconds from the first click on the landing page to a round that the visitor has dealt to
    its end: whatever is the next step, he presses it.
    """
    begun_s = monotonic()
    page.get_by_test_id("landing-deal").click()
    step, pays = page.get_by_test_id("next-step"), page.get_by_test_id("pay-list")
    expect(page.get_by_test_id("announce")).to_be_visible()
    pressed = 0
    while not (pressed and pays.count() and pays.is_visible()):
        assert monotonic() - begun_s < limit_s, f"not over after {limit_s:.0f} s"
        if step.count() and step.is_enabled():
            step.click()
            pressed += 1
        page.wait_for_timeout(_LOOK_MS)
    return monotonic() - begun_s


def _opening_spot(page: Page) -> Locator:
    """Ante or main of the first box. Bets may be closed when somebody comes; they are soon open."""
    return page.get_by_test_id(f"box-{BOX}").locator(
        '[data-test="bet-ante"], [data-test="bet-main"]'
    )


def _answer(page: Page) -> Locator | None:
    """The button by which one stays in."""
    for name in (f"raise-{BOX}", f"house-way-{BOX}"):
        button = page.get_by_test_id(name)
        if button.count() and button.is_enabled():
            return button
    return None
