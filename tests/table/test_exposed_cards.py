"""Cards exposed one after another are reported one after another, and the table adds them up."""

from typing import Any

import pytest

from pitboss.table import events as e
from pitboss.table.state import Exposed
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RWS_RULEBOOKS, SS, proves
from tests.tables import SHIFT_MANAGER, Table, ready


def table(book: str) -> Table:
    """Ann and bob, on boxes 1 and 2, have their cards; nobody has looked."""
    bets = {"main" if book == BE else "ante": "25"}
    return ready(book, ann=(1, bets), bob=(2, bets))


def expose(
    t: Table, box: int | None = None, count: int = 1, dealers: bool = False, seen: bool = False
) -> None:
    facts = {"count": count, "dealers_card": dealers, "players_have_seen": seen}
    t.do("report", incident="cards-exposed", box=box, facts=facts)


@proves(MS, "5.8.2", "5.12")
@proves(CS, "5.8.2", "5.12")
@proves(MH, "5.8.2", "5.12")
@pytest.mark.parametrize("second", [1, 2])
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_8_2_a_second_card_exposed_in_the_same_deal_makes_two(book: str, second: int) -> None:
    t = table(book)
    expose(t, 1)
    assert sorted(t.round.offered) == [1]
    t.do("choose-option", by="player:ann", box=1, option="continue")
    expose(t, second)
    assert t.phase == "void"
    assert t.round.void_clauses == ("5.8.2",)
    t.settle()
    t.do("conclude")
    assert set(t.state.chips.values()) == {0}


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_8_2_the_second_card_is_told_while_the_first_players_choice_is_open(book: str) -> None:
    t = table(book)
    expose(t, 1)
    expose(t, 2)
    assert t.phase == "void"
    assert not t.round.offered


@proves(MS, "5.12")
@proves(CS, "5.12")
@proves(MH, "5.12")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_12_a_second_card_after_somebody_has_looked_changes_nothing(book: str) -> None:
    t = table(book)
    expose(t, 1)
    t.do("close-options")
    t.choose(1, "examine")
    expose(t, 2, seen=True)
    assert t.phase == "deciding"
    assert not t.round.offered


@proves(SS, "5.4")
@proves(BE, "5.4")
@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_5_4_a_second_card_exposed_in_the_same_deal_makes_two(book: str, looks: bool) -> None:
    t = table(book)
    expose(t, 1)
    assert t.round.pending is not None
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    if looks:
        t.choose(1, "examine")
    expose(t, 2)
    assert t.phase == "void"
    assert t.round.void_clauses == ("5.4",)


@proves(SS, "5.4")
@proves(BE, "5.4")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_5_4_the_second_card_does_not_wait_for_the_decision_on_the_first(book: str) -> None:
    t = table(book)
    expose(t, 1)
    expose(t, 1)
    assert t.phase == "void"
    assert t.round.pending is None


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_count_that_is_corrected_is_not_counted_twice(book: str) -> None:
    t = table(book)
    expose(t, 1)
    t.do("confirm", by=SHIFT_MANAGER, decision="continue", facts={"count": 1})
    assert t.phase == "deciding"
    t = table(book)
    expose(t, 1)
    t.do("confirm", by=SHIFT_MANAGER, facts={"count": 2})
    assert t.phase == "void"


@proves(MS, "5.16", "5.8.2")
@proves(CS, "5.16", "5.8.2")
@pytest.mark.parametrize("book", [MS, CS])
def test_5_16_one_card_of_the_dealers_does_not_count(book: str) -> None:
    t = table(book)
    expose(t, 1)
    t.do("close-options")
    expose(t, dealers=True)
    assert isinstance(t.events[-1], e.FaceUpChosen)
    assert t.phase == "deciding"
    # The face-up card is none of the two; the next one of a player's is.
    expose(t, 2)
    assert t.phase == "void"


@pytest.mark.parametrize("book", [MS, CS])
def test_5_16_two_cards_of_the_dealers_are_two(book: str) -> None:
    t = table(book)
    expose(t, dealers=True)
    expose(t, 1)
    assert sorted(t.round.offered) == [1]
    t.do("close-options")
    t = table(book)
    expose(t, dealers=True)
    expose(t, dealers=True)
    assert t.phase == "void"
    assert t.round.void_clauses == ("5.8.2",)


@proves(MH, "5.8.2")
@proves(SS, "5.4")
@pytest.mark.parametrize("book", [MH, SS])
def test_where_no_clause_spares_it_a_card_of_the_dealers_counts(book: str) -> None:
    t = table(book)
    expose(t, 1)
    expose(t, dealers=True)
    assert t.phase == "void"


@pytest.mark.parametrize("book", [*RWS_RULEBOOKS, *MBS_RULEBOOKS])
def test_each_deal_is_counted_by_itself(book: str) -> None:
    t = table(book)
    expose(t, 1)
    t.do("report", incident="foreign-card")
    t.settle()
    t.do("conclude")
    t.bet(ann=(1, {"main" if book == BE else "ante": "25"}))
    t.deal_all()
    expose(t, 1)
    assert t.phase == "deciding"


@pytest.mark.parametrize("book", [MS, SS])
def test_how_many_were_exposed_must_still_be_told(book: str) -> None:
    t = table(book)
    facts: dict[str, bool | int] = {"players_have_seen": False}
    told: dict[str, Any] = {"incident": "cards-exposed", "box": 1}
    assert t.refused("report", **told, facts=facts)[0] == "fact-needed"
    assert t.refused("report", **told, facts=facts | {"count": 0})[0] == "bad-fact"


@proves(MS, "5.12")
@proves(MH, "5.12")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_5_12_how_many_does_not_matter_when_somebody_has_looked(book: str) -> None:
    t = table(book)
    t.choose(1, "examine")
    t.do("report", incident="cards-exposed")
    assert t.phase == "deciding"
    assert t.round.exposed == Exposed()
