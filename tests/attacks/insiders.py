"""A house with one dishonest person in it: he sends whatever his post lets him send, in any order,
and approves, verifies and rules wherever he is let. Everybody else plays on as honest robots do,
and approves nothing.
"""

from random import Random
from typing import Any

from pitboss.audit.report import AuditReport
from pitboss.audit.run import audit
from pitboss.casino.app import Casino
from pitboss.casino.approvals import APPROVALS_STREAM, ApprovalGiven, DropApproval, How
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.requests import SYSTEM, Answer, BadRequest, NothingWaits, PeopleRequest, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo.house import open_link, settings
from pitboss.demo.robot import Robot
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as le
from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.journal.memory import MemoryJournal
from pitboss.kernel.cards import DECK
from pitboss.kernel.money import Cents
from pitboss.operations.controls_record import put_controls_on_record
from pitboss.people.commands import AddPerson
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as tc
from pitboss.table import events as te
from pitboss.table.state import TableState

SHELF = Shelf()
LINK = "Millions"
PLAYERS = ("ann", "bob", "cho")
CONTROLS = Controls(verifiers=2, approvals=ApprovalPolicy(payout_above=Cents(100_00)))
PARAMETERS = LinkParameters(Cents(100_000_00), 1_500, verifiers=2)
BOOKS = ("rws-multilink-stud-3", "rws-casino-stud-6", "rws-multilink-holdem-2")
_FACTS = ("count", "dealers_card", "revealed", "size", "seen")
_DECISIONS = ("void-round", "continue", "invalidate-hand", "return-progressive", "decline", None)


class Clock:
    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        self.now_ms += 500
        return self.now_ms


class Insider:
    """One dishonest person in a house whose controls are on record as they should be;
    ``controls`` are those that are really applied.
    """

    def __init__(self, post: Post, seed: int, controls: Controls = CONTROLS) -> None:
        self.random = Random(f"{post.name}/{seed}")
        self.who = Actor(post, "mallory")
        self.clock = Clock()
        self.journal = MemoryJournal()
        put_controls_on_record(self.journal, CONTROLS, self.clock)
        self.casino = Casino(self.journal, shelf=SHELF, controls=controls, clock_ms=self.clock)
        for name in PLAYERS:
            person = AddPerson(name, Role.PLAYER)
            self.casino.carry_out(PeopleRequest(id=f"people/{name}", command=person))
        staff = Role.PLAYER if post is Post.PLAYER else Role.DEALER
        self.casino.carry_out(
            PeopleRequest(id="people/mallory", command=AddPerson("mallory", staff))
        )
        open_link(self.casino, "link", LINK, "RWS", PARAMETERS)
        self.robots: list[Robot] = []
        for number, book in enumerate(BOOKS):
            opening = tc.OpenTable(
                **{
                    field: getattr(settings(SHELF, book, "entered"), field)
                    for field in tc.OpenTable.__struct_fields__
                }
                | {"link": LINK}
            )
            name = f"T{number}"
            self.casino.carry_out(Request(name, table_stream(name), opening, SYSTEM))
            self.robots.append(Robot(name, seed, names=PLAYERS, flushes=0.3))
        self.sent = 0
        self.deeds: list[str] = []
        self.refused: dict[str, int] = {}

    def run(self, steps: int) -> None:
        for _ in range(steps):
            if self.random.random() < 0.55:
                self._honest()
            else:
                self._dishonest()

    def _honest(self) -> None:
        robot = self.random.choice(self.robots)
        state = self.casino.table(robot.table)
        assert state is not None
        request = robot.request(state)
        if request is not None:
            self._look(self.casino.carry_out(request), request.actor.name)

    def _dishonest(self) -> None:
        waiting = list(self.casino.approvals().waiting)
        if waiting and self.random.random() < 0.3:
            digest = self.random.choice(waiting)
            if self.random.random() < 0.1:
                self._send(APPROVALS_STREAM, DropApproval(digest))
                return
            try:
                answer = self.casino.approve(digest, self.who, self.random.choice(list(How)))
            except NothingWaits:
                return
            self._look(answer, self.who.name)
            return
        if self.random.random() < 0.3:
            self._send(link_stream(self.random.choice((LINK, "New"))), self._on_link())
        else:
            robot = self.random.choice(self.robots)
            state = self.casino.table(robot.table)
            assert state is not None
            self._send(table_stream(robot.table), self._at_table(state))

    def _send(self, target: str, command: Any) -> None:
        self.sent += 1
        try:
            answer = self.casino.carry_out(
                Request(f"mallory:{self.sent}", target, command, self.who)
            )
        except BadRequest:
            return
        self._look(answer, self.who.name)

    # ── what he may send ──────────────────────────────────────────────────────────────────────────

    def _on_link(self) -> lc.AnyLinkCommand:
        random, link = self.random, self.casino.link(LINK)
        assert link is not None
        claims = [claim.id for claim in link.waiting_claims] or ["T0-1/1"]
        claim = random.choice(claims)
        proposal, correction = link.proposal, link.correction
        amount = Cents(random.randint(-5_000_00, 5_000_00) or 1)
        commands: tuple[lc.AnyLinkCommand, ...] = (
            lc.VerifyClaim(claim),
            lc.VerifyClaim(claim),
            lc.DeclineClaim(claim, "I say so."),
            lc.OpenLink("RWS", PARAMETERS),
            lc.ProposeParameters(PARAMETERS),
            lc.ApproveParameters("" if proposal is None else proposal.digest),
            lc.ProposeCorrection(amount, Reason.MISSED_ENTRY, "I say so."),
            lc.ApproveCorrection("" if correction is None else correction.digest),
            lc.WithdrawProposal(),
        )
        return random.choice(commands)

    def _at_table(self, state: TableState) -> tc.AnyCommand:
        random, round = self.random, state.round
        box, name = random.randint(1, 4), random.choice((*PLAYERS, "mallory", "Nobody", "x"))
        bet = random.choice(state.book.wagers.__struct_fields__)
        amount = Cents(random.choice((5_00, 25_00, 100_00, 1_000_00, 5_000_00)))
        cards = tuple(random.sample(DECK, random.choice((1, 2, 3, 5))))
        facts = {fact: random.choice((True, False, 1, 2, "more", "less")) for fact in _FACTS}
        digest = None if round is None else round.digest
        commands: tuple[tc.AnyCommand, ...] = (
            tc.Report(
                incident=random.choice(list(Incident)).value,
                facts={fact: facts[fact] for fact in random.sample(_FACTS, 2)},
                box=random.choice((box, None)),
                bet=random.choice((bet, None)),
                amount=random.choice((amount, None)),
            ),
            tc.Report(incident="foreign-card"),
            tc.Report(incident="over-maximum-bet", box=box, bet="ante", amount=Cents(5_000_00)),
            tc.Report(incident="wrong-raise", box=box, bet="bet", amount=amount, facts={}),
            tc.Confirm(decision=random.choice(_DECISIONS), approves=digest or ""),  # type: ignore[arg-type]
            tc.PlaceBet(box, bet, amount, random.choice((name, None))),
            tc.WithdrawBet(box, bet, name),
            tc.Raise(box, amount, name),
            tc.Fold(box, name),
            tc.Deal(cards),
            tc.Deal(),
            tc.DeclineToShow(box, name),
            tc.EstablishHand(box, (bet,)),
            tc.Settle(),
            tc.Conclude(),
            tc.OpenBetting(),
            tc.CloseBetting(True),
            tc.CloseOptions(),
        )
        return random.choice(commands)

    # ── what must not happen ──────────────────────────────────────────────────────────────────────

    def _look(self, answer: Answer, by: str) -> None:
        """Notes what has happened without a second person."""
        if answer.refusal is not None:
            self.refused[answer.refusal.code] = self.refused.get(answer.refusal.code, 0) + 1
            return
        events = [stored.event for stored in answer.events]
        approvals = [event for event in events if isinstance(event, ApprovalGiven)]
        for given in approvals:
            if given.by.name == given.asked_by.name:
                self.deeds.append(f"{given.by.name} approves what he asked for")
        for event in events:
            if isinstance(event, le.LinkOpened) and not approvals:
                self.deeds.append(f"{by} opens a link")
            if isinstance(event, le.AwardPaid):
                self._look_at_award(event)
        alone = any(isinstance(event, te.IncidentReported) for event in events) and not approvals
        if alone and any(
            isinstance(event, te.RoundVoided | te.HandInvalidated) for event in events
        ):
            self.deeds.append(f"{by} voids by himself")

    def _look_at_award(self, event: le.AwardPaid) -> None:
        link = self.casino.link(LINK)
        assert link is not None
        for award in event.awards:
            names = {actor.name for actor in link.claims[award.claim].verified_by}
            if len(names - {self.who.name}) < 1 or len(names) < 2:
                self.deeds.append(f"{award.claim} is paid on the word of {sorted(names)}")

    def audited(self) -> AuditReport:
        return audit(self.journal)
