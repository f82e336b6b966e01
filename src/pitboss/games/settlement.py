"""A settlement: what each wager of a round came to, with the clauses behind it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec

from pitboss.kernel.money import NOTHING, Cents, format_cents
from pitboss.rulebook.parts import Cap, PayLine
from pitboss.rulebook.pay import Pay


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"


# A name of its own: Python 3.11 takes five times as long to find a member in its class, and every
# line needs one.
WIN, LOSE, PUSH, VOID = Result


class Line(msgspec.Struct, frozen=True):
    """One wager: what lay there, what goes back of it, and what the house adds.

    ``row`` is the row of the pay table, where the clause cited is a table of several.
    """

    bet: str
    stake: Cents
    result: Result
    returned: Cents
    winnings: Cents
    clauses: tuple[str, ...]
    row: str | None = None

    @property
    def net(self) -> int:
        """What the player is up (or down) by this wager."""
        return self.returned + self.winnings - self.stake


class BoxSettlement(msgspec.Struct, frozen=True):
    box: int
    player: str | None
    hand: str | None
    net: int
    lines: tuple[Line, ...]


class DealerHand(msgspec.Struct, frozen=True):
    hand: str
    qualifies: bool | None


class Award(msgspec.Struct, frozen=True):
    """A major award, in the order of payment."""

    box: int
    hand: str
    amount: Cents
    clauses: tuple[str, ...]


class JackpotSettlement(msgspec.Struct, frozen=True):
    """``added`` is what the house put in to start the jackpot again: before + added = after +
    awards.
    """

    before: Cents
    after: Cents
    added: Cents
    awards: tuple[Award, ...]


class Settlement(msgspec.Struct, frozen=True):
    id: str | None
    rulebook: str
    dealer: DealerHand | None
    boxes: tuple[BoxSettlement, ...]
    jackpot: JackpotSettlement | None


class Payment(msgspec.Struct, frozen=True):
    """A line of a pay table with the clauses that lead to it, put together once for each
    rulebook.
    """

    pays: Pay
    clauses: tuple[str, ...]
    row: str | None

    @classmethod
    def of(
        cls, line: PayLine, before: tuple[str, ...] = (), after: tuple[str, ...] = ()
    ) -> "Payment":
        """``before`` are the clauses that say the wager wins; ``after`` what stands besides the
        table.
        """
        return cls(line.pays, (*before, line.cited, *after), line.row)


class Wager(msgspec.Struct, frozen=True):
    """A wager about to be settled: what lay there and how much of it plays; the rest goes back
    whatever happens.

    ``clauses`` are those that made it play as another amount.
    """

    bet: str
    laid: Cents
    plays: Cents
    clauses: tuple[str, ...] = ()

    def wins(self, payment: Payment, cap: Cap | None = None, clauses: tuple[str, ...] = ()) -> Line:
        """Paid, up to a cap where there is one; the stake goes back besides."""
        winnings = payment.pays.winnings(self.plays)
        clauses = payment.clauses + clauses + self.clauses
        if cap is not None and winnings > cap.winnings_cents:
            winnings, clauses = cap.winnings_cents, (*clauses, cap.clause)
        return Line(self.bet, self.laid, WIN, self.laid, winnings, clauses, payment.row)

    def loses(self, clauses: tuple[str, ...]) -> Line:
        """Collected."""
        back = Cents(self.laid - self.plays)
        return Line(self.bet, self.laid, LOSE, back, NOTHING, clauses + self.clauses)

    def pushes(self, clauses: tuple[str, ...]) -> Line:
        """Neither paid nor collected."""
        return Line(self.bet, self.laid, PUSH, self.laid, NOTHING, clauses + self.clauses)


def returned(bet: str, laid: Cents, clauses: tuple[str, ...]) -> Line:
    """A wager that goes back because of an irregularity."""
    return Line(bet, laid, VOID, laid, NOTHING, clauses)


def all_returned(
    bets: Sequence[str], laid: Sequence[Cents], clauses: tuple[str, ...]
) -> list[Line]:
    """Every wager that was laid goes back."""
    return [returned(bet, stake, clauses) for bet, stake in zip(bets, laid, strict=True) if stake]


class WrittenLine(msgspec.Struct, omit_defaults=True):
    bet: str
    stake: str
    result: Result
    returned: str
    winnings: str
    clauses: tuple[str, ...]
    row: str | None = None


class WrittenBox(msgspec.Struct):
    box: int
    player: str | None
    hand: str | None
    net: str
    lines: list[WrittenLine]


class WrittenAward(msgspec.Struct):
    box: int
    hand: str
    amount: str
    clauses: tuple[str, ...]


class WrittenJackpot(msgspec.Struct):
    before: str
    after: str
    added: str
    awards: list[WrittenAward]


class Written(msgspec.Struct, omit_defaults=True):
    """A settlement as the contract writes it, amounts as text; msgspec encodes it as it is."""

    id: str | None
    rulebook: str
    dealer: DealerHand | None
    boxes: list[WrittenBox]
    jackpot: WrittenJackpot | None = None


def written(settlement: Settlement) -> Written:
    """The settlement as the contract writes it."""
    jackpot = settlement.jackpot
    return Written(
        settlement.id,
        settlement.rulebook,
        settlement.dealer,
        [_write_box(box) for box in settlement.boxes],
        None if jackpot is None else _write_jackpot(jackpot),
    )


def _write_box(box: BoxSettlement) -> WrittenBox:
    lines = [
        WrittenLine(
            line.bet,
            format_cents(line.stake),
            line.result,
            format_cents(line.returned),
            format_cents(line.winnings),
            line.clauses,
            line.row,
        )
        for line in box.lines
    ]
    return WrittenBox(box.box, box.player, box.hand, format_cents(box.net), lines)


def _write_jackpot(jackpot: JackpotSettlement) -> WrittenJackpot:
    awards = [
        WrittenAward(award.box, award.hand, format_cents(award.amount), award.clauses)
        for award in jackpot.awards
    ]
    return WrittenJackpot(
        format_cents(jackpot.before),
        format_cents(jackpot.after),
        format_cents(jackpot.added),
        awards,
    )


def as_json(settlement: Settlement) -> dict[str, Any]:
    """The same as plain dictionaries and lists, for any other JSON encoder."""
    plain: dict[str, Any] = msgspec.to_builtins(written(settlement))
    return plain
