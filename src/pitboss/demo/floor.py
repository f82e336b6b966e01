"""The floor: asks every robot in turn what it does now. Nothing here sleeps; the time is passed
in.
"""

import logging
import secrets
from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from random import Random

from pitboss.casino.app import Casino
from pitboss.casino.approvals import WITHIN_MS, ApprovalAsked, How
from pitboss.casino.requests import Answer, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo import cast
from pitboss.demo.clock import Countdown, clock_of
from pitboss.demo.dealer import deal
from pitboss.demo.manager import awaited_of, look_after, patience, reopen, restore, rule
from pitboss.demo.pace import Pace
from pitboss.demo.player import play
from pitboss.demo.scene import Scene, Visit, awaited, visitors_chips
from pitboss.demo.shoe import Shoe
from pitboss.demo.trouble import trouble
from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.jackpot.payout import needs_the_house
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table.state import Phase, TableState

_STUCK_AFTER = 3
_STUCK_MS = 120_000
_CONSOLE_LEFT_MS = 5_000
_log = logging.getLogger("pitboss.demo")

Act = tuple[c.AnyCommand, Actor]

DEALERS_WORK = (
    c.OpenBetting,
    c.PlaceBet,
    c.WithdrawBet,
    c.CloseBetting,
    c.Deal,
    c.Examine,
    c.Fold,
    c.Raise,
    c.Check,
    c.SetHand,
    c.DeclineToShow,
    c.Settle,
    c.Conclude,
    c.Report,
    c.ChooseOption,
    c.CloseOptions,
)
"""A staff member who does one of these is dealing."""


class Stopwatch:
    """Remembers since when each thing has been as it is."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[Hashable, int]] = {}

    def of(self, what: str, value: Hashable, now_ms: int) -> int:
        held = self._held.get(what)
        if held is None or held[0] != value:
            held = self._held[what] = (value, now_ms)
        return held[1]


class Table:
    """What is remembered about one table between two looks."""

    def __init__(self, name: str, robots: Mapping[int, str], flushes: float) -> None:
        self.name = name
        self.robots = robots
        self.dealer = cast.dealer(name)
        self.random = Random(f"{name}/{secrets.token_hex(8)}")
        self.shoe = Shoe(self.random, flushes)
        self.since = Stopwatch()
        self.due_ms = 0
        self.refused: tuple[Hashable, int] = (None, 0)
        self.stuck_round: str | None = None
        self.troubled: str | None = None
        self.clock: Countdown | None = None
        self.came_ms: dict[str, int] = {}
        self.console_ms: int | None = None
        self.visitor_deals_until_ms = 0

    def visited(self, visits: Sequence[Visit], now_ms: int, pace: Pace) -> None:
        """Notes who has come, and whether a visitor who was dealing has left."""
        here = {visit.name: visit.post for visit in visits if visit.table == self.name}
        for name, post in here.items():
            if name not in self.came_ms and post is Post.DEALER:
                self._leave_to_visitor(now_ms + pace.dealer_comes_ms)
        self.came_ms = {name: self.came_ms.get(name, now_ms) for name in here}
        if any(post > Post.PLAYER for post in here.values()):
            self.console_ms = now_ms
        elif self.console_ms is not None and now_ms - self.console_ms >= _CONSOLE_LEFT_MS:
            self.console_ms, self.visitor_deals_until_ms = (
                None,
                min(self.visitor_deals_until_ms, now_ms),
            )

    def visitor_dealt(self, now_ms: int, pace: Pace) -> None:
        """A visitor has done a dealer's work here."""
        self._leave_to_visitor(now_ms + pace.dealer_acts_ms)

    def _leave_to_visitor(self, until_ms: int) -> None:
        self.visitor_deals_until_ms = max(self.visitor_deals_until_ms, until_ms)

    def times_refused(self, state: TableState) -> int:
        """How often in a row something was refused while the table was waiting for the same
        thing.
        """
        return self.refused[1] if self.refused[0] == awaited(state) else 0

    def stuck(self, scene: Scene) -> bool:
        """Whether nothing that the robots can do moves the round forward."""
        round = scene.table.round
        if round is None:
            return False
        waits = round.phase is not Phase.BETTING and scene.robot_deals and clock_of(scene) is None
        long = waits and scene.now_ms - scene.since_ms >= _STUCK_MS
        if long or self.times_refused(scene.table) >= _STUCK_AFTER:
            self.stuck_round = round.id
        return self.stuck_round == round.id


class WatchedLink:
    """What is remembered about a link."""

    def __init__(self) -> None:
        self.since = Stopwatch()
        self.due_ms = 0


class Floor:
    """Keeps the tables of ``players`` going, and the links they are on.

    ``visits`` are the pages that people have open, ``people`` those who have their own names here:
    a robot of the same name stays away. ``show`` is called with every change of a table's clock.
    While it is ``draining``, no round begins.
    """

    def __init__(
        self,
        casino: Casino,
        *,
        players: Mapping[str, Mapping[int, str]] = cast.PLAYERS,
        visits: Callable[[], Sequence[Visit]] = tuple,
        people: Callable[[], Container[str]] = tuple,
        show: Callable[[str, Countdown | None], None] | None = None,
        draining: Callable[[], bool] = bool,
        pace: Pace = Pace(),  # noqa: B008 - it never changes
        trouble: float = 0.02,
        flushes: float = 0.01,
    ) -> None:
        self._casino = casino
        self._visits = visits
        self._people = people
        self._show = show
        self._draining = draining
        self._pace = pace
        self._trouble = trouble
        self._run = secrets.token_hex(6)
        self._asked = 0
        self._tables = {name: Table(name, robots, flushes) for name, robots in players.items()}
        self._links: dict[str, WatchedLink] = {}

    def noted(self, table: str, command: c.AnyCommand, actor: Actor, now_ms: int) -> None:
        """A visitor has done something at a table. Safe to call from any thread."""
        held = self._tables.get(table)
        if held is not None and actor.post > Post.PLAYER and isinstance(command, DEALERS_WORK):
            held.visitor_dealt(now_ms, self._pace)

    def step(self, now_ms: int) -> None:
        """Every robot does what it has to do now. Raises JournalError if nothing can be stored."""
        visits = tuple(self._visits())
        links = set()
        for table in self._tables.values():
            state = self._casino.table(table.name)
            if state is not None:
                links.add(state.settings.link)
                self._step_table(table, state, visits, now_ms)
        for link in sorted(name for name in links if name is not None):
            self._step_link(link, visits, now_ms)
        self._step_approvals(visits, now_ms)

    def _step_approvals(self, visits: tuple[Visit, ...], now_ms: int) -> None:
        """A robot approves what visitors have asked for, if no other visitor does."""
        for asked in tuple(self._casino.approvals().waiting.values()):
            patience_ms = patience(visits, asked.least, (asked.by.name,), self._pace)
            if asked.at_ms + patience_ms <= now_ms <= asked.at_ms + WITHIN_MS:
                self._approved(asked)

    def _approved(self, asked: ApprovalAsked) -> Answer:
        """A robot of the required post approves something."""
        robots = (*cast.SUPERVISORS, cast.SHIFT_MANAGER, cast.SECOND_SHIFT_MANAGER)
        second = next(
            one for one in robots if one.post >= asked.least and one.name != asked.by.name
        )
        return self._casino.approve(asked.digest, second, How.SESSION)

    # ── tables ────────────────────────────────────────────────────────────────────────────────────

    def _step_table(
        self, table: Table, state: TableState, visits: tuple[Visit, ...], now_ms: int
    ) -> None:
        table.visited(visits, now_ms, self._pace)
        scene = self._scene(table, state, visits, now_ms)
        self._set_clock(table, scene)
        if now_ms < table.due_ms:
            return
        deed = self._next(table, scene)
        if deed is None:
            return
        command, actor = deed
        if self._ask(table_stream(table.name), command, actor):
            table.refused = (None, 0)
            table.due_ms = now_ms + self._delay_ms(table, scene, command)
            after = self._casino.table(table.name)
            assert after is not None, "it has just done something"
            self._set_clock(table, self._scene(table, after, visits, now_ms))
        else:
            table.refused = (awaited(state), table.times_refused(state) + 1)
            table.due_ms = now_ms + self._pace.refused_ms

    def _scene(
        self, table: Table, state: TableState, visits: tuple[Visit, ...], now_ms: int
    ) -> Scene:
        people = self._people()
        robots = {box: name for box, name in table.robots.items() if name not in people}
        robot_deals = now_ms >= table.visitor_deals_until_ms
        link = state.settings.link
        return Scene(
            table=state,
            link=None if link is None else self._casino.link(link),
            pace=self._pace,
            now_ms=now_ms,
            since_ms=table.since.of("awaited", (awaited(state), robot_deals), now_ms),
            chips_ms=table.since.of("chips", visitors_chips(robots, state.round), now_ms),
            robots=robots,
            visits=visits,
            came_ms=dict(table.came_ms),
            visitor_deals_until_ms=table.visitor_deals_until_ms,
        )

    def _set_clock(self, table: Table, scene: Scene) -> None:
        clock = clock_of(scene)
        if clock != table.clock:
            table.clock = clock
            if self._show is not None:
                self._show(table.name, clock)

    def _next(self, table: Table, scene: Scene) -> Act | None:
        """What happens at a table now, and who does it."""
        state = scene.table
        without_ms = table.since.of("without", (state.notice, state.barred_boxes), scene.now_ms)
        if (opening := reopen(scene)) is not None:
            return opening, cast.SUPERVISORS[0]
        if (ruling := rule(scene, table.stuck(scene), table.times_refused(state))) is not None:
            return ruling, cast.SHIFT_MANAGER
        if (restored := restore(scene, without_ms)) is not None:
            return restored, cast.SHIFT_MANAGER
        for box, name in scene.robots.items():
            if (played := play(scene, box, name)) is not None:
                return played, cast.player(name)
        dealt = self._report(table, scene) or deal(scene)
        if isinstance(dealt, c.Deal | c.Settle) and state.round is not None:
            dealt = table.shoe.tells(state, state.round, dealt)
        if dealt is None or (isinstance(dealt, c.OpenBetting) and self._draining()):
            return None
        return dealt, table.dealer

    def _report(self, table: Table, scene: Scene) -> c.Report | None:
        round = scene.table.round
        if round is None or table.troubled == round.id:
            return None
        report = trouble(scene, self._run, self._trouble)
        if report is not None:
            table.troubled = round.id
        return report

    def _delay_ms(self, table: Table, scene: Scene, command: c.AnyCommand) -> int:
        pace = self._pace
        ms = (
            pace.card_ms
            if isinstance(command, c.Deal)
            else round(pace.act_ms * table.random.uniform(0.7, 1.3))
        )
        if not scene.visits:
            return ms * pace.quiet_factor
        return ms // pace.hurry_divisor if scene.players - scene.bettors else ms

    # ── links ─────────────────────────────────────────────────────────────────────────────────────

    def _step_link(self, name: str, visits: tuple[Visit, ...], now_ms: int) -> None:
        link, held = self._casino.link(name), self._links.setdefault(name, WatchedLink())
        if link is None or now_ms < held.due_ms:
            return
        since_ms = held.since.of("awaited", awaited_of(link), now_ms)
        shelf = self._casino.shelf
        deed = look_after(
            link, since_ms, now_ms, visits, self._pace, lambda one: needs_the_house(one, shelf)
        )
        if deed is not None and not self._ask(link_stream(name), *deed):
            held.due_ms = now_ms + self._pace.refused_ms

    def _ask(self, target: str, command: c.AnyCommand | AnyLinkCommand, actor: Actor) -> bool:
        """Whether a command was accepted. A refusal is on record, and in the log."""
        self._asked += 1
        request = Request(f"robots/{self._run}/{self._asked}", target, command, actor)
        refusal = self._casino.carry_out(request).refusal
        if refusal is not None and refusal.asked is not None:
            refusal = self._approved(refusal.asked).refusal
        if refusal is not None:
            _log.info("%s at %s: %s", actor.name, target, refusal.message)
        return refusal is None
