"""The state after events that happen alongside the round in progress without being entries of
it.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.table import events as e
from pitboss.table.corrections.events import CorrectionAsked, CorrectionDropped, MoneyDecided
from pitboss.table.state import TableState


def _correction_asked(state: TableState, event: CorrectionAsked) -> TableState:
    return replace(state, asked=event)


def _correction_dropped(state: TableState, event: CorrectionDropped) -> TableState:
    return replace(state, asked=None)


def _money_decided(state: TableState, event: MoneyDecided) -> TableState:
    """Another round may be in progress; if that is corrected, this is not undone with it."""
    start = None if state.start is None else _money_decided(state.start, event)
    house, chips = state.house, dict(state.chips)
    for name, amount in ((event.payer, -event.amount), (event.payee, event.amount)):
        if name is None:
            house += amount
        else:
            chips[name] = chips.get(name, 0) + amount
    return replace(state, start=start, house=house, chips=chips)


BESIDE_STEPS: dict[type[e.TableEvent], Callable[[TableState, Any], TableState]] = {
    CorrectionAsked: _correction_asked,
    CorrectionDropped: _correction_dropped,
    MoneyDecided: _money_decided,
}
