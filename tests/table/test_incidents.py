"""Rulings on a live round: what they do to it, who must decide, and what the table knows by itself.

Mostly at RWS tables; what is peculiar to MBS stands in test_mbs_irregularities.py. After every
command the driver counts all chips. Amounts that are placed are dollars, amounts that are paid are
cents.
"""

from typing import Any

import msgspec
import pytest

from pitboss.games.record import Jackpot
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Authority, Post
from pitboss.rulebook.incidents import Incident
from pitboss.table import events as e
from pitboss.table.evolve import fold
from pitboss.table.facts import known_facts
from pitboss.table.occasions import NEEDS_BOX, WHEN, noticed_later
from pitboss.table.queries import outcome_established
from pitboss.table.state import Phase
from tests.support import BE, CS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, ready

ANN, BOB = "player:ann", "player:bob"
ANTE = {"ante": "25"}
WITH_PROGRESSIVE = {"ante": "25", "progressive": "5"}

FLUSH, NOTHING = "9h 7h 6h 4h 2h", "Qc Td 6d 4s 2c"
QUALIFIES = "Ac Kd 8s 5d 3s"
"""Ace-king and no more: the flush beats it, the hand of nothing does not."""

LOST = ("lose", 0, 0)


def dealt(book: str = MS, dealing: str | None = None, **players: int) -> Table:
    """Players decide; each has an ante of 25 on a box."""
    return ready(book, dealing, **{name: (box, ANTE) for name, box in players.items()})


def at(phase: str, book: str = MS) -> Table:
    """A table with ann on box 1 and bob on box 2, each with ante and progressive wager, in a phase
    of the round.
    """
    t = Table.open(book)
    t.cards({1: FLUSH, 2: NOTHING, "dealer": QUALIFIES})
    t.lay(ann=(1, WITH_PROGRESSIVE), bob=(2, WITH_PROGRESSIVE))
    if phase == "betting":
        return t
    t.do("close-betting")
    if phase == "closed":
        return t
    t.deal()
    t.deal()
    if phase == "dealing":
        return t
    t.deal_all()
    if phase == "deciding":
        return t
    t.choose(1, "raise", "50")
    t.choose(2, "raise", "50")
    t.deal_all()
    if phase == "settled":
        t.do("settle")
    return t


def over(t: Table) -> dict[str, int]:
    """Settles and concludes the round; what each player is up or down."""
    t.settle()
    t.do("conclude")
    return dict(t.state.chips)


def kinds(events: tuple[e.AnyEvent, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


# ── void ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("phase", ["closed", "dealing", "deciding", "revealed", "settled"])
def test_a_void_round_gives_every_chip_back(phase: str) -> None:
    t = at(phase)
    events = t.do("report", incident="foreign-card")

    assert kinds(events) == ["IncidentReported", "RoundVoided"]
    assert t.phase == "void"
    assert t.round.void_clauses == ("5.8.1",)
    assert t.view()["round"]["void"]["clauses"] == ["5.8.1"]
    assert over(t) == {"ann": 0, "bob": 0}
    assert t.state.house == 0


def test_a_round_that_was_settled_and_then_voided_pays_nobody() -> None:
    t = at("settled")
    # Ann's flush had won 25 + 250 + 200.
    assert t.round.paid["ann"] == 25_00 + 25_00 + 50_00 + 250_00 + 200_00
    t.do("report", incident="deck-count-wrong")

    assert t.round.settlement is None
    t.do("settle")
    assert t.round.paid == {"ann": 80_00, "bob": 80_00}
    assert t.phase == "void"


def test_a_fold_is_undone_by_a_void_round() -> None:
    t = at("deciding")
    t.choose(1, "fold")
    t.do("report", incident="cards-not-shuffled")

    assert over(t) == {"ann": 0, "bob": 0}


def test_a_round_may_be_void_before_anybody_has_bet() -> None:
    t = Table.open(MS)
    t.do("open-betting")
    t.do("report", incident="technical-interruption")

    assert t.phase == "void"
    assert over(t) == {}
    t.do("open-betting")


def test_nothing_is_reported_of_a_void_round() -> None:
    t = at("deciding")
    t.do("report", incident="foreign-card")

    for incident in Incident:
        for facts in ({}, {"noticed": "later"}):
            if not noticed_later(incident, facts):
                found = t.refused("report", incident=incident, box=1, facts=facts)
                assert found[0] == "cannot-happen-now"


def test_an_error_of_an_earlier_round_stands_though_this_one_is_void() -> None:
    t = at("deciding")
    t.do("report", incident="foreign-card")
    t.do("report", incident="wrong-dealer-card-count", facts={"noticed": "later"})
    assert t.phase == "void"


def test_a_void_round_offers_no_options_and_waits_for_nobody() -> None:
    t = dealt(ann=1, bob=2)
    t.do("report", incident="other-dealing-error", facts={"can_reconstruct": False})
    t.do("close-options")
    t.do("report", incident="unlisted")
    t.do("confirm", by=SHIFT_MANAGER, decision="void-round")

    assert t.round.pending is None
    assert not t.round.offered
    assert t.round.void_because == "The shift-manager has voided the round."
    assert t.round.void_clauses == ("5.24",)


def test_a_ruling_without_options_offers_none_whichever_boxes_are_named() -> None:
    t = dealt(ann=1, bob=2)
    events = t.do("report", incident="late-bet", box=1, boxes=[1, 2])

    assert kinds(events) == ["IncidentReported"]
    assert not t.round.offered


# ── an invalid hand ───────────────────────────────────────────────────────────────────────────────


def second_look(**facts: Any) -> Table:
    """Ann, on boxes 1 and 2, looked at box 1 and then at box 2 as well; the dealer has reported
    it.
    """
    t = Table.open(MS)
    t.cards({1: FLUSH, 2: NOTHING, "dealer": QUALIFIES})
    t.bet(ann=(1, WITH_PROGRESSIVE), ann2=(2, WITH_PROGRESSIVE), bob=(3, ANTE))
    t.deal_all()
    t.choose(1, "examine")
    t.do("report", incident="extra-hand-examined", box=2, facts=facts)
    return t


def test_an_invalid_hand_leaves_the_round_and_its_bets_go_back() -> None:
    t = second_look(intentional=True)
    events = t.do("confirm", by=SUPERVISOR)

    assert kinds(events) == ["RulingConfirmed", "HandInvalidated"]
    assert t.box_view(2)["standing"] == "invalid"
    # It is not asked any more; the hand that was looked at first is.
    assert t.view()["round"]["to_decide"] == [1, 3]
    assert t.refused("fold", by=ANN, box=2)[0] == "already-decided"
    t.choose(1, "raise", "50")
    t.choose(3, "fold")
    t.settle()
    assert t.result("bet", 1) == ("win", 50_00, 250_00)
    assert t.result("ante", 2) == ("void", 25_00, 0)
    assert t.result("progressive", 2) == ("void", 5_00, 0)
    assert t.box_view(2)["cards"] == ["??"] * 5


def test_a_look_that_was_not_meant_leaves_the_hand_as_it_is() -> None:
    t = second_look(intentional=False)
    events = t.do("confirm", by=PIT_MANAGER)

    assert kinds(events) == ["RulingConfirmed"]
    assert t.box_view(2)["standing"] == "undecided"
    t.choose(1, "fold")
    t.choose(2, "raise", "50")


def test_when_the_last_hand_to_decide_is_invalid_the_deal_goes_on() -> None:
    t = dealt(ann=1, ann2=2)
    t.choose(1, "raise", "50")
    t.do(
        "report",
        by=SUPERVISOR,
        incident="extra-hand-examined",
        box=2,
        facts={"intentional": True},
    )

    assert kinds(tuple(t.events[-3:])) == ["IncidentReported", "HandInvalidated", "DecisionsEnded"]
    assert t.steps()[0].label == "Turn over the dealer's cards"


def test_cards_come_to_the_place_of_an_invalid_hand_so_that_nobody_elses_change() -> None:
    t = Table.open(MS, dealing="shoe")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    while len(t.held(1).split()) < 2:
        t.deal()
    t.do("report", incident="wrong-player-card-count", box=1, facts={"can_reconstruct": False})
    t.do("close-options")
    t.deal_all()

    assert t.deals == ["burn", *["1", "2", "dealer"] * 5]
    assert t.view()["round"]["to_decide"] == [2]
    t.choose(2, "fold")
    assert over(t) == {"ann": 0, "bob": -25_00}


def test_a_hand_that_is_invalid_after_settlement_is_settled_again_without_it() -> None:
    t = at("settled")
    t.do("report", incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")

    assert t.happened(e.HandInvalidated) == [e.HandInvalidated(1, ("5.24",))]
    assert t.phase == "revealed"
    assert over(t) == {"ann": 0, "bob": -80_00}


# ── players who leave ─────────────────────────────────────────────────────────────────────────────


def test_a_player_who_leaves_has_folded() -> None:
    t = at("deciding")
    events = t.do("report", incident="player-absent", box=1)

    assert kinds(events) == ["IncidentReported", "PlayerLeft"]
    assert t.box_view(1)["standing"] == "left"
    assert t.view()["round"]["to_decide"] == [2]
    t.choose(2, "raise", "50")
    t.settle()
    # Multi-Link: the progressive wager of a folded hand lives, and a flush is paid 40 for 1.
    assert t.result("ante", 1) == LOST
    assert t.result("progressive", 1) == ("win", 0, 200_00)
    assert t.box_view(1)["cards"] == FLUSH.split()


def test_in_casino_stud_the_progressive_wager_goes_with_the_player() -> None:
    t = at("deciding", CS)
    t.do("report", incident="player-absent", box=1)
    t.choose(2, "raise", "50")
    t.settle()

    assert t.result("progressive", 1) == LOST
    assert t.box_view(1)["cards"] == ["??"] * 5


def test_a_player_with_nothing_left_to_decide_may_leave() -> None:
    t = at("deciding")
    t.choose(1, "raise", "50")
    events = t.do("report", incident="player-absent", box=1)

    assert kinds(events) == ["IncidentReported"]
    assert t.box_view(1)["standing"] == "in"


def test_a_player_may_leave_before_the_deal_and_the_cards_still_come() -> None:
    t = at("closed")
    t.do("report", incident="player-absent", box=1)
    t.deal_all()

    assert t.held(1) == FLUSH
    assert t.view()["round"]["to_decide"] == [2]


def test_a_hand_whose_player_left_is_set_the_house_way_in_bullseye() -> None:
    t = Table.open(BE)
    # Nine and ace make ten with the queen's ten: 9 A Q; the kings that are left are a pair.
    t.cards({1: "9h Ad Qc Kc Kd", "dealer": "5c 5d Th 2s 3s"})
    t.bet(ann=(1, {"main": "25"}))
    t.deal_all()
    events = t.do("report", incident="player-absent", box=1)

    assert kinds(events) == ["IncidentReported", "PlayerLeft", "DecisionsEnded"]
    t.settle()
    # A pair of kings pays 3 to 1 against five points.
    assert t.result("main") == ("win", 25_00, 75_00)
    assert t.box_view(1)["cards"] == ["9h", "Ad", "Qc", "Kc", "Kd"]


# ── hands that are moved ──────────────────────────────────────────────────────────────────────────


def test_whole_hands_change_places() -> None:
    t = at("deciding")
    facts = {"whole_hands_can_move": True, "players_have_seen": False}
    events = t.do("report", incident="misdeal", facts=facts, moves=[[1, 2], [2, 1]])

    assert kinds(events) == ["IncidentReported", "HandsMoved"]
    assert isinstance(events[0], e.IncidentReported)
    assert events[0].moves == ((1, 2), (2, 1))
    assert (t.held(1), t.held(2)) == (NOTHING, FLUSH)
    t.choose(1, "raise", "50")
    t.choose(2, "raise", "50")
    t.settle()
    assert t.result("bet", 1) == LOST
    assert t.result("bet", 2) == ("win", 50_00, 250_00)


@pytest.mark.parametrize(
    "moves",
    [
        [[1, 1], [1, 1]],
        [[1, 2]],
        [[1, 2], [2, 3]],
        [[1, 2], [1, 2]],
        [[1, 9], [9, 1]],
    ],
    ids=str,
)
def test_moves_take_every_hand_to_one_place(moves: list[list[int]]) -> None:
    t = at("deciding")

    facts = {"whole_hands_can_move": True, "players_have_seen": False}
    assert t.refused("report", incident="misdeal", facts=facts, moves=moves)[0] == "bad-fact"
    assert (t.held(1), t.held(2)) == (FLUSH, NOTHING)


def test_hands_change_places_when_they_have_as_many_cards() -> None:
    t = at("dealing")
    # Box 1 has its first card, box 2 has none yet.
    facts = {"whole_hands_can_move": True, "players_have_seen": False}
    assert t.refused("report", incident="misdeal", facts=facts, moves=[[1, 2], [2, 1]])[0] == (
        "bad-fact"
    )
    t.deal()
    t.deal()
    t.deal()
    assert (len(t.held(1).split()), len(t.held(2).split())) == (2, 1)
    found = t.refuse("report", incident="misdeal", facts=facts, moves=[[1, 2], [2, 1]])
    assert found.message == "Only hands with the same number of cards can change places."


def test_no_hand_is_moved_between_rounds() -> None:
    t = Table.open(MS)

    assert t.refused("report", incident="error-noticed-later", moves=[[1, 2], [2, 1]])[0] == (
        "bad-fact"
    )


# ── chips that lie otherwise ──────────────────────────────────────────────────────────────────────


def found(t: Table, incident: str, bet: str, amount: str, box: int = 1) -> tuple[e.AnyEvent, ...]:
    return t.do("report", incident=incident, box=box, bet=bet, amount=amount)


def test_an_excess_seen_in_time_is_turned_away() -> None:
    t = at("betting")
    events = found(t, "over-maximum-bet", "ante", "1500")

    assert events[-1] == e.BetCorrected(1, "ante", Cents(1000_00))
    assert t.box_view(1)["bets"]["ante"] == "1000.00"
    assert t.state.chips["ann"] == -1005_00


def test_between_rounds_a_box_may_be_named_that_nobody_plays() -> None:
    t = Table.open(MS)
    events = t.do("report", by=SHIFT_MANAGER, incident="progressive-system-down", box=1)

    assert kinds(events) == ["IncidentReported", "OperationAwaited"]
    assert isinstance(events[0], e.IncidentReported)
    ruling = events[0].ruling
    assert (ruling.clauses, ruling.because) == (
        ("5.18.2",),
        "The jackpot failed between rounds, so the house says how later rounds are run.",
    )


@pytest.mark.parametrize("incident", ["unlisted", "late-bet"])
def test_the_jackpot_is_kept_with_a_report_only_where_it_has_failed(incident: str) -> None:
    t = at("deciding")
    report = t.do("report", incident=incident, box=1)[0]

    assert isinstance(report, e.IncidentReported)
    assert report.registered is msgspec.UNSET


@pytest.mark.parametrize("told", [{"amount": "1500"}, {"bet": "ante"}])
def test_chips_of_which_nobody_says_where_they_lie_or_how_much_are_left(
    told: dict[str, str],
) -> None:
    t = at("betting")
    events = t.do("report", incident="over-maximum-bet", box=1, **told)

    assert kinds(events) == ["IncidentReported"]


@pytest.mark.parametrize("told", [{"amount": "60"}, {"bet": "bet"}])
def test_the_size_of_a_raise_is_asked_for_where_it_cannot_be_seen(told: dict[str, str]) -> None:
    t = at("revealed")
    found = t.refuse("report", incident="wrong-raise", box=1, **told)
    assert (found.code, found.message) == (
        "fact-needed",
        "The ruling depends on size: tell 'more' or 'less'.",
    )


def test_no_chips_are_no_bet() -> None:
    found = at("betting").refuse(
        "report", incident="over-maximum-bet", box=1, bet="ante", amount="0"
    )
    assert (found.code, found.message) == ("bad-amount", "A bet must be more than zero.")


def test_an_excess_seen_late_plays_as_the_maximum_and_goes_back() -> None:
    t = at("closed")
    found(t, "over-maximum-bet", "ante", "1500")
    assert t.box_view(1)["bets"]["ante"] == "1500.00"
    t.deal_all()
    t.choose(1, "raise", "3000")
    t.choose(2, "fold")
    t.settle()

    # 1,000 wins 1,000; the BET plays as 2,000, and a flush pays 5 to 1.
    assert t.result("ante", 1) == ("win", 1500_00, 1000_00)
    assert t.result("bet", 1) == ("win", 3000_00, 10_000_00)


def test_what_lies_there_as_entered_needs_no_correction() -> None:
    t = Table.open(MS, limits={"ante": ("10", "1000")})
    t.lay(ann=(1, {"ante": "5"}))
    t.do("close-betting", let_stand=True)

    assert kinds(found(t, "under-minimum-bet", "ante", "5")) == ["IncidentReported"]


def test_a_bet_under_the_minimum_that_went_unseen_plays_as_it_lies() -> None:
    t = at("deciding")
    events = found(t, "under-minimum-bet", "ante", "7.50")

    assert events[-1] == e.BetCorrected(1, "ante", Cents(7_50))
    t.choose(1, "raise", "15")
    t.choose(2, "fold")
    t.settle()
    assert t.result("ante", 1) == ("win", 7_50, 7_50)
    assert t.result("bet", 1) == ("win", 15_00, 75_00)


def test_a_cent_that_was_found_is_a_bet() -> None:
    t = at("deciding")
    found(t, "under-minimum-bet", "ante", "0.01")

    assert t.box_view(1)["bets"]["ante"] == "0.01"


def test_a_bet_under_the_minimum_that_was_seen_is_left_to_its_player() -> None:
    t = at("betting")
    events = found(t, "under-minimum-bet", "ante", "7.50")

    assert kinds(events) == ["IncidentReported", "BetCorrected"]
    assert t.box_view(1)["bets"]["ante"] == "7.50"
    assert t.refused("close-betting")[0] == "under-minimum"
    t.lay(ann=(1, {"ante": "2.50"}))
    t.do("close-betting")


@pytest.mark.parametrize(
    ("amount", "size", "result"),
    [
        # Twice the ante is 50. What is over goes back besides; a flush pays 5 to 1.
        ("60", "more", ("win", 60_00, 250_00)),
        ("40", "less", ("win", 40_00, 200_00)),
    ],
)
def test_a_raise_of_the_wrong_size_is_found_at_settlement(
    amount: str, size: str, result: tuple[str, int, int]
) -> None:
    t = at("revealed")
    events = found(t, "wrong-raise", "bet", amount)

    assert isinstance(events[0], e.IncidentReported)
    assert events[0].facts == {"size": size}
    t.settle()
    assert t.result("bet", 1) == result


@pytest.mark.parametrize(
    ("phase", "incident", "bet", "amount", "code"),
    [
        ("betting", "over-maximum-bet", "ante", "1000", "bad-fact"),
        ("betting", "over-maximum-bet", "progressive", "5", "bad-fact"),
        ("betting", "over-maximum-bet", "ante", "0", "bad-amount"),
        ("betting", "over-maximum-bet", "bonus", "5", "no-such-bet"),
        ("closed", "under-minimum-bet", "ante", "10", "bad-fact"),
        ("closed", "under-minimum-bet", "progressive", "5", "bad-fact"),
        ("revealed", "wrong-raise", "bet", "50", "bad-fact"),
        ("revealed", "wrong-raise", "ante", "60", "bad-fact"),
        ("revealed", "wrong-raise", "flop", "60", "no-such-bet"),
    ],
)
def test_chips_that_were_found_are_what_the_incident_says(
    phase: str, incident: str, bet: str, amount: str, code: str
) -> None:
    t = at(phase)

    assert t.refused("report", incident=incident, box=1, bet=bet, amount=amount)[0] == code


def test_a_bet_of_nothing_is_none() -> None:
    found = at("betting").refused(
        "report", incident="over-maximum-bet", box=1, bet="ante", amount="0"
    )

    assert found[0] == "bad-amount"


def test_chips_told_with_an_incident_that_is_not_about_them_change_nothing() -> None:
    t = at("deciding")
    before = t.box_view(1)["bets"]
    found(t, "player-absent", "ante", "500")

    assert t.box_view(1)["bets"] == before
    assert t.box_view(1)["standing"] == "left"


def test_chips_are_not_less_than_those_of_others_on_the_spot() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, {"main": "25"}), bob=(1, {"main": "20"}))
    t.do("close-betting")

    found = t.refused("report", incident="under-minimum-bet", box=1, bet="main", amount="5")
    assert found[0] == "bad-amount"


def test_an_incident_about_chips_may_leave_the_amount_open() -> None:
    t = at("revealed")
    assert t.refused("report", incident="wrong-raise", box=1)[0] == "fact-needed"
    events = t.do("report", incident="wrong-raise", box=1, bet="bet", facts={"size": "less"})

    assert kinds(events) == ["IncidentReported"]
    assert t.box_view(1)["bets"]["bet"] == "50.00"


# ── bets that go back ─────────────────────────────────────────────────────────────────────────────


def stray(book: str = MS, bet: str = "progressive") -> Table:
    """A side bet came to lie on box 2, which has no opening wager; ann plays on box 1.

    The table itself takes no such bet, so the event is written by hand.
    """
    t = Table.open(book)
    opening = "main" if book == BE else "ante"
    t.lay(ann=(1, {opening: "25"}))
    placed = e.BetPlaced(2, bet, Cents(5_00), "bob", Actor(Post.DEALER, "dana"))
    t._state = fold([placed], t.state)
    # The auditor would not have it.
    t.book.course = None
    t.book.take(placed)
    return t


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
@pytest.mark.parametrize("close", [False, True], ids=["before-close", "after-close"])
def test_a_progressive_bet_without_an_ante_goes_back(book: str, close: bool) -> None:
    t = stray(book)
    if close:
        t.do("close-betting")
        assert tuple(t.round.boxes) == (1, 2)
        assert "2" not in {step.place for step in t.round.program}
    events = t.do("report", incident="progressive-without-ante", box=2)

    assert events[-1] == e.BetReturned(2, "progressive")
    assert t.state.chips["bob"] == 0
    assert t.box_view(2)["bets"] == {}


def test_a_stray_bet_that_nobody_reports_comes_back_at_settlement() -> None:
    t = stray()
    t.do("close-betting")
    t.deal_all()
    assert t.view()["round"]["to_decide"] == [1]
    assert t.refused("examine", by=BOB, box=2)[0] == "already-decided"
    t.choose(1, "fold")
    t.settle()

    assert t.result("progressive", 2) == ("void", 5_00, 0)


def test_a_progressive_bet_with_its_ante_does_not_go_back() -> None:
    t = at("closed")
    found = t.refuse("report", incident="progressive-without-ante", box=1)

    assert (found.code, found.message) == (
        "bad-fact",
        "Box 1 has its ante, so no bet there is without one.",
    )
    assert t.box_view(1)["bets"] == {"ante": "25.00", "progressive": "5.00"}


def test_a_stray_bet_is_not_offered_options_and_alone_opens_nothing() -> None:
    t = stray()
    t.do("withdraw-bet", by=ANN, box=1, bet="ante")
    assert t.refused("close-betting")[0] == "nothing-bet"
    assert t.may(DEALER) == []


# ── options ───────────────────────────────────────────────────────────────────────────────────────


def error(t: Table, can_reconstruct: bool = False, **more: Any) -> tuple[e.AnyEvent, ...]:
    facts = {"can_reconstruct": can_reconstruct}
    return t.do("report", incident="other-dealing-error", facts=facts, **more)


def test_options_are_offered_to_all_in_the_round_where_nobody_is_named() -> None:
    t = dealt(ann=1, ann2=2, cat=3, dan=4)
    t.choose(1, "fold")
    t.do(
        "report",
        by=SUPERVISOR,
        incident="extra-hand-examined",
        box=2,
        facts={"intentional": True},
    )
    events = error(t)

    assert events[-1] == e.OptionsOffered(
        (3, 4), ("continue", "return-and-invalidate"), ("5.10", "5.10.1", "5.10.3")
    )
    assert t.view()["round"]["options"] == {
        "3": ["continue", "return-and-invalidate"],
        "4": ["continue", "return-and-invalidate"],
    }


def test_options_are_offered_to_those_who_are_named() -> None:
    t = dealt(ann=1, bob=2, cat=3)
    t.choose(1, "fold")
    error(t, boxes=[1, 3])
    assert sorted(t.round.offered) == [3]
    t.do("close-options")
    error(t, can_reconstruct=True, boxes=[2])
    assert t.round.offered == {2: ("continue-reconstructed", "return-and-invalidate")}


def test_where_nobody_is_left_to_choose_nothing_is_offered() -> None:
    t = dealt(ann=1, bob=2)
    t.choose(1, "fold")

    assert kinds(error(t, boxes=[1])) == ["IncidentReported"]
    assert not t.round.offered
    t.choose(2, "fold")


def test_all_are_asked_where_the_rule_says_all() -> None:
    t = dealt(ann=1, bob=2)
    t.do("report", by=SUPERVISOR, incident="cards-drawn-together", boxes=[1])

    assert sorted(t.round.offered) == [1, 2]


def test_a_player_takes_the_bets_back_or_goes_on() -> None:
    t = dealt(ann=1, bob=2, ann3=3)
    error(t)
    events = t.do("choose-option", by=ANN, box=1, option="return-and-invalidate")
    ann = Actor(Post.PLAYER, "ann")
    assert events == (
        e.OptionChosen(1, "return-and-invalidate", ann),
        e.HandInvalidated(1, ("5.10.3",)),
    )
    # Each hand by itself: box 3 of the same player has still to choose.
    assert sorted(t.round.offered) == [2, 3]
    bob = Actor(Post.PLAYER, "bob")
    assert t.do("choose-option", by=BOB, box=2, option="continue") == (
        e.OptionChosen(2, "continue", bob),
    )
    t.do("choose-option", by=ANN, box=3, option="continue")

    assert t.phase == "deciding"
    assert t.view()["round"]["to_decide"] == [2, 3]
    t.choose(2, "fold")
    t.choose(3, "fold")
    assert over(t) == {"ann": -25_00, "bob": -25_00}


def test_whoever_does_not_choose_goes_on() -> None:
    t = dealt(ann=1, bob=2)
    error(t)
    t.do("choose-option", by=ANN, box=1, option="return-and-invalidate")
    assert kinds(t.do("close-options")) == ["OptionsClosed"]

    assert [t.box_view(box)["standing"] for box in (1, 2)] == ["invalid", "undecided"]
    assert t.view()["round"]["options"] == {}


def test_when_everybody_takes_the_bets_back_the_decisions_end() -> None:
    t = dealt(ann=1)
    error(t)
    events = t.do("choose-option", by=ANN, box=1, option="return-and-invalidate")

    assert kinds(events) == ["OptionChosen", "HandInvalidated", "DecisionsEnded"]
    assert over(t) == {"ann": 0}


def test_staff_choose_for_a_player_who_says_so() -> None:
    t = dealt(ann=1, bob=2)
    error(t)
    assert t.refused("choose-option", by=DEALER, box=1, option="continue", player="bob")[0] == (
        "someone-elses-box"
    )
    t.do("choose-option", by=DEALER, box=1, option="continue", player="ann")
    t.do("choose-option", by=DEALER, box=2, option="continue")

    assert not t.round.offered


def test_a_player_does_not_choose_for_another() -> None:
    t = dealt(ann=1, bob=2)
    error(t)

    for fields in ({}, {"player": "ann"}):
        found = t.refused("choose-option", by=BOB, box=1, option="continue", **fields)
        assert found[0] == "someone-elses-box"
    assert t.refused("choose-option", by=BOB, box=3, option="continue")[0] == "no-such-box"
    t.do("choose-option", by=BOB, box=2, option="continue")
    assert t.refused("choose-option", by=BOB, box=2, option="continue")[0] == "no-such-box"
    assert t.refused("choose-option", by=ANN, box=1, option="continue-reconstructed")[0] == (
        "no-such-option"
    )
    assert t.refused("choose-option", by=ANN, box=1, option="withdraw")[0] == "no-such-option"


def test_options_come_before_everything_else() -> None:
    t = dealt(ann=1, bob=2)
    error(t)

    for do, fields in EVERYTHING_ELSE:
        assert t.refused(do, **fields)[0] == "options-pending", do
    assert t.refused("confirm", by=SHIFT_MANAGER)[0] == "options-pending"


@pytest.mark.parametrize("do", ["choose-option", "close-options"])
def test_there_is_nothing_to_choose_where_nothing_is_offered(do: str) -> None:
    fields: dict[str, Any] = {"box": 1, "option": "continue"} if do == "choose-option" else {}
    assert Table.open(MS).refused(do, **fields)[0] == "nothing-pending"
    assert dealt(ann=1).refused(do, **fields)[0] == "nothing-pending"


def test_withdrawing_is_all_of_a_players_bets_or_none() -> None:
    t = Table.open(BE)
    main = {"main": "25"}
    # Neither ten, twenty nor thirty can be made of bob's cards.
    t.cards({2: "2c 2d 4c 5h 7h", "dealer": "Th Td 9s As 5c"})
    t.lay(ann=(1, main | {"tie": "10", "progressive": "5"}), ann2=(3, main), bob=(2, main))
    t.do("close-betting")
    t.do("report", incident="technical-interruption")
    assert t.round.offered == dict.fromkeys((1, 2, 3), ("withdraw", "stay"))
    t.do("choose-option", by=ANN, box=3, option="withdraw")

    assert [t.box_view(box)["standing"] for box in (1, 2, 3)] == ["invalid", "undecided", "invalid"]
    t.do("choose-option", by=BOB, box=2, option="stay")
    t.deal_all()
    t.choose(2, "set-hand")
    assert over(t) == {"ann": 0, "bob": -25_00}


def test_withdrawing_while_bets_are_open_clears_the_boxes() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, WITH_PROGRESSIVE), bob=(2, ANTE))
    t.do("report", incident="technical-interruption")
    events = t.do("choose-option", by=ANN, box=1, option="withdraw")

    assert kinds(events) == ["OptionChosen", "BetWithdrawn", "BetWithdrawn"]
    assert [box["box"] for box in t.view()["round"]["boxes"]] == [2]
    assert t.state.chips["ann"] == 0


# ── the dealer's card, the jackpot ────────────────────────────────────────────────────────────────


def test_a_dealers_card_that_was_shown_is_the_one_face_up() -> None:
    t = at("dealing")
    t.deal()
    t.deal()
    assert t.held("dealer") == "Ac"
    events = t.do("report", incident="cards-exposed", facts={"count": 1, "dealers_card": True})

    assert events[-1] == e.FaceUpChosen(0)
    assert t.view()["round"]["dealer"] == ["Ac"]
    t.deal_all()
    assert t.view()["round"]["dealer"] == ["Ac", "??", "??", "??", "??"]


def test_before_the_dealer_has_a_card_none_of_his_can_be_shown() -> None:
    t = at("dealing")
    events = t.do("report", incident="cards-exposed", facts={"count": 1, "dealers_card": True})

    assert kinds(events) == ["IncidentReported"]
    t.deal_all()
    assert t.view()["round"]["dealer"] == ["??", "??", "??", "??", "3s"]


def test_a_jackpot_that_failed_late_pays_on_what_was_recorded() -> None:
    t = Table.open(MS)
    t.cards({1: "Ah Kh Qh Jh Th", "dealer": QUALIFIES})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(1, "examine")
    t.jackpot = Jackpot(Cents(90_000_00), Cents(50_000_00))
    events = t.do("report", incident="progressive-system-down")
    assert kinds(events) == ["IncidentReported", "JackpotRegistered", "OperationAwaited"]
    assert t.state.operation_awaited
    # What the display shows afterwards does not count, nor does whether it shows anything.
    t.jackpot = None
    t.choose(1, "raise", "50")
    t.settle()

    assert t.result("progressive") == ("win", 0, 90_000_00)


@pytest.mark.parametrize("book", [MS, SS])
def test_a_failure_that_is_reported_again_changes_nothing_of_what_was_recorded(book: str) -> None:
    t = Table.open(book)
    t.cards({1: "Ah Kh Qh Jh Th", "dealer": QUALIFIES})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(1, "examine")
    for shown in (90_000_00, 40_000_00):
        t.jackpot = Jackpot(Cents(shown), Cents(50_000_00))
        t.do("report", incident="progressive-system-down")
        if book == SS:
            t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    t.choose(1, "raise", "50")
    t.settle()

    assert t.result("progressive") == ("win", 0, 90_000_00)


def test_a_jackpot_that_failed_early_voids_the_round() -> None:
    t = at("deciding")
    events = t.do("report", incident="progressive-system-down", facts={"players_have_seen": False})

    assert kinds(events) == ["IncidentReported", "RoundVoided", "OperationAwaited"]
    assert over(t) == {"ann": 0, "bob": 0}


def test_the_jackpot_of_a_round_with_progressive_bets_must_be_known() -> None:
    t = at("deciding")
    t.jackpot = None
    found = t.refused(
        "report", incident="progressive-system-down", facts={"players_have_seen": False}
    )
    assert found[0] == "no-jackpot"
    plain = dealt(ann=1)
    plain.jackpot = None
    plain.choose(1, "examine")
    plain.do("report", incident="progressive-system-down")
    plain.choose(1, "fold")
    assert over(plain) == {"ann": -25_00}


def test_other_incidents_do_not_need_the_jackpot() -> None:
    t = at("deciding")
    t.jackpot = None
    t.do("report", incident="foreign-card")

    assert t.phase == "void"


def failed(book: str = MS) -> Table:
    """The jackpot failed, the round is over, and the house has still to choose."""
    t = at("deciding", book)
    t.do("report", incident="progressive-system-down", facts={"players_have_seen": False})
    t.settle()
    t.do("conclude")
    return t


def test_the_house_runs_later_rounds_as_it_chooses() -> None:
    t = failed()
    assert t.refused("open-betting")[0] == "operation-pending"
    assert t.refused("close-table", by=SUPERVISOR)[0] == "operation-pending"
    t.do("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=2)
    assert t.view()["barred_boxes"] == [2]
    # It may think again.
    t.do("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=3)
    assert t.view()["barred_boxes"] == [2, 3]
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive", box=4)
    assert t.view()["barred_boxes"] == [2, 3]
    assert t.view()["notice"] is not None
    t.do("restore-progressive", by=SHIFT_MANAGER)
    assert (t.view()["barred_boxes"], t.view()["notice"]) == ([], None)
    assert t.refused("restore-progressive", by=SHIFT_MANAGER)[0] == "nothing-pending"


def test_the_jackpot_may_come_back_before_the_house_has_chosen() -> None:
    t = failed()
    t.do("restore-progressive", by=SHIFT_MANAGER)

    assert t.view()["operation_awaited"] is False
    t.lay(ann=(1, WITH_PROGRESSIVE))
    assert t.refused("choose-operation", by=SHIFT_MANAGER, operation="close-table")[0] == (
        "nothing-pending"
    )


def test_the_house_may_choose_while_the_round_goes_on_but_closes_after_it() -> None:
    t = at("deciding")
    t.choose(1, "examine")
    t.do("report", incident="progressive-system-down")
    assert t.refused("choose-operation", by=SHIFT_MANAGER, operation="close-table")[0] == (
        "round-in-progress"
    )
    assert t.refused("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=0)[0] == (
        "no-such-box"
    )
    assert t.refused("choose-operation", by=SHIFT_MANAGER, operation="bar-box")[0] == "no-such-box"
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")
    assert t.refused("restore-progressive", by=SHIFT_MANAGER)[0] == "round-in-progress"
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    t.settle()

    # What lay on the spots is still paid: a flush at 40 for 1.
    assert t.result("progressive", 1) == ("win", 0, 200_00)


# ── matters that are left to somebody ─────────────────────────────────────────────────────────────

EVERYTHING_ELSE: list[tuple[str, dict[str, Any]]] = [
    ("close-table", {"by": SUPERVISOR}),
    ("restore-progressive", {"by": SHIFT_MANAGER}),
    ("open-betting", {}),
    ("give-seed", {"by": ANN, "seed": "x"}),
    ("place-bet", {"by": ANN, "box": 1, "bet": "ante", "amount": "25"}),
    ("withdraw-bet", {"by": ANN, "box": 1, "bet": "ante"}),
    ("close-betting", {}),
    ("deal", {}),
    ("examine", {"by": ANN, "box": 1}),
    ("fold", {"by": ANN, "box": 1}),
    ("raise", {"by": ANN, "box": 1, "amount": "50"}),
    ("check", {"by": ANN, "box": 1}),
    ("set-hand", {"by": ANN, "box": 1}),
    ("decline-to-show", {"by": ANN, "box": 1}),
    ("establish-hand", {"by": SUPERVISOR, "box": 1, "bets": ["progressive"]}),
    ("settle", {}),
    ("conclude", {}),
    ("report", {"incident": "late-bet"}),
    ("choose-operation", {"by": SHIFT_MANAGER, "operation": "close-table"}),
]


@pytest.mark.parametrize("who", [DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER])
def test_what_waits_for_an_authority_stops_everything_else(who: str) -> None:
    t = dealt(ann=1, bob=2)
    events = t.do("report", by=who, incident="unlisted", box=1)
    assert kinds(events) == ["IncidentReported"]
    before = t.state

    for do, fields in EVERYTHING_ELSE:
        assert t.refused(do, **fields) == ("ruling-pending", ("5.24",)), do
    assert t.refused("choose-option", by=ANN, box=1, option="continue")[0] == "ruling-pending"
    assert t.refused("close-options")[0] == "ruling-pending"
    assert t.state is before
    assert t.view()["round"]["ruling"]["effects"] == ["refer"]
    assert t.view()["round"]["ruling"]["box"] == 1


@pytest.mark.parametrize(
    ("least", "makes"),
    [
        (
            SUPERVISOR,
            {"incident": "extra-hand-examined", "box": 1, "facts": {"intentional": True}},
        ),
        (SUPERVISOR, {"incident": "cards-drawn-together"}),
        (
            SHIFT_MANAGER,
            {
                "incident": "burn-missed",
                "facts": {"can_reconstruct": True, "players_have_seen": False},
            },
        ),
        (SHIFT_MANAGER, {"incident": "unlisted"}),
    ],
    ids=["intent", "order-of-cards", "reconstruction", "unlisted"],
)
def test_the_least_post_that_the_rule_names_or_a_higher_one_confirms(
    least: str, makes: dict[str, Any]
) -> None:
    posts = [DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER]
    decision = "continue" if makes["incident"] == "unlisted" else None
    for by in posts:
        t = dealt(ann=1, ann2=2)
        t.do("report", **makes)
        assert t.round.pending is not None
        assert t.refused("confirm", by=ANN, decision=decision)[0] == "not-allowed"
        if posts.index(by) < posts.index(least):
            refused = t.refuse("confirm", by=by, decision=decision)
            post = least.partition(":")[0].replace("-", " ")
            assert (refused.code, refused.message) == (
                "not-allowed",
                f"This needs a {post} or above.",
            )
            assert t.round.pending is not None
        else:
            t.do("confirm", by=by, decision=decision)
            assert t.round.pending is None


@pytest.mark.parametrize("by", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER])
def test_whoever_could_confirm_a_ruling_need_not_wait_for_himself(by: str) -> None:
    t = dealt(ann=1, ann2=2)
    events = t.do(
        "report", by=by, incident="extra-hand-examined", box=1, facts={"intentional": True}
    )

    assert kinds(events) == ["IncidentReported", "HandInvalidated"]
    assert isinstance(events[0], e.IncidentReported)
    assert events[0].waits is False


def test_the_house_says_whether_a_missed_burn_can_be_put_right() -> None:
    t = Table.open(MS, dealing="shoe")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.deal_all()
    facts = {"can_reconstruct": True, "players_have_seen": False}
    t.do("report", incident="burn-missed", facts=facts)
    assert t.steps(SHIFT_MANAGER)[0].do == "confirm"
    events = t.do("confirm", by=SHIFT_MANAGER)

    assert kinds(events) == ["RulingConfirmed", "CardsMoved", "OptionsOffered"]
    assert t.round.offered == dict.fromkeys(
        (1, 2), ("continue-reconstructed", "return-and-invalidate")
    )


def test_the_house_may_find_that_a_missed_burn_cannot_be_put_right() -> None:
    t = Table.open(MS, dealing="shoe")
    t.bet(ann=(1, ANTE))
    t.deal_all()
    facts = {"can_reconstruct": True, "players_have_seen": False}
    t.do("report", incident="burn-missed", facts=facts)
    t.do("confirm", by=SHIFT_MANAGER, facts={"can_reconstruct": False})

    assert t.phase == "void"
    assert t.round.void_clauses == ("5.9",)


@pytest.mark.parametrize(
    ("decision", "events", "chips"),
    [
        ("continue", ["RulingConfirmed"], -25_00),
        ("void-round", ["RulingConfirmed", "RoundVoided"], 0),
        ("invalidate-hand", ["RulingConfirmed", "HandInvalidated"], 0),
        ("bar-player", ["RulingConfirmed", "HandInvalidated", "PlayerBarred"], 0),
    ],
)
def test_a_matter_that_was_referred_is_decided(
    decision: str, events: list[str], chips: int
) -> None:
    t = dealt(ann=1, bob=2)
    t.do("report", incident="unlisted", box=1)
    decided = t.do("confirm", by=SHIFT_MANAGER, decision=decision)

    assert kinds(decided) == events
    assert isinstance(decided[0], e.RulingConfirmed)
    assert (decided[0].decision, decided[0].by.name) == (decision, "max")
    assert t.round.pending is None
    if t.phase == "deciding":
        for box in t.view()["round"]["to_decide"]:
            t.choose(box, "fold")
    assert over(t)["ann"] == chips
    t.do("open-betting")
    barred = t.refused_bet(1, "ante", "25") if decision == "bar-player" else None
    assert barred in (None, ("player-barred", ("5.24",)))
    assert ("place-bet", None) in t.may(BOB)
    assert (("place-bet", None) in t.may(ANN)) is (decision != "bar-player")


@pytest.mark.parametrize("decision", ["invalidate-hand", "bar-player"])
def test_before_bets_close_a_hand_that_may_not_play_is_a_bet_withdrawn(decision: str) -> None:
    t = at("betting")
    t.do("report", incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision=decision)

    assert [box["box"] for box in t.view()["round"]["boxes"]] == [2]
    assert t.state.chips["ann"] == 0


def test_a_referred_matter_needs_one_of_the_four_decisions() -> None:
    t = dealt(ann=1)
    t.do("report", incident="unlisted")

    for decision in (None, "decline"):
        assert t.refused("confirm", by=SHIFT_MANAGER, decision=decision)[0] == "decision-needed"
    for decision in ("invalidate-hand", "bar-player"):
        assert t.refused("confirm", by=SHIFT_MANAGER, decision=decision)[0] == "fact-needed"
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")


def test_where_the_rules_decide_there_is_nothing_to_decide_besides() -> None:
    t = second_look(intentional=True)
    assert t.view(SUPERVISOR)["round"]["ruling"]["decisions"] == [None]

    for decision in ("void-round", "continue", "invalidate-hand", "bar-player", "decline"):
        assert t.refused("confirm", by=SUPERVISOR, decision=decision)[0] == "no-such-option"
    t.do("confirm", by=SUPERVISOR)


def test_whoever_confirms_may_correct_the_facts() -> None:
    t = second_look(intentional=True)
    assert t.refused("confirm", by=SUPERVISOR, facts={"intentional": "perhaps"})[0] == "bad-fact"
    events = t.do("confirm", by=SUPERVISOR, facts={"intentional": False})

    assert kinds(events) == ["RulingConfirmed"]
    assert isinstance(events[0], e.RulingConfirmed)
    assert events[0].ruling.effects == ("continue",)


def test_there_is_nothing_to_confirm_where_nothing_waits() -> None:
    assert Table.open(MS).refused("confirm", by=SHIFT_MANAGER)[0] == "nothing-pending"
    assert dealt(ann=1).refused("confirm", by=SHIFT_MANAGER)[0] == "nothing-pending"


def test_a_player_may_be_barred_or_not_where_the_rule_leaves_it_open() -> None:
    t = dealt(SS, None, ann=1, ann2=3, bob=2)
    t.choose(1, "fold")
    t.do("report", by=SHIFT_MANAGER, incident="hand-not-confidential", box=3)
    for decision in (None, "void-round", "continue"):
        assert t.refused("confirm", by=SHIFT_MANAGER, decision=decision)[0] == "decision-needed"
    events = t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")

    assert kinds(events) == ["RulingConfirmed", "HandInvalidated", "PlayerBarred"]
    assert events[1] == e.HandInvalidated(3, ("5.9",))
    assert t.state.barred_players == {"ann": ("5.9",)}
    t.choose(2, "fold")
    # The ante that was folded is gone; the other one comes back.
    assert over(t)["ann"] == -25_00


def test_a_shift_manager_may_leave_it_at_that() -> None:
    t = dealt(SS, None, ann=1, bob=2)
    t.do("report", incident="hand-not-confidential", box=1)
    events = t.do("confirm", by=SHIFT_MANAGER, decision="decline")

    assert kinds(events) == ["RulingConfirmed"]
    assert t.state.barred_players == {}
    assert t.box_view(1)["standing"] == "undecided"


# ── what the table knows ──────────────────────────────────────────────────────────────────────────


def test_what_the_table_knows_is_not_what_it_is_told() -> None:
    t = Table.open(MS, cards="virtual")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.deal_all()
    told: dict[str, Any] = {
        "incident": "cards-exposed",
        "facts": {"count": 2, "players_have_seen": True},
    }
    found = t.refuse("report", **told)
    assert (found.code, found.message) == (
        "bad-fact",
        "Nobody has seen cards: this table shows a hand only to a player who looks at it.",
    )
    t.choose(1, "examine")
    assert kinds(t.do("report", **told)) == ["IncidentReported"]

    t = dealt(ann=1, bob=2)
    t.choose(2, "examine")
    told = {"incident": "cards-exposed", "facts": {"count": 2, "players_have_seen": False}}
    found = t.refuse("report", **told)
    assert (found.code, found.message) == (
        "bad-fact",
        "Players have seen cards: bob has looked at the hand of box 2.",
    )
    assert kinds(t.do("report", incident="cards-exposed", facts={"count": 2})) == [
        "IncidentReported"
    ]


def test_where_cards_are_real_a_player_may_have_looked_without_the_tables_knowing() -> None:
    t = at("closed")
    t.do("deal")
    told = {"count": 2, "players_have_seen": True}
    found = t.refuse("report", incident="cards-exposed", facts=told)
    assert (found.code, found.message) == (
        "bad-fact",
        "No player has a card yet, so nobody can have seen one.",
    )
    t.do("report", incident="cards-exposed", facts={"count": 2})
    assert t.phase == "void"
    t = at("dealing")
    t.do("report", incident="cards-exposed", facts=told)
    assert t.phase == "dealing"


def test_the_table_knows_whether_bets_are_closed() -> None:
    t = at("betting")
    t.do("report", incident="over-maximum-bet", box=1, facts={"noticed": "after-close"})
    assert t.happened(e.IncidentReported)[-1].ruling.clauses == ("5.1",)
    t.do("close-betting")
    t.do("report", incident="over-maximum-bet", box=1, facts={"noticed": "before-close"})
    assert t.happened(e.IncidentReported)[-1].ruling.clauses == ("5.1.1",)


def test_the_table_knows_whether_anything_is_won_or_lost() -> None:
    t = dealt(ann=1, bob=2)
    t.choose(1, "fold")
    t.do("report", incident="technical-interruption", facts={"outcome_established": False})
    assert t.phase == "deciding"
    t = dealt(ann=1, bob=2)
    t.choose(1, "raise", "50")
    t.do("report", incident="technical-interruption", facts={"outcome_established": True})
    assert t.phase == "void"


def test_a_player_who_left_has_lost_and_so_an_outcome_is_established() -> None:
    for book, established in ((MS, True), (CS, True), (MH, True), (SS, False)):
        t = dealt(book, None, ann=1, bob=2)
        assert not outcome_established(t.state)
        t.do("report", incident="player-absent", box=1)
        assert outcome_established(t.state) is established


@pytest.mark.parametrize(
    ("ann", "bob", "established"),
    [
        ({}, {}, False),
        ({}, {"progressive": "5"}, True),
        # The hand whose progressive wager lay there has left the round.
        ({"progressive": "5"}, {}, False),
    ],
)
def test_hold_em_the_flop_decides_a_progressive_wager_that_lives(
    ann: dict[str, str], bob: dict[str, str], established: bool
) -> None:
    t = ready(MH, "shuffler", ann=(1, ANTE | ann), bob=(2, ANTE | bob))
    t.do("report", incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")
    t.choose(2, "raise", "50")
    assert not outcome_established(t.state)
    t.deal_all()

    assert t.view()["round"]["community"][2:4] == [t.held("community").split()[2], "??"]
    assert outcome_established(t.state) is established


def test_before_a_round_no_outcome_is_established() -> None:
    assert not outcome_established(Table.open(MS).state)


def test_the_table_knows_whether_a_decision_is_open() -> None:
    t = dealt(ann=1, bob=2)
    t.choose(1, "raise", "50")
    t.do("report", incident="player-absent", box=1, facts={"decision_outstanding": True})
    t.do("report", incident="player-absent", box=2, facts={"decision_outstanding": False})

    assert [t.box_view(box)["standing"] for box in (1, 2)] == ["in", "left"]


def test_the_table_knows_how_many_hands_were_viewed() -> None:
    t = dealt(SS, None, ann=1, ann2=2)
    t.choose(2, "examine")
    told: dict[str, Any] = {"incident": "several-positions-in-error", "box": 1}
    found = t.refuse("report", **told, facts={"hands_viewed": 0})
    assert (found.code, found.message) == (
        "bad-fact",
        "ann has viewed at least 1 of their hands, by what has happened so far.",
    )
    t.do("report", **told)

    assert [t.box_view(box)["standing"] for box in (1, 2)] == ["invalid", "undecided"]


def test_known_facts_of_a_round() -> None:
    t = dealt(ann=1, bob=2)
    t.choose(1, "examine")
    box = t.round.boxes[1]

    assert known_facts(t.state, Incident.UNDER_MINIMUM_BET, {}, box) == {
        "noticed": "after-close",
        "players_have_seen": True,
        "outcome_established": False,
        "decision_outstanding": True,
        "settled_before": False,
        "hands_viewed": 1,
    }
    assert known_facts(t.state, Incident.MISDEAL, {}, None) == {
        "noticed": "this-round",
        "players_have_seen": True,
        "outcome_established": False,
    }


# ── earlier rounds ────────────────────────────────────────────────────────────────────────────────

COUNTS = ("wrong-dealer-card-count", "wrong-player-card-count")


@pytest.mark.parametrize("incident", COUNTS)
def test_a_wrong_count_in_an_earlier_round_leaves_this_one_alone(incident: str) -> None:
    between = Table.open(MS)
    during = dealt(ann=1)
    for t in (between, during):
        events = t.do("report", incident=incident, facts={"noticed": "later"})
        assert kinds(events) == ["IncidentReported"]
        assert isinstance(events[0], e.IncidentReported)
        assert events[0].ruling.effects == ("stands",)
    assert during.phase == "deciding"
    assert between.refused("report", incident=incident, facts={"can_reconstruct": False})[0] == (
        "cannot-happen-now"
    )


@pytest.mark.parametrize("incident", ["foreign-card", "misdeal", "over-maximum-bet", "wrong-raise"])
def test_other_errors_of_earlier_rounds_are_told_as_such(incident: str) -> None:
    t = Table.open(MS)

    found = t.refused("report", incident=incident, box=1, facts={"noticed": "later"})
    assert found[0] == "cannot-happen-now"
    events = t.do("report", incident="error-noticed-later")
    assert isinstance(events[0], e.IncidentReported)
    assert events[0].ruling.clauses == ("5.20",)


@pytest.mark.parametrize(
    "phase", ["betting", "closed", "dealing", "deciding", "revealed", "settled"]
)
def test_an_error_of_an_earlier_round_may_be_noticed_at_any_time(phase: str) -> None:
    t = at(phase)

    assert kinds(t.do("report", incident="error-noticed-later")) == ["IncidentReported"]
    assert t.phase == phase


def test_an_unlisted_matter_between_rounds_is_written_down_and_stops_nothing() -> None:
    t = Table.open(MS)
    events = t.do("report", incident="unlisted")

    assert isinstance(events[0], e.IncidentReported)
    assert events[0].waits is False
    assert events[0].ruling.authority is Authority.SHIFT_MANAGER
    t.do("open-betting")


def test_which_reports_are_about_an_earlier_round() -> None:
    later = {"noticed": "later"}
    about = {incident for incident in Incident if noticed_later(incident, later)}

    assert about == {
        Incident.ERROR_NOTICED_LATER,
        Incident.WRONG_DEALER_CARD_COUNT,
        Incident.WRONG_PLAYER_CARD_COUNT,
        Incident.WRONG_COMMUNITY_CARD_COUNT,
    }
    assert {incident for incident in Incident if noticed_later(incident, {})} == {
        Incident.ERROR_NOTICED_LATER
    }


# ── when and where ────────────────────────────────────────────────────────────────────────────────


def test_every_incident_has_phases_and_none_is_reported_of_a_void_round() -> None:
    assert set(WHEN) == set(Incident)
    for phases in WHEN.values():
        assert phases
        assert Phase.VOID not in phases


@pytest.mark.parametrize("incident", sorted(NEEDS_BOX))
def test_some_incidents_are_about_a_box_that_is_in_the_round(incident: Incident) -> None:
    book = (
        SS
        if incident in (Incident.HAND_NOT_CONFIDENTIAL, Incident.SEVERAL_POSITIONS_IN_ERROR)
        else MS
    )
    phase = "revealed" if Phase.REVEALED in WHEN[incident] else "deciding"
    t = at(phase, book)

    assert t.refused("report", incident=incident)[0] == "fact-needed"
    for box in (99,) if incident is Incident.PROGRESSIVE_WITHOUT_ANTE else (3, 99):
        assert t.refused("report", incident=incident, box=box)[0] == "no-such-box"


@pytest.mark.parametrize("boxes", [{"box": 3}, {"box": 0}, {"boxes": [1, 3]}, {"boxes": [1, 99]}])
@pytest.mark.parametrize("incident", ["cards-exposed", "misdeal", "other-dealing-error"])
def test_an_error_of_the_deal_concerns_boxes_that_are_in_the_round(
    incident: str, boxes: dict[str, Any]
) -> None:
    t = at("deciding", MS)
    assert t.refused("report", incident=incident, **boxes)[0] == "no-such-box"


@pytest.mark.parametrize("incident", ["late-bet", "foreign-card", "technical-interruption"])
def test_other_things_happen_at_any_box_of_the_layout(incident: str) -> None:
    t = at("deciding", MS)
    assert t.refused("report", incident=incident, box=7)[0] == "no-such-box"
    t.do("report", incident=incident, box=3)


def test_between_rounds_any_box_of_the_layout_may_be_named() -> None:
    t = Table.open(MS)
    assert t.refused("report", incident="unlisted", box=7)[0] == "no-such-box"
    t.do("report", incident="unlisted", box=3)


@pytest.mark.parametrize(
    ("book", "incident"),
    [
        (MS, "wrong-community-card-count"),
        (BE, "wrong-raise"),
        (BE, "burn-missed"),
        (SS, "burn-missed"),
    ],
)
def test_a_game_has_no_incident_with_what_it_has_not(book: str, incident: str) -> None:
    t = Table.open(book)
    t.lay()

    assert t.refused("report", incident=incident, box=1)[0] == "cannot-happen-now"


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_shuffler_has_no_burn_to_miss(book: str) -> None:
    facts = {"can_reconstruct": False, "players_have_seen": False}
    t = dealt(book, "shuffler", ann=1)
    found = t.refuse("report", incident="burn-missed", facts=facts)
    assert (found.code, found.message) == (
        "cannot-happen-now",
        "No card is burnt with this way of dealing.",
    )
    t = dealt(book, "shoe", ann=1)
    t.do("report", incident="burn-missed", facts=facts)
    assert t.phase == "void"


@pytest.mark.parametrize("book", RULEBOOKS)
def test_where_no_jackpot_runs_none_can_fail(book: str) -> None:
    t = Table.open(book, progressive=None)
    t.lay()

    assert t.refused("report", incident="progressive-system-down")[0] == "cannot-happen-now"


def test_a_table_without_a_jackpot_has_its_other_incidents() -> None:
    t = Table.open(MS, progressive=None)
    t.bet(ann=(1, ANTE))
    t.do("report", incident="foreign-card")

    assert t.phase == "void"


def test_a_jackpot_that_is_down_does_not_fail_again() -> None:
    t = failed()
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")
    t.lay(ann=(1, ANTE))

    assert t.refused("report", incident="progressive-system-down")[0] == "cannot-happen-now"


def test_an_unknown_incident_is_told_those_there_are() -> None:
    found = dealt(ann=1).refuse("report", incident="dog-on-table")

    assert found.code == "unknown-incident"
    for incident in Incident:
        assert incident in found.message


@pytest.mark.parametrize("book", RULEBOOKS)
def test_players_do_not_report(book: str) -> None:
    t = Table.open(book)
    t.lay()

    assert t.refused("report", by=ANN, incident="technical-interruption")[0] == "not-allowed"


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
@pytest.mark.parametrize("incident", ["late-bet", "late-withdrawal", "card-face-up-in-shoe"])
def test_some_rulings_order_nothing_that_the_table_would_change(book: str, incident: str) -> None:
    t = Table.open(book)
    t.bet(ann=(1, ANTE))
    before = t.round
    events = t.do("report", incident=incident)

    assert kinds(events) == ["IncidentReported"]
    assert t.round == msgspec.structs.replace(before, reported=t.round.reported)


def test_hold_em_a_wrong_number_of_community_cards() -> None:
    t = dealt(MH, "shuffler", ann=1)
    t.do("report", incident="wrong-community-card-count", facts={"can_reconstruct": False})

    assert t.phase == "void"
    assert t.round.void_clauses == ("5.8.7",)
