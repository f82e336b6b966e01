"""A live table for tests: says in short what people do at it, and shows what came of it.

    t = Table.open(MS, dealing="shoe")
    t.bet(ann=(1, {"ante": "25", "progressive": "5"}), bob=(2, {"ante": "10"}))
    # Only where cards are entered:
    t.cards({1: "Ah Kh Qh Jh Th", 2: "2c 3d 5s 7h 9c", "dealer": "Ad Kd 4c 4s 8h"})
    t.deal_all()
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    t.settle()
    assert t.result("bet", 1) == ("win", 5000, 1250000)

Everything goes through the engine as JSON commands do, so a test needs no types of the engine.
Every command comes one second after the one before, from ``START_MS`` on. After each command all
chips are counted: none may be lost or made. The auditor follows it too, with rules of his own.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any, TypeVar

import msgspec

from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Counts
from pitboss.audit.round_record import check_settlement
from pitboss.audit.rulebook_file import open_book
from pitboss.games.deal_plan import Do, Step
from pitboss.games.record import Jackpot
from pitboss.kernel.cards import NAMES
from pitboss.kernel.money import Cents, parse_cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.shelf import Shelf
from pitboss.table.cards.felt import face_up, to_show
from pitboss.table.command_json import read_actor, read_line
from pitboss.table.commands import Given
from pitboss.table.corrections.entries import enter
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.events import AnyEvent, CardBurnt, CardsDealt, RoundSettled
from pitboss.table.next_steps import NextStep, next_steps
from pitboss.table.queries import cards_out
from pitboss.table.refusals import TableRefused
from pitboss.table.state import Phase, RoundState, TableState
from pitboss.table.views.table import TableView, view

START_MS = 1_000_000
SECRET = bytes(range(32))
JACKPOT = Jackpot(Cents(250_000_00), Cents(100_000_00))
"""A jackpot of 250,000.00 that starts again from 100,000.00, as in ``tests.support.record``."""

DEALER = "dealer:dana"
DANA = Actor(Post.DEALER, "dana")
SUPERVISOR = "pit-supervisor:sam"
PIT_MANAGER = "pit-manager:pat"
SHIFT_MANAGER = "shift-manager:max"

Place = int | str
"""A box by its number, ``"dealer"`` or ``"community"``."""

PLAYERS = ("ann", "bob", "cat", "eve")

Kind = TypeVar("Kind", bound=AnyEvent)


def plain(value: msgspec.Struct) -> dict[str, Any]:
    """Something as JSON has it: dictionaries and lists."""
    return dict(msgspec.json.decode(msgspec.json.encode(value)))


def setting(rulebook: str, **more: Any) -> dict[str, Any]:
    """An ``open-table`` command that is accepted: limits of 10 to 1,000 on the opening wager, a
    progressive of 5.
    """
    book = Shelf().get(rulebook)
    opening = book.wagers.__struct_fields__[0]
    found: dict[str, Any] = {
        "rulebook": rulebook,
        "layout": next(iter(book.layouts)),
        "boxes": 6,
        "dealing": next(iter(book.dealing)),
        "cards": "entered",
        "limits": {opening: {"min": "10", "max": "1000"}},
        "progressive-bet": "5",
    }
    return found | {name.replace("_", "-"): value for name, value in more.items()}


class Table:
    """One table, driven by commands. ``events`` is all that happened; ``refusals`` all that was
    refused.
    """

    def __init__(self, name: str = "t1") -> None:
        self.name = name
        self.events: list[AnyEvent] = []
        self.refusals: list[TableRefused] = []
        self.now_ms = START_MS
        self.secret: bytes | None = SECRET
        self.jackpot: Jackpot | None = JACKPOT
        self.shelf = Shelf()
        self.book = TableBook(name, open_book, Counts())
        self._state: TableState | None = None
        self._planned: dict[str, list[str]] = {}
        self._face_down: dict[str, list[str]] = {}
        self._threes: dict[int, list[str]] = {}

    @classmethod
    def open(
        cls,
        rulebook: str,
        dealing: str | None = None,
        boxes: int = 6,
        cards: str = "entered",
        layout: str | None = None,
        limits: Mapping[str, tuple[str, str]] | None = None,
        progressive: str | None = "5",
    ) -> "Table":
        """A table before its first round, as ``setting`` has it where nothing is said; limits are
        (least, most).
        """
        table = cls()
        more: dict[str, Any] = {"boxes": boxes, "cards": cards}
        more |= {
            name: given
            for name, given in (("dealing", dealing), ("layout", layout))
            if given is not None
        }
        if limits is not None:
            more["limits"] = {
                bet: {"min": least, "max": most} for bet, (least, most) in limits.items()
            }
        settings = setting(rulebook, **more) | {"progressive-bet": progressive}
        table.do("open-table", by=SUPERVISOR, **settings)
        return table

    # ── commands ──────────────────────────────────────────────────────────────────────────────────

    def _decide(
        self, do: str, by: str, fields: Mapping[str, Any]
    ) -> tuple[AnyEvent, ...] | TableRefused:
        named = {
            name.replace("_", "-"): value for name, value in fields.items() if value is not None
        }
        line = read_line({"table": self.name, "by": by, "do": do, **named})
        given = Given(self.now_ms, self.secret, self.jackpot)
        self._asked = Asked(line.command, line.actor, self.now_ms)
        self.now_ms += 1000
        return decide(self._state, line.command, line.actor, given, self.name)

    def do(self, do: str, by: str = DEALER, **fields: Any) -> tuple[AnyEvent, ...]:
        """Carries out a command that must be accepted; its events. ``let_stand`` is written for
        ``let-stand``.
        """
        found = self._decide(do, by, fields)
        assert not isinstance(found, TableRefused), (
            f"{do} {fields}: refused, {found.code}: {found.message}"
        )
        actor = read_actor(by)
        again = do in ("correct", "allow-correction")
        assert again or all(getattr(event, "by", actor) == actor for event in found), (
            "an event names somebody else"
        )
        self.events += found
        self._state = enter(self._state, self._asked, found, self.shelf)
        self._audit(found)
        state = self.state
        assert sum(state.chips.values()) + state.house + state.on_layout == 0, (
            "chips have appeared or vanished"
        )
        return found

    def _audit(self, events: tuple[AnyEvent, ...]) -> None:
        """The auditor, who has rules of his own, finds nothing wrong with what has happened."""
        for event in events:
            self.book.take(event)
            if isinstance(event, RoundSettled) and self.book.link is None:
                self.audit_settlement(event)
        assert self.book.owed == [], "what a ruling orders happens with it"

    def audit_settlement(self, event: RoundSettled) -> None:
        """The same of a settlement. What a test tells of the jackpot is what a link would tell."""
        if not self.book.round().unreadable:
            self.book.link = None if event.record.jackpot is msgspec.UNSET else "told"
            check_settlement(self.book, event, ())
            self.book.link = None

    def refuse(self, do: str, by: str = DEALER, **fields: Any) -> TableRefused:
        """Tries a command that must be refused; the refusal."""
        found = self._decide(do, by, fields)
        assert isinstance(found, TableRefused), f"{do} {fields}: accepted, {found}"
        self._check_sentence(found.message)
        self.refusals.append(found)
        return found

    def _check_sentence(self, message: str) -> None:
        """A refusal is a whole sentence; in front may stand the name of a player, a wager or an
        incident.
        """
        first = message.split(maxsplit=1)[0]
        assert message.endswith("."), message
        assert message != message.upper(), message
        if first[0].islower() and first.removesuffix("'s") not in {*Incident, *PLAYERS}:
            assert first in self.state.book.wagers.__struct_fields__, message

    def refused(self, do: str, by: str = DEALER, **fields: Any) -> tuple[str, tuple[str, ...]]:
        """The code and the clauses of a refusal."""
        found = self.refuse(do, by, **fields)
        return (found.code.value, found.clauses)

    def refused_bet(
        self, box: int, bet: str, amount: str, by: str = "player:ann", player: str | None = None
    ) -> tuple[str, tuple[str, ...]]:
        """The code and the clauses with which a bet is refused."""
        return self.refused("place-bet", by=by, box=box, bet=bet, amount=amount, player=player)

    # ── short ways through a round ────────────────────────────────────────────────────────────────

    def lay(self, **players: tuple[int, Mapping[str, str]]) -> None:
        """Opens betting where it is not open and places bets: ``t.lay(ann=(1, {"ante": "25"}))``.

        A name ending in digits is the player without them, so that ``ann`` and ``ann2`` are two
        boxes of ann.
        """
        if self.state.round is None:
            self.do("open-betting")
        for name, (box, bets) in players.items():
            for bet, amount in bets.items():
                self.do(
                    "place-bet",
                    by=f"player:{name.rstrip('0123456789')}",
                    box=box,
                    bet=bet,
                    amount=amount,
                )

    def bet(self, **players: tuple[int, Mapping[str, str]]) -> None:
        """Opens betting, places bets as ``lay`` does, and closes it."""
        self.lay(**players)
        self.do("close-betting")

    def cards(self, planned: Mapping[Place, str]) -> None:
        """The cards that will come to each place of a table whose cards are entered; the rest come
        as they like.
        """
        self._planned |= {str(place): cards.split() for place, cards in planned.items()}
        every = [*chain(*self._planned.values())]
        assert len(every) == len(set(every)), f"the plan has a card twice: {sorted(every)}"

    def deal(self) -> tuple[AnyEvent, ...]:
        """The next step of the deal: planned cards where there are some, otherwise any that nobody
        waits for.
        """
        step = self.round.step
        assert step is not None, "there is nothing left to deal"
        if self.state.settings.cards == "shown":
            return self._deal_ordinary_cards(step)
        if self.state.settings.cards == "virtual" or step.do is not Do.DEAL:
            return self.do("deal")
        return self.do("deal", cards=self._coming(step))

    def _coming(self, step: Step) -> list[str]:
        planned = self._planned.get(step.place, [])
        coming, self._planned[step.place] = planned[: step.cards], planned[step.cards :]
        kept = set(chain(self._out(), *self._planned.values(), coming))
        others = (name for name in NAMES if name not in kept)
        return coming + [next(others) for _ in range(step.cards - len(coming))]

    def _deal_ordinary_cards(self, step: Step) -> tuple[AnyEvent, ...]:
        """What lies face down only this helper knows; what lies face up is told."""
        round = self.round
        if step.do is Do.BURN:
            if not round.burnt:
                self._face_down, self._threes = {}, {}
            return self.do("deal")
        if step.do is Do.TURN_OVER:
            lying = self._face_down[step.place]
            first = round.community_open
            street = lying[first : 3 if step.shows == "flop" else first + 1]
            return self.do("deal", cards=lying if step.place == "dealer" else street)
        if round.cursor == 0:
            self._face_down, self._threes = {}, {}
        coming = self._coming(step)
        self._face_down[step.place] = self._face_down.get(step.place, []) + coming
        up = face_up(round, step)
        return self.do("deal", cards=coming[-up:] if up else None)

    def show_all(self) -> None:
        """Every hand that has still to be shown is turned over."""
        for box in to_show(self.state, self.round):
            self.do(
                "show-hand",
                box=box,
                cards=self._face_down[str(box)],
                three=self._threes.get(box),
            )

    def _out(self) -> list[str]:
        """All cards that have been dealt or burnt in this round."""
        return [NAMES[card] for card in cards_out(self.round)] + [*chain(*self._face_down.values())]

    def deal_all(self) -> None:
        """Deals until players decide, something waits, or all is revealed."""
        while (
            self.round.phase in (Phase.CLOSED, Phase.DEALING)
            and self.round.pending is None
            and not self.round.offered
        ):
            self.deal()

    def choose(
        self, box: int, do: str, amount: str | None = None, **fields: Any
    ) -> tuple[AnyEvent, ...]:
        """A decision by the player of a box: ``choose(1, "raise", "50")``, ``choose(1, "fold")``,
        ``"examine"``.
        """
        player = self.round.boxes[box].player
        if do == "set-hand" and self.state.settings.cards == "shown":
            # Which three it is, is told with the hand.
            self._threes |= {box: fields.pop("three")} if "three" in fields else {}
        return self.do(do, by=f"player:{player}", box=box, amount=amount, **fields)

    def settle(self) -> Mapping[str, Any]:
        """Deals what is left to deal, settles, and gives the settlement as the contract writes
        it.
        """
        self.deal_all()
        self.show_all()
        self.do("settle")
        settlement = self.round.settlement
        assert settlement is not None
        return plain(settlement)

    # ── what came of it ───────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> TableState:
        assert self._state is not None, "the table has not been opened"
        return self._state

    @property
    def round(self) -> RoundState:
        assert self.state.round is not None, "there is no round"
        return self.state.round

    @property
    def record(self) -> dict[str, Any]:
        """The round record of a settled round, as JSON has it."""
        assert self.round.record is not None, "the round is not settled"
        return plain(self.round.record)

    @property
    def phase(self) -> str:
        return self.round.phase.value

    def held(self, place: Place) -> str:
        """The cards at a place, as they were dealt: ``"Ah Kh"``."""
        round = self.round
        if isinstance(place, int):
            cards = round.boxes[place].cards
        else:
            cards = {"dealer": round.dealer, "community": round.community}[place]
        return " ".join("??" if card is None else NAMES[card] for card in cards)

    @property
    def deals(self) -> list[str]:
        """Where the cards of this round went, one by one: ``["burn", "1", "2", "dealer", …]``."""
        found: list[str] = []
        for event in self.this_round:
            if isinstance(event, CardBurnt):
                found.append("burn")
            elif isinstance(event, CardsDealt):
                found += [event.place] * len(event.cards)
        return found

    @property
    def this_round(self) -> list[AnyEvent]:
        """The events since betting was last opened."""
        at = [
            index
            for index, event in enumerate(self.events)
            if type(event).__name__ == "BettingOpened"
        ]
        return self.events[at[-1] :] if at else []

    def happened(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind, of all rounds."""
        return [event for event in self.events if isinstance(event, kind)]

    def line(self, bet: str, box: int = 1) -> dict[str, Any]:
        """The line of a settled wager."""
        assert self.round.settlement is not None, "the round is not settled"
        settlement = plain(self.round.settlement)
        boxes = [found for found in settlement["boxes"] if found["box"] == box]
        found = [line for settled in boxes for line in settled["lines"] if line["bet"] == bet]
        assert len(found) == 1, f"{len(found)} lines for {bet} on box {box}"
        line: dict[str, Any] = found[0]
        return line

    def result(self, bet: str, box: int = 1) -> tuple[str, int, int]:
        """Result, returned and winnings of a wager, in cents."""
        line = self.line(bet, box)
        amounts = [parse_cents(line[name]) for name in ("returned", "winnings")]
        assert amounts[0] is not None
        assert amounts[1] is not None
        return (line["result"], amounts[0], amounts[1])

    def view(self, viewer: str | None = None) -> dict[str, Any]:
        """The table as somebody sees it: ``"player:ann"``, a member of staff, or nobody (a sign at
        the table).
        """
        seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.view_struct(viewer)))
        return seen

    def view_struct(self, viewer: str | None = None) -> TableView:
        """The same, as the engine makes it."""
        return view(self.state, _actor(viewer))

    def box_view(self, box: int, viewer: str | None = None) -> dict[str, Any]:
        """One box of the round as somebody sees it."""
        boxes: list[dict[str, Any]] = self.view(viewer)["round"]["boxes"]
        return next(found for found in boxes if found["box"] == box)

    def bets_on(self, box: int) -> dict[str, str]:
        """The wagers on a box, as anybody sees them."""
        bets: dict[str, str] = self.box_view(box)["bets"]
        return bets

    def steps(self, who: str = "dealer") -> tuple[NextStep, ...]:
        """What somebody may do next."""
        actor = read_actor(who)
        return next_steps(self._state, actor.post, actor.name)

    def may(self, who: str = "dealer") -> list[tuple[str, int | None]]:
        """The commands, with their boxes, that somebody may give next."""
        return [(step.do, step.box) for step in self.steps(who)]


def ready(
    rulebook: str, dealing: str | None = None, **players: tuple[int, Mapping[str, str]]
) -> Table:
    """A table at which players decide, with the bets that are given as ``Table.lay`` takes them."""
    table = Table.open(rulebook, dealing)
    table.bet(**players)
    table.deal_all()
    return table


def _actor(viewer: str | None) -> Actor | None:
    return None if viewer is None else read_actor(viewer)
