"""A link as clients see it: its meter for everybody, its composition for staff."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.casino.controls.needs import nameless
from pitboss.casino.jackpot_effects import earlier_rounds
from pitboss.games.progressive import ProgressivePays
from pitboss.jackpot.payout import if_verified, needs_the_house
from pitboss.jackpot.state import ClaimStanding, ClaimState, LinkState
from pitboss.kernel.json_types import AmountText, CardText, DigestText, Outgoing
from pitboss.kernel.money import Cents, format_cents
from pitboss.kernel.names import natural
from pitboss.reports.json_types import WrittenParameters, written_parameters
from pitboss.rulebook.pay import Pay, Share
from pitboss.rulebook.shelf import Shelf
from pitboss.rulebook.texts import unpinned
from pitboss.table.state import TableState
from pitboss.table.views.names import EVERYBODY, Names, is_staff
from pitboss.table.views.table import claimed_hand
from pitboss.web.auth.callers import Caller


class ClaimView(Outgoing, frozen=True):
    """A hand that claims a share of a jackpot. What is needed to verify it is shown to staff."""

    claim: str
    table: str
    round: str
    box: int
    player: Annotated[str | None, msgspec.Meta(description="Staff only.")]
    hand: Annotated[str, msgspec.Meta(description="The kind of hand: royal-flush.")]
    part: Annotated[
        str,
        msgspec.Meta(description="The share of the jackpot that it wins, as a fraction."),
    ]
    standing: ClaimStanding
    verified_by: Annotated[
        tuple[str, ...], msgspec.Meta(description="Who has verified it; staff only.")
    ]
    declined_by: Annotated[
        tuple[str, ...], msgspec.Meta(description="Who has declined it; staff only.")
    ]
    award: Annotated[AmountText | None, msgspec.Meta(description="What was paid.")]
    winner: Annotated[
        str | UnsetType | None,
        msgspec.Meta(description="Who is paid, according to those who verified it."),
    ] = UNSET
    unnamed: Annotated[
        bool | UnsetType,
        msgspec.Meta(
            description="Whether its chips are in nobody's name: verify-claim says whose they are."
        ),
    ] = UNSET
    rulebook: str | UnsetType = UNSET
    claimed_at_ms: Annotated[
        int | UnsetType, msgspec.Meta(description="When the hand was claimed.")
    ] = UNSET
    dealt_at_ms: Annotated[
        int | UnsetType, msgspec.Meta(description="When its player's last card was dealt.")
    ] = UNSET
    amount: Annotated[
        AmountText | UnsetType | None,
        msgspec.Meta(
            description="What it comes to if all that is claimed is verified; null while the house "
            "sets the order."
        ),
    ] = UNSET
    verifiers: Annotated[
        int | UnsetType,
        msgspec.Meta(description="How many people have to verify or decline it."),
    ] = UNSET
    cards: Annotated[
        list[CardText] | UnsetType,
        msgspec.Meta(description="The claimed hand, face up for those who verify it."),
    ] = UNSET
    community: Annotated[
        list[CardText] | UnsetType,
        msgspec.Meta(description="The community cards that are face up."),
    ] = UNSET
    bet: Annotated[str | UnsetType | None, msgspec.Meta(description="The wager that wins.")] = UNSET
    stake: AmountText | UnsetType | None = UNSET
    paid_out: Annotated[
        bool | UnsetType,
        msgspec.Meta(description="Whether the round of a paid claim is concluded: chips moved."),
    ] = UNSET
    earlier_rounds: Annotated[
        list[str] | UnsetType,
        msgspec.Meta(
            description="Rounds at other tables that are still in play and whose hands were dealt "
            "earlier: should one win, it would come first. The house waits for them or pays."
        ),
    ] = UNSET


class ClaimOnLink(ClaimView, frozen=True, kw_only=True):
    """A claim in the list for all links."""

    link: str
    displayed: AmountText


class FailureView(Outgoing, frozen=True):
    """Why a link is out of service, who reported it and when; registered is what the signs
    showed.
    """

    reason: str
    by: str
    at_ms: int
    registered: AmountText


class ProposalView(Outgoing, frozen=True):
    by: str
    approved_by: str | None
    parameters: WrittenParameters
    digest: DigestText


class CorrectionView(Outgoing, frozen=True):
    by: str
    amount: AmountText
    reason: str
    note: str
    digest: DigestText


class PayNow(Outgoing, frozen=True):
    """A row of a progressive pay table, and what it pays at the current jackpot."""

    row: str
    pays: str
    now: AmountText | None


class LinkView(Outgoing, frozen=True, kw_only=True):
    """A link. What its jackpot consists of, and its claims in full, are shown to staff."""

    link: str
    operator: str
    displayed: AmountText
    position: Annotated[
        int | None,
        msgspec.Meta(
            description="The journal position at which this was the exact figure; null if that is "
            "not certain."
        ),
    ]
    reset: AmountText
    locked: bool
    down: bool
    notice: str | None
    tables: list[str]
    claims: list[ClaimView]
    last: list[ClaimView]
    house_must_order: bool
    failure: FailureView | UnsetType | None = UNSET
    parameters: WrittenParameters | UnsetType = UNSET
    proposal: ProposalView | UnsetType | None = UNSET
    correction: CorrectionView | UnsetType | None = UNSET
    pays: dict[str, list[PayNow]] | UnsetType = UNSET


def link_view(
    state: LinkState,
    shown: Cents,
    caller: Caller,
    shelf: Shelf,
    tables: Mapping[str, TableState],
    pays: dict[str, list[PayNow]] | UnsetType = UNSET,
    position: int | None = None,
) -> LinkView:
    """A link as the caller may see it; ``pays`` are its pay tables by rulebook, if asked for, and
    ``position`` is where in the journal the figure was exactly this.
    """
    staff, names = is_staff(caller.actor), caller.names
    paid = [claim for claim in list(state.claims.values())[-5:] if claim.award is not None]
    return LinkView(
        link=state.id,
        operator=state.operator,
        displayed=format_cents(shown),
        position=position,
        reset=format_cents(state.parameters.reset),
        locked=state.locked,
        down=state.down,
        notice=state.notice,
        tables=sorted(state.tables, key=natural),
        claims=[*claims_in_full(state, caller, shelf, tables)]
        if staff
        else [claim_view(claim, names) for claim in state.waiting_claims],
        last=[_hit(claim, tables.get(claim.table), names) for claim in paid],
        house_must_order=needs_the_house(state, shelf),
        failure=_failure(state) if staff else UNSET,
        parameters=written_parameters(state.parameters) if staff else UNSET,
        proposal=_proposal(state) if staff else UNSET,
        correction=_correction(state) if staff else UNSET,
        pays=pays,
    )


def _failure(state: LinkState) -> FailureView | None:
    failure = state.failure
    if failure is None:
        return None
    return FailureView(
        failure.reason, failure.by.name, failure.at_ms, format_cents(failure.registered)
    )


def _proposal(state: LinkState) -> ProposalView | None:
    proposal = state.proposal
    if proposal is None:
        return None
    return ProposalView(
        proposal.by.name,
        None if proposal.approved_by is None else proposal.approved_by.name,
        written_parameters(proposal.parameters),
        proposal.digest,
    )


def _correction(state: LinkState) -> CorrectionView | None:
    correction = state.correction
    if correction is None:
        return None
    return CorrectionView(
        correction.by.name,
        format_cents(correction.amount),
        correction.reason,
        correction.note,
        correction.digest,
    )


def claim_view(claim: ClaimState, names: Names) -> ClaimView:
    """A claim as everybody may see it. Whose it is, and who has verified it, is only for callers
    who may know all names: signs are public, and show none.
    """
    verified, declined = (claim.verified_by, claim.declined_by) if names.everybody else ((), ())
    return ClaimView(
        claim.id,
        claim.table,
        claim.round,
        claim.box,
        claim.player if names.everybody else None,
        claim.hand,
        claim.part,
        claim.standing,
        tuple(actor.name for actor in verified),
        tuple(actor.name for actor in declined),
        None if claim.award is None else format_cents(claim.award.amount),
    )


def _hit(claim: ClaimState, table: TableState | None, names: Names) -> ClaimView:
    """A claim that the link has paid, with the cards that lie open for everybody; its player gets
    the money once the round is concluded.
    """
    hand = None if table is None else claimed_hand(table, claim.round, claim.box, None)
    on = table is not None and table.round is not None and table.round.id == claim.round
    return msgspec.structs.replace(
        claim_view(claim, names),
        rulebook=unpinned(claim.rulebook)[0],
        claimed_at_ms=claim.at_ms,
        cards=[] if hand is None else hand.cards,
        community=[] if hand is None else hand.community,
        paid_out=not on,
    )


class MeterView(Outgoing, frozen=True):
    """A link's figure, which changes with every bet."""

    link: str
    displayed: AmountText
    position: int | None


def meter_view(link: str, shown: Cents, position: int | None) -> MeterView:
    return MeterView(link, format_cents(shown), position)


def claims_in_full(
    state: LinkState, caller: Caller, shelf: Shelf, tables: Mapping[str, TableState]
) -> list[ClaimView]:
    """The claims that are waiting, for those who may verify them. ``amount`` is what a claim comes
    to if all of them are verified.
    """
    comes_to = if_verified(state, shelf)
    return [_in_full(claim, state, comes_to, caller, tables) for claim in state.waiting_claims]


def _in_full(
    claim: ClaimState,
    state: LinkState,
    comes_to: Mapping[str, Cents],
    caller: Caller,
    tables: Mapping[str, TableState],
) -> ClaimView:
    table = tables.get(claim.table)
    hand = None if table is None else claimed_hand(table, claim.round, claim.box, caller.actor)
    amount = comes_to.get(claim.id)
    return msgspec.structs.replace(
        claim_view(claim, EVERYBODY),
        winner=claim.winner,
        unnamed=claim.player == nameless(claim.box),
        rulebook=unpinned(claim.rulebook)[0],
        claimed_at_ms=claim.at_ms,
        dealt_at_ms=claim.dealt_ms,
        amount=None if amount is None else format_cents(amount),
        verifiers=state.parameters.verifiers,
        cards=[] if hand is None else hand.cards,
        community=[] if hand is None else hand.community,
        bet=None if hand is None else hand.bet,
        stake=None if hand is None else hand.stake,
        earlier_rounds=earlier_rounds(claim, state, tables),
    )


def pays_now(rulebook: str, shown: Cents, shelf: Shelf, bet: Cents | None) -> list[PayNow]:
    """What each hand of a progressive pay table pays at the current jackpot, and with the current
    bet if all are of one size.
    """
    return [
        PayNow(
            payment.row or "",
            str(payment.pays),
            _now(payment.pays, shown, bet),
        )
        for payment in ProgressivePays(shelf.get(rulebook)).payments
        if payment is not None
    ]


def _now(pays: Pay, shown: Cents, bet: Cents | None) -> str | None:
    if isinstance(pays, Share):
        return format_cents(pays.part * shown // 1)
    return None if bet is None else format_cents(pays.winnings(bet))
