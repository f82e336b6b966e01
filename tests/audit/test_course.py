"""What the auditor does with games whose course it does not know, and whom it names."""

import msgspec
import pytest

from pitboss.audit import audit, stud
from pitboss.audit.families import course_of
from pitboss.audit.report import person_of
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record
from tests.audit.histories import History
from tests.audit.tampering import first, journal_of, with_edit


@pytest.fixture
def few() -> list[Record]:
    journal = MemoryJournal()
    History(journal, seed=1).play(200)
    return journal.read_all(0, 10_000)


def test_a_game_that_does_not_say_how_it_runs_is_said_to_be_unaudited(
    few: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = audit(journal_of(few))
    assert report.content, report.problem
    assert report.unaudited == ()
    known = report.counts.rulings
    monkeypatch.delattr(stud, "COURSE")
    course_of.cache_clear()
    try:
        report = audit(journal_of(few))
    finally:
        monkeypatch.undo()
        course_of.cache_clear()
    assert report.content, report.problem
    books = {"rws-multilink-stud-3", "rws-casino-stud-6", "mbs-megalink-stud-6"}
    assert set(report.unaudited) == books
    assert report.counts.rulings < known
    assert set(report.written.unaudited or ()) == books


def test_the_person_is_named(few: list[Record]) -> None:
    at = first(few, "bet-placed/1")
    changed = with_edit(few, at, lambda event: event.update(box=99))
    problem = audit(journal_of(changed)).problem
    assert problem is not None
    assert problem.person == msgspec.json.decode(at.body)["by"]["name"]
    assert f", by {problem.person}): a box of the layout" in problem.sentence


@pytest.mark.parametrize(
    ("body", "person"),
    [
        (b'{"by": {"name": "ann"}}', "ann"),
        (b'{"by": "root"}', "root"),
        (b'{"asked-by": {"name": "sam"}, "approved-by": {"name": "pat"}}', "sam"),
        (b'{"round": 1}', None),
        (b"[]", None),
        (b"{", None),
    ],
)
def test_whom_an_event_names(few: list[Record], body: bytes, person: str | None) -> None:
    assert person_of(msgspec.structs.replace(few[0], body=body)) == person
