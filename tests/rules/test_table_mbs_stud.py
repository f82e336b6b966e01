"""Megalink Singapore Stud Poker, version 6 (MBS): what its document says of the table itself, proved on live tables.

Amounts that are placed are dollars, amounts that are paid are cents.
"""

import pytest

from pitboss.games.faults import Fault
from pitboss.table.events import BetPlaced, CardBurnt, OneHandTold, Raised
from tests.support import SS, proves
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, setting

ANTE = {"ante": "25"}
WITH_PROGRESSIVE = {"ante": "25", "progressive": "5"}
HIDDEN = ["??"] * 5
LOST = ("lose", 0, 0)

# The first dealer has a hand, the second has none; the other hands share no card with them or with each other.
ACE_KING = "As Kd 8c 5d 3s"
NO_HAND = "As Qd 8c 5d 3s"
ROYAL, OTHER_ROYAL = "Ah Kh Qh Jh Th", "Ac Kc Qc Jc Tc"
FLUSH = "9h 7h 6h 4h 2h"
NINES = "9c 9d 7s 4c 2c"
NOTHING = "Ts 8d 6s 4d 2s"


def refused_bet(
    t: Table, box: int, bet: str, amount: str, by: str = "player:ann", player: str | None = None
) -> tuple[str, tuple[str, ...]]:
    return t.refused("place-bet", by=by, box=box, bet=bet, amount=amount, player=player)


def refused_table(**changes: object) -> tuple[str, tuple[str, ...]]:
    """What is said of a table that is to be opened with these settings."""
    return Table().refused("open-table", by=SUPERVISOR, **setting(SS, **changes))


def ready(dealing: str = "automated", **players: tuple[int, dict[str, str]]) -> Table:
    """A table at which players decide: ann alone on position 1 with an ante, unless told otherwise."""
    t = Table.open(SS, dealing=dealing)
    t.bet(**(players or {"ann": (1, ANTE)}))
    t.deal_all()
    return t


def bets_of(t: Table, box: int = 1) -> dict[str, str]:
    found: dict[str, str] = t.box_view(box)["bets"]
    return found


# ── 2 and the appendices: deck and layout ─────────────────────────────────────────────────────────────────────────


@proves(SS, "2.1")
@pytest.mark.parametrize("dealing", ["automated", "manual"])
def test_2_1_a_round_is_dealt_from_one_deck_of_52_different_cards(dealing: str) -> None:
    t = Table.open(SS, dealing=dealing, boxes=7, cards="virtual")
    t.bet(**{f"{name}x": (box, ANTE) for box, name in enumerate("abcdefg", 1)})
    t.deal_all()
    for box in range(1, 8):
        t.choose(box, "fold")
    t.settle()
    dealt = [card for place in (*range(1, 8), "dealer") for card in t.held(place).split()]
    t.do("conclude")
    deck = t.view()["published"]["deck"]

    assert len(dealt) == len(set(dealt)) == 40
    assert len(deck) == len(set(deck)) == 52
    assert set(deck) == {rank + suit for rank in "AKQJT98765432" for suit in "shdc"}
    assert set(dealt) <= set(deck)


@proves(SS, "2.1")
def test_2_1_no_card_comes_twice_and_there_is_no_joker() -> None:
    t = Table.open(SS, dealing="manual")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.do("deal", cards=["Ah"])

    assert t.refused("deal", cards=["Ah"]) == ("card-already-out", ("2.1",))
    for joker in ("Jo", "joker", "*", "Xs"):
        with pytest.raises(Fault, match="is not a card"):
            t.do("deal", cards=[joker])
    t.do("deal", cards=["Ad"])


@proves(SS, "2.2")
def test_2_2_a_table_opens_with_a_layout_of_the_appendices_and_no_other() -> None:
    for layout in ("A", "B", "C", "D"):
        assert Table.open(SS, layout=layout).view()["layout"] == layout
    for layout in ("E", "a", ""):
        code, clauses = refused_table(layout=layout)
        assert code == "bad-configuration"
        assert "2.2" in clauses


@pytest.mark.parametrize(
    ("layout", "least", "most"),
    [
        pytest.param("A", 5, 7, marks=proves(SS, "Appendix A")),
        pytest.param("B", 5, 7, marks=proves(SS, "Appendix B")),
        pytest.param("C", 4, 6, marks=proves(SS, "Appendix C")),
        pytest.param("D", 4, 6, marks=proves(SS, "Appendix D")),
    ],
)
def test_appendix_a_layout_has_as_many_positions_as_are_drawn(layout: str, least: int, most: int) -> None:
    for boxes in range(least, most + 1):
        assert Table.open(SS, layout=layout, boxes=boxes).view()["boxes"] == boxes
    for boxes in (least - 1, most + 1):
        assert refused_table(layout=layout, boxes=boxes)[0] == "bad-configuration"


@proves(SS, "2.2.1")
def test_2_2_1_the_layout_has_areas_for_ante_bet_and_progressive_and_no_others() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, WITH_PROGRESSIVE))
    for area in ("main", "tie", "bonus", "flop"):
        assert refused_bet(t, 1, area, "25")[0] == "no-such-bet"
    t.do("close-betting")
    t.deal_all()
    t.choose(1, "raise", "50")

    assert bets_of(t) == {"ante": "25.00", "progressive": "5.00", "bet": "50.00"}


@proves(SS, "2.2.2")
def test_2_2_2_every_position_has_its_own_three_areas() -> None:
    t = Table.open(SS, boxes=7)
    antes = ("10", "20", "30", "40", "50", "60", "70")
    for box, ante in enumerate(antes, 1):
        t.lay(**{f"{'abcdefg'[box - 1]}x": (box, {"ante": ante, "progressive": "5"})})
    for box in (0, 8, -1):
        assert refused_bet(t, box, "ante", "25") == ("no-such-box", ("2.2",))
    t.do("close-betting")
    t.deal_all()
    for box, bet in enumerate(("20", "40", "60", "80", "100", "120", "140"), 1):
        t.choose(box, "raise", bet)

    areas = [box["bets"] for box in t.view()["round"]["boxes"]]
    assert [bets["ante"] for bets in areas] == [f"{ante}.00" for ante in antes]
    assert [bets["bet"] for bets in areas] == [
        "20.00", "40.00", "60.00", "80.00", "100.00", "120.00", "140.00"
    ]  # fmt: skip
    assert [bets["progressive"] for bets in areas] == ["5.00"] * 7


# ── 3.1, 3.2 and 1.1.7: the round and its betting window ──────────────────────────────────────────────────────────


@proves(SS, "3.1")
def test_3_1_wagers_are_taken_from_the_dealers_call_onward() -> None:
    t = Table.open(SS)
    announced = t.steps()[0]

    assert (announced.label, announced.do) == ("Announce: Place your bets, please", "open-betting")
    assert announced.clauses == ("3.1",)
    assert refused_bet(t, 1, "ante", "25") == ("betting-not-open", ("3.1",))
    assert t.refused("open-betting", by="player:ann")[0] == "not-allowed"
    assert refused_bet(t, 1, "ante", "25", by=DEALER, player="ann") == ("betting-not-open", ("3.1",))
    t.do("open-betting")
    t.do("place-bet", by="player:ann", box=1, bet="ante", amount="25")
    assert bets_of(t) == {"ante": "25.00"}


@proves(SS, "3.2", "5.5")
def test_3_2_no_wager_is_taken_or_increased_after_the_dealers_call() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, ANTE))
    announced = t.steps()[0]
    assert (announced.label, announced.do, announced.clauses) == (
        "Announce: No more bets",
        "close-betting",
        ("3.2",),
    )
    assert t.refused("close-betting", by="player:ann")[0] == "not-allowed"
    t.lay(ann=(1, {"ante": "5"}), bob=(2, ANTE))
    t.do("close-betting")

    def assert_too_late(box: int, bet: str, amount: str, by: str, player: str | None = None) -> None:
        code, clauses = refused_bet(t, box, bet, amount, by, player)
        assert code == "no-more-bets"
        assert {"3.2", "5.5"} <= set(clauses)

    for phase in ("closed", "deciding"):
        assert t.phase == phase
        assert_too_late(1, "ante", "5", "player:ann")
        assert_too_late(1, "progressive", "5", "player:ann")
        assert_too_late(3, "ante", "25", "player:cat")
        assert_too_late(3, "ante", "25", SUPERVISOR, "cat")
        assert t.refused("close-betting")[0] == "no-more-bets"
        t.deal_all()
    assert [box["bets"] for box in t.view()["round"]["boxes"]] == [{"ante": "30.00"}, {"ante": "25.00"}]


@proves(SS, "3.2", "5.6")
def test_5_6_no_wager_is_withdrawn_after_the_dealers_call() -> None:
    t = Table.open(SS)
    t.cards({1: NOTHING, "dealer": ACE_KING})
    t.lay(ann=(1, WITH_PROGRESSIVE))
    t.do("withdraw-bet", by="player:ann", box=1, bet="progressive")
    t.do("close-betting")
    assert t.refused("withdraw-bet", by="player:ann", box=1, bet="ante")[0] == "no-more-bets"

    # A wager that somebody has taken off the layout all the same is won or lost with the round.
    t.do("report", incident="late-withdrawal", box=1, bet="ante", amount="25")
    t.deal_all()
    t.choose(1, "raise", "50")
    t.settle()
    assert t.result("ante") == LOST


@proves(SS, "1.1.7")
def test_1_1_7_a_round_runs_from_the_call_until_wagers_are_collected_and_paid() -> None:
    t = Table.open(SS)
    t.cards({1: NINES, 2: NOTHING, "dealer": ACE_KING})
    assert t.view()["round"] is None
    t.do("open-betting")
    assert t.view()["round"]["id"] == "t1-1"
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.choose(2, "raise", "50")
    for phase in ("dealing", "revealed"):
        assert t.phase == phase
        assert t.refused("open-betting")[0] == "round-in-progress"
        assert t.refused("conclude")[0] == "not-now"
        t.deal_all()
    t.do("settle")
    assert t.refused("open-betting")[0] == "round-in-progress"
    assert t.state.chips == {"ann": -75_00, "bob": -75_00}
    t.do("conclude")

    # Nines win the ante and, as a pair, the Bet at 1 to 1; the other player's 75 are collected.
    assert t.state.chips == {"ann": 75_00, "bob": -75_00}
    assert t.state.house == 0
    assert t.view()["round"] is None
    t.do("open-betting")
    assert t.view()["round"]["id"] == "t1-2"


# ── 3.4: the ante ─────────────────────────────────────────────────────────────────────────────────────────────────


@proves(SS, "3.4")
def test_3_4_only_positions_with_an_ante_take_part() -> None:
    t = Table.open(SS)
    t.lay()
    assert t.refused("close-betting") == ("nothing-bet", ("3.4",))
    assert refused_bet(t, 1, "progressive", "5") == ("needs-opening-wager", ("3.4", "3.5"))
    assert refused_bet(t, 1, "bet", "50")[0] == "not-now"
    t.lay(ann=(1, ANTE), bob=(2, WITH_PROGRESSIVE), cat=(3, ANTE))
    t.do("withdraw-bet", by="player:bob", box=2, bet="ante")
    t.do("close-betting")
    t.deal_all()

    assert tuple(t.round.boxes) == (1, 3)
    assert "2" not in t.deals
    assert t.state.chips["bob"] == 0
    assert t.refused("fold", by="player:bob", box=2)[0] == "no-such-box"


@proves(SS, "3.4")
def test_3_4_a_wager_lies_within_the_limits_that_the_table_shows() -> None:
    t = Table.open(SS, limits={"ante": ("10", "1000")})
    for viewer in (None, "player:ann", DEALER):
        assert t.view(viewer)["limits"] == {"ante": {"min": "10.00", "max": "1000.00"}}
    t.lay()
    assert refused_bet(t, 1, "ante", "1000.01") == ("over-maximum", ("3.4",))
    t.lay(ann=(1, {"ante": "999.99"}), bob=(2, {"ante": "9.99"}))
    assert refused_bet(t, 1, "ante", "0.02") == ("over-maximum", ("3.4",))
    assert t.refused("close-betting") == ("under-minimum", ("3.4",))
    t.lay(ann=(1, {"ante": "0.01"}), bob=(2, {"ante": "0.01"}))
    t.do("close-betting")

    assert [box["bets"]["ante"] for box in t.view()["round"]["boxes"]] == ["1000.00", "10.00"]


@proves(SS, "3.4")
@pytest.mark.parametrize(
    "limits", [{}, {"ante": {}}, {"ante": {"min": "10"}}, {"ante": {"max": "1000"}}], ids=str
)
def test_3_4_a_table_without_limits_to_show_does_not_open(limits: dict[str, dict[str, str]]) -> None:
    assert refused_table(limits=limits)[0] == "bad-configuration"


@proves(SS, "3.4")
def test_3_4_several_players_make_one_wager_and_share_what_it_comes_to() -> None:
    t = Table.open(SS)
    t.cards({1: FLUSH, 2: NOTHING, "dealer": ACE_KING})
    t.bet(ann=(1, ANTE), bob=(1, {"ante": "10"}), cat=(1, {"ante": "5"}), dan=(2, ANTE))
    assert t.box_view(1)["player"] == "ann"
    assert bets_of(t) == {"ante": "40.00"}
    t.deal_all()

    # The seated player looks, decides and makes the Bet, which is twice the whole ante.
    for player in ("player:bob", "player:cat"):
        assert t.refused("examine", by=player, box=1)[0] == "someone-elses-box"
        assert t.refused("fold", by=player, box=1)[0] == "someone-elses-box"
        assert t.refused("raise", by=player, box=1, amount="80")[0] == "someone-elses-box"
    t.choose(1, "examine")
    assert t.box_view(1, "player:bob")["cards"] == HIDDEN
    for amount in ("50", "20", "30"):
        assert t.refused("raise", by="player:ann", box=1, amount=amount) == ("wrong-raise", ("3.9.2",))
    t.choose(1, "raise", "80")
    t.choose(2, "fold")
    t.settle()
    t.do("conclude")

    # The ante wins 40.00, by its chips 25, 10 and 5; the Bet wins 5 x 80.00 with a flush.
    assert t.state.chips == {"ann": 425_00, "bob": 10_00, "cat": 5_00, "dan": -25_00}


@proves(SS, "3.4")
def test_3_4_odd_cents_of_a_shared_wager_are_the_seated_players() -> None:
    t = Table.open(SS)
    t.cards({1: NOTHING, "dealer": ACE_KING})
    t.bet(ann=(1, {"ante": "400"}), bob=(1, {"ante": "300"}), cat=(1, {"ante": "300"}))
    # 1,100.00 are found there, of which the maximum of 1,000.00 plays and 100.00 go back.
    t.do("report", incident="over-maximum-bet", box=1, bet="ante", amount="1100")
    t.deal_all()
    t.choose(1, "fold")
    t.settle()
    assert t.result("ante") == ("lose", 100_00, 0)
    t.do("conclude")

    # 3/11 of 100.00 is 27.27 and a fraction, twice; 45.46 are left for ann, who laid 500.00.
    assert t.state.chips == {"ann": -454_54, "bob": -272_73, "cat": -272_73}
    assert t.state.house == 1000_00


@proves(SS, "3.4")
def test_3_4_the_limits_are_for_the_whole_of_a_shared_wager() -> None:
    t = Table.open(SS, limits={"ante": ("10", "100")})
    t.lay(ann=(1, {"ante": "6"}))
    assert t.refused("close-betting") == ("under-minimum", ("3.4",))
    t.lay(bob=(1, {"ante": "60"}))
    assert refused_bet(t, 1, "ante", "34.01", by="player:cat") == ("over-maximum", ("3.4",))
    t.lay(cat=(1, {"ante": "34"}))
    t.do("close-betting")
    assert bets_of(t) == {"ante": "100.00"}


@proves(SS, "3.4")
def test_3_4_each_takes_back_his_own_part_of_a_shared_wager() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, ANTE), bob=(1, {"ante": "10"}), cat=(1, {"ante": "5"}))
    t.do("withdraw-bet", by="player:bob", box=1, bet="ante")
    assert bets_of(t) == {"ante": "30.00"}
    assert t.state.chips == {"ann": -25_00, "bob": 0, "cat": -5_00}
    assert t.refused("withdraw-bet", by="player:bob", box=1, bet="ante")[0] == "no-such-bet"

    # Without the seated player nobody would play the hand.
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")
    assert t.view()["round"]["boxes"] == []
    assert t.state.chips == {"ann": 0, "bob": 0, "cat": 0}


# ── 3.4.1 and 1.1.3: several hands, one look ──────────────────────────────────────────────────────────────────────


@proves(SS, "3.4.1", "1.1.3")
@pytest.mark.parametrize("dealing", ["automated", "manual"])
def test_3_4_1_a_player_with_several_hands_looks_at_one_only(dealing: str) -> None:
    t = Table.open(SS, dealing=dealing)
    t.cards({2: ROYAL})
    t.bet(ann=(1, ANTE), ann2=(2, ANTE), ann3=(3, ANTE), bob=(4, ANTE))
    assert t.happened(OneHandTold) == [OneHandTold("ann")]
    t.deal_all()
    t.choose(2, "examine")

    for box in (1, 3):
        assert t.refused("examine", by="player:ann", box=box) == ("second-look", ("3.4.1",))
        # Staff cannot look for him either.
        assert t.refused("examine", by=DEALER, box=box, player="ann") == ("second-look", ("3.4.1",))
    assert [t.box_view(box, "player:ann")["cards"] for box in (1, 2, 3)] == [HIDDEN, ROYAL.split(), HIDDEN]
    for viewer in (None, "player:bob", DEALER, SHIFT_MANAGER):
        assert t.box_view(2, viewer)["cards"] == HIDDEN
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    assert t.refused("examine", by="player:ann", box=3) == ("second-look", ("3.4.1",))
    assert ("examine", 3) not in t.may("player:ann")
    t.choose(4, "examine")


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


# ── 3.4.2 and 3.4.3: one wager an area, one position a player ─────────────────────────────────────────────────────


@proves(SS, "3.4.2")
def test_3_4_2_an_area_takes_a_single_wager() -> None:
    t = Table.open(SS)
    t.cards({1: NINES, "dealer": ACE_KING})
    t.lay(ann=(1, WITH_PROGRESSIVE))
    assert refused_bet(t, 1, "progressive", "5")[0] == "wrong-progressive-amount"
    # More chips, from whomever, are part of the one ante.
    t.lay(ann=(1, {"ante": "5"}), bob=(1, {"ante": "10"}))
    t.do("close-betting")
    assert bets_of(t) == {"ante": "40.00", "progressive": "5.00"}
    t.deal_all()
    t.choose(1, "raise", "80")
    assert t.refused("raise", by="player:ann", box=1, amount="80")[0] == "not-now"
    settlement = t.settle()

    lines = [(line["bet"], line["stake"]) for line in settlement["boxes"][0]["lines"]]
    assert lines == [("ante", "40.00"), ("bet", "80.00"), ("progressive", "5.00")]


@proves(SS, "3.4.2")
def test_3_4_2_a_position_makes_its_bet_once() -> None:
    t = ready(ann=(1, ANTE), bob=(2, ANTE))
    t.choose(1, "raise", "50")

    for amount in ("50", "100"):
        assert t.refused("raise", by="player:ann", box=1, amount=amount)[0] == "already-decided"
    assert bets_of(t) == {"ante": "25.00", "bet": "50.00"}


@proves(SS, "3.4.3")
def test_3_4_3_a_pit_manager_may_hold_a_player_to_one_position() -> None:
    t = Table.open(SS)
    for post in (DEALER, SUPERVISOR):
        assert t.refused("hold-to-one-position", by=post, player="ann") == ("not-allowed", ("3.4.3",))
    assert t.refused("hold-to-one-position", by="player:bob", player="ann")[0] == "not-allowed"
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.lay(ann=(1, ANTE), bob=(2, ANTE), bob2=(3, ANTE))

    held = ("one-position-only", ("3.4.3",))
    assert refused_bet(t, 4, "ante", "25") == held
    assert refused_bet(t, 2, "ante", "25") == held
    assert refused_bet(t, 4, "ante", "25", by=DEALER, player="ann") == held
    t.lay(ann=(1, {"ante": "5", "progressive": "5"}))
    # Which position it is stays the player's choice.
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")
    t.lay(ann=(4, ANTE))
    assert [box["player"] for box in t.view()["round"]["boxes"]] == ["bob", "bob", "ann"]


@proves(SS, "3.4.3")
def test_3_4_3_chips_on_a_shared_position_are_a_position_too() -> None:
    t = Table.open(SS)
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.lay(bob=(2, ANTE), cat=(3, ANTE), ann=(2, {"ante": "10"}))

    held = ("one-position-only", ("3.4.3",))
    assert refused_bet(t, 3, "ante", "25") == held
    assert refused_bet(t, 1, "ante", "25") == held
    t.lay(ann=(2, {"ante": "5"}))
    assert bets_of(t, 2) == {"ante": "40.00"}


@proves(SS, "3.4.3")
def test_3_4_3_the_hold_lasts_into_later_rounds() -> None:
    t = ready()
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.choose(1, "fold")
    t.settle()
    t.do("conclude")
    t.lay(ann=(1, ANTE))

    assert refused_bet(t, 2, "ante", "25") == ("one-position-only", ("3.4.3",))


# ── 3.5 and 1.1.6: the progressive wager ──────────────────────────────────────────────────────────────────────────


@proves(SS, "3.5")
def test_3_5_a_progressive_wager_follows_the_ante_and_does_not_outlast_it() -> None:
    t = Table.open(SS)
    t.lay()
    assert refused_bet(t, 1, "progressive", "5") == ("needs-opening-wager", ("3.4", "3.5"))
    t.lay(ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE))
    assert bets_of(t, 1) == {"ante": "25.00", "progressive": "5.00"}
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")

    assert [box["box"] for box in t.view()["round"]["boxes"]] == [2]
    assert t.state.chips["ann"] == 0


@proves(SS, "1.1.6")
def test_1_1_6_a_progressive_wager_is_optional_and_comes_before_the_cards() -> None:
    t = Table.open(SS)
    t.cards({1: ROYAL, 2: FLUSH, "dealer": ACE_KING})
    t.lay(ann=(1, ANTE), bob=(2, WITH_PROGRESSIVE), cat=(3, WITH_PROGRESSIVE))
    t.do("withdraw-bet", by="player:cat", box=3, bet="progressive")
    t.do("close-betting")
    t.deal()
    assert refused_bet(t, 1, "progressive", "5")[0] == "no-more-bets"
    t.deal_all()
    for box in (1, 2, 3):
        t.choose(box, "raise", "50")
    settlement = t.settle()

    # Ann's royal flush has no part in the jackpot; the flush beside it gets its $100.
    assert settlement["jackpot"]["awards"] == []
    assert [line["bet"] for line in settlement["boxes"][0]["lines"]] == ["ante", "bet"]
    assert t.result("progressive", 2) == ("win", 0, 100_00)
    assert [line["bet"] for line in settlement["boxes"][2]["lines"]] == ["ante", "bet"]


@proves(SS, "3.5.1", "3.5.4")
def test_3_5_4_only_the_seated_player_makes_the_progressive_wager_of_a_position() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, ANTE), bob=(1, {"ante": "25"}), cat=(2, ANTE))

    theirs = ("someone-elses-box", ("3.5.4",))
    for player in ("bob", "cat", "dan"):
        assert refused_bet(t, 1, "progressive", "5", by=f"player:{player}") == theirs
        assert refused_bet(t, 1, "progressive", "5", by=DEALER, player=player) == theirs
    assert refused_bet(t, 1, "progressive", "5", by="player:bob", player="ann")[0] == "not-allowed"
    assert bets_of(t) == {"ante": "50.00"}
    t.lay(ann=(1, {"progressive": "5"}))
    assert bets_of(t) == {"ante": "50.00", "progressive": "5.00"}


@proves(SS, "3.5.1")
def test_3_5_1_the_jackpot_is_open_to_the_seated_player_of_every_position_and_his_alone_to_win() -> None:
    t = Table.open(SS)
    t.cards({1: FLUSH, "dealer": ACE_KING})
    t.bet(ann=(1, WITH_PROGRESSIVE), bob=(1, {"ante": "25"}))
    t.deal_all()
    t.choose(1, "fold")
    t.settle()
    t.do("conclude")

    # Ann gets the $100 of the flush whole: 100 - 25 - 5. Bob has lost his part of the ante.
    assert t.state.chips == {"ann": 70_00, "bob": -25_00}


@proves(SS, "3.5.2")
def test_3_5_2_a_progressive_wager_lives_on_a_viewed_hand_and_on_a_blind_one() -> None:
    t = Table.open(SS)
    t.cards({1: FLUSH, 2: "Jc Jd Js 3c 3d", "dealer": ACE_KING})
    t.bet(ann=(1, WITH_PROGRESSIVE), ann2=(2, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(2, "examine")
    t.choose(1, "raise", "50")
    t.choose(2, "raise", "50")
    t.settle()

    assert t.round.boxes[1].examined is False
    assert t.result("progressive", 1) == ("win", 0, 100_00)
    assert t.result("progressive", 2) == ("win", 0, 200_00)


@proves(SS, "3.5.3")
def test_3_5_3_a_progressive_wager_is_made_through_the_wagering_system_or_not_at_all() -> None:
    # A table that has none takes no progressive wager.
    plain = Table.open(SS, progressive=None)
    plain.lay(ann=(1, ANTE))
    assert refused_bet(plain, 1, "progressive", "5")[0] == "no-progressive"

    # The system takes its one amount; chips that lie about otherwise never become a wager.
    t = Table.open(SS, progressive="5")
    t.cards({1: ROYAL, 2: OTHER_ROYAL, "dealer": NO_HAND})
    t.lay(ann=(1, ANTE), bob=(2, ANTE))
    for amount in ("4.99", "5.01", "10"):
        assert refused_bet(t, 1, "progressive", amount)[0] == "wrong-progressive-amount"
    t.lay(ann=(1, {"progressive": "5"}))
    t.do("close-betting")
    found = t.refused("report", incident="over-maximum-bet", box=2, bet="progressive", amount="5")
    assert found[0] == "no-such-bet"
    t.deal_all()
    for box in (1, 2):
        t.choose(box, "raise", "50")
    settlement = t.settle()

    registered = [(bet.box, bet.amount) for bet in t.happened(BetPlaced) if bet.bet == "progressive"]
    assert registered == [(1, 5_00)]
    # Of the two royal flushes one is in the jackpot, and gets all of it.
    assert [(award["box"], award["amount"]) for award in settlement["jackpot"]["awards"]] == [
        (1, "250000.00")
    ]


@proves(SS, "3.15", "3.15.1")
def test_3_15_1_two_royal_flushes_at_the_table_share_the_jackpot_and_a_reset() -> None:
    t = Table.open(SS)
    t.cards({1: ROYAL, 2: OTHER_ROYAL, "dealer": NO_HAND})
    t.bet(ann=(1, WITH_PROGRESSIVE), bob=(2, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(1, "fold")
    t.choose(2, "fold")
    t.settle()
    t.do("conclude")

    # (250,000 + 100,000) / 2 each, less ante and progressive wager.
    assert t.state.chips == {"ann": 174_970_00, "bob": 174_970_00}


# ── 3.6: placing for a player ─────────────────────────────────────────────────────────────────────────────────────


@proves(SS, "3.6")
@pytest.mark.parametrize("post", [DEALER, SUPERVISOR, PIT_MANAGER])
def test_3_6_dealer_supervisor_and_pit_manager_place_wagers_for_a_player_who_asks(post: str) -> None:
    t = Table.open(SS)
    t.lay()
    assert refused_bet(t, 1, "ante", "25", by=post)[0] == "not-allowed"
    t.do("place-bet", by=post, box=1, bet="ante", amount="25", player="ann")
    t.do("place-bet", by=post, box=1, bet="progressive", amount="5", player="ann")

    placed = [(bet.player, bet.by.name) for bet in t.happened(BetPlaced)]
    assert placed == [("ann", post.partition(":")[2])] * 2
    assert t.state.chips == {"ann": -30_00}
    t.do("close-betting")
    t.deal_all()
    t.do("raise", by=post, box=1, amount="50", player="ann")
    assert [(bet.box, bet.amount) for bet in t.happened(Raised)] == [(1, 50_00)]
    assert t.state.chips == {"ann": -80_00}


@proves(SS, "3.6")
def test_3_6_that_a_wager_was_placed_right_is_the_players_affair() -> None:
    t = Table.open(SS)
    # Ann wanted position 2; she did not see to it.
    t.lay()
    t.do("place-bet", box=3, bet="ante", amount="25", player="ann")
    t.do("close-betting")

    assert t.refused("withdraw-bet", by="player:ann", box=3, bet="ante")[0] == "no-more-bets"
    t.cards({3: NOTHING, "dealer": ACE_KING})
    t.deal_all()
    t.choose(3, "raise", "50")
    t.settle()
    assert [t.result("ante", 3), t.result("bet", 3)] == [LOST, LOST]


@proves(SS, "3.6")
def test_3_6_a_player_places_no_wagers_for_another() -> None:
    t = Table.open(SS)
    t.lay()

    assert refused_bet(t, 1, "ante", "25", by="player:bob", player="ann")[0] == "not-allowed"


# ── 3.7 and 3.8: the deal ─────────────────────────────────────────────────────────────────────────────────────────


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
def test_3_8_the_manual_device_deals_single_cards_round_the_table_to_five_each() -> None:
    t = Table.open(SS, dealing="manual")
    t.bet(bob=(3, ANTE), ann=(1, ANTE))
    assert t.steps()[0].clauses == ("3.8",)
    labels = [t.steps()[0].label]
    for _ in range(14):
        t.deal()
        labels.append(t.steps()[0].label)

    assert labels[:4] == [
        "Deal card 1 of 5 to box 1",
        "Deal card 1 of 5 to box 3",
        "Deal card 1 of 5 to the dealer",
        "Deal card 2 of 5 to box 1",
    ]
    assert labels[-1] == "Deal card 5 of 5 to the dealer, face up"
    assert t.refused("deal", to="1", cards=["2c"]) == ("wrong-place", ("3.7", "3.8"))
    t.deal()
    assert t.deals == ["1", "3", "dealer"] * 5
    assert t.happened(CardBurnt) == []
    assert t.phase == "deciding"


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


@proves(SS, "3.7", "3.8")
def test_3_7_and_3_8_a_table_deals_with_one_of_the_two_devices() -> None:
    for dealing in ("shoe", "shuffler", "method-a", ""):
        assert refused_table(dealing=dealing)[0] == "bad-configuration"


# ── 3.9: fold or Bet ──────────────────────────────────────────────────────────────────────────────────────────────


@proves(SS, "3.9")
def test_3_9_a_player_folds_or_bets_and_has_no_third_choice() -> None:
    t = ready()
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
    t = ready(ann=(1, ANTE), bob=(3, ANTE))

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
    t = ready(ann=(1, ANTE), ann2=(2, {"ante": "12.37"}))
    if look:
        t.choose(1, "examine")

    for amount in ("49.99", "50.01", "25", "100", "24.74"):
        assert t.refused("raise", by="player:ann", box=1, amount=amount) == ("wrong-raise", ("3.9.2",))
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
    t = ready(ann=(1, ANTE), bob=(2, ANTE))
    t.choose(1, "raise", "50")

    # A hand that was bet on blind is not lifted afterwards.
    assert t.refused("examine", by="player:ann", box=1)[0] == "already-decided"
    assert ("examine", 1) not in t.may("player:ann")
    for viewer in (None, "player:ann", "player:bob", DEALER):
        assert t.box_view(1, viewer)["cards"] == HIDDEN
    t.choose(2, "raise", "50")
    assert t.phase == "dealing"
    assert t.box_view(1)["cards"] == HIDDEN


# ── 3.10: the reveal ──────────────────────────────────────────────────────────────────────────────────────────────


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


@proves(SS, "3.10.1")
def test_3_10_1_a_hand_that_is_not_shown_loses_and_a_supervisors_look_changes_nothing() -> None:
    t = Table.open(SS)
    t.cards({1: ROYAL, "dealer": ACE_KING})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    assert t.refused("decline-to-show", by="player:ann", box=1)[0] == "not-now"
    t.choose(1, "raise", "50")
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
    assert [t.result(bet) for bet in ("ante", "bet", "progressive")] == [LOST, LOST, LOST]
    assert "3.10.1" in t.line("ante")["clauses"]
    assert settlement["jackpot"]["awards"] == []
    # It never comes back into play.
    assert t.refused("decline-to-show", by="player:ann", box=1)[0] == "not-now"


@proves(SS, "3.10.2.3")
def test_3_10_2_3_without_a_dealers_hand_jackpot_hands_are_turned_up_and_paid_unless_declined() -> None:
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


# ── 6.2: posts ────────────────────────────────────────────────────────────────────────────────────────────────────


@proves(SS, "6.2")
@pytest.mark.parametrize("post", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER])
def test_6_2_whoever_holds_a_higher_post_may_do_the_dealers_work(post: str) -> None:
    t = Table.open(SS)
    t.do("open-betting", by=post)
    t.do("place-bet", by=post, box=1, bet="ante", amount="25", player="ann")
    t.do("close-betting", by=post)
    t.do("deal", by=post, cards=NINES.split())
    t.do("deal", by=post, cards=ACE_KING.split())
    t.choose(1, "raise", "50")
    t.do("deal", by=post)
    t.do("settle", by=post)
    t.do("conclude", by=post)

    assert t.state.chips == {"ann": 75_00}


@proves(SS, "6.2", "3.4.3")
def test_6_2_a_shift_manager_may_use_a_pit_managers_power() -> None:
    t = Table.open(SS)
    t.do("hold-to-one-position", by=SHIFT_MANAGER, player="ann")
    t.lay(ann=(1, ANTE))

    assert refused_bet(t, 2, "ante", "25") == ("one-position-only", ("3.4.3",))


@proves(SS, "6.2")
def test_6_2_nobody_fills_a_post_above_the_own() -> None:
    t = ready(ann=(1, ANTE), ann2=(2, ANTE))
    for command in ("open-betting", "close-betting", "deal", "settle", "conclude", "close-options"):
        assert t.refused(command, by="player:ann")[0] == "not-allowed"
    for post in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.refused("stop-player", by=post, player="ann") == ("not-allowed", ("5.10.3",))
