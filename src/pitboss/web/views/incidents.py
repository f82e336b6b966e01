"""Rounds on hold, for those who decide what becomes of them."""

import msgspec

from pitboss.kernel.written import DigestText
from pitboss.rulebook.incidents import Incident
from pitboss.table.rulings import WrittenRuling, written_ruling
from pitboss.table.state import Pending, RoundState
from pitboss.table.views import Reported, reported


class IncidentRuling(WrittenRuling, frozen=True, kw_only=True):
    """A ruling with what it is on."""

    incident: Incident


class IncidentOnHold(Reported, frozen=True, kw_only=True):
    """A round on hold: what was reported, and the ruling that waits for its authority."""

    table: str
    round: str | None
    box: int | None
    facts: dict[str, bool | int | str]
    for_me: bool
    digest: DigestText | None
    ruling: IncidentRuling


def incident_view(table: str, round: RoundState, pending: Pending, mine: bool) -> IncidentOnHold:
    """What waits at a table; ``mine`` says whether the caller may decide it."""
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
