"""What a family of games provides to a simulation: the plan of its loop, and what the counts
mean.
"""

from enum import StrEnum
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.kernel.money import Cents
from pitboss.kernel.poker import CATEGORY_OF
from pitboss.maths.exact.results import Cases
from pitboss.maths.simulation.blocks import Counts, Plan
from pitboss.maths.simulation.figures import Exact, ProgressiveFigures, WagerFigures

CATEGORIES: NDArray[np.uint8] = np.array(CATEGORY_OF, np.uint8)
"""The category of each strength."""


class Strategy(StrEnum):
    """How the player decides."""

    OPTIMAL = "optimal"
    BLIND = "blind"
    ALWAYS_FOLD = "always-fold"
    AKJ83 = "akj83"
    HOUSE_WAY = "house-way"


class SimulationError(ValueError):
    """A simulation that can't be run; says why."""


class Stakes(msgspec.Struct, frozen=True):
    """What is bet, if that matters: a progressive bet wins fixed sums, and in some games a fold
    forfeits it.

    Without a jackpot its shares are left out, and decisions are those of a player without a
    progressive bet.
    """

    progressive: Cents = Cents(500)
    jackpot: Cents | None = None
    ante: Cents = Cents(2_500)


class Game(Protocol):
    """A rulebook and a strategy, prepared for play."""

    plan: Plan

    def wagers(self, counts: Counts) -> tuple[WagerFigures, ...]:
        """The main game first, then each side wager."""

    def progressive(self, counts: Counts) -> ProgressiveFigures:
        """The progressive wager."""


def exact_of(cases: Cases) -> Exact:
    """What a simulated wager is compared with."""
    return Exact(cases.house_edge, cases.staked, cases.variance, cases.outcomes())
