"""An interruption of which only the pit can say whether it affects the continuation of a round."""

import pytest

from pitboss.table import events as e
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, SS, proves
from tests.tables import DEALER, SUPERVISOR, Table, ready

ASKED = {"affects_continuation": "unknown"}
CLAUSE = {MS: "5.7", CS: "5.7", MH: "5.7", SS: "5.16", BE: "5.16"}


def interrupted(book: str) -> Table:
    t = ready(book, ann=(1, {"main" if book == BE else "ante": "25"}))
    t.do("report", incident="technical-interruption", facts=ASKED)
    return t


@proves(MS, "5.7")
@proves(CS, "5.7")
@proves(MH, "5.7")
@proves(SS, "5.16")
@proves(BE, "5.16")
@pytest.mark.parametrize("book", RULEBOOKS)
def test_not_affected_the_round_goes_on(book: str) -> None:
    t = interrupted(book)
    assert t.refused("confirm", by=DEALER, decision="continue")[0] == "not-allowed"
    assert t.view(SUPERVISOR)["round"]["ruling"]["decisions"] == [None, "continue"]
    (event,) = t.do("confirm", by=SUPERVISOR, decision="continue")
    assert isinstance(event, e.RulingConfirmed)
    assert event.ruling.clauses == (CLAUSE[book],)
    assert (t.phase, t.round.pending, dict(t.round.offered)) == ("deciding", None, {})


@proves(MS, "5.7.2")
@proves(CS, "5.7.2")
@proves(MH, "5.7.2")
@proves(SS, "5.16.1")
@proves(BE, "5.16.1")
@pytest.mark.parametrize("book", RULEBOOKS)
def test_affected_the_clause_decides(book: str) -> None:
    t = interrupted(book)
    t.do("confirm", by=SUPERVISOR)
    if book in MBS_RULEBOOKS:
        assert t.round.offered == {1: ("withdraw", "stay")}
    else:
        assert t.phase == "void"


@pytest.mark.parametrize("book", RULEBOOKS)
def test_while_a_ruling_waits_nothing_more_is_asked(book: str) -> None:
    t = ready(book, ann=(1, {"main" if book == BE else "ante": "25"}))
    t.do("report", incident="unlisted", box=1)
    refused = t.refuse("report", incident="technical-interruption", facts=ASKED)
    assert (refused.code, refused.message) == (
        "ruling-pending",
        "Another ruling is already waiting; report the interruption once it has been made.",
    )


@pytest.mark.parametrize("book", RULEBOOKS)
def test_who_reports_it_may_say_that_it_affects_nothing(book: str) -> None:
    t = ready(book, ann=(1, {"main" if book == BE else "ante": "25"}))
    facts = {"affects_continuation": False}
    (event,) = t.do("report", incident="technical-interruption", facts=facts)
    assert isinstance(event, e.IncidentReported)
    assert (event.ruling.effects, event.ruling.clauses) == (("continue",), (CLAUSE[book],))
