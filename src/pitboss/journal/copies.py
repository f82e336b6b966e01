"""Copies of checkpoints outside the database: a text file with a line of JSON for each, in order.

Somebody who controls the database can't change what is kept elsewhere. The file grows for years, so
appending to it and reading its end take constant time.
"""

import fcntl
import os
from base64 import b64decode, b64encode
from collections.abc import Iterable
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO

import msgspec

from pitboss.journal.checkpoints import BadCheckpoint
from pitboss.journal.keys import sync_folder
from pitboss.journal.port import Checkpoint

_BLOCK = 1 << 16


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A checkpoint as text: bytes in hexadecimal, the heads in base 64."""

    checkpoint: int
    at_ms: int
    position: int
    root: str
    previous: str
    key: str
    signature: str
    heads: str


class _Number(msgspec.Struct):
    """The part of a line that says which checkpoint it is."""

    checkpoint: int


def as_line(checkpoint: Checkpoint) -> str:
    """A checkpoint as a line of JSON, without the newline."""
    line = _Line(
        checkpoint=checkpoint.number,
        at_ms=checkpoint.at_ms,
        position=checkpoint.position,
        root=checkpoint.root.hex(),
        previous=checkpoint.previous.hex(),
        key=checkpoint.key.hex(),
        signature=checkpoint.signature.hex(),
        heads=b64encode(checkpoint.heads).decode(),
    )
    return msgspec.json.encode(line).decode()


def from_line(text: str | bytes) -> Checkpoint:
    """The checkpoint in a line. Raises BadCheckpoint if there is none; it does not verify it."""
    try:
        line = msgspec.json.decode(text, type=_Line)
        return Checkpoint(
            number=line.checkpoint,
            at_ms=line.at_ms,
            position=line.position,
            heads=b64decode(line.heads, validate=True),
            root=bytes.fromhex(line.root),
            previous=bytes.fromhex(line.previous),
            key=bytes.fromhex(line.key),
            signature=bytes.fromhex(line.signature),
        )
    except (msgspec.DecodeError, ValueError) as error:
        raise BadCheckpoint(f"this is no checkpoint: {error}") from error


def append_copy(path: Path, checkpoint: Checkpoint) -> bool:
    """Adds a checkpoint to a file of copies, durably. Returns False if it is there already.

    A line that was cut off (the power failed while it was written) is removed first. A different
    checkpoint with a number that is there already is not written: BadCheckpoint.
    """
    line = as_line(checkpoint).encode() + b"\n"
    is_new = not path.exists()
    with path.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        last, end = _last_line(file)
        if last == line:
            return False
        if last is not None and _number(last, path) >= checkpoint.number:
            _check_same(file, path, line, checkpoint.number)
            return False
        file.truncate(end)
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        sync_folder(path.parent)
    return True


def _last_line(file: BinaryIO) -> tuple[bytes | None, int]:
    """The last complete line and where it ends, searching from the end of the file."""
    start = file.seek(0, SEEK_END)
    tail = b""
    while True:
        end = tail.rfind(b"\n")
        begin = tail.rfind(b"\n", 0, end) if end >= 0 else -1
        if begin >= 0 or start == 0:
            return (tail[begin + 1 : end + 1] or None) if end >= 0 else None, start + end + 1
        step = min(_BLOCK, start)
        start -= step
        file.seek(start)
        tail = file.read(step) + tail


def _check_same(file: BinaryIO, path: Path, line: bytes, number: int) -> None:
    """Raises BadCheckpoint unless this line is in the file."""
    file.seek(0)
    for known in file:
        if known == line:
            return
        if known.endswith(b"\n") and _number(known, path) >= number:
            break
    raise BadCheckpoint(f"{path} has another checkpoint {number}: one of the two was forged")


def _number(line: bytes, path: Path) -> int:
    try:
        return msgspec.json.decode(line, type=_Number).checkpoint
    except msgspec.DecodeError as error:
        raise BadCheckpoint(f"{path} has a line that is no checkpoint: {error}") from error


def last_copy(path: Path) -> Checkpoint | None:
    """The last checkpoint in a file of copies; None if there is none yet, or no such file."""
    try:
        with path.open("rb") as file:
            line, _ = _last_line(file)
    except FileNotFoundError:
        return None
    if line is None:
        return None
    try:
        return from_line(line)
    except BadCheckpoint as error:
        raise BadCheckpoint(f"{path} has a line that is no checkpoint: {error}") from error


def read_copies(path: Path) -> Iterable[Checkpoint]:
    """The checkpoints in a file of copies, in the order of the file, without an incomplete last
    line.
    """
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield from_line(line)
