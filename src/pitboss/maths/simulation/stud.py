"""Stud for the simulator."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.games.stud.book import StudBook
from pitboss.kernel.poker import KINDS_OF_HAND, Category
from pitboss.maths.exact import stud
from pitboss.maths.exact.stud_counts import stud_counts
from pitboss.maths.simulation.blocks import Counts, Plan
from pitboss.maths.simulation.figures import (
    Exact,
    ProgressiveFigures,
    WagerFigures,
    progressive_figures,
    wager_figures,
)
from pitboss.maths.simulation.game import CATEGORIES, SimulationError, Stakes, Strategy, exact_of
from pitboss.maths.simulation.kernels import ASKS, BETS, FOLDS, NO_DEALER_HAND
from pitboss.maths.simulation.pays import progressive_values, stud_values

_OUTCOMES = ("fold", "fold", "dealer-does-not-qualify", "lose", "push", "win")
"""By what happened to the hand."""


class StudGame:
    """A stud rulebook and a strategy."""

    def __init__(self, book: StudBook, strategy: Strategy, stakes: Stakes) -> None:
        self.book, self.stakes = book, stakes
        self.pays = stud.StudOdds.of(book)
        self.pays_progressive = progressive_values(book, stakes.progressive)
        self.bets = self._decisions(strategy)
        counts = stud_counts()
        codes = CATEGORIES | _verdicts(self.bets)
        self.plan = Plan("stud", (codes, counts.begins, counts.width, self.bets.view(np.uint8)))

    def _decisions(self, strategy: Strategy) -> stud.Decisions:
        match strategy:
            case Strategy.OPTIMAL:
                return stud.best_decisions(self.pays, self._forfeited())
            case Strategy.BLIND:
                return stud.from_strength(1)
            case Strategy.ALWAYS_FOLD:
                return stud.from_strength(KINDS_OF_HAND + 1)
            case Strategy.AKJ83:
                return stud.from_strength(stud.AKJ83)
            case _:
                raise SimulationError(f"{strategy} is no strategy for stud")

    def _forfeited(self) -> tuple[Fraction, ...] | None:
        """What a fold forfeits, by category and per unit of the ante: nothing, if a folded hand
        wins too.
        """
        values, stakes = self.pays_progressive, self.stakes
        if values.lives_when_folded or stakes.jackpot is None:
            return None
        return tuple(
            (fixed * stakes.progressive + share * stakes.jackpot) / stakes.ante
            for fixed, share in zip(values.fixed, values.share, strict=True)
        )

    def wagers(self, counts: Counts) -> tuple[WagerFigures, ...]:
        numbers = counts.tolist()
        values = stud_values(self.book)
        outcomes = [outcome for outcome in _OUTCOMES for _ in Category]
        main = wager_figures(
            "main",
            values.pop("main"),
            numbers,
            exact_of(stud.cases(self.pays, self.bets)),
            outcomes,
        )
        return main, *(wager_figures(name, one, numbers, Exact()) for name, one in values.items())

    def progressive(self, counts: Counts) -> ProgressiveFigures:
        by_result = counts.reshape(len(_OUTCOMES), len(Category))
        folded = by_result[:NO_DEALER_HAND].sum(axis=0).tolist()
        played = by_result[NO_DEALER_HAND:].sum(axis=0).tolist()
        lives = self.pays_progressive.lives_when_folded
        chances = stud.raised_by_category(stud.from_strength(1) if lives else self.bets)
        stakes = self.stakes
        return progressive_figures(
            self.pays_progressive, played, folded, stakes.progressive, stakes.jackpot, chances
        )


def _verdicts(bets: stud.Decisions) -> NDArray[np.uint8]:
    """By strength: whether all situations with it are bet, none, or some."""
    counts = stud_counts()
    real = counts.weight > 0
    some_bet = np.zeros(KINDS_OF_HAND + 1, np.bool_)
    some_fold = np.zeros(KINDS_OF_HAND + 1, np.bool_)
    some_bet[counts.strength[real & bets]] = True
    some_fold[counts.strength[real & ~bets]] = True
    return np.where(some_bet & some_fold, ASKS, np.where(some_bet, BETS, FOLDS)).astype(np.uint8)
