"""Short ways for tests to say what happened at a table and to look at what it came to."""

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.games.settle import settle_record
from pitboss.games.settlement import Line, Settlement
from pitboss.rulebook.incidents import FACTS, Fact, Incident
from pitboss.rulebook.loader import installed
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf
from pitboss.table.rulings import Ruling

MS = "rws-multilink-stud-3"
CS = "rws-casino-stud-6"
MH = "rws-multilink-holdem-2"
SS = "mbs-megalink-stud-6"
BE = "mbs-megalink-bullseye-4"

RULEBOOKS = (MS, CS, MH, SS, BE)
STUD_RULEBOOKS = (MS, CS, SS)
RWS_RULEBOOKS = (MS, CS, MH)
MBS_RULEBOOKS = (SS, BE)

proves = pytest.mark.clause
"""``@proves(MS, "3.13", "3.14")``: what the test shows to be implemented."""


def book_of(rulebook: str) -> Rulebook:
    """A rulebook as it comes with Pitboss."""
    book = installed(rulebook)
    assert book is not None
    return book


def load_tool(name: str) -> Any:
    """A program of the folder ``tools`` as a module."""
    path = Path(__file__).parents[1] / "tools" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def box(
    cards: str | None = None, /, number: int = 1, hand: str = "played", **more: Any
) -> dict[str, Any]:
    """A box of a record. Bets are given by name (``ante="25"``); other fields of the contract
    too.
    """
    known = ("player", "established", "arrangement", "under_minimum_settled_before")
    found: dict[str, Any] = {
        "box": number,
        "player": more.pop("player", f"p{number}"),
        "hand": hand,
    }
    if cards is not None:
        found["cards"] = cards.split()
    found |= {name: more.pop(name) for name in known if name in more}
    return found | {"bets": more}


def record(
    rulebook: str, dealer: str | None, *boxes: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """A record with a jackpot of 250,000.00 that starts again from 100,000.00, unless told
    otherwise.
    """
    found: dict[str, Any] = {
        "id": "r1",
        "rulebook": rulebook,
        "jackpot": {"displayed": "250000.00", "reset": "100000.00"},
        "boxes": list(boxes),
    }
    if dealer is not None:
        found["dealer"] = dealer.split()
    if isinstance(more.get("community"), str):
        more["community"] = more["community"].split()
    if "limits" in more:
        more["table"] = {"limits": more.pop("limits")}
    return found | more


@dataclass(frozen=True)
class Settled:
    """A settlement, and short ways to look at it. Amounts are in cents."""

    settlement: Settlement

    def line(self, bet: str, number: int = 1) -> Line:
        """The line of a bet on a box."""
        found = [
            line
            for box in self.settlement.boxes
            if box.box == number
            for line in box.lines
            if line.bet == bet
        ]
        assert len(found) == 1, f"{len(found)} lines for {bet} on box {number}"
        return found[0]

    def result(self, bet: str, number: int = 1) -> tuple[str, int, int]:
        """Result, returned and winnings of a bet, in cents."""
        line = self.line(bet, number)
        return (line.result.value, line.returned, line.winnings)

    def hand(self, number: int = 1) -> str | None:
        return next(box.hand for box in self.settlement.boxes if box.box == number)

    def net(self, number: int = 1) -> int:
        return next(box.net for box in self.settlement.boxes if box.box == number)

    @property
    def awards(self) -> list[tuple[int, str, int]]:
        """The major awards in their order: box, hand, cents."""
        assert self.settlement.jackpot is not None
        return [(award.box, award.hand, award.amount) for award in self.settlement.jackpot.awards]

    @property
    def jackpot_after(self) -> int:
        assert self.settlement.jackpot is not None
        return self.settlement.jackpot.after


def settled(
    rulebook: str,
    dealer: str | None,
    *boxes: dict[str, Any],
    shelf: Shelf | None = None,
    **more: Any,
) -> Settled:
    """Settles a round said in short."""
    return Settled(pitboss.settle(record(rulebook, dealer, *boxes, **more), shelf))


def ruled(rulebook: str, incident: str, **facts: Any) -> Ruling:
    """Rules on an incident said in short."""
    return pitboss.rule({"id": "i1", "rulebook": rulebook, "incident": incident, "facts": facts})


def settle_as_written(given: dict[str, Any]) -> Settlement:
    """Settles a record as the contract has it, without what the library makes of cards in one
    string.
    """
    return settle_record(given, Shelf())


def refused(given: dict[str, Any], verb: Any = settle_as_written) -> tuple[str, str]:
    """The code and the place of the fault that a record (or an incident) has."""
    with pytest.raises(pitboss.Fault) as caught:
        verb(given)
    return (caught.value.code.value, caught.value.at)


def all_facts(incident: Incident) -> Iterator[dict[str, Fact]]:
    """Every combination of facts that can make a difference to an incident."""
    kinds = FACTS.get(incident, {})
    for values in product(*(kind.samples() for kind in kinds.values())):
        yield dict(zip(kinds, values, strict=True))
