"""Changes to where records stand and to what they are bound to."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from pitboss.audit import Discrepancy, audit
from pitboss.audit.chain import SeenIds
from pitboss.audit.hashing import hash_heads, hash_record
from pitboss.audit.report import Misfit
from pitboss.journal.chain import START, hash_of, leaf, merkle_root
from pitboss.journal.port import Head, Record
from tests.audit.tampering import first, hashed_again, journal_of, numbered_again

replace = msgspec.structs.replace


def problem_of(records: Sequence[Record]) -> Discrepancy:
    problem = audit(journal_of(records)).problem
    assert problem is not None, "the auditor noticed nothing"
    return problem


def place(problem: Discrepancy) -> tuple[int | None, str | None, int | None]:
    return problem.position, problem.stream, problem.version


def test_a_hash_is_computed_from_its_description() -> None:
    record = Record(
        258, "table/T1", 3, 1_700_000_000_000, "c-1", 0, b"\x01" * 32, "x/1", b"{}", b""
    )
    assert hash_record(record, START) == hash_of(record, START)
    later = replace(record, number=70_000, entry=None, stream="täble", body=b"")
    assert hash_record(later, b"\xff" * 32) == hash_of(later, b"\xff" * 32)
    # Put together byte by byte and hashed outside: it may never change, or old journals would not
    # fit.
    known = "7c56a73faaeed11968402b09c3d2ad822a5b7aba85b5fa40ac7cd3dff4dda021"
    assert hash_record(record, START).hex() == known


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 8, 13])
def test_the_root_over_the_heads(count: int) -> None:
    heads = {f"s{n}": (n + 1, bytes([n]) * 32) for n in range(count)}
    leaves = [leaf(stream, Head(*heads[stream])) for stream in sorted(heads)]
    assert hash_heads(heads) == merkle_root(leaves)


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "position": ({"position": 10_000_000}, "the hash does not fit"),
    "stream": ({"stream": "table/T9"}, "a version is missing"),
    "version": ({"version": 7_000}, "a version is missing"),
    "at_ms": ({"at_ms": 5}, "the hash does not fit"),
    "command": ({"command": "h/other"}, "the hash does not fit"),
    "number": ({"number": 1}, "the command '"),
    "entry": ({"entry": bytes(32)}, "the hash does not fit"),
    "no entry": (
        {"entry": None},
        "the first record of a command holds its entry",
    ),
    "kind": ({"kind": "bet-withdrawn/1"}, "the hash does not fit"),
    "body": ({"body": b"{}"}, "the hash does not fit"),
    "hash": ({"hash": bytes(32)}, "the hash does not fit"),
}


@pytest.mark.parametrize("column", CHANGES)
def test_a_change_of_one_column_is_found_there(history: list[Record], column: str) -> None:
    changes, words = CHANGES[column]
    # The last record, so that positions still rise when its own is raised.
    at = len(history) - 1
    while history[at].number:
        at -= 1
    records = history[: at + 1]
    changed = replace(records[at], **changes)
    problem = problem_of([*records[:at], changed])
    assert problem.what.startswith(words)
    assert place(problem) == (changed.position, changed.stream, changed.version)
    assert str(changed.position) in problem.sentence


def test_a_changed_body_is_found_at_its_place_and_not_later(history: list[Record]) -> None:
    at = first(history, "bet-placed/1")
    body = at.body.replace(b'"box":', b'"box": ')
    problem = problem_of([replace(at, body=body) if record is at else record for record in history])
    assert place(problem) == (at.position, at.stream, at.version)
    assert problem.what == "the hash does not fit the record"


def test_bytes_that_are_not_canonical(history: list[Record]) -> None:
    at = first(history, "bet-placed/1")
    body = at.body.replace(b'"box":', b'"box": ')
    problem = problem_of(
        hashed_again([replace(at, body=body) if record is at else record for record in history])
    )
    assert place(problem) == (at.position, at.stream, at.version)
    assert problem.what == "the bytes of bet-placed/1"


def test_a_record_that_was_taken_out(history: list[Record]) -> None:
    at = first(history, "cards-dealt/1")
    after = next(r for r in history if r.stream == at.stream and r.version == at.version + 1)
    problem = problem_of([record for record in history if record is not at])
    assert place(problem) == (after.position, after.stream, after.version)
    assert (problem.expected, problem.found) == (str(at.version), str(after.version))


def test_a_command_that_was_taken_out_and_all_others_numbered_again(history: list[Record]) -> None:
    at = first(history, "betting-closed/1")
    kept = [record for record in history if record.command != at.command]
    after = next(
        r
        for r in history
        if r.stream == at.stream
        and r.kind in ("cards-dealt/1", "card-burnt/1")
        and r.position > at.position
    )
    gone = len([r for r in history if r.command == at.command])
    problem = problem_of(numbered_again(kept))
    assert (problem.stream, problem.kind) == (at.stream, after.kind)
    assert problem.position == after.position - gone
    assert problem.what == "cards come while they are dealt"


def test_two_records_that_changed_places(history: list[Record]) -> None:
    at = first(history, "bet-placed/1")
    index = history.index(at)
    other = next(i for i in range(index + 1, len(history)) if history[i].stream == at.stream)
    swapped = list(history)
    swapped[index], swapped[other] = (
        replace(history[other], position=at.position),
        replace(at, position=history[other].position),
    )
    problem = problem_of(swapped)
    assert problem.position == at.position
    assert problem.what == "a version is missing or stands twice"


def test_records_of_a_command_stand_together(history: list[Record]) -> None:
    second = next(record for record in history if record.number == 1)
    index = history.index(second)
    moved = [replace(record, position=record.position + 1) for record in history[index:]]
    problem = problem_of(hashed_again([*history[:index], *moved]))
    assert place(problem) == (second.position + 1, second.stream, second.version)
    assert problem.what == "the records of a command stand one after another"


def test_records_of_a_command_have_one_time(history: list[Record]) -> None:
    at = next(record for record in history if record.number == 1)
    records = [replace(r, at_ms=r.at_ms + 1) if r is at else r for r in history]
    problem = problem_of(hashed_again(records))
    assert place(problem) == (at.position, at.stream, at.version)
    assert problem.what == "the records of a command have one time"


def test_a_second_entry(history: list[Record]) -> None:
    at = next(record for record in history if record.number == 1)
    problem = problem_of(
        hashed_again([replace(r, entry=bytes(32)) if r is at else r for r in history])
    )
    assert place(problem) == (at.position, at.stream, at.version)


def test_a_command_id_that_comes_again(history: list[Record]) -> None:
    at = [
        record for record in history if record.number == 0 and record.kind == "command-refused/1"
    ][20]
    again = replace(at, command=history[0].command)
    problem = problem_of(hashed_again([again if record is at else record for record in history]))
    assert place(problem) == (at.position, at.stream, at.version)
    assert "stored twice" in problem.what


def test_a_position_that_comes_again(history: list[Record]) -> None:
    at = next(record for record in history[10:] if record.number == 0)
    before = history[history.index(at) - 1]
    problem = problem_of(
        hashed_again([replace(r, position=before.position) if r is at else r for r in history])
    )
    assert problem.position == before.position
    assert problem.what == "positions do not rise"


def test_an_id_may_only_look_as_if_it_had_come() -> None:
    asked: list[str] = []

    def look_up(command: str) -> list[Record]:
        asked.append(command)
        return []

    seen = SeenIds(0, look_up)
    for number in range(60_000):
        seen.add(f"c/{number}", number)
    assert asked, "so many ids in so small a field look alike now and then"
    twice = SeenIds(0, lambda _: [Record(4, "s", 1, 0, "c", 0, b"", "k", b"", b"")])
    twice.add("c", 4)
    with pytest.raises(Misfit, match="stored twice"):
        twice.add("c", 5)
