"""Whom a dealing error affects: the boxes whose cards would have been different, and nobody
else.
"""

from typing import Any

import pytest

from pitboss.table import events as e
from tests.support import CS, MH, MS, RWS_RULEBOOKS, SS, proves
from tests.tables import SHIFT_MANAGER, SUPERVISOR, Table, ready

ANTE = {"ante": "25"}
PLAY_ON = ("continue", "return-and-invalidate")


def three(book: str, dealing: str | None = None) -> Table:
    """Ann, bob and cat, on boxes 1 to 3, have all their cards and decide."""
    return ready(book, dealing, ann=(1, ANTE), bob=(2, ANTE), cat=(3, ANTE))


def reported(t: Table, incident: str, can_reconstruct: bool = False, **more: Any) -> list[int]:
    """Who may choose after an irregularity."""
    t.do("report", incident=incident, facts={"can_reconstruct": can_reconstruct}, **more)
    return sorted(t.round.offered)


def to_the_reveal(t: Table) -> None:
    """Everybody stays in, and the dealer's cards lie open."""
    while t.phase != "revealed":
        for box in t.view()["round"]["to_decide"]:
            stays = t.round.step is not None and t.round.step.asks == "stay"
            t.choose(box, "raise", "50") if stays else t.choose(box, "check")
        t.deal_all()


# ── a wrong number of cards at one box ────────────────────────────────────────────────────────────


@proves(MS, "5.15", "5.10")
@proves(CS, "5.15", "5.10")
@proves(MH, "5.15", "5.10")
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_15_who_was_dealt_before_a_hand_of_a_wrong_number_has_no_choice(
    book: str, dealing: str
) -> None:
    t = three(book, dealing)
    assert reported(t, "wrong-player-card-count", box=2) == [3]
    assert t.round.offered[3] == PLAY_ON
    assert t.box_view(2)["standing"] == "invalid"
    refused = t.refuse("choose-option", by="player:ann", box=1, option="return-and-invalidate")
    assert (refused.code, refused.message) == ("no-such-box", "Box 1 has nothing to choose.")


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_15_the_last_hand_dealt_affects_nobody(book: str) -> None:
    t = three(book)
    assert reported(t, "wrong-player-card-count", box=3) == []
    assert t.phase == "deciding"


@proves(MS, "5.15")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_15_cards_that_are_still_to_come_are_different_too(book: str) -> None:
    t = Table.open(book, "shoe")
    t.bet(ann=(1, ANTE), bob=(2, ANTE), cat=(3, ANTE))
    for _ in range(3):
        t.deal()
    assert [len(t.held(box)) > 0 for box in (1, 2, 3)] == [True, True, False]
    # Box 1 has had one card before the error and gets the others after it.
    assert reported(t, "wrong-player-card-count", box=2) == [1, 3]


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_15_a_hand_that_is_put_right_may_choose_with_those_after_it(book: str) -> None:
    t = three(book)
    assert reported(t, "wrong-player-card-count", can_reconstruct=True, box=2) == [2, 3]
    assert t.round.offered[2] == ("continue-reconstructed", "return-and-invalidate")


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_the_invalid_hand_has_no_choice_though_it_is_named(book: str) -> None:
    t = three(book)
    assert reported(t, "wrong-player-card-count", box=2, boxes=[1, 2, 3]) == [1, 3]


# ── the dealer's hand is open ─────────────────────────────────────────────────────────────────────


@proves(MS, "5.10", "5.15")
@proves(CS, "5.10", "5.15")
@proves(MH, "5.10", "5.15")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_10_a_loser_does_not_withdraw_when_the_dealers_hand_is_open(book: str) -> None:
    t = Table.open(book)
    t.cards(
        {"dealer": "As Ah", "community": "Ad Kc Kd"} if book == MH else {"dealer": "As Ah Ad Kc Kd"}
    )
    t.bet(ann=(1, ANTE), bob=(2, ANTE), cat=(3, ANTE))
    t.deal_all()
    to_the_reveal(t)
    assert reported(t, "wrong-player-card-count", box=1) == []
    assert reported(t, "other-dealing-error", boxes=[2, 3]) == []
    t.do("settle")
    assert t.result("ante", 1) == ("void", 25_00, 0)
    assert [t.result("ante", box)[0] for box in (2, 3)] == ["lose", "lose"]


# ── other errors ──────────────────────────────────────────────────────────────────────────────────


@proves(MS, "5.10")
@proves(CS, "5.10")
@proves(MH, "5.10")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_10_an_error_at_a_box_affects_it_and_those_dealt_after_it(book: str) -> None:
    t = three(book)
    assert reported(t, "other-dealing-error", box=2) == [2, 3]
    t.do("close-options")
    assert reported(t, "other-dealing-error", can_reconstruct=True, box=1) == [1, 2, 3]


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_no_boxes_are_not_all_boxes(book: str) -> None:
    t = three(book)
    assert reported(t, "other-dealing-error", boxes=[]) == []
    assert reported(t, "wrong-player-card-count", box=1, boxes=[]) == []
    assert t.phase == "deciding"


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_whoever_has_left_or_folded_has_no_choice(book: str) -> None:
    t = three(book)
    t.do("report", incident="player-absent", box=1)
    t.choose(2, "fold")
    assert reported(t, "other-dealing-error") == [3]


@proves(MS, "5.12")
def test_5_12_a_card_that_is_exposed_concerns_whose_it_is() -> None:
    t = three(MS)
    t.do("report", incident="cards-exposed", box=2, facts={"count": 1, "players_have_seen": False})
    assert sorted(t.round.offered) == [2]


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_an_exposed_card_that_is_nobodys_affects_nobody(book: str) -> None:
    t = three(book)
    t.do("report", incident="cards-exposed", facts={"count": 1, "players_have_seen": False})
    assert not t.round.offered


@proves(MS, "5.8.7")
@proves(CS, "5.8.7")
@pytest.mark.parametrize("book", [MS, CS])
def test_5_8_7_the_dealers_hand_put_right_affects_those_who_get_cards_after_it(book: str) -> None:
    t = three(book)
    assert reported(t, "wrong-dealer-card-count", can_reconstruct=True) == []
    t = Table.open(book, "shoe")
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    while not t.held("dealer"):
        t.deal()
    assert reported(t, "wrong-dealer-card-count", can_reconstruct=True) == [1, 2]


@proves(MH, "5.8.7")
def test_5_8_7_community_cards_are_part_of_every_hand() -> None:
    t = three(MH, "shuffler")
    assert reported(t, "wrong-community-card-count", can_reconstruct=True) == [1, 2, 3]


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_hands_that_change_places_are_those_affected(book: str) -> None:
    t = three(book)
    t.choose(1, "examine")
    facts = {"whole_hands_can_move": True}
    t.do("report", incident="misdeal", facts=facts, moves=[[2, 3], [3, 2]])
    assert sorted(t.round.offered) == [2, 3]
    assert t.round.offered[2] == ("continue-reconstructed", "return-and-invalidate")


@proves(MS, "5.15", "5.10.2")
@proves(CS, "5.15", "5.10.2")
@pytest.mark.parametrize("book", [MS, CS])
def test_cards_that_are_told_say_whose_are_different(book: str) -> None:
    t = Table.open(book, "shoe")
    t.cards({1: "2c 3c 4c 5c 6c", 2: "2d 3d 4d 5d 6d", 3: "2h 3h 4h 5h 6h"})
    t.bet(ann=(1, ANTE), bob=(2, ANTE), cat=(3, ANTE))
    t.deal_all()
    hands = {
        "1": ["2c", "3c", "4c", "5c", "6d"],
        "2": ["2d", "3d", "4d", "5d", "6c"],
        "3": ["2h", "3h", "4h", "5h", "6h"],
    }
    facts = {"can_reconstruct": True}
    t.do("report", incident="wrong-player-card-count", box=2, facts=facts, hands=hands)
    assert sorted(t.round.offered) == [1, 2]


@proves(MH, "5.8.7", "5.10.2")
def test_other_community_cards_are_everybodys() -> None:
    t = Table.open(MH, "shuffler")
    t.cards({"community": "2c 3c 4c 5c 6c"})
    t.bet(ann=(1, ANTE), bob=(2, ANTE))
    t.deal_all()
    hands = {"community": ["3c", "2c", "4c", "5c", "6c"]}
    facts = {"can_reconstruct": True}
    t.do("report", incident="other-dealing-error", facts=facts, hands=hands)
    assert sorted(t.round.offered) == [1, 2]


def test_the_journal_says_whom_the_table_found_affected() -> None:
    t = three(MS)
    reported(t, "wrong-player-card-count", box=2)
    assert t.happened(e.IncidentReported)[-1].boxes == (3,)


# ── what voids comes first ────────────────────────────────────────────────────────────────────────


@proves(MS, "5.8.1", "5.8.3")
@proves(CS, "5.8.1", "5.8.3")
@proves(MH, "5.8.1", "5.8.3")
@pytest.mark.parametrize("incident", ["foreign-card", "deck-count-wrong"])
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_what_voids_the_round_ends_the_options(book: str, incident: str) -> None:
    t = three(book)
    assert reported(t, "other-dealing-error") == [1, 2, 3]
    t.do("report", incident=incident)
    assert t.phase == "void"
    assert not t.round.offered
    t.settle()
    t.do("conclude")
    assert set(t.state.chips.values()) == {0}


@proves(SS, "5.1.1")
@pytest.mark.parametrize("book", [*RWS_RULEBOOKS, SS])
def test_what_voids_the_round_ends_a_ruling_that_waits(book: str) -> None:
    t = three(book)
    t.do("report", incident="unlisted", box=1)
    assert t.refused("report", incident="late-bet")[0] == "ruling-pending"
    assert t.refused("report", incident="no-such-thing")[0] == "ruling-pending"
    t.do("report", incident="foreign-card")
    assert t.phase == "void"
    assert t.round.pending is None
    assert t.refused("confirm", by=SHIFT_MANAGER, decision="continue")[0] == "nothing-pending"


def test_what_only_may_void_waits_its_turn() -> None:
    t = three(MS)
    t.do("report", incident="unlisted", box=1)
    facts = {"can_reconstruct": True}
    assert t.refused("report", by=SUPERVISOR, incident="burn-missed", facts=facts)[0] == (
        "ruling-pending"
    )
