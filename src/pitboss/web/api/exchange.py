"""The exchange with a client: what a request carries (path, query, body, key, deadline), and JSON
answers.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from pitboss.casino.requests import TooLate
from pitboss.web.api.problems import Problem, step_up_needed
from pitboss.web.auth.callers import Caller
from pitboss.web.service import Service

MOST_BODY_BYTES = 65_536
_KEY = re.compile(r"[!-~]{1,150}")
_TIME_MS = re.compile(r"[0-9]{1,15}")
_HUGE_NUMBER = re.compile(rb"\d{19}")


P = ParamSpec("P")
T = TypeVar("T")


class Call(NamedTuple):
    """A request with its caller, already admitted."""

    request: Request
    caller: Caller
    service: Service

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def given(self, name: str) -> str | None:
        """A query parameter as it was given; None if it is missing."""
        return self.request.query_params.get(name)

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``work`` returns, which reads the journal."""
        return await self.service.reads.carry_out(partial(work, *args, **kwargs), self.request)

    async def report(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same, if it reads a whole day or more."""
        return await self.service.reports.carry_out(partial(work, *args, **kwargs), self.request)

    def query(self, name: str, default: str = "") -> str:
        """A query parameter, where empty means the same as missing."""
        return self.request.query_params.get(name, default)


# ── what a request brings ─────────────────────────────────────────────────────────────────────────


async def body_of(request: Request, most: int = MOST_BODY_BYTES) -> Any:
    """The JSON of a request's body, of at most so many bytes."""
    return from_json(await bytes_of(request, most))


async def bytes_of(request: Request, most: int = MOST_BODY_BYTES) -> bytes:
    """A request's body, of at most so many bytes."""
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > most:
        raise Problem(413, "too-large", f"A body can have at most {most} bytes.")
    body, more = b"", True
    while more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise Problem(413, "too-large", f"A body can have at most {most} bytes.")
    return body


def from_json(body: bytes) -> Any:
    """The value of some JSON."""
    try:
        value = msgspec.json.decode(body)
        if _HUGE_NUMBER.search(body):
            # A number of more than 64 bits can be read but not stored in a snapshot.
            msgspec.msgpack.encode(value)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem(422, "not-json", "The body is not JSON.") from None
    except OverflowError:
        raise Problem(422, "bad-field", "A number in the body is too large.") from None
    return value


def idempotency_key(request: Request) -> str:
    """The caller's own id for a change."""
    key = request.headers.get("idempotency-key", "")
    if _KEY.fullmatch(key) is None:
        detail = (
            "Every change needs its own Idempotency-Key header: 1 to 150 letters, digits or "
            "symbols, no spaces."
        )
        raise Problem(422, "idempotency-key-needed", detail, where="Idempotency-Key")
    return key


def deadline_ms(request: Request) -> int | None:
    """How long somebody waits for a change, by the server's clock; after that it is not made."""
    text = request.headers.get("x-deadline")
    if text is None:
        return None
    if _TIME_MS.fullmatch(text) is None:
        detail = "X-Deadline is a time in milliseconds since 1970, by the clock in X-Server-Time."
        raise Problem(422, "bad-field", detail, where="X-Deadline")
    return int(text)


def check_deadline(service: Service, request: Request) -> None:
    """Raises TooLate for a change that nobody waits for any more."""
    until_ms = deadline_ms(request)
    if until_ms is not None and service.clock_ms() > until_ms:
        raise TooLate


def check_stepped_up(call: Call) -> None:
    """Raises Problem if the second factor must be proved again before approving."""
    if call.caller.step_up:
        raise step_up_needed("you approve anything")


# ── answers ───────────────────────────────────────────────────────────────────────────────────────


_encode = msgspec.json.Encoder().encode


class Json(Response):
    """JSON that is encoded already."""

    def __init__(
        self, body: bytes, status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        # Does what the framework does for answers of any kind, but only for this one: every command
        # gets such an answer.
        self.status_code, self.body, self.background = status, body, None
        self.raw_headers = [
            (b"content-length", b"%d" % len(body)),
            (b"content-type", b"application/json"),
            *((name.lower().encode(), value.encode()) for name, value in (headers or {}).items()),
        ]


def json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer."""
    return Json(_encode(value), status, headers)
