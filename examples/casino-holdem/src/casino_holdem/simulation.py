"""Casino Hold'em for the simulator: the loop, and what its cells are worth by the settlement."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from casino_holdem import exact
from casino_holdem.book import CasinoHoldemBook
from casino_holdem.rules import PAIR_OF_ACES, PAIR_OF_FOURS, CasinoHoldemRules
from pitboss.games.record import PLAYED, Box
from pitboss.games.settlement import Line, Wager
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import CATEGORY_OF, KINDS_OF_HAND, Category
from pitboss.maths.exact.holdem_classes import flop_number, flops
from pitboss.maths.exact.holdem_counts import hole_number
from pitboss.maths.exact.progressive import dealt
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.draws import CARDS, deal, words_to_reject
from pitboss.maths.kernels.ranking import five, seven
from pitboss.maths.simulation.blocks import Counts, Plan
from pitboss.maths.simulation.figures import (
    ProgressiveFigures,
    WagerFigures,
    progressive_figures,
    wager_figures,
)
from pitboss.maths.simulation.game import CATEGORIES, SimulationError, Stakes, Strategy, exact_of
from pitboss.maths.simulation.pays import CellValues, progressive_values, stake_unit

DEALT = 9
"""The player's two, the flop, turn and river, the dealer's two."""

FOLDED, NO_DEALER_HAND, LOST, DRAWN, WON = range(5)
_OUTCOMES = ("fold", "dealer-does-not-qualify", "lose", "push", "win")

_KINDS = len(Category)
FIRST_FIVE_AT = len(_OUTCOMES) * _KINDS
CELLS = FIRST_FIVE_AT + 2 * _KINDS
"""Two lists one after another: what became of the hand, by its category; and hole cards with flop,
by category and whether they are a pair of aces or better.
"""

_REJECT = words_to_reject(DEALT)


@compiled
def block(state: Any, rounds: int, plays: Any, kinds: Any, suits: Any, categories: Any) -> Any:
    """So many rounds, counted by cell. ``plays`` has the decision by class of flop (``kinds``) and
    hole cards in the suits of that class.
    """
    counts = np.zeros(CELLS, np.int64)
    deck = np.arange(CARDS).astype(np.uint8)
    now = (state[0], state[1], state[2], state[3])
    for _ in range(rounds):
        now = deal(deck, DEALT, _REJECT, now)
        a, b, x, y, z = deck[0], deck[1], deck[2], deck[3], deck[4]
        u, v = deck[5], deck[6]
        flop = flop_number(np.int64(x), np.int64(y), np.int64(z))
        one = np.int64(a & 252) | np.int64(suits[flop, a & 3])
        two = np.int64(b & 252) | np.int64(suits[flop, b & 3])
        mine = seven(a, b, x, y, z, u, v)
        theirs = seven(deck[7], deck[8], x, y, z, u, v)
        if not plays[kinds[flop], hole_number(one, two)]:
            result = FOLDED
        elif theirs < PAIR_OF_FOURS:
            result = NO_DEALER_HAND
        elif mine < theirs:
            result = LOST
        else:
            result = WON if mine > theirs else DRAWN
        counts[result * _KINDS + categories[np.int64(mine)]] += 1
        first = five(a, b, x, y, z)
        paid = 1 if first >= PAIR_OF_ACES else 0
        counts[FIRST_FIVE_AT + paid * _KINDS + categories[np.int64(first)]] += 1
    return counts


class CasinoHoldemGame:
    """A rulebook and a strategy."""

    def __init__(self, book: CasinoHoldemBook, strategy: Strategy, stakes: Stakes) -> None:
        self.book, self.stakes = book, stakes
        self.pays = exact.Odds.of(book)
        best = exact.best(self.pays)
        plays, totals = best.plays, best.totals
        if strategy is Strategy.BLIND:
            plays, totals = np.ones_like(plays), exact.blind(best)
        elif strategy is Strategy.ALWAYS_FOLD:
            plays, totals = np.zeros_like(plays), exact.blind(best)[::-1]
        elif strategy is not Strategy.OPTIMAL:
            raise SimulationError(f"{strategy} is no strategy for {book.title}")
        self.cases = exact.cases(self.pays, totals)
        kinds, suits, _ = flops()
        self.plan = Plan("casino-holdem", (plays, kinds, suits, CATEGORIES))

    def wagers(self, counts: Counts) -> tuple[WagerFigures, ...]:
        numbers = counts.tolist()
        outcomes = [outcome for outcome in _OUTCOMES for _ in Category]
        main = wager_figures(
            "main",
            main_values(self.book),
            numbers[:FIRST_FIVE_AT],
            exact_of(self.cases),
            outcomes,
        )
        bonus = wager_figures(
            "bonus",
            bonus_values(self.book),
            numbers[FIRST_FIVE_AT:],
            exact_of(exact.bonus_cases(self.book)),
        )
        return main, bonus

    def progressive(self, counts: Counts) -> ProgressiveFigures:
        by_kind = counts[FIRST_FIVE_AT:].reshape(2, _KINDS).sum(axis=0).tolist()
        stakes = self.stakes
        values = progressive_values(self.book, stakes.progressive)
        return progressive_figures(
            values, by_kind, [0] * _KINDS, stakes.progressive, stakes.jackpot, dealt()
        )


# ── what the cells are worth, asked of the settlement that pays live rounds ───────────────────────


def main_values(book: CasinoHoldemBook) -> CellValues:
    """Of ante and call together."""
    rules = CasinoHoldemRules(msgspec.structs.replace(book, caps={}))
    unit = stake_unit(book)
    ante = Wager("ante", unit, unit)
    laid = Cents(unit * rules.call_times)
    call = Wager("call", laid, laid)

    def settled(result: int, category: Category) -> list[Line]:
        if result == FOLDED:
            return [ante.loses(rules.cites.folded)]
        hand = max(s for s in range(1, KINDS_OF_HAND + 1) if CATEGORY_OF[s] is category)
        # A hand that loses loses whatever it is, so the weakest against the strongest stands for
        # all of them; one that wins or is equal, for hands against a dealer who qualifies.
        mine, theirs = {
            NO_DEALER_HAND: (hand, PAIR_OF_FOURS - 1),
            LOST: (1, KINDS_OF_HAND),
            DRAWN: (KINDS_OF_HAND, KINDS_OF_HAND),
            WON: (max(hand, PAIR_OF_FOURS + 1), PAIR_OF_FOURS),
        }[result]
        return rules.settle_ante_and_call(_box((unit, laid)), mine, theirs, ante, call)

    return _values(
        (settled(result, category) for result in range(len(_OUTCOMES)) for category in Category),
        unit,
    )


def bonus_values(book: CasinoHoldemBook) -> CellValues:
    """Of the bonus, below a pair of aces and from there up."""
    rules = CasinoHoldemRules(msgspec.structs.replace(book, caps={}))
    unit = stake_unit(book)
    wager = Wager("bonus", unit, unit)
    lost = [wager.loses(rules.cites.bonus) for _ in Category]
    won = [wager.wins(payment) for payment in rules.bonus_wins]
    return _values(([line] for line in (*lost, *won)), unit)


def _box(bets: tuple[Cents, ...]) -> Box:
    return Box(1, None, PLAYED, bets)


def _values(cells: Iterable[list[Line]], unit: int) -> CellValues:
    listed = list(cells)
    return CellValues(
        tuple(Fraction(sum(line.net for line in lines), unit) for lines in listed),
        tuple(Fraction(sum(line.stake for line in lines), unit) for lines in listed),
    )
