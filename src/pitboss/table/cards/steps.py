"""The state after cards are burnt, dealt, turned over and shown."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from pitboss.games.deal_plan import COMMUNITY, DEALER
from pitboss.games.family import family_of
from pitboss.table import events as e
from pitboss.table.cards.felt import STREETS, open_after
from pitboss.table.changes import change_box, change_round, with_entry
from pitboss.table.event_base import TableEvent
from pitboss.table.state import Standing, TableState


def _burnt(state: TableState, event: e.CardBurnt) -> TableState:
    current = state.round
    assert current is not None
    return change_round(
        state,
        burnt=(*current.burnt, event.card),
        cursor=current.cursor + 1,
        drawn=current.drawn + 1,
    )


def _dealt(state: TableState, event: e.CardsDealt) -> TableState:
    current = state.round
    assert current is not None
    changes: dict[str, object] = {
        "cursor": current.cursor + 1,
        "drawn": current.drawn + len(event.cards),
    }
    if event.place == DEALER:
        dealer = current.dealer + event.cards
        up = tuple(range(len(dealer) - event.face_up, len(dealer)))
        changes |= {"dealer": dealer, "dealer_open": current.dealer_open + up}
    elif event.place == COMMUNITY:
        changes["community"] = current.community + event.cards
    else:
        box = current.boxes[int(event.place)]
        dealt = replace(box, cards=box.cards + event.cards, dealt_ms=event.at_ms)
        changes["boxes"] = with_entry(current.boxes, box.number, dealt)
    return change_round(state, **changes)


def _turned_over(state: TableState, event: e.TurnedOver) -> TableState:
    current = state.round
    assert current is not None
    changes: dict[str, object] = {"cursor": current.cursor + 1}
    if event.shows in STREETS:
        before, open_ = current.community_open, open_after(current, event.shows)
        if not isinstance(event.cards, UnsetType):
            cards = current.community
            changes["community"] = cards[:before] + event.cards + cards[open_:]
        return change_round(state, community_open=open_, **changes)
    if not isinstance(event.cards, UnsetType):
        changes["dealer"] = event.cards
    return change_round(
        state, dealer_open=tuple(range(len(current.dealer))), revealed=True, **changes
    )


def _shown(state: TableState, event: e.HandShown) -> TableState:
    current = state.round
    assert current is not None
    cards = iter(event.cards)
    match event.place:
        case "dealer":
            open_ = current.dealer_open
            dealer = [
                next(cards) if at in open_ else card for at, card in enumerate(current.dealer)
            ]
            return change_round(state, dealer=tuple(dealer))
        case "community":
            hidden = current.community[current.community_open :]
            return change_round(state, community=event.cards + hidden)
        case "burn":
            burnt = [None if card is None else next(cards) for card in current.burnt]
            return change_round(state, burnt=tuple(burnt))
        case box:
            three = None if isinstance(event.three, UnsetType) else event.three
            was = current.boxes[int(box)]
            # A hand that a player keeps back, or that has left the round, stays face down.
            lies_open = was.shown or was.standing not in (Standing.DECLINED, Standing.INVALID)
            return change_box(state, was.number, cards=event.cards, three=three, shown=lies_open)


def _declined(state: TableState, event: e.ShowDeclined) -> TableState:
    assert state.round is not None
    if state.round.boxes[event.box].standing is Standing.FOLDED:
        return change_box(state, event.box, kept_back=True)
    return change_box(state, event.box, standing=Standing.DECLINED)


def _established(state: TableState, event: e.HandEstablished) -> TableState:
    assert state.round is not None
    box, book = state.round.boxes[event.box], state.book
    declined = box.standing is Standing.DECLINED
    compared = declined and family_of(book).counts_as_shown(book, event.bets)
    after = change_box(
        state,
        event.box,
        standing=Standing.IN if compared else box.standing,
        established=() if compared else event.bets,
        cards=box.cards if isinstance(event.cards, UnsetType) else event.cards,
        # A folded hand that is proved lies open from now on, like one that was shown; and so does
        # one that is compared.
        kept_back=False,
        shown=box.shown or box.kept_back or compared,
    )
    # The hand may claim the jackpot too, so the claims are recomputed.
    return change_round(after, claimed=())


CARD_STEPS: Mapping[type[TableEvent], Callable[[TableState, Any], TableState]] = {
    e.CardBurnt: _burnt,
    e.CardsDealt: _dealt,
    e.TurnedOver: _turned_over,
    e.HandShown: _shown,
    e.ShowDeclined: _declined,
    e.HandEstablished: _established,
}
