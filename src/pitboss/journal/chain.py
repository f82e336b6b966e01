"""The hash chain: each record holds a hash over its contents and the hash of the record before it
in its stream.
"""

import struct
from collections.abc import Iterable
from hashlib import sha256
from operator import attrgetter

from pitboss.journal.port import Head, Record, Unit

HASH_BYTES = 32
START = bytes(HASH_BYTES)
"""The hash before the first record of a stream."""

# The numbers after the position, then the lengths of the five texts that follow.
_FRONT = struct.Struct(">QQIIIIII")
_POSITION_AND_FRONT = struct.Struct(">QQQIIIIII")


def record_hash(
    before: bytes,
    position: int,
    stream: str,
    version: int,
    at_ms: int,
    command: str,
    number: int,
    entry: bytes | None,
    kind: str,
    body: bytes,
) -> bytes:
    """SHA-256 over the record in one canonical form: fixed-width numbers, the length of each text,
    then the texts.
    """
    a, b, d = stream.encode(), command.encode(), kind.encode()
    c = b"" if entry is None else entry
    lengths = len(a), len(b), len(c), len(d), len(body)
    front = _POSITION_AND_FRONT.pack(position, version, at_ms, number, *lengths)
    return sha256(b"".join((before, front, a, b, c, d, body))).digest()


def between_position_and_body(
    stream: str,
    version: int,
    at_ms: int,
    command: str,
    number: int,
    entry: bytes | None,
    kind: str,
    body: bytes,
) -> bytes:
    """What a record's hash covers between position and body, for a server that computes the hash
    itself because only it knows the position.
    """
    a, b, d = stream.encode(), command.encode(), kind.encode()
    c = b"" if entry is None else entry
    front = _FRONT.pack(version, at_ms, number, len(a), len(b), len(c), len(d), len(body))
    return b"".join((front, a, b, c, d))


def hash_of(record: Record, before: bytes) -> bytes:
    """What the hash of a stored record should be."""
    return record_hash(before, *_all_but_the_hash(record))


_all_but_the_hash = attrgetter(*Record.__struct_fields__[:-1])


def chained(unit: Unit, first_position: int, heads: dict[str, Head]) -> list[Record]:
    """The records of a unit, each chained to the end of its stream in ``heads``, which is
    updated.
    """
    records: list[Record] = []
    command, at_ms = unit.command, unit.at_ms
    entry: bytes | None = unit.entry
    number = 0
    for part in unit.parts:
        stream, version = part.stream, part.expected
        head = heads.get(stream)
        before = START if head is None else head.hash
        for new in part.records:
            version += 1
            position = first_position + number
            kind, body = new.kind, new.body
            before = record_hash(
                before, position, stream, version, at_ms, command, number, entry, kind, body
            )
            records.append(
                Record(
                    position,
                    stream,
                    version,
                    at_ms,
                    command,
                    number,
                    entry,
                    kind,
                    body,
                    before,
                )
            )
            entry = None
            number += 1
        heads[stream] = Head(version, before)
    return records


def merkle_root(leaves: Iterable[bytes]) -> bytes:
    """The root of a Merkle tree. Leaves and nodes are hashed with different prefixes, so that
    neither can pass for the other.
    """
    level = [sha256(b"\x00" + leaf).digest() for leaf in leaves]
    if not level:
        return START
    while len(level) > 1:
        level = _level_above(level)
    return level[0]


def merkle_path(leaves: Iterable[bytes], index: int) -> list[tuple[str, bytes]]:
    """The path from a leaf to the root: the sibling's hash on each level, and its side."""
    level = [sha256(b"\x00" + leaf).digest() for leaf in leaves]
    path: list[tuple[str, bytes]] = []
    while len(level) > 1:
        sibling = index ^ 1
        # An odd one at the end of a level moves up unchanged.
        if sibling < len(level):
            path.append(("left" if sibling < index else "right", level[sibling]))
        level, index = _level_above(level), index // 2
    return path


def _level_above(level: list[bytes]) -> list[bytes]:
    pairs = zip(level[::2], level[1::2], strict=False)
    above = [sha256(b"\x01" + left + right).digest() for left, right in pairs]
    if len(level) % 2:
        above.append(level[-1])
    return above


def leaf(stream: str, head: Head) -> bytes:
    """A stream's head as a leaf of the tree."""
    name = stream.encode()
    return struct.pack(">IQ", len(name), head.version) + name + head.hash
