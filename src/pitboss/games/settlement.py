"""A settlement: what each wager of a round came to, with the clauses behind it."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.kernel.display import Cell, Panel, Tabular, signed
from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.kernel.money import NOTHING, Cents, format_cents
from pitboss.rulebook.parts import Cap, PayLine
from pitboss.rulebook.pay import Pay


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"


# A name of its own: Python 3.11 takes five times as long to look up a member in its class, and
# every line needs one.
WIN, LOSE, PUSH, VOID = Result


class Line(msgspec.Struct, frozen=True):
    """One wager: its stake, how much of it goes back, and what the house adds, all in cents.

    ``row`` is the row of the pay table, if the cited clause is a table with several.
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
        """What the player gains (or loses) on this wager, in cents."""
        return self.returned + self.winnings - self.stake


class BoxSettlement(msgspec.Struct, frozen=True):
    """What a box's wagers came to; ``net`` is the total gain (or loss), in cents."""

    box: int
    player: str | None
    hand: str | None
    net: int
    lines: tuple[Line, ...]


class DealerHand(Outgoing, frozen=True):
    """The dealer's hand, and whether it qualifies, if the game requires that."""

    hand: str
    qualifies: bool | None


class Award(msgspec.Struct, frozen=True):
    """A major award, in the order of payment; ``amount`` is in cents."""

    box: int
    hand: str
    amount: Cents
    clauses: tuple[str, ...]


class JackpotSettlement(msgspec.Struct, frozen=True):
    """``added`` is what the house put in to restart the jackpot: before + added = after + awards,
    all in cents.
    """

    before: Cents
    after: Cents
    added: Cents
    awards: tuple[Award, ...]


class Settlement(Tabular, msgspec.Struct, frozen=True):
    """What a round came to, box by box; amounts are in cents."""

    id: str | None
    rulebook: str
    dealer: DealerHand | None
    boxes: tuple[BoxSettlement, ...]
    jackpot: JackpotSettlement | None

    def headline(self) -> str:
        boxes = ", ".join(f"box {box.box} {signed(box.net)}" for box in self.boxes)
        name = self.rulebook if self.id is None else f"{self.rulebook} {self.id}"
        return f"{name}: {boxes or 'no boxes'}"

    def panels(self) -> Iterator[Panel]:
        if self.dealer is not None:
            qualifies = {True: ", qualifies", False: ", does not qualify", None: ""}
            yield Panel(f"dealer: {self.dealer.hand}{qualifies[self.dealer.qualifies]}")
        for box in self.boxes:
            whose = "" if box.player is None else f", {box.player}"
            hand = "" if box.hand is None else f": {box.hand}"
            yield Panel(f"box {box.box}{whose}{hand}", _HEADER, tuple(map(_cells, box.lines)))
        if self.jackpot is not None:
            before, after = (
                format_cents(each) for each in (self.jackpot.before, self.jackpot.after)
            )
            yield Panel(
                f"jackpot: {before} before, {after} after",
                ("box", "hand", "award", "clauses"),
                tuple(
                    (str(one.box), one.hand, format_cents(one.amount), ", ".join(one.clauses))
                    for one in self.jackpot.awards
                ),
            )

    def written(self) -> "WrittenSettlement":
        return written(self)

    def to_rows(self) -> list[Mapping[str, Cell]]:
        """One for each wager; amounts are in cents."""
        return [
            {
                "box": box.box,
                "player": box.player,
                "hand": box.hand,
                "wager": line.bet,
                "stake": line.stake,
                "result": line.result.value,
                "returned": line.returned,
                "winnings": line.winnings,
                "net": line.net,
                "clauses": ", ".join(line.clauses),
                "row": line.row,
            }
            for box in self.boxes
            for line in box.lines
        ]


_HEADER = ("wager", "stake", "result", "returned", "winnings", "net", "clauses")


def _cells(line: Line) -> tuple[str, ...]:
    return (
        line.bet,
        format_cents(line.stake),
        line.result,
        format_cents(line.returned),
        format_cents(line.winnings),
        signed(line.net),
        ", ".join(line.clauses) + (f" ({line.row})" if line.row else ""),
    )


class Payment(msgspec.Struct, frozen=True):
    """A line of a pay table with the clauses that lead to it, put together once per rulebook."""

    pays: Pay
    clauses: tuple[str, ...]
    row: str | None

    @classmethod
    def of(
        cls, line: PayLine, before: tuple[str, ...] = (), after: tuple[str, ...] = ()
    ) -> "Payment":
        """``before`` are the clauses that say the wager wins; ``after`` those that come after the
        table's.
        """
        return cls(line.pays, (*before, line.cited, *after), line.row)


class Wager(msgspec.Struct, frozen=True):
    """A wager about to be settled: its stake and how much of it plays; the rest goes back in any
    case.

    ``clauses`` are those that made it play as a different amount.
    """

    bet: str
    laid: Cents
    plays: Cents
    clauses: tuple[str, ...] = ()

    def wins(self, payment: Payment, cap: Cap | None = None, clauses: tuple[str, ...] = ()) -> Line:
        """Paid, up to a cap if there is one; the stake also goes back."""
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
    """Every wager that was placed goes back."""
    return [returned(bet, stake, clauses) for bet, stake in zip(bets, laid, strict=True) if stake]


class WrittenLine(Outgoing, frozen=True, omit_defaults=True):
    """One wager: its stake, how much of it goes back, and what the house adds."""

    bet: str
    stake: AmountText
    result: Result
    returned: AmountText
    winnings: AmountText
    clauses: tuple[str, ...]
    row: Annotated[
        str | UnsetType,
        msgspec.Meta(description="The row of the pay table, if the clause cited has several."),
    ] = UNSET


class WrittenBox(Outgoing, frozen=True):
    """A box with its wagers; net is what its player gains or loses on them."""

    box: int
    player: str | None
    hand: Annotated[str | None, msgspec.Meta(description="The kind of hand, if it was turned up.")]
    net: AmountText
    lines: tuple[WrittenLine, ...]


class WrittenAward(Outgoing, frozen=True):
    """A share of the jackpot, in the order of payment."""

    box: int
    hand: str
    amount: AmountText
    clauses: tuple[str, ...]


class WrittenJackpot(Outgoing, frozen=True):
    """The jackpot in a settlement: before + added = after + awards."""

    before: AmountText
    after: AmountText
    added: Annotated[
        AmountText,
        msgspec.Meta(description="What the house put in to start the jackpot again."),
    ]
    awards: tuple[WrittenAward, ...]


class WrittenSettlement(Outgoing, frozen=True, omit_defaults=True):
    """A settlement in the form of the contract, amounts as text. It is stored and sent like
    this.
    """

    id: str | None
    rulebook: str
    dealer: DealerHand | None
    boxes: tuple[WrittenBox, ...]
    jackpot: WrittenJackpot | UnsetType = UNSET


def written(settlement: Settlement) -> WrittenSettlement:
    """The settlement in the form of the contract."""
    jackpot = settlement.jackpot
    return WrittenSettlement(
        settlement.id,
        settlement.rulebook,
        settlement.dealer,
        tuple([_write_box(box) for box in settlement.boxes]),
        UNSET if jackpot is None else _write_jackpot(jackpot),
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
            UNSET if line.row is None else line.row,
        )
        for line in box.lines
    ]
    return WrittenBox(box.box, box.player, box.hand, format_cents(box.net), tuple(lines))


def _write_jackpot(jackpot: JackpotSettlement) -> WrittenJackpot:
    awards = [
        WrittenAward(award.box, award.hand, format_cents(award.amount), award.clauses)
        for award in jackpot.awards
    ]
    return WrittenJackpot(
        format_cents(jackpot.before),
        format_cents(jackpot.after),
        format_cents(jackpot.added),
        tuple(awards),
    )


def as_json(settlement: Settlement) -> dict[str, Any]:
    """The same as plain dictionaries and lists, for any other JSON encoder."""
    return dict(msgspec.to_builtins(written(settlement)))
