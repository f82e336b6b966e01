"""The archive of every journal that lasts: what was sealed is read as if it were still there."""

from contextlib import closing
from datetime import UTC
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.journal.archive import writer
from pitboss.journal.archive.blocks import BadSegment
from pitboss.journal.archive.segment import Segment
from pitboss.journal.checkpoints import build
from pitboss.journal.port import (
    Checkpoint,
    Conflict,
    Head,
    Journal,
    LeftOut,
    NotAJournal,
    Record,
    Repeated,
    SealedSegment,
    Unavailable,
)
from pitboss.operations.archiver import Archiver, ends_before
from pitboss.operations.integrity import check_whole
from tests.contract.conftest import Store
from tests.journal.units import assert_chained, everything, one, part, unit, wait_for

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
MONTH_MS = 31 * 86_400_000


def sign(journal: Journal, at_ms: int = 1) -> Checkpoint:
    made = build(
        journal.heads(),
        position=journal.last_position(),
        at_ms=at_ms,
        last=journal.last_checkpoint(),
        key=KEY,
    )
    journal.add_checkpoint(made)
    return made


def version(journal: Journal, stream: str) -> int:
    head = journal.head(stream)
    assert head is not None
    return head.version


def fill(journal: Journal, turn: str, streams: int = 3, units: int = 12) -> None:
    """Some commands, of which each writes to two streams."""
    for number in range(units):
        names = [f"table/{number % streams}", "link/x"]
        heads = journal.heads()
        versions = [heads[name].version if name in heads else 0 for name in names]
        first, second = zip(names, versions, strict=True)
        journal.append(
            [
                unit(
                    f"{turn}-{number}",
                    part(*first, f'{{"n":{number}}}'.encode(), b"{}"),
                    part(*second, f'{{"of":"{turn}"}}'.encode()),
                )
            ]
        )


def archive(journal: Journal, before_ms: int = 1 << 62) -> list[SealedSegment]:
    found = Archiver(journal, KEY, clock_ms=lambda: 9, pause_s=0)
    return found.archive(ends_before(journal, before_ms, UTC))


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few records are several blocks."""
    monkeypatch.setattr(writer, "BLOCK_BYTES", 700)


@pytest.fixture
def filled(lasting: Store, small_blocks: None) -> tuple[Journal, list[Record]]:
    """A journal with two segments, records after them, and all that was ever stored in it."""
    journal = lasting.open()
    fill(journal, "a")
    sign(journal, at_ms=MONTH_MS)
    fill(journal, "b", streams=4)
    sign(journal, at_ms=3 * MONTH_MS)
    fill(journal, "c")
    stored = wait_for(journal, 3 * 36)
    assert [one.number for one in archive(journal)] == [1, 2]
    journal.append([one("after", "table/0", version(journal, "table/0"))])
    return journal, [*stored, *wait_for(journal, 3 * 36 + 3)[-3:]]


Filled = tuple[Journal, list[Record]]


def test_everything_is_read_as_it_was_stored(filled: Filled, lasting: Store) -> None:
    journal, stored = filled
    for opened in (journal, lasting.open(read_only=True)):
        assert everything(opened) == stored
        assert everything(opened, limit=7) == stored
        assert opened.read_all(-5, 3) == stored[:3]
        left_out = LeftOut(frozenset({"table/0"}), frozenset({stored[-1].kind}))
        assert opened.read_but(left_out, -5, len(stored)) == stored
        left_out = LeftOut(frozenset({stored[0].stream, stored[-1].stream}))
        wanted = [one for one in stored if not left_out.has(one)]
        after, found = -5, list[Record]()
        while some := opened.read_but(left_out, after, 7):
            found += some
            after = some[-1].position
        assert found == wanted
        assert 0 < len(wanted) < len(stored)
        newest = stored[::-1]
        kind = stored[-1].kind
        for limit in (1, 5, 7, 40, len(stored), len(stored) + 1):
            before, back, of_kind = stored[-1].position + 1, list[Record](), list[Record]()
            while (older := opened.read_back(before, limit)).looked:
                same = opened.read_back(before, limit, {kind})
                assert (same.looked, same.position) == (older.looked, older.position)
                back, of_kind, before = (
                    back + older.records,
                    of_kind + same.records,
                    older.position,
                )
            assert back == newest
            assert of_kind == [one for one in newest if one.kind == kind]
        assert opened.read_back(limit=len(stored)).records == newest
        assert_chained(everything(opened))
        assert opened.count() == len(stored)
        for stream, head in opened.heads().items():
            own = [record for record in stored if record.stream == stream]
            assert (own[-1].version, own[-1].hash) == (head.version, head.hash)
            for after in range(len(own) + 1):
                assert list(opened.read(stream, after)) == own[after:]
        for record in stored:
            assert opened.find_command(record.command) == [
                one for one in stored if one.command == record.command
            ]
            assert opened.read_all(record.position - 1, 1) == [record]
        assert opened.find_command("nobody's") == []
        whole = check_whole(opened)
        assert (whole.records, whole.checkpoints) == (len(stored), 2)


def test_rows_leave_the_database_but_for_the_ends_of_streams_and_what_is_read_often(
    filled: Filled,
) -> None:
    journal, stored = filled
    reach = journal.segments()[-1].last
    sealed = [record for record in journal.read_rows(limit=1_000) if record.position <= reach]
    # Every stream goes on behind the segments but for one.
    assert [record.stream for record in sealed] == ["table/3"]
    assert [record.kind for record in stored if record.stream == "operations"] == [
        "archive-sealed/1",
        "archive-sealed/1",
    ]


def test_a_command_that_is_archived_is_not_stored_again(filled: Filled, lasting: Store) -> None:
    journal, stored = filled
    reached = version(journal, "table/1")
    with pytest.raises(Repeated) as refused:
        journal.append([one("new", "table/2", 0), one("a-1", "table/1", reached)])
    assert refused.value.commands == ("a-1",)
    # Also where the file can't be asked before it was needed.
    if lasting.kind == "postgres":
        with pytest.raises(Repeated):
            lasting.open().append([one("a-1", "table/1", reached)])
    assert everything(journal) == stored


def test_what_another_process_has_sealed_is_known_before_anything_is_stored(
    lasting: Store, small_blocks: None
) -> None:
    if lasting.kind == "sqlite":
        pytest.skip("one process writes")
    journal, other = lasting.open(), lasting.open()
    fill(journal, "a")
    sign(journal)
    reached = version(other, "table/1")
    archive(journal)
    with pytest.raises(Repeated):
        other.append([one("a-1", "table/1", reached)])
    other.append([one("new", "table/1", reached)])
    assert_chained(wait_for(journal, 38))


def test_a_reader_that_was_open_before_misses_nothing(lasting: Store, small_blocks: None) -> None:
    journal = lasting.open()
    fill(journal, "a")
    sign(journal)
    stored = wait_for(journal, 36)
    reader = lasting.open(read_only=True)
    slow = reader.read("table/1")
    first = next(slow)
    assert reader.read_all(limit=5) == stored[:5]
    archive(journal)
    assert everything(reader)[:36] == stored
    assert [first, *slow] == [record for record in stored if record.stream == "table/1"]
    assert reader.find_command("a-3") == [one for one in stored if one.command == "a-3"]
    assert reader.count() == 37


def test_segments_end_with_months_and_never_hold_too_much(lasting: Store) -> None:
    journal = lasting.open()
    made: list[Checkpoint] = []
    for month in (1, 3, 3, 3, 5):
        fill(journal, f"{month}/{len(made)}", units=2)
        made.append(sign(journal, at_ms=month * MONTH_MS + len(made)))
    assert list(ends_before(journal, 1 << 62, UTC)) == [made[0], made[3], made[4]]
    assert list(ends_before(journal, 5 * MONTH_MS, UTC)) == [made[0], made[3]]
    assert list(ends_before(journal, MONTH_MS, UTC)) == []
    each = list(ends_before(journal, 1 << 62, UTC, most_records=6))
    assert each == made
    archive(journal, before_ms=5 * MONTH_MS)
    assert list(ends_before(journal, 1 << 62, UTC)) == [made[4]]


def test_the_same_records_give_the_same_file(lasting: Store) -> None:
    journal = lasting.open()
    fill(journal, "a", units=3)
    sign(journal)
    [sealed] = archive(journal)
    with pytest.raises(Conflict):
        journal.seal(sealed, one("again", "table/9", 0))
    path = lasting.archive / sealed.file
    assert path.stat().st_mode & 0o777 == 0o400
    assert [file.name for file in lasting.archive.iterdir()] == [sealed.file]


def test_a_record_that_is_in_no_segment_can_not_be_deleted(lasting: Store) -> None:
    journal = lasting.open()
    fill(journal, "a", units=3)
    assert journal.drop_sealed((), 100) == 0
    assert journal.count() == 9
    assert len(journal.read_all(-5)) == 9


def test_a_segment_that_is_missing_or_changed_is_named(filled: Filled, lasting: Store) -> None:
    journal, stored = filled
    sealed = journal.segments()[0]
    path = lasting.archive / sealed.file
    content = path.read_bytes()
    journal.close()
    path.chmod(0o600)
    path.write_bytes(content[:40] + bytes([content[40] ^ 1]) + content[41:])
    damaged = lasting.open(read_only=True)
    with pytest.raises(BadSegment, match=r"positions .* were changed\. Put it back"):
        damaged.read_all()
    assert damaged.read_all(sealed.last, 1) == [stored[sealed.records]]
    path.unlink()
    missing = lasting.open()
    with pytest.raises(Unavailable, match="segment 1 of the archive is missing"):
        list(missing.read("table/1"))
    # A casino plays on without it.
    missing.append([one("on", "table/1", version(missing, "table/1"))])


def test_every_bit_of_a_segment_counts(filled: Filled, lasting: Store) -> None:
    journal, _ = filled
    sealed = journal.segments()[0]
    path = lasting.archive / sealed.file
    content = bytearray(path.read_bytes())
    path.chmod(0o600)

    def check(found: bytearray) -> None:
        path.write_bytes(found)
        with closing(Segment(path, sealed)) as segment:
            assert list(segment.check())[-1] == sealed.records

    check(content)
    for place in range(0, len(content), 11):
        content[place] ^= 1 << place % 8
        with pytest.raises(NotAJournal):
            check(content)
        content[place] ^= 1 << place % 8
    for cut in (0, 1, 400, len(content) - 1):
        with pytest.raises((NotAJournal, Unavailable)):
            check(content[:cut])
    check(content)


def test_what_does_not_fit_is_not_archived(lasting: Store, tmp_path: Path) -> None:
    journal = lasting.open()
    fill(journal, "a", units=3)
    stored = wait_for(journal, 9)
    forged = build(
        {**journal.heads(), "table/1": Head(2, b"h" * 32)},
        position=stored[-1].position,
        at_ms=1,
        last=None,
        key=KEY,
    )
    journal.add_checkpoint(forged)
    with pytest.raises(BadSegment, match="table/1 is not what checkpoint 1 has signed"):
        archive(journal)
    assert list(lasting.archive.iterdir()) == []
    assert journal.segments() == ()
    assert everything(journal) == stored
