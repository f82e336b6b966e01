"""A table drawn in the terminal, from a view of it."""

from typing import Any

_WIDTH = 98
_STANDING = {
    "undecided": "",
    "in": "in",
    "folded": "folded",
    "left": "left",
    "declined": "not shown",
    "invalid": "invalid",
}


def draw(seen: dict[str, Any]) -> str:
    """The felt as text: dealer on top, community cards, then a line a box."""
    head = f"{seen['table']}  {seen['title']}"
    round = seen["round"]
    state = (
        "closed"
        if not seen["open"]
        else "between rounds"
        if round is None
        else f"{round['id']}, {round['phase']}"
    )
    lines = [
        "┌" + "─" * (_WIDTH - 2) + "┐",
        _row(f"{head}{' ' * max(2, _WIDTH - 6 - len(head) - len(state))}{state}"),
    ]
    if seen["notice"]:
        lines.append(_row(f"NOTICE: {seen['notice']}"))
    if round is not None:
        lines += [_row(text) for text in _round_lines(round)]
    lines.append("└" + "─" * (_WIDTH - 2) + "┘")
    return "\n".join(lines)


def _row(text: str) -> str:
    return f"│ {text[: _WIDTH - 4]:<{_WIDTH - 4}} │"


def _round_lines(round: dict[str, Any]) -> list[str]:
    lines = []
    if round["dealer"]:
        lines.append(f"Dealer     {_cards(round['dealer'])}")
    if round["community"]:
        lines.append(f"Community  {_cards(round['community'])}")
    turn = round["to_decide"][0] if round["to_decide"] else None
    for box in round["boxes"]:
        mark = "▶" if box["box"] == turn else " "
        bets = "  ".join(f"{bet} {amount}" for bet, amount in box["bets"].items())
        standing = _STANDING[box["standing"]]
        lines.append(
            f"{mark} Box {box['box']:<2} {box['player'][:10]:<10} {_cards(box['cards']):<20} {standing:<9} {bets}"
        )
    if round["ruling"] is not None:
        lines.append(f"Ruling waits for {round['ruling']['authority']}: {round['ruling']['because']}")
    if round["options"]:
        lines.append(
            "Options: "
            + "; ".join(f"box {box}: {' / '.join(found)}" for box, found in round["options"].items())
        )
    if round["void"] is not None:
        lines.append(f"VOID: {round['void']['because']}")
    if round["settlement"] is not None:
        nets = [f"box {box['box']} {box['net']}" for box in round["settlement"]["boxes"]]
        lines.append("Settled: " + ", ".join(nets))
    elif round["step"] is not None:
        lines.append(f"Next: {round['step']}")
    return lines


def _cards(cards: list[str]) -> str:
    return " ".join(cards)
