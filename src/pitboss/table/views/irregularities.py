"""What is shown of irregularities: the report, the ruling that is waiting, the options that players
have.
"""

from typing import Annotated

import msgspec

from pitboss.kernel.json_types import DigestText, Outgoing
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.incidents import Incident
from pitboss.table.ruling_effects import decisions_on
from pitboss.table.rulings import WrittenRuling, written_ruling
from pitboss.table.state import Pending, RoundState
from pitboss.table.views.names import is_staff

NotToPlayers = Annotated[str | None, msgspec.Meta(description="Hidden from players.")]
InTheirWords = Annotated[
    str | None,
    msgspec.Meta(description="What happened, in the reporter's words; hidden from players."),
]


class Reported(Outgoing, frozen=True):
    """When something was reported; who reported it and in which words is not for players. An old
    report may not say.
    """

    reported_at_ms: int | None
    reported_by: NotToPlayers
    description: InTheirWords


class RulingOnHold(WrittenRuling, frozen=True, kw_only=True):
    """What is waiting for an authority: whoever decides must know what was reported, by whom, when,
    and with which facts.
    """

    reported_at_ms: int | None
    reported_by: NotToPlayers
    description: InTheirWords
    incident: Incident
    facts: dict[str, bool | int | str]
    box: int | None
    player: Annotated[
        str | None,
        msgspec.Meta(
            description="Whom it is about, if not the one seated at the box; hidden from players."
        ),
    ]
    decisions: tuple[str | None, ...]
    digest: DigestText | None


class OptionsBecause(Reported, frozen=True, kw_only=True):
    """Why players have a choice: nobody chooses well without knowing what happened."""

    incident: Incident
    because: str
    clauses: tuple[str, ...]
    box: int | None
    all_or_none: bool


def ruling_on_hold(round: RoundState, pending: Pending, viewer: Actor | None) -> RulingOnHold:
    in_full = is_staff(viewer)
    return RulingOnHold(
        **msgspec.structs.asdict(written_ruling(pending.ruling)),
        **msgspec.structs.asdict(reported(pending, in_full)),
        incident=pending.ruling.incident,
        facts=dict(pending.facts) if in_full else {},
        box=pending.box,
        player=pending.player if in_full else None,
        decisions=decisions_on(pending.ruling, round),
        # Only for those who may know the facts: there are so few possible ones that their digest
        # would give them away.
        digest=round.digest if in_full else None,
    )


def options_because(round: RoundState, viewer: Actor | None) -> OptionsBecause:
    report = round.offered_for
    assert report is not None, "options are offered because something was reported"
    return OptionsBecause(
        **msgspec.structs.asdict(reported(report, is_staff(viewer))),
        incident=report.ruling.incident,
        because=report.ruling.because,
        clauses=round.offer_clauses,
        box=report.box,
        all_or_none=round.all_or_none,
    )


def reported(report: Pending, in_full: bool) -> Reported:
    """When something was reported and, in the full view, by whom and in which words."""
    return Reported(
        report.at_ms,
        report.by.name if in_full and report.by is not None else None,
        report.description if in_full else None,
    )
