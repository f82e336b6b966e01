"""A SQLite journal to which another process writes: for reading, and for signing where it ends.

A server need not be stopped for a checkpoint. It is the one thing that a second process may add: it
touches no stream, and the server looks for the last checkpoint in the file before it makes the
next.
"""

from pathlib import Path

import apsw

from pitboss.journal.port import Checkpoint
from pitboss.journal.sqlite.file import connect, explained, let_go
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.journal.sqlite.rows import store_checkpoint


class SigningReader(SqliteJournal):
    """A journal that is read while another process writes to it, and that can be signed."""

    def __init__(self, path: str | Path, archive: Path | None = None) -> None:
        self._signing: apsw.Connection | None = None
        super().__init__(path, read_only=True, archive=archive)

    def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        self._check_open()
        with explained(self.name):
            if self._signing is None:
                self._signing = connect(self._path, write=True, vfs=None, synchronous="FULL")
            store_checkpoint(self._signing, checkpoint)

    def close(self) -> None:
        super().close()
        # The last one to go, so that SQLite tidies its log away where no server runs: a reader
        # could not.
        signing, self._signing = self._signing, None
        if signing is not None:
            let_go(signing)
