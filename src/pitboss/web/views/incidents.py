"""Rounds on hold, for those who decide what happens to them."""

from typing import Annotated

import msgspec

from pitboss.kernel.json_types import DigestText, Outgoing
from pitboss.rulebook.incidents import Incident
from pitboss.table.rulings import WrittenRuling, written_ruling
from pitboss.table.state import Pending, Phase, RoundState
from pitboss.table.views.irregularities import Reported, reported


class IncidentRuling(WrittenRuling, frozen=True, kw_only=True):
    """A ruling and what it is about."""

    incident: Incident


class IncidentsOnHold(Outgoing, frozen=True):
    """Rulings waiting for somebody's decision."""

    incidents: list["IncidentOnHold"]


class FactAsked(Outgoing, frozen=True):
    """A fact that people have to tell: one of several words, or a number with a minimum."""

    words: tuple[str, ...]
    least: int | None


class PossibleIncident(Outgoing, frozen=True, kw_only=True):
    """An incident that can happen now: the facts that must be told, and those that the table
    knows.
    """

    incident: Incident
    facts: dict[str, FactAsked]
    known: dict[str, bool | int | str]
    needs_box: bool


class PossibleIncidents(Outgoing, frozen=True):
    """What can be reported at a table now."""

    table: str
    phase: Phase | None
    incidents: list[PossibleIncident]
    players: Annotated[
        list[str],
        msgspec.Meta(
            description="Who has chips on the box that is asked about, the seated player first."
        ),
    ]


class IncidentOnHold(Reported, frozen=True, kw_only=True):
    """A round on hold: what was reported, and the ruling that is waiting for its authority."""

    table: str
    round: str | None
    box: int | None
    facts: dict[str, bool | int | str]
    for_me: bool
    digest: DigestText | None
    ruling: IncidentRuling


def incident_view(table: str, round: RoundState, pending: Pending, mine: bool) -> IncidentOnHold:
    """What is waiting at a table; ``mine`` says whether the caller may decide it."""
    return IncidentOnHold(
        **msgspec.structs.asdict(reported(pending, in_full=True)),
        table=table,
        round=round.id,
        box=pending.box,
        ruling=IncidentRuling(
            **msgspec.structs.asdict(written_ruling(pending.ruling)),
            incident=pending.ruling.incident,
        ),
        facts=dict(pending.facts),
        for_me=mine,
        digest=round.digest,
    )
