"""Megalink Bullseye, version 4 (MBS): what its document alone says of the table, proved on live
tables.

Amounts that are placed are dollars, amounts that are paid are cents.
"""

import pytest

from pitboss.table.events import CardBurnt, CardsDealt, DecisionsEnded, HandSet
from tests.support import BE, proves
from tests.tables import DEALER, SHIFT_MANAGER, Table, ready

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


# ── 3.5: the main wager ───────────────────────────────────────────────────────────────────────────


@proves(BE, "3.5")
def test_3_5_several_players_make_one_wager_and_share_what_it_comes_to() -> None:
    t = Table.open(BE)
    t.cards({1: NINE_POINTS, "dealer": SIX_POINTS})
    t.bet(
        ann=(1, {"main": "25", "bullseye": "1"}),
        bob=(1, {"main": "10", "bullseye": "2", "suits": "4"}),
        cat=(1, {"main": "5", "tie": "3"}),
    )
    assert t.box_view(1, "dealer")["player"] == "ann"
    assert t.bets_on(1) == {
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

    # Main 1 to 1 and Bullseye 10 to 1 by their chips; Suits is bob's, the tie that is lost is
    # cat's.
    assert t.state.chips == {"ann": 35_00, "bob": 34_00, "cat": 2_00}


# ── 3.5.1 and 1.1.2: several hands, one look ──────────────────────────────────────────────────────


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


# ── 3.6: wagers beside the main one ───────────────────────────────────────────────────────────────


@proves(BE, "3.6")
def test_3_6_any_mix_of_the_other_wagers_may_be_placed() -> None:
    t = Table.open(BE, boxes=6)
    mixes = ((), ("tie",), ("suits", "bullseye"), ("progressive",), ("tie", "progressive"))
    amounts = dict(SIDE_BETS)
    for box, mix in enumerate(mixes, 1):
        t.lay(**{f"{'abcde'[box - 1]}x": (box, MAIN | {bet: amounts[bet] for bet in mix})})
    t.do("close-betting")

    assert [set(box["bets"]) for box in t.view()["round"]["boxes"]] == [
        {"main", *mix} for mix in mixes
    ]


# ── 3.8 and 3.9: the deal ─────────────────────────────────────────────────────────────────────────


@proves(BE, "3.8")
def test_3_8_a_table_with_an_automated_device_follows_one_method_throughout() -> None:
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
    """Deals until players decide or all is turned over; what the dealer was told to do, with its
    clauses.
    """
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
    order = [
        type(event) for event in t.this_round if isinstance(event, CardsDealt | DecisionsEnded)
    ]
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
    t = ready(BE, dealing, ann=(1, MAIN))
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


# ── 3.10, 3.12 and 3.13: setting the hands ────────────────────────────────────────────────────────


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
    t = ready(BE, ann=(1, MAIN))
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
    t = ready(BE, ann=(1, MAIN), bob=(2, MAIN))
    t.choose(1, "set-hand")

    assert t.refused("examine", by="player:ann", box=1) == ("already-decided", ("3.13",))
    assert t.may("player:ann") == []
    assert t.box_view(1, "player:ann")["cards"] == HIDDEN


@proves(BE, "3.13")
@pytest.mark.parametrize("dealing", METHODS)
def test_3_13_the_dealer_turns_up_his_cards_when_all_have_set_theirs(dealing: str) -> None:
    t = Table.open(BE, dealing=dealing)
    # Ten and fives make 20 and leave the kings: that is how the house must set, and it beats a pair
    # of queens.
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
