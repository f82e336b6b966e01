"""What the endpoints have in common: the casino, who is who, live updates, figures."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from anyio import CapacityLimiter
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from pitboss.casino.app import Casino, wall_clock_ms
from pitboss.casino.requests import Answer, TooLate
from pitboss.casino.requests import Request as CasinoRequest
from pitboss.rulebook.authority import Actor
from pitboss.table.commands import AnyCommand
from pitboss.web.api.problems import Problem
from pitboss.web.auth.permissions import held_back, may
from pitboss.web.auth.security_log import SecurityLog
from pitboss.web.auth.sessions import NOBODY, Caller, Guard, Stranger
from pitboss.web.bridge import Bridge
from pitboss.web.live import Hub
from pitboss.web.mathematics import Mathematics

MOST_BODY_BYTES = 65_536
HASHERS = 2
UTC = ZoneInfo("UTC")
_T = TypeVar("_T")
_KEY = re.compile(r"[!-~]{1,150}")
_TIME_MS = re.compile(r"[0-9]{1,15}")
_HUGE_NUMBER = re.compile(rb"\d{19}")


class Service:
    """One process of the service."""

    def __init__(
        self,
        casino: Casino,
        *,
        demo: bool = False,
        practice: bool = False,
        zone: ZoneInfo = UTC,
        maths: Path | None = None,
        idle_ms: int,
        longest_ms: int,
        clock_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self.casino = casino
        self.clock_ms = clock_ms
        self.demo = demo
        self.practice = practice
        self.zone = zone
        self.guard = Guard(casino, clock_ms, idle_ms=idle_ms, longest_ms=longest_ms)
        self.bridge = Bridge(casino.pipeline)
        self.hub = Hub(casino, self.guard)
        self.mathematics = Mathematics(maths)
        self.hashers = CapacityLimiter(HASHERS)
        self.ready = False
        self.figures = Figures()
        self.security = SecurityLog(self.figures.registry, clock_ms)
        self.on_act: Callable[[str, AnyCommand, Actor], None] = _nobody_minds
        """Told of every command that a person has given at a table, once it is accepted."""


def _nobody_minds(table: str, command: AnyCommand, actor: Actor) -> None:
    pass


class Figures:
    """What Prometheus is told."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "pitboss_commands",
            "Commands, by kind and outcome.",
            ("do", "outcome"),
            registry=self.registry,
        )
        self.refusals = Counter(
            "pitboss_refusals",
            "Commands that were refused, by code.",
            ("code",),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "pitboss_command_seconds",
            "Time from a command's arrival to its durable answer.",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )
        self.clients = Gauge(
            "pitboss_stream_clients", "Clients of live updates.", registry=self.registry
        )
        self.position = Gauge(
            "pitboss_position", "The journal position told last.", registry=self.registry
        )
        self.displayed = Gauge(
            "pitboss_jackpot_dollars", "What a link displays.", ("link",), registry=self.registry
        )
        self._counts: dict[tuple[str, str], Counter] = {}

    def count(self, do: str, outcome: str) -> None:
        """Counts a command. A label is looked up once: that takes longer than counting."""
        counter = self._counts.get((do, outcome))
        if counter is None:
            counter = self._counts[do, outcome] = self.commands.labels(do, outcome)
        counter.inc()


async def caller_of(service: Service, request: Request, path: str) -> Caller:
    """Who sends a request."""
    if not path.startswith("/api/"):
        # Whoever watches the server is told how it is, whoever he is, and whether the database
        # answers or not.
        return NOBODY
    try:
        return service.guard.caller(request)
    except Stranger:
        return await run_in_threadpool(service.guard.caller_afresh, request)


def let_in(service: Service, request: Request, path: str, caller: Caller) -> None:
    """Lets a caller in, or not: by the one table of permissions; a change must also come from our
    own pages.
    """
    if not may(caller.role, request.method, path):
        if caller.role is None:
            raise Problem(401, "sign-in-needed", "Sign in first.")
        raise Problem(403, "not-permitted", f"This is not for a {caller.role.replace('-', ' ')}.")
    if held_back(caller.must_change, request.method, path):
        raise Problem(
            403, "password-change-needed", "Choose a password of your own first (/api/password)."
        )
    if caller.table is not None and request.path_params.get("table", caller.table) != caller.table:
        raise Problem(403, "other-table", f"This console is for {caller.table} only.")
    if request.method != "GET" and caller.role is not None:
        service.guard.check_change(request, caller)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    client = request.client
    return "unknown" if client is None else client.host


async def body_of(request: Request) -> Any:
    """The JSON of a request's body."""
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > MOST_BODY_BYTES:
        raise Problem(413, "too-large", f"A body has at most {MOST_BODY_BYTES} bytes.")
    body, more = b"", True
    while more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MOST_BODY_BYTES:
            raise Problem(413, "too-large", f"A body has at most {MOST_BODY_BYTES} bytes.")
    try:
        found = msgspec.json.decode(body)
        if _HUGE_NUMBER.search(body):
            # A number of more than 64 bits can be read but not kept in a snapshot.
            msgspec.msgpack.encode(found)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem(422, "not-json", "The body is not JSON.") from None
    except OverflowError:
        raise Problem(422, "bad-field", "A number in the body is too large.") from None
    return found


_encode = msgspec.json.Encoder().encode


class Json(Response):
    """JSON that is encoded already."""

    def __init__(
        self, body: bytes, status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        # What the framework does for any kind of answer, for this kind: it is made for every
        # command.
        self.status_code, self.body, self.background = status, body, None
        self.raw_headers = [
            (b"content-length", b"%d" % len(body)),
            (b"content-type", b"application/json"),
            *((name.lower().encode(), value.encode()) for name, value in (headers or {}).items()),
        ]


def json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer."""
    return Json(_encode(value), status, headers)


async def carried_out(
    service: Service, request: CasinoRequest, look: Callable[[], _T]
) -> tuple[Answer, _T]:
    """Carries out a command and counts it; a refusal is a problem of its own. ``look`` is done
    afterwards, in a thread that may ask the database.
    """
    begun_s = time.perf_counter()
    do = str(request.command.__struct_config__.tag)
    try:
        answer, seen = await service.bridge.carry_out(request, look)
    except TooLate:
        service.figures.count(do, "too-late")
        raise
    except Exception:
        service.figures.count(do, "error")
        raise
    service.figures.seconds.observe(time.perf_counter() - begun_s)
    refusal = answer.refusal
    service.figures.count(do, "refused" if refusal else "accepted")
    if refusal is not None:
        service.figures.refusals.labels(refusal.code).inc()
        headers = {"Idempotent-Replay": "true"} if answer.repeated else None
        raise Problem(409, refusal.code, refusal.message, clauses=refusal.clauses, headers=headers)
    return answer, seen


def idempotency_key(request: Request) -> str:
    """The caller's own id of a change."""
    key = request.headers.get("idempotency-key", "")
    if _KEY.fullmatch(key) is None:
        detail = (
            "Every change has a header Idempotency-Key of its own: 1 to 150 letters, digits or "
            "signs, no blanks."
        )
        raise Problem(422, "idempotency-key-needed", detail, where="Idempotency-Key")
    return key


def deadline_ms(request: Request) -> int | None:
    """Until when somebody waits for a change, by the server's clock; it is not made after that."""
    text = request.headers.get("x-deadline")
    if text is None:
        return None
    if _TIME_MS.fullmatch(text) is None:
        detail = "X-Deadline is a time in milliseconds since 1970, as X-Server-Time tells it."
        raise Problem(422, "bad-field", detail, where="X-Deadline")
    return int(text)


def check_deadline(service: Service, request: Request) -> None:
    """Raises TooLate for a change that nobody waits for any more."""
    until_ms = deadline_ms(request)
    if until_ms is not None and service.clock_ms() > until_ms:
        raise TooLate
