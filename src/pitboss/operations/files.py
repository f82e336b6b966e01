"""Atomic creation of files."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.journal.keys import sync_folder


def sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """A temporary name beside ``path`` to write to, durably renamed to ``path`` at the end of the
    ``with`` block.

    After an exception it is removed, and whatever was at ``path`` is unchanged.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        sync_file(part)
        part.replace(path)
        sync_folder(path.parent)
    finally:
        for left in (
            part,
            *(part.with_name(part.name + end) for end in ("-wal", "-shm", "-journal", ".lock")),
        ):
            left.unlink(missing_ok=True)
