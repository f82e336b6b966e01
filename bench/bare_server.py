"""What the service is compared with: FastAPI on uvicorn, with the settings that ``pitboss serve``
uses, and nothing behind it.

``python -m bench.bare_server SIZE`` prints where it listens. An echo is the body that was sent,
padded with blanks to SIZE bytes; the stream passes on whatever is published, unchanged, to
everybody who listens.
"""

import asyncio
import sys
from collections.abc import AsyncIterator

import uvicorn
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse


def bare_app(size: int) -> FastAPI:
    """The application."""
    app = FastAPI(openapi_url=None)
    clients: set[asyncio.Queue[bytes]] = set()

    async def echo(request: Request) -> Response:
        body = await request.body()
        return Response(body.ljust(size), media_type="application/json")

    async def publish(request: Request) -> Response:
        message = await request.body()
        for client in clients:
            client.put_nowait(message)
        return Response(media_type="application/json")

    async def stream() -> StreamingResponse:
        return StreamingResponse(listen(), media_type="text/event-stream")

    async def listen() -> AsyncIterator[bytes]:
        client: asyncio.Queue[bytes] = asyncio.Queue()
        clients.add(client)
        try:
            yield b"event: snapshot\ndata: {}\n\n"
            while True:
                yield await client.get()
        finally:
            clients.discard(client)

    for method, path, endpoint in (
        ("POST", "/api/tables/{table}/commands", echo),
        ("POST", "/publish", publish),
        ("GET", "/stream", stream),
    ):
        app.add_api_route(path, endpoint, methods=[method], response_model=None)
    return app


async def main(size: int) -> None:
    config = uvicorn.Config(
        bare_app(size),
        host="127.0.0.1",
        port=0,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    print(f"A bare server is at http://127.0.0.1:{port}/", flush=True)
    await serving


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
