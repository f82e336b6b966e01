"""Reading a journal whose older records are in segments: database and archive as one.

Other processes may seal a segment at any moment and then delete its rows. A row is never deleted
before its segment is on record; so a reader that has read rows, and then finds that nothing after
its position has been sealed, has missed nothing.
"""

from collections.abc import Callable, Iterator

from pitboss.journal.archive.folder import Archive
from pitboss.journal.port import LeftOut, Record

BEFORE_ALL = -(1 << 63)


class Archived:
    """What both stores do alike. ``look`` asks the database for the segments on record, and tells
    the archive.
    """

    def __init__(self, archive: Archive, look: Callable[[], None]) -> None:
        self.archive = archive
        self._look = look

    def _reach(self) -> int:
        self._look()
        return self.archive.reach

    def read(
        self, stream: str, after: int, rows: Callable[[int], list[Record]]
    ) -> Iterator[Record]:
        """The records of a stream. ``rows`` gives those in the database behind a version. They are
        always the end of the stream, from some version on.
        """
        while records := rows(after):
            if records[0].version > after + 1:
                self._look()
                if self.archive.sealed:
                    yield from self.archive.read(stream, max(after, 0), records[0].version)
            yield from records
            after = records[-1].version

    def read_all(
        self,
        after: int,
        limit: int,
        rows: Callable[[int, int], list[Record]],
        left_out: LeftOut | None = None,
    ) -> list[Record]:
        """Records of all streams behind a position, but for those that are left out. ``rows`` gives
        those in the database, at most so many.
        """
        records: list[Record] = []
        while True:
            if self.archive.sealed and after < (reach := self.archive.reach):
                records += self._sealed(after, limit - len(records), left_out)
                if len(records) >= limit:
                    return records
                after = reach
            live = rows(after, limit - len(records))
            if self._reach() <= max(after, 0):
                return records + live

    def _sealed(self, after: int, limit: int, left_out: LeftOut | None) -> list[Record]:
        if left_out is None:
            return self.archive.read_all(after, limit)
        records: list[Record] = []
        while len(records) < limit and (some := self.archive.read_all(after, limit)):
            records += [record for record in some if not left_out.has(record)]
            after = some[-1].position
        return records[:limit]

    def find_command(self, command: str, rows: list[Record]) -> list[Record]:
        """The records of a command. ``rows`` are those in the database, some of which may only
        have stayed there as the ends of streams.
        """
        reach = self._reach()
        if rows and rows[0].position > reach:
            return rows
        return self.archive.find_command(command) or rows

    def count(self, rows: Callable[[int], int]) -> int:
        """How many records there are. ``rows`` counts those in the database behind a position."""
        while True:
            sealed = self.archive.sealed
            reach = sealed[-1].last if sealed else BEFORE_ALL
            count = sum(one.records for one in sealed) + rows(reach)
            self._look()
            if self.archive.sealed == sealed:
                return count
