"""A house with dishonest people in it: they send whatever their posts let them send, in any order,
approve, verify and rule wherever they are let, and edit the database file between. Everybody else
plays on as honest robots do, and approves nothing.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.audit.report import AuditReport
from pitboss.audit.run import audit
from pitboss.casino.app import Casino
from pitboss.casino.approvals import APPROVALS_STREAM, ApprovalGiven, DropApproval, How
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.requests import Answer, BadRequest, NothingWaits, PeopleRequest, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.demo.house import settings
from pitboss.demo.robot import DEALER, SHIFT_MANAGER, SUPERVISOR, Robot
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as le
from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.journal.keys import create_key
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.kernel.cards import DECK
from pitboss.kernel.money import Cents
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.controls_record import put_controls_on_record
from pitboss.people import commands as pc
from pitboss.people.appointments import HouseRules
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
A_DAY_MS = 24 * 3_600_000
CONTROLS = Controls(
    verifiers=2,
    approvals=ApprovalPolicy(payout_above=Cents(100_00)),
    people=HouseRules(appointments=True, account_age_ms=A_DAY_MS),
)
PARAMETERS = LinkParameters(Cents(100_000_00), 1_500, verifiers=2)
BOOKS = ("rws-multilink-stud-3", "rws-casino-stud-6", "rws-multilink-holdem-2")
STAFF = {DEALER: Role.DEALER, SUPERVISOR: Role.PIT_SUPERVISOR, SHIFT_MANAGER: Role.SHIFT_MANAGER}
POSTS = {post: Role(post.name.lower().replace("_", "-")) for post in Post}
_FACTS = ("count", "dealers_card", "revealed", "size", "seen")
_DECISIONS = ("void-round", "continue", "invalidate-hand", "return-progressive", "decline", None)


class Clock:
    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        self.now_ms += 500
        return self.now_ms


class Insider:
    """Dishonest persons, one of each of the ``roles``, in a house whose controls are on record as
    they should be; ``controls`` are those that are really applied. With a ``folder`` the journal is
    a file there.
    """

    def __init__(
        self,
        post: Post | None,
        seed: int,
        controls: Controls = CONTROLS,
        *,
        roles: Sequence[Role] = (),
        folder: Path | None = None,
    ) -> None:
        self.roles = tuple(roles) if post is None else (POSTS[post],)
        self.random = Random(f"{'+'.join(self.roles)}/{seed}")
        self.clock = Clock()
        self.controls = controls
        self.vault_key = None if folder is None else bytes(32)
        self.path = None if folder is None else folder / "pitboss.db"
        self.journal: Journal = self._open()
        put_controls_on_record(self.journal, CONTROLS, self.clock)
        self.names = {role: f"mallory-{role}" for role in self.roles}
        self.who = Actor(self.roles[0].post or Post.PLAYER, self.names[self.roles[0]])
        self.sent = 0
        self.deeds: list[str] = []
        self.refused: dict[str, int] = {}
        self.casino = self._casino()
        self._hire()
        self.robots: list[Robot] = []
        for number, book in enumerate(BOOKS):
            opening = settings(SHELF, book, "entered")
            fields = {one: getattr(opening, one) for one in tc.OpenTable.__struct_fields__}
            opening = tc.OpenTable(**fields | {"link": LINK})
            name = f"T{number}"
            self._done(Request(name, table_stream(name), opening, SHIFT_MANAGER))
            self.robots.append(Robot(name, seed, names=PLAYERS, flushes=0.3))
        self.keeper: Checkpointer | None = None
        if self.path is not None:
            self.key = create_key(self.path.with_suffix(".key"))
            self.keeper = self.new_keeper()

    def _open(self) -> Journal:
        return MemoryJournal() if self.path is None else SqliteJournal(self.path, synchronous="OFF")

    def _casino(self) -> Casino:
        return Casino(
            self.journal,
            shelf=SHELF,
            controls=self.controls,
            clock_ms=self.clock,
            key=self.vault_key,
        )

    def new_keeper(self) -> Checkpointer:
        """What signs the journal while the server runs, and copies that elsewhere."""
        assert self.path is not None
        return Checkpointer(
            self.journal,
            self.key,
            every_events=60,
            every_s=86_400,
            copy=self.path.with_suffix(".jsonl"),
            clock_ms=self.clock,
            acknowledged=self.casino.acknowledged,
        )

    def _done(self, request: Request) -> Answer:
        answer = self.casino.carry_out(request)
        assert answer.refusal is None, answer.refusal
        return answer

    def _hire(self) -> None:
        """Everybody has an account for longer than a day; two shift managers open the link."""
        people = dict.fromkeys(PLAYERS, Role.PLAYER)
        people |= {actor.name: role for actor, role in STAFF.items()}
        people |= {name: role for role, name in self.names.items()}
        people |= {"second": Role.SHIFT_MANAGER, "root": Role.ADMINISTRATOR, "max": Role.PLAYER}
        administrator = pc.SetUp("root", "a hash")
        self._done(PeopleRequest(id="people/root", command=administrator))
        for name, role in people.items():
            if name != "root":
                command = pc.Appoint(name, role, "a hash", "A new house.", "root", "here")
                self._done(PeopleRequest(id=f"people/{name}", command=command))
        self.clock.now_ms += 2 * A_DAY_MS
        opening = lc.OpenLink("RWS", replace(PARAMETERS, verifiers=self.controls.verifiers))
        answer = self.casino.carry_out(Request("link", link_stream(LINK), opening, SHIFT_MANAGER))
        if answer.refusal is not None:
            assert answer.refusal.asked is not None, answer.refusal
            second = Actor(Post.SHIFT_MANAGER, "second")
            answer = self.casino.approve(answer.refusal.asked.digest, second, How.SESSION)
            assert answer.refusal is None, answer.refusal

    def run(self, steps: int) -> None:
        for _ in range(steps):
            if self.random.random() < 0.55:
                self.honest()
            else:
                self.dishonest()
            if self.keeper is not None and self.random.random() < 0.3:
                self.keeper.step()

    def honest(self) -> None:
        robot = self.random.choice(self.robots)
        state = self.casino.table(robot.table)
        assert state is not None
        request = robot.request(state)
        if request is not None:
            self._look(self.casino.carry_out(request), request.actor.name)

    def dishonest(self) -> None:
        role = self.random.choice(self.roles)
        if role.post is None:
            self._as_administrator(self.names[role])
            return
        self.who = Actor(role.post, self.names[role])
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

    def _as_administrator(self, name: str) -> None:
        """He makes people up, gives them posts and passwords, and approves what he can."""
        random, people = self.random, self.casino.people()
        role, other = random.choice(list(Role)), random.choice(list(people.persons))
        digest = random.choice([*people.deeds, "none"])
        commands: tuple[pc.AnyPeopleCommand, ...] = (
            pc.AddPerson(f"puppet-{self.sent}", role, "a hash"),
            pc.ChangeRole(other, role),
            pc.ResetPassword(other, "a hash"),
            pc.DisablePerson(other),
            pc.EnablePerson(other),
            pc.ApproveDeed(digest),
        )
        self.sent += 1
        command = random.choice(commands)
        staff = {actor.name for actor in STAFF} | {*PLAYERS, "root", *self.names.values()}
        if getattr(command, "name", "") in staff:
            # Who plays the honest part goes on doing so.
            return
        request = PeopleRequest(id=f"mallory/{self.sent}", command=command, by=name)
        answer = self.casino.carry_out(request)
        high = (Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.ADMINISTRATOR)
        for stored in answer.events:
            if getattr(stored.event, "role", None) in high:
                self.deeds.append(f"{name} gives {stored.event.name} a high post by himself")  # type: ignore[union-attr]

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
        box, name = random.randint(1, 4), random.choice((*PLAYERS, self.who.name, "Nobody", "x"))
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
            tc.PlaceBet(box, state.book.wagers.__struct_fields__[0], Cents(25_00), name),
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
            if len(names) < 2:
                self.deeds.append(f"{award.claim} is paid on the word of {sorted(names)}")

    def audited(self) -> AuditReport:
        return audit(self.journal)

    def close(self) -> None:
        self.casino.close()
