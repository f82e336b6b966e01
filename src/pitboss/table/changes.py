"""State changes that many events share: to the round, to a box, to somebody's chips."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from pitboss.rulebook.parts import UnderMinimum
from pitboss.table.state import TableState

_DAY_MS = 24 * 3_600_000
_SINGAPORE_MS = 8 * 3_600_000

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
    """Chips that move from a player to the layout (or, below zero, back)."""
    return replace(
        state, chips=with_entry(state.chips, player, state.chips.get(player, 0) - amount)
    )


def on_its_day(state: TableState, at_ms: int) -> TableState:
    """The table on a gaming day, in Singapore: if a wager under the minimum plays once a day, a new
    day forgets who has had theirs (MBS 5.13, Q-E10).
    """
    day = (at_ms + _SINGAPORE_MS) // _DAY_MS
    if state.book.limits.under_minimum is not UnderMinimum.ONCE_A_DAY or day == state.gaming_day:
        return state
    return replace(state, gaming_day=day, under_minimum_settled=frozenset())
