"""The jackpot in one round at one table: who is paid what, in which order, and what is left.

No cent is made or lost here: before + what the house adds = after + awards.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

import msgspec

from pitboss.games.record import Jackpot
from pitboss.games.settlement import Award, JackpotSettlement
from pitboss.kernel.money import NOTHING, Cents
from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.rulebook.model import JackpotReadings, Rulebook
from pitboss.rulebook.parts import SameTable
from pitboss.rulebook.readings import (
    Fractions,
    SeveralRoyals,
    SeveralStraightFlushes,
    StraightFlush,
)

WHOLE = Fraction(1)


class Claim(msgspec.Struct, frozen=True):
    """A claim as the rules see it: a hand that wins a share of the jackpot, in the order of
    dealing.
    """

    box: int
    category: Category
    part: Fraction


class ClaimedHand(msgspec.Struct, frozen=True):
    """A claim as it is stored, in events of the table: a hand that wins ``part`` (a fraction) of
    the jackpot, whose it is, and when its last card was dealt.
    """

    box: int
    player: str
    hand: str
    part: str
    dealt_ms: int


def settle_jackpot(book: Rulebook, jackpot: Jackpot, claims: Sequence[Claim]) -> JackpotSettlement:
    """Pays the claims of one round at one table."""
    if not claims:
        return JackpotSettlement(jackpot.displayed, jackpot.displayed, NOTHING, ())
    till = _Till(jackpot, book.readings)
    if book.jackpot.same_table is SameTable.DEALING_ORDER or len(claims) < 2:
        clauses = book.jackpot.same_table_clauses if len(claims) > 1 else ()
        for claim in claims:
            till.pay_one(claim, clauses)
    else:
        _pay_pooled(book, till, claims)
    return JackpotSettlement(jackpot.displayed, till.stands, till.added, tuple(till.awards))


def _pay_pooled(book: Rulebook, till: "_Till", claims: Sequence[Claim]) -> None:
    """First the hands that win a part, then those that win the whole; each kind divides its pool
    equally.
    """
    order = book.jackpot
    parts = [claim for claim in claims if claim.part < WHOLE]
    wholes = [claim for claim in claims if claim.part == WHOLE]
    mixed = order.royal_flushes_last_clauses if parts and wholes else ()
    if len(parts) == 1:
        till.pay_one(parts[0], mixed)
    elif parts:
        till.pay_parts_pooled(parts, mixed + order.several_straight_flushes_clauses)
    if len(wholes) == 1:
        till.pay_one(wholes[0], mixed)
    elif wholes:
        till.pay_wholes_pooled(wholes, mixed + order.several_royal_flushes_clauses)


class _Till:
    """The jackpot while it is being paid out."""

    def __init__(self, jackpot: Jackpot, readings: JackpotReadings) -> None:
        self.displayed = jackpot.displayed
        self.reset = jackpot.reset
        self.stands = jackpot.displayed
        self.added = NOTHING
        self.awards: list[Award] = []
        self.readings = readings

    def pay_one(self, claim: Claim, clauses: tuple[str, ...]) -> None:
        """One winner's share of what is displayed now. If it is all of it, the jackpot starts
        again.
        """
        amount = self._rounded(claim.part * self.stands)
        self._award(claim, amount, clauses)
        if claim.part == WHOLE or self._parts_reset:
            self._start_again(NOTHING)
        else:
            self._lower(amount)

    def pay_parts_pooled(self, claims: Sequence[Claim], clauses: tuple[str, ...]) -> None:
        """Several winners of a part: as many parts as winners, added up and divided equally."""
        reading = self.readings.several_straight_flushes
        assert reading is not None, "the loader asks for this reading where awards are pooled"
        part = claims[0].part
        from_jackpot = from_house = 0
        for turn in range(len(claims)):
            match reading.take:
                case SeveralStraightFlushes.FALLING:
                    from_jackpot += self._rounded(part * (self.stands - from_jackpot))
                case SeveralStraightFlushes.OF_DISPLAYED:
                    from_jackpot += self._rounded(part * self.stands)
                case SeveralStraightFlushes.OF_RESETS:
                    # The first tenth is the jackpot's; the house adds those of the reset value.
                    if turn == 0:
                        from_jackpot = self._rounded(part * self.stands)
                    else:
                        from_house += self._rounded(part * self.reset)
                case _:
                    assert_never(reading.take)
        share = self._rounded(Fraction(from_jackpot + from_house, len(claims)))
        for claim in claims:
            self._award(claim, share, clauses)
        rest = from_jackpot + from_house - share * len(claims)
        if self._parts_reset:
            self._start_again(rest)
            return
        self.added = Cents(self.added + from_house)
        self._lower(Cents(from_jackpot - rest))

    def pay_wholes_pooled(self, claims: Sequence[Claim], clauses: tuple[str, ...]) -> None:
        """Several winners of the whole: the jackpot and the resets that the reading adds, divided
        equally.
        """
        reading = self.readings.several_royal_flushes
        assert reading is not None, "the loader asks for this reading where awards are pooled"
        resets = {
            SeveralRoyals.ONE_RESET_EACH_FURTHER: len(claims) - 1,
            SeveralRoyals.ONE_RESET_EACH: len(claims),
            SeveralRoyals.ONE_RESET: 1,
        }[reading.take]
        pool = self.stands + resets * self.reset
        share = self._rounded(Fraction(pool, len(claims)))
        for claim in claims:
            self._award(claim, share, clauses)
        self._start_again(pool - share * len(claims))

    @property
    def _parts_reset(self) -> bool:
        return self.readings.straight_flush_award.take is StraightFlush.RESETS

    def _award(self, claim: Claim, amount: Cents, clauses: tuple[str, ...]) -> None:
        self.awards.append(Award(claim.box, CATEGORY_LABELS[claim.category], amount, clauses))

    def _lower(self, amount: Cents) -> None:
        """Takes an award out. If rounding up makes it more than there is, the house adds the
        cents.
        """
        missing = max(0, amount - self.stands)
        self.added = Cents(self.added + missing)
        self.stands = Cents(self.stands + missing - amount)

    def _start_again(self, rest: int) -> None:
        """The jackpot shows the reset value plus what could not be divided; the house adds what
        that takes.
        """
        paid = sum(award.amount for award in self.awards)
        self.stands = Cents(self.reset + max(0, rest))
        self.added = Cents(self.stands + paid - self.displayed)

    def _rounded(self, amount: Fraction) -> Cents:
        match self.readings.fractions_of_a_cent.take:
            case Fractions.ROUND_DOWN:
                return Cents(amount.numerator // amount.denominator)
            case Fractions.ROUND_UP:
                return Cents(-(-amount.numerator // amount.denominator))
            case Fractions.ROUND_HALF_UP:
                return Cents(
                    (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)
                )
            case _:
                assert_never(self.readings.fractions_of_a_cent.take)
