"""The house rules after an event."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from pitboss.house.events import (
    AnyHouseEvent,
    RulebookAdopted,
    RulebookProposed,
    RulebookSealed,
    RulebookWithdrawn,
)
from pitboss.house.state import AdoptedBook, House
from pitboss.rulebook.parts import NO_END_MS
from pitboss.rulebook.texts import RulebookText


def evolve_house(state: House, event: AnyHouseEvent) -> House:
    """The state after one event."""
    match event:
        case RulebookSealed():
            sealed = _adopted(event, event, (event.by.name,), None)
            return replace(state, books=(*state.books, sealed), texts=_with_text(state, event))
        case RulebookProposed():
            proposals = {**state.proposals, event.rules: event}
            return replace(state, proposals=proposals, texts=_with_text(state, event))
        case RulebookAdopted():
            proposal = state.proposals[event.rules]
            persons = (proposal.by.name, event.by.name)
            adopted = _adopted(proposal, event, persons, proposal.replaces)
            proposals = _without(state.proposals, event.rules)
            return replace(state, books=(*state.books, adopted), proposals=proposals)
        case RulebookWithdrawn():
            return replace(state, proposals=_without(state.proposals, event.rules))
        case _:
            assert_never(event)


def _adopted(
    text: RulebookSealed | RulebookProposed,
    adopted: RulebookSealed | RulebookAdopted,
    by: tuple[str, ...],
    replaces: str | None,
) -> AdoptedBook:
    """Nothing is in force before it is adopted."""
    return AdoptedBook(
        rules=text.rules,
        rulebook=text.rulebook,
        from_ms=max(adopted.at_ms, text.since_ms or 0),
        until_ms=NO_END_MS if text.until_ms is None else text.until_ms,
        adopted_ms=adopted.at_ms,
        by=by,
        replaces=replaces,
    )


def _with_text(
    state: House, event: RulebookSealed | RulebookProposed
) -> Mapping[str, RulebookText]:
    return {**state.texts, event.rules: RulebookText(event.toml, event.clauses)}


def _without(proposals: Mapping[str, RulebookProposed], rules: str) -> dict[str, RulebookProposed]:
    return {name: one for name, one in proposals.items() if name != rules}
