"""What a request leads to in all the streams it touches: a table, its feed and its link are decided on together."""

from typing import Any, Protocol, get_args

import msgspec

from pitboss.casino.events import AnyStored, CommandRefused
from pitboss.casino.model import (
    LINK,
    TABLE,
    BadRequest,
    Refusal,
    Request,
    feed_stream,
    link_stream,
)
from pitboss.casino.states import Entity, evolved
from pitboss.games.record import Jackpot
from pitboss.games.settlement import Award, JackpotSettlement, Result
from pitboss.jackpot import commands as lc
from pitboss.jackpot.decide import decide_link
from pitboss.jackpot.feed import Feed, brought_to
from pitboss.jackpot.parameters import UNITS_A_CENT
from pitboss.jackpot.refusals import LinkRefusal, LinkRefused
from pitboss.jackpot.state import ClaimStanding, LinkState, displayed
from pitboss.kernel.money import Cents
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as tc
from pitboss.table.asking import PROGRESSIVE, has_opening
from pitboss.table.decide import decide
from pitboss.table.events import ClaimedHand
from pitboss.table.evolve import fold
from pitboss.table.refusals import Refused
from pitboss.table.state import RoundState, Standing, TableState

_TABLE_COMMANDS = get_args(tc.AnyCommand)


class World(Protocol):
    """Where streams are found."""

    shelf: Shelf

    def get(self, stream: str) -> Entity:
        """A stream as it is known here."""

    def fresh(self, stream: str) -> Entity:
        """A stream as it is stored now, whoever wrote to it."""


class Draft(msgspec.Struct, frozen=True):
    """What is to be stored: events by stream, and what the streams are afterwards."""

    events: dict[str, tuple[AnyStored, ...]]
    before: dict[str, Entity]
    after: dict[str, Entity]
    refusal: Refusal | None = None


class Outside(msgspec.Struct, frozen=True):
    """The clock and a fresh secret for a virtual shuffle."""

    now_ms: int
    secret: bytes | None = None


def draft(world: World, request: Request, outside: Outside) -> Draft:
    """Decides a request. A refusal is recorded too, in the stream that it was for."""
    target, name = request.target, request.target.partition("/")[2]
    is_table = isinstance(request.command, _TABLE_COMMANDS)
    if not name or not target.startswith(TABLE if is_table else LINK):
        what = "table/NAME" if is_table else "link/NAME"
        raise BadRequest(f"this command is for a target {what}, not for {target!r}")
    command: Any = request.command
    if is_table:
        found = _table(world, request, command, name, outside)
    else:
        if not isinstance(command, lc.FROM_PEOPLE):
            raise BadRequest(f"{command.__struct_config__.tag} is not for people to ask for")
        asked: Any = command
        found = link_events(world, name, asked, request, outside.now_ms)
    if isinstance(found, Refusal):
        said: dict[str, Any] = msgspec.to_builtins(command)
        refused = CommandRefused(said, request.actor, found.code, found.message, found.clauses)
        return drafted(world, {target: (refused,)}, found)
    return drafted(world, found)


def drafted(world: World, events: dict[str, tuple[AnyStored, ...]], refusal: Refusal | None = None) -> Draft:
    before, after = {}, {}
    for stream, found in events.items():
        entity = before[stream] = world.get(stream)
        for event in found:
            entity = evolved(stream, entity, event, world.shelf)
        after[stream] = entity
    return Draft(events, before, after, refusal)


def drafted_link(world: World, link: str, command: lc.AnyLinkCommand, request: Request, now_ms: int) -> Draft:
    """Decides what no person asks a link for; a refusal leaves nothing to store."""
    found = link_events(world, link, command, request, now_ms)
    return drafted(world, {}, found) if isinstance(found, Refusal) else drafted(world, found)


Events = dict[str, tuple[AnyStored, ...]]


# ── links ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def feeds_of(world: World, state: LinkState | None, fresh: bool) -> dict[str, Feed]:
    """What the tables of a link have put in."""
    if state is None:
        return {}
    find = world.fresh if fresh else world.get
    return {table: find(feed_stream(state.id, table)).feed for table in state.tables}


def link_events(
    world: World,
    link: str,
    command: lc.AnyLinkCommand,
    request: Request,
    now_ms: int,
    changed: dict[str, Feed] | None = None,
) -> Events | Refusal:
    """Decides on a link, with what its tables have put in by now; ``changed`` are feeds that this very request
    changes.
    """
    stream = link_stream(link)
    state = world.fresh(stream).link
    feeds = feeds_of(world, state, fresh=True) | (changed or {})
    given = lc.LinkGiven(now_ms, feeds)
    decided = decide_link(state, command, request.actor, given, link, world.shelf)
    if isinstance(decided, LinkRefused):
        return Refusal(decided.code.value, decided.message, decided.clauses)
    return {stream: decided} if decided else {}


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _table(
    world: World, request: Request, command: tc.AnyCommand, table: str, outside: Outside
) -> Events | Refusal:
    state = world.get(request.target).table
    opening = command if isinstance(command, tc.OpenTable) else None
    link = opening.link if opening is not None else None if state is None else state.settings.link
    given = _given(world, state, command, link, outside)
    decided = decide(state, command, request.actor, given, table, world.shelf)
    if isinstance(decided, Refused):
        return Refusal(decided.code.value, decided.message, decided.clauses)
    events: Events = {request.target: decided}
    if link is None:
        return events
    after = fold(decided, state, world.shelf)
    assert after is not None, "a table that has decided something is there"
    if opening is not None:
        return _joining(world, events, link, table, after, request, outside)
    return _with_link(world, events, link, state, after, request, outside.now_ms)


def _given(
    world: World, state: TableState | None, command: tc.AnyCommand, link: str | None, outside: Outside
) -> tc.Given:
    secret = outside.secret if isinstance(command, tc.OpenBetting) else None
    if link is None or state is None:
        return tc.Given(outside.now_ms, secret)
    round = state.round
    claimed = round is not None and bool(round.claimed)
    entity = world.fresh(link_stream(link)) if claimed else world.get(link_stream(link))
    linked = entity.link
    if linked is None:
        return tc.Given(outside.now_ms, secret)
    # What the sign shows is asked for only where it can matter.
    needed = isinstance(command, tc.Settle | tc.Report | tc.Confirm)
    shown = displayed(linked, feeds_of(world, linked, fresh=False)) if needed else Cents(0)
    paid = None if round is None or not claimed else paid_on(linked, round)
    jackpot = Jackpot(shown, linked.parameters.reset)
    return tc.Given(outside.now_ms, secret, jackpot, tc.FromLink(linked.down, paid))


def paid_on(link: LinkState, round: RoundState) -> JackpotSettlement | None:
    """What a link has paid on the claims of a round; nothing yet while one of them waits."""
    claims = link.claims_of(round.id)
    if any(claim.waits for claim in claims):
        return None
    paid = sorted(
        (claim for claim in claims if claim.standing is ClaimStanding.PAID), key=lambda claim: claim.nth
    )
    if not paid:
        shown = Cents(link.meter_units // UNITS_A_CENT)
        return JackpotSettlement(shown, shown, Cents(0), ())
    awards = tuple(
        Award(claim.award.box, claim.award.hand, claim.award.amount, claim.award.clauses)
        for claim in paid
        if claim.award is not None
    )
    before = paid[0].before
    added = sum(claim.funding.total for claim in paid) // UNITS_A_CENT
    # What other tables won in between is theirs; here only this round's own part is told.
    after = before + added - sum(award.amount for award in awards)
    return JackpotSettlement(before, Cents(after), Cents(added), awards)


def _joining(
    world: World,
    events: Events,
    link: str,
    table: str,
    after: TableState,
    request: Request,
    outside: Outside,
) -> Events | Refusal:
    joined = link_events(world, link, lc.JoinTable(table, after.book.operator), request, outside.now_ms)
    if isinstance(joined, Refusal) and joined.code == LinkRefusal.NO_LINK:
        return Refusal(joined.code, f"There is no link {link}; open it first (open-link).")
    return joined if isinstance(joined, Refusal) else events | joined


def _with_link(
    world: World,
    events: Events,
    link: str,
    before: TableState | None,
    after: TableState,
    request: Request,
    now_ms: int,
) -> Events | Refusal:
    """What a table's events mean for its feed and its link, in the same transaction."""
    state = world.get(link_stream(link)).link
    assert state is not None, "a table joins a link when it is opened"
    stream = feed_stream(link, after.id)
    feed = world.get(stream).feed
    changed: dict[str, Feed] = {}
    if after.round is not None:
        entry = brought_to(feed, state.parameters, after.round.id, contributing(after), now_ms)
        if entry is not None:
            events[stream] = (entry,)
            changed[after.id] = evolved(stream, Entity(feed.version, feed), entry, world.shelf).feed
    command = _claims_change(before, after)
    if command is None:
        return events
    linked = link_events(world, link, command, request, now_ms, changed)
    return linked if isinstance(linked, Refusal) else events | linked


def _claims_change(before: TableState | None, after: TableState) -> lc.RaiseClaims | lc.WithdrawClaims | None:
    """What a link must be told of a round's claims."""
    then = before.round if before is not None else None
    now = after.round
    if now is None:
        return None
    claimed_before = then.claimed if then is not None else ()
    if now.claimed and not claimed_before:
        registered = now.registered.displayed if now.jackpot_failed and now.registered is not None else None
        hands = tuple(_hand_claimed(hand) for hand in now.claimed)
        return lc.RaiseClaims(after.id, now.id, after.settings.rulebook, hands, registered)
    if claimed_before and not now.claimed:
        return lc.WithdrawClaims(now.id, now.void_because or "A hand that had claimed is not valid.")
    return None


def _hand_claimed(hand: ClaimedHand) -> lc.HandClaimed:
    return lc.HandClaimed(hand.box, hand.player, hand.hand, hand.part, hand.dealt_ms)


def contributing(state: TableState) -> Cents:
    """The progressive bets of a round that count for the jackpot: accepted, and not gone back."""
    round = state.round
    if round is None or not round.closed or round.void_because is not None:
        return Cents(0)
    if round.settlement is not None:
        return _contributing_when_settled(round)
    return Cents(
        sum(
            box.bets.get(PROGRESSIVE, 0)
            for box in round.boxes.values()
            if has_opening(state, box) and box.standing is not Standing.INVALID
        )
    )


def _contributing_when_settled(round: RoundState) -> Cents:
    """A settlement may give a progressive bet back: then it has not played."""
    assert round.settlement is not None
    total = 0
    for box in round.settlement["boxes"]:
        stake = round.boxes[box["box"]].bets.get(PROGRESSIVE, 0)
        for line in box["lines"]:
            if line["bet"] == PROGRESSIVE and line["result"] not in (Result.VOID, Result.PUSH):
                total += stake
    return Cents(total)
