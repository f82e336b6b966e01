"""What is done with many records at once comes to the same as record by record."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest

from pitboss.audit.run import audit
from pitboss.audit.runs import one_pass
from pitboss.casino.codec import body_of, read_canonical, read_event
from pitboss.journal.port import Record
from tests.audit.tampering import entry_to, hashed_again, journal_of, numbered_again


def with_bodies(records: Sequence[Record], bodies: dict[int, bytes]) -> list[Record]:
    """All records, some with other bytes, and hashes that fit."""
    return hashed_again(
        [
            msgspec.structs.replace(record, body=bodies.get(record.position, record.body))
            for record in records
        ]
    )


def test_events_of_many_records_are_those_of_each(history: list[Record]) -> None:
    events = read_canonical(history)
    assert events is not None
    read = [read_event(record) for record in history]
    assert all(event in (None, one) for event, one in zip(events, read, strict=True))
    assert [body_of(event) for event in events if event is not None] == [
        record.body for record, event in zip(history, events, strict=True) if event is not None
    ]


def test_two_bodies_that_are_right_together_and_not_each_by_itself(history: list[Record]) -> None:
    at = next(i for i, one in enumerate(history) if one.kind == "bet-placed/1" and i > 50)
    mine, after = history[at], history[at + 1]
    head, tail = after.body.split(b",", 1)
    moved = {mine.position: mine.body + b"," + head, after.position: tail}
    joined = b",".join([moved[mine.position], moved[after.position]])
    assert joined == mine.body + b"," + after.body
    problem = audit(journal_of(with_bodies(history, moved))).problem
    assert problem is not None
    assert (problem.position, problem.what) == (mine.position, "the event can't be read")


def test_a_report_is_the_same_however_many_records_are_read_at_once(
    history: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it says how far the journal was found to fit, when something does not."""
    for at in (30, 77, 180):
        cards = next(one for one in history[at:] if one.kind == "cards-dealt/1")
        told = msgspec.json.decode(cards.body)
        told["cards"] = told["cards"][::-1] + told["cards"]
        bad = with_bodies(history, {cards.position: msgspec.json.encode(told)})
        found = []
        for rows in (1_000, 7, 1):
            monkeypatch.setattr(one_pass, "ROWS_PER_READ", rows)
            found.append(audit(journal_of(bad)))
        assert found[0].problem is not None
        assert found[0].last_position == found[0].problem.position
        assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("other", [b" ", b"\n"])
def test_bytes_that_are_not_the_canonical_ones_are_told_at_their_record(
    history: list[Record], other: bytes
) -> None:
    for record in history[40:400:60]:
        changed = with_bodies(history, {record.position: record.body + other})
        problem = audit(journal_of(changed)).problem
        assert problem is not None
        assert (problem.position, problem.what) == (record.position, f"the bytes of {record.kind}")


def test_a_feed_that_moves_while_cards_are_dealt_is_told_at_the_next_card(
    history: list[Record],
) -> None:
    """Cards alone change no bet that counts; the feed may have moved all the same."""
    fed: dict[str, Record] = {}
    for before, card in pairwise(history):
        if before.stream.startswith("feed/"):
            fed[before.stream.rpartition("/")[2]] = before
        last = fed.get(card.stream.removeprefix("table/"))
        if (
            card.kind == before.kind == "cards-dealt/1"
            and card.stream == before.stream
            and last is not None
            and last.kind == "contribution-made/1"
        ):
            break
    else:
        raise AssertionError("no two cards come one after another at a table on a link")
    at = history.index(card)
    told = msgspec.json.decode(last.body)
    told["bets"] = 100
    told["bets-in"] += 100
    told["meter-total"] += 100 * told["rate-bp"]
    told["reserve-total"] += 100 * told["reserve-bp"]
    told["at-ms"] = card.at_ms
    forged = msgspec.structs.replace(
        last,
        command="forged",
        entry=entry_to(last.stream),
        at_ms=card.at_ms,
        body=msgspec.json.encode(told),
    )
    changed = numbered_again([*history[:at], forged, *history[at:]])
    problem = audit(journal_of(changed)).problem
    assert problem is not None
    assert problem.position == changed[at + 1].position
    assert problem.what.startswith("progressive bets of ")
