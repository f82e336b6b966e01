"""Bullseye for the simulator. Both hands are set the House Way."""

import numpy as np

from pitboss.games.bullseye.book import BullseyeBook
from pitboss.kernel.points import PLACE_LABELS
from pitboss.maths.exact import bullseye
from pitboss.maths.exact.progressive import dealt
from pitboss.maths.simulation.blocks import Counts, Plan
from pitboss.maths.simulation.figures import (
    ProgressiveFigures,
    WagerFigures,
    progressive_figures,
    wager_figures,
)
from pitboss.maths.simulation.game import (
    CATEGORIES,
    SimulationError,
    Stakes,
    Strategy,
    exact_of,
)
from pitboss.maths.simulation.kernels import COMBINATION_AT, PAIRS_AT, PICTURES_AT, SUITS_AT
from pitboss.maths.simulation.pays import bullseye_values, progressive_values


class BullseyeGame:
    """A Bullseye rulebook; there is nothing to decide but the setting."""

    def __init__(self, book: BullseyeBook, strategy: Strategy, stakes: Stakes) -> None:
        self.book, self.stakes = book, stakes
        self.pays = bullseye.BullseyeOdds(book)
        self.places = bullseye.bullseye_counts().best
        if strategy not in (Strategy.OPTIMAL, Strategy.HOUSE_WAY):
            raise SimulationError(f"{strategy} is no strategy for Bullseye")
        if strategy is Strategy.OPTIMAL and not np.array_equal(
            bullseye.best_places(self.pays), self.places
        ):
            raise SimulationError(
                "with this pay table the House Way is not the best setting everywhere, and "
                "simulations set the House Way; ask for it with --strategy house-way"
            )
        self.plan = Plan("bullseye", (CATEGORIES,))

    def wagers(self, counts: Counts) -> tuple[WagerFigures, ...]:
        values = bullseye_values(self.book)
        pairs = counts[PAIRS_AT:SUITS_AT].tolist()
        suits = counts[SUITS_AT:PICTURES_AT].tolist()
        pictures = counts[PICTURES_AT:COMBINATION_AT].tolist()
        main, tie = values["main"], values["tie"]
        cases = bullseye.main_cases(self.pays, self.places)
        outcomes = [_outcome(net) for net in main.net]
        return (
            wager_figures("main", main, pairs, exact_of(cases), outcomes),
            wager_figures("tie", tie, pairs, exact_of(bullseye.tie_cases(self.pays, self.places))),
            wager_figures(
                "suits", values["suits"], suits, exact_of(bullseye.suits_cases(self.pays))
            ),
            wager_figures(
                "bullseye",
                values["bullseye"],
                pictures,
                exact_of(bullseye.bullseye_cases(self.pays)),
            ),
        )

    def progressive(self, counts: Counts) -> ProgressiveFigures:
        values, stakes = progressive_values(self.book, self.stakes.progressive), self.stakes
        hands = counts[COMBINATION_AT:].tolist()
        none = [0] * len(hands)
        return progressive_figures(values, hands, none, stakes.progressive, stakes.jackpot, dealt())


def _outcome(net: object) -> str:
    """The contract's word for the outcome of the main wager."""
    if net == 0:
        return "push"
    return "lose" if net == -1 else f"win-{net}"


assert len(PLACE_LABELS) ** 2 == SUITS_AT - PAIRS_AT, "a cell for every two point hands"
