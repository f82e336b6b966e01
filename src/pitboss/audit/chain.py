"""The chain of records: positions, versions and hashes, and that a command's records are
together.
"""

from collections.abc import Callable, Mapping, Sequence

from pitboss.audit.hashing import BEGINNING, CANNOT_HASH, Head, hash_record
from pitboss.audit.report import Misfit, fits
from pitboss.journal.port import Record

_LEAST_BITS, _MOST_BITS = 16, 29
_BITS_AN_ID = 32
"""Bloom filter size: about one new id in a thousand is a false positive."""


class SeenIds:
    """The command ids seen so far, in bounded memory.

    A Bloom filter of at most 2**29 bits says that an id is new or may have been seen; in the latter
    case ``look_up`` decides. If earlier records were left ``unread``, it always decides.
    """

    def __init__(
        self, expected: int, look_up: Callable[[str], Sequence[Record]], *, unread: bool = False
    ) -> None:
        wanted = (expected * _BITS_AN_ID).bit_length()
        self._mask = (1 << min(max(wanted, _LEAST_BITS), _MOST_BITS)) - 1
        self._bits = bytearray((self._mask + 1) // 8)
        self._look_up = look_up
        self._unread = unread

    def add(self, command: str, position: int) -> None:
        """Adds an id; raises Misfit if it was used at an earlier position."""
        bits, mask = self._bits, self._mask
        # Python's hash is seeded per process, so nobody can craft colliding ids.
        hashed = hash(command)
        one, other = hashed & mask, (hashed >> 32) & mask
        may_be = bits[one >> 3] >> (one & 7) & bits[other >> 3] >> (other & 7) & 1
        if may_be or self._unread:
            for record in self._look_up(command):
                if record.position < position:
                    raise Misfit(
                        f"the command id {command!r} is stored twice",
                        "an id of its own",
                        record.position,
                    )
        bits[one >> 3] |= 1 << (one & 7)
        bits[other >> 3] |= 1 << (other & 7)


class Chain:
    """Checks positions, versions and hashes of all streams."""

    def __init__(
        self,
        seen: SeenIds,
        heads: Mapping[str, Head] | None = None,
        position: int = 0,
    ) -> None:
        self.heads: dict[str, Head] = dict(heads or {})
        self.position = position
        self._seen = seen
        self._first: Record | None = None
        self._number = 0

    def take(self, record: Record, digest: bytes | None, hashed: bool = True) -> None:
        """Takes the next record, whose hash should be ``digest``; raises Misfit if it does not
        follow from those before. If it is not ``hashed`` here, another process checks the hash.
        """
        stream, position, stored = record.stream, record.position, record.hash
        version, before = self.heads.get(stream, BEGINNING)
        if position <= self.position:
            raise Misfit("positions do not rise", f"a position above {self.position}", position)
        version += 1
        if record.version != version:
            fits("a version is missing or stands twice", version, record.version)
        if record.number == 0:
            self._seen.add(record.command, position)
            if not record.entry:
                raise Misfit("the first record of a command holds its entry", "an entry", "none")
            self._first = record
            self._number = 0
        else:
            self._take_further(record)
        if hashed and digest != stored:
            raise _wrong_hash(record, before)
        self.heads[stream] = (version, stored)
        self.position = position

    def take_hash(self, record: Record, digest: bytes | None) -> None:
        """Takes the next record of a stream; another process checks its position and command."""
        version, before = self.heads.get(record.stream, BEGINNING)
        fits("a version is missing or stands twice", version + 1, record.version)
        if digest != record.hash:
            raise _wrong_hash(record, before)
        self.heads[record.stream] = (record.version, record.hash)

    def take_many(self, records: Sequence[Record], digests: Sequence[bytes | None]) -> int:
        """Takes the next records as long as they fit, and returns how many did. Their hashes should
        be the ``digests``; another process checks those that are None. ``take`` then reports what
        is wrong with the next one.
        """
        heads, position, first, number = self.heads, self.position, self._first, self._number
        taken = 0
        for record, digest in zip(records, digests, strict=True):
            stream, at, stored, nth = record.stream, record.position, record.hash, record.number
            version, _ = heads.get(stream, BEGINNING)
            version += 1
            if at <= position or record.version != version:
                break
            if digest is not None and digest != stored:
                break
            if nth == 0:
                if not record.entry:
                    break
                try:
                    self._seen.add(record.command, at)
                except Misfit:
                    break
                first, number = record, 0
            else:
                self._first, self._number = first, number
                try:
                    self._take_further(record)
                except Misfit:
                    break
                number = nth
            heads[stream] = (version, stored)
            position = at
            taken += 1
        self.position, self._first, self._number = position, first, number
        return taken

    def go_back(self, heads: Mapping[str, Head], position: int, records: Sequence[Record]) -> None:
        """Rewinds to ``heads`` and a position, and then takes the records that followed."""
        self.heads, self.position = dict(heads), position
        for record in records:
            self.heads[record.stream] = (record.version, record.hash)
            self.position = record.position

    def _take_further(self, record: Record) -> None:
        """Checks a record that is not the first of its command."""
        first = self._first
        if first is None or first.command != record.command:
            raise Misfit(f"the command {record.command!r} has no first record", 0, record.number)
        fits("a record of a command is missing or stands twice", self._number + 1, record.number)
        fits(
            "the records of a command stand one after another",
            first.position + record.number,
            record.position,
        )
        fits("the records of a command have one time", first.at_ms, record.at_ms)
        if record.entry is not None:
            raise Misfit("only the first record of a command holds an entry", "none", record.entry)
        self._number = record.number


def _wrong_hash(record: Record, before: bytes) -> Misfit:
    try:
        computed = hash_record(record, before)
    except CANNOT_HASH as error:
        return Misfit("the record can't be hashed", "numbers and texts that were stored", error)
    return Misfit("the hash does not fit the record", computed.hex(), record.hash.hex())
