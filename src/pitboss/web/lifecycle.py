"""Running the service: recovery first, then housekeeping beside it, and an orderly end."""

import asyncio
import errno
import gc
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import typer
import uvicorn

from pitboss.casino.app import Casino
from pitboss.casino.controls import Controls
from pitboss.clock import wall_clock_ms
from pitboss.journal.opening import open_journal
from pitboss.journal.port import JournalError
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import Config
from pitboss.operations.logs import Seldom, start_logging
from pitboss.rulebook.shelf import Shelf
from pitboss.web.asgi import make_app
from pitboss.web.demo import Life, check_demo, furnish
from pitboss.web.header_limit import Protocol
from pitboss.web.service import Service

_ENTER_EVERY_S = 2.0
_BACKLOG = 2048
_log = logging.getLogger("pitboss.web")


def run(
    config: Config,
    *,
    host: str | None,
    port: int | None,
    demo: bool,
    robots: bool = True,
    practice: bool = False,
) -> None:
    """Serves until it is stopped."""
    start_logging(config.settings.log, config.zone)
    at = host or config.settings.server.host
    # First of all: a server that can't be reached must not have touched a round.
    listener = _listen(at, config.settings.server.port if port is None else port)
    if not config.database.startswith(("postgres://", "postgresql://")):
        config.data.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        stack.callback(listener.close)
        casino = open_casino(config)
        stack.callback(casino.close)
        # Before anything is written: a demonstration changes nothing of a real casino.
        check_demo(casino, demo)
        checkpointer = Checkpointer.configured(casino.journal, config)
        for interruption in casino.recover():
            ruled = "" if interruption.ruling is None else f" {interruption.ruling.because}"
            typer.echo(f"Round {interruption.round} was interrupted ({interruption.phase}).{ruled}")
        service = open_service(config, casino, demo=demo, practice=practice)
        if demo:
            furnish(casino, service.guard)
        if demo and robots:
            life = Life(service)
            life.start()
            stack.callback(life.stop)
        if service.practice and robots:
            stack.callback(service.mathematics.work_out(_maths(config), figures=demo).end)
        stop = threading.Event()
        keeper = threading.Thread(
            target=_keep_house, args=(casino, checkpointer, config, stop), name="housekeeping"
        )
        keeper.start()
        stack.callback(keeper.join)
        stack.callback(stop.set)
        _serve(service, at, listener)


def open_casino(config: Config, clock_ms: Callable[[], int] = wall_clock_ms) -> Casino:
    """The casino as the settings have it, with the house's controls."""
    return Casino(
        open_journal(config.database),
        shelf=Shelf(own=config.rulebooks, paths=False),
        controls=Controls(verifiers=config.settings.links.verifiers),
        clock_ms=clock_ms,
    )


def open_service(
    config: Config,
    casino: Casino,
    *,
    demo: bool = False,
    practice: bool = False,
    clock_ms: Callable[[], int] = wall_clock_ms,
) -> Service:
    """The service of a casino as the settings have it."""
    settings = config.settings.server
    return Service(
        casino,
        demo=demo,
        practice=practice or demo or settings.practice,
        zone=config.zone,
        maths=_maths(config),
        idle_ms=settings.session_idle_minutes * 60_000,
        longest_ms=settings.session_longest_hours * 3_600_000,
        clock_ms=clock_ms,
    )


def _maths(config: Config) -> Path:
    return config.data / "maths"


class NoAddress(Exception):
    """The server can't listen where it was told to."""


def _listen(host: str, port: int) -> socket.socket:
    """Takes the address. Connections that come before everything is ready wait in the backlog."""
    try:
        addresses = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, address = min(addresses, key=lambda one: one[0] != socket.AF_INET)
        listener = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
        # Connections inherit it. Without it an answer of two packets waits 40 ms for the client's
        # receipt of the first.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, OverflowError) as error:
        reason = f"{host} is no address of this machine"
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            reason = "another program listens there: stop it, or choose another port (--port)"
        elif isinstance(error, OSError) and error.errno == errno.EACCES:
            reason = "that takes more rights: choose a port above 1023 (--port)"
        raise NoAddress(f"can't listen at {host} port {port}: {reason}") from error


def _keep_house(
    casino: Casino, checkpointer: Checkpointer, config: Config, stop: threading.Event
) -> None:
    """Enters contributions, and signs checkpoints. While the database is away there is nothing to
    be done.
    """
    said = ""
    while not stop.wait(_ENTER_EVERY_S):
        try:
            for link in casino.links():
                casino.enter_contributions(link, config.settings.links.enter_every)
            checkpointer.step()
            said = ""
        except JournalError as error:
            # What stays as it is, such as a key that was changed, is said once and not every other
            # second.
            if str(error) != said:
                said = str(error)
                _log.warning("housekeeping waits for the journal: %s", said)
        except Exception:  # noqa: BLE001 - it is in the log, and must go on: nobody else does this
            _log.exception("housekeeping failed")
    try:
        checkpointer.make()
        checkpointer.copy_missing()
    except (JournalError, OSError) as error:
        _log.warning("the end of the journal could not be signed: %s", error)


def _serve(service: Service, host: str, listener: socket.socket) -> None:
    app = make_app(service)
    settings = uvicorn.Config(
        app,
        http=Protocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    for name in ("uvicorn.error", "asyncio"):
        # What these say of bad requests and lost connections a client can have said as often as it
        # likes.
        logging.getLogger(name).addFilter(Seldom())
    server = _Server(service, settings)

    async def serve() -> None:
        waiting = asyncio.create_task(server.serve([listener]))
        while not server.started and not waiting.done():
            await asyncio.sleep(0.02)
        if server.started:
            _sweep_seldom()
            _announce(service, host, listener.getsockname()[1])
        await waiting

    asyncio.run(serve())


def _sweep_seldom() -> None:
    """Has Python look for garbage in cycles less often: of states and events none is made, and
    looking for it took a tenth of the time of a command. What is there now stays, and is never
    looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


class _Server(uvicorn.Server):
    """Ends the streams of live updates first: they would never end by themselves."""

    def __init__(self, service: Service, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._service.hub.let_go()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and a request to terminate end it alike. Left to themselves they would then have
        their usual effect, and what remains to be done, such as the last checkpoint, would be cut
        off.
        """
        with super().capture_signals():
            yield
            self._captured_signals.clear()


def _announce(service: Service, host: str, port: int) -> None:
    host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    typer.echo(f"Pitboss is at {address}/")
    if service.demo:
        typer.echo("This is a demonstration: anybody may sign in as anybody. Not for real money.")
    elif service.guard.setup_token is not None:
        typer.echo(
            f"Make the first administrator, once: {address}/setup#{service.guard.setup_token}"
        )
    typer.echo("Stop it with Ctrl-C.")
