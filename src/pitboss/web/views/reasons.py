"""Why something is as it is, as shown to anybody: a link to it can be passed on."""

from typing import Annotated

import msgspec

from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.reports.jackpots import PartName
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
        msgspec.Meta(description="The table as the caller may see it, at the end of the round."),
    ]
    rulings: list[RulingTold]
    clauses: Annotated[dict[str, str], msgspec.Meta(description="What each applied clause says.")]
    records: list[RecordProof]
    shuffle: Annotated[
        ShuffleCheck | None,
        msgspec.Meta(description="Given once the round is concluded; null if the cards were real."),
    ]


class FigurePart(Outgoing, frozen=True):
    """A part of a jackpot, exact: up to four places below the cent."""

    what: Annotated[
        PartName,
        msgspec.Meta(
            description="What it started with; what progressive bets have put in, entered or on "
            "its way; what the cap kept out; what the house paid for bets that went back; "
            "corrections; what was put in after awards; awards; what is not shown."
        ),
    ]
    amount: str


class TableShare(Outgoing, frozen=True):
    """What a table has put in since the jackpot last started."""

    table: str
    amount: str


class JackpotRules(Outgoing, frozen=True):
    """What a rulebook says about the progressive bet, and about what it wins a share of."""

    rulebook: str
    title: str
    clauses: dict[str, str]


class FigureReasons(Outgoing, frozen=True, kw_only=True):
    """Why a jackpot stands where it does: its parts add up to what is displayed."""

    link: str
    operator: str
    at_ms: int
    since_ms: Annotated[int, msgspec.Meta(description="When the present jackpot started.")]
    displayed: AmountText
    locked: bool
    down: bool
    parts: list[FigurePart]
    adds_up: Annotated[bool, msgspec.Meta(description="Whether the parts come to the meter.")]
    tables: Annotated[list[TableShare], msgspec.Meta(description="Staff and auditors only.")]
    rules: list[JackpotRules]
    record: Annotated[
        RecordProof, msgspec.Meta(description="The last record of the link that it rests on.")
    ]
