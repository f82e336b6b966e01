"""The commands of a segment: whether it has one, and in which block.

A Bloom filter with one hash function and sixteen bits per command nearly always rules out a command
that is not there; a sorted list of keys says where it may be. Both are read in place.
"""

import struct
from array import array
from collections.abc import Iterator
from hashlib import sha256
from typing import Protocol

from pitboss.journal.archive.columns import numbers

BITS_EACH = 16
_COUNT = struct.Struct(">Q")
_KEY = struct.Struct(">Q")
_BLOCK_BITS = 24
MAX_BLOCKS = 1 << _BLOCK_BITS


class Bytes(Protocol):
    """A memory-mapped file."""

    def __getitem__(self, place: int, /) -> int: ...


def hash_of_command(command: str) -> int:
    """The key under which a command is looked up: the first 8 bytes of its SHA-256."""
    return int.from_bytes(sha256(command.encode()).digest()[:8], "big")


class CommandWriter:
    """Collects which command is in which block."""

    def __init__(self) -> None:
        self._keys = array("Q")

    def add(self, command: str, block: int) -> None:
        self._keys.append((hash_of_command(command) >> _BLOCK_BITS << _BLOCK_BITS) | block)

    def section(self) -> bytes:
        keys = array("Q", sorted(self._keys))
        return _COUNT.pack(len(keys)) + _bits(keys) + numbers("Q", keys)


def _bits(keys: "array[int]") -> bytes:
    size = _bits_bytes(len(keys))
    bits = bytearray(size)
    for key in keys:
        bit = (key >> _BLOCK_BITS) % (size * 8) if size else 0
        bits[bit >> 3] |= 1 << (bit & 7)
    return bytes(bits)


def _bits_bytes(count: int) -> int:
    return count * BITS_EACH // 8


class CommandIndex:
    """The section, read in place."""

    def __init__(self, content: Bytes, start: int) -> None:
        self._content = content
        [self._count] = _COUNT.unpack_from(content, start)  # type: ignore[arg-type]  # memory is a buffer
        self._bits_at = start + _COUNT.size
        self._bits = _bits_bytes(self._count) * 8
        self._keys_at = self._bits_at + self._bits // 8
        self.end = self._keys_at + self._count * _KEY.size

    def may_hold(self, key: int) -> bool:
        """False only if the command is certainly not there."""
        if not self._count:
            return False
        bit = (key >> _BLOCK_BITS) % self._bits
        return bool(self._content[self._bits_at + (bit >> 3)] >> (bit & 7) & 1)

    def blocks(self, key: int) -> Iterator[int]:
        """The blocks that may hold a command."""
        if not self.may_hold(key):
            return
        wanted = key >> _BLOCK_BITS
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            if self._key(middle) >> _BLOCK_BITS < wanted:
                low = middle + 1
            else:
                high = middle
        while low < self._count and self._key(low) >> _BLOCK_BITS == wanted:
            yield self._key(low) & (MAX_BLOCKS - 1)
            low += 1

    def _key(self, place: int) -> int:
        [key] = _KEY.unpack_from(self._content, self._keys_at + place * _KEY.size)  # type: ignore[arg-type]
        return int(key)
