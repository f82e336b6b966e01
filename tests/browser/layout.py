"""Whether a page can be read and used as it lies there, at the size that it has."""

from playwright.sync_api import Page

_LAYOUT = """async () => {
    // Until the page has been laid out for the size that it has now, and nothing is on its way: cards fly from the
    // shoe and chips to their spots, and where they are then says nothing.
    const ends = (one) => one.effect?.getComputedTiming().endTime !== Infinity;
    for (let turn = 0; turn < 20; turn += 1) {
        for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
        const moving = document.getAnimations().filter((one) => ends(one) && one.playState === 'running');
        if (moving.length === 0) break;
        await Promise.all(moving.map((one) => one.finished.catch(() => null)));
    }
    const size = (one) => one.getBoundingClientRect();
    const seen = (one) => one.checkVisibility() && size(one).width > 1;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
    const tiny = (one) => one.children.length === 0 && one.textContent.trim() !== ''
        && parseFloat(getComputedStyle(one).fontSize) < 10.5;
    const named = (one) => one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length;
    const outside = (one) => {
        const box = one.closest('.box');
        return size(one).left < size(box).left - 1 || size(one).right > size(box).right + 1;
    };
    const at = (one) => `${Math.round(size(one).left)}..${Math.round(size(one).right)}`;
    const words = (found) => found.map((one) => `${one.getAttribute('aria-label') ?? one.textContent} (${at(one)})`);
    return {
        'wider than the window': Math.max(0, document.documentElement.scrollWidth - innerWidth),
        'tiny text': words(all('main *').filter(tiny)),
        'tiny buttons': words(all('main button').filter((one) => size(one).width < 24 || size(one).height < 24)),
        'without a name': all('main button, main [role=img], main input').filter((one) => !named(one)).length,
        'outside its box': words(all('.box *:not(svg *)').filter(outside)),
    };
}"""  # noqa: E501 - JavaScript


def fits(page: Page) -> None:
    """Nothing sticks out, nothing is tiny, and everything that is pressed or looked at has a
    name.
    """
    found = page.evaluate(_LAYOUT)
    wrong = {what: which for what, which in found.items() if which}
    assert not wrong, f"{page.url} at {page.viewport_size}: {wrong}"
