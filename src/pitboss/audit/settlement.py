"""Settlements recomputed: what a stored round should have come to, and the first difference.

Written from the rule documents and the settlement contract, independently of the engine. It takes
cards and cents from the kernel and reads the rulebook files itself, but uses nothing from games,
table, jackpot or the typed rulebooks, so that a mistake there can't hide here.
"""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.audit.families import AuditedFamily
from pitboss.audit.jackpots import PROGRESSIVE, AuditedAward, awards_of, jackpot_awards
from pitboss.audit.rounds import (
    AuditedBox,
    AuditedLine,
    AuditedRound,
    family_of,
    goes_back,
    is_in_round,
    read_round,
    stake,
)
from pitboss.audit.rulebook_file import CannotCheck, PayRow, RulebookFile, open_book
from pitboss.kernel.money import Cents, format_cents

__all__ = ["check_round", "jackpot_awards"]


_AMOUNTS = itemgetter("bet", "stake", "result", "returned", "winnings")
_LISTS = frozenset((list, tuple))


class _Differs(Exception):
    """The first difference."""


def check_round(
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    awards: Mapping[int, Cents] | None = None,
    *,
    rulebook: str | Path | RulebookFile | None = None,
) -> str | None:
    """None if a settlement follows from its record; otherwise one sentence on the first difference.

    ``awards`` is what a link paid on the round's claims, by box: a claim not in it was declined.
    The order and source of payment are checked with the link. Without ``awards``, the table paid
    them itself from the record's jackpot. ``rulebook`` is the file to read, or one already open, if
    the name in the record is not enough.
    """
    try:
        named = record.get("rulebook") if rulebook is None else rulebook
        if not isinstance(named, str | Path | RulebookFile):
            raise CannotCheck("the record names no rulebook")
        round = read_round(record, open_book(named))
        _check(round, settlement, awards)
    except CannotCheck as reason:
        return f"the settlement can't be recomputed: {reason}"
    except _Differs as difference:
        return str(difference)
    return None


def _check(
    round: AuditedRound, settlement: Mapping[str, Any], awards: Mapping[int, Cents] | None
) -> None:
    _same("the settlement's id", round.id, settlement.get("id"))
    _same("the settlement's rulebook", round.book.id, settlement.get("rulebook"))
    family = family_of(round.book)
    dealer = family.dealer(round)
    expected_dealer = None if dealer is None else {"hand": dealer[0], "qualifies": dealer[1]}
    found_dealer = settlement.get("dealer")
    if isinstance(found_dealer, Mapping) and expected_dealer is not None:
        for field, expected in expected_dealer.items():
            _same(f"the dealer's {field}", expected, found_dealer.get(field, "nothing"))
    else:
        _same("the dealer's hand", expected_dealer, found_dealer)
    wins = _progressive_wins(round, family)
    claims = [(box, won.hand) for box, won in wins.items() if won.pay.share is not None]
    paid = _paid(round, claims, awards)
    found_boxes = _listed(settlement.get("boxes"), "the settlement's boxes")
    _same("the number of boxes", len(round.boxes), len(found_boxes))
    amounts = {award.box: award.amount for award in paid}
    for box, settled in zip(round.boxes, found_boxes, strict=True):
        progressive = _progressive(box, wins.get(box.number), amounts)
        _check_box(round, family, box, settled, progressive)
    _check_jackpot(round, settlement, paid, claims, from_link=awards is not None)


# ── the jackpot ───────────────────────────────────────────────────────────────────────────────────


class _ProgressiveWin(NamedTuple):
    """The hand that a progressive wager wins with, and what it pays."""

    hand: str
    pay: PayRow


def _progressive_wins(round: AuditedRound, family: AuditedFamily) -> dict[int, _ProgressiveWin]:
    """Boxes whose progressive wagers win, in dealing order."""
    wins = {}
    for box in round.boxes:
        if box.bets[PROGRESSIVE] and is_in_round(round, box):
            hand = family.progressive_hand(round, box)
            pay = None if hand is None else round.book.pay_if_any(PROGRESSIVE, hand)
            if hand is not None and pay is not None:
                wins[box.number] = _ProgressiveWin(hand, pay)
    return wins


def _paid(
    round: AuditedRound, claims: Sequence[tuple[int, str]], awards: Mapping[int, Cents] | None
) -> tuple[AuditedAward, ...]:
    """The major awards of the round."""
    if awards is not None:
        hands = dict(claims)
        for box in awards:
            if box not in hands:
                raise _Differs(
                    f"box {box}: the link paid {format_cents(awards[box])}, but no share was won"
                )
        return tuple(AuditedAward(box, hands[box], amount) for box, amount in awards.items())
    if not claims:
        return ()
    if round.jackpot is None:
        raise CannotCheck("the record has no jackpot, and a share of it was won")
    return awards_of(round.book, *round.jackpot, claims)[0]


def _check_jackpot(
    round: AuditedRound,
    settlement: Mapping[str, Any],
    paid: Sequence[AuditedAward],
    claims: Sequence[tuple[int, str]],
    from_link: bool,
) -> None:
    jackpot = settlement.get("jackpot")
    if round.jackpot is None:
        _same("the settlement's jackpot", None, jackpot)
        return
    if not isinstance(jackpot, Mapping):
        raise _Differs("the record has a jackpot, and the settlement has none")
    displayed, reset = round.jackpot
    _same_amount("the jackpot before", displayed, jackpot.get("before"))
    listed = [
        _mapping(award, "an award")
        for award in _listed(jackpot.get("awards"), "the jackpot's awards")
    ]
    if from_link:
        # The order is checked with the link; here each box must have what it was paid.
        listed = sorted(listed, key=lambda award: str(award.get("box")))
        paid = sorted(paid, key=lambda award: str(award.box))
        paid_out = displayed + _amount_in(jackpot, "added") - _amount_in(jackpot, "after")
        _same_amount(
            "what the jackpot went down by",
            sum(award.amount for award in paid),
            format_cents(paid_out),
        )
    else:
        _, added, after = awards_of(round.book, displayed, reset, claims)
        _same_amount("the jackpot after", after, jackpot.get("after"))
        _same_amount("what was added to the jackpot", added, jackpot.get("added"))
    _same("the number of awards", len(paid), len(listed))
    for award, entry in zip(paid, listed, strict=True):
        _same("the box of an award", award.box, entry.get("box"))
        _same(f"box {award.box}: the hand of the award", award.hand, entry.get("hand"))
        _same_amount(f"box {award.box}: the award", award.amount, entry.get("amount"))
        _check_clauses(round.book, f"box {award.box}", "the award", entry.get("clauses"), least=0)


# ── boxes ─────────────────────────────────────────────────────────────────────────────────────────


def _check_box(
    round: AuditedRound,
    family: AuditedFamily,
    box: AuditedBox,
    settled: Any,
    progressive: AuditedLine,
) -> None:
    where = f"box {box.number}"
    entry = _mapping(settled, where)
    if entry.get("box") is not box.number:
        _same("the number of a box", box.number, entry.get("box"))
    hand = family.hand_name(round, box)
    if box.player != entry.get("player") or hand != entry.get("hand"):
        _same(f"{where}: the player", box.player, entry.get("player"))
        _same(f"{where}: the hand", hand, entry.get("hand"))
    lines = _lines(round, family, box, progressive)
    found_lines = _listed(entry.get("lines"), where, ": the lines")
    if len(lines) != len(found_lines):
        _same(f"{where}: the number of lines", len(lines), len(found_lines))
    if not _are_as_told(round.book, lines, found_lines):
        for line, found_line in zip(lines, found_lines, strict=True):
            _check_line(round.book, where, line, _mapping(found_line, where, ": a line"))
    net = sum([line.returned + line.winnings - line.stake for line in lines])
    if entry.get("net") != format_cents(net):
        _same_amount(f"{where}: the net", net, entry.get("net"))


def _are_as_told(
    book: RulebookFile, lines: Sequence[AuditedLine], entries: Sequence[Mapping[str, Any]]
) -> bool:
    """Whether all lines of a box are right, with clauses from the book: a fast check. If not, the
    caller goes line by line to find the difference.
    """
    cited: list[Any] = []
    try:
        for line, entry in zip(lines, entries, strict=True):
            # All of them are strings, so equality is enough.
            if (
                _AMOUNTS(entry)
                != (
                    line.bet,
                    format_cents(line.stake),
                    line.result,
                    format_cents(line.returned),
                    format_cents(line.winnings),
                )
                or entry.get("row") != line.row
            ):
                return False
            clauses = entry["clauses"]
            if not clauses or type(clauses) not in _LISTS:
                return False
            cited += clauses
        return book.clauses is not None and book.clauses.issuperset(cited)
    except (AttributeError, LookupError, TypeError):
        return False


def _check_line(
    book: RulebookFile, where: str, line: AuditedLine, entry: Mapping[str, Any]
) -> None:
    place = f"{where}, {line.bet}"
    _same(f"{where}: the bet of a line", line.bet, entry.get("bet"))
    _same_amount(f"{place}: the stake", line.stake, entry.get("stake"))
    _same(f"{place}: the result", line.result, entry.get("result"))
    _same_amount(f"{place}: returned", line.returned, entry.get("returned"))
    _same_amount(f"{place}: winnings", line.winnings, entry.get("winnings"))
    _same(f"{place}: the row of the pay table", line.row, entry.get("row"))
    _check_clauses(book, where, line.bet, entry.get("clauses"), least=1)


def _lines(
    round: AuditedRound, family: AuditedFamily, box: AuditedBox, progressive: AuditedLine
) -> list[AuditedLine]:
    """The result of each wager of a box, in the order of the contract; a bet of zero has no line.
    ``progressive`` is the line of that wager, if it was placed.
    """
    laid = [bet for bet, amount in box.bets.items() if amount]
    if not is_in_round(round, box):
        return [goes_back(bet, box.bets[bet]) for bet in laid]
    stakes = {bet: stake(round, box, bet) for bet in laid if bet != PROGRESSIVE}
    lines = family.settle(round, box, stakes)
    if PROGRESSIVE in laid:
        lines[PROGRESSIVE] = progressive
    # A wager under the minimum that does not play goes back, whatever the outcome (MBS 5.13).
    for bet, staked in stakes.items():
        if staked.is_returned:
            lines[bet] = goes_back(bet, staked.laid)
    return [lines[bet] for bet in laid]


def _progressive(
    box: AuditedBox, won: _ProgressiveWin | None, awards: Mapping[int, int]
) -> AuditedLine:
    """The stake is taken whatever happens; a win is the whole award."""
    laid = box.bets[PROGRESSIVE]
    if won is None:
        return AuditedLine(PROGRESSIVE, laid, "lose", 0, 0)
    pay = won.pay
    amount = pay.winnings(laid) if pay.share is None else awards.get(box.number)
    if amount is None:
        return AuditedLine(PROGRESSIVE, laid, "lose", 0, 0)
    return AuditedLine(PROGRESSIVE, laid, "win", 0, amount, pay.row)


# ── comparing ─────────────────────────────────────────────────────────────────────────────────────


def _same(what: str, expected: object, actual: object) -> None:
    # In JSON true is not a number, though in Python it is.
    if expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        raise _Differs(f"{what}: expected {_shown(expected)}, found {_shown(actual)}")


def _same_amount(what: str, expected: int, actual: object) -> None:
    _same(what, format_cents(expected), actual)


def _shown(value: object) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _amount_in(jackpot: Mapping[str, Any], field: str) -> int:
    """An amount in the settlement, which may be negative."""
    text = jackpot.get(field)
    digits = text.removeprefix("-").replace(".", "", 1) if isinstance(text, str) else ""
    amount = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 40 else 0
    amount = -amount if isinstance(text, str) and text.startswith("-") else amount
    if text != format_cents(amount):
        raise _Differs(f"the jackpot's {field}: expected an amount, found {_shown(text)}")
    return amount


def _mapping(value: Any, *what: str) -> Mapping[str, Any]:
    if type(value) is not dict and not isinstance(value, Mapping):
        raise _Differs(f"{''.join(what)}: expected an object, found {_shown(value)}")
    return value


def _listed(value: Any, *what: str) -> Sequence[Any]:
    if not isinstance(value, (list, tuple)):
        raise _Differs(f"{''.join(what)}: expected a list, found {_shown(value)}")
    return value


def _check_clauses(book: RulebookFile, where: str, of: str, cited: Any, least: int) -> None:
    """Checks citations; ``of`` is the wager or the award they belong to."""
    clauses, listed = _listed(cited, where, ", ", of, ": the clauses"), book.clauses
    if len(clauses) < least:
        raise _Differs(f"{where}, {of}: no clause is cited")
    for clause in clauses:
        if not isinstance(clause, str) or (listed is not None and clause not in listed):
            raise _Differs(
                f"{where}, {of}: clause {_shown(clause)} is cited, and {book.id} has none of that "
                "number"
            )
