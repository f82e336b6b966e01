"""What a command leads to on a link: events, or a refusal. Pure: the clock and the tables' feeds
come in ``given``.
"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.evolve import evolve_link, fold_link
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.payout import payments, reversal, took_effect
from pitboss.jackpot.proposals import (
    approve,
    approve_correction,
    propose,
    propose_correction,
    withdraw_proposal,
)
from pitboss.jackpot.refusals import LinkDecision, LinkRefusal, LinkRefused
from pitboss.jackpot.state import ClaimStanding, ClaimState, LinkState, displayed, entered, waiting
from pitboss.kernel.money import Cents
from pitboss.kernel.names import natural
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.parts import AcrossTables, operator_problem
from pitboss.rulebook.shelf import Shelf

_shelf = Shelf()


def decide_link(
    state: LinkState | None,
    command: c.AnyLinkCommand,
    actor: Actor,
    given: c.LinkGiven,
    link: str = "link",
    shelf: Shelf = _shelf,
) -> LinkDecision:
    """The events that a command leads to, or why it is refused; then nothing has changed."""
    least = LEAST_POST.get(type(command), Post.PLAYER)
    if actor.post < least:
        who = least.name.lower().replace("_", " ")
        return LinkRefused(LinkRefusal.LINK_NOT_ALLOWED, f"This needs a {who} or above.")
    if isinstance(command, c.OpenLink):
        return _open(state, command, actor, given, link)
    if state is None:
        return LinkRefused(LinkRefusal.NO_LINK, "Open the link first.")
    decided = _DECIDE[type(command)](state, command, actor, given, shelf)
    return (
        decided if isinstance(decided, LinkRefused) else _followed_up(state, decided, given, shelf)
    )


def _followed_up(
    state: LinkState, events: tuple[e.AnyLinkEvent, ...], given: c.LinkGiven, shelf: Shelf
) -> tuple[e.AnyLinkEvent, ...]:
    """What follows automatically: claims that can be paid are paid; then new parameters take
    effect; then waiting bets are entered.
    """
    held = state.locked
    after = fold_link(events, state)
    assert after is not None
    paid = payments(after, shelf, given.now_ms)
    after = fold_link(paid, after) or after
    events += paid
    begun = took_effect(after, given.now_ms)
    # Without an award, bets waiting to be entered belong to the current jackpot: it is not between
    # two.
    if begun is not None and (paid or not any(waiting(after, given.feeds))):
        events += (begun,)
        after = evolve_link(after, begun)
    if held and not after.locked:
        events += _fold(after, given)
    return events


def _fold(state: LinkState, given: c.LinkGiven) -> tuple[e.AnyLinkEvent, ...]:
    """Enters what the tables have contributed since the last time, if anything."""
    marks = {
        table: e.FeedMark(feed.version, feed.meter, feed.reserve)
        for table, feed in given.feeds.items()
        if feed.version > (0 if (mark := state.feeds.get(table)) is None else mark.version)
    }
    if not marks:
        return ()
    meter, reserve = waiting(state, given.feeds)
    parts = entered(state, meter)
    return (e.ContributionsFolded(marks, parts.meter, parts.overflow, reserve, parts.house),)


# ── opening, tables ───────────────────────────────────────────────────────────────────────────────


def _open(
    state: LinkState | None, command: c.OpenLink, actor: Actor, given: c.LinkGiven, link: str
) -> LinkDecision:
    if state is not None:
        return LinkRefused(LinkRefusal.LINK_EXISTS, f"Link {link} already exists.")
    if problem := operator_problem(command.operator):
        return LinkRefused(LinkRefusal.BAD_PARAMETERS, f"The operator's name {problem}.")
    if problem := command.parameters.problem():
        return LinkRefused(LinkRefusal.BAD_PARAMETERS, problem)
    return (e.LinkOpened(link, command.operator, command.parameters, given.now_ms, actor),)


def _join(
    state: LinkState, command: c.JoinTable, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    if command.operator != state.operator:
        message = (
            f"Link {state.id} belongs to {state.operator}, and {command.table} plays by a "
            f"rulebook of {command.operator}: open another link for it."
        )
        return LinkRefused(LinkRefusal.OTHER_OPERATOR, message)
    others = [table for table, order in command.orders.items() if order is not command.order]
    if others:
        message = (
            f"Link {state.id} pays {others[0]} by {command.orders[others[0]]}; "
            f"{command.table}'s rulebook pays by {command.order}. All tables of a link share "
            "one order of payment: open another link for this one."
        )
        return LinkRefused(LinkRefusal.OTHER_ORDER, message)
    return () if command.table in state.tables else (e.TableJoined(command.table),)


def _fold_feeds(
    state: LinkState, command: c.FoldFeeds, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    folded = () if state.locked else _fold(state, given)
    return folded or LinkRefused(
        LinkRefusal.NOTHING_TO_DO, "There is nothing to enter, or open claims are holding it up."
    )


# ── claims ────────────────────────────────────────────────────────────────────────────────────────


def _raise(
    state: LinkState, command: c.RaiseClaims, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    return _raised(state, command, given, state.entries + 1)


def _replace(
    state: LinkState, command: c.ReplaceClaims, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    # Its replacement counts as entered into the jackpot system when the first one was.
    entry = min(
        (claim.entry for claim in state.claims_of(command.round)), default=state.entries + 1
    )
    gone = _gone(state, command.round, command.because, given)
    after = fold_link(gone, state) or state
    return gone + _raised(after, command, given, entry)


def _raised(
    state: LinkState, command: c.RaiseClaims | c.ReplaceClaims, given: c.LinkGiven, entry: int
) -> tuple[e.AnyLinkEvent, ...]:
    # The first open claim freezes the display, so the figure is computed up to the last bet before
    # it.
    folded = () if state.locked else _fold(state, given)
    after = fold_link(folded, state) or state
    shown = Cents(after.meter_units // UNITS_PER_CENT)
    raised = tuple(
        e.ClaimRaised(
            claim=_claim_id(state, command.round, hand.box, entry),
            table=command.table,
            round=command.round,
            rulebook=command.rulebook,
            box=hand.box,
            player=hand.player,
            hand=hand.hand,
            part=hand.part,
            dealt_ms=hand.dealt_ms,
            entry=entry,
            at_ms=given.now_ms,
            displayed=shown,
            registered=command.registered,
            clock_steps=given.clock_steps or UNSET,
        )
        for hand in command.hands
    )
    return folded + raised


def _claim_id(state: LinkState, round: str, box: int, entry: int) -> str:
    """A claim is identified by its round and box; one that returns after a correction also by its
    entry, and by a letter for each time that it returned.
    """
    plain = f"{round}/{box}"
    if plain not in state.claims:
        return plain
    again = f"{plain}/{entry}"
    while again in state.claims:
        again += "a"
    return again


def _find(state: LinkState, claim: str) -> ClaimState | LinkRefused:
    waiting_claim = state.claims.get(claim)
    if waiting_claim is None:
        names = ", ".join(waiting.id for waiting in state.waiting_claims) or "none"
        message = f"There is no claim {claim} on link {state.id}; the claims waiting are: {names}."
        return LinkRefused(LinkRefusal.NO_SUCH_CLAIM, message)
    if waiting_claim.standing is not ClaimStanding.OPEN:
        return LinkRefused(LinkRefusal.CLAIM_CLOSED, f"Claim {claim} is {waiting_claim.standing}.")
    return waiting_claim


def _verify(
    state: LinkState, command: c.VerifyClaim, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    claim = _find(state, command.claim)
    if isinstance(claim, LinkRefused):
        return claim
    if _among(actor, claim.verified_by):
        message = f"{actor.name} has already verified it; a second person must do so."
        return LinkRefused(LinkRefusal.SAME_PERSON, message)
    if claim.verified_by and _plain(command.winner or "") != _plain(claim.winner or ""):
        message = (
            f"{claim.verified_by[0].name} verified it for {claim.winner or 'no winner by name'}, "
            f"and you for {command.winner or 'none'}. Both must give the same name, the one on the "
            "identity shown: whoever is wrong declines the claim and then verifies it again."
        )
        return LinkRefused(LinkRefusal.OTHER_WINNER, message)
    complete = len(claim.verified_by) + 1 >= state.parameters.verifiers
    return (e.ClaimVerified(claim.id, actor, complete, command.winner),)


def _plain(name: str) -> str:
    """A name, ignoring spacing and case."""
    return " ".join(name.split()).casefold()


def _decline(
    state: LinkState, command: c.DeclineClaim, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    claim = _find(state, command.claim)
    if isinstance(claim, LinkRefused):
        return claim
    if _among(actor, claim.declined_by):
        message = f"{actor.name} has already declined it; a second person must do so."
        return LinkRefused(LinkRefusal.SAME_PERSON, message)
    if not command.reason.strip():
        return LinkRefused(LinkRefusal.REASON_NEEDED, "Say why you decline the claim (reason).")
    complete = len(claim.declined_by) + 1 >= state.parameters.verifiers
    kind = e.ClaimDeclined if complete else e.DeclineRecorded
    return (kind(claim.id, actor, command.reason),)


def _among(actor: Actor, persons: tuple[Actor, ...]) -> bool:
    return any(person.name == actor.name for person in persons)


def _order(
    state: LinkState, command: c.OrderClaims, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    waiting_claims = state.waiting_claims
    if not waiting_claims:
        return LinkRefused(LinkRefusal.NOTHING_TO_DO, "No claim is waiting.")
    book = shelf.get(waiting_claims[0].rulebook)
    if book.jackpot.across_tables is not AcrossTables.TIME_DEALT:
        message = "Here the order of entry into the jackpot system decides; nobody may change it."
        return LinkRefused(LinkRefusal.ORDER_NOT_FREE, message, book.jackpot.across_tables_clauses)
    if not command.reason.strip():
        return LinkRefused(
            LinkRefusal.REASON_NEEDED, "Say why the tables are paid in this order (reason)."
        )
    claiming = {claim.table for claim in waiting_claims}
    if not command.tables or not claiming.issuperset(command.tables):
        message = (
            f"Name tables that have a claim waiting: {', '.join(sorted(claiming, key=natural))}."
        )
        return LinkRefused(LinkRefusal.NO_SUCH_CLAIM, message)
    clauses = book.jackpot.across_tables_clauses
    return (e.ClaimsOrdered(command.tables, command.reason, actor, clauses),)


def _withdraw(
    state: LinkState, command: c.WithdrawClaims, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    return _gone(state, command.round, command.because, given)


def _gone(
    state: LinkState, round: str, because: str, given: c.LinkGiven
) -> tuple[e.AnyLinkEvent, ...]:
    """The claims of a round are withdrawn, and what was paid on them comes back."""
    events: list[e.AnyLinkEvent] = []
    for claim in state.claims_of(round):
        if claim.waits:
            events.append(e.ClaimWithdrawn(claim.id, because))
        elif claim.standing is ClaimStanding.PAID:
            events.append(reversal(state, claim, because, given.now_ms))
            state = evolve_link(state, events[-1])
    return tuple(events)


# ── failure ───────────────────────────────────────────────────────────────────────────────────────


def _fail(
    state: LinkState, command: c.FailLink, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    if state.down:
        return LinkRefused(LinkRefusal.LINK_DOWN, f"Link {state.id} is already down.")
    if not command.reason.strip():
        return LinkRefused(LinkRefusal.REASON_NEEDED, "Say what has failed (reason).")
    folded = () if state.locked else _fold(state, given)
    shown = displayed(fold_link(folded, state) or state, given.feeds)
    return (*folded, e.LinkFailed(shown, command.reason, given.now_ms, actor))


def _restore(
    state: LinkState, command: c.RestoreLink, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    if not state.down:
        return LinkRefused(LinkRefusal.LINK_WORKS, f"Link {state.id} is already in service.")
    return (e.LinkRestored(given.now_ms, actor),)


def _show(
    state: LinkState, command: c.ShowNotice, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    if not command.text.strip():
        return LinkRefused(
            LinkRefusal.REASON_NEEDED, "A notice needs a text; remove one with clear-notice."
        )
    return (e.NoticeShown(command.text, actor),)


def _clear(
    state: LinkState, command: c.ClearNotice, actor: Actor, given: c.LinkGiven, shelf: Shelf
) -> LinkDecision:
    if state.notice is None:
        return LinkRefused(LinkRefusal.NOTHING_TO_DO, "There is no notice to clear.")
    return (e.NoticeCleared(actor),)


LEAST_POST: dict[type[c.LinkCommand], Post] = {
    c.OpenLink: Post.SHIFT_MANAGER,
    c.ProposeParameters: Post.SHIFT_MANAGER,
    c.ApproveParameters: Post.SHIFT_MANAGER,
    c.WithdrawProposal: Post.SHIFT_MANAGER,
    c.ProposeCorrection: Post.SHIFT_MANAGER,
    c.ApproveCorrection: Post.SHIFT_MANAGER,
    c.VerifyClaim: Post.PIT_SUPERVISOR,
    c.DeclineClaim: Post.PIT_SUPERVISOR,
    c.OrderClaims: Post.SHIFT_MANAGER,
    c.FailLink: Post.PIT_SUPERVISOR,
    c.RestoreLink: Post.SHIFT_MANAGER,
    c.ShowNotice: Post.PIT_SUPERVISOR,
    c.ClearNotice: Post.PIT_SUPERVISOR,
}
"""Who may ask for what. People can't ask for what tables bring about."""

_DECIDE: dict[
    type[c.LinkCommand], Callable[[LinkState, Any, Actor, c.LinkGiven, Shelf], LinkDecision]
] = {
    c.JoinTable: _join,
    c.FoldFeeds: _fold_feeds,
    c.RaiseClaims: _raise,
    c.VerifyClaim: _verify,
    c.DeclineClaim: _decline,
    c.OrderClaims: _order,
    c.WithdrawClaims: _withdraw,
    c.ReplaceClaims: _replace,
    c.FailLink: _fail,
    c.RestoreLink: _restore,
    c.ShowNotice: _show,
    c.ClearNotice: _clear,
    c.ProposeParameters: propose,
    c.ApproveParameters: approve,
    c.WithdrawProposal: withdraw_proposal,
    c.ProposeCorrection: propose_correction,
    c.ApproveCorrection: approve_correction,
}
