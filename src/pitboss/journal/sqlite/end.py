"""The end of a journal, cached by the process that writes to it.

The file has one writer, so nobody else can move the end.
"""

import threading
from collections.abc import Mapping, Sequence

from pitboss.journal.port import Head, Record

HEADS_KEPT = 100_000
GROUPS_KEPT = 8


class KnownEnd:
    """The last position, the heads of streams, and those waiting for more. After a failure nothing
    is known and ``last`` is None. ``complete``: no streams exist other than those in ``heads``.
    """

    def __init__(self) -> None:
        self.last: int | None = None
        self.heads: dict[str, Head] = {}
        self.complete = False
        # Whether more heads are cached than are worth their memory.
        self.full = False
        self.committed = 0
        # The last groups stored, so that subscribers need not read what has just been written.
        self._recent: tuple[Sequence[Record], ...] = ()
        self._changed = threading.Condition()
        self._waiting = 0
        self._closed = False

    @property
    def room(self) -> int:
        """How many heads to load at most, leaving room for more."""
        return HEADS_KEPT // 2

    def look(self, last: int, heads: dict[str, Head] | None) -> None:
        """Sets what is stored: the last position and, unless there are too many, all heads."""
        self.complete = heads is not None
        self.heads = heads or {}
        self.full = False
        self.last = last
        self._recent = ()
        self._publish(last)

    def forget(self) -> None:
        """Invalidates everything: after a failure we do not know what is stored."""
        self.last = None

    def move(self, stored: Sequence[Record], heads: Mapping[str, Head]) -> None:
        """Moves the end past a group that has been stored."""
        self.last = last = stored[-1].position
        self.heads.update(heads)
        self.full = len(self.heads) > HEADS_KEPT
        self._recent = (*self._recent[1 - GROUPS_KEPT :], stored)
        self._publish(last)

    def _publish(self, last: int) -> None:
        self.committed = last
        # A thread that begins to wait after this checks the position first, so no wake-up is lost.
        if self._waiting:
            with self._changed:
                self._changed.notify_all()

    def version(self, stream: str) -> int | None:
        """The version of a stream; None if unknown."""
        if self.last is None:
            return None
        head = self.heads.get(stream)
        return head.version if head is not None else 0 if self.complete else None

    def recent(self, after: int, last: int, limit: int) -> list[Record] | None:
        """The records after a position up to ``last``, if they are still in memory."""
        groups = self._recent
        if not groups or groups[0][0].position > after + 1 or last > groups[-1][-1].position:
            return None
        records = [record for group in groups if group[-1].position > after for record in group]
        return [record for record in records if after < record.position <= last][:limit]

    def wait(self, after: int, timeout_s: float) -> None:
        """Returns when something is stored after a position, or the time is up."""
        with self._changed:
            self._waiting += 1
            try:
                self._changed.wait_for(lambda: self._closed or self.committed > after, timeout_s)
            finally:
                self._waiting -= 1

    def pause(self, timeout_s: float) -> None:
        """Sleeps, but wakes when the journal is closed."""
        with self._changed:
            self._changed.wait(timeout_s)

    def close(self) -> None:
        """Wakes all waiters."""
        self._closed = True
        with self._changed:
            self._changed.notify_all()
