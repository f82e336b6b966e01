"""The state of a link after an event. Total: an event has happened, so it is never refused here."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.state import (
    CLOSED_CLAIMS_KEPT,
    ClaimStanding,
    ClaimState,
    Correction,
    Failure,
    LinkState,
    Proposal,
)
from pitboss.rulebook.authority import Actor


def evolve_link(state: LinkState | None, event: e.AnyLinkEvent) -> LinkState:
    """The state after one event. The first event of a link is that it was opened."""
    if isinstance(event, e.LinkOpened):
        return LinkState(
            id=event.link,
            operator=event.operator,
            parameters=event.parameters,
            meter_units=event.parameters.reset * UNITS_PER_CENT,
        )
    assert state is not None, "the first event of a link opens it"
    return _EVOLVE[type(event)](state, event)


def fold_link(events: Iterable[e.AnyLinkEvent], state: LinkState | None = None) -> LinkState | None:
    """The state after many events."""
    for event in events:
        state = evolve_link(state, event)
    return state


def _claim(state: LinkState, claim: str, **changes: Any) -> LinkState:
    return replace(state, claims={**state.claims, claim: replace(state.claims[claim], **changes)})


def _tidied(state: LinkState) -> LinkState:
    """When nothing is waiting any more, the house's order has done its job, and old claims need not
    be remembered.
    """
    if any(claim.waits for claim in state.claims.values()):
        return state
    kept = list(state.claims.items())[-CLOSED_CLAIMS_KEPT:]
    return replace(state, house_order=(), claims=dict(kept))


def _joined(state: LinkState, event: e.TableJoined) -> LinkState:
    return replace(state, tables=(*state.tables, event.table))


def _folded(state: LinkState, event: e.ContributionsFolded) -> LinkState:
    totals = state.totals
    came = event.meter_units + event.overflow_units - event.house_units
    return replace(
        state,
        meter_units=state.meter_units + event.meter_units,
        overflow_units=state.overflow_units + event.overflow_units,
        reserve_units=state.reserve_units + event.reserve_units,
        feeds={**state.feeds, **event.feeds},
        fresh=False,
        totals=replace(
            totals,
            contributed=totals.contributed + came,
            to_reserve=totals.to_reserve + event.reserve_units,
            funded=totals.funded + event.house_units,
        ),
    )


def _raised(state: LinkState, event: e.ClaimRaised) -> LinkState:
    claim = ClaimState(
        id=event.claim,
        table=event.table,
        round=event.round,
        rulebook=event.rulebook,
        box=event.box,
        player=event.player,
        hand=event.hand,
        part=event.part,
        dealt_ms=event.dealt_ms,
        entry=event.entry,
        at_ms=event.at_ms,
        registered=event.registered,
        clock_steps=event.clock_steps or (),
    )
    return replace(
        state, claims={**state.claims, claim.id: claim}, entries=max(state.entries, event.entry)
    )


def _verified(state: LinkState, event: e.ClaimVerified) -> LinkState:
    claim = state.claims[event.claim]
    return _claim(
        state,
        event.claim,
        verified_by=(*claim.verified_by, event.by),
        declined_by=_without(claim.declined_by, event.by),
        winner=event.winner or None,
        standing=ClaimStanding.VERIFIED if event.complete else ClaimStanding.OPEN,
    )


def _without(persons: tuple[Actor, ...], gone: Actor) -> tuple[Actor, ...]:
    """Somebody who changes their mind is removed from the other list."""
    return tuple(person for person in persons if person.name != gone.name)


def _decline_recorded(state: LinkState, event: e.DeclineRecorded | e.ClaimDeclined) -> LinkState:
    claim = state.claims[event.claim]
    verified_by = _without(claim.verified_by, event.by)
    return _claim(
        state,
        event.claim,
        verified_by=verified_by,
        declined_by=(*claim.declined_by, event.by),
        winner=claim.winner if verified_by else None,
    )


def _declined(state: LinkState, event: e.ClaimDeclined) -> LinkState:
    state = _decline_recorded(state, event)
    return _tidied(_claim(state, event.claim, standing=ClaimStanding.DECLINED))


def _withdrawn(state: LinkState, event: e.ClaimWithdrawn) -> LinkState:
    return _tidied(_claim(state, event.claim, standing=ClaimStanding.WITHDRAWN))


def _ordered(state: LinkState, event: e.ClaimsOrdered) -> LinkState:
    return replace(state, house_order=event.tables)


def _funded(state: LinkState, funding: e.Funding, sign: int = 1) -> LinkState:
    """What is put into the jackpot, and by whom."""
    totals = state.totals
    return replace(
        state,
        meter_units=state.meter_units + sign * funding.total,
        reserve_units=state.reserve_units - sign * funding.reserve_units,
        overflow_units=state.overflow_units - sign * funding.overflow_units,
        totals=replace(totals, funded=totals.funded + sign * funding.total),
    )


def _awarded(state: LinkState, cents: int, hits: int) -> LinkState:
    totals = state.totals
    return replace(
        state,
        meter_units=state.meter_units - cents * UNITS_PER_CENT,
        totals=replace(
            totals, awarded=totals.awarded + cents * UNITS_PER_CENT, hits=totals.hits + hits
        ),
    )


def _paid(state: LinkState, event: e.AwardPaid) -> LinkState:
    for nth, award in enumerate(event.awards):
        # What the turn needed to restart is stored with its last claim: reversing all of them
        # returns it once.
        last = nth == len(event.awards) - 1
        state = _claim(
            state,
            award.claim,
            standing=ClaimStanding.PAID,
            award=award,
            before=event.before,
            funding=event.funding if last else e.Funding(),
            nth=state.totals.hits + nth,
        )
    state = _awarded(state, sum(award.amount for award in event.awards), len(event.awards))
    state = _funded(state, event.funding)
    return _tidied(replace(state, fresh=state.fresh or event.resets))


def _reversed(state: LinkState, event: e.AwardReversed) -> LinkState:
    state = _claim(
        state, event.claim, standing=ClaimStanding.WITHDRAWN, award=None, funding=e.Funding()
    )
    state = _awarded(state, -event.amount, -1)
    # The jackpot that was won continues: it is not between two.
    return _tidied(_funded(replace(state, fresh=False), event.funding, sign=-1))


def _failed(state: LinkState, event: e.LinkFailed) -> LinkState:
    return replace(state, failure=Failure(event.reason, event.by, event.at_ms, event.displayed))


def _restored(state: LinkState, event: e.LinkRestored) -> LinkState:
    return replace(state, failure=None)


def _proposed(state: LinkState, event: e.ParametersProposed) -> LinkState:
    nth = state.proposed + 1
    return replace(state, proposed=nth, proposal=Proposal(event.parameters, event.by, nth))


def _approved(state: LinkState, event: e.ParametersApproved) -> LinkState:
    assert state.proposal is not None, "somebody proposed what was approved"
    return replace(state, proposal=replace(state.proposal, approved_by=event.by))


def _proposal_withdrawn(state: LinkState, event: e.ProposalWithdrawn) -> LinkState:
    return replace(state, proposal=None, correction=None)


def _took_effect(state: LinkState, event: e.ParametersTookEffect) -> LinkState:
    return _funded(replace(state, parameters=event.parameters, proposal=None), event.funding)


def _correction_proposed(state: LinkState, event: e.CorrectionProposed) -> LinkState:
    nth = state.proposed + 1
    correction = Correction(event.amount, event.reason, event.note, event.by, nth)
    return replace(state, proposed=nth, correction=correction)


def _corrected(state: LinkState, event: e.LinkCorrected) -> LinkState:
    units = event.amount * UNITS_PER_CENT
    totals = replace(state.totals, corrected=state.totals.corrected + units)
    return replace(state, meter_units=state.meter_units + units, correction=None, totals=totals)


def _notice(state: LinkState, event: e.NoticeShown) -> LinkState:
    return replace(state, notice=event.text)


def _no_notice(state: LinkState, event: e.NoticeCleared) -> LinkState:
    return replace(state, notice=None)


_EVOLVE: dict[type[e.LinkEvent], Callable[[LinkState, Any], LinkState]] = {
    e.TableJoined: _joined,
    e.ContributionsFolded: _folded,
    e.ClaimRaised: _raised,
    e.ClaimVerified: _verified,
    e.DeclineRecorded: _decline_recorded,
    e.ClaimDeclined: _declined,
    e.ClaimWithdrawn: _withdrawn,
    e.ClaimsOrdered: _ordered,
    e.AwardPaid: _paid,
    e.AwardReversed: _reversed,
    e.LinkFailed: _failed,
    e.LinkRestored: _restored,
    e.ParametersProposed: _proposed,
    e.ParametersApproved: _approved,
    e.ProposalWithdrawn: _proposal_withdrawn,
    e.ParametersTookEffect: _took_effect,
    e.CorrectionProposed: _correction_proposed,
    e.LinkCorrected: _corrected,
    e.NoticeShown: _notice,
    e.NoticeCleared: _no_notice,
}
