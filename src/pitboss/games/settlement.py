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


# A name of its own: Python 3.11 takes five times as long to find a member in its class, and every line needs one.
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
    """``added`` is what the house put in to start the jackpot again: before + added = after + awards."""

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
    """A line of a pay table with the clauses that lead to it, put together once for each rulebook."""

    pays: Pay
    clauses: tuple[str, ...]
    row: str | None

    @classmethod
    def of(cls, line: PayLine, before: tuple[str, ...] = (), after: tuple[str, ...] = ()) -> "Payment":
        """``before`` are the clauses that say the wager wins; ``after`` what stands besides the table."""
        return cls(line.pays, (*before, line.cited, *after), line.row)


class Wager(msgspec.Struct, frozen=True):
    """A wager about to be settled: what lay there and how much of it plays; the rest goes back whatever happens.

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


def all_returned(bets: Sequence[str], laid: Sequence[Cents], clauses: tuple[str, ...]) -> list[Line]:
    """Every wager that was laid goes back."""
    return [returned(bet, stake, clauses) for bet, stake in zip(bets, laid, strict=True) if stake]


def as_json(settlement: Settlement) -> dict[str, Any]:
    """The settlement as the contract writes it, ready for any JSON encoder."""
    dealer, jackpot = settlement.dealer, settlement.jackpot
    answer: dict[str, Any] = {
        "id": settlement.id,
        "rulebook": settlement.rulebook,
        "dealer": None if dealer is None else {"hand": dealer.hand, "qualifies": dealer.qualifies},
        "boxes": [_box_as_json(box) for box in settlement.boxes],
    }
    if jackpot is not None:
        answer["jackpot"] = {
            "before": format_cents(jackpot.before),
            "after": format_cents(jackpot.after),
            "added": format_cents(jackpot.added),
            "awards": [
                {
                    "box": award.box,
                    "hand": award.hand,
                    "amount": format_cents(award.amount),
                    "clauses": award.clauses,
                }
                for award in jackpot.awards
            ],
        }
    return answer


def _box_as_json(box: BoxSettlement) -> dict[str, Any]:
    lines = []
    for line in box.lines:
        written = {
            "bet": line.bet,
            "stake": format_cents(line.stake),
            "result": line.result,
            "returned": format_cents(line.returned),
            "winnings": format_cents(line.winnings),
            "clauses": line.clauses,
        }
        if line.row is not None:
            written["row"] = line.row
        lines.append(written)
    return {
        "box": box.box,
        "player": box.player,
        "hand": box.hand,
        "net": format_cents(box.net),
        "lines": lines,
    }
