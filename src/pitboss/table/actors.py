"""Which staff have taken part in a round: they do not judge it."""

from typing import Any

from msgspec import UNSET, UnsetType

from pitboss.rulebook.authority import PLAYER, Actor
from pitboss.table import events as e
from pitboss.table.changes import change_round
from pitboss.table.state import TableState


def with_actor(state: TableState, event: Any) -> TableState:
    """Notes a staff member who has acted in the round in progress."""
    round = state.round
    by: Actor | UnsetType = event.by
    if round is None or by is UNSET or by.post is PLAYER or by.name in round.acted:
        return state
    return change_round(state, acted=round.acted | {by.name})


ACTS = frozenset(
    (
        e.BettingOpened,
        e.BetPlaced,
        e.BetWithdrawn,
        e.BettingClosed,
        e.CardBurnt,
        e.CardsDealt,
        e.TurnedOver,
        e.Folded,
        e.Raised,
        e.Checked,
        e.HandSet,
        e.HandShown,
        e.ShowDeclined,
        e.HandEstablished,
        e.OptionChosen,
        e.JackpotClaimed,
        e.RoundSettled,
    )
)
"""By these events somebody takes part in a round, for themselves or for somebody else."""
