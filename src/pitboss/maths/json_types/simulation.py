"""A simulation as ``pitboss simulate`` writes it."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.kernel.json_types import AmountText, Outgoing


class WrittenFigure(Outgoing, frozen=True, kw_only=True):
    """A mean over all rounds, and the exact value if there is one."""

    mean: float
    standard_error: float
    exact: float | UnsetType = UNSET
    standard_errors_off: Annotated[
        float | UnsetType | None,
        msgspec.Meta(
            description="How far the mean is above the exact value; null is infinitely far."
        ),
    ] = UNSET


class SimulatedWager(Outgoing, frozen=True, kw_only=True):
    """One wager, or the main game with all its wagers, per unit of the wager."""

    house_edge: WrittenFigure
    staked: Annotated[WrittenFigure, msgspec.Meta(description="What is staked a round.")]
    standard_deviation: float
    exact_standard_deviation: float | UnsetType = UNSET
    outcomes: Annotated[
        dict[str, WrittenFigure] | UnsetType, msgspec.Meta(description="How often each came.")
    ] = UNSET
    results: Annotated[
        dict[str, int], msgspec.Meta(description="How many rounds came to each net result.")
    ]


class SimulatedProgressive(Outgoing, frozen=True, kw_only=True):
    """The progressive wager: how often each paid hand came, and what a bet returned."""

    bet: AmountText
    jackpot: AmountText | None
    hits: dict[str, WrittenFigure]
    fixed_return: Annotated[
        WrittenFigure, msgspec.Meta(description="What minor awards gave back per unit of bet.")
    ]
    return_with_jackpot: WrittenFigure | None


class WrittenSimulation(Outgoing, frozen=True, kw_only=True):
    """A simulation. Nothing in it depends on how long it took, or on how many workers there
    were.
    """

    rulebook: str
    strategy: str
    rounds: int
    seed: int
    wagers: dict[str, SimulatedWager]
    progressive: SimulatedProgressive
