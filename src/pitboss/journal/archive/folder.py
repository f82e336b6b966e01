"""A journal's folder of segments, and how records are read from it."""

import threading
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from pitboss.journal.archive.blocks import RecordBlock
from pitboss.journal.archive.commands import hash_of_command
from pitboss.journal.archive.segment import Segment
from pitboss.journal.port import (
    JournalError,
    LookedBack,
    NotAJournal,
    Record,
    SealedSegment,
    Unavailable,
)

FOLDER = "archive"
"""The default folder, beside a SQLite file."""

BLOCKS_KEPT = 12
"""How many unpacked blocks to cache: a search goes back and forth between a few."""


class Archive:
    """The segments a journal has on record. Thread-safe."""

    def __init__(self, folder: Path | None, name: str) -> None:
        self.folder = folder
        self._name = name
        self._lock = threading.Lock()
        self._sealed: tuple[SealedSegment, ...] = ()
        self._open: dict[bytes, Segment] = {}
        self._blocks: OrderedDict[tuple[int, int], RecordBlock] = OrderedDict()

    @property
    def sealed(self) -> tuple[SealedSegment, ...]:
        return self._sealed

    @property
    def reach(self) -> int:
        """The position up to which records are in segments; 0 if there are no segments."""
        sealed = self._sealed
        return sealed[-1].last if sealed else 0

    def update(self, sealed: Iterable[SealedSegment]) -> None:
        """Takes the journal's current list. Segments are never removed, so the longer list is
        always right.
        """
        segments = tuple(sealed)
        with self._lock:
            if len(segments) > len(self._sealed):
                self._sealed = segments

    def close(self) -> None:
        with self._lock:
            self._blocks.clear()
            for segment in self._open.values():
                segment.close()
            self._open.clear()

    def segment(self, sealed: SealedSegment) -> Segment:
        """An open segment. Raises Unavailable if its file is missing, BadSegment if it is a
        different one.
        """
        with self._lock:
            segment = self._open.get(sealed.digest)
            if segment is None:
                if self.folder is None:
                    raise Unavailable(
                        f"{self._name} has records in an archive, and no folder is named for it. "
                        "Name it in the setting archive.folder."
                    )
                segment = Segment(self.folder / sealed.file, sealed)
                self._open[sealed.digest] = segment
            return segment

    def _block(self, sealed: SealedSegment, number: int) -> RecordBlock:
        place = (sealed.number, number)
        with self._lock:
            if (block := self._blocks.get(place)) is not None:
                self._blocks.move_to_end(place)
                return block
        block = self.segment(sealed).block(number)
        with self._lock:
            self._blocks[place] = block
            while len(self._blocks) > BLOCKS_KEPT:
                self._blocks.popitem(last=False)
        return block

    def read_all(self, after: int, limit: int) -> list[Record]:
        """Records of all streams after a position, at most ``limit``."""
        records: list[Record] = []
        every = self._sealed
        for sealed in every[bisect_right(every, after, key=lambda one: one.last) :]:
            for number in self.segment(sealed).index.from_position(after):
                block = self._block(sealed, number)
                start = bisect_right(block.positions, after)
                records += block.records()[start : start + limit - len(records)]
                if len(records) >= limit:
                    return records
        return records

    def read_back(self, before: int, limit: int, kinds: Collection[str] | None) -> LookedBack:
        """Looks back over the records of all streams before a position, as the port does."""
        found: list[Record] = []
        left, position = limit, 0
        every = self._sealed
        for sealed in reversed(every[: bisect_left(every, before, key=lambda one: one.first)]):
            for number in self.segment(sealed).index.before_position(before):
                block = self._block(sealed, number)
                end = bisect_left(block.positions, before)
                looked = block.records()[max(0, end - left) : end]
                found += [one for one in reversed(looked) if kinds is None or one.kind in kinds]
                left, position = left - len(looked), looked[0].position
                if not left:
                    break
            if not left:
                break
        return LookedBack(found, limit - left, position)

    def read(self, stream: str, after: int, before: int) -> Iterator[Record]:
        """The records of a stream with versions above ``after`` and below ``before``, all of which
        must be in the archive.
        """
        wanted = after + 1
        for sealed in self._holding(stream, after):
            for number in self.segment(sealed).index.of_stream(stream, wanted - 1):
                for record in self._block(sealed, number).of_stream(stream):
                    if record.version >= before:
                        return
                    if record.version == wanted:
                        yield record
                        wanted += 1
        if wanted < before:
            raise NotAJournal(
                f"{self._name}: version {wanted} of {stream} is neither in the database nor in the "
                "archive. Run 'pitboss doctor'."
            )

    def _holding(self, stream: str, after: int) -> Sequence[SealedSegment]:
        """The segments from the first that has records of the stream after a version. A binary
        search: the closing state of a segment says how far the stream had got.
        """
        every = self._sealed
        first = bisect_right(every, after, key=lambda one: self.segment(one).version(stream))
        return every[first:]

    def find_command(self, command: str) -> list[Record]:
        """The records of a command."""
        key = hash_of_command(command)
        for sealed in self._sealed:
            segment = self.segment(sealed)
            records: list[Record] = []
            for number in segment.commands.blocks(key):
                records += self._block(sealed, number).of_command(command)
            if records:
                return sorted(records, key=lambda record: record.number)
        return []

    def stored(self, commands: Collection[str]) -> list[str]:
        """Which of these commands are in the archive. A segment whose file is missing is skipped,
        so that it does not stop a casino: 'pitboss doctor' reports it.
        """
        if not self._sealed:
            return []
        archived = []
        for command in commands:
            key = hash_of_command(command)
            for sealed in self._sealed:
                try:
                    segment = self._open.get(sealed.digest) or self.segment(sealed)
                    if segment.commands.may_hold(key) and any(
                        self._block(sealed, number).of_command(command)
                        for number in segment.commands.blocks(key)
                    ):
                        archived.append(command)
                        break
                except JournalError:
                    continue
        return archived
