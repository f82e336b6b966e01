"""Writing a segment: a journal's records, checked on the way, sealed and signed."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.journal.archive.blocks import NO_RECORDS, BadSegment, packed
from pitboss.journal.archive.commands import MAX_BLOCKS, CommandWriter
from pitboss.journal.archive.index import IndexWriter
from pitboss.journal.archive.seals import MAGIC, Seal
from pitboss.journal.chain import START
from pitboss.journal.checkpoints import digest as name_of
from pitboss.journal.checkpoints import heads_of, packed_heads
from pitboss.journal.port import Checkpoint, Head, Record, SealedSegment

BLOCK_BYTES = 1 << 19
"""A block is closed when it holds this many bytes of records, uncompressed."""

_ROW_BYTES = 100


class Output(Protocol):
    """Where a segment goes."""

    def write(self, content: bytes, /) -> object: ...


def write_segment(
    output: Output,
    records: Iterable[Record],
    *,
    before: SealedSegment | None,
    heads: Mapping[str, Head],
    checkpoint: Checkpoint,
    key: Ed25519PrivateKey,
) -> Seal:
    """Writes the segment after ``before``: these records, which continue from ``heads`` and end at
    the position of a checkpoint. Deterministic: the same records and key give the same bytes.

    Raises BadSegment if they do not fit together or contradict the checkpoint.
    """
    writing = _Writing(output, heads)
    for block in _blocks(records, 0 if before is None else before.last, checkpoint.position):
        writing.add(block)
    closing = writing.heads
    _check_signed(closing, checkpoint)
    number = 1 if before is None else before.number + 1
    opening_at = writing.size
    opening, opening_root = packed_heads(heads)
    closing_section, closing_root = packed_heads(closing)
    index = writing.index.section()
    commands = writing.commands.section()
    closing_at = opening_at + len(opening)
    index_at = closing_at + len(closing_section)
    seal = Seal(
        number=number,
        at_ms=checkpoint.at_ms,
        first=writing.first,
        last=checkpoint.position,
        records=writing.count,
        checkpoint=checkpoint.number,
        opening_at=opening_at,
        closing_at=closing_at,
        index_at=index_at,
        commands_at=index_at + len(index),
        checkpoint_name=name_of(checkpoint),
        previous=START if before is None else before.digest,
        opening_root=opening_root,
        closing_root=closing_root,
        opening=sha256(opening).digest(),
        closing=sha256(closing_section).digest(),
        index=sha256(index).digest(),
        commands=sha256(commands).digest(),
        key=key.public_key().public_bytes_raw(),
    ).signed(key)
    for section in (opening, closing_section, index, commands, seal.as_bytes()):
        output.write(section)
    return seal


class _Writing:
    """The state of a segment being written."""

    def __init__(self, output: Output, heads: Mapping[str, Head]) -> None:
        self.heads = dict(heads)
        self.index = IndexWriter()
        self.commands = CommandWriter()
        self.size = len(MAGIC)
        self.count = self.first = 0
        self._output = output
        output.write(MAGIC)

    def add(self, records: list[Record]) -> None:
        if len(self.index) == MAX_BLOCKS:
            raise BadSegment("a segment can't hold so many records. Archive less at once")
        streams = {record.stream for record in records}
        begins = {stream: self.heads.get(stream, NO_RECORDS).version for stream in sorted(streams)}
        number = len(self.index)
        for command in dict.fromkeys(record.command for record in records):
            self.commands.add(command, number)
        content = packed(records, self.heads)
        self._output.write(content)
        self.size += len(content)
        self.first = self.first or records[0].position
        self.count += len(records)
        self.index.add(
            self.size,
            records[0].position,
            records[-1].position,
            sha256(content).digest(),
            begins,
        )


def _blocks(records: Iterable[Record], after: int, up_to: int) -> Iterator[list[Record]]:
    """Groups records into blocks. A command is never split between blocks."""
    block: list[Record] = []
    size = 0
    for record in records:
        if not after < record.position <= up_to:
            raise BadSegment(f"position {record.position} does not come after position {after}")
        after = record.position
        if size >= BLOCK_BYTES and record.command != block[-1].command:
            yield block
            block, size = [], 0
        block.append(record)
        size += len(record.body) + _ROW_BYTES
    if not block:
        raise BadSegment("there is nothing to archive")
    yield block


def _check_signed(heads: Mapping[str, Head], checkpoint: Checkpoint) -> None:
    """Only what a checkpoint has signed may be archived."""
    signed_heads = heads_of(checkpoint)
    for stream, head in heads.items():
        signed = signed_heads.get(stream, NO_RECORDS)
        if signed.version < head.version or (signed.version == head.version and signed != head):
            raise BadSegment(
                f"{stream} is not what checkpoint {checkpoint.number} has signed. Nothing is "
                "archived that does not fit: run 'pitboss audit'"
            )
