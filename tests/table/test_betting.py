"""Betting: opening and closing it, chips on spots, whose they are, and seeds."""

import pytest

from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.betting import MAX_SEED_CHARACTERS, acting_player, shares
from pitboss.table.events import (
    BetPlaced,
    BettingClosed,
    BettingOpened,
    BetWithdrawn,
    OneHandTold,
    SeedGiven,
)
from pitboss.table.shuffle.deck import commitment, shuffled
from pitboss.table.state import BoxState
from tests.support import BE, MBS_RULEBOOKS, MH, MS, RULEBOOKS, SS
from tests.tables import DANA, DEALER, SECRET, SHIFT_MANAGER, START_MS, SUPERVISOR, Table

ANN, BOB, CAT = "player:ann", "player:bob", "player:cat"
OPENING = {MS: "ante", MH: "ante", SS: "ante", BE: "main"}


def place(t: Table, by: str, box: int, bet: str, amount: str) -> tuple[object, ...]:
    return t.do("place-bet", by=by, box=box, bet=bet, amount=amount)


def take_back(t: Table, by: str, box: int, bet: str) -> tuple[object, ...]:
    return t.do("withdraw-bet", by=by, box=box, bet=bet)


# ── opening ───────────────────────────────────────────────────────────────────────────────────────


def test_rounds_are_numbered_at_their_table() -> None:
    t = Table.open(MS)
    assert t.do("open-betting") == (BettingOpened("t1-1", START_MS + 1000, by=DANA),)
    t.do("conclude")
    assert t.do("open-betting") == (BettingOpened("t1-2", START_MS + 3000, by=DANA),)


def test_a_virtual_shuffle_is_promised_when_betting_opens() -> None:
    t = Table.open(MS, cards="virtual")

    assert t.do("open-betting") == (
        BettingOpened("t1-1", START_MS + 1000, commitment(SECRET), SECRET, DANA),
    )


@pytest.mark.parametrize("secret", [None, b"", bytes(31), bytes(33)])
def test_a_virtual_shuffle_needs_a_secret_of_32_bytes(secret: bytes | None) -> None:
    t = Table.open(MS, cards="virtual")
    t.secret = secret

    assert t.refused("open-betting")[0] == "no-secret"


def test_where_cards_are_entered_a_secret_is_neither_needed_nor_kept() -> None:
    t = Table.open(MS)
    t.do("open-betting")

    assert (t.round.secret, t.round.commitment) == (None, None)


# ── seeds ─────────────────────────────────────────────────────────────────────────────────────────


def test_players_add_to_the_shuffle_while_bets_are_open() -> None:
    t = Table.open(MS, cards="virtual")
    assert t.refused("give-seed", by=ANN, seed="x")[0] == "betting-not-open"
    t.do("open-betting")
    assert t.do("give-seed", by=ANN, seed="cheese") == (SeedGiven("ann", "cheese"),)
    t.do("give-seed", by=BOB, seed="")
    # A player may think again; the last one counts.
    t.do("give-seed", by=ANN, seed="z" * MAX_SEED_CHARACTERS)
    t.lay(ann=(1, {"ante": "25"}))
    closed = t.do("close-betting")

    seeds = {"ann": "z" * 200, "bob": ""}
    assert closed == (BettingClosed(START_MS + 7000, shuffled(SECRET, seeds), DANA),)
    assert t.refused("give-seed", by=ANN, seed="x")[0] == "no-more-bets"


def test_a_seed_has_a_length_and_a_virtual_table() -> None:
    t = Table.open(MS, cards="virtual")
    t.do("open-betting")
    found = t.refuse("give-seed", by=ANN, seed="z" * 201)
    assert (found.code, found.message) == ("no-seeds-here", "A seed has at most 200 characters.")
    t = Table.open(MS)
    t.do("open-betting")
    assert t.refused("give-seed", by=ANN, seed="x")[0] == "no-seeds-here"


# ── placing ───────────────────────────────────────────────────────────────────────────────────────


def test_bets_add_up_on_their_spot() -> None:
    t = Table.open(MS)
    t.do("open-betting")
    ann = Actor(Post.PLAYER, "ann")
    assert place(t, ANN, 2, "ante", "25") == (BetPlaced(2, "ante", Cents(25_00), "ann", ann),)
    place(t, ANN, 2, "ante", "0.50")

    assert t.box_view(2)["bets"] == {"ante": "25.50"}
    assert t.state.chips == {"ann": -25_50}
    assert t.state.on_layout == 25_50


def test_a_cent_is_a_bet_and_nothing_is_none() -> None:
    t = Table.open(MS)
    t.do("open-betting")
    place(t, ANN, 1, "ante", "0.01")

    assert t.refused_bet(1, "ante", "0")[0] == "bad-amount"


def test_a_side_bet_is_told_what_it_needs() -> None:
    t = Table.open(BE)
    t.lay(bob=(2, {"main": "25"}))

    found = t.refuse("place-bet", by=ANN, box=1, bet="tie", amount="5")
    assert (found.code, found.message) == ("needs-opening-wager", "Box 1 needs its main first.")


def test_boxes_stand_in_the_order_of_the_layout() -> None:
    t = Table.open(MS)
    t.lay(eve=(5, {"ante": "25"}), bob=(2, {"ante": "25"}), ann=(1, {"ante": "25"}))

    assert [box["box"] for box in t.view()["round"]["boxes"]] == [1, 2, 5]


def test_a_player_is_told_once_a_round_that_one_hand_may_be_examined() -> None:
    t = Table.open(MS)
    for _ in range(2):
        t.do("open-betting")
        assert OneHandTold("ann") not in place(t, ANN, 1, "ante", "25")
        assert OneHandTold("ann") not in place(t, ANN, 1, "progressive", "5")
        assert OneHandTold("ann") in place(t, ANN, 2, "ante", "25")
        assert OneHandTold("ann") not in place(t, ANN, 3, "ante", "25")
        for box in (1, 2, 3):
            take_back(t, ANN, box, "ante")
        t.do("conclude")


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_chips_beside_another_players_are_not_a_second_hand(book: str) -> None:
    t = Table.open(book)
    bet = {OPENING[book]: "25"}
    t.lay(ann=(1, bet), bob=(2, bet))

    assert OneHandTold("bob") not in place(t, BOB, 1, OPENING[book], "10")
    assert OneHandTold("bob") in place(t, BOB, 3, OPENING[book], "10")


def test_mbs_several_players_may_share_a_spot() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, {"main": "25"}), bob=(1, {"main": "10", "tie": "5"}), cat=(1, {"main": "1"}))
    t.lay(bob=(1, {"main": "2"}))

    assert t.box_view(1, "dealer")["player"] == "ann"
    assert t.box_view(1)["bets"] == {"main": "38.00", "tie": "5.00"}
    assert t.round.boxes[1].others == {"main": {"bob": 12_00, "cat": 1_00}, "tie": {"bob": 5_00}}
    assert t.state.chips == {"ann": -25_00, "bob": -17_00, "cat": -1_00}
    # The limit is for the whole spot.
    assert t.refused_bet(1, "main", "962.01", by=CAT)[0] == "over-maximum"
    place(t, CAT, 1, "main", "962")
    place(t, CAT, 2, "main", "1000")


def test_a_player_may_be_held_to_one_position() -> None:
    t = Table.open(SS)
    t.do("hold-to-one-position", by=SHIFT_MANAGER, player="ann")
    t.lay(bob=(1, {"ante": "25"}), ann=(2, {"ante": "25"}))
    place(t, ANN, 2, "ante", "25")

    assert t.refused_bet(3, "ante", "25")[0] == "one-position-only"
    # Chips beside another player's are a position too.
    assert t.refused_bet(1, "ante", "25")[0] == "one-position-only"
    take_back(t, ANN, 2, "ante")
    place(t, ANN, 1, "ante", "25")
    assert t.refused_bet(2, "ante", "25")[0] == "one-position-only"


def test_side_bets_may_have_limits_of_their_own() -> None:
    t = Table.open(MH, limits={"ante": ("10", "1000"), "bonus": ("2", "20")})
    t.lay(ann=(1, {"ante": "25", "bonus": "1"}))
    assert t.refused_bet(1, "bonus", "20")[0] == "over-maximum"
    assert t.refused("close-betting")[0] == "under-minimum"
    t.lay(ann=(1, {"bonus": "1"}))
    t.do("close-betting")


def test_who_acts_for_whom() -> None:
    ann, dana = Actor(Post.PLAYER, "ann"), Actor(Post.DEALER, "dana")

    assert acting_player(ann, None) == "ann"
    assert acting_player(ann, "ann") == "ann"
    assert acting_player(ann, "bob") is None
    assert acting_player(dana, "bob") == "bob"
    assert acting_player(dana, None) is None


# ── taking back ───────────────────────────────────────────────────────────────────────────────────


def test_a_bet_is_taken_back_whole() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25", "progressive": "5"}))
    place(t, ANN, 1, "ante", "5")
    ann = Actor(Post.PLAYER, "ann")
    assert take_back(t, ANN, 1, "progressive") == (
        BetWithdrawn(1, "progressive", Cents(5_00), "ann", ann),
    )
    assert take_back(t, ANN, 1, "ante") == (BetWithdrawn(1, "ante", Cents(30_00), "ann", ann),)
    assert t.round.boxes == {}
    assert t.state.chips == {"ann": 0}


@pytest.mark.parametrize("book", [MS, MH, SS, BE])
def test_nothing_stays_on_a_box_without_its_opening_wager(book: str) -> None:
    t = Table.open(book)
    opening = OPENING[book]
    t.lay(ann=(1, {opening: "25", "progressive": "5"}), bob=(2, {opening: "25"}))
    events = take_back(t, ANN, 1, opening)

    assert len(events) == 2
    assert tuple(t.round.boxes) == (2,)
    assert t.state.chips["ann"] == 0


def test_mbs_each_player_takes_back_his_own_chips() -> None:
    t = Table.open(BE)
    t.lay(
        ann=(1, {"main": "25", "tie": "5"}),
        bob=(1, {"main": "10", "tie": "3"}),
        cat=(1, {"main": "1"}),
    )
    take_back(t, ANN, 1, "tie")
    assert t.box_view(1)["bets"] == {"main": "36.00", "tie": "3.00"}
    assert t.refused("withdraw-bet", by=ANN, box=1, bet="tie")[0] == "no-such-bet"
    # The seated player's opening wager leaves, and the box is that of the next one.
    take_back(t, ANN, 1, "main")
    assert t.box_view(1, "dealer")["player"] == "bob"
    assert t.round.boxes[1].others == {"main": {"cat": 1_00}}
    # With a player's share of it his other chips go back, and with the last share all.
    take_back(t, BOB, 1, "main")
    assert t.box_view(1)["bets"] == {"main": "1.00"}
    take_back(t, "player:cat", 1, "main")
    assert t.round.boxes == {}
    assert t.state.chips == {"ann": 0, "bob": 0, "cat": 0}


def test_there_must_be_something_to_take_back() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))

    for by, box, bet in (
        (ANN, 2, "ante"),
        (ANN, 1, "progressive"),
        (ANN, 1, "dance"),
        (BOB, 1, "ante"),
    ):
        assert t.refused("withdraw-bet", by=by, box=box, bet=bet)[0] == "no-such-bet"
    assert t.refused("withdraw-bet", by=DEALER, box=1, bet="ante")[0] == "not-allowed"
    t.do("withdraw-bet", by=DEALER, box=1, bet="ante", player="ann")


def test_whose_chips_lie_on_a_spot() -> None:
    box = BoxState(
        1,
        "ann",
        {"main": Cents(38_00), "tie": Cents(5_00)},
        {"main": {"bob": Cents(12_00)}, "tie": {"bob": Cents(5_00)}},
    )

    assert shares(box, "main") == {"ann": 26_00, "bob": 12_00}
    assert shares(box, "tie") == {"bob": 5_00}
    assert shares(box, "suits") == {}


# ── closing ───────────────────────────────────────────────────────────────────────────────────────


def test_bets_under_the_minimum_play_when_they_are_let_stand() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "9.99"}))
    assert t.refused("close-betting")[0] == "under-minimum"
    t.do("close-betting", let_stand=True)

    assert t.phase == "closed"
    assert tuple(t.round.boxes) == (1,)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_betting_closes_once(book: str) -> None:
    t = Table.open(book)
    opening = OPENING.get(book, "ante")
    assert t.refused("close-betting")[0] == "betting-not-open"
    t.bet(ann=(1, {opening: "25"}))

    assert t.refused("close-betting")[0] == "no-more-bets"


def test_a_void_round_takes_no_more_bets() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))
    t.do("report", incident="technical-interruption")

    assert t.phase == "void"
    assert not t.round.closed
    assert t.refused_bet(2, "ante", "25", by=BOB)[0] == "no-more-bets"
    assert t.refused("withdraw-bet", by=ANN, box=1, bet="ante")[0] == "no-more-bets"
    assert t.refused("close-betting")[0] == "no-more-bets"


def test_closing_deals_to_every_box_with_an_opening_wager_in_turn() -> None:
    t = Table.open(MS, dealing="shuffler")
    t.bet(bob=(4, {"ante": "25"}), ann=(2, {"ante": "25"}))

    assert [step.place for step in t.round.program if step.cards] == ["2", "4", "dealer"]
    assert (
        t.refused("place-bet", by=SUPERVISOR, box=1, bet="ante", amount="25", player="cat")[0]
        == "no-more-bets"
    )
