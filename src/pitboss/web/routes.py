"""The fast path for the most frequent requests, commands at tables and links, and for live updates.

They are endpoints like all others, in the same document, with the same permissions and the same
problems, but their requests bypass the framework's layers, which take longer than Pitboss needs to
decide on a bet.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pitboss.web.addresses import give_slashes_back, keep_slashes
from pitboss.web.api.exchange import Json
from pitboss.web.api.problems import Problem, answer, as_problem
from pitboss.web.reads import gone
from pitboss.web.whole_answers import WholeAnswers

Direct = Callable[[Request], Awaitable[Response]]


class QuickRequest(Request):
    """A request whose headers are a plain dictionary with lower-case names, because they are read
    many times. If a name occurs more than once, the first counts, as elsewhere.
    """

    headers: Any = None
    # What the framework sets for every new request: nothing has been read of it, and the client is
    # there.
    _stream_consumed = _is_disconnected = False
    _form = None

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.scope, self._receive = scope, receive
        self.headers = {
            name.decode("latin-1"): value.decode("latin-1")
            for name, value in reversed(scope["headers"])
        }


class EventStream(Response):
    """Server-sent events, until there are no more or the client has gone; ``ended`` is called
    then.
    """

    def __init__(self, events: AsyncGenerator[bytes, None], ended: Callable[[], None]) -> None:
        self.status_code, self.background = 200, None
        self._events, self._ended = events, ended
        self.raw_headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"x-accel-buffering", b"no"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as any answer
        sending = asyncio.ensure_future(self._send(send))
        watching = asyncio.ensure_future(gone(receive))
        try:
            await asyncio.wait((sending, watching), return_when=asyncio.FIRST_COMPLETED)
        finally:
            watching.cancel()
            if not sending.done():
                sending.cancel()
            self._ended()
            outcomes = await asyncio.gather(sending, watching, return_exceptions=True)
        if isinstance(outcomes[0], Exception):
            raise outcomes[0]

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with aclosing(self._events) as events:
            async for event in events:
                await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class DirectRoutes:
    """Paths with at most one variable part, such as ``/api/tables/{table}/commands``."""

    def __init__(self, headers: Mapping[str, str], clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._fixed: dict[tuple[str, str], Direct] = {}
        self._routes: list[tuple[str, str, str, str, Direct]] = []
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self._whole = WholeAnswers(headers)

    def add(self, method: str, path: str, endpoint: Direct) -> None:
        before, varies, rest = path.partition("{")
        if not varies:
            self._fixed[method, path] = endpoint
            return
        name, _, behind = rest.partition("}")
        assert "{" not in behind, "one part varies"
        self._routes.append((method, before, behind, name, endpoint))

    def find(self, scope: Scope) -> Direct | None:
        """The endpoint that a request is for, if it is one of these; the variable part is then in
        the scope.
        """
        keep_slashes(scope)
        path, method = scope["path"], scope["method"]
        for wanted, before, behind, name, endpoint in self._routes:
            if method == wanted and path.startswith(before) and path.endswith(behind):
                part = path[len(before) : -len(behind)]
                if part and "/" not in part:
                    scope["path_params"] = {name: part}
                    give_slashes_back(scope)
                    return endpoint
        return self._fixed.get((method, path))

    async def serve(self, endpoint: Direct, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, whatever happens."""
        try:
            response = await endpoint(QuickRequest(scope, receive))
        except ClientDisconnect:
            # The client left before the whole request had arrived: there is nobody to answer.
            return
        except Exception as error:  # noqa: BLE001 - the client gets what it may know, the log the rest
            response = answer(as_problem(error))
        if type(response) is Json and self._whole.write(send, response, self._clock_ms()):
            return
        if isinstance(response, EventStream):
            response.raw_headers += self._own_headers()
            await response(scope, receive, send)
            return
        await self._send(response, send)

    async def refuse(self, problem: Problem, send: Send) -> None:
        """Answers a request without any further layers."""
        response = answer(problem)
        if not self._whole.write(send, response, self._clock_ms()):
            await self._send(response, send)

    def _own_headers(self) -> list[tuple[bytes, bytes]]:
        return [*self._headers, (b"x-server-time", b"%d" % self._clock_ms())]

    async def _send(self, response: Response, send: Send) -> None:
        response.raw_headers += self._own_headers()
        await send(
            {
                "type": "http.response.start",
                "status": response.status_code,
                "headers": response.raw_headers,
            }
        )
        await send({"type": "http.response.body", "body": response.body})
