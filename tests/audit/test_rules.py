"""The rules of a house in its journal: the audit needs nothing else, and finds every change."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.audit import audit, rulebook_file
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import HOUSE_STREAM
from pitboss.house.commands import ApproveRulebook, ProposeRulebook, WithdrawRulebook
from pitboss.journal.port import Record
from tests.audit.tampering import Change, edited, hashed_again, journal_of, numbered_again
from tests.casino.floor import Floor, FloorTable
from tests.house.texts import FLUSH, SINCE, renamed, text, toml
from tests.jackpot.links import MAX, MIA
from tests.support import MS

SCHEDULED = (SINCE, "since = 2027-01-16T11:46:40+00:00")
BEGINS_MS = 1_800_100_000_000


def play(table: FloorTable) -> None:
    table.bet(ann=(1, {"ante": "25"}))
    table.play_on()
    table.finish()


@pytest.fixture(scope="module")
def records() -> tuple[Record, ...]:
    """A table plays by what was sealed, then by what two persons have adopted for a later hour."""
    floor = Floor()
    floor.clock.step_ms = 0
    table = floor.table("t1", MS, link=None, **{"progressive-bet": None})
    play(table)
    for id, command, by in (
        ("propose-1", ProposeRulebook(toml=toml(FLUSH, SCHEDULED)), MAX),
        ("propose-2", ProposeRulebook(toml=toml(renamed("other-1"))), MAX),
        ("withdraw-2", WithdrawRulebook(rules=text(renamed("other-1")).hash), MAX),
        ("adopt-1", ApproveRulebook(rules=text(FLUSH, SCHEDULED).hash), MIA),
    ):
        floor.casino.carry_out(Request(id, HOUSE_STREAM, command, by))
    play(table)
    floor.clock.now_ms = BEGINS_MS
    play(table)
    return tuple(floor.journal.read_all(0, 10_000))


def found(records: list[Record]) -> tuple[int | None, str]:
    """Where the audit finds something, and what."""
    problem = audit(journal_of(records)).problem
    assert problem is not None
    return problem.position, problem.what


def changed(records: tuple[Record, ...], position: int, change: Change) -> list[Record]:
    """One event changed, and all hashes made to fit again."""
    return hashed_again(
        [edited(one, change) if one.position == position else one for one in records]
    )


def place(records: tuple[Record, ...], kind: str, nth: int = 0) -> int:
    return [one.position for one in records if one.kind == kind][nth]


def test_the_record_is_right(records: tuple[Record, ...]) -> None:
    assert audit(journal_of(records)).problem is None


def test_no_file_of_a_rulebook_is_read(
    records: tuple[Record, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(name: object) -> None:
        raise AssertionError(f"a file was asked for: {name}")

    monkeypatch.setattr(rulebook_file, "_installed", nothing)
    monkeypatch.setattr("pitboss.audit.rules.open_book", nothing)
    assert audit(journal_of(records)).problem is None


def put(field: str, value: Callable[[Any], Any] | str | int) -> Change:
    def change(event: Any) -> None:
        *way, last = field.split(".")
        for part in way:
            event = event[part]
        event[last] = value(event[last]) if callable(value) else value

    return change


SEALED = text().hash
CHANGES = [
    ("rulebook-sealed/1", 0, put("toml", lambda was: was + "#"), "the hash of a rulebook's text"),
    ("rulebook-sealed/1", 0, put("clauses", lambda was: was[:-1]), "the hash of a rulebook's text"),
    ("rulebook-sealed/1", 0, put("rules", "ab" * 32), "the hash of a rulebook's text"),
    ("rulebook-sealed/1", 0, put("rulebook", "other-1"), "the id in a rulebook's text"),
    ("rulebook-sealed/1", 0, put("since-ms", 5), "effective.since of a rulebook, in ms"),
    ("rulebook-sealed/1", 0, put("until-ms", 5), "effective.until of a rulebook, in ms"),
    ("rulebook-sealed/1", 0, put("by.name", "max"), "who seals a rulebook"),
    ("rulebook-proposed/1", 0, put("by.post", 3), "who decides on rules"),
    ("rulebook-proposed/1", 0, put("since-ms", 5), "effective.since of a rulebook, in ms"),
    ("rulebook-adopted/1", 0, put("by.name", "max"), "who adopts a rulebook"),
    ("rulebook-adopted/1", 0, put("by.post", 3), "who decides on rules"),
    ("rulebook-adopted/1", 0, put("rules", "ab" * 32), "what is adopted or withdrawn was proposed"),
    (
        "rulebook-withdrawn/1",
        0,
        put("rules", "ab" * 32),
        "what is adopted or withdrawn was proposed",
    ),
    (
        "rules-taken/1",
        0,
        put("rulebook", lambda was: was[:-1] + "x"),
        "the text that a rulebook's name names",
    ),
    (
        "rules-taken/1",
        0,
        put("rulebook", lambda was: was.replace(MS, "other-1")),
        "the rulebook whose text it is",
    ),
    (
        "rules-taken/1",
        1,
        put("rulebook", f"{MS}@{SEALED}"),
        f"the text of {MS} that is in force",
    ),
    (
        "rules-taken/1",
        0,
        put("rulebook", f"{MS}@{text(FLUSH, SCHEDULED).hash}"),
        f"the text of {MS} that is in force",
    ),
]


@pytest.mark.parametrize(
    ("kind", "nth", "change", "what"),
    CHANGES,
    ids=[f"{row[0]}-{i}" for i, row in enumerate(CHANGES)],
)
def test_a_change_is_named_even_where_all_hashes_fit(
    records: tuple[Record, ...], kind: str, nth: int, change: Change, what: str
) -> None:
    at = place(records, kind, nth)
    position, found_what = found(changed(records, at, change))
    assert found_what == what
    assert position == at


def without(records: tuple[Record, ...], *gone: int) -> list[Record]:
    return numbered_again([one for one in records if one.position not in gone])


def test_a_round_is_played_by_no_text_that_is_not_in_force(records: tuple[Record, ...]) -> None:
    second = place(records, "rules-taken/1", 1)
    assert found(without(records, second))[1] == f"the text of {MS} that is in force"


@pytest.mark.parametrize("by_ms", [-1, 0, 1])
def test_a_text_is_in_force_from_its_millisecond_on(
    records: tuple[Record, ...], by_ms: int
) -> None:
    """The last round, and the text that it takes, come a millisecond sooner or later."""
    second = place(records, "rules-taken/1", 1)

    def move(event: Any) -> None:
        if "at-ms" in event:
            event["at-ms"] += by_ms

    moved = [
        msgspec.structs.replace(edited(one, move), at_ms=one.at_ms + by_ms)
        if one.position >= second
        else one
        for one in records
    ]
    assert records[second - 1].at_ms == BEGINS_MS
    problem = audit(journal_of(hashed_again(moved))).problem
    if by_ms < 0:
        assert problem is not None
        assert (problem.position, problem.what) == (second, f"the text of {MS} that is in force")
    else:
        assert problem is None, problem.sentence


def test_a_text_is_adopted_before_it_is_played_by(records: tuple[Record, ...]) -> None:
    adopted = place(records, "rulebook-adopted/1")
    assert found(without(records, adopted))[1] == f"the text of {MS} that is in force"


def test_a_rulebook_is_not_sealed_twice(records: tuple[Record, ...]) -> None:
    sealed = records[0]
    twice = numbered_again(
        [*records, msgspec.structs.replace(sealed, command="twice", at_ms=records[-1].at_ms)]
    )
    last = msgspec.json.decode(twice[-1].body) | {"at-ms": records[-1].at_ms}
    twice[-1] = msgspec.structs.replace(twice[-1], body=msgspec.json.encode(last))
    assert found(hashed_again(twice)) == (
        twice[-1].position,
        "a rulebook is sealed where none of its id was adopted",
    )


def old(records: tuple[Record, ...]) -> list[Record]:
    """What an earlier version would have stored: nothing about rules."""
    first = place(records, "rulebook-proposed/1")
    return numbered_again(
        [
            one
            for one in records
            if one.position < first and one.kind not in ("rulebook-sealed/1", "rules-taken/1")
        ]
    )


def test_every_byte_of_an_event_about_rules_is_watched(records: tuple[Record, ...]) -> None:
    for kind in ("rulebook-sealed/1", "rulebook-adopted/1", "rules-taken/1"):
        at = place(records, kind)
        body = records[at - 1].body
        for byte in {0, 1, len(body) // 3, len(body) // 2, len(body) - 2, len(body) - 1}:
            flipped = bytearray(body)
            flipped[byte] ^= 1
            bad = [
                msgspec.structs.replace(one, body=bytes(flipped)) if one.position == at else one
                for one in records
            ]
            problem = audit(journal_of(bad)).problem
            assert problem is not None
            assert problem.position == at, (kind, byte, problem.sentence)


def test_a_page_says_of_what_the_hash_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "journal-format.md").read_text(encoding="utf-8")
    assert re.search(r"pitboss rulebook 1", page)
