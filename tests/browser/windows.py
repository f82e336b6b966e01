"""Browser windows that one person leaves and the next one uses: a page that has its files and has
compiled them opens in a third of the processor time of the first.

Whoever comes next finds nothing of whoever was there before: no session, nothing stored, no other
tab, the size that he asks for.
"""

from collections import defaultdict
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Error, Page

from tests.patience import PATIENCE_S

PATIENCE_MS = PATIENCE_S * 1000
"""How long a page may take for anything; only a test that fails waits so long."""

_EMPTY = "/healthz"
"""Of the house, so that the window keeps its process, and without a script."""
_FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


class Kind(NamedTuple):
    """What can't be changed of a window: the house it looks at, and what its browser says of
    itself.
    """

    address: str
    scheme: Literal["light", "dark"]
    motion: bool
    zone: str


class Windows:
    """The windows of one browser; those that were left are kept if ``keep``."""

    def __init__(self, browser: Browser, *, keep: bool) -> None:
        self._browser = browser
        self._keep = keep
        self._kinds: dict[Page, Kind] = {}
        self._free: dict[Kind, list[Page]] = {}
        self._shown: dict[Page, set[str]] = defaultdict(set)

    def open(self, kind: Kind, size: tuple[int, int], path: str) -> Page:
        """An empty window: one that was left, if possible where somebody has looked at such a page,
        or a new one.
        """
        free = self._free.get(kind, [])
        page_kind = path.split("/")[1].partition("?")[0]
        free.sort(key=lambda one: page_kind in self._shown[one])
        page = free.pop() if free else self._new(kind, size)
        self._shown[page].add(page_kind)
        if page.viewport_size != {"width": size[0], "height": size[1]}:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        return page

    def _new(self, kind: Kind, size: tuple[int, int]) -> Page:
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=kind.scheme,
            reduced_motion="no-preference" if kind.motion else "reduce",
            base_url=kind.address,
            timezone_id=kind.zone,
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        self._kinds[page] = kind
        return page

    def leave(self, page: Page) -> None:
        """Somebody goes. A window whose house is gone is closed."""
        kind = self._kinds[page]
        if self._keep and not page.is_closed() and self._empty(page, kind):
            self._free.setdefault(kind, []).append(page)
        else:
            del self._kinds[page]
            page.context.close()

    def _empty(self, page: Page, kind: Kind) -> bool:
        try:
            for other in page.context.pages:
                if other is not page:
                    other.close()
            page.unroute_all()
            page.goto(_EMPTY, timeout=5_000)
            page.evaluate(_FORGET)
            page.emulate_media(color_scheme=kind.scheme)
            page.context.clear_cookies()
        except Error:
            return False
        return True
