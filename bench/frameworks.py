"""``python -m bench.frameworks``: how much of a bet's request a web framework takes before our own
code begins.

The same request goes through FastAPI, plain Starlette and the route dictionary that commands use,
without a network and with nothing behind it but reading the body and sending as many bytes as a
view has. Rounds are interleaved and processor time is counted, so that another program on the
machine disturbs all of them alike. There are sixty other endpoints, as in a real application.
"""

import asyncio
import statistics
import time
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.web.api.exchange import Json, body_of
from pitboss.web.routes import DirectRoutes

BODY = b'{"do":"place-bet","box":3,"bet":"ante","amount":"25.00"}'
VIEW = msgspec.json.encode({"view": "x" * 4_000})
PATH = "/api/tables/{table}/commands"
OTHERS = [f"/api/other{number}/{{name}}" for number in range(60)]
ROUNDS, REQUESTS = 40, 250


async def bet(request: Request) -> Response:
    msgspec.json.decode(await request.body())
    return Response(VIEW, media_type="application/json")


def fastapi() -> ASGIApp:
    app: Any = FastAPI(openapi_url=None)
    for path in OTHERS:
        app.add_api_route(path, bet, methods=["GET"], response_model=None)
    app.add_api_route(PATH, bet, methods=["POST"], response_model=None)
    typed_app: ASGIApp = app
    return typed_app


def starlette() -> ASGIApp:
    others = [Route(path, bet) for path in OTHERS]
    return Starlette(routes=[*others, Route(PATH, bet, methods=["POST"])])


def dictionary() -> ASGIApp:
    async def quick(request: Request) -> Response:
        await body_of(request)
        return Json(VIEW)

    routes = DirectRoutes({}, lambda: 0)
    routes.add("POST", PATH, quick)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = routes.find(scope)
        assert endpoint is not None
        await routes.serve(endpoint, scope, receive, send)

    return app


async def ask(app: ASGIApp) -> None:
    path = PATH.format(table="Stud")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (b"host", b"localhost"),
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(BODY)),
            (b"idempotency-key", b"a-key"),
            (b"cookie", b"session=abc"),
            (b"x-csrf-token", b"abc"),
        ],
        "client": ("127.0.0.1", 50_000),
        "server": ("localhost", 80),
        "state": {},
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": BODY, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    assert (sent[0]["status"], sent[1]["body"]) == (200, VIEW)


async def measure() -> dict[str, float]:
    """The median of each in microseconds of processor time per request."""
    makers = {"FastAPI": fastapi, "Starlette": starlette, "dictionary of routes": dictionary}
    apps = {name: make() for name, make in makers.items()}
    for app in apps.values():
        await ask(app)
    micros: dict[str, list[float]] = {name: [] for name in apps}
    for _ in range(ROUNDS):
        for name, app in apps.items():
            begun_s = time.process_time()
            for _ in range(REQUESTS):
                await ask(app)
            micros[name].append((time.process_time() - begun_s) / REQUESTS * 1e6)
    return {name: statistics.median(taken) for name, taken in micros.items()}


if __name__ == "__main__":
    figures = asyncio.run(measure())
    first = next(iter(figures.values()))
    for name, micros in figures.items():
        print(f"{name:<22}{micros:7.1f} µs a request {micros / first:6.2f} ×")
