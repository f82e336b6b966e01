"""Robots that play over HTTP, as people do with the pages: they see what a view shows and send
commands.

Each has a table of its own. They never ask for anything that would be refused, so every refusal is
worth a look.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, NamedTuple

from pitboss.demo.house import settings
from pitboss.kernel.money import Cents, format_cents, parse_cents
from pitboss.rulebook.loader import builtin_ids
from pitboss.rulebook.shelf import Shelf

View = Mapping[str, Any]
Command = dict[str, Any]

BOXES = 3
RULEBOOKS = builtin_ids()
"""What the robots' tables play, in turn."""


class By(StrEnum):
    """The role in which a robot acts."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "pit-supervisor"
    SHIFT_MANAGER = "shift-manager"


class Move(NamedTuple):
    """A command and who gives it; ``player`` is whose box it is about."""

    command: Command
    by: By
    player: str | None = None


class TableRobot:
    """Everybody at one table: dealer, floor staff, and a player with some boxes. The same seed
    plays the same way.

    The player looks at one hand at most, as the rules require.
    """

    def __init__(self, table: str, opening: Command, seed: int, player: str) -> None:
        self.table = table
        self.rounds = 0
        self._opening = opening
        self.player = player
        self._random = Random(f"{table}/{seed}")

    def next(self, view: View | None) -> Move | None:
        """What to do next at a table, or if there is none yet; nothing if the house has to decide
        something.
        """
        if view is None or not view["open"]:
            return Move(self._opening, By.SUPERVISOR)
        round = view["round"]
        if round is None:
            return None if view["operation_awaited"] else Move({"do": "open-betting"}, By.DEALER)
        if round["ruling"] is not None:
            approves = round["ruling"]["digest"]
            return Move(
                {"do": "confirm", "decision": "void-round", "approves": approves}, By.SHIFT_MANAGER
            )
        if round["options"]:
            box, options = next(iter(round["options"].items()))
            choice = {
                "do": "choose-option",
                "box": int(box),
                "option": self._random.choice(options),
            }
            return Move(choice, By.DEALER)
        match round["phase"]:
            case "betting":
                return self._bet(view, round)
            case "deciding":
                return self._decide(view, round)
            case "closed" | "dealing":
                return Move({"do": "deal"}, By.DEALER)
            case _ if round["settlement"] is None:
                return Move({"do": "settle"}, By.DEALER)
            case _:
                self.rounds += 1
                return Move({"do": "conclude"}, By.DEALER)

    def _bet(self, view: View, round: View) -> Move:
        laid = {box["box"]: box for box in round["boxes"]}
        barred = view["barred_boxes"]
        opening, *others = view["wagers"]
        for number in range(1, min(BOXES, view["boxes"]) + 1):
            box = laid.get(number)
            if box is None:
                if number not in barred:
                    return self._place(number, opening["bet"], self._amount(view, opening["bet"]))
                continue
            if box["player"] != self.player:
                continue
            for wager in others:
                if wager["bet"] not in box["bets"] and self._wants(view, wager):
                    prescribed = view["progressive_bet"] if wager["kind"] == "progressive" else None
                    amount = prescribed or self._amount(view, wager["bet"], least=True)
                    return self._place(number, wager["bet"], amount)
        return Move({"do": "close-betting", "let-stand": True}, By.DEALER)

    def _wants(self, view: View, wager: View) -> bool:
        """The jackpot nearly always, a side bet sometimes. A raise comes later in the round."""
        match wager["kind"]:
            case "raise":
                return False
            case "progressive":
                offered = view["progressive_bet"] is not None and view["notice"] is None
                return offered and self._random.random() < 0.98
            case _:
                return self._random.random() < 0.1

    def _amount(self, view: View, bet: str, *, least: bool = False) -> str:
        limits = view["limits"].get(bet, {})
        smallest = parse_cents(limits.get("min", "5.00")) or Cents(5_00)
        most = parse_cents(limits.get("max", "")) or smallest
        return format_cents(
            smallest
            if least
            else min(Cents(smallest * self._random.randint(1, 4)), max(most, smallest))
        )

    def _place(self, box: int, bet: str, amount: str) -> Move:
        command = {"do": "place-bet", "box": box, "bet": bet, "amount": amount}
        return Move(command, By.PLAYER, self.player)

    def _decide(self, view: View, round: View) -> Move:
        number = round["to_decide"][0]
        boxes = {box["box"]: box for box in round["boxes"]}
        player = boxes[number]["player"]
        looked = any(box["examined"] for box in round["boxes"] if box["player"] == player)
        if not looked and self._random.random() < 0.5:
            return Move({"do": "examine", "box": number}, By.PLAYER, player)
        return Move({**self._answer(view["step"]), "box": number}, By.PLAYER, player)

    def _answer(self, step: View) -> Command:
        if step["bet"] is None:
            return {"do": "set-hand"}
        if step["asks"] == "stay":
            if self._random.random() < 0.35:
                return {"do": "fold"}
        elif self._random.random() < 0.5:
            return {"do": "check"}
        return {"do": "raise", "amount": step["amount"]}


def opening_of(shelf: Shelf, rulebook: str, links: Mapping[str, str]) -> Command:
    """The command that opens a table with virtual cards, on its operator's link; ``links`` are by
    operator.
    """
    opening = settings(shelf, rulebook, "virtual")
    prescribed = opening.progressive_bet
    return {
        "do": "open-table",
        "rulebook": rulebook,
        "layout": opening.layout,
        "boxes": opening.boxes,
        "dealing": opening.dealing,
        "cards": "virtual",
        "limits": {
            bet: {
                end: format_cents(amount)
                for end, amount in (("min", limit.min), ("max", limit.max))
                if amount is not None
            }
            for bet, limit in opening.limits.items()
        },
        "progressive-bet": None if prescribed is None else format_cents(prescribed),
        "link": links[shelf.get(rulebook).operator],
    }


def verifying(claims: Sequence[View], table: str) -> list[tuple[str, Command]]:
    """The commands to links that verify the claims a table is waiting for."""
    return [
        (claim["link"], {"do": "verify-claim", "claim": claim["claim"]})
        for claim in claims
        if claim["table"] == table and claim["standing"] == "open"
    ]
