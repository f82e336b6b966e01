"""What every journal does: the port's own words, one by one."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from msgspec.structs import replace

from pitboss.journal.chain import START, hash_of
from pitboss.journal.patience import GivenUp, Patience
from pitboss.journal.port import (
    Checkpoint,
    Conflict,
    Head,
    Journal,
    JournalError,
    LeftOut,
    LookedBack,
    NewRecord,
    NotAJournal,
    NotEmpty,
    Part,
    Record,
    Repeated,
    SealedSegment,
    Snapshot,
    Unavailable,
    Unit,
)
from tests.contract.conftest import Store
from tests.journal.units import (
    ENTRY,
    assert_chained,
    bodies,
    everything,
    one,
    part,
    unit,
    wait_for,
    woken,
)
from tests.patience import PATIENCE_S


def checkpoint(number: int, heads: bytes = b"heads") -> Checkpoint:
    return Checkpoint(number, 5, 7, heads, b"r" * 32, b"p" * 32, b"k" * 32, b"s" * 64)


# An empty journal


def test_an_empty_journal_has_nothing_to_give(journal: Journal) -> None:
    assert journal.head("table/1") is None
    assert journal.heads() == {}
    assert list(journal.read("table/1")) == []
    assert journal.read_all() == []
    assert journal.read_back() == LookedBack([], 0, 0)
    assert journal.find_command("c1") == []
    assert journal.last_position() == 0
    assert journal.wait(0, 0) is False
    assert journal.count() == 0
    assert journal.snapshot("table/1") is None
    assert list(journal.checkpoints()) == []
    assert journal.last_checkpoint() is None


def test_it_says_what_it_is_and_where(store: Store) -> None:
    words = {"memory": "in memory", "sqlite": "journal.db", "postgres": "PostgreSQL"}
    assert words[store.kind] in store.open().name


# Appending


def test_a_record_holds_all_that_was_given_and_its_place(journal: Journal) -> None:
    [[stored]] = journal.append([one("c1", "table/1", 0, b"body")])
    assert stored.position > 0
    assert stored == Record(
        stored.position,
        "table/1",
        1,
        1_700_000_000_000,
        "c1",
        0,
        ENTRY,
        "thing-done/1",
        b"body",
        stored.hash,
    )
    assert everything(journal) == [stored]


def test_the_first_record_of_a_stream_is_bound_to_the_start_and_each_other_to_the_one_before(
    journal: Journal,
) -> None:
    [[first, second]] = journal.append([one("c1", "table/1", 0, b"1", b"2")])
    [[third]] = journal.append([one("c2", "table/1", 2, b"3")])
    assert first.hash == hash_of(first, START)
    assert second.hash == hash_of(second, first.hash)
    assert third.hash == hash_of(third, second.hash)


def test_versions_count_from_1_within_their_stream(journal: Journal) -> None:
    journal.append([unit("c1", part("a", 0, b"a1", b"a2"), part("b", 0, b"b1"))])
    journal.append([unit("c2", part("b", 1, b"b2"), part("a", 2, b"a3"))])
    assert [(record.version, record.body) for record in journal.read("a")] == [
        (1, b"a1"),
        (2, b"a2"),
        (3, b"a3"),
    ]
    assert [(record.version, record.body) for record in journal.read("b")] == [
        (1, b"b1"),
        (2, b"b2"),
    ]


def test_the_records_of_each_unit_are_given_back_in_the_order_of_units_and_parts(
    journal: Journal,
) -> None:
    answer = journal.append(
        [
            unit("c1", part("z", 0, b"1", b"2"), part("a", 0, b"3")),
            unit("c2", part("m", 0, b"4")),
        ]
    )
    assert [bodies(records) for records in answer] == [[b"1", b"2", b"3"], [b"4"]]
    positions = [record.position for records in answer for record in records]
    assert positions == sorted(set(positions))
    assert bodies(wait_for(journal, 4)) == [b"1", b"2", b"3", b"4"]


def test_the_entry_stands_with_the_first_record_of_a_command_and_numbers_count_its_records(
    journal: Journal,
) -> None:
    [records] = journal.append([unit("c1", part("a", 0, b"1", b"2"), part("b", 0, b"3"))])
    assert [(record.number, record.entry) for record in records] == [
        (0, ENTRY),
        (1, None),
        (2, None),
    ]


def test_a_later_unit_may_build_on_an_earlier_one_of_the_same_call(journal: Journal) -> None:
    journal.append([one("c0", "a", 0, b"0")])
    journal.append(
        [one("c1", "a", 1, b"1", b"2"), one("c2", "b", 0, b"x"), one("c3", "a", 3, b"3")]
    )
    assert bodies(journal.read("a")) == [b"0", b"1", b"2", b"3"]
    assert_chained(wait_for(journal, 5))


def test_nothing_to_store_is_stored_at_once(journal: Journal) -> None:
    assert journal.append([]) == []
    assert journal.count() == 0


@pytest.mark.parametrize("expected", [0, 1, 3, 4])
def test_a_version_that_is_not_the_streams_is_a_conflict(journal: Journal, expected: int) -> None:
    journal.append([one("c1", "a", 0, b"1", b"2")])
    with pytest.raises(Conflict) as caught:
        journal.append([one("c2", "b", 0), one("c3", "a", expected)])
    assert caught.value.streams == ("a",)
    assert "a" in str(caught.value)
    assert bodies(wait_for(journal, 2)) == [b"1", b"2"]


def test_a_version_of_a_stream_that_is_not_there_is_a_conflict(journal: Journal) -> None:
    with pytest.raises(Conflict) as caught:
        journal.append([one("c1", "a", 1)])
    assert caught.value.streams == ("a",)


def test_units_that_do_not_fit_one_another_are_a_conflict(journal: Journal) -> None:
    with pytest.raises(Conflict) as caught:
        journal.append([one("c1", "a", 0), one("c2", "a", 0), one("c3", "b", 0)])
    assert caught.value.streams == ("a",)
    assert journal.count() == 0


def test_all_streams_that_have_moved_on_are_named(journal: Journal) -> None:
    journal.append([one("c1", "a", 0), one("c2", "b", 0), one("c3", "c", 0)])
    with pytest.raises(Conflict) as caught:
        journal.append([one("c4", "c", 5), one("c5", "b", 1), one("c6", "a", 7)])
    assert caught.value.streams == ("a", "c")


def test_a_stream_that_was_looked_at_must_be_what_it_was(journal: Journal) -> None:
    def looking(command: str, stream: str, expected: int, *looks: tuple[str, int]) -> Unit:
        return replace(one(command, stream, expected), looks=looks)

    journal.append([one("c1", "link", 0), one("c2", "table", 0)])
    journal.append([looking("c3", "table", 1, ("link", 1), ("feed", 0))])
    for looks in ((("link", 2),), (("link", 0),), (("feed", 1),)):
        with pytest.raises(Conflict) as refused:
            journal.append([looking("c4", "table", 2, *looks)])
        assert refused.value.streams == (looks[0][0],)
    # What an earlier unit of the same call writes is seen by the later ones.
    journal.append([one("c5", "link", 1), looking("c6", "table", 2, ("link", 2))])
    with pytest.raises(Conflict) as refused:
        journal.append([one("c7", "link", 2), looking("c8", "table", 3, ("link", 2))])
    assert refused.value.streams == ("link",)
    assert [head.version for head in (journal.head("link"), journal.head("table")) if head] == [
        2,
        3,
    ]


def test_the_last_records_of_several_streams_are_told_together(journal: Journal) -> None:
    [[_, last], [other]] = journal.append([one("c1", "a", 0, b"1", b"2"), one("c2", "стол/1", 0)])
    assert journal.ends(["стол/1", "nothing", "a"]) == {"a": last, "стол/1": other}
    assert journal.ends([]) == {}


def test_a_command_is_stored_once(journal: Journal) -> None:
    journal.append([one("c1", "a", 0), one("c2", "b", 0)])
    with pytest.raises(Repeated) as caught:
        journal.append([one("c3", "a", 1), one("c2", "b", 1)])
    assert caught.value.commands == ("c2",)
    assert "c2" in str(caught.value)
    assert journal.count() == 2


def test_a_command_that_stands_twice_among_the_units_is_not_stored(journal: Journal) -> None:
    with pytest.raises(Repeated) as caught:
        journal.append([one("c1", "a", 0), one("c2", "b", 0), one("c1", "c", 0)])
    assert caught.value.commands == ("c1",)
    assert journal.count() == 0


@pytest.mark.parametrize("expected", [0, 1, 2])
def test_the_same_sent_again_is_repeated_and_not_a_conflict(
    journal: Journal, expected: int
) -> None:
    journal.append([one("c1", "a", 0), one("c2", "a", 1)])
    with pytest.raises(Repeated) as caught:
        journal.append([one("c1", "a", expected)])
    assert caught.value.commands == ("c1",)


def test_after_a_refusal_it_goes_on_as_if_nothing_had_been(journal: Journal) -> None:
    journal.append([one("c1", "a", 0)])
    for refused in (one("c2", "a", 0), one("c2", "a", 9), one("c1", "a", 1)):
        with pytest.raises((Conflict, Repeated)):
            journal.append([one("c9", "b", 0), refused])
    journal.append([one("c2", "a", 1), one("c9", "b", 0)])
    assert_chained(found := wait_for(journal, 3))
    assert bodies(found) == [b"c1", b"c2", b"c9"]


def test_many_units_are_stored_whole_or_not_at_all(journal: Journal) -> None:
    journal.append([one("before", "s299", 0)])
    many = [one(f"c{i}", f"s{i}", 0) for i in range(299)]
    with pytest.raises(Conflict) as caught:
        journal.append([*many, one("c299", "s299", 0)])
    assert caught.value.streams == ("s299",)
    assert journal.count() == 1
    answer = journal.append(many)
    assert len(answer) == 299
    assert_chained(wait_for(journal, 300))


@pytest.mark.parametrize(
    "wrong",
    [
        unit("c1"),
        unit("c1", Part("a", 0, ())),
        unit("c1", part("a", 0, b"1"), part("a", 1, b"2")),
        unit("c1", part("a", -1, b"1")),
        unit("c1", part("", 0, b"1")),
        unit("c1", part("a\0b", 0, b"1")),
        unit("", part("a", 0, b"1")),
        unit("c\0", part("a", 0, b"1")),
        unit("c1", part("a", 0, b"1"), at_ms=-1),
    ],
    ids=[
        "no part",
        "no record",
        "stream twice",
        "version",
        "no stream",
        "NUL",
        "no command",
        "NUL in id",
        "time",
    ],
)
def test_a_unit_that_is_not_well_formed_is_a_mistake_of_the_caller(
    journal: Journal, wrong: Unit
) -> None:
    with pytest.raises(ValueError, match="command"):
        journal.append([one("good", "g", 0), wrong])
    assert journal.count() == 0


def test_bodies_may_be_empty_large_or_of_any_bytes(journal: Journal) -> None:
    large = bytes(range(256)) * 20_000
    journal.append([one("c1", "a", 0, b"", large, bytes(range(256)))])
    assert bodies(journal.read("a")) == [b"", large, bytes(range(256))]
    assert_chained(wait_for(journal, 3))


def test_names_may_be_in_any_script(journal: Journal) -> None:
    names = ["стол/1", "桌子", "table 1", "Tisch/ä", "a'b\"c", "z\U0001f0a1", "%s", "tabl\u00e9"]
    journal.append([one(f"ид/{name}", name, 0) for name in names])
    assert set(journal.heads()) == set(names)
    for name in names:
        [record] = journal.read(name)
        assert record.command == f"ид/{name}"
        assert journal.find_command(f"ид/{name}") == [record]
    assert_chained(wait_for(journal, len(names)))


def test_names_differ_where_a_single_byte_does(journal: Journal) -> None:
    journal.append(
        [one("A", "a", 0), one("a", "A", 0), one("a ", "a ", 0), one("\u00e9", "e\u0301", 0)]
    )
    assert set(journal.heads()) == {"a", "A", "a ", "e\u0301"}
    journal.append([one("e\u0301", "\u00e9", 0)])
    assert journal.count() == 5


# Reading


def test_the_head_is_where_a_stream_ends(journal: Journal) -> None:
    [[_, last]] = journal.append([one("c1", "a", 0, b"1", b"2")])
    assert journal.head("a") == Head(2, last.hash)
    [[later]] = journal.append([one("c2", "a", 2)])
    assert journal.head("a") == Head(3, later.hash)
    assert journal.head("b") is None


def test_heads_are_the_ends_of_all_streams(journal: Journal) -> None:
    streams = ["b", "a", "a/1", "", "aa", "Z"]
    streams.remove("")
    answer = journal.append(
        [one(f"c{i}", stream, 0, b"1", b"2") for i, stream in enumerate(streams)]
    )
    expected = {records[-1].stream: Head(2, records[-1].hash) for records in answer}
    assert dict(journal.heads()) == expected


def test_heads_are_one_consistent_look(journal: Journal) -> None:
    """Two streams that always move together never show different versions."""
    stop = threading.Event()

    def write() -> None:
        version = 0
        while not stop.is_set():
            journal.append(
                [unit(f"c{version}", part("a", version, b"a"), part("z", version, b"z"))]
            )
            version += 1

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        try:
            for _ in range(50):
                heads = {stream: head.version for stream, head in journal.heads().items()}
                assert heads.get("a") == heads.get("z")
        finally:
            stop.set()
        writing.result()


def test_a_stream_is_read_from_any_version_on(journal: Journal) -> None:
    journal.append([one("c1", "a", 0, *(b"%d" % i for i in range(600))), one("c2", "b", 0)])
    assert bodies(journal.read("a")) == [b"%d" % i for i in range(600)]
    assert bodies(journal.read("a", 597)) == [b"597", b"598", b"599"]
    assert list(journal.read("a", 600)) == []
    assert list(journal.read("a", 700)) == []


def test_a_stream_that_is_read_slowly_holds_up_nobody(journal: Journal) -> None:
    journal.append([one("c1", "a", 0, *(b"%d" % i for i in range(600)))])
    reading = journal.read("a")
    assert next(reading).body == b"0"
    journal.append([one("c2", "a", 600, b"600")])
    assert bodies(reading) == [b"%d" % i for i in range(1, 601)]


def test_all_streams_are_read_in_order_portion_by_portion(journal: Journal) -> None:
    journal.append([one(f"c{i}", f"s{i % 3}", i // 3) for i in range(10)])
    wait_for(journal, 10)
    first = journal.read_all(0, 4)
    assert bodies(first) == [b"c0", b"c1", b"c2", b"c3"]
    assert bodies(journal.read_all(first[-1].position, 4)) == [b"c4", b"c5", b"c6", b"c7"]
    assert bodies(journal.read_all(first[1].position)) == [b"c%d" % i for i in range(2, 10)]
    assert journal.read_all(journal.last_position()) == []
    assert bodies(everything(journal, 3)) == [b"c%d" % i for i in range(10)]


def test_all_streams_are_read_back_from_any_position_with_the_kinds_that_are_wanted(
    journal: Journal,
) -> None:
    kinds = ("k", "odd", "k", "even", "k")
    for at, kind in enumerate(kinds * 4):
        parts = (Part(f"s{at % 2}", at // 2, (NewRecord(kind, b'{"event":"%d"}' % at),)),)
        journal.append([Unit(f"c{at}", bytes(32), 1, parts)])
    stored = wait_for(journal, 20)
    newest = stored[::-1]
    assert journal.read_back() == LookedBack(newest, 20, stored[0].position)
    assert journal.read_back(limit=3) == LookedBack(newest[:3], 3, stored[17].position)
    for wanted in ({"odd"}, {"odd", "even", "nobody's"}, {"nobody's"}, set[str]()):
        for before, older in ((None, newest), (newest[4].position, newest[5:])):
            back = journal.read_back(before, 6, wanted)
            assert back.records == [one for one in older[:6] if one.kind in wanted]
            assert (back.looked, back.position) == (6, older[5].position)
    for limit in (1, 3, 7, 20, 21):
        before, found = newest[0].position + 1, list[Record]()
        while (back := journal.read_back(before, limit)).looked:
            found += back.records
            before = back.position
        assert found == newest
    assert journal.read_back(stored[0].position) == LookedBack([], 0, 0)
    assert journal.read_back(-5) == LookedBack([], 0, 0)


def test_streams_are_left_out_but_for_some_kinds(journal: Journal) -> None:
    kinds = ("k", "odd", "k", "even", "k")
    for at, kind in enumerate(kinds * 4):
        parts = (Part(f"s{at % 2}", at // 2, (NewRecord(kind, b'{"event":"%d"}' % at),)),)
        journal.append([Unit(f"c{at}", bytes(32), 1, parts)])
    stored = wait_for(journal, 20)
    for left_out in (
        LeftOut(frozenset()),
        LeftOut(frozenset({"s0"})),
        LeftOut(frozenset({"s0"}), frozenset({"odd"})),
        LeftOut(frozenset({"s0", "s1", "nobody's"}), frozenset({"even", "nobody's"})),
        LeftOut(frozenset({"s0", "s1"})),
    ):
        wanted = [one for one in stored if not left_out.has(one)]
        assert journal.read_but(left_out, -1, 100) == wanted
        after, found = 0, list[Record]()
        while some := journal.read_but(left_out, after, 3):
            assert len(some) <= 3
            found += some
            after = some[-1].position
        assert found == wanted


def test_the_last_position_is_the_last_that_can_be_read(journal: Journal) -> None:
    journal.append([one("c1", "a", 0, b"1", b"2")])
    found = wait_for(journal, 2)
    assert journal.last_position() == found[-1].position


def test_a_command_is_found_with_all_that_it_led_to_in_order(journal: Journal) -> None:
    [stored] = journal.append([unit("c1", part("z", 0, b"1", b"2"), part("a", 0, b"3"))])
    journal.append([one("c2", "a", 1)])
    assert journal.find_command("c1") == stored
    assert bodies(stored) == [b"1", b"2", b"3"]
    assert journal.find_command("c") == []


def test_records_are_counted(journal: Journal) -> None:
    journal.append([one("c1", "a", 0, b"1", b"2"), one("c2", "b", 0)])
    assert journal.count() == 3


# Waiting


def test_who_waits_for_what_is_there_does_not_wait(journal: Journal) -> None:
    journal.append([one("c1", "a", 0)])
    assert journal.wait(0, PATIENCE_S) is True


def test_who_waits_for_what_does_not_come_is_told(journal: Journal) -> None:
    journal.append([one("c1", "a", 0)])
    [last] = wait_for(journal, 1)
    assert journal.wait(last.position, 0.02) is False


def test_who_waits_is_woken_by_the_next_record(journal: Journal) -> None:
    with woken(journal, 0, threads=3):
        journal.append([one("c1", "a", 0)])


def test_who_follows_gets_everything_once_and_in_order_while_others_write(journal: Journal) -> None:
    threads, each = 4, 25

    def write(number: int) -> None:
        for version in range(each):
            journal.append(
                [
                    unit(
                        f"c{number}.{version}",
                        part(f"s{number}", version, b"x"),
                        part(f"t{number}", version, b"y"),
                    )
                ]
            )

    followed: list[Record] = []
    with ThreadPoolExecutor(threads) as pool:
        writing = [pool.submit(write, number) for number in range(threads)]
        while len(followed) < 2 * threads * each:
            after = followed[-1].position if followed else 0
            assert journal.wait(after, PATIENCE_S)
            followed += journal.read_all(after, 7)
        for future in writing:
            future.result()
    assert followed == everything(journal)
    assert_chained(followed)


# Several threads


def test_of_many_who_write_the_same_version_one_wins(journal: Journal) -> None:
    def attempt(number: int) -> bool:
        try:
            journal.append([one(f"c{number}", "a", 0)])
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(attempt, range(8)))
    assert won.count(True) == 1
    assert journal.count() == 1


def test_readers_and_writers_do_not_get_into_each_others_way(journal: Journal) -> None:
    def write(number: int) -> None:
        for version in range(20):
            journal.append([one(f"c{number}.{version}", f"s{number}", version)])

    def read(number: int) -> None:
        while (head := journal.head(f"s{number}")) is None or head.version < 20:
            records = list(journal.read(f"s{number}"))
            assert_chained(records)
            journal.find_command(f"c{number}.3")

    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(work, number) for number in range(4) for work in (write, read)]:
            future.result()
    assert journal.count() == 80


# Snapshots and checkpoints


def test_a_snapshot_takes_the_place_of_the_one_before(journal: Journal) -> None:
    journal.save_snapshot(Snapshot("a", 3, "form/1", b"old"))
    journal.save_snapshot(Snapshot("b", 1, "form/1", b"other"))
    journal.save_snapshot(Snapshot("a", 5, "form/2", b"\0new"))
    assert journal.snapshot("a") == Snapshot("a", 5, "form/2", b"\0new")
    assert journal.snapshot("b") == Snapshot("b", 1, "form/1", b"other")
    assert journal.snapshot("c") is None


def test_checkpoints_are_kept_in_order(journal: Journal) -> None:
    first, second = checkpoint(1, b"a" * 100_000), checkpoint(2)
    journal.add_checkpoint(first)
    assert journal.last_checkpoint() == first
    journal.add_checkpoint(second)
    assert journal.last_checkpoint() == second
    assert list(journal.checkpoints()) == [first, second]
    assert list(journal.checkpoints(after=1)) == [second]
    assert list(journal.checkpoints(after=2)) == []


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_checkpoint_is_numbered_one_above_the_last(journal: Journal, number: int) -> None:
    journal.add_checkpoint(checkpoint(1))
    with pytest.raises(Conflict):
        journal.add_checkpoint(checkpoint(number))
    assert list(journal.checkpoints()) == [checkpoint(1)]
    journal.add_checkpoint(checkpoint(2))


# Copying


@pytest.fixture
def source(another: Callable[[], Journal]) -> Journal:
    """A journal of 700 records in 7 streams."""
    journal = another()
    for i in range(100):
        journal.append([unit(f"c{i}", *(part(f"s{n}", i, b"%d.%d" % (i, n)) for n in range(7)))])
    return journal


def test_a_journal_is_copied_as_it_is(journal: Journal, source: Journal) -> None:
    assert journal.copy_in(iter(everything(source))) == 700
    assert everything(journal) == everything(source)
    assert journal.heads() == source.heads()
    assert journal.last_position() == source.last_position() == 700
    assert journal.find_command("c7") == source.find_command("c7")


def test_a_copy_is_written_on_where_the_first_one_ended(journal: Journal, source: Journal) -> None:
    journal.copy_in(iter(everything(source)))
    [[later]] = journal.append([one("later", "s0", 100)])
    assert later.position > source.last_position()
    assert wait_for(journal, 701)[-1] == later
    assert_chained(everything(journal))


def test_a_copy_of_nothing_is_empty(journal: Journal) -> None:
    assert journal.copy_in(iter(())) == 0
    journal.append([one("c1", "a", 0)])
    assert journal.count() == 1


def test_nothing_is_copied_into_a_journal_that_has_records(
    journal: Journal, source: Journal
) -> None:
    journal.append([one("mine", "a", 0)])
    with pytest.raises(NotEmpty):
        journal.copy_in(iter(everything(source)))
    journal.append([one("mine too", "a", 1)])
    assert journal.count() == 2


def _gap(records: list[Record]) -> list[Record]:
    return records[:300] + records[301:]


def _twice(records: list[Record]) -> list[Record]:
    return [*records, records[-1]]


def _backwards(records: list[Record]) -> list[Record]:
    return records[::-1]


@pytest.mark.parametrize("spoil", [_gap, _twice, _backwards])
def test_records_that_do_not_fit_together_are_not_copied(
    journal: Journal, source: Journal, spoil: Callable[[list[Record]], list[Record]]
) -> None:
    with pytest.raises(NotAJournal, match="do not fit together"):
        journal.copy_in(iter(spoil(everything(source))))
    assert journal.count() == 0
    assert journal.copy_in(iter(everything(source))) == 700


def test_a_command_number_that_stands_twice_is_not_copied(
    journal: Journal, another: Callable[[], Journal]
) -> None:
    one_journal, other = another(), another()
    one_journal.append([one("c1", "a", 0)])
    other.append([one("c0", "b", 0), one("c1", "c", 0)])
    with pytest.raises(NotAJournal, match="do not fit together"):
        journal.copy_in(iter([*everything(one_journal), everything(other)[1]]))
    assert journal.count() == 0


def test_a_copy_that_breaks_off_leaves_nothing(journal: Journal, source: Journal) -> None:
    def breaking() -> Iterator[Record]:
        yield from everything(source)[:500]
        raise RuntimeError("the source is gone")

    with pytest.raises(RuntimeError, match="the source is gone"):
        journal.copy_in(breaking())
    assert journal.count() == 0
    journal.append([one("c1", "a", 0)])
    assert journal.count() == 1


# Being alone, and closing


def test_who_is_alone_stays_so_until_he_joins_the_others(journal: Journal) -> None:
    assert journal.alone() is True
    assert journal.alone() is True
    journal.append([one("c1", "a", 0)])
    journal.join()
    journal.join()
    journal.append([one("c2", "a", 1)])
    assert journal.count() == 2


SEALED = SealedSegment(1, 1, 1, 1, 0, b"d" * 32)

CALLS: dict[str, Callable[[Journal], object]] = {
    "append": lambda journal: journal.append([one("c", "a", 0)]),
    "head": lambda journal: journal.head("a"),
    "heads": lambda journal: journal.heads(),
    "ends": lambda journal: journal.ends(["a"]),
    "read": lambda journal: list(journal.read("a")),
    "read_all": lambda journal: journal.read_all(),
    "read_back": lambda journal: journal.read_back(),
    "read_but": lambda journal: journal.read_but(LeftOut(frozenset()), 0, 1),
    "read_news": lambda journal: journal.read_news(0),
    "find_command": lambda journal: journal.find_command("c"),
    "last_position": lambda journal: journal.last_position(),
    "wait": lambda journal: journal.wait(0, 0),
    "count": lambda journal: journal.count(),
    "save_snapshot": lambda journal: journal.save_snapshot(Snapshot("a", 1, "f", b"")),
    "snapshot": lambda journal: journal.snapshot("a"),
    "add_checkpoint": lambda journal: journal.add_checkpoint(checkpoint(1)),
    "checkpoints": lambda journal: list(journal.checkpoints()),
    "last_checkpoint": lambda journal: journal.last_checkpoint(),
    "segments": lambda journal: journal.segments(),
    "seal": lambda journal: journal.seal(SEALED, one("c", "a", 0)),
    "drop_sealed": lambda journal: journal.drop_sealed((), 1),
    "read_rows": lambda journal: journal.read_rows(),
    "copy_in": lambda journal: journal.copy_in(iter(())),
    "alone": lambda journal: journal.alone(),
    "join": lambda journal: journal.join(),
}
WRITING = (
    "append",
    "save_snapshot",
    "add_checkpoint",
    "seal",
    "drop_sealed",
    "copy_in",
    "alone",
    "join",
)


def test_nothing_is_read_for_those_who_have_gone(journal: Journal) -> None:
    journal.append([one("c1", "a", 0, *(b"%d" % i for i in range(600)))])
    wait_for(journal, 600)
    patience = Patience()
    assert patience.carry_out(lambda: len(list(journal.read("a")))) == 600
    reading = journal.read("a")

    def half() -> None:
        for record in reading:
            if record.version == 300:
                patience.end()

    with pytest.raises(GivenUp):
        patience.carry_out(half)
    for name in CALLS.keys() - set(WRITING):
        with pytest.raises(GivenUp):
            patience.carry_out(partial(CALLS[name], journal))
    # Others read on.
    assert journal.count() == 600


def test_every_method_of_the_port_is_among_the_calls() -> None:
    methods = {name for name in vars(Journal) if not name.startswith("_")}
    assert methods - {"name", "close", "known_version", "archive"} == set(CALLS)


def test_a_version_that_is_known_is_the_one_that_is_stored(journal: Journal) -> None:
    journal.append([one("c1", "a", 0, b"1", b"2")])
    assert journal.known_version("a") in (2, None)
    journal.append([one("c2", "a", 2), one("c3", "b", 0)])
    assert journal.known_version("a") in (3, None)
    assert journal.known_version("b") in (1, None)
    assert journal.known_version("c") in (0, None)
    with pytest.raises(Conflict):
        journal.append([one("c4", "a", 1)])
    assert journal.known_version("a") in (3, None)
    journal.close()
    assert journal.known_version("a") is None


def test_a_closed_journal_says_so_and_closing_is_safe_to_repeat(journal: Journal) -> None:
    journal.append([one("c1", "a", 0)])
    journal.close()
    journal.close()
    for name, call in CALLS.items():
        with pytest.raises(Unavailable, match="closed"):
            call(journal)
        assert name


def test_who_waits_when_it_is_closed_is_told(journal: Journal) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(journal.wait, 0, 30)
        # Either it waits already or it comes too late; both ends are the same.
        journal.close()
        with pytest.raises(Unavailable, match="closed"):
            waiting.result()


# Journals that last


def test_what_was_stored_is_there_when_it_is_opened_again(lasting: Store) -> None:
    journal = lasting.open()
    journal.append([one("c1", "a", 0, b"1", b"2"), one("c2", "b", 0)])
    journal.save_snapshot(Snapshot("a", 2, "f", b"state"))
    journal.add_checkpoint(checkpoint(1))
    before = wait_for(journal, 3)
    journal.close()
    again = lasting.open()
    assert everything(again) == before
    assert again.snapshot("a") == Snapshot("a", 2, "f", b"state")
    assert again.last_checkpoint() == checkpoint(1)
    again.append([one("c3", "a", 2)])
    assert_chained(wait_for(again, 4))


def test_one_who_only_reads_sees_what_the_writer_stores(lasting: Store) -> None:
    writer = lasting.open()
    writer.append([one("c1", "a", 0)])
    reader = lasting.open(read_only=True)
    [first] = wait_for(reader, 1)
    with woken(reader, first.position):
        writer.append([one("c2", "a", 1)])
    assert bodies(reader.read_all()) == [b"c1", b"c2"]
    assert reader.head("a") == writer.head("a")
    assert reader.last_position() == writer.last_position()


def test_one_who_only_reads_changes_nothing(lasting: Store) -> None:
    lasting.open().append([one("c1", "a", 0)])
    reader = lasting.open(read_only=True)
    for name in WRITING:
        with pytest.raises(Unavailable, match="reading only"):
            CALLS[name](reader)
    assert reader.count() == 1


def test_one_who_only_reads_needs_no_writer(lasting: Store) -> None:
    writer = lasting.open()
    writer.append([one("c1", "a", 0)])
    writer.close()
    reader = lasting.open(read_only=True)
    assert bodies(wait_for(reader, 1)) == [b"c1"]
    assert reader.wait(reader.last_position(), 0.02) is False


def test_a_record_is_never_changed_or_deleted(lasting: Store) -> None:
    """The database itself refuses; whoever does it all the same must take the guard away first."""
    journal = lasting.open()
    journal.append([one("c1", "a", 0)])
    for statement in ("UPDATE records SET at_ms = 1", "DELETE FROM records"):
        with pytest.raises(Exception, match="never"), journal._writing() as writer:  # type: ignore[attr-defined]
            writer.execute(statement)
    assert journal.find_command("c1")[0].at_ms == 1_700_000_000_000


def test_errors_have_one_base() -> None:
    for kind in (Conflict, Repeated, Unavailable, NotAJournal, NotEmpty):
        assert issubclass(kind, JournalError)
