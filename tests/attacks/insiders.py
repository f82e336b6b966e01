"""A house with dishonest people in it: they send whatever their posts let them send, in any order,
approve, verify and rule wherever they are let, at a desk or at a console where nobody is signed in,
and edit the database file between. An administrator makes up people and programs and acts as them.
Everybody else plays on as honest robots do, and approves nothing.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.audit.report import AuditReport
from pitboss.audit.run import audit
from pitboss.casino.app import Casino
from pitboss.casino.approvals import (
    APPROVALS_STREAM,
    ApprovalGiven,
    ApprovalKind,
    DropApproval,
    FirstApproval,
    How,
)
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.requests import (
    SYSTEM,
    Answer,
    BadRequest,
    NothingWaits,
    PeopleRequest,
    Request,
)
from pitboss.casino.stream_ids import link_stream, table_of, table_stream
from pitboss.demo.house import settings
from pitboss.demo.robot import DEALER, SHIFT_MANAGER, SUPERVISOR, Robot
from pitboss.games.family import family_of
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as le
from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.jackpot.state import ClaimState
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
from pitboss.people.scopes import PERSONS_ONLY, PROGRAM_ROLES, Scope, is_program
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.effects import Effect, Option
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as tc
from pitboss.table import events as te
from pitboss.table.actors import ACTS
from pitboss.table.command_json import TABLE_COMMANDS
from pitboss.table.corrections.events import EntryTakenBack, MoneyDecided, RoundCorrected
from pitboss.table.shuffle.deck import SECRET_BYTES
from pitboss.table.state import Phase, TableState
from tests.support import RULEBOOKS

SHELF = Shelf()
LINK = "Millions"
LINKS = {"RWS": LINK, "MBS": "Mega"}
PLAYERS = ("ann", "bob", "cho")
A_DAY_MS = 24 * 3_600_000
CONTROLS = Controls(
    verifiers=2,
    approvals=ApprovalPolicy(payout_above=Cents(100_00)),
    people=HouseRules(appointments=True, account_age_ms=A_DAY_MS),
)
PARAMETERS = LinkParameters(Cents(100_000_00), 1_500, verifiers=2)
RWS_TABLES = tuple(
    (book, "entered", "shoe")
    for book in ("rws-multilink-stud-3", "rws-casino-stud-6", "rws-multilink-holdem-2")
)
STAFF = {DEALER: Role.DEALER, SUPERVISOR: Role.PIT_SUPERVISOR, SHIFT_MANAGER: Role.SHIFT_MANAGER}
POSTS = {post: Role(post.name.lower().replace("_", "-")) for post in Post}
SOURCES: tuple[tc.CardSource, ...] = ("entered", "shown", "virtual")
TABLES_IN_A_HOUSE = 3
_FACTS = ("count", "dealers_card", "revealed", "size", "seen")
_OPTIONS = ("withdraw", "stay", *(option.value for option in Option))
_DECISIONS = ("void-round", "continue", "invalidate-hand", "return-progressive", "decline", None)


Tables = Sequence[tuple[str, str, str]]
"""Rulebook, source of cards and way of dealing of each table."""


def tables_of(nth: int) -> Tables:
    """The tables of the nth house: five houses one after another have every rulebook with every
    source of cards, twenty of them every way of dealing besides.
    """
    pairs = list(product(RULEBOOKS, SOURCES))
    found = []
    for at in range(nth * TABLES_IN_A_HOUSE, (nth + 1) * TABLES_IN_A_HOUSE):
        turn, which = divmod(at, len(pairs))
        book, source = pairs[which]
        ways = tuple(SHELF.get(book).dealing)
        found.append((book, source, ways[turn % len(ways)]))
    return found


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
        tables: Tables = RWS_TABLES,
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
        self.owners: dict[str, str | None] = {}
        self.first: dict[str, str] = {}
        self.reporters: dict[str, str] = {}
        self.rulers: dict[str, str] = {}
        self.acted: dict[str, set[str]] = {}
        self.voided: dict[str, bool] = {}
        self.rounds: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self.refused: dict[str, int] = {}
        self.casino = self._casino()
        self._hire()
        self.robots: list[Robot] = []
        for number, (book, cards, dealing) in enumerate(tables):
            opening = settings(SHELF, book, cards)  # type: ignore[arg-type]
            fields = {one: getattr(opening, one) for one in tc.OpenTable.__struct_fields__}
            link = LINKS[SHELF.get(book).operator]
            opening = tc.OpenTable(**fields | {"link": link, "dealing": dealing})
            name = f"T{number}"
            self._done(Request(name, table_stream(name), opening, SHIFT_MANAGER))
            self.robots.append(Robot(name, seed, names=PLAYERS, flushes=0.3))
            console = pc.AddDevice(f"d{number}", f"t{number}", Role.DEALER, f"Console {name}", name)
            self._done(PeopleRequest(id=f"console/{name}", command=console, by="root"))
            self.owners[f"Console {name}"] = None
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
            secret=lambda: self.random.randbytes(SECRET_BYTES),
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
        for operator, link in LINKS.items():
            opening = lc.OpenLink(operator, replace(PARAMETERS, verifiers=self.controls.verifiers))
            answer = self.casino.carry_out(Request(link, link_stream(link), opening, SHIFT_MANAGER))
            if answer.refusal is not None:
                assert answer.refusal.asked is not None, answer.refusal
                second = Actor(Post.SHIFT_MANAGER, "second")
                answer = self.casino.approve(answer.refusal.asked.digest, second, How.SESSION)
                assert answer.refusal is None, answer.refusal

    def run(self, steps: int, honest: float = 0.55) -> None:
        """``honest`` is which part of the steps is everybody else's."""
        for _ in range(steps):
            if self.random.random() < honest:
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
        name, post = self.names[role], role.post
        if post is None:
            made = self._made_up(name)
            if not made or self.random.random() < 0.5:
                self._as_administrator(name)
                return
            self.who = self.random.choice(made)
        else:
            self.who = Actor(post, name)
        # The service lets a program give commands at tables, and do nothing else.
        program = is_program(self.who.name)
        waiting = [] if program else list(self.casino.approvals().waiting)
        if waiting and self.random.random() < 0.3:
            digest = self.random.choice(waiting)
            if self.random.random() < 0.1:
                self._send(APPROVALS_STREAM, DropApproval(digest))
                return
            try:
                answer = self.casino.approve(
                    digest, self.who, self.random.choice((How.PIN, How.PASSKEY, How.SESSION))
                )
            except NothingWaits:
                return
            self._look(answer, self.who.name)
            return
        if not program and self.random.random() < 0.3:
            link = self.random.choice((*LINKS.values(), "New"))
            self._send(link_stream(link), self._on_link(link))
        else:
            robot = self.random.choice(self.robots)
            state = self.casino.table(robot.table)
            assert state is not None
            command = self._at_table(state)
            if self.who.post > Post.PLAYER and self.random.random() < 0.15:
                # He stands at the console, and nobody sees who does.
                self.who = Actor(Post.DEALER, f"Console {robot.table}")
            self._send(table_stream(robot.table), command)

    def _made_up(self, owner: str) -> list[Actor]:
        """Those whom an administrator has made up: people whose passwords he knows, and programs
        whose tokens he has.
        """
        people = self.casino.people()
        puppets = [
            Actor(person.role.post, person.name)
            for person in people.persons.values()
            if self.owners.get(person.name) == owner
            if person.enabled and person.role.post is not None
        ]
        programs = [
            Actor(one.role.post, f"program/{one.name}")
            for one in people.programs.values()
            if not one.revoked and one.role.post is not None
            if self.owners.get(f"program/{one.name}") == owner
        ]
        return puppets + programs

    def _send(self, target: str, command: Any) -> None:
        self.sent += 1
        link = self.casino.link(target.removeprefix(link_stream("")))
        claims = link.waiting_claims if link and isinstance(command, lc.OrderClaims) else ()
        try:
            answer = self.casino.carry_out(
                Request(f"mallory:{self.sent}", target, command, self.who)
            )
        except BadRequest:
            return
        self._look(answer, self.who.name)
        if claims and answer.refusal is None and _turns_around(command.tables, claims):
            self.deeds.append(f"{self.who.name} turns the order of claims around by himself")

    # ── what he may send ──────────────────────────────────────────────────────────────────────────

    def _as_administrator(self, name: str) -> None:
        """He makes people up, gives them posts and passwords, and approves what he can."""
        random, people = self.random, self.casino.people()
        role, other = random.choice(list(Role)), random.choice(list(people.persons))
        digest = random.choice([*people.deeds, "none"])
        commands: tuple[pc.AnyPeopleCommand, ...] = (
            pc.AddPerson(f"puppet-{self.sent}", role, "a hash"),
            pc.ChangeRole(other, role),
            pc.InvitePerson(other, "a link"),
            pc.DisablePerson(other),
            pc.EnablePerson(other),
            pc.ApproveDeed(digest),
            pc.AddProgram(
                program=f"p{self.sent}",
                token=f"program {self.sent}",
                name=f"till-{self.sent}",
                role=random.choice(PROGRAM_ROLES),
                scope=Scope(commands=tuple(sorted(set(TABLE_COMMANDS) - PERSONS_ONLY))),
                until_ms=self.clock.now_ms + A_DAY_MS,
            ),
            pc.RevokeProgram(random.choice([*people.programs, "none"])),
            pc.SetPin("a hash"),
        )
        self.sent += 1
        command = random.choice(commands)
        staff = {actor.name for actor in STAFF} | {*PLAYERS, "root", *self.names.values()}
        if getattr(command, "name", "") in staff:
            # Who plays the honest part goes on doing so.
            return
        request = PeopleRequest(id=f"mallory/{self.sent}", command=command, by=name)
        answer = self.casino.carry_out(request)
        if answer.refusal is None:
            self._count(answer)
            if isinstance(command, pc.AddPerson | pc.AddProgram):
                prefix = "program/" if isinstance(command, pc.AddProgram) else ""
                self.owners[prefix + command.name] = name
        high = (Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.ADMINISTRATOR)
        for stored in answer.events:
            if getattr(stored.event, "role", None) in high:
                self.deeds.append(f"{name} gives {stored.event.name} a high post by himself")  # type: ignore[union-attr]

    def _on_link(self, name: str) -> lc.AnyLinkCommand:
        random, link = self.random, self.casino.link(name) or self.casino.link(LINK)
        assert link is not None
        claims = [claim.id for claim in link.waiting_claims] or ["T0-1/1"]
        claim = random.choice(claims)
        tables = list({claim.table: None for claim in link.waiting_claims} or {"T0": None})
        order = lc.OrderClaims(tuple(random.sample(tables, len(tables))), "I say so.")
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
            *[order] * len(tables),
        )
        return random.choice(commands)

    def _at_table(self, state: TableState) -> tc.AnyCommand:
        random, round = self.random, state.round
        chosen = self._chosen(state)
        if chosen and random.random() < 0.8:
            return random.choice(chosen)
        if round is not None and round.phase is Phase.VOID and random.random() < 0.5:
            return tc.TakeBack()
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
            tc.Report(incident="player-absent", box=box),
            *[
                tc.Report(
                    incident="cards-exposed",
                    box=box,
                    facts={"count": 1, "players_have_seen": False},
                )
            ]
            * 3,
            tc.Report(incident="over-maximum-bet", box=box, bet="ante", amount=Cents(5_000_00)),
            tc.Report(incident="wrong-raise", box=box, bet="bet", amount=amount, facts={}),
            tc.Confirm(decision=random.choice(_DECISIONS), approves=digest or ""),  # type: ignore[arg-type]
            tc.PlaceBet(box, bet, amount, random.choice((name, None))),
            tc.PlaceBet(box, state.book.wagers.__struct_fields__[0], Cents(25_00), name),
            *(
                tc.PlaceBet(free, state.book.wagers.__struct_fields__[0], Cents(25_00), name)
                for free in (4, state.settings.boxes)
            ),
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
            *random.sample(self._put_right(state, box, name, amount), 3),
        )
        return random.choice(commands)

    def _put_right(
        self, state: TableState, box: int, name: str, amount: Cents
    ) -> tuple[tc.AnyCommand, ...]:
        """Corrections of what others have entered, and money on account of what is over."""
        random, opening = self.random, state.book.wagers.__struct_fields__[0]
        entries = 1 if state.round is None else len(state.entries)
        entry, bet = random.randint(1, entries), tc.PlaceBet(box, opening, amount, name)
        hand = tuple(random.sample(DECK, family_of(state.book).hand_cards))
        over = f"{state.id}-{max(1, state.rounds - random.randint(0, 1))}"
        return (
            tc.TakeBack(),
            tc.Correct(entry=entry, reason="I say so."),
            tc.Correct(entry=entry, should_be=bet, reason="I say so."),
            tc.Correct(after=entry, should_be=bet, reason="I say so."),
            tc.AllowCorrection(state.asked_digest or ""),
            tc.DropCorrection(),
            tc.DecideMoney(round=over, amount=amount, payee=name, reason="I say so."),
            tc.ShowHand(cards=hand, box=box),
            tc.ChooseOption(box, random.choice(_OPTIONS), name),
        )

    def _chosen(self, state: TableState) -> list[tc.AnyCommand]:
        """What he says that players chose, where they have to."""
        round = state.round
        if round is None:
            return []
        return [
            tc.ChooseOption(box, option, round.boxes[box].player)
            for box, options in round.offered.items()
            for option in options
        ]

    # ── what must not happen ──────────────────────────────────────────────────────────────────────

    def _look(self, answer: Answer, by: str) -> None:
        """Notes what has happened without a second person."""
        first = (one.event for one in answer.events if isinstance(one.event, FirstApproval))
        self.first |= {one.digest: one.by.name for one in first}
        if answer.refusal is not None:
            self.refused[answer.refusal.code] = self.refused.get(answer.refusal.code, 0) + 1
            return
        self._count(answer)
        events = [stored.event for stored in answer.events]
        approvals = [event for event in events if isinstance(event, ApprovalGiven)]
        for given in approvals:
            self._look_at_approval(given)
        for stored in answer.events:
            event = stored.event
            self._look_at_word(answer, stored.stream, event, bool(approvals))
            if isinstance(event, le.LinkOpened) and not approvals:
                self.deeds.append(f"{by} opens a link")
            if isinstance(event, le.AwardPaid):
                self._look_at_award(event)
            self._look_at_correction(event, by)
        self._look_at_take_back(answer, by, bool(approvals))
        alone = any(isinstance(event, te.IncidentReported) for event in events) and not approvals
        corrected = any(isinstance(event, RoundCorrected) for event in events)
        if not alone or corrected:
            return
        if any(isinstance(event, te.RoundVoided | te.HandInvalidated) for event in events):
            self.deeds.append(f"{by} voids by himself")
        if _leaves_with_bets(events):
            self.deeds.append(f"{by} says by himself that somebody has left, whose bets go back")
        if _closed(answer, self.casino) and any(
            isinstance(event, te.BetCorrected | te.BetReturned) for event in events
        ):
            self.deeds.append(f"{by} changes a stake by himself")

    def _look_at_word(self, answer: Answer, stream: str, event: Any, approved: bool) -> None:
        """Who has reported something at a table, who has ruled on it, and who says what players
        chose then.
        """
        if isinstance(event, te.BettingOpened):
            self.rounds[stream] = event.round
        if type(event) in ACTS and event.by.post > Post.PLAYER:
            self.acted.setdefault(self.rounds[stream], set()).add(event.by.name)
        if isinstance(event, te.IncidentReported):
            self.reporters[stream] = event.by.name
            self.rulers.pop(stream, None)
        if isinstance(event, te.RulingConfirmed):
            self.rulers[stream] = event.by.name
            if not approved:
                self._look_at_ruling(answer, self.reporters.get(stream, ""), event.by.name)
        if isinstance(event, te.OptionChosen) and not approved:
            self._look_at_choice(stream, event, answer)

    def _count(self, answer: Answer) -> None:
        self.done.update(str(one.event.__struct_config__.tag) for one in answer.events)

    def _persons(self, *names: str) -> set[str]:
        """Who stands behind names: whoever made them up, and behind a console nobody."""
        return {who for name in names if (who := self.owners.get(name, name)) is not None} - {""}

    def _look_at_approval(self, given: ApprovalGiven) -> None:
        if given.by.name == given.asked_by.name:
            self.deeds.append(f"{given.by.name} approves what he asked for")
        names = given.by.name, given.asked_by.name, self.first.get(given.digest, "")
        two = given.kind in (ApprovalKind.VOID, ApprovalKind.STAKE, ApprovalKind.PAYOUT)
        if two and len(self._persons(*names)) < 2:
            self.deeds.append(f"{given.kind} is the deed of {names} alone")

    def _look_at_ruling(self, answer: Answer, reporter: str, by: str) -> None:
        """A ruling without an approval has two persons of its own where it takes bets away."""
        takes = (te.RoundVoided, te.HandInvalidated, te.BetCorrected, te.BetReturned)
        voids = any(isinstance(stored.event, takes[:2]) for stored in answer.events)
        stakes = any(isinstance(stored.event, takes) for stored in answer.events)
        if (voids or (stakes and _closed(answer, self.casino))) and (
            len(self._persons(reporter, by)) < 2 and reporter != SYSTEM.name
        ):
            self.deeds.append(f"{by} rules on what {reporter} has reported")

    def _look_at_choice(self, stream: str, event: te.OptionChosen, answer: Answer) -> None:
        """What staff say that a player chose has two persons where bets then go back; before the
        close anybody takes them back.
        """
        events = [one.event for one in answer.events]
        corrected = any(isinstance(one, RoundCorrected) for one in events)
        back = any(isinstance(one, te.HandInvalidated) for one in events) or (
            any(isinstance(one, te.BetReturned | te.BetWithdrawn) for one in events)
            and _closed(answer, self.casino)
        )
        if event.by.post is Post.PLAYER or corrected or not back:
            return
        before = self.reporters.get(stream, ""), self.rulers.get(stream, "")
        if len(self._persons(*before, event.by.name) - {SYSTEM.name}) < 2:
            self.deeds.append(f"{event.by.name} says by himself what a player chose")

    def _look_at_take_back(self, answer: Answer, by: str, approved: bool) -> None:
        """What was void by the last entry at a table is so until two persons take it back."""
        at_tables: dict[str, list[Any]] = {}
        for stored in answer.events:
            if table_of(stored.stream) is not None:
                at_tables.setdefault(stored.stream, []).append(stored.event)
        for stream, events in at_tables.items():
            back = isinstance(events[0], EntryTakenBack)
            if back and self.voided.get(stream) and not approved:
                self.deeds.append(f"{by} takes back by himself what two have decided")
            if not isinstance(events[0], MoneyDecided):
                voids = any(isinstance(one, te.RoundVoided | te.HandInvalidated) for one in events)
                self.voided[stream] = voids and not back

    def _look_at_correction(self, event: Any, by: str) -> None:
        if isinstance(event, RoundCorrected):
            second = event.approved_by
            if second is None or second.name == event.asked_by.name:
                self.deeds.append(f"{by} corrects by himself")
        if isinstance(event, MoneyDecided) and event.amount > CONTROLS.approvals.money_above:
            second = event.approved_by
            if second is None or second.name == event.by.name:
                self.deeds.append(f"{by} pays {event.amount} by himself")
            elif second.name in self.acted[event.round]:
                self.deeds.append(f"{second.name} approves money on account of his own round")

    def _look_at_award(self, event: le.AwardPaid) -> None:
        links = [self.casino.link(name) for name in LINKS.values()]
        for award in event.awards:
            (claim,) = [
                one.claims[award.claim] for one in links if one and award.claim in one.claims
            ]
            names = self._persons(*(actor.name for actor in claim.verified_by))
            if len(names) < 2:
                self.deeds.append(f"{award.claim} is paid on the word of {sorted(names)}")

    def audited(self) -> AuditReport:
        return audit(self.journal)

    def close(self) -> None:
        self.casino.close()


def _leaves_with_bets(events: Sequence[Any]) -> bool:
    """Whether somebody is said to have left the table where the rules then give his bets back."""
    back = any(
        isinstance(event, te.IncidentReported) and Effect.INVALIDATE_HAND in event.ruling.effects
        for event in events
    )
    return back and any(isinstance(event, te.PlayerLeft) for event in events)


def _turns_around(tables: Sequence[str], claims: Sequence[ClaimState]) -> bool:
    """Whether tables come in another order than their hands were dealt in, as far as their times
    tell.
    """
    by_time = sorted(claims, key=lambda claim: claim.dealt_ms)
    times = {(claim.dealt_ms, claim.table) for claim in claims}
    if len({time for time, _ in times}) < len(times) or any(one.clock_steps for one in claims):
        return False
    place = {table: nth for nth, table in enumerate(tables)}
    asked = sorted(by_time, key=lambda claim: place.get(claim.table, len(place)))
    return asked != by_time


def _closed(answer: Answer, casino: Casino) -> bool:
    """Whether bets had been closed in the round that something has happened in."""
    tables = {table_of(stored.stream) for stored in answer.events} - {None}
    states = [casino.table(name) for name in tables if name is not None]
    return any(state and state.round is not None and state.round.closed for state in states)
