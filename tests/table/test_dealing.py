"""The deal step by step, looking at hands, and what players choose."""

from typing import Any

import pytest

from pitboss.games.deal_plan import Ask
from pitboss.kernel.cards import parse_cards
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import events as e
from pitboss.table.queries import to_ask
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS, proves
from tests.tables import (
    DANA,
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    START_MS,
    SUPERVISOR,
    Table,
    ready,
)

ANN, BOB = "player:ann", "player:bob"
ANTE = {"ante": "25"}
OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}


def closed(book: str, dealing: str | None = None, **more: Any) -> Table:
    """Ann is on box 1 and bob on box 2; bets are closed."""
    t = Table.open(book, dealing, **more)
    t.bet(ann=(1, {OPENING[book]: "25"}), bob=(2, {OPENING[book]: "25"}))
    return t


def kinds(events: tuple[e.AnyEvent, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


# ── dealing ───────────────────────────────────────────────────────────────────────────────────────


def test_the_burn_may_be_entered_or_not() -> None:
    unknown, known = closed(MS, "shoe"), closed(MS, "shoe")

    assert unknown.do("deal") == (e.CardBurnt(None, DANA),)
    assert known.do("deal", cards=["Ah"]) == (e.CardBurnt(parse_cards("Ah")[0], DANA),)
    assert known.round.burnt == parse_cards("Ah")
    for t in (unknown, known):
        assert t.view()["round"]["burnt"] == 1
    assert known.refused("deal", cards=["Ah"])[0] == "card-already-out"
    unknown.do("deal", cards=["Ah"])


def test_a_card_goes_to_its_place_with_its_time() -> None:
    t = closed(MS, "shoe")
    t.do("deal")

    # It is the seventh command: opening, call, two bets, close and burn came before, each a second.
    assert t.do("deal", cards=["Ah"], to="1") == (
        e.CardsDealt("1", parse_cards("Ah"), 0, START_MS + 6000, DANA),
    )


def test_entered_cards_are_as_many_as_the_step_takes() -> None:
    t = closed(MS, "shoe")
    assert t.refused("deal", cards=[])[0] == "cards-needed"
    assert t.refused("deal", cards=["Ah", "Kh"])[0] == "cards-needed"
    t.do("deal")
    found = t.refuse("deal")
    assert (found.code, found.message) == ("cards-needed", "Deal card 1 of 5 to box 1: say which.")
    found = t.refuse("deal", cards=["Ah", "Kh"])
    assert found.message == "Deal card 1 of 5 to box 1: 1 needed, 2 given."


def test_a_virtual_table_deals_from_its_deck() -> None:
    t = closed(MS, "shuffler", cards="virtual")
    assert t.refused("deal", cards=["Ah", "Kh", "Qh", "Jh", "Th"])[0] == "cards-not-taken"
    deck = t.round.deck
    assert deck is not None
    t.deal_all()

    assert (t.round.boxes[1].cards, t.round.boxes[2].cards) == (deck[:5], deck[5:10])
    assert t.round.dealer == deck[10:15]
    assert t.round.drawn == 15


def test_cards_that_are_turned_over_are_not_dealt_again() -> None:
    t = ready(MS, ann=(1, ANTE))
    t.choose(1, "fold")

    assert t.refused("deal", cards=["Ah"])[0] == "cards-not-taken"
    assert t.refused("deal", to="community")[0] == "wrong-place"
    assert t.do("deal", to="dealer") == (e.TurnedOver("dealer's cards", DANA),)


def test_no_card_leaves_the_deck_twice() -> None:
    t = closed(MH, "shuffler")
    t.do("deal", cards=["Jc", "Js", "5h", "4c", "2s"])
    for cards in (["Jc", "Ah"], ["Ah", "2s"], ["Ah", "Ah"]):
        assert t.refused("deal", cards=cards)[0] == "card-already-out"
    t.do("deal", cards=["Ah", "Kh"])
    assert t.refused("deal", cards=["Kh", "Kd"])[0] == "card-already-out"


@pytest.mark.parametrize(
    "phase", ["no round", "betting", "deciding", "revealed", "settled", "void"]
)
def test_cards_are_dealt_after_the_call_and_between_decisions(phase: str) -> None:
    t = Table.open(MS)
    if phase == "betting":
        t.do("open-betting")
    elif phase != "no round":
        t.bet(ann=(1, ANTE))
        t.deal_all()
        if phase == "void":
            t.do("report", incident="foreign-card")
        elif phase != "deciding":
            t.choose(1, "fold")
            t.deal_all()
        if phase == "settled":
            t.do("settle")

    found = t.refuse("deal")
    assert found.code == "not-now"
    expected = (
        "Players are still deciding: deal when they have decided."
        if phase == "deciding"
        else 'Cards are dealt after "No more bets".'
    )
    assert found.message == expected


def test_after_a_card_was_shown_by_accident_the_dealers_last_comes_face_down() -> None:
    t = Table.open(SS, "manual")
    t.bet(ann=(1, ANTE))
    t.deal_all()
    dealt = [event for event in t.happened(e.CardsDealt) if event.place == "dealer"]
    assert [event.face_up for event in dealt] == [0, 0, 0, 0, 1]

    t = Table.open(MS, "shoe")
    t.bet(ann=(1, ANTE))
    while not t.held("dealer"):
        t.deal()
    t.do("report", incident="cards-exposed", facts={"count": 1, "dealers_card": True})
    t.deal_all()
    dealt = [event for event in t.happened(e.CardsDealt) if event.place == "dealer"]
    assert [event.face_up for event in dealt] == [0, 0, 0, 0, 0]


# ── examining ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_player_or_staff_for_him_lifts_one_hand(book: str) -> None:
    t = closed(book)
    t.deal_all()

    assert t.choose(1, "examine") == (e.HandExamined(1, "ann", Actor(Post.PLAYER, "ann")),)
    assert t.do("examine", by=DEALER, box=2) == (e.HandExamined(2, "bob", DANA),)
    assert t.refused("examine", by=ANN, box=1)[0] == "second-look"
    assert t.refused("examine", by=ANN, box=2)[0] == "someone-elses-box"
    assert t.refused("examine", by=DEALER, box=2, player="ann")[0] == "someone-elses-box"
    assert t.refused("examine", by=ANN, box=3)[0] == "no-such-box"


def test_hands_may_be_examined_out_of_turn_and_until_they_are_decided() -> None:
    t = closed(MS)
    assert t.refused("examine", by=ANN, box=1)[0] == "not-now"
    t.deal_all()
    t.choose(2, "examine")
    t.choose(1, "raise", "50")
    found = t.refuse("examine", by=ANN, box=1)
    assert (found.code, found.message) == ("already-decided", "Box 1 has no decision left to make.")
    t.choose(2, "fold")
    assert t.refused("examine", by=ANN, box=1)[0] == "not-now"


def test_hold_em_a_blind_hand_may_be_examined_while_something_is_to_be_decided() -> None:
    t = ready(MH, ann=(1, ANTE))
    t.choose(1, "raise", "50")
    t.deal_all()
    t.choose(1, "examine")

    assert t.box_view(1, ANN)["cards"] == t.held(1).split()


# ── deciding ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", [MS, CS, SS])
def test_stud_players_answer_once_in_turn(book: str) -> None:
    t = closed(book)
    t.deal_all()
    ann, bob = Actor(Post.PLAYER, "ann"), Actor(Post.PLAYER, "bob")
    assert to_ask(t.round) == [1, 2]
    assert t.refused("raise", by=BOB, box=2, amount="50")[0] == "out-of-turn"
    assert t.choose(1, "raise", "50") == (e.Raised(1, "bet", Cents(50_00), ann),)
    assert t.refused("fold", by=ANN, box=1)[0] == "already-decided"
    # The last answer ends the decisions.
    assert t.choose(2, "fold") == (e.Folded(2, bob), e.DecisionsEnded())
    assert to_ask(t.round) == []
    assert t.phase == "dealing"


def test_staff_answer_for_a_player_who_says_so() -> None:
    t = closed(MS)
    t.deal_all()
    assert t.refused("fold", by=DEALER, box=1, player="bob")[0] == "someone-elses-box"
    events = t.do("fold", by=SUPERVISOR, box=1, player="ann")

    assert events == (e.Folded(1, Actor(Post.PIT_SUPERVISOR, "sam")),)
    t.do("raise", by=DEALER, box=2, amount="50")


@pytest.mark.parametrize(
    ("book", "do", "message"),
    [
        (MS, "check", "There is no check at this decision."),
        (MS, "set-hand", "Players do not set their hands in this game."),
        (MH, "check", "There is no check at this decision."),
        (MH, "set-hand", "Players do not set their hands in this game."),
        (BE, "fold", "There is nothing to fold now."),
        (BE, "raise", "There is no raise in this game."),
        (BE, "check", "There is no check at this decision."),
    ],
)
def test_a_game_has_its_own_answers(book: str, do: str, message: str) -> None:
    t = closed(book)
    t.deal_all()

    amount = "50" if do == "raise" else None
    found = t.refuse(do, by=ANN, box=1, amount=amount)
    assert (found.code, found.message) == ("not-now", message)


def test_hold_em_goes_by_flop_turn_and_river() -> None:
    t = closed(MH, "shuffler")
    t.deal_all()
    asked = []
    for box, do, amount in (
        (1, "raise", "50"),
        (2, "raise", "50"),
        (1, "check", None),
        (2, "raise", "25"),
        (1, "raise", "25"),
        (2, "check", None),
    ):
        assert t.round.step is not None
        asked.append(t.round.step.asks)
        t.choose(box, do, amount)
        t.deal_all()

    assert asked == [Ask.STAY, Ask.STAY, Ask.TURN, Ask.TURN, Ask.RIVER, Ask.RIVER]
    assert t.box_view(1)["bets"] == {"ante": "25.00", "flop": "50.00", "river": "25.00"}
    assert t.box_view(2)["bets"] == {"ante": "25.00", "flop": "50.00", "turn": "25.00"}
    assert t.phase == "revealed"


@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_hold_em_when_everybody_has_folded_nobody_is_asked_again(dealing: str) -> None:
    t = closed(MH, dealing)
    t.deal_all()
    t.choose(1, "fold")
    t.choose(2, "fold")
    t.deal_all()

    assert t.phase == "revealed"
    ended = [event for event in t.this_round if isinstance(event, e.DecisionsEnded)]
    assert len(ended) == 3


@pytest.mark.parametrize("amount", ["49.99", "50.01", "25", "0"])
def test_a_raise_is_exact(amount: str) -> None:
    t = closed(MS)
    t.deal_all()

    assert t.refused("raise", by=ANN, box=1, amount=amount)[0] == "wrong-raise"


def test_nobody_decides_where_nobody_is_asked() -> None:
    for t in (Table.open(MS), closed(MS)):
        for do, amount in (("fold", None), ("raise", "50"), ("check", None), ("set-hand", None)):
            found = t.refuse(do, by=ANN, box=1, amount=amount)
            assert (found.code, found.message) == (
                "not-now",
                "Nobody is being asked for a decision.",
            )


# ── setting ───────────────────────────────────────────────────────────────────────────────────────


def bullseye() -> Table:
    t = Table.open(BE)
    t.cards({1: "9h Ad Qc Kc Kd", "dealer": "5c 5d Th 2s 3s"})
    t.bet(ann=(1, {"main": "25"}))
    t.deal_all()
    return t


def test_a_hand_that_was_looked_at_is_set_as_its_player_likes() -> None:
    t = bullseye()
    t.choose(1, "examine")
    events = t.choose(1, "set-hand", three=["9h", "Ad", "Kc"])

    ann = Actor(Post.PLAYER, "ann")
    assert events == (e.HandSet(1, parse_cards("9h Ad Kc"), ann), e.DecisionsEnded())
    t.settle()
    # Queen and king are mixed pictures: 2 to 1, though a pair of kings would have paid 3.
    assert t.result("main") == ("win", 25_00, 50_00)
    assert t.record["boxes"][0]["arrangement"] == {"three": ["9h", "Ad", "Kc"]}


@pytest.mark.parametrize("look", [True, False])
def test_a_hand_may_be_left_to_the_dealer(look: bool) -> None:
    t = bullseye()
    if look:
        t.choose(1, "examine")
    t.choose(1, "set-hand")
    t.settle()

    assert t.result("main") == ("win", 25_00, 75_00)


@pytest.mark.parametrize(
    "three",
    [[], ["9h", "Ad"], ["9h", "Ad", "Kc", "Kd"], ["9h", "Ad", "Ad"], ["9h", "Ad", "Ks"]],
    ids=str,
)
def test_three_different_cards_of_the_hand_are_named(three: list[str]) -> None:
    t = bullseye()
    t.choose(1, "examine")

    found = t.refuse("set-hand", by=ANN, box=1, three=three)
    assert (found.code, found.message) == ("bad-setting", "Name three different cards of the hand.")


def test_a_hand_that_was_not_looked_at_is_not_set_by_its_player() -> None:
    found = bullseye().refuse("set-hand", by=ANN, box=1, three=["9h", "Ad", "Kc"])

    assert (found.code, found.message) == (
        "bad-setting",
        (
            "The player has not looked at this hand, so it is set the House Way: "
            "leave out the three cards."
        ),
    )


# ── showing ───────────────────────────────────────────────────────────────────────────────────────


def revealed(book: str) -> Table:
    """Ann stayed in; bob folded, or in Bullseye set his hand."""
    t = closed(book)
    t.deal_all()
    if book == BE:
        t.choose(1, "set-hand")
        t.choose(2, "set-hand")
    else:
        t.choose(1, "raise", "50")
        t.choose(2, "fold")
    t.deal_all()
    while t.phase == "deciding":
        t.choose(1, "check")
        t.deal_all()
    return t


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_player_who_stayed_in_may_keep_the_hand_unshown(book: str) -> None:
    t = revealed(book)
    assert t.refused("decline-to-show", by=BOB, box=1)[0] == "someone-elses-box"
    assert t.refused("decline-to-show", by=ANN, box=3)[0] == "no-such-box"
    assert t.choose(1, "decline-to-show") == (e.ShowDeclined(1, Actor(Post.PLAYER, "ann")),)

    assert t.box_view(1)["standing"] == "declined"
    found = t.refuse("decline-to-show", by=ANN, box=1)
    assert (found.code, found.message) == (
        "already-decided",
        "Box 1 has no hand left to show or keep back.",
    )
    if book != BE:
        assert t.refused("decline-to-show", by=BOB, box=2) == ("already-decided", ())
    t.do("settle")
    assert t.refused("decline-to-show", by=ANN, box=1)[0] == "not-now"


@proves(MS, "3.12.1", "4.3")
@proves(MH, "3.12.3.a", "4.3")
@proves(SS, "3.9.1", "3.10.1")
@pytest.mark.parametrize("cards", ["entered", "virtual"])
@pytest.mark.parametrize("book", [MS, MH, SS])
def test_a_folded_hand_that_its_player_does_not_show_wins_no_jackpot(book: str, cards: str) -> None:
    t = Table.open(book, {MH: "shuffler"}.get(book), cards=cards)
    t.bet(ann=(1, ANTE | {"progressive": "5"}), bob=(2, ANTE))
    t.deal_all()
    t.choose(1, "fold")
    t.choose(2, "raise", "50")
    while t.phase != "revealed":
        t.deal_all()
        if t.phase == "deciding":
            t.choose(2, "check")
    t.choose(1, "decline-to-show")

    assert t.refused("decline-to-show", by=ANN, box=1)[0] == "already-decided"
    t.do("settle")
    assert t.result("progressive") == ("lose", 0, 0)
    assert "cards" not in t.record["boxes"][0]
    assert set(t.box_view(1)["cards"]) == {"??"}


def test_hands_are_shown_or_not_after_the_reveal() -> None:
    t = Table.open(MS)
    assert t.refused("decline-to-show", by=ANN, box=1)[0] == "not-now"
    t = closed(MS)
    t.deal_all()
    assert t.refused("decline-to-show", by=ANN, box=1)[0] == "not-now"


@pytest.mark.parametrize("by", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER])
def test_a_pit_supervisor_or_above_establishes_a_hand_that_is_not_shown(by: str) -> None:
    t = revealed(MS)
    t.choose(1, "decline-to-show")
    assert t.refused("establish-hand", by=DEALER, box=1, bets=["progressive"])[0] == "not-allowed"
    events = t.do("establish-hand", by=by, box=1, bets=["progressive"])

    assert kinds(events) == ["HandEstablished"]
    assert t.round.boxes[1].established == ("progressive",)


def test_only_a_hand_that_is_not_shown_is_established_and_for_bets_that_there_are() -> None:
    def refused(t: Table, box: int = 1, bets: tuple[str, ...] = ("progressive",)) -> str:
        return t.refused("establish-hand", by=SUPERVISOR, box=box, bets=list(bets))[0]

    assert refused(Table.open(MS)) == "not-now"
    assert refused(closed(MS)) == "not-now"
    t = revealed(MS)
    assert refused(t) == "not-now"
    assert refused(t, box=9) == "not-now"
    t.choose(1, "decline-to-show")
    assert refused(t, box=2) == "not-now"
    assert refused(t, bets=()) == "no-such-bet"
    assert refused(t, bets=("progressive", "bonus")) == "no-such-bet"
    t.do("settle")
    assert refused(t) == "not-now"
