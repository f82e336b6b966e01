"""Each page with everything it fetches, its faces too, stays light; figures have their own face."""

import pytest
from playwright.sync_api import expect

from tests.browser.floor import Floor

MOST_BYTES = 300_000
PAGES = (
    ("player", "/", "[data-test=table-Stud]"),
    ("dealer", "/table/Stud", "[data-test=announce]"),
    ("player", "/seat/Stud", "[data-test=seat-state]"),
    ("shift-manager", "/pit", "[data-test=row-Stud]"),
    ("display", "/sign/Millions", ".sign-table"),
    ("auditor", "/audit", "[data-test=rounds]"),
    ("administrator", "/people", "[data-test=people]"),
)


FETCHED = """async () => {
    await document.fonts.ready;
    const all = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
    const files = all.filter((one) => !one.name.includes("/api/"));
    // What comes over the line; of a file that the browser had, what came then.
    return Object.fromEntries(files.map((one) => [one.name, one.encodedBodySize]));
}"""


@pytest.mark.parametrize(("role", "path", "drawn"), PAGES)
def test_a_page_is_light(floor: Floor, role: str, path: str, drawn: str) -> None:
    page = floor.person(role, path)
    expect(page.locator(drawn).first).to_be_attached()
    fetched: dict[str, int] = page.evaluate(FETCHED)
    assert len(fetched) > 10
    assert all(fetched.values()), fetched
    assert sum(fetched.values()) < MOST_BYTES, fetched


SPACES = """() => {
    const width = (parent, text) => {
        const line = document.createElement('span');
        line.style.cssText = 'position: absolute; white-space: pre; font-size: 15px';
        line.textContent = text;
        parent.append(line);
        const { width } = line.getBoundingClientRect();
        line.remove();
        return width;
    };
    return [document.body, document.querySelector('main button, main .button')].map(
        (parent) => (width(parent, 'n n') - width(parent, 'nn')) / 15);
}"""


def test_words_have_spaces_between_them(floor: Floor) -> None:
    """On screens of few pixels as well, and on buttons as in sentences."""
    page = floor.person("player", "/")
    expect(page.get_by_test_id("sit-Stud")).to_be_visible()
    page.evaluate("document.fonts.load('400 15px \"Pitboss Text\"').then(() => true)")
    assert min(page.evaluate(SPACES)) >= 0.23


def test_the_faces_are_there_and_digits_are_of_one_width(floor: Floor) -> None:
    sign = floor.person("display", "/sign/Millions")
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    sign.evaluate("document.fonts.load('800 20px \"Pitboss Numerals\"').then(() => true)")
    assert sign.evaluate("document.fonts.check('800 20px \"Pitboss Numerals\"')")
    widths = sign.evaluate("""() => {
        const canvas = document.createElement('canvas').getContext('2d');
        canvas.font = '800 100px "Pitboss Numerals"';
        canvas.fontVariantCaps = 'normal';
        return [...'0123456789'].map((digit) => canvas.measureText(digit).width);
    }""")
    spread = max(widths) - min(widths)
    assert spread < 0.5 or sign.evaluate(
        "getComputedStyle(document.body).fontVariantNumeric.includes('tabular-nums')"
    )
