"""A robot that runs a table and plays its boxes: for demonstrations, load and tests. The same seed
plays the same way.

It only asks for what anybody could ask for. At a table whose cards are entered it is also the shoe,
and can be told to deal more royal and straight flushes than chance would.
"""

from collections.abc import Sequence
from random import Random
from typing import Literal

from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo.shoe import Shoe
from pitboss.demo.trouble import told_of_looks
from pitboss.games.deal_plan import Ask
from pitboss.games.family import family_of
from pitboss.jackpot.commands import DeclineClaim, OrderClaims, VerifyClaim
from pitboss.jackpot.payout import needs_the_house
from pitboss.jackpot.state import ClaimStanding, ClaimState, LinkState
from pitboss.kernel.cards import whole
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table.queries import (
    PROGRESSIVE,
    is_raise,
    opening,
    raise_name,
    raise_size,
    to_ask,
    wager,
)
from pitboss.table.state import BoxState, Phase, RoundState, TableState

DEALER = Actor(Post.DEALER, "robot-dealer")
SUPERVISOR = Actor(Post.PIT_SUPERVISOR, "robot-supervisor")
SHIFT_MANAGER = Actor(Post.SHIFT_MANAGER, "robot-shift-manager")

Asked = tuple[c.AnyCommand, Actor]

_STAKES = (2, 3, 5, 5, 10)
_DOUBLE = 0.1
_JACKPOT = 0.6
"""On each occasion to add a bet: whoever lets one pass may take the next."""
_SIDE = 0.15
_LOOK = 0.9
_FOLD = 0.35


class Robot:
    """Plays one table, as a number of ``players`` or as those with the ``names``; it decides for
    nobody else.

    ``flushes`` is the chance per round that a box gets a royal or straight flush where cards are
    entered, ``trouble`` the chance of an irregularity.
    """

    def __init__(
        self,
        table: str,
        seed: int,
        *,
        players: int = 3,
        names: Sequence[str] = (),
        flushes: float = 0.0,
        trouble: float = 0.0,
    ) -> None:
        self.table = table
        self._random = Random(f"{table}/{seed}")
        self._names = list(names) or [f"{table}-player-{n}" for n in range(1, players + 1)]
        self._shoe = Shoe(self._random, flushes)
        self._trouble = trouble
        self._asked = 0
        self._seed = seed
        self._looked_for_trouble = ""

    def request(self, state: TableState) -> Request | None:
        """The next thing to ask for; nothing if the table is waiting for somebody else."""
        asked = self._next(state)
        if asked is None:
            return None
        self._asked += 1
        command, actor = asked
        return Request(
            f"{self.table}/{self._seed}/{self._asked}", table_stream(self.table), command, actor
        )

    def _next(self, state: TableState) -> Asked | None:
        round = state.round
        if not state.open:
            return state.settings, SUPERVISOR
        if round is None:
            if state.operation_awaited:
                return c.ChooseOperation(next(reversed(state.book.operations)), 1), SHIFT_MANAGER
            return c.OpenBetting(), DEALER
        if round.pending is not None:
            return self._confirm(round)
        if round.offered:
            box, options = next(iter(round.offered.items()))
            return c.ChooseOption(box, self._random.choice(options)), DEALER
        if (trouble := self._irregular(state, round)) is not None:
            return trouble, DEALER
        match round.phase:
            case Phase.BETTING:
                return self._bet(state, round)
            case Phase.DECIDING:
                return self._decide(state, round)
            case Phase.CLOSED | Phase.DEALING:
                return self._shoe.tells(state, round, c.Deal()), DEALER
            case Phase.REVEALED | Phase.VOID if round.settlement is None:
                return self._shoe.tells(state, round, c.Settle()), DEALER
            case _:
                return c.Conclude(), DEALER

    def _confirm(self, round: RoundState) -> Asked:
        assert round.digest is not None, "somebody must decide on what waits"
        decision: Literal["void-round", "continue"] = self._random.choice(
            ("void-round", "continue")
        )
        return c.Confirm(decision=decision, approves=round.digest), SHIFT_MANAGER

    def _irregular(self, state: TableState, round: RoundState) -> c.Report | None:
        """Once a round, while cards are out, something may go wrong."""
        if not round.closed or round.cursor < 2 or self._looked_for_trouble == round.id:
            return None
        self._looked_for_trouble = round.id
        if self._random.random() >= self._trouble:
            return None
        incident = self._random.choice(
            ("cards-exposed", "foreign-card", "unlisted", "technical-interruption")
        )
        return c.Report(incident=incident, facts={"count": 1, **told_of_looks(state, round)})

    # ── betting and deciding ──────────────────────────────────────────────────────────────────────

    def _bet(self, state: TableState, round: RoundState) -> Asked:
        for box, name in enumerate(self._names, start=1):
            player = Actor(Post.PLAYER, name)
            if (
                box > state.settings.boxes
                or box in state.barred_boxes
                or name in state.barred_players
            ):
                continue
            laid = round.boxes.get(box)
            if laid is None:
                least, most = state.limits[opening(state)]
                amount = (least or Cents(1_00)) * self._stake(name)
                amount = amount if most is None else min(amount, most)
                return c.PlaceBet(box, opening(state), Cents(amount)), player
            prescribed = state.settings.progressive_bet
            if prescribed is not None and PROGRESSIVE not in laid.bets and state.notice is None:
                if self._random.random() < _JACKPOT:
                    return c.PlaceBet(box, PROGRESSIVE, prescribed), player
            if len(laid.bets) < 4 and self._random.random() < _SIDE:
                side = [
                    bet
                    for bet in state.book.wagers.names[1:]
                    if bet != PROGRESSIVE
                    and bet not in laid.bets
                    and (kind := wager(state, bet)) is not None
                    and not is_raise(kind)
                ]
                if side:
                    amount = state.limits.get(side[0], (None, None))[0] or Cents(5_00)
                    return c.PlaceBet(box, side[0], Cents(amount)), player
        return c.CloseBetting(let_stand=True), DEALER

    def _stake(self, name: str) -> int:
        """How many times the minimum: everybody has a stake of his own, and doubles it at times."""
        usual = Random(f"{name}/{self._seed}").choice(_STAKES)
        return usual * (2 if self._random.random() < _DOUBLE else 1)

    def _decide(self, state: TableState, round: RoundState) -> Asked | None:
        waiting = to_ask(round)
        assert waiting, "the table asks nobody in vain"
        assert round.step is not None
        ask = round.step.asks
        assert ask is not None, "players decide when they are asked"
        box = round.boxes[waiting[0]]
        if box.player not in self._names:
            return None
        player = Actor(Post.PLAYER, box.player)
        if not box.examined and self._random.random() < _LOOK:
            if not any(
                other.examined and other.player == box.player for other in round.boxes.values()
            ):
                return c.Examine(box.number), player
        return self._answer(state, box, ask), player

    def _answer(self, state: TableState, box: BoxState, ask: Ask) -> c.AnyCommand:
        bet = raise_name(state, ask)
        if bet is None:
            return c.SetHand(box.number)
        if ask is Ask.STAY and not self._stays(state, box):
            return c.Fold(box.number)
        if ask is not Ask.STAY and self._random.random() < 0.5:
            return c.Check(box.number)
        return c.Raise(box.number, raise_size(state, box, bet))

    def _stays(self, state: TableState, box: BoxState) -> bool:
        """By the hand, if it has been looked at; blind as it comes."""
        seen = whole(box.cards) if box.examined else None
        if seen is None:
            return self._random.random() >= _FOLD
        return family_of(state.book).plays_on(seen)


class Verifier:
    """Verifies, or now and then declines, the claims of a link, and orders tables whose times are
    equal.
    """

    def __init__(self, link: str, seed: int, *, declines: float = 0.1) -> None:
        self.link = link
        self._random = Random(f"{link}/{seed}")
        self._declines = declines
        self._asked = 0
        self._seed = seed

    def request(self, state: LinkState, shelf: Shelf) -> Request | None:
        """The next thing to ask for; nothing if no claim is pending."""
        command = self._next(state, shelf)
        if command is None:
            return None
        self._asked += 1
        request_id = f"{self.link}/{self._seed}/{self._asked}"
        actor = (
            SHIFT_MANAGER
            if isinstance(command, OrderClaims)
            else _who(state.claims[command.claim], command)
        )
        return Request(request_id, link_stream(self.link), command, actor)

    def _next(
        self, state: LinkState, shelf: Shelf
    ) -> VerifyClaim | DeclineClaim | OrderClaims | None:
        for claim in state.waiting_claims:
            if claim.standing is ClaimStanding.OPEN:
                if self._random.random() < self._declines:
                    return DeclineClaim(claim.id, "The cards did not match the shoe's record.")
                return VerifyClaim(claim.id)
        if needs_the_house(state, shelf):
            tables = sorted({claim.table for claim in state.waiting_claims})
            return OrderClaims(tuple(tables), "The hands were completed at the same moment.")
        return None


def _who(claim: ClaimState, command: VerifyClaim | DeclineClaim) -> Actor:
    """The supervisor judges a claim first, and the shift manager second."""
    agree = claim.verified_by if isinstance(command, VerifyClaim) else claim.declined_by
    return SHIFT_MANAGER if any(person.name == SUPERVISOR.name for person in agree) else SUPERVISOR
