"""What has happened on a link, and what its tables have contributed. Amounts named ``…_units`` are
ten-thousandths of a cent.
"""

from collections.abc import Mapping

import msgspec

from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor


class LinkEvent(msgspec.Struct, frozen=True, tag_field="event", rename="kebab"):
    """Base of all events."""


class Funding(msgspec.Struct, frozen=True, rename="kebab"):
    """Who pays for what is put into a meter; below zero, who receives what is taken out."""

    reserve_units: int = 0
    overflow_units: int = 0
    house_units: int = 0

    @property
    def total(self) -> int:
        return self.reserve_units + self.overflow_units + self.house_units


class LinkOpened(LinkEvent, frozen=True, tag="link-opened/1"):
    """The house has paid for the first start."""

    link: str
    operator: str
    parameters: LinkParameters
    at_ms: int
    by: Actor


class TableJoined(LinkEvent, frozen=True, tag="table-joined/1"):
    table: str


class FeedMark(msgspec.Struct, frozen=True, rename="kebab"):
    """How far a table's feed has been entered: its version and its totals at that point."""

    version: int
    meter_units: int
    reserve_units: int


class ContributionsFolded(LinkEvent, frozen=True, tag="contributions-folded/1"):
    """What tables have contributed since the last time, entered. ``house_units`` is what the house
    had to add.

    The jackpot gets ``meter_units``, and what exceeds its cap goes to the overflow pool. If more
    was returned than came in, amounts are below zero; the house then pays what the jackpot does not
    have.
    """

    feeds: Mapping[str, FeedMark]
    meter_units: int
    overflow_units: int
    reserve_units: int
    house_units: int = 0


class ClaimRaised(LinkEvent, frozen=True, tag="claim-raised/1", kw_only=True):
    """A hand claims a share of what is displayed. ``entry`` counts the rounds that have claimed.
    ``clock_steps`` are the times at which the clock was set shortly before, if it was.
    """

    claim: str
    table: str
    round: str
    rulebook: str
    box: int
    player: str
    hand: str
    part: str
    dealt_ms: int
    entry: int
    at_ms: int
    displayed: Cents
    registered: Cents | None = None
    clock_steps: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET


class ClaimVerified(LinkEvent, frozen=True, tag="claim-verified/1"):
    """``complete``: as many persons have agreed as the link requires. ``winner`` is whose identity
    this person has seen, if given.
    """

    claim: str
    by: Actor
    complete: bool
    winner: str | msgspec.UnsetType = msgspec.UNSET


class DeclineRecorded(LinkEvent, frozen=True, tag="decline-recorded/1"):
    """A person has declined a claim, and the link requires more to do so: it stays open."""

    claim: str
    by: Actor
    reason: str


class ClaimDeclined(LinkEvent, frozen=True, tag="claim-declined/1"):
    """As many persons have declined it as the link requires; ``by`` is the last of them."""

    claim: str
    by: Actor
    reason: str


class ClaimWithdrawn(LinkEvent, frozen=True, tag="claim-withdrawn/1"):
    claim: str
    because: str


class ClaimsOrdered(LinkEvent, frozen=True, tag="claims-ordered/1"):
    """The house has decided in which order tables are paid."""

    tables: tuple[str, ...]
    reason: str
    by: Actor
    clauses: tuple[str, ...]


class ClaimAward(msgspec.Struct, frozen=True, rename="kebab"):
    claim: str
    box: int
    hand: str
    amount: Cents
    clauses: tuple[str, ...]


class AwardPaid(LinkEvent, frozen=True, tag="award-paid/1", kw_only=True):
    """One turn of the order of payment: the awards, and what was put in to restart the jackpot.

    ``before`` is what it was paid from, ``after`` what the sign then showed; ``resets`` says that
    the whole jackpot was won.
    """

    table: str
    round: str
    awards: tuple[ClaimAward, ...]
    before: Cents
    after: Cents
    funding: Funding
    resets: bool
    at_ms: int
    clauses: tuple[str, ...]


class AwardReversed(LinkEvent, frozen=True, tag="award-reversed/1", kw_only=True):
    """The claim of an award is withdrawn: its amount goes back into the jackpot, and what was put
    in for it is returned.
    """

    claim: str
    amount: Cents
    funding: Funding
    because: str
    at_ms: int


class LinkFailed(LinkEvent, frozen=True, tag="link-failed/1"):
    """``displayed`` is the value registered before the failure."""

    displayed: Cents
    reason: str
    at_ms: int
    by: Actor


class LinkRestored(LinkEvent, frozen=True, tag="link-restored/1"):
    at_ms: int
    by: Actor


class ParametersProposed(LinkEvent, frozen=True, tag="parameters-proposed/1"):
    parameters: LinkParameters
    by: Actor


class ParametersApproved(LinkEvent, frozen=True, tag="parameters-approved/1"):
    by: Actor


class ProposalWithdrawn(LinkEvent, frozen=True, tag="proposal-withdrawn/1"):
    by: Actor


class ParametersTookEffect(LinkEvent, frozen=True, tag="parameters-took-effect/1"):
    """``funding`` pays the difference between the two starts."""

    parameters: LinkParameters
    funding: Funding
    at_ms: int


class CorrectionProposed(LinkEvent, frozen=True, tag="correction-proposed/1"):
    amount: Cents
    reason: Reason
    note: str
    by: Actor


class LinkCorrected(LinkEvent, frozen=True, tag="link-corrected/1"):
    """The jackpot is changed by ``amount``, which the house pays or receives."""

    amount: Cents
    reason: Reason
    note: str
    proposed_by: Actor
    approved_by: Actor
    at_ms: int


class NoticeShown(LinkEvent, frozen=True, tag="notice-shown/1"):
    text: str
    by: Actor


class NoticeCleared(LinkEvent, frozen=True, tag="notice-cleared/1"):
    by: Actor


AnyLinkEvent = (
    LinkOpened
    | TableJoined
    | ContributionsFolded
    | ClaimRaised
    | ClaimVerified
    | DeclineRecorded
    | ClaimDeclined
    | ClaimWithdrawn
    | ClaimsOrdered
    | AwardPaid
    | AwardReversed
    | LinkFailed
    | LinkRestored
    | ParametersProposed
    | ParametersApproved
    | ProposalWithdrawn
    | ParametersTookEffect
    | CorrectionProposed
    | LinkCorrected
    | NoticeShown
    | NoticeCleared
)


# ── a table's feed ────────────────────────────────────────────────────────────────────────────────


class ContributionMade(LinkEvent, frozen=True, tag="contribution-made/1", kw_only=True):
    """Progressive bets of a round have been accepted, at the rates then in force.

    ``bets_in`` is what is in for this round now; the totals are those of the feed since its start.
    """

    round: str
    bets: Cents
    rate_bp: int
    reserve_bp: int
    bets_in: Cents
    meter_total: int
    reserve_total: int
    at_ms: int


class ContributionReturned(LinkEvent, frozen=True, tag="contribution-returned/1", kw_only=True):
    """Progressive bets of a round were returned, and with them what they had contributed, at the
    rates of that time.
    """

    round: str
    bets: Cents
    rate_bp: int
    reserve_bp: int
    bets_in: Cents
    meter_total: int
    reserve_total: int
    at_ms: int


AnyFeedEvent = ContributionMade | ContributionReturned
