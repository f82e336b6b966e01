"""What the three RWS documents say alike of the table itself, proved on live tables.

The stud documents share their numbering; hold'em has some of the same clauses under other numbers.
Test names carry the numbers of the stud documents. Amounts that are placed are dollars, amounts
that are paid are cents.
"""

import pytest

from pitboss.table.events import BetPlaced, HandsMoved, OneHandTold
from tests.support import CS, MH, MS, proves
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, ready, setting

ANTE = {"ante": "25"}
WITH_PROGRESSIVE = {"ante": "25", "progressive": "5"}

MOST_BOXES = {MS: 9, CS: 9, MH: 20}
"""The drawings alone give the number. A deck bounds it: 1 + 9 x 5 + 5 = 51 cards, and 4 + 20 x 2 +
5 + 2 = 51.
"""

HAND = {MS: 5, CS: 5, MH: 2}
"""How many cards a player and the dealer are dealt."""

STAYING = {MS: "bet", CS: "bet", MH: "flop"}
"""The wager with which a player stays in."""

LATE = {MS: ("3.9", "5.11"), CS: ("3.9", "5.11"), MH: ("3.10", "5.11")}
FAULT = {MS: "5.18.2", CS: "5.18.2", MH: "5.17.2"}


def in_all(stud: str, holdem: str | None = None) -> pytest.MarkDecorator:
    """Runs a test for the three documents and marks the clause in each."""
    number = {MS: stud, CS: stud, MH: holdem or stud}
    return pytest.mark.parametrize(
        "book", [pytest.param(book, marks=proves(book, number[book])) for book in number]
    )


# ── 2: layout and cards ───────────────────────────────────────────────────────────────────────────


@in_all("2.1.1")
def test_2_1_1_a_table_opens_with_a_layout_of_the_appendices_and_no_other(book: str) -> None:
    for layout in ("A", "B", "C", "D"):
        assert Table.open(book, layout=layout).view()["layout"] == layout
    for layout in ("E", "a", ""):
        code, clauses = Table().refused("open-table", by=SUPERVISOR, **setting(book, layout=layout))
        assert code == "bad-configuration"
        assert "2.1.1" in clauses


@in_all("2.1.1.a")
@pytest.mark.parametrize("layout", ["A", "B", "C", "D"])
def test_2_1_1_a_a_table_has_no_more_boxes_than_its_layout(book: str, layout: str) -> None:
    most = MOST_BOXES[book]
    assert Table.open(book, layout=layout, boxes=most).view()["boxes"] == most
    for boxes in (0, most + 1):
        table = setting(book, layout=layout, boxes=boxes)
        assert Table().refused("open-table", by=SUPERVISOR, **table)[0] == "bad-configuration"


@in_all("2.1.1.a")
def test_2_1_1_a_a_bet_lies_on_a_marked_box(book: str) -> None:
    t = Table.open(book, boxes=5)
    t.lay(ann=(1, ANTE), eve=(5, ANTE))

    for box in (0, 6, -1):
        assert t.refused_bet(box, "ante", "25") == ("no-such-box", ("2.1.1.a",))
    assert [box["box"] for box in t.view()["round"]["boxes"]] == [1, 5]


@in_all("2.1.1.b")
def test_2_1_1_b_every_box_has_a_coin_spot_of_its_own(book: str) -> None:
    t = Table.open(book, boxes=3)
    t.lay(ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE), cat=(3, WITH_PROGRESSIVE))

    assert [box["bets"].get("progressive") for box in t.view()["round"]["boxes"]] == [
        "5.00",
        None,
        "5.00",
    ]
    assert t.refused_bet(4, "progressive", "5") == ("no-such-box", ("2.1.1.a",))


@in_all("2.2.1")
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_2_2_1_a_round_is_dealt_from_one_deck_of_52_different_cards(
    book: str, dealing: str
) -> None:
    boxes = range(1, MOST_BOXES[book] + 1)
    t = Table.open(book, dealing=dealing, boxes=len(boxes), cards="virtual")
    t.bet(**{f"ann{box}": (box, ANTE) for box in boxes})
    t.deal_all()
    for box in boxes:
        t.choose(box, "fold")
    t.settle()
    dealt = [card for place in (*boxes, "dealer", "community") for card in t.held(place).split()]
    t.do("conclude")
    deck = t.view()["published"]["deck"]

    # Nine hands of five and the dealer's; or twenty of two, the dealer's, and five in the middle.
    assert len(dealt) == {MS: 50, CS: 50, MH: 47}[book]
    assert len(set(dealt)) == len(dealt)
    assert len(deck) == len(set(deck)) == 52
    assert set(dealt) <= set(deck)


@in_all("2.2.1")
def test_2_2_1_no_card_comes_twice_in_a_round(book: str) -> None:
    t = Table.open(book)
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.do("deal", cards=["2c"])
    t.do("deal", cards=["Ah"])

    for card in ("2c", "Ah"):
        assert t.refused("deal", cards=[card]) == ("card-already-out", ("2.2.1",))
    t.do("deal", cards=["Ad"])


@in_all("2.2.1")
def test_2_2_1_no_card_comes_twice_in_a_set(book: str) -> None:
    t = Table.open(book, dealing="shuffler")
    t.bet(ann=(1, ANTE))

    # Hold'em lays five community cards first, stud gives five to box 1.
    assert t.refused("deal", cards=["Ah", "Kh", "Qh", "Jh", "Ah"]) == (
        "card-already-out",
        ("2.2.1",),
    )


# ── 3.2 to 3.6: betting ───────────────────────────────────────────────────────────────────────────


@in_all("3.2")
def test_3_2_bets_are_taken_from_the_dealers_call_onward(book: str) -> None:
    t = Table.open(book)
    announced = t.steps()[0]

    assert (announced.label, announced.do) == ("Announce: Place your Bets, please", "open-betting")
    assert announced.clauses == ("3.2",)
    assert t.refused_bet(1, "ante", "25") == ("betting-not-open", ("3.2",))
    assert t.refused("open-betting", by="player:ann")[0] == "not-allowed"
    assert t.refused_bet(1, "ante", "25") == ("betting-not-open", ("3.2",))

    t.do("open-betting")
    t.do("place-bet", by="player:ann", box=1, bet="ante", amount="25")
    assert t.view()["round"]["boxes"][0]["bets"] == {"ante": "25.00"}


@in_all("3.2")
def test_3_2_every_round_needs_its_own_call(book: str) -> None:
    t = ready(book, ann=(1, ANTE))
    t.choose(1, "fold")
    t.settle()
    t.do("conclude")

    assert t.refused_bet(1, "ante", "25") == ("betting-not-open", ("3.2",))


@in_all("3.3")
@pytest.mark.parametrize("viewer", [None, "player:ann", "dealer:dana"])
def test_3_3_the_table_shows_its_limits_and_the_prescribed_progressive_amount(
    book: str, viewer: str | None
) -> None:
    t = Table.open(book, limits={"ante": ("15", "2500")}, progressive="7.50")
    before = t.view(viewer)
    t.bet(ann=(1, ANTE))
    during = t.view(viewer)

    for shown in (before, during):
        assert shown["limits"] == {"ante": {"min": "15.00", "max": "2500.00"}}
        assert shown["progressive_bet"] == "7.50"


@in_all("3.3")
@pytest.mark.parametrize(
    "limits", [{}, {"ante": {}}, {"ante": {"min": "10"}}, {"ante": {"max": "1000"}}], ids=str
)
def test_3_3_a_table_without_limits_to_show_does_not_open(
    book: str, limits: dict[str, dict[str, str]]
) -> None:
    code, clauses = Table().refused("open-table", by=SUPERVISOR, **setting(book, limits=limits))

    assert code == "bad-configuration"
    assert "3.3" in clauses


@in_all("3.4")
def test_3_4_no_more_than_the_maximum_is_taken(book: str) -> None:
    t = Table.open(book, limits={"ante": ("10", "1000")})
    t.lay()

    assert t.refused_bet(1, "ante", "1000.01") == ("over-maximum", ("3.4", "5.1"))
    t.lay(ann=(1, {"ante": "999.99"}))
    assert t.refused_bet(1, "ante", "0.02") == ("over-maximum", ("3.4", "5.1"))
    t.lay(ann=(1, {"ante": "0.01"}), ann2=(2, {"ante": "1000"}))
    t.do("close-betting")
    assert [box["bets"]["ante"] for box in t.view()["round"]["boxes"]] == ["1000.00", "1000.00"]


@in_all("3.4")
def test_3_4_a_bet_under_the_minimum_is_increased_or_withdrawn(book: str) -> None:
    t = Table.open(book, limits={"ante": ("10", "1000")})
    t.lay(ann=(1, {"ante": "9.99"}), bob=(2, {"ante": "5"}))

    found = t.refuse("close-betting")
    assert (found.code.value, found.clauses) == ("under-minimum", ("3.4", "5.2"))
    assert "10.00" in found.message
    t.lay(ann=(1, {"ante": "0.01"}))
    assert t.refused("close-betting") == ("under-minimum", ("3.4", "5.2"))
    t.do("withdraw-bet", by="player:bob", box=2, bet="ante")
    t.do("close-betting")
    assert tuple(t.round.boxes) == (1,)


@in_all("3.4")
def test_3_4_a_progressive_bet_is_the_prescribed_amount(book: str) -> None:
    t = Table.open(book, progressive="5")
    t.lay(ann=(1, ANTE))

    for amount in ("4.99", "5.01", "2.50", "10"):
        assert t.refused_bet(1, "progressive", amount) == ("wrong-progressive-amount", ("3.4",))
    t.lay(ann=(1, {"progressive": "5"}))
    assert t.refused_bet(1, "progressive", "5") == ("wrong-progressive-amount", ("3.4",))
    assert t.box_view(1)["bets"] == {"ante": "25.00", "progressive": "5.00"}


@in_all("3.5")
@pytest.mark.parametrize(("bet", "amount"), [("ante", "25"), ("progressive", "5")])
def test_3_5_nobody_bets_on_another_players_box(book: str, bet: str, amount: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, ANTE))

    assert t.refused_bet(1, bet, amount, by="player:bob") == ("someone-elses-box", ("3.5",))
    assert t.refused_bet(1, bet, amount, by=DEALER, player="bob") == ("someone-elses-box", ("3.5",))
    assert (
        t.refused("place-bet", by="player:bob", box=1, bet=bet, amount=amount, player="ann")[0]
        == "not-allowed"
    )
    assert t.box_view(1)["bets"] == {"ante": "25.00"}
    assert t.box_view(1, "dealer")["player"] == "ann"


@in_all("3.5")
def test_3_5_a_box_that_its_player_has_left_is_free_for_another(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, ANTE))
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")
    t.lay(bob=(1, ANTE))

    assert t.box_view(1, "dealer")["player"] == "bob"
    assert t.refused_bet(1, "ante", "25") == ("someone-elses-box", ("3.5",))


@in_all("3.6")
def test_3_6_only_boxes_with_an_ante_are_in_the_round(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, ANTE), bob=(2, WITH_PROGRESSIVE), cat=(3, ANTE))
    t.do("withdraw-bet", by="player:bob", box=2, bet="ante")
    t.do("close-betting")
    t.deal_all()

    assert tuple(t.round.boxes) == (1, 3)
    assert t.state.chips["bob"] == 0
    assert "2" not in t.deals
    assert t.refused("fold", by="player:bob", box=2)[0] == "no-such-box"


@in_all("3.6")
def test_3_6_without_any_ante_there_is_nothing_to_deal(book: str) -> None:
    t = Table.open(book)
    t.lay()

    assert t.refused("close-betting") == ("nothing-bet", ("3.6",))
    assert t.refused_bet(1, "progressive", "5") == ("needs-opening-wager", ("3.6", "3.8"))
    assert t.refused_bet(1, STAYING[book], "50")[0] == "not-now"
    assert t.refused("close-betting") == ("nothing-bet", ("3.6",))


# ── 3.7: several hands, one look ──────────────────────────────────────────────────────────────────


@in_all("3.7")
def test_3_7_a_player_with_several_hands_is_told_that_he_may_examine_one(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, ANTE), bob=(2, ANTE))
    assert t.happened(OneHandTold) == []

    t.lay(ann=(3, ANTE))
    assert t.happened(OneHandTold) == [OneHandTold("ann")]
    t.lay(ann=(5, ANTE), bob=(2, {"ante": "5"}))
    assert t.happened(OneHandTold) == [OneHandTold("ann")]
    assert "one hand only" in t.view("player:ann")["one_hand_notice"]


@in_all("3.7")
def test_3_7_a_further_hand_must_carry_nobody_elses_bet(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, ANTE), bob=(2, ANTE))

    assert t.refused_bet(2, "ante", "25") == ("someone-elses-box", ("3.5",))
    t.lay(ann=(3, ANTE))
    assert [box["player"] for box in t.view("dealer")["round"]["boxes"]] == ["ann", "bob", "ann"]


@in_all("3.7")
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_3_7_a_player_examines_one_hand_and_no_other(book: str, dealing: str) -> None:
    t = Table.open(book, dealing=dealing)
    t.bet(ann=(1, ANTE), ann2=(2, ANTE), bob=(3, ANTE))
    t.deal_all()
    t.choose(2, "examine")

    assert t.refused("examine", by="player:ann", box=1) == ("second-look", ("3.7",))
    assert t.box_view(2, "player:ann")["cards"] == t.held(2).split()
    assert "??" not in t.held(2)
    assert t.box_view(1, "player:ann")["cards"] == ["??"] * HAND[book]
    for viewer in (None, "player:bob", DEALER, SHIFT_MANAGER):
        assert t.box_view(2, viewer)["cards"] == ["??"] * HAND[book]

    # The look is used up, whatever becomes of the hand.
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    assert t.refused("examine", by="player:ann", box=1) == ("second-look", ("3.7",))
    t.choose(3, "examine")


# ── 3.8: the progressive wager ────────────────────────────────────────────────────────────────────


@in_all("3.8")
def test_3_8_a_progressive_bet_needs_an_ante_on_its_box(book: str) -> None:
    t = Table.open(book)
    t.lay()

    assert t.refused_bet(1, "progressive", "5") == ("needs-opening-wager", ("3.6", "3.8"))
    t.lay(ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE))
    assert t.box_view(1)["bets"] == {"ante": "25.00", "progressive": "5.00"}
    # It is the player's choice, and it can be taken back by itself while bets are open.
    assert t.box_view(2)["bets"] == {"ante": "25.00"}
    t.do("withdraw-bet", by="player:ann", box=1, bet="progressive")
    assert t.box_view(1)["bets"] == {"ante": "25.00"}


@in_all("3.8")
def test_3_8_a_progressive_bet_does_not_outlast_its_ante(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE))
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")

    assert [box["box"] for box in t.view()["round"]["boxes"]] == [2]
    assert t.state.chips["ann"] == 0


@in_all("3.8.1")
def test_3_8_1_a_further_hand_takes_a_progressive_bet_with_an_ante_of_its_own(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE))

    assert t.refused_bet(3, "progressive", "5") == ("needs-opening-wager", ("3.6", "3.8"))
    assert t.refused_bet(2, "progressive", "5") == ("someone-elses-box", ("3.5",))
    t.lay(ann=(3, WITH_PROGRESSIVE))
    assert t.box_view(3)["bets"] == {"ante": "25.00", "progressive": "5.00"}
    assert t.box_view(3, "dealer")["player"] == "ann"


# ── 3.9: no more bets ─────────────────────────────────────────────────────────────────────────────


@in_all("3.9", "3.10")
def test_3_9_no_bet_is_taken_after_the_call(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, ANTE))
    announced = t.steps()[0]
    assert (announced.label, announced.do) == ("Announce: No more Bets", "close-betting")
    assert announced.clauses == LATE[book][:1]
    t.do("close-betting")

    def nothing_is_taken() -> None:
        late = ("no-more-bets", LATE[book])
        assert t.refused_bet(2, "ante", "25", by="player:bob") == late
        assert t.refused_bet(1, "ante", "25") == late
        assert t.refused_bet(1, "progressive", "5") == late
        assert t.refused_bet(2, "ante", "25", by=DEALER, player="bob") == late
        assert t.refused("withdraw-bet", by="player:ann", box=1, bet="ante") == late

    nothing_is_taken()
    t.deal()
    nothing_is_taken()
    t.deal_all()
    assert t.phase == "deciding"
    nothing_is_taken()
    t.choose(1, "fold")
    t.settle()
    nothing_is_taken()
    assert t.box_view(1)["bets"] == {"ante": "25.00"}


# ── 4.5.2: times ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("book", "dealing", "times"),
    [
        # Opening, call, two bets, close, each a second. Then a burn, and twelve cards before box 1
        # has its fifth; in hold'em two cards before it has its second.
        (MS, "shoe", {1: 1_018_000, 2: 1_019_000}),
        (CS, "shoe", {1: 1_018_000, 2: 1_019_000}),
        (MH, "shoe", {1: 1_008_000, 2: 1_009_000}),
        # One set after another; in hold'em the community cards come first.
        (MS, "shuffler", {1: 1_005_000, 2: 1_006_000}),
        (CS, "shuffler", {1: 1_005_000, 2: 1_006_000}),
        (MH, "shuffler", {1: 1_006_000, 2: 1_007_000}),
    ],
)
def test_4_5_2_a_table_keeps_the_time_at_which_each_full_hand_was_dealt(
    book: str, dealing: str, times: dict[int, int]
) -> None:
    t = ready(book, dealing, ann=(1, ANTE), bob=(2, ANTE))
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    t.deal_all()

    assert {number: box.dealt_ms for number, box in t.round.boxes.items()} == times


# ── 1.15 to 1.17, 1.20: what words mean at the table ──────────────────────────────────────────────


@in_all("1.15", "1.22")
def test_1_15_reconstruction_gives_every_box_the_hand_that_was_meant_for_it(book: str) -> None:
    t = Table.open(book, dealing="shuffler")
    t.bet(ann=(1, ANTE), bob=(2, ANTE), cat=(3, ANTE), dan=(4, ANTE))
    # The set for box 1 went to box 2, that for box 2 to box 3, and that for box 3 to box 1.
    while not t.held(4):
        t.deal()
    wrong = {box: t.held(box) for box in (1, 2, 3, 4)}
    t.do(
        "report",
        incident="misdeal",
        facts={"whole_hands_can_move": True, "players_have_seen": False},
        moves=[[2, 1], [3, 2], [1, 3]],
    )

    assert t.happened(HandsMoved)[0].moves == ((2, 1), (3, 2), (1, 3))
    right = {1: wrong[2], 2: wrong[3], 3: wrong[1], 4: wrong[4]}
    assert {box: t.held(box) for box in right} == right
    # The round goes on with them: they are what players see and what is settled.
    t.deal_all()
    t.choose(1, "examine")
    assert t.box_view(1, "player:ann")["cards"] == wrong[2].split()
    for box in right:
        t.choose(box, "raise", "50")
    t.deal_all()
    while t.phase == "deciding":
        t.choose(t.view()["round"]["to_decide"][0], "check")
        t.deal_all()
    t.settle()
    assert {box["box"]: " ".join(box["cards"]) for box in t.record["boxes"]} == right


@in_all("1.15", "1.22")
@pytest.mark.parametrize(
    "moves", [[[1, 2]], [[1, 2], [2, 3]], [[1, 2], [1, 3]], [[1, 6], [6, 1]]], ids=str
)
def test_1_15_reconstruction_loses_no_hand_and_makes_none(
    book: str, moves: list[list[int]]
) -> None:
    t = Table.open(book, dealing="shuffler")
    t.bet(ann=(1, ANTE), bob=(2, ANTE), cat=(3, ANTE))
    while not t.held(3):
        t.deal()

    facts = {"whole_hands_can_move": True, "players_have_seen": False}
    assert t.refused("report", incident="misdeal", facts=facts, moves=moves)[0] == "bad-fact"


@in_all("1.16", "1.25")
def test_1_16_a_round_begins_with_the_call_and_ends_when_all_are_settled(book: str) -> None:
    t = Table.open(book)
    assert t.view()["round"] is None
    t.do("open-betting")
    assert t.phase == "betting"
    t.bet(ann=(1, ANTE), bob=(2, ANTE))

    def is_not_over() -> None:
        assert t.refused("conclude")[0] == "not-now"
        assert t.refused("open-betting")[0] == "round-in-progress"
        assert t.refused("close-table", by=SUPERVISOR)[0] == "round-in-progress"

    is_not_over()
    t.deal_all()
    is_not_over()
    t.choose(1, "fold")
    t.choose(2, "fold")
    is_not_over()
    t.deal_all()
    is_not_over()
    t.do("settle")
    assert t.refused("open-betting")[0] == "round-in-progress"
    settled = t.view()["round"]["settlement"]["boxes"]
    assert [box["box"] for box in settled] == [1, 2]
    t.do("conclude")

    assert t.view()["round"] is None
    t.do("open-betting")
    assert t.view()["rounds"] == 2


@in_all("1.17", "1.26")
def test_1_17_the_player_who_has_bet_decides_for_the_box(book: str) -> None:
    t = ready(book, ann=(1, ANTE), bob=(2, ANTE))

    for do, more in (("examine", {}), ("fold", {}), ("raise", {"amount": "50"})):
        assert t.refused(do, by="player:bob", box=1, **more) == ("someone-elses-box", ("3.5",))
        assert t.refused(do, by="player:bob", box=1, player="ann", **more) == (
            "someone-elses-box",
            ("3.5",),
        )
        assert t.refused(do, by="player:eve", box=1, **more) == ("someone-elses-box", ("3.5",))
    assert t.may("player:bob") == [("examine", 2)]
    t.choose(1, "fold")
    t.choose(2, "raise", "50")


@in_all("1.17", "1.26")
def test_1_17_where_nobody_sits_whoever_has_bet_decides(book: str) -> None:
    # Ann sits at box 1; boxes 2 and 3 have nobody beside her and she has bet on both.
    t = ready(book, ann=(1, ANTE), ann2=(2, ANTE), ann3=(3, ANTE), bob=(4, ANTE))

    assert t.refused("fold", by="player:bob", box=1) == ("someone-elses-box", ("3.5",))
    t.choose(1, "fold")
    assert t.refused("fold", by="player:bob", box=2) == ("someone-elses-box", ("3.5",))
    t.do("raise", by="player:ann", box=2, amount="50")
    t.do("fold", by="player:ann", box=3)
    assert [box["standing"] for box in t.view()["round"]["boxes"]] == [
        "folded",
        "in",
        "folded",
        "undecided",
    ]


@in_all("1.20", "1.31")
def test_1_20_a_void_round_has_no_result(book: str) -> None:
    t = ready(book, ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE))
    t.do("report", incident="foreign-card")

    assert t.phase == "void"
    assert t.refused("deal")[0] == "not-now"
    assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "not-now"
    assert t.refused_bet(3, "ante", "25") == ("no-more-bets", LATE[book])
    settlement = t.settle()
    assert settlement["dealer"] is None
    assert [(box["hand"], box["net"]) for box in settlement["boxes"]] == [
        (None, "0.00"),
        (None, "0.00"),
    ]
    assert settlement["jackpot"]["after"] == "250000.00"
    t.do("conclude")
    assert t.state.chips == {"ann": 0, "bob": 0}
    assert t.state.house == 0


# ── 1.11: posts ───────────────────────────────────────────────────────────────────────────────────


@in_all("1.11", "1.18")
def test_1_11_the_post_that_somebody_acts_in_counts(book: str) -> None:
    """Sam, who deals, has a dealer's duties and no more; on the day on which he supervises he may
    rule on intent.
    """
    t = ready(book, ann=(1, ANTE), ann2=(2, ANTE))
    t.choose(1, "examine")
    duties = ("1.18",) if book == MH else ("1.11",)
    assert t.refused("report", by="player:bob", incident="extra-hand-examined", box=2) == (
        "not-allowed",
        duties,
    )
    t.do(
        "report",
        by="dealer:sam",
        incident="extra-hand-examined",
        box=2,
        facts={"intentional": True},
    )
    assert t.refused("confirm", by="dealer:sam")[0] == "not-allowed"
    t.do("confirm", by="pit-supervisor:sam")
    assert t.box_view(2)["standing"] == "invalid"


# ── 5.18.2, 5.23: without a jackpot, and bets placed for players ──────────────────────────────────


def without_jackpot(book: str) -> Table:
    """A table whose jackpot failed in a round that is now over; the house has still to choose."""
    t = Table.open(book)
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.do("report", incident="progressive-system-down", facts={"players_have_seen": False})
    t.settle()
    t.do("conclude")
    return t


@in_all("5.18.2", "5.17.2")
def test_5_18_2_the_house_alone_says_how_later_rounds_are_run(book: str) -> None:
    t = without_jackpot(book)

    assert t.view()["operation_awaited"] is True
    assert t.refused("open-betting")[0] == "operation-pending"
    for post in (DEALER, SUPERVISOR, PIT_MANAGER):
        found = t.refused("choose-operation", by=post, operation="run-without-progressive")
        assert found == ("not-allowed", (FAULT[book],))
    assert t.refused("choose-operation", by=SHIFT_MANAGER, operation="carry-on")[0] == (
        "no-such-option"
    )
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")
    t.do("open-betting")


@in_all("5.18.2.a", "5.17.2.a")
def test_5_18_2_a_the_house_may_close_the_table(book: str) -> None:
    t = without_jackpot(book)
    t.do("choose-operation", by=SHIFT_MANAGER, operation="close-table")

    assert t.view()["open"] is False
    assert t.refused("open-betting") == ("table-closed", (f"{FAULT[book]}.a",))


@in_all("5.18.2.b", "5.17.2.b")
def test_5_18_2_b_the_house_may_take_no_bets_on_a_box(book: str) -> None:
    t = without_jackpot(book)
    assert t.refused("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=7)[0] == (
        "no-such-box"
    )
    t.do("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=2)
    t.lay(ann=(1, WITH_PROGRESSIVE))

    assert t.view()["barred_boxes"] == [2]
    assert t.refused_bet(2, "ante", "25") == ("box-barred", (f"{FAULT[book]}.b",))
    assert t.refused_bet(2, "ante", "25", by=DEALER, player="bob") == (
        "box-barred",
        (f"{FAULT[book]}.b",),
    )


@in_all("5.18.2.c", "5.17.2.c")
def test_5_18_2_c_the_game_may_go_on_without_the_jackpot_under_a_notice(book: str) -> None:
    t = without_jackpot(book)
    assert t.view()["notice"] is None
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")

    for viewer in (None, "player:zoe", DEALER):
        assert "No Progressive Jackpot bets are accepted or paid" in t.view(viewer)["notice"]
    t.lay(ann=(1, ANTE), zoe=(2, ANTE))
    for player in ("player:ann", "player:zoe"):
        box = 1 if player == "player:ann" else 2
        assert t.refused_bet(box, "progressive", "5", by=player) == (
            "no-progressive",
            (f"{FAULT[book]}.c",),
        )
    t.do("close-betting")
    t.deal_all()
    t.choose(1, "fold")
    t.choose(2, "fold")
    settlement = t.settle()
    assert [[line["bet"] for line in box["lines"]] for box in settlement["boxes"]] == [
        ["ante"],
        ["ante"],
    ]
    t.do("conclude")
    # It lasts until the jackpot works again.
    assert t.view()["notice"] is not None
    assert t.refused("restore-progressive", by=PIT_MANAGER)[0] == "not-allowed"
    t.do("restore-progressive", by=SHIFT_MANAGER)
    assert t.view()["notice"] is None
    t.lay(ann=(1, WITH_PROGRESSIVE))


@in_all("5.23", "5.22")
@pytest.mark.parametrize("post", [DEALER, SUPERVISOR, PIT_MANAGER])
def test_5_23_pit_employees_place_bets_for_a_player_who_asks(book: str, post: str) -> None:
    t = Table.open(book)
    t.lay()
    assert t.refused_bet(1, "ante", "25", by=post)[0] == "not-allowed"
    t.do("place-bet", by=post, box=1, bet="ante", amount="25", player="ann")
    t.do("place-bet", by=post, box=1, bet="progressive", amount="5", player="ann")

    placed = [(bet.player, bet.by.name) for bet in t.happened(BetPlaced)]
    assert placed == [("ann", post.partition(":")[2])] * 2
    assert t.state.chips == {"ann": -30_00}
    # The bets are the player's, as is the decision.
    t.do("close-betting")
    t.deal_all()
    t.do("raise", by="player:ann", box=1, amount="50")


@in_all("5.23", "5.22")
def test_5_23_a_bet_that_was_placed_for_a_player_stands_as_it_lies(book: str) -> None:
    t = Table.open(book)
    # Ann wanted box 2; she did not see to it.
    t.lay()
    t.do("place-bet", box=3, bet="ante", amount="25", player="ann")
    t.do("close-betting")

    assert t.refused("withdraw-bet", by="player:ann", box=3, bet="ante") == (
        "no-more-bets",
        LATE[book],
    )
    t.deal_all()
    assert t.deals.count("3") == HAND[book]
    assert "2" not in t.deals
    t.choose(3, "fold")
    t.settle()
    assert t.result("ante", 3) == ("lose", 0, 0)


@in_all("5.23", "5.22")
def test_5_23_a_player_may_not_place_bets_for_another(book: str) -> None:
    t = Table.open(book)
    t.lay()

    assert t.refused_bet(1, "ante", "25", by="player:bob", player="ann")[0] == "not-allowed"
