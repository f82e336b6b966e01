"""A running service for tests, in this process: the real application with a journal of its own, and
people to use it.

    with House(tmp_path / "pitboss.db") as house:
        dana, ann = house.person(Role.DEALER), house.person(Role.PLAYER)
        assert dana.do("Stud", "open-betting").status_code == 200
        with ann.stream(tables="Stud") as stream:
            assert stream.event().kind == "snapshot"

A person is one browser: cookies of its own, and the CSRF token sent with every change.
``Role.PLAYER`` is Ann; give a name for another one.
"""

import asyncio
import json
import queue
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import httpx
import msgspec
import uvicorn
from argon2 import PasswordHasher
from httpx import Response
from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.controls.policy import Controls
from pitboss.casino.requests import SYSTEM, Request
from pitboss.casino.stream_ids import table_stream
from pitboss.clock import wall_clock_ms
from pitboss.demo.house import open_link, settings
from pitboss.jackpot.parameters import LinkParameters
from pitboss.journal.address import open_journal
from pitboss.journal.port import Journal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.kernel.money import Cents
from pitboss.operations.settings import Settings
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.rulebook.shelf import Shelf
from pitboss.table.commands import CardSource
from pitboss.web.asgi import App, make_app
from pitboss.web.demo import LINKS, TABLES
from pitboss.web.service import Service
from tests.patience import PATIENCE_S
from tests.web.contract import contract
from tests.web.stores import place_of

NAMES = {
    Role.PLAYER: "ann",
    Role.DEALER: "dana",
    Role.PIT_SUPERVISOR: "sam",
    Role.PIT_MANAGER: "pat",
    Role.SHIFT_MANAGER: "max",
    Role.AUDITOR: "ada",
    Role.DISPLAY: "sign",
    Role.ADMINISTRATOR: "root",
}
PASSWORD = "correct horse battery"
IDLE_MS, LONGEST_MS = 30 * 60_000, 12 * 3_600_000

SHELF = Shelf(paths=False)
CONTROLS = Controls(verifiers=Settings().links.verifiers)
"""The house's controls where no setting says otherwise."""

_T = TypeVar("_T")


class Running:
    """An application on an event loop of its own, in a thread of its own, between its start and its
    end.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="test-loop", daemon=True
        )
        self._thread.start()
        self._lifespan: AbstractAsyncContextManager[Any] = app.router.lifespan_context(app)
        self.run(self._lifespan.__aenter__())

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Does something on the event loop, and waits for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def start(self, work: Coroutine[Any, Any, _T]) -> "Future[_T]":
        """The same, without waiting."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, do: Callable[[], object]) -> None:
        """Has something done on the event loop, soon."""
        self._loop.call_soon_threadsafe(do)

    def time(self) -> float:
        """The time by which the event loop goes, in seconds."""
        return self._loop.time()

    def stop(self) -> None:
        self.run(self._lifespan.__aexit__(None, None, None))
        self.run(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class _Pieces(httpx.AsyncByteStream):
    """A body that comes piece by piece, as from a network."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for at in range(0, len(self._body), 4096):
            yield self._body[at : at + 4096]


class _Transport(httpx.BaseTransport):
    """Puts requests to the application on its event loop."""

    def __init__(self, app: App, running: Running, address: str) -> None:
        self._contract = contract(app)
        self._running = running
        self._transport = httpx.ASGITransport(
            app, raise_app_exceptions=False, client=(address, 50_000)
        )

    def handle_request(self, request: httpx.Request) -> Response:
        return self._running.run(self._handle(request))

    async def _handle(self, request: httpx.Request) -> Response:
        pieces = _Pieces(request.read())
        sent = httpx.Request(request.method, request.url, headers=request.headers, stream=pieces)
        answer = await self._transport.handle_async_request(sent)
        content = b"".join([piece async for piece in answer.aiter_raw()])
        found = Response(answer.status_code, headers=answer.headers, content=content)
        self._contract.check(request, found)
        return found


class Clock:
    """The time, as a test has it."""

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        return self.now_ms

    def pass_by(self, *, minutes: float) -> None:
        self.now_ms += round(minutes * 60_000)


class House:
    """One process of the service, running; ``furnished`` with the links and tables of the
    demonstration.
    """

    def __init__(
        self,
        database: Path | str,
        *,
        clock: Clock | None = None,
        furnished: bool = True,
        demo: bool = False,
        practice: bool = False,
        zone: str = "UTC",
        secret: Callable[[], bytes] | None = None,
        maths: Path | None = None,
        quick_passwords: bool = True,
        rulebooks: Sequence[Path] = (),
        controls: Controls = CONTROLS,
        key: bytes | None = None,
    ) -> None:
        clock_ms = clock or wall_clock_ms
        shelf = Shelf(own=rulebooks, paths=False) if rulebooks else SHELF
        place = place_of(database) if isinstance(database, Path) else database
        ready = None
        if furnished and not rulebooks and secret is None and isinstance(database, Path):
            ready = ready_made(place, clock, key)
        # No test of a house is about what becomes of it when the power fails.
        journal: Journal = (
            open_journal(place)
            if isinstance(place, str)
            else SqliteJournal(place, synchronous="OFF")
        )
        # The same cards in every run: no test passes or fails by what was dealt.
        cards = Random(journal.last_position())
        if ready is not None:
            cards.setstate(ready)
        self._stack = ExitStack()
        self.casino = Casino(
            journal,
            shelf=shelf,
            controls=controls,
            clock_ms=clock_ms,
            secret=secret or (lambda: cards.randbytes(32)),
            key=key,
        )
        self._stack.callback(self.casino.close)
        if rulebooks:
            # As a server does: own ones would have to be adopted otherwise.
            self.casino.seal_rules()
        self.interrupted = self.casino.recover()
        if furnished:
            furnish(self.casino)
        self.service = Service(
            self.casino,
            demo=demo,
            practice=practice,
            zone=ZoneInfo(zone) if zone else None,
            idle_ms=IDLE_MS,
            longest_ms=LONGEST_MS,
            maths=maths,
            clock_ms=clock_ms,
        )
        self.service.hub.look_s = 0.02  # so that a house closes quickly
        if quick_passwords:
            self.service.guard.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.app = make_app(self.service)

    def __enter__(self) -> Self:
        try:
            self.running = Running(self.app)
            self._stack.callback(self.running.stop)
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    # ── who comes ─────────────────────────────────────────────────────────────────────────────────

    def nobody(self, address: str = "testclient") -> "Browser":
        """A browser in which nobody is signed in."""
        transport = _Transport(self.app, self.running, address)
        return Browser(self, httpx.Client(transport=transport, base_url="http://testserver"))

    def person(self, role: Role, name: str | None = None) -> "Browser":
        """A browser in which somebody is signed in, made for it where there is nobody of the name
        yet.
        """
        name = name or NAMES[role]
        if name not in self.casino.people().persons:
            self.service.guard.add(SYSTEM_NAME, name, role, None)
        return self.with_token(self.service.guard.open_session(name))

    def approved(
        self, answer: Response, role: Role = Role.PIT_SUPERVISOR, name: str | None = None
    ) -> Response:
        """A second person approves what waits; whatever does not wait is left as it is."""
        waits = answer.json().get("approval") if answer.status_code == 409 else None
        if waits is None:
            return answer
        return self.person(role, name).post(f"/api/approvals/{waits['digest']}")

    def with_token(self, token: str) -> "Browser":
        """A browser that holds the token of a session."""
        browser = self.nobody()
        browser.client.cookies.set("pitboss", token)
        browser.learn()
        return browser

    def device(self, role: Role, label: str) -> "Browser":
        """A sign or a console, signed in with a token of its own."""
        browser = self.nobody()
        table = "Stud" if role is Role.DEALER else None
        browser.device, token = self.service.guard.add_device("root", role, label, table=table)
        browser.client.headers["Authorization"] = f"Bearer {token}"
        return browser

    def settle_down(self) -> None:
        """Waits until the hub has heard of everything that is stored."""
        last, end_s = self.casino.journal.last_position(), monotonic() + PATIENCE_S
        while self.service.hub.position < last:
            assert monotonic() < end_s, f"the hub is at {self.service.hub.position}, not at {last}"
            sleep(0.001)


@contextmanager
def listening(house: House) -> Iterator[str]:
    """A house at an address of its own."""
    config = uvicorn.Config(
        house.app, host="127.0.0.1", port=0, lifespan="off", log_level="warning", log_config=None
    )
    server = uvicorn.Server(config)
    serving = house.running.start(server.serve())
    until_s = monotonic() + PATIENCE_S
    while not server.started and not serving.done() and monotonic() < until_s:
        sleep(0.02)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        serving.result(PATIENCE_S)


_keys = count(1)


class Browser:
    """Somebody's browser, or a device."""

    def __init__(self, house: House, client: httpx.Client) -> None:
        self.house = house
        self.client = client
        self.csrf: str | None = None
        self.name: str | None = None
        self.device = ""

    def learn(self) -> dict[str, Any]:
        """Asks who one is, and keeps the CSRF token."""
        me: dict[str, Any] = self.get("/api/me").json()
        self.csrf, self.name = me["csrf"], me["name"]
        return me

    @property
    def token(self) -> str | None:
        return self.client.cookies.get("pitboss")

    def get(self, path: str, **query: str) -> Response:
        return self.client.get(path, params=query or None)

    def json(self, path: str, **query: str) -> Any:
        """An answer that must be a good one."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, **headers: str) -> Response:
        """A change with a key of its own; ``body`` as bytes is sent as it is."""
        sent = {} if self.csrf is None or self.device else {"X-CSRF-Token": self.csrf}
        sent["Idempotency-Key"] = f"test-{next(_keys)}"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = (
            body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        )
        return self.client.post(
            path, content=content, headers={"Content-Type": "application/json"} | sent
        )

    def sign_in(self, name: str, password: str = PASSWORD) -> Response:
        answer = self.post("/api/sign-in", {"name": name, "password": password})
        if answer.status_code == 200:
            self.learn()
        return answer

    def do(self, table: str, do: str, /, key: str | None = None, **fields: Any) -> Response:
        """A command at a table; field names as in Python (``progressive_bet``)."""
        return self._command(f"/api/tables/{table}/commands", do, key, fields)

    def on_link(self, link: str, do: str, /, key: str | None = None, **fields: Any) -> Response:
        """A command on a link."""
        return self._command(f"/api/links/{link}/commands", do, key, fields)

    def _command(self, path: str, do: str, key: str | None, fields: Mapping[str, Any]) -> Response:
        body = {"do": do} | {name.replace("_", "-"): value for name, value in fields.items()}
        return self.post(path, body, **({} if key is None else {"Idempotency_Key": key}))

    def done(self, table: str, do: str, /, **fields: Any) -> Any:
        """A command that must be accepted; the view after it."""
        answer = self.do(table, do, **fields)
        assert answer.status_code == 200, (do, fields, answer.text)
        return answer.json()["view"]

    def open_link(self, link: str, **fields: Any) -> Response:
        """Opens a link, with the approval of another shift manager where one is asked for."""
        answer = self.on_link(link, "open-link", **fields)
        return self.house.approved(answer, Role.SHIFT_MANAGER, "mia")

    def confirm(self, table: str, **fields: Any) -> Response:
        """Looks at the ruling that waits at a table, and decides on it."""
        ruling = self.json(f"/api/tables/{table}")["round"]["ruling"]
        return self.do(table, "confirm", **{"approves": ruling["digest"]} | fields)

    def approve(self, link: str, what: str) -> Response:
        """Looks at the parameters or the correction that wait on a link, and approves them."""
        waits = self.json(f"/api/links/{link}")[{"parameters": "proposal"}.get(what, what)]
        return self.on_link(link, f"approve-{what}", approves=waits["digest"])

    def stream(
        self, tables: str = "", links: str = "", last_event_id: str | None = None
    ) -> "Stream":
        """Live updates of what happens from now on; close it, or use it with ``with``."""
        self.house.settle_down()
        headers = {} if last_event_id is None else {"Last-Event-ID": last_event_id}
        return Stream(self, {"tables": tables, "links": links}, headers)

    def shared_stream(self, *watches: Mapping[str, Any]) -> "Stream":
        """The same for several people and devices in this browser, as its tabs share it."""
        self.house.settle_down()
        return Stream(self, {}, {"X-Watch": json.dumps(watches)}, "/api/stream/shared")


class Event(NamedTuple):
    """One event of a stream."""

    kind: str
    id: str | None
    data: Any


class Stream:
    """A stream of live updates, read as it comes. All bytes are kept."""

    def __init__(
        self,
        browser: Browser,
        query: Mapping[str, str],
        headers: Mapping[str, str],
        path: str = "/api/stream",
    ) -> None:
        request = browser.client.build_request(
            "GET", f"{path}?" + urlencode(query, safe="*,"), headers=dict(headers)
        )
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, (
                "http_version"
            ): "1.1",
            "method": "GET", "scheme": "http", "path": path, "raw_path": path.encode(),
            "query_string": request.url.query, "root_path": "", "server": ("testserver", 80),
            "client": ("testclient", 50_000),
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
        }  # fmt: skip
        self.status = 0
        self.headers: dict[str, str] = {}
        self.position = 0
        self.bytes = bytearray()
        self.ended = False
        self._come: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._read = 0
        self._running = browser.house.running
        self._started: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._contract = contract(browser.house.app)
        self._gone = asyncio.Event()
        self._reading = asyncio.Event()
        self._reading.set()
        self._told = False
        self._task = self._running.start(self._run(browser.house.app, scope))
        self._started.get(timeout=PATIENCE_S)

    async def _run(self, app: Any, scope: Any) -> None:
        try:
            await app(scope, self._receive, self._send)
        finally:
            self._come.put(None)

    async def _receive(self) -> dict[str, Any]:
        if not self._told:
            self._told = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self._started.put(None)
        elif message["type"] == "http.response.body":
            self._come.put(message.get("body", b""))
            # A reader that is slow lets the server wait, as a full socket would.
            await self._reading.wait()

    def event(self) -> Event:
        """The next event; what comes between, such as comments, is passed over."""
        while (found := self._next()) is None:
            piece = self._come.get(timeout=PATIENCE_S)
            assert piece is not None, f"the stream ended: {bytes(self.bytes[-500:])!r}"
            self.bytes += piece
        if found.id is not None:
            self.position = int(found.id)
        if found.kind != "beat":
            self._contract.check_event(found.kind, found.data)
        return found

    def _next(self) -> Event | None:
        end = self.bytes.find(b"\n\n", self._read)
        if end < 0:
            return None
        block = bytes(self.bytes[self._read : end]).decode()
        self._read = end + 2
        fields = dict(
            line.split(": ", 1) for line in block.splitlines() if not line.startswith(":")
        )
        if not fields:
            return self._next()
        return Event(fields["event"], fields.get("id"), msgspec.json.decode(fields["data"]))

    def until(self, wanted: Callable[[Event], bool]) -> list[Event]:
        """Everything up to the event that was waited for."""
        found, end_s = [self.event()], monotonic() + PATIENCE_S
        while not wanted(found[-1]):
            assert monotonic() < end_s, f"what was waited for did not come, but {found[-1]}"
            found.append(self.event())
        return found

    def pending(self) -> list[Event]:
        """What has come so far and was not read yet."""
        while not self._come.empty():
            piece = self._come.get()
            if piece is None:
                self.ended = True
                break
            self.bytes += piece
        found = []
        while (event := self._next()) is not None:
            self.position = int(event.id or self.position)
            found.append(event)
        return found

    def rest(self) -> list[Event]:
        """Everything up to the end, which the server makes."""
        end_s = monotonic() + PATIENCE_S
        while not self.ended:
            assert monotonic() < end_s, "the stream does not end"
            piece = self._come.get(timeout=PATIENCE_S)
            self.ended = piece is None
            self.bytes += piece or b""
        return self.pending()

    def pause(self) -> None:
        """Takes nothing more for now."""
        self._running.call(self._reading.clear)

    def go_on(self) -> None:
        self._running.call(self._reading.set)

    def close(self) -> None:
        """The browser goes away."""
        self._running.call(self._gone.set)
        self._task.result(PATIENCE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _ReadyMade(NamedTuple):
    """The file of a furnished house, and what chance was at when it was made."""

    file: bytes
    cards: Any


_made: dict[tuple[int | None, bytes | None], _ReadyMade] = {}


def ready_made(place: Path | str, clock: Clock | None, key: bytes | None) -> Any:
    """Puts the journal of a furnished house where none is yet, and tells what chance is at: to open
    links and tables again and again would take longer than most tests. None where one is there.
    """
    if isinstance(place, Path) and place.exists():
        return None
    which = None if clock is None else clock.now_ms, key
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pitboss.db"
        if which not in _made:
            cards = Random(0)
            journal = SqliteJournal(file, synchronous="OFF")
            furnish(
                Casino(
                    journal,
                    shelf=SHELF,
                    controls=CONTROLS,
                    clock_ms=clock or wall_clock_ms,
                    secret=lambda: cards.randbytes(32),
                    key=key,
                )
            )
            journal.close()
            _made[which] = _ReadyMade(file.read_bytes(), cards.getstate())
        made = _made[which]
        if isinstance(place, Path):
            place.touch(0o600)
            place.write_bytes(made.file)
            return made.cards
        file.write_bytes(made.file)
        with closing(SqliteJournal(file)) as source, closing(open_journal(place)) as target:
            if target.last_position():
                return None
            target.copy_in(iter(source.read_all(limit=source.count())))
    return made.cards


def furnish(casino: Casino, tables: Mapping[str, tuple[str, CardSource]] = TABLES) -> None:
    """Opens the demonstration's links and tables, unless they are there."""
    for link, operator in LINKS.items():
        if casino.link(link) is None:
            parameters = LinkParameters(
                Cents(100_000_00), 1_500, 300, Cents(500_000_00), verifiers=2
            )
            open_link(casino, f"open/{link}", link, operator, parameters)
    by_operator = {operator: link for link, operator in LINKS.items()}
    for table, (book, cards) in tables.items():
        if casino.table(table) is None:
            opening = settings(casino.shelf, book, cards)
            opening = replace(opening, link=by_operator[str(book[:3].upper())])
            answer = casino.carry_out(
                Request(f"open/{table}", table_stream(table), opening, SYSTEM)
            )
            assert answer.refusal is None, answer.refusal
