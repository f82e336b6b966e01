"""Answers that are written at once are the same as those that the server writes by itself."""

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pitboss.web.api.exchange import Json
from pitboss.web.asgi import HEADERS
from pitboss.web.header_limit import Protocol
from pitboss.web.routes import DirectRoutes
from pitboss.web.whole_answers import WholeAnswers

BODIES = {"short": b'{"answer":1}', "long": b"1" * 2_000_000}


class _Other(Json):
    """Any other kind of answer is left to the server."""


async def _endpoint(request: Request) -> Response:
    kind, _, name = request.path_params["kind"].partition("-")
    return {"json": Json, "other": _Other}[kind](BODIES[name], headers={"Some": "header"})


@pytest.fixture(scope="module")
def address() -> Iterator[tuple[str, int]]:
    routes = DirectRoutes(HEADERS, lambda: 1_700_000_000_000)
    routes.add("POST", "/answers/{kind}/now", _endpoint)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = routes.find(scope)
        assert endpoint is not None
        await routes.serve(endpoint, scope, receive, send)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            app,
            http=Protocol,
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
        )
        server = uvicorn.Server(config)
        running = threading.Thread(target=server.run, args=([listener],))
        running.start()
        try:
            yield listener.getsockname()
        finally:
            server.should_exit = True
            running.join()


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each answer was written at once."""
    said: list[bool] = []
    original = WholeAnswers.write

    def noted(self: WholeAnswers, send: Send, response: Response, server_time_ms: int) -> bool:
        said.append(original(self, send, response, server_time_ms))
        return said[-1]

    monkeypatch.setattr(WholeAnswers, "write", noted)
    return said


def _asked(
    connection: http.client.HTTPConnection, kind: str, **headers: str
) -> tuple[int, list[tuple[str, str]], bytes]:
    connection.request("POST", f"/answers/{kind}/now", b"{}", headers)
    answer = connection.getresponse()
    kept = [(key, value) for key, value in answer.getheaders() if key != "date"]
    assert answer.getheader("date") is not None
    return answer.status, kept, answer.read()


@pytest.mark.parametrize("name", BODIES)
def test_they_are_the_same_and_the_connection_goes_on(
    address: tuple[str, int], whole: list[bool], name: str
) -> None:
    with closing(http.client.HTTPConnection(*address)) as connection:
        connection.connect()
        line = connection.sock
        for _ in range(3):
            at_once = _asked(connection, f"json-{name}")
            assert at_once == _asked(connection, f"other-{name}")
            assert at_once[2] == BODIES[name]
        assert connection.sock is line
    assert whole == [True] * 3


def test_who_wants_the_connection_closed_has_it_closed(
    address: tuple[str, int], whole: list[bool]
) -> None:
    with closing(http.client.HTTPConnection(*address)) as connection:
        status, headers, body = _asked(connection, "json-short", Connection="close")
    assert (status, body) == (200, BODIES["short"])
    assert ("connection", "close") in headers
    assert whole == [False]
