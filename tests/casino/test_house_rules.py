"""Tables play by the text that is in force by the house's own record, whatever its files say."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import audit
from pitboss.casino.app import Casino
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.history import find_round
from pitboss.casino.record_shelf import RecordShelf
from pitboss.casino.requests import Answer, BadRequest, OwnRequest, Request
from pitboss.casino.stream_ids import HOUSE_STREAM
from pitboss.house.commands import (
    AnyHouseCommand,
    ApproveRulebook,
    ProposeRulebook,
    SealRulebooks,
    WithdrawRulebook,
)
from pitboss.house.events import RulebookSealed
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal
from pitboss.people.appointments import ALONE
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf, UnknownRulebook
from pitboss.rulebook.texts import pinned
from pitboss.table.events import BettingOpened, RulesTaken, TableOpened
from tests.casino.floor import START_MS, Floor, FloorTable
from tests.house.texts import FLUSH, SINCE, ours, renamed, text, toml
from tests.jackpot.links import MAX, MIA
from tests.support import CS, MS
from tests.tables import setting

BEGINS_MS = START_MS + 100_000_000
"""2027-01-16T11:46:40 in universal time."""
SCHEDULED = (SINCE, "since = 2027-01-16T11:46:40+00:00")
ENDING = (SINCE, f"{SINCE}\nuntil = 2027-01-16T11:46:40+00:00")


def ask(casino: Casino, id: str, command: AnyHouseCommand, by: Actor = MAX) -> Answer:
    return casino.carry_out(Request(id, HOUSE_STREAM, command, by))


def adopt(casino: Casino, *edits: tuple[str, str], replaces: str | None = None) -> str:
    """Two shift managers adopt a text; its hash."""
    rules = text(*edits).hash
    asked = ask(casino, f"p{rules}", ProposeRulebook(toml=toml(*edits), replaces=replaces))
    assert asked.refusal is None, asked.refusal
    assert ask(casino, f"a{rules}", ApproveRulebook(rules=rules), MIA).refusal is None
    return rules


def opened(*, still: bool = False) -> tuple[Floor, FloorTable]:
    floor = Floor()
    if still:
        floor.clock.step_ms = 0
    return floor, floor.table("t1", MS, link=None, **{"progressive-bet": None})


def play(table: FloorTable) -> None:
    """One round."""
    table.bet(ann=(1, {"ante": "25"}))
    table.play_on()
    table.finish()


def right(journal: Journal) -> None:
    """The audit finds nothing."""
    problem = audit(journal).problem
    assert problem is None, problem.sentence


def test_a_table_names_the_text_it_plays_by_which_is_whole_in_the_journal() -> None:
    floor, table = opened()
    streams = [(stored.stream, type(stored.event)) for stored in floor.events()]
    assert streams == [
        ("house", RulebookSealed),
        ("table/t1", TableOpened),
        ("table/t1", RulesTaken),
    ]
    sealed = floor.events()[0].event
    assert isinstance(sealed, RulebookSealed)
    assert (sealed.toml, sealed.clauses) == (ours(MS).toml, ours(MS).clauses)
    assert table.state.rules == pinned(MS, sealed.rules)
    assert table.state.rulebook == MS
    floor.table("t2", MS, link=None, **{"progressive-bet": None})
    assert len(floor.events("house")) == 1, "it is taken down once"


@pytest.mark.parametrize("after", [-1, 0, 1])
def test_a_scheduled_text_takes_over_between_two_rounds_at_its_millisecond(after: int) -> None:
    floor, table = opened(still=True)
    play(table)
    new = adopt(floor.casino, FLUSH, SCHEDULED)
    floor.clock.now_ms = BEGINS_MS + after
    play(table)
    expected = ours(MS).hash if after < 0 else new
    assert table.state.rules == pinned(MS, expected)
    taken = [s for s in floor.events("table/t1") if isinstance(s.event, RulesTaken)]
    assert len(taken) == (1 if after < 0 else 2)
    right(floor.journal)


@pytest.mark.parametrize("after", [-1, 0, 1])
def test_a_text_that_ends_is_not_played_by_from_its_millisecond_on(after: int) -> None:
    floor, table = opened(still=True)
    new = adopt(floor.casino, ENDING)
    play(table)
    assert table.state.rules == pinned(MS, new)
    floor.clock.now_ms = BEGINS_MS + after
    play(table)
    expected = new if after < 0 else ours(MS).hash
    assert table.state.rules == pinned(MS, expected), "the one before is in force again"
    right(floor.journal)


def test_a_round_is_played_to_its_end_by_the_rules_it_began_by() -> None:
    floor, table = opened(still=True)
    adopt(floor.casino, FLUSH, SCHEDULED)
    floor.clock.now_ms = BEGINS_MS - 1
    table.bet(ann=(1, {"ante": "25"}))
    floor.clock.now_ms = BEGINS_MS + 1
    table.play_on()
    assert table.state.rules == pinned(MS, ours(MS).hash)
    table.finish()
    play(table)
    assert table.state.rules == pinned(MS, text(FLUSH, SCHEDULED).hash)
    right(floor.journal)


@pytest.mark.parametrize("after", [-1, 0])
def test_no_table_plays_where_no_text_is_in_force(after: int) -> None:
    floor = Floor()
    floor.clock.step_ms = 0
    rules = adopt(floor.casino, renamed("house-stud-1"), SCHEDULED)
    floor.clock.now_ms = BEGINS_MS + after
    table = FloorTable(floor, "t1")
    opening = setting(MS) | {"rulebook": "house-stud-1", "link": None, "progressive-bet": None}
    if after < 0:
        refused = table.refuse("open-table", by="pit-supervisor:sam", **opening)
        assert refused.code == "bad-configuration"
        assert refused.message == (
            "The rulebook house-stud-1 is not in force before 2027-01-16 11:46:40+00:00."
        )
        return
    table.do("open-table", by="pit-supervisor:sam", **opening)
    assert table.state.rules == pinned("house-stud-1", rules)


def test_a_table_whose_rulebook_has_ended_begins_no_round() -> None:
    floor = Floor()
    floor.clock.step_ms = 0
    adopt(floor.casino, renamed("house-stud-1"), ENDING)
    table = FloorTable(floor, "t1")
    opening = setting(MS) | {"rulebook": "house-stud-1", "link": None, "progressive-bet": None}
    table.do("open-table", by="pit-supervisor:sam", **opening)
    floor.clock.now_ms = BEGINS_MS
    refused = table.refuse("open-betting")
    assert (refused.code, refused.message) == (
        "bad-configuration",
        (
            "The rulebook house-stud-1 has ended: it has not been in force since 2027-01-16 "
            "11:46:40+00:00."
        ),
    )


def test_a_table_that_the_new_text_has_no_room_for_has_to_be_opened_anew() -> None:
    floor, table = opened()
    adopt(floor.casino, ("boxes = [1, 9]", "boxes = [7, 9]"))
    refused = table.refuse("open-betting")
    assert refused.code == "bad-configuration"
    assert refused.message.endswith(
        "is now in force. Layout A has 7 to 9 boxes, not 6. Close the table and open it under the "
        "new rules."
    )


def test_a_later_edition_takes_over_and_what_was_played_is_shown_by_its_own_rules() -> None:
    floor, table = opened()
    play(table)
    fourth = adopt(floor.casino, renamed("rws-multilink-stud-4"), FLUSH, replaces=MS)
    play(table)
    assert table.state.rules == pinned("rws-multilink-stud-4", fourth)
    assert table.state.rulebook == "rws-multilink-stud-4", "as its records call it"
    shelf = RecordShelf(floor.journal, Shelf())
    first, second = (find_round(floor.journal, f"t1-{number}").begun(shelf) for number in (1, 2))
    assert [first.book.id, second.book.id] == [MS, "rws-multilink-stud-4"]
    right(floor.journal)
    floor.reopen()
    assert floor.casino.table("t1") == table.state


# ── files ─────────────────────────────────────────────────────────────────────────────────────────


class EmptyShelf(Shelf):
    """A machine on which no rulebook's file is left."""

    def get(self, name: str) -> None:  # type: ignore[override]  # nothing is ever found
        raise UnknownRulebook(f"there is no rulebook {name!r}")


def test_what_the_journal_has_no_file_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    floor, table = opened()
    play(table)
    monkeypatch.setattr("tests.casino.floor.SHELF", EmptyShelf())
    casino = floor.reopen()
    assert casino.table("t1") == table.state
    assert casino.book(MS, START_MS).id == MS
    play(table)


def flush(book: Rulebook) -> str:
    pays: Any = book.pays
    return str(pays.bet.flush.pays)


def test_an_altered_file_changes_nothing(tmp_path: Path) -> None:
    floor, _ = opened()
    file = tmp_path / "other.toml"
    file.write_text(toml(FLUSH), encoding="utf-8")
    casino = Casino(floor.journal, shelf=Shelf([file]), clock_ms=floor.clock)
    state = casino.table("t1")
    assert state is not None
    assert flush(state.book) == flush(casino.shelf.get(MS)) == "5 to 1"
    assert casino.seal_rules() == ()
    found = casino.shelf.filed(MS)
    assert found is not None
    assert flush(found) == "6 to 1"


# ── who may ───────────────────────────────────────────────────────────────────────────────────────

CONTROLS = Controls(verifiers=1, approvals=ApprovalPolicy(), people=ALONE)


def test_an_own_rulebook_is_adopted_before_a_controlled_house_plays_by_it(tmp_path: Path) -> None:
    file = tmp_path / "house-stud-1.toml"
    file.write_text(toml(renamed("house-stud-1")), encoding="utf-8")
    journal = MemoryJournal()
    floor = Floor(journal)
    floor.casino = Casino(journal, shelf=Shelf([file]), clock_ms=floor.clock, controls=CONTROLS)
    table = FloorTable(floor, "t1")
    opening = setting(MS) | {"rulebook": "house-stud-1", "link": None, "progressive-bet": None}
    refused = table.refuse("open-table", by="pit-supervisor:sam", **opening)
    assert (refused.code, refused.message) == (
        "bad-configuration",
        (
            "The rulebook house-stud-1 has not been adopted: one shift manager proposes it "
            "and another approves it."
        ),
    )
    adopt(floor.casino, renamed("house-stud-1"))
    table.do("open-table", by="pit-supervisor:sam", **opening)
    assert table.state.book.id == "house-stud-1"


def test_a_house_is_sealed_with_all_that_is_known_and_once(tmp_path: Path) -> None:
    file = tmp_path / "house-stud-1.toml"
    file.write_text(toml(renamed("house-stud-1")), encoding="utf-8")
    casino = Casino(MemoryJournal(), shelf=Shelf([file]))
    sealed = casino.seal_rules()
    assert set(sealed) == set(casino.shelf.ids())
    assert "house-stud-1" in sealed
    assert casino.seal_rules() == ()


def test_what_is_refused_is_on_record_and_nobody_else_seals() -> None:
    floor, _ = opened()
    refused = ask(floor.casino, "x1", WithdrawRulebook(rules="ab" * 32)).refusal
    assert refused is not None
    assert refused.code == "nothing-proposed"
    assert floor.events()[-1].stream == HOUSE_STREAM
    with pytest.raises(BadRequest, match="seal-rulebooks is not for people to ask for"):
        ask(floor.casino, "x2", SealRulebooks(texts=()))
    own = OwnRequest("house/x", HOUSE_STREAM, SealRulebooks(texts=(ours(MS),)), MAX)
    assert floor.casino.carry_out(own).events == ()
    right(floor.journal)


def test_a_document_whose_date_has_not_come_is_not_sealed(tmp_path: Path) -> None:
    file = tmp_path / "house-stud-1.toml"
    file.write_text(toml(renamed("house-stud-1"), SCHEDULED), encoding="utf-8")
    floor = Floor()
    floor.casino = Casino(floor.journal, shelf=Shelf([file]), clock_ms=floor.clock)
    table = FloorTable(floor, "t1")
    opening = setting(MS) | {"rulebook": "house-stud-1", "link": None, "progressive-bet": None}
    refused = table.refuse("open-table", by="pit-supervisor:sam", **opening)
    assert refused.message.endswith("is not in force before 2027-01-16 11:46:40+00:00.")
    assert not floor.casino.house().books


def test_rounds_on_the_same_text_cost_no_further_event() -> None:
    floor, table = opened()
    play(table)
    play(table)
    kinds = [type(stored.event) for stored in floor.events("table/t1")]
    assert kinds.count(RulesTaken) == 1
    assert kinds.count(BettingOpened) == 2


def test_another_rulebook_is_looked_for_where_the_journal_has_none() -> None:
    floor, _ = opened()
    shelf = RecordShelf(floor.journal, Shelf())
    assert shelf.get(CS).id == CS
    with pytest.raises(UnknownRulebook, match="is not here, but another one of that id"):
        shelf.get(pinned(MS, "ab" * 32))
