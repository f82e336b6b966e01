"""One process of the service: what its endpoints share."""

from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

from anyio import CapacityLimiter

from pitboss.casino.app import Casino
from pitboss.clock import wall_clock_ms
from pitboss.rulebook.authority import Actor
from pitboss.table.commands import AnyCommand
from pitboss.web.auth.security_log import SecurityLog
from pitboss.web.auth.sessions import Guard
from pitboss.web.bridge import Bridge
from pitboss.web.figures import Figures
from pitboss.web.live import Hub
from pitboss.web.mathematics import Mathematics

HASHERS = 2
UTC = ZoneInfo("UTC")


class Service:
    """The casino, who is who, live updates, figures."""

    def __init__(
        self,
        casino: Casino,
        *,
        demo: bool = False,
        practice: bool = False,
        zone: ZoneInfo = UTC,
        maths: Path | None = None,
        idle_ms: int,
        longest_ms: int,
        clock_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self.casino = casino
        self.clock_ms = clock_ms
        self.demo = demo
        self.practice = practice
        self.zone = zone
        self.guard = Guard(casino, clock_ms, idle_ms=idle_ms, longest_ms=longest_ms)
        self.bridge = Bridge(casino.pipeline)
        self.hub = Hub(casino, self.guard)
        self.mathematics = Mathematics(maths)
        self.hashers = CapacityLimiter(HASHERS)
        self.ready = False
        self.figures = Figures()
        self.security = SecurityLog(self.figures.registry, clock_ms)
        self.on_act: Callable[[str, AnyCommand, Actor], None] = _nobody_minds
        """Told of every command that a person has given at a table, once it is accepted."""


def _nobody_minds(table: str, command: AnyCommand, actor: Actor) -> None:
    pass
