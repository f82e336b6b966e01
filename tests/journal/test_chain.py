"""The hash chain, whose form may never change: old journals are checked with it."""

import struct
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from pitboss.journal.batch import chain_units
from pitboss.journal.chain import START, chained, hash_of, leaf, merkle_root, record_hash
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Head, NewRecord, Part, Record, Unit
from tests.journal.units import everything, one

GOLDEN = Path(__file__).with_name("golden_records.json")

# What the golden file was made from. Whoever adds to it adds at the end.
UNITS = (
    Unit(
        "c1",
        bytes(range(32)),
        1_700_000_000_000,
        (Part("table/1", 0, (NewRecord("bet-placed/1", b'{"a":1}'),)),),
    ),
    Unit(
        "c2",
        b"\xff" * 32,
        1_700_000_000_001,
        (
            Part(
                "table/1",
                1,
                (NewRecord("betting-closed/1", b""), NewRecord("card-dealt/2", bytes(range(256)))),
            ),
            Part("link/мега", 0, (NewRecord("contribution-made/1", b"\x00"),)),
        ),
    ),
    Unit("ид-3", b"", 0, (Part("link/мега", 1, (NewRecord("k/1", b"x"),)),)),
)


class GoldenRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A record with its bytes in hexadecimal digits."""

    position: int
    stream: str
    version: int
    at_ms: int
    command: str
    number: int
    entry: str | None
    kind: str
    body: str
    hash: str


def golden_records() -> list[Record]:
    """The records of the golden file."""
    found = msgspec.json.decode(GOLDEN.read_bytes(), type=list[GoldenRecord])
    return [
        Record(
            position=one.position,
            stream=one.stream,
            version=one.version,
            at_ms=one.at_ms,
            command=one.command,
            number=one.number,
            entry=None if one.entry is None else bytes.fromhex(one.entry),
            kind=one.kind,
            body=bytes.fromhex(one.body),
            hash=bytes.fromhex(one.hash),
        )
        for one in found
    ]


def test_the_golden_records_come_out_byte_for_byte() -> None:
    journal = MemoryJournal()
    journal.append(UNITS)
    assert everything(journal) == golden_records()


def test_a_golden_hash_worked_out_by_hand() -> None:
    """The form in plain words: the hash before, the numbers, the lengths of the texts, the
    texts.
    """
    by_hand = (
        bytes(32)
        + struct.pack(">QQQI", 1, 1, 1_700_000_000_000, 0)
        + struct.pack(">IIIII", 7, 2, 32, 12, 7)
        + b"table/1" + b"c1" + bytes(range(32)) + b"bet-placed/1" + b'{"a":1}'
    )  # fmt: skip
    assert golden_records()[0].hash == sha256(by_hand).digest()


def test_a_record_without_entry_has_an_empty_one_in_its_hash() -> None:
    second = golden_records()[2]
    assert second.entry is None
    by_hand = (
        golden_records()[1].hash
        + struct.pack(">QQQI", 3, 3, 1_700_000_000_001, 1)
        + struct.pack(">IIIII", 7, 2, 0, 12, 256)
        + b"table/1" + b"c2" + b"card-dealt/2" + bytes(range(256))
    )  # fmt: skip
    assert second.hash == sha256(by_hand).digest()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("position", 2),
        ("stream", "table/2"),
        ("version", 2),
        ("at_ms", 1_700_000_000_001),
        ("command", "c2"),
        ("number", 1),
        ("entry", bytes(32)),
        ("entry", None),
        ("kind", "bet-placed/2"),
        ("body", b'{"a":2}'),
    ],
)
def test_every_field_is_in_the_hash(field: str, value: object) -> None:
    record = golden_records()[0]
    assert hash_of(record, START) == record.hash
    changed = msgspec.structs.replace(record, **{field: value})
    assert hash_of(changed, START) != record.hash


def test_the_hash_before_is_in_the_hash() -> None:
    record = golden_records()[0]
    assert hash_of(record, b"\x01" + bytes(31)) != record.hash


def test_texts_can_not_be_shifted_from_one_field_to_the_next() -> None:
    def of(stream: str, command: str, kind: str, body: bytes) -> bytes:
        return record_hash(START, 1, stream, 1, 0, command, 0, None, kind, body)

    assert (
        len(
            {
                of("ab", "c", "d", b"e"),
                of("a", "bc", "d", b"e"),
                of("a", "b", "cd", b"e"),
                of("a", "b", "c", b"de"),
            }
        )
        == 4
    )


def test_a_value_of_another_type_has_no_hash() -> None:
    """A changed file can give a number where bytes were; that must not pass for an empty
    entry.
    """
    with pytest.raises(TypeError):
        record_hash(START, 1, "a", 1, 0, "c", 0, 0, "k", b"")  # type: ignore[arg-type]  # that is the point


def test_chaining_moves_the_heads_on() -> None:
    heads = {"a": Head(3, b"h" * 32), "other": Head(1, b"o" * 32)}
    records = chained(one("c1", "a", 3, b"1", b"2"), 10, heads)
    assert [(record.position, record.version) for record in records] == [(10, 4), (11, 5)]
    assert records[0].hash == hash_of(records[0], b"h" * 32)
    assert heads == {"a": Head(5, records[1].hash), "other": Head(1, b"o" * 32)}


def test_units_of_one_call_follow_each_other() -> None:
    heads: dict[str, Head] = {}
    answer = chain_units([one("c1", "a", 0), one("c2", "b", 0), one("c3", "a", 1)], 7, heads)
    assert [records[0].position for records in answer] == [7, 8, 9]
    assert answer[2][0].hash == hash_of(answer[2][0], answer[0][0].hash)
    assert heads == {"a": Head(2, answer[2][0].hash), "b": Head(1, answer[1][0].hash)}


def _leaf(value: bytes) -> bytes:
    return sha256(b"\x00" + value).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def test_the_root_of_a_tree_worked_out_by_hand() -> None:
    a, b, c = _leaf(b"a"), _leaf(b"b"), _leaf(b"c")
    assert merkle_root([]) == START
    assert merkle_root([b"a"]) == a
    assert merkle_root([b"a", b"b"]) == _node(a, b)
    assert merkle_root([b"a", b"b", b"c"]) == _node(_node(a, b), c)
    assert merkle_root([b"a", b"b", b"c", b"a", b"b"]) == _node(_node(_node(a, b), _node(c, a)), b)


def test_a_node_does_not_pass_for_a_leaf() -> None:
    a, b = _leaf(b"a"), _leaf(b"b")
    assert merkle_root([a + b]) != merkle_root([b"a", b"b"])


def test_a_leaf_is_a_stream_with_its_length_version_and_hash() -> None:
    assert (
        leaf("é", Head(5, b"h" * 32))
        == b"\0\0\0\x02" + b"\0\0\0\0\0\0\0\x05" + b"\xc3\xa9" + b"h" * 32
    )
