"""Plays rounds through the API as people at a table would: everybody does what the answers
offer.
"""

from random import Random
from typing import Any

from pitboss.kernel.cards import DECK, NAMES
from pitboss.people.roles import Role
from tests.web.service import Browser, House

MOST_COMMANDS = 250


class Evening:
    """A table with a dealer, a shift manager and two players: Ann in boxes 1 and 2, Bob in box 3.

    ``cards`` are laid at a table whose cards are entered: by place (``"1"``, ``"dealer"``), others
    at random.
    """

    def __init__(self, house: House, table: str, seed: int = 1) -> None:
        self.house = house
        self.table = table
        self.random = Random(seed)
        self.dealer = house.person(Role.DEALER)
        self.manager = house.person(Role.SHIFT_MANAGER)
        self.players = {name: house.person(Role.PLAYER, name) for name in ("ann", "bob")}
        self.cards: dict[str, list[str]] = {}
        self.phases: list[str] = []
        self._left: list[str] = []

    def view(self, browser: Browser | None = None) -> Any:
        return (browser or self.dealer).json(f"/api/tables/{self.table}")

    def begin(self, **bets: str) -> Any:
        """Opens the betting; everybody bets the least on the opening wager, Ann also ``bets`` on
        box 1.
        """
        view = self.dealer.done(self.table, "open-betting")
        self._left = [NAMES[card] for card in DECK]
        self.random.shuffle(self._left)
        promised = {card for cards in self.cards.values() for card in cards}
        self._left = [card for card in self._left if card not in promised]
        opening = view["wagers"][0]["bet"]
        for name, box in (("ann", 1), ("ann", 2), ("bob", 3)):
            view = self.players[name].done(
                self.table, "place-bet", box=box, bet=opening, amount="10.00"
            )
        for bet, amount in bets.items():
            view = self.players["ann"].done(self.table, "place-bet", box=1, bet=bet, amount=amount)
        return view

    def step(self) -> bool:
        """The next thing that somebody does; says whether there was one in this round."""
        view = self.view()
        if view["round"] is None:
            return False
        phase = view["round"]["phase"]
        if not self.phases or self.phases[-1] != phase:
            self.phases.append(phase)
        (next_step,) = view["next"]
        match next_step["do"]:
            case "deal":
                self.dealer.done(self.table, "deal", **self._dealt(view))
            case "ask":
                self._answer(view, next_step["box"])
            case do:
                self.dealer.done(self.table, do)
        return True

    def _dealt(self, view: Any) -> dict[str, Any]:
        step = view["step"]
        if view["cards"] == "virtual" or step["do"] != "deal" or step["place"] == "burn":
            return {}
        wished = self.cards.get(step["place"], [])
        return {
            "cards": [wished.pop(0) if wished else self._left.pop() for _ in range(step["cards"])]
        }

    def _answer(self, view: Any, box: int) -> None:
        (name,) = [one["player"] for one in view["round"]["boxes"] if one["box"] == box]
        player = self.players[name]
        offered = [step["do"] for step in self.view(player)["next"] if step["box"] == box]
        do = self.random.choice(offered)
        amount = {"amount": view["step"]["amount"]} if do == "raise" else {}
        player.done(self.table, do, box=box, **amount)

    def play(self, until: str | None = None) -> Any:
        """Goes on until the round is over, or a phase has come; the view then."""
        for _ in range(MOST_COMMANDS):
            view = self.view()
            if until is not None and view["round"]["phase"] == until:
                return view
            if not self.step():
                return view
        raise AssertionError(f"{self.table} does not come to an end")
