"""Every entry is decided again: equal, record for record, or the difference is named."""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.audit import audit
from pitboss.audit import replay as replay_module
from pitboss.audit.replay import Replay
from pitboss.casino.entry import body_of_entry, read_entry
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record
from tests.audit.histories import History
from tests.audit.tampering import first, hashed_again, journal_of, with_edit

VAULT = bytes(range(32))


def with_entry(records: Sequence[Record], at: Record, **changes: object) -> list[Record]:
    """All records, one entry of which says something else."""
    entry = body_of_entry(replace(read_entry(at.entry or b""), **changes))
    return hashed_again([replace(one, entry=entry) if one is at else one for one in records])


@pytest.mark.parametrize("key", [None, VAULT], ids=["shuffles of version 1", "shuffles with a key"])
@pytest.mark.parametrize("seed", range(2))
def test_a_history_is_decided_as_it_was(seed: int, key: bytes | None) -> None:
    journal = MemoryJournal()
    History(journal, seed, key=key).agree().play(600)
    replayed = Replay(journal).run()
    assert replayed.differences == ()
    assert replayed.fault is None
    assert replayed.entries > 600
    if key is None:
        assert replayed.followed == 0


def test_what_was_asked_is_held_against_what_it_led_to(history: list[Record]) -> None:
    at = first(history, "bet-placed/1")
    asked = msgspec.json.decode(read_entry(at.entry or b"").command)
    asked["amount"] += 500
    changed = with_entry(history, at, command=msgspec.Raw(msgspec.json.encode(asked)))
    problem = audit(journal_of(changed), replay=True).problem
    assert problem is not None
    assert (problem.position, problem.person) == (at.position, read_entry(at.entry or b"").by)
    assert f'"amount":{asked["amount"]}' in problem.expected


def test_an_event_that_nobody_asked_for_is_found(history: list[Record]) -> None:
    at = first(history, "command-refused/1")
    changed = with_edit(history, at, lambda event: event.update(message="Something else."))
    replayed = Replay(journal_of(changed)).run()
    (difference,) = replayed.differences
    assert difference.at == at.position
    assert "Something else." in difference.stored
    assert "Something else." not in difference.decided


def test_an_entry_says_what_was_asked(history: list[Record]) -> None:
    at = first(history, "bet-placed/1")
    changed = with_entry(history, at, command=msgspec.Raw(b"null"))
    problem = audit(journal_of(changed), replay=True).problem
    assert problem is not None
    assert problem.what == "an entry says what was asked"


def test_another_programs_differences_accuse_nobody(
    history: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    older = "0.9.0+0123456789ab"
    monkeypatch.setattr(replay_module, "RELEASES", frozenset((older,)))
    at = first(history, "command-refused/1")
    changed = with_edit(history, at, lambda event: event.update(message="It was so then."))
    changed = with_entry(changed, changed[history.index(at)], program=older)
    report = audit(journal_of(changed), replay=True)
    assert report.content
    assert report.decided is not None
    assert [one.program for one in report.decided.differences] == [older]


def test_a_program_that_nobody_knows_is_found(history: list[Record]) -> None:
    at = first(history, "bet-placed/1")
    report = audit(journal_of(with_entry(history, at, program="9.9.9+somebody")), replay=True)
    assert report.problem is not None
    assert report.problem.found == "9.9.9+somebody"


def test_an_error_of_ours_is_told_as_one(
    history: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(replay_module, "draft", broken)
    report = audit(journal_of(history), replay=True)
    assert report.problem is None
    assert report.decided is not None
    assert "ZeroDivisionError: a bug" in (report.decided.fault or "")
