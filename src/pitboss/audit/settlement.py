"""Settlements recomputed: what a stored round should have come to, and the first thing in which it
did not.

Written from the rule documents and the settlement contract, beside the engine and not from it. It
knows cards and cents from the kernel and reads the rulebook files itself; nothing of games, table,
jackpot or the typed rulebooks reaches it, so that a mistake there can't hide here.
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
    """The first thing that does not fit."""


def check_round(
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    awards: Mapping[int, Cents] | None = None,
    *,
    rulebook: str | Path | RulebookFile | None = None,
) -> str | None:
    """None if a settlement is what its record comes to; otherwise one sentence on the first thing
    that does not fit.

    ``awards`` is what a link paid on the round's claims, by box: a claim that is not in it was
    declined. In which order and from what the link paid is for whoever checks the link. Without
    ``awards`` the table paid them itself, from the record's jackpot. ``rulebook`` is the file to
    read, or one that is open, where the record's own name does not lead to it.
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
    for box, found in zip(round.boxes, found_boxes, strict=True):
        progressive = _progressive(box, wins.get(box.number), amounts)
        _check_box(round, family, box, found, progressive)
    _check_jackpot(round, settlement, paid, claims, from_link=awards is not None)


# ── the jackpot ───────────────────────────────────────────────────────────────────────────────────


class _ProgressiveWin(NamedTuple):
    """The hand that a progressive wager wins with, and what it pays."""

    hand: str
    pay: PayRow


def _progressive_wins(round: AuditedRound, family: AuditedFamily) -> dict[int, _ProgressiveWin]:
    """Boxes whose progressive wagers win, in the order of dealing."""
    found = {}
    for box in round.boxes:
        if box.bets[PROGRESSIVE] and is_in_round(round, box):
            hand = family.progressive_hand(round, box)
            pay = None if hand is None else round.book.pay_if_any(PROGRESSIVE, hand)
            if hand is not None and pay is not None:
                found[box.number] = _ProgressiveWin(hand, pay)
    return found


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
    found = settlement.get("jackpot")
    if round.jackpot is None:
        _same("the settlement's jackpot", None, found)
        return
    if not isinstance(found, Mapping):
        raise _Differs("the record has a jackpot, and the settlement has none")
    displayed, reset = round.jackpot
    _same_amount("the jackpot before", displayed, found.get("before"))
    listed = [
        _mapping(award, "an award")
        for award in _listed(found.get("awards"), "the jackpot's awards")
    ]
    if from_link:
        # The link's own order is checked with the link; here each box must have what it was paid.
        listed = sorted(listed, key=lambda award: str(award.get("box")))
        paid = sorted(paid, key=lambda award: str(award.box))
        went = displayed + _told(found, "added") - _told(found, "after")
        _same_amount(
            "what the jackpot went down by", sum(award.amount for award in paid), format_cents(went)
        )
    else:
        _, added, after = awards_of(round.book, displayed, reset, claims)
        _same_amount("the jackpot after", after, found.get("after"))
        _same_amount("what was added to the jackpot", added, found.get("added"))
    _same("the number of awards", len(paid), len(listed))
    for award, told in zip(paid, listed, strict=True):
        _same("the box of an award", award.box, told.get("box"))
        _same(f"box {award.box}: the hand of the award", award.hand, told.get("hand"))
        _same_amount(f"box {award.box}: the award", award.amount, told.get("amount"))
        _check_clauses(round.book, f"box {award.box}", "the award", told.get("clauses"), least=0)


# ── boxes ─────────────────────────────────────────────────────────────────────────────────────────


def _check_box(
    round: AuditedRound,
    family: AuditedFamily,
    box: AuditedBox,
    found: Any,
    progressive: AuditedLine,
) -> None:
    where = f"box {box.number}"
    told = _mapping(found, where)
    if told.get("box") is not box.number:
        _same("the number of a box", box.number, told.get("box"))
    hand = family.hand_name(round, box)
    if box.player != told.get("player") or hand != told.get("hand"):
        _same(f"{where}: the player", box.player, told.get("player"))
        _same(f"{where}: the hand", hand, told.get("hand"))
    lines = _lines(round, family, box, progressive)
    found_lines = _listed(told.get("lines"), where, ": the lines")
    if len(lines) != len(found_lines):
        _same(f"{where}: the number of lines", len(lines), len(found_lines))
    if not _are_as_told(round.book, lines, found_lines):
        for line, found_line in zip(lines, found_lines, strict=True):
            _check_line(round.book, where, line, _mapping(found_line, where, ": a line"))
    net = sum([line.returned + line.winnings - line.stake for line in lines])
    if told.get("net") != format_cents(net):
        _same_amount(f"{where}: the net", net, told.get("net"))


def _are_as_told(
    book: RulebookFile, lines: Sequence[AuditedLine], found: Sequence[Mapping[str, Any]]
) -> bool:
    """Whether all lines of a box are as they should be, with clauses of the book. Which of them is
    not, and in what, is told by who looks at one after another.
    """
    cited: list[Any] = []
    try:
        for line, told in zip(lines, found, strict=True):
            # All of them are texts, so that what is equal is the same.
            if (
                _AMOUNTS(told)
                != (
                    line.bet,
                    format_cents(line.stake),
                    line.result,
                    format_cents(line.returned),
                    format_cents(line.winnings),
                )
                or told.get("row") != line.row
            ):
                return False
            clauses = told["clauses"]
            if not clauses or type(clauses) not in _LISTS:
                return False
            cited += clauses
        return book.clauses is not None and book.clauses.issuperset(cited)
    except (AttributeError, LookupError, TypeError):
        return False


def _check_line(
    book: RulebookFile, where: str, line: AuditedLine, found: Mapping[str, Any]
) -> None:
    place = f"{where}, {line.bet}"
    _same(f"{where}: the bet of a line", line.bet, found.get("bet"))
    _same_amount(f"{place}: the stake", line.stake, found.get("stake"))
    _same(f"{place}: the result", line.result, found.get("result"))
    _same_amount(f"{place}: returned", line.returned, found.get("returned"))
    _same_amount(f"{place}: winnings", line.winnings, found.get("winnings"))
    _same(f"{place}: the row of the pay table", line.row, found.get("row"))
    _check_clauses(book, where, line.bet, found.get("clauses"), least=1)


def _lines(
    round: AuditedRound, family: AuditedFamily, box: AuditedBox, progressive: AuditedLine
) -> list[AuditedLine]:
    """What each wager of a box comes to, in the order of the contract; a bet of zero has no line.
    ``progressive`` is the line of that wager where it is in.
    """
    laid = [bet for bet, amount in box.bets.items() if amount]
    if not is_in_round(round, box):
        return [goes_back(bet, box.bets[bet]) for bet in laid]
    stakes = {bet: stake(round, box, bet) for bet in laid if bet != PROGRESSIVE}
    lines = family.settle(round, box, stakes)
    if PROGRESSIVE in laid:
        lines[PROGRESSIVE] = progressive
    # A wager under the minimum that does not play goes back whatever the outcome (MBS 5.13).
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


def _same(what: str, expected: object, found: object) -> None:
    # JSON's true is no number, though Python's is.
    if expected != found or isinstance(expected, bool) != isinstance(found, bool):
        raise _Differs(f"{what}: expected {_shown(expected)}, found {_shown(found)}")


def _same_amount(what: str, expected: int, found: object) -> None:
    _same(what, format_cents(expected), found)


def _shown(value: object) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _told(found: Mapping[str, Any], field: str) -> int:
    """An amount of the settlement, which may be below zero."""
    text = found.get(field)
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


def _check_clauses(book: RulebookFile, where: str, of: str, found: Any, least: int) -> None:
    """``of`` is the wager whose clauses they are, or an award."""
    clauses, listed = _listed(found, where, ", ", of, ": the clauses"), book.clauses
    if len(clauses) < least:
        raise _Differs(f"{where}, {of}: no clause is cited")
    for clause in clauses:
        if not isinstance(clause, str) or (listed is not None and clause not in listed):
            raise _Differs(
                f"{where}, {of}: clause {_shown(clause)} is cited, and {book.id} has none of that "
                "number"
            )
