"""A live table in memory: the same commands, events and views as at a console."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pitboss.games.record import Jackpot
from pitboss.games.settle import settle_record
from pitboss.games.settlement import Settlement
from pitboss.kernel.display import Displayed, Panel, signed
from pitboss.kernel.money import Cents
from pitboss.library.inputs import BookOrName, book_of, cents, with_card_lists
from pitboss.library.memory_casino import ScriptedCasino
from pitboss.rulebook.authority import Post
from pitboss.rulebook.shelf import Shelf
from pitboss.table.command_json import read_actor, read_line
from pitboss.table.events import AnyEvent, RoundSettled
from pitboss.table.next_steps import NextStep, next_steps
from pitboss.table.refusals import TableRefused
from pitboss.table.state import TableState
from pitboss.table.views.names import EVERYBODY
from pitboss.table.views.table import TableView, view

_POSTS = {post.name.lower().replace("_", "-") for post in Post}


class Refused(Exception):
    """A command that the table refuses: ``code``, ``message`` and ``clauses``. Nothing has
    changed.
    """

    def __init__(self, refused: TableRefused) -> None:
        super().__init__(f"{refused.code}: {refused.message}")
        self.code, self.message, self.clauses = refused.code, refused.message, refused.clauses


class LiveTable(Displayed):
    """A table that is open for bets under a rulebook. Nothing is stored, and its clock ticks a
    second with every command.

    Limits are the least and the most by wager, in dollars. Cards are drawn from a shuffle that
    ``seed`` makes the same in every run, or entered as they come (``cards="entered"``). Layout and
    way of dealing are the rulebook's first unless they are named. A table with a
    ``progressive_bet`` needs a ``jackpot``: what it stands at, and what it starts again from.

    >>> table = LiveTable("rws-casino-stud-6", limits={"ante": ("25", "1000")}, seed="example")
    >>> _ = table.do("open-betting")
    >>> _ = table.do("place-bet", by="ann", box=1, bet="ante", amount="25.00")
    >>> table
    <LiveTable rws-casino-stud-6: round 1, betting>
    """

    def __init__(
        self,
        book: BookOrName,
        *,
        limits: Mapping[str, tuple[str, str]],
        boxes: int = 6,
        layout: str | None = None,
        dealing: str | None = None,
        cards: str = "virtual",
        progressive_bet: str | None = None,
        jackpot: tuple[str, str] | None = None,
        seed: str = "pitboss",
    ) -> None:
        self.book = book_of(book)
        self.events: list[AnyEvent] = []
        """Everything that has happened since the table was opened."""
        self._casino = ScriptedCasino(seed, Shelf([self.book]))
        if jackpot is not None:
            displayed, reset = (cents(amount, "jackpot") for amount in jackpot)
            self._casino.jackpot = Jackpot(displayed, reset)
        self.do(
            "open-table",
            by="pit-supervisor",
            rulebook=self.book.id,
            layout=layout or next(iter(self.book.layouts)),
            boxes=boxes,
            dealing=dealing or next(iter(self.book.dealing)),
            cards=cards,
            limits={bet: {"min": least, "max": most} for bet, (least, most) in limits.items()},
            progressive_bet=progressive_bet,
        )

    def do(self, command: str, by: str = "dealer", **fields: Any) -> tuple[AnyEvent, ...]:
        """Gives a command (docs/tables.md) and returns what came of it; raises Refused, or
        ``pitboss.Fault`` where the command is not one.

        ``by`` is a post ("dealer", "pit-supervisor:sam") or a player's name.
        """
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        if command != "open-table":
            named = with_card_lists(named)
        outcome = self._casino.run(read_line({"by": _by(by), "do": command, **named}))
        if outcome.refused is not None:
            raise Refused(outcome.refused)
        events = tuple(event for event, _ in outcome.steps)
        self.events += events
        return events

    def deal(self) -> None:
        """Deals from the shuffle as far as possible: to the next decisions, or to the end."""
        while any(step.do == "deal" for step in self.next_steps()):
            self.do("deal")

    def view(self, by: str | None = None) -> TableView:
        """The table as somebody sees it; without a name, as a passer-by does, except that it shows
        players' names, because the caller plays all of them.
        """
        return view(self.state, read_actor(_by(by))) if by else view(self.state, None, EVERYBODY)

    def next_steps(self, by: str = "dealer") -> tuple[NextStep, ...]:
        """What somebody may do now."""
        actor = read_actor(_by(by))
        return next_steps(self.state, actor.post, actor.name)

    @property
    def state(self) -> TableState:
        """Everything that the engine knows, hidden cards included."""
        return self._casino.tables[_NAME]

    @property
    def jackpot(self) -> Cents | None:
        """What the jackpot stands at, in cents."""
        return None if self._casino.jackpot is None else self._casino.jackpot.displayed

    @property
    def chips(self) -> dict[str, int]:
        """What each player is up or down, in cents; chips on the layout count as gone."""
        return dict(self.state.chips)

    @property
    def record(self) -> Mapping[str, Any] | None:
        """The record of the last settled round, as ``pitboss.settle`` takes it."""
        settled = [event for event in self.events if isinstance(event, RoundSettled)]
        return msgspec.to_builtins(settled[-1].record) if settled else None

    @property
    def settlement(self) -> Settlement | None:
        """The settlement of that round."""
        record = self.record
        return None if record is None else settle_record(record, self._casino.shelf)

    def headline(self) -> str:
        round = self.state.round
        where = "between rounds" if round is None else f"round {self.state.rounds}, {round.phase}"
        return f"{self.book.id}: {where if self.state.open else 'closed'}"

    def panels(self) -> Iterator[Panel]:
        round = self.view().round
        if round is not None:
            dealt = (("dealer", round.dealer), ("community", round.community))
            rows = tuple((name, " ".join(cards)) for name, cards in dealt if cards)
            if rows:
                yield Panel("", rows=rows)
            yield Panel(
                "",
                ("box", "player", "bets", "cards", "standing"),
                tuple(
                    (
                        str(box.box),
                        box.player or "",
                        ", ".join(f"{bet} {amount}" for bet, amount in box.bets.items()),
                        " ".join(box.cards),
                        box.standing,
                    )
                    for box in round.boxes
                ),
            )
        if self.chips:
            up = tuple((player, signed(amount)) for player, amount in self.chips.items())
            yield Panel("up or down", rows=up)


_NAME = "table"
"""The table of a command that names none."""


def _by(name: str) -> str:
    """A post, with or without a name, or just a player's name."""
    return name if name.partition(":")[0] in _POSTS else f"player:{name}"
