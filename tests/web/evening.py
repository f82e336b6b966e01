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
        # Where there are several, the first is what a dealer would do.
        next_step = view["next"][0]
        match next_step["do"]:
            case "deal" if view["cards"] == "shown":
                self.dealer.done(self.table, "deal", **self._turned_up(view, next_step))
            case "deal":
                self.dealer.done(self.table, "deal", **self._dealt(view))
            case "show-hand":
                self._show(next_step)
            case "ask":
                self._answer(view, next_step["box"])
            case do:
                self.dealer.done(self.table, do)
        return True

    def _dealt(self, view: Any) -> dict[str, Any]:
        step = view["step"]
        if view["cards"] == "virtual" or step["do"] != "deal" or step["place"] == "burn":
            return {}
        return {"cards": self._come(step["place"], step["cards"])}

    def _turned_up(self, view: Any, next_step: Any) -> dict[str, Any]:
        """Ordinary cards: only what lies face up is told, the dealer's card or community cards."""
        place = "community" if view["shares_cards"] else "dealer"
        cards = self._come(place, next_step["cards"] or 0)
        together = {"all": True} if next_step["option"] == "all" else {}
        return ({"cards": cards} if cards else {}) | together

    def _show(self, next_step: Any) -> None:
        """Ordinary cards: a hand is told as it is turned over."""
        box, place = next_step["box"], next_step["option"]
        where = {"place": place} if box is None else {"box": box}
        cards = self._come(place if box is None else str(box), next_step["cards"])
        self.dealer.done(self.table, "show-hand", cards=cards, **where)

    def _come(self, place: str, count: int) -> list[str]:
        wished = self.cards.get(place, [])
        return [wished.pop(0) if wished else self._left.pop() for _ in range(count)]

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
