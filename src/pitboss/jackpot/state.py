"""The state of a link: the result of its events."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from pitboss.jackpot.events import ClaimAward, FeedMark, Funding
from pitboss.jackpot.feed import Feed
from pitboss.jackpot.parameters import UNITS_PER_CENT, LinkParameters, Reason
from pitboss.kernel.digest import digest_of
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor


class ClaimStanding(StrEnum):
    OPEN = "open"
    VERIFIED = "verified"
    PAID = "paid"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class ClaimState(msgspec.Struct, frozen=True, kw_only=True):
    """The current state of a claim, raised at ``at_ms``. Everybody who has judged it is in
    ``verified_by`` or in ``declined_by``, never in both; ``winner`` is who is paid according to all
    who have verified it, if they have said so.

    Once it is paid: ``before`` is what it was paid from, ``funding`` what was put into the jackpot
    then, ``nth`` its place among all that the link has paid.
    """

    id: str
    table: str
    round: str
    rulebook: str
    box: int
    player: str
    hand: str
    part: str
    dealt_ms: int
    entry: int
    at_ms: int = 0
    registered: Cents | None = None
    clock_steps: tuple[int, ...] = ()
    standing: ClaimStanding = ClaimStanding.OPEN
    verified_by: tuple[Actor, ...] = ()
    declined_by: tuple[Actor, ...] = ()
    winner: str | None = None
    award: ClaimAward | None = None
    before: Cents = Cents(0)
    funding: Funding = Funding()
    nth: int = 0

    @property
    def share(self) -> Fraction:
        return Fraction(self.part)

    @property
    def waits(self) -> bool:
        """Whether the claim still holds the jackpot: it is not decided, or not paid."""
        return self.standing in (ClaimStanding.OPEN, ClaimStanding.VERIFIED)


class Failure(msgspec.Struct, frozen=True):
    """Why a link is out of service, who reported it and when, and what its signs showed then."""

    reason: str
    by: Actor
    at_ms: int
    registered: Cents


_form = msgspec.json.Encoder(order="deterministic").encode


class Correction(msgspec.Struct, frozen=True):
    """A correction that is waiting for a second person; the ``nth`` of all that were ever proposed
    on the link.
    """

    amount: Cents
    reason: Reason
    note: str
    by: Actor
    nth: int

    @property
    def digest(self) -> str:
        """Identifies it; whoever approves it gives it back."""
        return digest_of(_form(("correction", self)))


class Proposal(msgspec.Struct, frozen=True):
    """Parameters that are waiting: for a second person, or, once ``approved_by`` is set, for the
    end of this jackpot.
    """

    parameters: LinkParameters
    by: Actor
    nth: int
    approved_by: Actor | None = None

    @property
    def digest(self) -> str:
        """Identifies it; whoever approves it gives it back."""
        return digest_of(_form(("parameters", self.nth, self.by, self.parameters)))


class Totals(msgspec.Struct, frozen=True):
    """What has gone through the link since it was opened, in units; reduced only by entries of
    their own.
    """

    contributed: int = 0
    to_reserve: int = 0
    awarded: int = 0
    funded: int = 0
    corrected: int = 0
    hits: int = 0


CLOSED_CLAIMS_KEPT = 200
"""A settled round asks for its claims soon after they were closed; older ones are in the
journal.
"""


class LinkState(msgspec.Struct, frozen=True, kw_only=True):
    """One link. ``fresh``: nothing has come in since the jackpot started, so it is between two
    jackpots.

    ``proposed`` counts everything ever proposed: parameters and corrections.
    """

    id: str
    operator: str
    parameters: LinkParameters
    meter_units: int
    reserve_units: int = 0
    overflow_units: int = 0
    tables: tuple[str, ...] = ()
    feeds: Mapping[str, FeedMark] = {}
    claims: Mapping[str, ClaimState] = {}
    entries: int = 0
    house_order: tuple[str, ...] = ()
    proposed: int = 0
    proposal: Proposal | None = None
    correction: Correction | None = None
    failure: Failure | None = None
    notice: str | None = None
    fresh: bool = True
    totals: Totals = Totals()

    @property
    def waiting_claims(self) -> list[ClaimState]:
        """Claims that hold the jackpot, in the order of entry."""
        return [claim for claim in self.claims.values() if claim.waits]

    @property
    def down(self) -> bool:
        """Whether the link is out of service."""
        return self.failure is not None

    @property
    def locked(self) -> bool:
        """Whether the displayed value stands still."""
        return self.down or any(claim.waits for claim in self.claims.values())

    def claims_of(self, round: str) -> list[ClaimState]:
        return [claim for claim in self.claims.values() if claim.round == round]


def waiting(state: LinkState, feeds: Mapping[str, Feed]) -> tuple[int, int]:
    """Units for the jackpot and for the reserve that tables have contributed but that have not been
    entered.
    """
    meter = reserve = 0
    for table, feed in feeds.items():
        mark = state.feeds.get(table)
        meter += feed.meter - (0 if mark is None else mark.meter_units)
        reserve += feed.reserve - (0 if mark is None else mark.reserve_units)
    return meter, reserve


class Entered(msgspec.Struct, frozen=True):
    """Where units that come in, or go out again, are entered."""

    meter: int
    overflow: int
    house: int


def entered(state: LinkState, units: int) -> Entered:
    """Up to its cap the jackpot takes what comes in, and the overflow pool the rest.

    What goes out again comes from the overflow pool first, because it was the last to come; the
    house pays what the jackpot does not have.
    """
    cap = state.parameters.cap_units
    if units >= 0:
        room = units if cap is None else max(0, cap - state.meter_units)
        taken = min(units, room)
        return Entered(taken, units - taken, 0)
    from_overflow = (
        min(state.overflow_units, -units) if cap is not None and state.meter_units >= cap else 0
    )
    from_meter = min(max(0, state.meter_units), -units - from_overflow)
    return Entered(-from_meter, -from_overflow, -units - from_overflow - from_meter)


def displayed(state: LinkState, feeds: Mapping[str, Feed]) -> Cents:
    """What the sign shows: whole cents. It stands still while a claim is open or the link is
    down.
    """
    units = state.meter_units
    if not state.locked:
        units += entered(state, waiting(state, feeds)[0]).meter
    return Cents(units // UNITS_PER_CENT)
