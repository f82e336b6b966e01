"""Why a round came out as it did, as anybody may be shown it: a link to it can be passed on."""

from typing import Annotated

import msgspec

from pitboss.kernel.written import Outgoing
from pitboss.rulebook.incidents import Incident
from pitboss.web.views.rounds import RecordProof, ShuffleCheck
from pitboss.web.views.tables import TablePage


class RulingTold(Outgoing, frozen=True, kw_only=True):
    """What was ruled in a round; who reported it, and in which words, is for staff."""

    at_ms: int
    position: int
    incident: Incident
    box: int | None
    because: str
    effects: tuple[str, ...]
    clauses: tuple[str, ...]


class RoundReasons(Outgoing, frozen=True, kw_only=True):
    """The cards, the sums, the clauses in words, and the proof of a round."""

    round: str
    table: str
    at_ms: int
    concluded: bool
    view: Annotated[
        TablePage | None,
        msgspec.Meta(description="The table as the caller may see it when the round was last on."),
    ]
    rulings: list[RulingTold]
    clauses: Annotated[
        dict[str, str], msgspec.Meta(description="What each clause that was applied says.")
    ]
    records: list[RecordProof]
    shuffle: Annotated[
        ShuffleCheck | None,
        msgspec.Meta(description="Once the round is concluded; null where the cards were real."),
    ]
