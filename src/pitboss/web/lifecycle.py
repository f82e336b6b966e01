"""Running the service: recovery first, then housekeeping alongside it, and an orderly shutdown."""

import asyncio
import errno
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC
from pathlib import Path
from types import FrameType
from typing import Any

import typer
import uvicorn

from pitboss.casino.app import Casino
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.clock import steady_clock_ms, wall_clock_ms
from pitboss.conditions import Condition
from pitboss.journal.address import open_journal
from pitboss.journal.port import JournalError
from pitboss.kernel.money import Cents
from pitboss.operations.approval_settings import Approver
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import Config
from pitboss.operations.controls_record import put_controls_on_record
from pitboss.operations.garbage import sweep_seldom
from pitboss.operations.logs import Seldom, start_logging
from pitboss.operations.nightly_archiver import NightlyArchiver
from pitboss.operations.program_record import put_start_on_record
from pitboss.operations.settings import Settings
from pitboss.operations.vault_key import put_on_record, vault_key
from pitboss.people.appointments import HouseRules
from pitboss.people.roles import Role
from pitboss.reports.rounds.index import INDEX_NAME
from pitboss.rulebook.authority import Post
from pitboss.rulebook.shelf import Shelf
from pitboss.web.acceptor import Acceptor
from pitboss.web.asgi import make_app
from pitboss.web.auth.directory_use import directory_use
from pitboss.web.auth.hashing import give_memory_back
from pitboss.web.auth.stolen_passwords import stolen_passwords
from pitboss.web.connections import Doorkeeper, allow_files
from pitboss.web.demo import Life, check_demo, furnish
from pitboss.web.encryption import certificate
from pitboss.web.header_limit import Protocol
from pitboss.web.machine_watch import MachineWatch
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
    start_logging(config.settings.log, config.zone or UTC)
    at = host or config.settings.server.host
    # First of all: a server that can't be reached must not have touched a round.
    listener = _listen(at, config.settings.server.port if port is None else port)
    if not config.database.startswith(("postgres://", "postgresql://")):
        config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ExitStack() as stack:
        stack.callback(listener.close)
        casino = open_casino(config)
        stack.callback(casino.close)
        # Before anything is written: a demonstration changes nothing of a real casino.
        check_demo(casino, demo)
        checkpointer = Checkpointer.configured(
            casino.journal, config, acknowledged=casino.acknowledged
        )
        assert casino.vault is not None, "a server has a vault"
        put_on_record(casino.journal, casino.vault.name, casino.clock)
        put_controls_on_record(casino.journal, controls_of(config.settings), casino.clock)
        casino.seal_rules()
        stopped = put_start_on_record(casino, config)
        for interruption in casino.recover():
            ruled = "" if interruption.ruling is None else f" {interruption.ruling.because}"
            typer.echo(f"Round {interruption.round} was interrupted ({interruption.phase}).{ruled}")
        service = open_service(config, casino, demo=demo, practice=practice)
        machine = MachineWatch(config, service.figures, casino.clock)
        with suppress(OSError):
            machine.look()
        if demo:
            furnish(casino, service.guard)
        if service.practice and robots:
            stack.callback(service.mathematics.work_out(_maths(config), figures=demo).end)
        stop = threading.Event()
        keeper = threading.Thread(
            target=_keep_house,
            args=(casino, checkpointer, config, stop, machine.look),
            name="housekeeping",
        )
        keeper.start()
        archiving = NightlyArchiver(casino.journal, config, stop, casino.clock)
        archivist = threading.Thread(target=archiving.run, name="archiving")
        archivist.start()
        stack.callback(service.rounds.close)
        indexer = threading.Thread(target=service.rounds.run, args=(stop,), name="rounds")
        indexer.start()
        stack.callback(indexer.join)
        stack.callback(keeper.join)
        stack.callback(archivist.join)
        stack.callback(stop.set)
        # Before the last checkpoint, which signs it.
        stack.callback(_put_stop_on_record, stopped)
        if demo and robots:
            # The robots stop first: whatever they did later would not be signed.
            life = Life(service)
            life.start()
            stack.callback(life.stop)
        _serve(service, config, at, listener)


def _put_stop_on_record(stopped: Callable[[], None]) -> None:
    try:
        stopped()
    except JournalError as error:
        _log.warning("could not put on record that the program is stopping: %s", error)


def open_casino(config: Config, clock_ms: Callable[[], int] = wall_clock_ms) -> Casino:
    """The casino as configured, with the house's controls and its vault."""
    journal = open_journal(config.database, archive=config.archive)
    return Casino(
        journal,
        shelf=Shelf(own=config.rulebooks, paths=False),
        controls=controls_of(config.settings),
        clock_ms=clock_ms,
        key=vault_key(journal, config.vault),
        steady_ms=steady_clock_ms,
    )


def controls_of(settings: Settings) -> Controls:
    """The house's controls as configured."""
    asked, proving = settings.approvals, settings.sign_in

    def post(approver: Approver) -> Post | None:
        return None if approver is Approver.NONE else Role(approver.value).post

    return Controls(
        verifiers=settings.links.verifiers,
        approvals=ApprovalPolicy(
            void=post(asked.void),
            stake=post(asked.stake),
            payout=post(asked.payout),
            payout_above=Cents(asked.payout_above * 100),
            money_above=Cents(asked.money_above * 100),
            entered_by_hand=asked.entered_by_hand,
            walk_in=post(asked.walk_in),
            link=post(asked.link),
        ),
        people=HouseRules(
            appointments=asked.appointments,
            supervisors_by_two=asked.supervisors_by_two,
            account_age_ms=asked.account_age_hours * 3_600_000,
            second_from=post(proving.second_factor),
            step_up_ms=proving.step_up_minutes * 60_000,
            badge_alone=not proving.badge_pin,
            directory_high=settings.directory.trusted_for_high_posts,
            program_ms=proving.token_days * 86_400_000,
        ),
    )


def open_service(
    config: Config,
    casino: Casino,
    *,
    demo: bool = False,
    practice: bool = False,
    clock_ms: Callable[[], int] = wall_clock_ms,
) -> Service:
    """The service of a casino as configured."""
    settings = config.settings.server
    return Service(
        casino,
        demo=demo,
        practice=practice or demo or settings.practice,
        zone=config.zone,
        maths=_maths(config),
        rounds=config.data / INDEX_NAME,
        idle_ms=settings.session_idle_minutes * 60_000,
        longest_ms=settings.session_longest_hours * 3_600_000,
        limits=config.settings.limits,
        hosts=settings.hosts,
        watchers=settings.metrics,
        address=config.settings.sign_in.address,
        device_ms=config.settings.sign_in.device_days * 24 * 3_600_000 or None,
        directory=directory_use(config),
        stolen=stolen_passwords(config),
        config=config,
        clock_ms=clock_ms,
    )


def _maths(config: Config) -> Path:
    return config.data / "maths"


class NoAddress(Exception):
    """The server can't listen on the configured address."""


def _listen(host: str, port: int) -> socket.socket:
    """Binds the address. Connections that arrive before everything is ready wait in the backlog."""
    try:
        addresses = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, address = min(addresses, key=lambda one: one[0] != socket.AF_INET)
        listener = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
        # Connections inherit it. Without it, an answer of two packets waits 40 ms for the client to
        # acknowledge the first.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, OverflowError) as error:
        reason = f"{host} is not an address of this machine"
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            reason = "another program is listening there: stop it, or choose another port (--port)"
        elif isinstance(error, OSError) and error.errno == errno.EACCES:
            reason = "that needs more privileges: choose a port above 1023 (--port)"
        raise NoAddress(f"can't listen on {host} port {port}: {reason}") from error


def _keep_house(
    casino: Casino,
    checkpointer: Checkpointer,
    config: Config,
    stop: threading.Event,
    look: Callable[[], None],
) -> None:
    """Enters contributions, signs checkpoints, and looks after the machine. While the database is
    unreachable there is nothing to do.
    """
    waiting = Condition(_log)
    while not stop.wait(_ENTER_EVERY_S):
        with suppress(JournalError, OSError):
            look()
        try:
            for link in casino.links():
                casino.enter_contributions(link, config.settings.links.enter_every)
            if steps := casino.note_clock():
                _log.warning("this machine's clock was changed (%d times); it is on record", steps)
            checkpointer.step()
            waiting.now("", "housekeeping goes on")
        except JournalError as error:
            waiting.now(f"housekeeping is waiting for the journal: {error}")
        except Exception:  # noqa: BLE001 - it is in the log, and must go on: nobody else does this
            _log.exception("housekeeping failed")
    try:
        checkpointer.make()
        checkpointer.copy_missing()
    except (JournalError, OSError) as error:
        _log.warning("the end of the journal could not be signed: %s", error)


def _serve(service: Service, config: Config, host: str, listener: socket.socket) -> None:
    app = make_app(service)
    limits, proxies = config.settings.limits, config.settings.server.proxies
    allow_files(limits.connections)
    give_memory_back()
    door = Doorkeeper(limits, proxies, turned_away=service.figures.turned_away.inc)
    encrypted = certificate(config)
    settings = uvicorn.Config(
        app,
        http=door.protocol(),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=3,
    )
    for name in ("uvicorn.error", "asyncio", "pitboss.web"):
        # Clients could trigger what these log about bad requests and lost connections as often as
        # they like.
        logging.getLogger(name).addFilter(Seldom())
    server = _Server(
        service,
        settings,
        config.settings.server.drain_s,
        lambda connection: Acceptor(listener, door, connection, encrypted),
    )

    async def serve() -> None:
        keeping = asyncio.create_task(door.keep())
        waiting = asyncio.create_task(server.serve([]))
        while not server.started and not waiting.done():
            await asyncio.sleep(0.02)
        if server.started:
            sweep_seldom()
            scheme = "http" if encrypted is None else "https"
            _announce(service, scheme, host, listener.getsockname()[1])
        try:
            await waiting
        finally:
            keeping.cancel()

    asyncio.run(serve())


class _Server(uvicorn.Server):
    """Ends the live-update streams first: they would never end by themselves.

    On SIGTERM it first drains: no new round begins, and it waits up to ``drain_s`` seconds for
    those in progress. A second signal, or Ctrl-C, ends it at once.
    """

    def __init__(
        self,
        service: Service,
        config: uvicorn.Config,
        drain_s: int,
        accepting: Callable[[Callable[[], Protocol]], Acceptor],
    ) -> None:
        super().__init__(config)
        self._service = service
        self._drain_s = drain_s
        self._draining: asyncio.Task[None] | None = None
        self._asked = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._accepting = accepting

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        # Equivalent to one of asyncio's own: it is closed, and waited for.
        self.servers.append(self._accepting(self._connection))  # type: ignore[arg-type]

    def _connection(self) -> Protocol:
        """A connection that has just been accepted."""
        kind: Any = self.config.http_protocol_class
        made: Protocol = kind(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        rounds, loop = self._service.rounds_on, self._loop
        first = not self._asked
        self._asked = True
        if sig != signal.SIGTERM or not first or not rounds or not self._drain_s or loop is None:
            super().handle_exit(sig, frame)
            return
        _log.info("new rounds wait; %d in progress have %d s to finish", rounds, self._drain_s)
        loop.call_soon_threadsafe(self._drain, sig)

    def _drain(self, sig: int) -> None:
        self._service.hub.drain(True)
        self._draining = asyncio.ensure_future(self._end_when_done(sig))

    async def _end_when_done(self, sig: int) -> None:
        end_s = time.monotonic() + self._drain_s
        while self._service.rounds_on and time.monotonic() < end_s and not self.should_exit:
            await asyncio.sleep(0.1)
        if self._service.rounds_on:
            _log.warning("%d rounds are still in progress", self._service.rounds_on)
        super().handle_exit(sig, None)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._service.hub.let_go()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handles Ctrl-C and SIGTERM alike. With their default effect, the remaining work, such as
        the last checkpoint, would be cut off.
        """
        with super().capture_signals():
            yield
            self._captured_signals.clear()


def _announce(service: Service, scheme: str, host: str, port: int) -> None:
    host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
    typer.echo(f"Pitboss is at {address}/")
    if service.demo:
        typer.echo("This is a demonstration: anybody may sign in as anybody. Not for real money.")
    elif service.guard.setup_token is not None:
        typer.echo(
            "Create the first administrator (this link works once): "
            f"{address}/setup#{service.guard.setup_token}"
        )
    typer.echo("Stop it with Ctrl-C.")
