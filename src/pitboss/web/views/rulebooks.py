"""Rulebooks as clients see them: what each says, clause by clause, and its mathematics."""

from datetime import datetime
from typing import Annotated

import msgspec

from pitboss.kernel.json_types import Outgoing
from pitboss.rulebook.clauses import Clause
from pitboss.web.mathematics import State


class RulebookLine(Outgoing, frozen=True, kw_only=True):
    """A rulebook in a list."""

    id: str
    title: str
    operator: str
    version: str
    own: Annotated[bool, msgspec.Meta(description="Whether it is a file of the house's own.")]
    in_force: Annotated[
        bool,
        msgspec.Meta(
            description="Whether it is in force yet; until then no table can be opened under it."
        ),
    ]
    since: datetime | None


class Rulebooks(Outgoing, frozen=True):
    """All rulebooks."""

    rulebooks: list[RulebookLine]


class RulebookEntry(Outgoing, frozen=True, kw_only=True):
    """One statement of a rulebook, and the clauses behind it."""

    section: str
    name: str
    value: str
    clauses: tuple[str, ...]


class ClauseView(Outgoing, frozen=True, kw_only=True):
    """A clause in our own words."""

    clause: str
    kind: str
    operative: bool
    says: str


class RulebookView(Outgoing, frozen=True, kw_only=True):
    """A rulebook in full."""

    id: str
    title: str
    operator: str
    maths: Annotated[
        bool, msgspec.Meta(description="Whether its mathematics has been computed here.")
    ]
    entries: list[RulebookEntry]
    clauses: list[ClauseView]


class OpeningChoices(Outgoing, frozen=True, kw_only=True):
    """What a table of a rulebook can be opened with: layouts with their numbers of boxes, ways of
    dealing, kinds of cards, and the wagers that have limits.
    """

    rulebook: str
    layouts: dict[str, list[int]]
    dealing: list[str]
    cards: list[str]
    limits: list[str]


class MathsProgress(Outgoing, frozen=True, kw_only=True):
    """How far the mathematics of a rulebook has been computed."""

    id: str
    state: State
    step: str | None


class AllMaths(Outgoing, frozen=True):
    """How far the mathematics of all rulebooks has been computed."""

    rulebooks: list[MathsProgress]


def clause_view(clause: Clause) -> ClauseView:
    return ClauseView(
        clause=clause.number, kind=clause.kind, operative=clause.operative, says=clause.gist
    )
