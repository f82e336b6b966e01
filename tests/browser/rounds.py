"""Rounds played beside the pages, through the API: what a page is to show must have happened
first.
"""

from time import monotonic, sleep
from typing import Any

from pitboss.kernel.cards import DECK, NAMES
from tests.browser.floor import Floor
from tests.browser.windows import PATIENCE_MS

ROYAL = ("As", "Ks", "Qs", "Js", "Ts")
MOST_COMMANDS = 100


def begin(floor: Floor, table: str, *boxes: int, progressive: bool = False) -> None:
    """Opens the betting; the player bets on boxes."""
    opening = floor.do("dealer", table, {"do": "open-betting"})["wagers"][0]["bet"]
    for box in boxes:
        floor.do(
            "player", table, {"do": "place-bet", "box": box, "bet": opening, "amount": "25.00"}
        )
        if progressive:
            bet = {"do": "place-bet", "box": box, "bet": "progressive", "amount": "5.00"}
            floor.do("player", table, bet)


def go_on(
    floor: Floor,
    table: str,
    until: str | None = None,
    cards: dict[str, tuple[str, ...]] | None = None,
) -> Any:
    """Goes on until the round is over, a phase has come, or a claim waits to be verified; the view
    then.

    ``cards`` are what places get at a table whose cards are entered; other places get the lowest
    that are left.
    """
    wished = {place: list(given) for place, given in (cards or {}).items()}
    promised = {card for given in wished.values() for card in given}
    left = [NAMES[card] for card in DECK if NAMES[card] not in promised]
    for _ in range(MOST_COMMANDS):
        view = floor.table(table)
        if view["round"] is None or view["round"]["phase"] == until:
            return view
        (step,) = view["next"]
        if step["do"] == "settle" and view["claimed"] and floor.link(view["link"])["claims"]:
            return view
        if step["do"] == "deal":
            floor.do("dealer", table, {"do": "deal"} | _dealt(view, wished, left))
        elif step["do"] == "ask":
            _answer(floor, table, step["box"], view["step"]["amount"])
        else:
            floor.do("dealer", table, {"do": step["do"]})
    raise AssertionError(f"{table} does not come to an end")


def deal_until(floor: Floor, table: str, phase: str) -> None:
    """Deals whenever it is the dealer's turn: what a player has pressed may still be on its way."""
    end_s = monotonic() + PATIENCE_MS / 1000
    while (view := floor.table(table))["round"]["phase"] != phase:
        if [step["do"] for step in view["next"]] == ["deal"]:
            floor.do("dealer", table, {"do": "deal"})
        else:
            assert monotonic() < end_s, f"{table} waits in {view['round']['phase']}"
            sleep(0.05)


def play(floor: Floor, table: str, *boxes: int, progressive: bool = False) -> Any:
    """A whole round."""
    begin(floor, table, *boxes, progressive=progressive)
    return go_on(floor, table)


def claim(floor: Floor, table: str) -> Any:
    """A round at a table with real cards in which box 1 has a royal flush; it waits for the claim
    to be verified.
    """
    begin(floor, table, 1, progressive=True)
    go_on(floor, table, cards={"1": ROYAL})
    (found,) = floor.link(floor.table(table)["link"])["claims"]
    return found


def _dealt(view: Any, wished: dict[str, list[str]], left: list[str]) -> dict[str, Any]:
    step = view["step"]
    if view["cards"] == "virtual" or step["do"] != "deal" or step["place"] == "burn":
        return {}
    given = wished.get(step["place"], [])
    return {"cards": [given.pop(0) if given else left.pop(0) for _ in range(step["cards"])]}


def _answer(floor: Floor, table: str, box: int, amount: str | None) -> None:
    offered = [step["do"] for step in floor.table(table, "player")["next"] if step["box"] == box]
    command: dict[str, Any] = (
        {"do": "raise", "amount": amount} if "raise" in offered else {"do": offered[-1]}
    )
    floor.do("player", table, command | {"box": box})
