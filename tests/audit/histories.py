"""Random histories of a floor with two links, with everything in them that a journal can hold."""

from random import Random
from typing import Any, Literal

from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.requests import SYSTEM, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo.robot import Robot, Verifier
from pitboss.jackpot import commands as lc
from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.jackpot.state import LinkState
from pitboss.journal.port import Journal
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table.looks import players_have_seen
from pitboss.table.state import TableState

BOOKS = (
    "rws-multilink-stud-3",
    "rws-casino-stud-6",
    "rws-multilink-holdem-2",
    "mbs-megalink-stud-6",
    "mbs-megalink-bullseye-4",
)
LINKS = ("RWS", "MBS")

MANAGERS = (Actor(Post.SHIFT_MANAGER, "ann"), Actor(Post.SHIFT_MANAGER, "bob"))
SUPERVISOR = Actor(Post.PIT_SUPERVISOR, "sue")
DEALER = Actor(Post.DEALER, "dan")
_DECISIONS: tuple[Literal["bar-player", "invalidate-hand", "return-progressive"], ...] = (
    "bar-player",
    "invalidate-hand",
    "return-progressive",
)


def settings(book: str, link: str | None, cards: c.CardSource) -> c.OpenTable:
    """A table of a rulebook with its largest layout."""
    found = Shelf().get(book)
    layout = next(iter(found.layouts))
    opening = found.wagers.__struct_fields__[0]
    return c.OpenTable(
        rulebook=book,
        layout=layout,
        boxes=found.layouts[layout].boxes[1],
        dealing=next(iter(found.dealing)),
        cards=cards,
        limits={opening: c.LimitSetting(Cents(10_00), Cents(1_000_00))},
        progressive_bet=None if link is None else Cents(5_00),
        link=link,
    )


class History:
    """A floor on which things happen; the same seed, the same things."""

    def __init__(
        self,
        journal: Journal,
        seed: int,
        tables: int = 7,
        wild: float = 0.2,
        key: bytes | None = None,
    ) -> None:
        self.random = Random(seed)
        self.wild = wild
        self.now_ms = 1_800_000_000_000
        self.casino = Casino(
            journal, clock_ms=self._clock_ms, secret=lambda: self.random.randbytes(32), key=key
        )
        self.asked = 0
        for link in LINKS:
            parameters = LinkParameters(
                Cents(10_000_00),
                125,
                self.random.choice((0, 50)),
                Cents(10_000_50),
                self.random.choice((1, 2)),
            )
            self.ask(link_stream(link), lc.OpenLink(link, parameters), SYSTEM)
        self.robots: dict[str, Robot] = {}
        for number in range(tables):
            book = BOOKS[number % len(BOOKS)]
            shared = None if number % 7 == 6 else book[:3].upper()
            name = f"T{number}"
            self.ask(
                table_stream(name),
                settings(book, shared, "virtual" if number % 3 == 2 else "entered"),
                SYSTEM,
            )
            self.robots[name] = Robot(name, seed, flushes=0.6, trouble=0.1)
        self.verifiers = {link: Verifier(link, seed) for link in LINKS}

    def _clock_ms(self) -> int:
        # Some commands come in the same millisecond, so that hands at two tables are completed at
        # once.
        self.now_ms += self.random.choice((0, 0, 0, 1))
        return self.now_ms

    def ask(self, target: str, command: Any, actor: Actor) -> bool:
        """Asks for something, and says whether it was done."""
        self.asked += 1
        return (
            self.casino.carry_out(Request(f"h/{self.asked}", target, command, actor)).refusal
            is None
        )

    def agree(self) -> "History":
        """Two managers change what both links run by, before anything has come in: later that is
        rare.
        """
        first, second = MANAGERS
        for link in LINKS:
            state = self.casino.link(link)
            assert state is not None
            proposed = replace(state.parameters, rate_bp=150)
            correction = lc.ProposeCorrection(Cents(-700), Reason.WRONG_AMOUNT, "a note")
            for command, actor in (
                (lc.ProposeParameters(proposed), first),
                (lc.ApproveParameters(), second),
                (correction, second),
                (lc.ApproveCorrection(), first),
            ):
                assert self.ask(link_stream(link), command, actor), command
        return self

    def play(self, steps: int) -> "History":
        """So many things happen."""
        for _ in range(steps):
            name = self.random.choice(list(self.robots))
            state = self.casino.table(name)
            assert state is not None
            if self.random.random() < self.wild:
                pointed = self._pointed(state) if self.random.random() < 0.5 else None
                self.ask(table_stream(name), *(pointed or self._mischief(state)))
            elif (request := self.robots[name].request(state)) is not None:
                self.casino.carry_out(request)
            if self.random.random() < 0.15:
                self._at_link(self.random.choice(LINKS))
        return self

    def _at_link(self, link: str) -> None:
        state = self.casino.link(link)
        assert state is not None
        if self.random.random() < 0.6:
            request = self.verifiers[link].request(state, self.casino.shelf)
            if request is not None:
                self.casino.carry_out(request)
        elif self.random.random() < 0.4:
            self.casino.enter_contributions(link)
        else:
            command, actor = self._link_mischief(state)
            self.ask(link_stream(link), command, actor)

    def _link_mischief(self, state: LinkState) -> tuple[lc.AnyLinkCommand, Actor]:
        random = self.random
        actor = random.choice((*MANAGERS, *MANAGERS, SUPERVISOR, DEALER))
        if state.down and random.random() < 0.5:
            return lc.RestoreLink(), MANAGERS[0]
        parameters = LinkParameters(
            Cents(random.choice((9_000_00, 10_000_00, 11_000_00))),
            random.choice((100, 125)),
            random.choice((0, 50, 75)),
            random.choice((None, Cents(11_000_10))),
            random.choice((1, 2)),
        )
        claims = list(state.claims) or ["none"]
        choices: list[lc.AnyLinkCommand] = [
            lc.ProposeParameters(parameters),
            lc.ApproveParameters(),
            lc.ApproveParameters(),
            lc.ProposeCorrection(Cents(random.choice((-500, 700))), Reason.WRONG_AMOUNT, "a note"),
            lc.ApproveCorrection(),
            lc.ApproveCorrection(),
            lc.VerifyClaim(random.choice(claims)),
            lc.DeclineClaim(random.choice(claims), "no reason"),
            lc.ShowNotice("a notice"),
            lc.ClearNotice(),
            lc.OrderClaims(tuple({claim.table for claim in state.waiting_claims}), "as seen"),
        ]
        if random.random() < 0.1:
            choices = [lc.FailLink("no power"), lc.WithdrawProposal()]
        return random.choice(choices), actor

    def _pointed(self, state: TableState) -> tuple[c.AnyCommand, Actor] | None:
        """What is likely to be taken in the phase of the round, and is rare by chance."""
        random, round = self.random, state.round
        if round is None or not round.boxes:
            return None
        box = random.choice(list(round.boxes.values()))
        player = Actor(Post.PLAYER, box.player)
        if not round.closed:
            seed = c.GiveSeed(f"seed {random.random()}"), player
            beside = (
                c.PlaceBet(box.number, next(iter(box.bets)), Cents(11_11)),
                Actor(Post.PLAYER, "zoe"),
            )
            return random.choice(
                (seed, beside, (c.WithdrawBet(box.number, random.choice(list(box.bets))), player))
            )
        facts: dict[str, bool | int | str] = {
            "count": 2,
            "whole_hands_can_move": True,
            "can_reconstruct": False,
        }
        if players_have_seen(state, round) is None:
            facts["players_have_seen"] = False
        several = list(round.boxes)[:2]
        moves = ((several[0], several[-1]), (several[-1], several[0])) if len(several) == 2 else ()
        opening = next(iter(box.bets))
        reports = [
            c.Report(
                incident="over-maximum-bet", box=box.number, bet=opening, amount=Cents(1_500_00)
            ),
            c.Report(incident="under-minimum-bet", box=box.number, bet=opening, amount=Cents(5_55)),
            c.Report(incident="player-absent", box=box.number),
            c.Report(incident="progressive-system-down", facts=facts),
        ]
        if state.settings.cards != "virtual":
            # The system makes no mistakes when it deals.
            reports += [
                c.Report(incident="misdeal", facts=facts, moves=moves),
                c.Report(incident="other-dealing-error", facts=facts, box=box.number),
            ]
        if round.revealed:
            reports = [
                c.Report(incident="foreign-card"),
                c.Report(incident="hand-not-confidential", box=box.number),
                c.Report(incident="progressive-system-down", facts=facts),
            ]
            if not round.claimed and random.random() < 0.3:
                return c.DeclineToShow(box.number), player
        return random.choice(reports), MANAGERS[0]

    def _mischief(self, state: TableState) -> tuple[c.AnyCommand, Actor]:
        random = self.random
        box = random.randint(1, 4)
        bets = state.book.wagers.__struct_fields__
        bet = random.choice(bets)
        player = Actor(Post.PLAYER, f"{state.id}-player-{random.randint(1, 4)}")
        amount = Cents(random.choice((3_33, 5_00, 7_77, 20_00, 2_000_00)))
        # Reports are given the facts that an incident may be asked for.
        facts: dict[str, bool | int | str] = {
            "count": random.randint(1, 3),
            "players_have_seen": random.random() < 0.5,
            "whole_hands_can_move": random.random() < 0.5,
            "can_reconstruct": random.random() < 0.5,
            "noticed": "this-round",
        }
        moves = ((1, 2), (2, 1)) if random.random() < 0.3 else ()
        report = c.Report(
            incident=random.choice(list(Incident)).value,
            facts=facts,
            box=box,
            bet=random.choice((bet, None)),
            amount=amount,
            moves=moves,
        )
        choices: list[tuple[c.AnyCommand, Actor]] = [
            (report, random.choice((DEALER, MANAGERS[0]))),
            (c.PlaceBet(box, bet, amount), player),
            (c.PlaceBet(box, bets[0], amount), player),
            (c.WithdrawBet(box, bet), player),
            (c.GiveSeed(f"seed {random.random()}"), player),
            (c.SetHand(box), player),
            (c.Fold(box), player),
            (c.Examine(box), player),
            (c.EstablishHand(box, (bet,)), SUPERVISOR),
            (c.Settle(), DEALER),
            (c.Conclude(), DEALER),
            (c.CloseOptions(), DEALER),
        ]
        if random.random() < 0.2:
            choices = [
                (c.Confirm(decision=random.choice(_DECISIONS)), MANAGERS[0]),
                (c.CloseTable(), SUPERVISOR),
                (c.RestoreProgressive(), MANAGERS[1]),
                (c.ChooseOperation("close-table"), MANAGERS[1]),
            ]
        return random.choice(choices)
