"""What the RWS hold'em document says of dealing and deciding, proved on live tables.

What the stud documents say alike stands in test_table_rws.py. Amounts that are placed are dollars,
amounts that are paid are cents.
"""

from collections.abc import Sequence

import pytest

from pitboss.table.events import AnyEvent, CardBurnt, CardsDealt, Checked, Raised, TurnedOver
from tests.support import MH, proves
from tests.tables import DEALER, SHIFT_MANAGER, Table, ready

ANTE = {"ante": "25"}
WITH_PROGRESSIVE = {"ante": "25", "progressive": "5"}
LOST = ("lose", 0, 0)

BOARD = "Qh 7h 2h 3c 4d"
FLOP, TURN, RIVER = ["Qh", "7h", "2h"], "3c", "4d"
ACE_KING = "Ah Kh"
"""With the flop a flush, ace high."""
PAIR = "Qd 8c"
"""With the board a pair of queens."""
DEALER_PAIR = "7c 9s"
"""With the board a pair of sevens."""

WRONG_RAISE = ("wrong-raise", ("1.11", "1.23", "1.29", "3.7"))

both_devices = pytest.mark.parametrize("dealing", ["shoe", "shuffler"])


def by_device(shoe: Sequence[str], shuffler: Sequence[str]) -> pytest.MarkDecorator:
    """Runs a test with both devices and marks the clauses of each."""
    return pytest.mark.parametrize(
        "dealing",
        [
            pytest.param("shoe", marks=proves(MH, *shoe)),
            pytest.param("shuffler", marks=proves(MH, *shuffler)),
        ],
    )


def community(t: Table) -> list[str]:
    """What a passer-by sees in the middle of the table."""
    found: list[str] = t.view()["round"]["community"]
    return found


def story(events: Sequence[AnyEvent]) -> list[str]:
    """The deal in short: ``burn``, ``1 x2`` for two cards to box 1, ``show flop``; decisions are
    left out.
    """
    found = []
    for event in events:
        match event:
            case CardBurnt():
                found.append("burn")
            case CardsDealt(place=place, cards=cards):
                found.append(f"{place} x{len(cards)}")
            case TurnedOver(shows=shows):
                found.append(f"show {shows}")
            case _:
                pass
    return found


def all_check(t: Table, *boxes: int) -> None:
    for box in boxes:
        t.choose(box, "check")
    t.deal_all()


def two_players(dealing: str, bets: dict[str, str] | None = None) -> Table:
    """Ann on box 2 with a flush in sight, bob on box 4 with a pair of queens; both have still to
    decide.
    """
    t = Table.open(MH, dealing=dealing)
    t.cards({2: ACE_KING, 4: PAIR, "community": BOARD, "dealer": DEALER_PAIR})
    t.bet(bob=(4, ANTE), ann=(2, bets or ANTE))
    t.deal_all()
    return t


# ── 3.11: the card shoe ───────────────────────────────────────────────────────────────────────────


@proves(MH, "1.4", "3.11", "3.11.1", "3.11.3", "3.11.4", "3.11.5", "3.11.6")
def test_3_11_a_shoe_deals_in_stages_with_a_burn_before_each_and_the_dealer_last() -> None:
    t = Table.open(MH, dealing="shoe")
    t.bet(bob=(4, ANTE), ann=(2, ANTE))
    t.deal_all()
    assert story(t.this_round) == ["burn", "2 x1", "4 x1", "2 x1", "4 x1"]
    assert t.held("dealer") == ""

    t.choose(2, "raise", "50")
    t.choose(4, "raise", "50")
    t.deal_all()
    assert story(t.this_round)[5:] == ["burn", "community x3", "show flop"]
    all_check(t, 2, 4)
    assert story(t.this_round)[8:] == ["burn", "community x1", "show turn"]
    all_check(t, 2, 4)
    assert story(t.this_round)[11:] == [
        *("burn", "community x1", "show river"),
        *("dealer x1", "dealer x1", "show dealer's cards"),
    ]
    assert t.phase == "revealed"


@proves(MH, "1.4")
def test_1_4_each_burn_is_the_top_card_of_what_is_left() -> None:
    t = Table.open(MH, dealing="shoe", cards="virtual")
    t.bet(ann=(1, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.deal_all()
    all_check(t, 1)
    all_check(t, 1)
    assert len(t.happened(CardBurnt)) == 4
    hole, board, dealer = (t.held(place).split() for place in (1, "community", "dealer"))
    t.settle()
    t.do("conclude")

    # Burnt are the 1st card, the 4th after two hole cards, the 8th after the flop, and the 10th
    # after the turn.
    deck = t.view()["published"]["deck"]
    assert hole == deck[1:3]
    assert board == [*deck[4:7], deck[8], deck[10]]
    assert dealer == deck[11:13]


@proves(MH, "1.4")
def test_1_4_a_burnt_card_is_not_shown_and_does_not_come_back() -> None:
    t = Table.open(MH, dealing="shoe")
    t.bet(ann=(1, ANTE))
    assert t.steps()[0].label == "Burn one card"
    t.do("deal", cards=["As"])

    assert t.view(DEALER)["round"]["burnt"] == 1
    assert "As" not in str(t.view(DEALER))
    assert t.refused("deal", cards=["As"]) == ("card-already-out", ("2.2.1",))


@proves(MH, "1.15", "3.11.1")
def test_3_11_1_hole_cards_are_two_single_cards_face_down() -> None:
    t = Table.open(MH, dealing="shoe")
    t.cards({2: ACE_KING, 4: PAIR})
    t.bet(ann=(2, ANTE), bob=(4, ANTE))
    t.deal_all()

    assert [t.held(box) for box in (2, 4)] == [ACE_KING, PAIR]
    for viewer in (None, "player:ann", "player:bob", DEALER, SHIFT_MANAGER):
        assert [t.box_view(box, viewer)["cards"] for box in (2, 4)] == [["??", "??"], ["??", "??"]]
    t.choose(2, "examine")
    assert t.box_view(2, "player:ann")["cards"] == ["Ah", "Kh"]
    assert t.box_view(2, "player:bob")["cards"] == ["??", "??"]


@proves(MH, "1.12", "1.24", "1.30", "3.11.3", "3.11.4", "3.11.5")
def test_3_11_community_cards_are_laid_face_down_and_then_turned_over() -> None:
    t = two_players("shoe")
    t.choose(2, "raise", "50")
    t.choose(4, "fold")
    seen = [community(t)]
    while t.phase != "revealed":
        if t.phase == "deciding":
            t.choose(2, "check")
        t.deal()
        if community(t) != seen[-1]:
            seen.append(community(t))

    assert seen == [
        [],
        ["??", "??", "??"],
        FLOP,
        [*FLOP, "??"],
        [*FLOP, TURN],
        [*FLOP, TURN, "??"],
        [*FLOP, TURN, RIVER],
    ]


@proves(MH, "3.11.6")
def test_3_11_6_the_dealer_deals_himself_two_cards_last_and_compares() -> None:
    t = two_players("shoe")
    t.choose(2, "fold")
    t.choose(4, "raise", "50")
    t.deal_all()
    all_check(t, 4)
    assert t.held("dealer") == ""
    t.choose(4, "check")
    while not t.held("dealer"):
        t.deal()
    assert community(t) == BOARD.split()
    assert t.view()["round"]["dealer"] == ["??"]
    t.settle()

    assert t.view()["round"]["dealer"] == DEALER_PAIR.split()
    # A pair of queens beats a pair of sevens; below a straight the ante is neither paid nor taken.
    assert t.result("flop", 4) == ("win", 50_00, 50_00)
    assert t.result("ante", 4) == ("push", 25_00, 0)


# ── 3.12: the shuffler ────────────────────────────────────────────────────────────────────────────


@proves(MH, "3.12", "3.12.1", "3.12.2")
def test_3_12_a_shuffler_gives_sets_to_middle_players_and_dealer_and_nothing_is_burnt() -> None:
    t = Table.open(MH, dealing="shuffler")
    t.bet(bob=(4, ANTE), ann=(2, ANTE))
    t.deal()
    assert story(t.this_round) == ["community x5"]
    assert community(t) == ["??"] * 5
    t.deal_all()

    assert story(t.this_round) == ["community x5", "2 x2", "4 x2", "dealer x2"]
    assert t.phase == "deciding"
    for viewer in (None, "player:ann", DEALER, SHIFT_MANAGER):
        shown = t.view(viewer)["round"]
        assert shown["community"] == ["??"] * 5
        assert shown["dealer"] == ["??", "??"]
        assert [box["cards"] for box in shown["boxes"]] == [["??", "??"], ["??", "??"]]


@proves(MH, "1.12", "1.24", "1.30", "3.12", "3.12.4", "3.12.5", "3.12.6")
def test_3_12_a_shuffled_board_is_turned_over_in_stages_and_the_dealers_hand_with_the_river() -> (
    None
):
    t = two_players("shuffler")
    t.choose(2, "raise", "50")
    t.choose(4, "raise", "50")
    t.deal_all()
    assert community(t) == [*FLOP, "??", "??"]
    assert t.view()["round"]["to_decide"] == [2, 4]
    all_check(t, 2, 4)
    assert community(t) == [*FLOP, TURN, "??"]
    assert t.view()["round"]["to_decide"] == [2, 4]
    assert t.view()["round"]["dealer"] == ["??", "??"]
    all_check(t, 2, 4)

    assert story(t.this_round)[4:] == [
        "show flop",
        "show turn",
        "show river",
        "show dealer's cards",
    ]
    assert community(t) == BOARD.split()
    assert t.view()["round"]["dealer"] == DEALER_PAIR.split()
    t.settle()
    # A flush and a pair of queens against a pair of sevens; the flush wins its ante too.
    assert [t.result("ante", box) for box in (2, 4)] == [("win", 25_00, 25_00), ("push", 25_00, 0)]


@by_device(["3.11", "3.11.1"], ["3.12", "3.12.1", "3.12.2"])
def test_3_11_cards_go_where_the_order_says(dealing: str) -> None:
    first = {"shoe": ["burn", "1", "2", "1", "2"], "shuffler": ["community", "1", "2", "dealer"]}[
        dealing
    ]
    t = Table.open(MH, dealing=dealing)
    t.bet(ann=(1, ANTE), bob=(2, ANTE))

    for place in first:
        for other in {"burn", "community", "1", "2", "dealer"} - {place}:
            assert t.refused("deal", to=other) == ("wrong-place", ("3.11", "3.12"))
        assert t.steps()[0].clauses == ({"shoe": "3.11", "shuffler": "3.12"}[dealing],)
        t.deal()
    assert t.phase == "deciding"


# ── 1.3: the betting rounds ───────────────────────────────────────────────────────────────────────


@by_device(
    ["1.3", "1.3.a", "1.3.b", "1.3.c", "1.11", "1.23", "1.29", "3.11.3", "3.11.4"],
    ["1.3", "1.3.a", "1.3.b", "1.3.c", "1.11", "1.23", "1.29", "3.12.4", "3.12.5"],
)
def test_1_3_flop_turn_and_river_are_bet_in_three_betting_rounds(dealing: str) -> None:
    t = two_players(dealing)
    shown = {
        "shoe": ([], FLOP, [*FLOP, TURN]),
        "shuffler": (["??"] * 5, [*FLOP, "??", "??"], [*FLOP, TURN, "??"]),
    }
    right = [("flop", "50"), ("turn", "25"), ("river", "25")]
    wrong = [("25", "49.99", "50.01", "100"), ("50", "24.99", "25.01"), ("50", "24.99", "25.01")]

    for open_cards, (bet, amount), others in zip(shown[dealing], right, wrong, strict=True):
        assert community(t) == open_cards
        for player in (2, 4):
            # Nothing more is turned over while anybody has still to decide.
            assert t.refused("deal")[0] == "not-now"
            for other in others:
                name = t.round.boxes[player].player
                assert (
                    t.refused("raise", by=f"player:{name}", box=player, amount=other) == WRONG_RAISE
                )
            t.choose(player, "raise", amount)
        assert [event.bet for event in t.happened(Raised)[-2:]] == [bet, bet]
        t.deal_all()

    assert t.phase == "revealed"
    assert t.refused("raise", by="player:ann", box=2, amount="25")[0] == "not-now"
    bets = {"ante": "25.00", "flop": "50.00", "turn": "25.00", "river": "25.00"}
    assert [t.box_view(box)["bets"] for box in (2, 4)] == [bets, bets]
    t.settle()
    # Ann's flush wins 25 + 50 + 25 + 25; bob's pair of queens wins all but the ante.
    t.do("conclude")
    assert t.state.chips == {"ann": 125_00, "bob": 100_00}


@proves(MH, "1.3", "1.11", "1.23", "1.29")
@pytest.mark.parametrize("bet", ["flop", "turn", "river"])
def test_1_3_flop_turn_and_river_are_not_placed_while_bets_are_open(bet: str) -> None:
    t = Table.open(MH)
    t.lay(ann=(1, ANTE))

    assert t.refused_bet(1, bet, "50")[0] == "not-now"
    assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "not-now"
    t.do("close-betting")
    assert t.refused_bet(1, bet, "50") == ("no-more-bets", ("3.10", "5.11"))
    assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "not-now"


@by_device(["1.3.c", "3.11.4"], ["1.3.c", "3.12.5"])
def test_1_3_c_a_player_who_checked_the_turn_may_bet_the_river(dealing: str) -> None:
    t = two_players(dealing)
    t.choose(2, "raise", "50")
    t.choose(4, "fold")
    t.deal_all()
    all_check(t, 2)
    t.choose(2, "raise", "25")

    assert [event.bet for event in t.happened(Raised)] == ["flop", "river"]
    assert t.box_view(2)["bets"] == {"ante": "25.00", "flop": "50.00", "river": "25.00"}


@by_device(["1.6", "3.11.3", "3.11.4"], ["1.6", "3.12.4", "3.12.5"])
def test_1_6_a_player_who_checks_stays_in_and_adds_nothing(dealing: str) -> None:
    t = two_players(dealing)
    t.choose(2, "fold")
    t.choose(4, "raise", "50")
    t.deal_all()
    before = t.state.chips["bob"]
    for _ in range(2):
        assert t.may("player:bob") == [("examine", 4), ("raise", 4), ("check", 4)]
        all_check(t, 4)

    assert [event.box for event in t.happened(Checked)] == [4, 4]
    assert t.state.chips["bob"] == before == -75_00
    t.settle()
    lines = t.view()["round"]["settlement"]["boxes"][1]["lines"]
    assert [line["bet"] for line in lines] == ["ante", "flop"]
    assert t.result("flop", 4) == ("win", 50_00, 50_00)


@proves(MH, "1.7")
@both_devices
def test_1_7_the_community_cards_serve_every_player(dealing: str) -> None:
    t = Table.open(MH, dealing=dealing)
    t.cards({1: "Ks 9h", 3: "9s 8s", "community": "Ts Js Qs 2d 3c", "dealer": "2c 7d"})
    t.bet(ann=(1, ANTE), bob=(3, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.choose(3, "raise", "50")
    t.deal_all()
    all_check(t, 1, 3)
    all_check(t, 1, 3)
    settlement = t.settle()

    # K-Q-J-T-9, and Q-J-T-9-8 of spades.
    assert [box["hand"] for box in settlement["boxes"]] == ["straight", "straight-flush"]
    assert settlement["dealer"]["hand"] == "one-pair"


@by_device(["1.17", "3.11.2.b"], ["1.17", "3.12.3.b"])
def test_1_17_after_the_flop_a_player_is_in_for_the_finish(dealing: str) -> None:
    t = two_players(dealing)
    t.choose(2, "raise", "50")
    t.choose(4, "raise", "50")
    t.deal_all()

    for _ in range(2):
        for box, player in ((2, "player:ann"), (4, "player:bob")):
            assert ("fold", box) not in t.may(player)
            assert t.refused("fold", by=player, box=box)[0] == "not-now"
            t.choose(box, "check")
        t.deal_all()
    assert t.phase == "revealed"
    assert t.refused("fold", by="player:ann", box=2)[0] == "not-now"
    t.settle()
    # Both have a result.
    assert [t.result("flop", box)[0] for box in (2, 4)] == ["win", "win"]


# ── 3.11.2, 3.12.3: fold or Flop ──────────────────────────────────────────────────────────────────


@by_device(["3.11.2"], ["3.12.3"])
def test_3_11_2_a_player_may_fold_or_place_the_flop_and_nothing_else(dealing: str) -> None:
    t = two_players(dealing)
    t.choose(2, "examine")

    assert t.may("player:ann") == [("raise", 2), ("fold", 2)]
    assert [step.label for step in t.steps("player:ann")] == ["Flop 50.00 on box 2", "Fold box 2"]
    for other in ("check", "set-hand"):
        assert t.refused(other, by="player:ann", box=2)[0] == "not-now"
    assert t.refused("fold", by="player:bob", box=4) == ("out-of-turn", ("3.11.2", "3.12.3"))
    t.choose(2, "fold")
    assert t.refused("raise", by="player:ann", box=2, amount="50")[0] == "already-decided"


@by_device(["3.11.2.a", "4.4"], ["3.12.3.a", "4.4"])
def test_3_11_2_a_a_folded_hand_loses_ante_and_bonus_and_is_paid_on_the_jackpot(
    dealing: str,
) -> None:
    t = Table.open(MH, dealing=dealing)
    t.cards({1: ACE_KING, 2: PAIR, 3: "5h 6h", "community": BOARD, "dealer": DEALER_PAIR})
    t.bet(
        ann=(1, {"ante": "25", "bonus": "10", "progressive": "5"}),
        bob=(2, {"ante": "25", "progressive": "5"}),
        cat=(3, ANTE),
    )
    t.deal_all()
    for box in (1, 2, 3):
        t.choose(box, "fold")
    t.settle()

    # Ace and king of one suit would win the bonus; folded, it is lost. The flush with the flop wins
    # 100.00.
    assert t.result("ante", 1) == LOST
    assert t.result("bonus", 1) == LOST
    assert t.result("progressive", 1) == ("win", 0, 100_00)
    assert t.result("progressive", 2) == LOST
    assert t.box_view(1)["cards"] == ["Ah", "Kh"]
    assert t.box_view(3)["cards"] == ["??", "??"]
    t.do("conclude")
    assert t.state.chips == {"ann": 60_00, "bob": -30_00, "cat": -25_00}


@by_device(["3.11.2.b"], ["3.12.3.b"])
def test_3_11_2_b_the_flop_cards_are_for_those_who_place_the_flop(dealing: str) -> None:
    t = two_players(dealing)
    t.choose(2, "fold")
    assert t.refused("deal")[0] == "not-now"
    t.choose(4, "raise", "50")
    t.deal_all()

    assert community(t)[:3] == FLOP
    assert t.view()["round"]["to_decide"] == [4]
    assert t.box_view(4)["bets"] == {"ante": "25.00", "flop": "50.00"}
    assert t.refused("raise", by="player:ann", box=2, amount="25")[0] == "already-decided"


@proves(MH, "3.7")
@both_devices
def test_3_7_a_hand_that_was_not_examined_may_place_the_flop_blind(dealing: str) -> None:
    t = Table.open(MH, dealing=dealing)
    t.cards({1: PAIR, 2: ACE_KING, "community": BOARD, "dealer": DEALER_PAIR})
    t.bet(ann=(1, {"ante": "25"}), ann2=(2, {"ante": "12.50"}))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "fold")

    # The amount goes by the ante of the box itself.
    for amount in ("50", "24.99", "25.01", "12.50"):
        assert t.refused("raise", by="player:ann", box=2, amount=amount) == WRONG_RAISE
    t.choose(2, "raise", "25")
    t.deal_all()
    all_check(t, 2)
    all_check(t, 2)
    assert not t.round.boxes[2].examined
    t.settle()
    assert t.result("ante", 1) == LOST
    assert t.result("flop", 2) == ("win", 25_00, 25_00)


# ── 3.9, 2.1.1.b, 4.4, 4.5.1: bonus and jackpot ───────────────────────────────────────────────────


@proves(MH, "3.9")
def test_3_9_a_bonus_bet_needs_an_ante_on_its_box() -> None:
    t = Table.open(MH, limits={"ante": ("10", "1000"), "bonus": ("5", "100")})
    t.lay(bob=(2, ANTE))

    assert t.refused_bet(1, "bonus", "10")[0] == "needs-opening-wager"
    assert t.refused_bet(2, "bonus", "10") == ("someone-elses-box", ("3.5",))
    t.lay(ann=(1, {"ante": "25", "bonus": "10"}))
    assert t.refused_bet(1, "bonus", "90.01") == ("over-maximum", ("3.4", "5.1"))
    assert [t.box_view(box)["bets"].get("bonus") for box in (1, 2)] == ["10.00", None]
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")
    assert [box["box"] for box in t.view()["round"]["boxes"]] == [2]


@proves(MH, "3.9")
@both_devices
def test_3_9_a_bonus_bet_is_paid_on_the_starting_cards(dealing: str) -> None:
    t = Table.open(MH, dealing=dealing)
    # Tens lose to kings, and a pair of tens pays the bonus 3 to 1.
    t.cards({1: "Td Tc", "community": "2c 3d 7s 8h Js", "dealer": "Kc Kd"})
    t.bet(ann=(1, {"ante": "25", "bonus": "10"}))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.deal_all()
    all_check(t, 1)
    all_check(t, 1)
    t.settle()

    assert t.result("flop") == LOST
    assert t.result("bonus") == ("win", 10_00, 30_00)


@proves(MH, "2.1.1.b")
def test_2_1_1_b_the_progressive_wager_is_for_the_players_hand_and_never_the_dealers() -> None:
    t = Table.open(MH)
    # The dealer's ace and king make a flush with the flop; the player has nothing there.
    t.cards({1: "9c 8d", "community": BOARD, "dealer": ACE_KING})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.deal_all()
    all_check(t, 1)
    all_check(t, 1)
    settlement = t.settle()

    assert settlement["dealer"]["hand"] == "flush"
    assert t.result("progressive") == LOST


@proves(MH, "4.4")
@both_devices
def test_4_4_a_hand_that_wins_on_the_jackpot_lies_face_up(dealing: str) -> None:
    t = two_players(dealing, bets=WITH_PROGRESSIVE)
    t.choose(2, "raise", "50")
    t.choose(4, "fold")
    t.deal_all()
    all_check(t, 2)
    t.choose(2, "check")
    assert t.box_view(2)["cards"] == ["??", "??"]
    t.settle()

    assert t.result("progressive", 2) == ("win", 0, 100_00)
    for viewer in (None, "player:bob", DEALER):
        assert t.box_view(2, viewer)["cards"] == ["Ah", "Kh"]


@proves(MH, "4.5", "4.5.1")
@both_devices
@pytest.mark.parametrize(
    ("first", "second", "amounts"),
    [
        # A tenth of 250,000.00, and then all that is left.
        pytest.param("9h 8h", "Ah Kh", ["25000.00", "225000.00"], id="straight-flush-first"),
        # All of it, and then a tenth of the 100,000.00 it starts again from.
        pytest.param("Ah Kh", "9h 8h", ["250000.00", "10000.00"], id="royal-flush-first"),
    ],
)
def test_4_5_1_several_winners_are_paid_in_the_order_of_the_deal(
    dealing: str, first: str, second: str, amounts: list[str]
) -> None:
    t = Table.open(MH, dealing=dealing)
    # Box 5 bets first; box 2 is dealt first.
    t.bet(eve=(5, WITH_PROGRESSIVE), bob=(2, WITH_PROGRESSIVE))
    t.cards({2: first, 5: second, "community": "Qh Jh Th 2c 3d", "dealer": "4c 5d"})
    t.deal_all()
    t.choose(2, "fold")
    t.choose(5, "fold")
    awards = t.settle()["jackpot"]["awards"]

    assert [award["box"] for award in awards] == [2, 5]
    assert [award["amount"] for award in awards] == amounts


# ── 5.5, 5.6: players who leave ───────────────────────────────────────────────────────────────────


@proves(MH, "5.5", "5.6")
@both_devices
def test_5_6_a_player_who_leaves_after_the_last_decision_is_settled_and_one_before_it_folds(
    dealing: str,
) -> None:
    t = two_players(dealing)
    t.choose(2, "raise", "50")
    t.choose(4, "raise", "50")
    t.deal_all()
    all_check(t, 2, 4)
    t.choose(2, "raise", "25")
    # Ann has decided on the River, bob has not.
    t.do("report", incident="player-absent", box=2)
    t.do("report", incident="player-absent", box=4)
    t.settle()

    assert t.result("river", 2) == ("win", 25_00, 25_00)
    assert [t.result(bet, 4) for bet in ("ante", "flop")] == [LOST, LOST]


def test_a_table_of_hold_em_needs_no_answer_from_those_who_have_folded() -> None:
    t = ready(MH, "shoe", ann=(1, ANTE), bob=(2, ANTE))
    t.choose(1, "fold")
    t.choose(2, "fold")
    t.deal_all()

    assert t.phase == "revealed"
