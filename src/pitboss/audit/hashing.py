"""A journal's hashes, computed from the written description of the format rather than by the
journal's own code.

A record's hash is SHA-256 over the hash before it in its stream (32 zero bytes before the first),
then position, version and time as 8 bytes each, the number within its command as 4, the lengths of
stream, command, entry, kind and body as 4 each, and then those five in sequence. Numbers are
big-endian.
"""

import struct
from collections.abc import Iterable, Mapping
from hashlib import sha256

from pitboss.journal.port import Record

Head = tuple[int, bytes]
"""Where a stream ends: the version and the hash of its last record."""

NOTHING_BEFORE = b"\0" * 32
BEGINNING: Head = (0, NOTHING_BEFORE)
CANNOT_HASH = (struct.error, UnicodeEncodeError)
_NUMBERS = struct.Struct(">3Q6I").pack


def hash_record(record: Record, before: bytes) -> bytes:
    """What a record's hash should be; raises struct.error if a number is out of range."""
    stream, command = record.stream.encode(), record.command.encode()
    entry, kind, body = record.entry or b"", record.kind.encode(), record.body
    numbers = _NUMBERS(
        record.position,
        record.version,
        record.at_ms,
        record.number,
        len(stream),
        len(command),
        len(entry),
        len(kind),
        len(body),
    )
    parts = (before, numbers, stream, command, entry, kind, body)
    return sha256(b"".join(parts)).digest()


def hashes_of(
    records: Iterable[Record], heads: Mapping[str, Head], hashed: Mapping[str, bool]
) -> list[bytes | None]:
    """What the hashes of consecutive records should be, each following the one before in its
    stream; ``heads`` are the ends of streams before all of them. None if the stream is not
    ``hashed`` here, and empty bytes if a record can't be hashed. Hashing many at once is faster.
    """
    ends: dict[str, bytes] = {}
    # Names recur, so encode each once.
    names: dict[str, bytes] = {}
    hashes: list[bytes | None] = []
    for record in records:
        stream = record.stream
        if not hashed[stream]:
            hashes.append(None)
            continue
        before = ends.get(stream)
        if before is None:
            _, before = heads.get(stream, BEGINNING)
        ends[stream] = record.hash
        kind, entry, body = record.kind, record.entry or b"", record.body
        try:
            name, of_kind = names.get(stream), names.get(kind)
            if name is None:
                name = names[stream] = stream.encode()
            if of_kind is None:
                of_kind = names[kind] = kind.encode()
            command = record.command.encode()
            numbers = _NUMBERS(
                record.position,
                record.version,
                record.at_ms,
                record.number,
                len(name),
                len(command),
                len(entry),
                len(of_kind),
                len(body),
            )
        except CANNOT_HASH:
            hashes.append(b"")
        else:
            parts = (before, numbers, name, command, entry, of_kind, body)
            hashes.append(sha256(b"".join(parts)).digest())
    return hashes


def hash_heads(heads: Mapping[str, tuple[int, bytes]]) -> bytes:
    """The Merkle root over the heads of all streams, in order of name.

    A leaf is hashed after a zero byte: the length of the name in 4 bytes, the version in 8, the
    name, the hash. Two nodes are joined and hashed after a one byte; an odd one at the end moves up
    unchanged. Without streams the root is 32 zero bytes.
    """
    row = []
    for stream in sorted(heads):
        version, digest = heads[stream]
        name = stream.encode()
        leaf = len(name).to_bytes(4, "big") + version.to_bytes(8, "big") + name + digest
        row.append(sha256(b"\0" + leaf).digest())
    if not row:
        return NOTHING_BEFORE
    while len(row) > 1:
        row = [
            sha256(b"\1" + row[index] + row[index + 1]).digest()
            if index + 1 < len(row)
            else row[index]
            for index in range(0, len(row), 2)
        ]
    return row[0]
