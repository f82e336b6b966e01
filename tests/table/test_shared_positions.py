"""A position of several players (MBS): each takes off, and is asked about, his own chips."""

import pytest

from tests.support import BE, MBS_RULEBOOKS, SS, proves
from tests.tables import DEALER, SHIFT_MANAGER, Table

OPENING = {SS: "ante", BE: "main"}


def shared(book: str, *, closed: bool = False) -> Table:
    """Ann is seated at box 1 with 50 and a progressive wager; bob has 30 beside her, cat a box."""
    t = Table.open(book, "manual")
    bet = OPENING[book]
    t.lay(
        ann=(1, {bet: "50", "progressive": "5"}),
        bob=(1, {bet: "30"}),
        cat=(2, {bet: "25"}),
    )
    if closed:
        t.do("close-betting")
    return t


def decided(*, cat: bool) -> Table:
    """The same at Singapore Stud: ann has placed the Bet for bob and her, and cat has or has not
    decided.
    """
    t = shared(SS, closed=True)
    t.deal_all()
    t.choose(1, "raise", "160")
    if cat:
        t.choose(2, "raise", "50")
    return t


def finish(t: Table) -> None:
    while t.phase != "revealed":
        for box in t.view()["round"]["to_decide"]:
            t.choose(box, "fold" if t.state.book.id == SS else "set-hand")
        t.deal_all()
    t.do("settle")
    t.do("conclude")


@proves(SS, "3.4")
@proves(BE, "3.5")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_the_seated_player_takes_back_his_own_chips_only(book: str) -> None:
    t = shared(book)
    t.do("withdraw-bet", by="player:ann", box=1, bet=OPENING[book])
    assert t.bets_on(1) == {OPENING[book]: "30.00"}
    assert t.state.chips == {"ann": 0, "bob": -30_00, "cat": -25_00}
    # Bob is now the player of the box.
    assert t.box_view(1, "dealer")["player"] == "bob"
    t.do("close-betting")
    finish(t)


@proves(SS, "3.4")
@proves(BE, "3.5")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_who_has_a_share_takes_back_that(book: str) -> None:
    t = shared(book)
    t.do("withdraw-bet", by="player:bob", box=1, bet=OPENING[book])
    assert t.bets_on(1) == {OPENING[book]: "50.00", "progressive": "5.00"}
    assert t.box_view(1, "dealer")["player"] == "ann"
    assert t.state.chips["bob"] == 0


@proves(BE, "3.6", "5.12", "5.12.1")
def test_whoever_lays_a_side_wager_has_a_main_wager_there() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, {"main": "50", "tie": "5"}), bob=(2, {"main": "20"}))
    for box in (1, 3):
        refused = t.refused_bet(box, "tie", "10", by="player:bob")
        assert refused == ("needs-opening-wager", ("3.5", "3.6"))
    t.lay(bob=(1, {"main": "20", "tie": "10"}))
    t.do("withdraw-bet", by="player:bob", box=1, bet="main")
    assert t.bets_on(1) == {"main": "50.00", "tie": "5.00"}
    t.do("withdraw-bet", by="player:ann", box=1, bet="main")
    assert list(t.round.boxes) == [2]
    assert t.state.chips == {"ann": 0, "bob": -20_00}


@proves(BE, "3.5")
def test_the_box_goes_to_who_has_a_share_of_the_main_wager() -> None:
    t = Table.open(BE)
    t.lay(
        ann=(1, {"main": "50"}),
        cat=(1, {"main": "20", "tie": "5"}),
        bob=(1, {"main": "10", "tie": "10"}),
    )
    t.do("withdraw-bet", by="player:ann", box=1, bet="main")
    assert t.box_view(1, "dealer")["player"] == "cat"
    assert t.round.boxes[1].others == {"main": {"bob": 10_00}, "tie": {"bob": 10_00}}
    t.do("withdraw-bet", by="player:cat", box=1, bet="main")
    t.do("withdraw-bet", by="player:bob", box=1, bet="main")
    assert t.round.boxes == {}
    assert set(t.state.chips.values()) == {0}


@proves(BE, "3.5")
def test_a_side_wager_alone_may_be_anothers() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, {"main": "50", "tie": "5"}), bob=(1, {"main": "20", "tie": "10"}))
    t.do("withdraw-bet", by="player:ann", box=1, bet="tie")
    assert t.bets_on(1) == {"main": "70.00", "tie": "10.00"}
    assert t.box_view(1, "dealer")["player"] == "ann"


# ── a power failure ───────────────────────────────────────────────────────────────────────────────


@proves(SS, "5.16.1")
@proves(BE, "5.16.1")
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_who_has_only_a_share_is_asked(book: str, closed: bool) -> None:
    t = shared(book, closed=closed)
    t.do("report", incident="technical-interruption")
    assert ("choose-option", 1) in t.may("player:bob")
    t.do("choose-option", by="player:ann", box=1, option="stay")
    assert t.refused("choose-option", by="player:ann", box=1, option="stay")[0] == (
        "someone-elses-box"
    )
    t.do("choose-option", by="player:bob", box=1, option="withdraw")
    assert sorted(t.round.offered) == [2]
    t.do("close-options")
    assert t.state.chips["bob"] == 0
    assert t.bets_on(1) == {OPENING[book]: "50.00", "progressive": "5.00"}


@proves(SS, "5.16.1")
@proves(BE, "5.16.1")
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_the_seated_player_withdraws_and_the_others_chips_play(book: str, closed: bool) -> None:
    t = shared(book, closed=closed)
    t.do("report", incident="technical-interruption")
    t.do("choose-option", by="player:ann", box=1, option="withdraw")
    assert t.state.chips["ann"] == 0
    # Staff answer for whoever is left to ask.
    t.do("choose-option", by=DEALER, box=1, option="stay")
    t.do("choose-option", by="player:cat", box=2, option="stay")
    assert not t.round.offered
    assert t.bets_on(1) == {OPENING[book]: "30.00"}
    assert t.box_view(1, "dealer")["player"] == "bob"
    if not closed:
        t.do("close-betting")
    finish(t)
    assert t.state.chips["ann"] == 0


@proves(SS, "5.16.1")
@proves(BE, "5.16.1")
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("order", [("ann", "bob"), ("bob", "ann")])
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_both_withdraw_and_the_hand_leaves(book: str, order: tuple[str, str], closed: bool) -> None:
    t = shared(book, closed=closed)
    t.do("report", incident="technical-interruption")
    for player in order:
        t.do("choose-option", by=f"player:{player}", box=1, option="withdraw")
    assert sorted(t.round.offered) == [2]
    t.do("close-options")
    if closed:
        assert t.box_view(1)["standing"] == "invalid"
        finish(t)
    else:
        assert sorted(t.round.boxes) == [2]
    assert (t.state.chips["ann"], t.state.chips["bob"]) == (0, 0)


@proves(BE, "5.16.1")
def test_a_share_of_a_side_wager_comes_back_too() -> None:
    t = Table.open(BE)
    t.bet(ann=(1, {"main": "50"}), bob=(1, {"main": "20", "tie": "10"}), bob2=(2, {"main": "25"}))
    t.do("report", incident="technical-interruption")
    t.do("choose-option", by="player:bob", box=2, option="withdraw")
    assert sorted(t.round.choosers[1]) == ["ann"]
    t.do("close-options")
    assert t.bets_on(1) == {"main": "50.00"}
    finish(t)
    assert t.state.chips["bob"] == 0


# ── who placed the Bet takes it off ───────────────────────────────────────────────────────────────


@proves(SS, "5.16.1", "3.9.2")
def test_5_16_1_the_others_are_asked_for_the_bet_as_long_as_players_decide() -> None:
    t = decided(cat=False)
    t.do("report", incident="technical-interruption")
    t.do("choose-option", by="player:ann", box=1, option="withdraw")
    t.do("close-options")
    assert t.bets_on(1) == {"ante": "30.00"}
    t.do("raise", by="player:bob", box=1, amount="60")
    finish(t)
    assert t.state.chips["ann"] == 0


@proves(SS, "5.16.1", "3.9.2")
def test_5_16_1_a_hand_without_its_bet_leaves_when_nobody_is_asked_any_more() -> None:
    t = decided(cat=True)
    t.do("report", incident="technical-interruption")
    t.do("choose-option", by="player:ann", box=1, option="withdraw")
    t.do("close-options")
    assert t.box_view(1)["standing"] == "invalid"
    finish(t)
    assert (t.state.chips["ann"], t.state.chips["bob"]) == (0, 0)


@proves(SS, "5.9")
def test_5_9_a_barred_player_takes_nobody_elses_chips_with_him() -> None:
    t = decided(cat=False)
    t.do("report", incident="hand-not-confidential", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    assert (t.state.chips["ann"], t.bets_on(1)) == (0, {"ante": "30.00"})
    t.do("raise", by="player:bob", box=1, amount="60")
    finish(t)
    assert t.state.chips["ann"] == 0


@proves(BE, "5.9")
def test_5_9_bullseye_a_hand_that_is_shared_plays_on_without_the_barred_player() -> None:
    t = shared(BE, closed=True)
    t.deal_all()
    t.do("report", incident="hand-not-confidential", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    assert (t.state.chips["ann"], t.bets_on(1)) == (0, {"main": "30.00"})
    assert t.box_view(1, "dealer")["player"] == "bob"
    finish(t)
