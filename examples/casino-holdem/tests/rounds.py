"""The rows of ``payouts.md`` as round records, and settlements as its last column writes them."""

from pathlib import Path
from typing import Any

BOOK = "casino-holdem-1"
STATES = {"fold": "folded", "left": "left", "hidden": "unrevealed"}


def rows() -> list[list[str]]:
    lines = (Path(__file__).parent / "payouts.md").read_text(encoding="utf-8").splitlines()
    table = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in table[1:]]


def record(dealer: str, board: str, player: str, bets: str) -> dict[str, Any]:
    """A round with one box, as JSON gives it to ``pitboss settle``."""
    before, _, laid = bets.rpartition(": ")
    state, *established = before.split() or [""]
    box: dict[str, Any] = {
        "box": 1,
        "hand": STATES.get(state, "played"),
        "bets": dict(bet.split(" ") for bet in laid.split(", ")),
    }
    if player != "—":
        box["cards"] = player.split()
    if established:
        box["established"] = established
    return {
        "id": "r",
        "rulebook": BOOK,
        "table": {"limits": {"ante": {"min": "10", "max": "100"}, "bonus": {"max": "25"}}},
        "jackpot": {"displayed": "50000", "reset": "20000"},
        "dealer": dealer.split(),
        "community": board.split(),
        "boxes": [box],
    }


def outcome(settlement: dict[str, Any]) -> tuple[str, str]:
    """The dealer's hand, and what each wager came to."""
    dealer = settlement["dealer"]
    qualifies = "qualifies" if dealer["qualifies"] else "does not qualify"
    lines = []
    for line in settlement["boxes"][0]["lines"]:
        back, won = (line[part].removesuffix(".00") for part in ("returned", "winnings"))
        paid = ("" if back == "0" else back) + ("" if won == "0" else f"+{won}")
        lines.append(" ".join(filter(None, (line["bet"], line["result"], paid))))
    return f"{dealer['hand']} {qualifies}", ", ".join(lines)
