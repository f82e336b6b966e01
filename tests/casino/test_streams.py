"""The states of streams: folded, read on, and opened from snapshots that equal the full fold."""

from pathlib import Path

import apsw
import msgspec
import pytest
from msgspec.structs import replace

from pitboss.casino import streams
from pitboss.casino.aggregates import NOTHING_YET, Entity, evolved
from pitboss.casino.aggregates import SNAPSHOT_FORM as FORM
from pitboss.casino.app import Casino
from pitboss.casino.codec import CommandRefused
from pitboss.casino.journal_errors import OutOfPlace
from pitboss.casino.streams import load, sealed_snapshot, snapshot_of
from pitboss.casino.vault import Vault
from pitboss.jackpot import commands as lc
from pitboss.jackpot.feed import Feed
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import NotAJournal, Record, Snapshot, Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.casino.floor import SHELF, VAULT_KEY, Floor, FloorTable, folded
from tests.jackpot.links import DEALER, MAX
from tests.support import MBS_RULEBOOKS, MS, RULEBOOKS

FEED = "feed/"
VAULT = Vault(VAULT_KEY)


def played(
    book: str = MS, rounds: int = 3, journal: MemoryJournal | None = None
) -> tuple[Floor, FloorTable]:
    """A table that has played some rounds, one of them with a straight flush."""
    floor = Floor(journal)
    operator = "MBS" if book in MBS_RULEBOOKS else "RWS"
    mega = floor.link(operator=operator, reset="1000", rate_bp=1_000, reserve_bp=100)
    table = floor.table("t1", book)
    for number in range(1, rounds + 1):
        table.play("straight" if number == 2 else None, None)
        if number == 2:
            table.claims()
            mega.verify(f"t1-{number}/1")
        table.finish()
    return floor, table


class Counting(MemoryJournal):
    """Counts the records that are read of streams."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    def read(self, stream: str, after: int = 0):  # type: ignore[no-untyped-def]  # as the one above it
        for record in super().read(stream, after):
            self.reads += 1
            yield record


# ── folding ───────────────────────────────────────────────────────────────────────────────────────


def test_a_stream_that_is_not_there_is_nothing_yet() -> None:
    journal = MemoryJournal()
    for stream in ("table/t1", "link/mega", "feed/mega/t1"):
        assert load(journal, stream, SHELF) == NOTHING_YET
    assert NOTHING_YET.table is None
    assert NOTHING_YET.link is None
    assert NOTHING_YET.feed == Feed()


def test_a_stream_is_read_on_from_what_is_known() -> None:
    journal = Counting()
    _, table = played(journal=journal)
    known = load(journal, "table/t1", SHELF)
    table.do("open-betting")
    journal.reads = 0
    after = load(journal, "table/t1", SHELF, known)
    assert journal.reads == 1
    assert after == folded(journal, "table/t1")
    assert after.version == known.version + 1


def test_the_last_entry_of_a_feed_is_enough() -> None:
    journal = Counting()
    played(journal=journal)
    stream = f"{FEED}mega/t1"
    whole = folded(journal, stream)
    journal.reads = 0
    assert load(journal, stream, SHELF) == whole
    assert journal.reads == 1
    assert whole.version == 3
    assert whole.feed.meter == 3 * 1_000 * 1_000


def test_what_the_application_records_for_itself_changes_no_state() -> None:
    floor, table = played(rounds=1)
    before = folded(floor.journal, "table/t1")
    table.refused("settle")
    after = folded(floor.journal, "table/t1")
    assert after == Entity(before.version + 1, before.state)
    refused = CommandRefused({"do": "x"}, DEALER, "not-now", "No.")
    assert evolved("link/none", NOTHING_YET, refused, SHELF) == Entity(1, None)


def test_a_gap_in_a_stream_is_not_read_over() -> None:
    class Gappy(MemoryJournal):
        def read(self, stream: str, after: int = 0):  # type: ignore[no-untyped-def]  # as the one above it
            for record in super().read(stream, after):
                if record.version != 2:
                    yield record

    journal = Gappy()
    floor = Floor()
    floor.link()
    floor.table("t1", MS)
    floor.ask("link/mega", lc.ShowNotice("Hello."), MAX)
    records: list[Record] = floor.journal.read_all()
    journal.copy_in(iter(records))
    with pytest.raises(NotAJournal, match="link/mega has no version 2: run pitboss audit"):
        load(journal, "link/mega", SHELF)


# ── snapshots ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_snapshot_equals_the_full_fold(book: str) -> None:
    journal = Counting()
    _, table = played(book, journal=journal)
    for stream in ("table/t1", "link/mega"):
        whole = folded(journal, stream)
        snapshot = snapshot_of(stream, whole)
        assert snapshot is not None
        assert (snapshot.stream, snapshot.version, snapshot.form) == (stream, whole.version, FORM)
        kept = sealed_snapshot(journal, snapshot, VAULT)
        assert kept is not None
        journal.save_snapshot(kept)
        journal.reads = 0
        assert load(journal, stream, SHELF, vault=VAULT) == whole
        # The record that it follows is looked at, for the seal.
        assert journal.reads == 1
    # What comes after the snapshot is read on.
    table.play(None)
    journal.reads = 0
    assert load(journal, "table/t1", SHELF, vault=VAULT) == folded(journal, "table/t1")


def test_a_snapshot_is_believed_with_the_key_alone() -> None:
    journal = Counting()
    played(journal=journal)
    whole = folded(journal, "table/t1")
    snapshot = snapshot_of("table/t1", whole)
    assert snapshot is not None
    kept = sealed_snapshot(journal, snapshot, VAULT)
    assert kept is not None
    assert whole.table is not None
    forged = snapshot_of("table/t1", Entity(whole.version, replace(whole.table, house=-1)))
    assert forged is not None
    for body in (snapshot.body, kept.body[:32] + forged.body, bytes(32) + snapshot.body, b""):
        journal.save_snapshot(replace(kept, body=body))
        assert load(journal, "table/t1", SHELF, vault=VAULT) == whole
    journal.save_snapshot(kept)
    for other in (None, Vault(bytes(32))):
        journal.reads = 0
        assert load(journal, "table/t1", SHELF, vault=other) == whole
        assert journal.reads >= whole.version
    # One of a version that is not there, or that follows another record, is left aside.
    for version in (whole.version + 1, whole.version - 1):
        moved = replace(kept, version=version)
        journal.save_snapshot(moved)
        assert load(journal, "table/t1", SHELF, vault=VAULT) == whole
    assert sealed_snapshot(journal, replace(snapshot, version=10_000), VAULT) is None


@pytest.mark.parametrize("book", RULEBOOKS)
def test_play_goes_on_from_a_snapshot_as_it_would_have(book: str) -> None:
    floor, table = played(book)
    for stream in ("table/t1", "link/mega"):
        snapshot = snapshot_of(stream, folded(floor.journal, stream))
        assert snapshot is not None
        kept = sealed_snapshot(floor.journal, snapshot, VAULT)
        assert kept is not None
        floor.journal.save_snapshot(kept)
    floor.reopen()
    table.play(None, None)
    table.finish()
    for stream in ("table/t1", "link/mega"):
        assert floor.casino.cache.latest(stream) == folded(floor.journal, stream)


def test_a_stream_that_is_not_at_rest_has_no_snapshot() -> None:
    floor, table = played()
    assert snapshot_of("feed/mega/t1", folded(floor.journal, "feed/mega/t1")) is None
    assert snapshot_of("table/t9", NOTHING_YET) is None
    table.play("straight")
    assert snapshot_of("table/t1", folded(floor.journal, "table/t1")) is None
    table.claims()
    assert snapshot_of("link/mega", folded(floor.journal, "link/mega")) is None


def test_a_snapshot_of_another_form_is_left_aside() -> None:
    floor, _ = played()
    whole = folded(floor.journal, "table/t1")
    snapshot = snapshot_of("table/t1", whole)
    assert snapshot is not None
    floor.journal.save_snapshot(replace(snapshot, form="0123456789abcdef", body=b"something else"))
    assert load(floor.journal, "table/t1", SHELF) == whole


def test_a_snapshot_with_a_flipped_byte_is_left_aside(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    floor, _ = played()
    journal = SqliteJournal(path)
    records: list[Record] = floor.journal.read_all(limit=10_000)
    journal.copy_in(iter(records))
    whole = folded(journal, "table/t1")
    snapshot = snapshot_of("table/t1", whole)
    assert snapshot is not None
    for at in (0, len(snapshot.body) // 2, len(snapshot.body) - 1):
        journal.save_snapshot(snapshot)
        assert journal.snapshot("table/t1") == snapshot
        body = bytearray(snapshot.body)
        body[at] ^= 1
        connection = apsw.Connection(str(path))
        connection.execute(
            "UPDATE snapshots SET body = ? WHERE stream = 'table/t1'", (bytes(body),)
        )
        connection.close()
        assert load(journal, "table/t1", SHELF, vault=VAULT) == whole
    journal.close()


def test_the_form_names_the_shape_of_the_states() -> None:
    assert len(FORM) == 16
    assert int(FORM, 16) >= 0


def test_the_rulebook_of_a_table_is_not_in_its_snapshot() -> None:
    floor, _ = played()
    snapshot = snapshot_of("table/t1", folded(floor.journal, "table/t1"))
    assert snapshot is not None
    form = msgspec.msgpack.decode(snapshot.body)
    assert "book" not in form
    assert form["settings"]["rulebook"] == MS
    assert len(snapshot.body) < 2_000


# ── snapshots in the application ──────────────────────────────────────────────────────────────────


def test_a_long_history_opens_from_its_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "SNAPSHOT_EVERY", 40)
    journal = Counting()
    floor, table = played(rounds=8, journal=journal)
    snapshot = journal.snapshot("table/t1")
    assert snapshot is not None
    whole = folded(journal, "table/t1")
    assert whole.version - snapshot.version < 80
    floor.reopen()
    journal.reads = 0
    assert floor.casino.table("t1") == whole.table
    # The record of the snapshot, and the text that the table plays by.
    assert journal.reads == whole.version - snapshot.version + 2
    table.play(None)
    table.finish()
    floor.check()


def test_a_snapshot_is_not_taken_in_the_middle_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "SNAPSHOT_EVERY", 1)
    floor, table = played(rounds=1)
    before = floor.journal.snapshot("table/t1")
    assert before is not None
    table.do("open-betting")
    assert floor.journal.snapshot("table/t1") == before


def test_a_snapshot_that_can_not_be_kept_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(MemoryJournal):
        def save_snapshot(self, snapshot: Snapshot) -> None:
            raise Unavailable("the disk is full")

    monkeypatch.setattr(streams, "SNAPSHOT_EVERY", 1)
    floor, _ = played(rounds=1, journal=Full())
    assert floor.journal.snapshot("table/t1") is None
    floor.check()


def test_on_the_way_out_a_snapshot_of_everything_at_rest_is_kept() -> None:
    floor, _ = played()
    second = floor.table("t2", MS)
    second.do("open-betting")
    kept: dict[str, int] = {}

    class Keeping(MemoryJournal):
        def save_snapshot(self, snapshot: Snapshot) -> None:
            kept[snapshot.stream] = snapshot.version
            super().save_snapshot(snapshot)

    journal = Keeping()
    records: list[Record] = floor.journal.read_all(limit=10_000)
    journal.copy_in(iter(records))
    casino = Casino(journal, shelf=SHELF, key=VAULT_KEY)
    for stream in ("t1", "t2"):
        casino.table(stream)
    casino.link("mega")
    casino.close()
    assert kept == {
        "table/t1": folded(floor.journal, "table/t1").version,
        "link/mega": folded(floor.journal, "link/mega").version,
    }


# ── kinds ─────────────────────────────────────────────────────────────────────────────────────────


def test_an_entity_is_of_one_kind() -> None:
    floor, _ = played(rounds=1)
    table, link = folded(floor.journal, "table/t1"), folded(floor.journal, "link/mega")
    assert table.table is not None
    assert link.link is not None
    with pytest.raises(OutOfPlace):
        _ = table.link
    with pytest.raises(OutOfPlace):
        _ = link.table
    assert table.feed == Feed()
