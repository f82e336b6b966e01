"""Megalink Bullseye, version 4 (MBS): what its document says of the table itself, proved on live tables.

Amounts that are placed are dollars, amounts that are paid are cents.
"""

import pytest

from pitboss.games.faults import Fault
from pitboss.table.events import BetPlaced, CardBurnt, CardsDealt, DecisionsEnded, HandSet, OneHandTold
from tests.support import BE, proves
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, setting

MAIN = {"main": "25"}
WITH_PROGRESSIVE = {"main": "25", "progressive": "5"}
EVERY_BET = {"main": "25", "tie": "10", "suits": "15", "bullseye": "20", "progressive": "5"}
SIDE_BETS = (("tie", "10"), ("suits", "15"), ("bullseye", "20"), ("progressive", "5"))
METHODS = ("method-a", "method-b", "method-c", "manual")
HIDDEN = ["??"] * 5
LOST = ("lose", 0, 0)

# Three pictures make 30; the two cards left count. The hands share no card.
SIX_POINTS = "Kd Qc Jd 4h 2s"
NINE_POINTS = "Ks Qh Js 5c 4s"
THREE_POINTS = "Kh Qd Jc 2d Ah"
ROYAL, OTHER_ROYAL = "As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"
# Ten and fives make 20 and leave the kings; kings and ten make 30 and leave the fives.
KINGS_OR_FIVES = "Ks Kh Th 5c 5s"
# No three of 2, 5, 5, 8, 8 make 10, 20 or 30: 12, 15, 15, 18, 18, 21 are all there is.
NO_THREE = "2d 5d 5h 8d 8h"


def refused_bet(
    t: Table, box: int, bet: str, amount: str, by: str = "player:ann", player: str | None = None
) -> tuple[str, tuple[str, ...]]:
    return t.refused("place-bet", by=by, box=box, bet=bet, amount=amount, player=player)


def refused_table(**changes: object) -> tuple[str, tuple[str, ...]]:
    """What is said of a table that is to be opened with these settings."""
    return Table().refused("open-table", by=SUPERVISOR, **setting(BE, **changes))


def ready(dealing: str = "method-a", **players: tuple[int, dict[str, str]]) -> Table:
    """A table at which players set their hands: ann alone on position 1, unless told otherwise."""
    t = Table.open(BE, dealing=dealing)
    t.bet(**(players or {"ann": (1, MAIN)}))
    t.deal_all()
    return t


def bets_of(t: Table, box: int = 1) -> dict[str, str]:
    found: dict[str, str] = t.box_view(box)["bets"]
    return found


# ── 2 and the appendices: deck and layout ─────────────────────────────────────────────────────────────────────────


@proves(BE, "2.1")
@pytest.mark.parametrize("dealing", METHODS)
def test_2_1_a_round_is_dealt_from_one_deck_of_52_different_cards(dealing: str) -> None:
    t = Table.open(BE, dealing=dealing, boxes=6, cards="virtual")
    t.bet(**{f"{name}x": (box, MAIN) for box, name in enumerate("abcdef", 1)})
    t.deal_all()
    for box in range(1, 7):
        t.choose(box, "set-hand")
    t.settle()
    dealt = [card for place in (*range(1, 7), "dealer") for card in t.held(place).split()]
    t.do("conclude")
    deck = t.view()["published"]["deck"]

    assert len(dealt) == len(set(dealt)) == 35
    # A security card is none of them: the deal takes the deck's first 35 cards whatever the method.
    assert set(dealt) == set(deck[:35])
    assert len(deck) == len(set(deck)) == 52
    assert set(deck) == {rank + suit for rank in "AKQJT98765432" for suit in "shdc"}


@proves(BE, "2.1")
def test_2_1_no_card_comes_twice_and_there_is_no_joker() -> None:
    t = Table.open(BE, dealing="manual")
    t.bet(ann=(1, MAIN), bob=(2, MAIN))
    t.do("deal", cards=["Ah"])

    assert t.refused("deal", cards=["Ah"]) == ("card-already-out", ("2.1",))
    for joker in ("Jo", "joker", "*", "Xs"):
        with pytest.raises(Fault, match="is not a card"):
            t.do("deal", cards=[joker])
    t.do("deal", cards=["Ad"])


@proves(BE, "2.2")
def test_2_2_a_table_opens_with_a_layout_of_the_appendices_and_no_other() -> None:
    for layout in ("A", "B", "C"):
        assert Table.open(BE, layout=layout).view()["layout"] == layout
    for layout in ("D", "a", ""):
        code, clauses = refused_table(layout=layout)
        assert code == "bad-configuration"
        assert "2.2" in clauses


@pytest.mark.parametrize(
    "layout",
    [pytest.param(layout, marks=proves(BE, f"Appendix {layout}")) for layout in ("A", "B", "C")],
)
def test_appendix_a_layout_has_1_to_6_positions(layout: str) -> None:
    for boxes in range(1, 7):
        assert Table.open(BE, layout=layout, boxes=boxes).view()["boxes"] == boxes
    for boxes in (0, 7):
        assert refused_table(layout=layout, boxes=boxes)[0] == "bad-configuration"


@proves(BE, "2.2.1")
def test_2_2_1_the_layout_has_areas_for_five_wagers_and_no_others() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, EVERY_BET))
    for area in ("ante", "bet", "bonus", "flop"):
        assert refused_bet(t, 1, area, "25")[0] == "no-such-bet"

    assert bets_of(t) == {
        "main": "25.00",
        "tie": "10.00",
        "suits": "15.00",
        "bullseye": "20.00",
        "progressive": "5.00",
    }


@proves(BE, "2.2.2")
def test_2_2_2_every_position_has_its_own_five_areas() -> None:
    t = Table.open(BE, boxes=6)
    for box in range(1, 7):
        bets = {"main": f"{box}0", "tie": f"{box}1", "suits": f"{box}2", "bullseye": f"{box}3"}
        t.lay(**{f"{'abcdef'[box - 1]}x": (box, bets | {"progressive": "5"})})
    for box in (0, 7, -1):
        assert refused_bet(t, box, "main", "25") == ("no-such-box", ("2.2",))
    t.do("close-betting")

    areas = [box["bets"] for box in t.view()["round"]["boxes"]]
    for bet, last in (("main", "0"), ("tie", "1"), ("suits", "2"), ("bullseye", "3")):
        assert [bets[bet] for bets in areas] == [f"{box}{last}.00" for box in range(1, 7)]
    assert [bets["progressive"] for bets in areas] == ["5.00"] * 6


# ── 3.1, 3.2 and 1.1.11: the round and its betting window ─────────────────────────────────────────────────────────


@proves(BE, "3.1")
def test_3_1_wagers_are_taken_from_the_dealers_call_onward() -> None:
    t = Table.open(BE)
    announced = t.steps()[0]

    assert (announced.label, announced.do) == ("Announce: Place your bets, please", "open-betting")
    assert announced.clauses == ("3.1",)
    assert refused_bet(t, 1, "main", "25") == ("betting-not-open", ("3.1",))
    assert t.refused("open-betting", by="player:ann")[0] == "not-allowed"
    assert refused_bet(t, 1, "main", "25", by=DEALER, player="ann") == ("betting-not-open", ("3.1",))
    t.do("open-betting")
    t.do("place-bet", by="player:ann", box=1, bet="main", amount="25")
    assert bets_of(t) == {"main": "25.00"}


@proves(BE, "3.2", "5.5")
@pytest.mark.parametrize("dealing", METHODS)
def test_3_2_no_wager_is_taken_or_increased_after_the_dealers_call(dealing: str) -> None:
    t = Table.open(BE, dealing=dealing)
    t.lay(ann=(1, MAIN))
    announced = t.steps()[0]
    assert (announced.label, announced.do, announced.clauses) == (
        "Announce: No more bets",
        "close-betting",
        ("3.2",),
    )
    assert t.refused("close-betting", by="player:ann")[0] == "not-allowed"
    t.lay(ann=(1, {"main": "5"}))
    t.do("close-betting")

    def assert_too_late(box: int, bet: str, amount: str, by: str, player: str | None = None) -> None:
        code, clauses = refused_bet(t, box, bet, amount, by, player)
        assert code == "no-more-bets"
        assert {"3.2", "5.5"} <= set(clauses)

    for phase in ("closed", "deciding"):
        assert t.phase == phase
        for bet, amount in (("main", "5"), *SIDE_BETS):
            assert_too_late(1, bet, amount, "player:ann")
        assert_too_late(2, "main", "25", "player:bob")
        assert_too_late(2, "main", "25", SUPERVISOR, "bob")
        t.deal_all()
    assert [box["bets"] for box in t.view()["round"]["boxes"]] == [{"main": "30.00"}]


@proves(BE, "3.2", "5.6")
def test_5_6_no_wager_is_withdrawn_after_the_dealers_call() -> None:
    t = Table.open(BE)
    t.cards({1: THREE_POINTS, "dealer": SIX_POINTS})
    t.lay(ann=(1, EVERY_BET))
    t.do("withdraw-bet", by="player:ann", box=1, bet="progressive")
    t.do("close-betting")
    for bet in ("main", "tie", "suits", "bullseye"):
        assert t.refused("withdraw-bet", by="player:ann", box=1, bet=bet)[0] == "no-more-bets"

    # A wager that somebody has taken off the layout all the same is won or lost with the round.
    t.do("report", incident="late-withdrawal", box=1, bet="main", amount="25")
    t.deal_all()
    t.choose(1, "set-hand")
    t.settle()
    assert t.result("main") == LOST


@proves(BE, "1.1.11")
def test_1_1_11_a_round_runs_from_the_call_until_wagers_are_collected_and_paid() -> None:
    t = Table.open(BE)
    t.cards({1: NINE_POINTS, 2: THREE_POINTS, "dealer": SIX_POINTS})
    assert t.view()["round"] is None
    t.do("open-betting")
    assert t.view()["round"]["id"] == "t1-1"
    t.bet(ann=(1, MAIN), bob=(2, MAIN))
    t.deal_all()
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    for phase in ("dealing", "revealed"):
        assert t.phase == phase
        assert t.refused("open-betting")[0] == "round-in-progress"
        assert t.refused("conclude")[0] == "not-now"
        t.deal_all()
    t.do("settle")
    assert t.refused("open-betting")[0] == "round-in-progress"
    assert t.state.chips == {"ann": -25_00, "bob": -25_00}
    t.do("conclude")

    # Nine points win 1 to 1, three points lose.
    assert t.state.chips == {"ann": 25_00, "bob": -25_00}
    assert t.view()["round"] is None
    t.do("open-betting")
    assert t.view()["round"]["id"] == "t1-2"


# ── 3.5: the main wager ───────────────────────────────────────────────────────────────────────────────────────────


@proves(BE, "3.5")
def test_3_5_only_positions_with_a_main_wager_take_part() -> None:
    t = Table.open(BE)
    t.lay()
    assert t.refused("close-betting") == ("nothing-bet", ("3.5",))
    t.lay(ann=(1, MAIN), bob=(2, EVERY_BET), cat=(3, MAIN))
    t.do("withdraw-bet", by="player:bob", box=2, bet="main")
    t.do("close-betting")
    t.deal_all()

    assert tuple(t.round.boxes) == (1, 3)
    assert "2" not in t.deals
    assert t.state.chips["bob"] == 0
    assert t.refused("set-hand", by="player:bob", box=2)[0] == "no-such-box"


@proves(BE, "3.5")
def test_3_5_a_wager_lies_within_the_limits_that_the_table_shows() -> None:
    t = Table.open(BE, limits={"main": ("10", "1000"), "tie": ("5", "50")})
    for viewer in (None, "player:ann", DEALER):
        assert t.view(viewer)["limits"] == {
            "main": {"min": "10.00", "max": "1000.00"},
            "tie": {"min": "5.00", "max": "50.00"},
        }
    t.lay()
    assert refused_bet(t, 1, "main", "1000.01") == ("over-maximum", ("3.5",))
    t.lay(ann=(1, {"main": "999.99", "tie": "50"}), bob=(2, {"main": "10", "tie": "4.99"}))
    assert refused_bet(t, 1, "main", "0.02") == ("over-maximum", ("3.5",))
    assert refused_bet(t, 1, "tie", "0.01") == ("over-maximum", ("3.5",))
    assert t.refused("close-betting") == ("under-minimum", ("3.5",))
    t.lay(ann=(1, {"main": "0.01"}), bob=(2, {"tie": "0.01"}))
    t.do("close-betting")

    assert [box["bets"] for box in t.view()["round"]["boxes"]] == [
        {"main": "1000.00", "tie": "50.00"},
        {"main": "10.00", "tie": "5.00"},
    ]


@proves(BE, "3.5")
@pytest.mark.parametrize(
    "limits", [{}, {"main": {}}, {"main": {"min": "10"}}, {"tie": {"min": "1", "max": "2"}}], ids=str
)
def test_3_5_a_table_without_limits_to_show_does_not_open(limits: dict[str, dict[str, str]]) -> None:
    assert refused_table(limits=limits)[0] == "bad-configuration"


@proves(BE, "3.5")
def test_3_5_several_players_make_one_wager_and_share_what_it_comes_to() -> None:
    t = Table.open(BE)
    t.cards({1: NINE_POINTS, "dealer": SIX_POINTS})
    t.bet(
        ann=(1, {"main": "25", "bullseye": "1"}),
        bob=(1, {"main": "10", "bullseye": "2", "suits": "4"}),
        cat=(1, {"main": "5", "tie": "3"}),
    )
    assert t.box_view(1)["player"] == "ann"
    assert bets_of(t) == {
        "main": "40.00",
        "bullseye": "3.00",
        "suits": "4.00",
        "tie": "3.00",
    }
    t.deal_all()
    # The seated player looks and sets the hand.
    for player in ("player:bob", "player:cat"):
        assert t.refused("examine", by=player, box=1)[0] == "someone-elses-box"
        assert t.refused("set-hand", by=player, box=1)[0] == "someone-elses-box"
    t.choose(1, "examine")
    assert t.box_view(1, "player:bob")["cards"] == HIDDEN
    t.choose(1, "set-hand")
    t.settle()
    assert t.result("main") == ("win", 40_00, 40_00)
    assert t.result("bullseye") == ("win", 3_00, 30_00)
    assert t.result("suits") == ("win", 4_00, 4_00)
    t.do("conclude")

    # Main 1 to 1 and Bullseye 10 to 1 by their chips; Suits is bob's, the tie that is lost is cat's.
    assert t.state.chips == {"ann": 35_00, "bob": 34_00, "cat": 2_00}


@proves(BE, "3.5")
def test_3_5_odd_cents_of_a_shared_wager_are_the_seated_players() -> None:
    t = Table.open(BE)
    t.cards({1: THREE_POINTS, "dealer": SIX_POINTS})
    t.bet(ann=(1, {"main": "400"}), bob=(1, {"main": "300"}), cat=(1, {"main": "300"}))
    # 1,100.00 are found there, of which the maximum of 1,000.00 plays and 100.00 go back.
    t.do("report", incident="over-maximum-bet", box=1, bet="main", amount="1100")
    t.deal_all()
    t.choose(1, "set-hand")
    t.settle()
    assert t.result("main") == ("lose", 100_00, 0)
    t.do("conclude")

    # 3/11 of 100.00 is 27.27 and a fraction, twice; 45.46 are left for ann, who laid 500.00.
    assert t.state.chips == {"ann": -454_54, "bob": -272_73, "cat": -272_73}
    assert t.state.house == 1000_00


@proves(BE, "3.5")
def test_3_5_the_limits_are_for_the_whole_of_a_shared_wager() -> None:
    t = Table.open(BE, limits={"main": ("10", "100")})
    t.lay(ann=(1, {"main": "6"}))
    assert t.refused("close-betting") == ("under-minimum", ("3.5",))
    t.lay(bob=(1, {"main": "60"}))
    assert refused_bet(t, 1, "main", "34.01", by="player:cat") == ("over-maximum", ("3.5",))
    t.lay(cat=(1, {"main": "34"}))
    t.do("close-betting")
    assert bets_of(t) == {"main": "100.00"}


# ── 3.5.1 and 1.1.2: several hands, one look ──────────────────────────────────────────────────────────────────────


@proves(BE, "3.5.1")
def test_3_5_1_players_are_told_before_the_round_that_they_may_view_one_hand() -> None:
    t = Table.open(BE)
    assert t.view()["round"] is None
    for viewer in (None, "player:ann", DEALER):
        assert "one hand only" in t.view(viewer)["one_hand_notice"]
    t.lay(ann=(1, MAIN), bob=(2, MAIN))
    assert t.happened(OneHandTold) == []

    # Whoever takes a second position is told again, once, before any card is dealt.
    t.lay(ann=(3, MAIN))
    assert t.happened(OneHandTold) == [OneHandTold("ann")]
    t.lay(ann=(4, MAIN), bob=(2, {"main": "5"}))
    assert t.happened(OneHandTold) == [OneHandTold("ann")]


@proves(BE, "3.5.1", "1.1.2")
@pytest.mark.parametrize("dealing", METHODS)
def test_3_5_1_a_player_with_several_hands_views_one_only(dealing: str) -> None:
    t = Table.open(BE, dealing=dealing)
    t.cards({2: NINE_POINTS})
    t.bet(ann=(1, MAIN), ann2=(2, MAIN), ann3=(3, MAIN), bob=(4, MAIN))
    t.deal_all()
    t.choose(2, "examine")

    for box in (1, 3):
        assert t.refused("examine", by="player:ann", box=box) == ("second-look", ("3.5.1",))
        assert t.refused("examine", by=DEALER, box=box, player="ann") == ("second-look", ("3.5.1",))
    assert [t.box_view(box, "player:ann")["cards"] for box in (1, 2, 3)] == [
        HIDDEN,
        NINE_POINTS.split(),
        HIDDEN,
    ]
    for viewer in (None, "player:bob", DEALER, SHIFT_MANAGER):
        assert t.box_view(2, viewer)["cards"] == HIDDEN
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    assert t.refused("examine", by="player:ann", box=3) == ("second-look", ("3.5.1",))
    t.choose(4, "examine")


@proves(BE, "1.1.2")
def test_1_1_2_a_hand_played_blind_is_set_by_the_house_way_and_not_by_the_player() -> None:
    t = Table.open(BE)
    t.cards({1: KINGS_OR_FIVES, 2: "9c 9d Qc 8c 2c", "dealer": SIX_POINTS.replace("Qc", "Qh")})
    t.bet(ann=(1, MAIN), ann2=(2, MAIN))
    t.deal_all()
    t.choose(2, "examine")
    # Whoever could name cards of a hand would have seen it.
    assert t.refused("set-hand", by="player:ann", box=1, three=["Ks", "Kh", "Th"]) == (
        "bad-setting",
        ("3.10.1", "3.10.2"),
    )
    t.choose(1, "set-hand")
    assert t.box_view(1, "player:ann")["cards"] == HIDDEN
    t.choose(2, "set-hand")
    settlement = t.settle()

    assert [box["hand"] for box in settlement["boxes"]] == ["pair-k", "pair-9"]


# ── 3.5.2 and 3.5.3: one wager an area, one position a player ─────────────────────────────────────────────────────


@proves(BE, "3.5.2")
def test_3_5_2_an_area_takes_a_single_wager() -> None:
    t = Table.open(BE)
    t.cards({1: NINE_POINTS, "dealer": SIX_POINTS})
    t.lay(ann=(1, EVERY_BET))
    assert refused_bet(t, 1, "progressive", "5")[0] == "wrong-progressive-amount"
    # More chips, from whomever, are part of the one wager of their area.
    more = {"main": "5", "tie": "1", "suits": "1", "bullseye": "1"}
    t.lay(ann=(1, more), bob=(1, more))
    t.do("close-betting")
    t.deal_all()
    t.choose(1, "set-hand")
    settlement = t.settle()

    lines = [(line["bet"], line["stake"]) for line in settlement["boxes"][0]["lines"]]
    assert lines == [
        ("main", "35.00"),
        ("tie", "12.00"),
        ("suits", "17.00"),
        ("bullseye", "22.00"),
        ("progressive", "5.00"),
    ]


@proves(BE, "3.5.3")
def test_3_5_3_a_pit_manager_may_hold_a_player_to_one_position() -> None:
    t = Table.open(BE)
    for post in (DEALER, SUPERVISOR):
        assert t.refused("hold-to-one-position", by=post, player="ann") == ("not-allowed", ("3.5.3",))
    assert t.refused("hold-to-one-position", by="player:bob", player="ann")[0] == "not-allowed"
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.lay(ann=(1, MAIN), bob=(2, MAIN), bob2=(3, MAIN))

    held = ("one-position-only", ("3.5.3",))
    assert refused_bet(t, 4, "main", "25") == held
    assert refused_bet(t, 2, "main", "25") == held
    assert refused_bet(t, 2, "tie", "10") == held
    assert refused_bet(t, 4, "main", "25", by=DEALER, player="ann") == held
    t.lay(ann=(1, {"main": "5", "tie": "10"}))
    # Which position it is stays the player's choice.
    t.do("withdraw-bet", by="player:ann", box=1, bet="main")
    t.lay(ann=(4, MAIN))
    assert [box["player"] for box in t.view()["round"]["boxes"]] == ["bob", "bob", "ann"]


@proves(BE, "3.5.3")
def test_3_5_3_chips_on_a_shared_position_are_a_position_too() -> None:
    t = Table.open(BE)
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.lay(bob=(2, MAIN), cat=(3, MAIN), ann=(2, {"tie": "10"}))

    held = ("one-position-only", ("3.5.3",))
    assert refused_bet(t, 3, "tie", "10") == held
    assert refused_bet(t, 1, "main", "25") == held
    t.lay(ann=(2, {"suits": "5"}))
    assert bets_of(t, 2) == {"main": "25.00", "tie": "10.00", "suits": "5.00"}


# ── 3.6: wagers beside the main one ───────────────────────────────────────────────────────────────────────────────


@proves(BE, "3.6")
@pytest.mark.parametrize(("bet", "amount"), SIDE_BETS)
def test_3_6_no_other_wager_comes_before_the_main_one_or_outlasts_it(bet: str, amount: str) -> None:
    t = Table.open(BE)
    t.lay(bob=(2, MAIN))
    assert refused_bet(t, 1, bet, amount) == ("needs-opening-wager", ("3.5", "3.6"))
    t.lay(ann=(1, {"main": "25", bet: amount}))
    t.do("withdraw-bet", by="player:ann", box=1, bet="main")

    assert [box["box"] for box in t.view()["round"]["boxes"]] == [2]
    assert t.state.chips["ann"] == 0


@proves(BE, "3.6")
def test_3_6_any_mix_of_the_other_wagers_may_be_placed() -> None:
    t = Table.open(BE, boxes=6)
    mixes = ((), ("tie",), ("suits", "bullseye"), ("progressive",), ("tie", "progressive"))
    amounts = dict(SIDE_BETS)
    for box, mix in enumerate(mixes, 1):
        t.lay(**{f"{'abcde'[box - 1]}x": (box, MAIN | {bet: amounts[bet] for bet in mix})})
    t.do("close-betting")

    assert [set(box["bets"]) for box in t.view()["round"]["boxes"]] == [{"main", *mix} for mix in mixes]


@proves(BE, "1.1.3", "1.1.12", "1.1.13", "1.1.10")
def test_1_1_3_the_other_wagers_are_optional_and_come_before_the_cards() -> None:
    t = Table.open(BE)
    t.cards({1: NINE_POINTS, 2: OTHER_ROYAL, "dealer": "Kd Qd Jd 4h 2s"})
    t.lay(ann=(1, EVERY_BET), bob=(2, MAIN))
    for bet in ("tie", "suits"):
        t.do("withdraw-bet", by="player:ann", box=1, bet=bet)
    t.do("close-betting")
    t.deal()
    for bet, amount in SIDE_BETS:
        assert refused_bet(t, 2, bet, amount)[0] == "no-more-bets"
    t.deal_all()
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    settlement = t.settle()

    lines = [[line["bet"] for line in box["lines"]] for box in settlement["boxes"]]
    assert lines == [["main", "bullseye", "progressive"], ["main"]]
    # Three pictures pay 10 to 1; bob's royal flush has no part in the jackpot.
    assert t.result("bullseye", 1) == ("win", 20_00, 200_00)
    assert settlement["jackpot"]["awards"] == []


@proves(BE, "3.6.1", "3.6.4")
def test_3_6_4_only_the_seated_player_makes_the_progressive_wager_of_a_position() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, MAIN), bob=(1, {"main": "25"}), cat=(2, MAIN))

    theirs = ("someone-elses-box", ("3.6.4",))
    for player in ("bob", "cat", "dan"):
        assert refused_bet(t, 1, "progressive", "5", by=f"player:{player}") == theirs
        assert refused_bet(t, 1, "progressive", "5", by=DEALER, player=player) == theirs
    assert refused_bet(t, 1, "progressive", "5", by="player:bob", player="ann")[0] == "not-allowed"
    assert bets_of(t) == {"main": "50.00"}
    t.lay(ann=(1, {"progressive": "5"}))
    assert bets_of(t) == {"main": "50.00", "progressive": "5.00"}


@proves(BE, "3.6.1")
def test_3_6_1_the_jackpot_is_the_seated_players_alone_to_win() -> None:
    t = Table.open(BE)
    # Four fives with a jack: 400 for 1. No three of them make 10, 20 or 30 (15, or 20 with the jack: they do).
    t.cards({1: "5s 5h 5d 5c Jc", "dealer": "Ad Ah Td 8d 2d"})
    t.bet(ann=(1, WITH_PROGRESSIVE), bob=(1, {"main": "25"}))
    t.deal_all()
    t.choose(1, "set-hand")
    t.settle()
    t.do("conclude")

    # Fives lose to the dealer's aces. Ann gets 400 x 5 whole: 2,000 - 25 - 5.
    assert t.state.chips == {"ann": 1970_00, "bob": -25_00}


@proves(BE, "3.6.2")
def test_3_6_2_a_progressive_wager_lives_on_a_viewed_hand_and_on_a_blind_one() -> None:
    t = Table.open(BE)
    t.cards({1: "9h 7h 6h 4h 2h", 2: "Jc Jd Js 3c 3d", "dealer": "Ad Ac Td 8d 2d"})
    t.bet(ann=(1, WITH_PROGRESSIVE), ann2=(2, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(2, "examine")
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    t.settle()

    # A flush pays 40 for 1, a full house 80 for 1.
    assert t.round.boxes[1].examined is False
    assert t.result("progressive", 1) == ("win", 0, 200_00)
    assert t.result("progressive", 2) == ("win", 0, 400_00)


@proves(BE, "3.6.3")
def test_3_6_3_a_progressive_wager_is_made_through_the_wagering_system_or_not_at_all() -> None:
    # A table that has none takes no progressive wager.
    plain = Table.open(BE, progressive=None)
    plain.lay(ann=(1, MAIN))
    assert refused_bet(plain, 1, "progressive", "5")[0] == "no-progressive"

    # The system takes its one amount; chips that lie about otherwise never become a wager.
    t = Table.open(BE, progressive="5")
    t.cards({1: ROYAL, 2: OTHER_ROYAL, "dealer": "Kd Qd Jd 4h 2s"})
    t.lay(ann=(1, MAIN), bob=(2, MAIN))
    for amount in ("4.99", "5.01", "10"):
        assert refused_bet(t, 1, "progressive", amount)[0] == "wrong-progressive-amount"
    t.lay(ann=(1, {"progressive": "5"}))
    t.do("close-betting")
    found = t.refused("report", incident="over-maximum-bet", box=2, bet="progressive", amount="5")
    assert found[0] == "no-such-bet"
    t.deal_all()
    for box in (1, 2):
        t.choose(box, "set-hand")
    settlement = t.settle()

    registered = [(bet.box, bet.amount) for bet in t.happened(BetPlaced) if bet.bet == "progressive"]
    assert registered == [(1, 5_00)]
    # Of the two royal flushes one is in the jackpot, and gets all of it.
    assert [(award["box"], award["amount"]) for award in settlement["jackpot"]["awards"]] == [
        (1, "250000.00")
    ]


# ── 3.7: placing for a player ─────────────────────────────────────────────────────────────────────────────────────


@proves(BE, "3.7")
@pytest.mark.parametrize("post", [DEALER, SUPERVISOR, PIT_MANAGER])
def test_3_7_dealer_supervisor_and_pit_manager_place_wagers_for_a_player_who_asks(post: str) -> None:
    t = Table.open(BE)
    t.lay()
    assert refused_bet(t, 1, "main", "25", by=post)[0] == "not-allowed"
    for bet, amount in EVERY_BET.items():
        t.do("place-bet", by=post, box=1, bet=bet, amount=amount, player="ann")

    placed = [(bet.player, bet.by.name) for bet in t.happened(BetPlaced)]
    assert placed == [("ann", post.partition(":")[2])] * 5
    assert t.state.chips == {"ann": -75_00}
    # The hand is the player's.
    t.do("close-betting")
    t.deal_all()
    t.do("examine", by="player:ann", box=1)
    t.do("set-hand", by="player:ann", box=1)


@proves(BE, "3.7")
def test_3_7_that_a_wager_was_placed_right_is_the_players_affair() -> None:
    t = Table.open(BE)
    # Ann wanted the tie; she did not see to it.
    t.cards({1: SIX_POINTS, "dealer": "Ks Qh Js 4d 2c"})
    t.lay(ann=(1, MAIN))
    t.do("place-bet", box=1, bet="suits", amount="10", player="ann")
    t.do("close-betting")

    assert t.refused("withdraw-bet", by="player:ann", box=1, bet="suits")[0] == "no-more-bets"
    assert refused_bet(t, 1, "tie", "10")[0] == "no-more-bets"
    t.deal_all()
    t.choose(1, "set-hand")
    t.settle()
    # The tie would have paid; Suits has two of a suit and loses.
    assert t.result("suits") == LOST
    assert t.result("main") == ("push", 25_00, 0)


@proves(BE, "3.7")
def test_3_7_a_player_places_no_wagers_for_another() -> None:
    t = Table.open(BE)
    t.lay()

    assert refused_bet(t, 1, "main", "25", by="player:bob", player="ann")[0] == "not-allowed"


# ── 3.8 and 3.9: the deal ─────────────────────────────────────────────────────────────────────────────────────────


@proves(BE, "3.8")
def test_3_8_a_table_with_an_automated_device_follows_one_method_throughout() -> None:
    for dealing in ("automated", "method-d", "Method A", ""):
        assert refused_table(dealing=dealing)[0] == "bad-configuration"
    for dealing, first in (("method-a", "1"), ("method-b", "1"), ("method-c", "dealer")):
        t = Table.open(BE, dealing=dealing)
        orders = []
        for _ in range(2):
            t.bet(ann=(1, MAIN))
            t.deal_all()
            t.choose(1, "set-hand")
            t.settle()
            orders.append(t.deals)
            t.do("conclude")
        assert t.view()["dealing"] == dealing
        assert orders[0] == orders[1]
        assert orders[0][0] == first


def step_labels(t: Table) -> list[tuple[str, tuple[str, ...]]]:
    """Deals until players decide or all is turned over; what the dealer was told to do, with its clauses."""
    labels = []
    while t.phase in ("closed", "dealing"):
        step = t.steps()[0]
        labels.append((step.label, step.clauses))
        assert t.refused("deal", to="4", cards=["2c", "3c", "4c", "5c", "7c"]) == (
            "wrong-place",
            ("3.8", "3.9"),
        )
        t.deal()
    return labels


@proves(BE, "3.8.1.1", "3.8")
def test_3_8_1_1_method_a_deals_sets_clockwise_and_the_dealer_last() -> None:
    t = Table.open(BE, dealing="method-a")
    t.bet(cat=(5, MAIN), ann=(1, MAIN), bob=(3, MAIN))

    assert step_labels(t) == [
        ("Deal 5 cards to box 1", ("3.8.1.1",)),
        ("Deal 5 cards to box 3", ("3.8.1.1",)),
        ("Deal 5 cards to box 5", ("3.8.1.1",)),
        ("Deal 5 cards to the dealer", ("3.8.1.1",)),
    ]
    assert t.phase == "deciding"
    assert t.deals == ["1"] * 5 + ["3"] * 5 + ["5"] * 5 + ["dealer"] * 5


@proves(BE, "3.8.2.1", "3.8")
def test_3_8_2_1_method_b_deals_to_the_dealer_when_every_player_has_decided() -> None:
    t = Table.open(BE, dealing="method-b")
    t.bet(cat=(5, MAIN), ann=(1, MAIN))

    assert step_labels(t) == [
        ("Deal 5 cards to box 1", ("3.8.2.1",)),
        ("Deal 5 cards to box 5", ("3.8.2.1",)),
    ]
    assert t.phase == "deciding"
    assert t.view()["round"]["dealer"] == []
    t.choose(1, "set-hand")
    assert t.refused("deal", cards=SIX_POINTS.split())[0] == "not-now"
    t.choose(5, "set-hand")
    assert t.phase == "dealing"
    assert step_labels(t) == [
        ("Deal 5 cards to the dealer", ("3.8.2.1",)),
        ("Turn over the dealer's cards", ("3.8.2.1",)),
    ]
    assert t.deals == ["1"] * 5 + ["5"] * 5 + ["dealer"] * 5
    order = [type(event) for event in t.this_round if isinstance(event, CardsDealt | DecisionsEnded)]
    assert order == [CardsDealt, CardsDealt, DecisionsEnded, CardsDealt]


@proves(BE, "3.8.3.1", "3.8")
def test_3_8_3_1_method_c_deals_to_the_dealer_first_on_top_of_a_security_card() -> None:
    t = Table.open(BE, dealing="method-c")
    t.bet(cat=(5, MAIN), ann=(1, MAIN))

    assert step_labels(t) == [
        ("Deal 5 cards to the dealer, on top of a security card", ("3.8.3.1",)),
        ("Deal 5 cards to box 1", ("3.8.3.1",)),
        ("Deal 5 cards to box 5", ("3.8.3.1",)),
    ]
    assert t.phase == "deciding"
    assert t.deals == ["dealer"] * 5 + ["1"] * 5 + ["5"] * 5
    # The security card is none of the dealer's five.
    assert t.view()["round"]["dealer"] == HIDDEN


@proves(BE, "3.8.3.1")
@pytest.mark.parametrize("dealing", ["method-a", "method-b", "manual"])
def test_3_8_3_1_no_other_way_of_dealing_has_a_security_card(dealing: str) -> None:
    t = Table.open(BE, dealing=dealing)
    t.bet(ann=(1, MAIN))
    labels = []
    while t.phase != "revealed":
        if t.phase == "deciding":
            t.choose(1, "set-hand")
        labels.append(t.steps()[0].label)
        t.deal()

    assert not any("security" in label for label in labels)


@proves(BE, "3.9")
def test_3_9_the_manual_device_deals_single_cards_round_the_table_to_five_each() -> None:
    t = Table.open(BE, dealing="manual")
    t.bet(bob=(3, MAIN), ann=(1, MAIN))
    assert t.steps()[0].clauses == ("3.9",)
    labels = [label for label, _ in step_labels(t)]

    assert labels[:4] == [
        "Deal card 1 of 5 to box 1",
        "Deal card 1 of 5 to box 3",
        "Deal card 1 of 5 to the dealer",
        "Deal card 2 of 5 to box 1",
    ]
    assert labels[-1] == "Deal card 5 of 5 to the dealer"
    assert t.deals == ["1", "3", "dealer"] * 5
    assert t.phase == "deciding"


@pytest.mark.parametrize(
    "dealing",
    [
        pytest.param("method-a", marks=proves(BE, "3.8.1.1")),
        pytest.param("method-b", marks=proves(BE, "3.8.2.1")),
        pytest.param("method-c", marks=proves(BE, "3.8.3.1")),
        pytest.param("manual", marks=proves(BE, "3.9")),
    ],
)
def test_3_8_and_3_9_all_cards_lie_face_down_and_none_is_burnt(dealing: str) -> None:
    t = ready(dealing)
    for viewer in (None, "player:ann", DEALER, SHIFT_MANAGER):
        round = t.view(viewer)["round"]
        assert set(round["dealer"]) <= {"??"}
        assert round["boxes"][0]["cards"] == HIDDEN
    t.choose(1, "set-hand")
    while t.steps()[0].label != "Turn over the dealer's cards":
        t.deal()
    assert t.view(DEALER)["round"]["dealer"] == HIDDEN
    t.deal()

    assert "??" not in t.view()["round"]["dealer"]
    assert t.happened(CardBurnt) == []
    assert t.view()["round"]["burnt"] == 0


# ── 3.10, 3.12 and 3.13: setting the hands ────────────────────────────────────────────────────────────────────────


@proves(BE, "3.10")
@pytest.mark.parametrize("dealing", METHODS)
def test_3_10_hands_are_set_after_all_five_cards_and_a_look_at_them(dealing: str) -> None:
    t = Table.open(BE, dealing=dealing)
    t.cards({1: KINGS_OR_FIVES})
    t.bet(ann=(1, MAIN))
    while t.phase != "deciding":
        assert t.refused("set-hand", by="player:ann", box=1)[0] == "not-now"
        assert t.refused("examine", by="player:ann", box=1)[0] == "not-now"
        t.deal()
    assert t.may("player:ann") == [("examine", 1), ("set-hand", 1)]
    fives = ["Ks", "Kh", "Th"]
    assert t.refused("set-hand", by="player:ann", box=1, three=fives)[0] == "bad-setting"
    t.choose(1, "examine")
    t.choose(1, "set-hand", three=fives)

    assert [event.box for event in t.happened(HandSet)] == [1]
    # There is nothing else to decide in this game.
    for command in ("fold", "check"):
        assert t.refused(command, by="player:ann", box=1)[0] == "not-now"
    assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "not-now"


@proves(BE, "3.10")
def test_3_10_there_is_no_folding_and_no_raising() -> None:
    t = ready()
    t.choose(1, "examine")

    assert t.refused("fold", by="player:ann", box=1)[0] == "not-now"
    assert t.refused("check", by="player:ann", box=1)[0] == "not-now"
    assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "not-now"
    assert t.may("player:ann") == [("set-hand", 1)]


@proves(BE, "3.10.1", "3.10.2")
def test_3_10_1_a_players_own_setting_counts_though_another_leaves_more() -> None:
    t = Table.open(BE)
    t.cards({1: KINGS_OR_FIVES, 2: "Kc Kd Tc 5h 5d", "dealer": "Qs Qd 2c 8h Td"})
    t.bet(ann=(1, MAIN), bob=(2, MAIN))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(2, "examine")
    for three in (["Ks", "Kh"], ["Ks", "Kh", "Th", "5c"], ["Ks", "Kh", "Ks"], ["Ks", "Kh", "Kc"]):
        found = t.refused("set-hand", by="player:ann", box=1, three=three)
        assert found == ("bad-setting", ("3.10.1", "3.10.2"))
    t.choose(1, "set-hand", three=["Ks", "Kh", "Th"])
    t.choose(2, "set-hand", three=["Tc", "5h", "5d"])
    settlement = t.settle()

    # Fives lose to the dealer's queens, which kings would have beaten.
    assert [box["hand"] for box in settlement["boxes"]] == ["pair-5", "pair-k"]
    assert t.result("main", 1) == LOST
    assert t.result("main", 2) == ("win", 25_00, 75_00)


@proves(BE, "3.12", "1.1.5")
def test_3_12_a_setting_that_misses_10_20_or_30_is_replaced_by_the_house_way() -> None:
    t = Table.open(BE)
    t.cards({1: KINGS_OR_FIVES, "dealer": "Qs Qd 2c 8h Td"})
    t.bet(ann=(1, MAIN))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "set-hand", three=["Ks", "Kh", "5c"])
    settlement = t.settle()

    assert settlement["boxes"][0]["hand"] == "pair-k"
    assert t.result("main") == ("win", 25_00, 75_00)
    assert "3.12" in t.line("main")["clauses"]


@proves(BE, "1.1.5")
def test_1_1_5_the_dealer_sets_a_hand_by_the_house_way_for_a_player_who_asks() -> None:
    t = Table.open(BE)
    t.cards({1: KINGS_OR_FIVES, "dealer": "Qs Qd 2c 8h Td"})
    t.bet(ann=(1, MAIN))
    t.deal_all()
    t.choose(1, "examine")
    t.do("set-hand", by=DEALER, box=1, player="ann")

    assert t.settle()["boxes"][0]["hand"] == "pair-k"


@proves(BE, "3.13")
def test_3_13_a_hand_that_is_set_lies_face_down_and_is_not_touched_again() -> None:
    t = Table.open(BE)
    t.cards({1: KINGS_OR_FIVES})
    t.bet(ann=(1, MAIN), ann2=(2, MAIN), bob=(3, MAIN))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "set-hand", three=["Ks", "Kh", "Th"])

    done = ("already-decided", ("3.13",))
    assert t.refused("set-hand", by="player:ann", box=1, three=["Th", "5c", "5s"]) == done
    assert t.refused("set-hand", by="player:ann", box=1) == done
    assert t.refused("set-hand", by=DEALER, box=1, player="ann") == done
    assert t.refused("examine", by="player:ann", box=1)[0] == "second-look"
    for viewer in (None, "player:bob", DEALER):
        assert t.box_view(1, viewer)["cards"] == HIDDEN
        assert t.box_view(1, viewer)["three"] == ["??"] * 3


@proves(BE, "3.13")
def test_3_13_a_hand_that_was_set_unseen_is_not_looked_at_afterwards() -> None:
    t = ready(ann=(1, MAIN), bob=(2, MAIN))
    t.choose(1, "set-hand")

    assert t.refused("examine", by="player:ann", box=1) == ("already-decided", ("3.13",))
    assert t.may("player:ann") == []
    assert t.box_view(1, "player:ann")["cards"] == HIDDEN


@proves(BE, "3.13")
@pytest.mark.parametrize("dealing", METHODS)
def test_3_13_the_dealer_turns_up_his_cards_when_all_have_set_theirs(dealing: str) -> None:
    t = Table.open(BE, dealing=dealing)
    # Ten and fives make 20 and leave the kings: that is how the house must set, and it beats a pair of queens.
    t.cards({1: "Qs Qd 2c 8h Td", 2: NINE_POINTS.replace("Ks", "Kc").replace("5c", "5d")})
    t.cards({"dealer": KINGS_OR_FIVES})
    t.bet(ann=(1, MAIN), bob=(2, MAIN))
    t.deal_all()
    t.choose(1, "set-hand")
    assert t.refused("deal")[0] == "not-now"
    assert set(t.view(DEALER)["round"]["dealer"]) <= {"??"}
    t.choose(2, "set-hand")
    t.deal_all()
    assert t.view()["round"]["dealer"] == KINGS_OR_FIVES.split()
    settlement = t.settle()

    assert settlement["dealer"] == {"hand": "pair-k", "qualifies": True}
    assert t.result("main", 1) == LOST
    assert t.result("main", 2) == LOST


@proves(BE, "3.10.4", "3.14.1", "3.14.2")
def test_3_14_a_dealer_without_a_3_card_hand_at_a_live_table() -> None:
    t = Table.open(BE)
    t.cards({1: NINE_POINTS, 2: "Qs 2c 4d 5s 7h", "dealer": NO_THREE})
    t.bet(ann=(1, {"main": "25", "tie": "10"}), bob=(2, {"main": "25", "tie": "10"}))
    t.deal_all()
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    settlement = t.settle()

    assert settlement["dealer"] == {"hand": "none", "qualifies": False}
    assert t.result("main", 1) == ("push", 25_00, 0)
    assert t.result("tie", 1) == LOST
    assert t.result("main", 2) == LOST
    assert t.result("tie", 2) == ("win", 10_00, 80_00)


@proves(BE, "3.17")
def test_3_17_a_hand_that_is_not_shown_loses_and_a_supervisors_look_changes_nothing() -> None:
    t = Table.open(BE)
    t.cards({1: ROYAL, "dealer": "Kd Qd Jd 4h 2s"})
    t.bet(ann=(1, EVERY_BET))
    t.deal_all()
    assert t.refused("decline-to-show", by="player:ann", box=1)[0] == "not-now"
    t.choose(1, "examine")
    t.choose(1, "set-hand", three=["Ks", "Qs", "Js"])
    t.deal_all()
    t.choose(1, "decline-to-show")
    assert t.box_view(1)["cards"] == HIDDEN

    assert t.refused("establish-hand", by=DEALER, box=1, bets=["progressive"])[0] == "not-allowed"
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=["progressive"])
    assert t.box_view(1, SUPERVISOR)["cards"] == ROYAL.split()
    settlement = t.settle()
    for viewer in (None, "player:bob", DEALER):
        assert t.box_view(1, viewer)["cards"] == HIDDEN
    assert settlement["boxes"][0]["hand"] is None
    assert [t.result(bet) for bet in EVERY_BET] == [LOST] * 5
    assert "3.17" in t.line("main")["clauses"]
    assert settlement["jackpot"]["awards"] == []
    assert t.refused("decline-to-show", by="player:ann", box=1)[0] == "not-now"


@proves(BE, "3.20", "3.20.1")
def test_3_20_1_two_royal_flushes_at_the_table_share_the_jackpot_and_a_reset() -> None:
    t = Table.open(BE)
    t.cards({1: ROYAL, 2: OTHER_ROYAL, "dealer": NO_THREE})
    t.bet(ann=(1, WITH_PROGRESSIVE), bob=(2, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    t.settle()
    t.do("conclude")

    # (250,000 + 100,000) / 2 each, less the progressive wager; main pushes against a dealer without a hand.
    assert t.state.chips == {"ann": 174_995_00, "bob": 174_995_00}


# ── 6.2: posts ────────────────────────────────────────────────────────────────────────────────────────────────────


@proves(BE, "6.2")
@pytest.mark.parametrize("post", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER])
def test_6_2_whoever_holds_a_higher_post_may_do_the_dealers_work(post: str) -> None:
    t = Table.open(BE)
    t.do("open-betting", by=post)
    t.do("place-bet", by=post, box=1, bet="main", amount="25", player="ann")
    t.do("close-betting", by=post)
    t.do("deal", by=post, cards=NINE_POINTS.split())
    t.do("deal", by=post, cards=SIX_POINTS.split())
    t.do("set-hand", by=post, box=1, player="ann")
    t.do("deal", by=post)
    t.do("settle", by=post)
    t.do("conclude", by=post)

    assert t.state.chips == {"ann": 25_00}


@proves(BE, "6.2", "3.5.3")
def test_6_2_a_shift_manager_may_use_a_pit_managers_power() -> None:
    t = Table.open(BE)
    t.do("hold-to-one-position", by=SHIFT_MANAGER, player="ann")
    t.lay(ann=(1, MAIN))

    assert refused_bet(t, 2, "main", "25") == ("one-position-only", ("3.5.3",))


@proves(BE, "6.2")
def test_6_2_nobody_fills_a_post_above_the_own() -> None:
    t = ready(ann=(1, MAIN), ann2=(2, MAIN))
    for command in ("open-betting", "close-betting", "deal", "settle", "conclude", "close-options"):
        assert t.refused(command, by="player:ann")[0] == "not-allowed"
    for post in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.refused("stop-player", by=post, player="ann") == ("not-allowed", ("5.10.3",))
