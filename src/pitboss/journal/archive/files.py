"""Placing a segment on the disk atomically: whole and durable under its name, or not at all."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from pitboss.journal.archive.seals import Seal
from pitboss.journal.archive.writer import Output
from pitboss.journal.keys import sync_folder
from pitboss.journal.port import InUse, SealedSegment

_PART = ".part"
_READ_ONLY = 0o400


class PartFile:
    """A file being written, locked against other processes."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise InUse(f"another process is writing {path}. Wait until it is done.") from error
        os.ftruncate(self._file, 0)

    def write(self, content: bytes) -> None:
        while content:
            content = content[os.write(self._file, content) :]

    def sync(self) -> None:
        os.fchmod(self._file, _READ_ONLY)
        os.fsync(self._file)

    def close(self) -> None:
        os.close(self._file)


class SegmentFiles:
    """The disk. Tests substitute one that fails."""

    def create(self, path: Path) -> PartFile:
        return PartFile(path)

    def rename(self, part: Path, path: Path) -> None:
        part.replace(path)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def sync_folder(self, folder: Path) -> None:
        sync_folder(folder)


def place(
    folder: Path, name: str, write: Callable[[Output], Seal], files: SegmentFiles
) -> SealedSegment:
    """Writes a segment into a folder. ``name`` is the same for every attempt, so that a retry
    overwrites what an interrupted one left behind.
    """
    part = folder / f".{name}{_PART}"
    file = files.create(part)
    try:
        seal = write(file)
        file.sync()
        sealed = SealedSegment(
            seal.number, seal.first, seal.last, seal.records, seal.at_ms, seal.digest
        )
        files.rename(part, folder / sealed.file)
    except BaseException:
        files.remove(part)
        raise
    finally:
        file.close()
    files.sync_folder(folder)
    return sealed
