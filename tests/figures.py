"""Figures as ``pitboss maths --json`` writes them, for tests that do not work any out."""

import json
from typing import Any


def figures(rulebook: str, wager: str, edge: str, decimal: str) -> dict[str, Any]:
    """The mathematics of a rulebook whose main game has this house edge."""
    number = {"exact": edge, "decimal": decimal}
    return {
        "rulebook": rulebook,
        "main": {
            "wager": wager,
            "house_edge": number,
            "element_of_risk": number,
            "standard_deviation": "2.25",
            "outcomes": {"lose": number},
        },
        "strategies": {"optimal": number},
        "side": {},
        "progressive": {
            "bet": "5.00",
            "hits": {"royal-flush": {"exact": "1/649740", "decimal": "0.0000015390771693"}},
            "fixed_return": number,
            "return_per_jackpot_dollar": number,
            "break_even_jackpot": "1079947.37",
        },
    }


def figures_text(rulebook: str, wager: str = "ante", edge: str = "1/16") -> str:
    """The same as a file has it."""
    above, below = map(int, edge.split("/"))
    return json.dumps(figures(rulebook, wager, edge, f"{above / below:.4f}"))
