"""The progressive wager of a box, which every family settles in the same way."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from pitboss.games.record import FOLDED, UNREVEALED, Box
from pitboss.games.settlement import LOSE, WIN, Award, Line, Payment
from pitboss.kernel.money import NOTHING, Cents
from pitboss.kernel.poker import Category
from pitboss.rulebook.model import FoldedProgressive, Rulebook
from pitboss.rulebook.parts import Clauses
from pitboss.rulebook.pay import Share

BET = "progressive"

Awards = Mapping[int, Award]
"""The major awards of the round, by box."""


def loses(stake: Cents, clauses: tuple[str, ...]) -> Line:
    """The wager is collected. It always is, unless a clause returns it."""
    return Line(BET, stake, LOSE, NOTHING, NOTHING, clauses)


class FoldingCites(Protocol):
    """The clauses by which a hand without cards to show loses its progressive wager."""

    @property
    def hidden(self) -> Clauses: ...
    @property
    def folded(self) -> Clauses: ...
    @property
    def left(self) -> Clauses: ...
    @property
    def progressive(self) -> Clauses: ...


def loses_unshown(box: Box, stake: Cents, folded: FoldedProgressive, cites: FoldingCites) -> Line:
    """The wager of a hand that has no cards to win with: not shown, folded or left."""
    if box.state is UNREVEALED or box.kept_back:
        return loses(stake, cites.hidden)
    if folded is FoldedProgressive.STAYS:
        # It could have won if its cards were known.
        return loses(stake, cites.progressive)
    return loses(stake, cites.folded if box.state is FOLDED else cites.left)


class ProgressivePays:
    """The progressive pay table of a rulebook, by kind of hand."""

    def __init__(self, book: Rulebook) -> None:
        lines = [book.pays.progressive.line(category) for category in Category]
        after = book.cites.progressive_win
        self.payments = tuple(
            None if line is None else Payment.of(line, after=after) for line in lines
        )
        self.shares = tuple(
            payment.pays.part if payment is not None and isinstance(payment.pays, Share) else None
            for payment in self.payments
        )
        self.no_win_clauses = book.cites.progressive

    def share(self, category: Category) -> Fraction | None:
        """The part of the jackpot that a hand wins, if that is how it is paid."""
        return self.shares[category]

    def settle(self, box: int, stake: Cents, category: Category, awards: Awards) -> Line:
        """Paid on the cards whatever the dealer holds: the stake stays with the house, and the
        award is all there is.
        """
        payment = self.payments[category]
        if payment is None:
            return loses(stake, self.no_win_clauses)
        if self.shares[category] is None:
            return Line(
                BET, stake, WIN, NOTHING, payment.pays.winnings(stake), payment.clauses, payment.row
            )
        award = awards.get(box)
        if award is None:
            # The claim was declined when it was verified.
            return loses(stake, self.no_win_clauses)
        return Line(
            BET, stake, WIN, NOTHING, award.amount, payment.clauses + award.clauses, payment.row
        )
