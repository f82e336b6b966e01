"""When everybody has given up, only the cards are dealt that a wager still needs (Q-D2)."""

from typing import Any

import pytest

from pitboss.games.faults import Fault
from pitboss.games.record_reader import read_record
from pitboss.games.settle import settle_record
from pitboss.games.settlement import as_json
from pitboss.rulebook.shelf import Shelf
from pitboss.table import events as e
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, SS, proves
from tests.tables import Table, ready

ANTE = {"ante": "25"}
BOTH = {"ante": "25", "progressive": "5"}


def record_settles_alike(t: Table) -> None:
    """The record says by itself what the table made of it."""
    assert t.round.settlement is not None
    settled: dict[str, Any] = as_json(settle_record(t.record, Shelf()))
    for box in settled["boxes"]:
        for line in box["lines"]:
            assert t.line(line["bet"], box["box"])["winnings"] == line["winnings"]


@proves(MH, "3.11.2.a", "3.12.3.a", "1.21")
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_everybody_folds_and_the_flop_decides_the_progressive_wager(dealing: str) -> None:
    t = Table.open(MH, dealing)
    t.cards({1: "Ah Kh", "community": "Qh Jh Th 2c 3c"})
    t.bet(ann=(1, BOTH), bob=(2, ANTE))
    t.deal_all()
    t.choose(1, "fold")
    t.choose(2, "fold")
    assert t.refused("settle")[0] == "not-now"
    while t.round.community_open < 3:
        t.deal()
    assert t.may()[0] == ("settle", None)
    events = t.do("settle")
    assert isinstance(events[0], e.DealEnded)
    assert t.result("progressive") == ("win", 0, 250_000_00)
    assert t.result("ante", 2) == ("lose", 0, 0)
    assert t.record["community"] == ["Qh", "Jh", "Th"]
    assert "dealer" not in t.record
    assert t.round.settlement is not None
    assert t.round.settlement.dealer is None
    assert t.view()["round"]["dealer_hand"] is None
    record_settles_alike(t)
    t.do("conclude")


@proves(MH, "3.11.2.a")
def test_without_a_progressive_wager_no_card_is_needed() -> None:
    t = ready(MH, "shoe", ann=(1, ANTE | {"bonus": "10"}))
    t.choose(1, "fold")
    t.do("settle")
    assert t.result("ante") == ("lose", 0, 0)
    assert t.result("bonus") == ("lose", 0, 0)
    assert t.record["community"] == []
    record_settles_alike(t)


@proves(MH, "3.11.2.a")
def test_who_wants_to_may_deal_on() -> None:
    t = ready(MH, "shoe", ann=(1, ANTE))
    t.choose(1, "fold")
    t.deal_all()
    assert len(t.round.community) == 5
    t.do("settle")
    assert len(t.record["dealer"]) == 2


@proves(SS, "5.16.1")
@proves(BE, "5.16.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_everybody_withdraws_in_a_power_failure_and_nothing_is_typed(book: str) -> None:
    opening = "main" if book == BE else "ante"
    t = Table.open(book, "manual")
    t.bet(ann=(1, {opening: "25", "progressive": "5"}), bob=(2, {opening: "25"}))
    t.deal()
    t.do("report", incident="technical-interruption")
    for name, box in (("ann", 1), ("bob", 2)):
        t.do("choose-option", by=f"player:{name}", box=box, option="withdraw")
    t.do("settle")
    assert t.result(opening, 2) == ("void", 25_00, 0)
    assert t.line("progressive")["clauses"] == ["5.16.1"]
    t.do("conclude")
    assert (t.state.chips["ann"], t.state.chips["bob"]) == (0, 0)


@proves(CS, "5.5", "3.12.1")
def test_in_casino_stud_a_hand_that_was_left_needs_no_cards() -> None:
    t = Table.open(CS, "shoe")
    t.bet(ann=(1, BOTH))
    t.do("report", incident="player-absent", box=1)
    t.do("settle")
    assert t.result("progressive") == ("lose", 0, 0)
    record_settles_alike(t)


@proves(MS, "5.5", "3.12.1")
def test_in_multi_link_stud_its_progressive_wager_needs_all_five() -> None:
    t = Table.open(MS, "shoe")
    t.cards({1: "9h 7h 6h 4h 2h"})
    t.bet(ann=(1, BOTH))
    t.do("report", incident="player-absent", box=1)
    assert t.refused("settle")[0] == "not-now"
    while len(t.round.boxes[1].cards) < 5:
        assert t.refused("settle")[0] == "not-now"
        t.deal()
    t.do("settle")
    assert t.result("progressive") == ("win", 0, 200_00)
    record_settles_alike(t)


@proves(BE, "5.11")
def test_in_bullseye_a_hand_that_was_left_is_settled_against_the_dealer() -> None:
    t = Table.open(BE, "method-a")
    t.bet(ann=(1, {"main": "25"}))
    t.do("report", incident="player-absent", box=1)
    while t.phase != "revealed":
        assert t.refused("settle")[0] == "not-now"
        t.deal()
    t.do("settle")
    assert t.round.settlement is not None
    assert t.round.settlement.dealer is not None


def test_a_hand_that_is_out_does_not_end_the_deal_of_another() -> None:
    t = Table.open(SS, "manual")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.do("report", incident="player-absent", box=1)
    assert t.refused("settle")[0] == "not-now"


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ({"deal_ended": 1}, "bad-field", "deal_ended"),
        ({"deal_ended": True}, "missing-field", "dealer"),
        ({"deal_ended": False}, "missing-field", "dealer"),
    ],
)
def test_a_record_tells_of_the_end_of_its_deal(
    change: dict[str, object], code: str, at: str
) -> None:
    box = {"box": 1, "cards": ["Ah", "Kh"], "bets": {"ante": "25", "flop": "50"}}
    with pytest.raises(Fault) as caught:
        read_record({"rulebook": MH, "boxes": [box]} | change, Shelf())
    assert (caught.value.code, caught.value.at) == (code, at)


def test_a_hand_is_not_named_by_cards_that_stay_face_down() -> None:
    t = Table.open(MH, "shuffler")
    t.bet(ann=(1, ANTE))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "fold")
    t.do("settle")
    assert t.box_view(1, "player:ann")["hand"] is None
