"""Barring, stopping and holding to one position end when the holder of the power lifts them."""

import pytest

from pitboss.table import events as e
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, SS, proves
from tests.tables import PIT_MANAGER, PLAYERS, SHIFT_MANAGER, SUPERVISOR, Table, ready

OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}


@proves(SS, "3.4.3")
@proves(BE, "3.5.3")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_pit_manager_lets_a_player_bet_on_several_positions_again(book: str) -> None:
    t = Table.open(book)
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.lay(ann=(1, {OPENING[book]: "25"}))
    assert t.refused_bet(2, OPENING[book], "25")[0] == "one-position-only"
    clause = "3.4.3" if book == SS else "3.5.3"
    assert t.refused("lift-one-position", by=SUPERVISOR, player="ann") == ("not-allowed", (clause,))
    (event,) = t.do("lift-one-position", by=PIT_MANAGER, player="ann")
    assert isinstance(event, e.OnePositionLifted)
    t.lay(ann=(2, {OPENING[book]: "25"}))
    assert sorted(t.round.boxes) == [1, 2]


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_who_is_not_held_can_not_be_released(book: str) -> None:
    t = Table.open(book)
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    refused = t.refuse("lift-one-position", by=PIT_MANAGER, player="bob")
    assert (refused.code, refused.message) == (
        "nothing-pending",
        "bob is not held to one position.",
    )
    assert t.state.one_position == {"ann"}


@proves(SS, "5.10.3")
@proves(BE, "5.10.3")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_shift_manager_lets_a_stopped_player_bet_again(book: str) -> None:
    t = Table.open(book)
    for player in PLAYERS[:2]:
        t.do("stop-player", by=SHIFT_MANAGER, player=player)
    assert t.refused("lift-bar", by=PIT_MANAGER, player="ann")[0] == "not-allowed"
    (event,) = t.do("lift-bar", by=SHIFT_MANAGER, player="ann")
    assert isinstance(event, e.BarLifted)
    t.lay(ann=(1, {OPENING[book]: "25"}))
    assert t.refused_bet(2, OPENING[book], "25", by="player:bob")[0] == "player-barred"


@proves(SS, "5.9")
@proves(BE, "5.9")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_bar_for_confidentiality_is_lifted(book: str) -> None:
    t = ready(book, ann=(1, {OPENING[book]: "25"}), bob=(2, {OPENING[book]: "25"}))
    t.do("report", incident="hand-not-confidential", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    assert t.state.barred_players == {"ann": ("5.9",)}
    t.do("lift-bar", by=SHIFT_MANAGER, player="ann")
    assert t.state.barred_players == {}


@proves(MS, "5.24")
@proves(CS, "5.24")
@proves(MH, "5.23")
@pytest.mark.parametrize("book", [MS, CS, MH])
def test_what_a_shift_manager_barred_for_he_lifts(book: str) -> None:
    t = ready(book, ann=(1, {OPENING[book]: "25"}), bob=(2, {OPENING[book]: "25"}))
    t.do("report", incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    assert "ann" in t.state.barred_players
    t.do("lift-bar", by=SHIFT_MANAGER, player="ann")
    assert t.state.barred_players == {}


@pytest.mark.parametrize("book", RULEBOOKS)
def test_who_is_not_barred_can_not_be_let_in_again(book: str) -> None:
    refused = Table.open(book).refuse("lift-bar", by=SHIFT_MANAGER, player="ann")
    assert (refused.code, refused.message) == (
        "nothing-pending",
        "ann has not been barred or stopped.",
    )


@proves(SS, "3.4.3", "5.10.3")
@proves(BE, "3.5.3", "5.10.3")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_what_concerns_a_player_waits_for_no_ruling(book: str) -> None:
    t = ready(book, ann=(1, {"main" if book == BE else "ante": "25"}))
    t.do("report", incident="unlisted")
    t.do("stop-player", by=SHIFT_MANAGER, player="ann")
    t.do("hold-to-one-position", by=PIT_MANAGER, player="bob")
    t.do("lift-one-position", by=PIT_MANAGER, player="bob")
    t.do("lift-bar", by=SHIFT_MANAGER, player="ann")
    assert (t.state.barred_players, t.state.one_position) == ({}, frozenset())
