"""The state after the events of a shuffle of version 2."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from pitboss.table import events as e
from pitboss.table.changes import change_round
from pitboss.table.event_base import TableEvent
from pitboss.table.shuffle.deck import CommittedSeed, number_of, shuffled, shuffled_in_order
from pitboss.table.state import Published, RoundState, TableState


def _chain_published(state: TableState, event: e.ShuffleChainPublished) -> TableState:
    # At most two are in use: the round's own, and, if the round is its last, the next one.
    return replace(state, chains=(*state.chains, event.chain)[-2:])


def _committed(state: TableState, event: e.SeedCommitted) -> TableState:
    assert state.round is not None
    alias = None if event.alias is UNSET else event.alias
    seed = CommittedSeed(event.player, event.commitment, alias=alias)
    return change_round(state, committed=(*state.round.committed, seed))


def _opened(state: TableState, event: e.SeedOpened) -> TableState:
    assert state.round is not None
    committed = tuple(
        replace(one, seed=event.seed) if one.player == event.player else one
        for one in state.round.committed
    )
    return change_round(state, committed=committed)


def _fixed(state: TableState, event: e.ShuffleFixed) -> TableState:
    round = state.round
    assert round is not None
    if round.secret is None:
        return state
    deck = shuffled_in_order(state.id, number_of(round.id), round.secret, round.committed)
    return change_round(state, deck=deck)


def still_betting(round: RoundState) -> tuple[CommittedSeed, ...]:
    """The seeds of those who have a bet when betting closes."""
    playing = {box.player for box in round.boxes.values()}
    for box in round.boxes.values():
        for others in box.others.values():
            playing |= others.keys()
    return tuple(one for one in round.committed if one.player in playing)


def published_of(state: TableState, round: RoundState, event: e.RoundConcluded) -> Published | None:
    """What is published of a round's shuffle. The promise is kept even if the round ended before a
    card was drawn: this is the deck it would have had.
    """
    secret = round.secret if event.secret is UNSET else event.secret
    if secret is None or round.commitment is None:
        return state.published
    if round.chain is None:
        deck = round.deck or shuffled(secret, round.seeds)
        return Published(round.id, round.commitment, secret, round.seeds, deck)
    number = number_of(round.id)
    deck = round.deck or shuffled_in_order(state.id, number, secret, round.committed)
    seeds = {one.under: one.seed for one in round.committed if one.seed is not None}
    return Published(round.id, round.commitment, secret, seeds, deck, round.chain, round.committed)


SHUFFLE_STEPS: Mapping[type[TableEvent], Callable[[TableState, Any], TableState]] = {
    e.ShuffleChainPublished: _chain_published,
    e.SeedCommitted: _committed,
    e.SeedOpened: _opened,
    e.ShuffleFixed: _fixed,
}
