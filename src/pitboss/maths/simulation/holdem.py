"""Hold'em for the simulator."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.games.holdem.book import BonusPays, HoldemBook
from pitboss.games.holdem.rules import bonus_line
from pitboss.kernel.cards import DECK, parse_cards
from pitboss.kernel.poker import Category
from pitboss.maths.exact import holdem
from pitboss.maths.exact.holdem_boards import BET_SHIFT
from pitboss.maths.exact.holdem_classes import FOUR_BEGINS, flops, four_of_key, mask_index
from pitboss.maths.exact.holdem_counts import STARTING_HANDS, HoldemCounts, starting_hand
from pitboss.maths.exact.progressive import dealt
from pitboss.maths.kernels.ranksets import KEYS
from pitboss.maths.simulation.blocks import Counts, Plan
from pitboss.maths.simulation.figures import (
    Exact,
    ProgressiveFigures,
    WagerFigures,
    progressive_figures,
    wager_figures,
)
from pitboss.maths.simulation.game import CATEGORIES, SimulationError, Stakes, Strategy, exact_of
from pitboss.maths.simulation.holdem_kernel import (
    ACES,
    BONUS_AT,
    HOLDEM_PATHS,
    MAIN_AT,
    PROGRESSIVE_AT,
)
from pitboss.maths.simulation.pays import BONUS_HANDS, holdem_values, progressive_values

_RESULTS = ("lose", "push", "win")


class HoldemGame:
    """A hold'em rulebook and a strategy."""

    def __init__(self, book: HoldemBook, strategy: Strategy, stakes: Stakes) -> None:
        self.book, self.stakes = book, stakes
        self.odds = holdem.HoldemOdds.of(book)
        counts = holdem.best_counts(self.odds)
        self.totals, looks = counts.totals, False
        match strategy:
            case Strategy.OPTIMAL:
                self.plays, looks = holdem.best_plays(holdem.values(self.odds, counts.totals)), True
            case Strategy.BLIND:
                self.plays, self.totals = np.ones(STARTING_HANDS, np.bool_), holdem.checked(counts)
            case Strategy.ALWAYS_FOLD:
                self.plays = np.zeros(STARTING_HANDS, np.bool_)
            case _:
                raise SimulationError(f"{strategy} is no strategy for hold'em")
        by_hole = _by_hole(book.pays.bonus), _played(self.plays)
        self.plan = Plan("holdem", (CATEGORIES, *by_hole, looks, *_board_tables(counts)))

    def wagers(self, counts: Counts) -> tuple[WagerFigures, ...]:
        values = holdem_values(self.book)
        main_counts = counts[MAIN_AT:BONUS_AT].tolist()
        bonus_counts = counts[BONUS_AT:PROGRESSIVE_AT].tolist()
        main, bonus = values.pop("main"), values.pop("bonus")
        outcomes = [
            result if path else "fold"
            for path in range(HOLDEM_PATHS)
            for result in _RESULTS
            for _ in Category
        ]
        exact = exact_of(holdem.cases(self.odds, self.totals, self.plays))
        return (
            wager_figures("main", main, main_counts, exact, outcomes),
            *(wager_figures(name, one, main_counts, Exact()) for name, one in values.items()),
            wager_figures(
                "bonus", bonus, bonus_counts, exact_of(holdem.bonus_cases(self.book, self.plays))
            ),
        )

    def progressive(self, counts: Counts) -> ProgressiveFigures:
        values, stakes = progressive_values(self.book, self.stakes.progressive), self.stakes
        played, folded = counts[PROGRESSIVE_AT:].reshape(2, len(Category)).tolist()
        chances = dealt() if values.lives_when_folded else holdem.progressive_hands(self.plays)
        return progressive_figures(
            values, played, folded, stakes.progressive, stakes.jackpot, chances
        )


def _by_hole(pays: BonusPays) -> NDArray[np.uint8]:
    """The line of the bonus by two hole cards, as the settlement finds it; both lines of aces count
    as the first of them.
    """
    lines = [
        None,
        *(getattr(pays, name.replace("-", "_")) for name in BONUS_HANDS if name != "none"),
    ]
    # Lines are distinguished by identity, not by what they pay: two of them may pay the same.
    place = {id(line): at for at, line in enumerate(lines)}
    aces = parse_cards("Ac Ad")
    line_numbers = np.zeros((52, 52), np.uint8)
    for one in DECK:
        for two in DECK:
            if one != two:
                line_numbers[one, two] = place[id(bonus_line(pays, (one, two), aces))]
    assert line_numbers[DECK[-1], DECK[-2]] == ACES, "against two aces it is the line of both"
    return line_numbers.reshape(-1)


def _played(plays: holdem.Plays) -> NDArray[np.uint8]:
    """Whether the Flop wager is placed, by two hole cards."""
    flop_placed = np.zeros((52, 52), np.uint8)
    for one in DECK:
        for two in DECK:
            flop_placed[one, two] = one != two and plays[starting_hand(one, two)]
    return flop_placed.reshape(-1)


def _board_tables(counts: HoldemCounts) -> tuple[Any, ...]:
    """The tables in which the loop looks up decisions: for the Turn by flop, for the River by four
    cards, as bits.
    """
    kinds, suits, _ = flops()
    river = np.packbits((counts.entries >> BET_SHIFT).astype(np.uint8), bitorder="little")
    return kinds, suits, counts.turn_bets, mask_index(), four_of_key(), KEYS, FOUR_BEGINS, river
