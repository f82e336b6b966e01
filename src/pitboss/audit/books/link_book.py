"""The books of one link: meter, reserve, overflow and the house's side after every event, in units
(ten-thousandths of a cent).
"""

from collections.abc import Callable
from typing import Any

from pitboss.audit.books.claim_book import (
    PIT_SUPERVISOR,
    SHIFT_MANAGER,
    AuditedClaim,
    ClaimBook,
    Paid,
    check_post,
)
from pitboss.audit.books.feed_book import FeedBook, Rates
from pitboss.audit.books.proposal_book import UNITS, ProposalBook, check_parameters
from pitboss.audit.jackpots import awards_of, share_of
from pitboss.audit.report import Counts, Misfit, fits
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.casino.codec import CommandRefused
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import LinkParameters

A_MOMENT_MS = 10_000
"""How long after a change another process may still close betting under the old parameters."""


class LinkBook:
    """One link. What it holds, what the house has paid in and what came from the tables sum to
    zero.

    ``raised`` and ``withdrawn`` are the claims of the current command, and ``accounted`` says that
    a table's events explain them; ``fresh``: nothing has come in since the jackpot (re)started.
    """

    def __init__(self, name: str, open_book: Callable[[str], RulebookFile], counts: Counts) -> None:
        self.name = name
        self.opened: e.LinkOpened | None = None
        self.meter = self.reserve = self.overflow = 0
        self.house = 0
        self.entered = 0
        self.down = False
        self.fresh = True
        self.tables: set[str] = set()
        self.joined: list[str] = []
        self.feeds: dict[str, FeedBook] = {}
        self.marks: dict[str, e.FeedMark] = {}
        self.claims = ClaimBook(open_book)
        self.raised: list[e.ClaimRaised] = []
        self.withdrawn: list[AuditedClaim] = []
        self.touched = False
        self.accounted = False
        self._awards = 0
        self._parameters: LinkParameters | None = None
        self._replaced: tuple[Rates, int] | None = None
        self.proposals = ProposalBook()
        self._open_book = open_book
        self._counts = counts

    @property
    def parameters(self) -> LinkParameters:
        if self._parameters is None:
            raise Misfit("the first event of a link", "link-opened/1", "another")
        return self._parameters

    @property
    def rates(self) -> Rates:
        """The rates in force."""
        return Rates(self.parameters.rate_bp, self.parameters.reserve_bp)

    def rates_just_before(self, at_ms: int) -> Rates | None:
        """The rates replaced a moment before, if any."""
        replaced = self._replaced
        return None if replaced is None or abs(at_ms - replaced[1]) > A_MOMENT_MS else replaced[0]

    @property
    def shown(self) -> int:
        """The meter in whole cents: what the sign shows of contributions entered."""
        return self.meter // UNITS

    @property
    def locked(self) -> bool:
        return self.down or self.claims.any_waits

    def feed(self, table: str) -> FeedBook:
        """The feed of a table."""
        feed = self.feeds.get(table)
        if feed is None:
            feed = self.feeds[table] = FeedBook(self.name, table)
        return feed

    def take(self, event: Any) -> None:
        """Takes one event; raises Misfit if it is impossible."""
        if isinstance(event, CommandRefused):
            return
        if self.opened is None and not isinstance(event, e.LinkOpened):
            raise Misfit("the first event of a link", "link-opened/1", "another")
        _STEPS[type(event)](self, event)
        self.touched = True
        held = self.meter + self.reserve + self.overflow
        fits(
            "what the link holds, against the house and what came in",
            0,
            held + self.house - self.entered,
        )

    def end_command(self) -> None:
        """Checks, at the end of a command, that whatever could be paid has been."""
        left = self.claims.payable() if self.touched else []
        self.raised, self.withdrawn, self.joined = [], [], []
        self.touched = self.accounted = False
        if left:
            names = ", ".join(claim.raised.claim for claim in left)
            raise Misfit(
                "a claim whose turn has come is paid when it is verified",
                "an award",
                f"none for {names}",
            )

    # ── opening, tables, contributions ────────────────────────────────────────────────────────────

    def on_opened(self, event: e.LinkOpened) -> None:
        if self.opened is not None:
            raise Misfit("a link is opened once", "a new link", self.name)
        fits("the name of the link", self.name, event.link)
        check_post("who opened the link", event.by.post, SHIFT_MANAGER)
        check_parameters(event.parameters)
        self.opened = event
        self._parameters = event.parameters
        self.meter = event.parameters.reset * UNITS
        self.house = -self.meter

    def on_joined(self, event: e.TableJoined) -> None:
        if event.table in self.tables:
            raise Misfit("a table joins a link once", "a new table", event.table)
        self.tables.add(event.table)
        self.joined.append(event.table)

    def on_folded(self, event: e.ContributionsFolded) -> None:
        if self.locked:
            raise Misfit(
                "contributions are entered while no claim is open and the link works",
                "none",
                "some",
            )
        meter = reserve = 0
        for table, mark in event.feeds.items():
            if table not in self.tables:
                raise Misfit("a table that feeds the link", sorted(self.tables), table)
            entry = self.feed(table).enter(mark.version)
            fits(
                f"what the feed of {table} has put in at version {mark.version}, in units",
                (entry.meter, entry.reserve),
                (mark.meter_units, mark.reserve_units),
            )
            before = self.marks.get(table)
            meter += entry.meter - (0 if before is None else before.meter_units)
            reserve += entry.reserve - (0 if before is None else before.reserve_units)
            self.marks[table] = mark
        if not event.feeds:
            raise Misfit("contributions of some table are entered", "a table", "none")
        to_meter, to_overflow, from_house = self.split(meter)
        fits("what goes into the jackpot, in units", to_meter, event.meter_units)
        fits("what goes into the overflow pool, in units", to_overflow, event.overflow_units)
        fits("what goes into the reserve, in units", reserve, event.reserve_units)
        fits("what the house adds, in units", from_house, event.house_units)
        self.meter += to_meter
        self.overflow += to_overflow
        self.reserve += reserve
        self.house -= from_house
        self.entered += meter + reserve
        self.fresh = False

    def split(self, units: int) -> tuple[int, int, int]:
        """Divides incoming units: into the jackpot up to its cap, the rest into the overflow pool.

        More may be returned than came in: then the pool gives first if the jackpot is full, then
        the jackpot, then the house.
        """
        cap = None if self.parameters.cap is None else self.parameters.cap * UNITS
        if units >= 0:
            over = 0 if cap is None else max(0, units - max(0, cap - self.meter))
            return units - over, over, 0
        back = -units
        pool = min(back, self.overflow) if cap is not None and self.meter >= cap else 0
        jackpot = min(back - pool, max(0, self.meter))
        return -jackpot, -pool, back - pool - jackpot

    # ── claims and awards ─────────────────────────────────────────────────────────────────────────

    def on_raised(self, event: e.ClaimRaised) -> None:
        if event.table not in self.tables:
            raise Misfit("a table of the link", sorted(self.tables), event.table)
        fits("what the sign showed, in cents", self.shown, event.displayed)
        book = self._open_book(event.rulebook)
        fits(
            f"the part of the jackpot that {event.hand} wins",
            str(share_of(book, event.hand)),
            event.part,
        )
        self.claims.add(event, same_command=bool(self.raised))
        self.raised.append(event)
        self._counts.claims += 1

    def on_verified(self, event: e.ClaimVerified) -> None:
        self.claims.verify(event, self.parameters.verifiers)

    def on_decline_recorded(self, event: e.DeclineRecorded) -> None:
        self.claims.decline(event, self.parameters.verifiers)

    def on_declined(self, event: e.ClaimDeclined) -> None:
        self.claims.decline(event, self.parameters.verifiers)

    def on_withdrawn(self, event: e.ClaimWithdrawn) -> None:
        self.withdrawn.append(self.claims.withdraw(event.claim))

    def on_ordered(self, event: e.ClaimsOrdered) -> None:
        self.claims.order(event)

    def on_paid(self, event: e.AwardPaid) -> None:
        """Checks one turn: whose it is, what each gets, who pays for the restart."""
        turn = self.claims.payable()
        expected = [claim.raised.claim for claim in turn]
        fits(
            "the claims whose turn it is, all of them verified",
            sorted(expected),
            sorted(a.claim for a in event.awards),
        )
        if not turn:
            raise Misfit("an award is of a claim", "a claim", "none")
        first = turn[0].raised
        fits("the round of the award", (first.table, first.round), (event.table, event.round))
        book = self._open_book(first.rulebook)
        before = self.shown if first.registered is None else min(self.shown, first.registered)
        fits("what the award is paid from, in cents", before, event.before)
        boxes = [(claim.raised.box, claim.raised.hand) for claim in turn]
        awards, added, _ = awards_of(book, before, self.parameters.reset, boxes)
        names = {claim.raised.box: claim.raised.claim for claim in turn}
        fits(
            "the awards in their order: claim, box, hand, cents",
            [(names[award.box], *award) for award in awards],
            [(award.claim, award.box, award.hand, award.amount) for award in event.awards],
        )
        self._check_funding(added * UNITS, event.funding)
        wins_all = any(share_of(book, claim.raised.hand) == 1 for claim in turn)
        fits("whether the jackpot was won as a whole", wins_all, event.resets)
        fits(
            "the clauses of the order of payment",
            book.find("jackpot", "across-tables-clauses"),
            list(event.clauses),
        )
        total = sum(award.amount for award in awards)
        self._put_in(event.funding, 1)
        self.meter -= total * UNITS
        self.house += total * UNITS
        fits("what the sign shows afterwards, in cents", self.shown, event.after)
        last = len(event.awards) - 1
        for nth, award in enumerate(event.awards):
            funding = event.funding if nth == last else e.Funding()
            self.claims.pay(award.claim, Paid(award, event.before, funding, self._awards + nth))
        self._awards += len(event.awards)
        self.fresh |= event.resets
        self._counts.awards += len(event.awards)
        self._counts.awarded_cents += total

    def _check_funding(self, units: int, funding: e.Funding) -> None:
        """Checks funding: the reserve pays first, then the overflow pool, then the house. A
        negative amount goes to the house.
        """
        reserve = min(max(0, units), max(0, self.reserve))
        overflow = min(max(0, units) - reserve, max(0, self.overflow))
        fits(
            "what reserve, overflow pool and house put in, in units",
            (reserve, overflow, units - reserve - overflow),
            (funding.reserve_units, funding.overflow_units, funding.house_units),
        )

    def _put_in(self, funding: e.Funding, sign: int) -> None:
        """Moves units into the meter from those who fund them, or back."""
        self.reserve -= sign * funding.reserve_units
        self.overflow -= sign * funding.overflow_units
        self.house -= sign * funding.house_units
        self.meter += sign * (funding.reserve_units + funding.overflow_units + funding.house_units)

    def on_reversed(self, event: e.AwardReversed) -> None:
        claim, paid = self.claims.take_back(event.claim)
        fits(f"what was awarded on claim {event.claim}, in cents", paid.award.amount, event.amount)
        funding = paid.funding
        put_in = funding.reserve_units + funding.overflow_units + funding.house_units
        # Others may since have won part of the restart value; the house does not get that part
        # back.
        missing = max(0, put_in - event.amount * UNITS - self.meter)
        fits(
            (
                f"what goes back with claim {event.claim} to reserve, overflow pool and "
                "house, in units"
            ),
            (funding.reserve_units, funding.overflow_units, funding.house_units - missing),
            (event.funding.reserve_units, event.funding.overflow_units, event.funding.house_units),
        )
        self.meter += event.amount * UNITS
        self.house -= event.amount * UNITS
        self._put_in(event.funding, -1)
        self.fresh = False
        self.withdrawn.append(claim)

    # ── failure, parameters, corrections ──────────────────────────────────────────────────────────

    def on_failed(self, event: e.LinkFailed) -> None:
        check_post("who took the link down", event.by.post, PIT_SUPERVISOR)
        if self.down:
            raise Misfit("a link fails that works", "a link that works", "one that is down")
        fits("what the sign showed when the link failed, in cents", self.shown, event.displayed)
        self.down = True

    def on_restored(self, event: e.LinkRestored) -> None:
        check_post("who restored the link", event.by.post, SHIFT_MANAGER)
        fits("whether the link was down", True, self.down)
        self.down = False

    def on_proposed_parameters(self, event: e.ParametersProposed) -> None:
        self.proposals.parameters_proposed(event)

    def on_approved_parameters(self, event: e.ParametersApproved) -> None:
        self.proposals.parameters_approved(event)

    def on_dropped(self, event: e.ProposalWithdrawn) -> None:
        self.proposals.withdrawn(event)

    def on_took_effect(self, event: e.ParametersTookEffect) -> None:
        self.proposals.parameters_taken(event)
        if not self.fresh or self.locked:
            raise Misfit(
                "parameters take effect between two jackpots",
                "nothing come in, nothing claimed",
                "otherwise",
            )
        change = (event.parameters.reset - self.parameters.reset) * UNITS
        # The house can't take out more than there is.
        self._check_funding(max(change, -self.meter), event.funding)
        self._put_in(event.funding, 1)
        self._replaced = (self.rates, event.at_ms)
        self._parameters = event.parameters

    def on_correction_proposed(self, event: e.CorrectionProposed) -> None:
        self.proposals.correction_proposed(event)

    def on_corrected(self, event: e.LinkCorrected) -> None:
        self.proposals.corrected(event)
        if self.claims.any_waits:
            raise Misfit("a jackpot is corrected while no claim holds it", "no claim", "a claim")
        units = event.amount * UNITS
        self.meter += units
        self.house -= units
        cap = self.parameters.cap
        if self.meter < 0 or (cap is not None and units > 0 and self.meter > cap * UNITS):
            raise Misfit(
                "a jackpot is corrected within nothing and its cap",
                "an amount that fits",
                event.amount,
            )

    def on_nothing(self, event: e.NoticeShown) -> None:
        check_post("who changed the notice", event.by.post, PIT_SUPERVISOR)


_STEPS: dict[type[e.LinkEvent], Callable[[LinkBook, Any], None]] = {
    e.LinkOpened: LinkBook.on_opened,
    e.TableJoined: LinkBook.on_joined,
    e.ContributionsFolded: LinkBook.on_folded,
    e.ClaimRaised: LinkBook.on_raised,
    e.ClaimVerified: LinkBook.on_verified,
    e.DeclineRecorded: LinkBook.on_decline_recorded,
    e.ClaimDeclined: LinkBook.on_declined,
    e.ClaimWithdrawn: LinkBook.on_withdrawn,
    e.ClaimsOrdered: LinkBook.on_ordered,
    e.AwardPaid: LinkBook.on_paid,
    e.AwardReversed: LinkBook.on_reversed,
    e.LinkFailed: LinkBook.on_failed,
    e.LinkRestored: LinkBook.on_restored,
    e.ParametersProposed: LinkBook.on_proposed_parameters,
    e.ParametersApproved: LinkBook.on_approved_parameters,
    e.ProposalWithdrawn: LinkBook.on_dropped,
    e.ParametersTookEffect: LinkBook.on_took_effect,
    e.CorrectionProposed: LinkBook.on_correction_proposed,
    e.LinkCorrected: LinkBook.on_corrected,
    e.NoticeShown: LinkBook.on_nothing,
    e.NoticeCleared: LinkBook.on_nothing,
}
