"""Exact hold'em: which starting hands to play, and the outcomes of any play."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.games.holdem.book import HoldemBook
from pitboss.games.holdem.rules import bonus_line
from pitboss.kernel.cards import ACE, DECK
from pitboss.kernel.poker import CATEGORY_LABELS, CATEGORY_OF, Category
from pitboss.maths.exact import holdem_counts as counts
from pitboss.maths.exact.holdem_classes import flops
from pitboss.maths.exact.holdem_counts import (
    DEALS,
    HOLES,
    STARTING_HANDS,
    HoldemCounts,
    holdem_counts,
)
from pitboss.maths.exact.holdem_rivers import RIVERS
from pitboss.maths.exact.results import Case, Cases, odds
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.ranking import five
from pitboss.rulebook.parts import PayLine

Plays = npt.NDArray[np.bool_]
"""By starting hand: whether it is played."""

COMBINATIONS = np.array(
    [6 if one == two else 4 if one > two else 12 for one in range(13) for two in range(13)],
    np.int64,
)
"""How many of the 1,326 pairs of hole cards each starting hand has."""


@dataclass(frozen=True, eq=False)
class HoldemOdds:
    """A hold'em pay table as numbers per unit of the ante."""

    ante: Fraction
    paid_from: int
    """The lowest strength for which the ante is paid."""
    times: tuple[Fraction, Fraction, Fraction]
    """The flop, turn and river wagers."""
    odds: tuple[Fraction, Fraction, Fraction]

    @classmethod
    def of(cls, book: HoldemBook) -> "HoldemOdds":
        pays, wagers = book.pays, book.wagers
        least = Category(CATEGORY_LABELS.index(pays.ante.from_category))
        times = tuple(
            Fraction(wager.times_opening or 0) for wager in (wagers.flop, wagers.turn, wagers.river)
        )
        raise_odds = (
            odds(pays.flop.win, "pays.flop.win"),
            odds(pays.turn.win, "pays.turn.win"),
            odds(pays.river.win, "pays.river.win"),
        )
        # Strengths rise with the categories; entry 0 stands for no hand.
        paid_from = next(
            strength for strength in range(1, len(CATEGORY_OF)) if CATEGORY_OF[strength] >= least
        )
        return cls(
            odds(pays.ante.win, "pays.ante.win"),
            paid_from,
            (times[0], times[1], times[2]),
            raise_odds,
        )

    def staked(self, turn: int, river: int) -> Fraction:
        """Everything staked at the end."""
        return 1 + self.times[0] + turn * self.times[1] + river * self.times[2]

    def won(self, turn: int, river: int) -> Fraction:
        """What the raises win."""
        flop_times, turn_times, river_times = self.times
        return (
            flop_times * self.odds[0]
            + turn * turn_times * self.odds[1]
            + river * river_times * self.odds[2]
        )


def best_counts(pays: HoldemOdds) -> HoldemCounts:
    """The outcomes for a player who decides best after flop and turn."""
    _, turn, river = pays.odds
    return holdem_counts(
        pays.paid_from, (turn.numerator, turn.denominator), (river.numerator, river.denominator)
    )


def checked(counted: HoldemCounts) -> npt.NDArray[np.int64]:
    """The same totals for a player who always checks turn and river."""
    totals = np.zeros_like(counted.totals)
    totals[:, 0, 0] = counted.totals.sum(axis=(1, 2))
    return totals


def values(pays: HoldemOdds, totals: npt.NDArray[np.int64]) -> list[Fraction]:
    """What playing each starting hand is worth, per unit of the ante."""
    worth = []
    for hand in range(STARTING_HANDS):
        sum_of = Fraction(0)
        for turn in (0, 1):
            for river in (0, 1):
                low, paid, lost, _ = (int(number) for number in totals[hand, turn, river])
                won = pays.won(turn, river)
                sum_of += low * won + paid * (won + pays.ante) - lost * pays.staked(turn, river)
        worth.append(sum_of / (int(COMBINATIONS[hand]) * DEALS))
    return worth


def best_plays(worth: list[Fraction]) -> Plays:
    """Play what is worth more than the ante that folding loses; if equal, fold."""
    return np.array([value > -1 for value in worth], np.bool_)


def cases(pays: HoldemOdds, totals: npt.NDArray[np.int64], plays: Plays) -> Cases:
    """The outcomes of all wagers of the main game."""
    all_deals = HOLES * DEALS
    one = Fraction(1)
    folded = Fraction(int(COMBINATIONS[~plays].sum()), HOLES)
    wins, pushes, losses = [], [], []
    for turn in (1, 0):
        for river in (1, 0):
            low, paid, lost, cards = (
                int(number) for number in totals[plays, turn, river].sum(axis=0)
            )
            staked, won = pays.staked(turn, river), pays.won(turn, river)
            line = "+".join(["flop"] + ["turn"] * turn + ["river"] * river)
            wins.append(
                Case("win", f"{line}, ante", won + pays.ante, staked, Fraction(paid, all_deals))
            )
            wins.append(Case("win", line, won, staked, Fraction(low, all_deals)))
            equal = cards * RIVERS - low - paid - lost
            pushes.append(Case("push", line, 0 * one, staked, Fraction(equal, all_deals)))
            losses.append(Case("lose", line, -staked, staked, Fraction(lost, all_deals)))
    return Cases((Case("fold", None, -one, one, folded), *wins, *pushes, *losses))


def bonus_cases(book: HoldemBook, plays: Plays) -> Cases:
    """The outcomes of the bonus wager, for a player who folds the other hands and loses it with
    them.
    """
    ways: dict[str, int] = {}
    pays: dict[str, PayLine] = {}
    folded = lost = 0
    both = (DECK[ACE * 4], DECK[ACE * 4 + 1])
    names = {id(getattr(book.pays.bonus, name)): name for name in book.pays.bonus.__struct_fields__}
    dealers = 50 * 49 // 2
    for first in DECK:
        for second in DECK[first + 1 :]:
            if not plays[counts.starting_hand(first, second)]:
                folded += dealers
                continue
            # Only for two aces does the dealer's hand matter: two more aces, in one way of 1,225.
            for dealer, times in ((both, 1), ((DECK[0], DECK[4]), dealers - 1)):
                line = bonus_line(book.pays.bonus, (first, second), dealer)
                if line is None:
                    lost += times
                else:
                    name = names[id(line)].replace("_", "-")
                    ways[name] = ways.get(name, 0) + times
                    pays[name] = line
    total, one = HOLES * dealers, Fraction(1)
    listed = [name.replace("_", "-") for name in book.pays.bonus.__struct_fields__]
    wins = [
        Case("win", name, odds(pays[name], f"pays.bonus.{name}"), one, Fraction(ways[name], total))
        for name in listed
        if name in ways
    ]
    return Cases(
        (
            Case("fold", None, -one, one, Fraction(folded, total)),
            *wins,
            Case("lose", None, -one, one, Fraction(lost, total)),
        )
    )


@compiled
def _flop_hands(cards_of: Any, weights: Any, category_of: Any, ways: Any) -> None:
    for flop in range(len(cards_of)):
        x, y, z = cards_of[flop]
        for a in range(52):
            for b in range(a + 1, 52):
                if a != x and a != y and a != z and b != x and b != y and b != z:
                    strength = five(np.uint8(a), np.uint8(b), np.uint8(x), np.uint8(y), np.uint8(z))
                    ways[counts.starting_hand(a, b), category_of[strength]] += weights[flop]


@lru_cache(maxsize=1)
def flop_hands() -> npt.NDArray[np.int64]:
    """By starting hand and category: in how many ways hole and flop cards make it."""
    kinds, _, own = flops()
    cards_of = np.array([counts.cards_of_flop(int(number)) for number in own], np.int64)
    ways = np.zeros((STARTING_HANDS, len(Category)), np.int64)
    _flop_hands(
        cards_of, np.bincount(kinds).astype(np.int64), np.array(CATEGORY_OF, np.int64), ways
    )
    return ways


def progressive_hands(plays: Plays) -> tuple[Fraction, ...]:
    """By category: the probability of making it with hole and flop cards from a hand that is
    played.
    """
    return tuple(
        Fraction(int(ways), HOLES * counts.FLOPS) for ways in flop_hands()[plays].sum(axis=0)
    )
