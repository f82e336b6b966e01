"""What axe says of a page, by day and in the dark, and what a finger says of it."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped] # it has no types
from playwright.sync_api import Page

from tests.browser.floor import PHONE, TABLET
from tests.browser.touch import small

# No rule that is on reads style sheets, which axe would fetch anew for every look.
_OPTIONS = {
    "resultTypes": ["violations"],
    "preload": False,
    # axe has these off: what is shown is part of the name, and what is pressed is hit.
    "rules": {
        "label-content-name-mismatch": {"enabled": True},
        "target-size": {"enabled": True},
    },
}
# What a colour scheme changes is colours: in the dark these alone are looked at again.
SCHEMES: tuple[tuple[Any, dict[str, Any]], ...] = (
    ("light", _OPTIONS),
    ("dark", _OPTIONS | {"runOnly": ["color-contrast", "link-in-text-block"]}),
)
_LOOK = """(options) => {
    // The page behind a dialog is out of reach, and was looked at before the dialog was opened.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    return axe.run(dialog ?? document, options);
}"""


SETTLED = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
}"""
"""What fades in, or changes its colours, has them only when that is over."""


def check(page: Page, where: str) -> None:
    """Fails with what is wrong and where. A live page may change under axe's eyes: what is wrong is
    so twice.
    """
    for scheme, options in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        wrong = _wrong(page, options) and _wrong(page, options)
        assert not wrong, f"{where}, {scheme}:\n" + "\n".join(wrong)
    page.emulate_media(color_scheme="light")
    fits_a_finger(page, where)


def fits_a_finger(page: Page, where: str) -> None:
    """Looked at as on a phone and on a tablet, which the page then stops being. A tablet is as wide
    as a window with a mouse: what is only large for a finger is told that there is one.
    """
    size = page.viewport_size
    assert size is not None
    finger = page.context.new_cdp_session(page)
    wrong: list[str] = []
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for width, height in (PHONE, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        wrong += [f"{width}x{height}: {one}" for one in small(page) and small(page)]
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    finger.detach()
    page.set_viewport_size(size)
    assert not wrong, f"{where}, too small for a finger:\n" + "\n".join(wrong)


def _wrong(page: Page, options: dict[str, Any]) -> list[str]:
    # What is half under the bar on top is pressed once it is not.
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.evaluate(SETTLED)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate(_LOOK, options)
    return [
        "\n    ".join([f"{one['id']} ({one['impact']}): {one['help']}", *_places(one)])
        for one in found["violations"]
    ]


def _places(violation: dict[str, Any]) -> list[str]:
    return [
        f"{node['html'][:160]}  {node['failureSummary'].splitlines()[-1].strip()}"
        for node in violation["nodes"][:4]
    ]
