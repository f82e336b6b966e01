"""Reads requests from connections: uvicorn's own protocol, with a limit on everything but bodies,
with headers only where headers belong, and with a doorkeeper that knows how long each request has
been awaited.
"""

import asyncio
import typing
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD_BYTES = 16_384
"""Bytes of one request outside its body: the request line, all headers, chunk sizes and
trailers.
"""

MOST_AHEAD = 16
"""Requests that may be sent before the first is answered. All that arrive in one packet are parsed
in one turn of the event loop, which thousands of them could block.
"""

_AROUND_A_HEADER = len(b": \r\n")
_EXPECT = len(b"expect")
"""The only header that the server itself looks at has this many letters."""


class Door(typing.Protocol):
    """Counts connections (``connections.Doorkeeper``)."""

    def go(self, connection: "Protocol") -> None: ...


class TooLong(ValueError):
    """Endless headers; the parser reports the request as invalid."""


class TooMany(ValueError):
    """Endless requests, without waiting for any answer."""


class Ambiguous(ValueError):
    """A request head that can be read in more than one way."""


def _names(url: bytes, hosts: Sequence[bytes]) -> bool:
    """Whether an absolute URL names the same server as the Host header."""
    return any(
        url.startswith(b"%b://%b/" % (scheme, host))
        for scheme in (b"http", b"https")
        for host in hosts
    )


class Protocol(HttpToolsProtocol):
    """A connection. The parser alone would keep headers and trailers of any length in memory, and
    would pass a trailer on as if it were a header.
    """

    door: Door | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._in_head = False
        self._header_bytes = 0
        self._outside_bytes = 0
        self.awaited_since_s: float | None = None
        """Since when the rest of a request is awaited; None while nothing is, or between two
        requests.
        """
        self.idle_since_s: float | None = None
        """Since when the connection has been idle after an answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.awaited_since_s = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.door is not None:
            self.door.go(self)
        super().connection_lost(exc)

    def give_up(self) -> None:
        """The request has taken too long to arrive; whoever waits for its body is told that the
        client has gone.
        """
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        # What the parser has not delivered yet counts too: one header that never ends, or the
        # extension of a chunk.
        self._outside_bytes += len(data)
        self.idle_since_s = None
        super().data_received(data)
        if self._outside_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The headers are too long.")

    def send_400_response(self, msg: str) -> None:
        cycle: Any = self.cycle  # none before the first request, whatever its type says
        if cycle is None or cycle.response_complete:
            super().send_400_response(msg)
        else:
            # A request is being answered: anything written now would end up in the middle of its
            # answer.
            self.transport.close()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            raise TooMany
        super().on_message_begin()
        self._in_head, self._header_bytes = True, 0
        self.awaited_since_s = self.loop.time()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._header_bytes += len(name) + len(value) + _AROUND_A_HEADER
        if self._header_bytes > MOST_HEAD_BYTES:
            raise TooLong
        # Whatever follows the body is a trailer: who sends a request, and from where, was said
        # before.
        if not self._in_head:
            return
        if len(name) == _EXPECT:
            super().on_header(name, value)
        else:
            self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._check_head()
        super().on_headers_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """The client wants to switch to another protocol. We do not, and nothing that follows is
        read, so this is the last answer on this connection.
        """
        self.cycle.keep_alive = False

    def _check_head(self) -> None:
        """Anything that a proxy in front could read differently from us is not read at all: which
        server is meant, and where the body ends.
        """
        hosts, coding = [], None
        for name, value in self.headers:
            if name == b"host":
                hosts.append(value)
            elif name == b"transfer-encoding":
                coding = value.lower()
        version = self.parser.get_http_version()
        if version == "1.1":
            fits = len(hosts) == 1 and coding in (None, b"chunked")
        else:
            fits = version == "1.0" and len(hosts) <= 1 and coding is None
        ours = self.url.startswith((b"/", b"*")) or _names(self.url, hosts)
        if not fits or not ours:
            raise Ambiguous

    def on_body(self, body: bytes) -> None:
        self._outside_bytes = max(0, self._outside_bytes - len(body))
        super().on_body(body)

    def on_response_complete(self) -> None:
        """After an answer: continues with a request that has arrived in the meantime, if any. The
        server itself would set a timer now and cancel it at the next request; here the doorkeeper
        finds out who has been idle for too long.
        """
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        else:
            self.idle_since_s = self.loop.time()

    def on_message_complete(self) -> None:
        self._outside_bytes = 0
        self.awaited_since_s = None
        super().on_message_complete()
