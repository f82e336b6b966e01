"""A casino of tables in memory: what a script or a notebook needs of one, and no more."""

import hashlib

import msgspec

from pitboss.games.record import Jackpot
from pitboss.games.settlement import WrittenJackpot
from pitboss.kernel.money import Cents, to_cents
from pitboss.rulebook.shelf import Shelf
from pitboss.table import events as e
from pitboss.table.command_json import CommandLine
from pitboss.table.commands import Given, OpenBetting, Settle
from pitboss.table.corrections.entries import enter
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.evolve import evolve
from pitboss.table.refusals import TableRefused
from pitboss.table.state import TableState

_FIRST_MS = 1_000
_STEP_MS = 1_000


class ScriptOutcome(msgspec.Struct, frozen=True):
    """What one command led to: its events, each with the table after it, or a refusal."""

    line: CommandLine
    before: TableState | None
    steps: tuple[tuple[e.AnyEvent, TableState], ...] = ()
    refused: TableRefused | None = None

    @property
    def after(self) -> TableState | None:
        return self.steps[-1][1] if self.steps else self.before


class ScriptedCasino:
    """Tables by name, one jackpot for all, a clock that advances a second per command, and secrets
    derived from a seed.

    It is what a script needs of a casino and no more: nothing is stored.
    """

    def __init__(self, seed: str, shelf: Shelf) -> None:
        self.tables: dict[str, TableState] = {}
        self.jackpot: Jackpot | None = None
        self._paid_from: dict[str, Jackpot] = {}
        self.now_ms = _FIRST_MS
        self.seed = seed
        self.shelf = shelf

    def run(self, line: CommandLine) -> ScriptOutcome:
        """Runs one command."""
        self.jackpot = line.jackpot or self.jackpot
        jackpot = self.jackpot
        if isinstance(line.command, Settle) and line.jackpot is None:
            jackpot = self._paid_from.get(line.table, jackpot)
        self.now_ms = line.now_ms if line.now_ms is not None else self.now_ms + _STEP_MS
        before = self.tables.get(line.table)
        given = Given(self.now_ms, line.secret or self._secret(line, before), jackpot)
        decided = decide(before, line.command, line.actor, given, line.table, self.shelf)
        if isinstance(decided, TableRefused):
            return ScriptOutcome(line, before, refused=decided)
        steps: list[tuple[e.AnyEvent, TableState]] = []
        for event in decided:
            state = evolve(steps[-1][1] if steps else before, event, self.shelf)
            steps.append((event, state))
        asked = Asked(line.command, line.actor, self.now_ms)
        entered = enter(before, asked, decided, self.shelf)
        if steps and entered is not None:
            steps[-1] = steps[-1][0], entered
            self.tables[line.table] = entered
        outcome = ScriptOutcome(line, before, tuple(steps))
        self._follow_jackpot(outcome)
        return outcome

    def _secret(self, line: CommandLine, before: TableState | None) -> bytes | None:
        if not isinstance(line.command, OpenBetting) or before is None:
            return None
        return hashlib.sha256(f"{self.seed}/{line.table}/{before.rounds + 1}".encode()).digest()

    def _follow_jackpot(self, outcome: ScriptOutcome) -> None:
        """What a settlement leaves in the jackpot is what the next one starts from; undoing one
        gives it back. When such a round is settled again, it is paid from what was shown before:
        its turn does not move behind that of others (RWS 4.5.2, MBS 3.14 and 3.19).
        """
        if self.jackpot is None:
            return
        was, now = _taken(outcome.before), _taken(outcome.after)
        concluded = any(isinstance(event, e.RoundConcluded) for event, _ in outcome.steps)
        if was != now and not concluded:
            displayed = Cents(self.jackpot.displayed + was - now)
            self.jackpot = Jackpot(displayed, self.jackpot.reset)
        if concluded:
            self._paid_from.pop(outcome.line.table, None)
        elif was and not now and (paid := _paid_in(outcome.before)) is not None:
            self._paid_from[outcome.line.table] = Jackpot(to_cents(paid.before), self.jackpot.reset)


def _paid_in(state: TableState | None) -> WrittenJackpot | None:
    """The jackpot in the settlement of a table's round."""
    settlement = None if state is None or state.round is None else state.round.settlement
    if settlement is None or settlement.jackpot is msgspec.UNSET:
        return None
    return settlement.jackpot


def _taken(state: TableState | None) -> int:
    """By how much the settlement of a table's round has lowered the jackpot."""
    jackpot = _paid_in(state)
    return 0 if jackpot is None else to_cents(jackpot.before) - to_cents(jackpot.after)
