"""Running the service: recovery first, then housekeeping beside it, and an orderly end."""

import asyncio
import socket
import threading
from contextlib import ExitStack, suppress

import typer
import uvicorn

from pitboss.casino.app import Casino
from pitboss.casino.checkpointer import Checkpointer
from pitboss.casino.config import Config
from pitboss.casino.logs import start_logging
from pitboss.journal.opening import open_journal
from pitboss.journal.port import Unavailable
from pitboss.rulebook.shelf import Shelf
from pitboss.web.demo import Life, NotADemo, furnish
from pitboss.web.server import make_app
from pitboss.web.service import Service

_ENTER_EVERY_S = 2.0
IDLE_MS, LONGEST_MS = 30 * 60_000, 12 * 3_600_000


def run(config: Config, *, host: str | None, port: int | None, demo: bool) -> None:
    """Serves until it is stopped."""
    start_logging(config.settings.log)
    if not config.database.startswith(("postgres://", "postgresql://")):
        config.data.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        casino = Casino(open_journal(config.database), shelf=Shelf(own=config.rulebooks, paths=False))
        stack.callback(casino.close)
        for found in casino.recover():
            ruled = "" if found.ruling is None else f" {found.ruling.because}"
            typer.echo(f"Round {found.round} was interrupted ({found.phase}).{ruled}")
        service = Service(casino, demo=demo, idle_ms=IDLE_MS, longest_ms=LONGEST_MS)
        if service.guard.people.demo and not demo:
            raise NotADemo(
                f"{casino.journal.name} was made by a demonstration, where anybody is anybody: start it with --demo, "
                "or name another database (--database)"
            )
        if demo:
            furnish(casino, service.guard)
            life = Life(casino)
            life.start()
            stack.callback(life.stop)
        stop = threading.Event()
        keeper = threading.Thread(target=_keep_house, args=(casino, config, stop), name="housekeeping")
        keeper.start()
        stack.callback(keeper.join)
        stack.callback(stop.set)
        _serve(
            service,
            config,
            host or config.settings.server.host,
            config.settings.server.port if port is None else port,
        )


def _keep_house(casino: Casino, config: Config, stop: threading.Event) -> None:
    """Enters contributions, and signs checkpoints."""
    checkpointer = Checkpointer.configured(casino.journal, config)
    while not stop.wait(_ENTER_EVERY_S):
        for link in casino.links():
            with suppress(Unavailable):
                casino.enter_contributions(link, config.settings.links.enter_every)
        with suppress(Unavailable):
            checkpointer.step()
    with suppress(Unavailable):
        checkpointer.make()


def _serve(service: Service, config: Config, host: str, port: int) -> None:
    app = make_app(service, config.data / "maths")
    server = _Server(
        service,
        uvicorn.Config(
            app, host=host, port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=3
        ),
    )

    async def serve() -> None:
        waiting = asyncio.create_task(server.serve())
        while not server.started and not waiting.done():
            await asyncio.sleep(0.02)
        if server.started:
            _announce(service, server, host)
        await waiting

    with suppress(KeyboardInterrupt):
        asyncio.run(serve())


class _Server(uvicorn.Server):
    """Ends the streams of live updates first: they would never end by themselves."""

    def __init__(self, service: Service, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._service.hub.let_go()
        await super().shutdown(sockets)


def _announce(service: Service, server: uvicorn.Server, host: str) -> None:
    port = server.servers[0].sockets[0].getsockname()[1]
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '') else host}:{port}"
    typer.echo(f"Pitboss is at {address}/")
    if service.demo:
        typer.echo(
            "This is a demonstration: anybody may sign in as anybody, and robots play. Not for real money."
        )
    elif service.guard.setup_token is not None:
        typer.echo(f"Make the first administrator, once: {address}/setup#{service.guard.setup_token}")
    typer.echo("Stop it with Ctrl-C.")
