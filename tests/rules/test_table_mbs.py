"""What the two MBS documents say alike of the table itself, proved on live tables of both games.

Tests carry the clause numbers of the stud document; where Bullseye has the same rule under another
number, ``tests.rules.mbs`` says which. Amounts that are placed are dollars, amounts that are paid
are cents.
"""

import pytest

from pitboss.games.faults import Fault
from pitboss.table.events import BetPlaced, CardBurnt, OneHandTold
from tests.rules.mbs import BULLSEYE, GAMES, STUD, Game, both, each_way, stay
from tests.support import BE, SS, proves
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR

HIDDEN = ["??"] * 5
LOST = ("lose", 0, 0)
ROYAL, OTHER_ROYAL = "Ah Kh Qh Jh Th", "Ac Kc Qc Jc Tc"
FLUSH, FULL_HOUSE = "9h 7h 6h 4h 2h", "Jc Jd Js 3c 3d"

# ── 2 and the appendices: deck and layout ─────────────────────────────────────────────────────────


@each_way("2.1")
def test_2_1_a_round_is_dealt_from_one_deck_of_52_different_cards(game: Game, dealing: str) -> None:
    boxes = range(1, game.layouts["A"][1] + 1)
    t = game.table(dealing=dealing, boxes=len(boxes), cards="virtual")
    t.bet(**{f"{'abcdefg'[box - 1]}x": (box, game.wager()) for box in boxes})
    t.deal_all()
    stay(t, *boxes)
    t.settle()
    dealt = [card for place in (*boxes, "dealer") for card in t.held(place).split()]
    t.do("conclude")
    deck = t.view()["published"]["deck"]

    # A security card is none of them: the deal takes the deck's first cards whatever the way.
    assert set(dealt) == set(deck[: len(dealt)])
    assert len(dealt) == len(set(dealt)) == 5 * len(boxes) + 5
    assert len(deck) == len(set(deck)) == 52
    assert set(deck) == {rank + suit for rank in "AKQJT98765432" for suit in "shdc"}


@both("2.1")
def test_2_1_no_card_comes_twice_and_there_is_no_joker(game: Game) -> None:
    t = game.table(dealing="manual")
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    t.do("deal", cards=["Ah"])

    assert t.refused("deal", cards=["Ah"]) == ("card-already-out", ("2.1",))
    for joker in ("Jo", "joker", "*", "Xs"):
        with pytest.raises(Fault, match="is not a card"):
            t.do("deal", cards=[joker])
    t.do("deal", cards=["Ad"])


@both("2.2")
def test_2_2_a_table_opens_with_a_layout_of_the_appendices_and_no_other(game: Game) -> None:
    for layout in game.layouts:
        assert game.table(layout=layout).view()["layout"] == layout
    for layout in {"D", "E", "a", ""} - game.layouts.keys():
        code, clauses = game.refused_table(layout=layout)
        assert code == "bad-configuration"
        assert "2.2" in clauses


@pytest.mark.parametrize(
    ("game", "layout"),
    [
        pytest.param(
            game,
            layout,
            marks=proves(game.rulebook, f"Appendix {layout}"),
            id=f"{game.rulebook}-{layout}",
        )
        for game in GAMES
        for layout in game.layouts
    ],
)
def test_appendix_a_layout_has_as_many_positions_as_are_drawn(game: Game, layout: str) -> None:
    least, most = game.layouts[layout]
    for boxes in range(least, most + 1):
        assert game.table(layout=layout, boxes=boxes).view()["boxes"] == boxes
    for boxes in (least - 1, most + 1):
        assert game.refused_table(layout=layout, boxes=boxes)[0] == "bad-configuration"


@both("2.2.1")
def test_2_2_1_the_layout_has_areas_for_its_wagers_and_no_others(game: Game) -> None:
    t = game.table()
    t.lay(ann=(1, game.wagers))
    for area in {"ante", "bet", "main", "tie", "bonus", "flop"} - {
        "bet" if game is STUD else "",
        *game.wagers,
    }:
        assert t.refused_bet(1, area, "25")[0] == "no-such-bet"
    t.do("close-betting")
    t.deal_all()
    stay(t, 1)

    laid = {bet: f"{amount}.00" for bet, amount in game.wagers.items()}
    assert t.bets_on(1) == laid | ({"bet": "50.00"} if game is STUD else {})


@both("2.2.2")
def test_2_2_2_every_position_has_its_own_areas(game: Game) -> None:
    t = game.table(boxes=6)
    before_the_cards = [bet for bet in game.wagers if bet != "progressive"]
    for box in range(1, 7):
        bets = {bet: f"{box}{last}" for last, bet in enumerate(before_the_cards)}
        t.lay(**{f"{'abcdef'[box - 1]}x": (box, bets | {"progressive": "5"})})
    for box in (0, 7, -1):
        assert t.refused_bet(box, game.opening, "25") == ("no-such-box", ("2.2",))
    t.do("close-betting")
    t.deal_all()
    stay(t, *range(1, 7))

    areas = [box["bets"] for box in t.view()["round"]["boxes"]]
    for last, bet in enumerate(before_the_cards):
        assert [bets[bet] for bets in areas] == [f"{box}{last}.00" for box in range(1, 7)]
    assert [bets["progressive"] for bets in areas] == ["5.00"] * 6
    if game is STUD:
        assert [bets["bet"] for bets in areas] == [f"{2 * box}0.00" for box in range(1, 7)]


# ── 3.1, 3.2 and 1.1.7: the round and its betting window ──────────────────────────────────────────


@both("3.1")
def test_3_1_wagers_are_taken_from_the_dealers_call_onward(game: Game) -> None:
    t = game.table()
    step = t.steps()[0]

    assert (step.label, step.do) == ("Announce: Place your bets, please", "open-betting")
    assert step.clauses == ("3.1",)
    assert t.refused_bet(1, game.opening, "25") == ("betting-not-open", ("3.1",))
    assert t.refused("open-betting", by="player:ann")[0] == "not-allowed"
    assert t.refused_bet(1, game.opening, "25", by=DEALER, player="ann") == (
        "betting-not-open",
        ("3.1",),
    )
    t.lay(ann=(1, game.wager()))
    assert t.bets_on(1) == {game.opening: "25.00"}


@each_way("3.2", "5.5")
def test_3_2_no_wager_is_taken_or_increased_after_the_dealers_call(
    game: Game, dealing: str
) -> None:
    t = game.table(dealing=dealing)
    t.lay(ann=(1, game.wager()))
    step = t.steps()[0]
    assert (step.label, step.do, step.clauses) == (
        "Announce: No more bets",
        "close-betting",
        ("3.2",),
    )
    assert t.refused("close-betting", by="player:ann")[0] == "not-allowed"
    t.lay(ann=(1, game.wager("5")), bob=(2, game.wager()))
    t.do("close-betting")

    def assert_too_late(
        box: int, bet: str, amount: str, by: str, player: str | None = None
    ) -> None:
        code, clauses = t.refused_bet(box, bet, amount, by, player)
        assert code == "no-more-bets"
        assert {"3.2", "5.5"} <= set(clauses)

    for phase in ("closed", "deciding"):
        assert t.phase == phase
        for bet, amount in game.wagers.items():
            assert_too_late(1, bet, amount, "player:ann")
        assert_too_late(3, game.opening, "25", "player:cat")
        assert_too_late(3, game.opening, "25", SUPERVISOR, "cat")
        assert t.refused("close-betting")[0] == "no-more-bets"
        t.deal_all()
    assert [box["bets"] for box in t.view()["round"]["boxes"]] == [
        {game.opening: "30.00"},
        {game.opening: "25.00"},
    ]


@both("3.2", "5.6")
def test_5_6_no_wager_is_withdrawn_after_the_dealers_call(game: Game) -> None:
    t = game.table()
    t.cards({1: game.lower, "dealer": game.dealer})
    t.lay(ann=(1, game.wagers))
    t.do("withdraw-bet", by="player:ann", box=1, bet="progressive")
    t.do("close-betting")
    for bet in game.wagers.keys() - {"progressive"}:
        assert t.refused("withdraw-bet", by="player:ann", box=1, bet=bet)[0] == "no-more-bets"

    # A wager that somebody has taken off the layout all the same is won or lost with the round.
    t.do("report", incident="late-withdrawal", box=1, bet=game.opening, amount="25")
    t.deal_all()
    stay(t, 1)
    t.settle()
    assert t.result(game.opening) == LOST


@both("1.1.7")
def test_1_1_7_a_round_runs_from_the_call_until_wagers_are_collected_and_paid(game: Game) -> None:
    t = game.table()
    t.cards({1: game.higher, 2: game.lower, "dealer": game.dealer})
    assert t.view()["round"] is None
    t.do("open-betting")
    assert t.view()["round"]["id"] == "t1-1"
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    t.deal_all()
    stay(t, 1, 2)
    for phase in ("dealing", "revealed"):
        assert t.phase == phase
        assert t.refused("open-betting")[0] == "round-in-progress"
        assert t.refused("conclude")[0] == "not-now"
        t.deal_all()
    t.do("settle")
    assert t.refused("open-betting")[0] == "round-in-progress"
    stakes = game.stake_cents
    assert t.state.chips == {"ann": -stakes, "bob": -stakes}
    t.do("conclude")

    # The higher hand wins 1 to 1, the lower one loses as much.
    assert t.state.chips == {"ann": stakes, "bob": -stakes}
    assert t.state.house == 0
    assert t.view()["round"] is None
    t.do("open-betting")
    assert t.view()["round"]["id"] == "t1-2"


# ── 3.4: the opening wager ────────────────────────────────────────────────────────────────────────


@both("3.4")
def test_3_4_only_positions_with_an_opening_wager_take_part(game: Game) -> None:
    t = game.table()
    t.lay()
    assert t.refused("close-betting") == ("nothing-bet", (game.number("3.4"),))
    t.lay(ann=(1, game.wager()), bob=(2, game.wagers), cat=(3, game.wager()))
    t.do("withdraw-bet", by="player:bob", box=2, bet=game.opening)
    t.do("close-betting")
    t.deal_all()

    assert tuple(t.round.boxes) == (1, 3)
    assert "2" not in t.deals
    assert t.state.chips["bob"] == 0
    assert t.refused("fold" if game is STUD else "set-hand", by="player:bob", box=2)[0] == (
        "no-such-box"
    )


@both("3.4")
def test_3_4_a_wager_lies_within_the_limits_that_the_table_shows(game: Game) -> None:
    clause = (game.number("3.4"),)
    t = game.table(limits={game.opening: ("10", "1000")})
    for viewer in (None, "player:ann", DEALER):
        assert t.view(viewer)["limits"] == {game.opening: {"min": "10.00", "max": "1000.00"}}
    t.lay()
    assert t.refused_bet(1, game.opening, "1000.01") == ("over-maximum", clause)
    t.lay(ann=(1, game.wager("999.99")), bob=(2, game.wager("9.99")))
    assert t.refused_bet(1, game.opening, "0.02") == ("over-maximum", clause)
    assert t.refused("close-betting") == ("under-minimum", clause)
    t.lay(ann=(1, game.wager("0.01")), bob=(2, game.wager("0.01")))
    t.do("close-betting")

    assert [box["bets"][game.opening] for box in t.view()["round"]["boxes"]] == ["1000.00", "10.00"]


@proves(BE, "3.5")
def test_3_5_a_wager_beside_the_main_one_has_limits_of_its_own() -> None:
    t = BULLSEYE.table(limits={"main": ("10", "1000"), "tie": ("5", "50")})
    t.lay(ann=(1, {"main": "10", "tie": "50"}), bob=(2, {"main": "10", "tie": "4.99"}))
    assert t.view()["limits"]["tie"] == {"min": "5.00", "max": "50.00"}
    assert t.refused_bet(1, "tie", "0.01") == ("over-maximum", ("3.5",))
    assert t.refused("close-betting") == ("under-minimum", ("3.5",))
    t.lay(bob=(2, {"tie": "0.01"}))
    t.do("close-betting")


@both("3.4")
@pytest.mark.parametrize("limit", [None, {}, {"min": "10"}, {"max": "1000"}], ids=str)
def test_3_4_a_table_without_limits_to_show_does_not_open(
    game: Game, limit: dict[str, str] | None
) -> None:
    limits = {} if limit is None else {game.opening: limit}
    assert game.refused_table(limits=limits)[0] == "bad-configuration"


@both("3.4")
def test_3_4_odd_cents_of_a_shared_wager_are_the_seated_players(game: Game) -> None:
    t = game.table()
    t.cards({1: game.lower, "dealer": game.dealer})
    t.bet(ann=(1, game.wager("400")), bob=(1, game.wager("300")), cat=(1, game.wager("300")))
    # 1,100.00 are found there, of which the maximum of 1,000.00 plays and 100.00 go back.
    t.do("report", incident="over-maximum-bet", box=1, bet=game.opening, amount="1100")
    t.deal_all()
    t.choose(1, "fold" if game is STUD else "set-hand")
    t.settle()
    assert t.result(game.opening) == ("lose", 100_00, 0)
    t.do("conclude")

    # 3/11 of 100.00 is 27.27 and a fraction, twice; 45.46 are left for ann, who laid 500.00.
    assert t.state.chips == {"ann": -454_54, "bob": -272_73, "cat": -272_73}
    assert t.state.house == 1000_00


@both("3.4")
def test_3_4_the_limits_are_for_the_whole_of_a_shared_wager(game: Game) -> None:
    clause = (game.number("3.4"),)
    t = game.table(limits={game.opening: ("10", "100")})
    t.lay(ann=(1, game.wager("6")))
    assert t.refused("close-betting") == ("under-minimum", clause)
    t.lay(bob=(1, game.wager("60")))
    assert t.refused_bet(1, game.opening, "34.01", by="player:cat") == ("over-maximum", clause)
    t.lay(cat=(1, game.wager("34")))
    t.do("close-betting")
    assert t.bets_on(1) == {game.opening: "100.00"}


@both("3.4")
def test_3_4_each_takes_back_his_own_part_of_a_shared_wager(game: Game) -> None:
    t = game.table()
    t.lay(ann=(1, game.wager()), bob=(1, game.wager("10")), cat=(1, game.wager("5")))
    t.do("withdraw-bet", by="player:bob", box=1, bet=game.opening)
    assert t.bets_on(1) == {game.opening: "30.00"}
    assert t.state.chips == {"ann": -25_00, "bob": 0, "cat": -5_00}
    assert t.refused("withdraw-bet", by="player:bob", box=1, bet=game.opening)[0] == "no-such-bet"

    # Without the seated player the box is that of the next one.
    t.do("withdraw-bet", by="player:ann", box=1, bet=game.opening)
    assert t.bets_on(1) == {game.opening: "5.00"}
    assert t.state.chips == {"ann": 0, "bob": 0, "cat": -5_00}
    t.do("withdraw-bet", by="player:cat", box=1, bet=game.opening)
    assert t.view()["round"]["boxes"] == []
    assert t.state.chips == {"ann": 0, "bob": 0, "cat": 0}


# ── 3.4.1 to 3.4.3: one look, one wager an area, one position a player ────────────────────────────


@each_way("3.4.1", "1.1.3")
def test_3_4_1_a_player_with_several_hands_looks_at_one_only(game: Game, dealing: str) -> None:
    t = game.table(dealing=dealing)
    t.cards({2: ROYAL})
    t.bet(
        **{name: (box, game.wager()) for box, name in enumerate(("ann", "ann2", "ann3", "bob"), 1)}
    )
    assert t.happened(OneHandTold) == [OneHandTold("ann")]
    t.deal_all()
    t.choose(2, "examine")

    second_look = ("second-look", (game.number("3.4.1"),))
    for box in (1, 3):
        assert t.refused("examine", by="player:ann", box=box) == second_look
        # Staff cannot look for him either.
        assert t.refused("examine", by=DEALER, box=box, player="ann") == second_look
    assert [t.box_view(box, "player:ann")["cards"] for box in (1, 2, 3)] == [
        HIDDEN,
        ROYAL.split(),
        HIDDEN,
    ]
    for viewer in (None, "player:bob", DEALER, SHIFT_MANAGER):
        assert t.box_view(2, viewer)["cards"] == HIDDEN
    stay(t, 1, 2)
    assert t.refused("examine", by="player:ann", box=3) == second_look
    assert ("examine", 3) not in t.may("player:ann")
    t.choose(4, "examine")


@both("3.4.1")
def test_3_4_1_players_are_told_that_they_may_view_one_hand(game: Game) -> None:
    t = game.table()
    if game is BULLSEYE:  # Its document wants them told before the round.
        for viewer in (None, "player:ann", DEALER):
            assert "one hand only" in t.view(viewer)["one_hand_notice"]
    t.lay(ann=(1, game.wager()), bob=(2, game.wager()))
    assert t.happened(OneHandTold) == []

    # Whoever takes a second position is told again, once, before any card is dealt.
    t.lay(ann=(3, game.wager()))
    assert t.happened(OneHandTold) == [OneHandTold("ann")]
    t.lay(ann=(4, game.wager()), bob=(2, game.wager("5")))
    assert t.happened(OneHandTold) == [OneHandTold("ann")]


@both("3.4.2")
def test_3_4_2_an_area_takes_a_single_wager(game: Game) -> None:
    t = game.table()
    t.cards({1: game.higher, "dealer": game.dealer})
    t.lay(ann=(1, game.wagers))
    assert t.refused_bet(1, "progressive", "5")[0] == "wrong-progressive-amount"
    # More chips, from whomever, are part of the one wager of their area.
    more = {bet: "5" for bet in game.wagers if bet != "progressive"}
    t.lay(ann=(1, more), bob=(1, more))
    t.do("close-betting")
    t.deal_all()
    stay(t, 1)
    settlement = t.settle()

    lines = [(line["bet"], line["stake"]) for line in settlement["boxes"][0]["lines"]]
    assert (
        lines
        == {
            SS: [("ante", "35.00"), ("bet", "70.00"), ("progressive", "5.00")],
            BE: [
                ("main", "35.00"),
                ("tie", "20.00"),
                ("suits", "25.00"),
                ("bullseye", "30.00"),
                ("progressive", "5.00"),
            ],
        }[game.rulebook]
    )


@both("3.4.3")
def test_3_4_3_a_pit_manager_may_hold_a_player_to_one_position(game: Game) -> None:
    clause = (game.number("3.4.3"),)
    t = game.table()
    for post in (DEALER, SUPERVISOR):
        assert t.refused("hold-to-one-position", by=post, player="ann") == ("not-allowed", clause)
    assert t.refused("hold-to-one-position", by="player:bob", player="ann")[0] == "not-allowed"
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.lay(ann=(1, game.wager()), bob=(2, game.wager()), bob2=(3, game.wager()))

    held = ("one-position-only", clause)
    assert t.refused_bet(4, game.opening, "25") == held
    assert t.refused_bet(4, game.opening, "25", by=DEALER, player="ann") == held
    for bet in game.wagers.keys() - {"progressive"}:
        assert t.refused_bet(2, bet, "25") == held
    t.lay(ann=(1, game.wager("5", progressive="5")))
    # Which position it is stays the player's choice.
    t.do("withdraw-bet", by="player:ann", box=1, bet=game.opening)
    t.lay(ann=(4, game.wager()))
    assert [box["player"] for box in t.view("dealer")["round"]["boxes"]] == ["bob", "bob", "ann"]


@both("3.4.3")
def test_3_4_3_chips_on_a_shared_position_are_a_position_too(game: Game) -> None:
    bet = "ante" if game is STUD else "tie"
    t = game.table()
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.lay(bob=(2, game.wager()), cat=(3, game.wager()), ann=(2, {game.opening: "10"}))

    held = ("one-position-only", (game.number("3.4.3"),))
    assert t.refused_bet(3, bet, "10") == held
    assert t.refused_bet(1, game.opening, "25") == held
    t.lay(ann=(2, {bet: "5"}))
    assert t.bets_on(2) == ({"ante": "40.00"} if game is STUD else {"main": "35.00", "tie": "5.00"})


@both("3.4.3")
def test_3_4_3_the_hold_lasts_into_later_rounds(game: Game) -> None:
    t = game.table()
    t.bet(ann=(1, game.wager()))
    t.deal_all()
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    stay(t, 1)
    t.settle()
    t.do("conclude")
    t.lay(ann=(1, game.wager()))

    assert t.refused_bet(2, game.opening, "25") == ("one-position-only", (game.number("3.4.3"),))


# ── 3.5 and 1.1.6: wagers beside the opening one ──────────────────────────────────────────────────


@both("3.5")
def test_3_5_no_other_wager_comes_before_the_opening_one_or_outlasts_it(game: Game) -> None:
    for bet, amount in [*game.wagers.items()][1:]:
        t = game.table()
        t.lay(bob=(2, game.wager()))
        needs = ("needs-opening-wager", (game.number("3.4"), game.number("3.5")))
        assert t.refused_bet(1, bet, amount) == needs
        t.lay(ann=(1, game.wager() | {bet: amount}))
        assert t.bets_on(1) == {game.opening: "25.00", bet: f"{amount}.00"}
        t.do("withdraw-bet", by="player:ann", box=1, bet=game.opening)

        assert [box["box"] for box in t.view()["round"]["boxes"]] == [2]
        assert t.state.chips["ann"] == 0


@both("1.1.6")
def test_1_1_6_other_wagers_are_optional_and_come_before_the_cards(game: Game) -> None:
    t = game.table()
    t.cards(
        {1: ROYAL, 2: FLUSH, "dealer": game.dull_dealer.replace("5h", "5c").replace("8h", "8c")}
    )
    t.lay(ann=(1, game.wager()), bob=(2, game.wager(progressive="5")), cat=(3, game.wagers))
    for bet in game.wagers.keys() - {game.opening}:
        t.do("withdraw-bet", by="player:cat", box=3, bet=bet)
    t.do("close-betting")
    t.deal()
    for bet, amount in game.wagers.items():
        assert t.refused_bet(1, bet, amount)[0] == "no-more-bets"
    t.deal_all()
    stay(t, 1, 2, 3)
    settlement = t.settle()

    # Ann's royal flush has no part in the jackpot; the flush beside it is paid: $100, or 40 for 1.
    assert settlement["jackpot"]["awards"] == []
    laid = ["ante", "bet"] if game is STUD else ["main"]
    lines = [[line["bet"] for line in box["lines"]] for box in settlement["boxes"]]
    assert lines == [laid, [*laid, "progressive"], laid]
    assert t.result("progressive", 2) == ("win", 0, 100_00 if game is STUD else 200_00)


@both("3.5.1", "3.5.4")
def test_3_5_4_only_the_seated_player_makes_the_progressive_wager_of_a_position(game: Game) -> None:
    t = game.table()
    t.lay(ann=(1, game.wager()), bob=(1, game.wager()), cat=(2, game.wager()))

    theirs = ("someone-elses-box", (game.number("3.5.4"),))
    for player in ("bob", "cat", "dan"):
        assert t.refused_bet(1, "progressive", "5", by=f"player:{player}") == theirs
        assert t.refused_bet(1, "progressive", "5", by=DEALER, player=player) == theirs
    assert t.refused_bet(1, "progressive", "5", by="player:bob", player="ann")[0] == "not-allowed"
    assert t.bets_on(1) == {game.opening: "50.00"}
    t.lay(ann=(1, {"progressive": "5"}))
    assert t.bets_on(1) == {game.opening: "50.00", "progressive": "5.00"}


@both("3.5.1")
def test_3_5_1_the_jackpot_is_the_seated_players_alone_to_win(game: Game) -> None:
    t = game.table()
    t.cards({1: FLUSH, "dealer": game.aces})
    t.bet(ann=(1, game.wager(progressive="5")), bob=(1, game.wager()))
    t.deal_all()
    t.choose(1, "fold" if game is STUD else "set-hand")
    t.settle()
    t.do("conclude")

    # Ann gets what the flush is paid ($100, or 40 x 5) whole, less 25 and 5. Bob has lost his part
    # of the wager.
    assert t.state.chips == {"ann": 70_00 if game is STUD else 170_00, "bob": -25_00}


@both("3.5.2")
def test_3_5_2_a_progressive_wager_lives_on_a_viewed_hand_and_on_a_blind_one(game: Game) -> None:
    t = game.table()
    t.cards({1: FLUSH, 2: FULL_HOUSE, "dealer": game.aces})
    t.bet(ann=(1, game.wager(progressive="5")), ann2=(2, game.wager(progressive="5")))
    t.deal_all()
    t.choose(2, "examine")
    stay(t, 1, 2)
    t.settle()

    # A flush and a full house: $100 and $200, or 40 and 80 for 1.
    times = 1 if game is STUD else 2
    assert t.round.boxes[1].examined is False
    assert t.result("progressive", 1) == ("win", 0, times * 100_00)
    assert t.result("progressive", 2) == ("win", 0, times * 200_00)


@both("3.5.3")
def test_3_5_3_a_progressive_wager_is_made_through_the_wagering_system_or_not_at_all(
    game: Game,
) -> None:
    # A table that has none takes no progressive wager.
    plain = game.table(progressive=None)
    plain.lay(ann=(1, game.wager()))
    assert plain.refused_bet(1, "progressive", "5")[0] == "no-progressive"

    # The system takes its one amount; chips that lie about otherwise never become a wager.
    t = game.table(progressive="5")
    t.cards({1: ROYAL, 2: OTHER_ROYAL, "dealer": game.dull_dealer})
    t.lay(ann=(1, game.wager()), bob=(2, game.wager()))
    for amount in ("4.99", "5.01", "10"):
        assert t.refused_bet(1, "progressive", amount)[0] == "wrong-progressive-amount"
    t.lay(ann=(1, {"progressive": "5"}))
    t.do("close-betting")
    found = t.refused("report", incident="over-maximum-bet", box=2, bet="progressive", amount="5")
    assert found[0] == "no-such-bet"
    t.deal_all()
    stay(t, 1, 2)
    awards = t.settle()["jackpot"]["awards"]

    registered = [
        (bet.box, bet.amount) for bet in t.happened(BetPlaced) if bet.bet == "progressive"
    ]
    assert registered == [(1, 5_00)]
    # Of the two royal flushes one is in the jackpot, and gets all of it.
    assert [(award["box"], award["amount"]) for award in awards] == [(1, "250000.00")]


@both("3.15", "3.15.1")
def test_3_15_1_two_royal_flushes_at_the_table_share_the_jackpot_and_a_reset(game: Game) -> None:
    t = game.table()
    t.cards({1: ROYAL, 2: OTHER_ROYAL, "dealer": game.dull_dealer})
    t.bet(ann=(1, game.wager(progressive="5")), bob=(2, game.wager(progressive="5")))
    t.deal_all()
    for box in (1, 2):
        t.choose(box, "fold" if game is STUD else "set-hand")
    t.settle()
    t.do("conclude")

    # (250,000 + 100,000) / 2 each, less the progressive wager and, where they folded, the ante;
    # main pushes.
    share = 174_970_00 if game is STUD else 174_995_00
    assert t.state.chips == {"ann": share, "bob": share}


# ── 3.6: placing for a player ─────────────────────────────────────────────────────────────────────


@both("3.6")
@pytest.mark.parametrize("post", [DEALER, SUPERVISOR, PIT_MANAGER])
def test_3_6_staff_place_wagers_for_a_player_who_asks(game: Game, post: str) -> None:
    t = game.table()
    t.lay()
    assert t.refused_bet(1, game.opening, "25", by=post)[0] == "not-allowed"
    for bet, amount in game.wagers.items():
        t.do("place-bet", by=post, box=1, bet=bet, amount=amount, player="ann")

    placed = [(bet.player, bet.by.name) for bet in t.happened(BetPlaced)]
    assert placed == [("ann", post.partition(":")[2])] * len(game.wagers)
    laid = sum(int(amount) * 100 for amount in game.wagers.values())
    assert t.state.chips == {"ann": -laid}
    t.do("close-betting")
    t.deal_all()
    if game is STUD:
        t.do("raise", by=post, box=1, amount="50", player="ann")
        assert t.state.chips == {"ann": -laid - 50_00}
    else:  # The hand is the player's.
        t.choose(1, "examine")
        t.choose(1, "set-hand")


@both("3.6")
def test_3_6_that_a_wager_was_placed_right_is_the_players_affair(game: Game) -> None:
    t = game.table()
    # Ann wanted position 2; she did not see to it.
    t.lay()
    t.do("place-bet", box=3, bet=game.opening, amount="25", player="ann")
    t.do("close-betting")

    assert t.refused("withdraw-bet", by="player:ann", box=3, bet=game.opening)[0] == "no-more-bets"
    t.cards({3: game.lower, "dealer": game.dealer})
    t.deal_all()
    stay(t, 3)
    t.settle()
    assert t.result(game.opening, 3) == LOST


@both("3.6")
def test_3_6_a_player_places_no_wagers_for_another(game: Game) -> None:
    t = game.table()
    t.lay()

    assert t.refused_bet(1, game.opening, "25", by="player:bob", player="ann")[0] == "not-allowed"


# ── 3.7 and 3.8: the deal ─────────────────────────────────────────────────────────────────────────


@both("3.8")
def test_3_8_the_manual_device_deals_single_cards_round_the_table_to_five_each(game: Game) -> None:
    t = game.table(dealing="manual")
    t.bet(bob=(3, game.wager()), ann=(1, game.wager()))
    assert t.steps()[0].clauses == (game.number("3.8"),)
    labels = []
    while t.phase != "deciding":
        labels.append(t.steps()[0].label)
        wrong = ("wrong-place", (game.number("3.7"), game.number("3.8")))
        assert t.refused("deal", to="4", cards=["2c"]) == wrong
        t.deal()

    assert labels[:4] == [
        "Deal card 1 of 5 to box 1",
        "Deal card 1 of 5 to box 3",
        "Deal card 1 of 5 to the dealer",
        "Deal card 2 of 5 to box 1",
    ]
    assert labels[-1] == "Deal card 5 of 5 to the dealer" + (", face up" if game is STUD else "")
    assert t.deals == ["1", "3", "dealer"] * 5
    assert t.happened(CardBurnt) == []


@both("3.7", "3.8")
def test_3_7_and_3_8_a_table_deals_in_one_of_the_ways_of_its_document(game: Game) -> None:
    for dealing in {"shoe", "shuffler", "automated", "method-a", "method-d", "Method A", ""} - {
        *game.dealings
    }:
        assert game.refused_table(dealing=dealing)[0] == "bad-configuration"


# ── 3.10.1: a hand that is not shown ──────────────────────────────────────────────────────────────


@both("3.10.1")
def test_3_10_1_a_hand_that_is_not_shown_loses_and_a_supervisors_look_changes_nothing(
    game: Game,
) -> None:
    t = game.table()
    t.cards({1: ROYAL, "dealer": game.dealer.replace("4h", "4d")})
    t.bet(ann=(1, game.wagers))
    t.deal_all()
    assert t.refused("decline-to-show", by="player:ann", box=1)[0] == "not-now"
    t.choose(1, "examine")
    stay(t, 1)
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
    assert {line["result"] for line in settlement["boxes"][0]["lines"]} == {"lose"}
    assert t.state.chips["ann"] == -sum(t.round.boxes[1].bets.values())
    assert game.number("3.10.1") in t.line(game.opening)["clauses"]
    assert settlement["jackpot"]["awards"] == []
    # It never comes back into play.
    assert t.refused("decline-to-show", by="player:ann", box=1)[0] == "not-now"


# ── 6.2: posts ────────────────────────────────────────────────────────────────────────────────────


@both("6.2")
@pytest.mark.parametrize("post", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER])
def test_6_2_whoever_holds_a_higher_post_may_do_the_dealers_work(game: Game, post: str) -> None:
    t = game.table()
    t.do("open-betting", by=post)
    t.do("place-bet", by=post, box=1, bet=game.opening, amount="25", player="ann")
    t.do("close-betting", by=post)
    t.do("deal", by=post, cards=game.higher.split())
    t.do("deal", by=post, cards=game.dealer.split())
    if game is STUD:
        t.do("raise", by=post, box=1, amount="50", player="ann")
    else:
        t.do("set-hand", by=post, box=1, player="ann")
    for work in ("deal", "settle", "conclude"):
        t.do(work, by=post)

    assert t.state.chips == {"ann": game.stake_cents}


@both("6.2", "3.4.3")
def test_6_2_a_shift_manager_may_use_a_pit_managers_power(game: Game) -> None:
    t = game.table()
    t.do("hold-to-one-position", by=SHIFT_MANAGER, player="ann")
    t.lay(ann=(1, game.wager()))

    assert t.refused_bet(2, game.opening, "25") == ("one-position-only", (game.number("3.4.3"),))


@both("6.2")
def test_6_2_nobody_fills_a_post_above_the_own(game: Game) -> None:
    t = game.table()
    t.bet(ann=(1, game.wager()), ann2=(2, game.wager()))
    t.deal_all()
    for command in ("open-betting", "close-betting", "deal", "settle", "conclude", "close-options"):
        assert t.refused(command, by="player:ann")[0] == "not-allowed"
    for post in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.refused("stop-player", by=post, player="ann") == ("not-allowed", ("5.10.3",))
