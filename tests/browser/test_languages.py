"""Nothing that a player or guest reads is written into a page: in a language that nobody speaks all
of it stands in brackets, and 简体中文 fits on a phone.
"""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from playwright.sync_api import Page, Route, expect

from tests import catalogue
from tests.browser.floor import PHONE, WORK, Floor, until
from tests.browser.rounds import deal_until
from tests.effort import tables

# Names of people, tables, links and games, amounts, cards, hashes, clause numbers and keys are the
# same in every language; what is left has letters, and must come from a catalogue.
BARE = """(names) => {
  const found = new Set();
  const skip = 'script, style, code, kbd, noscript, option, .clause, .brand, svg text';
  const left = (text) => {
    let now = text;
    for (let before = ''; now !== before; ) {
      before = now;
      now = now.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    }
    return names.reduce((all, name) => all.replaceAll(name, ' '), now);
  };
  const look = (element, text) => {
    if (text && !element.closest(skip) && /\\p{L}{2,}/u.test(left(text))) found.add(text.trim());
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) look(walk.currentNode.parentElement, walk.currentNode.textContent);
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      look(element, element.getAttribute(name));
  return [...found];
}"""

NAMES = [
    "Multi-Link Progressive Texas Hold'em Poker",
    "Multi-Link Progressive Casino Stud Poker",
    "Megalink Singapore Stud Poker",
    "Megalink Bullseye",
    "Casino Stud Poker",
    *("Stud", "Classic", "Holdem", "Singapore", "Bullseye", "Felt"),
    *("Millions", "Megalink", "RWS", "MBS"),
    *("demo-player", "demo-dealer", "demo-auditor", "Pitboss"),
]


def speaks(floor: Floor, role: str, path: str, language: str, **more: Any) -> Page:
    """Somebody's page in a language."""
    page = floor.person(role, "/healthz", **more)
    page.evaluate("(code) => localStorage.setItem('pitboss-language', code)", language)
    page.goto(path)
    return page


def bare(page: Page) -> list[str]:
    found: list[str] = page.evaluate(BARE, NAMES)
    return found


def test_what_is_written_into_a_page_is_found(floor: Floor) -> None:
    page = floor.person("player", "/")
    expect(page.get_by_test_id("sit-Stud")).to_be_visible()
    assert {"The floor", "Take a seat"} <= set(bare(page))


def test_nothing_is_written_into_the_lobby(floor: Floor) -> None:
    page = speaks(floor, "player", "/", "xx")
    expect(page.get_by_test_id("sit-Stud")).to_be_visible()
    assert bare(page) == []
    # Why the jackpot stands where it does; what a clause says is said in English.
    page.get_by_test_id("why-Megalink").click()
    expect(page.get_by_test_id("why-sum")).to_contain_text("⟦The signs show⟧100,000.00")
    page.evaluate("document.querySelectorAll('.why-book').forEach((one) => one.remove())")
    assert bare(page) == []
    page.keyboard.press("Escape")
    page.get_by_test_id("view-as").click()
    expect(page.get_by_test_id("view-as-dialog")).to_be_visible()
    assert bare(page) == []


def round_at(floor: Floor, table: str, player: Page) -> Iterator[None]:
    """A round with one box, stopping wherever the seat says something else."""
    floor.do("dealer", table, {"do": "open-betting"})
    spot = player.get_by_test_id("box-1").get_by_test_id("bet-ante")
    expect(spot).to_be_visible()
    yield
    spot.click()
    player.get_by_test_id("box-1").get_by_test_id("bet-progressive").click()
    laid = player.get_by_test_id("box-1").locator('[data-bet="progressive"] .spot-amount')
    expect(laid).to_be_visible()
    yield
    floor.do("dealer", table, {"do": "close-betting"})
    deal_until(floor, table, "deciding")
    look = player.get_by_test_id("examine-1").first
    expect(look).to_be_visible()
    yield
    look.click()
    expect(player.locator(".felt-hand .hand-name")).not_to_be_empty()
    yield
    player.get_by_test_id("raise-1").click()
    expect(player.get_by_test_id("raise-1")).to_have_count(0)
    deal_until(floor, table, "revealed")
    floor.do("dealer", table, {"do": "settle"})
    expect(player.get_by_test_id("pay-list")).to_be_visible()
    yield


def test_nothing_is_written_into_the_seat(floor: Floor) -> None:
    player = speaks(floor, "player", "/seat/Singapore", "xx")
    expect(player.get_by_test_id("seat-state")).not_to_be_empty()
    seen = set(bare(player))
    for _ in round_at(floor, "Singapore", player):
        seen |= set(bare(player))
    for button, opened in (("how-to-play", "how-dialog"), ("my-rounds", "rounds-dialog")):
        player.get_by_test_id(button).click()
        expect(player.get_by_test_id(opened)).to_be_visible()
        seen |= set(bare(player))
        player.keyboard.press("Escape")
    assert sorted(seen) == []


def test_nothing_is_written_into_the_sign(floor: Floor) -> None:
    sign = speaks(floor, "display", "/sign/Megalink", "xx")
    expect(sign.get_by_role("table")).to_be_visible()
    assert bare(sign) == []
    sign.keyboard.press("t")
    expect(sign.get_by_test_id("hit-where")).to_have_text("⟦Test of the show. Nothing was won.⟧")
    assert bare(sign) == []
    floor.on_link("pit-supervisor", "Megalink", {"do": "fail-link", "reason": "silent"})
    expect(sign.get_by_test_id("pending")).to_have_text("⟦Back shortly⟧")
    assert bare(sign) == []
    floor.on_link("shift-manager", "Megalink", {"do": "restore-link"})


def test_what_is_ruled_is_told_in_the_language_of_the_seat(floor: Floor) -> None:
    """What was reported, why players may choose, what each choice does; the clause is a number."""
    player = speaks(floor, "player", "/seat/Stud", "xx")
    floor.do("dealer", "Stud", {"do": "open-betting"})
    player.get_by_test_id("box-1").get_by_test_id("bet-ante").click()
    expect(player.get_by_test_id("clear")).to_be_enabled()
    floor.do("dealer", "Stud", {"do": "close-betting"})
    deal_until(floor, "Stud", "deciding")
    exposed = {"do": "report", "incident": "cards-exposed", "box": 1}
    floor.do("dealer", "Stud", {**exposed, "facts": {"count": 1, "dealers_card": False}})
    expect(player.get_by_test_id("offer-because")).to_contain_text("⟦One card was shown")
    assert bare(player) == []
    player.get_by_test_id("why-ruled").click()
    expect(player.get_by_test_id("why-proof")).to_contain_text("⟦Round")
    # What a clause says stands in English beside its number, which is the authority.
    assert set(bare(player)) <= set(player.locator(".why-clauses p").all_inner_texts()) | {
        words.split(" ", 1)[1] for words in player.locator(".why-clauses p").all_inner_texts()
    }
    player.keyboard.press("Escape")
    player.get_by_test_id("choose-1-continue").click()
    expect(player.get_by_test_id("offer")).to_have_count(0)


@cache
def squares() -> bytes:
    """A font in which every sign of 简体中文 is as wide as it is high: this machine may have no
    other, and signs without a font have no width that counts.
    """
    signs = {sign for text in catalogue.sentences("zh").values() for sign in text if sign > "⺀"}
    pen = TTGlyphPen(None)
    corners = ((50, 0), (50, 850), (950, 850), (950, 0))
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    pen.closePath()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", "square"])
    font.setupCharacterMap({ord(sign): "square" for sign in signs})
    font.setupGlyf({".notdef": pen.glyph(), "square": pen.glyph()})
    font.setupHorizontalMetrics({".notdef": (1000, 50), "square": (1000, 50)})
    font.setupHorizontalHeader(ascent=880, descent=-120)
    font.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def with_squares(route: Route) -> None:
    """The faces of the pages, and squares for Chinese."""
    found = route.fetch()
    face = (
        '@font-face { font-family: "Pitboss Text"; font-weight: 100 900; '
        "src: url(/static/shared/squares.ttf); unicode-range: U+2E80-FFEF; }"
    )
    route.fulfill(response=found, body=found.text() + face)


@pytest.mark.parametrize(
    "path",
    tables(
        ("/", "/seat/Stud", "/tour", "/sign-in", "/sign/Millions"),
        telling=("/", "/seat/Stud", "/sign/Millions"),
    ),
)
def test_chinese_fits_on_a_phone(floor: Floor, path: str) -> None:
    role = "display" if path.startswith("/sign/") else "player"
    page = speaks(floor, role, "/healthz", "zh", size=PHONE)
    page.route("**/fonts.css", with_squares)
    page.route("**/squares.ttf", lambda route: route.fulfill(body=squares()))
    page.goto(path)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("main h1").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    # A card that flies by is no line that is too long.
    fits = "document.documentElement.scrollWidth <= innerWidth"
    until(lambda: page.evaluate(fits), "something is wider than the screen")
    beyond = page.evaluate(
        """() => [...document.querySelectorAll('main *')].filter((one) => one.checkVisibility()
            && one.childElementCount === 0 && /\\p{Script=Han}/u.test(one.textContent)
            && !one.closest('.unseen, dialog')
            && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.textContent)"""
    )
    assert beyond == []
    cut = page.evaluate(
        """() => [...document.querySelectorAll('button, .badge, h1, h2')].filter(
            (one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1
              && getComputedStyle(one).overflow !== 'visible').map((one) => one.textContent)"""
    )
    assert cut == []


def test_the_browsers_language_is_taken_and_another_can_be_chosen(floor: Floor) -> None:
    page = floor.person("player", "/", size=WORK)
    expect(page.get_by_role("heading", level=1)).to_have_text("The floor")
    page.get_by_test_id("language").select_option("zh")
    expect(page.get_by_role("heading", level=1)).to_have_text("大厅")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("大厅")
