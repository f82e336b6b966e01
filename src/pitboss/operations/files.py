"""Files that exist completely or not at all."""

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
    """A name beside ``path`` to write to; at the end of the ``with`` block it becomes ``path``,
    durably.

    After an exception nothing is left of it, and ``path`` is unchanged.
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
