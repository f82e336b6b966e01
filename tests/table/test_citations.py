"""A line cites what decided it, and nothing else."""

import json

import pytest

from pitboss.games.fast_reader import read_quickly
from pitboss.games.faults import Fault
from pitboss.games.record_reader import read_record
from pitboss.games.settle import settle_record, settle_round
from pitboss.rulebook.shelf import Shelf
from tests.support import (
    BE,
    CS,
    MBS_RULEBOOKS,
    MH,
    MS,
    RWS_RULEBOOKS,
    SS,
    box,
    proves,
    settled,
)
from tests.tables import SHIFT_MANAGER, SUPERVISOR, Table, ready

ANTE = {"ante": "25"}
OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}


def to_the_end(t: Table) -> None:
    """Everybody who is asked folds, or has the hand set, and the round is settled."""
    while t.phase not in ("revealed", "void"):
        for number in t.view()["round"]["to_decide"]:
            t.choose(number, "set-hand" if t.state.book.id == BE else "fold")
        t.deal_all()
    t.do("settle")


def cited(t: Table, box: int = 1, bet: str | None = None) -> list[str]:
    clauses: list[str] = t.line(bet or OPENING[t.state.book.id], box)["clauses"]
    return clauses


# ── hands that were taken out ─────────────────────────────────────────────────────────────────────


@proves(SS, "5.16.1")
@proves(BE, "5.16.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_refund_in_a_power_failure_cites_no_misconduct(book: str) -> None:
    bets = {OPENING[book]: "25"}
    t = ready(book, ann=(1, bets), bob=(2, bets))
    t.do("report", incident="technical-interruption")
    t.do("choose-option", by="player:ann", box=1, option="withdraw")
    t.do("choose-option", by="player:bob", box=2, option="stay")
    to_the_end(t)
    assert cited(t) == ["5.16.1"]


@proves(SS, "5.7", "5.7.1")
@proves(BE, "5.7", "5.7.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_the_hand_of_a_wrong_number_and_who_withdraws_cite_a_clause_each(book: str) -> None:
    bets = {OPENING[book]: "25"}
    t = ready(book, ann=(1, bets), bob=(2, bets), cat=(3, bets))
    t.do(
        "report",
        incident="wrong-player-card-count",
        box=1,
        facts={"noticed": "this-round", "can_reconstruct": False},
    )
    t.do("confirm", by=SHIFT_MANAGER)
    t.do("choose-option", by="player:bob", box=2, option="withdraw")
    t.do("choose-option", by="player:cat", box=3, option="stay")
    to_the_end(t)
    assert (cited(t, 1), cited(t, 2)) == (["5.7"], ["5.7.1"])


@proves(SS, "5.9")
@proves(BE, "5.9")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_barred_players_wagers_go_back_by_5_9(book: str) -> None:
    bets = {OPENING[book]: "25"}
    t = ready(book, ann=(1, bets), bob=(2, bets))
    t.do("report", incident="hand-not-confidential", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    to_the_end(t)
    assert cited(t) == ["5.9"]


@proves(MS, "5.15", "5.10.3")
@proves(CS, "5.15", "5.10.3")
@proves(MH, "5.15", "5.10.3")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_an_invalid_hand_cites_5_15_and_a_withdrawn_one_5_10_3(book: str) -> None:
    t = ready(book, ann=(1, ANTE), bob=(2, ANTE), cat=(3, ANTE))
    t.do(
        "report",
        incident="wrong-player-card-count",
        box=1,
        facts={"noticed": "this-round", "can_reconstruct": False},
    )
    t.do("choose-option", by="player:bob", box=2, option="return-and-invalidate")
    t.do("close-options")
    to_the_end(t)
    assert (cited(t, 1), cited(t, 2)) == (["5.15"], ["5.10.3"])


@proves(MS, "5.19")
@proves(CS, "5.19")
@proves(MH, "5.18")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_second_look_cites_its_own_clause(book: str) -> None:
    t = ready(book, ann=(1, ANTE), ann2=(2, ANTE))
    t.choose(1, "examine")
    t.do("report", incident="extra-hand-examined", box=2, facts={"intentional": True})
    t.do("confirm", by=SUPERVISOR)
    to_the_end(t)
    assert cited(t, 2) == ["5.18" if book == MH else "5.19"]


# ── rounds that were voided ───────────────────────────────────────────────────────────────────────


@proves(SS, "5.4")
@proves(BE, "5.4")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_void_round_cites_what_voided_it(book: str) -> None:
    t = ready(book, ann=(1, {OPENING[book]: "25"}))
    t.do("report", incident="cards-exposed", facts={"count": 2})
    t.do("settle")
    assert cited(t) == ["5.4"]
    assert t.record["void_by"] == ["5.4"]


@proves(MS, "5.22")
@proves(CS, "5.22")
@proves(MH, "5.21")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_what_returns_bets_of_any_void_round_is_cited(book: str) -> None:
    t = ready(book, ann=(1, ANTE))
    t.do("report", incident="foreign-card")
    t.do("settle")
    assert cited(t) == ["5.21" if book == MH else "5.22"]


# ── a fold at a shuffler ──────────────────────────────────────────────────────────────────────────


@proves(MH, "3.11.2.a", "3.12.3.a", "5.5")
@pytest.mark.parametrize(("dealing", "clause"), [("shoe", "3.11.2.a"), ("shuffler", "3.12.3.a")])
def test_a_holdem_fold_cites_the_clause_of_its_device(dealing: str, clause: str) -> None:
    bets = {"ante": "25", "bonus": "10"}
    t = ready(MH, dealing, ann=(1, bets), bob=(2, bets), cat=(3, ANTE))
    t.choose(1, "fold")
    t.do("report", incident="player-absent", box=2)
    t.choose(3, "raise", "50")
    while t.phase != "revealed":
        if t.phase == "deciding":
            t.choose(3, "check")
        t.deal_all()
    t.do("settle")
    assert cited(t, 1) == [clause]
    assert cited(t, 1, "bonus") == [clause]
    assert cited(t, 2) == ["5.5", clause]
    assert cited(t, 2, "bonus") == ["5.5", clause]
    # The same by both readers of a record.
    record = t.record
    assert record["table"]["dealing"] == dealing
    quick = read_quickly(json.dumps(record).encode(), Shelf())
    settled = settle_round(quick or read_record(record, Shelf()))
    assert list(settled.boxes[0].lines[0].clauses) == [clause]


@proves(MS, "4.3")
@proves(MH, "4.3")
@proves(SS, "3.10.1")
@pytest.mark.parametrize("source", ["shown", "entered", "virtual"])
@pytest.mark.parametrize(("book", "clause"), [(MS, "4.3"), (MH, "4.3"), (SS, "3.10.1")])
def test_a_folded_hand_that_is_kept_back_cites_that_it_was_not_shown(
    book: str, clause: str, source: str
) -> None:
    """Not the pay table, which was never asked (Q-E4)."""
    t = Table.open(book, cards=source)
    bets = {"ante": "25", "progressive": "5"}
    t.bet(ann=(1, bets), bob=(2, bets))
    while t.phase != "revealed":
        for number in t.view()["round"]["to_decide"]:
            asked = t.round.step
            assert asked is not None
            stays = ("raise", "50") if asked.asks == "stay" else ("check",)
            t.choose(number, *(("fold",) if number == 1 else stays))
        t.deal_all()
    t.do("decline-to-show", by="player:ann", box=1)
    if source == "shown":
        t.show_all()
    t.settle()
    assert cited(t, 1, "progressive") == [clause]
    assert t.line("progressive")["result"] == "lose"
    record = t.record
    assert record["boxes"][0]["kept_back"] is True
    assert settle_record(record, Shelf()).boxes[0].lines[-1].clauses == (clause,)
    assert read_quickly(json.dumps(record).encode(), Shelf()) is None
    # A record that does not tell: the pay table's own clause, as before.
    del record["boxes"][0]["kept_back"]
    assert settle_record(record, Shelf()).boxes[0].lines[-1].clauses == ("4.2",)


def test_a_record_that_does_not_tell_cites_all_that_may_have_decided() -> None:
    t = ready(SS, ann=(1, ANTE))
    t.do("report", incident="deck-count-wrong")
    t.do("settle")
    record = t.record
    del record["void_by"]
    settled = settle_record(record, Shelf())
    assert settled.boxes[0].lines[0].clauses == ("5.1.1", "5.2", "5.3", "5.4", "5.8")


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"void_by": "5.4"}, "void_by"),
        ({"void_by": [5.4]}, "void_by"),
        ({"table": {"dealing": 3}}, "table.dealing"),
        ({"boxes": [{"box": 1, "invalid_by": {}}]}, "boxes[0].invalid_by"),
        (
            {"boxes": [{"box": 1, "hand": "folded", "kept_back": "yes"}]},
            "boxes[0].kept_back",
        ),
    ],
)
def test_clauses_and_dealing_are_texts(change: dict[str, object], at: str) -> None:
    record = {"rulebook": MS, "outcome": "void", "boxes": []} | change
    with pytest.raises(Fault) as caught:
        read_record(record, Shelf())
    assert (caught.value.code, caught.value.at) == ("bad-field", at)


@pytest.mark.parametrize(("rulebook", "clause"), [(MS, "4.3"), (SS, "3.10.1")])
def test_a_folded_hand_that_was_kept_back_cites_what_that_means(rulebook: str, clause: str) -> None:
    folded = box(None, hand="folded", ante="25", progressive="5")
    told = settled(rulebook, "2c 7d 9h Kd As", folded | {"kept_back": True})
    left_open = settled(rulebook, "2c 7d 9h Kd As", folded)
    assert told.line("progressive").clauses == (clause,)
    assert left_open.line("progressive").clauses == ("4.2",)
    assert told.net() == left_open.net()
