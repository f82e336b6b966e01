"""Answers written at once, head and body in one piece.

The server itself looks at every header of every answer, and writes head and body separately; for
the answer to a bet, that takes longer than deciding on it. An answer takes this path only if the
server is uvicorn and nothing is out of the ordinary; everything else is left to the server.
"""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response
from starlette.types import Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle


class WholeAnswers:
    """Writes answers that all have some headers in common."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self._common = b"".join(
            b"%b: %b\r\n" % (name.lower().encode(), value.encode())
            for name, value in headers.items()
        )

    def write(self, send: Send, response: Response, server_time_ms: int) -> bool:
        """Answers the POST that ``send`` belongs to; returns False, with nothing written, if it is
        not that simple. The answer's own headers are ours: they contain nothing from a client.
        """
        cycle: Any = getattr(send, "__self__", None)
        if (
            type(cycle) is not RequestResponseCycle
            or cycle.scope["method"] != "POST"
            or cycle.response_started
            or cycle.disconnected
            or cycle.flow.write_paused
            or not cycle.keep_alive
        ):
            return False
        pieces: list[bytes | memoryview] = [STATUS_LINE[response.status_code]]
        for name, value in (*cycle.default_headers, *response.raw_headers):
            pieces += (name, b": ", value, b"\r\n")
        pieces += (self._common, b"x-server-time: %d\r\n\r\n" % server_time_ms, response.body)
        cycle.transport.write(b"".join(pieces))
        cycle.waiting_for_100_continue = False
        cycle.response_started = cycle.response_complete = True
        cycle.message_event.set()
        cycle.on_response()
        return True
