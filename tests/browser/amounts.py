"""Whether amounts are shown whole: nothing cuts them, and they do not reach out of the window."""

from playwright.sync_api import Page

TRIES = 10

_CUT = r"""async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    const amount = /\d[\d,]*\.\d\d/;
    const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const unseen = (one) => one.closest('.unseen, [aria-hidden=true] .unseen') !== null;
    const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && amount.test(node.data));
    const all = [...document.querySelectorAll('body *')];
    const figures = [
        ...all.filter((one) => own(one) && seen(one) && !unseen(one)),
        ...all.filter((one) => one.matches('pit-meter') && seen(one)).flatMap((one) => [one, one.firstElementChild]),
    ];
    const wrong = [];
    for (const one of figures) {
        const words = one.closest('pit-meter')?.dataset.value ?? one.textContent.trim().slice(0, 60);
        if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) {
            wrong.push(`${words}: ${one.scrollWidth} in ${one.clientWidth}`);
        }
        const range = document.createRange();
        range.selectNodeContents(one);
        // A meter also holds its figure as a text for screen readers, which nobody sees.
        const place = (one.closest('pit-meter') ? one : range).getBoundingClientRect();
        if (place.left < -1 || place.right > innerWidth + 1) wrong.push(`${words}: outside the window`);
        for (let over = one.parentElement; over; over = over.parentElement) {
            const frame = over.getBoundingClientRect();
            const cuts = getComputedStyle(over).overflowX !== 'visible' && over !== document.body;
            if (cuts && (place.left < frame.left - 1 || place.right > frame.right + 1)) {
                wrong.push(`${words}: cut by ${over.nodeName}.${over.className}`);
            }
        }
    }
    return { count: figures.length, wrong };
}"""  # noqa: E501 - JavaScript


def whole(page: Page, *shown: str) -> None:
    """No amount is cut, and those that are named are there."""
    found = page.evaluate(_CUT)
    for _ in range(
        TRIES
    ):  # A page that has just been given another size may still be drawing itself.
        if not found["wrong"]:
            break
        page.wait_for_timeout(200)
        found = page.evaluate(_CUT)
    assert found["wrong"] == [], f"{page.url} at {page.viewport_size}: {found['wrong']}"
    assert found["count"] >= len(shown), f"{page.url}: {found['count']} amounts"
    for amount in shown:
        place = page.locator("pit-meter").filter(has_text=amount).first
        place.scroll_into_view_if_needed()
        assert place.is_visible(), f"{page.url}: {amount}"
