"""Reconstruction: single cards go back to their intended order, and everybody sees who has what."""

from typing import Any

import pytest

from pitboss.games.deal_plan import Do
from pitboss.kernel.cards import parse_card
from pitboss.table import events as e
from pitboss.table.remedies.reconstruction import after_missed_burn, missed_at
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS, proves
from tests.tables import SHIFT_MANAGER, Table, ready

ANTE = {"ante": "25"}


def in_order(t: Table, *cards: str) -> None:
    """Deals these cards, one by one, wherever they go; a burn is not read."""
    coming = list(cards)
    while coming:
        step = t.round.step
        assert step is not None
        if step.do is Do.BURN:
            t.do("deal")
        else:
            t.do("deal", cards=coming[: step.cards])
            coming = coming[step.cards :]


UNSEEN = {"players_have_seen": False}


def burn_missed(t: Table) -> None:
    t.do("report", incident="burn-missed", facts={"can_reconstruct": True, **UNSEEN})
    t.do("confirm", by=SHIFT_MANAGER)


def absent(t: Table, *boxes: int) -> None:
    """These players have gone without a decision: nobody has seen a card, and the flop comes for
    their progressive bets.
    """
    for box in boxes:
        t.do("report", incident="player-absent", box=box)


STUD = ("2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc")
"""One box and the dealer, in turn."""


@proves(MS, "5.9", "1.15", "5.10.2")
@proves(CS, "5.9", "1.15", "5.10.2")
@pytest.mark.parametrize("book", [MS, CS])
def test_5_9_every_card_moves_on_and_the_last_place_gets_another(book: str) -> None:
    t = Table.open(book, "shoe")
    t.bet(ann=(1, ANTE))
    in_order(t, *STUD)
    assert (t.held(1), t.held("dealer")) == ("2c 4c 6c 8c Tc", "3c 5c 7c 9c Jc")
    burn_missed(t)
    (moved,) = t.happened(e.CardsMoved)
    assert moved.burnt == (parse_card("2c"),)
    assert (t.held(1), t.held("dealer")) == ("3c 5c 7c 9c Jc", "4c 6c 8c Tc")
    # The dealer's card that lay open is box 1's now: nothing of his lies open.
    assert t.view()["round"]["dealer"] == ["??"] * 4
    assert t.round.offered == {1: ("continue-reconstructed", "return-and-invalidate")}
    t.do("choose-option", by="player:ann", box=1, option="continue-reconstructed")
    assert t.steps()[0].label == "Deal card 5 of 5 to the dealer, face up"
    t.do("deal", cards=["Ad"])
    assert t.view()["round"]["dealer"][4] == "Ad"
    t.choose(1, "raise", "50")
    t.settle()
    # Jack-high clubs 3 5 7 9 J: a flush against a dealer who has ace-ten.
    assert t.record["dealer"] == ["4c", "6c", "8c", "Tc", "Ad"]
    assert t.result("ante") == ("win", 25_00, 25_00)
    assert t.result("bet") == ("push", 50_00, 0)


@proves(MS, "5.9", "5.16")
@proves(CS, "5.9", "5.16")
@pytest.mark.parametrize("book", [MS, CS])
def test_5_9_a_card_of_the_dealers_that_was_exposed_is_another_players_then(book: str) -> None:
    t = Table.open(book, "shoe")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    in_order(t, "2c", "3c", "4c")
    exposed = {"count": 1, "dealers_card": True, **UNSEEN}
    t.do("report", incident="cards-exposed", facts=exposed)
    assert t.view()["round"]["dealer"] == ["4c"]
    in_order(t, "5c")
    burn_missed(t)
    assert (t.held(1), t.held(2), t.held("dealer")) == ("3c", "4c", "5c")
    assert t.view()["round"]["dealer"] == ["??"]
    t.do("close-options")
    t.deal_all()
    assert [card != "??" for card in t.view()["round"]["dealer"]] == [False] * 4 + [True]


@proves(MS, "5.9", "5.10.3", "1.15")
@proves(CS, "5.9", "5.10.3", "1.15")
@pytest.mark.parametrize("book", [MS, CS])
def test_5_9_in_the_middle_of_the_deal(book: str) -> None:
    t = Table.open(book, "shoe")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    in_order(t, "2c", "3c", "4c", "5c")
    burn_missed(t)
    assert (t.held(1), t.held(2), t.held("dealer")) == ("3c", "4c", "5c")
    t.do("choose-option", by="player:bob", box=2, option="return-and-invalidate")
    t.do("close-options")
    t.do("deal", to="1", cards=["6c"])
    assert t.held(1) == "3c 6c"
    t.do("deal", to="2", cards=["7c"])
    t.deal_all()
    assert len(t.round.dealer) == 5


@proves(MH, "5.9", "1.22", "5.10.2")
def test_5_9_the_burn_before_the_hole_cards() -> None:
    t = Table.open(MH, "shoe")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    in_order(t, "2c", "3c", "4c", "5c")
    burn_missed(t)
    t.do("close-options")
    assert (t.held(1), t.held(2)) == ("3c 5c", "4c")
    t.do("deal", to="2", cards=["6c"])
    assert t.phase == "deciding"
    assert t.held(2) == "4c 6c"


@proves(MH, "5.9")
def test_5_9_the_burn_before_a_flop_that_nobody_has_seen() -> None:
    t = Table.open(MH, "shoe")
    t.bet(ann=(1, ANTE | {"progressive": "5"}))
    in_order(t, "2c", "3c")
    absent(t, 1)
    in_order(t, "4c", "5c", "6c")
    burn_missed(t)
    assert (t.held(1), t.held("community")) == ("2c 3c", "5c 6c")
    t.do("deal", cards=["7c"])
    t.do("deal")
    assert t.view()["round"]["community"] == ["5c", "6c", "7c"]


@proves(MH, "5.9")
def test_5_9_a_flop_that_lies_open_can_not_be_put_right() -> None:
    t = Table.open(MH, "shoe")
    t.bet(ann=(1, ANTE))
    in_order(t, "2c", "3c")
    t.choose(1, "raise", "50")
    in_order(t, "4c", "5c", "6c")
    t.do("deal")
    t.do("report", incident="burn-missed", facts={"can_reconstruct": True})
    assert t.phase == "void"


@proves(MS, "5.9")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_9_a_burn_that_is_made_up_for_at_once_moves_nothing(book: str) -> None:
    t = Table.open(book, "shoe")
    t.bet(ann=(1, ANTE))
    t.deal()
    burn_missed(t)
    assert not t.happened(e.CardsMoved)
    t.do("close-options")
    t.deal_all()
    assert t.phase == "deciding"


def test_5_9_cards_that_nobody_reads_move_by_their_place() -> None:
    t = Table.open(MS, "shoe", cards="shown")
    t.bet(ann=(1, ANTE))
    while t.round.cursor < 10:
        t.do("deal")
    t.do("deal", cards=["Ad"])
    facts = {"can_reconstruct": True, "players_have_seen": False}
    t.do("report", incident="burn-missed", facts=facts)
    t.do("confirm", by=SHIFT_MANAGER)
    t.do("close-options")
    assert t.round.boxes[1].cards == (None,) * 4 + (parse_card("Ad"),)
    assert t.round.dealer == (None,) * 4
    t.do("deal", cards=["Kd"])
    assert t.phase == "deciding"


def test_without_a_burn_there_is_none_to_make_up_for() -> None:
    t = ready(SS, ann=(1, ANTE))
    assert missed_at(t.state, t.round, {}) is None
    assert after_missed_burn(t.round, None) is None


# ── which of several burns it was ─────────────────────────────────────────────────────────────────


def flop_face_down(cards: str = "entered") -> Table:
    """Ann and bob have gone; two cards have been burnt, and the flop lies face down."""
    t = Table.open(MH, "shoe", cards=cards)
    t.bet(ann=(1, ANTE | {"progressive": "5"}), bob=(2, ANTE | {"progressive": "5"}))
    coming = ["Ah", "2c", "3c", "4c", "5c", "Kh", "6c 7c 8c"] if cards == "entered" else [None] * 7
    for told in coming[:5]:
        t.do("deal", cards=told)
    absent(t, 1, 2)
    for told in coming[5:]:
        t.do("deal", cards=told)
    return t


def first_burn_missed(t: Table, before: str = "players", **more: Any) -> None:
    facts = {"can_reconstruct": True, "players_have_seen": False, "burn_before": before}
    t.do("report", incident="burn-missed", facts=facts, **more)
    t.do("confirm", by=SHIFT_MANAGER)
    if t.round.offered:
        t.do("close-options")


@proves(MH, "5.9", "1.22", "5.10.2")
def test_5_9_an_earlier_burn_that_was_forgotten_moves_later_burns_too() -> None:
    t = flop_face_down()
    first_burn_missed(t)
    # What was burnt before the flop was bob's second card, and the flop's first should have been
    # burnt.
    assert (t.held(1), t.held(2), t.held("community")) == ("3c 5c", "4c Kh", "7c 8c")
    assert t.round.burnt == (parse_card("2c"), parse_card("6c"))
    t.do("deal", to="community", cards=["9c"])
    t.do("deal")
    assert t.view()["round"]["community"] == ["7c", "8c", "9c"]


@proves(MH, "5.9")
def test_5_9_the_later_burn_may_be_named_too() -> None:
    t = flop_face_down()
    first_burn_missed(t, "flop")
    assert (t.held(1), t.held(2), t.held("community")) == ("2c 4c", "3c 5c", "7c 8c")
    assert t.round.burnt == (parse_card("Ah"), parse_card("6c"))


@proves(MH, "5.9")
def test_5_9_a_burn_that_came_last_is_made_once_more() -> None:
    t = Table.open(MH, "shoe")
    t.bet(ann=(1, ANTE | {"progressive": "5"}))
    for told in ("Ah", "2c", "3c"):
        t.do("deal", cards=told)
    absent(t, 1)
    t.do("deal", cards=["Kh"])
    first_burn_missed(t)
    assert t.held(1) == "3c Kh"
    assert t.round.burnt == (parse_card("2c"),)
    assert t.steps()[0].label == "Burn one card"
    t.do("deal")
    assert t.steps()[0].label == "Deal the flop"


@proves(MH, "5.9")
def test_5_9_who_confirms_may_say_that_it_was_another_burn() -> None:
    t = flop_face_down()
    t.do("report", incident="burn-missed", facts={"can_reconstruct": True, **UNSEEN})
    t.do("confirm", by=SHIFT_MANAGER, facts={"burn_before": "players"})
    assert t.held(2) == "4c Kh"


def test_5_9_a_burnt_card_that_nobody_has_read_must_be_told() -> None:
    t = Table.open(MH, "shoe")
    t.bet(ann=(1, ANTE | {"progressive": "5"}))
    in_order(t, "2c", "3c")
    absent(t, 1)
    in_order(t, "4c", "5c", "6c")
    facts = {"can_reconstruct": True, "burn_before": "players", **UNSEEN}
    refused = t.refuse("report", incident="burn-missed", facts=facts)
    assert (refused.code, refused.message) == (
        "fact-needed",
        (
            "A burnt card that nobody has read comes into play: say which cards each place has "
            "(hands)."
        ),
    )
    hands = {"1": ["3c", "Kh"], "community": ["5c", "6c", "7c"]}
    first_burn_missed(t, hands=hands)
    assert (t.held(1), t.held("community")) == ("3c Kh", "5c 6c 7c")


def test_5_9_ordinary_cards_move_whether_they_were_read_or_not() -> None:
    t = flop_face_down("shown")
    first_burn_missed(t)
    assert t.held("community") == "?? ??"
    assert t.steps()[0].label.startswith("Deal and turn over the flop")


@pytest.mark.parametrize("before", ["turn", "dealer", 1])
def test_5_9_a_burn_that_has_not_been_due_was_not_forgotten(before: str | int) -> None:
    t = flop_face_down()
    facts = {"can_reconstruct": True, "burn_before": before, **UNSEEN}
    refused = t.refuse("report", incident="burn-missed", facts=facts)
    assert (refused.code, refused.message) == (
        "bad-fact",
        (
            "Cards are burnt before players, flop, turn, river: in burn_before, name one whose "
            "burn was due by now."
        ),
    )
    t.do("report", incident="burn-missed", facts={"can_reconstruct": True, **UNSEEN})
    facts = {"burn_before": before}
    assert t.refused("confirm", by=SHIFT_MANAGER, facts=facts)[0] == "bad-fact"


# ── single cards as the dealer tells them ─────────────────────────────────────────────────────────


@proves(SS, "5.7")
@proves(BE, "5.7")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_5_7_a_card_too_many_goes_where_it_belongs(book: str) -> None:
    opening = "main" if book == BE else "ante"
    t = Table.open(book, "manual")
    t.cards({1: "2c 3c 4c 5c 6c", 2: "2d 3d 4d 5d 6d"})
    t.bet(ann=(1, {opening: "25"}), bob=(2, {opening: "25"}))
    t.deal_all()
    hands = {"1": ["2c", "3c", "4c", "5c", "6d"], "2": ["2d", "3d", "4d", "5d", "6c"]}
    facts = {"noticed": "this-round", "can_reconstruct": True}
    t.do("report", incident="wrong-player-card-count", box=1, facts=facts, hands=hands)
    assert (t.held(1), t.held(2)) == ("2c 3c 4c 5c 6d", "2d 3d 4d 5d 6c")


@proves(SS, "5.3")
@proves(MS, "5.8.7", "5.10.2")
@pytest.mark.parametrize("book", [SS, MS])
def test_the_dealers_cards_are_put_right_as_told(book: str) -> None:
    t = Table.open(book, "manual" if book == SS else "shoe")
    t.cards({1: "2c 3c 4c 5c 6c", "dealer": "2d 3d 4d 5d 6d"})
    t.bet(ann=(1, ANTE))
    t.deal_all()
    hands = {"1": ["2d", "3c", "4c", "5c", "6c"], "dealer": ["2c", "3d", "4d", "5d", "6d"]}
    facts = {"noticed": "this-round", "can_reconstruct": True}
    t.do("report", incident="wrong-dealer-card-count", facts=facts, hands=hands)
    assert (t.held(1), t.held("dealer")) == ("2d 3c 4c 5c 6c", "2c 3d 4d 5d 6d")


@proves(MH, "5.8.7", "5.10.2")
def test_community_cards_are_put_right_as_told() -> None:
    t = Table.open(MH, "shuffler")
    t.cards({"community": "2c 3c 4c 5c 6c", 1: "Ah Kh"})
    t.bet(ann=(1, ANTE))
    t.deal_all()
    hands = {"community": ["3c", "2c", "4c", "5c", "Ah"], "1": ["6c", "Kh"]}
    facts = {"noticed": "this-round", "can_reconstruct": True}
    t.do("report", incident="wrong-community-card-count", facts=facts, hands=hands)
    assert (t.held("community"), t.held(1)) == ("3c 2c 4c 5c Ah", "6c Kh")


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ({"9": ["2c"]}, "There is no place '9' in this round."),
        ({"felt": ["2c"]}, "There is no place 'felt' in this round."),
        ({"1": ["2c"]}, "1 has 5 cards, and you gave 1."),
        ({"1": ["2c", "2c", "4c", "5c", "6c"]}, "A card can't lie in two places."),
        ({"1": ["2d", "3c", "4c", "5c", "6c"]}, "A card can't lie in two places."),
        ({"1": ["Kc", "3c", "4c", "5c", "6c"]}, "A card can't lie in two places."),
    ],
)
def test_hands_that_can_not_be_are_refused(hands: dict[str, Any], says: str) -> None:
    t = Table.open(MS, "shoe")
    t.cards({1: "2c 3c 4c 5c 6c", "dealer": "2d 3d 4d 5d 6d"})
    t.bet(ann=(1, ANTE))
    t.do("deal", cards=["Kc"])
    t.deal_all()
    facts = {"noticed": "this-round", "can_reconstruct": True}
    refused = t.refuse(
        "report", incident="wrong-player-card-count", box=1, facts=facts, hands=hands
    )
    assert (refused.code, refused.message) == ("bad-fact", says)


OF_DEALING_BY_HAND = (
    "misdeal",
    "wrong-player-card-count",
    "wrong-dealer-card-count",
    "wrong-community-card-count",
    "burn-missed",
    "card-face-up-in-shoe",
    "cards-drawn-together",
    "other-dealing-error",
)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_cards_of_the_system_are_dealt_where_they_belong(book: str) -> None:
    """Nobody says otherwise, in whatever phase, and nobody moves them."""
    bets = {"main" if book == BE else "ante": "25"}
    t = Table.open(book, cards="virtual")
    t.bet(ann=(1, bets), bob=(2, bets))
    facts = {"whole_hands_can_move": True, "can_reconstruct": True, "players_have_seen": False}
    while t.phase != "revealed":
        for incident in OF_DEALING_BY_HAND:
            for noticed in ("this-round", "later"):
                told = facts | {"noticed": noticed}
                found = t.refused("report", incident=incident, box=1, facts=told)
                assert found[0] == "cannot-happen-now", (t.phase, incident)
        if t.phase == "deciding":
            for box in (1, 2):
                asked = t.round.step.asks if t.round.step else None
                choices = {"stay": ("raise", "50"), "set": ("set-hand",)}
                choice = choices.get(str(asked), ("check",))
                t.choose(box, *choice)
        else:
            t.deal()
    held = t.held(1).split()
    for moved in ({"moves": [[1, 2], [2, 1]]}, {"hands": {"1": held}}):
        for incident in ("unlisted", "technical-interruption"):
            refused = t.refuse("report", incident=incident, **moved)
            assert (refused.code, refused.message) == (
                "cannot-happen-now",
                (
                    "The system deals this table's cards, so none change places: leave out moves "
                    "and hands."
                ),
            )


def test_a_card_that_goes_back_into_the_shoe_may_come_again() -> None:
    t = Table.open(MS, "shoe")
    t.cards({1: "2c 3c", 2: "2d 3d"})
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    for _ in range(3):
        t.deal()
    facts = {"noticed": "this-round", "can_reconstruct": True}
    t.do(
        "report",
        incident="wrong-player-card-count",
        box=1,
        facts=facts,
        hands={"1": ["2d"], "2": ["9h"]},
    )
    t.do("close-options")
    t.do("deal", cards=["2c"])
    assert (t.held(1), t.held(2), t.held("dealer")) == ("2d", "9h", "2c")


# ── cards that come in ────────────────────────────────────────────────────────────────────────────

FACTS = {"noticed": "this-round", "can_reconstruct": True, "whole_hands_can_move": False}


def two_boxes(book: str = MS, dealing: str = "shoe", **more: Any) -> Table:
    """Box 1: 2c 4c 6c 8c Tc, box 2: 2d 4d 6d 8d Td, the dealer 2h 4h 6h 8h Th; in this order."""
    t = Table.open(book, dealing, **more)
    t.cards({1: "2c 4c 6c 8c Tc", 2: "2d 4d 6d 8d Td", "dealer": "2h 4h 6h 8h Th"})
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    while t.phase != "deciding":
        t.do("deal") if t.round.step and t.round.step.do is Do.BURN else t.deal()
    return t


def put_right(**hands: str) -> dict[str, Any]:
    places = {name.removeprefix("box"): cards.split() for name, cards in hands.items()}
    return {"facts": FACTS, "hands": places}


@proves(MS, "1.15", "5.15")
@proves(CS, "1.15", "5.15")
@proves(SS, "5.7")
@pytest.mark.parametrize("incident", ["wrong-player-card-count", "other-dealing-error", "misdeal"])
@pytest.mark.parametrize(
    "hands",
    [
        # A better hand, by one card or by several.
        {"box1": "2c 4c 6c 8c Ac"},
        {"box1": "Ac Kc Qc Jc Tc"},
        {"box1": "2c 4c 6c 8c Ac", "box2": "2d 4d 6d 8d Td"},
        # A swap, and one card more.
        {"box1": "2d 4c 6c 8c Ac", "box2": "2c 4d 6d 8d Td"},
        {"dealer": "2h 4h 6h 8h 3s", "box1": "2c 4c 6c 8c Ac"},
    ],
)
@pytest.mark.parametrize("book", [MS, CS, SS])
def test_no_other_card_comes_in(book: str, hands: dict[str, str], incident: str) -> None:
    t = two_boxes(book, "manual" if book == SS else "shoe")
    report = put_right(**hands)
    report["facts"] = report["facts"] | {"players_have_seen": True}
    refused = t.refuse("report", incident=incident, box=1, **report)
    assert refused.code == "bad-fact"
    assert refused.message == (
        "Putting a deal right only returns cards that are out to their order; these would not be. "
        "If a card was entered wrongly, correct that entry (correct)."
    )


@proves(MS, "1.15", "5.15")
def test_a_card_too_many_goes_to_the_next_place_and_all_others_move_down() -> None:
    t = two_boxes(MS, "shuffler")
    hands = {"box2": "Ac 2d 4d 6d 8d", "dealer": "Td 2h 4h 6h 8h"}
    # Not if another place had it, nor if it comes anywhere else.
    for box, wrong in ((2, hands), (1, {"box1": "2c Ac 4c 6c 8c", "box2": "Tc 2d 4d 6d 8d"})):
        report = put_right(**wrong)
        assert t.refused("report", incident="wrong-player-card-count", box=box, **report)[0] == (
            "bad-fact"
        )
    t.do("report", incident="wrong-player-card-count", box=1, **put_right(**hands))
    assert (t.held(2), t.held("dealer")) == ("Ac 2d 4d 6d 8d", "Td 2h 4h 6h 8h")


@proves(MS, "1.15", "5.8.7")
def test_the_next_card_of_the_shoe_comes_last() -> None:
    t = two_boxes(MS, "shuffler")
    report = {"incident": "wrong-dealer-card-count"}
    other = put_right(box2="2d 4d 6d 8d Ac", dealer="Td 2h 4h 6h 8h")
    assert t.refused("report", **report, **other)[0] == "bad-fact"
    t.do("report", **report, **put_right(dealer="2h 4h 8h Th Ac"))
    assert t.held("dealer") == "2h 4h 8h Th Ac"


def test_face_down_cards_that_nobody_reads_are_not_told_by_a_report() -> None:
    t = two_boxes(MS, "shuffler", cards="shown")
    for hands in ({"box1": "2c 4c 6c 8c Ac"}, {"dealer": "2h 4h 6h 8h Th"}):
        report = put_right(**hands)
        assert t.refused("report", incident="wrong-player-card-count", box=1, **report)[0] == (
            "bad-fact"
        )


def test_hands_are_told_in_a_round() -> None:
    t = Table.open(MS, "shoe")
    refused = t.refuse("report", incident="unlisted", hands={"1": ["2c"]})
    assert (refused.code, refused.message) == ("bad-fact", "No round is in progress.")


# ── whole hands ───────────────────────────────────────────────────────────────────────────────────


@proves(MS, "5.8.6")
@proves(CS, "5.8.6")
@proves(MH, "5.8.6")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_8_6_whole_hands_that_move_must_be_named(book: str) -> None:
    t = ready(book, ann=(1, ANTE), bob=(2, ANTE))
    facts = {"whole_hands_can_move": True, **UNSEEN}
    refused = t.refuse("report", incident="misdeal", facts=facts)
    assert (refused.code, refused.message) == (
        "fact-needed",
        "Say which whole hands are moved (moves): [[from box, to box], …].",
    )
    first, second = t.held(1), t.held(2)
    t.do("report", incident="misdeal", facts=facts, moves=[[1, 2], [2, 1]])
    assert (t.held(1), t.held(2)) == (second, first)


@proves(SS, "5.2")
@proves(BE, "5.2")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_5_2_whole_hands_that_move_must_be_named(book: str) -> None:
    bets = {"main" if book == BE else "ante": "25"}
    t = ready(book, ann=(1, bets), bob=(2, bets))
    facts = {"whole_hands_can_move": True, **UNSEEN}
    assert t.refused("report", incident="misdeal", facts=facts)[0] == "fact-needed"
    t.do("report", incident="misdeal", facts=facts, moves=[[1, 2], [2, 1]])
    assert t.happened(e.HandsMoved)
