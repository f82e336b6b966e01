"""The meter of a jackpot: it grows with every accepted progressive bet, and starts again when it is won.

It counts in ten-thousandths of a cent, so that a contribution rate in basis points of a bet in cents never rounds.
What is displayed and paid is rounded down to the cent; the rest stays in the meter.
"""

import msgspec

from pitboss.games.record import Jackpot
from pitboss.games.settlement import JackpotSettlement
from pitboss.kernel.money import Cents

UNITS_A_CENT = 10_000
"""One cent in units; also the number of basis points in the whole."""


class Meter(msgspec.Struct, frozen=True):
    """What a jackpot stands at, what each bet adds (in basis points) and what it starts again from."""

    units: int
    rate_bp: int
    reset: Cents

    def accepted(self, bet: Cents) -> "Meter":
        """After a progressive bet was accepted."""
        return msgspec.structs.replace(self, units=self.units + bet * self.rate_bp)

    def returned(self, bet: Cents) -> "Meter":
        """After an accepted bet went back: its contribution is taken out again."""
        return msgspec.structs.replace(self, units=self.units - bet * self.rate_bp)

    @property
    def displayed(self) -> Cents:
        """What the sign shows: whole cents."""
        return Cents(self.units // UNITS_A_CENT)

    @property
    def jackpot(self) -> Jackpot:
        """What a round is settled with."""
        return Jackpot(self.displayed, self.reset)

    def settled(self, settlement: JackpotSettlement) -> "Meter":
        """After a round that was settled with what the meter showed. Parts of a cent stay."""
        assert settlement.before == self.displayed, "a round is settled with what the sign shows"
        change = (settlement.after - settlement.before) * UNITS_A_CENT
        return msgspec.structs.replace(self, units=self.units + change)
