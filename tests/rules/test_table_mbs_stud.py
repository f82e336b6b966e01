"""Megalink Singapore Stud Poker, version 6 (MBS): what its document alone says of the table, proved
on live tables.

Amounts that are placed are dollars, amounts that are paid are cents.
"""

import pytest

from pitboss.table.events import CardBurnt, Raised
from tests.support import SS, proves
from tests.tables import DEALER, SHIFT_MANAGER, Table, ready

ANTE = {"ante": "25"}
WITH_PROGRESSIVE = {"ante": "25", "progressive": "5"}
HIDDEN = ["??"] * 5
LOST = ("lose", 0, 0)

# The first dealer has a hand, the second has none; the other hands share no card with them or with
# each other.
ACE_KING = "As Kd 8c 5d 3s"
NO_HAND = "As Qd 8c 5d 3s"
ROYAL, OTHER_ROYAL = "Ah Kh Qh Jh Th", "Ac Kc Qc Jc Tc"
FLUSH = "9h 7h 6h 4h 2h"
NINES = "9c 9d 7s 4c 2c"
NOTHING = "Ts 8d 6s 4d 2s"


# ── 3.4: the ante ─────────────────────────────────────────────────────────────────────────────────


@proves(SS, "3.4")
def test_3_4_several_players_make_one_wager_and_share_what_it_comes_to() -> None:
    t = Table.open(SS)
    t.cards({1: FLUSH, 2: NOTHING, "dealer": ACE_KING})
    t.bet(ann=(1, ANTE), bob=(1, {"ante": "10"}), cat=(1, {"ante": "5"}), dan=(2, ANTE))
    assert t.box_view(1, "dealer")["player"] == "ann"
    assert t.bets_on(1) == {"ante": "40.00"}
    t.deal_all()

    # The seated player looks, decides and makes the Bet, which is twice the whole ante.
    for player in ("player:bob", "player:cat"):
        assert t.refused("examine", by=player, box=1)[0] == "someone-elses-box"
        assert t.refused("fold", by=player, box=1)[0] == "someone-elses-box"
        assert t.refused("raise", by=player, box=1, amount="80")[0] == "someone-elses-box"
    t.choose(1, "examine")
    assert t.box_view(1, "player:bob")["cards"] == HIDDEN
    for amount in ("50", "20", "30"):
        assert t.refused("raise", by="player:ann", box=1, amount=amount) == (
            "wrong-raise",
            ("3.9.2",),
        )
    t.choose(1, "raise", "80")
    t.choose(2, "fold")
    t.settle()
    t.do("conclude")

    # The ante wins 40.00, by its chips 25, 10 and 5; the Bet wins 5 x 80.00 with a flush.
    assert t.state.chips == {"ann": 425_00, "bob": 10_00, "cat": 5_00, "dan": -25_00}


# ── 3.4.1 and 1.1.3: several hands, one look ──────────────────────────────────────────────────────


@proves(SS, "1.1.3")
def test_1_1_3_unseen_hands_are_bet_on_or_folded_blind() -> None:
    t = Table.open(SS)
    t.cards({1: FLUSH, 2: NINES, 3: NOTHING, "dealer": ACE_KING})
    t.bet(ann=(1, ANTE), ann2=(2, {"ante": "40"}), ann3=(3, {"ante": "10"}))
    t.deal_all()
    t.choose(2, "examine")
    t.choose(1, "raise", "50")
    t.choose(2, "raise", "80")
    t.choose(3, "fold")
    assert [t.box_view(box, "player:ann")["cards"] for box in (1, 3)] == [HIDDEN, HIDDEN]
    t.settle()

    # A flush pays 5 to 1 although nobody had seen it, a pair 1 to 1.
    assert t.result("bet", 1) == ("win", 50_00, 250_00)
    assert t.result("bet", 2) == ("win", 80_00, 80_00)
    assert t.result("ante", 3) == LOST


# ── 3.4.2 and 3.4.3: one wager an area, one position a player ─────────────────────────────────────


@proves(SS, "3.4.2")
def test_3_4_2_a_position_makes_its_bet_once() -> None:
    t = ready(SS, ann=(1, ANTE), bob=(2, ANTE))
    t.choose(1, "raise", "50")

    for amount in ("50", "100"):
        assert t.refused("raise", by="player:ann", box=1, amount=amount)[0] == "already-decided"
    assert t.bets_on(1) == {"ante": "25.00", "bet": "50.00"}


# ── 3.7 and 3.8: the deal ─────────────────────────────────────────────────────────────────────────


@proves(SS, "3.7")
def test_3_7_the_automated_device_deals_five_at_once_clockwise_and_the_dealer_last() -> None:
    t = Table.open(SS, dealing="automated")
    t.bet(cat=(5, ANTE), ann=(1, ANTE), bob=(3, ANTE))
    labels = []
    while t.phase != "deciding":
        labels.append((t.steps()[0].label, t.steps()[0].clauses))
        assert t.refused("deal", to="4", cards=["2c", "3c", "4c", "5c", "7c"]) == (
            "wrong-place",
            ("3.7", "3.8"),
        )
        t.deal()

    assert labels == [
        ("Deal 5 cards to box 1", ("3.7",)),
        ("Deal 5 cards to box 3", ("3.7",)),
        ("Deal 5 cards to box 5", ("3.7",)),
        ("Deal 5 cards to the dealer, the last face up", ("3.7",)),
    ]
    assert t.deals == ["1"] * 5 + ["3"] * 5 + ["5"] * 5 + ["dealer"] * 5
    assert t.happened(CardBurnt) == []


@proves(SS, "3.7")
def test_3_7_all_lies_face_down_but_the_dealers_last_card() -> None:
    t = Table.open(SS, dealing="automated")
    t.cards({1: NINES, "dealer": ACE_KING})
    t.bet(ann=(1, ANTE))
    t.deal_all()

    for viewer in (None, "player:ann", DEALER, SHIFT_MANAGER):
        round = t.view(viewer)["round"]
        assert round["dealer"] == ["??", "??", "??", "??", "3s"]
        assert round["boxes"][0]["cards"] == HIDDEN


@proves(SS, "3.8")
def test_3_8_all_lies_face_down_but_the_dealers_last_card() -> None:
    t = Table.open(SS, dealing="manual")
    t.cards({1: NINES, "dealer": ACE_KING})
    t.bet(ann=(1, ANTE))
    for _ in range(9):
        t.deal()
    assert t.view()["round"]["dealer"] == ["??"] * 4
    t.deal()

    for viewer in (None, "player:ann", DEALER):
        assert t.view(viewer)["round"]["dealer"] == ["??", "??", "??", "??", "3s"]
        assert t.box_view(1, viewer)["cards"] == HIDDEN


# ── 3.9: fold or Bet ──────────────────────────────────────────────────────────────────────────────


@proves(SS, "3.9")
def test_3_9_a_player_folds_or_bets_and_has_no_third_choice() -> None:
    t = ready(SS, ann=(1, ANTE))
    t.choose(1, "examine")
    assert t.may("player:ann") == [("raise", 1), ("fold", 1)]
    assert [step.label for step in t.steps("player:ann")] == ["Bet 50.00 on box 1", "Fold box 1"]

    assert t.refused("check", by="player:ann", box=1)[0] == "not-now"
    assert t.refused("set-hand", by="player:ann", box=1)[0] == "not-now"
    # The dealer's cards wait for the decision.
    assert t.refused("deal")[0] == "not-now"
    assert t.refused("settle")[0] == "not-now"
    t.choose(1, "fold")
    assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "not-now"


@proves(SS, "3.9")
def test_3_9_a_decision_comes_after_all_five_cards() -> None:
    t = Table.open(SS, dealing="manual")
    t.bet(ann=(1, ANTE))
    for _ in range(9):
        t.deal()
        assert t.refused("fold", by="player:ann", box=1)[0] == "not-now"
        assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "not-now"
        assert t.refused("examine", by="player:ann", box=1)[0] == "not-now"
    t.deal()
    t.choose(1, "examine")
    t.choose(1, "raise", "50")


@proves(SS, "3.9")
def test_3_9_players_decide_in_the_order_of_the_deal() -> None:
    t = ready(SS, ann=(1, ANTE), bob=(3, ANTE))

    assert t.refused("fold", by="player:bob", box=3) == ("out-of-turn", ("3.9",))
    t.choose(1, "fold")
    t.choose(3, "fold")
    assert t.phase == "dealing"


@proves(SS, "3.9.1")
@pytest.mark.parametrize("dealer", [ACE_KING, NO_HAND])
def test_3_9_1_a_folded_hand_loses_its_ante_and_keeps_its_jackpot(dealer: str) -> None:
    t = Table.open(SS)
    t.cards({1: FLUSH, 2: ROYAL, "dealer": dealer})
    t.bet(ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE))
    t.deal_all()
    t.choose(1, "fold")
    t.choose(2, "fold")
    t.settle()

    # The dealer turns up the folded hand that is in the jackpot, and no other.
    assert t.box_view(1)["cards"] == FLUSH.split()
    assert t.box_view(2)["cards"] == HIDDEN
    assert t.result("ante", 1) == LOST
    assert t.result("progressive", 1) == ("win", 0, 100_00)
    t.do("conclude")
    assert t.state.chips == {"ann": 70_00, "bob": -25_00}


@proves(SS, "3.9.2", "1.1.2")
@pytest.mark.parametrize("look", [True, False], ids=["viewed", "blind"])
def test_3_9_2_a_bet_is_exactly_twice_the_ante_of_its_position(look: bool) -> None:
    t = ready(SS, ann=(1, ANTE), ann2=(2, {"ante": "12.37"}))
    if look:
        t.choose(1, "examine")

    for amount in ("49.99", "50.01", "25", "100", "24.74"):
        assert t.refused("raise", by="player:ann", box=1, amount=amount) == (
            "wrong-raise",
            ("3.9.2",),
        )
    t.choose(1, "raise", "50")
    assert t.refused("raise", by="player:ann", box=2, amount="50") == ("wrong-raise", ("3.9.2",))
    t.choose(2, "raise", "24.74")
    assert [(bet.box, bet.bet, bet.amount) for bet in t.happened(Raised)] == [
        (1, "bet", 50_00),
        (2, "bet", 24_74),
    ]
    # 25.00 + 50.00 + 12.37 + 24.74.
    assert t.state.chips["ann"] == -112_11


@proves(SS, "3.9.2")
def test_3_9_2_under_the_bet_the_cards_lie_face_down() -> None:
    t = ready(SS, ann=(1, ANTE), bob=(2, ANTE))
    t.choose(1, "raise", "50")

    # A hand that was bet on blind is not lifted afterwards.
    assert t.refused("examine", by="player:ann", box=1)[0] == "already-decided"
    assert ("examine", 1) not in t.may("player:ann")
    for viewer in (None, "player:ann", "player:bob", DEALER):
        assert t.box_view(1, viewer)["cards"] == HIDDEN
    t.choose(2, "raise", "50")
    assert t.phase == "dealing"
    assert t.box_view(1)["cards"] == HIDDEN


# ── 3.10: the reveal ──────────────────────────────────────────────────────────────────────────────


@proves(SS, "3.10")
def test_3_10_the_dealer_turns_up_the_rest_when_all_have_decided() -> None:
    t = Table.open(SS)
    t.cards({1: NINES, 2: NOTHING, "dealer": ACE_KING})
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    assert t.refused("deal")[0] == "not-now"
    t.choose(2, "fold")
    assert t.view()["round"]["dealer"] == ["??", "??", "??", "??", "3s"]
    assert t.steps()[0].label == "Turn over the dealer's cards"
    t.do("deal")
    assert t.view()["round"]["dealer"] == ACE_KING.split()
    t.do("settle")

    assert t.box_view(1)["cards"] == NINES.split()
    # A folded hand without a progressive wager is nobody's business.
    assert t.box_view(2)["cards"] == HIDDEN


@proves(SS, "3.10.2.3")
def test_3_10_2_3_without_a_dealers_hand_jackpot_hands_are_turned_up_and_paid_unless_declined() -> (
    None
):
    t = Table.open(SS)
    t.cards({1: FLUSH, 2: NINES, 3: OTHER_ROYAL, "dealer": NO_HAND})
    t.bet(ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE), cat=(3, WITH_PROGRESSIVE))
    t.deal_all()
    for box in (1, 2, 3):
        t.choose(box, "raise", "50")
    t.deal_all()
    t.choose(3, "decline-to-show")
    settlement = t.settle()

    assert settlement["dealer"] == {"hand": "five-odd-cards", "qualifies": False}
    assert t.box_view(1)["cards"] == FLUSH.split()
    assert t.box_view(3)["cards"] == HIDDEN
    assert t.result("progressive", 1) == ("win", 0, 100_00)
    assert t.result("progressive", 3) == LOST
    t.do("conclude")
    # Antes win 25 each, Bets go back; ann has 100 - 5 of the jackpot besides, cat has lost hers.
    assert t.state.chips == {"ann": 120_00, "bob": 25_00, "cat": 20_00}
