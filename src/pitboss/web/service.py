"""One process of the service: what its endpoints share."""

import secrets
from collections.abc import Callable, Collection
from pathlib import Path
from zoneinfo import ZoneInfo

from anyio import CapacityLimiter

from pitboss.casino.app import Casino
from pitboss.clock import wall_clock_ms
from pitboss.operations.config import Config
from pitboss.operations.settings import ClientLimits
from pitboss.reports.jackpots import Jackpots
from pitboss.reports.rounds.index import RoundIndex
from pitboss.reports.today import Today
from pitboss.rulebook.authority import Actor
from pitboss.table.commands import AnyCommand
from pitboss.web.auth.directory import Directory, DirectoryUse
from pitboss.web.auth.display_limit import DisplayLimit
from pitboss.web.auth.hashing import Turns
from pitboss.web.auth.security_log import SecurityLog
from pitboss.web.auth.sessions import Guard
from pitboss.web.auth.stolen_passwords import StolenPasswords
from pitboss.web.auth.throttle import Throttle
from pitboss.web.bridge import Bridge
from pitboss.web.connections import StreamCounts
from pitboss.web.figures import Figures
from pitboss.web.live import Hub
from pitboss.web.mathematics import Mathematics
from pitboss.web.reads import REPORT_LONGEST_S, REPORT_THREADS, Reads

DIRECTORY_THREADS = 4
"""A slow directory keeps no more threads than these waiting."""

UNTHROTTLED = ClientLimits(requests_per_second=0, streams_per_session=100_000)
"""No limit on requests, for a service that no stranger can reach."""

UTC = ZoneInfo("UTC")


class Service:
    """The casino, the register of people, live updates, metrics."""

    def __init__(
        self,
        casino: Casino,
        *,
        demo: bool = False,
        practice: bool = False,
        zone: ZoneInfo | None = None,
        maths: Path | None = None,
        rounds: Path | None = None,
        idle_ms: int,
        longest_ms: int,
        limits: ClientLimits = UNTHROTTLED,
        hosts: Collection[str] = (),
        watchers: Collection[str] = (),
        address: str = "",
        device_ms: int | None = None,
        directory: DirectoryUse | None = None,
        stolen: StolenPasswords | None = None,
        config: Config | None = None,
        clock_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self.casino = casino
        self.config = config
        """Where its files are; None if there are none beside the journal."""
        self.clock_ms = clock_ms
        self.demo = demo
        self.practice = practice
        self._zone = zone
        self.guard = Guard(casino, clock_ms, idle_ms=idle_ms, longest_ms=longest_ms)
        self.guard.device_ms = device_ms
        self.guard.stolen = stolen
        self.bridge = Bridge(casino.pipeline)
        self.reads = Reads()
        self.reports = Reads(REPORT_THREADS, REPORT_LONGEST_S)
        self.hub = Hub(casino, self.guard)
        self.displays = DisplayLimit()
        self.today = Today(casino.journal, lambda: self.zone)
        self.jackpots = Jackpots(casino.journal, casino.shelf)
        self.mathematics = Mathematics(maths)
        self.rounds = RoundIndex(casino.journal, rounds)
        self.turns = Turns(clock_ms)
        self.throttle = Throttle(limits.requests_per_second, clock_ms)
        self.streams = StreamCounts(limits.streams_per_session)
        self.hosts = frozenset(map(str.lower, hosts))
        self.watchers = frozenset(watchers)
        self.address = address
        """Where people reach the server, if configured: passkeys are bound to it."""
        self.directory: Directory | None = None
        if directory is not None:
            vault = casino.vault
            key = secrets.token_bytes(32) if vault is None else vault.key_for("directory")
            self.directory = Directory(directory, key, clock_ms)
        self.directory_threads = CapacityLimiter(DIRECTORY_THREADS)
        self.ready = False
        self.figures = Figures()
        self.security = SecurityLog(self.figures.registry, clock_ms)
        self.on_act: Callable[[str, AnyCommand, Actor], None] = _nobody_minds
        """Called with every command that a person has given at a table, once it is accepted."""

    @property
    def zone(self) -> ZoneInfo:
        """Where the house is: as its settings say, or as it said at set-up."""
        return self._zone or ZoneInfo(self.guard.people.timezone or "UTC")

    @property
    def asks_zone(self) -> bool:
        """Whether the settings leave it to the set-up where the house is."""
        return self._zone is None

    @property
    def rounds_on(self) -> int:
        """How many rounds are in progress."""
        return sum(state.round is not None for state in self.hub.tables.values())


def _nobody_minds(table: str, command: AnyCommand, actor: Actor) -> None:
    pass
