"""What can be asked of a link, by people and by tables (``RaiseClaims`` and those after it)."""

from collections.abc import Mapping

import msgspec

from pitboss.games.awards import ClaimedHand
from pitboss.jackpot.feed import Feed
from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.kernel.money import Cents
from pitboss.rulebook.parts import AcrossTables


class LinkGiven(msgspec.Struct, frozen=True):
    """What reaches a link only as an argument: the time, the tables' contributions so far, and when
    the clock was last set.
    """

    now_ms: int = 0
    feeds: Mapping[str, Feed] = {}
    clock_steps: tuple[int, ...] = ()


class LinkCommand(
    msgspec.Struct,
    frozen=True,
    tag_field="do",
    rename="kebab",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Base of all commands; ``do`` names the kind."""


class OpenLink(LinkCommand, frozen=True, tag="open-link"):
    """Opens a link for the tables of one ``operator``, under any name. The house pays for the first
    start.
    """

    operator: str
    parameters: LinkParameters


class ProposeParameters(LinkCommand, frozen=True, tag="propose-parameters"):
    """A shift manager proposes new parameters; a second one must approve them."""

    parameters: LinkParameters


class ApproveParameters(LinkCommand, frozen=True, tag="approve-parameters"):
    """A second shift manager approves the parameters; they take effect between two jackpots.

    ``approves`` is the digest of the proposal that was read: if another is waiting now, nothing is
    approved.
    """

    approves: str | msgspec.UnsetType = msgspec.UNSET


class WithdrawProposal(LinkCommand, frozen=True, tag="withdraw-proposal"):
    """Drops proposed parameters, or a proposed correction, that have not taken effect yet."""


class ProposeCorrection(LinkCommand, frozen=True, tag="propose-correction"):
    """Proposes to raise the jackpot by an amount, or lower it; the house pays or receives it."""

    amount: Cents
    reason: Reason
    note: str


class ApproveCorrection(LinkCommand, frozen=True, tag="approve-correction"):
    """A second person approves the correction, which becomes an entry of its own. ``approves`` is
    the digest of the correction that was read: if another is waiting now, nothing is corrected.
    """

    approves: str | msgspec.UnsetType = msgspec.UNSET


class VerifyClaim(LinkCommand, frozen=True, tag="verify-claim"):
    """One person confirms that a claim is right; if the same person had declined it, that no
    longer counts. ``winner`` is the name on the identity shown, for chips on a nameless box.
    """

    claim: str
    winner: str | msgspec.UnsetType = msgspec.UNSET


class DeclineClaim(LinkCommand, frozen=True, tag="decline-claim"):
    """One person finds that a claim is wrong; if the same person had verified it, that no longer
    counts.
    """

    claim: str
    reason: str


class OrderClaims(LinkCommand, frozen=True, tag="order-claims"):
    """RWS: the house decides in which order tables are paid. Its decision is final."""

    tables: tuple[str, ...]
    reason: str


class FailLink(LinkCommand, frozen=True, tag="fail-link"):
    """Takes the link out of service because the jackpot system has failed; the value on its signs
    is registered.
    """

    reason: str


class RestoreLink(LinkCommand, frozen=True, tag="restore-link"):
    """Puts the link back in service."""


class ShowNotice(LinkCommand, frozen=True, tag="show-notice"):
    """Shows a text on every sign of the link."""

    text: str


class ClearNotice(LinkCommand, frozen=True, tag="clear-notice"):
    """Takes the notice off the signs."""


# ── from tables ───────────────────────────────────────────────────────────────────────────────────


class JoinTable(LinkCommand, frozen=True, tag="join-table"):
    """A table of the link's operator opens on it. ``order`` is its rulebook's order of payment
    across tables, and ``orders`` that of each table already on the link.
    """

    table: str
    operator: str
    order: AcrossTables
    orders: Mapping[str, AcrossTables] = {}


class RaiseClaims(LinkCommand, frozen=True, tag="raise-claims"):
    """Raises claims for the hands of one round that win a share. With ``registered`` the round is
    paid on the jackpot as it was when the link failed.
    """

    table: str
    round: str
    rulebook: str
    hands: tuple[ClaimedHand, ...]
    registered: Cents | None = None


class WithdrawClaims(LinkCommand, frozen=True, tag="withdraw-claims"):
    """Withdraws a round's claims because the round or a hand is void. What was paid comes back."""

    round: str
    because: str


class ReplaceClaims(LinkCommand, frozen=True, tag="replace-claims"):
    """Replaces a round's claims after a correction, when other hands claim or the bets differ: the
    old claims go, what was paid on them comes back, and the new ones take their place in the order.
    """

    table: str
    round: str
    rulebook: str
    hands: tuple[ClaimedHand, ...]
    because: str
    registered: Cents | None = None


class FoldFeeds(LinkCommand, frozen=True, tag="fold-feeds"):
    """Adds up the contributions in the tables' feeds and enters them in the meter."""


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
"""What a person may ask for; only tables give the other commands."""
