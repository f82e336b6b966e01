"""Effects of a round on its link (contributing bets, claiming hands), and of the link's payments on
the round. Pure.
"""

from collections.abc import Mapping

from pitboss.casino.draft import World
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.games.family import family_of
from pitboss.games.settlement import Award, JackpotSettlement, Result
from pitboss.jackpot import commands as lc
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.state import ClaimStanding, ClaimState, LinkState
from pitboss.kernel.money import Cents
from pitboss.rulebook.parts import AcrossTables
from pitboss.table.corrections.replay import claims_stand
from pitboss.table.queries import PROGRESSIVE, has_opening
from pitboss.table.state import RoundState, Standing, TableState

CORRECTED = "The round was corrected."

# Enum members under module-level names, which are faster to look up, as in ``authority.PLAYER``.
_INVALID = Standing.INVALID
_GONE_BACK = (Result.VOID, Result.PUSH)


def claims_change(
    before: TableState | None, after: TableState, corrected: bool = False
) -> lc.RaiseClaims | lc.WithdrawClaims | lc.ReplaceClaims | None:
    """The command to the link that a change in a round's claims calls for. A correction may replace
    all of them.
    """
    then = before.round if before is not None else None
    now = after.round
    assert now is not None, "claims belong to a round"
    claimed_before = then.claimed if then is not None else ()
    registered = (
        now.registered.displayed if now.jackpot_failed and now.registered is not None else None
    )
    book = after.rules or after.settings.rulebook
    if now.claimed and not claimed_before:
        return lc.RaiseClaims(after.id, now.id, book, now.claimed, registered)
    otherwise = CORRECTED if corrected else "A hand that had claimed is not valid."
    if claimed_before and not now.claimed:
        return lc.WithdrawClaims(now.id, now.void_because or otherwise)
    if corrected and then is not None and not claims_stand(then, now):
        return lc.ReplaceClaims(after.id, now.id, book, now.claimed, CORRECTED, registered)
    return None


def contributing(state: TableState) -> Cents:
    """The progressive bets of a round that count for the jackpot: accepted and not returned."""
    round = state.round
    if round is None or not round.closed or round.void_because is not None:
        return Cents(0)
    if round.settlement is not None:
        return _contributing_when_settled(round)
    return Cents(
        sum(
            box.bets.get(PROGRESSIVE, 0)
            for box in round.boxes.values()
            if has_opening(state, box) and box.standing is not _INVALID
        )
    )


def _contributing_when_settled(round: RoundState) -> Cents:
    """A settlement may return a progressive bet, which then has not contributed."""
    assert round.settlement is not None
    total = 0
    for box in round.settlement.boxes:
        stake = round.boxes[box.box].bets.get(PROGRESSIVE, 0)
        for line in box.lines:
            if line.bet == PROGRESSIVE and line.result not in _GONE_BACK:
                total += stake
    return Cents(total)


def paid_on(link: LinkState, round: RoundState) -> JackpotSettlement | None:
    """What a link has paid on the claims of a round; None while one of them is still waiting."""
    claims = link.claims_of(round.id)
    if any(claim.waits for claim in claims):
        return None
    paid = sorted(
        (claim for claim in claims if claim.standing is ClaimStanding.PAID),
        key=lambda claim: claim.nth,
    )
    if not paid:
        shown = Cents(link.meter_units // UNITS_PER_CENT)
        return JackpotSettlement(shown, shown, Cents(0), ())
    awards = tuple(
        Award(claim.award.box, claim.award.hand, claim.award.amount, claim.award.clauses)
        for claim in paid
        if claim.award is not None
    )
    before = paid[0].before
    added = sum(claim.funding.total for claim in paid) // UNITS_PER_CENT
    # Awards to other tables in between are left out: these are the round's own figures.
    after = before + added - sum(award.amount for award in awards)
    return JackpotSettlement(before, Cents(after), Cents(added), awards)


def earlier_rounds(
    claim: ClaimState, link: LinkState, tables: Mapping[str, TableState]
) -> list[str]:
    """Rounds still in play at other tables with a progressive wager on a hand that was complete
    before the claiming one: if it wins, it would have been paid first (RWS 4.5.2). The house waits
    for them or pays.
    """
    return [
        table.round.id
        for name in link.tables
        if name != claim.table
        and (table := tables.get(name)) is not None
        and table.round is not None
        and table.book.jackpot.across_tables is AcrossTables.TIME_DEALT
        and _may_come_first(table, table.round, claim.dealt_ms)
    ]


def _may_come_first(table: TableState, round: RoundState, dealt_ms: int) -> bool:
    if round.void_because is not None or round.settlement is not None or round.claimed:
        return False
    complete = family_of(table.book).hand_cards
    return any(
        box.bets.get(PROGRESSIVE)
        and box.standing is not Standing.INVALID
        and len(box.cards) == complete
        and box.dealt_ms is not None
        and box.dealt_ms < dealt_ms
        for box in round.boxes.values()
    )


def orders_beside(world: World, link: str, table: str) -> dict[str, AcrossTables]:
    """The order of payment that each other table on a link goes by."""
    state = world.get(link_stream(link)).link
    orders = {}
    for other in () if state is None else state.tables:
        other_table = world.get(table_stream(other)).table
        if other != table and other_table is not None:
            orders[other] = other_table.book.jackpot.across_tables
    return orders
