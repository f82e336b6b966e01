"""Where a journal ends, as the process that writes to it knows without asking.

The file has one writer, so nobody else moves the end on.
"""

import threading
from collections.abc import Mapping, Sequence

from pitboss.journal.port import Head, Record

HEADS_KEPT = 100_000
GROUPS_KEPT = 8


class KnownEnd:
    """The last position and the heads of streams; and who waits for more. ``last`` is None after a
    failure: then nothing is known. ``complete``: there are no streams but those in ``heads``.
    """

    def __init__(self) -> None:
        self.last: int | None = None
        self.heads: dict[str, Head] = {}
        self.complete = False
        # Whether more heads are known than are worth their memory.
        self.full = False
        self.committed = 0
        # The last groups that were stored, for those who follow: what has just been written need
        # not be read.
        self._recent: tuple[Sequence[Record], ...] = ()
        self._changed = threading.Condition()
        self._waiting = 0
        self._closed = False

    @property
    def room(self) -> int:
        """How many heads a look may bring, so that there is room for more."""
        return HEADS_KEPT // 2

    def look(self, last: int, heads: dict[str, Head] | None) -> None:
        """What is stored: where it ends, and all heads, unless there are too many."""
        self.complete = heads is not None
        self.heads = heads or {}
        self.full = False
        self.last = last
        self._recent = ()
        self._tell(last)

    def forget(self) -> None:
        """After a failure nobody knows what is stored."""
        self.last = None

    def move(self, stored: Sequence[Record], heads: Mapping[str, Head]) -> None:
        """A group has been stored."""
        self.last = last = stored[-1].position
        self.heads.update(heads)
        self.full = len(self.heads) > HEADS_KEPT
        self._recent = (*self._recent[1 - GROUPS_KEPT :], stored)
        self._tell(last)

    def _tell(self, last: int) -> None:
        self.committed = last
        # Whoever comes to wait from now on looks at the position first, so nobody is forgotten.
        if self._waiting:
            with self._changed:
                self._changed.notify_all()

    def version(self, stream: str) -> int | None:
        """The version of a stream; None where it is not known."""
        if self.last is None:
            return None
        head = self.heads.get(stream)
        return head.version if head is not None else 0 if self.complete else None

    def recent(self, after: int, last: int, limit: int) -> list[Record] | None:
        """The records after a position up to the ``last`` one, if they are still at hand."""
        groups = self._recent
        if not groups or groups[0][0].position > after + 1 or last > groups[-1][-1].position:
            return None
        records = [record for group in groups if group[-1].position > after for record in group]
        return [record for record in records if after < record.position <= last][:limit]

    def wait(self, after: int, timeout_s: float) -> None:
        """Returns when something is stored after a position, or the time is over."""
        with self._changed:
            self._waiting += 1
            try:
                self._changed.wait_for(lambda: self._closed or self.committed > after, timeout_s)
            finally:
                self._waiting -= 1

    def pause(self, timeout_s: float) -> None:
        """Waits for a while; not if the journal is closed."""
        with self._changed:
            self._changed.wait(timeout_s)

    def close(self) -> None:
        """Nobody waits any longer."""
        self._closed = True
        with self._changed:
            self._changed.notify_all()
