"""A table takes the text that is in force when it is opened, and between two rounds."""

import pytest
from msgspec.structs import replace

from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf
from pitboss.rulebook.texts import pinned, text_of
from pitboss.rulebook.variants import vary
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Given
from pitboss.table.decide import decide
from pitboss.table.evolve import evolve, fold
from pitboss.table.refusals import TableRefused
from pitboss.table.state import TableState
from tests.support import MS, book_of
from tests.table.test_events import DANA
from tests.tables import Table

SAM = Actor(Post.PIT_SUPERVISOR, "sam")


def named(book: Rulebook) -> str:
    return pinned(book.id, text_of(book).hash)


BETTER = vary(book_of(MS), {"pays.bet.flush": "6 to 1"}, "house-stud-1")
SMALLER = vary(book_of(MS), {"layouts.A.boxes": [7, 9]}, "house-stud-2")
SHELF = Shelf([BETTER, SMALLER])


def opened(rules: str | None) -> TableState:
    opening = Table.open(MS).state.settings
    events = decide(None, opening, SAM, Given(rules=rules), "t1", SHELF)
    assert not isinstance(events, TableRefused), events
    taken = [event for event in events if isinstance(event, e.RulesTaken)]
    assert taken == ([] if rules is None else [e.RulesTaken(rules, SAM)])
    state = fold(events, None, SHELF)
    assert state is not None
    return state


def test_a_table_is_opened_by_the_text_in_force() -> None:
    state = opened(named(BETTER))
    assert (state.book, state.rules, state.rulebook) == (BETTER, named(BETTER), "house-stud-1")
    assert state.settings.rulebook == MS
    plain = opened(None)
    assert (plain.book.id, plain.rules, plain.rulebook) == (MS, None, MS)


def test_another_text_takes_over_when_a_round_is_opened() -> None:
    state = opened(named(book_of(MS)))
    events = decide(state, c.OpenBetting(), DANA, Given(rules=named(BETTER)), "t1", SHELF)
    assert not isinstance(events, TableRefused)
    assert [type(event) for event in events[:2]] == [e.RulesTaken, e.BettingOpened]
    after = fold(events, state, SHELF)
    assert after is not None
    assert after.book is BETTER
    assert after.round is not None
    same = decide(state, c.OpenBetting(), DANA, Given(rules=state.rules), "t1", SHELF)
    assert not isinstance(same, TableRefused)
    assert not any(isinstance(event, e.RulesTaken) for event in same)


def test_no_text_takes_over_while_a_round_is_on() -> None:
    state = opened(named(book_of(MS)))
    begun = decide(state, c.OpenBetting(), DANA, Given(rules=state.rules), "t1", SHELF)
    assert not isinstance(begun, TableRefused)
    on = fold(begun, state, SHELF)
    refused = decide(on, c.OpenBetting(), DANA, Given(rules=named(BETTER)), "t1", SHELF)
    assert isinstance(refused, TableRefused)
    assert refused.code == "round-in-progress"


def test_a_text_in_which_the_table_has_no_place_is_not_taken() -> None:
    state = opened(named(book_of(MS)))
    refused = decide(state, c.OpenBetting(), DANA, Given(rules=named(SMALLER)), "t1", SHELF)
    assert isinstance(refused, TableRefused)
    assert refused.code == "bad-configuration"
    assert "is now in force. Layout A has 7 to 9 boxes, not 6." in refused.message


def test_what_is_refused_under_the_new_text_takes_nothing_over() -> None:
    state = replace(opened(named(book_of(MS))), operation_awaited=True)
    refused = decide(state, c.OpenBetting(), DANA, Given(rules=named(BETTER)), "t1", SHELF)
    assert isinstance(refused, TableRefused)
    assert refused.code == "operation-pending"


@pytest.mark.parametrize(("book", "clauses"), [(BETTER, ()), (book_of(MS), ("5.1",))])
def test_whoever_was_barred_stays_so_without_the_clauses_of_another_document(
    book: Rulebook, clauses: tuple[str, ...]
) -> None:
    state = replace(opened(named(book_of(MS))), barred_players={"ann": ("5.1",)})
    after = evolve(state, e.RulesTaken(named(book), SAM), SHELF)
    assert after.barred_players == {"ann": clauses}


def test_a_table_that_opens_again_is_told_by_what_it_plays() -> None:
    state = opened(named(BETTER))
    closed = evolve(state, e.TableClosed(SAM), SHELF)
    again = evolve(closed, e.TableOpened("t1", state.settings, SAM), SHELF)
    assert (again.rules, again.book.id) == (None, MS)
