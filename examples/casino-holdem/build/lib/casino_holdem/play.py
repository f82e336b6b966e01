"""What each choice with two hole cards and a flop is worth, and the best play as a chart."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from casino_holdem import exact
from casino_holdem.book import CasinoHoldemBook
from casino_holdem.counts import CATEGORIES, DEALS, situation
from pitboss.kernel.cards import RANKS, Card
from pitboss.kernel.poker import CATEGORY_OF, strength_of_five
from pitboss.maths.exact.holdem_classes import flops
from pitboss.maths.exact.holdem_counts import cards_of_flop, hole_number, starting_hand
from pitboss.maths.strategy.best_play import (
    Advice,
    BadSituation,
    Choice,
    ProgressiveStakes,
    best_first,
)
from pitboss.maths.strategy.charts import RANKS_DOWN, Chart, ChartRow, Rule

_CARDS = 5
_STARTING_HANDS = 169


def call_value(pays: exact.Odds, cards: Sequence[Card]) -> Fraction:
    """What a call is worth, per unit of the ante, by counting every deal that can follow."""
    found = situation(np.array(cards, np.uint8))
    sum_of = Fraction(0)
    for kind in range(CATEGORIES):
        no_hand, won, lost, _ = (int(count) for count in found[kind])
        sum_of += no_hand * pays.ante[kind] + won * pays.won(kind) - lost * (1 + pays.times)
    return sum_of / DEALS


def advice(
    book: CasinoHoldemBook, cards: Sequence[Card], stakes: ProgressiveStakes | None
) -> Advice:
    """Of equal choices the fold comes first: it stakes less."""
    if len(cards) != _CARDS:
        raise BadSituation(
            f"{len(cards)} cards were given; a decision of {book.title} needs two hole cards and "
            "the three of the flop"
        )
    value = call_value(exact.Odds.of(book), cards)
    choices = best_first(Choice("fold", Fraction(-1)), Choice("call", value))
    if stakes is None:
        return Advice(book.id, choices)
    # Hole cards and flop decide the progressive bet, so that no choice can give it away.
    award = stakes.award(book, CATEGORY_OF[strength_of_five(tuple(cards))])
    return Advice(book.id, choices, award, Fraction(0))


def called_shares(plays: npt.NDArray[np.uint8]) -> list[Fraction]:
    """By starting hand: on which part of the flops to call."""
    kinds, _, own = flops()
    weights = np.bincount(kinds)
    cards_of = np.array([cards_of_flop(int(number)) for number in own])
    called = [0] * _STARTING_HANDS
    seen = [0] * _STARTING_HANDS
    for two in range(52):
        for one in range(two):
            hand = int(starting_hand(one, two))
            number = int(hole_number(one, two))
            called[hand] += int((plays[:, number] * weights).sum())
            apart = ~np.isin(cards_of, (one, two)).any(axis=1)
            seen[hand] += int(weights[apart].sum())
    return [Fraction(part, whole) for part, whole in zip(called, seen, strict=True)]


def chart_of(book: CasinoHoldemBook) -> Chart:
    pays = exact.Odds.of(book)
    found = exact.best(pays)
    shares = called_shares(found.plays)
    rows = [
        # A suited hand stands where the row is the higher rank.
        ChartRow(RANKS[row], tuple(shares[row * 13 + column] for column in RANKS_DOWN))
        for row in RANKS_DOWN
    ]
    return Chart(
        book.id,
        (
            "Call where a call is worth more than the ante that a fold loses.",
            (
                "Rows and columns are the two ranks: suited above the diagonal of pairs to the "
                "right, offsuit below it."
            ),
        ),
        tuple(RANKS[rank] for rank in RANKS_DOWN),
        tuple(rows),
        "the part of all flops on which to call",
        (
            Rule("The best play.", exact.cases(pays, found.totals).house_edge),
            Rule("Call every hand.", exact.cases(pays, exact.blind(found)).house_edge),
        ),
    )
