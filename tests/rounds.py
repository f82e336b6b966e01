"""A round and what its wagers came to, each written in a cell of a table of cases
(``tests.cases``).

``table`` has the dealer's cards, then (in hold'em) ``on`` and the board, then whatever is unusual:
``void``, limits of a wager (``ante 25 to 100``, ``from`` or ``up to`` where it has one), ``jackpot
333.33 over 100`` (what is displayed, and what it starts again from) or ``no jackpot``. ``boxes``
has a box's cards and what lies there, before a colon its number and what became of the hand, and at
the end ``set As Ks Qs`` (the player's 3 Card Hand), ``established suits``, ``small before`` (a
wager under the minimum has been settled before) or ``by ann``. Boxes are divided by ``/``; a dash
means that there are none, and ``∅`` that their list is empty.

``settlement`` has the dealer's hand, each box's hand and its lines, and a jackpot that has changed.
A line shows what goes back + what is won, then the clauses and the row of the pay table that it
cites: ``ante win 25+50 (3.13 4.1)``.
"""

from collections.abc import Iterator
from typing import Any

import pitboss
from pitboss.games.settlement import BoxSettlement, DealerHand, JackpotSettlement, Line, Settlement
from pitboss.kernel.money import Cents, format_cents, parse_cents
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.shelf import Shelf
from tests.cases import Row
from tests.support import record

# ── what a row tells ──────────────────────────────────────────────────────────────────────────────


def read_round(row: Row) -> dict[str, Any]:
    """The record of a row, as JSON gives it to ``settle``."""
    cards, *unusual = row["table"].split("; ")
    dealer, _, board = cards.partition(" on ")
    more: dict[str, Any] = {"community": board} if board else {}
    for words in (part.split() for part in unusual):
        match words:
            case ["void"]:
                more["outcome"] = "void"
            case ["no", "jackpot"]:
                more["jackpot"] = None
            case ["jackpot", displayed, "over", reset]:
                more["jackpot"] = {"displayed": displayed, "reset": reset}
            case [bet, *limits]:
                more.setdefault("limits", {})[bet] = read_limits(limits)
            case _:
                raise AssertionError("an empty part")
    boxes = [] if row["boxes"] == "—" else [read_box(box) for box in row["boxes"].split(" / ")]
    given = record(row.rulebook, None if dealer == "—" else dealer.strip("∅"), *boxes, **more)
    return {name: value for name, value in given.items() if value is not None}


def read_limits(words: list[str]) -> dict[str, str]:
    match words:
        case ["from", least]:
            return {"min": least}
        case ["up", "to", most]:
            return {"max": most}
        case [least, "to", most]:
            return {"min": least, "max": most}
        case _:
            raise AssertionError(f"no limits: {words}")


def read_box(text: str) -> dict[str, Any]:
    """``2 folded: As Ks Qs Js Ts; ante 25, progressive 5``."""
    before, _, rest = text.rpartition(": ")
    number, _, hand = before.partition(" ") if before[:1].isdigit() else ("1", "", before)
    cards, bets, *others = rest.split("; ")
    box: dict[str, Any] = {"box": int(number), "player": f"p{number}", "hand": hand or "played"}
    box["bets"] = dict(bet.split(" ") for bet in bets.split(", ")) if bets != "—" else {}
    if cards != "—":
        box["cards"] = cards.split()
    for other in others:
        name, _, value = other.partition(" ")
        match name:
            case "set":
                box["arrangement"] = {"three": value.split()}
            case "established":
                box["established"] = value.split()
            case "small":
                box["under_minimum_settled_before"] = value == "before"
            case "by":
                box["player"] = value
            case _:
                raise AssertionError(f"a box has no {other!r}")
    return box


# ── what came of it ───────────────────────────────────────────────────────────────────────────────


def amount(cents: int) -> str:
    return format_cents(Cents(cents)).removesuffix(".00")


def dealer_text(dealer: DealerHand) -> str:
    return (
        f"dealer {dealer.hand}"
        + {True: " qualifies", False: " does not qualify", None: ""}[dealer.qualifies]
    )


def line_text(line: Line) -> str:
    paid = (amount(line.returned) if line.returned else "") + (
        f"+{amount(line.winnings)}" if line.winnings else ""
    )
    cited = " ".join(line.clauses) + (f": {line.row}" if line.row else "")
    return " ".join(filter(None, (line.bet, line.result.value, paid, f"({cited})")))


def box_text(box: BoxSettlement) -> str:
    return f"{box.box} {box.hand or '—'}: " + (
        ", ".join(line_text(line) for line in box.lines) or "—"
    )


def jackpot_text(jackpot: JackpotSettlement) -> str:
    awards = [
        f"{award.box} {award.hand} {amount(award.amount)}"
        + "".join(f" ({clause})" for clause in award.clauses)
        for award in jackpot.awards
    ]
    return f"jackpot {amount(jackpot.before)} to {amount(jackpot.after)}: {', '.join(awards)}"


def settlement_parts(settlement: Settlement) -> Iterator[str]:
    if settlement.dealer is not None:
        yield dealer_text(settlement.dealer)
    yield from map(box_text, settlement.boxes)
    if settlement.jackpot is not None and settlement.jackpot.awards:
        yield jackpot_text(settlement.jackpot)


def assert_sound(settlement: Settlement, given: dict[str, Any]) -> None:
    """What holds of every settlement, and so is not in the tables."""
    for box, laid in zip(settlement.boxes, given["boxes"], strict=True):
        stakes = {bet: parse_cents(stake) for bet, stake in laid["bets"].items()}
        assert {line.bet: line.stake for line in box.lines} == {
            bet: stake for bet, stake in stakes.items() if stake
        }
        assert box.net == sum(line.net for line in box.lines)
        assert all(
            line.clauses and set(line.clauses) <= set(clauses(settlement.rulebook))
            for line in box.lines
        )
    if (jackpot := settlement.jackpot) is not None:
        paid = sum(award.amount for award in jackpot.awards)
        assert jackpot.before + jackpot.added == jackpot.after + paid
        assert jackpot.awards or jackpot.before == jackpot.after


def outcome(given: dict[str, Any], shelf: Shelf | None = None) -> str:
    """What a record comes to, as a cell has it."""
    try:
        settlement = pitboss.settle(given, shelf)
    except pitboss.Fault as fault:
        return f"refused {fault.code.value} at {fault.at}"
    assert_sound(settlement, given)
    return " / ".join(settlement_parts(settlement))
