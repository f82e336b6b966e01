"""What a line of a pay table pays, written as in the documents.

``"250 to 1"`` pays the odds and also returns the stake; ``"400 for 1"`` includes the stake;
``"$500"`` is a fixed sum whatever was staked; ``"10% of jackpot"`` is a share that only the round's
jackpot can turn into money.
"""

import re
from fractions import Fraction

from pitboss.kernel.money import Cents, format_cents, parse_cents


class Pay:
    """One of the four kinds below."""

    __slots__ = ()

    def winnings(self, stake: Cents) -> Cents:  # noqa: ARG002 - the other kinds use it
        """What the house adds to a stake; fractions of a cent are never paid."""
        raise TypeError(f"{self} depends on the jackpot")

    def __repr__(self) -> str:
        return f"<{self}>"


class ToOne(Pay):
    """Odds: ``3 to 2`` pays three for every two staked, and the stake goes back."""

    __slots__ = ("against", "pays")

    def __init__(self, pays: int, against: int) -> None:
        self.pays, self.against = pays, against

    def winnings(self, stake: Cents) -> Cents:
        return Cents(stake * self.pays // self.against)

    def __str__(self) -> str:
        return f"{self.pays} to {self.against}"


class ForOne(Pay):
    """A multiple that includes the stake."""

    __slots__ = ("times",)

    def __init__(self, times: int) -> None:
        self.times = times

    def winnings(self, stake: Cents) -> Cents:
        return Cents(stake * self.times)

    def __str__(self) -> str:
        return f"{self.times} for 1"


class Fixed(Pay):
    """A sum of money, whatever the stake."""

    __slots__ = ("amount_cents",)

    def __init__(self, amount_cents: Cents) -> None:
        self.amount_cents = amount_cents

    def winnings(self, stake: Cents) -> Cents:  # noqa: ARG002 - the same question of every kind of pay
        return self.amount_cents

    def __str__(self) -> str:
        return "$" + format_cents(self.amount_cents).removesuffix(".00")


class Share(Pay):
    """A part of the jackpot."""

    __slots__ = ("part",)

    def __init__(self, part: Fraction) -> None:
        self.part = part

    def __str__(self) -> str:
        percent = self.part * 100
        # At most four decimals were written, so the decimal is exact.
        shown = f"{percent.numerator * 10_000 // percent.denominator:05d}"
        return f"{shown[:-4]}.{shown[-4:]}".rstrip("0").rstrip(".") + "% of jackpot"


_FORMS = "'250 to 1', '400 for 1', '$500' or '10% of jackpot'"
_TO = re.compile(r"([1-9][0-9]{0,8}) to ([1-9][0-9]{0,8})", re.ASCII)
_FOR = re.compile(r"([1-9][0-9]{0,8}) for 1", re.ASCII)
_FIXED = re.compile(r"\$([0-9]{1,9}(?:\.[0-9]{1,2})?)", re.ASCII)
_SHARE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,4})?)% of jackpot", re.ASCII)


def parse_pay(text: object) -> Pay:
    """Reads a pay line; raises ValueError naming the forms there are.

    >>> parse_pay("3 to 2").winnings(Cents(2500)), parse_pay("40 for 1").winnings(Cents(500))
    (3750, 20000)
    """
    if isinstance(text, str):
        if match := _TO.fullmatch(text):
            return ToOne(int(match[1]), int(match[2]))
        if match := _FOR.fullmatch(text):
            return ForOne(int(match[1]))
        if (match := _FIXED.fullmatch(text)) and (amount := parse_cents(match[1])):
            return Fixed(amount)
        if (match := _SHARE.fullmatch(text)) and 0 < (part := Fraction(match[1]) / 100) <= 1:
            return Share(part)
    raise ValueError(f"{text!r} is not what a line can pay; write {_FORMS}")
