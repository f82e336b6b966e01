"""Cards that a report puts right: the auditor lets none in that could not have come from the shoe,
and believes no dealing error of cards that the system deals.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.audit.report import Misfit
from pitboss.kernel.cards import parse_cards
from pitboss.table import events as e
from pitboss.table.remedies.reconstruction import Hands
from tests.support import CS, MS, SS
from tests.tables import Table

ANTE = {"ante": "25"}
SWAPPED = ("2d 4c 6c 8c Tc", "2c 4d 6d 8d Td")
FACTS = {"can_reconstruct": True, "whole_hands_can_move": True, "players_have_seen": True}


def dealt(book: str, cards: str = "entered") -> Table:
    t = Table.open(book, {SS: "automated"}.get(book, "shuffler"), cards=cards)
    if cards == "entered":
        t.cards({1: "2c 4c 6c 8c Tc", 2: "2d 4d 6d 8d Td", "dealer": "2h 4h 6h 8h Th"})
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.deal_all()
    return t


def told(**hands: str) -> Hands:
    return {name.removeprefix("box"): parse_cards(cards) for name, cards in hands.items()}


def reported(t: Table, incident: str, **more: Any) -> e.IncidentReported:
    """What a report leads to, at a table of its own."""
    event = t.do("report", incident=incident, facts=FACTS, **more)[0]
    assert isinstance(event, e.IncidentReported)
    return event


@pytest.mark.parametrize("book", [MS, CS, SS])
@pytest.mark.parametrize(
    ("incident", "right", "wrong"),
    [
        (
            "wrong-player-card-count",
            {"1": SWAPPED[0], "2": SWAPPED[1]},
            {"1": "2d 4c 6c 8c Ac", "2": "2c 4d 6d 8d Td"},
        ),
        (
            "wrong-player-card-count",
            {"2": "Ac 2d 4d 6d 8d", "dealer": "Td 2h 4h 6h 8h"},
            {"1": "Ac 2c 4c 6c 8c", "2": "Tc 2d 4d 6d 8d", "dealer": "Td 2h 4h 6h 8h"},
        ),
        (
            "wrong-dealer-card-count",
            {"dealer": "2h 4h 6h 8h Ac"},
            {"dealer": "2h 4h 6h Kc Ac"},
        ),
        ("wrong-dealer-card-count", {"dealer": "2h 4h 6h 8h Ac"}, {"dealer": "2h 4h 6h 8h"}),
    ],
)
def test_no_card_comes_in_that_did_not_come_from_the_shoe(
    book: str, incident: str, right: Mapping[str, str], wrong: Mapping[str, str]
) -> None:
    report = reported(dealt(book), incident, box=1, hands={k: v.split() for k, v in right.items()})
    t = dealt(book)
    t.book.take(report)
    t = dealt(book)
    with pytest.raises(Misfit, match="put right"):
        t.book.take(replace(report, hands=told(**wrong)))


@pytest.mark.parametrize(
    ("incident", "more"),
    [
        ("misdeal", {"moves": [[1, 2], [2, 1]]}),
        ("wrong-player-card-count", {"box": 1}),
        ("other-dealing-error", {"box": 1}),
        ("foreign-card", {}),
        ("unlisted", {"moves": [[1, 2], [2, 1]]}),
        ("unlisted", {"hands": {"1": SWAPPED[0].split(), "2": SWAPPED[1].split()}}),
    ],
)
def test_what_the_system_deals_lies_where_it_belongs(incident: str, more: dict[str, Any]) -> None:
    report = reported(dealt(MS), incident, **more)
    t = dealt(MS, "virtual")
    with pytest.raises(Misfit, match="the system shuffles and deals"):
        t.book.take(report)
