"""The process manager between tables and links: what a request leads to in every stream it touches.

A table, its feed and its link are each decided by a pure ``decide``. What happens at a table
affects its link, and what the link has paid affects the table. Only this module carries the effects
from one to the other, and all resulting events form one unit, stored whole or not at all.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args

from msgspec.structs import replace

from pitboss.casino.aggregates import NOTHING_YET, Entity, evolved
from pitboss.casino.approvals import APPROVALS_STREAM, ApprovalDropped, DropApproval
from pitboss.casino.codec import AnyStored, CommandRefused, RoundInterrupted
from pitboss.casino.controls.verdicts import verdict
from pitboss.casino.draft import Draft, Drafting, Outside, World
from pitboss.casino.encryption import sealed, without_cards
from pitboss.casino.house_rules import about_rules, rules_for
from pitboss.casino.jackpot_effects import claims_change, contributing, orders_beside, paid_on
from pitboss.casino.requests import (
    ApprovedRequest,
    BadRequest,
    DisplayRequest,
    NoteRequest,
    OwnRequest,
    PeopleRequest,
    Refusal,
    Request,
)
from pitboss.casino.shuffle_secret import shuffling
from pitboss.casino.stream_ids import (
    HOUSE_STREAM,
    PEOPLE_STREAM,
    REFUSED_STREAM,
    feed_stream,
    link_of,
    link_stream,
    table_of,
)
from pitboss.casino.texts import MOST_MESSAGE, brief, cut
from pitboss.games.record import Jackpot
from pitboss.house.commands import AnyHouseCommand
from pitboss.jackpot import commands as lc
from pitboss.jackpot.decide import decide_link
from pitboss.jackpot.feed import Feed, brought_to
from pitboss.jackpot.refusals import LinkRefusal, LinkRefused
from pitboss.jackpot.state import LinkState, displayed
from pitboss.kernel.money import Cents
from pitboss.people.appointments import ALONE
from pitboss.people.decide import decide_people
from pitboss.people.refusals import PeopleRefused
from pitboss.table import commands as tc
from pitboss.table import events as te
from pitboss.table.corrections.entries import enter
from pitboss.table.corrections.events import EntryTakenBack, RoundCorrected
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.refusals import TableRefusal
from pitboss.table.state import TableState

MAX_NAME_CHARACTERS = 100

_TABLE_COMMANDS = frozenset(get_args(tc.AnyCommand))
_HOUSE_COMMANDS = get_args(AnyHouseCommand)


def draft(world: World, request: Request, outside: Outside) -> Draft:
    """Decides a request. A refusal is recorded too, in the target's stream; but a refused request
    of Pitboss's own leaves nothing to store.
    """
    command: Any = request.command
    is_table = type(command) in _TABLE_COMMANDS
    if not is_table:
        if isinstance(request, PeopleRequest):
            return _people(world, request, outside)
        if isinstance(request, NoteRequest | DisplayRequest):
            _add(noting := Drafting(world), request.target, (request.at(outside.now_ms),))
            return noting.done()
        if isinstance(command, DropApproval):
            return _dropped(world, request, command.digest, outside.now_ms)
        if isinstance(command, _HOUSE_COMMANDS):
            return _house(world, request, command, outside)
    name = _name(request.target, is_table)
    drafting = Drafting(world)
    if is_table:
        refusal = _table(drafting, request, command, name, outside)
        if isinstance(request, OwnRequest):
            return _interrupted(world, request.target, drafting, refusal, outside.now_ms)
    else:
        if not isinstance(command, lc.FROM_PEOPLE) and not isinstance(request, OwnRequest):
            raise BadRequest(f"{command.__struct_config__.tag} is not for people to ask for")
        refusal = _on_link(drafting, name, command, request, outside)
        if isinstance(request, OwnRequest):
            return drafting.done() if refusal is None else Drafting(world).done(refusal)
    if refusal is not None:
        return _refused(world, request, refusal)
    return _controlled(drafting, request, outside)


def _controlled(drafting: Drafting, request: Request, outside: Outside) -> Draft:
    """Applies the house's controls to what the documents allow."""
    world, controls = drafting.world, outside.controls
    if controls is None:
        return drafting.done()
    target = request.target
    events, before = drafting.events.get(target, ()), drafting.before.get(target, NOTHING_YET)
    ruled = verdict(controls, world, request, before.state, events, outside.now_ms)
    if not ruled.beside:
        return drafting.done() if ruled.refusal is None else _refused(world, request, ruled.refusal)
    beside = Drafting(world)
    for stream, events_beside in ruled.beside.items():
        _add(beside, stream, events_beside)
    return beside.done(ruled.refusal) if ruled.refusal else beside.then(drafting).done()


def _dropped(world: World, request: Request, digest: str, now_ms: int) -> Draft:
    """Withdraws a command waiting for an approval."""
    drafting = Drafting(world)
    if digest in world.fresh(APPROVALS_STREAM).approvals.waiting:
        dropped = ApprovalDropped(digest=digest, at_ms=now_ms, by=request.actor)
        _add(drafting, APPROVALS_STREAM, (dropped,))
    return drafting.done()


def _people(world: World, request: PeopleRequest, outside: Outside) -> Draft:
    """Decides a command about people, which touches no table or link. A refusal goes to the caller
    only and is not recorded.
    """
    people = world.fresh(PEOPLE_STREAM).people
    rules = ALONE if outside.controls is None else outside.controls.people
    decided = decide_people(people, request.command, request.by, outside.now_ms, rules)
    drafting = Drafting(world)
    if isinstance(decided, PeopleRefused):
        return drafting.done(Refusal(decided.code.value, decided.message, where=decided.where))
    _add(drafting, PEOPLE_STREAM, decided)
    return drafting.done()


def _house(world: World, request: Request, command: AnyHouseCommand, outside: Outside) -> Draft:
    decided = about_rules(world, request, command, outside.now_ms)
    if isinstance(decided, Refusal):
        return _refused(world, request, decided)
    _add(drafting := Drafting(world), HOUSE_STREAM, decided)
    return _controlled(drafting, request, outside)


@lru_cache(maxsize=4096)
def _name(target: str, is_table: bool) -> str:
    """The name of a request's table or link. Cached, as the same few recur."""
    name = table_of(target) if is_table else link_of(target)
    if name is None:
        what = "table/NAME" if is_table else "link/NAME"
        raise BadRequest(f"this command is for a target {what}, not for {target!r}")
    # A feed's name has a slash between link and table.
    if not name or len(name) > MAX_NAME_CHARACTERS or not name.isprintable() or "/" in name:
        raise BadRequest(
            f"a name is 1 to {MAX_NAME_CHARACTERS} printable characters without a slash, not "
            f"{name!r:.80}"
        )
    return name


def _refused(world: World, request: Request, refusal: Refusal) -> Draft:
    """A draft that records a refusal."""
    refusal = replace(refusal, message=cut(refusal.message, MOST_MESSAGE))
    refused = Drafting(world)
    # Asking for a table or link that does not exist must not create its stream.
    _add(
        refused,
        request.target if world.get(request.target).version else REFUSED_STREAM,
        (
            CommandRefused(
                brief(without_cards(request.command)),
                request.actor,
                refusal.code,
                refusal.message,
                refusal.clauses,
            ),
        ),
    )
    return refused.done(refusal)


def _interrupted(
    world: World, stream: str, ruled: Drafting, refusal: Refusal | None, now_ms: int
) -> Draft:
    """A round that was in progress when Pitboss stopped: a flag and its rulebook's ruling, or the
    flag alone if it needs no ruling any more.
    """
    before = world.get(stream)
    state = before.table
    if state is None or state.round is None:
        return Drafting(world).done()
    flag = RoundInterrupted(state.round.id, state.round.phase.value, now_ms)
    events = () if refusal is not None else ruled.events[stream]
    after = Entity(before.version + 1 + len(events), ruled.after[stream].state if events else state)
    flagged = Drafting(world)
    flagged.put(stream, before, (flag, *events), after)
    if events:
        for other in ruled.events.keys() - {stream}:
            flagged.put(other, ruled.before[other], ruled.events[other], ruled.after[other])
    return flagged.done()


def _add(drafting: Drafting, stream: str, events: tuple[AnyStored, ...]) -> None:
    """Adds events for a stream that has none yet, and applies them."""
    entity = before = drafting.world.get(stream)
    for event in events:
        entity = evolved(stream, entity, event, drafting.world.shelf)
    drafting.put(stream, before, events, entity)


# ── links ─────────────────────────────────────────────────────────────────────────────────────────


def feeds_of(world: World, state: LinkState | None, fresh: bool, *beside: str) -> dict[str, Feed]:
    """The feeds of a link's tables. The streams in ``beside`` are fetched by the same query."""
    if state is None:
        return {}
    feeds = {table: feed_stream(state.id, table) for table in state.tables}
    world.catch_up((*feeds.values(), *beside))
    find = world.fresh if fresh else world.get
    return {table: find(stream).feed for table, stream in feeds.items()}


def _on_link(
    drafting: Drafting,
    link: str,
    command: lc.AnyLinkCommand,
    request: Request,
    outside: Outside,
    changed: Mapping[str, Feed] | None = None,
) -> Refusal | None:
    """Decides a command to a link, given its tables' contributions so far; ``changed`` are the
    feeds this very request changes.
    """
    world, stream = drafting.world, link_stream(link)
    state = world.fresh(stream).link
    feeds = feeds_of(world, state, fresh=True) | dict(changed or {})
    given = lc.LinkGiven(outside.now_ms, feeds, outside.clock_steps)
    decided = decide_link(state, command, request.actor, given, link, world.shelf)
    if isinstance(decided, LinkRefused):
        return Refusal(decided.code.value, decided.message, decided.clauses)
    _add(drafting, stream, decided)
    return None


# ── tables ────────────────────────────────────────────────────────────────────────────────────────


def _table(
    drafting: Drafting, request: Request, command: tc.AnyCommand, table: str, outside: Outside
) -> Refusal | None:
    world, target = drafting.world, request.target
    entity = world.get(target)
    state = entity.table
    opening = command if type(command) is tc.OpenTable else None
    link = opening.link if opening is not None else None if state is None else state.settings.link
    if opening is not None and link is None and opening.progressive_bet is not None:
        message = (
            "Choose the jackpot that progressive bets are for (link), or open the table without "
            "progressive bets."
        )
        return Refusal(TableRefusal.BAD_CONFIGURATION.value, message)
    second = request.approval.by if type(request) is ApprovedRequest else None
    playing = state.settings if state is not None and type(command) is tc.OpenBetting else opening
    rules = None if playing is None else rules_for(drafting, playing.rulebook, outside)
    if rules is not None and isinstance(rules, Refusal):
        return rules
    given = _given(world, state, command, table, link, outside)
    if second is not None or rules is not None:
        given = replace(given, approved_by=second, rules=rules)
    decided = decide(state, command, request.actor, given, table, world.shelf)
    if not isinstance(decided, tuple):
        return Refusal(decided.code.value, decided.message, decided.clauses)
    if state is not None and (round := state.round) is not None and round.chain is not None:
        decided = sealed(decided, state)
    asked = Asked(command, request.actor, outside.now_ms)
    after = enter(state, asked, decided, world.shelf)
    assert after is not None, "a table that decided something exists"
    drafting.put(target, entity, decided, Entity(entity.version + len(decided), after))
    if link is None:
        return None
    if opening is not None:
        order = after.book.jackpot.across_tables
        joined = lc.JoinTable(table, after.book.operator, order, orders_beside(world, link, table))
        refusal = _on_link(drafting, link, joined, request, outside)
        if refusal is not None and refusal.code == LinkRefusal.NO_LINK:
            return Refusal(refusal.code, f"There is no link {link}; open it first (open-link).")
        return refusal
    if not _TOUCHES_THE_JACKPOT.isdisjoint(map(type, decided)):
        corrected = isinstance(decided[0], _CORRECTIONS)
        return _with_link(drafting, link, state, after, request, outside, corrected)
    return None


_ASKS_THE_LINK = frozenset(
    (
        tc.OpenBetting,
        tc.PlaceBet,
        tc.CloseBetting,
        tc.Settle,
        tc.Report,
        tc.Confirm,
        tc.ChooseOperation,
        tc.RestoreProgressive,
        tc.Correct,
        tc.AllowCorrection,
    )
)
"""Commands a table can't decide without knowing the state of its link."""
_ASKS_WHAT_IT_SHOWS = frozenset((tc.Settle, tc.Report, tc.Confirm, tc.Correct, tc.AllowCorrection))


def _given(
    world: World,
    state: TableState | None,
    command: tc.AnyCommand,
    table: str,
    link: str | None,
    outside: Outside,
) -> tc.Given:
    if type(command) is tc.OpenBetting or type(command) is tc.OpenTable:
        given = shuffling(state, command, table, outside)
    else:
        given = tc.Given(outside.now_ms)
    if link is None or state is None or type(command) not in _ASKS_THE_LINK:
        return given
    round = state.round
    claimed = round is not None and bool(round.claimed)
    stream = link_stream(link)
    # Most commands are decided on the link as this process knows it; if that is stale, the journal
    # refuses the unit and it is decided again. The displayed jackpot changes all the time, so
    # commands that need it ask the database.
    known = linked = world.get(stream).link
    shown = Cents(0)
    if type(command) in _ASKS_WHAT_IT_SHOWS:
        feeds = feeds_of(world, known, False, stream)
        linked = world.fresh(stream).link
        if linked is not known:
            feeds = feeds_of(world, linked, fresh=False)
        shown = Cents(0) if linked is None else displayed(linked, feeds)
    if linked is None:
        return given
    paid = None if round is None or not claimed else paid_on(linked, round)
    jackpot = Jackpot(shown, linked.parameters.reset)
    return tc.Given(
        given.now_ms, given.secret, jackpot, tc.FromLink(linked.down, paid), given.chains
    )


_CORRECTIONS = (EntryTakenBack, RoundCorrected)
_TOUCHES_THE_JACKPOT = frozenset(
    (
        te.BettingClosed,
        te.BetWithdrawn,
        te.BetCorrected,
        te.BetReturned,
        te.HandEstablished,
        te.HandInvalidated,
        te.HandsMoved,
        te.CardsMoved,
        te.RoundVoided,
        te.JackpotClaimed,
        te.RoundSettled,
        *_CORRECTIONS,
        te.SettlementSetAside,
    )
)
"""Events that may change which progressive bets count for the jackpot, or which hands claim it."""


def _with_link(
    drafting: Drafting,
    link: str,
    before: TableState | None,
    after: TableState,
    request: Request,
    outside: Outside,
    corrected: bool,
) -> Refusal | None:
    """Adds the effects of a table's events on its feed and its link, in the same transaction."""
    world, now_ms = drafting.world, outside.now_ms
    state = world.get(link_stream(link)).link
    assert state is not None, "a table joins a link when it is opened"
    assert after.round is not None, "these events belong to a round"
    stream = feed_stream(link, after.id)
    feed = world.get(stream)
    changed: dict[str, Feed] = {}
    bets = contributing(after)
    entry = brought_to(feed.feed, state.parameters, after.round.id, bets, now_ms)
    if entry is None:
        # Another process may have run the round so far, so look again. When there is an entry, the
        # journal's version check takes care of that.
        entry = brought_to(world.fresh(stream).feed, state.parameters, after.round.id, bets, now_ms)
    if entry is not None:
        _add(drafting, stream, (entry,))
        changed[after.id] = drafting.after[stream].feed
    command = claims_change(before, after, corrected)
    return None if command is None else _on_link(drafting, link, command, request, outside, changed)
