"""The tour of a demonstration: short scenes at tables of its own, with chosen cards.

Only the cards are staged. Robots give real commands at a real table on a real link; the engine
alone decides what follows. A scene advances by one step each time it is asked to: the viewer sets
the pace, and nothing happens while nobody watches.
"""

import secrets
from collections.abc import Iterator
from threading import Lock
from typing import Literal

import msgspec

from pitboss.casino.app import Casino
from pitboss.casino.approvals import How
from pitboss.casino.history import STAGED
from pitboss.casino.requests import SYSTEM, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo import cast
from pitboss.demo.house import open_link, settings
from pitboss.demo.scenes import SCENES, Cast, Scripted
from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.jackpot.parameters import LinkParameters
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table.state import TableState

SceneName = Literal["royal-flush", "exposed-card", "broken-link", "why"]

STAGES = 4
"""How many visitors can take the tour at once. After that, a newcomer takes over the stage that has
been idle the longest: most visitors leave without a word.
"""
RULEBOOK = "rws-multilink-stud-3"


class Shown(msgspec.Struct, frozen=True):
    """How far a scene is: what has just happened, by the name of its caption."""

    scene: SceneName | None = None
    caption: str = "welcome"
    pause_ms: int = 0
    """How long to show it before the next step; nothing if the scene is over."""


class TourStage:
    """A table and a link of one visitor's own."""

    def __init__(self, casino: Casino, number: int) -> None:
        self._casino = casino
        self._run = secrets.token_hex(8)
        self._asked = 0
        self._script: Iterator[Scripted] = iter(())
        self.name = f"Tour {number}"
        self.cast = Cast(
            player=Actor(Post.PLAYER, f"guest-{number}"),
            neighbour=Actor(Post.PLAYER, f"neighbour-{number}"),
            dealer=cast.dealer(f"tour-{number}"),
        )
        self.shown = Shown()

    def furnish(self) -> None:
        """Opens link and table, unless they are open."""
        casino = self._casino
        if casino.link(self.name) is None:
            operator = casino.shelf.get(RULEBOOK).operator
            parameters = LinkParameters(
                Cents(100_000_00), 1_500, 300, Cents(500_000_00), verifiers=2
            )
            open_link(casino, f"{STAGED}{self._run}/link", self.name, operator, parameters)
        table = casino.table(self.name)
        if table is None or not table.open:
            opening = msgspec.structs.replace(
                settings(casino.shelf, RULEBOOK, "entered"), link=self.name
            )
            self._ask(table_stream(self.name), opening, SYSTEM)

    @property
    def table(self) -> TableState:
        state = self._casino.table(self.name)
        assert state is not None, "the stage is furnished"
        return state

    def begin(self, scene: SceneName) -> None:
        """Starts a scene; the next steps belong to it."""
        self._script = SCENES[scene](self._casino, self.name, self.cast)
        self.shown = Shown(scene, "begins", 1)

    def go_on(self) -> None:
        """The next step of the scene, up to the next caption."""
        for step in self._script:
            target = link_stream(self.name) if step.on_link else table_stream(self.name)
            self._ask(target, step.command, step.actor)
            if step.caption:
                self.shown = Shown(self.shown.scene, step.caption, step.pause_ms)
                return
        self.shown = msgspec.structs.replace(self.shown, pause_ms=0)

    def _ask(self, target: str, command: c.AnyCommand | AnyLinkCommand, actor: Actor) -> None:
        self._asked += 1
        request = Request(f"{STAGED}{self._run}/{self._asked}", target, command, actor)
        refusal = self._casino.carry_out(request).refusal
        if refusal is not None and refusal.asked is not None:
            second = (
                cast.SECOND_SHIFT_MANAGER if actor == cast.SHIFT_MANAGER else cast.SHIFT_MANAGER
            )
            self._casino.approve(refusal.asked.digest, second, How.SESSION)


class Tours:
    """The stages, and who has which."""

    def __init__(self, casino: Casino) -> None:
        self._stages = [TourStage(casino, number) for number in range(1, STAGES + 1)]
        self._held: dict[str, TourStage] = {}
        self.lock = Lock()
        """Held by whoever advances a scene: one step at a time."""

    def stage_of(self, visit: str) -> TourStage:
        """The stage of a visit; for a new one, the first that is free or abandoned."""
        held = self._held.pop(visit, None)
        if held is None:
            free = [stage for stage in self._stages if stage not in self._held.values()]
            held = free[0] if free else self._held.pop(next(iter(self._held)))
            held.furnish()
            held.shown = Shown()
        # The visits are in the order in which they were last active.
        self._held[visit] = held
        return held
