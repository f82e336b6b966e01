"""The seal at the end of a segment: what is in it, what it follows, and who signed it."""

import struct
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.journal.archive.blocks import BadSegment

MAGIC = b"pitboss-segment/1\0"
_TEXT = struct.Struct(">18s10Q32s32s32s32s32s32s32s32s32s")
SIGNATURE_BYTES = 64
SEAL_BYTES = _TEXT.size + SIGNATURE_BYTES


class Seal(msgspec.Struct, frozen=True, array_like=True):
    """A segment's description of itself. ``opening``, ``closing``, ``index`` and ``commands`` are
    hashes of those sections, and ``…_at`` where they begin. The roots are the Merkle roots of all
    streams' heads before the first record and after the last.
    """

    number: int
    at_ms: int
    first: int
    last: int
    records: int
    checkpoint: int
    opening_at: int
    closing_at: int
    index_at: int
    commands_at: int
    checkpoint_name: bytes
    previous: bytes
    opening_root: bytes
    closing_root: bytes
    opening: bytes
    closing: bytes
    index: bytes
    commands: bytes
    key: bytes
    signature: bytes = b""

    def signed_bytes(self) -> bytes:
        """The bytes that are signed."""
        return _TEXT.pack(MAGIC, *msgspec.structs.astuple(self)[:-1])

    @property
    def digest(self) -> bytes:
        """The hash that names the segment; it covers every byte of the file."""
        return sha256(self.signed_bytes()).digest()

    def signed(self, key: Ed25519PrivateKey) -> "Seal":
        return msgspec.structs.replace(self, signature=key.sign(self.signed_bytes()))

    def as_bytes(self) -> bytes:
        return self.signed_bytes() + self.signature

    def check_signature(self) -> None:
        """Raises BadSegment if the signature is not by the key in the seal."""
        try:
            signer = Ed25519PublicKey.from_public_bytes(self.key)
            signer.verify(self.signature, self.signed_bytes())
        except (InvalidSignature, ValueError) as error:
            raise BadSegment(f"segment {self.number}: its signature does not fit") from error


def read_seal(content: bytes) -> Seal:
    """The seal in the last bytes of a segment. Raises BadSegment if they are not one."""
    if len(content) != SEAL_BYTES or not content.startswith(MAGIC):
        raise BadSegment("it does not end with the seal of a segment")
    fields = _TEXT.unpack(content[: _TEXT.size])[1:]
    return msgspec.convert((*fields, content[_TEXT.size :]), Seal, builtin_types=(bytes,))
