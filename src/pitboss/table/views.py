"""What a client may get: all of it, and nothing more.

A player sees the own examined hand; everybody sees what lies face up; staff see a hand that claims
a jackpot, for they verify it; nobody else sees a card that is undealt or face down, or the secret
of a shuffle before the round is concluded. Every answer to a client is made here.
"""

from typing import Any

from pitboss.kernel.cards import NAMES, Card
from pitboss.kernel.money import NOTHING, format_cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.next_steps import next_steps
from pitboss.table.queries import (
    PROGRESSIVE,
    dealer_in_words,
    hand_in_words,
    shown_at_settlement,
    to_ask,
)
from pitboss.table.ruling_effects import decisions_on
from pitboss.table.rulings import as_json
from pitboss.table.state import BoxState, Pending, Phase, Published, RoundState, TableState

HIDDEN = "??"
"""A card that lies face down."""


def view(state: TableState, viewer: Actor | None) -> dict[str, Any]:
    """The table as one person sees it; None is a sign or a passer-by."""
    settings = state.settings
    limits = {bet: _limits(least, most) for bet, (least, most) in state.limits.items()}
    prescribed = settings.progressive_bet
    return {
        "table": state.id,
        "rulebook": state.book.id,
        "title": state.book.title,
        "open": state.open,
        "layout": settings.layout,
        "boxes": settings.boxes,
        "dealing": settings.dealing,
        "cards": settings.cards,
        "limits": limits,
        "progressive_bet": None if prescribed is None else format_cents(prescribed),
        "one_hand_notice": state.book.conduct.one_hand_notice,
        "notice": state.notice,
        "barred_boxes": sorted(state.barred_boxes),
        "operation_awaited": state.operation_awaited,
        "rounds": state.rounds,
        "chips": _chips(state, viewer),
        "round": None if state.round is None else _round(state, state.round, viewer),
        "published": None if state.published is None else published_as_json(state.published),
        "next": [] if viewer is None else _steps(state, viewer),
    }


def _limits(least: int | None, most: int | None) -> dict[str, str]:
    ends = (("min", least), ("max", most))
    return {name: format_cents(amount) for name, amount in ends if amount is not None}


def _steps(state: TableState, viewer: Actor) -> list[dict[str, Any]]:
    return [
        {
            "do": step.do,
            "box": step.box,
            "option": step.option,
            "amount": None if step.amount is None else format_cents(step.amount),
            "says": step.says,
            "label": step.label,
            "clauses": list(step.clauses),
        }
        for step in next_steps(state, viewer.post, viewer.name)
    ]


def _chips(state: TableState, viewer: Actor | None) -> dict[str, str]:
    """A player's own figure; staff see everybody's."""
    if viewer is None:
        return {}
    mine = (
        state.chips if viewer.post > Post.PLAYER else {viewer.name: state.chips.get(viewer.name, 0)}
    )
    return {player: format_cents(amount) for player, amount in mine.items()}


def _round(state: TableState, round: RoundState, viewer: Actor | None) -> dict[str, Any]:
    pending = round.pending
    step = round.step
    return {
        "id": round.id,
        "phase": round.phase,
        "commitment": round.commitment,
        "seeds": dict(round.seeds) if round.closed else {},
        "burnt": len(round.burnt),
        "dealer": [
            NAMES[card] if at in round.dealer_open else HIDDEN
            for at, card in enumerate(round.dealer)
        ],
        "community": [
            NAMES[card] if at < round.community_open else HIDDEN
            for at, card in enumerate(round.community)
        ],
        "dealer_hand": dealer_in_words(state, round) if round.phase is Phase.SETTLED else None,
        "boxes": [_box(state, round, box, viewer) for box in round.boxes.values()],
        "step": None if step is None or not round.closed else step.label,
        "to_decide": to_ask(round),
        "ruling": None if pending is None else _pending(round, pending, viewer),
        "options": {str(number): list(options) for number, options in round.offered.items()},
        "options_because": _offer(round, viewer) if round.offered else None,
        "void": None
        if round.void_because is None
        else {"because": round.void_because, "clauses": list(round.void_clauses)},
        "settlement": round.settlement,
    }


def _pending(round: RoundState, pending: Pending, viewer: Actor | None) -> dict[str, Any]:
    """What waits for an authority: whoever decides must know what was reported, by whom, when, with
    which facts.
    """
    return (
        as_json(pending.ruling)
        | {
            "incident": pending.ruling.incident,
            "facts": dict(pending.facts) if is_staff(viewer) else {},
            "box": pending.box,
            "decisions": list(decisions_on(pending.ruling)),
            # Only for those who may know the facts: there are so few that their digest would give
            # them away.
            "digest": round.digest if is_staff(viewer) else None,
        }
        | reported(pending, is_staff(viewer))
    )


def _offer(round: RoundState, viewer: Actor | None) -> dict[str, Any]:
    """Why players have a choice: nobody chooses well who was not told what happened."""
    report = round.offered_for
    assert report is not None, "options are offered because something was reported"
    return {
        "incident": report.ruling.incident,
        "because": report.ruling.because,
        "clauses": list(round.offer_clauses),
        "box": report.box,
        "all_or_none": round.all_or_none,
    } | reported(report, is_staff(viewer))


def reported(report: Pending, in_full: bool) -> dict[str, Any]:
    """When something was reported; by whom and in which words is not for players. An old report may
    not say.
    """
    return {
        "reported_at_ms": report.at_ms,
        "reported_by": report.by.name if in_full and report.by is not None else None,
        "description": report.description if in_full else None,
    }


def is_staff(viewer: Actor | None) -> bool:
    """Whether somebody works at the tables."""
    return viewer is not None and viewer.post > Post.PLAYER


def _box(
    state: TableState, round: RoundState, box: BoxState, viewer: Actor | None
) -> dict[str, Any]:
    open_ = bool(box.cards) and _may_see(state, round, box, viewer)
    settled = round.phase is Phase.SETTLED
    return {
        "box": box.number,
        "player": box.player,
        "bets": {bet: format_cents(amount) for bet, amount in box.bets.items()},
        "standing": box.standing,
        "examined": box.examined,
        "cards": _cards(box.cards, open_),
        "three": _cards(box.three, open_) if box.three else None,
        "hand": hand_in_words(state, round, box) if open_ and settled else None,
    }


def _may_see(state: TableState, round: RoundState, box: BoxState, viewer: Actor | None) -> bool:
    # Until the round is settled a player may still decline to show.
    if round.phase is Phase.SETTLED and shown_at_settlement(state, box):
        return True
    if viewer is not None and viewer.post >= Post.PIT_SUPERVISOR and box.established:
        return True
    # Nobody can verify a hand that lies face down.
    if is_staff(viewer) and any(hand.box == box.number for hand in round.claimed):
        return True
    return (
        viewer is not None
        and viewer.post is Post.PLAYER
        and viewer.name == box.player
        and box.examined
    )


def claimed_hand(
    state: TableState, round_id: str, box: int, viewer: Actor | None
) -> dict[str, Any] | None:
    """The hand that claims a jackpot, as far as somebody may see it, and the wager it was claimed
    with; nothing once its round is over.
    """
    round = state.round
    if round is None or round.id != round_id or box not in round.boxes:
        return None
    found = round.boxes[box]
    open_ = round.community[: round.community_open]
    return {
        "cards": _cards(found.cards, _may_see(state, round, found, viewer)),
        "community": _cards(open_, visible=True),
        "bet": PROGRESSIVE,
        "stake": format_cents(found.bets.get(PROGRESSIVE, NOTHING)),
    }


def _cards(cards: tuple[Card, ...], visible: bool) -> list[str]:
    return [NAMES[card] if visible else HIDDEN for card in cards]


def published_as_json(published: Published) -> dict[str, Any]:
    """What ``pitboss verify`` takes."""
    return {
        "round": published.round,
        "commitment": published.commitment,
        "secret": published.secret.hex(),
        "seeds": dict(published.seeds),
        "deck": [NAMES[card] for card in published.deck],
    }
