"""The form of a checkpoint: the bytes that are signed, its list of heads, and its copy as a line of
text.

The signature covers ``pitboss-checkpoint/1`` and a zero byte, then number, time and position as 8
bytes each, big-endian, then root, hash of the previous checkpoint, public key, and the SHA-256 of
the stored list. The list is compressed with zlib: for each stream, in order of name, the length of
its name in 4 bytes, its version in 8, its name and its last hash.
"""

import json
import zlib
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pitboss.journal.port import Checkpoint, NotAJournal

_NAME = b"pitboss-checkpoint/1\0"
_HANDOVER = b"pitboss-signing-key/1\0"
_MOST_BYTES = 1 << 30


def signed_bytes(checkpoint: Checkpoint) -> bytes:
    """The bytes that are signed; raises ValueError for impossible values."""
    if not len(checkpoint.root) == len(checkpoint.previous) == len(checkpoint.key) == 32:
        raise ValueError("a hash or a key has not 32 bytes")
    numbers = (checkpoint.number, checkpoint.at_ms, checkpoint.position)
    written = b"".join(number.to_bytes(8, "big") for number in numbers)
    stored = sha256(checkpoint.heads).digest()
    return _NAME + written + checkpoint.root + checkpoint.previous + checkpoint.key + stored


def name_of(checkpoint: Checkpoint) -> bytes:
    """The hash by which the next checkpoint refers to it."""
    return sha256(signed_bytes(checkpoint)).digest()


def handover_bytes(before: bytes, after: bytes, name: bytes) -> bytes:
    """What a key signs to hand over to another after the named checkpoint; raises ValueError for
    impossible values.
    """
    if not len(before) == len(after) == len(name) == 32:
        raise ValueError("a hash or a key has not 32 bytes")
    return _HANDOVER + before + after + name


def heads_in(checkpoint: Checkpoint) -> dict[str, tuple[int, bytes]]:
    """The streams in a checkpoint, each with its version and hash; raises ValueError if
    unreadable.
    """
    reading = zlib.decompressobj()
    try:
        rest = reading.decompress(checkpoint.heads, _MOST_BYTES)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not reading.eof or reading.unused_data:
        raise ValueError("the list is cut off, or something stands behind it")
    heads: dict[str, tuple[int, bytes]] = {}
    last = b""
    while rest:
        length = int.from_bytes(rest[:4], "big")
        name, end = rest[12 : 12 + length], 12 + length + 32
        if len(rest) < end or name <= last:
            raise ValueError("the list is cut off, or not in order")
        heads[name.decode()] = (int.from_bytes(rest[4:12], "big"), rest[12 + length : end])
        rest, last = rest[end:], name
    return heads


def read_copies(path: Path) -> Iterator[Checkpoint]:
    """Checkpoints from a file of copies, one per line, without an incomplete last line.

    Raises NotAJournal if there is no such file; iterating raises ValueError at a line that is no
    checkpoint.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise NotAJournal(
            f"the copies of checkpoints in {path} can't be read: {error.strerror}. Check the path."
        ) from None

    def checkpoints() -> Iterator[Checkpoint]:
        with file:
            for number, line in enumerate(file, start=1):
                if line.endswith(b"\n"):
                    yield _from_line(line, f"{path}, line {number}")

    return checkpoints()


def _from_line(line: bytes, where: str) -> Checkpoint:
    try:
        fields = json.loads(line)
        return Checkpoint(
            number=int(fields["checkpoint"]),
            at_ms=int(fields["at_ms"]),
            position=int(fields["position"]),
            heads=b64decode(fields["heads"], validate=True),
            root=bytes.fromhex(fields["root"]),
            previous=bytes.fromhex(fields["previous"]),
            key=bytes.fromhex(fields["key"]),
            signature=bytes.fromhex(fields["signature"]),
        )
    except (ValueError, TypeError, LookupError) as error:
        raise ValueError(f"{where}: {error}") from error
