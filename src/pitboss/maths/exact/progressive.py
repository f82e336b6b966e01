"""The progressive wager of one player, alone on the link: how often it hits and what it returns."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from pitboss.kernel.money import Cents
from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.pay import Fixed, ForOne, Share

DOLLAR = 100

HANDS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIRS: 123_552,
    Category.ONE_PAIR: 1_098_240,
    Category.FIVE_ODD_CARDS: 1_302_540,
}
"""How many of the 2,598,960 hands of five cards are in each category."""


class ProgressiveHand(msgspec.Struct, frozen=True):
    """A hand that the progressive wager pays: how often, and what, in cents and as a share of the
    jackpot.
    """

    probability: Fraction
    award_cents: Fraction
    share: Fraction

    @property
    def how_often(self) -> str:
        """In words: ``1 in 649,740.0``."""
        return f"1 in {float(1 / self.probability):,.1f}" if self.probability else "never"


class Progressive(msgspec.Struct, frozen=True):
    """The progressive wager, by hand from the highest down."""

    bet_cents: Cents
    hits: dict[str, ProgressiveHand]

    @property
    def fixed_return(self) -> Fraction:
        """The expected return of the minor awards, per unit of the bet."""
        return (
            sum((hit.probability * hit.award_cents for hit in self.hits.values()), Fraction(0))
            / self.bet_cents
        )

    @property
    def return_per_jackpot_dollar(self) -> Fraction:
        """The expected return per unit of the bet and dollar of the jackpot."""
        shares = sum((hit.probability * hit.share for hit in self.hits.values()), Fraction(0))
        return shares * DOLLAR / self.bet_cents

    @property
    def break_even_jackpot_cents(self) -> Cents | None:
        """The smallest jackpot, in cents, at which the bet returns itself; None if no hand wins a
        share.
        """
        per_dollar = self.return_per_jackpot_dollar
        if per_dollar == 0:
            return None
        missing = max(Fraction(0), 1 - self.fixed_return) / per_dollar * DOLLAR
        return Cents(-(-missing.numerator // missing.denominator))


def dealt() -> tuple[Fraction, ...]:
    """By category: the probability of being dealt it in five cards."""
    total = sum(HANDS.values())
    return tuple(Fraction(HANDS[category], total) for category in Category)


def progressive(book: Rulebook, bet_cents: Cents, made: Sequence[Fraction]) -> Progressive:
    """The progressive wager of a rulebook; ``made`` are the probabilities of a paid hand by
    category.
    """
    hits = {}
    for category in reversed(Category):
        line = book.pays.progressive.line(category)
        if line is None:
            continue
        award, share = awards(line.pays, bet_cents)
        hits[CATEGORY_LABELS[category]] = ProgressiveHand(made[category], award, share)
    return Progressive(bet_cents, hits)


def awards(pays: object, bet_cents: Cents) -> tuple[Fraction, Fraction]:
    """What a line pays: an amount in cents, and a share of the jackpot."""
    match pays:
        case Fixed():
            return Fraction(pays.amount_cents), Fraction(0)
        case ForOne():
            return Fraction(pays.times * bet_cents), Fraction(0)
        case Share():
            return Fraction(0), pays.part
        case _:
            raise AssertionError("the loader allows no other pay on the progressive wager")
