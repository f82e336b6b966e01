"""Good records, and short ways to break one thing in them."""

import copy
import re
from typing import Any

from pitboss.games.record import Round
from pitboss.games.record_reader import read_record
from pitboss.rulebook.shelf import Shelf
from tests.support import BE, CS, MH, MS, SS, box, record

REMOVED: Any = object()
"""Stands for a field that is taken out of a record."""

STUD_CARDS = "Qs Qh 8c 4d 3s"

GOOD: dict[str, dict[str, Any]] = {
    rulebook: record(
        rulebook, "2c 7d 9h Kd As", box(STUD_CARDS, ante="25", bet="50", progressive="5")
    )
    for rulebook in (MS, CS, SS)
}
GOOD[MH] = record(
    MH,
    "Kd As",
    box("Qs Qh", ante="25", flop="50", turn="25", river="25", bonus="10", progressive="5"),
    community="2c 7d 9h 4s 3c",
)
GOOD[BE] = record(
    BE,
    "2c 7d 9h Kd As",
    box(STUD_CARDS, main="25", tie="5", suits="5", bullseye="5", progressive="5"),
)
"""A record of each rulebook with every wager on box 1; the tests break one thing in it at a
time.
"""


def with_(good: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A copy with values put at places: ``with_(GOOD[MS], **{"boxes[0].cards[0]": "1s"})``."""
    changed = copy.deepcopy(good)
    for place, value in changes.items():
        *way, last = [
            int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", place)
        ]
        inner: Any = changed
        for step in way:
            inner = inner[step] if isinstance(inner, list) else inner.setdefault(step, {})
        if value is REMOVED:
            del inner[last]
        else:
            inner[last] = value
    return changed


def box_of(rulebook: str, **changes: Any) -> dict[str, Any]:
    """The good record of a rulebook with changes to its box: ``box_of(MS, hand="folded")``."""
    return with_(GOOD[rulebook], **{f"boxes[0].{name}": value for name, value in changes.items()})


def bets_of(rulebook: str, hand: str, **bets: str) -> dict[str, Any]:
    """The good record of a rulebook with its box in another state and with other bets."""
    return box_of(rulebook, hand=hand, bets=bets)


def read(given: object) -> Round:
    return read_record(given, Shelf())
