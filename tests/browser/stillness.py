"""Whether a page stands still: what Chromium calls a layout shift, and where everything is that can
be pressed.
"""

from typing import Any

from playwright.sync_api import Page

_WATCH = """() => {
    window.shifts = [];
    const note = (entries) => shifts.push(...entries.map((one) => ({
        value: one.value,
        at: one.startTime,
        what: one.sources.map(({ node, previousRect: was, currentRect: is }) =>
            `${node?.nodeName ?? '?'}.${node?.className ?? ''} ${was.x},${was.y},${was.width},${was.height} -> `
            + `${is.x},${is.y},${is.width},${is.height}`),
    })));
    window.watcher = new PerformanceObserver((list) => note(list.getEntries()));
    watcher.observe({ type: 'layout-shift', buffered: true });
    window.watchedFrom = performance.now();
}"""  # noqa: E501 - JavaScript

_SHIFTED = """async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((later) => setTimeout(later, 0));
    return shifts.filter((one) => one.at >= watchedFrom);
}"""  # noqa: E501 - JavaScript

# What a page asks for once it is there has come forty frames later.
_SINCE_THE_START = """async () => {
    const shifts = [];
    const note = (entries) => shifts.push(...entries.filter((one) => !one.hadRecentInput).map((one) => ({
        value: one.value,
        what: one.sources.map(({ node }) => `${node?.nodeName ?? '?'}.${node?.className ?? ''}`),
    })));
    const watcher = new PerformanceObserver((list) => note(list.getEntries()));
    watcher.observe({ type: 'layout-shift', buffered: true });
    for (let frame = 0; frame < 40; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((later) => setTimeout(later, 0));
    watcher.disconnect();
    return shifts;
}"""  # noqa: E501 - JavaScript
_LATENCY_MS = 60

_PLACES = """() => {
    const found = {};
    const note = (name, one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        found[name] = [x + scrollX, y + scrollY, width, height].map((value) => Math.round(value * 10) / 10).join();
    };
    for (const box of document.querySelectorAll('.box')) {
        note(`box ${box.dataset.box}`, box);
        for (const spot of box.querySelectorAll('[data-bet]')) note(`${box.dataset.box} ${spot.dataset.bet}`, spot);
    }
    for (const chip of document.querySelectorAll('.tray-chip')) note(chip.dataset.test, chip);
    for (const name of ['.stepbar', 'pit-felt', '[data-test=phase]', '.head-meter', '[data-test=irregularity]']) {
        const one = document.querySelector(name);
        if (one) note(name, one);
    }
    return found;
}"""  # noqa: E501 - JavaScript

_UNDER = """() => {
    const named = (at) => {
        if (!at) return '';
        const box = at.closest('[data-box]')?.dataset.box ?? '';
        const bet = at.closest('[data-bet]')?.dataset.bet ?? '';
        if (box) return `box ${box} ${bet}`;
        const pressed = at.closest('button, a, input, select, summary');
        return pressed ? pressed.dataset.test ?? pressed.textContent : '';
    };
    const found = {};
    for (let x = 7; x < innerWidth; x += 24) {
        for (let y = 5; y < innerHeight; y += 24) found[`${x},${y}`] = named(document.elementFromPoint(x, y));
    }
    return found;
}"""  # noqa: E501 - JavaScript


class Still:
    """A page as it is now, to be held against itself later."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._places: dict[str, str] = page.evaluate(_PLACES)
        self._under: dict[str, str] = page.evaluate(_UNDER)
        page.evaluate(_WATCH)

    def shifted(self) -> tuple[float, list[Any]]:
        """The sum of all layout shifts since, and what they were."""
        shifts = self.page.evaluate(_SHIFTED)
        return sum(one["value"] for one in shifts), shifts

    def moved(self) -> dict[str, tuple[str, str | None]]:
        """Boxes, spots and chips that are elsewhere now, or of another size."""
        now = self.page.evaluate(_PLACES)
        return {
            what: (was, now.get(what)) for what, was in self._places.items() if now.get(what) != was
        }

    def under(self) -> dict[str, tuple[str, str]]:
        """Points of the window under which one thing to press has become another.

        Where nothing was to be pressed something may come, and what was there may go: nobody hits a
        wrong thing then.
        """
        now = self.page.evaluate(_UNDER)
        both = (
            (point, was, now[point]) for point, was in self._under.items() if was and now[point]
        )
        return {point: (was, found) for point, was, found in both if was != found}


def while_loading(page: Page) -> tuple[float, list[Any]]:
    """The sum of the layout shifts while a page is loaded again, and what they were. As over a
    network: what comes after the first picture is seen to come.
    """
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow | {"latency": _LATENCY_MS})
    page.reload()
    page.wait_for_selector("main:not([aria-busy])")
    shifts: list[Any] = page.evaluate(_SINCE_THE_START)
    network.send("Network.emulateNetworkConditions", slow | {"latency": 0})
    network.detach()
    return sum(one["value"] for one in shifts), shifts
