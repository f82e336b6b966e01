"""A SQLite journal that another process writes to: for reading, and for signing checkpoints.

A server need not be stopped for a checkpoint. That is the one thing a second process may add: it
touches no stream, and the server looks up the last checkpoint in the file before it makes the next.
"""

from pathlib import Path

import apsw

from pitboss.journal.port import Checkpoint
from pitboss.journal.sqlite.file import connect, explained, let_go
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.journal.sqlite.rows import store_checkpoint


class SigningReader(SqliteJournal):
    """A journal that can be read and signed while another process writes to it."""

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
        # Closed last, so that SQLite removes its write-ahead log if no server is running; a reader
        # can't.
        signing, self._signing = self._signing, None
        if signing is not None:
            let_go(signing)
