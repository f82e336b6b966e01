"""Parameters and corrections: what one person proposes and another approves."""

from msgspec import UNSET

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import MAX_CENTS, UNITS_PER_CENT
from pitboss.jackpot.refusals import LinkDecision, LinkRefusal, LinkRefused
from pitboss.jackpot.state import LinkState
from pitboss.kernel.money import Cents, format_cents
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.shelf import Shelf


def propose(
    state: LinkState, command: c.ProposeParameters, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    if state.proposal is not None:
        return LinkRefused(
            LinkRefusal.PROPOSAL_OPEN,
            "Withdraw the parameters that are waiting for approval first.",
        )
    if problem := command.parameters.problem():
        return LinkRefused(LinkRefusal.BAD_PARAMETERS, problem)
    return (e.ParametersProposed(command.parameters, actor),)


def approve(
    state: LinkState, command: c.ApproveParameters, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    proposal = state.proposal
    if proposal is None or proposal.approved_by is not None:
        return LinkRefused(LinkRefusal.NOTHING_PROPOSED, "No parameters are waiting for approval.")
    if proposal.by.name == actor.name:
        message = f"{actor.name} proposed these parameters; a second person must approve them."
        return LinkRefused(LinkRefusal.SAME_PERSON, message)
    if command.approves not in (UNSET, proposal.digest):
        return _changed(f"{proposal.by.name} proposes other parameters")
    return (e.ParametersApproved(actor),)


def _changed(waits: str) -> LinkRefused:
    message = (
        f"What is waiting has changed since you looked: {waits}. Look again before you approve."
    )
    return LinkRefused(LinkRefusal.CHANGED_SINCE, message)


def withdraw_proposal(
    state: LinkState, command: c.WithdrawProposal, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    if state.proposal is None and state.correction is None:
        return LinkRefused(LinkRefusal.NOTHING_PROPOSED, "Nothing has been proposed.")
    return (e.ProposalWithdrawn(actor),)


def propose_correction(
    state: LinkState, command: c.ProposeCorrection, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    if state.correction is not None:
        return LinkRefused(
            LinkRefusal.PROPOSAL_OPEN,
            "Withdraw the correction that is waiting for approval first.",
        )
    if not command.amount or abs(command.amount) > MAX_CENTS:
        return LinkRefused(
            LinkRefusal.BAD_CORRECTION,
            f"A correction can't be zero, nor more than {format_cents(MAX_CENTS)}.",
        )
    if not command.note.strip():
        return LinkRefused(LinkRefusal.REASON_NEEDED, "Say what happened (note).")
    return (e.CorrectionProposed(command.amount, command.reason, command.note, actor),)


def approve_correction(
    state: LinkState, command: c.ApproveCorrection, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    correction = state.correction
    if correction is None:
        return LinkRefused(LinkRefusal.NOTHING_PROPOSED, "No correction is waiting for approval.")
    if state.waiting_claims:
        return LinkRefused(
            LinkRefusal.CLAIM_OPEN,
            "A claim is holding the jackpot; approve the correction once the claim is paid "
            "or declined.",
        )
    if correction.by.name == actor.name:
        message = f"{actor.name} proposed this correction; a second person must approve it."
        return LinkRefused(LinkRefusal.SAME_PERSON, message)
    if command.approves not in (UNSET, correction.digest):
        amount = format_cents(correction.amount)
        return _changed(
            f"{correction.by.name} proposes a correction of {amount}, {correction.reason}"
        )
    after = state.meter_units + correction.amount * UNITS_PER_CENT
    cap = state.parameters.cap_units
    if after < 0 or (cap is not None and correction.amount > 0 and after > cap):
        stands = format_cents(Cents(state.meter_units // UNITS_PER_CENT))
        message = (
            f"The jackpot is {stands}: it can't be corrected by {format_cents(correction.amount)}."
        )
        return LinkRefused(LinkRefusal.BAD_CORRECTION, message)
    return (
        e.LinkCorrected(
            correction.amount,
            correction.reason,
            correction.note,
            correction.by,
            actor,
            given.now_ms,
        ),
    )
