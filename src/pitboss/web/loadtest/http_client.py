"""A small HTTP client for many connections at once: one request at a time on each, kept open in
between.

It knows as much of HTTP/1.1 as it takes to talk to Pitboss, also through a proxy, and is light, so
that a load generator loads the server and not itself.
"""

import asyncio
import re
import ssl
from collections.abc import Mapping
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import msgspec

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: *([^=;\r]+)=([^;\r]*)", re.IGNORECASE)
_END_OF_HEAD = b"\r\n\r\n"


class NoAnswer(ConnectionError):
    """A server could not be reached, or closed the connection instead of answering."""


class NotHttp(ValueError):
    """Not a valid address, or an answer that is not HTTP."""


class Address(NamedTuple):
    """Where a server is: ``http://127.0.0.1:8000``."""

    host: str
    port: int
    secure: bool

    @classmethod
    def of(cls, text: str) -> Self:
        """Parses an address as people write it."""
        try:
            parts = urlsplit(text if "://" in text else f"http://{text}")
            port = parts.port
        except ValueError:
            raise NotHttp(f"{text} is not the address of a server") from None
        if (
            parts.scheme not in ("http", "https")
            or not parts.hostname
            or parts.path not in ("", "/")
        ):
            raise NotHttp(
                f"{text} is not the address of a server; write one as http://127.0.0.1:8000"
            )
        secure = parts.scheme == "https"
        return cls(parts.hostname, port or (443 if secure else 80), secure)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


class Reply(NamedTuple):
    """An answer."""

    status: int
    head: bytes
    body: bytes

    def json(self) -> Any:
        """The body, decoded."""
        return msgspec.json.decode(self.body)

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that it sets."""
        return {name.decode(): value.decode() for name, value in _COOKIE.findall(self.head)}


def written(
    method: str,
    path: str,
    address: Address,
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if method != "GET":
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Connection(asyncio.Protocol):
    """One connection, which takes one request at a time; it reopens by itself if the server has
    closed it.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._transport: asyncio.Transport | None = None
        self._got = bytearray()
        self._waiting: asyncio.Future[Reply] | None = None

    async def ask(self, request: bytes) -> Reply:
        """Sends a request and waits for the whole answer."""
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            await self._open(loop)
        assert self._transport is not None
        self._waiting = loop.create_future()
        self._transport.write(request)
        return await self._waiting

    async def _open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._got.clear()
        address = self._address
        secure = ssl.create_default_context() if address.secure else None
        try:
            await loop.create_connection(lambda: self, address.host, address.port, ssl=secure)
        except OSError as error:
            raise NoAnswer(f"no server answers at {address}: {error.strerror or error}") from None

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    # ── what the event loop calls ─────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._got += data
        waiting = self._waiting
        if waiting is None or waiting.done():
            return
        try:
            reply = _reply(self._got)
        except ValueError:
            waiting.set_exception(NotHttp(f"what is at {self._address} does not speak HTTP"))
            self.close()
            return
        if reply is not None:
            self._got.clear()
            waiting.set_result(reply)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the name is the protocol's
        self._transport = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(
                NoAnswer(f"{self._address} closed the connection without an answer")
            )


def _reply(got: bytearray) -> Reply | None:
    """The answer, once it is complete. Nothing may follow it: a connection has one request in
    flight.
    """
    end = got.find(_END_OF_HEAD)
    if end < 0:
        return None
    head = bytes(got[: end + 2])
    status = int(head[9:12])
    begin = end + 4
    length = _LENGTH.search(head)
    if length is not None:
        until = begin + int(length[1])
        return Reply(status, head, bytes(got[begin:until])) if len(got) >= until else None
    if _CHUNKED.search(head) is None:
        return Reply(status, head, b"")
    body = _unchunked(got, begin)
    return None if body is None else Reply(status, head, body)


def _unchunked(got: bytearray, at: int) -> bytes | None:
    pieces: list[bytes] = []
    while True:
        line = got.find(b"\r\n", at)
        if line < 0:
            return None
        size = int(bytes(got[at:line]).partition(b";")[0], 16)
        at = line + 2
        if len(got) < at + size + 2:
            return None
        if not size:
            return b"".join(pieces)
        pieces.append(bytes(got[at : at + size]))
        at += size + 2
