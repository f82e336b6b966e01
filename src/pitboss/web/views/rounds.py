"""Rounds that were played, as clients see them: search results, steps, the record, the shuffle."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.games.record_json import RoundRecord
from pitboss.games.settlement import WrittenSettlement
from pitboss.kernel.json_types import Outgoing
from pitboss.reports.rounds.summary import RoundSummary
from pitboss.table.shuffle.views import Shuffle
from pitboss.web.views.tables import TablePage


class RoundsFound(Outgoing, frozen=True):
    """Rounds, the newest first."""

    rounds: list[RoundSummary]
    next: Annotated[
        str | None,
        msgspec.Meta(
            description="Present if there may be more: ask again with this as to.",
            extra_json_schema={"format": "date-time"},
        ),
    ]


class Frame(Outgoing, frozen=True, kw_only=True):
    """An event, and the table as the caller may see it after the command that led to it."""

    position: int
    at_ms: int
    stream: str
    event: str
    by: str | None
    about: dict[str, str]
    clauses: tuple[str, ...]
    view: TablePage


class RoundSteps(Outgoing, frozen=True, kw_only=True):
    """A round, step by step."""

    round: str
    table: str
    concluded: bool
    frames: list[Frame]


class RecordAndSettlement(Outgoing, frozen=True):
    """The record that was settled and its settlement, both in the form of the contract."""

    record: RoundRecord
    settlement: WrittenSettlement


class RecordProof(Outgoing, frozen=True):
    """Where the journal stores an event, and the hash that binds it to everything before it."""

    position: int
    at_ms: int
    event: str
    hash: str
    checkpoint: Annotated[
        int | None,
        msgspec.Meta(description="The first signed checkpoint that covers it; null before that."),
    ]


class RoundProof(Outgoing, frozen=True):
    """The decisions of a round as recorded, without its cards."""

    round: str
    records: list[RecordProof]


class ShuffleCheck(Shuffle, frozen=True, kw_only=True):
    """What anybody needs to check a shuffle, and whether it is right."""

    verified: bool
    problem: Annotated[str | UnsetType, msgspec.Meta(description="What does not fit.")] = UNSET
