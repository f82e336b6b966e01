"""Claims that are due: the order of payment, turn after turn, and who pays for the next start."""

from msgspec.structs import replace

from pitboss.games.awards import WHOLE, Claim, settle_jackpot
from pitboss.games.record import Jackpot
from pitboss.jackpot import events as e
from pitboss.jackpot.evolve import evolve_link
from pitboss.jackpot.order import TimesAreEqual, turns
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.state import ClaimStanding, ClaimState, LinkState
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf

_CATEGORIES = {CATEGORY_LABELS[category]: category for category in Category}


def payments(state: LinkState, shelf: Shelf, now_ms: int) -> tuple[e.AwardPaid, ...]:
    """Pays from the head of the order for as long as the claims there have been verified.

    An undecided one holds up those behind it. Hands completed at the same time at two tables wait
    for the house.
    """
    paid: list[e.AwardPaid] = []
    while True:
        turn = next_turn(state, shelf)
        if turn is None or any(claim.standing is ClaimStanding.OPEN for claim in turn):
            return tuple(paid)
        event = _pay(state, turn, shelf, now_ms)
        paid.append(event)
        # The turns behind it are paid from what this one leaves.
        state = evolve_link(state, event)


def if_verified(state: LinkState, shelf: Shelf) -> dict[str, Cents]:
    """What each waiting claim comes to if all of them are verified. Nobody knows if the house still
    has to say who is paid first.
    """
    agreed = {
        claim.id: replace(claim, standing=ClaimStanding.VERIFIED) for claim in state.waiting_claims
    }
    paid = payments(replace(state, claims={**state.claims, **agreed}), shelf, now_ms=0)
    return {award.claim: award.amount for event in paid for award in event.awards}


def next_turn(state: LinkState, shelf: Shelf) -> tuple[ClaimState, ...] | None:
    """The claims that are paid next, together; none if nothing is waiting or the house must first
    say which comes first.
    """
    waiting = state.waiting_claims
    if not waiting:
        return None
    try:
        return turns(_book(waiting[0], shelf), waiting, state.house_order)[0]
    except TimesAreEqual:
        return None


def needs_the_house(state: LinkState, shelf: Shelf) -> bool:
    """Whether hands were completed at the same time at two tables, so that the house must say which
    comes first.
    """
    return bool(state.waiting_claims) and next_turn(state, shelf) is None


def _book(claim: ClaimState, shelf: Shelf) -> Rulebook:
    return shelf.get(claim.rulebook)


def _claim(claim: ClaimState) -> Claim:
    return Claim(claim.box, _CATEGORIES[claim.hand], claim.share)


def _pay(state: LinkState, turn: tuple[ClaimState, ...], shelf: Shelf, now_ms: int) -> e.AwardPaid:
    book = _book(turn[0], shelf)
    shown = Cents(state.meter_units // UNITS_PER_CENT)
    registered = turn[0].registered
    before = shown if registered is None else min(shown, registered)
    settled = settle_jackpot(
        book, Jackpot(before, state.parameters.reset), [_claim(claim) for claim in turn]
    )
    ids = {claim.box: claim.id for claim in turn}
    funding = funded(state, settled.added * UNITS_PER_CENT)
    after = shown + settled.added - sum(award.amount for award in settled.awards)
    return e.AwardPaid(
        table=turn[0].table,
        round=turn[0].round,
        awards=tuple(
            e.ClaimAward(ids[award.box], award.box, award.hand, award.amount, award.clauses)
            for award in settled.awards
        ),
        before=before,
        after=Cents(after),
        funding=funding,
        resets=any(claim.share == WHOLE for claim in turn),
        at_ms=now_ms,
        clauses=book.jackpot.across_tables_clauses,
    )


def funded(state: LinkState, units: int) -> e.Funding:
    """Who pays for what is put in: the reserve, then the overflow pool, then the house. Below zero,
    the house receives it.
    """
    if units <= 0:
        return e.Funding(house_units=units)
    reserve = min(units, max(0, state.reserve_units))
    overflow = min(units - reserve, max(0, state.overflow_units))
    return e.Funding(reserve, overflow, units - reserve - overflow)


def took_effect(state: LinkState, now_ms: int) -> e.ParametersTookEffect | None:
    """Approved parameters, if the link is between two jackpots: nothing has come in since it
    started, and nothing is claimed.
    """
    proposal = state.proposal
    if proposal is None or proposal.approved_by is None or not state.fresh or state.locked:
        return None
    change = (proposal.parameters.reset - state.parameters.reset) * UNITS_PER_CENT
    # Straight flushes may have been paid since the jackpot started: the house takes out no more
    # than there is.
    change = max(change, -state.meter_units)
    return e.ParametersTookEffect(proposal.parameters, funded(state, change), now_ms)


def reversal(state: LinkState, claim: ClaimState, because: str, now_ms: int) -> e.AwardReversed:
    """Undoes an award whose claim is withdrawn."""
    assert claim.award is not None, "only what was paid is reversed"
    funding = claim.funding
    missing = funding.total - claim.award.amount * UNITS_PER_CENT - state.meter_units
    if missing > 0:
        # Others have won part of what restarted the jackpot; the house does not get that part back.
        funding = replace(funding, house_units=funding.house_units - missing)
    return e.AwardReversed(
        claim=claim.id,
        amount=claim.award.amount,
        funding=funding,
        because=because,
        at_ms=now_ms,
    )
