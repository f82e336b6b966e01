"""The parameters of a link: where it starts, what each bet adds, what funds the next start, and
where it stops growing.

Meters count in ten-thousandths of a cent, so that a rate in basis points of a bet in cents never
needs rounding. What is displayed and paid is rounded down to the cent; the rest stays in the meter.
"""

from enum import StrEnum

import msgspec

from pitboss.kernel.money import Cents, format_cents

UNITS_PER_CENT = 10_000
"""One cent in units; also the number of basis points in the whole."""

MAX_CENTS = Cents(10**13)
"""A hundred thousand million dollars: more than any jackpot, and small enough for every store's
whole numbers.
"""


class LinkParameters(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """``rate_bp`` of each progressive bet go to the jackpot and ``reserve_bp`` to the reserve, in
    basis points.

    The jackpot does not grow beyond ``cap``: further contributions go to the overflow pool. The
    next start is paid for by the reserve, then by the overflow pool, then by the house.
    ``verifiers`` persons must agree that a claim is right, or that it is not.
    """

    reset: Cents
    rate_bp: int
    reserve_bp: int = 0
    cap: Cents | None = None
    verifiers: int = 1

    def problem(self) -> str | None:
        """What is wrong with them, in a sentence; None if nothing is."""
        if not 0 <= self.reset <= MAX_CENTS:
            return f"reset is an amount from 0.00 to {format_cents(MAX_CENTS)}."
        if not 0 <= self.rate_bp <= UNITS_PER_CENT or not 0 <= self.reserve_bp <= UNITS_PER_CENT:
            return "rate-bp and reserve-bp are basis points of the bet, from 0 to 10000."
        if self.rate_bp + self.reserve_bp > UNITS_PER_CENT:
            return "rate-bp and reserve-bp together come to more than the whole bet."
        if self.cap is not None and not max(self.reset, 1) <= self.cap <= MAX_CENTS:
            return "cap is an amount above zero and not below reset."
        if self.verifiers not in (1, 2):
            return "verifiers is 1 or 2."
        return None

    @property
    def cap_units(self) -> int | None:
        return None if self.cap is None else self.cap * UNITS_PER_CENT


class Reason(StrEnum):
    """Why a meter may be corrected. There are no other reasons."""

    TEST_CONTRIBUTION = "test-contribution"
    DOUBLE_ENTRY = "double-entry"
    MISSED_ENTRY = "missed-entry"
    WRONG_AMOUNT = "wrong-amount"
    AWARD_DISPUTED = "award-disputed"
    REGULATORS_ORDER = "regulators-order"
