"""A whole round through the table engine, compared with the settlement of its record."""

import json
from collections.abc import Iterator
from itertools import islice

import msgspec

from bench.effort import Effort
from bench.figures import Figure, Goal, a_second_beside
from bench.timing import announced, race
from pitboss.games.answer import Settler
from pitboss.games.record import Jackpot
from pitboss.kernel.money import Cents
from pitboss.lines import answer_lines
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table.corrections.entries import enter
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.queries import raise_name, raise_size, to_ask
from pitboss.table.refusals import TableRefused
from pitboss.table.state import Phase, TableState

BOXES = 6
RULEBOOK, DEALING = "rws-multilink-stud-3", "shuffler"
_TEN_TIMES = Goal(10)

_DEALER = Actor(Post.DEALER, "dana")
_PLAYERS = {box: Actor(Post.PLAYER, f"p{box}") for box in range(1, BOXES + 1)}
_JACKPOT = Jackpot(Cents(250_000_00), Cents(100_000_00))
_settler = Settler(Shelf(paths=False))


class Seat:
    """A table and a way to play rounds at it. Every command must be accepted."""

    def __init__(self) -> None:
        self.state: TableState | None = None
        self.commands = 0
        self.records: list[dict[str, object]] = []
        self.secret = 0
        settings = c.OpenTable(
            rulebook=RULEBOOK,
            layout="A",
            boxes=BOXES,
            dealing=DEALING,
            cards="virtual",
            limits={"ante": c.LimitSetting(Cents(10_00), Cents(1_000_00))},
            progressive_bet=Cents(5_00),
        )
        self.do(settings, Actor(Post.PIT_SUPERVISOR, "sam"))

    def do(self, command: c.AnyCommand, actor: Actor = _DEALER) -> TableState:
        given = c.Given(self.commands, self.secret.to_bytes(32, "big"), _JACKPOT)
        decided = decide(self.state, command, actor, given)
        assert not isinstance(decided, TableRefused), decided
        self.commands += 1
        asked = Asked(command, actor, given.now_ms)
        after = enter(self.state, asked, decided)
        assert after is not None
        self.state = after
        return after

    def play(self) -> None:
        """Six boxes with ante and progressive; each player looks at his hand and bets."""
        self.secret += 1
        self.do(c.OpenBetting())
        for box, player in _PLAYERS.items():
            self.do(c.PlaceBet(box, "ante", Cents(25_00)), player)
            self.do(c.PlaceBet(box, "progressive", Cents(5_00)), player)
        state = self.do(c.CloseBetting())
        while state.round is not None and state.round.phase is not Phase.REVEALED:
            state = (
                self._decide(state) if state.round.phase is Phase.DECIDING else self.do(c.Deal())
            )
        state = self.do(c.Settle())
        assert state.round is not None
        assert state.round.record is not None
        self.records.append(msgspec.to_builtins(state.round.record))
        self.do(c.Conclude())

    def _decide(self, state: TableState) -> TableState:
        assert state.round is not None
        assert state.round.step is not None
        assert state.round.step.asks is not None
        box = state.round.boxes[to_ask(state.round)[0]]
        player = _PLAYERS[box.number]
        self.do(c.Examine(box.number), player)
        bet = raise_name(state, state.round.step.asks)
        assert bet is not None
        return self.do(c.Raise(box.number, raise_size(state, box, bet)), player)


def rounds(effort: Effort) -> Iterator[Figure]:
    """Rounds per second on one core, compared with settling the records of as many rounds end to
    end.
    """
    seat = Seat()
    many = max(10, effort.records // 8)
    for _ in range(many):
        seat.play()
    a_round = (seat.commands - 1) // many

    def works() -> Iterator[list[bytes]]:
        while True:
            yield [json.dumps(record).encode() for record in seat.records[-many:]]

    def engine(lines: list[bytes]) -> None:
        for _ in lines:
            seat.play()

    def settlement(lines: list[bytes]) -> None:
        for _ in answer_lines(lines, _settler.answer, _settler.answer_quickly):
            pass

    what = f"round of {a_round} commands through the engine"
    source = announced(what, islice(works(), effort.rounds), effort.rounds)
    ours, theirs = race(source, engine, settlement)
    yield a_second_beside(what, "rounds", many, ours, "settling its record", theirs, _TEN_TIMES)
