"""A link for tests: says in short what happens on it, and counts every unit after every event.

    link = Link(reset="100000", rate_bp=1250)
    link.bets("t1", "t1-1", "5.05")
    link.claim("t1", "t1-1", royal(1, dealt_ms=2000))
    link.verify("t1-1/1")
    assert link.awards == [("t1-1/1", 100_000_63)]

``link.count()`` holds what the meter shows against the tables' own entries: contributions that were
entered, what the house, the reserve and the overflow pool put in, corrections, less what was
awarded.
"""

from typing import Any, TypeVar

from pitboss.games.awards import ClaimedHand
from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.decide import decide_link
from pitboss.jackpot.evolve import evolve_link
from pitboss.jackpot.feed import Feed, brought_to, evolve_feed
from pitboss.jackpot.parameters import UNITS_PER_CENT, LinkParameters, Reason
from pitboss.jackpot.refusals import LinkRefused
from pitboss.jackpot.state import ClaimState, LinkState, displayed
from pitboss.kernel.money import Cents, parse_cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.parts import AcrossTables
from tests.support import MS, SS, book_of

DEALER = Actor(Post.DEALER, "dana")
SUPERVISOR = Actor(Post.PIT_SUPERVISOR, "sam")
PIT_MANAGER = Actor(Post.PIT_MANAGER, "pat")
MAX = Actor(Post.SHIFT_MANAGER, "max")
MIA = Actor(Post.SHIFT_MANAGER, "mia")

START_MS = 1_000_000

Kind = TypeVar("Kind", bound=e.AnyLinkEvent)


def cents(amount: str) -> Cents:
    """An amount of dollars: ``cents("250000")``."""
    found = parse_cents(amount)
    assert found is not None, amount
    return found


def royal(box: int, dealt_ms: int = 2_000, player: str | None = None) -> ClaimedHand:
    return ClaimedHand(box, player or f"p{box}", "royal-flush", "1", dealt_ms)


def straight(box: int, dealt_ms: int = 2_000, player: str | None = None) -> ClaimedHand:
    return ClaimedHand(box, player or f"p{box}", "straight-flush", "1/10", dealt_ms)


def parameters(
    reset: str = "100000",
    rate_bp: int = 1_000,
    reserve_bp: int = 0,
    cap: str | None = None,
    verifiers: int = 1,
) -> LinkParameters:
    return LinkParameters(
        cents(reset), rate_bp, reserve_bp, None if cap is None else cents(cap), verifiers
    )


def builtin_order(rulebook: str) -> AcrossTables:
    """The order of payment across tables of one of our rulebooks."""
    return book_of(rulebook).jackpot.across_tables


class Link:
    """One link with the feeds of its tables. ``events`` is all that happened. Every command comes a
    second later.
    """

    def __init__(self, operator: str = "RWS", rulebook: str | None = None, **more: Any) -> None:
        self.events: list[e.AnyLinkEvent] = []
        self.feeds: dict[str, Feed] = {}
        self.entries: list[e.AnyFeedEvent] = []
        self.now_ms = START_MS
        self._state: LinkState | None = None
        self.rulebook = rulebook or (MS if operator == "RWS" else SS)
        self.do(c.OpenLink(operator, parameters(**more)), MAX)

    # ── commands ──────────────────────────────────────────────────────────────────────────────────

    def _decide(
        self, command: c.AnyLinkCommand, by: Actor
    ) -> tuple[e.AnyLinkEvent, ...] | LinkRefused:
        given = c.LinkGiven(self.now_ms, self.feeds)
        self.now_ms += 1000
        return decide_link(self._state, command, by, given, "mega")

    def do(self, command: c.AnyLinkCommand, by: Actor = SUPERVISOR) -> tuple[e.AnyLinkEvent, ...]:
        """Carries out a command that must be accepted; its events."""
        found = self._decide(command, by)
        assert not isinstance(found, LinkRefused), (
            f"{command}: refused, {found.code}: {found.message}"
        )
        for event in found:
            self.events.append(event)
            self._state = evolve_link(self._state, event)
            self.count()
        return found

    def refuse(self, command: c.AnyLinkCommand, by: Actor = SUPERVISOR) -> LinkRefused:
        """Tries a command that must be refused; the refusal. Nothing has changed."""
        found = self._decide(command, by)
        assert isinstance(found, LinkRefused), f"{command}: accepted, {found}"
        return found

    def refused(self, command: c.AnyLinkCommand, by: Actor = SUPERVISOR) -> str:
        """The code of a refusal."""
        return self.refuse(command, by).code.value

    def joins(self, *tables: str) -> None:
        for table in tables:
            self.do(
                c.JoinTable(table, self.state.operator, builtin_order(self.rulebook)), SUPERVISOR
            )

    def bets(self, table: str, round: str, amount: str) -> e.AnyFeedEvent | None:
        """So much of progressive bets of a round is in now; what was in of it before is
        replaced.
        """
        feed = self.feeds.get(table, Feed())
        entry = brought_to(feed, self.state.parameters, round, cents(amount), self.now_ms)
        if entry is not None:
            self.feeds[table] = evolve_feed(feed, entry)
            self.entries.append(entry)
        return entry

    def enter(self) -> tuple[e.AnyLinkEvent, ...]:
        return self.do(c.FoldFeeds())

    def claim(
        self, table: str, round: str, *hands: ClaimedHand, registered: str | None = None
    ) -> tuple[e.AnyLinkEvent, ...]:
        value = None if registered is None else cents(registered)
        return self.do(c.RaiseClaims(table, round, self.rulebook, hands, value))

    def verify(self, *claims: str, by: Actor = SUPERVISOR) -> tuple[e.AnyLinkEvent, ...]:
        """Verifies claims one after another; what that led to."""
        found: tuple[e.AnyLinkEvent, ...] = ()
        for claim in claims:
            found += self.do(c.VerifyClaim(claim), by)
        return found

    def withdraw(
        self, round: str, because: str = "The round is void."
    ) -> tuple[e.AnyLinkEvent, ...]:
        return self.do(c.WithdrawClaims(round, because))

    def change(self, **more: Any) -> tuple[e.AnyLinkEvent, ...]:
        """Two shift managers agree on other parameters."""
        self.do(c.ProposeParameters(parameters(**more)), MAX)
        return self.do(c.ApproveParameters(), MIA)

    def correct(
        self, amount: str, reason: Reason = Reason.MISSED_ENTRY
    ) -> tuple[e.AnyLinkEvent, ...]:
        """Two shift managers agree on a correction."""
        sign, text = (-1, amount[1:]) if amount.startswith("-") else (1, amount)
        self.do(
            c.ProposeCorrection(Cents(sign * cents(text)), reason, "See the shift report."), MAX
        )
        return self.do(c.ApproveCorrection(), MIA)

    # ── what came of it ───────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> LinkState:
        assert self._state is not None
        return self._state

    @property
    def shown(self) -> Cents:
        """What the signs show."""
        return displayed(self.state, self.feeds)

    @property
    def units(self) -> tuple[int, int, int]:
        """Meter, reserve and overflow pool."""
        return (self.state.meter_units, self.state.reserve_units, self.state.overflow_units)

    def standing(self, claim: str) -> str:
        found: ClaimState = self.state.claims[claim]
        return found.standing.value

    def happened(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def awards(self) -> list[tuple[str, int]]:
        """Claims that were paid, and what, in the order of payment."""
        return [
            (award.claim, award.amount)
            for event in self.happened(e.AwardPaid)
            for award in event.awards
        ]

    # ── counting ──────────────────────────────────────────────────────────────────────────────────

    def count(self) -> None:
        """Counts again from the tables' entries and from the events what must be in the meter and
        the pools.
        """
        check_conservation(self.events, self.state)


def check_conservation(events: list[e.AnyLinkEvent], state: LinkState) -> None:
    """contributions + starts and resets funded + corrections - awards - overflow = meter; and so
    with the pools.

    What has been contributed is taken from the marks, which hold the totals of the tables' own
    entries.
    """
    assert state.meter_units >= 0, "a jackpot below nothing"
    marks = state.feeds.values()
    contributed = sum(mark.meter_units for mark in marks)
    to_reserve = sum(mark.reserve_units for mark in marks)
    into_overflow = house = from_reserve = from_overflow = corrected = awarded = 0
    for event in events:
        match event:
            case e.LinkOpened():
                house += event.parameters.reset * UNITS_PER_CENT
            case e.ContributionsFolded():
                into_overflow += event.overflow_units
                house += event.house_units
            case e.AwardPaid() | e.ParametersTookEffect():
                house += event.funding.house_units
                from_reserve += event.funding.reserve_units
                from_overflow += event.funding.overflow_units
                if isinstance(event, e.AwardPaid):
                    awarded += sum(award.amount for award in event.awards) * UNITS_PER_CENT
            case e.AwardReversed():
                house -= event.funding.house_units
                from_reserve -= event.funding.reserve_units
                from_overflow -= event.funding.overflow_units
                awarded -= event.amount * UNITS_PER_CENT
            case e.LinkCorrected():
                corrected += event.amount * UNITS_PER_CENT
            case _:
                pass
    funded = house + from_reserve + from_overflow
    assert contributed + funded + corrected - awarded - into_overflow == state.meter_units, (
        "the meter"
    )
    assert into_overflow - from_overflow == state.overflow_units, "the overflow pool"
    assert to_reserve - from_reserve == state.reserve_units, "the reserve"
    totals = state.totals
    assert (totals.contributed, totals.to_reserve) == (contributed, to_reserve), (
        "what the totals say came in"
    )
    assert (totals.awarded, totals.corrected) == (awarded, corrected), (
        "what the totals say went out"
    )
