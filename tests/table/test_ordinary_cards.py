"""Ordinary cards: nobody reads what lies face down, and hands are told as they are turned over."""

from typing import Any

import pytest
from msgspec import UNSET

from pitboss.games.record_json import RecordArrangement
from pitboss.kernel.cards import NAMES
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table import events as e
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS, proves
from tests.tables import DEALER, SUPERVISOR, Place, Table

OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}
EVERY_WAY = [
    pytest.param(book, dealing, id=f"{book}-{dealing}")
    for book in RULEBOOKS
    for dealing in Shelf().get(book).dealing
]
PLAYERS = ("ann", "bob", "cat", "eve", "fay", "gus")
STUD: dict[Place, str] = {
    "dealer": "Ad Kd 9h 5c 2s",
    1: "2c 3c 4c 5d 6d",
    2: "Ah 3h 4h 9s 9d",
    3: "Ks Kh 7h 7c 8s",
}
HOLDEM: dict[Place, str] = {
    "dealer": "Ad 9h",
    "community": "2h 7h Kh 4s 9c",
    1: "Ah 3h",
    2: "8c 8d",
}


def shown(book: str = MS, dealing: str | None = None, **bets: Any) -> Table:
    """Bets are closed at a table with ordinary cards: on box 1 ann's, on box 2 bob's, and so on."""
    t = Table.open(book, dealing, cards="shown")
    laid = bets or {"ann": {}}
    t.bet(
        **{
            name: (box, {OPENING[book]: "25"} | more)
            for box, (name, more) in enumerate(laid.items(), 1)
        }
    )
    return t


def revealed(book: str = MS, **bets: Any) -> Table:
    """Everybody has stayed in, and the dealer's cards lie open."""
    t = shown(book, **bets)
    t.cards(HOLDEM if book == MH else STUD)
    play(t)
    return t


def play(t: Table, folds: tuple[int, ...] = ()) -> None:
    """To the reveal; these boxes fold."""
    t.deal_all()
    while t.phase == "deciding":
        box = t.view(DEALER)["round"]["to_decide"][0]
        step = t.round.step
        assert step is not None
        if step.asks == "set":
            t.choose(box, "set-hand")
        elif step.asks == "stay":
            t.choose(box, *(("fold",) if box in folds else ("raise", "50")))
        else:
            t.choose(box, "check")
        t.deal_all()


# ── a round ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("book", "dealing"), EVERY_WAY)
def test_a_round_of_ordinary_cards_comes_to_what_it_comes_to_with_cards_that_are_read(
    book: str, dealing: str
) -> None:
    planned = HOLDEM if book == MH else STUD
    settlements, records = [], []
    for source in ("entered", "shown"):
        t = Table.open(book, dealing, cards=source)
        bets = {OPENING[book]: "25", "progressive": "5"}
        t.bet(ann=(1, bets), bob=(2, bets), cat=(4, bets))
        t.cards(planned)
        play(t, folds=(2,))
        t.settle()
        settlements.append(t.round.settlement)
        records.append(t.round.record)
    assert settlements[0] == settlements[1]
    assert records[0] is not None
    assert records[1] is not None
    if book not in (MH, BE):
        # The cards come as they were turned over; what lay face up is where it lay.
        assert records[1].dealer == records[0].dealer
    assert records[0].boxes == records[1].boxes


@pytest.mark.parametrize(("book", "dealing"), EVERY_WAY)
def test_six_boxes_take_an_entry_for_each_announcement_and_one_for_each_hand(
    book: str, dealing: str
) -> None:
    t = Table.open(book, dealing, cards="shown")
    t.do("open-betting")
    for box, name in enumerate(PLAYERS, 1):
        t.do("place-bet", box=box, bet=OPENING[book], amount="25", player=name)
    t.do("close-betting")
    deck = iter("2c3c4c5c6c7c8c9ctcjcqckcac2d3d4d5d6d7d8d9dtdjdqdkdad2h3h4h5h6h7h8h9hthjh"[i:][:2]
                for i in range(0, 80, 2))  # fmt: skip
    said = shown_hands = 0
    while t.phase != "settled":
        step = t.steps(DEALER)[0]
        cards = "".join(next(deck) for _ in range(step.cards or 0)) or None
        if step.do == "ask":
            t.do({"stay": "raise", "set": "set-hand"}.get(str(t.round.step.asks), "check"),  # type: ignore[union-attr]
                 box=step.box, amount="50" if t.round.step.asks == "stay" else None)  # type: ignore[union-attr]  # fmt: skip
            said += 1
        elif step.do == "show-hand":
            place = step.option
            t.do("show-hand", box=step.box, place=place, cards=cards)
            shown_hands += 1
        else:
            t.do(step.do, cards=cards, all=True if step.option == "all" else None)
            said += 1
    # What a dealer says or calls after "No more bets": each question to a box, what lies open
    # (the exposed card of stud; flop, turn and river), and the outcome.
    questions = 18 if book == MH else 6
    called = {MH: 1 + 3, BE: 1}.get(book, 1)
    assert shown_hands == 7
    assert said == questions + called + 1


def test_a_hand_that_lies_face_down_is_only_confirmed() -> None:
    t = shown(CS, "shuffler")
    dealt = t.do("deal")
    assert dealt == (e.CardsDealt("1", (None,) * 5, 0, t.now_ms - 1000, t.events[-1].by),)  # type: ignore[union-attr]
    assert t.held(1) == "?? ?? ?? ?? ??"
    assert t.refuse("deal").message == (
        "Deal 5 cards to the dealer, the last face up: say which card lies face up."
    )
    t.do("deal", cards="kd")
    assert t.held("dealer") == "?? ?? ?? ?? Kd"
    assert t.view()["round"]["dealer"] == ["??", "??", "??", "??", "Kd"]
    assert t.round.boxes[1].dealt_ms == t.now_ms - 3000


def test_a_device_may_read_some_of_the_cards() -> None:
    t = shown(CS, "shuffler", ann={}, bob={})
    t.do("deal", cards="2c 3c 4c 5d 6d")
    t.do("deal")
    t.do("deal", cards="ad 9h 5c 2s kd")
    assert t.held(1) == "2c 3c 4c 5d 6d"
    assert t.view(DEALER)["round"]["boxes"][0]["cards"] == ["??"] * 5
    t.choose(1, "raise", "50")
    t.choose(2, "raise", "50")
    assert [(step.do, step.cards) for step in t.steps()] == [("deal", None)]
    t.do("deal")
    assert [step.box for step in t.steps()] == [2, None]
    t.do("show-hand", box=2, cards="Ah 3h 4h 9s 9d")
    assert t.settle()["boxes"][0]["hand"] == "straight"


def test_what_a_device_has_read_may_be_told_again_but_not_otherwise() -> None:
    t = shown(CS, "shuffler")
    t.do("deal", cards="2c 3c 4c 5d 6d")
    t.do("deal", cards="ad 9h 5c 2s kd")
    t.choose(1, "raise", "50")
    t.do("deal", cards="ad 9h 5c 2s kd")
    other = t.refuse("show-hand", box=1, cards="2c 3c 4c 5d 7d")
    assert (other.code, other.message) == (
        "cards-needed",
        "Box 1: 0 needed beside 2♣ 3♣ 4♣ 5♦ 6♦, 1 given.",
    )
    t.do("show-hand", box=1, cards="6d 5d 4c 3c 2c")
    assert t.view()["round"]["boxes"][0]["cards"] == ["2c", "3c", "4c", "5d", "6d"]
    assert t.refused("decline-to-show", by="player:ann", box=1)[0] == "already-decided"


@pytest.mark.parametrize(
    ("cards", "needed"), [("2c 3c", "5 needed, 2 given"), ("2c 3c 4c 5c 6c 7c", "5 needed, 6")]
)
def test_a_face_down_hand_is_read_whole_or_not_at_all(cards: str, needed: str) -> None:
    t = shown(CS, "shuffler")
    assert needed in t.refuse("deal", cards=cards).message


# ── many steps at once ────────────────────────────────────────────────────────────────────────────


def test_all_of_a_deal_goes_on_until_players_decide() -> None:
    t = shown(MS, "shoe", ann={}, bob={})
    together, alone = t.steps()
    assert (together.do, together.option, together.cards) == ("deal", "all", 1)
    assert together.label == "Deal all hands, and enter the dealer's face-up card"
    assert (alone.label, alone.option, alone.cards) == ("Burn one card", None, None)
    t.do("deal", all=True, cards=["Kd"])
    assert t.phase == "deciding"
    assert t.deals == ["burn", *["1", "2", "dealer"] * 5]


def test_all_of_a_deal_stops_before_what_has_to_be_told() -> None:
    t = shown(MS, "shoe")
    t.do("deal", all=True)
    assert t.steps()[0].label == "Deal card 5 of 5 to the dealer, face up"
    assert t.refused("deal", all=True)[0] == "cards-needed"
    t.do("deal", all=True, cards="kd")
    assert t.phase == "deciding"


def test_all_of_a_deal_takes_no_more_cards_than_it_turns_up() -> None:
    t = shown(MH, "shoe")
    assert t.refuse("deal", all=True, cards="kd").message == (
        "Too many cards: 1 more than were dealt."
    )
    assert t.refused("deal", all=True, cards="kdqd", to="dealer")[0] == "wrong-place"
    t.do("deal", all=True)
    t.choose(1, "raise", "50")
    assert t.steps()[0].label == "Deal and turn over the flop, and enter it"
    t.do("deal", all=True)
    assert t.refuse("deal").message == "Turn over the flop: say which cards these are."
    assert t.refused("deal", all=True, cards="2h7h")[0] == "cards-needed"
    t.do("show-hand", place="community", cards="2h7hkh")
    assert t.view()["round"]["community"] == ["2h", "7h", "Kh"]


def test_all_of_a_deal_takes_every_card_where_a_device_reads_them() -> None:
    t = Table.open(MH, "shoe")
    t.bet(ann=(1, {"ante": "25"}))
    t.do("deal", all=True)
    t.do("deal", all=True, cards="ah3h")
    assert t.held(1) == "Ah 3h"


def test_all_of_a_deal_is_for_the_systems_cards_too() -> None:
    t = Table.open(MS, "shoe", cards="virtual")
    t.bet(ann=(1, {"ante": "25"}))
    t.do("deal", all=True)
    assert t.phase == "deciding"


@pytest.mark.parametrize(
    ("book", "dealing", "label"),
    [
        (MH, "shoe", "Deal all hands"),
        (MH, "shuffler", "Deal the community cards and all hands"),
        (BE, "method-a", "Deal all hands"),
        (SS, "automated", "Deal all hands, and enter the dealer's face-up card"),
    ],
)
def test_the_next_step_says_what_is_dealt(book: str, dealing: str, label: str) -> None:
    assert shown(book, dealing).steps()[0].label == label


def test_community_cards_that_a_device_has_read_are_turned_over_without_a_word() -> None:
    t = shown(MH, "shuffler")
    t.do("deal", cards="2h7hkh4s9c")
    t.do("deal", all=True)
    t.choose(1, "raise", "50")
    assert [(step.do, step.option, step.cards) for step in t.steps()] == [("deal", None, None)]
    t.do("deal")
    assert t.view()["round"]["community"][:3] == ["2h", "7h", "Kh"]


# ── the reveal ────────────────────────────────────────────────────────────────────────────────────


def test_the_dealers_exposed_card_may_be_repeated_or_left_out() -> None:
    for cards in ("ad9h5c2s", "ad9h5c2skd"):
        t = shown(CS, "shuffler")
        t.do("deal", all=True, cards="kd")
        t.choose(1, "raise", "50")
        (step,) = t.steps()
        assert (step.do, step.option, step.cards) == ("show-hand", "dealer", 4)
        assert step.label == "Turn over the dealer's cards, and enter them"
        t.do("show-hand", place="dealer", cards=cards)
        assert t.held("dealer") == "Ad 9h 5c 2s Kd"


def test_the_dealers_hand_that_comes_last_is_told_in_one_entry() -> None:
    t = shown(BE, "method-b")
    t.do("deal", all=True)
    t.choose(1, "set-hand")
    shows, alone = t.steps()
    assert (shows.do, shows.option, shows.cards) == ("show-hand", "dealer", 5)
    assert alone.label == "Deal 5 cards to the dealer"
    t.do("show-hand", place="dealer", cards="adkd9h5c2s")
    assert t.phase == "revealed"


def test_hands_are_shown_in_any_order_and_lie_open_at_once() -> None:
    t = revealed(MS, ann={}, bob={})
    labels = [step.label for step in t.steps()]
    assert labels == [
        "Enter box 1 as it is turned over",
        "Enter box 2 as it is turned over",
        "Mark the rest as not shown",
    ]
    assert t.view()["round"]["to_show"] == [1, 2]
    t.do("show-hand", box=2, cards="Ah 3h 4h 9s 9d")
    assert t.box_view(2)["cards"] == ["Ah", "3h", "4h", "9s", "9d"]
    assert t.box_view(1)["cards"] == ["??"] * 5
    assert t.refuse("settle").message == "Show these hands or mark them as not shown: box 1."
    t.do("show-hand", box=1, cards="2c 3c 4c 5d 6d")
    assert t.may() == [("settle", None)]
    assert (
        t.refuse("show-hand", box=1, cards="2c 3c 4c 5d 6d").message
        == "The hand of box 1 has already been shown."
    )


def test_cards_that_are_shown_are_as_many_as_lie_there() -> None:
    t = revealed(MS)
    assert t.refuse("show-hand", box=1, cards="2c3c4c5d").message == "Box 1: 5 needed, 4 given."
    assert t.refused("show-hand", box=1, cards="2c3c4c5d5d") == ("card-already-out", ("2.2.1",))
    assert t.refused("show-hand", box=2, cards="2c3c4c5d6d")[0] == "no-such-box"
    assert t.refused("show-hand", cards="2c3c4c5d6d")[0] == "no-such-box"
    assert t.refused("show-hand", box=1, place="dealer", cards="2c3c4c5d6d")[0] == "no-such-box"
    assert t.refused("show-hand", by="player:ann", box=1, cards="2c3c4c5d6d")[0] == "not-allowed"
    assert t.refuse("show-hand", place="dealer", cards="2c").message == (
        "The next step is: the hands of the boxes."
    )
    assert t.refused("show-hand", place="elsewhere", cards="2c")[0] == "wrong-place"
    t.do("show-hand", box=1, cards="2c3c4c5d6d", three=None)


@pytest.mark.parametrize("source", ["entered", "virtual"])
def test_hands_are_not_told_where_they_are_known(source: str) -> None:
    t = Table.open(MS, cards=source)
    t.bet(ann=(1, {"ante": "25"}))
    play(t)
    assert t.refused("show-hand", box=1, cards="2c3c4c5d6d")[0] == "not-now"
    assert t.refused("decline-to-show", rest=True)[0] == "already-decided"
    t.do("decline-to-show", box=1)
    told = t.refused("establish-hand", by=SUPERVISOR, box=1, bets=["progressive"], cards="2c")
    assert told[0] == "cards-not-taken"


def test_hands_are_shown_when_the_dealer_has_turned_over() -> None:
    t = shown(MS, "shuffler")
    assert t.refused("show-hand", box=1, cards="2c3c4c5d6d")[0] == "no-such-box"
    t.do("deal", all=True, cards="kd")
    assert t.refuse("show-hand", box=1, cards="2c3c4c5d6d").message == (
        "Players show their hands after the dealer's hand is turned over."
    )
    assert t.refuse("show-hand", place="dealer", cards="2c3c4c5d").message == (
        "The next step is: Players decide (stay)."
    )
    t.choose(1, "raise", "50")
    t.do("show-hand", place="dealer", cards="2h3h4h5h")
    t.do("show-hand", box=1, cards="2c3c4c5d6d")
    t.do("settle")
    assert t.refused("show-hand", box=1, cards="2c3c4c5d6d")[0] == "not-now"
    t.do("conclude")
    assert t.refused("show-hand", box=1, cards="2c3c4c5d6d")[0] == "not-now"


@proves(MS, "4.3")
def test_a_hand_that_is_not_shown_is_settled_as_not_shown() -> None:
    t = revealed(MS, ann={}, bob={})
    t.do("show-hand", box=1, cards="2c 3c 4c 5d 6d")
    t.do("decline-to-show", rest=True)
    assert t.happened(e.ShowDeclined)[-1].box == 2
    assert t.refuse("show-hand", box=2, cards="Ah 3h 4h 9s 9d").message == (
        "The hand of box 2 is already marked as not shown."
    )
    t.do("settle")
    assert t.result("ante", 2) == ("lose", 0, 0)
    assert t.box_view(2)["cards"] == ["??"] * 5


def test_one_may_be_marked_or_the_rest_but_not_both() -> None:
    t = revealed(MS, ann={}, bob={})
    assert t.refused("decline-to-show")[0] == "no-such-box"
    assert t.refused("decline-to-show", rest=True, box=1)[0] == "no-such-box"
    assert t.refused("decline-to-show", by="player:ann", rest=True)[0] == "not-allowed"
    assert t.may("player:ann") == [("decline-to-show", 1)]
    t.do("decline-to-show", by="player:ann", box=1)
    assert t.may("player:ann") == []
    t.do("decline-to-show", rest=True)
    assert t.refuse("decline-to-show", rest=True).message == "No hand is left to mark as not shown."


@proves(MH, "4.3")
def test_a_supervisor_who_has_seen_a_hand_tells_its_cards() -> None:
    t = revealed(MH, ann={"progressive": "5", "bonus": "10"})
    t.do("decline-to-show", box=1)
    bets = ["progressive"]
    missing = t.refuse("establish-hand", by=SUPERVISOR, box=1, bets=bets)
    assert missing.message == (
        "No device has read the hand of box 1: say which cards you saw (cards)."
    )
    assert t.refused("establish-hand", by=SUPERVISOR, box=1, bets=bets, cards="Ah")[0] == (
        "cards-needed"
    )
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=bets, cards="Ah 3h")
    t.do("settle")
    assert t.result("progressive") == ("win", 0, 10000)
    assert t.result("bonus") == ("lose", 0, 0)


# ── folded and deserted hands ─────────────────────────────────────────────────────────────────────


@proves(MS, "3.12.1")
def test_a_folded_hand_is_told_where_its_progressive_bet_lives() -> None:
    t = shown(MS, "shuffler", ann={"progressive": "5"}, bob={}, cat={"progressive": "5"})
    t.deal_all()
    for box in (1, 2, 3):
        t.choose(box, "fold")
    t.do("show-hand", box=1, cards="2c3c4c5c7c")
    assert t.box_view(1)["cards"] == ["2c", "3c", "4c", "5c", "7c"]
    nothing = t.refuse("show-hand", box=2, cards="2d3d4d5d7d")
    assert nothing.message == "The hand of box 2 has nothing left to win."
    t.deal_all()
    assert t.view()["round"]["to_show"] == [3]
    assert t.may("player:cat") == [("decline-to-show", 3)]
    assert t.view()["round"]["to_establish"] == []
    t.do("decline-to-show", rest=True)
    assert t.view()["round"]["to_establish"] == [3]
    assert t.refused("show-hand", box=3, cards="2d3d4d5d7d")[0] == "already-decided"
    t.do("settle")
    assert t.view()["round"]["to_establish"] == []
    assert t.result("progressive", 1) == ("win", 0, 20000)
    assert t.result("progressive", 3) == ("lose", 0, 0)
    assert t.round.record is not None
    assert t.round.record.boxes[2].cards is UNSET


@proves(BE, "5.11")
def test_the_house_turns_up_what_a_player_has_left_behind() -> None:
    t = shown(BE, ann={}, bob={})
    t.deal_all()
    t.do("report", incident="player-absent", box=1)
    t.choose(2, "set-hand")
    t.deal_all()
    t.do("decline-to-show", rest=True)
    assert t.may() == [("show-hand", 1)]
    assert t.refused("decline-to-show", box=1)[0] == "already-decided"
    assert t.refused("show-hand", box=1, cards="2c3c4c5d6d", three="2c3c5d")[0] == "bad-setting"
    t.show_all()
    t.do("settle")


# ── how a hand is set ─────────────────────────────────────────────────────────────────────────────


@proves(BE, "3.10.1")
def test_which_three_it_is_is_told_with_the_hand() -> None:
    t = shown(BE, ann={}, bob={})
    t.deal_all()
    early = t.refuse("set-hand", by="player:ann", box=1, three=["2c", "3c", "5d"])
    assert (
        early.message == "Enter the three cards with the hand when it is turned over (show-hand)."
    )
    assert [step.do for step in t.steps("player:ann")] == ["set-hand"]
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    t.do("show-hand", place="dealer", cards="adkd9h5c2s")
    hand: dict[str, Any] = {"box": 1, "cards": "2c3c4c5d6d"}
    assert t.refused("show-hand", **hand, three="2c3c")[0] == "bad-setting"
    assert t.refused("show-hand", **hand, three="2c3c7d")[0] == "bad-setting"
    t.do("show-hand", **hand, three="2c3c5d")
    t.do("show-hand", box=2, cards="2d3d4d5h6s")
    t.settle()
    assert t.round.record is not None
    first, second = t.round.record.boxes
    assert first.arrangement == RecordArrangement(["2c", "3c", "5d"])
    assert second.arrangement is UNSET


def test_a_hand_that_was_not_looked_at_goes_the_house_way() -> None:
    t = Table.open(BE, cards="shown")
    t.bet(ann=(1, {"main": "25"}), ann2=(2, {"main": "25"}))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    t.deal_all()
    blind = t.refuse("show-hand", box=2, cards="2d3d4d5c6s", three="2d3d5c")
    assert (
        blind.message == "The player has not looked at this hand, so it is set the House Way: "
        "leave out the three cards."
    )
    t.do("show-hand", box=1, cards="2d3d4d5c6s", three="2d3d5c")


def test_only_players_of_a_game_with_settings_set_their_hands() -> None:
    assert revealed(MS).refuse("show-hand", box=1, cards="2c3c4c5d6d", three="2c3c4c").message == (
        "Players do not set their hands in this game: leave out the three cards."
    )


# ── a card that turns up twice ────────────────────────────────────────────────────────────────────


def test_a_card_that_turns_up_twice_is_one_question_the_last_entry_first() -> None:
    t = revealed(MS, ann={}, bob={})
    t.do("show-hand", box=1, cards="Kd 3c 4c 5d 6d")
    (found,) = t.view()["round"]["twice"]
    assert found == {
        "card": "Kd",
        "places": ["1", "dealer"],
        "says": "K♦ is on box 1 and with the dealer.",
    }
    last, dealers, foreign, *_ = t.steps(DEALER)
    assert {step.says for step in (last, dealers, foreign)} == {
        "K♦ is on box 1 and with the dealer: which is wrong?"
    }
    assert (last.label, last.do, last.box, last.cards) == ("Enter box 1 again", "show-hand", 1, 5)
    entry = dealers_entry(t)
    assert (dealers.label, dealers.do, dealers.option) == (
        f"Correct the dealer's cards (entry {entry})",
        "correct",
        str(entry),
    )
    assert (foreign.label, foreign.do, foreign.option) == (
        "Neither: report a foreign card",
        "report",
        "foreign-card",
    )
    assert t.refuse("settle").message == (
        "K♦ is on box 1 and with the dealer: put right which of the two is wrong; if both are "
        "there, report foreign-card."
    )
    assert t.refused("show-hand", box=1, cards="2c 3c 4c 5d")[0] == "cards-needed"
    assert t.refused("show-hand", box=1, cards="2c 2c 4c 5d 6d")[0] == "card-already-out"
    t.do("show-hand", box=1, cards="2c 3c 4c 5d 6d")
    t.do("show-hand", box=2, cards="Ah 3h 4h 9s 9d")
    assert t.may() == [("settle", None)]


def dealers_entry(t: Table) -> int:
    """The entry that turned over the dealer's cards."""
    return max(
        one.number
        for one in t.state.entries
        if isinstance(one.asked.command, c.Deal) and one.asked.command.to == "dealer"
    )


def test_two_hands_that_are_equal_are_one_question() -> None:
    t = revealed(MS, ann={}, bob={})
    t.do("show-hand", box=1, cards="2c 3c 4c 5d 6d")
    t.do("show-hand", box=2, cards="2c 3c 4c 5d 6d")
    steps = t.steps(DEALER)
    assert [(step.do, step.box) for step in steps] == [
        ("show-hand", 2),
        ("correct", 1),
        ("report", None),
    ]
    assert steps[0].says == "6♦ 5♦ 4♣ 3♣ 2♣ are on box 2 and on box 1: which is wrong?"
    assert len(t.view()["round"]["twice"]) == 5


def test_several_questions_are_asked_one_after_the_other() -> None:
    t = revealed(MS, ann={}, bob={})
    t.do("show-hand", box=1, cards="2c 3c 4c 5d 6d")
    t.do("show-hand", box=2, cards="2c Kd 4h 9s 9d")
    assert [step.says for step in t.steps(DEALER)[:3]] == [
        "2♣ is on box 2 and on box 1: which is wrong?"
    ] * 3
    t.do("show-hand", box=2, cards="Ah Kd 4h 9s 9d")
    # Entered again, and still wrong.
    assert t.steps(DEALER)[0].says == "K♦ is on box 2 and with the dealer: which is wrong?"
    t.do("show-hand", box=2, cards="Ah 3h 4h 9s 9d")
    assert t.may() == [("settle", None)]


def test_what_lay_open_before_the_last_entry_is_not_lost_without_a_second_person() -> None:
    t = revealed(MS, ann={}, bob={})
    held = t.held("dealer")
    t.do("show-hand", box=1, cards="Kd 3c 4c 5d 6d")
    alone = t.refuse("show-hand", place="dealer", cards="2c 3c 4c 5d 6d")
    assert alone.code == "second-person-needed"
    assert alone.message == (
        f"This is not what you entered last: correct entry {dealers_entry(t)} instead, which a "
        "second person approves."
    )
    assert t.held("dealer") == held
    # Nor by somebody else, nor once anything else has been entered.
    somebody = t.refuse("show-hand", by="dealer:dora", box=1, cards="2c 3c 4c 5d 6d")
    assert somebody.code == "second-person-needed"
    t.do("show-hand", box=2, cards="Ah 3h 4h 9s 9d")
    assert t.refused("show-hand", box=1, cards="2c 3c 4c 5d 6d")[0] == "second-person-needed"
    assert t.steps(DEALER)[0].do == "correct"


def test_the_face_up_card_on_which_everybody_decided_stays() -> None:
    """A folded hand was shown, with a slip; then the dealer's are turned over."""
    t = shown(MS, "shuffler", ann={"progressive": "5"}, bob={})
    t.do("deal", all=True, cards="2s")
    t.choose(1, "fold")
    t.choose(2, "raise", "50")
    t.do("show-hand", box=1, cards="Ad 3c 4c 5d 6d")
    t.do("show-hand", place="dealer", cards="Ad Kd 9h 5c")
    again = t.steps(DEALER)[0]
    assert (again.option, again.cards) == ("dealer", 5)
    lost = t.refuse("show-hand", place="dealer", cards="Ac Kd 9h 5c 2d")
    assert (lost.code, lost.message) == (
        "second-person-needed",
        "2♠ lay open before: correct entry 8 instead, which a second person approves.",
    )
    t.do("show-hand", place="dealer", cards="Ac Kd 9h 5c 2s")
    assert t.held("dealer") == "Ac Kd 9h 5c 2s"


def test_the_dealers_own_cards_may_have_been_wrong() -> None:
    t = revealed(MS)
    t.do("show-hand", box=1, cards="Kd 3c 4c 5d 6d")
    should = {"do": "deal", "to": "dealer", "cards": "Ad Kh 9h 5c"}
    t.do("correct", entry=dealers_entry(t), reason="misread", should_be=should)
    t.do("allow-correction", by=SUPERVISOR)
    assert t.held("dealer") == "Ad Kh 9h 5c 2s"
    t.do("settle")


def test_a_foreign_card_voids_the_round() -> None:
    t = revealed(MS)
    t.do("show-hand", box=1, cards="Kd 3c 4c 5d 6d")
    t.do("report", incident="foreign-card")
    assert t.may() == [("settle", None)]
    t.settle()
    assert t.result("ante") == ("void", 2500, 0)


def test_a_community_card_that_turns_up_twice_is_told_again_while_players_decide() -> None:
    t = shown(MH, "shoe")
    t.do("deal", all=True)
    t.choose(1, "raise", "50")
    t.do("deal", all=True, cards="2h7hkh")
    t.choose(1, "check")
    t.do("deal", all=True, cards="7h")
    again, flop, foreign, asks = t.steps(DEALER)
    assert again.says == "7♥ is twice among the community cards: which is wrong?"
    assert (again.label, flop.do, foreign.do, asks.do) == (
        "Enter the community cards again",
        "correct",
        "report",
        "ask",
    )
    # Everybody decided on the flop: it stays.
    flop_lost = t.refuse("show-hand", place="community", cards="2h8hkh7s")
    assert (flop_lost.code, flop_lost.message) == (
        "second-person-needed",
        f"7♥ lay open before: correct entry {flop.option} instead, which a second person approves.",
    )
    t.do("show-hand", place="community", cards="2h7hkh8h")
    assert t.view()["round"]["community"] == ["2h", "7h", "Kh", "8h"]
    assert t.may() == [("ask", 1)]


def test_the_exposed_card_is_told_again_while_the_deal_goes_on() -> None:
    t = shown(BE, "method-c")
    t.do("deal", cards="adkd9h5c2s")
    t.do("deal", cards="kd2c3c4c5d")
    # What lies face down is not turned up to see which of the two it was.
    assert [(step.do, step.option) for step in t.steps(DEALER)] == [
        ("correct", "4"),
        ("report", "foreign-card"),
        ("ask", None),
    ]


def test_a_burnt_card_that_a_device_has_read_may_turn_up_too() -> None:
    t = shown(MS, "shoe")
    t.do("deal", cards="kd")
    t.do("deal", all=True, cards="kd")
    steps = t.steps(DEALER)
    assert [step.option for step in steps] == ["dealer", "4", "foreign-card", None]
    assert [step.do for step in steps] == ["show-hand", "correct", "report", "ask"]
    t.do("show-hand", place="dealer", cards="ks")
    assert t.may() == [("ask", 1)]


def test_a_hand_that_is_kept_back_stays_face_down_when_it_is_told_again() -> None:
    t = revealed(MH, ann={"progressive": "5"}, bob={})
    t.do("show-hand", box=2, cards="8c8d")
    t.do("decline-to-show", box=1)
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=["progressive"], cards="Ah8c")
    t.do("show-hand", by=SUPERVISOR, box=1, cards="Ah3h")
    assert t.box_view(1)["cards"] == ["??", "??"]
    t.do("settle")
    assert t.result("progressive") == ("win", 0, 10000)


# ── what the table can't know ─────────────────────────────────────────────────────────────────────


def test_whether_somebody_has_looked_is_asked_only_where_it_matters() -> None:
    t = shown(MS, "shuffler", ann={}, bob={})
    t.deal_all()
    facts = {"count": 1, "dealers_card": False}
    asked = t.refuse("report", incident="cards-exposed", facts=facts, box=1)
    assert (asked.code, asked.message) == (
        "fact-needed",
        "The ruling depends on players_have_seen: tell true or false.",
    )
    t.do("report", incident="late-bet")
    t.do("report", incident="cards-exposed", facts=facts | {"players_have_seen": True}, box=1)


def test_a_look_that_was_entered_is_known() -> None:
    t = shown(MS, "shuffler")
    t.deal_all()
    assert [step.do for step in t.steps("player:ann")] == ["raise", "fold"]
    t.choose(1, "examine")
    assert t.box_view(1, "player:ann")["cards"] == ["??"] * 5
    t.do("report", incident="cards-exposed", facts={"count": 1}, box=1)


@proves(SS, "5.10.1")
def test_which_hands_were_viewed_is_told_with_the_report() -> None:
    t = Table.open(SS, cards="shown")
    t.bet(ann=(1, {"ante": "25"}), ann2=(2, {"ante": "25"}), ann3=(3, {"ante": "25"}))
    t.deal_all()
    incident = "several-positions-in-error"
    assert t.refused("report", incident=incident, box=1)[0] == "fact-needed"
    which = t.refuse("report", incident=incident, box=1, facts={"hands_viewed": 1})
    assert which.message == "Say which hands ann has looked at (boxes)."
    t.do("report", incident=incident, box=1, boxes=[2], facts={"hands_viewed": 1})
    assert [box.standing.value for box in t.round.boxes.values()] == [
        "invalid",
        "undecided",
        "invalid",
    ]


@proves(MS, "5.16")
def test_a_card_of_the_dealers_that_was_exposed_by_accident_is_told() -> None:
    t = shown(MS, "shoe")
    t.deal()
    t.deal()
    t.do("deal")
    t.do("report", incident="cards-exposed", facts={"count": 1, "dealers_card": True,
         "players_have_seen": False})  # fmt: skip
    assert t.view()["round"]["dealer"] == ["??"]
    assert t.refused("show-hand", place="dealer", cards="kdkd")[0] == "wrong-place"
    t.do("show-hand", place="dealer", cards="kd")
    assert t.view()["round"]["dealer"] == ["Kd"]
    t.do("deal", all=True)
    assert t.held("dealer") == "Kd ?? ?? ?? ??"
    t.choose(1, "raise", "50")
    t.do("show-hand", place="dealer", cards="ad9h5c2s")
    assert t.held("dealer") == "Kd Ad 9h 5c 2s"


def test_hands_that_change_places_stay_unknown() -> None:
    t = shown(MS, "shuffler", ann={}, bob={})
    t.deal_all()
    facts = {"players_have_seen": False, "whole_hands_can_move": True}
    t.do("report", incident="misdeal", facts=facts, moves=[[1, 2], [2, 1]])
    assert t.held(1) == "?? ?? ?? ?? ??"


def test_a_void_round_needs_no_cards() -> None:
    t = shown(MS, "shuffler")
    t.do("deal")
    t.do("report", incident="foreign-card")
    t.settle()
    t.do("conclude")


@pytest.mark.parametrize("book", [MS, MH])
def test_when_everybody_has_given_up_hands_are_shown_or_not_without_more_cards(book: str) -> None:
    t = shown(book, ann={"progressive": "5"}, bob={"progressive": "5"})
    t.deal_all()
    t.choose(1, "fold")
    t.choose(2, "fold")
    if book == MH:
        assert t.refused("decline-to-show", rest=True)[0] == "not-now"
        t.do("deal", all=True, cards="2h7hkh")
    assert t.refused("settle")[0] == "hands-to-show"
    assert [step.do for step in t.steps()][:3] == ["show-hand", "show-hand", "decline-to-show"]
    t.do("show-hand", box=2, cards="ah3h" if book == MH else "2h7hkhah3h")
    t.do("decline-to-show", rest=True)
    assert t.may()[0] == ("settle", None)
    t.do("settle")
    assert t.result("progressive", 1) == ("lose", 0, 0)
    assert t.result("progressive", 2)[0] == "win"


def test_a_burnt_card_that_was_entered_last_is_entered_again() -> None:
    t = Table.open(MH, "shoe", cards="shown")
    t.bet(ann=(1, {"ante": "25"}))
    t.do("deal", all=True)
    t.choose(1, "raise", "50")
    t.do("deal", all=True, cards="2h7hkh")
    t.choose(1, "check")
    t.do("deal", to="burn", cards="2h")
    t.do("show-hand", place="burn", cards="3h")
    assert NAMES[t.round.burnt[-1] or 0] == "3h"
