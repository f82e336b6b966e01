"""When an irregularity can be reported: never where it can't happen, and always where the documents
let it.
"""

import pytest

from pitboss.table import events as e
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS, proves
from tests.tables import SHIFT_MANAGER, SUPERVISOR, Table, ready

ANTE = {"ante": "25"}
OF_REAL_DECKS = ["foreign-card", "deck-count-wrong", "cards-not-shuffled", "cards-insufficient"]


def bets(book: str) -> dict[str, str]:
    return {"main" if book == BE else "ante": "25"}


def to_the_end(t: Table, fold: int | None = None) -> None:
    """Boxes stay in, but one that folds; the dealer's cards lie open."""
    t.deal_all()
    while t.phase == "deciding":
        for box in t.view()["round"]["to_decide"]:
            asks = None if t.round.step is None else t.round.step.asks
            if asks == "set":
                t.choose(box, "set-hand")
            elif asks == "stay":
                t.choose(box, "fold") if box == fold else t.choose(box, "raise", "50")
            else:
                t.choose(box, "check")
        t.deal_all()


# ── device and source of cards ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("incident", OF_REAL_DECKS)
@pytest.mark.parametrize("book", RULEBOOKS)
def test_cards_of_the_system_are_a_whole_deck(book: str, incident: str) -> None:
    t = Table.open(book, cards="virtual")
    t.bet(ann=(1, bets(book)))
    refused = t.refuse("report", incident=incident)
    assert refused.code == "cannot-happen-now"
    assert refused.message == (
        f"The system shuffles this table's cards: {incident} can't happen with them."
    )


@proves(MS, "5.14")
@proves(CS, "5.14")
@proves(MH, "5.14")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_14_cards_are_drawn_together_from_a_shoe_only(book: str) -> None:
    t = ready(book, "shuffler", ann=(1, ANTE))
    refused = t.refuse("report", by=SUPERVISOR, incident="cards-drawn-together")
    assert refused.code == "cannot-happen-now"
    t = ready(book, "shoe", ann=(1, ANTE))
    t.do("report", by=SUPERVISOR, incident="cards-drawn-together")
    assert sorted(t.round.offered) == [1]


@proves(MS, "5.8.1")
@proves(CS, "5.8.1")
@proves(MH, "5.8.1")
@proves(SS, "5.1.1")
@proves(BE, "5.1.1")
@pytest.mark.parametrize("incident", ["foreign-card", "deck-count-wrong", "cards-not-shuffled"])
@pytest.mark.parametrize("book", RULEBOOKS)
def test_5_8_and_5_1_a_bad_deck_is_found_while_bets_are_open(book: str, incident: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, bets(book)))
    t.do("report", incident=incident)
    assert t.phase == "void"
    assert t.refused("place-bet", by="player:ann", box=1, bet="progressive", amount="5")[0] == (
        "no-more-bets"
    )
    t.do("settle")
    t.do("conclude")
    assert t.state.chips == {"ann": 0}


# ── too few cards ─────────────────────────────────────────────────────────────────────────────────


@proves(MH, "5.8.4")
@pytest.mark.parametrize("stretch", [1, 2, 3])
def test_5_8_4_cards_run_out_while_players_of_holdem_decide(stretch: int) -> None:
    t = ready(MH, "shoe", ann=(1, ANTE), bob=(2, ANTE))
    for _ in range(stretch - 1):
        for box in t.view()["round"]["to_decide"]:
            stays = t.round.step is not None and t.round.step.asks == "stay"
            t.choose(box, "raise", "50") if stays else t.choose(box, "check")
        t.deal_all()
    assert t.phase == "deciding"
    t.do("report", incident="cards-insufficient")
    assert t.phase == "void"
    assert t.round.void_clauses == ("5.8.4",)


@proves(MS, "5.8.4")
@proves(CS, "5.8.4")
@pytest.mark.parametrize("book", [MS, CS])
def test_5_8_4_no_card_is_missing_when_all_have_been_dealt(book: str) -> None:
    t = ready(book, ann=(1, ANTE))
    refused = t.refuse("report", incident="cards-insufficient")
    assert (refused.code, refused.message) == (
        "cannot-happen-now",
        "All cards of the round have been dealt.",
    )
    t = Table.open(book)
    t.lay(ann=(1, ANTE))
    t.do("report", incident="cards-insufficient")
    assert t.phase == "void"


def test_6_1_method_b_needs_cards_after_the_decisions() -> None:
    t = ready(BE, "method-b", ann=(1, {"main": "25"}))
    t.do("report", incident="cards-insufficient")
    assert t.round.pending is not None


# ── a burn that was forgotten ─────────────────────────────────────────────────────────────────────


@proves(MS, "5.9")
@proves(CS, "5.9")
@proves(MH, "5.9")
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_9_a_missed_burn_noticed_when_the_dealers_hand_is_open_voids(
    book: str, settled: bool
) -> None:
    t = Table.open(book, "shoe")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    to_the_end(t, fold=2)
    if settled:
        t.do("settle")
    t.do("report", incident="burn-missed", facts={"can_reconstruct": True})
    assert t.phase == "void"
    assert t.round.void_clauses == ("5.9",)
    t.do("settle")
    t.do("conclude")
    assert set(t.state.chips.values()) == {0}


@proves(MS, "5.9")
@proves(CS, "5.9")
@proves(MH, "5.9")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_9_who_has_looked_at_ordinary_cards_need_not_be_told_then(book: str) -> None:
    t = Table.open(book, "shoe", cards="shown")
    t.bet(ann=(1, ANTE))
    to_the_end(t)
    t.do("report", incident="burn-missed", facts={"can_reconstruct": True})
    assert t.phase == "void"
    assert t.round.void_clauses == ("5.9",)


# ── cards that were dealt wrongly ─────────────────────────────────────────────────────────────────

MISDEAL = {MS: "5.10", CS: "5.10", MH: "5.10", SS: "6.1", BE: "6.1"}


@proves(MS, "5.10")
@proves(CS, "5.10")
@proves(MH, "5.10")
@proves(SS, "6.1")
@proves(BE, "6.1")
@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_misdeal_may_be_noticed_when_the_dealers_hand_is_open(book: str) -> None:
    t = Table.open(book)
    t.bet(ann=(1, bets(book)))
    to_the_end(t)
    t.do("report", incident="misdeal", facts={"whole_hands_can_move": False})
    # Everybody has seen cards by now.
    last = t.events[-1]
    assert isinstance(last, e.IncidentReported)
    assert last.ruling.clauses == (MISDEAL[book],)
    assert t.phase == "revealed"


@proves(MS, "5.10")
@proves(MH, "5.10")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_10_and_when_hands_have_been_turned_up_nobody_has_a_choice(book: str) -> None:
    t = Table.open(book)
    t.bet(ann=(1, ANTE))
    to_the_end(t)
    t.do("settle")
    t.do("report", incident="misdeal", facts={"whole_hands_can_move": False})
    assert not t.round.offered
    t.do("conclude")


@proves(MH, "5.13")
@pytest.mark.parametrize("book", [MS, MH])
def test_5_13_a_card_lies_face_up_as_long_as_cards_are_to_come(book: str) -> None:
    t = ready(book, "shoe", ann=(1, ANTE))
    if book == MH:
        t.do("report", incident="card-face-up-in-shoe")
    else:
        found = t.refuse("report", incident="card-face-up-in-shoe")
        assert (found.code, found.message) == (
            "cannot-happen-now",
            "All cards of the round have been dealt.",
        )


@proves(MS, "5.11")
@proves(SS, "5.5", "5.6")
@proves(BE, "5.5", "5.6")
@pytest.mark.parametrize("incident", ["late-bet", "late-withdrawal"])
@pytest.mark.parametrize("book", RULEBOOKS)
def test_no_chips_are_added_or_taken_off_while_paying(book: str, incident: str) -> None:
    t = Table.open(book)
    t.bet(ann=(1, bets(book)))
    to_the_end(t)
    t.do("settle")
    laid = t.bets_on(1)
    t.do("report", incident=incident)
    assert (t.phase, t.bets_on(1)) == ("settled", laid)


@proves(SS, "5.9")
@proves(BE, "5.9")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_5_9_a_player_looks_at_anothers_cards_during_the_deal(book: str) -> None:
    t = Table.open(book)
    t.bet(ann=(1, bets(book)), bob=(2, bets(book)))
    t.deal()
    assert t.phase == "dealing"
    t.do("report", incident="hand-not-confidential", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    assert t.box_view(1)["standing"] == "invalid"


# ── a second look ─────────────────────────────────────────────────────────────────────────────────

LOOK = {MS: "5.19", CS: "5.19", MH: "5.18"}


def two_hands(book: str) -> Table:
    """Ann has boxes 1 and 2, and looks at the first; bob has box 3."""
    t = ready(book, ann=(1, ANTE), ann2=(2, ANTE), bob=(3, ANTE))
    t.choose(1, "examine")
    return t


@proves(MS, "5.19")
@proves(CS, "5.19")
@proves(MH, "5.18")
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_19_a_second_look_is_reported_after_the_decisions(book: str, settled: bool) -> None:
    t = two_hands(book)
    to_the_end(t)
    if settled:
        t.do("settle")
    facts = {"intentional": True}
    t.do("report", by=SUPERVISOR, incident="extra-hand-examined", box=2, facts=facts)
    t.do("settle")
    assert t.result("ante", 2) == ("void", 25_00, 0)
    assert t.result("ante", 1)[0] != "void"


@proves(MS, "5.19")
@proves(CS, "5.19")
@proves(MH, "5.18")
@pytest.mark.parametrize("book", [*RWS_RULEBOOKS, SS])
def test_5_19_the_hand_viewed_first_stays_valid(book: str) -> None:
    t = two_hands(book)
    refused = t.refuse("report", incident="extra-hand-examined", box=1, facts={"intentional": True})
    assert (refused.code, refused.message) == (
        "bad-fact",
        "ann looked at box 1 first: name the other box whose hand was looked at.",
    )


@pytest.mark.parametrize("book", [*RWS_RULEBOOKS, SS])
def test_5_19_an_only_hand_is_no_additional_one(book: str) -> None:
    t = two_hands(book)
    refused = t.refuse("report", incident="extra-hand-examined", box=3, facts={"intentional": True})
    assert (refused.code, refused.message) == (
        "bad-fact",
        "bob has only one hand, the one on box 3.",
    )


# ── the jackpot fails ─────────────────────────────────────────────────────────────────────────────

CHOOSES = {MS: "5.18.2", CS: "5.18.2", MH: "5.17.2"}


@proves(MS, "5.18.1", "5.18.2")
@proves(CS, "5.18.1", "5.18.2")
@proves(MH, "5.17.1", "5.17.2")
@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_18_1_the_jackpot_fails_while_paying(book: str, looks: bool) -> None:
    t = Table.open(book)
    t.bet(ann=(1, ANTE | {"progressive": "5"}))
    t.deal_all()
    if looks:
        t.choose(1, "examine")
    to_the_end(t)
    t.do("settle")
    settlement = t.round.settlement
    t.do("report", incident="progressive-system-down")
    # It was settled on what was registered before the failure.
    assert t.round.settlement == settlement
    t.do("conclude")
    assert t.refused("open-betting")[0] == "operation-pending"
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")


@proves(MS, "5.18.2")
@proves(CS, "5.18.2")
@proves(MH, "5.17.2")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_18_2_the_jackpot_fails_between_rounds(book: str) -> None:
    t = Table.open(book)
    events = t.do("report", incident="progressive-system-down")
    assert [type(event) for event in events] == [e.IncidentReported, e.OperationAwaited]
    assert isinstance(events[0], e.IncidentReported)
    assert events[0].ruling.effects == ("choose-operation",)
    assert events[0].ruling.clauses == (CHOOSES[book],)
    assert t.refused("open-betting")[0] == "operation-pending"
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")
    t.do("open-betting")


@proves(SS, "6.1")
@proves(BE, "6.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_6_1_the_jackpot_fails_while_paying(book: str) -> None:
    t = Table.open(book)
    t.bet(ann=(1, bets(book) | {"progressive": "5"}))
    to_the_end(t)
    t.do("settle")
    t.do("report", incident="progressive-system-down")
    assert t.refused("conclude")[0] == "ruling-pending"
    t.do("confirm", by=SHIFT_MANAGER, decision="return-progressive")
    t.do("settle")
    assert t.round.settlement is not None
    assert [line.bet for line in t.round.settlement.boxes[0].lines] == list(t.round.boxes[1].bets)
    assert "progressive" not in t.round.boxes[1].bets
    t.do("report", incident="progressive-system-down")
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    assert t.phase == "settled"


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_6_1_a_failure_between_rounds_is_on_record(book: str) -> None:
    t = Table.open(book)
    (event,) = t.do("report", incident="progressive-system-down")
    assert isinstance(event, e.IncidentReported)
    assert event.ruling.clauses == ("6.1",)
    t.do("open-betting")
