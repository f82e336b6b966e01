"""A running demonstration, and people who look at it in browsers of their own.

    def test_something(floor: Floor) -> None:
        dealer = floor.person("dealer", "/table/Stud")
        player = floor.person("player", "/seat/Stud")
        dealer.get_by_test_id("next-step").click()
        expect(player.get_by_test_id("seat-state")).to_have_text("Bets are open …")

A person is a page in a browser context of its own, which people of other tests may have left. Every
page is watched: an error in its console, an exception, a request that fails or goes to another
host, an answer of 4xx or 5xx, all fail the test when it ends, unless the test said that it expects
them (``floor.expect_trouble``).
"""

import os
import re
import shutil
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any, ClassVar, Literal, TypeAlias
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    WebError,
    expect,
)

from pitboss.web import page_files
from tests.browser.windows import PATIENCE_MS, Kind, Windows
from tests.web.servers import Server

WORK, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)
PASSWORD = "correct horse battery"
_FIRST_PASSWORD = "a first password"
_LEFT_OUT = (
    # The popups of the address bar, which nobody sees here: two pages of their own for every
    # window, and a third of all the processor time of these tests.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # A renderer that is kept ready for an address that nobody goes to.
    "SpareRendererForSitePerProcess",
    # What Playwright leaves out; of two lists Chromium takes the last.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    # Without a GPU its process only passes on what the pages have drawn.
    "--in-process-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(_LEFT_OUT)}",
)
_keys = count(1)
FILES = f"{page_files.FILES}@{page_files.stamp()}"
"""Where the pages' own modules come from: from anywhere else a test would have others."""
_Listeners: TypeAlias = dict[Any, Callable[[Any], None]]


def chromium() -> str | None:
    """Where Chromium is on this machine: ``PITBOSS_CHROMIUM``, or a program of one of its names.
    The headless shell has no windows to draw, and takes two thirds of the processor time.
    """
    if named := os.environ.get("PITBOSS_CHROMIUM"):
        return named
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


def launch(playwright: Playwright, program: str) -> Browser:
    playwright.selectors.set_test_id_attribute("data-test")
    return playwright.chromium.launch(executable_path=program, args=list(_ARGUMENTS))


def until(found: Callable[[], bool], what: str) -> None:
    """Waits for something that no locator shows. Playwright's own ``wait_for_function`` looks once:
    the pages' content security policy forbids what it would look again with.
    """
    end_s = monotonic() + PATIENCE_MS / 1000
    while not found():
        assert monotonic() < end_s, what
        sleep(0.02)


def resize(page: Page, width: int, height: int) -> None:
    """Gives a window another size, and waits until the page knows it."""
    page.set_viewport_size({"width": width, "height": height})
    until(lambda: bool(page.evaluate("innerWidth") == width), "the window keeps its size")


class House:
    """A server process with a data folder of its own; it can be killed and started again at the
    same address.
    """

    _left: ClassVar[list[int]] = []
    """Ports of houses that have closed: windows that have looked at one have its files."""

    def __init__(
        self, folder: Path, *arguments: str, second_factor: bool = False, plain: bool = False
    ) -> None:
        self.folder = folder
        self._second_factor, self._plain = second_factor, plain
        self._arguments = arguments or ("--demo", "--no-robots")
        self._stack = ExitStack()
        try:
            self.start("--port", str(self._left.pop() if self._left else 0))
        except AssertionError:
            # Somebody else has the port by now.
            self.start()

    def start(self, *more: str) -> None:
        self.server = Server(
            self.folder,
            *self._arguments,
            *more,
            second_factor=self._second_factor,
            plain=self._plain,
        )
        self._stack.callback(self.server.close)
        self.address = self.server.address()

    def kill(self) -> None:
        """As a power cut does it."""
        self.server.end(signal.SIGKILL)

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def start_again(self) -> None:
        """After it was killed or ended, where the pages look for it."""
        self.start("--port", str(self.port))

    def close(self) -> None:
        self._stack.close()
        self._left.append(self.port)


_SEEDS = re.compile(r'"do":\s*"(deal|commit-seed|open-seed)"')


def _about_seeds(request: Request) -> bool:
    return _SEEDS.search(request.post_data or "") is not None


class Floor:
    """The people of one test."""

    def __init__(self, house: House, browser: Browser, windows: Windows | None = None) -> None:
        """``windows`` are those that people of other tests have left."""
        self.house = house
        self._new = Windows(browser, keep=False)
        self._windows = windows or self._new
        self._people: list[tuple[Page, Windows, _Listeners]] = []
        self._clients: dict[str, httpx.Client] = {}
        self._complaints: list[str] = []
        self._expected: list[re.Pattern[str]] = []

    @property
    def address(self) -> str:
        return self.house.address

    # ── browsers ──────────────────────────────────────────────────────────────────────────────────

    def person(
        self,
        role: str | None,
        path: str = "/",
        *,
        name: str | None = None,
        size: tuple[int, int] = WORK,
        scheme: Literal["light", "dark"] = "light",
        motion: bool = False,
        zone: str = "UTC",
        fresh: bool = False,
    ) -> Page:
        """A page on which somebody of a role is signed in (nobody: ``None``).

        Without a name it is the demonstration's own person of that role; another name is made for
        it. ``zone`` is where the browser's clock is. A ``fresh`` browser was used by nobody before
        and is by nobody after: for tests of what a first visit costs, or that change the browser.
        """
        windows = self._new if fresh else self._windows
        page = windows.open(Kind(self.address, scheme, motion, zone), size, path)
        self._people.append((page, windows, self._watch(page.context, name or role or "nobody")))
        if role is not None:
            self._sign_in(page.context, role, name)
        page.goto(path)
        return page

    def pages(self) -> list[Page]:
        """All that are open, in the order in which people came."""
        return [page for first, _, _ in self._people for page in first.context.pages]

    def tab(self, page: Page, path: str) -> Page:
        """A second tab of the same person."""
        other = page.context.new_page()
        other.goto(path)
        return other

    def _sign_in(self, context: BrowserContext, role: str, name: str | None) -> None:
        if name is None:
            answer = context.request.post("/api/demo/sign-in", data={"role": role})
        else:
            self._make(name, role)
            answer = context.request.post("/api/sign-in", data={"name": name, "password": PASSWORD})
        assert answer.ok, answer.text()

    def _make(self, name: str, role: str) -> None:
        administrator = self.api("administrator")
        if any(one["name"] == name for one in administrator.get("/api/people").json()["people"]):
            return
        made = administrator.post(
            "/api/people",
            json={"name": name, "role": role, "password": _FIRST_PASSWORD},
            headers={"Idempotency-Key": f"browser-{os.getpid()}-{next(_keys)}"},
        )
        assert made.status_code == 200, made.text
        with httpx.Client(base_url=self.address, timeout=PATIENCE_MS / 1000) as client:
            me = client.post("/api/sign-in", json={"name": name, "password": _FIRST_PASSWORD})
            own = {"old": _FIRST_PASSWORD, "new": PASSWORD}
            headers = {"X-CSRF-Token": me.json()["csrf"], "Idempotency-Key": "own-password"}
            client.post("/api/password", json=own, headers=headers).raise_for_status()

    # ── without a browser ─────────────────────────────────────────────────────────────────────────

    def api(self, role: str) -> httpx.Client:
        """The demonstration's person of a role, for what a test sets up or looks up beside its
        pages.
        """
        if role not in self._clients:
            client = httpx.Client(base_url=self.address, timeout=PATIENCE_MS / 1000)
            self._clients[role] = client
            kind, second = role.removesuffix("-2"), role.endswith("-2")
            me = client.post("/api/demo/sign-in", json={"role": kind, "second": second})
            assert me.status_code == 200, me.text
            client.headers["X-CSRF-Token"] = me.json()["csrf"]
        return self._clients[role]

    def do(self, role: str, table: str, command: Mapping[str, Any]) -> Any:
        """A command at a table that must be accepted, with a second person's approval where that is
        asked for; the view after it.
        """
        return self._command(role, f"/api/tables/{table}/commands", command)

    def on_link(self, role: str, link: str, command: Mapping[str, Any]) -> Any:
        return self._command(role, f"/api/links/{link}/commands", command)

    def _command(self, role: str, path: str, command: Mapping[str, Any]) -> Any:
        end_s = monotonic() + PATIENCE_MS / 1000
        while True:
            headers = {"Idempotency-Key": f"browser-{os.getpid()}-{next(_keys)}"}
            answer = self.api(role).post(path, json=dict(command), headers=headers)
            if "seeds-outstanding" not in answer.text or monotonic() > end_s:
                break
            # A seat that is open beside the test opens its seed in a moment, as at any table.
            sleep(0.1)
        if answer.status_code == 409 and "approval" in answer.json():
            self.approve(answer.json()["approval"])
            return self.api(role).get(path.removesuffix("/commands")).json()
        assert answer.status_code == 200, answer.text
        return answer.json()["view"]

    def approve(self, waits: Mapping[str, Any]) -> None:
        """Somebody else of the post that is asked for approves what waits."""
        second = "pit-manager" if waits["by"] == f"demo-{waits['post']}" else waits["post"]
        if waits["post"] == "shift-manager":
            second = "shift-manager-2"
        headers = {"Idempotency-Key": f"browser-{os.getpid()}-{next(_keys)}"}
        path = f"/api/approvals/{waits['digest']}"
        self.api(second).post(path, json={}, headers=headers).raise_for_status()

    def second(self, page: Page, ask: Callable[[], object]) -> None:
        """What a page asks for waits for a second person, who approves it elsewhere; then the page
        goes on.
        """
        self.expect_trouble("answer 409: POST .*/commands")
        ask()
        expect(page.get_by_test_id("approval")).to_be_visible()
        for waits in self.api("pit-supervisor").get("/api/approvals").json()["approvals"]:
            self.approve(waits)
        expect(page.get_by_test_id("approval")).to_have_count(0)

    def admit(self, table: str, *names: str) -> None:
        """Guests without an account may be bet for at a table."""
        for name in names:
            headers = {"Idempotency-Key": f"browser-{os.getpid()}-{next(_keys)}"}
            path = f"/api/tables/{table}/walk-ins"
            answer = self.api("pit-supervisor").post(path, json={"name": name}, headers=headers)
            assert answer.status_code == 200, answer.text

    def table(self, table: str, role: str = "dealer") -> Any:
        return self.api(role).get(f"/api/tables/{table}").json()

    def link(self, link: str, role: str = "dealer") -> Any:
        return self.api(role).get(f"/api/links/{link}").json()

    # ── watching ──────────────────────────────────────────────────────────────────────────────────

    def expect_trouble(self, pattern: str) -> None:
        """From now on complaints that fit are no failure: a refusal that is provoked, a server that
        is killed.
        """
        self._expected.append(re.compile(pattern))

    def _complain(self, who: str, what: str) -> None:
        if not any(pattern.search(what) for pattern in self._expected):
            self._complaints.append(f"{who}: {what}")

    def _watch(self, context: BrowserContext, who: str) -> _Listeners:
        """Watches all pages of a browser."""

        def console(message: ConsoleMessage) -> None:
            # That an answer was a bad one is told by `response`, with its address.
            if message.type == "error" and "the server responded with a status" not in message.text:
                self._complain(
                    who, f"console {message.type}: {message.text} {message.location['url']}"
                )

        def elsewhere(request: Request) -> None:
            if not request.url.startswith((f"{self.address}/", "data:", "blob:")):
                self._complain(who, f"request to another host: {request.url}")

        # That something is asked for is not listened to: a page asks for seventy files, and each
        # comes to its answer or fails.
        def failed(request: Request) -> None:
            elsewhere(request)
            # A page that is left, or closed, lets go of what it still waits for.
            if request.failure != "net::ERR_ABORTED":
                self._complain(who, f"request failed: {request.failure} {request.url}")

        def answered(response: Response) -> None:
            elsewhere(response.request)
            if response.status == 409 and _about_seeds(response.request):
                # The page sends the first deal again until the seats have opened their seeds, and a
                # seat goes on where another one of its player was first.
                return
            if response.status >= 400:
                self._complain(
                    who, f"answer {response.status}: {response.request.method} {response.url}"
                )

        def thrown(error: WebError) -> None:
            self._complain(who, f"exception: {error.error}")

        listeners: _Listeners = {
            "console": console,
            "weberror": thrown,
            "requestfailed": failed,
            "response": answered,
        }
        for event, told in listeners.items():
            context.on(event, told)
        return listeners

    def close(self) -> list[str]:
        """Everybody leaves; what was complained about."""
        for page, windows, listeners in self._people:
            windows.leave(page)
            for event, told in listeners.items():
                page.context.remove_listener(event, told)
        for client in self._clients.values():
            client.close()
        return self._complaints
