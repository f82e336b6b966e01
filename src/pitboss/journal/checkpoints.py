"""Signed checkpoints: the heads of all streams at one moment, which nobody can later deny or
change.

A checkpoint fixes the head of every stream and so, through the hash chain, every byte before.
Copied elsewhere (one line of text each), it reveals whether somebody who controls the database has
rewritten the past.
"""

import struct
import zlib
from collections.abc import Iterable, Mapping
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.journal.chain import HASH_BYTES, START, leaf, merkle_root
from pitboss.journal.port import Checkpoint, Head, JournalError

_FORM = b"pitboss-checkpoint/1\0"
_NUMBERS = struct.Struct(">QQQ")
_LEAF = struct.Struct(">IQ")

MAX_HEADS_BYTES = 1 << 30
"""More than a journal can have; a copy that claims to unpack to more is not ours."""


class BadCheckpoint(JournalError):
    """A checkpoint is not what it claims to be, or does not follow the one before."""


def build(
    heads: Mapping[str, Head],
    *,
    position: int,
    at_ms: int,
    last: Checkpoint | None,
    key: Ed25519PrivateKey,
) -> Checkpoint:
    """The checkpoint after ``last``, covering these heads and all records up to ``position``."""
    stored, root = packed_heads(heads)
    unsigned = Checkpoint(
        number=1 if last is None else last.number + 1,
        at_ms=at_ms,
        position=position,
        heads=stored,
        root=root,
        previous=START if last is None else digest(last),
        key=key.public_key().public_bytes_raw(),
        signature=b"",
    )
    return msgspec.structs.replace(unsigned, signature=key.sign(signed_bytes(unsigned)))


def signed_bytes(checkpoint: Checkpoint) -> bytes:
    """The bytes that are signed. They include the heads twice: by their root, and by the hash of
    their stored bytes.
    """
    numbers = _NUMBERS.pack(checkpoint.number, checkpoint.at_ms, checkpoint.position)
    stored = sha256(checkpoint.heads).digest()
    return _FORM + numbers + checkpoint.root + checkpoint.previous + checkpoint.key + stored


def digest(checkpoint: Checkpoint) -> bytes:
    """The hash by which the next checkpoint refers to this one."""
    return sha256(signed_bytes(checkpoint)).digest()


def heads_of(checkpoint: Checkpoint) -> dict[str, Head]:
    """The heads in a checkpoint, which must be in order and match its root."""
    where = f"checkpoint {checkpoint.number}"
    try:
        heads, root = unpacked_heads(checkpoint.heads)
    except BadCheckpoint as error:
        raise BadCheckpoint(f"{where}: {error}") from error
    if root != checkpoint.root:
        raise BadCheckpoint(f"{where}: its list of streams does not lead to its root")
    return heads


def packed_heads(heads: Mapping[str, Head]) -> tuple[bytes, bytes]:
    """Heads in their stored form, and their root."""
    leaves = [leaf(stream, heads[stream]) for stream in sorted(heads)]
    return zlib.compress(b"".join(leaves), 9), merkle_root(leaves)


def unpacked_heads(stored: bytes) -> tuple[dict[str, Head], bytes]:
    """Heads from their stored form, which must be in order, and their root."""
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(stored, MAX_HEADS_BYTES)
        if not unpacking.eof or unpacking.unused_data:
            raise BadCheckpoint("its list of streams is cut off or too long")
        heads = _read_leaves(content)
    except (zlib.error, struct.error, UnicodeDecodeError) as error:
        raise BadCheckpoint(f"its list of streams can't be read: {error}") from error
    leaves = [leaf(stream, heads[stream]) for stream in sorted(heads)]
    if b"".join(leaves) != content:
        raise BadCheckpoint("its list of streams is not in order")
    return heads, merkle_root(leaves)


def _read_leaves(content: bytes) -> dict[str, Head]:
    heads: dict[str, Head] = {}
    at = 0
    while at < len(content):
        length, version = _LEAF.unpack_from(content, at)
        name_at = at + _LEAF.size
        at = name_at + length + HASH_BYTES
        heads[content[name_at : name_at + length].decode()] = Head(
            version, content[name_at + length : at]
        )
    return heads


def verify(checkpoint: Checkpoint, key: bytes | None = None) -> dict[str, Head]:
    """Checks a checkpoint by itself and returns its heads. ``key`` is the public key that must have
    signed it.
    """
    where = f"checkpoint {checkpoint.number}"
    if key is not None and checkpoint.key != key:
        raise BadCheckpoint(
            f"{where} is signed with another key ({checkpoint.key.hex()}) than expected "
            f"({key.hex()})"
        )
    if len(checkpoint.root) != HASH_BYTES or len(checkpoint.previous) != HASH_BYTES:
        raise BadCheckpoint(f"{where}: a hash in it has the wrong length")
    heads = heads_of(checkpoint)
    try:
        signer = Ed25519PublicKey.from_public_bytes(checkpoint.key)
        signer.verify(checkpoint.signature, signed_bytes(checkpoint))
    except (InvalidSignature, ValueError, struct.error) as error:
        raise BadCheckpoint(f"{where}: its signature does not fit") from error
    return heads


def verify_chain(checkpoints: Iterable[Checkpoint], key: bytes | None = None) -> int:
    """Checks checkpoints from the first one on, each by itself and against the one before. Returns
    how many.
    """
    count = 0
    before: Checkpoint | None = None
    heads: dict[str, Head] = {}
    for checkpoint in checkpoints:
        now = verify(checkpoint, key)
        _check_follows(checkpoint, before)
        for stream, head in heads.items():
            if (later := now.get(stream)) is None or later.version < head.version:
                raise BadCheckpoint(
                    f"checkpoint {checkpoint.number}: stream {stream} is shorter than it was before"
                )
        count, before, heads = count + 1, checkpoint, now
    return count


def _check_follows(checkpoint: Checkpoint, before: Checkpoint | None) -> None:
    number, previous, position = (
        (0, START, 0) if before is None else (before.number, digest(before), before.position)
    )
    if checkpoint.number != number + 1:
        raise BadCheckpoint(
            f"checkpoint {number + 1} is missing: checkpoint {checkpoint.number} stands in "
            "its place"
        )
    if checkpoint.previous != previous:
        raise BadCheckpoint(
            f"checkpoint {checkpoint.number} does not follow the checkpoint {number} that is here"
        )
    if checkpoint.position < position:
        raise BadCheckpoint(
            f"checkpoint {checkpoint.number} goes back behind the position of the one before"
        )
