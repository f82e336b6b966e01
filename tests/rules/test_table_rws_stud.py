"""What the two RWS stud documents say of dealing and deciding, proved on live tables.

They share their numbering; what hold'em says alike stands in test_table_rws.py. Amounts that are
placed are dollars, amounts that are paid are cents.
"""

import pytest

from pitboss.table.events import CardBurnt, CardsDealt, Raised
from tests.support import CS, MS, proves
from tests.tables import DEALER, SHIFT_MANAGER, Table, ready

ANTE = {"ante": "25"}
WITH_PROGRESSIVE = {"ante": "25", "progressive": "5"}
HIDDEN = ["??"] * 5

LOST = ("lose", 0, 0)

QUALIFIES, NO_HAND = "As Kd 9h 5s 3d", "Qd Td 9h 5s 3d"
"""A-K-9-5-3 and Q-T-9-5-3: the first dealer has a hand, the second does not qualify."""

ROYAL, OTHER_ROYAL = "Ah Kh Qh Jh Th", "Ac Kc Qc Jc Tc"
FOUR, FLUSH, STRAIGHT = "7c 7h 7d 7s Jh", "Kh Jh 8h 5h 2h", "5c 4d 3c 2d Ad"
TWO_PAIRS, PAIR = "7s 7h 4c 4h Jd", "Tc Th Kc 6h 3s"
NOTHING = "Ts 8d 6c 4s 2c"
"""It loses to a dealer who qualifies and is on no jackpot table. The hands share no card with
either dealer.
"""


def in_both(*numbers: str) -> pytest.MarkDecorator:
    """Runs a test for both documents and marks the clauses in each."""
    return pytest.mark.parametrize(
        "book", [pytest.param(book, marks=proves(book, *numbers)) for book in (MS, CS)]
    )


# ── 2.1.1.b: the coin spot ────────────────────────────────────────────────────────────────────────


@in_both("2.1.1.b")
def test_2_1_1_b_the_progressive_wager_is_for_the_players_hand_and_never_the_dealers(
    book: str,
) -> None:
    t = Table.open(book)
    t.cards({1: NOTHING, "dealer": ROYAL})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(1, "raise", "50")
    settlement = t.settle()

    assert t.result("progressive") == LOST
    assert settlement["dealer"]["hand"] == "royal-flush"
    assert settlement["jackpot"]["awards"] == []


# ── 3.7: blind hands, exact bets ──────────────────────────────────────────────────────────────────


@in_both("3.7")
def test_3_7_a_hand_that_was_not_examined_may_bet_blind(book: str) -> None:
    t = Table.open(book)
    t.cards({1: FLUSH, 2: NOTHING, 3: STRAIGHT, "dealer": QUALIFIES})
    t.bet(ann=(1, {"ante": "25"}), ann2=(2, {"ante": "40"}), ann3=(3, {"ante": "10"}))
    t.deal_all()
    t.choose(2, "examine")
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    assert t.box_view(1, "player:ann")["cards"] == HIDDEN
    t.choose(3, "raise", "20")
    t.settle()

    # A flush pays 5 to 1, a straight 4 to 1.
    assert t.result("bet", 1) == ("win", 50_00, 250_00)
    assert t.result("ante", 2) == LOST
    assert t.result("bet", 3) == ("win", 20_00, 80_00)


@in_both("1.3", "3.7", "3.12.2")
@pytest.mark.parametrize("look", [True, False], ids=["examined", "blind"])
def test_3_7_a_bet_is_exactly_twice_the_ante_of_its_box(book: str, look: bool) -> None:
    t = ready(book, ann=(1, {"ante": "25"}), ann2=(2, {"ante": "12.37"}))
    if look:
        t.choose(1, "examine")

    for amount in ("49.99", "50.01", "25", "100", "24.74"):
        assert t.refused("raise", by="player:ann", box=1, amount=amount) == (
            "wrong-raise",
            ("3.7", "3.12.2"),
        )
    t.choose(1, "raise", "50")
    assert t.refused("raise", by="player:ann", box=2, amount="50") == (
        "wrong-raise",
        ("3.7", "3.12.2"),
    )
    t.choose(2, "raise", "24.74")

    bets = {event.box: (event.bet, event.amount) for event in t.happened(Raised)}
    assert bets == {1: ("bet", 50_00), 2: ("bet", 24_74)}
    assert t.box_view(1)["bets"] == {"ante": "25.00", "bet": "50.00"}
    # 25.00 + 50.00 + 12.37 + 24.74.
    assert t.state.chips["ann"] == -112_11


# ── 3.10 and 3.11: the deal ───────────────────────────────────────────────────────────────────────

IN_TURN = ["2", "4", "5", "dealer"]


@in_both("3.10")
def test_3_10_a_shoe_deals_single_cards_clockwise_after_a_burn(book: str) -> None:
    t = Table.open(book, dealing="shoe")
    # The order in which players bet does not matter.
    t.bet(eve=(5, ANTE), bob=(2, ANTE), dan=(4, ANTE))
    t.cards({2: ROYAL, 4: NOTHING, 5: OTHER_ROYAL, "dealer": QUALIFIES})
    t.deal_all()

    assert t.deals == ["burn", *IN_TURN * 5]
    assert [len(event.cards) for event in t.happened(CardsDealt)] == [1] * 20
    # Each card lies on the one before.
    assert [t.held(place) for place in (2, 4, 5, "dealer")] == [
        ROYAL,
        NOTHING,
        OTHER_ROYAL,
        QUALIFIES,
    ]


@in_both("3.10")
def test_3_10_all_cards_lie_face_down_but_the_dealers_last(book: str) -> None:
    t = Table.open(book, dealing="shoe")
    t.bet(ann=(1, ANTE))
    t.cards({1: ROYAL, "dealer": QUALIFIES})
    seen = []
    while t.phase != "deciding":
        t.deal()
        shown = t.view("player:ann")["round"]
        seen.append((shown["dealer"], shown["boxes"][0]["cards"]))

    for dealer, box in seen[:-1]:
        assert set(dealer + box) <= {"??"}
    assert seen[-1] == (["??", "??", "??", "??", "3d"], HIDDEN)
    assert t.view(SHIFT_MANAGER)["round"]["dealer"] == ["??", "??", "??", "??", "3d"]


@in_both("3.10", "3.11")
@pytest.mark.parametrize(("dealing", "clause"), [("shoe", "3.10"), ("shuffler", "3.11")])
def test_3_10_cards_go_where_the_order_says_and_when(book: str, dealing: str, clause: str) -> None:
    t = Table.open(book, dealing=dealing)
    t.lay(ann=(1, ANTE), bob=(2, ANTE))
    assert t.refused("deal")[0] == "not-now"
    t.do("close-betting")
    assert t.refused("deal", by="player:ann")[0] == "not-allowed"

    if dealing == "shoe":
        for place in ("1", "2", "dealer"):
            assert t.refused("deal", to=place) == ("wrong-place", ("3.10", "3.11"))
        t.do("deal", to="burn")
    for place in ("burn", "2", "dealer"):
        assert t.refused("deal", to=place) == ("wrong-place", ("3.10", "3.11"))
    assert t.steps()[0].clauses == (clause,)
    t.deal()
    for place in ("burn", "1", "dealer"):
        assert t.refused("deal", to=place) == ("wrong-place", ("3.10", "3.11"))


@in_both("1.4")
def test_1_4_the_burn_is_the_top_card_and_goes_before_any_other(book: str) -> None:
    t = Table.open(book, dealing="shoe", cards="virtual")
    t.bet(ann=(1, ANTE))
    t.deal_all()
    t.choose(1, "fold")
    t.settle()
    first = t.this_round.index(t.happened(CardBurnt)[0])
    assert first < t.this_round.index(t.happened(CardsDealt)[0])
    assert len(t.happened(CardBurnt)) == 1
    hand, dealer = t.held(1).split(), t.held("dealer").split()
    t.do("conclude")

    # With one box the deck's second, fourth, sixth … cards are the player's, those between are the
    # dealer's.
    deck = t.view()["published"]["deck"]
    assert hand == deck[1:11:2]
    assert dealer == deck[2:11:2]
    assert deck[0] not in hand + dealer


@in_both("1.4")
def test_1_4_a_burnt_card_is_not_shown_and_does_not_come_back(book: str) -> None:
    t = Table.open(book, dealing="shoe")
    t.bet(ann=(1, ANTE))
    assert t.steps()[0].label == "Burn one card"
    t.do("deal", cards=["As"])

    assert t.view(DEALER)["round"]["burnt"] == 1
    assert "As" not in str(t.view(DEALER))
    assert t.refused("deal", cards=["As"]) == ("card-already-out", ("2.2.1",))


@in_both("3.11", "3.11.1")
def test_3_11_1_a_shuffler_deals_sets_of_five_clockwise_and_the_dealers_last(book: str) -> None:
    t = Table.open(book, dealing="shuffler")
    t.bet(eve=(5, ANTE), bob=(2, ANTE), dan=(4, ANTE))
    t.cards({2: ROYAL, 4: NOTHING, 5: OTHER_ROYAL, "dealer": QUALIFIES})
    t.deal_all()

    dealt = [(event.place, len(event.cards)) for event in t.happened(CardsDealt)]
    assert dealt == [("2", 5), ("4", 5), ("5", 5), ("dealer", 5)]
    assert t.happened(CardBurnt) == []
    assert [t.held(place) for place in (2, 4, 5, "dealer")] == [
        ROYAL,
        NOTHING,
        OTHER_ROYAL,
        QUALIFIES,
    ]


@in_both("3.11.1")
def test_3_11_1_a_shuffler_gives_no_part_of_a_set(book: str) -> None:
    t = Table.open(book, dealing="shuffler")
    t.bet(ann=(1, ANTE))

    assert t.refused("deal", cards=["As"])[0] == "cards-needed"
    assert t.refused("deal", cards=["As", "Ks", "Qs", "Js", "Ts", "9s"])[0] == "cards-needed"


@in_both("3.11.2")
def test_3_11_2_one_card_of_the_dealers_set_is_turned_up_over_four(book: str) -> None:
    t = Table.open(book, dealing="shuffler")
    t.bet(ann=(1, ANTE))
    t.cards({1: ROYAL, "dealer": QUALIFIES})
    t.deal_all()

    for viewer in (None, "player:ann", DEALER):
        assert t.view(viewer)["round"]["dealer"] == ["??", "??", "??", "??", "3d"]
        assert t.box_view(1, viewer)["cards"] == HIDDEN


@in_both("5.16")
@pytest.mark.parametrize("which", [1, 2, 3, 4])
def test_5_16_a_dealers_card_shown_by_accident_is_the_face_up_card(book: str, which: int) -> None:
    t = Table.open(book, dealing="shoe")
    t.bet(ann=(1, ANTE))
    t.cards({1: ROYAL, "dealer": QUALIFIES})
    while len(t.round.dealer) < which:
        t.deal()
    t.do("report", incident="cards-exposed", facts={"count": 1, "dealers_card": True})
    t.deal_all()

    expected = ["??"] * 5
    expected[which - 1] = QUALIFIES.split()[which - 1]
    assert t.view()["round"]["dealer"] == expected
    t.choose(1, "raise", "50")
    t.deal_all()
    assert t.view()["round"]["dealer"] == QUALIFIES.split()


# ── 3.12: fold or BET ─────────────────────────────────────────────────────────────────────────────


@in_both("3.12")
def test_3_12_a_player_may_fold_or_bet_and_nothing_else(book: str) -> None:
    t = ready(book, ann=(1, ANTE))
    assert t.may("player:ann") == [("examine", 1), ("raise", 1), ("fold", 1)]
    t.choose(1, "examine")

    assert t.may("player:ann") == [("raise", 1), ("fold", 1)]
    assert [step.label for step in t.steps("player:ann")] == ["BET 50.00 on box 1", "Fold box 1"]
    for other in ("check", "set-hand"):
        assert t.refused(other, by="player:ann", box=1)[0] == "not-now"
    # The dealer does not go on without an answer.
    assert t.refused("deal")[0] == "not-now"
    assert t.refused("settle")[0] == "not-now"


@in_both("3.12")
def test_3_12_nobody_decides_before_the_cards_are_dealt(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, ANTE))
    for ready_for in ("close-betting", "deal"):
        assert t.refused("fold", by="player:ann", box=1)[0] == "not-now"
        assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "not-now"
        assert t.refused("examine", by="player:ann", box=1)[0] == "not-now"
        t.do(ready_for)


@in_both("3.12")
@pytest.mark.parametrize("first", ["fold", "raise"])
def test_3_12_a_decision_is_made_once_and_in_turn(book: str, first: str) -> None:
    t = ready(book, ann=(2, ANTE), bob=(4, ANTE))

    assert t.refused("fold", by="player:bob", box=4) == ("out-of-turn", ("3.12",))
    t.choose(2, first, "50" if first == "raise" else None)
    assert t.refused("fold", by="player:ann", box=2)[0] == "already-decided"
    assert t.refused("raise", by="player:ann", box=2, amount="50")[0] == "already-decided"
    t.choose(4, "fold")


@proves(MS, "3.12.1", "4.4")
def test_3_12_1_multilink_a_folded_hand_loses_its_ante_and_is_paid_on_the_jackpot() -> None:
    t = Table.open(MS)
    t.cards({1: FLUSH, 2: NOTHING, 3: STRAIGHT, "dealer": QUALIFIES})
    t.bet(ann=(1, WITH_PROGRESSIVE), bob=(2, WITH_PROGRESSIVE), cat=(3, ANTE))
    t.deal_all()
    for box in (1, 2, 3):
        t.choose(box, "fold")
    t.settle()

    assert [t.result("ante", box) for box in (1, 2, 3)] == [LOST, LOST, LOST]
    # A flush is paid 40 for 1.
    assert t.result("progressive", 1) == ("win", 0, 200_00)
    assert t.result("progressive", 2) == LOST
    assert t.box_view(1)["cards"] == FLUSH.split()
    # A folded hand without a progressive wager stays face down.
    assert t.box_view(3)["cards"] == HIDDEN
    t.do("conclude")
    # 200.00 less ante and progressive wager.
    assert t.state.chips == {"ann": 170_00, "bob": -30_00, "cat": -25_00}


@proves(CS, "3.12.1")
def test_3_12_1_casino_stud_a_folded_hand_loses_its_ante_and_its_progressive_wager() -> None:
    t = Table.open(CS)
    t.cards({1: ROYAL, "dealer": NO_HAND})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "fold")
    settlement = t.settle()

    assert t.result("ante") == LOST
    assert t.result("progressive") == LOST
    assert settlement["jackpot"]["awards"] == []
    assert t.box_view(1)["cards"] == HIDDEN
    t.do("conclude")
    assert t.state.chips == {"ann": -30_00}


@in_both("3.12.2")
def test_3_12_2_a_player_who_bets_stays_in(book: str) -> None:
    t = Table.open(book)
    t.cards({1: PAIR, 2: TWO_PAIRS, "dealer": QUALIFIES})
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    t.settle()

    assert t.result("ante", 1) == ("win", 25_00, 25_00)
    assert t.result("bet", 1) == ("win", 50_00, 50_00)
    assert t.result("ante", 2) == LOST
    t.do("conclude")
    assert t.state.chips == {"ann": 75_00, "bob": -25_00}
    assert t.state.house == -50_00


@in_both("3.13")
def test_3_13_the_dealer_reveals_the_other_four_cards_after_the_decisions(book: str) -> None:
    t = Table.open(book)
    t.cards({1: FLUSH, "dealer": NO_HAND})
    t.bet(ann=(1, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    assert t.steps()[0].label == "Turn over the dealer's cards"
    assert t.view()["round"]["dealer"] == ["??", "??", "??", "??", "3d"]
    t.deal()

    assert t.view()["round"]["dealer"] == NO_HAND.split()
    # The player may still decline to show the hand.
    assert t.view()["round"]["boxes"][0]["cards"] == ["??"] * 5
    t.settle()
    assert t.view()["round"]["boxes"][0]["cards"] == FLUSH.split()
    assert t.result("ante") == ("win", 25_00, 25_00)
    assert t.result("bet") == ("push", 50_00, 0)


# ── 4.4, 4.5: jackpot winners ─────────────────────────────────────────────────────────────────────


@in_both("4.4")
@pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND], ids=["qualifies", "does-not-qualify"])
def test_4_4_a_hand_that_wins_on_the_jackpot_lies_face_up(book: str, dealer: str) -> None:
    t = Table.open(book)
    t.cards({2: FOUR, "dealer": dealer})
    t.bet(ann=(2, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(2, "raise", "50")
    assert t.box_view(2)["cards"] == HIDDEN
    t.settle()

    for viewer in (None, "player:bob", DEALER):
        assert t.box_view(2, viewer)["cards"] == FOUR.split()
    assert t.result("progressive", 2)[0] == "win"


@in_both("4.5", "4.5.1")
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_4_5_1_several_winners_are_paid_in_the_order_of_the_deal(book: str, dealing: str) -> None:
    t = Table.open(book, dealing=dealing)
    # Box 5 bets first; box 2 is dealt first.
    t.lay(eve=(5, WITH_PROGRESSIVE))
    t.lay(bob=(2, WITH_PROGRESSIVE))
    t.do("close-betting")
    t.cards({5: ROYAL, 2: OTHER_ROYAL, "dealer": NO_HAND})
    t.deal_all()
    t.choose(2, "raise", "50")
    t.choose(5, "raise", "50")
    awards = t.settle()["jackpot"]["awards"]

    # The jackpot displayed, and then what it starts again from.
    assert [(award["box"], award["amount"]) for award in awards] == [
        (2, "250000.00"),
        (5, "100000.00"),
    ]


# ── 5.5, 5.6: players who leave ───────────────────────────────────────────────────────────────────


@in_both("5.5", "5.6")
def test_5_6_a_player_who_leaves_after_the_bet_is_settled_and_one_who_has_not_decided_folds(
    book: str,
) -> None:
    t = Table.open(book)
    t.cards({1: FLUSH, 2: STRAIGHT, "dealer": QUALIFIES})
    t.bet(ann=(1, ANTE), bob=(2, ANTE), cat=(3, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.do("report", incident="player-absent", box=1)
    t.do("report", incident="player-absent", box=2)
    t.choose(3, "fold")
    t.settle()

    # A flush pays 5 to 1.
    assert t.result("bet", 1) == ("win", 50_00, 250_00)
    assert t.result("ante", 2) == LOST
