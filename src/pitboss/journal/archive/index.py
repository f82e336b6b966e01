"""The index of a segment: where its blocks are, and which of them hold records of a stream."""

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from pitboss.journal.archive.blocks import BadSegment
from pitboss.journal.archive.columns import Columns, numbers
from pitboss.journal.chain import HASH_BYTES


class IndexWriter:
    """Collects each block as it is written."""

    def __init__(self) -> None:
        self._ends: list[int] = []
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        self._hashes: list[bytes] = []
        self._streams: dict[str, list[tuple[int, int]]] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def add(self, end: int, first: int, last: int, digest: bytes, begins: dict[str, int]) -> None:
        """Adds a block, by where it ends in the file and its first and last positions; ``begins``
        holds each stream's version before its first record in the block.
        """
        for stream, version in begins.items():
            self._streams.setdefault(stream, []).append((len(self._ends), version))
        self._ends.append(end)
        self._firsts.append(first)
        self._lasts.append(last)
        self._hashes.append(digest)

    def section(self) -> bytes:
        names = [name.encode() for name in self._streams]
        entries = list(self._streams.values())
        every = [entry for stream in entries for entry in stream]
        return zlib.compress(
            b"".join(
                (
                    numbers("I", (len(self._ends), len(names))),
                    numbers("Q", self._ends),
                    numbers("Q", self._firsts),
                    numbers("Q", self._lasts),
                    *self._hashes,
                    numbers("I", map(len, names)),
                    numbers("I", map(len, entries)),
                    *names,
                    numbers("I", (block for block, _ in every)),
                    numbers("Q", (version for _, version in every)),
                )
            ),
            9,
        )


class SegmentIndex:
    """The index, decoded."""

    def __init__(self, content: bytes, start: int) -> None:
        try:
            columns = Columns(zlib.decompress(content))
            blocks, streams = columns.numbers("I", 2)
            ends = columns.numbers("Q", blocks)
            self.firsts = columns.numbers("Q", blocks)
            self.lasts = columns.numbers("Q", blocks)
            self.hashes = columns.pieces([HASH_BYTES] * blocks)
            name_lengths = columns.numbers("I", streams)
            counts = columns.numbers("I", streams)
            names = columns.texts(name_lengths)
            numbers_of_blocks = columns.numbers("I", sum(counts))
            versions = columns.numbers("Q", sum(counts))
            columns.check_end()
        except (zlib.error, UnicodeDecodeError, ValueError) as error:
            raise BadSegment(f"the index of a segment can't be read: {error}") from error
        self.places = list(zip((start, *ends), ends, strict=False))
        self._streams: dict[str, tuple[Sequence[int], Sequence[int]]] = {}
        at = 0
        for name, count in zip(names, counts, strict=True):
            self._streams[name] = (numbers_of_blocks[at : at + count], versions[at : at + count])
            at += count

    def from_position(self, after: int) -> range:
        """The blocks with records after a position."""
        return range(bisect_right(self.lasts, after), len(self.lasts))

    def before_position(self, before: int) -> range:
        """The blocks with records before a position, the last first."""
        return range(bisect_left(self.firsts, before) - 1, -1, -1)

    def of_stream(self, stream: str, after: int) -> Iterator[int]:
        """The blocks with records of a stream after a version."""
        blocks, versions = self._streams.get(stream, ((), ()))
        # The last block that begins at or before that version may hold the next one.
        yield from blocks[max(bisect_left(versions, after + 1) - 1, 0) :]
