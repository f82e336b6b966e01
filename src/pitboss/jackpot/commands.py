"""What can be asked of a link. ``Claimed`` and the like come from tables; the rest from people."""

from collections.abc import Mapping

import msgspec

from pitboss.games.awards import ClaimedHand
from pitboss.jackpot.feed import Feed
from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.kernel.money import Cents
from pitboss.rulebook.parts import AcrossTables


class LinkGiven(msgspec.Struct, frozen=True):
    """What reaches a link only as an argument: the time, what the tables have put in so far, and
    when the clock was last set.
    """

    now_ms: int = 0
    feeds: Mapping[str, Feed] = {}
    clock_steps: tuple[int, ...] = ()


class LinkCommand(
    msgspec.Struct, frozen=True, tag_field="do", rename="kebab", forbid_unknown_fields=True
):
    """Base of all commands; ``do`` names the kind."""


class OpenLink(LinkCommand, frozen=True, tag="open-link"):
    """Opens a link for the tables of one operator, whatever its name. The house pays for the first
    start.
    """

    operator: str
    parameters: LinkParameters


class ProposeParameters(LinkCommand, frozen=True, tag="propose-parameters"):
    """A shift manager proposes other parameters; a second one must approve."""

    parameters: LinkParameters


class ApproveParameters(LinkCommand, frozen=True, tag="approve-parameters"):
    """A second shift manager approves what was proposed; it takes effect between two jackpots.

    ``approves`` is the digest of the proposal that was looked at: if another one waits by now,
    nothing is approved.
    """

    approves: str | msgspec.UnsetType = msgspec.UNSET


class WithdrawProposal(LinkCommand, frozen=True, tag="withdraw-proposal"):
    """Parameters or a correction that were proposed, or wait to take effect, are dropped."""


class ProposeCorrection(LinkCommand, frozen=True, tag="propose-correction"):
    """The jackpot is to be raised, or lowered, by an amount; the house pays or gets it."""

    amount: Cents
    reason: Reason
    note: str


class ApproveCorrection(LinkCommand, frozen=True, tag="approve-correction"):
    """A second person agrees; the correction is an entry of its own. ``approves`` is the digest of
    the correction that was looked at: if another one waits by now, nothing is corrected.
    """

    approves: str | msgspec.UnsetType = msgspec.UNSET


class VerifyClaim(LinkCommand, frozen=True, tag="verify-claim"):
    """A person agrees that a claim is right; if he had declined it, that no longer counts.
    ``winner`` is who is paid, by the identity that he has shown: for chips on a box that nobody
    has given a name for.
    """

    claim: str
    winner: str | msgspec.UnsetType = msgspec.UNSET


class DeclineClaim(LinkCommand, frozen=True, tag="decline-claim"):
    """A person finds that a claim is not right; if he had verified it, that no longer counts."""

    claim: str
    reason: str


class OrderClaims(LinkCommand, frozen=True, tag="order-claims"):
    """RWS: the house says in which order tables are paid. It is final."""

    tables: tuple[str, ...]
    reason: str


class FailLink(LinkCommand, frozen=True, tag="fail-link"):
    """The jackpot system does not work. What it showed is registered."""

    reason: str


class RestoreLink(LinkCommand, frozen=True, tag="restore-link"):
    """It works again."""


class ShowNotice(LinkCommand, frozen=True, tag="show-notice"):
    """A text for every sign of the link."""

    text: str


class ClearNotice(LinkCommand, frozen=True, tag="clear-notice"):
    pass


# ── what tables bring about ───────────────────────────────────────────────────────────────────────


class JoinTable(LinkCommand, frozen=True, tag="join-table"):
    """A table of the link's operator is opened on it. ``order`` is the order of payment across
    tables of its rulebook, ``orders`` that of each table which is on the link already.
    """

    table: str
    operator: str
    order: AcrossTables
    orders: Mapping[str, AcrossTables] = {}


class RaiseClaims(LinkCommand, frozen=True, tag="raise-claims"):
    """The hands of one round that win a share. ``registered``: the round is paid on what the
    jackpot was when it failed.
    """

    table: str
    round: str
    rulebook: str
    hands: tuple[ClaimedHand, ...]
    registered: Cents | None = None


class WithdrawClaims(LinkCommand, frozen=True, tag="withdraw-claims"):
    """A round's hands are not what they were claimed to be: the round or a hand is void. What was
    paid comes back.
    """

    round: str
    because: str


class ReplaceClaims(LinkCommand, frozen=True, tag="replace-claims"):
    """A round was corrected, and other hands claim, or on other bets: its claims fall away, what
    was paid on them comes back, and these come in their place in the order.
    """

    table: str
    round: str
    rulebook: str
    hands: tuple[ClaimedHand, ...]
    because: str
    registered: Cents | None = None


class FoldFeeds(LinkCommand, frozen=True, tag="fold-feeds"):
    """What tables have put in is added up and entered in the meter."""


AnyLinkCommand = (
    OpenLink
    | ProposeParameters
    | ApproveParameters
    | WithdrawProposal
    | ProposeCorrection
    | ApproveCorrection
    | VerifyClaim
    | DeclineClaim
    | OrderClaims
    | FailLink
    | RestoreLink
    | ShowNotice
    | ClearNotice
    | JoinTable
    | RaiseClaims
    | WithdrawClaims
    | ReplaceClaims
    | FoldFeeds
)

FROM_PEOPLE: tuple[type[LinkCommand], ...] = (
    OpenLink,
    ProposeParameters,
    ApproveParameters,
    WithdrawProposal,
    ProposeCorrection,
    ApproveCorrection,
    VerifyClaim,
    DeclineClaim,
    OrderClaims,
    FailLink,
    RestoreLink,
    ShowNotice,
    ClearNotice,
)
"""What a person may ask for; the rest only tables bring about."""
