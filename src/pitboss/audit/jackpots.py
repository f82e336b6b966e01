"""Jackpot awards recomputed: what the hands of one round at one table are paid, and what the
jackpot then shows.

RWS pays one winner after another in the order of dealing (4.5.1). MBS pools the winners of one
round at one table and divides equally, straight flushes first (stud 3.15, Bullseye 3.20).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.audit.rulebook_file import CannotCheck, RulebookFile, open_book
from pitboss.kernel.money import Cents

PROGRESSIVE = "progressive"


class AuditedAward(NamedTuple):
    """A share of the jackpot paid to a box."""

    box: int
    hand: str
    amount: Cents


def jackpot_awards(
    rulebook_toml: str | Path | Mapping[str, Any],
    displayed_cents: int,
    reset_cents: int,
    claims: Sequence[tuple[int, str]],
) -> tuple[tuple[AuditedAward, ...], Cents, Cents]:
    """What one turn of claims is paid: the awards in order, what the house adds, and what the
    jackpot then shows.

    ``claims`` are boxes and the names of their hands, in dealing order. Always displayed + added =
    after + awards; added is negative if the jackpot restarts from less than was left of it.
    """
    return awards_of(open_book(rulebook_toml), displayed_cents, reset_cents, claims)


def awards_of(
    book: RulebookFile, displayed: int, reset: int, claims: Sequence[tuple[int, str]]
) -> tuple[tuple[AuditedAward, ...], Cents, Cents]:
    """As jackpot_awards, for an open rulebook."""
    sign = _Sign(book, displayed, reset)
    order = book.text("jackpot", "same-table")
    if order == "dealing-order":
        groups = [[claim] for claim in claims]
    elif order == "pooled":
        # 3.15.3 and 3.20.3: royal flushes come after the lower hands.
        groups = [
            [claim for claim in claims if share_of(book, claim[1]) < 1],
            [claim for claim in claims if share_of(book, claim[1]) == 1],
        ]
    else:
        raise CannotCheck(
            f"rulebook {book.name} has {order!r} at jackpot.same-table, which is not known"
        )
    paid: list[AuditedAward] = []
    for group in filter(None, groups):
        amount = sign.pay(share_of(book, group[0][1]), len(group))
        paid += [AuditedAward(box, hand, Cents(amount)) for box, hand in group]
    added = sign.shows + sum(award.amount for award in paid) - displayed
    return tuple(paid), Cents(added), Cents(sign.shows)


def share_of(book: RulebookFile, hand: str) -> Fraction:
    """The fraction of the jackpot that a hand wins."""
    pay = book.pay_if_any(PROGRESSIVE, hand)
    if pay is None or pay.share is None:
        raise CannotCheck(f"{hand} wins no share of the jackpot by rulebook {book.name}")
    return pay.share


class _Sign:
    """What the sign shows while awards are paid from it."""

    def __init__(self, book: RulebookFile, shows: int, reset: int) -> None:
        self._book = book
        self.shows, self._reset = shows, reset

    def pay(self, share: Fraction, winners: int) -> int:
        """Pays winners who share equally and returns what each gets."""
        pool = self._pool_of_wholes(winners) if share == 1 else self._pool_of_parts(share, winners)
        each = self._whole_cents(Fraction(pool, winners))
        undivided = max(0, pool - each * winners)
        if share == 1 or self._book.reading("straight-flush-award") == "resets-the-jackpot":
            # What can't be divided stays in the jackpot, on top of the restart value.
            self.shows = self._reset + undivided
        else:
            self.shows = max(0, self.shows + self._from_house(share, winners) - each * winners)
        return each

    def _pool_of_wholes(self, winners: int) -> int:
        """The jackpot, and the resets that several royal flushes bring with them (3.15.1,
        3.20.1).
        """
        if winners == 1:
            return self.shows
        match self._book.reading("several-royal-flushes"):
            case "one-reset-for-each-further-winner":
                resets = winners - 1
            case "one-reset-for-each-winner":
                resets = winners
            case "one-reset":
                resets = 1
            case other:
                raise self._unknown("several-royal-flushes", other)
        return self.shows + resets * self._reset

    def _pool_of_parts(self, share: Fraction, winners: int) -> int:
        """As many parts of the jackpot as there are winners (3.15.2, 3.20.2), each in whole
        cents.
        """
        first = self._whole_cents(share * self.shows)
        if winners == 1:
            return first
        match self._book.reading("several-straight-flushes"):
            case "tenths-of-the-falling-jackpot":
                left = self.shows
                for _ in range(winners):
                    left -= self._whole_cents(share * left)
                return self.shows - left
            case "tenths-of-the-displayed-jackpot":
                return first * winners
            case "tenths-of-the-reset-value":
                return first + self._from_house(share, winners)
            case other:
                raise self._unknown("several-straight-flushes", other)

    def _from_house(self, share: Fraction, winners: int) -> int:
        """Parts of the reset value are not in the jackpot: the house adds them."""
        if winners == 1 or self._book.reading("several-straight-flushes") != (
            "tenths-of-the-reset-value"
        ):
            return 0
        return (winners - 1) * self._whole_cents(share * self._reset)

    def _whole_cents(self, amount: Fraction) -> int:
        down, rest = divmod(amount.numerator, amount.denominator)
        match self._book.reading("fractions-of-a-cent"):
            case "round-down":
                return down
            case "round-up":
                return down + (rest > 0)
            case "round-half-up":
                return down + (2 * rest >= amount.denominator)
            case other:
                raise self._unknown("fractions-of-a-cent", other)

    def _unknown(self, question: str, taken: str) -> CannotCheck:
        return CannotCheck(
            f"rulebook {self._book.name} takes {taken!r} at readings.{question}, which is not known"
        )
