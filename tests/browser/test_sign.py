"""Signs: what they displayed is on record and fits the journal; every shape of screen; the show."""

from decimal import Decimal

from playwright.sync_api import Page, expect

from tests.browser import rounds
from tests.browser.floor import PHONE, WORK, Floor

SHAPES = (WORK, PHONE, (1080, 1920), (1920, 540))


def shown(sign: Page) -> Decimal:
    return Decimal(sign.get_by_test_id("meter").get_attribute("data-shown") or "0")


def test_over_an_evening_a_sign_shows_no_more_than_the_jackpot_and_reports_it(
    own_floor: Floor,
) -> None:
    floor = own_floor
    sign = floor.person("display", "/sign/Millions", motion=True)
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    for table in ("Stud", "Holdem", "Stud"):
        rounds.play(floor, table, 1, 2, progressive=True)
        # The jackpot only grows here, so whatever is read afterwards is no less than it was.
        displayed = shown(sign)
        assert displayed <= Decimal(floor.link("Millions")["displayed"])
    true = floor.link("Millions")["displayed"]
    expect(sign.get_by_test_id("meter")).to_have_attribute("data-shown", true)
    auditor = floor.api("auditor")

    def told() -> list[dict[str, str]]:
        found: list[dict[str, str]] = auditor.get("/api/reports/displays").json()["displays"]
        return found

    while not any(one["displayed"] == true for one in told()):
        sign.wait_for_timeout(500)
    assert {one["sign"] for one in told()} == {"demo-display"}
    assert all(Decimal(one["displayed"]) <= Decimal(true) for one in told())
    # Whoever may read reports gets from the sign to what it displayed, and when.
    page = floor.person("auditor", "/sign/Millions")
    page.get_by_test_id("sign-showed").click()
    expect(page.get_by_test_id("shown-demo-display")).to_contain_text(f"{Decimal(true):,}")
    page.get_by_test_id("signs-when").fill("2001-01-01T00:00:00")
    expect(page.get_by_test_id("shown-demo-display")).to_have_count(0)
    auditor.post("/api/audit", json={}, headers={"Idempotency-Key": "signs"}).raise_for_status()
    while (state := auditor.get("/api/audit").json())["running"]:
        sign.wait_for_timeout(200)
    assert state["report"]["content"] is True, state["report"]


_READ = """(meter) => new Promise((done) => {
    const read = [];
    const until = performance.now() + 2000;
    meter.value = '100199.95';
    meter.value = '100200.05';
    const look = () => {
        const drum = (digit) => {
            const { transform, height } = getComputedStyle(digit, '::before');
            return Math.round(-new DOMMatrix(transform).m42 / parseFloat(height) * 11) % 10;
        };
        read.push(Number([...meter.querySelectorAll('.digit')].map(drum).join('')));
        if (performance.now() < until) requestAnimationFrame(look);
        else done(read);
    };
    look();
})"""


def test_wherever_a_jackpot_is_shown_its_drums_read_no_more_than_it_is(floor: Floor) -> None:
    lobby = floor.person("player", "/", motion=True)
    expect(lobby.locator("pit-meter").filter(has_text="100,000.00").first).to_be_visible()
    # A meter of the test's own: nothing tells it of the jackpot meanwhile.
    read = lobby.evaluate_handle(
        "() => document.querySelector('main').appendChild(document.createElement('pit-meter'))"
    ).evaluate(_READ)
    assert read[-1] == 100_200_05
    assert len(set(read)) > 2, "it rises step by step"
    assert max(read) == 100_200_05


# With six hands, the most that any game pays: which game is told of depends on the clock.
_OUTSIDE = """() => [...document.querySelectorAll('.panel')].flatMap((panel) => {
    const body = panel.querySelector('.sign-table tbody');
    if (!body?.checkVisibility()) return [];
    while (body.rows.length < 6) body.append(body.rows[1].cloneNode(true));
    const foot = panel.querySelector('.sign-foot').getBoundingClientRect();
    return [...body.rows]
        .filter((row) => row.getBoundingClientRect().bottom > foot.bottom + 1)
        .map((row) => `${panel.dataset.link}: ${row.textContent}`);
})"""
_FIGURE_TOP = "() => document.querySelector('.sign-figure').getBoundingClientRect().top"
_ONE_ROW = """() => {
    const { rows } = document.querySelector('.sign-table tbody');
    while (rows.length > 1) rows[1].remove();
}"""


def test_the_figure_stays_where_it_is_when_another_scene_comes(floor: Floor) -> None:
    sign = floor.person("display", "/sign/Millions")
    for size in (WORK, (1920, 540), (1080, 1920)):
        sign.set_viewport_size({"width": size[0], "height": size[1]})
        sign.goto("/sign/Millions")
        expect(sign.get_by_role("table")).to_be_visible()
        top = sign.evaluate(_FIGURE_TOP)
        sign.evaluate(_ONE_ROW)
        assert sign.evaluate(_FIGURE_TOP) == top, size


def test_a_sign_fits_every_shape_of_screen_and_several_jackpots(floor: Floor) -> None:
    sign = floor.person("display", "/sign/Millions")
    for size in SHAPES:
        sign.set_viewport_size({"width": size[0], "height": size[1]})
        for path in ("/sign/Millions", "/sign/Millions?also=Megalink"):
            sign.goto(path)
            for name in sign.get_by_test_id("meter").all():
                expect(name).to_be_visible()
            expect(sign.get_by_test_id("sign-state").first).to_have_text("LIVE")
            fits = "document.documentElement.scrollHeight <= innerHeight + 1"
            assert sign.evaluate(fits), f"{path} at {size}"
            assert sign.evaluate(_OUTSIDE) == [], f"{path} at {size}"
            box = sign.get_by_test_id("meter").first.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]


def test_the_show_is_tested_without_anybody_winning(floor: Floor) -> None:
    sign = floor.person("display", "/sign/Millions?theme=ruby")
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
    assert sign.locator(".panel").get_attribute("data-theme") == "ruby"
    sign.keyboard.press("t")
    expect(sign.get_by_test_id("hit")).to_be_visible()
    expect(sign.get_by_test_id("hit-where")).to_have_text("Test of the show. Nothing was won.")
    expect(sign.get_by_test_id("hit-cards").locator(".turned")).to_have_count(5)
    expect(sign.get_by_test_id("hit-amount")).to_contain_text("$100,00")


def test_out_of_service_nothing_is_in_gold(floor: Floor) -> None:
    sign = floor.person("display", "/sign/Megalink")
    expect(sign.get_by_role("table")).to_be_visible()
    colour = "cell => getComputedStyle(cell).color"
    first = sign.locator(".sign-table td").first
    gold = first.evaluate(colour)
    floor.on_link("pit-supervisor", "Megalink", {"do": "fail-link", "reason": "silent"})
    expect(sign.get_by_test_id("sign-state")).to_have_text("OUT OF SERVICE")
    expect(sign.get_by_test_id("pending")).to_have_text("Back shortly")
    assert first.evaluate(colour) != gold
    figure = sign.locator(".sign-figure")
    assert figure.evaluate(colour) != gold
    floor.on_link("shift-manager", "Megalink", {"do": "restore-link"})
    expect(sign.get_by_test_id("sign-state")).to_have_text("LIVE")
