"""The shortest way: what goes it is answered as everything else is, and it is what the document
says.
"""

import asyncio
import socket
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Scope

from pitboss.people.roles import Role
from pitboss.web.asgi import HEADERS, App
from pitboss.web.lifecycle import _listen
from pitboss.web.routes import DirectRoutes, EventStream, QuickRequest
from tests.web.service import House


def scope(method: str, path: str, *headers: tuple[bytes, bytes]) -> Scope:
    return {"type": "http", "method": method, "path": path, "headers": list(headers)}


async def _endpoint(_request: Request) -> Response:
    return Response()


async def _nothing() -> Message:
    return {"type": "http.request"}


@pytest.mark.parametrize(
    ("method", "path", "found"),
    [
        ("POST", "/api/tables/Stud/commands", {"table": "Stud"}),
        ("POST", "/api/tables/Robots 1/commands", {"table": "Robots 1"}),
        ("GET", "/api/stream", {}),
        ("GET", "/api/tables/Stud/commands", None),
        ("POST", "/api/tables//commands", None),
        ("POST", "/api/tables/a/b/commands", None),
        ("POST", "/api/tables/commands", None),
        ("POST", "/api/tables/Stud/commands/", None),
        ("GET", "/api/stream/", None),
    ],
)
def test_which_requests_go_it(method: str, path: str, found: dict[str, str] | None) -> None:
    routes = DirectRoutes({}, lambda: 0)
    routes.add("POST", "/api/tables/{table}/commands", _endpoint)
    routes.add("GET", "/api/stream", _endpoint)
    asked = scope(method, path)
    assert (routes.find(asked) is _endpoint) is (found is not None)
    assert asked.get("path_params", {}) == (found or {})


def test_of_several_headers_of_one_name_the_first_counts_as_in_the_framework() -> None:
    sent = scope(
        "POST",
        "/",
        (b"origin", b"http://ours"),
        (b"origin", b"http://theirs"),
        (b"cookie", b"a=1; pitboss=x"),
    )
    quick, usual = QuickRequest(sent, _nothing), Request(sent, _nothing)
    for name in ("origin", "cookie", "host"):
        assert quick.headers.get(name) == usual.headers.get(name)
    assert quick.headers["origin"] == usual.headers["origin"] == "http://ours"
    assert quick.headers.get("host", "none") == "none"


def test_answers_and_problems_have_the_headers_of_every_answer(open_house: House) -> None:
    dana, ann = open_house.person(Role.DEALER), open_house.person(Role.PLAYER)
    answers = [
        dana.do("Holdem", "open-betting"),
        ann.do("Holdem", "open-betting"),
        dana.do("Holdem", "nonsense"),
        open_house.nobody().post("/api/tables/Holdem/commands", {"do": "settle"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 409, 422, 401]
    for answer in answers:
        for name, value in (HEADERS | {"Cache-Control": "no-store"}).items():
            assert answer.headers.get_list(name) == [value], name


def test_commands_and_the_stream_go_it(open_house: House) -> None:
    app = open_house.app
    assert isinstance(app, App)
    for method, path in (
        ("POST", "/api/tables/Stud/commands"),
        ("POST", "/api/links/Millions/commands"),
        ("GET", "/api/stream"),
    ):
        assert app.direct.find(scope(method, path)) is not None


def test_who_goes_away_before_the_body_is_there_is_told_nothing(
    open_house: House, caplog: pytest.LogCaptureFixture
) -> None:
    dana = open_house.person(Role.DEALER)
    headers = [
        (b"cookie", f"pitboss={dana.token}".encode()),
        (b"x-csrf-token", f"{dana.csrf}".encode()),
        (b"idempotency-key", b"half"),
    ]
    sent: list[Message] = []

    async def half() -> None:
        parts = iter(
            (
                {"type": "http.request", "body": b"{", "more_body": True},
                {"type": "http.disconnect"},
            )
        )

        async def receive() -> Message:
            return next(parts)

        async def send(message: Message) -> None:
            sent.append(message)

        await open_house.app(scope("POST", "/api/tables/Stud/commands", *headers), receive, send)

    open_house.running.run(half())
    assert sent == []
    assert caplog.records == []


def test_a_stream_is_closed_when_the_client_goes_and_when_it_fails() -> None:
    closed: list[str] = []

    async def events(name: str, fails: bool = False) -> Any:
        try:
            yield b"one"
            if fails:
                raise ValueError(name)
            await asyncio.Event().wait()
        finally:
            closed.append(name)

    async def main() -> None:
        sent: list[Message] = []
        told = asyncio.Event()

        async def send(message: Message) -> None:
            sent.append(message)
            if message.get("body"):
                told.set()

        async def gone() -> Message:
            await told.wait()
            return {"type": "http.disconnect"}

        async def never() -> Message:
            await asyncio.Event().wait()
            raise AssertionError

        await EventStream(events("gone"), lambda: None)(scope("GET", "/"), gone, send)
        assert [message.get("body") for message in sent] == [None, b"one"]
        with pytest.raises(ValueError, match="fails"):
            await EventStream(events("fails", fails=True), lambda: None)(
                scope("GET", "/"), never, send
            )

    asyncio.run(main())
    assert closed == ["gone", "fails"]


def test_answers_do_not_wait_for_receipts() -> None:
    """Without this option every answer on a connection that is used again took 40 ms more."""
    listener = _listen("127.0.0.1", 0)
    with listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
