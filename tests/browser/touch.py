"""Whether everything on a page that is pressed is large enough for a finger: 44 by 44 pixels."""

from typing import Any

from playwright.sync_api import Page

_SMALL = """() => {
    const LEAST = 44;
    const PRESSED = 'button, a[href], input, select, textarea, summary, [role=button], [role=radio], [role=option]';
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    const within = dialogs.at(-1) ?? document.body;
    const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && one.getBoundingClientRect().width > 1 && !one.matches(':disabled, .skip:not(:focus)');
    // A link in a sentence is as high as the sentence.
    const inText = (one) => one.matches('a, .clause')
        && [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim().length > 2);
    const hits = (one, x, y) => {
        const at = document.elementFromPoint(x, y);
        if (!at) return false;
        return one.contains(at) || at.closest('label')?.control === one || at.closest('a, button, summary') === one;
    };
    const found = [];
    for (const one of within.querySelectorAll(PRESSED)) {
        if (!seen(one) || inText(one)) continue;
        one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
        const { x, y, width, height } = one.getBoundingClientRect();
        const [mx, my] = [x + width / 2, y + height / 2];
        // What lies under something else for now is not pressed at all.
        if (!hits(one, mx, my)) continue;
        const reach = (dx, dy, from) => {
            let more = 0;
            while (more < LEAST && hits(one, mx + dx * (from + more + 0.5), my + dy * (from + more + 0.5))) more += 1;
            return more;
        };
        const wide = width >= LEAST ? width : width + reach(-1, 0, width / 2) + reach(1, 0, width / 2);
        const high = height >= LEAST ? height : height + reach(0, -1, height / 2) + reach(0, 1, height / 2);
        if (wide < LEAST - 0.5 || high < LEAST - 0.5) {
            const named = one.dataset.test ?? one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40);
            found.push(`${one.localName}.${one.className} ${named}: ${Math.round(wide)}x${Math.round(high)}`);
        }
    }
    scrollTo(0, 0);
    return found;
}"""  # noqa: E501 - JavaScript


def small(page: Page) -> list[str]:
    """What is smaller than a finger, with its size: where it is hit, whatever it looks like."""
    found: list[Any] = page.evaluate(_SMALL)
    return [str(one) for one in found]
