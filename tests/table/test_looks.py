"""Whether cards have been seen is what has happened: in every book, with cards from every source,
at every point of a round.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Counts, Misfit
from pitboss.audit.rulebook_file import open_book
from pitboss.rulebook.incidents import Incident
from pitboss.table import events as e
from pitboss.table.looks import players_have_seen
from pitboss.table.rulings import rule
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS, proves
from tests.tables import SHIFT_MANAGER, SUPERVISOR, Table, ready

DOWN, MISDEAL, SEVERAL = "progressive-system-down", "misdeal", "several-positions-in-error"
REAL = ("entered", "shown")
SOURCES = ("virtual", *REAL)


def opened(book: str, cards: str) -> Table:
    """Ann has laid on boxes 1 and 2, bob on box 3."""
    t = Table.open(book, cards=cards)
    bets = {"main" if book == BE else "ante": "25", "progressive": "5"}
    t.lay(ann=(1, bets), ann2=(2, bets), bob=(3, bets))
    return t


def dealt(book: str, cards: str) -> Table:
    t = opened(book, cards)
    t.do("close-betting")
    t.deal_all()
    assert t.phase == "deciding"
    return t


def decide(t: Table, box: int) -> None:
    """A player stays in, without a look that anybody has entered."""
    if t.state.book.id == BE:
        t.choose(box, "set-hand")
    elif t.round.community_open:
        t.choose(box, "check")
    else:
        t.choose(box, "raise", "50")


def revealed(book: str, cards: str) -> Table:
    t = dealt(book, cards)
    while t.phase == "deciding":
        decide(t, t.view()["round"]["to_decide"][0])
        t.deal_all()
    assert t.phase == "revealed"
    return t


def seen(t: Table) -> bool | None:
    return players_have_seen(t.state, t.round)


# ── by source and point of the round ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("cards", SOURCES)
@pytest.mark.parametrize("book", RULEBOOKS)
def test_nobody_sees_a_card_before_a_player_has_one(book: str, cards: str) -> None:
    t = opened(book, cards)
    assert seen(t) is False
    t.do("close-betting")
    assert seen(t) is False
    while not any(box.cards for box in t.round.boxes.values()):
        assert seen(t) is False
        t.deal()
    assert seen(t) is (False if cards == "virtual" else None)


@pytest.mark.parametrize("cards", SOURCES)
@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_look_is_seen(book: str, cards: str) -> None:
    t = dealt(book, cards)
    assert seen(t) is (False if cards == "virtual" else None)
    t.choose(1, "examine")
    assert seen(t) is True


@pytest.mark.parametrize("cards", SOURCES)
@pytest.mark.parametrize("book", RULEBOOKS)
def test_whoever_decides_on_real_cards_has_looked(book: str, cards: str) -> None:
    t = dealt(book, cards)
    decide(t, 1)
    assert seen(t) is (cards != "virtual")
    if book != BE:
        t = dealt(book, cards)
        t.choose(1, "fold")
        assert seen(t) is (cards != "virtual")


@pytest.mark.parametrize("cards", SOURCES)
@pytest.mark.parametrize("book", RULEBOOKS)
def test_from_the_reveal_on_cards_have_always_been_seen(book: str, cards: str) -> None:
    t = revealed(book, cards)
    assert seen(t) is True
    t.show_all()
    t.do("settle")
    assert seen(t) is True


def test_players_who_have_gone_have_not_decided() -> None:
    t = dealt(MS, "entered")
    for box in (1, 2, 3):
        t.do("report", incident="player-absent", box=box)
    assert t.phase == "dealing"
    assert seen(t) is None


def test_a_hand_that_is_shown_is_seen() -> None:
    t = dealt(MS, "shown")
    for box in (1, 2, 3):
        t.do("report", incident="player-absent", box=box)
    t.do("show-hand", box=1, cards=t._face_down["1"])
    assert seen(t) is True


def test_a_hand_that_is_proved_is_seen_although_all_folded_blind() -> None:
    t = dealt(MS, "virtual")
    for box in (1, 2, 3):
        t.choose(box, "fold")
    t.do("decline-to-show", by="player:ann", box=1)
    assert seen(t) is False
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=["progressive"])
    assert seen(t) is True


def test_a_raise_that_is_taken_off_again_was_a_decision() -> None:
    t = Table.open(SS)
    t.bet(ann=(1, {"ante": "25"}), bob=(1, {"ante": "25"}), cat=(2, {"ante": "25"}))
    t.deal_all()
    t.choose(1, "raise", "100")
    t.do("report", incident="technical-interruption")
    t.do("choose-option", by="player:ann", box=1, option="withdraw")
    t.do("close-options")
    assert t.round.boxes[1].answered == ()
    assert seen(t) is True


def test_a_decision_that_was_mistyped_and_taken_back_has_not_happened() -> None:
    t = dealt(MS, "entered")
    t.do("fold", box=1)
    assert seen(t) is True
    t.do("take-back")
    assert seen(t) is None


# ── what is told of a look ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("cards", REAL)
def test_what_a_report_tells_of_a_look_holds_for_the_round(cards: str) -> None:
    t = dealt(MS, cards)
    t.do("report", incident="cards-exposed", facts={"count": 2, "players_have_seen": True})
    assert seen(t) is True
    # What is told later does not undo it.
    t.do("report", incident=DOWN, facts={"players_have_seen": False})
    assert t.phase == "deciding"


@pytest.mark.parametrize("cards", REAL)
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_whoever_confirms_may_find_that_nobody_had_looked(book: str, cards: str) -> None:
    t = dealt(book, cards)
    t.do("report", incident=MISDEAL, facts={"players_have_seen": True})
    assert seen(t) is True
    found = {"players_have_seen": False, "whole_hands_can_move": False}
    t.do("confirm", by=SHIFT_MANAGER, facts=found)
    assert (t.phase, t.round.void_clauses) == ("void", ("5.2",))


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_whoever_confirms_may_find_that_somebody_had(book: str) -> None:
    t = dealt(book, "entered")
    t.do("report", incident="cards-exposed", facts={"count": 1})
    assert seen(t) is None
    found = {"players_have_seen": True}
    t.do("confirm", by=SHIFT_MANAGER, decision="continue", facts=found)
    assert seen(t) is True


def test_while_a_report_waits_it_tells_of_the_look() -> None:
    t = dealt(MS, "entered")
    t.do("report", incident="extra-hand-examined", box=1, facts={"intentional": False})
    assert seen(t) is True
    # The jackpot's failure would void the round otherwise.
    told = {"players_have_seen": False}
    assert t.refused("report", incident=DOWN, facts=told)[0] == "ruling-pending"
    t.do("confirm", by=SUPERVISOR)
    assert seen(t) is True


def test_of_virtual_cards_no_report_tells() -> None:
    t = dealt(MS, "virtual")
    t.do("report", incident="extra-hand-examined", box=1, facts={"intentional": False})
    t.do("confirm", by=SUPERVISOR)
    assert seen(t) is False


# ── what follows for each ruling ──────────────────────────────────────────────────────────────────

RULED: dict[str, dict[str, bool | int | str]] = {
    "cards-exposed": {"count": 2},
    MISDEAL: {"whole_hands_can_move": False},
    "burn-missed": {"can_reconstruct": True},
    DOWN: {},
}


@proves(MS, "5.12", "5.8.6", "5.9", "5.17", "5.18.1")
@proves(CS, "5.12", "5.8.6", "5.9", "5.17", "5.18.1")
@proves(MH, "5.12", "5.8.6", "5.9", "5.16", "5.17.1")
@proves(SS, "5.2")
@proves(BE, "5.2")
@pytest.mark.parametrize("cards", REAL)
@pytest.mark.parametrize(
    ("book", "incident"),
    [
        *((book, incident) for book in RWS_RULEBOOKS for incident in RULED),
        *((book, MISDEAL) for book in MBS_RULEBOOKS),
    ],
)
def test_real_cards_are_asked_about_until_somebody_decides(
    book: str, incident: str, cards: str
) -> None:
    told = RULED[incident]
    t = dealt(book, cards)
    report: dict[str, Any] = {"incident": incident, "facts": told}
    assert t.refused("report", **report)[0] == "fact-needed"
    answered = {
        said: rule(t.state.book, Incident(incident), told | {"players_have_seen": said})
        for said in (False, True)
    }
    t.do("report", incident=incident, facts=told | {"players_have_seen": False})
    assert t.happened(e.IncidentReported)[-1].ruling == answered[False]
    t = dealt(book, cards)
    decide(t, 1)
    refused = t.refuse("report", incident=incident, facts=told | {"players_have_seen": False})
    assert (refused.code, refused.message) == (
        "bad-fact",
        "Players have seen cards: box 1 has decided.",
    )
    t.do("report", **report)
    assert t.happened(e.IncidentReported)[-1].ruling == answered[True]


@proves(MS, "5.17", "5.18.1")
@proves(CS, "5.17", "5.18.1")
@proves(MH, "5.16", "5.17.1")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_blind_bet_on_virtual_cards_is_blind_until_the_reveal(book: str) -> None:
    t = dealt(book, "virtual")
    decide(t, 1)
    told = {"players_have_seen": True}
    assert t.refuse("report", incident=DOWN, facts=told).message == (
        "Nobody has seen cards: this table shows a hand only to a player who looks at it."
    )
    t.do("report", incident=DOWN)
    assert t.phase == "void"
    t = revealed(book, "virtual")
    t.do("report", incident=DOWN)
    assert t.phase == "revealed"


def test_what_no_ruling_depends_on_is_not_held_against_anybody() -> None:
    t = dealt(SS, "entered")
    t.choose(1, "examine")
    t.do("report", incident=DOWN, facts={"players_have_seen": False})
    assert t.round.pending is not None


# ── how many hands ────────────────────────────────────────────────────────────────────────────────


@proves(SS, "5.10.1", "5.10.2")
@proves(BE, "5.10.1", "5.10.2")
@pytest.mark.parametrize("cards", REAL)
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_how_many_real_hands_were_viewed_is_asked(book: str, cards: str) -> None:
    report: dict[str, Any] = {"incident": SEVERAL, "box": 1}
    t = dealt(book, cards)
    assert t.refused("report", **report)[0] == "fact-needed"
    t.do("report", **report, facts={"hands_viewed": 0})
    assert [event.box for event in t.happened(e.HandInvalidated)] == [2]
    t = dealt(book, cards)
    decide(t, 1)
    assert t.refused("report", **report)[0] == "fact-needed"
    assert t.refuse("report", **report, facts={"hands_viewed": 0}).message == (
        "ann has viewed at least 1 of their hands, by what has happened so far."
    )
    t.do("report", **report, facts={"hands_viewed": 1}, boxes=[2])
    assert [event.box for event in t.happened(e.HandInvalidated)] == [1]


def test_more_hands_than_there_are_were_not_viewed() -> None:
    report: dict[str, Any] = {"incident": SEVERAL, "box": 1, "facts": {"hands_viewed": 1}}
    t = opened(SS, "entered")
    t.do("close-betting")
    assert t.refuse("report", **report, boxes=[1]).message == (
        "ann has viewed none of their hands, by what has happened so far."
    )
    t = dealt(SS, "virtual")
    t.choose(1, "examine")
    assert t.refuse("report", **report | {"facts": {"hands_viewed": 2}}).message == (
        "ann has viewed 1 at most of their hands, by what has happened so far."
    )


# ── the auditor ───────────────────────────────────────────────────────────────────────────────────


def booked(t: Table) -> TableBook:
    """The auditor's book of what has happened so far."""
    book = TableBook(t.name, open_book, Counts())
    for event in t.events:
        book.take(event)
    return book


def forged(t: Table, incident: str, told: dict[str, bool | int | str], **more: Any) -> Any:
    """A report as it would be stored with a ruling on these facts."""
    (event, *_) = t._decide("report", "dealer:dana", {"incident": incident, **more})  # type: ignore[misc]
    assert isinstance(event, e.IncidentReported)
    return replace(event, ruling=rule(t.state.book, Incident(incident), told))


def _decided(t: Table) -> None:
    decide(t, 1)


def _looked(t: Table) -> None:
    t.choose(1, "examine")


def _opened(t: Table) -> None:
    while t.phase == "deciding":
        decide(t, t.view()["round"]["to_decide"][0])
        t.deal_all()


@pytest.mark.parametrize(
    ("cards", "happens"),
    [
        *((cards, happens) for cards in REAL for happens in (_decided, _looked, _opened)),
        ("virtual", _looked),
        ("virtual", _opened),
    ],
)
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_the_auditor_finds_a_round_voided_although_cards_had_been_seen(
    book: str, cards: str, happens: Callable[[Table], None]
) -> None:
    t = dealt(book, cards)
    happens(t)
    wrong = forged(t, DOWN, {"players_have_seen": False})
    with pytest.raises(Misfit, match=f"the ruling on {DOWN}, effects"):
        booked(t).take(wrong)


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_the_auditor_finds_a_round_that_goes_on_although_all_was_blind(book: str) -> None:
    t = dealt(book, "virtual")
    decide(t, 1)
    wrong = forged(t, DOWN, {"players_have_seen": True})
    with pytest.raises(Misfit, match=f"the ruling on {DOWN}, effects"):
        booked(t).take(wrong)


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_the_auditor_finds_a_misdeal_voided_although_hands_had_been_handled(book: str) -> None:
    t = dealt(book, "entered")
    decide(t, 1)
    told: dict[str, bool | int | str] = {"whole_hands_can_move": False}
    wrong = forged(t, MISDEAL, told | {"players_have_seen": False}, facts=told)
    with pytest.raises(Misfit, match=f"the ruling on {MISDEAL}, effects"):
        booked(t).take(wrong)


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_the_auditor_finds_a_hand_taken_for_unviewed(book: str) -> None:
    t = dealt(book, "entered")
    decide(t, 1)
    facts: dict[str, bool | int | str] = {"hands_viewed": 1}
    wrong = forged(t, SEVERAL, {"hands_viewed": 0}, box=1, boxes=[1], facts=facts)
    with pytest.raises(Misfit, match=f"the ruling on {SEVERAL}, effects"):
        booked(t).take(replace(wrong, facts={"hands_viewed": 0}))


def test_the_auditor_remembers_what_was_told_of_a_look() -> None:
    t = dealt(MS, "entered")
    t.do("report", incident="cards-exposed", facts={"count": 2, "players_have_seen": True})
    wrong = forged(t, DOWN, {"players_have_seen": False})
    with pytest.raises(Misfit, match=f"the ruling on {DOWN}, effects"):
        booked(t).take(wrong)


def test_who_confirms_tells_nothing_that_the_table_knows_to_be_otherwise() -> None:
    t = ready(SS, ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    t.choose(1, "examine")
    t.do("report", incident="misdeal", box=1)
    found = t.refuse("confirm", by=SHIFT_MANAGER, facts={"players_have_seen": False})
    assert (found.code, found.message) == (
        "bad-fact",
        "Players have seen cards: ann has looked at the hand of box 1.",
    )
