"""A table drawn in the terminal from a view of it, 80 columns wide."""

import textwrap

from rich.cells import cell_len, set_cell_size

from pitboss.cli.render.wording import card_name, clauses, gain, money, words
from pitboss.table.views.table import BoxView, RoundView, TableView

WIDTH = 80
_INSIDE = WIDTH - 4
_PLAYER = 10
_HAND = 14
_STANDING = {
    "undecided": "",
    "in": "in",
    "folded": "folded",
    "left": "has left",
    "declined": "not shown",
    "invalid": "invalid",
}


def draw(seen: TableView, next_step: str = "") -> str:
    """The felt as text: dealer and community cards on top, then a line or two for each box, and the
    next step.
    """
    round = seen.round
    if not seen.open:
        state = "closed"
    elif round is None:
        state = "between rounds"
    else:
        state = f"{round.id}, {round.phase}"
    lines = [_edge("┌", f" {seen.table}: {seen.title} ", f" {state} ", "┐")]
    if seen.notice:
        lines += _text(f"NOTICE: {seen.notice}")
    if seen.barred_boxes:
        lines += _text(
            f"No bets are taken on box {', '.join(str(box) for box in seen.barred_boxes)}."
        )
    if round is not None:
        lines += _round(round)
    if next_step:
        lines += _text(f"Next: {next_step}")
    return "\n".join([*lines, _edge("└", "", "", "┘")])


def rule(text: str) -> str:
    """A line across the page with a name in it."""
    head = f"── {text} "
    return head + "─" * (WIDTH - cell_len(head))


def _edge(left: str, head: str, tail: str, right: str) -> str:
    room = WIDTH - 4 - cell_len(tail)
    shown = set_cell_size(head, min(cell_len(head), room - 1))
    return f"{left}─{shown}{'─' * (room - cell_len(shown))}{tail}─{right}"


def _row(text: str) -> str:
    return f"│ {set_cell_size(text, _INSIDE)} │"


def _text(text: str) -> list[str]:
    return [_row(line) for line in textwrap.wrap(text, _INSIDE, subsequent_indent="  ")]


def _round(round: RoundView) -> list[str]:
    lines = []
    if round.dealer:
        lines.append(_row(f"  {'Dealer':<{_PLAYER + 2}} {_cards(round.dealer)}"))
    if round.community:
        lines.append(_row(f"  {'Community':<{_PLAYER + 2}} {_cards(round.community)}"))
    turn = round.to_decide[0] if round.to_decide else None
    settlement = round.settlement
    nets = {} if settlement is None else {box.box: box.net for box in settlement.boxes}
    for box in round.boxes:
        lines += _box(box, box.box == turn, nets.get(box.box))
    if round.ruling is not None:
        ruling = round.ruling
        authority = words(ruling.authority or "house")
        lines += _text(f"Waits for the {authority}: {ruling.because}{clauses(ruling.clauses)}")
    for number, options in round.options.items():
        lines += _text(f"Box {number} may choose: {' or '.join(options)}")
    if round.void is not None:
        lines += _text(f"VOID: {round.void.because}{clauses(round.void.clauses)}")
    return lines


def _box(box: BoxView, asked: bool, net: str | None) -> list[str]:
    """A box: whose it is, its cards, its outcome, its chips; chips that do not fit continue on the
    next line.
    """
    looked = box.examined and box.standing == "undecided"
    standing = gain(net) if net is not None else "looked" if looked else _STANDING[box.standing]
    player = set_cell_size(box.player or "", _PLAYER)
    head = (
        f"{'▶' if asked else ' '}{box.box:>2} {player} {_cards(box.cards):<{_HAND}} {standing:<9} "
    )
    bets = "  ".join(
        f"{bet} {money(amount)}".replace(" ", "\u00a0") for bet, amount in box.bets.items()
    )
    wrapped = textwrap.wrap(bets, _INSIDE - cell_len(head)) or [""]
    first, *more = [line.replace("\u00a0", " ") for line in wrapped]
    return [_row(head + first), *(_row(" " * cell_len(head) + line) for line in more)]


def _cards(cards: list[str]) -> str:
    return " ".join(card_name(card) for card in cards)
