"""A link's claims: who raised them, who verified them, and which is paid next."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from pitboss.audit.books.people_book import PeopleBook
from pitboss.audit.report import Misfit, fits
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.jackpot import events as e

PIT_SUPERVISOR, SHIFT_MANAGER = 2, 4

OPEN, VERIFIED, PAID, DECLINED, WITHDRAWN = "open", "verified", "paid", "declined", "withdrawn"


class Paid(NamedTuple):
    """An award, the jackpot it was paid from, what was then put in, and its place among all
    awards.
    """

    award: e.ClaimAward
    before: int
    funding: e.Funding
    nth: int


class AuditedClaim:
    """One claim, and who verified or declined it; nobody may do both. ``paid`` is set once it is
    paid.
    """

    def __init__(self, raised: e.ClaimRaised) -> None:
        self.raised = raised
        self.standing = OPEN
        self.verified_by: set[str] = set()
        self.declined_by: set[str] = set()
        self.winner = ""
        self.paid: Paid | None = None

    @property
    def waits(self) -> bool:
        """Whether it holds the jackpot."""
        return self.standing in (OPEN, VERIFIED)


class ClaimBook:
    """The claims of a link, in order of arrival. Those of a round are dropped when it is
    concluded.
    """

    def __init__(self, open_book: Callable[[str], RulebookFile]) -> None:
        self._open_book = open_book
        self._claims: dict[str, AuditedClaim] = {}
        self._waiting: dict[str, AuditedClaim] = {}
        self.entries = 0
        self.house_order: tuple[str, ...] = ()

    @property
    def any_waits(self) -> bool:
        return bool(self._waiting)

    def of_round(self, round: str) -> list[AuditedClaim]:
        """The claims of a round, in order of arrival."""
        return [claim for claim in self._claims.values() if claim.raised.round == round]

    def find(self, name: str, *standings: str) -> AuditedClaim:
        """A claim, which must have one of these standings."""
        claim = self._claims.get(name)
        if claim is None:
            raise Misfit("a claim that nobody raised", "a claim of this link", name)
        if claim.standing not in standings:
            raise Misfit(f"claim {name} stands", " or ".join(standings), claim.standing)
        return claim

    def add(self, event: e.ClaimRaised, same_command: bool) -> None:
        """Adds a claim. Claims of one command form one entry."""
        before = [claim.raised.entry for claim in self.of_round(event.round)]
        # Claims that replace those withdrawn by a correction inherit their place.
        if not before or event.entry != min(before):
            fits("the entry of the claim", self.entries + (0 if same_command else 1), event.entry)
        plain = f"{event.round}/{event.box}"
        again = event.claim.rstrip("a") == f"{plain}/{event.entry}"
        if (event.claim != plain and not again) or event.claim in self._claims:
            raise Misfit("the name of a claim", plain, event.claim)
        self.entries = max(self.entries, event.entry)
        self._claims[event.claim] = self._waiting[event.claim] = AuditedClaim(event)

    def verify(self, event: e.ClaimVerified, verifiers: int) -> None:
        """A person verifies a claim."""
        claim = self.find(event.claim, OPEN)
        check_post(f"who verified claim {event.claim}", event.by.post, PIT_SUPERVISOR)
        if event.by.name in claim.verified_by:
            raise Misfit(
                f"who verified claim {event.claim}", "another person each time", event.by.name
            )
        winner = " ".join((event.winner or "").split()).casefold()
        if claim.verified_by:
            fits(f"whose claim {event.claim} is, by all who verify it", claim.winner, winner)
        claim.winner = winner
        claim.verified_by.add(event.by.name)
        claim.declined_by.discard(event.by.name)
        complete = len(claim.verified_by) >= verifiers
        fits(
            f"{len(claim.verified_by)} of {verifiers} have verified claim {event.claim}",
            complete,
            event.complete,
        )
        if complete:
            claim.standing = VERIFIED

    def decline(self, event: e.DeclineRecorded | e.ClaimDeclined, verifiers: int) -> None:
        """A person declines a claim, which is final once as many have declined as must verify."""
        claim = self.find(event.claim, OPEN)
        check_post(f"who declined claim {event.claim}", event.by.post, PIT_SUPERVISOR)
        if not event.reason.strip():
            raise Misfit(f"claim {event.claim} is declined with a reason", "a reason", "none")
        if event.by.name in claim.declined_by:
            raise Misfit(
                f"who declined claim {event.claim}", "another person each time", event.by.name
            )
        claim.declined_by.add(event.by.name)
        claim.verified_by.discard(event.by.name)
        complete = len(claim.declined_by) >= verifiers
        fits(
            f"{len(claim.declined_by)} of {verifiers} have declined claim {event.claim}",
            complete,
            isinstance(event, e.ClaimDeclined),
        )
        if complete:
            self._close(claim, DECLINED)

    def withdraw(self, name: str) -> AuditedClaim:
        claim = self.find(name, OPEN, VERIFIED)
        self._close(claim, WITHDRAWN)
        return claim

    def order(self, event: e.ClaimsOrdered) -> None:
        """The house decides in which order tables are paid, where the rules leave that to it."""
        check_post("who ordered the claims", event.by.post, SHIFT_MANAGER)
        waiting = {claim.raised.table for claim in self._waiting.values()}
        if not event.tables or not waiting.issuperset(event.tables):
            raise Misfit("tables with a claim that waits", sorted(waiting), list(event.tables))
        fits("who may say in which order tables are paid", "time-dealt", self._across_tables())
        self.house_order = event.tables

    def pay(self, name: str, paid: Paid) -> None:
        claim = self.find(name, VERIFIED)
        claim.paid = paid
        self._close(claim, PAID)

    def take_back(self, name: str) -> tuple[AuditedClaim, Paid]:
        """Removes an award and returns it."""
        claim = self.find(name, PAID)
        if claim.paid is None:
            raise Misfit("a paid claim knows its award", "it is", "it is not")
        paid, claim.paid = claim.paid, None
        claim.standing = WITHDRAWN
        return claim, paid

    def drop(self, round: str) -> None:
        """Forgets the claims of a finished round."""
        for claim in self.of_round(round):
            if claim.waits:
                raise Misfit(
                    "a round is concluded when its claims have been decided",
                    "none",
                    claim.raised.claim,
                )
            del self._claims[claim.raised.claim]

    def forget(self, table: str) -> None:
        """Forgets the claims of a table's finished round, which another process checks."""
        if self._claims:
            self._claims = {
                name: claim
                for name, claim in self._claims.items()
                if claim.waits or claim.raised.table != table
            }

    def _close(self, claim: AuditedClaim, standing: str) -> None:
        claim.standing = standing
        self._waiting.pop(claim.raised.claim)
        if not self._waiting:
            self.house_order = ()

    # ── the order of payment ──────────────────────────────────────────────────────────────────────

    def _across_tables(self) -> str:
        first = next(iter(self._waiting.values()))
        return self._open_book(first.raised.rulebook).text("jackpot", "across-tables")

    def next_turn(self) -> list[AuditedClaim]:
        """The claims that are paid next, together; none if nothing waits or the house must decide
        first.

        RWS 4.5.2: one hand after another, by the time its last card was dealt, or as the house has
        decided. MBS stud 3.14, Bullseye 3.19: round after round by entry, the hands of one round
        together.
        """
        if not self._waiting:
            return []
        claims = list(self._waiting.values())
        if self._across_tables() != "time-dealt":
            first = min(claims, key=lambda claim: claim.raised.entry).raised.round
            return [claim for claim in claims if claim.raised.round == first]
        if not self.house_order and _times_are_equal(claims):
            return []
        return [min(claims, key=self._place)]

    def _place(self, claim: AuditedClaim) -> tuple[int, int, int]:
        table = claim.raised.table
        named = table in self.house_order
        by_house = self.house_order.index(table) if named else len(self.house_order)
        return by_house, claim.raised.dealt_ms, claim.raised.entry

    def is_out_of_time(self) -> bool:
        """Whether the house has departed from the order in which the record says hands were
        dealt.
        """
        claims = list(self._waiting.values())
        dealt = sorted(claims, key=lambda claim: (claim.raised.dealt_ms, claim.raised.entry))
        return not _times_are_equal(claims) and dealt != sorted(claims, key=self._place)

    def payable(self) -> list[AuditedClaim]:
        """The claims of the next turn, if all are verified."""
        turn = self.next_turn()
        return turn if all(claim.standing == VERIFIED for claim in turn) else []


def _times_are_equal(claims: Sequence[AuditedClaim]) -> bool:
    """Whether hands at two tables were completed at the same moment, or the clock was set in
    between.
    """
    tables: dict[int, str] = {}
    if any(
        tables.setdefault(claim.raised.dealt_ms, claim.raised.table) != claim.raised.table
        for claim in claims
    ):
        return True
    steps = {step for claim in claims for step in claim.raised.clock_steps or ()}
    order = sorted(tables)
    return any(
        one <= step <= other and tables[one] != tables[other]
        for one, other in pairwise(order)
        for step in steps
    )


def check_winner(claims: ClaimBook, people: PeopleBook, event: e.ClaimVerified, at_ms: int) -> None:
    """Since the third edition of the controls, whoever verifies a claim on an unnamed box names the
    winner, who may not be staff.
    """
    if not people.strict or people.controls is None or people.controls.edition < 3:
        return
    raised = claims.find(event.claim, OPEN, VERIFIED).raised
    if raised.player == f"Box {raised.box}" and not event.winner:
        raise Misfit(f"whose claim {event.claim} is", "the winner by name", raised.player)
    account = people.accounts.get(event.winner or "")
    if account is not None and all(one.role != "player" for one in account.at(at_ms)):
        winner = f"{event.winner}, {account.role}"
        raise Misfit(f"whose claim {event.claim} is", "somebody who does not work here", winner)


def check_post(what: str, post: int, least: int) -> None:
    if post < least:
        raise Misfit(
            what,
            "a shift manager" if least == SHIFT_MANAGER else ("a pit supervisor or above"),
            post,
        )
