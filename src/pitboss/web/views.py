"""What clients are shown: a table, a link, the floor. Cards come from ``table.views`` alone, which
holds back what is hidden.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from pitboss.demo.clock import Countdown
from pitboss.games.family import family_of
from pitboss.games.progressive import ProgressivePays
from pitboss.jackpot.parameters import LinkParameters
from pitboss.jackpot.payout import if_verified, needs_the_house
from pitboss.jackpot.state import ClaimState, LinkState
from pitboss.kernel.money import Cents, format_cents
from pitboss.kernel.names import natural
from pitboss.rulebook.authority import Post
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.pay import Share
from pitboss.rulebook.shelf import Shelf
from pitboss.table.queries import raise_name, raise_size, to_ask
from pitboss.table.state import RoundState, TableState
from pitboss.table.views import claimed_hand, view
from pitboss.web.auth.sessions import Caller

_T = TypeVar("_T")


def in_order(things: Mapping[str, _T]) -> list[tuple[str, _T]]:
    """Tables or links with their names, in the order in which every page and every list has
    them.
    """
    return sorted(things.items(), key=lambda thing: natural(thing[0]))


def viewer_key(topic: str, caller: Caller) -> Any:
    """Callers with the same key see a topic alike: what is written for one serves all."""
    actor = caller.actor
    if topic.startswith("table/"):
        if actor is None:
            return None
        return (actor.post, actor.name if actor.post is Post.PLAYER else "")
    if topic.startswith("link/") or topic == "floor":
        return actor is not None and actor.post > Post.PLAYER
    return None


def table_view(
    state: TableState,
    caller: Caller,
    position: int,
    interrupted: Mapping[str, Any] | None = None,
    clock: Countdown | None = None,
) -> dict[str, Any]:
    """A table as the caller may see it. ``interrupted`` are rounds in which Pitboss stopped, by
    their ids; ``clock`` says what robots wait for in a demonstration, and until when.
    """
    seen = view(state, caller.actor)
    round = state.round
    claimed = () if round is None else round.claimed
    return seen | {
        "link": state.settings.link,
        "claimed": [{"box": hand.box, "hand": hand.hand} for hand in claimed],
        "step": None if round is None else _step(state, round),
        "interrupted": None if round is None or not interrupted else interrupted.get(round.id),
        "clock": None if clock is None else msgspec.structs.asdict(clock),
        "position": position,
        **_of_the_book(state.book, None if caller.actor is None else caller.actor.post),
    }


@lru_cache(maxsize=256)
def _of_the_book(book: Rulebook, post: Post | None) -> dict[str, Any]:
    """What a view takes from the rulebook alone; ``powers`` are what it reserves to a post that the
    caller has.

    It is worked out once, as every answer to a command has it.
    """
    return {
        "operator": book.operator,
        "powers": [
            name for name, power in book.powers.items() if post is not None and power.held_by(post)
        ],
        "wagers": _wagers(book.wagers),
        "shares_cards": family_of(book).community_cards > 0,
        "announce": {"open": book.conduct.announce_open, "close": book.conduct.announce_close},
    }


def _wagers(wagers: msgspec.Struct) -> list[dict[str, Any]]:
    """The spots of a layout, in order."""
    return [
        {"bet": bet, "label": wager.label, "kind": wager.kind, "times_opening": wager.times_opening}
        for bet, wager in zip(
            wagers.__struct_fields__, msgspec.structs.astuple(wagers), strict=True
        )
    ]


def _step(state: TableState, round: RoundState) -> dict[str, Any] | None:
    """What the step under the cursor takes: cards to a place, or an answer and its price."""
    step = round.step
    if step is None or not round.closed:
        return None
    waiting = to_ask(round)
    bet = None if step.asks is None else raise_name(state, step.asks)
    return {
        "do": step.do,
        "place": step.place,
        "cards": step.cards,
        "asks": step.asks,
        "bet": bet,
        "amount": None
        if bet is None or not waiting
        else format_cents(raise_size(state, round.boxes[waiting[0]], bet)),
    }


def link_view(
    state: LinkState, shown: Cents, caller: Caller, shelf: Shelf, tables: Mapping[str, TableState]
) -> dict[str, Any]:
    """A link; what its jackpot is made of, and what is claimed of it in full, is for staff."""
    parameters = state.parameters
    written: dict[str, Any] = {
        "link": state.id,
        "operator": state.operator,
        "displayed": format_cents(shown),
        "reset": format_cents(parameters.reset),
        "locked": state.locked,
        "down": state.down,
        "notice": state.notice,
        "tables": sorted(state.tables, key=natural),
        "claims": [_claim(claim) for claim in state.waiting_claims],
        "last": [
            _claim(claim) for claim in list(state.claims.values())[-5:] if claim.award is not None
        ],
        "house_must_order": needs_the_house(state, shelf),
    }
    actor = caller.actor
    if actor is not None and actor.post > Post.PLAYER:
        failure = state.failure
        written |= {
            "claims": claims_in_full(state, caller, shelf, tables),
            "failure": None
            if failure is None
            else {
                "reason": failure.reason,
                "by": failure.by.name,
                "at_ms": failure.at_ms,
                "registered": format_cents(failure.registered),
            },
            "parameters": _parameters(parameters),
            "proposal": None
            if state.proposal is None
            else {
                "by": state.proposal.by.name,
                "approved_by": None
                if state.proposal.approved_by is None
                else state.proposal.approved_by.name,
                "parameters": _parameters(state.proposal.parameters),
                "digest": state.proposal.digest,
            },
            "correction": None
            if state.correction is None
            else {
                "by": state.correction.by.name,
                "amount": format_cents(state.correction.amount),
                "reason": state.correction.reason,
                "note": state.correction.note,
                "digest": state.correction.digest,
            },
        }
    return written


def _parameters(parameters: LinkParameters) -> dict[str, Any]:
    return {
        "reset": format_cents(parameters.reset),
        "rate-bp": parameters.rate_bp,
        "reserve-bp": parameters.reserve_bp,
        "cap": None if parameters.cap is None else format_cents(parameters.cap),
        "verifiers": parameters.verifiers,
    }


def _claim(claim: ClaimState) -> dict[str, Any]:
    return {
        "claim": claim.id,
        "table": claim.table,
        "round": claim.round,
        "box": claim.box,
        "player": claim.player,
        "hand": claim.hand,
        "part": claim.part,
        "standing": claim.standing,
        "verified_by": [actor.name for actor in claim.verified_by],
        "declined_by": [actor.name for actor in claim.declined_by],
        "award": None if claim.award is None else format_cents(claim.award.amount),
    }


def claims_in_full(
    state: LinkState, caller: Caller, shelf: Shelf, tables: Mapping[str, TableState]
) -> list[dict[str, Any]]:
    """The claims that wait, with all that somebody needs who is to verify them. ``amount`` is what
    a claim comes to if all of them are verified.
    """
    comes_to = if_verified(state, shelf)
    return [
        _claim(claim) | _in_full(claim, state, comes_to, caller, tables)
        for claim in state.waiting_claims
    ]


def _in_full(
    claim: ClaimState,
    state: LinkState,
    comes_to: Mapping[str, Cents],
    caller: Caller,
    tables: Mapping[str, TableState],
) -> dict[str, Any]:
    table = tables.get(claim.table)
    hand = None if table is None else claimed_hand(table, claim.round, claim.box, caller.actor)
    amount = comes_to.get(claim.id)
    return {
        "rulebook": claim.rulebook,
        "claimed_at_ms": claim.at_ms,
        "dealt_at_ms": claim.dealt_ms,
        "amount": None if amount is None else format_cents(amount),
        "verifiers": state.parameters.verifiers,
    } | (hand or {"cards": [], "community": [], "bet": None, "stake": None})


def pays_now(rulebook: str, shown: Cents, shelf: Shelf) -> list[dict[str, Any]]:
    """What each hand of a progressive pay table pays with the jackpot as it stands."""
    book = shelf.get(rulebook)
    pays = ProgressivePays(book)
    rows = []
    for payment in pays.payments:
        if payment is None:
            continue
        now = (
            format_cents(payment.pays.part * shown // 1)
            if isinstance(payment.pays, Share)
            else None
        )
        rows.append({"row": payment.row, "pays": str(payment.pays), "now": now})
    return rows


def floor_view(
    tables: Mapping[str, TableState],
    links: Mapping[str, tuple[LinkState, Cents]],
    position: int,
    staff: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """The floor at a glance. ``staff`` are those at each table's console, where the caller may
    know.
    """
    return {
        "tables": [
            _row(state) | {"staff": list(staff.get(name, ()))} for name, state in in_order(tables)
        ],
        "links": [
            {
                "link": state.id,
                "operator": state.operator,
                "displayed": format_cents(shown),
                "locked": state.locked,
                "down": state.down,
                "notice": state.notice,
                "claims": [_claim(claim) for claim in state.waiting_claims],
            }
            for _, (state, shown) in in_order(links)
        ],
        "position": position,
    }


def _row(state: TableState) -> dict[str, Any]:
    round = state.round
    pending = None if round is None or round.pending is None else round.pending.ruling
    return {
        "table": state.id,
        "title": state.book.title,
        "rulebook": state.book.id,
        "operator": state.book.operator,
        "open": state.open,
        "phase": None if round is None else round.phase,
        "round": None if round is None else round.id,
        "rounds": state.rounds,
        "boxes": state.settings.boxes,
        "cards": state.settings.cards,
        "players": [] if round is None else sorted({box.player for box in round.boxes.values()}),
        "seats": []
        if round is None
        else [{"box": box.number, "player": box.player} for box in round.boxes.values()],
        "link": state.settings.link,
        "notice": state.notice,
        "operation_awaited": state.operation_awaited,
        "pending": None
        if pending is None
        else {
            "because": pending.because,
            "authority": pending.authority,
            "clauses": list(pending.clauses),
        },
        "claimed": [] if round is None else [hand.box for hand in round.claimed],
    }
