"""Changes of a state that many events make: of the round, of a box, of somebody's chips."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from pitboss.table.state import TableState

Key = TypeVar("Key")
Value = TypeVar("Value")


def with_entry(mapping: Mapping[Key, Value], key: Key, value: Value) -> dict[Key, Value]:
    return {**mapping, key: value}


def change_round(state: TableState, **changes: Any) -> TableState:
    assert state.round is not None, "this event belongs to a round"
    return replace(state, round=replace(state.round, **changes))


def change_box(state: TableState, number: int, **changes: Any) -> TableState:
    assert state.round is not None, "this event belongs to a round"
    boxes = state.round.boxes
    return change_round(state, boxes=with_entry(boxes, number, replace(boxes[number], **changes)))


def move_chips(state: TableState, player: str, amount: int) -> TableState:
    """Chips that leave a player (or, below zero, come back) for the layout."""
    return replace(
        state, chips=with_entry(state.chips, player, state.chips.get(player, 0) - amount)
    )
