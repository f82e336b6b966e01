"""The best play as ``pitboss strategy`` and ``pitboss maths diff`` write it."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.kernel.json_types import AmountText, CardText, Outgoing
from pitboss.maths.json_types.exact import ExactNumber


class WrittenChoice(Outgoing, frozen=True):
    """What a player can do, and what the round is then worth per unit of the opening wager."""

    choice: str
    value: ExactNumber
    three: Annotated[
        list[CardText] | UnsetType, msgspec.Meta(description="Bullseye: the 3 Card Hand.")
    ] = UNSET


class WrittenAdvice(Outgoing, frozen=True, kw_only=True):
    """The best play in one situation."""

    rulebook: str
    cards: list[CardText]
    best: str
    choices: Annotated[
        list[WrittenChoice],
        msgspec.Meta(description="The best first; of equal ones that with the smaller wager."),
    ]
    progressive_award: Annotated[
        ExactNumber | UnsetType,
        msgspec.Meta(description="What the progressive bet wins in any case."),
    ] = UNSET
    folding_forfeits: ExactNumber | UnsetType = UNSET


class WrittenChartTable(Outgoing, frozen=True, kw_only=True):
    """What depends on the cards: by row and column, null if that can't occur."""

    cells: Annotated[str, msgspec.Meta(description="What a cell says.")]
    columns: list[str]
    rows: dict[str, list[ExactNumber | None]]


class WrittenRule(Outgoing, frozen=True):
    """A way to play that fits in a sentence, and what it costs."""

    rule: str
    house_edge: ExactNumber
    cost: Annotated[ExactNumber, msgspec.Meta(description="Beyond the best play.")]


class WrittenChart(Outgoing, frozen=True, kw_only=True):
    """A chart of the best play."""

    rulebook: str
    says: Annotated[list[str], msgspec.Meta(description="What is always done.")]
    table: WrittenChartTable
    rules: Annotated[list[WrittenRule], msgspec.Meta(description="The best play first.")]


class WrittenComparedFigure(Outgoing, frozen=True, kw_only=True):
    """A figure of two rulebooks; null if one of them has no such figure."""

    section: str
    figure: str
    measure: str
    a: ExactNumber | None
    b: ExactNumber | None
    change: ExactNumber | None


class WrittenSituation(Outgoing, frozen=True):
    """A situation that is played differently."""

    situation: str
    a: ExactNumber | None
    b: ExactNumber | None


class WrittenPlayDifference(Outgoing, frozen=True, kw_only=True):
    """How the best play of two rulebooks differs."""

    only_a: list[str]
    only_b: list[str]
    cells: str
    situations: list[WrittenSituation]


class WrittenMathsDifference(Outgoing, frozen=True, kw_only=True):
    """How two rulebooks differ, in exact figures."""

    a: str
    b: str
    wagers: list[str]
    progressive_bet: AmountText
    figures: list[WrittenComparedFigure]
    same: Annotated[int, msgspec.Meta(description="How many figures are equal.")]
    best_play: Annotated[
        WrittenPlayDifference | None, msgspec.Meta(description="Null for games of two families.")
    ]
