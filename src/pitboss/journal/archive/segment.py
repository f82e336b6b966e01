"""A segment on the disk: a sealed file, read in place a block at a time."""

import mmap
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pitboss.journal.archive.blocks import BadSegment, RecordBlock
from pitboss.journal.archive.commands import CommandIndex
from pitboss.journal.archive.index import SegmentIndex
from pitboss.journal.archive.seals import MAGIC, SEAL_BYTES, Seal, read_seal
from pitboss.journal.checkpoints import BadCheckpoint, unpacked_heads
from pitboss.journal.port import Head, SealedSegment, Unavailable

COPY = "Put it back from a backup, or from another machine that serves this journal."


class Segment:
    """An open segment. ``sealed`` is the journal's record of it; any other file is refused."""

    def __init__(self, path: Path, sealed: SealedSegment) -> None:
        self.path = path
        self.sealed = sealed
        self._versions: dict[str, int] | None = None
        try:
            with path.open("rb") as file:
                self._content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise Unavailable(
                f"segment {sealed.number} of the archive is missing: {path} is not there. {COPY}"
            ) from None
        except (OSError, ValueError) as error:
            raise Unavailable(f"{path} can't be read: {error}. {COPY}") from error
        try:
            self.seal = self._read_seal()
            seal = self.seal
            self.index = SegmentIndex(
                self._section(seal.index_at, seal.commands_at, seal.index, "index"), len(MAGIC)
            )
            self.commands = CommandIndex(self._content, seal.commands_at)
        except BadSegment as error:
            self.close()
            raise BadSegment(f"{path}: {error}. {COPY}") from error

    def _read_seal(self) -> Seal:
        content = self._content
        seal = read_seal(content[-SEAL_BYTES:])
        if seal.digest != self.sealed.digest:
            raise BadSegment("it is not the segment that is on record")
        ends = (seal.opening_at, seal.closing_at, seal.index_at, seal.commands_at)
        if content[: len(MAGIC)] != MAGIC or ends[-1] > len(content) - SEAL_BYTES:
            raise BadSegment("it is cut off")
        return seal

    def close(self) -> None:
        with suppress(BufferError):
            self._content.close()

    def _section(self, start: int, end: int, digest: bytes, name: str) -> bytes:
        section = self._content[start:end]
        if sha256(section).digest() != digest:
            raise BadSegment(f"its {name} was changed")
        return section

    def block(self, number: int) -> RecordBlock:
        """One block. Raises BadSegment if its bytes are not those that were sealed."""
        start, end = self.index.places[number]
        content = self._content[start:end]
        if sha256(content).digest() != self.index.hashes[number]:
            raise BadSegment(
                f"{self.path}: positions {self.index.firsts[number]} to "
                f"{self.index.lasts[number]} were changed. {COPY}"
            )
        return RecordBlock(content)

    def opening(self) -> dict[str, Head]:
        """The heads of all streams before the first record."""
        seal = self.seal
        section = self._section(seal.opening_at, seal.closing_at, seal.opening, "opening state")
        return self._heads(section, seal.opening_root)

    def closing(self) -> dict[str, Head]:
        """The heads of all streams after the last record."""
        seal = self.seal
        section = self._section(seal.closing_at, seal.index_at, seal.closing, "closing state")
        return self._heads(section, seal.closing_root)

    def version(self, stream: str) -> int:
        """The version a stream had reached by the last record."""
        if self._versions is None:
            self._versions = {name: head.version for name, head in self.closing().items()}
        return self._versions.get(stream, 0)

    def _heads(self, section: bytes, root: bytes) -> dict[str, Head]:
        try:
            heads, computed = unpacked_heads(section)
        except BadCheckpoint as error:
            raise BadSegment(f"{self.path}: {error}. {COPY}") from error
        if computed != root:
            raise BadSegment(f"{self.path}: a state in it does not have its root. {COPY}")
        return heads

    def check(self) -> Iterator[int]:
        """Checks everything, block by block, yielding how many records are done. Raises BadSegment.

        Each record's hash is computed from the one before, starting from the opening state, and the
        last of each stream must be in the closing state. So every record is the one that was
        sealed.
        """
        seal = self.seal
        seal.check_signature()
        end = len(self._content) - SEAL_BYTES
        self._section(seal.commands_at, end, seal.commands, "list of commands")
        heads = self.opening()
        done = 0
        for number in range(len(self.index.places)):
            block = self.block(number)
            for record in block.records():
                heads[record.stream] = Head(record.version, record.hash)
            done += len(block.positions)
            yield done
        if heads != self.closing() or done != seal.records:
            raise BadSegment(f"{self.path}: its records do not lead to its closing state. {COPY}")
