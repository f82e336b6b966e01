"""Money in whole cents.

An amount is an ``int`` number of cents under a type of its own, so that a checker tells dollars,
counts and cents apart; there is no float anywhere. The text form is the contract's: digits, and
after a point one or two more.
"""

import re
from functools import lru_cache
from typing import NewType

Cents = NewType("Cents", int)

NOTHING = Cents(0)

# Longer than any money there is, shorter than what makes int() slow or refuse (4,300 digits).
MAX_AMOUNT_CHARACTERS = 1_000

_AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?", re.ASCII)


def parse_cents(text: str) -> Cents | None:
    """The amount that ``text`` spells, or None where it spells none: ``"25"``, ``"25.5"`` and
    ``"25.50"`` do.
    """
    try:
        return to_cents(text)
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def to_cents(text: str) -> Cents:
    """As parse_cents, but raises ValueError where it is no amount, which is not remembered as
    amounts are.

    >>> to_cents("25"), to_cents("25.5"), to_cents("0.05")
    (2500, 2550, 5)
    """
    match = _AMOUNT.fullmatch(text) if len(text) <= MAX_AMOUNT_CHARACTERS else None
    if match is None:
        raise ValueError("this is not an amount")
    dollars, places = match.groups()
    return Cents(int(dollars) * 100 + (int(places.ljust(2, "0")) if places else 0))


@lru_cache(maxsize=4096)
def format_cents(amount: int) -> str:
    """Always two places; a loss has its sign in front.

    >>> format_cents(2500), format_cents(-5)
    ('25.00', '-0.05')
    """
    if amount < 0:
        return "-" + format_cents(-amount)
    return f"{amount // 100}.{amount % 100:02d}"
