"""A floor of robots in memory, at a clock of its own: minutes pass in a moment, and nothing
sleeps.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.requests import Answer, Request, Stored
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo.clock import Countdown
from pitboss.demo.floor import Floor
from pitboss.demo.pace import Pace
from pitboss.demo.scene import Visit
from pitboss.jackpot.commands import AnyLinkCommand, ApproveParameters, ProposeParameters
from pitboss.jackpot.state import LinkState
from pitboss.journal.address import open_journal
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.shelf import Shelf
from pitboss.table.commands import AnyCommand
from pitboss.table.state import TableState
from pitboss.web.auth.sessions import Guard
from pitboss.web.demo import LINKS, furnish

SHELF = Shelf(paths=False)
LOOK_MS = 200


class House:
    """The demonstration's tables and links with its robots, and visitors who come and go."""

    def __init__(
        self,
        *,
        trouble: float = 0.0,
        flushes: float = 0.0,
        verifiers: int = 1,
        pace: Pace | None = None,
    ) -> None:
        self.now_ms = 1_700_000_000_000
        self._asked = 0
        self.casino = Casino(open_journal("memory:"), shelf=SHELF, clock_ms=lambda: self.now_ms)
        self.guard = Guard(self.casino, lambda: self.now_ms)
        furnish(self.casino, self.guard)
        for link in LINKS:
            self._set_verifiers(link, verifiers)
        self.visits: list[Visit] = []
        self.clocks: dict[str, Countdown] = {}
        self.pace = pace or Pace()
        self.floor = Floor(
            self.casino,
            visits=lambda: self.visits,
            people=lambda: self.guard.people.persons,
            show=self._show,
            pace=self.pace,
            trouble=trouble,
            flushes=flushes,
        )

    def _set_verifiers(self, link: str, verifiers: int) -> None:
        """As two shift managers do it, before anybody plays."""
        parameters = replace(self.link(link).parameters, verifiers=verifiers)
        for command, name in (
            (ProposeParameters(parameters), "anna"),
            (ApproveParameters(), "otto"),
        ):
            self.on_link(link, command, Actor(Post.SHIFT_MANAGER, name))

    def _show(self, table: str, clock: Countdown | None) -> None:
        self.clocks.pop(table, None)
        if clock is not None:
            self.clocks[table] = clock

    # ── time ──────────────────────────────────────────────────────────────────────────────────────

    def wait(self, seconds: float) -> None:
        """The robots go about their work."""
        for _ in range(round(seconds * 1000 / LOOK_MS)):
            self.now_ms += LOOK_MS
            self.floor.step(self.now_ms)

    def wait_for(self, table: str, phase: str | None, most_s: float = 120) -> TableState:
        """Until a table is in a phase (None: between two rounds)."""
        return next(state for state in self._looks(table, most_s) if phase_of(state) == phase)

    def _looks(self, table: str, most_s: float) -> Iterator[TableState]:
        end_ms = self.now_ms + most_s * 1000
        while self.now_ms <= end_ms:
            yield self.table(table)
            self.wait(LOOK_MS / 1000)
        raise AssertionError(f"{table} is still {phase_of(self.table(table))} after {most_s} s")

    # ── people ────────────────────────────────────────────────────────────────────────────────────

    @contextmanager
    def at(self, who: Actor, table: str | None) -> Iterator[None]:
        """Somebody has a page open, at a table or at none in particular."""
        visit = Visit(who.name, who.post, table)
        self.visits.append(visit)
        yield
        self.visits.remove(visit)

    def do(self, table: str, command: AnyCommand, who: Actor) -> Answer:
        """A visitor does something at a table; it must be accepted."""
        answer = self._ask(table_stream(table), command, who)
        self.floor.noted(table, command, who, self.now_ms)
        return answer

    def on_link(self, link: str, command: AnyLinkCommand, who: Actor) -> Answer:
        return self._ask(link_stream(link), command, who)

    def _ask(self, target: str, command: AnyCommand | AnyLinkCommand, who: Actor) -> Answer:
        self._asked += 1
        answer = self.casino.carry_out(Request(f"visitor/{self._asked}", target, command, who))
        assert answer.refusal is None, answer.refusal
        return answer

    # ── looking ───────────────────────────────────────────────────────────────────────────────────

    def table(self, table: str) -> TableState:
        state = self.casino.table(table)
        assert state is not None
        return state

    def link(self, link: str) -> LinkState:
        state = self.casino.link(link)
        assert state is not None
        return state

    def record(self, after: int = 0) -> Sequence[Stored]:
        return self.casino.events(after, 1_000_000)


def phase_of(state: TableState) -> str | None:
    return None if state.round is None else state.round.phase.value
